"""A function that a sheet hands out for repair is known as untouched, in every version and in any layout."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from typing import Any

import pytest

from minimax_lessons.exercises import attempted
from minimax_lessons.exercises.attempted import functions_in, is_untouched
from minimax_lessons.exercises.checks import verdict

GIVEN = """def in_words(plies):
    if not plies:
        return "draws"
    return "wins" if plies % 2 else "loses"
"""


def defined(source: str, name: str, **names: Any) -> Callable[..., Any]:
    """Return a function as a notebook's cell makes it."""
    file = f"<cell {hash(source)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    exec(compile(source, file, "exec"), names)
    function: Callable[..., Any] = names[name]
    return function


@pytest.mark.parametrize(
    ("source", "untouched"),
    [
        (GIVEN, True),
        (f"# my thoughts\n{GIVEN}", True),
        (GIVEN.replace("    ", "  "), True),
        (GIVEN.replace("not plies", "plies == 0"), False),
        (GIVEN.replace("def in_words", "def mine"), False),
    ],
)
def test_comments_and_layout_touch_nothing_and_any_other_change_does(
    source: str, untouched: bool
) -> None:
    name = "mine" if "mine" in source else "in_words"
    assert is_untouched("10.3", defined(source, name)) is untouched
    assert verdict("10.3", defined(source, name)).outcome == (
        "not attempted" if untouched else "not right yet"
    )


def test_what_an_older_sheet_has_handed_out_is_untouched_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    older = 'def in_words(plies):\n    return "draws"'
    monkeypatch.setattr(attempted, "_versions", lambda: {"10.3": {"in_words": [older, GIVEN]}})
    assert is_untouched("10.3", defined(older, "in_words"))
    assert is_untouched("10.3", defined(GIVEN, "in_words"))


def test_an_exercise_of_several_functions_is_attempted_as_soon_as_one_is_changed() -> None:
    functions = attempted._versions()["9.3"]
    whole = "\n\n".join(versions[-1] for versions in functions.values())
    assert is_untouched("9.3", defined(whole, "remembering"))
    assert not is_untouched("9.3", defined(whole.replace("= best", "= -best"), "remembering"))


def test_a_right_function_of_the_learner_s_own_is_done_although_the_given_one_lies_beside_it() -> (
    None
):
    right = "\ndef words(plies):\n    return 'draws' if plies is None else 'wins' if plies % 2 else 'loses'"
    assert verdict("10.3", defined(GIVEN + right, "words")).outcome == "done"


def test_three_dots_for_a_whole_branch_are_an_attempt_only_where_the_rest_is_right() -> None:
    half = "def in_words(plies):\n    if plies:\n        ...\n    else:\n        return 'draws'"
    assert verdict("10.3", defined(half, "in_words")).outcome == "not attempted"
    right = (
        "def in_words(plies):\n    if plies:\n        ...\n    return 'draws' if plies is None else"
    )
    right = f"{right} 'wins' if plies % 2 else 'loses'"
    assert verdict("10.3", defined(right, "in_words")).outcome == "done"


def test_an_attempt_with_a_very_long_sum_is_judged() -> None:
    terms = "+".join(["1"] * 900)  # nested so deeply that Python cannot write it out again
    long = f"def in_words(plies):\n    total = {terms}\n    return 'draws'\n"
    assert verdict("10.3", defined(long, "in_words")).outcome == "not right yet"
    search = f"""def best(position, depth, maximizing):
    total = {terms}
    if depth == 0 or position.is_over:
        return position.evaluate()
    return max(best(child, depth - 1, not maximizing) for child in position.children())
"""
    assert "but best returned" in str(verdict("2.6", defined(search, "best")))


@pytest.mark.parametrize("answer", [3, None, "text", len, lambda plies: "draws", int])
def test_anything_may_be_asked_about(answer: Any) -> None:
    assert is_untouched("10.3", answer) is False


def test_a_cell_is_taken_apart_into_its_functions() -> None:
    assert functions_in("x = 1\ndef f(x):\n    return x\n\nclass A: ...\n") == {
        "f": "def f(x):\n    return x"
    }
