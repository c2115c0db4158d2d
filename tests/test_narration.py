from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from oracle import trees
from right_searches import RIGHT

from minimax_lessons.events import Cut, Enter, Leaf, Update
from minimax_lessons.narration import sentence
from minimax_lessons.search import alphabeta, minimax
from minimax_lessons.tracing import Trace, trace
from minimax_lessons.trees import TOY_TREE, TOY_TREE_SWAPPED, VIDEO_TREE_DEEP, tree


def told(run: Trace, kind: type) -> list[str]:
    return [sentence(event, run) for event in run.events if isinstance(event, kind)]


def test_a_whole_small_search_reads_as_a_story():
    run = trace(minimax, tree([3, [5, 2]]))
    assert [sentence(event, run) for event in run.events] == [
        "The search begins at A: MAX is to move and wants the largest value.",
        "Down to B.",
        "B is a leaf: its value is 3.",
        "B came back with 3, the best for MAX at A so far: A is ≥ 3.",
        "Down to C, where MIN moves.",
        "Down to D.",
        "D is a leaf: its value is 5.",
        "D came back with 5, the best for MIN at C so far: C is ≤ 5.",
        "Down to E.",
        "E is a leaf: its value is 2.",
        "E came back with 2, the best for MIN at C so far: C is ≤ 2.",
        "MIN has seen all that matters at C: it is worth 2.",
        "C came back with 2: MAX at A keeps 3.",
        "Done: when both play their best, A is worth 3.",
    ]


def test_a_cut_names_its_owner_and_both_bounds():
    run = trace(alphabeta, TOY_TREE_SWAPPED)
    assert told(run, Cut) == ["MAX already has 2 at A, and MIN can hold 1 or less at C: H cannot matter."]


def test_a_deep_cut_names_the_ancestor_that_really_forbids_it():
    run = trace(alphabeta, VIDEO_TREE_DEEP)
    assert told(run, Cut)[0] == (
        "MAX already has 3 at A, three moves further up, and MIN can hold 1 or less at L: Y cannot matter."
    )


def test_a_bound_is_never_told_as_a_value():
    run = trace(alphabeta, VIDEO_TREE_DEEP)
    about_l = [text for text in told(run, Update) if text.startswith("L ")]
    assert about_l == ["L came back with at most 1: MAX has nothing better at F so far, and is sure of nothing there."]


def test_a_window_says_what_both_are_sure_of():
    run = trace(alphabeta, VIDEO_TREE_DEEP)
    entered = dict(zip([e.node.name for e in run.events if isinstance(e, Enter)], told(run, Enter), strict=True))
    assert entered["K"].endswith("MAX is sure of 3 elsewhere and MIN of 5: only between them is news.")
    assert "sure" not in entered["D"]


def test_negamax_is_told_as_max_sees_it():
    plain, turned = trace(alphabeta, VIDEO_TREE_DEEP), trace(RIGHT["negamax_soft"].search, VIDEO_TREE_DEEP)
    assert [sentence(event, turned) for event in turned.events] == [sentence(event, plain) for event in plain.events]


def test_an_unsound_cut_is_called_one():
    def hasty(node, depth, maximizing):
        if depth == 0 or node.is_over:
            return node.evaluate()
        for child in node.children():
            return hasty(child, depth - 1, not maximizing)

    run = trace(hasty, TOY_TREE)
    assert told(run, Cut)[0] == (
        "The search leaves B without looking at E and F, though nothing above forbids it: that may cost."
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
        "The depth limit ends the look ahead at B: its static evaluation is 3.",
        "The search looks no further at C: it takes 99.",
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

    for run in (trace(minimax, Coin(), depth=1), trace(minimax, tree([1], players=("Heads", "Tails")))):
        assert sentence(run.events[0], run).startswith("The search begins at A: Heads is to move and wants the largest")
        assert "the best for Heads at A" in sentence(run.events[-2], run)


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
