"""What a chart shows: panels with axes and marks; nothing of how it is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

__all__ = ["Axis", "Band", "Bars", "Chart", "Label", "Line", "Mark", "Panel", "Rule"]

Dash = Literal["-", "--", ":", ""]  # the last one for points alone


@dataclass(frozen=True)
class Axis:
    """One side of a panel; its numbers are whole, or shares."""

    label: str = ""
    log: bool = False
    ticks: Sequence[float] | None = None  # where there are numbers; None for round ones
    names: Sequence[str] | None = None  # what stands at the ticks instead
    percent: bool = False
    limits: tuple[float, float] | None = None  # the first one larger: it runs backwards


@dataclass(frozen=True)
class Line:
    """Points with a marker each (s o ^ D v P X |), joined or not."""

    x: Sequence[float]
    y: Sequence[float]
    colour: str  # a name of the theme's
    marker: str = ""
    dash: Dash = "-"
    label: str = ""
    size: float = 7  # of the markers, in points
    width: float = 2
    faint: bool = False  # so that it is darker where many lie on one another


@dataclass(frozen=True)
class Band:
    """What lies between two lines."""

    x: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]
    colour: str
    label: str = ""


@dataclass(frozen=True)
class Bars:
    """A bar from 0 to each length, upright unless they lie, with a word at its end."""

    at: Sequence[float]
    lengths: Sequence[float]
    colour: str
    words: Sequence[str]
    thick: float = 0.7
    lying: bool = False


@dataclass(frozen=True)
class Label:
    """A word above a point."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Rule:
    """A dashed line across the whole panel."""

    at: float
    colour: str
    upright: bool = False
    label: str = ""


Mark = Line | Band | Bars | Label | Rule


@dataclass(frozen=True)
class Panel:
    """Marks over a pair of axes, in the order in which they are drawn; a legend names those with a label."""

    x: Axis
    y: Axis
    marks: Sequence[Mark]
    title: str = ""
    legend: bool = False


@dataclass(frozen=True)
class Chart:
    """Panels beside each other, of so many inches together, which have the first one's upward axis."""

    panels: Sequence[Panel]
    width: float
    height: float
    theme: str = "light"
    above: Sequence[str] = ()  # a legend over everything, that names the first panel's first lines

    def __repr__(self) -> str:
        axes = f"{len(self.panels)} Axes" if len(self.panels) > 1 else "1 Axes"
        return f"<Figure size {self.width * 100:.0f}x{self.height * 100:.0f} with {axes}>"

    def _repr_svg_(self) -> str:
        from minimax_lessons.charts.by_svg import svg

        return svg(self)
