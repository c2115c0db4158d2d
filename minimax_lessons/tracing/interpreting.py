"""Interpreting: turn the raw log of a run into typed events: whose bound cut, and what each value is worth."""

from __future__ import annotations

import linecache
import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any

from minimax_lessons.events import Cut, Enter, Event, Kind, Leaf, Raised, Remembered, Return, Update
from minimax_lessons.garbage_collection import no_collection
from minimax_lessons.quoting import clipped
from minimax_lessons.tracing.calling import Call
from minimax_lessons.tracing.code import Code
from minimax_lessons.tracing.results import Place, known_as, number, value_of_move
from minimax_lessons.tracing.state import Visit
from minimax_lessons.tracing.watching import AFTER, ENTER, LEAVE, RAISE, REMEMBERED, STRAY, UNWIND, Log
from minimax_lessons.trees import Node

__all__ = ["Replay", "describe", "replay"]


@dataclass
class Replay:
    """The events of a run, with what could be told of it as a whole."""

    search: Code
    call: Call
    log: Log
    events: list[Event] = field(default_factory=list)
    problem: str | None = None
    negamax: bool = False
    softness: set[bool] = field(default_factory=set)  # fail-soft, fail-hard, as far as the run has told
    value: float | None = None
    leaf_values: dict[Node, float] = field(default_factory=dict)
    stack: list[Visit] = field(default_factory=list)
    place: Place | None = None  # where in a returned tuple, dict or object the value stands
    answered: Mapping[int, Hashable] = field(default_factory=dict)  # entries that a table answered, by what it knows
    now = 0  # the number of the entry
    worth: dict[Hashable, Kind] = field(default_factory=dict)  # what the last value of a position was worth
    final_lines: frozenset[int] = frozenset()  # those that run after a return
    sprouted: bool = False  # the tree has grown with the search
    cuts: list[int] = field(default_factory=list)  # where in the events they are
    doubtful: list[int] = field(default_factory=list)  # of these such as only the given window explains
    odd: tuple[Return, list[float]] | None = None  # the first value that does not follow from those of the children

    @property
    def soft(self) -> bool | None:
        """Return True for fail-soft, False for fail-hard, None where the run does not tell, or does both."""
        return next(iter(self.softness)) if len(self.softness) == 1 else None


def replay(
    search: Code, call: Call, log: Log, place: Place | None, negamax: bool, answered: Mapping[int, Hashable]
) -> Replay:
    """Return the run's events; where the run went wrong, those up to there, and what went wrong in one sentence."""
    run = Replay(search, call, log, place=place, negamax=negamax, answered=answered)
    run.sprouted = call.finder.root.is_sprouted
    run.final_lines = frozenset().union(*(part.syntax.final_lines for part in search.parts.values()))
    with no_collection():  # the log is thousands of tuples, none of them garbage
        for number, entry in enumerate(log.entries):
            run.now = number
            TAKE[entry[0]](run, entry)
            if run.problem is not None:
                break
    _judge_doubtful(run)
    return run


# Values


def _seen_from_max(run: Replay, node: Node, raw: Any) -> float | None:
    value = raw if type(raw) in (int, float) else number(raw, run.place)
    if value is None or not run.negamax or node.is_max or value == 0:
        return value
    return -value


# One entry at a time


Entry = tuple[Any, ...]


def _enter(run: Replay, entry: Entry) -> None:
    _, node, line, alpha, beta = entry
    low = None if alpha is None else number(alpha)  # here and below: a call for each node would tell in the bench
    high = None if beta is None else number(beta)
    run.events.append(Enter(node, line, low, high))
    run.stack.append(Visit(node, run.stack[-1] if run.stack else None, (low, high), line, negamax=run.negamax))


def _after(run: Replay, entry: Entry) -> None:
    _, line, best, alpha, beta = entry
    parent = run.stack[-1]
    if parent.last is None:
        return
    child, value, kind = parent.last
    known, turn = parent.best_so_far, max if parent.node.is_max else min
    held = _seen_from_max(run, parent.node, best)
    if held is None:
        held = value if known is None else turn(known, value)
    parent.best_so_far = held
    improved = held == value and held != known
    low = None if alpha is None else number(alpha)
    high = None if beta is None else number(beta)
    run.events.append(Update(parent.node, line, child, value, held, low, high, improved, kind))


def _leave(run: Replay, entry: Entry) -> None:
    _, raw, line, before, recursive = entry
    here = run.stack[-1]
    node = here.node
    value = _seen_from_max(run, node, raw)
    if len(run.stack) == 1 and here.results and run.place is None and isinstance(raw, tuple | list):
        value = None  # all others returned numbers: at the root it is a move, whatever numbers it is made of
    if not recursive or (value is None and raw is not None and len(run.stack) == 1):
        value = _value_of_first_call(here, raw, value)
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
    elif not here.results:
        goes_on = bool(node.children) or (run.sprouted and _goes_on(node))
        run.events.append(Leaf(node, line, value, goes_on and recursive))
        if run.sprouted:
            run.leaf_values[node] = value
    else:
        kind = _close(run, here, value, line, before)
        if run.answered:
            run.worth[known_as(run.call.finder, node)] = kind
    if run.stack:
        run.stack[-1].take(node, value, kind)
    else:
        run.value = value


def _goes_on(node: Node) -> bool:
    """Return True if the search stopped at a node where the game itself does not."""
    return node.position is not None and not node.is_over and not bool(getattr(node.position, "is_over", True))


def _value_of_first_call(here: Visit, raw: Any, value: float | None) -> float | None:
    """Return the root's value from what a function that calls the search returned: a move, perhaps, or the mover's."""
    if not here.results:
        return value
    found = [result for result, _ in here.results.values()]
    best = (max if here.node.is_max else min)(found)
    nodes = [here.node.children[step] for step in here.results]
    led = value_of_move(raw, nodes, found, value)
    if led is None or (led not in found and -led not in found):
        return best
    return led if led in found else -led


def _close(run: Replay, here: Visit, value: float, line: int, before: int) -> Kind:
    """Add the events of leaving an inner node, and return what its value is worth."""
    _take_best_from_return(run, here, value)
    skipped = here.skipped
    if skipped:
        _cut(run, here, skipped, _line_of_cut(run, line, before))
    low, high = here.proved
    kind: Kind = "exact"
    if not low == value == high:
        kind = "lower" if value <= low else "upper" if value >= high else "exact"
    justified = value <= low or value >= high
    if here.given[0] is not None and len(run.softness) < 2:
        _judge_softness(run, here, value)
    run.events.append(Return(here.node, line, value, kind, justified))
    if run.odd is None and not _adds_up(here, value):
        run.odd = run.events[-1], here.returned  # type: ignore[assignment]
    return kind


def _adds_up(here: Visit, value: float) -> bool:
    """Return True if a value is the best of the children's for the mover, or that clamped to the window."""
    best = (max if here.node.is_max else min)(here.returned)
    if value == best:
        return True
    low, high = here.window_given
    return value == low >= best or value == high <= best


def _take_best_from_return(run: Replay, here: Visit, value: float) -> None:
    """Correct the last update where the function returned a better value at once, without a variable for it."""
    last, better = run.events[-1], max if here.node.is_max else min
    if isinstance(last, Update) and last.best is not None and better(value, last.best) == value != last.best:
        run.events[-1] = last._replace(best=value, improved=True)


def _judge_softness(run: Replay, here: Visit, value: float) -> None:
    """Note whether a value outside the window was passed on as it is (fail-soft) or clamped to it (fail-hard)."""
    alpha, beta = here.window_given
    turn = max if here.node.is_max else min
    found = turn(shown for shown, _ in here.results.values())
    if not (alpha <= found <= beta or alpha > beta) and value in (found, alpha, beta):
        run.softness.add(value == found)


def _cut(run: Replay, here: Visit, skipped: tuple[Node, ...], line: int) -> None:
    node = here.node
    reached = here.low if node.is_max else here.high
    owner, bound = _tightest(run, here)
    parent = run.stack[-1] if run.stack else None

    def forbids(limit: float) -> bool:
        return reached >= limit if node.is_max else reached <= limit

    given = here.window_given[1 if node.is_max else 0]
    if forbids(bound):
        by_parent = parent is not None and forbids(parent.high if node.is_max else parent.low)
        cut = Cut(node, line, skipped, owner, bound, reached, owner is not None and not by_parent, True)
    elif forbids(given):
        run.doubtful.append(len(run.events))
        cut = Cut(node, line, skipped, None, given, reached, False, True)
    else:
        cut = Cut(node, line, skipped, None, None, reached, False, False)
    run.cuts.append(len(run.events))
    run.events.append(cut)


def _tightest(run: Replay, here: Visit) -> tuple[Node | None, float]:
    """Return the opposing ancestor with the tightest guarantee, the nearest of equals, or None for the first window."""
    low, high = (run.stack[0] if run.stack else here).window_given
    owner: Node | None = None
    bound = high if here.node.is_max else low
    for above in run.stack:
        if above.node.is_max != here.node.is_max:
            guarantee = above.guarantee
            tighter = guarantee <= bound if here.node.is_max else guarantee >= bound
            if tighter and abs(guarantee) != inf:
                owner, bound = above.node, guarantee
    return owner, bound


def _line_of_cut(run: Replay, line: int, before: int) -> int:
    """Return the line that ended the loop: a break, or a while that went no further; else the return itself."""
    for part in run.search.parts.values():
        if re.match(r"\s*(while\b|if\b.*:\s*break\b|break\b|for\b)", linecache.getline(part.code.co_filename, before)):
            return before
    return line


def _judge_doubtful(run: Replay) -> None:
    """Mark the cuts that a narrower window made as unsound if the value was not established after all."""
    last = run.events[-1] if run.events else None
    if run.doubtful and not (isinstance(last, Return) and last.kind == "exact" and last.justified):
        for index in run.doubtful:
            cut = run.events[index]
            assert isinstance(cut, Cut)
            run.events[index] = cut._replace(bound=None, sound=False)


# What went wrong


def _break_off(run: Replay, line: int, problem: str) -> None:
    run.problem = problem
    if run.stack:
        run.events.append(Raised(run.stack[-1].node, line, problem))


def _no_value(run: Replay, raw: Any, line: int) -> None:
    name, node = run.search.name, run.stack[-1].node
    if raw is None:
        _break_off(run, line, f"{name} returned None at node {node.name} (line {line}): is a return missing there?")
        return
    asked = "a search returns a number, or a pair with a number in it"
    if number(raw, run.place) is not None:
        asked = "NaN is neither more nor less than anything, so no player could choose"
    _break_off(
        run, line, f"{name} returned {shown(raw)} ({type(raw).__name__}) at node {node.name} (line {line}): {asked}"
    )


def _raise(run: Replay, entry: Entry) -> None:
    line = entry[1]
    node = run.stack[-1].node
    error = run.log.error
    if error is None:  # the learner's own code has dealt with it
        run.events.append(Raised(node, line, "an exception, caught further up"))
        return
    _break_off(run, line, f"{run.search.name} raised {describe(error)} at node {node.name} (line {line})")


def _unwind(run: Replay, entry: Entry) -> None:
    run.stack.pop()


def _stray(run: Replay, entry: Entry) -> None:
    _, line, passed, name, _ = entry
    _break_off(
        run, line, f"line {line} calls {name} on {shown(passed)}, which is no node of the tree: pass the child on"
    )


TAKE: dict[str, Callable[[Replay, Entry], None]] = {
    ENTER: _enter,
    AFTER: _after,
    LEAVE: _leave,
    REMEMBERED: _leave,
    UNWIND: _unwind,
    RAISE: _raise,
    STRAY: _stray,
}


# … in words


def describe(error: BaseException) -> str:
    """Return an exception in words, with what a node offers if the code asked it for something else."""
    said = " ".join(str(error).split())
    text = f"{type(error).__name__}: {clipped(said, 200)}" if said else type(error).__name__
    if isinstance(error, RecursionError):
        return f"{type(error).__name__} (it calls itself deeper and deeper and never stops: what ends the recursion?)"
    if isinstance(error, AttributeError) and isinstance(error.obj, Node):
        return f"{text} (a node offers children(), is_over, evaluate(), moves(), play(move) and maximizing)"
    return text


def shown(thing: Any) -> str:
    """Return what an object looks like, on one short line."""
    try:
        return clipped(repr(thing), 40)
    except Exception:  # the learner's own class may do anything here
        return f"an object of {type(thing).__name__}"
