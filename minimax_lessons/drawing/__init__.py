"""Drawing: one description of a picture, drawn by Graphviz, or by our own hand."""

from __future__ import annotations

from minimax_lessons.drawing.appearance import looks, patches
from minimax_lessons.drawing.pictures import image, mimebundle, picture
from minimax_lessons.drawing.rendering import NeedsGraphviz, render, svg
from minimax_lessons.drawing.styles import stylesheet, variables

__all__ = [
    "NeedsGraphviz",
    "image",
    "looks",
    "mimebundle",
    "patches",
    "picture",
    "render",
    "stylesheet",
    "svg",
    "variables",
]
