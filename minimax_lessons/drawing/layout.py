"""Where the nodes of a tree go: a tidy layout, each parent centred over its children."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import zip_longest
from typing import TypeVar

__all__ = ["Width", "tidy"]

N = TypeVar("N", bound=Hashable)
Width = tuple[float, float]  # how far a node reaches to the left and to the right of its centre


def tidy(
    root: N, children: Callable[[N], Sequence[N]], width: Callable[[N], Width], *, apart: float = 0
) -> dict[N, float]:
    """Return the x of each node: none overlaps another of its level, and the leftmost one begins at 0.

    Nodes of a level that are no siblings keep a further distance of ``apart``.

    Packing subtrees from the left pushes small ones against their left neighbours, packing from the right against
    their right ones. Both keep every distance and every centre, so their mean does too, and is fair to both sides.
    """
    order = [root]
    for node in order:
        order.extend(children(node))
    widths = {node: width(node) for node in order}
    mirrored = {node: (right, left) for node, (left, right) in widths.items()}
    from_left = _packed(order, children, widths, apart)
    from_right = _packed(order, lambda node: children(node)[::-1], mirrored, apart)
    x = {node: (from_left[node] - from_right[node]) / 2 for node in order}
    edge = min(place - widths[node][0] for node, place in x.items())
    return {node: place - edge for node, place in x.items()}


def _packed(
    order: Sequence[N], children: Callable[[N], Sequence[N]], widths: Mapping[N, Width], apart: float
) -> dict[N, float]:
    """Return the x of each node, the root's 0, with every subtree as far to the left as its neighbours allow."""
    offset = {order[0]: 0.0}
    sides: dict[N, list[Width]] = {}  # between which places a subtree lies at each level, seen from its root
    for node in reversed(order):
        levels: list[Width] = []
        places: list[float] = []
        for child in children(node):
            below = sides.pop(child)
            gaps = (right - left for (_, right), (left, _) in zip(levels, below, strict=False))
            place = max((gap + (apart if down else 0) for down, gap in enumerate(gaps)), default=0.0)
            places.append(place)
            both = zip_longest(levels, [(left + place, right + place) for left, right in below])
            levels = [((before or here)[0], (here or before)[1]) for before, here in both]
        centre = places[-1] / 2 if places else 0.0
        offset.update((child, place - centre) for child, place in zip(children(node), places, strict=True))
        left, right = widths[node]
        sides[node] = [(-left, right), *((start - centre, end - centre) for start, end in levels)]

    x: dict[N, float] = {}
    for node in order:
        x[node] = offset[node] + x.get(node, 0.0)
        x.update((child, x[node]) for child in children(node))
    return x
