"""Verdict: judge a search by its values and the positions that it looks at, and nothing else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, islice
from math import inf
from types import FrameType
from typing import Any, Literal

from minimax_lessons.check_limits import CALL_SECONDS, NOTED_CALL_SECONDS
from minimax_lessons.exercises.answer_call import call
from minimax_lessons.exercises.answers import name_of, plain, shown
from minimax_lessons.exercises.call_conventions import CallConvention, Contract
from minimax_lessons.exercises.faults import Fault, Right
from minimax_lessons.exercises.leaf_accesses import (
    Fleeting,
    Ledger,
    Needless,
    Watched,
    determined,
    needless,
    places_in_order,
    telling,
    watched,
)
from minimax_lessons.exercises.proving import Proof, Suspect, prove
from minimax_lessons.exercises.small_trees import MOST_LEAVES
from minimax_lessons.exercises.trials import DEEP, OPEN, Trial, trials
from minimax_lessons.games.k_in_a_row import from_text
from minimax_lessons.labels import number_text
from minimax_lessons.own_code import Memory
from minimax_lessons.results import ResultReader
from minimax_lessons.search import minimax
from minimax_lessons.trees import AIMA_TREE, Nested, Node, Root, tree

__all__ = ["Failure", "Result", "Search", "courses_search", "fitting", "judge", "looked_at"]

# trees on which it is asked whether a search has looked at what its value follows from
GUESSES = 12
TOO_DEEP = (
    "A line of 200 moves is too deep for it, because it needs too much of Python's stack or repeats"
    " work."
)
# three moves before its end, like the tree in whose place it is passed
GAME, GAME_TREE = from_text("XOX/OXO/...", k=3), tree([[[1]]])
LARGE = 1000  # a number that may stand for infinity in the learner's code: no toy tree needs more

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
    # it read no lists of numbers, of which it is known only whether they were compared
    by_node: bool = True
    needless: tuple[Needless, ...] = ()
    ended: Fault | None = None  # why it did not return

    @property
    def value_text(self) -> str:
        """Return the value in words, or what was returned in its place."""
        return shown(self.returned) if self.value is None else number_text(self.value)

    @property
    def leaves(self) -> list[tuple[int, ...]]:
        """Return the leaves at which it looked; a node at which the depth ends is also one."""
        nodes = {node.path: node for node in self.trial.tree}
        end = len(self.trial.tree.path) + self.trial.limit
        return [path for path in self.places if not nodes[path].children or len(path) >= end]


@dataclass(frozen=True)
class Failure:
    """The smallest case found in which a search is not right."""

    search: Search
    result: Result
    before: Trial | None = None  # it fails only when this has been searched before
    steady: bool = True  # it does the same when all is put back and it is called again

    def as_answered(self, value: float | None) -> Any:
        """Return a value with the answer's sign: as MAX sees it, or the player to move."""
        turned = self.search.reader.is_movers and not self.result.trial.tree.is_max
        return -value if turned and value is not None else value


@dataclass
class Search:
    """An answer, called by one convention."""

    answer: Callable[..., Any]
    convention: CallConvention
    prunes: bool
    memory: Memory
    seconds: float = CALL_SECONDS  # of processor time, for one call
    remarks: dict[str, None] = field(default_factory=dict)
    # of each tree, made once
    positions: dict[int, tuple[Watched, Ledger]] = field(default_factory=dict)
    reader: ResultReader = field(init=False)

    def __post_init__(self) -> None:
        self.reader = ResultReader(self.convention.views)

    def alone(self, *row: Trial) -> Result:
        """Return the result of the last trial, as if the first were the search's first call."""
        self.memory.restore()
        return [self.run(trial) for trial in row][-1]

    def first_wrong(self, row: Iterable[Trial]) -> tuple[int, Result] | None:
        """Return the first wrong trial and its number; the trials are called in their order."""
        for place, trial in enumerate(row):
            if trial.limit > DEEP and TOO_DEEP in self.remarks:
                continue
            result = self.run(trial)
            gave_up = result.ended is not None and result.ended.id in ("too-deep", "never-ends")
            if trial.limit > DEEP and gave_up:
                self.remarks[TOO_DEEP] = None  # it is right on shorter lines
            elif result.what != "right":
                return place, result
        return None

    def run(self, trial: Trial) -> Result:
        """Return the result of the search on a trial."""
        root, ledger = self.position(trial)
        ledger.start()
        arguments, keywords = self._arranged(trial, root, ledger)
        lists = [part for part in arguments if isinstance(part, list)]
        before = repr(lists)
        try:
            seconds = self.seconds if trial.limit <= DEEP else self.seconds / 8
            returned = call(self.answer, *arguments, keywords=keywords, seconds=seconds)
        except Fault as ended:
            what: What = "endless" if ended.id == "never-ends" else "ended"
            return Result(trial, what, places=tuple(ledger.places), ended=ended)
        places, asked = tuple(ledger.places), ledger.asked
        if repr(lists) != before:
            changes = before[1:-1], repr(lists)[1:-1]
            return Result(trial, "changed", returned=changes, places=places)
        is_max = trial.tree.is_max
        value, fits = self.reader.value(
            returned, lambda value: self._fits(value, trial), max_moves=is_max
        )
        if value is None:
            return Result(trial, "no number", None, returned, places)
        unneeded = self._needless(trial, places) if fits else ()
        what = "value" if not fits else "needless" if unneeded else "right"
        by_node = any(part is root for part in (*arguments, *keywords.values()))
        by_node = by_node and not ledger.read_as_lists
        return Result(trial, what, value, returned, places, asked, by_node, unneeded)

    def _arranged(
        self, trial: Trial, root: Watched, ledger: Ledger
    ) -> tuple[list[Any], dict[str, Any]]:
        """Return the arguments of a trial, with watched positions in the place of its tree."""
        arguments, keywords = self.convention.arrange(trial)

        def form_of(argument: Any) -> Any:
            if argument is trial.tree:
                return root
            # of a search that need not prune it is enough to know what its nodes are asked
            return telling(argument, trial.tree, ledger) if self.prunes else argument

        return [*map(form_of, arguments)], {name: form_of(part) for name, part in keywords.items()}

    def _needless(self, trial: Trial, places: tuple[tuple[int, ...], ...]) -> tuple[Needless, ...]:
        """Return the needless looks: at nodes that alpha-beta from left to right skips."""
        if not self.prunes or not trial.is_finite or places == _in_order(trial):
            return ()
        unneeded = needless(trial.tree, trial.limit, places)
        # iterative deepening looks at what each depth asks for
        lesser = range(trial.limit + 1) if unneeded else ()
        usual = {path for depth in lesser for path in looked_at(replace(trial, depth=depth))}
        return tuple(visit for visit in unneeded if visit.node.path not in usual)

    def position(self, trial: Trial) -> tuple[Watched, Ledger]:
        """Return our position for a tree, always the same one; for a subtree a part of it."""
        if trial.anew:
            ledger = Ledger()
            ledger.root = trial.tree
            return Fleeting(trial.tree, (), ledger), ledger
        if id(trial.tree) not in self.positions:
            ledger = Ledger()
            watched(trial.tree, ledger)
            for node in trial.tree:
                self.positions[id(node)] = ledger.nodes[node.path], ledger
        return self.positions[id(trial.tree)]

    def _fits(self, value: float, trial: Trial) -> bool:
        is_large = LARGE <= abs(value) < inf and (value > 0) == (trial.value > 0)
        stands_for_infinity = abs(trial.value) == inf and is_large
        if stands_for_infinity and not trial.is_right(value):
            remark = (
                f"{number_text(abs(value))} stands for ∞, which is right only while every value is"
            )
            self.remarks[f"{remark} smaller."] = None
        return stands_for_infinity or trial.is_right(value)


def looked_at(trial: Trial) -> set[tuple[int, ...]]:
    """Return the places that alpha-beta looks at, from left to right and without a window."""
    return set(_in_order(trial))


@lru_cache(5_000)
def _in_order(trial: Trial) -> tuple[tuple[int, ...], ...]:
    return tuple(places_in_order(trial.tree, trial.limit, Node.evaluate))


def judge(answer: Callable[..., Any], contract: Contract) -> Right | Failure:
    """Return Right if an answer is right by one convention, else the smallest failure."""
    memory = Memory(answer)
    first: Failure | None = None
    try:
        for convention in contract.conventions:
            search = Search(answer, convention, contract.prunes, memory)
            proof, suspect = prove(search)
            row = trials(convention.scope)
            if suspect is None:
                failure = _on_larger_trees(search, row)
            else:
                failure = _reproduced(search, suspect.result, suspect.before())
                failure = failure or _on_larger_trees(search, row) or _once_only(search, suspect)
            if failure is None:
                _refuse_guess(search, row)
                remarks = (*search.remarks, *_repeated(search, row), *_fails_on_a_game(search))
                return Right("", _shown(proof, row), remarks)
            first = first or failure
            if failure.result.what == "endless":
                break
        assert first is not None
        return first
    finally:
        memory.restore()


def fitting(
    answer: Callable[..., Any], contract: Contract, nested: Nested, *, seconds: float
) -> Search | None:
    """Return the search by the first convention that is right on a tree, whoever begins there."""
    memory = Memory(answer)
    for convention in contract.conventions:
        search = Search(answer, convention, contract.prunes, memory, seconds)
        roots: tuple[Root, ...] = ("max", "min") if convention.scope.both_roots else ("max",)
        if all(search.alone(Trial(tree(nested, root))).what == "right" for root in roots):
            return search
    return None


def courses_search(answer: Callable[..., Any], convention: CallConvention) -> str | None:
    """Return the name of the course's search that runs while an answer searches a tree."""
    names: list[str] = []

    def note(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code.co_filename == minimax.__code__.co_filename:
            names.append(frame.f_code.co_name)

    def noted(*arguments: Any, **keywords: Any) -> Any:
        previous = sys.getprofile()
        sys.setprofile(note)
        try:
            return answer(*arguments, **keywords)
        finally:
            sys.setprofile(previous)

    memory = Memory(answer)
    Search(noted, convention, False, memory, seconds=NOTED_CALL_SECONDS).alone(Trial(AIMA_TREE))
    memory.restore()
    return names[0] if names else None


def _fails_on_a_game(search: Search) -> list[str]:
    """Return a remark if a search of the course's positions is wrong on a position of a game."""
    trial = Trial(GAME_TREE)
    arguments, keywords = search.convention.arrange(trial)
    passed = [GAME if argument is GAME_TREE else argument for argument in arguments]
    if search.convention.by_names or GAME not in passed:
        return []
    try:
        returned = call(search.answer, *passed, keywords=keywords, seconds=search.seconds)
    except Fault as fault:
        text = "It works on trees only. A game's position has only methods, called with `()`"
        return [f"{text}: {fault}"]
    right = minimax(GAME, trial.limit, GAME.maximizing)
    _, fits = search.reader.value(returned, lambda value: value == right, max_moves=True)
    return (
        []
        if fits
        else [f"On a game it returned {shown(returned)} instead of {number_text(right)}."]
    )


def _refuse_guess(search: Search, row: Sequence[Trial]) -> None:
    """Raise Fault if the leaves that the search looked at do not prove its values.

    The trees have no equal leaves, and the search is as new each time, because it may remember
    values.
    """
    open_trials = (trial for trial in row if trial.depth is None and trial.window == OPEN)
    fair = (trial for trial in open_trials if trial.is_finite and not trial.tree.path)
    distinct = (trial for trial in fair if len(trial.values) == len({*trial.values}) > 2)
    for trial in islice(distinct, GUESSES):
        result = search.alone(trial)
        # of numbers in lists it is known whether any was used
        is_proved = bool(result.places) or not search.prunes
        if result.by_node:
            is_proved = determined(trial.tree, trial.limit, result.places)
        if result.what == "right" and not is_proved:
            text = (
                f"{name_of(search.answer)} returned {number_text(trial.value)} for"
                f" {trial.tree!r}, but"
            )
            text += f" looked at {len(result.leaves)} of its {len(trial.values)} leaves, which does"
            text += " not prove the value. Compute the value from the leaves."
            raise Fault(text, id="not-own-search")


def _reproduced(search: Search, result: Result, earlier: Iterable[Trial]) -> Failure | None:
    """Return the failure of a search that was wrong, with an earlier trial if it needs one."""
    if result.what == "endless":
        return Failure(search, result)
    for row in chain([(result.trial,)], ((before, result.trial) for before in earlier)):
        wrong = search.alone(*row)
        if wrong.what != "right":
            steady = search.alone(*row).what == wrong.what
            return Failure(search, wrong, row[0] if len(row) > 1 else None, steady=steady)
    return None


def _on_larger_trees(search: Search, row: Sequence[Trial]) -> Failure | None:
    """Return the smallest failure on the trials that small trees cannot stand for."""
    search.memory.restore()
    wrong = search.first_wrong(row)
    if wrong is not None and wrong[1].what != "endless" and wrong[1].trial.window != OPEN:
        # without a window it is easier to follow
        places = (place for place, trial in enumerate(row) if trial.window == OPEN)
        alone = ((place, search.alone(row[place])) for place in places)
        wrong = next((candidate for candidate in alone if candidate[1].what != "right"), wrong)
    if wrong is None:
        return None
    place, result = wrong
    failure = _reproduced(search, result, reversed(row[:place]))
    return failure or Failure(search, result, steady=False)


def _once_only(search: Search, suspect: Suspect) -> Failure:
    """Return the failure on a small tree that could not be brought about again."""
    trial = suspect.result.trial
    value, _ = search.reader.value(
        plain(suspect.returned), lambda _: False, max_moves=trial.tree.is_max
    )
    what: What = "no number" if value is None else "value"
    return Failure(search, Result(trial, what, value, suspect.returned), steady=False)


def _shown(proof: Proof, row: Iterable[Trial]) -> str:
    """Return a sentence with the trees on which a search was right."""
    large = (trial for trial in row if len(trial.values) > MOST_LEAVES)
    larger = {id(trial.tree) for trial in large if not trial.tree.path}
    also = f"{len(larger)} larger trees"
    return f"Right on {proof}, and on {also}." if proof.leaves else f"Right on {also}."


def _repeated(search: Search, row: Sequence[Trial]) -> list[str]:
    """Return a remark if the search asks for the same values again and again."""
    if not search.prunes:
        return []
    shallow = (trial for trial in row if trial.limit < DEEP and trial.window == OPEN)
    result = search.alone(max(shallow, key=lambda trial: len(list(trial.tree))))
    if result.asked < 3 * len(result.places):
        return []
    text = f"On {result.trial.tree.height} moves it asked for {result.asked} values at"
    return [f"{text} {len(result.places)} positions: one call for each child is enough."]
