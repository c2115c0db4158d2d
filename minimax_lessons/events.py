"""Typed events: the steps that a search consists of."""

from __future__ import annotations

from typing import Literal, NamedTuple

from minimax_lessons.trees import Node

__all__ = [
    "Cut",
    "Enter",
    "Event",
    "Kind",
    "Leaf",
    "Raised",
    "Remembered",
    "Return",
    "Update",
]

# Is the returned value the node's own, or only a bound on it: is the node worth at least, or at
# most, so much?
Kind = Literal["exact", "lower", "upper"]


class Enter(NamedTuple):
    """The search comes to a node, with the bounds that its own variables hold."""

    node: Node
    line: int  # of the source file, as every line here
    alpha: float | None  # None where the function has no such variable
    beta: float | None


class Leaf(NamedTuple):
    """The search evaluates a node instead of looking further."""

    node: Node
    line: int
    value: float
    limit: bool  # the depth limit stopped it here: the game itself goes on


class Remembered(NamedTuple):
    """The search answers from a cache or a table, because it knows such a position."""

    node: Node
    line: int
    value: float
    kind: Kind  # what the value is worth


class Update(NamedTuple):
    """A child has come back with a value, and its parent has compared it with the best so far."""

    node: Node
    line: int
    child: Node
    value: float  # what the child returned
    best: float | None
    alpha: float | None
    beta: float | None
    improved: bool  # the child is the best so far
    kind: Kind  # what the child's value is worth


class Cut(NamedTuple):
    """The search leaves a node with children it has never looked at."""

    node: Node
    line: int
    skipped: tuple[Node, ...]
    # the ancestor whose guarantee closed the window; None: the window the node was given
    owner: Node | None
    # that guarantee; None where nothing forbids the line, so that the cut is unsound
    bound: float | None
    # what the node itself already is worth: at least so much to MAX, at most so much at a MIN node
    reached: float
    deep: bool  # the parent's own guarantee would not have sufficed
    sound: bool  # the skipped children cannot matter


class Return(NamedTuple):
    """The search is done with an inner node."""

    node: Node
    line: int
    value: float
    kind: Kind
    justified: bool  # what the children returned really shows this much


class Raised(NamedTuple):
    """The search crashed here."""

    node: Node
    line: int
    error: str


Event = Enter | Leaf | Remembered | Update | Cut | Return | Raised
