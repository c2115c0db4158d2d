"""What a board shows: a game and the reason for a move as data for the page, and a picture in pixels."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from math import inf, isfinite
from types import SimpleNamespace
from typing import Any, cast

from minimax_lessons.board import contract
from minimax_lessons.board.contract import Can, Move, State, Thinking
from minimax_lessons.board.opponents import Thought
from minimax_lessons.board.playing import Menus, Playing
from minimax_lessons.board.rules import Rules, Square
from minimax_lessons.drawing.rendering import NeedsGraphviz, render
from minimax_lessons.player.players import animate
from minimax_lessons.player.storyboard import Data
from minimax_lessons.search import alphabeta
from minimax_lessons.tracing.run import trace

__all__ = ["explanation", "png64", "state", "thought"]

ARROWS = 3  # plies of a variation that are drawn
DEEPEST = 4  # plies
SEEN, DRAWN = 75, 1_500  # nodes that can be read without scrolling far, and that the player draws at all
STEPS = 5_000  # of the search that grows such a tree
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


def state(playing: Playing, menus: Menus, *, why: str, tick: int) -> State:
    """Return all that the page draws of a game; why is the move that can be explained."""
    rules, position = playing.rules, playing.position
    last = playing.moves[-1] if playing.moves else rules.last_move(position)
    before = playing.positions[-2] if playing.moves else position  # the one before it, as far as it is known
    return {
        "title": rules.title,
        "look": rules.look,
        "ply": len(playing.moves),
        "squares": [[cast(contract.Square, square._asdict()) for square in row] for row in rules.squares(position)],
        "moves": [_move(rules, move, position) for move in position.moves()] if playing.awaits_person else [],
        "last": _move(rules, last, before) if last is not None else None,
        "row": list(rules.row(position)),
        "status": status(playing),
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
        mover = playing.seat_at(len(playing.moves) - 1).side.name
        taken = playing.rules.taken(playing.moves[-1])
        said = f"{mover} played {playing.moves[-1]}{', taking ' + _and(taken) if taken else ''}. "
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


def thought(rules: Rules, position: Any, found: Thought) -> Thinking:
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
        "speed": round(float(f"{speed:.2g}")) if isfinite(speed) else None,  # further digits are noise
        "line": " ".join(map(str, found.variation)),
        "arrows": arrows,
        "move": str(found.move),
    }


def explanation(position: Any, found: Thought, depth: int | None = None) -> Data:
    """Return the textbook's search on a position, and how its choice compares with what an opponent has found.

    Without a depth it goes as deep as the tree can still be seen whole; with one, as deep as can still be drawn.
    """
    run = trace(alphabeta, position, depth=1)
    ahead, most = 1, SEEN if depth is None else DRAWN
    for deeper in range(2, (depth or DEEPEST) + 1):
        trial = trace(alphabeta, position, depth=deeper, max_steps=STEPS)
        if trial.error or sum(1 for _ in trial.tree) > most:
            break
        run, ahead = trial, deeper
    move, own = found.move, run.variation[1].move
    plies = f"{ahead} {'ply' if ahead == 1 else 'plies'}"
    if own == move:
        said = f"Alpha-beta, {plies} deep, chooses {move} too."
    else:
        looked = f" {found.depth} plies ahead" if found.depth and found.depth > ahead else " in another way"
        said = f"Alpha-beta, {plies} deep, would choose {own}: {move} was found by looking{looked}."
    if depth is not None and ahead < depth:
        said += f" A tree of {depth} plies is too large to draw."
    data = animate(run, title=f"Why {move}? The tree before the move", show=("counts", "legend")).data
    return {"note": said, "depth": ahead, "chosen": depth is not None, "data": data}


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
