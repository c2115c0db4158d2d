"""Task: a numbered exercise, with what judges an answer to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from minimax_lessons.exercises.calling import IN_ALL, SLOWER
from minimax_lessons.exercises.faults import Right

__all__ = ["LONGER", "Grade", "Task"]

Grade = Callable[[Any], str | Right]  # returns what a right answer shows, or raises Fault
LONGER = dict.fromkeys(("5.3", "11.5"), 30.0 * SLOWER)  # for the checks that search and play: a tenth is enough here


@dataclass(frozen=True)
class Task:
    """An exercise: what it asks for, what judges the answer, and the hints, each a step further."""

    name: str
    title: str
    wants: str  # in a word or two, for whoever hands in something else
    grade: Grade
    hints: tuple[str, ...]

    @property
    def seconds(self) -> float:
        """Return how much processor time all calls of a check may take."""
        return LONGER.get(self.name, IN_ALL)
