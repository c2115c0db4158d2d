"""Doubts: a run checked against itself, and what does not add up in a sentence with its cure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf

from minimax_lessons.events import Cut, Enter, Event, Return, Update
from minimax_lessons.tracing.state import seen_by_max
from minimax_lessons.trees import Node

__all__ = ["doubts_of"]


def doubts_of(events: Sequence[Event], name: str, *, negamax: bool) -> Iterator[str]:
    """Yield what does not add up in a run: an inner value that no child shows, a cut that nothing forbids."""
    odd = _first_odd_value(events, negamax)
    if odd is not None:
        yield _about_value(*odd, name, other_root="min" if events[0].node.is_max else "max")
    wild = next((cut for before, cut in pairwise(events) if isinstance(cut, Cut) and _is_wild(cut, before)), None)
    windows = any(event.alpha is not None or event.beta is not None for event in events if isinstance(event, Enter))
    if wild is not None:
        yield _about_cut(wild, name)
    elif not windows and any(isinstance(event, Cut) for event in events):
        yield (
            "No variable could be told to be α or β, so they are not shown: say which, as in"
            ' names={"alpha": "floor", "beta": "ceiling"}.'
        )


def _first_odd_value(events: Sequence[Event], negamax: bool) -> tuple[Return, list[float]] | None:
    """Return the first value that does not follow from those of the children, and these."""
    open_nodes: list[tuple[Enter, dict[Node, float]]] = []
    for event in events:
        kind = type(event)
        if kind is Enter:
            open_nodes.append((event, {}))  # type: ignore[arg-type]
        elif kind is Update:
            open_nodes[-1][1][event.child] = event.value  # type: ignore[union-attr]
        elif kind is not Cut:
            entered, children = open_nodes.pop()
            if kind is Return and not _adds_up(event, entered, children.values(), negamax):  # type: ignore[arg-type]
                return event, list(children.values())  # type: ignore[return-value]
    return None


def _adds_up(returned: Return, entered: Enter, children: Sequence[float], negamax: bool) -> bool:
    """Return True if a value is the best of the children's for the mover, or that clamped to the window."""
    best, value = (max if returned.node.is_max else min)(children), returned.value
    if value == best:
        return True
    low, high = seen_by_max((entered.alpha, entered.beta), returned.node, negamax=negamax)
    return value == low >= best or value == high <= best


def _is_wild(cut: Cut, before: Event) -> bool:
    """Return True for a cut that nothing forbids, not even the bounds that the search itself holds."""
    if cut.sound or not isinstance(before, Update):
        return not cut.sound
    low, high = (-inf if before.alpha is None else before.alpha), (inf if before.beta is None else before.beta)
    return low < high and not any(value <= low or value >= high for value in (cut.reached, -cut.reached))


def _about_value(returned: Return, children: Sequence[float], name: str, *, other_root: str) -> str:
    node, line, value = returned.node, returned.line, returned.value
    mover, best = ("MAX", max(children)) if node.is_max else ("MIN", min(children))
    return (
        f"At {_called(node)} (line {line}) {name} returned {value:g}, but its children gave"
        f" {', '.join(f'{each:g}' for each in children)}, and of these {mover} takes {best:g}: look at that line, or if"
        f' the other player moves there, say who begins, as in tree(…, root="{other_root}").'
    )


def _about_cut(cut: Cut, name: str) -> str:
    names = ", ".join(_called(child) for child in cut.skipped[:3]) + (", …" if len(cut.skipped) > 3 else "")
    return (
        f"{name} left {_called(cut.node)} (line {cut.line}) without a call for {names}, and no bound forbids it. If it"
        f" values leaves where they stand, let it pass every child on to {name}: then they are seen."
    )


def _called(node: Node) -> str:
    return node.name or "a node"
