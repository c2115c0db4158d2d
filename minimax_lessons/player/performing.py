"""Performing: the learner takes every step of a search, and each step is judged."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from minimax_lessons.player.players import Panel, Player, Search, player_of, run_of, view
from minimax_lessons.player.predictions import every_step
from minimax_lessons.tracing.run import Trace, trace
from minimax_lessons.trees import Nested, Node, leaves_below, tree

__all__ = ["perform"]

OTHERS = 3  # trees of the same shape and about as many cuts, for another try
TRIES = 40  # so many are drawn to find them


def perform(f: Search | Trace, tree: Any = None, *args: Any, **options: Any) -> Player:
    """Return a search for the learner to take step by step: ``perform(alphabeta, toy)``.

    At each step a question asks where the search goes, or what changes: the window on arrival, the
    value and the bound when a child is back, whose bound cuts, what is returned. Arguments after
    the tree, and ``depth``, ``names`` and ``max_steps``, go to trace().
    """
    run = run_of(f, tree, *args, **options)
    if run.error is not None:
        raise ValueError(f"{run.name} crashed, so there is nothing to follow: {run.error}")
    others = (
        ()
        if isinstance(f, Trace) or run.tree.position is not None
        else _like(run, f, args, options)
    )
    runs = [run, *islice(others, OTHERS)]
    show: tuple[Panel, ...] = ("legend",)
    steps = [every_step(performed) for performed in runs]
    return player_of("perform", f"You are {run.name}", view(show), runs, steps=steps)


def _like(run: Trace, f: Search, args: tuple[Any, ...], options: dict[str, Any]) -> Iterator[Trace]:
    """Yield runs on trees of the same shape with other numbers, in which about as much is cut."""
    values = [leaf.evaluate() for leaf in leaves_below(run.tree)]
    low, high = int(min(values)), int(max(values))
    for seed in range(TRIES):
        random = Random(seed)
        another = trace(
            f, _renumbered(run.tree, random, (low, max(high, low + 9))), *args, **options
        )
        cuts, own = len(another.cutoffs), len(run.cutoffs)
        if another.error is None and abs(cuts - own) <= 1 and bool(cuts) == bool(own):
            yield another


def _renumbered(like: Node, random: Random, between: tuple[int, int]) -> Node:
    def nested(node: Node) -> Nested:
        return (
            [nested(child) for child in node.children]
            if node.children
            else random.randint(*between)
        )

    return tree(nested(like), "max" if like.is_max else "min")
