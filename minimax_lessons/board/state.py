"""Board state: a game in progress as data for the page, with every sentence that it shows."""

from __future__ import annotations

from math import inf, isfinite
from typing import Any, cast

from minimax_lessons.board import contract
from minimax_lessons.board.contract import Can, Move, State, Thinking
from minimax_lessons.board.opponents import Thought
from minimax_lessons.board.playing import Menus, Playing
from minimax_lessons.board.rules import Rules
from minimax_lessons.quoting import joined

__all__ = ["state", "thought"]

ARROWS = 3  # plies of a variation that are drawn


def state(
    playing: Playing, menus: Menus, *, why: str, tick: int, viewed: int | None = None
) -> State:
    """Return all that the page draws of a game; why is the move that can be explained.

    If an earlier position is viewed, so many moves after the beginning, no move can be chosen
    there.
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
    """Return a sentence on the last move, and on the player to move or the end of the game."""
    text = ""
    if playing.moves:
        mover = playing.seat_at(len(playing.moves) - 1).side.name
        taken = playing.rules.taken(playing.moves[-1])
        text = f"{mover} played {playing.moves[-1]}{', taking ' + joined(taken) if taken else ''}. "
    if playing.is_over:
        return f"{text}{playing.ending}."
    name = playing.seat.side.name
    if playing.seat.opponent is not None:
        return f"{text}{name} to move: {'waiting' if playing.paused else 'thinking'} …"
    others = any(seat.opponent is not None for seat in playing.seats)
    duty = playing.rules.duty(playing.position)
    call = f"Your move, {name}" if others else f"{name} to move"
    return f"{text}{call}: {duty}." if duty else f"{text}{call}."


def _earlier(playing: Playing, ply: int) -> str:
    """Return a sentence on the earlier position that is shown."""
    move = f" {playing.seat_at(ply - 1).side.name} played {playing.moves[ply - 1]}." if ply else ""
    return f"Position after {ply} of {len(playing.moves)} moves.{move}"


def thought(rules: Rules, position: Any, result: Thought) -> Thinking:
    """Return an opponent's thought about a position as data for the page."""
    arrows = []
    for move in result.variation[:ARROWS]:
        arrows.append(list(rules.path(move, position)))
        position = position.play(move)
    speed = result.nodes / result.seconds if result.nodes and result.seconds else inf
    return {
        "depth": result.depth,
        "score": None if result.score is None else rules.score(result.score),
        "nodes": result.nodes,
        # further digits are noise
        "speed": round(float(f"{speed:.2g}")) if isfinite(speed) else None,
        "line": " ".join(map(str, result.variation)),
        "arrows": arrows,
        "move": str(result.move),
    }
