"""The plan of a picture: which part of a tree is drawn, and the place of each element."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import Literal, NamedTuple

from minimax_lessons.drawing.layout import Width, tidy
from minimax_lessons.labels import plain
from minimax_lessons.trees import Node

__all__ = [
    "COMPACT_UP_TO",
    "FULL_DETAIL_NODES",
    "Detail",
    "Line",
    "Plan",
    "Point",
    "Size",
    "VisibleTree",
    "text_width",
    "visible_tree",
]

Detail = Literal["full", "compact"]

FULL_DETAIL_NODES, COMPACT_UP_TO = 150, 1_500  # nodes
LONGEST_MOVE = 12  # characters


class Point(NamedTuple):
    """A place in a picture in pixels, with y upwards as Graphviz has it."""

    x: float
    y: float

    def moved(self, x: float, y: float) -> Point:
        """Return the point so far to the right and upwards."""
        return Point(self.x + x, self.y + y)


class Size(NamedTuple):
    """A width and a height in pixels."""

    width: float
    height: float


class Line(NamedTuple):
    """A straight line."""

    start: Point
    end: Point

    def point(self, share: float) -> Point:
        """Return the point after a share of the way: 0 is the start, 1 the end."""
        (x, y), (end_x, end_y) = self
        return Point(x + share * (end_x - x), y + share * (end_y - y))

    @property
    def length(self) -> float:
        """Return the distance from the start to the end."""
        return hypot(self.end.x - self.start.x, self.end.y - self.start.y)


@dataclass(frozen=True)
class VisibleTree:
    """The part of a tree that is drawn: all of it, or its top with stubs for the nodes left out."""

    root: Node
    detail: Detail
    nodes: tuple[Node, ...]  # each parent before its children
    left_out: dict[Node, int]  # how many nodes lie below a node whose children aren't drawn
    moves: dict[Node, str]  # the text on the edge down to a node, in a game

    def children(self, node: Node) -> tuple[Node, ...]:
        """Return the children that are drawn."""
        return () if node in self.left_out else node.children

    @cached_property
    def parents(self) -> dict[Node, Node]:
        """Return the parent of each node, drawn or not."""
        return {child: node for node in self.root for child in node.children}

    @property
    def sentence(self) -> str:
        """Return a sentence on the nodes left out, or nothing if all are drawn."""
        if not self.left_out:
            return ""
        depth = len(next(iter(self.left_out)).path) - len(self.root.path)
        drawn, total = len(self.nodes), len(self.nodes) + sum(self.left_out.values())
        moves = "move is" if depth == 1 else f"{depth} moves are"
        return f"Only the first {moves} drawn: {drawn:,} of {total:,} nodes."


def visible_tree(
    tree: Node | VisibleTree, detail: Detail | None = None, depth: int | None = None
) -> VisibleTree:
    """Return the part of a tree to draw: all of a small or large tree, a huge one's top.

    ``detail`` and ``depth`` (moves below the root) override that. A visible tree stays as it is.
    """
    if isinstance(tree, VisibleTree):
        return tree
    if detail not in (None, "full", "compact"):
        raise ValueError(
            f'detail={detail!r}: "full", "compact", or None to choose by the number of nodes'
        )
    if depth is not None and depth < 0:
        raise ValueError(f"depth={depth!r}: how many moves below the root to draw, at least 0")
    levels = {node: len(node.path) - len(tree.path) for node in tree}
    if depth is None:
        depth = _depth_that_fits(levels) if detail is None else len(levels)
    nodes = tuple(node for node, level in levels.items() if level <= depth)
    if detail is None:
        detail = "full" if len(nodes) <= FULL_DETAIL_NODES else "compact"
    left_out = {
        node: len(list(node)) - 1 for node in nodes if node.children and levels[node] == depth
    }
    moves = (
        {node: plain(node.move, LONGEST_MOVE) for node in nodes[1:]}
        if tree.origin.has_moves
        else {}
    )
    return VisibleTree(tree, detail, nodes, left_out, moves)


def _depth_that_fits(levels: Mapping[Node, int]) -> int:
    nodes = Counter(levels.values())
    stubs = Counter(level for node, level in levels.items() if node.children)
    depth, drawn = 0, 1
    while nodes[depth + 1] and drawn + nodes[depth + 1] + stubs[depth + 1] <= COMPACT_UP_TO:
        depth += 1
        drawn += nodes[depth]
    return depth


@dataclass(frozen=True)
class Measures:
    """The measures of a picture, in pixels."""

    triangle: Size
    leaf: Size
    gap: float  # between siblings
    cousin_gap: float  # in addition, between nodes of a level that are no siblings
    level: float  # from one level to the next
    value: float  # the height of letters
    small: float
    slash: Size  # half of one stroke of a cut mark
    slash_share: float  # of the edge above the slashes, where they clear those of the neighbors


MOVE_SHARE = 0.72  # of the edge, at least, above its move

MEASURES = {
    "full": Measures(Size(74, 50), Size(38, 34), 14, 8, 112, 16, 13, Size(8.2, 5), 0.4),
    "compact": Measures(Size(54, 36), Size(28, 22), 6, 6, 84, 12, 12, Size(6, 4), 0.62),
}


def text_width(text: str, size: float) -> float:
    """Return the approximate width of a text, the same on every machine, whatever its fonts are."""
    return size * sum(1.0 if unicodedata.east_asian_width(sign) in "WF" else 0.6 for sign in text)


class Plan:
    """The place of everything in a picture: the same at every step."""

    def __init__(self, visible: VisibleTree, longest: int) -> None:
        self.visible = visible
        self.measures = measures = MEASURES[visible.detail]
        self.is_full = visible.detail == "full"
        longest_value = text_width("0" * longest, measures.value)
        width, height = measures.triangle
        # a triangle is widest at its base; the label is a third of its height above, with a sign
        # before the value
        room = 2 / 3 - 0.36 * measures.value / height
        self.triangle = Size(max(width, (longest_value + measures.value + 8) / room), height)
        self.leaf = Size(max(measures.leaf.width, longest_value + 12), measures.leaf.height)
        self.window_width = text_width("α " + "0" * max(2, longest), measures.small)
        self.x = tidy(visible.root, visible.children, self._reach, apart=measures.cousin_gap)
        self.top = len(visible.root.path)

    def size(self, node: Node) -> Size:
        """Return the size of a node's shape."""
        return self.triangle if node.children else self.leaf

    def center(self, node: Node) -> Point:
        """Return the middle of a node's shape."""
        return Point(self.x[node], (self.top - len(node.path)) * self.measures.level)

    def name_center(self, node: Node) -> Point:
        """Return the middle of a node's name: at a triangle's tip on the left, or below a leaf."""
        center = self.center(node)
        if not node.children:
            return center.moved(0, -(self.leaf.height / 2 + 10))
        left = -self._beside_tip(16) - text_width(node.name, self.measures.small) / 2
        return center.moved(left, self._tip_side(node, 8))

    def window_center(self, node: Node) -> Point:
        """Return the middle of a node's window, to the right of the tip."""
        right = self._beside_tip(32) + self.window_width / 2
        return self.center(node).moved(right, self._tip_side(node, 16))

    def _tip_side(self, node: Node, distance: float) -> float:
        """Return the height above the middle of a triangle at a distance from its tip."""
        lift = self.triangle.height / 2 - distance
        return lift if node.is_max else -lift

    def _beside_tip(self, distance: float) -> float:
        """Return the distance from its middle line that clears a triangle, so far from its tip."""
        return self.triangle.width / 2 * distance / self.triangle.height + 5

    def move_center(self, node: Node) -> Point:
        """Return the middle of a move's text: on the edge, and near the child."""
        edge = self.edge(node)
        # beside the name and the window
        near = 46 + text_width(self.visible.moves[node], self.measures.small) / 2
        return edge.point(max(MOVE_SHARE, 1 - near / max(near, abs(edge.end.x - edge.start.x))))

    def stub_center(self, node: Node) -> Point:
        """Return the middle of the text below a node whose children are left out."""
        return self.center(node).moved(0, -(self.size(node).height / 2 + 20))

    def edge(self, node: Node) -> Line:
        """Return the edge down to a node."""
        parent = self.center(self.visible.parents[node])
        return Line(
            parent.moved(0, -self.triangle.height / 2),
            self.center(node).moved(0, self.size(node).height / 2),
        )

    def slashes(self, node: Node) -> list[Line]:
        """Return the two strokes across the edge down to a node, slanted so that they cross it."""
        edge = self.edge(node)
        share = 0.36 if self.visible.moves else self.measures.slash_share  # clear of the move below
        x, y = self.measures.slash
        if edge.end.x < edge.start.x:
            y = -y
        apart = 3.5 / edge.length
        middles = (edge.point(share - apart), edge.point(share + apart))
        return [Line(middle.moved(-x, -y), middle.moved(x, y)) for middle in middles]

    def _reach(self, node: Node) -> Width:
        """Return the reach of a node and its texts to the left and right, with half the gap."""
        half = self.size(node).width / 2
        left, right = [half], [half]
        if self.is_full and node.children:
            left.append(self._beside_tip(16) + text_width(node.name, self.measures.small))
            right.append(self._beside_tip(32) + self.window_width)
        if node in self.visible.moves:
            # edges fan out, so at the height of the moves there is only part of the distance
            move_width = text_width(self.visible.moves[node], self.measures.small)
            left.append((move_width / 2 + 3) / MOVE_SHARE)
            right.append(left[-1])
        if node in self.visible.left_out:
            left.append(24)
            right.append(24)
        return max(left) + self.measures.gap / 2, max(right) + self.measures.gap / 2
