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
from pathlib import Path

from minimax_lessons.setup_env import ROOT, CannotSetUp, python_with, run_module

__all__ = ["main"]

NOTEBOOKS = ROOT / "notebooks"
TESTED = ("lab", "test", "chess")  # the extras that the suite covers


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
        return COMMANDS[name][0](rest)
    except CannotSetUp as trouble:
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
    python = python_with(("lab",))
    start, rest = NOTEBOOKS / "00_start_here.ipynb", []
    for argument in arguments:
        named = next((path for path in (Path(argument), NOTEBOOKS / argument) if path.is_file()), None)
        if named and named.suffix == ".ipynb" and named.resolve().is_relative_to(NOTEBOOKS):
            start = named.resolve()
        else:
            rest.append(argument)
    options = [
        f"--ServerApp.root_dir={NOTEBOOKS}",
        f"--LabApp.default_url=/lab/tree/{start.relative_to(NOTEBOOKS).as_posix()}",
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


def test(arguments: Sequence[str]) -> int:
    """Run the tests and the notebooks; paths among the arguments start at the clone's folder."""
    python = python_with(TESTED)
    os.chdir(ROOT)
    return run_module(python, "pytest", arguments)


def check(arguments: Sequence[str]) -> int:
    """Print which exercises are done in notebooks that were filled in: those named, or all."""
    return run_module(python_with(("lab", "test")), "minimax_lessons.exercises.marking", arguments)


def author(arguments: Sequence[str]) -> int:
    """Write the exercises from their solutions."""
    return run_module(python_with(("lab", "test")), "minimax_lessons.exercises.workbooks", arguments)


def slides(arguments: Sequence[str]) -> int:
    """Write lessons as slides that play without a network; the arguments name them."""
    return run_module(python_with(("lab",)), "minimax_lessons.slides", arguments or ["--help"])


def site(arguments: Sequence[str]) -> int:
    """Write the course as a folder for a web server: pages that play, and notebooks that run in the browser."""
    return run_module(python_with(("lab",)), "minimax_lessons.course.site", arguments)


def show(arguments: Sequence[str]) -> int:
    """Write and open a page with both searches on a tree typed as nested lists."""
    return run_module(python_with(("lab",)), "minimax_lessons.player.show", arguments)


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


COMMANDS: dict[str, tuple[Callable[[Sequence[str]], int], str]] = {
    "lab": (lab, "open the lessons in JupyterLab (which gets the arguments: --no-browser, --port 9000 …)"),
    "test": (test, 'run every test and notebook (pytest gets the arguments: -m "not slow", tests/test_trees.py …)'),
    "check": (check, "say which exercises are done: check 03, or check notebooks/exercises/03_alpha_beta.ipynb"),
    "author": (author, "write the exercises from their solutions (--run: run these and the lessons first)"),
    "slides": (slides, "write a lesson as slides in which the players play (slides 03, or all)"),
    "site": (site, "write the course as a website that runs in the browser (site OUT; --no-live: the pages alone)"),
    "show": (show, "write a page with both searches on a tree, and open it: show '[[3,5,2],[9,1]]' (-h: its options)"),
    "bench": (bench, "measure what the project promises about speed"),
    "ladder": (ladder, "measure what each rung of the draughts engine brings, for lesson 9 and the README"),
    "style": (style, "check the code's lint, layout and types (--fix mends what it can)"),
}

if __name__ == "__main__":
    sys.exit(main())
