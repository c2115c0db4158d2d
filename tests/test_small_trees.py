"""Every tree of up to five leaves is tried, and what is said of a right search is true."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from random import Random
from typing import Any

import pytest
from oracle import examined, value
from right_searches import RIGHT

from minimax_lessons import alphabeta, check, minimax
from minimax_lessons.exercises import NotYet
from minimax_lessons.exercises.leaf_accesses import needless
from minimax_lessons.exercises.small_trees import (
    ORDER_ONLY,
    SmallTree,
    asked,
    asks_in_vain,
    orders,
    refusals,
    shapes,
    small_trees,
    use_values,
)
from minimax_lessons.exercises.trials import LONG, Scope, trials
from minimax_lessons.trees import leaves_below
from minimax_lessons.variants import variant

pytestmark = pytest.mark.long

NUMBERS = (1, 2, 3, 4, 5)


def every_tree(leaves: int) -> Iterator[SmallTree]:
    """Yield all small trees with so many leaves."""
    return (root for _, roots in small_trees(leaves) for root in roots)


def nested_trees(leaves: int) -> Iterator[Any]:
    """Yield every tree with so many leaves as lists of numbers, worked out by cutting a row of leaves into parts."""

    def cut(row: tuple[int, ...]) -> Iterator[Any]:
        if len(row) == 1:
            yield row[0]
            return
        for parts in partitions(row):
            yield from (
                list(chosen) for chosen in every_choice([list(cut(part)) for part in parts])
            )

    def partitions(row: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
        for bits in range(1, 2 ** (len(row) - 1)):
            ends = [place for place in range(1, len(row)) if bits >> (place - 1) & 1]
            yield [row[begin:end] for begin, end in zip([0, *ends], [*ends, len(row)], strict=True)]

    def every_choice(options: list[list[Any]]) -> Iterator[tuple[Any, ...]]:
        if not options:
            yield ()
        else:
            yield from (
                (first, *rest) for first in options[0] for rest in every_choice(options[1:])
            )

    def rows(length: int) -> Iterator[tuple[int, ...]]:
        for code in range(length**length):
            row = tuple(code // length**place % length + 1 for place in range(length))
            if set(row) == set(range(1, max(row) + 1)):
                yield row

    for row in rows(leaves):
        yield from cut(row)


def test_all_trees_of_a_size_are_there() -> None:
    assert [len(shapes(leaves)) for leaves in range(1, 6)] == [1, 1, 3, 11, 45]
    assert [len(orders(leaves)) for leaves in range(1, 6)] == [1, 3, 13, 75, 541]
    assert sum(1 for _ in every_tree(5)) == 48_690
    for leaves in range(1, 5):
        mine = [
            (repr(root.with_values(NUMBERS).nested), root.is_max) for root in every_tree(leaves)
        ]
        assert len(mine) == len(set(mine))
        assert set(mine) == {
            (repr(nested), turn) for nested in nested_trees(leaves) for turn in (True, False)
        }


@pytest.mark.parametrize("leaves", [1, 2, 3, 4, 5])
def test_the_value_and_what_alphabeta_looks_at_agree_with_the_oracle(leaves: int) -> None:
    use_values(NUMBERS)
    for number, root in enumerate(every_tree(leaves)):
        if leaves == 5 and number % 29:
            continue
        nested = root.nested
        assert NUMBERS[root.rank] == value(nested, root.is_max)
        enough, _ = examined(nested, root.is_max)
        asked[:] = enough
        assert not asks_in_vain(root)
        every_leaf = asked[:] = [leaf.path for leaf in leaves_below(root)]
        assert asks_in_vain(root) == (enough != every_leaf)
        Random(number).shuffle(asked)
        assert asks_in_vain(root) == bool(needless(root, leaves, [*asked]))


def test_a_position_of_a_small_tree_is_like_any_other() -> None:
    use_values(NUMBERS)
    for root in every_tree(4):
        plain = root.with_values(NUMBERS)
        for mine, theirs in zip(root, plain, strict=True):
            assert (mine.name, mine.path, mine.index, mine.move) == (
                theirs.name,
                theirs.path,
                theirs.index,
                theirs.move,
            )
            assert (mine.is_max, mine.is_over, mine.value) == (
                theirs.is_max,
                theirs.is_over,
                theirs.value,
            )
            assert (mine.evaluate(), mine.moves(), str(mine)) == (
                theirs.evaluate(),
                theirs.moves(),
                str(theirs),
            )


USES: list[Callable[[Any], Any]] = [
    lambda leaf: leaf + 1,
    lambda leaf: 1 - leaf,
    lambda leaf: -leaf,
    abs,
    float,
    int,
    round,
    bool,
    hash,
    lambda leaf: leaf < 1000,
    lambda leaf: leaf == 0,
    lambda leaf: leaf != 3,
    lambda leaf: leaf >= -9,
    lambda leaf: sum([leaf]),
    lambda leaf: leaf.is_integer(),
]


@pytest.mark.parametrize("use", USES)
def test_a_leaf_value_that_can_only_be_compared_refuses_everything_else(
    use: Callable[[Any], Any],
) -> None:
    refusals.clear()
    with pytest.raises(TypeError, match="can only be compared"):
        use(ORDER_ONLY[2])
    assert refusals
    refusals.clear()


def test_leaf_values_compare_by_their_rank_and_lie_between_the_infinities() -> None:
    low, high = ORDER_ONLY[0], ORDER_ONLY[1]
    assert low < high > low <= low >= low == low != high
    assert -inf < low < inf
    assert not low <= -inf
    assert not inf <= low
    assert (max(low, -inf), min(high, inf), max(low, high), sorted([high, low])) == (
        low,
        high,
        high,
        [low, high],
    )
    assert low != -inf
    assert low != "low"
    assert not refusals


def told(name: str, answer: Any, capsys: pytest.CaptureFixture[str]) -> str:
    check(name, answer)
    return capsys.readouterr().out


def test_what_is_said_of_a_right_search_is_what_was_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    whole = "Right on every tree of up to five leaves, for any numbers, and on"
    for name, answer in (
        ("2.1", minimax),
        ("3.1", alphabeta),
        ("2.4", RIGHT["on_nested_lists_by_type"].search),
    ):
        assert whole in told(name, answer, capsys)
    sentinel = variant(alphabeta, "sentinel", "max_eval = -inf", "max_eval = -1000")
    for name, answer in (("3.5", RIGHT["negamax_soft"].search), ("3.1", sentinel)):
        sentence = told(name, answer, capsys)
        assert "Right on every tree of up to five leaves, and on" in sentence
        assert "any numbers" not in sentence


def only_six(position: Any, depth: int, maximizing: bool) -> Any:
    if depth == 0 or position.is_over:
        return position.evaluate()
    return (max if maximizing else min)(
        only_six(each, depth - 1, not maximizing) for each in position.children()[:6]
    )


def only_five_parts(node: Any, maximizing: bool) -> Any:
    if not isinstance(node, list):
        return node
    return (max if maximizing else min)(only_five_parts(part, not maximizing) for part in node[:5])


def only_39(position: Any, depth: int, alpha: float, beta: float, maximizing: bool) -> Any:
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf if maximizing else inf
    for number, child in enumerate(position.children()):
        found = only_39(child, depth - 1, alpha, beta, not maximizing)
        best = max(best, found) if maximizing else min(best, found)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if beta <= alpha or number == 38:
            break
    return best


def never_deeper(most: int) -> Any:
    def search(position: Any, depth: int, alpha: float, beta: float, maximizing: bool) -> Any:
        return alphabeta(position, min(depth, most), alpha, beta, maximizing)

    return search


by_id: dict[Any, Any] = {}


def remembers_by_id(position: Any, depth: int, maximizing: bool) -> Any:
    if (id(position), depth) not in by_id:
        below = [
            remembers_by_id(each, depth - 1, not maximizing)
            for each in position.children()
            if depth
        ]
        by_id[id(position), depth] = (
            (max if maximizing else min)(below) if below else position.evaluate()
        )
    return by_id[id(position), depth]


def remembers_by_value(
    position: Any, depth: int, alpha: float, beta: float, maximizing: bool, memory: Any = None
) -> Any:
    """Take equal lists for one position, whoever is to move there."""
    memory = {} if memory is None else memory
    key = repr(position.nested)
    if key not in memory:
        below = [
            remembers_by_value(each, 0, -inf, inf, not maximizing, memory)
            for each in position.children()
        ]
        memory[key] = (max if maximizing else min)(below) if below else position.evaluate()
    return memory[key]


WRONG_ON_LARGE_TREES = [
    ("2.1", only_six),
    ("2.3", only_six),
    ("2.4", only_five_parts),
    ("3.1", only_39),
    *(("3.1", never_deeper(most)) for most in (2, 6, 11, 150)),
    ("2.1", remembers_by_id),
    ("3.1", remembers_by_value),
    ("minimax", only_six),
    ("alphabeta", never_deeper(6)),
]


@pytest.mark.parametrize(("name", "answer"), WRONG_ON_LARGE_TREES)
def test_what_small_trees_cannot_show_is_found_on_chosen_ones(name: str, answer: Any) -> None:
    with pytest.raises(NotYet) as refusal:
        check(name, answer)
    assert refusal.value.outcome == "not right yet"


def test_a_search_that_needs_more_of_pythons_stack_than_there_is_is_right_with_a_remark(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def through_many_hands(position: Any, depth: int, maximizing: bool) -> Any:
        def hand(count: int) -> Any:
            return (
                hand(count - 1) if count else through_many_hands_below(position, depth, maximizing)
            )

        return hand(6)

    def through_many_hands_below(position: Any, depth: int, maximizing: bool) -> Any:
        if depth == 0 or position.is_over:
            return position.evaluate()
        below = [
            through_many_hands(each, depth - 1, not maximizing) for each in position.children()
        ]
        return max(below) if maximizing else min(below)

    assert "A line of 200 moves is too deep for it" in told("2.1", through_many_hands, capsys)


MUTANTS = [
    ("2.1", minimax, "max_eval = max(max_eval, evaluation)", "max_eval = evaluation"),
    ("2.1", minimax, "minimax(child, depth - 1, True)", "minimax(child, depth - 1, False)"),
    ("3.1", alphabeta, "alpha = max(alpha, evaluation)", "alpha = evaluation"),
    ("3.1", alphabeta, "beta = min(beta, evaluation)", "pass"),
    (
        "3.1",
        alphabeta,
        "alphabeta(child, depth - 1, alpha, beta, True)",
        "alphabeta(child, depth - 1, -inf, beta, True)",
    ),
]


@pytest.mark.parametrize(("name", "search", "old", "new"), MUTANTS)
def test_no_tree_with_fewer_leaves_shows_the_fault(
    name: str, search: Any, old: str, new: str
) -> None:
    wrong = variant(search, "wrong", old, new)
    with pytest.raises(NotYet) as refusal:
        check(name, wrong)
    assert refusal.value.fault is not None
    assert refusal.value.fault.example is not None
    smallest = sum(not node.children for node in refusal.value.fault.example.thing)
    bounds = (-inf, inf) if name == "3.1" else ()
    use_values(NUMBERS)
    for leaves in range(1, smallest + 1):
        shown = False
        for root in every_tree(leaves):
            asked.clear()
            got = wrong(root, root.height, *bounds, root.is_max)
            looked, nested = list(dict.fromkeys(asked)), root.nested
            shown = shown or got != value(nested, root.is_max)
            shown = shown or (bool(bounds) and looked != examined(nested, root.is_max)[0])
        assert shown == (leaves == smallest)


def test_the_chosen_trees_are_wide_and_deep() -> None:
    row = trials(Scope())
    assert max(len(node.children) for trial in row for node in trial.tree) == 40
    assert max(trial.tree.height for trial in row) == 200
    assert any(trial.anew for trial in row)
    assert len(LONG) > 20
