"""Two children are equal, and the search goes to each of them without a loop."""

from __future__ import annotations

from functools import partial
from math import inf

from ..judge import program
from ..profile import alternating

cousin = partial(program, family="equal siblings")
look_alike = partial(program, family="equal siblings", harmless=True)
NESTED = [[[3, 3], [4, 7]], [[2, 2], [2, 2]]]
TREE = alternating(NESTED)


def pairs(nested):
    """Return lists of a value, a left child and a right child."""
    if isinstance(nested, int):
        return [nested, None, None]
    return [None, pairs(nested[0]), pairs(nested[1])]


@cousin(TREE, anew=lambda: (pairs(NESTED), True))
def left_then_right(node, is_max):
    if node[0] is not None:
        return node[0]
    left = left_then_right(node[1], not is_max)
    right = left_then_right(node[2], not is_max)
    return max(left, right) if is_max else min(left, right)


@cousin(TREE, anew=lambda: (pairs(NESTED), True), cut="<=")
def look_between(node, is_max, alpha=-inf, beta=inf):
    if node[0] is not None:
        return node[0]
    if is_max:
        value = look_between(node[1], False, alpha, beta)
        alpha = max(alpha, value)
        if alpha >= beta:
            return value
        return max(value, look_between(node[2], False, alpha, beta))
    value = look_between(node[1], True, alpha, beta)
    beta = min(beta, value)
    if alpha >= beta:
        return value
    return min(value, look_between(node[2], True, alpha, beta))


class Fork:
    def __init__(self, nested):
        self.worth = nested if isinstance(nested, int) else None
        self.first = None if self.worth is not None else Fork(nested[0])
        self.second = None if self.worth is not None else Fork(nested[1])


@cousin(TREE, anew=lambda: (Fork(NESTED), True))
def at_a_fork(fork, is_max):
    if fork.worth is not None:
        return fork.worth
    one = at_a_fork(fork.first, not is_max)
    other = at_a_fork(fork.second, not is_max)
    return max(one, other) if is_max else min(one, other)


def dicts(nested):
    if isinstance(nested, int):
        return {"value": nested}
    return {"left": dicts(nested[0]), "right": dicts(nested[1])}


@cousin(TREE, anew=lambda: (dicts(NESTED), True))
def of_a_dict(node, is_max):
    if "value" in node:
        return node["value"]
    choose = max if is_max else min
    return choose(of_a_dict(node["left"], not is_max), of_a_dict(node["right"], not is_max))


@look_alike(TREE, anew=lambda: (pairs(NESTED), True))
def in_a_loop(node, is_max):
    if node[0] is not None:
        return node[0]
    values = [in_a_loop(child, not is_max) for child in node[1:]]
    return max(values) if is_max else min(values)


@look_alike(TREE, anew=lambda: (pairs(NESTED), True))
def one_block_each(node, is_max):
    if node[0] is not None:
        return node[0]
    if is_max:
        return max(one_block_each(node[1], False), one_block_each(node[2], False))
    return min(one_block_each(node[1], True), one_block_each(node[2], True))
