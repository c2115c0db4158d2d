"""Minimax Lessons: see game-tree search at work, from a five-leaf tree to a draughts engine."""

from typing import TYPE_CHECKING

# what editors and type checkers see; at run time each name loads its module when first used
if TYPE_CHECKING:
    from minimax_lessons import draughts as draughts
    from minimax_lessons import games as games
    from minimax_lessons.exercises import check as check
    from minimax_lessons.exercises import hint as hint
    from minimax_lessons.exercises.practice import practice as practice
    from minimax_lessons.own_minimax import mine as mine
    from minimax_lessons.player.guessing import guess as guess
    from minimax_lessons.player.performing import perform as perform
    from minimax_lessons.player.players import animate as animate
    from minimax_lessons.player.players import compare as compare
    from minimax_lessons.player.players import predict as predict
    from minimax_lessons.player.tree_game import play as play
    from minimax_lessons.position import Position as Position
    from minimax_lessons.search import alphabeta as alphabeta
    from minimax_lessons.search import best_move as best_move
    from minimax_lessons.search import minimax as minimax
    from minimax_lessons.tracing import trace as trace
    from minimax_lessons.trees import AIMA_TREE as AIMA_TREE
    from minimax_lessons.trees import TOY_TREE as TOY_TREE
    from minimax_lessons.trees import TOY_TREE_SWAPPED as TOY_TREE_SWAPPED
    from minimax_lessons.trees import VIDEO_TREE as VIDEO_TREE
    from minimax_lessons.trees import VIDEO_TREE_DEEP as VIDEO_TREE_DEEP
    from minimax_lessons.trees import random_tree as random_tree
    from minimax_lessons.trees import tree as tree

# module: the names it gives to the package; one called like its module is the module itself
_NAMES = {
    "player.players": ("animate", "compare", "predict"),
    "position": ("Position",),
    "player.guessing": ("guess",),
    "player.performing": ("perform",),
    "player.tree_game": ("play",),
    "own_minimax": ("mine",),
    "exercises": ("check", "hint"),
    "exercises.practice": ("practice",),
    "trees": (
        "AIMA_TREE",
        "TOY_TREE",
        "TOY_TREE_SWAPPED",
        "VIDEO_TREE",
        "VIDEO_TREE_DEEP",
        "random_tree",
        "tree",
    ),
    "draughts": ("draughts",),
    "games": ("games",),
    "tracing": ("trace",),
    "search": ("alphabeta", "best_move", "minimax"),
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    """Return a public name, loading its module the first time it is asked for."""
    if name not in _HOMES:
        raise AttributeError(
            f"module {__name__!r} has no attribute {name!r}: it offers {', '.join(__all__)}"
        )
    from importlib import import_module

    import_module(f"{__name__}.slips").attend()
    module = import_module(f"{__name__}.{_HOMES[name]}")
    value = module if name == _HOMES[name] else getattr(module, name)
    globals()[name] = value
    return value


# in quotes: an old Python must get as far as __main__, which tells it so
def __dir__() -> "list[str]":
    return __all__
