"""Mending: change one line of an answer, run it again, and so prove that this line was at fault."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

from minimax_lessons.check_limits import MENDING_SECONDS
from minimax_lessons.exercises.answers import parsed
from minimax_lessons.exercises.edits import TEST_LEFT_OUT, Edit, edits
from minimax_lessons.guarded_call import spent
from minimax_lessons.own_code import codes_in, own_functions

__all__ = ["Mended", "Source", "changed", "mended", "sources"]


@dataclass(frozen=True)
class Mended:
    """An edit that repairs every trial, and the line as it stands now."""

    edit: Edit
    code: str
    source: Source


@dataclass
class Source:
    """A statement at the top of a cell or a file, and the functions that are compiled from it."""

    statement: ast.stmt
    file: str
    functions: list[FunctionType]

    def run(self, codes: list[CodeType]) -> None:
        """Let each function run a code from here on."""
        for function, code in zip(self.functions, codes, strict=True):
            function.__code__ = code

    def compiled(self) -> list[CodeType] | None:
        """Return the code of each function as the statement is now, or None for an invalid one."""
        try:
            module = compile(ast.Module([self.statement], []), self.file, "exec")
        except (SyntaxError, ValueError, TypeError):
            return None
        # a function whose other variables are not as many cannot run the code
        codes = {_place(code): code for code in codes_in(module)}
        old_codes = [function.__code__ for function in self.functions]
        fits = {_place(code) for code in old_codes} <= codes.keys()
        return [codes[_place(code)] for code in old_codes] if fits else None


def _place(code: CodeType) -> tuple[str, int, int]:
    """Return the name and the line of a code, and the number of variables from around it."""
    return code.co_name, code.co_firstlineno, len(code.co_freevars)


def sources(answer: Any) -> list[Source]:
    """Return the statements that an answer's own functions are written in."""
    by_place: dict[tuple[str, int], Source] = {}
    trees: dict[str, list[ast.stmt]] = {}
    for function in own_functions(answer):
        file, line = function.__code__.co_filename, function.__code__.co_firstlineno
        if file not in trees:
            tree = parsed("".join(linecache.getlines(file)))
            trees[file] = tree.body if tree else []
        for statement in trees[file]:
            decorators = getattr(statement, "decorator_list", ())
            first = min(node.lineno for node in (statement, *decorators))
            is_there = first <= line <= (statement.end_lineno or first)
            if is_there and _can_be_written(statement):
                source = by_place.setdefault((file, statement.lineno), Source(statement, file, []))
                source.functions.append(function)
    return list(by_place.values())


def _can_be_written(statement: ast.stmt) -> bool:
    """Return True if the statement is not nested too deeply for Python to write it out again."""
    try:
        return bool(ast.unparse(statement))
    except RecursionError:
        return False


@contextmanager
def changed(source: Source, edit: Edit) -> Iterator[bool]:
    """Let the answer run with a line changed; False if it can't be."""
    before = [function.__code__ for function in source.functions]
    edit.do()
    try:
        codes = source.compiled()
        source.run(codes or before)
        yield codes is not None
    finally:
        edit.undo()
        source.run(before)


def mended(answer: Any, results: Callable[[], Any], *, tests_stay: bool = False) -> Mended | None:
    """Return the first edit of one line after which every trial is right.

    ``results`` runs the trials and returns the answer's results, or None if one of them is
    wrong. An edit of a condition proves nothing if True or False in its place does the same on
    every trial: the condition is then never asked, or never changes. With ``tests_stay`` no
    test is left out.
    """
    ends = spent() + MENDING_SECONDS
    statements = sources(answer)
    inside = [node for source in statements for node in ast.walk(source.statement)]
    names = dict.fromkeys(node.name for node in inside if isinstance(node, ast.FunctionDef))
    every = [(source, edit) for source in statements for edit in edits(source.statement, names)]
    if tests_stay:
        every = [(source, edit) for source, edit in every if edit.rank != TEST_LEFT_OUT]
    for source, edit in sorted(every, key=lambda pair: pair[1].rank):
        if spent() > ends:
            return None
        with changed(source, edit) as runs:
            repaired = results() if runs else None
        if repaired is not None and not _is_idle(source, edit, repaired, results):
            return Mended(edit, linecache.getline(source.file, edit.line).strip(), source)
    return None


def _is_idle(source: Source, edit: Edit, repaired: Any, results: Callable[[], Any]) -> bool:
    """Return True if an edit changes a condition for which a constant would do as well."""
    for value in (True, False) if edit.condition is not None else ():
        with changed(source, edit.with_constant(value)) as runs:
            if runs and results() == repaired:
                return True
    return False
