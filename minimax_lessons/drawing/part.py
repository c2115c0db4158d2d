"""Which part of a tree is drawn, and in which detail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from minimax_lessons.drawing.labels import plain
from minimax_lessons.trees import Node

__all__ = ["Detail", "Part", "part_to_draw"]

Detail = Literal["full", "compact"]

FULL_UP_TO = 150
COMPACT_UP_TO = 1_500
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
