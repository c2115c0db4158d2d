"""Mending: change one line of an answer, run it again, and so prove that this line was at fault."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

from minimax_lessons.exercises.calling import spent
from minimax_lessons.exercises.edits import Edit, edits
from minimax_lessons.exercises.own_code import own_functions

__all__ = ["Mended", "Source", "changed", "mended", "sources"]

SECONDS = 3.0  # of processor time, for all edits tried


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
        """Return the code of each function as the statement stands now, or None if it makes no sense."""
        try:
            module = compile(ast.Module([self.statement], []), self.file, "exec")
        except (SyntaxError, ValueError, TypeError):
            return None
        codes = {(code.co_name, code.co_firstlineno): code for code in _codes_in(module)}
        found = [codes.get((each.__code__.co_name, each.__code__.co_firstlineno)) for each in self.functions]
        pairs = zip(found, self.functions, strict=True)
        fits = all(code and len(code.co_freevars) == len(each.__code__.co_freevars) for code, each in pairs)
        return found if fits else None  # type: ignore[return-value]


def sources(answer: Any) -> list[Source]:
    """Return the statements that an answer's own functions are written in."""
    found: dict[tuple[str, int], Source] = {}
    trees: dict[str, list[ast.stmt]] = {}
    for function in own_functions(answer):
        file, line = function.__code__.co_filename, function.__code__.co_firstlineno
        if file not in trees:
            trees[file] = []
            with suppress(SyntaxError):
                trees[file] = ast.parse("".join(linecache.getlines(file))).body
        for statement in trees[file]:
            first = min([statement.lineno, *(each.lineno for each in getattr(statement, "decorator_list", ()))])
            if first <= line <= (statement.end_lineno or first):
                source = found.setdefault((file, statement.lineno), Source(statement, file, []))
                source.functions.append(function)
    return list(found.values())


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    """Yield a code, and those of the functions that are defined in it."""
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _codes_in(part)


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


def mended(answer: Any, repairs: Callable[[], bool]) -> Mended | None:
    """Return the first edit of one line that repairs an answer: every trial then comes out right."""
    ends = spent() + SECONDS
    found = sources(answer)
    inside = [node for source in found for node in ast.walk(source.statement)]
    names = dict.fromkeys(node.name for node in inside if isinstance(node, ast.FunctionDef))
    every = [(source, edit) for source in found for edit in edits(source.statement, names)]
    for source, edit in sorted(every, key=lambda pair: pair[1].rank):
        if spent() > ends:
            return None
        with changed(source, edit) as runs:
            repaired = runs and repairs()
        if repaired:
            return Mended(edit, linecache.getline(source.file, edit.line).strip(), source)
    return None
