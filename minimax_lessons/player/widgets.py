"""Players: animate a search, compare two, or predict what one does; widgets that also play without a kernel."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, cast

import anywidget
import traitlets

from minimax_lessons.player import page
from minimax_lessons.player.predictions import ALL_KINDS, Kind
from minimax_lessons.player.scenes import PANELS, Panel, Scene, animated, asked, compared, to_prune, view
from minimax_lessons.player.storyboard import board, path_key
from minimax_lessons.tracing.run import Trace, trace

__all__ = ["Player", "animate", "compare", "predict"]

Search = Callable[..., Any]
Ask = Kind | Literal["prune"] | Collection[Kind]


class Player(anywidget.AnyWidget):
    """A search on the screen. ``step``, ``playing`` and ``interval_ms`` can be read, set, observed and linked."""

    _esm = page.script("widget")

    data = traitlets.Dict().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    playing = traitlets.Bool(False).tag(sync=True)
    interval_ms = traitlets.Int(800, min=20).tag(sync=True)
    wanted = traitlets.Unicode("").tag(sync=True)  # the path of a node whose position the page wants drawn
    drawn: traitlets.List[str] = traitlets.List().tag(sync=True)  # that path, and the drawing

    def __init__(self, scene: Scene, **options: Any) -> None:
        super().__init__(data=scene.data, **options)
        self.scene = scene
        self.observe(self._draw_position, "wanted")

    @property
    def runs(self) -> tuple[Trace, ...]:
        """Return the runs that are shown, to look at in Python."""
        return self.scene.runs

    def to_html(self, path: str | Path) -> Path:
        """Return the path of the page written: one file that plays anywhere, with nothing to load."""
        path = Path(path)
        path.write_text(self._as_it_stands().document, encoding="utf-8")
        return path

    def _as_it_stands(self) -> Scene:
        return replace(self.scene, data={**self.scene.data, "start": self.step, "interval_ms": self.interval_ms})

    def _draw_position(self, change: Any) -> None:
        for node in self.runs[0].tree:
            if path_key(node) == change.new:
                self.drawn = [change.new, board(node) or ""]

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        shown, metadata = super()._repr_mimebundle_(**options) or ({}, {})
        more = {
            "text/plain": repr(self),
            "text/html": self._as_it_stands().fragment,
        }
        if png := self.scene.png64:
            more["image/png"] = png
        return {**shown, **more}, metadata

    def __repr__(self) -> str:
        return f"<Player: {self.scene.alt}>"


def animate(
    f: Search | Trace,
    tree: Any = None,
    *args: Any,
    step: int = 0,
    interval_ms: int = 800,
    show: Collection[Panel] = PANELS,
    large: bool = False,
    title: str | None = None,
    **options: Any,
) -> Player:
    """Return a player of any search function on a tree or a game's position: ``animate(alphabeta, toy)``.

    Arguments after the tree, and ``depth``, ``names`` and ``max_steps``, go to trace(); a Trace can be given instead.
    ``show`` names the panels that are open at first: "code", "stack", "counts", "legend"; ``large`` is for a projector.
    """
    scene = animated(_run(f, tree, *args, **options), title, view(show, large), start=step)
    return Player(scene, step=step, interval_ms=interval_ms)


def compare(
    f: Search,
    other: Any,
    tree: Any,
    *args: Any,
    interval_ms: int = 800,
    show: Collection[Panel] = ("counts", "legend"),
    large: bool = False,
    title: str | None = None,
    **options: Any,
) -> Player:
    """Return a player of two searches beside each other, event by event.

    Two functions on one tree, ``compare(minimax, alphabeta, toy)``, or one on two, ``compare(alphabeta, toy, other)``.
    """
    two_functions = callable(other) or isinstance(other, Trace)
    one = _run(f, tree if two_functions else other, *args, **options)
    two = _run(other if two_functions else f, tree, *args, **options)
    return Player(compared(one, two, title, view(show, large)), interval_ms=interval_ms)


def predict(
    f: Search | Trace,
    tree: Any = None,
    *args: Any,
    ask: Ask = ALL_KINDS,
    interval_ms: int = 800,
    show: Collection[Panel] = PANELS,
    large: bool = False,
    title: str | None = None,
    **options: Any,
) -> Player:
    """Return a player that stops where something is decided and asks before it shows.

    ``ask`` narrows the questions to some of "value", "cut" and "owner". With ``ask="prune"`` the whole tree is there,
    and the parts that the search never enters are to be marked.
    """
    kinds = (ask,) if isinstance(ask, str) else tuple(ask)
    if not kinds or not set(kinds) <= {*ALL_KINDS, "prune"} or (len(kinds) > 1 and "prune" in kinds):
        raise ValueError(f'ask={ask!r}: "prune" alone, or some of {", ".join(map(repr, ALL_KINDS))}')
    run, look = _run(f, tree, *args, **options), view(show, large)
    scene = to_prune(run, title, look) if "prune" in kinds else asked(run, cast("tuple[Kind, ...]", kinds), title, look)
    return Player(scene, interval_ms=interval_ms)


def _run(f: Search | Trace, tree: Any, *args: Any, **options: Any) -> Trace:
    """Return what is to be shown: a run given as it is, or the function's on the tree."""
    if isinstance(f, Trace):
        return f
    if tree is None:
        raise TypeError(f"{getattr(f, '__name__', f)} needs something to search: give a tree or a position after it")
    return trace(f, tree, *args, **options)
