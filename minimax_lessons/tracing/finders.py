"""Finders: know each node of the tree again among the values that a search passes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from numbers import Real
from types import FrameType
from typing import Any, Protocol

from minimax_lessons.tracing.reading import Part
from minimax_lessons.tracing.roles import role_of
from minimax_lessons.tracing.subjects import children_of, is_number, moves_of, own_turn, state_of
from minimax_lessons.trees import Node, adopt, sprout

__all__ = ["ById", "ByIndex", "ByOrder", "Finder", "Grown", "Seen"]


class Seen(Protocol):
    """What a finder needs to know of the node that is being searched."""

    node: Node
    visited: int  # how many of its children have been entered
    frame: FrameType
    part: Part


class Finder(Protocol):
    """Knows each node again among the values that a search passes on."""

    root: Node

    def find(self, values: Mapping[str, Any], part: Part, above: Seen | None) -> Node | None:
        """Return the node that a call is about, or None if it is about no node of the tree."""
        ...


def _likely(part: Part) -> list[str]:
    """Return a function's parameters, those that sound like a bound or a depth last."""
    return sorted(part.parameters, key=lambda name: role_of(name, frozenset(part.parameters)) is not None)


@dataclass
class ById:
    """Finds a node by the identity of an argument; a copied list by being equal to a child not yet visited."""

    root: Node
    ids: dict[int, Node]
    alive: list[Any] = field(default_factory=list)  # an identity means something only while its object lives
    names: dict[int, str] = field(default_factory=dict)  # which parameter holds the node, by its function

    def find(self, values: Mapping[str, Any], part: Part, above: Seen | None) -> Node | None:
        """Return the node that an argument is, or is equal to."""
        name = self.names.get(id(part))
        if name is not None:
            thing = values.get(name)
            node = self.ids.get(id(thing))
            return node if node is not None or above is None else self._piece_or_copy(thing, above, part)
        for name in _likely(part):
            node = self.ids.get(id(values.get(name)))
            if node is not None and (above is None or node is above.node or node.path[:-1] == above.node.path):
                self.names[id(part)] = name
                return node
        if above is None or not part.parameters:
            return None
        return self._piece_or_copy(values.get(part.parameters[0]), above, part)

    def _piece_or_copy(self, thing: Any, above: Seen, part: Part) -> Node | None:
        is_list = isinstance(thing, list) or (isinstance(thing, tuple) and id(part) not in self.names)
        if is_list and all(self._is_child(each, above.node) for each in thing):
            return above.node  # some of the node's children, the rest of them perhaps: still the same node
        alike = [child for child in above.node.children if _same(child, thing)]
        later = [child for child in alike if child.path[-1] >= above.visited]
        return next(iter(later or alike), None)

    def _is_child(self, thing: Any, node: Node) -> bool:
        child = self.ids.get(id(thing))
        return child is not None and child.path[:-1] == node.path


def _same(node: Node, thing: Any) -> bool:
    if isinstance(thing, Node):
        return node == thing
    if isinstance(thing, tuple):
        thing = _as_list(thing)
    return (isinstance(thing, list) or is_number(thing)) and bool(node.nested == thing)


def _as_list(thing: Any) -> Any:
    return [_as_list(part) for part in thing] if isinstance(thing, tuple) else thing


@dataclass
class Grown:
    """Finds a game's positions by being equal to a child of the position above, and grows the tree as it goes."""

    root: Node
    names: dict[int, str] = field(default_factory=dict)  # which parameter holds the node, by its function
    met: set[Node] = field(default_factory=set)

    def find(self, values: Mapping[str, Any], part: Part, above: Seen | None) -> Node | None:
        """Return the node of the position among the arguments, sprouting it if it is new."""
        name = self.names.get(id(part))
        for candidate in (name,) if name is not None else part.parameters:
            node = self._match(values.get(candidate), above)
            if node is not None:
                self.names[id(part)] = candidate
                self.met.add(node)
                return node
        return None

    def _match(self, thing: Any, above: Seen | None) -> Node | None:
        if not isinstance(thing, type(self.root.position)):
            return None
        here = self.root if above is None else above.node
        if thing is here.position or thing == here.position:
            return here
        if not here.children:
            _expand(here)
        alike = [child for child in here.children if child.position == thing]
        if not alike and above is not None:  # positions that know no equality
            alike = list(here.children[above.visited : above.visited + 1])
        return next((child for child in alike if child not in self.met), next(iter(alike), None))


def _expand(node: Node) -> None:
    """Give a game's node its children, asking the game for them."""
    kids = children_of(node.position)
    moves = moves_of(node.position)
    names = moves if moves is not None and len(moves) == len(kids) else [None] * len(kids)
    pairs = enumerate(zip(kids, names, strict=True))
    adopt(node, [sprout(kid, node, i, move, is_max=own_turn(kid)) for i, (kid, move) in pairs], over=False)


@dataclass
class ByIndex:
    """Finds a node of a full tree by its level and its number in the level: leaves in a flat list."""

    root: Node

    def find(self, values: Mapping[str, Any], part: Part, above: Seen | None) -> Node | None:
        """Return the child that the index tells of."""
        if above is None:
            return self.root
        name = next((name for name in part.parameters if role_of(name) == "index"), None)
        index = values.get(name) if name is not None else None
        if not isinstance(index, int):
            return None
        return next((child for child in above.node.children if _number_in_level(child, self.root) == index), None)


def _number_in_level(node: Node, root: Node) -> int:
    number, above = 0, root
    for step in node.path[len(root.path) :]:
        number = number * len(above.children) + step
        above = above.children[step]
    return number


@dataclass
class ByOrder:
    """Takes each call made while a node is searched to be about its next child, or the child of the move just made."""

    root: Node
    board: Any = None  # what a call is about, if it does not tell one position from another; None: the tree is known
    asked: frozenset[str] = frozenset()  # what the search asks the board for
    moves: dict[Node, list[Any]] = field(default_factory=dict)  # of the board as it was at each node
    start: list[Any] = field(default_factory=list)  # what the first call was about

    def find(self, values: Mapping[str, Any], part: Part, above: Seen | None) -> Node | None:
        """Return the child that comes next."""
        if above is None:
            self.start = _things(values)
        node = self.root if above is None else self._child(above)
        if node is not None and node not in self.moves:
            if self.board is None:
                self.moves[node] = [child.move for child in node.children]
            else:
                board = next((v for v in values.values() if isinstance(v, type(self.board))), self.board)
                self.moves[node] = moves_of(board, self.asked) or []
        return node

    def is_at_start(self, values: Mapping[str, Any]) -> bool:
        """Return True if a call is about what the first call was about, no move having been made."""
        return _things(values) == self.start

    def _child(self, above: Seen) -> Node | None:
        node, moves = above.node, self.moves[above.node]
        step = self._step(above, moves)
        if self.board is not None and step >= len(node.children):
            later = [sprout(None, node, i, move) for i, move in enumerate(moves or [None] * (step + 1))]
            adopt(node, [*node.children, *later[len(node.children) :]], over=False)
        return node.children[step] if step < len(node.children) else None

    def _step(self, above: Seen, moves: list[Any]) -> int:
        """Return the number of the child: that of the move which a variable of its parent's holds, if one does."""
        held = above.frame.f_locals
        for name in above.part.moves:
            if held.get(name) in moves:
                return moves.index(held[name])
        return above.visited


def _things(values: Mapping[str, Any]) -> list[Any]:
    """Return the state of whatever is passed beside numbers: boards."""
    return [state_of(value) for value in values.values() if not isinstance(value, Real | None) and not callable(value)]
