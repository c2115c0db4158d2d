"""Notebooks: which of them a command means by "03", by a name or by a path."""

from __future__ import annotations

from pathlib import Path

from minimax_lessons.command_errors import CommandError
from minimax_lessons.setup_env import ROOT

__all__ = ["EXERCISES", "LESSONS", "SOLUTIONS", "notebook"]

LESSONS = ROOT / "notebooks"
EXERCISES = LESSONS / "exercises"
SOLUTIONS = LESSONS / "solutions"


def notebook(name: str, folder: Path = LESSONS) -> Path:
    """Return a notebook by its path, or in a folder of the course by "03", "3" or its name."""
    for path in (Path(name), folder / name):
        if path.suffix == ".ipynb" and path.is_file():
            return path
    notebooks = sorted(folder.glob("*.ipynb"))
    wanted = f"{int(name):02}_" if name.isdecimal() else Path(name).name.removesuffix(".ipynb")
    matches = [path for path in notebooks if path.name.startswith(wanted)]
    # the others are copies
    originals = [
        path for path in matches if all(match.stem.startswith(path.stem) for match in matches)
    ]
    if wanted and originals:
        return originals[0]
    if wanted and matches:
        raise CommandError(
            f"{name!r} can mean {', '.join(path.stem for path in matches)}: write the whole name."
        )
    if folder == EXERCISES and wanted == "00_":
        raise CommandError("Lesson 0 has no exercises.")
    raise CommandError(
        f"There is no notebook {name!r}; there are {', '.join(path.stem for path in notebooks)}."
    )
