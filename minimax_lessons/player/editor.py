"""An editor for trees: typed, drawn at random or put into another order, and searched at once."""

from __future__ import annotations

from threading import Lock
from typing import Any

import traitlets

from minimax_lessons.drawing.plan import COMPACT_UP_TO
from minimax_lessons.nested import Typed, Unreadable, read_tree
from minimax_lessons.player import page
from minimax_lessons.player.lasting import LastingWidget
from minimax_lessons.player.players import Search, animate
from minimax_lessons.player.storyboard import Data
from minimax_lessons.search import alphabeta
from minimax_lessons.tracing.run import Trace, trace
from minimax_lessons.trees import TOY_TREE, Node, fewest_leaves, leaves_below, random_tree, tree

__all__ = ["Editor", "edit"]

DEFAULT = str(TOY_TREE.nested)
TO_CHANGE = '<p class="lm-by-hand">To change the tree, run this cell: the editor needs Python.</p>'


class Editor(LastingWidget):
    """A tree that can be changed: ``text`` as typed, and ``tree``, the last that could be read."""

    _esm = page.script("editor")

    text = traitlets.Unicode(DEFAULT).tag(sync=True)
    root = traitlets.Enum(("max", "min"), "max").tag(sync=True)
    # what became of the text: a problem, or the search to show
    answer = traitlets.Dict().tag(sync=True)

    def __init__(self, search: Search, text: str, root: str) -> None:
        self.search = search
        self.tree: Node | None = None
        self.run: Trace | None = None
        self.counts: list[int] = []  # the leaves visited in each version of the tree
        # a page's messages may come while a cell runs, on a thread of their own
        self._one_at_a_time = Lock()
        super().__init__(text=text, root=root)
        self._read()
        self.observe(lambda _: self._read(), ["text", "root"])
        self.on_msg(self._obey)

    def _read(self) -> None:
        with self._one_at_a_time:
            try:
                typed = read_tree(self.text, self.root, most=COMPACT_UP_TO)
            except Unreadable as problem:
                place = {"message": problem.message, "start": problem.start, "end": problem.end}
                self.answer = {"text": self.text, "problem": place}
            else:
                self.answer = self._search(typed)
                picture = page.images(self.answer["data"]["svgs"], self.answer["outcome"])
                self._leave(f"{picture}{TO_CHANGE}")

    def _search(self, typed: Typed) -> Data:
        if self.run is None or self.run.tree != typed.tree:
            self.run = trace(self.search, typed.tree)
            self.tree = typed.tree
            self.counts.append(len(self.run.leaves))
        shown = animate(self.run, title=f"{self.run.name} on your tree")
        return {
            "text": self.text,
            "problem": None,
            "data": shown.data,
            "outcome": self._outcome(self.run),
        }

    def _outcome(self, run: Trace) -> str:
        """Return a sentence on the leaves visited before and after the last change of the tree."""
        if run.error:
            return str(run.error)
        now, before = self.counts[-1], self.counts[-2:][0]
        change = f" It was {before} before." if before != now else ""
        leaves, enough = len(leaves_below(run.tree)), fewest_leaves(run.tree)
        return f"{run.name} visits {now} of {leaves} leaves; {enough} would be enough.{change}"

    def _obey(self, _: Any, wish: dict[str, Any], buffers: Any) -> None:
        """Do what the page asks for: another order, or a random tree."""
        if "path" in wish:
            self._move(tuple(wish["path"]), wish["to"])
        elif wish:
            self._grow(wish)

    def _move(self, path: tuple[int, ...], to: int) -> None:
        """Move a child among its siblings: each keeps its spelling, and the commas stay."""
        try:
            spans = read_tree(self.text, self.root, most=COMPACT_UP_TO).spans
        except Unreadable:  # the page shows the last tree, and says what is wrong with the text
            return
        places = sorted(
            span
            for edited_path, span in spans.items()
            if edited_path[:-1] == path[:-1] and len(edited_path) == len(path)
        )
        pieces = [self.text[start:end] for start, end in places]
        pieces.insert(to, pieces.pop(path[-1]))
        text = self.text
        for (start, end), piece in zip(reversed(places), reversed(pieces), strict=True):
            text = text[:start] + piece + text[end:]
        self.text = text

    def _grow(self, wish: dict[str, Any]) -> None:
        try:
            asked = {name: int(wish[name]) for name in ("branching", "depth", "seed")}
            grown = random_tree(asked["branching"], asked["depth"], seed=asked["seed"])
            if len(list(grown)) > COMPACT_UP_TO:
                raise ValueError(
                    f"More than {COMPACT_UP_TO:,} nodes: make branching or depth smaller."
                )
            self.text = str(grown.nested)
        except (KeyError, TypeError, ValueError) as problem:
            self.answer = {
                **self.answer,
                "problem": {"message": str(problem), "start": 0, "end": 0},
            }

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        shown, metadata = super()._repr_mimebundle_(**options)
        if self.run is not None:
            shown |= animate(self.run)._repr_mimebundle_()
            shown["text/html"] += TO_CHANGE
        shown["text/plain"] = repr(self)
        return shown, metadata

    def __repr__(self) -> str:
        return f"<Editor: {self.text}>"


def edit(nested: Any = DEFAULT, search: Search = alphabeta, *, root: str = "max") -> Editor:
    """Return an editor with a first tree, as text or lists, and the search that is shown on it."""
    if isinstance(nested, str):
        return Editor(search, nested, root)
    start = tree(nested, root)  # type: ignore[arg-type]
    return Editor(search, str(start.nested), "max" if start.is_max else "min")
