"""Forms: what stands for a tree, a game or a board in the call of a search, and how its nodes are known again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from numbers import Real
from typing import Any

from minimax_lessons.tracing.finders import ById, ByIndex, ByOrder, Finder, Grown
from minimax_lessons.tracing.reading import Reading
from minimax_lessons.tracing.roles import ACTING, Role
from minimax_lessons.tracing.subjects import Linked, has_children, linked, own_turn, value_of
from minimax_lessons.trees import Node, adopt, leaves_below, sprout, tree

__all__ = ["Form", "form_of"]

NODE_WORDS = {"children", "is_over", "evaluate", "moves", "play", "maximizing", "is_max", "value"}
MOST_MIRRORED = 100_000  # nodes of a learner's own tree; beyond, a game that keeps its positions: grown as it goes


@dataclass
class Form:
    """What stands for the root in the call, and who finds the nodes."""

    finder: Finder
    given: Any
    grows: bool = False  # the tree becomes known only as the search goes
    known: dict[Node, float] = field(default_factory=dict)  # values of leaves that are known beforehand
    turn_told: bool = True  # it is known who moves at the root


def form_of(reading: Reading, subject: Any, roles: Mapping[str, Role | None], is_max: bool | None) -> Form:
    """Return the form that the search's code expects the subject in; who moves first may be told beforehand."""
    if isinstance(subject, Node) and subject.position is not None:
        subject = subject.position
    if _is_plain_board(reading, subject, roles):
        return _board(reading, subject, is_max)
    if _is_toy(subject):
        root = subject if isinstance(subject, Node) else tree(subject, "min" if is_max is False else "max")
        return _toy(reading, root, roles, as_tuples=isinstance(subject, tuple))
    turn = own_turn(subject) if is_max is None else is_max
    root = sprout(subject, is_max=turn)
    links = linked(subject, reading.attributes)
    mirrored = _mirrored(subject, root, links, turn is not None) if links is not None else None
    if mirrored is not None:
        return mirrored
    if not ACTING & set(dir(subject)) and has_children(subject):
        return Form(Grown(sprout(subject, is_max=turn)), subject, grows=True, turn_told=turn is not None)
    return _board(reading, subject, is_max)


def _is_toy(subject: Any) -> bool:
    return subject is None or isinstance(subject, (Node, list, tuple, str, set, Real))


def _is_plain_board(reading: Reading, subject: Any, roles: Mapping[str, Role | None]) -> bool:
    """Return True for a position without a class of its own: the search never takes it for a leaf and its value."""
    if not isinstance(subject, list | tuple | str | Real) or NODE_WORDS & reading.attributes:
        return False
    return not reading.knows_leaves or not reading.writes.isdisjoint(roles)


def _board(reading: Reading, board: Any, is_max: bool | None) -> Form:
    turn = own_turn(board) if is_max is None else is_max
    root = sprout(None, is_max=turn is not False)
    return Form(ByOrder(root, board, reading.attributes), board, grows=True, turn_told=turn is not None)


# Toy trees


def _toy(reading: Reading, root: Node, roles: Mapping[str, Role | None], *, as_tuples: bool) -> Form:
    if {"index", "values"} <= set(roles.values()):
        return Form(ByIndex(root), [leaf.value for leaf in leaves_below(root)])
    if NODE_WORDS & reading.attributes and not as_tuples:
        return Form(ById(root, {id(node): node for node in root}), root)
    container = tuple if as_tuples or ("tuple" in reading.names and "list" not in reading.names) else list
    # a search that tells lists from numbers by type(…) gets numbers of no other type than their own
    return _as_containers(root, container, tagged="type" not in reading.names)


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


class TaggedInt(int):
    """A whole number that can be told from an equal one elsewhere in the tree."""

    __slots__ = ()


class TaggedFloat(float):
    """A number that can be told from an equal one elsewhere in the tree."""

    __slots__ = ()


class TaggedFraction(Fraction):
    """A fraction that can be told from an equal one elsewhere in the tree."""

    __slots__ = ()


def _tagged(value: Any) -> Any:
    kinds = {int: TaggedInt, float: TaggedFloat}
    return kinds.get(type(value), TaggedFraction)(value)


# Trees of the learner's own


def _mirrored(subject: Any, root: Node, links: Linked, turn_told: bool) -> Form | None:
    """Return our own tree of the shape that the learner's has, knowing whose node is whose; None if it is too large."""
    ids = {id(subject): root}
    known: dict[Node, float] = {}
    ahead = [root]
    while ahead:
        node = ahead.pop()
        kids = links.children(node.position)
        if any(id(kid) in ids for kid in kids) or len({id(kid) for kid in kids}) < len(kids):
            raise ValueError(
                f"a node below {node.position!r} stands in the tree twice: a tree has one way to each node"
            )
        if len(ids) > MOST_MIRRORED:
            return None
        adopt(node, [sprout(kid, node, step, is_max=own_turn(kid)) for step, kid in enumerate(kids)], over=not kids)
        value = value_of(node.position)
        if not kids and value is not None:
            known[node] = value
        ids.update((id(kid), child) for kid, child in zip(kids, node.children, strict=True))
        ahead.extend(node.children)
    return Form(ById(root, ids), subject, known=known, turn_told=turn_told)
