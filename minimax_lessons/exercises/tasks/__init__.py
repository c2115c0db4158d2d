"""The numbered exercises, each with what judges an answer by its properties and with its hints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from minimax_lessons.exercises.faults import Facts, NotYet, Right
from minimax_lessons.text_sections import sections

__all__ = ["TASKS", "Task", "unknown_exercise"]


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
        graded = self.grade(answer)
        if isinstance(graded, Right):
            return replace(graded, sentence=self.sentence)
        facts = graded or {}
        return Right(self.sentence.format_map(facts), exhibit=facts.get("exhibit"))


LESSONS = [import_module(f"{__name__}.lesson_{number}") for number in range(1, 13)]
GRADES = {name: grade for lesson in LESSONS for name, grade in lesson.GRADES.items()}
TASKS = {
    name: Task(name, title, wants, GRADES[name], right.removeprefix("✓ "), tuple(hints))
    for (name, title, wants), (right, *hints) in sections("exercises/tasks.md")
}


def unknown_exercise(name: str) -> NotYet:
    """Return the verdict on an answer to an exercise that does not exist."""
    number, numbers = name.partition(".")[0], list(TASKS)
    lesson = [task for task in numbers if task.startswith(f"{number}.")]
    numbered = f"They go from {numbers[0]} to {numbers[-1]}."
    if lesson:
        numbered = f"Lesson {number} has {', '.join(lesson)}."
    also = 'check("minimax", f) and check("alphabeta", f) judge any function f.'
    return NotYet(name, "not attempted", f"There is no exercise {name!r}. {numbered}", also)
