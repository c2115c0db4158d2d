"""Drawing: one description of a picture, drawn by Graphviz, or by our own hand."""

from __future__ import annotations

from minimax_lessons.drawing.pictures import (
    NeedsGraphviz,
    image,
    left_out,
    looks,
    mimebundle,
    patches,
    picture,
    render,
    save,
    stylesheet,
    svg,
    variables,
)

__all__ = [
    "NeedsGraphviz",
    "image",
    "left_out",
    "looks",
    "mimebundle",
    "patches",
    "picture",
    "render",
    "save",
    "stylesheet",
    "svg",
    "variables",
]
