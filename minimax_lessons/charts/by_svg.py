"""Charts as SVG of our own, for where there is no matplotlib, as in a browser: a guess can hold such a picture back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

from minimax_lessons.charts.chart import Axis, Band, Bars, Chart, Line, Mark, Panel
from minimax_lessons.drawing.plan import Point, text_width
from minimax_lessons.drawing.styles import palette

__all__ = ["svg"]

DPI, LETTERS = 100, 15  # pixels to an inch, and those of a letter
BELOW, TOP, GAP, ROW = 56, 30, 24, 22  # pixels below and above a panel, round it, and of a legend above
MOST_TICKS = 8
FAINT = 0.25
DASHES = {"--": ' stroke-dasharray="7,4"', ":": ' stroke-dasharray="2,4"'}
PLUS = ((-1, -0.4), (-0.4, -0.4), (-0.4, -1), (0.4, -1), (0.4, -0.4), (1, -0.4))
CORNERS: dict[str, Sequence[Point]] = {  # of the markers, in half their size
    "s": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    "D": ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    "^": ((0, -1.2), (1.1, 0.9), (-1.1, 0.9)),
    "v": ((0, 1.2), (1.1, -0.9), (-1.1, -0.9)),
    ">": ((1.2, 0), (-0.9, 1.1), (-0.9, -1.1)),
    "P": [
        (x * s, y * s)
        for s in (1, -1)
        for x, y in ((-1, -0.4), (-0.4, -0.4), (-0.4, -1), (0.4, -1), (0.4, -0.4), (1, -0.4))
    ],
    "|": ((-0.15, -1), (0.15, -1), (0.15, 1), (-0.15, 1)),
}
MATHS = {r"\lceil ": "⌈", r" \rceil": "⌉", r"\lfloor ": "⌊", r" \rfloor": "⌋", "$": ""}


def svg(chart: Chart) -> str:
    """Return the chart as an <svg> element."""
    colours, width, height = palette(chart.theme), DPI * chart.width, DPI * chart.height
    named = {mark.label: mark for panel in chart.panels for mark in panel.marks if not isinstance(mark, Bars)}
    named.pop("", None)
    up = [y for panel in chart.panels for mark in panel.marks for y in _reach(mark)[1]]
    rows = _Side.over(chart.panels[0].y, up, height - BELOW, TOP + ROW * bool(named))
    left = 2 * GAP + LETTERS + max([text_width(word, LETTERS) for _, word in rows.ticks()], default=0)
    each = (width - left) / len(chart.panels)
    parts: list[str] = []
    for number, panel in enumerate(chart.panels):
        start = left + number * each
        reach = [x for mark in panel.marks for x in _reach(mark)[0]]
        frame = _Frame(_Side.over(panel.x, reach, start, start + each - GAP), rows, colours)
        parts += frame.panel(panel, first=number == 0)
    widths = [54 + text_width(re.sub(r"[{}^]", "", _plain(name)), 0.9 * LETTERS) for name in named]
    left = max(GAP, min(left, width - sum(widths)))
    for (name, mark), wide in zip(named.items(), widths, strict=True):
        parts += frame.key(mark, name, left, 12)
        left += wide
    about = f"{chart.panels[0].y.label} against {chart.panels[0].x.label}".removeprefix(" against ")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" role="img"'
        f' viewBox="0 0 {width:.0f} {height:.0f}" aria-label="{escape(about)}" fill="{colours["ink"]}"'
        f' font-family="Helvetica,Arial,sans-serif" font-size="{LETTERS}">'
        f'<rect width="100%" height="100%" fill="{colours["paper"]}"/>{"".join(parts)}</svg>'
    )


def _reach(mark: Mark) -> tuple[Sequence[float], Sequence[float]]:
    """Return the places that a mark needs, across and upwards."""
    match mark:
        case Line():
            return mark.x, mark.y
        case Band():
            return mark.x, [*mark.low, *mark.high]
        case Bars():
            sides = [place + side for place in mark.at for side in (-mark.thick / 2, mark.thick / 2)]
            along = [0, *mark.lengths]
            return (along, sides) if mark.lying else (sides, along)


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
        low, high = min(values, default=0), max(values, default=1)
        room = 0.05 * (high - low or 1)
        reach = axis.limits or ((low / 1.5, high * 1.5) if axis.log else (low - room, high + room))
        return cls(axis, *reach, start, end)

    def at(self, value: float) -> float:
        """Return the place of a value."""
        low, high = self.low, self.high
        if self.axis.log:
            low, high, value = log10(low), log10(high), log10(value)
        return self.start + (self.end - self.start) * (value - low) / (high - low)

    def ticks(self) -> list[tuple[float, str]]:
        """Return the values that are written on the axis, and how."""
        low, high = sorted((self.low, self.high))
        if self.axis.ticks is not None:
            values = list(self.axis.ticks)
        elif self.axis.log:
            values = [10.0**power for power in range(ceil(log10(low)), floor(log10(high)) + 1)]
        else:
            step = _round_step(high - low, 0 if self.axis.percent else 1)
            values = [number * step for number in range(ceil(low / step), floor(high / step) + 1)]
        return list(zip(values, self.axis.names or map(self._number, values), strict=True))

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

    def panel(self, panel: Panel, *, first: bool) -> Iterator[str]:
        """Yield what is drawn of a panel; only the first one's upward axis is written."""
        left, right, low, top = self.x.start, self.x.end, self.y.start, self.y.end
        grid = f'stroke="{self.colours["line"]}" opacity=".35"'
        for value, word in self.x.ticks():
            x = self.x.at(value)
            yield f'<path d="M{x:.1f},{top:.1f}V{low:.1f}" {grid}/>' + _text(x, low + 20, word, "middle")
        for value, word in self.y.ticks():
            y = self.y.at(value)
            yield f'<path d="M{left:.1f},{y:.1f}H{right:.1f}" {grid}/>'
            yield _text(left - 8, y + 5, word, "end") if first else ""
        yield f'<path d="M{left:.1f},{top:.1f}V{low:.1f}H{right:.1f}" stroke="{self.colours["ink"]}" fill="none"/>'
        for mark in panel.marks:
            yield from self.draw(mark)
        yield _text((left + right) / 2, low + 44, panel.x.label, "middle")
        yield _text((left + right) / 2, top - 10, panel.title, "middle")
        if first and panel.y.label:
            word = _text(0, 0, panel.y.label, "middle")
            yield f'<g transform="translate({GAP} {(low + top) / 2:.0f}) rotate(-90)">{word}</g>'

    def key(self, mark: Line | Band, name: str, x: float, y: float) -> Iterator[str]:
        """Yield a mark as a legend shows it, and its name."""
        if isinstance(mark, Line):
            yield self._curve(mark, [(x, y), (x + 28, y)])
            yield from self._markers(mark, [(x + 14, y)])
        else:
            yield f'<rect x="{x:.0f}" y="{y - 6:.0f}" width="28" height="12" {self._fill(mark)}/>'
        yield _text(x + 36, y + 5, name)

    def draw(self, mark: Mark) -> Iterator[str]:
        """Yield a mark."""
        match mark:
            case Line():
                points = self._places(mark.x, mark.y)
                yield self._curve(mark, points)
                yield from self._markers(mark, points)
                yield from (_text(x, y - 9, word, "middle") for (x, y), word in zip(points, mark.words, strict=False))
            case Band():
                outline = [*self._places(mark.x, mark.high), *self._places(mark.x, mark.low)[::-1]]
                yield f'<polygon points="{_points(outline)}" {self._fill(mark)}/>'
            case Bars():
                yield from self._bars(mark)

    def _places(self, across: Iterable[float], up: Iterable[float]) -> list[Point]:
        return [(self.x.at(x), self.y.at(y)) for x, y in zip(across, up, strict=True)]

    def _fill(self, mark: Line | Band) -> str:
        faint = isinstance(mark, Band) or mark.faint
        return f'fill="{self.colours[mark.colour]}"' + f' fill-opacity="{FAINT}"' * faint

    def _curve(self, mark: Line, points: Sequence[Point]) -> str:
        pen = f'stroke="{self.colours[mark.colour]}" stroke-width="{mark.width:g}"{DASHES.get(mark.dash, "")}'
        return f'<polyline points="{_points(points)}" fill="none" {pen}/>' if mark.dash else ""

    def _markers(self, mark: Line, points: Sequence[Point]) -> Iterator[str]:
        half = 0.62 * mark.size
        paint = self._fill(mark) + f' stroke="{self.colours[mark.colour]}"' * mark.faint
        for x, y in points if mark.marker else ():
            if mark.marker == "o":
                yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{half:.1f}" {paint}/>'
            else:
                corners = [(x + half * dx, y + half * dy) for dx, dy in CORNERS[mark.marker]]
                yield f'<polygon points="{_points(corners)}" {paint}/>'

    def _bars(self, mark: Bars) -> Iterator[str]:
        for at, length, word in zip(mark.at, mark.lengths, mark.words, strict=True):
            across, along = (at - mark.thick / 2, at + mark.thick / 2), (0, length)
            (x1, y1), (x2, y2) = self._places(along, across) if mark.lying else self._places(across, along)
            size = f'width="{abs(x2 - x1):.1f}" height="{abs(y2 - y1):.1f}"'
            fill = self.colours[mark.colour]
            yield f'<rect x="{min(x1, x2):.1f}" y="{min(y1, y2):.1f}" {size} fill="{fill}"/>'
            x, y = (x2 + 5, (y1 + y2) / 2 + 5) if mark.lying else ((x1 + x2) / 2, y2 - 6)
            yield _text(x, y, word, "start" if mark.lying else "middle")


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _plain(text: str) -> str:
    for maths, letter in MATHS.items():
        text = text.replace(maths, letter)
    return text


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    """Return a text, in which $b^{d}$ is set as maths."""
    raised = r'<tspan dy="-6" font-size="80%">\1\2</tspan><tspan dy="6">&#8203;</tspan>'
    set_ = re.sub(r"\^(?:\{(.*?)\}|(\w))", raised, escape(_plain(words), quote=False))
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{set_}</text>' if words else ""
