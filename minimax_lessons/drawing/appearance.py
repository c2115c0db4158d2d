"""What each element of a picture says and means at each step of a search: the one description of a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import singledispatchmethod
from typing import TYPE_CHECKING, Any, Literal

from minimax_lessons.drawing.extract import BLANK, Detail, Extract, extract, number
from minimax_lessons.events import Cut, Enter, Event, Leaf, Raised, Return, Update
from minimax_lessons.trees import Node

if TYPE_CHECKING:
    from minimax_lessons.tracing.run import Trace

__all__ = ["Change", "Look", "Scene", "looks", "patches", "scene_at"]

Look = tuple[str, str]  # an element's class attribute, and its text
Change = tuple[str, Literal["class", "text"], str]
Phase = Literal["plain", "unseen", "open", "done", "pruned"]


@dataclass(slots=True)
class _State:
    """What a search has done at a node so far."""

    node: Node
    parent: Node | None
    phase: Phase
    text: str
    kind: str | None = None  # of the value returned: exact, lower or upper
    favourite: Node | None = None  # the best child so far
    proven: bool = False  # the node really is worth the best so far, or better for its player
    alpha: Any = None
    beta: Any = None
    mark: str = "off"  # the double slash on the edge down to it
    best: bool = False  # on the best line so far
    broken: bool = False

    def best_so_far(self, best: Any) -> str:
        """Return the best so far with the sign that is true: a value of ≥ 5, or (5) if that is not proven."""
        if not self.proven:
            return f"({number(best)})"
        return f"{'≥' if self.node.is_max else '≤'} {number(best)}"


class Scene:
    """A tree as a search leaves it, event by event, and the looks that follow from that."""

    def __init__(self, drawn: Extract, run: Trace | None = None) -> None:
        self.drawn = drawn
        self.run = run
        self.now: Node | None = None
        self.line: list[Node] = []
        parents = {child: node for node in drawn.root for child in node.children}
        phase: Phase = "unseen" if run else "plain"
        known = run is None or not drawn.moves  # the leaves' values: in a game the search finds them
        self.states = {
            node: _State(node, parents.get(node), phase, number(node.value if known and not node.children else None))
            for node in drawn.root
        }
        self._shown = set(drawn.nodes)
        self.windows: set[Node] = set()
        self.marks: set[Node] = set()
        if run:
            self._reserve(run)

    def _reserve(self, run: Trace) -> None:
        """Note which windows and cut marks the run will ever show: only they get an element."""
        for event in run.events:
            if isinstance(event, Enter) and event.node.children and (event.alpha, event.beta) != (None, None):
                self.windows.add(event.node)
            elif isinstance(event, Cut):
                self.marks.update(event.skipped)
        self.marks &= self._shown - {self.drawn.root}
        self.windows &= self._shown if self.drawn.detail == "full" else set()

    def happen(self, event: Event) -> set[Node]:
        """Take in one event and return the nodes whose looks may differ now."""
        touched = {event.node}
        if self.now:
            touched.add(self.now)
        self.now = event.node
        touched.update(self._take(event, self.states[event.node]))
        return self._with_stubs(touched | self._draw_line(self._favourites()))

    def end(self) -> set[Node]:
        """Take in that the run is over and return the nodes whose looks may differ now."""
        if not self.run or self.run.error:
            return set()
        touched = {self.now} if self.now else set()
        self.now = None
        variation = [node for node in self.run.variation if node != self.drawn.root]
        return self._with_stubs(touched | self._draw_line(variation))

    @singledispatchmethod
    def _take(self, event: Event, state: _State) -> Iterable[Node]:
        raise TypeError(f"{event!r} is no event of a search")

    @_take.register
    def _(self, event: Enter, state: _State) -> Iterable[Node]:
        touched = {state.favourite} if state.favourite else set()
        if state.phase == "pruned":  # cut off, and searched after all
            touched.update(self._set_phase(state.node, "unseen"))
            state.mark = "off"
        state.phase, state.kind, state.favourite, state.proven = "open", None, None, False
        state.alpha, state.beta = event.alpha, event.beta
        if state.node.children:
            state.text = BLANK
        return touched

    @_take.register
    def _(self, event: Leaf, state: _State) -> Iterable[Node]:
        state.phase, state.kind = "done", "exact"
        if state.node.children:
            state.text = f"≈ {number(event.value)}"
        elif state.text == BLANK:
            state.text = number(event.value)
        return ()

    @_take.register
    def _(self, event: Update, state: _State) -> Iterable[Node]:
        former = state.favourite
        state.alpha, state.beta = event.alpha, event.beta
        best = event.value if event.best is None else event.best
        proves = self.states[event.child].kind in ("exact", "lower" if state.node.is_max else "upper")
        if event.improved:
            state.favourite, state.proven = event.child, proves
        elif event.value == best:
            state.proven = state.proven or proves
        if state.favourite:
            state.text = state.best_so_far(best)
        return [event.child, former] if former else [event.child]

    @_take.register
    def _(self, event: Cut, state: _State) -> Iterable[Node]:
        mark = "on" + " deep" * event.deep + " unsound" * (not event.sound)
        touched: list[Node] = []
        for skipped in event.skipped:
            if self.states[skipped].phase == "unseen":
                self.states[skipped].mark = mark
                touched.extend(self._set_phase(skipped, "pruned"))
        return touched

    @_take.register
    def _(self, event: Return, state: _State) -> Iterable[Node]:
        state.phase, state.kind = "done", event.kind
        sign = {"exact": "", "lower": "≥ ", "upper": "≤ "}[event.kind]
        state.text = f"{sign}{number(event.value)}" if event.justified else f"({number(event.value)})"
        return ()

    @_take.register
    def _(self, event: Raised, state: _State) -> Iterable[Node]:
        state.broken = True
        return ()

    def _set_phase(self, root: Node, phase: Phase) -> Iterator[Node]:
        for node in root:
            self.states[node].phase = phase
            yield node

    def _favourites(self) -> list[Node]:
        line: list[Node] = []
        node = self.states[self.drawn.root].favourite
        while node:
            line.append(node)
            node = self.states[node].favourite
        return line

    def _draw_line(self, line: list[Node]) -> set[Node]:
        before, after = set(self.line), set(line)
        self.line = line
        for node in before ^ after:
            self.states[node].best = node in after
        return before ^ after

    def _with_stubs(self, touched: set[Node]) -> set[Node]:
        return touched | {self._stub_of(node) for node in touched if node not in self._shown}

    def _stub_of(self, node: Node) -> Node:
        """Return the drawn node below which the node is left out."""
        above: Node | None = node
        while above is not None and above not in self._shown:
            above = self.states[above].parent
        return above or self.drawn.root

    def looks(self, nodes: Iterable[Node] | None = None) -> Iterator[tuple[str, Look]]:
        """Yield each element's id and look, of some nodes or of all that are drawn."""
        for node in self.drawn.nodes if nodes is None else nodes:
            if node in self._shown:
                yield from self._looks_of(self.states[node])

    def _looks_of(self, state: _State) -> Iterator[tuple[str, Look]]:
        node = state.node
        key = "".join(f"-{step}" for step in node.path)
        kind = "leaf" if not node.children else "max" if node.is_max else "min"
        here = " best" * state.best + " now" * (self.now == node) + " broken" * state.broken
        yield f"n{key}", (f"node {kind} {state.phase}{here}", state.text)

        faded = "pruned" if state.phase == "pruned" else "plain"
        if self.drawn.detail == "full":
            yield f"t{key}", (f"node name {faded}", node.name)
        if state.parent:
            good = self.states[state.parent].favourite == node
            phase = "open" if self.now == node else state.phase  # a leaf's way too, and that of a value going back
            yield f"e{key}", (f"edge {phase}{' good' * good}{' best' * state.best}", "")
        if node in self.drawn.moves:
            yield f"m{key}", (f"node move {faded}", self.drawn.moves[node])
        if node in self.marks:
            yield f"x{key}", (f"edge cut {state.mark}", "")
        if node in self.windows:
            yield f"w{key}", self._window(state)
        if node in self.drawn.left_out:
            inside = self.now is not None and self.now not in self._shown and self._stub_of(self.now) == node
            text = f"+ {self.drawn.left_out[node]:,}\nnodes"
            yield f"s{key}", (f"node stub {state.phase}{' now' * inside}", text)

    @staticmethod
    def _window(state: _State) -> Look:
        if state.phase not in ("open", "done"):
            return "node window off", f"{BLANK}\n{BLANK}"
        alpha, beta = state.alpha, state.beta
        crossed = alpha is not None and beta is not None and alpha >= beta
        lines = (BLANK if bound is None else f"{name} {number(bound)}" for name, bound in (("α", alpha), ("β", beta)))
        return f"node window {state.phase}{' crossed' * crossed}", "\n".join(lines)


def looks(
    tree: Node,
    run: Trace | None = None,
    step: int | None = None,
    *,
    detail: Detail | None = None,
    depth: int | None = None,
) -> dict[str, Look]:
    """Return the class and the text of each element of a picture, by its id."""
    return dict(scene_at(extract(tree, detail, depth), run, step).looks())


def scene_at(drawn: Extract, run: Trace | None, step: int | None) -> Scene:
    """Return the scene after so many events: 0 before the first, None or all of them at the end."""
    scene = Scene(drawn, run)
    if run is None:
        if step is not None:
            raise ValueError(f"step={step!r}: a tree alone has no steps; give the run as well")
        return scene
    last = len(run.events)
    if step is None:
        step = last
    if not 0 <= step <= last:
        raise ValueError(f"step={step!r}: this run has the steps 0 (before it) to {last} (its end)")
    for event in run.events[:step]:
        scene.happen(event)
    if step == last:
        scene.end()
    return scene


def patches(run: Trace, *, detail: Detail | None = None, depth: int | None = None) -> list[list[Change]]:
    """Return for each event what it changes: the k-th list leads from step k to step k + 1."""
    scene = Scene(extract(run.tree, detail, depth), run)
    shown = dict(scene.looks())
    changes: list[list[Change]] = []
    for step, event in enumerate(run.events, 1):
        touched = scene.happen(event)
        if step == len(run.events):
            touched |= scene.end()
        in_order = sorted(touched, key=lambda node: node.path)  # so that the same run gives the same bytes
        changes.append([change for name, look in scene.looks(in_order) for change in _changes(shown, name, look)])
    return changes


def _changes(shown: dict[str, Look], name: str, look: Look) -> Iterator[Change]:
    """Yield what has to change in an element and note it as changed."""
    before, shown[name] = shown[name], look
    if before[0] != look[0]:
        yield name, "class", look[0]
    if before[1] != look[1]:
        yield name, "text", look[1]
