"""Charts as SVG of our own, for where there is no matplotlib, for example in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from html import escape
from math import ceil, floor, log10

from minimax_lessons.charts.chart import Axis, Band, Bars, Chart, Line, Mark, Panel
from minimax_lessons.drawing.plan import text_width
from minimax_lessons.palette import PALETTES

__all__ = ["svg"]

Point = tuple[float, float]
Place = Callable[[float, float], Point]

DPI, LETTERS = 100, 15  # pixels to an inch, and those of a letter
BELOW, ABOVE, GAP = 56, 30, 24  # pixels below and above a panel, and round it
ROW, SAMPLE = 26, 28  # those of a legend, and of a mark in it
MOST_TICKS = 8
FAINT = 0.25
DASHES = {"--": ' stroke-dasharray="7,4"', ":": ' stroke-dasharray="2,4"'}
CORNERS: dict[str, tuple[Point, ...]] = {  # of the markers, in half their size
    "s": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    "D": ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    "^": ((0, -1.2), (1.1, 0.9), (-1.1, 0.9)),
    "v": ((0, 1.2), (1.1, -0.9), (-1.1, -0.9)),
    ">": ((1.2, 0), (-0.9, 1.1), (-0.9, -1.1)),
    "<": ((-1.2, 0), (0.9, 1.1), (0.9, -1.1)),
    "|": ((-0.15, -1), (0.15, -1), (0.15, 1), (-0.15, 1)),
}
MATHS = {r"\lceil ": "⌈", r" \rceil": "⌉", r"\lfloor ": "⌊", r" \rfloor": "⌋"}
RAISED = re.compile(r"\^(?:\{(.*?)\}|(\w))")


def svg(chart: Chart) -> str:
    """Return the chart as an <svg> element."""
    colours, width, height = PALETTES["light"], DPI * chart.width, DPI * chart.height
    marks = [mark for panel in chart.panels for mark in panel.marks]
    parts = list(_legend(marks, GAP, colours))
    up = _Scale.over(
        chart.panels[0].y,
        [y for mark in marks for _, y in _reach(mark)],
        height - BELOW,
        ABOVE + (ROW if parts else 0),
    )
    start = (
        2 * GAP + LETTERS + max([text_width(word, LETTERS) for _, word in up.ticks()], default=0)
    )
    panel_width = (width - start) / len(chart.panels)
    for number, panel in enumerate(chart.panels):
        left = start + number * panel_width
        values = [x for mark in panel.marks for x, _ in _reach(mark)]
        parts += _panel(
            panel, _Scale.over(panel.x, values, left, left + panel_width - GAP), up, colours
        )
    parts += [_text(start - 8, up.at(value) + 5, word, "end") for value, word in up.ticks()]
    turned = f'transform="translate({GAP} {(up.start + up.end) / 2:.0f}) rotate(-90)"'
    parts.append(f"<g {turned}>{_text(0, 0, chart.panels[0].y.label)}</g>")
    about = f"{chart.panels[0].y.label} against {chart.panels[0].x.label}".removeprefix(" against ")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"'
        f' role="img" viewBox="0 0 {width:.0f} {height:.0f}" aria-label="{escape(about)}"'
        f' fill="{colours["ink"]}" font-family="Helvetica,Arial,sans-serif" font-size="{LETTERS}">'
        f'<rect width="100%" height="100%" fill="{colours["paper"]}"/>{"".join(parts)}</svg>'
    )


def _reach(mark: Mark) -> list[Point]:
    """Return the points that need a place."""
    match mark:
        case Line():
            return list(zip(mark.x, mark.y, strict=True))
        case Band():
            return [*zip(mark.x, mark.low, strict=True), *zip(mark.x, mark.high, strict=True)]
        case Bars():
            return [corner for bar in _corners(mark) for corner in bar]


def _corners(bars: Bars) -> Iterator[tuple[Point, Point]]:
    for position, length in zip(bars.places, bars.lengths, strict=True):
        low, high = position - bars.thick / 2, position + bars.thick / 2
        yield ((0, low), (length, high)) if bars.lying else ((low, 0), (high, length))


@dataclass(frozen=True)
class _Scale:
    """An axis on the page: values from one to another lie between two places."""

    axis: Axis
    low: float
    high: float
    start: float
    end: float

    @classmethod
    def over(cls, axis: Axis, values: Iterable[float], start: float, end: float) -> _Scale:
        """Return the axis over the values, with some room, or as far as it says itself."""
        low, high = axis.limits or (min(values), max(values))
        if axis.log:
            low, high = low / 1.5, high * 1.5
        elif not axis.limits:
            room = 0.05 * (high - low or 1)
            low, high = low - room, high + room
        return cls(axis, low, high, start, end)

    def at(self, value: float) -> float:
        """Return the place of a value."""
        low, high, value = (
            log10(end) if self.axis.log else end for end in (self.low, self.high, value)
        )
        return self.start + (self.end - self.start) * (value - low) / (high - low)

    def ticks(self) -> list[tuple[float, str]]:
        """Return the values that are written on the axis, and how."""
        low, high = sorted((self.low, self.high))
        values = self.axis.ticks
        if values is None and self.axis.log:
            values = [10.0**power for power in range(ceil(log10(low)), floor(log10(high)) + 1)]
        elif values is None:
            step = _round_step(high - low, 0 if self.axis.percent else 1)
            values = [number * step for number in range(ceil(low / step), floor(high / step) + 1)]
        return list(zip(values, self.axis.names or map(self._number, values), strict=True))

    def _number(self, value: float) -> str:
        return (f"{100 * value:.0f} %" if self.axis.percent else f"{value:,.0f}").replace("-", "−")


def _round_step(span: float, least: float) -> float:
    """Return 1, 2, 5, 10, 20 … or a tenth of these and so on: so that few ticks are enough."""
    power = 10.0 ** floor(log10(span / MOST_TICKS))
    return max(least, next(power * by for by in (1, 2, 5, 10) if span / (power * by) <= MOST_TICKS))


def _panel(panel: Panel, across: _Scale, up: _Scale, colours: Mapping[str, str]) -> Iterator[str]:
    left, right, low, top = across.start, across.end, up.start, up.end
    grid = f'stroke="{colours["line"]}" opacity=".35"'
    for value, word in across.ticks():
        yield f'<path d="M{across.at(value):.1f},{top:.1f}V{low:.1f}" {grid}/>'
        yield _text(across.at(value), low + 20, word)
    for value, _ in up.ticks():
        yield f'<path d="M{left:.1f},{up.at(value):.1f}H{right:.1f}" {grid}/>'
    axes, pen = f"M{left:.1f},{top:.1f}V{low:.1f}H{right:.1f}", f'stroke="{colours["ink"]}"'
    yield f'<path d="{axes}" {pen} fill="none"/>'
    for mark in panel.marks:
        yield from _drawn(mark, lambda x, y: (across.at(x), up.at(y)), colours[mark.colour])
    yield _text((left + right) / 2, low + 44, panel.x.label)
    yield _text((left + right) / 2, top - 10, panel.title)


def _legend(marks: Iterable[Mark], left: float, colours: Mapping[str, str]) -> Iterator[str]:
    named = {mark.label: mark for mark in marks if not isinstance(mark, Bars) and mark.label}
    middle = GAP / 2
    for label, mark in named.items():
        ends, samples = [left, left + SAMPLE], list[Mark]()
        if isinstance(mark, Line):
            samples.append(replace(mark, x=ends, y=[middle, middle], marker=""))
            samples.append(replace(mark, x=[left + SAMPLE / 2], y=[middle], dash=""))
        else:
            samples.append(replace(mark, x=ends, low=[middle - 6] * 2, high=[middle + 6] * 2))
        for sample in samples:
            yield from _drawn(sample, lambda *point: point, colours[mark.colour])
        yield _text(left + SAMPLE + 8, middle + 5, label, "start")
        left += SAMPLE + GAP + 0.9 * text_width(re.sub(r"[${}^]", "", _letters(label)), LETTERS)


def _drawn(mark: Mark, place: Place, colour: str) -> Iterator[str]:
    """Yield a mark, each of its points at its place."""
    faint = f'fill="{colour}" fill-opacity="{FAINT}"'
    points = [place(*point) for point in _reach(mark)]
    match mark:
        case Line():
            if mark.dash:
                pen = f'fill="none" stroke="{colour}" stroke-width="{mark.width:g}"'
                pen += DASHES.get(mark.dash, "")
                yield f'<polyline points="{_line(points)}" {pen}/>'
            if mark.marker:
                paint = f'{faint} stroke="{colour}"' if mark.faint else f'fill="{colour}"'
                yield from (_marker(mark.marker, x, y, 0.62 * mark.size, paint) for x, y in points)
            yield from (
                _text(x, y - 9, word) for (x, y), word in zip(points, mark.words, strict=False)
            )
        case Band():
            lower, upper = points[: len(mark.x)], points[len(mark.x) :]
            yield f'<polygon points="{_line([*upper, *reversed(lower)])}" {faint}/>'
        case Bars():
            for (x1, y1), (x2, y2), word in zip(points[::2], points[1::2], mark.words, strict=True):
                corners = _line([(x1, y1), (x1, y2), (x2, y2), (x2, y1)])
                yield f'<polygon points="{corners}" fill="{colour}"/>'
                label_place = (x2 + 5, (y1 + y2) / 2 + 5) if mark.lying else ((x1 + x2) / 2, y2 - 6)
                yield _text(*label_place, word, "start" if mark.lying else "middle")


def _marker(shape: str, x: float, y: float, half: float, paint: str) -> str:
    if shape == "o":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{half:.1f}" {paint}/>'
    corners = _line((x + half * dx, y + half * dy) for dx, dy in CORNERS[shape])
    return f'<polygon points="{corners}" {paint}/>'


def _line(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _letters(text: str) -> str:
    """Return a text with its signs of maths as letters."""
    for maths, letter in MATHS.items():
        text = text.replace(maths, letter)
    return text


def _text(x: float, y: float, words: str, anchor: str = "middle") -> str:
    """Return a text, in which $b^{d}$ is set as maths."""
    set_ = escape(_letters(words), quote=False).replace("$", "")
    set_ = RAISED.sub(
        r'<tspan dy="-6" font-size="75%">\1\2</tspan><tspan dy="6">&#8203;</tspan>', set_
    )
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{set_}</text>' if words else ""
