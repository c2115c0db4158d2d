"""Positions that differ in what looks like a depth, a bound or a constant look like one node."""

from __future__ import annotations

from functools import partial
from math import inf

from ..judge import program
from ..profile import Ref, Style
from .small_games import piles

cousin = partial(program, family="positions merged")
look_alike = partial(program, family="positions merged", harmless=True)
PLAIN = {"plain": lambda returned: None}
ROW = [4, 1, 3, 6]


def last_left(row, is_max=True):
    """Return the tree of taking numbers from a row's ends until one is left, which is MAX's."""
    if len(row) == 1:
        return Ref(is_max, value=row[0])
    return Ref(is_max, (last_left(row[1:], not is_max), last_left(row[:-1], not is_max)))


class Taker:
    def last(self, row, lo, hi, is_max=True):
        if lo == hi:
            return row[lo]
        choose = max if is_max else min
        return choose(
            self.last(row, lo + 1, hi, not is_max), self.last(row, lo, hi - 1, not is_max)
        )


cousin(last_left(ROW), ROW, 0, 3, name="bounds_of_a_row", doubtful=True)(Taker().last)


class Board:
    def __init__(self, cells):
        self.cells = list(cells)

    def free(self):
        return [i for i, cell in enumerate(self.cells) if cell is None]

    def worth(self):
        return sum((i + 1) * (i + 2) for i, cell in enumerate(self.cells) if cell == "A") - sum(
            i for i, cell in enumerate(self.cells) if cell == "B"
        )

    def highest(self, level, player):
        if level == 0 or not self.free():
            return self.worth()
        best = -1000
        for i in self.free():
            self.cells[i] = player
            best = max(best, self.lowest(level - 1, "B"))
            self.cells[i] = None
        return best

    def lowest(self, level, player):
        if level == 0 or not self.free():
            return self.worth()
        best = 1000
        for i in self.free():
            self.cells[i] = player
            best = min(best, self.highest(level - 1, "A"))
            self.cells[i] = None
        return best


def board_worth(cells):
    a = sum((i + 1) * (i + 2) for i, cell in enumerate(cells) if cell == "A")
    return a - sum(i for i, cell in enumerate(cells) if cell == "B")


def filled(cells, is_max=True):
    free = [i for i, cell in enumerate(cells) if cell is None]
    if not free:
        return Ref(is_max, value=board_worth(cells))
    mark = "A" if is_max else "B"
    below = [(*cells[:i], mark, *cells[i + 1 :]) for i in free]
    return Ref(is_max, tuple(filled(one, not is_max) for one in below))


cousin(filled((None,) * 3), anew=lambda: (3, "A"), name="board_in_self", doubtful=True)(
    lambda level, player: Board([None] * 3).highest(level, player)
)


class Load:
    def __init__(self, left, turn, gain):
        self.left, self.turn, self.gain = left, turn, gain


def after(load, name, weights):
    sign = 1 if load.turn == "us" else -1
    left = tuple(each for each in load.left if each != name)
    return Load(left, "them" if load.turn == "us" else "us", load.gain + sign * weights[name][0])


def load_value(load, weights):
    if not load.left:
        return load.gain
    values = [load_value(after(load, name, weights), weights) for name in load.left]
    return max(values) if load.turn == "us" else min(values)


def loads(left, gain=0, is_max=True, weights={"a": 2, "b": 7, "c": 4}):
    if not left:
        return Ref(is_max, value=gain)
    sign = 1 if is_max else -1
    below = [("".join(x for x in left if x != name), gain + sign * weights[name]) for name in left]
    return Ref(is_max, tuple(loads(rest, sum_, not is_max) for rest, sum_ in below))


@cousin(loads("abc"), ["a", "b", "c"], {"a": [2], "b": [7], "c": [4]}, doubtful=True)
def share_out(names, weights):
    return load_value(Load(tuple(names), "us", 0), weights)


def rated(heaps, is_max):
    if not any(heaps):
        return 1 if not is_max else -1
    below = [
        rated([*heaps[:i], n - k, *heaps[i + 1 :]], not is_max)
        for i, n in enumerate(heaps)
        for k in range(1, n + 1)
    ]
    return max(below) if is_max else min(below)


NIM = piles((2, 1), lambda left, is_max: -1 if is_max else 1, loops=False)


class Game:
    def __init__(self, heaps):
        self.heaps = heaps


def value_after(heaps, i, k):
    return rated([*heaps[:i], heaps[i] - k, *heaps[i + 1 :]], False)


@cousin(NIM, anew=lambda: (Game([2, 1]),), doubtful=True, **PLAIN)
def heap_agent(game):
    moves = [(i, k) for i, n in enumerate(game.heaps) for k in range(1, n + 1)]
    scores = dict(zip(moves, [value_after(game.heaps, i, k) for i, k in moves], strict=True))
    return max(scores, key=scores.get)


shared = [2, 1]


@cousin(NIM, "you", doubtful=True, **PLAIN)
def play_best(player):
    best, chosen = -9, None
    for i in range(2):
        for k in range(1, shared[i] + 1):
            shared[i] -= k
            score = shared_value(shared, "they")
            shared[i] += k
            if score > best:
                best, chosen = score, (i, k)
    return chosen


def shared_value(heaps, player):
    if not any(shared):
        return -1 if player == "you" else 1
    scores = []
    for i in range(2):
        for k in range(1, shared[i] + 1):
            shared[i] -= k
            scores.append(shared_value(heaps, "they" if player == "you" else "you"))
            shared[i] += k
    return max(scores) if player == "you" else min(scores)


class Desk:
    def __init__(self, heaps):
        self.heaps = heaps


@cousin(NIM, anew=lambda: (Desk([2, 1]), "first"), doubtful=True, **PLAIN)
def first_of_the_best(desk, name):
    rated_moves = {
        (i, k): score_of(desk, i, k) for i in range(2) for k in range(1, desk.heaps[i] + 1)
    }
    return max(rated_moves, key=rated_moves.get)


def score_of(desk, i, k):
    after = tuple(n - k if j == i else n for j, n in enumerate(desk.heaps))
    return rated_tuple(after, False)


def rated_tuple(heaps, is_max):
    if not any(heaps):
        return -1 if is_max else 1
    scores = [
        rated_tuple((*heaps[:i], n - k, *heaps[i + 1 :]), not is_max)
        for i, n in enumerate(heaps)
        for k in range(1, n + 1)
    ]
    return max(scores) if is_max else min(scores)


@look_alike(NIM, [2, 1], True)
def either(heaps, is_max):
    return highest_heap(heaps) if is_max else lowest_heap(heaps)


def highest_heap(heaps):
    if not any(heaps):
        return -1
    return max(
        either([*heaps[:i], n - k, *heaps[i + 1 :]], False)
        for i, n in enumerate(heaps)
        for k in range(1, n + 1)
    )


def lowest_heap(heaps):
    if not any(heaps):
        return 1
    return min(
        either([*heaps[:i], n - k, *heaps[i + 1 :]], True)
        for i, n in enumerate(heaps)
        for k in range(1, n + 1)
    )


@look_alike(NIM, [2, 1], True, cut="<=")
def plain_nim(heaps, is_max, alpha=-inf, beta=inf):
    if not any(heaps):
        return -1 if is_max else 1
    best = -inf if is_max else inf
    for i, n in enumerate(heaps):
        for k in range(1, n + 1):
            value = plain_nim([*heaps[:i], n - k, *heaps[i + 1 :]], not is_max, alpha, beta)
            if is_max:
                best = max(best, value)
                alpha = max(alpha, value)
            else:
                best = min(best, value)
                beta = min(beta, value)
            if beta <= alpha:
                return best
    return best


def limited(heaps, is_max, depth):
    """Return the tree of the heaps down to a depth, where it is worth its number of stones."""
    if not depth or not any(heaps):
        return Ref(is_max, value=sum(heaps))
    below = [
        (*heaps[:i], n - k, *heaps[i + 1 :]) for i, n in enumerate(heaps) for k in range(1, n + 1)
    ]
    return Ref(is_max, tuple(limited(one, not is_max, depth - 1) for one in below))


DEEPER = tuple((limited((2, 1), True, depth), Style()) for depth in (1, 2))


@look_alike(DEEPER[-1][0], [2, 1], passes=DEEPER)
def deepening_driver(heaps):
    value = None
    for depth in range(1, 3):
        value = to_depth(heaps, depth, True)
    return value


def to_depth(heaps, depth, is_max):
    if depth == 0 or not any(heaps):
        return sum(heaps)
    values = [
        to_depth([*heaps[:i], n - k, *heaps[i + 1 :]], depth - 1, not is_max)
        for i, n in enumerate(heaps)
        for k in range(1, n + 1)
    ]
    return max(values) if is_max else min(values)
