"""Paper: worksheets and their key as pages to print, and as PDF where Chromium is."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from xml.etree.ElementTree import fromstring

from minimax_lessons.classroom.paper_tasks import GAP, PaperTask
from minimax_lessons.drawing import image
from minimax_lessons.palette import with_colours
from minimax_lessons.player.guessing import with_code
from minimax_lessons.setup_env import chromium

__all__ = ["Copy", "key_page", "question_html", "solution_html", "worksheet_page", "write_pdfs"]

PAPERS = ("a4", "letter")
PRINT = ("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer")
PRINT_SECONDS = 120
WIDEST = 560.0  # pixels of a picture in one of two columns
STYLE = with_colours(
    (Path(__file__).parent / "paper.css").read_text(encoding="utf-8"), {"light": ":root{%s}"}
)
PAGE = Template("""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title><style>$style</style></head>
<body>
$body
</body></html>
""")
RULES = (
    "▲ is a node where MAX moves, and ▼ is a node where MIN moves. Alpha-beta begins with "
    "α = −∞ and β = ∞, visits the children from left to right, and cuts as soon as β ≤ α."
)
LINE = '<span class="line"></span>'
LONG_LINE = '<span class="line long"></span>'


@dataclass(frozen=True)
class Copy:
    """A worksheet for one learner, with the number that makes it again."""

    number: str
    tasks: tuple[PaperTask, ...]


def question_html(task: PaperTask, blanks: Sequence[str], source: str = "") -> str:
    """Return a question as HTML, with something in its blanks, and its picture from the source."""
    ask, labels = with_code(task.ask), ""
    if GAP in task.ask:
        parts = ask.split(GAP)
        ask = "".join(map("".join, zip(parts, (*blanks, ""), strict=True)))
    elif task.labels:
        fields = zip(task.labels, blanks, strict=True)
        labels = "".join(
            f'<span class="field">{escape(label)} = {blank}</span> ' for label, blank in fields
        )
    shown = f'<img alt="{escape(task.ask)}" src="{source}">' if source else ""
    return f"<p>{ask}</p>{shown}{_listing(task)}{labels and f'<p>{labels}</p>'}"


def solution_html(task: PaperTask, picture: str = "") -> str:
    """Return the steps of a solution as HTML, beside a picture."""
    steps = "".join(f"<li>{with_code(step)}</li>" for step in task.solution)
    return f'<div class="solved"><div>{picture}</div><ol>{steps}</ol></div>'


def _listing(task: PaperTask) -> str:
    lines = enumerate(task.listing.splitlines(), start=1)
    numbered = "\n".join(f"{number:>2}  {line}".rstrip() for number, line in lines)
    return f"<pre>{escape(numbered)}</pre>" if numbered else ""


def _is_wide(task: PaperTask) -> bool:
    """Return True if a task needs the whole width of the paper, so that its letters can be read."""
    width = fromstring(task.picture).get("width", "") if task.picture else 0
    return bool(task.listing) or float(width) > WIDEST


def _page(title: str, body: Iterable[str]) -> str:
    return PAGE.substitute(title=escape(title), style=STYLE, body="\n".join(body))


# The worksheets


def worksheet_page(title: str, copies: Sequence[Copy]) -> str:
    """Return all copies as one page, each on paper of its own."""
    return _page(title, (_copy(title, copy) for copy in copies))


def _copy(title: str, copy: Copy) -> str:
    tasks = "\n".join(
        f'<section class="task{" wide" * _is_wide(task)}"><h2>Task {number}</h2>'
        f"{_task(task)}</section>"
        for number, task in enumerate(copy.tasks, start=1)
    )
    rules = f'<p class="rules">{RULES}</p>' if any(task.picture for task in copy.tasks) else ""
    return (
        f'<article class="copy"><header><h1>{escape(title)}</h1>'
        f"<p>Name: {LONG_LINE}</p>"
        f'<p class="number">{escape(copy.number)}</p></header>{rules}'
        f'<div class="tasks">{tasks}</div></article>'
    )


def _task(task: PaperTask) -> str:
    """Return a task with its picture and the place for the answer."""
    question = question_html(task, [LINE] * len(task.labels))
    if task.picture:  # behind the question, and before the fields
        before, paragraph, after = question.partition("</p>")
        question = f"{before}{paragraph}{image(task.picture.encode(), task.ask)}{after}"
    if task.form in ("choice", "choices"):
        box = f'<span class="box{" round" * (task.form == "choice")}"></span>'
        options = "".join(
            f'<span class="field">{box}{escape(option)}</span> ' for option in task.options
        )
        return f"{question}<p>{options}</p>"
    if task.form == "fields":
        return question
    return f"{question}<p>Answer: {LONG_LINE if task.form == 'text' else LINE}</p>"


# The key


def key_page(title: str, copies: Sequence[Copy]) -> str:
    """Return the key: a table of all answers, and each task's solution step by step."""
    title = f"{title}: the key"
    numbers = "".join(f"<th>Task {n}</th>" for n, _ in enumerate(copies[0].tasks, start=1))
    rows = "".join(
        f'<tr><td class="number">{escape(copy.number)}</td>'
        + "".join(f"<td>{escape(task.key)}</td>" for task in copy.tasks)
        + "</tr>"
        for copy in copies
    )
    table = f"<table><thead><tr><th>Copy</th>{numbers}</tr></thead>{rows}</table>"
    head = f'<article class="copy"><header><h1>{escape(title)}</h1></header>{table}</article>'
    return _page(title, (head, *map(_solutions, copies)))


def _solutions(copy: Copy) -> str:
    tasks = "\n".join(
        f'<section class="task{" wide" * _is_wide(task)}">'
        f"<h2>Task {number}: {escape(task.key)}</h2><p>{with_code(task.ask)}</p>"
        f"{solution_html(task, _image(task))}</section>"
        for number, task in enumerate(copy.tasks, start=1)
    )
    return (
        f'<article class="copy"><header><h1>Solutions</h1>'
        f'<p class="number">{escape(copy.number)}</p></header>{tasks}</article>'
    )


def _image(task: PaperTask) -> str:
    if not task.solved_picture:
        return ""
    return image(task.solved_picture.encode(), f"The solution: {task.key}")


# PDF


def write_pdfs(path: Path) -> list[Path]:
    """Write a page as PDF for each paper size; where there is no Chromium, nothing."""
    program = chromium()
    if program is None:
        return []
    written = []
    with TemporaryDirectory() as folder:
        for paper in PAPERS:
            source, target = Path(folder) / path.name, path.with_name(f"{path.stem}-{paper}.pdf")
            html = path.read_text(encoding="utf-8")
            sized = re.sub(r"@page \{", f"@page {{ size: {paper};", html, count=1)
            source.write_text(sized, encoding="utf-8")
            command = [program, *PRINT, f"--print-to-pdf={target}", source.as_uri()]
            try:
                subprocess.run(command, capture_output=True, timeout=PRINT_SECONDS, check=True)
            except (OSError, subprocess.SubprocessError):
                return []
            written.append(target)
    return written
