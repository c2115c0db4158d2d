"""Marks: the findings of every student, as points and as a table."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path

from minimax_lessons.classroom.scheme import Scheme
from minimax_lessons.classroom.submissions import Student
from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.marking.outside import Finding

__all__ = ["MarkedClass", "Marks", "write_csv", "write_rows"]


@dataclass
class Marks:
    """A student's findings by exercise, and sentences on files that were not marked."""

    student: Student
    findings: dict[str, Finding] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)  # of the answers that were judged
    answers: dict[str, str] = field(default_factory=dict)  # the learner's own code, by exercise
    notes: list[str] = field(default_factory=list)
    when: datetime | None = None  # of the latest notebook that counts

    @property
    def slug(self) -> str:
        """Return the name of the student's files: no other student has it."""
        plain = re.sub(r"[^\w.-]+", "-", self.student.key).strip("-.") or "student"
        return plain[:120]

    def state(self, exercise: str) -> str:
        """Return the state of an exercise."""
        finding = self.findings.get(exercise)
        return finding.state if finding else "not attempted"


@dataclass(frozen=True)
class MarkedClass:
    """The marks of a class, what each exercise counts, and the lecturer's comments on groups."""

    marks: Sequence[Marks]
    scheme: Scheme = field(default_factory=Scheme)
    comments: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def exercises(self) -> list[str]:
        """Return the exercises of all sheets that were handed in, in the course's order."""
        names = {name for mark in self.marks for name in mark.findings}
        return [name for name in TASKS if name in names]

    def fraction(self, marks: Marks) -> float:
        """Return the grade as a fraction of the most points, less the deduction for lateness."""
        most = sum(map(self.scheme.weight, self.exercises))
        return sum([self.points(marks, name) for name in self.exercises]) / most if most else 0.0

    def points(self, marks: Marks, name: str) -> float:
        """Return the points for an exercise: its weight if it is done, less the deduction."""
        return self.scheme.weight(name) * self.left(marks) if marks.state(name) == "done" else 0.0

    def days_late(self, marks: Marks) -> int:
        """Return the days begun after the due date."""
        return self.scheme.days_late(marks.when, is_late=marks.student.late)

    def left(self, marks: Marks) -> float:
        """Return the part of the points that lateness leaves."""
        return self.scheme.fraction_left(self.days_late(marks))


def write_csv(path: Path, marked: MarkedClass) -> None:
    """Write a row for each student: name, number, grade, days late, and each exercise."""
    rows = [["student", "id", "email", "grade %", "days late", *marked.exercises, "notes"]]
    for mark in marked.marks:
        student = mark.student
        grade, days = f"{100 * marked.fraction(mark):.1f}", str(marked.days_late(mark))
        states = map(mark.state, marked.exercises)
        row = [student.name, student.id, student.email, grade, days, *states, " ".join(mark.notes)]
        rows.append(row)
    write_rows(path, rows)


def write_rows(path: Path, rows: Iterable[Sequence[str]]) -> None:
    """Write rows as a file that spreadsheets open, with ? for what UTF-8 cannot hold."""
    with path.open("w", encoding="utf-8-sig", errors="replace", newline="") as file:
        csv.writer(file).writerows(map(_harmless, row) for row in rows)


def _harmless(cell: str) -> str:
    """Return the cell so that no spreadsheet takes it for a formula."""
    return f"'{cell}" if cell.startswith(("=", "+", "@", "\t", "\r")) else cell
