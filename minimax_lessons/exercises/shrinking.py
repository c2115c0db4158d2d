"""Shrinking: the smallest case that shows what is wrong with an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from minimax_lessons.draughts.rules import Position, placed
from minimax_lessons.exercises.answers import read_function
from minimax_lessons.exercises.calling import spent
from minimax_lessons.exercises.faults import Facts, Fault

__all__ = ["fewer_pieces", "on_each", "parts_of", "refuse_first", "smaller_graphs", "smallest"]

SECONDS = 1.0  # of processor time: a learner waits for it
Case = TypeVar("Case")
Found = TypeVar("Found")


def refuse_first(
    cases: Iterable[Case], judge: Callable[[Case], None], smaller: Callable[[Case], Iterator[Case]]
) -> None:
    """Raise what judge raises of the first case that is not right, shown on the smallest one of the same kind."""
    for case in cases:
        fault = _fault_in(case, judge)
        if fault is not None:
            if fault.id not in ("never-ends", "raised"):
                fault = smallest(case, fault, partial(_fault_in, judge=judge, id=fault.id), smaller)
            raise fault


def on_each(
    judge: Callable[[Case, Any], None],
    cases: Callable[[], Sequence[Case]],
    smaller: Callable[[Case], Iterator[Case]],
    *parameters: str,
) -> Callable[[Any], Facts]:
    """Return what judges a function of these parameters: on one case after the other, as ``judge`` does."""

    def judged(answer: Any) -> Facts:
        function, every = read_function(answer, *parameters), cases()
        refuse_first(every, lambda case: judge(case, function), smaller)
        return {"count": len(every)}

    return judged


def _fault_in(case: Case, judge: Callable[[Case], None], id: str | None = None) -> Fault | None:
    """Return the fault of a case, if it has any; of the kind that is asked for."""
    try:
        judge(case)
    except Fault as fault:
        return fault if id in (None, fault.id) else None
    return None


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
    for gone in pieces:
        left = {at: piece for at, piece in pieces.items() if at != gone}
        if len(set("".join(left.values()).lower())) == 2:
            yield placed(left, position.black_to_move)


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
