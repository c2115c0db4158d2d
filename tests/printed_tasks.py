"""Printed tasks: what a learner reads on a worksheet, and the right answer, found without the package's searches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from inspect import getsource
from itertools import zip_longest
from math import inf
from typing import Any
from xml.etree import ElementTree

import naive_draughts
import oracle

from minimax_lessons.search import alphabeta

Path = tuple[int, ...]
SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class PrintedTree:
    """A tree as its picture shows it: names by path, nested lists of leaves, and whose move it is at the root."""

    names: dict[Path, str]
    nested: Any
    is_max: bool

    def path(self, name: str) -> Path:
        return next(path for path, known in self.names.items() if known == name)

    def turn(self, path: Path) -> bool:
        return self.is_max == (len(path) % 2 == 0)

    def part(self, path: Path) -> Any:
        part = self.nested
        for step in path:
            part = part[step]
        return part

    def value(self, path: Path = ()) -> float:
        return oracle.value(self.part(path), self.turn(path))

    def window(self, path: Path) -> tuple[float, float]:
        bounds = {True: -inf, False: inf}
        for depth in range(len(path)):
            here, step = path[:depth], path[depth]
            best = max if self.turn(here) else min
            elder = [self.value((*here, place)) for place in range(step)]
            bounds[self.turn(here)] = best([bounds[self.turn(here)], *elder])
        return bounds[True], bounds[False]


def read_tree(picture: str) -> PrintedTree:
    names: dict[Path, str] = {}
    leaves: dict[Path, int] = {}
    is_max = True
    for group in ElementTree.fromstring(picture).iter(f"{SVG}g"):
        name, *steps = group.get("id", "").split("-")
        path = tuple(map(int, steps))
        title = group.findtext(f"{SVG}title", "")
        polygon, text = group.find(f"{SVG}polygon"), group.findtext(f"{SVG}text", "")
        if name != "n":
            continue
        names[path] = title
        if polygon is None:
            leaves[path] = int(text.replace("−", "-"))
        elif not path:
            heights = [float(point.split(",")[1]) for point in polygon.get("points", "").split()]
            is_max = sorted(heights[:3])[1] > sum(heights[:3]) / 3  # two corners below
    return PrintedTree(names, _nested(leaves, ()), is_max)


def _nested(leaves: dict[Path, int], path: Path) -> Any:
    if path in leaves:
        return leaves[path]
    below = {leaf[len(path)] for leaf in leaves if leaf[: len(path)] == path}
    return [_nested(leaves, (*path, step)) for step in sorted(below)]


def written(value: float) -> str:
    return f"{value:g}".replace("-", "−").replace("inf", "∞")


def right_answer(task: Any) -> Any:
    """Return the right answer to a task on paper: one text, a list in order, or a set."""
    if task.topic in ON_WORDS:
        return ON_WORDS[task.topic](*map(int, re.findall(r"(?<![A-Za-z])-?\d+", _ascii(task.ask))))
    if task.topic == "bug":
        return str(1 + next(n for n, (one, other) in enumerate(_lines(task)) if one != other))
    if task.topic == "captures":
        fen = re.search(r"board (\S+)\. ", task.picture)
        assert fen is not None
        grid, side = naive_draughts.grid_of(fen[1])
        moves = naive_draughts.moves(grid, side)
        return {"x".join(str(naive_draughts.NUMBER[place]) for place in move) for move in moves}
    return ON_TREES[task.topic](task, read_tree(task.picture))


def _ascii(text: str) -> str:
    return text.replace("−", "-")


def _lines(task: Any) -> Iterator[tuple[str | None, str | None]]:
    return zip_longest(task.listing.splitlines(), getsource(alphabeta).splitlines())


def _node(task: Any, tree: PrintedTree) -> Path:
    """Return the node that a question names: the first capital letter that is a word of its own."""
    names = re.findall(r"\b([A-Z])\b", task.ask.replace("MAX", "").replace("MIN", ""))
    return tree.path(names[1] if task.topic == "cut" else names[0])


def _inner(tree: PrintedTree) -> list[Path]:
    return [path for path in tree.names if isinstance(tree.part(path), list)]


def _order(task: Any, tree: PrintedTree) -> list[str]:
    return [tree.names[path] for path in sorted(_inner(tree), key=lambda path: (*path, inf))]


def _whole(task: Any, tree: PrintedTree) -> list[str]:
    return [written(tree.value(tree.path(label))) for label in task.labels]


def _skipped(task: Any, tree: PrintedTree) -> set[str]:
    seen, _ = oracle.examined(tree.nested, tree.is_max)
    leaves = set(tree.names) - set(_inner(tree))
    return {tree.names[path] for path in leaves - set(seen)}


def _cutoff(task: Any, tree: PrintedTree) -> oracle.Cutoff | None:
    node = _node(task, tree)
    _, cutoffs = oracle.examined(tree.nested, tree.is_max)
    return next((cutoff for cutoff in cutoffs if cutoff.node == node), None)


def _cut(task: Any, tree: PrintedTree) -> str:
    cutoff, child = _cutoff(task, tree), tree.path(re.search(r"([A-Z]) has come", task.ask)[1])  # type: ignore[index]
    return "cut" if cutoff and cutoff.first_skipped == child[-1] + 1 else "continue"


def _owner(task: Any, tree: PrintedTree) -> str:
    cutoff = _cutoff(task, tree)
    assert cutoff
    return tree.names[cutoff.owner]


def _say_why(task: Any, tree: PrintedTree) -> list[str]:
    cutoff = _cutoff(task, tree)
    assert cutoff
    skipped = tree.names[(*cutoff.node, cutoff.first_skipped)]
    player = "MAX" if tree.turn(cutoff.owner) else "MIN"
    return [player, written(cutoff.bound), tree.names[cutoff.owner], skipped]


def _window(task: Any, tree: PrintedTree) -> list[str]:
    return [written(bound) for bound in tree.window(_node(task, tree))]


def _bound(task: Any, tree: PrintedTree) -> str:
    node = _node(task, tree)
    (alpha, beta), value = tree.window(node), tree.value(node)
    return "at most that" if value <= alpha else "at least that" if value >= beta else "its value"


def _move_order(task: Any, tree: PrintedTree) -> str:
    best = max if tree.is_max else min
    return tree.names[best(((n,) for n in range(len(tree.nested))), key=tree.value)]


ON_TREES: dict[str, Any] = {
    "value": lambda task, tree: written(tree.value()),
    "whole tree": _whole,
    "order": _order,
    "skipped": _skipped,
    "cut": _cut,
    "owner": _owner,
    "say why": _say_why,
    "window": _window,
    "bound": _bound,
    "move order": _move_order,
    "negamax": lambda task, tree: written(-tree.value(_node(task, tree)) or 0),
}


def _memory(low: int, high: int, value: int) -> str:
    kind = "at least" if value > high else "at most" if value < low else "exactly"
    return f"{kind} {written(value)}"


def _wins(stones: int, *takes: int) -> str:
    lost = {0}
    for count in range(1, stones + 1):
        if not any(count - take in lost for take in takes if take <= count):
            lost.add(count)
    return "no" if stones in lost else "yes"


def _fewest(moves: int, plies: int) -> str:
    """Count the leaves of a perfectly ordered tree: those that both strategies reach."""
    types = {1: 1, 2: 0, 3: 0}  # Knuth and Moore: nodes of each type on a ply
    for _ in range(plies):
        one, two, three = types.values()
        types = {1: one, 2: one * (moves - 1) + three * moves, 3: two}
    return str(sum(types.values()))


ON_WORDS: dict[str, Any] = {
    "size": lambda moves, plies: str(moves**plies),
    "fewest": _fewest,
    "hurry": lambda win, _, depth, plies: str(win + depth - plies),
    "memory": _memory,
    "clear": lambda *numbers: "no" if numbers[-2] < 0 < numbers[-1] else "yes",
    "backwards": _wins,
}
