"""Account: compare the observations of a run with its events, and name those without a place."""

# Nothing here knows how a search is written: an evaluation function is known by its results,
# which leaves return.

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from minimax_lessons.events import Cut, Enter, Event, Leaf, Remembered, Return, Update
from minimax_lessons.labels import number_text
from minimax_lessons.results import is_number, number_in
from minimax_lessons.tracing.ask import Obstacle
from minimax_lessons.tracing.recording import Evaluation, Observations, of_different_positions
from minimax_lessons.tracing.replay import EventBuilder
from minimax_lessons.tracing.visits import GameTreeFinder
from minimax_lessons.trees import Node

__all__ = ["Leftover", "account", "doubts_of", "hides_bounds", "stops_at_a_win"]


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

    def is_worth_itself(self, own: Container[Evaluation], line: int) -> bool:
        """Return True if a function that was called on a line valued the node's own position."""
        on_line = (e for e in self.evaluations if e.line == line and e in own)
        return any(self.is_worth(e.result) for e in on_line)

    def returns_in(self, lines: Container[int]) -> bool:
        """Return True if a node with a position of its own was left on one of some lines."""
        return self.end is not None and self.end.line in lines and self.node.position is not None


def account(
    events: Sequence[Event],
    observed: Observations,
    name: str,
    *,
    own: Container[Evaluation] = (),
    in_loops: Container[int] = (),
) -> Iterator[Leftover]:
    """Yield the first observation of each kind that has no place among a search's events.

    The place of evaluations of a node's ``own`` position is this node. A leaf that returns on a
    line ``in_loops`` over children has looked at one.
    """
    if not events:
        return
    root = events[0].node
    goes_through_lists = root.is_sprouted and isinstance(root.position, list | tuple)
    visits: list[_Visit] = []
    # else they would cost time for nothing
    if observed.evaluations or observed.comparisons or observed.merged or goes_through_lists:
        visits = _visits_of(events)
    for evaluation in observed.evaluations:
        visits[evaluation.visit].evaluations.append(evaluation)
    leaves = [visit for visit in visits if isinstance(visit.end, Leaf)]
    yield from _merged(visits, observed.merged)
    lists = [visit for visit in leaves if visit.node in observed.parts]
    in_place = (
        _evaluated(leaves, name, own, in_loops)
        or _best_of_children(events, name)
        or _compared(visits, observed.comparisons, name)
        or _whole(lists, name)
    )
    if in_place is not None:
        yield in_place
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
    for number, line in [*lines.items()][:1]:
        node = visits[number].node
        yield Leftover(
            node,
            f"The search continued from line {line} several times for what looks like {node.name}"
            " itself, so positions that differ may be shown as one node. Give trace a position that"
            " holds all that a move changes, and pass it on in each call, so that each call is"
            " shown as a node of its own.",
        )


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


def _evaluated(
    leaves: Sequence[_Visit], name: str, own: Container[Evaluation], in_loops: Container[int]
) -> Leftover | None:
    """Return the first leaf that is worth as much as the best of several evaluated positions."""
    for function in sorted(
        {evaluation.function for leaf in leaves for evaluation in leaf.evaluations}
    ):
        asked = [(leaf, _asked(leaf, function, own)) for leaf in leaves]
        several = [
            (leaf, evaluations)
            for leaf, evaluations in asked
            if len(evaluations) > 1 or (evaluations and leaf.returns_in(in_loops))
        ]
        if all(leaf.is_worth_itself(own, evaluations[0].line) for leaf, evaluations in several):
            continue  # these are parts of what values the leaves themselves
        if not all(leaf.is_worth(*_extremes(evaluations)) for leaf, evaluations in several):
            continue  # the value is made of the results: a sum, a difference
        if several:
            node, count = several[0][0].node, len(several[0][1])
            valued = "a position that is" if count == 1 else f"{count} positions that are"
            return Leftover(
                node,
                f"While {name} was at {node.name}, {function} valued {valued} not shown, because"
                f" {name} was not called there. Let {name} call itself for each position, and"
                f" return {function}(…) there, so that they become leaves of the tree.",
            )
    return None


def _compared(visits: Sequence[_Visit], lines: Mapping[int, int], name: str) -> Leftover | None:
    """Return the first leaf at which several values were compared."""
    for number, line in lines.items():
        node = visits[number].node
        return Leftover(
            node,
            f"{node.name} is shown as a leaf, but on line {line} {name} took the best of several"
            f" values there. If they are the values of positions, let {name} call itself for each"
            " of them, so that they are shown as leaves.",
        )
    return None


def _asked(visit: _Visit, function: str, own: Container[Evaluation]) -> list[Evaluation]:
    """Return the evaluations of other positions by a function in a visit."""
    return of_different_positions(
        evaluation
        for evaluation in visit.evaluations
        if evaluation.function == function and evaluation not in own
    )


def _extremes(evaluations: Sequence[Evaluation]) -> tuple[float, float]:
    results = [evaluation.result for evaluation in evaluations]
    return min(results), max(results)


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
        values = [child.value for child in leaf.node.children]
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


# Nodes that are not where they seem to be


def _skipped(events: Iterable[Event], name: str) -> Iterator[Leftover]:
    """Yield the first node that was entered although its parent was not."""
    entered = {event.node.path: event.node for event in events if isinstance(event, Enter)}
    root = next(iter(entered.values()))
    for path, node in entered.items():
        if node is not root and path[:-1] not in entered:
            above = next(
                entered[path[:n]] for n in range(len(path) - 1, -1, -1) if path[:n] in entered
            )
            yield Leftover(
                node,
                f"At {above.name} {name} called itself for {node.name}, which lies more than one"
                " level below, so the lists between them are shown as nodes of their own. Let"
                f" {name} call itself for each list, or give it lists in which each list is a"
                " position.",
            )
            return


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


# Every doubt about a run, the gravest first

THREADS = {"Thread", "ThreadPoolExecutor", "ProcessPoolExecutor", "Pool", "Process"}


def doubts_of(run: EventBuilder) -> Iterator[str]:
    """Yield a sentence for each open question about a run, the gravest first."""
    name = run.search.name
    if node := run.call.guessed_node:
        yield (
            "Nothing shows which number is the position, so the numbers were taken in the order of"
            f" {name}, with {node} as the position. Name the position, and give it first:"
            f' names={{"node": "{node}"}}.'
        )
    if run.is_place_unclear:
        yield (
            f"{name} returns several numbers together, and nothing shows which of them is the"
            " value. Let it return the value alone."
        )
    if run.log.other_search is not None:
        second_search = run.log.other_search.co_name
        yield (
            f"{name} also calls {second_search}, a second search that is not shown."
            f" Watch it with trace({second_search}, …)."
        )
    for ply in run.log.descents.plies:
        yield (
            f"{ply.co_name} goes down to several positions each time that {name} calls it, but its"
            f" calls are not shown as nodes. Watch it with trace({ply.co_name}, …)."
        )
    if run.problem is None:
        observed, searching = run.log.observations, run.search.name_of_search
        in_loops = {n for part in run.search.recursive_parts for n in part.syntax.loops.lines}
        for left in account(run.events, observed, searching, own=run.own, in_loops=in_loops):
            yield left.sentence
        yield from _does_not_add_up(run)
    if len(run.events) == 2 and isinstance(run.events[1], Remembered):
        yield (
            f"{name} returned at once, because it remembers an earlier search. Start with an empty"
            " table, or call cache_clear() first."
        )
    yield from _about_turns(run)
    yield from _about_left_out(run)
    yield from _about_calls(run)


def _about_turns(run: EventBuilder) -> Iterator[str]:
    """Yield a doubt about an unknown player, or about values that contradict the arguments."""
    name, guessed, clash = run.search.name, run.guessed, run.clash
    if guessed and (run.odd is None or run.adds) and run.problem is None:
        yield (
            f"It is not clear whose turn it is at {guessed[0].name}, because no value shows whether"
            f" {run.name_at(guessed[0])} takes the largest or the smallest there. Let it pass on"
            " who moves, as a parameter maximizing."
        )
    is_childs = run.odd is None or run.odd[0].value in run.odd[1]
    if clash is not None and run.problem is None and is_childs:
        sizes = ["the largest value" if node.is_max else "the smallest value" for node in clash]
        is_same = clash[0].is_max != clash[1].is_max
        players = "the same player moves there" if is_same else "different players move there"
        yield (
            f"{name} took {sizes[0]} at {clash[0].name} and {sizes[1]} at {clash[1].name}, although"
            f" {players}, as its arguments say. If a number stands for something else, for example"
            f" 2 for a loss, let {name} return values that grow with what they are worth to one"
            " player."
        )


def _about_left_out(run: EventBuilder) -> Iterator[str]:
    """Yield a doubt for each obstacle that hides the children which a loop left out."""
    for obstacle, (why, cure) in OBSTACLES.items():
        node = run.obstacles.get(obstacle)
        if node is not None:
            name = run.name_at(node)
            yield (
                f"{name} left {node.name} before the end of its loop, but nothing shows which"
                f" children it left out, because {why}. {cure.format(name=name)}, so that the"
                " children left out are shown."
            )


OBSTACLES: dict[Obstacle, tuple[str, str]] = {
    "hidden": (
        "no argument holds the position",
        "Pass the position on as an argument of {name}",
    ),
    "no call": (
        "it goes down to no child when the same call is made again, so something outside decides,"
        " for example a table or a file",
        "Pass on all that decides as arguments of {name}",
    ),
    "unlike": (
        "its positions do not look the same when they are made again",
        "Number the children, as in for move, child in enumerate(…)",
    ),
    "left again": (
        "it leaves the loop at the same place when it is called again, whatever the children are"
        " worth",
        "Trace it once without the line that leaves the loop",
    ),
    "left sooner": (
        "it leaves the loop sooner when it is called again, whatever the children are worth",
        "Trace it once without the line that leaves the loop",
    ),
}


def _about_calls(run: EventBuilder) -> Iterator[str]:
    """Yield a doubt about calls of the search that are missing or could not be seen."""
    name, search = run.search.name, run.search
    if search.recursive_parts and len(run.events) == 2 and not THREADS.isdisjoint(search.names):
        yield (
            "Calls in another thread or process cannot be watched, so only the first call is shown."
            f" Let the search call {search.recursive_parts[0].code.co_name} itself."
        )
    elif not (search.recursive_parts or run.valued):
        yield (
            f"{name} does not seem to call itself, so only its first call is shown. Give trace the"
            " function that does."
        )


def _does_not_add_up(run: EventBuilder) -> Iterator[str]:
    """Yield an inner value that no child shows, and a cut that nothing forbids."""
    name = run.search.name
    if run.odd is not None and not run.adds:
        yield _about_value(run, *run.odd)
    searching, finder = run.search.name_of_search, run.call.finder
    at_root = finder.calls.get(finder.root) if isinstance(finder, GameTreeFinder) else None
    is_chosen_in_front = at_root is not None and not at_root[0].recursive
    if run.adds and is_chosen_in_front and number_in(run.log.returned) != run.value:
        yield (
            f"The value of {run.events[0].node.name} is that of its best child, but {searching}"
            f" adds to its children's values, so {name} may add to them, too. Watch {searching}"
            f" alone, with trace({searching}, …)."
        )
    wild = _wild_cuts(run)
    if wild and stops_at_a_win(run) is None:
        yield _about_cut(wild[0], run.name_at(wild[0].node))


def hides_bounds(run: EventBuilder) -> bool:
    """Return True if all cuts are explained, but no variable can be shown as α or β."""
    entered = (event for event in run.events if isinstance(event, Enter))
    return (
        bool(run.cuts)
        and not _wild_cuts(run)
        and not any((event.alpha, event.beta) != (None, None) for event in entered)
    )


def _wild_cuts(run: EventBuilder) -> list[Cut]:
    """Return the cuts that nothing forbids."""
    cuts = [(run.events[index], run.events[index - 1]) for index in run.cuts]
    return [cut for cut, before in cuts if isinstance(cut, Cut) and _is_wild(cut, before)]


def _is_wild(cut: Cut, before: Event) -> bool:
    """Return True for a cut that no bound forbids, not even the search's own."""
    if cut.sound or not isinstance(before, Update):
        return not cut.sound
    low, high = (
        (-inf if before.alpha is None else before.alpha),
        (inf if before.beta is None else before.beta),
    )
    return low < high and not any(
        value <= low or value >= high for value in (cut.reached, -cut.reached)
    )


def _about_value(run: EventBuilder, returned: Return, children: Sequence[float]) -> str:
    node, value, name = returned.node, returned.value, run.name_at(returned.node)
    mover, best, opponent = (
        ("MAX", max(children), "MIN") if node.is_max else ("MIN", min(children), "MAX")
    )
    seen = (
        f"At {node.name} (line {returned.line}) {name} returned {number_text(value)}, but its"
        f" children gave {', '.join(map(number_text, children))}, and of these {mover} takes"
        f" {number_text(best)}."
    )
    if run.fits_other_player:
        root = "min" if node.is_max == (len(node.path) % 2 == 0) else "max"
        on_tree = f'say who begins, as in tree(…, root="{root}"), or '
        return (
            f"{seen} All its values are right if {opponent} moves there:"
            f" {'' if node.is_sprouted else on_tree}let it pass on who moves, as a parameter"
            " maximizing."
        )
    if run.negamax and -value in children:
        return (
            f"{seen} It returned a child's number with the other sign. If a player may move twice"
            " in a row, nothing shows for whom a number of negamax counts: let it return every"
            " value as MAX sees it, and pass on who moves, as a parameter maximizing."
        )
    if value in children:
        return (
            f"{seen} If {opponent} moves there, a parameter such as maximizing has to say so. Else"
            f" {name} does not return the best value for the player who moves."
        )
    if min(children) < value < max(children):
        return (
            f"{seen} A number between them may be an average over chance, which has no node of its"
            f" own in the tree, so {node.name} is shown as if {mover} moved there. Else let {name}"
            " return a child's value unchanged, so that all values agree."
        )
    return (
        f"{seen} It may have changed a value on the way up, begun with a best value that no child"
        f" reaches, or taken the value of a position that {name} was not called for. Let it call"
        " itself for every child and return a child's value unchanged, so that all values agree."
    )


def _about_cut(cut: Cut, name: str) -> str:
    names = ", ".join(child.name for child in cut.skipped[:3]) + (
        ", …" if len(cut.skipped) > 3 else ""
    )
    return (
        f"{name} left {cut.node.name} (line {cut.line}) when it was worth"
        f" {number_text(cut.reached)}, without"
        f" a call for {names}, and no bound forbids that. If it values"
        f" {'it' if len(cut.skipped) == 1 else 'them'} without a call, let {name} call itself for"
        " every child; if it is meant to stop there, nothing is missing."
    )


def stops_at_a_win(run: EventBuilder) -> Cut | None:
    """Return the first cut without a bound, if all such cuts come at the best value of any leaf."""
    cuts = _wild_cuts(run)
    values = [event.value for event in run.events if isinstance(event, Leaf)]
    values += [0, 1] if run.has_truths else []
    if not cuts or len(set(values)) < 2:
        return None
    most, least = max(values), min(values)
    return (
        cuts[0]
        if all(cut.reached == (most if cut.node.is_max else least) for cut in cuts)
        else None
    )
