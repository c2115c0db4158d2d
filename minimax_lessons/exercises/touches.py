"""Touches: positions that look and feel like the course's own, and know whose value has been asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf
from typing import Any
from weakref import WeakValueDictionary

from minimax_lessons.drawing.labels import number
from minimax_lessons.exercises.trials import numbers_in
from minimax_lessons.trees import Children, Node, leaves_below

__all__ = ["Ledger", "Needless", "counted", "needless", "telling", "watched"]

Path = tuple[int, ...]


class Ledger:
    """What a search has asked the value of: each place once, in the order of the asking."""

    def __init__(self) -> None:
        self.places: dict[Path, None] = {}
        self.asked = 0  # how many times in all
        self.nodes: dict[Path, Watched] = {}

    def touch(self, path: Path) -> None:
        """Take note that the value at a place is asked for."""
        self.places[path] = None
        self.asked += 1

    def use(self, path: Path) -> None:
        """Take note that a number is compared or counted with: on its way up it may be so more than once."""
        self.places[path] = None


_ledgers: WeakValueDictionary[int, Ledger] = WeakValueDictionary()  # for positions that were pickled


class Watched(Node):
    """A node that tells its ledger when its value is asked for; looking at it, or at its children, is free."""

    __slots__ = ("_ledger", "_plain")
    _ledger: Ledger
    _plain: Node

    def __init__(self, plain: Node, children: Iterable[Node], ledger: Ledger) -> None:
        for name in Node.__slots__:
            getattr(Node, name).__set__(self, getattr(plain, name))
        Node.children.__set__(self, Children(children))  # type: ignore[attr-defined, misc]
        Watched._ledger.__set__(self, ledger)  # type: ignore[attr-defined, misc]
        Watched._plain.__set__(self, plain)  # type: ignore[attr-defined, misc]
        ledger.nodes[plain.path] = self

    @property
    def value(self) -> float | None:  # type: ignore[override]
        """Return a leaf's value."""
        if self._plain.value is not None:
            self._ledger.touch(self.path)
        return self._plain.value

    def evaluate(self) -> float:
        """Return what the plain node does."""
        self._ledger.touch(self.path)
        return self._plain.evaluate()

    @property
    def nested(self) -> Any:
        """Return lists of numbers which tell the ledger when they are compared or counted with."""
        return counted(self._plain, self._ledger)

    def __reduce__(self) -> tuple[Any, ...]:  # a copy is the same one
        _ledgers[id(self._ledger)] = self._ledger
        return _unpickled, (id(self._ledger), self.path)

    def __str__(self) -> str:
        return str(self._plain)


Watched.__name__ = Node.__name__  # as an error names it


def _unpickled(ledger: int, path: Path) -> Watched:
    return _ledgers[ledger].nodes[path]


def watched(root: Node, ledger: Ledger) -> Watched:
    """Return a tree like the one given that tells the ledger what is asked for."""
    made: dict[Path, Watched] = {}
    for node in reversed(list(root)):
        made[node.path] = Watched(node, (made[child.path] for child in node.children), ledger)
    return made[root.path]


# Numbers in lists


def counted(root: Node, ledger: Ledger) -> Any:
    """Return a tree as lists of numbers, each of which tells the ledger when it is compared or counted with."""
    if root.children:
        return [counted(child, ledger) for child in root.children]
    kind = COUNTED.get(type(root.value))
    if kind is None:
        return root.value
    number = kind(root.value)
    number.told = lambda: ledger.use(root.path)
    return number


USES = (
    *("lt", "le", "gt", "ge", "eq", "ne", "add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv"),
    *("floordiv", "mod", "neg", "pos", "abs", "float", "int", "round", "trunc", "index"),
)


def _telling(kind: type[Any]) -> type[Any]:
    """Return a kind of number that tells when it is used."""

    def use(name: str) -> Callable[..., Any]:
        plain = getattr(kind, name)

        def used(self: Any, *others: Any) -> Any:
            self.told()
            return plain(self, *others)

        return used

    names = [f"__{use}__" for use in USES if hasattr(kind, f"__{use}__")]
    return type(kind.__name__, (kind,), {**{name: use(name) for name in names}, "__hash__": kind.__hash__})


COUNTED: dict[type[Any], type[Any]] = {kind: _telling(kind) for kind in (int, float)}


def telling(given: Any, tree: Node, ledger: Ledger) -> Any:
    """Return lists of a tree's numbers, nested or not, as what tells the ledger of their use; all else as it is."""
    if not isinstance(given, list | tuple):
        return given
    leaves = leaves_below(tree)
    if list(numbers_in(given)) != [leaf.value for leaf in leaves]:
        return given
    numbers = (counted(leaf, ledger) for leaf in leaves)

    def like(part: Any) -> Any:
        return type(part)(map(like, part)) if isinstance(part, list | tuple) else next(numbers)

    return like(given)


# What need not have been looked at


@dataclass(frozen=True)
class Needless:
    """A position whose value could not matter any more when it was asked for."""

    node: Node
    alpha: float  # what MAX was sure of by then
    max_owner: Node | None  # where; None: of nothing yet
    beta: float
    min_owner: Node | None

    @property
    def why(self) -> str:
        """Return why it could not, in a sentence."""
        name, equal = self.node.name, ": equal is enough" if self.alpha == self.beta else ""
        if self.max_owner is None or self.min_owner is None or self.alpha < self.beta:
            return f"{name} lies deeper than the depth allows."
        sure = f"MAX was already sure of {number(self.alpha)} at {self.max_owner.name}"
        sure += f" and MIN was already sure of {number(self.beta)} at {self.min_owner.name}"
        return f"When it looked at {name}, {sure}, so {name} could not matter{equal}."


def needless(root: Node, limit: int, places: Iterable[Path]) -> list[Needless]:
    """Return the places that what had been asked for before already ruled out, whatever the order of the search.

    Of each node it is known how little and how much it can be worth, given the values asked for so far. A place can
    matter only while what MAX is sure of elsewhere on the way down is less than what MIN is sure of.
    """
    known: dict[Path, tuple[float, float]] = {}
    found: list[Needless] = []
    base = len(root.path)
    for path in places:
        way = [root]
        for step in path[base:]:
            way.append(way[-1].children[step])
        node, depth = way[-1], len(path) - base
        if node.children and depth < limit:
            continue  # a guess on the way, as iterative deepening and move ordering make it: it proves nothing
        alpha, beta, max_owner, min_owner = -inf, inf, None, None
        for above in way[:-1]:
            low, high = _worth(above, known)
            if above.is_max and low > alpha:
                alpha, max_owner = low, above
            elif not above.is_max and high < beta:
                beta, min_owner = high, above
        if depth > limit or alpha >= beta:
            found.append(Needless(node, alpha, max_owner, beta, min_owner))
        if depth <= limit:
            known[path] = (node.evaluate(),) * 2
            for above in reversed(way[:-1]):
                known[above.path] = _worth(above, known)
    return found


def _worth(node: Node, known: dict[Path, tuple[float, float]]) -> tuple[float, float]:
    """Return the least and the most that a node can be worth, as its children are known."""
    choose = max if node.is_max else min
    bounds = [known.get(child.path, (-inf, inf)) for child in node.children]
    return choose(low for low, _ in bounds), choose(high for _, high in bounds)
