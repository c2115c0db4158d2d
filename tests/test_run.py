from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any

import pytest
from hypothesis import given
from oracle import at, examined, leaf_paths, replaced, trees, trees_without_ties, value, window
from right_searches import RIGHT, Right

from minimax_lessons.events import Cut, Enter, Leaf, Return, Update
from minimax_lessons.search import alphabeta, minimax
from minimax_lessons.tracing import Trace, trace
from minimax_lessons.trees import (
    AIMA_TREE,
    TOY_TREE,
    TOY_TREE_SWAPPED,
    VIDEO_TREE,
    VIDEO_TREE_DEEP,
    Node,
    tree,
)

LESSON_TREES = [TOY_TREE, TOY_TREE_SWAPPED, VIDEO_TREE, VIDEO_TREE_DEEP, AIMA_TREE]
RAGGED = tree([[[7, -9], [[-2], [-8, 1]]], [[3, [2, 2]], 0, [[9, -2], 1]], [[0]]])
TIES = tree([[[2, 2], [2, 1]], [[2, 2], [0, 2]]], root="min")
# an equal guarantee may or may not have been found out by then
WITH_TIES = (TIES, RAGGED, tree(RAGGED, "min"))
BINARY = [VIDEO_TREE, VIDEO_TREE_DEEP, tree(VIDEO_TREE_DEEP, "min")]
ALL_KINDS = [
    *LESSON_TREES,
    tree(VIDEO_TREE_DEEP, "min"),
    RAGGED,
    tree(RAGGED, "min"),
    TIES,
    tree([5]),
    tree(5),
]


def watched(name: str) -> list[tuple[Node, Trace]]:
    """Return the traces of one right search on all kinds of trees it can deal with."""
    right = RIGHT[name]
    usable = (
        BINARY if right.uniform_two else [t for t in ALL_KINDS if name != "best_move" or t.children]
    )
    return [
        (node, trace(right.search, right.subject(node), *right.arguments(node))) for node in usable
    ]


def paths(nodes: Any) -> list[tuple[int, ...]]:
    return [node.path for node in nodes]


def told(run: Trace) -> list[tuple[Any, ...]]:
    """Return what a trace says of the cuts, apart from lines."""
    return [
        (c.node.path, c.skipped[0].path[-1], c.owner and c.owner.path, c.bound) for c in run.cutoffs
    ]


def expected_cuts(nested: Any, is_max: bool) -> list[tuple[Any, ...]]:
    return [(c.node, c.first_skipped, c.owner, c.bound) for c in examined(nested, is_max)[1]]


# Every way to write a search


@pytest.mark.parametrize("name", RIGHT)
def test_every_way_of_writing_is_followed_to_the_right_value(name: str):
    for node, run in watched(name):
        assert run.error is None
        assert run.value == value(node.nested, node.is_max)


@pytest.mark.parametrize("name", [name for name, right in RIGHT.items() if not right.prunes])
def test_full_searches_see_every_leaf_and_cut_nothing(name: str):
    for node, run in watched(name):
        assert paths(run.leaves) == leaf_paths(node.nested)
        assert not run.cutoffs
        assert not run.pruned
        assert all(event.kind == "exact" for event in run.events if isinstance(event, Return))


LEFT_TO_RIGHT = [
    n for n, r in RIGHT.items() if r.prunes and not (r.own_order or r.strict or r.again)
]


@pytest.mark.parametrize("name", LEFT_TO_RIGHT)
def test_pruning_searches_examine_the_leaves_that_the_criterion_of_elder_siblings_names(name: str):
    for node, run in watched(name):
        assert paths(run.leaves) == examined(node.nested, node.is_max)[0]
        seen, pruned = set(paths(run.leaves)), set(paths(run.pruned))
        for leaf in leaf_paths(node.nested):
            assert (leaf in seen) != any(leaf[:upto] in pruned for upto in range(len(leaf) + 1))
        unseen = [leaf.path for leaf in run.tree if not leaf.children and leaf.path not in seen]
        assert paths(run.pruned_leaves) == unseen


@pytest.mark.parametrize("name", LEFT_TO_RIGHT)
def test_every_cut_has_its_owner_bound_and_depth(name: str):
    for node, run in watched(name):
        if node not in WITH_TIES:
            assert told(run) == expected_cuts(node.nested, node.is_max)
        assert all(cut.sound for cut in run.cutoffs)


@pytest.mark.parametrize(
    "name", [name for name, right in RIGHT.items() if right.prunes and not right.again]
)
def test_what_a_node_returns_is_its_value_or_a_bound_on_the_side_that_is_told(name: str):
    for node, run in watched(name):
        for event in run.events:
            if isinstance(event, Return):
                true = value(at(node.nested, event.node.path), event.node.is_max)
                held = {
                    "exact": event.value == true,
                    "lower": event.value <= true,
                    "upper": event.value >= true,
                }
                assert held[event.kind]
                assert event.justified


@pytest.mark.parametrize("name", RIGHT)
def test_the_principal_variation_ends_at_a_leaf_with_the_value(name: str):
    for node, run in watched(name):
        assert run.variation[0].path == node.path
        assert value(at(node.nested, run.variation[-1].path), True) == run.value
        for above, below in zip(run.variation, run.variation[1:], strict=False):
            assert below.path[:-1] == above.path


@pytest.mark.parametrize("name", RIGHT)
def test_fail_soft_and_fail_hard_are_told_apart_where_the_run_tells(name: str):
    found = {run.fail_soft for _, run in watched(name)} - {None}
    right = RIGHT[name]
    assert found <= {right.soft}
    assert found or not right.prunes or name == "best_move" or right.again or not right.bounds


@pytest.mark.parametrize("name", RIGHT)
def test_the_line_of_each_step_is_the_one_that_does_it(name: str):
    for _, run in watched(name):
        assert run.source is not None
        lines = dict(enumerate(run.source.splitlines(), run.first_line))
        for event in run.events:
            text = lines[event.line].strip()
            if isinstance(event, Enter):
                assert text.startswith(("def ", "@", "lambda", "node.value")) or "= lambda" in text
            elif isinstance(event, Return):
                assert "return" in text or "lambda" in name
            elif isinstance(event, Cut):
                assert text.startswith(("break", "return", "while"))


BOUNDS = (
    "fail_hard",
    "short_names",
    "greek",
    "low_and_high",
    "turn_as_a_word",
    "with_undo",
    "dispatched",
    "closure",
)


@pytest.mark.parametrize("name", ["alphabeta", *BOUNDS])
def test_bounds_are_those_of_the_functions_own_variables(name: str):
    right = RIGHT[name]
    run = trace(right.search, right.subject(VIDEO_TREE), *right.arguments(VIDEO_TREE))
    entered = [
        (event.node.path, event.alpha, event.beta)
        for event in run.events
        if isinstance(event, Enter)
    ]
    assert entered[0] == ((), -inf, inf)
    assert ((0, 1), -inf, 3) in entered  # B has its 3, and passes it on as β
    assert ((1,), 3, inf) in entered  # A has its 3, and passes it on as α


@pytest.mark.parametrize("name", [name for name in LEFT_TO_RIGHT if RIGHT[name].bounds])
def test_the_window_at_every_node_is_what_elder_siblings_offer(name: str):
    for node, run in watched(name):
        for event in run.events:
            # at the root a function may stand in front
            if isinstance(event, Enter) and event.node is not run.tree:
                low, high = event.alpha, event.beta
                if run.negamax and not event.node.is_max:
                    low, high = -high, -low
                assert (low, high) == window(node.nested, node.is_max, event.node.path)


def test_negamax_keeps_its_own_bounds_and_shows_values_as_max_sees_them():
    run = trace(RIGHT["negamax_soft"].search, VIDEO_TREE)
    entered = [
        (event.node.path, event.alpha, event.beta)
        for event in run.events
        if isinstance(event, Enter)
    ]
    assert ((1,), -inf, -3) in entered
    assert [leaf.value for leaf in run.events if isinstance(leaf, Leaf)] == [-1, 3, 5, -6, -4]
    assert run.negamax
    assert any("negamax" in note for note in run.notes)


def test_a_board_of_ones_own_on_a_known_tree_is_told_by_its_moves():
    (node, run), *_ = watched("with_undo_on_a_known_tree")
    assert run.tree is node
    assert not run.doubts


def test_a_search_that_comes_back_to_a_node_shows_every_visit():
    run = trace(RIGHT["principal_variation_search"].search, tree([[3, 1], [5, 4], [9, 7]]))
    assert run.value == 7
    assert run.nodes_visited > len({event.node for event in run.events if isinstance(event, Enter)})


# Laws


@given(trees_without_ties())
def test_owner_and_bound_of_every_cut(nested: Any):
    for root in ("max", "min"):
        assert told(trace(alphabeta, tree(nested, root))) == expected_cuts(nested, root == "max")


@given(trees)
def test_a_cut_is_deep_if_the_parent_alone_would_not_have_made_it(nested: Any):
    run = trace(alphabeta, tree(nested))
    heard: dict[Node, list[Update]] = {}
    for event in run.events:
        if isinstance(event, Update):
            heard.setdefault(event.node, []).append(event)
        elif isinstance(event, Cut):
            parent = at_node(run.tree, event.node.path[:-1])
            sure = [
                u.value
                for u in heard.get(parent, [])
                if u.kind in ("exact", "lower" if parent.is_max else "upper")
            ]
            best = (max if parent.is_max else min)(sure, default=-inf if parent.is_max else inf)
            assert event.deep == (event.reached > best if parent.is_max else event.reached < best)


def at_node(node: Node, path: tuple[int, ...]) -> Node:
    for step in path:
        node = node[step]
    return node


@given(trees)
def test_pruned_leaves_can_take_any_value_without_changing_the_root(nested: Any):
    for root in ("max", "min"):
        run = trace(alphabeta, tree(nested, root))
        pruned = paths(run.pruned_leaves)
        for far in (-99, 99):
            assert value(replaced(nested, dict.fromkeys(pruned, far)), root == "max") == run.value


@given(trees)
def test_the_bound_of_a_cut_is_the_least_that_forbids_the_rest(nested: Any):
    """Were the owner's guarantee any worse, the leaves skipped at a cut would decide the root in some tree."""
    run = trace(alphabeta, tree(nested))
    for cut in run.cutoffs:
        assert cut.owner is not None
        assert cut.owner.is_max != cut.node.is_max
        assert cut.node.path[: len(cut.owner.path)] == cut.owner.path
        assert (cut.reached >= cut.bound) if cut.node.is_max else (cut.reached <= cut.bound)
        assert cut.bound in leaf_values_below(nested, cut.owner.path)


def leaf_values_below(nested: Any, path: tuple[int, ...]) -> set[float]:
    part = at(nested, path)
    return {at(part, leaf) for leaf in leaf_paths(part)}


@given(trees)
def test_every_visit_begins_and_ends_and_parents_hear_of_every_child(nested: Any):
    run = trace(alphabeta, tree(nested))
    entered = [event.node for event in run.events if isinstance(event, Enter)]
    ended = [event.node for event in run.events if isinstance(event, Leaf | Return)]
    heard = [event.child for event in run.events if isinstance(event, Update)]
    assert sorted(paths(entered)) == sorted(paths(ended))
    assert sorted(paths(heard)) == sorted(paths(entered))[1:]
    assert run.nodes_visited == len(entered)


@given(trees)
def test_lists_and_nodes_give_the_same_trace(nested: Any):
    on_nodes = trace(RIGHT["without_depth"].search, tree(nested))
    on_lists = trace(RIGHT["on_nested_lists"].search, nested)
    assert told(on_nodes) == told(on_lists)
    assert paths(on_nodes.leaves) == paths(on_lists.leaves)


def test_the_trace_of_the_lessons_trees():
    counts = {"toy": 5, "swapped": 4, "video": 5, "deep": 11, "aima": 7}
    runs = dict(zip(counts, (trace(alphabeta, node) for node in LESSON_TREES), strict=True))
    assert {name: len(run.leaves) for name, run in runs.items()} == counts
    assert [leaf.value for leaf in runs["video"].leaves] == [-1, 3, 5, -6, -4]
    deep_cut = runs["deep"].cutoffs[0]
    assert (deep_cut.owner, deep_cut.bound, deep_cut.deep) == (VIDEO_TREE_DEEP, 3, True)
    assert [leaf.value for leaf in deep_cut.node.children] == [1, 7]


def test_a_depth_limit_stops_at_the_guess():
    run = trace(minimax, TOY_TREE, depth=1)
    assert [(event.node.name, event.limit) for event in run.events if isinstance(event, Leaf)] == [
        ("B", True),
        ("C", True),
    ]
    assert not run.pruned


def test_a_start_window_owns_the_cuts_it_makes():
    run = trace(alphabeta, TOY_TREE, 2, 3, 10, True)
    first = run.cutoffs[0]
    assert (first.owner, first.bound, first.deep, first.sound) == (None, 3, False, True)


def test_part_of_a_tree_can_be_traced_alone():
    assert trace(alphabeta, AIMA_TREE[1]).value == 2
    assert trace(alphabeta, AIMA_TREE[1]).tree is AIMA_TREE[1]


def test_names_help_where_names_tell_nothing():
    def odd(this, x1, x2, x):
        if this.is_over:
            return this.evaluate()
        top = -inf if x else inf
        for child in this.children():
            got = odd(child, x1, x2, not x)
            if x:
                top = max(top, got)
                x1 = max(x1, top)
            else:
                top = min(top, got)
                x2 = min(x2, top)
            if x1 >= x2:
                break
        return top

    assert len(trace(odd, TOY_TREE_SWAPPED).leaves) == 4  # what is done with them tells
    run = trace(odd, TOY_TREE_SWAPPED, -inf, inf, True, names={"alpha": "x1", "beta": "x2"})
    assert [(event.alpha, event.beta) for event in run.events if isinstance(event, Enter)][5] == (
        2,
        inf,
    )
    assert len(run.leaves) == 4


# Games


class Nim:
    """Take one to three matches; who takes the last one wins."""

    def __init__(self, matches: int, maximizing: bool = True) -> None:
        self.matches, self.maximizing = matches, maximizing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Nim) and (self.matches, self.maximizing) == (
            other.matches,
            other.maximizing,
        )

    def __hash__(self) -> int:
        return hash((self.matches, self.maximizing))

    @property
    def is_over(self) -> bool:
        return self.matches == 0

    def moves(self) -> list[int]:
        return [take for take in (1, 2, 3) if take <= self.matches]

    def play(self, take: int) -> Nim:
        return Nim(self.matches - take, not self.maximizing)

    def children(self) -> list[Nim]:
        return [self.play(take) for take in self.moves()]

    def evaluate(self) -> float:
        return (-1 if self.maximizing else 1) if self.matches == 0 else 0


def test_a_games_search_tree_grows_with_the_search():
    run = trace(alphabeta, Nim(5), depth=5)
    assert (run.value, run.variation[1].move) == (1, 1)
    assert all(
        node.position == node.position.__class__(node.position.matches, node.is_max)
        for node in run.tree
    )
    assert {node.move for node in run.pruned} <= {1, 2, 3}
    assert run.tree.name == "A"


def test_a_games_depth_limit_is_told_from_its_end():
    limits = {
        event.limit for event in trace(minimax, Nim(2), depth=1).events if isinstance(event, Leaf)
    }
    assert limits == {True, False}


def test_a_game_needs_a_depth():
    with pytest.raises(TypeError, match="needs a depth"):
        trace(minimax, Nim(5))


# What goes wrong


def trouble(search: Callable[..., Any], subject: Any = TOY_TREE, **options: Any) -> str:
    """Return what the trace of a broken search says, having checked that the tracing machinery was left in order."""
    before = sys.gettrace()
    run = trace(search, subject, **options)
    assert sys.gettrace() is before
    assert run.error is not None
    assert run.value is None
    return str(run.error)


def test_an_exception_speaks_of_numbers_as_the_learner_knows_them():
    def broken(tree):
        return tree + "1" if isinstance(tree, int) else max(map(broken, tree))

    assert "unsupported operand type(s) for +: 'int' and 'str' at node D" in str(
        trace(broken, [[3, 5], [2, 9]]).error
    )


def test_an_exception_is_told_with_its_place_and_kept_with_its_own_traceback():
    def broken(node, depth):
        if node.is_over:
            return node.evaluate() / (node.evaluate() - 5)
        return max(broken(child, depth - 1) for child in node.children())

    run = trace(broken, TOY_TREE)
    assert "broken raised ZeroDivisionError" in str(run.error)
    assert "at node E" in str(run.error)
    assert isinstance(run.error.__cause__, ZeroDivisionError)
    frames = []
    traceback = run.error.__cause__.__traceback__
    while traceback:
        frames.append(traceback.tb_frame.f_code.co_filename)
        traceback = traceback.tb_next
    assert set(frames) == {__file__}
    assert [leaf.value for leaf in run.leaves] == [3]  # the run up to the fault is kept


def test_none_is_blamed_where_it_was_returned_not_where_it_hurt():
    def forgetful(node, maximizing):
        if node.is_over:
            return node.evaluate()
        values = [forgetful(child, not maximizing) for child in node.children()]
        if maximizing:
            return max(values)

    assert "returned None at node B" in trouble(forgetful)
    assert "is a return missing there?" in trouble(forgetful)


def test_a_wrong_type_is_named():
    def wordy(node, depth):
        return (
            str(node.evaluate())
            if node.is_over
            else max(wordy(child, depth - 1) for child in node.children())
        )

    assert "returned '3' (str) at node D" in trouble(wordy)


def test_recursion_without_end_is_stopped():
    def endless(node, depth):
        return max(endless(node, depth - 1) for _ in range(2))

    assert "calls itself on A again and again" in trouble(endless)

    def climbing(node, depth):
        return max(climbing(TOY_TREE, depth) for child in node.children())

    assert "calls itself on A again" in trouble(climbing)

    def bottomless(n, depth):
        return bottomless(n if depth < 5 else n.children()[0], depth + 1)

    assert trouble(bottomless)


def test_a_loop_without_end_is_stopped_even_by_code_that_catches_everything():
    def looping(node, depth):
        try:
            while True:
                depth += 0
        except Exception:
            return 0

    assert "loops for ever at A" in trouble(looping)


def test_too_many_steps_are_refused():
    run = trace(minimax, VIDEO_TREE_DEEP, max_steps=10)
    assert "stopped after 10 steps" in str(run.error)
    assert run.nodes_visited == 10


def test_what_is_no_node_is_told_with_the_line():
    def ruby(position, depth, maximizing_player):
        if depth == 0 or position.is_over:
            return position.evaluate()
        max_evaluation = -inf
        for position in position.children():  # noqa: B007, B020
            max_evaluation = max(max_evaluation, ruby(max_evaluation, depth - 1, False))
        return max_evaluation

    assert "calls ruby on -inf, which is no node of the tree: pass the child on" in trouble(ruby)


def test_an_exception_of_the_learners_that_is_caught_does_no_harm():
    def careful(node, depth, maximizing):
        try:
            return node.no_such_thing
        except AttributeError:
            if node.is_over:
                return node.evaluate()
        choose = max if maximizing else min
        return choose(careful(child, depth - 1, not maximizing) for child in node.children())

    assert trace(careful, TOY_TREE).value == 2


def test_asking_a_node_for_what_it_has_not_tells_what_it_has():
    def guessing(node, depth):
        return (
            node.get_score()
            if node.is_terminal()
            else max(guessing(c, depth) for c in node.children())
        )

    assert "a node offers children(), is_over, evaluate()" in trouble(guessing)


def test_a_search_that_exits_does_not_end_the_session():
    def quitting(node, depth):
        raise (
            SystemExit("bye")
            if node.is_over
            else SystemExit(quitting(node.children()[0], depth - 1))
        )

    assert "SystemExit: bye" in trouble(quitting)


def test_a_search_that_switches_tracing_off_is_told():
    def secretive(node, depth, maximizing):
        sys.settrace(None)
        if node.is_over:
            return node.evaluate()
        return (max if maximizing else min)(
            secretive(c, depth - 1, not maximizing) for c in node.children()
        )

    assert "did it start a debugger" in trouble(secretive)


def generator(node, depth):
    yield node


async def coroutine(node, depth):
    return node


class NotCallable:
    pass


@pytest.mark.parametrize(
    ("search", "says"),
    [
        (5, "5 is not a function: give the search itself"),
        (None, "None is not a function"),
        (NotCallable(), "is not a function"),
        (generator, "generator is a generator or a coroutine"),
        (coroutine, "coroutine is a generator or a coroutine"),
        (max, "max is not written as a Python function"),
        (lambda: 3, "takes no node"),
        (lambda depth: 3, "takes no node"),
        (lambda node, temperature: 3, "needs a value for 'temperature'"),
    ],
)
def test_what_can_not_be_traced_is_refused_at_once(search: Any, says: str):
    before = sys.gettrace()
    with pytest.raises(TypeError, match=says):
        trace(search, TOY_TREE)
    assert sys.gettrace() is before


@pytest.mark.parametrize("subject", [[], "352", None, [[]], [float("nan")], {1: 2}])
def test_what_is_no_tree_is_refused_as_tree_refuses_it(subject: Any):
    with pytest.raises((TypeError, ValueError)):
        trace(minimax, subject)


def test_the_trace_function_of_a_debugger_is_put_back():
    calls = []

    def debugger(frame, event, arg):
        calls.append(event)

    sys.settrace(debugger)
    try:
        trace(minimax, TOY_TREE)
        assert sys.gettrace() is debugger
    finally:
        sys.settrace(None)


def test_prints_and_a_changed_list_do_no_harm(capsys: pytest.CaptureFixture[str]):
    def printing(node, maximizing):
        print(node)
        if not isinstance(node, list):
            return node
        values = [printing(child, not maximizing) for child in node]
        node.clear()
        return max(values) if maximizing else min(values)

    assert trace(printing, TOY_TREE).value == 2
    assert TOY_TREE.nested == [[3, 5, 2], [9, 1]]


def test_the_function_runs_as_well_without_being_watched():
    right: Right = replace(RIGHT["alphabeta"])
    assert right.search is alphabeta
    assert "trace" not in alphabeta.__code__.co_names


def test_a_run_can_be_looked_at_as_it_was_after_some_steps() -> None:
    run = trace(alphabeta, VIDEO_TREE)
    moment = run.after(14)
    assert [leaf.value for leaf in moment.leaves] == [-1, 3, 5]
    assert moment.events == run.events[:14]
    assert (moment.pruned, "not finished" in repr(moment)) == ((), True)
