"""A driver calls the search in one of several places, so no loop and no ply is in front.

A node whose two children are searched by two calls, without a loop, is a ply.
"""

from __future__ import annotations

import copy
from functools import partial
from math import inf
from types import SimpleNamespace

from ..judge import program
from ..trees import ALTERNATING as T
from ..trees import BOOK, DEEP, EIGHT, LEFT, RAGGED, SMALL, line, noughts
from .small_games import from_the_ends, subtraction

cousin = partial(program, family="one of two places")
look_alike = partial(program, family="one of two places", harmless=True)
MOVE = {"plain": lambda move: None}

LATE = "XO.XO.O.X"
FIVE = "XO.XO...."


def minimax(node, maximizing):
    if isinstance(node, int):
        return node
    scores = [minimax(child, not maximizing) for child in node]
    return max(scores) if maximizing else min(scores)


@cousin(T(BOOK), BOOK, "max")
def a_call_for_each_player(tree, player):
    if player == "max":
        return minimax(tree, True)
    else:
        return minimax(tree, False)


@cousin(T(SMALL, False), SMALL, 2)
def a_conditional_expression(tree, turn):
    value = minimax(tree, True) if turn == 1 else minimax(tree, False)
    return value


def alphabeta(node, depth, alpha, beta, maximizing):
    if depth == 0 or isinstance(node, int):
        return node
    best = -inf if maximizing else inf
    for child in node:
        found = alphabeta(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


@cousin(T(LEFT), LEFT, "hard", cut="<=")
def a_match_of_levels(tree, level):
    match level:
        case "easy":
            return alphabeta(tree, 1, -inf, inf, True)
        case "medium":
            return alphabeta(tree, 2, -inf, inf, True)
        case "hard":
            return alphabeta(tree, 9, -inf, inf, True)
        case _:
            raise ValueError(level)


def rated(board, mark):
    if line(board, "X") or line(board, "O") or "." not in board:
        return line(board, "X") - line(board, "O"), None
    best, cell = (-2, None) if mark == "X" else (2, None)
    for i in range(9):
        if board[i] != ".":
            continue
        board[i] = mark
        value, _ = rated(board, "O" if mark == "X" else "X")
        board[i] = "."
        if value > best if mark == "X" else value < best:
            best, cell = value, i
    return best, cell


@cousin(noughts(FIVE), anew=lambda: (list(FIVE), "X"), **MOVE)
def early_return_for_an_empty_board(board, mark):
    if board.count(".") == 9:
        return 4
    if board.count(".") == 1:
        _, cell = rated(board, mark)
        return cell
    value, cell = rated(copy.copy(board), mark)
    return cell


class Game:
    def __init__(self, text):
        self.cells, self.log, self.turn = list(text), [], "X"

    def free(self):
        return [i for i, cell in enumerate(self.cells) if cell == "."]

    def over(self):
        return line(self.cells, "X") or line(self.cells, "O") or not self.free()

    def score(self):
        return line(self.cells, "X") - line(self.cells, "O")


class Computer:
    """The board is in an attribute, and the driver asks it for its cells first."""

    def __init__(self, text):
        self.game, self.thoughts = Game(text), 0

    def move(self):
        free = self.game.free()
        self.thoughts = len(free)
        if self.game.turn == "X":
            score, cell = self.search(self.game, True)
        else:
            score, cell = self.search(self.game, False)
        self.game.log.append((cell, score))
        return cell

    def search(self, game, mine):
        if game.over():
            return game.score(), None
        found = []
        for cell in game.free():
            game.cells[cell] = "X" if mine else "O"
            found.append((self.search(game, not mine)[0], cell))
            game.cells[cell] = "."
        return max(found) if mine else min(found)


cousin(noughts(LATE), anew=lambda: (Computer(LATE),), name="a_board_in_an_attribute", **MOVE)(
    Computer.move
)


class Chooser:
    def __init__(self, tree):
        self.tree, self.size, self.turn = tree, 0, 0

    def decide(self):
        self.size = len(self.tree)
        self.tree = list(self.tree)
        if self.turn % 2 == 0:
            return self.highest(self.tree)
        return self.lowest(self.tree)

    def highest(self, node):
        return node if isinstance(node, int) else max(self.lowest(kid) for kid in node)

    def lowest(self, node):
        return node if isinstance(node, int) else min(self.highest(kid) for kid in node)


cousin(T(RAGGED), anew=lambda: (Chooser(RAGGED),), name="highest_or_lowest_of_an_attribute")(
    Chooser.decide
)


def negamax(left, sign):
    if left == 0:
        return -1
    return max(-negamax(left - take, -sign) for take in (1, 2) if take <= left)


BOOK_OF_MOVES = {3: 1}


@cousin(
    subtraction(5, (1, 2), lambda left, turn, depth: -1 if turn else 1),
    5,
    negamax=True,
)
def a_book_or_the_search(left):
    return BOOK_OF_MOVES.get(left) or negamax(left, 1)


@cousin(T(DEEP), DEEP, 8, cut="<=")
def plain_for_few_plies(tree, plies):
    """Two functions: one for shallow trees, one with bounds for deep ones."""
    if plies < 3:
        best = minimax(tree, True)
    elif plies < 6:
        best = alphabeta(tree, 6, -100, 100, True)
    else:
        best = alphabeta(tree, plies, -inf, inf, True)
    return best


@cousin(T(LEFT), LEFT, "hard")
def a_table_of_levels(tree, level):
    levels = {
        "easy": lambda: minimax(tree[0], False),
        "hard": lambda: minimax(tree, True),
        "silly": lambda: 0,
    }
    return levels[level]()


def completes(board, mark):
    """Try every cell on the board itself: which one wins at once?"""
    for i in range(9):
        if board[i] == ".":
            board[i] = mark
            won = line(board, mark)
            board[i] = "."
            if won:
                return i
    return None


QUIET = "XO..X...O"


@cousin(noughts(QUIET), anew=lambda: (list(QUIET),), **MOVE)
def a_win_at_once_or_the_search(board):
    cell = completes(board, "X")
    if cell is not None and board.count(".") > 6:
        return cell
    if completes(board, "O") is None:
        _, cell = rated(board, "X")
        return cell
    return rated(board, "X")[1]


@cousin(noughts(LATE), anew=lambda: (list(LATE), "X"), negamax=True, **MOVE)
def a_loop_until_it_is_my_turn(board, me):
    """The loop goes through the players, and one of them searches."""

    def search(board, mark, sign):
        if line(board, "X") or line(board, "O") or "." not in board:
            return sign * (line(board, "X") - line(board, "O")), None
        best, cell = -2, None
        for i in [i for i in range(9) if board[i] == "."]:
            board[i] = mark
            value = -search(board, "O" if mark == "X" else "X", -sign)[0]
            board[i] = "."
            if value > best:
                best, cell = value, i
        return best, cell

    for mark, sign in (("O", -1), ("X", 1)):
        if mark == me:
            return search(board, mark, sign)[1]


class Match:
    def __init__(self, text):
        self.state, self.history = {"cells": text, "turn": "X"}, []

    def value(self, cells, turn):
        if line(cells, "X") or line(cells, "O") or "." not in cells:
            return line(cells, "X") - line(cells, "O")
        after = (cells[:i] + turn + cells[i + 1 :] for i in range(9) if cells[i] == ".")
        return (max if turn == "X" else min)(
            self.value(one, "O" if turn == "X" else "X") for one in after
        )

    def report(self):
        cells = self.state["cells"]
        self.history.append(cells)
        try:
            return {1: "won", 0: "drawn", -1: "lost"}[self.value(cells, self.state["turn"])]
        except KeyError:
            return self.value(cells, "X")


cousin(noughts(LATE), anew=lambda: (Match(LATE),), name="tried_in_one_place", **MOVE)(Match.report)


WORDS = {1: "won", 0: "drawn", -1: "lost"}


def outcome(cells, turn):
    if line(cells, "X") or line(cells, "O") or "." not in cells:
        return line(cells, "X") - line(cells, "O")
    after = [cells[:i] + turn + cells[i + 1 :] for i in range(9) if cells[i] == "."]
    return (max if turn == "X" else min)(outcome(one, "O" if turn == "X" else "X") for one in after)


class Report(Match):
    def wins(self):
        """One place, in a driver without arguments."""
        return self.value(self.state["cells"], self.state["turn"]) > 0

    def noted(self):
        cells = self.state["cells"]
        self.history.append(cells)
        return self.value(cells, "X")

    def either(self):
        if self.state["turn"] == "X":
            return WORDS[self.value(self.state["cells"], "X")]
        return WORDS[self.value(self.state["cells"], "O")]

    def over_the_board(self):
        cells = self.state["cells"]
        if "." in cells:
            return self.value(cells, self.state["turn"])
        return self.value(cells, "X")


for driver in (Report.wins, Report.noted, Report.either, Report.over_the_board):
    cousin(
        noughts(LATE), anew=lambda: (Report(LATE),), name=f"{driver.__name__}_in_a_report", **MOVE
    )(driver)


class Adviser:
    """Two drivers of one class search in two places each."""

    def move(self, board, mark):
        if mark == "X":
            return self.root(board, True)[1]
        return self.root(board, False)[1]

    def hint(self, board, mark):
        return "good" if self.root(board, mark == "X")[0] > 0 else "bad"

    def root(self, board, mine):
        best, cell = (-2 if mine else 2), None
        for i in range(9):
            if board[i] == ".":
                value = self.value(board[:i] + ("X" if mine else "O") + board[i + 1 :], not mine)
                if value > best if mine else value < best:
                    best, cell = value, i
        return best, cell

    def value(self, board, mine):
        if line(board, "X") or line(board, "O") or "." not in board:
            return line(board, "X") - line(board, "O")
        values = [
            self.value(board[:i] + ("X" if mine else "O") + board[i + 1 :], not mine)
            for i in range(9)
            if board[i] == "."
        ]
        return max(values) if mine else min(values)


cousin(noughts(FIVE), FIVE, "X", name="a_move_of_an_adviser", **MOVE)(Adviser().move)
cousin(noughts(FIVE), FIVE, "X", name="a_hint_of_an_adviser", **MOVE)(Adviser().hint)


class Trial(Match):
    def guarded(self):
        try:
            return self.value(self.state["cells"], "X")
        except KeyError:
            return 0

    def guarded_twice(self):
        cells = self.state["cells"]
        try:
            return self.value(cells, self.state["turn"])
        except KeyError:
            return self.value(cells, "X")

    def a_word(self):
        cells = self.state["cells"]
        return {1: "won", 0: "drawn", -1: "lost"}[self.value(cells, self.state["turn"])]

    def a_word_or_two(self):
        cells = self.state["cells"]
        if cells == "":
            return self.value(cells, "X")
        return {1: "won", 0: "drawn", -1: "lost"}[self.value(cells, self.state["turn"])]


for driver in (Trial.guarded, Trial.guarded_twice, Trial.a_word, Trial.a_word_or_two):
    cousin(
        noughts(LATE), anew=lambda: (Trial(LATE),), name=f"{driver.__name__}_at_a_trial", **MOVE
    )(driver)


@cousin(noughts(LATE), anew=lambda: (SimpleNamespace(cells=LATE, turn="X"),), **MOVE)
def a_word_for_the_value(game):
    """One place, and the value is a key of a table."""
    return WORDS[outcome(game.cells, game.turn)]


@cousin(noughts(FIVE), anew=lambda: ({"cells": FIVE, "turn": "X"},), **MOVE)
def two_places_in_a_text(game):
    cells = game["cells"]
    if cells.count("X") > cells.count("O"):
        return f"O is to move: {outcome(cells, 'O')}"
    return f"X is to move: {outcome(cells, 'X')}"


@cousin(noughts(LATE), LATE, **MOVE)
def tries_one_place_and_then_another(cells):
    try:
        return WORDS[outcome(cells, "X")]
    except KeyError:
        return WORDS[outcome(cells, "O")]


@cousin(noughts(FIVE), FIVE)
def returns_from_a_finally(cells):
    turn = "X"
    try:
        if cells.count("X") > cells.count("O"):
            turn = "O"
            return outcome(cells, turn)
        return outcome(cells, turn)
    finally:
        turn = None


class Pair:
    def __init__(self, left, right):
        self.left, self.right = left, right


def paired(nested):
    return nested if isinstance(nested, int) else Pair(*map(paired, nested))


@look_alike(T(EIGHT), anew=lambda: (paired(EIGHT), True))
def left_and_right(node, maximizing):
    if isinstance(node, int):
        return node
    left = left_and_right(node.left, not maximizing)
    right = left_and_right(node.right, not maximizing)
    return max(left, right) if maximizing else min(left, right)


@look_alike(T(EIGHT), EIGHT, 3, -inf, inf, True, cut="<=")
def two_calls_and_a_cut(node, depth, alpha, beta, maximizing):
    if depth == 0:
        return node
    first = two_calls_and_a_cut(node[0], depth - 1, alpha, beta, not maximizing)
    if maximizing:
        alpha = max(alpha, first)
    else:
        beta = min(beta, first)
    if alpha >= beta:
        return first
    second = two_calls_and_a_cut(node[1], depth - 1, alpha, beta, not maximizing)
    return max(first, second) if maximizing else min(first, second)


@look_alike(T(EIGHT), EIGHT, **MOVE)
def the_roots_two_calls(tree):
    take = minimax(tree[0], False)
    leave = minimax(tree[1], False)
    if take >= leave:
        return "take"
    return "leave"


def ends(row, ahead, mine):
    if len(row) == 1:
        return ends((), ahead + (row[0] if mine else -row[0]), not mine)
    if not row:
        return ahead
    gain = 1 if mine else -1
    a = ends(row[1:], ahead + gain * row[0], not mine)
    b = ends(row[:-1], ahead + gain * row[-1], not mine)
    return max(a, b) if mine else min(a, b)


look_alike(from_the_ends((2, 7, 5, 3)), (2, 7, 5, 3), 0, True, name="left_end_or_right_end")(ends)
