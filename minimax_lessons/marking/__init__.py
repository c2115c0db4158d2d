"""Marking: run a notebook's cells in a limited process, and judge the answers outside it."""

from __future__ import annotations

__all__: list[str] = []
