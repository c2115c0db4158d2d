"""Learner progress: the tries at questions and exercises, in one small file on this computer."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, Literal, TypedDict, cast, get_args

from minimax_lessons.storage import personal_file

__all__ = [
    "FILE",
    "KEPT_TRIES",
    "Record",
    "Subject",
    "note_try",
    "record_file",
    "solved_exercises",
    "tries",
]

Subject = Literal["questions", "exercises"]
FILE = "progress.json"
KEPT_TRIES = 10  # the last tries of each question and exercise


class Record(TypedDict):
    """The tries at each question and exercise: the day, and whether it was right.

    A try at a question ends with its answer, and is right if the first answer was.
    """

    questions: dict[str, list[tuple[str, bool]]]
    exercises: dict[str, list[tuple[str, bool]]]


def record_file() -> Path:
    """Return the path of the record, which learners may delete, move or take along."""
    return Path(os.environ.get("MINIMAX_LESSONS_RECORD") or personal_file(FILE))


def tries() -> Record:
    """Return the record; an unreadable file counts as an empty one."""
    try:
        content = json.loads(record_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        content = {}
    kept = {subject: _readable(content, subject) for subject in get_args(Subject)}
    return cast("Record", kept)


def _readable(content: Any, subject: str) -> dict[str, Any]:
    entries = content.get(subject) if isinstance(content, Mapping) else None
    if not isinstance(entries, Mapping):
        return {}
    return {name: tried for name, tried in entries.items() if isinstance(tried, list)}


def solved_exercises() -> set[str]:
    """Return the exercises with a right try, for example one in the lesson instead of the sheet."""
    exercises: dict[str, list[Any]] = {**tries()["exercises"]}
    return {
        name
        for name, entries in exercises.items()
        if any(isinstance(entry, list) and entry[1:] == [True] for entry in entries)
    }


def note_try(subject: Subject, name: str, *, right: bool) -> None:
    """Add a try of today to the record.

    >>> note_try("questions", "the first one", right=True)
    Traceback (most recent call last):
    ValueError: 'the first one' is no number of a question or an exercise, such as '3.2'
    """
    if subject not in get_args(Subject):
        raise ValueError(f"{subject!r} is none of {', '.join(get_args(Subject))}")
    if not re.fullmatch(r"\d{1,2}\.\d{1,2}", name):
        raise ValueError(f"{name!r} is no number of a question or an exercise, such as '3.2'")
    record = tries()
    before = record[subject].get(name, [])
    record[subject][name] = [*before, (date.today().isoformat(), bool(right))][-KEPT_TRIES:]
    path = record_file()
    beside = path.with_suffix(".new")
    with suppress(OSError):  # a full disk must not keep anybody from learning
        beside.write_text(f"{json.dumps(record, indent=1)}\n", encoding="utf-8")
        beside.replace(path)
