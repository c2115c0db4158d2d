"""What every test relies on."""

from __future__ import annotations

import gc
import os
import tempfile
from collections import defaultdict
from pathlib import Path

import pytest
from browser_fixtures import browser, lab, lab_once, lab_server, open_page
from hypothesis import settings
from progress import Progress

__all__ = [
    "browser",
    "lab",
    "lab_once",
    "lab_server",
    "open_page",
    "pytest_collection_modifyitems",
    "pytest_configure",
]

ROOT = Path(__file__).resolve().parent.parent
CASES = 4  # of one test in a quick run
LONGEST = "test_site_browser.py"  # one page runs every lesson in it, one after the other


# how long an example takes there says nothing
settings.register_profile("shared machine", deadline=None)
settings.load_profile("shared machine")


def pytest_configure(config: pytest.Config) -> None:
    """Let child processes, a notebook's kernel among them, import this clone's package as the tests do."""
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    if "MINIMAX_LESSONS_RECORD" not in os.environ:  # nobody's own answers decide what a test sees
        folder = tempfile.TemporaryDirectory(prefix="minimax-lessons-")
        os.environ["MINIMAX_LESSONS_RECORD"] = str(Path(folder.name) / "progress.json")
        config.add_cleanup(folder.cleanup)
    if os.environ.get("MINIMAX_LESSONS_PROGRESS") == "1" and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Progress(config), "progress")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put long modules first, so that no core waits for one at the end; leave out what a quick run can do without."""
    # thousands of tests are kept for good: to go through them often takes long
    gc.set_threshold(50_000, 20, 20)
    long = {
        item.path
        for item in items
        if item.get_closest_marker("slow") or item.get_closest_marker("browser")
    }
    items.sort(key=lambda item: (item.path.name != LONGEST, item.path not in long))
    if os.environ.get("MINIMAX_LESSONS_QUICK") != "1":
        return
    cases = defaultdict(list)  # of a test: most go when there are many
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    kept = {
        id(item) for alike in cases.values() for item in alike[:: 1 + (len(alike) - 1) // CASES]
    }
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in kept])
    items[:] = [item for item in items if id(item) in kept]
