"""Playing: a game in progress on any board: who sits where, what has been played, and what is taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from minimax_lessons.opponents import Limit, Opponent, Thought
from minimax_lessons.position import Position

__all__ = ["Playing", "Rules", "Seat", "Side", "Square"]


class Side(NamedTuple):
    """One of the two sides: its name, the piece that stands for it, and whether it is MAX."""

    name: str
    piece: str
    maximizing: bool


class Square(NamedTuple):
    """A square as the page draws and speaks it."""

    name: str
    row: int
    column: int
    piece: str  # what board.js draws there; nothing where it is empty
    words: str  # what stands there, in words


class Rules(Protocol):
    """What a board must know of a game beyond its positions; moves are what ``position.moves()`` gives."""

    title: str
    look: str  # how the page draws it: "checkers" or "lines"
    notation: str  # what a position's text is called
    record_name: str  # what a game's text is called; nothing when there is none
    sides: tuple[Side, Side]

    def start(self) -> Position:
        """Return the position that a new game begins with."""
        ...

    def read(self, text: str) -> Position:
        """Return the position that the text describes, or raise ValueError with what is wrong in it."""
        ...

    def write(self, position: Any) -> str:
        """Return the position as text that read() understands."""
        ...

    def squares(self, position: Any) -> Sequence[Sequence[Square]]:
        """Return the squares that can hold a piece, row by row from the top."""
        ...

    def path(self, move: Any) -> Sequence[str]:
        """Return the names of the squares that a move touches, in order."""
        ...

    def taken(self, move: Any) -> Sequence[str]:
        """Return the squares of the pieces that a move takes, in order."""
        ...

    def last_move(self, position: Any) -> Any:
        """Return the move that led to the position, as far as it is known."""
        ...

    def row(self, position: Any) -> Sequence[str]:
        """Return the squares that won the game by standing in a row, if that is how it is won."""
        ...

    def ending(self, position: Any) -> str:
        """Return how the game has ended, in words; nothing while it goes on."""
        ...

    def duty(self, position: Any) -> str:
        """Return what the player to move must do, if the rules leave little choice."""
        ...

    def score(self, score: float) -> str:
        """Return in words what a search says of a position."""
        ...

    def record(self, playing: Playing) -> str:
        """Return the game as text, to be kept; nothing when there is no such notation."""
        ...

    def still(self, position: Any, *, flipped: bool) -> str:
        """Return a picture of the position as SVG."""
        ...

    def engine(self) -> Any:
        """Return the opponent that a learner meets who brings none."""
        ...


@dataclass(slots=True)
class Seat:
    """A side and who plays it: a person at the board when there is no opponent."""

    side: Side
    opponent: Opponent | None
    limit: Limit


@dataclass
class Playing:
    """A game in progress. The position may be changed only through its methods."""

    rules: Rules
    seats: tuple[Seat, Seat]
    positions: list[Any]  # the one it began with, and one after each move
    moves: list[Any] = field(default_factory=list)
    thoughts: dict[int, Thought] = field(default_factory=dict)  # what led to the move of that number, if it was told
    resigned: Side | None = None
    paused: bool = False  # an opponent is to move, and waits until it is told to
    problem: str = ""  # why the last answer of an opponent could not be played

    @property
    def position(self) -> Any:
        """Return the position on the board."""
        return self.positions[-1]

    @property
    def seat(self) -> Seat:
        """Return who is to move."""
        return self._seat_at(len(self.moves))

    def _seat_at(self, ply: int) -> Seat:
        to_move = self.positions[ply].maximizing
        return next(seat for seat in self.seats if seat.side.maximizing == to_move)

    @property
    def is_over(self) -> bool:
        """Return True when the game has ended."""
        return self.resigned is not None or self.position.is_over

    @property
    def ending(self) -> str:
        """Return how the game has ended, in words."""
        if self.resigned is not None:
            winner = next(seat.side.name for seat in self.seats if seat.side is not self.resigned)
            return f"{winner} wins: {self.resigned.name} has resigned"
        said = self.rules.ending(self.position)
        return said[:1].upper() + said[1:]

    @property
    def awaits_person(self) -> bool:
        """Return True when somebody at the board is to move."""
        return not self.is_over and self.seat.opponent is None

    @property
    def awaits_opponent(self) -> bool:
        """Return True when an opponent is to think."""
        return not self.is_over and self.seat.opponent is not None and not self.paused

    @property
    def has_person(self) -> bool:
        """Return True when somebody at the board plays at all."""
        return any(seat.opponent is None for seat in self.seats)

    def play(self, move: Any, thought: Thought | None = None) -> None:
        """Play a legal move; the thought is what led to it."""
        after = self.position.play(move)
        if thought is not None:
            self.thoughts[len(self.moves)] = thought
        self.positions.append(after)
        self.moves.append(move)
        self.problem = ""

    @property
    def undoes_to(self) -> int | None:
        """Return how many moves remain when some are taken back, so that a person can choose again; None if none."""
        if self.resigned is not None:
            return len(self.moves)
        earlier = range(len(self.moves) - 1, -1, -1)
        if not self.has_person:
            return next(iter(earlier), None)
        return next((ply for ply in earlier if self._seat_at(ply).opponent is None), None)

    def undo(self) -> None:
        """Take back the last moves, or the resignation."""
        keep = self.undoes_to
        if keep is None:
            return
        del self.moves[keep:], self.positions[keep + 1 :]
        self.thoughts = {ply: thought for ply, thought in self.thoughts.items() if ply < keep}
        self.resigned, self.problem = None, ""
        self.paused = not self.has_person

    def begin(self, position: Any) -> None:
        """Put up a position and begin a new game from it."""
        self.positions, self.moves, self.thoughts = [position], [], {}
        self.resigned, self.problem, self.paused = None, "", False

    def resign(self) -> None:
        """Give up for the person who is to move, or who waits for an opponent's move."""
        if not self.is_over and self.has_person:
            seat = self.seat if self.seat.opponent is None else next(s for s in self.seats if s is not self.seat)
            self.resigned = seat.side

    @property
    def explained(self) -> int | None:
        """Return the number of the last move that an opponent has chosen."""
        return max(self.thoughts, default=None)
