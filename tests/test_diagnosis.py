from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import fields
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import examined, leaf_paths, trees, trees_without_ties, value
from right_searches import RIGHT
from wrong_searches import ALPHABETA, MINIMAX, TABLE, WRONG, compiled

from minimax_lessons.exercises.diagnosis import Shortcoming as Fault
from minimax_lessons.exercises.diagnosis import diagnose, examine
from minimax_lessons.exercises.syntax import Code
from minimax_lessons.exercises.trials import Scope, Trial, smaller, trials
from minimax_lessons.exercises.waste import wasted_step
from minimax_lessons.search import alphabeta, minimax
from minimax_lessons.tracing import trace
from minimax_lessons.tracing.casting import cast
from minimax_lessons.tracing.reading import read
from minimax_lessons.trees import Node, tree


def limited_value(nested: Any, is_max: bool, depth: int | None) -> float:
    """Return the value to a depth: what stands there counts as the lower median of the leaves below."""
    if depth is None or not isinstance(nested, list):
        return value(nested, is_max)
    if depth == 0:
        leaves = sorted(leaves_of(nested))
        return leaves[(len(leaves) - 1) // 2]
    return (max if is_max else min)(limited_value(child, not is_max, depth - 1) for child in nested)


def leaves_of(nested: Any) -> list[float]:
    return [leaf for child in nested for leaf in leaves_of(child)] if isinstance(nested, list) else [nested]


FAULTS: dict[str, Fault | None] = {}


def fault_of(name: str) -> Fault:
    """Return what the diagnosis says of a wrong search; each is examined once, as some remember being called."""
    if name not in FAULTS:
        FAULTS[name] = diagnose(WRONG[name].search, WRONG[name].kind)
    fault = FAULTS[name]
    assert fault is not None, f"{name} was accepted"
    return fault


def value_returned(name: str, node: Node) -> Any:
    """Return what the search says of a tree when nobody watches."""
    call = cast(read(WRONG[name].search), node, ())
    return call.function(*call.arguments, **call.keywords)


# Wrong searches


def test_the_wrong_searches_are_many() -> None:
    assert len(WRONG) >= 60


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_search_is_refused_with_the_reason(name: str) -> None:
    fault = fault_of(name)
    assert fault.kind == WRONG[name].fault, fault.sentence
    for words in WRONG[name].says:
        assert words in fault.sentence


@pytest.mark.parametrize("name", WRONG)
def test_the_tree_shown_is_small_and_expects_what_it_should(name: str) -> None:
    fault = fault_of(name)
    assert fault.tree is not None
    if fault.kind != "bound-kept-as-value":  # calling it again would not be the same
        assert len(list(fault.tree)) <= 7
    nested, is_max = fault.tree.nested, fault.tree.is_max
    if fault.of == "value":
        assert fault.expected == limited_value(nested, is_max, fault.depth)
        assert fault.got != fault.expected or fault.kind == "tree-changed"
    else:
        assert fault.run is not None
        assert fault.run.value == limited_value(nested, is_max, fault.depth)
        assert fault.expected == len(examined(nested, is_max)[0])
        assert fault.got == len(fault.run.leaves) > fault.expected


@pytest.mark.parametrize("name", sorted(set(WRONG) - {"bounds_remembered_as_values", "best_kept_in_a_global"}))
def test_the_failing_run_can_be_traced_again(name: str) -> None:
    fault = fault_of(name)
    assert fault.run is not None
    again = trace(WRONG[name].search, fault.tree, depth=fault.depth, max_steps=3_000)
    assert again.value == fault.run.value
    assert (again.error is None) == (fault.run.error is None)
    assert fault.kind == "endless" or again.leaves == fault.run.leaves


def test_some_mistakes_are_seen_in_the_trace_alone() -> None:
    quiet = [name for name in WRONG if fault_of(name).of == "leaves"]
    assert len(quiet) >= 12
    for name in quiet:
        for trial in trials(Scope(limited=False))[::20]:
            assert value_returned(name, trial.tree) in (trial.value, -trial.value)  # negamax: as the mover sees it


def test_a_line_is_named_with_what_stands_there() -> None:
    fault = fault_of("alpha_lowered_instead_of_beta")
    assert (fault.line, fault.code) == (18, "alpha = min(alpha, evaluation)")
    assert fault.sentence == (
        "Right answer, but nothing was ever pruned."
        " Line 18 never lowers beta: a MIN node lowers beta, yours changes alpha."
    )


def test_nothing_is_printed_and_the_trace_function_is_put_back(capsys: pytest.CaptureFixture[str]) -> None:
    chatty = compiled(MINIMAX.replace("    if depth", "    print(position)\n    if depth", 1), "chatty")

    def watcher(frame: Any, event: str, argument: Any) -> None:
        return None

    before = sys.gettrace()
    sys.settrace(watcher)
    try:
        assert diagnose(chatty, "minimax") is None
        assert sys.gettrace() is watcher
    finally:
        sys.settrace(before)
    assert capsys.readouterr() == ("", "")


def test_the_same_search_gets_the_same_answer_each_time() -> None:
    def told() -> list[Any]:
        fault = diagnose(compiled(ALPHABETA.replace("beta = min", "alpha = min"), "twice"))
        assert fault is not None
        return [getattr(fault, each.name) for each in fields(fault) if each.name != "run"]

    assert told() == told()


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        (None, "not a function"),
        (..., "not a function"),
        (minimax(tree([1]), 1, True), "give the search itself, without calling it"),
        (max, "not written as a Python function"),
        (lambda: 3, "takes no node"),
        (lambda position, friend: 3, "needs a value for 'friend'"),
        (lambda position, depth: 3, "does not call itself"),
    ],
)
def test_what_is_no_search_is_refused_in_a_sentence(thing: Any, words: str) -> None:
    fault = diagnose(thing, "minimax")
    assert fault is not None
    assert words in fault.sentence
    assert "trace(" not in fault.sentence


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="minimax"):
        diagnose(minimax, "maximin")  # type: ignore[arg-type]


# Right searches

TREE_OF_ANOTHER_KIND = (
    "with_undo",
    "method_of_the_node",
    "on_linked_nodes",
    "on_dicts",
    "on_nodes_that_know_whose_turn_it_is",
)


ACCEPTED = [name for name in RIGHT if name != "on_left_and_right"]  # no tree but a full binary one can be made for it


def accepted(name: str, kind: Any) -> None:
    each = RIGHT[name]
    subject: Callable[[Node], Any] | None = each.subject if name in TREE_OF_ANOTHER_KIND else None
    verdict = examine(each.search, kind, subject=subject, arguments=each.arguments)
    assert verdict.fault is None, verdict.fault.sentence
    assert verdict.trees >= 80


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_right_search_is_accepted_however_it_is_written(name: str) -> None:
    accepted(name, "minimax")


@pytest.mark.parametrize("name", [name for name in ACCEPTED if RIGHT[name].prunes])
def test_a_right_alphabeta_is_accepted_however_it_is_written(name: str) -> None:
    accepted(name, "alphabeta")


FULL = [name for name, each in RIGHT.items() if not each.prunes and name not in TREE_OF_ANOTHER_KIND]


@pytest.mark.parametrize("name", FULL)
def test_a_search_that_never_prunes_is_no_alphabeta(name: str) -> None:
    fault = diagnose(RIGHT[name].search, "alphabeta")
    assert fault is not None
    assert fault.of == "leaves" or RIGHT[name].uniform_two


def test_pruning_on_less_is_right_with_a_remark() -> None:
    verdict = examine(compiled(ALPHABETA.replace("beta <= alpha", "beta < alpha"), "strict"), "alphabeta")
    assert verdict.fault is None
    assert "equal" in verdict.remarks[0]
    assert examine(alphabeta, "alphabeta").remarks == ()


def test_a_large_number_may_stand_for_infinity_and_a_small_one_may_not() -> None:
    large, small = (
        compiled(
            ALPHABETA.replace("max_eval = -inf", f"max_eval = -{n}").replace("min_eval = inf", f"min_eval = {n}"),
            f"from_{n}",
        )
        for n in (1000, 100)
    )
    verdict = examine(large, "alphabeta")
    assert verdict.fault is None
    assert "stands for ∞" in verdict.remarks[0]
    fault = diagnose(small, "alphabeta")
    assert fault is not None
    assert fault.kind == "starting-value"


def test_a_table_that_knows_bounds_from_values_is_right() -> None:
    source = TABLE.replace(
        "        return table[key]\n    table[key] = look(position, depth, alpha, beta, maximizing_player)\n"
        "    return table[key]\n",
        "        return table[key]\n"
        "    value = look(position, depth, alpha, beta, maximizing_player)\n"
        "    if alpha < value < beta:\n"
        "        table[key] = value\n"
        "    return value\n",
    )
    assert source != TABLE
    assert diagnose(compiled(source, "table"), "minimax") is None


# The trees and the criterion


def test_the_trials_are_of_all_kinds_and_expect_the_right_values() -> None:
    tried = trials(Scope())
    for trial in tried:
        assert trial.value == limited_value(trial.tree.nested, trial.tree.is_max, trial.depth)
    nodes = [len(list(trial.tree)) for trial in tried]
    assert (nodes[0], max(nodes) > 60) == (1, True)
    assert {trial.tree.is_max for trial in tried} == {True, False}
    assert {max(len(node.children) for node in trial.tree) for trial in tried} >= {0, 1, 2, 3, 4, 5}
    assert any(leaf == -inf for trial in tried for leaf in leaves_of(trial.tree.nested))
    assert any(trial.depth is not None and trial.depth < trial.tree.height for trial in tried)
    assert any(trial.depth is not None and trial.depth > trial.tree.height for trial in tried)


def test_a_scope_keeps_to_what_a_search_can_do() -> None:
    plain = trials(Scope(both_roots=False, limited=False, leaves=False))
    assert all(trial.tree.is_max and trial.depth is None and trial.tree.children for trial in plain)
    flat = trials(Scope(heights=(3,)))
    assert all(len(leaves_of(trial.tree.nested)) == 8 and trial.tree.height == 3 for trial in flat)


@given(trees, st.sampled_from(["max", "min"]))
def test_a_smaller_trial_is_smaller(nested: Any, root: Any) -> None:
    trial = Trial(tree(nested, root))

    for candidate in smaller(trial):
        assert len(list(candidate.tree)) < len(list(trial.tree)) or candidate.tree.nested != trial.tree.nested


@given(trees_without_ties(), st.sampled_from(["max", "min"]))  # on ties a right search may go on
def test_what_is_wasted_is_what_the_criterion_does_not_need(nested: Any, root: Any) -> None:
    whole = tree(nested, root)
    all_needed = len(examined(nested, whole.is_max)[0]) == len(leaf_paths(nested))
    assert wasted_step(trace(alphabeta, whole), Code(read(alphabeta))) is None
    assert (wasted_step(trace(minimax, whole), Code(read(minimax))) is None) == all_needed
