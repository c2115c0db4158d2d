from __future__ import annotations

from math import inf
from typing import Any

import pytest
from hypothesis import given
from oracle import trees, value

from minimax_lessons.search import alphabeta, best_move, minimax
from minimax_lessons.trees import AIMA_TREE, TOY_TREE, VIDEO_TREE, VIDEO_TREE_DEEP, Node, tree


@pytest.mark.parametrize(
    ("root", "worth"), [(TOY_TREE, 2), (VIDEO_TREE, 3), (VIDEO_TREE_DEEP, 3), (AIMA_TREE, 3)]
)
def test_the_lessons_trees_are_worth_what_the_documents_say(root: Node, worth: int):
    assert (
        minimax(root, root.height, True) == alphabeta(root, root.height, -inf, inf, True) == worth
    )


@given(trees)
def test_minimax_and_alphabeta_agree_with_the_definition_for_both_roots(nested: Any):
    for root in ("max", "min"):
        node = tree(nested, root)
        expected = value(nested, root == "max")
        assert minimax(node, node.height, node.is_max) == expected
        assert alphabeta(node, node.height, -inf, inf, node.is_max) == expected


@given(trees)
def test_with_any_window_alphabeta_returns_the_value_or_a_bound_on_the_right_side(nested: Any):
    node, true = tree(nested), value(nested, True)
    for alpha, beta in [(-3, 3), (0, 1), (-9, -2)]:
        found = alphabeta(node, node.height, alpha, beta, True)
        if alpha < found < beta:
            assert found == true
        elif found <= alpha:
            assert true <= found
        else:
            assert true >= found


def test_depth_0_is_the_static_evaluation():
    assert (
        minimax(TOY_TREE, 0, True) == alphabeta(TOY_TREE, 0, -inf, inf, True) == TOY_TREE.evaluate()
    )


def test_a_smaller_depth_stops_at_the_static_evaluation():
    assert minimax(TOY_TREE, 1, True) == max(child.evaluate() for child in TOY_TREE.children())


@given(trees.filter(lambda nested: isinstance(nested, list)))
def test_the_best_move_leads_to_the_value_and_is_the_first_that_does(nested: Any):
    for root in ("max", "min"):
        node = tree(nested, root)
        worth = [value(child, root != "max") for child in nested]
        assert best_move(node, node.height) == worth.index((max if root == "max" else min)(worth))


def test_infinite_values_still_give_a_move():
    assert best_move(tree([-inf, -inf]), 1) == 0
    assert best_move(tree([inf, inf], root="min"), 1) == 0


def test_no_move_is_found_where_there_is_none():
    with pytest.raises(ValueError, match="a game that goes on"):
        best_move(tree(5), 3)
    with pytest.raises(ValueError, match="a depth of at least 1, not 0"):
        best_move(TOY_TREE, 0)
