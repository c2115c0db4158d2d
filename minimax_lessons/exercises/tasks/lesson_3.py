"""The exercises of lesson 3: alpha-beta."""

from __future__ import annotations

from functools import partial
from math import inf
from numbers import Real
from typing import Any

from minimax_lessons.drawing.labels import number
from minimax_lessons.events import Enter
from minimax_lessons.exercises.answers import first_difference, read_numbers, read_tree
from minimax_lessons.exercises.contracts import ALPHABETA, NEGAMAX
from minimax_lessons.exercises.explanation import judge_search
from minimax_lessons.exercises.faults import Facts, Fault, about
from minimax_lessons.narration import sentence
from minimax_lessons.quoting import quoted
from minimax_lessons.search import alphabeta
from minimax_lessons.tracing.run import Trace, trace
from minimax_lessons.trees import VIDEO_TREE, Node, leaves_below, tree

__all__ = ["GRADES"]

THREE_PAIRS = tree([[5, 6], [7, 4], [3, 8]])
INNER = [node for node in VIDEO_TREE if node.children and node.path]  # the root's window is known


def _leaves(answer: Any) -> None:
    run = trace(alphabeta, THREE_PAIRS)
    right = [leaf.value for leaf in run.leaves]
    if not isinstance(answer, list | tuple):
        read_numbers(answer, len(right), "[5, 6]")
    said = read_numbers(answer, len(answer), "[5, 6]")
    place = first_difference(said, right)
    if place is None:
        return
    if place == len(said):
        raise Fault(f"Right so far, but alpha-beta goes on: nothing yet makes {number(right[place])} pointless.")
    if place == len(right) or said[place] in [leaf.value for leaf in run.pruned_leaves]:
        raise Fault(f"{number(said[place])} is never looked at. {_why_cut(run, said[place])}")
    raise Fault(f"After {place} leaves comes {number(right[place])}: left to right, and only a cut leaves leaves out.")


def _why_cut(run: Trace, value: float) -> str:
    left_out = ((cut, leaf) for cut in run.cutoffs for child in cut.skipped for leaf in leaves_below(child))
    return next((sentence(cut, run) for cut, leaf in left_out if leaf.value == value), "Go on from left to right.")


def _windows(answer: Any) -> None:
    entered = {event.node: event for event in trace(alphabeta, VIDEO_TREE).events if isinstance(event, Enter)}
    nodes = [node for node in INNER if node in entered]
    names = ", ".join(node.name for node in nodes)
    if not isinstance(answer, list | tuple) or len(answer) != len(nodes):
        raise Fault(f"The answer is a list of {len(nodes)} pairs (alpha, beta), for {names}: [(-inf, inf), …].")
    for node, window in zip(nodes, answer, strict=True):
        name, right = node.name, (entered[node].alpha, entered[node].beta)
        if (
            not isinstance(window, list | tuple)
            or len(window) != 2
            or not all(isinstance(part, Real) for part in window)
        ):
            raise Fault(f"For {name} you gave {quoted(window)}: a window is a pair of numbers, such as (-inf, 3).")
        for bound, player, said, sure in zip(("alpha", "beta"), ("MAX", "MIN"), window, right, strict=True):
            if said == sure:
                continue
            told = f"when the search comes there, {player} is already sure of something above it:"
            if sure in (inf, -inf):
                told = f"no node above {name} has given {player} anything yet, so"
            raise Fault(f"{name}: {told} {bound} is not {number(said)}.")


def _half(root: Node) -> Facts:
    leaves = len(leaves_below(root))
    if leaves > 9:
        raise Fault(f"At most nine leaves, please: yours has {leaves}.")
    run = trace(alphabeta, root)
    seen = len(run.leaves)
    if 2 * seen > leaves:
        pruned = "none" if seen == leaves else str(leaves - seen)
        raise Fault(
            f"Of your {leaves} leaves alpha-beta looks at {seen} and leaves out {pruned}: at most half, please."
        )
    return {"left": leaves - seen, "leaves": leaves}


alphabeta_asked = partial(judge_search, contract=ALPHABETA)
GRADES = {
    "3.01": alphabeta_asked,
    "3.02": alphabeta_asked,
    "3.03": alphabeta_asked,
    "3.1": alphabeta_asked,
    "3.2": about(_leaves, THREE_PAIRS, "wrong-prediction"),
    "3.3": about(_windows, VIDEO_TREE, "wrong-prediction"),
    "3.4": about(_half, read_tree, "shows-nothing"),
    "3.5": partial(judge_search, contract=NEGAMAX),
}
