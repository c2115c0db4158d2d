"""A chart as data: panels with axes and marks, and nothing about its drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

__all__ = ["Axis", "Band", "Bars", "Chart", "Line", "Mark", "Panel"]

Dash = Literal["-", "--", ":", ""]  # the last one for points alone


@dataclass(frozen=True)
class Axis:
    """One side of a panel; its numbers are whole, or shares."""

    label: str = ""
    log: bool = False
    ticks: Sequence[float] | None = None  # where there are numbers; None for round ones
    names: Sequence[str] | None = None  # what stands at 0, 1, 2 … instead
    percent: bool = False
    limits: tuple[float, float] | None = None  # the first one larger: it runs backwards


@dataclass(frozen=True)
class Line:
    """Points with a marker each (s o ^ D v > < |), joined or not, and words above them."""

    x: Sequence[float]
    y: Sequence[float]
    colour: str  # a name of the theme's
    marker: str = ""
    dash: Dash = "-"
    label: str = ""
    size: float = 7  # of the markers, in points
    width: float = 2
    faint: bool = False  # so that it is darker where many lie on one another
    words: Sequence[str] = ()


@dataclass(frozen=True)
class Band:
    """The area between two lines."""

    x: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]
    colour: str
    label: str = ""


@dataclass(frozen=True)
class Bars:
    """A bar from 0 to each length, upright unless they lie, with a word at its end."""

    places: Sequence[float]
    lengths: Sequence[float]
    colour: str
    words: Sequence[str]
    thick: float = 0.7
    lying: bool = False


Mark = Line | Band | Bars


@dataclass(frozen=True)
class Panel:
    """Marks over a pair of axes, in the order in which they are drawn."""

    x: Axis
    y: Axis
    marks: Sequence[Mark]
    title: str = ""


@dataclass(frozen=True)
class Chart:
    """Panels beside each other with one upward axis, and a legend of the labelled marks above."""

    panels: Sequence[Panel]
    width: float  # in inches
    height: float

    def __repr__(self) -> str:
        axes = f"{len(self.panels)} Axes" if len(self.panels) > 1 else "1 Axes"
        return f"<Figure size {self.width * 100:.0f}x{self.height * 100:.0f} with {axes}>"

    def _repr_svg_(self) -> str:
        from minimax_lessons.charts.by_svg import svg

        return svg(self)
