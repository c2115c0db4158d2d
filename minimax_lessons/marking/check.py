"""Check: the command that says of each exercise in a learner's own notebooks whether it is done."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from minimax_lessons.command_errors import CommandError
from minimax_lessons.exercises.sheets import Unreadable
from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.learner_progress import solved_exercises
from minimax_lessons.marking.outside import SIGNS, Finding, Judge
from minimax_lessons.marking.plan import read_work
from minimax_lessons.marking.sandbox import unsafe
from minimax_lessons.notebooks import EXERCISES, notebook

__all__ = ["NotebookMarks", "main", "mark"]

USAGE = """usage: python3 -m minimax_lessons check [NOTEBOOK | FOLDER | LESSON …]

Shows for each exercise in the notebooks whether it is done. A lesson is a number, for example 03;
without a name all of notebooks/exercises are checked. The exit code is 0 only when every exercise
of every notebook is done."""

EMPTY = ("not attempted", "missing")
SOLVED = (
    "Your progress says that you solved it, but this file holds no answer. `check` reads only this"
    " file."
)
UNSAVED = """  The file holds no answer. It was last saved {}, and `check` reads only saved files.
  If you have written an answer, save the notebook in JupyterLab (Ctrl+S), and check again."""


@dataclass(frozen=True)
class NotebookMarks:
    """The findings on the exercises of a notebook, or the reason why it can't be read."""

    notebook: str
    findings: tuple[Finding, ...] = ()
    problem: str = ""
    saved: str = ""  # the time at which the file was last written

    @property
    def all_done(self) -> bool:
        """Return True if every exercise of the lesson is done."""
        return bool(self.findings) and all(finding.state == "done" for finding in self.findings)

    def __str__(self) -> str:
        if self.problem:
            return f"{self.notebook}\n  {self.problem}"
        lines = [self.notebook]
        for finding in self.findings:
            title = f"{finding.exercise:<5}{TASKS[finding.exercise].title:<34}"
            lines.append(f"  {SIGNS[finding.state]} {title} {finding.state}")
            lines.extend(f"      {line}" for line in finding.why)
        counts = {
            state: sum(finding.state == state for finding in self.findings) for state in SIGNS
        }
        totals = [f"{n} {state}" for state, n in counts.items() if n or state == "done"]
        lines.append(f"  {', '.join(totals)}")
        if self.saved and all(finding.state in EMPTY for finding in self.findings):
            lines.append(UNSAVED.format(self.saved))
        return "\n".join(lines)


def mark(path: Path, judge: Judge) -> NotebookMarks:
    """Return the marks of a notebook's exercises."""
    try:
        work = read_work(path)
    except Unreadable as problem:
        return NotebookMarks(str(path), problem=str(problem))
    findings = {name: Finding(name, state) for name, state in work.states.items()}
    findings |= {task.exercise.name: judge.finding(task) for task in work.tasks}
    if path.resolve().parent == EXERCISES.resolve():  # elsewhere it may be somebody else's work
        findings |= {
            name: replace(findings[name], why=(SOLVED,))
            for name in solved_exercises()
            if name in findings and findings[name].state == "not attempted"
        }
    names = (exercise.name for exercise in work.sheet.exercises)
    saved = f"{datetime.fromtimestamp(path.stat().st_mtime):%d %B %Y at %H:%M}"
    return NotebookMarks(str(path), tuple(findings[name] for name in names), saved=saved)


def _named(arguments: Sequence[str]) -> list[Path]:
    """Return the notebooks that are named; CommandError says which names fit none."""
    paths: list[Path] = []
    for argument in arguments:
        if Path(argument).is_dir():
            inside = sorted(Path(argument).rglob("*.ipynb"))
            inside = [path for path in inside if ".ipynb_checkpoints" not in path.parts]
            if not inside:
                raise CommandError(f"There is no notebook in the folder {argument}.")
            paths += inside
        else:
            paths.append(notebook(argument, EXERCISES))
    return list(dict.fromkeys(paths)) or sorted(EXERCISES.glob("*.ipynb"))


@contextmanager
def _waiting(text: str) -> Iterator[None]:
    """Show the text on a terminal meanwhile: the first sheet takes a second or two."""
    if sys.stdout.isatty():
        print(text, end="\r", flush=True)
    yield
    if sys.stdout.isatty():
        print(" " * len(text), end="\r")


def main(arguments: Sequence[str]) -> int:
    """Return 0 if every exercise is done in the notebooks named; print how each stands."""
    if {"-h", "--help"} & set(arguments):
        print(USAGE)
        return 0
    try:
        paths = _named(arguments)
    except CommandError as problem:
        print(problem, file=sys.stderr)
        return 2
    all_done = True
    with closing(Judge(unsafe(), cards=False)) as judge:
        for number, path in enumerate(paths):
            with _waiting(f"Checking {path.name} …"):
                marks = mark(path, judge)
            print(*([""] if number else []), marks, sep="\n", flush=True)
            all_done = all_done and marks.all_done
    return 0 if all_done else 1
