"""Notebooks: which of them a command means by "03", by a name or by a path."""

from __future__ import annotations

from pathlib import Path

from minimax_lessons.setup_env import ROOT
from minimax_lessons.trouble import Trouble

__all__ = ["EXERCISES", "LESSONS", "SOLUTIONS", "notebook"]

LESSONS = ROOT / "notebooks"
EXERCISES = LESSONS / "exercises"
SOLUTIONS = LESSONS / "solutions"


def notebook(name: str, folder: Path = LESSONS) -> Path:
    """Return the notebook meant by its path, or in a folder of the course by "03", "3" or its name."""
    for path in (Path(name), folder / name):
        if path.suffix == ".ipynb" and path.is_file():
            return path
    there = sorted(folder.glob("*.ipynb"))
    wanted = f"{int(name):02}_" if name.isdecimal() else Path(name).name.removesuffix(".ipynb")
    found = [path for path in there if path.name.startswith(wanted)]
    if not wanted or len(found) != 1:
        raise Trouble(f"There is no notebook {name!r}; there are {', '.join(path.stem for path in there)}.")
    return found[0]
