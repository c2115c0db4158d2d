"""Recording: watch the frames of anybody's search function while it runs, and log what they do."""

from __future__ import annotations

import dis
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

from minimax_lessons.garbage_collection import old_objects_spared
from minimax_lessons.own_code import codes_in, is_simple, seen_through
from minimax_lessons.results import fields_of, held_under, is_number, number_in, numbers_in
from minimax_lessons.tracing.ask import Unfinished, kept_activation
from minimax_lessons.tracing.call import Call
from minimax_lessons.tracing.source import SearchFunction, SearchSource, spins
from minimax_lessons.tracing.visits import Finder, Frame, GameTreeFinder, NewCall, state_of
from minimax_lessons.trees import Node

__all__ = [
    "AFTER",
    "ANEW",
    "BROKEN",
    "ENTER",
    "LEAVE",
    "LOST",
    "RAISE",
    "REMEMBERED",
    "STRAY",
    "UNWIND",
    "Closed",
    "Evaluation",
    "Log",
    "Observations",
    "is_about",
    "of_different_positions",
    "shown",
    "watch",
]

# The log's entries, each a tuple that begins with one of these:
ENTER = "enter"  # node, line, alpha, beta
# line, best, alpha, beta: what the node above has made of the child that has just come back
AFTER = "after"
# what was returned, line, line of the cut if it is one, whether a recursive function returned it
LEAVE = "leave"
REMEMBERED = "remembered"  # the same, of a call that a cache has answered
RAISE = "raise"  # line, exception: the innermost frame that an exception leaves
UNWIND = "unwind"  # a frame that an exception leaves
BROKEN = "broken"  # the innermost loop of several has ended early
ANEW = "anew"  # a driver begins to search the same children to another depth
# line, what was passed instead of a node, name of the function, whether from in front of the search
STRAY = "stray"

# of each function are noted: what is to be seen in more has been seen before
MOST_EVALUATIONS = 2_000
NO_NUMBER = MOST_EVALUATIONS // 20  # a function that returns twenty other things values no position
# of whom a call is kept: a word for each of two players, in each of several functions
MOST_PLAYERS = 8
MOST_ROUNDS = 1_000_000  # so many rounds of loops without a call: the function loops for ever
# so many calls inside one another on one node: no dispatcher, but a recursion that stands still
SAME_NODE = 120


# why a run has no end
LOST = "could not be watched to its end: did it start a debugger, or call sys.settrace itself?"


class Stop(BaseException):
    """Ends an endless search; it is no Exception, so ``except Exception`` does not catch it."""


class Evaluation(NamedTuple):
    """A call of one of the author's other functions that returned a number during a visit."""

    visit: int  # the number of the visit, in the order in which nodes were entered
    code: CodeType
    result: float
    subject: tuple[Hashable, ...]  # its arguments, as they were then
    line: int = 0  # that the visit's function was on

    @property
    def function(self) -> str:
        """Return the name of the function."""
        return self.code.co_name

    @property
    def position(self) -> tuple[Hashable, ...]:
        """Return the arguments that may be the position: those that are not plain, else all."""
        return (
            tuple(part for part in self.subject if not is_simple(part) or isinstance(part, tuple))
            or self.subject
        )


@dataclass
class Observations:
    """What a run has shown, beside its events; visits are numbered in the order of the run."""

    evaluations: list[Evaluation] = field(default_factory=list)
    # leaves that took the best of several values, each with the line
    comparisons: dict[int, int] = field(default_factory=dict)
    table_was_filled: bool = False  # before the run
    parts: Collection[Node] = ()  # lists that are parts of the list that their parent is
    # visits whose function went down to the same node, with lines
    merged: dict[int, int] = field(default_factory=dict)

    @property
    def by_visit(self) -> dict[int, list[Evaluation]]:
        """Return the evaluations by the numbers of the visits that made them."""
        evaluations = defaultdict[int, list[Evaluation]](list)
        for evaluation in self.evaluations:
            evaluations[evaluation.visit].append(evaluation)
        return evaluations


class Closed(NamedTuple):
    """A call that has returned, and what went on in it."""

    number: int  # of its entry in the log
    node: Node
    entry: tuple[Any, ...]  # LEAVE or REMEMBERED
    children: list[Closed]
    lines: list[int]  # run after its children
    visit: int = 0  # its number in the order in which nodes were entered
    bounds: tuple[Any, ...] = ()  # that it began with


@dataclass
class Descents:
    """The ways from nodes to their children: through which functions, and from which places."""

    # functions between a node and its children: by visit, the children of each of their calls
    between: dict[tuple[int, CodeType], Counter[int]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    # the functions that are called from one place in the code
    sites: dict[tuple[CodeType, int], set[CodeType]] = field(
        default_factory=lambda: defaultdict(set)
    )
    # functions beside the search that called themselves
    recursing: set[CodeType] = field(default_factory=set)
    # functions in front that searched one child again to another depth, and those with several
    repeating: set[CodeType] = field(default_factory=set)
    with_several: set[CodeType] = field(default_factory=set)
    # functions in front that name several positions, of which no argument shows more
    choosing: set[CodeType] = field(default_factory=set)
    # the visits that call a method which may be a search only by its name
    namesake_calls: dict[CodeType, list[int]] = field(default_factory=lambda: defaultdict(list))

    @property
    def plies(self) -> set[CodeType]:
        """Return functions that were called several times for a node, each time for some children.

        A function in which a player chooses searches a ply, although it may not call itself.
        """
        return {
            code
            for (_, code), children in self.between.items()
            if sum(count > 1 for count in children.values()) > 1
        }

    @property
    def beside(self) -> set[CodeType]:
        """Return methods with the name of the search's that no call of the search ever meant."""
        beside = {
            code
            for code, visits in self.namesake_calls.items()
            if len({*visits}) == len(visits)  # it values a position at most once at each
            and all(codes == {code} for codes in self.sites.values() if code in codes)
        }
        inside = {part for code in beside for part in codes_in(code)}
        return beside | {
            code
            for code in self.namesake_calls
            if all(caller in inside for (caller, _), codes in self.sites.items() if code in codes)
        }

    @property
    def drivers(self) -> set[CodeType]:
        """Return functions that deepen the search of one position, which they hold themselves."""
        return self.repeating - self.with_several

    @property
    def calls_beside(self) -> int:
        """Return the number of calls of these methods."""
        return sum(len(self.namesake_calls[code]) for code in self.beside)

    @property
    def most_entered(self) -> int:
        """Return the most children that were entered at one node through a function between."""
        return max((sum(children.values()) for children in self.between.values()), default=0)


@dataclass
class Log:
    """What a run of a search left behind."""

    entries: list[tuple[Any, ...]]
    # nodes left in the middle of a loop, perhaps
    unfinished: list[Unfinished] = field(default_factory=list)
    # calls that valued positions without a call, perhaps not all of them
    valuing: list[Unfinished] = field(default_factory=list)
    # one for each player and function, to be asked again
    activations: list[Unfinished] = field(default_factory=list)
    observations: Observations = field(default_factory=Observations)
    other_search: CodeType | None = None  # another search that was gone into
    descents: Descents = field(default_factory=Descents)
    childless = False  # a node that may have children has returned without a look at them
    # the functions of each part that were made in the run
    alive: dict[int, list[Any]] = field(default_factory=dict)
    returned: Any = None
    error: BaseException | None = None  # the learner's own exception
    stopped: str | None = None  # why the run was ended from outside

    @property
    def visits(self) -> int:
        """Return the number of visits."""
        return sum(entry[0] == ENTER for entry in self.entries)

    @property
    def has_ended(self) -> bool:
        """Return True if nothing has ended the run before its time."""
        return self.error is None and self.stopped is None

    @cached_property
    def calls(self) -> list[Closed]:
        """Return the calls that have returned, children before their parents."""
        return list(self.closing())

    def closing(self) -> Iterator[Closed]:
        """Yield the calls as they return, children before their parents."""
        ahead: list[tuple[Node, list[Closed], list[int], int, tuple[Any, ...]]] = []
        visits = 0
        for number, entry in enumerate(self.entries):
            if entry[0] == ENTER:
                ahead.append((entry[1], [], [], visits, entry[3:]))
                visits += 1
            elif not ahead:
                continue
            elif entry[0] == AFTER:
                ahead[-1][2].append(entry[1])
            elif entry[0] == UNWIND:
                ahead.pop()
            elif entry[0] == ANEW:
                ahead[-1][1].clear()  # what they were worth at another depth counts no more
            elif entry[0] in (LEAVE, REMEMBERED):
                node, children, lines, visit, bounds = ahead.pop()
                closed = Closed(number, node, entry, children, lines, visit, bounds)
                if ahead:
                    ahead[-1][1].append(closed)
                yield closed


def watch(search: SearchSource, call: Call, max_steps: int) -> Log:
    """Return the log of the search's run, and always put the earlier trace function back."""
    watcher = Watcher(search, call, max_steps)
    log = watcher.log
    log.observations.table_was_filled = any(
        _is_filled(part, place, call)
        for part in search.parts.values()
        for place in part.syntax.tables
    )
    try:
        with watcher.caches(search) as stands, old_objects_spared(), shown(watcher):
            log.returned = stands.get(id(call.function), call.function)(
                *call.arguments, **call.keywords
            )
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the learner's, SystemExit too: shown as a step of the run
        if log.stopped is None:
            traceback = error.__traceback__
            log.error = error.with_traceback(traceback.tb_next if traceback else None)
    return log


class Watcher:
    """Who is shown what the functions of a search do, and writes it down."""

    def __init__(self, search: SearchSource, call: Call, max_steps: int) -> None:
        # by identity: to hash a code object takes far longer
        self.parts = {id(code): part for code, part in search.parts.items()}
        self.looping = {id(code) for code in search.helpers}
        self.on_other_calls = {
            id(code): self._on_helper_call for code in (*search.helpers, *search.other_functions)
        }
        # how many results of each have been noted
        self.noted = {id(code): 0 for code in search.other_functions}
        self.given: dict[int, tuple[Hashable, ...]] = {}  # the arguments of these calls, open now
        self.called = {id(code): 0 for code in search.other_functions}  # how often each, so far
        self.searches_below = search.searches_below
        self.namesakes = search.namesakes
        self.other_searches = {id(code) for code in search.other_searches}
        self.on_other_calls |= dict.fromkeys(self.other_searches, self._on_other_search)
        self.finder = call.finder
        self.tree_finder = call.finder if isinstance(call.finder, GameTreeFinder) else None
        self.max_steps = max_steps
        parts = self.tree_finder.parts if self.tree_finder is not None else ()
        self.observed = Observations(parts=parts)
        self.log = Log([], observations=self.observed)
        self.visits = 0  # how many nodes have been entered
        self.stack: list[Frame] = []
        # the functions that go down to a child; others only pass a node on
        self.searching_parts: set[int] = set()
        # those of them that return something else than the node's value
        self.passing_parts: set[int] = set()
        # the lines that go down to children, by their functions
        self.searching: set[tuple[int, int]] = set()
        # the players, and their functions, of which a call has been kept
        self.kept_players: set[tuple[Any, ...]] = set()
        # whether the calls on a line of a function stay at its node
        self.sites: dict[tuple[int, int, int], bool] = {}
        # of a driver's visit: to which depth each child was searched last
        self.depths: dict[int, dict[Node, list[Any]]] = defaultdict(dict)
        self.steps = 0
        self.rounds = 0
        self.step = self.on_step  # bound once, not at every event

    def on_call(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Log a call of a search function on a node; pass a helper's call on to its own method."""
        part = self.parts.get(id(frame.f_code))
        if part is None:
            on_helper = self.on_other_calls.get(id(frame.f_code))
            return None if on_helper is None else on_helper(frame)
        self._count_step(frame, part)
        above = self.stack[-1] if self.stack else None
        values = frame.f_locals
        if not part.is_met:
            part.meet(values)
        call = NewCall(values, part, above, frame.f_back)
        node = self.finder.find(call)
        if node is None:
            return self._stray(frame, part, values)
        if above is not None and node is above.node and call.hands_down:
            return None
        if self.tree_finder is not None and above is not None:
            self._compare_with_earlier(above, part, stays=node is above.node)
        if above is None or node is not above.node:
            if above is not None and above.part.syntax.comprehends and self.tree_finder is None:
                self._leaves_between(above, node.path[-1])
            if above is not None and not above.part.recursive:
                self._note_depth(above, node, part, values)
            entry = self._enter(above, node)
            visit = None
            caller = frame.f_back
            if above is not None and caller and (self.namesakes or caller is not above.frame):
                self._note_descent(above, frame, caller)
        else:
            visit = above.visit
            entry = self._enter_again(visit, part, values)
        new = (ENTER, node, frame.f_lineno, *part.bounds_at(frame, values))
        if entry == len(self.log.entries):
            self._append_visit(new)
        elif visit is not None and visit.visited == 0:
            # a wrapper or a dispatcher has called on: the inner call holds the bounds
            self.log.entries[entry] = new
        self._push(Frame(frame, part, node, visit, entry, self.visits - 1), values)
        return self.step

    def _note_depth(
        self, above: Frame, node: Node, part: SearchFunction, values: Mapping[str, Any]
    ) -> None:
        """Log the beginning of a search of the same children to another depth."""
        depth = [values.get(name) for name in part.state if name not in part.turns]
        depths = self.depths[above.visit.number]
        latest = next(reversed(depths), node)
        if latest is not node:
            self.log.descents.with_several.add(above.part.code)
        elif node in depths and self._is_of_another_kind(above):
            self.log.descents.repeating.add(above.part.code)
        if node in depths and latest is not node and depths[latest] != depth:
            if above.pending:
                self._settle(above)
            self.log.entries.append((ANEW,))
        depths.pop(node, None)  # the latest stands last
        depths[node] = depth

    def _is_of_another_kind(self, driver: Frame) -> bool:
        """Return True if a driver passes on something else than the position it was given."""
        if self.tree_finder is None:
            return False
        held = self.tree_finder.position(driver.arguments, driver.part)
        return type(held) is not type(next(iter(driver.visit.entered)).position)

    def _note_descent(self, above: Frame, frame: FrameType, caller: FrameType) -> None:
        """Note the place of a call to a child, and the functions that stand between."""
        descents, visit = self.log.descents, above.visit.number
        if self.namesakes:
            descents.sites[caller.f_code, caller.f_lasti].add(frame.f_code)
            if frame.f_code in self.namesakes:
                descents.namesake_calls[frame.f_code].append(visit)
        codes, between = set[CodeType](), caller
        while between is not above.frame and between.f_back is not None:
            codes.add(between.f_code)
            between = between.f_back
        for code in codes:
            if number := self.called.get(id(code)):
                descents.between[visit, code][number] += 1

    def _append_visit(self, enter: tuple[Any, ...]) -> None:
        """Log a visit that begins."""
        self.log.entries.append(enter)
        self.visits += 1

    def _count_step(self, frame: FrameType, part: SearchFunction) -> None:
        """Count a call of a search function, and end a search that makes too many."""
        if part.spins:
            frame.f_trace_opcodes = True
        self.steps += 1
        self.rounds = 0
        if self.steps > self.max_steps:
            raise self._stop(
                f"stopped after {self.max_steps:,} steps: try a smaller tree or a smaller depth"
            )

    def _push(self, call: Frame, values: Mapping[str, Any]) -> None:
        """Put a call on the stack; on a tree that grows with the search, keep its arguments."""
        part, syntax = call.part, call.part.syntax
        call.looked_at = (
            self.tree_finder is not None or bool(syntax.in_place) or bool(syntax.comparing)
        )
        if self.tree_finder is not None:
            call.key, call.arguments = self.tree_finder.last, dict(values)
            if not part.recursive:  # it may make the move that it chooses
                call.begun = self._kept(call)
            if id(part) not in self.log.alive:
                self.log.alive[id(part)] = _functions_in_reach(call.frame, values, part.code)
        # until a child comes back, its lines tell nothing
        call.frame.f_trace_lines = call.looked_at or not part.ends
        self.stack.append(call)

    def _compare_with_earlier(self, above: Frame, part: SearchFunction, *, stays: bool) -> None:
        """Note a line that goes down to a child by one call, and stays at the node by another."""
        site = id(above.part), above.frame.f_lineno, id(part)
        if self.sites.setdefault(site, stays) != stays:
            self.observed.merged.setdefault(above.visit.number, above.frame.f_lineno)

    def caches(self, search: SearchSource) -> AbstractContextManager[dict[int, Any]]:
        """Return a context in which the search's caches are seen through."""
        if not search.remembers:
            return nullcontext({})
        return seen_through(search.caches, lambda: self.steps, self.on_answer)

    def on_answer(
        self, code: CodeType, values: dict[str, Any], returned: Any, caller: FrameType
    ) -> None:
        """Log a visit that a cache has answered, without a call of the function behind it."""
        part, above = self.parts.get(id(code)), self.stack[-1] if self.stack else None
        node = part and self.finder.find(NewCall(values, part, above, caller))
        if not node or node is (above and above.node):
            return
        self.log.childless = True
        self._log_at_once(REMEMBERED, above, node, kept(returned), code.co_firstlineno)

    def _enter(self, above: Frame | None, node: Node) -> int:
        """Return the place in the log for the ENTER of a new node."""
        if above is not None:
            if len(node.path) <= len(above.node.path) and any(
                node is call.node for call in self.stack
            ):
                raise self._stop(
                    f"calls itself on {node.name or 'a position'} again while that is still being"
                    f" searched (line {above.frame.f_lineno}): pass the child on, not a position"
                    " from above"
                )
            if above.pending:
                self._settle(above)
            above.visit.visited += 1
            above.line = above.searching = above.frame.f_lineno
            above.frame.f_trace_lines = True
            above.moved, above.exhausted = True, False
            self.searching.add((id(above.part), above.line))
            above.fresh = True
            self.searching_parts.add(id(above.part))
        return len(self.log.entries)

    def _stands_still(self, visit: Frame, part: SearchFunction, values: Mapping[str, Any]) -> bool:
        """Return True if a function calls itself on a node with another argument than before."""
        before = next(
            (call for call in self.stack if call.visit is visit and call.part is part), None
        )
        return before is not None and any(
            state_of(values.get(name)) != state_of(before.arguments.get(name)) for name in part.free
        )

    def _enter_again(self, visit: Frame, part: SearchFunction, values: Mapping[str, Any]) -> int:
        """Return the place in the log of a node's ENTER, for one more call on this node."""
        visit.depth += 1
        if visit.depth > SAME_NODE:
            raise self._stop(
                f"calls itself on {visit.node.name or 'the same position'} again and again (line"
                f" {self.stack[-1].frame.f_lineno}): pass the child on, as in for child in"
                " position.children()"
            )
        above = self.stack[-1]
        if above.pending:
            self._settle(above)
        if self.tree_finder is not None and self._stands_still(visit, part, values):
            self.observed.merged.setdefault(visit.number, above.frame.f_lineno)
        if above.nested and visit.returned is not None:
            # a driver searches once more: another visit of the same node
            self.log.entries.append(visit.returned)
            visit.returned, visit.visited, visit.entry = None, 0, len(self.log.entries)
            visit.number = self.visits
            visit.entered = set()
            self._note_searched_again(visit, above, values)
        if self.tree_finder is not None and not above.part.recursive:
            above.again = self._reasons_to_search_again(values)
            self._note_choice(self.tree_finder, above, part, values)
        return visit.entry

    def _note_choice(
        self,
        finder: GameTreeFinder,
        above: Frame,
        part: SearchFunction,
        values: Mapping[str, Any],
    ) -> None:
        """Note a function in front that calls the search with different words for a position."""
        words = sorted(map(repr, finder.changing(values, part)))
        is_in_words = all(is_simple(values[name]) for name in part.free if name != "self")
        if above.words and words != above.words and is_in_words:
            self.log.descents.choosing.add(above.part.code)
        above.words = words

    def _note_searched_again(self, visit: Frame, above: Frame, values: Mapping[str, Any]) -> None:
        """Note a repeated search from one node with a new position, or with no new argument."""
        if self.tree_finder is None or above.part.recursive:
            return
        about, plain = self._reasons_to_search_again(values)
        if about != above.again[0] or plain == above.again[1]:
            self.observed.merged.setdefault(visit.number, above.frame.f_lineno)

    def _reasons_to_search_again(self, values: Mapping[str, Any]) -> tuple[Any, Any]:
        """Return a call's positions, which must stay, and its plain values, which must change."""
        assert self.tree_finder is not None
        assert self.tree_finder.last is not None
        owner = values.get("self")
        held = [held_under(owner, name) for name in fields_of(owner)] if owner is not None else []
        return self.tree_finder.last.about, [
            repr(value) for value in (*values.values(), *held) if is_simple(value)
        ]

    def _stop(self, why: str) -> Stop:
        """Note the reason at once, because code may catch everything, and return the exception."""
        self.log.stopped = why
        return Stop(why)

    def on_loss(self) -> None:
        """Note that the search has begun to watch itself."""
        if self.log.stopped is None:
            self._stop(LOST)

    def _stray(self, frame: FrameType, part: SearchFunction, values: Any) -> None:
        if part.recursive:
            caller = self.stack[-1].frame.f_lineno if self.stack else frame.f_lineno
            passed = values.get(part.parameters[0]) if part.parameters else None
            alone = len(self.stack) == 1 and not self.stack[0].part.recursive
            self.log.entries.append((STRAY, caller, passed, part.code.co_name, alone))

    def on_step(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Log a new line, a returned value or an exception in a search function."""
        if event == "line":
            self.on_line(frame.f_lineno)
        elif event == "return":
            if arg is None and self.stack[-1].raised and not _returns(frame):
                self.on_unwind(frame)
            else:
                self.on_return(frame, arg)
        elif event == "exception":
            self.stack[-1].raised = True
        elif event == "opcode":
            self.on_jump(frame)
        return self.step

    def _on_other_search(self, frame: FrameType) -> Any:
        """Note another search once it calls itself; until then it is a function like others."""
        limit, above = self.stack[-1].frame if self.stack else None, frame.f_back
        while above is not None and above is not limit:
            if id(above.f_code) in self.other_searches:
                self.log.other_search = self.log.other_search or above.f_code
            above = above.f_back
        return self._on_helper_call(frame)

    def _on_helper_call(self, frame: FrameType) -> Any:
        """Return the trace function for a helper: it counts lines, and notes returned numbers."""
        code = id(frame.f_code)
        if code in self.called:
            self.called[code] += 1
        if self.noted.get(code, MOST_EVALUATIONS) < MOST_EVALUATIONS:
            values = frame.f_locals
            names = frame.f_code.co_varnames[: frame.f_code.co_argcount]
            aside = self.stack[-1].arguments.get("self") if self.stack else None
            states = [state_of(values.get(name), aside=aside) for name in names]
            self.given[id(frame)] = tuple(map(hashable, states))
        elif code not in self.looping:
            return None
        frame.f_trace_lines = code in self.looping
        frame.f_trace_opcodes = frame.f_trace_lines and spins(frame.f_code)
        return self._on_helper_step

    def _on_helper_step(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event in ("line", "opcode"):
            self.on_jump(frame)
        elif event == "return":
            self._note_result(frame, arg)
        return self._on_helper_step

    def _note_result(self, frame: FrameType, returned: Any) -> None:
        """Note a number that another function of the author returns: it may value a position."""
        code, stack = id(frame.f_code), self.stack
        arguments = self.given.pop(id(frame), ())
        if self.noted.get(code, MOST_EVALUATIONS) >= MOST_EVALUATIONS:
            return
        if frame.f_code in self.searches_below:
            returned = number_in(returned)
        if not is_number(returned):
            self.noted[code] += NO_NUMBER
        elif stack:
            self.noted[code] += 1
            above = frame.f_back
            while above is not None and above is not stack[-1].frame:
                if above.f_code is frame.f_code:
                    self.log.descents.recursing.add(frame.f_code)
                    return
                above = above.f_back
            top = stack[-1]
            evaluation = Evaluation(
                top.visit.number, frame.f_code, returned, arguments, top.frame.f_lineno
            )
            self.observed.evaluations.append(evaluation)

    def on_line(self, line: int) -> None:
        """Take note of a line about to be run in the search function at hand."""
        top = self.stack[-1]
        if top.pending:
            if not top.assigned and top.line in top.part.assigning_lines:
                top.assigned = top.line
            if not top.compared:
                top.compared = max(top.line, line)
        if top.looked_at:
            if line in top.part.syntax.comparing:
                top.comparing = line
            self._round(top, line)
            self._leaf_in_place(top, line)
        top.before, top.line = top.line, line
        if line <= top.before:  # a round of a loop
            self.rounds += 1
            if self.rounds > MOST_ROUNDS:
                raise self._stop(
                    f"loops for ever at {top.node.name or 'a position'}, around line {line}"
                )

    def _round(self, top: Frame, line: int) -> None:
        """Take note of where in its loops a function is."""
        loops = top.part.syntax.loops
        if line in loops.headers:
            top.entered_in_round = []
        if loops.is_end(top.line, line):
            top.exhausted = True
        elif loops.inner and loops.is_exit(top.line, line):
            top.broken = True
            if top.moved:
                if top.pending:
                    self._settle(top)
                self.log.entries.append((BROKEN,))

    def _leaf_in_place(self, top: Frame, line: int) -> None:
        """Log a leaf that the statement just done has valued where it stands, without a call."""
        place = top.part.syntax.in_place.get(top.line)
        if place is not None and line in place.lines:
            return
        if place is not None and not top.fresh and line not in place.instead:
            try:
                value = eval(place.value, top.frame.f_globals, top.frame.f_locals)
            except Exception:  # a value that is not there is no leaf's
                value = None
            node = self.finder.leaf(value, top)
            if node is not None:
                self._log_at_once(LEAVE, top, node, value, top.line)
        top.fresh = False

    def _log_at_once(
        self, kind: str, above: Frame | None, node: Node, value: Any, line: int
    ) -> None:
        """Log a visit without a call of its own."""
        self._enter(above, node)
        self._append_visit((ENTER, node, line, None, None))
        self.log.entries.append((kind, value, line, line, True))
        if above is not None:
            above.pending, above.assigned, above.compared = True, 0, 0

    def _leaves_between(self, top: Frame, until: int) -> None:
        """Log the leaves that a comprehension valued before another child, or before its end."""
        children = top.node.children
        while top.visit.visited < until and not children[top.visit.visited].children:
            leaf = children[top.visit.visited]
            self._log_at_once(LEAVE, top, leaf, leaf.value, top.line)

    def on_jump(self, frame: FrameType) -> None:
        """Count the rounds of a loop that may stand on a single line."""
        self.rounds += 1
        if self.rounds > MOST_ROUNDS:
            raise self._stop(f"loops for ever around line {frame.f_lineno}")

    def _settle(self, top: Frame) -> None:
        """Log the effect of the last child on its parent, now that the parent goes on."""
        part = top.part
        values = top.frame.f_locals
        best = None
        for name in part.best:  # a loop: this is done after every child
            best = values.get(name)
            if best is not None:
                break
        top.pending = False
        line = top.assigned or top.compared or top.line
        self.log.entries.append((AFTER, line, best, *part.bounds_at(top.frame, values)))

    def on_return(self, frame: FrameType, returned: Any) -> None:
        """Log the result of a watched function, once the last call on its node is done."""
        top = self.stack.pop()
        visit = top.visit
        if not frame.f_trace_lines:
            top.line = top.before = frame.f_lineno
        if returned is None or type(returned) not in PLAIN:
            returned = self._result(top, returned)
        top.part.forms[type(returned)] = returned
        if top.pending or top.looked_at or top.node.children:
            self._take_leave(top)
        # often a circle, which would wait for the collector of garbage, and its frame with it
        del top.visit
        if (
            self.passing_parts
            and not visit.visited
            and visit.returned is None
            and id(top.part) in self.passing_parts
        ):
            self._forget(visit)
            return
        if not visit.visited and (self.tree_finder is not None or top.node.children):
            self.log.childless = True
        if (
            top.comparing
            and not visit.visited
            and (id(top.part), top.comparing) not in self.searching
        ):
            self.observed.comparisons.setdefault(visit.number, top.comparing)
        self._log_result(top, visit, returned)

    def _log_result(self, top: Frame, visit: Frame, returned: Any) -> None:
        """Log the result of the last call on a node; keep the result of an inner call."""
        entry = (LEAVE, returned, top.line, top.before, top.part.recursive)
        if top is visit and visit.returned is None:  # the usual case: one call on this node
            self.log.entries.append(entry)
        else:
            self._choose_result(top, visit, entry)
            if top is not visit:
                return
            self.log.entries.append(visit.returned or entry)
        if self.stack:
            above = self.stack[-1]
            above.pending, above.assigned, above.compared = True, 0, 0

    def _result(self, top: Frame, returned: Any) -> Any:
        """Return a copy of a result; if it is None, the result that the node keeps."""
        if returned is None and top.part.recursive and top.part.syntax.kept is not None:
            name, attribute = top.part.syntax.kept
            returned = getattr(top.frame.f_locals.get(name), attribute, None)
        return kept(returned)

    def _take_leave(self, top: Frame) -> None:
        """Log the effect of the last child, and the loop that the function has left."""
        syntax = top.part.syntax
        if syntax.comprehends and top.node.children and self.tree_finder is None:
            self._leaves_between(top, len(top.node.children))
        if top.pending:
            self._settle(top)
        loops = syntax.loops
        has_left = loops.may_leave and (top.broken or not top.exhausted)
        if self.tree_finder is None:
            return
        if not top.moved:
            self._keep_if_valued(self.tree_finder, top)
            return
        leaves_out = has_left or top.searching in loops.followed or top.part.passes_over
        if leaves_out and top.node.is_sprouted and top.node not in self.tree_finder.expanded:
            self.log.unfinished.append(self._kept(top))
        if len(self.kept_players) < MOST_PLAYERS or not top.part.recursive:
            self._keep_for_asking(top)

    def _keep_if_valued(self, tree_finder: GameTreeFinder, top: Frame) -> None:
        """Keep a call that valued positions, in a loop that may have left some out."""
        evaluations = self.observed.evaluations
        last = evaluations[-1] if evaluations else None
        if (
            last is not None
            and last.visit == top.visit.number
            and last.line in top.part.syntax.leaving_lines
            and not is_about(tree_finder, top.node, last)
        ):
            self.log.valuing.append(self._kept(top))

    def _keep_for_asking(self, top: Frame) -> None:
        """Keep a call with two children for each player, each function and each depth."""
        turns = [repr(top.arguments.get(name)) for name in top.part.turns]
        token = top.part.code, *turns, len(top.node.path)
        if token not in self.kept_players and len(top.visit.entered) > 1:
            self.kept_players.add(token)
            self.log.activations.append(top.begun or self._kept(top))

    def _kept(self, top: Frame) -> Unfinished:
        """Return a call that can be asked again."""
        assert self.tree_finder is not None
        return kept_activation(self.tree_finder, top.node, top.part, top.arguments)

    def _choose_result(self, top: Frame, visit: Frame, entry: tuple[Any, ...]) -> None:
        """Take the value of the outermost function that searched, and the lines of the first.

        A function that takes a number out of an inner function's result returns the value.
        """
        moves = id(top.part) in self.searching_parts
        inner = visit.returned[1] if visit.returned else None
        unpacks = (
            is_number(entry[1])
            and isinstance(inner, tuple | list)
            and entry[1] in numbers_in(inner).values()
        )
        if visit.returned is None or (top.part.recursive and (unpacks or moves >= visit.by_mover)):
            visit.returned = (
                (*entry[:2], *visit.returned[2:4], entry[4]) if visit.returned else entry
            )
            visit.by_mover = moves
        elif type(entry[1]) is not type(visit.returned[1]):
            self.passing_parts.add(id(top.part))
        if top is not visit:
            visit.depth -= 1
            if self.stack:
                self.stack[-1].nested += top.part.recursive

    def _forget(self, visit: Frame) -> None:
        """Remove a node's entries: the helper that was called on it did not search it after all."""
        evaluations = self.observed.evaluations
        while evaluations and evaluations[-1].visit >= visit.number:
            evaluations.pop()
        del self.log.entries[visit.entry :]
        self.visits = visit.number
        if self.stack:
            self.stack[-1].visit.visited -= 1

    def on_unwind(self, frame: FrameType) -> None:
        """Log an exception that leaves a watched function."""
        top, entries = self.stack.pop(), self.log.entries
        top.line = top.line if frame.f_trace_lines else frame.f_lineno
        if not entries or entries[-1][0] != UNWIND:
            entries.append((RAISE, top.line))
        if top is top.visit:
            entries.append((UNWIND,))
        del top.visit


def of_different_positions(evaluations: Iterable[Evaluation]) -> list[Evaluation]:
    """Return the first evaluation of each position, in their order."""
    first: dict[tuple[Hashable, ...], Evaluation] = {}
    for evaluation in evaluations:
        first.setdefault(evaluation.position, evaluation)
    return list(first.values())


def is_about(finder: Finder, node: Node, evaluation: Evaluation) -> bool:
    """Return True if an evaluation was given the position of a node, or could not be given it."""
    states: tuple[Any, ...] = node, state_of(node.nested)
    if isinstance(finder, GameTreeFinder) and node in finder.keys:
        states = finder.keys[node].about
        if not states:
            return True
        states = *states, state_of(node.position)
    return not {*map(hashable, states)}.isdisjoint(evaluation.position)


def _functions_in_reach(
    frame: FrameType, values: Mapping[str, Any], code: CodeType
) -> list[FunctionType]:
    """Return the functions that run some code, among the variables of a call and of its caller."""
    caller = frame.f_back
    things = [*values.values(), *(caller.f_locals.values() if caller is not None else ())]
    things += [getattr(thing, "__wrapped__", None) for thing in things]  # behind a cache
    things = [getattr(thing, "__func__", thing) for thing in things]
    return [t for t in things if isinstance(t, FunctionType) and t.__code__ is code]


def _is_filled(part: SearchFunction, place: str, call: Call) -> bool:
    """Return True if a table that a function stores things in holds some already."""
    names = (
        dict(zip(part.parameters[-len(call.arguments) :], call.arguments, strict=False))
        if call.arguments
        else {}
    )
    owner = getattr(call.function, "__self__", None)
    for function in part.functions:
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        with suppress(Exception):  # it is not there yet
            held = {"self": owner, **names, **{name: cell.cell_contents for name, cell in cells}}
            return bool(len(eval(place, function.__globals__, held)))
    return False


def hashable(thing: Any) -> Hashable:
    """Return the state of an object if it can be compared by its hash, else what it looks like."""
    try:
        hash(thing)
    except TypeError:
        return repr(thing)
    return thing  # type: ignore[no-any-return]


PLAIN = frozenset((int, float, str, bool, type(None), tuple, Node))


def kept(returned: Any) -> Any:
    """Return a copy of a result, because its caller may change it later."""
    if type(returned) in PLAIN:
        return returned
    try:
        return copy(returned)
    except Exception:  # the learner's own class may refuse
        return returned


def _returns(frame: FrameType) -> bool:
    """Return True if the frame ends by returning; for an exception sys.settrace shows None, too."""
    return dis.opname[frame.f_code.co_code[frame.f_lasti]].startswith("RETURN")


@contextmanager
def shown(watcher: Watcher) -> Iterator[None]:
    """Show the watcher what happens in this thread; the earlier trace function is put back."""
    previous = sys.gettrace()
    sys.settrace(watcher.on_call)
    try:
        yield
        if sys.gettrace() != watcher.on_call:
            watcher.on_loss()
    finally:
        sys.settrace(previous)
