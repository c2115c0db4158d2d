"""The exercises of lesson 7: the rules of draughts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from random import Random
from typing import Any

from minimax_lessons.draughts.notation import Move
from minimax_lessons.draughts.rules import Position, from_fen, placed
from minimax_lessons.exercises.answers import read_row, read_words, unfit
from minimax_lessons.exercises.exercise import Ask, DataExercise, FunctionExercise, ask_with_copies
from minimax_lessons.exercises.faults import Example, Facts, Fault
from minimax_lessons.exercises.tasks.faulty_rules import FAULTS, FORWARD, between, count, steps_from
from minimax_lessons.quoting import quoted

__all__ = ["GRADES", "fewer_pieces", "reached", "read_move", "read_position"]

MOVES_OF = from_fen("W:W6,10,16,K18:B7,8,15,28")
WRITTEN = re.compile(r"\d+([-x]\d+)+")
MOST_TESTS, MOST_PIECES = 5, 8
SIDE = {"b": "Black", "w": "White"}


def read_position(answer: Any) -> Position:
    """Return the position that is handed in, as a FEN or as it is."""
    if isinstance(answer, str):
        try:
            return from_fen(answer)
        except ValueError as trouble:
            raise unfit(f"This text is not a position: {trouble}.") from None
    if not isinstance(answer, Position):
        raise unfit(f'The answer is a FEN, for example "W:W22,K30:B18", but yours is {answer!r}.')
    return answer


def reached(position: Position, move: Any) -> Position:
    """Return the position after a move that was chosen; Fault if it is none."""
    try:
        return position.play(move)
    except (ValueError, TypeError, AttributeError):
        text = f"In {position.fen} it returned {move!r}, which is not a legal move there."
        raise Fault(text, id="not-a-move", example=Example(position, None, repr(move))) from None


def read_move(returned: Any, position: Position) -> Move:
    """Return the move that was chosen, or raise Fault if it is none."""
    move = reached(position, returned).last_move
    assert move is not None
    return move


def _read_moves(answer: Any) -> list[str]:
    """Return the moves as they are written."""
    steps = {(move.start, move.end): move for move in MOVES_OF.moves()}
    words = read_words(answer, 'a list of moves, each a text: ["22x15", "30-25"]')
    for move in words:
        squares = tuple(map(int, re.findall(r"\d+", move)))
        meant = steps.get((squares[0], squares[-1])) if len(squares) > 1 else None
        text = f"Write {str(meant)!r} instead of {quoted(move)}"
        if meant is not None and not WRITTEN.fullmatch(move):
            raise unfit(f"{text}, with x for a capture and - for a step.")
        if meant is not None and ("x" in move) != meant.is_capture:
            raise unfit(f"{text}, because only a capture is written with x.")
    return words


def _legal(words: list[str]) -> None:
    moves = set()
    for move in words:
        try:
            moves.add(MOVES_OF.read_move(move))
        except ValueError as trouble:
            raise Fault(f"{str(trouble).split(' Legal here')[0].rstrip('.')}.") from None
    missing = [move for move in MOVES_OF.moves() if move not in moves]
    if missing:
        where = ", ".join(sorted({str(move.start) for move in missing}))
        raise Fault(
            f"These moves are legal, but some are missing. Look again at the moves from {where}."
        )


def _forced(position: Position) -> Facts:
    moves = position.moves()
    if len(moves) != 1:
        some = ", ".join(map(str, moves[:8])) or "none"
        raise Fault(f"Exactly one move should be legal. Here there are {len(moves)}: {some}.")
    (move,) = moves
    taken = len(move.captured)
    if taken < 3:
        text = f"The only move, {move}, takes {taken}"
        raise Fault(f"{text}, but it should take three pieces or more.")
    return {"move": move, "taken": ", ".join(map(str, move.captured))}


def _round_trip(position: Position) -> Facts:
    captures = [move for move in position.moves() if move.is_capture]
    round_trips = [move for move in captures if move.start in move[1:]]
    if not round_trips:
        reason = "no capture is possible"
        if captures:
            reason = f"the longest capture is {max(captures, key=len)}"
        raise Fault(f"No king comes back to the square where it started: {reason}.")
    back = next((move for move in round_trips if move.end != move.start), None)
    if back is None:
        raise Fault(
            f"{round_trips[0]} ends where it began. Let the king pass over that square and jump on."
        )
    return {"back": back, "start": back.start}


def _landings(ask: Ask, position: Position) -> dict[int, Any]:
    """Return the reply of the function for each piece on a board."""
    pieces = position.pieces
    return {square: ask_with_copies(ask, pieces, square, thing=position) for square in pieces}


def _read_landings(replies: dict[int, Any], position: Position) -> dict[int, Collection[int]]:
    """Return the squares on which each piece lands."""
    for got in replies.values():
        if not isinstance(got, list | tuple | set | frozenset) or not all(
            type(to) is int for to in got
        ):
            text = f"It should return a list of square numbers, but it returned {quoted(got)}."
            raise Fault(text, id="wrong-kind", example=Example(position))
    return replies


def _landed(position: Position, landings: dict[int, Collection[int]]) -> None:
    """Raise Fault if a piece on a board is said to land elsewhere than it does."""
    pieces = dict(position.pieces)
    for square, got in landings.items():
        right = _jumps(pieces, square)
        if set(got) != set(right):
            text = _misplaced(position, square, right, got)
            example = Example(position, str(sorted(right)), str(sorted(got)))
            raise Fault(text, id="wrong-landing", example=example)


def fewer_pieces(position: Position) -> Iterator[Position]:
    """Yield a position of draughts without one of its pieces, as long as both sides have some."""
    pieces = position.pieces
    for gone in pieces:
        left = {square: piece for square, piece in pieces.items() if square != gone}
        if len(set("".join(left.values()).lower())) == 2:
            yield placed(left, position.black_to_move)


def _jumps(pieces: dict[int, str], square: int) -> dict[int, int]:
    """Return the squares on which the piece lands by one jump, each with the one jumped over."""
    piece = pieces[square]
    ways = steps_from(square, FORWARD[piece])
    return {
        far: near
        for near, far in ways
        if far is not None
        and far not in pieces
        and pieces.get(near, piece).lower() != piece.lower()
    }


def _misplaced(position: Position, square: int, right: dict[int, int], got: Collection[int]) -> str:
    piece = position.pieces[square]
    name = f"{SIDE[piece.lower()]}'s {'king' if piece.isupper() else 'man'} on {square}"
    missed = sorted(set(right) - set(got))
    if missed:
        way = f"over {right[missed[0]]} to {missed[0]}"
        return f"{name} can jump {way}, but your answer misses that."
    extra = min(set(got) - set(right))
    over = between(square, extra)
    if over is None:
        return f"{name} cannot land on {extra}, because no jump leads there."
    if extra in position.pieces:
        return f"{name} cannot land on {extra}, because that square is not empty."
    if position.pieces.get(over, piece).lower() == piece.lower():
        return f"{name} cannot jump over {over}, because no enemy stands there."
    return f"{name} cannot jump to {extra}, because a man captures forward only."


def _boards(first: int = 0) -> list[Position]:
    """Return positions of all kinds, those with few pieces first."""
    boards = []
    for seed in range(150):
        random, pieces = Random(first + seed), {}
        for square in random.sample(range(1, 33), 2 + seed // 12):
            side = random.choice("wb")
            last_row = range(1, 5) if side == "w" else range(29, 33)
            crowned = random.random() < 0.3 or square in last_row
            pieces[square] = side.upper() if crowned else side
        boards.append(placed(pieces, seed % 2 == 1))
    return boards


def _read_tests(answer: Any) -> list[Position]:
    wanted = f"a list of one to {MOST_TESTS} FENs"
    answer = answer.split() if isinstance(answer, str) else answer  # a FEN has commas in it
    fens = read_row(answer, wanted, in_any_order=True)
    if len(fens) > MOST_TESTS:
        raise unfit(f"The answer is {wanted}, but yours has {len(fens)}.")
    return [read_position(fen) for fen in fens]


def _tests(positions: list[Position]) -> Facts:
    for position in positions:
        if len(position.pieces) > MOST_PIECES:
            text = f"{position.fen} has more than {MOST_PIECES} pieces."
            raise Fault(f"{text} Use fewer, because a small test shows what it tests.")
    for fault, words in FAULTS.items():
        if not any(_tells(position, fault) for position in positions):
            text = "None of your positions shows the difference between the right rules and rules"
            raise Fault(f"{text} in which {words}.")
    return {"positions": len(positions), "faults": len(FAULTS)}


def _tells(position: Position, fault: str) -> bool:
    pieces, black = position.pieces, position.black_to_move
    return any(
        count(pieces, black, depth, fault) != count(pieces, black, depth) for depth in (1, 2)
    )


GRADES = {
    "7.1": DataExercise(_legal, _read_moves, MOVES_OF, "wrong-prediction"),
    "7.2": DataExercise(_forced, read_position, id="shows-nothing"),
    "7.3": DataExercise(_round_trip, read_position, id="shows-nothing"),
    "7.4": FunctionExercise(
        ("pieces", "square"),
        _boards,
        _landed,
        _landings,
        _read_landings,
        fewer_pieces,
        lambda: _boards(first=1_000),
    ),
    "7.5": DataExercise(_tests, _read_tests, id="shows-nothing"),
}
