"""Faulty rules: English draughts on plain squares, by the right rules or with one rule wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from minimax_lessons.draughts.evaluation import PLACE

__all__ = ["FAULTS", "FORWARD", "between", "count", "steps_from"]

Pieces = Mapping[int, str]  # the square's number -> b, w, B or W, as Position.pieces has it
Path = tuple[int, ...]

FAULTS = {
    "one jump": "a capture ends after one jump",
    "optional": "a capture need not be made",
    "longest": "only the longest captures may be made",
    "backwards": "men capture backwards, too",
    "jumps on": "a man that has been crowned in a capture jumps on as a king",
    "own square": "a king cannot come back to the square that it started from",
}
SQUARES = {place: square for square, place in PLACE.items()}
DOWN, UP = ((1, -1), (1, 1)), ((-1, -1), (-1, 1))
FORWARD = {"b": DOWN, "w": UP, "B": DOWN + UP, "W": DOWN + UP}
LAST_ROW = {"b": 7, "w": 0}


def steps_from(
    square: int, directions: tuple[tuple[int, int], ...]
) -> Iterator[tuple[int, int | None]]:
    """Yield for each direction the next square, and the one after it where there is one."""
    row, column = PLACE[square]
    for down, right in directions:
        near = SQUARES.get((row + down, column + right))
        if near is not None:
            yield near, SQUARES.get((row + 2 * down, column + 2 * right))


def between(start: int, target: int) -> int | None:
    """Return the square that a jump goes over; None if no jump leads from start to target."""
    return next((near for near, far in steps_from(start, DOWN + UP) if far == target), None)


def count(pieces: Pieces, black_to_move: bool, depth: int, fault: str | None = None) -> int:
    """Return the number of sequences of moves by the rules, or by rules with one of FAULTS."""
    moves = _moves(pieces, "b" if black_to_move else "w", fault)
    if depth == 1:
        return len(moves)
    return sum(count(_after(pieces, path), not black_to_move, depth - 1, fault) for path in moves)


def _moves(pieces: Pieces, side: str, fault: str | None) -> list[Path]:
    own = [square for square, piece in pieces.items() if piece.lower() == side]
    captures = [
        path for square in own for path in _captures(pieces, pieces[square], (square,), fault)
    ]
    if fault == "longest":
        captures = [path for path in captures if len(path) == max(map(len, captures))]
    if captures and fault != "optional":
        return captures
    steps = [
        (square, to)
        for square in own
        for to, _ in steps_from(square, FORWARD[pieces[square]])
        if to not in pieces
    ]
    return captures + steps


def _captures(pieces: Pieces, piece: str, path: Path, fault: str | None) -> list[Path]:
    """Return the captures that begin with the path, each followed to its end."""
    if len(path) > 1 and PLACE[path[-1]][0] == LAST_ROW.get(piece):
        piece = piece.upper()
        if fault != "jumps on":
            return [path]
    captures: list[Path] = []
    if len(path) == 1 or fault != "one jump":
        jumped = {between(*hop) for hop in pairwise(path)}
        directions = DOWN + UP if fault == "backwards" else FORWARD[piece]
        for over, to in steps_from(path[-1], directions):
            taken = pieces.get(over, piece).lower() != piece.lower() and over not in jumped
            if (
                taken
                and to is not None
                and (to not in pieces or (to == path[0] and fault != "own square"))
            ):
                captures += _captures(pieces, piece, (*path, to), fault)
    return captures or ([path] if len(path) > 1 else [])


def _after(pieces: Pieces, path: Path) -> Pieces:
    after = dict(pieces)
    piece = after.pop(path[0])
    for hop in pairwise(path):
        after.pop(between(*hop) or 0, None)  # a step goes over nothing
    # with "jumps on" a man may have been crowned on its way
    crowned = any(PLACE[square][0] == LAST_ROW.get(piece) for square in path)
    after[path[-1]] = piece.upper() if crowned else piece
    return after
