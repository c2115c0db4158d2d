"""Shrinking: the smallest case that shows what is wrong with an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from minimax_lessons.draughts.rules import Position, from_fen
from minimax_lessons.exercises.calling import spent
from minimax_lessons.exercises.faults import Fault

__all__ = ["fewer_pieces", "parts_of", "refuse_first", "smaller_graphs", "smallest"]

SECONDS = 1.0  # of processor time: a learner waits for it
Case = TypeVar("Case")
Found = TypeVar("Found")


def refuse_first(
    cases: Iterable[Case], fault_in: Callable[[Case], Fault | None], smaller: Callable[[Case], Iterator[Case]]
) -> None:
    """Raise what is wrong in the first case that is not right, shown on the smallest one of the same kind."""
    for case in cases:
        fault = fault_in(case)
        if fault is not None:
            raise fault if fault.id in ("never-ends", "raised") else _shrunk(case, fault, fault_in, smaller)


def _shrunk(
    case: Case, fault: Fault, fault_in: Callable[[Case], Fault | None], smaller: Callable[[Case], Iterator[Case]]
) -> Fault:
    def find(case: Case) -> Fault | None:
        found = fault_in(case)
        return found if found is not None and found.id == fault.id else None

    return smallest(case, fault, find, smaller)


def smallest(
    case: Case, found: Found, find: Callable[[Case], Found | None], smaller: Callable[[Case], Iterator[Case]]
) -> Found:
    """Return what is found in the smallest case that can be reached: one in which ``find`` finds anything at all."""
    ends = spent() + SECONDS
    candidates = smaller(case)
    while spent() < ends and (candidate := next(candidates, None)) is not None:
        again = find(candidate)
        if again is not None:
            found, candidates = again, smaller(candidate)
    return found


def fewer_pieces(position: Position) -> Iterator[Position]:
    """Yield a position of draughts without one of its pieces, as long as both sides have some."""
    pieces = position.pieces
    for square in pieces:
        left = {at: piece for at, piece in pieces.items() if at != square}
        sides = {side: [f"{'K' * p.isupper()}{at}" for at, p in left.items() if p.upper() == side] for side in "WB"}
        if all(sides.values()):
            turn = "B" if position.black_to_move else "W"
            yield from_fen(f"{turn}:W{','.join(sides['W'])}:B{','.join(sides['B'])}")


def smaller_graphs(graph: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Yield a game without one of its positions, or without one of its moves."""
    for gone in graph:
        if len(graph) > 1:
            yield {name: moves.replace(gone, "") for name, moves in graph.items() if name != gone}
    for name, moves in graph.items():
        yield from ({**graph, name: moves.replace(move, "")} for move in moves)


def parts_of(rows: tuple[tuple[int, ...], ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield a board of rows without one of its pieces, as long as one is left."""
    places = [(r, c) for r, row in enumerate(rows) for c, piece in enumerate(row) if piece]
    for row, column in places if len(places) > 1 else ():
        yield tuple(
            tuple(0 if (r, c) == (row, column) else piece for c, piece in enumerate(line))
            for r, line in enumerate(rows)
        )
