"""A function between the driver and the search loops over the replies, and never calls itself.

Its loop is a ply of the tree, though no call of the search stands for it.
"""

from __future__ import annotations

from functools import partial
from math import inf

from ..judge import program
from ..profile import Ref
from ..trees import ALTERNATING as T
from ..trees import DEEP, EIGHT, LEFT, line, noughts
from .small_games import subtraction

cousin = partial(program, family="ply between")
look_alike = partial(program, family="ply between", harmless=True)
MOVE = {"plain": lambda move: None}

THREE = [[[3, 8], [5, 1]], [[9, 7], [2, 6]], [[4, 12], [10, 11]]]
LATE = "XO.XO.O.X"
OPEN = "XOX.O..X."
FIVE = "XO.XO...."


def minimax(node, maximizing):
    if isinstance(node, int):
        return node
    scores = [minimax(child, not maximizing) for child in node]
    return max(scores) if maximizing else min(scores)


def worst_reply(node):
    worst = inf
    for reply in node:
        worst = min(worst, minimax(reply, True))
    return worst


@cousin(T(THREE), THREE, **MOVE)
def choose_a_move(tree):
    best, chosen = -inf, None
    for number, child in enumerate(tree):
        score = worst_reply(child)
        if score > best:
            best, chosen = score, number
    return chosen


def counter(node):
    return max(minimax(child, False) for child in node)


def answer(node):
    values = []
    for child in node:
        values.append(counter(child))
    return min(values)


@cousin(T(DEEP), DEEP)
def two_plies_above_each_other(tree):
    values = []
    for child in tree:
        values.append(answer(child))
    return max(values)


def over(board):
    return line(board, "X") or line(board, "O") or " " not in board


def score_of(board):
    return line(board, "X") - line(board, "O")


def search(board, mark):
    if over(board):
        return score_of(board)
    best = -2 if mark == "X" else 2
    for i in range(9):
        if board[i] == " ":
            board[i] = mark
            value = search(board, "O" if mark == "X" else "X")
            board[i] = " "
            best = max(best, value) if mark == "X" else min(best, value)
    return best


def opponents_best(board):
    """The reply of O, played on the same list and taken back."""
    if over(board):
        return score_of(board)
    lowest = 2
    for i in range(9):
        if board[i] == " ":
            board[i] = "O"
            lowest = min(lowest, search(board, "X"))
            board[i] = " "
    return lowest


@cousin(noughts(FIVE), anew=lambda: (list(FIVE.replace(".", " ")),), **MOVE)
def computer_move(board):
    best_score, best_cell = -2, None
    for i in range(9):
        if board[i] == " ":
            board[i] = "X"
            score = opponents_best(board)
            board[i] = " "
            if score > best_score:
                best_score, best_cell = score, i
    return best_cell


class State:
    def __init__(self, left, ahead=0):
        self.left, self.ahead = left, ahead

    def legal(self):
        return [take for take in (1, 2) if take <= self.left]

    def successor(self, take, mine):
        gain = take * self.left
        return State(self.left - take, self.ahead + (gain if mine else -gain))


class Agent:
    def action(self, state):
        scores = {take: self.ghost(state.successor(take, True)) for take in state.legal()}
        return max(scores, key=scores.get)

    def ghost(self, state):
        if not state.legal():
            return state.ahead
        return min(self.value(state.successor(take, False), True) for take in state.legal())

    def value(self, state, mine):
        if not state.legal():
            return state.ahead
        values = [self.value(state.successor(take, mine), not mine) for take in state.legal()]
        return max(values) if mine else min(values)


def taking(left, ahead=0, is_max=True):
    below = []
    for take in (1, 2):
        if take <= left:
            gain = take * left if is_max else -take * left
            below.append(taking(left - take, ahead + gain, not is_max))
    return Ref(is_max, tuple(below), ahead)


cousin(taking(4), anew=lambda: (State(4),), name="agent_of_a_class", **MOVE)(Agent().action)


def alphabeta(node, alpha, beta, maximizing):
    if isinstance(node, int):
        return node
    value = -inf if maximizing else inf
    for child in node:
        found = alphabeta(child, alpha, beta, not maximizing)
        if maximizing:
            value = max(value, found)
            alpha = max(alpha, value)
        else:
            value = min(value, found)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return value


def reply_with_a_cut(node, alpha, beta):
    value = inf
    for child in node:
        value = min(value, alphabeta(child, alpha, beta, True))
        beta = min(beta, value)
        if alpha >= beta:
            break
    return value


@cousin(T(DEEP), DEEP, cut="<=", root_passes=True, plain=lambda pair: pair[0])
def bounds_through_the_ply(tree):
    alpha, chosen = -inf, None
    for name, child in zip("abc", tree):
        value = reply_with_a_cut(child, alpha, inf)
        if value > alpha:
            alpha, chosen = value, name
    return alpha, chosen


@cousin(T(DEEP), DEEP, cut="<=", fresh=True, plain=lambda pair: pair[0])
def a_whole_window_for_each_reply(tree):
    """The ply between has bounds of its own, which the driver never narrows."""
    scored = [(reply_with_a_cut(child, -inf, inf), i) for i, child in enumerate(tree)]
    return max(scored)


def reply_in_a_negamax(node, alpha, beta):
    best = -inf
    for child in node:
        best = max(best, -with_a_color(child, -beta, -alpha, 1))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def with_a_color(node, alpha, beta, color):
    if isinstance(node, int):
        return color * node
    best = -inf
    for child in node:
        best = max(best, -with_a_color(child, -beta, -alpha, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


@cousin(T(THREE), THREE, cut="<=", root_passes=True, negamax=True, **MOVE)
def a_negamax_in_three_functions(tree):
    alpha, chosen = -inf, None
    for move, child in enumerate(tree):
        value = -reply_in_a_negamax(child, -inf, -alpha)
        if value > alpha:
            alpha, chosen = value, move
    return chosen


WIDE = [[[[3, 5], [4, 1]], [[6, 2], [7, 8]]], [[[2, 9], [1, 3]], [[8, 4], [5, 6]]]]


@cousin(T(WIDE), WIDE, cut="<=", root_passes=True, **MOVE)
def a_cut_only_in_the_ply_between(tree):
    best, chosen = -inf, None
    for move, child in enumerate(tree):
        score = reply_with_a_cut(child, best, inf)
        if score > best:
            best, chosen = score, move
    return f"move {chosen}"


def negamax(node, sign):
    if isinstance(node, int):
        return sign * node
    return max(-negamax(child, -sign) for child in node)


def best_answer(node):
    best, move = -inf, None
    for number, child in enumerate(node):
        value = -negamax(child, 1)
        if value > best:
            best, move = value, number
    return best, move


@cousin(T(EIGHT), EIGHT, negamax=True, plain=lambda pair: pair[0])
def pairs_of_value_and_move(tree):
    best, move = -inf, None
    for number, child in enumerate(tree):
        value = -best_answer(child)[0]
        if value > best:
            best, move = value, number
    return best, move


@cousin(T(THREE), THREE, **MOVE)
def replies_in_a_comprehension(tree):
    """No function between: the lambda itself loops over the replies."""
    return max(range(len(tree)), key=lambda i: min(minimax(reply, True) for reply in tree[i]))


def after(left):
    return [left - take for take in (1, 2, 3) if take <= left]


def wins(left, mine):
    if left == 0:
        return -1 if mine else 1
    values = [wins(rest, not mine) for rest in after(left)]
    return max(values) if mine else min(values)


@cousin(
    subtraction(5, (1, 2, 3), lambda left, turn, depth: -1 if turn else 1),
    5,
    **MOVE,
)
def closures_over_the_sticks(sticks):
    def his(rest):
        if rest == 0:
            return 1
        worst = 1
        for other in after(rest):
            worst = min(worst, wins(other, True))
        return worst

    return sticks - max(after(sticks), key=his)


class Game:
    def __init__(self, text):
        self.cells = list(text)

    def free(self):
        return [i for i, cell in enumerate(self.cells) if cell == "."]

    def over(self):
        return line(self.cells, "X") or line(self.cells, "O") or not self.free()

    def score(self):
        return line(self.cells, "X") - line(self.cells, "O")


class Computer:
    """Two plies of methods over a board in an attribute, then the search."""

    def __init__(self, text):
        self.game = Game(text)

    def move(self):
        best, chosen = -2, None
        for cell in self.game.free():
            self.game.cells[cell] = "X"
            value = self.human()
            self.game.cells[cell] = "."
            if value > best:
                best, chosen = value, cell
        return chosen

    def human(self):
        if self.game.over():
            return self.game.score()
        worst = 2
        for cell in self.game.free():
            self.game.cells[cell] = "O"
            worst = min(worst, self.minimax(True))
            self.game.cells[cell] = "."
        return worst

    def minimax(self, mine):
        if self.game.over():
            return self.game.score()
        values = []
        for cell in self.game.free():
            self.game.cells[cell] = "X" if mine else "O"
            values.append(self.minimax(not mine))
            self.game.cells[cell] = "."
        return max(values) if mine else min(values)


cousin(noughts(FIVE), anew=lambda: (Computer(FIVE),), name="methods_over_an_attribute", **MOVE)(
    Computer.move
)


def placed(text, cell, mark):
    return text[:cell] + mark + text[cell + 1 :]


def valued(text, depth, mark):
    if depth == 0 or line(text, "X") or line(text, "O") or "." not in text:
        return line(text, "X") - line(text, "O")
    other = "O" if mark == "X" else "X"
    values = [valued(placed(text, i, mark), depth - 1, other) for i in range(9) if text[i] == "."]
    return max(values) if mark == "X" else min(values)


def after_the_reply(text, depth):
    replies = {}
    for cell in range(9):
        if text[cell] == ".":
            replies[cell] = valued(placed(text, cell, "O"), depth, "X")
    if not replies or line(text, "X"):
        return line(text, "X") - line(text, "O")
    cell = min(replies, key=replies.get)
    return replies[cell]


@cousin(noughts(LATE, depth=3), LATE, 1, plain=lambda found: found["score"])
def dictionaries_of_scores(board, depth):
    scores = {i: after_the_reply(placed(board, i, "X"), depth) for i in (2, 5, 7)}
    move = max(scores, key=scores.get)
    return {"move": move, "score": scores[move]}


@cousin(T([[[1, 1], [1, 1]], [[1, 0], [1, 1]]]), [[[1, 1], [1, 1]], [[1, 0], [1, 1]]], **MOVE)
def all_values_alike(tree):
    best, chosen = -1, -1
    for move, child in enumerate(tree):
        score = worst_reply(child)
        if score > best:
            best, chosen = score, move
    return chosen


def lowest_of(node):
    """The reply of two calls without a loop."""
    return min(minimax(node[0], True), minimax(node[1], True))


@cousin(T(THREE), THREE, **MOVE)
def a_ply_of_two_calls(tree):
    values = [lowest_of(child) for child in tree]
    return values.index(max(values))


def hands_it_on(board, cell):
    board[cell] = "X"
    score = search(board, "O")
    board[cell] = " "
    return score


@look_alike(noughts(LATE), anew=lambda: (list(LATE.replace(".", " ")),), **MOVE)
def a_helper_plays_the_move(board):
    free = [i for i in range(9) if board[i] == " "]
    return max(free, key=lambda cell: hands_it_on(board, cell))


def copied_and_searched(board, cell):
    fresh = board[:]
    fresh[cell] = "X"
    return search(fresh, "O")


def best_of_a_row(board, row):
    """Goes through one row of the moves, and is called for every row: no ply."""
    best = (-inf, None)
    for column in range(3):
        cell = 3 * row + column
        if board[cell] == " ":
            best = max(best, (copied_and_searched(board, cell), -cell))
    return best


@look_alike(noughts(OPEN), anew=lambda: (list(OPEN.replace(".", " ")),), **MOVE)
def row_by_row(board):
    best, cell = max(best_of_a_row(board, row) for row in range(3) if " " in board[3 * row :])
    return -cell


def group_value(group):
    best = -inf
    for child in group:
        best = max(best, minimax(child, False))
    return best


@look_alike(T([[4, 9], [2, 7], [8, 3], [6, 5]]), [[4, 9], [2, 7], [8, 3], [6, 5]])
def halves_of_the_moves(tree):
    """The moves of the left half, then those of the right: the same player's, so no ply."""
    return max(group_value(tree[:2]), group_value(tree[2:]))


def deeper(node, depth=0):
    return minimax(node, depth % 2 == 1)


@look_alike(T(LEFT, False), LEFT, **MOVE)
def a_wrapper_for_the_other_side(tree):
    scores = [deeper(child, 1) for child in tree]
    return scores.index(min(scores))
