"""Probing: what a loop would have gone on to, had the search not left it, found by running its function once more."""

from __future__ import annotations

import gc
import inspect
import io
import random
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, redirect_stdout
from copy import copy, deepcopy
from dataclasses import dataclass
from types import CodeType, FrameType, FunctionType
from typing import Any

from minimax_lessons.tracing.code import Code, Part
from minimax_lessons.tracing.finders import Growing, Key, label
from minimax_lessons.tracing.subjects import is_simple, keep, own_turn
from minimax_lessons.trees import Node, adopt, sprout

__all__ = ["Unfinished", "finish_loops", "unfinished"]

MOST_CALLS = 5_000  # of one loop
FAR = 10**30  # no search's value, and no bound: worse than any for one player


@dataclass
class Unfinished:
    """A function that went down to some of a node's children and returned, perhaps before the end of its loop."""

    node: Node
    part: Part
    given: dict[str, Any]  # its arguments
    copied: dict[str, Any]  # the same, copied as they were when it returned
    elsewhere: Any  # the position's copy, where it lives in no argument


def unfinished(finder: Growing, node: Node, part: Part, given: Mapping[str, Any]) -> list[Unfinished]:
    """Return what is needed to run a function once more, now that it returns: a board is as it was at its beginning.

    Nothing is needed where the position itself has told of all its children.
    """
    if node in finder.expanded or not node.is_sprouted:
        return []
    values = {name: given[name] for name in part.parameters if name in given}
    within = any(type(value) is type(finder.subject) for value in values.values())
    kinds = type(finder.subject)
    try:
        memo: dict[int, Any] = {}
        copied = {
            name: deepcopy(value, memo) if _is_position(name, value, part, kinds) else value
            for name, value in values.items()
        }
        elsewhere = None if within or is_simple(finder.subject) else deepcopy(finder.subject, memo)
    except Exception:  # what can't be copied is taken as it will be
        copied, elsewhere = values, None
    return [Unfinished(node, part, values, copied, elsewhere)]


def _is_position(name: str, value: Any, part: Part, kind: type) -> bool:
    return not is_simple(value) and (isinstance(value, kind) or name not in ("self", "cls"))


class Enough(BaseException):
    """Ends a loop that goes on and on."""


@dataclass
class _Probe:
    """A run of one function whose calls down are answered at once, with what changes nothing."""

    finder: Growing
    left: Unfinished
    answer: Any
    found: list[tuple[Key, Any, Any]]  # key, move and position of each call down
    calls: int = 0
    site: int = -1  # where in the code the last of them stands

    def take(self, part: Part, values: Mapping[str, Any], caller: FrameType) -> Any:
        thing, key = self.finder.position(values, part), self.finder.key(values, part)
        frame = _frame_of(caller, self.left.part.code)
        move = label(caller, frame, self.left.part, type(self.finder.subject))
        known, site = self.found[-1] if self.found else None, frame.f_lasti
        again = known is not None and known[0][:2] == key[:2] and known[1] is move is not None and site != self.site
        if not again:  # of two calls for one move, in two places, the second is a search once more
            self.found.append((key, move, keep(thing, changes=True)))
        self.site = site
        self.calls += 1
        if self.calls > MOST_CALLS:
            raise Enough
        return deepcopy(self.answer)


def _frame_of(frame: FrameType | None, code: CodeType) -> FrameType:
    start = frame
    while frame is not None and frame.f_code is not code:
        frame = frame.f_back
    return frame or start  # type: ignore[return-value]


def finish_loops(
    search: Code, finder: Growing, left: list[Unfinished], alive: Mapping[int, list[Any]], answer: Callable[[Node], Any]
) -> list[Node]:
    """Give each node left in the middle of a loop the children that were never visited; return where it failed."""
    if not left:
        return []
    failed: list[Node] = []
    done: set[Node] = set()
    asked: list[_Probe] = []
    functions = _functions(search, alive)
    with ExitStack() as stack:
        stack.enter_context(redirect_stdout(io.StringIO()))
        _put_back(stack, functions, left, finder)
        clones = _answered(stack, search, functions, asked)
        for one in left:
            if one.node in done:
                continue
            hidden = not any(finder.keys[one.node][:2])  # its position lives elsewhere, and has changed since
            # a copy of what refers to all the tree is another tree
            for given in (one.copied, one.given) if one.part.code in clones and not hidden else ():
                asked[:] = [_Probe(finder, one, answer(one.node), [])]
                if one.elsewhere is not None:
                    _become(finder.subject, deepcopy(one.elsewhere))
                _run(clones[one.part.code], given, one.part.syntax.tables)
                if _complete(finder, one.node, asked[0].found):
                    done.add(one.node)
                    break
            else:
                failed.append(one.node)
    return failed


def _run(function: FunctionType, given: dict[str, Any], places: Iterable[str]) -> None:
    """Run a function once more, which forgets meanwhile what it has stored in some places: it would answer at once."""
    bound = inspect.BoundArguments(inspect.signature(function), OrderedDict(given))
    with ExitStack() as stack:
        for place in places:
            table = _try(lambda place: eval(place, function.__globals__, given), place)
            if isinstance(table, dict):
                stack.callback(_become, table, dict(table))
                table.clear()
        try:
            function(*bound.args, **bound.kwargs)
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException:  # after the loop anything may happen: what was to be seen has been seen
            return


def _complete(finder: Growing, node: Node, found: list[tuple[Key, Any, Any]]) -> bool:
    """Add the children that were never visited to the node; return False if it does not go on as it went before."""
    visited = [child for child in node.children if child in finder.keys]
    rest = _without(found, [finder.keys[child][:2] for child in visited], lambda call: call[0][:2])
    if rest is None:  # positions that never look the same twice
        rest = _without(found, [child.move for child in visited], lambda call: call[1])
    if rest is None:
        return False
    kids = [
        sprout(thing, node, len(node.children) + i, move, is_max=own_turn(thing))
        for i, (_, move, thing) in enumerate(rest)
    ]
    adopt(node, [*node.children, *kids], over=False)
    return True


def _without(calls: list[Any], known: list[Any], what: Callable[[Any], Any]) -> list[Any] | None:
    """Return the calls that are left when one for each of the known is taken away; None if some are not among them."""
    rest = list(calls)
    for each in known:
        place = next((i for i, call in enumerate(rest) if what(call) == each and each is not None), None)
        if place is None:
            return None
        del rest[place]
    return rest


# Functions, and what they change


def _functions(search: Code, alive: Mapping[int, list[Any]]) -> dict[CodeType, list[FunctionType]]:
    """Return the functions that run each code: those found before the run, those made in it, or any that is left."""
    functions: dict[CodeType, list[FunctionType]] = {}
    for part in search.recursive_parts:
        met = [*part.functions, *alive.get(id(part), ())]
        functions[part.code] = list({id(each): each for each in met}.values()) or [
            each
            for each in gc.get_referrers(part.code)
            if isinstance(each, FunctionType) and each.__code__ is part.code
        ]
    return functions


def _answered(
    stack: ExitStack, search: Code, functions: Mapping[CodeType, list[FunctionType]], asked: list[_Probe]
) -> dict[CodeType, FunctionType]:
    """Let every call of the search be answered by the probe at hand; return copies of the functions that still run."""
    clones: dict[CodeType, FunctionType] = {}
    for code, function in ((code, function) for code, same in functions.items() for function in same):
        clone = FunctionType(code, function.__globals__, code.co_name, function.__defaults__, function.__closure__)
        clone.__kwdefaults__ = function.__kwdefaults__
        clones.setdefault(code, clone)
        stack.callback(setattr, function, "__code__", code)
        function.__code__ = _stub(code, search.parts[code], clone, asked)
    return clones


def _stub(code: CodeType, part: Part, clone: FunctionType, asked: list[_Probe]) -> CodeType:
    """Return code that can stand in a function instead of its own, and asks the probe for what to return."""
    signature = inspect.signature(clone)

    def answer(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        caller = sys._getframe(1).f_back
        assert caller is not None
        return asked[0].take(part, bound.arguments, caller)

    def stub(*args: Any, **kwargs: Any) -> Any:
        hook: Any = 987654321
        return hook(args, kwargs)

    constants = tuple(answer if constant == 987654321 else constant for constant in stub.__code__.co_consts)
    return stub.__code__.replace(co_consts=constants, co_freevars=code.co_freevars)


def _put_back(
    stack: ExitStack, functions: Mapping[CodeType, list[FunctionType]], left: list[Unfinished], finder: Growing
) -> None:
    """Put back in the end whatever running functions again changes: their variables outside, their objects, chance."""
    every = [function for same in functions.values() for function in same]
    owners = [one.given.get(name) for one in left for name in one.part.parameters[:1]]
    spaces = [each.__globals__ for each in every] + [vars(owner) for owner in owners if hasattr(owner, "__dict__")]
    kept: list[Any] = []
    if not is_simple(finder.subject) and (subject := _try(deepcopy, finder.subject)) is not None:
        stack.callback(_become, finder.subject, subject)
    for space in {id(space): space for space in spaces}.values():
        names = [name for name in space if not name.startswith("__")]
        kept += [space[name] for name in names]
        for name in names:
            stack.callback(space.__setitem__, name, space[name])
    for cell in (cell for each in every for cell in each.__closure__ or ()):
        if _try(lambda cell: not isinstance(cell.cell_contents, FunctionType), cell):
            kept.append(cell.cell_contents)
            stack.callback(setattr, cell, "cell_contents", cell.cell_contents)
    for thing in kept:
        if type(thing) in (list, dict, set):
            stack.callback(_become, thing, copy(thing))
    stack.callback(random.setstate, random.getstate())


def _try(function: Callable[[Any], Any], thing: Any) -> Any:
    try:
        return function(thing)
    except Exception:  # the learner's own class may refuse, and a cell may be empty
        return None


def _become(thing: Any, other: Any) -> None:
    """Make an object hold what another one does, in place."""
    if isinstance(thing, list):
        thing[:] = other
    elif isinstance(thing, dict | set):
        thing.clear()
        thing.update(other)
    elif hasattr(thing, "shape"):
        thing[...] = other
    elif hasattr(thing, "__dict__"):
        vars(thing).clear()
        vars(thing).update(vars(other))
