"""Independent oracles: what minimax and alpha-beta must do on nested lists, worked out without any search of ours."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from hypothesis import strategies as st

Path = tuple[int, ...]


def value(nested: Any, is_max: bool) -> float:
    """Return the minimax value of nested lists."""
    if not isinstance(nested, list):
        return nested
    return (max if is_max else min)(value(child, not is_max) for child in nested)


@dataclass(frozen=True)
class Cutoff:
    """A node that alpha-beta leaves early: the first child skipped, who forbids the rest, and with which bound."""

    node: Path
    first_skipped: int
    owner: Path
    bound: float


def examined(nested: Any, is_max: bool) -> tuple[list[Path], list[Cutoff]]:
    """Return the leaves that alpha-beta examines from left to right, and where it cuts.

    By the criterion of elder siblings: a node is examined if and only if the best that MAX is offered by the elder
    siblings of its MIN ancestors (and its own) is less than the best that MIN is offered by those of its MAX ancestors,
    all at their true minimax values. No search goes on here: every value is worked out from the whole subtree.
    """
    leaves: list[Path] = []
    cutoffs: list[Cutoff] = []

    def offers(path: Path, upto: int) -> list[tuple[float, Path]]:
        """Return what each node on the way down to path has been offered by the children before the next step."""
        found = []
        here, turn = nested, is_max
        for depth in range(len(path) + 1):
            step = path[depth] if depth < len(path) else upto
            elder = [value(child, not turn) for child in here[:step]]
            best = (max if turn else min)(elder, default=-inf if turn else inf)
            found.append((best, path[:depth]))
            if depth < len(path):
                here, turn = here[step], not turn
        return found

    def visit(part: Any, path: Path) -> None:
        if not isinstance(part, list):
            leaves.append(path)
            return
        mine = len(path) % 2 == 0
        for step, child in enumerate(part):
            if step:
                guarantees = offers(path, step)
                own = guarantees[-1][0]
                turn = is_max if mine else not is_max
                others = guarantees[len(path) - 1 :: -2] if path else []
                forbidding = [
                    pair for pair in others if (own >= pair[0] if turn else own <= pair[0])
                ]
                if forbidding:
                    bound, owner = (min if turn else max)(forbidding, key=lambda pair: pair[0])
                    cutoffs.append(Cutoff(path, step, owner, bound))
                    return
            visit(child, (*path, step))

    visit(nested, ())
    return leaves, cutoffs


def window(nested: Any, is_max: bool, path: Path) -> tuple[float, float]:
    """Return α and β for a node that alpha-beta examines: what the elder siblings on the way down offer MAX and MIN."""
    low, high = -inf, inf
    for step in path:
        offers = [value(child, not is_max) for child in nested[:step]]
        if is_max:
            low = max([low, *offers])
        else:
            high = min([high, *offers])
        nested, is_max = nested[step], not is_max
    return low, high


def at(nested: Any, path: Path) -> Any:
    """Return the part of nested lists that a path leads to."""
    for step in path:
        nested = nested[step]
    return nested


def leaf_paths(nested: Any, path: Path = ()) -> list[Path]:
    """Return the paths of all leaves, from left to right."""
    if not isinstance(nested, list):
        return [path]
    return [leaf for step, child in enumerate(nested) for leaf in leaf_paths(child, (*path, step))]


def replaced(nested: Any, values: dict[Path, float], path: Path = ()) -> Any:
    """Return the nested lists with other values at some leaves."""
    if not isinstance(nested, list):
        return values.get(path, nested)
    return [replaced(child, values, (*path, step)) for step, child in enumerate(nested)]


@st.composite
def trees_without_ties(draw: Any) -> Any:
    """Return a tree whose leaves all differ, so that only one ancestor can own each cut."""
    nested = draw(trees)
    paths = leaf_paths(nested)
    values = draw(st.permutations(range(len(paths))))
    return replaced(nested, dict(zip(paths, values, strict=True)))


leaf_values = st.integers(-9, 9)
trees = st.recursive(
    leaf_values, lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=24
)
