"""Movers: who moves at each node, read from what the search makes of the children's values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

from minimax_lessons.tracing.code import Part
from minimax_lessons.tracing.finders import Key
from minimax_lessons.tracing.subjects import own_turn
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


def settle_turns(root: Node, calls: Calls, votes: dict[Node, bool], *, told: bool | None) -> None:
    """Give each node its player, as the votes say.

    A sign that nothing contradicts decides at the nodes that have not voted: a parameter, which function it is, the
    position's own word, the depth. Where none does, players take turns.
    """
    for sign in _signs(calls):
        found = _meaning(sign, votes)
        if found is not None:
            take_turns(root, _assigned(root, sign, found, votes, told))
            return
    take_turns(root, _alternated(root, {}, _root(root, votes, told)))


def _signs(calls: Calls) -> Iterator[Sign]:
    def turn(node: Node) -> Hashable:
        told = _told(calls, node)
        return (calls[node][0].code.co_name, *map(repr, told)) if told else None

    def function(node: Node) -> Hashable:
        return calls[node][0].code.co_name if node in calls else None

    def rest(node: Node) -> Hashable:
        return (calls[node][0].code.co_name, *map(repr, calls[node][1].rest)) if node in calls else None

    def depth(node: Node) -> Hashable:
        return calls[node][1].counts or None if node in calls else None

    yield turn
    if len({id(part) for part, _ in calls.values() if part.recursive}) > 1:
        yield function
    yield lambda node: own_turn(node.position)
    yield lambda node: len(node.path) % 2
    if any(isinstance(value, bool) for node in calls for value in _told(calls, node)):
        return  # two players who take turns: what looks otherwise is a mistake, to be shown as one
    yield depth
    yield rest


def _told(calls: Calls, node: Node) -> tuple[Any, ...]:
    """Return what the parameters that tell whose turn it is were at a node."""
    part, key = calls.get(node, (None, None))
    if part is None or key is None:
        return ()
    return tuple(value for name, value in zip(part.state, key.counts, strict=True) if name in part.turns)


def _meaning(sign: Sign, votes: dict[Node, bool]) -> dict[Hashable, bool] | None:
    """Return which player each token stands for; None if one would stand for both, or if there are none."""
    found: dict[Hashable, bool] = {}
    for node, for_max in votes.items():
        token = sign(node)
        if token is not None and found.setdefault(token, for_max) != for_max:
            return None
    flags = [token for token in found if isinstance(token, tuple) and token[-1] in ("True", "False")]
    if len(flags) == len(found) == 2 and len(set(found.values())) == 1:
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
