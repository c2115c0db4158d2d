from __future__ import annotations

import ast
import math
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

from minimax_lessons.exercises.workbooks import AUTHOR_ONLY, holds_work
from minimax_lessons.notebooks import EXERCISES

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
LESSONS = sorted(NOTEBOOKS.glob("*.ipynb"))
EXECUTED = [*LESSONS, *sorted(NOTEBOOKS.glob("solutions/*.ipynb"))]
SOLUTIONS = {path.name: nbformat.read(path, as_version=4) for path in EXECUTED[len(LESSONS) :]}
SHEETS = [
    EXERCISES / name
    for name, solution in SOLUTIONS.items()
    if not holds_work(EXERCISES / name, solution)
]
ALL = [*EXECUTED, *SHEETS]


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=nbformat.NO_CONVERT)


def code_cells(path: Path) -> list[Any]:
    return [cell for cell in read(path).cells if cell.cell_type == "code"]


def python(source: str) -> str:
    """Return the cell without the lines that only IPython understands."""
    return "\n".join(
        "pass" if line.startswith(("%", "!")) else line for line in source.splitlines()
    )


def lines_to_read(cell: Any) -> list[str]:
    """Return the lines that a learner reads: imports as one line, no marks, nothing hidden."""
    if cell.metadata.get("jupyter", {}).get("source_hidden"):
        return []
    source = re.sub(r"(?m)^(from .+ import) \([^)]*\)", r"\1 …", cell.source)
    lines = [line.strip() for line in source.splitlines()]
    return [line for line in lines if line and not line.startswith("### ")]


def lines_at_most(cell: Any) -> int:
    """Return how long a cell may be: a program of the documents is shown with both its halves."""
    return 24 if "whole-program" in cell.metadata.get("tags", ()) else 12


def prose(path: Path) -> list[str]:
    """Return what everybody reads: not the notes for a lecturer, other blocks that wait to be opened, nor listings."""
    cells = [cell.source for cell in read(path).cells if cell.cell_type == "markdown"]
    unread = re.compile(r"<details>.*?</details>|^```.*?^```", re.DOTALL | re.MULTILINE)
    return [unread.sub("", source) for source in cells]


def each(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=lambda path: str(path.relative_to(NOTEBOOKS)))


def test_there_is_a_notebook_to_start_with() -> None:
    assert NOTEBOOKS / "00_start_here.ipynb" in LESSONS


@each(ALL)
def test_a_notebook_is_valid_with_ids_and_the_usual_kernel(path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) >= (4, 5)
    ids = [cell.id for cell in notebook.cells]
    assert len(ids) == len(set(ids))
    assert notebook.metadata.kernelspec.name == "python3"


@each(ALL)
def test_a_notebook_holds_nothing_that_changes_from_run_to_run(path: Path) -> None:
    notebook = read(path)
    assert "widgets" not in notebook.metadata
    for cell in notebook.cells:
        assert "execution" not in cell.metadata, f"cell {cell.id} keeps the time it was run"
        for output in cell.get("outputs", ()):
            assert "application/vnd.jupyter.widget-view+json" not in output.get("data", {}), cell.id
            assert not re.search(r"\b0x[0-9a-fA-F]{6,}", str(output)), (
                f"cell {cell.id} shows a memory address"
            )
    assert "version" not in notebook.metadata.language_info, "it changes with every Python"


@each(ALL)
def test_a_notebook_is_written_as_nbformat_writes_it(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == nbformat.writes(read(path)) + "\n"


@each(EXECUTED)
def test_every_cell_was_run_in_order(path: Path) -> None:
    # nbval compares nothing in a notebook without counts, and a missing output with nothing.
    cells = code_cells(path)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    for cell in cells:
        last = ast.parse(python(cell.source)).body[-1:]
        if last and isinstance(last[0], ast.Expr) and not isinstance(last[0].value, ast.Call):
            assert cell.outputs, f"cell {cell.id} ends in a value, and no output is kept"


@each(ALL)
def test_a_notebook_is_short_enough_to_stay_with(path: Path) -> None:
    cells = code_cells(path)
    for_readers = [cell for cell in cells if AUTHOR_ONLY not in cell.metadata.get("tags", ())]
    assert len(for_readers) <= 32
    assert not [cell.id for cell in for_readers if len(lines_to_read(cell)) > lines_at_most(cell)]
    assert sum(len(text.split()) for text in prose(path)) <= 1600


@each(LESSONS)
def test_a_lesson_opens_with_what_it_needs_gives_and_takes(path: Path) -> None:
    title = read(path).cells[0]
    assert title.cell_type == "markdown"
    assert title.source.startswith("# ")
    assert "You need" in title.source
    assert 2 <= len(re.findall(r"^- ", title.source, flags=re.MULTILINE)) <= 5
    minutes = re.search(r"(\d+) minutes", title.source)
    assert minutes
    assert int(minutes.group(1)) <= 80


# How long a notebook takes is reckoned from what is in it, as lesson 0 says: minutes for each thing to do
EACH = {
    r"\bguess\(": 1,
    r"\b(animate|compare|predict|edit|replay)\(": 2,
    r"\bpractice\(": 3,
    r"\b(perform|(draughts|games)\.play)\(": 5,
    r"^check\(": 5,  # an exercise
}


def reckoned(path: Path) -> int:
    """Return the minutes: one for 100 words, 5 lines of code to read or 1 to write, and what is there to do."""
    cells = code_cells(path)[1:]
    shown = [
        cell.source
        for cell in cells
        if not {"guess"} & {*cell.metadata.get("tags", ()), cell.source[:5]}
    ]
    lines = [
        line
        for source in shown
        for line in source.splitlines()
        if line and not line.startswith("check(")
    ]
    solutions = [] if path in LESSONS else code_cells(NOTEBOOKS / "solutions" / path.name)
    solved = "\n".join(cell.source for cell in solutions)
    written = re.findall(r"### BEGIN SOLUTION\n(.*?)\n *### (?:GIVEN|END)", solved, re.DOTALL)
    minutes = (
        sum(len(re.sub(r"\]\(.*?\)", "]", text).split()) for text in prose(path)) / 100
        + len(lines) / 5
    )
    minutes += sum(len(text.splitlines()) for text in written)
    code = "\n".join(cell.source for cell in cells)
    minutes += sum(take * len(re.findall(act, code, re.MULTILINE)) for act, take in EACH.items())
    return 5 * math.ceil(minutes / 5)


@each([*LESSONS, *SHEETS])
def test_a_notebook_says_how_long_it_takes(path: Path) -> None:
    assert f"**Time:** {reckoned(path)} minutes" in read(path).cells[0].source


@each(ALL)
def test_all_imports_stand_in_the_second_cell(path: Path) -> None:
    importing = [
        number
        for number, cell in enumerate(read(path).cells)
        if cell.cell_type == "code"
        and any(
            isinstance(node, ast.Import | ast.ImportFrom)
            for node in ast.walk(ast.parse(python(cell.source)))
        )
    ]
    assert importing[0] == 1
    # lesson 0 begins with a game alone, and imports the rest where it explains the code
    assert len(importing) == 1 or path.stem == "00_start_here"
