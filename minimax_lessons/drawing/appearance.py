"""The text and the state of each element of a picture at each step of a search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from minimax_lessons.drawing.plan import VisibleTree, visible_tree
from minimax_lessons.events import Cut, Enter, Event, Leaf, Raised, Remembered, Return, Update
from minimax_lessons.labels import BLANK, SIGNS, number_text
from minimax_lessons.run_state import State
from minimax_lessons.trees import Node

if TYPE_CHECKING:
    from minimax_lessons.tracing.run import Trace

__all__ = ["Appearance", "Change", "Look", "appearance_at", "frames", "looks"]

Look = tuple[str, str]  # an element's class attribute, and its text
Change = tuple[str, Literal["class", "text"], str]


class Appearance:
    """The look of a tree during a search, event by event."""

    def __init__(self, drawn: VisibleTree, run: Trace | None = None) -> None:
        self.drawn = drawn
        self.run = run
        self.state = State(negamax=run is not None and run.negamax)
        self.now: Node | None = None
        self.line: list[Node] = []
        self.broken: set[Node] = set()
        # the leaves': in a game the search finds them
        self.known = run is None or drawn.root.origin.values_known
        # of each node where it is seen: itself, or above the stub that stands for it
        self.home: dict[Node, Node] = {}
        shown = set(drawn.nodes)
        for node in drawn.root:
            self.home[node] = node if node in shown else self.home[drawn.parents[node]]
        # of windows and cut marks only those that the run shows some time get an element
        events = run.events if run else ()
        bounded = {
            event.node
            for event in events
            if isinstance(event, Enter) and (event.alpha, event.beta) != (None, None)
        }
        skipped = {node for event in events if isinstance(event, Cut) for node in event.skipped}
        self.windows = {
            node for node in bounded & shown if node.children and drawn.detail == "full"
        }
        self.marks = skipped & shown - {drawn.root}

    def happen(self, event: Event) -> set[Node]:
        """Take in one event and return the nodes whose looks may differ now."""
        touched = {event.node, *self._concerned(event)}
        if self.now:
            touched.add(self.now)
        self.now = event.node
        self.state.take(event)
        if isinstance(event, Raised):
            self.broken.add(event.node)
        return self._seen(touched | self._draw_line(self._favourites()))

    def _concerned(self, event: Event) -> Iterator[Node]:
        """Yield the other nodes that an event is about to change."""
        if isinstance(event, Enter | Update) and (favourite := self._favourite(event.node)):
            yield favourite
        if isinstance(event, Update):
            yield event.child
        elif isinstance(event, Enter) and self.state.phase(event.node) == "pruned":
            yield from event.node
        elif isinstance(event, Cut):
            for root in event.skipped:
                yield from root

    def end(self) -> set[Node]:
        """Take in that the run is over and return the nodes whose looks may differ now."""
        if not self.run or self.run.error:
            return set()
        touched = {self.now} if self.now else set()
        self.now = None
        variation = [node for node in self.run.variation if node != self.drawn.root]
        return self._seen(touched | self._draw_line(variation))

    def _favourite(self, node: Node) -> Node | None:
        visit = self.state.visits.get(node)
        return visit.favourite if visit else None

    def _favourites(self) -> list[Node]:
        line, node = [], self.drawn.root
        while favourite := self._favourite(node):
            line.append(node := favourite)
        return line

    def _draw_line(self, line: list[Node]) -> set[Node]:
        before, self.line = self.line, line
        return set(before) ^ set(line)

    def _seen(self, nodes: Iterable[Node]) -> set[Node]:
        return {self.home[node] for node in nodes}

    def everything(self) -> dict[str, Look]:
        """Return the look of each element that is drawn, by its id."""
        return {name: look for node in self.drawn.nodes for name, look in self.looks(node)}

    def looks(self, node: Node) -> Iterator[tuple[str, Look]]:
        """Yield the id and the look of each element of a node that is drawn."""
        key = "".join(f"-{step}" for step in node.path)
        kind = "leaf" if not node.children else "max" if node.is_max else "min"
        phase = self.state.phase(node) if self.run else "plain"
        is_best, is_now = node in self.line, self.now == node
        classes = _with_states(
            f"node {kind} {phase}", best=is_best, now=is_now, broken=node in self.broken
        )
        yield f"n{key}", (classes, self._text(node))

        faded = "pruned" if phase == "pruned" else "plain"
        if self.drawn.detail == "full":
            yield f"t{key}", (f"node name {faded}", node.name)
        if parent := self.drawn.parents.get(node):
            is_good = self._favourite(parent) == node
            # also the edge to a leaf, and the edge of a value that goes back
            way = "open" if is_now else phase
            yield f"e{key}", (_with_states(f"edge {way}", good=is_good, best=is_best), "")
        if node in self.drawn.moves:
            yield f"m{key}", (f"node move {faded}", self.drawn.moves[node])
        if node in self.marks:
            yield f"x{key}", (f"edge cut {self._mark(node)}", "")
        if node in self.windows:
            yield f"w{key}", self._window(node)
        if node in self.drawn.left_out:
            inside = self.now not in (None, node) and self.home[self.now] == node
            text = f"+ {self.drawn.left_out[node]:,}\nnodes"
            yield f"s{key}", (_with_states(f"node stub {phase}", now=inside), text)

    def _text(self, node: Node) -> str:
        """Return the text in a node: its value, or the best value so far as a bound."""
        visit = self.state.visits.get(node)
        if not node.children and self.known:
            return number_text(node.value)
        if visit is None:
            return BLANK
        match visit.end:
            case Leaf(value=value):
                return f"≈ {number_text(value)}" if node.children else number_text(value)
            case Remembered(value=value, kind=kind):
                return f"↺ {SIGNS[kind]}{number_text(value)}"
            case Return(value=value, kind=kind, justified=justified):
                sign = SIGNS[kind]
                return f"{sign}{number_text(value)}" if justified else f"({number_text(value)})"
        if visit.favourite is None:
            return BLANK
        best = number_text(visit.best_so_far)
        return f"{'≥' if node.is_max else '≤'} {best}" if visit.best_is_proved else f"({best})"

    def _mark(self, node: Node) -> str:
        """Return the classes of the double slash on the edge down to a node."""
        cut = self.state.cuts.get(node)
        return _with_states("on", deep=cut.deep, unsound=not cut.sound) if cut else "off"

    def _window(self, node: Node) -> Look:
        visit = self.state.visits.get(node)
        phase = self.state.phase(node)
        if visit is None or phase == "pruned":
            return "node window off", f"{BLANK}\n{BLANK}"
        alpha, beta = visit.held
        crossed = alpha is not None and beta is not None and alpha >= beta
        lines = (
            BLANK if bound is None else f"{name} {number_text(bound)}"
            for name, bound in (("α", alpha), ("β", beta))
        )
        return _with_states(f"node window {phase}", crossed=crossed), "\n".join(lines)


def _with_states(classes: str, **states: bool) -> str:
    """Return classes with the names of those states that hold.

    >>> _with_states("node leaf open", best=False, now=True)
    'node leaf open now'
    """
    return " ".join([classes, *(name for name, holds in states.items() if holds)])


def looks(
    tree: Node | VisibleTree, run: Trace | None = None, step: int | None = None
) -> dict[str, Look]:
    """Return the class and the text of each element of a picture, by its id."""
    return appearance_at(tree, run, step).everything()


def appearance_at(tree: Node | VisibleTree, run: Trace | None, step: int | None) -> Appearance:
    """Return a tree's appearance after so many events; None stands for all of them."""
    seen = Appearance(visible_tree(tree), run)
    if run is None:
        if step is not None:
            raise ValueError(f"step={step!r}: a tree alone has no steps; give the run as well")
        return seen
    last = len(run.events)
    if step is None:
        step = last
    if isinstance(step, bool) or not isinstance(step, int) or not 0 <= step <= last:
        raise ValueError(f"step={step!r}: this run has the steps 0 (before it) to {last} (its end)")
    for event in run.events[:step]:
        seen.happen(event)
    if step == last:
        seen.end()
    return seen


def frames(
    run: Trace, visible: VisibleTree | None = None
) -> Iterator[tuple[Appearance, list[Change]]]:
    """Yield the appearance of a run at each step, 0 first, with the changes since the step before.

    It is one appearance, which the next step changes: read it before going on.
    """
    seen = Appearance(visible_tree(visible or run.tree), run)
    shown = seen.everything()
    yield seen, []
    for step, event in enumerate(run.events, 1):
        touched = seen.happen(event)
        if step == len(run.events):
            touched |= seen.end()
        # so that the same run gives the same bytes
        in_order = sorted(touched, key=lambda node: node.path)
        changed_looks = (look for node in in_order for look in seen.looks(node))
        yield (
            seen,
            [change for name, look in changed_looks for change in _changes(shown, name, look)],
        )


def _changes(shown: dict[str, Look], name: str, look: Look) -> Iterator[Change]:
    """Yield the changes of an element, and note its new look."""
    before, shown[name] = shown[name], look
    if before[0] != look[0]:
        yield name, "class", look[0]
    if before[1] != look[1]:
        yield name, "text", look[1]
