"""Where everything in a picture stands: it depends on the tree and the detail, never on the step."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from math import hypot

from minimax_lessons.drawing.layout import tidy
from minimax_lessons.drawing.part import Part
from minimax_lessons.trees import Node

__all__ = ["Line", "Plan", "Point", "text_width"]

Point = tuple[float, float]
Line = tuple[Point, Point]


@dataclass(frozen=True)
class Sizes:
    """The measures of a picture, in pixels."""

    triangle: Point
    leaf: Point
    gap: float  # between siblings
    apart: float  # and further between nodes of a level that are no siblings
    level: float  # from one level to the next
    value: float  # the height of letters
    small: float
    slash: Point  # half of one stroke of a cut mark
    slash_at: float  # so far down the edge, where it has left its neighbours' slashes behind


MOVE_AT = 0.72  # at least so far down its edge a move is written

SIZES = {
    "full": Sizes((74, 50), (38, 34), 14, 8, 112, 16, 13, (8.2, 5), 0.4),
    "compact": Sizes((54, 36), (28, 22), 6, 6, 84, 12, 12, (6, 4), 0.62),
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
        width, height = sizes.triangle
        # a triangle is widest at its base; the label stands on a third of its height, with a sign before the value
        room = 2 / 3 - 0.36 * sizes.value / height
        self.triangle = (max(width, (longest_value + sizes.value + 8) / room), height)
        self.leaf = (max(sizes.leaf[0], longest_value + 12), sizes.leaf[1])
        self.window = text_width("α " + "0" * max(2, longest), sizes.small)
        self.x = tidy(drawn.root, drawn.children, self._reach, apart=sizes.apart)
        self.top = len(drawn.root.path)

    def size(self, node: Node) -> Point:
        """Return the width and height of a node's shape."""
        return self.triangle if node.children else self.leaf

    def at(self, node: Node) -> Point:
        """Return the middle of a node's shape."""
        return self.x[node], (self.top - len(node.path)) * self.sizes.level

    def name_at(self, node: Node) -> Point:
        """Return the middle of a node's name: at the free corner beside a triangle's tip, or below a leaf."""
        (x, y), (_, height) = self.at(node), self.size(node)
        if not node.children:
            return x, y - height / 2 - 10
        lift = height / 2 - 8
        return x - self._beside(16) - text_width(node.name, self.sizes.small) / 2, y + (lift if node.is_max else -lift)

    def window_at(self, node: Node) -> Point:
        """Return the middle of a node's window, on the other side of the tip."""
        x, y = self.at(node)
        lift = self.sizes.triangle[1] / 2 - 16
        return x + self._beside(32) + self.window / 2, y + (lift if node.is_max else -lift)

    def _beside(self, height: float) -> float:
        """Return how far from its middle line a triangle is left behind, so high from the tip."""
        return self.triangle[0] / 2 * height / self.triangle[1] + 5

    def move_at(self, node: Node) -> Point:
        """Return the middle of a move's text, on the edge, never far from where it leads."""
        (x1, y1), (x2, y2) = self.edge(node)
        near = 46 + text_width(self.drawn.moves[node], self.sizes.small) / 2  # beside the name and the window
        at = max(MOVE_AT, 1 - near / max(near, abs(x2 - x1)))
        return x1 + at * (x2 - x1), y1 + at * (y2 - y1)

    def stub_at(self, node: Node) -> Point:
        """Return the middle of the text that stands for what is left out below a node."""
        x, y = self.at(node)
        return x, y - self.size(node)[1] / 2 - 20

    def edge(self, node: Node) -> Line:
        """Return where the edge down to a node begins and ends."""
        parent = self.drawn.parents[node]
        (x1, y1), (x2, y2) = self.at(parent), self.at(node)
        return (x1, y1 - self.size(parent)[1] / 2), (x2, y2 + self.size(node)[1] / 2)

    def slashes(self, node: Node) -> list[Line]:
        """Return the two strokes across the edge down to a node."""
        at = 0.36 if self.drawn.moves else self.sizes.slash_at  # clear of the move further down
        return _slashes(self.edge(node), self.sizes.slash, at)

    def _reach(self, node: Node) -> Point:
        """Return how far a node and what stands beside it reach to the left and right, with half the gap between."""
        half = self.size(node)[0] / 2
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


def _slashes(line: Line, stroke: Point, at: float) -> list[Line]:
    """Return two short strokes across a line, slanting // or, where the line itself slants so, the other way."""
    (x1, y1), (x2, y2) = line
    length = hypot(x2 - x1, y2 - y1)
    dx, dy = stroke[0], stroke[1] if x2 >= x1 else -stroke[1]
    strokes: list[Line] = []
    for place in (at - 3.5 / length, at + 3.5 / length):
        x, y = x1 + place * (x2 - x1), y1 + place * (y2 - y1)
        strokes.append(((x - dx, y - dy), (x + dx, y + dy)))
    return strokes
