from __future__ import annotations

import functools
import gc
import sys
import threading
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from wrong_searches import MINIMAX, compiled

from minimax_lessons.events import Enter, Remembered
from minimax_lessons.search import alphabeta, minimax
from minimax_lessons.tracing import Trace, trace
from minimax_lessons.trees import TOY_TREE, random_tree, tree


def trouble(search: Callable[..., Any], *arguments: Any) -> str:
    before = sys.gettrace()
    run = trace(search, TOY_TREE, *arguments)
    assert sys.gettrace() is before
    assert run.value is None
    return str(run.error)


# What never ends


def spinning(node, maximizing):
    while True:
        pass  # fmt: skip  (on one line, where Python sees only a jump to itself)


def counting(node):
    n = 0
    while True:
        n += 1


def with_a_spinning_helper(node, maximizing):
    if node.is_over:
        return counting(node)
    return max(with_a_spinning_helper(child, not maximizing) for child in node.children())


def bottomless(node):
    return bottomless(node)


def with_a_bottomless_helper(node, maximizing):
    if node.is_over:
        return bottomless(node)
    return max(with_a_bottomless_helper(child, not maximizing) for child in node.children())


@pytest.mark.parametrize(
    ("search", "says"),
    [
        (spinning, "loops for ever at A, around line"),
        (with_a_spinning_helper, "loops for ever around line"),
        (with_a_bottomless_helper, "calls itself again and again and never stops"),
    ],
)
def test_what_never_ends_is_stopped(search: Callable[..., Any], says: str):
    assert says in trouble(search)


def test_a_stop_that_the_search_swallows_is_told_all_the_same():
    def deaf(node, maximizing):
        try:
            return node.value if node.is_over else deaf(node, not maximizing)
        except:  # noqa: E722
            return 0

    assert "calls itself on A again and again" in trouble(deaf)


def test_an_interrupt_from_the_keyboard_goes_through():
    def interrupted(node, maximizing):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        trace(interrupted, TOY_TREE)


def test_a_chain_as_deep_as_a_tree_may_be_is_followed():
    chain: Any = 5
    for _ in range(199):
        chain = [chain]
    assert trace(alphabeta, tree(chain)).value == 5


# What can't be followed


def yielding(node):
    if node.is_over:
        yield node.value
    for child in node.children():
        yield from yielding(child)


def around_a_generator(node):
    return max(yielding(node))


def test_a_function_without_a_position_is_refused_in_a_sentence():
    with pytest.raises(TypeError, match=r"trace\(minimax\) names no position"):
        trace(minimax)


def test_a_generator_inside_is_refused_too():
    with pytest.raises(TypeError, match="yielding is a generator or a coroutine"):
        trace(around_a_generator, TOY_TREE)


@functools.cache
def cached(count, maximizing):
    if count == 0:
        return -1 if maximizing else 1
    return (max if maximizing else min)(
        cached(count - take, not maximizing) for take in (1, 2) if take <= count
    )


def test_a_cache_is_seen_through_and_put_back():
    before = cached
    cached.cache_clear()
    run = trace(cached, 4, True)
    assert (run.value, run.doubts) == (1, ())
    visited = {(event.node.position, event.node.is_max) for event in run.events}
    assert (
        len(run.leaves) + len(run.remembered) + sum(bool(node.children) for node in run.tree)
        == run.nodes_visited
    )
    assert len(visited) == cached.cache_info().currsize
    assert cached is before
    assert functools.lru_cache.__module__ == "functools"


def can_win_with_a_cache(most: int, wanted: int) -> bool:
    """Return True for a win of the player who moves: whoever brings the sum up to it wins."""

    @functools.cache
    def wins(total, numbers):
        if total + numbers[-1] >= wanted:
            return True
        for place, n in enumerate(numbers):
            won = not wins(total + n, numbers[:place] + numbers[place + 1 :])
            if won:
                break
        return won

    return wins(0, tuple(range(1, most + 1)))


def can_win_with_a_table(most: int, wanted: int, calls: list[tuple[int, bool]]) -> bool:
    """Search the same, and note for each call its depth and whether the table answers it."""
    table: dict[Any, bool] = {}

    def wins(total, numbers, depth):
        key = total, numbers
        calls.append((depth, key in table))
        if key not in table:
            table[key] = searched(total, numbers, depth)
        return table[key]

    def searched(total, numbers, depth):
        if total + numbers[-1] >= wanted:
            return True
        for place, n in enumerate(numbers):
            if not wins(total + n, numbers[:place] + numbers[place + 1 :], depth + 1):
                return True
        return False

    return wins(0, tuple(range(1, most + 1)), 0)


@pytest.mark.parametrize("wanted", [6, 7, 8, 9, 10])
def test_each_answer_of_a_cache_is_a_visit_that_the_cache_has_held_before(wanted: int):
    expected: list[tuple[int, bool]] = []
    can_win_with_a_table(4, wanted, expected)
    run = trace(can_win_with_a_cache, 4, wanted)
    depths = [len(event.node.path) for event in run.events if isinstance(event, Enter)]
    answered = [
        isinstance(after, Remembered)
        for event, after in pairwise(run.events)
        if isinstance(event, Enter)
    ]
    assert list(zip(depths, answered, strict=True)) == expected


def test_a_cached_evaluation_and_a_generator_of_children_do_no_harm():
    @functools.cache
    def evaluation(node):
        return node.value

    def search(node, maximizing):
        def values():
            for child in node.children():
                yield search(child, not maximizing)

        if node.is_over:
            return evaluation(node)
        return max(values()) if maximizing else min(values())

    run = trace(search, TOY_TREE)
    assert (run.value, len(run.leaves)) == (2, 5)


# Wrong results


class Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError("not even this")

    @property
    def value(self) -> float:
        raise RuntimeError("nor this")


@pytest.mark.parametrize(
    ("result", "says"),
    [
        (float("nan"), "NaN is neither more nor less"),
        (1j, "returned 1j (complex) at node D"),
        (True, "returned True (bool) at node D"),
        ([], "returned [] (list) at node D"),
        ({"move": 1}, "returned {'move': 1} (dict) at node D"),
        (Unprintable(), "returned an object of Unprintable"),
        ("x" * 10**6, "xxx… (str) at node D"),
    ],
)
def test_what_is_no_value_is_named_with_its_place(result: Any, says: str):
    def search(node, maximizing):
        if node.is_over:
            return result
        return max([search(child, not maximizing) for child in node.children()], key=str)

    assert says in trouble(search)


def test_passing_all_the_children_on_is_told():
    def search(node, maximizing):
        if node.is_over:
            return node.value
        return max(search(node.children(), not maximizing) for child in node.children())

    assert "which is no node of the tree: pass the child on" in trouble(search)


def test_a_long_error_is_cut_and_put_on_one_line():
    def search(node, maximizing):
        raise ValueError("first\nsecond " + 3000 * "x")

    assert "ValueError: first second xxx" in trouble(search)
    assert len(trouble(search)) < 300


# Several at once


def test_a_search_may_trace_others_and_itself():
    inner: list[Trace] = []

    def search(node, maximizing, again=True):
        if again:
            inner.append(trace(minimax, TOY_TREE))
            inner.append(trace(search, TOY_TREE, True, False))
        if node.is_over:
            return node.value
        return (max if maximizing else min)(
            [search(child, not maximizing, False) for child in node.children()]
        )

    run = trace(search, TOY_TREE, True, True)
    assert [each.nodes_visited for each in (*inner, run)] == [8, 8, 8]


def test_threads_trace_side_by_side():
    found: dict[int, Trace] = {}

    def work(seed: int) -> None:
        found[seed] = trace(alphabeta, random_tree(2, 6, seed=seed))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seed, run in found.items():
        assert run.error is None
        assert run.nodes_visited == trace(alphabeta, random_tree(2, 6, seed=seed)).nodes_visited


def test_code_without_a_source_is_followed_without_lines():
    space: dict[str, Any] = {}
    exec(
        "def search(node, color):\n"
        "    if node.is_over:\n"
        "        return color * node.evaluate()\n"
        "    return max(-search(child, -color) for child in node.children())\n",
        space,
    )
    run = trace(space["search"], TOY_TREE)
    assert (run.value, len(run.leaves), run.negamax) == (2, 5, True)
    assert any("source of search cannot be found" in note for note in run.notes)


def test_the_collector_of_garbage_is_left_as_it_was():
    before = gc.isenabled(), gc.get_threshold(), gc.get_freeze_count()

    def search(node, maximizing):
        assert gc.isenabled()  # its garbage is collected while it runs
        return minimax(node, 2, maximizing)

    assert trace(search, TOY_TREE).value == 2
    assert (gc.isenabled(), gc.get_threshold(), gc.get_freeze_count()) == before


def test_a_loop_that_comes_to_no_child_is_ended_all_the_same(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("minimax_lessons.tracing.recording.MOST_ROUNDS", 1_000)

    def endless(node):
        seen = [node]
        for each in seen:
            seen += [each]
        return max(endless(child) for child in node.children())

    assert "loops for ever" in trouble(endless)


def test_a_sum_of_2500_numbers_in_a_line_is_read():
    source = MINIMAX.replace("position.evaluate()", "position.evaluate()" + " + 0" * 2_500, 1)
    assert source != MINIMAX
    assert trace(compiled(source, "a long sum"), TOY_TREE).value == 2


TWO_PLAYERS = """
def search(n):
    if n > 4:
        return n % 5SUM
    return max(low(n + 2), low(n + 3))

def low(n):
    if n > 4:
        return n % 5
    return min(search(n + 1), search(n + 4))
"""


def test_a_long_sum_is_read_where_two_functions_call_each_other():
    for terms in (0, 2_500):
        source = TWO_PLAYERS.replace("SUM", " + 0" * terms)
        run = trace(compiled(source, f"two players and {terms} terms"), 1)
        assert (run.error, run.value) == (None, 2)
