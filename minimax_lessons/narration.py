"""Narration: what a step of a search means, in one plain sentence for somebody who sees it for the first time."""

from __future__ import annotations

from functools import singledispatch
from math import inf
from typing import Any

from minimax_lessons.drawing.labels import number
from minimax_lessons.events import Cut, Enter, Leaf, Raised, Remembered, Return, Update
from minimax_lessons.tracing.run import Trace
from minimax_lessons.tracing.state import seen_by_max
from minimax_lessons.trees import Node

__all__ = ["sentence"]

WORTH = {"exact": "", "lower": "at least ", "upper": "at most "}
STEPS = ("", "one move", "two moves", "three moves", "four moves", "five moves", "six moves")


@singledispatch
def sentence(event: Any, run: Trace) -> str:
    """Return what happens in a step of the run: who decides what, and why."""
    raise TypeError(f"{event!r} is no event of a search")


@sentence.register
def _(event: Enter, run: Trace) -> str:
    node = event.node
    if not node.children:
        return f"Down to {node.name}."
    mover, wants = node.player, "the largest" if node.is_max else "the smallest"
    if node is run.tree:
        text = f"The search begins at {node.name}: {mover} is to move and wants {wants} value."
    elif not any(node.path) and len(node.path) == 1:  # the first node of the other player
        text = f"Down to {node.name}: now {mover} is to move and wants {wants} value."
    else:
        text = f"Down to {node.name}, where {mover} moves."
    return text + _window(event, run)


def _window(event: Enter, run: Trace) -> str:
    """Return what both players are already sure of elsewhere, or nothing if that is nothing yet."""
    low, high = seen_by_max((event.alpha, event.beta), event.node, negamax=run.negamax)
    first, second = run.tree.origin.players
    has_low, has_high = low > -inf, high < inf
    if has_low and has_high:
        return f" {first} is sure of {number(low)} elsewhere and {second} of {number(high)}: only between them is news."
    if has_low:
        return f" {first} is sure of {number(low)} elsewhere: only more than that is news."
    if has_high:
        return f" {second} is sure of {number(high)} elsewhere: only less than that is news."
    return ""


@sentence.register
def _(event: Leaf, run: Trace) -> str:
    name, value = event.node.name, number(event.value)
    if event.limit and event.value == _static(event.node):
        return f"The depth limit ends the look ahead at {name}: its static evaluation is {value}."
    if event.limit:  # it has an evaluation of its own, or remembers the position
        return f"The search looks no further at {name}: it takes {value}."
    if event.node.position is not None:
        return f"The game is over at {name}: it counts {value}."
    return f"{name} is a leaf: its value is {value}."


@sentence.register
def _(event: Remembered, run: Trace) -> str:
    worth = f"{WORTH[event.kind]}{number(event.value)}"
    return f"Such a position has been searched before: {event.node.name} counts {worth}, as it is remembered."


def _static(node: Node) -> Any:
    """Return what the game says of a node at a glance; None where it has nothing to say."""
    try:
        return (node if node.position is None else node.position).evaluate()
    except Exception:  # whatever a game of the learner's own may raise: the search did without it
        return None


@sentence.register
def _(event: Update, run: Trace) -> str:
    node, child = event.node, event.child
    came = f"{child.name} came back with {WORTH[event.kind]}{number(event.value)}"
    mover = node.player
    if event.improved and event.kind in ("exact", "lower" if node.is_max else "upper"):
        sign = "≥" if node.is_max else "≤"
        return f"{came}, the best for {mover} at {node.name} so far: {node.name} is {sign} {number(event.best)}."
    if event.improved:
        return f"{came}: {mover} has nothing better at {node.name} so far, and is sure of nothing there."
    if event.best is None:
        return f"{came}, and {mover} at {node.name} takes note of it."
    return f"{came}: {mover} at {node.name} keeps {number(event.best)}."


@sentence.register
def _(event: Cut, run: Trace) -> str:
    node, left = event.node, _names(event.skipped)
    mover, other = node.player, node.origin.players[1 if node.is_max else 0]
    holds = "reach" if node.is_max else "hold"
    limit = f"{number(event.reached)} or {'more' if node.is_max else 'less'}"
    reached = f"{mover} can {holds} {limit} at {node.name}"
    if not event.sound:
        return (
            f"The search leaves {node.name} without looking at {left}, though nothing above forbids it: that may cost."
        )
    if event.owner is None:
        asked = "less" if node.is_max else "more"
        return (
            f"{reached}, and the question was only whether {node.name} is {asked} than {number(event.bound)}:"
            f" {left} cannot matter."
        )
    far = ""
    if event.deep:
        moves = len(node.path) - len(event.owner.path)
        far = f", {STEPS[moves] if moves < len(STEPS) else f'{moves} moves'} further up"
    return f"{other} already has {number(event.bound)} at {event.owner.name}{far}, and {reached}: {left} cannot matter."


def _names(nodes: tuple[Node, ...]) -> str:
    names = [node.name for node in nodes]
    if len(names) > 4:
        return f"{names[0]} and {len(names) - 1} more"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


@sentence.register
def _(event: Return, run: Trace) -> str:
    name, value = event.node.name, number(event.value)
    if not event.justified:
        return f"{name} returns {value}, which is not what its children show."
    if event.kind != "exact":
        return f"Back up from {name}: it is worth {WORTH[event.kind]}{value}, and how much exactly does not matter."
    if event.node is run.tree:
        return f"Done: when both play their best, {name} is worth {value}."
    return f"{event.node.player} has seen all that matters at {name}: it is worth {value}."


@sentence.register
def _(event: Raised, run: Trace) -> str:
    return f"The search broke off at {event.node.name}: {event.error}"
