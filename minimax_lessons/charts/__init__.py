"""Charts: one description of a figure, drawn by matplotlib, or else as an SVG of our own."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from minimax_lessons.charts.chart import Axis, Band, Bars, Chart, Line, Panel

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Axis", "Band", "Bars", "Chart", "Line", "Panel", "drawn"]


def drawn(chart: Chart) -> Figure:
    """Return matplotlib's figure of a chart; without matplotlib the chart, which draws itself."""
    try:
        from minimax_lessons.charts.by_matplotlib import figure
    except ImportError:
        return cast("Figure", chart)
    return figure(chart)
