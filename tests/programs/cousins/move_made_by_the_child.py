"""The parent hands the position on unchanged, together with a move.

The child makes the move, searches, and takes it back; or it makes the move on a copy of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import inf

from ..judge import program
from ..profile import Ref
from ..trees import ALTERNATING as T
from ..trees import BOOK, LEFT, line, noughts
from .small_games import dropping, from_the_ends, lined, marching, piles

cousin = partial(program, family="move made by the child")
look_alike = partial(program, family="move made by the child", harmless=True)
MOVE = {"plain": lambda move: None}

FIVE = "XO.XO...."


def value_after(board, i, mark):
    board[i] = mark
    try:
        if line(board, "X") or line(board, "O") or "." not in board:
            return line(board, "X") - line(board, "O")
        other = "O" if mark == "X" else "X"
        values = [value_after(board, j, other) for j in range(9) if board[j] == "."]
        return max(values) if other == "X" else min(values)
    finally:
        board[i] = "."


@cousin(noughts(FIVE), anew=lambda: (list(FIVE), "X"), **MOVE)
def choose(board, mark):
    free = [i for i in range(9) if board[i] == "."]
    return max(free, key=lambda i: value_after(board, i, mark))


@cousin(noughts(FIVE), anew=lambda: (list(FIVE), None, False))
def move_is_none_at_the_root(cells, move, mine):
    """Mine says whose move it is that the call makes."""
    if move is not None:
        cells[move] = "X" if mine else "O"
    free = [i for i in range(9) if cells[i] == "."]
    if line(cells, "X") or line(cells, "O") or not free:
        value = line(cells, "X") - line(cells, "O")
    else:
        scores = [move_is_none_at_the_root(cells, i, not mine) for i in free]
        value = min(scores) if mine else max(scores)
    if move is not None:
        cells[move] = "."
    return value


class Board:
    """A row of pieces that march towards each other, with a stack of moves."""

    def __init__(self, row):
        self.row, self.stack = [*row], []

    def push(self, move):
        here, there = move
        self.stack.append((move, self.row[there]))
        self.row[there], self.row[here] = self.row[here], "."

    def pop(self):
        (here, there), taken = self.stack.pop()
        self.row[here], self.row[there] = self.row[there], taken

    def legal(self):
        mark, d = ("x", 1) if len(self.stack) % 2 == 0 else ("o", -1)
        near = [(i, i + d) for i in range(len(self.row)) if 0 <= i + d < len(self.row)]
        return [(a, b) for a, b in near if self.row[a] == mark and self.row[b] != mark]


def push_and_search(board, move, depth):
    board.push(move)
    moves = board.legal()
    if depth == 0 or not moves:
        score = board.row.count("x") - board.row.count("o")
    elif len(board.stack) % 2:
        score = min(push_and_search(board, each, depth - 1) for each in moves)
    else:
        score = max(push_and_search(board, each, depth - 1) for each in moves)
    board.pop()
    return score


@cousin(marching("x.oxo.o", 5), anew=lambda: (Board("x.oxo.o"), 5), **MOVE)
def pushed_by_the_child(board, depth):
    best, chosen = -inf, None
    for move in board.legal():
        value = push_and_search(board, move, depth - 1)
        if value > best:
            best, chosen = value, move
    return chosen


def worth(cells):
    return sum(w for w, cell in zip((5, 2, 4, 9), cells) if cell == "X")


def corners(cells, mark, alpha, beta, at):
    cells = cells.copy()
    cells[at] = mark
    free = [i for i in range(4) if cells[i] is None]
    if not free:
        return worth(cells)
    best = inf if mark == "X" else -inf
    for i in free:
        if mark == "X":
            best = min(best, corners(cells, "O", alpha, beta, i))
            beta = min(beta, best)
        else:
            best = max(best, corners(cells, "X", alpha, beta, i))
            alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def all_corners(cells, is_max=True):

    free = [i for i in range(4) if cells[i] == "."]
    mark = "X" if is_max else "O"
    below = [all_corners(cells[:i] + mark + cells[i + 1 :], not is_max) for i in free]
    return Ref(is_max, tuple(below), worth(cells))


@cousin(all_corners("...."), anew=lambda: ([None] * 4,), cut="<=", root_passes=True, **MOVE)
def copied_by_the_child(cells):
    alpha, move = -inf, None
    for i in range(4):
        value = corners(cells, "X", alpha, inf, i)
        if value > alpha:
            alpha, move = value, i
    return move


grid = list(FIVE)


@cousin(noughts(FIVE), None, "O", -2, 2, cut="<=", window=(-2, 2))
def on_a_global_grid(move, mark, alpha, beta):
    """The call makes a move of `mark` on the global grid."""
    if move is not None:
        grid[move] = mark
    best = line(grid, "X") - line(grid, "O")
    free = [] if best else [i for i, cell in enumerate(grid) if cell == "."]
    if free:
        following = "O" if mark == "X" else "X"
        best = -2 if following == "X" else 2
        for i in free:
            value = on_a_global_grid(i, following, alpha, beta)
            if following == "X":
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
    if move is not None:
        grid[move] = "."
    return best


def won(left, turn):
    return -1 if turn else 1


@cousin(piles((2, 1), won, loops=False), anew=lambda: ([2, 1], (0, 0), -1))
def nim_with_a_pair(heaps, take, player):
    """Nothing is taken from heap 0 at the root; the other player moves next."""
    heap, count = take
    heaps[heap] -= count
    options = [(i, k) for i, n in enumerate(heaps) for k in range(1, n + 1)]
    if options:
        results = [nim_with_a_pair(heaps, option, -player) for option in options]
        result = max(results) if player == -1 else min(results)
    else:
        result = player
    heaps[heap] += count
    return result


class Coins:
    def __init__(self, *coins):
        self.coins, self.ahead = list(coins), 0

    def sides(self):
        return ["left", "right"][: len(self.coins)]

    def after(self, side, sign):
        """Take a coin, look on, put it back: negamax."""
        coin = self.coins.pop(0 if side == "left" else -1)
        self.ahead += sign * coin
        if self.coins:
            value = -max(self.after(each, -sign) for each in self.sides())
        else:
            value = sign * self.ahead
        self.ahead -= sign * coin
        self.coins.insert(0 if side == "left" else len(self.coins), coin)
        return value

    def best(self):
        return max((self.after(side, 1), side) for side in self.sides())[0]


cousin(
    from_the_ends((4, 9, 3, 1)),
    anew=lambda: (Coins(4, 9, 3, 1),),
    negamax=True,
    name="takes_a_coin_and_puts_it_back",
)(Coins.best)


@cousin(T(LEFT), cut="<=", anew=lambda: (LEFT, [], None, -inf, inf))
def steps_of_a_path(tree, path, step, alpha, beta):
    if step is not None:
        path.append(step)
    node = tree
    for each in path:
        node = node[each]
    if isinstance(node, int):
        best = node
    elif len(path) % 2 == 0:
        best = -inf
        for i in range(len(node)):
            best = max(best, steps_of_a_path(tree, path, i, alpha, beta))
            alpha = max(alpha, best)
            if beta <= alpha:
                break
    else:
        best = inf
        for i in range(len(node)):
            best = min(best, steps_of_a_path(tree, path, i, alpha, beta))
            beta = min(beta, best)
            if beta <= alpha:
                break
    if step is not None:
        path.pop()
    return best


class Walk:
    """A walk in a tree: the child goes down, looks, and goes up again."""

    def __init__(self, tree):
        self.stack = [tree]

    def enter(self, i, alpha, beta, mine):
        self.stack.append(self.stack[-1][i])
        here = self.stack[-1]
        if isinstance(here, int):
            best = here
        else:
            best = -inf if mine else inf
            for j in range(len(here)):
                value = self.enter(j, alpha, beta, not mine)
                if mine:
                    best = max(best, value)
                    alpha = max(alpha, best)
                else:
                    best = min(best, value)
                    beta = min(beta, best)
                if alpha >= beta:
                    break
        self.stack.pop()
        return best

    def choose(self):
        best, chosen = -inf, None
        for i in range(len(self.stack[-1])):
            value = self.enter(i, best, inf, False)
            if value > best:
                best, chosen = value, i
        return chosen


cousin(
    T(LEFT), anew=lambda: (Walk(LEFT),), cut="<=", root_passes=True, name="goes_down_and_up", **MOVE
)(Walk.choose)


@cousin(noughts("XO..X.O.."), anew=lambda: ({}, "XO..X.O..", None, "O"))
def marks_in_a_dictionary(marks, start, square, mark):
    """The board is a text and what has been put on it since."""
    if square is not None:
        marks[square] = mark
    cells = [marks.get(i, cell) for i, cell in enumerate(start)]
    won = line(cells, "X") - line(cells, "O")
    free = [] if won else [i for i in range(9) if cells[i] == "."]
    other = "O" if mark == "X" else "X"
    results = [marks_in_a_dictionary(marks, start, i, other) for i in free]
    if square is not None:
        del marks[square]
    if not results:
        return won
    return min(results) if mark == "X" else max(results)


@dataclass(frozen=True)
class Four:
    columns: tuple = ("XX", "O", "XO", "O")
    mark: str = "X"

    def legal(self):
        return [c for c in range(4) if len(self.columns[c]) < 3]

    def drop(self, c):
        columns = (*self.columns[:c], self.columns[c] + self.mark, *self.columns[c + 1 :])
        return Four(columns, "O" if self.mark == "X" else "X")


def nega(four, column, depth):
    """Return the value for the player who drops into the column."""
    after = four.drop(column)
    if lined(after.columns, four.mark, 3):
        return 100 + depth
    if depth == 0 or not after.legal():
        return 0
    return -max(nega(after, each, depth - 1) for each in after.legal())


def hundred(columns, left):
    return (lined(columns, "X", 3) - lined(columns, "O", 3)) * (100 + left)


@cousin(dropping(Four().columns, 3, 3, depth=4, worth=hundred), Four(), 3, negamax=True, **MOVE)
def dropped_by_the_child(four, depth):
    scores = [nega(four, column, depth) for column in four.legal()]
    return four.legal()[scores.index(max(scores))]


@look_alike(noughts(FIVE), anew=lambda: (list(FIVE), "X", None))
def the_last_move_is_known(board, mark, last):
    """The parent makes the move, and tells which it was."""
    if last is not None and line(board, board[last]):
        return 1 if board[last] == "X" else -1
    if "." not in board:
        return 0
    values = []
    for i in range(9):
        if board[i] == ".":
            board[i] = mark
            values.append(the_last_move_is_known(board, "O" if mark == "X" else "X", i))
            board[i] = "."
    return max(values) if mark == "X" else min(values)


@look_alike(T(BOOK), BOOK, True, 0)
def number_of_a_child(node, mine, number):
    if isinstance(node, int):
        return node
    values = [number_of_a_child(child, not mine, i) for i, child in enumerate(node)]
    return max(values) if mine else min(values)


@look_alike(from_the_ends((9, 4, 3, 1)), anew=lambda: (Coins(9, 4, 3, 1), 1, "start"))
def taken_by_the_parent(game, sign, how):
    if not game.coins:
        return game.ahead
    best = None
    for side in game.sides():
        coin = game.coins.pop(0) if side == "left" else game.coins.pop()
        game.ahead += sign * coin
        value = taken_by_the_parent(game, -sign, side)
        game.ahead -= sign * coin
        game.coins.insert(0 if side == "left" else len(game.coins), coin)
        if best is None or (value - best) * sign > 0:
            best = value
    return best
