"""Slides: a lesson as one offline HTML file for a projector, in which the players play; the slides subcommand."""

from __future__ import annotations

import argparse
import html
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat

from minimax_lessons.course.cells import markdown, shown
from minimax_lessons.course.live import put
from minimax_lessons.notebooks import LESSONS, notebook
from minimax_lessons.player.page import filled, static
from minimax_lessons.setup_env import ROOT
from minimax_lessons.trouble import Trouble, telling

__all__ = ["CannotShow", "Slide", "deck", "main", "slides"]

STARTS = ("slide", "subslide")  # types of cell that begin a slide; others go on, come at a key press, or are left out
PLAYS = "data-lm-player"  # stands in the HTML of a player or a question


class CannotShow(Trouble):
    """Why there can be no slides, in one sentence."""


@dataclass
class Slide:
    """What is on the screen at once: its parts as HTML, each with whether it waits for a key press, and the notes."""

    goes_on_with: str = ""  # the title of the slide before, for one without a heading of its own
    parts: list[tuple[bool, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def plays(self) -> bool:
        """Return True if there is a player or a question on the slide."""
        return any(PLAYS in part for _, part in self.parts)

    @property
    def title(self) -> str:
        """Return the first heading's text, or of what the slide goes on with."""
        heading = re.search(r"<h\d[^>]*>(.*?)</h\d>", "".join(part for _, part in self.parts), re.DOTALL)
        return html.unescape(re.sub(r"<[^>]+>", "", heading[1])) if heading else self.goes_on_with


def slides(notebook: Any) -> list[Slide]:
    """Return the slides of a notebook, as its cells' slide types say."""
    made: list[Slide] = []
    for cell in notebook.cells:
        kind = cell.metadata.get("slideshow", {}).get("slide_type", "-")
        if kind == "skip":
            continue
        part = "" if kind == "notes" else _unlinked(shown(cell))
        if not made or kind in STARTS or (PLAYS in part and made[-1].plays):  # one thing to do is enough for a slide
            made.append(Slide(made[-1].title if made else ""))
        if kind == "notes":
            made[-1].notes.append(_unlinked(markdown(re.sub(r"</?details>|<summary>.*?</summary>", "", cell.source))))
        else:
            made[-1].parts.append((kind == "fragment" and bool(made[-1].parts), part))
    return made


def deck(notebook: Any) -> str:
    """Return the slides of a notebook as one page that loads nothing: each player brings its program along."""
    if not any(cell.get("outputs") for cell in notebook.cells):
        raise CannotShow("has no results to show: run it in JupyterLab, save it, and try again")
    made = slides(notebook)
    sections = "\n".join(_section(slide, number) for number, slide in enumerate(made, 1))
    title = html.escape(made[0].title or "Slides")
    return filled("slides.html", title=title, slides=sections, style=static("slides.css"), script=static("slides.js"))


def _section(slide: Slide, number: int) -> str:
    """Return a slide as HTML: its one player, if it has words too, stands beside them."""
    plays = [PLAYS in part for _, part in slide.parts]
    beside = sum(plays) == 1 < len(plays)
    parts = "".join(
        f'<div class="part{" player" if player else ""}"{" data-waits hidden" if waits else ""}>{part}</div>'
        for (waits, part), player in zip(slide.parts, plays, strict=True)
    )
    notes = f"<template>{''.join(slide.notes)}</template>" if slide.notes else ""
    label = html.escape(slide.title) or f"Slide {number}"
    about = f'class="{"beside" if beside else "plain"}" aria-roledescription="slide" aria-label="{label}"'
    return f"<section {about} hidden>{_headed(parts, label)}{notes}</section>"


def _headed(parts: str, label: str) -> str:
    """Return a slide's HTML under a first-level heading: its own first one, else one that only is heard."""
    if "<h1" in parts:
        return parts
    headed, found = re.subn(r"<h([2-6])>(.*?)</h\1>", r'<h1 class="h\1">\2</h1>', parts, count=1, flags=re.DOTALL)
    return headed if found else f'<h1 class="unseen">{label}</h1>{parts}'


def _unlinked(markup: str) -> str:
    """Return HTML in which another notebook can't be reached from a slide, so a link to one is only its words."""
    return re.sub(r'<a href="[^":]*\.(?:ipynb|md)">(.*?)</a>', r"\1", markup)


def _read(path: Path) -> Any:
    """Return a notebook, in whichever encoding it was saved, with the metadata that it should have."""
    found = json.loads(path.read_bytes())
    found.setdefault("metadata", {})
    for cell in found["cells"]:
        cell.setdefault("metadata", {})
    return nbformat.reads(json.dumps(found), as_version=4)  # type: ignore[no-untyped-call]


def _deck_of(lesson: Path) -> str:
    try:
        return deck(_read(lesson))
    except CannotShow as problem:
        raise CannotShow(f"{lesson} {problem}.") from None
    except (ValueError, AttributeError, KeyError, TypeError) as problem:  # in whatever way it is none
        raise CannotShow(f"{lesson} is no notebook that can be read.") from problem


@telling("Name another folder: --to FOLDER")
def main(arguments: Sequence[str] | None = None) -> int:
    """Return the exit code of writing the slides that the arguments ask for."""
    parser = argparse.ArgumentParser(
        prog="python3 -m minimax_lessons slides",
        description="Write a lesson as slides: one HTML file that needs no network, in which the players play.",
    )
    parser.add_argument("lessons", nargs="+", metavar="LESSON", help="03, a notebook of your own, or all")
    parser.add_argument("--to", type=Path, default=ROOT / "slides", metavar="FOLDER", help="where to (default: slides)")
    asked = parser.parse_args(arguments)
    names = [str(path) for path in sorted(LESSONS.glob("*.ipynb"))] if asked.lessons == ["all"] else asked.lessons
    for lesson in map(notebook, names):
        put({f"{lesson.stem}.html": _deck_of(lesson)}, asked.to)
        path = asked.to / f"{lesson.stem}.html"
        print(f"{path} is ready: open it in a browser. → turns the page, N opens your notes, ? shows all keys.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
