"""Grid picture: a board of rows and columns as SVG, for every game whose pieces stand on squares."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

__all__ = ["grid_svg"]

Place = tuple[int, int]  # the row and the column, from 0 at the top left

CROSS, NOUGHT = "M{0} {1}m.24 .24l.52 .52m0-.52l-.52 .52", "M{0} {1}m.22 .5a.28 .28 0 1 1 0 .01z"
DISC, RING = "M{0} {1}m.12 .5a.38 .38 0 1 1 0 .01z", "M{0} {1}m.28 .5a.22 .22 0 1 1 0 .01z"
BOX = "M{0} {1}h1v1h-1z"
PIECES: dict[str, tuple[tuple[str, str], ...]] = {  # how a piece is drawn, each path with its looks
    "X": ((CROSS, 'stroke="#0072B2" stroke-width=".12"'),),
    "O": ((NOUGHT, 'stroke="#D55E00" stroke-width=".12"'),),
    "w": ((DISC, 'fill="#fff" stroke="#222" stroke-width=".06"'),),
    "b": ((DISC, 'fill="#222" stroke="#fff" stroke-width=".06"'),),
}
PIECES["W"] = (*PIECES["w"], (RING, 'stroke="#222" stroke-width=".06"'))
PIECES["B"] = (*PIECES["b"], (RING, 'stroke="#fff" stroke-width=".06"'))


def grid_svg(
    rows: Sequence[Sequence[str]],
    *,
    title: str,
    columns: Sequence[object],
    numbers: Sequence[object],
    chequered: bool = False,
    won: Collection[Place] = (),
    last: Place | None = None,
    named: bool = False,
) -> str:
    """Return the board as SVG, with the names of columns and rows; in rows stand pieces, or what is none.

    It has a light ground of its own: the same in a light and in a dark notebook. If its squares are named, each is an
    element with an id, such as ``square-b2``.
    """
    width, height = len(rows[0]), len(rows)
    pixels = 48 if max(width, height) <= 5 else 36 if max(width, height) <= 10 else 26  # a square's, which is 1 by 1
    edge, wide, high = 24 / pixels, width + 32 / pixels, height + 32 / pixels
    places = [(row, column) for row in range(height) for column in range(width)]

    def path(shape: str, looks: str, chosen: Callable[[Place], object]) -> str:
        drawn = "".join(shape.format(column, row) for row, column in places if chosen((row, column)))
        return f'<path d="{drawn}" {looks}/>' if drawn else ""

    lines = "".join([f"M{x} 0v{height}" for x in range(width + 1)] + [f"M0 {y}h{width}" for y in range(height + 1)])
    names = [f'<text x="{x + 0.5}" y="{-8 / pixels:.2f}">{name}</text>' for x, name in enumerate(columns)]
    names += [
        f'<text x="{-12 / pixels:.2f}" y="{y + 0.5 + 4 / pixels:.2f}">{name}</text>' for y, name in enumerate(numbers)
    ]
    squares = [
        f'<rect id="square-{columns[column]}{numbers[row]}" x="{column}" y="{row}" width="1" height="1"/>'
        for row, column in places
        if named
    ]
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-edge:.3f} {-edge:.3f} {wide:.3f} {high:.3f}" '
            f'width="{pixels * wide:.0f}" height="{pixels * high:.0f}" role="img" fill="none"><title>{title}</title>',
            f'<rect x="{-edge:.3f}" y="{-edge:.3f}" width="100%" height="100%" fill="#fff"/>',
            f'<g font-family="sans-serif" font-size="{12 / pixels:.2f}" text-anchor="middle" fill="#555">',
            *names,
            f'</g><path d="{lines}" stroke="#767676" stroke-width=".03"/>',
            path(BOX, 'fill="#d3f2e4" stroke="#007a59" stroke-width=".05"', lambda place: place in won),
            path(BOX, 'fill="#a87b51"', lambda place: chequered and sum(place) % 2),
            path(BOX, 'stroke="#222" stroke-width=".08"', lambda place: place == last),
            *(
                path(shape, looks, lambda place, piece=piece: rows[place[0]][place[1]] == piece)  # type: ignore[misc]
                for piece, paths in PIECES.items()
                for shape, looks in paths
            ),
            *squares,
            "</svg>",
        )
    )
