"""Questions that a run answers: what to ask before each step is shown, and what the search never looks at."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import inf
from typing import Any, Literal

from minimax_lessons.drawing import looks
from minimax_lessons.drawing.extract import number
from minimax_lessons.events import Cut, Enter, Event, Return, Update
from minimax_lessons.narration import sentence
from minimax_lessons.tracing.run import Trace
from minimax_lessons.trees import Node

__all__ = ["ALL_KINDS", "Kind", "pruning", "questions"]

Kind = Literal["value", "cut", "owner"]
Data = dict[str, Any]

ALL_KINDS: tuple[Kind, ...] = ("value", "cut", "owner")
CUT, CONTINUE = "cut", "continue"
START_WINDOW = "the window it began with"


def questions(run: Trace, kinds: Collection[Kind] = ALL_KINDS) -> list[Data]:
    """Return what can be asked while the run is shown: each question, its answer, and the step it must be asked at."""
    seen = _Seen()
    asked: list[Data] = []
    for step, event in enumerate(run.events):
        after = run.events[step + 1] if step + 1 < len(run.events) else None
        for kind, question in _about(event, after, run, seen):
            if kind in kinds:
                asked.append({"step": step, **question})
        seen.take(event)
    return asked


class _Seen:
    """What has been shown before a question: each open node's window and how many of its children are done."""

    def __init__(self) -> None:
        self.windows: dict[Node, tuple[Any, Any]] = {}
        self.done: dict[Node, set[Node]] = {}
        self.last: Event | None = None

    def take(self, event: Event) -> None:
        if isinstance(event, Enter | Update):
            self.windows[event.node] = (event.alpha, event.beta)
        if isinstance(event, Update):
            self.done.setdefault(event.node, set()).add(event.child)
        self.last = event

    def undecided(self) -> Node | None:
        """Return the node at which the search now goes on or turns back, when both could happen."""
        node = self.last.node if isinstance(self.last, Update) else None
        if node is None or len(self.done[node]) >= len(node.children):
            return None
        alpha, beta = self.windows[node]
        both = alpha is not None and beta is not None and alpha > -inf and beta < inf
        return node if both else None


def _about(event: Event, after: Event | None, run: Trace, seen: _Seen) -> Iterator[tuple[Kind, Data]]:
    node = seen.undecided()
    if node is not None:
        yield "cut", _cut_or_continue(node, event, run, seen)
    if isinstance(event, Cut) and event.sound:
        yield "owner", _whose_bound(event, run)
    if isinstance(event, Update) and isinstance(after, Return) and after.node == event.node:
        yield "value", _what_value(after, run)  # before the picture shows the best of all the children


def _what_value(end: Return, run: Trace) -> Data:
    player = "MAX" if end.node.is_max else "MIN"
    return {
        "ask": f"All children of {end.node.name} have come back, and {player} chooses. What value does it return?",
        "answer": number(end.value),
        "why": sentence(end, run),
    }


def _cut_or_continue(node: Node, event: Event, run: Trace, seen: _Seen) -> Data:
    alpha, beta = seen.windows[node]
    cut = isinstance(event, Cut)
    window = f"α is {number(alpha)} and β is {number(beta)}"
    why = sentence(event, run) if cut else f"{window}: there are still values between them, so the rest may matter."
    if not cut and alpha >= beta:
        why = f"{window}: nothing lies between them, yet this function does not stop here."
    return {
        "ask": f"{node.name} has more children. Does the search look at the next one, or cut?",
        "choices": [CONTINUE, CUT],
        "answer": CUT if cut else CONTINUE,
        "why": why,
    }


def _whose_bound(cut: Cut, run: Trace) -> Data:
    above: list[Node] = [run.tree]
    for step in cut.node.path[len(run.tree.path) : -1]:
        above.append(above[-1][step])
    return {
        "ask": f"The search turns back at {cut.node.name}. Whose bound allows it?",
        "choices": [*(node.name for node in above), START_WINDOW],
        "answer": cut.owner.name if cut.owner else START_WINDOW,
        "why": sentence(cut, run),
    }


def pruning(run: Trace) -> Data:
    """Return what the click-to-prune task needs: the tree at rest, and of each node why it is or isn't entered."""
    numbers = {node: place for place, node in enumerate(run.tree)}
    whole = looks(run.tree)
    drawn = looks(run.tree, run, 0)
    plain = [[name, "class", cls] for name, (cls, _) in whole.items() if name in drawn]
    plain += [[name, "text", text] for name, (_, text) in whole.items() if name in drawn and text != drawn[name][1]]
    return {
        "plain": plain,
        "pruned": [[numbers[node], _why_pruned(node, run)] for node in run.pruned],
        "visited": {str(numbers[node]): why for node, why in _why_visited(run)},
    }


def _why_pruned(node: Node, run: Trace) -> str:
    cut = next((cut for cut in run.cutoffs if node in cut.skipped), None)
    return sentence(cut, run) if cut else "The search ends without looking there."


def _why_visited(run: Trace) -> Iterator[tuple[Node, str]]:
    """Yield each node that is looked at, with the window that stood open when the search came to it."""
    windows: dict[Node, tuple[Any, Any]] = {}
    parents = {child: node for node in run.tree for child in node.children}
    met: set[Node] = set()
    for event in run.events:
        if isinstance(event, Enter | Update):
            windows[event.node] = (event.alpha, event.beta)
        if isinstance(event, Enter) and event.node not in met:
            met.add(event.node)
            here = windows.get(event.node) or windows.get(parents.get(event.node, run.tree), (None, None))
            yield event.node, _open_window(*here)


def _open_window(alpha: Any, beta: Any) -> str:
    if alpha is None or beta is None:
        return "This search keeps no bounds, so it looks everywhere."
    window = f"when the search comes there, α is {number(alpha)} and β is {number(beta)}"
    if alpha >= beta:
        return f"{window[0].upper()}{window[1:]}: nothing lies between them, yet this function goes on."
    return f"{window[0].upper()}{window[1:]}: a value between them would still matter."
