"""A board in a notebook for k in a row: ``games.play()`` for any size up to Gomoku."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from minimax_lessons.board import GameBoard
from minimax_lessons.board.opponents import Limit
from minimax_lessons.board.rules import Rules, Side, Square
from minimax_lessons.games.k_in_a_row import KInARow, from_text, noughts_and_crosses
from minimax_lessons.quoting import quoted

__all__ = ["Row", "play"]

CROSSES, NOUGHTS = Side("X", "X", maximizing=True), Side("O", "O", maximizing=False)
NAMES = {(3, 3, 3): "Noughts and crosses", (15, 15, 5): "Gomoku"}


class Row(Rules):
    """The rules of k in a row as a board needs them."""

    notation = "Position"
    sides = (CROSSES, NOUGHTS)

    write, row = staticmethod(attrgetter("text")), staticmethod(attrgetter("winning_squares"))
    last_move = staticmethod(attrgetter("last"))

    def __init__(self, empty: KInARow) -> None:
        self.empty = empty
        grid = empty.grid
        usual = f"{grid.k} in a row on {grid.width} × {grid.height}"
        self.title = NAMES.get((grid.width, grid.height, grid.k), usual)

    def start(self) -> KInARow:
        """Return the empty board."""
        return self.empty

    def read(self, text: str) -> KInARow:
        """Return the position drawn in the text, on a board of this size."""
        grid = self.empty.grid
        position = from_text(text, grid.k)
        if (position.grid.width, position.grid.height) != (grid.width, grid.height):
            size, own_size = (
                f"{grid_of.width} × {grid_of.height}" for grid_of in (position.grid, grid)
            )
            raise ValueError(
                f"{quoted(text)} is a board of {size}; this one is {own_size}, columns by rows"
            )
        return position

    def squares(self, position: KInARow) -> list[list[Square]]:
        """Return all squares."""
        names = iter(self.empty.grid.bits)
        return [
            [
                Square(next(names), row, column, mark.strip("."), mark.replace(".", "free"))
                for column, mark in marks
            ]
            for row, marks in enumerate(map(enumerate, position.text.split("/")))
        ]

    def path(self, move: str, position: KInARow) -> list[str]:
        """Return the one square."""
        return [move]

    def score(self, score: float) -> str:
        """Return the side that wins or is ahead."""
        return super().score(score) if abs(score) != 1 else "X wins" if score > 0 else "O wins"

    def still(self, position: KInARow, *, flipped: bool) -> str:
        """Return a picture of the position; it has no other side."""
        return position._repr_svg_()


def play(
    position: KInARow | None = None,
    *,
    x: Any = "you",
    o: Any = "engine",
    seconds: float | None = None,
    depth: int | None = None,
) -> GameBoard:
    """Return a board to play k in a row on: by default you have X against alpha-beta.

    Without a position it is noughts and crosses. Each side is played by "you", by "engine", or by
    what you give: a function that takes a position and returns a move, or an object with
    ``search``. ``seconds`` or ``depth`` limits how far they look.
    """
    empty = KInARow(position.grid) if isinstance(position, KInARow) else noughts_and_crosses()
    return GameBoard(Row(empty), position, {"x": x, "o": o}, Limit(depth, seconds))
