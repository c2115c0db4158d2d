"""The numbered exercises, each with what judges an answer by its properties and with its hints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from minimax_lessons.exercises.calling import IN_ALL, SLOWER
from minimax_lessons.exercises.faults import Facts, Right, sections

__all__ = ["LONGER", "TASKS", "Task"]

LONGER = dict.fromkeys(("5.3", "11.5"), 30.0 * SLOWER)  # for the checks that search and play: a tenth is enough here


@dataclass(frozen=True)
class Task:
    """An exercise: what it asks for, what judges the answer, and the hints, each a step further."""

    name: str
    title: str
    wants: str  # in a word or two, for whoever hands in something else
    grade: Callable[[Any], Facts | Right | None]  # or raises Fault
    sentence: str  # on a right answer, with what it has shown filled in
    hints: tuple[str, ...]

    @property
    def seconds(self) -> float:
        """Return how much processor time all calls of a check may take."""
        return LONGER.get(self.name, IN_ALL)

    def judged(self, answer: Any) -> Right:
        """Return that an answer is right, or raise Fault."""
        told = self.grade(answer)
        if isinstance(told, Right):
            return replace(told, sentence=self.sentence)
        return Right(self.sentence.format_map(told or {}))


LESSONS = [import_module(f"{__name__}.lesson_{number}") for number in range(1, 12)]
GRADES = {name: grade for lesson in LESSONS for name, grade in lesson.GRADES.items()}
TASKS = {
    name: Task(name, title, wants, GRADES[name], right.removeprefix("✓ "), tuple(hints))
    for (name, title, wants), (right, *hints) in sections("tasks.md")
}
