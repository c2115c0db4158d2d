"""Contracts: how a search is called, what its result means, and what it may look at."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from numbers import Real
from typing import Any, Literal

from minimax_lessons.exercises.trials import Scope, Trial, trials
from minimax_lessons.tracing.calling import Call, cast
from minimax_lessons.tracing.code import read
from minimax_lessons.tracing.roles import role_of

__all__ = ["ALPHABETA", "LISTS", "MINIMAX", "NEGAMAX", "Contract", "Kind", "Way", "by_name", "of"]

Kind = Literal["minimax", "alphabeta"]
Arranged = tuple[list[Any], dict[str, Any]]


@dataclass(frozen=True)
class Way:
    """A way to call a search, and to read what it returns."""

    arrange: Callable[[Trial], Arranged]
    scope: Scope
    views: tuple[bool, ...] = (False,)  # True: its values are those of the player to move; several: find out


@dataclass(frozen=True)
class Contract:
    """What an exercise asks of a search: the ways it may be called, and whether it must not look where it need not."""

    ways: tuple[Way, ...]
    prunes: bool


def _way(*, bounds: bool = False, colour: bool = False) -> Way:
    """Return the way in which the lessons call a search: whose turn it is comes last, as True and False or 1 and -1."""

    def arrange(trial: Trial) -> Arranged:
        low, high = trial.window
        if colour and not trial.tree.is_max:
            low, high = -high, -low
        turn = (1 if trial.tree.is_max else -1) if colour else trial.tree.is_max
        return [trial.tree, trial.limit, *((low, high) if bounds else ()), turn], {}

    return Way(arrange, Scope(parts=True, windows=bounds), (colour,))


NEGAMAX = Contract((_way(bounds=True, colour=True),), prunes=True)
ALPHABETA = Contract((_way(bounds=True), *NEGAMAX.ways), prunes=True)
MINIMAX = Contract((_way(), _way(colour=True)), prunes=False)
ON_LISTS = Way(lambda trial: ([trial.tree.nested, trial.tree.is_max], {}), Scope(limited=False, parts=True))
LISTS = Contract((ON_LISTS,), prunes=False)


def of(answer: Callable[..., Any], contract: Contract) -> Contract:
    """Return the contract, or if the answer cannot be called so, that of its own parameters' names."""
    arguments, _ = contract.ways[0].arrange(trials(contract.ways[0].scope)[0])
    try:
        inspect.signature(answer).bind(*arguments)
    except (TypeError, ValueError):  # of a builtin, which by_name refuses in a sentence
        return by_name(answer, "alphabeta" if contract.prunes else "minimax")
    return contract


# By the names of its parameters


def by_name(answer: Any, kind: Kind) -> Contract:
    """Return the contract of any search, called as its parameters' names tell; raise TypeError if they do not tell."""
    reading = read(answer)
    names = frozenset(reading.signature.parameters)
    roles = {name: role_of(name, names) for name in names}
    told = bool({"turn", "colour"} & set(roles.values()) or {"maximizing", "is_max"} & reading.attributes)
    if {"index", "values"} <= set(roles.values()):
        scope = Scope(both_roots=told, limited=False, heights=(1, 2, 3, 4))
    else:
        depths = list(roles.values()).count("depth")
        limited = "evaluate" in reading.attributes and depths == (2 if reading.counts_up else 1)
        recurses = any(part.code is next(iter(reading.parts)) for part in reading.recursive_parts)
        scope = Scope(both_roots=told, limited=limited, leaves=recurses, parts=recurses)

    known: dict[int, tuple[Trial, Call]] = {}  # by a trial's id, with the trial, so that no other comes by that

    def arrange(trial: Trial) -> Arranged:
        if id(trial) not in known:
            known[id(trial)] = trial, cast(reading, trial.tree, (), depth=trial.depth)
        _, call = known[id(trial)]
        return [*map(_own, call.arguments)], {name: _own(each) for name, each in call.keywords.items()}

    return Contract((Way(arrange, scope, (False, True)),), prunes=kind == "alphabeta")


def _own(given: Any) -> Any:
    """Return a list as one that the search may change; all else as it is."""
    return deepcopy(given) if isinstance(given, list) else given


# What comes back


@dataclass
class Meaning:
    """Where in a result the value is, and who sees it so, as far as the results so far have told."""

    views: tuple[bool, ...]
    places: set[tuple[Any, bool]] | None = field(default=None)

    @property
    def is_movers(self) -> bool:
        """Return True if its values are those of the player to move, as far as has been told."""
        return all(view for _, view in self.places) if self.places else self.views[0]

    def value(self, result: Any, trial: Trial, fits: Callable[[float], bool]) -> tuple[float | None, bool]:
        """Return the value that a result holds, as MAX sees it, and whether it fits; None if it holds no number."""
        held = _numbers(result)
        places = {(place, view) for place in held for view in self.views} if self.places is None else self.places
        told = [each for each in sorted(places, key=str) if each[0] in held]
        turned = not trial.tree.is_max
        values = {(place, view): -held[place] if view and turned else held[place] for place, view in told}
        fitting = {place for place, value in values.items() if fits(value)}
        self.places = fitting or self.places
        first = next(iter(fitting or values), None)
        return (None if first is None else values[first]), bool(fitting)


def _numbers(result: Any) -> dict[Any, Any]:
    """Return the numbers in a result, each with its place: the result itself, or a part of a pair or a dict."""
    parts = result if isinstance(result, dict) else {None: result}
    if isinstance(result, list | tuple):
        parts = dict(enumerate(result))
    return {place: part for place, part in parts.items() if not isinstance(part, bool) and isinstance(part, Real)}
