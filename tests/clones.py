"""Clones: the project in a folder of its own, used as README tells, by somebody who has nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from filled_sheets import blank, rows
from nbclient import NotebookClient

from minimax_lessons.notebooks import SOLUTIONS
from minimax_lessons.setup_env import ROOT

# root may write everywhere without
READS_ONLY = ("setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner")


def copy_of_the_project(folder: Path) -> Path:
    """Return a folder that holds what a clone of the project holds, the changes of the moment included."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(
        listed, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    for compiled in (ROOT / "minimax_lessons").rglob("__pycache__"):
        # valid here, too, because the sources keep their times; or each command would compile the package again
        shutil.copytree(compiled, folder / compiled.relative_to(ROOT))
    blank_sheets(folder)
    return folder


def blank_sheets(folder: Path) -> None:
    """Write a clone's sheets as they are handed out, and remove whatever else lies beside them."""
    shutil.rmtree(exercises := folder / "notebooks" / "exercises")
    exercises.mkdir()
    for path in SOLUTIONS.glob("*.ipynb"):
        (exercises / path.name).write_text(blank(path.name), encoding="utf-8")


@dataclass
class Clone:
    """A clone in which somebody works."""

    folder: Path
    environment: dict[str, str] = field(init=False)
    before: Sequence[str] = ()  # stands before each command: who gives it

    def __post_init__(self) -> None:
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(self.folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            # or JupyterLab would open what another Lab of this user has open
            "JUPYTERLAB_WORKSPACES_DIR": str(self.folder.parent / "workspaces"),
        }

    def sheet(self, lesson: str) -> Path:
        return self._notebook("exercises", lesson)

    def solution(self, lesson: str) -> Path:
        return self._notebook("solutions", lesson)

    def _notebook(self, kind: str, lesson: str) -> Path:
        (path,) = (self.folder / "notebooks" / kind).glob(f"{lesson}_*.ipynb")
        return path

    def run(self, *arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
        command = [*self.before, sys.executable, "-m", "minimax_lessons", *arguments]
        return subprocess.run(
            command,
            cwd=folder or self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def git(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Return what became of a git command of somebody who has never set git up."""
        nobody = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        return subprocess.run(
            ["git", *arguments],
            cwd=self.folder,
            env=self.environment | nobody,
            capture_output=True,
            text=True,
        )

    def commit(self, message: str) -> None:
        somebody = ("-c", "user.name=somebody", "-c", "user.email=somebody@example.org")
        for arguments in (("init", "-q"), ("add", "-A"), (*somebody, "commit", "-qm", message)):
            done = self.git(*arguments)
            assert done.returncode == 0, done.stderr

    def verdicts(self, *arguments: str) -> dict[str, tuple[str, list[str]]]:
        """Return what `check` prints: each exercise's sign and reasons."""
        done = self.run("check", *arguments)
        assert not done.stderr
        return rows(done.stdout)

    def run_all(self, path: Path) -> Any:
        """Return a notebook after Run All, whose checks may fail."""
        notebook = nbformat.read(path, as_version=4)
        client = NotebookClient(
            notebook, timeout=300, allow_errors=True, resources={"metadata": {"path": path.parent}}
        )
        client.execute(env=self.environment)
        return notebook
