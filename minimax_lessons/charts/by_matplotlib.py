"""Charts drawn by matplotlib."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import singledispatch
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.axis import Axis as Side
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter, StrMethodFormatter

from minimax_lessons.charts.chart import Axis, Band, Bars, Chart, Label, Line, Mark, Panel, Rule
from minimax_lessons.drawing.styles import palette

__all__ = ["figure"]

FAINT = 0.25


def figure(chart: Chart) -> Figure:
    """Return the figure of a chart."""
    colours = palette(chart.theme)
    with _style(colours):
        size, number = (chart.width, chart.height), len(chart.panels)
        made, sides = plt.subplots(1, number, figsize=size, sharey=True, squeeze=False, layout="constrained")
        for axes, panel in zip(sides[0], chart.panels, strict=True):
            for mark in panel.marks:
                _draw(mark, axes, colours)
            _set_up(axes, panel)
        _set_up_height(sides[0][0], chart.panels[0].y)
        if chart.above:
            lines = sides[0][0].get_lines()[: len(chart.above)]
            made.legend(lines, chart.above, loc="outside upper center", ncols=len(chart.above))
    plt.close(made)  # or a notebook would show it twice
    return made


def _set_up(axes: Axes, panel: Panel) -> None:
    axes.set(xlabel=panel.x.label, title=panel.title)
    _set_up_side(axes.xaxis, panel.x)
    if panel.x.limits:
        axes.set_xlim(*panel.x.limits)
    if panel.legend:
        axes.legend()


def _set_up_height(axes: Axes, axis: Axis) -> None:
    axes.set_ylabel(axis.label)
    if axis.log:
        axes.set_yscale("log")
    _set_up_side(axes.yaxis, axis)
    if axis.limits:
        axes.set_ylim(*axis.limits)


def _set_up_side(side: Side, axis: Axis) -> None:
    side.set_major_formatter(PercentFormatter(1) if axis.percent else StrMethodFormatter("{x:,.0f}"))
    if axis.ticks is not None:
        side.set_ticks(axis.ticks, axis.names)
    elif not axis.log:
        side.set_major_locator(MaxNLocator(integer=not axis.percent))


@singledispatch
def _draw(mark: Mark, axes: Axes, colours: dict[str, str]) -> None:
    raise TypeError(mark)


@_draw.register
def _(mark: Line, axes: Axes, colours: dict[str, str]) -> None:
    colour = colours[mark.colour]
    look: dict[str, Any] = {"color": colour, "markersize": mark.size, "linewidth": mark.width}
    if mark.marker == "|":
        look["markeredgewidth"] = 3
    if mark.faint:
        look |= {"markerfacecolor": (colour, FAINT), "markeredgecolor": colour}
    if mark.label:
        look["label"] = mark.label
    axes.plot(mark.x, mark.y, mark.marker + mark.dash, **look)


@_draw.register
def _(mark: Band, axes: Axes, colours: dict[str, str]) -> None:
    colour = colours[mark.colour]
    axes.fill_between(mark.x, mark.low, mark.high, color=colour, alpha=FAINT, linewidth=0, label=mark.label)


@_draw.register
def _(mark: Bars, axes: Axes, colours: dict[str, str]) -> None:
    if mark.lying:
        bars = axes.barh(mark.at, mark.lengths, color=colours[mark.colour], height=mark.thick)
    else:
        bars = axes.bar(mark.at, mark.lengths, color=colours[mark.colour], width=mark.thick)
    axes.bar_label(bars, mark.words, padding=3)


@_draw.register
def _(mark: Label, axes: Axes, colours: dict[str, str]) -> None:
    axes.annotate(mark.text, (mark.x, mark.y), (0, 6), textcoords="offset points", ha="center")


@_draw.register
def _(mark: Rule, axes: Axes, colours: dict[str, str]) -> None:
    line = axes.axvline if mark.upright else axes.axhline
    line(mark.at, color=colours[mark.colour], linestyle="--", label=mark.label or None)


def _style(colours: dict[str, str]) -> AbstractContextManager[None]:
    """Return a context in which figures have the theme's colours, an opaque paper, and letters large enough to read."""
    look: dict[Any, Any] = {
        "axes.grid": True,
        "axes.axisbelow": True,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "grid.color": colours["line"],
        "grid.alpha": 0.35,
        "legend.edgecolor": colours["line"],
        "lines.linewidth": 2,
        "lines.markersize": 7,
        "font.size": 11,  # points, so 15 pixels
        "axes.titlesize": 12,
        "figure.dpi": 100,
        "savefig.dpi": 100,
    }
    inked = "text.color", "axes.labelcolor", "xtick.color", "ytick.color", "axes.edgecolor"
    papered = "figure.facecolor", "axes.facecolor", "savefig.facecolor", "legend.facecolor"
    look.update(dict.fromkeys(inked, colours["ink"]) | dict.fromkeys(papered, colours["paper"]))
    return plt.rc_context(look)
