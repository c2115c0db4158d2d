"""Every form of a result is read alike by the tracer and by the judge, which ask one description."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from minimax_lessons import check
from minimax_lessons.exercises import NotYet
from minimax_lessons.exercises.answers import plain
from minimax_lessons.results import ResultReader, number_in, numbers_in, replaced
from minimax_lessons.tracing import trace
from minimax_lessons.trees import TOY_TREE, Node


@dataclass
class Scored:
    move: Any
    score: float


class Slotted:
    __slots__ = ("move", "utility")

    def __init__(self, move: Any, utility: float) -> None:
        self.move, self.utility = move, utility


class Pair(NamedTuple):
    value: float
    move: Any


class Array:
    """What numpy's arrays offer of use here, where there may be no numpy."""

    def __init__(self, held: Any) -> None:
        self.held = held

    def __repr__(self) -> str:
        return f"Array({self.held!r})"

    def tolist(self) -> Any:
        return self.held


FORMS: dict[str, Callable[[float], Any]] = {
    "a number": lambda value: value,
    "a float": float,
    "a fraction": lambda value: Fraction(value) if isfinite(value) else value,
    "a decimal": Decimal,
    "an array without a dimension": Array,
    "a pair": lambda value: (value, "left"),
    "a pair, the move first": lambda value: ("left", value),
    "a pair in a list": lambda value: [value, None],
    "a truth beside it": lambda value: (True, value),
    "a named tuple": lambda value: Pair(value, "left"),
    "an array": lambda value: Array([value, "left"]),
    "a dict": lambda value: {"score": value, "move": "left"},
    "a dict with other names": lambda value: {"best": value, "move": "left"},
    "an object": lambda value: Scored("left", value),
    "an object with slots": lambda value: Slotted("left", value),
    "a namespace": lambda value: SimpleNamespace(value=value, move="left"),
    "an object in a pair": lambda value: ("left", Scored("left", value)),
}
NO_NUMBERS: tuple[Any, ...] = (
    None,
    True,
    "left",
    "3",
    (True, "left"),
    {"move": "left"},
    Array("3"),
)


@pytest.mark.parametrize("name", FORMS)
def test_tracer_and_judge_find_a_number_in_the_same_place(name: str):
    result = FORMS[name](3)
    numbers = numbers_in(result)
    assert list(numbers.values()) == [3]
    (place,) = numbers
    assert number_in(result, place) == 3
    judged = result if isinstance(result, Array) else plain(result)
    assert ResultReader((False,)).value(judged, lambda value: value == 3, max_moves=True) == (
        3,
        True,
    )
    if not isinstance(result, Array):
        answer = replaced(result, place, 5)
        assert type(answer) is type(result) or place is None
        assert number_in(answer, place) == 5


@pytest.mark.parametrize("result", NO_NUMBERS, ids=repr)
def test_what_holds_no_number_holds_none_for_both(result: Any):
    assert numbers_in(result) == {}
    assert number_in(result) is None
    assert ResultReader((False,)).value(plain(result), lambda value: True, max_moves=True) == (
        None,
        False,
    )


def searching(form: Callable[[float], Any]) -> Callable[..., Any]:
    """Return minimax with its results in a form."""

    def minimax(node: Node, depth: int, is_max: bool) -> Any:
        if depth == 0 or node.is_over:
            return form(node.evaluate())
        results = [numbers_in(minimax(child, depth - 1, not is_max)) for child in node.children]
        values = [next(iter(numbers.values())) for numbers in results]
        return form(max(values) if is_max else min(values))

    return minimax


@pytest.mark.parametrize("name", FORMS)
def test_a_search_with_any_form_of_result_is_traced_and_accepted(name: str):
    search = searching(FORMS[name])
    run = trace(search, TOY_TREE)
    assert (run.value, run.doubts) == (trace(searching(FORMS["a number"]), TOY_TREE).value, ())
    check("2.1", search)


def test_a_wrong_value_is_refused_in_every_form():
    for form in FORMS.values():
        with pytest.raises(NotYet):
            check("2.1", searching(lambda value, form=form: form(value + 1)))  # type: ignore[misc]
