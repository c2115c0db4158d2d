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
from minimax_lessons.trees import MAX_NODES, Node, adopt, leaves_below, sprout, tree

__all__ = ["Call", "Finder", "cast"]

UNDO = {"push", "pop", "undo", "undo_move", "unmake", "unmake_move", "undo_last_move", "take_back", "unplay"}
MOVES = ("moves", "legal_moves", "get_moves", "get_legal_moves", "available_moves", "possible_moves", "actions")
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
    bounds: tuple[float, float]  # the window it starts with, as far as the call shows it
    notes: list[str] = field(default_factory=list)
    known: dict[Node, float] = field(default_factory=dict)  # values of leaves that are known beforehand


def cast(
    reading: Reading, subject: Any, arguments: Sequence[Any], *, depth: int | None = None, node_name: str | None = None
) -> Call:
    """Return the call that runs the search on the subject: a toy tree, nested lists, a game's position, a board."""
    notes: list[str] = []
    roles, node_name = _roles(reading, node_name)
    explicit = _explicit(reading, arguments, roles, node_name)
    form = _form(reading, subject, roles, _turn_given(reading, explicit, roles))
    fill = _Filling(reading, form.finder.root, depth, explicit, roles, node_name)
    if depth is None and form.grows and fill.needs_depth():
        raise TypeError(f"{reading.name} needs a depth: a game has no height to go by. Add depth=3, for example")
    if depth is not None and "depth" not in roles.values():
        notes.append(f"{reading.name} takes no depth, so depth={depth} changes nothing.")
    values = fill.values(form.given)
    finder = form.finder
    if not isinstance(finder, ByIndex) and (node_name is None or values.get(node_name) is not form.given):
        finder = ByOrder(finder.root)
    if isinstance(finder, ByOrder):
        notes.append("Nodes are told by their order: the children of each are taken to be visited from left to right.")
        if finder.board is not None and _moves_of(subject) is None:
            notes.append("This object does not tell its moves, so children never visited are not shown.")
    positional, keywords = _arranged(reading.signature, values)
    bounds = (_bound(values, roles, "alpha", -inf), _bound(values, roles, "beta", inf))
    return Call(reading.function, positional, keywords, finder, bounds, notes, form.known)


# Which form


@dataclass
class _Form:
    finder: Finder
    given: Any  # what stands for the root in the call
    grows: bool = False  # the tree becomes known only as the search goes
    known: dict[Node, float] = field(default_factory=dict)


def _roles(reading: Reading, node_name: str | None) -> tuple[dict[str, Role | None], str | None]:
    """Return each parameter's role, and the name of the one that takes the node."""
    parameters = _plain_parameters(reading.signature)
    roles = {name: role_of(name, frozenset(parameters)) for name in parameters}
    if {"index", "values"} <= set(roles.values()):
        return roles, node_name
    # without a list of values, i or values may be anything
    roles = {name: None if role in ("index", "values") else role for name, role in roles.items()}
    if node_name is None:
        node_name = next((name for name, role in roles.items() if role is None), None)
    first = next(iter(roles), None)
    if node_name is None and first is not None and list(roles.values()).count(roles[first]) > 1:
        node_name = first  # two parameters that sound like a depth: the first is the node
    if node_name is not None:
        roles[node_name] = None
    return roles, node_name


def _plain_parameters(signature: inspect.Signature) -> dict[str, inspect.Parameter]:
    several = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return {name: parameter for name, parameter in signature.parameters.items() if parameter.kind not in several}


def _form(reading: Reading, subject: Any, roles: Mapping[str, Role | None], is_max: bool | None) -> _Form:
    if isinstance(subject, Node) and subject.position is not None:
        subject = subject.position
    if _is_toy(subject):
        root = subject if isinstance(subject, Node) else tree(subject, "min" if is_max is False else "max")
        return _toy_form(reading, root, roles)
    if UNDO & set(dir(subject)):
        return _board_form(subject, is_max)
    root = sprout(subject, is_max=is_max)
    if _has_steady_children(subject):
        return _mirrored(subject, root)
    if callable(getattr(subject, "children", None)) or callable(getattr(subject, "moves", None)):
        return _Form(Grown(root), subject, grows=True)
    return _board_form(subject, is_max)


def _board_form(board: Any, is_max: bool | None) -> _Form:
    moves_first = bool(getattr(board, "maximizing", True)) if is_max is None else is_max
    return _Form(ByOrder(sprout(None, is_max=moves_first), board), board, grows=True)


def _toy_form(reading: Reading, root: Node, roles: Mapping[str, Role | None]) -> _Form:
    if {"index", "values"} <= set(roles.values()):
        return _Form(ByIndex(root), [leaf.value for leaf in leaves_below(root)])
    if NODE_WORDS & reading.attributes:
        return _Form(ById(root, {id(node): node for node in root}), root)
    lists, ids, made = _as_lists(root, tagged=not reading.asks_type)
    return _Form(ById(root, ids, made), lists)


def _is_toy(subject: Any) -> bool:
    return subject is None or isinstance(subject, (Node, list, tuple, str, dict, set, Real))


def _as_lists(root: Node, *, tagged: bool) -> tuple[Any, dict[int, Node], list[Any]]:
    """Return the tree as lists of numbers, each list and number an object of its own, and whose it is."""
    made: dict[Node, Any] = {}
    for node in reversed(list(root)):
        if node.value is None:
            made[node] = [made[child] for child in node.children]
        else:
            made[node] = _tagged(node.value) if tagged else node.value
    things = list(made.values())
    return (
        made[root],
        {id(thing): node for node, thing in made.items() if tagged or node.children or node is root},
        things,
    )


class TaggedInt(int):
    """A whole number that can be told from an equal one elsewhere in the tree."""

    __slots__ = ()


class TaggedFloat(float):
    """A number that can be told from an equal one elsewhere in the tree."""

    __slots__ = ()


class TaggedFraction(Fraction):
    """A fraction that can be told from an equal one elsewhere in the tree."""

    __slots__ = ()


def _tagged(value: Any) -> Any:
    kinds = {int: TaggedInt, float: TaggedFloat}
    return kinds.get(type(value), TaggedFraction)(value)


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


def _mirrored(subject: Any, root: Node) -> _Form:
    """Return our own tree of the shape that the learner's linked nodes have, knowing whose node is whose."""
    ids = {id(subject): root}
    known: dict[Node, float] = {}
    ahead = [root]
    while ahead:
        node = ahead.pop()
        kids = _children_of(node.position)
        if any(id(kid) in ids for kid in kids):
            raise ValueError(
                f"a node below {node.position!r} stands in the tree twice: a tree has one way to each node"
            )
        if len(ids) > MAX_NODES:
            raise ValueError(f"a tree of more than {MAX_NODES:,} nodes: make it smaller")
        adopt(node, [sprout(kid, node, step) for step, kid in enumerate(kids)], over=not kids)
        value = next((v for v in (getattr(node.position, n, None) for n in ("value", "score")) if _is_number(v)), None)
        if not kids and value is not None:
            known[node] = value
        ids.update((id(kid), child) for kid, child in zip(kids, node.children, strict=True))
        ahead.extend(node.children)
    return _Form(ById(root, ids), subject, known=known)


# Who finds the node


@dataclass
class ById:
    """Finds a node by the identity of an argument; a copied list by being equal to a child not yet visited."""

    root: Node
    ids: dict[int, Node]
    alive: list[Any] = field(default_factory=list)  # an identity means something only while its object lives
    names: dict[int, str] = field(default_factory=dict)  # which parameter holds the node, by its function

    def find(self, values: Mapping[str, Any], part: Part, above: Seen | None) -> Node | None:
        name = self.names.get(id(part))
        if name is not None:
            node = self.ids.get(id(values.get(name)))
            if node is not None:
                return node
        for name in part.parameters:
            node = self.ids.get(id(values.get(name)))
            if node is not None and (above is None or node is above.node or node.path[:-1] == above.node.path):
                self.names[id(part)] = name
                return node
        return self._equal_child(values, part, above)

    def _equal_child(self, values: Mapping[str, Any], part: Part, above: Seen | None) -> Node | None:
        if above is None:
            return None
        thing = values.get(self.names.get(id(part), part.parameters[0] if part.parameters else ""))
        alike = [child for child in above.node.children if _same(child, thing)]
        later = [child for child in alike if child.path[-1] >= above.visited]
        return next(iter(later or alike), None)


def _same(node: Node, thing: Any) -> bool:
    if isinstance(thing, Node):
        return node == thing
    return (isinstance(thing, list) or _is_number(thing)) and bool(node.nested == thing)


@dataclass
class Grown:
    """Finds a game's positions by being equal to a child of the position above, and grows the tree as it goes."""

    root: Node
    names: dict[int, str] = field(default_factory=dict)  # which parameter holds the node, by its function
    met: set[Node] = field(default_factory=set)

    def find(self, values: Mapping[str, Any], part: Part, above: Seen | None) -> Node | None:
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
    kids = _children_of(node.position)
    moves = _moves_of(node.position)
    names = moves if moves is not None and len(moves) == len(kids) else range(len(kids))
    adopt(node, [sprout(kid, node, i, move) for i, (kid, move) in enumerate(zip(kids, names, strict=True))], over=False)


def _moves_of(thing: Any) -> list[Any] | None:
    """Return the moves that a board lists, or None if it does not seem to."""
    for name in MOVES:
        moves = getattr(thing, name, None)
        if moves is not None:
            try:
                return list(moves() if callable(moves) else moves)
            except Exception:  # the learner's own class may ask for anything here
                return None
    return None


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
    for step in node.path[len(root.path) :]:
        number = number * len(above.children) + step
        above = above.children[step]
    return number


@dataclass
class ByOrder:
    """Takes each call made while a node is searched to be about its next child."""

    root: Node
    board: Any = None  # one object for all positions, changed by each move; None: the tree is known beforehand
    moves: dict[Node, list[Any]] = field(default_factory=dict)  # of the board as it was at each node

    def find(self, values: Mapping[str, Any], part: Part, above: Seen | None) -> Node | None:
        node = self.root if above is None else self._next_child(above)
        if self.board is not None and node is not None and node not in self.moves:
            self.moves[node] = _moves_of(self.board) or []
        return node

    def _next_child(self, above: Seen) -> Node | None:
        node, step = above.node, above.visited
        if self.board is not None and step >= len(node.children):
            moves = self.moves[node] or [None] * (step + 1)
            later = [sprout(None, node, i, move) for i, move in enumerate(moves) if i >= step]
            adopt(node, [*node.children, *later], over=False)
        return node.children[step] if step < len(node.children) else None


# What else the call needs


@dataclass
class _Filling:
    reading: Reading
    root: Node
    depth: int | None
    explicit: dict[str, Any]
    roles: dict[str, Role | None]
    node_name: str | None

    def values(self, given: Any) -> dict[str, Any]:
        """Return a value for every parameter that needs one, or raise TypeError that names the one missing."""
        explicit = self.explicit
        values: dict[str, Any] = {}
        for name, parameter in _plain_parameters(self.reading.signature).items():
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
        explicit = self.explicit
        return any(
            role == "depth"
            and name not in explicit
            and self.reading.signature.parameters[name].default is inspect.Parameter.empty
            for name, role in self.roles.items()
        )

    def _check_takes_node(self, explicit: Mapping[str, Any]) -> None:
        if self.node_name is None and "values" not in self.roles.values() and not explicit:
            raise TypeError(
                f"{self.reading.name} takes no node: its first parameter should be the position to search. If the"
                " position lives elsewhere, give all its arguments after the tree"
            )

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
        counter = next((name for name in depths if not any(word in name for word in ("max", "limit", "target"))), "")
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


def _explicit(
    reading: Reading, arguments: Sequence[Any], roles: Mapping[str, Role | None], node_name: str | None
) -> dict[str, Any]:
    """Return the values given after the tree, by the parameters they belong to."""
    parameters = reading.signature.parameters
    rest = [name for name in roles if name != node_name]
    unknown = [name for name in rest if roles[name] is None and parameters[name].default is inspect.Parameter.empty]
    if arguments and len(arguments) == len(roles):
        return dict(zip(roles, arguments, strict=True))
    if arguments and len(arguments) == len(unknown):
        return dict(zip(unknown, arguments, strict=True))
    if len(arguments) == 1 and node_name is not None and not isinstance(arguments[0], Real | str | None):
        return {node_name: arguments[0]}
    if len(arguments) > len(rest):
        raise TypeError(f"{reading.name} takes {len(rest)} arguments beside the node, and {len(arguments)} were given")
    return dict(zip(rest, arguments, strict=False))


def _turn_given(reading: Reading, explicit: Mapping[str, Any], roles: Mapping[str, Role | None]) -> bool | None:
    """Return whether the arguments say that MAX moves first, or None if they say nothing."""
    for name, value in explicit.items():
        if roles[name] == "colour" or (roles[name] == "turn" and reading.turns.get(name) == "sign"):
            return bool(_is_number(value) and value > 0)
        if roles[name] == "turn":
            words = reading.turns.get(name)
            return value == words[0] if words is not None else bool(value)
    return None


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


def _bound(values: Mapping[str, Any], roles: Mapping[str, Role | None], role: Role, otherwise: float) -> float:
    given = (value for name, value in values.items() if roles.get(name) == role)
    return next((value for value in given if _is_number(value)), otherwise)


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)
