"""The environment of a command: the one at hand if it is complete, else a .venv here."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from importlib import metadata
from pathlib import Path
from typing import Any

from minimax_lessons.command_errors import FULL, CommandError, cannot_write

__all__ = [
    "BROWSERS",
    "ROOT",
    "Venv",
    "advice_on",
    "chromium",
    "missing",
    "python_with",
    "requirements",
    "run_module",
]

ROOT = Path(__file__).resolve().parent.parent

# Not every system has a ready-made build of these: the lessons do without, and say what that means.
DISPENSABLE = {
    "pygraphviz": (
        "pictures are drawn without it. To save a picture as PNG or PDF, install your system's "
        "graphviz."
    ),
    "playwright": "the tests in a real browser are skipped.",
}
SCARCE = 100_000_000  # bytes on the disk: too few to set anything up
STEPS = ("Collecting", "Downloading", "Installing")  # the lines of pip's that say what it is at
QUIET = 10  # seconds after which a file gets another of them
# programs in which pages are tested, measured and printed as PDF
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
STAND_INS = {"pygraphviz": "neato"}  # a program on the PATH that does the same work

OFFLINE = (  # of pip, and of npm
    r"Retrying \(|name resolution|getaddrinfo|unreachable|timed out|"
    "ENOTFOUND|EAI_AGAIN|ECONNREFUSED"
)
ADVICE = {  # what a program printed that fetches packages: what to do about it
    r"No space left on device|not enough space on the disk": FULL,
    r"CERTIFICATE_VERIFY_FAILED": (
        "A proxy or a virus scanner is part of the connection, and pip does not know its "
        "certificate. Set the variable PIP_CERT to the file of that certificate."
    ),
    r"ProxyError|407 Proxy": (
        "The proxy rejects the connection. Set the variable HTTPS_PROXY to its address and login."
    ),
    OFFLINE: (
        "The packages could not be downloaded. Check that this computer is online. "
        "Behind a proxy, set the variable HTTPS_PROXY to its address."
    ),
    r"Permission denied|Access is denied": (
        "A file could not be written. Stop the programs that run from .venv, for example"
        " JupyterLab, or make the folder yours."
    ),
}


def run_module(
    python: str, module: str, arguments: Sequence[str], variables: dict[str, str] | None = None
) -> int:
    """Return the exit code of a module that this Python runs; on POSIX it becomes this process."""
    command = [python, "-m", module, *arguments]
    environment = _environment() | (variables or {})
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name == "posix":
        # signals and the terminal are then the module's own
        os.execve(command[0], command, environment)
    process = subprocess.Popen(command, env=environment)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:  # the module has got it too, and ends as it sees fit
            continue


def python_with(extras: Iterable[str]) -> str:
    """Return a Python with the packages of these extras: this one, or .venv's, made if needed."""
    extras = set(extras)
    if not missing(requirements(extras)):
        return sys.executable
    venv = Venv(ROOT / ".venv")
    try:
        venv.provide(extras)
    except OSError as error:
        error.filename = error.filename or venv.folder
        mine = (
            f"Make the folder {ROOT} yours, or copy it to a folder of your own, "
            "and run the command there."
        )
        raise CommandError(cannot_write(error, mine)) from error
    return str(venv.python)


def chromium() -> str | None:
    """Return the path of a Chromium; None where there is none."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def requirements(extras: Iterable[str]) -> list[str]:
    """Return the requirements of these extras as pyproject.toml writes them."""
    try:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    except FileNotFoundError:
        raise CommandError(
            "This command works only in a clone of the project, but there is no pyproject.toml in "
            f"{ROOT}.\n"
            "Clone the project, and run the command in its folder."
        ) from None
    named = project["optional-dependencies"]
    return [
        *project["dependencies"],
        *(requirement for extra in sorted(extras) for requirement in named[extra]),
    ]


def missing(wanted: Iterable[str]) -> list[str]:
    """Return the unmet requirements of this Python; a pre-release counts as its release.

    JupyterLab and pytest bring packaging along: where it is not, they are not, and all is to be
    installed.
    """
    try:
        from packaging.requirements import Requirement
        from packaging.version import Version
    except ImportError:
        return list(wanted)

    def is_met(requirement: Requirement) -> bool:
        try:
            version = Version(metadata.version(requirement.name))
        except metadata.PackageNotFoundError:
            stand_in = STAND_INS.get(requirement.name)
            return stand_in is not None and shutil.which(stand_in) is not None
        return requirement.specifier.contains(version.base_version)

    return [entry for entry in wanted if not is_met(Requirement(entry))]


def _name(requirement: str) -> str:
    return re.split("[<>]", requirement)[0]


@dataclass(frozen=True)
class Stamp:
    """The purpose of a .venv: while all of it still holds, there is nothing to do."""

    root: str
    python: str
    extras: list[str]
    left_out: list[str]  # packages that this system cannot have
    finished: bool


class Venv:
    """The virtual environment in a folder, whether or not it is there yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def python(self) -> Path:
        """Return the environment's Python."""
        return self.folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    def provide(self, extras: set[str]) -> None:
        """Make, mend or extend the environment until it has what the extras name."""
        stamp = self._read_stamp()
        state = self._state(extras)
        if state is None or (stamp and (stamp.root, stamp.python) != (str(ROOT), state["python"])):
            self._make()
        elif _is_complete(stamp, state["missing"]):
            return
        elif not self._has_pip():
            self._make()
        self._install(extras.union(stamp.extras if stamp else ()))

    def _state(self, extras: Iterable[str]) -> dict[str, Any] | None:
        """Return the environment's Python version and what it lacks; None when it doesn't start."""
        command = [str(self.python), "-m", "minimax_lessons.setup_env", *extras]
        try:
            answer = subprocess.run(
                command, capture_output=True, text=True, env=_environment(), timeout=60, check=True
            )
            return dict(json.loads(answer.stdout))
        except (OSError, ValueError, subprocess.SubprocessError):
            return None

    def _make(self) -> None:
        if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
            raise CommandError(_no_venv())
        if self.folder.exists():
            print(
                "The .venv here is broken, or it belongs to a different folder or Python, so it is "
                "made again."
            )
            shutil.rmtree(self.folder)
        # sys.executable may be the Python of the very folder that has just been removed.
        python = getattr(sys, "_base_executable", None) or sys.executable
        self.folder.mkdir()
        done = subprocess.run(
            [python, "-m", "venv", str(self.folder)],
            capture_output=True,
            text=True,
            errors="replace",
        )
        if done.returncode:
            output = (done.stdout + done.stderr).strip()
            raise CommandError(
                f"Python could not make {self.folder}. {advice_on(output)}\nIt said: {output}"
            )

    def _install(self, extras: set[str]) -> None:
        print(
            "Setting up in .venv. The first time this takes a minute or two, and it needs the "
            "internet …",
            flush=True,
        )
        began = time.monotonic()
        state = self._state(()) or {}
        stamp = Stamp(str(ROOT), state.get("python", ""), sorted(extras), [], finished=False)
        self._write_stamp(stamp)
        left_out = self._pip_install(extras)
        self._write_stamp(replace(stamp, left_out=left_out, finished=True))
        print(f"Ready, after {time.monotonic() - began:.0f} seconds.", flush=True)

    def _has_pip(self) -> bool:
        """Return True when there is pip; an environment without it, such as uv's, gets it here."""
        commands = (["pip", "--version"], ["ensurepip", "--default-pip"])
        return any(
            subprocess.run([str(self.python), "-m", *command], capture_output=True).returncode == 0
            for command in commands
        )

    def _pip_install(self, extras: set[str]) -> list[str]:
        """Return the packages that this system has to do without, when all others are installed."""
        left_out: list[str] = []
        what = ["-e", f".[{','.join(sorted(extras))}]"]
        while output := self._pip_fails(what):
            unavailable = re.search(r"No matching distribution found for ([\w-]+)", output)
            name = unavailable.group(1) if unavailable else ""
            if name not in DISPENSABLE or name in left_out or advice_on(output):
                raise CommandError(self._explain(output))
            print(f"There is no ready-made {name} for this system: {DISPENSABLE[name]}")
            left_out.append(name)
            what = [
                "-e",
                ".",
                *(
                    requirement
                    for requirement in requirements(extras)
                    if _name(requirement) not in left_out
                ),
            ]
        return left_out

    def _pip_fails(self, what: Sequence[str]) -> str:
        """Return pip's output when it could not install; nothing when it could."""
        command = [
            str(self.python),
            "-m",
            "pip",
            "install",
            *what,
            f"--only-binary={','.join(DISPENSABLE)}",
        ]
        environment = os.environ | {
            "PIP_USER": "0",
            "PIP_NO_INPUT": "1",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }
        output = []
        progress = Progress()
        with (
            self._log.open("wb") as log,
            subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
            ) as pip,
        ):
            for line in pip.stdout or ():
                log.write(line)
                output.append(line.decode(errors="replace"))
                progress.show(output[-1].strip())
        progress.clear()
        return (
            ("".join(output) or f"nothing, and ended with {pip.returncode}")
            if pip.returncode
            else ""
        )

    def _explain(self, output: str) -> str:
        errors = [
            line for line in output.splitlines() if line.startswith("ERROR")
        ] or output.splitlines()[-1:]
        advice = advice_on(output) or "pip said: " + " ".join(errors[-2:])
        return (
            f"{advice}\nThe full output is in {self._log}. If you run the same command again, it"
            " continues from here."
        )

    @property
    def _log(self) -> Path:
        return self.folder / "minimax-lessons.log"

    @property
    def _stamp(self) -> Path:
        return self.folder / "minimax-lessons.json"

    def _read_stamp(self) -> Stamp | None:
        try:
            return Stamp(**json.loads(self._stamp.read_text(encoding="utf-8")))
        except (FileNotFoundError, NotADirectoryError, ValueError, TypeError):
            return None

    def _write_stamp(self, stamp: Stamp) -> None:
        self._stamp.write_text(json.dumps(asdict(stamp), indent=1), encoding="utf-8")


def _is_complete(stamp: Stamp | None, lacking: Iterable[str]) -> bool:
    lost = {_name(requirement) for requirement in lacking}
    if stamp is None:  # made by uv or by hand
        return not lost
    return stamp.finished and lost.issubset(stamp.left_out)


def _python_version() -> str:
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def _environment() -> dict[str, str]:
    """Return a child Python's variables, so that it and its kernels find this clone's package."""
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    }


def _no_venv() -> str:
    package = f"python{_python_version()}-venv"
    sudo = "" if getattr(os, "geteuid", lambda: 0)() == 0 else "sudo "
    return (
        f"This Python ({sys.executable}) cannot make virtual environments, because its module"
        " venv or ensurepip is missing.\n"
        f"On Debian or Ubuntu install it with: {sudo}apt install {package}\n"
        "On other systems install the full Python from its website or your package manager. Then "
        "run the command again."
    )


def advice_on(output: str) -> str:
    """Return advice on a failure to fetch packages, or nothing."""
    advice_found = next(
        (advice for pattern, advice in ADVICE.items() if re.search(pattern, output)), ""
    )
    # not everything says what it lacks
    return advice_found or (FULL if shutil.disk_usage(ROOT).free < SCARCE else "")


class Progress:
    """pip's progress: one line of a terminal, or a line of a file every ten seconds."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def show(self, line: str) -> None:
        """Show a line of pip's if it is about a step."""
        if not line.startswith(STEPS):
            return
        if sys.stdout.isatty():
            self._overwrite(line)
        elif time.monotonic() - self._last > QUIET:
            print(line[:100], flush=True)
            self._last = time.monotonic()

    def clear(self) -> None:
        """Leave the line empty for what comes next."""
        if sys.stdout.isatty():
            self._overwrite("")

    def _overwrite(self, line: str) -> None:
        width = min(shutil.get_terminal_size().columns, 100) - 1
        print(f"\r{line:<{width}.{width}}", end="\r", flush=True)


if __name__ == "__main__":
    print(json.dumps({"python": _python_version(), "missing": missing(requirements(sys.argv[1:]))}))
