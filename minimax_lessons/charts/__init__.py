"""Charts: one description of a figure, drawn by matplotlib where it is at hand, else as an SVG of our own."""

from __future__ import annotations

from minimax_lessons.charts.chart import Axis, Band, Bars, Chart, Label, Line, Panel, Rule
from minimax_lessons.charts.drawn import drawn

__all__ = ["Axis", "Band", "Bars", "Chart", "Label", "Line", "Panel", "Rule", "drawn"]
