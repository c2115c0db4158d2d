from __future__ import annotations

import re
import sys
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

import pytest
from forged_answers import FORGED
from hypothesis import given
from hypothesis import strategies as st
from oracle import trees, value
from right_searches import RIGHT
from sampling import some
from wrong_searches import WRONG

from minimax_lessons import (
    AIMA_TREE,
    TOY_TREE,
    VIDEO_TREE,
    alphabeta,
    check,
    guarded_call,
    hint,
    minimax,
    random_tree,
    trace,
    tree,
)
from minimax_lessons.exercises import NotYet, answer_call, checks, hints, todo
from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.exercises.tasks.lesson_5 import RIGHT_SEARCHES, WRONG_SEARCHES, gives_up
from minimax_lessons.guarded_call import OutOfTime
from minimax_lessons.variants import variant

NUMBERED = [name for name in TASKS if name[0] in "12345" and name[1] == "."]


def my_minimax(position: Any, depth: int, maximizing: bool) -> float:
    if depth == 0 or position.is_over:
        return float(position.evaluate())
    return (max if maximizing else min)(
        my_minimax(each, depth - 1, not maximizing) for each in position.children()
    )


def on_lists(node: Any, maximizing: bool) -> Any:
    if not isinstance(node, list):
        return node
    best = None
    for part in node:
        found = on_lists(part, not maximizing)
        if best is None or (found > best if maximizing else found < best):
            best = found
    return best


def best_by_hand(position: Any, depth: int) -> Any:
    best_move, best = None, None
    for move in position.moves():
        found = minimax(position.play(move), depth - 1, not position.maximizing)
        if best is None or (found > best if position.maximizing else found < best):
            best_move, best = move, found
    return best_move


def best_child_first(position: Any) -> tuple[Any, ...]:
    """Return the children, each put before the first one that is worse for the player to move."""
    ordered: list[Any] = []
    sign = 1 if position.maximizing else -1
    for child in position.children():
        worse = (
            at
            for at, other in enumerate(ordered)
            if sign * other.evaluate() < sign * child.evaluate()
        )
        ordered.insert(next(worse, len(ordered)), child)
    return tuple(ordered)


def right_searches_pass(search: Any) -> bool:
    for seed in range(25):
        t = random_tree(
            (1, 3),
            4,
            seed=seed,
            values=((-9, -1), (-9, 9))[seed % 2],
            root=("max", "min")[seed % 3 % 2],
        )
        if search(t, t.height, -inf, inf, t.is_max) != minimax(t, t.height, t.is_max):
            return False
        if seed < 3 and len(trace(search, t).leaves) > len(trace(alphabeta, t).leaves):
            return False
    return len(trace(search, VIDEO_TREE).leaves) == 5


def knuth_moore(branching: int, depth: int) -> int:
    """Return the fewest leaves, by Knuth and Moore's recursion: one child exactly, the others as bounds."""
    # the leaves below a node of which so much must be known
    exactly, one_child, all_children = 1, 1, 1
    for _ in range(depth):
        exactly, one_child, all_children = (
            exactly + (branching - 1) * one_child,
            all_children,
            branching * one_child,
        )
    return exactly


KILLERS = [
    tree([[-7, -6], [[-2, [-8, -5, -3, -7]], -2]], root="min"),
    tree([[0, [-1, [2, 3], [2, 3]]], [1, -2]]),
    tree([[-3, -2], [1, [[-3, 2]]], [0, -2, -2]]),
    tree([3, [-2, 1, [[3, 1, -3]]]], root="min"),
    tree([2, [[[-2, -3], [3, 2, -2]], 1], 3]),
]


def first_three_moves(
    position: Any, depth: int, alpha: float, beta: float, maximizing: bool
) -> float:
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf if maximizing else inf
    for child in position.children()[:3]:
        score = first_three_moves(child, depth - 1, alpha, beta, not maximizing)
        best = max(best, score) if maximizing else min(best, score)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best


def strict_when_equal(
    position: Any, depth: int, alpha: float, beta: float, maximizing: bool
) -> float:
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf if maximizing else inf
    for child in position.children():
        score = strict_when_equal(child, depth - 1, alpha, beta, not maximizing)
        best = max(best, score) if maximizing else min(best, score)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if alpha > beta:
            break
    return best


def one_move_and_the_rest(position: Any, depth: int, maximizing: bool) -> float:
    if depth == 0 or position.is_over:
        return position.evaluate()
    values = [minimax(child, depth - 1, not maximizing) for child in position.children()]
    return max(values) if maximizing else min(values)


RIGHT_ANSWERS: dict[str, list[Any]] = {
    "1.1": [[4, 2, 5, 5], (4.0, 2, 5, 5)],
    "1.2": ["A C G N", "A, C, G, N", "acgn", ["A", "C", "G", "N"]],
    "1.3": [tree([[3, 5, 2], [9, 4]]), [[3, 5, 0], [9, 1]], tree([[3, 5, 2], [9, 2.5]])],
    "1.4": [[[100, 1], [3, 2]], tree([[-5, -4], [-9, 0]])],
    "1.5": [[[8, [6, 4]], [5, [3, 4]]], tree([[[4, 3], 5], [[4, 6], 8]])],
    "2.01": [minimax],
    "2.02": [my_minimax],
    "2.1": [my_minimax, minimax, RIGHT["negamax_plain"].search],
    "2.2": ["D E B F H I G C A", list("DEBFHIGCA")],
    "2.3": [my_minimax, RIGHT["one_expression"].search],
    "2.4": [on_lists, RIGHT["on_nested_lists_by_type"].search],
    "2.5": [best_by_hand],
    "2.6": [my_minimax, minimax],
    "3.01": [alphabeta],
    "3.02": [RIGHT["fail_hard"].search],
    "3.03": [RIGHT["closure"].search],
    "3.1": [
        alphabeta,
        RIGHT["fail_hard"].search,
        RIGHT["closure"].search,
        RIGHT["value_and_move"].search,
    ],
    "3.2": [[5, 6, 7, 4, 3], (5, 6, 7, 4, 3)],
    "3.3": [[(-inf, inf), (-inf, inf), (-inf, 3), (3, inf), (3, inf)]],
    "3.4": [[3, [2, 9, 9, 9]], tree([[5], [4, 1, 1]])],
    "3.5": [
        RIGHT["negamax_soft"].search,
        RIGHT["negamax_hard"].search,
        RIGHT["principal_variation_search"].search,
    ],
    "4.1": [tree([[3, 12, 8], [2, 4, 6], [2, 5, 14]]), [[12, 3, 8], [2, 6, 4], [2, 14, 5]]],
    "4.2": [[5, [[[4, 9]]]], tree([[5, 6], [[[4, 9, 7]]]])],
    "4.3": [[[[3, 4], [1, 2]], [[7, 8], [5, 6]]]],
    "4.4": [knuth_moore, lambda b, d: b ** -(-d // 2) + b ** (d // 2) - 1],
    "4.5": [[5, [[[4, 3], 8]]]],
    "4.6": [best_child_first],
    "5.1": [alphabeta, RIGHT["on_nested_lists"].search],
    "5.2": [[3, 1, 5], tree([[9, 9], [1, 2], [10, 11]])],
    "5.3": [right_searches_pass],
    "5.4": [["=", ">=", "=", "=", "<=", "="], ("=", "≥", "=", "=", "≤", "==")],
    "5.5": [
        KILLERS,
        tuple(KILLERS),
        [*KILLERS[:4], [2, [[[-2, -3], [3, 2, -2]], 1], 3], tree([0, 1])],
    ],
    "5.6": [first_three_moves, strict_when_equal],
}

# Each with words that the reason must contain.
WRONG_ANSWERS: list[tuple[str, Any, str]] = [
    ("1.1", [7, 9, 6, 9], "You wrote 7 for B. MIN moves at B and chooses the smallest"),
    ("1.1", [4, 2, 5, 4], "MAX moves at A and chooses the largest"),
    ("1.1", [4, 2, 5], "but yours has 3"),
    ("1.1", "4 2 five 5", "list of 4 numbers"),
    ("1.1", [4, 2, True, 5], "True (bool) is not a number"),
    ("1.1", {"A": 5}, "list of 4 numbers"),
    ("1.2", "A B E J", "another move has the value 6"),
    ("1.2", "A C G O", "another move has the value 6"),
    ("1.2", "A G N", "No move leads from A to G. The moves there lead to B or C"),
    ("1.2", "C G N", "begins at the root A"),
    ("1.2", "A C", "The game is not over at C"),
    ("1.2", "A C Z", "There is no node"),
    ("1.2", 6, "text of names"),
    ("1.3", TOY_TREE, "Change exactly one"),
    ("1.3", [[3, 5, 2], [8, 1]], "no reason to prefer the second"),
    ("1.3", [[3, 5, 2], [9, 2]], "no reason to prefer the second"),
    ("1.3", [[3, 5], [9, 4]], "Keep the shape"),
    ("1.3", [[3, 5, 2], []], "This answer is not a tree: an empty list"),
    ("1.4", [[100, 50], [3, 2]], "100, is below B"),
    ("1.4", [100, 3], "Give MAX at least two moves"),
    ("1.4", tree([[1, 2], [3, 4]], root="min"), "MAX moves first"),
    (
        "1.5",
        [8, 5],
        "ends with 8 where a choice is still to come: the baker agrees or offers 2 less",
    ),
    (
        "1.5",
        [[8, 6], [5, 3]],
        "ends with 6 where a choice is still to come: the mill sells or walks away",
    ),
    (
        "1.5",
        [[[6, 4]], [[3, 4]]],
        "two ways to continue when the baker agrees or offers 2 less after the mill asked for 8, but your list has 1",
    ),
    (
        "1.5",
        [8, [6, 4], 5, [3, 4]],
        "two ways to continue when the mill asks for 8 or for 5, but your list has 4",
    ),
    ("1.5", [[[8, 8], [6, 4]], [5, [3, 4]]], "one of the two ends the story, so write a number"),
    (
        "1.5",
        [[8, [10, 4]], [5, [3, 4]]],
        "When the mill sells or walks away after the baker offered 6, neither of the two ends is worth 10",
    ),
    ("1.5", 8, "The answer is a tree"),
    ("1.5", tree(8), "ends before the first choice"),
    ("1.5", tree([[8, [6, 4]], [5, [3, 4]]], root="min"), "MAX moves first"),
    (
        "2.01",
        variant(minimax, "mine", "max_eval = -inf", "max_eval = 0"),
        "a child may be worth less",
    ),
    (
        "2.02",
        variant(minimax, "mine", "min_eval = min(min_eval, evaluation)", "min_eval = evaluation"),
        "returned",
    ),
    ("2.6", one_move_and_the_rest, "runs the course's `minimax`"),
    ("3.1", lambda p, d, a, b, m: alphabeta(p, d, a, b, m), "runs the course's `alphabeta`"),
    ("2.1", WRONG["min_starts_at_minus_infinity"].search, "starts `min_eval` with `-inf`"),
    ("2.1", 3, "Write the name of a function without calling it"),
    ("2.2", "A B D E C F G H I", "A cannot return first, because it is still waiting for B and C"),
    (
        "2.2",
        "D E B C F H I G A",
        "C cannot return after B, because it is still waiting for F and G",
    ),
    ("2.2", "D E B", "your list has 3 names, and all 9 nodes return"),
    ("2.2", "D E B F H I G G A", "G is in your list twice"),
    ("2.3", WRONG["one_move_too_few"].search, "Line 2 has 1 in `depth == 1`, but it needs 0 there"),
    (
        "2.4",
        lambda node, maximizing: node if isinstance(node, int | float) else 0,
        "The value of A is 2, but <lambda> returned 0.",
    ),
    (
        "2.5",
        lambda position, depth: position.moves()[0],
        "MAX is to move, and move 0 leads to the value 1",
    ),
    ("2.5", lambda position, depth: 17, "the only move here is 0"),
    ("2.5", lambda position: 0, "should have the parameters (position, depth)"),
    ("2.5", lambda position, depth: 1 / 0, "raised ZeroDivisionError"),
    ("2.5", max, "is not written in Python"),
    ("3.01", WRONG["alpha_lowered_instead_of_beta"].search, "it should update beta"),
    (
        "3.02",
        variant(alphabeta, "mine", "beta = min(beta, evaluation)", "pass"),
        "nothing was pruned",
    ),
    (
        "3.03",
        variant(alphabeta, "mine", "beta = min(beta, evaluation)", "beta = evaluation"),
        "beta",
    ),
    ("3.1", minimax, "nothing was pruned"),
    ("3.2", [5, 6, 7, 4, 3, 8], "Alpha-beta never looks at 8. MAX already has 5 at A"),
    ("3.2", [5, 6, 7, 3], "Leaf number 4 has the value 4"),
    ("3.2", [5, 6, 7, 4], "because 3 can still change the result"),
    ("3.2", 5, "list of"),
    ("3.3", [(-inf, inf)] * 5, "At E, MIN already has a guaranteed value further up"),
    ("3.3", [(-inf, inf)] * 4, "list of 5 pairs"),
    ("3.3", [3] * 5, "a window is a pair"),
    ("3.4", [[3, 5], [4, 6]], "skips none of them"),
    ("3.4", [3, [2, *range(20)]], "at most nine leaves"),
    (
        "3.5",
        alphabeta,
        "The value of A is −1 for MIN, the player to move, but alphabeta returned 1",
    ),
    (
        "3.5",
        WRONG["negamax_window_not_swapped"].search,
        "Line 6 passes `-alpha, -beta`, but these two arguments are swapped",
    ),
    ("4.1", AIMA_TREE, "looks at 7 leaves"),
    ("4.1", [[3, 12, 8], [2, 4, 6], [2, 5]], "different tree"),
    ("4.2", [3, [2, 9]], "a deep cut needs 4"),
    ("4.2", [5, [[[9, 4]]]], "no cut in your tree"),
    ("4.2", [5, [[[4, 9], [4, 9]]]], "asks for one"),
    ("4.3", [[[1, 2], [3, 4]], [[5, 6], [7, 8]]], "At E alpha-beta cuts and skips K"),
    ("4.3", [[1, 2], [3, 4]], "three moves long"),
    ("4.3", [[[1], [2]], [[3], [4]]], "a single move"),
    ("4.4", lambda branching, depth: branching**depth, "3 leaves are needed at least"),
    ("4.4", lambda branching, depth: print("x"), "returned None"),
    ("4.4", lambda branching, depth: "3", "'3' (str), but the result must be a number"),
    ("2.6", lambda position, depth, maximizing: position.evaluate(), "returned"),
    ("4.6", lambda position: position.children()[0], "must be a list of the children"),
    ("4.6", lambda position: [*position.children()][::-1][1:], "should be there once"),
    ("4.6", lambda position: position.children(), "should be first"),
    ("4.5", [[5, 4], [3, 2]], "worst for MAX should come first"),
    ("4.5", [[3, 2], [5, 4]], "nothing is cut"),
    ("4.5", [[3, 3], [5, 4]], "worth the same"),
    (
        "5.1",
        WRONG["alpha_lowered_instead_of_beta"].search,
        "Line 18 updates alpha; it should update beta",
    ),
    ("5.2", [[3, 1], [2, 5]], "With at most two moves at each node"),
    ("5.2", [5, 3, 1], "worse than the best one before it"),
    ("5.3", lambda search: True, "looks at only two moves"),
    ("5.3", lambda search: False, "alphabeta is right"),
    ("5.3", lambda search: "fine", "True or False"),
    ("5.4", ["="] * 6, "E returned 5 without looking at K"),
    ("5.4", ["=", ">=", ">=", "=", "<=", "="], "Is that only a bound?"),
    ("5.4", ["?"] * 6, "Write each sign as"),
    (
        "5.5",
        [VIDEO_TREE],
        "faulty searches are alive, because on each of your trees they return the right value",
    ),
    ("5.5", KILLERS[:-1], "alive"),
    (
        "5.5",
        VIDEO_TREE,
        "The answer is a list of trees, for example [tree([3, 5]), tree([2, 9])], but yours is ",
    ),
    ("5.5", [VIDEO_TREE, 5], "The answer is a tree"),
    (
        "5.5",
        [tree([1, 2, 3, 4, 5, 6, 7, 8, 9])],
        "Tree 1 has 9 leaves. In this game a tree has at most 8.",
    ),
    ("5.5", [tree([1, 2])] * 41, "Your list has 41 trees"),
    (
        "5.6",
        alphabeta,
        "This check finds no fault in alphabeta. Right on every tree of up to five leaves",
    ),
    (
        "5.6",
        lambda p, d, a, b, m: minimax(p, d, m),
        "does not look at the same leaves as alpha-beta",
    ),
    (
        "5.6",
        lambda p, d, a, b, m: 0,
        "Test 1 finds the fault: on tree([[3, 5, 2], [9, 1]]) <lambda> returns 0, and 2",
    ),
    ("5.6", lambda p, d, a, b, m: None, "returns None, and 2 is right"),
    ("5.6", lambda p, d, a, b, m: 1 / 0, "ZeroDivisionError"),
    ("5.6", 5, "The answer is a function"),
    ("alphabeta", minimax, "nothing was pruned"),
    ("minimax", WRONG["misspelt_name"].search, "NameError"),
]


def refused(name: str, answer: Any) -> NotYet:
    with pytest.raises(NotYet) as caught:
        check(name, answer)
    return caught.value


def test_there_are_at_least_four_exercises_in_each_of_five_lessons() -> None:
    for lesson in "12345":
        whole = [name for name in NUMBERED if ".0" not in name]  # 3.01 is a step towards 3.1
        names = [name for name in whole if name.startswith(f"{lesson}.")]
        assert names == [f"{lesson}.{number}" for number in range(1, len(names) + 1)]
        assert len(names) >= 4
    # test_exercises_of_games.py has the others
    first = {name for name in NUMBERED if name[0] in "12345"}
    assert set(RIGHT_ANSWERS) == first
    assert {name for name, _, _ in WRONG_ANSWERS} >= first


@pytest.mark.parametrize(
    ("name", "answer"),
    [(name, answer) for name, answers in RIGHT_ANSWERS.items() for answer in answers],
)
def test_a_right_answer_is_accepted_however_it_is_given(
    name: str, answer: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    check(name, answer)
    assert capsys.readouterr().out.startswith(f"✓ {name} {TASKS[name].title}")


@pytest.mark.parametrize(("name", "answer", "words"), WRONG_ANSWERS)
def test_a_wrong_answer_is_refused_with_the_reason(
    name: str, answer: Any, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    refusal = refused(name, answer)
    assert refusal.outcome == "not right yet"
    assert str(refusal).startswith(f"✗ {name}")
    assert words in str(refusal)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", NUMBERED)
def test_what_has_not_been_attempted_is_said_to_be_so(name: str) -> None:
    def untouched(position: Any, depth: int) -> Any:
        todo(name)

    def empty(position: Any, depth: int) -> Any:
        """Do nothing yet."""

    for answer in (None, ..., [...], todo_at_the_top(name), untouched, empty):
        refusal = refused(name, answer)
        assert refusal.outcome == "not attempted"
        assert str(refusal).startswith(f"○ {name}")
        assert f'hint("{name}")' in str(refusal)


def todo_at_the_top(name: str) -> Any:
    scope: dict[str, Any] = {"todo": todo}
    exec(f"answer = todo({name!r})", scope)
    return scope["answer"]


def test_todo_holds_a_place_at_the_top_and_stops_a_function() -> None:
    assert repr(todo_at_the_top("1.1")) == 'todo("1.1")'
    with pytest.raises(NotYet, match=r"3\.1 Alpha-beta"):
        todo("3.1")


def test_a_part_that_is_not_written_yet_is_found_behind_what_calls_it() -> None:
    def whole(position: Any, depth: int, maximizing_player: bool) -> Any:
        return half(position, depth) if not maximizing_player else other(position, depth)

    def other(position: Any, depth: int) -> Any:
        if depth == 0 or position.is_over:
            return position.evaluate()
        return max(half(child, depth - 1) for child in position.children())

    def half(position: Any, depth: int) -> Any:
        todo("2.1")

    assert refused("2.1", whole).outcome == "not attempted"


@pytest.mark.parametrize("name", ["9.9", "3.9", "three", "", 3.1])
def test_an_unknown_exercise_is_told_from_those_there_are(name: Any) -> None:
    if name == 3.1:
        assert refused(name, None).name == "3.1"  # a number will do
        return
    assert re.search(
        r"There is no exercise .*(They go from 1\.1 to \d+\.\d|Lesson [39] has [39]\.0?1)",
        str(refused(name, 1)),
    )
    with pytest.raises(NotYet, match="There is no exercise"):
        hint(name)


def test_check_without_an_answer_asks_for_it() -> None:
    with pytest.raises(NotYet, match=r'check\("3.1", …\)'):
        check("3.1")


def test_the_first_hint_after_a_refusal_is_about_what_was_found(
    capsys: pytest.CaptureFixture[str],
) -> None:
    refused("2.3", WRONG["one_move_too_few"].search)
    hint("2.3")
    assert "a number is off by one): Try the line with the smallest case" in capsys.readouterr().out
    hint("2.3")
    assert capsys.readouterr().out.startswith("Hint ")


def test_hints_come_one_at_a_time(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "_at_hand", {})
    monkeypatch.setattr(hints, "_given", {})
    for task in TASKS.values():
        assert len(task.hints) >= 2
        for step in range(1, len(task.hints) + 1):
            hint(task.name)
            told = capsys.readouterr().out
            assert told.startswith(f"Hint {step} of {len(task.hints)}: ")
        hint(task.name)
        assert "You have seen all hints" in capsys.readouterr().out


def endless(*arguments: Any) -> Any:
    while True:
        pass


def deeper(*arguments: Any) -> Any:
    return deeper(*arguments)


def leaving(*arguments: Any) -> Any:
    sys.exit("gone")


BAD = [deeper, leaving, lambda: 3, lambda *a, **k: object(), print, "f", 3, TASKS]


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        *some(
            [
                (name, bad)
                for name in ("2.1", "2.4", "2.5", "3.1", "4.4", "5.1", "5.3")
                for bad in BAD
            ],
            every=3,
        ),
        ("2.4", endless),  # which takes seconds
        pytest.param("5.3", endless, marks=pytest.mark.slow),
    ],
)
def test_no_function_is_so_bad_that_check_does_not_answer_in_a_sentence(
    name: str, answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[OutOfTime] = []  # calls whose time was up

    def within(*arguments: Any) -> Any:
        try:
            return guarded_call.within(*arguments)
        except OutOfTime as end:
            ended.append(end)
            raise

    monkeypatch.setattr(answer_call, "within", within)
    watched = sys.gettrace()
    refusal = refused(name, answer)
    assert len(ended) <= 2  # a learner waits for each of them
    assert refusal.outcome == "not right yet"
    assert "Traceback" not in str(refusal)
    assert sys.gettrace() is watched


@pytest.mark.parametrize(
    "answer", [{1}, b"x", 1j, [[1], "a"], tree([1, 2])[0], [[[]]], "[[1, 2]]", float("nan")]
)
@pytest.mark.parametrize("name", ["1.1", "1.2", "1.3", "3.2", "3.3", "4.2", "5.4"])
def test_answers_of_the_wrong_kind_get_a_sentence(name: str, answer: Any) -> None:
    assert refused(name, answer).outcome == "not right yet"


def by_attribute(position: Any, depth: int, maximizing: bool) -> float:
    if depth == 0 or position.is_over:
        return position.evaluate()
    values = [by_attribute(child, depth - 1, not maximizing) for child in position.children]
    return max(values) if maximizing else min(values)


def test_a_search_that_fails_on_a_game_is_right_with_a_remark(
    capsys: pytest.CaptureFixture[str],
) -> None:
    check("2.6", by_attribute)
    assert "It works on trees only. A game's position has only methods" in capsys.readouterr().out


def test_the_refusal_shows_as_its_lines_alone() -> None:
    refusal = refused("3.1", minimax)
    assert refusal._render_traceback_() == str(refusal).splitlines()
    assert "animate(minimax, tree([2, [1, 3]]))" in str(refusal)
    assert "looked at 3 leaves where 2 are enough" in str(refusal)
    assert "When the search looked at E, MAX already had 2 at A and MIN already had 1 at C" in str(
        refusal
    )


@pytest.mark.parametrize("judge", ["minimax", "alphabeta"])
def test_any_search_can_be_judged(judge: str, capsys: pytest.CaptureFixture[str]) -> None:
    check(judge, alphabeta)
    assert capsys.readouterr().out.startswith("✓")
    assert "not defined" in str(refused(judge, WRONG["misspelt_name"].search))
    assert refused(judge, None).outcome == "not attempted"


# What the exercises themselves say


@given(trees, st.booleans())
def test_the_suspect_of_5_2_is_right_wherever_there_are_two_moves_at_most(
    nested: Any, is_max: bool
) -> None:
    def narrow(part: Any) -> Any:
        return [narrow(each) for each in part[:2]] if isinstance(part, list) else part

    root = tree(narrow(nested), "max" if is_max else "min")
    assert gives_up(root, root.height, -inf, inf, is_max) == value(root.nested, is_max)


def test_the_searches_of_5_3_are_right_and_wrong_as_they_should_be() -> None:
    seeds = range(60)
    searched = [
        random_tree((1, 3), 4, seed=seed, values=(-9, -1), root="min" if seed % 2 else "max")
        for seed in seeds
    ]

    def right(search: Callable[..., float]) -> bool:
        return all(
            search(t, t.height, -inf, inf, t.is_max) == value(t.nested, t.is_max) for t in searched
        )

    assert all(right(search) for search in RIGHT_SEARCHES.values())
    passing = [flaw for flaw, search in WRONG_SEARCHES.items() if right(search)]
    assert [flaw.partition(".")[0] for flaw in passing] == [
        "returns every value right but prunes nothing"
    ]


def test_the_formula_of_4_4_agrees_with_small_trees_in_best_order() -> None:
    assert [knuth_moore(2, 3), knuth_moore(3, 4), knuth_moore(5, 0)] == [5, 17, 1]


# CONTRIBUTING


def test_the_exercise_that_is_shown_whole_is_the_one_that_is_used() -> None:
    folder = Path(checks.__file__).parents[2]
    page = (folder / "CONTRIBUTING.md").read_text(encoding="utf-8")
    shown = page.partition("### An exercise in four parts")[2].partition("```python")[2]
    oracle, _, grade = shown.partition("```")[0].partition("GRADES = {\n")
    code = (folder / "minimax_lessons/exercises/tasks/lesson_4.py").read_text(encoding="utf-8")
    assert oracle.strip() in code
    assert grade.rpartition("}")[0] in code


# Forged answers


# a thread that an answer starts is ended
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("name", some(FORGED, every=4))
def test_an_answer_cannot_pass_itself(name: str) -> None:
    with pytest.raises(NotYet) as refusal:
        check("3.1", FORGED[name])
    assert refusal.value.outcome != "done"
    assert not checks.standing["3.1"].startswith("✓")
