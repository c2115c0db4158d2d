"""Charts as Vega-Lite, which JupyterLab draws by itself: for where there is no matplotlib, as in a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from minimax_lessons.charts.chart import Axis, Band, Bars, Chart, Line, Mark, Panel
from minimax_lessons.drawing.styles import palette

__all__ = ["specification"]

Spec = dict[str, Any]

LETTERS, FAINT = 15, "40"  # pixels; a quarter as opaque
BESIDE, ABOVE, GAP = 60, 110, 40  # pixels beside all panels, above and below them, and between two
SHAPES = {"s": "square", "^": "triangle-up", "v": "triangle-down", ">": "triangle-right", "D": "diamond", "P": "cross"}
SHAPES |= {"o": "circle", "|": "M-.12,-1H.12V1H-.12Z", "": "M-1,-.12H1V.12H-1Z"}
DASHES = {"--": [7, 4], ":": [2, 4]}
MATHS = {r"\lceil ": "⌈", r" \rceil": "⌉", r"\lfloor ": "⌊", r" \rfloor": "⌋"}


def specification(chart: Chart) -> Spec:
    """Return what a chart shows as Vega-Lite has it."""
    colours = palette(chart.theme)
    width = (100 * chart.width - BESIDE) / len(chart.panels) - GAP
    size = {"width": width, "height": 100 * chart.height - ABOVE}
    panels: list[Spec] = [{**size, **_panel(panel, colours)} for panel in chart.panels]
    for panel in panels[1:]:
        panel["encoding"]["y"]["axis"] |= {"labels": False, "title": None}
    words = {"labelColor": colours["ink"], "titleColor": colours["ink"], "labelFontSize": LETTERS, "labelLimit": 0}
    words |= {"titleFontSize": LETTERS, "titleFontWeight": "normal"}
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "background": colours["paper"],
        "hconcat": panels,
        "resolve": {"scale": {"y": "shared"}},
        "config": {
            "axis": {**words, "gridColor": colours["line"], "gridOpacity": 0.35, "domainColor": colours["ink"]},
            "legend": {**words, "orient": "top", "symbolSize": 150},
            "title": {"color": colours["ink"], "fontSize": LETTERS + 1, "fontWeight": "normal"},
            "text": {"color": colours["ink"], "fontSize": LETTERS},
            "view": {"stroke": None},
        },
    }


def _panel(panel: Panel, colours: Mapping[str, str]) -> Spec:
    named = {mark.label: mark for mark in panel.marks if not isinstance(mark, Bars) and mark.label}
    legend = {
        "color": [_colour(mark, colours) for mark in named.values()],
        "shape": [SHAPES[mark.marker] if isinstance(mark, Line) else "square" for mark in named.values()],
    }
    scales = {kind: {"domain": [*map(_plain, named)], "range": among} for kind, among in legend.items()}
    layers = [
        {**layer, "encoding": layer.get("encoding", {}) | _look(mark, kind, colours, scales)}
        for mark in panel.marks
        for kind, layer in _layers(mark)
    ]
    return {"title": panel.title, "encoding": {"x": _axis("x", panel.x), "y": _axis("y", panel.y)}, "layer": layers}


def _axis(side: str, axis: Axis) -> Spec:
    """Return where marks stand along one side."""
    look: Spec = {"title": axis.label, "format": ".0%" if axis.percent else ",.0f"}
    if axis.ticks is not None:
        look["values"] = list(axis.ticks)
    elif axis.log:
        look["values"] = [10**power for power in range(12)]
    elif not axis.percent:
        look["tickMinStep"] = 1
    if axis.names:
        look["labelExpr"] = f"{json.dumps(axis.names)}[datum.value]"
    scale: Spec = {"type": "log"} if axis.log else {"zero": False}
    scale |= {"domain": list(axis.limits), "nice": False} if axis.limits else {"nice": False, "padding": 12}
    return {"field": side, "type": "quantitative", "axis": look, "scale": scale}


def _layers(mark: Mark) -> Iterator[tuple[str, Spec]]:
    """Yield what a mark is made of, each with the kind of its look."""
    match mark:
        case Line():
            data = _data(x=mark.x, y=mark.y, word=mark.words or [""] * len(mark.x))
            if mark.dash:
                pen = {"strokeWidth": mark.width, "strokeDash": DASHES.get(mark.dash, [1, 0]), "opacity": 1}
                yield "curve", {"mark": {"type": "line", **pen}, "data": data}
            if mark.marker:
                points = {"type": "point", "size": 2.5 * mark.size**2, "opacity": 1}
                yield "points", {"mark": {"filled": True, **points}, "data": data}
            if mark.words:
                yield "word", _text(data, dy=-13)
        case Band():
            data = _data(x=mark.x, y=mark.low, y2=mark.high)
            yield (
                "area",
                {"mark": {"type": "area", "opacity": 1}, "data": data, "encoding": {"y2": {"field": "y2"}}},
            )
        case Bars():
            along, across = ("x", "y") if mark.lying else ("y", "x")
            sides = [[at + side * mark.thick / 2 for at in mark.at] for side in (-1, 1)]
            zeros = [0] * len(mark.at)
            bars = _data(**{along: zeros, f"{along}2": mark.lengths, across: sides[0], f"{across}2": sides[1]})
            ends = {"x2": {"field": "x2"}, "y2": {"field": "y2"}}
            yield "area", {"mark": {"type": "rect"}, "data": bars, "encoding": ends}
            words = _data(**{along: mark.lengths, across: mark.at}, word=mark.words)
            yield "word", _text(words, **({"dx": 5, "align": "left"} if mark.lying else {"dy": -10}))


def _look(mark: Mark, kind: str, colours: Mapping[str, str], scales: Spec) -> Spec:
    """Return the colour and the shape of a layer, by its name where the legend has one."""
    if kind == "word":
        return {}
    named = not isinstance(mark, Bars) and mark.label
    look: Spec = {"color": {"value": _colour(mark, colours)}, "shape": {"value": SHAPES[getattr(mark, "marker", "")]}}
    if named:
        look = {channel: {"datum": _plain(named), "scale": scale, "title": None} for channel, scale in scales.items()}
    return look if kind == "points" else {"color": look["color"]}


def _colour(mark: Mark, colours: Mapping[str, str]) -> str:
    faint = isinstance(mark, Band) or (isinstance(mark, Line) and mark.faint)
    return colours[mark.colour] + FAINT * faint


def _data(**columns: Sequence[Any]) -> Spec:
    return {"values": [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]}


def _text(data: Spec, **place: Any) -> Spec:
    return {"mark": {"type": "text", **place}, "data": data, "encoding": {"text": {"field": "word"}}}


def _plain(label: str) -> str:
    """Return a label with its maths in plain letters."""
    for maths, letter in MATHS.items():
        label = label.replace(maths, letter)
    return re.sub(r"[${}]", "", label)
