"""Slips in a cell: one line that tells them, in IPython as a notebook uses it."""

from __future__ import annotations

import subprocess
import sys

import pytest

CELLS = {
    "tree([[], 3])": "ValueError in line 1, `tree([[], 3])`: an empty list at [0]: give it a child, "
    "or write a number there to make it a leaf",
    "animate(minimax, [[], 3])": "ValueError in line 1, `animate(minimax, [[], 3])`: an empty list at [0]: "
    "give it a child, or write a number there to make it a leaf",
    "tree([[3, 5, 2] [9, 1]])": "TypeError in line 1, `tree([[3, 5, 2] [9, 1]])`: "
    "a comma is missing between `[3, 5, 2]` and `[9, 1]`.",
    "tree([3, [5, 1]], [2, 8])": "ValueError in line 1, `tree([3, [5, 1]], [2, 8])`: the second "
    "argument is a list: put all boxes in one list: `tree([[3, [5, 1]], [2, 8]])`",
    "tre([1, 2])": "NameError in line 1, `tre([1, 2])`: there is no `tre`. Did you mean `tree`?",
    "1\nalphabta": "NameError in line 2, `alphabta`: there is no `alphabta`. Did you mean `alphabeta`?",
    "random_tree": "NameError in line 1, `random_tree`: `random_tree` is not imported yet. "
    "Run `from minimax_lessons import random_tree` first.",
    "unlike_any": "NameError in line 1, `unlike_any`: there is no `unlike_any` yet. "
    "If a cell above defines it, run that cell first.",
    "cut": "NameError in line 1, `cut`: there is no `cut` yet. If a cell above defines it, run that cell first.",
    "from minimax_lessons import minmax": "ImportError in line 1, `from minimax_lessons import minmax`: "
    "`minimax_lessons` has no `minmax`. Did you mean `minimax`?",
}
OTHERS = {  # all that is no slip of this kind is told as ever, and a learner's own error in full
    "1 / 0": "ZeroDivisionError: division by zero",
    "tree([3, 5 2])": "SyntaxError: invalid syntax. Perhaps you forgot a comma?",
    "def g(): return unlike_any\ng()": "NameError: name 'unlike_any' is not defined",
    "def f(x): return x[0](1)\nf([3])": "TypeError: 'int' object is not callable",
}
SHELL = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(colors="NoColor")
shell.run_cell("from minimax_lessons import animate, minimax, tree")
for source in sys.argv[1:]:
    print("=====")
    shell.run_cell(source)
"""


@pytest.fixture(scope="module")
def shown() -> dict[str, str]:
    """Return what each cell shows."""
    sources = [*CELLS, *OTHERS]
    ran = subprocess.run(
        [sys.executable, "-c", SHELL, *sources],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert "SyntaxWarning" not in ran.stderr
    parts = ran.stdout.split("=====\n")[1:]
    return {source: part.strip() for source, part in zip(sources, parts, strict=True)}


@pytest.mark.parametrize("source", CELLS)
def test_a_slip_is_told_in_one_line(shown: dict[str, str], source: str) -> None:
    assert shown[source] == CELLS[source]


@pytest.mark.parametrize("source", OTHERS)
def test_everything_else_is_told_as_ever(shown: dict[str, str], source: str) -> None:
    lines = shown[source].splitlines()
    assert len(lines) > 2
    assert lines[-1] == OTHERS[source]
    assert not any("interactiveshell.py" in line for line in lines)
