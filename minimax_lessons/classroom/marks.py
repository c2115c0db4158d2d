"""Marks: the findings of every student, as points and as a table."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from minimax_lessons.classroom.scheme import Scheme
from minimax_lessons.classroom.submissions import Student
from minimax_lessons.marking.outside import Finding

__all__ = ["Marks", "exercises_in", "write_csv"]


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

    def points(self, exercises: Sequence[str], scheme: Scheme) -> float:
        """Return the points before a deduction for lateness."""
        done = (name for name in exercises if self.state(name) == "done")
        return sum(map(scheme.weight, done))

    def state(self, exercise: str) -> str:
        """Return the state of an exercise."""
        finding = self.findings.get(exercise)
        return finding.state if finding else "not attempted"

    def fraction(self, exercises: Sequence[str], scheme: Scheme) -> float:
        """Return the grade as a fraction of the most points, less the deduction for lateness."""
        most = sum(map(scheme.weight, exercises))
        if not most:
            return 0.0
        return self.points(exercises, scheme) / most * scheme.fraction_left(self.days_late(scheme))

    def days_late(self, scheme: Scheme) -> int:
        """Return the days begun after the due date."""
        return scheme.days_late(self.when, is_late=self.student.late)


def exercises_in(marks: Sequence[Marks]) -> list[str]:
    """Return the exercises of all sheets that were handed in, in the course's order."""
    names = {name for mark in marks for name in mark.findings}
    return sorted(names, key=lambda name: (int(name.partition(".")[0]), name.partition(".")[2]))


def write_csv(path: Path, marks: Sequence[Marks], exercises: Sequence[str], scheme: Scheme) -> None:
    """Write a row for each student: name, number, grade, days late, and each exercise."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        table = csv.writer(file)
        table.writerow(["student", "id", "email", "grade %", "days late", *exercises, "notes"])
        for mark in marks:
            student = mark.student
            grade = f"{100 * mark.fraction(exercises, scheme):.1f}"
            states = map(mark.state, exercises)
            row = [student.name, student.id, student.email, grade, mark.days_late(scheme)]
            table.writerow([_harmless(cell) for cell in (*row, *states, " ".join(mark.notes))])


def _harmless(cell: object) -> object:
    """Return the cell so that no spreadsheet takes it for a formula."""
    is_formula = isinstance(cell, str) and cell.startswith(("=", "+", "@", "\t", "\r"))
    return f"'{cell}" if is_formula else cell
