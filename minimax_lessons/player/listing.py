"""A listing: a function's source as a page shows it, with what its lines do to the search's variables."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from copy import deepcopy
from textwrap import dedent

from minimax_lessons.events import Update
from minimax_lessons.player.contract import Source
from minimax_lessons.tracing.roles import role_of
from minimax_lessons.tracing.run import Trace

__all__ = ["listing"]

Function = ast.FunctionDef | ast.AsyncFunctionDef
Lines = dict[str, int]  # "best", "alpha", "beta", "value" and "test": the line that changes it, or that compares bounds


def listing(run: Trace) -> Source | None:
    """Return the source, what of it is folded at first, which names are bounds, and which lines hold which values."""
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
    roles = {name: role for name in sorted(names) if (role := role_of(name, names)) in ("alpha", "beta")}
    updates = sorted({event.line for event in run.events if isinstance(event, Update)})
    return {
        **shown,
        "folds": [fold for each in ast.walk(module) if isinstance(each, Function) for fold in _fold(each)],
        "names": roles,
        "values": {str(line): _changes(module, line, roles) for line in updates},
    }


def _fold(function: Function) -> Iterator[tuple[int, int, str]]:
    """Yield the first and last line of a head with annotations or a docstring, and the line that stands for them."""
    told = ast.get_docstring(function, clean=False) is not None
    last = (function.body[0].end_lineno or 0) if told else function.body[0].lineno - 1
    arguments = deepcopy(function.args)
    annotated = function.returns is not None
    for each in ast.walk(arguments):
        if isinstance(each, ast.arg) and each.annotation:
            each.annotation, annotated = None, True
    if told or annotated:
        text = f"{' ' * function.col_offset}def {function.name}({ast.unparse(arguments)}):{' …' * told}"
        yield function.lineno, max(last, function.lineno), text


def _changes(module: ast.Module, line: int, roles: Mapping[str, str]) -> Lines:
    """Return which lines of the loop around a line change the best value, the bounds and the child's value."""
    loops = [each for each in ast.walk(module) if isinstance(each, ast.For | ast.While)]
    around = [loop for loop in loops if loop.lineno <= line <= (loop.end_lineno or 0)]
    if not around:
        return {}
    returned = {
        each.value.id for each in ast.walk(module) if isinstance(each, ast.Return) and isinstance(each.value, ast.Name)
    }
    searches = {each.name for each in ast.walk(module) if isinstance(each, Function)}
    found: Lines = {}
    for each in ast.walk(around[-1]):  # ast.walk() comes to the innermost last
        if isinstance(each, ast.If) and {"alpha", "beta"} <= {roles.get(name) for name in _names(each.test)}:
            found.setdefault("test", each.lineno)
        if isinstance(each, ast.Assign | ast.AugAssign):
            came = "value" if searches & _names(each.value) else None
            stored = [
                part.id for part in ast.walk(each) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
            ]
            for name in stored:
                if what := roles.get(name) or ("best" if name in returned else came):
                    found.setdefault(what, each.lineno)
    return found


def _names(node: ast.AST) -> set[str]:
    """Return the names of variables, parameters and attributes in a piece of code."""
    return {
        each.id if isinstance(each, ast.Name) else each.arg if isinstance(each, ast.arg) else each.attr
        for each in ast.walk(node)
        if isinstance(each, ast.Name | ast.arg | ast.Attribute)
    }
