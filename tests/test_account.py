"""What was observed of a run has its place in the trace, or is doubted in a sentence that is true."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import once_silent
import pytest

from minimax_lessons.events import Enter, Event, Leaf, Remembered, Return
from minimax_lessons.tracing import Trace, trace
from minimax_lessons.tracing.account import account
from minimax_lessons.tracing.recording import Evaluation, Observations
from minimax_lessons.trees import TOY_TREE, Node, tree

# The account of compact observations


def entered(node: Node) -> Enter:
    return Enter(node, 1, None, None)


def leaf(node: Node, value: float = 0) -> list[Event]:
    return [entered(node), Leaf(node, 2, value, False)]


def inner(node: Node, value: float, *below: list[Event]) -> list[Event]:
    return [
        entered(node),
        *(event for each in below for event in each),
        Return(node, 3, value, "exact", True),
    ]


def score() -> None: ...


def asked(visit: int, *results: float, function: Callable[[], None] = score) -> list[Evaluation]:
    return [
        Evaluation(visit, function.__code__, result, (f"{visit}, {n}",))
        for n, result in enumerate(results)
    ]


ROOT = tree([3, 5])
MERGED = "The search continued from line 7 several times for what looks like C itself"
STORED = (
    "At C (line 4) search returned a value that its table held before this run began. If it is an"
    " earlier search's"
)
SKIPPED = "At A search called itself for D"


def left_over(events: list[Event], *evaluations: Evaluation, **more) -> list[tuple[Node, str]]:
    """Return each node with an observation that is left over, and how its doubt begins."""
    left = account(events, Observations(list(evaluations), **more), "search")
    return [(node, sentence.partition(",")[0]) for node, sentence in left]


def test_one_evaluation_at_each_leaf_is_accounted_for():
    events = inner(ROOT, 5, leaf(ROOT.children[0], 3), leaf(ROOT.children[1], 5))
    assert left_over(events, *asked(1, 3), *asked(2, 5)) == []


def test_several_evaluations_of_which_a_leaf_returns_the_best_are_left_over():
    events = inner(ROOT, 5, leaf(ROOT.children[0], 3), leaf(ROOT.children[1], 5))
    assert left_over(events, *asked(1, 3, 7), *asked(2, 6, 5)) == [
        (ROOT.children[0], "While search was at B")
    ]


def test_a_node_that_its_function_branched_into_is_left_over():
    events = inner(ROOT, 5, leaf(ROOT.children[0], 3), leaf(ROOT.children[1], 5))
    assert left_over(events, merged={2: 7}) == [(ROOT.children[1], MERGED)]


def test_results_that_make_up_the_value_of_a_leaf_are_no_positions():
    events = inner(ROOT, 5, leaf(ROOT.children[0], 3), leaf(ROOT.children[1], 5))
    assert left_over(events, *asked(1, 4, -1), *asked(2, 2, 3)) == []


def test_the_same_position_valued_twice_is_one():
    events = inner(ROOT, 3, leaf(ROOT.children[0], 3))
    once = asked(1, 3)
    assert left_over(events, *once, *once) == []


def test_a_leaf_that_is_worth_as_much_as_the_best_of_its_children_is_left_over():
    below = TOY_TREE.children
    events = inner(TOY_TREE, 2, leaf(below[0], 2), leaf(below[1], 1))
    assert left_over(events) == [(below[0], "B is shown as a leaf")]
    assert left_over(inner(TOY_TREE, 4, leaf(below[0], 4), leaf(below[1], 1))) == []


def test_values_that_a_leaf_compares_are_left_over():
    events = inner(ROOT, 3, leaf(ROOT.children[0], 3))
    assert left_over(events, comparisons={1: 7}) == [(ROOT.children[0], "B is shown as a leaf")]


def test_an_answer_that_the_run_has_not_worked_out_is_left_over_if_the_table_was_filled_before():
    first, second = ROOT.children
    events = inner(ROOT, 5, leaf(first, 3), [entered(second), Remembered(second, 4, 5, "exact")])
    assert left_over(events, table_was_filled=True) == [(second, STORED)]
    assert left_over(events, table_was_filled=False) == []
    known = inner(ROOT, 3, leaf(first, 3), [entered(second), Remembered(second, 4, 3, "exact")])
    assert left_over(known, table_was_filled=True) == []


def test_a_node_that_is_entered_past_its_parent_is_left_over():
    low = TOY_TREE.children[0].children[0]
    assert left_over(inner(TOY_TREE, 3, leaf(low, 3))) == [(low, SKIPPED)]


# What was silently wrong


def shape(run: Trace) -> tuple[object, ...]:
    return run.value, len(run.leaves), len(run.remembered), len(run.cutoffs), run.doubts


RIGHT = {
    "leaves remembered": (
        lambda: trace(once_silent.leaves_in_the_table, "a", True),
        (3, 4, 0, 0, ()),
    ),
    "texts swapped": (
        lambda: trace(once_silent.arranges, "", "312", -9, 999, True),
        (312, 6, 0, 0, ()),
    ),
    "text misplaced": (
        lambda: trace(
            once_silent.text_first,
            "A",
            {"A": ["B", "C"], "B": [], "C": []},
            {"B": 3, "C": 5},
            1,
            True,
        ),
        (5, 2, 0, 0, ()),
    ),
    "inner break": (
        lambda: trace(once_silent.leaves_the_row, [[0, 0], [0, 0]], 1, -99, 99),
        (2, 18, 0, 4, ()),
    ),
    "own exit": (
        lambda: trace(once_silent.compares_the_wrong_way_round, [1, 2, 3], 3, -inf, inf, True),
        (-12, 9, 0, 3, ()),
    ),
    "driver": (lambda: trace(once_silent.agent, *once_silent.observed()), (3, 6, 0, 0, ())),
    "pair at the root": (
        lambda: trace(once_silent.move_and_value, once_silent.Branch([[1, 1], [0, 1], [1, 0]])),
        (1, 6, 0, 0, ()),
    ),
    "children of a number": (
        lambda: trace(once_silent.asks_for_children_by_number, once_silent.Numbered(), 1, True),
        (3, 2, 0, 0, ()),
    ),
    "global table": (
        lambda: trace(once_silent.solve, [5], once_silent.Countdown(), 1),
        (1, 4, 3, 0, ()),
    ),
    "helper between": (
        lambda: trace(once_silent.by_helpers, once_silent.boxed([[3, 5], [2, 9]]), True, 9),
        (3, 4, 0, 0, ()),
    ),
    "siblings": (
        lambda: trace(once_silent.turns_the_sign_twice, once_silent.of_kinds(), 2),
        (2, 8, 0, 0, ()),
    ),
}


@pytest.fixture(autouse=True)
def forgotten():
    worth = dict(once_silent.WORTH)
    yield
    once_silent.WORTH.clear()
    once_silent.WORTH.update(worth)
    once_silent.seen.clear()


@pytest.mark.parametrize("name", RIGHT)
def test_a_trace_that_was_silently_wrong_is_right(name: str):
    run, expected = RIGHT[name]
    assert shape(run()) == expected


def test_what_an_inner_break_leaves_out_is_what_its_row_had_left():
    run = RIGHT["inner break"][0]()
    rows = [[0, 1], [0, 0]], [[0, 0], [1, -1]], [[0, 0], [-1, 1]], [[0, 0], [0, 1]]
    assert [cut.node.position for cut in run.cutoffs] == list(rows)


def test_a_driver_and_a_helper_are_no_plies():
    assert len(RIGHT["driver"][0]().tree.children) == 3
    assert RIGHT["helper between"][0]().tree.height == 2


def test_siblings_have_one_mover():
    assert {node.player for node in RIGHT["siblings"][0]().tree.children} == {"MIN"}


def test_positions_valued_where_they_stand_are_leaves():
    run = trace(once_silent.scores_in_place, 3, 2)
    assert (run.value, run.doubts, len(run.leaves)) == (4, (), 9)


def test_positions_left_out_where_others_are_valued_are_cut_by_the_bound_that_forbids_them():
    run = trace(once_silent.values_the_last_ply, 4, 2, -99, 99, True)
    assert (run.value, run.doubts) == (2, ())
    assert [leaf.value for leaf in run.leaves] == [8, 2, 6, 2, 1]
    cuts = [(len(cut.skipped), cut.owner, cut.bound) for cut in run.cutoffs]
    assert cuts == [(2, run.tree, 2), (2, run.tree, 2)]


def test_a_class_among_the_arguments_is_handed_on_and_the_value_is_the_attribute_that_the_search_writes():
    run = trace(once_silent.class_first, once_silent.Pile, once_silent.Pile(6, 1))
    assert (run.error, run.value) == (
        None,
        once_silent.class_first(once_silent.Pile, once_silent.Pile(6, 1)).value,
    )
    wrong = [
        event
        for event in run.events
        if isinstance(event, Leaf) and event.value != -event.node.position.who
    ]
    assert (run.doubts, wrong) == ((), [])


@pytest.mark.parametrize("maximizing", [True, False])
def test_a_list_of_numbers_is_no_leaf_and_the_cure_cures(maximizing: bool):
    def in_place(part, maximizing):
        best = None
        for i in range(len(part)):
            if isinstance(part[i], list):
                part[i] = in_place(part[i], not maximizing)
            if best is None or (part[i] > best if maximizing else part[i] < best):
                best = part[i]
        return best

    (doubt,) = trace(in_place, [[3, 5, 2], [9, 1]], maximizing).doubts
    assert doubt.startswith("B is shown as a leaf, but it is a list of several numbers")

    def by_a_call(part, maximizing):
        if not isinstance(part, list):
            return part
        return (max if maximizing else min)([by_a_call(each, not maximizing) for each in part])

    assert (
        "Let in_place call itself for every part of a list, and return a number as it is" in doubt
    )
    run = trace(by_a_call, [[3, 5, 2], [9, 1]], maximizing)
    assert (run.doubts, [leaf.value for leaf in run.leaves]) == ((), [3, 5, 2, 9, 1])


def test_a_root_of_which_no_value_tells_who_moves_is_doubted_and_the_cure_cures():
    def rated(cells, mine):
        if "." not in cells:
            return 1
        return (max if mine else min)(
            [rated(cells.replace(".", "x", 1), not mine) for _ in range(2)]
        )

    def first(cells):
        scores = [rated(cells.replace(".", "x", 1), True) for _ in range(2)]
        return "left" if scores[0] >= scores[1] else "right"

    (doubt,) = trace(first, "...").doubts
    assert doubt.startswith("It is not clear whose turn it is at A")
    assert "Let it pass on who moves, as a parameter maximizing" in doubt

    def first_as_max(cells, maximizing):
        return first(cells)

    run = trace(first_as_max, "...", True)
    assert (run.doubts, run.tree.is_max) == ((), True)


def test_asking_who_moves_leaves_a_global_board_and_players_as_they_are():
    run = trace(marked, 1)
    assert (run.returned, run.doubts, CELLS) == (2, (), [0, 0, 0])
    assert {node.is_max for node in run.tree if len(node.path) == 1} == {False}


CELLS = [0, 0, 0]


def marked(player):
    if 0 not in CELLS:
        return 2
    values = []
    for i in range(3):
        if CELLS[i] == 0:
            CELLS[i] = player
            values.append(marked(3 - player))
            CELLS[i] = 0
    return max(values) if player == 1 else min(values)


def test_asking_who_moves_leaves_a_table_among_the_defaults_as_the_search_left_it():
    def search(n, player, memo={}):  # noqa: B006
        if n == 0:
            return 1
        if (n, player) not in memo:
            below = [search(n - 1, 3 - player) for _ in range(2)]
            memo[n, player] = max(below) if player == 1 else min(below)
        return memo[n, player]

    run = trace(search, 3, 2)
    assert (run.value, run.returned) == (1, 1)
    assert search.__defaults__ == ({(1, 2): 1, (2, 1): 1, (3, 2): 1},)
