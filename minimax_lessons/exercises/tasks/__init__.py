"""The numbered exercises, each with what judges an answer by its properties and with its hints."""

from __future__ import annotations

from minimax_lessons.exercises.faults import sections
from minimax_lessons.exercises.task import Task
from minimax_lessons.exercises.tasks import (
    lesson_1,
    lesson_2,
    lesson_3,
    lesson_4,
    lesson_5,
    lesson_6,
    lesson_7,
    lesson_8,
    lesson_9,
    lesson_10,
    lesson_11,
)

__all__ = ["TASKS"]

LESSONS = (
    lesson_1,
    lesson_2,
    lesson_3,
    lesson_4,
    lesson_5,
    lesson_6,
    lesson_7,
    lesson_8,
    lesson_9,
    lesson_10,
    lesson_11,
)

GRADES = {name: grade for lesson in LESSONS for name, grade in lesson.GRADES.items()}
TASKS = {
    name: Task(name, title, wants, GRADES[name], tuple(hints)) for (name, title, wants), hints in sections("tasks.md")
}
