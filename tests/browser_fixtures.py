"""A real browser for tests: Chromium with the network shut, and a JupyterLab of its own."""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from minimax_lessons.setup_env import BROWSERS, chromium

ROOT = Path(__file__).resolve().parent.parent
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 60_000  # milliseconds: for a machine that has other things to do


def missing(what: str) -> None:
    """Skip the test, or fail it where the suite must run whole."""
    if os.environ.get("MINIMAX_LESSONS_REQUIRE_BROWSER") == "1":
        pytest.fail(f"{what}, and MINIMAX_LESSONS_REQUIRE_BROWSER=1 forbids to skip this test")
    pytest.skip(what)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Yield the system's Chromium."""
    program = chromium()
    if program is None:
        missing(
            f"no browser: none of {', '.join(BROWSERS)} is on the PATH (Debian: apt install chromium-headless-shell)"
        )
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("no Playwright for Python: pip install playwright")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield running
        running.close()


@dataclass
class Watch:
    """What must not happen on a page: a request that leaves the machine, an error, a message of the policy."""

    host: str = ""
    in_lab: bool = True  # where there is a host: JupyterLab itself reports what is none of ours
    troubles: list[str] = field(default_factory=list)

    @property
    def tells_all(self) -> bool:
        return not (self.host and self.in_lab)

    def over(self, context: Any) -> None:
        context.route("**/*", self.judge)
        context.on("weberror", lambda event: self.hear(event.error))
        context.on("console", self.listen)

    def judge(self, route: Any) -> None:
        address = urlsplit(route.request.url)
        if address.scheme in ("file", "data", "blob", "about") or address.netloc == self.host:
            route.continue_()
        else:
            self.troubles.append(f"request: {route.request.url}")
            route.abort()

    def hear(self, error: Any) -> None:
        # in JupyterLab our scripts are blobs; the rest is its own
        if self.tells_all or "blob:" in (error.stack or ""):
            self.troubles.append(f"error: {error}")

    def listen(self, message: Any) -> None:
        if message.type == "error" and self.tells_all:
            self.troubles.append(f"console: {message.text}")


OpenPage = Callable[..., Any]


@pytest.fixture
def open_page(browser: Any, tmp_path: Path) -> Iterator[OpenPage]:
    """Yield a function that opens HTML as a file, with the network shut; at the end nothing may have gone wrong."""
    contexts = []
    watches = []

    def open_it(html: str, *, width: int = 1280, height: int = 900, **options: Any) -> Any:
        path = tmp_path / f"page-{len(contexts)}.html"
        path.write_text(html, encoding="utf-8")
        options = {"reduced_motion": "reduce", "color_scheme": "light", **options}
        context = browser.new_context(
            viewport={"width": width, "height": height}, offline=True, **options
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        watches.append(Watch())
        watches[-1].over(context)
        page = context.new_page()
        page.goto(path.as_uri())
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert not [trouble for watch in watches for trouble in watch.troubles]


def axe_source() -> str:
    """Return axe-core's program."""
    try:
        import axe_playwright_python
    except ImportError:
        missing("no axe: pip install axe-playwright-python")
    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Any, of: str = "[data-lm-player]", rules: Sequence[str] = ()) -> list[str]:
    """Return what axe-core finds wrong in a part of the page, by all its rules or by some."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(f"() => {{ {axe_source()} }}")
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = page.evaluate("([of, options]) => axe.run(of, options)", [of, options])["violations"]
    return [
        f"{each['id']}: {node['html'][:150]} {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]


@dataclass
class Lab:
    """A running JupyterLab and a browser that looks at it."""

    folder: Path
    address: str
    token: str
    environment: dict[str, str]
    browser: Any
    watch: Watch
    page: Any = None

    def write(
        self, name: str, *cells: str, outputs: list[list[dict[str, Any]]] | None = None
    ) -> Path:
        """Return the path of a notebook written with these cells, and with their outputs if they have any."""
        outputs = outputs or [[] for _ in cells]
        notebook = {
            "cells": [
                {
                    "cell_type": "code",
                    "id": f"cell-{number}",
                    "metadata": {},
                    "execution_count": None,
                    "outputs": shown,
                    "source": source,
                }
                for number, (source, shown) in enumerate(zip(cells, outputs, strict=True))
            ],
            "metadata": {
                "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}
            },
            "nbformat": 4,
            "nbformat_minor": 5,
        }
        path = self.folder / name
        path.write_text(json.dumps(notebook), encoding="utf-8")
        return path

    def open(
        self, name: str, *, theme: str = "JupyterLab Light", width: int = 1280, height: int = 1000
    ) -> Any:
        """Return a page that shows a notebook, its kernel ready."""
        page = self._loaded()
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("path => { jupyterapp.commands.execute('docmanager:open', { path }); }", name)
        page.wait_for_selector(".jp-NotebookPanel .jp-Cell")
        self.dress(page, theme)
        return page

    def _loaded(self) -> Any:
        """Return JupyterLab's page: as it is, for it takes seconds to load, unless a test has closed it or left it."""
        if self.page is None or self.page.is_closed():
            context = self.browser.new_context(reduced_motion="reduce")
            context.set_default_timeout(PATIENCE)
            self.watch.over(context)
            self.page = context.new_page()
        if not self.page.url.startswith(self.address):
            self.page.goto(f"{self.address}/lab?reset&token={self.token}")
            self.page.wait_for_function("() => window.jupyterapp?.shell.currentWidget")
        return self.page

    def dress(self, page: Any, theme: str) -> None:
        """Give the page one of JupyterLab's themes."""
        page.evaluate(
            "theme => jupyterapp.commands.execute('apputils:change-theme', { theme })", theme
        )
        page.wait_for_function("theme => document.body.dataset.jpThemeName === theme", arg=theme)

    def run(self, page: Any, *cells: int) -> None:
        """Run some cells, or all, and wait for each; an error in a cell fails the test."""
        page.wait_for_function(READY)
        if not cells:
            page.evaluate("() => { jupyterapp.commands.execute('notebook:run-all-cells'); }")
            page.wait_for_function(FINISHED)
        for cell in cells:
            page.evaluate(RUN_ONE, cell)
        errors = page.evaluate(ERRORS)
        assert not errors, errors

    def close(self) -> None:
        """Close every notebook and end every kernel: one that goes on takes memory from all tests to come."""
        if (
            self.page is not None
            and not self.page.is_closed()
            and self.page.url.startswith(self.address)
        ):
            self.page.evaluate(CLOSE_ALL)
        for session in json.loads(self._ask("GET", "sessions")):
            with suppress(HTTPError):  # a page that was being opened may have ended it
                self._ask("DELETE", f"sessions/{session['id']}")

    def _ask(self, method: str, what: str) -> bytes:
        asked = Request(
            f"{self.address}/api/{what}",
            method=method,
            headers={"Authorization": f"token {self.token}"},
        )
        with urlopen(asked) as answer:
            told: bytes = answer.read()
        return told


CLOSE_ALL = """() => {
    for (const each of [...jupyterapp.shell.widgets("main")]) {
        if (each.context) each.context.model.dirty = false;  // or it would ask whether to save
        each.close();
    }
}"""
READY = "() => jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
RUN_ONE = """async (cell) => {
    jupyterapp.shell.currentWidget.content.activeCellIndex = cell;
    await jupyterapp.commands.execute("notebook:run-cell");
}"""
FINISHED = """() => {
    const cells = jupyterapp.shell.currentWidget.content.widgets.map(({ model }) => model).filter(({ type }) => type === "code");
    const broke = (model) => model.outputs.toJSON().some(({ output_type }) => output_type === "error");
    return cells.some(broke) || cells.every((model) => model.executionCount && model.executionState === "idle");
}"""
ERRORS = """() => jupyterapp.shell.currentWidget.content.widgets.flatMap(
    ({ model }) => model.type === "code" ? model.outputs.toJSON().filter(({ output_type }) => output_type === "error")
        .map(({ ename, evalue }) => `${ename}: ${evalue}`) : [])"""


def first_page(address: str) -> str:
    """Return the page at the address; JupyterLab tells it a moment before it listens there."""
    deadline = time.monotonic() + 120
    while True:
        try:
            with urlopen(address, timeout=120) as page:
                return str(page.read().decode())
        except HTTPError:
            raise
        except URLError:
            if time.monotonic() > deadline:
                raise


@dataclass
class LabServer:
    """A JupyterLab that knows nothing of the user's settings, in folders of its own."""

    home: Path
    token: str = field(default_factory=lambda: secrets.token_hex(16))
    process: Any = None
    printed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.folder = self.home / "notebooks"
        self.folder.mkdir()
        settings = self.home / "jupyterlab_settings_dir" / "@jupyterlab" / "apputils-extension"
        settings.mkdir(parents=True)
        no_news = '{"fetchNews": "false", "checkForUpdates": false}'  # or it would ask about news
        (settings / "notification.jupyterlab-settings").write_text(no_news)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.environment = {
            **os.environ,
            **{place: str(self.home / place.lower()) for place in LAB_FOLDERS},
            "JUPYTER_NO_CONFIG": "",
            "MINIMAX_LESSONS_RECORD": str(self.home / "progress.json"),
        }

    def ensure_running(self) -> None:
        """Start the server, also again: what has ended it must not fail the tests that come later."""
        if self.process is not None and self.process.poll() is None:
            return
        if self.process is not None:
            last_lines = "".join(self.printed[-20:])
            warnings.warn(
                f"JupyterLab ended with {self.process.returncode} between two tests:\n{last_lines}",
                stacklevel=2,
            )
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
        command += ["--expose-app-in-browser", f"--port={self.port}", "--ServerApp.port_retries=0"]
        command += [f"--IdentityProvider.token={self.token}", "--LabApp.news_url=None"]
        command += [f"--ServerApp.root_dir={self.folder}"]
        command += ["--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
        self.process = subprocess.Popen(
            command,
            env=self.environment,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,  # a signal that is meant for the tests must not end the server
        )
        for line in self.process.stdout:
            self.printed.append(line)
            if "is running at" in line:
                break
        else:
            pytest.fail(f"JupyterLab did not start:\n{''.join(self.printed)}")
        # Somebody has to read on, or the server would stop when the pipe is full.
        Thread(target=self.printed.extend, args=(self.process.stdout,), daemon=True).start()
        first_page(f"{self.address}/api")

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(30)


LAB_FOLDERS = (
    "JUPYTER_CONFIG_DIR",
    "JUPYTER_DATA_DIR",
    "JUPYTER_RUNTIME_DIR",
    "JUPYTERLAB_SETTINGS_DIR",
    "JUPYTERLAB_WORKSPACES_DIR",
    "IPYTHONDIR",
)


@pytest.fixture(scope="session")
def lab_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabServer]:
    """Yield a running JupyterLab."""
    pytest.importorskip("jupyterlab")
    server = LabServer(tmp_path_factory.mktemp("lab"))
    server.ensure_running()
    yield server
    server.end()


@pytest.fixture(scope="session")
def lab_once(browser: Any, lab_server: LabServer) -> Lab:
    server = lab_server
    watch = Watch(urlsplit(server.address).netloc)
    return Lab(server.folder, server.address, server.token, server.environment, browser, watch)


@pytest.fixture
def lab(lab_server: LabServer, lab_once: Lab) -> Iterator[Lab]:
    """Yield JupyterLab; afterwards its pages and kernels are closed, and no request may have left the machine."""
    lab_server.ensure_running()
    lab_once.watch.troubles.clear()
    yield lab_once
    lab_once.close()
    assert not lab_once.watch.troubles
