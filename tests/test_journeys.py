"""Journeys: the course used in a fresh clone, only as README tells and only in the places that it tells."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from clones import READS_ONLY, Clone, blank_sheets, copy_of_the_project
from filled_sheets import Fill, half_written, rows, solved, untouched, write, wrong

from minimax_lessons.exercises.sheets import Exercise, Sheet, sheets
from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.setup_env import ROOT

pytestmark = pytest.mark.long
LESSONS = [sheet.path.name[:2] for sheet in sheets()]
Verdicts = dict[str, tuple[str, list[str]]]  # by exercise its sign and its reasons
EXPECTED = {solved: "✓", wrong: "✗", untouched: "○"}


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Clone:
    return Clone(copy_of_the_project(tmp_path_factory.mktemp("clone") / "minimax-lessons"))


@pytest.fixture
def fresh(clone: Clone) -> Iterator[Clone]:
    """Yield the clone, and blank its sheets again when the test is over."""
    yield clone
    blank_sheets(clone.folder)


def told_in(notebook: Any) -> Verdicts:
    """Return what each check in a notebook shows: its sign and its reasons."""
    shown: dict[str, tuple[str, list[str]]] = {}
    for cell in notebook.cells:
        if cell.cell_type == "code" and (check := re.match(r'check\("([\d.]+)"', cell.source)):
            texts = [
                "\n".join(output.get("traceback", [output.get("text", "")]))
                for output in cell.outputs
            ]
            first, *reasons = [
                line.strip() for line in "\n".join(texts).splitlines() if line.strip()
            ]
            shown[check[1]] = first[0], [line for line in reasons if "hint(" not in line]
    return shown


@pytest.fixture(scope="module")
def terminal(clone: Clone) -> Callable[[Fill], Verdicts]:
    """Return a function that fills in all sheets in one way and returns what `check` prints."""

    @cache
    def verdicts(fill: Fill) -> Verdicts:
        for lesson in LESSONS:
            write(clone.sheet(lesson), fill)
        printed = clone.verdicts()
        blank_sheets(clone.folder)
        return printed

    return verdicts


def mixed(sheet: Sheet, exercise: Exercise) -> dict[str, str]:
    """Fill in each third exercise rightly and each third wrongly, and leave the others."""
    return fill_of(sheet, exercise.name)(sheet, exercise)


def fill_of(sheet: Sheet, name: str) -> Fill:
    place = [exercise.name for exercise in sheet.exercises].index(name)
    return list(EXPECTED)[place % len(EXPECTED)]


def expected_of_mixed(*lessons: str) -> dict[str, str]:
    """Return the sign that each exercise of some lessons deserves when its sheet is filled in by `mixed`."""
    return {
        exercise.name: EXPECTED[fill_of(sheet, exercise.name)]
        for sheet in sheets()
        if sheet.path.name[:2] in lessons
        for exercise in sheet.exercises
    }


def signs(told: Verdicts) -> dict[str, str]:
    return {name: sign for name, (sign, _) in told.items()}


def test_answers_written_into_the_sheet_of_lesson_3_are_judged_there(fresh: Clone) -> None:
    write(fresh.sheet("03"), mixed)
    assert signs(fresh.verdicts("03")) == expected_of_mixed("03")


@pytest.mark.slow
@pytest.mark.parametrize("fill", EXPECTED)
def test_every_answer_in_its_place_gets_its_verdict_in_the_terminal(
    terminal: Callable[[Fill], Verdicts], fill: Fill
) -> None:
    assert signs(terminal(fill)) == dict.fromkeys(TASKS, EXPECTED[fill])


# solutions and untouched sheets are run by other tests
@pytest.mark.slow
@pytest.mark.parametrize(
    ("lesson", "fill"),
    [*((lesson, wrong) for lesson in LESSONS), ("01", half_written), ("05", half_written)],
)
def test_a_notebook_shows_the_verdict_and_the_reasons_of_the_terminal(
    fresh: Clone, terminal: Callable[[Fill], Verdicts], lesson: str, fill: Fill
) -> None:
    printed = terminal(fill)
    write(fresh.sheet(lesson), fill)
    shown = told_in(fresh.run_all(fresh.sheet(lesson)))
    assert shown.keys() == {name for name in TASKS if name.split(".")[0] == lesson.lstrip("0")}
    for name, (sign, reasons) in shown.items():
        assert sign == printed[name][0] != "✓", name
        assert sign != "✗" or (reasons and reasons == printed[name][1]), name


# Where the file lies, and what has become of it


Change = Callable[[dict[str, Any]], None]


def without_ids(notebook: dict[str, Any]) -> None:
    for cell in notebook["cells"]:
        del cell["id"]
    notebook["nbformat_minor"] = 4


def back_to_front(notebook: dict[str, Any]) -> None:
    """Put the exercises into the opposite order, each with its question, its answer and its check."""
    parts: list[list[Any]] = [[]]
    for cell in notebook["cells"]:
        if "".join(cell["source"]).startswith("## "):
            parts.append([])
        parts[-1].append(cell)
    notebook["cells"] = [cell for part in (parts[0], *reversed(parts[1:])) for cell in part]


CHANGES: dict[str, Change] = {"ids gone": without_ids, "another order": back_to_front}


@pytest.mark.slow
def test_a_sheet_is_judged_alike_wherever_it_lies_and_whatever_its_file_is_called(
    fresh: Clone, tmp_path: Path
) -> None:
    sheet = fresh.sheet("10")
    blank = sheet.read_bytes()
    for name, change in CHANGES.items():  # in another folder, and beside the sheet
        write(sheet, mixed, change=change)
        shutil.copy(sheet, tmp_path / f"handed in, {name} (2).ipynb")
        sheet.rename(sheet.with_name(f"{name}.ipynb"))
        sheet.write_bytes(blank)
    write(sheet, mixed)
    shutil.copy(sheet, tmp_path)
    shutil.copy(sheet, sheet.with_name(f"{sheet.stem}-Copy1.ipynb"))  # as JupyterLab calls a copy
    beside = [
        str(path)
        for path in sheet.parent.glob("*.ipynb")
        if path.name[:2] not in LESSONS or "Copy" in path.name
    ]
    # 10 is the sheet, whatever lies beside it
    done = fresh.run("check", str(tmp_path), *beside, "10")
    told = [rows(part) for part in done.stdout.split("\n\n")]
    assert list(map(signs, told)) == [expected_of_mixed("10")] * (2 * (len(CHANGES) + 1) + 1)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clone]:
    """Yield a clone that the user of its commands can only read."""
    folder = copy_of_the_project(tmp_path_factory.mktemp("shared") / "minimax-lessons")
    everything = [folder, *folder.rglob("*")]
    for path in everything:
        path.chmod(path.stat().st_mode & ~0o222)
    yield Clone(folder, before=READS_ONLY if os.geteuid() == 0 else ())
    for path in everything:
        path.chmod(path.stat().st_mode | 0o200)


@pytest.mark.slow
def test_a_class_shares_a_clone_that_it_can_only_read_and_each_checks_copies_of_their_own(
    shared: Clone, tmp_path: Path
) -> None:
    shared.environment |= {"HOME": str(tmp_path)}
    for lesson in ("01", "11"):
        mine = tmp_path / shared.sheet(lesson).name
        mine.write_bytes(shared.sheet(lesson).read_bytes())
        write(mine, mixed)
    assert signs(shared.verdicts(str(tmp_path))) == expected_of_mixed("01", "11")
    assert {sign for sign, _ in shared.verdicts("03").values()} == {"○"}  # the sheet that all share


@pytest.mark.slow
def test_a_shared_clone_gives_slides_to_a_folder_and_says_what_it_cannot_write(
    shared: Clone, tmp_path: Path
) -> None:
    done = shared.run("slides", "03", "--to", str(tmp_path))
    assert done.returncode == 0, done.stderr
    refused = shared.run("slides", "03")
    assert refused.returncode == 1
    assert "Cannot write" in refused.stderr


# The project goes on while a learner works


def newer(solution: Path) -> None:
    """Change the exercises of lesson 10: a function to write, one to repair, and code that is given."""
    text = solution.read_text(encoding="utf-8")
    for before, after in (
        (
            '"def solve(graph):\\n",',
            '"def solve(graph):\\n",\n    "    names = sorted(graph)  # in any order\\n",',
        ),
        ('"    # if not plies:\\n",', '"    # if plies == 0 or plies is None:\\n",'),
        (
            '"from minimax_lessons import check',
            '"from math import inf\\n",\n    "\\n",\n    "from minimax_lessons import check',
        ),
    ):
        assert before in text
        text = text.replace(before, after)
    notebook = json.loads(text)
    place = next(
        number for number, cell in enumerate(notebook["cells"]) if cell["id"] == "e10-4-answer"
    )
    given = {
        "cell_type": "code",
        "id": "e10-4-given",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
    }
    notebook["cells"].insert(
        place, given | {"source": "def first(position):\n    return position.moves()[0]"}
    )
    for cell in notebook["cells"]:
        if cell["id"] == "e10-4-refused":
            cell["source"] = 'refused("10.4", lambda position, tables: first(position))'
    solution.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def told_by_readme(problem: str) -> list[list[str]]:
    """Return the git commands that README tells to somebody who sees a problem."""
    (row,) = (
        line
        for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
        if problem in line
    )
    return [command.split() for command in re.findall(r"`git ([^`]+)`", row.split(" | ")[1])]


@pytest.fixture(scope="module")
def project(clone: Clone, tmp_path_factory: pytest.TempPathFactory) -> Clone:
    """Return a project of two commits, of which the second changes the solution and the sheet of lesson 10."""
    project = Clone(copy_of_the_project(tmp_path_factory.mktemp("project") / "project"))
    project.commit("as it was")
    newer(project.solution("10"))
    done = project.run("author")
    assert "10_perfect_play.ipynb" in done.stdout, done.stderr
    project.commit("as it is")
    return project


@pytest.mark.slow
@pytest.mark.parametrize("fill", EXPECTED)
def test_a_newer_project_is_pulled_over_a_sheet_begun_before(
    project: Clone, tmp_path: Path, fill: Fill
) -> None:
    mine = Clone(tmp_path / "minimax-lessons")
    assert Clone(tmp_path).git("clone", "-q", str(project.folder), str(mine.folder)).returncode == 0
    mine.git("reset", "-q", "--hard", "HEAD~1")
    sheet = mine.sheet("10")
    write(sheet, fill)
    written = sheet.read_bytes()
    if fill is not untouched:
        assert re.search(
            r"would be overwritten by merge.*Aborting", mine.git("pull").stderr, re.DOTALL
        )
    else:  # somebody who has only run it
        write(sheet, fill, change=lambda notebook: notebook["metadata"].update(run=True))
        written = sheet.read_bytes()
    for command in told_by_readme("would be overwritten by merge"):
        done = mine.git(*(part.replace("03_alpha_beta", sheet.stem) for part in command))
        assert done.returncode == 0, done.stderr
    assert sheet.read_bytes() == written  # as the learner left it
    assert "e10-4-given" in mine.solution("10").read_text(encoding="utf-8")
    assert signs(mine.verdicts("10")) == dict.fromkeys(expected_of_mixed("10"), EXPECTED[fill])
