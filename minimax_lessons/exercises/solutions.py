"""Solutions: our answer to an exercise, and where it and the next exercise stand in a notebook."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, field
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


@dataclass
class Solved:
    """An exercise in a notebook of solutions: its heading, and the code cells below it."""

    path: Path
    title: str
    code: list[str] = field(default_factory=list)


def our_solution(name: str) -> str:
    """Return the code of our answer to an exercise; nothing where the solutions are not at hand."""
    solved = _solved(name)
    answers = (source for source in solved.code if "### BEGIN SOLUTION" in source) if solved else ()
    return "\n\n".join(MARK.sub("", GIVEN.sub("", f"{source}\n")).strip() for source in answers)


def solution_link(name: str) -> Link | None:
    """Return the link to our answer; None if this notebook cannot reach it."""
    solved = _solved(name)
    return _link("Open our solution", solved.path, solved.title) if solved else None


def next_exercise(name: str) -> Link | None:
    """Return the link to the exercise after this one; None after the last one, and in a lesson."""
    names = [*TASKS, ""]
    following = names[names.index(name) + 1] if name in TASKS else ""
    solved = _solved(following) if following and Path.cwd() != LESSONS else None
    if solved is None:
        return None
    title = f"{following} {TASKS[following].title}"
    if name.partition(".")[0] != following.partition(".")[0]:
        return _link(title, EXERCISES / solved.path.name, solved.title)
    # the sheet that runs here, which may be a copy with a name of its own
    sheet = Path(os.environ.get("JPY_SESSION_NAME", solved.path.name)).name
    return _link(title, Path.cwd() / sheet, solved.title)


def _link(text: str, path: Path, title: str) -> Link | None:
    """Return the link from the folder in which this notebook runs to a heading of another one."""
    folder = Path.cwd()
    if path.parent != folder and not folder.is_relative_to(SOLUTIONS.parent):
        return None  # JupyterLab opens nothing outside the folder that it was started with
    # JupyterLab compares the letters of an anchor without decoding
    anchor = title.replace(" ", "-")
    return Link(text, f"{quote(Path(os.path.relpath(path, folder)).as_posix())}#{anchor}")


def _solved(name: str) -> Solved | None:
    """Return an exercise in the notebook of its lesson's solutions."""
    path = next(iter(sorted(SOLUTIONS.glob(f"{int(name.partition('.')[0]):02}_*.ipynb"))), None)
    exercises: dict[str, Solved] = {}
    solved: Solved | None = None
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if path else ():
        source = "".join(cell["source"])
        for title, number in HEADING.findall(source) if cell["cell_type"] == "markdown" else ():
            assert path is not None
            solved = exercises[number] = Solved(path, title)
        if cell["cell_type"] == "code" and solved is not None:
            solved.code.append(source)
    return exercises.get(name)
