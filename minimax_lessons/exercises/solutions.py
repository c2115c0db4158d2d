"""Solutions: our answer to an exercise, and where it and the next exercise stand in a notebook."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.notebooks import EXERCISES, LESSONS, SOLUTIONS

__all__ = ["Link", "next_exercise", "our_solution", "solution_link"]

HEADING = re.compile(r"^#+ *((\d+\.\d+)\b.*)$", re.MULTILINE)
GIVEN = re.compile(r"^ *### GIVEN\n(?:.*\n)*?(?= *### END SOLUTION)", re.MULTILINE)
MARK = re.compile(r"^ *### (?:BEGIN|END) SOLUTION\n?", re.MULTILINE)


@dataclass(frozen=True)
class Link:
    """A place in a notebook: its title, and its address from the running notebook."""

    text: str
    address: str


def our_solution(name: str) -> str:
    """Return the code of our answer to an exercise; nothing where the solutions are not at hand."""
    answers = (source for source in _code_of(name) if "### BEGIN SOLUTION" in source)
    return "\n\n".join(MARK.sub("", GIVEN.sub("", f"{source}\n")).strip() for source in answers)


def solution_link(name: str) -> Link | None:
    """Return the link to our answer; None if this notebook cannot reach it."""
    path = _notebook(SOLUTIONS, name)
    title = dict(_headings(path)).get(name) if path else None
    address = _address(path) if path else None
    if title is None or address is None:
        return None
    return Link("Open our solution", f"{address}#{_anchor(title)}")


def next_exercise(name: str) -> Link | None:
    """Return the link to the exercise after this one; None after the last one, and in a lesson."""
    if Path.cwd() == LESSONS:
        return None
    names = list(TASKS)
    following = names[names.index(name) + 1 :][:1] if name in TASKS else []
    path = _notebook(SOLUTIONS, following[0]) if following else None
    if path is None:
        return None
    if _lesson(name) == _lesson(following[0]):
        # the sheet that runs here, which may be a copy with a name of its own
        address: str | None = quote(Path(os.environ.get("JPY_SESSION_NAME", path.name)).name)
    else:
        address = _address(EXERCISES / path.name)
    title = f"{following[0]} {TASKS[following[0]].title}"
    anchor = _anchor(dict(_headings(path)).get(following[0], title))
    return Link(title, f"{address}#{anchor}") if address else None


def _lesson(name: str) -> int:
    return int(name.partition(".")[0])


def _notebook(folder: Path, name: str) -> Path | None:
    return next(iter(sorted(folder.glob(f"{_lesson(name):02}_*.ipynb"))), None)


def _address(path: Path) -> str | None:
    """Return the way to a notebook of the course from the folder in which this one runs."""
    folder = Path.cwd()
    if not folder.is_relative_to(SOLUTIONS.parent):
        return None  # JupyterLab opens nothing outside the folder that it was started with
    return quote(Path(os.path.relpath(path, folder)).as_posix())


def _anchor(title: str) -> str:
    """Return the anchor of a heading; JupyterLab compares its letters without decoding."""
    return title.replace(" ", "-")


def _cells(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the kind and the source of each cell."""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        yield cell["cell_type"], "".join(cell["source"])


def _headings(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the number and the whole title of each exercise."""
    for kind, source in _cells(path):
        if kind == "markdown":
            yield from ((heading[2], heading[1]) for heading in HEADING.finditer(source))


def _code_of(name: str) -> Iterator[str]:
    """Yield the code below the heading of an exercise."""
    path, current = _notebook(SOLUTIONS, name), ""
    for kind, source in _cells(path) if path else ():
        headings = HEADING.findall(source) if kind == "markdown" else []
        current = headings[-1][1] if headings else current
        if kind == "code" and current == name:
            yield source
