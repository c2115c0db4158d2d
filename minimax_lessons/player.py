"""Players: animate a search, compare two, or predict what one does; in a notebook, or as a page of its own."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, Literal

import anywidget
import traitlets

from minimax_lessons import page
from minimax_lessons.drawing import picture, render, svg
from minimax_lessons.events import Trace, trace
from minimax_lessons.predictions import ALL_KINDS, Kind, pruning, questions
from minimax_lessons.storyboard import about, board, outcome, path_key, scene, storyboard
from minimax_lessons.trees import Node

__all__ = ["Player", "animate", "compare", "predict"]

Search = Callable[..., Any]
PANELS = ("code", "stack", "counts", "legend")


class Player(anywidget.AnyWidget):
    """A search on the screen. ``step``, ``playing`` and ``interval_ms`` can be read, set, observed and linked."""

    _esm = page.script()

    data = traitlets.Dict().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    playing = traitlets.Bool(False).tag(sync=True)
    interval_ms = traitlets.Int(800, min=20).tag(sync=True)
    wanted = traitlets.Unicode("").tag(sync=True)  # the path of a node whose position the page wants drawn
    drawn = traitlets.List().tag(sync=True)  # that path, and the drawing

    def __init__(self, data: dict[str, Any], runs: list[Trace], **traits: Any) -> None:
        super().__init__(data=data, **traits)
        self.runs = runs
        self.observe(self._draw_position, "wanted")

    @property
    def length(self) -> int:
        """Return the number of the last step."""
        return max(len(run.events) for run in self.runs)

    def to_html(self, path: str | Path) -> Path:
        """Return the path of the page written: one file that plays anywhere, offline."""
        path = Path(path)
        path.write_text(page.document(self.data, self._stills(), self._alt()), encoding="utf-8")
        return path

    def _draw_position(self, change: Any) -> None:
        places = {path_key(node): node for node in self.runs[0].tree}
        if change.new in places:
            self.drawn = [change.new, board(places[change.new]) or ""]

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        shown, metadata = super()._repr_mimebundle_(**options) or ({}, {})
        shown["text/plain"] = repr(self)
        shown["text/html"] = page.fragment(self.data, self._stills(), self._alt())
        shown["image/png"] = render(self._still(self.runs[-1]), "png")
        return shown, metadata

    def __repr__(self) -> str:
        return f"<Player: {self._alt()}>"
