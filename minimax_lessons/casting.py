"""Casting: hand the tree to a search in the form that its code expects, and know each node again when it comes by."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from numbers import Real
from typing import Any, Protocol

from minimax_lessons.reading import Part, Reading, Role, role_of
from minimax_lessons.trees import Children, Node, leaves_below, sprout, tree

__all__ = ["Call", "Finder", "cast"]

UNDO = {"push", "pop", "undo", "undo_move", "unmake", "unmake_move", "undo_last_move", "take_back", "unplay"}
NODE_WORDS = {"children", "is_over", "evaluate", "moves", "play", "maximizing", "is_max", "value"}


class Seen(Protocol):
    """What a finder needs to know of the node that is being searched."""

    node: Node
    visited: int  # how many of its children have been entered


class Finder(Protocol):
    """Knows each node again among the values that a search passes on."""

    root: Node

    def find(self, values: Mapping[str, Any], part: Part, above: Seen | None) -> Node | None:
        """Return the node that a call is about, or None if it is about no node of the tree."""
        ...


@dataclass
class Call:
    """A search function with everything it must be called with."""

    function: Callable[..., Any]
    arguments: list[Any]
    keywords: dict[str, Any]
    finder: Finder
    by_order: bool  # nodes can't be told apart: a call made while a node is searched is about its next child
    bounds: tuple[float, float]  # the window it starts with, as far as the call shows it
    notes: list[str] = field(default_factory=list)
    known: dict[Node, float] = field(default_factory=dict)  # values of leaves that are known beforehand


def cast(reading: Reading, subject: Any, arguments: Sequence[Any], depth: int | None) -> Call:
    """Return the call that runs the search on the subject: a toy tree, nested lists, a game's position, a board."""
    notes: list[str] = []
    roles, node_name = _roles(reading)
    finder, given, by_order = _finder(reading, subject, roles, notes)
    fill = _Filling(reading, finder.root, depth, arguments, roles, node_name)
    if depth is None and isinstance(finder, Grown) and fill.needs_depth():
        raise TypeError(f"{reading.name} needs a depth: a game has no height to go by. Add depth=3, for example")
    if depth is not None and not any(role == "depth" for role in roles.values()):
        notes.append(f"{reading.name} takes no depth, so depth={depth} changes nothing.")
    values = fill.values(given)
    if node_name is not None and isinstance(finder, ById | Grown) and values.get(node_name) is not given:
        by_order = True
    if node_name is None and not by_order:
        by_order = True
    if by_order and not isinstance(finder, ByOrder):
        finder = finder if isinstance(finder, ByIndex) else ByOrder(finder.root)
        notes.append("The nodes are told by their order: children are taken to be visited from left to right.")
    positional, keywords = _arranged(reading.signature, values)
    low, high = (next((v for n, v in values.items() if roles.get(n) == r), None) for r in ("alpha", "beta"))
    bounds = (low if _is_number(low) else -inf, high if _is_number(high) else inf)
    return Call(reading.function, positional, keywords, finder, isinstance(finder, ByOrder), bounds, notes)


# Which form


def _roles(reading: Reading) -> tuple[dict[str, Role | None], str | None]:
    """Return each parameter's role, and the name of the one that takes the node."""
    names = list(reading.signature.parameters)
    roles = {name: role_of(name, frozenset(names)) for name in names}
    flat = {"index", "values"} <= set(roles.values())
    if not flat:  # without a list of values, i or values may be anything
        roles = {name: None if role in ("index", "values") else role for name, role in roles.items()}
    if flat:
        return roles, None
    plain = [
        name
        for name, parameter in reading.signature.parameters.items()
        if roles[name] is None
        and parameter.kind not in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    ]
    if plain:
        return roles, plain[0]
    # n or d as a first parameter followed by another depth may well be the node
    first = names[0] if names else None
    if first is not None and list(roles.values()).count(roles[first]) > 1:
        roles[first] = None
        return roles, first
    return roles, None


def _finder(
    reading: Reading, subject: Any, roles: Mapping[str, Role | None], notes: list[str]
) -> tuple[Finder, Any, bool]:
    """Return who finds the nodes, what stands for the root in the call, and whether only order can tell nodes."""
    if _is_toy(subject):
        root = subject if isinstance(subject, Node) else tree(subject)
        if root.position is not None:
            subject, root = root.position, root
        elif "values" in roles.values():
            return ByIndex(root), [leaf.value for leaf in leaves_below(root)], False
        elif NODE_WORDS & reading.words:
            return ById(root, {id(node): node for node in root}), root, False
        else:
            lists, ids = _as_lists(root, tagged="type" not in reading.words)
            return ById(root, ids), lists, False
    if UNDO & (set(dir(subject)) | reading.words):
        return ByOrder(sprout(subject, None)), subject, True
    if _has_steady_children(subject):
        root, ids = _mirrored(subject)
        return ById(root, ids), subject, False
    if callable(getattr(subject, "children", None)) or callable(getattr(subject, "moves", None)):
        return Grown(sprout(subject, None)), subject, False
    notes.append("This object does not tell its children, so those never visited are not shown.")
    return ByOrder(sprout(subject, None)), subject, True


def _is_toy(subject: Any) -> bool:
    return isinstance(subject, Node | list | tuple | str | dict | set | None) or isinstance(subject, Real)


def _as_lists(root: Node, *, tagged: bool) -> tuple[Any, dict[int, Node]]:
    """Return the tree as lists of numbers, each list and number an object of its own, and whose it is."""
    made: dict[Node, Any] = {}
    for node in reversed(list(root)):
        if node.value is None:
            made[node] = [made[child] for child in node.children]
        else:
            made[node] = _tagged(node.value) if tagged else node.value
    return made[root], {id(thing): node for node, thing in made.items() if tagged or node.children}


class TaggedInt(int):
    """A whole number that can be told from an equal one elsewhere in the tree."""

    __slots__ = ()


class TaggedFloat(float):
    """A number that can be told from an equal one elsewhere in the tree."""

    __slots__ = ()


class TaggedFraction(Fraction):
    """A fraction that can be told from an equal one elsewhere in the tree."""

    __slots__ = ()


def _tagged(value: float) -> float:
    if isinstance(value, int):
        return TaggedInt(value)
    return TaggedFraction(value) if isinstance(value, Fraction) else TaggedFloat(value)


def _children_of(thing: Any) -> Sequence[Any]:
    children = getattr(thing, "children", None)
    found = children() if callable(children) and not isinstance(children, Sequence) else children
    if found is None and callable(getattr(thing, "moves", None)):
        return [thing.play(move) for move in thing.moves()]
    return list(found) if isinstance(found, Iterable) else []


def _has_steady_children(thing: Any) -> bool:
    """Return True for a linked tree: asked twice, it gives the same objects as children."""
    if not hasattr(thing, "children"):
        return False
    once, again = _children_of(thing), _children_of(thing)
    return all(a is b for a, b in zip(once, again, strict=True))


def _mirrored(subject: Any) -> tuple[Node, dict[int, Node]]:
    """Return our own tree of the shape that the learner's linked nodes have, and whose node is whose."""
    root = sprout(subject, None)
    ids = {id(subject): root}
    ahead = [root]
    while ahead:
        node = ahead.pop()
        kids = _children_of(node.position)
        if any(id(kid) in ids for kid in kids):
            raise ValueError(f"a node below {node.position!r} stands in the tree twice: a tree has one way to each node")
        children = Children(sprout(kid, node, step) for step, kid in enumerate(kids))
        object.__setattr__(node, "children", children)
        object.__setattr__(node, "is_over", not children)
        ids.update((id(kid), child) for kid, child in zip(kids, children, strict=True))
        ahead.extend(children)
    return root, ids


# Who finds the node


@dataclass
class ById:
    """Finds a node by the identity of an argument; a copied list by being equal to a child not yet visited."""

    root: Node
    ids: dict[int, Node]
    names: dict[Any, str] = field(default_factory=dict)

    def find(self, values: Mapping[str, Any], part: Part, above: Seen | None) -> Node | None:
        name = self.names.get(part.code)
        if name is not None:
            node = self.ids.get(id(values.get(name)))
            if node is not None:
                return node
        for name in part.parameters:
            node = self.ids.get(id(values.get(name)))
            if node is not None and (above is None or node is above.node or node.path[:-1] == above.node.path):
                self.names[part.code] = name
                return node
        return self._equal_child(values, part, above)

    def _equal_child(self, values: Mapping[str, Any], part: Part, above: Seen | None) -> Node | None:
        if above is None:
            return None
        thing = values.get(self.names.get(part.code, part.parameters[0] if part.parameters else ""))
        alike = [child for child in above.node.children if _same(child, thing)]
        later = [child for child in alike if child.path[-1] >= above.visited]
        return (later or alike or [None])[0]


def _same(node: Node, thing: Any) -> bool:
    if isinstance(thing, Node):
        return node == thing
    return isinstance(thing, list | Real) and not isinstance(thing, bool) and bool(node.nested == thing)


@dataclass
class Grown:
    """Finds a game's positions by being equal to a child of the position above, and grows the tree as it goes."""

    root: Node
    names: dict[Any, str] = field(default_factory=dict)

    def find(self, values: Mapping[str, Any], part: Part, above: Seen | None) -> Node | None:
        name = self.names.get(part.code)
        for candidate in (name,) if name is not None else part.parameters:
            node = self._match(values.get(candidate), above)
            if node is not None:
                self.names[part.code] = candidate
                return node
        return None

    def _match(self, thing: Any, above: Seen | None) -> Node | None:
        if not isinstance(thing, type(self.root.position)):
            return None
        if above is None:
            if thing is self.root.position or thing == self.root.position:
                return self.root
            children = expand(self.root)
        else:
            if thing is above.node.position or thing == above.node.position:
                return above.node
            children = expand(above.node)
        alike = [child for child in children if child.position == thing]
        later = [child for child in alike if not child.is_over]
        return (later or alike or [None])[0]


def expand(node: Node) -> Children:
    """Return a game node's children, asking the game for them the first time."""
    if not node.children:
        position = node.position
        moves = list(position.moves()) if callable(getattr(position, "moves", None)) else None
        kids = list(_children_of(position))
        steps = moves if moves is not None and len(moves) == len(kids) else range(len(kids))
        children = Children(sprout(kid, node, i, move) for i, (kid, move) in enumerate(zip(kids, steps, strict=True)))
        object.__setattr__(node, "children", children)
    return node.children


@dataclass
class ByIndex:
    """Finds a node of a full tree by its level and its number in the level: leaves in a flat list."""

    root: Node

    def find(self, values: Mapping[str, Any], part: Part, above: Seen | None) -> Node | None:
        if above is None:
            return self.root
        name = next((name for name in part.parameters if role_of(name) == "index"), None)
        index = values.get(name) if name is not None else None
        if not isinstance(index, int):
            return None
        return next((child for child in above.node.children if _number_in_level(child, self.root) == index), None)


def _number_in_level(node: Node, root: Node) -> int:
    number, above = 0, root
    for step in node.path:
        number = number * len(above.children) + step
        above = above.children[step]
    return number


@dataclass
class ByOrder:
    """Takes each call made while a node is searched to be about its next child."""

    root: Node
    grows: bool = field(init=False)

    def __post_init__(self) -> None:
        self.grows = self.root.position is not None and not self.root.children

    def find(self, values: Mapping[str, Any], part: Part, above: Seen | None) -> Node | None:
        if above is None:
            return self.root
        step, node = above.visited, above.node
        if self.grows and step >= len(node.children):
            child = sprout(self.root.position, node, step)
            object.__setattr__(node, "children", Children((*node.children, child)))
        return node.children[step] if step < len(node.children) else None


# What else the call needs


@dataclass
class _Filling:
    reading: Reading
    root: Node
    depth: int | None
    arguments: Sequence[Any]
    roles: dict[str, Role | None]
    node_name: str | None

    def values(self, given: Any) -> dict[str, Any]:
        """Return a value for every parameter that needs one, or raise TypeError that names the one missing."""
        explicit = self._explicit()
        values: dict[str, Any] = {}
        for name, parameter in self.reading.signature.parameters.items():
            if parameter.kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD):
                continue
            if name in explicit:
                values[name] = explicit[name]
            elif name == self.node_name or self.roles[name] == "values":
                values[name] = given
            elif self._fills(name, parameter):
                values[name] = self._plain(name)
            elif parameter.default is parameter.empty:
                raise TypeError(
                    f"{self.reading.name} needs a value for {name!r}, and its name does not tell which: give it after"
                    f" the tree, as in trace({self.reading.name}, tree, …)"
                )
        self._check_takes_node(explicit)
        return values

    def needs_depth(self) -> bool:
        """Return True if a depth must come from outside: the arguments given do not hold one."""
        explicit = self._explicit()
        return any(
            role == "depth" and name not in explicit and self.reading.signature.parameters[name].default is inspect._empty
            for name, role in self.roles.items()
        )

    def _check_takes_node(self, explicit: Mapping[str, Any]) -> None:
        if self.node_name is None and "values" not in self.roles.values() and not explicit:
            raise TypeError(
                f"{self.reading.name} takes no node: its first parameter should be the position to search. If the"
                f" position lives elsewhere, give all arguments after the tree, as in trace({self.reading.name}, tree, 3)"
            )

    def _explicit(self) -> dict[str, Any]:
        """Return the values given after the tree, by the parameters they belong to."""
        names = [
            name
            for name, parameter in self.reading.signature.parameters.items()
            if parameter.kind not in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
        ]
        rest = [name for name in names if name != self.node_name]
        unknown = [
            name
            for name in rest
            if self.roles[name] is None and self.reading.signature.parameters[name].default is inspect._empty
        ]
        arguments = list(self.arguments)
        if arguments and len(arguments) == len(names):
            return dict(zip(names, arguments, strict=True))
        if arguments and len(arguments) == len(unknown):
            return dict(zip(unknown, arguments, strict=True))
        if len(arguments) == 1 and self.node_name is not None and not isinstance(arguments[0], Real | str | None):
            return {self.node_name: arguments[0]}
        if len(arguments) > len(rest):
            raise TypeError(
                f"{self.reading.name} takes {len(rest)} arguments beside the node, and {len(arguments)} were given"
            )
        return dict(zip(rest, arguments, strict=False))

    def _fills(self, name: str, parameter: inspect.Parameter) -> bool:
        role, default = self.roles[name], parameter.default
        if role is None:
            return False
        if default is parameter.empty:
            return True
        if role == "depth":
            return self.depth is not None or bool(default)
        return role in ("turn", "colour", "index") and default is not None

    def _plain(self, name: str) -> Any:
        role = self.roles[name]
        if role == "alpha":
            return -inf
        if role == "beta":
            return inf
        if role == "index":
            return 0
        if role == "depth":
            return self._depth(name)
        if role == "colour":
            return 1 if self.root.is_max else -1
        return self._turn(name)

    def _depth(self, name: str) -> int:
        depths = [other for other, role in self.roles.items() if role == "depth"]
        height = self.depth if self.depth is not None else self.root.height
        counter = depths[0] if "max" not in depths[0] and "limit" not in depths[0] else depths[-1]
        return 0 if self.reading.counts_up and name == counter else height

    def _turn(self, name: str) -> Any:
        """Return the root's player as the code has it: True or False, 1 or −1, or a word such as "max"."""
        how = self.reading.turns.get(name)
        if how is None:
            return self.root.is_max
        if how == "sign":
            return 1 if self.root.is_max else -1
        mine, other = how
        return mine if self.root.is_max else other


def _arranged(signature: inspect.Signature, values: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    skipped = False
    for name, parameter in signature.parameters.items():
        if name not in values:
            skipped = True
        elif skipped or parameter.kind is inspect.Parameter.KEYWORD_ONLY:
            keywords[name] = values[name]
        else:
            positional.append(values[name])
    return positional, keywords


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)
