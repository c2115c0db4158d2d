"""The command site: the course as one folder for any web server, pages that play and notebooks that run there."""

from __future__ import annotations

import argparse
import posixpath
import re
import sys
import time
from collections.abc import Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import nbformat
from nbformat.v4 import new_code_cell

from minimax_lessons.course import live
from minimax_lessons.course.pages import Sheet, sheet_page, start_page, words_page
from minimax_lessons.course.slides import deck
from minimax_lessons.player import animate
from minimax_lessons.player.page import static
from minimax_lessons.search import alphabeta
from minimax_lessons.setup_env import ROOT
from minimax_lessons.trees import VIDEO_TREE
from minimax_lessons.trouble import Trouble, telling

__all__ = ["broken_links", "main", "sheets", "write"]

NOTEBOOKS = ROOT / "notebooks"
MARK = "minimax-lessons-site.txt"  # in a folder that may be replaced
COMMAND = r"python3 -m minimax_lessons check notebooks/exercises/\w+\.ipynb"
IN_A_CELL = (  # what a notebook says of checking a whole notebook, and what to do where there is no terminal
    (re.compile(rf"save it and type in a\s+terminal[^`]*```\n{COMMAND}\n```"), "run a cell with `check.all()`."),
    (re.compile(rf"Check them with\s+`{COMMAND}`"), "A cell with `check.all()` says how you stand."),
)
IN_COLAB = """import sys

if "google.colab" in sys.modules:
    %pip install -q anywidget chess git+https://github.com/{repository}
    from google.colab import output

    output.enable_custom_widget_manager()"""


@telling("Name another folder: site FOLDER")
def main(arguments: Sequence[str] | None = None) -> int:
    """Return the exit code of writing the site."""
    parser = argparse.ArgumentParser(
        prog="python3 -m minimax_lessons site",
        description="Write the course as a folder for any web server: nothing to install, and nothing else to load.",
    )
    parser.add_argument("out", nargs="?", type=Path, default=ROOT / "site", help="the folder to write (default: site)")
    parser.add_argument(
        "--no-live", dest="live", action="store_false", help="the pages alone: no npm, no network needed"
    )
    parser.add_argument(
        "--colab", metavar="OWNER/NAME", help="write also, in its folder colab, notebooks that fetch the package there"
    )
    asked = parser.parse_args(arguments)
    began = time.monotonic()
    write(asked.out, with_live=asked.live, colab=asked.colab)
    print(f"{asked.out} is ready, after {time.monotonic() - began:.0f} s.")
    print(f"To see it: python3 -m http.server --directory {asked.out}")
    return 0


def sheets() -> list[Sheet]:
    """Return the lessons and the exercises, in their order, in words that hold where there is no terminal."""
    paths = [*sorted(NOTEBOOKS.glob("*.ipynb")), *sorted(NOTEBOOKS.glob("exercises/*.ipynb"))]
    return [Sheet(path.relative_to(NOTEBOOKS).with_suffix("").as_posix(), _read(path)) for path in paths]


def _read(path: Path) -> Any:
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            for typed, instead in IN_A_CELL:
                cell.source = typed.sub(instead, cell.source)
    return notebook


def write(out: Path, *, with_live: bool = True, colab: str | None = None) -> None:
    """Write the site beside the folder, and put it in the folder's place only when it is whole."""
    out = out.absolute()
    if out.exists() and not (out.is_dir() and ((out / MARK).exists() or not any(out.iterdir()))):
        raise Trouble(f"{out} holds something else, which is not replaced: name a new folder, or an empty one.")
    out.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as beside:
        made, everything = Path(beside) / "made", sheets()
        live.put(_pages(everything, with_live=with_live), made)
        if with_live:
            (work := Path(beside) / "work").mkdir()
            shown = [*NOTEBOOKS.glob("pictures/*"), NOTEBOOKS / "glossary.md"]
            live.build(_live_notebooks(everything), shown, made / "lite", work)
        if colab is not None:
            live.put({f"{sheet.path}.ipynb": _for_colab(sheet.notebook, colab) for sheet in everything}, made / "colab")
        if broken := list(broken_links(made)):
            raise Trouble("The site has links that lead nowhere:\n" + "\n".join(broken))
        if out.exists():
            out.rename(Path(beside) / "before")
        made.rename(out)


def _pages(everything: Sequence[Sheet], *, with_live: bool) -> dict[str, str]:
    """Return the pages by their paths, what they share, and the mark that the next build may replace them."""
    table = re.search(r"^## Lessons\n+((?:\|.*\n)+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    if table is None:
        raise Trouble(f"{ROOT / 'README.md'} has no table of lessons.")
    player = animate(alphabeta, VIDEO_TREE).fragment
    pages = {f"{sheet.path}.html": sheet_page(sheet, everything, live=with_live) for sheet in everything}
    pages["index.html"] = start_page(table[1], everything, player, live=with_live)
    pages["glossary.html"] = words_page((NOTEBOOKS / "glossary.md").read_text(encoding="utf-8"))
    pages |= {f"slides/{sheet.path}.html": deck(sheet.notebook) for sheet in everything if not sheet.up}
    pages |= {name: static(name) for name in ("course.css", "course.js")}
    return pages | {MARK: "Written by python3 -m minimax_lessons site, which may replace this folder.\n"}


def _for_colab(notebook: Any, repository: str) -> str:
    """Return a notebook as Colab opens it: its first cell, shown without its code, fetches the package."""
    first = new_code_cell(IN_COLAB.format(repository=repository), metadata={"cellView": "form"})  # type: ignore[no-untyped-call]
    changed = nbformat.from_dict({**notebook, "cells": [first, *notebook.cells]})  # type: ignore[no-untyped-call]
    return f"{nbformat.writes(changed)}\n"  # type: ignore[no-untyped-call]


def _live_notebooks(everything: Sequence[Sheet]) -> dict[str, Any]:
    """Return the notebooks of the live edition by their paths there, with links that hold there."""
    names = {f"{sheet.path}.ipynb": sheet.live for sheet in everything}
    found = {}
    for sheet in everything:
        folder = posixpath.dirname(sheet.path)

        def renamed(link: re.Match[str], folder: str = folder) -> str:
            target = posixpath.normpath(posixpath.join(folder, link[1]))
            return f"]({posixpath.relpath(names.get(target, target), folder or '.')}"

        found[sheet.live] = notebook = deepcopy(sheet.notebook)
        for cell in notebook.cells:
            if cell.cell_type == "markdown":
                cell.source = re.sub(r"\]\(([\w./]+\.ipynb)", renamed, cell.source)
    return found


def broken_links(folder: Path) -> Iterator[str]:
    """Yield what in the pages leads to no file, to no heading, or to no notebook of the live edition."""
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
            missing |= bool(parts.fragment) and f'id="{parts.fragment}"' not in target.read_text(encoding="utf-8")
            if missing:
                yield f"{page.relative_to(folder)}: {address}"


if __name__ == "__main__":
    sys.exit(main())
