"""Results: where in what a search returns its value stands, from whose side it is seen, and what is remembered."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

from minimax_lessons.tracing.code import Part
from minimax_lessons.tracing.finders import Finder, Growing, Key
from minimax_lessons.tracing.watching import LEAVE, REMEMBERED, Closed, Log
from minimax_lessons.trees import Node

__all__ = [
    "Place",
    "choices_of",
    "families",
    "is_negamax",
    "known_as",
    "number",
    "places_of_value",
    "remembered",
    "replaced",
    "value_of_move",
]

Place = int | str  # the number of a part of a tuple, the key in a dict, the name of an attribute

NAMES = ("score", "value", "evaluation", "eval", "utility", "val")


def number(raw: Any, place: Place | None = None) -> float | None:
    """Return the number that a search's result stands for, in a tuple, a dict or an object too; else None."""
    kind = type(raw)
    if kind is int or kind is float:
        return raw  # type: ignore[no-any-return]
    if raw is None or isinstance(raw, bool):
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


def replaced(raw: Any, place: Place | None, value: float) -> Any:
    """Return a search's result with another number in the place of its own."""
    if place is None or isinstance(raw, Real):
        return value
    if isinstance(raw, tuple | list):
        parts: list[Any] = [value if i == place else part for i, part in enumerate(raw)]
        return type(raw)(*parts) if hasattr(raw, "_fields") else type(raw)(parts)
    other = copy(raw)
    if isinstance(other, dict):
        other[place] = value
    else:
        with suppress(Exception):  # the learner's own class may refuse
            setattr(other, str(place), value)
    return other


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


def places_of_value(log: Log) -> list[Place]:
    """Return where in what is returned the value stands: nowhere if that is a plain number, more than one if untold.

    It is where every result has a number, a leaf's its own if that is known; of several such places the one whose
    number parents take over from their children, and is the largest or the smallest of theirs.
    """
    if any(entry[0] in (LEAVE, REMEMBERED) and isinstance(entry[1], Real) for entry in log.entries):
        return []
    numbers = [(call, dict(_numbers(call.entry[1]))) for call in log.calls]
    everywhere = [here for call, here in numbers if here and call.entry[4]]
    places = [place for place in everywhere[0] if all(place in here for here in everywhere)] if everywhere else []
    leaves = [(_own_value(call.node), here) for call, here in numbers if not call.children]
    known = [place for place in places if all(v is None or here.get(place) in (v, -v) for v, here in leaves)]
    places = known or places
    if len(places) <= 1:
        return known
    handed_up = {place: list(families(log.calls, place)) for place in places}
    counts = {place: _handed_up(handed_up[place]) for place in places}
    best = max(places, key=lambda place: counts[place])
    return [
        best,
        *(p for p in places if counts[p] == counts[best] and handed_up[p] != handed_up[best] and any(counts[p])),
    ]


def _own_value(node: Node) -> float | None:
    return node.value if node.is_sprouted else node.evaluate()  # a depth limit stops above the leaves


def _numbers(returned: Any) -> Iterator[tuple[Place, float]]:
    """Yield the numbers in what a search returned, each with its place."""
    for place, part in _parts(returned):
        value = None if isinstance(part, tuple | list) else number(part)
        if value is not None:
            yield place, value


def _handed_up(of_one_place: Sequence[tuple[Node, float, list[float]]]) -> tuple[int, int]:
    """Return how often a node's number is one of its children's, perhaps turned, and how often their best or worst."""
    taken = sum(not {value, -value}.isdisjoint(values) for _, value, values in of_one_place)
    return taken, sum(not {value, -value}.isdisjoint((min(values), max(values))) for _, value, values in of_one_place)


def families(calls: Iterable[Closed], place: Place | None) -> Iterator[tuple[Node, float, list[float]]]:
    """Yield each inner node that returned a number, with that and with what its children returned.

    Of a function in front of the search, which returns a move, the number is the value of the child that it leads to.
    """
    values: dict[int, float | None] = {}
    for call in calls:
        found = [(child.node, value) for child in call.children if (value := values[child.number]) is not None]
        children, value = [each for _, each in found], number(call.entry[1], place)
        if not call.entry[4] and found:
            value = value_of_move(call.entry[1], [child for child, _ in found], children, value)
        values[call.number] = value
        if value is not None and found:
            yield call.node, value, children


def choices_of(calls: Iterable[Closed], parts: dict[Node, tuple[Part, Key]]) -> dict[Node, bool]:
    """Return at which nodes the lines that were run take the larger of two values, and at which the smaller."""
    found: dict[Node, set[bool]] = {}
    for call in calls:
        if call.node in parts and call.children:
            choosers = parts[call.node][0].syntax.choosers
            lines = [line for line in (*call.lines, call.entry[2]) if line in choosers]
            found.setdefault(call.node, set()).update(choosers[line] for line in lines)
    return {node: sides.pop() for node, sides in found.items() if len(sides) == 1}


def value_of_move(raw: Any, nodes: Sequence[Node], children: Sequence[float], value: float | None) -> float | None:
    """Return the value of the child that a returned move leads to, unless a child's value itself was returned."""
    parts = (raw, *raw) if isinstance(raw, tuple | list) else (raw,)
    led = next((children[i] for i, node in enumerate(nodes) for part in parts if _is_move(part, node)), None)
    if led is None:
        return value
    return None if raw is value and value in children and value != led else led


def _is_move(thing: Any, node: Node) -> bool:
    if thing is None:
        return False
    try:
        return bool(thing == node.move or (thing is node.position and not isinstance(thing, int)))
    except Exception:  # the learner's own class may do anything here
        return False


def is_negamax(calls: Iterable[Closed], place: Place | None, *, likely: bool) -> bool:
    """Return True if inner nodes return their best child's value with the sign turned, rather than as it is."""
    plain = turned = 0
    for _, value, children in families(calls, place):
        if value:
            plain += value in children
            turned += -value in children
    return turned > plain or (likely and turned == plain)


# What is remembered


def known_as(finder: Finder, node: Node) -> Hashable:
    """Return what makes a node's position another's: the same things there, and the same player's turn."""
    if isinstance(finder, Growing) and node.is_sprouted and node in finder.calls:
        part, key = finder.calls[node]
        turns = [value for name, value in zip(part.state, key.counts, strict=True) if name in part.turns]
        return key.about, key.rest, *map(repr, turns)
    return repr(node.nested), node.is_max


def remembered(
    calls: Iterable[Closed], finder: Finder, place: Place | None, recalls: Collection[int]
) -> dict[int, Hashable]:
    """Return the numbers of the entries in which a search returned what it knew, with what it knew it by.

    It returned without a call what it had returned at such a position before, and on a line on which no position has
    ever been evaluated that was new; or on a line that returns what a table holds.
    """
    seen: dict[Hashable, set[float | None]] = {}
    lines: set[int] = set()  # on which new positions are evaluated
    again: list[tuple[int, Hashable, int]] = []
    certain: dict[int, Hashable] = {}
    for index, node, entry, inner, _ in calls:
        if not inner and not node.is_sprouted and not node.children:
            continue
        key, value = known_as(finder, node), number(entry[1], place)
        if inner:  # an equal leaf elsewhere is evaluated once more, which tells nothing of a memory
            seen.setdefault(key, set()).add(value)
        elif entry[0] == REMEMBERED or entry[2] in recalls:
            certain[index] = key
        elif value in seen.get(key, ()):
            again.append((index, key, entry[2]))
        else:
            lines.add(entry[2])
    return certain | {index: key for index, key, line in again if line not in lines}
