"""Own code: the learner's functions behind a search or an answer, and everything they change."""

from __future__ import annotations

import dis
import functools
import gc
import inspect
import random
import sys
import sysconfig
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, partial
from pathlib import Path
from types import CellType, CodeType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any

from minimax_lessons.trees import Node

__all__ = [
    "Memory",
    "OwnFunction",
    "Snapshot",
    "become",
    "caches_of",
    "codes_in",
    "defined_in",
    "is_own",
    "is_simple",
    "names_used",
    "own_functions",
    "passing",
    "reached_code",
    "replace_everywhere",
    "seen_through",
]

PACKAGE = str(Path(__file__).parent)
SIMPLE = (int, float, str, bytes, bool, type(None), Enum)


@cache
def is_own(file: str) -> bool:
    """Return True for a file that belongs to no library."""
    libraries = (PACKAGE, *(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")))
    return not file.startswith(libraries) and not file.startswith("<frozen")


def is_simple(thing: Any) -> bool:
    """Return True for a plain value that never changes: a number, a text, a tuple of such."""
    return isinstance(thing, SIMPLE) or (isinstance(thing, tuple) and all(map(is_simple, thing)))


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """Yield a code, and those of the functions that are defined in it."""
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from codes_in(part)


def names_used(code: CodeType) -> set[str]:
    """Return every name that a function and those inside it use, beside its own variables."""
    return {name for part in codes_in(code) for name in (*part.co_names, *part.co_freevars)}


# What a thing refers to

MOST_REACHED = 2_000  # things: the positions of a large tree lead to no more functions


@dataclass
class OwnFunction:
    """A function of the learner's, with the names by which others may call it."""

    code: CodeType
    names: set[str]
    functions: list[FunctionType] = field(default_factory=list)  # that run the code


def own_functions(answer: Any) -> list[FunctionType]:
    """Return the functions that an answer reaches: by name, wrapper, class or closure."""
    return [function for part in reached_code([answer]).values() for function in part.functions]


def reached_code(
    things: Iterable[Any], modules: Collection[str] = ()
) -> dict[CodeType, OwnFunction]:
    """Return the code of the functions that things reach, and of those defined inside of these.

    Functions and classes of some ``modules`` also count as the learner's own.
    """
    reached: dict[CodeType, OwnFunction] = {}
    for name, thing in _reached(things, modules):
        if isinstance(thing, FunctionType | CodeType):
            code = thing.__code__ if isinstance(thing, FunctionType) else thing
            part = reached.setdefault(code, OwnFunction(code, {code.co_name}))
            part.names.add(name or code.co_name)
            if isinstance(thing, FunctionType) and thing not in part.functions:
                part.functions.append(thing)
    return reached


def _reached(things: Iterable[Any], modules: Collection[str] = ()) -> list[tuple[str, Any]]:
    """Return the learner's functions, classes and objects behind some things, with their names.

    A thing with several names comes once with each of them.
    """
    reached: dict[tuple[str, int], tuple[str, Any]] = {}
    ahead = deque(("", thing) for thing in things)
    while ahead and len(reached) < MOST_REACHED:
        name, thing = ahead.popleft()
        key = name, id(thing)
        if key not in reached and (parts := _parts(name, thing, modules)) is not None:
            reached[key] = name, thing
            ahead.extend(parts)
    return list(reached.values())


def _parts(name: str, thing: Any, modules: Collection[str]) -> list[tuple[str, Any]] | None:
    """Return the things that a learner's thing refers to, or None for a library's thing."""
    if isinstance(thing, FunctionType):
        return _parts_of_function(name, thing) if _is_own_function(thing, modules) else None
    if isinstance(thing, CodeType):
        return list(defined_in(thing))
    if isinstance(thing, list | tuple | dict):
        held = thing.values() if isinstance(thing, dict) else thing
        return [(name, part) for part in held if not is_simple(part)]
    if isinstance(thing, partial):
        return [(name, thing.func), *((name, part) for part in thing.args), *thing.keywords.items()]
    if isinstance(thing, MethodType):
        return [(name, thing.__func__), ("", thing.__self__)]
    if isinstance(thing, staticmethod | classmethod | property):
        return [(name, getattr(thing, "__func__", None) or getattr(thing, "fget", None))]
    if hasattr(thing, "cache_clear"):
        return [(name, getattr(thing, "__wrapped__", None))]
    if isinstance(thing, type):
        parts = [part for kind in thing.__mro__ for part in vars(kind).values()]
        methods = [getattr(part, "__func__", part) for part in parts]
        methods = [method for method in methods if isinstance(method, FunctionType)]
        own = any(_is_own_function(method, modules) for method in methods)
        return [*vars(thing).items(), *(("", base) for base in thing.__bases__)] if own else None
    if hasattr(thing, "__dict__") and _parts(name, type(thing), modules):
        call = inspect.getattr_static(type(thing), "__call__", None)
        return [(name, call), ("", type(thing)), *vars(thing).items()]
    return None


def _is_own_function(function: FunctionType, modules: Collection[str]) -> bool:
    return is_own(function.__code__.co_filename) or function.__module__ in modules


def _parts_of_function(name: str, function: FunctionType) -> list[tuple[str, Any]]:
    """Return the variables, defaults and inner functions that a function may use, with names."""
    names, variables = names_used(function.__code__), function.__globals__
    imported = {
        instruction.argval
        for code in codes_in(function.__code__)
        for instruction in dis.get_instructions(code)
        if instruction.opname == "IMPORT_NAME"
    }
    modules = [variables[used] for used in names & variables.keys()]
    modules += [sys.modules.get(module) for module in imported]
    spaces = [variables, *(vars(thing) for thing in modules if isinstance(thing, ModuleType))]
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return [
        *((used, space[used]) for space in spaces for used in sorted(names & space.keys())),
        *((variable, cell.cell_contents) for variable, cell in cells if cell != CellType()),
        *(("", value) for value in function.__defaults__ or ()),
        *(function.__kwdefaults__ or {}).items(),
        (name, getattr(function, "__wrapped__", None)),
        *defined_in(function.__code__),
    ]


def defined_in(code: CodeType) -> Iterator[tuple[str, CodeType]]:
    """Yield the functions defined in a function with the names by which it calls them."""
    defined: CodeType | None = None
    for instruction in dis.get_instructions(code):
        if isinstance(instruction.argval, CodeType):
            defined = instruction.argval
            if defined.co_name.startswith("<"):
                yield from defined_in(defined)
            else:
                yield defined.co_name, defined
        elif defined is not None and instruction.opname.startswith("STORE"):
            if defined.co_name == "<lambda>":
                yield instruction.argval, defined
            defined = None
        elif instruction.opname not in ("LOAD_CONST", "MAKE_FUNCTION", "SET_FUNCTION_ATTRIBUTE"):
            defined = None


# What they change

NOTEBOOKS = ("IPython", "ipykernel", "traitlets")  # hold the cells, and no search
MOST_OBJECTS = 20_000  # beyond them nothing is kept: a library's tables are not the search's own


class Snapshot:
    """The present contents of every object, class and variable that some functions can change."""

    def __init__(
        self, functions: Iterable[FunctionType], names: Iterable[str], things: Iterable[Any]
    ) -> None:
        self._random = random.getstate()
        # each object that can change, with a copy of its contents
        self._contents: list[tuple[Any, Any]] = []
        self._variables: list[tuple[dict[str, Any], dict[str, Any]]] = []  # global variables
        self._cells: list[tuple[Any, Any]] = []
        self._caches: list[Any] = []  # that hold nothing yet
        ahead = list(things)
        wanted = set(names)
        for function in functions:
            space = function.__globals__
            held = {
                name: space[name] for name in wanted if name in space and not name.startswith("__")
            }
            self._variables.append((space, held))
            ahead += held.values()
            ahead += [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
            for cell in function.__closure__ or ():
                with suppress(ValueError):  # its variable has no value yet
                    self._cells.append((cell, cell.cell_contents))
                    ahead.append(cell.cell_contents)
        self._names = wanted
        self._keep_all(ahead)

    def restore(self) -> None:
        """Put everything back."""
        random.setstate(self._random)
        for thing, contents in self._contents:
            with suppress(Exception):  # the learner's own class may refuse
                become(thing, contents)
        for space, held in self._variables:
            for name in self._names & space.keys():
                if name in held:
                    space[name] = held[name]
                elif not name.startswith("__"):
                    del space[name]
        for cell, value in self._cells:
            cell.cell_contents = value
        for holder in self._caches:
            holder.cache_clear()

    def _keep_all(self, ahead: list[Any]) -> None:
        seen: set[int] = set()
        while ahead and len(seen) < MOST_OBJECTS:
            thing = ahead.pop()
            if id(thing) in seen or is_simple(thing):
                continue
            seen.add(id(thing))
            if isinstance(thing, tuple):
                ahead += thing
            elif callable(getattr(type(thing), "cache_info", None)):
                if not thing.cache_info().currsize:
                    self._caches.append(thing)
            elif (contents := _contents(thing)) is not None:
                self._contents.append((thing, contents))
                ahead += _contained(contents)


def _contents(thing: Any) -> Any:
    """Return a copy of what an object holds, if it is one that a search's author may have made."""
    kind = type(thing)
    if _top_package(kind) in NOTEBOOKS:
        return None
    if kind in (list, dict, set) or isinstance(thing, list | dict | set):
        return kind.copy(thing) if kind in (list, dict, set) else thing.copy()
    if isinstance(thing, Node | ModuleType | FunctionType) or _is_installed(thing):
        return None
    if isinstance(thing, type):
        return {name: value for name, value in vars(thing).items() if not name.startswith("__")}
    if hasattr(thing, "shape") and hasattr(thing, "copy"):
        return thing.copy()
    return dict(vars(thing)) if hasattr(thing, "__dict__") else None


def _top_package(kind: type) -> str:
    return (kind.__module__ or "").partition(".")[0]


def _is_installed(thing: Any) -> bool:
    """Return True for an object of a class that is Python's own or this package's."""
    top = _top_package(thing if isinstance(thing, type) else type(thing))
    return top in sys.stdlib_module_names - {"__main__"} or top == "minimax_lessons"


def _contained(contents: Any) -> Iterator[Any]:
    if isinstance(contents, dict):
        yield from contents.values()
    elif isinstance(contents, list | set):
        yield from contents


def become(thing: Any, contents: Any) -> None:
    """Make an object hold something else, in place."""
    if isinstance(thing, list):
        if len(thing) != len(contents) or any(
            old is not new for old, new in zip(thing, contents, strict=True)
        ):
            thing[:] = contents
    elif isinstance(thing, dict | set):
        thing.clear()
        thing.update(contents)
    elif isinstance(thing, type):
        for name in [
            name for name in vars(thing) if not name.startswith("__") and name not in contents
        ]:
            delattr(thing, name)
        for name, value in contents.items():
            if vars(thing).get(name) is not value:
                setattr(thing, name, value)
    elif hasattr(thing, "shape"):
        thing[...] = contents
    elif hasattr(thing, "__dict__"):
        vars(thing).clear()
        vars(thing).update(contents if isinstance(contents, dict) else vars(contents))


class Memory(Snapshot):
    """An answer's memory between calls, as it was at first, with empty caches."""

    def __init__(self, answer: Any) -> None:
        things = [thing for _, thing in _reached([answer])]
        functions = [thing for thing in things if isinstance(thing, FunctionType)]
        for thing in things:
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()
        names = {name for function in functions for name in names_used(function.__code__)}
        attributes = [vars(function) for function in functions]
        super().__init__(functions, names, [*things, *attributes])


# The caches before them

Answer = Callable[[CodeType, dict[str, Any], Any, FrameType], None]


def caches_of(code: CodeType) -> list[Any]:
    """Return the caches that stand before the functions of some code."""
    functions = [
        function
        for function in gc.get_referrers(code)
        if isinstance(function, FunctionType) and function.__code__ is code
    ]
    holders = gc.get_referrers(*functions)
    holders += gc.get_referrers(*[space for space in holders if isinstance(space, dict)])
    return [
        holder
        for holder in holders
        if hasattr(holder, "cache_info") and getattr(holder, "__wrapped__", None) in functions
    ]


@contextmanager
def seen_through(
    caches: list[Any], steps: Callable[[], int], answered: Answer
) -> Iterator[dict[int, FunctionType]]:
    """Put a function before each cache that reports its own answers, also before new caches."""

    def watched(cache: Any) -> FunctionType:
        return answered_by(cache, steps, answered)

    def maker(make: Any) -> Any:
        def decorate(*args: Any, **kwargs: Any) -> Any:
            result = make(*args, **kwargs)
            if getattr(result, "__code__", None) is passing:
                return result  # functools.cache calls functools.lru_cache, which is watched, too
            return (
                watched(result)
                if hasattr(result, "cache_info")
                else lambda function: watched(result(function))
            )

        return decorate

    stands = {id(cache): watched(cache) for cache in caches}
    makers = [(make, maker(make)) for make in (functools.cache, functools.lru_cache)]
    with ExitStack() as stack:
        replace_everywhere(stack, [*((cache, stands[id(cache)]) for cache in caches), *makers])
        yield stands


def replace_everywhere(stack: ExitStack, pairs: Sequence[tuple[Any, Any]]) -> None:
    """Put the second of each pair wherever the first is held by name, until the stack is left."""
    if not pairs:
        return
    replacements = {id(old): new for old, new in pairs}
    # goes through all objects that there are
    holders = gc.get_referrers(*[old for old, _ in pairs])
    spaces = [holder for holder in holders if isinstance(holder, dict)]
    classes = [thing for thing in gc.get_referrers(*spaces) if isinstance(thing, type)]
    for holder in holders:
        if isinstance(holder, CellType):
            old = holder.cell_contents
            new = replacements[id(old)]
            if not any(holder is cell for cell in new.__closure__ or ()):  # else it needs the old
                stack.callback(setattr, holder, "cell_contents", old)
                holder.cell_contents = new
        elif isinstance(holder, dict) and (put := _writer(holder, classes)):
            # no comprehension: its cell would hold what is to be replaced
            for name, value in list(holder.items()):
                if id(value) in replacements:
                    put(name, replacements[id(value)])
                    stack.callback(put, name, value)


def _writer(space: dict[str, Any], classes: Iterable[type]) -> Callable[[str, Any], None] | None:
    """Return the way to write a name of a module or of one of the classes; None for other dicts."""
    if "__name__" in space and "__builtins__" in space:
        return space.__setitem__
    for thing in classes:
        if any(part is space for part in gc.get_referents(thing)):
            return functools.partial(setattr, thing)
    return None


def answered_by(cache: Any, steps: Callable[[], int], answered: Answer) -> FunctionType:
    """Return a function that asks the cache, and reports each answer without a call behind it."""
    function = cache.__wrapped__
    signature = inspect.signature(function)

    @functools.wraps(function)
    def passing(*args: Any, **kwargs: Any) -> Any:
        before = steps()
        result = cache(*args, **kwargs)
        if steps() == before:
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            answered(function.__code__, dict(bound.arguments), result, sys._getframe(1))
        return result

    front: Any = passing
    front.cache_info, front.cache_clear = cache.cache_info, cache.cache_clear
    return front  # type: ignore[no-any-return]


passing = next(code for code in answered_by.__code__.co_consts if isinstance(code, CodeType))
