"""The games beside draughts: k in a row, and chess where python-chess is installed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from minimax_lessons.games import chess, k_in_a_row
    from minimax_lessons.games.board import play
    from minimax_lessons.games.k_in_a_row import gomoku, noughts_and_crosses

__all__ = ["chess", "gomoku", "k_in_a_row", "noughts_and_crosses", "play"]


_HOMES = {"gomoku": "k_in_a_row", "noughts_and_crosses": "k_in_a_row", "play": "board"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"{__name__}.{_HOMES.get(name, name)}")
    return getattr(module, name) if name in _HOMES else module


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
