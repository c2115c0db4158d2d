"""The numbered exercises, each with what judges an answer by its properties and with its hints."""

from __future__ import annotations

from importlib import import_module

from minimax_lessons.exercises.faults import sections
from minimax_lessons.exercises.task import Task

__all__ = ["TASKS"]

LESSONS = [import_module(f"{__name__}.lesson_{number}") for number in range(1, 12)]
GRADES = {name: grade for lesson in LESSONS for name, grade in lesson.GRADES.items()}
TASKS = {
    name: Task(name, title, wants, GRADES[name], tuple(hints)) for (name, title, wants), hints in sections("tasks.md")
}
