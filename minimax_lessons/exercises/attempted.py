"""Attempted: what counts as an attempt, in an answer, in a function to repair and in a cell."""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain, takewhile
from typing import Any

from minimax_lessons.exercises.answers import called_in, parsed, source_of

__all__ = [
    "FILE",
    "Todo",
    "functions_in",
    "is_as_given",
    "is_blank",
    "is_untouched",
    "open_lines",
    "open_place",
    "same_code",
]

# written by author: exercise -> function -> its source in every version handed out so far
FILE = "handed_out.json"
Versions = dict[str, dict[str, list[str]]]


@dataclass(frozen=True, repr=False)
class Todo:
    """What stands where the learner's answer goes."""

    name: Any  # of an exercise; of any other type where somebody wrote todo([3, 5])

    def __repr__(self) -> str:
        return f'todo("{self.name}")' if isinstance(self.name, str) else f"todo({self.name!r})"


def is_blank(answer: Any) -> bool:
    """Return True if nothing has been filled in yet."""
    if answer is None or answer is ... or isinstance(answer, Todo):
        return True
    if isinstance(answer, list | tuple):
        return bool(answer) and all(is_blank(part) for part in answer)
    code = getattr(inspect.unwrap(answer), "__code__", None) if callable(answer) else None
    return code is not None and _does_nothing(answer)


def open_place(answer: Any) -> str | None:
    """Return the first open place in a list, or in a list within it, in words: ``"the 2nd"``."""
    for number, part in enumerate(answer if isinstance(answer, list | tuple) else (), start=1):
        inner = None if is_blank(part) else open_place(part)
        if inner or is_blank(part):
            ending = {1: "st", 2: "nd", 3: "rd"}.get(number if number < 20 else number % 10, "th")
            return f"{inner} in the {number}{ending}" if inner else f"the {number}{ending}"
    return None


def _does_nothing(function: Any) -> bool:
    """Return True for a function with no more than its first line above the todo."""
    tree = parsed(source_of(function))
    body = getattr(tree.body[0], "body", None) if tree and tree.body else None
    if not isinstance(body, list):
        return False
    written = takewhile(lambda line: not called_in(line, "todo"), body)
    parts = (line.value if isinstance(line, ast.Expr) else line for line in written)
    return all(isinstance(part, ast.Pass | ast.Constant) for part in parts)


def open_lines(syntax: ast.AST) -> Iterator[tuple[int, bool]]:
    """Yield each line with nothing but three dots, and True if it is alone in its block."""
    for node in ast.walk(syntax):
        for _, block in ast.iter_fields(node):
            dots = [line for line in block if _is_dots(line)] if isinstance(block, list) else []
            yield from ((line.lineno, len(dots) == len(block)) for line in dots)


def _is_dots(line: Any) -> bool:
    match line:
        case ast.Expr(value=ast.Constant(value=value)):
            return value is ...
    return False


# Functions to repair


def is_untouched(exercise: str, answer: Any) -> bool:
    """Return True if the answer and its helpers are still as some sheet has given them."""
    versions = _versions().get(exercise, {})
    name = getattr(answer, "__name__", "")
    scope = {**getattr(answer, "__globals__", {}), name: answer}
    is_as_given = name in versions and all(
        any(same_code(source_of(scope.get(function)), source) for source in sources)
        for function, sources in versions.items()
    )
    return is_as_given or _has_empty_block(source_of(answer))


def is_as_given(source: str, blank: str) -> bool:
    """Return True if nobody has answered in a cell: it is blank, or as an older sheet gave it."""
    return same_code(source, blank) or "todo(" in source or _was_handed_out(source)


def _was_handed_out(source: str) -> bool:
    """Return True if a cell defines functions, and each of them is as some sheet has given it."""
    try:
        functions = functions_in(source).values()
    except SyntaxError:
        return False
    exercises = _versions().values()
    versions = [
        *chain.from_iterable(chain.from_iterable(by_name.values() for by_name in exercises))
    ]
    return bool(functions) and all(
        any(same_code(function, version) for version in versions) for function in functions
    )


def same_code(source: str, other_source: str) -> bool:
    """Return True if two sources hold the same code, whatever its layout and comments."""
    return _parsed(source) == _parsed(other_source)


def functions_in(source: str) -> dict[str, str]:
    r"""Return by its name the text of each function that a cell defines.

    >>> functions_in("def f(x):\n    return x\n\nf(3)")
    {'f': 'def f(x):\n    return x'}
    """
    definitions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    return {node.name: ast.get_source_segment(source, node) or "" for node in definitions}


def _has_empty_block(source: str) -> bool:
    """Return True if a branch or a loop holds only three dots, because its line is missing."""
    tree = parsed(source)
    return tree is not None and any(alone for _, alone in open_lines(tree))


@cache
def _versions() -> Versions:
    text = files("minimax_lessons").joinpath("exercises", FILE).read_text(encoding="utf-8")
    versions: Versions = json.loads(text)
    return versions


def _parsed(source: str) -> str:
    try:
        return ast.dump(ast.parse(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return source.strip()
