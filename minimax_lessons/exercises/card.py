"""Card: a verdict in a notebook, with the smallest case as a picture and the line at fault."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from functools import cache, lru_cache
from html import escape
from typing import Any

from minimax_lessons.check_limits import CALL_SECONDS
from minimax_lessons.drawing import mimebundle
from minimax_lessons.exercises.answers import name_of
from minimax_lessons.exercises.faults import Example, NotYet, Right
from minimax_lessons.exercises.hints import titled_hints
from minimax_lessons.exercises.practice import Practice
from minimax_lessons.exercises.solutions import Link, next_exercise, our_solution, solution_link
from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.guarded_call import (
    BusyThreads,
    OutOfTime,
    contained,
    held_back,
    within,
)
from minimax_lessons.palette import with_colours
from minimax_lessons.player import page
from minimax_lessons.player.contract import SolvedData
from minimax_lessons.player.players import Player, compare
from minimax_lessons.tracing.run import Trace, trace
from minimax_lessons.trees import Node

__all__ = ["refusal", "right", "watched_beside"]

CODE = re.compile(r"`([^`]+)`")


# What a card holds


def refusal(verdict: NotYet) -> str:
    """Return the card of an answer that is not right yet."""
    fault = verdict.fault
    if fault is None:
        text = "".join(f"<p>{_with_code(line.strip())}</p>" for line in verdict.lines[1:])
        return _card("open", verdict.lines[0], text + _hints(verdict.name))
    sentence = re.sub(":$", ".", fault.sentence)
    parts = [f"<p>{_with_code(text)}</p>" for text in (*verdict.remarks, sentence)]
    if fault.code:
        parts.append(f"<pre><b>line {fault.line}</b><code>{escape(fault.code)}</code></pre>")
    example = fault.example
    if example is None or example.search is None:
        parts += [f"<p>{escape(line)}</p>" for line in fault.details]
    if example is not None:
        # the player has the picture in it
        watch, facts = _watch(example), _table([*example.results, *example.facts])
        parts += (
            [facts, watch]
            if watch
            else [f'<div class="lm-case">{_picture(example.thing)}{facts}</div>']
        )
    page = fault.page
    parts.append(
        f"<details><summary>{escape(page.name)}: why it matters, and where to look</summary>"
        f"<p>{escape(page.why)}</p><p>{escape(page.look)}</p></details>"
    )
    parts.append(_hints(verdict.name))
    return _card("wrong", verdict.lines[0], "".join(parts))


def right(name: str, line: str, verdict: Right, questions: Practice | None = None) -> str:
    """Return the card of a right answer: its trials, remarks, questions and the next exercise."""
    title = line.partition(str(verdict))[0].strip().replace("✓", "✓ Right:", 1)
    parts = [f"<p>{escape(verdict.sentence)}</p>"] if verdict.sentence else []
    parts += [_picture(verdict.exhibit)] if verdict.exhibit is not None else []
    rows = [("Right on", verdict.shown.removeprefix("Right on "))] if verdict.shown else []
    rows += [("Could be better", remark) for remark in verdict.remarks]
    parts.append(_table(rows))
    if questions is not None:
        count = ("a question", "two questions", "three questions")[len(questions.questions) - 1]
        heading = f"<strong>Explain your own code</strong>: {count} about what your search does"
        parts.append(f"<details open><summary>{heading}</summary>{questions.fragment}</details>")
    parts += [_comparison(name), _next(name), _noted(name)]
    return _card("right", title, "".join(parts))


def _hints(name: str) -> str:
    """Return the hints of an exercise, of which each opens below the one before it."""
    inside = ""
    for title, text in reversed(titled_hints(name)):
        summary = f"<summary><strong>{title}</strong></summary>"
        inside = f"<details>{summary}<p>{_with_code(text)}</p>{inside}</details>"
    return inside


def _comparison(name: str) -> str:
    """Return our own answer, to be opened; nothing where it is not at hand."""
    code = our_solution(name) if name in TASKS else ""
    if not code:
        return ""
    link = solution_link(name)
    way = f"<p>{_anchor(link)}</p>" if link else ""
    summary = "<summary><strong>Compare with our solution</strong></summary>"
    return f"<details>{summary}<pre><code>{escape(code)}</code></pre>{way}</details>"


def _next(name: str) -> str:
    link = next_exercise(name)
    return f"<p><strong>Next exercise:</strong> {_anchor(link)}</p>" if link else ""


def _noted(name: str) -> str:
    """Return the HTML that records a solved exercise in a browser, where no file lasts."""
    data: SolvedData = {"kind": "solved", "exercise": name}
    in_browser = sys.platform == "emscripten"
    return page.fragment(page.named(data), "") if in_browser and name in TASKS else ""


def _anchor(link: Link) -> str:
    return f'<a href="{escape(link.address)}">{escape(link.text)}</a>'


def _card(verdict: str, title: str, inside: str) -> str:
    sign, words = title[0], title[1:].strip()
    return (
        f'<div class="lm-card" data-verdict="{verdict}" role="group"'
        f' aria-label="{escape(words)}"><style>{_style()}</style><h4><span'
        f' aria-hidden="true">{sign}</span>{escape(words)}</h4>{inside}</div>'
    )


@cache
def _style() -> str:
    sheet = page.static("card.css").partition("*/")[2]
    return " ".join(with_colours(sheet, {"light": ".lm-card{%s}"}).split())


def _table(rows: list[tuple[str, str]]) -> str:
    listed = "".join(f"<dt>{escape(name)}</dt><dd>{_with_code(value)}</dd>" for name, value in rows)
    return f"<dl>{listed}</dl>" if listed else ""


def _with_code(text: str) -> str:
    return CODE.sub(r"<code>\1</code>", escape(text))


def _picture(thing: Any) -> str:
    """Return the picture of a tree, or of whatever else can draw itself; what cannot is written."""
    bundle = mimebundle(thing) if isinstance(thing, Node) else {}
    drawn = bundle.get("text/html") or bundle.get("image/svg+xml")
    if hasattr(thing, "_repr_svg_"):
        drawn = thing._repr_svg_()
    return f"<figure>{drawn or f'<code>{escape(repr(thing))}</code>'}</figure>"


# Watch it


def _watch(example: Example) -> str:
    if example.search is None or example.right is None:
        return ""
    try:
        player = watched_beside(example)
    except (Exception, OutOfTime, BusyThreads, SystemExit):  # what can't be watched is told without
        return ""
    names = f"{name_of(example.search)} beside {name_of(example.right)}"
    return (
        f"<details open><summary><strong>Watch it</strong>: {escape(names)}, stopped where they"
        f" first differ</summary>{player.fragment}</details>"
    )


@lru_cache(maxsize=1)  # the marker asks for it once more
def watched_beside(example: Example) -> Player:
    """Return the runs of an answer and of a right search, up to their first difference."""
    assert example.search is not None
    assert example.right is not None
    search = example.search

    def traced() -> Trace:
        return trace(
            search, example.thing, *example.arguments, depth=example.depth, max_steps=5_000
        )

    with contained(search), held_back():
        mine = within(CALL_SECONDS, traced)
    theirs = trace(example.right, example.thing, *example.rights_arguments)
    player = compare(mine, theirs, show=("code", "counts"))
    return replace(player, data={**player.data, "start": player.data.get("difference", 0)})
