"""The game on a tree: what may be played, and how it is played in a real browser, with the network shut."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from browser_fixtures import violations

from minimax_lessons import games, minimax, play, tree

OpenPage = Callable[..., Any]
BOXES = [[3, 5, 2], [9, 1]]
LOST = "You chose the box with the 9. MIN took the 1, because MIN wants a small number. Try again?"
WON = (
    "You chose the box with the 5. MIN took the 2, because MIN wants a small number. "
    "You have won: 2 is the best result that you can be sure of, "
    "because the box with the 9 gets you only 1."
)


@pytest.mark.parametrize(
    ("thing", "sentence"),
    [
        (5, "play\\(\\) needs a tree, .* but it was given int"),
        (games.noughts_and_crosses(), "To play on a board"),
        (tree(5), "a single number"),
        (tree([[0] * 30, [1] * 40]), "73 nodes, and play\\(\\) shows up to 60"),
    ],
)
def test_what_can_not_be_played_is_told_in_a_sentence(thing: Any, sentence: str) -> None:
    with pytest.raises((TypeError, ValueError), match=sentence):
        play(thing)


def test_lists_are_a_tree_and_a_notebook_without_scripts_says_how_to_play() -> None:
    shown = play(BOXES)._repr_mimebundle_()
    assert shown["text/plain"] == "<TreeGame: a tree of 5 leaves, to be played as MAX>"
    assert "run this cell" in shown["text/html"]
    assert shown["text/html"] == play(tree(BOXES)).fragment


def started(open_page: OpenPage, thing: Any = BOXES, **options: Any) -> Any:
    page = open_page(play(thing).document, **options)
    page.locator(".treegame").wait_for()
    return page


def node(page: Any, path: str) -> Any:
    return page.locator(f'[data-id="n-{path}"]')


def said(page: Any, sentence: str) -> None:
    """Wait until the game says a sentence."""
    page.locator(".sentence-text").get_by_text(sentence, exact=True).wait_for()


def values(page: Any, *paths: str) -> list[str]:
    return [node(page, path).text_content().strip("\n") for path in paths]


def best_line(page: Any) -> set[str]:
    return set(page.locator(".edge.best").evaluate_all("all => all.map(each => each.dataset.id)"))


@pytest.mark.browser
def test_a_box_is_chosen_min_answers_and_the_value_comes_up(open_page: OpenPage) -> None:
    page = started(open_page)
    node(page, "1-0").click()  # a number is MIN's: the click chooses the box around it
    said(page, LOST)
    assert values(page, "0", "1") == ["\u00a0", "1"]
    assert page.locator('[data-id="n"]').text_content().strip() == "1"
    assert not page.locator(".computed").is_visible()  # the code comes only after the best result
    node(page, "0").click()
    said(page, WON)
    page.get_by_text("minimax(tree([[3, 5, 2], [9, 1]]), 2, True) # 2").wait_for()
    assert best_line(page) == {"e-0", "e-0-2"}


@pytest.mark.browser
@pytest.mark.parametrize(("letter", "result"), [("B", WON), ("E", WON), ("C", LOST)])
def test_a_click_on_a_letter_chooses_the_box_around_it(
    open_page: OpenPage, letter: str, result: str
) -> None:
    page = started(open_page)
    place = page.locator(".treegame text").get_by_text(letter, exact=True).bounding_box()
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    said(page, result)


@pytest.mark.browser
def test_values_and_the_green_line_follow_a_number_while_it_is_dragged(
    open_page: OpenPage,
) -> None:
    page = started(open_page)
    node(page, "0").click()
    said(page, WON)
    box = node(page, "1-1").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 27)
    said(page, "The game is worth 4: MAX chooses the box with the 9, and MIN takes the 4.")
    assert best_line(page) == {"e-1", "e-1-1"}
    assert values(page, "0", "1", "1-1") == ["2", "4", "4"]
    page.mouse.move(x, y + 27)
    said(page, "The game is worth 2: MAX chooses the box with the 5, and MIN takes the 2.")
    page.mouse.up()
    assert page.locator(".leaf-field").count() == 0  # a drag is no click
    assert values(page, "1", "1-1") == ["−2", "−2"]
    page.get_by_role("button", name="The first numbers again").click()
    assert values(page, "1", "1-1") == ["1", "1"]


@pytest.mark.browser
def test_the_keyboard_alone_plays_and_changes(open_page: OpenPage) -> None:
    page = started(open_page)
    press = page.keyboard.press
    press("Tab")
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        press(key)
    said(page, LOST)
    press("ArrowLeft")
    press("Enter")
    said(page, WON)
    press("ArrowDown")
    press("+")  # 3 becomes 4
    press("ArrowRight")
    press("ArrowRight")
    press("7")
    said(page, "The game is worth 4: MAX chooses the box with the 7, and MIN takes the 4.")
    press("Enter")
    assert page.locator(".leaf-field").count() == 0
    press("Enter")
    page.keyboard.type("-3.5")
    press("Escape")
    assert values(page, "0-0", "0-2", "0") == ["4", "−3.5", "−3.5"]
    written = page.locator(".computed code").inner_text()
    assert written == "minimax(tree([[4, 5, -3.5], [9, 1]]), 2, True) # 1"
    assert eval(written.partition("#")[0], {"minimax": minimax, "tree": tree}) == 1
    press("Tab")
    press("Enter")  # play with these numbers
    node(page, "1").click()
    page.get_by_text("1 is the best result that you can be sure of").wait_for()


@pytest.mark.browser
def test_a_deep_tree_is_played_move_by_move_and_for_min_as_well(open_page: OpenPage) -> None:
    page = started(open_page, tree([[[4, -2], 6], [[1, 7, 3], -5], [0, [8, 2]]]))
    node(page, "0").click()
    said(page, "You chose B. MIN chose the box with the 4. Now you choose: the 4 or the −2.")
    node(page, "0-0-1").click()
    page.get_by_text("You took the −2. Try again?").wait_for()
    page.get_by_role("button", name="Try again").click()
    node(page, "0").click()
    page.get_by_text("Now you choose").wait_for()
    node(page, "0-0-0").click()
    page.get_by_text("4 is the best result that you can be sure of").wait_for()

    page = started(open_page, tree(BOXES, root="min"))
    node(page, "0").click()
    page.get_by_text("MAX took the 5, because MAX wants a large number.").wait_for()
    page.get_by_text(", 2, False) # 5").wait_for()


@pytest.mark.browser
def test_with_motion_the_value_is_seen_on_its_way(open_page: OpenPage) -> None:
    page = started(open_page, reduced_motion="no-preference")
    node(page, "1").click()
    page.locator(".carried").wait_for()
    said(page, LOST)
    assert page.locator(".carried").count() == 0


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(1036, 647), (390, 844)])
def test_it_fits_and_axe_finds_nothing(
    open_page: OpenPage, scheme: str, width: int, height: int
) -> None:
    page = started(open_page, width=width, height=height, color_scheme=scheme)
    assert violations(page) == []
    node(page, "0").click()
    said(page, WON)
    assert violations(page) == []
    overflow = page.locator(".scroller").evaluate(
        "pane => [pane.scrollWidth - pane.clientWidth, pane.scrollHeight - pane.clientHeight]"
    )
    assert max(overflow) <= 1
    node(page, "0-1").click()
    assert violations(page) == []
