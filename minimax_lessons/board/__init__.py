"""A board to play on, for any game: who plays, what is seen, and what the engine thinks."""

from __future__ import annotations

from minimax_lessons.board.widget import GameBoard

__all__ = ["GameBoard"]
