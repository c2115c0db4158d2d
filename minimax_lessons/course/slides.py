"""Slides: a lesson as one offline HTML file for a projector, in which the players play."""

from __future__ import annotations

import argparse
import html
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat

from minimax_lessons.command_errors import CommandError, prints_errors
from minimax_lessons.course.cells import markdown, shown
from minimax_lessons.course.speaker_notes import note_on, notes_on, run_sheet
from minimax_lessons.notebooks import LESSONS, notebook
from minimax_lessons.palette import with_colours
from minimax_lessons.player.page import filled, programs, static
from minimax_lessons.setup_env import ROOT
from minimax_lessons.storage import write_texts

__all__ = ["CannotShow", "Slide", "deck", "main", "slides"]

# types of cell that begin a slide; others go on, come at a key press, or are left out
STARTS = ("slide", "subslide")
THEMES = {"light": ":root{%s}", "dark": ':root[theme="dark"]{%s}'}  # a key changes them
OURS = " · Minimax Lessons</title>"  # in a file that new slides may replace
PLAYS = "data-lm-player"  # stands in the HTML of a player or a question
SHOWS = re.compile(f"{PLAYS}|<img ")  # what fills a slide
LISTED = 'class="code listed"'  # in that of source code that a cell has printed
IMPORTS = re.compile(r"^(?:from [\w.]+ )?import (?:\([^)]*\)|.*)\n?", re.MULTILINE)


class CannotShow(CommandError):
    """The reason why there can be no slides, in one sentence."""


@dataclass
class Slide:
    """One screen: its parts as HTML, each with whether it waits for a key press, and the notes."""

    goes_on_with: str = ""  # the title of the slide before, for one without a heading of its own
    parts: list[tuple[bool, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def is_filled(self) -> bool:
        """Return True if there is a player, a question or a picture on the slide."""
        return any(SHOWS.search(part) for _, part in self.parts)

    @property
    def title(self) -> str:
        """Return the first heading's text, or of what the slide goes on with."""
        heading = re.search(
            r"<h\d[^>]*>(.*?)</h\d>", "".join(part for _, part in self.parts), re.DOTALL
        )
        return html.unescape(re.sub(r"<[^>]+>", "", heading[1])) if heading else self.goes_on_with


def slides(notebook: Any) -> list[Slide]:
    """Return the slides of a notebook, as its cells' slide types say."""
    slides_so_far: list[Slide] = []
    for cell in notebook.cells:
        kind = cell.metadata.get("slideshow", {}).get("slide_type", "-")
        if kind == "skip":
            continue
        part = "" if kind == "notes" else _unlinked(_projected(cell))
        if not (part or kind in ("notes", *STARTS)):
            continue
        # one thing to look at or to do is enough for a slide
        if not slides_so_far or kind in STARTS or (PLAYS in part and slides_so_far[-1].is_filled):
            slides_so_far.append(Slide(slides_so_far[-1].title if slides_so_far else ""))
        if cell.cell_type == "code" and part:
            slides_so_far[-1].notes += [markdown(note) for note in _program_notes(cell)]
        if kind == "notes":
            slides_so_far[-1].notes.append(
                _unlinked(markdown(re.sub(r"</?details>|<summary>.*?</summary>", "", cell.source)))
            )
        elif part:
            slides_so_far[-1].parts.append(
                (kind == "fragment" and bool(slides_so_far[-1].parts), part)
            )
    return slides_so_far


def _program_notes(cell: Any) -> list[str]:
    """Return notes on the players and questions that a cell shows."""
    outputs = [output.get("data", {}).get("text/html", "") for output in cell.outputs]
    return list(filter(None, map(notes_on, outputs)))


def _projected(cell: Any) -> str:
    """Return a cell as HTML without the notebook's housekeeping.

    That is what only the person at the keyboard needs: imports, calls that show a player or a
    picture or print source code, and places for an answer. Text that only this person needs has
    cells of its own, of the slide type "skip".
    """
    if cell.cell_type != "code":
        return markdown(cell.source)
    markup = shown(cell)
    outputs = shown(_changed(cell, jupyter={"source_hidden": True}))
    source = IMPORTS.sub("", cell.source).strip()
    defines = re.search(r"^(?:def|class) ", source, re.MULTILINE)
    if not source or "todo(" in source or LISTED in outputs:
        return outputs
    if SHOWS.search(markup) and not defines:
        return outputs
    return shown(_changed(cell, source=source))


def _changed(cell: Any, source: str = "", **metadata: Any) -> Any:
    return nbformat.from_dict(  # type: ignore[no-untyped-call]
        {**cell, "source": source or cell.source, "metadata": {**cell.metadata, **metadata}}
    )


def deck(notebook: Any) -> str:
    """Return the slides of a notebook as one page that loads nothing."""
    if not any(cell.get("outputs") for cell in notebook.cells):
        raise CannotShow("has no results to show: run it in JupyterLab, save it, and try again")
    pages = slides(notebook)
    for slide in pages:
        slide.notes += _lecturer_notes(slide, first=slide is pages[0])
    sections = "\n".join(_section(slide, number) for number, slide in enumerate(pages, 1))
    title = html.escape(pages[0].title or "Slides")
    return filled(
        "slides.html",
        title=title,
        slides=sections,
        style=with_colours(static("lesson.css") + static("slides.css"), THEMES),
        script=static("slides.js"),
    )


def _lecturer_notes(slide: Slide, *, first: bool) -> list[str]:
    """Return the course's own notes on a slide: a lesson's run sheet, or a note on the slide."""
    named = re.match(r"(\d+) · ", slide.title)
    lesson = int(named[1]) if named else 0
    is_lesson = first and (named or slide.title == "Start here")
    notes = run_sheet(lesson) if is_lesson else "" if slide.notes else note_on(slide.title)
    return [markdown(notes)] if notes else []


def _section(slide: Slide, number: int) -> str:
    """Return a slide as HTML: its one player, if it has words too, stands beside them.

    A question without a picture needs no column of its own.
    """
    plays = [PLAYS in part for _, part in slide.parts]
    [player, *_] = [part for _, part in slide.parts if PLAYS in part] or [""]
    is_question = 'data-lm-kind="guess"' in player
    has_picture = not is_question or any(
        "svg" in data.get("question", ()) for data in programs(player)
    )
    beside = sum(plays) == 1 < len(plays) and has_picture
    parts = "".join(
        _part(part, waits=waits, has_player=has_player)
        for (waits, part), has_player in zip(slide.parts, plays, strict=True)
    )
    notes = f"<template>{''.join(slide.notes)}</template>" if slide.notes else ""
    label = html.escape(slide.title) or f"Slide {number}"
    layout = "beside" if beside else "plain"
    about = f'class="{layout}" aria-roledescription="slide" aria-label="{label}"'
    return f"<section {about} hidden>{_headed(parts, label)}{notes}</section>"


def _part(part: str, *, waits: bool, has_player: bool) -> str:
    kind = "part player" if has_player else "part"
    hidden = " data-waits hidden" if waits else ""
    return f'<div class="{kind}"{hidden}>{part}</div>'


def _headed(parts: str, label: str) -> str:
    """Return a slide's HTML with a first-level heading: its own first one, or a hidden one."""
    if "<h1" in parts:
        return parts
    headed, replacements = re.subn(
        r"<h([2-6])>(.*?)</h\1>", r'<h1 class="h\1">\2</h1>', parts, count=1, flags=re.DOTALL
    )
    return headed if replacements else f'<h1 class="again">{label}</h1>{parts}'


def _unlinked(markup: str) -> str:
    """Return HTML without links to other notebooks, which can't be reached from a slide."""
    return re.sub(r'<a href="[^":]*\.(?:ipynb|md)">(.*?)</a>', r"\1", markup)


def _read(path: Path) -> Any:
    """Return a notebook in any encoding, with the metadata that it should have."""
    notebook_data = json.loads(path.read_bytes())
    notebook_data.setdefault("metadata", {})
    for cell in notebook_data["cells"]:
        cell.setdefault("metadata", {})
    return nbformat.reads(json.dumps(notebook_data), as_version=4)  # type: ignore[no-untyped-call]


def _deck_of(lesson: Path) -> str:
    try:
        return deck(_read(lesson))
    except CannotShow as problem:
        raise CannotShow(f"{lesson} {problem}.") from None
    except OSError:
        raise
    except Exception as problem:  # in whatever way it is none
        raise CannotShow(f"{lesson} is no notebook that can be read.") from problem


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m minimax_lessons slides",
        description="Write a lesson as slides: one HTML file that plays without a network.",
    )
    lessons_help = "03, a notebook of your own, or all"
    parser.add_argument("lessons", nargs="+", metavar="LESSON", help=lessons_help)
    folder = ROOT / "slides"
    to_help = "where to (default: slides)"
    parser.add_argument("--to", type=Path, default=folder, metavar="FOLDER", help=to_help)
    return parser


@prints_errors("Name another folder: --to FOLDER")
def main(arguments: Sequence[str]) -> int:
    """Return the exit code of writing the slides that the arguments ask for."""
    asked = _parser().parse_args(arguments)
    every = [str(path) for path in sorted(LESSONS.glob("*.ipynb"))]
    names = every if asked.lessons == ["all"] else asked.lessons
    lessons = list(dict.fromkeys(map(notebook, names)))
    by_path = {asked.to / f"{lesson.stem}.html": lesson for lesson in lessons}
    if len(by_path) < len(lessons):
        raise CannotShow(
            "Two of these notebooks have one name: write the slides of each to a folder of its own."
        )
    for path, lesson in by_path.items():
        markup = _deck_of(lesson)
        if path.exists() and OURS not in path.read_text(encoding="utf-8", errors="replace"):
            raise CannotShow(
                f"{path} holds something else, which is not replaced: "
                "name another folder with --to."
            )
        write_texts({path.name: markup}, asked.to)
        print(
            f"{path} is ready: open it in a browser. "
            "→ turns the page, N opens your notes, ? shows all keys."
        )
    return 0
