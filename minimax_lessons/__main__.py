"""The command line: python3 -m minimax_lessons lab, test and the rest."""

# Everything down to the check runs on any Python 3, so that an old one can say that it is too old.
import sys

if sys.version_info < (3, 11):
    sys.exit(
        "Minimax Lessons needs Python 3.11 or newer, and {} is Python {}.{}.\n"
        "Install a newer Python beside it, and use its name in the command: python3.12 -m "
        "minimax_lessons lab".format(sys.executable, *sys.version_info[:2])
    )

import os
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from itertools import pairwise
from urllib.parse import quote

from minimax_lessons.command_errors import CommandError
from minimax_lessons.notebooks import LESSONS, notebook
from minimax_lessons.setup_env import ROOT, python_with, run_module

__all__ = ["main"]

TESTED = ("lab", "test", "chess")  # the extras that the suite covers
SUITES = {
    "": ("-m", "not slow"),
    "--all": (),
    "--quick": ("-m", "not slow and not browser and not long", "tests"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Return the exit code of the command that the arguments name."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # a console of few characters shows ? for ✓ instead of failing
            stream.reconfigure(errors="replace")
    name, *options = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
    if name in ("-h", "--help", "help"):
        print(usage())
        return 0
    if name not in COMMANDS:
        likely = get_close_matches(name, COMMANDS, n=1)
        print(
            f"There is no command {name!r}.",
            f"Did you mean {likely[0]}?" if likely else usage(),
            file=sys.stderr,
        )
        return 2
    try:
        return COMMANDS[name].run(name, options)
    except CommandError as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130


def usage() -> str:
    """Return the names of the commands with a line on each, those for learners first."""
    width = max(map(len, COMMANDS))
    lines = {name: f"  {name:<{width}}  {command.purpose}" for name, command in COMMANDS.items()}
    learners = "\n".join(lines[name] for name in FOR_LEARNERS)
    others = "\n".join(line for name, line in lines.items() if name not in FOR_LEARNERS)
    return (
        "usage: python3 -m minimax_lessons COMMAND [arguments]\n\n"
        f"For learners and lecturers:\n{learners}\n\n"
        f"For those who maintain the course:\n{others}\n\n"
        "If this Python lacks a package, a command installs it in .venv, beside the lessons, and "
        "changes nothing else."
    )


def lab(arguments: Sequence[str]) -> int:
    """Open a notebook in JupyterLab: the first one, unless the arguments name another."""
    named = [word for before, word in pairwise(("", *arguments)) if _names_notebook(word, before)]
    start = notebook(named[-1] if named else "00").resolve()
    folder = LESSONS if start.is_relative_to(LESSONS) else start.parent
    python = python_with(("lab",))
    others = [argument for argument in arguments if argument not in named]
    options = [
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.default_url=/lab/tree/{quote(start.relative_to(folder).as_posix())}",
        "--ServerApp.jpserver_extensions=minimax_lessons.course.serving=True",
        f"--LabApp.extra_labextensions_path={ROOT / '.jupyter' / 'labextensions'}",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")  # as in a container, where there is nobody else
    if not any("log-level" in argument or "log_level" in argument for argument in others):
        options.append("--log-level=WARN")  # the address, and what goes wrong
    print("Starting JupyterLab. To stop it, press Ctrl-C twice.")
    # .jupyter holds settings for the lessons: no question about news, and nothing that asks the
    # network.
    settings = filter(None, [str(ROOT / ".jupyter"), os.environ.get("JUPYTER_CONFIG_PATH")])
    variables = {"JUPYTER_CONFIG_PATH": os.pathsep.join(settings)}
    return run_module(python, "jupyterlab", [*options, *others], variables)


def _names_notebook(argument: str, before: str) -> bool:
    """Return True for 03 and for notes.ipynb, unless an option before takes it, as in --port 90."""
    is_value = before.startswith("-") and "=" not in before
    return argument.endswith(".ipynb") or (
        argument.isdecimal() and len(argument) <= 2 and not is_value
    )


def test(arguments: Sequence[str]) -> int:
    """Run the tests and the notebooks; paths among the arguments start at the clone's folder."""
    chosen = "" if not arguments else arguments[0] if arguments[0] in SUITES else None
    python = python_with(TESTED)
    os.chdir(ROOT)
    if chosen is None:  # pytest as it is
        return run_module(python, "pytest", arguments)
    # what all import is compiled once
    variables = {"MINIMAX_LESSONS_PROGRESS": "1", "PYTHONDONTWRITEBYTECODE": ""}
    if chosen == "--quick":
        variables["MINIMAX_LESSONS_QUICK"] = "1"
    workers = (os.cpu_count() or 1) + 1  # browsers and kernels are waited for
    options = [
        "-n",
        str(workers),
        "--dist",
        "loadscope",
        "--no-loadscope-reorder",
        *SUITES[chosen],
        *arguments[1:],
    ]
    return run_module(python, "pytest", options, variables)


def style(arguments: Sequence[str]) -> int:
    """Check lint, layout and types; with --fix mend what can be mended without thought."""
    python = python_with((*TESTED, "style"))
    fix = "--fix" in arguments
    checks = (
        ["ruff", "check", *(["--fix"] if fix else [])],
        ["ruff", "format", *([] if fix else ["--check"])],
        ["mypy"],
    )
    return max(subprocess.run([python, "-m", *check], cwd=ROOT).returncode for check in checks)


@dataclass(frozen=True)
class Command:
    """A command: its purpose, and a function here or elsewhere, with the extras that it needs."""

    purpose: str
    function: Callable[[Sequence[str]], int] | str  # a name, for example "bench:report"
    extras: tuple[str, ...] = ("lab",)
    notice: str = ""  # for a terminal, before anything is imported

    def run(self, name: str, arguments: Sequence[str]) -> int:
        """Return the exit code of the command in a Python that has the extras."""
        if not isinstance(self.function, str):
            return self.function(arguments)
        if self.notice and sys.stdout.isatty():
            print(self.notice, end="\r", flush=True)
        python = python_with(self.extras)
        if python != sys.executable:
            return run_module(python, "minimax_lessons", [name, *arguments])
        module, _, function = self.function.partition(":")
        exit_code: int = getattr(import_module(f"minimax_lessons.{module}"), function)(arguments)
        return exit_code


CLASSROOM = ("lab", "classroom")
COMMANDS = {
    "lab": Command(
        "open a lesson in JupyterLab: lab 03 (JupyterLab gets the other arguments: --no-browser, "
        "--port 9000 …)",
        lab,
    ),
    "test": Command(
        "run the tests and notebooks (--quick: about a minute; --all: also the slow ones; or "
        "pytest's options)",
        test,
    ),
    "check": Command(
        "show which exercises are done: check 03, or check my/03_alpha_beta.ipynb",
        "marking.check:main",
        notice="Checking …",
    ),
    "mark": Command(
        "mark the submissions of a class from an export of Moodle, Canvas or Gradescope",
        "classroom.mark:main",
        CLASSROOM,
    ),
    "worksheet": Command(
        "write exercises for paper, Moodle and Canvas: worksheet alpha-beta --copies 40 --seed "
        "2026",
        "classroom.worksheet:main",
    ),
    "tournament": Command(
        "let learners' players of lesson 11 play each other and engines of the course: tournament "
        "FOLDER",
        "classroom.tournament:main",
        CLASSROOM,
    ),
    "author": Command(
        "write the exercises from their solutions (--run 03: run them first; --bundles: build the "
        "page's programs)",
        "exercises.workbooks:author",
    ),
    "mutants": Command(
        "change each solution in many small ways, and print how its check judges the changes",
        "exercises.mutants:main",
    ),
    "slides": Command(
        "write a lesson as slides in which the players play (slides 03, or all)",
        "course.slides:main",
    ),
    "site": Command(
        "write the course as a website that runs in a browser (site OUT; --no-live: pages alone; "
        "--scorm: zips)",
        "course.site:main",
    ),
    "show": Command(
        "write a page with both searches on a tree, and open it: show '[[3,5,2],[9,1]]'",
        "player.show:main",
    ),
    "bench": Command("measure the speeds that the project promises", "bench:report", TESTED),
    "ladder": Command(
        "measure what each rung of the draughts engine brings, for lesson 9 and the README",
        "draughts.ladder:report",
        (),
    ),
    "match": Command(
        "let two rungs of the draughts engine play each other: match learned deepening",
        "draughts.ladder:report_match",
        (),
    ),
    "tune": Command(
        "learn the weights of the draughts engine's evaluation again, from games against itself",
        "draughts.tuning:report",
    ),
    "endgames": Command(
        "compute the endgame tables of four pieces again, in a few minutes (--check: only verify "
        "them)",
        "draughts.packed_endgames:report",
        (),
    ),
    "style": Command("check the code's lint, layout and types (--fix repairs what it can)", style),
}

FOR_LEARNERS = ("lab", "check", "slides", "show")

if __name__ == "__main__":
    sys.exit(main())
