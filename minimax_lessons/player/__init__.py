"""Players: animate a search, compare two, predict what one does, or build a tree of your own."""

from __future__ import annotations

from minimax_lessons.player.editor import Editor, edit
from minimax_lessons.player.players import Player, animate, compare, predict

__all__ = ["Editor", "Player", "animate", "compare", "edit", "predict"]
