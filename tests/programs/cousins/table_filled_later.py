"""The table of the leaf values also takes the values of inner nodes.

To look up a leaf in this table is an evaluation, because no search has been there before.
"""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from math import inf

from ..judge import program
from ..profile import unfold
from ..trees import ALTERNATING as T
from ..trees import BOOK, EIGHT
from .small_games import named, subtraction

cousin = partial(program, family="table filled later")
look_alike = partial(program, family="table filled later", harmless=True)

BELOW = {"r": "pqs", "p": "ab", "q": "cd", "s": "efg"}
LEAVES = {"a": 4, "b": 6, "c": 9, "d": 5, "e": 3, "f": 8, "g": 7}
TREE = named(BELOW, LEAVES, "r")
values = dict(LEAVES)


def afresh(*arguments):
    """Give the table of the module the leaves alone, as at the author's start."""

    def anew():
        values.clear()
        values.update(LEAVES)
        return arguments

    return anew


@cousin(TREE, anew=afresh("r", True))
def writes_every_value_down(name, is_max):
    if name not in BELOW:
        return values[name]
    found = [writes_every_value_down(child, not is_max) for child in BELOW[name]]
    values[name] = max(found) if is_max else min(found)
    return values[name]


@cousin(TREE, anew=afresh("r", True))
def asks_the_table_first(name, is_max):
    """Only leaves are ever found in it, for no name is met twice."""
    if name in values:
        return values[name]
    best = None
    for child in BELOW[name]:
        score = asks_the_table_first(child, not is_max)
        if best is None or (score > best if is_max else score < best):
            best = score
    values[name] = best
    return best


@cousin(T(EIGHT), anew=lambda: (0, True, [None] * 7 + [5, 6, 7, 4, 3, 8, 1, 9]))
def array_of_a_heap(index, is_max, scores):
    if scores[index] is not None:
        return scores[index]
    pair = [array_of_a_heap(2 * index + side, not is_max, scores) for side in (1, 2)]
    scores[index] = max(pair) if is_max else min(pair)
    return scores[index]


def boxes(nested):
    return (
        {"children": [boxes(part) for part in nested]}
        if isinstance(nested, list)
        else {"value": nested}
    )


@cousin(T(BOOK), anew=lambda: (boxes(BOOK), True))
def value_key_of_a_node(node, maximizing):
    if "value" in node:
        return node["value"]
    scores = [value_key_of_a_node(child, not maximizing) for child in node["children"]]
    node["value"] = max(scores) if maximizing else min(scores)
    return node["value"]


class Node:
    def __init__(self, nested):
        self.value = nested if isinstance(nested, int) else None
        self.children = [] if isinstance(nested, int) else [Node(part) for part in nested]

    def minimax(self, player="max"):
        if self.value is not None:
            return self.value
        scores = [child.minimax("min" if player == "max" else "max") for child in self.children]
        self.value = max(scores) if player == "max" else min(scores)
        return self.value


cousin(T(BOOK), anew=lambda: (Node(BOOK),), name="value_of_the_object")(Node.minimax)


@cousin(TREE, anew=lambda: (dict(LEAVES), "r", 0))
def setdefault_returns_it(table, name, ply):
    if name in BELOW:
        pick = (max, min)[ply % 2]
        table.setdefault(
            name, pick(setdefault_returns_it(table, child, ply + 1) for child in BELOW[name])
        )
    return table[name]


@cousin(TREE, anew=afresh("r", 1), negamax=True)
def key_error_means_inner(name, sign):
    """The table holds what is good for MAX, and each player asks with a sign."""
    try:
        return sign * values[name]
    except KeyError:
        best = max(-key_error_means_inner(child, -sign) for child in BELOW[name])
        values[name] = sign * best
        return best


@cousin(TREE, anew=afresh("r", -inf, inf, True), cut="<=")
def alphabeta_writes_bounds_down(name, alpha, beta, is_max):
    if name not in BELOW:
        return values[name]
    best = -inf if is_max else inf
    for child in BELOW[name]:
        score = alphabeta_writes_bounds_down(child, alpha, beta, not is_max)
        best = max(best, score) if is_max else min(best, score)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha >= beta:
            break
    values[name] = best
    return values[name]


@cousin(
    TREE, anew=lambda: ("r", 2, defaultdict(dict, {name: {0: v} for name, v in LEAVES.items()}))
)
def table_by_depth(name, depth, table):
    if depth in table[name]:
        return table[name][depth]
    results = [table_by_depth(child, depth - 1, table) for child in BELOW[name]]
    table[name][depth] = max(results) if depth % 2 == 0 else min(results)
    return table[name][depth]


evaluated = {}


def board_tree(depth, board=(1, 2), is_max=True):
    return unfold(board, lambda b, turn: after(b), lambda b, turn, left: estimate(b), is_max, depth)


def after(board):
    a, b = board
    return [(a + 2, b), (a, b + 3), (b, a + 5)]


def estimate(board):
    return (board[0] * 3 + board[1] * 4) % 17


def forgets(*arguments):
    def anew():
        evaluated.clear()
        return arguments

    return anew


@cousin(board_tree(2), anew=forgets((1, 2), 2, True))
def stores_before_it_returns(board, depth, is_max):
    """A leaf's value goes into the table and comes out of it in the same call."""
    if depth == 0:
        evaluated[board, is_max] = estimate(board)
    else:
        found = [stores_before_it_returns(b, depth - 1, not is_max) for b in after(board)]
        evaluated[board, is_max] = max(found) if is_max else min(found)
    return evaluated[board, is_max]


SHARED = {
    "r": ("x", "y", "z"),
    "x": ("u", "a"),
    "y": ("b", "w"),
    "z": ("v", "w"),
    "u": ("c", "d"),
    "v": ("e",),
    "w": ("f", "g"),
}


@cousin(
    named(SHARED, LEAVES, "r"),
    anew=lambda: ("r", True, dict(LEAVES)),
    memo=lambda ref, path: ref.key,
    memo_leaves=False,
)
def one_position_is_met_twice(name, is_max, known):
    """The second look at w is an answer from the table, and all the looks at leaves are not."""
    if name in known:
        return known[name]
    scores = [one_position_is_met_twice(child, not is_max, known) for child in SHARED[name]]
    known[name] = max(scores) if is_max else min(scores)
    return known[name]


class Solver:
    def __init__(self, graph, payoffs):
        self.graph, self.payoffs = graph, payoffs

    def solve(self, state, turn=0):
        if state in self.payoffs:
            return self.payoffs[state]
        best = [-inf, inf][turn]
        for successor in self.graph[state]:
            best = (max, min)[turn](best, self.solve(successor, 1 - turn))
            self.payoffs[f"{state} so far"] = best
        self.payoffs[state] = best
        return best


cousin(TREE, anew=lambda: (Solver(BELOW, dict(LEAVES)), "r"), name="payoffs_of_the_solver")(
    Solver.solve
)


@look_alike(TREE, "r", True)
def a_table_nobody_writes(name, is_max):
    if name in LEAVES:
        return LEAVES[name]
    return (max if is_max else min)(
        a_table_nobody_writes(child, not is_max) for child in BELOW[name]
    )


@look_alike(TREE, anew=lambda: ("r", True, {}))
def a_record_nobody_reads(name, is_max, record):
    if name in LEAVES:
        record[name] = LEAVES[name]
        return LEAVES[name]
    best = (max if is_max else min)(
        [a_record_nobody_reads(child, not is_max, record) for child in BELOW[name]]
    )
    record[name] = best
    return best


@look_alike(
    subtraction(5, (1, 2), lambda left, turn, depth: -1 if turn else 1),
    anew=lambda: (5, True, {}),
    memo=lambda ref, path: (ref.key, ref.is_max),
    memo_leaves=False,
)
def a_cache_apart_from_the_leaves(left, mine, cache):
    if left == 0:
        return -1 if mine else 1
    if (left, mine) in cache:
        return cache[left, mine]
    after = [
        a_cache_apart_from_the_leaves(left - take, not mine, cache)
        for take in (1, 2)
        if take <= left
    ]
    cache[left, mine] = max(after) if mine else min(after)
    return cache[left, mine]
