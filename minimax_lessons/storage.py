"""Storage: the place of one person's files, and the way in which texts are written to files."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from minimax_lessons.setup_env import ROOT

__all__ = ["personal_file", "write_texts"]


def personal_file(name: str) -> Path:
    """Return a personal file's path: in the clone if it's writable, else in the data folder.

    A class may share a clone that nobody in it can write, and then each person has files of their
    own.
    """
    folder = ROOT if os.access(ROOT, os.W_OK) else _data_folder()
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def write_texts(texts: Mapping[str, str], folder: Path) -> None:
    """Write texts into a folder, each by its path there, with ? for what UTF-8 cannot hold."""
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", errors="replace")


def _data_folder() -> Path:
    """Return the folder in which this system's programs keep a user's data."""
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "minimax-lessons"
