"""Nested lists whose children are written over with their values while the search goes on.

The numbers in the lists are valued where they stand, without a call,
and both bounds are returned, so a list that holds leaves may look like a leaf itself.
"""

from __future__ import annotations

from copy import deepcopy
from functools import partial
from math import inf

from ..judge import program
from ..trees import ALTERNATING as T
from ..trees import BOOK, EIGHT, LEFT, SMALL

cousin = partial(program, family="written over")
look_alike = partial(program, family="written over", harmless=True)


def copied(nested, *more):
    return lambda: (deepcopy(nested), *more)


@cousin(
    T(BOOK), anew=copied(BOOK, 0, -20, 20), window=(-20, 20), hard=True, plain=lambda pair: pair[0]
)
def both_bounds(branch, level, low, high):
    for i, child in enumerate(branch):
        if type(child) is list:
            below = both_bounds(child, level + 1, -20, 20)
            if level % 2 == 0:
                low = max(low, below[1])
            else:
                high = min(high, below[0])
            branch[i] = low if level % 2 == 0 else high
        elif level % 2 == 0:
            if child > low:
                low = child
        elif child < high:
            high = child
    return low, high


@cousin(T(SMALL), anew=copied(SMALL, True))
def value_in_the_list(part, maximizing):
    best = None
    for i in range(len(part)):
        if isinstance(part[i], list):
            part[i] = value_in_the_list(part[i], not maximizing)
        if best is None or (part[i] > best if maximizing else part[i] < best):
            best = part[i]
    return best


@cousin(T(EIGHT), anew=copied(EIGHT, 0), plain=lambda pair: pair[0])
def low_and_high(tree, ply):
    low, high = -inf, inf
    for at, each in enumerate(tree):
        if isinstance(each, list):
            least, most = low_and_high(each, ply + 1)
            each = tree[at] = most if ply % 2 == 0 else least
        if ply % 2 == 0:
            low = max(low, each)
        else:
            high = min(high, each)
    return low, high


@cousin(T(LEFT), anew=copied(LEFT, 0))
def folded(tree, ply):
    for at in range(len(tree)):
        if type(tree[at]) is not int:
            tree[at] = folded(tree[at], ply + 1)
    tree.sort()
    return tree[-1] if ply % 2 == 0 else tree[0]


@cousin(
    T(BOOK),
    anew=copied(BOOK, 0, -99, 99),
    window=(-99, 99),
    hard=True,
    plain=lambda pair: pair["low"],
)
def bounds_in_a_dict(branch, level, low, high):
    at = 0
    for child in branch:
        if isinstance(child, list):
            below = bounds_in_a_dict(child, level + 1, -99, 99)
            if level % 2:
                high = min(high, below["low"])
            else:
                low = max(low, below["high"])
            branch[at] = high if level % 2 else low
        else:
            if level % 2 == 0 and child > low:
                low = child
            if level % 2 == 1 and child < high:
                high = child
        at += 1
    return {"low": low, "high": high}


@look_alike(T(LEFT), anew=copied(LEFT, True))
def called_for_each(tree, maximizing):
    if isinstance(tree, int):
        return tree
    best = -inf if maximizing else inf
    for part in tree:
        value = called_for_each(part, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
    return best


@look_alike(T(BOOK), anew=copied(BOOK, True))
def valued_in_place(tree, maximizing):
    best = -inf if maximizing else inf
    for part in tree:
        value = valued_in_place(part, not maximizing) if isinstance(part, list) else part
        best = max(best, value) if maximizing else min(best, value)
    return best
