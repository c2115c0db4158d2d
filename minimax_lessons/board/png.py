"""PNG: a board in pixels, drawn by Graphviz, for places that show no SVG."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from types import SimpleNamespace

from minimax_lessons.board.rules import Square
from minimax_lessons.drawing.rendering import NeedsGraphviz, render

__all__ = ["png64"]

CELL = 28  # points
LOOKS = {  # ground, squares and lines
    "checkers": ("#f3ead7", "#3d5546", "#3d5546"),
    "lines": ("#ffffff", "#ffffff", "#767676"),
}
PIECES = {  # fill, line and text of a piece; X and O are letters on nothing
    "b": ("#161616", "#e8e8e8", ""),
    "B": ("#161616", "#e8e8e8", "K"),
    "w": ("#ffffff", "#161616", ""),
    "W": ("#ffffff", "#161616", "K"),
    "X": ("#0072B2", "#0072B2", "X"),
    "O": ("#D55E00", "#D55E00", "O"),
}


def png64(rows: Sequence[Sequence[Square]], look: str, *, flipped: bool = False) -> str | None:
    """Return the board as a PNG in base64; None where there is no Graphviz."""
    squares = [square for row in rows for square in row]
    height = 1 + max(square.row for square in squares)
    width = 1 + max(square.column for square in squares)
    if look == "checkers":
        width = height = max(width, height)
    ground, fill, lines = LOOKS[look]
    parts = [_node("ground", (width - 1) / 2, (height - 1) / 2, width, height, ground, lines)]
    for number, square in enumerate(squares):
        x, y = (width - 1 - square.column, square.row) if flipped else (square.column, height - 1 - square.row)
        parts.append(_node(f"square{number}", x, y, 1, 1, fill, lines))
        if square.piece:
            parts.append(_piece(f"piece{number}", x, y, square.piece, look))
    try:
        dot = SimpleNamespace(source="\n".join(["graph {pad=0.1;", *parts, "}"]))  # all that render() asks of a picture
        return b64encode(render(dot, "png")).decode()
    except NeedsGraphviz:
        return None


def _node(name: str, x: float, y: float, width: float, height: float, fill: str, line: str) -> str:
    size = f"width={width * CELL / 72}, height={height * CELL / 72}"
    return (
        f'{name} [pos="{x * CELL},{y * CELL}!", shape=box, {size}, fixedsize=true, label="", style=filled, '
        f'fillcolor="{fill}", color="{line}"];'
    )


def _piece(name: str, x: float, y: float, piece: str, look: str) -> str:
    fill, line, text = PIECES[piece]
    disc = f'shape=circle, style=filled, fillcolor="{fill}", color="{line}", peripheries={1 + (piece in "bB")}'
    shape, colour = (disc, line) if look == "checkers" else ("shape=plaintext", line)
    return (
        f'{name} [pos="{x * CELL},{y * CELL}!", {shape}, width=0.27, fixedsize=true, label="{text}", '
        f'fontname="Helvetica-Bold", fontsize=13, fontcolor="{colour}"];'
    )
