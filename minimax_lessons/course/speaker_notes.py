"""Speaker notes from a slide's own data: answers, likely wrong answers, and the cuts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from minimax_lessons.player.page import programs

__all__ = ["note_on", "notes_on", "run_sheet"]

MOST = 6  # cuts or games that are listed one by one


def notes_on(markup: str) -> str:
    """Return notes on the programs in a cell's output as Markdown, or nothing."""
    return "\n\n".join("\n\n".join(_lines(data)) for data in programs(markup))


def _lines(data: dict[str, Any]) -> Iterator[str]:
    """Yield the notes for a lecturer on one program."""
    if "question" in data:
        yield from _about_question(data["question"])
    if "games" in data:
        titles = [game["title"] for game in data["games"]]
        yield f"{len(titles)} games to step through: {_listed(titles)}."
    for number, question in enumerate(data.get("questions", []), 1):
        yield f"{number}. {_plain(question['ask'])} **{_answer(question)}**"
    if "pruning" in data:
        [run] = data["runs"]
        reasons = [f"**{run['nodes'][root][0]}**: {why}" for root, why in data["pruning"]["pruned"]]
        yield "Never visited: " + " ".join(reasons or ["nothing, because this search never cuts."])
    elif "runs" in data:
        for run in data["runs"]:
            yield _about_run(run)


def _about_question(question: dict[str, Any]) -> Iterator[str]:
    """Yield the answer with its reason, and what to say to each likely wrong answer."""
    yield f"**Answer: {_answer(question)}.** {_plain(question.get('why', ''))}"
    for wrong, reply in question.get("replies", []):
        answers = ", ".join("…" if part is None else str(part) for part in wrong)
        yield f"Expect *{_plain(answers)}*: {_plain(reply)}"


def _answer(question: dict[str, Any]) -> str:
    """Return a question's answer, with the names of its fields if it has any."""
    answer = question["answer"]
    parts = answer.split(", ") if isinstance(answer, str) else list(map(str, answer))
    labels = question.get("labels", [])
    if labels and len(labels) == len(parts):
        parts = [f"{label} = {part}" for label, part in zip(labels, parts, strict=True)]
    return _plain(", ".join(parts)) or "none of them"


def _about_run(run: dict[str, Any]) -> str:
    """Return the end of a run and the steps at which it cuts, in words."""
    visited = sum(event[0] == "l" for event in run["events"])
    leaves = f" of {run['leaves']}" if run["leaves"] is not None else ""
    cuts = [f"step {cut['step']} at {run['nodes'][cut['node']][0]}" for cut in run["cuts"]]
    cut = f" Cuts: {_listed(cuts)}." if cuts else ""
    name = _plain(run["title"])
    steps = len(run["events"])
    return f"**{name}** {run['outcome']} after {steps} steps and {visited}{leaves} leaves.{cut}"


def _listed(names: list[str]) -> str:
    more = [f"and {len(names) - MOST} more"] if len(names) > MOST else []
    return ", ".join([*names[:MOST], *more])


def _plain(text: str) -> str:
    """Return text in which Markdown finds nothing to mark up."""
    return re.sub(r"([\\`*_\[\]<>])", r"\\\1", text)


def run_sheet(lesson: int) -> str:
    """Return a lesson's run sheets as Markdown, or nothing."""
    return _section(_lecturing(), f"# Lesson {lesson}")


def note_on(title: str) -> str:
    """Return the note on a slide that shows no program, by the slide's title; or nothing."""
    return _section(_lecturing(), f"## On: {title}")


@cache
def _lecturing() -> str:
    return files("minimax_lessons").joinpath("course", "lecturing.md").read_text(encoding="utf-8")


def _section(text: str, heading: str) -> str:
    """Return the text below a heading, up to the next heading."""
    _, _, below = text.partition(f"\n{heading}\n")
    return re.split(r"^#", below, maxsplit=1, flags=re.MULTILINE)[0].strip()
