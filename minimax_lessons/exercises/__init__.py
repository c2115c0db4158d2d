"""Exercises: what a learner's answer is checked by, and why it is not right yet."""

from __future__ import annotations

from minimax_lessons.exercises.checks import NotYet, check, todo
from minimax_lessons.exercises.hints import hint

__all__ = ["NotYet", "check", "hint", "todo"]
