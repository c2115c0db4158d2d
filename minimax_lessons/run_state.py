"""Run state: each node's standing after each event of a run, as MAX sees it, by one fold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from typing import Literal

from minimax_lessons.events import Cut, Enter, Event, Kind, Leaf, Remembered, Return, Update
from minimax_lessons.trees import Node

__all__ = ["Bounds", "Phase", "State", "Visit", "fold", "seen_by_max"]

# α and β as the search's own variables hold them; None: it has none
Bounds = tuple[float | None, float | None]
Phase = Literal["unseen", "open", "done", "pruned"]
Result = tuple[float, Kind]  # what a child returned, and what that is worth


def seen_by_max(bounds: Bounds, node: Node, *, negamax: bool) -> tuple[float, float]:
    """Return a search's bounds at a node as MAX sees them; infinite if there are none."""
    low = -inf if bounds[0] is None else bounds[0]
    high = inf if bounds[1] is None else bounds[1]
    return (-high, -low) if negamax and not node.is_max else (low, high)


class Visit:
    """A search at one node: its bounds, and the results of its children so far."""

    low = -inf  # the node is worth at least so much, as far as its children have shown
    high = inf  # … at most so much
    best_so_far: float | None = None  # as the search itself has it
    # the node really is worth the best so far, or better for the player to move
    best_is_proved = False
    favourite: Node | None = None  # the child that is the best so far
    end: Leaf | Remembered | Return | None = None  # what closed it
    # the child that came back last, its value and what that is worth
    last: tuple[Node, float, Kind] | None = None
    # what the children searched more than once returned at last
    again: dict[int, float] | None = None

    def __init__(
        self, node: Node, above: Visit | None, bounds: Bounds, line: int | None, *, negamax: bool
    ) -> None:
        self.node = node
        self.above = above
        self.given = self.held = bounds
        self.line = line  # the last that dealt with this node
        self.negamax = negamax
        self.results = NO_RESULTS

    def take(self, child: Node, value: float, kind: Kind) -> None:
        """Take note of what a child returned."""
        if self.results is NO_RESULTS:
            self.results = {}
        self.last = child, value, kind
        step = child.path[-1] if child.path else 0
        if step in self.results:
            self._take_again(step, value, kind)
            return
        self.results[step] = value, kind
        if self.node.is_max:
            if kind != "upper" and value > self.low:
                self.low = value
        elif kind != "lower" and value < self.high:
            self.high = value

    def _take_again(self, step: int, value: float, kind: Kind) -> None:
        """Combine both results of a child searched twice; if they disagree, keep the second."""
        self.again = {**(self.again or {}), step: value}
        self.results[step] = _both(self.results[step], (value, kind), self._sure)
        sure = [value for value, kind in self.results.values() if kind in ("exact", self._sure)]
        if self.node.is_max:
            self.low = max(sure, default=-inf)
        else:
            self.high = min(sure, default=inf)

    def begin_anew(self) -> None:
        """Forget the children's results, because all of them are searched to another depth now."""
        self.low, self.high = -inf, inf
        self.best_so_far, self.last, self.again, self.results = None, None, None, NO_RESULTS

    @property
    def returned(self) -> list[float]:
        """Return the children's values; of a child searched more than once the last."""
        if self.again is None:
            return [value for value, _ in self.results.values()]
        return [self.again.get(step, value) for step, (value, _) in self.results.items()]

    @property
    def _sure(self) -> Kind:
        """Return the kind of bound that is a guarantee to the player to move."""
        return "lower" if self.node.is_max else "upper"

    @property
    def guarantee(self) -> float:
        """Return the value that the player to move can be sure of."""
        return self.low if self.node.is_max else self.high

    @property
    def proved(self) -> tuple[float, float]:
        """Return between which values the node lies, as its children have shown so far."""
        if not self.results or len(self.results) < len(self.node.children):
            return self.low, self.high
        if self.node.is_max:
            return self.low, max(
                [value if kind != "lower" else inf for value, kind in self.results.values()]
            )
        return min(
            [value if kind != "upper" else -inf for value, kind in self.results.values()]
        ), self.high

    @property
    def skipped(self) -> tuple[Node, ...]:
        """Return the children that have not come back."""
        if len(self.results) == len(self.node.children):
            return ()
        return tuple(child for child in self.node.children if child.path[-1] not in self.results)

    @property
    def window(self) -> tuple[float, float]:
        """Return the bounds held now, as MAX sees them; infinite where there are none."""
        return seen_by_max(self.held, self.node, negamax=self.negamax)

    @property
    def window_given(self) -> tuple[float, float]:
        """Return the bounds at the start of the visit, as MAX sees them, infinite if missing."""
        return seen_by_max(self.given, self.node, negamax=self.negamax)

    @property
    def way_down(self) -> list[Visit]:
        """Return the visits from the root's to this one: the call stack."""
        way, visit = [self], self.above
        while visit is not None:
            way.append(visit)
            visit = visit.above
        return way[::-1]


NO_RESULTS: dict[int, Result] = {}  # shared by all leaves, never written to


def _both(old: Result, new: Result, sure: Kind) -> Result:
    """Return the common result of two results of one node.

    Of two bounds with room between them, return the sure one.
    """
    (low, high), (least, most) = _interval(old), _interval(new)
    low, high = max(low, least), min(high, most)
    if low > high:
        return new
    if low == high:
        return low, "exact"
    if high == inf or (low != -inf and sure == "lower"):
        return low, "lower"
    return high, "upper"


def _interval(result: Result) -> tuple[float, float]:
    value, kind = result
    return -inf if kind == "upper" else value, inf if kind == "lower" else value


class State:
    """How a search stands after some of its events."""

    def __init__(self, *, negamax: bool = False) -> None:
        self.negamax = negamax
        self.here: Visit | None = None  # the innermost open node's
        self.left: Visit | None = None  # that of a node which the last event closed
        self.visits: dict[Node, Visit] = {}  # the latest of each node
        self.cuts: dict[Node, Cut] = {}  # why each root of a pruned subtree is not searched
        self._phases: dict[Node, Phase] = {}

    def phase(self, node: Node) -> Phase:
        """Return a node's phase: not seen, being searched, done, or in a cut subtree."""
        return self._phases.get(node, "unseen")

    @property
    def stack(self) -> list[Visit]:
        """Return the call stack from the root's visit on, also with the visit that just ended."""
        top = self.left or self.here
        return top.way_down if top else []

    def take(self, event: Event) -> None:
        """Take in one event."""
        self.come_to(event)
        self.finish(event)

    def come_to(self, event: Event) -> None:
        """Go to the visit of the event's node; for an Enter this is a new visit."""
        self.left = None
        if isinstance(event, Enter):
            while self.here is not None and len(self.here.node.path) >= len(event.node.path):
                self.here = self.here.above  # left by an exception
            bounds = (event.alpha, event.beta)
            self.here = Visit(event.node, self.here, bounds, event.line, negamax=self.negamax)
            self.visits[event.node] = self.here
            if self.phase(event.node) == "pruned":  # and searched after all
                self.cuts.pop(event.node, None)
                for node in event.node:
                    self._phases.pop(node, None)
            self._phases[event.node] = "open"
        while self.here is not None and self.here.node is not event.node:
            self.here = self.here.above

    def finish(self, event: Event) -> None:
        """Take in what the event did there."""
        if self.here is None:
            return
        if isinstance(event, Update):
            self._update(self.here, event)
        elif isinstance(event, Cut):
            self._cut(event)
        elif isinstance(event, Leaf | Remembered | Return):
            self._close(self.here, event)

    def _update(self, visit: Visit, event: Update) -> None:
        visit.held, visit.line = (event.alpha, event.beta), event.line
        visit.best_so_far = event.value if event.best is None else event.best
        visit.best_is_proved = (
            visit.low >= visit.best_so_far if visit.node.is_max else visit.high <= visit.best_so_far
        )
        if event.improved:
            visit.favourite = event.child

    def _cut(self, event: Cut) -> None:
        for root in event.skipped:
            if self.phase(root) == "unseen":
                self.cuts[root] = event
                self._phases.update(dict.fromkeys(root, "pruned"))

    def _close(self, visit: Visit, event: Leaf | Remembered | Return) -> None:
        if isinstance(event, Leaf):
            visit.best_so_far = visit.low = visit.high = event.value
        if visit.above is not None:
            visit.above.take(
                visit.node, event.value, "exact" if isinstance(event, Leaf) else event.kind
            )
        visit.end = event
        self._phases[visit.node] = "done"
        self.here, self.left = visit.above, visit


def fold(events: Iterable[Event], *, negamax: bool) -> Iterator[tuple[Event, State]]:
    """Yield each event with the state before it, but already at the node that an event enters."""
    state = State(negamax=negamax)
    for event in events:
        state.come_to(event)
        yield event, state
        state.finish(event)
