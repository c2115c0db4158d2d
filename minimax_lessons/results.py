"""Results: read the number and the move out of what a search returned, in whatever form."""

# Nothing here knows a run or an exercise: the tracer and the judge ask the same description which
# numbers a result holds, and each decides by its own evidence which of them is the value.

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

from minimax_lessons.trees import Node

__all__ = [
    "Place",
    "ResultReader",
    "Truth",
    "fields_of",
    "held_under",
    "is_number",
    "is_number_of_move",
    "number_among",
    "number_in",
    "numbers_in",
    "replaced",
    "value_of_move",
]

Place = int | str  # the number of a part of a tuple, the key in a dict, the name of an attribute

NAMES = ("score", "value", "evaluation", "eval", "utility", "val")


class Truth(int):
    """True or False as a position's value: 1 or -1, because ``not`` acts on it like a minus."""


def is_number(value: Any) -> bool:
    """Return True for what a leaf can be worth."""
    return isinstance(value, Real) and not isinstance(value, bool)


# The numbers in a result


def numbers_in(result: Any) -> dict[Place | None, Any]:
    """Return the numbers in a result by their places; the place of a plain number is None.

    A part that is an object or a dict stands for the number under its first telling name.

    >>> numbers_in(3), numbers_in(("left", 3)), numbers_in({"score": 4, "move": True})
    ({None: 3}, {1: 3}, {'score': 4})
    """
    if hasattr(result, "tolist"):  # an array, or a number out of one
        result = result.tolist()
    if _is_real(result):
        return {None: result}
    numbers = ((place, _number_of_part(part)) for place, part in _parts(result))
    return {place: part for place, part in numbers if part is not None}


def number_in(raw: Any, place: Place | None = None) -> float | None:
    """Return the number in a search's result, also in a tuple, a dict or an object; else None.

    >>> number_in((3, "left")), number_in({"score": 4}), number_in("left")
    (3, 4, None)
    >>> number_in(("right", 7), place=1)
    7
    """
    kind = type(raw)
    if kind is int or kind is float:
        return raw  # type: ignore[no-any-return]
    if _is_real(raw):
        return int(raw) if isinstance(raw, Integral) else float(raw)
    numbers = numbers_in(raw)
    parts: Iterable[Any] = numbers.values()
    if place in numbers:
        parts = [numbers[place]]
    elif isinstance(raw, tuple | list):  # rather than part of a move
        parts = parts or raw
    elif not hasattr(raw, "tolist"):
        parts = [numbers[name] for name in NAMES if name in numbers]
    return next((value for value in map(number_in, parts) if value is not None), None)


def replaced(raw: Any, place: Place | None, value: float) -> Any:
    """Return a search's result with another number in the place of its own.

    >>> replaced(("left", 3), 1, 8), replaced(({"score": 3}, "left"), 0, 8)
    (('left', 8), ({'score': 8}, 'left'))
    """
    if isinstance(raw, Truth):
        return value > 0
    if place is None or isinstance(raw, Real):
        return value
    if isinstance(raw, tuple | list):
        parts: list[Any] = [
            _replaced_part(part, value) if i == place else part for i, part in enumerate(raw)
        ]
        return type(raw)(*parts) if hasattr(raw, "_fields") else type(raw)(parts)
    changed = copy(raw)
    if isinstance(changed, dict):
        changed[place] = value
    else:
        with suppress(Exception):  # the learner's own class may refuse
            setattr(changed, str(place), value)
    return changed


def _replaced_part(part: Any, value: float) -> Any:
    """Return a number, or what stands for a number, with another number."""
    if part is None or isinstance(part, Real | str | tuple | list):
        return value
    names = (name for name, held in _parts(part) if name in NAMES and _is_real(held))
    return replaced(part, next(names, None), value)


def fields_of(thing: Any) -> list[str]:
    """Return the names of an object's own attributes or keys, in their order."""
    if isinstance(thing, Mapping):
        return list(thing)
    slots = (getattr(kind, "__slots__", ()) for kind in reversed(type(thing).__mro__))
    return [
        *getattr(thing, "__dict__", ()),
        *(n for slot in slots for n in ([slot] if isinstance(slot, str) else slot)),
    ]


def held_under(thing: Any, name: str) -> Any:
    """Return the value of an object's attribute, or of a dict's key; None if there is none."""
    if isinstance(thing, Mapping):
        return thing.get(name)
    return getattr(thing, name, None) if isinstance(name, str) else None


def _is_real(thing: Any) -> bool:
    return is_number(thing) or isinstance(thing, Decimal)


def _number_of_part(part: Any) -> Any:
    if _is_real(part):
        return part
    if part is None or isinstance(part, str | bool | tuple | list):
        return None
    return next((held for name, held in _parts(part) if name in NAMES and _is_real(held)), None)


def _parts(thing: Any) -> Iterator[tuple[Place, Any]]:
    """Yield the parts of a tuple, a dict or an object with their places."""
    if isinstance(thing, tuple | list):
        yield from enumerate(thing)
        return
    for name in (*NAMES, *fields_of(thing)):
        with suppress(Exception):  # a property of the learner's own may do anything
            yield name, held_under(thing, name)


@dataclass
class ResultReader:
    """The place of the value in a result, and its player, as far as the results have shown."""

    views: tuple[bool, ...]  # True: the values are those of the player to move; several: find out
    places: set[tuple[Place | None, bool]] | None = None

    @property
    def is_movers(self) -> bool:
        """Return True if its values are those of the player to move, as far as has been told."""
        return all(view for _, view in self.places) if self.places else self.views[0]

    def value(
        self, result: Any, fits: Callable[[float], bool], *, max_moves: bool
    ) -> tuple[float | None, bool]:
        """Return a result's value as MAX sees it, or None, and True if the value fits."""
        held = numbers_in(result)
        places = (
            {(place, view) for place in held for view in self.views}
            if self.places is None
            else self.places
        )
        values = {
            (place, view): -held[place] if view and not max_moves else held[place]
            for place, view in sorted(places, key=str)
            if place in held
        }
        fitting = {place for place, value in values.items() if fits(value)}
        self.places = fitting or self.places
        first = next(iter(fitting or values), None)
        return (None if first is None else values[first]), bool(fitting)


# The move in a result


def number_among(parts: Sequence[Any], values: Sequence[float]) -> float | None:
    """Return the number beside a move that is one of the values or its negative; else None."""
    numbers = {
        value for part in parts if is_number(part) and (value := number_in(part)) is not None
    }
    matches = [value for value in numbers if {value, -value} & {*values}]
    return matches[0] if len(matches) == 1 else None


def is_number_of_move(raw: Any, children: Sequence[float]) -> bool:
    """Return True if a result in front of the search may be a child's index or a value."""
    return (
        is_number(raw) and isinstance(raw, int) and raw in range(len(children)) and raw in children
    )


def value_of_move(
    raw: Any, nodes: Sequence[Node], children: Sequence[float], value: float | None
) -> float | None:
    """Return the value of the child behind a returned move, unless a child's value was returned.

    It is None if parts of the result are moves to different children.
    """
    latest = dict(zip(nodes, children, strict=True))  # of a child that was searched again
    led, beside = {node for node in latest if _is_move(raw, node)}, None
    if not led and isinstance(raw, tuple | list):
        beside = number_among(raw, children)
        moves = [part for part in raw if not (is_number(part) and part == beside)]
        led = {node for node in latest for move in moves if _is_move(move, node)}
    if not led:
        return value
    if len(led) > 1:
        return beside
    value_behind = latest[led.pop()]
    if beside is not None and value_behind not in (beside, -beside):
        return beside
    returned_one = isinstance(raw, Real) and value in children and value != value_behind
    return None if returned_one else value_behind


def _is_move(thing: Any, node: Node) -> bool:
    if thing is None:
        return False
    try:
        return bool(thing == node.move or (thing is node.position and not isinstance(thing, int)))
    except Exception:  # the learner's own class may do anything here
        return False
