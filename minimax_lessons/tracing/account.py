"""Account: compare the observations of a run with its events, and name those without a place."""

# Nothing here knows how a search is written: an evaluation function is known by its results,
# which leaves return.

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from minimax_lessons.events import Enter, Event, Leaf, Remembered, Return
from minimax_lessons.tracing.visits import is_number, is_simple, state_of, value_of
from minimax_lessons.trees import Node

__all__ = [
    "BestOfChildren",
    "Compared",
    "Evaluated",
    "Evaluation",
    "Leftover",
    "Merged",
    "Observations",
    "Rest",
    "Skipped",
    "Stored",
    "Whole",
    "account",
]


class Evaluation(NamedTuple):
    """A call of one of the author's other functions that returned a number during a visit."""

    visit: int  # the number of the visit, in the order in which nodes were entered
    function: str
    result: float
    subject: tuple[Hashable, ...]  # its arguments, as they were then
    is_direct: bool  # the search called it itself, and not another of these functions

    @property
    def position(self) -> tuple[Hashable, ...]:
        """Return the arguments that may be the position: those that are not plain, else all."""
        return (
            tuple(part for part in self.subject if not is_simple(part) or isinstance(part, tuple))
            or self.subject
        )


@dataclass
class Observations:
    """What a run has shown, beside its events."""

    evaluations: Sequence[Evaluation] = ()
    # visits that compared values, each with the line
    comparisons: dict[int, int] = field(default_factory=dict)
    table_was_filled: bool = False  # before the run
    parts: Collection[Node] = ()  # lists that are parts of the list that their parent is
    # visits whose function branched into itself there, with lines
    merged: dict[int, int] = field(default_factory=dict)


class Evaluated(NamedTuple):
    """A node at which several positions were evaluated, none of which has a place in the tree."""

    node: Node
    function: str
    positions: int


class Compared(NamedTuple):
    """A leaf at which several values were compared."""

    node: Node
    line: int


class BestOfChildren(NamedTuple):
    """A leaf that has children in the tree, and is worth as much as the best of them."""

    node: Node
    line: int


class Stored(NamedTuple):
    """An answer from a table that nothing in this run can have put there."""

    node: Node
    line: int


class Skipped(NamedTuple):
    """A node that was entered from one that is not its parent."""

    node: Node
    above: Node


class Rest(NamedTuple):
    """A node that holds the rest of what its parent holds, and where the same player moves."""

    node: Node
    above: Node


class Merged(NamedTuple):
    """A node at which the search called itself several times, without a child for any call."""

    node: Node
    line: int


class Whole(NamedTuple):
    """A leaf that is a list of several numbers, in a tree of lists whose leaves are numbers."""

    node: Node


Leftover = Merged | Whole | Rest | Evaluated | Compared | BestOfChildren | Stored | Skipped


@dataclass
class _Visit:
    """A node from its Enter to the event that closed it."""

    node: Node
    end: Leaf | Remembered | Return | None = None
    below: list[_Visit] = field(default_factory=list)
    evaluations: list[Evaluation] = field(default_factory=list)

    def is_worth(self, *values: float) -> bool:
        """Return True if the node returned one of the values, as either player sees it."""
        return self.end is not None and (self.end.value in values or -self.end.value in values)


def account(events: Sequence[Event], observed: Observations) -> Iterator[Leftover]:
    """Yield the first observation of each kind that has no place among the events."""
    if not events:
        return
    root = events[0].node
    goes_through_lists = root.is_sprouted and isinstance(root.position, list | tuple)
    visits: list[_Visit] = []
    # else they would cost time for nothing
    if observed.evaluations or observed.comparisons or observed.merged or goes_through_lists:
        visits = _visits_of(events)
    for evaluation in observed.evaluations:
        if evaluation.visit < len(visits):
            visits[evaluation.visit].evaluations.append(evaluation)
    yield from [
        Merged(visits[n].node, line) for n, line in observed.merged.items() if n < len(visits)
    ][:1]
    leaves = [visit for visit in visits if isinstance(visit.end, Leaf)]
    compared = (
        Compared(visits[n].node, line)
        for n, line in observed.comparisons.items()
        if n < len(visits)
    )
    wholes = _whole([visit for visit in leaves if visit.node in observed.parts])
    in_place = _evaluated(leaves) or _best_of_children(events) or next(compared, None) or wholes
    if in_place is not None:
        yield in_place
    yield from _beside_children(visits, leaves)
    if goes_through_lists:
        yield from _rest(visits)
    if observed.table_was_filled:
        yield from _stored(events)
    if not root.is_sprouted:
        yield from _skipped(events)


def _visits_of(events: Iterable[Event]) -> list[_Visit]:
    visits: list[_Visit] = []
    stack: list[_Visit] = []
    for event in events:
        if isinstance(event, Enter):
            while stack and len(stack[-1].node.path) >= len(event.node.path):
                stack.pop()  # left by an exception
            visits.append(_Visit(event.node))
            if stack:
                stack[-1].below.append(visits[-1])
            stack.append(visits[-1])
        elif isinstance(event, Leaf | Remembered | Return):
            while stack and stack[-1].node is not event.node:
                stack.pop()
            if stack:
                stack.pop().end = event
    return visits


def _rest(visits: Sequence[_Visit]) -> Iterator[Rest]:
    """Yield the first node that only holds the rest of a list that its parent goes through."""
    for visit in visits:
        position = visit.node.position
        for child in visit.below:
            part = child.node.position
            is_alike = (
                isinstance(position, list | tuple)
                and type(part) is type(position)
                and visit.node.is_sprouted
            )
            if (
                is_alike
                and 0 < len(part) < len(position)
                and part == position[-len(part) :]
                and child.node.is_max == visit.node.is_max
            ):
                yield Rest(child.node, visit.node)
                return


# Leaves that stand for several positions


def _evaluated(leaves: Sequence[_Visit]) -> Evaluated | None:
    """Return the first leaf that is worth as much as the best of several evaluated positions."""
    for function in sorted(
        {evaluation.function for leaf in leaves for evaluation in leaf.evaluations}
    ):
        asked = [(leaf, _asked(leaf, function)) for leaf in leaves]
        several = [(leaf, evaluations) for leaf, evaluations in asked if len(evaluations) > 1]
        if not all(leaf.is_worth(*_extremes(evaluations)) for leaf, evaluations in several):
            continue  # the value is made of the results: a sum, a difference
        alone = [
            evaluations[0]
            for leaf, evaluations in asked
            if len(evaluations) == 1 and leaf.is_worth(evaluations[0].result)
        ]
        kinds = {_kind(part) for evaluation in alone for part in evaluation.position}
        kinds |= {_kind(state_of(leaf.node.position)) for leaf in leaves} if not alone else set()
        for leaf, evaluations in several:
            if evaluations[0].is_direct or not kinds.isdisjoint(
                _kind(part) for part in evaluations[0].position
            ):
                return Evaluated(leaf.node, function, len(evaluations))
    return None


def _asked(visit: _Visit, function: str) -> list[Evaluation]:
    """Return the evaluations of different positions by a function in a visit."""
    return list(
        {
            evaluation.position: evaluation
            for evaluation in reversed(visit.evaluations)
            if evaluation.function == function
        }.values()
    )


def _extremes(evaluations: Sequence[Evaluation]) -> tuple[float, float]:
    results = [evaluation.result for evaluation in evaluations]
    return min(results), max(results)


def _kind(state: Hashable) -> Hashable:
    """Return the common trait of one game's positions: their class, or their length."""
    if isinstance(state, tuple) and state and isinstance(state[0], type):
        return state[0]
    return (tuple, len(state)) if isinstance(state, tuple) else type(state)


def _whole(leaves: Sequence[_Visit]) -> Whole | None:
    """Return the first leaf that is a list of numbers.

    Return None if an evaluation explains the value, or if the value stands in the same place in
    all these lists.
    """
    lists = [(visit, visit.node.position) for visit in leaves]
    lists = [(visit, part) for visit, part in lists if len(part) > 1 and all(map(is_number, part))]
    lists = [
        (visit, part)
        for visit, part in lists
        if not any(visit.is_worth(e.result) for e in visit.evaluations)
    ]
    for place in range(max((len(part) for _, part in lists), default=0)):
        if len(lists) > 1 and all(
            place < len(part) and visit.is_worth(part[place]) for visit, part in lists
        ):
            return None
    return Whole(lists[0][0].node) if lists else None


def _best_of_children(events: Iterable[Event]) -> BestOfChildren | None:
    """Return the first leaf with children, if all such leaves have their best child's value."""
    leaves = [event for event in events if isinstance(event, Leaf) and event.node.children]
    if all(
        not leaf.node.is_sprouted and abs(leaf.value) == abs(leaf.node.evaluate())
        for leaf in leaves
    ):
        return None  # the tree's own estimate, where a depth limit stops
    matches: list[BestOfChildren] = []
    for leaf in leaves:
        values = [
            value_of(child.position) if child.is_sprouted else child.value
            for child in leaf.node.children
        ]
        known_values = [value for value in values if value is not None]
        if len(known_values) < len(values) or {leaf.value, -leaf.value}.isdisjoint(
            (min(known_values), max(known_values))
        ):
            return None
        matches += [BestOfChildren(leaf.node, leaf.line)] if len(known_values) > 1 else []
    return matches[0] if matches else None


# Evaluations beside the children


def _beside_children(visits: Sequence[_Visit], leaves: Sequence[_Visit]) -> Iterator[Evaluated]:
    """Yield the first inner node at which the evaluation of leaves saw other positions."""
    for function in sorted(
        {evaluation.function for leaf in leaves for evaluation in leaf.evaluations}
    ):
        alone = [
            (leaf, evaluations[0])
            for leaf in leaves
            if len(evaluations := _asked(leaf, function)) == 1
        ]
        if not alone or not all(leaf.is_worth(evaluation.result) for leaf, evaluation in alone):
            continue
        is_comparable = any(
            state_of(leaf.node.position) in evaluation.position for leaf, evaluation in alone
        )
        for visit in visits:
            evaluations = _asked(visit, function) if visit.below else []
            if len(evaluations) > 1 and (
                unplaced := _unplaced(visit, evaluations, is_comparable=is_comparable)
            ):
                yield Evaluated(visit.node, function, len(unplaced))
                return


def _unplaced(
    visit: _Visit, asked: Sequence[Evaluation], *, is_comparable: bool
) -> list[Evaluation]:
    """Return the evaluations at an inner node of neither the node nor one of its children."""
    positions = {evaluation.position for child in visit.below for evaluation in child.evaluations}
    if is_comparable:
        positions |= {(state_of(node.position),) for node in (visit.node, *visit.node.children)}
        if all(_is_about(state_of(child.node.position), asked) for child in visit.below):
            return []  # it has put its children in order, those left out, too
    in_place = Counter(
        child.end.value for child in visit.below if child.end is not None and not child.evaluations
    )
    unplaced: list[Evaluation] = []
    for evaluation in asked:
        shown = next(
            (value for value in (evaluation.result, -evaluation.result) if in_place[value] > 0),
            None,
        )
        if evaluation.position in positions or any(
            (part,) in positions for part in evaluation.position
        ):
            continue
        if shown is not None:
            in_place[shown] -= 1
        elif is_comparable or (
            visit.is_worth(evaluation.result) and not visit.is_worth(*_values(visit))
        ):
            unplaced.append(evaluation)
    return unplaced


def _is_about(state: Hashable, asked: Iterable[Evaluation]) -> bool:
    return any(state in evaluation.position for evaluation in asked)


def _values(visit: _Visit) -> list[float]:
    return [child.end.value for child in visit.below if child.end is not None]


# Nodes that are not where they seem to be


def _skipped(events: Iterable[Event]) -> Iterator[Skipped]:
    """Yield the first node that was entered although its parent was not."""
    entered: dict[tuple[int, ...], Node] = {}
    for event in events:
        if isinstance(event, Enter):
            path = event.node.path
            if entered and path not in entered and path[:-1] not in entered:
                above = next(
                    entered[path[:n]] for n in range(len(path), -1, -1) if path[:n] in entered
                )
                yield Skipped(event.node, above)
                return
            entered[path] = event.node


# Answers from a table


def _stored(events: Iterable[Event]) -> Iterator[Stored]:
    """Yield the first answer with a new value: a table must have held it before the run."""
    values: set[float] = set()
    for event in events:
        if isinstance(event, Remembered) and values.isdisjoint((event.value, -event.value)):
            yield Stored(event.node, event.line)
            return
        if isinstance(event, Leaf | Return):
            values.add(event.value)
