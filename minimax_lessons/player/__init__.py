"""Players: animate a search, compare two, predict what one does, or build a tree of your own."""

from __future__ import annotations

__all__: list[str] = []
