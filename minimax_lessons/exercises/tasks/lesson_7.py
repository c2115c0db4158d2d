"""The exercises of lesson 7: the rules of draughts."""

from __future__ import annotations

from collections.abc import Callable, Collection
from random import Random
from typing import Any

from minimax_lessons.draughts.rules import Position, from_fen, placed
from minimax_lessons.exercises.answers import read_words, unfit
from minimax_lessons.exercises.calling import call
from minimax_lessons.exercises.faults import Example, Facts, Fault, about
from minimax_lessons.exercises.shrinking import fewer_pieces, on_each
from minimax_lessons.exercises.tasks.faulty_rules import FAULTS, FORWARD, between, count, steps_from

__all__ = ["GRADES", "reached", "read_position"]

MOVES_OF = from_fen("W:W6,10,16,K18:B7,8,15,28")
MOST_TESTS, MOST_PIECES = 5, 8
SIDE = {"b": "Black", "w": "White"}


def read_position(answer: Any) -> Position:
    """Return the position that is handed in, as a FEN or as it is."""
    if isinstance(answer, str):
        try:
            return from_fen(answer)
        except ValueError as trouble:
            raise unfit(f"That is no position yet: {trouble}.") from None
    if not isinstance(answer, Position):
        raise unfit(f'The answer is a FEN, such as "W:W22,K30:B18", and yours is {answer!r}.')
    return answer


def reached(position: Position, move: Any) -> Position:
    """Return the position after a move that was chosen; Fault if it is none."""
    try:
        return position.play(move)
    except (ValueError, TypeError, AttributeError):
        told = f"In {position.fen} it returned {move!r}, which is no legal move there."
        raise Fault(told, id="not-a-move", example=Example(position, None, repr(move))) from None


def _legal(answer: Any) -> None:
    found = set()
    for move in read_words(answer, 'a list of moves, such as ["22x15", "30-25"]'):
        try:
            found.add(MOVES_OF.read_move(move))
        except ValueError as trouble:
            raise Fault(f"{str(trouble).split(' Legal here')[0].rstrip('.')}.") from None
    missing = [move for move in MOVES_OF.moves() if move not in found]
    if missing:
        where = ", ".join(sorted({str(move.start) for move in missing}))
        raise Fault(f"These are legal, but not yet all: there is more from {where}.")


def _forced(position: Position) -> Facts:
    moves = position.moves()
    if len(moves) != 1:
        shown = ", ".join(map(str, moves[:8])) or "none"
        raise Fault(f"Exactly one move should be legal. Here there are {len(moves)}: {shown}.")
    (move,) = moves
    taken = len(move.captured)
    if taken < 3:
        raise Fault(f"The only move, {move}, takes {taken}: it should take three or more.")
    return {"move": move, "taken": ", ".join(map(str, move.captured))}


def _round_trip(position: Position) -> Facts:
    captures = [move for move in position.moves() if move.is_capture]
    back = next((move for move in captures if move.start in move[1:]), None)
    if back is None:
        longest = max(captures, key=len, default=None)
        told = "no capture is possible" if longest is None else f"the longest capture is {longest}"
        raise Fault(f"No king comes back to its own square: {told}.")
    if back.end == back.start:
        raise Fault(f"{back} ends where it began. Let the king pass its square and go on.")
    return {"back": back, "start": back.start}


def _landed(position: Position, landings: Callable[..., Any]) -> None:
    """Raise Fault if a piece on a board is said to land elsewhere than it does."""
    for square in position.pieces:
        pieces = dict(position.pieces)
        right, got = _jumps(pieces, square), call(landings, pieces, square)
        if pieces != position.pieces:
            told = f"It changed the pieces it was given, for {square}: whoever asks still needs them as they were."
            raise Fault(told, id="position-changed", example=Example(position))
        if not isinstance(got, list | tuple | set | frozenset) or not all(type(to) is int for to in got):
            told = f"It should return a list of square numbers, and it returned {got!r}."
            raise Fault(told, id="wrong-kind", example=Example(position))
        if set(got) != set(right):
            told = _misplaced(position, square, pieces[square], right, got)
            raise Fault(told, id="wrong-landing", example=Example(position, str(sorted(right)), str(sorted(got))))


def _jumps(pieces: dict[int, str], square: int) -> dict[int, int]:
    """Return where the piece on the square lands by one jump, and over what."""
    piece = pieces[square]
    ways = steps_from(square, FORWARD[piece])
    return {
        far: near
        for near, far in ways
        if far is not None and far not in pieces and pieces.get(near, piece).lower() != piece.lower()
    }


def _misplaced(position: Position, square: int, piece: str, right: dict[int, int], got: Collection[int]) -> str:
    name = f"{SIDE[piece.lower()]}'s {'king' if piece.isupper() else 'man'} on {square}"
    missed = sorted(set(right) - set(got))
    if missed:
        return f"{name} can jump over {right[missed[0]]} to {missed[0]}, and yours doesn't."
    extra = min(set(got) - set(right))
    over = between(square, extra)
    if over is None:
        return f"{name} cannot land on {extra}: no jump leads there."
    if extra in position.pieces:
        return f"{name} cannot land on {extra}: that square is not empty."
    if position.pieces.get(over, piece).lower() == piece.lower():
        return f"{name} cannot jump over {over}: no enemy stands there."
    return f"{name} cannot jump to {extra}: a man captures forward only."


def _boards() -> list[Position]:
    """Return positions of all kinds, those with few pieces first."""
    found = []
    for seed in range(150):
        random = Random(seed)
        pieces = {}
        for square in random.sample(range(1, 33), 2 + seed // 12):
            side = random.choice("wb")
            crowned = random.random() < 0.3 or square in (range(1, 5) if side == "w" else range(29, 33))
            pieces[square] = side.upper() if crowned else side
        found.append(placed(pieces, seed % 2 == 1))
    return found


def _tests(answer: Any) -> Facts:
    if not isinstance(answer, list | tuple) or not 1 <= len(answer) <= MOST_TESTS:
        raise Fault(f"The answer is a list of one to {MOST_TESTS} FENs, and yours is {answer!r}.")
    positions = [read_position(fen) for fen in answer]
    for position in positions:
        if len(position.pieces) > MOST_PIECES:
            raise Fault(f"{position.fen} has more than {MOST_PIECES} pieces: a test should say what it tests.")
    for fault, words in FAULTS.items():
        if not any(_tells(position, fault) for position in positions):
            raise Fault(f"No position of yours tells the right rules from rules in which {words}.")
    return {"positions": len(positions), "faults": len(FAULTS)}


def _tells(position: Position, fault: str) -> bool:
    pieces, black = position.pieces, position.black_to_move
    return any(count(pieces, black, depth, fault) != count(pieces, black, depth) for depth in (1, 2))


GRADES = {
    "7.1": about(_legal, MOVES_OF, "wrong-prediction"),
    "7.2": about(_forced, read_position, "shows-nothing"),
    "7.3": about(_round_trip, read_position, "shows-nothing"),
    "7.4": on_each(_landed, _boards, fewer_pieces, "pieces", "square"),
    "7.5": about(_tests, id="shows-nothing"),
}
