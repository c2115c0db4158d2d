"""The learner's record: what is kept, where it lies, and what happens when it cannot be read or written."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from minimax_lessons import storage
from minimax_lessons.learner_progress import FILE, KEPT_TRIES, note_try, record_file, tries
from minimax_lessons.storage import personal_file

TODAY = date.today().isoformat()
EMPTY = {"questions": {}, "exercises": {}}


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / FILE
    monkeypatch.setenv("MINIMAX_LESSONS_RECORD", str(path))
    return path


def test_each_try_is_kept_with_its_day_and_the_last_ten_of_them(file: Path) -> None:
    note_try("questions", "0.1", right=False)
    note_try("questions", "0.1", right=True)
    note_try("exercises", "1.1", right=True)
    assert tries()["questions"] == {"0.1": [[TODAY, False], [TODAY, True]]}
    assert tries()["exercises"] == {"1.1": [[TODAY, True]]}
    for _ in range(KEPT_TRIES):
        note_try("questions", "0.1", right=True)
    assert tries()["questions"]["0.1"] == [[TODAY, True]] * KEPT_TRIES
    assert [path.name for path in file.parent.iterdir()] == [FILE]


@pytest.mark.parametrize(
    "content", ["", "[]", "{", '{"questions": 3}', '{"questions": {"0.1": 4}}']
)
def test_an_unreadable_record_counts_as_an_empty_one(file: Path, content: str) -> None:
    file.write_text(content)
    assert tries() == EMPTY
    note_try("questions", "0.2", right=True)
    assert json.loads(file.read_text())["questions"] == {"0.2": [[TODAY, True]]}


def test_a_record_that_is_deleted_begins_anew(file: Path) -> None:
    note_try("questions", "0.1", right=True)
    file.unlink()
    assert tries() == EMPTY


def test_a_record_that_cannot_be_written_stops_nobody(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINIMAX_LESSONS_RECORD", str(file.parent / "no folder" / FILE))
    note_try("questions", "0.1", right=True)
    assert tries() == EMPTY


@pytest.mark.parametrize("name", ["", "the first", "3.2/../x", "333.1"])
def test_what_is_no_number_of_a_question_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is no number of a question"):
        note_try("questions", name, right=True)


def test_it_lies_in_the_clone_or_else_in_the_users_own_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("MINIMAX_LESSONS_RECORD")
    monkeypatch.setattr(storage, "ROOT", tmp_path)
    assert record_file() == tmp_path / FILE
    monkeypatch.setattr(storage.os, "access", lambda path, mode: False)
    monkeypatch.setattr(storage.sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    place = personal_file(".jupyter/signatures.db")
    assert place == tmp_path / "data" / "minimax-lessons" / ".jupyter" / "signatures.db"
    assert place.parent.is_dir()  # and may be written
