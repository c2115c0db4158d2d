from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import value

from minimax_lessons.events import Cut, Enter, Event, Leaf, Raised, Update
from minimax_lessons.run_state import State, Visit, fold
from minimax_lessons.search import alphabeta, minimax
from minimax_lessons.tracing import Trace, trace
from minimax_lessons.trees import TOY_TREE, VIDEO_TREE, VIDEO_TREE_DEEP, Node, tree

NESTED = st.recursive(
    st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=25
)
ROOTS = st.sampled_from(["max", "min"])


def negamax(node: Node, depth: int, alpha: float, beta: float, colour: int) -> float:
    if depth == 0 or node.is_over:
        return colour * node.evaluate()
    best = -inf
    for child in node.children:
        best = max(best, -negamax(child, depth - 1, -beta, -alpha, -colour))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def forgiving(node: Node, alpha: float, beta: float, is_max: bool) -> float:
    """Search with an exception at 7, which the root deals with."""
    if node.is_over:
        if node.value == 7:
            raise OverflowError
        return node.evaluate()
    best = -inf if is_max else inf
    for child in node.children:
        try:
            found = forgiving(child, alpha, beta, not is_max)
        except OverflowError:
            if node.path:
                raise
            continue
        best = max(best, found) if is_max else min(best, found)
    return best


def walked(run: Trace) -> Iterator[tuple[Event, State]]:
    return fold(run.events, negamax=run.negamax)


def after(run: Trace, steps: int | None = None) -> State:
    state = State(negamax=run.negamax)
    for event in run.events[:steps]:
        state.take(event)
    return state


@given(NESTED, ROOTS)
def test_each_open_node_is_worth_what_its_children_have_proved(nested: Any, root: Any) -> None:
    node = tree(nested, root)
    for search in (minimax, alphabeta):
        for _, state in walked(trace(search, node)):
            for visit in state.here.way_down if state.here else []:
                low, high = visit.proved
                assert low <= value(visit.node.nested, visit.node.is_max) <= high
                assert visit.guarantee == (low if visit.node.is_max else high)


@given(NESTED, ROOTS)
def test_negamax_is_seen_by_max_like_alphabeta(nested: Any, root: Any) -> None:
    node = tree(nested, root)
    ours = trace(negamax, node, node.height, -inf, inf, 1 if node.is_max else -1)
    theirs = trace(alphabeta, node)
    assert len(ours.events) == len(theirs.events)
    for (_, state), (_, other) in zip(walked(ours), walked(theirs), strict=True):
        assert state.here is not None
        assert other.here is not None
        assert (state.here.node, state.here.proved) == (other.here.node, other.here.proved)
        assert state.here.window_given == other.here.window_given
        assert state.here.window == other.here.window


@given(NESTED, ROOTS)
def test_in_the_end_a_node_is_done_if_it_was_entered_and_pruned_if_it_lies_below_a_cut(
    nested: Any, root: Any
) -> None:
    run = trace(alphabeta, tree(nested, root))
    entered = {event.node.path for event in run.events if isinstance(event, Enter)}
    cut = {below.path for node in run.pruned for below in node}
    state = after(run)
    assert {node.path for node in run.tree if state.phase(node) == "done"} == entered
    assert {node.path for node in run.tree if state.phase(node) == "pruned"} == cut


@pytest.mark.parametrize("search", [minimax, alphabeta])
def test_the_stack_leads_from_the_root_to_the_event_and_keeps_what_has_just_returned(
    search: Any,
) -> None:
    run = trace(search, VIDEO_TREE_DEEP)
    for step, event in enumerate(run.events, 1):
        path = event.node.path
        stack = after(run, step).stack
        assert [visit.node.path for visit in stack] == [
            path[:length] for length in range(len(path) + 1)
        ]
        assert [after(run, step).phase(visit.node) for visit in stack[:-1]] == ["open"] * len(path)


def test_a_visit_holds_the_bounds_and_the_best_so_far_of_its_last_update() -> None:
    run = trace(alphabeta, VIDEO_TREE)
    held: dict[Node, tuple[Any, ...]] = {}
    for event, state in walked(run):
        visit = state.here
        assert visit is not None
        if isinstance(event, Enter):
            assert visit.given == visit.held == (event.alpha, event.beta)
        elif not isinstance(event, Leaf) and event.node in held:
            assert (*visit.held, visit.best_so_far, visit.line) == held[event.node]
        if isinstance(event, Update):
            held[event.node] = event.alpha, event.beta, event.best, event.line


def test_the_favourite_is_the_child_that_improved_last() -> None:
    state = after(trace(minimax, TOY_TREE))
    assert state.visits[TOY_TREE].favourite is TOY_TREE[0]
    assert state.visits[TOY_TREE[1]].favourite is TOY_TREE[1][1]
    assert [value for value, _ in state.visits[TOY_TREE].results.values()] == [2, 1]


def test_the_children_that_have_not_come_back_are_skipped_when_the_search_leaves() -> None:
    for event, state in walked(trace(alphabeta, VIDEO_TREE_DEEP)):
        if isinstance(event, Cut):
            assert state.here is not None
            assert state.here.skipped == event.skipped


def test_an_exception_caught_further_up_closes_what_lies_between() -> None:
    run = trace(forgiving, tree([[3, [7, 5]], [4, 2]]))
    assert run.value == 2
    raised = max(step for step, event in enumerate(run.events) if isinstance(event, Raised))
    assert [visit.node.name for visit in after(run, raised + 2).stack] == ["A", "C"]


def test_what_was_cut_and_is_searched_after_all_is_pruned_no_longer() -> None:
    root = tree([[3, 5], [1, [9, 8]]])
    run = trace(alphabeta, root)
    late = root[1][1]
    state = after(
        run, next(step for step, event in enumerate(run.events, 1) if isinstance(event, Cut))
    )
    assert [state.phase(node) for node in late] == ["pruned"] * 3
    state.take(Enter(late, 1, None, None))
    assert [state.phase(node) for node in late] == ["open", "unseen", "unseen"]


@pytest.mark.parametrize(
    ("results", "guarantee", "proved"),
    [
        ([(4, "lower")], 4, (4, inf)),
        ([(4, "lower"), (6, "exact")], 6, (6, 6)),  # a scout, then the search itself
        ([(4, "lower"), (4, "upper")], 4, (4, 4)),  # the scout's bound was the value
        ([(4, "lower"), (6, "upper")], 4, (4, inf)),
        ([(6, "upper"), (4, "lower")], 4, (4, inf)),
        ([(4, "lower"), (5, "lower")], 5, (5, inf)),
        # a glance first, then a deeper look, which counts
        ([(9, "exact"), (4, "exact")], 4, (4, 4)),
        ([(9, "exact"), (4, "lower")], 9, (9, 9)),
        ([(9, "upper")], -inf, (-inf, 9)),
    ],
)
def test_a_child_searched_again_is_worth_what_both_times_have_shown(
    results: list[Any], guarantee: float, proved: Any
) -> None:
    visit = Visit(tree([0]), None, (None, None), 1, negamax=False)
    for result, kind in results:
        visit.take(visit.node[0], result, kind)
    assert visit.guarantee == guarantee
    assert visit.proved == proved


def test_the_best_so_far_is_proved_if_a_child_is_sure_to_be_worth_it() -> None:
    root = tree([3, 5])
    # after 3 and 5; 7 is what some faulty search believes
    for best, proved in [(3, True), (5, True), (7, False)]:
        state = State()
        for event in trace(minimax, root).events[:-2]:
            state.take(event)
        state.take(Update(root, 1, root[1], 5, best, None, None, improved=False, kind="exact"))
        assert state.visits[root].best_is_proved is proved
