"""Plain data: answers and results in a form for JSON, on their way out of their process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from minimax_lessons.draughts.documented import Move as DocumentedMove
from minimax_lessons.draughts.documented import Square
from minimax_lessons.draughts.notation import Move
from minimax_lessons.exercises.answers import Opaque, plain
from minimax_lessons.exercises.small_trees import ORDER_ONLY, LeafOrder
from minimax_lessons.trees import Node, tree

__all__ = ["decoded", "encoded"]

CONTAINERS: dict[str, Callable[[Any], Any]] = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
}


def encoded(thing: Any) -> Any:
    """Return numbers, texts, containers, trees, moves and positions as plain data for JSON.

    >>> encoded((1, None))
    {'tuple': [1, None]}
    """
    if type(thing) is LeafOrder:
        return {"rank": thing.rank}
    if type(thing) is Move:
        return {"move": list(thing)}
    if type(thing) is DocumentedMove:
        return {"documented move": [list(square) for square in thing]}
    if type(thing) is Node and thing.path and thing.origin.root:
        return {
            "tree": encoded(thing.origin.nested),
            "root": thing.origin.root,
            "path": list(thing.path),
        }
    if type(thing).__name__ == "Node" and not thing.path:
        return {"tree": encoded(thing.nested), "root": "max" if thing.is_max else "min"}
    for name in ("fen", "text", "board"):  # the attribute by which a position is written
        if isinstance(getattr(thing, name, None), str | tuple):
            return encoded(getattr(thing, name))
    if isinstance(thing, dict):
        return {"dict": [[encoded(key), encoded(value)] for key, value in dict.items(thing)]}
    for kind in (list, tuple, set, frozenset):
        if isinstance(thing, kind):
            parts = kind.__iter__(thing)  # type: ignore[arg-type]
            return {kind.__name__: [encoded(part) for part in parts]}
    return _encoded_scalar(thing)


def _encoded_scalar(thing: Any) -> Any:
    if thing is ... or type(thing).__name__ == "Todo":
        return {"blank": True}
    thing = plain(thing)
    if isinstance(thing, list):  # an array
        return encoded(thing)
    if thing is None or isinstance(thing, bool | int | float | str):
        return thing
    kind = thing.kind if isinstance(thing, Opaque) else type(thing).__name__
    return {"opaque": repr(thing), "kind": kind}


def decoded(data: Any) -> Any:
    """Return the values behind encoded data; raise ValueError, TypeError or KeyError for others."""
    if not isinstance(data, dict):
        return data
    (name, value), *_ = data.items()
    if name in CONTAINERS:
        return CONTAINERS[name](map(decoded, value))
    if name == "rank":
        return ORDER_ONLY[value]
    if name == "move":
        return Move(*map(int, value))
    if name == "documented move":
        (row, column), (to_row, to_column) = value
        return DocumentedMove(Square(row, column), Square(to_row, to_column))
    if name == "tree":
        node = tree(decoded(value), "min" if data["root"] == "min" else "max")
        for step in data.get("path", ()):
            node = node.children[int(step)]
        return node
    if name == "dict":
        return {decoded(key): decoded(part) for key, part in value}
    if name == "blank":
        return ...
    if name == "opaque":
        return Opaque(str(value), str(data["kind"]))
    raise ValueError(f"no plain data: {name}")
