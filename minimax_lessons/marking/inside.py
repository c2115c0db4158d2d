"""Inside: the process in which learners' code runs; each exercise has a copy of it to itself."""

# It returns plain data: an answer or the transcript of a function's calls, and the card of a
# wrong answer. Nothing that it says counts as a verdict.

from __future__ import annotations

import asyncio
import gc
import inspect
import json
import linecache
import os
import sys
from contextlib import suppress
from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import Any

from minimax_lessons.check_limits import CALL_SECONDS, check_seconds
from minimax_lessons.exercises import card, checks
from minimax_lessons.exercises.faults import Example, NotYet
from minimax_lessons.guarded_call import (
    OutOfTime,
    contained,
    held_back,
    unguarded,
    within,
)
from minimax_lessons.marking.challenge import Ask, search_distant_trees
from minimax_lessons.marking.copies import ask_outside, reply_in_a_copy, write_line
from minimax_lessons.marking.plain_data import encoded
from minimax_lessons.marking.sandbox import private_channels, send
from minimax_lessons.marking.transcript import Transcript, judge_without_clock
from minimax_lessons.search import alphabeta, minimax

__all__ = ["main"]

TIMERS = ("time", "capture", "prun")  # magics that run what they are given
Names = dict[str, Any]


# The cells of a notebook


def run_cell(source: str, label: str, names: Names) -> str | None:
    """Return the error that a cell raised; None for none, or for a check that says "not yet"."""
    linecache.cache[label] = len(source), None, source.splitlines(keepends=True), label
    try:
        code = _compiled(source, label)
        with held_back():
            waiting = eval(code, names)
            if inspect.iscoroutine(waiting):
                asyncio.run(waiting)
    except NotYet:
        return None
    except OutOfTime:
        raise
    except BaseException as error:
        return f"{type(error).__name__}: {error}"[:300].rstrip(": ")
    return None


def _compiled(source: str, label: str) -> Any:
    from ast import PyCF_ALLOW_TOP_LEVEL_AWAIT

    try:
        return compile(source, label, "exec", PyCF_ALLOW_TOP_LEVEL_AWAIT)
    except SyntaxError:  # a magic, or really a mistake
        try:
            from IPython.core.inputtransformer2 import TransformerManager
        except ImportError:
            lines = source.splitlines()
            plainer = "\n".join("" if line.startswith(("%", "!")) else line for line in lines)
        else:
            plainer = TransformerManager().transform_cell(source)  # type: ignore[no-untyped-call]
        return compile(plainer, label, "exec", PyCF_ALLOW_TOP_LEVEL_AWAIT)


class _SilentShell:
    """Stands for a notebook's shell: it ignores magics and displays, but runs timed code."""

    def __init__(self) -> None:
        module = sys.modules["__main__"] = ModuleType("__main__")
        self.names: Names = vars(module)
        self.names.update(get_ipython=lambda: self, display=self)

    def run_cell_magic(self, name: str, line: str, cell: str = "") -> None:
        """Run the cell below a ``%%time``, or the line behind a ``%time``."""
        if name in TIMERS:
            exec(cell or line, self.names)

    run_line_magic = run_cell_magic

    def __getattr__(self, name: str) -> Any:
        return self

    def __call__(self, *arguments: Any, **options: Any) -> None:
        """Do nothing."""


# One exercise


def answer_of(request: dict[str, Any], ask: Ask) -> dict[str, Any]:
    """Return the answer to an exercise as plain data, after the cells that it needs have run."""
    names, failed = _SilentShell().names, []
    for label, source in request["cells"]:
        with contained(seconds=CALL_SECONDS):
            error = _run_in_time(source, label, names)
        if error:
            failed.append([label, error])
    expression, name = request["expression"], request["exercise"]
    try:
        answer = eval(expression, names)
    except BaseException:
        mine = sorted(key for key in names if not key.startswith("_"))
        return {"missing": mine, "failed": failed}
    if callable(answer):
        verdict = _function(name, answer, cards=request["cards"])
        if "transcript" in verdict and request["shapes"]:
            with suppress(Exception), contained(answer, seconds=check_seconds(name)):
                search_distant_trees(answer, name, request["shapes"], ask)
        return {"failed": failed, **verdict}
    return {"failed": failed, "data": encoded(answer)}


def _run_in_time(source: str, label: str, names: Names) -> str | None:
    try:
        error: str | None = within(CALL_SECONDS, lambda: run_cell(source, label, names))
        return error
    except OutOfTime:
        return f"it was still running after {CALL_SECONDS:g} seconds"
    except BaseException as stray:
        return type(stray).__name__


def _function(name: str, answer: Any, *, cards: bool) -> dict[str, Any]:
    """Return the transcript of an answer that seems right, or the fault of one that is wrong."""
    transcript = Transcript()
    with contained(answer, seconds=check_seconds(name)):
        outcome = checks.verdict(name, transcript.recorded(answer))
    if outcome.outcome == "done":
        return {"transcript": transcript.written(answer)}
    fault = getattr(outcome, "fault", None)
    if fault is not None and fault.example is not None and fault.example.search is not None:
        fault.example = replace(fault.example, search=answer)  # the card watches the answer itself
    return refusal(outcome, cards=cards)


def refusal(outcome: Any, *, cards: bool = True) -> dict[str, Any]:
    """Return the lines of a verdict, with its card, its fault and the first event that differs."""
    reply = {"outcome": outcome.outcome, "lines": [line.strip() for line in outcome.lines]}
    fault = getattr(outcome, "fault", None)
    if fault is None:
        return reply
    reply |= {"fault": fault.id, "sentence": fault.sentence, "code": fault.code}
    if cards:
        with suppress(Exception):
            reply["card"] = outcome._repr_html_()
    reply["event"] = _first_differing_event(fault.example)
    return reply


def _first_differing_event(example: Example | None) -> str:
    """Return the first event in which a search differs, for example "cut at a MIN node"."""
    if example is None or example.search is None or example.right is None:
        return ""
    try:
        player = card.watched_beside(example)
        place = player.data.get("difference", 0) - 1
        mine, right = (run.events for run in player.runs)
    except BaseException:  # the learner's code runs once more
        return ""
    if place < 0:
        return ""
    events = [run[place] if place < len(run) else None for run in (mine, right)]
    return " instead of ".join(
        f"{type(event).__name__.lower()} at a {event.node.player} node" if event else "the end"
        for event in events
    )


# The process


def _warm() -> None:
    """Make the small trees and the pictures' parts before the first copy, which then has them."""
    judge_without_clock()
    with unguarded():
        for name, search in (("3.1", alphabeta), ("2.6", minimax)):
            checks.verdict(name, search)
        refusal(checks.verdict("3.1", minimax))
    gc.collect()
    gc.disable()  # a copy is soon over, and to look through what it shares would copy that, too


def _protect() -> None:
    """Keep copies from reading this process's memory, where the system can."""
    with suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)  # PR_SET_DUMPABLE


def main() -> None:
    """Reply to one request after the other until the last; the cells' output is dropped."""
    outside = asked, answered = private_channels()
    _protect()
    _warm()
    send(answered, {})
    while line := asked.readline():
        request = json.loads(line)
        if not hasattr(os, "fork"):  # then there is a process for each exercise
            send(answered, answer_of(request, partial(ask_outside, outside)))
            return
        answer = partial(answer_of, request)
        write_line(answered, reply_in_a_copy(answer, request["seconds"], outside))
