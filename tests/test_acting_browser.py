"""Guesses, practice and performing in a real browser, with the network shut."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import inf
from typing import Any

import pytest
from browser_fixtures import violations

from minimax_lessons import (
    TOY_TREE,
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
from minimax_lessons.player.players import Player

pytestmark = pytest.mark.browser


OpenPage = Callable[..., Any]


def show(open_page: OpenPage, *shown: Guess | Practice | Player, **options: Any) -> Any:
    page = open_page(
        f"<!DOCTYPE html><meta charset=utf-8>{''.join(each.fragment for each in shown)}", **options
    )
    page.locator(".guess, .quiz").first.wait_for()
    return page


def answer(page: Any, *typed: str) -> str:
    for field, text in zip(page.get_by_role("textbox").all(), typed, strict=True):
        field.fill(text)
    page.get_by_role("button", name="Check").click()
    return said(page)


def said(page: Any) -> str:
    return str(page.locator(".verdict").first.inner_text())


def test_a_number_opens_what_is_behind_and_that_plays(open_page: OpenPage) -> None:
    page = show(
        open_page,
        guess(
            "How many leaves?",
            5,
            why="Three are cut.",
            then=["8 and 5", animate(minimax, VIDEO_TREE)],
        ),
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


def test_not_to_know_is_allowed(open_page: OpenPage) -> None:
    page = show(open_page, guess("One?", 1), guess("Two?", 2))
    page.get_by_role("button", name="Show me").first.click()
    assert said(page).strip() == "The answer: 1."


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
        asked.get_by_role("button", name="Check").click()
        assert asked.get_by_role("status").inner_text().startswith("✓") == right, (meant, typed)


def test_a_wrong_field_is_marked_and_only_that_one_is_asked_again(open_page: OpenPage) -> None:
    page = show(
        open_page, guess("B, C?", {"B": 2, "C": 1}, likely=[(("C", 9), "MIN chooses at C.")])
    )
    assert answer(page, "2", "9") == "✗ Not C = 9. MIN chooses at C. One more try."
    first, second = page.get_by_role("textbox").all()
    assert not first.is_editable()
    assert first.get_attribute("aria-invalid") == "false"
    assert second.get_attribute("aria-invalid") == "true"
    page.keyboard.type("1")  # it has the focus, and what was wrong is selected
    page.keyboard.press("Enter")
    assert said(page).startswith("✓ Right, at the second try. The answer: B = 2, C = 1.")


def test_an_answer_is_typed_into_the_blanks_of_the_sentence(open_page: OpenPage) -> None:
    asked = guess("Because ___ has ___, `K` is cut.", {"who": "MIN", "has": 3})
    page = show(open_page, asked)
    assert page.locator(".ask input").count() == 2
    assert page.locator(".ask code").inner_text() == "K"
    assert answer(page, "MAX", "3").startswith("✗ Not MAX.")
    page.get_by_role("button", name="Show me").click()
    assert [field.input_value() for field in page.locator(".ask input").all()] == ["MIN", "3"]


def test_values_are_typed_into_the_triangles_of_the_tree(open_page: OpenPage) -> None:
    page = show(open_page, guess("What?", {"B": 2, "C": 1, "A": 2}, on=TOY_TREE))
    fields = page.locator(".exhibit input")
    assert fields.count() == 3
    for name, path in {"B": "n-0", "C": "n-1", "A": "n"}.items():
        field = page.get_by_label(name, exact=True).bounding_box()
        node = page.locator(f'[id="{path}"] polygon').bounding_box()
        assert abs(field["x"] + field["width"] / 2 - node["x"] - node["width"] / 2) < 2
        assert node["y"] < field["y"] + field["height"] / 2 < node["y"] + node["height"]
    assert answer(page, "2", "1", "2").startswith("✓ Right.")


LINES = """A |         return best
B |     best = -inf
C |     best = inf
D |         best = max(best, value)"""
GOALS = {"MAX begins with the worst": "B", "MAX keeps the better, and returns the best": "D A"}


def test_lines_are_put_in_order_by_dragging_by_key_and_by_letter(open_page: OpenPage) -> None:
    page = show(open_page, guess("Which lines, in which order?", GOALS, on=LINES))
    assert not violations(page)
    goals, lines = page.locator(".goal"), page.locator("[data-line]")
    fields = goals.locator("input")
    start, end = (part.bounding_box() for part in (lines.nth(2), goals.first))
    page.mouse.move(start["x"] + 30, start["y"] + 5)
    page.mouse.down()
    page.mouse.move(end["x"] + 30, end["y"] + end["height"] - 4, steps=4)
    page.mouse.up()
    assert fields.first.input_value() == "C"
    fields.nth(1).fill("d")
    assert goals.nth(1).locator("li").all_inner_texts() == ["D\n    best = max(best, value)"]
    page.locator("[data-line=A]").focus()
    page.keyboard.press("Shift+ArrowUp")  # from the lines left over to the end of the last goal
    assert fields.nth(1).input_value() == "D A"
    page.get_by_role("button", name="Check").click()
    assert said(page).startswith("✗ Not MAX begins with the worst = C.")
    page.locator("[data-line=A]").focus()
    page.keyboard.press("Shift+ArrowUp")  # what was right stays
    assert fields.nth(1).input_value() == "D A"
    fields.first.fill("B")
    page.get_by_role("button", name="Check").click()
    assert said(page).startswith("✓ Right, at the second try.")


def test_a_click_on_a_node_writes_its_letter_into_the_list(open_page: OpenPage) -> None:
    page = show(open_page, guess("In which order?", ["B", "C", "A"], on=TOY_TREE))
    for name in "BCA":
        page.get_by_role("button", name=name, exact=True).click()
    assert page.get_by_role("textbox").input_value() == "B, C, A"
    page.get_by_role("button", name="Check").click()
    assert said(page).startswith("✓ Right.")


def test_clicks_after_a_wrong_order_begin_a_new_one_and_enter_checks_it(
    open_page: OpenPage,
) -> None:
    page = show(open_page, guess("In which order?", ["B", "C", "A"], on=TOY_TREE))
    nodes = {name: page.get_by_role("button", name=name, exact=True) for name in "ABC"}
    for name in "ACCB":
        nodes[name].click()  # the second click on C takes it away again
    assert page.get_by_role("textbox").input_value() == "A, B"
    nodes["B"].press("Enter")
    assert said(page).startswith("✗ Not A, B.")
    for name in "BCA":
        nodes[name].click()
    nodes["A"].press("Enter")
    assert said(page).startswith("✓ Right, at the second try.")


def test_a_line_of_code_is_clicked(open_page: OpenPage) -> None:
    page = show(open_page, guess("Which is wrong?", "b = 2", on="a = 1\n    b = 2\nc = 3\n"))
    page.get_by_role("button", name="c = 3").press("Enter")
    assert said(page).startswith("✗ Not c = 3.")
    page.get_by_role("button", name="b = 2").click()
    assert said(page).startswith("✓ Right, at the second try.")


def test_enter_leads_to_the_next_box_that_is_empty_or_still_wrong(open_page: OpenPage) -> None:
    page = show(open_page, guess("What?", {"B": 4, "C": 3, "A": 5}, on=tree([[6, 4], [3, 8, 5]])))
    boxes = {name: page.get_by_role("textbox", name=name) for name in "BCA"}
    focused = "box => box.getRootNode().activeElement === box"
    for name, wrong, left in (("B", "4", "2 are"), ("C", "8", "1 is"), ("A", "6", "")):
        assert boxes[name].evaluate(focused) or name == "B"
        boxes[name].fill(wrong)
        boxes[name].press("Enter")
        if left:
            assert said(page) == f"Fill in all 3 boxes: {left} still empty."
    assert said(page).startswith("✗ Not C = 8, A = 6.")
    boxes["C"].fill("3")
    boxes["C"].press("Enter")  # A is as wrong as before, so the last try is kept
    assert said(page).startswith("✗ Not C = 8, A = 6.")
    assert boxes["A"].evaluate(focused)
    boxes["A"].fill("5")
    boxes["A"].press("Enter")
    assert said(page).startswith("✓ Right, at the second try.")


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
    second.get_by_role("button", name="Check").click()
    assert second.get_by_role("status").inner_text().startswith("✓ Right.")


def test_a_lecturer_shows_all_answers_with_a_key_and_hides_them_again(
    open_page: OpenPage,
) -> None:
    page = show(open_page, guess("One?", 1, then="behind one"), guess("Two?", 2, then="behind two"))
    assert page.get_by_role("button", name="Show all").count() == 0
    page.keyboard.press("Alt+Shift+A")
    assert page.get_by_text("behind one").is_visible()
    assert page.get_by_text("behind two").is_visible()
    page.get_by_role("textbox").first.press("Alt+Shift+A")
    assert not page.get_by_text("behind one").is_visible()


def test_a_key_typed_into_an_answer_stays_there(open_page: OpenPage) -> None:
    page = show(open_page, guess("What?", "a"))
    page.evaluate("document.addEventListener('keydown', (event) => (window.leaked = event.key))")
    page.get_by_role("textbox").press("a")
    assert page.evaluate("window.leaked") is None


def test_a_chess_board_is_shown_with_its_pieces(open_page: OpenPage) -> None:
    pytest.importorskip("chess")
    page = show(
        open_page,
        guess(
            "Who is ahead?", "White", on=games.chess.from_fen("4k3/8/4p3/3p4/8/8/3Q4/4K3 w - - 0 1")
        ),
    )
    widths = page.locator(".exhibit use").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().width)"
    )
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
    page.get_by_role("button", name="Check").first.click()
    assert not violations(page)


def test_practice_comes_back_to_what_went_wrong(open_page: OpenPage) -> None:
    sheet = practice("negamax", "value", seed=1)
    answers = {
        question.data["ask"].replace("`", ""): question.data["answer"][0]
        for _, question in sheet.questions
    }
    page = show(open_page, sheet)
    asked = []
    for _ in range(5):
        question = page.locator(".ask").inner_text()
        asked.append("negamax" if "negamax" in question else "value")
        if asked[-1] == "negamax":
            page.get_by_role("button", name="Show me").click()
        else:
            answer(page, answers[question])
            if "One more try" in said(page):  # two trees may be asked about in the same words
                page.get_by_role("button", name="Show me").click()
        page.get_by_role("button", name="Next question").click()
    assert set(asked[:2]) == {"negamax", "value"}
    assert asked.count("negamax") >= 2


def test_each_topic_s_question_is_shown_and_answered(open_page: OpenPage) -> None:
    page = show(open_page, practice(questions=len(TOPICS), seed=2))
    for number in range(1, len(TOPICS) + 1):
        assert page.locator(".score").inner_text().startswith(f"Question {number} of {len(TOPICS)}")
        page.get_by_role("button", name="Show me").click()
        assert "The answer:" in said(page)
        if number < len(TOPICS):
            page.get_by_role("button", name="Next question").click()
    assert f"0 of {len(TOPICS)} right at the first try." in page.locator(".tally").inner_text()


def test_a_sheet_ends_with_what_to_practise_and_practises_it(open_page: OpenPage) -> None:
    page = show(open_page, practice("value", "size", questions=2, seed=1))
    right = "value" if page.locator(".exhibit").count() else "size"
    for _ in range(2):
        page.get_by_role("button", name="Show me").click()
        answered = page.locator(".ask").first.inner_text()
        following = page.get_by_role("button", name="Next question")
        if following.count():
            assert (
                page.locator(".score").inner_text()
                == "Question 1 of 2 · 0 of 1 right at the first try"
            )
            following.click()
    assert page.locator(".ask").first.inner_text() == answered  # the last answer can still be read
    assert page.locator(".tally").inner_text().startswith("0 of 2 right at the first try.")
    assert f"{right} (0 of 1)" in page.locator(".tally").inner_text()
    page.get_by_role("button", name="Practise more").click()
    assert page.locator(".score").inner_text() == "Question 3 of 4 · 0 of 2 right at the first try"
    for _ in range(8):  # beyond the questions that the sheet holds
        page.get_by_role("button", name="Show me").click()
        page.get_by_role("button", name=re.compile("Next question|Practise more")).click()


# Performing


def take(page: Any, run: Any) -> None:
    """Take the run's steps in the page, as somebody who knows them: only what changes is asked."""
    held: dict[Any, tuple[float | None, float | None]] = {}
    for event in run.events:
        node = event.node
        match type(event).__name__:
            case "Enter":
                if node.path:
                    visit(page, node.name)
                held[node] = event.alpha, event.beta
                if node.children:
                    type_in(page, α=other(event.alpha, -inf), β=other(event.beta, inf))
            case "Update":
                alpha, beta = held[node]
                moved = {"α": other(event.alpha, alpha), "β": other(event.beta, beta)}
                type_in(page, value=event.best, **moved)
                held[node] = event.alpha, event.beta
            case "Cut":
                page.get_by_role("button", name="Cut here").click()
                page.get_by_role("button", name=event.owner.name, exact=True).click()
            case "Return":
                back = page.get_by_role("button", name=f"Return from {node.name}")
                if back.count():
                    back.click()


def other(value: float | None, before: float | None) -> float | None:
    """Return a value that has changed; None where there is none to ask for."""
    return None if value is None or value == before else value


def visit(page: Any, name: str) -> None:
    page.get_by_role("treeitem", name=re.compile(f"^{name},")).click()


def type_in(page: Any, **values: float | None) -> None:
    wanted = {label: value for label, value in values.items() if value is not None}
    for label, value in wanted.items():
        page.get_by_label(label, exact=True).fill(str(value))
    if wanted:
        page.keyboard.press("Enter")


def verdict(page: Any) -> str:
    return str(page.locator(".player .verdict").inner_text())


@pytest.mark.parametrize("search", [minimax, alphabeta])
def test_a_whole_search_taken_rightly_is_said_to_be_right(open_page: OpenPage, search: Any) -> None:
    task = perform(search, VIDEO_TREE)
    page = show(open_page, task)
    take(page, task.runs[0])
    assert "To practise" not in page.locator(".tally").inner_text()
    assert "Went well: the next step" in page.locator(".tally").inner_text()
    assert page.locator(".player .transport").is_visible()


def test_a_wrong_step_is_refused_with_a_hint_and_shown_the_second_time(
    open_page: OpenPage,
) -> None:
    page = show(open_page, perform(alphabeta, VIDEO_TREE))
    page.get_by_role("button", name="Cut here").click()
    assert verdict(page).startswith("✗ Not right: Cut here. A search goes from left to right")
    visit(page, "C")
    assert verdict(page).startswith("✗ Not C. The answer: B.")
    page.get_by_role("button", name="Go on").click()
    assert page.locator(".ask").inner_text().startswith("You are at B.")
    assert verdict(page) == ""  # the last complaint is gone
    page.get_by_role("button", name="Watch it instead").click()
    assert page.locator(".quiz").count() == 0
    assert page.get_by_role("heading", name="The search itself").is_visible()


def test_a_wrong_owner_is_asked_for_again_and_a_right_value_stays(open_page: OpenPage) -> None:
    page = show(open_page, perform(alphabeta, VIDEO_TREE))
    while "Whose bound" not in page.locator(".ask").inner_text():
        if page.locator(".ask").inner_text().endswith("value and α now?"):
            right = {"D": ["-1", "3"], "E": ["5"]}[page.locator(".ask").inner_text()[8]]
            number = page.locator(".in-picture")
            number.fill(right[0])
            page.get_by_label("α", exact=True).fill("99")
            page.keyboard.press("Enter")
            assert not number.is_editable()
        page.get_by_role("button", name="Show me").click()
        page.get_by_role("button", name="Go on").click()
        if page.locator(".ask").inner_text().startswith("Back at D"):
            page.get_by_role("button", name="Show me").click()
            page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="A", exact=True).click()
    assert verdict(page).startswith("✗ Not A. A search cuts where β ≤ α")
    page.get_by_role("button", name="B", exact=True).click()
    assert verdict(page).startswith("✓ Right, at the second try.")
    page.get_by_role("button", name="Go on").click()
    assert page.locator(".ask").inner_text().startswith("Back at B")


def test_one_node_is_the_current_one_and_what_was_typed_is_written_as_in_any_picture(
    open_page: OpenPage,
) -> None:
    page = show(open_page, perform(alphabeta, VIDEO_TREE))
    visit(page, "B")
    assert page.locator(".player .stage .now").evaluate_all(
        "all => all.map(each => each.dataset.id)"
    ) == ["n-0"]
    assert page.locator("[data-id=w]").text_content() == "α −∞β ∞"


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
    assert "To practise" not in page.locator(".tally").inner_text()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_performing_and_practice_are_accessible(open_page: OpenPage, theme: str) -> None:
    sheet = practice("whole tree", questions=1, seed=1)
    page = show(open_page, perform(alphabeta, VIDEO_TREE), sheet, color_scheme=theme)
    for name in "BDH":
        visit(page, name)
    page.get_by_label("value", exact=True).wait_for()
    assert not violations(page)
    page.get_by_role("button", name="Show me").last.click()
    page.locator(".tally").wait_for()
    assert not violations(page)


def test_on_a_phone_each_kind_of_question_keeps_within_its_width(open_page: OpenPage) -> None:
    shown = (guess("3.2", {"who": "MIN", "has": 3, "at": "B", "what": "K"}, on=VIDEO_TREE),)
    more = (practice("whole tree", "bug", "captures", seed=3), perform(alphabeta, VIDEO_TREE))
    page = show(open_page, *shown, *more, width=390, height=844)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for box in page.locator(".question").all():
        assert box.bounding_box()["x"] + box.bounding_box()["width"] <= 390
