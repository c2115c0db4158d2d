"""Visits: find the node behind each call of a search, whatever its author passes on."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from enum import Enum
from types import CodeType, FrameType, ModuleType
from typing import Any, NamedTuple

from minimax_lessons.own_code import SIMPLE, is_simple, passing
from minimax_lessons.results import fields_of, held_under, is_number
from minimax_lessons.tracing.source import SearchFunction, role_of
from minimax_lessons.tracing.syntax import MOVE_NAMES, Syntax, syntax_of
from minimax_lessons.trees import Node, adopt, sprout

__all__ = [
    "ById",
    "ByIndex",
    "Finder",
    "Frame",
    "GameTreeFinder",
    "Key",
    "NewCall",
    "keep",
    "own_turn",
    "same",
    "state_of",
    "tells_children",
    "unwatched",
]

MOST_PARTS = 600  # of an object that is compared by what it holds


# What an object holds


def state_of(thing: Any, *, aside: Any = None) -> Any:
    """Return an object's contents in a form that can be compared later.

    An object ``aside`` is known by its identity alone, for example a player who searches, and who
    counts what it does.

    >>> board = ["X", " "]
    >>> before = state_of(board)
    >>> board[1] = "O"
    >>> before, state_of(board) == before
    (('X', ' '), False)
    """
    return _state(thing, 5, [MOST_PARTS], aside)


def _state(thing: Any, depth: int, left: list[int], aside: Any) -> Any:
    if isinstance(thing, (*SIMPLE, Node)):
        return thing
    left[0] -= 1
    is_opaque = thing is aside or callable(thing) or isinstance(thing, ModuleType)
    if depth == 0 or left[0] < 0 or is_opaque:
        return id(thing)
    if isinstance(thing, list | tuple):
        return tuple([_state(part, depth, left, aside) for part in thing])
    if isinstance(thing, dict):
        return tuple([(key, _state(value, depth, left, aside)) for key, value in thing.items()])
    if isinstance(thing, set | frozenset):
        return frozenset(map(repr, thing))
    if hasattr(thing, "tobytes") and hasattr(thing, "shape"):
        return thing.shape, thing.tobytes()
    if callable(getattr(thing, "fen", None)):  # a chess board: no history, no caches
        return thing.fen()
    fields = fields_of(thing)
    if not fields:
        return repr(thing)
    held = [_state(getattr(thing, name, None), depth - 1, left, aside) for name in fields]
    return type(thing), *held


def keep(thing: Any, changes: bool) -> Any:
    """Return a position to be shown later: a copy if the search changes it in place."""
    if not changes or is_simple(thing):
        return thing
    try:
        return deepcopy(thing)
    except Exception:  # the learner's own class may hold anything
        return None


# Asking a position for its children


def children_of(position: Any) -> list[tuple[Any, Any]]:
    """Return pairs of move and child from left to right, if a position tells of both."""
    try:
        return list(zip(position.moves(), position.children(), strict=True))
    except Exception:  # the learner's own class may ask for anything here, or lack them
        return []


def tells_children(position: Any) -> bool:
    """Return True if a position tells its moves and its children, and does not change by that."""
    before = state_of(position)
    children = [child for _, child in children_of(position)]
    is_own_child = any(child is position for child in children)
    return bool(children) and not is_own_child and state_of(position) == before


def is_akin(thing: Any, kind: type) -> bool:
    """Return True for a position of the same class, or of another class by the same author."""
    return isinstance(thing, kind) or (
        not isinstance(thing, type | Enum)
        and kind is not dict
        and type(thing).__module__ == kind.__module__
    )


def own_turn(position: Any) -> bool | None:
    """Return the position's own word on whether MAX is to move, or None."""
    turn = getattr(position, "maximizing", None)
    return turn if isinstance(turn, bool) else None


class Key(NamedTuple):
    """What a call is about, to be compared with another's."""

    about: tuple[Any, ...]  # the positions among its arguments, as they are now
    plain: tuple[Any, ...]  # plain values beside them: a name, a place, a path
    counts: tuple[Any, ...]  # depth, and whose turn it is


class Frame:
    """A call of a watched function: the visit of a node, or one more call on the same node."""

    visited = 0  # how many children have been entered
    depth = 1  # how many calls on this node stand inside one another
    returned: tuple[Any, ...] | None = None  # what the visit's entry in the log will be
    by_mover = False  # … by a function that goes down to the children itself
    pending = False  # a child has come back, and its effect is not logged yet
    assigned = 0  # the line that has assigned the best value or a bound since
    compared = 0  # the line run first since
    raised = False
    looked_at = False  # its lines tell of more than values and bounds
    fresh = False  # the present statement has gone down to a child
    moved = False  # it has gone down to a child itself
    nested = 0  # how many calls on the same node it has made that have come back from a search
    # the positions and the plain values that a driver's last call was given
    again: tuple[Any, Any] = ((), ())
    words: list[str] = []  # noqa: RUF012  # the plain values that a driver's last call was given
    key: Key | None = None  # what it is about
    exhausted = False  # its loop has come to its end
    broken = False  # an inner loop of it has ended early
    searching = 0  # the line on which it has gone down to a child last
    comparing = 0  # the line on which it has taken the best of several values without a call
    begun: Any = None  # the call as it began, to be asked again, if it is in front of the search

    def __init__(
        self,
        frame: FrameType,
        part: SearchFunction,
        node: Node,
        visit: Frame | None,
        entry: int,
        number: int,
    ) -> None:
        self.frame = frame
        self.part = part
        self.node = node
        self.visit = visit or self  # the first call on this node
        self.entry = entry  # where the visit's ENTER stands in the log
        self.number = number  # of the visit, in the order in which nodes were entered
        self.entered_in_round: list[
            Node
        ] = []  # the children entered in the present round of its loop
        self.entered: set[Node] = set()  # all children entered in this visit
        self.arguments: dict[str, Any] = {}  # its arguments, where they are needed
        self.line = self.before = frame.f_lineno  # being run, and run before it


class NewCall(NamedTuple):
    """A call of a watched function that has just been made."""

    values: Mapping[str, Any]  # its arguments
    part: SearchFunction
    above: Frame | None  # the call of a watched function that it comes from
    caller: FrameType | None

    @property
    def hands_down(self) -> bool:
        """Return True for a helper that makes one move: about its caller's node, it is no visit."""
        return (
            self.above is not None
            and self.above.part.recursive
            and self.above.part is not self.part
            and self.part.syntax.hands_on
        )


@dataclass
class ById:
    """Finds a node by an argument's identity; a copied list by equality with an unvisited child."""

    root: Node
    ids: dict[int, Node]
    # an identity means something only while its object lives
    alive: list[Any] = field(default_factory=list)
    # which parameter holds the node, by its function
    names: dict[int, str] = field(default_factory=dict)
    # the last call on each node, if the run will have to tell who moves; else None
    calls: dict[Node, tuple[SearchFunction, Key]] | None = None

    def leaf(self, value: Any, above: Frame) -> Node | None:
        """Return the leaf that a value is, or the next that is worth as much."""
        node = self.ids.get(id(value))
        if node is not None and node.path[:-1] == above.node.path:
            return node
        later = above.node.children[above.visit.visited :]
        return next((child for child in later if child.value == value), None)

    def find(self, call: NewCall) -> Node | None:
        """Return the node that an argument is, or is equal to."""
        node = self._find(*call[:3])
        if node is not None and self.calls is not None:
            counts = tuple([call.values.get(name) for name in call.part.state])
            self.calls[node] = call.part, Key((), (), counts)
        return node

    def _find(
        self, values: Mapping[str, Any], part: SearchFunction, above: Frame | None
    ) -> Node | None:
        known = self.names.get(id(part))
        for name in _likeliest_first(part) if known is None else (known,):
            node = self.ids.get(id(values.get(name)))
            if node is not None and (
                known or above is None or node is above.node or node.path[:-1] == above.node.path
            ):
                self.names[id(part)] = name
                return node
        if above is None or not part.parameters:
            return None
        return self._piece_or_copy(values.get(known or part.parameters[0]), above, part)

    def _piece_or_copy(self, thing: Any, above: Frame, part: SearchFunction) -> Node | None:
        is_list = isinstance(thing, list) or (
            isinstance(thing, tuple) and id(part) not in self.names
        )
        if is_list and all(self._is_child(piece, above.node) for piece in thing):
            # some of the node's children, the rest of them perhaps: still the same node
            return above.node
        alike = [child for child in above.node.children if same(child, thing)]
        later = [child for child in alike if child.path[-1] >= above.visit.visited]
        return next(iter(later or alike), None)

    def _is_child(self, thing: Any, node: Node) -> bool:
        child = self.ids.get(id(thing))
        return child is not None and child.path[:-1] == node.path


def _likeliest_first(part: SearchFunction) -> list[str]:
    """Return the parameters of a function, those without a telling name first."""
    names = frozenset(part.parameters)
    return sorted(part.parameters, key=lambda name: role_of(name, names) is not None)


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
    """Finds a node of a full tree, with its leaves in a flat list, by level and index."""

    root: Node

    def find(self, call: NewCall) -> Node | None:
        """Return the child that the index tells of."""
        values, part, above, _ = call
        if above is None:
            return self.root
        name = next((name for name in part.parameters if role_of(name) == "index"), None)
        index = values.get(name) if name is not None else None
        children = above.node.children
        return next((kid for kid in children if _number_in_level(kid, self.root) == index), None)

    def leaf(self, value: Any, above: Frame) -> None:
        """Return None, because an equal number may be any leaf's."""


def _number_in_level(node: Node, root: Node) -> int:
    number, above = 0, root
    for step in node.path[len(root.path) :]:
        number = number * len(above.children) + step
        above = above.children[step]
    return number


@dataclass
class GameTreeFinder:
    """Finds the node of a call on a game's position, and grows the tree with the search.

    A call about the same position, from another function, is still the node's own. A call about
    a position that the present round of the loop has already had is another visit of that
    child.
    """

    root: Node
    subject: Any
    tells: bool = False  # a position tells its moves and children
    keys: dict[Node, Key] = field(default_factory=dict)  # of the first call on each node
    # of the last: it does the work
    calls: dict[Node, tuple[SearchFunction, Key]] = field(default_factory=dict)
    # those that their position has told the children of
    expanded: set[Node] = field(default_factory=set)
    # lists that are parts of the list that their parent is
    parts: set[Node] = field(default_factory=set)
    # in a second run the parameters that never change: whatever else is no plain value tells
    # positions apart
    constant: frozenset[str] | None = None
    last: Key | None = None
    # how many calls down to a child were about the same as their caller: not about the position
    unmoved: int = 0

    def find(self, call: NewCall) -> Node | None:
        """Return the node that stands for the call, sprouting it if it is new."""
        above, thing = call.above, self.position(call.values, call.part)
        key = self.last = self.key(call.values, call.part)
        node: Node | None
        if above is None or above.key is None:
            node = self.root
        elif self._stays(call, key, thing, above, above.key):
            node = above.node
            if call.hands_down:
                return node
        else:
            node = self._met(call.part, key, thing, above) or self._new(thing, above, call.caller)
            if node is None:
                return None
            self.unmoved += key.about == above.key.about and key.plain == above.key.plain
            above.entered_in_round.append(node)
            above.visit.entered.add(node)
        self.keys.setdefault(node, key)
        self.calls[node] = call.part, key
        return node

    @property
    def tells_children_apart(self) -> bool:
        """Return False if all calls of the search were about the root, or looked alike there."""
        keys = [self.keys[child][:2] for child in self.root.children if child in self.keys]
        return bool(keys) and (len(keys) == 1 or any(key != keys[0] for key in keys))

    def leaf(self, value: Any, above: Frame) -> Node | None:
        """Return a new leaf."""
        node = above.node
        if not is_number(value) or not node.is_sprouted:
            return None
        move = label(above.frame, above.frame, above.part, type(self.subject))
        leaf = sprout(None, node, len(node.children), move)
        adopt(node, [*node.children, leaf], over=False)
        return leaf

    def key(self, values: Mapping[str, Any], part: SearchFunction) -> Key:
        """Return the key of a call: its positions, its plain values and its counts."""
        kind = type(self.subject)
        things = self._things(values, part)
        about = [thing for thing in things if type(thing) is kind]
        if self.constant is not None:
            about = [thing for thing in things if not is_simple(thing) or type(thing) is kind]
        if not about:
            about = [thing for thing in things if not is_simple(thing)][:1]
            if not any(thing is self.subject for thing in things) and not is_simple(self.subject):
                # it lives elsewhere: in an attribute, in a global variable
                about.append(self.subject)
        owner = values.get("self")
        aside = None if any(thing is owner for thing in about) else owner
        return Key(
            tuple([state_of(thing, aside=aside) for thing in about]),
            tuple(
                [
                    thing
                    for thing in things
                    if type(thing) is not kind and is_simple(thing) and not _is_fraction(thing)
                ]
            ),
            tuple([values.get(name) for name in part.state]),
        )

    def _things(self, values: Mapping[str, Any], part: SearchFunction) -> list[Any]:
        """Return a call's arguments except depth, bounds and turn; self only as the position."""
        names = [
            name
            for name in part.free
            if name not in ("self", "cls")
            and not (name in part.fixed and is_simple(values.get(name)))
        ]
        changing = [name for name in names if name not in (self.constant or ())]
        things = [values.get(name) for name in changing or names]
        owner = next((values.get(name) for name in part.free if name in ("self", "cls")), None)
        alone = (
            owner is not None and all(map(is_simple, things)) and is_akin(owner, type(self.subject))
        )
        is_subject = type(owner) is type(self.subject) and self.constant is None
        return [owner, *things] if owner is not None and (alone or is_subject) else things

    def position(self, values: Mapping[str, Any], part: SearchFunction) -> Any:
        """Return the position that a call is about, to be shown."""
        things = self._things(values, part)
        return next(
            (thing for thing in things if type(thing) is type(self.subject)),
            next(iter(things), None if is_simple(self.subject) else self.subject),
        )

    def _position_above(self, above: Frame) -> Any:
        return self.position(above.arguments, above.part)

    def _stays(self, call: NewCall, key: Key, thing: Any, above: Frame, mine: Key) -> bool:
        """Return True if a call is about the node that it comes from."""
        part, kind, parent_position = call.part, type(self.subject), self._position_above(above)
        if above.part.seen_as == "choosing" and part is not above.part:
            return False
        if part is above.part:
            # of a position that lives elsewhere nothing is known
            return key == mine and bool(key.about or key.plain)
        if _is_made_of(thing, self.subject):
            return True  # a helper goes through the children
        if type(thing) is kind and _is_made_of(parent_position, self.subject):
            return False
        counts = len(key.about), len(mine.about)
        shorter = min(counts) if is_simple(self.subject) else max(counts)
        in_loop = _is_in_loop(call.caller, above)
        if not shorter and in_loop:
            return False  # nothing tells of the position, but the call stands in a loop over moves
        # a driver may take other numbers beside the position
        if all(map(_is_same_state, key.about[:shorter], mine.about[:shorter])):
            hands_over = above.part.recursive and above.part.syntax.hands_on
            return not self._passes(key, part, above, mine) and (
                hands_over or self._says_no_more(call, thing, above, in_loop=in_loop)
            )
        is_unlike = type(thing) is not type(parent_position) and not in_loop
        is_driver = above.part.seen_as == "driver" or above.part.syntax.hands_on
        return not above.part.recursive and (is_driver or is_unlike)

    def _says_no_more(self, call: NewCall, thing: Any, above: Frame, *, in_loop: bool) -> bool:
        """Return True if a call's arguments say nothing of a position but what the caller's say.

        What the search passes on as it is, for example a deadline, says nothing.
        """
        held = self._position_above(above)
        if in_loop and is_number(thing) and isinstance(held, list | tuple) and thing in held:
            return False  # the leaf of a list which the loop goes through
        plain = set(self.changing(call.values, call.part))
        plain_above = set(self.changing(above.arguments, above.part))
        fewer, more = plain <= plain_above, plain_above <= plain
        move = label(call.caller, above.frame, above.part, type(self.subject))
        is_given_move = move is not None and move in plain - plain_above
        if in_loop and is_given_move and call.part.may_make_moves:
            return False
        owner = above.arguments.get("self")
        is_passed = type(thing) is type(self.subject) and thing is not owner
        return fewer or (more and (is_passed or not in_loop))

    def changing(self, values: Mapping[str, Any], part: SearchFunction) -> list[Any]:
        """Return the plain values that a call is given, without those that never change."""
        changing = [values.get(name) for name in part.free if name not in part.fixed]
        kind = type(self.subject)
        return [
            value
            for value in changing
            if value is not None
            and is_simple(value)
            and type(value) is not kind
            and not _is_fraction(value)
        ]

    def _passes(self, key: Key, part: SearchFunction, above: Frame, mine: Key) -> bool:
        """Return True if a player passes, so the other player's function gets the same position.

        The functions of two players go down to a child by calls of each other. A function
        that only hands a position on goes down to no child itself, and it passes the depth
        on as it is.
        """
        depths = dict(zip(above.part.state, mine.counts, strict=True))
        same = [
            depths[name] == count
            for name, count in zip(part.state, key.counts, strict=True)
            if name in depths and name not in part.turns
        ]
        go_down = _goes_down_to(above.part, part) and _goes_down_to(part, above.part)
        return part is not above.part and go_down and not (same and all(same))

    def _met(self, part: SearchFunction, key: Key, thing: Any, above: Frame) -> Node | None:
        """Return the child entered in this round of the loop, by an earlier visit, or less deep."""
        rounds = above.frame.f_lineno not in above.part.syntax.loops.comprehended
        before = [child for child in above.node.children if child not in above.visit.entered]
        met = [
            child
            for child in (*(above.entered_in_round if rounds else ()), *before)
            if child in self.keys
        ]
        met += [
            child
            for child in above.node.children
            if child in above.visit.entered
            and (self._is_deeper(child, part, key) or _is_same_object(child.position, thing))
        ]
        same_key = (child for child in met if self.keys[child][:2] == key[:2])
        return next(
            (child for child in same_key if not self._is_equal_sibling(thing, child, above)), None
        )

    def _is_deeper(self, child: Node, part: SearchFunction, key: Key) -> bool:
        """Return True if a call searches what a child was searched for to another depth.

        Children are searched equally deep, so an equal position at another depth is the child
        again, in the next round of iterative deepening.
        """
        before, last = self.calls.get(child, (None, key))
        if before is not part:
            return False
        differing = {
            name in part.turns
            for name, count, earlier in zip(part.state, key.counts, last.counts, strict=True)
            if count != earlier
        }
        return differing == {False}

    def _is_equal_sibling(self, thing: Any, child: Node, above: Frame) -> bool:
        """Return True for two equal positions that are different parts of their parent."""
        if thing is child.position or is_simple(thing) or child.position is None:
            return False
        parts = _parts_of(self._position_above(above))
        return any(piece is thing for piece in parts) and any(
            piece is child.position for piece in parts
        )

    def _new(self, thing: Any, above: Frame, caller: FrameType | None) -> Node | None:
        node = above.node
        if not node.is_sprouted:
            return self._known(above, caller)
        if not node.children and self.tells:
            self._ask(node, thing)
        free = [
            child
            for child in node.children
            if child not in self.keys and child.position is not None
        ]
        entered = next((child for child in free if child.position is thing), None)
        entered = entered or next((child for child in free if alike(child.position, thing)), None)
        if entered is None:
            move = label(caller, above.frame, above.part, type(self.subject))
            shown = keep(thing, thing is node.position or thing is self.subject)
            entered = sprout(shown, node, len(node.children), move, is_max=own_turn(thing))
            adopt(node, [*node.children, entered], over=False)
            self.expanded.discard(node)  # what it told was not all
            held = self._position_above(above)
            are_lists = isinstance(thing, list | tuple) and isinstance(held, list | tuple)
            if are_lists and any(part is thing for part in held):
                self.parts.add(entered)
        return entered

    def _known(self, above: Frame, caller: FrameType | None) -> Node | None:
        """Return the child of a known tree: that of the move just made, else the next."""
        children = above.node.children
        move = label(caller, above.frame, above.part, type(self.subject))
        moved = [child for child in children if child.move == move]
        return next(iter([*moved, *children[above.visit.visited :]]), None)

    def _ask(self, node: Node, thing: Any) -> None:
        """Give a node all its position's children, if the argument of the call is among them."""
        pairs = children_of(node.position)
        if any(kid is thing or alike(kid, thing) for _, kid in pairs):
            kids = [
                sprout(kid, node, i, move, is_max=own_turn(kid))
                for i, (move, kid) in enumerate(pairs)
            ]
            adopt(node, kids, over=False)
            self.expanded.add(node)


def _goes_down_to(part: SearchFunction, other: SearchFunction) -> bool:
    """Return True if a function calls another in a loop, once for each child."""
    return other.code.co_name in part.syntax.called_in_loops


def _is_same_state(left: Any, right: Any) -> bool:
    """Return True for equal states, also of a text and of the list of its letters."""
    is_spelled = {type(left), type(right)} == {str, tuple}
    return bool(left == right or (is_spelled and tuple(left) == tuple(right)))


def _is_fraction(thing: Any) -> bool:
    """Return True for a number that is not whole: a time, perhaps, but no move."""
    return isinstance(thing, float) and thing % 1 != 0


def _is_same_object(position: Any, thing: Any) -> bool:
    """Return True for an object of the author's own class that a child was made for, too."""
    return (
        thing is position and not isinstance(thing, list | tuple | dict) and bool(fields_of(thing))
    )


def _parts_of(position: Any) -> list[Any]:
    """Return the parts of a list or the fields of an object, and the parts of lists in these."""
    if isinstance(position, list | tuple):
        held = list(position)
    else:
        held = [held_under(position, name) for name in fields_of(position)]
    return [*held, *(part for piece in held if isinstance(piece, list | tuple) for part in piece)]


def _is_made_of(thing: Any, position: Any) -> bool:
    """Return True for a list of positions, where a position is no list itself."""
    kind = type(position)
    parts = thing if isinstance(thing, list | tuple) and kind not in (list, tuple) else ()
    if kind is str:  # and no list of its letters
        parts = [part for part in parts if isinstance(part, str) and len(part) == len(position)]
    return bool(parts) and len(parts) == len(thing) and all(type(part) is kind for part in parts)


def alike(left: Any, right: Any) -> bool:
    """Return True if two positions are equal, or hold the same."""
    if type(left) is not type(right):
        return False
    if getattr(type(left), "__eq__", None) is object.__eq__:  # it knows no equality
        return bool(state_of(left) == state_of(right))
    try:
        return bool(left == right)
    except Exception:  # the learner's own class may do anything here, and an array is no truth
        return bool(state_of(left) == state_of(right))


UNNAMED = ("<lambda>", "<genexpr>", "<listcomp>", "<dictcomp>")


def _is_in_loop(caller: FrameType | None, above: Frame) -> bool:
    """Return True if a call is in a loop of the visit's function, or of a helper between them."""
    frame = caller
    while frame is not None and frame is not above.frame:
        if (
            frame.f_code.co_name in UNNAMED[1:]
            or frame.f_lineno in unwatched(frame.f_code).loops.any_lines
        ):
            return True
        frame = frame.f_back
    loops, line = above.part.syntax.loops, above.frame.f_lineno
    return line in loops.lines or (caller is not above.frame and line in loops.any_lines)


@functools.cache
def unwatched(code: CodeType) -> Syntax:
    """Return the syntax of a function that is not watched itself."""
    return syntax_of(code)


def label(caller: FrameType | None, frame: FrameType, part: SearchFunction, kind: type) -> Any:
    """Return the move to a child: the loop variables at the call."""
    while caller is not None and caller.f_code is passing:
        caller = caller.f_back
    if caller is None:
        return None
    names: tuple[str, ...] = part.syntax.moves
    held = frame.f_locals
    if caller is not frame and caller.f_code.co_name in UNNAMED:
        held, is_lambda = caller.f_locals, caller.f_code.co_name == "<lambda>"
        names = tuple(name for name in held if name in names or is_lambda)
    elif caller is not frame and not any(name in held for name in names):
        # the loop stands in a helper between the two
        names, held = unwatched(caller.f_code).moves, caller.f_locals
    moves = [held[name] for name in names if name in held and _is_move(held[name], kind)]
    if len(moves) > 1 and names[0].lower() not in MOVE_NAMES:
        return tuple(moves) if all(isinstance(move, int) for move in moves) else moves[0]
    return moves[0] if moves else None


def _is_move(thing: Any, kind: type) -> bool:
    if isinstance(thing, kind) and not isinstance(thing, int):
        return False
    try:
        hash(thing)
    except TypeError:
        return False
    return thing is not None and not callable(thing)


Finder = (
    ById | ByIndex | GameTreeFinder
)  # knows each node again among the values that a search passes on
