"""Players, the editor, cards and whole lessons in a real JupyterLab."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from browser_fixtures import READY, Lab
from nbformat.sign import NotebookNotary
from sampling import some
from test_browser import FITTED, SMALL_TEXT, WHOLE, press, violations
from test_lessons import LESSONS, code, is_shown

from minimax_lessons import random_tree
from minimax_lessons.palette import palette

pytestmark = pytest.mark.browser

IMPORTS = "from minimax_lessons import *"
KERNEL = "jupyterapp.shell.currentWidget.sessionContext.session.kernel"
THEMES = ["JupyterLab Light", "JupyterLab Dark", "JupyterLab Dark High Contrast"]


def output(page: Any, cell: int) -> Any:
    return (
        page.locator(".jp-Notebook > .jp-WindowedPanel-outer .jp-Cell")
        .nth(cell)
        .locator(".jp-Cell-outputArea")
    )


def opened(lab: Lab, name: str, *cells: str, **options: Any) -> Any:
    """Return a page on which the cells have run."""
    lab.write(name, *cells)
    page = lab.open(name, **options)
    lab.run(page)
    return page


def test_it_plays_on_while_the_kernel_works(lab: Lab) -> None:
    cells = [
        f"{IMPORTS}\nanimate(alphabeta, VIDEO_TREE, interval_ms=20)",
        "import threading\nthreading.Event().wait(600)",
    ]
    lab.write("busy.ipynb", *cells)
    page = lab.open("busy.ipynb")
    lab.run(page, 0)
    page.evaluate("() => { jupyterapp.commands.execute('notebook:run-all-cells'); }")
    page.wait_for_function(
        "() => jupyterapp.shell.currentWidget.content.widgets[1].model.executionState === 'running'"
    )
    player = page.locator(".player")
    player.focus()
    press(page, "ArrowRight")
    assert player.locator(".place").inner_text() == "1 / 34"
    press(page, "Space")
    player.locator(".place", has_text="34 / 34").wait_for()
    assert page.evaluate(f"() => {KERNEL}.status") == "busy"
    page.evaluate("() => jupyterapp.commands.execute('notebook:interrupt-kernel')")


CELLS = "() => jupyterapp.shell.currentWidget.content.widgets.length"


def test_a_key_that_does_nothing_in_a_player_goes_on_to_the_notebook(lab: Lab) -> None:
    page = opened(lab, "keys.ipynb", f"{IMPORTS}\nanimate(alphabeta, TOY_TREE)", "1")
    player = page.locator(".player")
    play = player.get_by_role("button", name="Play")
    play.focus()
    press(page, "ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home", "+")
    assert page.evaluate(CELLS) == 2
    assert play.evaluate("button => button.getRootNode().activeElement === button")
    press(page, "b")
    page.wait_for_function("() => jupyterapp.shell.currentWidget.content.widgets.length === 3")
    player.focus()
    press(page, "Escape", "b")
    page.wait_for_function("() => jupyterapp.shell.currentWidget.content.widgets.length === 4")


RESULT_IN_VIEW = """(number) => {
    const [area] = document.querySelectorAll(".jp-Cell")[number].querySelectorAll(".jp-Cell-outputArea");
    const [result, view] = [area, document.querySelector(".jp-WindowedPanel-outer")].map((each) => each.getBoundingClientRect());
    return area.querySelector("[data-lm-player]")?.shadowRoot && result.top >= view.top - 1 && result.bottom <= view.bottom + 1;
}"""


def test_the_result_of_a_run_is_in_view_though_the_next_cell_is_far_below(lab: Lab) -> None:
    cells = ["1", f"{IMPORTS}\nanimate(alphabeta, VIDEO_TREE)", *["1\n2\n3\n4\n5"] * 6]
    page = opened(lab, "view.ipynb", *cells, width=1366, height=650)
    for _ in range(2):
        page.evaluate("() => jupyterapp.shell.currentWidget.content.scrollToItem(1, 'start')")
        page.evaluate("() => (jupyterapp.shell.currentWidget.content.activeCellIndex = 1)")
        page.locator(".jp-Cell").nth(1).locator(".jp-InputArea-prompt").click()
        press(page, "Shift+Enter")
        page.wait_for_function("() => jupyterapp.shell.currentWidget.content.activeCellIndex === 2")
        page.wait_for_function(RESULT_IN_VIEW, arg=1)


COUNT_SCROLLS = """() => {
    const { scrollIntoView } = Element.prototype;
    window.scrolls = 0;
    Element.prototype.scrollIntoView = function (...how) {
        window.scrolls += this.matches(".jp-Cell-outputArea");
        scrollIntoView.apply(this, how);
    };
}"""


def test_a_reader_who_has_scrolled_since_a_run_began_is_not_pulled_back(lab: Lab) -> None:
    slow = "import time\ntime.sleep(1.5)\nanimate(alphabeta, TOY_TREE)"
    page = opened(lab, "reading.ipynb", f"{IMPORTS}\nguess('How many?', 3)", slow, "1")
    page.evaluate(COUNT_SCROLLS)
    for wheels, scrolls in ((0, 1), (1, 1), (0, 2)):
        page.evaluate("() => jupyterapp.commands.execute('notebook:clear-all-cell-outputs')")
        page.evaluate("() => (jupyterapp.shell.currentWidget.content.activeCellIndex = 1)")
        page.locator(".jp-Cell").nth(1).locator(".jp-InputArea-prompt").click()
        press(page, "Shift+Enter")
        page.wait_for_function(
            "() => jupyterapp.shell.currentWidget.content.widgets[1].model.executionState === 'running'"
        )
        for _ in range(wheels):
            page.mouse.wheel(0, 40)
        page.locator(".player").wait_for()
        page.evaluate("() => new Promise(requestAnimationFrame)")
        assert page.evaluate("window.scrolls") == scrolls


def test_a_field_of_a_player_keeps_the_keys_that_edit_its_text(lab: Lab) -> None:
    asked = f"{IMPORTS}\npredict(minimax, TOY_TREE, ask='value')"
    page = opened(lab, "fields.ipynb", asked, f"{IMPORTS}\nguess('How many?', 3)")
    selected = "() => document.querySelectorAll('.jp-Cell.jp-mod-selected').length"
    player = output(page, 0).locator(".player")
    player.get_by_role("button", name="Play").focus()
    press(page, "n")
    for place in (player, output(page, 1).locator(".guess")):
        field = place.locator("input:not([type=range])").first
        field.focus()  # in the player it has the focus by then, given by a button of the same shadow
        page.keyboard.type("abdxyzm17")
        assert field.input_value() == "abdxyzm17"
        press(page, "Control+a", "Control+c", "Control+v", "ArrowLeft", "Backspace", "Control+z")
        press(page, "Control+a", "Control+x", "Control+v", "Control+a")
        assert page.evaluate(selected) == 1
        page.keyboard.type("5")
        assert field.input_value() == "5"
        assert page.evaluate(CELLS) == 2


def test_axe_finds_nothing_in_any_theme(lab: Lab) -> None:
    cells = [
        f"{IMPORTS}\nfrom minimax_lessons.player.editor import edit\nanimate(alphabeta, VIDEO_TREE_DEEP, step=50)"
    ]
    cells += ["compare(minimax, alphabeta, TOY_TREE)", "predict(alphabeta, VIDEO_TREE)", "edit()"]
    page = opened(lab, "axe.ipynb", *cells)
    for theme in THEMES:
        lab.dress(page, theme)
        for number in range(len(cells)):
            player = output(page, number).locator(".player:visible").first
            player.scroll_into_view_if_needed()
            expected = (
                "light" if theme == "JupyterLab Light" else "dark",
                "more" if "Contrast" in theme else "normal",
            )
            page.wait_for_function(
                "([root, looks]) => [root.dataset.theme, root.dataset.contrast].join() === looks.join()",
                arg=[player.element_handle(), expected],
            )
            output(page, number).evaluate(
                "(area, number) => area.setAttribute('data-cell', number)", str(number)
            )
            rules = [] if theme == THEMES[0] else ["color-contrast"]
            assert violations(page, f"[data-cell='{number}'] .jp-OutputArea-output", rules) == []


def test_the_editor_is_whole_shows_each_tree_marks_mistakes_and_draws_at_random(lab: Lab) -> None:
    page = opened(
        lab,
        "edit.ipynb",
        f"{IMPORTS}\nfrom minimax_lessons.player.editor import edit\neditor = edit()\neditor",
    )
    text = page.get_by_label("The tree as nested lists")
    outcome = page.locator(".outcome")
    top, room = page.locator(".player.editor").evaluate(
        "root => [root.getBoundingClientRect().top, root.getRootNode().host.closest('.jp-WindowedPanel-outer').clientHeight]"
    )
    page.wait_for_function(
        "([root, most]) => root.getBoundingClientRect().bottom <= most",
        arg=[page.locator(".lm-live .transport").element_handle(), top + room],
    )
    assert outcome.inner_text() == "alphabeta visits 5 of 5 leaves; 4 would be enough."
    text.fill("[[3, 5, 2], [1, 9]]")
    page.get_by_text(
        "alphabeta visits 4 of 5 leaves; 4 would be enough. It was 5 before."
    ).wait_for()
    text.fill("[[3, 5, oops], [1, 9]]")
    problem = page.locator(".problem")
    problem.locator("mark", has_text="oops").wait_for()
    assert "oops is no number" in problem.inner_text()
    assert text.input_value() == "[[3, 5, oops], [1, 9]]"
    # the last tree that could be read stays
    assert page.locator(".lm-live .scroller > svg").is_visible()
    text.fill("[[3, 5, 2], [9, 1]]")
    problem.locator("p").wait_for(state="detached")
    for field, number in {"Branching": 3, "Depth": 2, "Seed": 5}.items():
        page.get_by_label(field).fill(str(number))
    page.get_by_role("button", name="Random tree").click()
    page.locator(".outcome", has_text="of 9 leaves").wait_for()
    assert text.input_value() == str(random_tree(3, 2, seed=5).nested)


def test_children_are_put_into_another_order_by_key_and_by_dragging(lab: Lab) -> None:
    page = opened(
        lab,
        "order.ipynb",
        f"{IMPORTS}\nfrom minimax_lessons.player.editor import edit\nedit('[[3, 5, 2],  [9, 1.0]]')",
    )
    text = page.get_by_label("The tree as nested lists")
    page.locator(".lm-live [data-id='n-1-0']").focus()
    press(page, "Shift+ArrowRight")
    page.get_by_text("4 of 5 leaves").wait_for()
    assert text.input_value() == "[[3, 5, 2],  [1.0, 9]]"
    page.wait_for_function(
        """() => { for (const each of document.querySelectorAll("*")) { const inner = each.shadowRoot && [...each.shadowRoot.querySelectorAll("*")].find(
        (part) => part.shadowRoot); if (inner && inner.shadowRoot.activeElement) return inner.shadowRoot.activeElement.dataset.id === "n-1-1"; } }"""
    )
    start = page.locator(".lm-live [data-id='n-0']").bounding_box()
    end = page.locator(".lm-live [data-id='n-1']").bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + 8)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2 + 3, end["y"] + 8, steps=5)
    page.mouse.up()
    page.wait_for_function(
        "text => text.value === '[[1.0, 9],  [3, 5, 2]]'", arg=text.element_handle()
    )


LINES = "A | one()\\nB | two()\\nC | three()"
STEPS = 'steps = {\n    "First": "",\n    "Then": "B",\n}'


def test_lines_that_are_dragged_write_their_letters_into_the_next_cell(lab: Lab) -> None:
    code = f'from minimax_lessons.player.guessing import order_lines\norder_lines("{LINES}", ["First", "Then"])'
    lab.write("lines.ipynb", code, STEPS)
    page = lab.open("lines.ipynb")
    lab.run(page, 0)
    goals = page.locator(".goal")
    # what has been written there by hand stands in its place
    goals.nth(1).locator("[data-line=B]").wait_for()
    assert page.locator(".question button").count() == 0
    page.locator("[data-line=C]").focus()
    press(page, "Shift+ArrowUp", "Shift+ArrowUp", "Shift+ArrowUp")
    page.wait_for_function(
        "steps => jupyterapp.shell.currentWidget.content.widgets[1].model.sharedModel.getSource() === steps",
        arg=STEPS.replace('""', '"C"'),
    )


def test_an_editor_whose_kernel_has_started_anew_says_so_and_loses_nothing(lab: Lab) -> None:
    code = f"{IMPORTS}\nfrom minimax_lessons.player.editor import edit\nedit()"
    page = opened(lab, "edit-anew.ipynb", code)
    page.evaluate(f"() => {KERNEL}.restart()")
    page.locator(".outcome", has_text="Run the cell again.").wait_for()
    page.get_by_label("The tree as nested lists").fill("[[3, 4], 5]")
    page.get_by_role("button", name="Random tree").click()
    assert page.locator(".outcome").inner_text().endswith("Run the cell again.")
    assert page.get_by_label("The tree as nested lists").input_value() == "[[3, 4], 5]"
    assert page.locator(".lm-live .scroller > svg").is_visible()


def test_what_was_run_and_saved_is_alive_when_reopened(lab: Lab) -> None:
    page = opened(
        lab,
        "kept.ipynb",
        IMPORTS,
        "animate(alphabeta, VIDEO_TREE)",
        "compare(minimax, alphabeta, TOY_TREE)",
    )
    page.locator(".player").nth(1).wait_for()
    page.evaluate("() => jupyterapp.commands.execute('docmanager:save')")
    kept = (lab.folder / "kept.ipynb").read_text(encoding="utf-8")
    assert "data-lm-code" in kept
    assert "widget-view" not in kept
    page.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    page.context.close()
    page = lab.open("kept.ipynb")
    page.locator(".player").nth(1).wait_for()
    page.locator(".player").first.focus()
    press(page, "ArrowRight")
    assert page.locator(".place").all_inner_texts() == ["1 / 34", "0 / 23"]
    assert "model not found" not in page.locator(".jp-Notebook").inner_text()


TO_ITS_TOP = """(root) => { const { host } = root.getRootNode(); host.scrollIntoView({ block: "start" });
    return [root.getBoundingClientRect().height, host.closest(".jp-WindowedPanel-outer").clientHeight]; }"""


@pytest.mark.parametrize(
    ("width", "height"), some([(1366, 768), (1280, 720), (1920, 1080)], every=3)
)
def test_each_kind_of_player_is_whole_on_the_screen_at_every_step(
    lab: Lab, width: int, height: int
) -> None:
    cells = [f"{IMPORTS}\nanimate(alphabeta, VIDEO_TREE)", "animate(alphabeta, VIDEO_TREE_DEEP)"]
    cells += ["compare(minimax, alphabeta, VIDEO_TREE)", "predict(alphabeta, VIDEO_TREE)"]
    page = opened(lab, "whole.ipynb", *cells, width=width, height=height)
    for browser_shown in (True, False):
        for number in range(len(cells)):
            player = output(page, number).locator(".player")
            player.scroll_into_view_if_needed()
            player.evaluate(TO_ITS_TOP)
            page.evaluate(FITTED)
            player.press("Home")
            assert player.evaluate(WHOLE) == [], (number, browser_shown)
            assert player.evaluate(SMALL_TEXT) == []
        page.evaluate("() => jupyterapp.commands.execute('application:toggle-left-area')")


ALIVE_IN = """area => { const all = [...area.querySelectorAll("[data-lm-player]")];
    return all.length && all.every(({ shadowRoot }) => shadowRoot?.childElementCount); }"""


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_every_player_of_a_trusted_lesson_is_whole_on_a_laptop_s_screen(
    lab: Lab, lesson: Path
) -> None:
    path = lab.folder / lesson.name
    path.write_text(lesson.read_text(encoding="utf-8"), encoding="utf-8")
    notary = NotebookNotary(data_dir=lab.environment["JUPYTER_DATA_DIR"])
    notebook = nbformat.read(path, as_version=4)
    notary.sign(notebook)
    page = lab.open(lesson.name, width=1366, height=768)
    page.wait_for_function(
        "count => jupyterapp.shell.currentWidget.content.widgets.length === count",
        arg=len(notebook.cells),
    )
    places = [
        at for at, cell in enumerate(notebook.cells) if "data-lm-player" in str(cell.get("outputs"))
    ]
    assert places
    for place in places:
        page.evaluate(
            "at => jupyterapp.shell.currentWidget.content.scrollToItem(at, 'start')", place
        )
        area = output(page, place)
        page.wait_for_function(ALIVE_IN, arg=area.element_handle())
        for player in area.locator("[data-lm-player] .player:visible").all():
            height, room = player.evaluate(TO_ITS_TOP)
            assert height <= room, f"cell {place}: {height} of {room} px"


def saved_outputs(code: str) -> list[dict[str, Any]]:
    """Return what a notebook keeps of a cell."""
    script = f"import json\n{IMPORTS}\nprint(json.dumps(({code})._repr_mimebundle_()))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    return [
        {
            "output_type": "execute_result",
            "execution_count": 1,
            "metadata": {},
            "data": json.loads(done.stdout),
        }
    ]


def test_an_untrusted_notebook_shows_a_picture_and_says_how_to_bring_it_to_life(lab: Lab) -> None:
    code = "animate(alphabeta, VIDEO_TREE)"
    lab.write("stranger.ipynb", f"{IMPORTS}\n{code}", outputs=[saved_outputs(code)])
    page = lab.open("stranger.ipynb")
    image = page.locator(".jp-OutputArea img")
    image.wait_for()
    assert image.bounding_box()["width"] > 200
    assert page.get_by_text("Run this cell to play it").is_visible()
    assert page.locator(".player").count() == 0
    lab.run(page)
    page.locator(".player").wait_for()
    assert page.get_by_text("Run this cell to play it").is_hidden()


def test_a_cell_run_again_keeps_nothing_of_the_run_before(lab: Lab) -> None:
    page = opened(lab, "again.ipynb", f"{IMPORTS}\nanimate(alphabeta, VIDEO_TREE)")
    page.locator(".player").wait_for()
    page.evaluate(
        "() => { window.before = new WeakRef(document.querySelector('[data-lm-player]')); }"
    )
    programs = page.evaluate("() => Object.keys(window.minimaxLessons).length")
    lab.run(page, 0)
    page.wait_for_function(
        "() => document.querySelector('[data-lm-player]')?.shadowRoot && !window.before.deref()?.isConnected"
    )
    devtools = page.context.new_cdp_session(page)
    for _ in range(50):
        devtools.send("HeapProfiler.collectGarbage")
        if page.evaluate("() => window.before.deref() === undefined"):
            break
    assert page.evaluate("() => window.before.deref() === undefined")
    # none runs twice
    assert page.evaluate("() => Object.keys(window.minimaxLessons).length") == programs


def test_an_exported_notebook_plays_offline(lab: Lab, tmp_path: Path) -> None:
    code = "animate(alphabeta, VIDEO_TREE)"
    path = lab.write("export.ipynb", f"{IMPORTS}\n{code}", outputs=[saved_outputs(code)])
    command = [
        sys.executable,
        "-m",
        "nbconvert",
        "--to",
        "html",
        "--output",
        str(tmp_path / "out"),
        str(path),
    ]
    subprocess.run(command, check=True, capture_output=True, env=lab.environment)
    context = lab.browser.new_context(offline=True)
    page = context.new_page()
    page.goto((tmp_path / "out.html").as_uri())
    page.locator(".player").wait_for()
    page.locator(".player").focus()
    press(page, "ArrowRight")
    assert page.locator(".place").inner_text() == "1 / 34"
    context.close()


# The cards of a check

REFUSED = """from math import inf
from minimax_lessons import *
def mine(position, depth, alpha, beta, maximizing_player):
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf if maximizing_player else inf
    for child in position.children():
        value = mine(child, depth - 1, alpha, beta, not maximizing_player)
        best = max(best, value) if maximizing_player else min(best, value)
        alpha = max(alpha, best) if maximizing_player else alpha
        beta = beta if maximizing_player else min(beta, best)
        if beta < alpha:
            break
    return best
check("3.1", mine)"""
ACCEPTED = 'check("3.1", alphabeta)'
PLAIN = 'check("2.5", lambda position, depth: 0)'


def test_a_verdict_is_a_card_to_read_in_any_theme_and_a_refusal_one_to_watch(lab: Lab) -> None:
    lab.write("card.ipynb", REFUSED, ACCEPTED, PLAIN)
    page = lab.open("card.ipynb", width=1366, height=768)
    page.wait_for_function(READY)
    for number in range(3):
        page.evaluate(
            f"() => {{ jupyterapp.shell.currentWidget.content.activeCellIndex = {number}; }}"
        )
        page.evaluate("() => { jupyterapp.commands.execute('notebook:run-cell'); }")
        card = output(page, number).locator(".lm-card")
        card.wait_for()
        assert card.count() == 1
        output(page, number).evaluate(
            "(area, number) => area.setAttribute('data-cell', number)", str(number)
        )
    for theme in THEMES:
        lab.dress(page, theme)
        for number in range(3):
            output(page, number).scroll_into_view_if_needed()
            shoot(page, f"{theme}-{number}".replace(" ", "-"))
            assert violations(page, f"[data-cell='{number}'] .lm-card") == []
    refused = output(page, 0)
    assert refused.locator(".lm-card").get_attribute("data-verdict") == "wrong"
    assert "if beta < alpha:" in refused.locator("pre code").first.inner_text()
    # the card alone, and no error that would end Run All
    assert refused.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    assert output(page, 1).locator(".lm-card").get_attribute("data-verdict") == "right"
    player = refused.locator(".player")
    place = player.locator(".place").inner_text()
    assert not place.startswith("0 /")  # it stands where the two searches first differ
    cut = "scrollers => scrollers.filter(each => each.scrollHeight > each.clientHeight + 1).length"
    # both trees are whole, above their code
    assert player.locator(".scroller").evaluate_all(cut) == 0
    player.focus()
    page.keyboard.press("ArrowLeft")
    assert player.locator(".place").inner_text() != place


@pytest.mark.browser
def test_still_and_picture_of_a_question_take_the_theme(lab: Lab) -> None:
    shown = "from minimax_lessons import guess, tree\ntoy = tree([[1, 2], [3]])"
    asked = 'guess("Which is the smallest leaf?", 1, on=toy)'
    page = opened(lab, "themes.ipynb", f"{shown}\ntoy", asked)
    still = page.locator(".jp-OutputArea-output img")
    leaf = page.locator(".exhibit .leaf > :is(path, polygon)").first
    of = "element => getComputedStyle(element)"
    for theme, twin, colours in [(THEMES[1], 1, palette("dark")), (THEMES[0], 0, palette("light"))]:
        lab.dress(page, theme)
        assert still.evaluate(f"{of}.filter") == f"invert({twin}) hue-rotate({180 * twin}deg)"
        assert leaf.evaluate(f"{of}.fill") == rgb(colours["leaf-fill"])


def rgb(colour: str) -> str:
    """Return a colour as a browser says it."""
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


def shoot(page: Any, name: str) -> None:
    """Keep a picture for somebody to look at, if they asked for one."""
    folder = os.environ.get("MINIMAX_LESSONS_SHOTS")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png")


# Lessons

# lessons 10 to 12 compute for long and show what others show: nbval runs them, and so does the site
IN_THE_LIGHT = [(path, "JupyterLab Light") for path in LESSONS[:10]]
# these two hold every kind of picture
IN_THE_DARK = [(path, "JupyterLab Dark") for path in LESSONS[3:5]]


@pytest.mark.browser
@pytest.mark.parametrize(
    ("path", "theme"),
    some(IN_THE_DARK + IN_THE_LIGHT, every=20),  # nbval runs the others each time, out of sight
    ids=lambda each: each.stem if isinstance(each, Path) else each[-5:],
)
def test_it_shows_stills_runs_in_jupyterlab_and_everything_is_to_be_seen(
    lab: Lab, path: Path, theme: str
) -> None:
    (lab.folder / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    # so high that JupyterLab lays out every cell
    page = lab.open(path.name, theme=theme, height=9_000)
    stills = sum("<img" in still for cell in code(path) for still in stills_of(cell))
    page.wait_for_function(DRAWN, arg=stills)
    lab.run(page)
    results = page.evaluate(RESULTS)
    for cell, outputs in zip(code(path), results, strict=True):
        # which are not kept
        lasting = [output for output in outputs if set(output.get("data", ())) != WIDGET]
        assert [plain(output) for output in lasting] == [
            plain(output) for output in cell.outputs
        ], cell.id
    for cell in filter(is_shown, code(path)):
        widget = page.locator(f"[data-cell='{cell.id}'] .jp-OutputArea-output").last
        page.evaluate(MARK, cell.id)
        kinds = (".player", ".guess", ".editor", ".lm-path", "img", "svg")
        seen = widget.locator(", ".join(f"{kind}:visible" for kind in kinds)).first
        seen.wait_for()
        box = seen.bounding_box()
        question = widget.locator(".guess:visible").count() > 0
        assert box["width"] > 200, cell.id
        assert box["height"] > (60 if question else 150), cell.id


def stills_of(cell: Any) -> list[str]:
    return ["".join(output.get("data", {}).get("text/html", "")) for output in cell.outputs]


DRAWN = """count => [...document.querySelectorAll(".jp-OutputArea-output img")]
    .filter(image => image.complete && image.naturalWidth > 100).length >= count"""
WIDGET = {"application/vnd.jupyter.widget-view+json"}
RESULTS = """() => jupyterapp.shell.currentWidget.content.widgets
    .filter(({ model }) => model.type === "code").map(({ model }) => model.outputs.toJSON())"""
MARK = """id => { for (const { model, node } of jupyterapp.shell.currentWidget.content.widgets)
    if (model.id === id) node.dataset.cell = id; }"""


def plain(output: Any) -> str:
    said = output.get("data", {}).get("text/plain", output.get("text", ""))
    return "".join(said).strip()
