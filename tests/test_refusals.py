"""What a refusal says is true of the answer, and tells its writer what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from typing import Any

import pytest
from wrong_searches import ALPHABETA, MINIMAX, NEGAMAX, ONE_LOOP, compiled

from minimax_lessons import alphabeta, check, hint, minimax, tree
from minimax_lessons.draughts.documented import pieces_on, position_values
from minimax_lessons.exercises import NotYet
from minimax_lessons.exercises.tasks.lesson_6 import ROWS
from minimax_lessons.exercises.tasks.lesson_9 import settled
from minimax_lessons.exercises.tasks.lesson_10 import solved
from minimax_lessons.exercises.tasks.lesson_11 import material
from minimax_lessons.variants import arranged

pytestmark = pytest.mark.long

UPDATE = "            max_eval = max(max_eval, evaluation)\n"


def refusal(name: Any, answer: Any) -> str:
    with pytest.raises(NotYet) as told:
        check(name, answer)
    return str(told.value)


def with_lines(lines: str, *, before: bool = False, source: str = MINIMAX) -> str:
    """Return a search with lines before or after the one in which MAX keeps the better value."""
    return source.replace(UPDATE, lines + UPDATE if before else UPDATE + lines, 1)


def leaving(test: str, how: str = "break") -> str:
    return f"            if {test}:\n                {how}\n"


# Lines


@pytest.mark.parametrize(
    ("kind", "source", "told"),
    [
        (
            "2.6",
            MINIMAX.replace("position.evaluate()", "position.value"),
            "only a leaf has a value: where the search ends, it should return `position.evaluate()`.",
        ),
        (
            "minimax",
            MINIMAX.replace("position.evaluate()", "depth"),
            "Line 3 returns `depth` where it should return the evaluation `position.evaluate()`.",
        ),
        (
            "minimax",
            MINIMAX.replace("position.evaluate()", "0"),
            "Line 3 returns 0 where it should return the evaluation `position.evaluate()`.",
        ),
        (
            "minimax",
            MINIMAX.replace("depth == 0", "depth + 2 * 2 == 5 * 1"),
            "Line 2 has 5 in `5 * 1`, but it needs 4 there.",
        ),
        (
            "minimax",
            with_lines(leaving("evaluation >= depth")),
            "Line 9 leaves the loop, but the search is right without this `if`.",
        ),
        (
            "minimax",
            with_lines(leaving("evaluation < 0")),
            "Line 9 leaves the loop, but the search is right without this `if`.",
        ),
        (
            "minimax",
            with_lines(leaving("not evaluation")),
            "Line 9 leaves the loop, but the search is right without this `if`.",
        ),
        (
            "minimax",
            with_lines(leaving("not evaluation", "continue"), before=True),
            "Line 8 skips the rest of the loop's body, but the search is right without this `if`.",
        ),
        (
            "minimax",
            with_lines(leaving("max_eval > 5", "return max_eval")),
            "Line 9 returns early, but the search is right without this `if`.",
        ),
        (
            "alphabeta",
            with_lines(leaving("evaluation < max_eval"), source=ALPHABETA),
            "Line 9 leaves the loop, but the search is right without this `if`.",
        ),
        (
            "minimax",
            MINIMAX.replace(UPDATE, f"            if evaluation > 0:\n    {UPDATE}"),
            "Line 8 tests `evaluation > 0`, but the search is right without this test.",
        ),
        (
            "minimax",
            MINIMAX.replace("position.is_over", "position.is_over or not position.evaluate()"),
            "Line 2 also tests `not position.evaluate()`, but the search is right without this condition.",
        ),
        (
            "alphabeta",
            ALPHABETA.replace("if beta <= alpha", "if beta <= alpha or depth == 2", 1),
            "Line 10 also tests `depth == 2`, but the search is right without this condition.",
        ),
    ],
)
def test_a_condition_that_may_as_well_be_a_constant_is_not_named_as_the_fault(
    kind: str, source: str, told: str
) -> None:
    assert told in refusal(kind, compiled(source, "extra condition"))


@pytest.mark.parametrize(
    ("source", "old", "new", "told"),
    [
        (MINIMAX, "min_eval = inf", "min_eval = 0", "starts `min_eval` with `0`, but a child may be worth more"),
        (MINIMAX, "min_eval = inf", "min_eval = 4", "starts `min_eval` with `4`, but a child may be worth more"),
        (MINIMAX, "min_eval = inf", "min_eval = -inf", "starts `min_eval` with `-inf`, but a child may be worth more"),
        (MINIMAX, "max_eval = -inf", "max_eval = 0", "starts `max_eval` with `0`, but a child may be worth less"),
        (ONE_LOOP, " else inf", " else 0", "starts `best` with `0`, but a child may be worth more"),
        (NEGAMAX, "best = -inf", "best = 0", "starts `best` with `0`, but a child may be worth less"),
    ],
)  # fmt: skip
def test_a_wrong_start_is_told_from_the_side_of_the_player_who_moves(
    source: str, old: str, new: str, told: str
) -> None:
    kind = "minimax" if source == MINIMAX else "alphabeta"
    assert told in refusal(kind, compiled(source.replace(old, new), "start"))


# Searches of another form


def yielding(position: Any, depth: int, maximizing_player: bool) -> Iterator[Any]:
    if depth == 0 or position.is_over:
        yield position.evaluate()
        return
    values = [
        next(yielding(child, depth - 1, not maximizing_player)) for child in position.children()
    ]
    yield max(values) if maximizing_player else min(values)


def yielding_its_best(position: Any, depth: int, maximizing_player: bool) -> Any:
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf
    for child in position.children():
        best = max(best, yielding_its_best(child, depth - 1, not maximizing_player))
        yield best


def passing_on(node: Any, maximizing: bool) -> Any:
    yield from (
        (passing_on(part, not maximizing) for part in node) if isinstance(node, list) else [node]
    )


@pytest.mark.parametrize(
    ("name", "answer"), [("2.1", yielding), ("minimax", yielding_its_best), ("2.4", passing_on)]
)
def test_a_generator_function_is_told_about_its_yield(name: str, answer: Any) -> None:
    told = refusal(name, answer)
    assert "uses `yield` in line " in told
    assert "Use `return` there." in told


class Search:
    def __call__(self, position: Any, depth: int, maximizing_player: bool) -> float:
        return 3


class Value:
    def __init__(self, position: Any, depth: int, maximizing_player: bool = True) -> None:
        self.value = minimax(position, depth, maximizing_player)


@pytest.mark.parametrize(("name", "answer"), [("2.1", Search), ("minimax", Value), ("2.5", Value)])
def test_a_class_is_called_a_class(name: str, answer: type) -> None:
    assert f"{answer.__name__} is a class, so calling it only makes an object." in refusal(
        name, answer
    )


kept = Search()


def test_what_is_to_be_watched_can_be_written_so() -> None:
    named = lambda position, depth, maximizing_player: 3  # noqa: E731
    globals()["constant"] = constant = lambda position, depth, maximizing_player: 3
    try:
        assert "Watch it: animate(constant, tree(1), 0, True)" in refusal("2.1", constant)
    finally:
        del globals()["constant"]
    assert "Watch it: animate(f, tree(1), 0, True), after f = lambda …" in refusal("2.1", named)
    assert "Watch it: animate(kept, tree(1), 0, True)" in refusal("2.1", kept)
    assert "Watch it: animate(f, tree(1), 0, True), after f = Search(…)" in refusal("2.1", Search())


def endless(position: Any, depth: int, maximizing_player: bool) -> Any:
    while True:
        pass


def test_what_does_not_end_is_not_shown_on_the_smallest_tree() -> None:
    told = refusal("2.1", endless)
    assert "The tree that it was given: tree(1)" in told
    assert "smallest" not in told


LINES = """
A|        max_eval = -inf
B|        for child in position.children():
"""


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ({"begin": "", "ask": ""}, "Not attempted yet"),
        ({"begin": "A", "ask": ""}, "Line 9 still contains `...`, so write your line there."),
        ({"begin": "", "ask": "A"}, "Line 7 still contains `...`, so write your line there."),
        ({"begin": "A"}, "Is a `return` missing?"),
    ],
)
def test_a_step_without_its_lines_is_named(steps: dict[str, str], told: str) -> None:
    assert told in refusal("2.01", arranged(minimax, "if maximizing_player:", LINES, steps))


# What check is given


def test_spaces_round_a_number_do_not_matter(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("3.1 ", " 3.1", " alphabeta"):
        check(name, alphabeta)
        assert capsys.readouterr().out.startswith("✓")
    hint(" 3.1 ")
    assert "Hint " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (alphabeta, "3.1", 'write check("3.1", alphabeta).'),
        ([[3, 5], [2, 9]], "3.4", 'write check("3.4", …).'),
        (minimax, "minimax", 'write check("minimax", minimax).'),
    ],
)
def test_arguments_that_changed_places_are_told_their_places(
    first: Any, second: Any, told: str
) -> None:
    assert f"check takes the exercise first and the answer second: {told}" in refusal(first, second)


# Single exercises


def rows(position: Any) -> int:
    marks = position.text.replace("/", "")
    for_x, for_o = (sum(foe not in {marks[i] for i in row} for row in ROWS) for foe in "OX")
    return for_x - for_o


def ahead_by(factor: Callable[[Any], int]) -> Callable[[Any], int]:
    return lambda position: factor(position) * rows(position)


def says(ending: Callable[[str], Any]) -> Callable[[Any], Any]:
    return lambda plies: ending("draws" if plies is None else "wins" if plies % 2 else "loses")


def without_ends(graph: Any) -> Any:
    return {name: plies for name, plies in solved(graph).items() if plies != 0}


@pytest.mark.parametrize(
    ("name", "answer", "told"),
    [
        ("1.5", [[8, [6, 3]], [5, [4, 4]]], "away after the baker offered 6, neither of the two ends is worth 3"),
        ("1.5", [[8, [6, 4]], [5, [4, 6]]], "away after the baker offered 3, neither of the two ends is worth 6"),
        ("1.5", [[5, [6, 4]], [5, [4, 3]]], "2 less after the mill asked for 8, neither of the two ends is worth 5"),
        ("2.5", lambda position, depth: [0], "It returned [0] (list), but the only move here is 0, a number"),
        ("2.5", lambda position, depth: position.play(0), "(Node), but the only move here is 0, a number"),
        ("2.5", lambda position, depth: "0", "It returned '0' (str), but the only move here is 0, a number"),
        ("3.2", [5, 6, 7, 3], "The leaves come from left to right, and only a cut skips any."),
        ("3.4", [[3, 5], [2, 9, 9], [4, 6]], "looks at 5 of your 7 leaves and skips only 2. It should look at"),
        ("3.4", [[3, 5], [4, 6]], "looks at 4 of your 4 leaves and skips none of them"),
        ("4.4", lambda b, d: b ** -(-d // 2) + b ** (d // 2) - 1 if d else 0, "A tree of depth 0 is a single leaf"),
        ("5.2", tree(5), "No player has a choice in your tree"),
        ("5.2", tree([[5]]), "No player has a choice in your tree"),
        ("5.2", [[3], [2, 1]], "With at most two moves at each node"),
        ("6.3", ahead_by(lambda position: -1), "The sign is the wrong way round"),
        ("6.3", lambda position: abs(rows(position)), "rows are open to X"),
        ("6.3", ahead_by(lambda position: -1 if "O" in position.text else 1), "rows are open to X"),
        ("10.2", without_ends, "no move leads from B, so the player to move there has already lost"),
        ("10.2", lambda graph: dict.fromkeys(graph, 1), "has already lost, after 0 moves"),
        ("10.3", says(lambda word: word[:-1]), "Return \"wins\", \"loses\" or \"draws\", spelled exactly so."),
        ("10.3", says(str.title), "spelled exactly so"),
        ("10.3", says(lambda word: None), "spelled exactly so"),
        ("10.3", says(lambda word: "wins" if word == "loses" else word), "the player to move there loses"),
        ("11.4", [False, True, False, False], "between +0.3 and +68.7"),
        ("11.4", [True] * 4, "between −85.3 and +∞ Elo"),
    ],
)  # fmt: skip
def test_the_sentence_is_true_of_the_answer(name: str, answer: Any, told: str) -> None:
    assert told in refusal(name, answer)


def settling(plies: int) -> Callable[..., Any]:
    return lambda position, depth, *window: settled(position, depth, plies)


def test_kings_are_named_only_where_a_king_stands_on_a_back_row() -> None:
    assert "Kings" not in refusal("8.6", lambda board: board[7].count(1) - board[0].count(3))
    assert "Kings do not count." in refusal("8.6", lambda board: 2 * len(set(board[7]) & {1, 2}))


@pytest.mark.parametrize("plies", range(7))
def test_an_evaluation_in_the_middle_of_a_capture_is_named(plies: int) -> None:
    told = "although a piece has to be captured there"
    assert told in refusal("9.6", settling(plies))


def test_an_argument_that_is_changed_is_named() -> None:
    told = "The function changes the dict that it gets"
    assert told in refusal("10.2", lambda graph: graph.clear())
    assert told in refusal("10.6", lambda known, graph: known.update(A="won"))
    assert told in refusal("12.2", lambda values, pieces, label: values.clear())


def test_no_address_is_shown() -> None:
    for name, answer in (("11.3", lambda position: material), ("10.3", object), ("1.1", object())):
        assert "0x" not in refusal(name, answer)


def counts_places_of_white_alone(board: Any) -> float:
    places = position_values(8, 8)
    worth = {1: 10, 2: 15, 3: -10, 4: -15}
    return sum(
        worth[piece] + (places[row][column] if piece in (1, 2) else 0)
        for (row, column), piece in pieces_on(board)
    )


@pytest.mark.parametrize(
    ("name", "answer", "values"),
    [
        ("11.2", lambda position: material(position) + 3, ("3", "3")),
        ("11.2", lambda position: material(position) + 2 * position.black_to_move, ("2", "0")),
        ("8.3", counts_places_of_white_alone, ("16", "−15")),
    ],
)
def test_a_value_that_the_turned_board_contradicts_is_shown_beside_that_boards_value(
    name: str, answer: Any, values: tuple[str, str]
) -> None:
    with pytest.raises(NotYet) as told:
        check(name, answer)
    assert "The two should add up to 0, and they add up to " in str(told.value)
    assert told.value.fault is not None
    assert told.value.fault.example is not None
    assert tuple(value for _, value in told.value.fault.example.facts) == values
    assert "Expected" not in str(told.value)


def crashes_when_the_opponent_has_few_moves(position: Any) -> Any:
    return next(move for move in position.moves() if len(position.play(move).moves()) > 3)


def test_a_player_that_crashes_is_shown_on_a_small_board() -> None:
    told = refusal("11.1", crashes_when_the_opponent_has_few_moves)
    assert "raised StopIteration" in told
    assert told.partition("W:")[2].partition("'")[0].count(",") <= 1
