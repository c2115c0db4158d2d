"""What every test relies on."""

from __future__ import annotations

import os
from pathlib import Path

from browser_fixtures import browser, lab, lab_once, lab_server, open_page
from hypothesis import settings

__all__ = ["browser", "lab", "lab_once", "lab_server", "open_page", "pytest_configure"]

ROOT = Path(__file__).resolve().parent.parent


settings.register_profile("shared machine", deadline=None)  # how long an example takes there says nothing
settings.load_profile("shared machine")


def pytest_configure() -> None:
    """Let child processes, a notebook's kernel among them, import this clone's package as the tests do."""
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)
