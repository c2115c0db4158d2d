"""Graphviz's SVG in a third of the bytes: the same shapes and texts, whose looks a style sheet gives by class."""

from __future__ import annotations

import re

from minimax_lessons.drawing import stylesheet, variables

__all__ = ["compact", "still"]

Point = tuple[float, float]

# Graphviz links a clipped label to nothing, to say it whole; a title says so, too, and needs no second namespace.
WHOLE = re.compile(r'<a [^>]*?xlink:title="([^"]*)"[^>]*>(.*?)</a>', re.DOTALL)
CLUTTER = re.compile(r"<title>.*?</title>|<!--.*?-->|<\?.*?\?>|<!DOCTYPE.*?>", re.DOTALL)
# What the style sheet says of an element by its class, an attribute need not say again.
STYLED = re.compile(r' (?:fill|stroke|stroke-\w+|font-family|font-weight|text-anchor|xml:space|xmlns:xlink)="[^"]*"')
UNSEEN = re.compile(r'(<g id="\S+" class="node (?:name|window)\b[^>]*>)<polygon[^>]*/>')  # the box around a mere text
NUMBER = re.compile(r"-?[\d.]+")
TEXT = "svg text{font-family:Helvetica,Arial,sans-serif;text-anchor:middle}.window text{text-anchor:start}"


def compact(picture: str) -> str:
    """Return an SVG with only shapes, places, texts, ids and classes."""
    picture = WHOLE.sub(r"<title>\1</title>\2", CLUTTER.sub("", picture))
    picture = STYLED.sub("", picture).replace("&#45;", "-")
    picture = re.sub(r">[ \t\r\n]+<", "><", picture)
    picture = UNSEEN.sub(r"\1", picture)
    picture = re.sub(r' d="([^"]*)"', lambda path: f' d="{_path(path[1])}"', picture)
    picture = re.sub(r' points="([^"]*)"', lambda points: f' points="{_polygon(points[1])}"', picture)
    picture = re.sub(
        r' ([xy]|font-size)="(-?[\d.]+)"', lambda found: f' {found[1]}="{_short(float(found[2]))}"', picture
    )
    return _one_font_size(picture).strip()


def still(picture: str, theme: str = "light") -> str:
    """Return a compact SVG that needs no page around it: it brings its own style sheet."""
    style = f"{TEXT}svg{{{variables(theme)}}}{stylesheet()}".replace("\n", "")
    return re.sub(r"(<svg[^>]*>)", lambda tag: f"{tag[1]}<style>{style}</style>", picture, count=1)


def _one_font_size(picture: str) -> str:
    """Return the picture with the smallest font size said once, for all: the page enlarges it where it must."""
    sizes = re.findall(r' font-size="([\d.]+)"', picture)
    if not sizes:
        return picture
    usual = f' font-size="{min(sizes, key=float)}"'
    return picture.replace(usual, "").replace("<svg", f"<svg{usual}", 1)


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0").replace("-0", "0" if abs(number) < 0.05 else "-0")


def _points(text: str) -> list[Point]:
    numbers = [float(number) for number in NUMBER.findall(text)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _polygon(text: str) -> str:
    """Return a polygon's corners; it closes by itself, so the first need not come again."""
    points = _points(text)
    if points[0] == points[-1]:
        points.pop()
    return " ".join(f"{_short(x)},{_short(y)}" for x, y in points)


def _path(text: str) -> str:
    """Return a path of Bézier curves as lines where they are straight, else as curves relative to their start."""
    if not re.fullmatch(r"M[-\d., ]+C[-\d., ]+", text):
        return text
    # Each end is rounded before the next piece starts from it: else the errors would add up along the path.
    start, *rest = [(round(x, 1), round(y, 1)) for x, y in _points(text)]
    written = f"M{_short(start[0])},{_short(start[1])}"
    for at in range(0, len(rest), 3):
        written += _piece(start, *rest[at : at + 3])
        start = rest[at + 2]
    return written


def _piece(start: Point, leave: Point, arrive: Point, end: Point) -> str:
    if start == end:
        return ""
    if _straight(start, leave, end) and _straight(start, arrive, end):
        if start[1] == end[1]:
            return f"h{_short(end[0] - start[0])}"
        return f"v{_short(end[1] - start[1])}" if start[0] == end[0] else f"l{_relative(start, end)}"
    return f"c{_relative(start, leave)} {_relative(start, arrive)} {_relative(start, end)}".replace(" -", "-")


def _straight(start: Point, between: Point, end: Point) -> bool:
    """Return True when a point lies on the line between two others, but for a tenth of a pixel or so."""
    (x1, y1), (x, y), (x2, y2) = start, between, end
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    return bool(abs((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) <= 0.15 * length)


def _relative(start: Point, point: Point) -> str:
    return f"{_short(point[0] - start[0])},{_short(point[1] - start[1])}"
