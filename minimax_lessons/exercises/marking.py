"""Marking: run notebooks that were handed in with nbval, and say of each exercise whether it is done and why not."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.notebooks import EXERCISES, NoNotebook, notebook
from minimax_lessons.setup_env import ROOT

__all__ = ["Marks", "main"]

OPTIONS = (
    *("-c", str(ROOT / "pyproject.toml"), "-o", "addopts="),
    "--nbval-lax",  # a learner's saved outputs are their own: what counts is what a check says
    "--nbval-current-env",
    "--nbval-cell-timeout=60",
    "--capture=no",
    *("-p", "no:cacheprovider", "-p", "no:xdist"),
)
CHECK = re.compile(r'^\s*check\(\s*"([^"]+)"', re.MULTILINE)
VERDICT = re.compile(r"([○✗]) ([\w.]+)")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
SIGNS = {"done": "✓", "not yet": "○", "wrong": "✗", "error": "!"}


@dataclass
class Marks:
    """What became of each exercise in a notebook."""

    notebook: str
    rows: list[tuple[str, str, list[str]]] = field(default_factory=list)  # exercise, how it stands, why

    def add(self, source: str, failure: str | None) -> None:
        """Take note of a cell that was run."""
        names = CHECK.findall(source)
        if failure is None:
            self.rows.extend((name, "done", []) for name in names)
            return
        reason = why(failure)
        told = VERDICT.match(reason[0])
        if told is None:
            self.rows.append((names[0] if names else "a cell", "error", reason))
        elif told.group(2) in names:
            before = names[: names.index(told.group(2))]
            self.rows.extend((name, "done", []) for name in before)
            self.rows.append((told.group(2), "wrong" if told.group(1) == "✗" else "not yet", reason))
        reached = {name for name, _, _ in self.rows}
        self.rows.extend((name, "not yet", []) for name in names if name not in reached)

    @property
    def all_done(self) -> bool:
        """Return True if nothing is missing."""
        return all(state == "done" for _, state, _ in self.rows)

    def __str__(self) -> str:
        lines = [self.notebook]
        for name, state, reason in self.rows:
            title = TASKS[name].title if name in TASKS else ""
            lines.append(f"  {SIGNS[state]} {name:<4}{title:<30} {state}")
            told = reason[1:] if state == "wrong" else reason if state == "error" else []
            lines.extend(f"      {line.strip()}" for line in told)
        counts = {state: sum(each == state for _, each, _ in self.rows) for state in SIGNS}
        total = ", ".join(f"{count} {state}" for state, count in counts.items() if count or state == "done")
        return "\n".join([*lines, f"  {total}"])


def why(failure: str) -> list[str]:
    """Return what a check said, out of nbval's report of the failing cell; of another error its last line."""
    text = COLOURS.sub("", failure)
    said = [line.rstrip() for line in text.partition("Traceback:")[2].splitlines() if line.strip()]
    if said and VERDICT.match(said[0]):
        return said
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    late = [line for line in lines if "Timeout of" in line]
    return late[:1] or said[-1:] or lines[-1:] or ["It failed, and did not say why."]


# As a plug-in of pytest


class Marking:
    """Takes note of how the cells of some notebooks fare, and says nothing until the end."""

    def __init__(self) -> None:
        self.marks: dict[Path, Marks] = {}
        self.cells: dict[str, tuple[Path, str]] = {}  # of each test: its notebook and the cell's source

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        """Leave the talking to this plug-in."""
        config.pluginmanager.unregister(name="terminalreporter")

    def pytest_internalerror(self, excrepr: object) -> None:
        """Print what pytest itself stumbles over: nobody else is left to do so."""
        print(excrepr)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Print why a notebook can't be read."""
        if report.failed:
            print(f"This is no notebook that can be run: {report.longreprtext.splitlines()[-1].lstrip('E ')}")

    def pytest_collection_modifyitems(self, items: Sequence[Any]) -> None:
        """Take note of the notebooks' cells."""
        for item in items:
            self.cells[item.nodeid] = item.path, item.cell.source
            self.marks.setdefault(item.path, Marks(item.path.name))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take note of a cell's outcome."""
        if report.when == "call" or report.failed:
            path, source = self.cells[report.nodeid]
            self.marks[path].add(source, report.longreprtext if report.failed else None)


def main(arguments: Sequence[str]) -> int:
    """Return 0 if every exercise is done in the notebooks named, as files or by lesson; print how each stands."""
    try:
        notebooks = [notebook(name, EXERCISES) for name in arguments] or sorted(EXERCISES.glob("*.ipynb"))
    except NoNotebook as problem:
        print(problem, file=sys.stderr)
        return 2
    marking = Marking()
    pytest.main([*OPTIONS, *(str(path.resolve()) for path in notebooks)], plugins=[marking])
    print(*marking.marks.values(), sep="\n\n")
    return 0 if marking.marks and all(marks.all_done for marks in marking.marks.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
