"""Rules: what a board must know of a game beyond its positions, with defaults for most games."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from minimax_lessons.board.lookahead import Lookahead
from minimax_lessons.grid_picture import grid_svg
from minimax_lessons.position import Position
from minimax_lessons.quoting import quoted

if TYPE_CHECKING:
    from minimax_lessons.board.playing import Playing

__all__ = ["Rules", "Side", "Square"]


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
    """A game as a board needs it, with moves as ``position.moves()`` gives them."""

    title: str
    sides: tuple[Side, Side]
    look: str = "lines"  # how the page draws it: "checkers" or "lines"
    notation: str = ""  # what a position's text is called; nothing when none can be typed
    record_name: str = ""  # what a game's text is called; nothing when there is none
    unit: float = 1  # so much of a static evaluation is called 1

    def start(self) -> Position:
        """Return the position that a new game begins with."""

    def begin(self, position: Any) -> Any:
        """Return the position at which a game begins: the argument, or the start if it is None."""
        first = self.start()
        if position is not None and not isinstance(position, type(first)):
            example = f"the first one is {first!r}"
            raise TypeError(
                f"{quoted(position)} is no position of {self.title} to begin with: {example}"
            )
        return first if position is None else position

    def squares(self, position: Any) -> Sequence[Sequence[Square]]:
        """Return the squares that can hold a piece, row by row from the top."""

    def path(self, move: Any, position: Any) -> Sequence[str]:
        """Return the names of the squares that a move in the position touches, in order."""

    def taken(self, move: Any) -> Sequence[str]:
        """Return the squares of the pieces that a move takes, in order."""
        return ()

    def read(self, text: str) -> Position:
        """Return the position that the text describes, or raise ValueError with its mistake."""
        raise ValueError(f"positions of {self.title} have no notation")

    def write(self, position: Any, /) -> str:
        """Return the position as text, which read() understands if there is a notation."""
        return repr(position)

    def last_move(self, position: Any, /) -> Any:
        """Return the move that led to the position, as far as the position itself knows it."""
        return None

    def row(self, position: Any, /) -> Sequence[str]:
        """Return the squares that won the game by standing in a row, if that is how it is won."""
        return ()

    def ending(self, position: Any, /) -> str:
        """Return the end of the game in words; nothing while it goes on."""
        if not position.is_over:
            return ""
        value = position.evaluate()
        return f"{self._ahead(value).name} has won" if value else "a draw"

    def duty(self, position: Any) -> str:
        """Return the duty of the player to move, if the rules leave little choice."""
        return ""

    def reasons(self, position: Any, move: Any) -> str:
        """Return the reasons why a move is good or bad, for a game that has words for it."""
        return ""

    def score(self, score: float) -> str:
        """Return a search's score in words."""
        return f"{self._ahead(score).name} {abs(score):+.2f}" if score else "even"

    def _ahead(self, score: float) -> Side:
        return next(side for side in self.sides if side.maximizing == (score > 0))

    def record(self, playing: Playing) -> str:
        """Return the game as text, to be kept; nothing when there is no such notation."""
        return ""

    def still(self, position: Any, *, flipped: bool) -> str:
        """Return a picture of the position as SVG."""
        rows, won = self.squares(position), self.row(position)
        return grid_svg(
            [[square.piece for square in row] for row in rows],
            title=self.title,
            columns=[square.name.rstrip("0123456789") for square in rows[0]],
            numbers=[row[0].name.lstrip(ascii_letters) for row in rows],
            won={
                (square.row, square.column) for row in rows for square in row if square.name in won
            },
        )

    def engine(self) -> Any:
        """Return the opponent that a learner meets who brings none."""
        return Lookahead()
