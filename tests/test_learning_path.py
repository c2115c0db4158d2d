"""The learning path: what it counts, and how answers come into it in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from browser_fixtures import violations

from minimax_lessons import check, guess
from minimax_lessons.exercises import card
from minimax_lessons.exercises.card import right
from minimax_lessons.exercises.checks import RECORD_CHANGED
from minimax_lessons.exercises.faults import Right
from minimax_lessons.exercises.learning_path import LESSON_TITLES, LearningPath
from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.notebooks import LESSONS
from minimax_lessons.player.question_texts import questions_of

OpenPage = Callable[..., Any]


def source(path: Path) -> str:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells)


def test_it_names_every_lesson_as_its_notebook_does() -> None:
    headings = {
        path.stem: re.sub(r"^# (?:\d+ · )?", "", source(path).partition("\n")[0])
        for path in sorted(LESSONS.glob("*.ipynb"))
    }
    assert headings == LESSON_TITLES


@pytest.mark.parametrize("number", range(13))
def test_every_question_that_it_counts_is_asked_in_the_lesson(number: int) -> None:
    (path,) = LESSONS.glob(f"{number:02}_*.ipynb")
    asked = re.findall(r'\bguess\(\s*"(\d+\.\d+)"', source(path))
    assert asked == [*questions_of(number)]
    assert check.progress().data["lessons"][number]["questions"] == asked  # type: ignore[attr-defined]


def test_every_exercise_is_counted_once() -> None:
    counted = [name for lesson in LearningPath().data["lessons"] for name in lesson["exercises"]]
    assert counted == [*TASKS]


def shown(open_page: OpenPage, record: dict[str, Any] | None = None, **options: Any) -> Any:
    """Return a page with a question of lesson 0 and the path, in a browser that has this record."""
    content = guess("0.1", 6, then=["behind"]).fragment + LearningPath().fragment
    page = open_page(
        f"<!DOCTYPE html><html lang=en><meta charset=utf-8><title>x</title>{content}", **options
    )
    if record is not None:
        page.evaluate(
            "record => localStorage.setItem('minimax-lessons-record', JSON.stringify(record))",
            record,
        )
        page.reload()
    page.locator("[data-state]").first.wait_for()
    return page


def row(page: Any, number: int) -> str:
    return " ".join(page.locator(".lm-lesson").nth(number).inner_text().split())


@pytest.mark.browser
def test_an_answer_is_counted_at_once_and_after_the_page_has_been_opened_again(
    open_page: OpenPage,
) -> None:
    page = shown(open_page)
    assert row(page, 0) == "0 Start here 0 of 4 questions answered next lesson"
    assert row(page, 1) == (
        "1 Minimax on a small tree 0 of 6 questions answered · 0 of 5 exercises"
    )
    page.get_by_role("textbox").fill("6")
    page.get_by_role("button", name="Check").click()
    page.get_by_text("1 of 4 questions").wait_for()
    page.reload()
    page.get_by_text("1 of 4 questions").wait_for()
    # the question says that it has been answered, and to look at the answer again is no failure
    page.get_by_text("✓ Right on ").wait_for()
    page.get_by_role("button", name="Show me").click()
    page.get_by_text("The answer: 6.").wait_for()
    record = json.loads(page.evaluate("localStorage.getItem('minimax-lessons-record')"))
    assert record["questions"] == {"0.1": [[date.today().isoformat(), True]]}


@pytest.mark.browser
def test_it_is_renewed_when_a_card_says_that_a_check_has_recorded_a_try(
    open_page: OpenPage,
) -> None:
    page = shown(open_page)
    record = {"questions": {}, "exercises": {"1.1": [[days_ago(0), True]]}}
    page.evaluate(
        "record => localStorage.setItem('minimax-lessons-record', record)", json.dumps(record)
    )
    page.evaluate(re.sub(r"</?script>", "", RECORD_CHANGED))
    page.get_by_text("1 of 5 exercises").wait_for()


@pytest.mark.browser
def test_in_the_browser_edition_a_card_counts_a_solved_exercise_once(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdict = Right("Well done.")
    assert "data-lm-player" not in right("1.1", "✓ 1.1", verdict)
    monkeypatch.setattr(card.sys, "platform", "emscripten")
    content = right("1.1", f"✓ 1.1 {verdict}", verdict) + LearningPath().fragment
    page = open_page(f"<!DOCTYPE html><meta charset=utf-8>{content}")
    for _ in range(2):
        page.get_by_text("0 of 6 questions answered · 1 of 5 exercises").wait_for()
        record = json.loads(page.evaluate("localStorage.getItem('minimax-lessons-record')"))
        assert record["exercises"] == {"1.1": [[date.today().isoformat(), True]]}
        page.reload()


def days_ago(days: int) -> str:
    return (date.today() - timedelta(days)).isoformat()


@pytest.mark.browser
def test_a_question_is_due_after_a_time_that_grows_with_each_right_answer(
    open_page: OpenPage,
) -> None:
    tries = {
        "0.1": [[days_ago(1), False]],  # due after a day
        "0.2": [[days_ago(2), True]],  # after three
        "0.3": [[days_ago(9), False], [days_ago(3), True]],  # after three
        "1.1": [[days_ago(20), True], [days_ago(6), True]],  # after a week
    }
    page = shown(open_page, {"questions": tries, "exercises": {}})
    page.get_by_text("· 2 to review").wait_for()
    assert row(page, 1).endswith(
        "1 of 6 questions answered, 1 right at the first try · 0 of 5 exercises begun"
    )


@pytest.mark.browser
def test_a_question_counts_as_answered_after_a_wrong_first_try_too(open_page: OpenPage) -> None:
    page = shown(open_page)
    for number in ("5", "6"):  # right at the second try
        page.get_by_role("textbox").fill(number)
        page.get_by_role("button", name="Check").click()
    page.get_by_text("1 of 4 questions answered, 0 right at the first try").wait_for()
    names = {name: [[days_ago(0), False]] for name in questions_of(0)}
    names["0.1"] = [[days_ago(4), False], [days_ago(0), True]]
    page = shown(open_page, {"questions": names, "exercises": {}})
    page.get_by_text("✓ done").wait_for()
    assert "4 of 4 questions answered, 1 right at the first try" in row(page, 0)


@pytest.mark.browser
def test_a_whole_lesson_is_done_and_the_next_one_is_where_to_go_on(open_page: OpenPage) -> None:
    today = date.today().isoformat()
    record = {"questions": {name: [[today, True]] for name in questions_of(0)}}
    page = shown(open_page, record)
    page.get_by_text("✓ done").wait_for()
    assert page.locator('[data-state="next"] .lm-number').inner_text() == "1"


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1036, 390])
def test_the_path_fits_and_axe_finds_nothing(open_page: OpenPage, scheme: str, width: int) -> None:
    record = {"questions": {"0.1": [[days_ago(9), False]]}}
    page = shown(open_page, record, width=width)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page, ".lm-path") == []
