"""English draughts: ``start()`` and ``from_fen(text)`` give positions to play, search and look at."""

from importlib import import_module
from typing import TYPE_CHECKING

from minimax_lessons.draughts.endgame import Endgames, endgames
from minimax_lessons.draughts.engine import RUNGS, Engine, EvaluationError, Found
from minimax_lessons.draughts.matches import MatchResult, match, random_player
from minimax_lessons.draughts.notation import Move
from minimax_lessons.draughts.pdn import Game, PdnError, read_pdn
from minimax_lessons.draughts.rules import DRAW_PLIES, Position, from_fen, perft, start

if TYPE_CHECKING:
    from minimax_lessons.draughts.board import Board, contest, play, replay

__all__ = [
    "DRAW_PLIES",
    "RUNGS",
    "Board",
    "Endgames",
    "Engine",
    "EvaluationError",
    "Found",
    "Game",
    "MatchResult",
    "Move",
    "PdnError",
    "Position",
    "contest",
    "endgames",
    "from_fen",
    "match",
    "perft",
    "play",
    "random_player",
    "read_pdn",
    "replay",
    "start",
]


def __getattr__(name: str) -> object:
    if name in ("Board", "contest", "play", "replay"):  # what is shown in a notebook
        return getattr(import_module(f"{__name__}.board"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}: it offers {', '.join(__all__)}")


def __dir__() -> list[str]:
    return __all__
