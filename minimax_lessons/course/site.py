"""The command site: the course as one folder for any web server, pages and live notebooks."""

from __future__ import annotations

import argparse
import posixpath
import re
import time
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import nbformat
from nbformat.v4 import new_code_cell

from minimax_lessons.command_errors import CommandError, prints_errors
from minimax_lessons.course import live
from minimax_lessons.course.pages import (
    SitePage,
    cheat_page,
    shared_files,
    sheet_page,
    start_page,
    words_page,
)
from minimax_lessons.course.scorm import write_zips
from minimax_lessons.course.slides import deck
from minimax_lessons.exercises.learning_path import LearningPath
from minimax_lessons.exercises.workbooks import workbook
from minimax_lessons.notebooks import LESSONS, SOLUTIONS
from minimax_lessons.player.tree_game import play
from minimax_lessons.setup_env import ROOT
from minimax_lessons.storage import write_texts
from minimax_lessons.trees import TOY_TREE

__all__ = ["broken_links", "main", "sheets", "write"]

MARK = "minimax-lessons-site.txt"  # in a folder that may be replaced
TERMINAL = "terminal"  # the tag of a cell that only helps where there is a terminal
IN_COLAB = """import sys

if "google.colab" in sys.modules:
    %pip install -q anywidget chess git+https://github.com/{repository}
    from google.colab import output

    output.enable_custom_widget_manager()"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m minimax_lessons site",
        description="Write the course as a folder for any web server, with nothing to install.",
    )
    add = parser.add_argument
    add("out", nargs="?", type=Path, help="the folder to write (site; with --scorm: scorm)")
    add("--no-live", dest="live", action="store_false", help="the pages alone: no npm, no network")
    add(
        "--colab",
        metavar="OWNER/NAME",
        help="write also, in its folder colab, notebooks that fetch the package there",
    )
    add(
        "--scorm",
        action="store_true",
        help="write only a SCORM 1.2 zip of each lesson, for a learning platform",
    )
    return parser


@prints_errors("Name another folder: site FOLDER")
def main(arguments: Sequence[str]) -> int:
    """Return the exit code of writing the site."""
    asked = _parser().parse_args(arguments)
    began = time.monotonic()
    out = asked.out or ROOT / ("scorm" if asked.scorm else "site")
    if asked.scorm:
        zips = write_zips(out, sheets(), (LESSONS / "glossary.md").read_text(encoding="utf-8"))
        print(f"In {out}: {', '.join(path.name for path in zips)}.")
        return 0
    write(out, with_live=asked.live, colab=asked.colab)
    print(f"{out} is ready, after {time.monotonic() - began:.0f} s.")
    print(f"To see it: python3 -m http.server --directory {out}")
    return 0


def sheets() -> list[SitePage]:
    """Return the lessons and the blank exercises in order, for readers without a terminal.

    Exercises are made from the solutions, because the files that learners open may hold somebody's
    answers.
    """
    lessons = {path.stem: _read(path) for path in sorted(LESSONS.glob("*.ipynb"))}
    blank = {path.stem: workbook(_read(path)) for path in sorted(SOLUTIONS.glob("*.ipynb"))}
    read = partial(nbformat.reads, as_version=4)
    exercises = {f"exercises/{name}": read(text) for name, text in blank.items()}
    return [
        SitePage(path, _without_a_terminal(notebook))
        for path, notebook in (lessons | exercises).items()
    ]


def _read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def _without_a_terminal(notebook: Any) -> Any:
    notebook.cells = [
        cell for cell in notebook.cells if TERMINAL not in cell.metadata.get("tags", ())
    ]
    return notebook


def write(out: Path, *, with_live: bool = True, colab: str | None = None) -> None:
    """Write the site beside the folder, and put it in the folder's place only when it is whole."""
    out = out.absolute()
    if out.exists() and not (out.is_dir() and ((out / MARK).exists() or not any(out.iterdir()))):
        raise CommandError(
            f"{out} holds something else, which is not replaced: name a new folder, or an empty "
            "one."
        )
    out.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as beside:
        build, everything = Path(beside) / "made", sheets()
        write_texts(_pages(everything, with_live=with_live), build)
        if with_live:
            (work := Path(beside) / "work").mkdir()
            shown = [*LESSONS.glob("pictures/*")]
            shown += [LESSONS / name for name in ("glossary.md", "cheat_sheet.md")]
            live.build(_live_notebooks(everything), shown, build / "lite", work)
        if colab is not None:
            write_texts(
                {f"{sheet.path}.ipynb": _for_colab(sheet.notebook, colab) for sheet in everything},
                build / "colab",
            )
        if broken := list(broken_links(build)):
            raise CommandError("The site has links that lead nowhere:\n" + "\n".join(broken))
        if out.exists():
            out.rename(Path(beside) / "before")
        build.rename(out)


def _pages(everything: Sequence[SitePage], *, with_live: bool) -> dict[str, str]:
    """Return the pages by their paths, their shared files, and the mark of a replaceable folder."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| \d+ \| \[.*\]\(notebooks/(\w+)\.ipynb\) \| (.*) \| (\d+) \|$", readme, re.M
    )
    if not rows:
        raise CommandError(f"{ROOT / 'README.md'} has no table of lessons.")
    path = LearningPath({name: f"You {aim}. {minutes} minutes." for name, aim, minutes in rows})
    game = play(TOY_TREE).fragment
    pages = {
        f"{sheet.path}.html": sheet_page(sheet, everything, live=with_live) for sheet in everything
    }
    pages["index.html"] = start_page(path.fragment, everything, game, live=with_live)
    pages["glossary.html"] = words_page((LESSONS / "glossary.md").read_text(encoding="utf-8"))
    cheat_sheet = (LESSONS / "cheat_sheet.md").read_text(encoding="utf-8")
    pages["cheat_sheet.html"] = cheat_page(cheat_sheet, LESSONS)
    pages |= {
        f"slides/{sheet.path}.html": deck(sheet.notebook) for sheet in everything if not sheet.up
    }
    pages |= shared_files()
    return pages | {
        MARK: "Written by python3 -m minimax_lessons site, which may replace this folder.\n"
    }


def _for_colab(notebook: Any, repository: str) -> str:
    """Return a notebook for Colab: its first cell, shown without its code, fetches the package."""
    source, form = IN_COLAB.format(repository=repository), {"cellView": "form"}
    first = new_code_cell(source, metadata=form)  # type: ignore[no-untyped-call]
    content = {**notebook, "cells": [first, *notebook.cells]}
    changed = nbformat.from_dict(content)  # type: ignore[no-untyped-call]
    return f"{nbformat.writes(changed)}\n"  # type: ignore[no-untyped-call]


def _live_notebooks(everything: Sequence[SitePage]) -> dict[str, Any]:
    """Return the notebooks of the live edition by their paths there, with links that hold there."""
    names = {f"{sheet.path}.ipynb": sheet.live for sheet in everything}
    chapters = {}
    for sheet in everything:
        folder = posixpath.dirname(sheet.path)

        def renamed(link: re.Match[str], folder: str = folder) -> str:
            target = posixpath.normpath(posixpath.join(folder, link[1]))
            return f"]({posixpath.relpath(names.get(target, target), folder or '.')}"

        chapters[sheet.live] = notebook = deepcopy(sheet.notebook)
        for cell in notebook.cells:
            if cell.cell_type == "markdown":
                cell.source = re.sub(r"\]\(([\w./]+\.ipynb)", renamed, cell.source)
    return chapters


def broken_links(folder: Path) -> Iterator[str]:
    """Yield the links in the pages whose file, heading or live notebook is missing."""
    for page in [*folder.glob("*.html"), *folder.glob("exercises/*.html")]:
        text = page.read_text(encoding="utf-8")
        for address in re.findall(r'<(?:a|link|script)\b[^>]*?(?:href|src)="([^"]*)"', text):
            parts = urlsplit(address)
            if parts.scheme:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            live_path = parse_qs(parts.query).get("path", [""])[0]
            missing = not target.exists()
            missing |= bool(live_path) and not (folder / "lite" / "files" / live_path).exists()
            missing |= bool(parts.fragment) and f'id="{parts.fragment}"' not in target.read_text(
                encoding="utf-8"
            )
            if missing:
                yield f"{page.relative_to(folder)}: {address}"
