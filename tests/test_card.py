from __future__ import annotations

import re
from typing import Any

import pytest
from wrong_searches import WRONG

from minimax_lessons import check
from minimax_lessons.exercises import NotYet
from minimax_lessons.exercises.card import refusal, right, watched_beside
from minimax_lessons.exercises.faults import Example, Right
from minimax_lessons.search import alphabeta, minimax
from minimax_lessons.trees import tree


def refused(name: str, answer: Any) -> NotYet:
    with pytest.raises(NotYet) as told:
        check(name, answer)
    return told.value


def text(html: str) -> str:
    """Return what is to be read: no style, no program, no tags."""
    html = re.sub(r"<(style|script)[^>]*>.*?</\1>", " ", html, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_a_refusal_shows_the_line_what_came_out_why_it_matters_and_both_searches() -> None:
    card = refusal(refused("alphabeta", WRONG["alpha_lowered_instead_of_beta"].search))
    read = text(card)
    assert "Line 18 changes alpha, and beta is to be changed there." in read
    assert "line 18 alpha = min(alpha, evaluation)" in read
    assert "Looked at 3 leaves, where 2 are enough" in read
    assert "Watch it : search beside alphabeta, stopped where they first differ" in read
    assert "MAX only ever improves alpha" in read
    assert card.count("<section") == 0
    assert "data-lm-player" in card


def test_what_a_learner_wrote_is_text_in_the_card() -> None:
    def hostile(position: Any, depth: int, maximizing: bool) -> Any:
        raise ValueError("<script>alert(1)</script>")

    card = refusal(refused("2.1", hostile))
    assert "<script>alert" not in card
    assert "&lt;script&gt;alert(1)" in card


def test_a_case_that_cannot_be_watched_is_a_picture() -> None:
    card = refusal(refused("2.5", lambda position, depth: 0))
    assert "data-lm-player" not in card
    assert "<img" in card
    assert "a move worth 2" in text(card)


def test_both_searches_stop_where_they_first_differ() -> None:
    example = Example(tree([2, [1, 3]]), search=minimax, right=alphabeta, rights_arguments=(2, -9, 9, True))
    scene = watched_beside(example)
    mine, theirs = scene.runs
    step = scene.data["start"]
    assert step > 1
    assert theirs.events[step - 1] != mine.events[step - 1]
    assert [event.node for event in mine.events[: step - 1]] == [event.node for event in theirs.events[: step - 1]]


def test_a_right_answer_gets_a_card_with_what_was_tried_and_what_comes_next() -> None:
    verdict = Right("The values of minimax.", 1208, ("One call for each child is enough.",))
    assert text(right(f"✓ 3.1 Alpha-beta. {verdict}", verdict, "Next: 3.2 Which leaves?")) == (
        "✓ 3.1 Alpha-beta. The values of minimax. Tried on 1,208 trees, of every shape"
        " Could be better One call for each child is enough. Next 3.2 Which leaves?"
    )


def test_outside_a_notebook_a_verdict_is_lines_of_text(capsys: pytest.CaptureFixture[str]) -> None:
    check("3.1", alphabeta)
    assert (
        capsys.readouterr().out == "✓ 3.1 Alpha-beta. Tried on 1208 trees. The values of minimax, for fewer leaves.\n"
    )
    told = refused("2.5", lambda position, depth: 0)
    assert told._render_traceback_() == str(told).splitlines()
