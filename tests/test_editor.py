from __future__ import annotations

from typing import Any

import pytest

from minimax_lessons import VIDEO_TREE, minimax, random_tree
from minimax_lessons.drawing.plan import COMPACT_UP_TO
from minimax_lessons.player.editor import edit


def test_a_tree_is_searched_as_it_is_typed() -> None:
    editor = edit("[[3, 5, 2], [9, 1]]")
    assert editor.answer["outcome"] == "alphabeta visits 5 of 5 leaves; 4 would be enough."
    editor.text = "[[3, 5, 2], [1, 9]]"
    assert (
        editor.answer["outcome"]
        == "alphabeta visits 4 of 5 leaves; 4 would be enough. It was 5 before."
    )
    assert editor.answer["data"]["runs"][0]["leaves"] == 5
    assert editor.tree is not None
    assert editor.tree.nested == [[3, 5, 2], [1, 9]]


def test_a_mistake_keeps_the_last_tree_and_the_text() -> None:
    editor = edit("[1, 2]")
    before = editor.tree
    editor.text = "[1, 2"
    assert editor.answer["problem"] == {
        "message": "This [ is never closed: a ] is missing.",
        "start": 0,
        "end": 1,
    }
    # in the last tree, which the page still shows
    editor._obey(None, {"path": [0], "to": 1}, None)
    assert editor.text == "[1, 2"
    assert editor.tree == before


def test_a_mistake_from_the_start_is_shown_too() -> None:
    editor = edit("[oops]")
    assert editor.answer["problem"]["start"] == 1
    assert editor.tree is None
    assert "text/html" not in editor._repr_mimebundle_()[0]


def test_spaces_do_not_count_as_a_change() -> None:
    editor = edit("[[3, 5, 2], [9, 1]]")
    editor.text = "[[3, 5, 2], [1, 9]]"
    editor.text = "[[3,5,2],[1,9]]"
    assert "before" in editor.answer["outcome"]


def test_who_moves_first_can_be_changed() -> None:
    editor = edit("[[3, 5, 2], [9, 1]]", minimax)
    assert editor.run is not None
    assert editor.run.value == 2
    editor.root = "min"
    assert editor.run.value == 5


def test_a_tree_can_be_given_as_it_is() -> None:
    assert edit(VIDEO_TREE).text == str(VIDEO_TREE.nested)
    assert edit([[1, 2], 3], root="min").root == "min"


def test_a_random_tree_is_the_one_that_its_seed_says() -> None:
    editor = edit()
    editor._obey(None, {"branching": 3, "depth": 2, "seed": 7}, None)
    assert editor.tree == random_tree(3, 2, seed=7)


def test_an_impossible_wish_is_answered_in_place() -> None:
    editor = edit()
    for wish in (
        {"branching": 0, "depth": 2, "seed": 7},
        {"branching": None, "depth": 2, "seed": 7},
        {"depth": 1},
    ):
        editor._obey(None, wish, None)
        assert editor.answer["problem"]["message"]
        assert editor.answer["data"]
    editor._obey(None, {"branching": 4, "depth": 6, "seed": 0}, None)
    assert f"More than {COMPACT_UP_TO:,} nodes" in editor.answer["problem"]["message"]
    assert editor.text == "[[3, 5, 2], [9, 1]]"


def test_an_error_in_the_search_is_told() -> None:
    def broken(node: Any, maximizing: bool) -> float:
        raise RuntimeError("not yet")

    assert "not yet" in edit("[1, 2]", broken).answer["outcome"]


@pytest.mark.parametrize(
    ("path", "to", "text"),
    [
        ([0, 2], 0, "[[2,  3, 5], [9, 1.0]]"),
        ([1], 0, "[[9, 1.0], [3,  5, 2]]"),
        ([1, 0], 1, "[[3,  5, 2], [1.0, 9]]"),
        ([0, 1], 1, "[[3,  5, 2], [9, 1.0]]"),
    ],
)
def test_a_child_changes_places_with_its_sisters_and_each_keeps_its_spelling(
    path: list[int], to: int, text: str
) -> None:
    editor = edit("[[3,  5, 2], [9, 1.0]]")
    editor._obey(None, {"path": path, "to": to}, None)
    assert editor.text == text
