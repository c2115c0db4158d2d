"""The questions after ✓ in a real browser: on a page without a kernel, and in JupyterLab."""

from __future__ import annotations

from typing import Any

import pytest
from browser_fixtures import violations
from test_own_code_questions import SOFT, compiled

from minimax_lessons.exercises.card import right
from minimax_lessons.exercises.faults import Right
from minimax_lessons.exercises.own_code_questions import own_questions

pytestmark = pytest.mark.browser

NEXT = "button:has-text('Next question')"


def answer_all(page: Any, keys: dict[str, str]) -> list[str]:
    """Answer each question by its key; return the replies."""
    replies = []
    for _ in keys:
        asked = page.locator(".lm-card .question")
        question = asked.get_attribute("aria-label")
        asked.get_by_role("button", name=keys[question], exact=True).click()
        replies.append(asked.locator(".verdict").inner_text())
        if page.locator(NEXT).is_visible():
            page.locator(NEXT).click()
    return replies


def test_three_questions_are_answered_without_a_kernel(open_page: Any) -> None:
    questions = own_questions(compiled(SOFT, "soft"), "alphabeta", seed=2)
    assert questions is not None
    page = open_page(
        right(
            "3.1",
            "✓ 3.1 Alpha-beta.",
            Right("", "Right on every tree of up to five leaves."),
            questions,
        ),
        width=1366,
        height=768,
    )
    page.wait_for_selector(".lm-card .guess")
    assert not violations(page, ".lm-card", ["color-contrast", "button-name", "label"])
    keys = {each.data["ask"]: each.data["answer"][0] for _, each in questions.questions}
    assert all(reply.startswith("✓ Right") for reply in answer_all(page, keys))
    assert (
        page.locator(".tally")
        .inner_text()
        .startswith(f"{len(keys)} of {len(keys)} right at the first try.")
    )
    assert page.locator(".lm-card .question").is_visible()  # with the last answer


def test_in_jupyterlab_the_question_is_whole_on_the_screen(lab: Any) -> None:
    lab.write(
        "own.ipynb",
        f"from math import inf\n{SOFT}",
        'from minimax_lessons import check\ncheck("3.1", search)',
    )
    page = lab.open("own.ipynb", width=1366, height=768)
    lab.run(page, 0, 1)
    page.wait_for_selector(".lm-card .guess")
    question = page.locator(".lm-card .guess")
    question.scroll_into_view_if_needed()
    box = question.bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 768
    assert page.locator(".lm-card .guess form .button").count() >= 3
