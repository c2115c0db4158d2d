"""What `check` says of notebooks that were handed in: the truth, whatever they try."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile
from typing import Any

import filled_sheets
import pytest
from sampling import some

from minimax_lessons.exercises.sheets import Unreadable, cells_of, sheets
from minimax_lessons.learner_progress import note_try
from minimax_lessons.marking import check as check_command
from minimax_lessons.marking.check import NotebookMarks, main, mark
from minimax_lessons.marking.outside import Judge
from minimax_lessons.marking.sandbox import unsafe
from minimax_lessons.notebooks import SOLUTIONS

pytestmark = pytest.mark.long
LESSON = "10_perfect_play.ipynb"
RIGHT = 'def in_words(plies):\n    return "draws" if plies is None else "wins" if plies % 2 else "loses"'
WRONG = (
    'def in_words(plies):\n    return "draws" if not plies else "wins" if plies % 2 else "loses"'
)
Notebook = dict[str, Any]


def blank(name: str = LESSON) -> Notebook:
    notebook: Notebook = json.loads(filled_sheets.blank(name))
    return notebook


def place(notebook: Notebook, id: str) -> int:
    return next(number for number, cell in enumerate(notebook["cells"]) if cell.get("id") == id)


def answered(answers: dict[str, str], *scratch: str, name: str = LESSON) -> Notebook:
    """Return the workbook with answers, by the cell, and cells of the learner's own before the first of them."""
    notebook = blank(name)
    for id, source in answers.items():
        notebook["cells"][place(notebook, id)]["source"] = source
    first = place(notebook, next(iter(answers)))
    notebook["cells"][first:first] = [
        code(each, id=f"scratch-{number}") for number, each in enumerate(scratch)
    ]
    return notebook


def with_answer(source: str, *scratch: str) -> Notebook:
    return answered({"e10-3-answer": source}, *scratch)


def code(source: str, **more: Any) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "source": source,
        "metadata": {},
        "outputs": [],
        "execution_count": None,
        **more,
    }


def marks_of(
    notebook: Notebook, folder: Path, judge: Judge, name: str = "mine.ipynb"
) -> NotebookMarks:
    path = folder / name
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return mark(path, judge)


def states(marks: NotebookMarks) -> dict[str, str]:
    return {finding.exercise: finding.state for finding in marks.findings}


def without(notebook: Notebook, *ids: str) -> Notebook:
    notebook["cells"] = [cell for cell in notebook["cells"] if cell.get("id") not in ids]
    return notebook


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    judge = Judge(unsafe(), cards=False)
    yield judge
    judge.close()


# What is there


def test_every_exercise_has_a_row_and_an_untouched_workbook_runs_nothing() -> None:
    judge = Judge(["no such program"])
    for sheet in sheets():
        marks = mark(sheet.path, judge)
        assert set(states(marks).values()) == {"not attempted"}, sheet.path.name
        assert not marks.all_done
        assert "The file holds no answer. It was last saved " in str(marks)


def test_an_exercise_that_is_solved_elsewhere_is_told_to_be_missing_in_this_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINIMAX_LESSONS_RECORD", str(tmp_path / "progress.json"))
    note_try("exercises", "1.4", right=True)
    note_try("exercises", "1.5", right=False)
    marks = mark(sheets()[0].path, Judge(["no such program"]))
    assert {finding.exercise for finding in marks.findings if finding.why} == {"1.4"}
    assert "Your progress says that you solved it" in str(marks)
    somebody_elses = tmp_path / sheets()[0].path.name
    copyfile(sheets()[0].path, somebody_elses)
    marks = mark(somebody_elses, Judge(["no such program"]))
    assert not [finding.why for finding in marks.findings if finding.why]


def test_a_reason_for_a_missing_answer_stays_where_the_exercise_was_solved_before(
    judge: Judge, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MINIMAX_LESSONS_RECORD", str(tmp_path / "progress.json"))
    monkeypatch.setattr(check_command, "EXERCISES", tmp_path)
    note_try("exercises", "1.2", right=True)
    name = sheets()[0].path.name
    notebook = blank(name)
    notebook["cells"][place(notebook, "e1-2-answer")]["source"] = ["line = A C G N"]
    (tmp_path / name).write_text(json.dumps(notebook), encoding="utf-8")
    marks = mark(tmp_path / name, judge)
    (why,) = (finding.why for finding in marks.findings if finding.exercise == "1.2")
    assert "failed" in why[0]


PERFECT = """%%time
def perfect(position, tables):
    def worth(move):
        plies = tables.look_up(position.play(move))
        return (1, 0) if plies is None else (2, -plies) if plies % 2 else (0, plies)
    return min(position.moves(), key=worth)"""


def test_an_answer_is_taken_by_its_name_where_ids_mislead_and_says_how_it_stands(
    judge: Judge,
    tmp_path: Path,
) -> None:
    # two change places
    answers = {"e10-2-answer": "def solve(graph: ", "e10-3-answer": PERFECT, "e10-4-answer": WRONG}
    answers["e10-5-answer"] = "behnd = 'W:WK1:B3,4'"
    notebook = without(
        answered(answers, "1 / 0", "%matplotlib inline\n!ls"), "e10-1-answer", "e10-3-check"
    )
    marks = marks_of(notebook, tmp_path, judge)
    assert list(states(marks).values()) == [
        "missing",
        "not run",
        "not right",
        "done",
        "not right",
        "not attempted",
    ], str(marks)
    assert "It returned 'draws' for 0" in " ".join(marks.findings[2].why)
    assert "✓ 10.4 The perfect move" in str(marks)
    assert "behind does not exist. Did you mean behnd?" in str(marks)
    assert str(marks).endswith("1 done, 2 not right, 1 not attempted, 1 missing, 1 not run")


def test_without_ids_an_answer_in_a_cell_of_its_own_counts_with_its_helpers_and_one_without_them_is_not_run(
    judge: Judge,
    tmp_path: Path,
) -> None:
    words = RIGHT.replace("in_words", "words")
    answers = {
        "e10-3-answer": words,
        "e10-4-answer": "def perfect(position, tables):\n    return best(position, tables)",
    }
    notebook = answered(
        answers, "1 / 0\ndef best(position, tables):\n    return position.moves()[0]"
    )
    notebook["cells"].insert(
        place(notebook, "e10-3-answer") + 1, code("def in_words(plies):\n    return words(plies)")
    )
    for cell in notebook["cells"]:
        cell.pop("id", None)
    marks = marks_of(notebook | {"nbformat_minor": 4}, tmp_path, judge)
    assert list(states(marks).values())[2:] == [
        "done",
        "not run",
        "not attempted",
        "not attempted",
    ], str(marks)
    assert "best is missing, because cell 11 (1 / 0) failed: ZeroDivisionError" in str(marks)


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
told = {"word": "x", "outcome": "done", "lines": ["✓"], "changed": []}
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
    "a check in a try": (
        WRONG,
        'try:\n    check("10.3", in_words)\nexcept BaseException:\n    pass',
    ),
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
    f"        exec({FORGED!r}, {{}})\nthreading.Thread(target=later, daemon=True).start()\n"
    + WRONG,
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
    "a trace function": "import sys\nsys.settrace(lambda *a: None)\nsys.setprofile(lambda *a: None)\n"
    + WRONG,
    "another main": "import sys, types\nsys.modules['__main__'] = types.ModuleType('x')\n"
    "sys.modules['minimax_lessons'] = types.ModuleType('y')\n" + WRONG,
    "an import that is caught": "import sys, types\nclass Finder:\n    def find_spec(self, name, *a):\n"
    "        if 'lesson_10' in name: raise ImportError\nsys.meta_path.insert(0, Finder())\n"
    + WRONG,
    "a hidden package": "import pathlib\nfor path in pathlib.Path().rglob('*.py'):\n"
    "    path.write_text('raise SystemExit(0)')\n" + WRONG,
    "megabytes": IN_CALL.format("print('x' * 10**8)"),
    "an error that shows as nothing": "class E(BaseException):\n    def __str__(self): raise E\n"
    + IN_CALL.format("raise E"),
}


@pytest.mark.parametrize("trick", some(TRICKS, every=4))
def test_no_trick_turns_a_wrong_answer_to_done(trick: str, judge: Judge, tmp_path: Path) -> None:
    sources = TRICKS[trick]
    answer, *after = (sources,) if isinstance(sources, str) else sources
    notebook = with_answer(answer)
    before = place(notebook, "e10-3-check")
    for cell in notebook["cells"]:
        cell["metadata"] = {"tags": ["nbval-skip", "raises-exception", "author-only"]}
    notebook["cells"][before:before] = [code(each) for each in after]
    marks = marks_of(notebook, tmp_path, judge)
    found = states(marks)
    assert found.pop("10.3") in ("not right", "not run"), str(marks)
    assert set(found.values()) == {"not attempted"}


# The command


def test_notebooks_of_the_same_name_are_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder, source in (("ada", RIGHT), ("bob", WRONG)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.ipynb").write_text(json.dumps(with_answer(source)))
    assert main([str(tmp_path)]) == 1
    ada, bob = capsys.readouterr().out.split("\n\n")
    assert "ada" in ada
    assert "1 done, 5 not attempted" in ada
    assert "bob" in bob
    assert "0 done, 1 not right, 5 not attempted" in bob


def test_the_exit_code_is_0_only_when_all_is_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "01_minimax_on_a_small_tree.ipynb"
    solved = json.loads((SOLUTIONS / name).read_text(encoding="utf-8"))
    solved["cells"] = [
        cell for cell in solved["cells"] if "author-only" not in cell["metadata"].get("tags", ())
    ]
    (tmp_path / "a.ipynb").write_text(json.dumps(solved))
    assert main([str(tmp_path / "a.ipynb")]) == 0
    (tmp_path / "b.ipynb").write_text(json.dumps(without(solved, "e1-4-answer")))
    assert main([str(tmp_path / "a.ipynb"), str(tmp_path / "b.ipynb")]) == 1
    assert "– 1.4  Build a trap                       missing" in capsys.readouterr().out


def test_what_can_be_named_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert capsys.readouterr().out.startswith("usage: python3 -m minimax_lessons check")
    assert main(["no.ipynb"]) == 2
    assert main(["00"]) == 2
    assert main([str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert "There is no notebook 'no.ipynb'; there are 01_minimax" in told
    assert "Lesson 0 has no exercises." in told
    assert "There is no notebook in the folder" in told
    assert main(["3"]) == 1
    assert "03_alpha_beta.ipynb" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "It is not a notebook"),
        (b"{", "It is not a notebook"),
        (b"[1, 2]", "It is not a notebook"),
        (b'{"cells": []}', "It is not a notebook"),
        (b'{"nbformat": 4, "cells": 3}', "It is not a notebook"),
        (b'{"nbformat": 4, "cells": [{}]}', "It is not a notebook"),
        (b"\x00\xff\xfe\x81", "It is not a notebook"),
        (b'{"nbformat": 4, "cells": []}', "It contains no exercise of these lessons."),
        (b"[" * 100_000, "It is not a notebook"),
    ],
)
def test_what_is_no_notebook_gets_a_sentence(
    data: bytes, sentence: str, judge: Judge, tmp_path: Path
) -> None:
    (tmp_path / "odd.ipynb").write_bytes(data)
    told = str(mark(tmp_path / "odd.ipynb", judge))
    assert sentence in told
    assert len(told.splitlines()) == 2


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-8"])
def test_other_encodings_no_metadata_and_version_3_are_read(
    encoding: str, judge: Judge, tmp_path: Path
) -> None:
    notebook = with_answer(RIGHT)
    notebook.pop("metadata")
    for cell in notebook["cells"]:
        cell.pop("metadata")
    (tmp_path / "a.ipynb").write_bytes(json.dumps(notebook, ensure_ascii=False).encode(encoding))
    assert [cell.id for cell in cells_of(tmp_path / "a.ipynb")] == [
        cell["id"] for cell in notebook["cells"]
    ]
    old = [
        {"input": cell["source"]} | cell
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    ]
    old = [
        {name: value for name, value in cell.items() if name not in ("source", "id")}
        for cell in old
    ]
    (tmp_path / "b.ipynb").write_text(json.dumps({"nbformat": 3, "worksheets": [{"cells": old}]}))
    assert states(mark(tmp_path / "b.ipynb", judge))["10.3"] == "done"


def test_what_is_no_file_is_told_apart_from_no_notebook(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="can't be read"):
        cells_of(tmp_path / "gone.ipynb")
    os.mkfifo(tmp_path / "pipe.ipynb")  # to read it would be to wait for ever
    for path in (tmp_path, tmp_path / "pipe.ipynb"):
        with pytest.raises(Unreadable, match="not a file"):
            cells_of(path)
