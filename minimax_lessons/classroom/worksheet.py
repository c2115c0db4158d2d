"""Worksheet: write exercises for paper and for question banks, each copy different."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from minimax_lessons.classroom.paper import Copy, key_page, worksheet_page, write_pdfs
from minimax_lessons.classroom.paper_tasks import LEVELS, Level, tasks_on
from minimax_lessons.classroom.question_banks import moodle, qti
from minimax_lessons.command_errors import CommandError, prints_errors
from minimax_lessons.exercises.practice import TOPICS
from minimax_lessons.storage import write_texts

__all__ = ["GROUPS", "copies_of", "main"]

GROUPS = {
    "minimax": ("value", "whole tree", "order", "negamax"),
    "alpha-beta": ("skipped", "window", "owner", "bound", "move order", "fewest"),
    "draughts": ("captures", "size", "hurry", "memory"),
}
MOST_COPIES = 1_000
NUMBER = re.compile(rf"(?P<topics>.+)-(?P<level>{'|'.join(LEVELS)})-(?P<seed>\d+)-(?P<copy>\d+)")


class Series(NamedTuple):
    """A series of worksheets: the topics as they were named, the level, and the seed."""

    names: tuple[str, ...]
    level: Level
    seed: int

    @property
    def topics(self) -> list[str]:
        """Return the topics of practice; CommandError names what is no topic."""
        topics = [topic for name in self.names for topic in GROUPS.get(name, (name,))]
        for topic in topics:
            if topic not in TOPICS:
                names = [*GROUPS, *TOPICS]
                likely = get_close_matches(topic, names, n=1)
                advice = f"Did you mean {likely[0]!r}?" if likely else f"Name {', '.join(names)}."
                raise CommandError(f"There is no topic {topic!r}. {advice}")
        return list(dict.fromkeys(topics))

    @property
    def title(self) -> str:
        """Return the names of the topics as a heading."""
        return ", ".join(self.names).capitalize()

    def number(self, copy: int) -> str:
        """Return the number of a copy, by which the command makes it again."""
        names = "+".join(name.replace(" ", "_") for name in self.names)
        return f"{names}-{self.level}-{self.seed}-{copy}"


def copies_of(series: Series, first: int, last: int) -> list[Copy]:
    """Return the copies of a series from the first to the last number."""
    tasks = zip(
        *(tasks_on(topic, series.level, series.seed) for topic in series.topics), strict=False
    )
    copies = [
        Copy(series.number(number), sheet)
        for number, sheet in enumerate(islice(tasks, last), start=1)
    ]
    different = {tuple(task.ask + task.picture + task.listing for task in c.tasks) for c in copies}
    if len(different) < len(copies):
        raise CommandError(
            f"There are only {len(different)} different worksheets on {series.title}. "
            f"Ask for --copies {len(different)}, or name another topic too."
        )
    return copies[first - 1 :]


def _arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python3 -m minimax_lessons worksheet",
        description="Write worksheets to print, their key, and questions for Moodle and Canvas.",
        epilog=f"The topics: {', '.join(TOPICS)}. Groups of topics: {', '.join(GROUPS)}.",
    )
    add = parser.add_argument
    add("topics", nargs="+", metavar="TOPIC", help="topics, or the number printed on a copy")
    add("--copies", type=int, default=1, metavar="N", help="how many worksheets (1)")
    add("--seed", type=int, default=1, metavar="N", help="another seed, other worksheets (1)")
    add("--level", choices=LEVELS, default="medium", help="how many steps a task takes (medium)")
    add("--out", type=Path, default=Path("worksheets"), metavar="FOLDER", help="(worksheets)")
    return parser.parse_args(arguments)


@prints_errors("Name another folder with --out.")
def main(arguments: Sequence[str]) -> int:
    """Write the worksheets, and return 0."""
    options = _arguments(arguments)
    printed = NUMBER.fullmatch(options.topics[0])
    if printed:
        names = printed["topics"].replace("_", " ").split("+")
        level: Level = next(level for level in LEVELS if level == printed["level"])
        series = Series(tuple(names), level, int(printed["seed"]))
        first = last = int(printed["copy"])
    else:
        series = Series(tuple(options.topics), options.level, options.seed)
        first, last = 1, options.copies
    if not 1 <= last <= MOST_COPIES or series.seed < 0:
        raise CommandError(f"Choose from 1 to {MOST_COPIES:,} copies, and a seed from 0 on.")
    copies = copies_of(series, first, last)
    written = _write(options.out, series.title, copies)
    print(f"In {options.out}: {', '.join(written)}.")
    return 0


def _write(out: Path, title: str, copies: Sequence[Copy]) -> list[str]:
    """Write all files, and return their names."""
    pages = {"worksheets.html": worksheet_page(title, copies), "key.html": key_page(title, copies)}
    write_texts(pages, out)
    (out / "moodle.xml").write_bytes(moodle(title, copies))
    (out / "qti.zip").write_bytes(qti(title, copies))
    pdfs = [pdf.name for name in pages for pdf in write_pdfs(out / name)]
    if not pdfs:
        print("Chromium is missing, or it cannot print here: print the pages from your browser.")
    return [*pages, *pdfs, "moodle.xml", "qti.zip"]
