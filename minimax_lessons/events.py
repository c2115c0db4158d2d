"""Typed events: what a watched search did, and what each step means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from minimax_lessons.trees import Node

__all__ = ["Cut", "Enter", "Event", "Leaf", "Raised", "Return", "Update"]

Kind = Literal["exact", "lower", "upper"]  # is the value known, or only that it is at least, or at most, so much?


@dataclass(frozen=True, slots=True)
class Enter:
    """The search looks at a node for the first time, with the bounds that its own variables hold."""

    node: Node
    line: int  # of the source file, as every line here
    alpha: float | None  # None where the function has no such variable
    beta: float | None


@dataclass(frozen=True, slots=True)
class Leaf:
    """The search evaluates a node instead of looking further."""

    node: Node
    line: int
    value: float
    limit: bool  # the depth limit stopped it here: the game itself goes on


@dataclass(frozen=True, slots=True)
class Update:
    """A child has come back with a value, and its parent has compared it with the best so far."""

    node: Node
    line: int
    child: Node
    value: float  # what the child returned, as its parent sees it
    best: float | None
    alpha: float | None
    beta: float | None
    improved: bool  # the child is the best so far


@dataclass(frozen=True, slots=True)
class Cut:
    """The search leaves a node with children it has never looked at."""

    node: Node
    line: int
    skipped: tuple[Node, ...]
    owner: Node | None  # the ancestor whose guarantee closed the window; None: the window the search began with
    bound: float | None  # that guarantee; None where nothing forbids the line, so that the cut is unsound
    deep: bool  # the parent's own guarantee would not have sufficed
    sound: bool  # the skipped children cannot matter


@dataclass(frozen=True, slots=True)
class Return:
    """The search is done with an inner node."""

    node: Node
    line: int
    value: float
    kind: Kind


@dataclass(frozen=True, slots=True)
class Raised:
    """The search broke off here with an error."""

    node: Node
    line: int
    error: str


Event = Enter | Leaf | Update | Cut | Return | Raised
