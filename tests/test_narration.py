from __future__ import annotations

from math import inf
from typing import Any

import pytest
from hypothesis import given
from oracle import trees
from right_searches import RIGHT

from minimax_lessons.events import Cut, Enter, Leaf, Return, Update
from minimax_lessons.narration import sentence
from minimax_lessons.search import alphabeta, minimax
from minimax_lessons.tracing import Trace, trace
from minimax_lessons.trees import TOY_TREE, TOY_TREE_SWAPPED, VIDEO_TREE_DEEP, tree


def told(run: Trace, kind: type) -> list[str]:
    return [sentence(event, run) for event in run.events if isinstance(event, kind)]


def test_a_whole_small_search_reads_as_a_story():
    run = trace(minimax, tree([3, [5, 2]]))
    assert [sentence(event, run) for event in run.events] == [
        "The search begins at A, where MAX moves and wants the largest value.",
        "The search goes down to B.",
        "B is a leaf, and its value is 3.",
        "B came back with 3, the best value for MAX at A so far, so A is ≥ 3.",
        "The search goes down to C, where MIN moves.",
        "The search goes down to D.",
        "D is a leaf, and its value is 5.",
        "D came back with 5, the best value for MIN at C so far, so C is ≤ 5.",
        "The search goes down to E.",
        "E is a leaf, and its value is 2.",
        "E came back with 2, the best value for MIN at C so far, so C is ≤ 2.",
        "MIN has seen every child of C, so C is worth 2.",
        "C came back with 2, which is no better, so MAX keeps 3 at A.",
        "The search is done: if both players play their best, A is worth 3.",
    ]


def test_a_wrong_minimax_is_not_told_as_if_it_had_bounds():
    def hopeful(position: Any, depth: int, maximizing: bool) -> float:
        if depth == 0 or position.is_over:
            return position.evaluate()
        best = -inf
        for child in position.children():
            best = max(best, hopeful(child, depth - 1, not maximizing))
        return best

    run = trace(hopeful, tree([[3, 5, 2], 1]))
    assert told(run, Return) == [
        "B returns 5. But MIN moves there, and the smallest value that came back is 2.",
        "A returns 5.",
    ]
    assert "E came back with 5. The search keeps 5 at B, although 3 is better for MIN." in told(
        run, Update
    )


def test_a_leaf_without_its_return_is_told_as_a_fault():
    def forgetful(node: Any, maximizing: bool) -> float:
        if not node.children:
            node.evaluate()
        best = -inf if maximizing else inf
        for child in node.children:
            value = forgetful(child, not maximizing)
            best = max(best, value) if maximizing else min(best, value)
        return best

    assert told(trace(forgetful, tree([3, 5])), Leaf) == [
        f"forgetful returns ∞ at {name}, although the value of {name} is {value}. Check that the line that"
        " evaluates a leaf begins with return."
        for name, value in (("B", 3), ("C", 5))
    ]


def test_a_leaf_worth_infinity_is_no_fault():
    assert told(trace(minimax, tree([inf, 5])), Leaf)[0] == "B is a leaf, and its value is ∞."


def test_a_cut_names_its_owner_and_both_bounds():
    run = trace(alphabeta, TOY_TREE_SWAPPED)
    assert told(run, Cut) == [
        "MAX already has 2 at A, and MIN can get 1 or less at C, so H cannot matter."
    ]


def test_a_deep_cut_names_the_ancestor_that_really_forbids_it():
    run = trace(alphabeta, VIDEO_TREE_DEEP)
    assert told(run, Cut)[0] == (
        "MAX already has 3 at A, three moves further up, and MIN can get 1 or less at L, so Y cannot matter."
    )


def test_a_bound_is_never_told_as_a_value():
    run = trace(alphabeta, VIDEO_TREE_DEEP)
    about_l = [text for text in told(run, Update) if text.startswith("L ")]
    assert about_l == [
        "L came back with at most 1. MAX has nothing better at F so far, but this bound guarantees MAX nothing."
    ]


def test_a_window_says_what_both_are_sure_of():
    run = trace(alphabeta, VIDEO_TREE_DEEP)
    entered = dict(
        zip(
            [e.node.name for e in run.events if isinstance(e, Enter)], told(run, Enter), strict=True
        )
    )
    assert entered["K"].endswith(
        "MAX already has 3 and MIN already has 5, so only a value between them matters."
    )
    assert "already has" not in entered["D"]


def test_negamax_is_told_as_max_sees_it():
    plain, turned = (
        trace(alphabeta, VIDEO_TREE_DEEP),
        trace(RIGHT["negamax_soft"].search, VIDEO_TREE_DEEP),
    )
    assert [sentence(event, turned) for event in turned.events] == [
        sentence(event, plain) for event in plain.events
    ]


def test_an_unsound_cut_is_called_one():
    def hasty(node, depth, maximizing):
        if depth == 0 or node.is_over:
            return node.evaluate()
        for child in node.children():
            return hasty(child, depth - 1, not maximizing)

    run = trace(hasty, TOY_TREE)
    assert told(run, Cut)[0] == (
        "The search leaves B without looking at E and F, but no bound allows that, so the result may be wrong."
    )


def test_only_what_the_game_says_itself_is_called_a_static_evaluation():
    def search(position, depth, maximizing):
        if position.path == (1,):
            return 99  # as from a memory
        if depth == 0:
            return position.evaluate()
        return max(search(child, depth - 1, not maximizing) for child in position.children())

    run = trace(search, TOY_TREE, 1, True)
    told = [sentence(event, run) for event in run.events if isinstance(event, Leaf)]
    assert told == [
        "The depth limit stops the search at B, so B gets its static evaluation, 3.",
        "The search stops at C and takes the value 99.",
    ]


def test_players_have_the_names_their_game_gives_them():
    class Coin:
        players = ("Heads", "Tails")
        maximizing = True
        is_over = False

        def children(self) -> list[Any]:
            return [Coin()]

        def evaluate(self) -> float:
            return 1

    for run in (
        trace(minimax, Coin(), depth=1),
        trace(minimax, tree([1], players=("Heads", "Tails"))),
    ):
        assert sentence(run.events[0], run).startswith(
            "The search begins at A, where Heads moves and wants the largest"
        )
        assert "the best value for Heads at A" in sentence(run.events[-2], run)


@given(trees)
def test_every_step_of_every_search_has_one_sentence_that_ends(nested: Any):
    for search in (minimax, alphabeta):
        run = trace(search, tree(nested))
        for event in run.events:
            text = sentence(event, run)
            assert text.endswith(".")
            assert "\n" not in text
            assert event.node.name in text


def test_what_is_no_event_is_refused():
    with pytest.raises(TypeError, match="is no event of a search"):
        sentence("cut", trace(minimax, TOY_TREE))  # type: ignore[arg-type]
