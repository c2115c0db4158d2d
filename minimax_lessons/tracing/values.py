"""Values: which number in a result is the value, who moves, and which results are remembered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import (
    Callable,
    Collection,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
    Set,
)
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from math import inf
from numbers import Real
from types import CodeType
from typing import Any, NamedTuple

from minimax_lessons.own_code import is_simple
from minimax_lessons.results import (
    Place,
    Truth,
    fields_of,
    held_under,
    is_number_of_move,
    number_among,
    number_in,
    numbers_in,
    replaced,
    value_of_move,
)
from minimax_lessons.tracing.recording import (
    AFTER,
    ENTER,
    LEAVE,
    REMEMBERED,
    UNWIND,
    Closed,
    Evaluation,
    Log,
    hashable,
    is_about,
    of_different_positions,
)
from minimax_lessons.tracing.source import SearchFunction
from minimax_lessons.tracing.visits import (
    ByIndex,
    Finder,
    GameTreeFinder,
    Key,
    alike,
    own_turn,
    state_of,
    unwatched,
)
from minimax_lessons.trees import Node, adopt, leaves_below, sprout, take_turns

Entry = tuple[Any, ...]  # of the log

__all__ = [
    "choices_of",
    "families",
    "is_negamax",
    "is_parents_view",
    "is_valued_outside",
    "known_as",
    "places_of_value",
    "remembered",
    "settle_turns",
    "show_valued",
    "telling_sign",
    "votes_of",
    "votes_of_negamax",
    "with_counted_truths",
    "with_movers_view",
    "with_truths",
    "with_whole_result",
]


def with_truths(entries: Sequence[tuple[Any, ...]], finder: Finder) -> list[tuple[Any, ...]] | None:
    """Return a log with truths as values if the search returns only True and False; else None.

    A tree that is known before the search has such values only if all its leaves are worth 0 or
    1.
    """
    of_search = (entry for entry in entries if entry[0] in (LEAVE, REMEMBERED) and entry[4])
    if not all(isinstance(entry[1], bool) for entry in of_search):
        return None
    leaves = leaves_below(finder.root)
    if not (finder.root.is_sprouted or all(leaf.value in (0, 1) for leaf in leaves)):
        return None
    return [
        (entry[0], Truth(1 if entry[1] else -1), *entry[2:])
        if entry[0] in (LEAVE, REMEMBERED) and isinstance(entry[1], bool)
        else entry
        for entry in entries
    ]


def with_counted_truths(entries: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return a log with 1 and 0 for True and False in a place where other results hold numbers."""
    kinds: dict[int, set[bool]] = defaultdict(set)
    for entry in entries:
        if entry[0] in (LEAVE, REMEMBERED) and entry[4] and isinstance(entry[1], tuple | list):
            for place, part in enumerate(entry[1]):
                if isinstance(part, Real):
                    kinds[place].add(isinstance(part, bool))
    mixed = {place for place, are_truths in kinds.items() if len(are_truths) == 2}
    if not mixed:
        return entries

    def counted(returned: Any) -> Any:
        if not isinstance(returned, tuple | list) or hasattr(returned, "_fields"):
            return returned
        return type(returned)(
            int(part) if place in mixed and isinstance(part, bool) else part
            for place, part in enumerate(returned)
        )

    return [
        (entry[0], counted(entry[1]), *entry[2:]) if entry[0] in (LEAVE, REMEMBERED) else entry
        for entry in entries
    ]


def with_whole_result(log: Log) -> list[tuple[Any, ...]]:
    """Return a log whose first function returns the pair of a child that its own result holds.

    A function in front may return (move, (value, depth)), where the move is a number, too.
    """
    last = log.entries[-1] if log.entries else (None,)
    if last[0] != LEAVE or last[4] or not isinstance(last[1], tuple | list):
        return log.entries
    pairs = [
        child.entry[1]
        for child in log.calls[-1].children
        if isinstance(child.entry[1], tuple | list)
        and any(alike(part, child.entry[1]) for part in last[1])
    ]
    del log.calls  # made of the entries
    return [*log.entries[:-1], (LEAVE, pairs[0], *last[2:])] if pairs else log.entries


# Children that are valued without a call of the search


def show_valued(
    log: Log, finder: Finder, place: Place | None, *, negates: bool
) -> dict[Node, CodeType]:
    """Log the children that seeming leaves valued, and return their nodes with the function.

    A leaf is none if another function valued positions there that are not its own, and if it is
    worth as much as the best or the worst of them.
    """
    if isinstance(finder, ByIndex) or not log.observations.evaluations:
        return {}
    by_visit = log.observations.by_visit
    ends = [call for call in log.calls if not call.children and call.visit in by_visit]
    for code in dict.fromkeys(evaluation.code for evaluation in log.observations.evaluations):
        if unwatched(code).comparing:
            continue  # it takes the best of several values itself, so it may search a ply
        valued = [
            (call, below)
            for call in ends
            if (below := _valued_below(finder, call.node, by_visit[call.visit], code))
        ]
        if all(
            _is_worth_itself(finder, call, by_visit[call.visit], place, line=below[0].line)
            for call, below in valued
        ):
            continue  # these are parts of what values the positions themselves
        sign = _sign_of_valued(valued, place, negates=negates)
        goes_no_deeper = all(
            len(_valued_below(finder, call.node, by_visit[call.visit], other)) <= len(below)
            for call, below in valued
            for other in {evaluation.code for evaluation in by_visit[call.visit]}
        )
        if (
            sign
            and goes_no_deeper
            and all(_make_room(call.node, len(below)) for call, below in valued)
        ):
            _log_valued(log, {call.number: below for call, below in valued}, sign)
            return {call.node: code for call, _ in valued}
    return {}


def _valued_below(
    finder: Finder, node: Node, evaluations: Iterable[Evaluation], code: CodeType
) -> list[Evaluation]:
    """Return a function's evaluations of different positions other than a node's own."""
    return of_different_positions(
        e for e in evaluations if e.code is code and not is_about(finder, node, e)
    )


def _is_worth_itself(
    finder: Finder,
    call: Closed,
    evaluations: Iterable[Evaluation],
    place: Place | None,
    *,
    line: int,
) -> bool:
    """Return True if a function, called on a line, found the node itself worth its value."""
    values = _either_way(number_in(call.entry[1], place))
    on_line = [e for e in evaluations if e.line == line and e.result in values]
    return any(is_about(finder, call.node, e) for e in on_line)


def _sign_of_valued(
    valued: Sequence[tuple[Closed, list[Evaluation]]], place: Place | None, *, negates: bool
) -> int:
    """Return the sign with which all the values follow from the evaluations below; 0 if none."""
    if not any(len(below) > 1 for _, below in valued):
        return 0
    for sign in (1, -1) if negates else (1,):
        pairs = [
            (number_in(call.entry[1], place), [sign * e.result for e in below])
            for call, below in valued
        ]
        if all(
            value == -min(results) if negates else value in (min(results), max(results))
            for value, results in pairs
        ):
            return sign
    return 0


def _make_room(node: Node, count: int) -> bool:
    """Return True if a node has as many children, and add them to a node that has none."""
    if node.is_sprouted and not node.children:
        adopt(node, [sprout(None, node, number, None) for number in range(count)], over=False)
    return len(node.children) == count


def _log_valued(log: Log, below: Mapping[int, list[Evaluation]], sign: int) -> None:
    """Log a visit for each evaluation before the end of the visit that made it."""
    entries, numbers, moved = list[Entry](), dict[int, int](), dict[Evaluation, int]()
    open_visits, visits, entered = list[Entry](), 0, 0
    for number, entry in enumerate(log.entries):
        for child, evaluation in zip(
            _children_at(open_visits), below.get(number, ()), strict=False
        ):
            moved[evaluation] = entered
            entered += 1
            bounds = open_visits[-1][3:]
            result = sign * evaluation.result
            entries.append((ENTER, child, evaluation.line, *bounds))
            entries.append((LEAVE, result, evaluation.line, evaluation.line, True))
            entries.append((AFTER, evaluation.line, None, *bounds))
        entries.append(entry)
        if entry[0] == ENTER:
            open_visits.append(entry)
            numbers[visits] = entered
            visits, entered = visits + 1, entered + 1
        elif entry[0] in (LEAVE, REMEMBERED, UNWIND) and open_visits:
            open_visits.pop()
    observed = log.observations
    observed.evaluations = [
        e._replace(visit=moved.get(e, numbers[e.visit])) for e in observed.evaluations
    ]
    valued = {call.visit for call in log.calls if call.number in below}
    observed.comparisons = {
        numbers[visit]: line for visit, line in observed.comparisons.items() if visit not in valued
    }
    observed.merged = {numbers[visit]: line for visit, line in observed.merged.items()}
    log.entries = entries
    del log.calls  # made of the entries


def _children_at(open_visits: Sequence[Entry]) -> Sequence[Node]:
    return open_visits[-1][1].children if open_visits else ()


def places_of_value(log: Log, finder: Finder) -> list[Place]:
    """Return the places of the value in a result: none for a plain number, several if unclear.

    Every result has a number there, and a leaf has its own value there, if that is known. Of
    several such places it is the one whose number parents take over from their children as the
    largest or the smallest.
    """
    results = [entry for entry in log.entries if entry[0] in (LEAVE, REMEMBERED)]
    of_search = [entry for entry in results if entry[4]] or results  # not a driver's move
    if any(isinstance(entry[1], Real) for entry in of_search):
        return []
    numbers = [(call, numbers_in(call.entry[1])) for call in log.calls]
    everywhere = [parts for call, parts in numbers if parts and call.entry[4]]
    places = (
        [p for p in everywhere[0] if p is not None and all(p in parts for parts in everywhere)]
        if everywhere
        else []
    )
    written = _written(log, finder)
    places = [place for place in places if place in written] or places
    leaves = [(_own_value(call.node), parts) for call, parts in numbers if not call.children]
    if all(value is None for value, _ in leaves):  # what never changes is no value
        changing = [place for place in places if len({parts[place] for parts in everywhere}) > 1]
        falling = [p for p in changing if not _never_falls([parts[p] for parts in everywhere])]
        if changing and not falling:
            # but what never falls may be a counter
            return [*(place for place in places if place not in changing), *changing]
        places = falling or places
    fitting = [
        place
        for place in places
        if all(v is None or parts.get(place) in (v, -v) for v, parts in leaves)
    ]
    places = fitting or places
    return fitting if len(places) <= 1 else _places_handed_up(log, places)


def is_valued_outside(log: Log, place: Place | None) -> bool:
    """Return True if another function finds a result worth something else than its number."""
    if place is None or not log.observations.evaluations:
        return False
    held = {
        hashable(state_of(call.entry[1])): number_in(call.entry[1], place) for call in log.calls
    }
    return any(
        part in held and evaluation.result not in _either_way(held[part])
        for evaluation in log.observations.evaluations
        for part in evaluation.position
    )


def _places_handed_up(log: Log, places: Sequence[Place]) -> list[Place]:
    """Return the place with the most numbers taken from children, and those that tie with it."""
    handed_up = {place: list(families(log.calls, place)) for place in places}
    bounds = _bounds(log)
    counts = {place: _handed_up(handed_up[place], bounds) for place in places}
    best = max(places, key=lambda place: counts[place])
    return [
        best,
        *(
            p
            for p in places
            if counts[p] == counts[best] and handed_up[p] != handed_up[best] and counts[p][1]
        ),
    ]


def _never_falls(numbers: Sequence[float]) -> bool:
    return all(earlier <= later for earlier, later in pairwise(numbers))


def _written(log: Log, finder: Finder) -> set[Place]:
    """Return the attributes that calls changed in the positions that they returned."""
    names_changed: set[Place] = set()
    if not isinstance(finder, GameTreeFinder):
        return names_changed
    for call in log.calls:
        returned = call.entry[1]
        if not hasattr(returned, "__dict__") or call.node not in finder.keys:
            continue
        before = next(
            (state for state in finder.keys[call.node].about if state[:1] == (type(returned),)),
            None,
        )
        if before is not None:
            now = state_of(returned)
            names = fields_of(returned)
            names_changed |= {
                name
                for name, old, new in zip(names, before[1:], now[1:], strict=False)
                if old != new
            }
    return names_changed


def _own_value(node: Node) -> float | None:
    # a depth limit stops above the leaves
    return node.value if node.is_sprouted else node.evaluate()


def _handed_up(
    of_one_place: Iterable[tuple[Node, float, list[float]]], bounds: Mapping[Node, set[Any]]
) -> tuple[float, int]:
    """Return the probability that a node chooses this number, and the number of nodes with one.

    By the rule of succession: of the nodes that speak for a number, because they have the best or
    the worst of different numbers, or against it, because they have none of them. A level that
    all children hand up speaks for nothing, nor does a bound that is returned instead.
    """
    speaks_for = against = taken = 0
    for node, value, numbers in of_one_place:
        has_choice = len({*numbers}) > 1
        is_taken = value in _signed((min(numbers), max(numbers)))
        speaks_for += is_taken and has_choice
        against += not is_taken and value not in bounds[node]
        taken += value in _signed(numbers)
    return (speaks_for + 1) / (speaks_for + against + 2), taken


def _bounds(log: Log) -> dict[Node, set[Any]]:
    """Return the bounds that each node's calls began with."""
    bounds: dict[Node, set[Any]] = defaultdict(set)
    for entry in log.entries:
        if entry[0] == ENTER:
            bounds[entry[1]].update(hashable(bound) for bound in entry[3:])
    return bounds


def _signed(numbers: Iterable[float]) -> set[float]:
    return {sign * number for number in numbers for sign in (1, -1)}


def families(
    calls: Iterable[Closed], place: Place | None
) -> Iterator[tuple[Node, float, list[float]]]:
    """Yield each inner node with its number and with its children's.

    For a function in front of the search that returns a move, it is the number of the child
    behind the move.
    """
    values: dict[int, float | None] = {}
    for call in calls:
        child_values = [
            (child.node, value)
            for child in call.children
            if (value := values[child.number]) is not None
        ]
        children, value = (
            [child_value for _, child_value in child_values],
            number_in(call.entry[1], place),
        )
        if place is None and isinstance(call.entry[1], tuple | list):
            value = number_among(call.entry[1], children)
        if not call.entry[4] and child_values:
            value = value_of_move(
                call.entry[1], [child for child, _ in child_values], children, value
            )
        if not call.entry[4] and child_values and is_number_of_move(call.entry[1], children):
            value = None
        values[call.number] = value
        if value is not None and child_values:
            yield call.node, value, children


def choices_of(
    calls: Iterable[Closed], parts: dict[Node, tuple[SearchFunction, Key]]
) -> dict[Node, bool]:
    """Return the nodes whose executed lines take only the larger of two values, or the smaller."""
    players: dict[Node, set[bool]] = {}
    for call in calls:
        if call.node in parts and call.children:
            choosers = parts[call.node][0].syntax.choosers
            lines = [line for line in (*call.lines, call.entry[2]) if line in choosers]
            players.setdefault(call.node, set()).update(choosers[line] for line in lines)
    return {node: sides.pop() for node, sides in players.items() if len(sides) == 1}


def is_negamax(calls: Iterable[Closed], place: Place | None, *, likely: bool) -> bool:
    """Return True if inner nodes return their best child's value with the sign turned."""
    plain = turned = neither = only_turned = 0
    for _, value, children in families(calls, place):
        if value:
            plain += value in children
            turned += -value in children
            only_turned += -value in children and value not in children
            neither += value not in children and -value not in children
    # moves that are worth something themselves hide what becomes of the children's values, and
    # a player who moves twice in a row takes over some with their sign
    is_mixed = only_turned > 0 and not neither
    unlike = turned == plain or neither > plain or is_mixed
    return turned > plain or (likely and unlike)


def is_parents_view(calls: Iterable[Closed], place: Place | None, *, likely: bool) -> bool:
    """Return True if a negamax returns values as the player before sees them: minus the largest.

    Unless it is likely, no value may contradict it, because where a player moves twice in a row
    some values look like that.

    >>> leaf = [Closed(n, None, (LEAVE, n, 0, 0, True), [], []) for n in (3, 8)]
    >>> inner = Closed(2, None, (LEAVE, -8, 0, 0, True), leaf, [])
    >>> is_parents_view([*leaf, inner], None, likely=False)
    True
    """
    parents = movers = plain = inner = 0
    for _, value, children in families((call for call in calls if call.entry[4]), place):
        inner += 1
        parents += value == -max(children)
        movers += value == -min(children)
        plain += value in (min(children), max(children))
    return parents > max(movers, plain) and (likely or parents == inner)


def with_movers_view(entries: Iterable[Entry], place: Place | None) -> list[Entry]:
    """Return a log in which each result is as the player who moves at its node sees it."""
    return [
        (entry[0], replaced(entry[1], place, -value), *entry[2:])
        if entry[0] in (LEAVE, REMEMBERED)
        and entry[4]
        and (value := number_in(entry[1], place)) is not None
        else entry
        for entry in entries
    ]


# What is remembered


HIDDEN = (), ()  # where the position lives in no argument, nothing tells it from another


def known_as(finder: Finder, node: Node) -> tuple[Hashable, ...]:
    """Return the identity of a node's position: its contents, and the player to move."""
    if isinstance(finder, GameTreeFinder) and node.is_sprouted and node in finder.calls:
        part, key = finder.calls[node]
        turns = [
            value for name, value in zip(part.state, key.counts, strict=True) if name in part.turns
        ]
        return (key.about, key.plain), *map(repr, turns)
    return repr(node.nested), node.is_max


def remembered(
    calls: Sequence[Closed],
    finder: Finder,
    place: Place | None,
    recalls: Collection[int],
    evaluations: Iterable[Evaluation] = (),
    *,
    filled: bool = False,
) -> dict[int, Hashable]:
    """Return the log entries with a remembered result, each with the key of its position.

    Such a call returned without a call what an equal position had returned, and by two lines that
    never evaluated a new position; or on a line that returns a table's value. A line that
    returns a value for a new position evaluates it, unless the table was ``filled`` before the
    run.
    """
    memory = _Memory()
    for evaluation in evaluations:
        memory.evaluated[evaluation.visit].add(evaluation.code)
        memory.results[evaluation.visit].add(evaluation.result)
    for call in calls:
        value = number_in(call.entry[1], place)
        if call.children or call.node.is_sprouted or call.node.children:
            memory.take(call, value, known_as(finder, call.node), _counts(finder, call), recalls)
        memory.values |= _either_way(value)
    is_earlier = filled and (memory.lines or not any(call.children for call in calls))
    return memory.entries(is_earlier=bool(is_earlier))


def _counts(finder: Finder, call: Closed) -> Hashable:
    """Return the function of a call in a game's search, with its depth and other counts."""
    if isinstance(finder, GameTreeFinder) and call.node in finder.calls:
        part, key = finder.calls[call.node]
        return part.code, hashable(key.counts)
    return None


SEVERAL = 4  # different values


class _End(NamedTuple):
    """The end of a visit without children."""

    number: int  # of its entry in the log
    key: Hashable
    lines: tuple[int, int]  # the last two
    value: float | None
    is_valued: bool  # a function returned the value to it
    is_new: bool  # no call had returned the value before


@dataclass
class _Memory:
    """What calls have returned so far, and the calls that may have returned it from a memory."""

    # by position and player; and by position, whoever moves there
    seen: dict[Hashable, set[float | None]] = field(default_factory=dict)
    searched: dict[Hashable, set[float | None]] = field(default_factory=dict)
    values: set[float | None] = field(default_factory=set)  # as either player sees them
    ends: list[_End] = field(default_factory=list)
    # leaves at equal depths and their values, with the functions that valued them
    leaves: dict[Hashable, Set[CodeType]] = field(default_factory=dict)
    # the functions that returned numbers to each visit, and these numbers
    evaluated: dict[int, set[CodeType]] = field(default_factory=lambda: defaultdict(set))
    results: dict[int, set[float]] = field(default_factory=lambda: defaultdict(set))
    # the last two lines of calls that evaluated new positions
    lines: set[tuple[int, int]] = field(default_factory=set)
    # of those that return what a table holds, the lines that return something new
    fresh: set[int] = field(default_factory=set)
    met: set[int] = field(default_factory=set)  # entries with a value that a search has returned
    # the entries, each with its key and line: of equal values, of tables, and of caches
    again: list[tuple[int, Hashable, tuple[int, int]]] = field(default_factory=list)
    recalled: list[tuple[int, Hashable, int]] = field(default_factory=list)
    certain: dict[int, Hashable] = field(default_factory=dict)

    def take(
        self,
        call: Closed,
        value: float | None,
        key: tuple[Hashable, ...],
        counts: Hashable,
        recalls: Collection[int],
    ) -> None:
        """Compare a call with those before it, and keep its value."""
        line, lines = call.entry[2], (call.entry[3], call.entry[2])
        if not call.children:
            is_valued = not _either_way(value).isdisjoint(self.results[call.visit])
            is_new = value not in self.values
            self.ends.append(_End(call.number, key, lines, value, is_valued, is_new))
        if call.children:
            # an equal leaf elsewhere is evaluated once more, which tells nothing of a memory
            if key[0] != HIDDEN:
                self.seen.setdefault(key, set()).add(value)
                self.searched.setdefault(key[0], set()).update(_either_way(value))
        elif call.entry[0] == REMEMBERED:
            self.certain[call.number] = key
        elif line in recalls:
            self.recalled.append((call.number, key, line))
            if value not in self.values and key[0] not in self.searched:
                self.fresh.add(line)
            if value in self.searched.get(key[0], ()):
                self.met.add(call.number)
        elif value in self.seen.get(key, ()) or self._is_known_leaf(call, (key, counts, value)):
            self.again.append((call.number, key, lines))
        else:
            self.lines.add(lines)
            if key[0] != HIDDEN:
                self.leaves.setdefault((key, counts, value), self.evaluated[call.visit])

    def _is_known_leaf(self, call: Closed, leaf: Hashable) -> bool:
        """Return True if a leaf was met before, and if it is not valued by the same functions."""
        before = self.leaves.get(leaf)
        return before is not None and not (before and before <= self.evaluated[call.visit])

    def entries(self, *, is_earlier: bool) -> dict[int, Hashable]:
        """Return the keys of the entries that a memory has answered.

        A table of an earlier search has values of its own, or knows the root itself, so new
        values are no sign that a line evaluates.
        """
        fresh = set() if is_earlier else self.fresh
        recalled = {
            number: key
            for number, key, line in self.recalled
            if line not in fresh or number in self.met
        }
        again = {number: key for number, key, lines in self.again if lines not in self.lines}
        return self.certain | recalled | again | self._never_new()

    def _never_new(self) -> dict[int, Hashable]:
        """Return visits that end on lines which never had a new value, because a table has them.

        Several different values show that no rule of the game gives them, for example 0 to a draw.
        """
        by_lines = defaultdict[tuple[int, int], list[_End]](list)
        for end in self.ends:
            by_lines[end.lines].append(end)
        return {
            end.number: end.key
            for ends in by_lines.values()
            if not any(end.is_new or end.is_valued for end in ends)
            and len({end.value for end in ends}) >= SEVERAL
            for end in ends
        }


def _either_way(value: float | None) -> set[float | None]:
    """Return a value as each of the players sees it."""
    return set() if value is None else {value, -value}


# Whose turn it is, read from what the search makes of the children's values

# an inner node, what it returned, what its children returned
Family = tuple[Node, float, list[float]]
Calls = dict[Node, tuple[SearchFunction, Key]]
Sign = Callable[[Node], Hashable]  # what may tell at a node whose turn it is; None: nothing


def votes_of(families: Iterable[Family]) -> dict[Node, bool]:
    """Return the nodes with a clear choice: True for the largest of different values.

    >>> votes_of([("A", 5, [3, 5]), ("B", 3, [3, 5]), ("C", 4, [4, 4])])
    {'A': True, 'B': False}
    """
    votes: dict[Node, bool] = {}
    for node, value, children in families:
        low, high = min(children), max(children)
        if low < high and value in (low, high):
            votes[node] = value == high
    return votes


def settle_turns(
    root: Node,
    calls: Calls,
    chosen: dict[Node, bool],
    votes: dict[Node, bool],
    *,
    root_turn: bool | None,
) -> tuple[list[Node], tuple[Node, Node] | None]:
    """Give each node its player, as the votes say, and return the inner nodes with a guess.

    Also return two nodes at which the parameters contradict the votes.

    The lines that have ``chosen`` count as votes unless they contradict the values.

    A sign without contradiction decides at the nodes without a vote: a parameter, the
    position's own word or a field, or the number of moves made. If there is none, players take
    turns there. This is a guess, because the votes show that players do not.
    """
    both = chosen | votes
    told = telling_sign(root, calls, chosen, votes)
    if told is not None:
        sign, meaning, turns = told
        take_turns(root, _assigned(root, sign, meaning, turns, root_turn))
        is_argument = isinstance(sign, partial) and sign.func is _turn_arguments
        return [], _contradiction(calls, turns) if is_argument else None
    votes = both
    if any(_is_flag(_turn_arguments(calls, node)) for node in calls):
        # two players who take turns: what looks otherwise is a mistake, to be shown as one
        votes = {}
    take_turns(root, _alternated(root, votes, _root_player(root, votes, root_turn)))
    guessed = [node for node in root if votes and node.children and node not in votes]
    return guessed, _contradiction(calls, votes)


def telling_sign(
    root: Node, calls: Calls, chosen: dict[Node, bool], votes: dict[Node, bool]
) -> tuple[Sign, dict[Hashable, bool], dict[Node, bool]] | None:
    """Return a sign that no vote contradicts, which player it means, and the votes; else None."""
    signs = _signs(root, calls)
    for turns, candidates in ((chosen | votes, [*signs, _parity]), (votes, signs)):
        for sign in candidates:
            meaning = _meaning(sign, turns)
            is_for_two = sign in (signs[0], _parity) or not _is_for_one(meaning)
            if meaning is not None and is_for_two:
                return sign, meaning, turns
    return None


def votes_of_negamax(
    root: Node,
    calls: Calls,
    closed: Iterable[Closed],
    place: Place | None,
    *,
    root_turn: bool | None,
    most_misfits: float = inf,
) -> dict[Node, bool]:
    """Return the nodes' players if a sign explains a negamax's values better than turns would.

    Where the same player moves again, a node takes over its child's value with its sign.
    """
    searched = [
        (call.node, number_in(call.entry[1], place), _numbers_below(call, place))
        for call in closed
        if call.entry[4]
    ]

    def misfits(sign: Sign) -> int:
        return sum(
            value != max(v if sign(child) == sign(node) else -v for child, v in below)
            for node, value, below in searched
            if below
        )

    signs = [sign for sign in _signs(root, calls) if len({*map(sign, root)} - {None}) == 2]
    sign = min([_parity, *signs], key=misfits)
    mover = sign(root)
    if sign is _parity or mover is None or misfits(sign) > most_misfits:
        return {}
    first = _root_player(root, {}, root_turn)
    return {node: (sign(node) == mover) == first for node in root if sign(node) is not None}


def _numbers_below(call: Closed, place: Place | None) -> list[tuple[Node, float]]:
    """Return the children of a call, each with the number that it returned."""
    numbers = ((child.node, number_in(child.entry[1], place)) for child in call.children)
    return [(node, number) for node, number in numbers if number is not None]


def _signs(root: Node, calls: Calls) -> list[Sign]:
    """Return the possible signs of the turn: a parameter, the position's own word, two values.

    Of the two players each may have a function, too.
    """
    held: list[Sign] = [partial(_field, calls, name) for name in fields_of(root.position)]
    held.append(partial(_function, calls))
    moving = [node for node in root if node.children]
    of_two = [sign for sign in held if len({sign(node) for node in moving} - {None}) == 2]
    most = max((len(key.about) + len(key.plain) for _, key in calls.values()), default=0)
    arguments: list[Sign] = [partial(_plain_argument, calls, number) for number in range(most)]
    return [
        partial(_turn_arguments, calls),
        lambda node: own_turn(node.position),
        *of_two,
        *(sign for sign in arguments if _has_two(sign, calls)),
    ]


def _contradiction(calls: Calls, votes: dict[Node, bool]) -> tuple[Node, Node] | None:
    """Return two nodes of one player with different choices, or of two players with the same."""
    first: dict[tuple[str, ...] | None, Node] = {}
    for node, is_max in votes.items():
        token = _turn_arguments(calls, node)
        earlier = first.setdefault(token, node)
        if token is not None and votes[earlier] != is_max:
            return earlier, node
    tokens = {token for node in calls if (token := _turn_arguments(calls, node)) is not None}
    if len(tokens) != 2 or tokens != first.keys() or len({token[0] for token in tokens}) != 1:
        return None
    node, other_node = first.values()
    return (node, other_node) if votes[node] == votes[other_node] else None


def _parity(node: Node) -> int:
    """Return the parity of the number of moves made."""
    return len(node.path) % 2


def _field(calls: Calls, name: str, node: Node) -> Hashable:
    """Return a plain field of a position as it was when the search came to it."""
    held = held_under(node.position, name)
    about = calls[node][1].about if node in calls else ()
    names = fields_of(node.position)
    for state in about:
        if isinstance(state, tuple) and state[:1] == (type(node.position),):
            held = dict(zip(names, state[1:], strict=False)).get(name)
        elif isinstance(node.position, dict) and isinstance(state, tuple):
            pairs = (part for part in state if isinstance(part, tuple) and len(part) == 2)
            held = next((value for key, value in pairs if key == name), held)
    return repr(held) if is_simple(held) else None


def _turn_arguments(calls: Calls, node: Node) -> tuple[str, ...] | None:
    """Return the turn arguments at a node after the function's name; None if there are none."""
    part, key = calls.get(node, (None, None))
    if part is None or key is None or not part.turns:
        return None
    pairs = zip(part.state, key.counts, strict=True)
    return (part.code.co_name, *(repr(value) for name, value in pairs if name in part.turns))


def _function(calls: Calls, node: Node) -> str | None:
    """Return the name of the search's function at a node: each player may have one."""
    is_search = node in calls and calls[node][0].recursive
    return calls[node][0].code.co_name if is_search else None


def _plain_argument(calls: Calls, number: int, node: Node) -> tuple[str, str] | None:
    """Return a plain argument of a call by its number: perhaps one of two players' names."""
    part, key = calls.get(node, (None, None))
    values = (*key.plain, *key.about) if key is not None else ()
    if part is None or len(values) <= number or not is_simple(values[number]):
        return None
    return part.code.co_name, repr(values[number])


def _has_two(sign: Sign, calls: Calls) -> bool:
    """Return True if a function's calls were given one of two values in a place."""
    tokens = set[Hashable]()
    for node in calls:
        tokens |= {sign(node)} - {None}
        if len(tokens) > 2:
            return False
    return (
        len(tokens) == 2
        and len({id(calls[node][0]) for node in calls if sign(node) is not None}) == 1
    )


def _is_flag(token: Hashable) -> bool:
    return isinstance(token, tuple) and token[-1] in ("True", "False")


def _meaning(sign: Sign, votes: dict[Node, bool]) -> dict[Hashable, bool] | None:
    """Return the player for each token; None if a token stands for both, or if there are none."""
    players: dict[Hashable, bool] = {}
    for node, for_max in votes.items():
        token = sign(node)
        if token is not None and players.setdefault(token, for_max) != for_max:
            return None
    return players or None


def _is_for_one(meaning: dict[Hashable, bool] | None) -> bool:
    """Return True if several tokens stand for one player: they are no players' names."""
    return meaning is not None and len(meaning) > 1 and len({*meaning.values()}) == 1


def _assigned(
    root: Node,
    sign: Sign,
    meaning: dict[Hashable, bool],
    votes: dict[Node, bool],
    root_turn: bool | None,
) -> dict[Node, bool]:
    turns: dict[Node, bool] = {}
    meaning = meaning | _meaning_of_others({sign(node) for node in root} - {None}, meaning)
    for node in root:
        token = sign(node)
        if node in votes:
            turns[node] = votes[node]
        elif token in meaning:
            turns[node] = meaning[token]
    top = turns.get(root, _root_player(root, turns, root_turn))
    return _alternated(root, turns, top)


def _meaning_of_others(
    tokens: Iterable[Hashable], meaning: Mapping[Hashable, bool]
) -> dict[Hashable, bool]:
    """Return the player for the other token of a function, or of all, where one of two is known."""
    by_function: dict[Hashable, list[Hashable]] = defaultdict(list)
    for token in tokens:
        by_function[token[0] if isinstance(token, tuple) else None].append(token)
    others: dict[Hashable, bool] = {}
    for both in by_function.values():
        named = [token for token in both if token in meaning]
        if len(both) == 2 and len(named) == 1:
            (unnamed,) = {*both} - {*named}
            others[unnamed] = not meaning[named[0]]
    return others


def _root_player(root: Node, turns: dict[Node, bool], root_turn: bool | None) -> bool:
    if root_turn is not None:
        return root_turn
    own = own_turn(root.position)
    if own is not None:
        return own
    below = next((node for node in root if node in turns), None)
    return (
        root.is_max
        if below is None
        else turns[below] == (len(below.path) % 2 == len(root.path) % 2)
    )


def _alternated(root: Node, turns: dict[Node, bool], top: bool) -> dict[Node, bool]:
    complete: dict[Any, bool] = {root: top}
    for node in root:
        complete.setdefault(node, turns.get(node, top))
        sibling_turns = {turns[child] for child in node.children if child in turns}
        # siblings have one mover
        child_turn = sibling_turns.pop() if len(sibling_turns) == 1 else not complete[node]
        for child in node.children:
            complete[child] = turns.get(child, child_turn)
    return complete
