"""The site in a real browser: its pages, and its notebooks, every cell of them, with the network shut."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import nbformat
import pytest
from browser_fixtures import PATIENCE, READY, ROOT, Watch, missing
from filled_sheets import blank, wrong
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from sampling import some
from test_browser import violations

from minimax_lessons import TOY_TREE, VIDEO_TREE, alphabeta, animate, compare, minimax, predict
from minimax_lessons.command_errors import CommandError
from minimax_lessons.course import live, site
from minimax_lessons.course.pages import SitePage, sheet_page, start_page
from minimax_lessons.exercises.sheets import sheets as blank_sheets

pytestmark = pytest.mark.browser
SLOW = 180_000  # milliseconds: a kernel that starts while all cores are busy
# all that a site is made of
SOURCES = ("minimax_lessons/**/*", "notebooks/**/*", "README.md", "pyproject.toml")
SHEETS = {sheet.path: sheet for sheet in site.sheets()}


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and lets a browser keep them for a while, as the code host does."""

    protocol_version = "HTTP/1.1"

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@dataclass
class Server:
    """A site that is served, and a browser that looks at it with one memory, as a reader's has."""

    folder: Path
    address: str
    browser: Any

    def open(self, path: str, watch: Watch, **options: Any) -> Any:
        context = self.browser.new_context(
            **{"viewport": {"width": 1366, "height": 768}, **options}
        )
        context.set_default_timeout(PATIENCE)
        watch.over(context)
        page = context.new_page()
        page.goto(f"{self.address}/{path}")
        return page


def served(folder: Path, browser: Any) -> Iterator[Server]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder.parent)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield Server(
        folder, f"http://127.0.0.1:{server.server_address[1]}/{folder.name}", browser
    )  # under a path of its own
    server.shutdown()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[Server]:
    """Yield the site without its live edition."""
    folder = tmp_path_factory.mktemp("pages") / "course"
    site.write(folder, with_live=False)
    sheet = every_kind()
    (folder / "every_kind.html").write_text(sheet_page(sheet, [sheet], live=False))
    yield from served(folder, browser)


def every_kind() -> SitePage:
    """Return a sheet with players of all kinds, two of one, as today's program draws them."""
    players = [
        animate(alphabeta, VIDEO_TREE),
        animate(minimax, VIDEO_TREE),
        compare(minimax, alphabeta, TOY_TREE),
    ]
    players += [predict(alphabeta, TOY_TREE), predict(alphabeta, TOY_TREE, ask="prune")]
    cells = [
        new_markdown_cell("# Every kind\n\nof player"),
        new_markdown_cell("## One after the other"),
    ]
    for player in players:
        shown = player._repr_mimebundle_()
        data = shown[0] if isinstance(shown, tuple) else shown
        cells.append(new_code_cell("player", outputs=[new_output("display_data", data=data)]))
    return SitePage("every_kind", new_notebook(cells=cells))


def built() -> Path:
    """Return the site of the clone as it stands, in which tests may give orders, built now unless it is there."""
    digest = sha256()
    for path in sorted(
        each
        for place in SOURCES
        for each in ROOT.glob(place)
        if each.is_file() and each.suffix != ".pyc"
    ):
        digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    folder = ROOT / ".pytest_cache" / "d" / f"site-{digest.hexdigest()[:16]}"
    if not folder.exists():
        for before in folder.parent.glob("site-*"):
            shutil.rmtree(before)
        site.write(folder)
        settings = folder / "lite" / "jupyter-lite.json"
        said = json.loads(settings.read_text())
        said["jupyter-config-data"]["exposeAppInBrowser"] = True
        settings.write_text(json.dumps(said))
    return folder


@pytest.fixture(scope="module")
def whole(browser: Any) -> Iterator[Server]:
    """Yield the whole site."""
    try:
        live.newer_python(), live.npm()
    except CommandError as lacking:
        missing(str(lacking))
    yield from served(built(), browser)


@pytest.fixture
def watch(request: pytest.FixtureRequest) -> Iterator[Watch]:
    """Yield what watches over a page: at the end nothing may have gone wrong, nor asked for anything elsewhere."""
    server = request.getfixturevalue("whole" if "whole" in request.fixturenames else "pages")
    watching = Watch(urlsplit(server.address).netloc, in_lab=False)
    yield watching
    assert not watching.troubles


# Pages


@pytest.mark.parametrize("width", [320, 768, 1366])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["index", "every_kind", "exercises/03_alpha_beta"])
@pytest.mark.slow
def test_axe_finds_nothing_on_a_page_and_nothing_hangs_over_its_edge(
    pages: Server, watch: Watch, path: str, scheme: str, width: int
) -> None:
    options = {
        "viewport": {"width": width, "height": 800},
        "color_scheme": scheme,
        "reduced_motion": "reduce",
    }
    page = pages.open(f"{path}.html", watch, bypass_csp=True, **options)
    for place in page.locator("[data-lm-player]:not([data-lm-kind=path])").all():
        place.locator(f".player[data-theme={scheme}]").wait_for()
    assert violations(page, "body") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("path", some(SHEETS, every=8))
def test_every_player_of_a_page_plays_to_its_end_by_keyboard(
    pages: Server, watch: Watch, path: str
) -> None:
    page = pages.open(f"{path}.html", watch, reduced_motion="reduce")
    page.wait_for_function(ALIVE)
    if page.locator("[data-lm-kind=guess]").count():
        # what guesses hold back, once one is alive
        page.keyboard.press("Alt+Shift+A")
    places = page.locator("[data-lm-kind=play], [data-lm-kind=compare], [data-lm-kind=ask]")
    for number in range(places.count()):
        place = places.nth(number)
        place.locator(".player").wait_for()
        slider = place.locator("input[type=range]").first
        if slider.is_visible():
            slider.focus()
            page.keyboard.press("End")
            asks = place.locator(".quiz").count() > 0  # then it stops at the next question
            assert asks or slider.input_value() == slider.get_attribute("max")


ALIVE = """() => [...document.querySelectorAll("[data-lm-player]")].every(
    ({ shadowRoot }) => shadowRoot?.childElementCount)"""


def test_a_page_leads_to_what_is_beside_it(pages: Server, watch: Watch) -> None:
    page = pages.open("03_alpha_beta.html", watch)
    for name, title in (
        ("Exercises", "Exercises 3"),
        ("The lesson", "3 · Alpha-beta"),
        ("Slides", "3 · Alpha-beta"),
    ):
        page.get_by_role("link", name=name, exact=True).click()
        page.wait_for_function("title => document.title.startsWith(title)", arg=title)


@pytest.mark.parametrize("lacks", ["WebAssembly", "Navigator.prototype.serviceWorker"])
def test_a_browser_that_cannot_run_notebooks_is_told_so_and_gets_the_page(
    pages: Server, lacks: str
) -> None:
    sheet = every_kind()
    (pages.folder / "every_live_kind.html").write_text(sheet_page(sheet, [sheet], live=True))
    page = pages.browser.new_page()
    page.add_init_script(f"delete window.{lacks}")
    page.goto(f"{pages.address}/every_live_kind.html")
    assert "cannot run notebooks" in page.locator(".note").inner_text()
    assert page.get_by_role("link", name="Run this lesson").count() == 0
    assert page.get_by_text("open the notebook").count() == 0
    page.locator("[data-lm-player] .player").first.wait_for()
    page.close()


def test_a_live_notebook_is_opened_with_what_the_last_build_wrote(
    tmp_path: Path, browser: Any
) -> None:
    sheet, listing = every_kind(), tmp_path / "course" / "lite" / "api" / "contents" / "all.json"
    listing.parent.mkdir(parents=True)
    (tmp_path / "course" / "lite" / "lab").mkdir()
    (tmp_path / "course" / "lite" / "lab" / "index.html").write_text(LISTING)
    (tmp_path / "course" / "course.js").write_bytes(
        (ROOT / "minimax_lessons" / "static" / "course.js").read_bytes()
    )
    (tmp_path / "course" / "page.html").write_text(sheet_page(sheet, [sheet], live=True))
    for server in served(tmp_path / "course", browser):
        # nobody watches over it: who does so keeps it from keeping anything
        page = browser.new_context().new_page()
        for day, build in enumerate(("first", "second")):
            listing.write_text(build)
            os.utime(listing, (day * 86_400, day * 86_400))
            page.goto(f"{server.address}/page.html")
            page.get_by_role("link", name="Run this lesson").first.click()
            page.get_by_text(f"The {build} build").wait_for()
        page.context.close()


def test_a_sheet_that_is_brought_along_lies_with_the_exercises_and_not_with_the_lesson(
    pages: Server, tmp_path: Path
) -> None:
    name = "03_alpha_beta"
    sheets = [SHEETS[name], SHEETS[f"exercises/{name}"]]
    (pages.folder / "work.html").write_text(start_page("", sheets, "", live=True))
    for sheet in sheets:
        (pages.folder / f"{sheet.path}-live.html").write_text(sheet_page(sheet, sheets, live=True))
    mine = tmp_path / f"{name}.ipynb"  # as it is called in a clone
    mine.write_text(blank(mine.name), encoding="utf-8")
    # nobody watches over it: who does so keeps it from keeping anything
    page = pages.browser.new_context().new_page()
    page.goto(f"{pages.address}/work.html")
    page.get_by_text("Bring my work").wait_for()  # shown once files are listened to
    page.get_by_label("Bring my work").set_input_files(mine)
    page.get_by_role("link", name=f"exercises/{name}.ipynb", exact=True).wait_for()
    page.goto(f"{pages.address}/exercises/{name}-live.html")
    page.get_by_role("link", name=f"{name}.ipynb", exact=True).wait_for()
    page.goto(f"{pages.address}/{name}-live.html")
    page.wait_for_function("() => indexedDB.databases().then((all) => all.length)")
    assert page.get_by_text("You have changed this notebook").count() == 0
    page.context.close()


LISTING = """<!DOCTYPE html><p></p><script>
fetch("../api/contents/all.json").then((answer) => answer.text()).then((said) => {
    document.querySelector("p").textContent = `The ${said} build`;
});
</script>"""

# The live edition


def words(outputs: list[dict[str, Any]]) -> str:
    """Return the text that a cell prints and shows, one below the other: errors by name, and nothing of a widget."""
    found = []
    for output in outputs:
        text = (
            output.get("text")
            or output.get("data", {}).get("text/plain")
            or output.get("ename", "")
        )
        found.append("".join(text).removesuffix("\n"))
    text = "\n".join(filter(None, found))
    # as fast as the browser is
    return re.sub(r"(?<=tree of up to )(three|four|five)(?= leaves)", "some", text)


def opened(whole: Server, watch: Watch, path: str, app: str = "lab", **options: Any) -> Any:
    page = whole.open(f"lite/{app}/index.html?path={path}", watch, **options)
    page.set_default_timeout(SLOW)
    page.wait_for_function(SHOWN, arg=path)
    return page


class Desk:
    """One page of the live edition, whose one kernel runs notebook after notebook: to start it takes the longest."""

    def __init__(self, whole: Server, first: str) -> None:
        self.watch = Watch(urlsplit(whole.address).netloc, in_lab=False)
        self.page = opened(whole, self.watch, first)
        self.page.wait_for_function(READY)

    def open(self, path: str) -> Any:
        """Return the page with only this notebook in it, and a kernel that knows nothing of those before."""
        self.page.evaluate(OPEN, path)
        self.page.wait_for_function(SHOWN, arg=path)
        self.page.evaluate(FORGET, str(Path(path).parent))
        return self.page


@pytest.fixture(scope="module")
def desk_once(whole: Server) -> Iterator[Desk]:
    desk = Desk(whole, next(iter(SHEETS.values())).live)
    yield desk
    desk.page.context.close()


# JupyterLab looks for a widget's model with the notebook that began the kernel, which is closed on this page: a board
# is seen, and its console watched, on the page of its own that test_the_engine_answers_on_a_live_board opens.
ELSEWHERE = "widget model not found"


@pytest.fixture
def desk(desk_once: Desk) -> Iterator[Desk]:
    """Yield the page in which notebooks run; afterwards nothing may have gone wrong."""
    desk_once.watch.troubles.clear()
    yield desk_once
    assert not [trouble for trouble in desk_once.watch.troubles if ELSEWHERE not in trouble]


SHOWN = """path => {
    const context = window.jupyterapp?.shell?.currentWidget?.context;
    return context?.isReady && context.path === path;
}"""
OPEN = """async (path) => {
    const before = jupyterapp.shell.currentWidget;
    const { id } = before.sessionContext.session.kernel;
    if (before.context.path === path) return;
    await jupyterapp.commands.execute("docmanager:open", { path, factory: "Notebook", kernel: { id } });
    await jupyterapp.shell.currentWidget.sessionContext.ready;
    before.dispose();
}"""
FORGET = """folder => jupyterapp.shell.currentWidget.sessionContext.session.kernel.requestExecute({ code: `
import os, sys
for name in [name for name in sys.modules if name.partition(".")[0] == "minimax_lessons"]:
    del sys.modules[name]
os.chdir(os.path.join("/drive", "${folder}"))
get_ipython().reset()` }).done"""
RUN = """async ([number, source]) => {
    const notebook = jupyterapp.shell.currentWidget.content;
    notebook.activeCellIndex = number;
    notebook.deselectAll();
    const model = notebook.widgets[number].model;
    if (source !== null) model.sharedModel.setSource(source);
    await jupyterapp.commands.execute("notebook:run-cell");
    const plain = (data) => ({ "text/plain": data?.["text/plain"] });
    return model.outputs.toJSON().map(({ data, ...rest }) => ({ ...rest, data: plain(data) }));
}"""
FRAMES = """board => {
    window.thoughtful = 0;
    const draw = () => {
        if (board.querySelector(".thinking h3").textContent.includes("is thinking")) window.thoughtful += 1;
        requestAnimationFrame(draw);
    };
    draw();
}"""


def with_answers(sheet: SitePage) -> list[Any]:
    """Return the cells of a sheet as they are to be run: those of exercises with their solutions."""
    if not sheet.up:
        return list(sheet.notebook.cells)
    path = ROOT / "notebooks" / "solutions" / f"{Path(sheet.path).name}.ipynb"
    solved = {cell.id: cell for cell in nbformat.read(path, as_version=4).cells}
    return [solved[cell.id] for cell in sheet.notebook.cells]


def wrong_answers(sheet: SitePage) -> dict[str, dict[str, str]]:
    """Return a wrong answer to each exercise: the sources of its cells by their ids."""
    found = [each for each in blank_sheets() if f"exercises/{each.path.stem}" == sheet.path]
    return {one.name: wrong(each, one) for each in found for one in each.exercises}


def refused(page: Any, name: str, answer: dict[int, str], check: int) -> None:
    """Run the cells of an answer and its check, which says why the answer is wrong."""
    for number, source in answer.items():
        page.evaluate(RUN, [number, source])
    told = [
        line
        for output in page.evaluate(RUN, [check, None])
        for line in output.get("traceback", [words([output])])
    ]
    sign, *reasons = "\n".join(told).strip().splitlines()
    assert sign.startswith(f"✗ {name} ")
    assert reasons


# to build the live edition and to start its Python takes a minute before the first cell runs
@pytest.mark.slow
@pytest.mark.parametrize("path", SHEETS)
def test_every_cell_of_a_live_notebook_prints_what_is_saved_and_wrong_answers_are_refused(
    desk: Desk, path: str
) -> None:
    sheet = SHEETS[path]
    page, cells, mistakes = desk.open(sheet.live), with_answers(sheet), wrong_answers(sheet)
    places = {cell.id: number for number, cell in enumerate(cells)}
    code = [(number, cell) for number, cell in enumerate(cells) if cell.cell_type == "code"]
    for number, cell in code:
        checked = re.match(r'check\("([\d.]+)"', cell.source)
        if checked and checked[1] in mistakes:  # a lesson's own checks have no answers here
            mistake = {places[id_]: source for id_, source in mistakes[checked[1]].items()}
            refused(page, checked[1], mistake, number)
            for place in mistake:
                page.evaluate(RUN, [place, cells[place].source])
        outputs = page.evaluate(RUN, [number, cell.source])
        assert words(outputs) == words(cell.outputs), cell.source
    if mistakes:
        overview = words(page.evaluate(RUN, [number, "check.all()"])).splitlines()
        assert [line.split()[:2] for line in overview[:-1]] == [["✓", name] for name in mistakes]


@pytest.mark.slow
def test_an_exercise_done_wrongly_and_rightly_on_a_phone(whole: Server, watch: Watch) -> None:
    sheet, name = SHEETS["exercises/01_minimax_on_a_small_tree"], "1.1"
    page = opened(whole, watch, sheet.live, "notebooks", viewport={"width": 390, "height": 844})
    page.wait_for_function(READY)
    ((id_, mistake),) = wrong_answers(sheet)[name].items()
    for number, cell in enumerate(with_answers(sheet)):
        if cell.id == id_:
            answer = number
        if cell.cell_type == "code":
            outputs = page.evaluate(RUN, [number, cell.source])
            if f'check("{name}"' in cell.source:
                break
    assert words(outputs).startswith(f"✓ {name}")
    page.evaluate(RUN, [answer, mistake])
    told = words(page.evaluate(RUN, [number, None]))
    assert told.startswith(f"✗ {name}")
    assert not re.search(r"Traceback|site-packages|minimax_lessons/", told)
    page.context.close()


@pytest.mark.slow
def test_the_engine_answers_on_a_live_board_and_the_page_goes_on_while_it_thinks(
    whole: Server, watch: Watch
) -> None:
    sheet = SHEETS["11_play"]
    page = opened(whole, watch, sheet.live)
    page.wait_for_function(READY)
    numbered = [
        (number, cell.source)
        for number, cell in enumerate(sheet.notebook.cells)
        if cell.cell_type == "code"
    ]
    play = next(number for number, source in numbered if ".play(depth=4)" in source)
    for number, source in numbered[: numbered.index((play, sheet.notebook.cells[play].source)) + 1]:
        page.evaluate(RUN, [number, source.replace(".play(depth=4)", ".play(seconds=3)")])
    board = page.locator(".game").first
    board.evaluate(FRAMES)
    board.locator(".can, .must").first.click()
    board.locator(".goal").first.click()
    page.wait_for_function(
        "board => board.querySelectorAll('.move').length >= 2", arg=board.element_handle()
    )
    # Python has no threads there, but it has a thread of its own
    assert page.evaluate("thoughtful") > 1
    page.context.close()


@pytest.mark.slow
def test_a_saved_edit_and_a_changed_lesson_are_both_seen_and_can_be_taken_along(
    whole: Server, watch: Watch, tmp_path: Path
) -> None:
    sheet = SHEETS["00_start_here"]
    page = opened(whole, watch, sheet.live)
    page.evaluate("""async () => {
        const context = jupyterapp.shell.currentWidget.context;
        context.model.cells.get(0).sharedModel.setSource("My own edit");
        await context.save();
    }""")
    page.goto(f"{whole.address}/index.html")
    page.get_by_text("Your work").wait_for()
    with page.expect_download() as taken:
        page.get_by_role("button", name=f"Download {sheet.live}").click()
    # as a reader's copy of an earlier version is named
    before = tmp_path / "00_start_here-0000000.ipynb"
    taken.value.save_as(before)
    assert json.loads(before.read_text())["cells"][0]["source"] == "My own edit"
    page.get_by_label("Bring my work").set_input_files(before)
    page.get_by_role("link", name=before.name).wait_for()
    page.goto(f"{whole.address}/00_start_here.html")
    note = page.locator(".note")
    assert before.name in note.inner_text()
    assert sheet.live in note.inner_text()
    note.get_by_role("button", name="Fresh copy").click()
    page.wait_for_function(SHOWN, arg=sheet.live)
    first = "() => jupyterapp.shell.currentWidget.context.model.cells.get(0).sharedModel.source"
    assert page.evaluate(first) == sheet.notebook.cells[0].source
    page.goto(f"{whole.address}/lite/lab/index.html?path={before.name}")
    page.wait_for_function(SHOWN, arg=before.name)
    assert page.evaluate(first) == "My own edit"
    page.context.close()
