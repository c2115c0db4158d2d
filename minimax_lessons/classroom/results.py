"""Results: the files that Gradescope and Classroom 50 read, and an autograder for Gradescope."""

from __future__ import annotations

import json
import os
import zipfile
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any

from minimax_lessons.classroom.groups import group_key
from minimax_lessons.classroom.marks import MarkedClass, Marks
from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.setup_env import ROOT
from minimax_lessons.storage import write_texts

__all__ = ["PLATFORMS", "gradescope", "write_autograder", "write_results"]

SETUP = """#!/usr/bin/env bash
set -e
apt-get update -qq
apt-get install -y -qq python3 python3-venv bubblewrap
python3 -m venv /autograder/environment
/autograder/environment/bin/pip install -q nbformat packaging
"""
RUN = """#!/usr/bin/env bash
cd /autograder/source
exec /autograder/environment/bin/python -m minimax_lessons.classroom.mark /autograder/submission \\
    --one-student --results gradescope --out /autograder/results {unsafe}
"""


def gradescope(marked: MarkedClass, marks: Marks) -> dict[str, Any]:
    """Return the results in Gradescope's form: a test for each exercise, with HTML."""
    tests: list[dict[str, Any]] = [
        {
            "name": f"{name} {TASKS[name].title}",
            "number": name,
            "score": marked.points(marks, name),
            "max_score": marked.scheme.weight(name),
            "status": "passed" if marks.state(name) == "done" else "failed",
            "output": _explanation(marked, marks, name),
            "output_format": "html",
            "visibility": "visible",
        }
        for name in marked.exercises
    ]
    score = sum(test["score"] for test in tests)  # also where no notebook could be read
    notes = "\n".join(marks.notes)
    return {"tests": tests, "score": score, "output": notes, "stdout_visibility": "hidden"}


def _explanation(marked: MarkedClass, marks: Marks, name: str) -> str:
    """Return a card without scripts, because platforms remove these."""
    finding = marks.findings.get(name)
    parts = [marks.state(name).capitalize() + "."]
    if finding is not None:
        parts += finding.why
        parts += filter(None, [marked.comments.get(group_key(finding))])
    return "".join(f"<p>{escape(part)}</p>" for part in parts)


def classroom50(marked: MarkedClass, marks: Marks) -> dict[str, Any]:
    """Return the results for Classroom 50: whole points, and the places of the submission."""
    tests = [
        {
            "test-name": f"{name} {TASKS[name].title}",
            "passed": marks.state(name) == "done",
            "score": round(100 * marked.points(marks, name)),
            "max-score": round(100 * marked.scheme.weight(name)),
        }
        for name in marked.exercises
    ]
    commit = os.environ.get("COMMIT_URL", "unknown")
    return {
        "schema": "classroom50/result/v1",
        "classroom": os.environ.get("CLASSROOM", "unknown"),
        "assignment": os.environ.get("ASSIGNMENT", "unknown"),
        "submission": os.environ.get("SUBMISSION_TAG", marks.student.key),
        "commit": commit,
        "release": os.environ.get("RELEASE_URL", "unknown"),
        "review": os.environ.get("REVIEW_URL") or commit,
        "datetime": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "score": sum(test["score"] for test in tests),
        "max-score": sum(test["max-score"] for test in tests),
        "tests": tests,
    }


PLATFORMS = {
    "gradescope": (gradescope, "results.json"),
    "classroom50": (classroom50, "result.json"),
}


def write_results(platform: str, folder: Path, marked: MarkedClass) -> None:
    """Write the result of each student; of a single student into the folder itself."""
    make, file = PLATFORMS[platform]
    for marks in marked.marks:
        place = folder if len(marked.marks) == 1 else folder / platform / marks.slug
        data = make(marked, marks)
        write_texts({file: json.dumps(data, indent=1, ensure_ascii=False)}, place)


def write_autograder(path: Path, *, unsafe: bool) -> None:
    """Write the zip that a programming assignment of Gradescope takes."""
    folders = (ROOT / "minimax_lessons", ROOT / "notebooks" / "solutions")
    files = [file for folder in folders for file in sorted(folder.rglob("*")) if file.is_file()]
    files += [ROOT / "pyproject.toml"]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_executable("setup.sh"), SETUP)
        run = RUN.format(unsafe="--unsafe" if unsafe else "")
        archive.writestr(_executable("run_autograder"), run)
        for file in files:
            if "__pycache__" not in file.parts:
                archive.write(file, file.relative_to(ROOT).as_posix())


def _executable(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
    info.external_attr = 0o100755 << 16
    return info
