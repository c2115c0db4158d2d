"""What a move is worth is added on the way up, so a position's value is not one of its children's.

Every position returns what is still to be won from there on, and a leaf mostly returns nothing.
The oracle expects what each call returns, as MAX sees it; a doubt that says why is as good.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache, partial
from math import inf

from ..judge import COUSINS, Program, program
from ..profile import Ref, best
from ..trees import ALTERNATING as T
from ..trees import BOOK
from .small_games import from_the_ends

GAINED = {"family": "gain on the way", "unsound": True, "doubtful": True}
look_alike = partial(program, family="gain on the way", harmless=True)


@dataclass(frozen=True)
class Gained(Program):
    """The tree's leaves hold whole games; its keys hold what was won before a place."""

    def expected(self):
        found = super().expected()

        def from_here(path):
            node = self.tree
            for step in path:
                node = node.children[step]
            return best(node) - node.key[1]

        found.value = best(self.tree)
        found.steps = [
            (kind, path, what if kind == "in" else from_here(path))
            for kind, path, what in found.steps
        ]
        return found


def cousin(*arguments, **what):
    keep = program(*arguments, **what, **GAINED)

    def kept(search):
        before = set(COUSINS)
        keep(search)
        (key,) = set(COUSINS) - before
        one = COUSINS[key]
        COUSINS[key] = Gained(**{each.name: getattr(one, each.name) for each in fields(Program)})
        return search

    return kept


def gains(state, after, is_max=True, won=0, rest=lambda state, is_max: 0):
    """Return the tree of a game whose moves bring MAX something, or cost it."""
    moves = list(after(state, is_max))
    if not moves:
        return Ref(is_max, value=won + rest(state, is_max), key=(state, won))
    below = (gains(one, after, not is_max, won + gain, rest) for gain, one in moves)
    return Ref(is_max, tuple(below), key=(state, won))


def ends(row, is_max):
    sign = 1 if is_max else -1
    moves = [(sign * row[0], row[1:]), (sign * row[-1], row[:-1])] if row else []
    return moves[: len(row)]


@cousin(gains((5, 3, 7, 10), ends), (5, 3, 7, 10), negamax=True)
def stone_game(piles):
    if not piles:
        return 0
    if len(piles) == 1:
        return piles[0] - stone_game(())
    return max(piles[0] - stone_game(piles[1:]), piles[-1] - stone_game(piles[:-1]))


@cousin(gains((4, 9, 3, 1), ends), [4, 9, 3, 1], True)
def plus_for_one_minus_for_the_other(row, mine):
    if not row:
        return 0
    options = []
    for i in (0, -1)[: len(row)]:
        rest = row[1:] if i == 0 else row[:-1]
        if mine:
            options.append(row[i] + plus_for_one_minus_for_the_other(rest, not mine))
        else:
            options.append(-row[i] + plus_for_one_minus_for_the_other(rest, not mine))
    return max(options) if mine else min(options)


ROW = (2, 7, 5, 3)


def with_a_cache(i, j):
    @cache
    def lead(i, j):
        """Return how far the mover ends ahead on ROW[i] to ROW[j]."""
        if i > j:
            return 0
        if i == j:
            return ROW[i] - lead(i + 1, j)
        return max(ROW[i] - lead(i + 1, j), ROW[j] - lead(i, j - 1))

    return lead(i, j)


cousin(
    gains(ROW, ends),
    0,
    3,
    negamax=True,
    memo=lambda ref, path: ref.key[0] or path,
    name="with_a_cache",
)(with_a_cache)

memo = {}


@cousin(
    gains((8, 1, 6, 2), ends),
    anew=lambda: (memo.clear(), ((8, 1, 6, 2), 1))[1],
    memo=lambda ref, path: ref.key[0] or None,
)
def kept_in_a_dictionary(row, sign):
    if not row:
        return 0
    if row in memo:
        return memo[row]
    scores = []
    for number, rest in ((row[0], row[1:]), (row[-1], row[:-1]))[: len(row)]:
        scores.append(sign * number + kept_in_a_dictionary(rest, -sign))
    memo[row] = max(scores) if sign > 0 else min(scores)
    return memo[row]


def marched_with_points(row, is_max):
    """A capture brings two points, a step costs none."""
    mark, step, moves = ("x", 1, []) if is_max else ("o", -1, [])
    for at, cell in enumerate(row):
        to = at + step
        if cell == mark and 0 <= to < len(row) and row[to] != mark:
            cells = list(row)
            cells[at], cells[to] = ".", mark
            moves.append(((row[to] != ".") * 2 * (1 if is_max else -1), "".join(cells)))
    return moves


def to_depth(state, is_max):
    row, left = state
    return [(g, (r, left - 1)) for g, r in marched_with_points(row, is_max)] if left else []


class Capture:
    def __init__(self, row):
        self.row, self.white = [*row], True

    def moves(self):
        mark, d = ("x", 1) if self.white else ("o", -1)
        for i in range(len(self.row)):
            if self.row[i] == mark and 0 <= i + d < len(self.row) and self.row[i + d] != mark:
                yield i, i + d

    def search(self, depth):
        """Return the points that are still to be made."""
        best = None
        for a, b in list(self.moves()) if depth else ():
            taken = self.row[b]
            self.row[a], self.row[b] = ".", self.row[a]
            self.white = not self.white
            value = self.search(depth - 1)
            self.white = not self.white
            self.row[a], self.row[b] = self.row[b], taken
            if taken != ".":
                value += 2 if self.white else -2
            if best is None or (value > best if self.white else value < best):
                best = value
        return best or 0


cousin(
    gains(("x.oxo.o", 5), to_depth),
    anew=lambda: (Capture("x.oxo.o"), 5),
    name="points_for_a_capture",
)(Capture.search)


def take_with_a_cost(state, is_max):
    return [(-1 if is_max else 1, state - n) for n in (1, 2, 3) if n <= state]


@cousin(gains(5, take_with_a_cost, rest=lambda left, is_max: -10 if is_max else 10), 5, "a")
def a_step_costs_one(left, player):
    if left == 0:
        return -10 if player == "a" else 10
    if player == "a":
        return max(a_step_costs_one(left - n, "b") - 1 for n in range(1, min(3, left) + 1))
    return min(a_step_costs_one(left - n, "a") + 1 for n in range(1, min(3, left) + 1))


cousin(
    gains(4, take_with_a_cost, rest=lambda left, is_max: -10 if is_max else 10),
    4,
    "a",
    name="a_step_costs_one_of_four",
)(a_step_costs_one)


@cousin(gains(5, take_with_a_cost), 5, "a")
def who_takes_more_steps(left, player):
    """Nothing counts but the number of steps."""
    if left == 0:
        return 0
    if player == "a":
        return max(who_takes_more_steps(left - n, "b") - 1 for n in range(1, min(3, left) + 1))
    return min(who_takes_more_steps(left - n, "a") + 1 for n in range(1, min(3, left) + 1))


@cousin(
    gains(6, take_with_a_cost, rest=lambda left, is_max: -10 if is_max else 10),
    6,
    negamax=True,
    plain=lambda pair: pair[0],
)
def a_pair_and_a_cost(n):
    if n == 0:
        return -10, ""
    best, way = -inf, ""
    for k in (1, 2, 3):
        if k > n:
            break
        value, line = a_pair_and_a_cost(n - k)
        if -value - 1 > best:
            best, way = -value - 1, f"{k} {line}"
    return best, way


EDGES = {
    "a": [(3, "b"), (1, "c")],
    "b": [(2, "d"), (5, "e")],
    "c": [(7, "e"), (4, "f"), (0, "d")],
    "d": [(6, "g"), (1, "h")],
    "e": [(2, "h"), (2, "g")],
    "f": [(9, "h")],
}


@cousin(gains("a", lambda at, is_max: EDGES.get(at, [])), EDGES, "a", "max")
def rewards_on_edges(edges, at, who):
    """The edges hold rewards for MAX."""
    best = None
    for reward, to in edges.get(at, ()):
        total = reward + rewards_on_edges(edges, to, "min" if who == "max" else "max")
        if best is None or (who == "max" and total > best) or (who == "min" and total < best):
            best = total
    return 0 if best is None else best


@cousin(gains((6, 1, 9, 4), ends), [6, 1, 9, 4], plain=lambda move: None, negamax=True)
def which_end(row):
    def lead(i, j):
        if i > j:
            return 0
        best = row[i] - lead(i + 1, j)
        if i < j:
            best = max(best, row[j] - lead(i, j - 1))
        return best

    left = row[0] - lead(1, len(row) - 1)
    right = row[-1] - lead(0, len(row) - 2)
    return "left" if left >= right else "right"


@cousin(gains((6, 1, 9, 4), ends), [6, 1, 9, 4], plain=lambda pair: pair[0], negamax=True)
def lead_and_end(row):
    """The driver adds the first gain, too, and tells the lead."""

    def lead(i, j):
        if i > j:
            return 0
        left = row[i] - lead(i + 1, j)
        return left if i == j else max(left, row[j] - lead(i, j - 1))

    last = len(row) - 1
    return max((row[0] - lead(1, last), "left"), (row[-1] - lead(0, last - 1), "right"))


@cousin(gains((5, 8, 2, 6), ends), 0, 3, True, anew=lambda: ({"row": [5, 8, 2, 6]}, 0, 3, True))
def indices_of_a_row(game, first, last, mine):
    if first > last:
        return 0
    sign = 1 if mine else -1
    best = sign * game["row"][first] + indices_of_a_row(game, first + 1, last, not mine)
    if first < last:
        other = sign * game["row"][last] + indices_of_a_row(game, first, last - 1, not mine)
        if (mine and other > best) or (not mine and other < best):
            best = other
    return best


PLIES = T(BOOK)


def sooner(ref, plies=0):
    return Ref(ref.is_max, tuple(sooner(r, plies + 1) for r in ref.children), ref.value - plies)


def discounted(node, is_max):
    return [] if isinstance(node, int) else [(-1, child) for child in node]


def frozen(nested):
    return nested if isinstance(nested, int) else tuple(frozen(each) for each in nested)


@cousin(
    gains(frozen([[3, [12, 8]], [[2, 4], 6], [14, 5, 1]]), discounted, rest=lambda n, is_max: n),
    [[3, [12, 8]], [[2, 4], 6], [14, 5, 1]],
    True,
)
def every_ply_costs_one(node, mine):
    """What is found is worth one less a ply further up, to both."""
    if isinstance(node, int):
        return node
    values = [every_ply_costs_one(child, not mine) for child in node]
    return (max(values) if mine else min(values)) - 1


def ends_for_one(row, is_max):
    """Yield the moves of a game in which what the second player takes is only lost."""
    return [(gain if is_max else 0, rest) for gain, rest in ends(row, True)]


PILES = (1, 5, 23, 7, 4, 8)


@cousin(gains(PILES, ends_for_one), 0, len(PILES))
def a_round_in_one_call(i, j):
    """The player's maximum and the opponent's minimum are taken in one call, so nobody moves."""
    if i == j:
        return 0
    first = min(a_round_in_one_call(i + 2, j), a_round_in_one_call(i + 1, j - 1))
    last = min(a_round_in_one_call(i + 1, j - 1), a_round_in_one_call(i, j - 2))
    return max(PILES[i] + first, PILES[j - 1] + last)


@look_alike(from_the_ends((4, 9, 3, 1)), (4, 9, 3, 1), 0, True)
def added_on_the_way_down(row, lead, mine):
    if not row:
        return lead
    values = []
    for number, rest in ((row[0], row[1:]), (row[-1], row[:-1]))[: len(row)]:
        gain = number if mine else -number
        values.append(added_on_the_way_down(rest, lead + gain, not mine))
    return max(values) if mine else min(values)


@look_alike(from_the_ends((3, 8, 6, 1)), (3, 8, 6, 1), 0, 0, negamax=True)
def two_totals(row, mine, yours):
    if not row:
        return mine - yours
    values = [-two_totals(row[1:], yours, mine + row[0])]
    if row[1:]:
        values.append(-two_totals(row[:-1], yours, mine + row[-1]))
    return max(values)


@look_alike(sooner(PLIES), BOOK, 0)
def plies_at_the_leaves(node, ply):
    if isinstance(node, int):
        return node - ply
    pick = min if ply % 2 else max
    return pick(plies_at_the_leaves(child, ply + 1) for child in node)
