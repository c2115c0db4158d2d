"""Own code: the learner's functions that an answer consists of, and their memory between calls."""

from __future__ import annotations

import sysconfig
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from types import CellType, CodeType, FunctionType, MethodType
from typing import Any

from minimax_lessons.tracing.ask import Snapshot
from minimax_lessons.tracing.source import names_used

__all__ = ["Memory", "codes_in", "is_own", "own_functions"]

PACKAGE = str(Path(__file__).parents[1])


@cache
def is_own(file: str) -> bool:
    """Return True for a file that belongs to no library."""
    libraries = (PACKAGE, *(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")))
    return not file.startswith(libraries) and not file.startswith("<frozen")


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """Yield a code, and those of the functions that are defined in it."""
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from codes_in(part)


def own_functions(answer: Any) -> list[FunctionType]:
    """Return the functions that an answer reaches: by name, wrapper, class or closure."""
    return [thing for thing in _reached(answer) if isinstance(thing, FunctionType)]


def _reached(answer: Any) -> list[Any]:
    """Return the learner's functions, classes and objects behind an answer, and their caches."""
    things: dict[int, Any] = {}
    ahead = [answer]
    while ahead:
        thing = ahead.pop(0)
        if id(thing) not in things and (parts := _parts(thing)) is not None:
            things[id(thing)] = thing
            ahead.extend(parts)
    return list(things.values())


def _parts(thing: Any) -> list[Any] | None:
    """Return the things that a learner's thing refers to, or None for a library's thing."""
    if isinstance(thing, FunctionType):
        if not is_own(thing.__code__.co_filename):
            return None
        return [*_globals(thing).values(), *_held(thing), getattr(thing, "__wrapped__", None)]
    if isinstance(thing, partial):
        return [thing.func, *thing.args, *thing.keywords.values()]
    if isinstance(thing, MethodType):
        return [thing.__func__, thing.__self__]
    if isinstance(thing, staticmethod | classmethod | property):
        return [getattr(thing, "__func__", None) or getattr(thing, "fget", None)]
    if hasattr(thing, "cache_clear"):
        return [getattr(thing, "__wrapped__", None)]
    if isinstance(thing, type):
        methods = [
            function for function in vars(thing).values() if isinstance(function, FunctionType)
        ]
        own = any(is_own(function.__code__.co_filename) for function in methods)
        return [*vars(thing).values(), *thing.__bases__] if own else None
    if hasattr(thing, "__dict__") and _parts(type(thing)):
        return [type(thing), *vars(thing).values()]
    return None


def _globals(function: FunctionType) -> dict[str, Any]:
    """Return the global variables that a function and its inner functions may use."""
    namespace = function.__globals__
    return {name: namespace[name] for name in names_used(function.__code__) if name in namespace}


def _held(function: FunctionType) -> list[Any]:
    """Return the things in a function itself: variables of outer functions, and defaults."""
    kept = [cell.cell_contents for cell in _filled(function)]
    return [*kept, *(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]


def _filled(function: FunctionType) -> list[CellType]:
    return [cell for cell in function.__closure__ or () if cell != CellType()]


class Memory(Snapshot):
    """An answer's memory between calls, as it was at first, with empty caches."""

    def __init__(self, answer: Any) -> None:
        things = _reached(answer)
        functions = [thing for thing in things if isinstance(thing, FunctionType)]
        for thing in things:
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()
        names = {name for function in functions for name in names_used(function.__code__)}
        attributes = [vars(function) for function in functions]
        super().__init__(functions, names, [*things, *attributes])
