"""English draughts: ``start()`` and ``from_fen(text)`` give positions to play, search and look at."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # what editors and type checkers see; at run time each name loads its module when first used
    from minimax_lessons.draughts.board import Board as Board
    from minimax_lessons.draughts.board import play as play
    from minimax_lessons.draughts.contest import contest as contest
    from minimax_lessons.draughts.contest import replay as replay
    from minimax_lessons.draughts.endgame import Endgames as Endgames
    from minimax_lessons.draughts.endgame import endgames as endgames
    from minimax_lessons.draughts.engine import RUNGS as RUNGS
    from minimax_lessons.draughts.engine import Engine as Engine
    from minimax_lessons.draughts.engine import EvaluationError as EvaluationError
    from minimax_lessons.draughts.engine import Found as Found
    from minimax_lessons.draughts.matches import MatchResult as MatchResult
    from minimax_lessons.draughts.matches import match as match
    from minimax_lessons.draughts.matches import random_player as random_player
    from minimax_lessons.draughts.notation import Move as Move
    from minimax_lessons.draughts.pdn import Game as Game
    from minimax_lessons.draughts.pdn import PdnError as PdnError
    from minimax_lessons.draughts.pdn import read_pdn as read_pdn
    from minimax_lessons.draughts.rules import DRAW_PLIES as DRAW_PLIES
    from minimax_lessons.draughts.rules import Position as Position
    from minimax_lessons.draughts.rules import from_fen as from_fen
    from minimax_lessons.draughts.rules import perft as perft
    from minimax_lessons.draughts.rules import start as start

_NAMES = {  # module: the names it gives to the package
    "board": ("Board", "play"),
    "contest": ("contest", "replay"),
    "endgame": ("Endgames", "endgames"),
    "engine": ("RUNGS", "Engine", "EvaluationError", "Found"),
    "matches": ("MatchResult", "match", "random_player"),
    "notation": ("Move",),
    "pdn": ("Game", "PdnError", "read_pdn"),
    "rules": ("DRAW_PLIES", "Position", "from_fen", "perft", "start"),
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    """Return a public name, loading its module the first time it is asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}: it offers {', '.join(__all__)}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
