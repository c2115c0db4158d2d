"""The pen for where there is no Graphviz: a picture as the SVG that Graphviz draws of it."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement, tostring

from minimax_lessons.drawing.marks import PADDING, Ink, Picture, Shape, Strokes
from minimax_lessons.drawing.plan import Point
from minimax_lessons.drawing.styles import DASHES

__all__ = ["svg_of"]

# Graphviz's own measures; those of letters come from the fonts that stand in for Helvetica.
INCH = 72
LINE_HEIGHT = 1.24
RISE = 0.05  # of a line above the middle of its box
CORNER = 12  # the largest radius of a rounded box
CORNERS = {  # counterclockwise, in half the width and height of the shape
    "triangle": ((0, 1), (-1, -0.5), (1, -0.5)),
    "invtriangle": ((0, -1), (1, 0.5), (-1, 0.5)),
    "plaintext": ((1, 1), (-1, 1), (-1, -1), (1, -1)),
}


def svg_of(picture: Picture) -> str:
    """Return the picture as an <svg> element, drawn as Graphviz draws it."""
    shapes = [element for element in picture.elements if isinstance(element, Shape)]
    numbers = {shape.title: number for number, shape in enumerate(shapes)}
    edges = [element for element in picture.elements if isinstance(element, Strokes)]
    edges.sort(key=lambda strokes: numbers[strokes.tail])  # Graphviz draws them in this order
    points = [end for edge in edges for line in edge.lines for end in line]
    points += [shape.center.moved(*_half(shape, sign)) for shape in shapes for sign in (-1, 1)]
    origin = Point(min(point.x for point in points), min(point.y for point in points))
    corner = Point(max(point.x for point in points), max(point.y for point in points))
    pen = _Pen(origin)
    sheet, drawing = pen.sheet(corner, picture.paper)
    for edge in edges:
        pen.edge(drawing, edge)
    for shape in shapes:
        pen.shape(drawing, shape)
    return tostring(sheet, encoding="unicode")


def _half(shape: Shape, sign: float) -> tuple[float, float]:
    return sign * shape.size.width / 2, sign * shape.size.height / 2


class _Pen:
    """Writes elements as SVG, whose y goes downwards, as seen from the picture's corner."""

    def __init__(self, origin: Point) -> None:
        self.origin = origin

    def sheet(self, corner: Point, paper: str) -> tuple[Element, Element]:
        """Return the SVG of an empty sheet, and the group in it that everything is drawn into."""
        pad = INCH * PADDING
        right, high = corner.x - self.origin.x + pad, corner.y - self.origin.y + pad
        width, height = round(right + pad), round(high + pad)
        attributes = {"width": f"{width}", "height": f"{height}"}
        attributes["viewBox"] = f"0.00 0.00 {width:.2f} {height:.2f}"
        attributes["xmlns"] = "http://www.w3.org/2000/svg"
        attributes["xmlns:xlink"] = "http://www.w3.org/1999/xlink"
        sheet = Element("svg", attributes)
        place = f"scale(1 1) rotate(0) translate({pad:g} {high:.2f})"
        names = {"id": "tree", "class": "graph lm-tree", "transform": place}
        drawing = _titled(sheet, "tree", names)
        corners = [(-pad, -pad), (-pad, high), (right, high), (right, -pad)]
        ground = _polygon([self.origin.moved(x, y) for x, y in corners], self.origin)
        SubElement(drawing, "polygon", fill=_paint(paper), stroke="none", points=ground)
        return sheet, drawing

    def edge(self, drawing: Element, strokes: Strokes) -> None:
        """Draw the lines of an edge."""
        title, classes = f"{strokes.tail}->{strokes.head}", f"edge {strokes.classes}"
        group = _titled(drawing, title, {"id": strokes.id, "class": classes})
        for line in strokes.lines:
            points = [line.point(share) for share in (0, 1 / 3, 2 / 3, 1)]
            attributes = _ink(strokes.ink, "none", strokes.ink.stroke)
            SubElement(group, "path", attributes | {"d": self._curve(points)})

    def shape(self, drawing: Element, shape: Shape) -> None:
        """Draw an outline and the text in it."""
        names = {"id": shape.id, "class": f"node {shape.classes}"}
        group = _titled(drawing, shape.title, names)
        if shape.tooltip:
            group = SubElement(group, "g", id=f"a_{shape.id}")
            group = SubElement(group, "a", {"xlink:title": shape.tooltip})
        stroke = "none" if shape.outline == "plaintext" else shape.ink.stroke
        attributes = _ink(shape.ink, shape.ink.fill, stroke)
        if shape.outline == "box":
            SubElement(group, "path", attributes | {"d": self._curve(_rounded_box(shape))})
        else:
            half_width, half_height = _half(shape, 1)
            corners = CORNERS[shape.outline]
            places = [shape.center.moved(x * half_width, y * half_height) for x, y in corners]
            points = _polygon(places, self.origin)
            SubElement(group, "polygon", attributes | {"points": points})
        self._letters(group, shape)

    def _letters(self, group: Element, shape: Shape) -> None:
        """Draw lines of text in the middle of a shape, or from its left side on."""
        line_height = LINE_HEIGHT * shape.letters
        middle = self.origin.y - shape.center.y
        first = middle - line_height * len(shape.lines) / 2 + shape.letters * (1 - RISE)
        x = shape.center.x - self.origin.x
        if shape.is_left_aligned:
            x -= shape.size.width / 2
        look = {"xml:space": "preserve", "text-anchor": "middle", "x": f"{x:.2f}"}
        if shape.is_left_aligned:
            look["text-anchor"] = "start"
        for number, line in enumerate(shape.lines):
            if not line:
                continue  # as Graphviz does
            attributes = {**look, "y": f"{first + number * line_height:.2f}"}
            attributes["font-family"] = "Helvetica,sans-Serif"
            if shape.ink.is_bold:
                attributes["font-weight"] = "bold"
            attributes["font-size"] = f"{shape.letters:.2f}"
            attributes["fill"] = _paint(shape.ink.text)
            SubElement(group, "text", attributes).text = line

    def _curve(self, points: Iterable[Point]) -> str:
        start, *others = (_pair(point, self.origin) for point in points)
        return f"M{start}C{' '.join(others)}"


def _titled(parent: Element, title: str, attributes: dict[str, str]) -> Element:
    """Return a new group with a title in it."""
    group = SubElement(parent, "g", attributes)
    SubElement(group, "title").text = title
    return group


def _ink(ink: Ink, fill: str, stroke: str) -> dict[str, str]:
    attributes = {"fill": _paint(fill), "stroke": _paint(stroke)}
    if ink.width != "1":
        attributes["stroke-width"] = ink.width
    if ink.is_dashed:
        attributes["stroke-dasharray"] = DASHES
    return attributes


def _paint(color: str) -> str:
    return "none" if color == "transparent" else color


def _pair(point: Point, origin: Point) -> str:
    return f"{point.x - origin.x:.2f},{origin.y - point.y:.2f}"


def _polygon(corners: list[Point], origin: Point) -> str:
    return " ".join(_pair(corner, origin) for corner in (*corners, corners[0]))


def _rounded_box(shape: Shape) -> list[Point]:
    """Return the points of a box counterclockwise: each side a curve, then a corner.

    A curve starts where the one before has ended, and is given by two handles and its end.
    """
    half_width, half_height = _half(shape, 1)
    radius = min(CORNER, 2 * min(half_width, half_height) / 3)
    bends: list[list[Point]] = []  # the start of a corner, its two handles, its end
    for right, up in ((-1, 1), (-1, -1), (1, -1), (1, 1)):
        corner = shape.center.moved(right * half_width, up * half_height)
        bend = [
            corner.moved(-right * radius, 0),
            corner.moved(-right * radius / 2, 0),
            corner.moved(0, -up * radius / 2),
            corner.moved(0, -up * radius),
        ]
        bends.append(bend if right == -up else bend[::-1])
    points = [bends[-1][-1]]
    for bend in bends:
        points += [points[-1], bend[0], *bend]
    return points
