"""Charts as Vega-Lite, which JupyterLab and JupyterLite draw by themselves: for where there is no matplotlib."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import singledispatchmethod
from typing import Any

from minimax_lessons.charts.chart import Axis, Band, Bars, Chart, Label, Line, Mark, Panel, Rule
from minimax_lessons.drawing.styles import palette

__all__ = ["MIME", "spec"]

MIME = "application/vnd.vegalite.v5+json"
SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"  # a name for the version: nobody loads it
INCH, BESIDE, BELOW = 100, 110, 90  # pixels: to an inch, and what stands beside and below a panel
LETTERS = 15
FAINT = 0.25
DASHES: dict[str, list[int]] = {"-": [], "--": [7, 4], ":": [2, 4], "": []}
SHAPES = {
    "": "circle",
    "o": "circle",
    "s": "square",
    "D": "diamond",
    "^": "triangle-up",
    "v": "triangle-down",
    "P": "cross",
    "X": "M-1,-.6L-.6,-1L0,-.4L.6,-1L1,-.6L.4,0L1,.6L.6,1L0,.4L-.6,1L-1,.6L-.4,0Z",
    "|": "M-.15,-1H.15V1H-.15Z",
}
MATHS = {r"\lceil ": "⌈", r" \rceil": "⌉", r"\lfloor ": "⌊", r" \rfloor": "⌋", "$": "", "{": "", "}": ""}


def spec(chart: Chart) -> dict[str, Any]:
    """Return the chart in Vega-Lite."""
    colours, number = palette(chart.theme), len(chart.panels)
    size = {"width": INCH * chart.width / number - BESIDE, "height": INCH * chart.height - BELOW}
    height = chart.panels[0].y
    panels = []
    for place, panel in enumerate(chart.panels):
        drawn = _Layers(panel.x, height, _named(panel, chart.above), colours, first=place == 0)
        panels.append(
            {**size, "title": _plain(panel.title), "layer": [each for m in panel.marks for each in drawn.of(m)]}
        )
    return {
        "$schema": SCHEMA,
        "usermeta": {"embedOptions": {"renderer": "svg", "actions": False}},
        "background": colours["paper"],
        "config": _style(colours),
        "hconcat": panels,
        "resolve": {"scale": {"y": "shared"}},
    }


def _named(panel: Panel, above: Sequence[str]) -> dict[str, Line | Band | Rule]:
    """Return what a panel's legend names."""
    if above:
        return dict(zip(above, (mark for mark in panel.marks if isinstance(mark, Line)), strict=False))
    marks = [mark for mark in panel.marks if isinstance(mark, Line | Band | Rule) and mark.label]
    return {_plain(mark.label): mark for mark in marks} if panel.legend else {}


def _style(colours: Mapping[str, str]) -> dict[str, Any]:
    ink, line = colours["ink"], colours["line"]
    words = {"labelColor": ink, "titleColor": ink, "labelFontSize": LETTERS, "titleFontSize": LETTERS}
    axis = {**words, "titleFontWeight": "normal", "gridColor": line, "gridOpacity": 0.35, "domainColor": ink}
    legend = {**words, "title": None, "labelLimit": 0, "symbolOpacity": 1, "orient": "top", "direction": "horizontal"}
    return {
        "font": "Helvetica, Arial, sans-serif",
        "axis": axis,
        "legend": legend,
        "title": {"color": ink, "fontSize": LETTERS + 1},
        "text": {"color": ink, "fontSize": LETTERS},
        "view": {"stroke": None},
    }


class _Layers:
    """Draws marks over a panel's axes, those that its legend names by scales which the legend shows."""

    def __init__(
        self, x: Axis, y: Axis, named: Mapping[str, Line | Band | Rule], colours: Mapping[str, str], *, first: bool
    ) -> None:
        self.colours, self.named = colours, named
        self.sides = {"x": _side(x, written=True), "y": _side(y, written=first)}
        lines = [mark if isinstance(mark, Line) else Line((), (), mark.colour, "s") for mark in named.values()]
        ranges = {
            "color": [colours[line.colour] for line in lines],
            "shape": [SHAPES[line.marker] for line in lines],
            "strokeDash": [DASHES[line.dash] for line in lines],
        }
        self.looks = {channel: {"scale": {"domain": [*named], "range": range_}} for channel, range_ in ranges.items()}

    @singledispatchmethod
    def of(self, mark: Mark) -> list[dict[str, Any]]:
        """Return the layers of a mark."""
        raise TypeError(mark)

    @of.register
    def _(self, mark: Line) -> list[dict[str, Any]]:
        points, colour = _rows(x=mark.x, y=mark.y), self.colours[mark.colour]
        line = {"type": "line", "color": colour, "strokeWidth": mark.width, "strokeDash": DASHES[mark.dash]}
        point = {"type": "point", "color": colour, "shape": SHAPES[mark.marker], "size": (1.4 * mark.size) ** 2}
        point |= {"filled": True, "opacity": FAINT if mark.faint else 1}
        layers = [self._layer(line, points, mark, "color", "strokeDash")] if mark.dash else []
        return layers + ([self._layer(point, points, mark, "color", "shape")] if mark.marker else [])

    @of.register
    def _(self, mark: Band) -> list[dict[str, Any]]:
        area = {"type": "area", "color": self.colours[mark.colour], "opacity": FAINT}
        return [self._layer(area, _rows(x=mark.x, y=mark.low, y2=mark.high), mark, "color")]

    @of.register
    def _(self, mark: Bars) -> list[dict[str, Any]]:
        sides = [[at + side * mark.thick / 2 for at in mark.at] for side in (-1, 1)]
        ends: tuple[Sequence[float], Sequence[float]] = ([0] * len(mark.at), mark.lengths)
        across, up = (ends, sides) if mark.lying else (sides, ends)
        bars = _rows(x=across[0], x2=across[1], y=up[0], y2=up[1])
        x, y = (mark.lengths, mark.at) if mark.lying else (mark.at, mark.lengths)
        place = {"align": "left", "dx": 5, "baseline": "middle"} if mark.lying else {"dy": -9}
        words = self._layer({"type": "text", **place}, _rows(x=x, y=y, text=mark.words))
        return [self._layer({"type": "rect", "color": self.colours[mark.colour]}, bars), words]

    @of.register
    def _(self, mark: Label) -> list[dict[str, Any]]:
        return [self._layer({"type": "text", "dy": -13}, _rows(x=[mark.x], y=[mark.y], text=[mark.text]))]

    @of.register
    def _(self, mark: Rule) -> list[dict[str, Any]]:
        look = {"type": "rule", "color": self.colours[mark.colour], "strokeWidth": 2, "strokeDash": DASHES["--"]}
        return [self._layer(look, [{"x" if mark.upright else "y": mark.at}], mark, "color")]

    def _layer(self, look: Any, rows: list[dict[str, Any]], mark: Mark | None = None, *channels: str) -> dict[str, Any]:
        """Return rows drawn with a look; what the legend names has its look in these channels from there."""
        places = {name: {"field": name, **self.sides.get(name, {})} for name in rows[0] if name != "text"}
        encoding = places | ({"text": {"field": "text"}} if "text" in rows[0] else {})
        name = next((name for name, each in self.named.items() if each is mark), None)
        if name is not None:
            encoding |= {channel: {"datum": name, **self.looks[channel]} for channel in channels}
        return {"mark": look, "data": {"values": rows}, "encoding": encoding}


def _rows(**columns: Iterable[Any]) -> list[dict[str, Any]]:
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _side(axis: Axis, *, written: bool) -> dict[str, Any]:
    """Return how values lie along a side of a panel, and what is written there."""
    scale: dict[str, Any] = {"zero": False, "nice": False, "padding": 14}
    shown: dict[str, Any] = {"format": ".0%" if axis.percent else ",.0f", "tickCount": 8}
    if not axis.percent:
        shown["labelExpr"] = "datum.value % 1 ? '' : datum.label"  # what is counted is whole
    if axis.log:
        scale = {"type": "log", "padding": 14}
        shown["values"] = [10**power for power in range(12)]
    if axis.limits:
        scale |= {"domain": sorted(axis.limits), "reverse": axis.limits[0] > axis.limits[1], "padding": 0}
    if axis.ticks is not None:
        shown["values"] = list(axis.ticks)
    if axis.names:
        shown["labelExpr"] = f"{json.dumps(dict(zip(shown['values'], axis.names, strict=True)))}[datum.value]"
    if not written:
        shown["labels"] = False
    return {"type": "quantitative", "title": axis.label if written else None, "scale": scale, "axis": shown}


def _plain(text: str) -> str:
    """Return a text without the marks that have its maths set."""
    return re.sub("|".join(map(re.escape, MATHS)), lambda found: MATHS[found[0]], text)
