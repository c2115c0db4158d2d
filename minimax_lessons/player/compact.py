"""Graphviz's SVG in a third of the bytes: the same shapes and texts, whose looks a style sheet gives by class."""

from __future__ import annotations

import re

from minimax_lessons.drawing import stylesheet, variables

__all__ = ["compact", "still"]

# Graphviz links a clipped label to nothing, to say it whole; a title says so, too, and needs no second namespace.
WHOLE = re.compile(r'<a [^>]*?xlink:title="([^"]*)"[^>]*>(.*?)</a>', re.DOTALL)
# What the style sheet says of an element by its class, an attribute need not say again.
STYLED = re.compile(r' (?:fill|stroke|stroke-\w+|font-family|font-weight|text-anchor|xml:space|xmlns:xlink)="[^"]*"')
UNSEEN = re.compile(r'(<g id="\S+" class="node (?:name|window)\b[^>]*>)<polygon[^>]*/>')  # the box around a mere text
PLACE = re.compile(r' (d|points|x|y|font-size)="([^"]*)"')
TEXT = "svg text{font-family:Helvetica,Arial,sans-serif;text-anchor:middle}.window text{text-anchor:start}"


def compact(picture: str) -> str:
    """Return an SVG with only shapes, places, texts, ids and classes."""
    picture = re.sub(r"<title>.*?</title>", "", picture)
    picture = STYLED.sub("", WHOLE.sub(r"<title>\1</title>\2", picture)).replace("&#45;", "-")
    picture = UNSEEN.sub(r"\1", re.sub(r">[ \t\r\n]+<", "><", picture))
    picture = PLACE.sub(lambda found: f' {found[1]}="{WRITTEN.get(found[1], _number)(found[2])}"', picture)
    sizes = re.findall(r' font-size="([\d.]+)"', picture)
    usual = f' font-size="{min(sizes, key=float)}"'  # said once, for all: the page enlarges it where it must
    return picture.replace(usual, "").replace("<svg", f"<svg{usual}", 1).strip()


def still(picture: str) -> str:
    """Return a compact SVG that needs no page around it: it brings its own style sheet."""
    style = f"{TEXT}svg{{{variables('light')}}}{stylesheet()}".replace("\n", "")
    return re.sub(r"(<svg[^>]*>)", lambda tag: f"{tag[1]}<style>{style}</style>", picture, count=1)


def _points(text: str) -> list[complex]:
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", text)]
    return [complex(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def _short(number: float) -> str:
    return str(round(number, 1) + 0.0).removesuffix(".0")  # and no −0


def _number(text: str) -> str:
    return _short(float(text))


def _pair(point: complex) -> str:
    return f"{_short(point.real)},{_short(point.imag)}"


def _polygon(text: str) -> str:
    """Return a polygon's corners; it closes by itself, so the first need not come again."""
    return " ".join(map(_pair, _points(text)[:-1]))


def _path(text: str) -> str:
    """Return a path of Bézier curves as lines where they are straight, else as curves relative to their start."""
    # Each end is rounded before the next piece starts from it: else the errors would add up along the path.
    start, *rest = (complex(round(point.real, 1), round(point.imag, 1)) for point in _points(text))
    written = f"M{_pair(start)}"
    for leave, arrive, end in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        written += _piece(leave - start, arrive - start, end - start)
        start = end
    return written


def _piece(leave: complex, arrive: complex, end: complex) -> str:
    if not end:
        return ""
    if not (_straight(leave, end) and _straight(arrive, end)):
        return f"c{_pair(leave)} {_pair(arrive)} {_pair(end)}".replace(" -", "-")
    if not end.imag:
        return f"h{_short(end.real)}"
    return f"l{_pair(end)}" if end.real else f"v{_short(end.imag)}"


def _straight(between: complex, end: complex) -> bool:
    """Return True when a point lies on the way to the end, but for a tenth of a pixel or so."""
    return abs((end.conjugate() * between).imag) <= 0.15 * abs(end)


WRITTEN = {"d": _path, "points": _polygon}  # else a number
