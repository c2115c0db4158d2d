"""Pictures of trees, and of searches after so many steps, as shapes and strokes."""

# Steps count the events that have happened: 0 is before the first, len(run.events) (or None) is the
# finished run. styles.py lists the ids and classes of the elements.

from __future__ import annotations

from base64 import b64encode
from html import escape as escape_html
from typing import TYPE_CHECKING, Any

from minimax_lessons.drawing.appearance import Appearance, Look, appearance_at
from minimax_lessons.drawing.marks import Ink, Outline, Picture, Shape, Strokes
from minimax_lessons.drawing.plan import (
    Line,
    Plan,
    Point,
    Size,
    VisibleTree,
    text_width,
    visible_tree,
)
from minimax_lessons.drawing.rendering import svg
from minimax_lessons.drawing.styles import style
from minimax_lessons.events import Leaf, Remembered
from minimax_lessons.labels import number_text, plain
from minimax_lessons.palette import CLEAR, palette
from minimax_lessons.trees import Node

if TYPE_CHECKING:
    from minimax_lessons.tracing.run import Trace

__all__ = ["FOLLOWS_THEME", "image", "mimebundle", "picture", "picture_of"]

LARGE = 100_000  # characters of SVG: a notebook keeps no more than this twice
ROOMY = 1.4  # the width of a window's box for each unit of its text: enough for any font


def picture(
    tree: Node | VisibleTree,
    run: Trace | None = None,
    step: int | None = None,
    *,
    theme: str = "light",
) -> Picture:
    """Return the picture of a tree, or of a run on it after so many steps.

    Small trees are drawn in full detail, larger ones compact, of huge ones only the top; a
    ``visible_tree`` with other choices can be given instead.
    """
    visible = visible_tree(tree)
    if run is not None and run.tree is not visible.root and run.tree != visible.root:
        raise ValueError("this run was on another tree: draw it with picture(run.tree, run)")
    return picture_of(appearance_at(visible, run, step), theme)


def picture_of(appearance: Appearance, theme: str = "light") -> Picture:
    """Return the picture of a tree or a run as it looks now."""
    visible = appearance.drawn
    sketch = _Sketch(Plan(visible, _longest(visible, appearance.run)), theme)
    elements = [
        sketch.element(node, name, look)
        for node in visible.nodes
        for name, look in appearance.looks(node)
    ]
    return Picture(tuple(elements), sketch.colors["paper"])


def _longest(visible: VisibleTree, run: Trace | None) -> int:
    """Return the number of characters of the longest value that the picture will ever show."""
    values = {node.value for node in visible.nodes}
    if run:
        values.update(event.value for event in run.events if isinstance(event, Leaf | Remembered))
    return max(len(number_text(value)) for value in values)


class _Sketch:
    """Makes the elements of a picture, each at its place in the plan and in the theme's colors."""

    def __init__(self, plan: Plan, theme: str) -> None:
        self.plan = plan
        self.colors = {"none": "transparent", **palette(theme)}

    def element(self, node: Node, name: str, look: Look) -> Shape | Strokes:
        """Return an element of a node by the letter that its id begins with."""
        plan = self.plan
        match name[0]:
            case "n":
                return self._outline(node, name, look)
            case "e":
                return self._strokes(node, name, look, [plan.edge(node)])
            case "x":
                return self._strokes(node, name, look, plan.slashes(node))
            case "t":
                return self._text(f"{node.name} name", name, look, plan.name_center(node))
            case "w":
                return self._window(f"{node.name} window", name, look, plan.window_center(node))
            case "m":
                title, center = f"{node.name} move", plan.move_center(node)
                return self._text(title, name, look, center, full_text=plain(node.move, 500))
            case _:
                return self._text(f"below {node.name}", name, look, plan.stub_center(node))

    def _outline(self, node: Node, name: str, look: Look) -> Shape:
        """Return a triangle or a box with its text inside."""
        center, size = self.plan.center(node), self.plan.size(node)
        outline: Outline = "box"
        if node.children:  # Graphviz measures a triangle by a box that reaches beyond its base
            outline = "triangle" if node.is_max else "invtriangle"
            center = center.moved(0, -size.height / 6 if node.is_max else size.height / 6)
            size = Size(size.width, size.height * 4 / 3)
        return Shape(
            title=node.name,
            id=name,
            classes=_own_classes(look),
            outline=outline,
            center=center,
            size=size,
            lines=_lines(look),
            letters=self.plan.measures.value,
            ink=self._ink(look),
        )

    def _text(
        self, title: str, name: str, look: Look, center: Point, *, full_text: str = ""
    ) -> Shape:
        """Return lines of text around a center; a text that was shortened gets a tooltip."""
        width = max(text_width(line, self.plan.measures.small) for line in _lines(look))
        tooltip = "" if full_text == look[1] else full_text
        return self._plain(title, name, look, center, width, tooltip=tooltip)

    def _window(self, title: str, name: str, look: Look, center: Point) -> Shape:
        """Return the bounds of a window, which begin where its box does, whatever the font."""
        width = ROOMY * self.plan.window_width
        center = center.moved((width - self.plan.window_width) / 2, 0)
        return self._plain(title, name, look, center, width, is_left_aligned=True)

    def _plain(
        self, title: str, name: str, look: Look, center: Point, width: float, **layout: Any
    ) -> Shape:
        """Return lines of small letters without an outline."""
        letters, lines = self.plan.measures.small, _lines(look)
        return Shape(
            title=title,
            id=name,
            classes=_own_classes(look),
            outline="plaintext",
            center=center,
            size=Size(width, 1.3 * letters * len(lines)),
            lines=lines,
            letters=letters,
            ink=self._ink(look),
            **layout,
        )

    def _strokes(self, node: Node, name: str, look: Look, lines: list[Line]) -> Strokes:
        """Return straight lines across or along the edge down to a node."""
        return Strokes(
            tail=self.plan.visible.parents[node].name,
            head=node.name,
            id=name,
            classes=_own_classes(look),
            lines=tuple(lines),
            ink=self._ink(look),
        )

    def _ink(self, look: Look) -> Ink:
        properties = style(look[0])
        return Ink(
            stroke=self.colors[properties["stroke"]],
            width=properties["stroke-width"],
            is_dashed=properties["stroke-dasharray"] != "none",
            fill=self.colors[properties["fill"]],
            text=self.colors[properties["text"]] if "text" in properties else "",
            is_bold=properties.get("font-weight") == "bold",
        )


def _own_classes(look: Look) -> str:
    """Return an element's classes without "node" or "edge", which Graphviz puts first."""
    return look[0].partition(" ")[2]


def _lines(look: Look) -> tuple[str, ...]:
    return tuple(look[1].split("\n"))


# In JupyterLab's dark themes this variable is 32, in its light theme 0. There a still gets dark
# fills and light letters, and each colour keeps its hue.
_IS_DARK = "min(1,var(--jp-shadow-base-lightness,0))"
FOLLOWS_THEME = f"filter:invert({_IS_DARK}) hue-rotate(calc({_IS_DARK}*180deg))"


def image(drawn: bytes, alt: str, kind: str = "svg+xml", *, style: str = "") -> str:
    """Return a picture as an HTML image, because JupyterLab strips SVG it doesn't trust."""
    data = b64encode(drawn).decode()
    look = f' style="{style}"' if style else ""
    return f'<img alt="{escape_html(alt)}"{look} src="data:image/{kind};base64,{data}">'


def mimebundle(thing: Node | Trace) -> dict[str, Any]:
    """Return a tree or a run for a notebook: its picture, and its repr as plain text."""
    tree, run = (thing, None) if isinstance(thing, Node) else (thing.tree, thing)
    words = plain(repr(thing), 2_000)
    drawn = svg(picture(tree, run, theme=CLEAR))
    words = "\n".join(filter(None, (words, visible_tree(tree).sentence)))
    shown = image(drawn.encode(), words, style=f"max-width:none;{FOLLOWS_THEME}")
    bundle = {"text/plain": words, "text/html": f'<div style="overflow-x: auto">{shown}</div>'}
    if len(drawn) <= LARGE:
        bundle["image/svg+xml"] = drawn  # for code hosts and whatever else shows no HTML
    return bundle
