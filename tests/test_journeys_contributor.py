"""A contributor's journey: an exercise and a fault, added in a copy of the project exactly as CONTRIBUTING tells."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from clones import Clone, copy_of_the_project
from filled_sheets import rows

from minimax_lessons.setup_env import ROOT

pytestmark = pytest.mark.slow
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")

TASK = """## 3.6 · What it is worth · a number

✓ {value}: no cut changes the value at the root.

Let the cuts be: the value is minimax's.

Work it out from the leaves upwards.

"""
JUDGE = """def _worth(answer: Any) -> Facts:
    value = trace(alphabeta, THREE_PAIRS).value
    if answer != value:
        raise Fault("Alpha-beta returns what minimax returns.")
    return {"value": number_text(value)}


GRADES = {"""
CELLS = (
    (
        "markdown",
        "",
        "## 3.6 What it is worth\n\n**Predict.** What does alpha-beta return on the tree of 3.2?",
    ),
    ("code", "", "### BEGIN SOLUTION\nworth = 5\n### END SOLUTION"),
    ("code", "", 'check("3.6", worth)'),
    ("code", "author-only", 'refused("3.6", 4)'),
)
PAGE = """## adds-up · It adds up

A player makes one move, so one child counts.

Look at how the value of a child is put to the best so far.

"""
ROWS = """| assigned | `A + X` | `max({A}, {X})` | 6 | adds-up | adds {X}, and the max is meant |
| assigned | `A + X` | `min({A}, {X})` | 6 | adds-up | adds {X}, and the min is meant |
"""
SEARCH = """

wrong("adds_up", MINIMAX, ("max(max_eval, evaluation)", "max_eval + evaluation"), fault="adds-up", line=8)
"""


@pytest.fixture
def mine(tmp_path: Path) -> Clone:
    return Clone(copy_of_the_project(tmp_path / "minimax-lessons"))


def change(path: Path, before: str, after: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert before in text, f"{path} has changed: {before}"
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


def told_to_change(clone: Clone, how: str) -> dict[str, Path]:
    """Return by their names the files that CONTRIBUTING names where it says how to add something."""
    advice = CONTRIBUTING.partition(f"**… {how}")[2].partition("\n\n")[0]
    homes = (clone.folder, clone.folder / "minimax_lessons")
    named = re.findall(r"`([\w/.]+\.(?:md|py|ipynb))`", advice)
    return {
        Path(name).name: path for name in named for home in homes if (path := home / name).exists()
    }


def passes(clone: Clone, *tests: str) -> None:
    done = clone.run("test", "-q", "-n", "0", *tests)
    assert done.returncode == 0, done.stdout


def test_an_exercise_3_6_is_added_and_a_learner_s_answer_to_it_is_judged(mine: Clone) -> None:
    files = told_to_change(mine, "an exercise")
    change(files["tasks.md"], "## 4.1 ·", f"{TASK}## 4.1 ·")
    change(files["lesson_3.py"], "GRADES = {", JUDGE)
    change(
        files["lesson_3.py"],
        "contract=NEGAMAX),\n",
        'contract=NEGAMAX),\n    "3.6": DataExercise(_worth, picture=THREE_PAIRS),\n',
    )
    notebook: Any = json.loads(files["03_alpha_beta.ipynb"].read_text(encoding="utf-8"))
    last = len(notebook["cells"]) - 1
    for number, (kind, tag, source) in enumerate(CELLS):
        made = {
            "id": f"new-{number}",
            "cell_type": kind,
            "metadata": {"tags": [tag]} if tag else {},
            "source": source,
        }
        if kind == "code":
            made |= {"execution_count": None, "outputs": []}
        notebook["cells"].insert(last + number, made)
    title = notebook["cells"][0]
    title["source"] = re.sub(r"\d+ minutes", "110 minutes", "".join(title["source"]))
    files["03_alpha_beta.ipynb"].write_text(json.dumps(notebook), encoding="utf-8")
    done = mine.run("author", "--run", "03")
    assert done.returncode == 0, done.stderr
    assert "03_alpha_beta.ipynb" in done.stdout
    change(files["test_exercises.py"], '    "3.5": [', '    "3.6": [5, 5.0],\n    "3.5": [')
    change(
        files["test_exercises.py"],
        '    ("3.4", [[3, 5], [4, 6]],',
        '    ("3.6", 4, "minimax returns"),\n    ("3.4", [[3, 5], [4, 6]],',
    )

    named = [f"tests/test_{name}.py" for name in ("exercises", "workbooks", "notebooks", "lessons")]
    about_it = "3.6 or 03_ or not ["  # its cases, and every test without cases
    passes(mine, "-m", "not slow and not browser", "-k", about_it, *named)
    passes(mine, "notebooks/solutions/03_alpha_beta.ipynb")
    blank = mine.sheet("03").read_text(encoding="utf-8")
    for answer, sign in (("todo", "○"), ("4  # todo", "✗"), ("5  # todo", "✓")):
        mine.sheet("03").write_text(
            blank.replace("worth = todo", f"worth = {answer}"), encoding="utf-8"
        )
        assert rows(mine.run("check", "03").stdout)["3.6"][0] == sign


def test_a_fault_is_added_and_told_of_a_search_that_has_it(mine: Clone) -> None:
    files = told_to_change(mine, "a fault")
    change(files["faults.md"], "## wrong-value ·", f"{PAGE}## wrong-value ·")
    with files["edits.md"].open("a", encoding="utf-8") as file:
        file.write(ROWS)
    with files["wrong_searches.py"].open("a", encoding="utf-8") as file:
        file.write(SEARCH)
    searches = "test_a_wrong_search_is_refused_with_its_fault_and_a_line_only_if_changing_it_repairs_every_trial"
    passes(mine, f"tests/test_verdict.py::{searches}[adds_up]")
    passes(
        mine, "tests/test_verdict.py", "-k", "every_fault_has_a_page or (wrong_search and alpha)"
    )
