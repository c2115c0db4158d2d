"""Trials: the trees on which a search is tried, small ones first, and the ways to make one smaller."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from math import inf
from random import Random
from typing import Any

from minimax_lessons.drawing.labels import number
from minimax_lessons.search import minimax
from minimax_lessons.trees import Nested, Node, Root, tree

__all__ = ["OPEN", "Scope", "Trial", "in_moves", "numbers_in", "smaller", "trials"]

OPEN = (-inf, inf)


@dataclass(frozen=True)
class Scope:
    """What a search can be tried on at all."""

    both_roots: bool = True  # it can be told that MIN moves first
    windows: bool = False  # it can be given alpha and beta
    parts: bool = False  # it can be asked for a part of a tree, after the whole
    limited: bool = True  # it can stop at a depth and evaluate what stands there
    leaves: bool = True  # a tree of a single leaf is a fair question
    heights: tuple[int, ...] | None = None  # full binary trees of these heights alone


@dataclass(frozen=True)
class Trial:
    """A tree to search, to a given depth or to the end, within a window or without one."""

    tree: Node
    depth: int | None = None
    window: tuple[float, float] = OPEN

    @cached_property
    def limit(self) -> int:
        """Return how many moves the search looks ahead."""
        return self.tree.height if self.depth is None else self.depth

    @cached_property
    def value(self) -> float:
        """Return what a right search returns, as MAX sees it."""
        return minimax(self.tree, self.limit, self.tree.is_max)

    @cached_property
    def is_finite(self) -> bool:
        """Return True if no leaf is worth ∞ or −∞."""
        return all(node.value not in (inf, -inf) for node in self.tree)

    def is_right(self, value: float) -> bool:
        """Return True if a search may return so much: minimax's value, or what tells on which side of the window it is.

        A value at the edge of the window or beyond it says no more than that.
        """
        low, high = self.window
        if self.value <= low:
            return value <= low
        return value >= high if self.value >= high else value == self.value

    def __str__(self) -> str:
        depth = "" if self.depth is None else f", depth={self.depth}"
        window = "" if self.window == OPEN else f", window=({number(self.window[0])}, {number(self.window[1])})"
        return f"{self.tree!r}{depth}{window}"


def in_moves(count: int) -> str:
    """Return how far so many moves are, in words."""
    return "1 move" if count == 1 else f"{count} moves"


# Each shows a kind of mistake that others hide: signs, ties, zeros, one child, many children, ends at unequal depth,
# values beyond what might be taken for infinity, a cut that only a third child shows, a deep cut.
CHOSEN: tuple[Nested, ...] = (
    *(7, -4, 0, 2.5),
    *([5], [-5], [3, 8], [8, 3], [-3, -8], [-8, -3], [0, 0], [0, -2], [2, 0]),
    *([3, 12, 8], [8, 3, 12], [12, 8, 3], [-7, -1, -4], [2, 2, 1], [0.5, 0.25, 0.75]),
    *([1, 2, 3, 4, 5], [5, 4, 3, 2, 1], [500, 400], [-500, -400]),
    *([[4]], [[[4]]], [[6], [2]], [[-6], [-2]], [[3, 5], [2, 9]], [[2, 9], [3, 5]], [[3, 5], [3, 9]]),
    *([3, [2, 9]], [4, [6, 2]], [[6, 2], 4], [[1, [7, 3]], 5], [2, [3, [1, 4]]]),
    *([[3, 5, 2], [9, 1]], [[3, 5, 2], [1, 9]], [[3, 12, 8], [2, 4, 6], [14, 5, 2]]),
    *([[5, 1, 7], [4, 6, 8], [9, 2, 3]], [[-1, -5], [-2, -3], [-4, -6]]),
    *([[[-1, 3], [5, 1]], [[-6, -4], [0, 9]]], [[[3, 7], [2, 8]], [[4, 1], [6, 5]]]),
    *([[0, 1], [5, 1]], [[0, -1], [-5, -1]], [[0, 3], [1, 5]], [[0, -3], [-1, -5]]),
    *([[0, 1], [1, 0]], [[1, 1], [1, 1]], [[-500, 500], [-400, 400]]),
    [[[[8, 5], [6, -4]], [[3, 8], [4, -6]]], [[[1, 7], [5, 2]], [[-3, 0], [-5, 9]]]],
    *([inf, 3], [-inf, 3], [[-inf, 2], [3, inf]], [[inf, inf], [-inf, -inf]]),
)

RANDOM_TREES = 260


@cache
def trials(scope: Scope) -> tuple[Trial, ...]:
    """Return the trees to try, the smallest first."""
    return _full_binary(scope) if scope.heights is not None else _in_a_row(scope)


def _in_a_row(scope: Scope) -> tuple[Trial, ...]:
    """Return the trials as they are called, one after the other: some first within a window, some in part again."""
    shapes = [*CHOSEN, *(_grown(seed) for seed in range(RANDOM_TREES))]
    fair = [(place, nested) for place, nested in enumerate(shapes) if scope.leaves or isinstance(nested, list)]
    every = [trial for place, nested in fair for trial in _depths(nested, place, scope)]
    found: list[Trial] = []
    for place, trial in enumerate(sorted(every, key=_size)):
        if scope.windows and place % 2 == 0 and trial.is_finite:
            low, high = ((-1, 1), (0, 2), (-2, 0), (1, 3), (-3, -1))[place // 2 % 5]
            found.append(Trial(trial.tree, trial.depth, (trial.value + low, trial.value + high)))
        found.append(trial)
        if scope.parts and place % 3 == 0 and trial.depth is None and trial.tree.height > 1:
            found.extend(Trial(child) for child in trial.tree.children[-1:] if child.children)
    return tuple(found)


def _size(trial: Trial) -> tuple[bool, int, bool, bool]:
    """Return what to sort by: plain numbers first, then small trees, then MAX at the root, then searched to the end."""
    nodes = list(trial.tree)
    has_infinity = any(node.value in (inf, -inf) for node in nodes)
    return has_infinity, len(nodes), not trial.tree.is_max, trial.depth is not None


def _depths(nested: Nested, number: int, scope: Scope) -> Iterator[Trial]:
    """Yield a tree with either root, searched to its end, to a lesser depth, and with depth to spare."""
    chosen = number < len(CHOSEN)
    for root in _roots(scope, number, both=chosen):
        whole = tree(nested, root)
        yield Trial(whole)
        if scope.limited and isinstance(nested, list):
            depths = (*range(1, whole.height), whole.height + 2) if chosen else (1 + number % whole.height,)
            yield from (Trial(whole, depth) for depth in depths if depth != whole.height)


def _roots(scope: Scope, number: int, *, both: bool) -> tuple[Root, ...]:
    if not scope.both_roots:
        return ("max",)
    return ("max", "min") if both else ("max",) if number % 2 else ("min",)


def _full_binary(scope: Scope) -> tuple[Trial, ...]:
    """Return full binary trees of the heights in the scope, as flat lists of leaves can describe them."""
    found: list[Trial] = []
    for height in scope.heights or ():
        for seed in range(80):
            random = Random(1000 * height + seed)
            values = _values(random, 2**height)
            for _ in range(height):
                values = [list(pair) for pair in zip(values[::2], values[1::2], strict=True)]
            found.extend(Trial(tree(values[0], root)) for root in _roots(scope, seed, both=False))
    return tuple(found)


def _grown(seed: int) -> Nested:
    """Return a tree of a shape and with values that the seed decides: ragged or even, with ties or without."""
    random = Random(seed)
    height, widest, ragged = 2 + seed % 4, 2 + random.randrange(3), random.random() < 0.5
    if height >= 4:
        widest = min(widest, 3)
    values = iter(_values(random, 4**5))
    twins: list[Nested] = []  # some trees repeat a part of themselves, as games do by transposition

    def grow(left: int) -> Nested:
        if left == 0 or (ragged and left < height and random.random() < 0.25):
            return next(values)
        if twins and left == 2 and seed % 3 == 0 and random.random() < 0.6:
            return random.choice(twins)
        fewest = 1 if ragged else max(2, widest - 1)
        part = [grow(left - 1) for _ in range(random.randint(fewest, widest))]
        if left == 2:
            twins.append(part)
        return part

    return grow(height)


def _values(random: Random, count: int) -> list[Any]:
    kind = random.random()
    if kind < 0.15:
        return [random.randint(0, 2) for _ in range(count)]
    if kind < 0.5:
        return [random.randint(-9, 9) for _ in range(count)]
    return random.sample(range(-count, count), count)


# Smaller trials


def smaller(trial: Trial) -> Iterator[Trial]:
    """Yield trials that are a step simpler: a part of the tree, a child or a level less, smaller values, no window."""
    nested = trial.tree.nested
    root: Root = "max" if trial.tree.is_max else "min"
    other: Root = "min" if trial.tree.is_max else "max"
    if trial.window != OPEN:
        yield Trial(trial.tree, trial.depth)
    if trial.tree.path:
        yield Trial(tree(nested, root), trial.depth, trial.window)
    if not isinstance(nested, list):
        return
    if trial.depth is not None:
        yield Trial(trial.tree, None, trial.window)
    for child in nested:
        if trial.depth is None or trial.depth > 1:
            yield Trial(tree(child, other), None if trial.depth is None else trial.depth - 1, trial.window)
    for changed in _trimmed(nested):
        yield Trial(tree(changed, root), trial.depth, trial.window)
    plainer = _ranked(nested)
    if plainer != nested and trial.window == OPEN:
        yield Trial(tree(plainer, root), trial.depth)


def _trimmed(nested: Nested) -> Iterator[Nested]:
    """Yield the nested lists with one part left out or put in its parent's place."""
    if not isinstance(nested, list):
        return
    for step, child in enumerate(nested):
        before, after = nested[:step], nested[step + 1 :]
        if before or after:
            yield before + after
        if isinstance(child, list):
            yield from ([*before, grandchild, *after] for grandchild in child if not isinstance(grandchild, list))
            if len(child) == 1 and isinstance(child[0], list):
                yield from ([*before, below, *after] for below in child[0])
        yield from ([*before, less, *after] for less in _trimmed(child))


def _ranked(nested: Nested) -> Nested:
    """Return the tree with 1 for its least value, 2 for the next and so on."""
    ranks = {value: rank for rank, value in enumerate(sorted(set(numbers_in(nested))), start=1)}

    def put(part: Nested) -> Nested:
        return [put(child) for child in part] if isinstance(part, list) else ranks[part]

    return put(nested)


def numbers_in(nested: Any) -> Iterator[Any]:
    """Yield the numbers in lists, from left to right."""
    if isinstance(nested, list | tuple):
        for child in nested:
            yield from numbers_in(child)
    else:
        yield nested
