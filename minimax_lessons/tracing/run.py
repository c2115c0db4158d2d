"""Run: trace a search and keep what it did as a Trace, which everything else reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from minimax_lessons.events import Cut, Enter, Event, Leaf, Raised, Remembered, Return, Update
from minimax_lessons.tracing.calling import Call, cast
from minimax_lessons.tracing.code import Code, read
from minimax_lessons.tracing.doubts import doubts_of
from minimax_lessons.tracing.finders import Finder, Growing, Untold, same
from minimax_lessons.tracing.interpreting import Replay, describe, replay
from minimax_lessons.tracing.movers import settle_turns, votes_of
from minimax_lessons.tracing.probing import FAR, finish_loops
from minimax_lessons.tracing.results import (
    Place,
    choices_of,
    families,
    is_negamax,
    places_of_value,
    remembered,
    replaced,
)
from minimax_lessons.tracing.subjects import value_of
from minimax_lessons.tracing.watching import LEAVE, STRAY, Log, watch
from minimax_lessons.trees import Node, finish, freeze, leaves_below

__all__ = ["SearchError", "Trace", "trace"]


class SearchError(Exception):
    """What went wrong in a watched search, in one sentence; its cause is the search's own exception, if any."""


@dataclass(frozen=True, eq=False, repr=False)
class Trace:
    """A search's run on a tree, step by step."""

    name: str  # the function's
    tree: Node
    events: tuple[Event, ...]
    value: float | None  # the root's, as MAX sees it; None if the run broke off
    returned: Any  # what the function itself returned
    error: SearchError | None
    source: str | None  # the function's text, from the line first_line of its file on
    first_line: int
    fail_soft: bool | None  # returns values outside the window as found (True), or clamps them; None: the run is silent
    negamax: bool = False  # its values and bounds are those of the player to move; the events' values are MAX's
    doubts: tuple[str, ...] = field(default=())  # what could not be proved, each in a sentence with its cure
    notes: tuple[str, ...] = field(default=())  # remarks, in a sentence each

    @cached_property
    def leaves(self) -> tuple[Node, ...]:
        """Return the leaves evaluated, in the order of the search."""
        return tuple(event.node for event in self.events if isinstance(event, Leaf))

    @cached_property
    def remembered(self) -> tuple[Node, ...]:
        """Return the nodes that were answered from a cache or a table, in the order of the search."""
        return tuple(event.node for event in self.events if isinstance(event, Remembered))

    @cached_property
    def cutoffs(self) -> tuple[Cut, ...]:
        """Return every moment at which the search left a node's other children alone."""
        return tuple(event for event in self.events if isinstance(event, Cut))

    @cached_property
    def pruned(self) -> tuple[Node, ...]:
        """Return the roots of the subtrees that were cut and never entered, in the order of the tree."""
        entered = {event.node for event in self.events if isinstance(event, Enter)}
        skipped = {node for cut in self.cutoffs for node in cut.skipped}
        return tuple(sorted(skipped - entered, key=lambda node: node.path))

    @cached_property
    def pruned_leaves(self) -> tuple[Node, ...]:
        """Return the leaves below what was pruned, from left to right."""
        return tuple(leaf for node in self.pruned for leaf in leaves_below(node))

    @cached_property
    def nodes_visited(self) -> int:
        """Return how many times the search came to a node."""
        return sum(isinstance(event, Enter) for event in self.events)

    @cached_property
    def variation(self) -> tuple[Node, ...]:
        """Return the principal variation, from the root on: the line that both players would choose."""
        line = [self.tree] if self.events else []
        proved = (event for event in self.events if isinstance(event, Leaf | Return))
        exact = {event.node for event in proved if isinstance(event, Leaf) or event.kind == "exact"}
        while line and (child := self._chosen(line[-1], exact)) is not None:
            line.append(child)
        return tuple(line)

    def _chosen(self, node: Node, exact: set[Node]) -> Node | None:
        """Return the first child that has the value which its parent returned, rather an exact one than a bound."""
        here = [event for event in self.events if event.node is node]
        value = next((event.value for event in reversed(here) if isinstance(event, Return)), None)
        updates = [event for event in here if isinstance(event, Update)]
        at_last = {event.child: event.value for event in updates}
        alike = [event.child for event in updates if event.value == event.best and at_last[event.child] == value]
        return next((child for child in alike if child in exact), next(iter(alike), None))

    def __repr__(self) -> str:
        outcome = f"value {self.value}" if self.error is None else str(self.error)
        outcome += ", in doubt" if self.doubts else ""
        return f"<trace of {self.name}: {outcome}; {len(self.leaves)} leaves visited, {len(self.pruned_leaves)} pruned>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        from minimax_lessons.drawing import mimebundle

        return mimebundle(self)


def trace(
    function: Callable[..., Any],
    tree: Any,
    *arguments: Any,
    depth: int | None = None,
    names: dict[str, str] | None = None,
    max_steps: int = 300_000,
) -> Trace:
    """Return what a search function does on a tree, step by step: the textbook's or your own.

    Depth, bounds and whose turn it is are filled in where the parameters' names tell; give others after the tree.
    With ``names`` say which of your variables play a part: ``names={"alpha": "floor", "best": "top"}``.
    An error in the search does not stop you: the trace reaches up to it, and ``error`` says what happened.
    Positions may be asked for moves and children once more than the search asks them: counters in there count that.
    """
    search, node_name = read(function, names, (tree, *arguments)), (names or {}).get("node")

    def attempt(*, converted: bool = False) -> tuple[Call, Log]:
        call = cast(search, tree, arguments, depth=depth, node_name=node_name, converted=converted)
        return call, watch(search, call, max_steps)

    call, log = attempt()
    if log.beside is not None and len(log.entries) == 2:  # of two searches it has gone into the other
        search = read(function, names, (tree, *arguments), log.beside)
        call, log = attempt()
    strays = [] if isinstance(tree, Node) else [entry for entry in log.entries if entry[0] == STRAY]
    if any(_is_position(entry[2], call.finder.root, alone=entry[4]) for entry in strays):
        again, second = attempt(converted=True)
        if second.error is None and second.stopped is None:
            call, log = again, second
    return _told(search, call, log)


def _is_position(passed: Any, root: Node, *, alone: bool) -> bool:
    """Return True if what was passed on is a position of its own kind: made in front, or a list made anew."""
    return alone or (isinstance(passed, list | tuple) and all(not same(node, passed) for node in root))


def _told(search: Code, call: Call, log: Log) -> Trace:
    places = places_of_value(log)
    place = next(iter(places), None)
    negates = (search.negates or search.source is None) and is_negamax(log.calls, place, likely=search.negates)
    guessed, failed = _work_out(search, call, log, place, negates)
    recalls = frozenset().union(*(part.syntax.recall_lines for part in search.parts.values())) if log.childless else ()
    answered = remembered(log.calls, call.finder, place, recalls) if log.childless else {}
    run = replay(search, call, log, place, negates, answered)
    root = call.finder.root
    if root.is_sprouted:
        if held := _held(call.finder, run.leaf_values):
            finish(root, held)
        freeze(root, run.leaf_values)
    error = _error(run, log)
    return Trace(
        name=search.name,
        tree=root,
        events=tuple(run.events),
        value=None if error else run.value,
        returned=log.returned,
        error=error,
        source=search.source,
        first_line=search.first_line,
        fail_soft=run.soft,
        negamax=run.negamax,
        doubts=tuple(doubts_of(run, guessed, failed, several_places=len(places) > 1)),
        notes=tuple(_notes(run)),
    )


def _work_out(search: Code, call: Call, log: Log, place: Place | None, negates: bool) -> tuple[list[Node], list[Node]]:
    """Work out who moves at each node, and which children were never visited; return where each can't be known."""
    finder = call.finder
    guessed, failed = list[Node](), list[Node]()
    calls = finder.calls if isinstance(finder, Untold | Growing) else None
    if calls is not None and (finder.root.is_sprouted or not call.turn_told):
        votes = {} if negates else choices_of(log.calls, calls) | votes_of(families(log.calls, place))
        guessed = settle_turns(finder.root, calls, votes, told=finder.root.is_max if call.turn_told else None)
    if isinstance(finder, Growing):
        sample = next((entry[1] for entry in log.entries if entry[0] == LEAVE and entry[4]), 0)
        worst = {node: -FAR if node.is_max and not negates else FAR for node in finder.root}
        failed = finish_loops(
            search, finder, log.unfinished, log.alive, lambda node: replaced(sample, place, worst[node])
        )
    if finder.root.is_sprouted:
        finish(finder.root, {})
    return guessed, failed


def _held(finder: Finder, found: dict[Node, float]) -> dict[Node, float]:
    """Return the values that a learner's own tree holds in its leaves, if those that the search found are the same."""
    if not isinstance(finder, Growing) or finder.asking is None or not finder.asking.linked:
        return {}
    held = {leaf: value_of(leaf.position) for leaf in leaves_below(finder.root)}
    told = {leaf: value for leaf, value in held.items() if value is not None and found.get(leaf, value) == value}
    return told if len(told) == len(held) else {}


def _error(run: Replay, log: Log) -> SearchError | None:
    """Return what went wrong, or None."""
    name, problem = run.search.name, run.problem
    if problem is not None:
        pass
    elif log.stopped is not None:
        problem = f"{name} {log.stopped}"
    elif log.error is not None:
        where = f" at node {run.stack[-1].node.name}" if run.stack else ""
        problem = f"{name} raised {describe(log.error)}{where}"
    elif run.value is None:
        problem = f"{name} could not be watched to its end: did it start a debugger, or call sys.settrace itself?"
    else:
        return None
    if run.stack and not (run.events and isinstance(run.events[-1], Raised)):
        run.events.append(Raised(run.stack[-1].node, run.stack[-1].line or 0, problem))
    error = SearchError(problem)
    error.__cause__ = log.error
    return error


def _notes(run: Replay) -> Iterator[str]:
    yield from run.call.notes
    if run.search.source is None:
        yield f"The source of {run.search.name} is not to be had, so no line can be shown."
    if run.negamax:
        yield (
            "This is negamax: its α and β are those of the player to move; the values in the tree are shown as MAX"
            " sees them."
        )
