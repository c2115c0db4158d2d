"""Replay: turn the raw log of a run into typed events, with the reason for each cut."""

from __future__ import annotations

import linecache
import re
from collections.abc import Callable, Container, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from types import CodeType
from typing import Any, NamedTuple

from minimax_lessons.events import Cut, Enter, Event, Kind, Leaf, Raised, Remembered, Return, Update
from minimax_lessons.garbage_collection import no_collection
from minimax_lessons.quoting import clipped
from minimax_lessons.results import (
    Place,
    is_number,
    is_number_of_move,
    number_among,
    number_in,
    numbers_in,
    replaced,
    value_of_move,
)
from minimax_lessons.run_state import Visit, seen_by_max
from minimax_lessons.tracing.ask import Obstacle
from minimax_lessons.tracing.call import Call
from minimax_lessons.tracing.recording import (
    AFTER,
    ANEW,
    BROKEN,
    ENTER,
    LEAVE,
    RAISE,
    REMEMBERED,
    STRAY,
    UNWIND,
    Evaluation,
    Log,
)
from minimax_lessons.tracing.source import SearchSource
from minimax_lessons.tracing.values import known_as
from minimax_lessons.trees import Node

__all__ = [
    "EventBuilder",
    "describe",
    "replay",
]


@dataclass
class EventBuilder:
    """The events of a run, with what could be told of it as a whole."""

    search: SearchSource
    call: Call
    log: Log
    events: list[Event] = field(default_factory=list)
    problem: str | None = None
    negamax: bool = False
    # fail-soft, fail-hard, as far as the run has told
    softness: set[bool] = field(default_factory=set)
    value: float | None = None
    leaf_values: dict[Node, float] = field(default_factory=dict)
    stack: list[Visit] = field(default_factory=list)
    place: Place | None = None  # where in a returned tuple, dict or object the value stands
    is_place_unclear = False
    takes_best_in_front = False  # as questions have shown
    is_parents_view = False  # a negamax whose results are as the player before sees them
    guessed: list[Node] = field(default_factory=list)  # whose player nothing shows
    # two nodes whose arguments name the same player, although their values do not
    clash: tuple[Node, Node] | None = None
    # the first nodes with unknown children that a loop left out, by what hides these
    obstacles: Mapping[Obstacle, Node] = field(default_factory=dict)
    # nodes whose children a function valued without a call of the search, with its code
    valued: Mapping[Node, CodeType] = field(default_factory=dict)
    # the evaluations of positions by visits of the same positions
    own: Container[Evaluation] = ()
    # the evaluations of inner nodes as MAX sees them, by the entries that leave these nodes
    own_values: Mapping[int, set[float]] = field(default_factory=dict)
    # entries that a table answered, by what it knows
    answered: Mapping[int, Hashable] = field(default_factory=dict)
    now = 0  # the number of the entry
    # what the last value of a position was worth
    worth: dict[Hashable, Kind] = field(default_factory=dict)
    final_lines: frozenset[int] = frozenset()  # those that run after a return
    sprouted: bool = False  # the tree has grown with the search
    # why an inner loop of an open visit has ended
    broken: dict[int, Reason] = field(default_factory=dict)
    cuts: list[int] = field(default_factory=list)  # where in the events they are
    # of these such as only the given window explains
    doubtful: list[int] = field(default_factory=list)
    has_truths = False  # the search returns only True and False
    # each value would follow from the children's if the other player moved there
    fits_other_player = True
    # the first value that does not follow from those of the children
    odd: tuple[Return, list[float]] | None = None
    adds = False  # it adds to its children's values on the way up

    def show_truths(self) -> None:
        """Show False as 0 where it was taken for -1."""

        def shown(value: Any) -> Any:
            return 0 if value == -1 else int(value) if isinstance(value, int) else value

        for i, event in enumerate(self.events):
            parts = {"value", "best", "bound", "reached"} & {*event._fields}
            self.events[i] = event._replace(**{part: shown(getattr(event, part)) for part in parts})
        self.leaf_values = {node: shown(value) for node, value in self.leaf_values.items()}
        self.value = shown(self.value)

    def answer(self, code: CodeType, value: float) -> Any:
        """Return a value in the form in which a function of the search returns its results."""
        forms = [*self.search.parts[code].forms.values()][::-1]
        places = (self.place, None)
        telling = (f for place in places for f in forms if number_in(f, place) is not None)
        form = next(telling, None)
        place = self.place if self.place is not None else next(iter(numbers_in(form)), None)
        if self.has_truths:
            return value > 0
        return replaced(form, place, -value if self.is_parents_view else value)

    def name_at(self, node: Node) -> str:
        """Return the name of the function that was at a node, of several that call one another."""
        calls = getattr(self.call.finder, "calls", None) or {}
        part, _ = calls.get(node, (None, None))
        return self.search.name if part is None else part.code.co_name

    @property
    def soft(self) -> bool | None:
        """Return True for fail-soft, False for fail-hard, None if the run shows neither or both."""
        return next(iter(self.softness)) if len(self.softness) == 1 else None


def replay(run: EventBuilder) -> None:
    """Add the events of a run up to its first problem, and that problem in one sentence."""
    search, call, log = run.search, run.call, run.log
    run.sprouted = call.finder.root.is_sprouted
    run.final_lines = frozenset().union(
        *(part.syntax.final_lines for part in search.parts.values())
    )
    with no_collection():  # the log is thousands of tuples, none of them garbage
        for number, entry in enumerate(log.entries):
            run.now = number
            TAKE[entry[0]](run, entry)
            if run.problem is not None:
                break
    _judge_doubtful(run)


# Values


def _seen_from_max(run: EventBuilder, node: Node, raw: Any) -> float | None:
    value = raw if type(raw) in (int, float) else number_in(raw, run.place)
    if value is None or not run.negamax or node.is_max or value == 0:
        return value
    return -value


# One entry at a time


Entry = tuple[Any, ...]


def _enter(run: EventBuilder, entry: Entry) -> None:
    _, node, line, alpha, beta = entry
    # here and below: a call for each node would tell in the bench
    low = None if alpha is None else number_in(alpha)
    high = None if beta is None else number_in(beta)
    run.events.append(Enter(node, line, low, high))
    run.stack.append(
        Visit(node, run.stack[-1] if run.stack else None, (low, high), line, negamax=run.negamax)
    )


def _after(run: EventBuilder, entry: Entry) -> None:
    _, line, best, alpha, beta = entry
    parent = run.stack[-1]
    if parent.last is None:
        return
    child, value, kind = parent.last
    previous, turn = parent.best_so_far, max if parent.node.is_max else min
    held = _seen_from_max(run, parent.node, best)
    if held is None:
        held = value if previous is None else turn(previous, value)
    parent.best_so_far = held
    improved = held == value and held != previous
    low = None if alpha is None else number_in(alpha)
    high = None if beta is None else number_in(beta)
    run.events.append(Update(parent.node, line, child, value, held, low, high, improved, kind))


def _leave(run: EventBuilder, entry: Entry) -> None:
    _, raw, line, before, recursive = entry
    visit = run.stack[-1]
    node = visit.node
    value = _seen_from_max(run, node, raw)
    if (
        len(run.stack) == 1
        and visit.results
        and run.place is None
        and isinstance(raw, tuple | list)
    ):
        # all others returned numbers: at the root it is a move, whatever numbers it is made of
        value = None
    if not recursive or (len(run.stack) == 1 and _is_move_at_root(run, visit, entry, value)):
        value = _value_of_first_call(run, visit, raw, value)
    if value is None or value != value:
        _no_value(run, raw, line)
        return
    run.stack.pop()
    if line in run.final_lines:
        line = before
    kind: Kind = "exact"
    if run.now in run.answered:
        kind = run.worth.get(run.answered[run.now], "exact")
        run.events.append(Remembered(node, line, value, kind))
    elif not visit.results:
        goes_on = bool(node.children) or (run.sprouted and _goes_on(node))
        run.events.append(Leaf(node, line, value, goes_on and recursive))
        if run.sprouted:
            run.leaf_values[node] = value
    else:
        kind = _close(run, visit, value, line, before)
        if run.answered:
            run.worth[known_as(run.call.finder, node)] = kind
    if run.stack:
        run.stack[-1].take(node, value, kind)
    else:
        run.value = value


def _goes_on(node: Node) -> bool:
    """Return True if the search stopped at a node where the game itself does not."""
    return (
        node.position is not None
        and not node.is_over
        and not bool(getattr(node.position, "is_over", True))
    )


def _is_move_at_root(run: EventBuilder, visit: Visit, entry: Entry, value: float | None) -> bool:
    """Return True for a result that is no value: no number, or the only one nothing explains.

    Where the values of all other nodes follow from their children's, and are returned on other
    lines, the number of the best move is that move.
    """
    _, raw, line, *_ = entry
    if value is None:
        return raw is not None
    if not visit.results or run.odd is not None or _adds_up(visit, value):
        return False
    lines = {event.line for event in run.events if isinstance(event, Return)}
    best = (max if visit.node.is_max else min)(visit.returned)
    moves = [visit.node.children[step].move for step in visit.results]
    is_best_move = (raw, best) in zip(moves, visit.returned, strict=True)
    return is_number(raw) and is_best_move and bool(lines) and line not in lines


def _value_of_first_call(
    run: EventBuilder, visit: Visit, raw: Any, value: float | None
) -> float | None:
    """Return the root's value if a function in front of the search returned a move or a pair."""
    if not visit.results:
        return value
    returned_values = [result for result, _ in visit.results.values()]
    best = (max if visit.node.is_max else min)(returned_values)
    nodes = [visit.node.children[step] for step in visit.results]
    led = value_of_move(raw, nodes, returned_values, value)
    if led is None and isinstance(raw, tuple | list):
        led = number_among(raw, returned_values)
    if (
        led is None
        or (run.takes_best_in_front and not is_number(raw))
        or (led not in returned_values and -led not in returned_values)
        or is_number_of_move(raw, returned_values)
    ):
        return best
    return led if led in returned_values else -led


def _close(run: EventBuilder, visit: Visit, value: float, line: int, before: int) -> Kind:
    """Add the events of leaving an inner node, and return what its value is worth."""
    _take_best_from_return(run, visit, value)
    skipped = visit.skipped
    reason = run.broken.pop(id(visit), None)
    if skipped:
        reason = reason or _reason(run.stack, visit)
        _cut(run, visit, skipped, _line_of_cut(run, line, before), reason)
    low, high = visit.proved
    stands = value in run.own_values.get(run.now, ()) and _is_best(visit, value)
    if stands:  # the mover may stop here, and be worth what the position itself is
        better = max if visit.node.is_max else min
        low, high = better(low, value), better(high, value)
    kind: Kind = "exact"
    if not low == value == high:
        kind = "lower" if value <= low else "upper" if value >= high else "exact"
    justified = value <= low or value >= high
    if visit.given[0] is not None and len(run.softness) < 2:
        _judge_softness(run, visit, value)
    run.events.append(Return(visit.node, line, value, kind, justified))
    if run.odd is None and not (stands or _adds_up(visit, value)):
        run.odd = run.events[-1], visit.returned  # type: ignore[assignment]
    if run.fits_other_player:
        run.fits_other_player = value == (min if visit.node.is_max else max)(visit.returned)
    return kind


def _is_best(visit: Visit, value: float) -> bool:
    """Return True if no child is worth more than a value to the player to move."""
    return value == (max if visit.node.is_max else min)([value, *visit.returned])


def _adds_up(visit: Visit, value: float) -> bool:
    """Return True for the best value of the children, also if it is clamped to the window."""
    best = (max if visit.node.is_max else min)(visit.returned)
    if value == best:
        return True
    low, high = visit.window_given  # outside it all values on one side show the parent the same
    if (low, high).count(-inf) + (low, high).count(inf) == 1:  # a zero window has one bound
        low, high = (high - 1, high) if low == -inf else (low, low + 1)
    return max(value, best) <= low or min(value, best) >= high


def _take_best_from_return(run: EventBuilder, visit: Visit, value: float) -> None:
    """Correct the last update if the function returned a better value without a variable."""
    last, better = run.events[-1], max if visit.node.is_max else min
    if (
        isinstance(last, Update)
        and last.best is not None
        and better(value, last.best) == value != last.best
    ):
        run.events[-1] = last._replace(best=value, improved=True)


def _judge_softness(run: EventBuilder, visit: Visit, value: float) -> None:
    """Note whether a value outside the window is returned as it is (fail-soft) or clamped."""
    alpha, beta = visit.window_given
    turn = max if visit.node.is_max else min
    best = turn(shown for shown, _ in visit.results.values())
    if not (alpha <= best <= beta or alpha > beta) and value in (best, alpha, beta):
        run.softness.add(value == best)


class Reason(NamedTuple):
    """Why a search leaves a loop, as it stands when it does."""

    owner: Node | None
    bound: float | None
    reached: float
    deep: bool = False
    sound: bool = True
    by_given_window: bool = False  # alone


def _cut(
    run: EventBuilder, visit: Visit, skipped: tuple[Node, ...], line: int, reason: Reason
) -> None:
    if reason.by_given_window:
        run.doubtful.append(len(run.events))
    run.cuts.append(len(run.events))
    run.events.append(Cut(visit.node, line, skipped, *reason[:5]))


def _broken(run: EventBuilder, entry: Entry) -> None:
    """Keep the reason for an inner loop's end, because the outer loop may change the bounds."""
    visit = run.stack[-1]
    run.broken.setdefault(id(visit), _reason(run.stack[:-1], visit))


def _anew(run: EventBuilder, entry: Entry) -> None:
    """Forget what the children were worth at another depth."""
    run.stack[-1].begin_anew()


def _reason(stack: Sequence[Visit], visit: Visit) -> Reason:
    """Return the bound that forbids a node's other children, from the visits above it."""
    node = visit.node
    reached = visit.low if node.is_max else visit.high
    owner, bound = _tightest(stack, visit)
    parent = stack[-1] if stack else None

    def forbids(limit: float) -> bool:
        return reached >= limit if node.is_max else reached <= limit

    given_bound = visit.window_given[1 if node.is_max else 0]
    if forbids(bound):
        by_parent = parent is not None and forbids(parent.high if node.is_max else parent.low)
        return Reason(owner, bound, reached, deep=owner is not None and not by_parent)
    start = (stack[0] if stack else visit).window_given
    # by the search's first window: no value can matter
    is_closed = visit.window_given[0] >= visit.window_given[1]
    if forbids(given_bound) or (
        is_closed and start[0] < start[1] and given_bound in start and abs(given_bound) != inf
    ):
        return Reason(None, given_bound, reached, by_given_window=True)
    return Reason(None, None, reached, sound=False)


def _tightest(stack: Sequence[Visit], visit: Visit) -> tuple[Node | None, float]:
    """Return the opposing ancestor with the tightest guarantee; None for the first window.

    Of equal guarantees the nearest counts.
    """
    low, high = (stack[0] if stack else visit).window_given
    owner: Node | None = None
    bound = high if visit.node.is_max else low
    for above in stack:
        if above.node.is_max != visit.node.is_max:
            guarantee = above.guarantee
            tighter = guarantee <= bound if visit.node.is_max else guarantee >= bound
            if tighter and abs(guarantee) != inf:
                owner, bound = above.node, guarantee
    return owner, bound


def _line_of_cut(run: EventBuilder, line: int, before: int) -> int:
    """Return the line that ended the loop: a break or a last round, else the return."""
    for part in run.search.parts.values():
        if re.match(
            r"\s*(while\b|if\b.*:\s*break\b|break\b|for\b)",
            linecache.getline(part.code.co_filename, before),
        ):
            return before
    return line


def _judge_doubtful(run: EventBuilder) -> None:
    """Mark the cuts of a narrower window as unsound if the run did not establish the value."""
    last, first = (run.events[-1], run.events[0]) if run.events else (None, None)
    if not run.doubtful or not isinstance(first, Enter):
        return
    low, high = seen_by_max((first.alpha, first.beta), first.node, negamax=run.negamax)
    is_established = isinstance(last, Return) and (
        (last.kind == "exact" and last.justified)
        or (low < high and (last.value <= low != -inf or last.value >= high != inf))
    )
    if not is_established:
        for index in run.doubtful:
            cut = run.events[index]
            assert isinstance(cut, Cut)
            run.events[index] = cut._replace(bound=None, sound=False)


# What went wrong


def _break_off(run: EventBuilder, line: int, problem: str) -> None:
    run.problem = problem
    if run.stack:
        run.events.append(Raised(run.stack[-1].node, line, problem))


def _no_value(run: EventBuilder, raw: Any, line: int) -> None:
    name, node = run.search.name, run.stack[-1].node
    if raw is None:
        _break_off(
            run,
            line,
            f"{name} returned None at node {node.name} (line {line}): is a return missing there?",
        )
        return
    asked = "a search returns a number, or a pair with a number in it"
    if number_in(raw, run.place) is not None:
        asked = "NaN is neither more nor less than anything, so no player could choose"
    _break_off(
        run,
        line,
        f"{name} returned {shown(raw)} ({type(raw).__name__}) at node {node.name} (line {line}):"
        f" {asked}",
    )


def _raise(run: EventBuilder, entry: Entry) -> None:
    line = entry[1]
    node = run.stack[-1].node
    error = run.log.error
    if error is None:  # the learner's own code has dealt with it
        run.events.append(Raised(node, line, "an exception, caught further up"))
        return
    _break_off(
        run, line, f"{run.search.name} raised {describe(error)} at node {node.name} (line {line})"
    )


def _unwind(run: EventBuilder, entry: Entry) -> None:
    run.stack.pop()


def _stray(run: EventBuilder, entry: Entry) -> None:
    _, line, passed, name, _ = entry
    _break_off(
        run,
        line,
        f"line {line} calls {name} on {shown(passed)}, which is no node of the tree: pass the child"
        " on",
    )


TAKE: dict[str, Callable[[EventBuilder, Entry], None]] = {
    ENTER: _enter,
    AFTER: _after,
    LEAVE: _leave,
    REMEMBERED: _leave,
    UNWIND: _unwind,
    RAISE: _raise,
    STRAY: _stray,
    BROKEN: _broken,
    ANEW: _anew,
}


# … in words


def describe(error: BaseException) -> str:
    """Return an exception in words, with a node's attributes if the code asked for another."""
    message = " ".join(str(error).split())
    text = f"{type(error).__name__}: {clipped(message, 200)}" if message else type(error).__name__
    if isinstance(error, RecursionError):
        return (
            f"{type(error).__name__} (it calls itself again and again and never stops, so check"
            " what ends the recursion)"
        )
    if isinstance(error, AttributeError) and isinstance(error.obj, Node):
        return (
            f"{text} (a node offers children(), is_over, evaluate(), moves(), play(move) and"
            " maximizing)"
        )
    return text


def shown(thing: Any) -> str:
    """Return the repr of an object on one short line."""
    try:
        return clipped(repr(thing), 40)
    except Exception:  # the learner's own class may do anything here
        return f"an object of {type(thing).__name__}"
