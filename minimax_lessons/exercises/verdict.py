"""Verdict: whether a search is right, by what it returns and what it looks at, and by nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from typing import Any, Literal

from minimax_lessons.drawing.labels import number
from minimax_lessons.exercises.calling import call
from minimax_lessons.exercises.contracts import Contract, Meaning, Way
from minimax_lessons.exercises.faults import Fault, Right
from minimax_lessons.exercises.own_code import Memory
from minimax_lessons.exercises.shrinking import smallest
from minimax_lessons.exercises.touches import Ledger, Needless, Watched, needless, telling, watched
from minimax_lessons.exercises.trials import OPEN, Trial, smaller, trials
from minimax_lessons.search import alphabeta
from minimax_lessons.trees import Node

__all__ = ["Failure", "Result", "Search", "judge", "looked_at"]

LARGE = 1000  # a number that may stand for infinity in the learner's code: no toy tree needs more

Row = tuple[Trial, ...]  # searched one after the other
What = Literal["right", "value", "no number", "needless", "endless", "ended", "changed"]


@dataclass(frozen=True)
class Result:
    """What a search did on a trial."""

    trial: Trial
    what: What
    value: float | None = None  # as MAX sees it
    returned: Any = None
    places: tuple[tuple[int, ...], ...] = ()  # whose value was asked for, in this order
    asked: int = 0  # how many times in all
    by_node: bool = True  # it was given nodes: of numbers in lists it is known only whether they were compared
    needless: tuple[Needless, ...] = ()
    ended: Fault | None = None  # why it did not return

    @property
    def leaves(self) -> int:
        """Return at how many leaves it looked; a node at which the depth ends is one, too."""
        nodes = {node.path: node for node in self.trial.tree}
        base = len(self.trial.tree.path)
        return sum(not nodes[path].children or len(path) - base >= self.trial.limit for path in self.places)


@dataclass(frozen=True)
class Failure:
    """The smallest case found in which a search is not right."""

    search: Search
    result: Result
    before: Trial | None = None  # it fails only when this has been searched before
    steady: bool = True  # it does the same when all is put back and it is called again


@dataclass
class Search:
    """An answer, called in one way."""

    answer: Callable[..., Any]
    way: Way
    prunes: bool
    memory: Memory
    seconds: float = 2.0  # of processor time, for one call
    remarks: dict[str, None] = field(default_factory=dict)
    positions: dict[int, tuple[Watched, Ledger]] = field(default_factory=dict)  # of each tree, made once
    meaning: Meaning = field(init=False)

    def __post_init__(self) -> None:
        self.meaning = Meaning(self.way.views)

    def alone(self, *row: Trial) -> Result:
        """Return the result of the last of some trials, as if the search had never been called before the first."""
        self.memory.restore()
        return [self.run(trial) for trial in row][-1]

    def first_wrong(self, row: Iterable[Trial]) -> tuple[int, Result] | None:
        """Return the first of the trials that is not right, and its number; they are called one after the other."""
        for place, trial in enumerate(row):
            result = self.run(trial)
            if result.what != "right":
                return place, result
        return None

    def run(self, trial: Trial) -> Result:
        """Return what the search does on a trial."""
        root, ledger = self._position(trial.tree)
        ledger.places, ledger.asked = {}, 0
        arguments, keywords = self.way.arrange(trial)

        def told(given: Any) -> Any:  # of a search that need not prune it is enough to know what its nodes are asked
            return root if given is trial.tree else telling(given, trial.tree, ledger) if self.prunes else given

        arguments, keywords = [*map(told, arguments)], {name: told(each) for name, each in keywords.items()}
        lists = [each for each in arguments if isinstance(each, list)]
        before = repr(lists)
        try:
            returned = call(self.answer, *arguments, keywords=keywords, seconds=self.seconds)
        except Fault as ended:
            what: What = "endless" if ended.id == "never-ends" else "ended"
            return Result(trial, what, places=tuple(ledger.places), ended=ended)
        places, asked = tuple(ledger.places), ledger.asked
        if repr(lists) != before:
            return Result(trial, "changed", returned=(before[1:-1], repr(lists)[1:-1]), places=places)
        value, fits = self.meaning.value(returned, trial, lambda value: self._fits(value, trial))
        if value is None:
            return Result(trial, "no number", None, returned, places)
        if not fits:
            by_node = any(each is root for each in (*arguments, *keywords.values()))
            return Result(trial, "value", value, returned, places, asked, by_node)
        found = self._needless(trial, places)
        return Result(trial, "needless" if found else "right", value, returned, places, asked, needless=found)

    def _needless(self, trial: Trial, places: tuple[tuple[int, ...], ...]) -> tuple[Needless, ...]:
        """Return what need not have been looked at, and what alpha-beta from left to right does not look at either."""
        if not self.prunes or not trial.is_finite:
            return ()
        found = needless(trial.tree, trial.limit, places)
        lesser = range(trial.limit + 1) if found else ()  # iterative deepening looks at what each depth asks for
        usual = {path for depth in lesser for path in looked_at(replace(trial, depth=depth))}
        return tuple(each for each in found if each.node.path not in usual)

    def _position(self, tree: Node) -> tuple[Watched, Ledger]:
        """Return our own positions for a tree; the same ones each time, and for a part of it those of the whole."""
        if id(tree) not in self.positions:
            ledger = Ledger()
            watched(tree, ledger)
            for node in tree:
                self.positions[id(node)] = ledger.nodes[node.path], ledger
        return self.positions[id(tree)]

    def _fits(self, value: float, trial: Trial) -> bool:
        if trial.is_right(value):
            return True
        if abs(trial.value) == inf and LARGE <= abs(value) < inf and (value > 0) == (trial.value > 0):
            self.remarks[f"{number(abs(value))} stands for ∞: right while every value is smaller."] = None
            return True
        return False


def looked_at(trial: Trial) -> set[tuple[int, ...]]:
    """Return the places that alpha-beta looks at, from left to right and without a window."""
    ledger = Ledger()
    root: Node = watched(trial.tree, ledger)
    alphabeta(root, trial.limit, *OPEN, trial.tree.is_max)
    return set(ledger.places)


def judge(answer: Callable[..., Any], contract: Contract) -> Right | Failure:
    """Return whether an answer is right in one of the ways it may be called; if not, the smallest case found."""
    memory = Memory(answer)
    first: tuple[Search, int, Result] | None = None
    try:
        for way in contract.ways:
            search = Search(answer, way, contract.prunes, memory)
            row = trials(way.scope)
            memory.restore()
            wrong = search.first_wrong(row)
            if wrong is None:
                return Right("", len(row), (*search.remarks, *_repeated(search)))
            if wrong[1].what != "endless" and wrong[1].trial.window != OPEN:  # without one it is easier to follow
                alone = ((place, search.alone(trial)) for place, trial in enumerate(row) if trial.window == OPEN)
                wrong = next((each for each in alone if each[1].what != "right"), wrong)
            first = first or (search, *wrong)
            if wrong[1].what == "endless":
                break
        assert first is not None
        return _smallest(*first)
    finally:
        memory.restore()


def _repeated(search: Search) -> list[str]:
    """Return what to remark if the search asks for the same values again and again."""
    if not search.prunes:
        return []
    result = search.alone(max(trials(search.way.scope), key=lambda trial: trial.tree.height * (trial.window == OPEN)))
    if result.asked < 3 * len(result.places):
        return []
    return [
        f"On {result.trial.tree.height} moves it asked for {result.asked} values at {len(result.places)} positions:"
        " one call for each child is enough."
    ]


# The smallest case


def _smallest(search: Search, place: int, result: Result) -> Failure:
    """Return the smallest failure of the kind; of a search that is right on a tree alone, with what it takes before."""
    if result.what == "endless":
        return Failure(search, result)
    rows: list[Row] = [(result.trial,), *((each, result.trial) for each in reversed(trials(search.way.scope)[:place]))]
    tried = ((row, search.alone(*row)) for row in rows)
    row, wrong = next((each for each in tried if each[1].what != "right"), ((), result))
    if not row or search.alone(*row).what != wrong.what:
        return Failure(search, wrong, steady=False)

    def find(row: Row) -> tuple[Row, Result] | None:
        found = search.alone(*row)
        same = _kind(found) == _kind(wrong) and (len(row) == 1 or search.alone(row[-1]).what == "right")
        return (row, found) if same else None

    row, least = smallest(row, (row, wrong), find, partial(_simpler, search.way))
    return Failure(search, least, row[0] if len(row) > 1 else None)


def _kind(result: Result) -> tuple[str, str]:
    return result.what, result.ended.id + type(result.ended.__context__).__name__ if result.ended is not None else ""


def _simpler(way: Way, row: Row) -> Iterator[Row]:
    """Yield what is a step simpler, as far as the search can be asked that."""
    scope, rows = way.scope, _smaller_pairs(*row) if len(row) > 1 else ((less,) for less in smaller(row[0]))

    def allows(trial: Trial) -> bool:
        both = scope.heights is None and (scope.both_roots or trial.tree.is_max)
        return both and (scope.leaves or bool(trial.tree.children))

    return (row for row in rows if all(map(allows, row)))


def _smaller_pairs(earlier: Trial, trial: Trial) -> Iterator[Row]:
    """Yield two trials that are a step simpler: if they are of one tree, or one is of a part of it, they stay so."""
    if trial.tree.path:
        for less in smaller(earlier):
            yield from ((less, Trial(child)) for child in less.tree.children if child.children)
    elif trial.tree is earlier.tree:
        yield from ((replace(less, window=earlier.window), less) for less in smaller(trial))
    else:
        yield from ((less, trial) for less in smaller(earlier))
        yield from ((earlier, less) for less in smaller(trial))
