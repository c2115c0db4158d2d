"""The cost of a visit to the site: it is built, served, and opened in a browser."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter
from typing import Any

from minimax_lessons.course import site
from minimax_lessons.setup_env import chromium

__all__ = ["figures"]

MEGABYTE = 1_000_000
LONG = 300_000  # milliseconds: for a machine that has other things to do
LESSON = "03_alpha_beta"
SESSION = "globalThis.jupyterapp?.shell.currentWidget?.sessionContext?.session"
IDLE = f"() => {SESSION}?.kernel?.status === 'idle'"
STILL = """() => [...document.querySelectorAll(
        ".jp-OutputArea-output :is(img, svg, [data-lm-player])")]
    .some((shown) => shown.getClientRects().length)"""
SAID = """async (code) => {
    let said = "";
    const { session } = jupyterapp.shell.currentWidget.sessionContext;
    const asked = session.kernel.requestExecute({ code });
    asked.onIOPub = ({ content }) => { said += content.text ?? ""; };
    await asked.done;
    return said;
}"""
PLAYER = (
    "from minimax_lessons import VIDEO_TREE, alphabeta, animate\nanimate(alphabeta, VIDEO_TREE)"
)
RUN = """(code) => {
    const notebook = jupyterapp.shell.currentWidget.content;
    notebook.activeCellIndex = notebook.widgets.findIndex(({ model }) => model.type === "code");
    notebook.activeCell.model.sharedModel.setSource(code);
    jupyterapp.commands.execute("notebook:run-cell");
}"""
LIVE = """() => [...jupyterapp.shell.currentWidget.content.activeCell.node
        .querySelectorAll("[data-lm-player]")]
    .some((place) => place.shadowRoot?.querySelector(".player"))"""
ENGINE = """from minimax_lessons import draughts as d
print(d.Engine().search(d.start(), seconds=3).nodes_per_second)"""


class Counting(SimpleHTTPRequestHandler):
    """Serves files, and counts their bytes."""

    protocol_version = "HTTP/1.1"
    sent = 0

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file."""
        Counting.sent += Path(source.name).stat().st_size
        super().copyfile(source, outputfile)


@cache
def figures() -> dict[str, float]:
    """Return the measurements by the names of the rows of ``bench``."""
    with TemporaryDirectory() as home:
        folder, began = Path(home) / "course", perf_counter()
        site.write(folder)
        measured = {"build": perf_counter() - began, "packed": _packed(folder)}
        settings = folder / "lite" / "jupyter-lite.json"
        saved_settings = json.loads(settings.read_text(encoding="utf-8"))
        saved_settings["jupyter-config-data"]["exposeAppInBrowser"] = True
        settings.write_text(json.dumps(saved_settings), encoding="utf-8")
        with _visitor(folder) as (page, address):
            return measured | _visited(page, address)


def _packed(folder: Path) -> float:
    """Return the size of the site in megabytes when a server compresses its files."""
    return (
        sum(
            len(gzip.compress(path.read_bytes(), 5)) for path in folder.rglob("*") if path.is_file()
        )
        / MEGABYTE
    )


@contextmanager
def _visitor(folder: Path) -> Iterator[tuple[Any, str]]:
    """Yield a page of a browser that knows nothing yet, and the address of the site."""
    from playwright.sync_api import sync_playwright

    program = chromium()
    if program is None:
        raise ImportError(name="a Chromium")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Counting, directory=str(folder.parent)))
    Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        # it keeps what it has loaded, as a reader's does
        browser = playwright.chromium.launch_persistent_context(
            folder.parent / "profile",
            executable_path=program,
            args=["--no-sandbox"],
            viewport={"width": 1366, "height": 768},
        )
        browser.set_default_timeout(LONG)
        yield browser.pages[0], f"http://127.0.0.1:{server.server_address[1]}/{folder.name}"
        browser.close()
    server.shutdown()


def _visited(page: Any, address: str) -> dict[str, float]:
    measured: dict[str, float] = {}
    places = {sheet.path: sheet.live for sheet in site.sheets()}
    Counting.sent, began = 0, perf_counter()
    page.goto(f"{address}/{LESSON}.html")
    page.locator("[data-lm-player] .player").first.wait_for()
    measured |= {"page": perf_counter() - began, "visit": Counting.sent / MEGABYTE}
    for name, lesson in (("first", LESSON), ("second", "04_move_order")):
        Counting.sent, began = 0, perf_counter()
        page.goto(f"{address}/lite/lab/index.html?path={places[lesson]}")
        page.wait_for_function(STILL)
        measured[f"{name} stills"] = perf_counter() - began
        page.wait_for_function(IDLE)
        measured |= {
            f"{name} idle": perf_counter() - began,
            f"{name} bytes": Counting.sent / MEGABYTE,
        }
    began = perf_counter()
    page.evaluate(RUN, PLAYER)
    page.wait_for_function(LIVE)
    measured["player"] = perf_counter() - began
    measured["engine"] = float(page.evaluate(SAID, ENGINE))
    return measured
