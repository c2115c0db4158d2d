"""Five kings: every position of three kings against two, solved backwards from the end with numpy.

A test lets the engine win such positions against the best defence that this table knows. Kings of both colours step the
same ways, so a position is two places: that of the kings that are to move, and that of the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, count
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from minimax_lessons.draughts.bitboards import (
    BIT,
    BOARD,
    after_capture,
    captures,
    jumpers,
    steps,
)
from minimax_lessons.draughts.endgame import Endgames, preference

UNKNOWN, DRAWN = -1, -2  # a position that is still unknown at the end is drawn, too
PLACES = {
    size: np.array([sum(bits) for bits in combinations(BIT.values(), size)]) for size in (2, 3)
}
NUMBERS = {
    size: {place: number for number, place in enumerate(places.tolist())}
    for size, places in PLACES.items()
}

# For each place the number of the place after a step, and for each pair of places whether the step is free.
Way: TypeAlias = tuple[NDArray[np.int64], NDArray[np.bool_]]


class FiveKings:
    """The plies to the end, odd when the side to move wins, of each position of three kings against two."""

    def __init__(self, smaller: Endgames) -> None:
        self.smaller = smaller
        # By the number of kings that are to move: a row for each place of these, and a column for each of the others.
        self.plies = {size: self._without_steps(size) for size in (2, 3)}
        ways = {size: list(_ways(size)) for size in (2, 3)}
        for distance in count(1):
            if not any((table >= distance - 1).any() for table in self.plies.values()):
                return
            for size, table in self.plies.items():
                _extend(table, self.plies[5 - size].T, ways[size], distance)

    def look_up(self, own: int, enemy: int) -> int | None:
        """Return the plies to the end for the side to move, or None for a draw."""
        if (own | enemy).bit_count() < 5:
            return self.smaller.plies(own, enemy, own | enemy, False)
        size = own.bit_count()
        plies = int(self.plies[size][NUMBERS[size][own], NUMBERS[5 - size][enemy]])
        return plies if plies >= 0 else None

    def _without_steps(self, size: int) -> NDArray[np.int16]:
        """Return the plies where the side to move cannot step: it captures, or it has no move."""
        own, enemy = PLACES[size][:, None], PLACES[5 - size][None, :]
        table = np.where(own & enemy, DRAWN, UNKNOWN).astype(np.int16)  # no two on one square
        reach = own << 4 | own << 5 | own >> 4 | own >> 5
        beyond = (reach & enemy) != 0  # only near an enemy is there something to capture
        stuck = (reach & BOARD & ~(own | enemy)) == 0
        for row, column in np.argwhere((table == UNKNOWN) & (beyond | stuck)).tolist():
            pieces = int(PLACES[size][row]), int(PLACES[5 - size][column])
            table[row, column] = self._after_captures(*pieces, bool(stuck[row, column]))
        return table

    def _after_captures(self, own: int, enemy: int, stuck: bool) -> int:
        """Return the plies by the best capture; without one the position is lost if it is stuck, else unknown."""
        kings, empty = own | enemy, BOARD ^ own ^ enemy
        starts = jumpers(own, own, enemy, empty)
        if not starts:
            return 0 if stuck else UNKNOWN
        after = []
        for capture in captures(starts, enemy, empty, kings, False):
            theirs, mine, left = after_capture(own, enemy, kings, capture)
            after.append(self.smaller.plies(theirs, mine, left, False))
        best = min(after, key=preference)
        return DRAWN if best is None else best + 1


def _ways(size: int) -> Iterator[Way]:
    """Yield for each step of the kings, by its number, where it leads from each place, and whether it is free."""
    moves = [steps(place, place, BOARD ^ place) for place in NUMBERS[size]]
    for number in range(4 * size):
        chosen = [each[number] if number < len(each) else (0, 0) for each in moves]
        after = [
            NUMBERS[size][place ^ (start | to)]
            for place, (start, to) in zip(NUMBERS[size], chosen, strict=True)
        ]
        to = np.array([to for _, to in chosen])[:, None]
        yield np.array(after), (to != 0) & (to & PLACES[5 - size][None, :] == 0)


def _extend(
    table: NDArray[np.int16], after: NDArray[np.int16], ways: list[Way], distance: int
) -> None:
    """Add the positions that steps decide in so many plies, from the plies of the positions after them."""
    decided = table == UNKNOWN
    if distance % 2:  # one step to a position that is lost is enough
        lost = after == distance - 1
        decided &= np.logical_or.reduce([free & lost[numbers] for numbers, free in ways])
    else:  # all steps lead to positions that are won
        won = (after % 2 == 1) & (after > 0) & (after < distance)
        decided &= np.logical_and.reduce([~free | won[numbers] for numbers, free in ways])
    table[decided] = distance
