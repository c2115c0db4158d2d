"""Workbooks: the notebooks that learners fill in, written from their solutions, and marked when they are handed in."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import nbformat

from minimax_lessons.authoring import normalise
from minimax_lessons.notebooks import EXERCISES, LESSONS, SOLUTIONS, notebook
from minimax_lessons.setup_env import ROOT
from minimax_lessons.trouble import Trouble, telling

__all__ = ["Unclear", "author", "workbook"]

MARK = re.compile(r"^ *### (BEGIN SOLUTION|GIVEN|END SOLUTION)$", re.MULTILINE)
SOLUTION = re.compile(  # its indentation, its lines, and what is given instead
    r"^( *)### BEGIN SOLUTION\n((?:.*\n)*?)(?: *### GIVEN\n((?:.*\n)*?))? *### END SOLUTION$", re.MULTILINE
)
AUTHOR_ONLY = "author-only"  # a cell with this tag feeds a check what it must refuse; learners don't get it
CHECK = re.compile(r'^check\("([\d.]+)"', re.MULTILINE)


class Unclear(Trouble):
    """A solution that no workbook can be made of: which cell, and why."""


@telling("Make the folder of the notebooks yours, or copy it to a place that is.")
def author(arguments: Sequence[str]) -> int:
    """Write the workbooks from the solutions; with --check only say which would change.

    With --run run lessons and solutions first, those named or all, and keep what they show.
    """
    names = [argument for argument in arguments if argument not in ("--run", "--check")]
    for path in _named(names) if "--run" in arguments else ():
        _run(path)
    return _author("--check" in arguments)


def _named(names: Sequence[str]) -> Iterator[Path]:
    """Yield the lessons and the solutions that are meant by "03" or a name; without one all of them."""
    for folder in (LESSONS, SOLUTIONS):
        there = sorted(folder.glob("*.ipynb"))
        meant = {notebook(name, LESSONS).name for name in names}
        yield from (path for path in there if not names or path.name in meant)


def _author(only_check: bool) -> int:
    made = {EXERCISES / path.name: _made(path) for path in sorted(SOLUTIONS.glob("*.ipynb"))}
    changed = {path: text for path, text in made.items() if not path.exists() or path.read_text("utf-8") != text}
    if only_check:
        for path in changed:
            print(f"{path.name} is not what its solution makes of it: python3 -m minimax_lessons author")
        return 1 if changed else 0
    EXERCISES.mkdir(exist_ok=True)
    for path, text in changed.items():
        path.write_text(text, encoding="utf-8")
    print(f"{len(changed)} of the workbooks changed{': ' * bool(changed)}{', '.join(path.name for path in changed)}.")
    return 0


def _made(path: Path) -> str:
    try:
        return workbook(_read(path))
    except Unclear as trouble:
        raise Unclear(f"{path.name}: {trouble}") from None


def _read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def _run(path: Path) -> None:
    """Run the cells of a notebook's file, each once and in order; it then holds what they have shown just now."""
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    cells, here = _read(path), {"metadata": {"path": ROOT}}
    try:
        NotebookClient(cells, timeout=60, kernel_name="python3", resources=here, coalesce_streams=True).execute()
    except CellExecutionError as broke:
        raise Unclear(f"{path.name}: a cell fails: {broke}") from None
    path.write_text(normalise(cells), encoding="utf-8")


# From a solution to a workbook


def workbook(solutions: Any) -> str:
    """Return the text of the workbook's file: the same cells, with holes where the solutions are, and no outputs."""
    cells = [cell for cell in solutions.cells if AUTHOR_ONLY not in cell.metadata.get("tags", ())]
    made = nbformat.from_dict(solutions)  # type: ignore[no-untyped-call]
    made.cells = []
    for number, cell in enumerate(cells):
        blank = nbformat.from_dict(cell)  # type: ignore[no-untyped-call]
        if cell.cell_type == "code":
            checked = (CHECK.search(each.source) for each in cells[number:] if each.cell_type == "code")
            exercise = next((found.group(1) for found in checked if found), None)
            blank.source = _without_solution(cell.source, cell.id, exercise)
            blank.outputs, blank.execution_count = [], None
        made.cells.append(blank)
    return normalise(made)


def _without_solution(source: str, where: str, exercise: str | None) -> str:
    """Return the cell's source with every solution replaced by what the learner begins with."""
    marks = "".join(mark[0] for mark in MARK.findall(source))
    if re.fullmatch("(BG?E)*BG?", marks):
        raise Unclear(f"{where}: the solution begins and never ends: write ### END SOLUTION below it")
    if not re.fullmatch("(BG?E)*", marks):
        raise Unclear(f"{where}: a mark stands where it can't: begin, then end, one solution after the other")
    return SOLUTION.sub(lambda solution: _beginning(solution, where, exercise), source)


def _beginning(solution: re.Match[str], where: str, exercise: str | None) -> str:
    """Return the lines a learner begins with: those given, or todo(…) for each name or in the function."""
    indent, solved, given = solution.groups()
    if given:
        return re.sub(r"^( *)# ?", r"\1", given.rstrip("\n"), flags=re.MULTILINE)
    if exercise is None:
        raise Unclear(f'{where}: no check("…") comes after this solution, so it is not clear which exercise it solves')
    if indent:
        return f'{indent}todo("{exercise}")  # your code here'
    names = _assigned(solved)
    if not names:
        raise Unclear(f"{where}: the solution assigns no name that the check could be given")
    return "\n".join(f'{name} = todo("{exercise}")  # your answer here' for name in names)


def _assigned(source: str) -> list[str]:
    targets = [target for line in ast.parse(source).body if isinstance(line, ast.Assign) for target in line.targets]
    return [target.id for target in targets if isinstance(target, ast.Name)]


if __name__ == "__main__":
    sys.exit(author(sys.argv[1:]))
