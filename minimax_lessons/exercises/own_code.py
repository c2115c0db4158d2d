"""Own code: the functions of the learner's that an answer consists of, and what they remember from call to call."""

from __future__ import annotations

import sysconfig
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from types import CellType, FunctionType, MethodType
from typing import Any

from minimax_lessons.tracing.functions import names_used

__all__ = ["Memory", "is_own", "own_functions"]

PACKAGE = str(Path(__file__).parents[1])
CONTAINERS = (list, dict, set, bytearray)
MOST_KEPT = 2_000  # containers in a learner's memory


@cache
def is_own(file: str) -> bool:
    """Return True for a file that belongs to no library."""
    libraries = (PACKAGE, *(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")))
    return not file.startswith(libraries) and not file.startswith("<frozen")


def own_functions(answer: Any) -> list[FunctionType]:
    """Return the functions that an answer reaches, by their names, through wrappers, classes and closures."""
    return [thing for thing in _reached(answer) if isinstance(thing, FunctionType)]


def _reached(answer: Any) -> list[Any]:
    """Return the learner's functions, classes and objects that an answer may use, and the caches round them."""
    found: dict[int, Any] = {}
    ahead = [answer]
    while ahead:
        thing = ahead.pop(0)
        if id(thing) not in found and (parts := _parts(thing)) is not None:
            found[id(thing)] = thing
            ahead.extend(parts)
    return list(found.values())


def _parts(thing: Any) -> list[Any] | None:
    """Return what a learner's thing leads on to, or None if it is none."""
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
        methods = [each for each in vars(thing).values() if isinstance(each, FunctionType)]
        own = any(is_own(each.__code__.co_filename) for each in methods)
        return [*vars(thing).values(), *thing.__bases__] if own else None
    if hasattr(thing, "__dict__") and _parts(type(thing)):
        return [type(thing), *vars(thing).values()]
    return None


def _globals(function: FunctionType) -> dict[str, Any]:
    """Return what a function, and those inside it, may mean by the names of its module."""
    known = function.__globals__
    return {name: known[name] for name in names_used(function.__code__) if name in known}


def _held(function: FunctionType) -> list[Any]:
    """Return what a function keeps in itself: variables of functions around it, and defaults."""
    kept = [cell.cell_contents for cell in _filled(function)]
    return [*kept, *(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]


def _filled(function: FunctionType) -> list[CellType]:
    return [cell for cell in function.__closure__ or () if cell != CellType()]


class Memory:
    """What an answer keeps from one call to the next, as it was when this was made."""

    def __init__(self, answer: Any) -> None:
        self._restore: list[Callable[[], object]] = []
        self._kept: set[int] = set()
        for thing in _reached(answer):
            if hasattr(thing, "cache_clear"):
                self._restore.append(thing.cache_clear)
            elif isinstance(thing, FunctionType):
                self._keep_function(thing)
            elif isinstance(thing, type):
                for value in vars(thing).values():
                    self._keep(value)
            elif hasattr(thing, "__dict__"):
                self._keep(vars(thing))

    def restore(self) -> None:
        """Put everything back, as if the answer had never been called."""
        for put_back in self._restore:
            put_back()

    def _keep_function(self, function: FunctionType) -> None:
        for value in (*_held(function), vars(function), *_globals(function).values()):
            self._keep(value)
        for cell in _filled(function):
            self._restore.append(partial(setattr, cell, "cell_contents", cell.cell_contents))
        for name, value in _globals(function).items():
            if value is None or isinstance(value, int | float | str | tuple):
                self._restore.append(partial(function.__globals__.__setitem__, name, value))

    def _keep(self, container: Any) -> None:
        """Take a copy of what a container holds, and of the containers in it."""
        if not isinstance(container, CONTAINERS) or id(container) in self._kept or len(self._kept) > MOST_KEPT:
            return
        self._kept.add(id(container))
        fill = container.extend if hasattr(container, "extend") else container.update
        self._restore += [container.clear, partial(fill, container.copy())]
        for value in list(container.values() if isinstance(container, dict) else container):
            self._keep(value)
