"""Turns: who moves at each node, read from what the search makes of the children's values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from functools import partial
from typing import Any

from minimax_lessons.tracing.source import SearchFunction
from minimax_lessons.tracing.visits import Key, fields_of, held_under, is_simple, own_turn
from minimax_lessons.trees import Node, take_turns

__all__ = [
    "settle_turns",
    "votes_of",
]

# an inner node, what it returned, what its children returned
Family = tuple[Node, float, list[float]]
Calls = dict[Node, tuple[SearchFunction, Key]]
Sign = Callable[[Node], Hashable]  # what may tell at a node whose turn it is; None: nothing


def votes_of(families: Iterable[Family]) -> dict[Node, bool]:
    """Return the nodes with a clear choice: True for the largest of different values.

    >>> votes_of([("A", 5, [3, 5]), ("B", 3, [3, 5]), ("C", 4, [4, 4])])
    {'A': True, 'B': False}
    """
    votes: dict[Node, bool] = {}
    for node, value, children in families:
        low, high = min(children), max(children)
        if low < high and value in (low, high):
            votes[node] = value == high
    return votes


def settle_turns(
    root: Node,
    calls: Calls,
    chosen: dict[Node, bool],
    votes: dict[Node, bool],
    *,
    root_turn: bool | None,
    negates: bool,
) -> tuple[list[Node], tuple[Node, Node] | None]:
    """Give each node its player, as the votes say, and return the inner nodes with a guess.

    Also return two nodes at which a parameter names the same player although the votes differ.

    The lines that have ``chosen`` count as votes unless they contradict the values. If a search
    ``negates``, its values say nothing.

    A sign without contradiction decides at the nodes without a vote: a parameter, the
    position's own word or a field, or the number of moves made. If there is none, players take
    turns there. This is a guess, because the votes show that players do not.
    """
    both = chosen | votes
    signs = _signs(root, calls, both)
    for turns, candidates in ((both, [*signs, _parity]), (votes, signs)):
        for sign in candidates:
            meaning = _meaning(sign, turns)
            if meaning is not None:
                take_turns(root, _assigned(root, sign, meaning, turns, root_turn))
                return [], _same_choice(calls, turns) if sign is signs[0] else None
    if not (both or negates) and _settle_by_two_values(root, signs, root_turn):
        return [], None
    votes = both
    if any(_is_flag(_turn_arguments(calls, node)) for node in calls):
        # two players who take turns: what looks otherwise is a mistake, to be shown as one
        votes = {}
    take_turns(root, _alternated(root, votes, _root_player(root, votes, root_turn)))
    guessed = [node for node in root if votes and node.children and node not in votes]
    return guessed, _clash(calls, votes)


def _settle_by_two_values(root: Node, signs: Iterable[Sign], root_turn: bool | None) -> bool:
    """Let the first sign with two values say who moves, because one of them is the root's player.

    Return False if there is no such sign.
    """
    for sign in signs:
        token = sign(root)
        if token is not None and len({sign(node) for node in root} - {None}) == 2:
            meaning = {token: _root_player(root, {}, root_turn)}
            take_turns(root, _assigned(root, sign, meaning, {}, root_turn))
            return True
    return False


def _signs(root: Node, calls: Calls, votes: Collection[Node]) -> list[Sign]:
    """Return the possible signs of the turn: a parameter, the position's own word, two values."""
    fields = [partial(_field, name) for name in fields_of(root.position)]
    fields_of_two = [field for field in fields if len({field(node) for node in votes}) == 2]
    most = max((len(key.about) + len(key.plain) for _, key in calls.values()), default=0)
    arguments: list[Sign] = [partial(_plain_argument, calls, number) for number in range(most)]
    return [
        lambda node: _turn_arguments(calls, node),
        lambda node: own_turn(node.position),
        *fields_of_two,
        *(sign for sign in arguments if _has_two(sign, calls)),
    ]


def _same_choice(calls: Calls, votes: dict[Node, bool]) -> tuple[Node, Node] | None:
    """Return two nodes whose different players both take the largest value, or the smallest."""
    tokens = {_turn_arguments(calls, node) for node in calls} - {None}
    first = {_turn_arguments(calls, node): node for node in reversed(votes)}
    if len(tokens) != 2 or tokens != {*first} or len({token[0] for token in tokens if token}) != 1:
        return None
    node, other_node = first.values()
    return (node, other_node) if votes[node] == votes[other_node] else None


def _clash(calls: Calls, votes: dict[Node, bool]) -> tuple[Node, Node] | None:
    """Return two nodes with the same turn argument and different votes."""
    first: dict[Hashable, Node] = {}
    for node, is_max in votes.items():
        token = _turn_arguments(calls, node)
        if token is not None and votes[first.setdefault(token, node)] != is_max:
            return first[token], node
    return None


def _parity(node: Node) -> int:
    """Return the parity of the number of moves made."""
    return len(node.path) % 2


def _field(name: str, node: Node) -> Hashable:
    held = held_under(node.position, name)
    return repr(held) if is_simple(held) else None


def _turn_arguments(calls: Calls, node: Node) -> tuple[str, ...] | None:
    """Return the turn arguments at a node after the function's name; None if there are none."""
    part, key = calls.get(node, (None, None))
    if part is None or key is None or not part.turns:
        return None
    pairs = zip(part.state, key.counts, strict=True)
    return (part.code.co_name, *(repr(value) for name, value in pairs if name in part.turns))


def _plain_argument(calls: Calls, number: int, node: Node) -> tuple[str, str] | None:
    """Return a plain argument of a call by its number: perhaps one of two players' names."""
    part, key = calls.get(node, (None, None))
    values = (*key.plain, *key.about) if key is not None else ()
    if part is None or len(values) <= number or not is_simple(values[number]):
        return None
    return part.code.co_name, repr(values[number])


def _has_two(sign: Sign, calls: Calls) -> bool:
    """Return True if a function's calls were given one of two values in a place."""
    tokens = set[Hashable]()
    for node in calls:
        tokens |= {sign(node)} - {None}
        if len(tokens) > 2:
            return False
    return (
        len(tokens) == 2
        and len({id(calls[node][0]) for node in calls if sign(node) is not None}) == 1
    )


def _is_flag(token: Hashable) -> bool:
    return isinstance(token, tuple) and token[-1] in ("True", "False")


def _meaning(sign: Sign, votes: dict[Node, bool]) -> dict[Hashable, bool] | None:
    """Return the player for each token; None if a token stands for both, or if there are none."""
    players: dict[Hashable, bool] = {}
    for node, for_max in votes.items():
        token = sign(node)
        if token is not None and players.setdefault(token, for_max) != for_max:
            return None
    if len(players) == 2 and len(set(players.values())) == 1 and all(map(_is_flag, players)):
        return None  # a mistake, to be shown as one
    return players or None


def _assigned(
    root: Node,
    sign: Sign,
    meaning: dict[Hashable, bool],
    votes: dict[Node, bool],
    root_turn: bool | None,
) -> dict[Node, bool]:
    turns: dict[Node, bool] = {}
    tokens = {sign(node) for node in root} - {None}
    for node in root:
        token = sign(node)
        if node in votes:
            turns[node] = votes[node]
        elif token in meaning:
            turns[node] = meaning[token]
        elif token is not None and len(meaning) == 1 and len(tokens) == 2:
            turns[node] = not next(iter(meaning.values()))  # the other of two
    top = turns.get(root, _root_player(root, turns, root_turn))
    return _alternated(root, turns, top)


def _root_player(root: Node, turns: dict[Node, bool], root_turn: bool | None) -> bool:
    if root_turn is not None:
        return root_turn
    own = own_turn(root.position)
    if own is not None:
        return own
    below = next((node for node in root if node in turns), None)
    return (
        root.is_max
        if below is None
        else turns[below] == (len(below.path) % 2 == len(root.path) % 2)
    )


def _alternated(root: Node, turns: dict[Node, bool], top: bool) -> dict[Node, bool]:
    complete: dict[Any, bool] = {root: top}
    for node in root:
        complete.setdefault(node, turns.get(node, top))
        sibling_turns = {turns[child] for child in node.children if child in turns}
        # siblings have one mover
        child_turn = sibling_turns.pop() if len(sibling_turns) == 1 else not complete[node]
        for child in node.children:
            complete[child] = turns.get(child, child_turn)
    return complete
