"""Trials: the trees on which a search is tried, small ones first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import count
from math import inf
from random import Random
from typing import Any

from minimax_lessons.labels import number_text
from minimax_lessons.search import minimax
from minimax_lessons.trees import Nested, Node, Root, leaves_below, tree

__all__ = ["DEEP", "OPEN", "Scope", "Trial", "fits", "in_moves", "numbers_in", "trials"]

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
    anew: bool = False  # children() makes its positions anew at each call, and keeps none

    @cached_property
    def limit(self) -> int:
        """Return the number of moves that the search looks ahead."""
        return self.tree.height if self.depth is None else self.depth

    @cached_property
    def value(self) -> float:
        """Return the result of a right search, as MAX sees it."""
        return minimax(self.tree, self.limit, self.tree.is_max)

    @cached_property
    def values(self) -> list[float | None]:
        """Return the values of the leaves, from left to right."""
        return [leaf.value for leaf in leaves_below(self.tree)]

    @cached_property
    def is_finite(self) -> bool:
        """Return True if no leaf is worth ∞ or −∞."""
        return not {inf, -inf} & {*self.values}

    def is_right(self, value: float) -> bool:
        """Return True if a search may return so much."""
        return fits(value, self.value, self.window)

    @property
    def bounds(self) -> str:
        """Return the window as it is written."""
        return f"({', '.join(map(number_text, self.window))})"

    def __str__(self) -> str:
        depth = "" if self.depth is None else f", depth={self.depth}"
        window = "" if self.window == OPEN else f", window={self.bounds}"
        anew = ", with positions made anew" if self.anew else ""
        return f"{self.tree!r}{depth}{window}{anew}"


def fits(value: float, right: float, window: tuple[float, float]) -> bool:
    """Return True if a search within a window may return a value.

    This is the right value, or for one outside the window any value on the same side.
    """
    low, high = window
    if right <= low:
        return value <= low
    return value >= high if right >= high else value == right


def in_moves(count: int) -> str:
    """Return a number of moves in words."""
    return "1 move" if count == 1 else f"{count} moves"


# Small trees of plain shapes are all tried elsewhere (small_trees.py). These show what they cannot.
# fmt: off
CHOSEN: tuple[Nested, ...] = (
    # signs, zeros and fractions: for searches that begin with a number, or take 0 for nothing
    7, -4, 0, 2.5, [3, 8], [8, 3], [-3, -8], [-8, -3], [0, 0], [0, -2], [2, 0], [0.5, 0.25, 0.75],
    [-7, -1, -4], [[0, 1], [5, 1]], [[0, -1], [-5, -1]], [[0, 3], [1, 5]], [[0, -3], [-1, -5]],
    [[0, 1], [1, 0]],
    # large numbers: beyond what a search may take for infinity
    [500, 400], [-500, -400], [[-500, 500], [-400, 400]], [[999, 998], [-998, -999]],
    # single children: the move that has no alternative still takes a move
    [5], [-5], [[1]], [[2, 1]], [[4]], [[[4]]], [[6], [2]], [[-6], [-2]], [[[3]], [1, [2]]],
    [[[[2]]], 3],
    # two moves and more below every choice: depths at which a search must stop and evaluate
    [[3, 5], [2, 9]], [[2, 9], [3, 5]], [[3, 5], [3, 9]], [3, [2, 9]], [[6, 2], 4],
    [[1, [7, 3]], 5], [2, [3, [1, 4]]], [[3, 5, 2], [9, 1]], [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
    [[-1, -5], [-2, -3], [-4, -6]], [[5, 1, 7], [4, 6, 8], [9, 2, 3]],
    [[[-1, 3], [5, 1]], [[-6, -4], [0, 9]]], [[[3, 7], [2, 8]], [[4, 1], [6, 5]]],
    # a deep cut, whose owner is three moves up
    [[[[8, 5], [6, -4]], [[3, 8], [4, -6]]], [[[1, 7], [5, 2]], [[-3, 0], [-5, 9]]]],
    # equal parts at different places: for a memory that takes one for the other
    [[1, 1], [1, 1]], [[[1, 4], [2, 3]], [1, 4]], [[1, 4], [[1, 4], [2, 3]]],
    [[[2, 5], [2, 5]], [[2, 5], [3, 4]]],
    # wins and losses without end
    [inf, 3], [-inf, 3], [[-inf, 2], [3, inf]], [[inf, inf], [-inf, -inf]],
)
# fmt: on
WIDEST = 40  # children of a node
# moves in a line: so many every search must manage, and so many if Python's stack allows
DEEP, DEEPEST = 12, 200


def _wide(count: int) -> tuple[Nested, ...]:
    """Return wide nodes whose best move comes last, so that no child may be left out."""
    up, down = list(range(1, count + 1)), list(range(count, 0, -1))
    return up, down, [[0, 1], down], [[count, count + 1], up], [[step, step + 1] for step in up]


def _deep(height: int) -> Nested:
    """Return a line whose end alone has the value, so that no search may stop too early."""
    line: Nested = [1, 2]
    for _ in range(height - 1):
        line = [line]
    return line


def _ladder(height: int) -> Nested:
    """Return a line that both players could leave at each move, and should follow to its end."""
    line: Nested = [[1, 2], [3, 4]]
    for level in reversed(range(height - 2)):
        way_out = -9 if level % 2 == 0 else 9
        line = [way_out, line] if level % 3 else [line, way_out]
    return line


LONG: tuple[Nested, ...] = (
    *(tree for count in (6, 7, 11, WIDEST) for tree in _wide(count)),
    *map(_deep, (7, DEEP, DEEPEST)),
    *map(_ladder, (DEEP, DEEP + 1)),
)

RANDOM_TREES = 238
FULL_TREES = 80  # of a height


@cache
def trials(scope: Scope) -> tuple[Trial, ...]:
    """Return the trees to try, the smallest first."""
    return _full_binary(scope) if scope.heights is not None else _in_a_row(scope)


def _in_a_row(scope: Scope) -> tuple[Trial, ...]:
    """Return the trials in the order of their calls, some first within a window or in part."""
    shapes = [*CHOSEN, *(_grown(seed) for seed in range(RANDOM_TREES))]
    numbered = enumerate(shapes)
    fair = [pair for pair in numbered if scope.leaves or isinstance(pair[1], list)]
    every = [trial for place, nested in fair for trial in _depths(nested, place, scope)]
    every += [Trial(tree(nested, root)) for nested in LONG for root in _roots(scope, 0, both=True)]
    every += [replace(trial, anew=True) for trial in every[::5] if trial.is_finite]
    row: list[Trial] = []
    for place, trial in enumerate(sorted(every, key=_size)):
        if scope.windows and place % 2 == 0 and trial.is_finite:
            low, high = ((-1, 1), (0, 2), (-2, 0), (1, 3), (-3, -1))[place // 2 % 5]
            row.append(Trial(trial.tree, trial.depth, (trial.value + low, trial.value + high)))
        row.append(trial)
        if scope.parts and place % 3 == 0 and trial.depth is None and trial.tree.height > 1:
            row.extend(Trial(child) for child in trial.tree.children[-1:] if child.children)
    return tuple(row)


def _size(trial: Trial) -> tuple[bool, int, bool, bool]:
    """Return the sort key: plain numbers, small trees, MAX at the root and full depth first."""
    nodes = sum(1 for _ in trial.tree)
    return not trial.is_finite, nodes, not trial.tree.is_max, trial.depth is not None


def _depths(nested: Nested, number: int, scope: Scope) -> Iterator[Trial]:
    """Yield a tree with either root: to its end, to a smaller depth, and with depth to spare."""
    chosen = number < len(CHOSEN)
    for root in _roots(scope, number, both=chosen):
        root_node = tree(nested, root)
        yield Trial(root_node)
        if scope.limited and isinstance(nested, list):
            height = root_node.height
            depths = (*range(1, height), height + 2) if chosen else (1 + number % height,)
            yield from (Trial(root_node, depth) for depth in depths if depth != height)


def _roots(scope: Scope, number: int, *, both: bool) -> tuple[Root, ...]:
    if not scope.both_roots:
        return ("max",)
    return ("max", "min") if both else ("max",) if number % 2 else ("min",)


def _full_binary(scope: Scope) -> tuple[Trial, ...]:
    """Return full binary trees of the scope's heights, because flat lists can describe them."""
    row: list[Trial] = []
    for height in scope.heights or ():
        for seed in range(FULL_TREES):
            random = Random(1000 * height + seed)
            values = _values(random, 2**height)
            for _ in range(height):
                values = [list(pair) for pair in zip(values[::2], values[1::2], strict=True)]
            row.extend(Trial(tree(values[0], root)) for root in _roots(scope, seed, both=False))
    return tuple(row)


def _grown(seed: int) -> Nested:
    """Return a random tree for a seed: ragged or even, with ties or without."""
    random = Random(seed)
    height, widest, ragged = 2 + seed % 4, 2 + random.randrange(3), random.random() < 0.5
    if height >= 4:
        widest = min(widest, 3)
    numbers = count()
    twins: list[Nested] = []  # some trees repeat a part of themselves, as games do by transposition

    def grow(left: int) -> Nested:
        if left == 0 or (ragged and left < height and random.random() < 0.25):
            return next(numbers)
        if twins and left == 2 and seed % 3 == 0 and random.random() < 0.6:
            return random.choice(twins)
        fewest = 1 if ragged else max(2, widest - 1)
        part = [grow(left - 1) for _ in range(random.randint(fewest, widest))]
        if left == 2:
            twins.append(part)
        return part

    shape = grow(height)
    values = _values(random, next(numbers))

    def put_in(part: Nested) -> Nested:
        return [put_in(child) for child in part] if isinstance(part, list) else values[part]

    return put_in(shape)


def _values(random: Random, count: int) -> list[Any]:
    kind = random.random()
    if kind < 0.15:
        return [random.randint(0, 2) for _ in range(count)]
    if kind < 0.5:
        return [random.randint(-9, 9) for _ in range(count)]
    return random.sample(range(-count, count), count)


def numbers_in(nested: Any) -> Iterator[Any]:
    """Yield the numbers in lists, from left to right."""
    if isinstance(nested, list | tuple):
        for child in nested:
            yield from numbers_in(child)
    else:
        yield nested
