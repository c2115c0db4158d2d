"""Board look: the colours and the pieces of every board, in pictures and on the page."""

from __future__ import annotations

__all__ = [
    "DARK_SQUARE",
    "FRAME",
    "LAST_MOVE",
    "LIGHT_SQUARE",
    "LINE_COLOR",
    "MUST_CAPTURE",
    "PIECES",
    "board_variables",
    "piece_svg",
]

FRAME, LIGHT_SQUARE, DARK_SQUARE = "#22302a", "#f3ead7", "#3d5546"
# the last move is a solid line, a capture to be made a dashed arrow
LAST_MOVE, MUST_CAPTURE = "#56b4e9", "#e69f00"
CROSS_COLOR, NOUGHT_COLOR, LINE_COLOR = "#0072B2", "#D55E00", "#767676"
BLACK, WHITE = ("#1c1c1c", "#e8e8e8"), ("#fffdf7", "#1c1c1c")  # a disc, and what is drawn on it

# shapes in a square of 1 by 1, whose corner stands where the braces are
CROSS, NOUGHT = "M{0} {1}m.24 .24l.52 .52m0-.52l-.52 .52", "M{0} {1}m.22 .5a.28 .28 0 1 1 0 .01z"
DISC, RING = "M{0} {1}m.12 .5a.38 .38 0 1 1 0 .01z", "M{0} {1}m.19 .5a.31 .31 0 1 1 0 .01z"
INNER = "M{0} {1}m.26 .5a.24 .24 0 1 1 0 .01z"
CROWN = "M{0} {1}m.275 .65v-.25l.1125 .125 .1125-.2 .1125 .2 .1125-.125v.25z"

Paths = tuple[tuple[str, str], ...]  # shapes, each with its attributes


def _disc(colours: tuple[str, str], *rings: str) -> Paths:
    """Return a man with rings."""
    disc, mark = colours
    line = f'fill="none" stroke="{mark}" stroke-width=".025"'
    edge = f'fill="{disc}" stroke="{mark}" stroke-width=".035"'
    return ((DISC, edge), *((ring, line) for ring in rings))


# each side has a shape of its own, so nobody needs the colour to tell them apart
PIECES: dict[str, Paths] = {
    "X": ((CROSS, f'stroke="{CROSS_COLOR}" stroke-width=".12"'),),
    "O": ((NOUGHT, f'stroke="{NOUGHT_COLOR}" stroke-width=".12"'),),
    "w": _disc(WHITE, RING),
    "b": _disc(BLACK, RING, INNER),
    "W": (*_disc(WHITE), (CROWN, f'fill="{WHITE[1]}"')),
    "B": (*_disc(BLACK), (CROWN, f'fill="{BLACK[1]}"')),
}


def piece_svg(piece: str) -> str:
    """Return the paths of a piece in a square of 1 by 1."""
    return "".join(f'<path d="{shape.format(0, 0)}" {look}/>' for shape, look in PIECES[piece])


def board_variables() -> str:
    """Return the colours of a board as CSS declarations for the page."""
    colours = {
        "dark": DARK_SQUARE,
        "light": LIGHT_SQUARE,
        "edge-of-board": FRAME,
        "last": LAST_MOVE,
        "must": MUST_CAPTURE,
        "rule": LINE_COLOR,
    }
    return "".join(f"--{name}:{colour};" for name, colour in colours.items())
