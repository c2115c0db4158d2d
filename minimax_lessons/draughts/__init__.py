"""English draughts: ``start()`` and ``from_fen(text)`` give positions to play and search."""

from importlib import import_module
from typing import TYPE_CHECKING

from minimax_lessons.draughts.endgame import Endgames, endgames
from minimax_lessons.draughts.engine import RUNGS, Engine, EvaluationError, SearchResult
from minimax_lessons.draughts.matches import Decision, MatchResult, decide, match, random_player
from minimax_lessons.draughts.notation import Move
from minimax_lessons.draughts.packed_endgames import four_piece_endgames
from minimax_lessons.draughts.pdn import Game, PdnError, read_pdn
from minimax_lessons.draughts.rules import DRAW_PLIES, Position, from_fen, perft, start
from minimax_lessons.draughts.statistics import SequentialTest

if TYPE_CHECKING:
    from minimax_lessons.draughts.board import Board, contest, play, replay
    from minimax_lessons.draughts.reasons import Reasons, why

__all__ = [
    "DRAW_PLIES",
    "RUNGS",
    "Board",
    "Decision",
    "Endgames",
    "Engine",
    "EvaluationError",
    "Game",
    "MatchResult",
    "Move",
    "PdnError",
    "Position",
    "Reasons",
    "SearchResult",
    "SequentialTest",
    "contest",
    "decide",
    "endgames",
    "four_piece_endgames",
    "from_fen",
    "match",
    "perft",
    "play",
    "random_player",
    "read_pdn",
    "replay",
    "start",
    "why",
]


def __getattr__(name: str) -> object:
    if name in ("Board", "contest", "play", "replay"):  # what is shown in a notebook
        return getattr(import_module(f"{__name__}.board"), name)
    if name in ("Reasons", "why"):
        return getattr(import_module(f"{__name__}.reasons"), name)
    raise AttributeError(
        f"module {__name__!r} has no attribute {name!r}: it offers {', '.join(__all__)}"
    )


def __dir__() -> list[str]:
    return __all__
