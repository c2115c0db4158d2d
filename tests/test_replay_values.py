from __future__ import annotations

from typing import Any

from minimax_lessons.search import best_move
from minimax_lessons.tracing import trace
from minimax_lessons.trees import tree


def move_and_value(position: Any, depth: int, maximizing: bool) -> Any:
    if depth == 0 or position.is_over:
        return None, position.evaluate()
    found = [
        (move, move_and_value(position.play(move), depth - 1, not maximizing)[1])
        for move in position.moves()
    ]
    return (max if maximizing else min)(found, key=lambda pair: pair[1])


def test_the_value_in_a_pair_is_found_where_the_depth_ends_above_the_leaves() -> None:
    assert trace(move_and_value, tree([[1]]), depth=1).value == 1


def test_a_move_is_no_value_even_when_some_child_is_worth_as_much() -> None:
    assert trace(best_move, tree([2, 0])).value == 2
