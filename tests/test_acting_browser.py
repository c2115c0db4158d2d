"""Guesses, practice and performing in a real browser, with the network shut."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from browser_fixtures import violations

from minimax_lessons import (
    VIDEO_TREE,
    alphabeta,
    animate,
    draughts,
    games,
    guess,
    minimax,
    perform,
    practice,
    trace,
    tree,
)
from minimax_lessons.exercises.practice import TOPICS, Practice
from minimax_lessons.player.guessing import Guess
from minimax_lessons.player.performing import Performance

pytestmark = pytest.mark.browser


OpenPage = Callable[..., Any]


def show(open_page: OpenPage, *shown: Guess | Practice | Performance, **options: Any) -> Any:
    page = open_page(f"<!DOCTYPE html><meta charset=utf-8>{''.join(each.fragment for each in shown)}", **options)
    page.set_default_timeout(8_000)
    page.locator(".guess, .perform").first.wait_for()
    return page


def answer(page: Any, *typed: str) -> str:
    for field, text in zip(page.get_by_role("textbox").all(), typed, strict=True):
        field.fill(text)
    page.get_by_role("button", name="Answer").click()
    return said(page)


def said(page: Any) -> str:
    return str(page.get_by_role("status").first.inner_text())


def test_a_number_opens_what_is_behind_and_that_plays(open_page: OpenPage) -> None:
    page = show(
        open_page, guess("How many leaves?", 5, why="Three are cut.", then=["8 and 5", animate(minimax, VIDEO_TREE)])
    )
    assert not page.get_by_text("8 and 5").is_visible()
    assert answer(page, "five").startswith("Type a number")
    assert answer(page, "5.0").startswith("✓ Right. The answer: 5. Three are cut.")
    assert page.get_by_text("8 and 5").is_visible()
    page.get_by_role("button", name="Step on").click()
    assert "The search begins at A" in page.locator(".sentence-text").inner_text()


def test_a_likely_wrong_answer_gets_its_reply_and_one_more_try(open_page: OpenPage) -> None:
    page = show(open_page, guess("How many?", 5, likely={8: "That is minimax."}, then="behind"))
    assert answer(page, "8") == "✗ Not 8. That is minimax. One more try."
    assert not page.get_by_text("behind").is_visible()
    assert answer(page, "5").startswith("✓ Right, at the second try")
    assert page.get_by_text("behind").is_visible()


def test_after_two_wrong_answers_the_right_one_is_said(open_page: OpenPage) -> None:
    page = show(open_page, guess("How many?", 5, likely={8: "That is minimax."}, then="behind"))
    answer(page, "7")
    assert answer(page, "8").startswith("✗ Not 8. The answer: 5. That is minimax.")
    assert page.get_by_text("behind").is_visible()


def test_not_to_know_is_allowed_and_counted_as_such(open_page: OpenPage) -> None:
    page = show(open_page, guess("One?", 1), guess("Two?", 2))
    page.get_by_role("button", name="I don't know").first.click()
    assert said(page) == "Shown. The answer: 1. (0 of 1 right so far.)".replace(
        "1. (", "1.   ("
    ) or "(0 of 1 right" in said(page)


WRITTEN: list[tuple[Any, str, bool]] = [
    ([1, 2, 3], "1, 2,3", True),
    (["A", "C", "G"], "a -> c → g", True),
    ([1, 2, 3], "3 2 1", False),
    ({1, 2, 3}, "3 2 1", True),
    ({1, 2}, "1 1", False),
    (-4, "−4", True),
    (-4, "-4,0", True),
    (0.5, "1/2", True),
    ("22x15x6", "22 × 15 × 6", True),
    (float("inf"), "∞", True),
]


def test_answers_are_read_in_any_hand(open_page: OpenPage) -> None:
    page = show(open_page, *(guess("What?", meant) for meant, _, _ in WRITTEN))
    for asked, (meant, typed, right) in zip(page.locator(".guess").all(), WRITTEN, strict=True):
        asked.get_by_role("textbox").fill(typed)
        asked.get_by_role("button", name="Answer").click()
        assert asked.get_by_role("status").inner_text().startswith("✓") == right, (meant, typed)


def test_each_of_several_fields_is_marked(open_page: OpenPage) -> None:
    page = show(open_page, guess("B, C?", {"B": 2, "C": 1}, likely=[(("C", 9), "MIN chooses at C.")]))
    assert "MIN chooses at C." in answer(page, "2", "9")
    assert [field.get_attribute("aria-invalid") for field in page.get_by_role("textbox").all()] == ["false", "true"]
    assert answer(page, "2", "1").startswith("✓ Right, at the second try. The answer: B = 2, C = 1.")


def test_of_two_choices_the_first_decides(open_page: OpenPage) -> None:
    page = show(open_page, guess("Right?", True, likely={False: "It stays the same."}))
    page.get_by_role("button", name="no", exact=True).click()
    assert said(page).startswith("✗ Not no. The answer: yes. It stays the same.")


def test_a_node_or_squares_are_clicked_or_chosen_with_the_keyboard(open_page: OpenPage) -> None:
    run = trace(alphabeta, VIDEO_TREE)
    page = show(
        open_page,
        guess("Who owns the cut?", run.cutoffs[0].owner, on=VIDEO_TREE),
        guess("Where to?", {9, 10}, on=draughts.start()),
    )
    page.get_by_role("button", name="E", exact=True).press("Enter")
    assert said(page).startswith("✗ Not E")
    page.get_by_role("button", name="B", exact=True).click()
    assert said(page).startswith("✓ Right, at the second try")
    second = page.locator("[data-lm-player]").nth(1)
    for square in ("9", "10"):
        second.get_by_role("button", name=square, exact=True).click()
    second.get_by_role("button", name="Answer").click()
    assert second.get_by_role("status").inner_text().startswith("✓ Right.")


def test_a_lecturer_shows_all_answers_with_one_switch_and_hides_them_again(open_page: OpenPage) -> None:
    page = show(open_page, guess("One?", 1, then="behind one"), guess("Two?", 2, then="behind two"))
    page.get_by_role("button", name="Show all").first.click()
    assert page.get_by_text("behind one").is_visible()
    assert page.get_by_text("behind two").is_visible()
    page.get_by_role("button", name="Hide all").nth(1).click()
    assert not page.get_by_text("behind one").is_visible()


def test_a_key_typed_into_an_answer_stays_there(open_page: OpenPage) -> None:
    page = show(open_page, guess("What?", "a"))
    page.evaluate("document.addEventListener('keydown', (event) => (window.leaked = event.key))")
    page.get_by_role("textbox").press("a")
    assert page.evaluate("window.leaked") is None


def test_a_chess_board_is_shown_with_its_pieces(open_page: OpenPage) -> None:
    pytest.importorskip("chess")
    page = show(
        open_page, guess("Who is ahead?", "White", on=games.chess.from_fen("4k3/8/4p3/3p4/8/8/3Q4/4K3 w - - 0 1"))
    )
    widths = page.locator(".exhibit use").evaluate_all("all => all.map(each => each.getBoundingClientRect().width)")
    assert len(widths) == 5
    assert min(widths) > 5


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_guess_is_accessible(open_page: OpenPage, theme: str) -> None:
    shown = (
        guess("What?", 5, likely={8: "no"}),
        guess("B?", {"B": 2}, on=VIDEO_TREE),
        guess("Who?", VIDEO_TREE[0], on=VIDEO_TREE),
    )
    page = show(open_page, *shown, color_scheme=theme)
    page.get_by_role("textbox").first.fill("8")
    page.get_by_role("button", name="Answer").first.click()
    assert not violations(page)


def test_practice_comes_back_to_what_went_wrong(open_page: OpenPage) -> None:
    sheet = practice("negamax", "value", seed=1)
    answers = {question.data["ask"]: question.data["answer"][0] for _, question in sheet.questions}
    page = show(open_page, sheet)
    asked = []
    for _ in range(5):
        question = page.locator(".guess p").first.inner_text().removeprefix("Predict: ")
        asked.append("negamax" if "negamax" in question else "value")
        if asked[-1] == "negamax":
            page.get_by_role("button", name="I don't know").click()
        else:
            answer(page, answers[question])
            if "One more try" in said(page):  # two trees may be asked about in the same words
                page.get_by_role("button", name="I don't know").click()
        page.get_by_role("button", name="Next question").click()
    assert set(asked[:2]) == {"negamax", "value"}
    assert asked.count("negamax") >= 2


def test_each_topic_s_question_is_shown_and_answered(open_page: OpenPage) -> None:
    page = show(open_page, practice(questions=len(TOPICS), seed=2))
    for _ in TOPICS:
        page.get_by_role("button", name="I don't know").click()
        assert "The answer:" in said(page)
        page.get_by_role("button", name="Next question").click()
    assert page.get_by_text("Run the cell again for other questions.").is_visible()


# Performing


def take(page: Any, run: Any, *, until: int | None = None) -> None:
    """Take the run's steps in the page, as somebody who knows them."""
    window = any(type(event).__name__ == "Enter" and event.alpha is not None for event in run.events)
    for event in run.events[:until]:
        node = event.node
        match type(event).__name__:
            case "Enter":
                if node.path:
                    page.get_by_role("treeitem", name=f"Node {node.name}", exact=True).click()
                if window and node.children:
                    fill(page, event.alpha, event.beta)
            case "Update":
                fill(page, *((event.best, event.alpha, event.beta) if window else (event.best,)))
            case "Cut":
                page.get_by_role("button", name="Cut here").click()
                page.get_by_role("button", name=event.owner.name, exact=True).click()
            case "Return":
                back = page.get_by_role("button", name=f"Return from {node.name}")
                if back.count():
                    back.click()
                fill(page, event.value)


def fill(page: Any, *values: float | str) -> None:
    fields = page.locator(".number-form input")
    assert fields.count() == len(values)
    for place, value in enumerate(values):
        fields.nth(place).fill(str(value))
    page.get_by_role("button", name="Enter", exact=True).click()


def verdict(page: Any) -> str:
    return str(page.locator(".perform > .verdict").inner_text())


@pytest.mark.parametrize("search", [minimax, alphabeta])
def test_a_whole_search_taken_rightly_is_said_to_be_right(open_page: OpenPage, search: Any) -> None:
    task = perform(search, VIDEO_TREE)
    page = show(open_page, task)
    take(page, task.runs[0])
    assert "none wrong" in verdict(page)
    assert page.locator(".perform .transport").is_visible()


def test_a_wrong_step_is_refused_with_a_hint_and_explained_the_second_time(open_page: OpenPage) -> None:
    page = show(open_page, perform(alphabeta, VIDEO_TREE))
    fill(page, 0, 0)
    assert verdict(page) == "Not so. α and β come down from the node above. Try again."
    fill(page, 0, 0)
    assert verdict(page).startswith("At A: α = −∞, β = ∞.")


def test_one_node_is_the_current_one_and_what_was_typed_is_written_as_in_any_picture(open_page: OpenPage) -> None:
    page = show(open_page, perform(alphabeta, VIDEO_TREE))
    fill(page, "-inf", "inf")
    page.get_by_role("treeitem", name="Node B", exact=True).click()
    assert page.locator(".perform .stage .now").evaluate_all("all => all.map(each => each.dataset.id)") == ["n-0"]
    assert page.locator("[data-id=w]").text_content() == "α −∞β ∞"


def test_marked_at_the_end_the_first_wrong_step_is_shown_in_the_search(open_page: OpenPage) -> None:
    task = perform(alphabeta, VIDEO_TREE)
    page = show(open_page, task)
    page.get_by_label("When to mark").select_option("end")
    take(page, task.runs[0], until=1)
    page.get_by_role("treeitem", name="Node B", exact=True).click()
    fill(page, -5, 5)
    page.get_by_role("button", name="Watch it instead").click()
    assert "went wrong first" in verdict(page)
    assert page.locator(".perform .transport").is_visible()


def test_another_tree_of_the_same_shape_is_at_hand(open_page: OpenPage) -> None:
    task = perform(alphabeta, tree([[3, 5], [2, 9]]))
    assert len(task.runs) == 4
    assert {len(list(run.tree)) for run in task.runs} == {7}
    page = show(open_page, task)
    leaf = page.locator('[data-id="n-0-0"] text')
    before = leaf.text_content()
    page.get_by_role("button", name="Another tree").click()
    assert leaf.text_content() != before
    take(page, task.runs[1])
    assert "none wrong" in verdict(page)
