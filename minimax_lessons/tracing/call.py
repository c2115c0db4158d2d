"""Call: give a search the tree in the form that its code expects, with its other arguments."""

from __future__ import annotations

import inspect
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf
from typing import Any

from minimax_lessons.own_code import is_simple
from minimax_lessons.results import is_number
from minimax_lessons.tracing.source import NODE_NAMES, Role, SearchSource, role_of
from minimax_lessons.tracing.visits import (
    ById,
    ByIndex,
    Finder,
    GameTreeFinder,
    own_turn,
    tells_children,
)
from minimax_lessons.trees import Node, leaves_below, sprout, tree

__all__ = [
    "Call",
    "bind_arguments",
    "may_be_board",
    "own_call",
]


@dataclass
class Call:
    """A search function with everything it must be called with."""

    function: Callable[..., Any]
    arguments: list[Any]
    keywords: dict[str, Any]
    finder: Finder
    notes: list[str] = field(default_factory=list)
    guessed_node: str | None = None  # the parameter taken for the position, among numbers
    # the caller has said who moves at the root; else the run will have to tell
    root_turn_known: bool = True

    def about(self, subject: Any, constant: frozenset[str] | None = None) -> Call:
        """Return the call for a second run, on another position or without constant parameters."""
        finder = self.finder
        assert isinstance(finder, GameTreeFinder)
        root = sprout(subject, is_max=finder.root.is_max)
        return replace(self, finder=GameTreeFinder(root, subject, finder.tells, constant=constant))


def bind_arguments(
    search: SearchSource,
    subject: Any,
    arguments: Sequence[Any],
    *,
    depth: int | None = None,
    node_name: str | None = None,
    converted: bool = False,
) -> Call:
    """Return the call that runs the search on the subject: a tree, lists, or a game's position.

    Lists may be ``converted`` by a function in front of the search, as a first run has shown.
    """
    slots = _Slots(search, subject, node_name)
    owner = getattr(search.function, "__self__", None)
    if (
        slots.node is None
        and owner is not None
        and not isinstance(subject, Node)
        and is_simple(subject)
    ):
        # the board lives in the object whose method it is
        subject, arguments = owner, (subject, *arguments)
    readings = slots.fitting((subject, *arguments), named=node_name is not None)
    return _call(slots, readings, arguments, depth, converted=converted)


def own_call(
    search: SearchSource, subject: Any, arguments: Sequence[Any], *, depth: int | None = None
) -> Call | None:
    """Return the author's own call, with all arguments in their order; None if they do not fit."""
    slots = _Slots(search, subject, None)
    own = None if not arguments else slots.as_given((subject, *arguments))
    if own is not None:
        with suppress(TypeError):
            return _call(slots, [own], arguments, depth)
    return None


def _call(
    slots: _Slots,
    readings: list[Reading],
    arguments: Sequence[Any],
    depth: int | None,
    *,
    converted: bool = False,
) -> Call:
    search = slots.search
    explicit, subject, slots.node = readings[0]
    finder, root_argument, root_turn_known = _form_of(
        slots, subject, slots.turn_given(explicit, subject), converted=converted
    )
    _refuse_missing(slots, explicit, finder, depth)
    values = dict(
        slots.filled(
            explicit, root_argument, finder.root, depth, is_our_tree=isinstance(subject, Node)
        )
    )
    if isinstance(subject, Node | list | tuple):  # given once more, as an argument
        values = {
            name: root_argument if value is subject else value for name, value in values.items()
        }
    if isinstance(finder, ById) and all(value is not root_argument for value in values.values()):
        # boards of the author's own play on our tree
        finder = GameTreeFinder(finder.root, root_argument)
    bound = inspect.BoundArguments(search.signature, OrderedDict(values))
    more = arguments[len(slots.roles) - (slots.node not in explicit) :] if slots.takes_more else ()
    call = Call(
        search.function, [*bound.args, *more], bound.kwargs, finder, root_turn_known=root_turn_known
    )
    if len(readings) > 1:
        call.guessed_node = slots.node
    if depth is not None and "depth" not in slots.roles.values():
        call.notes.append(f"{slots.search.name} takes no depth, so depth={depth} changes nothing.")
    return call


def _refuse_missing(
    slots: _Slots, explicit: dict[str, Any], finder: Finder, depth: int | None
) -> None:
    """Raise TypeError if there is no parameter for the node, or no depth for a game."""
    name = slots.search.name
    if slots.node is None and isinstance(finder, ById) and not explicit:
        raise TypeError(
            f"{name} takes no node: its first parameter should be the position to search. If the"
            " position lives elsewhere, give all its arguments after the tree"
        )
    if depth is None and isinstance(finder, GameTreeFinder) and slots.need_depth(explicit):
        raise TypeError(
            f"{name} needs a depth, because a game has no height. For example, add depth=3"
        )


# The parameters, and the value of each

# values by their parameters, what is searched, and where it goes
Reading = tuple[dict[str, Any], Any, str | None]


class _Slots:
    """The parameters of a search, each with its role, and the one that takes the node."""

    def __init__(self, search: SearchSource, subject: Any, node: str | None) -> None:
        self.search = search
        every, several = (
            search.signature.parameters,
            (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD),
        )
        self.takes_more = any(parameter.kind is several[0] for parameter in every.values())
        self.defaults = {
            name: parameter.default
            for name, parameter in every.items()
            if parameter.kind not in several
        }
        self.required = [
            name for name, default in self.defaults.items() if default is inspect.Parameter.empty
        ]
        self.node = node
        turns = {name: role for name, role in search.uses.items() if role == "turn"}
        self.roles = {
            name: turns.get(name) or role_of(name, frozenset(self.defaults))
            for name in self.defaults
        }
        if not self.is_flat:
            self._find_node(subject)

    @property
    def is_flat(self) -> bool:
        """Return True where the leaves come in a list, and an index tells which is meant."""
        return {"index", "values"} <= set(self.roles.values())

    def _find_node(self, subject: Any) -> None:
        """Find the parameter that takes the node, unless the caller has named it."""
        # without a list of values, i or values may be anything
        roles = {
            name: None if role in ("index", "values") else role for name, role in self.roles.items()
        }
        if self.node is None:
            unknown = [
                name
                for name, role in roles.items()
                if role is None and name not in self.search.left_out
            ]
            likely = sorted(
                unknown,
                key=lambda name: (
                    # a number that never changes is a rule
                    is_number(subject) and name in self.search.constant,
                    name.lower().replace("_", "") not in NODE_NAMES,
                    -_fits(subject, self.search.asked.get(name, set())),
                    name in self.search.uses,
                    name not in self.required,
                ),
            )
            self.node = next(iter(likely), None)
            is_authors = type(subject).__module__ != "builtins" and not isinstance(subject, Node)
            if self.node is None and len(self.required) == 1 and is_authors:
                self.node = self.required[0]  # whatever it is called
        self.roles = {name: role or self.search.uses.get(name) for name, role in roles.items()}
        if self.node is not None:
            self.roles[self.node] = None

    def fitting(self, positional: Sequence[Any], *, named: bool) -> list[Reading]:
        """Return the readings of the arguments with the fewest misfits, the likeliest first."""
        readings = list(self._readings(positional[0], positional[1:], named=named))
        if not readings:
            most = len(self.roles) - (self.node is not None)
            raise TypeError(
                f"{self.search.name} takes {most} arguments beside the node, and"
                f" {len(positional) - 1} were given"
            )
        misfits = [self._misfits(reading) for reading in readings]
        best = [
            reading
            for reading, count in zip(readings, misfits, strict=True)
            if count == min(misfits)
        ]
        if self.node is None and is_simple(positional[0]):
            # the position lives elsewhere: these are the author's arguments, in their order
            return best[-1:]
        if not is_number(positional[0]):
            return best[:1]
        unlike = {
            repr(sorted({**explicit, node or "": subject}.items())): (explicit, subject, node)
            for explicit, subject, node in best
        }
        return list(unlike.values())[::-1]  # numbers alone: rather as the author has them

    def as_given(self, positional: Sequence[Any]) -> Reading | None:
        """Return the reading that is the author's own call: all arguments, in their order."""
        subject, roles = positional[0], self.roles
        fits = len(self.required) <= len(positional) <= len(roles) and not self.takes_more
        if not fits or len(positional) < 2 or isinstance(subject, Node) or is_number(subject):
            return None
        explicit = dict(zip(roles, positional, strict=False))
        node = self._likeliest(explicit, self.node)
        has_owner = getattr(self.search.function, "__self__", None) is not None
        if node is None and len(explicit) == len(roles) and not has_owner:
            return explicit, subject, None  # the position is in no argument
        if node is None or isinstance(explicit[node], bool):
            return None
        reading = explicit, explicit[node], node
        others = [
            self._misfits(alternative)
            for alternative in self._readings(subject, positional[1:], named=False)
        ]
        return reading if self._misfits(reading) <= min(others, default=len(roles)) else None

    def _likeliest(self, explicit: dict[str, Any], usual: str | None) -> str | None:
        """Return the likeliest parameter for the position: no class and no table, if possible."""

        def unlikely(name: str) -> tuple[bool, ...]:
            value = explicit[name]
            return (
                isinstance(value, type),
                isinstance(value, dict) and name in self.search.constant,
                inspect.isroutine(value),
                is_simple(value),
                name != usual,
            )

        free = [name for name in explicit if self.roles[name] in (None, "values")]
        return min(free, key=unlikely, default=None)

    def _readings(
        self, subject: Any, arguments: Sequence[Any], *, named: bool
    ) -> Iterator[Reading]:
        """Yield the reading with the tree before the arguments, then that in the author's order."""
        roles, required = self.roles, self.required
        place = self.node or next((name for name, role in roles.items() if role == "values"), None)
        remaining = [name for name in roles if name != place]
        unknown = [name for name in remaining if roles[name] is None and name in required]
        if arguments and len(arguments) == len(roles) and not self.takes_more:
            yield dict(zip(roles, arguments, strict=True)), subject, self.node
            return
        if arguments and len(arguments) == len(unknown):
            yield dict(zip(unknown, arguments, strict=True)), subject, self.node
        is_thing = len(arguments) == 1 and not is_simple(arguments[0]) and isinstance(subject, Node)
        if (
            is_thing
            and self.node is not None
            and not self.takes_more
            and "window" not in roles.values()
        ):
            yield {self.node: arguments[0]}, subject, self.node
        if len(arguments) <= len(remaining) or self.takes_more:
            yield dict(zip(remaining, arguments, strict=False)), subject, self.node
        if (
            (arguments or place is None)
            and not named
            and not isinstance(subject, Node)
            and len(required) <= 1 + len(arguments) <= len(roles)
        ):
            by_name = dict(zip(roles, (subject, *arguments), strict=False))
            node = self._likeliest(by_name, place)
            yield by_name, by_name.get(node or "", subject), node

    def _misfits(self, reading: Reading) -> int:
        """Return the number of parameters with a value that they cannot be meant for."""
        explicit, subject, node = reading
        by_name = (
            explicit if node is None or isinstance(subject, Node) else {**explicit, node: subject}
        )
        aside = is_number(subject) and any(
            isinstance(value, list | dict) for value in explicit.values()
        )
        aside |= inspect.isroutine(subject)  # it makes or values positions, and is none
        return aside + sum(self._misfit(name, value) for name, value in by_name.items())

    def _misfit(self, name: str, value: Any) -> bool:
        role = self.roles[name]
        if role is None:
            asked = self.search.asked.get(name, set())
            return _fits(value, asked) < len(asked)
        if role in ("values", "window"):
            return not isinstance(value, list | tuple)
        if role == "turn":
            how = self.search.turns.get(name)
            if isinstance(how, tuple) and (isinstance(value, str) or isinstance(how[0], str)):
                return not isinstance(value, str) or value not in self.search.constants
            return isinstance(value, tuple) or not is_simple(value)
        at_its_end = (
            is_number(value)
            and value == 0
            and role == "depth" == role_of(name)
            and not self.search.counts_up
        )
        return not (value is None or is_number(value)) or at_its_end

    def turn_given(self, explicit: dict[str, Any], subject: Any) -> bool | None:
        """Return True if the arguments or defaults let MAX move first, None if they say nothing."""
        values = explicit if isinstance(subject, Node) else {**self.defaults, **explicit}
        for name, value in values.items():
            role, how = self.roles.get(name), self.search.turns.get(name)
            if role == "colour" or (role == "turn" and how == "sign"):
                if value in (1, -1):
                    return bool(value == 1)
            elif role == "turn" and isinstance(value, bool | int | str):
                return (
                    bool(value == how[0])
                    if how is not None
                    else value
                    if isinstance(value, bool)
                    else None
                )
        return None

    def need_depth(self, explicit: dict[str, Any]) -> bool:
        """Return True if a depth must come from outside: the arguments given do not hold one."""
        depths = [name for name, role in self.roles.items() if role == "depth"]
        if self.search.counts_up and len(depths) == 1:
            return False  # it begins with 0, and the game's own end is its end
        return any(name in self.required and name not in explicit for name in depths)

    def filled(
        self,
        explicit: dict[str, Any],
        root_argument: Any,
        root: Node,
        depth: int | None,
        *,
        is_our_tree: bool,
    ) -> Iterator[tuple[str, Any]]:
        """Yield a value for every parameter that needs one; raise TypeError for a missing one.

        A default for the player to move does not count if the tree is ours, because our
        trees know their players.
        """
        for name, role in self.roles.items():
            says_turn = (
                is_our_tree
                and role in ("turn", "colour")
                and isinstance(self.defaults[name], bool | int | str)
            )
            if name in explicit:
                yield name, explicit[name]
            elif name == self.node or role == "values":
                yield name, root_argument
            elif role is not None and (
                name in self.required or says_turn or (role == "depth" and depth is not None)
            ):
                yield name, self._plain(name, role, root, depth)
            elif name in self.required:
                call = ", ".join([self.search.name, *self.required])
                raise TypeError(
                    f"{self.search.name} needs a value for {name!r}, but neither the arguments nor"
                    " its name show which one. Give every argument, in the order of the function"
                    f" itself: trace({call})"
                )

    def _plain(self, name: str, role: Role, root: Node, depth: int | None) -> Any:
        """Return a parameter's value at the root: the root's player, a depth or open bounds."""
        if role == "depth":
            return self._depth(name, root, depth)
        if role in ("turn", "colour"):
            how = "sign" if role == "colour" else self.search.turns.get(name, (True, False))
            return ((1, -1) if how == "sign" else how)[0 if root.is_max else 1]
        window = [-inf, inf] if name in self.search.writes else (-inf, inf)
        return {"alpha": -inf, "beta": inf, "window": window, "index": 0}[role]

    def _depth(self, name: str, root: Node, depth: int | None) -> int:
        depths = [parameter for parameter, role in self.roles.items() if role == "depth"]
        counter = next(
            (
                name
                for name in depths
                if not any(word in name for word in ("max", "limit", "target"))
            ),
            "",
        )
        if self.search.counts_up and name == counter:
            return 0
        return depth if depth is not None else root.height


def _fits(subject: Any, asked: set[str]) -> int:
    """Return the number of uses of a parameter that the subject allows."""
    kinds = {"[]": "__getitem__", "for": "__len__"}
    return sum(hasattr(subject, kinds.get(name, name)) for name in asked)


# The form of the tree

# who finds the nodes, what stands for the root, whether the caller told who moves
Form = tuple[Finder, Any, bool]


def _form_of(slots: _Slots, subject: Any, is_max: bool | None, *, converted: bool) -> Form:
    """Return the form in which the search expects the subject; the first player may be known."""
    if isinstance(subject, Node) and subject.position is not None:
        subject = subject.position
    if isinstance(subject, Node):
        return *_toy(slots, subject, as_tuples=False), True
    if not converted and _is_toy(slots, subject):
        root = tree(subject, "min" if is_max is False else "max")
        finder, root_argument = _toy(slots, root, as_tuples=isinstance(subject, tuple))
        if isinstance(finder, ById):
            finder.calls = {}
        return finder, root_argument, False
    turn = own_turn(subject) if is_max is None else is_max
    return (
        GameTreeFinder(sprout(subject, is_max=turn is not False), subject, tells_children(subject)),
        subject,
        is_max is not None,
    )


def _is_toy(slots: _Slots, subject: Any) -> bool:
    """Return True for a tree in nested lists; raise like tree() for a useless subject."""
    search, wants_nodes = slots.search, _wants_nodes(slots.search)
    if not _is_nested(subject):
        if wants_nodes and (subject is None or isinstance(subject, str | dict | set | int | float)):
            tree(subject)
        return is_number(subject) and wants_nodes
    if wants_nodes:
        return True
    nested = any(map(_is_nested, subject))
    if (
        not _holds_numbers(subject)
        or slots.node in search.constant
        or not search.writes.isdisjoint(slots.roles)
    ):
        return False
    if slots.is_flat:
        return nested
    return search.knows_leaves and (nested or slots.node is None or slots.node in search.leaves)


def _is_nested(thing: Any) -> bool:
    """Return True for a list or a tuple without names for its parts."""
    return isinstance(thing, list | tuple) and not hasattr(thing, "_fields")


def _holds_numbers(nested: Any) -> bool:
    """Return True for lists in lists, or tuples in tuples, with nothing but numbers in them."""
    if not _is_nested(nested):
        return is_number(nested)
    alike = all(is_number(part) or type(part) is type(nested) for part in nested)
    return bool(nested) and alike and all(map(_holds_numbers, nested))


def may_be_board(search: SearchSource, subject: Any) -> bool:
    """Return True for lists that are a tree, or the board of an author who has nodes."""
    return not isinstance(subject, Node) and _is_nested(subject) and _wants_nodes(search)


def _wants_nodes(search: SearchSource) -> bool:
    """Return True if a search asks its positions for what our nodes offer."""
    asked = search.attributes
    return "is_over" in asked or {"moves", "play"} <= asked or bool({"children", "is_max"} & asked)


def _toy(slots: _Slots, root: Node, *, as_tuples: bool) -> tuple[Finder, Any]:
    """Return the finder of a toy tree, and the root as the search expects it."""
    search = slots.search
    if slots.is_flat:
        return ByIndex(root), [leaf.value for leaf in leaves_below(root)]
    asks = _wants_nodes(search) or (
        not search.knows_leaves and {"value", "evaluate", "maximizing"} & search.attributes
    )
    if asks and not as_tuples:
        return ById(root, {id(node): node for node in root}), root
    container = (
        tuple if as_tuples or ("tuple" in search.names and "list" not in search.names) else list
    )
    # one that tells lists from numbers by type(…) gets numbers as they are
    tagged = "type" not in search.names
    forms: dict[Node, Any] = {}  # each of them an object of its own
    for node in reversed(list(root)):
        if node.value is None:
            forms[node] = container(forms[child] for child in node.children)
        else:
            forms[node] = (
                TAGGED.get(type(node.value), TAGGED[Fraction])(node.value) if tagged else node.value
            )
    ids = {
        id(thing): node for node, thing in forms.items() if tagged or node.children or node is root
    }
    return ById(root, ids, list(forms.values())), forms[root]


# numbers that can be told from equal ones elsewhere in the tree, and go by their own name
TAGGED: dict[type, Any] = {
    kind: type(kind.__name__, (kind,), {"__slots__": ()}) for kind in (int, float, Fraction)
}
