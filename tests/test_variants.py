from __future__ import annotations

from math import inf

import pytest

from minimax_lessons.run import trace
from minimax_lessons.search import alphabeta, minimax
from minimax_lessons.trees import TOY_TREE, VIDEO_TREE, random_tree
from minimax_lessons.variants import variant


def test_a_variant_does_what_its_changed_text_says() -> None:
    last = variant(minimax, "last", "max_eval = max(max_eval, evaluation)", "max_eval = evaluation")
    assert last(TOY_TREE, 2, True) == 1
    assert minimax(TOY_TREE, 2, True) == 2


def test_it_calls_itself_and_not_the_original() -> None:
    full = variant(alphabeta, "full", "alpha = max(alpha, evaluation)", "pass")
    assert len(trace(full, VIDEO_TREE).leaves) == 8 > len(trace(alphabeta, VIDEO_TREE).leaves)


def test_its_source_can_be_watched_and_changed_again() -> None:
    one = variant(alphabeta, "one", "alpha = max(alpha, evaluation)", "alpha = max(alpha, max_eval)")
    two = variant(one, "two", "beta = min(beta, evaluation)", "beta = min(beta, min_eval)")
    run = trace(two, VIDEO_TREE)
    assert run.name == "two"
    assert run.source is not None
    assert "alpha = max(alpha, max_eval)" in run.source
    for seed in range(20):
        grown = random_tree((1, 4), 3, seed=seed)
        assert two(grown, 3, -inf, inf, True) == minimax(grown, 3, True)


def test_a_piece_that_is_not_there_or_not_alone_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'gamma' occurs 0 times in alphabeta"):
        variant(alphabeta, "no", "gamma", "")
    with pytest.raises(ValueError, match=r"'break' occurs 2 times"):
        variant(alphabeta, "no", "break", "pass")


def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match=r"name='no window'"):
        variant(alphabeta, "no window", "alpha = max(alpha, evaluation)", "pass")
