"""Task: a numbered exercise, with what judges an answer to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from minimax_lessons.exercises.calling import IN_ALL
from minimax_lessons.exercises.faults import Right

__all__ = ["Task"]


@dataclass(frozen=True)
class Task:
    """An exercise: what it asks for, what judges the answer, and the hints, each a step further."""

    name: str
    title: str
    wants: str  # in a word or two, for whoever hands in something else
    grade: Callable[[Any], str | Right]  # returns what a right answer shows, or raises Fault
    hints: tuple[str, ...]
    seconds: float = IN_ALL  # of processor time for all calls; whatever takes longer says so while it runs
