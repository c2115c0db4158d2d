"""Pictures of trees and searches: (tree, run, step) to a graphviz.Digraph, and the changes from step to step.

Names
    picture(tree, run=None, step=None, *, theme="light", detail=None, depth=None) -> graphviz.Digraph
    looks(tree, run=None, step=None, *, detail=None, depth=None) -> {id: (class, text)}
    patches(run, *, detail=None, depth=None) -> [[(id, "class" or "text", value), ...] for each event]
    legend(theme) -> graphviz.Digraph        the signs explained, drawn with the same styles
    stylesheet() -> CSS that colours the SVG by class, with variables;  variables(theme) -> their values
    mimebundle(thing) -> what a notebook shows for a Node or a Trace
    svg(digraph) -> str;  render(digraph, "png" | "pdf" | …) -> bytes;  save(digraph, path)

Steps count the events that have happened: 0 is before the first, len(run.events) (or None) is the finished run,
and patches(run)[k] leads from step k to step k + 1.

Ids, from the node's path (the root's path is empty): n-0-1 a node, e-0-1 the edge down to it, w-0-1 the window
beside it, t-0-1 its name, m-0-1 the move on its edge (games only), x-0-1 the double slash on its edge (only where
the run cuts there at some time), s-0-1 the stub below it that stands for what isn't drawn. The SVG has one
<g id=… class=…> for each; looks() lists them all. Names and windows are drawn in full detail only.

A class is the whole attribute: Graphviz's own "node" or "edge", the kind, then the states, in this order:
    n  node (max|min|leaf) (plain|unseen|open|done|pruned) [best] [now] [broken]
    e  edge (plain|unseen|open|done|pruned) [good] [best]
    w  node window (off|open|done) [crossed]
    t  node name (plain|pruned)
    m  node move (plain|pruned)
    x  edge cut (off|on) [deep] [unsound]
    s  node stub (plain|unseen|open|done|pruned) [now]
plain: no search is shown. unseen: not looked at so far. open: on the path being searched. done: returned. pruned:
never looked at, and never will be. good: leads to its parent's best child so far. best: on the best line so far, in
the end the principal variation. now: where the search stands. broken: an error arose here.

A text's lines, split at newlines, are the <text> elements of the group in order; each is always there, a no-break
space where there is nothing to say. A window and a stub have two lines, every other text one.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import TYPE_CHECKING, Any

from minimax_lessons.events import Leaf
from minimax_lessons.layout import tidy
from minimax_lessons.looks import Detail, Extract, Scene, extract, looks, number, patches, plain, scene_at
from minimax_lessons.render import NoGraphviz, render, save, svg
from minimax_lessons.styles import PALETTES, palette, style, stylesheet, variables
from minimax_lessons.trees import Node

if TYPE_CHECKING:
    from graphviz import Digraph

    from minimax_lessons.events import Trace

__all__ = [
    "PALETTES",
    "NoGraphviz",
    "legend",
    "looks",
    "mimebundle",
    "patches",
    "picture",
    "render",
    "save",
    "stylesheet",
    "svg",
    "variables",
]

Point = tuple[float, float]
Attributes = dict[str, str]

FONT = "Helvetica"  # Graphviz knows its bold by name and writes family and weight apart


@dataclass(frozen=True)
class Sizes:
    """The measures of a picture, in pixels."""

    triangle: Point
    leaf: Point
    gap: float  # between siblings
    apart: float  # and further between nodes of a level that are no siblings
    level: float  # from one level to the next
    value: float  # the height of letters
    small: float


SIZES = {
    "full": Sizes((74, 50), (38, 34), 14, 8, 112, 16, 13),
    "compact": Sizes((54, 36), (28, 22), 6, 6, 84, 12, 12),
}


def text_width(text: str, size: float) -> float:
    """Return about how wide a text is; Graphviz measures with whatever fonts the machine has, so it isn't asked."""
    return size * sum(1.0 if unicodedata.east_asian_width(sign) in "WF" else 0.6 for sign in text)


class Plan:
    """Where everything in a picture stands: the same at every step."""

    def __init__(self, drawn: Extract, longest: int) -> None:
        self.drawn = drawn
        self.sizes = sizes = SIZES[drawn.detail]
        self.full = drawn.detail == "full"
        longest_value = text_width("0" * longest, sizes.value)
        width, height = sizes.triangle
        # a triangle is widest at its base; the label stands on a third of its height, with a sign before the value
        room = 2 / 3 - 0.36 * sizes.value / height
        self.triangle = (max(width, (longest_value + sizes.value + 8) / room), height)
        self.leaf = (max(sizes.leaf[0], longest_value + 12), sizes.leaf[1])
        self.window = text_width("α " + "0" * max(2, longest), sizes.small)
        self.x = tidy(drawn.root, drawn.children, self._reach, apart=sizes.apart)
        self.top = len(drawn.root.path)

    def size(self, node: Node) -> Point:
        """Return the width and height of a node's shape."""
        return self.triangle if node.children else self.leaf

    def at(self, node: Node) -> Point:
        """Return the middle of a node's shape."""
        return self.x[node], (self.top - len(node.path)) * self.sizes.level

    def name_at(self, node: Node) -> Point:
        """Return the middle of a node's name: at the free corner beside a triangle's tip, or below a leaf."""
        (x, y), (_, height) = self.at(node), self.size(node)
        if not node.children:
            return x, y - height / 2 - 10
        lift = height / 2 - 8
        return x - self._beside(16) - text_width(node.name, self.sizes.small) / 2, y + (lift if node.is_max else -lift)

    def window_at(self, node: Node) -> Point:
        """Return the middle of a node's window, on the other side of the tip."""
        x, y = self.at(node)
        lift = self.sizes.triangle[1] / 2 - 16
        return x + self._beside(32) + self.window / 2, y + (lift if node.is_max else -lift)

    def _beside(self, height: float) -> float:
        """Return how far from its middle line a triangle is left behind, so high from the tip."""
        return self.triangle[0] / 2 * height / self.triangle[1] + 5

    def edge(self, node: Node) -> tuple[Point, Point]:
        """Return where the edge down to a node begins and ends."""
        parent = self.parents[node]
        (x1, y1), (x2, y2) = self.at(parent), self.at(node)
        return (x1, y1 - self.size(parent)[1] / 2), (x2, y2 + self.size(node)[1] / 2)

    @cached_property
    def parents(self) -> dict[Node, Node]:
        return {child: node for node in self.drawn.nodes for child in node.children}

    def _reach(self, node: Node) -> Point:
        """Return how far a node and what stands beside it reach to the left and right, with half the gap between."""
        half = self.size(node)[0] / 2
        left, right = [half], [half]
        if self.full and node.children:
            left.append(self._beside(16) + text_width(node.name, self.sizes.small))
            right.append(self._beside(32) + self.window)
        if node.position is not None and node is not self.drawn.root:
            left.append(text_width(plain(node.move, 12), self.sizes.small) / 2)
            right.append(left[-1])
        if node in self.drawn.left_out:
            left.append(24)
            right.append(24)
        return max(left) + self.sizes.gap / 2, max(right) + self.sizes.gap / 2


def picture(
    tree: Node,
    run: Trace | None = None,
    step: int | None = None,
    *,
    theme: str = "light",
    detail: Detail | None = None,
    depth: int | None = None,
) -> Digraph:
    """Return the picture of a tree, or of a run on it after so many steps, as a graphviz.Digraph to draw or to change.

    Small trees are drawn in full detail, larger ones compact, of huge ones only the top; ``detail`` ("full" or
    "compact") and ``depth`` (moves below the root) say otherwise.
    """
    if run is not None and run.tree is not tree and run.tree != tree:
        raise ValueError("this run was on another tree: draw it with picture(run.tree, run)")
    drawn = extract(tree, detail, depth)
    scene = scene_at(drawn, run, step)
    plan = Plan(drawn, _longest(drawn, run))
    digraph = _empty("tree", theme)
    for node in drawn.nodes:
        for name, (classes, text) in scene.looks([node]):
            _DRAW[name[0]](digraph, plan, node, text, _attributes(name, classes, theme))
    return digraph


def _longest(drawn: Extract, run: Trace | None) -> int:
    """Return how many signs the longest value has that the picture will ever show."""
    values = {node.value for node in drawn.nodes}
    if run:
        values.update(event.value for event in run.events if isinstance(event, Leaf))
    return max(len(number(value)) for value in values)


def _empty(name: str, theme: str) -> Digraph:
    from graphviz import Digraph

    return Digraph(
        name,
        engine="neato",
        graph_attr={
            "id": name,
            "class": "lm-tree",
            "layout": "nop2",  # whatever program draws it, everything stays where its pos says
            "outputorder": "edgesfirst",
            "bgcolor": palette(theme)["paper"],
            "pad": "0.1",
        },
        node_attr={"fontname": FONT, "margin": "0"},
        edge_attr={"arrowhead": "none"},
    )


def _attributes(name: str, classes: str, theme: str) -> Attributes:
    """Return the Graphviz attributes of an element with these classes."""
    look, colours = style(classes), {"none": "transparent", **palette(theme)}
    own_class = classes.partition(" ")[2]  # Graphviz itself puts "node" or "edge" before
    attributes = {"id": name, "class": own_class, "color": colours[look.stroke or "none"]}
    if look.width:
        attributes["penwidth"] = f"{look.width:g}"
    if look.dashed:
        attributes["style"] = "dashed"
    if classes.startswith("node"):
        attributes["fontcolor"] = colours[look.text or "none"]
        attributes["fillcolor"] = colours[look.fill or "none"]
        if look.bold:
            attributes["fontname"] = f"{FONT}-Bold"
    return attributes


def _label(text: str, *, end: str = "\\n") -> str:
    """Return a label that Graphviz draws exactly as it is written."""
    from graphviz import escape, nohtml

    lines = [str(escape(line.replace("&", "&amp;"))) for line in text.split("\n")]
    return nohtml(end.join(lines) + (end if end != "\\n" else ""))


def _pin(point: Point) -> str:
    return f"{point[0]:.1f},{point[1]:.1f}"


def _inches(pixels: float) -> str:
    return f"{pixels / 72:.3f}"


def _line(begin: Point, end: Point) -> str:
    """Return a straight line as Graphviz writes curves: two ends and two points between."""
    (x1, y1), (x2, y2) = begin, end
    third = ((2 * x1 + x2) / 3, (2 * y1 + y2) / 3), ((x1 + 2 * x2) / 3, (y1 + 2 * y2) / 3)
    return " ".join(map(_pin, (begin, *third, end)))


def _draw_node(digraph: Digraph, plan: Plan, node: Node, text: str, attributes: Attributes) -> None:
    (x, y), (width, height) = plan.at(node), plan.size(node)
    styles = ["filled", attributes.pop("style", "")]
    shape = "triangle" if node.is_max else "invtriangle"
    if not node.children:
        shape = "box"
        styles.append("rounded")
    else:
        y += -height / 6 if node.is_max else height / 6
        height *= 4 / 3  # Graphviz measures a triangle by the box around its circle
    digraph.node(
        node.name,
        _label(text),
        shape=shape,
        pos=_pin((x, y)),
        width=_inches(width),
        height=_inches(height),
        fixedsize="true",
        fontsize=f"{plan.sizes.value:g}",
        style=",".join(filter(None, styles)),
        **attributes,
    )


def _draw_text(
    digraph: Digraph, name: str, text: str, middle: Point, size: float, attributes: Attributes, *, lines: int = 1, **more: str
) -> None:
    height = _inches(1.3 * size * lines)
    digraph.node(
        name, text, shape="plaintext", pos=_pin(middle), height=height, fontsize=f"{size:g}", **more, **attributes
    )


def _draw_name(digraph: Digraph, plan: Plan, node: Node, text: str, attributes: Attributes) -> None:
    _draw_text(digraph, f"{node.name} name", _label(text), plan.name_at(node), plan.sizes.small, attributes, width="0.1")


def _draw_window(digraph: Digraph, plan: Plan, node: Node, text: str, attributes: Attributes) -> None:
    label = _label(text, end="\\l")
    width = _inches(plan.window)
    _draw_text(digraph, f"{node.name} window", label, plan.window_at(node), plan.sizes.small, attributes, lines=2, width=width)


def _draw_stub(digraph: Digraph, plan: Plan, node: Node, text: str, attributes: Attributes) -> None:
    x, y = plan.at(node)
    middle = x, y - plan.size(node)[1] / 2 - 20
    _draw_text(digraph, f"below {node.name}", _label(text), middle, plan.sizes.small, attributes, width="0.1")


def _draw_move(digraph: Digraph, plan: Plan, node: Node, text: str, attributes: Attributes) -> None:
    (x1, y1), (x2, y2) = plan.edge(node)
    middle = x1 + 0.62 * (x2 - x1), y1 + 0.62 * (y2 - y1)
    attributes["style"] = "filled"
    if text != (whole := plain(node.move, 500)):
        attributes["tooltip"] = _label(whole)
    _draw_text(digraph, f"{node.name} move", _label(text), middle, plan.sizes.small, attributes, width="0.1")


def _draw_edge(digraph: Digraph, plan: Plan, node: Node, text: str, attributes: Attributes) -> None:
    digraph.edge(plan.parents[node].name, node.name, pos=_line(*plan.edge(node)), **attributes)


def _draw_cut(digraph: Digraph, plan: Plan, node: Node, text: str, attributes: Attributes) -> None:
    begin, end = plan.edge(node)
    digraph.edge(plan.parents[node].name, node.name, pos=_slashes(begin, end), **attributes)


def _slashes(begin: Point, end: Point) -> str:
    """Return two short strokes across a line, as // or, where the line itself slants that way, as \\\\."""
    (x1, y1), (x2, y2) = begin, end
    length = hypot(x2 - x1, y2 - y1)
    dx, dy = 8.2, 5.0 if x2 >= x1 else -5.0
    strokes = []
    for place in (0.36 - 3.5 / length, 0.36 + 3.5 / length):
        x, y = x1 + place * (x2 - x1), y1 + place * (y2 - y1)
        strokes.append(_line((x - dx, y - dy), (x + dx, y + dy)))
    return ";".join(strokes)


_DRAW = {
    "n": _draw_node,
    "t": _draw_name,
    "w": _draw_window,
    "s": _draw_stub,
    "m": _draw_move,
    "e": _draw_edge,
    "x": _draw_cut,
}
