from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from minimax_lessons.__main__ import COMMANDS, FOR_LEARNERS, usage

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_every_command_it_names_exists() -> None:
    named = re.findall(r"python3(?:\.\d+)? -m minimax_lessons (\w+)", README)
    assert {"lab", "test"} <= set(named) <= set(COMMANDS)


def test_the_first_half_has_no_placeholder_and_says_how_to_get_the_course() -> None:
    first = README[: len(README) // 2]
    assert not re.search(r"OWNER|NAME\b", first)
    assert README.index("Download ZIP") < README.index("cd minimax-lessons")
    assert README.index("cd minimax-lessons") < README.index("-m minimax_lessons lab")


def test_the_commands_of_learners_are_listed_apart() -> None:
    table = re.findall(r"^\| `python3 -m minimax_lessons (\w+)", README, re.MULTILINE)
    assert table == [*FOR_LEARNERS]
    learners, _, others = usage().partition("For those who maintain the course:")
    for name in COMMANDS:
        assert f"\n  {name} " in (learners if name in FOR_LEARNERS else others)


def test_every_link_within_the_project_leads_somewhere() -> None:
    links = re.findall(r'\]\(([^)#]+)|(?:src|srcset)="([^"]+)"', README)
    links = [link for pair in links for link in pair if link and not link.startswith("https://")]
    assert links
    assert not [link for link in links if not (ROOT / link).exists()]


def test_the_lesson_table_lists_every_lesson_in_order_with_its_minutes() -> None:
    listed = re.findall(r"\| \[[^]]+\]\(notebooks/([^/)]+\.ipynb)\) \|.*\| (\d+) \|\n", README)
    lessons = sorted((ROOT / "notebooks").glob("*.ipynb"))
    assert listed == [(path.name, minutes(path)) for path in lessons]


def minutes(path: Path) -> str:
    title = json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"]
    found = re.search(r"(\d+) minutes", "".join(title))
    return found.group(1) if found else ""


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", README, re.DOTALL))
def test_a_value_in_a_code_comment_is_what_the_code_gives(code: str) -> None:
    names: dict[str, object] = {}
    checked = 0
    for line in filter(None, code.splitlines()):
        statement, _, comment = line.partition("  # ")
        try:
            value = eval(statement, names)
        except SyntaxError:
            exec(statement, names)
        else:
            assert repr(value) == comment.strip().partition(":")[0]
            checked += 1
    assert checked


def test_ci_runs_a_command_that_a_reader_runs() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    command = script[-1].replace('exec "$python"', "python3")
    assert command == "python3 -m minimax_lessons test --all"
    assert f"{command} " in README


# CONTRIBUTING and CHANGELOG


def test_every_command_and_link_for_contributors_is_there() -> None:
    assert set(re.findall(r"-m minimax_lessons (\w+)", CONTRIBUTING)) <= set(COMMANDS)
    links = [
        link
        for link in re.findall(r"\]\(([^)#]+)", CONTRIBUTING)
        if not link.startswith("https://")
    ]
    assert links
    assert not [link for link in links if not (ROOT / link).exists()]


def test_every_module_and_file_named_for_contributors_is_there() -> None:
    named = re.findall(r"`((?:\w+/)*\w+\.(?:py|md|toml|ipynb|yml))`", CONTRIBUTING)
    homes = (ROOT, ROOT / "minimax_lessons", ROOT / "tests", ROOT / "minimax_lessons" / "exercises")
    assert not [
        name
        for name in named
        if "NN" not in name and not any((home / name).exists() for home in homes)
    ]


def test_the_game_for_contributors_is_the_one_that_is_tested() -> None:
    game = (ROOT / "tests" / "connect_four.py").read_text(encoding="utf-8")
    assert f"```python\n{game}```" in CONTRIBUTING


def test_the_last_change_noted_is_of_this_version() -> None:
    noted = re.findall(
        r"^## ([\d.]+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert (
        noted[0]
        == tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
            "version"
        ]
    )
