"""Small trees: every tree of up to five leaves, as cheap positions with comparable values."""

# A search that only compares leaf values depends on nothing but their order. Therefore all small
# trees can be tried: every shape without single children, every order of the leaves, with ties,
# and either player at the root.

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from math import isinf, nan
from numbers import Number
from operator import attrgetter
from statistics import median_low
from typing import Any, NoReturn

from minimax_lessons.exercises.leaf_accesses import places_in_order
from minimax_lessons.garbage_collection import no_collection
from minimax_lessons.trees import Children, Nested, Node, Root, leaves_below, tree

__all__ = [
    "MOST_LEAVES",
    "NUMBERED",
    "ORDER_ONLY",
    "LeafOrder",
    "SmallTree",
    "Values",
    "asked",
    "asks_in_vain",
    "filled",
    "refusals",
    "shapes",
    "small_trees",
    "use_values",
    "values_in_use",
]

MOST_LEAVES = 5  # 48,690 trees have five leaves, and more than 1,800,000 have six

Path = tuple[int, ...]
Values = tuple[Any, ...]  # of the leaves, by rank

asked: list[Path] = []  # the places whose value has been asked for since the list was emptied
values_in_use: list[Any] = []  # of the leaves, by rank
NUMBERED = (1, 2, 3, 4, 5)  # the numbers by which an order of leaves is shown


# Values that can only be compared

# what a search has tried to do with a leaf value, other than to compare it
refusals: list[str] = []


class LeafOrder(float):
    """A leaf value that can only be compared with other leaf values and with ±∞.

    A search that never asks for more returns the right value for any numbers in the same order.
    """

    __slots__ = ("rank",)
    rank: int

    def __lt__(self, operand: Any) -> Any:
        return (
            self.rank < operand.rank if operand.__class__ is LeafOrder else _infinite(operand) > 0
        )

    def __gt__(self, operand: Any) -> Any:
        return (
            self.rank > operand.rank if operand.__class__ is LeafOrder else _infinite(operand) < 0
        )

    __le__ = lambda self, operand: not self > operand  # noqa: E731
    __ge__ = lambda self, operand: not self < operand  # noqa: E731

    def __eq__(self, operand: Any) -> Any:
        if operand.__class__ is LeafOrder:
            return self.rank == operand.rank
        return isinstance(operand, Number) and _infinite(operand) == 0

    __ne__ = lambda self, operand: not self == operand  # noqa: E731, SIM201

    def __repr__(self) -> str:
        return str(self.rank + 1)

    __str__ = __repr__

    def __format__(self, form: str) -> str:
        return repr(self)

    def __copy__(self) -> LeafOrder:
        return self

    def __deepcopy__(self, memo: Any) -> LeafOrder:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return ORDER_ONLY.__getitem__, (self.rank,)

    __reduce_ex__ = lambda self, protocol: self.__reduce__()  # noqa: E731


def _infinite(operand: Any) -> float:
    """Return ∞ or −∞; a number that a search has chosen itself is refused."""
    if isinstance(operand, float) and isinf(operand):
        return operand
    _refuse("compare with a constant")


def _refuse(use: str) -> NoReturn:
    refusals.append(use)
    raise TypeError(f"a leaf value of this tree can only be compared with others: {use}")


def _refusal(use: str) -> Callable[..., NoReturn]:
    return lambda self, *others: _refuse(use)


_BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "divmod", "pow")
_UNARY = ("neg", "pos", "abs", "float", "int", "trunc", "floor", "ceil", "round", "bool", "hash")
for _use in (*_BINARY, *(f"r{use}" for use in _BINARY), *_UNARY):
    setattr(LeafOrder, f"__{_use}__", _refusal(_use))
for _use in ("as_integer_ratio", "is_integer", "hex", "conjugate"):
    setattr(LeafOrder, _use, _refusal(_use))


def _leaf_order(rank: int) -> LeafOrder:
    value = LeafOrder(nan)
    value.rank = rank
    return value


ORDER_ONLY: tuple[LeafOrder, ...] = tuple(map(_leaf_order, range(MOST_LEAVES)))


def use_values(values: Values) -> None:
    """Let the leaves of all small trees have these values, the smallest first."""
    values_in_use[:] = values


def filled(shape: Nested, values: Iterator[Any]) -> Nested:
    """Return nested lists of this shape, with the values at the leaves from left to right."""
    return [filled(part, values) for part in shape] if isinstance(shape, list) else next(values)


# Positions


class SmallTree(Node):
    """A position of a small tree; trees of one shape share equal parts at the same place."""

    __slots__ = ("plain", "rank", "ranks")
    plain: Node  # the same place in a tree of this shape, whatever its values
    ranks: tuple[int, ...]  # of the leaves below
    rank: int  # of what minimax returns here

    def __init__(self, plain: Node, ranks: tuple[int, ...], children: Children) -> None:
        keep, is_max, rank = object.__setattr__, plain.is_max, ranks[0]
        if children:
            child_ranks = [child.rank for child in children]  # type: ignore[attr-defined]
            rank = (max if is_max else min)(child_ranks)
        keep(self, "plain", plain)
        keep(self, "ranks", ranks)
        keep(self, "rank", rank)
        keep(self, "path", plain.path)
        keep(self, "is_max", is_max)
        keep(self, "is_over", not children)
        keep(self, "children", children)

    name = property(lambda self: self.plain.name)
    index = property(lambda self: self.plain.index)
    move = property(lambda self: self.plain.move)
    origin = property(lambda self: self.plain.origin)
    position = None

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @property
    def value(self) -> Any:  # type: ignore[override]
        """Return a leaf's value, and note that it was asked for."""
        return None if self.children else self.evaluate()

    def evaluate(self) -> Any:
        """Return a leaf's value, or the middle value below, and note that it was asked for."""
        asked.append(self.path)
        return values_in_use[self.middle_rank]

    @property
    def nested(self) -> Nested:
        """Return lists of the values in use."""
        return (
            [child.nested for child in self.children] if self.children else values_in_use[self.rank]
        )

    def with_values(self, values: Values) -> Node:
        """Return the same tree as the course makes it, with these values for the ranks."""
        leaf_values = (values[rank] for rank in self.ranks)
        return tree(filled(self.plain.nested, leaf_values), "max" if self.is_max else "min")

    @property
    def middle_rank(self) -> int:
        """Return the rank of a leaf, or the middle rank of the leaves below."""
        return median_low(self.ranks) if self.children else self.rank

    @property
    def usual(self) -> frozenset[Path]:
        """Return the places that alpha-beta looks at with one depth after another."""
        depths = range(self.height + 1)
        return frozenset(
            path for depth in depths for path in places_in_order(self, depth, _middle_rank)
        )

    def __copy__(self) -> SmallTree:
        return self

    def __deepcopy__(self, memo: Any) -> SmallTree:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _part, (self.plain, self.ranks)

    def __repr__(self) -> str:
        turn = "" if self.is_max else ', root="min"'
        return f"tree({self.nested!r}{turn})"

    def __str__(self) -> str:
        what = f"{self.player} to move," if self.children else "leaf"
        return f"{self.name}: {what} {self.nested!r}"


_middle_rank = attrgetter("middle_rank")
SmallTree.__name__ = Node.__name__  # as an error names it

# by the place in a shape, and the order of the leaves below
_parts: dict[tuple[int, tuple[int, ...]], SmallTree] = {}


def _part(plain: Node, ranks: tuple[int, ...]) -> SmallTree:
    """Return the position at a place of a shape with these ranks, the same one each time."""
    key = id(plain), ranks
    part = _parts.get(key)
    if part is None:
        children, begin = [], 0
        for child in plain.children:
            end = begin + _leaves(child)
            children.append(_part(child, ranks[begin:end]))
            begin = end
        part = _parts[key] = SmallTree(plain, ranks, Children(children))
    return part


_counts: dict[int, int] = {}


def _leaves(plain: Node) -> int:
    return _counts.get(id(plain)) or _counts.setdefault(id(plain), len(leaves_below(plain)))


# All of them


@cache
def shapes(leaves: int) -> tuple[Nested, ...]:
    """Return the shapes of all trees with so many leaves and no single children, as lists of 0."""
    if leaves == 1:
        return (0,)
    nested_lists = [
        list(parts) for counts in _sums(leaves) for parts in product(*map(shapes, counts))
    ]
    return tuple(sorted(nested_lists, key=lambda shape: str(shape).count("[")))


def _sums(total: int, fewest: int = 2) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a number as a sum of two or more."""
    if fewest <= 1:
        yield (total,)
    for first in range(1, total):
        yield from ((first, *following) for following in _sums(total - first, fewest - 1))


@cache
def orders(leaves: int) -> tuple[tuple[int, ...], ...]:
    """Return the orders of so many leaves as ranks from 0, those with few ties first."""
    every = product(range(leaves), repeat=leaves)
    dense = (ranks for ranks in every if set(ranks) == set(range(max(ranks) + 1)))
    return tuple(sorted(dense, key=lambda ranks: -len(set(ranks))))


@cache
def small_trees(leaves: int) -> tuple[tuple[Node, tuple[SmallTree, ...]], ...]:
    """Return all trees with so many leaves, by shape and first player, flat ones first."""
    roots: tuple[Root, ...] = ("max", "min")
    plain = [tree(shape, root) for shape in shapes(leaves) for root in roots]
    with no_collection():
        return tuple(
            (shape, tuple(_part(shape, ranks) for ranks in orders(leaves))) for shape in plain
        )


# What need not have been asked

# by the shape and the places asked for: the test of the ranks of all leaves
_tests_in_vain: dict[tuple[int, tuple[Path, ...]], Callable[[tuple[int, ...]], bool]] = {}


def asks_in_vain(root: SmallTree) -> bool:
    """Return True if a leaf could not matter any more when it was asked for, in any order."""
    key = id(root.plain), tuple(asked)
    test = _tests_in_vain.get(key)
    if test is None:
        test = _tests_in_vain[key] = eval(f"lambda ranks: {_in_vain(root.plain, key[1])}")
    return test(root.ranks)


def _in_vain(plain: Node, places: tuple[Path, ...]) -> str:
    """Return the condition on the leaves' ranks under which one of the places could not matter.

    It holds for all trees of a shape, and is much faster than the bounds of each tree.

    >>> _in_vain(tree([[1, 2], [3, 4]]), ((0, 0), (0, 1), (1, 0), (1, 1)))
    'min(ranks[0], ranks[1]) >= ranks[2]'
    """
    numbers = {leaf.path: number for number, leaf in enumerate(leaves_below(plain))}
    visited: set[Path] = set()

    def bound(node: Node, *, is_low: bool) -> str:
        if not node.children:
            return f"ranks[{numbers[node.path]}]" if node.path in visited else ""
        bounds = [bound(child, is_low=is_low) for child in node.children]
        if is_low != node.is_max and not all(bounds):
            return ""  # the opponent may choose a child of which nothing is known
        present = [*filter(None, bounds)]
        several = f"{'max' if node.is_max else 'min'}({', '.join(present)})"
        return several if len(present) > 1 else "".join(present)

    conditions: dict[str, None] = {}
    for place in (place for place in dict.fromkeys(places) if place in numbers):
        way = [plain]
        for step in place[:-1]:
            way.append(way[-1].children[step])
        lows = [bound(node, is_low=True) for node in way if node.is_max]
        highs = [bound(node, is_low=False) for node in way if not node.is_max]
        pairs = product(filter(None, lows), filter(None, highs))
        conditions |= dict.fromkeys(f"{low} >= {high}" for low, high in pairs)
        visited.add(place)
    return " or ".join(conditions) or "False"
