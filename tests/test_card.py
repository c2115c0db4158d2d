from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from wrong_searches import WRONG

from minimax_lessons import check
from minimax_lessons.exercises import NotYet
from minimax_lessons.exercises.card import refusal, right, watched_beside
from minimax_lessons.exercises.faults import Example, Right
from minimax_lessons.exercises.solutions import next_exercise, our_solution, solution_link
from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.notebooks import EXERCISES
from minimax_lessons.search import alphabeta, minimax
from minimax_lessons.trees import tree


def refused(name: str, answer: Any) -> NotYet:
    with pytest.raises(NotYet) as told:
        check(name, answer)
    return told.value


def text(markup: str) -> str:
    """Return what is to be read: no style, no program, no tags."""
    markup = re.sub(r"<(style|script)[^>]*>.*?</\1>", " ", markup, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", markup).split())


def test_a_refusal_shows_the_line_what_came_out_why_it_matters_and_both_searches() -> None:
    card = refusal(refused("alphabeta", WRONG["alpha_lowered_instead_of_beta"].search))
    read = text(card)
    assert "Line 18 updates alpha; it should update beta." in read
    assert "line 18 alpha = min(alpha, evaluation)" in read
    assert "Looked at 3 leaves, where 2 are enough" in read
    assert "Watch it : search beside alphabeta, stopped where they first differ" in read
    assert "Only MAX may raise alpha" in read
    assert card.count("<section") == 0
    assert "data-lm-player" in card


def test_a_remark_stands_above_the_reason() -> None:
    verdict = refused("1.1", [4, 9, 5, 9])
    verdict.add("This verdict is about an earlier version.")
    read = text(refusal(verdict))
    assert verdict.fault is not None
    assert f"This verdict is about an earlier version. {verdict.fault.sentence}" in read


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
    example = Example(
        tree([2, [1, 3]]), search=minimax, right=alphabeta, rights_arguments=(2, -9, 9, True)
    )
    scene = watched_beside(example)
    mine, theirs = scene.runs
    step = scene.data["start"]
    assert step > 1
    assert theirs.events[step - 1] != mine.events[step - 1]
    assert [event.node for event in mine.events[: step - 1]] == [
        event.node for event in theirs.events[: step - 1]
    ]


def test_a_right_answer_gets_a_card_with_what_was_tried_our_solution_and_what_comes_next() -> None:
    verdict = Right(
        "The values of minimax.", "Right on 400 trees.", ("One call for each child is enough.",)
    )
    card = right("3.1", f"✓ 3.1 Alpha-beta. {verdict}", verdict)
    said = text(card)
    assert said.startswith(
        "✓ Right: 3.1 Alpha-beta. The values of minimax. Right on 400 trees."
        " Could be better One call for each child is enough. Compare with our solution def "
    )
    assert "SOLUTION" not in said
    assert "GIVEN" not in said
    assert said.endswith(f"Next exercise: 3.2 {TASKS['3.2'].title}")
    assert "Compare with our solution" not in refusal(refused("3.1", lambda *_: 0))


def test_hints_open_one_below_the_other() -> None:
    card = refusal(refused("1.1", [4, 9, 5, 9]))
    hints = TASKS["1.1"].hints
    assert "hint(" not in text(card)
    assert len(hints) > 1
    for step, hint in enumerate(hints, start=1):
        assert f"Hint {step} of {len(hints)} " in text(card)
        assert hint.replace("`", "") in html.unescape(text(card))
    assert card.count("<details>") == card.count("</details>")


@pytest.mark.parametrize("name", TASKS)
def test_every_exercise_has_a_solution_and_links_that_lead_to_headings(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert our_solution(name)
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    monkeypatch.chdir(EXERCISES)
    for link in filter(None, (solution_link(name), next_exercise(name))):
        address, _, anchor = link.address.partition("#")
        cells = json.loads((EXERCISES / unquote(address)).read_text(encoding="utf-8"))["cells"]
        headings = re.findall(
            r"^##+ (.*)$", "\n".join("".join(cell["source"]) for cell in cells), re.MULTILINE
        )
        assert unquote(anchor) in [heading.replace(" ", "-") for heading in headings]
    assert (next_exercise(name) is None) == (name == [*TASKS][-1])


def test_away_from_the_course_a_card_links_to_nothing_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JPY_SESSION_NAME", "/home/me/my sheet.ipynb")
    assert solution_link("3.1") is None
    assert next_exercise("3.1").address.startswith("my%20sheet.ipynb#3.2-")  # type: ignore[union-attr]
    last = [name for name in TASKS if name.startswith("3.")][-1]
    assert next_exercise(last) is None


def test_outside_a_notebook_a_verdict_is_lines_of_text(capsys: pytest.CaptureFixture[str]) -> None:
    check("3.1", alphabeta)
    line = capsys.readouterr().out
    assert line.startswith(
        "✓ 3.1 Alpha-beta. Right on every tree of up to five leaves, for any numbers, and on "
    )
    assert line.endswith(
        " larger trees. The search returns the values of minimax and looks at fewer leaves.\n"
    )
    told = refused("2.5", lambda position, depth: 0)
    assert told._render_traceback_() == str(told).splitlines()
