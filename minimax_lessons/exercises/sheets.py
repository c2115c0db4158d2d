"""Sheets: the exercises of a lesson in the project, and the places of a learner's cells."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from minimax_lessons.exercises.answers import called_in, parsed
from minimax_lessons.exercises.attempted import same_code
from minimax_lessons.exercises.workbooks import AUTHOR_ONLY, CHECK, blank_sources
from minimax_lessons.notebooks import EXERCISES, SOLUTIONS

__all__ = ["Cell", "Exercise", "Sheet", "Unreadable", "cells_of", "sheet_of", "sheets"]

HEADING = re.compile(r"^#+\s*(\d+\.\d+)\b", re.MULTILINE)
DEFINITIONS = ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef
MAKES = re.compile(r"^(?:def|class)\s+(\w+)|^(\w+)\s*=", re.MULTILINE)


class Unreadable(ValueError):
    """What is no notebook of these lessons, in a sentence."""


@dataclass(frozen=True)
class Cell:
    """A cell of code or text."""

    id: str
    source: str
    is_code: bool = True
    tags: tuple[str, ...] = ()
    heading: str = ""  # the exercise under whose heading it stands
    number: int = 0  # counted from 1

    @cached_property
    def makes(self) -> set[str]:
        """Return the names that it makes."""
        tree = parsed(self.source if self.is_code else "")
        if tree is None:
            return {name or bound_name for name, bound_name in MAKES.findall(self.source)}
        stored = {part for part in ast.walk(tree) if isinstance(part, ast.Name)}
        names = {part.id for part in stored if isinstance(part.ctx, ast.Store)}
        return names.union(node.name for node in tree.body if isinstance(node, DEFINITIONS))

    def is_like(self, cell: Cell) -> bool:
        """Return True if both hold the same code, whatever its layout and comments."""
        return same_code(self.source, cell.source)


@dataclass(frozen=True)
class Exercise:
    """An exercise of a sheet: its check's expression, its answer cells, and a wrong answer."""

    name: str
    expression: str
    answers: tuple[str, ...]
    control: tuple[str, ...]  # what makes the solutions up to here, and a wrong answer
    wrong: str


@dataclass(frozen=True)
class Sheet:
    """The exercises of a lesson, with the cells of its workbook."""

    path: Path
    blank: tuple[Cell, ...]
    exercises: tuple[Exercise, ...]

    def merged(
        self, cells: Sequence[Cell]
    ) -> Iterator[tuple[Exercise, tuple[Cell, ...], str | None]]:
        """Yield each exercise with the cells before its check, and its state if that is plain."""
        theirs, extras = self._found(cells), dict[int, list[Cell]]()
        taken = {cell.number for cell in theirs.values()}
        # cells of the learner's own, by the known cell that they follow
        last = 0
        for cell in cells:
            last = cell.number if cell.number in taken else last
            is_extra = cell.is_code and cell.number not in taken
            if is_extra and not CHECK.fullmatch(cell.source.strip()):
                extras.setdefault(last, []).append(cell)
        # the imports
        before = [*(cell for cell in self.blank[:2] if cell.is_code), *extras.get(0, [])]
        answers, begun = {id_ for exercise in self.exercises for id_ in exercise.answers}, 0
        for blank in self.blank:
            mine = theirs.get(blank.id)
            if blank.is_code and not CHECK.search(blank.source):
                if blank.id not in answers and (mine is None or not mine.is_like(blank)):
                    before.append(blank)
                if mine is not None:
                    before.append(Cell(blank.id, mine.source, number=mine.number))
            if mine is not None:
                before += extras.get(mine.number, [])
            checked = CHECK.match(blank.source)
            for exercise in self.exercises:
                if checked and checked[1] == exercise.name:
                    yield exercise, (*before,), self._state(exercise, theirs, before[begun:])
                    begun = len(before)

    def _state(
        self, exercise: Exercise, theirs: dict[str, Cell], since: Sequence[Cell]
    ) -> str | None:
        """Return "missing" or "not attempted" where the cells since the last check show it."""
        blank = {cell.id: cell for cell in self.blank}
        names = {name for id_ in exercise.answers for name in blank[id_].makes}
        for cell in since:
            if cell.id not in blank and names & cell.makes:
                return None  # it stands in a cell of the learner's own
            is_given = cell.id in blank and cell.id not in exercise.answers
            if is_given and cell.number and not cell.is_like(blank[cell.id]):
                return None  # what was given is changed
        if any(id_ not in theirs for id_ in exercise.answers):
            return "missing"
        if all(theirs[id_].is_like(blank[id_]) for id_ in exercise.answers):
            return "not attempted"
        return None

    def _found(self, cells: Sequence[Cell]) -> dict[str, Cell]:
        """Return the learner's cell for each cell of the sheet: by id, or by heading and names."""
        by_id = {cell.id: cell for cell in reversed(cells)}
        makers = [cell for cell in cells if cell.is_code and not CHECK.search(cell.source)]
        cell_of: dict[str, Cell] = {}
        for blank in self.blank:
            same = by_id.get(blank.id)
            alike = [cell for cell in makers if blank.makes & cell.makes]
            if same is not None and same.is_code == blank.is_code and (same in alike or not alike):
                cell_of[blank.id] = same
        for blank in (cell for cell in self.blank if cell.is_code and cell.id not in cell_of):
            free = [cell for cell in makers if cell not in cell_of.values()]
            alike = [cell for cell in free if blank.makes & cell.makes]
            if not blank.makes:
                alike = [cell for cell in free if cell.is_like(blank)]
            if alike:
                below = (cell for cell in alike if cell.heading == blank.heading)
                cell_of[blank.id] = next(below, alike[0])
        return cell_of


# Files


def cells_of(path: Path) -> list[Cell]:
    """Return the cells of a notebook's file; Unreadable says what is the matter with it."""
    if path.exists() and not path.is_file():
        raise Unreadable("It is not a file.")
    try:
        data = _loaded(path)
    except OSError as trouble:
        raise Unreadable(f"It can't be read: {trouble.strerror}.") from None
    except (ValueError, RecursionError):
        raise Unreadable(
            "It is not a notebook. Save it again in JupyterLab, or hand in the file itself."
        ) from None
    try:
        if not isinstance(data["nbformat"], int):
            raise TypeError
        raw = data["cells"] if data["nbformat"] >= 4 else data["worksheets"][0]["cells"]
        return list(_numbered(raw))
    except (KeyError, TypeError, IndexError, AttributeError):
        raise Unreadable(
            "It is not a notebook of a known form. Open it in JupyterLab and save it again."
        ) from None


def _loaded(path: Path) -> Any:
    data = path.read_bytes()
    try:
        return json.loads(data)  # in any Unicode, with or without a mark of its order
    except UnicodeDecodeError:
        return json.loads(data.decode("cp1252"))


def _numbered(raw: Sequence[dict[str, Any]]) -> Iterator[Cell]:
    heading = ""
    for number, cell in enumerate(raw, start=1):
        text = cell.get("source", cell.get("input", ""))
        source = text if isinstance(text, str) else "".join(text)
        is_code = cell["cell_type"] == "code"
        if not is_code:
            if cell["cell_type"] == "heading":
                source = f"# {source}"
            heading = headings[-1] if (headings := HEADING.findall(source)) else heading
        tags = tuple(map(str, (cell.get("metadata") or {}).get("tags") or ()))
        id_ = str(cell.get("id", f"cell-{number}"))
        yield Cell(id_, source, is_code, tags, heading, number)


@cache
def sheets() -> tuple[Sheet, ...]:
    """Return all blank sheets, made from the solutions because learners change the files."""
    return tuple(_sheet(path) for path in sorted(SOLUTIONS.glob("*.ipynb")))


def _sheet(solution: Path) -> Sheet:
    solved = cells_of(solution)
    shown = [cell for cell in solved if AUTHOR_ONLY not in cell.tags]
    plain = [cell for cell in shown if cell.is_code]
    sources = blank_sources([(cell.id, cell.source) for cell in plain])
    blank = [replace(cell, source=sources.get(cell.id, cell.source)) for cell in shown]
    checking = (cell for cell in plain if CHECK.match(cell.source))
    checks = {cell.id: called_in(ast.parse(cell.source).body[0], "check") for cell in checking}
    exercises: list[Exercise] = []
    answers: list[str] = []
    for cell in plain:
        if call := checks.get(cell.id):
            name = ast.literal_eval(call.args[0])
            end, last, wrong = _wrong(solved[cell.number :], name)
            makers = (maker for maker in plain if maker.id not in checks)
            control = *(maker.source for maker in makers if maker.number < end), last
            expression = ast.unparse(call.args[1])
            exercises.append(Exercise(name, expression, tuple(answers), control, wrong))
            answers = []
        elif "### BEGIN SOLUTION" in cell.source:
            answers.append(cell.id)
    return Sheet(EXERCISES / solution.name, tuple(blank), tuple(exercises))


def _wrong(solved: Sequence[Cell], name: str) -> tuple[int, str, str]:
    """Return the number of the cell with wrong answers, its other effects, and the first answer."""
    for cell in solved:
        body = ast.parse(cell.source).body if AUTHOR_ONLY in cell.tags else []
        refused = [call for call in (called_in(node, "refused") for node in body) if call]
        wrong = [call.args[1] for call in refused if ast.literal_eval(call.args[0]) == name]
        if wrong:
            preparation = [node for node in body if called_in(node, "refused") is None]
            return cell.number, ast.unparse(ast.Module(preparation, [])), ast.unparse(wrong[0])
    raise Unreadable(f"Nothing wrong is known for {name}.")


def sheet_of(cells: Sequence[Cell], path: Path) -> Sheet:
    """Return the sheet that a notebook was made from."""
    ids = {cell.id for cell in cells}
    checked = {name for cell in cells if cell.is_code for name in CHECK.findall(cell.source)}
    headings = {cell.heading for cell in cells} | checked

    def alike(sheet: Sheet) -> tuple[int, int, bool]:
        own = {id_ for exercise in sheet.exercises for id_ in exercise.answers}
        checks = {cell.id for cell in sheet.blank if CHECK.search(cell.source)}
        texts = {exercise.name for exercise in sheet.exercises} & headings
        return len((own | checks) & ids), len(texts), sheet.path.name == path.name

    best = max(sheets(), key=alike)
    if not any(alike(best)):
        raise Unreadable("It contains no exercise of these lessons.")
    return best
