"""Plan: the cells to run for one exercise: our own sheet with the learner's answers in it."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from minimax_lessons.exercises.answers import called_in, parsed
from minimax_lessons.exercises.sheets import Cell, Exercise, Sheet, cells_of, sheet_of

__all__ = ["AnswerToJudge", "Work", "read_work", "work_in", "work_of"]

EMPTY = ast.Module(body=[], type_ignores=[])
SHOWS = ("check", "hint", "animate")  # calls that show something and make nothing


@dataclass(frozen=True)
class AnswerToJudge:
    """An exercise and the cells to run for it."""

    exercise: Exercise
    needed: tuple[Cell, ...]
    all_cells: tuple[Cell, ...]  # a second try, if the learner has added cells that may matter
    answer: str  # the learner's own cells in it, for a comparison with other learners

    @property
    def key(self) -> str:
        """Return a text that is the same for the same code: such answers are judged once."""
        cells = [(cell.source, cell.id) for cell in (*self.needed, *self.all_cells)]
        text = repr((self.exercise.name, self.exercise.expression, cells))
        return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


@dataclass(frozen=True)
class Work:
    """A learner's notebook: its sheet, the exercises to judge, and the states of the others."""

    sheet: Sheet
    tasks: tuple[AnswerToJudge, ...]
    states: dict[str, str]


def read_work(path: Path) -> Work:
    """Return the work in a notebook's file; Unreadable says why a file holds none."""
    cells = cells_of(path)
    return work_of(sheet_of(cells, path), cells)


def work_in(name: str, data: bytes) -> Work:
    """Return the work in a notebook that was handed in under a name."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / (Path(name).name or "notebook.ipynb")
        path.write_bytes(data)
        return read_work(path)


def work_of(sheet: Sheet, cells: Sequence[Cell]) -> Work:
    """Return the work in the cells of a notebook that was made from a sheet."""
    blank = {cell.id for cell in sheet.blank}
    answers = {id_ for exercise in sheet.exercises for id_ in exercise.answers}
    tasks, states = [], {}
    for exercise, earlier, state in sheet.merged(cells):
        if state is not None:
            states[exercise.name] = state
            continue
        before = [*map(_runnable, earlier)]
        own = [cell for cell in before if cell.id in exercise.answers and cell.number]
        needed = _needed(before, own, exercise.expression, blank - answers)
        used = {id(cell) for cell in needed}
        extras = any(
            cell.number and cell.id not in blank and id(cell) not in used for cell in before
        )
        text = "\n".join(cell.source for cell in own)
        tasks.append(AnswerToJudge(exercise, tuple(needed), tuple(before) if extras else (), text))
    return Work(sheet, tuple(tasks), states)


def _needed(
    before: Sequence[Cell], own: Iterable[Cell], expression: str, sheet_cells: set[str]
) -> list[Cell]:
    """Return the cells that make the names which an answer uses, and the cells of the answer.

    The imports of the sheet's own cells always run. An answer's imports do not, because its
    other lines may hang.
    """
    kept = {id(cell) for cell in own}
    imports = [cell for cell in before if _imports(cell)]
    kept |= {id(cell) for cell in imports if cell.id in sheet_cells}
    names = _names(expression).union(*(_names(cell.source) for cell in own))
    while more := [
        cell for cell in before if id(cell) not in kept and cell.makes & names and cell.source
    ]:
        # of two cells that make a name the last counts, because it ran last
        cell = more[-1]
        kept.add(id(cell))
        names |= _names(cell.source)
    return [cell for cell in before if id(cell) in kept]


def _imports(cell: Cell) -> bool:
    tree = parsed(cell.source) or EMPTY
    return any(isinstance(node, ast.Import | ast.ImportFrom) for node in tree.body)


def _names(source: str) -> set[str]:
    """Return the names that a source uses."""
    tree = parsed(source) or EMPTY
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _runnable(cell: Cell) -> Cell:
    """Return the cell without lines that only show something; the others keep their numbers."""
    tree = parsed(cell.source) or EMPTY
    lines = cell.source.splitlines()
    shows = [node for node in tree.body if called_in(node, *SHOWS)]
    for node in shows:
        end = node.end_lineno or node.lineno
        lines[node.lineno - 1 : end] = [""] * (end - node.lineno + 1)
    return replace(cell, source="\n".join(lines)) if shows else cell
