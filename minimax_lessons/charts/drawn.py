"""A chart as a figure to show: matplotlib's, or the chart itself where there is no matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from minimax_lessons.charts.chart import Chart

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["drawn"]


def drawn(chart: Chart) -> Figure:
    """Return matplotlib's figure of a chart; without matplotlib the chart, which shows itself as SVG."""
    try:
        from minimax_lessons.charts.by_matplotlib import figure
    except ImportError:
        return cast("Figure", chart)
    return figure(chart)
