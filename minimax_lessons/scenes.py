"""What can be shown: one search, two beside each other, or one that asks; as data, as stills and as a page."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from minimax_lessons import page
from minimax_lessons.compact import compact
from minimax_lessons.drawing import picture, render, svg
from minimax_lessons.run import Trace, trace
from minimax_lessons.looks import plain
from minimax_lessons.predictions import ALL_KINDS, Kind, pruning, questions
from minimax_lessons.storyboard import Data, about, dumps, outcome, storyboard

__all__ = ["ALL_KINDS", "PANELS", "Ask", "Panel", "Scene", "animated", "asked", "compared"]

Search = Callable[..., Any]
Panel = Literal["code", "stack", "counts", "legend"]
Ask = Kind | Literal["prune"] | Collection[Kind]

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
    def png64(self) -> str:
        """Return a still picture of the last run, for where no SVG is shown, as notebooks keep a PNG."""
        digraph = _picture(self.runs[-1], secret=self.secret)
        digraph.graph_attr["size"] = PNG_INCHES
        return b64encode(render(digraph, "png")).decode()

    @property
    def fragment(self) -> str:
        """Return the player as HTML to stand in a notebook."""
        return page.fragment(self.data, self.alt)

    @property
    def document(self) -> str:
        """Return the player as a page of its own."""
        return page.document(self.data, self.alt)


def _picture(run: Trace, *, secret: bool) -> Any:
    """Return the picture of a run's end, or of its beginning if the end must not be given away."""
    return picture(run.tree, run, 0 if secret else None)


def animated(f: Search | Trace, tree: Any = None, *args: Any, show: Collection[Panel] = PANELS, **options: Any) -> Scene:
    """Return one search, step by step. A run that has been traced already can be given instead of function and tree."""
    large, title = options.pop("large", False), options.pop("title", None)
    run = f if isinstance(f, Trace) else trace(f, tree, *args, **options)
    return _scene("play", title or run.name, (run,), [storyboard(run)], _view(show, large))


def compared(f: Search, other: Any, tree: Any, *args: Any, show: Collection[Panel] = ("counts", "legend"), **options: Any) -> Scene:
    """Return two searches of one tree, compared(f, g, tree), or one search of two, compared(f, tree, other_tree)."""
    large, title = options.pop("large", False), options.pop("title", None)
    pairs = [(f, tree), (other, tree)] if callable(other) else [(f, other), (f, tree)]
    runs = tuple(trace(function, on, *args, **options) for function, on in pairs)
    names = [run.name for run in runs]
    if not callable(other):
        names = [f"{name} on {plain(run.tree, 36)}" for name, run in zip(names, runs, strict=True)]
    if names[0] == names[1]:
        names = [f"{names[0]} (1)", f"{names[1]} (2)"]
    boards = [storyboard(run, name) for run, name in zip(runs, names, strict=True)]
    return _scene("compare", title or " and ".join(dict.fromkeys(run.name for run in runs)), runs, boards, _view(show, large))


def asked(f: Search | Trace, tree: Any = None, *args: Any, ask: Ask = ALL_KINDS, show: Collection[Panel] = PANELS, **options: Any) -> Scene:
    """Return a search that asks before it shows; or, with ask="prune", the tree on which to mark what it never enters."""
    large, title = options.pop("large", False), options.pop("title", None)
    kinds = (ask,) if isinstance(ask, str) else tuple(ask)
    unknown = [kind for kind in kinds if kind not in (*ALL_KINDS, "prune")]
    if unknown or not kinds or ("prune" in kinds and len(kinds) > 1):
        raise ValueError(f'ask={ask!r}: "prune" alone, or some of {", ".join(map(repr, ALL_KINDS))}')
    run = f if isinstance(f, Trace) else trace(f, tree, *args, **options)
    name = run.name
    if kinds == ("prune",):
        return _scene("prune", title or f"What does {name} never look at?", (run,), [storyboard(run)], _view(show, large), pruning=pruning(run))
    return _scene("ask", title or f"What does {name} do next?", (run,), [storyboard(run)], _view(show, large), questions=questions(run, kinds))


def _view(show: Collection[Panel], large: bool) -> dict[str, bool]:
    unknown = [name for name in show if name not in PANELS]
    if unknown or isinstance(show, str):
        raise ValueError(f"show={show!r}: a tuple of some of {', '.join(map(repr, PANELS))}")
    return {**{name: name in show for name in PANELS}, "large": large}


def _scene(kind: str, title: str, runs: tuple[Trace, ...], panes: list[Data], view: dict[str, bool], **more: Any) -> Scene:
    """Return the scene; more than the runs is what it asks."""
    stills = [compact(svg(_picture(run, secret=bool(more)))) for run in runs]
    data: Data = {"kind": kind, "title": title, "view": view, "svgs": stills, "runs": panes, **more}
    name = hashlib.sha256(dumps(data).encode()).hexdigest()[:12]
    return Scene({"id": name, **data}, runs)
