"""What a board shows: a game as data for the page, and a picture in pixels."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from math import inf, isfinite
from typing import Any, cast

from minimax_lessons.board import contract
from minimax_lessons.board.contract import Can, Move, State, Thinking
from minimax_lessons.board.opponents import Thought
from minimax_lessons.board.playing import Menus, Playing
from minimax_lessons.board.rules import Rules, Square
from minimax_lessons.drawing.rendering import rendered_dot
from minimax_lessons.grid_picture import (
    BLACK,
    CROSS_COLOR,
    DARK_SQUARE,
    LIGHT_SQUARE,
    LINE_COLOR,
    NOUGHT_COLOR,
    WHITE,
)

__all__ = ["png64", "state", "thought"]

ARROWS = 3  # plies of a variation that are drawn
CELL = 28  # points
LOOKS = {  # ground, squares and lines
    "checkers": (LIGHT_SQUARE, DARK_SQUARE, DARK_SQUARE),
    "lines": ("#ffffff", "#ffffff", LINE_COLOR),
}
PIECES = {  # fill, line and text of a piece; X and O are letters on nothing
    "b": (*BLACK, ""),
    "B": (*BLACK, "K"),
    "w": (*WHITE, ""),
    "W": (*WHITE, "K"),
    "X": (CROSS_COLOR, CROSS_COLOR, "X"),
    "O": (NOUGHT_COLOR, NOUGHT_COLOR, "O"),
}


def state(
    playing: Playing, menus: Menus, *, why: str, tick: int, viewed: int | None = None
) -> State:
    """Return all that the page draws of a game; why is the move that can be explained.

    If an earlier position is viewed, so many moves after the beginning, no move can be chosen there.
    """
    rules, ply = playing.rules, len(playing.moves) if viewed is None else viewed
    position = playing.positions[ply]
    is_last = ply == len(playing.moves)
    can_move = playing.awaits_person and is_last
    last = playing.moves[ply - 1] if ply else rules.last_move(position)
    # the one before it, as far as it is known
    before = playing.positions[ply - 1] if ply else position
    return {
        "title": rules.title,
        "look": rules.look,
        "ply": len(playing.moves),
        "viewed": ply,
        "squares": _squares(rules, position),
        "moves": [_move(rules, move, position) for move in position.moves()] if can_move else [],
        "last": _move(rules, last, before) if last is not None else None,
        "row": list(rules.row(position)),
        "status": status(playing) if is_last else _earlier(playing, ply),
        "problem": playing.problem,
        "sides": [menus.shown(seat) for seat in playing.seats],
        "turn": None if playing.is_over else playing.seats.index(playing.seat),
        "players": menus.players,
        "history": [str(move) for move in playing.moves],
        "second": playing.positions[0].maximizing != playing.seats[0].side.maximizing,
        "can": _possible(playing),
        "notation": rules.notation,
        "text": rules.write(position),
        "begins": rules.write(rules.start()),
        "recordName": rules.record_name,
        "record": rules.record(playing),
        "why": why,
        "tick": tick,
    }


def _squares(rules: Rules, position: Any) -> list[list[contract.Square]]:
    return [
        [cast(contract.Square, square._asdict()) for square in row]
        for row in rules.squares(position)
    ]


def _possible(playing: Playing) -> Can:
    """Return, for each of the page's buttons, whether it can be pressed now."""
    return {
        "undo": playing.undoes_to is not None,
        "hint": playing.awaits_person,
        "resign": not playing.is_over and playing.has_person,
        "pause": not playing.is_over and not playing.has_person and not playing.paused,
        "resume": not playing.is_over and playing.seat.opponent is not None and playing.paused,
        "new": bool(playing.moves) or playing.resigned is not None,
    }


def _move(rules: Rules, move: Any, position: Any) -> Move:
    return {
        "text": str(move),
        "path": list(rules.path(move, position)),
        "taken": list(rules.taken(move)),
    }


def status(playing: Playing) -> str:
    """Return in words what was played last, and whose turn it is or how the game has ended."""
    text = ""
    if playing.moves:
        mover = playing.seat_at(len(playing.moves) - 1).side.name
        taken = playing.rules.taken(playing.moves[-1])
        text = f"{mover} played {playing.moves[-1]}{', taking ' + _and(taken) if taken else ''}. "
    if playing.is_over:
        return f"{text}{playing.ending}."
    name = playing.seat.side.name
    if playing.seat.opponent is not None:
        return f"{text}{name} to move: {'waiting' if playing.paused else 'thinking'} …"
    others = any(seat.opponent is not None for seat in playing.seats)
    duty = playing.rules.duty(playing.position)
    return f"{text}{'Your move, ' + name if others else name + ' to move'}{': ' + duty if duty else ''}."


def _earlier(playing: Playing, ply: int) -> str:
    """Return in words which earlier position is shown."""
    move = f" {playing.seat_at(ply - 1).side.name} played {playing.moves[ply - 1]}." if ply else ""
    return f"Position after {ply} of {len(playing.moves)} moves.{move}"


def _and(words: Any) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else str(last)


def thought(rules: Rules, position: Any, found: Thought) -> Thinking:
    """Return an opponent's thought about a position as data for the page."""
    arrows = []
    for move in found.variation[:ARROWS]:
        arrows.append(list(rules.path(move, position)))
        position = position.play(move)
    speed = found.nodes / found.seconds if found.nodes and found.seconds else inf
    return {
        "depth": found.depth,
        "score": None if found.score is None else rules.score(found.score),
        "nodes": found.nodes,
        # further digits are noise
        "speed": round(float(f"{speed:.2g}")) if isfinite(speed) else None,
        "line": " ".join(map(str, found.variation)),
        "arrows": arrows,
        "move": str(found.move),
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
        x, y = (
            (width - 1 - square.column, square.row)
            if flipped
            else (square.column, height - 1 - square.row)
        )
        parts.append(_node(f"square{number}", x, y, 1, 1, fill, lines))
        if square.piece:
            parts.append(_piece(f"piece{number}", x, y, square.piece, look))
    png = rendered_dot("\n".join(["graph {pad=0.1;", *parts, "}"]), "png")
    return None if png is None else b64encode(png).decode()


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
