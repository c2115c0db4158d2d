"""The exercises of lesson 3: alpha-beta."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from math import inf
from numbers import Real
from typing import Any

from minimax_lessons.events import Enter
from minimax_lessons.exercises.answers import (
    first_difference,
    read_numbers,
    read_row,
    read_tree,
    unfit,
)
from minimax_lessons.exercises.call_conventions import ALPHABETA, NEGAMAX
from minimax_lessons.exercises.exercise import DataExercise
from minimax_lessons.exercises.explanation import judge_search
from minimax_lessons.exercises.faults import Facts, Fault
from minimax_lessons.labels import number_text
from minimax_lessons.narration import sentence
from minimax_lessons.quoting import quoted
from minimax_lessons.search import alphabeta
from minimax_lessons.tracing.run import Trace, trace
from minimax_lessons.trees import VIDEO_TREE, Node, leaves_below, tree

__all__ = ["GRADES"]

THREE_PAIRS = tree([[5, 6], [7, 4], [3, 8]])
INNER = [node for node in VIDEO_TREE if node.children and node.path]  # the root's window is known


def _leaves(answers: list[float]) -> None:
    run = trace(alphabeta, THREE_PAIRS)
    right = [leaf.value for leaf in run.leaves]
    place = first_difference(answers, right)
    if place is None:
        return
    if place == len(answers):
        text = f"Right so far, but alpha-beta continues, because {number_text(right[place])}"
        raise Fault(f"{text} can still change the result.")
    if place == len(right) or answers[place] in [leaf.value for leaf in run.pruned_leaves]:
        why = _why_cut(run, answers[place])
        raise Fault(f"Alpha-beta never looks at {number_text(answers[place])}. {why}")
    text = f"Leaf number {place + 1} has the value {number_text(right[place])}."
    raise Fault(f"{text} The leaves come from left to right, and only a cut skips any.")


def _why_cut(run: Trace, value: float) -> str:
    for cut in run.cutoffs:
        if any(leaf.value == value for child in cut.skipped for leaf in leaves_below(child)):
            return sentence(cut, run)
    return "Continue from left to right."


@cache
def _entered() -> dict[Node, Enter]:
    """Return the event with which alpha-beta enters each inner node."""
    events = (event for event in trace(alphabeta, VIDEO_TREE).events if isinstance(event, Enter))
    entered = {event.node: event for event in events}
    return {node: entered[node] for node in INNER if node in entered}


def _read_windows(answer: Any) -> dict[Node, Sequence[float]]:
    """Return the pair of numbers for each node."""
    nodes = list(_entered())
    names = [node.name for node in nodes]
    wanted = f"a list of {len(nodes)} pairs (alpha, beta) for {', '.join(names)}"
    wanted += ", for example [(-inf, inf), …]"
    windows = read_row(answer, wanted, len(nodes), names=names)
    for name, window in zip(names, windows, strict=True):
        is_pair = isinstance(window, list | tuple) and len(window) == 2
        if not is_pair or not all(isinstance(part, Real) for part in window):
            text = f"For {name} you wrote {quoted(window)}, but a window is a pair of numbers"
            raise unfit(f"{text}, for example (-inf, 3).")
    return dict(zip(nodes, windows, strict=True))


def _windows(windows: dict[Node, Sequence[float]]) -> None:
    for node, window in windows.items():
        name, right = node.name, (_entered()[node].alpha, _entered()[node].beta)
        for bound, player, answer, sure in zip(
            ("alpha", "beta"), ("MAX", "MIN"), window, right, strict=True
        ):
            if answer == sure:
                continue
            reason = (
                f"{player} already has a guaranteed value further up when the search comes"
                " there, so"
            )
            if sure in (inf, -inf):
                reason = f"no node above it guarantees {player} a value at this moment, so"
            raise Fault(f"At {name}, {reason} {bound} is not {number_text(answer)}.")


def _half(root: Node) -> Facts:
    leaves, seen = len(leaves_below(root)), len(trace(alphabeta, root).leaves)
    if leaves > 9:
        text = f"Your tree has {leaves} leaves"
        raise Fault(f"{text}, but in this exercise a tree has at most nine leaves.")
    if 2 * seen > leaves:
        pruned = "none of them" if seen == leaves else f"only {leaves - seen}"
        text = f"Alpha-beta looks at {seen} of your {leaves} leaves and skips {pruned}."
        raise Fault(f"{text} It should look at no more than half of them, which is {leaves // 2}.")
    return {"left": leaves - seen, "leaves": leaves}


alphabeta_asked = partial(judge_search, contract=ALPHABETA)
GRADES = {
    "3.01": alphabeta_asked,
    "3.02": alphabeta_asked,
    "3.03": alphabeta_asked,
    "3.1": alphabeta_asked,
    "3.2": DataExercise(
        _leaves,
        lambda answer: read_numbers(answer, None, "[5, 6]"),
        THREE_PAIRS,
        "wrong-prediction",
    ),
    "3.3": DataExercise(_windows, _read_windows, VIDEO_TREE, "wrong-prediction"),
    "3.4": DataExercise(_half, read_tree, id="shows-nothing"),
    "3.5": partial(judge_search, contract=NEGAMAX),
}
