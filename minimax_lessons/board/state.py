"""What a board shows: a game in progress as data for the page, with every sentence that is read or spoken."""

from __future__ import annotations

from math import inf, isfinite
from typing import Any, cast

from minimax_lessons.board.contract import Can, Found, Game, Menu, Move, Square
from minimax_lessons.board.opponents import Thought
from minimax_lessons.board.playing import Playing
from minimax_lessons.board.rules import Rules

__all__ = ["state", "thought"]

ARROWS = 3  # plies of a variation that are drawn


def state(playing: Playing, players: list[str], menus: list[Menu]) -> Game:
    """Return all that the page draws of a game; the menus say who sits where and how far they look."""
    rules, position = playing.rules, playing.position
    last = playing.moves[-1] if playing.moves else rules.last_move(position)
    before = playing.positions[-2] if playing.moves else position  # the one before it, as far as it is known
    return {
        "title": rules.title,
        "look": rules.look,
        "ply": len(playing.moves),
        "squares": [[cast(Square, square._asdict()) for square in row] for row in rules.squares(position)],
        "moves": [_move(rules, move, position) for move in position.moves()] if playing.awaits_person else [],
        "last": _move(rules, last, before) if last is not None else None,
        "row": list(rules.row(position)),
        "status": status(playing),
        "problem": playing.problem,
        "sides": [
            {"name": seat.side.name, "piece": seat.side.piece, **menu}
            for seat, menu in zip(playing.seats, menus, strict=True)
        ],
        "turn": None if playing.is_over else playing.seats.index(playing.seat),
        "players": players,
        "history": [str(move) for move in playing.moves],
        "second": playing.positions[0].maximizing != playing.seats[0].side.maximizing,
        "can": _possible(playing),
        "notation": rules.notation,
        "text": rules.write(position),
        "begins": rules.write(rules.start()),
        "recordName": rules.record_name,
        "record": rules.record(playing),
    }


def _possible(playing: Playing) -> Can:
    """Return which of the page's buttons do something now."""
    return {
        "undo": playing.undoes_to is not None,
        "hint": playing.awaits_person,
        "resign": not playing.is_over and playing.has_person,
        "pause": not playing.is_over and not playing.has_person and not playing.paused,
        "resume": not playing.is_over and playing.seat.opponent is not None and playing.paused,
        "new": bool(playing.moves) or playing.resigned is not None,
    }


def _move(rules: Rules, move: Any, position: Any) -> Move:
    return {"text": str(move), "path": list(rules.path(move, position)), "taken": list(rules.taken(move))}


def status(playing: Playing) -> str:
    """Return in words what was played last, and whose turn it is or how the game has ended."""
    said = ""
    if playing.moves:
        mover = next(seat.side for seat in playing.seats if seat.side.maximizing == playing.positions[-2].maximizing)
        taken = playing.rules.taken(playing.moves[-1])
        said = f"{mover.name} played {playing.moves[-1]}{', taking ' + _and(taken) if taken else ''}. "
    if playing.is_over:
        return f"{said}{playing.ending}."
    name = playing.seat.side.name
    if playing.seat.opponent is not None:
        return f"{said}{name} to move: {'waiting' if playing.paused else 'thinking'} …"
    others = any(seat.opponent is not None for seat in playing.seats)
    duty = playing.rules.duty(playing.position)
    return f"{said}{'Your move, ' + name if others else name + ' to move'}{': ' + duty if duty else ''}."


def _and(words: Any) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else str(last)


def thought(rules: Rules, position: Any, found: Thought) -> Found:
    """Return what an opponent has found in a position, as far as it tells."""
    arrows = []
    for move in found.variation[:ARROWS]:
        arrows.append(list(rules.path(move, position)))
        position = position.play(move)
    speed = found.nodes / found.seconds if found.nodes and found.seconds else inf
    return {
        "depth": found.depth,
        "score": None if found.score is None else rules.score(found.score),
        "nodes": found.nodes,
        "speed": _rounded(speed) if isfinite(speed) else None,
        "line": " ".join(map(str, found.variation)),
        "arrows": arrows,
        "move": str(found.move),
    }


def _rounded(speed: float) -> int:
    """Return a speed without the digits that are noise."""
    digits = max(0, len(str(int(speed))) - 2)
    return int(round(speed, -digits))
