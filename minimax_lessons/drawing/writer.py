"""DOT to SVG where Graphviz is not at hand: what it would draw of a picture in which everything has its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape, unescape
from typing import Any

from minimax_lessons.drawing.plan import text_width

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
FONTS = {"Helvetica": "Helvetica,sans-Serif", "": "Times,serif"}
LETTERS = {"fontname": "", "fontsize": "14", "fontcolor": "black"}
PEN = {"penwidth": "1", "style": ""}
DEFAULTS: dict[str, Attributes] = {
    "graph": {"pad": "0.0555", "bgcolor": "white"},
    "node": {
        **LETTERS,
        **PEN,
        "label": "\\N",
        "width": "0.75",
        "height": "0.5",
        "shape": "ellipse",
        "fixedsize": "false",
    },
    "edge": {**LETTERS, **PEN, "pos": ""},
}
# Points are complex numbers, with y upwards as Graphviz has it; these in half a shape's width and height.
BOX = (1 + 1j, -1 + 1j, -1 - 1j, 1 - 1j)
CORNERS = {"triangle": (1j, -1 - 0.5j, 1 - 0.5j), "invtriangle": (-1j, 1 + 0.5j, -1 + 0.5j)}
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
    graph, nodes, edges = _read(source)
    shapes = {name: _Shape(name, of) for name, of in nodes.items() if "pos" in of}
    lines = [(f"{tail}->{head}", of, _curves(of, shapes.get(tail), shapes.get(head))) for tail, head, of in edges]
    points = [point for *_, curves in lines for curve in curves for point in curve]
    points += [corner for shape in shapes.values() for corner in (shape.middle - shape.half, shape.middle + shape.half)]
    left, low = (min((getattr(point, side) for point in points), default=0.0) for side in ("real", "imag"))
    right, high = (max((getattr(point, side) for point in points), default=0.0) for side in ("real", "imag"))
    origin = complex(left, low)
    title = source[: source.index("{")].partition(" ")[2].strip(' "')
    parts = [_sheet(graph, escape(title), complex(right, high) - origin)]
    parts += [_edge(name, of, [[point - origin for point in curve] for curve in curves]) for name, of, curves in lines]
    parts += [shape.svg(shape.middle - origin) for shape in shapes.values()]
    return "\n".join([*parts, "</g>\n</svg>\n"])


def _read(source: str) -> tuple[Attributes, dict[str, dict[str, str]], list[tuple[str, str, Attributes]]]:
    """Return a picture's own attributes, its nodes, and its edges as Graphviz draws them: by where they begin."""
    defaults = {kind: dict(known) for kind, known in DEFAULTS.items()}
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


def _point(text: str) -> complex:
    x, y = text.split(",")
    return complex(float(x), float(y))


def _curves(of: Attributes, tail: _Shape | None, head: _Shape | None) -> list[list[complex]]:
    """Return the curves that an edge's ``pos`` gives, or a straight line from node to node."""
    curves = [[_point(point) for point in curve.split()] for curve in of["pos"].split(";") if curve]
    return curves or ([[tail.middle, tail.middle, head.middle, head.middle]] if tail and head else [])


class _Shape:
    """A node: a triangle, a box, an ellipse or mere text, at its place."""

    def __init__(self, name: str, of: Attributes) -> None:
        self.name, self.of = name, of
        self.middle = _point(of["pos"].rstrip("!"))
        self.lines = _lines_of(of["label"].replace("\\N", name.replace("\\", "\\\\")))
        width, height, size = INCH * float(of["width"]), INCH * float(of["height"]), float(of["fontsize"])
        if of["fixedsize"] == "false":
            width = max(width, *(text_width(line, size) for line, _ in self.lines))
            height = max(height, LINE_HEIGHT * size * len(self.lines))
        self.half = complex(width, height) / 2

    def svg(self, at: complex) -> str:
        """Return it as SVG, with its middle there."""
        inside = [self._outline(at), *_letters(self.of, at, self.half.real, self.lines)]
        if tip := self.of.get("tooltip"):
            words = "&#10;".join(escape(line) for line, _ in _lines_of(tip))
            inside = [f'<g id="a_{escape(self.of["id"])}"><a xlink:title="{words}">', *inside, "</a>\n</g>"]
        return _group("node", self.of, self.name, inside)

    def _outline(self, at: complex) -> str:
        shape, w, h = self.of["shape"], self.half.real, self.half.imag
        colour = self.of.get("fillcolor", self.of.get("color", "lightgrey"))
        pen = _pen(self.of, _paint(colour) if "filled" in self.of["style"] else "none")
        if shape in ("ellipse", "circle"):
            return f'<ellipse {pen} cx="{at.real:.2f}" cy="{-at.imag:.2f}" rx="{w:g}" ry="{h:g}"/>'
        if "rounded" in self.of["style"]:
            return f'<path {pen} d="{_rounded(at, w, h)}"/>'
        corners = [at + complex(corner.real * w, corner.imag * h) for corner in CORNERS.get(shape, BOX)]
        return f'<polygon {pen} points="{_polygon(corners)}"/>'


def _edge(name: str, of: Attributes, curves: list[list[complex]]) -> str:
    inside = [f'<path {_pen(of, "none")} d="{_curve(curve)}"/>' for curve in curves]
    if curves and "label" in of:
        inside += _letters(of, (curves[0][0] + curves[0][-1]) / 2, 0, _lines_of(of["label"]))
    return _group("edge", of, name, inside)


def _sheet(of: Attributes, title: str, corner: complex) -> str:
    """Return how the SVG of a picture from 0 to a corner begins: its size, its place and its paper."""
    pad = INCH * float(of["pad"])
    right, high = corner.real + pad, corner.imag + pad
    width, height = round(right + pad), round(high + pad)
    paper = _polygon([complex(-pad, -pad), complex(-pad, high), complex(right, high), complex(right, -pad)])
    return (
        f'<svg width="{width}pt" height="{height}pt" viewBox="0.00 0.00 {width:.2f} {height:.2f}"'
        ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">\n'
        f'<g{_named(of, "graph")} transform="scale(1 1) rotate(0) translate({pad:g} {high:.2f})">\n'
        f'<title>{title}</title>\n<polygon fill="{_paint(of["bgcolor"])}" stroke="none" points="{paper}"/>'
    )


def _named(of: Attributes, kind: str) -> str:
    """Return the id, where there is one, and the class of a group."""
    own = f' id="{escape(of["id"])}"' if "id" in of else ""
    return f'{own} class="{escape(" ".join(filter(None, (kind, of.get("class")))))}"'


def _group(kind: str, of: Attributes, name: str, inside: Iterable[str]) -> str:
    return "\n".join([f"<g{_named(of, kind)}>", f"<title>{escape(name)}</title>", *inside, "</g>"])


def _pair(point: complex) -> str:
    """Return a point as SVG has it, with y downwards."""
    return f"{point.real:.2f},{-point.imag:.2f}"


def _polygon(corners: Sequence[complex]) -> str:
    return " ".join(map(_pair, (*corners, corners[0])))


def _curve(points: Iterable[complex]) -> str:
    first, *rest = map(_pair, points)
    return f"M{first}C{' '.join(rest)}"


def _rounded(at: complex, w: float, h: float) -> str:
    """Return a box with rounded corners as Graphviz has it, against the clock: each side a curve, and each corner."""
    r = min(CORNER, 2 * min(w, h) / 3)
    bends = (0, r / 2, r)  # along a side: its end, and how far in its corner begins and bends
    across = [at.real - w + bend for bend in bends] + [at.real + w - bend for bend in reversed(bends)]
    down = [at.imag + h - bend for bend in bends] + [at.imag - h + bend for bend in reversed(bends)]
    return _curve(complex(across[int(right)], down[int(low)]) for right, low in map(tuple, ROUND.split()))


def _paint(colour: str) -> str:
    return "none" if colour == "transparent" else escape(colour)


def _pen(of: Attributes, fill: str) -> str:
    stroke = "none" if of.get("shape") == "plaintext" else _paint(of.get("color", "black"))
    width = f' stroke-width="{of["penwidth"]}"' if of["penwidth"] != "1" else ""
    return f'fill="{fill}" stroke="{stroke}"{width}' + ' stroke-dasharray="5,2"' * ("dashed" in of["style"])


def _lines_of(label: str) -> list[tuple[str, str]]:
    """Return the lines of a label, each with the letter that says how it is aligned: n, l or r."""
    lines = [(match[1] or match[3], match[2] or "n") for match in LINES.finditer(label)]
    return [(unescape(re.sub(r"\\(.)", r"\1", line)), side) for line, side in lines] or [("", "n")]


def _letters(of: Attributes, middle: complex, half: float, lines: list[tuple[str, str]]) -> list[str]:
    """Return the texts of a label in the middle of a box of twice this half width."""
    size = float(of["fontsize"])
    family, _, face = of["fontname"].partition("-")
    look = f'font-family="{FONTS.get(family, family)}"' + ' font-weight="bold"' * (face == "Bold")
    ink = "" if of["fontcolor"] == "black" else f' fill="{_paint(of["fontcolor"])}"'
    top = -middle.imag - LINE_HEIGHT * size * len(lines) / 2 + size * (1 - RISE)
    anchors = {"n": ("middle", middle.real), "l": ("start", middle.real - half), "r": ("end", middle.real + half)}
    found = []
    for number, (text, side) in enumerate(lines):
        anchor, x = anchors[side]
        place = f'text-anchor="{anchor}" x="{x:.2f}" y="{top + number * LINE_HEIGHT * size:.2f}"'
        words = f'{look} font-size="{size:.2f}"{ink}>{escape(text, quote=False)}'
        found += [f'<text xml:space="preserve" {place} {words}</text>'] if text else []  # Graphviz writes no empty ones
    return found
