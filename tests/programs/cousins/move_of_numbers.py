"""The root returns a move made of numbers, and these are values of children as well.

Rows and columns, indices and values collide on purpose: only the search tells which is which.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import inf

from ..judge import program
from ..profile import Ref
from ..trees import ALTERNATING as T
from ..trees import line, noughts, rows

cousin = partial(program, family="move of numbers")
look_alike = partial(program, family="move of numbers", harmless=True)
MOVE = {"plain": lambda move: None}

FIVE = "XO.XO...."
LATE = "XO.XO.O.X"
SMALL_NUMBERS = [[[1, 0], [2, 1]], [[2, 2], [0, 1]], [[0, 2], [1, 1]]]


def done(board):
    cells = [cell for row in board for cell in row]
    return line(cells, "X") or line(cells, "O") or " " not in cells


def score(board):
    cells = [cell for row in board for cell in row]
    return line(cells, "X") - line(cells, "O")


def minimax(board, mine):
    if done(board):
        return score(board)
    best = -inf if mine else inf
    for r in range(3):
        for c in range(3):
            if board[r][c] == " ":
                board[r][c] = "X" if mine else "O"
                value = minimax(board, not mine)
                board[r][c] = " "
                best = max(best, value) if mine else min(best, value)
    return best


@cousin(noughts(LATE), anew=lambda: (rows(LATE),), **MOVE)
def row_and_column(board):
    best_score, best_move = -inf, (-1, -1)
    for r in range(3):
        for c in range(3):
            if board[r][c] == " ":
                board[r][c] = "X"
                value = minimax(board, False)
                board[r][c] = " "
                if value > best_score:
                    best_score, best_move = value, (r, c)
    return best_move


@cousin(noughts(FIVE), anew=lambda: (rows(FIVE),), plain=lambda three: three[2])
def row_column_and_value_with_ties(board):
    """Of equal moves the last counts."""
    best = [0, 0, -2]
    for r in range(3):
        for c in range(3):
            if board[r][c] == " ":
                board[r][c] = "X"
                value = minimax(board, False)
                board[r][c] = " "
                if value >= best[2]:
                    best = [r, c, value]
    return best


@cousin(noughts(LATE), anew=lambda: (rows(LATE),), plain=lambda pair: pair[0])
def value_and_place(board):
    found = []
    for r, row in enumerate(board):
        for c, cell in enumerate(row):
            if cell == " ":
                copy = [list(each) for each in board]
                copy[r][c] = "X"
                found.append((minimax(copy, False), (r, c)))
    return max(found)


def tree_value(node, mine):
    if isinstance(node, int):
        return node
    return (max if mine else min)([tree_value(child, not mine) for child in node])


@cousin(T(SMALL_NUMBERS), SMALL_NUMBERS, **MOVE)
def an_index_as_text(tree):
    values = {str(i): tree_value(child, False) for i, child in enumerate(tree)}
    return max(values, key=values.get)


@cousin(T(SMALL_NUMBERS), SMALL_NUMBERS, **MOVE)
def an_index_that_is_a_value(tree):
    best, index = -1, 0
    for i in range(len(tree)):
        value = tree_value(tree[i], False)
        if value >= best:
            best, index = value, i
    return index


@cousin(T([[3, 1], [2, 0], [1, 2]]), [[3, 1], [2, 0], [1, 2]], plain=lambda pair: pair[1])
def index_counted_from_one(tree):
    best = (0, -1)
    for i, child in enumerate(tree, 1):
        value = tree_value(child, False)
        if value > best[1]:
            best = i, value
    return best


def squares(at):
    """Return where a king on a board of three by three can step."""
    r, c = at
    return [(r + dr, c + dc) for dr, dc in ((0, 1), (1, 0), (1, 1)) if r + dr < 3 and c + dc < 3]


def worth(mine, theirs):
    return (2 * mine[0] + mine[1]) % 4 - (theirs[0] + 2 * theirs[1]) % 3


def stepping(mine, theirs, depth, is_max=True):
    at = mine if is_max else theirs
    if not depth or not squares(at):
        return Ref(is_max, value=worth(mine, theirs))
    after = [(to, theirs) if is_max else (mine, to) for to in squares(at)]
    return Ref(is_max, tuple(stepping(*pair, depth - 1, not is_max) for pair in after))


def stepped(mine, theirs, depth, maximizing):
    at = mine if maximizing else theirs
    if depth == 0 or not squares(at):
        return worth(mine, theirs)
    values = [
        stepped(to, theirs, depth - 1, False) if maximizing else stepped(mine, to, depth - 1, True)
        for to in squares(at)
    ]
    return max(values) if maximizing else min(values)


@cousin(stepping((0, 0), (0, 1), 3), (0, 0), (0, 1), 3, **MOVE)
def from_square_to_square(mine, theirs, depth):
    best, move = -inf, ((0, 0), (0, 0))
    for to in squares(mine):
        value = stepped(to, theirs, depth - 1, False)
        if value > best:
            best, move = value, (mine, to)
    return move


@dataclass
class Move:
    row: int
    column: int
    score: float = 0


@cousin(noughts(FIVE), anew=lambda: (rows(FIVE),), plain=lambda move: move.score)
def a_move_with_three_numbers(board):
    moves = []
    for cell in range(9):
        r, c = divmod(cell, 3)
        if board[r][c] == " ":
            board[r][c] = "X"
            moves.append(Move(r, c, minimax(board, False)))
            board[r][c] = " "
    return max(moves, key=lambda move: move.score)


@cousin(T(SMALL_NUMBERS), SMALL_NUMBERS, cut="<=", root_passes=True, plain=lambda pair: pair[1][1])
def nested_pairs(tree):
    def ab(node, alpha, beta, mine):
        if isinstance(node, int):
            return node
        value = -1 if mine else 9
        for child in node:
            found = ab(child, alpha, beta, not mine)
            if mine:
                value = max(value, found)
                alpha = max(alpha, value)
            else:
                value = min(value, found)
                beta = min(beta, value)
            if alpha >= beta:
                break
        return value

    best, chosen = -inf, None
    for i, child in enumerate(tree):
        value = ab(child, best, inf, False)
        if value > best:
            best, chosen = value, i
    return (len(tree), chosen), (0, best)


class Bot:
    def __init__(self):
        self.best_row = self.best_col = self.best_score = 0

    def search(self, board, mine, top=True):
        if done(board):
            return score(board)
        best = -2 if mine else 2
        for r in range(3):
            for c in range(3):
                if board[r][c] == " ":
                    board[r][c] = "X" if mine else "O"
                    value = self.search(board, not mine, False)
                    board[r][c] = " "
                    if value > best if mine else value < best:
                        best = value
                        if top:
                            self.best_row, self.best_col, self.best_score = r, c, value
        return (self.best_row, self.best_col) if top else best


cousin(noughts(FIVE), anew=lambda: (rows(FIVE), True), name="only_the_top_is_a_place", **MOVE)(
    Bot().search
)


@cousin(T([[0, 2], [1, 3], [1, 1]]), [[0, 2], [1, 3], [1, 1]], plain=lambda four: four[3])
def four_numbers(tree):
    """A move from (0, i) to (1, value): the value is the last number and one of the move's."""
    best = (0, 0, 0, -inf)
    for i, child in enumerate(tree):
        value = tree_value(child, False)
        if value > best[3]:
            best = (0, i, 1, value)
    return best


@cousin(T([[0, 2], [1, 3], [1, 1]]), [[0, 2], [1, 3], [1, 1]], plain=lambda pair: pair[0])
def value_and_how_many_are_as_good(tree):
    best, ties = -inf, 0
    for child in tree:
        value = tree_value(child, False)
        if value > best:
            best, ties = value, 1
        elif value == best:
            ties += 1
    return best, ties


@cousin(noughts(FIVE), anew=lambda: (rows(FIVE),), **MOVE)
def all_the_best_places(board):
    best, places = -2, []
    for r in range(3):
        for c in range(3):
            if board[r][c] != " ":
                continue
            board[r][c] = "X"
            value = minimax(board, False)
            board[r][c] = " "
            if value > best:
                best, places = value, [(r, c)]
            elif value == best:
                places.append((r, c))
    return places


@cousin(T([[2, 0], [1, 2], [0, 1]], False), [[2, 0], [1, 2], [0, 1]], **MOVE)
def the_second_player_moves(tree):
    """The smallest value counts, and the index is 1 where the value is 2."""
    lowest, index = 3, -1
    for i, child in enumerate(tree):
        value = tree_value(child, True)
        if value <= lowest:
            lowest, index = value, i
    return index, 1


@cousin(T([[[1, 1], [0, 2]], [[2, 1], [1, 0]]]), [[[1, 1], [0, 2]], [[2, 1], [1, 0]]], True, 0,
        plain=lambda pair: pair[1])  # fmt: skip
def a_pair_unless_it_is_a_leaf(node, mine, level):
    """Inner nodes return (index, value), leaves their number alone."""
    if isinstance(node, int):
        return node
    best = (-1, -1) if mine else (-1, 3)
    for i, child in enumerate(node):
        found = a_pair_unless_it_is_a_leaf(child, not mine, level + 1)
        value = found[1] if isinstance(found, tuple) else found
        if value > best[1] if mine else value < best[1]:
            best = i, value
    return best


def negamax(board, mark):
    if done(board):
        return score(board) * (1 if mark == "X" else -1), -1, -1
    best = -2, -1, -1
    for r in range(3):
        for c in range(3):
            if board[r][c] == " ":
                board[r][c] = mark
                value = -negamax(board, "O" if mark == "X" else "X")[0]
                board[r][c] = " "
                if value > best[0]:
                    best = value, r, c
    return best


@cousin(noughts(LATE), anew=lambda: (rows(LATE),), negamax=True, **MOVE)
def the_rest_of_the_three(board):
    _, r, c = negamax(board, "X")
    return c, r


@cousin(T([[1, 2], [0, 0], [3, 1]]), [[1, 2], [0, 0], [3, 1]], plain=lambda pair: pair[1])
def the_first_that_is_good_enough(tree):
    """Index and value, which is never better than the index."""
    found = [(i, tree_value(child, False)) for i, child in enumerate(tree)]
    found.sort(key=lambda pair: pair[1])
    return found[-1]


WALLS = [[1, 0], [0, 1]]


@cousin(T(WALLS), WALLS, **MOVE)
def all_lost(tree):
    """Every value is 0: so is the row, and the column is 1."""
    best_value, best = -1, (0, 1)
    for i, child in enumerate(tree):
        if (value := tree_value(child, False)) > best_value:
            best_value, best = value, (i, 1 - i)
    return best


ONES = [[1, 1], [1, 2], [1, 1]]


@cousin(T(ONES), ONES, **MOVE)
def one_and_one(tree):
    """Value, row and column are 1."""
    best, place = 0, (0, 0)
    for i, child in enumerate(tree):
        value = tree_value(child, False)
        if value >= best and i < 2:
            best, place = value, (i, 1)
    return place


@cousin(T([[2, 3], [0, 9], [1, 4]]), [[2, 3], [0, 9], [1, 4]], plain=lambda found: found["value"])
def a_dictionary_of_numbers(tree):
    """The row is another child's value, and the column yet another's."""
    best = {"row": 1, "column": 0, "value": -inf}
    for i, child in enumerate(tree):
        value = tree_value(child, False)
        if value > best["value"]:
            best = {"row": i + 1, "column": i, "value": value}
    return best


@cousin(T([[-1, 3], [0, 9], [-1, 4]]), [[-1, 3], [0, 9], [-1, 4]], **MOVE)
def a_pair_of_pairs(tree):
    """From a place to a place: the numbers are -1, 0 and 1, as values are."""
    found = [(tree_value(child, False), ((0, i), (1, i - 1))) for i, child in enumerate(tree)]
    return max(found, key=lambda pair: pair[0])[1]


@cousin(T([[5, 7], [6, 8], [2, 9]]), [[5, 7], [6, 8], [2, 9]], **MOVE)
def the_child_that_is_a_value(tree):
    """Returns the best child's last number, which no player reaches."""
    values = [tree_value(child, False) for child in tree]
    return tree[values.index(max(values))][-1]


def pair_of_place(node, mine, path=()):
    """Every node returns its value and the place of the leaf."""
    if isinstance(node, int):
        return node, path
    below = [pair_of_place(child, not mine, (*path, i)) for i, child in enumerate(node)]
    return max(below) if mine else min(below)


look_alike(
    T(SMALL_NUMBERS), SMALL_NUMBERS, True, plain=lambda pair: pair[0], name="a_path_at_every_node"
)(pair_of_place)


@look_alike(noughts(LATE), anew=lambda: (rows(LATE), True), plain=lambda three: three[2])
def three_numbers_at_every_node(board, mine):
    if done(board):
        return -1, -1, score(board)
    best = (-1, -1, -2 if mine else 2)
    for r in range(3):
        for c in range(3):
            if board[r][c] == " ":
                board[r][c] = "X" if mine else "O"
                value = three_numbers_at_every_node(board, not mine)[2]
                board[r][c] = " "
                if value > best[2] if mine else value < best[2]:
                    best = (r, c, value)
    return best


@look_alike(T([[30, 10], [20, 40]]), [[30, 10], [20, 40]], **MOVE)
def a_place_that_is_no_value(tree):
    values = [tree_value(child, False) for child in tree]
    return divmod(values.index(max(values)), 3)


def cells_of(board):
    return [cell for row in board for cell in row]


@cousin(noughts(LATE), anew=lambda: (cells_of(rows(LATE)),), **MOVE)
def the_root_returns_its_best_cell(cells, ply=0, mine=True):
    """The recursive function itself returns a number of another kind at ply 0."""
    won = line(cells, "X") - line(cells, "O")
    if won or " " not in cells:
        return won
    scores = {}
    for i, cell in enumerate(cells):
        if cell == " ":
            child = [*cells[:i], "X" if mine else "O", *cells[i + 1 :]]
            scores[i] = the_root_returns_its_best_cell(child, ply + 1, not mine)
    if ply == 0:
        return max(scores, key=scores.get)
    return max(scores.values()) if mine else min(scores.values())


@cousin(
    noughts(FIVE),
    anew=lambda: (cells_of(rows(FIVE)), 9, -2, 2, True, 9),
    cut="<=",
    window=(-2, 2),
    **MOVE,
)
def the_deepest_call_returns_its_cell(cells, depth, alpha, beta, mine, deepest):
    won = line(cells, "X") - line(cells, "O")
    if won or " " not in cells or depth == 0:
        return won
    best, chosen = -2 if mine else 2, -1
    for i in [i for i, cell in enumerate(cells) if cell == " "]:
        cells[i] = "X" if mine else "O"
        value = the_deepest_call_returns_its_cell(cells, depth - 1, alpha, beta, not mine, deepest)
        cells[i] = " "
        if (value > best) if mine else (value < best):
            best, chosen = value, i
        if mine:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    if depth == deepest:
        return chosen
    return best


def marks_the_best_place(board):
    """Returns nothing; for each question the board is as it was given."""
    best, chosen = -inf, None
    for r in range(3):
        for c in range(3):
            if board[r][c] == " ":
                board[r][c] = "X"
                value = minimax(board, False)
                board[r][c] = " "
                if value > best:
                    best, chosen = value, (r, c)
    if chosen:
        board[chosen[0]][chosen[1]] = "X"


for text in (FIVE, "OX.....O."):
    cousin(noughts(text), anew=lambda text=text: (rows(text),), name=f"marks_on_{text}", **MOVE)(
        marks_the_best_place
    )
