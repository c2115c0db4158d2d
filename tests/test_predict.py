from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_browser import place, press, show

from minimax_lessons import (
    TOY_TREE,
    VIDEO_TREE,
    VIDEO_TREE_DEEP,
    alphabeta,
    minimax,
    predict,
    trace,
    tree,
)
from minimax_lessons.events import Cut, Enter, Update
from minimax_lessons.labels import number_text
from minimax_lessons.player.predictions import KINDS, TOPICS, every_step, pruning, questions
from minimax_lessons.trees import leaves_below

SHAPES = st.recursive(
    st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=15
)

OpenPage = Callable[..., Any]


def kind(question: Any) -> str:
    return next(name for name, topic in TOPICS.items() if topic == question["topic"])


def answer_of(question: Any) -> str:
    return ", ".join(question["answer"])


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
    assert sorted(map(answer_of, asked)) == sorted(number_text(int(value(node))) for node in inner)


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
            assert answer_of(question) in question["choices"]
            assert answer_of(question) == (
                after.owner.name if after.owner else "the window it began with"
            )
        else:
            assert isinstance(before, Update)
            assert -inf < before.alpha  # type: ignore[operator]
            assert before.beta < inf  # type: ignore[operator]
            assert answer_of(question) == ("cut" if isinstance(after, Cut) else "continue")
            assert isinstance(after, Cut | Enter)


@given(SHAPES)
def test_the_window_is_asked_for_wherever_a_node_is_entered_below_the_root(nested: Any) -> None:
    run = trace(alphabeta, tree(nested))
    entered = [
        event
        for event in run.events
        if isinstance(event, Enter) and event.node.children and event.node.path
    ]
    asked = questions(run, ("window",))
    assert [run.events[question["step"]] for question in asked] == entered
    windows = [[number_text(event.alpha), number_text(event.beta)] for event in entered]  # type: ignore[arg-type]
    assert [question["answer"] for question in asked] == windows
    assert questions(trace(minimax, tree(nested)), ("window",)) == []


@given(SHAPES, st.sampled_from([minimax, alphabeta]))
def test_of_every_step_what_changes_is_asked_before_it_is_shown(nested: Any, search: Any) -> None:
    run = trace(search, tree(nested))
    asked = every_step(run)
    assert [question["step"] for question in asked] == sorted(q["step"] for q in asked)
    for question in asked:
        event = run.events[question["step"]]
        shown = {"value": "best" if isinstance(event, Update) else "value"}
        shown |= {"α": "alpha", "β": "beta"}
        for label, answer in zip(question.get("labels", ()), question["answer"], strict=False):
            assert answer == number_text(getattr(event, shown[label]))
    entered = [event.node.name for event in run.events if isinstance(event, Enter)]
    visited = [answer_of(question) for question in asked if question["topic"] == "the next step"]
    assert [name for name in visited if " " not in name] == entered[1:]
    assert visited.count("Cut here") == len(run.cutoffs)


def test_what_stays_the_same_is_not_asked() -> None:
    labels = [question.get("labels") for question in every_step(trace(alphabeta, TOY_TREE))]
    # B's β falls to 3, stays at the 5, and falls to 2; A's α rises to 2, and C begins with it
    assert [each for each in labels if each] == [
        ["value", "β"],
        ["value"],
        ["value", "β"],
        ["value", "α"],
        ["α"],
        ["value", "β"],
        ["value", "β"],
        ["value"],
    ]


def test_every_sound_cut_asks_for_its_owner() -> None:
    run = trace(alphabeta, VIDEO_TREE_DEEP)
    owners = [question for question in questions(run) if kind(question) == "owner"]
    assert [answer_of(question) for question in owners] == ["A", "A"]
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
    assert {leaf for root, _ in task["pruned"] for leaf in leaves_below(nodes[root])} == set(
        run.pruned_leaves
    )


def test_a_search_without_bounds_says_so() -> None:
    assert set(pruning(trace(minimax, TOY_TREE))["visited"].values()) == {
        "This search keeps no bounds, so it visits every node."
    }


# In the browser


def answer(page: Any, text: str) -> None:
    page.locator(".in-picture").fill(text)
    press(page, "Enter")


def verdict(page: Any) -> str:
    return str(page.locator(".verdict").inner_text())


@pytest.mark.browser
def test_the_run_waits_for_an_answer_and_keeps_score(open_page: OpenPage) -> None:
    run = trace(alphabeta, VIDEO_TREE)
    asked = questions(run)
    page = show(open_page, predict(run))
    page.locator(".player").focus()
    press(page, "End")
    assert place(page) == asked[0]["step"]
    page.locator(".player").focus()
    press(page, "ArrowRight", "End", "Space")
    page.locator(".scrubber").fill("30")
    assert place(page) == asked[0]["step"]  # however it is tried
    assert page.locator(".ask").inner_text() == asked[0]["ask"]
    for count, question in enumerate(asked, 1):
        page.get_by_role("button", name="Answer to go on").wait_for()
        if "choices" in question:
            page.locator(".answers").get_by_role(
                "button", name=answer_of(question), exact=True
            ).click()
        else:
            answer(page, f" {answer_of(question)} ")
        assert verdict(page).startswith(f"✓ Right. The answer: {answer_of(question)}. ")
        assert not page.locator(".waiting").is_visible()
        assert (
            page.locator(".score").inner_text()
            == f"{count} of {count} right at the first try · {len(asked)} questions in all"
        )
        page.get_by_role("button", name="Go on", exact=True).click()
        press(page, "End")
    assert place(page) == len(run.events)
    assert (
        page.locator(".tally")
        .inner_text()
        .startswith(f"{len(asked)} of {len(asked)} right at the first try.")
    )
    page.locator(".player").focus()
    press(page, "Home", "End")
    assert place(page) == len(run.events)  # what has been answered is not asked again


@pytest.mark.browser
def test_the_transport_leads_to_the_question_that_comes_next(open_page: OpenPage) -> None:
    run = trace(alphabeta, VIDEO_TREE)
    first, second, *_ = questions(run)
    page = show(open_page, predict(run))
    page.get_by_role("button", name="Go to the question").click()
    assert place(page) == first["step"]
    assert page.locator(".in-picture").evaluate(
        "field => field.getRootNode().activeElement === field"
    )
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("button", name="Go on", exact=True).click()
    page.get_by_role("button", name="Go to the question").focus()
    press(page, "n")
    assert place(page) == second["step"]


@pytest.mark.browser
def test_go_on_plays_to_the_next_question_which_takes_the_focus(open_page: OpenPage) -> None:
    asked = questions(trace(alphabeta, VIDEO_TREE))
    page = show(open_page, predict(alphabeta, VIDEO_TREE, interval_ms=50))
    page.get_by_role("button", name="Play").click()
    answer(page, answer_of(asked[0]))
    page.keyboard.press("Enter")  # Go on has the focus
    page.get_by_text(asked[1]["ask"]).wait_for()
    assert place(page) == asked[1]["step"]
    focused = "button => button.getRootNode().activeElement === button"
    first = page.locator(".answers button").first.element_handle()
    page.wait_for_function(focused, arg=first)
    page.get_by_role("button", name="Play").wait_for()  # it has stopped


@pytest.mark.browser
def test_a_wrong_answer_is_asked_again_then_explained_and_a_word_is_no_answer(
    open_page: OpenPage,
) -> None:
    run = trace(alphabeta, VIDEO_TREE)
    first = questions(run)[0]
    page = show(open_page, predict(run))
    page.locator(".player").focus()
    assert "The search stops at each question." in page.locator(".quiz").inner_text()
    press(page, "End")
    assert page.locator(".ask").inner_text().endswith("What value does D return?")
    assert page.locator(".answers").inner_text().startswith("Type into the picture.")
    answer(page, "five")
    assert "Type a number" in verdict(page)
    answer(page, "−1")
    reason = "MAX moves at D and keeps the largest value that has come back."
    assert verdict(page) == f"✗ Not −1. {reason} One more try."
    assert "of" not in page.locator(".score").inner_text()
    answer(page, "−1")
    assert verdict(page) == f"✗ Not −1. The answer: {answer_of(first)}. {reason} {first['why']}"
    assert page.locator(".score").inner_text().startswith("0 of 1 right")
    assert page.get_by_role("button", name="Go on", exact=True).evaluate(
        "button => button.getRootNode().activeElement === button"
    )


@pytest.mark.browser
def test_what_went_wrong_is_asked_again_at_the_end(open_page: OpenPage) -> None:
    run = trace(minimax, TOY_TREE)
    asked = questions(run)
    page = show(open_page, predict(run))
    page.locator(".player").focus()
    for asked_at in range(len(asked)):
        press(page, "End")
        if asked_at == 1:
            page.get_by_role("button", name="Show me").click()
        else:
            answer(page, answer_of(asked[asked_at]))
        page.get_by_role("button", name="Go on", exact=True).click()
    press(page, "End")
    tally = page.locator(".tally").inner_text()
    assert tally.startswith("2 of 3 right at the first try.")
    assert "To practise: the value of a node (2 of 3)" in tally
    page.get_by_role("button", name="Ask again what went wrong").click()
    assert page.locator(".ask").inner_text() == asked[1]["ask"]
    answer(page, answer_of(asked[1]))
    assert (
        page.locator(".score").inner_text() == "1 of 1 right at the first try · 1 question in all"
    )


@pytest.mark.browser
def test_a_right_answer_counts_at_the_first_try_only(open_page: OpenPage) -> None:
    page = show(open_page, predict(alphabeta, VIDEO_TREE))
    page.locator(".player").focus()
    press(page, "n")
    answer(page, "99")
    answer(page, "3")
    assert verdict(page).startswith("✓ Right, at the second try.")
    assert page.locator(".score").inner_text().startswith("0 of 1 right at the first try")


@pytest.mark.browser
def test_the_legend_explains_only_what_can_occur(open_page: OpenPage) -> None:
    for search, cuts in ((minimax, 0), (alphabeta, 2)):
        page = show(open_page, predict(search, VIDEO_TREE))
        signs = page.locator(".legend li").all_text_contents()
        assert len([sign for sign in signs if "cut" in sign or "bound" in sign]) == cuts


@pytest.mark.browser
def test_show_me_tells_the_answer_and_counts_as_not_known(open_page: OpenPage) -> None:
    page = show(open_page, predict(alphabeta, VIDEO_TREE))
    page.locator(".player").focus()
    press(page, "End")
    page.get_by_role("button", name="Show me").click()
    assert verdict(page).startswith("The answer: 3.")
    assert page.locator(".score").inner_text().startswith("0 of 1 right")


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
@pytest.mark.parametrize(
    ("text", "right"), [("−∞", True), ("-inf", True), ("∞", False), ("1/2", False)]
)
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
    return verdict(page), page.locator(".reasons li").all_inner_texts()


@pytest.mark.browser
def test_marks_are_told_apart_with_reasons(open_page: OpenPage) -> None:
    page = show(open_page, predict(alphabeta, VIDEO_TREE, ask="prune"))
    mark(page, "n-0-1-1", "n-1-0")
    summary, reasons = check(page)
    assert summary == "✗ Not yet. 1 leaf right · 2 too many · 2 missing. One more try."
    assert [reason.split(".")[0] for reason in reasons] == ["✗ Too much: F is visited"]
    assert page.locator("[data-verdict=under]").count() == 0  # where something is missing
    summary, reasons = check(page)
    assert summary.startswith("✗ Not right. The answer: K, N, O.")
    assert [reason.split(".")[0] for reason in reasons] == [
        "✗ Too much: F is visited",
        "✓ Right: K is never entered",
        "! Missing: G is never entered",
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
    assert check(page)[0] == "✓ Right. The answer: K, N, O."


@pytest.mark.browser
def test_a_half_marked_subtree_misses_the_other_half(open_page: OpenPage) -> None:
    page = show(open_page, predict(alphabeta, VIDEO_TREE, ask="prune"))
    mark(page, "n-0-1-1", "n-1-1-0")
    assert check(page)[0] == "✗ Not yet. 2 leaves right · 1 missing. One more try."
    assert check(page)[1][-1].startswith("! Missing: O is never entered.")


@pytest.mark.browser
def test_a_window_is_two_numbers_and_both_must_be_right(open_page: OpenPage) -> None:
    page = show(open_page, predict(alphabeta, VIDEO_TREE, ask="window"))

    def say(*bounds: str) -> str:
        page.locator(".player").focus()
        press(page, "End")  # as far as the next question
        for label, bound in zip("αβ", bounds, strict=True):
            page.get_by_role("textbox", name=label).fill(bound)
        page.get_by_role("button", name="Check").click()
        return verdict(page)

    assert say("-inf", "") == "Fill in all 2 boxes: 1 is still empty."
    assert say("-inf", "some") == "Type a number, such as −4, 1/2 or ∞."
    assert say("-inf", "inf").startswith("✓ Right. The answer: α = −∞, β = ∞.")
    for expected in (
        "✓ Right. The answer: α = −∞, β = ∞.",
        "✗ Not β = inf. α and β come down from the node above.",
    ):
        page.get_by_role("button", name="Go on", exact=True).click()
        assert say("-inf", "inf").startswith(expected)
    assert not page.get_by_role("textbox", name="α").is_editable()


@pytest.mark.browser
def test_nothing_to_prune_is_a_right_answer_too(open_page: OpenPage) -> None:
    page = show(open_page, predict(alphabeta, TOY_TREE, ask="prune"))
    assert check(page) == (
        "✓ Right. The answer: none. This search looks at every leaf.",
        [],
    )


@pytest.mark.browser
def test_pruning_by_keyboard_alone(open_page: OpenPage) -> None:
    page = show(open_page, predict(alphabeta, VIDEO_TREE, ask="prune"))
    page.locator("[data-id='n']").focus()
    press(page, "ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight", "Enter")
    marked = page.locator("[data-id='n-1-1']")
    assert marked.get_attribute("data-marked") == ""
    assert marked.get_attribute("aria-label") == "Node G, marked as pruned"
    assert (
        page.locator("[data-id='n-1-1-0']").get_attribute("aria-label")
        == "Node N, 0, inside a marked part"
    )
    press(page, "ArrowDown", "Space")  # inside the mark: takes it away
    assert page.locator("[data-marked]").count() == 0
    press(page, "Space", "ArrowUp", "Space")
    # the root of both takes the leaf's place
    assert page.locator("[data-id^='n-'][data-marked]").count() == 3


@pytest.mark.browser
def test_the_search_can_be_watched_afterwards(open_page: OpenPage) -> None:
    page = show(open_page, predict(alphabeta, VIDEO_TREE, ask="prune"))
    page.get_by_role("button", name="Watch the search").click()
    press(page, "ArrowRight")
    assert page.locator(".place").inner_text() == "1 / 34"
