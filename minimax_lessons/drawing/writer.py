"""DOT to SVG where Graphviz is not at hand: what it would draw of a picture in which everything has its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape, unescape
from typing import Any

from minimax_lessons.drawing.plan import Point, text_width

__all__ = ["Dot", "written"]

Attributes = Mapping[str, str]

WORD = r'"(?:[^"\\]|\\.)*"|[^\s\[\]{}=;,"]+'
STATEMENT = re.compile(rf'({WORD})(?:\s*->\s*({WORD}))?(?:\s*\[((?:"(?:[^"\\]|\\.)*"|[^"\]])*)\])?', re.DOTALL)
SETTING = re.compile(rf"({WORD})\s*=\s*({WORD})", re.DOTALL)
LINES = re.compile(r"((?:[^\\]|\\[^nlr])*?)\\([nlr])|(.+)", re.DOTALL)

# Graphviz's own measures; those of the letters are what it makes of the fonts that stand in for Helvetica.
INCH = 72
LINE_HEIGHT = 1.24
RISE = 0.05  # of a line above the middle of its box
CORNER = 12
PAD = "0.0555"
NODE = {"label": "\\N", "width": "0.75", "height": "0.5", "fontsize": "14", "shape": "ellipse"}
FONTS = {"Helvetica": "Helvetica,sans-Serif", "": "Times,serif"}


# The corners of the curves round a box, each by its place across and down among the six along a side.
ROUND = "30 30 20 20 10 01 02 02 03 03 04 15 25 25 35 35 45 54 53 53 52 52 51 40 30"


class Dot:
    """A digraph as DOT, with as much of graphviz.Digraph as draws a picture: for where that is not installed."""

    def __init__(self, name: str, *, graph_attr: Attributes, node_attr: Attributes, edge_attr: Attributes, **_: Any):
        self.name, self.graph_attr = name, dict(graph_attr)
        self._statements = [_statement("node", node_attr), _statement("edge", edge_attr)]

    def node(self, name: str, label: str, **attributes: str) -> None:
        """Add a node."""
        self._statements.append(_statement(_quoted(name), {"label": label, **attributes}))

    def edge(self, tail: str, head: str, **attributes: str) -> None:
        """Add an edge."""
        self._statements.append(_statement(f"{_quoted(tail)} -> {_quoted(head)}", attributes))

    @property
    def source(self) -> str:
        """Return the picture in DOT."""
        return "\n".join([f"digraph {self.name} {{", _statement("graph", self.graph_attr), *self._statements, "}\n"])


def _statement(what: str, attributes: Attributes) -> str:
    return f"\t{what} [{' '.join(f'{_quoted(name)}={_quoted(value)}' for name, value in attributes.items())}]"


def _quoted(text: str) -> str:
    escaped = text.replace('"', '\\"')
    return f'"{escaped}"'


def written(source: str) -> str:
    """Return the SVG that Graphviz draws of shapes and lines with a ``pos``, each with its id and class."""
    graph, known, edges = _read(source)
    nodes = {name: _Shape(name, of) for name, of in known.items() if "pos" in of}
    lines = [_Lines(f"{tail}->{head}", of, nodes.get(tail), nodes.get(head)) for tail, head, of in edges]
    parts: list[_Lines | _Shape] = [*lines, *nodes.values()]
    points = [point for part in parts for point in part.reach()] or [(0.0, 0.0)]
    left, low = min(x for x, _ in points), min(y for _, y in points)
    corner = max(x for x, _ in points) - left, max(y for _, y in points) - low
    title = source[: source.index("{")].partition(" ")[2].strip(' "')
    sheet = _sheet(graph, escape(title), corner)
    return "\n".join([sheet, *(part.svg((left, low)) for part in parts), "</g>\n</svg>\n"])


def _sheet(of: Attributes, title: str, corner: Point) -> str:
    """Return how the SVG of a picture from (0, 0) to a corner begins: its size, its place and its paper."""
    pad = INCH * float(of.get("pad", PAD))
    right, high = corner[0] + pad, corner[1] + pad
    width, height = round(right + pad), round(high + pad)
    paper = _points([(-pad, -pad), (-pad, high), (right, high), (right, -pad)])
    return (
        f'<svg width="{width}pt" height="{height}pt" viewBox="0.00 0.00 {width:.2f} {height:.2f}"'
        ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">\n'
        f'<g{_named(of, "graph")} transform="scale(1 1) rotate(0) translate({pad:g} {high:.2f})">\n'
        f'<title>{title}</title>\n<polygon fill="{_paint(of.get("bgcolor", "white"))}" stroke="none" points="{paper}"/>'
    )


def _read(source: str) -> tuple[Attributes, dict[str, dict[str, str]], list[tuple[str, str, Attributes]]]:
    """Return a picture's own attributes, its nodes, and its edges as Graphviz draws them: by where they begin."""
    defaults: dict[str, dict[str, str]] = {"graph": {}, "node": dict(NODE), "edge": {}}
    nodes: dict[str, dict[str, str]] = {}
    edges = []
    for tail, head, settings in STATEMENT.findall(source, source.index("{") + 1):
        given = {_bare(name): _bare(value) for name, value in SETTING.findall(settings)}
        if tail in defaults:
            defaults[tail].update(given)
        elif head:
            edges.append((_bare(tail), _bare(head), {**defaults["edge"], **given}))
        else:
            nodes.setdefault(_bare(tail), dict(defaults["node"])).update(given)
    place = {name: number for number, name in enumerate(nodes)}
    return defaults["graph"], nodes, sorted(edges, key=lambda edge: place.get(edge[0], len(place)))


def _bare(word: str) -> str:
    return word[1:-1].replace('\\"', '"') if word[0] == '"' else word


def _paint(colour: str) -> str:
    return "none" if colour == "transparent" else escape(colour)


def _named(of: Attributes, kind: str) -> str:
    """Return the id, where there is one, and the class of a group."""
    own = f' id="{escape(of["id"])}"' if "id" in of else ""
    return f'{own} class="{escape(" ".join(filter(None, (kind, of.get("class")))))}"'


def _group(kind: str, of: Attributes, name: str, inside: Iterable[str]) -> str:
    return "\n".join([f"<g{_named(of, kind)}>", f"<title>{escape(name)}</title>", *inside, "</g>"])


def _points(points: Iterable[Point]) -> str:
    """Return a closed line as SVG has it, with y downwards."""
    corners = list(points)
    return " ".join([f"{x:.2f},{-y:.2f}" for x, y in (*corners, corners[0])])


def _curve(points: Iterable[Point]) -> str:
    first, *rest = [f"{x:.2f},{-y:.2f}" for x, y in points]
    return f"M{first}C{' '.join(rest)}"


def _pen(of: Attributes, fill: str) -> str:
    width = of.get("penwidth", "1")
    dashes = ' stroke-dasharray="5,2"' if "dashed" in of.get("style", "") else ""
    stroke = "none" if of.get("shape") == "plaintext" else _paint(of.get("color", "black"))
    return f'fill="{fill}" stroke="{stroke}"' + (f' stroke-width="{width}"' if width != "1" else "") + dashes


def _lines_of(label: str) -> list[tuple[str, str]]:
    """Return the lines of a label, each with the letter that says how it is aligned: n, l or r."""
    lines = [(match[1] or match[3], match[2] or "n") for match in LINES.finditer(label)]
    return [(unescape(re.sub(r"\\(.)", r"\1", line)), side) for line, side in lines] or [("", "n")]


def _letters(of: Attributes, middle: Point, width: float, lines: list[tuple[str, str]]) -> list[str]:
    """Return the texts of a label in the middle of so wide a box."""
    size = float(of.get("fontsize", "14"))
    family, _, face = of.get("fontname", "").partition("-")
    look = f'font-family="{FONTS.get(family, family)}"' + (' font-weight="bold"' if face == "Bold" else "")
    ink = "" if of.get("fontcolor", "black") == "black" else f' fill="{_paint(of["fontcolor"])}"'
    top = -middle[1] - LINE_HEIGHT * size * len(lines) / 2 + size * (1 - RISE)
    anchors = {"n": ("middle", middle[0]), "l": ("start", middle[0] - width / 2), "r": ("end", middle[0] + width / 2)}
    found = []
    for number, (text, side) in enumerate(lines):
        anchor, x = anchors[side]
        y = top + number * LINE_HEIGHT * size
        if text:  # Graphviz writes no empty texts
            found.append(
                f'<text xml:space="preserve" text-anchor="{anchor}" x="{x:.2f}" y="{y:.2f}" {look}'
                f' font-size="{size:.2f}"{ink}>{escape(text, quote=False)}</text>'
            )
    return found


class _Shape:
    """A node: a triangle, a box, an ellipse or mere text, at its place."""

    def __init__(self, name: str, of: Attributes) -> None:
        self.name, self.of = name, of
        x, y = of["pos"].rstrip("!").split(",")
        self.middle = float(x), float(y)
        self.lines = _lines_of(of["label"].replace("\\N", name.replace("\\", "\\\\")))
        self.width, self.height = INCH * float(of["width"]), INCH * float(of["height"])
        if of.get("fixedsize", "false") == "false":
            size = float(of["fontsize"])
            self.width = max(self.width, *(text_width(line, size) for line, _ in self.lines))
            self.height = max(self.height, LINE_HEIGHT * size * len(self.lines))

    def reach(self) -> tuple[Point, Point]:
        """Return two corners of the box that holds it."""
        (x, y), w, h = self.middle, self.width / 2, self.height / 2
        return (x - w, y - h), (x + w, y + h)

    def svg(self, corner: Point) -> str:
        """Return it as SVG, in a picture that begins at this corner."""
        at = self.middle[0] - corner[0], self.middle[1] - corner[1]
        inside = [self._outline(*at), *_letters(self.of, at, self.width, self.lines)]
        if tip := self.of.get("tooltip"):
            words = "&#10;".join(escape(line) for line, _ in _lines_of(tip))
            inside = [f'<g id="a_{escape(self.of["id"])}"><a xlink:title="{words}">', *inside, "</a>\n</g>"]
        return _group("node", self.of, self.name, inside)

    def _outline(self, x: float, y: float) -> str:
        style, w, h = self.of.get("style", ""), self.width / 2, self.height / 2
        colour = self.of.get("fillcolor", self.of.get("color", "lightgrey"))
        fill = _paint(colour) if "filled" in style else "none"
        pen = _pen(self.of, fill)
        match self.of["shape"]:
            case "triangle":
                corners = [(x, y + h), (x - w, y - h / 2), (x + w, y - h / 2)]
            case "invtriangle":
                corners = [(x, y - h), (x + w, y + h / 2), (x - w, y + h / 2)]
            case "ellipse" | "circle":
                return f'<ellipse {pen} cx="{x:.2f}" cy="{-y:.2f}" rx="{w:g}" ry="{h:g}"/>'
            case _ if "rounded" in style:
                return f'<path {pen} d="{_rounded(x, y, w, h)}"/>'
            case _:
                corners = [(x + w, y + h), (x - w, y + h), (x - w, y - h), (x + w, y - h)]
        return f'<polygon {pen} points="{_points(corners)}"/>'


def _rounded(x: float, y: float, w: float, h: float) -> str:
    """Return a box with rounded corners as Graphviz has it, against the clock: each side a curve, and each corner."""
    r = min(CORNER, 2 * min(w, h) / 3)
    bends = (0, r / 2, r)  # along a side: its end, and how far in its corner begins and bends
    across = [x - w + bend for bend in bends] + [x + w - bend for bend in reversed(bends)]
    down = [y + h - bend for bend in bends] + [y - h + bend for bend in reversed(bends)]
    return _curve((across[int(right)], down[int(low)]) for right, low in map(tuple, ROUND.split()))


class _Lines:
    """An edge: the curves that its ``pos`` gives, or a straight line from node to node."""

    def __init__(self, name: str, of: Attributes, tail: _Shape | None, head: _Shape | None) -> None:
        self.name, self.of = name, of
        curves = of.get("pos", "").split(";")
        self.curves = [[_point(point) for point in curve.split()] for curve in curves if curve]
        if not self.curves and tail and head:
            self.curves = [[tail.middle, tail.middle, head.middle, head.middle]]

    def reach(self) -> Iterator[Point]:
        """Return the points it goes by."""
        return (point for curve in self.curves for point in curve)

    def svg(self, corner: Point) -> str:
        """Return it as SVG, in a picture that begins at this corner."""
        pen, (left, low) = _pen(self.of, "none"), corner
        moved = [[(x - left, y - low) for x, y in curve] for curve in self.curves]
        inside = [f'<path {pen} d="{_curve(curve)}"/>' for curve in moved]
        if moved and "label" in self.of:
            (x1, y1), (x2, y2) = moved[0][0], moved[0][-1]
            inside += _letters(self.of, ((x1 + x2) / 2, (y1 + y2) / 2), 0, _lines_of(self.of["label"]))
        return _group("edge", self.of, self.name, inside)


def _point(text: str) -> Point:
    x, y = text.split(",")
    return float(x), float(y)
