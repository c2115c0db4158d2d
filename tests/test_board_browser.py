"""The board in a real JupyterLab: played by mouse, by keyboard, and against functions that fail."""

from __future__ import annotations

import re
from typing import Any

import pytest
from browser_fixtures import READY, Lab
from test_browser import press, violations
from test_lab import KERNEL, THEMES, TO_ITS_TOP, opened

from minimax_lessons import draughts

pytestmark = pytest.mark.browser

IMPORTS = "from minimax_lessons import draughts\nfrom minimax_lessons.games import gomoku, play"
LAST = "last = lambda position: position.moves()[-1]"
NEVER = "from threading import Event\ndef never(position):\n    while not Event().wait(0.1):\n        pass"
ENDGAME = "'B:W18,26,K28:BK9,K10,11', "
TWO_WAYS = "B:W6,7,14,15,32:B2"
ANSWERED = """([root, count]) =>
    root.querySelectorAll(".move").length > count && !root.querySelector(".status").textContent.includes("thinking")"""
FOCUSED = """() => {
    let at = document.activeElement;
    while (at.shadowRoot && at.shadowRoot.activeElement) at = at.shadowRoot.activeElement;
    return at.getAttribute("aria-label") || at.textContent;
}"""


def show(lab: Lab, name: str, code: str, *cells: str, **options: Any) -> tuple[Any, Any]:
    """Return the page and the first board on it."""
    page = opened(lab, name, f"{IMPORTS}\n{code}", *cells, **options)
    board = page.locator(".game").first
    board.wait_for()
    return page, board


def square(board: Any, name: object) -> Any:
    return board.locator(f"[data-name='{name}']")


def button(board: Any, name: str) -> Any:
    return board.locator(".actions").get_by_role("button", name=name, exact=True)


def status(board: Any, text: str) -> None:
    """Wait until the board says so."""
    board.locator(".status", has_text=text).wait_for()


def answered(board: Any, count: int) -> str:
    """Return what the board says once more than so many moves are played and nobody thinks."""
    board.page.wait_for_function(ANSWERED, arg=[board.element_handle(), count])
    return str(board.locator(".status").inner_text())


def game_of(board: Any) -> draughts.Game:
    """Return the game that the page shows as text; every move of it has been found legal then."""
    (game,) = draughts.read_pdn(board.locator("#record").input_value())
    return game


@pytest.mark.slow  # the keyboard plays the end of a game in every run
def test_a_whole_game_is_played_with_the_mouse(lab: Lab) -> None:
    _, board = show(lab, "mouse.ipynb", f"{LAST}\ndraughts.play(white=last)")
    said, count = "", 0
    while not re.search("wins|Drawn", said):
        board.locator(".can, .must").first.click()
        while board.locator(".goal").count() and board.locator(".move").count() == count:
            board.locator(".goal").first.click()
        said = answered(board, count)
        count = board.locator(".move").count()
    game = game_of(board)
    assert game.positions[-1].is_over
    assert game.result == game.positions[-1].result
    assert game.positions[-1].ending.lower() in said.lower()
    assert len(game.moves) == count


def test_a_whole_game_is_played_with_the_keyboard_alone(lab: Lab) -> None:
    page, board = show(lab, "keys.ipynb", f"{LAST}\ndraughts.play({ENDGAME}white=last)", "1")
    square(board, 9).focus()
    press(page, "a", "b", "d", "d", "x", "m", "1")  # which mean something to the notebook
    said, count = "", 0
    while not re.search("wins|Drawn", said):
        press(page, "n")
        assert re.search(
            ", (black man|black king), (can move|must capture)$", page.evaluate(FOCUSED)
        )
        press(page, "Enter")
        while board.locator(".goal").count():
            press(page, "n")
            assert page.evaluate(FOCUSED).endswith("can go here")
            press(page, "Space")
        said = answered(board, count)
        count = board.locator(".move").count()
    assert game_of(board).positions[-1].is_over
    press(page, "Escape")
    assert page.evaluate("() => jupyterapp.shell.currentWidget.content.widgets.length") == 2


def test_keys_go_from_square_to_square_and_shift_with_enter_runs_the_cell(lab: Lab) -> None:
    page, board = show(lab, "arrows.ipynb", "draughts.play(white='you')")
    square(board, 11).focus()
    walk = {
        "ArrowRight": "12",
        "ArrowDown": "16",
        "ArrowLeft": "15",
        "Home": "13",
        "End": "16",
        "ArrowUp": "12",
    }
    for key, name in walk.items():
        press(page, key)
        assert page.evaluate(FOCUSED).split(",")[0] == name
    assert page.evaluate(FOCUSED) == "12, black man, can move"
    press(page, "Enter")
    assert page.evaluate(FOCUSED) == "12, black man, selected"
    assert board.locator("[aria-selected]").count() == 1
    assert board.locator(".grid [tabindex='0']").count() == 1
    press(page, "Escape")
    assert page.evaluate(FOCUSED) == "12, black man, can move"
    press(page, "f")
    page.wait_for_function(f"({FOCUSED})() === '12, black man, can move'")
    press(page, "ArrowLeft")
    assert page.evaluate(FOCUSED).split(",")[0] == "12"  # which stands at the left end now
    press(page, "f")
    square(board, 9).focus()
    # an N without Shift is what Caps Lock makes
    for key, name in (("n", "10"), ("N", "11"), ("Shift+N", "10")):
        press(page, key)
        assert page.evaluate(FOCUSED).split(",")[0] == name
    press(page, "Shift+Enter")
    page.wait_for_function(
        "() => jupyterapp.shell.currentWidget.content.widgets[0].model.executionCount === 2"
    )


def test_a_jump_is_made_square_by_square_and_its_way_is_asked_for(lab: Lab) -> None:
    page, board = show(lab, "jump.ipynb", f"draughts.play({TWO_WAYS!r}, white='you')")
    (one, other) = draughts.from_fen(TWO_WAYS).moves()
    assert (one.start, one.end) == (other.start, other.end)
    status(board, "a capture must be made")
    square(board, one.start).click()
    square(board, one.end).click()
    assert f"2 ways lead to {one.end}" in board.locator(".remark").inner_text()
    square(board, other[1]).click()
    assert square(board, other[1]).locator(".piece").count() == 1
    assert square(board, one.start).locator(".piece").count() == 0
    assert square(board, other.captured[0]).get_attribute("aria-label").endswith("will be taken")
    square(board, other[1]).focus()
    press(page, "Backspace")
    square(board, other[1]).click()
    square(board, other.end).click()
    status(board, f"Black played {other}, taking {other.captured[0]} and {other.captured[1]}.")
    assert board.locator(".taken").count() == 2


def test_what_may_not_be_done_is_said(lab: Lab) -> None:
    _, board = show(lab, "refused.ipynb", "draughts.play('B:W15,22,32:B11,1', white='you')")
    remark = board.locator(".remark")
    square(board, 1).click()
    assert remark.inner_text() == "1 (black man) can't move. A capture must be made: 11."
    square(board, 32).click()
    assert remark.inner_text().startswith("32 (white man) can't move.")
    square(board, 11).click()
    square(board, 20).click()
    assert remark.inner_text() == "Not to 20. 11 can go to 18."


def test_page_and_kernel_stay_free_while_the_engine_thinks_and_shows_what_it_finds(
    lab: Lab,
) -> None:
    lab.write(
        "thinks.ipynb",
        f"{IMPORTS}\nboard = draughts.play(seconds=600)\nboard",
        "assert len(board.moves) == 1",
    )
    page = lab.open("thinks.ipynb")
    lab.run(page, 0)
    board = page.locator(".game")
    square(board, 11).click()
    square(board, 15).click()
    board.locator(".facts", has_text=re.compile("depth [5-9]|depth 1")).wait_for()
    assert "nodes/s" in board.locator(".facts").inner_text()
    assert board.locator(".arrows.line .arrow").count() == 3
    lab.run(page, 1)
    button(board, "Flip").click()
    board.locator(".row:first-child [data-name='1']").wait_for()
    assert "thinking" in board.locator(".status").inner_text()
    button(board, "Move now").click()
    answered(board, 1)
    assert len(game_of(board).moves) == 2
    button(board, "Move now").wait_for(state="hidden")  # what it thinks comes in another message


def test_why_opens_the_search_tree_and_escape_closes_it(lab: Lab) -> None:
    page, board = show(lab, "why.ipynb", "draughts.play(depth=3)")
    square(board, 11).click()
    square(board, 15).click()
    answered(board, 1)
    why = board.get_by_role("button", name=re.compile("^Why "))
    reply = board.locator(".move").nth(1).inner_text()
    assert why.inner_text() == f"Why {reply}?"
    why.click()
    board.locator(".why-panel .player .scroller svg").wait_for()
    assert board.locator(".why-panel .lm-tree").count()
    press(page, "ArrowLeft", "Escape")
    assert board.locator(".why-panel").is_hidden()
    assert page.evaluate(FOCUSED) == f"Why {reply}?"


def test_a_tree_takes_the_focus_only_where_it_was_asked_for(lab: Lab) -> None:
    lab.write("views.ipynb", f"{IMPORTS}\nboard = draughts.play(depth=2)\nboard", "board")
    page = lab.open("views.ipynb")
    lab.run(page, 0)
    board, other = page.locator(".game").first, page.locator(".game").nth(1)
    square(board, 11).click()
    square(board, 15).click()
    answered(board, 1)
    board.get_by_role("button", name=re.compile("^Why ")).click()
    board.locator(".why-panel .lm-tree").first.wait_for()
    assert page.evaluate(FOCUSED) == "Close"
    lab.run(page, 1)
    other.locator(".why-panel .lm-tree").first.wait_for()
    assert other.evaluate("board => board.getRootNode().activeElement") is None
    board.get_by_label("Look ahead").select_option("1")
    other.locator(".why-panel .why-note", has_text="1 ply deep").wait_for()
    assert other.evaluate("board => board.getRootNode().activeElement") is None
    board.locator(".why-panel").get_by_role("button", name="Close").focus()
    press(page, "u")
    board.locator(".moves .none").wait_for()
    # the position and the tree come in two messages
    board.locator(".why-panel").wait_for(state="hidden")
    other.locator(".why-panel").wait_for(state="hidden")
    page.wait_for_function(f"() => /^\\d+, /.test(({FOCUSED})())")


def test_nobody_thinks_about_a_board_that_is_not_to_be_seen(lab: Lab) -> None:
    code = f"{IMPORTS}\n{NEVER}\nboard = draughts.play(black=never)\nboard"
    lab.write("gone.ipynb", code, "assert board.wait(20), 'somebody still thinks'")
    page = lab.open("gone.ipynb")
    lab.run(page, 0)
    status(page.locator(".game"), "thinking")
    page.evaluate("() => jupyterapp.commands.execute('notebook:clear-cell-output')")
    page.locator(".game").wait_for(state="detached")
    lab.run(page, 1)


@pytest.mark.slow
def test_a_closed_tab_ends_an_engine_that_plays_itself(lab: Lab) -> None:
    page, board = show(
        lab, "tab.ipynb", f"{NEVER}\nboard = draughts.play(white=never, black=never)\nboard"
    )
    status(board, "thinking")
    kernel = page.evaluate(f"() => {KERNEL}.id")
    page.goto("about:blank")
    lab.write("other.ipynb", "assert board.wait(20), 'somebody still thinks'")
    page = lab.open("other.ipynb")
    page.wait_for_function(READY)
    page.evaluate(
        "id => jupyterapp.shell.currentWidget.sessionContext.changeKernel({ id })", kernel
    )
    lab.run(page, 0)


@pytest.mark.slow
def test_a_board_whose_kernel_has_started_anew_says_so_and_takes_the_move_back(lab: Lab) -> None:
    page, board = show(lab, "anew.ipynb", "draughts.play(white='you')")
    page.evaluate(f"() => {KERNEL}.restart()")
    board.locator(".remark", has_text="Run the cell again.").wait_for()
    square(board, 11).click()
    square(board, 15).click()
    assert board.locator(".remark").inner_text().endswith("Run the cell again.")
    assert square(board, 11).get_attribute("aria-label") == "11, black man, can move"
    assert square(board, 15).locator(".piece").count() == 0
    page.wait_for_function(READY)
    lab.run(page, 0)
    square(page.locator(".game"), 11).click()
    square(page.locator(".game"), 15).click()
    status(page.locator(".game"), "Black played 11-15")


def drag(page: Any, board: Any, start: object, end: object) -> None:
    """Drag a piece with the mouse."""
    one, other = square(board, start).bounding_box(), square(board, end).bounding_box()
    page.mouse.move(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2)
    page.mouse.down()
    page.mouse.move(other["x"] + 9, other["y"] + 9, steps=5)
    page.mouse.up()


def test_a_piece_is_dragged_and_the_answer_waits_until_the_move_was_seen(lab: Lab) -> None:
    page, board = show(lab, "drag.ipynb", f"{LAST}\ndraughts.play(white=last)")
    board.evaluate(
        """(board) => { window.seen = [];
        const see = (count) => seen.push([performance.now(), count]);
        new MutationObserver(() => see(board.querySelectorAll("button.move").length))
            .observe(board.querySelector(".moves"), { childList: true, subtree: true });
        addEventListener("pointerup", () => see(0), true); }"""
    )
    drag(page, board, 9, 20)  # no move goes there
    assert square(board, 9).get_attribute("aria-selected") == "true"
    assert "9 can go to 13 or 14" in board.locator(".remark").inner_text()
    drag(page, board, 9, 13)
    assert "Your move, Black" in answered(board, 1)
    seen = page.evaluate("() => seen")
    begun = max(time for time, count in seen if count == 0)
    assert min(time for time, count in seen if count == 2) - begun >= 500
    assert [str(move) for move in game_of(board).moves][:1] == ["9-13"]


def test_the_list_of_moves_steps_through_the_game_and_back(lab: Lab) -> None:
    page, board = show(lab, "list.ipynb", f"{LAST}\ndraughts.play({ENDGAME}white=last)")
    for count in (0, 2):
        board.locator(".can, .must").first.click()
        while board.locator(".goal").count():
            board.locator(".goal").first.click()
        answered(board, count + 1)
    board.locator("button.move").first.click()
    status(board, "Position after 1 of 4 moves. Black played")
    assert board.locator("button.move").first.get_attribute("aria-current") == "step"
    assert board.locator(".can, .must").count() == 0
    square(board, 9).click()
    assert "earlier position" in board.locator(".remark").inner_text()
    board.locator("button.move").first.focus()
    for _ in range(3):
        press(page, "ArrowRight")
    status(board, "Your move, Black")
    assert board.locator("button.move[aria-current]").count() == 1
    assert board.locator(".can, .must").count() > 0


def test_undo_hint_resign_and_a_second_view(lab: Lab) -> None:
    code = f"{LAST}\nboard = draughts.play(white=last)\nboard"
    page, board = show(lab, "undo.ipynb", code, "board")
    other = page.locator(".game").nth(1)
    square(board, 11).click()
    square(board, 15).click()
    answered(board, 1)
    answered(other, 1)
    button(board, "Undo").click()
    board.locator(".moves .none").wait_for()
    assert board.locator(".status").inner_text() == "Your move, Black."
    assert square(board, 11).get_attribute("aria-label") == "11, black man, can move"
    assert button(board, "Undo").get_attribute("aria-disabled") == "true"
    button(board, "Hint").click()
    board.locator(".remark", has_text="Hint: ").wait_for()
    assert board.locator(".arrows.hint .arrow").count() == 1
    button(other, "Resign").click()
    assert board.locator(".can").count() > 0
    button(other, "Really resign?").click()
    status(board, "White wins: Black has resigned.")
    assert board.locator(".can").count() == 0
    square(board, 11).click()
    assert board.locator(".remark").inner_text() == "The game is over."


def test_a_position_with_a_mistake_is_explained_in_place_and_nothing_typed_is_lost(
    lab: Lab,
) -> None:
    page, board = show(lab, "fen.ipynb", "draughts.play(white='you')")
    square(board, 11).click()
    square(board, 15).click()
    answered(board, 0)
    board.get_by_role("button", name="Position and game as text").click()
    field = board.get_by_label("FEN")
    field.fill("B:W21,22:B1,33")
    press(page, "Enter")
    board.locator("#position-problem", has_text="'33' at character 13").wait_for()
    assert field.input_value() == "B:W21,22:B1,33"
    assert field.get_attribute("aria-invalid") == "true"
    assert board.locator(".move").count() == 1
    field.fill("B:W15,22,32:B11")
    board.get_by_role("button", name="Set up").click()
    status(board, "11x18x25 must be played")
    assert field.get_attribute("aria-invalid") is None
    assert board.locator("#position-problem").inner_text() == ""
    assert board.locator(".piece:visible").count() == 4 + 2  # and those beside the names


def test_a_function_that_fails_is_told_so_and_the_game_goes_on(lab: Lab) -> None:
    answers = ["1 / 0", "None", "'11-15'"]
    cells = [
        f"def mine(position):\n    return {answer}\ndraughts.play(white=mine)" for answer in answers
    ]
    page, _ = show(lab, "fails.ipynb", *cells)
    for number in range(len(answers)):
        board = page.locator(".game").nth(number)
        square(board, 11).click()
        square(board, 15).click()
        board.locator(".trouble", has_text="mine ").wait_for()
        assert board.locator(".trouble").get_attribute("role") == "alert"
        button(board, "Try again").wait_for()
        square(board, 22).click()
        assert board.locator(".remark").inner_text() == "White is to move, played by mine."
        board.get_by_label("Who plays White").select_option("You")
        status(board, "White to move.")  # and no longer "White to move: waiting"
        square(board, 22).click()
        square(board, 18).click()
        status(board, "White played 22-18")
        assert board.locator(".trouble").inner_text() == ""


@pytest.mark.slow
def test_noughts_and_crosses_and_gomoku_are_played_on_it_too(lab: Lab) -> None:
    page, board = show(
        lab, "rows.ipynb", "play(o=lambda position: position.moves()[0])", "play(gomoku(), depth=1)"
    )
    for count, name in enumerate(["c1", "b2", "a3"]):
        square(board, name).click()
        answered(board, 2 * count)
    status(board, "X played a3. X has won.")
    row = board.locator(".cell.won").all()
    assert [cell.get_attribute("data-name") for cell in row] == ["c1", "b2", "a3"]
    large = page.locator(".game").nth(1)
    square(large, "h8").focus()
    press(page, "Enter")
    answered(large, 1)
    assert large.locator(".piece-O:visible").count() == 2


STICKS_OUT = """board => [...board.querySelectorAll("*")].filter((inner) =>
    inner.getBoundingClientRect().right > board.getBoundingClientRect().right + 1).map((inner) => inner.className)"""


def test_a_board_is_whole_on_a_laptop_s_screen_and_nothing_sticks_out_at_any_width(
    lab: Lab,
) -> None:
    boards = ["draughts.play()", "play()", "play(gomoku(), depth=1)"]
    page, _ = show(lab, "whole-boards.ipynb", *boards, width=1366, height=768)
    for number in range(len(boards)):
        height, room = page.locator(".game").nth(number).evaluate(TO_ITS_TOP)
        assert 0.75 * room < height <= room, boards[number]
    board = page.locator(".game").first
    board.scroll_into_view_if_needed()
    for width in (1600, 1280, 1200, 1100, 1000, 800, 600):
        page.set_viewport_size({"width": width, "height": 1000})
        assert board.evaluate(STICKS_OUT) == [], width


@pytest.mark.slow
def test_axe_finds_nothing_in_any_theme(lab: Lab) -> None:
    code = "draughts.play('B:W15,16,18,23,24,25,26,32:B10,11,1,3,K30', depth=2)"
    page, board = show(lab, "axe.ipynb", code, "play(depth=1)")
    for name in ("Position and game as text", "Keys"):
        board.get_by_role("button", name=name).click()
    board.get_by_label("FEN").fill("B:")
    board.get_by_role("button", name="Set up").click()
    board.locator("#position-problem", has_text="FEN").wait_for()
    square(board, 11).click()
    square(board, 20).click()
    assert violations(page, ".jp-OutputArea-output") == []
    square(board, 27).click()
    answered(board, 1)
    board.get_by_role("button", name=re.compile("^Why ")).click()
    board.locator(".why-panel .player").wait_for()
    for theme in THEMES:
        lab.dress(page, theme)
        board.locator(
            f"xpath=self::*[@data-theme='{'light' if theme == THEMES[0] else 'dark'}']"
        ).wait_for()
        assert (
            violations(
                page, ".jp-OutputArea-output", [] if theme == THEMES[0] else ["color-contrast"]
            )
            == []
        )


def test_a_saved_notebook_shows_the_last_position_and_how_to_play_on(lab: Lab) -> None:
    editor = "from minimax_lessons.player.editor import edit\neditor = edit('[[3, 5, 2], [9, 1]]')\neditor"
    page, board = show(lab, "again.ipynb", "draughts.play(white='you')", editor)
    square(board, 11).click()
    square(board, 15).click()
    status(board, "Black played 11-15")
    page.get_by_label("The tree as nested lists").fill("[[1, 2], [3, 4]]")
    page.locator(".outcome", has_text="of 4 leaves").wait_for()
    stills = page.locator("[data-lm-still]")
    assert stills.count() == 2
    assert not stills.first.is_visible()
    assert not stills.last.is_visible()
    page.evaluate("() => jupyterapp.commands.execute('docmanager:save')")
    lab.close()
    page = lab.open("again.ipynb")
    picture = page.locator("[data-lm-still] > img").first
    picture.wait_for()
    assert draughts.start().play("11-15").fen in picture.get_attribute("alt")
    page.get_by_text("run this cell: the board needs Python").wait_for()
    page.get_by_text("run this cell: the editor needs Python").wait_for()
    assert "of 4 leaves" in page.locator("[data-lm-still] > img").last.get_attribute("alt")
    page.get_by_text("model not found").first.wait_for(state="attached")
    assert not page.get_by_text("model not found").first.is_visible()


def test_a_saved_notebook_that_nobody_trusts_shows_the_board_as_a_picture(lab: Lab) -> None:
    shown, _ = draughts.play("B:W15,22,32:B11")._repr_mimebundle_()
    data = {kind: content for kind, content in shown.items() if "widget" not in kind}
    output = {"output_type": "display_data", "data": data, "metadata": {}}
    lab.write("saved.ipynb", "board", outputs=[[output]])
    page = lab.open("saved.ipynb")
    picture = page.locator(".jp-OutputArea-output img")
    picture.wait_for()
    assert picture.get_attribute("alt").startswith("Draughts: B:W15,22,32:B11.")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") >= 280
    assert "run this cell" in page.locator(".jp-OutputArea-output p").inner_text()
