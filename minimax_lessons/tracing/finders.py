"""Finders: know each node of the tree again among the values that a search passes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, NamedTuple

from minimax_lessons.tracing.caches import passing
from minimax_lessons.tracing.code import Part
from minimax_lessons.tracing.roles import role_of
from minimax_lessons.tracing.subjects import Asking, is_akin, is_number, is_simple, keep, own_turn, state_of
from minimax_lessons.tracing.syntax import MOVE_NAMES
from minimax_lessons.trees import Node, adopt, sprout

__all__ = ["ById", "ByIndex", "Finder", "Frame", "Growing", "Key", "Untold", "same"]


class Key(NamedTuple):
    """What a call is about, to be compared with another's."""

    about: tuple[Any, ...]  # the positions among its arguments, as they are now
    rest: tuple[Any, ...]  # plain values beside them: a name, a place, a path
    counts: tuple[Any, ...]  # depth, and whose turn it is


class Frame:
    """A call of one of the watched functions: the visit of a node, or one more call on the same node."""

    visited = 0  # how many children have been entered
    depth = 1  # how many calls on this node stand inside one another
    returned: tuple[Any, ...] | None = None  # what the visit's entry in the log will be
    by_mover = False  # … by a function that goes down to the children itself
    pending = False  # a child has come back, and its effect is not logged yet
    assigned = 0  # the line that has assigned the best value or a bound since
    compared = 0  # the line run first since
    raised = False
    heard: list[Node] = []  # the children entered in the present round of its loop  # noqa: RUF012
    entered: set[Node] = set()  # all children entered in this visit  # noqa: RUF012
    given: dict[str, Any] = {}  # what it was called with; both shared where nobody asks  # noqa: RUF012
    looked_at = False  # its lines tell of more than values and bounds
    fresh = False  # the present statement has gone down to a child
    moved = False  # it has gone down to a child itself
    nested = 0  # how many calls on the same node it has made that have come back from a search
    key: Key | None = None  # what it is about
    exhausted = False  # its loop has come to its end
    valued = 0  # how many positions its loop has valued that are no leaves yet

    def __init__(self, frame: FrameType, part: Part, node: Node, visit: Frame | None, entry: int) -> None:
        self.frame = frame
        self.part = part
        self.node = node
        self.visit = visit or self  # the first call on this node
        self.entry = entry  # where the visit's ENTER stands in the log
        self.line = self.before = frame.f_lineno  # being run, and run before it


def _next_leaf(value: Any, above: Frame) -> Node | None:
    """Return the first child not visited yet that is a leaf of this value."""
    later = above.node.children[above.visit.visited :]
    return next((child for child in later if not child.children and child.value == value), None)


@dataclass
class ById:
    """Finds a node by the identity of an argument; a copied list by being equal to a child not yet visited."""

    root: Node
    ids: dict[int, Node]
    alive: list[Any] = field(default_factory=list)  # an identity means something only while its object lives
    names: dict[int, str] = field(default_factory=dict)  # which parameter holds the node, by its function

    def leaf(self, value: Any, above: Frame) -> Node | None:
        """Return the leaf that a value is, or the next that is worth as much."""
        node = self.ids.get(id(value))
        return node if node is not None and node.path[:-1] == above.node.path else _next_leaf(value, above)

    def find(self, values: Mapping[str, Any], part: Part, above: Frame | None, caller: FrameType | None) -> Node | None:
        """Return the node that an argument is, or is equal to."""
        name = self.names.get(id(part))
        if name is not None:
            thing = values.get(name)
            node = self.ids.get(id(thing))
            return node if node is not None or above is None else self._piece_or_copy(thing, above, part)
        for name in sorted(part.parameters, key=lambda name: role_of(name, frozenset(part.parameters)) is not None):
            node = self.ids.get(id(values.get(name)))
            if node is not None and (above is None or node is above.node or node.path[:-1] == above.node.path):
                self.names[id(part)] = name
                return node
        if above is None or not part.parameters:
            return None
        return self._piece_or_copy(values.get(part.parameters[0]), above, part)

    def _piece_or_copy(self, thing: Any, above: Frame, part: Part) -> Node | None:
        is_list = isinstance(thing, list) or (isinstance(thing, tuple) and id(part) not in self.names)
        if is_list and all(self._is_child(each, above.node) for each in thing):
            return above.node  # some of the node's children, the rest of them perhaps: still the same node
        alike = [child for child in above.node.children if same(child, thing)]
        later = [child for child in alike if child.path[-1] >= above.visit.visited]
        return next(iter(later or alike), None)

    def _is_child(self, thing: Any, node: Node) -> bool:
        child = self.ids.get(id(thing))
        return child is not None and child.path[:-1] == node.path


@dataclass
class Untold(ById):
    """Finds a node of nested lists, and notes what each call says of whose turn it is: nobody has told."""

    calls: dict[Node, tuple[Part, Key]] = field(default_factory=dict)  # the last on each node

    def find(self, values: Mapping[str, Any], part: Part, above: Frame | None, caller: FrameType | None) -> Node | None:
        """Return the node that an argument is, or is equal to."""
        node = super().find(values, part, above, caller)
        if node is not None:
            self.calls[node] = part, Key((), (), tuple([values.get(name) for name in part.state]))
        return node


def same(node: Node, thing: Any) -> bool:
    """Return True if a thing is equal to a node of a toy tree, or to its nested lists."""
    if isinstance(thing, Node):
        return node == thing
    if isinstance(thing, tuple):
        thing = _as_list(thing)
    return (isinstance(thing, list) or is_number(thing)) and bool(node.nested == thing)


def _as_list(thing: Any) -> Any:
    return [_as_list(part) for part in thing] if isinstance(thing, tuple) else thing


@dataclass
class ByIndex:
    """Finds a node of a full tree by its level and its number in the level: leaves in a flat list."""

    root: Node

    def find(self, values: Mapping[str, Any], part: Part, above: Frame | None, caller: FrameType | None) -> Node | None:
        """Return the child that the index tells of."""
        if above is None:
            return self.root
        name = next((name for name in part.parameters if role_of(name) == "index"), None)
        index = values.get(name) if name is not None else None
        if not isinstance(index, int):
            return None
        return next((child for child in above.node.children if _number_in_level(child, self.root) == index), None)

    def leaf(self, value: Any, above: Frame) -> Node | None:
        """Return the next leaf that is worth as much."""
        return _next_leaf(value, above)


def _number_in_level(node: Node, root: Node) -> int:
    number, above = 0, root
    for step in node.path[len(root.path) :]:
        number = number * len(above.children) + step
        above = above.children[step]
    return number


@dataclass
class Growing:
    """Takes a call made while a node is searched for one of its children, and grows the tree as the search goes.

    A call about the same position, from another function, is still the node's own; one about a position that the
    present round of the loop has had already is another visit of that child.
    """

    root: Node
    subject: Any
    asking: Asking | None = None  # how a position is asked for its children, if it can be
    keys: dict[Node, Key] = field(default_factory=dict)  # of the first call on each node
    calls: dict[Node, tuple[Part, Key]] = field(default_factory=dict)  # of the last: it does the work
    expanded: set[Node] = field(default_factory=set)  # those that their position has told the children of
    held: dict[Node, int] = field(default_factory=dict)  # how many children a position held when the search came to it
    last: Key | None = None

    def find(self, values: Mapping[str, Any], part: Part, above: Frame | None, caller: FrameType | None) -> Node | None:
        """Return the node that stands for the call, sprouting it if it is new."""
        key = self.last = self.key(values, part)
        if above is None or above.key is None:
            node = self.root
        elif self._stays(key, part, above, above.key):
            node = above.node
        else:
            found = self._met(key, above) or self._new(self.position(values, part), above, caller)
            if found is None:
                return None
            node = found
            above.heard.append(node)
            above.visit.entered.add(node)
        if node not in self.keys and self.asking is not None and self.asking.names:
            self.held[node] = len(self.asking.children(node.position))
        self.keys.setdefault(node, key)
        self.calls[node] = part, key
        return node

    def leaf(self, value: Any, above: Frame) -> Node | None:
        """Return a new leaf, or the next of a tree known beforehand."""
        node = above.node
        if not node.is_sprouted:
            return _next_leaf(value, above)
        if not is_number(value):
            return None
        leaf = sprout(None, node, len(node.children), label(above.frame, above.frame, above.part, type(self.subject)))
        adopt(node, [*node.children, leaf], over=False)
        return leaf

    def key(self, values: Mapping[str, Any], part: Part) -> Key:
        """Return what a call is about."""
        kind = type(self.subject)
        things = self._things(values, part)
        about = [thing for thing in things if type(thing) is kind]
        if not about:
            about = [thing for thing in things if not is_simple(thing)][:1]
            if not any(thing is self.subject for thing in things) and not is_simple(self.subject):
                about.append(self.subject)  # it lives elsewhere: in an attribute, in a global variable
        return Key(
            tuple([state_of(thing) for thing in about]),
            tuple([thing for thing in things if type(thing) is not kind and is_simple(thing)]),
            tuple([values.get(name) for name in part.state]),
        )

    def _things(self, values: Mapping[str, Any], part: Part) -> list[Any]:
        """Return what a call was given beside depth, bounds and turn; itself only if it is the position."""
        things = [values.get(name) for name in part.free if name not in ("self", "cls")]
        owner = next((values.get(name) for name in part.free if name in ("self", "cls")), None)
        alone = owner is not None and all(map(is_simple, things)) and is_akin(owner, type(self.subject))
        return [owner, *things] if alone or type(owner) is type(self.subject) else things

    def position(self, values: Mapping[str, Any], part: Part) -> Any:
        """Return the position that a call is about, to be shown."""
        things = self._things(values, part)
        return next((thing for thing in things if type(thing) is type(self.subject)), next(iter(things), None))

    def _stays(self, key: Key, part: Part, above: Frame, mine: Key) -> bool:
        """Return True if a call is about the node that it comes from."""
        if part is above.part:
            return key == mine and bool(key.about or key.rest)  # of a position that lives elsewhere nothing is known
        shorter = (
            min(len(key.about), len(mine.about)) if is_simple(self.subject) else max(len(key.about), len(mine.about))
        )
        if key.about[:shorter] == mine.about[:shorter]:  # a driver may take other numbers beside the position
            return set(key.rest) <= set(mine.rest) or set(mine.rest) <= set(key.rest)
        other_kind = [type(each) for each in key.about] != [type(each) for each in mine.about]
        return not above.part.recursive and other_kind and above.frame.f_lineno not in above.part.syntax.loops.lines

    def _met(self, key: Key, above: Frame) -> Node | None:
        """Return the child entered in this round of the loop, or by an earlier visit of the node alone."""
        rounds = above.frame.f_lineno not in above.part.syntax.loops.comprehended
        before = [child for child in above.node.children if child not in above.visit.entered]
        met = [child for child in (*(above.heard if rounds else ()), *before) if child in self.keys]
        return next((child for child in met if self.keys[child][:2] == key[:2]), None)

    def _new(self, thing: Any, above: Frame, caller: FrameType | None) -> Node | None:
        node = above.node
        if not node.is_sprouted:
            return self._known(above, caller)
        if not node.children and self.asking is not None:
            self._ask(node, thing)
        free = [child for child in node.children if child not in self.keys and child.position is not None]
        found = next((child for child in free if child.position is thing), None)
        found = found or next((child for child in free if alike(child.position, thing)), None)
        if found is None:
            move = label(caller, above.frame, above.part, type(self.subject))
            shown = keep(thing, thing is node.position or thing is self.subject)
            found = sprout(shown, node, len(node.children), move, is_max=own_turn(thing))
            adopt(node, [*node.children, found], over=False)
            self.expanded.discard(node)  # what it told was not all
        return found

    def _known(self, above: Frame, caller: FrameType | None) -> Node | None:
        """Return the child of a tree known beforehand: that of the move just made, else the next."""
        children, move = above.node.children, label(caller, above.frame, above.part, type(self.subject))
        moved = [child for child in children if child.move == move and type(child.move) is type(move)]
        return next(iter([*moved, *children[above.visit.visited :]]), None)

    def _ask(self, node: Node, thing: Any) -> None:
        """Give a node all the children that its position tells of, if what was passed on is among them."""
        assert self.asking is not None
        pairs = self.asking.children(node.position)
        if len(pairs) == self.held.get(node, -1) + 1:
            return  # one more than when the search came to it: it may give it its children as it goes
        if any(kid is thing or alike(kid, thing) for _, kid in pairs):
            kids = [sprout(kid, node, i, move, is_max=own_turn(kid)) for i, (move, kid) in enumerate(pairs)]
            adopt(node, kids, over=False)
            self.expanded.add(node)


def alike(one: Any, other: Any) -> bool:
    """Return True if two positions are equal, or hold the same."""
    if type(one) is not type(other):
        return False
    if getattr(type(one), "__eq__", None) is object.__eq__:  # it knows no equality
        return bool(state_of(one) == state_of(other))
    try:
        return bool(one == other)
    except Exception:  # the learner's own class may do anything here, and an array is no truth
        return bool(state_of(one) == state_of(other))


def label(caller: FrameType | None, frame: FrameType, part: Part, kind: type) -> Any:
    """Return the move that leads to a child: what the variables of the loop hold that it was called from."""
    while caller is not None and caller.f_code is passing:
        caller = caller.f_back
    if caller is None:
        return None
    names: tuple[str, ...] = part.syntax.moves
    if caller is not frame and caller.f_code.co_name in ("<lambda>", "<genexpr>", "<listcomp>"):
        names = tuple(name for name in caller.f_locals if name in names or caller.f_code.co_name == "<lambda>")
        held = caller.f_locals
    else:
        held = frame.f_locals
    found = [held[name] for name in names if name in held and _is_move(held[name], kind)]
    if len(found) > 1 and names[0].lower() not in MOVE_NAMES:
        return tuple(found) if all(isinstance(each, int) for each in found) else found[0]
    return found[0] if found else None


def _is_move(thing: Any, kind: type) -> bool:
    if isinstance(thing, kind) and not isinstance(thing, int):
        return False
    try:
        hash(thing)
    except TypeError:
        return False
    return thing is not None and not callable(thing)


Finder = ById | ByIndex | Growing  # knows each node again among the values that a search passes on
