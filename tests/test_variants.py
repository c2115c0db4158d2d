from __future__ import annotations

from inspect import getsource
from math import inf

import pytest

from minimax_lessons.search import alphabeta, minimax
from minimax_lessons.tracing import trace
from minimax_lessons.trees import TOY_TREE, VIDEO_TREE, random_tree
from minimax_lessons.variants import Search, arranged, variant


def test_a_variant_does_what_its_changed_text_says() -> None:
    last = variant(minimax, "last", "max_eval = max(max_eval, evaluation)", "max_eval = evaluation")
    assert last(TOY_TREE, 2, True) == 1
    assert minimax(TOY_TREE, 2, True) == 2


def test_it_calls_itself_and_not_the_original() -> None:
    full = variant(alphabeta, "full", "alpha = max(alpha, evaluation)", "pass")
    assert len(trace(full, VIDEO_TREE).leaves) == 8 > len(trace(alphabeta, VIDEO_TREE).leaves)


def test_its_source_can_be_watched_and_changed_again() -> None:
    one = variant(
        alphabeta, "one", "alpha = max(alpha, evaluation)", "alpha = max(alpha, max_eval)"
    )
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


LINES = """
A |            evaluation = minimax(child, depth - 1, False)
B |        max_eval = -inf
C |        return max_eval
D |            max_eval = max(max_eval, evaluation)
E |        for child in position.children():
"""


def in_order(*letters: str) -> Search:
    goals = ("begin", "ask", "keep", "answer")
    return arranged(minimax, "if maximizing_player:", LINES, dict(zip(goals, letters, strict=True)))


def test_lines_in_the_right_order_are_the_search_again_with_its_sub_goals_named() -> None:
    made = in_order("B", "e, a", "D", "C")
    assert [trace(made, tree).value for tree in (TOY_TREE, VIDEO_TREE)] == [2, 3]
    assert getsource(made).count("        # ask\n        for child in position.children():") == 1
    assert "min_eval = min(min_eval, evaluation)" in getsource(made)


def test_lines_in_a_wrong_order_do_what_they_say() -> None:
    assert trace(in_order("B", "E A", "", "C"), VIDEO_TREE).value == -inf  # MAX keeps nothing
    assert trace(in_order("B", "E D A", "", "C"), TOY_TREE).error is not None
    assert "        ...  # begin\n" in getsource(in_order("", "E A", "D", "C"))


@pytest.mark.parametrize(
    ("letters", "why"),
    [
        (("B", "A E", "D", "C"), "unexpected indent: evaluation = my_minimax(child"),
        (("B", "E", "C", "D"), "expected an indented block after 'for' statement"),
        (("B", "E X", "D", "C"), "there is no line X"),
    ],
)
def test_an_order_that_cannot_run_says_so_when_it_is_watched(
    letters: tuple[str, ...], why: str
) -> None:
    run = trace(in_order(*letters), TOY_TREE)
    assert run.error is not None
    assert why in str(run.error)


def test_a_line_that_is_not_there_or_not_alone_has_no_block() -> None:
    with pytest.raises(ValueError, match="alphabeta needs one line 'break'"):
        arranged(alphabeta, "break", LINES, {})
