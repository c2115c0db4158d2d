"""A listing: a function's source for the page, with the lines that change its variables."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from copy import deepcopy
from textwrap import dedent

from minimax_lessons.events import Update
from minimax_lessons.player.contract import Source
from minimax_lessons.tracing.run import Trace
from minimax_lessons.tracing.source import role_of

__all__ = ["listing"]

Function = ast.FunctionDef | ast.AsyncFunctionDef
# "best", "alpha", "beta", "value" and "test": the line that changes it, or that compares bounds
Lines = dict[str, int]


def listing(run: Trace) -> Source | None:
    """Return the source with its folds, its names of bounds, and the lines that hold values."""
    if not run.source:
        return None
    text = run.source.rstrip("\n")
    shown: Source = {"text": text, "first": run.first_line}
    try:
        module = ast.parse(dedent(text))
    except SyntaxError:  # part of a larger statement: shown as it is
        return shown
    ast.increment_lineno(module, run.first_line - 1)
    names = frozenset(_names(module))
    roles = {
        name: role for name in sorted(names) if (role := role_of(name, names)) in ("alpha", "beta")
    }
    updates = sorted({event.line for event in run.events if isinstance(event, Update)})
    return {
        **shown,
        "folds": [
            fold
            for function in ast.walk(module)
            if isinstance(function, Function)
            for fold in _fold(function)
        ],
        "names": roles,
        "values": {str(line): _changes(module, line, roles) for line in updates},
    }


def _fold(function: Function) -> Iterator[tuple[int, int, str]]:
    """Yield the lines of each head with annotations or a docstring, and the line in their place."""
    has_docstring = ast.get_docstring(function, clean=False) is not None
    last = (function.body[0].end_lineno or 0) if has_docstring else function.body[0].lineno - 1
    arguments = deepcopy(function.args)
    annotated = function.returns is not None
    for child in ast.walk(arguments):
        if isinstance(child, ast.arg) and child.annotation:
            child.annotation, annotated = None, True
    if has_docstring or annotated:
        margin, end = " " * function.col_offset, " …" if has_docstring else ""
        text = f"{margin}def {function.name}({ast.unparse(arguments)}):{end}"
        yield function.lineno, max(last, function.lineno), text


def _changes(module: ast.Module, line: int, roles: Mapping[str, str]) -> Lines:
    """Return a loop's lines that change the best value, the bounds and the child's value."""
    loops = [
        statement for statement in ast.walk(module) if isinstance(statement, ast.For | ast.While)
    ]
    around = [loop for loop in loops if loop.lineno <= line <= (loop.end_lineno or 0)]
    if not around:
        return {}
    returned = {
        child.value.id
        for child in ast.walk(module)
        if isinstance(child, ast.Return) and isinstance(child.value, ast.Name)
    }
    searches = {function.name for function in ast.walk(module) if isinstance(function, Function)}
    lines: Lines = {}
    for child in ast.walk(around[-1]):  # ast.walk() comes to the innermost last
        if isinstance(child, ast.If) and {"alpha", "beta"} <= {
            roles.get(name) for name in _names(child.test)
        }:
            lines.setdefault("test", child.lineno)
        if isinstance(child, ast.Assign | ast.AugAssign):
            came = "value" if searches & _names(child.value) else None
            stored = [
                part.id
                for part in ast.walk(child)
                if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
            ]
            for name in stored:
                if what := roles.get(name) or ("best" if name in returned else came):
                    lines.setdefault(what, child.lineno)
    return lines


def _names(node: ast.AST) -> set[str]:
    """Return the names of variables, parameters and attributes in a piece of code."""
    return {
        child.id
        if isinstance(child, ast.Name)
        else child.arg
        if isinstance(child, ast.arg)
        else child.attr
        for child in ast.walk(node)
        if isinstance(child, ast.Name | ast.arg | ast.Attribute)
    }
