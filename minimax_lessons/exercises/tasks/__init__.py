"""The numbered exercises, each with what judges an answer by its properties and with its hints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from minimax_lessons.exercises.faults import Facts, Right
from minimax_lessons.text_sections import sections

__all__ = ["TASKS", "Task"]


@dataclass(frozen=True)
class Task:
    """An exercise: what it asks for, what judges the answer, and the hints, each a step further."""

    name: str
    title: str
    wants: str  # in a word or two, for whoever hands in something else
    grade: Callable[[Any], Facts | Right | None]  # or raises Fault
    sentence: str  # on a right answer, with what it has shown filled in
    hints: tuple[str, ...]

    def judged(self, answer: Any) -> Right:
        """Return the Right of an answer, or raise Fault."""
        told = self.grade(answer)
        if isinstance(told, Right):
            return replace(told, sentence=self.sentence)
        facts = told or {}
        return Right(self.sentence.format_map(facts), exhibit=facts.get("exhibit"))


LESSONS = [import_module(f"{__name__}.lesson_{number}") for number in range(1, 13)]
GRADES = {name: grade for lesson in LESSONS for name, grade in lesson.GRADES.items()}
TASKS = {
    name: Task(name, title, wants, GRADES[name], right.removeprefix("✓ "), tuple(hints))
    for (name, title, wants), (right, *hints) in sections("exercises/tasks.md")
}
