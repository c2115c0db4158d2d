"""Scheme: what each exercise counts, and what is deducted for lateness, from a small TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from math import ceil
from pathlib import Path
from typing import Any

from minimax_lessons.command_errors import CommandError
from minimax_lessons.exercises.tasks import TASKS

__all__ = ["Scheme", "read_scheme"]

EXAMPLE = """
[weights]
"3.1" = 3

[late]
due = 2026-11-20T23:59:00
per_day = 10   # per cent of the points, for each day begun
most = 50
"""


@dataclass(frozen=True)
class Scheme:
    """The points of findings: every exercise counts 1 unless a weight is given."""

    weights: Mapping[str, float] = field(default_factory=dict)
    due: datetime | None = None
    per_day: float = 0
    most: float = 100

    def weight(self, exercise: str) -> float:
        """Return the weight of an exercise."""
        return float(self.weights.get(exercise, 1))

    def days_late(self, when: datetime | None, *, is_late: bool = False) -> int:
        """Return the days begun after the due date; 1 if only the platform knows of them."""
        if self.due is None or when is None:
            return int(is_late)
        return max(0, ceil((when - self.due).total_seconds() / 86_400))

    def fraction_left(self, days: int) -> float:
        """Return the part of the points that is left after so many days.

        >>> Scheme(per_day=10, most=50).fraction_left(2)
        0.8
        """
        return 1 - min(self.most, days * self.per_day) / 100


def read_scheme(path: Path | None) -> Scheme:
    """Return the scheme in a file, or the one in which every exercise counts 1."""
    if path is None:
        return Scheme()
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CommandError(
            f"{path} can't be read as TOML ({error}). An example:\n{EXAMPLE}"
        ) from None
    weights, late = data.get("weights", {}), data.get("late", {})
    if not isinstance(weights, dict) or not isinstance(late, dict):
        raise CommandError(f"In {path} `weights` and `late` are tables. An example:\n{EXAMPLE}")
    for name, weight in weights.items():
        if name not in TASKS:
            raise CommandError(f'{path} gives a weight to "{name}", and there is no such exercise.')
        _number(path, f'weight of "{name}"', weight)
    for name in ("per_day", "most"):
        _number(path, name, late.get(name, 0))
    due = late.get("due")
    if due is not None and not isinstance(due, datetime):
        raise CommandError(f"In {path} `due` is no date and time: write due = 2026-11-20T23:59:00.")
    due = due.astimezone().replace(tzinfo=None) if due is not None and due.tzinfo else due
    return Scheme(weights, due, float(late.get("per_day", 0)), float(late.get("most", 100)))


def _number(path: Path, name: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise CommandError(
            f"In {path} the {name} is {value!r}: write a number that is not negative."
        )
