"""Movers: who moves at each node, read from what the search makes of the children's values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import Any

from minimax_lessons.tracing.code import Part
from minimax_lessons.tracing.finders import Key
from minimax_lessons.tracing.subjects import fields_of, held_under, is_simple, own_turn
from minimax_lessons.trees import Node, take_turns

__all__ = ["Family", "settle_turns", "votes_of"]

Family = tuple[Node, float, list[float]]  # an inner node, what it returned, what its children returned
Calls = dict[Node, tuple[Part, Key]]
Sign = Callable[[Node], Hashable]  # what may tell at a node whose turn it is; None: nothing


def votes_of(families: Iterable[Family]) -> dict[Node, bool]:
    """Return at which nodes the largest of different children's values was taken, and at which the smallest."""
    votes: dict[Node, bool] = {}
    for node, value, children in families:
        low, high = min(children), max(children)
        if low < high and value in (low, high):
            votes[node] = value == high
    return votes


def settle_turns(root: Node, calls: Calls, votes: dict[Node, bool], *, told: bool | None) -> list[Node]:
    """Give each node its player, as the votes say; return those inner nodes where that is no more than a guess.

    A sign that nothing contradicts decides at the nodes that have not voted: a parameter, the position's own word or
    something it holds, the number of moves made. Where none does, players take turns there: a guess, as the votes
    tell of players who do not.
    """
    fields = [partial(_held, name) for name in fields_of(root.position)]
    of_two = [field for field in fields if len({field(node) for node in root if node in votes}) == 2]
    signs: list[Sign] = [lambda node: _told(calls, node), lambda node: own_turn(node.position), *of_two]
    for sign in (*signs, lambda node: len(node.path) % 2):
        found = _meaning(sign, votes)
        if found is not None:
            take_turns(root, _assigned(root, sign, found, votes, told))
            return []
    if any(_is_flag(_told(calls, node)) for node in calls):
        votes = {}  # two players who take turns: what looks otherwise is a mistake, to be shown as one
    take_turns(root, _alternated(root, votes, _root(root, votes, told)))
    return [node for node in root if votes and node.children and node not in votes]


def _held(name: str, node: Node) -> Hashable:
    held = held_under(node.position, name)
    return repr(held) if is_simple(held) else None


def _told(calls: Calls, node: Node) -> tuple[str, ...] | None:
    """Return what the parameters that tell whose turn it is were at a node, with the function's name; else None."""
    part, key = calls.get(node, (None, None))
    if part is None or key is None or not part.turns:
        return None
    pairs = zip(part.state, key.counts, strict=True)
    return (part.code.co_name, *(repr(value) for name, value in pairs if name in part.turns))


def _is_flag(token: Hashable) -> bool:
    return isinstance(token, tuple) and token[-1] in ("True", "False")


def _meaning(sign: Sign, votes: dict[Node, bool]) -> dict[Hashable, bool] | None:
    """Return which player each token stands for; None if one would stand for both, or if there are none."""
    found: dict[Hashable, bool] = {}
    for node, for_max in votes.items():
        token = sign(node)
        if token is not None and found.setdefault(token, for_max) != for_max:
            return None
    if len(found) == 2 and len(set(found.values())) == 1 and all(map(_is_flag, found)):
        return None  # a mistake, to be shown as one
    return found or None


def _assigned(
    root: Node, sign: Sign, found: dict[Hashable, bool], votes: dict[Node, bool], told: bool | None
) -> dict[Node, bool]:
    turns: dict[Node, bool] = {}
    tokens = {sign(node) for node in root} - {None}
    for node in root:
        token = sign(node)
        if node in votes:
            turns[node] = votes[node]
        elif token in found:
            turns[node] = found[token]
        elif token is not None and len(found) == 1 and len(tokens) == 2:
            turns[node] = not next(iter(found.values()))  # the other of two
    top = turns.get(root, _root(root, turns, told))
    return _alternated(root, turns, top)


def _root(root: Node, turns: dict[Node, bool], told: bool | None) -> bool:
    if told is not None:
        return told
    own = own_turn(root.position)
    if own is not None:
        return own
    below = next((node for node in root if node in turns), None)
    return root.is_max if below is None else turns[below] == (len(below.path) % 2 == len(root.path) % 2)


def _alternated(root: Node, turns: dict[Node, bool], top: bool) -> dict[Node, bool]:
    whole: dict[Any, bool] = {root: top}
    for node in root:
        whole.setdefault(node, turns.get(node, top))
        for child in node.children:
            whole[child] = turns.get(child, not whole[node])
    return whole
