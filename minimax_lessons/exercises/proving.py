"""Proving: call a search on every small tree, with one guard for all trees of a size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any

from minimax_lessons import check_limits
from minimax_lessons.exercises.answer_call import call
from minimax_lessons.exercises.answers import plain
from minimax_lessons.exercises.faults import Fault
from minimax_lessons.exercises.small_trees import (
    MOST_LEAVES,
    NUMBERED,
    ORDER_ONLY,
    LeafOrder,
    SmallTree,
    Values,
    asked,
    asks_in_vain,
    refusals,
    small_trees,
    use_values,
    values_in_use,
)
from minimax_lessons.exercises.trials import Scope, Trial
from minimax_lessons.guarded_call import spent
from minimax_lessons.results import ResultReader
from minimax_lessons.trees import Node

if TYPE_CHECKING:
    from minimax_lessons.exercises.verdict import Result, Search

__all__ = ["Proof", "Suspect", "prove"]

# the last for all sizes
NUMBERS: tuple[Values, ...] = ((1, 2, 3, 4, 5), (-5, -4, -3, -2, -1), (-2, -1, 0, 1, 2))
RANKS: tuple[Values, ...] = (ORDER_ONLY,)
MOST_ONE_BY_ONE = 4  # leaves, for a search that takes the tree in a form of its own
EARLIER = 200  # trees before a wrong value, one of which may have left something behind
SIMPLE = (int, float, str, type(None))
GROWTH = 30  # as many times as many trees have a leaf more
FEW, MANY = 100, 2_000  # trees: so many with up to three leaves, and with four
COUNTED = ("no leaf", "one leaf", "two leaves", "three leaves", "four leaves", "five leaves")

# how to call the search on trees of one shape, and these trees
Shape = tuple["Form | None", tuple[SmallTree, ...]]


@dataclass(frozen=True)
class Suspect:
    """A small tree on which a search was wrong when it was called on one tree after another."""

    result: Result  # of the search on this tree alone
    returned: Any  # what it returned after the others
    is_late: bool  # the time for all trees of the size was over there
    values: Values
    earlier: tuple[SmallTree, ...]  # on which it was called before

    def before(self) -> Iterator[Trial]:
        """Yield the trials of which one may have left something behind."""
        return (Trial(root.with_values(self.values)) for root in reversed(self.earlier))


@dataclass
class Proof:
    """What has been shown of a search on small trees."""

    scope: Scope
    leaves: int = 0  # it is right on every tree of up to so many leaves
    any_numbers: bool = True  # it does nothing but compare their values

    def __str__(self) -> str:
        kind = "tree" if self.scope.heights is None else "full binary tree"
        turn = "" if self.scope.both_roots else " on which MAX moves first"
        numbers = ", for any numbers" if self.any_numbers else ""
        return f"every {kind} of up to {COUNTED[self.leaves]}{turn}{numbers}"


@dataclass
class Form:
    """The arguments of a search on trees of one shape, with the place of the tree among them."""

    arguments: list[Any]
    keywords: dict[str, Any]
    place: int | str
    as_lists: bool


def prove(search: Search, most: int = MOST_LEAVES) -> tuple[Proof, Suspect | None]:
    """Return the proof on all trees of up to ``most`` leaves, and the first suspect.

    The smallest trees come first. Leaf values can only be compared. If the search asks for
    more, they are numbers, and the proof shows less.
    """
    run = _Run(search, most)
    if run.can_only_compare():
        suspect = run.all_sizes(RANKS)
        if not refusals and (suspect is None or suspect.result.what != "right"):
            return run.proof, suspect
    run.proof.any_numbers = False
    return run.proof, run.all_sizes(NUMBERS)


@dataclass
class _Run:
    """One search on all small trees."""

    search: Search
    most: int
    proof: Proof = field(init=False)
    reader: ResultReader = field(init=False)
    root: SmallTree | None = None  # on which the search is called now

    def __post_init__(self) -> None:
        self.proof = Proof(self.search.convention.scope)

    def can_only_compare(self) -> bool:
        """Return True if a search may only compare: it negates nothing, and takes no lists."""
        return self.search.convention.views != (True,) and all(
            form is not None for form, _ in self._shapes(2)
        )

    def all_sizes(self, scales: tuple[Values, ...]) -> Suspect | None:
        """Return the first tree that is wrong, if there is one, as far as time allows."""
        self.proof.leaves, needed = 0, 0.0
        self.reader = ResultReader((False,)) if scales is RANKS else self.search.reader
        for leaves in range(1 if self.search.convention.scope.leaves else 2, self.most + 1):
            shapes = self._shapes(leaves)
            one_by_one = any(form is None for form, _ in shapes)
            if needed > check_limits.PROVING_SECONDS or (one_by_one and leaves > MOST_ONE_BY_ONE):
                break
            begun, clock = spent(), perf_counter()
            for values in scales[-1:] if one_by_one or leaves == MOST_LEAVES else scales:
                suspect = (self._one_by_one if one_by_one else self._at_once)(shapes, values)
                if suspect is not None and suspect.is_late and suspect.result.what == "right":
                    return None  # it is only slow
                if suspect is not None or refusals:
                    return suspect
            self.proof.leaves = leaves if shapes else self.proof.leaves
            share = (perf_counter() - clock) / check_limits.PROVING_CLOCK_SECONDS
            used = max(spent() - begun, share * check_limits.PROVING_SECONDS)
            needed = used * GROWTH / len(scales)
        return None

    def _shapes(self, leaves: int) -> list[Shape]:
        """Return the trees of a size that the search can be called with, by shape."""
        scope = self.search.convention.scope
        shapes = [pair for pair in small_trees(leaves) if pair[0].is_max or scope.both_roots]
        if scope.heights is not None:
            shapes = [pair for pair in shapes if _is_full_binary(pair[0], scope.heights)]
        return [(_form(self.search, shape), roots) for shape, roots in shapes]

    def _one_by_one(self, shapes: list[Shape], values: Values) -> Suspect | None:
        """Return the first wrong tree of a search that takes trees in a form of its own."""
        self.search.memory.restore()
        for _, roots in shapes:
            for place, root in enumerate(roots):
                result = self.search.run(Trial(root.with_values(values)))
                if result.what != "right":
                    alone, earlier = self.search.alone(result.trial), roots[:place][-EARLIER:]
                    return Suspect(alone, result.returned, False, values, earlier)
        return None

    def _at_once(self, shapes: list[Shape], values: Values) -> Suspect | None:
        """Return the first tree on which the search is wrong, within one guard for all of them."""
        use_values(values)
        refusals.clear()
        self.search.memory.restore()
        roots = [root for _, same in shapes for root in same]
        portion = 1 if len(roots) < FEW else 4 if len(roots) < MANY else 8
        returned, is_late = None, False
        try:
            seconds = self.search.seconds * portion / 4
            returned = call(lambda: self._first_wrong(shapes), seconds=seconds)
        except Fault as fault:
            is_late = fault.id == "never-ends"
        if self.root is None:
            return None
        place = next(place for place, root in enumerate(roots) if root is self.root)
        shown = NUMBERED if values is ORDER_ONLY else values
        earlier = tuple(roots[:place][-EARLIER:])
        alone = self.search.alone(Trial(self.root.with_values(shown)))
        return Suspect(alone, returned, is_late, shown, earlier)

    def _first_wrong(self, shapes: list[Shape]) -> Any:
        """Return the result for the first wrong tree, which is then ``self.root``, or None."""
        answer, prunes, values_by_rank = self.search.answer, self.search.prunes, values_in_use
        for form, roots in shapes:
            assert form is not None
            arguments, keywords, as_lists = form.arguments, form.keywords, form.as_lists
            container: Any = keywords if isinstance(form.place, str) else arguments
            sign = self._sign(roots[0])
            for root in roots:
                self.root = root
                asked.clear()
                container[form.place] = passed = root.nested if as_lists else root
                returned, value = answer(*arguments, **keywords), values_by_rank[root.rank]
                is_value = returned is value if sign != -1 else _is_minus(returned, value)
                if not (sign and is_value) and not self._is_right(returned, value, root):
                    return returned
                if as_lists and passed != root.nested:
                    return returned
                if prunes and asks_in_vain(root) and not root.usual.issuperset(asked):
                    return returned
        self.root = None
        return None

    def _sign(self, root: SmallTree) -> int:
        """Return 1 if a result itself is the value for MAX, −1 if it is that for MIN, else 0."""
        if self.reader.places not in ({(None, False)}, {(None, True)}):
            return 0
        return -1 if self.reader.is_movers and not root.is_max else 1

    def _is_right(self, returned: Any, expected: Any, root: SmallTree) -> bool:
        """Return True if a result holds the value; a leaf value without numbers is itself there."""
        is_number = not isinstance(expected, LeafOrder)

        def fits(value: Any) -> bool:
            return bool(value == expected) if is_number else value is expected

        result = plain(returned) if is_number else returned
        return self.reader.value(result, fits, max_moves=root.is_max)[1]


def _is_minus(returned: Any, value: Any) -> bool:
    return isinstance(returned, int | float) and returned == -value


def _is_full_binary(shape: Node, heights: tuple[int, ...]) -> bool:
    height = shape.height
    return height in heights and all(
        len(node.children) == 2 or len(node.path) == height for node in shape
    )


# How the search is called


def _form(search: Search, shape: Node) -> Form | None:
    """Return the form of the calls on trees of a shape; None for a search with its own form."""
    pair = next(pair for pair, _ in small_trees(2) if pair.is_max == shape.is_max)
    arguments, keywords = search.convention.arrange(Trial(pair))
    passed: dict[Any, Any] = {**dict(enumerate(arguments)), **keywords}
    places = [
        place for place, argument in passed.items() if argument is pair or argument == pair.nested
    ]
    simple = all(isinstance(passed[place], SIMPLE) for place in passed if place not in places)
    as_lists = bool(places) and isinstance(passed[places[0]], list)
    is_flat = search.convention.scope.heights is not None
    if is_flat or len(places) != 1 or not simple or (as_lists and search.prunes):
        return None
    return Form(*search.convention.arrange(Trial(shape)), places[0], as_lists)
