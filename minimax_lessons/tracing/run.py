"""Run: trace a search and keep what it did as a Trace, which everything else reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from inspect import Parameter, signature
from itertools import islice, pairwise, product
from math import inf
from types import CodeType, FunctionType, MethodType
from typing import Any

from minimax_lessons.events import Cut, Enter, Event, Leaf, Raised, Remembered, Return, Update
from minimax_lessons.labels import number_text
from minimax_lessons.own_code import Snapshot, is_simple
from minimax_lessons.results import fields_of, held_under, is_number, number_in
from minimax_lessons.tracing.account import doubts_of, hides_bounds, stops_at_a_win
from minimax_lessons.tracing.ask import FAR, UNASKABLE, Answers, Moves, asking
from minimax_lessons.tracing.call import Call, bind_arguments, may_be_board, own_call
from minimax_lessons.tracing.recording import (
    LEAVE,
    LOST,
    REMEMBERED,
    STRAY,
    Evaluation,
    Log,
    is_about,
    watch,
)
from minimax_lessons.tracing.replay import EventBuilder, describe, replay
from minimax_lessons.tracing.source import (
    PartSeen,
    PartsSeen,
    SearchFunction,
    SearchSource,
    read,
)
from minimax_lessons.tracing.values import (
    Calls,
    Family,
    choices_of,
    families,
    is_negamax,
    is_parents_view,
    is_valued_outside,
    places_of_value,
    remembered,
    settle_turns,
    show_valued,
    telling_sign,
    votes_of,
    votes_of_negamax,
    with_counted_truths,
    with_movers_view,
    with_truths,
    with_whole_result,
)
from minimax_lessons.tracing.visits import (
    ByIndex,
    Finder,
    GameTreeFinder,
    Key,
    alike,
    own_turn,
    same,
)
from minimax_lessons.trees import Node, finish, freeze, leaves_below

__all__ = ["SearchError", "Trace", "trace"]


class SearchError(Exception):
    """A problem in a watched search, in one sentence; its cause is the search's own exception."""


@dataclass(frozen=True, eq=False, repr=False)
class Trace:
    """A search's run on a tree, step by step."""

    name: str  # the function's
    tree: Node
    events: tuple[Event, ...]
    value: float | None  # the root's, as MAX sees it; None if the run crashed
    returned: Any  # what the function itself returned
    error: SearchError | None
    source: str | None  # the function's text, from the line first_line of its file on
    first_line: int
    # returns values outside the window as found (True), or clamps them; None: the run is silent
    fail_soft: bool | None
    # its values and bounds are those of the player to move; the events' values are MAX's
    negamax: bool = False
    # what could not be proved, each in a sentence with its cure
    doubts: tuple[str, ...] = field(default=())
    notes: tuple[str, ...] = field(default=())  # remarks, in a sentence each

    @cached_property
    def leaves(self) -> tuple[Node, ...]:
        """Return the leaves evaluated, in the order of the search."""
        return tuple(event.node for event in self.events if isinstance(event, Leaf))

    @cached_property
    def remembered(self) -> tuple[Node, ...]:
        """Return the nodes with an answer from a cache or a table, in the order of the search."""
        return tuple(event.node for event in self.events if isinstance(event, Remembered))

    @cached_property
    def cutoffs(self) -> tuple[Cut, ...]:
        """Return every moment at which the search left a node's other children alone."""
        return tuple(event for event in self.events if isinstance(event, Cut))

    @cached_property
    def pruned(self) -> tuple[Node, ...]:
        """Return the roots of the cut subtrees that were never entered, in the tree's order."""
        entered = {event.node for event in self.events if isinstance(event, Enter)}
        skipped = {node for cut in self.cutoffs for node in cut.skipped}
        return tuple(sorted(skipped - entered, key=lambda node: node.path))

    @cached_property
    def pruned_leaves(self) -> tuple[Node, ...]:
        """Return the leaves below what was pruned, from left to right."""
        return tuple(leaf for node in self.pruned for leaf in leaves_below(node))

    @cached_property
    def nodes_visited(self) -> int:
        """Return the number of visits."""
        return sum(isinstance(event, Enter) for event in self.events)

    @cached_property
    def variation(self) -> tuple[Node, ...]:
        """Return the principal variation: the best moves of both players, from the root."""
        line = [self.tree] if self.events else []
        proved = (event for event in self.events if isinstance(event, Leaf | Return))
        exact = {event.node for event in proved if isinstance(event, Leaf) or event.kind == "exact"}
        while line and (child := self._chosen(line[-1], exact)) is not None:
            line.append(child)
        return tuple(line)

    def _chosen(self, node: Node, exact: set[Node]) -> Node | None:
        """Return the first child with its parent's value; an exact value counts before a bound."""
        events = [event for event in self.events if event.node is node]
        value = next((event.value for event in reversed(events) if isinstance(event, Return)), None)
        updates = [event for event in events if isinstance(event, Update)]
        at_last = {event.child: event.value for event in updates}
        alike = [
            event.child
            for event in updates
            if event.value == event.best and at_last[event.child] == value
        ]
        return next((child for child in alike if child in exact), next(iter(alike), None))

    def after(self, steps: int) -> Trace:
        """Return the run as it was after so many steps, for a picture of that moment."""
        return replace(self, events=self.events[:steps], value=None)

    def __repr__(self) -> str:
        value = "not finished" if self.value is None else f"value {self.value}"
        outcome = value if self.error is None else str(self.error)
        outcome += ", in doubt" if self.doubts else ""
        visited, pruned = len(self.leaves), len(self.pruned_leaves)
        return f"<trace of {self.name}: {outcome}; {visited} leaves visited, {pruned} pruned>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        from minimax_lessons.drawing import mimebundle

        return mimebundle(self)


OWN_OBJECT: Any = object()  # the position is the object whose method is traced


def trace(
    function: Callable[..., Any],
    tree: Any = OWN_OBJECT,
    *arguments: Any,
    depth: int | None = None,
    names: dict[str, str] | None = None,
    max_steps: int = 300_000,
) -> Trace:
    """Return the run of a search function on a tree, step by step: the textbook's or your own.

    A method without arguments searches its own object: ``trace(game.best_move)``. Depth, bounds
    and whose turn it is are filled in where the parameters' names tell; give others after the
    tree. With ``names`` say which of your variables play a part: ``names={"alpha": "floor",
    "best": "top"}``. An error in the search does not stop you: the trace reaches up to it, and
    ``error`` says what happened. Positions may be asked for moves and children once more than
    the search asks them: counters in there count that.
    """
    positional = (tree, *arguments)
    if tree is OWN_OBJECT:
        function, positional = _without_arguments(function)
    search = read(function, names, positional)
    runs = _Runs(search, positional, depth, (names or {}).get("node"), max_steps)
    call, log = runs.first_understood()
    if log.other_search is not None and len(log.entries) == 2:
        # of two searches it has gone into the other
        runs.before.restore()
        runs = replace(runs, search=read(function, names, positional, log.other_search))
        call, log = runs.first_bound()
    call, log = runs.with_lists_as_positions(call, log)
    call, log = runs.without_merging(call, log)
    runs, call, log = runs.read_as_seen(function, names, call, log)
    return build_trace(runs.search, call, log)


def _without_arguments(
    method: Callable[..., Any],
) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """Return a function that is called without arguments, and what it searches.

    A method searches its object, and a function its defaults; without any, the position lives
    elsewhere.
    """
    if isinstance(method, MethodType):
        return method.__func__, (method.__self__,)
    if isinstance(method, FunctionType) and not any(map(_is_required, _parameters(method))):
        return method, method.__defaults__ or (None,)
    name = getattr(method, "__name__", type(method).__name__)
    raise TypeError(
        f"trace({name}) names no position. Give it after the function, as in trace({name},"
        f" position). If {name} takes no argument, trace the function that calls itself, with its"
        " arguments"
    )


def _parameters(function: FunctionType) -> list[Parameter]:
    return [*signature(function).parameters.values()]


def _is_required(parameter: Parameter) -> bool:
    several = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    return parameter.default is Parameter.empty and parameter.kind not in several


@dataclass(frozen=True)
class _Runs:
    """Runs of one search with different readings of its arguments, each undone before the next."""

    search: SearchSource
    positional: tuple[Any, ...]  # the tree, or the position, and the other arguments
    depth: int | None
    node_name: str | None
    max_steps: int
    seen: PartsSeen = field(default_factory=dict)  # as the runs so far have shown it

    @cached_property
    def before(self) -> Snapshot:
        """Return the contents of everything that a run may change, as they are at the first use."""
        return _snapshot(self.search, self.positional)

    def bound(self, *, converted: bool = False) -> Call:
        """Return the usual reading of the arguments."""
        tree, *arguments = self.positional
        return bind_arguments(
            self.search,
            tree,
            arguments,
            depth=self.depth,
            node_name=self.node_name,
            converted=converted,
        )

    def run(self, call: Call) -> tuple[Call, Log]:
        """Return a call with the log of its run."""
        return call, watch(self.search, call, self.max_steps)

    def again(self, call: Call) -> tuple[Call, Log]:
        """Return a call with the log of its run, after the last run has been undone."""
        self.before.restore()
        return self.run(call)

    def first_bound(self) -> tuple[Call, Log]:
        """Return the run with the usual reading of the arguments, before which there was none."""
        assert self.before is not None  # taken before the run
        return self.run(self.bound())

    def first_understood(self) -> tuple[Call, Log]:
        """Return the run of the author's own call if it values a position, else the usual one."""
        tree, *arguments = self.positional
        assert self.before is not None  # taken before the first run
        if may_be_board(self.search, tree):
            with suppress(TypeError):
                call, log = self.run(self.bound(converted=True))
                if log.has_ended and log.visits > 1:
                    return call, log
            self.before.restore()
        own = None if self.node_name else own_call(self.search, tree, arguments, depth=self.depth)
        if own is None:
            return self.run(self.bound())
        call, log = self.run(own)
        if not _is_misunderstood(log):
            return call, log
        try:
            return self.again(self.bound())
        except TypeError:
            return call, log

    def with_lists_as_positions(self, call: Call, log: Log) -> tuple[Call, Log]:
        """Return a run with lists as the author's positions, if this run made nodes of them."""
        strays = [entry for entry in log.entries if entry[0] == STRAY]
        root = call.finder.root
        if isinstance(self.positional[0], Node) or not any(
            _is_position(entry[2], root, alone=entry[4]) for entry in strays
        ):
            return call, log
        again, second = self.again(self.bound(converted=True))
        return (again, second) if second.has_ended else (call, log)

    def read_as_seen(
        self, function: Callable[..., Any], names: dict[str, str] | None, call: Call, log: Log
    ) -> tuple[_Runs, Call, Log]:
        """Return a run in which the functions have the parts that the run before has shown."""
        front = _only_in_front(self.search, call.finder)
        shown: dict[PartSeen, set[CodeType]] = {
            "deeper": _searches_on(self.search, log),
            "choosing": log.descents.choosing,
            "driver": log.descents.drivers,
            "beside": log.descents.beside | front,
            "ply": log.descents.plies,
        }
        found = {code: part for part, codes in shown.items() for code in codes}
        parts: PartsSeen = {**found, **self.seen}
        if parts == self.seen:
            return self, call, log
        runs = replace(self, seen=parts, search=read(function, names, self.positional, seen=parts))
        self.before.restore()
        again, second = runs.with_lists_as_positions(*runs.first_understood())
        again, second = runs.without_merging(again, second)
        if _has_no_ply(log, call, again):
            log.descents.between.clear()
        elif _shows_as_much(log, second, without=_calls_beside(log, call.finder, front)):
            deeper = {c for c in parts.keys() - self.seen if parts[c] == "deeper"}
            if not deeper or _is_search(log, second, likely := self._likely_search(deeper)):
                return runs.read_as_seen(function, names, again, second)
            log.other_search = likely
        return self, call, log

    def _likely_search(self, codes: Iterable[CodeType]) -> CodeType | None:
        """Return a function whose parameters have the names of a search's."""
        return next((code for code in codes if self.search.searches_below[code]), None)

    def without_merging(self, call: Call, log: Log) -> tuple[Call, Log]:
        """Return a run that takes something else for the position, if it merges fewer of them."""
        finder = call.finder
        if not (isinstance(finder, GameTreeFinder) and finder.root.is_sprouted):
            return call, log
        for other in self._other_readings(call, log, finder):
            again, second = self.again(other)
            if second.has_ended and _merges_less(again, second, finder):
                return again, second
        return call, log

    def _other_readings(self, call: Call, log: Log, finder: GameTreeFinder) -> Iterator[Call]:
        """Yield the call without arguments that never change, or about an object beside them."""
        owner = getattr(self.search.function, "__self__", None)
        is_blind = log.visits > 1 and not finder.tells_children_apart
        if log.observations.merged or finder.unmoved or is_blind:
            yield call.about(finder.subject, self.search.constant)
            if owner is not None and owner is not finder.subject:
                yield call.about(owner)
        elif owner is None and len(self.positional) == len(finder.root.children) == 1:
            # a driver that was given nothing but its own object may have made the position
            yield from map(call.about, _made_in_front(log))


def _made_in_front(log: Log) -> list[Any]:
    """Return the first object that calls of the search were given beside their own."""
    given = [
        value
        for left in log.activations
        for name, value in left.arguments.items()
        if left.part.recursive and name in {*left.part.free} - {"self", "cls"}
    ]
    return [value for value in given if hasattr(value, "__dict__") and not callable(value)][:1]


def _merges_less(call: Call, log: Log, before: GameTreeFinder) -> bool:
    """Return True for a run that merges no positions, and sees more of them change."""
    assert isinstance(call.finder, GameTreeFinder)
    is_better = not before.unmoved or call.finder.unmoved < before.unmoved
    if len(before.root.children) == 1:
        is_better &= len(call.finder.root.children) > 1
    return is_better and call.finder.tells_children_apart and not log.observations.merged


def _only_in_front(search: SearchSource, finder: Finder) -> set[CodeType]:
    """Return the function called first if the search only calls another function of its name."""
    first = next(iter(search.parts))
    names = {code.co_name for code in (*search.other_functions, *search.parts) if code is not first}
    if isinstance(finder, ByIndex) or finder.calls is None or first.co_name not in names:
        return set()
    is_called = any(
        part.code is first for node, (part, _) in finder.calls.items() if node is not finder.root
    )
    return set() if is_called else {first}


def _searches_on(search: SearchSource, log: Log) -> set[CodeType]:
    """Return functions that called themselves beside the search, and may be searches, too.

    Those come first that have parameters of a search, or whose results the visits returned.
    """
    recursing = log.descents.recursing & search.searches_below.keys()
    calls = [e for e in log.observations.evaluations if e.code in recursing]
    results = {call.visit: number_in(call.entry[1]) for call in log.calls} if calls else {}
    unlike = {e.code for e in calls if results.get(e.visit) not in (e.result, -e.result)}
    likely = {e.code for e in calls if search.searches_below[e.code] or e.code not in unlike}
    return likely or unlike


def _calls_beside(log: Log, finder: Finder, front: Collection[CodeType]) -> int:
    """Return the number of visits that are none if some functions have no part in the search."""
    names = {code.co_name for code in front}
    calls = {} if isinstance(finder, ByIndex) else finder.calls or {}
    alike = sum(part.code.co_name in names for part, _ in calls.values())
    return log.descents.calls_beside + alike


def _has_no_ply(log: Log, call: Call, again: Call) -> bool:
    """Return True if a function goes through other moves of the root at each of its calls."""
    moves = len(call.finder.root.children)
    is_same = moves == log.descents.most_entered == len(again.finder.root.children)
    return bool(log.descents.plies) and is_same


def _shows_as_much(log: Log, second: Log, *, without: int) -> bool:
    """Return True if a second run has as many visits, unless a driver's are not counted."""
    return second.has_ended and bool(log.descents.drivers or second.visits >= log.visits - without)


def _is_search(log: Log, second: Log, likely: CodeType | None) -> bool:
    """Return True if a function chooses between values; else it adds them up, for example."""
    (unexplained, choices), before = _choices(second), _choices(log)
    return unexplained <= before[0] and (likely is not None or choices > before[1])


def _choices(log: Log) -> tuple[int, int]:
    """Return the numbers of nodes whose value nothing explains, and of nodes with a choice.

    A child's value explains it, a bound, or an evaluation of the node itself.
    """
    by_visit = log.observations.by_visit
    unexplained = choices = 0
    for call in log.calls:
        if call.children:
            given = {number_in(child.entry[1]) for child in call.children}
            bounds = [bound for bound in map(number_in, call.bounds) if bound is not None]
            beside = {bound + step for bound in bounds for step in (-1, 0, 1)}  # a zero window
            value = number_in(call.entry[1])
            held = given | beside | {evaluation.result for evaluation in by_visit[call.visit]}
            unexplained += value is not None and held.isdisjoint((value, -value))
            choices += len(call.children) > 1
    return unexplained, choices


def _snapshot(search: SearchSource, positional: Sequence[Any]) -> Snapshot:
    """Return the contents of everything that a first attempt may change before a second."""
    if isinstance(positional[0], Node) and not search.other_searches:
        return Snapshot((), (), ())
    functions = [function for part in search.parts.values() for function in part.functions]
    return Snapshot(
        functions, search.names, [*positional, getattr(search.function, "__self__", None)]
    )


def _is_misunderstood(log: Log) -> bool:
    """Return True if a run crashed before any value: its arguments had another order."""
    wrong_kind = isinstance(log.error, TypeError | AttributeError | LookupError | ValueError)
    return wrong_kind and not any(entry[0] in (LEAVE, REMEMBERED) for entry in log.entries)


def _is_position(passed: Any, root: Node, *, alone: bool) -> bool:
    """Return True for a position of the author's own: made in front, or a list made anew."""
    return alone or (
        isinstance(passed, list | tuple) and all(not same(node, passed) for node in root)
    )


MANY = 300  # so many calls show what is unlike all others


def build_trace(search: SearchSource, call: Call, log: Log) -> Trace:
    """Return the trace that fits the log of a run."""
    run, root = EventBuilder(search, call, log), call.finder.root
    _read_values(run)
    infer_turns(run)
    _find_left_out(run)
    if root.is_sprouted:
        finish(root, {})
    run.answered = _remembered_entries(run)
    run.own = _own_evaluations(run)
    run.own_values = _own_values(run)
    replay(run)
    run.adds = run.odd is not None and (run.adds or _adds_on_the_way(run))
    if run.has_truths:
        run.show_truths()
    if root.is_sprouted:
        finish(root, _values_held(root, run.leaf_values))
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
        doubts=tuple(doubts_of(run)),
        notes=tuple(_notes(run)),
    )


def _read_values(run: EventBuilder) -> None:
    """Find the value in the results of a run, and whose view the values are."""
    search, log, finder = run.search, run.log, run.call.finder
    log.entries = with_whole_result(log)
    truths = with_truths(log.entries, finder)
    log.entries = truths or with_counted_truths(log.entries)
    run.has_truths = truths is not None
    places = places_of_value(log, finder)
    run.place = next(iter(places), None)
    run.is_place_unclear = len(places) > 1 or is_valued_outside(log, run.place)
    if len(places) < 2:
        run.valued = show_valued(log, finder, run.place, negates=search.negates)
    likely = search.negates or (run.has_truths and search.inverts)
    may_negate = likely or search.may_negate
    run.negamax = may_negate and is_negamax(log.calls, run.place, likely=likely)
    is_turned = partial(is_parents_view, place=run.place, likely=not search.negates)
    # a look at all calls takes time
    if search.may_negate and is_turned(islice(log.closing(), MANY)) and is_turned(log.calls):
        run.negamax = True
        _see_as_mover(run, from_parents=True)


def _own_evaluations(run: EventBuilder) -> set[Evaluation]:
    """Return the evaluations of positions by visits of the same positions."""
    evaluations, finder = run.log.observations.evaluations, run.call.finder
    nodes = {call.visit: call.node for call in run.log.calls} if evaluations else {}
    return {e for e in evaluations if e.visit in nodes and is_about(finder, nodes[e.visit], e)}


def _own_values(run: EventBuilder) -> dict[int, set[float]]:
    """Return the evaluations of inner nodes as MAX sees them, by the entries that leave them."""
    values, by_visit = defaultdict[int, set[float]](set), run.log.observations.by_visit
    for call in run.log.calls if by_visit else ():
        turned = run.negamax and not call.node.is_max
        for evaluation in by_visit[call.visit] if call.children else ():
            if evaluation in run.own:
                values[call.number].add(-evaluation.result if turned else evaluation.result)
    return values


def _remembered_entries(run: EventBuilder) -> dict[int, Hashable]:
    """Return the entries that the search answered from a table or a cache, each with its key."""
    if not run.log.childless:
        return {}
    parts = run.search.parts.values()
    recall_lines = frozenset().union(*(part.syntax.recall_lines for part in parts))
    return remembered(
        run.log.calls,
        run.call.finder,
        run.place,
        recall_lines,
        run.log.observations.evaluations,
        filled=run.log.observations.table_was_filled,
    )


def _see_as_mover(run: EventBuilder, *, from_parents: bool) -> None:
    """Turn the results of a negamax that are as the player before sees them."""
    if from_parents:
        run.is_parents_view = True
        run.log.entries = with_movers_view(run.log.entries, run.place)
        del run.log.calls  # made of the entries


def infer_turns(run: EventBuilder) -> None:
    """Find the player at each node, the nodes with a guess, and two in contradiction."""
    finder, log = run.call.finder, run.log
    calls = None if isinstance(finder, ByIndex) else finder.calls
    root_turn = finder.root.is_max if run.call.root_turn_known else None
    if calls is None or not (finder.root.is_sprouted or root_turn is None):
        return
    chosen, votes = dict[Node, bool](), dict[Node, bool]()
    if not run.negamax:
        chosen, votes = _votes_of_minimax(run, calls)
    # no players would explain its values as those of a minimax
    may_turn = run.search.negates and telling_sign(finder.root, calls, chosen, votes) is None
    if run.negamax or may_turn:
        most = inf if run.negamax else 0
        turns = votes_of_negamax(
            finder.root, calls, log.calls, run.place, root_turn=root_turn, most_misfits=most
        )
        if run.negamax or turns:
            run.negamax, chosen, votes = True, {}, turns
    run.guessed, run.clash = settle_turns(finder.root, calls, chosen, votes, root_turn=root_turn)
    if not (run.guessed or run.negamax):
        run.guessed = _guessed(finder.root, calls, chosen | votes, root_turn)


def _votes_of_minimax(run: EventBuilder, calls: Calls) -> tuple[dict[Node, bool], dict[Node, bool]]:
    """Return the players that the executed lines show, and those that values and questions show.

    Questions may show a negamax whose values are all alike.
    """
    finder, log = run.call.finder, run.log
    of_nodes = list(families(log.calls, run.place))
    run.adds = _has_new_numbers(of_nodes) and _adds_on_the_way(run)
    chosen, votes = choices_of(log.calls, calls), votes_of(of_nodes)
    if run.adds:  # a sum that is equal to a child's number is so by chance
        chosen, votes = {}, {}
    if isinstance(finder, GameTreeFinder):
        # the lines contradict what a move of numbers shows in front, for example
        heard = {node: vote for node, vote in votes.items() if chosen.get(node, vote) == vote}
        asked, turned = _asked_turns(run, finder, heard)
        run.takes_best_in_front = finder.root in asked
        votes |= asked
        if len(turned) == 1:
            run.negamax = True
            _see_as_mover(run, from_parents=turned.pop())
    return chosen, votes


def _find_left_out(run: EventBuilder) -> None:
    """Add the unvisited children, and keep the first nodes without them, by the obstacle."""
    finder = run.call.finder
    if not isinstance(finder, GameTreeFinder):
        return
    worst = {node: -FAR if node.is_max and not run.negamax else FAR for node in finder.root}

    def answers(node: Node) -> Answers:
        return worst[node], -worst[node]

    left = run.log.unfinished
    valuing = [activation for activation in run.log.valuing if activation.node in run.valued]
    both = [*left, *valuing]
    with asking(run.search, finder, both, run.log.alive, run.answer) as questioning:
        obstacles = questioning.finish_loops(left, answers)
        for activation in valuing:
            function = run.valued[activation.node]
            if (obstacle := questioning.finish_valuing(activation, function)) is not None:
                obstacles.setdefault(obstacle, activation.node)
    run.obstacles = obstacles


# The worse and the better answer: within any bounds that code begins with, or beyond all that a
# move is worth by itself; no answer is the other with its sign turned, so a negamax shows itself
SMALL: Answers = -0.5, 0.25
LARGE: Answers = -2e6, 1e6


@dataclass
class _TurnQuestion:
    """Two answers, and what the results say of the player who received them."""

    run: EventBuilder
    answers: Answers
    # of results with the sign of an answer turned: True for the better answer
    turned: list[bool] = field(default_factory=list)

    def preferred(self, returned: Any, moves: Moves) -> bool | None:
        """Return True if a result shows the better answer, False for the worse, else None."""
        value = number_in(returned, self.run.place)
        if self.run.has_truths and isinstance(returned, bool):
            return returned
        tolerance = 0 if self.answers is SMALL else LARGE[1] / 10
        for sign, is_better in product((1, -1), (False, True)):
            if value is not None and abs(value - sign * self.answers[is_better]) <= tolerance:
                self.turned += [is_better] if sign < 0 else []
                return is_better if sign > 0 else None
        led = {better for move, held, better in moves if _stands_for(returned, move, held)}
        return led.pop() if len(led) == 1 else None


def _asked_turns(
    run: EventBuilder, finder: GameTreeFinder, settled: Mapping[Node, bool]
) -> tuple[dict[Node, bool], set[bool]]:
    """Return the players at nodes without any vote, by asking one call for each player.

    Also return what the results with a turned sign show, if nothing else shows who moves.
    """
    calls = finder.calls
    heard = {_player(calls[node]) for node in settled if node in calls}
    first = {_player(calls[left.node]): left for left in reversed(run.log.activations)}
    unheard = [left for player, left in first.items() if player not in heard]
    if not UNASKABLE.isdisjoint(run.search.names):
        return {}, set()
    votes, turned = dict[Node, bool](), set[bool]()
    with asking(run.search, finder, unheard, run.log.alive, run.answer) as questioning:
        for answers in (SMALL, LARGE):
            question = _TurnQuestion(run, answers)
            for left in unheard:
                if left.node not in votes and (answers is SMALL or left.part.recursive):
                    vote = questioning.preference(left, answers, question.preferred)
                    votes |= {left.node: vote} if vote is not None else {}
            turned = turned or set(question.turned)
    return votes, set() if settled or votes else turned


def _has_new_numbers(of_nodes: Iterable[Family]) -> bool:
    """Return True if a node returned a number that none of its children did."""
    return any(value not in children for _, value, children in of_nodes)


STEP = 0.25  # between the answers to a question: no value begins so near


def _adds_on_the_way(run: EventBuilder) -> bool:
    """Return True if functions add to what their calls return.

    With answers that are larger by a step they return as much more, or as much less where the
    calls are the opponent's; and with nothing but 0 they return something else.
    """
    finder, log = run.call.finder, run.log
    if not isinstance(finder, GameTreeFinder) or not UNASKABLE.isdisjoint(run.search.names):
        return False
    asked = [left for left in log.activations if left.part.recursive]
    with asking(run.search, finder, asked, log.alive, run.answer) as questioning:
        replies = [questioning.replies(left, (0, STEP, 2 * STEP)) for left in asked]
    numbers = [[number_in(reply, run.place) for reply in several] for several in replies if several]
    results = [[number for number in several if number is not None] for several in numbers]
    steps = [{second - first for first, second in pairwise(several)} for several in results]
    does_add = any(several[:1] not in ([], [0]) for several in results)
    return does_add and all(lengths in ({STEP}, {-STEP}) for lengths in steps)


def _stands_for(returned: Any, move: Any, position: Any) -> bool:
    """Return True if a result may be a move, or what the position after the move holds."""
    if returned is None:
        return False
    held = [] if is_simple(position) else [*map(partial(held_under, position), fields_of(position))]
    parts = move if isinstance(move, tuple) else ()
    return any(alike(returned, thing) for thing in (move, *parts, *held))


def _guessed(
    root: Node,
    calls: Calls,
    settled: Mapping[Node, bool],
    root_turn: bool | None,
) -> list[Node]:
    """Return a node at which no value shows who moves: the root, or the search's first below."""
    is_known = root_turn is not None or own_turn(root.position) is not None
    if is_known or not root.is_sprouted:
        return []
    choosing = [node for node in calls if calls[node][0].recursive and len(node.children) > 1]
    goes_on = any(child.children for child in root.children)
    if len(root.children) > 1 and root not in settled and goes_on:
        is_driver = root in calls and not calls[root][0].recursive
        return [root] if is_driver or not settled else []
    return [] if any(node in settled for node in choosing) else choosing[:1]


def _player(call: tuple[SearchFunction, Key]) -> tuple[Any, ...]:
    """Return the function and the turn arguments of a call: the same for calls of one player."""
    part, key = call
    counts = zip(part.state, key.counts, strict=True)
    return part.code, *[repr(value) for name, value in counts if name in part.turns]


def _values_held(root: Node, seen: Mapping[Node, float]) -> dict[Node, float]:
    """Return the values that the leaves of a learner's own tree hold, also those never visited.

    The attribute that holds them is the one that agrees with each value that the search saw.
    """
    links = [(node.position, child.position) for node in root for child in node.children]
    if not seen or not all(_holds(above, below) for above, below in links):
        return {}
    leaves = list(leaves_below(root))
    for name in fields_of(leaves[0].position):
        held = {leaf: held_under(leaf.position, name) for leaf in leaves}
        agrees = all(held[leaf] == seen[leaf] for leaf in leaves if leaf in seen)
        if agrees and all(is_number(value) for value in held.values()):
            return held
    return {}


def _holds(position: Any, child: Any) -> bool:
    """Return True if one of a position's attributes is the child, or a list with the child."""
    for name in fields_of(position):
        part = held_under(position, name)
        parts = part if isinstance(part, list | tuple) else [part]
        if any(piece is child for piece in parts):
            return True
    return False


def _error(run: EventBuilder, log: Log) -> SearchError | None:
    """Return the error that ended the run, or None."""
    name, problem = run.search.name, run.problem
    if problem is not None:
        pass
    elif log.stopped is not None:
        problem = f"{name} {log.stopped}"
    elif log.error is not None:
        where = f" at node {run.stack[-1].node.name}" if run.stack else ""
        problem = f"{name} raised {describe(log.error)}{where}"
    elif run.value is None:
        problem = f"{name} {LOST}"
    else:
        return None
    if run.stack and not (run.events and isinstance(run.events[-1], Raised)):
        run.events.append(Raised(run.stack[-1].node, run.stack[-1].line or 0, problem))
    error = SearchError(problem)
    error.__cause__ = log.error
    return error


def _notes(run: EventBuilder) -> Iterator[str]:
    yield from run.call.notes
    if (cut := stops_at_a_win(run)) is not None:
        yield (
            f"{run.search.name} leaves {cut.node.name} (line {cut.line}) at once when it is worth"
            f" {number_text(cut.reached)}: no leaf that it has seen is worth more to the player"
            " who moves there."
        )
    if run.adds:
        yield (
            f"{run.search.name} adds to its children's values on the way up, so what a move is"
            " worth by itself may count beside what follows it, and a node may be worth more or"
            " less than all its children."
        )
    if run.search.has_deadline:
        yield (
            f"{run.search.name} looks at the clock. To trace it takes time, so it may search less"
            " deep here than it does alone."
        )
    if hides_bounds(run):
        yield (
            "Nothing shows which variables are α and β, so they are not shown. Name them, for"
            " example with"
            ' names={"alpha": "floor", "beta": "ceiling"}.'
        )
    if run.search.source is None:
        yield f"The source of {run.search.name} cannot be found, so no line can be shown."
    if run.negamax:
        yield (
            "This is negamax: its α and β are those of the player to move; the values in the tree"
            " are shown as MAX sees them."
        )
