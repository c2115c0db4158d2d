"""Questions that a run answers: what to ask before each step is shown, and what the search never looks at."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import inf
from typing import Any, Literal, get_args

from minimax_lessons.drawing import looks
from minimax_lessons.drawing.labels import number
from minimax_lessons.events import Cut, Enter, Event, Leaf, Return, Update
from minimax_lessons.narration import sentence
from minimax_lessons.player.contract import Asked, Patch, Pruning, Question
from minimax_lessons.player.storyboard import way_down
from minimax_lessons.tracing.run import Trace
from minimax_lessons.tracing.state import State, Visit, fold
from minimax_lessons.trees import Node

__all__ = ["KINDS", "USUAL", "Kind", "at_rest", "pruning", "questions"]

Kind = Literal["value", "cut", "owner", "window"]

KINDS: tuple[Kind, ...] = get_args(Kind)
USUAL: tuple[Kind, ...] = ("value", "cut", "owner")
CUT, CONTINUE = "cut", "continue"
START_WINDOW = "the window it began with"


def questions(run: Trace, kinds: Collection[Kind] = USUAL) -> list[Question]:
    """Return what can be asked while the run is shown: each question, its answer, and the step it must be asked at."""
    asked: list[Question] = []
    steps = zip(fold(run), (None, *run.events), (*run.events[1:], None), strict=False)
    for step, ((event, state), before, after) in enumerate(steps):
        for kind, question in _about(event, before, after, run, state):
            if kind in kinds:
                asked.append({"step": step, **question})
    return asked


def _about(
    event: Event, before: Event | None, after: Event | None, run: Trace, state: State
) -> Iterator[tuple[Kind, Asked]]:
    visit = state.visits[before.node] if isinstance(before, Update) else None
    if visit is not None and visit.skipped and visit.window[0] > -inf and visit.window[1] < inf:
        yield "cut", _cut_or_continue(visit, event, run)
    if isinstance(event, Cut) and event.sound:
        yield "owner", _whose_bound(event, run)
    if isinstance(event, Update) and isinstance(after, Return) and after.node == event.node:
        yield "value", _what_value(after, run)  # before the picture shows the best of all the children
    if isinstance(event, Enter) and before and not isinstance(after, Leaf) and None not in (event.alpha, event.beta):
        yield "window", _which_window(event, run)


def _what_value(end: Return, run: Trace) -> Asked:
    node = end.node
    return {
        "ask": f"All children of {node.name} have come back, and {node.player} chooses. What value does it return?",
        "answer": number(end.value),
        "why": sentence(end, run),
    }


def _which_window(enter: Enter, run: Trace) -> Asked:
    return {
        "ask": f"The search goes on to {enter.node.name}. With which window? (Type inf for ∞.)",
        "labels": ["α", "β"],
        "answer": f"{number(enter.alpha)}, {number(enter.beta)}",
        "why": sentence(enter, run),
    }


def _cut_or_continue(visit: Visit, event: Event, run: Trace) -> Asked:
    alpha, beta = visit.held
    cut = isinstance(event, Cut)
    window = f"α is {number(alpha)} and β is {number(beta)}"
    why = sentence(event, run) if cut else f"{window}: there are still values between them, so the rest may matter."
    if not cut and visit.window[0] >= visit.window[1]:
        why = f"{window}: nothing lies between them, yet this function does not stop here."
    return {
        "ask": f"{visit.node.name} has more children. Does the search look at the next one, or cut?",
        "choices": [CONTINUE, CUT],
        "answer": CUT if cut else CONTINUE,
        "why": why,
    }


def _whose_bound(cut: Cut, run: Trace) -> Asked:
    return {
        "ask": f"The search turns back at {cut.node.name}. Whose bound allows it?",
        "choices": [*(node.name for node in way_down(run.tree, cut.node)[:-1]), START_WINDOW],
        "answer": cut.owner.name if cut.owner else START_WINDOW,
        "why": sentence(cut, run),
    }


def pruning(run: Trace) -> Pruning:
    """Return what the click-to-prune task needs: the tree at rest, and of each node why it is or isn't entered."""
    numbers = {node: place for place, node in enumerate(run.tree)}
    return {
        "plain": at_rest(run),
        "pruned": [(numbers[node], _why_pruned(node, run)) for node in run.pruned],
        "visited": {str(numbers[node]): why for node, why in _why_visited(run)},
    }


def at_rest(run: Trace) -> list[Patch]:
    """Return what to change in the picture before a search, so that it shows the tree as if none were to come."""
    whole, drawn = looks(run.tree), looks(run.tree, run, 0)
    plain: list[Patch] = [(name, "class", cls) for name, (cls, _) in whole.items() if name in drawn]
    plain += [(name, "text", text) for name, (_, text) in whole.items() if name in drawn and text != drawn[name][1]]
    return plain


def _why_pruned(node: Node, run: Trace) -> str:
    cut = next((cut for cut in run.cutoffs if node in cut.skipped), None)
    return sentence(cut, run) if cut else "The search ends without looking there."


def _why_visited(run: Trace) -> Iterator[tuple[Node, str]]:
    """Yield each node that is looked at, with the window that stood open when the search came to it."""
    met: set[Node] = set()
    for event, state in fold(run):
        if isinstance(event, Enter) and event.node not in met:
            met.add(event.node)
            above = state.here.above if state.here else None
            given = (event.alpha, event.beta)
            yield event.node, _open_window(*(above.held if above and None in given else given))


def _open_window(alpha: Any, beta: Any) -> str:
    if alpha is None or beta is None:
        return "This search keeps no bounds, so it looks everywhere."
    window = f"When the search comes there, α is {number(alpha)} and β is {number(beta)}"
    if alpha >= beta:
        return f"{window}: nothing lies between them, yet this function goes on."
    return f"{window}: a value between them would still matter."
