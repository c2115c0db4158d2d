"""Card: a verdict as a notebook shows it: the smallest case as a picture, what came out, the line, what to watch."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from minimax_lessons.drawing import mimebundle
from minimax_lessons.exercises.answers import name_of
from minimax_lessons.exercises.faults import Example, NotYet, Right
from minimax_lessons.player.players import PANELS, Player, compare
from minimax_lessons.tracing.run import trace
from minimax_lessons.trees import Node

__all__ = ["refusal", "right", "watched_beside"]

CODE = re.compile(r"`([^`]+)`")


# What a card holds


def refusal(told: NotYet) -> str:
    """Return the card of an answer that is not right yet."""
    fault = told.fault
    if fault is None:
        return _card("wrong", told.lines[0], "".join(f"<p>{escape(line.strip())}</p>" for line in told.lines[1:]))
    sentence = CODE.sub(r"<code>\1</code>", escape(re.sub(":$", ".", fault.sentence)))
    parts = [f"<p>{sentence}</p>"]
    if fault.code:
        parts.append(f"<pre><b>line {fault.line}</b><code>{escape(fault.code)}</code></pre>")
    example = fault.example
    if example is None or example.search is None:
        parts += [f"<p>{escape(line)}</p>" for line in fault.details]
    if example is not None:
        watch, facts = _watch(example), _table([*example.results, *example.facts])  # the player has the picture in it
        parts += [facts, watch] if watch else [f'<div class="lm-case">{_picture(example.thing)}{facts}</div>']
    page = fault.page
    parts.append(
        f"<details><summary>{escape(page.name)}: why it matters, and where to look</summary>"
        f"<p>{escape(page.why)}</p><p>{escape(page.look)}</p></details>"
    )
    return _card("wrong", told.lines[0], "".join(parts))


def right(line: str, verdict: Right, following: str) -> str:
    """Return the card of a right answer: on how many trees, what could be better, what comes next."""
    title = line.partition(str(verdict))[0].strip()
    parts = [f"<p>{escape(verdict.sentence)}</p>"] if verdict.sentence else []
    rows = [("Tried on", f"{verdict.cases:,} trees, of every shape")] if verdict.cases else []
    rows += [("Could be better", remark) for remark in verdict.remarks]
    rows += [("Next", following.removeprefix("Next: "))] if following else []
    return _card("right", title, "".join(parts) + _table(rows))


def _card(verdict: str, title: str, inside: str) -> str:
    sign, words = title[0], title[1:].strip()
    return (
        f'<div class="lm-card" data-verdict="{verdict}" role="group" aria-label="{escape(words)}">'
        f'<style>{_style()}</style><h4><span aria-hidden="true">{sign}</span>{escape(words)}</h4>{inside}</div>'
    )


@cache
def _style() -> str:
    text = files("minimax_lessons").joinpath("static", "card.css").read_text(encoding="utf-8")
    return " ".join(text.partition("*/")[2].split())


def _table(rows: list[tuple[str, str]]) -> str:
    listed = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in rows)
    return f"<dl>{listed}</dl>" if listed else ""


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
    except Exception:  # what can't be watched is told without
        return ""
    names = f"{name_of(example.search)} beside {name_of(example.right)}"
    return (
        f"<details open><summary><strong>Watch it</strong>: {escape(names)}, stopped where they first differ</summary>"
        f"{player.fragment}</details>"
    )


def watched_beside(example: Example) -> Player:
    """Return the answer's search beside a right one on the same tree, stopped at the first difference."""
    assert example.search is not None
    assert example.right is not None
    mine = trace(example.search, example.thing, *example.arguments, depth=example.depth, max_steps=5_000)
    theirs = trace(example.right, example.thing, *example.rights_arguments)
    player = compare(mine, theirs, show=PANELS)
    return replace(player, data={**player.data, "start": player.data.get("difference", 0)})
