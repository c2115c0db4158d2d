"""Toy trees: a Node is a Position in a small tree whose leaves carry their values."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, count, islice, product
from math import inf, isnan
from numbers import Integral, Rational, Real
from random import Random
from statistics import median_low
from string import ascii_uppercase
from typing import Any, Literal, NoReturn

from minimax_lessons.quoting import quoted

__all__ = [
    "AIMA_TREE",
    "TOY_TREE",
    "TOY_TREE_SWAPPED",
    "VIDEO_TREE",
    "VIDEO_TREE_DEEP",
    "Node",
    "Origin",
    "adopt",
    "fewest_leaves",
    "finish",
    "freeze",
    "leaves_below",
    "random_tree",
    "reordered",
    "sprout",
    "take_turns",
    "tree",
]

Root = Literal["max", "min"]
Nested = Any  # a number, or a list of Nested: a recursive type says no more and prints badly

MAX_HEIGHT = 200  # a recursive search with a helper or two a ply still fits Python's stack
MAX_NODES = 1_000_000
NAMELESS = ("MAX", "MIN")


@dataclass(frozen=True)
class Origin:
    """The data that all nodes of a tree share: its source, and what is known before a search."""

    # tuples and numbers; in a tree that grew from a game an object that is in no other tree
    nested: Nested
    root: Root | None  # None: grown
    players: tuple[str, str] = NAMELESS  # who wants large values, and who wants small ones
    # its edges carry a game's moves: in a toy tree there are only first and second children
    has_moves: bool = False
    values_known: bool = True  # those of the leaves, to whoever draws it

    @cached_property
    def key(self) -> int:
        """Return the common part of the hashes of all the nodes."""
        return hash((self.nested, self.root, self.players))


class Children(tuple["Node", ...]):
    """A node's children: ``node.children()`` as in the protocol, ``node.children`` as a tuple."""

    __slots__ = ()

    def __call__(self) -> Children:
        return self


class Node:
    """A place in a tree: immutable, named in reading order, equal to its place in an equal tree."""

    __slots__ = (
        "_hash",
        "_is_frozen",
        "children",
        "index",
        "is_max",
        "is_over",
        "move",
        "name",
        "origin",
        "path",
        "position",
        "value",
    )

    name: str  # A, B, C … in reading order
    path: tuple[int, ...]  # which child to take at each step down from the root
    is_max: bool  # MAX is to move here
    is_over: bool
    value: float | None  # a leaf's value; None where there are children
    # a leaf's number from the left, 0 for the leftmost; None where there are children
    index: int | None
    children: Children
    move: Hashable  # the move that led here: in a toy tree the last step of the path
    position: Any  # in a game's search tree the game's own position; in a toy tree None
    origin: Origin  # the same of all nodes of a tree
    _hash: int
    _is_frozen: bool  # while its tree grows a node can still be changed

    def __init__(
        self, origin: Origin, path: tuple[int, ...], *, is_max: bool, **fields: Any
    ) -> None:
        defaults = {
            "name": "",
            "is_over": False,
            "value": None,
            "index": None,
            "children": Children(),
            "position": None,
        }
        own = {"origin": origin, "path": path, "is_max": is_max, "_hash": hash((path, origin.key))}
        own["_is_frozen"] = False
        for name, value in (defaults | own | fields).items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        if self._is_frozen:
            raise AttributeError(
                f"a node never changes: build another tree instead of setting {name!r}"
            )
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(
            f"a node never changes: build another tree instead of deleting {name!r}"
        )

    @property
    def player(self) -> str:
        """Return the name of the player to move."""
        return self.origin.players[0 if self.is_max else 1]

    @property
    def maximizing(self) -> bool:
        """Return True when MAX is to move: the protocol's name for is_max."""
        return self.is_max

    def moves(self) -> Sequence[Any]:
        """Return the moves: the children's numbers in a toy tree, the game's moves in a game."""
        return tuple(child.move for child in self.children)

    def play(self, move: Any, /) -> Node:
        """Return the child that the move leads to."""
        for child in self.children:
            if child.move == move:
                return child
        raise ValueError(
            f"node {self.name} has no move {move!r}: its moves are {list(self.moves())}"
        )

    def evaluate(self) -> float:
        """Return a leaf's value; above the leaves a guess, the middle one of all leaves below."""
        if self.value is not None:
            return self.value
        return median_low(leaf.value for leaf in leaves_below(self) if leaf.value is not None)

    @property
    def is_sprouted(self) -> bool:
        """Return True in a tree that a search has grown from a game, move by move."""
        return self.origin.root is None

    @property
    def height(self) -> int:
        """Return the height: the number of moves of the longest line below the node."""
        return max(len(node.path) for node in self) - len(self.path)

    @property
    def nested(self) -> Nested:
        """Return the lists and numbers this part of the tree was built from."""
        return [child.nested for child in self.children] if self.children else self.value

    def __iter__(self) -> Iterator[Node]:
        """Yield this node and all below it, each parent before its children, from left to right."""
        ahead = [self]
        while ahead:
            node = ahead.pop()
            yield node
            ahead.extend(reversed(node.children))

    def __getitem__(self, step: int) -> Node:
        return self.children[step]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        return self.path == other.path and (
            self.origin is other.origin or self.origin == other.origin
        )

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        if self.is_sprouted:
            raise TypeError(
                f"{self!r} belongs to one run of a search and can't be copied: keep its position"
            )
        return _at, (self.origin.nested, self.origin.root, self.origin.players, self.path)

    def __repr__(self) -> str:
        if self.is_sprouted:
            return (
                f"<node {self.name}: {self.position!r}>"
                if self.position is not None
                else f"<node {self.name}>"
            )
        turn = "" if self.origin.root == "max" else ', root="min"'
        names = "" if self.origin.players == NAMELESS else f", players={self.origin.players!r}"
        return f"tree({_written(self.origin.nested)}{turn}{names})" + "".join(
            f"[{step}]" for step in self.path
        )

    def __str__(self) -> str:
        if self.is_sprouted:
            return f"{self.name}: {self.player} to move" + (
                f" after {self.move}" if self.path else ""
            )
        what = (
            f"leaf {self.value}"
            if self.is_over
            else f"{self.player} to move, {_written(self.nested)}"
        )
        return f"{self.name}: {what}"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        from minimax_lessons.drawing import mimebundle

        return mimebundle(self)


def tree(nested: Nested, root: Root = "max", *, players: tuple[str, str] = NAMELESS) -> Node:
    """Return the root of a tree given as nested lists of numbers: ``tree([[3, 5, 2], [9, 1]])``.

    MAX moves at the root, or MIN with ``root="min"``; then they take turns. Any shape will do. The
    players can have names, MAX's first: ``players=("White", "Black")``.
    """
    if root not in ("max", "min"):
        raise ValueError(_no_root(nested, root))
    if not _are_names(players):
        raise ValueError(
            f'players={players!r}: two names, MAX\'s first, as in players=("White", "Black")'
        )
    if isinstance(nested, Node):
        nested = nested.nested
    return _build(nested, root, (players[0], players[1]))


def _no_root(nested: Any, root: Any) -> str:
    """Return the sentence about a second argument that is no player, for example a second box."""
    if isinstance(root, list | tuple):
        together = quoted([nested, root])
        return f"the second argument is a list: put all boxes in one list: `tree({together})`"
    return f'root={root!r}: who moves first is "max" or "min"'


def _are_names(players: Any) -> bool:
    """Return True for two different names."""
    pair = isinstance(players, tuple | list) and len(players) == 2 and players[0] != players[1]
    return pair and all(isinstance(name, str) and name.strip() for name in players)


def _build(nested: Nested, root: Root, players: tuple[str, str]) -> Node:
    origin = Origin(_kept(nested, (), None, count()), root, players)

    def grow(item: Nested, path: tuple[int, ...]) -> Node:
        below = item if isinstance(item, tuple) else ()
        return Node(
            origin,
            path,
            is_max=(len(path) % 2 == 0) == (root == "max"),
            is_over=not below,
            value=None if below else item,
            children=Children([grow(child, (*path, step)) for step, child in enumerate(below)]),
            move=path[-1] if path else None,
        )

    grown = grow(origin.nested, ())
    finish(grown, {})
    for node in grown:
        node._is_frozen = True
    return grown


def _kept(item: Any, path: tuple[int, ...], above: Any, nodes: Iterator[int]) -> Nested:
    """Return a list as a tuple of its items, and a number as such; or refuse it with its place."""
    if next(nodes) >= MAX_NODES:
        raise ValueError(f"a tree of more than {MAX_NODES:,} nodes: make it smaller")
    if not isinstance(item, list | tuple):
        return _number(item, path)
    _check_list(item, path, above)
    return tuple(
        [_kept(child, (*path, step), (item, above), nodes) for step, child in enumerate(item)]
    )


def _check_list(item: Sequence[Any], path: tuple[int, ...], above: Any) -> None:
    if not item:
        raise ValueError(
            f"an empty list {_where(path)}: give it a child, or write a number there to make it a "
            "leaf"
        )
    if len(path) >= MAX_HEIGHT:
        deep = _where(path[:3])
        raise ValueError(
            f"lists nested more than {MAX_HEIGHT} deep {deep} and on: no search could recurse that "
            "far"
        )
    while above is not None:
        if above[0] is item:
            raise ValueError(f"the list {_where(path)} contains itself: a tree has no way back up")
        above = above[1]


def _number(item: Any, path: tuple[int, ...]) -> float:
    if isinstance(item, bool) or not isinstance(item, Real):
        kind = type(item).__name__
        raise TypeError(
            f"{quoted(item, 40)} ({kind}) {_where(path)}: a leaf is a number, and what has "
            "children is a list"
        )
    try:
        if isnan(item):
            raise ValueError(
                f"NaN {_where(path)}: neither more nor less than anything, so no player could "
                "choose"
            )
    except OverflowError:
        raise ValueError(
            f"a number beyond 1e308 {_where(path)}: so large a value is float('inf')"
        ) from None
    if isinstance(item, Integral):
        return int(item)
    return item if isinstance(item, Rational) else float(item)  # type: ignore[return-value]


def _where(path: tuple[int, ...]) -> str:
    return "at " + "".join(f"[{step}]" for step in path) if path else "as the whole tree"


def _names(how_many: int) -> list[str]:
    """Return A, B … Z, AA, AB …, as the columns of a spreadsheet are named."""
    endless = (product(ascii_uppercase, repeat=letters) for letters in count(1))
    return ["".join(letters) for letters in islice(chain.from_iterable(endless), how_many)]


def _written(nested: Any) -> str:
    if isinstance(nested, list | tuple):
        return f"[{', '.join(_written(item) for item in nested)}]"
    return f'float("{nested}")' if nested in (inf, -inf) else repr(nested)


def _at(nested: Nested, root: Root, players: tuple[str, str], path: tuple[int, ...]) -> Node:
    node = tree(nested, root, players=players)
    for step in path:
        node = node[step]
    return node


def leaves_below(node: Node) -> list[Node]:
    """Return the leaves below a node from left to right; for a leaf itself alone."""
    return [below for below in node if not below.children]


def random_tree(
    branching: int | tuple[int, int],
    depth: int,
    *,
    seed: int,
    values: tuple[int, int] = (-9, 9),
    root: Root = "max",
) -> Node:
    """Return a tree with whole numbers at its leaves: the same seed, the same tree.

    With ``branching=(1, 3)`` each node has from one to three children, drawn afresh.
    """
    fewest, most = (branching, branching) if isinstance(branching, int) else branching
    if not 1 <= fewest <= most:
        raise ValueError(
            f"branching={branching!r}: a node has at least one child, and no fewer at most than at "
            "least"
        )
    if not 0 <= depth <= MAX_HEIGHT:
        raise ValueError(f"depth={depth!r}: from 0 (a single leaf) to {MAX_HEIGHT}")
    if fewest**depth > MAX_NODES:
        raise ValueError(
            f"branching={branching!r}, depth={depth}: more than {MAX_NODES:,} leaves; make one "
            "smaller"
        )
    random = Random(seed)

    def grow(depth_left: int) -> Nested:
        if depth_left == 0:
            return random.randint(*values)
        return [grow(depth_left - 1) for _ in range(random.randint(fewest, most))]

    return tree(grow(depth), root)


def reordered(node: Node, order: Literal["best", "worst"]) -> Node:
    """Return the tree with every node's children sorted: the mover's best first, or its worst."""

    def sort(part: Node) -> tuple[float, Nested]:
        if part.value is not None:
            return part.value, part.value
        parts = sorted(
            (sort(child) for child in part.children), key=lambda pair: pair[0], reverse=part.is_max
        )
        value = parts[0][0]
        return value, [nested for _, nested in (parts if order == "best" else reversed(parts))]

    return tree(sort(node)[1], "max" if node.is_max else "min", players=node.origin.players)


def fewest_leaves(node: Node) -> int:
    """Return the fewest leaves that prove the tree's value in any order (Knuth and Moore 1975).

    On a uniform tree of branching b and depth d it is b^⌈d/2⌉ + b^⌊d/2⌋ − 1. On any other: some
    best child must be known exactly, and each of its siblings only be shown to be no better, as
    cheaply as can be.
    """
    values: dict[Node, float] = {}
    for part in reversed(list(node)):
        best = max if part.is_max else min
        values[part] = (
            best(values[child] for child in part.children) if part.children else part.evaluate()
        )

    def exactly(part: Node) -> int:
        if not part.children:
            return 1
        bounds = [no_better(child, values[part], for_max=part.is_max) for child in part.children]
        total = sum(bounds)
        return min(
            total - bound + exactly(child)
            for child, bound in zip(part.children, bounds, strict=True)
            if values[child] == values[part]
        )

    def no_better(part: Node, limit: float, *, for_max: bool) -> int:
        """Return the fewest leaves that show a part to be no better than limit for MAX (or MIN)."""
        if not part.children:
            return 1
        if part.is_max == for_max:
            return sum(no_better(child, limit, for_max=for_max) for child in part.children)
        return min(
            no_better(child, limit, for_max=for_max)
            for child in part.children
            if (values[child] <= limit if for_max else values[child] >= limit)
        )

    return exactly(node)


# Trees that grow with a search


def sprout(
    position: Any,
    parent: Node | None = None,
    step: int = 0,
    move: Hashable = None,
    *,
    is_max: bool | None = None,
) -> Node:
    """Return a game position's node without children; an unexplored node stays like that.

    Who sprouts a tree gives each node its children as they become known, then names the nodes and
    freezes the tree. Without a move the edge down to it is just that to a first or second child.
    """
    path = () if parent is None else (*parent.path, step)
    if parent is None:
        players = getattr(position, "players", None) if hasattr(position, "maximizing") else None
        names = (
            (players[0], players[1]) if players is not None and _are_names(players) else NAMELESS
        )
        origin = Origin(object(), None, names, values_known=False)
    else:
        origin = parent.origin
    if is_max is None:
        is_max = (
            bool(getattr(position, "maximizing", True)) if parent is None else not parent.is_max
        )
    return Node(origin, path, is_max=is_max, move=move, position=position)


def adopt(node: Node, children: Sequence[Node], *, over: bool) -> None:
    """Give a sprouted node its children."""
    growing = _growing(node)
    growing.children = Children(children)
    growing.is_over = over


def take_turns(root: Node, turns: Mapping[Node, bool]) -> None:
    """Set the player to move at each node of a tree that nobody else has seen."""
    origin = (
        replace(root.origin, root="max" if turns[root] else "min")
        if root.origin.root
        else root.origin
    )
    for node in map(_growing, root) if root.is_sprouted else root:
        object.__setattr__(node, "is_max", turns[node])
        object.__setattr__(node, "origin", origin)


def finish(root: Node, values: dict[Node, float]) -> None:
    """Name each node of a growing tree, and give the leaves the values known before the search."""
    level = [root]
    in_reading_order: list[Node] = []
    while level:
        in_reading_order.extend(level)
        level = [child for node in level for child in node.children]
    for node, name in zip(in_reading_order, _names(len(in_reading_order)), strict=True):
        _growing(node).name = name
    for index, leaf in enumerate(map(_growing, leaves_below(root))):
        leaf.index, leaf.value = index, values.get(leaf, leaf.value)


def freeze(root: Node, values: dict[Node, float]) -> None:
    """Give a tree's leaves the values that the search found, and freeze its nodes."""
    nodes = [_growing(node) for node in root]
    has_moves = any(node.move is not None for node in nodes)
    values_known = all(node.value is not None for node in nodes if not node.children)
    origin = replace(root.origin, has_moves=has_moves, values_known=values_known)
    for node in nodes:
        node.origin = origin
        if node.move is None and node.path:
            node.move = node.path[-1]
        if not node.children:
            node.value = values.get(node, node.value)
        node._is_frozen = True


def _growing(node: Node) -> Node:
    """Return the node itself, if its tree still grows."""
    if node._is_frozen:
        raise TypeError(f"{node!r} no longer grows: its tree is frozen")
    return node


TOY_TREE = tree([[3, 5, 2], [9, 1]])
TOY_TREE_SWAPPED = tree([[3, 5, 2], [1, 9]])
VIDEO_TREE = tree([[[-1, 3], [5, 1]], [[-6, -4], [0, 9]]])
# The video never shows the last leaf of the third quarter, nor the last four: alpha-beta does not
# look at them.
VIDEO_TREE_DEEP = tree(
    [[[[8, 5], [6, -4]], [[3, 8], [4, -6]]], [[[1, 7], [5, 2]], [[-3, 0], [-5, 9]]]]
)
AIMA_TREE = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
