"""Open nodes: what the children of a node being searched have shown of its value so far."""

from __future__ import annotations

from math import inf

from minimax_lessons.events import Kind
from minimax_lessons.trees import Node

__all__ = ["OpenNode"]


class OpenNode:
    """A node being searched: what its children have returned so far, all seen from MAX's side."""

    results: dict[int, tuple[float, Kind]]  # of each child, by its step
    low = -inf  # the node is worth at least so much, as far as its children have shown
    high = inf  # … at most so much
    best: float | None = None
    last: tuple[Node, float, Kind] | None = None  # the child that came back last, its value and what that is worth

    def __init__(self, node: Node, line: int, alpha: float | None, beta: float | None) -> None:
        self.node = node
        self.line = line
        self.alpha = alpha
        self.beta = beta
        self.results = NO_RESULTS

    def take(self, child: Node, value: float, kind: Kind) -> None:
        """Take note of what a child returned."""
        step = child.path[-1] if child.path else 0
        if self.results is NO_RESULTS:
            self.results = {}
        self.last = child, value, kind
        self.results[step] = value, kind
        if self.node.is_max:
            if kind != "upper" and value > self.low:
                self.low = value
        elif kind != "lower" and value < self.high:
            self.high = value

    def skipped(self) -> tuple[Node, ...]:
        """Return the children never looked at."""
        if len(self.results) == len(self.node.children):
            return ()
        return tuple(child for child in self.node.children if child.path[-1] not in self.results)

    def shown(self, complete: bool) -> tuple[float, float]:
        """Return between which values the node is proved to lie, now that the search leaves it."""
        if not complete:
            return self.low, self.high
        if self.node.is_max:
            return self.low, max([value if kind != "lower" else inf for value, kind in self.results.values()])
        return min([value if kind != "upper" else -inf for value, kind in self.results.values()]), self.high


NO_RESULTS: dict[int, tuple[float, Kind]] = {}  # shared by all leaves, never written to
