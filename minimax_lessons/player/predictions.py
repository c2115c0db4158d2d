"""Questions that a run answers: what to ask before each step, and the parts never searched."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import inf
from typing import Any, Literal, get_args

from minimax_lessons.drawing import looks
from minimax_lessons.events import Cut, Enter, Event, Leaf, Remembered, Return, Update
from minimax_lessons.labels import number_text
from minimax_lessons.narration import sentence, way_down
from minimax_lessons.player.contract import Patch, Pruning, QuestionData, RunQuestion
from minimax_lessons.player.guessing import question_data
from minimax_lessons.quoting import INFINITY
from minimax_lessons.run_state import State, Visit, fold
from minimax_lessons.tracing.run import Trace
from minimax_lessons.trees import Node

__all__ = [
    "KINDS",
    "TOPICS",
    "TYPED_INFINITY",
    "USUAL",
    "Kind",
    "every_step",
    "pruning",
    "questions",
]

Kind = Literal["value", "cut", "owner", "window"]

KINDS: tuple[Kind, ...] = get_args(Kind)
USUAL: tuple[Kind, ...] = ("value", "cut", "owner")
TOPICS: dict[Kind, str] = {  # as the summary names them
    "value": "the value of a node",
    "cut": "cut or continue",
    "owner": "whose bound cuts",
    "window": "the window on arrival",
}
CUT, CONTINUE = "cut", "continue"
CUT_HERE, VALUE = "Cut here", "value"
HINTS = {  # the reply to a wrong step
    "go": (
        "A search goes from left to right and down one edge at a time, and skips only the nodes "
        "that it cuts."
    ),
    "cut": (
        "A search cuts where β ≤ α, because a player further up already has an option that is at "
        "least as good."
    ),
    "window": "α and β come down from the node above.",
    "update": "MAX keeps the larger value and raises α. MIN keeps the smaller and lowers β.",
    "return": "A node returns the best value of its children.",
}
Held = tuple[float | None, float | None, float | None]  # best, α and β
START_WINDOW = "the window it began with"
TYPED_INFINITY = f" (Type inf for {INFINITY}.)"


def questions(run: Trace, kinds: Collection[Kind] = USUAL) -> list[RunQuestion]:
    """Return the questions about a run, each with its answer and the step at which it is asked."""
    numbers = {node: place for place, node in enumerate(run.tree)}
    return [
        {"step": step, "topic": TOPICS[kind], "node": numbers[run.events[step].node], **question}
        for step, kind, question in asked_at(run, kinds)
    ]


def asked_at(
    run: Trace, kinds: Collection[Kind] = USUAL
) -> Iterator[tuple[int, Kind, QuestionData]]:
    """Yield each question about a run with the step it must be asked at, and its kind."""
    steps = zip(
        fold(run.events, negamax=run.negamax),
        (None, *run.events),
        (*run.events[1:], None),
        strict=False,
    )
    for step, ((event, state), before, after) in enumerate(steps):
        for kind, question in _about(event, before, after, run, state):
            if kind in kinds:
                yield step, kind, question


def _about(
    event: Event, before: Event | None, after: Event | None, run: Trace, state: State
) -> Iterator[tuple[Kind, QuestionData]]:
    visit = state.visits[before.node] if isinstance(before, Update) else None
    if (
        isinstance(before, Update)
        and visit
        and visit.skipped
        and visit.window[0] > -inf
        and visit.window[1] < inf
    ):
        yield "cut", _cut_or_continue(before.child, visit, event, run)
    if isinstance(event, Cut) and event.sound:
        yield "owner", _whose_bound(event, run)
    if isinstance(event, Update) and isinstance(after, Return) and after.node == event.node:
        # before the picture shows the best of all the children
        node = after.node
        ask = f"Every child of {node.name} has its value now, and {node.player} chooses."
        ask += f" What value does {node.name} return?"
        data = question_data(ask, after.value, why=sentence(after, run))
        yield "value", {**data, "hint": _kept(node, run)}
    if (
        isinstance(event, Enter)
        and before
        and not isinstance(after, Leaf)
        and None not in (event.alpha, event.beta)
    ):
        ask = f"The search continues with {event.node.name}. With which window?{TYPED_INFINITY}"
        window = {"α": event.alpha, "β": event.beta}
        data = question_data(ask, window, why=sentence(event, run))
        yield "window", {**data, "hint": HINTS["window"]}


def _kept(node: Node, run: Trace) -> str:
    if run.negamax:
        return f"{node.name} turns the sign of each value that comes back, and keeps the largest."
    wish = "largest" if node.is_max else "smallest"
    return f"{node.player} moves at {node.name} and keeps the {wish} value that has come back."


def _cut_or_continue(child: Node, visit: Visit, event: Event, run: Trace) -> QuestionData:
    alpha, beta = visit.held
    cut = isinstance(event, Cut)
    window = f"α is {number_text(alpha)} and β is {number_text(beta)}"
    why = (
        sentence(event, run)
        if cut
        else f"{window}. There are still values between them, so the other children may matter."
    )
    if not cut and visit.window[0] >= visit.window[1]:
        why = f"{window}. No value lies between them, but this function does not stop here."
    back = f"{child.name} has come back to {visit.node.name}, which has more children."
    ask = f"{back} Does the search look at the next one, or cut?"
    return question_data(ask, CUT if cut else CONTINUE, why=why, choices=(CONTINUE, CUT))


def _whose_bound(cut: Cut, run: Trace) -> QuestionData:
    ask = f"The search cuts at {cut.node.name}. Whose bound allows the cut?"
    owners = [*(node.name for node in way_down(run.tree, cut.node)[:-1]), START_WINDOW]
    owner = cut.owner.name if cut.owner else START_WINDOW
    data = question_data(ask, owner, why=sentence(cut, run), choices=owners)
    return {**data, "hint": HINTS["cut"]}


def every_step(run: Trace) -> list[RunQuestion]:
    """Return a question for each step of the run: where it goes, and what changes."""
    asked: list[RunQuestion] = []
    numbers = {node: place for place, node in enumerate(run.tree)}
    held: dict[Node, Held] = {}
    steps = zip(run.events, (None, *run.events), (*run.events[1:], None), strict=False)
    for step, (event, before, after) in enumerate(steps):
        node = event.node
        for topic, question in _at_step(event, before, after, held.get(node), run):
            asked.append({"step": step, "topic": topic, "node": numbers[node], **question})
        if isinstance(event, Enter | Update):
            held[node] = (getattr(event, "best", None), event.alpha, event.beta)
    return asked


def _at_step(
    event: Event, before: Event | None, after: Event | None, held: Held | None, run: Trace
) -> Iterator[tuple[str, QuestionData]]:
    node, why = event.node, sentence(event, run)
    changed: dict[str, Any] = {}
    if isinstance(event, Enter):
        if before:  # the window on arrival is the next question: this one's reason does not tell it
            yield _next_step(way_down(run.tree, node)[-2], node.name, why.split(". ")[0], run)
        if not isinstance(after, Leaf | Remembered):
            changed = _moved((-inf, inf), event)
        ask, topic, hint = f"{node.name} is new.", TOPICS["window"], "window"
    elif isinstance(event, Update) and held:
        changed = {VALUE: event.best} | _moved(held[1:], event)
        ask, topic, hint = f"Back at {node.name}.", "what a value changes", "update"
    elif isinstance(event, Cut):
        yield _next_step(node, CUT_HERE, why, run)
        if event.sound:
            yield TOPICS["owner"], _whose_bound(event, run)
    elif isinstance(event, Return) and held:
        if not isinstance(before, Cut):
            yield _next_step(node, f"Return from {node.name}", why, run)
        changed = {VALUE: event.value} if event.value != held[0] else {}
        ask, topic, hint = f"{node.name} returns.", TOPICS["value"], "return"
    changed = {label: value for label, value in changed.items() if value is not None}
    if changed:
        wanted = " and ".join(changed).replace(VALUE, "its value")
        data = question_data(f"{ask} What is {wanted} now?", changed, why=why)
        yield topic, {**data, "hint": HINTS[hint]}


def _moved(before: tuple[Any, Any], event: Enter | Update) -> dict[str, Any]:
    """Return those of the two bounds that the event has changed."""
    bounds = zip("αβ", before, (event.alpha, event.beta), strict=True)
    return {label: now for label, old, now in bounds if now != old}


def _next_step(node: Node, step: str, why: str, run: Trace) -> tuple[str, QuestionData]:
    first = run.events[0]
    cuts = [CUT_HERE] if isinstance(first, Enter) and first.alpha is not None else []
    ask = f"You are at {node.name}. What does the search do next? Click a node, or choose."
    data = question_data(ask, step, why=why)
    choices = [*cuts, f"Return from {node.name}"]
    return "the next step", {**data, "kind": "click", "choices": choices, "hint": HINTS["go"]}


def pruning(run: Trace) -> Pruning:
    """Return the click-to-prune task: the tree at rest, and why each node is entered or not."""
    numbers = {node: place for place, node in enumerate(run.tree)}
    return {
        "plain": at_rest(run),
        "pruned": [(numbers[node], _why_pruned(node, run)) for node in run.pruned],
        "visited": {str(numbers[node]): why for node, why in _why_visited(run)},
    }


def at_rest(run: Trace) -> list[Patch]:
    """Return the changes from the picture before a search to that of a tree alone."""
    looks_after, drawn = looks(run.tree), looks(run.tree, run, 0)
    plain: list[Patch] = [
        (name, "class", cls) for name, (cls, _) in looks_after.items() if name in drawn
    ]
    plain += [
        (name, "text", text)
        for name, (_, text) in looks_after.items()
        if name in drawn and text != drawn[name][1]
    ]
    return plain


def _why_pruned(node: Node, run: Trace) -> str:
    cut = next((cut for cut in run.cutoffs if node in cut.skipped), None)
    return sentence(cut, run) if cut else "The search ends without looking there."


def _why_visited(run: Trace) -> Iterator[tuple[Node, str]]:
    """Yield each visited node, with the open window when the search came to it."""
    met: set[Node] = set()
    for event, state in fold(run.events, negamax=run.negamax):
        if isinstance(event, Enter) and event.node not in met:
            met.add(event.node)
            above = state.here.above if state.here else None
            window = (event.alpha, event.beta)
            yield event.node, _open_window(*(above.held if above and None in window else window))


def _open_window(alpha: Any, beta: Any) -> str:
    if alpha is None or beta is None:
        return "This search keeps no bounds, so it visits every node."
    window = f"When the search comes there, α is {number_text(alpha)} and β is {number_text(beta)}"
    if alpha >= beta:
        return f"{window}. No value lies between them, but this function continues."
    return f"{window}. A value between them would still change the result."
