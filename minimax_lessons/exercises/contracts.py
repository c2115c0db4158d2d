"""Contracts: how a search is called, what its result means, and what it may look at."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from numbers import Real
from typing import Any, Literal

from minimax_lessons.exercises.touches import Ledger, counted
from minimax_lessons.exercises.trials import OPEN, Scope, Trial, trials
from minimax_lessons.tracing.calling import Call, cast
from minimax_lessons.tracing.code import Code, read
from minimax_lessons.tracing.roles import Role, role_of
from minimax_lessons.trees import Node, leaves_below

__all__ = ["ALPHABETA", "LISTS", "MINIMAX", "NEGAMAX", "Contract", "Way", "by_name", "of"]

Kind = Literal["minimax", "alphabeta"]
Arranged = tuple[list[Any], dict[str, Any]]
FULL = Scope(parts=True)
WITH_WINDOWS = Scope(parts=True, windows=True)


@dataclass(frozen=True)
class Way:
    """A way to call a search, and to read what it returns."""

    arrange: Callable[[Trial, Any, Ledger], Arranged]
    scope: Scope
    views: tuple[bool, ...] = (False,)  # True: its values are those of the player to move; several: find out


@dataclass(frozen=True)
class Contract:
    """What an exercise asks of a search: the ways it may be called, and whether it must not look where it need not."""

    ways: tuple[Way, ...]
    prunes: bool


def _turn(trial: Trial, root: Any, ledger: Ledger) -> Arranged:
    return [root, trial.limit, trial.tree.is_max], {}


def _colour(trial: Trial, root: Any, ledger: Ledger) -> Arranged:
    return [root, trial.limit, 1 if trial.tree.is_max else -1], {}


def _turn_and_bounds(trial: Trial, root: Any, ledger: Ledger) -> Arranged:
    return [root, trial.limit, *trial.window, trial.tree.is_max], {}


def _colour_and_bounds(trial: Trial, root: Any, ledger: Ledger) -> Arranged:
    low, high = trial.window if trial.tree.is_max else (-trial.window[1], -trial.window[0])
    return [root, trial.limit, low, high, 1 if trial.tree.is_max else -1], {}


def _lists(trial: Trial, root: Any, ledger: Ledger) -> Arranged:
    return [trial.tree.nested, trial.tree.is_max], {}


MINIMAX = Contract((Way(_turn, FULL), Way(_colour, FULL, (True,))), prunes=False)
ALPHABETA = Contract((Way(_turn_and_bounds, WITH_WINDOWS), Way(_colour_and_bounds, WITH_WINDOWS, (True,))), prunes=True)
NEGAMAX = Contract((Way(_colour_and_bounds, WITH_WINDOWS, (True,)),), prunes=True)
LISTS = Contract((Way(_lists, Scope(limited=False, parts=True)),), prunes=False)


def of(answer: Callable[..., Any], contract: Contract) -> Contract:
    """Return the contract, or if the answer cannot be called so, that of its own parameters' names."""
    trial = trials(contract.ways[0].scope)[0]
    arguments, _ = contract.ways[0].arrange(trial, trial.tree, Ledger())
    try:
        inspect.signature(answer).bind(*arguments)
    except TypeError:
        return by_name(answer, "alphabeta" if contract.prunes else "minimax")
    except ValueError:  # a builtin, which by_name refuses in a sentence
        return by_name(answer, "minimax")
    return contract


# By the names of its parameters


def by_name(answer: Any, kind: Kind) -> Contract:
    """Return the contract of any search, called as its parameters' names tell; raise TypeError if they do not tell."""
    reading = read(answer)
    names = frozenset(reading.signature.parameters)
    roles = {name: role_of(name, names) for name in names}
    if {"index", "values"} <= set(roles.values()):
        scope = Scope(both_roots=_takes_turn(reading, roles), limited=False, heights=(1, 2, 3, 4))
    else:
        depths = list(roles.values()).count("depth")
        limited = "evaluate" in reading.attributes and depths == (2 if reading.counts_up else 1)
        recurses = any(part.code is next(iter(reading.parts)) for part in reading.recursive_parts)
        scope = Scope(both_roots=_takes_turn(reading, roles), limited=limited, leaves=recurses, parts=recurses)
    return Contract((Way(partial(_as_told, reading, {}), scope, (False, True)),), prunes=kind == "alphabeta")


def _takes_turn(reading: Code, roles: Mapping[str, Role | None]) -> bool:
    return bool({"turn", "colour"} & set(roles.values()) or {"maximizing", "is_max"} & reading.attributes)


def _as_told(reading: Code, known: dict[int, tuple[Trial, Call]], trial: Trial, root: Any, ledger: Ledger) -> Arranged:
    if id(trial) not in known:
        known[id(trial)] = trial, cast(reading, trial.tree, (), depth=trial.depth)
    call = known[id(trial)][1]
    return [_counting(each, trial.tree, root, ledger) for each in call.arguments], {
        name: _counting(each, trial.tree, root, ledger) for name, each in call.keywords.items()
    }


def _counting(given: Any, tree: Node, root: Any, ledger: Ledger) -> Any:
    """Return an argument in the form that tells the ledger what is asked for: the tree as nodes, lists or leaves."""
    if given is tree:
        return root
    if not isinstance(given, list | tuple) or tuple(given) == OPEN:
        return given
    lists = _as_lists(given)
    if lists == tree.nested:
        return _like(given, counted(tree, ledger))
    leaves = leaves_below(tree)
    return [counted(leaf, ledger) for leaf in leaves] if lists == [leaf.value for leaf in leaves] else copy(given)


def _as_lists(given: Any) -> Any:
    return [_as_lists(part) for part in given] if isinstance(given, list | tuple) else given


def _like(given: Any, made: Any) -> Any:
    return tuple(_like(*pair) for pair in zip(given, made, strict=True)) if isinstance(given, tuple) else made


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
        held = dict(_numbers(result))
        places = {(place, view) for place in held for view in self.views} if self.places is None else self.places
        values = {
            (place, view): -held[place] if view and not trial.tree.is_max else held[place]
            for place, view in sorted(places, key=str)
            if place in held
        }
        fitting = {place for place, value in values.items() if fits(value)}
        if fitting:
            self.places = fitting
        first = next(iter(fitting), next(iter(values), None))
        return (None if first is None else values[first]), bool(fitting)


def _numbers(result: Any) -> list[tuple[Any, float]]:
    """Return the numbers in a result, each with its place: the result itself, or a part of a pair or a dict."""
    parts: Iterable[tuple[Any, Any]] = [(None, result)]
    if isinstance(result, dict):
        parts = result.items()
    elif isinstance(result, list | tuple):
        parts = enumerate(result)
    numbers = [(place, part) for place, part in parts if isinstance(part, Real)]
    return [(place, part) for place, part in numbers if str(part) not in ("True", "False")]  # type: ignore[misc]
