from __future__ import annotations

import copy
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from minimax_lessons import practice
from minimax_lessons.authoring import normalise
from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.exercises.workbooks import (
    EXERCISES,
    SOLUTIONS,
    Unclear,
    author,
    holds_work,
    workbook,
)
from minimax_lessons.setup_env import ROOT

pytestmark = pytest.mark.long
NAMES = [f"{path.stem}.ipynb" for path in sorted(SOLUTIONS.glob("*.ipynb"))]
CHECK = re.compile(r'check\("([\d.]+)", (\w+)\)')


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


def notebook(*cells: str, tags: tuple[str, ...] = ()) -> Any:
    made = nbformat.v4.new_notebook()
    for number, source in enumerate(cells):
        cell = nbformat.v4.new_code_cell(source)
        cell.id = f"cell-{number}"
        if number == len(cells) - 1 and tags:
            cell.metadata["tags"] = list(tags)
        made.cells.append(cell)
    return made


def sources(text: str) -> list[str]:
    return [cell.source for cell in nbformat.reads(text, as_version=4).cells]


# The workbooks that are kept


def kept(name: str) -> Path:
    """Return the sheet that is kept; somebody who has filled it in here has not broken anything."""
    if holds_work(path := EXERCISES / name, read(SOLUTIONS / name)):
        pytest.skip(f"{name} is filled in")
    return path


def test_each_lesson_with_exercises_has_solutions() -> None:
    assert [name[:2] for name in NAMES] == sorted(
        {f"{int(task.split('.')[0]):02}" for task in TASKS}
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_workbook_is_what_its_solution_makes_of_it(name: str) -> None:
    assert kept(name).read_text(encoding="utf-8") == workbook(read(SOLUTIONS / name))


def test_author_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    assert [*map(kept, NAMES)]
    assert author(["--check"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", NAMES)
def test_a_workbook_keeps_the_cells_and_gives_nothing_away(name: str) -> None:
    solution, blank = read(SOLUTIONS / name), read(kept(name))
    given = [cell for cell in solution.cells if "author-only" not in cell.metadata.get("tags", ())]
    assert [cell.id for cell in blank.cells] == [cell.id for cell in given]
    text = kept(name).read_text(encoding="utf-8")
    assert "SOLUTION" not in text
    assert "author-only" not in text
    assert "refused" not in text
    for before, after in zip(given, blank.cells, strict=True):
        assert (before.source != after.source) == ("### BEGIN SOLUTION" in before.source)


@pytest.mark.parametrize("name", NAMES)
def test_every_exercise_of_the_lesson_is_asked_once_and_a_wrong_answer_of_each_is_refused(
    name: str,
) -> None:
    cells = [cell for cell in read(SOLUTIONS / name).cells if cell.cell_type == "code"]
    asked = [
        found
        for cell in cells
        for found in re.findall(r'^check\("([\d.]+)"', cell.source, re.MULTILINE)
    ]
    refused = {
        found
        for cell in cells
        for found in re.findall(r'^refused\("([\d.]+)"', cell.source, re.MULTILINE)
    }
    assert asked == [task for task in TASKS if task.startswith(f"{int(name[:2])}.")]
    assert refused == set(asked)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_an_untouched_workbook_fails_in_its_checks_and_nowhere_else(name: str) -> None:
    blank = read(kept(name))
    NotebookClient(
        blank, timeout=300, allow_errors=True, resources={"metadata": {"path": ROOT}}
    ).execute()
    for cell in blank.cells:
        if cell.cell_type != "code":
            continue
        errors = [output for output in cell.outputs if output.output_type == "error"]
        checked = re.match(CHECK, cell.source)
        assert bool(errors) == bool(checked), f"{cell.id}: {errors}"
        if checked:
            assert errors[0].ename == "NotYet"
            title = f"{checked.group(1)} {TASKS[checked.group(1)].title}"
            assert errors[0].traceback[0].startswith(f"○ {title}")
            assert not any("Traceback" in line or "File" in line for line in errors[0].traceback)


# Making one


def test_what_a_check_shows_is_not_compared_in_a_sheet_for_it_is_a_card_to_a_reader_and_a_line_to_a_test() -> (
    None
):
    made = workbook(notebook("### BEGIN SOLUTION\nx = 1\n### END SOLUTION", 'check("1.1", x)'))
    tags = [cell.metadata.get("tags", []) for cell in nbformat.reads(made, as_version=4).cells]
    assert tags == [[], ["nbval-ignore-output"]]


def test_a_hole_at_the_top_becomes_a_name_to_do_and_in_a_function_a_call() -> None:
    made = workbook(
        notebook(
            "### BEGIN SOLUTION\nx = 1\ny = [\n    2,\n]\n### END SOLUTION\nz = 3",
            'check("1.1", x)',
            "def f(n):\n    if n:\n        ### BEGIN SOLUTION\n        n += 1\n        ### END SOLUTION\n    return n",
            'check("1.2", f)',
        )
    )
    first, _, second, _ = sources(made)
    answer = 'todo("1.1")  # replace todo("1.1") by your answer'
    assert first == f"x = {answer}\ny = {answer}\nz = 3"
    code = 'todo("1.2")  # replace todo("1.2") by your code'
    assert second == f"def f(n):\n    if n:\n        {code}\n    return n"


def test_what_is_given_to_repair_stands_where_the_solution_was() -> None:
    made = workbook(
        notebook(
            "def f(n):\n    ### BEGIN SOLUTION\n    return n\n    ### GIVEN\n    # if n:\n    #     return -n\n"
            "    ### END SOLUTION"
        )
    )
    assert sources(made) == ["def f(n):\n    if n:\n        return -n"]


def test_outputs_counts_and_the_authors_own_cells_are_left_out() -> None:
    solution = notebook("1 + 1", "secret = 1", tags=("author-only",))
    solution.cells[0].execution_count = 4
    solution.cells[0].outputs = [
        nbformat.v4.new_output("execute_result", {"text/plain": "2"}, execution_count=4)
    ]
    before = copy.deepcopy(solution)
    (cell,) = nbformat.reads(workbook(solution), as_version=4).cells
    assert (cell.id, cell.source, cell.outputs, cell.execution_count) == (
        "cell-0",
        "1 + 1",
        [],
        None,
    )
    assert solution == before


@pytest.mark.parametrize(
    ("source", "trouble"),
    [
        ("### BEGIN SOLUTION\nx = 1", "never ends"),
        ("### END SOLUTION", "a mark is out of order"),
        ("### BEGIN SOLUTION\n### BEGIN SOLUTION\n### END SOLUTION", "a mark is out of order"),
        ("### GIVEN", "a mark is out of order"),
        ("### BEGIN SOLUTION\nx = 1\n### END SOLUTION", "no check"),
    ],
)
def test_marks_that_make_no_sense_are_refused_with_the_cell(source: str, trouble: str) -> None:
    with pytest.raises(Unclear, match=f"cell-0.*{trouble}"):
        workbook(notebook(source))


def test_a_solution_without_a_name_is_refused() -> None:
    with pytest.raises(Unclear, match="assigns no name"):
        workbook(notebook("### BEGIN SOLUTION\n1 + 1\n### END SOLUTION", 'check("1.1", 2)'))


def test_lessons_and_solutions_are_run_afresh_and_kept_as_they_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LESSONS", "SOLUTIONS", "EXERCISES"):
        (tmp_path / name).mkdir()
        monkeypatch.setattr(f"minimax_lessons.exercises.workbooks.{name}", tmp_path / name)
    lesson, solution = tmp_path / "LESSONS" / "01.ipynb", tmp_path / "SOLUTIONS" / "01.ipynb"
    nbformat.write(notebook("6 * 7"), lesson)
    nbformat.write(notebook("print(6 * 7)"), solution)
    assert author(["--run"]) == 0
    (cell,) = read(lesson).cells
    assert (cell.execution_count, cell.outputs[0].data["text/plain"]) == (1, "42")
    assert read(solution).cells[0].outputs[0].text == "42\n"
    assert normalise(read(lesson)) == lesson.read_text(encoding="utf-8")
    assert (tmp_path / "EXERCISES" / "01.ipynb").exists()
    nbformat.write(notebook("1 / 0"), lesson)
    assert author(["--run"]) == 1
    nbformat.write(notebook("2"), tmp_path / "LESSONS" / "02_two.ipynb")
    assert author(["--run", "02"]) == 0  # the other, which fails, is not run
    assert author(["--run", "07"]) == 1


# Somebody's answers


def run_once(sheet: Any) -> None:
    sheet.cells[0].execution_count = 1


def saved_in_jupyterlab(sheet: Any) -> None:
    sheet.metadata.language_info["version"] = "3.11.7"


def answered(sheet: Any) -> None:
    sheet.cells[0].source = "x = 1"


@pytest.mark.parametrize("touch", [run_once, saved_in_jupyterlab, answered])
def test_a_sheet_that_holds_somebody_s_work_is_kept_and_the_others_are_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    touch: Callable[[Any], None],
) -> None:
    for name in ("SOLUTIONS", "EXERCISES"):
        (tmp_path / name).mkdir()
        monkeypatch.setattr(f"minimax_lessons.exercises.workbooks.{name}", tmp_path / name)
    solutions = [tmp_path / "SOLUTIONS" / name for name in ("01.ipynb", "02.ipynb")]
    mine = tmp_path / "EXERCISES" / "01.ipynb"
    before = notebook("### BEGIN SOLUTION\nx = 1\n### END SOLUTION", 'check("1.1", x)')
    after = notebook("### BEGIN SOLUTION\ny = 1\n### END SOLUTION", 'check("1.1", y)')
    for path in solutions:
        nbformat.write(before, path)
    assert author([]) == 0
    sheet = read(mine)
    touch(sheet)
    nbformat.write(sheet, mine)
    work = mine.read_bytes()
    for path in solutions:  # the course goes on
        nbformat.write(after, path)
    capsys.readouterr()
    assert author([]) == 1
    told = capsys.readouterr()
    assert told.out == "1 files changed: 02.ipynb.\n"
    assert f"{mine} contains somebody's answers" in told.err
    assert "Move it to a different folder" in told.err
    assert mine.read_bytes() == work
    mine.unlink()
    assert author([]) == 0
    assert "y = todo" in mine.read_text(encoding="utf-8")


def test_a_function_handed_out_by_an_older_sheet_is_nobody_s_work() -> None:
    name = "10_perfect_play.ipynb"
    solved = read(SOLUTIONS / name)
    for cell in solved.cells:
        cell.source = cell.source.replace("# if not plies:", "# if plies == 0:")
    assert workbook(solved) != workbook(read(SOLUTIONS / name))
    if not holds_work(EXERCISES / name, read(SOLUTIONS / name)):
        assert not holds_work(EXERCISES / name, solved)


def test_two_runs_of_a_lesson_ask_the_same_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINIMAX_LESSONS_SEED", "03_alpha_beta")
    sheets = [practice("order", "window", questions=3).fragment for _ in range(2)]
    assert sheets[0] == sheets[1]
    monkeypatch.setenv("MINIMAX_LESSONS_SEED", "04_move_order")
    assert practice("order", "window", questions=3).fragment != sheets[0]
