"""Storage: the place of files that belong to one person, beside the course or in the person's own data folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from minimax_lessons.setup_env import ROOT

__all__ = ["personal_file"]


def personal_file(name: str) -> Path:
    """Return the path of a personal file: in the clone where that can be written, else in the user's data folder.

    A class may share a clone that nobody in it can write, and then each person has files of their
    own.
    """
    folder = ROOT if os.access(ROOT, os.W_OK) else _data_folder()
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _data_folder() -> Path:
    """Return the folder in which this system's programs keep a user's data."""
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "minimax-lessons"
