"""Players: animate a search, compare two, or predict what one does; widgets that also play without a kernel."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from minimax_lessons import page, scenes
from minimax_lessons.run import Trace
from minimax_lessons.scenes import PANELS, Ask, Panel, Scene
from minimax_lessons.storyboard import board, path_key

__all__ = ["Player", "animate", "compare", "predict"]

Search = Callable[..., Any]


class Player(anywidget.AnyWidget):  # type: ignore[misc]
    """A search on the screen. ``step``, ``playing`` and ``interval_ms`` can be read, set, observed and linked."""

    _esm = page.script("widget")

    data = traitlets.Dict().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    playing = traitlets.Bool(False).tag(sync=True)
    interval_ms = traitlets.Int(800, min=20).tag(sync=True)
    wanted = traitlets.Unicode("").tag(sync=True)  # the path of a node whose position the page wants drawn
    drawn = traitlets.List().tag(sync=True)  # that path, and the drawing

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
        path.write_text(self.scene.document, encoding="utf-8")
        return path

    def _draw_position(self, change: Any) -> None:
        for node in self.runs[0].tree:
            if path_key(node) == change.new:
                self.drawn = [change.new, board(node) or ""]

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        shown, metadata = super()._repr_mimebundle_(**options) or ({}, {})
        more = {
            "text/plain": repr(self),
            "text/html": self.scene.fragment,
            "image/png": self.scene.png64,
        }
        return {**shown, **more}, metadata

    def __repr__(self) -> str:
        return f"<Player: {self.scene.alt}>"


def animate(
    f: Search | Trace,
    tree: Any = None,
    *args: Any,
    step: int = 0,
    interval_ms: int = 800,
    show: tuple[Panel, ...] = PANELS,
    large: bool = False,
    title: str | None = None,
    **options: Any,
) -> Player:
    """Return a player of any search function on a tree or a game's position: ``animate(alphabeta, toy)``.

    Arguments after the tree, and ``depth``, ``names`` and ``max_steps``, go to trace(); a Trace can be given instead.
    ``show`` names the panels that are open at first, ``large`` is for a projector.
    """
    scene = scenes.animated(f, tree, *args, show=show, large=large, title=title, **options)
    return Player(scene, step=step, interval_ms=interval_ms)


def compare(
    f: Search,
    other: Any,
    tree: Any,
    *args: Any,
    interval_ms: int = 800,
    show: tuple[Panel, ...] = ("counts", "legend"),
    large: bool = False,
    title: str | None = None,
    **options: Any,
) -> Player:
    """Return a player of two searches beside each other, event by event.

    Two functions on one tree, ``compare(minimax, alphabeta, toy)``, or one on two, ``compare(alphabeta, toy, other)``.
    """
    scene = scenes.compared(f, other, tree, *args, show=show, large=large, title=title, **options)
    return Player(scene, interval_ms=interval_ms)


def predict(
    f: Search | Trace,
    tree: Any = None,
    *args: Any,
    ask: Ask = scenes.ALL_KINDS,
    interval_ms: int = 800,
    show: tuple[Panel, ...] = PANELS,
    large: bool = False,
    title: str | None = None,
    **options: Any,
) -> Player:
    """Return a player that stops where something is decided and asks before it shows.

    ``ask`` narrows the questions to some of "value", "cut" and "owner". With ``ask="prune"`` the whole tree is there,
    and the parts that the search never enters are to be marked.
    """
    scene = scenes.asked(f, tree, *args, ask=ask, show=show, large=large, title=title, **options)
    return Player(scene, interval_ms=interval_ms)
