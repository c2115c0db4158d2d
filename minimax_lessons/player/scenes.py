"""What can be shown: one search, two beside each other, or one that asks; as data, as stills and as a page."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Any, Literal

from minimax_lessons.drawing import NeedsGraphviz, picture, render, svg
from minimax_lessons.drawing.labels import plain
from minimax_lessons.events import Event
from minimax_lessons.player import page
from minimax_lessons.player.compact import compact
from minimax_lessons.player.contract import View
from minimax_lessons.player.predictions import USUAL, Kind, pruning, questions
from minimax_lessons.player.storyboard import Data, about, outcome, storyboard
from minimax_lessons.tracing.run import Trace
from minimax_lessons.trees import Node

__all__ = ["PANELS", "Panel", "Scene", "animated", "asked", "compared", "first_difference", "to_prune", "view"]

Panel = Literal["code", "stack", "counts", "legend"]

PNG_INCHES = "7"  # no larger: about a thousand pixels, so that a notebook does not grow by a megabyte
PANELS: tuple[Panel, ...] = ("code", "stack", "counts", "legend")


@dataclass(frozen=True)
class Scene:
    """What a player shows: the data it plays, and the runs they were made of."""

    data: Data
    runs: tuple[Trace, ...]

    @property
    def secret(self) -> bool:
        """Return True when the end must not be given away."""
        return self.data["kind"] in ("ask", "prune")

    @property
    def alt(self) -> str:
        """Return what can be seen, in one sentence."""
        if self.secret:
            return f"{self.data['title']} on {about(self.runs[0].tree)}, before the search"
        return "; ".join(
            f"{run.name} on {about(run.tree)}: {outcome(run)}, {len(run.leaves)} visited" for run in self.runs
        )

    @cached_property
    def png64(self) -> str | None:
        """Return a still picture of the last run, for where no SVG is shown; None where nothing makes a PNG."""
        digraph = _picture(self.runs[-1], self.data.get("start"), secret=self.secret)
        digraph.graph_attr["size"] = PNG_INCHES
        try:
            return b64encode(render(digraph, "png")).decode()
        except NeedsGraphviz:
            return None

    @property
    def fragment(self) -> str:
        """Return the player as HTML to stand in a notebook, and how to bring it to life where no script may run."""
        return page.fragment(self._played, f"{self._still}<p><em>Run this cell</em> to play it, step by step.</p>")

    @property
    def document(self) -> str:
        """Return the player as a page of its own."""
        return page.document(self._played, self._still)

    def with_more(self, **more: Any) -> Scene:
        """Return the scene with more said in its data."""
        data = {name: value for name, value in self.data.items() if name != "id"}
        return Scene(page.named({**data, **more}), self.runs)

    @property
    def _played(self) -> Data:
        return {name: value for name, value in self.data.items() if name != "svgs"}

    @property
    def _still(self) -> str:
        return page.images(self.data["svgs"], self.alt)


def _picture(run: Trace, step: int | None, *, secret: bool) -> Any:
    """Return the picture of a run at a step or at its end; of its beginning if the end must not be given away."""
    return picture(run.tree, run, 0 if secret else step and min(step, len(run.events)))


def view(show: Collection[Panel] = PANELS, large: bool = False) -> View:
    """Return which panels are open at first, and whether all is large, as on a projector."""
    unknown = [name for name in show if name not in PANELS]
    if unknown or isinstance(show, str):
        raise ValueError(f"show={show!r}: a tuple of some of {', '.join(map(repr, PANELS))}")
    code, stack, counts, legend = (name in show for name in PANELS)
    return {"code": code, "stack": stack, "counts": counts, "legend": legend, "large": large}


def animated(run: Trace, title: str | None = None, look: View | None = None, *, start: int = 0) -> Scene:
    """Return one search, step by step, from one of its steps on."""
    start = max(0, min(start, len(run.events)))
    return _scene("play", title or run.name, look, [run], start=start or None)


def compared(
    one: Trace,
    two: Trace,
    title: str | None = None,
    look: View | None = None,
    *,
    start: int | Literal["difference"] = 0,
) -> Scene:
    """Return two searches beside each other, event by event, from one of their steps on or from where they differ."""
    names = [one.name, two.name]
    if one.name == two.name:
        names = [f"{run.name} on {plain(_thing(run.tree), 36)}" for run in (one, two)]
    if names[0] == names[1]:
        names = [f"{one.name} (1)", f"{two.name} (2)"]
    title = title or " and ".join(dict.fromkeys((one.name, two.name)))
    step = first_difference(one, two)
    at = (step or 0) if start == "difference" else max(0, min(start, max(len(one.events), len(two.events))))
    scene = _scene("compare", title, look, [one, two], names, start=at or None)
    return scene if step is None else scene.with_more(difference=step)


def first_difference(one: Trace, two: Trace) -> int | None:
    """Return the step at which two runs do something else for the first time; None where they do the same."""
    for step, (event, other) in enumerate(zip_longest(one.events, two.events), 1):
        if event is None or other is None or _deed(event) != _deed(other):
            return step
    return None


def _deed(event: Event) -> tuple[object, ...]:
    """Return what a step does: where, and with which value; not which bounds it holds, for some searches have none."""
    return type(event), event.node.path, getattr(event, "value", None)


def _thing(tree: Node) -> object:
    """Return what tells a tree from another: its lists, or the kind of game."""
    return tree.nested if tree.position is None else type(tree.position).__name__


def asked(run: Trace, kinds: Collection[Kind] = USUAL, title: str | None = None, look: View | None = None) -> Scene:
    """Return a search that asks before it shows."""
    title = title or f"What does {run.name} do next?"
    return _scene("ask", title, look, [run], questions=questions(run, kinds))


def to_prune(run: Trace, title: str | None = None, look: View | None = None) -> Scene:
    """Return a tree on which to mark what the search never enters."""
    return _scene("prune", title or f"What does {run.name} never look at?", look, [run], pruning=pruning(run))


def _scene(
    kind: str,
    title: str,
    look: View | None,
    runs: list[Trace],
    names: Sequence[str | None] = (None, None),
    *,
    start: int | None = None,
    **more: Any,
) -> Scene:
    """Return the scene; more than the runs and where to start is what it asks."""
    stills = [compact(svg(_picture(run, start, secret=bool(more)))) for run in runs]
    panes = [storyboard(run, name) for run, name in zip(runs, names, strict=False)]
    data: Data = {"kind": kind, "title": title, "view": look or view(), "svgs": stills, "runs": panes, **more}
    if start is not None:
        data["start"] = start
    return Scene(page.named(data), tuple(runs))
