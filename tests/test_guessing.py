from __future__ import annotations

import base64
import json
import re
import zlib
from fractions import Fraction
from math import inf
from typing import Any

import pytest

from minimax_lessons import TOY_TREE, VIDEO_TREE, alphabeta, animate, draughts
from minimax_lessons.drawing import FOLLOWS_THEME
from minimax_lessons.games import k_in_a_row
from minimax_lessons.player import page
from minimax_lessons.player.guessing import Guess, guess
from minimax_lessons.player.question_texts import questions_of, read_question
from minimax_lessons.plots import against_depth


def packed(made: Guess) -> dict[str, Any]:
    found = re.search(r'</details><script type="text/plain">([^<]*)</script>', made.fragment)
    assert found
    question: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(found[1])))["question"]
    return question


@pytest.mark.parametrize(
    ("answer", "more", "kind", "written"),
    [
        (5, {}, "number", ["5"]),
        (-4, {}, "number", ["−4"]),
        (Fraction(1, 3), {}, "number", ["1/3"]),
        (-inf, {}, "number", ["−∞"]),
        ("11-15", {}, "text", ["11-15"]),
        (True, {}, "choice", ["yes"]),
        ("cut", {"choices": ["cut", "go on"]}, "choice", ["cut"]),
        (3, {"choices": [2, 3, 4]}, "choice", ["3"]),
        (["A", "B", "D"], {}, "list", ["A", "B", "D"]),
        ({3, 1}, {}, "set", ["1", "3"]),
        (set(), {}, "set", []),
        ({"B": 2, "C": 1}, {}, "fields", ["2", "1"]),
        (TOY_TREE[1], {"on": TOY_TREE}, "click", ["C"]),
        ({TOY_TREE[1][0], TOY_TREE[1][1]}, {"on": TOY_TREE}, "clicks", ["G", "H"]),
        ({9, 10}, {"on": draughts.start()}, "clicks", ["10", "9"]),
        (7, {"on": draughts.start()}, "number", ["7"]),
        ({"23x14"}, {"on": "a board as text"}, "set", ["23x14"]),
    ],
)
def test_the_answer_says_how_it_is_asked_for(
    answer: Any, more: dict[str, Any], kind: str, written: list[str]
) -> None:
    data = guess("What?", answer, **more).data
    assert (data["kind"], data["answer"]) == (kind, written)


def test_what_comes_next_stands_behind_the_question_and_opens_where_no_script_runs() -> None:
    made = guess(
        "How many leaves?",
        5,
        why="Three are cut.",
        then=["8 minimax", animate(alphabeta, VIDEO_TREE)],
    )
    question, result = made.fragment.split("<summary>")[1:3]
    assert question.startswith("Predict: How many leaves?</summary><p>Run this cell to answer.</p>")
    assert result.startswith("Reading without running? Show the result</summary>")
    assert "<summary>Predict: Is <code>a &lt; b</code>?</summary>" in guess("Is `a < b`?", 1).plain
    for hidden in ("Three are cut.", "<pre>8 minimax</pre>", 'data-lm-kind="play"'):
        assert hidden in result
        assert hidden not in question


def test_a_question_s_number_stands_for_its_texts() -> None:
    data = guess("3.2", {"who": "MIN", "has": 3, "at": "B", "what": "K"}, on=VIDEO_TREE).data
    assert data["ask"].startswith("So the search skips K. Say why:")
    assert data["why"].startswith("MIN moves at B and already has 3 there, from D.")
    assert data["replies"][1][0] == [None, "5", None, None]


TEXT = ["○ small · {answer} · none", "✓ Because.", "✗ none · There is one.", "✗ {0} · No."]


def test_the_gaps_of_a_text_are_filled_by_the_cell() -> None:
    made = guess(read_question("How many?", TEXT), 7, likely=["small"]).data
    assert made["choices"] == ["small", "7", "none"]
    assert made["replies"] == [(["none"], "There is one."), (["small"], "No.")]
    assert read_question("About how many?", ["= 28,000"]).answer == "28,000"
    assert guess(read_question("Which?", ["= [1, 2]", "✗ 2, 1 · Turn round."])).data["replies"] == [
        (["2", "1"], "Turn round.")
    ]


def test_each_question_s_texts_can_be_read() -> None:
    count = 0
    for lesson in range(13):
        for number, text in questions_of(lesson).items():
            assert number.startswith(f"{lesson}.")
            assert text.ask
            assert text.replies, number
            count += 1
    assert count > 100


def test_a_square_of_a_board_is_clicked() -> None:
    board = k_in_a_row.from_text("X.O/.O./XXO", k=3)
    one, some = guess("Where?", "a2", on=board).data, guess("Where?", {"a2", "b1"}, on=board).data
    assert (one["kind"], some["kind"]) == ("click", "clicks")
    assert len(one["picks"]) == 9
    assert ("square-a2", "a2") in one["picks"]
    assert 'id="square-a2" x="0" y="1"' in one["svg"]
    assert "square-" not in board._repr_svg_()
    assert guess("Who?", "X", on=board).data["kind"] == "text"


def test_question_and_result_are_text_that_a_test_compares() -> None:
    assert repr(guess("How many?", 5, likely={8: "No."}, then=["a", TOY_TREE])) == (
        "Predict: How many?\n5\na\ntree([[3, 5, 2], [9, 1]])"
    )


def test_a_likely_wrong_answer_has_its_own_reply() -> None:
    data = packed(
        guess(
            "B, C?", {"B": 2, "C": 1}, likely=[(("C", 9), "MIN chooses."), (("B", 5), "Too high.")]
        )
    )
    assert data["replies"] == [[[None, "9"], "MIN chooses."], [["5", None], "Too high."]]
    assert packed(guess("Which?", {1, 2}, likely=[([3, 1], "3 is seen.")]))["replies"] == [
        [["1", "3"], "3 is seen."]
    ]


def test_a_mistake_that_is_right_on_a_changed_tree_is_none() -> None:
    assert guess("?", 5, likely={5.0: "no", 8: "no"}).data["replies"] == [(["8"], "no")]


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: guess("?", "a", choices=["b", "c"]), "not among the choices: b, c"),
        (lambda: guess("?", True, likely={"maybe": "no"}), "none of the choices: yes, no"),
        (lambda: guess("?", {"B": 2}, likely=[(("X", 1), "no")]), "no field 'X', only B"),
        (lambda: guess("?", VIDEO_TREE[0][1][1], on=TOY_TREE), "K: nothing in the picture"),
        (lambda: guess("?", 3, on=object()), "a tree, a board or a text"),
        (lambda: guess("1.99", 3), "no question of this number; the lesson has 1.1, 1.2"),
        (lambda: guess("99.1", 3), "no question of this number"),
        (lambda: guess(read_question("?", ["✗ C = 1 · No."]), {"B": 2}), "no field 'C'"),
        (lambda: read_question("?", ["Because."]), "begins with one of"),
    ],
)
def test_an_author_s_mistake_is_named(make: Any, said: str) -> None:
    with pytest.raises((ValueError, TypeError), match=said):
        make()


def test_a_guess_of_the_same_question_has_the_same_bytes() -> None:
    assert guess("How many?", 5, on=None).fragment == guess("How many?", 5).fragment


def test_words_are_text_never_markup() -> None:
    made = guess(
        "<b>bold</b> </script>?", "<i>", why="</details><script>x", then="<script>alert(1)</script>"
    )
    assert "<i>" not in made.fragment
    assert "<script>x" not in made.fragment
    assert "alert(1)</script>" not in made.fragment
    assert made.fragment.count("<details>") == made.fragment.count("</details>") == 2


def test_a_guess_brings_a_small_program_along() -> None:
    assert len(base64.b64encode(zlib.compress(page.script("guess").encode(), 9))) < 12_500


def test_a_plot_that_a_question_shows_follows_the_theme() -> None:
    plot = against_depth({"score": {1: 3, 2: 5}}, ylabel="men")
    shown = re.search(
        '<img alt="[^"]*" style="([^"]*)" src="data:image/png', guess("How?", 5, then=plot).fragment
    )
    assert shown
    assert FOLLOWS_THEME in shown[1]
