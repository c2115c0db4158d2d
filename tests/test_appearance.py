from __future__ import annotations

from collections.abc import Iterator
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minimax_lessons.drawing.appearance import frames, looks
from minimax_lessons.drawing.plan import visible_tree
from minimax_lessons.events import Cut, Enter, Leaf, Return, Update
from minimax_lessons.labels import BLANK
from minimax_lessons.search import alphabeta, minimax
from minimax_lessons.tracing import Trace, trace
from minimax_lessons.trees import (
    TOY_TREE,
    TOY_TREE_SWAPPED,
    VIDEO_TREE,
    VIDEO_TREE_DEEP,
    Node,
    random_tree,
    tree,
)

NESTED = st.recursive(
    st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=25
)
ROOTS = st.sampled_from(["max", "min"])


def wrong_alphabeta(
    position: Any, depth: int, alpha: float, beta: float, maximizing_player: bool
) -> float:
    """Lower alpha in the minimising branch, as one of the course's documents does, and stop a child too early."""
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf if maximizing_player else inf
    for child in position.children():
        value = wrong_alphabeta(child, depth - 1, alpha, beta, not maximizing_player)
        best = max(best, value) if maximizing_player else min(best, value)
        alpha = max(alpha, value) if maximizing_player else min(alpha, value)
        if beta <= alpha or value > 5:
            break
    return best


def twice(position: Any, depth: int) -> float:
    """Search every child again, as iterative deepening and re-searches do."""
    if position.is_over or depth == 0:
        return position.evaluate()
    best = max if position.is_max else min
    for child in position.children():
        twice(child, 0 if position.path else depth - 1)
    return best(twice(child, depth - 1) for child in position.children())


SEARCHES = [minimax, alphabeta, wrong_alphabeta, twice]


def key(node: Node) -> str:
    return "".join(f"-{step}" for step in node.path)


def below(root: Node) -> set[Node]:
    return set(root)


def applied(run: Trace, **options: Any) -> Iterator[dict[str, list[str]]]:
    """Yield what a page shows at each step that starts with the first picture and applies the patches."""
    visible = visible_tree(run.tree, **options)
    shown = {name: list(look) for name, look in looks(visible, run, 0).items()}
    yield shown
    for _, changes in list(frames(run, visible))[1:]:
        for name, what, value in changes:
            place = 0 if what == "class" else 1
            assert shown[name][place] != value, "a patch that changes nothing"
            shown[name][place] = value
        yield shown


@settings(deadline=None)
@given(
    NESTED,
    ROOTS,
    st.sampled_from(SEARCHES),
    st.sampled_from([{}, {"detail": "compact"}, {"depth": 1}]),
)
def test_the_patches_of_any_run_lead_from_each_step_to_the_next(
    nested: Any, root: Any, search: Any, options: dict[str, Any]
) -> None:
    run = trace(search, tree(nested, root))
    visible = visible_tree(run.tree, **options)
    for step, shown in enumerate(applied(run, **options)):
        assert shown == {name: list(look) for name, look in looks(visible, run, step).items()}
    assert step == len(run.events)


def described(run: Trace, step: int) -> dict[str, set[str]]:
    """Return the states of nodes and edges after so many steps, told from the events alone and not bit by bit."""
    past = run.events[:step]
    entered = {event.node for event in past if isinstance(event, Enter)}
    left = {event.node for event in past if isinstance(event, Leaf | Return)}
    skipped = {
        node
        for event in past
        if isinstance(event, Cut)
        for child in event.skipped
        for node in below(child)
    }
    best_child = {
        event.node: event.child for event in past if isinstance(event, Update) and event.improved
    }
    line, node = set(), run.tree
    while node in best_child:
        node = best_child[node]
        line.add(node)
    finished = step == len(run.events)
    if finished:
        line = set(run.variation[1:])
    states: dict[str, set[str]] = {}
    for node in run.tree:
        phase = (
            "done"
            if node in left
            else "open"
            if node in entered
            else "pruned"
            if node in skipped
            else "unseen"
        )
        kind = "leaf" if not node.children else "max" if node.is_max else "min"
        now = bool(past) and past[-1].node == node and not finished
        states[f"n{key(node)}"] = {"node", kind, phase, *["best"] * (node in line), *["now"] * now}
        if node.path:
            good = node in best_child.values()
            states[f"e{key(node)}"] = {
                "edge",
                "open" if now else phase,
                *["good"] * good,
                *["best"] * (node in line),
            }
    return states


@settings(deadline=None)
@given(NESTED, ROOTS, st.sampled_from([minimax, alphabeta]))
def test_the_classes_say_what_has_happened(nested: Any, root: Any, search: Any) -> None:
    run = trace(search, tree(nested, root))
    for step in range(len(run.events) + 1):
        shown = looks(run.tree, run, step)
        for name, states in described(run, step).items():
            assert set(shown[name][0].split()) == states, (step, name)


def value_of(node: Node) -> float:
    if node.value is not None:
        return node.value
    return (max if node.is_max else min)(value_of(child) for child in node.children)


@settings(deadline=None)
@given(NESTED, ROOTS, st.sampled_from([minimax, alphabeta]))
def test_every_sign_shown_is_true(nested: Any, root: Any, search: Any) -> None:
    run = trace(search, tree(nested, root))
    worth = {f"n{key(node)}": value_of(node) for node in run.tree}
    for step in range(len(run.events) + 1):
        for name, (_, text) in looks(run.tree, run, step).items():
            if not name.startswith("n") or text == BLANK or text.startswith("("):
                continue
            sign, _, digits = text.rpartition(" ")
            shown = int(digits.replace("−", "-"))
            assert {"": worth[name] == shown, "≥": worth[name] >= shown, "≤": worth[name] <= shown}[
                sign
            ]


def test_no_value_shows_before_its_step() -> None:
    run = trace(alphabeta, VIDEO_TREE)
    returns = {
        event.node: step for step, event in enumerate(run.events, 1) if isinstance(event, Update)
    }
    first = {
        node: min(s for s, e in enumerate(run.events, 1) if e.node == node) for node in returns
    }
    for step in range(len(run.events)):
        shown = looks(VIDEO_TREE, run, step)
        for node, entered in first.items():
            if step <= entered:
                assert shown[f"n{key(node)}"][1] == BLANK


def test_the_window_stands_beside_the_node_and_is_marked_when_it_closes() -> None:
    run = trace(alphabeta, VIDEO_TREE)
    cut = next(step for step, event in enumerate(run.events, 1) if isinstance(event, Cut))
    node = run.cutoffs[0].node
    before, after = looks(VIDEO_TREE, run, 0), looks(VIDEO_TREE, run, cut)
    assert before[f"w{key(node)}"] == ("node window off", f"{BLANK}\n{BLANK}")
    assert after["w"] == ("node window open", "α −∞\nβ ∞")
    assert after[f"w{key(node)}"] == ("node window open crossed", "α 5\nβ 3")


def test_minimax_has_no_windows_and_no_cut_marks() -> None:
    shown = looks(TOY_TREE, trace(minimax, TOY_TREE))
    assert not [name for name in shown if name[0] in "wx"]


def test_cuts_are_marked_as_deep_and_as_unsound() -> None:
    deep = looks(VIDEO_TREE_DEEP, trace(alphabeta, VIDEO_TREE_DEEP))
    assert deep["x-1-0-0-1"][0] == "edge cut on deep"
    assert deep["x-1-1"][0] == "edge cut on"
    unsound = looks(TOY_TREE, trace(wrong_alphabeta, TOY_TREE))
    assert unsound["x-1-1"][0] == "edge cut on unsound"


def test_what_was_cut_and_searched_after_all_is_no_longer_pruned() -> None:
    def again(position: Any, alpha: float, beta: float) -> float:
        if position.is_over:
            return position.evaluate()
        best = max if position.is_max else min
        found = []
        for child in position.children():
            found.append(again(child, alpha, beta))
            if position.path and found[-1] == 1 and alpha == 0:
                break
        if not position.path:
            again(position.children()[0], 1, beta)
        return best(found)

    root = tree([[1, 2], [3, 4]])
    run = trace(again, root, 0, 9)
    cut = next(step for step, event in enumerate(run.events, 1) if isinstance(event, Cut))
    assert looks(root, run, cut)["n-0-1"][0] == "node leaf pruned"
    assert looks(root, run, cut)["x-0-1"][0].startswith("edge cut on")
    assert "done" in looks(root, run)["n-0-1"][0]
    assert looks(root, run)["x-0-1"][0] == "edge cut off"


def test_an_error_stays_where_it_arose() -> None:
    def fails(position: Any) -> float:
        if position.is_over:
            return (
                position.evaluate() + {}[position.name]
                if position.name == "E"
                else position.evaluate()
            )
        return max(fails(child) for child in position.children())

    run = trace(fails, TOY_TREE)
    assert run.error is not None
    assert looks(TOY_TREE, run)["n-0-1"][0].split()[-2:] == ["now", "broken"]


def test_a_huge_tree_is_drawn_as_its_top_with_stubs() -> None:
    root = random_tree(4, 6, seed=1)
    drawn = visible_tree(root)
    assert drawn.detail == "compact"
    assert len(drawn.nodes) == 341
    assert drawn.sentence == "Only the first 4 moves are drawn: 341 of 5,461 nodes."
    assert looks(root)["s-0-0-0-0"] == ("node stub plain", "+ 20\nnodes")


def test_a_search_below_what_is_drawn_shows_on_the_stub() -> None:
    run = trace(alphabeta, TOY_TREE_SWAPPED)
    for step, event in enumerate(run.events[:-1], 1):
        shown = looks(visible_tree(TOY_TREE_SWAPPED, depth=1), run, step)
        inside = len(event.node.path) > 1
        now = [name for name, (classes, _) in shown.items() if "now" in classes.split()]
        assert now == [
            f"{'s' if inside else 'n'}{key(event.node)[: 2 if len(event.node.path) else 0]}"
        ]


def test_more_children_than_can_be_drawn_become_one_stub() -> None:
    assert list(looks(tree(list(range(2000))))) == ["n", "t", "s"]


def test_a_step_beyond_the_run_is_refused_with_the_steps_there_are() -> None:
    run = trace(minimax, TOY_TREE)
    with pytest.raises(ValueError, match=rf"step={len(run.events) + 1}.*0 .* to {len(run.events)}"):
        looks(TOY_TREE, run, len(run.events) + 1)
    for step in (-1, 2.5, nan, "3", True):
        with pytest.raises(ValueError, match=f"step={step!r}: this run has the steps"):
            looks(TOY_TREE, run, step)
    with pytest.raises(ValueError, match="a tree alone has no steps"):
        looks(TOY_TREE, step=1)
