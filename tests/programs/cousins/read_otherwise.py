"""Results, passes and objects that are easily read as something else.

True and False are values, a pass looks like one position searched twice, a counter looks like a value, and the
object whose method is called is no position.
"""

from __future__ import annotations

from functools import cache, partial
from math import inf

from ..judge import program
from ..profile import Ref
from .small_games import marking

cousin = partial(program, family="read otherwise")
look_alike = partial(program, family="read otherwise", harmless=True)
MOVE = {"plain": lambda move: None}


def sticks(left, is_max=True, won=1, lost=-1):
    """Return the tree of taking one stick or two: whoever takes the last one wins."""
    if not left:
        return Ref(is_max, value=lost if is_max else won, key=left)
    below = [sticks(left - k, not is_max, won, lost) for k in (1, 2) if k <= left]
    return Ref(is_max, tuple(below), key=left)


@look_alike(sticks(4, lost=0), 4, True, plain=int)
def max_has_won(left, maximizing):
    if left == 0:
        return not maximizing
    results = [max_has_won(left - k, not maximizing) for k in (1, 2) if k <= left]
    return any(results) if maximizing else all(results)


@look_alike(sticks(4, lost=0), 4, plain=int)
def mover_wins(left):
    results = [not mover_wins(left - k) for k in (1, 2) if k <= left]
    return any(results)


def by_sticks(ref, path):
    return ref.key, ref.is_max


def nested_cache(left):
    @cache
    def wins(left, mine):
        if left == 0:
            return not mine
        results = [wins(left - k, not mine) for k in (1, 2) if k <= left]
        return max(results) if mine else min(results)

    return wins(left, True)


cousin(sticks(3, lost=0), 3, plain=int, memo=by_sticks, doubtful=True)(nested_cache)


class Track:
    """A row of coins, and where the two players stand: a player who cannot step passes."""

    def __init__(self, coins, at, gain=0):
        self.coins, self.at, self.gain = coins, at, gain

    def steps(self, who):
        here, sign = self.at[who], (1, -1)[who]
        to = here + sign
        if not 0 <= to < len(self.coins) or to == self.at[1 - who]:
            return []
        at = (to, self.at[1]) if who == 0 else (self.at[0], to)
        return [Track(self.coins, at, self.gain + sign * self.coins[to])]


def best_of_first(track, left):
    if left == 0:
        return track.gain
    value = -inf
    for after in track.steps(0):
        value = max(value, best_of_second(after, left - 1))
    if not track.steps(0):
        return best_of_second(track, left - 1)
    return value


def best_of_second(track, left):
    if left == 0:
        return track.gain
    value = inf
    for after in track.steps(1):
        value = min(value, best_of_first(after, left - 1))
    if not track.steps(1):
        return best_of_first(track, left - 1)
    return value


def walked(track, left, who=0):
    if not left:
        return Ref(who == 0, value=track.gain)
    after = track.steps(who) or [track]
    return Ref(who == 0, tuple(walked(one, left - 1, 1 - who) for one in after))


NARROW = Track([3, 1, 4, 1, 5], (0, 3))
look_alike(walked(NARROW, 6), NARROW, 6)(best_of_first)


def pass_or_step(track, left, first=True):
    steps = track.steps(0 if first else 1)
    if left == 0:
        return track.gain
    if not steps:
        return pass_or_step(track, left - 1, not first)
    values = [pass_or_step(after, left - 1, not first) for after in steps]
    return max(values) if first else min(values)


look_alike(walked(NARROW, 6), NARROW, 6)(pass_or_step)


def drawn(left, is_max=True):
    """Return the tree of outcomes as MAX sees them: 2 is worth less than 0."""
    if left <= 0:
        return Ref(is_max, value=0 if left == 0 else 1 if is_max else 2)
    return Ref(is_max, tuple(drawn(left - k, not is_max) for k in (1, 2, 3)))


@cousin(drawn(4), 4, 1, doubtful=True)
def outcome_for(sticks_left, player):
    if sticks_left <= 0:
        return 0 if sticks_left == 0 else player
    results = [outcome_for(sticks_left - k, 3 - player) for k in (1, 2, 3)]
    return next((each for each in (player, 0) if each in results), 3 - player)


def counted(left, mine, seen):
    if left == 0:
        return (-1 if mine else 1), seen + 1
    values = []
    for k in (1, 2):
        if k <= left:
            value, seen = counted(left - k, not mine, seen)
            values.append(value)
    return (max(values) if mine else min(values)), seen


look_alike(sticks(4), 4, True, 0, plain=lambda pair: pair[0])(counted)


class Taker:
    def __init__(self, sticks_left):
        self.sticks_left, self.looked_at = sticks_left, 0

    def mine(self, heap):
        self.looked_at += 1
        return max((self.theirs(heap - k) for k in (1, 2) if k <= heap), default=-1)

    def theirs(self, heap):
        self.looked_at += 1
        return min((self.mine(heap - k) for k in (1, 2) if k <= heap), default=1)

    def choose(self):
        best, chosen = -2, None
        for k in (1, 2):
            value = self.theirs(self.sticks_left - k)
            if value > best:
                best, chosen = value, k
        return chosen


@cousin(sticks(4), anew=lambda: (Taker(4),), doubtful=True, **MOVE)
def take(taker):
    return taker.choose()


def moves_again(heap):
    """Return what to take; a driver whose helper scores each move in its own loop."""

    def search(left, mine):
        if left == 0:
            return -1 if mine else 1
        values = [search(left - k, not mine) for k in (1, 2) if k <= left]
        return max(values) if mine else min(values)

    def score(k):
        return search(heap["sticks"] - k, False)

    scores = {k: score(k) for k in (1, 2) if k <= heap["sticks"]}
    return max(scores, key=scores.get)


cousin(sticks(4), anew=lambda: ({"sticks": 4},), doubtful=True, **MOVE)(moves_again)


def two_in_a_row(cells):
    pairs = [cells[i : i + 2] for i in range(len(cells) - 1)]
    return "XX" in pairs or "OO" in pairs


def worth(cells):
    return 1 if "XX" in cells else -1 if "OO" in cells else 0


@look_alike(
    marking("X...O", [range(5)], worth, two_in_a_row),
    anew=lambda: (list("X...O"), "X"),
    bounds=False,
)
def looks_at_its_board(cells, mark):
    for i in range(len(cells) - 1):
        if cells[i] == cells[i + 1] != ".":
            return 1 if cells[i] == "X" else -1
    if "." not in cells:
        return 0
    best = -2 if mark == "X" else 2
    for i in range(len(cells)):
        if cells[i] == ".":
            cells[i] = mark
            value = looks_at_its_board(cells, "O" if mark == "X" else "X")
            cells[i] = "."
            best = max(best, value) if mark == "X" else min(best, value)
    return best


def largest(row):
    if not isinstance(row, list):
        return row
    best = -inf
    for part in row:
        best = max(best, smallest(part))
    return best


def smallest(row):
    if not isinstance(row, list):
        return row
    best = inf
    for part in row:
        best = min(best, largest(part))
    return best


@look_alike(Ref(True, (Ref(False, value=11), Ref(False, value=8))), [11, 8])
def of_a_flat_row(row):
    return largest(row)
