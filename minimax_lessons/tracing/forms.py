"""Forms: what stands for a tree, a game or a board in the call of a search, and how its nodes are known again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from minimax_lessons.tracing.finders import ById, ByIndex, Finder, Growing, Untold
from minimax_lessons.tracing.reading import Reading
from minimax_lessons.tracing.roles import Role
from minimax_lessons.tracing.subjects import asking_of, is_number, own_turn
from minimax_lessons.trees import Node, leaves_below, sprout, tree

__all__ = ["Form", "form_of"]


@dataclass
class Form:
    """What stands for the root in the call, and who finds the nodes."""

    finder: Finder
    given: Any
    grows: bool = False  # the tree becomes known only as the search goes
    turn_told: bool = True  # the caller has said who moves at the root


def form_of(
    reading: Reading,
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
        return _toy(reading, subject, roles, as_tuples=False)
    if not converted and _is_toy(reading, subject, roles, node_name):
        root = tree(subject, "min" if is_max is False else "max")
        form = _toy(reading, root, roles, as_tuples=isinstance(subject, tuple))
        form.turn_told = False
        if isinstance(form.finder, ById):
            form.finder = Untold(root, form.finder.ids, form.finder.alive)
        return form
    turn = own_turn(subject) if is_max is None else is_max
    root = sprout(subject, is_max=turn is not False)
    return Form(Growing(root, subject, asking_of(subject, reading.attributes)), subject, True, is_max is not None)


def _is_toy(reading: Reading, subject: Any, roles: Mapping[str, Role | None], node_name: str | None) -> bool:
    """Return True for a tree in nested lists; what no search of nodes could deal with is refused as tree() does."""
    if not _is_nested(subject):
        if _wants_nodes(reading) and (subject is None or isinstance(subject, str | dict | set | int | float)):
            tree(subject)
        return is_number(subject) and _wants_nodes(reading)
    if _wants_nodes(reading):
        return True
    nested = any(map(_is_nested, subject))
    if not _holds_numbers(subject) or node_name in reading.constant or not reading.writes.isdisjoint(roles):
        return False
    if {"index", "values"} <= set(roles.values()):
        return nested
    return reading.knows_leaves and (nested or node_name is None or node_name in reading.leaves)


def _is_nested(thing: Any) -> bool:
    """Return True for a list or a tuple; one with names for its parts is a class of the author's."""
    return isinstance(thing, list | tuple) and not hasattr(thing, "_fields")


def _holds_numbers(nested: Any) -> bool:
    """Return True for lists in lists, or tuples in tuples, with nothing but numbers in them."""
    if not _is_nested(nested):
        return is_number(nested)
    alike = all(is_number(part) or type(part) is type(nested) for part in nested)
    return bool(nested) and alike and all(map(_holds_numbers, nested))


def _wants_nodes(reading: Reading) -> bool:
    """Return True if a search asks its positions for what our nodes offer."""
    asked = reading.attributes
    return "is_over" in asked or {"moves", "play"} <= asked or bool({"children", "is_max"} & asked)


# Toy trees


def _toy(reading: Reading, root: Node, roles: Mapping[str, Role | None], *, as_tuples: bool) -> Form:
    if {"index", "values"} <= set(roles.values()):
        return Form(ByIndex(root), [leaf.value for leaf in leaves_below(root)])
    asks = _wants_nodes(reading) or (
        not reading.knows_leaves and {"value", "evaluate", "maximizing"} & reading.attributes
    )
    if asks and not as_tuples:
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
