"""Visits: a run step by step, with what each node on the way has been given, holds and has been told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from minimax_lessons.drawing.extract import number
from minimax_lessons.events import Enter, Event, Update
from minimax_lessons.tracing.run import Trace
from minimax_lessons.tracing.state import Bounds, Visit, fold
from minimax_lessons.trees import Node

__all__ = ["Bounds", "Finding", "Visit", "mover", "names", "pair", "steps", "visited_once"]


@dataclass(frozen=True)
class Finding:
    """What is wrong: the kind of fault in a word or two, a sentence for the learner, and the line it points to."""

    fault: str
    sentence: str
    line: int | None = None


def steps(run: Trace) -> Iterator[tuple[Event, Visit]]:
    """Yield each event with the visit it belongs to, as things stand just before it.

    A visit's line is one that deals with what a child returned; before the first does, that of the next which will.
    """
    lines = _lines(run)
    for event, state in fold(run):
        if state.here is None:
            return
        if isinstance(event, Enter):
            state.here.line = lines.get(event.node, lines.get(event.node.is_max))
        yield event, state.here


def _lines(run: Trace) -> dict[Node | bool, int]:
    """Return the line that first deals with a child's value, of each node, and of each player (True is MAX)."""
    lines: dict[Node | bool, int] = {}
    for event in run.events:
        if isinstance(event, Update):
            lines.setdefault(event.node, event.line)
            lines.setdefault(event.node.is_max, event.line)
    return lines


def visited_once(run: Trace) -> bool:
    """Return True if no node was entered twice, as a search with null windows does: its windows obey other rules."""
    entered = [event.node for event in run.events if isinstance(event, Enter)]
    return len(entered) == len(set(entered))


# How things are called


def names(nodes: tuple[Node, ...] | list[Node]) -> str:
    """Return the nodes' names: B, C and D."""
    each = [node.name for node in nodes]
    return each[0] if len(each) == 1 else f"{', '.join(each[:-1])} and {each[-1]}"


def pair(bounds: Bounds) -> str:
    """Return a window as it is written: (3, ∞)."""
    return f"({number(bounds[0])}, {number(bounds[1])})"


def mover(node: Node) -> str:
    """Return who moves at a node."""
    return "MAX" if node.is_max else "MIN"
