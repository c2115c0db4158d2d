"""What the player promises about room, time, motion and panels that lie over it, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from browser_fixtures import RUN_ONE, Lab, OpenPage
from test_browser import FITTED, press, show

from minimax_lessons import (
    TOY_TREE,
    VIDEO_TREE,
    alphabeta,
    animate,
    compare,
    minimax,
    perform,
    predict,
    random_tree,
    trace,
)

pytestmark = pytest.mark.browser

# Each tree's pane, and how much of its tree it hides.
HIDDEN = """(root) => [...root.querySelectorAll(".scroller")].filter((pane) => pane.checkVisibility())
    .map((pane) => [pane.scrollHeight - pane.clientHeight, pane.scrollWidth - pane.clientWidth])"""
SCALES = """(root) => [...root.querySelectorAll(".scroller > svg")]
    .map((svg) => (svg.getBoundingClientRect().width / svg.viewBox.baseVal.width).toFixed(3))"""
LONG = "A sentence that a learner reads beside the tree, long enough for several lines. " * 4


def hidden(page: Any) -> list[list[int]]:
    page.evaluate(FITTED)
    return [
        pane
        for pane in page.locator(".player:not(.editor)").first.evaluate(HIDDEN)
        if max(pane) > 0
    ]


@pytest.mark.parametrize("size", [(1366, 600), (950, 530), (683, 384), (390, 844)], ids=str)
def test_a_verdict_that_grows_makes_the_tree_smaller_and_never_cuts_it(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    width, height = size
    page = show(open_page, predict(alphabeta, VIDEO_TREE, ask="prune"), width=width, height=height)
    assert hidden(page) == []
    page.locator("[data-id=n-0-0-1]").click()
    page.get_by_role("button", name="Check").click()
    page.locator(".reasons").wait_for()
    assert hidden(page) == []


@pytest.mark.parametrize("part", [".note, .sentence", ".header", ".transport"])
def test_whatever_grows_the_trees_beside_each_other_stay_whole_and_of_one_scale(
    open_page: OpenPage, part: str
) -> None:
    page = show(open_page, compare(minimax, alphabeta, VIDEO_TREE), width=870, height=640)
    page.locator(part).first.evaluate(
        """(part, text) => { const more = document.createElement("p"); more.textContent = text; part.append(more); }""",
        LONG,
    )
    assert hidden(page) == []
    one, two = page.locator(".player").evaluate(SCALES)
    assert one == two
    page.get_by_role("button", name="Zoom in").first.click()
    one, two = page.locator(".player").evaluate(SCALES)
    assert one == two


@pytest.mark.parametrize("height", [530, 640])
def test_the_tree_of_one_s_own_search_is_whole(open_page: OpenPage, height: int) -> None:
    markup = perform(alphabeta, VIDEO_TREE)._repr_mimebundle_()["text/html"]
    page = open_page(f"<!DOCTYPE html><title>perform</title>{markup}", width=950, height=height)
    page.locator(".player").wait_for()
    assert hidden(page) == []
    page.locator(".verdict").first.evaluate("(part, text) => (part.textContent = text)", LONG)
    assert hidden(page) == []


def test_two_trees_of_64_leaves_are_whole_on_a_low_screen(open_page: OpenPage) -> None:
    wide = random_tree(4, 3, seed=3)
    page = show(open_page, compare(minimax, alphabeta, wide), width=914, height=529)
    for key in ("Home", "End"):
        page.locator(".player").press(key)
        height = page.locator(".player").evaluate("root => root.getBoundingClientRect().height")
        assert height <= 529


def test_a_step_lasts_as_long_as_its_sentence_takes_to_read(open_page: OpenPage) -> None:
    run = trace(alphabeta, VIDEO_TREE)
    page = show(open_page, animate(run))
    page.evaluate(
        """() => { window.pauses = []; window.setTimeout = (act, pause) => { pauses.push(pause); return 0; }; }"""
    )
    page.locator(".player").focus()
    press(page, "Space", *["ArrowRight"] * 8, "+")
    sentences = page.evaluate(
        """() => document.querySelector("[data-lm-player]").shadowRoot.querySelector(".sentence-text").textContent"""
    )
    pauses = page.evaluate("() => pauses")
    words = len(sentences.split(" "))
    assert pauses[-2:] == [max(800, 250 * words), max(800, 250 * words) / 2]
    assert min(pauses[:-1]) >= 800
    assert len(set(pauses)) > 2


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_value_moves_from_a_child_to_its_parent_unless_less_motion_is_wanted(
    open_page: OpenPage, motion: str
) -> None:
    page = show(open_page, animate(minimax, TOY_TREE), reduced_motion=motion)
    moves = page.locator(".player").evaluate(
        """(root) => { const moves = [];
        for (let step = 0; step < 8; step++) {
            root.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
            for (const text of root.querySelectorAll(".carried")) {
                const [{ effect }] = text.getAnimations();
                const sentence = root.querySelector(".sentence-text").textContent;
                moves.push([text.textContent, effect.getTiming().duration, sentence]);
                text.remove();
            } }
        return moves; }"""
    )
    assert [(value, duration) for value, duration, _ in moves] == (
        [] if motion == "reduce" else [("3", 200), ("5", 200)]
    )
    assert all(f"came back with {value}" in sentence for value, _, sentence in moves)


def test_a_value_that_moves_leaves_nothing_behind(open_page: OpenPage) -> None:
    page = show(open_page, animate(minimax, TOY_TREE), reduced_motion="no-preference")
    page.locator(".player").focus()
    press(page, *["ArrowRight"] * 5)
    page.wait_for_function(
        "() => !document.querySelector('[data-lm-player]').shadowRoot.querySelector('.carried')"
    )


def test_one_panel_lies_over_the_player_at_a_time_and_the_focus_comes_back(
    open_page: OpenPage,
) -> None:
    page = show(open_page, animate(alphabeta, VIDEO_TREE), width=950, height=560)
    focused = "() => document.querySelector('[data-lm-player]').shadowRoot.activeElement?.ariaLabel"
    keys = page.get_by_role("button", name="Keys")
    keys.click()
    assert page.locator(".popover.open").count() == 1
    page.get_by_role("button", name="Save the picture").click()
    assert page.locator(".popover.open").count() == 1
    assert page.locator(".saving").is_visible()
    assert keys.get_attribute("aria-expanded") == "false"
    page.locator(".saving button").first.focus()
    press(page, "Escape")
    assert page.locator(".popover.open").count() == 0
    assert page.evaluate(focused) == "Save the picture"
    keys.click()
    page.mouse.click(2, 2)
    assert page.locator(".popover.open").count() == 0
    assert page.evaluate(focused) == "Keys"
    page.locator(".player").focus()
    press(page, "?", "Escape")
    assert page.locator(".popover.open").count() == 0
    assert page.evaluate(focused) == "alphabeta"
    page.get_by_role("button", name="Legend").click()
    assert page.locator(".legend").is_visible()
    press(page, "Escape")
    assert page.locator(".legend").is_hidden()


def test_the_legend_opens_below_its_button_on_a_large_screen_too(open_page: OpenPage) -> None:
    page = show(open_page, animate(alphabeta, VIDEO_TREE, show=()), width=1366, height=768)
    button, legend = page.get_by_role("button", name="Legend"), page.locator(".legend")
    assert legend.is_hidden()
    button.click()
    upper, lower = button.bounding_box(), legend.bounding_box()
    assert 0 <= lower["y"] - upper["y"] - upper["height"] < 30
    assert lower["x"] <= upper["x"] <= lower["x"] + lower["width"]
    path = legend.get_by_text("best path so far")
    assert "principal variation" in path.get_attribute("title")
    press(page, "Escape")
    assert legend.is_hidden()
    assert button.evaluate("button => button.getRootNode().activeElement === button")


def test_a_random_tree_in_the_editor_is_whole(lab: Lab) -> None:
    lab.write(
        "editor.ipynb",
        "from minimax_lessons.player.editor import edit\nedit([[3, 5], [2, 9]])",
    )
    page = lab.open("editor.ipynb", width=1366, height=768)
    lab.run(page)
    page.locator("textarea.source").wait_for()
    for _ in range(2):
        before = page.locator("textarea.source").input_value()
        page.get_by_role("button", name="Random tree").click()
        page.wait_for_function(
            "before => document.querySelector('.lm-live').shadowRoot.querySelector('textarea').value !== before",
            arg=before,
        )
        assert hidden(page) == []


@pytest.mark.parametrize("height", [768, 650])
def test_the_card_of_a_failed_check_cuts_no_tree(lab: Lab, height: int) -> None:
    code = """from minimax_lessons import check
def my_minimax(position, depth, maximizing_player):
    if depth == 0 or position.is_over:
        return position.evaluate()
    if maximizing_player:
        return max(my_minimax(child, depth - 1, True) for child in position.children())
    return min(my_minimax(child, depth - 1, True) for child in position.children())"""
    lab.write("card.ipynb", code, "check('2.1', my_minimax)")
    page = lab.open("card.ipynb", width=1366, height=height)
    lab.run(page, 0)
    page.evaluate(RUN_ONE, 1)  # which ends in the error that stands for ✗
    page.locator(".lm-card .player").wait_for()
    assert page.locator(".note").count()
    assert hidden(page) == []
    one, two = page.locator(".player").evaluate(SCALES)
    assert one == two
