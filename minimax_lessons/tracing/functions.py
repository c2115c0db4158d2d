"""Functions: the Python function behind anything that can be called, and which others a search is made of."""

from __future__ import annotations

import ast
import functools
import inspect
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from minimax_lessons.tracing.roles import role_of
from minimax_lessons.tracing.syntax import Syntax, called_name, syntax_of

__all__ = [
    "Found",
    "follow_calls",
    "lazy",
    "names_used",
    "plain_function",
    "recursive_group",
    "searches_beside",
    "with_namesakes",
]

UNKNOWN = object()  # what a name stands for that only the run will tell
LAZY = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
TEXTBOOK = ("minimax_lessons.search", "minimax_lessons.variants")  # searches that one's own may stand in front of


def plain_function(function: Any) -> tuple[FunctionType, Any]:
    """Return the Python function behind anything callable, and whose method it is, or raise TypeError."""
    if not callable(function):
        raise TypeError(f"{function!r} is not a function: give the search itself, without calling it")
    name = getattr(function, "__name__", type(function).__name__)
    plain, me = _unwrapped(function, UNKNOWN)
    if plain is None:
        raise TypeError(f"{name} is not written as a Python function, so its steps can't be watched")
    if plain.__code__.co_flags & LAZY:
        raise lazy(name)
    return plain, me


def lazy(name: str) -> TypeError:
    """Return the error that says why a generator can't be watched."""
    return TypeError(
        f"{name} is a generator or a coroutine: calling it runs nothing yet, so there is no search to watch."
        " Write it with return instead of yield or await"
    )


def names_used(code: CodeType) -> set[str]:
    """Return every name that a function and those inside it use, beside its own variables."""
    inside = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return {*code.co_names, *code.co_freevars}.union(*map(names_used, inside))


@dataclass
class Found:
    """A function met while following calls, with what its names mean there."""

    code: CodeType
    scope: dict[str, Any]
    me: Any  # in a method the object, or the class, that it belongs to; else UNKNOWN
    syntax: Syntax
    calls: set[CodeType] = field(default_factory=set)
    functions: list[FunctionType] = field(default_factory=list)  # those that run the code, as far as they are there

    @property
    def is_lazy(self) -> bool:
        """Return True for a generator or a coroutine."""
        return bool(self.code.co_flags & LAZY)

    @property
    def is_method(self) -> bool:
        """Return True for a function that has been asked of an object."""
        return self.me is not UNKNOWN

    @property
    def parameters(self) -> tuple[str, ...]:
        """Return the names of the parameters, without *args and **kwargs."""
        return self.code.co_varnames[: self.code.co_argcount + self.code.co_kwonlyargcount]

    @property
    def variables(self) -> tuple[str, ...]:
        """Return the names of the variables, those of the functions around it too."""
        return (*self.code.co_varnames, *self.code.co_cellvars, *self.code.co_freevars)

    @property
    def attributes(self) -> set[str]:
        """Return every attribute that it asks objects for."""
        return self.syntax.attributes if self.syntax else names_used(self.code)

    @property
    def likeness(self) -> int:
        """Return how much it looks like a search."""
        roles = {role_of(name, frozenset(self.parameters)) for name in self.parameters}
        words = ("max", "min", "nega", "search", "alpha", "beta", "solve")
        return 2 * len(roles - {None, "index", "values"}) + any(word in self.code.co_name.lower() for word in words)


# Who calls whom


def follow_calls(function: FunctionType, me: Any, given: Iterable[Any] = ()) -> dict[CodeType, Found]:
    """Return every function of the learner's that the search may call, the search itself first.

    The objects given to it tell which methods are meant where only an attribute's name is written.
    """
    start = _found(function, me)
    known = {start.code: start}
    seen = {id(function)}  # one code may be run by many functions: a decorator's wrapper, with another inside each
    ahead: list[tuple[Found, Found]] = [(start, start)]  # the first found of a code, and the one to follow
    objects = [thing for each in given for thing in _kinds(each)]
    while ahead:
        first, found = ahead.pop()
        for callee, key in _callees(found, objects):
            first.calls.add(callee.code)
            same = known.setdefault(callee.code, callee)
            same.functions += [each for each in callee.functions if all(each is not other for other in same.functions)]
            if key not in seen:
                seen.add(key)
                ahead.append((known[callee.code], callee))
    _link_unnamed(known)
    return known


def _link_unnamed(known: dict[CodeType, Found]) -> None:
    """Let a call of what has no name of its own, table[side](…), be one of any function that is passed about."""
    called = {code: [n.func for n in each.syntax.written if isinstance(n, ast.Call)] for code, each in known.items()}
    callers = {id(function) for of_one in called.values() for function in of_one}
    names = {
        node.id
        for each in known.values()
        for node in each.syntax.written
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in callers
    }
    about = {code for code in known if code.co_name in names}
    for code, of_one in called.items():
        own = known[code].parameters
        if any(isinstance(each, ast.Subscript) or getattr(each, "id", "") in own for each in of_one):
            known[code].calls |= about


def _kinds(thing: Any) -> list[Any]:
    """Return an object and one of each other class of its author's below it."""
    found: dict[type, Any] = {type(thing): thing}
    ahead, most = [thing], 1000
    while ahead and most:
        held, most = ahead.pop(), most - 1
        below = held if isinstance(held, list | tuple) else getattr(held, "__dict__", {}).values()
        for part in below:
            if isinstance(part, list | tuple):
                ahead.append(part)
            elif type(part) not in found and type(part).__module__ == type(thing).__module__:
                found[type(part)] = part
                ahead.append(part)
    return list(found.values())


def _found(function: FunctionType, me: Any) -> Found:
    scope = dict(function.__globals__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            scope[name] = cell.cell_contents
        except ValueError:  # a name that its function has not bound yet
            continue
    return Found(function.__code__, scope, me, syntax_of(function.__code__), functions=[function])


def _callees(found: Found, given: list[Any]) -> Iterator[tuple[Found, int]]:
    """Yield each function that a function's code names, and what tells it from others."""
    inner = dict(_inner_functions(found))
    scope = found.scope | inner
    for target, me in _targets(replace(found, scope=scope), given):
        if isinstance(target, CodeType):
            yield Found(target, scope, found.me, syntax_of(target)), id(target)
            continue
        function, me = _unwrapped(target, me)
        if function is not None and _is_learners(function, found.scope.get("__name__")):
            yield _found(function, me), id(function)


def _unwrapped(target: Any, me: Any) -> tuple[FunctionType | None, Any]:
    """Return the function behind a name, and whose method it is."""
    while True:
        if isinstance(target, FunctionType):
            return target, me
        if isinstance(target, functools.partial):
            target = target.func
        elif isinstance(target, MethodType):
            target, me = target.__func__, target.__self__
        elif isinstance(target, staticmethod):
            target, me = target.__func__, UNKNOWN
        elif isinstance(target, classmethod):
            target = target.__func__
        elif isinstance(target, property):
            target = target.fget
        elif hasattr(target, "cache_info") and hasattr(target, "__wrapped__"):
            target = target.__wrapped__
        else:
            method = inspect.getattr_static(type(target), "__call__", None)
            if isinstance(target, type) or not isinstance(method, FunctionType):
                return None, me
            target, me = method, target


def _targets(found: Found, given: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield what each name in the function's code stands for, with the object that it was asked of."""
    if not found.syntax:
        for name in sorted(names_used(found.code)):
            yield found.scope.get(name), UNKNOWN
            yield from _methods(name, [found.me, *given])
        return
    nodes = list(found.syntax.written)
    asked = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    for node in nodes:
        if isinstance(node, ast.Name) and id(node) not in asked:
            yield _meaning(found, node.id), UNKNOWN
        elif isinstance(node, ast.Attribute):
            yield from _attribute(found, node, given)


def _attribute(found: Found, node: ast.Attribute, given: list[Any]) -> Iterator[tuple[Any, Any]]:
    if found.is_method and isinstance(node.value, ast.Call) and called_name(node.value) == "super":
        yield _inherited(found, node.attr), found.me
        return
    owner = _held(found, node.value)
    if owner is not UNKNOWN:
        yield inspect.getattr_static(owner, node.attr, None), UNKNOWN if isinstance(owner, ModuleType) else owner
    else:  # nothing tells what child is in child.search(…), but the name does
        if node.attr == found.code.co_name:
            yield found.code, found.me
        yield from _methods(node.attr, given)


def _methods(name: str, objects: list[Any]) -> Iterator[tuple[Any, Any]]:
    for each in objects:
        if each is not UNKNOWN:
            yield inspect.getattr_static(each, name, None), each


def _meaning(found: Found, name: str) -> Any:
    """Return what a name stands for: a function defined there, or what is outside; of a variable, the class if told."""
    meaning = found.scope.get(name, UNKNOWN)
    if name not in found.code.co_varnames or isinstance(meaning, CodeType):
        return meaning
    if (module := found.syntax.imported.get(name)) is not None:
        return getattr(sys.modules.get(module), name, UNKNOWN)
    values = found.syntax.assigned.get(name, [])
    return _held(found, values[0]) if len(values) == 1 and isinstance(values[0], ast.Call) else UNKNOWN


def _held(found: Found, node: ast.expr) -> Any:
    """Return the object that an expression such as self.game stands for, as far as it is there before the run."""
    if isinstance(node, ast.Name):
        if found.is_method and node.id in found.code.co_varnames[:1]:
            return found.me
        return _meaning(found, node.id)
    if isinstance(node, ast.Attribute):
        owner = _held(found, node.value)
        return UNKNOWN if owner is UNKNOWN else inspect.getattr_static(owner, node.attr, UNKNOWN)
    if isinstance(node, ast.Call) and isinstance(made := _held(found, node.func), type):
        return made
    return UNKNOWN


def _inherited(found: Found, name: str) -> Any:
    """Return what super() finds: the next class's method after the one that the function stands in."""
    classes = list((found.me if isinstance(found.me, type) else type(found.me)).__mro__)
    holds = [any(getattr(held, "__code__", None) is found.code for held in vars(each).values()) for each in classes]
    after = classes[holds.index(True) + 1 :] if True in holds else classes
    return next((vars(each)[name] for each in after if name in vars(each)), None)


def _inner_functions(found: Found) -> Iterator[tuple[str, CodeType]]:
    """Yield the functions defined inside another by the names they are called by there."""
    named_lambdas: dict[int, str] = {}
    for node in found.syntax.written:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
            named_lambdas.update((node.value.lineno, t.id) for t in node.targets if isinstance(t, ast.Name))
    ahead = [found.code]
    while ahead:
        for constant in ahead.pop().co_consts:
            if not isinstance(constant, CodeType):
                continue
            if not constant.co_name.startswith("<"):
                yield constant.co_name, constant
            elif constant.co_name == "<lambda>" and constant.co_firstlineno in named_lambdas:
                yield named_lambdas[constant.co_firstlineno], constant
            else:  # a comprehension, or a lambda that is used where it stands: look through it
                ahead.append(constant)


def _is_learners(function: FunctionType, home: str | None) -> bool:
    module = function.__module__ or ""
    top = module.partition(".")[0]
    if module == home or top == "__main__" or module in TEXTBOOK:
        return True
    is_installed = {"site-packages", "dist-packages"} & {*Path(function.__code__.co_filename).parts}
    return top not in sys.stdlib_module_names and top != "minimax_lessons" and not is_installed


# Who calls one another in a circle


def recursive_group(found: dict[CodeType, Found], start: CodeType, chosen: CodeType | None) -> set[CodeType]:
    """Return the functions that call one another in a circle: the search, not a helper that happens to recurse.

    Of several searches that which is chosen.
    """
    reach = {code: _reachable(found, code) for code in found}
    groups = [{other for other in reach[code] if code in reach[other]} for code in found if code in reach[code]]
    likeliest = max(groups, key=lambda group: sum(found[code].likeness for code in group), default=set[CodeType]())
    return next((group for group in groups if start in group or chosen in group), likeliest)


def searches_beside(found: dict[CodeType, Found], start: CodeType, group: set[CodeType]) -> Iterator[CodeType]:
    """Yield the searches that the function called first goes into as well as into those of the group."""
    for code in found[start].calls - group if start not in group else ():
        reached = _reachable(found, code)
        if code in reached and found[code].likeness > 1 and group.isdisjoint(reached):
            yield code


def with_namesakes(found: dict[CodeType, Found], group: set[CodeType]) -> set[CodeType]:
    """Return the functions with the methods of other classes that the same call may mean: a leaf's, perhaps."""
    names = {code.co_name for code in group if code.co_varnames[:1] == ("self",)}
    called = {callee for code in group for callee in found[code].calls}
    return group | {code for code in called if code.co_name in names}


def _reachable(found: dict[CodeType, Found], start: CodeType) -> set[CodeType]:
    seen, ahead = set[CodeType](), [*found[start].calls]
    while ahead:
        code = ahead.pop()
        if code not in seen:
            seen.add(code)
            ahead += found[code].calls
    return seen
