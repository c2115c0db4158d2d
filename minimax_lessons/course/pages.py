"""A notebook as a page of the site: it plays without a kernel, and leads to its live edition."""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from minimax_lessons.course.cells import markdown, shown
from minimax_lessons.drawing import image
from minimax_lessons.palette import BY_SYSTEM, with_colours
from minimax_lessons.player.page import filled, static

__all__ = [
    "SitePage",
    "cheat_page",
    "frame",
    "shared_files",
    "sheet_page",
    "start_page",
    "words_page",
]

PLAYS = (
    "What plays here plays as it stands. To run cells and change them, open the notebook: "
    "it runs in this browser."
)
PROGRAM = re.compile(r'<script type="text/plain" data-lm-code>.*?</script>', re.DOTALL)
HEADING = re.compile(r"<h([1-4])>(.*?)</h\1>", re.DOTALL)


@dataclass(frozen=True, eq=False)
class SitePage:
    """A notebook of the course: a lesson, or the exercises to one."""

    # below the folder of the notebooks, without its ending: 03_alpha_beta, exercises/03_alpha_beta
    path: str
    notebook: Any

    @property
    def title(self) -> str:
        """Return its first heading."""
        return str(re.sub(r"^#\s*", "", self.notebook.cells[0].source.split("\n")[0]))

    @property
    def up(self) -> str:
        """Return the way from its page to the start page's folder."""
        return "../" * (len(PurePosixPath(self.path).parts) - 1)

    @property
    def live(self) -> str:
        """Return the path in the live edition: a changed notebook gets a new one."""
        sources = "\0".join(cell.source for cell in self.notebook.cells)
        return f"{self.path}-{hashlib.sha256(sources.encode()).hexdigest()[:7]}.ipynb"


def sheet_page(sheet: SitePage, others: Sequence[SitePage], *, live: bool) -> str:
    """Return the page of a lesson or of exercises."""
    cells = [
        cell
        for cell in sheet.notebook.cells
        if cell.metadata.get("slideshow", {}).get("slide_type") != "notes"
    ]
    content = "\n".join(
        f'<div class="cell {cell.cell_type}-cell">{shown(cell)}</div>' for cell in cells
    )
    content = _named_headings(_linked(_each_program_once(content)))
    # it scrolls, for the keyboard too
    content = re.sub(r"<pre (class=[^>]*)>", r'<pre \1 tabindex="0">', content)
    about = re.sub(r"[*`\n]+|\[|\]\(.*?\)", " ", sheet.notebook.cells[0].source.partition("\n")[2])
    return frame(
        sheet.title,
        f"{_ways(sheet, others, live=live)}{content}{_neighbours(sheet, others)}",
        up=sheet.up,
        about=" ".join(about.split())[:160],
        more=f'data-sheet="{sheet.path}" data-live="{sheet.live}"' if live else "",
    )


def start_page(path: str, sheets: Sequence[SitePage], game: str, *, live: bool) -> str:
    """Return the first page: a game, what this is, the lessons, and the reader's own work."""
    content = filled("start.html", first=sheets[0].path, game=game, lessons=_linked(path))
    content += static("work.html") if live else ""
    about = (
        "Interactive lessons on minimax, alpha-beta pruning and a draughts engine, that run in the "
        "browser."
    )
    return frame(
        "Minimax Lessons", content, up="", about=about, more='data-sheet=""' if live else ""
    )


def words_page(glossary: str) -> str:
    """Return the page of the course's words."""
    content = re.sub(r"`\w[\w-]*`", "", glossary)  # a cell's name says something in a notebook only
    return frame(
        "Words",
        _named_headings(_linked(markdown(content))),
        up="",
        about="The words of game-tree search, each in a sentence.",
    )


def cheat_page(text: str, folder: Path) -> str:
    """Return the page of the cheat sheet with its pictures in it, so that it prints whole."""

    def drawn(picture: re.Match[str]) -> str:
        return image((folder / picture[1]).read_bytes(), html.unescape(picture[2]))

    content = re.sub(r'<img src="([^"]+)" alt="([^"]*)"[^>]*>', drawn, _linked(markdown(text)))
    return frame("Cheat sheet", content, up="", about="The main ideas of the course on one page.")


def shared_files() -> dict[str, str]:
    """Return the style sheet and the script of all pages, by their names."""
    style = with_colours(static("lesson.css") + static("course.css"), BY_SYSTEM)
    return {"course.css": style, "course.js": static("course.js")}


def frame(title: str, content: str, *, up: str, about: str, more: str = "") -> str:
    """Return a page of the site."""
    full_title = title if title == "Minimax Lessons" else f"{title} · Minimax Lessons"
    title, about = html.escape(full_title), html.escape(about)
    return filled("sheet.html", title=title, content=content, up=up, about=about, more=more)


def _ways(sheet: SitePage, others: Sequence[SitePage], *, live: bool) -> str:
    """Return the links of a page to its live notebook, its partner and its slides."""
    ways = []
    if live:
        for app, where in (("lab", "wide"), ("notebooks", "narrow")):
            address = f"{sheet.up}lite/{app}/index.html?path={sheet.live}"
            name = "Run this lesson" if not sheet.up else "Do these exercises"
            ways.append(f'<a class="run {where}" href="{address}">{name}</a>')
    partner = sheet.path.removeprefix("exercises/") if sheet.up else f"exercises/{sheet.path}"
    if any(page.path == partner for page in others):
        ways.append(
            f'<a href="{sheet.up}{partner}.html">{"The lesson" if sheet.up else "Exercises"}</a>'
        )
    if not sheet.up:
        ways.append(f'<a href="slides/{sheet.path}.html">Slides</a>')
    nav = f'<nav class="ways" aria-label="This lesson">{" ".join(ways)}</nav>\n'
    return nav + (f'<p class="hint">{PLAYS}</p>\n' if live else "")


def _neighbours(sheet: SitePage, others: Sequence[SitePage]) -> str:
    row = [neighbor for neighbor in others if neighbor.up == sheet.up]
    place = row.index(sheet)
    links = [
        f'<a rel="{rel}" href="{sheet.up}{row[index].path}.html">'
        f"{html.escape(row[index].title)}</a>"
        for rel, index in (("prev", place - 1), ("next", place + 1))
        if 0 <= index < len(row)
    ]
    return f'<nav class="neighbours" aria-label="Other lessons">{" ".join(links)}</nav>'


def _linked(markup: str) -> str:
    """Return HTML whose links to notebooks lead to the pages of these notebooks."""
    return re.sub(r'(<a href="[^":]*)\.(?:ipynb|md)(#[^"]*)?"', r'\1.html\2"', markup)


def _each_program_once(content: str) -> str:
    """Return HTML in which players of one kind share the first one's program."""
    seen: set[str] = set()

    def once(match: re.Match[str]) -> str:
        new = match[0] not in seen
        seen.add(match[0])
        return match[0] if new else ""

    return PROGRAM.sub(once, content)


def _named_headings(content: str) -> str:
    """Return HTML in which a link can lead to each heading."""
    taken: dict[str, int] = {}

    def named(match: re.Match[str]) -> str:
        name = _slug(re.sub(r"<.*?>", "", html.unescape(match[2])))
        taken[name] = number = taken.get(name, 0) + 1
        return (
            f'<h{match[1]} id="{name}{f"-{number}" if number > 1 else ""}">{match[2]}</h{match[1]}>'
        )

    # a notebook's link is to the heading as JupyterLab names it: #Your-progress
    linked = re.sub(r'href="#([^"]+)"', lambda link: f'href="#{_slug(link[1])}"', content)
    return HEADING.sub(named, linked)


def _slug(title: str) -> str:
    """Return the name of a heading in a link."""
    return re.sub(r"\W+", "-", title.lower()).strip("-") or "part"
