"""Position: the protocol that toy trees, noughts and crosses, draughts and chess follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, Self, runtime_checkable

__all__ = ["Position"]


@runtime_checkable
class Position(Protocol):
    """A state of a two-player game: an immutable value for every search, trace and picture.

    Values are seen from MAX's side (White's, or whoever wants large numbers) whoever is to move.
    """

    @property
    def maximizing(self) -> bool:
        """Return True when MAX is to move."""
        ...

    @property
    def is_over(self) -> bool:
        """Return True when the game has ended here."""
        ...

    def evaluate(self) -> float:
        """Return the static evaluation: how good the position looks for MAX, with no move made."""
        ...

    def moves(self) -> Sequence[Any]:
        """Return the legal moves, always in the same order; none when the game is over."""
        ...

    def play(self, move: Any, /) -> Self:
        """Return the position after the move. This one stays as it is."""
        ...

    def children(self) -> Sequence[Self]:
        """Return the positions one move ahead, in the order of the moves."""
        return tuple(self.play(move) for move in self.moves())
