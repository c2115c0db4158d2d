"""Charts drawn by matplotlib."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter, StrMethodFormatter

from minimax_lessons.charts.chart import Axis, Band, Bars, Chart, Line, Mark
from minimax_lessons.palette import PALETTES

__all__ = ["figure"]

FAINT = 0.25


def figure(chart: Chart) -> Figure:
    """Return the figure of a chart."""
    colours = PALETTES["light"]
    with _style(colours):
        size, number = (chart.width, chart.height), len(chart.panels)
        canvas, sides = plt.subplots(
            1, number, figsize=size, sharey=True, squeeze=False, layout="constrained"
        )
        for axes, panel in zip(sides[0], chart.panels, strict=True):
            for mark in panel.marks:
                _draw(mark, axes, colours)
            axes.set_title(panel.title)
            _set_up(axes.xaxis, panel.x)
        _set_up(sides[0][0].yaxis, chart.panels[0].y)
        named = {
            label: mark
            for axes in sides[0]
            for mark, label in zip(*axes.get_legend_handles_labels(), strict=True)
        }
        if named:
            canvas.legend(
                list(named.values()), list(named), loc="outside upper center", ncols=len(named)
            )
    plt.close(canvas)  # or a notebook would show it twice
    return canvas


def _set_up(side: Any, axis: Axis) -> None:
    side.set_label_text(axis.label)
    if axis.log:
        side.axes.set(**{f"{side.axis_name}scale": "log"})
    side.set_major_formatter(
        PercentFormatter(1) if axis.percent else StrMethodFormatter("{x:,.0f}")
    )
    if axis.ticks is not None:
        side.set_ticks(axis.ticks, axis.names)
    elif not axis.log:
        side.set_major_locator(MaxNLocator(integer=not axis.percent))
    if axis.limits:
        side.axes.set(**{f"{side.axis_name}lim": axis.limits})


def _draw(mark: Mark, axes: Axes, colours: dict[str, str]) -> None:
    colour = colours[mark.colour]
    match mark:
        case Line():
            axes.plot(
                mark.x,
                mark.y,
                mark.marker + mark.dash,
                color=colour,
                label=mark.label,
                markersize=mark.size,
                linewidth=mark.width,
                markeredgewidth=3 if mark.marker == "|" else 1,
                markerfacecolor=(colour, FAINT if mark.faint else 1),
            )
            for x, y, word in zip(mark.x, mark.y, mark.words, strict=False):
                axes.annotate(word, (x, y), (0, 6), textcoords="offset points", ha="center")
        case Band():
            axes.fill_between(
                mark.x,
                mark.low,
                mark.high,
                color=colour,
                alpha=FAINT,
                linewidth=0,
                label=mark.label,
            )
        case Bars():
            draw = axes.barh if mark.lying else axes.bar
            axes.bar_label(
                draw(mark.places, mark.lengths, mark.thick, color=colour), mark.words, padding=3
            )


def _style(colours: dict[str, str]) -> AbstractContextManager[None]:
    """Return a context for figures with the theme's colours, opaque paper and large letters."""
    inked = "text.color", "axes.labelcolor", "xtick.color", "ytick.color", "axes.edgecolor"
    papered = "figure.facecolor", "axes.facecolor", "savefig.facecolor", "legend.facecolor"
    look: dict[Any, Any] = dict.fromkeys(inked, colours["ink"]) | dict.fromkeys(
        papered, colours["paper"]
    )
    look |= dict.fromkeys(("grid.color", "legend.edgecolor"), colours["line"])
    return plt.style.context([Path(__file__).with_name("chart.mplstyle"), look])
