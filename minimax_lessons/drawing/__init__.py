"""Drawing: one description of a picture, drawn by Graphviz, or without it by a pen of our own."""

from __future__ import annotations

from minimax_lessons.drawing.appearance import frames, looks
from minimax_lessons.drawing.graphviz_pen import digraph_of
from minimax_lessons.drawing.pictures import FOLLOWS_THEME, image, mimebundle, picture, picture_of
from minimax_lessons.drawing.rendering import render, svg
from minimax_lessons.drawing.styles import stylesheet

__all__ = [
    "FOLLOWS_THEME",
    "digraph_of",
    "frames",
    "image",
    "looks",
    "mimebundle",
    "picture",
    "picture_of",
    "render",
    "stylesheet",
    "svg",
]
