"""Verdict: whether a search is right, and if not, what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from minimax_lessons.drawing.extract import number
from minimax_lessons.exercises.answers import name_of, shown
from minimax_lessons.exercises.diagnosis import Kind, Shortcoming, examine
from minimax_lessons.exercises.faults import Fault, NotYet

__all__ = ["judge_search"]


def judge_search(answer: Any, kind: Kind) -> str:
    """Return what to remark on a right search, or say what is wrong with it, on the smallest tree that shows it."""
    if not callable(answer):
        raise Fault(f"The answer is a function, and yours is {shown(answer)}: give its name, without calling it.")
    verdict = examine(answer, kind)
    if verdict.fault is not None:
        run = verdict.fault.run
        cause = run.error.__cause__ if run is not None and run.error is not None else None
        if isinstance(cause, NotYet):
            raise cause.with_traceback(None)
        raise Fault(verdict.fault.sentence, *_details(verdict.fault, name_of(answer)))
    return " ".join((f"Tried on {verdict.trees} trees.", *verdict.remarks))


def _details(fault: Shortcoming, name: str) -> Sequence[str]:
    lines: list[str] = []
    if fault.code is not None:
        lines.append(f"line {fault.line}:  {fault.code}")
    if fault.tree is None:
        return lines
    depth = "" if fault.depth is None else f", depth={fault.depth}"
    lines.append(f"The smallest tree that shows it: {fault.tree!r}{depth and f', searched with{depth[1:]}'}")
    if fault.of == "leaves":
        lines.append(f"The value is right, but it looked at {fault.got} leaves where {fault.expected} are enough.")
    elif fault.got is not None and fault.got != fault.expected:
        lines.append(f"Expected: {number(fault.expected)}. It returned: {number(fault.got)}.")
    elif fault.got is None:
        lines.append(f"Expected: {number(fault.expected)}.")
    return [*lines, f"Watch it: animate({name}, {fault.tree!r}{depth})"]
