"""Grid picture: a board of rows and columns as SVG, for games whose pieces stand on squares."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from minimax_lessons.board_look import LIGHT, PIECES

__all__ = ["grid_svg"]

Place = tuple[int, int]  # the row and the column, from 0 at the top left

BOX = "M{0} {1}h1v1h-1z"
WON_LOOK = f'fill="{LIGHT["won-fill"]}" stroke="{LIGHT["won"]}" stroke-width=".05"'
LAST_LOOK = f'stroke="{LIGHT["last-square"]}" stroke-width=".08"'


def grid_svg(
    rows: Sequence[Sequence[str]],
    *,
    title: str,
    columns: Sequence[object],
    numbers: Sequence[object],
    won: Collection[Place] = (),
    last: Place | None = None,
    named: bool = False,
) -> str:
    """Return the board as SVG with the names of columns and rows; any other text is a free square.

    It has a light ground of its own: the same in a light and in a dark notebook. If its squares are
    named, each is an element with an id, such as ``square-b2``.
    """
    width, height = len(rows[0]), len(rows)
    # a square's, which is 1 by 1
    pixels = 48 if max(width, height) <= 5 else 36 if max(width, height) <= 10 else 26
    places = [(row, column) for row in range(height) for column in range(width)]
    board = _lines(width, height)
    board += _path(BOX, WON_LOOK, [place for place in places if place in won])
    board += _path(BOX, LAST_LOOK, [place for place in places if place == last])
    for piece, paths in PIECES.items():
        with_piece = [(row, column) for row, column in places if rows[row][column] == piece]
        board += "".join(_path(shape, look, with_piece) for shape, look in paths)
    if named:
        board += "".join(
            f'<rect id="square-{columns[column]}{numbers[row]}" x="{column}" y="{row}" '
            'width="1" height="1"/>'
            for row, column in places
        )
    return f"{_sheet(width, height, pixels, title)}{_names(columns, numbers, pixels)}{board}</svg>"


def _sheet(width: int, height: int, pixels: int, title: str) -> str:
    """Return the beginning of the SVG with a light ground, which leaves room for the names."""
    edge, wide, high = 24 / pixels, width + 32 / pixels, height + 32 / pixels
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="{-edge:.3f} {-edge:.3f} {wide:.3f} {high:.3f}" '
        f'width="{pixels * wide:.0f}" height="{pixels * high:.0f}" role="img" fill="none">'
        f"<title>{title}</title>"
        f'<rect x="{-edge:.3f}" y="{-edge:.3f}" width="100%" height="100%" '
        f'fill="{LIGHT["white"]}"/>'
    )


def _names(columns: Sequence[object], numbers: Sequence[object], pixels: int) -> str:
    """Return the names of the columns above the board and of the rows to its left."""
    names = [
        f'<text x="{x + 0.5}" y="{-8 / pixels:.2f}">{name}</text>' for x, name in enumerate(columns)
    ]
    names += [
        f'<text x="{-12 / pixels:.2f}" y="{y + 0.5 + 4 / pixels:.2f}">{name}</text>'
        for y, name in enumerate(numbers)
    ]
    look = f'font-family="sans-serif" font-size="{12 / pixels:.2f}" text-anchor="middle"'
    return f'<g {look} fill="{LIGHT["square-name"]}">{"".join(names)}</g>'


def _lines(width: int, height: int) -> str:
    upright = "".join(f"M{x} 0v{height}" for x in range(width + 1))
    level = "".join(f"M0 {y}h{width}" for y in range(height + 1))
    return f'<path d="{upright}{level}" stroke="{LIGHT["grid"]}" stroke-width=".03"/>'


def _path(shape: str, look: str, places: Sequence[Place]) -> str:
    """Return the same shape at several places as one element."""
    drawn = "".join(shape.format(column, row) for row, column in places)
    return f'<path d="{drawn}" {look}/>' if drawn else ""
