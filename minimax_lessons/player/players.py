"""Players: animate a search, compare two, or predict what one does; what is shown plays without a kernel."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Literal, cast

from minimax_lessons.drawing import picture
from minimax_lessons.drawing import save as save_picture
from minimax_lessons.player.predictions import KINDS, USUAL, Kind
from minimax_lessons.player.scenes import PANELS, Panel, Scene, animated, asked, compared, to_prune, view
from minimax_lessons.player.storyboard import MOST_STEPS, Data
from minimax_lessons.tracing.run import Trace, trace
from minimax_lessons.trees import Node

__all__ = ["Player", "Search", "animate", "compare", "predict", "run_of"]

Search = Callable[..., Any]
Ask = Kind | Literal["prune"] | Collection[Kind]
NORMAL, FASTEST = 800, 20  # milliseconds a step


@dataclass(frozen=True, repr=False)
class Player:
    """A search on the screen: alive in a notebook, in a page and on a slide, with or without a kernel."""

    scene: Scene

    @property
    def runs(self) -> tuple[Trace, ...]:
        """Return the runs that are shown, to look at in Python."""
        return self.scene.runs

    @property
    def data(self) -> Data:
        """Return all that the page knows."""
        return self.scene.data

    def to_html(self, path: str | Path) -> Path:
        """Return the path of the page written: one file that plays anywhere, with nothing to load."""
        path = Path(path)
        path.write_text(self.scene.document, encoding="utf-8")
        return path

    def save(self, path: str | Path, *, step: int | None = None, run: int = 0, theme: str = "light") -> Path:
        """Return the path of the picture written, for slides of your own: .svg, .png or .pdf, by its ending.

        It shows the step asked for, else the one that the player begins with, else the end; of two runs the first,
        or with ``run=1`` the second.
        """
        shown = self.runs[run]
        step = self.data.get("start") if step is None else step
        return save_picture(picture(shown.tree, shown, step, theme=theme), path)

    def _repr_mimebundle_(self, **options: Any) -> Data:
        png = self.scene.png64  # empty where there is nothing to draw it with
        shown = {"text/plain": repr(self), "text/html": self.scene.fragment}
        return {**shown, "image/png": png} if png else shown

    def __repr__(self) -> str:
        return f"<Player: {self.scene.alt}>"


def animate(
    f: Search | Trace,
    tree: Any = None,
    *args: Any,
    step: int = 0,
    interval_ms: int = NORMAL,
    show: Collection[Panel] = PANELS,
    large: bool = False,
    title: str | None = None,
    **options: Any,
) -> Player:
    """Return a player of any search function on a tree or a game's position: ``animate(alphabeta, toy)``.

    Arguments after the tree, and ``depth``, ``names`` and ``max_steps``, go to trace(); a Trace can be given instead.
    ``show`` names the panels that are open at first: "code", "stack", "counts", "legend"; ``large`` is for a projector.
    """
    if isinstance(step, bool) or not isinstance(step, int) or step < 0:
        raise ValueError(f"step={step!r}: a player begins at step 0, 1, 2 …")
    scene = animated(run_of(f, tree, *args, **options), title, view(show, large), start=step)
    return _player(scene, interval_ms)


def compare(
    f: Search,
    other: Any,
    tree: Any,
    *args: Any,
    start: int | Literal["difference"] = 0,
    interval_ms: int = NORMAL,
    show: Collection[Panel] = ("counts", "legend"),
    large: bool = False,
    title: str | None = None,
    **options: Any,
) -> Player:
    """Return a player of two searches beside each other, event by event.

    Two functions on one tree, ``compare(minimax, alphabeta, toy)``, or one on two, ``compare(alphabeta, toy, other)``.
    ``start`` is the step to begin at; ``start="difference"`` begins where the two do something else for the first time.
    """
    two_functions = callable(other) or isinstance(other, Trace)
    one = run_of(f, tree if two_functions else other, *args, **options)
    two = run_of(other if two_functions else f, tree, *args, **options)
    return _player(compared(one, two, title, view(show, large), start=start), interval_ms)


def predict(
    f: Search | Trace,
    tree: Any = None,
    *args: Any,
    ask: Ask = USUAL,
    interval_ms: int = NORMAL,
    show: Collection[Panel] = PANELS,
    large: bool = False,
    title: str | None = None,
    **options: Any,
) -> Player:
    """Return a player that stops where something is decided and asks before it shows.

    ``ask`` says what about: some of "value", "cut", "owner" and "window", which is α and β where a node is entered.
    With ``ask="prune"`` the whole tree is there, and the parts that the search never enters are to be marked.
    """
    kinds = (ask,) if isinstance(ask, str) else tuple(ask)
    if not kinds or not set(kinds) <= {*KINDS, "prune"} or (len(kinds) > 1 and "prune" in kinds):
        raise ValueError(f'ask={ask!r}: "prune" alone, or some of {", ".join(map(repr, KINDS))}')
    run, look = run_of(f, tree, *args, **options), view(show, large)
    scene = to_prune(run, title, look) if "prune" in kinds else asked(run, cast("tuple[Kind, ...]", kinds), title, look)
    return _player(scene, interval_ms)


def _player(scene: Scene, interval_ms: Any) -> Player:
    """Return the scene's player, at a pace that a clock can keep."""
    if not (isinstance(interval_ms, int | float) and isfinite(interval_ms) and interval_ms >= FASTEST):
        raise ValueError(f"interval_ms={interval_ms!r}: a step takes at least {FASTEST} milliseconds")
    return Player(scene if interval_ms == NORMAL else scene.with_more(interval_ms=interval_ms))


def run_of(f: Search | Trace, tree: Any, *args: Any, **options: Any) -> Trace:
    """Return what is to be shown: a run given as it is, or the function's on the tree."""
    if isinstance(f, Trace):
        return f
    if tree is None:
        raise TypeError(f"{getattr(f, '__name__', f)} needs something to search: give a tree or a position after it")
    _refuse_large(tree)
    return trace(f, tree, *args, **options)


def _refuse_large(tree: Any) -> None:
    """Refuse a tree that no player shows, before it is searched."""
    ahead, most = [tree], MOST_STEPS // 2  # each node visited is entered and left
    for _ in range(most):
        part = ahead.pop()
        ahead.extend(part.children if isinstance(part, Node) else part if isinstance(part, list | tuple) else ())
        if not ahead:
            return
    raise ValueError(f"a tree of more than {most:,} nodes: a player shows smaller ones, and trace() counts in larger")
