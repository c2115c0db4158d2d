"""Visits: a run step by step, with what each node on the way has been given, holds and has been told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf

from minimax_lessons.events import Enter, Event, Kind, Leaf, Return, Update
from minimax_lessons.extract import number
from minimax_lessons.run import Trace
from minimax_lessons.trees import Node

__all__ = ["Bounds", "Finding", "Visit", "mover", "names", "pair", "steps", "visited_once"]

Bounds = tuple[float | None, float | None]  # α and β as the search's own variables hold them


@dataclass(frozen=True)
class Finding:
    """What is wrong: the kind of fault in a word or two, a sentence for the learner, and the line it points to."""

    fault: str
    sentence: str
    line: int | None = None


@dataclass
class Visit:
    """A node being searched."""

    node: Node
    above: Visit | None
    given: Bounds  # when the node was entered
    held: Bounds  # now
    negamax: bool
    line: int | None  # a line that deals with what a child of this node returned
    results: dict[int, tuple[float, Kind]] = field(default_factory=dict)  # of each child, by its step
    order: list[Node] = field(default_factory=list)  # the children in the order of the search

    @property
    def own(self) -> int:
        """Return which of the two bounds the player to move improves: 0 for α, 1 for β."""
        return 0 if self.negamax or self.node.is_max else 1

    @property
    def shows_bounds(self) -> bool:
        """Return True if the search keeps α or β in variables that can be seen."""
        return self.held != (None, None)

    @property
    def window(self) -> tuple[float, float]:
        """Return the bounds held now, as MAX sees them."""
        return self._seen_by_max(self.held)

    @property
    def window_given(self) -> tuple[float, float]:
        """Return the bounds the node was given, as MAX sees them."""
        return self._seen_by_max(self.given)

    def _seen_by_max(self, bounds: Bounds) -> tuple[float, float]:
        low = -inf if bounds[0] is None else bounds[0]
        high = inf if bounds[1] is None else bounds[1]
        return (-high, -low) if self.negamax and not self.node.is_max else (low, high)

    @property
    def guarantee(self) -> float:
        """Return what the player to move is sure of here: at least so much for MAX, at most so much for MIN."""
        unsure = "upper" if self.node.is_max else "lower"
        sure = [value for value, kind in self.results.values() if kind != unsure]
        return max(sure, default=-inf) if self.node.is_max else min(sure, default=inf)

    @property
    def values(self) -> list[float]:
        """Return what the children visited have returned, in the order of the search."""
        return [self.results[child.path[-1]][0] for child in self.order if child.path[-1] in self.results]

    @property
    def best(self) -> float:
        """Return the best of these values for the player to move."""
        return max(self.values) if self.node.is_max else min(self.values)

    @property
    def way_down(self) -> list[Visit]:
        """Return the visits from the root's to this one."""
        return [*(self.above.way_down if self.above is not None else []), self]


def steps(run: Trace) -> Iterator[tuple[Event, Visit]]:
    """Yield each event with the visit it belongs to, as things stand just before it."""
    lines = _lines(run)
    visit: Visit | None = None
    for event in run.events:
        node = event.node
        if isinstance(event, Enter):
            while visit is not None and node not in visit.node.children:
                visit = visit.above
            bounds = (event.alpha, event.beta)
            visit = Visit(node, visit, bounds, bounds, run.negamax, lines.get(node, lines.get(node.is_max)))
            if visit.above is not None and node not in visit.above.order:
                visit.above.order.append(node)
            yield event, visit
            continue
        while visit is not None and visit.node is not node:
            visit = visit.above
        if visit is None:
            return
        yield event, visit
        if isinstance(event, Update):
            visit.held, visit.line = (event.alpha, event.beta), event.line
        elif isinstance(event, Leaf | Return):
            if visit.above is not None:
                kind: Kind = event.kind if isinstance(event, Return) else "exact"
                visit.above.results[node.path[-1]] = event.value, kind
            visit = visit.above


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
