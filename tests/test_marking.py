"""What `check` says of notebooks that were handed in: the truth, whatever they try."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from minimax_lessons.exercises import marking
from minimax_lessons.exercises.answering import decoded, encoded
from minimax_lessons.exercises.answers import Opaque
from minimax_lessons.exercises.marking import Marks, main, mark
from minimax_lessons.exercises.sheets import Unreadable, cells_of, sheets
from minimax_lessons.notebooks import EXERCISES, SOLUTIONS
from minimax_lessons.setup_env import ROOT
from minimax_lessons.trees import tree

LESSON = "10_perfect_play.ipynb"
RIGHT = 'def in_words(plies):\n    return "draws" if plies is None else "wins" if plies % 2 else "loses"'
WRONG = 'def in_words(plies):\n    return "draws" if not plies else "wins" if plies % 2 else "loses"'
Notebook = dict[str, Any]


def blank(name: str = LESSON) -> Notebook:
    notebook: Notebook = json.loads((EXERCISES / name).read_text(encoding="utf-8"))
    return notebook


def with_answer(source: str, *scratch: str, name: str = LESSON, id: str = "e10-3-answer") -> Notebook:
    """Return the workbook with an answer, and cells of the learner's own before it."""
    notebook = blank(name)
    (place,) = (number for number, cell in enumerate(notebook["cells"]) if cell.get("id") == id)
    notebook["cells"][place]["source"] = source
    notebook["cells"][place:place] = [code(each, id=f"scratch-{number}") for number, each in enumerate(scratch)]
    return notebook


def code(source: str, **more: Any) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "metadata": {}, "outputs": [], "execution_count": None, **more}


def marks_of(notebook: Notebook, folder: Path, name: str = "mine.ipynb") -> Marks:
    path = folder / name
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return mark(path)


def states(marks: Marks) -> dict[str, str]:
    return {row.exercise: row.state for row in marks.rows}


def state(notebook: Notebook, folder: Path) -> str:
    return states(marks_of(notebook, folder))["10.3"]


def without(notebook: Notebook, *ids: str) -> Notebook:
    notebook["cells"] = [cell for cell in notebook["cells"] if cell.get("id") not in ids]
    return notebook


# What is there


def test_every_exercise_has_a_row_and_an_untouched_workbook_runs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marking, "_Process", None)
    for sheet in sheets():
        marks = mark(sheet.path)
        assert set(states(marks).values()) == {"not attempted"}, sheet.path.name
        assert not marks.all_done
    assert "10.3" in states(marks_of(blank(), tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("name", [path.name for path in sorted(SOLUTIONS.glob("*.ipynb"))])
def test_the_solutions_are_done(name: str, tmp_path: Path) -> None:
    notebook = json.loads((SOLUTIONS / name).read_text(encoding="utf-8"))
    notebook["cells"] = [cell for cell in notebook["cells"] if "author-only" not in cell["metadata"].get("tags", ())]
    marks = marks_of(notebook, tmp_path)
    assert marks.all_done, str(marks)
    assert not marks.notes


def test_an_answer_is_judged_beside_those_that_are_not_attempted(tmp_path: Path) -> None:
    marks = marks_of(with_answer(RIGHT), tmp_path)
    assert states(marks) == {f"10.{n}": "done" if n == 3 else "not attempted" for n in range(1, 6)}
    assert "✓ 10.3 Nothing and none" in str(marks)
    assert str(marks).endswith("1 done, 4 not attempted")


def test_a_wrong_answer_says_why(tmp_path: Path) -> None:
    (row,) = (row for row in marks_of(with_answer(WRONG), tmp_path).rows if row.exercise == "10.3")
    assert row.state == "not right"
    assert "in_words(0) returned 'draws'" in " ".join(row.why)


def test_an_answer_is_missing_when_its_cell_is_gone_and_found_where_its_id_is_gone(tmp_path: Path) -> None:
    assert state(without(blank(), "e10-3-answer"), tmp_path) == "missing"
    renamed = with_answer(RIGHT)
    for cell in renamed["cells"]:
        cell.pop("id", None)
    renamed |= {"nbformat": 4, "nbformat_minor": 4}
    assert states(marks_of(renamed, tmp_path)) == {
        f"10.{n}": "done" if n == 3 else "not attempted" for n in range(1, 6)
    }


def test_a_deleted_check_changes_nothing(tmp_path: Path) -> None:
    assert state(without(with_answer(RIGHT), "e10-3-check"), tmp_path) == "done"
    assert state(without(with_answer(WRONG), "e10-3-check"), tmp_path) == "not right"


def test_an_answer_in_a_cell_of_its_own_counts(tmp_path: Path) -> None:
    notebook = blank()
    place = next(number for number, cell in enumerate(notebook["cells"]) if cell.get("id") == "e10-3-answer")
    notebook["cells"].insert(place + 1, code(RIGHT))
    assert state(notebook, tmp_path) == "done"


# Helpers and what goes wrong with them

HELPED = "import helpers_of_mine\n\n\ndef in_words(plies):\n    return words(plies)"
HELPER = RIGHT.replace("in_words", "words")


def test_helpers_run_before_the_answer_in_order(tmp_path: Path) -> None:
    answer = "def in_words(plies):\n    return words(plies)"
    assert state(with_answer(answer, "1 / 0", HELPER, "%matplotlib inline\n!ls", "await_me = 1"), tmp_path) == "done"


@pytest.mark.parametrize(
    ("scratch", "why"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("while True:\n    pass", "still running"),
        ("import os\nos._exit(0)", "exit code 0"),
        ("import ctypes\nctypes.string_at(0)", "ended the process"),
        ("import itertools\nsum(itertools.count())", "still running"),
        ("def broken(:", "SyntaxError"),
    ],
)
def test_a_cell_that_fails_is_named_and_costs_itself_only(
    scratch: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marking, "CELL_SECONDS", 1.5)
    marks = marks_of(with_answer(RIGHT, scratch), tmp_path)
    assert states(marks)["10.3"] == "done"
    (note,) = marks.notes
    assert note.startswith(f"Cell 11 ({scratch.splitlines()[0]}) failed: ")
    assert why in note


def test_an_answer_whose_helper_failed_is_not_run(tmp_path: Path) -> None:
    answer = "def in_words(plies):\n    return words(plies)"
    marks = marks_of(with_answer(answer, f"1 / 0\n{HELPER}"), tmp_path)
    (row,) = (row for row in marks.rows if row.exercise == "10.3")
    assert row.state == "not run"
    assert "words is missing, as cell 11 (1 / 0) failed: ZeroDivisionError" in row.why[0]


def test_an_answer_whose_own_cell_failed_is_not_run_and_a_misspelt_one_is_asked_for(tmp_path: Path) -> None:
    assert state(with_answer("def in_words(plies:"), tmp_path) == "not run"
    marks = marks_of(with_answer(RIGHT.replace("in_words", "in_word")), tmp_path)
    assert "in_words does not exist. There is in_word: is it that?" in str(marks)


# None of these turns a row to done

IN_CALL = "def in_words(plies):\n    {}\n" + WRONG.partition("\n")[2]
PATCH = """
import minimax_lessons.exercises
from minimax_lessons.exercises import checks, calling, faults, answers
import minimax_lessons.exercises.tasks as tasks
checks.check = checks.verdict = minimax_lessons.exercises.check = lambda *a, **k: print("✓ 10.3")
object.__setattr__(tasks.TASKS["10.3"], "grade", lambda answer: "fine")
tasks.TASKS["10.4"] = tasks.TASKS["10.3"]
calling.call = lambda function, *arguments, **options: "draws"
faults.Fault.__init__ = lambda *a, **k: None
"""
EQUAL = """
class Word(str):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    __hash__ = str.__hash__
def in_words(plies):
    return Word("wins")
"""
FORGED = """
import os, json
told = {"word": "x", "right": True, "outcome": "done", "lines": ["✓"], "changed": []}
lines = [{"raised": None}, {"function": True}, {"ready": True}, told] * 3
for number in range(3, 30):
    try:
        os.write(number, "".join(json.dumps(line) + "\\n" for line in lines).encode())
    except OSError:
        pass
print(*map(json.dumps, lines), sep="\\n")
"""
COLLECTED = """
import gc
for each in gc.get_objects():
    if isinstance(each, dict) and "10.3" in each:
        each["10.3"] = each["10.3"].__class__("10.3", "t", "w", lambda answer: "fine", ("a", "b"))
"""
FRAMES = """
import sys
frame = sys._getframe()
while frame is not None:
    for name in ("call", "plain", "verdict", "is_blank"):
        if name in frame.f_globals:
            frame.f_globals[name] = lambda *arguments, **options: "draws"
    frame = frame.f_back
"""
TRICKS: dict[str, str | tuple[str, ...]] = {
    "a check in a try": (WRONG, 'try:\n    check("10.3", in_words)\nexcept BaseException:\n    pass'),
    "a check in a string": (WRONG, '"""\ncheck("10.3", in_words)\n"""'),
    "a check of something else": (WRONG, 'check("10.3", lambda plies: "wins")'),
    "nbval is told to skip": (WRONG, "# NBVAL_SKIP\n# NBVAL_RAISES_EXCEPTION"),
    "a patched package": PATCH + WRONG,
    "a patched package, while it is called": IN_CALL.format(f"exec({PATCH!r}, {{}})"),
    "a word equal to all": EQUAL,
    "an exit while it is called": IN_CALL.format("import os; os._exit(0)"),
    "a polite exit": IN_CALL.format("raise SystemExit(0)"),
    "an endless loop": "def in_words(plies):\n    while True:\n        pass",
    "an endless loop in C": "import itertools\ndef in_words(plies):\n    return sum(itertools.count())",
    "a segfault": IN_CALL.format("import ctypes; ctypes.string_at(0)"),
    "patched builtins": "import builtins\nbuiltins.repr = builtins.len = lambda thing: 0\n"
    "builtins.isinstance = lambda *a: True\n" + WRONG,
    "a verdict on every channel": FORGED + WRONG,
    "a verdict on every channel, while it is called": IN_CALL.format(f"exec({FORGED!r}, {{}})"),
    "a thread that forges": "import threading, time\ndef later():\n    while True:\n        time.sleep(0.01)\n"
    f"        exec({FORGED!r}, {{}})\nthreading.Thread(target=later, daemon=True).start()\n" + WRONG,
    "a thread begun in a call": IN_CALL.format(
        f"import threading; threading.Thread(target=exec, args=({FORGED!r}, {{}})).start()"
    ),
    "an exit handler that forges": f"import atexit, os\natexit.register(exec, {FORGED!r}, {{}})\n"
    + IN_CALL.format("import sys; sys.exit(0)"),
    "signals": "import signal\nfor n in (signal.SIGTERM, signal.SIGINT):\n    signal.signal(n, signal.SIG_IGN)\n"
    + WRONG,
    "the recursion limit": "import sys\nsys.setrecursionlimit(10**9)\ndef in_words(plies):\n    return in_words(plies)",
    "a collected judge": COLLECTED + WRONG,
    "a judge collected in a call": IN_CALL.format(f"exec({COLLECTED!r}, {{}})"),
    "frames": FRAMES + WRONG,
    "frames in a call": IN_CALL.format(f"exec({FRAMES!r}, {{}})"),
    "a trace function": "import sys\nsys.settrace(lambda *a: None)\nsys.setprofile(lambda *a: None)\n" + WRONG,
    "another main": "import sys, types\nsys.modules['__main__'] = types.ModuleType('x')\n"
    "sys.modules['minimax_lessons'] = types.ModuleType('y')\n" + WRONG,
    "an import that is caught": "import sys, types\nclass Finder:\n    def find_spec(self, name, *a):\n"
    "        if 'lesson_10' in name: raise ImportError\nsys.meta_path.insert(0, Finder())\n" + WRONG,
    "a hidden package": "import pathlib\nfor path in pathlib.Path().rglob('*.py'):\n"
    "    path.write_text('raise SystemExit(0)')\n" + WRONG,
    "megabytes": IN_CALL.format("print('x' * 10**8)"),
    "an error that shows as nothing": "class E(BaseException):\n    def __str__(self): raise E\n"
    + IN_CALL.format("raise E"),
}


QUICK = 4  # every so many of the tricks are tried in each run, all of them with the slow tests


@pytest.mark.parametrize(
    "trick",
    [pytest.param(name, marks=[pytest.mark.slow] if number % QUICK else []) for number, name in enumerate(TRICKS)],
)
def test_no_trick_turns_a_wrong_answer_to_done(trick: str, tmp_path: Path) -> None:
    sources = TRICKS[trick]
    answer, *after = (sources,) if isinstance(sources, str) else sources
    notebook = with_answer(answer)
    place = next(number for number, cell in enumerate(notebook["cells"]) if cell.get("id") == "e10-3-check")
    for cell in notebook["cells"]:
        cell["metadata"] = {"tags": ["nbval-skip", "raises-exception", "author-only"]}
    notebook["cells"][place:place] = [code(each) for each in after]
    marks = marks_of(notebook, tmp_path)
    found = states(marks)
    assert found.pop("10.3") in ("not right", "not run"), str(marks)
    assert set(found.values()) == {"not attempted"}


def test_a_forged_judge_gives_itself_away_by_what_it_says_of_a_known_wrong_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {"right": True, "outcome": "done", "lines": [], "changed": []}
    monkeypatch.setattr(marking, "_judged", lambda process, name, expression, space: told)
    assert "the judge was tampered with" in str(marks_of(with_answer(WRONG), tmp_path))


def test_a_file_of_the_clone_that_was_rewritten_is_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clone = tmp_path / "clone"
    shutil.copytree(ROOT / "minimax_lessons", clone / "minimax_lessons", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(marking, "ROOT", clone)
    target = clone / "minimax_lessons" / "search.py"
    before = target.read_bytes()
    (tmp_path / "mine.ipynb").write_text(json.dumps(with_answer(RIGHT, f"open({str(target)!r}, 'w').write('x = 1')")))
    assert main([str(tmp_path / "mine.ipynb")]) == 1
    assert target.read_bytes() == before
    assert "It changed files of the project, now put back: minimax_lessons/search.py" in capsys.readouterr().out


# The command


def test_notebooks_of_the_same_name_are_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder, source in (("ada", RIGHT), ("bob", WRONG)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.ipynb").write_text(json.dumps(with_answer(source)))
    assert main([str(tmp_path)]) == 1
    ada, bob = capsys.readouterr().out.split("\n\n")
    assert "ada" in ada
    assert "1 done, 4 not attempted" in ada
    assert "bob" in bob
    assert "0 done, 1 not right, 4 not attempted" in bob


def test_the_exit_code_is_0_only_when_all_is_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = "01_minimax_on_a_small_tree.ipynb"
    solved = json.loads((SOLUTIONS / name).read_text(encoding="utf-8"))
    solved["cells"] = [cell for cell in solved["cells"] if "author-only" not in cell["metadata"].get("tags", ())]
    (tmp_path / "a.ipynb").write_text(json.dumps(solved))
    assert main([str(tmp_path / "a.ipynb")]) == 0
    (tmp_path / "b.ipynb").write_text(json.dumps(without(solved, "e1-4-answer")))
    assert main([str(tmp_path / "a.ipynb"), str(tmp_path / "b.ipynb")]) == 1
    assert "– 1.4  Build a trap                       missing" in capsys.readouterr().out


def test_what_can_be_named_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert capsys.readouterr().out.startswith("usage: python3 -m minimax_lessons check")
    assert main(["no.ipynb"]) == 2
    assert main([str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert "There is no notebook 'no.ipynb'; there are 01_minimax" in told
    assert "There is no notebook in the folder" in told
    assert main(["3"]) == 1
    assert "03_alpha_beta.ipynb" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "It is no notebook"),
        (b"{", "It is no notebook"),
        (b"[1, 2]", "It is no notebook"),
        (b'{"cells": []}', "It is no notebook"),
        (b'{"nbformat": 4, "cells": 3}', "It is no notebook"),
        (b'{"nbformat": 4, "cells": [{}]}', "It is no notebook"),
        (b"\x00\xff\xfe\x81", "It is no notebook"),
        (b'{"nbformat": 4, "cells": []}', "It holds no exercise of these lessons."),
        (b"[" * 100_000, "It is no notebook"),
    ],
)
def test_what_is_no_notebook_gets_a_sentence(data: bytes, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "odd.ipynb").write_bytes(data)
    told = str(mark(tmp_path / "odd.ipynb"))
    assert sentence in told
    assert len(told.splitlines()) == 2


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-8"])
def test_other_encodings_no_metadata_and_version_3_are_read(encoding: str, tmp_path: Path) -> None:
    notebook = with_answer(RIGHT)
    notebook.pop("metadata")
    for cell in notebook["cells"]:
        cell.pop("metadata")
    (tmp_path / "a.ipynb").write_bytes(json.dumps(notebook, ensure_ascii=False).encode(encoding))
    assert [cell.id for cell in cells_of(tmp_path / "a.ipynb")] == [cell["id"] for cell in notebook["cells"]]
    old = [{"input": cell["source"]} | cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    old = [{name: value for name, value in cell.items() if name not in ("source", "id")} for cell in old]
    (tmp_path / "b.ipynb").write_text(json.dumps({"nbformat": 3, "worksheets": [{"cells": old}]}))
    assert state(json.loads((tmp_path / "b.ipynb").read_text()), tmp_path) == "done"


def test_a_folder_that_cannot_be_read_is_told_apart_from_no_notebook(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="can't be read"):
        cells_of(tmp_path / "gone.ipynb")


def test_data_goes_to_the_judge_and_nothing_else_does() -> None:
    infinite = float("inf")
    for thing in (3, -2.5, infinite, True, None, "a", [1, (2, {3})], {"A": None, "B": 2}, tree([[3], 5], root="min")):
        assert decoded(json.loads(json.dumps(encoded(thing)))) == thing
    assert decoded(encoded(...)) is ...
    assert decoded(encoded(3j)) == Opaque("3j", "complex")
