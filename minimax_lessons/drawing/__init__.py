"""Drawing: one description of a picture, drawn by Graphviz."""

from __future__ import annotations

from minimax_lessons.drawing.pictures import (
    NoGraphviz,
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
    "NoGraphviz",
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
