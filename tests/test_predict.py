from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_browser import place, press, show

from minimax_lessons import TOY_TREE, VIDEO_TREE, VIDEO_TREE_DEEP, alphabeta, minimax, predict, trace, tree
from minimax_lessons.drawing.appearance import number
from minimax_lessons.events import Cut, Enter, Update
from minimax_lessons.player.predictions import KINDS, pruning, questions
from minimax_lessons.trees import leaves_below

SHAPES = st.recursive(st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=15)

OpenPage = Callable[..., Any]


def kind(question: dict[str, Any]) -> str:
    if "choices" not in question:
        return "window" if "labels" in question else "value"
    return "cut" if "cut" in question["choices"] else "owner"


@given(SHAPES)
def test_values_asked_for_are_minimax_values_where_nothing_is_cut(nested: Any) -> None:
    run = trace(minimax, tree(nested))

    def value(node: Any) -> float:
        if not node.children:
            return float(node.value)
        return (max if node.is_max else min)(map(value, node.children))

    asked = questions(run)
    assert {kind(question) for question in asked} <= {"value"}
    inner = [node for node in run.tree if node.children]
    assert sorted(question["answer"] for question in asked) == sorted(number(int(value(node))) for node in inner)


@given(SHAPES)
def test_each_question_is_asked_before_the_step_that_answers_it(nested: Any) -> None:
    run = trace(alphabeta, tree(nested))
    for question in questions(run):
        before, after = run.events[question["step"] - 1], run.events[question["step"]]
        if kind(question) == "value":
            assert isinstance(after, Update)
            assert after.node.children[-1] is after.child
        elif kind(question) == "owner":
            assert isinstance(after, Cut)
            assert question["answer"] in question["choices"]
            assert question["answer"] == (after.owner.name if after.owner else "the window it began with")
        else:
            assert isinstance(before, Update)
            assert -inf < before.alpha  # type: ignore[operator]
            assert before.beta < inf  # type: ignore[operator]
            assert question["answer"] == ("cut" if isinstance(after, Cut) else "continue")
            assert isinstance(after, Cut | Enter)


@given(SHAPES)
def test_the_window_is_asked_for_wherever_a_node_is_entered_below_the_root(nested: Any) -> None:
    run = trace(alphabeta, tree(nested))
    entered = [event for event in run.events if isinstance(event, Enter) and event.node.children and event.node.path]
    asked = questions(run, ("window",))
    assert [run.events[question["step"]] for question in asked] == entered
    windows = [[number(event.alpha), number(event.beta)] for event in entered]  # type: ignore[arg-type]
    assert [question["answer"].split(", ") for question in asked] == windows
    assert questions(trace(minimax, tree(nested)), ("window",)) == []


def test_every_sound_cut_asks_for_its_owner() -> None:
    run = trace(alphabeta, VIDEO_TREE_DEEP)
    owners = [question for question in questions(run) if kind(question) == "owner"]
    assert [question["answer"] for question in owners] == ["A", "A"]
    assert owners[0]["choices"] == ["A", "C", "F", "the window it began with"]


def test_questions_can_be_narrowed() -> None:
    run = trace(alphabeta, VIDEO_TREE)
    for wanted in KINDS:
        assert {kind(question) for question in questions(run, (wanted,))} == {wanted}


@pytest.mark.parametrize("wrong", ["values", (), ("value", "prune"), ("value", "x")])
def test_an_unknown_kind_of_question_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match="ask="):
        predict(alphabeta, TOY_TREE, ask=wrong)


@given(SHAPES)
def test_every_node_is_either_pruned_or_visited_with_a_reason(nested: Any) -> None:
    run = trace(alphabeta, tree(nested))
    task = pruning(run)
    nodes = list(run.tree)
    gone = {nodes.index(below) for root, _ in task["pruned"] for below in nodes[root]}
    assert gone | set(map(int, task["visited"])) == set(range(len(nodes)))
    assert not gone & set(map(int, task["visited"]))
    assert all(why for _, why in task["pruned"])
    assert all(why for why in task["visited"].values())
    assert {leaf for root, _ in task["pruned"] for leaf in leaves_below(nodes[root])} == set(run.pruned_leaves)


def test_a_search_without_bounds_says_so() -> None:
    assert set(pruning(trace(minimax, TOY_TREE))["visited"].values()) == {
        "This search keeps no bounds, so it looks everywhere."
    }


# In the browser


def answer(page: Any, text: str) -> None:
    page.locator(".number").fill(text)
    press(page, "Enter")


def goes_on(page: Any) -> None:
    page.get_by_role("button", name="Go on").click()
    press(page, "End")


@pytest.mark.browser
def test_the_run_waits_for_an_answer_and_keeps_score(open_page: OpenPage) -> None:
    run = trace(alphabeta, VIDEO_TREE)
    asked = questions(run)
    page = show(open_page, predict(run))
    page.locator(".player").focus()
    press(page, "End")
    assert place(page) == asked[0]["step"]
    press(page, "ArrowRight", "End", "Space")
    page.locator(".scrubber").fill("30")
    assert place(page) == asked[0]["step"]  # however it is tried
    assert page.locator(".ask").inner_text() == asked[0]["ask"]
    for count, question in enumerate(asked):
        if "choices" in question:
            page.locator(".answers").get_by_role("button", name=question["answer"], exact=True).click()
        else:
            answer(page, f" {question['answer']} ")
        assert page.locator(".verdict .right").inner_text().startswith(f"Right: {question['answer']}. ")
        assert (
            page.locator(".score").inner_text() == f"{count + 1} of {count + 1} right · {len(asked)} questions in all"
        )
        goes_on(page)
    assert place(page) == len(run.events)
    assert page.locator(".hint").inner_text() == "That was the whole search."
    page.locator(".player").focus()
    press(page, "Home", "End")
    assert place(page) == len(run.events)  # what has been answered is not asked again


@pytest.mark.browser
def test_a_wrong_answer_is_explained_and_a_word_is_no_answer(open_page: OpenPage) -> None:
    run = trace(alphabeta, VIDEO_TREE)
    first = questions(run)[0]
    page = show(open_page, predict(run))
    page.locator(".player").focus()
    press(page, "End")
    answer(page, "five")
    assert "Type a number" in page.locator(".verdict").inner_text()
    assert "of" not in page.locator(".score").inner_text()
    answer(page, "−1")
    told = page.locator(".verdict .wrong").inner_text()
    assert told == f"Not this time: {first['answer']}, not −1. {first['why']}"
    assert page.locator(".score").inner_text().startswith("0 of 1 right")
    assert page.get_by_role("button", name="Go on").evaluate("button => button.getRootNode().activeElement === button")


@pytest.mark.browser
def test_show_me_costs_no_point(open_page: OpenPage) -> None:
    page = show(open_page, predict(alphabeta, VIDEO_TREE))
    page.locator(".player").focus()
    press(page, "End")
    page.get_by_role("button", name="Show me").click()
    assert page.locator(".verdict").inner_text().startswith("The answer: 3.")
    assert page.locator(".score").inner_text() == f"{len(questions(trace(alphabeta, VIDEO_TREE)))} questions"


WORDS = """(root) => [...root.querySelectorAll("*")].flatMap((part) => [...part.attributes].map(({ value }) => value))
    .concat(root.textContent).join("\\n")"""


@pytest.mark.browser
def test_no_answer_stands_in_the_page_before_it_is_asked(open_page: OpenPage) -> None:
    run = trace(alphabeta, VIDEO_TREE_DEEP)
    page = show(open_page, predict(run))
    page.locator(".player").focus()
    press(page, "End")
    words = page.locator(".runs").evaluate(WORDS)
    for question in questions(run):
        assert question["why"] not in words
    assert "edge cut on" not in words
    assert "Owner" not in words
    assert "returned" not in words


@pytest.mark.browser
@pytest.mark.parametrize(("text", "right"), [("−∞", True), ("-inf", True), ("∞", False), ("1/2", False)])
def test_infinity_can_be_typed(open_page: OpenPage, text: str, right: bool) -> None:
    page = show(open_page, predict(minimax, tree([-inf, -inf])))
    page.locator(".player").focus()
    press(page, "End")
    answer(page, text)
    assert page.locator(".verdict .right").count() == right


def mark(page: Any, *ids: str) -> None:
    for each in ids:
        page.locator(f"[data-id='{each}']").click()


def check(page: Any) -> tuple[str, list[str]]:
    page.get_by_role("button", name="Check").click()
    return page.locator(".summary").inner_text(), page.locator(".reasons li").all_inner_texts()


@pytest.mark.browser
def test_marks_are_told_apart_with_reasons(open_page: OpenPage) -> None:
    page = show(open_page, predict(alphabeta, VIDEO_TREE, ask="prune"))
    mark(page, "n-0-1-1", "n-1-0")
    summary, reasons = check(page)
    assert summary == "1 leaf right · 2 too many · 2 missing"
    assert [reason.split(".")[0] for reason in reasons] == [
        "Too much: F is visited",
        "Right: K is never entered",
        "Missing: G is never entered",
    ]
    assert "α is 3 and β is ∞" in reasons[0]
    assert all(len(reason.split(". ")) > 1 for reason in reasons)
    verdicts = page.locator("[data-id^='n-'][data-verdict]").evaluate_all(
        "parts => Object.fromEntries(parts.map(part => [part.dataset.id, part.dataset.verdict]))"
    )
    assert verdicts["n-0-1-1"] == "right"
    assert verdicts["n-1-0"] == verdicts["n-1-0-0"] == "over"
    assert verdicts["n-1-1"] == verdicts["n-1-1-0"] == "under"


@pytest.mark.browser
@pytest.mark.parametrize("marks", [("n-0-1-1", "n-1-1"), ("n-0-1-1", "n-1-1-0", "n-1-1-1")])
def test_a_root_is_as_good_as_all_its_leaves(open_page: OpenPage, marks: tuple[str, ...]) -> None:
    page = show(open_page, predict(alphabeta, VIDEO_TREE, ask="prune"))
    mark(page, *marks)
    assert check(page)[0] == "All right: exactly 3 leaves never looked at."


@pytest.mark.browser
def test_a_half_marked_subtree_misses_the_other_half(open_page: OpenPage) -> None:
    page = show(open_page, predict(alphabeta, VIDEO_TREE, ask="prune"))
    mark(page, "n-0-1-1", "n-1-1-0")
    summary, reasons = check(page)
    assert summary == "2 leaves right · 1 missing"
    assert reasons[-1].startswith("Missing: O is never entered.")


@pytest.mark.browser
def test_a_window_is_two_numbers_and_both_must_be_right(open_page: OpenPage) -> None:
    page = show(open_page, predict(alphabeta, VIDEO_TREE, ask="window"))

    def say(*bounds: str) -> str:
        page.locator(".player").focus()
        press(page, "End")  # as far as the next question
        for label, bound in zip("αβ", bounds, strict=True):
            page.get_by_role("textbox", name=label).fill(bound)
        page.get_by_role("button", name="Answer").click()
        return str(page.locator(".verdict").inner_text())

    assert "Type a number" in say("-inf", "")
    assert say("-inf", "inf").startswith("Right: −∞, ∞.")
    for expected in ("Right: −∞, ∞.", "Not this time: −∞, 3, not -inf, inf."):
        page.get_by_role("button", name="Go on").click()
        assert say("-inf", "inf").startswith(expected)


@pytest.mark.browser
def test_nothing_to_prune_is_a_right_answer_too(open_page: OpenPage) -> None:
    page = show(open_page, predict(alphabeta, TOY_TREE, ask="prune"))
    assert check(page) == ("Right: this search looks at every leaf.", [])


@pytest.mark.browser
def test_pruning_by_keyboard_alone(open_page: OpenPage) -> None:
    page = show(open_page, predict(alphabeta, VIDEO_TREE, ask="prune"))
    page.locator("[data-id='n']").focus()
    press(page, "ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight", "Enter")
    marked = page.locator("[data-id='n-1-1']")
    assert marked.get_attribute("data-marked") == ""
    assert marked.get_attribute("aria-label") == "Node G, marked as pruned"
    assert page.locator("[data-id='n-1-1-0']").get_attribute("aria-label") == "Node N, 0, inside a marked part"
    press(page, "ArrowDown", "Space")  # inside the mark: takes it away
    assert page.locator("[data-marked]").count() == 0
    press(page, "Space", "ArrowUp", "Space")
    assert page.locator("[data-id^='n-'][data-marked]").count() == 3  # the root of both takes the leaf's place


@pytest.mark.browser
def test_the_search_can_be_watched_afterwards(open_page: OpenPage) -> None:
    page = show(open_page, predict(alphabeta, VIDEO_TREE, ask="prune"))
    page.get_by_role("button", name="Watch the search").click()
    press(page, "ArrowRight")
    assert page.locator(".place").inner_text() == "1 / 34"
