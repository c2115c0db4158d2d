"""The look of a picture: the style of each kind of element, in a palette's colours."""

# Ids, from the node's path (the root's path is empty): n-0-1 a node, e-0-1 the edge down to it,
# w-0-1 the window beside it, t-0-1 its name, m-0-1 the move on its edge (games only), x-0-1 the
# double slash on its edge (only where the run cuts there at some time), s-0-1 the stub below it for
# the nodes that aren't drawn. The SVG has one <g id=… class=…> for each; looks() lists them all.
# Names and windows are drawn in full detail only.
#
# A class is the whole attribute: Graphviz's own "node" or "edge", the kind, then the states:
#     n  node (max|min|leaf) (plain|unseen|open|done|pruned) [best] [now] [broken]
#     e  edge (plain|unseen|open|done|pruned) [good] [best]
#     w  node window (off|open|done) [crossed]
#     t  node name (plain|pruned)
#     m  node move (plain|pruned)
#     x  edge cut (off|on) [deep] [unsound]
#     s  node stub (plain|unseen|open|done|pruned) [now]
# plain: no search is shown. unseen: not visited so far. open: on the path being searched.
# done: returned. pruned: never visited. good: leads to its parent's best child so far.
# best: on the best line so far, in the end the principal variation. now: the search is at this
# node, so its edge is open even after the return. broken: an error arose here.
#
# A text's lines, split at newlines, are the <text> elements of the group in order; each is always
# there, with a no-break space for an empty text. A window and a stub have two lines, others one.

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

from minimax_lessons.palette import CLEAR, palette

__all__ = ["DASHES", "style", "stylesheet"]

DASHES = "5,2"  # as Graphviz draws a dashed line


class Rule(NamedTuple):
    """The look of elements that have all of these classes."""

    classes: frozenset[str]
    selector: str
    target: Literal["shape", "text"]
    properties: dict[str, str]  # by their names in CSS; colors by their names in a palette

    @property
    def css(self) -> str:
        """Return the rule as CSS; :where() has no weight, so a later rule overrides it."""
        declarations = ";".join(f"{name}:{_css(value)}" for name, value in self.properties.items())
        element = ":is(path,polygon)" if self.target == "shape" else "text"
        return f".lm-tree :where({self.selector}) {element}{{{declarations}}}"


def _css(value: str) -> str:
    return f"var(--lm-{value})" if value in palette(CLEAR) else value


def _shape(classes: str, **properties: str) -> Rule:
    return _rule(classes, "shape", properties)


def _text(classes: str, **properties: str) -> Rule:
    return _rule(classes, "text", properties)


def _rule(classes: str, target: Literal["shape", "text"], properties: dict[str, str]) -> Rule:
    names = classes.split()
    selector = "".join(f".{name}" for name in names)
    by_css_name = {name.replace("_", "-"): value for name, value in properties.items()}
    return Rule(frozenset(names), selector, target, by_css_name)


GROUND = (
    ".lm-tree>polygon{fill:none;stroke:none}",
    '.lm-tree text{font-family:Helvetica,Arial,"Liberation Sans",sans-serif;text-anchor:middle}',
    ".lm-tree .window text{text-anchor:start}",
)
RULES = (  # a later one overrides those before
    _shape("node", fill="paper", stroke="line", stroke_width="1.25", stroke_dasharray="none"),
    _text("node", fill="ink", font_weight="normal"),
    _shape("edge", fill="none", stroke="line", stroke_width="1.25", stroke_dasharray="none"),
    _shape("node max", fill="max-fill", stroke="max", stroke_width="1.75"),
    _text("node max", font_weight="bold"),
    _shape("node min", fill="min-fill", stroke="min", stroke_width="1.75"),
    _text("node min", font_weight="bold"),
    _shape("node leaf", fill="leaf-fill", stroke="ink", stroke_width="1.5"),
    _text("node leaf", font_weight="bold"),
    _shape("node stub", fill="none", stroke="none"),
    _text("node stub", fill="muted"),
    _shape("node unseen", fill="paper", stroke_width="1.25"),
    _shape("node leaf unseen", stroke="line"),
    _text("node unseen", fill="muted", font_weight="normal"),
    _shape("node open", stroke_width="3"),
    _shape("edge done", stroke="muted"),
    _shape("edge open", stroke="strong", stroke_width="2.5"),
    _shape("edge good", stroke="best", stroke_width="2.5"),
    _shape("edge best", stroke="best", stroke_width="5"),
    _shape("node leaf best", stroke="best", stroke_width="3"),
    _shape(
        "node pruned", fill="paper", stroke="pruned", stroke_width="1.25", stroke_dasharray=DASHES
    ),
    _text("node pruned", fill="muted", font_weight="normal"),
    _shape("edge pruned", stroke="pruned", stroke_width="1.25", stroke_dasharray=DASHES),
    _shape("node now", fill="now", stroke="now-line", stroke_width="4"),
    _text("node now", fill="now-ink", font_weight="bold"),
    _shape("node broken", stroke="wrong", stroke_width="4"),
    _shape("node window", fill="none", stroke="none"),
    _text("node window", fill="muted"),
    _text("node window open", fill="strong"),
    _text("node window crossed", fill="crossed", font_weight="bold"),
    _shape("node name", fill="none", stroke="none"),
    _text("node name", fill="muted"),
    _shape("node move", fill="label", stroke="none"),
    _text("node move", fill="ink"),
    _shape("node move pruned", stroke_dasharray="none"),
    _text("node move pruned", fill="muted"),
    _shape("edge cut", stroke="none", stroke_width="3", stroke_dasharray="none"),
    _shape("edge cut on", stroke="cut"),
    _shape("edge cut unsound", stroke="wrong"),
)


def stylesheet() -> str:
    """Return the CSS that draws every picture by the variables of the page around it."""
    return "".join(f"{line}\n" for line in (*GROUND, *(rule.css for rule in RULES)))


@cache
def style(classes: str) -> dict[str, str]:
    """Return the look of an element with these classes: CSS's properties with names of colors.

    The color of letters is called "text", and "fill" is the color of the shape.
    """
    names, look = set(classes.split()), dict[str, str]()
    for rule in RULES:
        if rule.classes <= names:
            properties = dict(rule.properties)
            if rule.target == "text" and "fill" in properties:
                properties["text"] = properties.pop("fill")
            look |= properties
    return look
