"""Charts as SVG of our own: the same marks over the same axes, for where there is no matplotlib, as in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import singledispatchmethod
from html import escape
from math import ceil, floor, log10

from minimax_lessons.charts.chart import Axis, Band, Bars, Chart, Label, Line, Mark, Panel, Rule
from minimax_lessons.drawing.plan import Point, text_width
from minimax_lessons.drawing.styles import palette

__all__ = ["svg"]

DPI, LETTERS = 100, 15  # pixels to an inch, and those of a letter
BELOW, TOP, GAP, ROW = 56, 30, 24, 22  # pixels below and above a panel, round it, and of a legend above
MOST_TICKS = 8
FAINT = 0.25
DASHES = {"--": ' stroke-dasharray="7,4"', ":": ' stroke-dasharray="2,4"'}
PLUS = ((-1, -0.4), (-0.4, -0.4), (-0.4, -1), (0.4, -1), (0.4, -0.4), (1, -0.4))
CORNERS: dict[str, tuple[Point, ...]] = {  # of the markers, in half their size
    "s": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    "D": ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    "^": ((0, -1.2), (1.1, 0.9), (-1.1, 0.9)),
    "v": ((0, 1.2), (1.1, -0.9), (-1.1, -0.9)),
    "P": (*PLUS, *((-x, -y) for x, y in PLUS)),
    "X": tuple((0.8 * (x - y), 0.8 * (x + y)) for x, y in (*PLUS, *((-x, -y) for x, y in PLUS))),
    "|": ((-0.15, -1), (0.15, -1), (0.15, 1), (-0.15, 1)),
}
RAISED = re.compile(r"\^(?:\{(.*?)\}|(\w))")
MATHS = {r"\lceil": "⌈", r"\rceil": "⌉", r"\lfloor": "⌊", r"\rfloor": "⌋"}


def svg(chart: Chart) -> str:
    """Return the chart as an <svg> element."""
    colours, width, height = palette(chart.theme), DPI * chart.width, DPI * chart.height
    named = _named(chart)
    top = TOP + ROW * bool(named)
    rows = _Side.over(chart.panels[0].y, [y for panel in chart.panels for y in _reach(panel)[1]], height - BELOW, top)
    left = 2 * GAP + LETTERS + max([text_width(word, LETTERS) for _, word in rows.ticks()], default=0)
    each = (width - left) / len(chart.panels)
    parts = []
    for number, panel in enumerate(chart.panels):
        start = left + number * each
        across = _Side.over(panel.x, _reach(panel)[0], start, start + each - GAP)
        parts.append(_Frame(across, rows, colours).svg(panel, first=number == 0))
    for name, mark in named.items():
        parts.append(_Frame(across, rows, colours).key(mark, name, left, 12))
        left += 54 + text_width(_plain(name), 0.9 * LETTERS)
    about = f"{chart.panels[0].y.label} against {chart.panels[0].x.label}".removeprefix(" against ")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" role="img"'
        f' viewBox="0 0 {width:.0f} {height:.0f}" aria-label="{escape(about)}" fill="{colours["ink"]}"'
        f' font-family="Helvetica,Arial,sans-serif" font-size="{LETTERS}">'
        f'<rect width="100%" height="100%" fill="{colours["paper"]}"/>{"".join(parts)}</svg>'
    )


def _named(chart: Chart) -> dict[str, Line | Band | Rule]:
    """Return what the legend over everything names."""
    panel = chart.panels[0]
    if panel.legend:
        return {mark.label: mark for mark in panel.marks if isinstance(mark, Line | Band | Rule) and mark.label}
    return dict(zip(chart.above, (mark for mark in panel.marks if isinstance(mark, Line)), strict=False))


def _reach(panel: Panel) -> tuple[list[float], list[float]]:
    """Return the places that the marks of a panel need, across and upwards."""
    across: list[float] = []
    up: list[float] = []
    for mark in panel.marks:
        match mark:
            case Line():
                across += mark.x
                up += mark.y
            case Band():
                across += mark.x
                up += [*mark.low, *mark.high]
            case Bars():
                ends = [0, *mark.lengths]
                sides = [place + side for place in mark.at for side in (-mark.thick / 2, mark.thick / 2)]
                across += ends if mark.lying else sides
                up += sides if mark.lying else ends
            case Label():
                across.append(mark.x)
                up.append(mark.y)
            case Rule():
                (across if mark.upright else up).append(mark.at)
    return across, up


@dataclass(frozen=True)
class _Side:
    """An axis on the page: values from one to another lie between two places."""

    axis: Axis
    low: float
    high: float
    start: float
    end: float

    @classmethod
    def over(cls, axis: Axis, values: Sequence[float], start: float, end: float) -> _Side:
        """Return the axis over the values, with some room, or as far as it says itself."""
        if axis.limits:
            return cls(axis, *axis.limits, start, end)
        low, high = min(values, default=0), max(values, default=1)
        if axis.log:
            return cls(axis, low / 1.5, high * 1.5, start, end)
        room = 0.05 * (high - low or 1)
        return cls(axis, low - room, high + room, start, end)

    def at(self, value: float) -> float:
        """Return the place of a value."""
        low, high = self.low, self.high
        if self.axis.log:
            low, high, value = log10(low), log10(high), log10(value)
        return self.start + (self.end - self.start) * (value - low) / (high - low)

    def ticks(self) -> list[tuple[float, str]]:
        """Return the values that are written on the axis, and how."""
        if self.axis.ticks is not None:
            names = self.axis.names or [self._number(value) for value in self.axis.ticks]
            return list(zip(self.axis.ticks, names, strict=True))
        low, high = sorted((self.low, self.high))
        if self.axis.log:
            values = [10.0**power for power in range(ceil(log10(low)), floor(log10(high)) + 1)]
        else:
            step = _round_step(high - low, 0 if self.axis.percent else 1)
            values = [number * step for number in range(ceil(low / step), floor(high / step) + 1)]
        return [(value, self._number(value)) for value in values]

    def _number(self, value: float) -> str:
        return (f"{100 * value:.0f} %" if self.axis.percent else f"{value:,.0f}").replace("-", "−")


def _round_step(span: float, least: float) -> float:
    """Return 1, 2, 5, 10, 20 … or a tenth of these and so on: so that few ticks are enough."""
    power = 10.0 ** floor(log10(span / MOST_TICKS))
    return max(least, next(power * by for by in (1, 2, 5, 10) if span / (power * by) <= MOST_TICKS))


@dataclass(frozen=True)
class _Frame:
    """A panel on the page."""

    x: _Side
    y: _Side
    colours: dict[str, str]

    def svg(self, panel: Panel, *, first: bool) -> str:
        """Return the panel, with the upward axis written if it is the first one."""
        left, right, low, top = self.x.start, self.x.end, self.y.start, self.y.end
        parts = [
            *self._grid(written=first),
            f'<path d="M{left:.1f},{top:.1f}V{low:.1f}H{right:.1f}" stroke="{self.colours["ink"]}" fill="none"/>',
            *(self.draw(mark) for mark in panel.marks),
            _text((left + right) / 2, low + 44, panel.x.label, "middle"),
            _text((left + right) / 2, top - 10, panel.title, "middle"),
        ]
        if first and panel.y.label:
            word = _text(0, 0, panel.y.label, "middle")
            parts.append(f'<g transform="translate({GAP} {(low + top) / 2:.0f}) rotate(-90)">{word}</g>')
        return "".join(parts)

    def _grid(self, *, written: bool) -> Iterable[str]:
        left, right, low, top = self.x.start, self.x.end, self.y.start, self.y.end
        line = f'stroke="{self.colours["line"]}" opacity=".35"'
        for value, word in self.x.ticks():
            x = self.x.at(value)
            yield f'<path d="M{x:.1f},{top:.1f}V{low:.1f}" {line}/>' + _text(x, low + 20, word, "middle")
        for value, word in self.y.ticks():
            y = self.y.at(value)
            yield f'<path d="M{left:.1f},{y:.1f}H{right:.1f}" {line}/>'
            yield _text(left - 8, y + 5, word, "end") if written else ""

    def key(self, mark: Line | Band | Rule, name: str, x: float, y: float) -> str:
        """Return a mark as a legend shows it, and its name."""
        sample = f'<rect x="{x:.0f}" y="{y - 6:.0f}" width="28" height="12" {self._faint(mark)}/>'
        if isinstance(mark, Line):
            ends = [(x, y), (x + 28, y)] if mark.dash else [(x + 14, y)]
            sample = self._curve(mark, ends) + self._markers(mark, [(x + 14, y)])
        elif isinstance(mark, Rule):
            sample = f'<path d="M{x:.0f},{y:.0f}h28" {self._dashed(mark)}/>'
        return sample + _text(x + 36, y + 5, name)

    def _place(self, x: float, y: float) -> Point:
        return self.x.at(x), self.y.at(y)

    def _faint(self, mark: Line | Band | Rule) -> str:
        return f'fill="{self.colours[mark.colour]}" fill-opacity="{FAINT}"'

    def _dashed(self, mark: Rule) -> str:
        return f'stroke="{self.colours[mark.colour]}" stroke-width="2"{DASHES["--"]}'

    @singledispatchmethod
    def draw(self, mark: Mark) -> str:
        """Return a mark."""
        raise TypeError(mark)

    @draw.register
    def _(self, mark: Line) -> str:
        points = [self._place(*point) for point in zip(mark.x, mark.y, strict=True)]
        return self._curve(mark, points) + self._markers(mark, points)

    def _curve(self, mark: Line, points: Sequence[Point]) -> str:
        if not mark.dash:
            return ""
        pen = f'fill="none" stroke="{self.colours[mark.colour]}" stroke-width="{mark.width:g}"'
        return f'<polyline points="{_points(points)}" {pen}{DASHES.get(mark.dash, "")}/>'

    def _markers(self, mark: Line, points: Sequence[Point]) -> str:
        colour, half = self.colours[mark.colour], 0.62 * mark.size
        paint = f'{self._faint(mark)} stroke="{colour}"' if mark.faint else f'fill="{colour}"'
        if mark.marker == "o":
            return "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{half:.1f}" {paint}/>' for x, y in points)
        shape = CORNERS.get(mark.marker, ())
        drawn = [[(x + half * dx, y + half * dy) for dx, dy in shape] for x, y in points if shape]
        return "".join(f'<polygon points="{_points(corners)}" {paint}/>' for corners in drawn)

    @draw.register
    def _(self, mark: Band) -> str:
        upper = [self._place(*point) for point in zip(mark.x, mark.high, strict=True)]
        lower = [self._place(*point) for point in zip(mark.x, mark.low, strict=True)]
        return f'<polygon points="{_points([*upper, *lower[::-1]])}" {self._faint(mark)}/>'

    @draw.register
    def _(self, mark: Bars) -> str:
        parts = []
        for at, length, word in zip(mark.at, mark.lengths, mark.words, strict=True):
            one, other = at - mark.thick / 2, at + mark.thick / 2
            ends = ((0, one), (length, other)) if mark.lying else ((one, 0), (other, length))
            (x1, y1), (x2, y2) = (self._place(*end) for end in ends)
            size = f'width="{abs(x2 - x1):.1f}" height="{abs(y2 - y1):.1f}"'
            fill = self.colours[mark.colour]
            parts.append(f'<rect x="{min(x1, x2):.1f}" y="{min(y1, y2):.1f}" {size} fill="{fill}"/>')
            x, y = (x2 + 5, (y1 + y2) / 2 + 5) if mark.lying else ((x1 + x2) / 2, y2 - 6)
            parts.append(_text(x, y, word, "start" if mark.lying else "middle"))
        return "".join(parts)

    @draw.register
    def _(self, mark: Label) -> str:
        x, y = self._place(mark.x, mark.y)
        return _text(x, y - 9, mark.text, "middle")

    @draw.register
    def _(self, mark: Rule) -> str:
        line = f"M{self.x.start:.1f},{self.y.at(mark.at):.1f}H{self.x.end:.1f}" if not mark.upright else ""
        line = line or f"M{self.x.at(mark.at):.1f},{self.y.end:.1f}V{self.y.start:.1f}"
        return f'<path d="{line}" {self._dashed(mark)}/>'


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _plain(text: str) -> str:
    """Return a text as wide as with its maths set."""
    return re.sub(r"[${}^]", "", _symbols(text))


def _symbols(text: str) -> str:
    return re.sub(r" ?(\\[lr](?:ceil|floor)) ?", lambda match: MATHS[match[1]], text)


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    """Return a text, in which $b^{d}$ is set as maths."""
    if not words:
        return ""
    set_ = escape(_symbols(words), quote=False).replace("$", "")
    set_ = RAISED.sub(r'<tspan dy="-6" font-size="75%">\1\2</tspan><tspan dy="6">&#8203;</tspan>', set_)
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{set_}</text>'
