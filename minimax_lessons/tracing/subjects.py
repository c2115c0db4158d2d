"""Subjects: what can be asked of the object to be searched, whoever wrote its class: children, moves, whose turn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from numbers import Real
from typing import Any

from minimax_lessons.tracing.roles import role_of

__all__ = [
    "Linked",
    "children_of",
    "has_children",
    "is_number",
    "linked",
    "moves_of",
    "own_turn",
    "state_of",
    "value_of",
]

CHILDREN = ("children", "get_children", "successors", "get_successors", "child_nodes", "next_states")
MOVES = (
    "moves",
    "legal_moves",
    "get_moves",
    "get_legal_moves",
    "available_moves",
    "possible_moves",
    "get_available_moves",
    "get_possible_moves",
    "valid_moves",
    "get_valid_moves",
    "actions",
    "legal_actions",
    "get_legal_actions",
)
UPWARD = ("parent", "prev", "root", "up", "owner")  # what leads back, not to a child
SIDES = {"max": True, "white": True, "w": True, "x": True, "min": False, "black": False, "b": False, "o": False}
VALUES = ("value", "score", "val", "data", "utility", "eval")


def is_number(value: Any) -> bool:
    """Return True for what a leaf can be worth."""
    return isinstance(value, Real) and not isinstance(value, bool)


# Trees of the learner's own, with all their nodes there beforehand


class Linked:
    """How the nodes of a learner's own tree lead to their children: by the names that the search asks them for."""

    def __init__(self, sample: Any, names: Iterable[str]) -> None:
        self.kind = type(sample)
        self.names = tuple(names)

    def children(self, node: Any) -> list[Any]:
        """Return a node's children, from left to right."""
        found: list[Any] = []
        for name in self.names:
            held = node.get(name) if isinstance(node, Mapping) else getattr(node, name, None)
            if callable(held) and not isinstance(held, Sequence):
                held = held()
            found.extend(_positions(held, self.kind))
        return found


def _positions(held: Any, kind: type) -> Iterator[Any]:
    """Yield the positions in what an object holds as its children: alone, in a list, or each beside its move."""
    for part in held if isinstance(held, Iterable) and not isinstance(held, kind) else [held]:
        if isinstance(part, kind):
            yield part
        elif isinstance(part, tuple):
            yield from (each for each in part if isinstance(each, kind))


def linked(subject: Any, asked: Collection[str]) -> Linked | None:
    """Return how a linked tree's nodes lead on, or None for what is none: asked twice, it gives the same objects."""
    if isinstance(subject, Mapping):
        names = [str(name) for name in subject]
    else:
        methods = [name for name in CHILDREN if callable(getattr(subject, name, None))]
        names = [name for name in (*_fields(subject), *methods) if name in asked or name in CHILDREN]
    found = Linked(subject, [name for name in names if _leads_on(subject, name)])
    if not found.names:
        return None
    once, again = found.children(subject), found.children(subject)
    return found if all(a is b for a, b in zip(once, again, strict=True)) else None


def _leads_on(node: Any, name: str) -> bool:
    """Return True if what a node holds under a name may be a child, or children."""
    held = node.get(name) if isinstance(node, Mapping) else getattr(node, name, None)
    if callable(held) and not isinstance(held, Sequence):
        return True
    if name.lower().strip("_").startswith(UPWARD):
        return False
    parts = held if isinstance(held, list | tuple) else [held]
    return (bool(parts) or name in CHILDREN) and all(isinstance(part, type(node)) for part in parts)


def _fields(thing: Any) -> list[str]:
    """Return the names that an object keeps its own things under, in the order they were made in."""
    slots = (getattr(kind, "__slots__", ()) for kind in reversed(type(thing).__mro__))
    return [
        *getattr(thing, "__dict__", ()),
        *(n for each in slots for n in ([each] if isinstance(each, str) else each)),
    ]


def value_of(node: Any) -> float | None:
    """Return the value that a leaf of a learner's own tree holds."""
    held = (node.get(name) if isinstance(node, Mapping) else getattr(node, name, None) for name in VALUES)
    return next((value for value in held if is_number(value)), None)


# Games


def children_of(position: Any) -> Sequence[Any]:
    """Return the positions one move ahead, by whichever of the usual names the class has."""
    for name in CHILDREN:
        children = getattr(position, name, None)
        if children is not None:
            found = children() if callable(children) and not isinstance(children, Sequence) else children
            return list(_positions(found, type(position)))
    return [position.play(move) for move in position.moves()]


def has_children(position: Any) -> bool:
    """Return True if a position can be asked for those one move ahead, and stays as it is."""
    if any(hasattr(position, name) for name in CHILDREN):
        return True
    if not (callable(getattr(position, "play", None)) and callable(getattr(position, "moves", None))):
        return False
    try:
        spare = deepcopy(position)
        after = [spare.play(move) for move in list(spare.moves())[:1]]
    except Exception:  # the learner's own class may ask for anything here
        return False
    return all(isinstance(each, type(position)) and each is not spare for each in after)


def moves_of(thing: Any, asked: Iterable[str] = MOVES) -> list[Any] | None:
    """Return the moves that a board lists, by a name that the search asks for; None if it does not seem to."""
    names = [name for name in MOVES if name in asked and hasattr(thing, name)]
    for name in sorted(names, key=lambda name: not callable(getattr(thing, name))):
        moves = getattr(thing, name)
        try:
            return list(moves() if callable(moves) else moves)
        except Exception:  # the learner's own class may ask for anything here
            continue
    return None


def state_of(thing: Any, depth: int = 4) -> Any:
    """Return what an object holds, down to some depth, to be compared with what it holds later."""
    if isinstance(thing, list | tuple):
        return [state_of(part, depth) for part in thing]
    held = getattr(thing, "__dict__", None)
    if held and depth and not callable(thing):
        return type(thing), [(name, state_of(part, depth - 1)) for name, part in held.items()]
    return repr(thing)


def own_turn(position: Any) -> bool | None:
    """Return whether MAX is to move as the position itself tells, or None if it does not."""
    told = getattr(position, "maximizing", None)
    if isinstance(told, bool):
        return told
    for name in _fields(position):
        if role_of(name) in ("turn", "colour") or "current" in name or "to_move" in name:
            told = getattr(position, name, None)
            if isinstance(told, bool):
                return told != ("min" in name.lower() and "max" not in name.lower())
            if isinstance(told, str) and told.lower() in SIDES:
                return SIDES[told.lower()]
    return None
