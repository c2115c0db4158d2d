"""Pictures: a position as an SVG board, numbered, with the last move and the captures that must be made."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from minimax_lessons.draughts.evaluation import PLACE

if TYPE_CHECKING:
    from minimax_lessons.draughts.rules import Position

__all__ = ["board_svg"]

FRAME, LIGHT_SQUARE, DARK_SQUARE = "#22302a", "#f3ead7", "#3d5546"  # its own ground: the page may be light or dark
LAST, MUST = "#56b4e9", "#e69f00"  # the last move is a solid line, a capture to be made a dashed arrow
PIECES = {"b": ("#161616", "#e8e8e8"), "w": ("#ffffff", "#161616")}  # fill and lines
CROWN = "M-9 6 L-9 -4 L-4.5 1 L0 -7 L4.5 1 L9 -4 L9 6 Z"
TEXT = 12
SIZE, MARGIN, CAPTION = 400, 8, 26
SIDE = (SIZE - 2 * MARGIN) / 8  # of a square
HEIGHT = SIZE + CAPTION - MARGIN

Point = tuple[float, float]


def board_svg(position: Position, *, flipped: bool = False) -> str:
    """Return the board as SVG, Black at the top unless flipped.

    White's pieces have one ring and Black's two; kings wear a crown.
    """
    turn = position.ending or f"{position.to_move} to move"
    turn = _taken(position) + turn[0].upper() + turn[1:]
    drawn = _Drawing(flipped)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE}" height="{HEIGHT}" '
        f'viewBox="0 0 {SIZE} {HEIGHT}" role="img" '
        f'aria-label="Draughts board {position.fen}. {turn}.">',
        f'<rect width="100%" height="100%" rx="6" fill="{FRAME}"/>',
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{8 * SIDE:g}" height="{8 * SIDE:g}" fill="{LIGHT_SQUARE}"/>',
        *(drawn.square(square) for square in range(1, 33)),
        *drawn.last_move(position),
        *(drawn.piece(square, letter) for square, letter in position.pieces.items()),
        *(drawn.number(square) for square in range(1, 33)),
        *drawn.captures(position),
        f'<text x="{SIZE / 2:g}" y="{HEIGHT - 8}" text-anchor="middle" '
        f'font-family="sans-serif" font-size="{TEXT + 1}" fill="#ffffff">{turn}</text>',
        "</svg>",
    ]
    return "\n".join(parts)


def _taken(position: Position) -> str:
    """Return in words what the last move took, for who cannot see the crosses."""
    captured = position.last_move.captured if position.last_move else ()
    side = "White" if position.black_to_move else "Black"
    return f"{side} took {', '.join(map(str, captured))}. " if captured else ""


class _Drawing:
    """Where things are on the drawn board, and what they look like there."""

    def __init__(self, flipped: bool) -> None:
        self.flipped = flipped

    def centre(self, square: int) -> Point:
        row, column = PLACE[square]
        if self.flipped:
            row, column = 7 - row, 7 - column
        return MARGIN + (column + 0.5) * SIDE, MARGIN + (row + 0.5) * SIDE

    def square(self, square: int) -> str:
        x, y = (middle - SIDE / 2 for middle in self.centre(square))
        place = f'x="{x:g}" y="{y:g}" width="{SIDE:g}" height="{SIDE:g}"'
        return f'<rect id="square-{square}" {place} fill="{DARK_SQUARE}"/>'

    def number(self, square: int) -> str:
        x, y = (middle - SIDE / 2 for middle in self.centre(square))
        return (
            f'<text x="{x + 2:g}" y="{y + TEXT - 1:g}" font-family="sans-serif" font-size="{TEXT}" fill="#ffffff" '
            f'stroke="{DARK_SQUARE}" stroke-width="3" paint-order="stroke">{square}</text>'
        )

    def piece(self, square: int, letter: str) -> str:
        fill, line = PIECES[letter.lower()]
        x, y = self.centre(square)
        x, y = x + SIDE * 0.08, y + SIDE * 0.08  # the number stays readable
        rings = (0.38, 0.31, 0.24) if letter in "bB" else (0.38, 0.31)
        parts = [
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{SIDE * ring:.2f}" fill="{fill}" stroke="{line}" '
            f'stroke-width="{1.5 if ring == rings[0] else 1}"/>'
            for ring in (rings[:1] if letter.isupper() else rings)
        ]
        if letter.isupper():
            scale = SIDE / 40
            parts.append(f'<path d="{CROWN}" transform="translate({x:.2f} {y:.2f}) scale({scale:.3f})" fill="{line}"/>')
        return "".join(parts)

    def last_move(self, position: Position) -> list[str]:
        """Return the last move as a line, the square it left in a frame and each piece it took as a cross."""
        move = position.last_move
        if move is None:
            return []
        arm = SIDE * 0.16
        x, y = (middle - SIDE / 2 + 1.5 for middle in self.centre(move.start))
        parts = [
            f'<rect x="{x:g}" y="{y:g}" width="{SIDE - 3:g}" height="{SIDE - 3:g}" fill="none" '
            f'stroke="{LAST}" stroke-width="3"/>',
            self._line([self.centre(square) for square in move], LAST),
        ]
        for x, y in map(self.centre, move.captured):
            parts.append(
                f'<path d="M{x - arm:.2f} {y - arm:.2f} l{2 * arm:.2f} {2 * arm:.2f} m0 {-2 * arm:.2f} '
                f'l{-2 * arm:.2f} {2 * arm:.2f}" stroke="{LAST}" stroke-width="4"/>'
            )
        return parts

    def captures(self, position: Position) -> list[str]:
        """Return an arrow along each capture that can be made."""
        parts = []
        for move in position.moves():
            if move.is_capture:
                points = [self.centre(square) for square in move]
                parts += [
                    self._line(points, MUST, dashes=' stroke-dasharray="7 4"'),
                    _arrow_head(points[-2], points[-1], MUST),
                ]
        return parts

    def _line(self, points: list[Point], colour: str, dashes: str = "") -> str:
        path = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
        return (
            f'<polyline points="{path}" fill="none" stroke="{FRAME}" stroke-width="6.5"/>'
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="4"{dashes}/>'
        )


def _arrow_head(before: Point, at: Point, colour: str) -> str:
    (x0, y0), (x1, y1) = before, at
    length = hypot(x1 - x0, y1 - y0)
    dx, dy = 13 * (x1 - x0) / length, 13 * (y1 - y0) / length
    corners = (
        (x1 + dx / 2, y1 + dy / 2),
        (x1 - dx / 2 - dy / 2, y1 - dy / 2 + dx / 2),
        (x1 - dx / 2 + dy / 2, y1 - dy / 2 - dx / 2),
    )
    points = " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)
    return f'<polygon points="{points}" fill="{colour}" stroke="{FRAME}" stroke-width="1"/>'
