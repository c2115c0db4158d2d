"""The exercises of lesson 3: alpha-beta."""

from __future__ import annotations

from math import inf
from numbers import Real
from typing import Any

from minimax_lessons.drawing.labels import number
from minimax_lessons.events import Cut, Enter
from minimax_lessons.exercises.answers import read_numbers, read_tree
from minimax_lessons.exercises.contracts import ALPHABETA, NEGAMAX
from minimax_lessons.exercises.explanation import judge_search
from minimax_lessons.exercises.faults import Fault, Right
from minimax_lessons.exercises.task import Task
from minimax_lessons.narration import sentence
from minimax_lessons.search import alphabeta
from minimax_lessons.tracing.run import Trace, trace
from minimax_lessons.trees import VIDEO_TREE, leaves_below, tree

__all__ = ["TASKS"]

THREE_PAIRS = tree([[5, 6], [7, 4], [3, 8]])
INNER = [node for node in VIDEO_TREE if node.children and node.path]  # the root's window is known


def _alphabeta(answer: Any) -> Right:
    return judge_search(answer, ALPHABETA, "The values of minimax, for fewer leaves.")


def _leaves(answer: Any) -> str:
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
    return "One leaf in six saved on so small a tree: the saving grows with the depth."


def _why_cut(run: Trace, value: float) -> str:
    for event in run.events:
        if isinstance(event, Cut):
            below = [leaf.value for child in event.skipped for leaf in leaves_below(child)]
            if value in below:
                return sentence(event, run)
    return "Go on from left to right."


def _windows(answer: Any) -> str:
    entered = {event.node: event for event in trace(alphabeta, VIDEO_TREE).events if isinstance(event, Enter)}
    nodes = [node for node in INNER if node in entered]
    names = ", ".join(node.name for node in nodes)
    if not isinstance(answer, list | tuple) or len(answer) != len(nodes):
        raise Fault(f"The answer is a list of {len(nodes)} pairs (alpha, beta), for {names}: [(-inf, inf), …].")
    for node, said in zip(nodes, answer, strict=True):
        if not isinstance(said, list | tuple) or len(said) != 2 or not all(isinstance(part, Real) for part in said):
            raise Fault(f"For {node.name} you gave {said!r}: a window is a pair of numbers, such as (-inf, 3).")
        alpha, beta = entered[node].alpha, entered[node].beta
        if said[0] != alpha:
            raise Fault(_bound(node.name, "alpha", said[0], "MAX", -inf if alpha is None else alpha))
        if said[1] != beta:
            raise Fault(_bound(node.name, "beta", said[1], "MIN", inf if beta is None else beta))
    return "A node's window is what the players above it are sure of: it comes down with the call."


def _bound(name: str, bound: str, said: float, player: str, right: float) -> str:
    if right in (inf, -inf):
        return f"{name}: no node above {name} has given {player} anything yet, so {bound} is not {number(said)}."
    return f"{name}: when the search comes there, {player} is already sure of something above it: {bound} is not" + (
        f" {number(said)}."
    )


def _half(answer: Any) -> str:
    root = read_tree(answer)
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
    return f"{leaves - seen} of {leaves} leaves left out: one good answer early on refutes a whole box."


def _negamax(answer: Any) -> Right:
    return judge_search(answer, NEGAMAX, "Every value is the mover's, and the cuts are alpha-beta's.")


TASKS = (
    Task(
        "3.01",
        "Lines in order",
        "a function",
        _alphabeta,
        (
            "Look at MAX's half, which is there: MIN does each of these steps, the other way round.",
            "MIN is sure of what it has found, so β goes down. After that, and only then, can the window have closed.",
        ),
    ),
    Task(
        "3.02",
        "The line that moves β",
        "a function",
        _alphabeta,
        (
            "MIN is sure of the smallest value that has come back so far. Which of the two bounds is that?",
            "MAX's line is alpha = max(alpha, value). MIN's is the same for beta, with min.",
        ),
    ),
    Task(
        "3.03",
        "MIN's half",
        "a function",
        _alphabeta,
        (
            "Copy MAX's half. Each alpha that is changed or returned becomes beta, and max becomes min.",
            "MIN's children are MAX's: min_half calls max_half. The window is closed when beta <= alpha, for both.",
        ),
    ),
    Task(
        "3.1",
        "Alpha-beta",
        "a function",
        _alphabeta,
        (
            "Begin with minimax and give each call two more arguments, alpha and beta, passed down to every child.",
            "After each child MAX raises alpha: alpha = max(alpha, evaluation). What does MIN do, and with what?",
            "When beta <= alpha, the other player already has something better elsewhere: break.",
        ),
    ),
    Task(
        "3.2",
        "Which leaves?",
        "a list of numbers",
        _leaves,
        (
            "After the first pair MAX is sure of something. What would the second pair have to offer to beat it?",
            "In a pair MIN chooses. As soon as one number is no better than what MAX has, the pair is settled.",
        ),
    ),
    Task(
        "3.3",
        "Which window?",
        "a list of pairs",
        _windows,
        (
            "The search begins with (-inf, inf), and hands its window down. Who changes it, and when?",
            "B is told nothing, nor is D. When D has come back with 3, MIN at B is sure of 3: E is told so.",
            "When B has come back, MAX at A is sure of its value: C and F are told so.",
        ),
    ),
    Task(
        "3.4",
        "Half of it unseen",
        "a tree",
        _half,
        (
            "Let the first move be simple and good for MAX: a single leaf will do.",
            "Let the second be a box with many numbers. Which number must come first in it?",
        ),
    ),
    Task(
        "3.5",
        "One half for both",
        "a function",
        _negamax,
        (
            "Let color be 1 where MAX moves and -1 where MIN moves: a leaf then counts color * position.evaluate().",
            "What is good for one is bad for the other: the value of a child is -negamax(child, …, -color).",
            "The child sees the window from the other side: swapped and negated, (-beta, -alpha).",
        ),
    ),
)
