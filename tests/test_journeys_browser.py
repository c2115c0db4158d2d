"""Journeys in a real browser: a learner, a lecturer and a reader of the site, each in the places that README names."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import nbformat
import pytest
from browser_fixtures import PATIENCE, READY, RUN_ONE, Lab, OpenPage, Watch, first_page
from clones import Clone, copy_of_the_project
from filled_sheets import solved, wrong
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from test_browser import press
from test_site_browser import ALIVE, SHOWN

from minimax_lessons.exercises.sheets import sheets
from minimax_lessons.exercises.tasks import TASKS

pytestmark = [pytest.mark.browser, pytest.mark.slow]
(SHEET,) = (sheet for sheet in sheets() if sheet.path.name.startswith("03_"))
EXERCISES = {exercise.name: exercise for exercise in SHEET.exercises}
CODE = """() => jupyterapp.shell.currentWidget.content.widgets.map(
    ({ model }) => ({ id: model.id, kind: model.type, source: model.sharedModel.source }))"""
# Until its file has been read, a notebook has one empty cell. JupyterLab may bring the notebook that it
# began with to the front once more; somebody at the keyboard clicks the other tab again.
SHOWS_CELLS = """([path, ids]) => {
    const { content, context } = jupyterapp.shell.currentWidget ?? {};
    if (context?.path !== path) {
        jupyterapp.commands.execute("docmanager:open", { path });
        return false;
    }
    return context.isReady && content.widgets.map(({ model }) => model.id).join() === ids.join();
}"""
PRINTED = """cell => jupyterapp.shell.currentWidget.content.widgets[cell].model.outputs.toJSON()
    .map(({ text, data }) => [text ?? data?.["text/plain"] ?? ""].flat().join("")).join("")"""
ACTIVATE = "cell => { jupyterapp.shell.currentWidget.content.activeCellIndex = cell; }"
TYPING_IN = """cell => document.activeElement?.closest(".cm-content")
    && jupyterapp.shell.currentWidget.content.widgets[cell].node.contains(document.activeElement)"""
HOLDS = """([cell, source]) =>
    jupyterapp.shell.currentWidget.content.widgets[cell].model.sharedModel.source === source"""
SAVE = "() => jupyterapp.commands.execute('docmanager:save')"


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Clone:
    clone = Clone(copy_of_the_project(tmp_path_factory.mktemp("clone") / "minimax-lessons"))
    home = tmp_path_factory.mktemp("home")
    clone.environment |= {"HOME": str(home), "JUPYTER_NO_CONFIG": ""}
    return clone


@pytest.fixture
def started(clone: Clone, browser: Any) -> Iterator[Callable[..., Lab]]:
    """Yield a function that runs `lab` in the clone, and opens what it tells; nothing may leave the machine."""
    processes, labs = [], []

    def start(*arguments: str) -> Lab:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        options = ("--no-browser", "--port", str(port), "--expose-app-in-browser")
        command = [sys.executable, "-m", "minimax_lessons", "lab", *arguments, *options]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
        process = subprocess.Popen(command, cwd=clone.folder, env=clone.environment, **quiet)
        processes.append(process)
        address = next(
            found[0]
            for line in process.stderr
            if (found := re.search(r"http://127\.0\.0\.1:\S+", line))
        )
        # or it would stop when the pipe is full
        Thread(target=process.stderr.read, daemon=True).start()
        first_page(address)
        parts = urlsplit(address)
        (token,) = parse_qs(parts.query)["token"]
        lab = Lab(
            clone.folder / "notebooks",
            f"http://{parts.netloc}",
            token,
            {},
            browser,
            Watch(parts.netloc),
        )
        labs.append(lab)
        look(lab, address)
        return lab

    yield start
    for lab in labs:
        lab.close()
        lab.page.context.close()
    for process in processes:
        process.terminate()
        process.communicate()
    assert not [trouble for lab in labs for trouble in lab.watch.troubles]


def look(lab: Lab, address: str) -> None:
    """Open an address of JupyterLab in a browser that has never seen it."""
    if lab.page is not None:
        lab.page.context.close()
    context = lab.browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    lab.watch.over(context)
    lab.page = context.new_page()
    lab.page.goto(address)
    lab.page.wait_for_function("() => window.jupyterapp?.shell?.currentWidget?.content?.widgets")
    lab.page.wait_for_function(READY)


def opened(lab: Lab, path: str) -> Any:
    """Return JupyterLab's page when it shows a notebook, beside those that are open already."""
    written = json.loads((lab.folder / path).read_text(encoding="utf-8"))["cells"]
    lab.page.wait_for_function(SHOWS_CELLS, arg=[path, [cell["id"] for cell in written]])
    lab.page.wait_for_function(READY)
    return lab.page


def cells(page: Any) -> dict[str, int]:
    """Return the places of the cells by their ids."""
    return {cell["id"]: number for number, cell in enumerate(page.evaluate(CODE))}


def type_into(page: Any, number: int, source: str) -> None:
    """Write a cell as somebody at the keyboard does, who replaces all that stands there."""
    page.evaluate(ACTIVATE, number)
    page.evaluate("() => jupyterapp.commands.execute('notebook:enter-edit-mode')")
    page.wait_for_function(TYPING_IN, arg=number)
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(source)
    page.wait_for_function(HOLDS, arg=[number, source])


def cell(page: Any, number: int) -> Any:
    return page.locator(
        f".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Cell[data-windowed-list-index='{number}']"
    )


def git(folder: Path, *arguments: str) -> str:
    """Return what git prints in a folder."""
    named = ("-c", "user.name=somebody", "-c", "user.email=somebody@example.org")
    command = ["git", "-C", str(folder), *named, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_a_lecturer_shows_all_answers_from_the_menu(started: Callable[..., Lab]) -> None:
    page = started().page
    page.locator(".treegame").wait_for()  # alive before any cell is run
    page.get_by_role("menuitem", name="View", exact=True).click()
    page.locator(".lm-Menu-itemLabel", has_text="Show All Answers").click()
    page.evaluate("() => jupyterapp.shell.currentWidget.content.scrollToItem(5)")
    page.get_by_text("The answer: 6.").wait_for()


def test_the_first_lesson_begins_with_a_game_that_is_alive_and_opening_it_changes_nothing(
    clone: Clone, started: Callable[..., Lab]
) -> None:
    git(clone.folder, "init", "--quiet")
    git(clone.folder, "add", "--all")
    git(clone.folder, "commit", "--quiet", "--message", "As handed out")
    lab = started()
    game = cell(lab.page, 1).locator(".treegame")
    game.locator('[data-id="n-1"]').click()  # no cell has been run
    lab.page.get_by_text("MIN took the 1, because MIN wants a small number.").wait_for()
    opened(lab, "03_alpha_beta.ipynb")
    for path in ("00_start_here.ipynb", "03_alpha_beta.ipynb"):
        page = opened(lab, path)
        # so that nobody is asked whether to save
        assert not page.evaluate("() => jupyterapp.shell.currentWidget.context.model.dirty")
        page.evaluate(SAVE)
        page.wait_for_function("() => !jupyterapp.shell.currentWidget.context.model.dirty")
    assert git(clone.folder, "status", "--porcelain") == ""


ANSWER = """source => {
    const { content } = jupyterapp.shell.currentWidget;
    content.activeCellIndex = content.widgets.findIndex(({ model }) => model.id === "e1-1-answer");
    content.activeCell.model.sharedModel.setSource(source);
}"""


def test_a_blank_sheet_runs_to_its_end_and_a_card_leads_on(
    clone: Clone, started: Callable[..., Lab]
) -> None:
    lab = started("exercises/01_minimax_on_a_small_tree.ipynb")
    page = opened(lab, "exercises/01_minimax_on_a_small_tree.ipynb")
    lab.run(page)  # an unsolved check is no error
    where = cells(page)
    card = cell(page, where["e1-1-check"]).locator(".lm-card")
    assert card.get_attribute("data-verdict") == "open"
    for source, verdict in (("worth = [4, 9, 5, 9]", "wrong"), ("worth = [4, 2, 5, 5]", "right")):
        page.evaluate(ANSWER, source)
        lab.run(page, where["e1-1-answer"], where["e1-1-check"])
        cell(page, where["e1-1-check"]).locator(f".lm-card[data-verdict={verdict}]").wait_for()
        if verdict == "wrong":
            before = len(where)
            for step in ("Hint 1", "Hint 2"):
                card.locator("summary", has_text=re.compile(f"^{step}")).click()
            card.get_by_text("A has the largest of these three values.").wait_for()
            assert len(cells(page)) == before  # a hint needs no cell
            assert card.get_by_text("Compare with our solution").count() == 0
    card.get_by_text("Compare with our solution").click()
    card.locator("pre", has_text="worth = [4, 2, 5, 5]").wait_for()
    page.set_viewport_size({"width": 1366, "height": 420})
    card.get_by_role("link", name="1.2 Which moves are played?").click()
    page.wait_for_function(
        """() => {
            const panel = document.querySelector(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-WindowedPanel-outer");
            const heading = [...panel.querySelectorAll("h2")].find((one) => one.textContent.startsWith("1.2"));
            return heading && heading.getBoundingClientRect().top - panel.getBoundingClientRect().top < 60;
        }"""
    )
    card.get_by_role("link", name="Open our solution").click()
    page.wait_for_function(SHOWN, arg="solutions/01_minimax_on_a_small_tree.ipynb")


def test_a_learner_writes_runs_saves_checks_and_comes_back(
    clone: Clone, started: Callable[..., Lab]
) -> None:
    lab = started()
    page = opened(lab, "exercises/03_alpha_beta.ipynb")
    at = cells(page)
    for fill, exercise in ((wrong, "3.02"), (solved, "3.1")):
        for id_, source in fill(SHEET, EXERCISES[exercise]).items():
            type_into(page, at[id_], source)
    for number, each in enumerate(page.evaluate(CODE)):
        if each["kind"] == "code":
            page.evaluate(RUN_ONE, number)
    expected = {name: {"3.02": "✗", "3.1": "✓"}.get(name, "○") for name in EXERCISES}

    for name, verdict in {"3.02": "wrong", "3.1": "right"}.items():
        card = cell(page, at[f"e{name.replace('.', '-')}-check"]).locator(".lm-card")
        card.wait_for()
        assert card.get_attribute("data-verdict") == verdict
    page.evaluate(ACTIVATE, at["end"])
    page.evaluate("() => jupyterapp.commands.execute('notebook:insert-cell-below')")
    type_into(page, at["end"] + 1, "check.all()")
    page.evaluate(RUN_ONE, at["end"] + 1)
    overview = page.evaluate(PRINTED, at["end"] + 1)
    assert {
        name: sign for sign, name in re.findall(r"^(\S) (3\.\d+) ", overview, re.MULTILINE)
    } == expected

    page.evaluate(SAVE)
    told = clone.verdicts("03")
    assert {name: sign for name, (sign, _) in told.items()} == expected
    assert told["3.02"][1]  # the reason
    signs = {name: sign for name, (sign, _) in clone.verdicts().items()}
    assert signs == dict.fromkeys(TASKS, "○") | expected
    tested = clone.run("test", "notebooks/exercises/03_alpha_beta.ipynb", "--color=no")
    failed = re.findall(r'^(?:\x1b\[0m)?check\("(3\.\d+)"', tested.stdout, re.MULTILINE)
    assert set(failed) == {name for name, sign in expected.items() if sign != "✓"}
    assert f"{len(set(failed))} failed" in tested.stdout

    page.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    look(lab, f"{lab.address}/lab/tree/exercises/03_alpha_beta.ipynb?token={lab.token}")
    page = lab.page
    written = {each["id"]: each["source"] for each in page.evaluate(CODE)}
    for fill, exercise in ((wrong, "3.02"), (solved, "3.1")):
        for id_, source in fill(SHEET, EXERCISES[exercise]).items():
            assert written[id_] == source
    card = cell(page, at["e3-02-check"]).locator(".lm-card")
    card.scroll_into_view_if_needed()
    player = card.locator(".player")
    before = player.locator(".place").inner_text()
    player.focus()
    press(page, "ArrowLeft")
    assert player.locator(".place").inner_text() != before


def test_a_lecturer_shows_slides_and_a_notebook_of_their_own(
    clone: Clone, started: Callable[..., Lab], open_page: OpenPage
) -> None:
    assert clone.run("slides", "03").returncode == 0
    plays_as_slides(open_page, clone.folder / "slides" / "03_alpha_beta.html")

    # beside it JupyterLab restores what was open before
    started("03").page.wait_for_function(SHOWN, arg="03_alpha_beta.ipynb")

    (mine := clone.folder.parent / "my").mkdir()
    words = new_markdown_cell("# My own")
    code = new_code_cell("from minimax_lessons import *\nanimate(alphabeta, VIDEO_TREE)")
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notes = new_notebook(cells=[words, code], metadata={"kernelspec": kernel})
    nbformat.write(notes, mine / "notes.ipynb")
    assert "no results to show" in clone.run("slides", "../my/notes.ipynb").stderr
    lab = started("../my/notes.ipynb")
    lab.page.wait_for_function(SHOWN, arg="notes.ipynb")
    lab.page.wait_for_function(READY)
    lab.page.evaluate(RUN_ONE, 1)
    player = cell(lab.page, 1).locator(".player")
    player.wait_for()
    lab.page.evaluate(SAVE)
    assert clone.run("slides", "../my/notes.ipynb", "--to", str(mine)).returncode == 0
    plays_as_slides(open_page, mine / "notes.html")


REVEALED = """() => [...document.querySelectorAll("main > section, main .part")].map(({ hidden }) => hidden).join()"""


def plays_as_slides(open_page: OpenPage, path: Path) -> None:
    """Turn the pages to the first player, and play it: the page is open without a network."""
    page = open_page(path.read_text(encoding="utf-8"))
    page.wait_for_function(ALIVE)
    player = page.locator("main > section [data-lm-player] .player:visible:has(.place)").first
    while not player.count():
        before = page.evaluate(REVEALED)
        press(page, "ArrowRight")
        assert page.evaluate(REVEALED) != before, "the last page"
    player.focus()
    press(page, "ArrowRight")
    assert player.locator(".place").inner_text().startswith("1 / ")
