"""The pen that Graphviz holds: a picture as a graphviz.Digraph in which every place is pinned."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from minimax_lessons.drawing.marks import PADDING, Ink, Picture, Shape, Strokes
from minimax_lessons.drawing.plan import Line, Point

if TYPE_CHECKING:
    from graphviz import Digraph

__all__ = ["digraph_of"]

FONT = "Helvetica"  # Graphviz knows its bold by name and writes family and weight apart


def digraph_of(picture: Picture) -> Digraph:
    """Return the picture as a graphviz.Digraph, to draw with ``render`` or to change first."""
    from graphviz import Digraph

    digraph = Digraph(
        "tree",
        engine="neato",
        graph_attr={
            "id": "tree",
            "class": "lm-tree",
            "layout": "nop2",  # whatever program draws it, everything stays where its pos says
            "outputorder": "edgesfirst",
            "bgcolor": picture.paper,
            "pad": f"{PADDING:g}",
        },
        node_attr={"fontname": FONT, "margin": "0"},
        edge_attr={"arrowhead": "none"},
    )
    for element in picture.elements:
        if isinstance(element, Shape):
            digraph.node(element.title, _label(element), **_node_attributes(element))
        else:
            digraph.edge(element.tail, element.head, **_edge_attributes(element))
    return digraph


def _node_attributes(shape: Shape) -> dict[str, str]:
    attributes: dict[str, str] = {"shape": shape.outline}
    if shape.tooltip:
        attributes["tooltip"] = _escaped(shape.tooltip)
    if shape.outline != "plaintext":
        attributes["fixedsize"] = "true"
    elif not shape.is_left_aligned:
        attributes["fixedsize"] = "shape"  # whatever fonts the machine has
    attributes |= {
        "pos": _pinned(shape.center),
        "width": f"{shape.size.width / 72:.3f}",  # in inches
        "height": f"{shape.size.height / 72:.3f}",
        "fontsize": f"{shape.letters:g}",
    }
    styles = ["filled"]
    if shape.outline == "box":
        styles.append("rounded")
    return attributes | _shared_attributes(shape, styles)


def _edge_attributes(strokes: Strokes) -> dict[str, str]:
    curves = ";".join(_curve(line) for line in strokes.lines)
    return {"pos": curves, **_shared_attributes(strokes, [])}


def _shared_attributes(element: Shape | Strokes, styles: list[str]) -> dict[str, str]:
    ink: Ink = element.ink
    attributes = {
        "id": element.id,
        "class": element.classes,
        "color": ink.stroke,
        "penwidth": ink.width,
    }
    if ink.is_dashed:
        styles.append("dashed")
    if styles:
        attributes["style"] = ",".join(styles)
    if ink.text:
        attributes["fontcolor"] = ink.text
        attributes["fillcolor"] = ink.fill
    if ink.is_bold:
        attributes["fontname"] = f"{FONT}-Bold"
    return attributes


def _label(shape: Shape) -> str:
    """Return a label that Graphviz draws exactly as written, even <b> and a backslash."""
    lines = [_escaped(line) for line in shape.lines]
    if shape.is_left_aligned:
        return "".join(f"{line}\\l" for line in lines)
    return "\\n".join(lines)


def _escaped(line: str) -> str:
    return escape(line.replace("\\", "\\\\"), quote=False)


def _pinned(point: Point) -> str:
    return f"{point.x:.1f},{point.y:.1f}"


def _curve(line: Line) -> str:
    """Return a straight line as Graphviz writes curves: its two ends and two points between."""
    return " ".join(_pinned(line.point(share)) for share in (0, 1 / 3, 2 / 3, 1))
