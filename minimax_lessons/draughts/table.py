"""Table: what a search knows of positions it has met before, bounds kept as bounds."""

from __future__ import annotations

from math import inf
from typing import TypeAlias

from minimax_lessons.draughts.bitboards import RawMove, Sides
from minimax_lessons.draughts.evaluation import WIN

__all__ = ["DECIDED", "MAX_PLY", "Table", "plies_to_win", "score_of_end"]

MAX_PLY = 300
DECIDED = WIN - MAX_PLY  # a score beyond says that the game is won, and how soon
ENTRIES = 1_000_000  # for each player to move; then the table starts afresh

# depth, what the value is at least, at most, the best move
Entry: TypeAlias = tuple[int, float, float, RawMove]


def plies_to_win(score: float) -> float | None:
    """Return after how many plies a game with this score is won; None where it is not decided.

    >>> plies_to_win(-9_987), plies_to_win(250)
    (13, None)
    """
    return WIN - abs(score) if abs(score) > DECIDED else None


def score_of_end(plies: int | None, ply: int = 0) -> int:
    """Return the score of a game that a side wins after so many plies, met at a ply of a search.

    The score is for the player to move, who wins if the number of plies is odd; None is a draw.

    >>> score_of_end(13), score_of_end(12, ply=2), score_of_end(None)
    (9987, -9986, 0)
    """
    if plies is None:
        return 0
    return WIN - ply - plies if plies % 2 else ply + plies - WIN


class Table:
    """Values of positions by the depth they were searched to.

    Only a search of exactly the same depth counts, not a deeper one, so that the table does not
    change a value. A won game counts its plies from the position itself, whichever ply of the
    search it was met at. How a position came about is not kept: whether it is drawn by repetition
    has to be known before it is looked up, and where a repetition is so near that the moves before
    matter, a value may come from other moves before.
    """

    def __init__(self) -> None:
        # for White and for Black to move
        self._entries: tuple[dict[Sides, Entry], dict[Sides, Entry]] = ({}, {})

    def __len__(self) -> int:
        return len(self._entries[0]) + len(self._entries[1])

    def clear(self) -> None:
        """Forget everything."""
        for entries in self._entries:
            entries.clear()

    def recall(self, key: Sides, black: bool, depth: int, ply: int) -> tuple[float, float, RawMove]:
        """Return a lower and an upper bound, and the best move at any depth; None for no move."""
        entry = self._entries[black].get(key)
        if entry is None:
            return -inf, inf, None
        known_to, low, high, move = entry
        if known_to != depth:
            return -inf, inf, move
        if low > -DECIDED and high < DECIDED:
            return low, high, move
        return _moved_on(low, -ply), _moved_on(high, -ply), move

    def bound_after(self, sides: Sides, black: bool, depth: int, ply: int) -> float:
        """Return a lower bound for a move to a position, for the player who makes it here."""
        entry = self._entries[not black].get(sides)
        if entry is None or entry[0] != depth - 1:
            return -inf
        return -_moved_on(entry[2], -ply - 1)

    def remember(
        self,
        key: Sides,
        black: bool,
        depth: int,
        alpha: float,
        beta: float,
        ply: int,
        value: float,
        move: RawMove,
    ) -> None:
        """Store the value as what it is: exact inside the window, and a bound outside."""
        entries = self._entries[black]
        if len(entries) >= ENTRIES:
            entries.clear()
        kept = value if -DECIDED < value < DECIDED else _moved_on(value, ply)
        entries[key] = depth, kept if value > alpha else -inf, kept if value < beta else inf, move


def _moved_on(value: float, plies: int) -> float:
    """Return a winning score with its plies to the end counted further; others unchanged."""
    if DECIDED < value < inf:
        return value + plies
    if -inf < value < -DECIDED:
        return value - plies
    return value
