"""A picture as data: shapes, texts and strokes, each at its place. Two pens draw it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from minimax_lessons.drawing.plan import Line, Point, Size

__all__ = ["PADDING", "Ink", "Outline", "Picture", "Shape", "Strokes"]

Outline = Literal["triangle", "invtriangle", "box", "plaintext"]  # as Graphviz calls them

PADDING = 0.1  # of an inch, round a picture


@dataclass(frozen=True)
class Ink:
    """The colors and the lines of an element."""

    stroke: str
    width: str  # of the stroke
    is_dashed: bool
    fill: str = ""
    text: str = ""  # the color of letters
    is_bold: bool = False


@dataclass(frozen=True, kw_only=True)
class Shape:
    """A node of the picture: a triangle, a box or no outline at all, with lines of text in it."""

    title: str
    id: str
    classes: str  # all but the first one, which Graphviz writes itself
    outline: Outline
    center: Point
    size: Size
    lines: tuple[str, ...]
    letters: float  # their height
    is_left_aligned: bool = False
    tooltip: str = ""
    ink: Ink


@dataclass(frozen=True, kw_only=True)
class Strokes:
    """An edge of the picture: straight lines along or across the way from a node to its child."""

    tail: str
    head: str
    id: str
    classes: str
    lines: tuple[Line, ...]
    ink: Ink


@dataclass(frozen=True)
class Picture:
    """A picture of a tree: whichever pen draws it, everything stands where it says."""

    elements: tuple[Shape | Strokes, ...]
    paper: str  # its color
