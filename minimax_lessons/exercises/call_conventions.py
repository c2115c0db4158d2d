"""Contracts: how a search is called, and what it may look at."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Literal

from minimax_lessons.exercises.trials import Scope, Trial, trials
from minimax_lessons.tracing.call import Call, bind_arguments
from minimax_lessons.tracing.source import read, role_of

__all__ = [
    "ALPHABETA",
    "LISTS",
    "MINIMAX",
    "NEGAMAX",
    "CallConvention",
    "Contract",
    "Kind",
    "by_name",
    "contract_for",
]

Kind = Literal["minimax", "alphabeta"]
Arranged = tuple[list[Any], dict[str, Any]]


@dataclass(frozen=True)
class CallConvention:
    """How to call a search, and to read what it returns."""

    arrange: Callable[[Trial], Arranged]
    scope: Scope
    # True: its values are those of the player to move; several: find out
    views: tuple[bool, ...] = (False,)
    by_names: bool = False  # it is called as its parameters' names tell, and can be watched so


@dataclass(frozen=True)
class Contract:
    """What an exercise asks of a search: how it may be called, and whether it must prune."""

    conventions: tuple[CallConvention, ...]
    prunes: bool


def _convention(*, bounds: bool = False, colour: bool = False) -> CallConvention:
    """Return the lessons' convention: the turn comes last, as True and False or as 1 and -1."""

    def arrange(trial: Trial) -> Arranged:
        low, high = trial.window
        if colour and not trial.tree.is_max:
            low, high = -high, -low
        turn = (1 if trial.tree.is_max else -1) if colour else trial.tree.is_max
        return [trial.tree, trial.limit, *((low, high) if bounds else ()), turn], {}

    return CallConvention(arrange, Scope(parts=True, windows=bounds), (colour,))


NEGAMAX = Contract((_convention(bounds=True, colour=True),), prunes=True)
ALPHABETA = Contract((_convention(bounds=True), *NEGAMAX.conventions), prunes=True)
MINIMAX = Contract((_convention(), _convention(colour=True)), prunes=False)
ON_LISTS = CallConvention(
    lambda trial: ([trial.tree.nested, trial.tree.is_max], {}), Scope(limited=False, parts=True)
)
LISTS = Contract((ON_LISTS,), prunes=False)


def contract_for(answer: Callable[..., Any], contract: Contract | Kind) -> Contract:
    """Return the contract if the answer can be called so, else one by its parameters' names."""
    if not isinstance(contract, Contract):
        return by_name(answer, contract)
    arguments, _ = contract.conventions[0].arrange(trials(contract.conventions[0].scope)[0])
    try:
        inspect.signature(answer).bind(*arguments)
    except (TypeError, ValueError):  # of a builtin, which by_name refuses in a sentence
        return by_name(answer, "alphabeta" if contract.prunes else "minimax")
    return contract


# By the names of its parameters


def by_name(answer: Any, kind: Kind) -> Contract:
    """Return the contract of any search from its parameters' names, or raise TypeError."""
    reading = read(answer)
    names = frozenset(reading.signature.parameters)
    roles = {name: role_of(name, names) for name in names}
    turns = {"turn", "colour"} & set(roles.values()) or {
        "maximizing",
        "is_max",
    } & reading.attributes
    says_turn = bool(turns)
    if {"index", "values"} <= set(roles.values()):
        scope = Scope(both_roots=says_turn, limited=False, heights=(1, 2, 3, 4))
    else:
        depths = list(roles.values()).count("depth")
        limited = "evaluate" in reading.attributes and depths == (2 if reading.counts_up else 1)
        recurses = any(part.code is next(iter(reading.parts)) for part in reading.recursive_parts)
        scope = Scope(both_roots=says_turn, limited=limited, leaves=recurses, parts=recurses)

    # by a trial's id, with the trial, so that no other comes by that
    calls: dict[int, tuple[Trial, Call]] = {}

    def arrange(trial: Trial) -> Arranged:
        if id(trial) not in calls:
            calls[id(trial)] = trial, bind_arguments(reading, trial.tree, (), depth=trial.depth)
        _, call = calls[id(trial)]
        keywords = {name: _own(argument) for name, argument in call.keywords.items()}
        return [*map(_own, call.arguments)], keywords

    convention = CallConvention(arrange, scope, (False, True), by_names=True)
    return Contract((convention,), prunes=kind == "alphabeta")


def _own(argument: Any) -> Any:
    """Return a list as one that the search may change; all else as it is."""
    return deepcopy(argument) if isinstance(argument, list) else argument
