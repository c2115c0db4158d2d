"""Calling: hand the tree to a search in the form that its code expects, with all the other arguments it needs."""

from __future__ import annotations

import inspect
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
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
    slots = _Slots(search, subject, node_name)
    owner = getattr(search.function, "__self__", None)
    if slots.node is None and owner is not None and not isinstance(subject, Node) and is_simple(subject):
        subject, arguments = owner, (subject, *arguments)  # the board lives in the object whose method it is
    readings = slots.fitting((subject, *arguments), named=node_name is not None)
    explicit, subject, slots.node = readings[0]
    finder, given, turn_told = _form_of(slots, subject, slots.turn_given(explicit, subject), converted=converted)
    if slots.node is None and isinstance(finder, ById) and not explicit:
        raise TypeError(
            f"{search.name} takes no node: its first parameter should be the position to search. If the position lives"
            " elsewhere, give all its arguments after the tree"
        )
    if depth is None and isinstance(finder, Growing) and slots.need_depth(explicit):
        raise TypeError(f"{search.name} needs a depth: a game has no height to go by. Add depth=3, for example")
    values = dict(slots.filled(explicit, given, finder.root, depth, told=isinstance(subject, Node)))
    if isinstance(subject, Node | list | tuple):  # given once more, as an argument
        values = {name: given if value is subject else value for name, value in values.items()}
    if isinstance(finder, ById) and all(value is not given for value in values.values()):
        finder = Growing(finder.root, given)  # boards of the author's own play on our tree
    bound = inspect.BoundArguments(search.signature, OrderedDict(values))
    more = arguments[len(slots.roles) - (slots.node not in explicit) :] if slots.takes_more else ()
    call = Call(search.function, [*bound.args, *more], bound.kwargs, finder, turn_told=turn_told)
    if len(readings) > 1:
        call.doubts.append(
            f"Which of the numbers is the position can't be told: they were taken in the order of {search.name}, and"
            f' {slots.node} for the position. Say which it is, and give it first: names={{"node": "{slots.node}"}}.'
        )
    if depth is not None and "depth" not in slots.roles.values():
        call.notes.append(f"{search.name} takes no depth, so depth={depth} changes nothing.")
    return call


# Which parameter is what, and what each is given

Reading = tuple[dict[str, Any], Any, str | None]  # values by their parameters, what is searched, and where it goes


class _Slots:
    """The parameters of a search, each with its role, and the one that takes the node."""

    def __init__(self, search: Code, subject: Any, node: str | None) -> None:
        self.search = search
        every, several = search.signature.parameters, (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
        self.takes_more = any(each.kind is several[0] for each in every.values())
        self.defaults = {name: each.default for name, each in every.items() if each.kind not in several}
        self.required = [name for name, default in self.defaults.items() if default is inspect.Parameter.empty]
        self.node = node
        turns = {name: role for name, role in search.uses.items() if role == "turn"}
        self.roles = {name: turns.get(name) or role_of(name, frozenset(self.defaults)) for name in self.defaults}
        if not self.is_flat:
            self._find_node(subject)

    @property
    def is_flat(self) -> bool:
        """Return True where the leaves come in a list, and an index tells which is meant."""
        return {"index", "values"} <= set(self.roles.values())

    def _find_node(self, subject: Any) -> None:
        """Say which parameter takes the node, if nobody has said so."""
        # without a list of values, i or values may be anything
        roles = {name: None if role in ("index", "values") else role for name, role in self.roles.items()}
        if self.node is None:
            unknown = [name for name, role in roles.items() if role is None and name not in self.search.left_out]
            likely = sorted(
                unknown,
                key=lambda name: (
                    name.lower().replace("_", "") not in NODE_NAMES,
                    -_fits(subject, self.search.asked.get(name, set())),
                    name in self.search.uses,
                    name not in self.required,
                ),
            )
            self.node = next(iter(likely), None)
        self.roles = {name: role or self.search.uses.get(name) for name, role in roles.items()}
        if self.node is not None:
            self.roles[self.node] = None

    def fitting(self, given: Sequence[Any], *, named: bool) -> list[Reading]:
        """Return the ways in which the subject and the arguments given may be meant, the likeliest first."""
        readings = list(self._readings(given[0], given[1:], named=named))
        if not readings:
            takes = f"{self.search.name} takes {len(self.roles) - (self.node is not None)} arguments beside the node"
            raise TypeError(f"{takes}, and {len(given) - 1} were given")
        misfits = [self._misfits(reading) for reading in readings]
        best = [reading for reading, count in zip(readings, misfits, strict=True) if count == min(misfits)]
        if self.node is None and is_simple(given[0]):
            return best[-1:]  # the position lives elsewhere: these are the author's arguments, in their order
        if not is_number(given[0]):
            return best[:1]
        unlike = {
            repr(sorted({**explicit, node or "": subject}.items())): (explicit, subject, node)
            for explicit, subject, node in best
        }
        return list(unlike.values())[::-1]  # numbers alone: rather as the author has them

    def _readings(self, subject: Any, arguments: Sequence[Any], *, named: bool) -> Iterator[Reading]:
        """Yield first what puts the arguments after the tree into the other parameters, then the author's own order."""
        roles, required = self.roles, self.required
        place = self.node or next((name for name, role in roles.items() if role == "values"), None)
        rest = [name for name in roles if name != place]
        unknown = [name for name in rest if roles[name] is None and name in required]
        if arguments and len(arguments) == len(roles) and not self.takes_more:
            yield dict(zip(roles, arguments, strict=True)), subject, self.node
            return
        if arguments and len(arguments) == len(unknown):
            yield dict(zip(unknown, arguments, strict=True)), subject, self.node
        is_thing = len(arguments) == 1 and not is_simple(arguments[0]) and isinstance(subject, Node)
        if is_thing and self.node is not None and not self.takes_more and "window" not in roles.values():
            yield {self.node: arguments[0]}, subject, self.node
        if len(arguments) <= len(rest) or self.takes_more:
            yield dict(zip(rest, arguments, strict=False)), subject, self.node
        if (
            arguments
            and not named
            and not isinstance(subject, Node)
            and len(required) <= 1 + len(arguments) <= len(roles)
        ):
            given = dict(zip(roles, (subject, *arguments), strict=False))
            free = [name for name in given if roles[name] in (None, "values")]
            things = [name for name in free if not (is_simple(given[name]) or inspect.isroutine(given[name]))]
            node = place if place in things or not things else things[0]
            yield given, given.get(node or "", subject), node

    def _misfits(self, reading: Reading) -> int:
        """Return how many parameters would be given what they can't be meant for."""
        explicit, subject, node = reading
        given = explicit if node is None or isinstance(subject, Node) else {**explicit, node: subject}
        aside = is_number(subject) and any(isinstance(value, list | dict) for value in explicit.values())
        aside |= inspect.isroutine(subject)  # it makes or values positions, and is none
        return aside + sum(self._misfit(name, value) for name, value in given.items())

    def _misfit(self, name: str, value: Any) -> bool:
        role = self.roles[name]
        if role is None:
            asked = self.search.asked.get(name, set())
            return _fits(value, asked) < len(asked)
        if role in ("values", "window"):
            return not isinstance(value, list | tuple)
        if role == "turn":
            worded = isinstance(self.search.turns.get(name), tuple) and isinstance(value, str)
            return isinstance(value, list | dict) or (worded and value not in self.search.constants)
        at_its_end = value == 0 and role == "depth" == role_of(name) and not self.search.counts_up
        return not (value is None or is_number(value)) or at_its_end

    def turn_given(self, explicit: dict[str, Any], subject: Any) -> bool | None:
        """Return whether the arguments, or the author's defaults, say that MAX moves first; None if nothing does."""
        known = explicit if isinstance(subject, Node) else {**self.defaults, **explicit}
        for name, value in known.items():
            role, how = self.roles.get(name), self.search.turns.get(name)
            if role == "colour" or (role == "turn" and how == "sign"):
                if is_number(value):
                    return float(value) > 0
            elif role == "turn" and isinstance(value, bool | int | str):
                return bool(value == how[0]) if how is not None else value if isinstance(value, bool) else None
        return None

    def need_depth(self, explicit: dict[str, Any]) -> bool:
        """Return True if a depth must come from outside: the arguments given do not hold one."""
        depths = [name for name, role in self.roles.items() if role == "depth"]
        if self.search.counts_up and len(depths) == 1:
            return False  # it begins with 0, and the game's own end is its end
        return any(name in self.required and name not in explicit for name in depths)

    def filled(
        self, explicit: dict[str, Any], given: Any, root: Node, depth: int | None, *, told: bool
    ) -> Iterator[tuple[str, Any]]:
        """Yield a value for every parameter that needs one, or raise TypeError that names the one missing.

        A default that says who moves is put aside where the tree itself has ``told``.
        """
        for name, role in self.roles.items():
            says_turn = told and role in ("turn", "colour") and isinstance(self.defaults[name], bool | int | str)
            if name in explicit:
                yield name, explicit[name]
            elif name == self.node or role == "values":
                yield name, given
            elif role is not None and (name in self.required or says_turn or (role == "depth" and depth is not None)):
                yield name, self._plain(name, role, root, depth)
            elif name in self.required:
                raise TypeError(
                    f"{self.search.name} needs a value for {name!r}, and its name does not tell which: give it after"
                    f" the tree, as in trace({self.search.name}, tree, …)"
                )

    def _plain(self, name: str, role: Role, root: Node, depth: int | None) -> Any:
        """Return what a parameter is given at the root: the root's player as the code has it, a depth, plain bounds."""
        if role == "depth":
            return self._depth(name, root, depth)
        if role in ("turn", "colour"):
            how = "sign" if role == "colour" else self.search.turns.get(name, (True, False))
            return ((1, -1) if how == "sign" else how)[0 if root.is_max else 1]
        window = [-inf, inf] if name in self.search.writes else (-inf, inf)
        return {"alpha": -inf, "beta": inf, "window": window, "index": 0}[role]

    def _depth(self, name: str, root: Node, depth: int | None) -> int:
        depths = [other for other, role in self.roles.items() if role == "depth"]
        counter = next((name for name in depths if not any(word in name for word in ("max", "limit", "target"))), "")
        if self.search.counts_up and name == counter:
            return 0
        return depth if depth is not None else root.height


def _fits(subject: Any, asked: set[str]) -> int:
    """Return how much of what is done with a parameter can be done with the subject."""
    kinds = {"[]": "__getitem__", "for": "__len__"}
    return sum(hasattr(subject, kinds.get(name, name)) for name in asked)


# The form of the tree

Form = tuple[Finder, Any, bool]  # who finds the nodes, what stands for the root, whether the caller told who moves


def _form_of(slots: _Slots, subject: Any, is_max: bool | None, *, converted: bool) -> Form:
    """Return the form that the search's code expects the subject in; who moves first may be told beforehand."""
    search = slots.search
    if isinstance(subject, Node) and subject.position is not None:
        subject = subject.position
    if isinstance(subject, Node):
        return *_toy(slots, subject, as_tuples=False), True
    if not converted and _is_toy(slots, subject):
        root = tree(subject, "min" if is_max is False else "max")
        finder, given = _toy(slots, root, as_tuples=isinstance(subject, tuple))
        return (Untold(root, finder.ids, finder.alive) if isinstance(finder, ById) else finder), given, False
    turn = own_turn(subject) if is_max is None else is_max
    asking = asking_of(subject, search.attributes)
    return Growing(sprout(subject, is_max=turn is not False), subject, asking), subject, is_max is not None


def _is_toy(slots: _Slots, subject: Any) -> bool:
    """Return True for a tree in nested lists; what no search of nodes could deal with is refused as tree() does."""
    search, wants_nodes = slots.search, _wants_nodes(slots.search)
    if not _is_nested(subject):
        if wants_nodes and (subject is None or isinstance(subject, str | dict | set | int | float)):
            tree(subject)
        return is_number(subject) and wants_nodes
    if wants_nodes:
        return True
    nested = any(map(_is_nested, subject))
    if not _holds_numbers(subject) or slots.node in search.constant or not search.writes.isdisjoint(slots.roles):
        return False
    if slots.is_flat:
        return nested
    return search.knows_leaves and (nested or slots.node is None or slots.node in search.leaves)


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


def _toy(slots: _Slots, root: Node, *, as_tuples: bool) -> tuple[Finder, Any]:
    """Return who finds the nodes of a toy tree, and the root as a search wants it: a node, lists, a list of leaves."""
    search = slots.search
    if slots.is_flat:
        return ByIndex(root), [leaf.value for leaf in leaves_below(root)]
    asks = _wants_nodes(search) or (not search.knows_leaves and {"value", "evaluate", "maximizing"} & search.attributes)
    if asks and not as_tuples:
        return ById(root, {id(node): node for node in root}), root
    container = tuple if as_tuples or ("tuple" in search.names and "list" not in search.names) else list
    tagged = "type" not in search.names  # one that tells lists from numbers by type(…) gets numbers as they are
    made: dict[Node, Any] = {}  # each of them an object of its own
    for node in reversed(list(root)):
        if node.value is None:
            made[node] = container(made[child] for child in node.children)
        else:
            made[node] = TAGGED.get(type(node.value), TAGGED[Fraction])(node.value) if tagged else node.value
    ids = {id(thing): node for node, thing in made.items() if tagged or node.children or node is root}
    return ById(root, ids, list(made.values())), made[root]


TAGGED: dict[type, Any] = {  # numbers that can be told from equal ones elsewhere in the tree, and go by their own name
    kind: type(kind.__name__, (kind,), {"__slots__": ()}) for kind in (int, float, Fraction)
}
