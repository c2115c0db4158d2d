"""Players: animate a search, compare two, or predict one; all play without a kernel."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from math import isfinite
from pathlib import Path
from typing import Any, Literal, cast, get_args

from minimax_lessons.drawing import digraph_of, picture, render, svg
from minimax_lessons.drawing.marks import Picture
from minimax_lessons.drawing.rendering import save
from minimax_lessons.labels import plain
from minimax_lessons.player import page
from minimax_lessons.player.contract import View
from minimax_lessons.player.predictions import KINDS, USUAL, Kind, pruning, questions
from minimax_lessons.player.slim_svg import slim
from minimax_lessons.player.storyboard import MOST_STEPS, Data, about, outcome, storyboard
from minimax_lessons.tracing.run import Trace, trace
from minimax_lessons.trees import Node

__all__ = [
    "PANELS",
    "Player",
    "Search",
    "animate",
    "compare",
    "player_of",
    "predict",
    "run_of",
    "view",
]

Search = Callable[..., Any]
Ask = Kind | Literal["prune"] | Collection[Kind]
Panel = Literal["code", "stack", "counts", "legend"]

PANELS: tuple[Panel, ...] = get_args(Panel)
FASTEST = 20  # milliseconds a step
# no larger: about a thousand pixels, so that a notebook does not grow by a megabyte
PNG_INCHES = "7"


@dataclass(frozen=True, repr=False)
class Player:
    """A search on the screen: alive in notebooks, pages and slides, with or without a kernel."""

    data: Data  # all that the page knows
    runs: tuple[Trace, ...]  # what is shown, to look at in Python
    still: Picture  # of the last run where the player begins, or of its end

    def to_html(self, path: str | Path) -> Path:
        """Return the path of the page written: one file that plays anywhere and loads nothing."""
        path = Path(path)
        path.write_text(self.document, encoding="utf-8")
        return path

    def save(
        self, path: str | Path, *, step: int | None = None, run: int = 0, theme: str = "light"
    ) -> Path:
        """Return the path of the picture written: .svg, .png or .pdf, by its ending.

        It shows the step asked for, else the one that the player begins with, else the end; of two
        runs the first, or with ``run=1`` the second.
        """
        shown = self.runs[run]
        step = self.data.get("start") if step is None else step
        return save(picture(shown.tree, shown, step, theme=theme), path)

    @property
    def alt(self) -> str:
        """Return a sentence on the picture, for readers who cannot see it."""
        if _is_secret(self.data):
            return f"{self.data['title']} on {about(self.runs[0].tree)}, before the search"
        return "; ".join(
            f"{run.name} on {about(run.tree)}: {outcome(run)}, {len(run.leaves)} visited"
            for run in self.runs
        )

    @property
    def fragment(self) -> str:
        """Return the player as HTML for a notebook, with advice for where no script may run."""
        return page.fragment(
            self._played, f"{self._still}<p><em>Run this cell</em> to play it, step by step.</p>"
        )

    @property
    def document(self) -> str:
        """Return the player as a page of its own."""
        return page.document(self._played, self._still)

    @property
    def _played(self) -> Data:
        return {name: value for name, value in self.data.items() if name != "svgs"}

    @property
    def _still(self) -> str:
        return page.images(self.data["svgs"], self.alt)

    @cached_property
    def png64(self) -> str | None:
        """Return a PNG of the last run, for where no SVG is shown; None if nothing makes a PNG."""
        try:
            digraph = digraph_of(self.still)
            digraph.graph_attr["size"] = PNG_INCHES
            return b64encode(render(digraph, "png")).decode()
        except ImportError:
            return None

    def _repr_mimebundle_(self, **options: Any) -> Data:
        shown = {"text/plain": repr(self), "text/html": self.fragment}
        return {**shown, "image/png": self.png64} if self.png64 else shown

    def __repr__(self) -> str:
        return f"<Player: {self.alt}>"


def animate(
    f: Search | Trace,
    tree: Any = None,
    *args: Any,
    step: int = 0,
    interval_ms: float | None = None,
    show: Collection[Panel] = PANELS,
    title: str | None = None,
    **options: Any,
) -> Player:
    """Return a player of any search function on a tree or position: ``animate(alphabeta, toy)``.

    Arguments after the tree, and ``depth``, ``names`` and ``max_steps``, go to trace(); a Trace can
    be given instead. ``show`` names the panels that are open at first: "code", "stack", "counts",
    "legend". A step takes at least ``interval_ms`` milliseconds, else the page's normal time.
    """
    if isinstance(step, bool) or not isinstance(step, int) or step < 0:
        raise ValueError(f"step={step!r}: a player begins at step 0, 1, 2 …")
    run = run_of(f, tree, *args, **options)
    return player_of("play", title or run.name, view(show), [run], interval_ms, start=step)


def compare(
    f: Search | Trace,
    second: Any,
    tree: Any = None,
    *args: Any,
    start: int | Literal["difference"] = 0,
    interval_ms: float | None = None,
    show: Collection[Panel] = ("counts", "legend"),
    title: str | None = None,
    **options: Any,
) -> Player:
    """Return a player of two searches beside each other, event by event.

    Two functions on one tree, ``compare(minimax, alphabeta, toy)``, or one on two,
    ``compare(alphabeta, toy, other)``. ``start`` is the step to begin at; ``start="difference"``
    begins where the two do something else for the first time.
    """
    two_functions = callable(second) or isinstance(second, Trace)
    first = run_of(f, tree if two_functions else second, *args, **options)
    two = run_of(second if two_functions else f, tree, *args, **options)
    title = title or " and ".join(dict.fromkeys((first.name, two.name)))
    differ = _first_difference(first, two)
    step = (differ or 0) if start == "difference" else max(0, start)
    more = {} if differ is None else {"difference": differ}
    return player_of("compare", title, view(show), [first, two], interval_ms, start=step, **more)


def predict(
    f: Search | Trace,
    tree: Any = None,
    *args: Any,
    ask: Ask = USUAL,
    interval_ms: float | None = None,
    show: Collection[Panel] = PANELS,
    title: str | None = None,
    **options: Any,
) -> Player:
    """Return a player that stops where something is decided and asks before it shows.

    ``ask`` says what about: some of "value", "cut", "owner" and "window", which is α and β where a
    node is entered. With ``ask="prune"`` the whole tree is there, and the parts that the search
    never enters are to be marked.
    """
    kinds = (ask,) if isinstance(ask, str) else tuple(ask)
    if not kinds or not set(kinds) <= {*KINDS, "prune"} or (len(kinds) > 1 and "prune" in kinds):
        raise ValueError(f'ask={ask!r}: "prune" alone, or some of {", ".join(map(repr, KINDS))}')
    run, look = run_of(f, tree, *args, **options), view(show)
    if "prune" in kinds:
        title = title or f"What does {run.name} never look at?"
        return player_of("prune", title, look, [run], interval_ms, pruning=pruning(run))
    asked = questions(run, cast("tuple[Kind, ...]", kinds))
    return player_of(
        "ask", title or f"What does {run.name} do next?", look, [run], interval_ms, questions=asked
    )


def run_of(f: Search | Trace, tree: Any, *args: Any, **options: Any) -> Trace:
    """Return the run to show: a Trace as it is, or the function's run on the tree."""
    if isinstance(f, Trace):
        return f
    if tree is None:
        raise TypeError(
            f"{getattr(f, '__name__', f)} needs something to search: give a tree or a position "
            "after it"
        )
    _refuse_large(tree)
    return trace(f, tree, *args, **options)


def view(show: Collection[Panel] = PANELS) -> View:
    """Return the panels that are open at first."""
    unknown = [name for name in show if name not in PANELS]
    if unknown or isinstance(show, str):
        raise ValueError(f"show={show!r}: a tuple of some of {', '.join(map(repr, PANELS))}")
    code, stack, counts, legend = (name in show for name in PANELS)
    return {"code": code, "stack": stack, "counts": counts, "legend": legend, "large": False}


def player_of(
    kind: str,
    title: str,
    look: View,
    runs: list[Trace],
    interval_ms: Any = None,
    *,
    start: int = 0,
    **more: Any,
) -> Player:
    """Return the player; what more its data say is what it asks, or where two runs differ."""
    if interval_ms is not None and not (
        isinstance(interval_ms, int | float) and isfinite(interval_ms) and interval_ms >= FASTEST
    ):
        raise ValueError(
            f"interval_ms={interval_ms!r}: a step takes at least {FASTEST} milliseconds"
        )
    data: Data = {"kind": kind, "title": title, "view": look, "svgs": [], "runs": []}
    if start:
        more = {"start": min(start, max(len(run.events) for run in runs)), **more}
    if interval_ms is not None:
        more["interval_ms"] = interval_ms
    data |= more
    begin = (
        0 if _is_secret(data) else start or None
    )  # never the picture of an end that is asked about
    boards = [
        storyboard(run, name, pictured=begin)
        for run, name in zip(runs, _told_apart(runs), strict=True)
    ]
    data["svgs"] = [slim(svg(picture)) for _, picture in boards]
    data["runs"] = [pane for pane, _ in boards]
    return Player(page.named(data), tuple(runs), boards[-1][1])


def _is_secret(data: Data) -> bool:
    """Return True when the end must not be given away."""
    return data["kind"] in ("ask", "prune", "perform")


def _told_apart(runs: list[Trace]) -> list[str]:
    """Return different names of runs: by function, else by tree, else by number."""
    names = [run.name for run in runs]
    if len(set(names)) < len(runs):
        names = [f"{run.name} on {plain(_thing(run.tree), 36)}" for run in runs]
    if len(set(names)) < len(runs):
        names = [f"{run.name} ({place})" for place, run in enumerate(runs, 1)]
    return names


def _thing(tree: Node) -> object:
    """Return the part of a tree that differs from others: its lists, or the kind of game."""
    return tree.nested if tree.position is None else type(tree.position).__name__


def _first_difference(first: Trace, two: Trace) -> int | None:
    """Return the first step at which two runs differ; None if they never do."""
    steps = enumerate(zip_longest(_deeds(first), _deeds(two)), 1)
    return next((step for step, (deed, second_deed) in steps if deed != second_deed), None)


def _deeds(run: Trace) -> list[tuple[object, ...]]:
    """Return each step's kind, place and value; not the bounds, because some searches have none."""
    return [(type(event), event.node.path, getattr(event, "value", None)) for event in run.events]


def _refuse_large(tree: Any) -> None:
    """Refuse a tree that no player shows, before it is searched."""
    ahead, most = [tree], MOST_STEPS // 2  # each node visited is entered and left
    for _ in range(most):
        part = ahead.pop()
        ahead.extend(
            part.children
            if isinstance(part, Node)
            else part
            if isinstance(part, list | tuple)
            else ()
        )
        if not ahead:
            return
    raise ValueError(
        f"a tree of more than {most:,} nodes: a player shows smaller ones, and trace() counts in "
        "larger"
    )
