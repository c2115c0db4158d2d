"""Oracles: the value of a tree and the leaves that alpha-beta needs, worked out without any search of the package's."""

from __future__ import annotations

from math import inf
from typing import Any


def value_of(nested: Any, is_max: bool, depth: int | None = None) -> Any:
    """Return the minimax value of nested lists; at the depth limit the lower median of the leaves below counts."""
    if not isinstance(nested, list):
        return nested
    if depth == 0:
        leaves = sorted(leaves_of(nested))
        return leaves[(len(leaves) - 1) // 2]
    values = [value_of(part, not is_max, None if depth is None else depth - 1) for part in nested]
    return max(values) if is_max else min(values)


def leaves_of(nested: Any) -> list[Any]:
    """Return the leaves from left to right."""
    return [leaf for part in nested for leaf in leaves_of(part)] if isinstance(nested, list) else [nested]


def needed_leaves(nested: Any, is_max: bool, low: float = -inf, high: float = inf) -> list[Any]:
    """Return the leaves that alpha-beta visits: those below nodes whose left siblings on the way leave a window open.

    MAX's ancestors bound a node from below by the best of its line's left siblings, MIN's from above; it is needed
    while the lower bound is less than the upper (Knuth and Moore's criterion, on the true values).
    """
    if not isinstance(nested, list):
        return [nested]
    needed = []
    for part in nested:
        if low >= high:
            break
        needed += needed_leaves(part, not is_max, low, high)
        value = value_of(part, not is_max)
        low, high = (max(low, value), high) if is_max else (low, min(high, value))
    return needed
