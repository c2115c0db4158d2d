"""The exercises of lesson 3: alpha-beta."""

from __future__ import annotations

from functools import partial
from math import inf
from numbers import Real
from typing import Any

from minimax_lessons.drawing.labels import number
from minimax_lessons.events import Cut, Enter
from minimax_lessons.exercises.answers import read_numbers, read_tree
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
    for place, value in enumerate(right):
        if place >= len(said):
            raise Fault(f"Right so far, but alpha-beta goes on: nothing yet makes {number(value)} pointless.")
        if said[place] != value:
            if said[place] in [leaf.value for leaf in run.pruned_leaves]:
                raise Fault(f"{number(said[place])} is never looked at. {_why_cut(run, said[place])}")
            raise Fault(f"After {place} leaves comes {number(value)}: left to right, and only a cut leaves leaves out.")
    if len(said) > len(right):
        raise Fault(f"{number(said[len(right)])} is never looked at. {_why_cut(run, said[len(right)])}")


def _why_cut(run: Trace, value: float) -> str:
    for event in run.events:
        if isinstance(event, Cut):
            below = [leaf.value for child in event.skipped for leaf in leaves_below(child)]
            if value in below:
                return sentence(event, run)
    return "Go on from left to right."


def _windows(answer: Any) -> None:
    entered = {event.node: event for event in trace(alphabeta, VIDEO_TREE).events if isinstance(event, Enter)}
    nodes = [node for node in INNER if node in entered]
    names = ", ".join(node.name for node in nodes)
    if not isinstance(answer, list | tuple) or len(answer) != len(nodes):
        raise Fault(f"The answer is a list of {len(nodes)} pairs (alpha, beta), for {names}: [(-inf, inf), …].")
    for node, said in zip(nodes, answer, strict=True):
        if not isinstance(said, list | tuple) or len(said) != 2 or not all(isinstance(part, Real) for part in said):
            raise Fault(f"For {node.name} you gave {quoted(said)}: a window is a pair of numbers, such as (-inf, 3).")
        alpha, beta = entered[node].alpha, entered[node].beta
        if said[0] != alpha:
            raise Fault(_bound(node.name, "alpha", said[0], "MAX", -inf if alpha is None else alpha))
        if said[1] != beta:
            raise Fault(_bound(node.name, "beta", said[1], "MIN", inf if beta is None else beta))


def _bound(name: str, bound: str, said: float, player: str, right: float) -> str:
    if right in (inf, -inf):
        return f"{name}: no node above {name} has given {player} anything yet, so {bound} is not {number(said)}."
    return f"{name}: when the search comes there, {player} is already sure of something above it: {bound} is not" + (
        f" {number(said)}."
    )


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
