"""The places of a tree's nodes: a tidy layout in linear time, parents centred over children."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

__all__ = ["Width", "tidy"]

N = TypeVar("N", bound=Hashable)
Width = tuple[float, float]  # how far a node reaches to the left and to the right of its centre


def tidy(
    root: N, children: Callable[[N], Sequence[N]], width: Callable[[N], Width], *, apart: float = 0
) -> dict[N, float]:
    """Return the x of each node; nodes of a level don't overlap, and the leftmost is at 0.

    Nodes of a level that are no siblings keep a further distance of ``apart``.

    Packing subtrees from the left pushes small ones against their left neighbours, packing from the
    right against their right ones. Both keep every distance and every centre, so their mean does
    too, and is fair to both sides.
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


@dataclass(slots=True)
class _Side:
    """The reach of a subtree to one side: the deepest level first, all off by one shift.

    So a level is added on top, and a whole subtree is moved, without touching what lies below.
    """

    levels: list[float]
    shift: float = 0

    def top(self, down: int) -> float:
        return self.levels[-1 - down] + self.shift

    def behind(self, front: _Side) -> _Side:
        """Return the two sides seen as one: the front one as far down as it goes, then this one."""
        if len(front.levels) >= len(self.levels):
            return front
        for down in range(1, len(front.levels) + 1):
            self.levels[-down] = front.levels[-down] + front.shift - self.shift
        return self


def _packed(
    order: Sequence[N],
    children: Callable[[N], Sequence[N]],
    widths: Mapping[N, Width],
    apart: float,
) -> dict[N, float]:
    """Return the x of each node, the root's 0, with every subtree as far left as possible.

    Joining two subtrees looks only at the levels both of them have: all in all at no more levels
    than there are nodes.
    """
    offset = {order[0]: 0.0}
    sides: dict[N, tuple[_Side, _Side]] = {}
    for node in reversed(order):
        left, right = _Side([]), _Side([])
        places: list[float] = []
        for child in children(node):
            child_left, child_right = sides.pop(child)
            place = _place_beside(right, child_left, apart)
            places.append(place)
            child_left.shift += place
            child_right.shift += place
            left, right = child_left.behind(left), right.behind(child_right)
        centre = places[-1] / 2 if places else 0.0
        offset.update(
            (child, place - centre) for child, place in zip(children(node), places, strict=True)
        )
        for side, reach in ((left, -widths[node][0]), (right, widths[node][1])):
            side.shift -= centre
            side.levels.append(reach - side.shift)
        sides[node] = left, right
    return _absolute(order, children, offset)


def _place_beside(right: _Side, child_left: _Side, apart: float) -> float:
    """Return the smallest shift by which a subtree clears the right side of its left neighbors."""
    levels = range(min(len(right.levels), len(child_left.levels)))
    gaps = (right.top(down) - child_left.top(down) + (apart if down else 0) for down in levels)
    return max(gaps, default=0.0)


def _absolute(
    order: Sequence[N], children: Callable[[N], Sequence[N]], offset: Mapping[N, float]
) -> dict[N, float]:
    """Return the x of each node from its offset to its parent."""
    x: dict[N, float] = {}
    for node in order:
        x[node] = offset[node] + x.get(node, 0.0)
        x.update((child, x[node]) for child in children(node))
    return x
