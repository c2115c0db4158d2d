from __future__ import annotations

import ast
import math
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
LESSONS = sorted(NOTEBOOKS.glob("*.ipynb"))
EXECUTED = [*LESSONS, *sorted(NOTEBOOKS.glob("solutions/*.ipynb"))]
ALL = sorted(NOTEBOOKS.rglob("[!.]*.ipynb"))


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=nbformat.NO_CONVERT)


def code_cells(path: Path) -> list[Any]:
    return [cell for cell in read(path).cells if cell.cell_type == "code"]


def python(source: str) -> str:
    """Return the cell without the lines that only IPython understands."""
    return "\n".join("pass" if line.startswith(("%", "!")) else line for line in source.splitlines())


def lines_to_read(cell: Any) -> list[str]:
    """Return the lines a learner sees: no marks around solutions, no hidden questions, imports as one line."""
    if cell.metadata.get("jupyter", {}).get("source_hidden"):
        return []
    source = re.sub(r"(?m)^(from .+ import) \([^)]*\)", r"\1 …", cell.source)
    return [line for line in source.splitlines() if not line.lstrip().startswith("### ")]


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
            assert not re.search(r"\b0x[0-9a-fA-F]{6,}", str(output)), f"cell {cell.id} shows a memory address"
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
    assert len(cells) <= 25
    assert not [cell.id for cell in cells if len(lines_to_read(cell)) > 12]
    prose = " ".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")
    assert len(prose.split()) <= 1200


@each(LESSONS)
def test_a_lesson_opens_with_what_it_needs_gives_and_takes(path: Path) -> None:
    title = read(path).cells[0]
    assert title.cell_type == "markdown"
    assert title.source.startswith("# ")
    assert "You need" in title.source
    assert 2 <= len(re.findall(r"^- ", title.source, flags=re.MULTILINE)) <= 5
    minutes = re.search(r"(\d+) minutes", title.source)
    assert minutes
    assert int(minutes.group(1)) <= 45


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
    words = [cell.source for cell in read(path).cells if cell.cell_type == "markdown" and "lecturer" not in cell.source]
    cells = code_cells(path)[1:]
    shown = [cell.source for cell in cells if not {"guess"} & {*cell.metadata.get("tags", ()), cell.source[:5]}]
    lines = [line for source in shown for line in source.splitlines() if line and not line.startswith("check(")]
    solutions = [] if path in LESSONS else code_cells(NOTEBOOKS / "solutions" / path.name)
    solved = "\n".join(cell.source for cell in solutions)
    written = re.findall(r"### BEGIN SOLUTION\n(.*?)\n *### (?:GIVEN|END)", solved, re.DOTALL)
    minutes = sum(len(re.sub(r"\]\(.*?\)", "]", text).split()) for text in words) / 100 + len(lines) / 5
    minutes += sum(len(text.splitlines()) for text in written)
    code = "\n".join(cell.source for cell in cells)
    minutes += sum(take * len(re.findall(act, code, re.MULTILINE)) for act, take in EACH.items())
    return 5 * math.ceil(minutes / 5)


@each([*LESSONS, *sorted(NOTEBOOKS.glob("exercises/*.ipynb"))])
def test_a_notebook_says_how_long_it_takes(path: Path) -> None:
    assert f"**Time:** {reckoned(path)} minutes" in read(path).cells[0].source


@each(ALL)
def test_all_imports_stand_in_the_second_cell(path: Path) -> None:
    importing = [
        number
        for number, cell in enumerate(read(path).cells)
        if cell.cell_type == "code"
        and any(isinstance(node, ast.Import | ast.ImportFrom) for node in ast.walk(ast.parse(python(cell.source))))
    ]
    assert importing == [1]
