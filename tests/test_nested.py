from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lessons import tree
from minimax_lessons.nested import Unreadable, read_tree

NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False, width=16)
SHAPES = st.recursive(NUMBERS, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=20)


@given(SHAPES, st.sampled_from(["max", "min"]))
def test_what_python_writes_is_read_back(nested: Any, root: Any) -> None:
    text = str(nested)
    typed = read_tree(text, root)
    assert typed.tree == tree(nested, root)
    for node in typed.tree:
        start, end = typed.spans[node.path]
        assert read_tree(text[start:end]).tree.nested == node.nested


@pytest.mark.parametrize(
    ("text", "nested"),
    [
        ("5", 5),
        (" [ 1 ,\n\t[2,-3] , ] ", [1, [2, -3]]),
        ("[−4, –5, +6]", [-4, -5, 6]),
        (
            "[1/2, -7/3, .5, 1., 1e2, 1_000]",
            [Fraction(1, 2), Fraction(-7, 3), 0.5, 1.0, 100.0, 1000],
        ),
        ("[inf, -inf, ∞, −∞]", [inf, -inf, inf, -inf]),
    ],
)
def test_numbers_are_read_as_people_write_them(text: str, nested: Any) -> None:
    assert read_tree(text).tree == tree(nested)


@pytest.mark.parametrize(
    ("text", "marked", "message"),
    [
        ("[[3, 5, x], 1]", "x", "x is no number"),
        ("[1 2]", "2", "comma is missing"),
        ("[[1] [2]]", "[", "comma is missing"),
        ("[1,, 2]", ",", "Nothing stands before this comma"),
        ("[, 2]", ",", "Nothing stands before this comma"),
        ("[[1, 2], [3]", "[", "never closed"),
        ("[1, 2]]", "]", "closes nothing"),
        ("[1] 2", "2", "The tree ends before 2"),
        ("1, 2", ",", "outside every list"),
        ("[[1], [ ]]", "[ ]", "An empty list"),
        ("[nan]", "nan", "nan is no number"),
        ("[True]", "True", "True is no number"),
        ("[1/0]", "1/0", "divides by nothing"),
        ("[[1/3e3, 2]]", "1/3e3", "1/3e3 is no number"),
        ("[1" + "0" * 100 + "]", "1" + "0" * 100, "is no number"),
        ("[" * 201 + "1" + "]" * 201, "[", "more than 200 deep"),
        ("[1, 2, 3, 4, 5]", "5", "More than 4 nodes"),
    ],
)
def test_a_mistake_is_named_and_its_place_marked(text: str, marked: str, message: str) -> None:
    with pytest.raises(Unreadable, match=message.replace("[", r"\[")) as caught:
        read_tree(text, most=4 if "4 nodes" in message else None)
    assert text[caught.value.start : caught.value.end] == marked


@pytest.mark.parametrize("text", ["", " \n "])
def test_nothing_is_met_with_an_example(text: str) -> None:
    with pytest.raises(Unreadable, match=r"no tree yet.*\[\[3, 5, 2\], \[9, 1\]\]"):
        read_tree(text)


def test_the_first_of_two_open_lists_is_not_blamed_for_the_second() -> None:
    with pytest.raises(Unreadable) as caught:
        read_tree("[[1, 2], [3, [4]")
    assert caught.value.start == 9


def test_a_mistake_in_a_long_text_is_shown_with_what_is_around_it() -> None:
    text = f"[{'1, ' * 200}\n2, oops, 3]"
    with pytest.raises(Unreadable) as caught:
        read_tree(text)
    assert caught.value.pointing(text).splitlines()[1:] == ["  2, oops, 3]", "     ^^^^"]


@given(st.text("[],0123456789 −-.x/e∞\n", max_size=30))
def test_any_text_is_read_or_marked(text: str) -> None:
    problem = None
    try:
        read_tree(text)
    except Unreadable as found:
        problem = found
    if problem is not None:
        assert 0 <= problem.start <= problem.end <= len(text)
        assert problem.pointing(text).count("\n") == 2
