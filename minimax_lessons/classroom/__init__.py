"""Classroom: the commands for lecturers, which read the judge's findings and repeat nothing."""

from __future__ import annotations

__all__: list[str] = []
