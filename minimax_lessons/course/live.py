"""The notebooks in JupyterLite: every cell runs in the reader's browser, from this site alone."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from minimax_lessons.command_errors import CommandError
from minimax_lessons.setup_env import ROOT, Venv, advice_on
from minimax_lessons.storage import write_texts

__all__ = ["build", "newer_python", "npm"]

PINS = Path(__file__).with_name("live.txt")
# What JupyterLite is told. What is prefetched comes all at once, before the kernel starts, which by
# itself takes one package after the other, slowly; what this one depends on is there without a cell
# that installs it. The contents' storage is the browser's database of what a reader has changed;
# course.js reads it, too.
CONFIG = Path(__file__).with_name("lite")
PYODIDE = "314.0.6"  # the version that jupyterlite-pyodide-kernel names in its constants
# no server: no notebooks
BUILDERS = ("jupyterlite-core", "jupyterlite-pyodide-kernel[lock]", "jupyter-server")
EXTENSIONS = ("jupyterlab-widgets", "anywidget")  # of JupyterLab: what draws widgets
RUNTIME = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
# what the kernel needs, and the lessons; Pyodide's own list says in which version, else ours
IN_THE_BROWSER = (
    "micropip packaging ipython asttokens decorator executing matplotlib-inline prompt_toolkit "
    "pure-eval pygments six stack-data traitlets wcwidth typing-extensions jedi parso "
    "ipython-pygments-lexers comm ipywidgets anywidget psygnal"
).split()


def build(
    notebooks: Mapping[str, Mapping[str, Any]], beside: Sequence[Path], folder: Path, work: Path
) -> None:
    """Write JupyterLite with notebooks by their paths into a folder; ``work`` is an empty one."""
    python = _environment(work / "venv")
    lite, wheels = shutil.copytree(CONFIG, work / "lite"), work / "wheels"
    _runtime(lite / "static" / "pyodide", work)
    _wheels(
        python,
        wheels,
        json.loads((lite / "static" / "pyodide" / RUNTIME[-1]).read_text(encoding="utf-8")),
    )
    write_texts(
        {name: json.dumps(notebook, ensure_ascii=False) for name, notebook in notebooks.items()},
        lite / "files",
    )
    for path in beside:  # what the notebooks show or lead to
        place = lite / "files" / ("pictures" if path.parent.name == "pictures" else ".")
        place.mkdir(exist_ok=True)
        shutil.copy(path, place)
    _run([python.parent / "jupyter", "lite", "build"], lite)
    shutil.move(work / "out", folder)
    if '"pyodideUrl": "./static/' not in (folder / "jupyter-lite.json").read_text(encoding="utf-8"):
        raise CommandError(
            "The edition that was built would load Python from elsewhere: that must not be given "
            "out."
        )


def newer_python() -> str:
    """Return a Python that can build the edition: this one, or one of the PATH, pyenv or uv."""
    program = next(filter(_is_new, _pythons()), None)
    if program is None:
        raise CommandError(
            "The live edition needs Python 3.12 or newer to build, and there is none here: "
            "install one beside this one (python.org, pyenv install 3.13, or uv python install "
            "3.13), or write the pages alone: --no-live."
        )
    return program


def _pythons() -> Iterator[str]:
    yield sys.executable
    yield from filter(None, (shutil.which(f"python3.{minor}") for minor in range(16, 11, -1)))
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    newest = sorted(
        pyenv.glob("3.*"), key=lambda path: [int(part) for part in re.findall(r"\d+", path.name)]
    )
    yield from (str(path / "bin" / "python") for path in reversed(newest))
    yield _said("uv", "python", "find", ">=3.12")


def _is_new(python: str) -> bool:
    """Return True for Python 3.12 and newer: an older one gets an older kernel."""
    return (
        _said(python, "-c", "import sys, venv, ensurepip; print(sys.version_info >= (3, 12))")
        == "True"
    )


def _said(*command: str) -> str:
    """Return a program's output; nothing where the program is missing."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""


def npm() -> str:
    """Return the program that fetches Pyodide."""
    program = shutil.which("npm")
    if program is None:
        raise CommandError(
            "The live edition needs npm, which brings Pyodide: install Node (nodejs.org), or "
            "write the pages alone: --no-live."
        )
    return program


def _environment(folder: Path) -> Path:
    """Return the Python of a new environment: every extension in it is published."""
    python = newer_python()
    npm()  # rather now than after a minute
    _run([python, "-m", "venv", folder], ROOT)
    executable = Venv(folder).python
    pip: list[str | Path] = [executable, "-m", "pip", "install", "-q", "--no-compile", "-c", PINS]
    _run([*pip, *BUILDERS], ROOT)
    _run([*pip, "--no-deps", *EXTENSIONS], ROOT)
    return executable


def _runtime(folder: Path, work: Path) -> None:
    """Fetch Pyodide, and of it what a browser loads."""
    _run([npm(), "pack", "-s", f"pyodide@{PYODIDE}"], work)
    with tarfile.open(work / f"pyodide-{PYODIDE}.tgz") as archive:
        archive.extractall(work, filter="data")
    folder.mkdir(parents=True)
    for name in RUNTIME:
        shutil.copy(work / "package" / name, folder)


def _wheels(python: Path, folder: Path, lock: Mapping[str, Any]) -> None:
    """Fetch the browser's packages, and make wheels of this one and of chess, which has none."""
    pins = dict(
        re.findall(r"^([\w.-]+)==(\S+)$", PINS.read_text(encoding="utf-8").lower(), re.MULTILINE)
    )
    pins |= {
        name: package["version"]
        for name, package in lock["packages"].items()
        if name in IN_THE_BROWSER
    }
    wanted = [f"{name}=={pins[name]}" if name in pins else name for name in IN_THE_BROWSER]
    pip: list[str | Path] = [python, "-m", "pip"]
    _run([*pip, "wheel", "-q", "--no-deps", "-w", folder, ROOT, f"chess=={pins['chess']}"], ROOT)
    only = ["--only-binary", ":all:", "--python-version", "3.14"]
    only += ["--platform", "any", "--implementation", "py", "--abi", "none"]
    _run([*pip, "download", "-q", "--no-deps", *only, "-d", folder, *wanted], ROOT)


def _run(command: Sequence[str | Path], folder: Path) -> None:
    """Run a step of the build; if it fails, say which, why, and what to do."""
    words = [str(part) for part in command]
    done = subprocess.run(
        words, cwd=folder, capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode:
        output = (done.stdout + done.stderr).strip()
        cure = advice_on(output) or f"It said: {output[-600:]}"
        raise CommandError(f"The live edition could not be built, at {' '.join(words[:4])}. {cure}")
