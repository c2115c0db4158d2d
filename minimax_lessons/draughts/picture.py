"""Pictures: a position as an SVG board with its numbers, its last move and its captures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from typing import TYPE_CHECKING, Any

from minimax_lessons.board_look import PIECES, piece_svg
from minimax_lessons.draughts.evaluation import PLACE
from minimax_lessons.palette import FIXED

if TYPE_CHECKING:
    from minimax_lessons.draughts.evaluation import SquareValues
    from minimax_lessons.draughts.rules import Position

__all__ = ["board_svg", "rows_svg", "values_svg"]

WHITE, FRAME, INK = FIXED["white"], FIXED["frame"], FIXED["black-disc"]
LIGHT_SQUARE, DARK_SQUARE = FIXED["light-square"], FIXED["dark-square"]
# the last move is a solid line, a capture to be made a dashed arrow
LAST_MOVE, MUST_CAPTURE = FIXED["last-move"], FIXED["must-capture"]
TEXT = 12
SIZE, MARGIN, CAPTION = 400, 8, 26
SIDE = (SIZE - 2 * MARGIN) / 8  # of a square
HEIGHT = SIZE + CAPTION - MARGIN

Point = tuple[float, float]
Name = int | str  # of a square


def board_svg(position: Position, *, flipped: bool = False, bare: bool = False) -> str:
    """Return the board as SVG, Black at the top unless flipped; a bare one has no marks and names.

    White's pieces have one ring and Black's two; kings wear a crown.
    """
    turn = position.ending or f"{position.to_move} to move"
    turn = _taken(position) + turn[0].upper() + turn[1:]
    board = _Board(PLACE, flipped=flipped)
    parts = [
        *(board.square(name, "" if bare else f'id="square-{name}" ') for name in PLACE),
        *(() if bare else board.last_move(position)),
        *(board.piece(name, letter) for name, letter in position.pieces.items()),
        *map(board.number, PLACE),
        *(() if bare else board.captures(position)),
    ]
    return board.sheet(f"Draughts board {position.fen}. {turn}.", parts, turn)


def rows_svg(rows: Sequence[str], caption: str) -> str:
    """Return a draughts board of any size, its dark squares named by row and column: 2,1."""
    letters = {
        (row, column): letter
        for row, line in enumerate(rows)
        for column, letter in enumerate(line)
        if sum((row, column)) % 2 or letter in PIECES
    }
    places = {f"{row},{column}": (row, column) for row, column in letters}
    board = _Board(places, len(rows), len(rows[0]))
    dark = [name for name, place in places.items() if sum(place) % 2]
    pieces = {name: letters[place] for name, place in places.items() if letters[place] in PIECES}
    parts = [
        *map(board.square, dark),
        *(board.piece(name, letter) for name, letter in pieces.items()),
        *map(board.number, dark),
    ]
    return board.sheet(f"Draughts board {'/'.join(rows)}. {caption}.", parts, caption)


def values_svg(values: SquareValues) -> str:
    """Return two boards with the values of White's men and kings: large values are bright."""
    men = {square: values.men[square - 1] for square in range(5, 33)}  # above, a man is crowned
    kings = dict(enumerate(values.kings, 1))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * SIZE}" height="{HEIGHT}" '
            f'viewBox="0 0 {2 * SIZE} {HEIGHT}" role="img" aria-label="Values by square. '
            f'White men: {_listed(men)}. White kings: {_listed(kings)}.">',
            *_value_board(men, "a white man on each square", 0),
            *_value_board(kings, "a white king on each square", SIZE),
            "</svg>",
        ]
    )


def _listed(values: dict[int, float]) -> str:
    return ", ".join(f"{square}: {value:g}" for square, value in values.items())


def _value_board(values: dict[int, float], title: str, left: int) -> list[str]:
    """Return the parts of a board on which each square shows its value, so far from the left."""
    drawn = _Board(PLACE)
    low, high = min(values.values()), max(values.values())
    parts = [
        f'<g transform="translate({left} 0)" font-family="sans-serif" text-anchor="middle">',
        *drawn.ground(f"{SIZE}"),
    ]
    for square in range(1, 33):
        share = (values.get(square, low) - low) / (high - low or 1)
        parts.append(drawn.square(square, "", _between(share)))
        if square in values:
            x, y = drawn.centre(square)
            parts.append(
                f'<text x="{x:g}" y="{y + 5:g}" font-size="{TEXT + 3}" '
                f'fill="{INK if share > 0.45 else WHITE}">{values[square]:g}</text>'
            )
    caption = (
        f'<text x="{SIZE / 2:g}" y="{HEIGHT - 8}" font-size="{TEXT + 1}" fill="{WHITE}">'
        f"{title}</text>"
    )
    return [*parts, caption, "</g>"]


def _between(share: float) -> str:
    """Return the colour of a square's value, from the least (0) to the greatest (1)."""
    ends = (bytes.fromhex(colour[1:]) for colour in (FIXED["least-value"], FIXED["most-value"]))
    tones = (round(dim + share * (bright - dim)) for dim, bright in zip(*ends, strict=True))
    return f"#{bytes(tones).hex()}"


def _taken(position: Position) -> str:
    """Return a sentence on the captures of the last move, for readers who cannot see them."""
    captured = position.last_move.captured if position.last_move else ()
    side = "White" if position.black_to_move else "Black"
    return f"{side} took {', '.join(map(str, captured))}. " if captured else ""


class _Board:
    """Draws squares, pieces and moves at places given by row and column from the top left."""

    def __init__(
        self,
        places: Mapping[Any, tuple[int, int]],
        rows: int = 8,
        columns: int = 8,
        *,
        flipped: bool = False,
    ) -> None:
        self.places = places
        self.rows, self.columns = rows, columns
        self.flipped = flipped

    def sheet(self, label: str, parts: Iterable[str], caption: str) -> str:
        """Return the SVG of a framed board with these parts, and a caption below it."""
        width = self.columns * SIDE + 2 * MARGIN
        height = self.rows * SIDE + MARGIN + CAPTION
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
            f'viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{label}">',
            *self.ground("100%"),
            *parts,
            f'<text x="{width / 2:g}" y="{height - 8:g}" text-anchor="middle" '
            f'font-family="sans-serif" font-size="{TEXT + 1}" fill="{WHITE}">{caption}</text>',
            "</svg>",
        ]
        return "\n".join(lines)

    def ground(self, width: str) -> list[str]:
        """Return the frame, so wide, and on it the light squares."""
        size = f'width="{self.columns * SIDE:g}" height="{self.rows * SIDE:g}"'
        return [
            f'<rect width="{width}" height="100%" rx="6" fill="{FRAME}"/>',
            f'<rect x="{MARGIN}" y="{MARGIN}" {size} fill="{LIGHT_SQUARE}"/>',
        ]

    def centre(self, square: Name) -> Point:
        row, column = self.places[square]
        if self.flipped:
            row, column = self.rows - 1 - row, self.columns - 1 - column
        return MARGIN + (column + 0.5) * SIDE, MARGIN + (row + 0.5) * SIDE

    def square(self, square: Name, name: str = "", colour: str = DARK_SQUARE) -> str:
        x, y = (middle - SIDE / 2 for middle in self.centre(square))
        place = f'x="{x:g}" y="{y:g}" width="{SIDE:g}" height="{SIDE:g}"'
        return f'<rect {name}{place} fill="{colour}"/>'

    def number(self, square: Name) -> str:
        x, y = (middle - SIDE / 2 for middle in self.centre(square))
        return (
            f'<text x="{x + 2:g}" y="{y + TEXT - 1:g}" font-family="sans-serif" '
            f'font-size="{TEXT}" fill="{WHITE}" stroke="{DARK_SQUARE}" stroke-width="3" '
            f'paint-order="stroke">{square}</text>'
        )

    def piece(self, square: Name, letter: str) -> str:
        x, y = self.centre(square)
        x, y = x - SIDE * 0.42, y - SIDE * 0.42  # the number stays readable
        place = f"translate({x:.2f} {y:.2f}) scale({SIDE:g})"
        return f'<g transform="{place}">{piece_svg(letter)}</g>'

    def last_move(self, position: Position) -> list[str]:
        """Return the last move: a line, a frame at its start, a cross for each piece taken."""
        move = position.last_move
        if move is None:
            return []
        arm = SIDE * 0.16
        x, y = (middle - SIDE / 2 + 1.5 for middle in self.centre(move.start))
        parts = [
            f'<rect x="{x:g}" y="{y:g}" width="{SIDE - 3:g}" height="{SIDE - 3:g}" fill="none" '
            f'stroke="{LAST_MOVE}" stroke-width="3"/>',
            self._line([self.centre(square) for square in move], LAST_MOVE),
        ]
        for x, y in map(self.centre, move.captured):
            parts.append(
                f'<path d="M{x - arm:.2f} {y - arm:.2f} l{2 * arm:.2f} {2 * arm:.2f} '
                f'm0 {-2 * arm:.2f} l{-2 * arm:.2f} {2 * arm:.2f}" '
                f'stroke="{LAST_MOVE}" stroke-width="4"/>'
            )
        return parts

    def captures(self, position: Position) -> list[str]:
        """Return an arrow along each capture that can be made."""
        parts = []
        for move in position.moves():
            if move.is_capture:
                points = [self.centre(square) for square in move]
                parts += [
                    self._line(points, MUST_CAPTURE, dashes=' stroke-dasharray="7 4"'),
                    _arrow_head(points[-2], points[-1], MUST_CAPTURE),
                ]
        return parts

    def _line(self, points: list[Point], colour: str, dashes: str = "") -> str:
        path = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
        return (
            f'<polyline points="{path}" fill="none" stroke="{FRAME}" stroke-width="6.5"/>'
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="4"{dashes}/>'
        )


def _arrow_head(before: Point, tip: Point, colour: str) -> str:
    (x0, y0), (x1, y1) = before, tip
    length = hypot(x1 - x0, y1 - y0)
    dx, dy = 13 * (x1 - x0) / length, 13 * (y1 - y0) / length
    corners = (
        (x1 + dx / 2, y1 + dy / 2),
        (x1 - dx / 2 - dy / 2, y1 - dy / 2 + dx / 2),
        (x1 - dx / 2 + dy / 2, y1 - dy / 2 - dx / 2),
    )
    points = " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)
    return f'<polygon points="{points}" fill="{colour}" stroke="{FRAME}" stroke-width="1"/>'
