from __future__ import annotations

import ast
import inspect
import re
from random import Random
from typing import Any

import pytest
from answers_to_searches import RIGHT_ANSWERS, WRONG_ANSWERS
from hypothesis import given
from hypothesis import strategies as st
from oracle import examined, trees, value
from right_searches import RIGHT
from sampling import some
from wrong_searches import ALPHABETA, MINIMAX, WRONG, compiled

from minimax_lessons import check
from minimax_lessons.exercises import NotYet, explanation
from minimax_lessons.exercises.call_conventions import by_name
from minimax_lessons.exercises.edits import KINDS, RULES, edits
from minimax_lessons.exercises.explanation import judge_search, proof
from minimax_lessons.exercises.faults import Fault, Right, pages
from minimax_lessons.exercises.leaf_accesses import Ledger, needless, watched
from minimax_lessons.exercises.mending import Mended, changed
from minimax_lessons.exercises.mutants import FREE, Mutant, main, mutants
from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.exercises.trials import Scope, trials
from minimax_lessons.exercises.verdict import Failure, judge
from minimax_lessons.guarded_call import contained
from minimax_lessons.search import minimax
from minimax_lessons.trees import Node, tree

pytestmark = pytest.mark.long

FOUND: dict[str, tuple[Fault, Mended | None]] = {}


def found_in(name: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Fault, Mended | None]:
    """Return what is found in a wrong search, with the edit that proves its line; each is judged once."""
    each = WRONG[name]
    if name not in FOUND:
        proved: list[Mended | None] = [None]
        monkeypatch.setattr(
            explanation, "proof", lambda failure: proved.append(proof(failure)) or proved[-1]
        )
        endless = each.fault == "never-ends"
        with contained(each.search, seconds=0.5 if endless else 60), pytest.raises(Fault) as found:
            judge_search(each.search, each.kind)
        FOUND[name] = found.value, proved[-1]
    return FOUND[name]


def failure_of(search: Any, kind: Any) -> Failure | None:
    with contained(search):
        told = judge(search, by_name(search, kind))
    return told if isinstance(told, Failure) else None


# Wrong searches


@pytest.mark.parametrize("name", some(WRONG, every=8))
def test_a_wrong_search_is_refused_with_its_fault_and_a_line_only_if_changing_it_repairs_every_trial(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    each = WRONG[name]
    fault, proved = found_in(name, monkeypatch)
    assert (fault.id, fault.line) == (each.fault, each.line), fault.sentence
    assert fault.example is not None
    assert len(list(fault.example.thing)) <= 10
    if each.line is None or each.fault == "raised":
        return
    assert proved is not None
    before = [function.__code__ for function in proved.source.functions]
    with changed(proved.source, proved.edit):
        assert failure_of(each.search, each.kind) is None
    assert [function.__code__ for function in proved.source.functions] == before


@pytest.mark.parametrize(("name", "answer", "fault", "line"), some(WRONG_ANSWERS, every=3))
def test_a_wrong_answer_is_refused_with_its_fault(
    name: str, answer: Any, fault: str, line: int | None
) -> None:
    with pytest.raises(NotYet) as refusal:
        check(name, answer)
    found = refusal.value.fault
    assert found is not None
    assert found.id == fault, str(refusal.value)
    lines, first = inspect.getsourcelines(answer)
    start = next(place for place, text in enumerate(lines) if text.startswith("def "))
    assert found.line == (None if line is None else first + start + line), str(refusal.value)


def test_an_answer_that_is_wrong_in_no_special_way_is_told_what_was_seen_and_no_line() -> None:
    def average(position: Any, depth: int, maximizing: bool) -> float:
        if depth == 0 or position.is_over:
            return float(position.evaluate())
        values = [average(child, depth - 1, not maximizing) for child in position.children()]
        return sum(values) / len(values)

    with pytest.raises(NotYet) as refusal:
        check("2.1", average)
    assert str(refusal.value).splitlines()[1:4] == [
        "  The value of A is 2, but average returned 1.5.",
        "  The smallest tree that shows it: tree([1, 2])",
        "  Expected: 2. It returned: 1.5.",
    ]


def test_what_shows_only_after_another_search_is_as_small_as_what_shows_at_once() -> None:
    answer = next(
        each for _, each, *_ in WRONG_ANSWERS if each.__name__ == "memo_with_half_the_window"
    )
    tellings = []
    for _ in range(2):  # and nothing is left behind
        with pytest.raises(NotYet) as refusal:
            check("3.1", answer)
        tellings.append(str(refusal.value).splitlines())
    told = tellings[0]
    assert told == tellings[1]
    whole = re.search(
        r"After memo_with_half_the_window had searched (tree\(.*?\)), it returned", told[1]
    )
    assert whole is not None
    assert whole[1].count(",") <= 4  # at most four leaves, and whose turn it is
    part = (
        f'and then memo_with_half_the_window({whole[1]}[1], 1, float("-inf"), float("inf"), True)'
    )
    assert told[5].endswith(part)  # "Watch it" would show a search that is right


@pytest.mark.parametrize("kept", [0, 9], ids=["off by one", "ignored"])
def test_a_move_is_judged_by_the_depth_it_was_asked_for(kept: int) -> None:
    def choose(position: Any, depth: int) -> Any:
        best = max if position.maximizing else min
        return best(
            position.moves(),
            key=lambda move: minimax(position.play(move), depth + kept, not position.maximizing),
        )

    with pytest.raises(NotYet) as refusal:
        check("2.5", choose)
    assert refusal.value.fault is not None
    assert refusal.value.fault.id == "not-the-best-move"
    assert 'The position: tree([3, [2, 9]], root="min"), depth=1' in str(refusal.value)


# Right searches

OF_TREES_OF_THEIR_OWN = {  # they are given more than a tree, or another one
    *(
        "best_move",
        "with_undo",
        "with_undo_on_a_known_tree",
        "method_of_the_node",
        "game_and_state",
        "on_dicts",
    ),
    *("bounds_in_star_arguments", "on_left_and_right", "on_nodes_that_know_whose_turn_it_is"),
}
ACCEPTED = sorted(set(RIGHT) - OF_TREES_OF_THEIR_OWN)
LOOKS_AT_SIBLINGS = {"promising_first"}  # it asks each child's value to sort them


def is_alphabeta(name: str) -> bool:
    return RIGHT[name].prunes and not RIGHT[name].strict and name not in LOOKS_AT_SIBLINGS


# an alphabeta has to pass as one below, with the same values; here only some of them are judged
WITHOUT_MOST_CUTS = [
    name for place, name in enumerate(ACCEPTED) if place % 8 == 0 or not is_alphabeta(name)
]


@pytest.mark.parametrize("name", some(WITHOUT_MOST_CUTS, every=4))
def test_a_right_search_is_accepted_however_it_is_written(name: str) -> None:
    assert failure_of(RIGHT[name].search, "minimax") is None


@pytest.mark.parametrize("name", some(ACCEPTED, every=8))
def test_a_search_is_an_alphabeta_if_it_leaves_out_what_cannot_matter(name: str) -> None:
    failure = failure_of(RIGHT[name].search, "alphabeta")
    assert (failure is None) == is_alphabeta(name)
    assert failure is None or failure.result.what == "needless"


@pytest.mark.parametrize(("name", "answer"), some(RIGHT_ANSWERS, every=8))
def test_a_right_answer_is_accepted_however_it_is_written(name: str, answer: Any) -> None:
    check(name, answer)


def test_there_are_many_answers() -> None:
    assert len(ACCEPTED) + len(RIGHT_ANSWERS) >= 60
    assert len(WRONG) + len(WRONG_ANSWERS) >= 60


def test_many_evaluations_of_the_same_leaves_are_right_with_a_remark() -> None:
    answer = next(answer for name, answer in RIGHT_ANSWERS if answer.__name__ == "twice_with_cuts")
    with contained(answer):
        told = judge_search(answer, "alphabeta")
    assert isinstance(told, Right)
    assert any("one call for each child is enough" in remark for remark in told.remarks)


def test_a_large_number_may_stand_for_infinity_and_a_small_one_may_not() -> None:
    large, small = (
        compiled(
            ALPHABETA.replace("max_eval = -inf", f"max_eval = -{n}").replace(
                "_eval = inf", f"_eval = {n}"
            ),
            "n",
        )
        for n in (1000, 100)
    )
    with contained(large):
        assert "1000 stands for ∞" in judge_search(large, "alphabeta").remarks[0]
    assert failure_of(small, "alphabeta") is not None


# Positions that count


@given(trees, st.booleans())
def test_what_is_needless_is_what_alphabeta_leaves_out(nested: Any, is_max: bool) -> None:
    root = tree(nested, "max" if is_max else "min")
    seen, _ = examined(nested, is_max)
    everything = sorted(node.path for node in root if not node.children)
    assert needless(root, root.height, seen) == []
    assert {each.node.path for each in needless(root, root.height, everything)} == set(
        everything
    ) - set(seen)


@given(trees, st.booleans(), st.randoms())
def test_whatever_the_order_the_value_follows_from_what_is_not_needless(
    nested: Any, is_max: bool, random: Random
) -> None:
    root = tree(nested, "max" if is_max else "min")
    order = [node.path for node in root if not node.children]
    random.shuffle(order)
    left_out = {each.node.path for each in needless(root, root.height, order)}

    def least_and_most(node: Node) -> tuple[float, float]:
        if not node.children:
            known = node.path not in left_out
            return (node.evaluate(), node.evaluate()) if known else (float("-inf"), float("inf"))
        choose = max if node.is_max else min
        bounds = [least_and_most(child) for child in node.children]
        return choose(low for low, _ in bounds), choose(high for _, high in bounds)

    assert least_and_most(root) == (value(nested, is_max),) * 2


def test_positions_look_like_the_courses_own_and_tell_what_is_asked() -> None:
    plain, ledger = tree([[3, 5], [2.5, 9]]), Ledger()
    root = watched(plain, ledger)
    assert (root, hash(root), repr(root), str(root)) == (
        plain,
        hash(plain),
        repr(plain),
        str(plain),
    )
    assert isinstance(root, Node)
    assert [child.is_over for child in root.children()] == [False, False]
    assert (root.play(1).moves(), root.height, root[0].maximizing) == ((0, 1), 2, False)
    assert not ledger.places
    assert root[1][0].value == 2.5
    assert root[0].nested[1] > 4
    assert list(ledger.places) == [(1, 0), (0, 1)]


# Trials


def test_the_trials_are_of_all_kinds_and_small_ones_come_first() -> None:
    row = trials(Scope(windows=True, parts=True))
    assert {trial.tree.is_max for trial in row} == {True, False}
    assert any(
        trial.depth == 0 or (trial.depth or 0) < trial.tree.height
        for trial in row
        if trial.depth is not None
    )
    assert any((trial.depth or 0) > trial.tree.height for trial in row)
    assert any(trial.tree.path for trial in row)
    assert sum(trial.window != (float("-inf"), float("inf")) for trial in row) > 200
    assert len(list(row[0].tree)) == 1


# The closed list, and mutants


def test_every_fault_has_a_page_that_says_what_why_and_where() -> None:
    for page in pages().values():
        for part in (page.name, page.why, page.look):
            assert re.match(r"[A-Z`]", part), page.id
    assert {each.fault for each in WRONG.values()} <= set(pages())


def test_every_row_of_the_table_of_edits_names_a_fault_and_a_place_that_is_searched() -> None:
    assert {rule.fault for rule in RULES} <= set(pages())
    letters = {
        name.id for rule in RULES for name in ast.walk(rule.syntax) if isinstance(name, ast.Name)
    }
    assert {letter for letter in letters if letter.isupper()} <= set(KINDS)
    text = (
        "def f(p, d):\n    if not p:\n        x = g(p[1:], d - 1)\n    return -f(p, 1) if d else x"
    )
    (function,) = ast.parse(text).body
    mended = {edit.fault for edit in edits(function)}
    assert mended >= {
        "zero-taken-for-nothing",
        "child-skipped",
        "depth-not-counted",
        "sign",
        "not-negated",
    }


def test_of_equal_numbers_in_a_line_the_wrong_one_is_named() -> None:
    (function,) = ast.parse("def f(p, d):\n    return p[-1 if d else -1] + g(p, d - 1)").body
    sentences = [edit.sentence for edit in edits(function) if edit.fault == "wrong-number"]
    assert any("the first -1 in `-1 if d else -1`" in sentence for sentence in sentences)
    assert any("the second -1 in `-1 if d else -1`" in sentence for sentence in sentences)
    assert any("has 1 in `d - 1`" in sentence for sentence in sentences)


@pytest.mark.slow  # a sample of more searches is below
def test_no_mutant_of_a_right_search_is_accepted_unless_it_does_the_same() -> None:
    for source, kind in ((MINIMAX, "minimax"), (ALPHABETA, "alphabeta")):
        search = compiled(source, f"mutated {kind}")
        with contained(search, seconds=300):
            table = list(mutants(search, by_name(search, kind)))
        assert len(table) >= 20
        assert [each for each in table if not each.explained] == []


@pytest.mark.parametrize("name", some(TASKS, every=6))
def test_every_exercise_has_the_power_to_refuse_a_sample_of_its_mutants(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--every=100", name]) == 0
    (row,) = (line.split() for line in capsys.readouterr().out.splitlines()[1:])
    assert row[0] == name
    count, refused, _, accepted = map(int, row[1:5])
    assert refused >= 1
    assert accepted == 0
    assert name in FREE or count >= 2


def test_a_mutant_that_survives_unexplained_would_be_told() -> None:
    assert not Mutant("does nothing", None, equivalent=False).explained
    assert Mutant("does nothing", None, equivalent=True).explained
