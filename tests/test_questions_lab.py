"""Questions in JupyterLab on a laptop's screen: seen whole, answered by keyboard alone, without a fault of access."""

from __future__ import annotations

from typing import Any

import pytest
from browser_fixtures import READY, violations

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ASK = "from minimax_lessons import VIDEO_TREE, alphabeta, guess, perform, practice, predict\n"
CELLS = (
    'guess("3.2", {"who": "MIN", "has": 3, "at": "B", "what": "K"}, on=VIDEO_TREE)',
    "predict(alphabeta, VIDEO_TREE)",
    "perform(alphabeta, VIDEO_TREE)",
    'practice("whole tree", "bug", questions=2, seed=3)',
    'predict(alphabeta, VIDEO_TREE, ask="prune")',
)
FOCUS = """() => {
    let inside = document.activeElement;
    while (inside?.shadowRoot?.activeElement) inside = inside.shadowRoot.activeElement;
    return inside;
}"""


LOWER = "([place, most]) => place.getBoundingClientRect().height < most"


@pytest.fixture(params=[768, 650])
def page(lab: Any, request: pytest.FixtureRequest) -> Any:
    lab.write("questions.ipynb", *(ASK + cell for cell in CELLS))
    page = lab.open("questions.ipynb", width=1366, height=request.param)
    lab.run(page, *range(len(CELLS)))
    return page


def output(page: Any, number: int) -> Any:
    place = page.locator(".jp-CodeCell").nth(number).locator(".jp-OutputArea")
    place.scroll_into_view_if_needed()
    place.locator(".question, .quiz").first.wait_for()
    return place


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_each_kind_of_question_is_answered_by_keyboard_alone(page: Any) -> None:
    sentence = output(page, 0)
    sentence.locator("input").first.focus()
    for word in ("MIN", "3", "B", "K"):
        page.keyboard.type(word)
        press(page, "Tab")
    press(page, "Enter")  # Check is the next stop
    assert sentence.locator(".verdict").inner_text().startswith("✓ Right.")
    run = output(page, 1)
    run.locator(".player").focus()
    press(page, "End")
    page.wait_for_function(f"({FOCUS})()?.matches('.in-picture')")
    page.keyboard.type("3")
    press(page, "Enter")
    assert run.locator(".verdict").inner_text().startswith("✓ Right.")
    steps = output(page, 2)
    steps.locator("[data-id=n]").focus()
    press(page, "ArrowDown", "Enter")  # the search begins at A by itself
    assert steps.locator(".ask").inner_text().startswith("You are at B.")
    prune = output(page, 4)
    prune.locator("[data-id=n]").focus()
    press(page, "ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight", "Enter")
    prune.get_by_role("button", name="Check").press("Enter")
    assert "1 missing" in prune.locator(".verdict").inner_text()


def test_a_question_is_whole_on_the_screen_and_has_no_fault_of_access(page: Any) -> None:
    for number in range(len(CELLS)):
        place = output(page, number)
        most = page.viewport_size["height"] - 60
        page.wait_for_function(LOWER, arg=[place.element_handle(), most])  # once it is laid out
        assert violations(page, f".jp-CodeCell:nth-of-type({number + 1}) .jp-OutputArea") == []


GAME, QUESTION, RUN = range(3)
LESSON = (
    "from minimax_lessons import *\nplay([[3, 5, 2], [9, 1]])",
    'guess("What is the value?", 2)',
    'predict(minimax, tree([[3, 5, 2], [9, 4]]), ask="value")',
)
FOCUSED = f"(selector) => ({FOCUS})()?.matches(selector)"


def test_game_question_and_player_of_a_lesson_need_no_mouse(lab: Any) -> None:
    lab.write("lesson.ipynb", *LESSON)
    page = lab.open("lesson.ipynb", width=1366, height=768)
    page.wait_for_function(READY)
    page.evaluate("() => jupyterapp.commands.execute('notebook:enter-command-mode')")

    def run(cell: int) -> Any:
        press(page, "Escape", *["ArrowDown"] * min(cell, 1))
        page.wait_for_function(
            "(cell) => jupyterapp.shell.currentWidget.content.activeCellIndex === cell", arg=cell
        )
        press(page, "Control+Enter")
        place = page.locator(".jp-CodeCell").nth(cell).locator("[data-lm-player]")
        place.locator(".question, .treegame, .transport").first.wait_for()
        return place

    def tab_to(selector: str) -> None:
        for _ in range(20):
            press(page, "Tab")
            if page.evaluate(FOCUSED, selector):
                return
        pytest.fail(f"20 times Tab lead to no {selector}")

    game = run(GAME)
    tab_to("[role=treeitem]")
    press(page, "ArrowDown", "Enter")
    game.get_by_text("You have won").wait_for()
    question = run(QUESTION)
    tab_to("input")
    page.keyboard.type("2")
    press(page, "Enter")
    question.get_by_text("✓ Right.").wait_for()
    player = run(RUN)
    tab_to("[aria-label=Play]")
    for answer in ("2", "4", "4"):
        press(page, "n")
        page.wait_for_function(FOCUSED, arg=".in-picture")
        page.keyboard.type(answer)
        press(page, "Enter")
        player.get_by_text("✓ Right.").wait_for()
        press(page, "Enter")  # Go on has the focus
    press(page, "End")
    player.locator(".tally").get_by_text("3 of 3 right at the first try.").wait_for()
