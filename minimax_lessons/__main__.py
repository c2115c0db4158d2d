"""The command line: python3 -m minimax_lessons lab, test and the rest."""

# Everything down to the check runs on any Python 3, so that an old one can say that it is too old.
import sys

if sys.version_info < (3, 11):
    sys.exit(
        "Minimax Lessons needs Python 3.11 or newer, and {} is Python {}.{}.\n"
        "Install a newer one beside it and name that in the command: python3.12 -m minimax_lessons lab".format(
            sys.executable, *sys.version_info[:2]
        )
    )

import os
import subprocess
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from itertools import pairwise
from urllib.parse import quote

from minimax_lessons.notebooks import LESSONS, notebook
from minimax_lessons.setup_env import ROOT, python_with, run_module
from minimax_lessons.trouble import Trouble

__all__ = ["main"]

TESTED = ("lab", "test", "chess")  # the extras that the suite covers
SUITES = {"": ("-m", "not slow"), "--all": (), "--quick": ("-m", "not slow and not browser and not long", "tests")}


def main(arguments: Sequence[str] | None = None) -> int:
    """Return the exit code of the command that the arguments name."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a console of few characters shows ? for ✓ instead of failing
    name, *rest = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
    if name in ("-h", "--help", "help"):
        print(usage())
        return 0
    if name not in COMMANDS:
        likely = get_close_matches(name, COMMANDS, n=1)
        print(f"There is no command {name!r}.", f"Did you mean {likely[0]}?" if likely else usage(), file=sys.stderr)
        return 2
    try:
        command, _ = COMMANDS[name]
        if isinstance(command, str):
            return run_module(python_with(("lab",)), f"minimax_lessons.{command}", rest)
        return command(rest)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130


def usage() -> str:
    """Return what the commands are and what they do."""
    commands = "\n".join(f"  {name:<7} {purpose}" for name, (_, purpose) in COMMANDS.items())
    return (
        "usage: python3 -m minimax_lessons COMMAND [arguments]\n\n"
        f"{commands}\n\n"
        "What a command needs and this Python lacks is installed in .venv, beside the lessons. Nothing else is touched."
    )


def lab(arguments: Sequence[str]) -> int:
    """Open a notebook in JupyterLab: the first one, unless the arguments name another."""
    named = [each for before, each in pairwise(("", *arguments)) if _names_notebook(each, before)]
    start = notebook(named[-1] if named else "00").resolve()
    folder = LESSONS if start.is_relative_to(LESSONS) else start.parent
    python = python_with(("lab",))
    rest = [argument for argument in arguments if argument not in named]
    options = [
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.default_url=/lab/tree/{quote(start.relative_to(folder).as_posix())}",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")  # as in a container, where there is nobody else
    if not any("log-level" in argument or "log_level" in argument for argument in rest):
        options.append("--log-level=WARN")  # the address, and what goes wrong
    print("Starting JupyterLab. Ctrl-C, twice, stops it.")
    # .jupyter holds settings for the lessons: no question about news, and nothing that asks the network.
    settings = filter(None, [str(ROOT / ".jupyter"), os.environ.get("JUPYTER_CONFIG_PATH")])
    variables = {"JUPYTER_CONFIG_PATH": os.pathsep.join(settings)}
    return run_module(python, "jupyterlab", [*options, *rest], variables)


def _names_notebook(argument: str, before: str) -> bool:
    """Return True for 03 and for notes.ipynb, unless it belongs to the option before it, as in --port 90."""
    is_value = before.startswith("-") and "=" not in before
    return argument.endswith(".ipynb") or (argument.isdecimal() and len(argument) <= 2 and not is_value)


def test(arguments: Sequence[str]) -> int:
    """Run the tests and the notebooks; paths among the arguments start at the clone's folder."""
    chosen = "" if not arguments else arguments[0] if arguments[0] in SUITES else None
    python = python_with(TESTED)
    os.chdir(ROOT)
    if chosen is None:  # pytest as it is
        return run_module(python, "pytest", arguments)
    variables = {"MINIMAX_LESSONS_PROGRESS": "1", "PYTHONDONTWRITEBYTECODE": ""}  # what all import is compiled once
    if chosen == "--quick":
        variables["MINIMAX_LESSONS_QUICK"] = "1"
    workers = (os.cpu_count() or 1) + 1  # browsers and kernels are waited for
    options = ["-n", str(workers), "--dist", "loadscope", "--no-loadscope-reorder", *SUITES[chosen], *arguments[1:]]
    return run_module(python, "pytest", options, variables)


def bench(arguments: Sequence[str]) -> int:
    """Print what the project promises about speed beside what this machine measures."""
    python = python_with(TESTED)
    if python != sys.executable:  # pictures are measured too, so measure where they can be drawn
        return run_module(python, "minimax_lessons", ["bench", *arguments])
    from minimax_lessons.bench import report

    return report(arguments)


def ladder(arguments: Sequence[str]) -> int:
    """Measure what each rung of the engine's search brings; the engine needs nothing but Python."""
    from minimax_lessons.draughts.ladder import report

    return report(arguments)


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


Command = Callable[[Sequence[str]], int]
COMMANDS: dict[str, tuple[Command | str, str]] = {  # a module's name where JupyterLab's environment is all it needs
    "lab": (lab, "open a lesson in JupyterLab: lab 03 (which gets the other arguments: --no-browser, --port 9000 …)"),
    "test": (test, "run the tests and notebooks (--quick: in a minute; --all: slow ones too; or pytest's options)"),
    "check": ("exercises.marking", "say which exercises are done: check 03, or check my/03_alpha_beta.ipynb"),
    "author": ("exercises.workbooks", "write the exercises from their solutions (--run 03, or --run: run them first)"),
    "mutants": ("exercises.mutants", "change the solutions' searches line by line, and print what the checks say"),
    "slides": ("course.slides", "write a lesson as slides in which the players play (slides 03, or all)"),
    "site": ("course.site", "write the course as a website that runs in a browser (site OUT; --no-live: pages alone)"),
    "show": ("player.show", "write a page with both searches on a tree, and open it: show '[[3,5,2],[9,1]]'"),
    "bench": (bench, "measure what the project promises about speed"),
    "ladder": (ladder, "measure what each rung of the draughts engine brings, for lesson 9 and the README"),
    "style": (style, "check the code's lint, layout and types (--fix mends what it can)"),
}

if __name__ == "__main__":
    sys.exit(main())
