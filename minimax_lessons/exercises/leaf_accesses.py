"""Leaf accesses: positions that look like the course's own, and report each use of a value."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf
from typing import Any
from weakref import WeakValueDictionary

from minimax_lessons.exercises.trials import numbers_in
from minimax_lessons.labels import number_text
from minimax_lessons.trees import Children, Node, leaves_below

__all__ = [
    "Fleeting",
    "Ledger",
    "Needless",
    "Path",
    "TooManyQuestions",
    "counted",
    "determined",
    "needless",
    "places_in_order",
    "telling",
    "watched",
]

Path = tuple[int, ...]


class TooManyQuestions(BaseException):
    """Ends a search that asks for ever; it is no Exception, so that nothing catches it."""


class Ledger:
    """What a search has asked the value of: each place once, in the order of the asking."""

    def __init__(self) -> None:
        self.start()
        self.nodes: dict[Path, Watched] = {}
        self.root: Node | None = None  # of a tree whose positions are made anew

    def start(self, most: float = inf) -> None:
        """Forget what has been asked; a search that asks more than ``most`` times is ended."""
        self.places: dict[Path, None] = {}
        # of numbers in lists it is not known whether they were looked at
        self.read_as_lists = False
        self.asked, self.most = 0, most  # times in all

    def touch(self, path: Path) -> None:
        """Note that the value at a place is asked for."""
        self.places[path] = None
        self.asked += 1
        if self.asked > self.most:
            raise TooManyQuestions

    def use(self, path: Path) -> None:
        """Note that a number is compared or counted with; on its way up it may be several times."""
        self.places[path] = None


# for positions that were pickled
_ledgers: WeakValueDictionary[int, Ledger] = WeakValueDictionary()


class Watched(Node):
    """A node that reports to its ledger when its value is asked for; its children are free."""

    __slots__ = ("_plain", "ledger")
    ledger: Ledger
    _plain: Node

    def __init__(self, plain: Node, children: Iterable[Node], ledger: Ledger) -> None:
        for name in Node.__slots__:
            getattr(Node, name).__set__(self, getattr(plain, name))
        Node.children.__set__(self, Children(children))  # type: ignore[attr-defined, misc]
        Watched.ledger.__set__(self, ledger)  # type: ignore[attr-defined, misc]
        Watched._plain.__set__(self, plain)  # type: ignore[attr-defined, misc]
        if type(self) is Watched:
            ledger.nodes[plain.path] = self

    @property
    def value(self) -> float | None:  # type: ignore[override]
        """Return a leaf's value."""
        if self._plain.value is not None:
            self.ledger.touch(self.path)
        return self._plain.value

    def evaluate(self) -> float:
        """Return the plain node's value."""
        self.ledger.touch(self.path)
        return self._plain.evaluate()

    @property
    def nested(self) -> Any:
        """Return lists of numbers which tell the ledger when they are compared or counted with."""
        self.ledger.read_as_lists = True
        return counted(self._plain, self.ledger)

    def __reduce__(self) -> tuple[Any, ...]:  # a copy is the same one
        _ledgers[id(self.ledger)] = self.ledger
        return _restored, (id(self.ledger), self.path)

    def __str__(self) -> str:
        return str(self._plain)


class Fleeting(Watched):
    """A node that makes new children each time, as games do, so an id() may come back later."""

    __slots__ = ()

    @property
    def children(self) -> Children:  # type: ignore[override]
        """Return new positions, equal to those returned before."""
        return Children(Fleeting(child, (), self.ledger) for child in self._plain.children)


Watched.__name__ = Fleeting.__name__ = Node.__name__  # as an error names it


def _restored(ledger_id: int, path: Path) -> Watched:
    """Return the node that was copied, or one made anew where each node is."""
    ledger = _ledgers[ledger_id]
    node = ledger.root
    if node is None:
        return ledger.nodes[path]
    for step in path:
        node = node[step]
    return Fleeting(node, (), ledger)


def watched(root: Node, ledger: Ledger) -> Watched:
    """Return a tree like the one given that tells the ledger what is asked for."""
    positions: dict[Path, Watched] = {}
    for node in reversed(list(root)):
        positions[node.path] = Watched(
            node, (positions[child.path] for child in node.children), ledger
        )
    return positions[root.path]


# Numbers in lists


def counted(root: Node, ledger: Ledger) -> Any:
    """Return a tree as lists of numbers, each of which reports its use to the ledger."""
    if root.children:
        return [counted(child, ledger) for child in root.children]
    kind = COUNTED.get(type(root.value))
    if kind is None:
        return root.value
    number = kind(root.value)
    number.told = lambda: ledger.use(root.path)
    return number


COMPARED = "lt le gt ge eq ne"
COUNTED_WITH = "add radd sub rsub mul rmul truediv rtruediv floordiv mod"
CONVERTED = "neg pos abs float int round trunc index"
USES = f"{COMPARED} {COUNTED_WITH} {CONVERTED}".split()


def _telling(kind: type[Any]) -> type[Any]:
    """Return a kind of number that tells when it is used."""

    def use(name: str) -> Callable[..., Any]:
        plain = getattr(kind, name)

        def used(self: Any, *others: Any) -> Any:
            self.told()
            return plain(self, *others)

        return used

    names = [f"__{use}__" for use in USES if hasattr(kind, f"__{use}__")]
    return type(
        kind.__name__, (kind,), {**{name: use(name) for name in names}, "__hash__": kind.__hash__}
    )


COUNTED: dict[type[Any], type[Any]] = {kind: _telling(kind) for kind in (int, float)}


def telling(argument: Any, tree: Node, ledger: Ledger) -> Any:
    """Return lists of a tree's numbers as numbers that report their use; all else as it is."""
    if not isinstance(argument, list | tuple):
        return argument
    leaves = leaves_below(tree)
    if list(numbers_in(argument)) != [leaf.value for leaf in leaves]:
        return argument
    numbers = (counted(leaf, ledger) for leaf in leaves)

    def like(part: Any) -> Any:
        return type(part)(map(like, part)) if isinstance(part, list | tuple) else next(numbers)

    return like(argument)


# What need not have been looked at


def places_in_order(root: Node, limit: int, value_of: Callable[[Any], Any]) -> list[Path]:
    """Return the places that alpha-beta asks for from left to right, valued by ``value_of``."""
    places: list[Path] = []

    def search(node: Node, depth: int, alpha: float, beta: float) -> Any:
        if depth == 0 or not node.children:
            places.append(node.path)
            return value_of(node)
        if node.is_max:
            for child in node.children:
                value = search(child, depth - 1, alpha, beta)
                if value > alpha:
                    alpha = value
                    if beta <= alpha:
                        break
            return alpha
        for child in node.children:
            value = search(child, depth - 1, alpha, beta)
            if value < beta:
                beta = value
                if beta <= alpha:
                    break
        return beta

    search(root, limit, -inf, inf)
    return places


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
        name = self.node.name
        equal = " Equal values are enough for a cut." if self.alpha == self.beta else ""
        if self.max_owner is None or self.min_owner is None or self.alpha < self.beta:
            return f"{name} lies deeper than the depth allows, so the search should not look at it."
        guaranteed = f"MAX already had {number_text(self.alpha)} at {self.max_owner.name}"
        guaranteed += f" and MIN already had {number_text(self.beta)} at {self.min_owner.name}"
        text = f"When the search looked at {name}, {guaranteed}, so {name} could not matter."
        return text + equal


def needless(root: Node, limit: int, places: Iterable[Path]) -> list[Needless]:
    """Return the places that the earlier ones had already ruled out, in any order of the search.

    The values so far give each node bounds. A place can matter only while MAX's best guarantee
    on the path is less than MIN's.
    """
    bounds: dict[Path, tuple[float, float]] = {}
    unneeded: list[Needless] = []
    base = len(root.path)
    for path in places:
        way = [root]
        for step in path[base:]:
            way.append(way[-1].children[step])
        node, depth = way[-1], len(path) - base
        if node.children and depth < limit:
            # a guess on the way, as iterative deepening and move ordering make it: it
            # proves nothing
            continue
        alpha, beta, max_owner, min_owner = -inf, inf, None, None
        for above in way[:-1]:
            low, high = _worth(above, bounds)
            if above.is_max and low > alpha:
                alpha, max_owner = low, above
            elif not above.is_max and high < beta:
                beta, min_owner = high, above
        if depth > limit or alpha >= beta:
            unneeded.append(Needless(node, alpha, max_owner, beta, min_owner))
        if depth <= limit:
            bounds[path] = (node.evaluate(),) * 2
            for above in reversed(way[:-1]):
                bounds[above.path] = _worth(above, bounds)
    return unneeded


def determined(root: Node, limit: int, places: Iterable[Path]) -> bool:
    """Return True if the values at some places determine the root's value."""
    asked, base = set(places), len(root.path)

    def bounds(node: Node) -> tuple[float, float]:
        if not node.children or len(node.path) - base == limit:
            return (node.evaluate(),) * 2 if node.path in asked else (-inf, inf)
        choose = max if node.is_max else min
        below = [bounds(child) for child in node.children]
        return choose(low for low, _ in below), choose(high for _, high in below)

    low, high = bounds(root)
    return low == high


def _worth(node: Node, bounds: dict[Path, tuple[float, float]]) -> tuple[float, float]:
    """Return the bounds of a node's value that follow from those of its children."""
    choose = max if node.is_max else min
    below = [bounds.get(child.path, (-inf, inf)) for child in node.children]
    return choose(low for low, _ in below), choose(high for _, high in below)
