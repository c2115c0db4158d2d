"""Account: compare the observations of a run with its events, and name those without a place."""

# Nothing here knows how a search is written: an evaluation function is known by its results,
# which leaves return.

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from minimax_lessons.events import Enter, Event, Leaf, Remembered, Return
from minimax_lessons.tracing.visits import is_number, is_simple, state_of, value_of
from minimax_lessons.trees import Node

__all__ = ["Evaluation", "Leftover", "Observations", "account"]


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


class Leftover(NamedTuple):
    """A node with an observation that has no place, and the doubt in a sentence with its cure."""

    node: Node
    sentence: str


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


def account(events: Sequence[Event], observed: Observations, name: str) -> Iterator[Leftover]:
    """Yield the first observation of each kind that has no place among a search's events."""
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
    leaves = [visit for visit in visits if isinstance(visit.end, Leaf)]
    yield from _merged(visits, observed.merged)
    lists = [visit for visit in leaves if visit.node in observed.parts]
    in_place = (
        _evaluated(leaves, name)
        or _best_of_children(events, name)
        or _compared(visits, observed.comparisons, name)
        or _whole(lists, name)
    )
    if in_place is not None:
        yield in_place
    yield from _beside_children(visits, leaves, name)
    if goes_through_lists:
        yield from _rest(visits, name)
    if observed.table_was_filled:
        yield from _stored(events, name)
    if not root.is_sprouted:
        yield from _skipped(events, name)


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


def _merged(visits: Sequence[_Visit], lines: Mapping[int, int]) -> Iterator[Leftover]:
    """Yield the first node at which the search called itself several times, but for no child."""
    for number, line in lines.items():
        if number < len(visits):
            node = visits[number].node
            yield Leftover(
                node,
                f"The search continued from line {line} several times for what looks like"
                f" {node.name} itself, so positions that differ may be shown as one node. Give"
                " trace a position that holds all that a move changes, and pass it on in each call,"
                " so that each call is shown as a node of its own.",
            )
            return


def _rest(visits: Sequence[_Visit], name: str) -> Iterator[Leftover]:
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
                yield Leftover(
                    child.node,
                    f"{child.node.name} holds the rest of what {visit.node.name} holds, and the"
                    " same player moves there, so it may be no position of its own. If"
                    f" {name} calls itself to go through a list, let it go through it in a loop.",
                )
                return


# Leaves that stand for several positions


def _evaluated(leaves: Sequence[_Visit], name: str) -> Leftover | None:
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
                return _not_shown(leaf.node, function, len(evaluations), name)
    return None


def _not_shown(node: Node, function: str, count: int, name: str) -> Leftover:
    positions = "a position that is" if count == 1 else f"{count} positions that are"
    return Leftover(
        node,
        f"While {name} was at {node.name}, {function} valued {positions} not shown, because {name}"
        f" was not called there. Let {name} call itself for each position, and return"
        f" {function}(…) there, so that they become leaves of the tree.",
    )


def _compared(visits: Sequence[_Visit], lines: Mapping[int, int], name: str) -> Leftover | None:
    """Return the first leaf at which several values were compared."""
    for number, line in lines.items():
        if number < len(visits):
            node = visits[number].node
            return Leftover(
                node,
                f"{node.name} is shown as a leaf, but on line {line} {name} took the best of"
                " several values there. If they are the values of positions, let"
                f" {name} call itself for each of them, so that they are shown as leaves.",
            )
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


def _whole(leaves: Sequence[_Visit], name: str) -> Leftover | None:
    """Return the first leaf that is a list of numbers, though leaves are numbers in its tree.

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
    if not lists:
        return None
    node = lists[0][0].node
    return Leftover(
        node,
        f"{node.name} is shown as a leaf, but it is a list of several numbers, so these may be"
        f" leaves for which {name} was not called. Let {name} call itself for every part of a list,"
        " and return a number as it is, so that they are shown as leaves.",
    )


def _best_of_children(events: Iterable[Event], name: str) -> Leftover | None:
    """Return the first leaf with children, if all such leaves have their best child's value."""
    leaves = [event for event in events if isinstance(event, Leaf) and event.node.children]
    if all(
        not leaf.node.is_sprouted and abs(leaf.value) == abs(leaf.node.evaluate())
        for leaf in leaves
    ):
        return None  # the tree's own estimate, where a depth limit stops
    matches: list[Leaf] = []
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
        matches += [leaf] if len(known_values) > 1 else []
    if not matches:
        return None
    node = matches[0].node
    return Leftover(
        node,
        f"{node.name} is shown as a leaf, but its value (line {matches[0].line}) is that of the"
        f" best of its children, and {name} was not called for them. Let {name} call itself for"
        " each of them, so that they are shown as leaves.",
    )


# Evaluations beside the children


def _beside_children(
    visits: Sequence[_Visit], leaves: Sequence[_Visit], name: str
) -> Iterator[Leftover]:
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
                yield _not_shown(visit.node, function, len(unplaced), name)
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


def _skipped(events: Iterable[Event], name: str) -> Iterator[Leftover]:
    """Yield the first node that was entered although its parent was not."""
    entered: dict[tuple[int, ...], Node] = {}
    for event in events:
        if isinstance(event, Enter):
            path = event.node.path
            if entered and path not in entered and path[:-1] not in entered:
                above = next(
                    entered[path[:n]] for n in range(len(path), -1, -1) if path[:n] in entered
                )
                yield Leftover(
                    event.node,
                    f"At {above.name} {name} called itself for {event.node.name}, which lies more"
                    " than one level below, so the lists between them are shown as nodes of their"
                    f" own. Let {name} call itself for each list, or give it lists in which each"
                    " list is a position.",
                )
                return
            entered[path] = event.node


# Answers from a table


def _stored(events: Iterable[Event], name: str) -> Iterator[Leftover]:
    """Yield the first answer with a new value: a table must have held it before the run."""
    values: set[float] = set()
    for event in events:
        if isinstance(event, Remembered) and values.isdisjoint((event.value, -event.value)):
            yield Leftover(
                event.node,
                f"At {event.node.name} (line {event.line}) {name} returned a value that its table"
                " held before this run began. If it is an earlier search's, start with an empty"
                " table; if the table holds the values of leaves, keep it apart from the one that"
                " the search stores its results in.",
            )
            return
        if isinstance(event, Leaf | Return):
            values.add(event.value)
