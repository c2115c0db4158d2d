"""Board look: the pieces of every board, in pictures and on the page."""

from __future__ import annotations

from minimax_lessons.palette import FIXED, PALETTES

__all__ = ["LIGHT", "PIECES", "piece_svg"]

LIGHT = PALETTES["light"]  # a picture of a board has a light ground in every theme
# a disc, and what is drawn on it
BLACK = FIXED["black-disc"], FIXED["on-black-disc"]
WHITE = FIXED["white-disc"], FIXED["black-disc"]

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
    "X": ((CROSS, f'stroke="{LIGHT["max"]}" stroke-width=".12"'),),
    "O": ((NOUGHT, f'stroke="{LIGHT["min"]}" stroke-width=".12"'),),
    "w": _disc(WHITE, RING),
    "b": _disc(BLACK, RING, INNER),
    "W": (*_disc(WHITE), (CROWN, f'fill="{WHITE[1]}"')),
    "B": (*_disc(BLACK), (CROWN, f'fill="{BLACK[1]}"')),
}


def piece_svg(piece: str) -> str:
    """Return the paths of a piece in a square of 1 by 1."""
    return "".join(f'<path d="{shape.format(0, 0)}" {look}/>' for shape, look in PIECES[piece])
