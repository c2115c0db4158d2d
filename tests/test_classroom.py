"""What `mark` makes of a class: exports read, marks that are right, groups, pages, and the platforms' own files."""

from __future__ import annotations

import csv
import io
import json
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time
import zipfile
from contextlib import closing
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import filled_sheets
import pytest
from generated_class import OUTSIDE, SHEET, generated_class, write_moodle

from minimax_lessons.classroom import class_run, mark, submissions
from minimax_lessons.classroom.groups import comments_in, group_key, groups_of
from minimax_lessons.classroom.marks import MarkedClass, Marks, write_csv
from minimax_lessons.classroom.pages import class_page, student_page, write_pages
from minimax_lessons.classroom.results import gradescope, write_autograder, write_results
from minimax_lessons.classroom.scheme import Scheme, read_scheme
from minimax_lessons.classroom.similar import similar_answers
from minimax_lessons.classroom.store import Store
from minimax_lessons.classroom.submissions import Student, read_submissions
from minimax_lessons.classroom.tables import fill_in, read_table
from minimax_lessons.command_errors import CommandError
from minimax_lessons.exercises.sheets import sheets
from minimax_lessons.marking import sandbox
from minimax_lessons.marking.outside import Finding
from minimax_lessons.setup_env import ROOT

BLANK = filled_sheets.blank(SHEET).encode()
METADATA = """---
submission_11:
  :submitters:
  - :name: Ann Alpha
    :sid: '101'
    :email: ann@example.org
  :created_at: 2026-11-20 10:00:00 Z
submission_12:
  :submitters:
  - :name: Ben Beta
    :sid: '102'
    :email: ben@example.org
"""


def zipped(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def sheets_of(students: list[Student]) -> dict[str, int]:
    return {student.name: len(student.notebooks) for student in students}


# Exports


def test_moodles_zip_is_read_by_folder_and_two_students_of_one_name_are_told_apart(
    tmp_path: Path,
) -> None:
    files = {
        f"Ann Alpha_7_assignsubmission_file/{SHEET}": BLANK,
        f"Ann Alpha_8_assignsubmission_file_/my/{SHEET}": BLANK,
        "Ben_9_assignsubmission_file_notes.ipynb": BLANK,
        f"__MACOSX/._{SHEET}": b"junk",
        f"Ann Alpha_7_assignsubmission_file/.ipynb_checkpoints/{SHEET}": b"{}",
    }
    students = read_submissions(zipped(tmp_path / "moodle.zip", files))
    assert [(s.name, s.id, len(s.notebooks)) for s in students] == [
        ("Ann Alpha", "7", 1),
        ("Ann Alpha", "8", 1),
        ("Ben", "9", 1),
    ]


def test_canvas_names_the_student_in_each_file_and_marks_what_is_late(tmp_path: Path) -> None:
    files = {
        "alphaann_LATE_31_900_03_alpha_beta-1.ipynb": BLANK,
        "alphaann_31_899_03_alpha_beta.ipynb": BLANK,
        "betaben_32_901_03_alpha_beta.ipynb": BLANK,
    }
    ann, ben = read_submissions(zipped(tmp_path / "canvas.zip", files))
    assert (ann.name, ann.id, ann.late, ben.late) == ("alphaann", "31", True, False)
    assert sorted(notebook.attempt for notebook in ann.notebooks) == [0, 1]
    assert {notebook.name for notebook in ann.notebooks} == {SHEET}


def test_gradescope_names_students_in_a_file_of_its_own(tmp_path: Path) -> None:
    files = {"assignment_5_export/submission_metadata.yml": METADATA.encode()}
    files |= {f"assignment_5_export/submission_{n}/{SHEET}": BLANK for n in (11, 12, 13)}
    ann, ben, unknown = read_submissions(zipped(tmp_path / "gradescope.zip", files))
    assert (ann.name, ann.id, ann.email) == ("Ann Alpha", "101", "ann@example.org")
    assert (ben.name, unknown.name) == ("Ben Beta", "submission_13")


def test_an_export_whose_list_of_students_is_broken_is_to_be_downloaded_again(
    tmp_path: Path,
) -> None:
    path = zipped(
        tmp_path / "e.zip",
        {submissions.METADATA: METADATA.encode(), f"submission_11/{SHEET}": BLANK},
    )
    data = bytearray(path.read_bytes())
    data[30 + len(submissions.METADATA)] ^= 0xFF  # the first byte of what is packed
    path.write_bytes(data)
    with pytest.raises(CommandError, match=f"{submissions.METADATA} can't be read: download"):
        read_submissions(path)


def test_a_student_without_a_notebook_is_in_the_class_and_told_what_is_missing(
    tmp_path: Path,
) -> None:
    files = {
        f"Ann_7_assignsubmission_file/{SHEET}": BLANK,
        "Ann_7_assignsubmission_file/notes.txt": b"My notes",
        "Ben_9_assignsubmission_file/report.docx": b"A report",
        "read me.txt": b"Downloaded today",
    }
    ann, ben = read_submissions(zipped(tmp_path / "moodle.zip", files))
    assert not ann.notes
    assert (ben.name, ben.notebooks) == ("Ben", [])
    assert ben.notes == ["report.docx is no notebook: ask for the file that ends with .ipynb"]


def test_a_plain_folder_holds_a_folder_for_each_student_or_a_zip_of_notebooks(
    tmp_path: Path,
) -> None:
    for name in ("Ann", "Ben"):
        (tmp_path / name / "work").mkdir(parents=True)
        (tmp_path / name / "work" / SHEET).write_bytes(BLANK)
    zipped(tmp_path / "Ben" / "more.zip", {"deep/02_minimax_in_code.ipynb": BLANK})
    assert sheets_of(read_submissions(tmp_path)) == {"Ann": 1, "Ben": 2}


# Bad input: a sentence that names the file, and all else is read


def linked(archive: zipfile.ZipFile, name: str, target: str) -> None:
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    archive.writestr(info, target)


BAD = {
    "broken.ipynb": (b'{"cells": [', "It is not a notebook"),
    "empty.ipynb": (b"", "It is not a notebook"),
    "binary.ipynb": (b"\xff\xfe\x00\x01\x81", "It is not a notebook"),
    "other.ipynb": (b'{"nbformat": 4, "cells": []}', "It contains no exercise"),
    "broken.zip": (b"PK\x03\x04 no zip", "is no zip that can be read"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_cannot_be_read_is_named_and_the_others_are_read(
    name: str, tmp_path: Path
) -> None:
    data, sentence = BAD[name]
    export = zipped(tmp_path / "e.zip", {f"Ann/{name}": data, f"Ann/{SHEET}": BLANK})
    (ann,) = read_submissions(export)
    assert len(ann.notebooks) == 1
    (note,) = ann.notes
    assert note.startswith(name)
    assert sentence in note


def test_links_and_paths_that_lead_out_of_a_zip_are_not_followed(tmp_path: Path) -> None:
    export = zipped(tmp_path / "e.zip", {f"Ann/{SHEET}": BLANK, "Ann/../../up.ipynb": BLANK})
    with zipfile.ZipFile(export, "a") as archive:
        linked(archive, "Ann/link.ipynb", "/etc/passwd")
    (ann,) = read_submissions(export)
    assert len(ann.notebooks) == 1
    assert any("leads out of the zip" in note for note in ann.notes)
    assert any("is a link" in note for note in ann.notes)
    assert not (tmp_path.parent / "up.ipynb").exists()


def test_a_link_in_a_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "Ann").mkdir()
    secret = tmp_path / "secret.txt"
    secret.write_bytes(BLANK)
    (tmp_path / "Ann" / SHEET).symlink_to(secret)
    (ann,) = read_submissions(tmp_path)
    assert not ann.notebooks
    assert "is a link" in ann.notes[0]


def test_a_huge_notebook_and_a_zip_bomb_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submissions, "MOST_BYTES", 100_000)
    bomb = zipped(tmp_path / "bomb.zip", {"zeros.ipynb": bytes(10_000_000)}).read_bytes()
    files = {"Ann/huge.ipynb": b" " * 200_000, "Ann/bomb.zip": bomb, f"Ann/{SHEET}": BLANK}
    (ann,) = read_submissions(zipped(tmp_path / "e.zip", files))
    assert len(ann.notebooks) == 1
    assert [note.partition(":")[0] for note in ann.notes] == ["huge.ipynb", "zeros.ipynb"]
    assert all("more than 20 MB" in note for note in ann.notes)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Name the export"),
        (["nothing.zip"], "There is no file or folder nothing.zip"),
        (["empty"], "There is no notebook in empty"),
        (["e.zip", "--roster", "words.csv"], "words.csv is no table"),
        (["e.zip", "--roster", "list.csv"], "neither a grading worksheet of Moodle nor"),
        (
            ["e.zip", "--roster", "canvas.csv"],
            "canvas.csv has 2 assignments: Quiz (4), Sheet 3 (5)",
        ),
        (["e.zip", "--roster", "moodle.csv"], "moodle.csv has no column that is known to hold"),
        (["e.zip", "--out", "words.csv/marks"], "words.csv/marks"),
        (["e.zip", "--weights", "bad.toml"], "bad.toml can't be read as TOML"),
        (["e.zip", "--weights", "more.toml"], 'gives a weight to "99.9"'),
        (["e.zip", "--weights", "flat.toml"], "In flat.toml `weights` and `late` are tables."),
        (["e.zip", "--comments", "words.csv"], "words.csv can't be read"),
        (["e.zip", "--again", "Nobody"], "there is no such student and no such exercise"),
    ],
)
def test_a_wrong_argument_gets_a_sentence_before_anything_runs(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(class_run, "Judge", None)
    (tmp_path / "empty").mkdir()
    (tmp_path / "words.csv").write_text("just words")
    (tmp_path / "list.csv").write_text("name,points\nAnn,\n")
    (tmp_path / "canvas.csv").write_text(CANVAS)
    (tmp_path / "moodle.csv").write_text("Tunniste,Arvosana\nOsallistuja 7,\n", encoding="utf-8")
    (tmp_path / "bad.toml").write_text("[weights\n")
    (tmp_path / "flat.toml").write_text("weights = 3\n")
    (tmp_path / "more.toml").write_text('[weights]\n"99.9" = 2\n')
    zipped(tmp_path / "e.zip", {f"Ann/{SHEET}": BLANK})
    assert mark.main([*arguments, "--unsafe"]) == 1
    assert sentence in capsys.readouterr().err


def test_a_sandbox_that_does_not_start_gives_no_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    export, _ = write_moodle(tmp_path, generated_class(2, hostile=0))
    (folders := tmp_path / "folders").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folders))
    for command in (["false"], ["no such program"]):
        monkeypatch.setattr(mark, "unsafe", lambda command=command: command)
        assert mark.main([str(export), "--out", str(tmp_path / "out"), "--unsafe"]) == 1
        assert "does not start" in capsys.readouterr().err
        assert not (tmp_path / "out" / "marks.csv").exists()
    assert not [*folders.iterdir()]


def test_without_a_sandbox_submissions_run_only_when_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sandbox, "_found", lambda: None)
    export = zipped(tmp_path / "e.zip", {f"Ann/{SHEET}": BLANK})
    assert mark.main([str(export), "--out", str(tmp_path / "out")]) == 1
    assert capsys.readouterr().err.strip() == sandbox.NO_SANDBOX
    assert mark.main([str(export), "--out", str(tmp_path / "out"), "--unsafe"]) == 0


# Marks


def finding(exercise: str, state: str = "not right", **more: Any) -> Finding:
    return Finding(exercise, state, **more)


def marked(name: str, *findings: Finding, **more: Any) -> Marks:
    return Marks(Student(name, name, **more), {each.exercise: each for each in findings})


CLASS = (
    marked("Ann", finding("3.1", "done"), finding("3.2", "done"), id="7"),
    marked(
        "Ben",
        finding("3.1", fault="no-cut", event="enter at a MAX node", card="<script>1</script>"),
        finding("3.2", fault="wrong-prediction", why=("8 is never looked at.",)),
        id="8",
    ),
    marked("Cy", finding("3.1", fault="no-cut", event="enter at a MAX node"), id="9"),
)


def test_grades_follow_weights_and_lateness(tmp_path: Path) -> None:
    path = tmp_path / "scheme.toml"
    path.write_text(
        '[weights]\n"3.1" = 3\n[late]\ndue = 2026-11-20T12:00:00\nper_day = 10\nmost = 30\n'
    )
    scheme = read_scheme(path)
    mark_ = marked("Ann", finding("3.1", "done"), finding("3.2"))
    for when, grade in (
        (datetime(2026, 11, 20, 12), 0.75),
        (datetime(2026, 11, 20, 12, 1), 0.675),
        (datetime(2026, 12, 20), 0.525),
    ):
        mark_.when = when
        assert MarkedClass([mark_], scheme).fraction(mark_) == pytest.approx(grade)


def test_marks_csv_has_a_row_for_each_student_and_no_formula(tmp_path: Path) -> None:
    path = tmp_path / "marks.csv"
    write_csv(path, MarkedClass([*CLASS, marked("=cmd()", finding("3.1"))]))
    rows = list(csv.DictReader(path.open(encoding="utf-8-sig")))
    assert [(row["student"], row["grade %"], row["3.2"]) for row in rows] == [
        ("Ann", "100.0", "done"),
        ("Ben", "0.0", "not right"),
        ("Cy", "0.0", "not attempted"),
        ("'=cmd()", "0.0", "not attempted"),
    ]


def test_names_and_reasons_that_no_encoding_holds_are_written_with_question_marks(
    tmp_path: Path,
) -> None:
    name, why = "M\udcfcller", ("It raised ValueError: \ud800 ≥ β",)
    class_ = MarkedClass([marked(name, finding("3.1", why=why), id="7"), CLASS[1]])
    write_csv(tmp_path / "marks.csv", class_)
    write_pages(tmp_path, class_)
    write_results("gradescope", tmp_path, class_)
    assert "M?ller" in (tmp_path / "marks.csv").read_text(encoding="utf-8-sig")
    assert "ValueError: ? ≥ β" in (tmp_path / "class.html").read_text(encoding="utf-8")
    assert len([*tmp_path.glob("gradescope/*/results.json")]) == 2
    (tmp_path / "list.csv").write_text(MOODLE.removeprefix("\ufeff"), encoding="cp1252")
    table = read_table(tmp_path / "list.csv")
    data, _ = fill_in(table, class_.marks, class_.fraction, lambda mark_: "".join(why))
    assert "It raised ValueError: ? ? ?" in data.decode("cp1252")


def test_of_several_notebooks_of_a_sheet_the_last_one_counts(tmp_path: Path) -> None:
    answered = json.loads(BLANK)
    for cell in answered["cells"]:
        if cell.get("id") == "e3-2-answer":
            cell["source"] = "seen = [5, 6, 7, 4, 3]"
    files = {
        "ann_31_1_03_alpha_beta-2.ipynb": json.dumps(answered).encode(),
        "ann_31_2_03_alpha_beta-1.ipynb": BLANK,
    }
    (ann,) = read_submissions(zipped(tmp_path / "canvas.zip", files))
    (notebook,) = class_run._counted(ann, ann.notes)
    assert notebook.attempt == 2
    assert "several notebooks" in ann.notes[0]


class CountingJudge:
    """Counts the answers that it judges, and is interrupted after some of them."""

    judged: list[str]
    ends_after: int

    def __init__(self, command: Any) -> None:
        pass

    def finding(self, task: Any) -> Finding:
        if len(self.judged) == self.ends_after:
            raise KeyboardInterrupt
        self.judged.append(task.key)
        return Finding(task.exercise.name, "done")

    def close(self) -> None:
        pass


def test_an_interrupted_run_goes_on_where_it_was_and_one_exercise_can_be_marked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(class_run, "Judge", CountingJudge)
    export, _ = write_moodle(tmp_path, generated_class(4, hostile=0))
    arguments = [str(export), "--out", str(tmp_path / "out"), "--unsafe"]
    CountingJudge.judged, CountingJudge.ends_after = [], 5
    assert mark.main(arguments) == 130
    CountingJudge.ends_after = 1_000
    assert mark.main(arguments) == 0
    judged = CountingJudge.judged
    assert len(judged) > 5
    # an answer that a second process began before the first was interrupted may come twice
    assert len(judged) - len(set(judged)) <= 1
    before = len(judged)
    assert mark.main(arguments) == 0
    assert len(judged) == before
    assert mark.main([*arguments, "--again", "3.2"]) == 0
    assert set(judged[before:]) < set(judged[:before])
    assert judged[before:]


def test_a_store_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "findings.sqlite").write_bytes(b"no database" * 100)
    with pytest.raises(CommandError, match=r"findings.sqlite can't be used"):
        Store(tmp_path)


# Misunderstandings


def test_the_largest_group_comes_first_and_names_no_student() -> None:
    groups = groups_of(CLASS)
    assert [len(group.members) for group in groups] == [2, 1]
    page = class_page(MarkedClass(CLASS))
    assert "2 students" in page
    assert "<p>For example: 8 is never looked at.</p>" in page
    assert not [name for name in ("Ann", "Ben", "Cy") if name in page]


def test_a_comment_reaches_every_student_of_the_group_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "comments.json"
    key = group_key(CLASS[1].findings["3.1"])
    path.write_text(json.dumps({key: "Compare <beta> with alpha.", "gone": " "}))
    comments = comments_in(path)
    told = [
        "Compare &lt;beta&gt; with alpha."
        in student_page(MarkedClass(CLASS, comments=comments), each)
        for each in CLASS
    ]
    assert told == [False, True, True]


def test_a_learners_card_is_shown_in_a_frame_without_rights() -> None:
    page = student_page(MarkedClass(CLASS), CLASS[1])
    assert "<script>1</script>" not in page
    assert '<iframe sandbox="allow-scripts"' in page


HOSTILE_CARD = """<p id="card">A card</p><script>
try { parent.document.title = "taken"; } catch { /* that is what the frame is for */ }
try { top.location = "about:blank"; } catch { /* and that */ }
document.getElementById("card").textContent = "A card that ran";
document.body.style.height = "700px";
</script>"""


@pytest.mark.browser
def test_a_card_plays_in_its_frame_and_reaches_nothing_else(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "student.html"
    mark_ = marked("Ann", finding("3.1", fault="no-cut", card=HOSTILE_CARD))
    path.write_text(student_page(MarkedClass([mark_]), mark_), encoding="utf-8")
    page = browser.new_page()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(path.as_uri())
    frame = page.frame_locator("iframe")
    frame.get_by_text("A card that ran").wait_for()
    page.wait_for_function("document.querySelector('iframe').clientHeight > 650")
    assert page.title() == "Ann"
    assert requests == [path.as_uri()]
    page.close()


def test_similar_answers_are_found_although_names_differ_and_templates_are_not_compared() -> None:
    source = (
        "def f(a, b):\n    for x in a:\n        if x * 3 > b - 7:\n            b = x ** 2 + a[0]\n"
        "    while b % 5 != 2:\n        b += 11 if b < 100 else -13\n    return [b, -b, b // 3]\n"
    )
    renamed = source.replace("f(", "g(").replace("x", "item").replace("b", "limit")
    other = "def f(a, b):\n" + "".join(f"    a.append({n} * b - {n * n})\n" for n in range(9))
    marks = [marked(name, finding("3.1")) for name in ("Ann", "Ben", "Cy")]
    for mark_, answer in zip(marks, (source, renamed, other), strict=True):
        mark_.answers["3.1"] = answer
    assert [(pair.first, pair.second) for pair in similar_answers(marks, {})] == [("Ann", "Ben")]
    assert not similar_answers(marks, {"3.1": source})


# The platforms' own files

MOODLE = (
    "\ufeffIdentifier;Vollständiger Name;Bewertung;Bestwertung;Feedback als Kommentar;Notiz\r\n"
    'Teilnehmer/in7;"Alpha, ""Ann""";;50,00;;  bleibt "so"  \r\n'
    "Teilnehmer/in8;Beta;12,00;50,00;;\r\n"
    'Teilnehmer/in99;Nicht da;;50,00;"zwei\r\nZeilen";x'
)
CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Quiz (4),Sheet 3 (5),Final Score\n"
    "    Points Possible,,,,,10,20,(read only)\n"
    '"Alpha, Ann",7,s7,ann,"One, two",3, ,17\n'
    '"Beta, Ben",8,s8,ben,One,4,EX,\n'
    '"Gamma, Cy",999,9,cy,One,4,,\n'
)


def changed_cells(before: str, after: str, delimiter: str) -> dict[tuple[int, int], str]:
    """Return the cells in which two tables differ, as Python's own reader sees them."""
    tables = [
        list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
        for text in (before, after)
    ]
    assert [len(row) for row in tables[0]] == [len(row) for row in tables[1]]
    return {
        (y, x): tables[1][y][x]
        for y, row in enumerate(tables[0])
        for x, cell in enumerate(row)
        if cell != tables[1][y][x]
    }


def feedback(mark_: Marks) -> str:
    return 'He said "no";\nagain' if mark_.student.id == "8" else ""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "cp1252"])
def test_moodles_worksheet_is_filled_in_and_every_other_byte_stays(
    encoding: str, tmp_path: Path
) -> None:
    text = MOODLE if encoding != "cp1252" else MOODLE.removeprefix("\ufeff")
    path = tmp_path / "worksheet.csv"
    path.write_bytes(text.encode(encoding))
    data, notes = fill_in(read_table(path), CLASS, MarkedClass(CLASS).fraction, feedback)
    filled = data.decode(encoding)
    assert changed_cells(text, filled, ";") == {
        (1, 2): "50,00",
        (2, 2): "0,00",
        (2, 4): 'He said "no";\nagain',
    }
    put_back = filled.replace(";50,00;50,00", ";;50,00").replace(";0,00;50,00", ";12,00;50,00")
    assert put_back.replace('"He said ""no"";\nagain"', "") == text
    assert notes == ["Cy is not in the list: their grade is only in marks.csv."]


def test_canvass_gradebook_is_filled_in_and_excused_students_stay_excused(tmp_path: Path) -> None:
    path = tmp_path / "gradebook.csv"
    path.write_text(CANVAS, newline="")

    fraction = MarkedClass(CLASS).fraction

    with pytest.raises(CommandError, match="has 2 assignments"):
        fill_in(read_table(path), CLASS, fraction, feedback)
    path.write_text(CANVAS.replace(",,,,,10,20,(read only)", ""), newline="")
    data, _ = fill_in(read_table(path), CLASS, fraction, feedback, "Sheet 3")
    assert b"100.00" in data  # without a maximum, per cent
    path.write_text(CANVAS, newline="")
    data, notes = fill_in(read_table(path), CLASS, fraction, feedback, "Sheet 3")
    assert changed_cells(CANVAS, data.decode(), ",") == {(2, 6): "20.00", (4, 6): "0.00"}
    assert not notes


def test_an_unchanged_table_is_written_byte_for_byte(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    for text in (MOODLE, CANVAS, CANVAS.replace("\n", "\r\n")):
        path.write_bytes(text.encode())
        assert read_table(path).changed({}) == text.encode()


def test_gradescope_and_classroom_50_get_the_fields_that_they_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = gradescope(MarkedClass(CLASS, Scheme({"3.1": 3})), CLASS[1])
    assert sum(test["max_score"] for test in data["tests"]) == 4
    assert gradescope(MarkedClass([marked("Ann")]), marked("Ann"))["score"] == data["score"] == 0
    for test in data["tests"]:
        assert {"name", "score", "max_score", "status", "output", "output_format"} <= test.keys()
        assert test["status"] in ("passed", "failed")
        assert "<script" not in test["output"]
    monkeypatch.setenv("ASSIGNMENT", "sheet-3")
    write_results("classroom50", tmp_path, MarkedClass(CLASS[:1]))
    result = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))
    assert (result["schema"], result["assignment"]) == ("classroom50/result/v1", "sheet-3")
    assert (result["score"], result["max-score"]) == (200, 200)
    for test in result["tests"]:
        assert set(test) == {"test-name", "passed", "score", "max-score"}
        assert all(isinstance(test[key], int) for key in ("score", "max-score"))
    assert all(isinstance(result[key], str) and result[key] for key in ("commit", "review"))


def test_the_autograder_has_its_two_programs_at_the_root_and_they_can_be_run(
    tmp_path: Path,
) -> None:
    path = tmp_path / "autograder.zip"
    write_autograder(path, unsafe=False)
    with zipfile.ZipFile(path) as archive:
        for name in ("setup.sh", "run_autograder"):
            assert archive.getinfo(name).external_attr >> 16 & stat.S_IXUSR
            assert archive.read(name).startswith(b"#!/usr/bin/env bash\n")
        assert "minimax_lessons/classroom/mark.py" in archive.namelist()
        assert f"notebooks/solutions/{SHEET}" in archive.namelist()


# A class


def states_in(folder: Path) -> dict[str, dict[str, str]]:
    with (folder / "marks.csv").open(encoding="utf-8-sig") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


@pytest.mark.slow
@pytest.mark.skipif(sandbox._found() is None, reason="no sandbox")
def test_every_mark_of_a_generated_class_is_right_and_nothing_is_written_outside(
    tmp_path: Path,
) -> None:
    members = generated_class(24, hostile=20)
    export, worksheet = write_moodle(tmp_path, members)
    out = tmp_path / "out"
    assert mark.main([str(export), "--roster", str(worksheet), "--out", str(out)]) == 0
    rows = states_in(out)
    wrong = [
        (member.name, member.kind, exercise, state, rows[str(member.number)][exercise])
        for member in members
        for exercise, state in member.truth.items()
        if rows[str(member.number)][exercise].replace("not run", "not right") != state
    ]
    assert not wrong
    places: list[Path] = [Path("/tmp"), Path("/var/tmp"), Path("/"), Path("/usr"), Path.home()]
    assert not [place for place in places if (place / OUTSIDE).exists()]


def findings_in(out: Path) -> int:
    try:
        path = f"file:{out / 'findings.sqlite'}?mode=ro"
        with closing(sqlite3.connect(path, uri=True)) as store:
            count: int = store.execute("SELECT COUNT(*) FROM findings").fetchone()[0]
            return count
    except sqlite3.OperationalError:
        return 0


def written_in(out: Path) -> dict[str, bytes]:
    """Return the files that lecturers and students read."""
    files = (path for path in out.rglob("*") if path.suffix in (".csv", ".html"))
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in files}


@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM ends a process at once there")
def test_the_folders_of_a_run_that_is_ended_are_removed_also_those_of_a_killed_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    export, _ = write_moodle(tmp_path, generated_class(3, hostile=0))
    command = [sys.executable, "-m", "minimax_lessons.classroom.mark", str(export), "--unsafe"]
    for number, left in ((signal.SIGKILL, True), (signal.SIGTERM, False)):
        run = subprocess.Popen([*command, "--out", str(tmp_path / "out")], cwd=ROOT)
        while not [*temporary.glob(f"{sandbox.FOLDER}{run.pid}-*")]:
            assert run.poll() is None
            time.sleep(0.01)
        run.send_signal(number)
        run.wait()
        assert bool([*temporary.iterdir()]) is left
    assert run.returncode == 130


@pytest.mark.slow
def test_a_run_that_is_killed_at_ten_random_moments_ends_with_the_same_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # what is killed cannot remove its folders
    export, _ = write_moodle(tmp_path, generated_class(3, hostile=0))
    whole, killed, random = tmp_path / "whole", tmp_path / "killed", Random()
    command = [sys.executable, "-m", "minimax_lessons.classroom.mark", str(export), "--unsafe"]
    for _ in range(10):
        aim = findings_in(killed) + random.randrange(4)
        run = subprocess.Popen([*command, "--out", str(killed)], cwd=ROOT)
        while findings_in(killed) < aim and run.poll() is None:
            time.sleep(0.01)
        time.sleep(random.random())  # into a start, a call, or the writing of the pages
        run.kill()
        run.wait()
    for out in (killed, whole):
        subprocess.run([*command, "--out", str(out)], cwd=ROOT, check=True)
    assert written_in(killed) == written_in(whole)
    assert findings_in(killed) == findings_in(whole)


def test_every_sheet_says_which_cells_are_answers_so_that_templates_are_known() -> None:
    ids = [id_ for sheet in sheets() for exercise in sheet.exercises for id_ in exercise.answers]
    assert ids
    assert len(ids) == len(set(ids))


def test_exercises_are_listed_in_the_courses_order() -> None:
    marks = [marked("Ann", *(finding(name) for name in ("10.1", "3.02", "3.1", "3.01")))]
    assert MarkedClass(marks).exercises == ["3.01", "3.02", "3.1", "10.1"]
