"""Slim SVG: Graphviz's shapes and texts in a third of the bytes, styled by class."""

from __future__ import annotations

from math import hypot
from xml.etree.ElementTree import Element, fromstring, tostring

from minimax_lessons.drawing import stylesheet
from minimax_lessons.drawing.plan import Point
from minimax_lessons.palette import CLEAR, variables

__all__ = ["slim", "still"]

SVG = "{http://www.w3.org/2000/svg}"
TOOLTIP = "{http://www.w3.org/1999/xlink}title"  # Graphviz links a shortened text to nothing
STYLED = {  # the style sheet sets these by the class of an element
    "fill",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "font-family",
    "font-weight",
    "text-anchor",
    "{http://www.w3.org/XML/1998/namespace}space",
}


def slim(picture: str) -> str:
    """Return an SVG with only shapes, places, texts, ids and classes."""
    sheet = fromstring(picture)
    for group in sheet.iter(f"{SVG}g"):
        _drop_unseen(group)
    for element in sheet.iter():
        _shorten(element)
    texts = list(sheet.iter("text"))
    usual_size = min((text.attrib["font-size"] for text in texts), key=float)
    for text in texts:
        if text.attrib["font-size"] == usual_size:  # the sheet has it: the page enlarges it there
            del text.attrib["font-size"]
    sheet.attrib = {"font-size": usual_size, **sheet.attrib, "xmlns": SVG.strip("{}")}
    return tostring(sheet, encoding="unicode").replace(" />", "/>")  # a > in a text is &gt;


def still(picture: str) -> str:
    """Return a slim SVG that needs no page around it: it brings its own style sheet."""
    trees = stylesheet()
    style = f"svg{{{variables(CLEAR, trees)}}}{trees}".replace("\n", "")
    return picture.replace(">", f"><style>{style}</style>", 1)


def _drop_unseen(group: Element) -> None:
    """Drop the titles by which Graphviz names elements, and the boxes around mere texts.

    A link to nothing becomes the title of its group: the full text of a label that was shortened.
    """
    classes = group.get("class", "")
    is_mere_text = classes.startswith(("node name", "node window"))
    for child in list(group):
        if child.tag == f"{SVG}title" or (is_mere_text and child.tag == f"{SVG}polygon"):
            group.remove(child)
        elif child.tag == f"{SVG}a":
            title = Element("title")
            title.text = child.attrib[TOOLTIP]
            group[:] = [title, *child]


def _shorten(element: Element) -> None:
    """Drop the attributes of the style sheet, and round places to a tenth of a pixel."""
    element.tag = element.tag.removeprefix(SVG)
    element.tail = None
    if element.tag not in ("text", "title"):
        element.text = None  # a line break
    for name in STYLED & element.attrib.keys():
        del element.attrib[name]
    for name in ("x", "y", "font-size"):
        if name in element.attrib:
            element.set(name, _short(float(element.attrib[name])))
    if "points" in element.attrib:
        corners = _points(element.attrib["points"])[:-1]  # a polygon closes by itself
        element.set("points", " ".join(map(_pair, corners)))
    if "d" in element.attrib:
        element.set("d", _path(element.attrib["d"]))


def _points(text: str) -> list[Point]:
    pairs = (pair.split(",") for pair in text.split())
    return [Point(float(x), float(y)) for x, y in pairs]


def _path(text: str) -> str:
    """Return a path of Bézier curves with straight pieces as lines, each relative to its start."""
    points = _points(text.replace("M", " ").replace("C", " "))
    # Each end is rounded before the next piece starts from it: else the errors would add up.
    start, *others = (Point(round(x, 1), round(y, 1)) for x, y in points)
    path = f"M{_pair(start)}"
    for leave, arrive, end in zip(others[::3], others[1::3], others[2::3], strict=True):
        path += _piece(*(point.moved(-start.x, -start.y) for point in (leave, arrive, end)))
        start = end
    return path


def _piece(leave: Point, arrive: Point, end: Point) -> str:
    if not (end.x or end.y):
        return ""
    if not (_is_straight(leave, end) and _is_straight(arrive, end)):
        return f"c{_pair(leave)} {_pair(arrive)} {_pair(end)}".replace(" -", "-")
    if not end.y:
        return f"h{_short(end.x)}"
    return f"l{_pair(end)}" if end.x else f"v{_short(end.y)}"


def _is_straight(handle: Point, end: Point) -> bool:
    """Return True when a point lies on the way to the end, but for a tenth of a pixel or so."""
    area = end.x * handle.y - end.y * handle.x
    return abs(area) <= 0.15 * hypot(end.x, end.y)


def _pair(point: Point) -> str:
    return f"{_short(point.x)},{_short(point.y)}"


def _short(number: float) -> str:
    return str(round(number, 1) + 0.0).removesuffix(".0")  # + 0.0, so that there is no −0
