"""Calling: hand the tree to a search in the form that its code expects, with all the other arguments it needs."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from typing import Any

from minimax_lessons.tracing.code import Code
from minimax_lessons.tracing.finders import ById, ByIndex, Finder, Growing, Untold
from minimax_lessons.tracing.roles import NODE_NAMES, Role, role_of
from minimax_lessons.tracing.subjects import asking_of, is_number, is_simple, own_turn
from minimax_lessons.trees import Node, leaves_below, sprout, tree

__all__ = ["Call", "cast"]


@dataclass
class Call:
    """A search function with everything it must be called with."""

    function: Callable[..., Any]
    arguments: list[Any]
    keywords: dict[str, Any]
    finder: Finder
    notes: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)  # of what the arguments are meant for
    turn_told: bool = True  # the caller has said who moves at the root; else the run will have to tell


def cast(
    search: Code,
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
    named = node_name is not None
    roles, node_name = _roles(search, node_name, subject)
    owner = getattr(search.function, "__self__", None)
    if node_name is None and owner is not None and not isinstance(subject, Node) and is_simple(subject):
        subject, arguments = owner, (subject, *arguments)  # the board lives in the object whose method it is
    readings = _fitting(search, (subject, *arguments), roles, node_name, named=named)
    explicit, subject, node_name = readings[0]
    doubts = [_unclear(search, node_name)] if len(readings) > 1 else []
    told = _turn_given(search, explicit, roles, subject)
    form = form_of(search, subject, roles, node_name, told, converted=converted)
    finder = form.finder
    fill = _Filling(search, finder.root, depth, explicit, roles, node_name, isinstance(subject, Node))
    if node_name is None and isinstance(finder, ById) and not explicit:
        raise TypeError(
            f"{search.name} takes no node: its first parameter should be the position to search. If the position lives"
            " elsewhere, give all its arguments after the tree"
        )
    if depth is None and isinstance(finder, Growing) and fill.needs_depth():
        raise TypeError(f"{search.name} needs a depth: a game has no height to go by. Add depth=3, for example")
    if depth is not None and "depth" not in roles.values():
        notes.append(f"{search.name} takes no depth, so depth={depth} changes nothing.")
    values = fill.values(form.given)
    if isinstance(subject, Node | list | tuple):  # given once more, as an argument
        values = {name: form.given if value is subject else value for name, value in values.items()}
    if isinstance(finder, ById) and all(value is not form.given for value in values.values()):
        finder = Growing(finder.root, form.given)  # boards of the author's own play on our tree
    positional, keywords = _arranged(search.signature, values)
    positional += arguments[len(roles) - (node_name not in explicit) :] if _takes_more(search.signature) else ()
    return Call(search.function, positional, keywords, finder, notes, doubts, form.turn_told)


def _unclear(search: Code, node_name: str | None) -> str:
    return (
        f"Which of the numbers is the position can't be told: they were taken in the order of {search.name}, and"
        f' {node_name} for the position. Say which it is, and give it first: names={{"node": "{node_name}"}}.'
    )


# Which parameter is what


def _roles(search: Code, node_name: str | None, subject: Any) -> tuple[dict[str, Role | None], str | None]:
    """Return each parameter's role, and the name of the one that takes the node."""
    parameters = _plain_parameters(search.signature)
    turns = {name: role for name, role in search.uses.items() if role == "turn"}
    roles = {name: turns.get(name) or role_of(name, frozenset(parameters)) for name in parameters}
    if {"index", "values"} <= set(roles.values()):
        return roles, node_name
    # without a list of values, i or values may be anything
    roles = {name: None if role in ("index", "values") else role for name, role in roles.items()}
    if node_name is None:
        unknown = [name for name, role in roles.items() if role is None and name not in search.left_out]
        likely = sorted(
            unknown,
            key=lambda name: (
                name.lower().replace("_", "") not in NODE_NAMES,
                -_fits(subject, search.asked.get(name, set())),
                name in search.uses,
                parameters[name].default is not inspect.Parameter.empty,
            ),
        )
        node_name = next(iter(likely), None)
    roles = {name: role or search.uses.get(name) for name, role in roles.items()}
    if node_name is not None:
        roles[node_name] = None
    return roles, node_name


def _fits(subject: Any, asked: set[str]) -> int:
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
    search: Code
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
        for name, parameter in _plain_parameters(self.search.signature).items():
            if name in explicit:
                values[name] = explicit[name]
            elif name == self.node_name or self.roles[name] == "values":
                values[name] = given
            elif self._fills(name, parameter):
                values[name] = self._plain(name)
            elif parameter.default is parameter.empty:
                raise TypeError(
                    f"{self.search.name} needs a value for {name!r}, and its name does not tell which: give it after"
                    f" the tree, as in trace({self.search.name}, tree, …)"
                )
        return values

    def needs_depth(self) -> bool:
        """Return True if a depth must come from outside: the arguments given do not hold one."""
        depths = [name for name, role in self.roles.items() if role == "depth"]
        if self.search.counts_up and len(depths) == 1:
            return False  # it begins with 0, and the game's own end is its end
        parameters = self.search.signature.parameters
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
            return [-inf, inf] if name in self.search.writes else (-inf, inf)
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
        if self.search.counts_up and name == counter:
            return 0
        return self.depth if self.depth is not None else self.root.height

    def _turn(self, name: str) -> Any:
        """Return the root's player as the code has it: True or False, 1 or −1, or a word such as "max"."""
        how = self.search.turns.get(name)
        if how == "sign":
            return 1 if self.root.is_max else -1
        mine, other = how if how is not None else (True, False)
        return mine if self.root.is_max else other


Reading = tuple[dict[str, Any], Any, str | None]  # values by their parameters, what is searched, and where it goes


def _fitting(
    search: Code,
    given: Sequence[Any],
    roles: Mapping[str, Role | None],
    node_name: str | None,
    *,
    named: bool,
) -> list[Reading]:
    """Return the ways in which the subject and the arguments given may be meant, the likeliest first."""
    readings = list(_readings(search, given[0], given[1:], roles, node_name, named=named))
    if not readings:
        takes = len(roles) - (node_name is not None)
        raise TypeError(f"{search.name} takes {takes} arguments beside the node, and {len(given) - 1} were given")
    misfits = [_misfits(search, reading, roles) for reading in readings]
    best = [reading for reading, count in zip(readings, misfits, strict=True) if count == min(misfits)]
    if node_name is None and is_simple(given[0]):
        return best[-1:]  # the position lives elsewhere: these are the author's arguments, in their order
    if not is_number(given[0]):
        return best[:1]
    unlike = {
        repr(sorted({**explicit, node or "": subject}.items())): (explicit, subject, node)
        for explicit, subject, node in best
    }
    return list(unlike.values())[::-1]  # numbers alone: rather as the author has them


def _readings(
    search: Code,
    subject: Any,
    arguments: Sequence[Any],
    roles: Mapping[str, Role | None],
    node_name: str | None,
    *,
    named: bool,
) -> Iterator[Reading]:
    """Yield first what puts the arguments after the tree into the other parameters, then the author's own order."""
    parameters, takes_more = search.signature.parameters, _takes_more(search.signature)
    place = node_name or next((name for name, role in roles.items() if role == "values"), None)
    rest = [name for name in roles if name != place]
    required = [name for name in roles if parameters[name].default is inspect.Parameter.empty]
    unknown = [name for name in rest if roles[name] is None and name in required]
    if arguments and len(arguments) == len(roles) and not takes_more:
        yield dict(zip(roles, arguments, strict=True)), subject, node_name
        return
    if arguments and len(arguments) == len(unknown):
        yield dict(zip(unknown, arguments, strict=True)), subject, node_name
    is_thing = len(arguments) == 1 and not is_simple(arguments[0]) and isinstance(subject, Node)
    if is_thing and node_name is not None and not takes_more and "window" not in roles.values():
        yield {node_name: arguments[0]}, subject, node_name
    if len(arguments) <= len(rest) or takes_more:
        yield dict(zip(rest, arguments, strict=False)), subject, node_name
    if arguments and not named and not isinstance(subject, Node) and len(required) <= 1 + len(arguments) <= len(roles):
        given = dict(zip(roles, (subject, *arguments), strict=False))
        free = [name for name in given if roles[name] in (None, "values")]
        things = [name for name in free if not (is_simple(given[name]) or inspect.isroutine(given[name]))]
        node = place if place in things or not things else things[0]
        yield given, given.get(node or "", subject), node


def _misfits(search: Code, reading: Reading, roles: Mapping[str, Role | None]) -> int:
    """Return how many parameters would be given what they can't be meant for."""
    explicit, subject, node = reading
    given = explicit if node is None or isinstance(subject, Node) else {**explicit, node: subject}
    aside = is_number(subject) and any(isinstance(value, list | dict) for value in explicit.values())
    aside |= inspect.isroutine(subject)  # it makes or values positions, and is none
    return aside + sum(_misfit(search, name, roles[name], value) for name, value in given.items())


def _misfit(search: Code, name: str, role: Role | None, value: Any) -> bool:
    if role == "depth":
        counts_down = role_of(name) == "depth" and not search.counts_up
        return not (value is None or is_number(value)) or (value == 0 and counts_down)
    if role == "turn":
        worded = isinstance(search.turns.get(name), tuple) and isinstance(value, str)
        return isinstance(value, list | dict) or (worded and value not in search.constants)
    if role in ("values", "window"):
        return not isinstance(value, list | tuple)
    if role is not None:
        return not (value is None or is_number(value))
    asked = search.asked.get(name, set())
    return _fits(value, asked) < len(asked)


def _turn_given(
    search: Code, explicit: Mapping[str, Any], roles: Mapping[str, Role | None], subject: Any
) -> bool | None:
    """Return whether the arguments, or the author's defaults, say that MAX moves first; None if they say nothing."""
    defaults = {name: each.default for name, each in search.signature.parameters.items()}
    for name, role in roles.items():
        value = explicit[name] if name in explicit else None if isinstance(subject, Node) else defaults[name]
        if role == "colour" or (role == "turn" and search.turns.get(name) == "sign"):
            if is_number(value):
                return float(value or 0) > 0
        elif role == "turn" and isinstance(value, bool | int | str):
            words = search.turns.get(name)
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


# The form of the tree


@dataclass
class Form:
    """What stands for the root in the call, and who finds the nodes."""

    finder: Finder
    given: Any
    turn_told: bool = True  # the caller has said who moves at the root


def form_of(
    search: Code,
    subject: Any,
    roles: Mapping[str, Role | None],
    node_name: str | None,
    is_max: bool | None,
    *,
    converted: bool = False,
) -> Form:
    """Return the form that the search's code expects the subject in; who moves first may be told beforehand."""
    if isinstance(subject, Node) and subject.position is not None:
        subject = subject.position
    if isinstance(subject, Node):
        return _toy(search, subject, roles, as_tuples=False)
    if not converted and _is_toy(search, subject, roles, node_name):
        root = tree(subject, "min" if is_max is False else "max")
        form = _toy(search, root, roles, as_tuples=isinstance(subject, tuple))
        finder = form.finder
        return Form(Untold(root, finder.ids, finder.alive) if isinstance(finder, ById) else finder, form.given, False)
    turn = own_turn(subject) if is_max is None else is_max
    root = sprout(subject, is_max=turn is not False)
    of_node = search.asked.get(node_name or "", ())
    return Form(Growing(root, subject, asking_of(subject, search.attributes, of_node)), subject, is_max is not None)


def _is_toy(search: Code, subject: Any, roles: Mapping[str, Role | None], node_name: str | None) -> bool:
    """Return True for a tree in nested lists; what no search of nodes could deal with is refused as tree() does."""
    if not _is_nested(subject):
        if _wants_nodes(search) and (subject is None or isinstance(subject, str | dict | set | int | float)):
            tree(subject)
        return is_number(subject) and _wants_nodes(search)
    if _wants_nodes(search):
        return True
    nested = any(map(_is_nested, subject))
    if not _holds_numbers(subject) or node_name in search.constant or not search.writes.isdisjoint(roles):
        return False
    if {"index", "values"} <= set(roles.values()):
        return nested
    return search.knows_leaves and (nested or node_name is None or node_name in search.leaves)


def _is_nested(thing: Any) -> bool:
    """Return True for a list or a tuple; one with names for its parts is a class of the author's."""
    return isinstance(thing, list | tuple) and not hasattr(thing, "_fields")


def _holds_numbers(nested: Any) -> bool:
    """Return True for lists in lists, or tuples in tuples, with nothing but numbers in them."""
    if not _is_nested(nested):
        return is_number(nested)
    alike = all(is_number(part) or type(part) is type(nested) for part in nested)
    return bool(nested) and alike and all(map(_holds_numbers, nested))


def _wants_nodes(search: Code) -> bool:
    """Return True if a search asks its positions for what our nodes offer."""
    asked = search.attributes
    return "is_over" in asked or {"moves", "play"} <= asked or bool({"children", "is_max"} & asked)


# Toy trees


def _toy(search: Code, root: Node, roles: Mapping[str, Role | None], *, as_tuples: bool) -> Form:
    if {"index", "values"} <= set(roles.values()):
        return Form(ByIndex(root), [leaf.value for leaf in leaves_below(root)])
    asks = _wants_nodes(search) or (not search.knows_leaves and {"value", "evaluate", "maximizing"} & search.attributes)
    if asks and not as_tuples:
        return Form(ById(root, {id(node): node for node in root}), root)
    container = tuple if as_tuples or ("tuple" in search.names and "list" not in search.names) else list
    # a search that tells lists from numbers by type(…) gets numbers of no other type than their own
    return _as_containers(root, container, tagged="type" not in search.names)


def _as_containers(root: Node, container: type[Any], *, tagged: bool) -> Form:
    """Return the tree as lists (or tuples) of numbers, each of them an object of its own."""
    made: dict[Node, Any] = {}
    for node in reversed(list(root)):
        if node.value is None:
            made[node] = container(made[child] for child in node.children)
        else:
            made[node] = _tagged(node.value) if tagged else node.value
    ids = {id(thing): node for node, thing in made.items() if tagged or node.children or node is root}
    return Form(ById(root, ids, list(made.values())), made[root])


TAGGED: dict[type, Any] = {  # numbers that can be told from equal ones elsewhere in the tree, and go by their own name
    kind: type(kind.__name__, (kind,), {"__slots__": ()}) for kind in (int, float, Fraction)
}


def _tagged(value: Any) -> Any:
    return TAGGED.get(type(value), TAGGED[Fraction])(value)
