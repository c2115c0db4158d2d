"""Results: where in what a search returns its value stands, and from whose side it is seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

from minimax_lessons.tracing import ENTER, LEAVE, UNWIND
from minimax_lessons.trees import Node

__all__ = ["Place", "is_negamax", "number", "place_of_value", "who_moves_first"]

Place = int | str  # the number of a part of a tuple, the key in a dict, the name of an attribute
Entries = Iterable[tuple[Any, ...]]

NAMES = ("score", "value", "evaluation", "eval", "utility", "val")


def number(raw: Any, place: Place | None = None) -> float | None:
    """Return the number that a search's result stands for, in a tuple, a dict or an object too; else None."""
    kind = type(raw)
    if kind is int or kind is float:
        return raw  # type: ignore[no-any-return]
    if isinstance(raw, bool):
        return None
    if isinstance(raw, Integral):
        return int(raw)
    if isinstance(raw, Real | Decimal):
        return float(raw)
    parts = dict(_parts(raw))
    if place in parts:
        return number(parts[place])
    if isinstance(raw, tuple | list):
        return next((found for found in map(number, raw) if found is not None), None)
    return next((number(parts[name]) for name in NAMES if isinstance(parts.get(name), Real)), None)


def _parts(raw: Any) -> Iterator[tuple[Place, Any]]:
    """Yield the parts of a tuple, a dict or an object with their places."""
    if isinstance(raw, tuple | list):
        yield from enumerate(raw)
    elif isinstance(raw, dict):
        yield from raw.items()
    else:
        for name in (*NAMES, *getattr(raw, "__dict__", ())):
            with suppress(Exception):  # a property of the learner's own may do anything
                yield name, getattr(raw, name)


def place_of_value(entries: Entries) -> Place | None:
    """Return where in what is returned the value stands, or None if a plain number is returned.

    It is where every leaf has a number, its own if that is known; of several such places the one whose number
    parents take over from their children.
    """
    places: dict[Place, None] | None = None
    node: Node | None = None
    for entry in entries:
        if entry[0] == ENTER:
            node = entry[1]
        elif entry[0] == LEAVE:
            if isinstance(entry[1], Real):
                return None
            if node is not None:
                here = dict.fromkeys(_places_of_leaf(node, entry[1]))
                places = here if places is None else {place: None for place in places if place in here}
            node = None
            if places is not None and len(places) <= 1:
                break
    return max(places, key=lambda place: _taken_over(entries, place)) if places else None


def _places_of_leaf(leaf: Node, returned: Any) -> Iterator[Place]:
    known = leaf.value if leaf.is_sprouted else leaf.evaluate()  # a depth limit stops above the leaves
    for place, part in _parts(returned):
        value = None if isinstance(part, tuple | list) else number(part)
        if value is not None and (known is None or value in (known, -known)):
            yield place


def _taken_over(entries: Entries, place: Place) -> int:
    """Return how often a node's number at a place is that of one of its children, or the same with its sign turned."""
    return sum(value in children or -value in children for _, value, children in _families(entries, place))


def _families(entries: Entries, place: Place | None) -> Iterator[tuple[Node, float, list[float]]]:
    """Yield each inner node that returned a number, with that and with what its children returned."""
    ahead: list[tuple[Node, list[float]]] = []
    for entry in entries:
        if entry[0] == ENTER:
            ahead.append((entry[1], []))
        elif entry[0] == UNWIND and ahead:
            ahead.pop()
        elif entry[0] == LEAVE and ahead:
            node, children = ahead.pop()
            value = number(entry[1], place)
            if value is None:
                return
            if children:
                yield node, value, children
            if ahead:
                ahead[-1][1].append(value)


def is_negamax(entries: Entries, place: Place | None, *, likely: bool) -> bool:
    """Return True if inner nodes return their best child's value with the sign turned, rather than as it is."""
    plain = turned = 0
    for _, value, children in _families(entries, place):
        if value:
            plain += value in children
            turned += -value in children
    return turned > plain or (likely and turned == plain)


def who_moves_first(entries: Entries, place: Place | None) -> bool | None:
    """Return whether MAX moves at the root, going by which child's value each node returns; None if nothing tells."""
    for_max = for_min = 0
    for node, value, children in _families(entries, place):
        if value in children and min(children) < max(children):
            largest, even = value == max(children), len(node.path) % 2 == 0
            if largest or value == min(children):
                for_max += largest == even
                for_min += largest != even
    return None if for_max == for_min else for_max > for_min
