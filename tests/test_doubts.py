from __future__ import annotations

from math import inf

import pytest
from test_run import RIGHT, watched

from minimax_lessons.search import minimax
from minimax_lessons.tracing import trace
from minimax_lessons.trees import AIMA_TREE, TOY_TREE, tree


@pytest.mark.parametrize("name", [name for name, right in RIGHT.items() if right.bounds])
def test_nothing_is_doubted_where_all_is_right(name: str):
    for _, run in watched(name):
        assert run.doubts == ()


def test_an_inner_value_that_no_child_gave_is_doubted_with_its_place():
    def discounted(node, maximizing):
        if node.is_over:
            return node.value
        return 0.5 * (max if maximizing else min)(discounted(child, not maximizing) for child in node.children())

    (doubt,) = trace(discounted, AIMA_TREE).doubts
    assert "At B (line" in doubt
    assert "returned 1.5, but its children gave 3, 12, 8, and of these MIN takes 3" in doubt


def test_the_other_player_at_the_root_is_doubted_and_the_cure_cures():
    run = trace(minimax, TOY_TREE, 2, False)
    assert 'root="min"' in run.doubts[0]
    assert trace(minimax, tree(TOY_TREE, root="min"), 2, False).doubts == ()


def test_a_pruned_child_without_a_bound_is_doubted():
    def blind(node, maximizing):
        if node.is_over:
            return node.value
        first = node.children()[0]
        return blind(first, not maximizing)

    assert any("without a call for" in doubt for doubt in trace(blind, TOY_TREE).doubts)


def test_a_value_clamped_to_its_window_is_not_doubted():
    run = trace(RIGHT["fail_hard"].search, TOY_TREE, 2, 7, inf, True)
    assert (run.value, run.doubts) == (7, ())
