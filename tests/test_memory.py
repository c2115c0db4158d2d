from __future__ import annotations

from math import inf
from typing import Any

from minimax_lessons.tracing import Trace, trace


class Table:
    """Negamax with a table that knows bounds from values; MAX wants large remainders."""

    def __init__(self) -> None:
        self.table: dict[Any, tuple[str, float]] = {}
        self.evaluated = 0

    def search(self, n, depth, alpha, beta, color):
        first, known = alpha, self.table.get((n, depth, color))
        if known is not None:
            flag, value = known
            if (
                flag == "exact"
                or (flag == "lower" and value >= beta)
                or (flag == "upper" and value <= alpha)
            ):
                return value
        if depth == 0:
            self.evaluated += 1
            return color * (n * 5 % 7 - 3)
        best = -inf
        for take in (1, 2, 3):
            best = max(best, -self.search(n - take, depth - 1, -beta, -alpha, -color))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        self.table[n, depth, color] = (
            "upper" if best <= first else "lower" if best >= beta else "exact",
            best,
        )
        return best


def traced(table: Table) -> Trace:
    return trace(table.search, 12, 4, -inf, inf, 1)


def test_answers_from_a_table_are_no_leaves():
    table = Table()
    run = traced(table)
    assert run.doubts == ()
    assert run.value == Table().search(12, 4, -inf, inf, 1)
    assert len(run.leaves) == table.evaluated
    assert run.remembered


def test_what_a_loop_would_have_gone_on_to_is_found_though_the_table_knows_the_answer_by_now():
    run = traced(Table())
    assert run.cutoffs
    assert all(len(cut.node.children) == 3 for cut in run.cutoffs)


def test_the_table_is_left_as_the_search_left_it():
    watched, alone = Table(), Table()
    traced(watched)
    alone.search(12, 4, -inf, inf, 1)
    assert watched.table == alone.table
    assert watched.evaluated == alone.evaluated


def test_an_answer_from_an_earlier_search_is_doubted_and_the_cure_cures():
    table = Table()
    traced(table)
    assert "with an empty table" in traced(table).doubts[0]
    table.table.clear()
    assert traced(table).doubts == ()


def nim(piles, maximizing=True, memo=None):
    """Piles in another order are the same to the table."""
    memo = {} if memo is None else memo
    key = (tuple(sorted(piles)), maximizing)
    if key in memo:
        return memo[key]
    if not any(piles):
        return -1 if maximizing else 1
    after = [
        (*piles[:i], p - k, *piles[i + 1 :]) for i, p in enumerate(piles) for k in range(1, p + 1)
    ]
    memo[key] = (max if maximizing else min)(nim(each, not maximizing, memo) for each in after)
    return memo[key]


def test_a_table_may_know_positions_by_something_else_than_what_is_passed_on():
    run = trace(nim, (1, 2, 2), True, {})
    assert (run.value, run.doubts) == (1, ())
    assert all(sum(leaf.position) == 0 for leaf in run.leaves)
    assert any(sum(node.position) for node in run.remembered)


def test_a_second_visit_of_a_games_node_finds_its_children_again():
    def worth(n, depth, maximizing):
        if depth == 0:
            return n * 7 % 11 - 5
        return (max if maximizing else min)(
            [worth(3 * n + i, depth - 1, not maximizing) for i in (1, 2, 3)]
        )

    def deepening(n, most):
        value = None
        for depth in range(1, most + 1):
            value = worth(n, depth, True)
        return value

    run = trace(deepening, 1, 3)
    assert (run.value, run.doubts) == (worth(1, 3, True), ())
    assert len(list(run.tree)) == 1 + 3 + 9 + 27
    assert len(run.leaves) == 3 + 9 + 27
