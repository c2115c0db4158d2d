"""Subjects: what can be asked of the object to be searched, whoever wrote its class: children, state, whose turn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from enum import Enum
from numbers import Real
from types import ModuleType
from typing import Any

from minimax_lessons.trees import Node

__all__ = [
    "Asking",
    "asking_of",
    "fields_of",
    "held_under",
    "is_akin",
    "is_number",
    "is_simple",
    "keep",
    "own_turn",
    "state_of",
    "value_of",
]

CHILDREN = ("children", "get_children", "successors", "get_successors", "child_nodes", "next_states")
UPWARD = ("parent", "prev", "root", "up", "owner", "sibling", "next_sibling", "brother")  # what leads to no child
VALUES = ("value", "score", "val", "data", "utility", "eval", "payoff")
SIMPLE = (int, float, str, bytes, bool, type(None), Enum)
MOST_PARTS = 600  # of an object that is compared by what it holds


def is_number(value: Any) -> bool:
    """Return True for what a leaf can be worth."""
    return isinstance(value, Real) and not isinstance(value, bool)


def is_simple(thing: Any) -> bool:
    """Return True for a plain value that never changes: a number, a text, a tuple of such."""
    return isinstance(thing, SIMPLE) or (isinstance(thing, tuple) and all(map(is_simple, thing)))


# What an object holds


def state_of(thing: Any) -> Any:
    """Return what an object holds, to be compared with what it or another holds later."""
    return _state(thing, 5, [MOST_PARTS])


def _state(thing: Any, depth: int, left: list[int]) -> Any:
    if isinstance(thing, (*SIMPLE, Node)):
        return thing
    left[0] -= 1
    if depth == 0 or left[0] < 0 or callable(thing) or isinstance(thing, ModuleType):
        return id(thing)
    if isinstance(thing, list | tuple):
        return tuple([_state(part, depth, left) for part in thing])
    if isinstance(thing, dict):
        return tuple([(key, _state(value, depth, left)) for key, value in thing.items()])
    if isinstance(thing, set | frozenset):
        return frozenset(map(repr, thing))
    if hasattr(thing, "tobytes") and hasattr(thing, "shape"):
        return thing.shape, thing.tobytes()
    if callable(getattr(thing, "fen", None)):  # a chess board: no history, no caches
        return thing.fen()
    fields = fields_of(thing)
    if not fields:
        return repr(thing)
    return type(thing), *[_state(getattr(thing, name, None), depth - 1, left) for name in fields]


def fields_of(thing: Any) -> list[str]:
    """Return the names that an object keeps its own things under, in the order they were made in."""
    if isinstance(thing, Mapping):
        return list(thing)
    slots = (getattr(kind, "__slots__", ()) for kind in reversed(type(thing).__mro__))
    return [
        *getattr(thing, "__dict__", ()),
        *(n for each in slots for n in ([each] if isinstance(each, str) else each)),
    ]


def held_under(thing: Any, name: str) -> Any:
    """Return what an object, or a dict, keeps under a name; None if nothing."""
    return thing.get(name) if isinstance(thing, Mapping) else getattr(thing, name, None)


def keep(thing: Any, changes: bool) -> Any:
    """Return a position as it is now, to be shown later: a copy if the search changes it in place."""
    if not changes or is_simple(thing):
        return thing
    try:
        return deepcopy(thing)
    except Exception:  # the learner's own class may hold anything
        return None


# Asking a position for its children


@dataclass(frozen=True)
class Asking:
    """How a position is asked for those one move ahead: by what it holds, or by the usual names of methods."""

    names: tuple[str, ...]  # children are held under these names; none: they are made by play() from moves()
    kind: type
    linked: bool  # asked twice, the same objects answer: all the tree is there beforehand

    def children(self, position: Any) -> list[tuple[Any, Any]]:
        """Return the children, each beside the move that leads to it, from left to right; none if it can't be told."""
        try:
            kids, moves = self._kids(position), getattr(position, "moves", ())
            names = list(moves() if callable(moves) else moves)
        except Exception:  # the learner's own class may ask for anything here
            return []
        return list(zip(names if len(names) == len(kids) else [None] * len(kids), kids, strict=True))

    def _kids(self, position: Any) -> list[Any]:
        if not self.names:
            return [position.play(move) for move in position.moves()]
        found: list[Any] = []
        for name in self.names:
            more = list(_positions(_held(position, name), self.kind))
            if not all(any(kid is known for known in found) for kid in more):
                found += more  # a list and the method that returns it tell the same
        return found


def _held(thing: Any, name: str) -> Any:
    held = held_under(thing, name)
    return held() if callable(held) and not isinstance(held, Sequence) else held


def _positions(held: Any, kind: type) -> Iterator[Any]:
    """Yield the positions in what an object holds as its children: alone, in a list, or each beside its move."""
    for part in held if isinstance(held, Iterable) and not isinstance(held, kind | str) else [held]:
        if is_akin(part, kind):
            yield part
        elif isinstance(part, tuple):
            yield from (each for each in part if is_akin(each, kind))


def is_akin(thing: Any, kind: type) -> bool:
    """Return True for a position of the same class, or of another of the same author's: a leaf's, perhaps."""
    return isinstance(thing, kind) or (
        not isinstance(thing, type | Enum) and kind is not dict and type(thing).__module__ == kind.__module__
    )


def asking_of(subject: Any, asked: Collection[str]) -> Asking | None:
    """Return how a position is asked for its children by names that the search asks for too; None if it can't be."""
    kind = type(subject)
    if isinstance(subject, Mapping):
        names = [name for name in subject if _leads_on(subject, str(name))]
    elif kind.__module__ == "builtins":
        return None
    else:
        methods = [name for name in CHILDREN if hasattr(kind, name)]
        known = [name for name in (*fields_of(subject), *methods) if name in asked or name in CHILDREN]
        hidden = [name for name in fields_of(subject) if name.lstrip("_") in CHILDREN]
        names = [name for name in dict.fromkeys((*known, *hidden)) if _leads_on(subject, name)]
    held = [_held(subject, name) for name in names]
    if len(names) == 1 and not isinstance(held[0], Iterable):
        return None  # a first child alone: the others hang on it
    if names:
        return _tried(Asking(tuple(names), kind, False), subject)
    plays = callable(getattr(subject, "play", None)) and callable(getattr(subject, "moves", None))
    return _tried(Asking((), kind, False), subject) if plays else None


def _tried(asking: Asking, subject: Any) -> Asking | None:
    """Return the way of asking if it answers, and leaves the position as it is."""
    before = state_of(subject)
    try:
        spare = subject if asking.names else deepcopy(subject)
        once, again = asking._kids(spare), asking._kids(spare)
    except Exception:  # the learner's own class may do anything here
        return None
    if any(kid is spare for kid in once) or state_of(spare) != before:
        return None
    same = len(once) == len(again) and all(a is b for a, b in zip(once, again, strict=True))
    return Asking(asking.names, asking.kind, same and bool(asking.names))


def _leads_on(node: Any, name: str) -> bool:
    """Return True if what a node holds under a name may be a child, or children."""
    if name.lower().strip("_").startswith(UPWARD):
        return False
    held = held_under(node, name)
    if callable(held) and not isinstance(held, Sequence):
        return name in CHILDREN
    parts = held if isinstance(held, list | tuple) else [held]
    if name in CHILDREN:
        return all(is_akin(part, type(node)) for part in parts)
    return bool(parts) and all(isinstance(part, type(node)) for part in parts)  # what else may merely be held


def value_of(node: Any) -> float | None:
    """Return the value that a leaf of a learner's own tree holds."""
    if is_number(node):
        return float(node) if not isinstance(node, int) else node
    held = (held_under(node, name) for name in VALUES)
    return next((value for value in held if is_number(value)), None)


def own_turn(position: Any) -> bool | None:
    """Return whether MAX is to move as the position itself tells, or None if it does not."""
    told = getattr(position, "maximizing", None)
    return told if isinstance(told, bool) else None
