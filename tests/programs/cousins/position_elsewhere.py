"""The position lives in a global variable, and the call says no more than who moves, or nothing.

The author's arguments are words and signs for the players. They must reach the search as they are.
"""

from __future__ import annotations

from functools import partial
from math import inf

from ..judge import program
from ..profile import Ref
from ..trees import line, noughts

cousin = partial(program, family="position elsewhere")
look_alike = partial(program, family="position elsewhere", harmless=True)

OPEN = "XO.XO...."
grid = list(OPEN)


@cousin(noughts(OPEN, "O", is_max=False), "O")
def value_for(p):
    if line(grid, "X"):
        return 1
    if line(grid, "O"):
        return -1
    if "." not in grid:
        return 0
    scores = []
    for i in range(9):
        if grid[i] == ".":
            grid[i] = p
            scores.append(value_for("X" if p == "O" else "O"))
            grid[i] = "."
    return max(scores) if p == "X" else min(scores)


piles = [2, 1]


def two_piles(left, is_max):
    if not any(left):
        return Ref(is_max, value=-1 if is_max else 1)
    below = [
        (*left[:i], n - k, *left[i + 1 :]) for i, n in enumerate(left) for k in range(1, n + 1)
    ]
    return Ref(is_max, tuple(two_piles(each, not is_max) for each in below))


@cousin(two_piles((2, 1), False), -1)
def nim_sign(player):
    if not any(piles):
        return -player
    best = -inf if player == 1 else inf
    for i in range(2):
        for k in range(1, piles[i] + 1):
            piles[i] -= k
            value = nim_sign(-player)
            piles[i] += k
            best = max(best, value) if player == 1 else min(best, value)
    return best


state = {"cells": [[".", "O"], [".", "."]], "turns": 0}


def corners(cells, is_max):
    free = [i for i in range(4) if cells[i] == "."]
    if not free:
        return Ref(is_max, value=sum(w for w, c in zip((5, 2, 4, 9), cells) if c == "X"))
    marked = [cells[:i] + ("X" if is_max else "O") + cells[i + 1 :] for i in free]
    return Ref(is_max, tuple(corners(each, not is_max) for each in marked))


@cousin(corners(".O..", False), False)
def weigh(is_ai):
    cells = state["cells"]
    free = [(r, c) for r in range(2) for c in range(2) if cells[r][c] == "."]
    if not free:
        return sum(
            (5, 2, 4, 9)[2 * r + c] for r in range(2) for c in range(2) if cells[r][c] == "X"
        )
    found = []
    for r, c in free:
        cells[r][c] = "X" if is_ai else "O"
        state["turns"] += 1
        found.append(weigh(not is_ai))
        state["turns"] -= 1
        cells[r][c] = "."
    return max(found) if is_ai else min(found)


class Board:
    def __init__(self, cells):
        self.cells = cells

    def free(self):
        return [i for i, cell in enumerate(self.cells) if cell == "."]


BOARD = Board(list(".O.."))


@cousin(corners(".O..", False), "human")
def of_an_object(who):
    if not BOARD.free():
        return sum(w for w, c in zip((5, 2, 4, 9), BOARD.cells) if c == "X")
    values = []
    for i in BOARD.free():
        BOARD.cells[i] = "X" if who == "computer" else "O"
        values.append(of_an_object("human" if who == "computer" else "computer"))
        BOARD.cells[i] = "."
    return max(values) if who == "computer" else min(values)


@look_alike(corners(".O..", True), "X")
def mark_first(mark):
    if not BOARD.free():
        return sum(w for w, c in zip((5, 2, 4, 9), BOARD.cells) if c == "X")
    best = -inf if mark == "X" else inf
    for i in BOARD.free():
        BOARD.cells[i] = mark
        value = mark_first("O" if mark == "X" else "X")
        BOARD.cells[i] = "."
        best = max(best, value) if mark == "X" else min(best, value)
    return best


@cousin(corners(".O..", False), False, -inf, inf, cut="<=")
def pruned_out_of_sight(is_ai, alpha, beta):
    free = BOARD.free()
    if not free:
        return sum(w for w, c in zip((5, 2, 4, 9), BOARD.cells) if c == "X")
    best = -inf if is_ai else inf
    for i in free:
        BOARD.cells[i] = "X" if is_ai else "O"
        value = pruned_out_of_sight(not is_ai, alpha, beta)
        BOARD.cells[i] = "."
        if is_ai:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


@cousin(corners("....", True), True, -inf, inf, cut="<=")
def pruned_in_rows(is_ai, alpha, beta):
    free = [(r, c) for r in range(2) for c in range(2) if rows[r][c] == "."]
    if not free:
        return sum((5, 2, 4, 9)[2 * r + c] for r in range(2) for c in range(2) if rows[r][c] == "X")
    best = -inf if is_ai else inf
    for r, c in free:
        rows[r][c] = "X" if is_ai else "O"
        value = pruned_in_rows(not is_ai, alpha, beta)
        rows[r][c] = "."
        if is_ai:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


rows = [[".", "."], [".", "."]]


class Corners:
    """A game that holds its own board: the author asks it for a move, without any argument."""

    def __init__(self, cells):
        self.cells = cells

    def decide(self):
        chosen, top = None, -inf
        for i, cell in enumerate(self.cells):
            if cell == ".":
                value = self.rate(self.cells[:i] + "X" + self.cells[i + 1 :], "O")
                if value > top:
                    chosen, top = i, value
        return chosen

    def rate(self, cells, mark):
        below = [
            self.rate(cells[:i] + mark + cells[i + 1 :], "O" if mark == "X" else "X")
            for i, cell in enumerate(cells)
            if cell == "."
        ]
        if not below:
            return sum(w for w, c in zip((5, 2, 4, 9), cells) if c == "X")
        return max(below) if mark == "X" else min(below)

    def decide_in_place(self):
        chosen = None
        for i in [i for i in range(4) if self.cells[i] == "."]:
            self.cells = self.cells[:i] + "X" + self.cells[i + 1 :]
            value = self.rate_in_place(False)
            self.cells = self.cells[:i] + "." + self.cells[i + 1 :]
            if chosen is None or value > chosen[0]:
                chosen = value, i
        return chosen[1]

    def rate_in_place(self, mine):
        values = []
        for i in [i for i in range(4) if self.cells[i] == "."]:
            self.cells = self.cells[:i] + ("X" if mine else "O") + self.cells[i + 1 :]
            values.append(self.rate_in_place(not mine))
            self.cells = self.cells[:i] + "." + self.cells[i + 1 :]
        if not values:
            return sum(w for w, c in zip((5, 2, 4, 9), self.cells) if c == "X")
        return max(values) if mine else min(values)


MOVE = {"plain": lambda move: None}
cousin(corners(".O..", True), name="decide", **MOVE)(Corners(".O..").decide)
cousin(corners("..O.", True), name="decide_in_place", **MOVE)(Corners("..O.").decide_in_place)


class Recorded:
    """Its driver is given what was played before, and hands it to nobody."""

    def __init__(self, cells):
        self.cells = list(cells)

    def free(self):
        return [i for i, cell in enumerate(self.cells) if cell == "."]

    def choose(self, history):
        return self.most(3)[1]

    def most(self, depth):
        if depth == 0 or not self.free():
            return self.count(), None
        best = -inf, None
        for i in self.free():
            self.cells[i] = "X"
            best = max(best, (self.least(depth - 1)[0], i))
            self.cells[i] = "."
        return best

    def least(self, depth):
        if depth == 0 or not self.free():
            return self.count(), None
        best = inf, None
        for i in self.free():
            self.cells[i] = "O"
            best = min(best, (self.most(depth - 1)[0], i))
            self.cells[i] = "."
        return best

    def count(self):
        return sum(w for w, c in zip((5, 2, 4, 9), self.cells) if c == "X")


for history in (["first"], [], ()):
    cousin(
        corners(".O..", True),
        anew=lambda history=history: (history,),
        name=f"given_{history}",
        **MOVE,
    )(Recorded(".O..").choose)


class Translated(Recorded):
    """Its driver writes the board that it is given in its own words, and returns a place on it."""

    def __init__(self):
        self.cells = []

    def place(self, board):
        self.cells = [board[r, c] for r in range(2) for c in range(2)]
        found, places = -inf, []
        for i in self.free():
            self.cells[i] = "X"
            worth = self.rate("O", -1, 99)
            self.cells[i] = "."
            if worth > found:
                found, places = worth, [i]
            elif worth == found:
                places.append(i)
        return divmod(places[0], 2)

    def rate(self, mark, low, high):
        if not self.free():
            return self.count()
        for i in self.free():
            self.cells[i] = mark
            worth = self.rate("O" if mark == "X" else "X", low, high)
            self.cells[i] = "."
            low, high = (max(low, worth), high) if mark == "X" else (low, min(high, worth))
            if low >= high:
                break
        return low if mark == "X" else high


SQUARE = {(0, 0): ".", (0, 1): "O", (1, 0): ".", (1, 1): "."}
cousin(
    corners(".O..", True),
    cut="<=",
    hard=True,
    window=(-1, 99),
    fresh=True,
    name="place",
    **MOVE,
    anew=lambda: (dict(SQUARE),),
)(Translated().place)
