"""Players: animate a search, compare two, predict what one does, or build a tree of your own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minimax_lessons.player.players import Player, animate, compare, predict

if TYPE_CHECKING:
    from minimax_lessons.player.editor import Editor, edit

__all__ = ["Editor", "Player", "animate", "compare", "edit", "predict"]


def __getattr__(name: str) -> object:
    """Return the editor, which alone needs widgets, when it is asked for."""
    if name not in ("Editor", "edit"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from minimax_lessons.player import editor

    return getattr(editor, name)
