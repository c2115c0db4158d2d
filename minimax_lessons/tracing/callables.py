"""Callables: the Python function behind anything that can be called, and what its code says by itself."""

from __future__ import annotations

import ast
import functools
import inspect
from types import CodeType, FunctionType, MethodType
from typing import Any

__all__ = [
    "UNKNOWN",
    "FunctionSyntax",
    "is_lazy",
    "lazy",
    "names_in",
    "parameters_of",
    "plain_function",
    "syntax_of",
    "variables_of",
    "written",
]

FunctionSyntax = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

UNKNOWN = object()  # what a name stands for that only the run will tell


def plain_function(function: Any) -> tuple[FunctionType, Any]:
    """Return the Python function behind anything callable, and whose method it is, or raise TypeError."""
    if not callable(function):
        raise TypeError(f"{function!r} is not a function: give the search itself, without calling it")
    name = getattr(function, "__name__", type(function).__name__)
    if isinstance(function, functools.partial):
        return plain_function(function.func)
    if hasattr(function, "cache_info") and hasattr(function, "__wrapped__"):
        return plain_function(function.__wrapped__)
    if isinstance(function, MethodType):
        return plain_function(function.__func__)[0], function.__self__
    if isinstance(function, FunctionType):
        if is_lazy(function.__code__):
            raise lazy(name)
        return function, UNKNOWN
    method = inspect.getattr_static(type(function), "__call__", None)
    if isinstance(function, type) or not isinstance(method, FunctionType):
        raise TypeError(f"{name} is not written as a Python function, so its steps can't be watched")
    return method, function


def is_lazy(code: CodeType) -> bool:
    """Return True for a generator or a coroutine."""
    return bool(code.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR))


def lazy(name: str) -> TypeError:
    """Return the error that says why a generator can't be watched."""
    return TypeError(
        f"{name} is a generator or a coroutine: calling it runs nothing yet, so there is no search to watch."
        " Write it with return instead of yield or await"
    )


# What the code says


def parameters_of(code: CodeType) -> tuple[str, ...]:
    """Return the names of a function's parameters, without *args and **kwargs."""
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def variables_of(code: CodeType) -> tuple[str, ...]:
    """Return the names of a function's variables, those of the functions around it too."""
    return (*code.co_varnames, *code.co_cellvars, *code.co_freevars)


def names_in(code: CodeType) -> set[str]:
    """Return every name that a function and those inside it use, beside its own variables."""
    names = {*code.co_names, *code.co_freevars}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= names_in(constant)
    return names


def syntax_of(code: CodeType) -> FunctionSyntax | None:
    """Return the syntax of a function, or None where its source is not to be had."""
    try:
        lines, _ = inspect.findsource(code)
        return _module_syntax("".join(lines)).get((code.co_name, code.co_firstlineno))
    except (OSError, SyntaxError, IndexError):
        return None


@functools.lru_cache(maxsize=64)
def _module_syntax(text: str) -> dict[tuple[str, int], FunctionSyntax]:
    """Return every function in a source text by its name and the line it begins on."""
    functions: dict[tuple[str, int], FunctionSyntax] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.decorator_list[0].lineno if node.decorator_list else node.lineno
            functions[node.name, first] = node
        elif isinstance(node, ast.Lambda):
            functions["<lambda>", node.lineno] = node
    return functions


@functools.lru_cache(maxsize=256)
def written(syntax: FunctionSyntax | None) -> tuple[ast.AST, ...]:
    """Return the syntax of a function's body with all that stands in it: no decorators, no defaults."""
    if syntax is None:
        return ()
    return tuple(
        node for part in (syntax.body if isinstance(syntax.body, list) else [syntax.body]) for node in ast.walk(part)
    )
