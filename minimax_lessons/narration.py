"""Narration: the meaning of a step of a search in a sentence for a beginner."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, singledispatch
from math import inf, isfinite
from numbers import Real
from typing import Any

from minimax_lessons.events import Cut, Enter, Leaf, Raised, Remembered, Return, Update
from minimax_lessons.labels import number_text
from minimax_lessons.quoting import joined
from minimax_lessons.run_state import seen_by_max
from minimax_lessons.tracing.run import Trace
from minimax_lessons.trees import Node

__all__ = ["owner_of_cut", "sentence", "way_down"]

WORTH = {"exact": "", "lower": "at least ", "upper": "at most "}
STEPS = ("", "one move", "two moves", "three moves", "four moves", "five moves", "six moves")


@singledispatch
def sentence(event: Any, run: Trace) -> str:
    """Return a sentence on a step of the run: the player, the decision and the reason."""
    raise TypeError(f"{event!r} is no event of a search")


@sentence.register
def _(event: Enter, run: Trace) -> str:
    node = event.node
    if not node.children:
        return f"The search goes down to {node.name}."
    mover, wants = node.player, "the largest" if node.is_max else "the smallest"
    if node is run.tree:
        text = f"The search begins at {node.name}, where {mover} moves and wants {wants} value."
    elif not any(node.path) and len(node.path) == 1:  # the first node of the other player
        text = f"The search goes down to {node.name}, where {mover} moves and wants {wants} value."
    else:
        text = f"The search goes down to {node.name}, where {mover} moves."
    return text + _window(event, run)


def _window(event: Enter, run: Trace) -> str:
    """Return a sentence on the guaranteed values, or an empty text if there are none."""
    low, high = seen_by_max((event.alpha, event.beta), event.node, negamax=run.negamax)
    first, second = run.tree.origin.players
    has_low, has_high = low > -inf, high < inf
    if has_low and has_high:
        both = (
            f" {first} already has {number_text(low)} and {second} already has {number_text(high)},"
        )
        return f"{both} so only a value between them matters."
    if has_low:
        return f" {first} already has {number_text(low)}, so only a larger value matters."
    if has_high:
        return f" {second} already has {number_text(high)}, so only a smaller value matters."
    return ""


@sentence.register
def _(event: Leaf, run: Trace) -> str:
    name, value, static = event.node.name, number_text(event.value), _static(event.node)
    if not isfinite(event.value) and isinstance(static, Real) and isfinite(static):
        return (
            f"{run.name} returns {value} at {name}, although the value of {name} is "
            f"{number_text(static)}."
            " Check that the line that evaluates a leaf begins with return."
        )
    if event.limit and event.value == static:
        return (
            f"The depth limit stops the search at {name}, so {name} gets its static evaluation, "
            f"{value}."
        )
    if event.limit:  # it has an evaluation of its own, or remembers the position
        return f"The search stops at {name} and takes the value {value}."
    if event.node.position is not None:
        return f"The game is over at {name}, so {name} has the value {value}."
    return f"{name} is a leaf, and its value is {value}."


@sentence.register
def _(event: Remembered, run: Trace) -> str:
    worth = f"{WORTH[event.kind]}{number_text(event.value)}"
    return (
        "The search already knows this position, so it takes the stored result for "
        f"{event.node.name}: {worth}."
    )


def _static(node: Node) -> Any:
    """Return the static evaluation of a node; None where there is none."""
    try:
        return (node if node.position is None else node.position).evaluate()
    except Exception:  # whatever a game of the learner's own may raise: the search did without it
        return None


@sentence.register
def _(event: Update, run: Trace) -> str:
    node, child, kind = event.node, event.child, _kind(event, run)
    came = f"{child.name} came back with {WORTH[kind]}{number_text(event.value)}"
    mover, best = node.player, event.best
    if best is not None and not _has_bounds(run):
        best = _best(node, [*_updates_before(event, run), event])
    if best != event.best:
        kept = f"The search keeps {number_text(event.best)} at {node.name}"
        return f"{came}. {kept}, although {number_text(best)} is better for {mover}."
    if event.improved and kind in ("exact", "lower" if node.is_max else "upper"):
        sign = "≥" if node.is_max else "≤"
        bound = f"{node.name} is {sign} {number_text(event.best)}"
        return f"{came}, the best value for {mover} at {node.name} so far, so {bound}."
    if event.improved:
        return (
            f"{came}. {mover} has nothing better at {node.name} so far, but this bound guarantees "
            f"{mover} nothing."
        )
    if event.best is None:
        return f"{came}, and {mover} keeps this value at {node.name}."
    return f"{came}, which is no better, so {mover} keeps {number_text(event.best)} at {node.name}."


def _kind(event: Update | Return, run: Trace) -> str:
    """Return the kind of a value: a search without bounds never returns a bound."""
    return event.kind if _has_bounds(run) else "exact"


@lru_cache(4)
def _has_bounds(run: Trace) -> bool:
    """Return True if a search has α or β, or cuts."""
    entered = (event for event in run.events if isinstance(event, Enter))
    bounds = {bound for event in entered for bound in (event.alpha, event.beta)}
    return bounds != {None} or bool(run.cutoffs)


@lru_cache(4)
def _places(run: Trace) -> dict[int, int]:
    return {id(event): place for place, event in enumerate(run.events)}


def _updates_before(event: Update | Return, run: Trace) -> list[Update]:
    """Return the node's earlier updates in the same visit, the latest first."""
    updates: list[Update] = []
    for place in reversed(range(_places(run).get(id(event), 0))):
        earlier = run.events[place]
        if earlier.node is event.node and isinstance(earlier, Enter):
            break
        if earlier.node is event.node and isinstance(earlier, Update):
            updates.append(earlier)
    return updates


def _best(node: Node, updates: Iterable[Update]) -> float:
    """Return the best value that came back, for the player who moves at a node."""
    return (max if node.is_max else min)(update.value for update in updates)


@sentence.register
def _(event: Cut, run: Trace) -> str:
    node, left = event.node, _names(event.skipped)
    mover, opponent = node.player, node.origin.players[1 if node.is_max else 0]
    limit = f"{number_text(event.reached)} or {'more' if node.is_max else 'less'}"
    reached = f"{mover} can get {limit} at {node.name}"
    if not event.sound:
        text = f"The search leaves {node.name} without looking at {left},"
        return f"{text} but no bound allows that, so the result may be wrong."
    if event.owner is None:
        asked = "less" if node.is_max else "more"
        return (
            f"{reached}, and the search only asks whether {node.name} is {asked} than "
            f"{number_text(event.bound)},"
            f" so {left} cannot matter."
        )
    far = ""
    if event.deep:
        moves = len(node.path) - len(event.owner.path)
        far = f", {STEPS[moves] if moves < len(STEPS) else f'{moves} moves'} further up"
    guaranteed = f"{opponent} already has {number_text(event.bound)} at {event.owner.name}{far}"
    return f"{guaranteed}, and {reached}, so {left} cannot matter."


def owner_of_cut(cut: Cut) -> str:
    """Return the node whose bound made a cut, and the path from there down to it, in words."""
    begin = f"Cut at {cut.node.name}"
    if cut.bound is None:
        return f"{begin}. No bound allows it: what it skips may matter."
    bound = number_text(cut.bound)
    if cut.owner is None:
        return f"{begin}, by the window the search began with: its bound is {bound}."
    path = " → ".join(node.name for node in way_down(cut.owner, cut.node))
    kind = "a deep cut" if cut.deep else "the parent"
    doubt = "" if cut.sound else " It is not sound: what it skips may matter."
    return f"{begin}. Owner: {cut.owner.name} ({kind}), its bound: {bound}. Path: {path}.{doubt}"


def way_down(above: Node, below: Node) -> list[Node]:
    """Return the nodes from one down to another, including both."""
    way = [above]
    for step in below.path[len(above.path) :]:
        way.append(way[-1][step])
    return way


def _names(nodes: tuple[Node, ...]) -> str:
    names = [node.name for node in nodes]
    if len(names) > 4:
        return f"{names[0]} and {len(names) - 1} more"
    return joined(names)


@sentence.register
def _(event: Return, run: Trace) -> str:
    node, name, value = event.node, event.node.name, number_text(event.value)
    if not event.justified:
        return f"{name} returns {value}, which does not follow from the values of its children."
    updates = _updates_before(event, run)
    if event.kind != "exact" and not _has_bounds(run):
        return f"{name} returns {value}.{_not_best(event, updates)}"
    if event.kind != "exact":
        bound = f"{WORTH[event.kind]}{value}"
        return (
            f"The search goes back up from {name}, which is worth {bound}. "
            "The exact value does not matter."
        )
    if node is run.tree:
        return f"The search is done: if both players play their best, {name} is worth {value}."
    all_seen = {update.child for update in updates}.issuperset(node.children)
    which = name if all_seen else f"{name} that matters"
    return f"{node.player} has seen every child of {which}, so {name} is worth {value}."


def _not_best(event: Return, updates: list[Update]) -> str:
    """Return a sentence on a returned value that is not the best value of the children."""
    node = event.node
    if not updates or event.value == (best := _best(node, updates)):
        return ""
    which = "largest" if node.is_max else "smallest"
    return (
        f" But {node.player} moves there, and the {which} value that came back is"
        f" {number_text(best)}."
    )


@sentence.register
def _(event: Raised, run: Trace) -> str:
    return f"The search crashed at {event.node.name}: {event.error}"
