"""Ask: run one function of a search again with answers to its calls, and undo all changes."""

from __future__ import annotations

import gc
import inspect
import io
import random
import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from copy import copy, deepcopy
from dataclasses import dataclass, field
from itertools import count
from operator import attrgetter
from types import (
    BuiltinFunctionType,
    CodeType,
    FrameType,
    FunctionType,
    ModuleType,
    SimpleNamespace,
)
from typing import Any, Literal, NamedTuple

from minimax_lessons.own_code import (
    Snapshot,
    become,
    is_own,
    is_simple,
    names_used,
    replace_everywhere,
)
from minimax_lessons.results import fields_of, held_under
from minimax_lessons.tracing.source import SearchFunction, SearchSource
from minimax_lessons.tracing.syntax import CLOCKS
from minimax_lessons.tracing.visits import GameTreeFinder, Key, keep, label, own_turn, state_of
from minimax_lessons.trees import Node, adopt, sprout

__all__ = [
    "FAR",
    "UNASKABLE",
    "Answers",
    "Moves",
    "Obstacle",
    "Unfinished",
    "asking",
    "kept_activation",
]

MOST_CALLS = 5_000  # of one loop
MOST_PARTS_OUTSIDE = 500  # of a list or a dict outside that may hold the position
# can't be undone
UNASKABLE = {"open", "input", "sleep", "socket", "requests", "subprocess", "Thread", "Process"}
FAR = 10**30  # no search's value, and no bound: worse than any for one player
OPEN = 10**31  # a bound that no answer reaches, whoever moves


@dataclass
class Unfinished:
    """A function that went down to children and returned, perhaps before the end of its loop."""

    node: Node
    part: SearchFunction
    arguments: dict[str, Any]  # its arguments
    copied: dict[str, Any]  # the same, copied as they were
    # what holds the position where no argument does, each with a copy
    elsewhere: list[tuple[Any, Any]]
    # plain values of global variables and of classes: a depth that is counted there, for example
    counters: list[tuple[Any, str, Any]]
    known: dict[int, Any]  # objects of which there is only one, by their ids

    def copied_again(self) -> dict[str, Any]:
        """Return the copied arguments for one more run, which may change them."""
        again = {n: value for n, value in self.copied.items() if value is not self.arguments[n]}
        return self.copied | deepcopy(again, dict(self.known))

    def put_back(self) -> None:
        """Put the position back where it lives in no argument."""
        for thing, contents in self.elsewhere:
            become(thing, deepcopy(contents))
        for holder, name, value in self.counters:
            if isinstance(holder, dict):
                holder[name] = value
            elif getattr(holder, name, None) is not value:
                with suppress(Exception):  # the learner's own class may refuse
                    setattr(holder, name, value)


def kept_activation(
    finder: GameTreeFinder, node: Node, part: SearchFunction, arguments: Mapping[str, Any]
) -> Unfinished:
    """Return a call that is about to return, with a copy of its arguments."""
    values = {name: arguments[name] for name in part.parameters if name in arguments}
    within = any(type(value) is type(finder.subject) for value in values.values())
    kinds = type(finder.subject)
    known = _known_by_identity(part, kinds)
    try:
        memo = dict(known)
        copied = {
            name: deepcopy(value, memo) if _is_position(name, value, part, kinds) else value
            for name, value in values.items()
        }
        for name, position in copied.items():
            if position is not values[name]:
                _take_away(position, finder.keys[node])
        things = [] if within or is_simple(finder.subject) else [finder.subject]
        if is_simple(finder.subject) and _is_small(owner := arguments.get("self")):
            things = [owner]  # the position may be in the method's own object
        if not finder.keys[node].about:  # no argument holds the position; a move, perhaps
            things = list(_held_outside(part))
        memo = {
            key: thing for key, thing in memo.items() if all(thing is not kept for kept in things)
        }
        elsewhere = [(thing, deepcopy(thing, memo)) for thing in things]
    except Exception:  # what can't be copied is taken as it will be
        copied, elsewhere = values, []
    counters = list(_counters(part, arguments))
    return Unfinished(node, part, values, copied, elsewhere, counters, known)


def _counters(part: SearchFunction, arguments: Mapping[str, Any]) -> Iterator[tuple[Any, str, Any]]:
    """Yield the plain values outside a call that its function may change, with their holders."""
    spaces = [function.__globals__ for function in part.functions[:1]]
    held = [(space, name) for space in spaces for name in part.outside if name in space]
    yield from ((space, name, space[name]) for space, name in held if is_simple(space[name]))
    kinds = {type(arguments.get("self"))} | {
        space[name] for space, name in held if isinstance(space[name], type)
    }
    for kind in kinds:
        for name, value in vars(kind).items():
            if is_simple(value) and not name.startswith("__"):
                yield kind, name, value


def _is_small(owner: Any) -> bool:
    """Return True for an object whose fields hold few things, so that it can be copied often."""
    sizes = [len(held) for held in _fields(owner) if isinstance(held, list | dict | set | tuple)]
    return owner is not None and sum(sizes) <= MOST_PARTS_OUTSIDE


def _take_away(position: Any, key: Key) -> None:
    """Take away what the search has appended to lists of a position since it came there."""
    names = fields_of(position)
    for state in key.about:
        if isinstance(state, tuple) and state[:1] == (type(position),):
            for name, before in zip(names, state[1:], strict=False):
                held = held_under(position, name)
                if isinstance(held, list) and isinstance(before, tuple):
                    del held[len(before) :]


def _held_outside(part: SearchFunction) -> Iterator[Any]:
    """Yield the lists and objects outside a function's arguments that may hold a position."""
    for function in part.functions[:1]:
        names = names_used(function.__code__)
        held = [thing for name, thing in function.__globals__.items() if name in names]
        held += [
            thing
            for cell in function.__closure__ or ()
            if (thing := _try(attrgetter("cell_contents"), cell)) is not None
        ]
        for thing in held:
            is_container = isinstance(thing, list | dict | set)
            is_object = hasattr(thing, "__dict__") and not isinstance(
                thing, type | FunctionType | ModuleType
            )
            if (is_container and len(thing) <= MOST_PARTS_OUTSIDE) or (
                is_object and not hasattr(thing, "__wrapped__")
            ):
                yield thing


def _known_by_identity(part: SearchFunction, kind: type) -> dict[int, Any]:
    """Return a memo for deepcopy that keeps the objects in global variables.

    Code may ask ``player is WHITE``, so a copy of WHITE would be another player.
    """
    held = [thing for function in part.functions[:1] for thing in function.__globals__.values()]
    held += [part for thing in held if isinstance(thing, type) for part in vars(thing).values()]
    return {id(thing): thing for thing in held if not isinstance(thing, (list, dict, set, kind))}


def _is_position(name: str, value: Any, part: SearchFunction, kind: type) -> bool:
    return not is_simple(value) and (isinstance(value, kind) or name not in ("self", "cls"))


class Asked(NamedTuple):
    """A call of the search that a function which is run once more makes."""

    key: Key
    move: Any
    position: Any  # a copy, as it was then
    thing: Any  # the position itself


# why the children that a loop left out cannot be shown: no argument holds the position; the
# function makes no call when it runs again; its positions look different; it leaves the loop again,
# or sooner
Obstacle = Literal["hidden", "no call", "unlike", "left again", "left sooner"]
# gives a number the form in which a function returns its results
Form = Callable[[CodeType, float], Any]


class Enough(BaseException):
    """Ends a loop that goes on and on."""


@dataclass
class _Probe:
    """A run of one function whose calls down are answered at once, with what changes nothing."""

    finder: GameTreeFinder
    left: Unfinished
    answer: float
    form: Form
    step: float = 0  # by which each answer differs from the one before
    # key, move and position of each call down
    asked: list[Asked] = field(default_factory=list)
    # the number of the one call that is answered otherwise, and its answer
    odd_one: tuple[int, float] | None = None
    code: CodeType | None = None  # that of the copy which is run
    calls: int = 0
    site: int = -1  # where in the code the last of them stands
    line: int = 0  # run last
    has_called: bool = False  # in the present round of its loop
    has_judged: bool = False  # it has left a loop in the round of a call, whose value may be why
    has_ended: bool = False  # its loop has come to its end
    has_exited: bool = False  # an inner loop has ended early
    goes_on: bool = False  # an inner loop has gone on after a call in it
    valuing: CodeType | None = None  # a function that values positions, and its calls
    valued: int = 0

    def on_call(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Return the trace function for the lines of the function that is run again."""
        self.valued += frame.f_code is self.valuing
        return self.on_line if frame.f_code is self.code else None

    def on_line(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Take note of whether the loops come to their end."""
        loops = self.left.part.syntax.loops
        if event == "line":
            self.has_ended |= loops.is_end(self.line, frame.f_lineno)
            if loops.is_exit(self.line, frame.f_lineno):
                self.has_exited = True
                self.has_judged |= self.has_called
            if frame.f_lineno in loops.headers:
                body = loops.inner.get(frame.f_lineno, ())
                self.goes_on |= self.has_called and self.line in body
                self.has_called = False
            self.line = frame.f_lineno
        elif event == "return":
            self.has_judged |= self.has_called and not self.has_ended
        return self.on_line

    @property
    def is_whole(self) -> bool:
        """Return True if all loops have ended."""
        return self.has_ended and not self.has_exited

    def take(self, part: SearchFunction, values: Mapping[str, Any], caller: FrameType) -> Any:
        thing, key = self.finder.position(values, part), self.finder.key(values, part)
        frame = _frame_of(caller, self.code or self.left.part.code)
        move = label(caller, frame, self.left.part, type(self.finder.subject))
        site = frame.f_lasti
        again = move is not None and site != self.site and bool(self.asked)
        if not (again and self.asked[-1].key[:2] == key[:2] and self.asked[-1].move is move):
            # of two calls for one move, in two places, the second is a search once more
            self.asked.append(Asked(key, move, keep(thing, changes=True), thing))
        self.site = site
        # what stands in no loop leaves no rounds out
        self.has_called = frame.f_lineno in self.left.part.syntax.loops.lines
        self.calls += 1
        if self.calls > MOST_CALLS:
            raise Enough
        answer = self.answer + self.step * (len(self.asked) - 1)
        if self.odd_one is not None and self.is_odd(self.asked[-1]):
            answer = self.odd_one[1]
        if part.syntax.kept is not None:  # it returns nothing
            holder, attribute = part.syntax.kept
            setattr(values[holder], attribute, answer)
            return None
        return deepcopy(self.form(part.code, answer))

    def is_odd(self, call: Asked) -> bool:
        """Return True for a call about the odd one of the children, perhaps to another depth."""
        if self.odd_one is None or len(self.asked) <= self.odd_one[0]:
            return False
        child = self.asked[self.odd_one[0]]
        return call is child or (any(call.key[:2]) and call.key[:2] == child.key[:2])


def _frame_of(frame: FrameType | None, code: CodeType) -> FrameType:
    start = frame
    while frame is not None and frame.f_code is not code:
        frame = frame.f_back
    return frame or start  # type: ignore[return-value]


# Of the two answers to a question the first is the worse one, as MAX or the mover sees it
Answers = tuple[float, float]
# each move and the position that it leads to, and whether its answer was the better one
Moves = list[tuple[Any, Any, bool]]
# True if a function took the better answer, None if it took neither
Preference = Callable[[Any, Moves], bool | None]


@dataclass(frozen=True)
class Questioning:
    """Copies of a search's functions that still run, while a probe answers the search's calls."""

    finder: GameTreeFinder
    form: Form
    clones: dict[CodeType, FunctionType] = field(default_factory=dict)
    probes: list[_Probe] = field(default_factory=list)  # the one that answers now
    # of equal moves a function takes the same at each question
    chance: Any = field(default_factory=random.getstate)

    def run(self, probe: _Probe, arguments: dict[str, Any]) -> Any:
        """Return the result of a probe's function when it runs once more, with empty tables."""
        self.probes[:] = [probe]
        random.setstate(self.chance)
        probe.left.put_back()
        function = self.clones[probe.left.part.code]
        held = _held_at_call(function, arguments)
        syntax = probe.left.part.syntax
        tables, records = (
            _things_at(places, function, held) for places in (syntax.tables, syntax.records)
        )
        result = _run(function, arguments, tables, probe, records)
        if probe.calls == 0:  # it may still remember what it returned, in another place
            probe.valued = 0
            memories = list(_memories(function, held, type(self.finder.subject)))
            result = _run(function, arguments, memories, probe, records)
        if result is None and syntax.kept is not None:
            holder, attribute = syntax.kept
            return held_under(arguments.get(holder), attribute)
        if result is None and not probe.left.part.recursive:
            # it may have made the move that it chose
            outside = [thing for thing, _ in probe.left.elsewhere]
            return tuple([state_of(thing) for thing in (*outside, *arguments.values())])
        return result

    def can_ask(self, left: Unfinished) -> bool:
        """Return True if a function can run once more, and if something holds its position."""
        is_visible = any(self.finder.keys[left.node][:2]) or bool(left.elsewhere)
        return is_visible and left.part.code in self.clones

    def finish_loops(
        self, left: list[Unfinished], answers: Callable[[Node], Answers]
    ) -> dict[Obstacle, Node]:
        """Add the unvisited children to each node whose function left its loop early.

        Return the first node for each obstacle to that. The worst answer for the player to move
        lets this player go on to the next child. An inner loop that never goes on after a call
        looks for one child, and leaves out none.
        """
        obstacles, done = dict[Obstacle, Node](), set[Node]()
        looking_for_one = list[tuple[Node, SearchFunction]]()
        going_on = set[CodeType]()
        for activation in left:
            node, part = activation.node, activation.part
            if node in done:
                continue
            probe, obstacle = self._finish_loop(activation, answers(node))
            if obstacle not in (None, "left again"):
                obstacles.setdefault(obstacle, node)
                continue
            done.add(node)
            going_on |= {part.code} if probe.goes_on else set()
            if obstacle and probe.has_ended and probe.has_exited:
                looking_for_one.append((node, part))
            elif obstacle:
                obstacles.setdefault(obstacle, node)
        for node, part in looking_for_one:
            if part.code in going_on:
                obstacles.setdefault("left again", node)
        return obstacles

    def _finish_loop(
        self, activation: Unfinished, answers: Answers
    ) -> tuple[_Probe, Obstacle | None]:
        """Add a node's unvisited children; return the last run, and the obstacle, if any."""
        node, keys = activation.node, self.finder.keys
        is_hidden = not any(keys[node][:2])
        best = _Probe(self.finder, activation, 0, self.form)
        # a copy of what refers to all the tree is another tree
        ways = (activation.copied_again, lambda: activation.arguments)
        for arguments in ways if self.can_ask(activation) else ():
            best = self._asked_to_the_end(activation, arguments, answers)
            if _complete(self.finder, node, best.asked):
                is_known = is_hidden or all(
                    child in keys or child.position is not None for child in node.children
                )
                has_no_loop = not activation.part.syntax.loops.outermost
                is_all = has_no_loop or (is_known and (best.is_whole or not best.has_judged))
                return best, None if is_all else "left again"
        visited = [keys[child][:2] for child in node.children if child in keys]
        if is_hidden or not best.asked:
            return best, "hidden" if is_hidden else "no call"
        is_sooner = all(call.key[:2] in visited for call in best.asked)
        return best, "left sooner" if is_sooner else "unlike"

    def finish_valuing(self, activation: Unfinished, function: CodeType) -> Obstacle | None:
        """Add the children that a loop left out in which another function values positions.

        Return the obstacle, if the loop cannot be run to its end again.
        """
        node, known = activation.node, len(activation.node.children)
        if not self.can_ask(activation):
            return "hidden"
        window = _open_window(activation.part)
        for arguments in (activation.copied_again(), activation.arguments):
            probe = _Probe(self.finder, activation, 0, self.form, valuing=function)
            has_returned = self.run(probe, {**arguments, **window}) is not None
            if has_returned and probe.valued >= known:
                break
        else:
            return "no call"
        kids = [sprout(None, node, number, None) for number in range(known, probe.valued)]
        adopt(node, [*node.children, *kids], over=False)
        return None

    def _asked_to_the_end(
        self, activation: Unfinished, arguments: Callable[[], dict[str, Any]], answers: Answers
    ) -> _Probe:
        """Return the run that came farthest."""
        best = _Probe(self.finder, activation, 0, self.form)
        for answer, step, window in _questions(activation.part, answers):
            probe = _Probe(self.finder, activation, answer, self.form, step)
            self.run(probe, {**arguments(), **window})
            if probe.is_whole or len(probe.asked) > len(best.asked):
                best = probe
            if probe.is_whole:
                break
        return best

    def preference(
        self, activation: Unfinished, answers: Answers, preferred: Preference
    ) -> bool | None:
        """Return True if a function takes the better answer, False if the worse, else None."""
        if not self.can_ask(activation):
            return None
        orders = answers, answers[::-1]
        replies = [self._ask_for_one_child(activation, answers, 0, order) for order in orders]
        # one that has found its best child may leave the others alone
        has_choice = any(len(moves) > 1 for _, moves in replies)
        preferences = {preferred(*reply) for reply in replies} if has_choice else set()
        if len(preferences) == 1 and None not in preferences:
            return bool(preferences.pop())
        if activation.part.recursive or not all(len(moves) > 2 for _, moves in replies):
            return None
        # which of three stands out, to one who names a move somehow?
        telling = []
        for order in orders:
            named = [self._ask_for_one_child(activation, answers, n, order)[0] for n in range(3)]
            telling += [order[0]] if len({repr(state_of(name)) for name in named}) == 3 else []
        return telling[0] == answers[1] if len(telling) == 1 else None

    def replies(self, activation: Unfinished, answers: Sequence[float]) -> list[Any]:
        """Return a function's results when all its calls are answered by each of some numbers."""
        if not self.can_ask(activation):
            return []
        probes = [_Probe(self.finder, activation, answer, self.form) for answer in answers]
        window = _open_window(activation.part)
        return [self.run(probe, {**activation.copied_again(), **window}) for probe in probes]

    def _ask_for_one_child(
        self, activation: Unfinished, answers: Answers, child: int, order: Answers
    ) -> tuple[Any, Moves]:
        """Run a function again with the first answer for one child, the second for the others.

        Return its result, and for each move whether its answer was the better one.
        """
        part, (answer, others) = activation.part, order
        probe = _Probe(self.finder, activation, others, self.form, odd_one=(child, answer))
        returned = self.run(probe, {**activation.copied_again(), **_open_window(part)})
        return returned, [
            (call.move, call.position, order[not probe.is_odd(call)] == answers[1])
            for call in probe.asked
        ]


@contextmanager
def asking(
    search: SearchSource,
    finder: GameTreeFinder,
    left: Sequence[Unfinished],
    alive: Mapping[int, list[Any]],
    form: Form,
) -> Iterator[Questioning]:
    """Let the search's calls be answered by a probe; put back afterwards what has changed."""
    questioning = Questioning(finder, form)
    if not left:
        yield questioning
        return
    functions = _functions(search, alive)
    with ExitStack() as stack:
        stack.enter_context(redirect_stdout(io.StringIO()))
        stack.callback(_snapshot(functions, left, finder).restore)
        stack.callback(random.setstate, questioning.chance)
        _stop_clocks(stack, functions)
        caches = search.caches  # known by the code of their functions, which is replaced now
        questioning.clones.update(_answered(stack, search, functions, questioning.probes))
        # a cache would answer by itself, and keep what the probe answers
        replace_everywhere(stack, [(cache, cache.__wrapped__) for cache in caches])
        yield questioning


CLOCKS_AT_START = {name: getattr(time, name)() for name in CLOCKS}


def _stop_clocks(stack: ExitStack, functions: Mapping[CodeType, list[FunctionType]]) -> None:
    """Let functions read times that hardly go on, because the time that they had may be over."""
    clocks = {getattr(time, name): _slow_clock(name) for name in CLOCKS}
    slow_time = SimpleNamespace(
        **vars(time) | {name: clocks[getattr(time, name)] for name in CLOCKS}
    )
    spaces = {id(f.__globals__): f.__globals__ for same in functions.values() for f in same}
    for space in spaces.values():
        for name, held in list(space.items()):
            if held is time or (isinstance(held, BuiltinFunctionType) and held in clocks):
                stack.callback(space.__setitem__, name, held)
                space[name] = slow_time if held is time else clocks[held]


def _slow_clock(name: str) -> Callable[[], float]:
    """Return a clock that begins before any search, and goes on by a little at each reading."""
    readings = count(CLOCKS_AT_START[name], 0.002)
    return lambda: next(readings)


def _questions(
    part: SearchFunction, answers: Answers
) -> Iterator[tuple[float, float, dict[str, Any]]]:
    """Yield an answer, a step to the next, and bounds, that may make a function end its loop."""
    worst, best = answers
    yield worst, 0, {}
    low, high = part.alpha, part.beta
    wide: dict[str, Any] = {}
    if low in part.parameters and high in part.parameters:
        wide = {low: -OPEN, high: OPEN}
        yield worst, 0, wide
        yield best, 0, {low: FAR, high: -FAR}  # one who compares them the wrong way round
    yield best, 0, {}
    # one who leaves at the first child that is no better than those before
    yield worst, (best - worst) / MOST_CALLS, wide


def _open_window(part: SearchFunction) -> dict[str, Any]:
    """Return bounds that cut nothing off, by the parameters that hold them."""
    bounds = ((part.alpha, -FAR), (part.beta, FAR))
    return {name: bound for name, bound in bounds if name in part.parameters}


def _held_at_call(function: FunctionType, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the variables that a call begins with, those of the functions around it too."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=False)
    return {name: _try(attrgetter("cell_contents"), cell) for name, cell in cells} | arguments


def _things_at(places: Iterable[str], function: FunctionType, held: Mapping[str, Any]) -> list[Any]:
    """Return what stands in the places that a function names, for example in "self.table"."""
    space = function.__globals__
    return [_try(lambda place: eval(place, space, dict(held)), place) for place in places]


def _memories(
    function: FunctionType, held: Mapping[str, Any], kind: type
) -> Iterator[list[Any] | dict[Any, Any]]:
    """Yield the tables in which a function may remember results: its own, or those of objects."""
    outside = [function.__globals__.get(name) for name in names_used(function.__code__)]
    things = [*outside, *held.values()]
    things += [part for thing in things if _has_fields(thing, kind) for part in _fields(thing)]
    things += [part for thing in things if _has_fields(thing, kind) for part in _fields(thing)]
    classes = {type(thing) for thing in things if _has_fields(thing, kind)}
    classes |= {thing for thing in outside if isinstance(thing, type) and _is_authors(thing)}
    things += [part for author_class in classes for part in vars(author_class).values()]
    tables = {id(thing): thing for thing in things if isinstance(thing, list | dict)}
    yield from (table for table in tables.values() if type(table) is not kind)


def _is_authors(author_class: type) -> bool:
    """Return True for a class with a method that stands in the learner's own file."""
    methods = [getattr(part, "__func__", part) for part in vars(author_class).values()]
    return any(isinstance(m, FunctionType) and is_own(m.__code__.co_filename) for m in methods)


def _has_fields(thing: Any, kind: type) -> bool:
    """Return True for an object of an author's class that is no position."""
    is_simple_kind = isinstance(thing, (type, FunctionType, ModuleType, list, dict, set, tuple))
    return hasattr(thing, "__dict__") and not is_simple_kind and not isinstance(thing, kind)


def _fields(owner: Any) -> list[Any]:
    return [held_under(owner, name) for name in fields_of(owner)]


def _emptied(table: list[Any] | dict[Any, Any]) -> Any:
    """Return a table without results: an empty dict, or a list of what it holds most often.

    A list of the author's own objects stays as it is: they may not like to be compared.
    """
    if isinstance(table, dict):
        return {}
    if not table or not all(map(is_simple, table)):
        return table
    return [max(table, key=table.count)] * len(table)


def _run(
    function: FunctionType,
    arguments: dict[str, Any],
    tables: Iterable[Any],
    probe: _Probe,
    records: Iterable[Any],
) -> Any:
    """Return a function's result when it runs once more, or None if it fails.

    Meanwhile its tables are empty, because it would answer from them at once. Of its ``records``
    none is a table.
    """
    bound = inspect.BoundArguments(inspect.signature(function), OrderedDict(arguments))
    probe.code = function.__code__
    with ExitStack() as stack:
        for table in tables:
            is_small = isinstance(table, list) and len(table) <= MOST_PARTS_OUTSIDE
            is_record = any(table is record for record in records)
            if (isinstance(table, dict) or is_small) and not is_record:
                stack.callback(become, table, copy(table))
                become(table, _emptied(table))
        stack.callback(sys.settrace, sys.gettrace())
        sys.settrace(probe.on_call)
        try:
            return function(*bound.args, **bound.kwargs)
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException:
            # after the loop anything may happen: what was to be seen has been seen
            return None


def _complete(finder: GameTreeFinder, node: Node, calls: list[Asked]) -> bool:
    """Add the unvisited children to a node; return False if a visited child has no call."""
    visited = [child for child in node.children if child in finder.keys]
    # by what tells of the position; or by the move, where positions never look the same twice;
    # or by the object, where the search writes on its positions
    are_hidden = not any(finder.keys[node][:2]) and any(child.move is not None for child in visited)
    ways: list[tuple[list[Any], Callable[[Asked], Any]]] = [
        ([finder.keys[child][:2] for child in visited], lambda call: call.key[:2]),
        ([child.move for child in visited], lambda call: call.move),
        ([_identity(child.position) for child in visited], lambda call: id(call.thing)),
    ]
    remainders = (_without(calls, *way) for way in ways[are_hidden:])
    unvisited = next((remainder for remainder in remainders if remainder is not None), None)
    if unvisited is None:
        return False
    kids = [
        sprout(call.position, node, len(node.children) + i, call.move, is_max=own_turn(call.thing))
        for i, call in enumerate(unvisited)
    ]
    adopt(node, [*node.children, *kids], over=False)
    return True


def _identity(position: Any) -> int | None:
    return None if is_simple(position) else id(position)


def _without(
    calls: list[Asked], expected: list[Any], key_of: Callable[[Asked], Any]
) -> list[Asked] | None:
    """Return the calls without one for each expected key; None if a key has no call."""
    remaining = list(calls)
    for key in expected:
        place = next(
            (i for i, call in enumerate(remaining) if key_of(call) == key and key is not None), None
        )
        if place is None:
            return None
        del remaining[place]
    return remaining


# Functions, and what they change


def _functions(
    search: SearchSource, alive: Mapping[int, list[Any]]
) -> dict[CodeType, list[FunctionType]]:
    """Return the functions that run each code: from before the run, from the run, or any other."""
    functions: dict[CodeType, list[FunctionType]] = {}
    for part in search.parts.values():
        met = [*part.functions, *alive.get(id(part), ())]
        functions[part.code] = list({id(function): function for function in met}.values()) or [
            function
            for function in gc.get_referrers(part.code)
            if isinstance(function, FunctionType) and function.__code__ is part.code
        ]
    return functions


def _answered(
    stack: ExitStack,
    search: SearchSource,
    functions: Mapping[CodeType, list[FunctionType]],
    asked: list[_Probe],
) -> dict[CodeType, FunctionType]:
    """Let the probe answer all calls of the search; return copies of the functions that run."""
    clones: dict[CodeType, FunctionType] = {}
    stubs: dict[CodeType, CodeType] = {}
    for code, same in functions.items():
        for function in same:
            clone = FunctionType(
                code,
                function.__globals__,
                code.co_name,
                function.__defaults__,
                function.__closure__,
            )
            clone.__kwdefaults__ = function.__kwdefaults__
            clones.setdefault(code, clone)
            stubs[code] = _stub(code, search.parts[code], clone, asked)
            stack.callback(setattr, function, "__code__", code)
            function.__code__ = stubs[code]
    for code, clone in clones.items():  # it may make the others anew each time
        if any(isinstance(part, CodeType) and part in stubs for part in code.co_consts):
            constants = [
                stubs.get(part, part) if isinstance(part, CodeType) else part
                for part in code.co_consts
            ]
            clone.__code__ = code.replace(co_consts=tuple(constants))
    return clones


def _stub(
    code: CodeType, part: SearchFunction, clone: FunctionType, asked: list[_Probe]
) -> CodeType:
    """Return code that stands in a function instead of its own, and asks the probe for a result."""
    signature = inspect.signature(clone)

    def answer(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        caller = sys._getframe(1).f_back
        assert caller is not None
        return asked[0].take(part, bound.arguments, caller)

    def stub(*args: Any, **kwargs: Any) -> Any:
        # the code has no access to names of ours, so it is a constant
        answer_stands_here: Any = ...
        return answer_stands_here(args, kwargs)

    constants = tuple(
        answer if constant is ... else constant for constant in stub.__code__.co_consts
    )
    return stub.__code__.replace(co_consts=constants, co_freevars=code.co_freevars)


def _snapshot(
    functions: Mapping[CodeType, list[FunctionType]],
    left: Sequence[Unfinished],
    finder: GameTreeFinder,
) -> Snapshot:
    """Return a snapshot of everything that functions change when they run again."""
    every = [function for same in functions.values() for function in same]
    owners = [
        activation.arguments.get(name)
        for activation in left
        for name in activation.part.parameters[:1]
    ]
    names = {name for function in every for name in names_used(function.__code__)}
    return Snapshot(every, names, [*owners, finder.subject])


def _try(function: Callable[[Any], Any], thing: Any) -> Any:
    try:
        return function(thing)
    except Exception:  # the learner's own class may refuse, and a cell may be empty
        return None
