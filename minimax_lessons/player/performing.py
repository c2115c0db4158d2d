"""Performing: the learner takes every step of a search, and is marked against what the search did."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from minimax_lessons.drawing import picture, svg
from minimax_lessons.player import page
from minimax_lessons.player.compact import compact
from minimax_lessons.player.contract import PerformData
from minimax_lessons.player.players import Search, run_of, view
from minimax_lessons.player.predictions import at_rest
from minimax_lessons.player.storyboard import about, storyboard
from minimax_lessons.tracing.run import Trace, trace
from minimax_lessons.trees import Nested, Node, leaves_below, tree

__all__ = ["Performance", "perform"]

OTHERS = 3  # trees of the same shape and about as many cuts, for another try
TRIES = 40  # so many are drawn to find them


@dataclass(frozen=True)
class Performance:
    """A search to be taken step by step by hand, on this tree and on some like it."""

    runs: tuple[Trace, ...]

    @property
    def data(self) -> PerformData:
        """Return all that the page knows: each run, and how its tree looks before the search."""
        name = self.runs[0].name
        return {
            "kind": "perform",
            "title": f"You are {name}",
            "view": view(),
            "svgs": [compact(svg(picture(run.tree, run, 0))) for run in self.runs],
            "runs": [storyboard(run) for run in self.runs],
            "plain": [at_rest(run) for run in self.runs],
        }

    @property
    def fragment(self) -> str:
        """Return the performance as HTML to stand in a notebook."""
        data = self.data
        return page.fragment(page.named(data), page.images(data["svgs"], repr(self)))

    def _repr_mimebundle_(self, **options: Any) -> dict[str, str]:
        return {"text/html": self.fragment, "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<Performance: {self.runs[0].name} on {about(self.runs[0].tree)}, to be taken step by step>"


def perform(f: Search | Trace, tree: Any = None, *args: Any, **options: Any) -> Performance:
    """Return a search for the learner to take step by step: ``perform(alphabeta, toy)``.

    Which node is next, α and β on arrival, what stands there when a child is back, cut or go on, whose bound, what is
    returned. Arguments after the tree, and ``depth``, ``names`` and ``max_steps``, go to trace().
    """
    run = run_of(f, tree, *args, **options)
    if run.error is not None:
        raise ValueError(f"{run.name} broke off, so there is nothing to follow: {run.error}")
    others = () if isinstance(f, Trace) or run.tree.position is not None else _like(run, f, args, options)
    return Performance((run, *islice(others, OTHERS)))


def _like(run: Trace, f: Search, args: tuple[Any, ...], options: dict[str, Any]) -> Iterator[Trace]:
    """Yield runs on trees of the same shape with other numbers, in which about as much is cut."""
    values = [leaf.evaluate() for leaf in leaves_below(run.tree)]
    low, high = int(min(values)), int(max(values))
    for seed in range(TRIES):
        random = Random(seed)
        other = trace(f, _renumbered(run.tree, random, (low, max(high, low + 9))), *args, **options)
        cuts, own = len(other.cutoffs), len(run.cutoffs)
        if other.error is None and abs(cuts - own) <= 1 and bool(cuts) == bool(own):
            yield other


def _renumbered(like: Node, random: Random, between: tuple[int, int]) -> Node:
    def nested(node: Node) -> Nested:
        return [nested(child) for child in node.children] if node.children else random.randint(*between)

    return tree(nested(like), "max" if like.is_max else "min")
