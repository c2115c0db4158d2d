"""Casting: hand the tree to a search in the form that its code expects, with all the other arguments it needs."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from minimax_lessons.tracing.finders import ById, ByIndex, Finder, Growing, Seen
from minimax_lessons.tracing.forms import form_of
from minimax_lessons.tracing.reading import Reading
from minimax_lessons.tracing.roles import NODE_NAMES, Role, role_of
from minimax_lessons.tracing.subjects import is_number, is_simple
from minimax_lessons.trees import Node

__all__ = ["ById", "ByIndex", "Call", "Finder", "Growing", "Seen", "cast"]


@dataclass
class Call:
    """A search function with everything it must be called with."""

    function: Callable[..., Any]
    arguments: list[Any]
    keywords: dict[str, Any]
    finder: Finder
    bounds: tuple[float, float]  # the window it starts with, as far as the call shows it
    notes: list[str] = field(default_factory=list)
    turn_told: bool = True  # the caller has said who moves at the root; else the run will have to tell


def cast(
    reading: Reading,
    subject: Any,
    arguments: Sequence[Any],
    *,
    depth: int | None = None,
    node_name: str | None = None,
    converted: bool = False,
) -> Call:
    """Return the call that runs the search on the subject: a toy tree, nested lists, a game's position, a board.

    Lists may be ``converted`` by a function in front of the search, as a first run has shown.
    """
    notes: list[str] = []
    roles, node_name = _roles(reading, node_name, subject)
    owner = getattr(reading.function, "__self__", None)
    if node_name is None and owner is not None and not isinstance(subject, Node) and is_simple(subject):
        subject, arguments = owner, (subject, *arguments)  # the board lives in the object whose method it is
    explicit, subject, node_name = _explicit(reading, subject, arguments, roles, node_name)
    told = _turn_given(reading, explicit, roles, subject)
    form = form_of(reading, subject, roles, node_name, told, converted=converted)
    finder = form.finder
    fill = _Filling(reading, finder.root, depth, explicit, roles, node_name, isinstance(subject, Node))
    if node_name is None and isinstance(finder, ById) and not explicit:
        raise _takes_no_node(reading)
    if depth is None and form.grows and fill.needs_depth():
        raise TypeError(f"{reading.name} needs a depth: a game has no height to go by. Add depth=3, for example")
    if depth is not None and "depth" not in roles.values():
        notes.append(f"{reading.name} takes no depth, so depth={depth} changes nothing.")
    values = fill.values(form.given)
    if isinstance(subject, Node | list | tuple):  # given once more, as an argument
        values = {name: form.given if value is subject else value for name, value in values.items()}
    if isinstance(finder, ById) and all(value is not form.given for value in values.values()):
        finder = Growing(finder.root, form.given)  # boards of the author's own play on our tree
    positional, keywords = _arranged(reading.signature, values)
    positional += arguments[len(roles) - (node_name not in explicit) :] if _takes_more(reading.signature) else ()
    bounds = (_bound(values, roles, "alpha", -inf), _bound(values, roles, "beta", inf))
    return Call(
        reading.function,
        positional,
        keywords,
        finder,
        bounds,
        notes,
        turn_told=form.turn_told,
    )


def _takes_no_node(reading: Reading) -> TypeError:
    return TypeError(
        f"{reading.name} takes no node: its first parameter should be the position to search. If the position lives"
        " elsewhere, give all its arguments after the tree"
    )


# Which parameter is what


def _roles(reading: Reading, node_name: str | None, subject: Any) -> tuple[dict[str, Role | None], str | None]:
    """Return each parameter's role, and the name of the one that takes the node."""
    parameters = _plain_parameters(reading.signature)
    turns = {name: role for name, role in reading.uses.items() if role == "turn"}
    roles = {name: turns.get(name) or role_of(name, frozenset(parameters)) for name in parameters}
    if {"index", "values"} <= set(roles.values()):
        return roles, node_name
    # without a list of values, i or values may be anything
    roles = {name: None if role in ("index", "values") else role for name, role in roles.items()}
    if node_name is None:
        unknown = [name for name, role in roles.items() if role is None]
        likely = sorted(
            unknown,
            key=lambda name: (
                name.lower().replace("_", "") not in NODE_NAMES,
                -_fits(subject, reading.asked.get(name, frozenset())),
                name in reading.uses,
                parameters[name].default is not inspect.Parameter.empty,
            ),
        )
        node_name = next(iter(likely), None)
    roles = {name: role or reading.uses.get(name) for name, role in roles.items()}
    first = next(iter(roles), None)
    if node_name is None and first is not None and list(roles.values()).count(roles[first]) > 1:
        node_name = first  # two parameters that sound like a depth: the first is the node
    if node_name is not None:
        roles[node_name] = None
    return roles, node_name


def _fits(subject: Any, asked: frozenset[str]) -> int:
    """Return how much of what is done with a parameter can be done with the subject."""
    kinds = {"[]": "__getitem__", "for": "__len__"}
    return sum(hasattr(subject, kinds.get(name, name)) for name in asked)


def _plain_parameters(signature: inspect.Signature) -> dict[str, inspect.Parameter]:
    several = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return {name: parameter for name, parameter in signature.parameters.items() if parameter.kind not in several}


def _takes_more(signature: inspect.Signature) -> bool:
    return any(each.kind is inspect.Parameter.VAR_POSITIONAL for each in signature.parameters.values())


# What else the call needs


@dataclass
class _Filling:
    reading: Reading
    root: Node
    depth: int | None
    explicit: dict[str, Any]
    roles: dict[str, Role | None]
    node_name: str | None
    root_told: bool  # the caller's tree says who moves at its root

    def values(self, given: Any) -> dict[str, Any]:
        """Return a value for every parameter that needs one, or raise TypeError that names the one missing."""
        explicit = self.explicit
        values: dict[str, Any] = {}
        for name, parameter in _plain_parameters(self.reading.signature).items():
            if name in explicit:
                values[name] = explicit[name]
            elif name == self.node_name or self.roles[name] == "values":
                values[name] = given
            elif self._fills(name, parameter):
                values[name] = self._plain(name)
            elif parameter.default is parameter.empty:
                raise TypeError(
                    f"{self.reading.name} needs a value for {name!r}, and its name does not tell which: give it after"
                    f" the tree, as in trace({self.reading.name}, tree, …)"
                )
        return values

    def needs_depth(self) -> bool:
        """Return True if a depth must come from outside: the arguments given do not hold one."""
        depths = [name for name, role in self.roles.items() if role == "depth"]
        if self.reading.counts_up and len(depths) == 1:
            return False  # it begins with 0, and the game's own end is its end
        parameters = self.reading.signature.parameters
        return any(name not in self.explicit and parameters[name].default is inspect.Parameter.empty for name in depths)

    def _fills(self, name: str, parameter: inspect.Parameter) -> bool:
        role, default = self.roles[name], parameter.default
        if role is None:
            return False
        if default is parameter.empty:
            return True
        if role == "depth":
            return self.depth is not None
        return self.root_told and role in ("turn", "colour") and isinstance(default, bool | int | str)

    def _plain(self, name: str) -> Any:
        role = self.roles[name]
        if role == "alpha":
            return -inf
        if role == "beta":
            return inf
        if role == "window":
            return [-inf, inf] if name in self.reading.writes else (-inf, inf)
        if role == "index":
            return 0
        if role == "depth":
            return self._depth(name)
        if role == "colour":
            return 1 if self.root.is_max else -1
        return self._turn(name)

    def _depth(self, name: str) -> int:
        depths = [other for other, role in self.roles.items() if role == "depth"]
        counter = next((name for name in depths if not any(word in name for word in ("max", "limit", "target"))), "")
        if self.reading.counts_up and name == counter:
            return 0
        return self.depth if self.depth is not None else self.root.height

    def _turn(self, name: str) -> Any:
        """Return the root's player as the code has it: True or False, 1 or −1, or a word such as "max"."""
        how = self.reading.turns.get(name)
        if how == "sign":
            return 1 if self.root.is_max else -1
        mine, other = how if how is not None else (True, False)
        return mine if self.root.is_max else other


def _explicit(
    reading: Reading, subject: Any, arguments: Sequence[Any], roles: Mapping[str, Role | None], node_name: str | None
) -> tuple[dict[str, Any], Any, str | None]:
    """Return the values given, by the parameters they belong to, what is searched, and where it goes.

    What follows the tree belongs to the other parameters in their order, unless all is given in the author's own.
    """
    parameters, takes_more = reading.signature.parameters, _takes_more(reading.signature)
    rest = [name for name in roles if name != node_name]
    unknown = [name for name in rest if roles[name] is None and parameters[name].default is inspect.Parameter.empty]
    if arguments and len(arguments) == len(roles) and not takes_more:
        return dict(zip(roles, arguments, strict=True)), subject, node_name
    first = next(iter(roles), None)
    if first is not None and arguments and _in_authors_order(parameters, roles, subject, arguments, node_name):
        explicit = dict(zip(roles, (subject, *arguments), strict=False))
        if roles[first] is None:
            return dict(list(explicit.items())[1:]), subject, first
        values = next((name for name, role in roles.items() if role == "values"), node_name)
        return explicit, explicit.get(values or first, subject), node_name
    if arguments and len(arguments) == len(unknown):
        return dict(zip(unknown, arguments, strict=True)), subject, node_name
    is_thing = len(arguments) == 1 and not is_simple(arguments[0]) and isinstance(subject, Node)
    if is_thing and node_name is not None and not takes_more and "window" not in roles.values():
        return {node_name: arguments[0]}, subject, node_name
    if len(arguments) > len(rest) and not takes_more:
        raise TypeError(f"{reading.name} takes {len(rest)} arguments beside the node, and {len(arguments)} were given")
    return dict(zip(rest, arguments, strict=False)), subject, node_name


def _in_authors_order(
    parameters: Mapping[str, inspect.Parameter],
    roles: Mapping[str, Role | None],
    subject: Any,
    arguments: Sequence[Any],
    node_name: str | None,
) -> bool:
    """Return True if all that is given may well be what the author gives, in the order of the parameters."""
    required = [name for name in roles if parameters[name].default is inspect.Parameter.empty]
    first = next(iter(roles))
    if not len(required) <= 1 + len(arguments) <= len(roles) or isinstance(subject, Node):
        return False
    if roles[first] in ("depth", "index", "alpha"):
        return is_number(subject) and (node_name is None or not is_number(arguments[0]) or "values" in roles.values())
    return first == node_name


def _turn_given(
    reading: Reading, explicit: Mapping[str, Any], roles: Mapping[str, Role | None], subject: Any
) -> bool | None:
    """Return whether the arguments, or the author's defaults, say that MAX moves first; None if they say nothing."""
    defaults = {name: each.default for name, each in reading.signature.parameters.items()}
    for name, role in roles.items():
        value = explicit[name] if name in explicit else None if isinstance(subject, Node) else defaults[name]
        if role == "colour" or (role == "turn" and reading.turns.get(name) == "sign"):
            if is_number(value):
                return float(value or 0) > 0
        elif role == "turn" and isinstance(value, bool | int | str):
            words = reading.turns.get(name)
            return bool(value == words[0]) if words is not None else value if isinstance(value, bool) else None
    return None


def _arranged(signature: inspect.Signature, values: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    skipped = False
    for name, parameter in signature.parameters.items():
        if name not in values:
            skipped = True
        elif skipped or parameter.kind is inspect.Parameter.KEYWORD_ONLY:
            keywords[name] = values[name]
        else:
            positional.append(values[name])
    return positional, keywords


def _bound(values: Mapping[str, Any], roles: Mapping[str, Role | None], role: Role, otherwise: float) -> float:
    given = (value for name, value in values.items() if roles.get(name) == role)
    return next((value for value in given if is_number(value)), otherwise)
