"""Pictures of trees and searches: (tree, run, step) to a graphviz.Digraph, and the changes from step to step."""

# Steps count the events that have happened: 0 is before the first, len(run.events) (or None) is the finished run. What
# ids and classes the elements have is told in static/tree.css.

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape as escape_html
from typing import TYPE_CHECKING, Any

from minimax_lessons.drawing.appearance import Look, appearance_at
from minimax_lessons.drawing.labels import number, plain
from minimax_lessons.drawing.plan import Detail, Line, Part, Plan, part_to_draw, text_width
from minimax_lessons.drawing.rendering import svg
from minimax_lessons.drawing.styles import palette, style
from minimax_lessons.events import Leaf, Remembered
from minimax_lessons.trees import Node

if TYPE_CHECKING:
    from graphviz import Digraph

    from minimax_lessons.tracing.run import Trace

__all__ = ["image", "mimebundle", "picture"]

LARGE = 100_000  # signs of SVG: a notebook keeps no more than this twice
ROOMY = 1.4  # so much wider than the texts in them are the boxes of windows
FONT = "Helvetica"  # Graphviz knows its bold by name and writes family and weight apart


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
    drawn = part_to_draw(tree, detail, depth)
    seen = appearance_at(drawn, run, step)
    plan = Plan(drawn, _longest(drawn, run))
    pen = _Pen(plan, theme)
    for node in drawn.nodes:
        for name, look in seen.looks(node):
            pen.draw(node, name, look)
    return pen.digraph


def _longest(drawn: Part, run: Trace | None) -> int:
    """Return how many signs the longest value has that the picture will ever show."""
    values = {node.value for node in drawn.nodes}
    if run:
        values.update(event.value for event in run.events if isinstance(event, Leaf | Remembered))
    return max(len(number(value)) for value in values)


class _Pen:
    """Draws the elements of a plan into a digraph, each at its place, with its id and class and in its colours."""

    def __init__(self, plan: Plan, theme: str) -> None:
        try:
            from graphviz import Digraph
        except ImportError:
            from minimax_lessons.drawing.writer import Dot as Digraph
        self.plan = plan
        self.colours = {"none": "transparent", **palette(theme)}
        self.digraph = Digraph(
            "tree",
            engine="neato",
            graph_attr={
                "id": "tree",
                "class": "lm-tree",
                "layout": "nop2",  # whatever program draws it, everything stays where its pos says
                "outputorder": "edgesfirst",
                "bgcolor": self.colours["paper"],
                "pad": "0.1",
            },
            node_attr={"fontname": FONT, "margin": "0"},
            edge_attr={"arrowhead": "none"},
        )

    def draw(self, node: Node, name: str, look: Look) -> None:
        """Draw one of a node's elements."""
        plan = self.plan
        match name[0]:
            case "n":
                self._shape(node, name, look)
            case "e":
                self._lines(node, name, look, [plan.edge(node)])
            case "x":
                self._lines(node, name, look, plan.slashes(node))
            case "t":
                self._text(f"{node.name} name", name, look, plan.name_at(node))
            case "w":
                self._text(f"{node.name} window", name, look, plan.window_at(node), left_aligned_in=plan.window)
            case "m":
                self._text(f"{node.name} move", name, look, plan.move_at(node), whole=plain(node.move, 500))
            case "s":
                self._text(f"below {node.name}", name, look, plan.stub_at(node))

    def _shape(self, node: Node, name: str, look: Look) -> None:
        """Draw a triangle or a box with its text inside."""
        middle, size, shape = self.plan.at(node), self.plan.size(node), "box"
        if node.children:  # Graphviz measures a triangle by a box that reaches beyond its base
            shape = "triangle" if node.is_max else "invtriangle"
            middle += (-size.imag / 6 if node.is_max else size.imag / 6) * 1j
            size = complex(size.real, size.imag * 4 / 3)
        self._node(node.name, name, look, middle, size, self.plan.sizes.value, fixedsize="true", shape=shape)

    def _text(
        self, title: str, name: str, look: Look, middle: complex, *, left_aligned_in: float = 0, whole: str = ""
    ) -> None:
        """Draw lines of text, centred or left aligned in so wide a box; what was cut off stands in a tooltip."""
        lines, letters = look[1].split("\n"), self.plan.sizes.small
        more = {"tooltip": _label(whole)} if whole not in ("", look[1]) else {}
        if left_aligned_in:  # it begins where its box does, if no font fills the box
            width = ROOMY * left_aligned_in
            middle += (width - left_aligned_in) / 2
        else:
            width = max(text_width(line, letters) for line in lines)
            more["fixedsize"] = "shape"  # whatever fonts the machine has
        size = complex(width, 1.3 * letters * len(lines))
        self._node(title, name, look, middle, size, letters, shape="plaintext", **more)

    def _node(
        self, title: str, name: str, look: Look, middle: complex, size: complex, letters: float, **attributes: str
    ) -> None:
        """Draw something with a text in it."""
        label = _label(look[1], left_aligned=name[0] == "w")
        width, height = f"{size.real / 72:.3f}", f"{size.imag / 72:.3f}"  # in inches
        attributes |= {"pos": _pin(middle), "width": width, "height": height, "fontsize": f"{letters:g}"}
        styles = ["filled", *["rounded"] * (attributes["shape"] == "box")]
        self.digraph.node(title, label, **attributes, **self._attributes(name, look[0], styles))

    def _lines(self, node: Node, name: str, look: Look, lines: Sequence[Line]) -> None:
        """Draw straight lines across or along the edge down to a node."""
        tail, curves = self.plan.drawn.parents[node].name, ";".join(map(_curve, lines))
        self.digraph.edge(tail, node.name, pos=curves, **self._attributes(name, look[0], []))

    def _attributes(self, name: str, classes: str, styles: list[str]) -> dict[str, str]:
        look = style(classes)
        own_class = classes.partition(" ")[2]  # Graphviz itself puts "node" or "edge" before
        attributes = {
            "id": name,
            "class": own_class,
            "color": self.colours[look["stroke"]],
            "penwidth": look["stroke-width"],
        }
        if styles := styles + ["dashed"] * (look["stroke-dasharray"] != "none"):
            attributes["style"] = ",".join(styles)
        if "text" in look:
            attributes["fontcolor"] = self.colours[look["text"]]
            attributes["fillcolor"] = self.colours[look["fill"]]
        if look.get("font-weight") == "bold":
            attributes["fontname"] = f"{FONT}-Bold"
        return attributes


def _label(text: str, *, left_aligned: bool = False) -> str:
    """Return a label that Graphviz draws exactly as the text is written, even <b> and a backslash."""
    lines = [escape_html(line.replace("\\", "\\\\"), quote=False) for line in text.split("\n")]
    return "".join(f"{line}\\l" for line in lines) if left_aligned else "\\n".join(lines)


def _pin(point: complex) -> str:
    return f"{point.real:.1f},{point.imag:.1f}"


def _curve(line: Line) -> str:
    """Return a straight line as Graphviz writes curves: its two ends and two points between."""
    start, end = line
    return " ".join(map(_pin, (start, (2 * start + end) / 3, (start + 2 * end) / 3, end)))


def image(drawn: bytes, alt: str, kind: str = "svg+xml", *, style: str = "") -> str:
    """Return a picture as an HTML image: JupyterLab strips SVG from a notebook it doesn't trust yet, but keeps that."""
    data = b64encode(drawn).decode()
    look = f' style="{style}"' if style else ""
    return f'<img alt="{escape_html(alt)}"{look} src="data:image/{kind};base64,{data}">'


def mimebundle(thing: Node | Trace) -> dict[str, Any]:
    """Return what a notebook shows for a tree or a run: its picture, and its repr where there can be none."""
    tree, run = (thing, None) if isinstance(thing, Node) else (thing.tree, thing)
    words = plain(repr(thing), 2_000)
    drawn = svg(picture(tree, run))
    words = "\n".join(filter(None, (words, part_to_draw(tree).sentence)))
    shown = image(drawn.encode(), words, style="max-width: none")
    bundle = {"text/plain": words, "text/html": f'<div style="overflow-x: auto">{shown}</div>'}
    if len(drawn) <= LARGE:
        bundle["image/svg+xml"] = drawn  # for code hosts and whatever else shows no HTML
    return bundle
