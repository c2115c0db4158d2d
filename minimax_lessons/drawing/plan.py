"""Which part of a tree is drawn, and where everything in its picture stands: the same at every step."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from minimax_lessons.drawing.labels import plain
from minimax_lessons.drawing.layout import Width, tidy
from minimax_lessons.trees import Node

__all__ = ["Detail", "Line", "Part", "Plan", "part_to_draw", "text_width"]

Detail = Literal["full", "compact"]
Line = tuple[complex, complex]  # from where to where; points are complex numbers, and so are widths with heights


FULL_UP_TO, COMPACT_UP_TO = 150, 1_500  # nodes
LONGEST_MOVE = 12  # signs


@dataclass(frozen=True)
class Part:
    """The part of a tree that is drawn: all of it, or its top with a stub for what is left out below a node."""

    root: Node
    detail: Detail
    nodes: tuple[Node, ...]  # each parent before its children
    left_out: dict[Node, int]  # how many nodes lie below each node whose children aren't drawn
    moves: dict[Node, str]  # what is written on the edge down to a node, in a game

    def children(self, node: Node) -> tuple[Node, ...]:
        """Return the children that are drawn."""
        return () if node in self.left_out else node.children

    @cached_property
    def parents(self) -> dict[Node, Node]:
        """Return the parent of each node, drawn or not."""
        return {child: node for node in self.root for child in node.children}

    @property
    def sentence(self) -> str:
        """Return what a reader must know if not all is drawn."""
        if not self.left_out:
            return ""
        depth = len(next(iter(self.left_out)).path) - len(self.root.path)
        drawn, whole = len(self.nodes), len(self.nodes) + sum(self.left_out.values())
        moves = "move is" if depth == 1 else f"{depth} moves are"
        return f"Only the first {moves} drawn: {drawn:,} of {whole:,} nodes."


def part_to_draw(tree: Node, detail: Detail | None = None, depth: int | None = None) -> Part:
    """Return what of a tree is drawn and how: full detail for a small tree, compact for a large, a huge one's top."""
    if detail not in (None, "full", "compact"):
        raise ValueError(f'detail={detail!r}: "full", "compact", or None to choose by the number of nodes')
    if depth is not None and depth < 0:
        raise ValueError(f"depth={depth!r}: how many moves below the root to draw, at least 0")
    levels = {node: len(node.path) - len(tree.path) for node in tree}
    if depth is None:
        depth = _depth_that_fits(levels) if detail is None else len(levels)
    nodes = tuple(node for node, level in levels.items() if level <= depth)
    if detail is None:
        detail = "full" if len(nodes) <= FULL_UP_TO else "compact"
    left_out = {node: len(list(node)) - 1 for node in nodes if node.children and levels[node] == depth}
    moves = {node: plain(node.move, LONGEST_MOVE) for node in nodes[1:]} if tree.origin.has_moves else {}
    return Part(tree, detail, nodes, left_out, moves)


def _depth_that_fits(levels: Mapping[Node, int]) -> int:
    nodes = Counter(levels.values())
    stubs = Counter(level for node, level in levels.items() if node.children)
    depth, drawn = 0, 1
    while nodes[depth + 1] and drawn + nodes[depth + 1] + stubs[depth + 1] <= COMPACT_UP_TO:
        depth += 1
        drawn += nodes[depth]
    return depth


@dataclass(frozen=True)
class Sizes:
    """The measures of a picture, in pixels."""

    triangle: complex
    leaf: complex
    gap: float  # between siblings
    apart: float  # and further between nodes of a level that are no siblings
    level: float  # from one level to the next
    value: float  # the height of letters
    small: float
    slash: complex  # half of one stroke of a cut mark
    slash_at: float  # so far down the edge, where it has left its neighbours' slashes behind


MOVE_AT = 0.72  # at least so far down its edge a move is written

SIZES = {
    "full": Sizes(74 + 50j, 38 + 34j, 14, 8, 112, 16, 13, 8.2 + 5j, 0.4),
    "compact": Sizes(54 + 36j, 28 + 22j, 6, 6, 84, 12, 12, 6 + 4j, 0.62),
}


def text_width(text: str, size: float) -> float:
    """Return about how wide a text is; Graphviz measures with whatever fonts the machine has, so it isn't asked."""
    return size * sum(1.0 if unicodedata.east_asian_width(sign) in "WF" else 0.6 for sign in text)


class Plan:
    """Where everything in a picture stands: the same at every step."""

    def __init__(self, drawn: Part, longest: int) -> None:
        self.drawn = drawn
        self.sizes = sizes = SIZES[drawn.detail]
        self.full = drawn.detail == "full"
        longest_value = text_width("0" * longest, sizes.value)
        width, height = sizes.triangle.real, sizes.triangle.imag
        # a triangle is widest at its base; the label stands on a third of its height, with a sign before the value
        room = 2 / 3 - 0.36 * sizes.value / height
        self.triangle = complex(max(width, (longest_value + sizes.value + 8) / room), height)
        self.leaf = complex(max(sizes.leaf.real, longest_value + 12), sizes.leaf.imag)
        self.window = text_width("α " + "0" * max(2, longest), sizes.small)
        self.x = tidy(drawn.root, drawn.children, self._reach, apart=sizes.apart)
        self.top = len(drawn.root.path)

    def size(self, node: Node) -> complex:
        """Return the width and height of a node's shape."""
        return self.triangle if node.children else self.leaf

    def at(self, node: Node) -> complex:
        """Return the middle of a node's shape."""
        return complex(self.x[node], (self.top - len(node.path)) * self.sizes.level)

    def name_at(self, node: Node) -> complex:
        """Return the middle of a node's name: at the free corner beside a triangle's tip, or below a leaf."""
        if not node.children:
            return self.at(node) - (self.leaf.imag / 2 + 10) * 1j
        return self._beside_tip(node, 8) - self._beside(16) - text_width(node.name, self.sizes.small) / 2

    def window_at(self, node: Node) -> complex:
        """Return the middle of a node's window, on the other side of the tip."""
        return self._beside_tip(node, 16) + self._beside(32) + self.window / 2

    def _beside_tip(self, node: Node, below: float) -> complex:
        lift = self.triangle.imag / 2 - below
        return self.at(node) + (lift if node.is_max else -lift) * 1j

    def _beside(self, height: float) -> float:
        """Return how far from its middle line a triangle is left behind, so high from the tip."""
        return self.triangle.real / 2 * height / self.triangle.imag + 5

    def move_at(self, node: Node) -> complex:
        """Return the middle of a move's text, on the edge, never far from where it leads."""
        start, end = self.edge(node)
        near = 46 + text_width(self.drawn.moves[node], self.sizes.small) / 2  # beside the name and the window
        at = max(MOVE_AT, 1 - near / max(near, abs(end.real - start.real)))
        return start + at * (end - start)

    def stub_at(self, node: Node) -> complex:
        """Return the middle of the text that stands for what is left out below a node."""
        return self.at(node) - (self.size(node).imag / 2 + 20) * 1j

    def edge(self, node: Node) -> Line:
        """Return where the edge down to a node begins and ends."""
        start = self.at(self.drawn.parents[node]) - self.triangle.imag / 2 * 1j
        return start, self.at(node) + self.size(node).imag / 2 * 1j

    def slashes(self, node: Node) -> list[Line]:
        """Return two strokes across the edge down to a node, slanting // or, where it does so itself, the other way."""
        start, end = self.edge(node)
        at = 0.36 if self.drawn.moves else self.sizes.slash_at  # clear of the move further down
        half = self.sizes.slash if end.real >= start.real else self.sizes.slash.conjugate()
        apart = 3.5 / abs(end - start)
        middles = (start + place * (end - start) for place in (at - apart, at + apart))
        return [(middle - half, middle + half) for middle in middles]

    def _reach(self, node: Node) -> Width:
        """Return how far a node and what stands beside it reach to the left and right, with half the gap between."""
        half = self.size(node).real / 2
        left, right = [half], [half]
        if self.full and node.children:
            left.append(self._beside(16) + text_width(node.name, self.sizes.small))
            right.append(self._beside(32) + self.window)
        if node in self.drawn.moves:
            # edges fan out, so that where the moves stand there is only part of the children's distance
            left.append((text_width(self.drawn.moves[node], self.sizes.small) / 2 + 3) / MOVE_AT)
            right.append(left[-1])
        if node in self.drawn.left_out:
            left.append(24)
            right.append(24)
        return max(left) + self.sizes.gap / 2, max(right) + self.sizes.gap / 2
