"""A helper stands between two calls of the search, and is no ply of its own.

Some helpers take the list of children, others make a move and take it back.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial, reduce
from math import inf

from ..judge import program
from ..profile import Ref
from ..trees import ALTERNATING as T
from ..trees import BOOK, DEEP, EIGHT, LEFT, RAGGED, SMALL, line, noughts
from .small_games import named, subtraction

cousin = partial(program, family="helper between")
look_alike = partial(program, family="helper between", harmless=True)


def grow(nested):
    if isinstance(nested, int):
        return {"value": nested, "children": []}
    return {"value": 0, "children": [grow(part) for part in nested]}


def highest(nodes, depth):
    return max(value_of(node, False, depth - 1) for node in nodes)


def lowest(nodes, depth):
    return min(value_of(node, True, depth - 1) for node in nodes)


@cousin(T(BOOK), anew=lambda: (grow(BOOK), True, 5))
def value_of(node, is_max, depth):
    if depth == 0 or not node["children"]:
        return node["value"]
    return highest(node["children"], depth) if is_max else lowest(node["children"], depth)


def loop_for_max(children, alpha, beta):
    best = -inf
    for child in children:
        best = max(best, dispatches(child, alpha, beta, False))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def loop_for_min(children, alpha, beta):
    best = inf
    for child in children:
        best = min(best, dispatches(child, alpha, beta, True))
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best


@cousin(T(LEFT), LEFT, -inf, inf, True, cut="<=")
def dispatches(node, alpha, beta, is_max):
    if isinstance(node, int):
        return node
    if is_max:
        return loop_for_max(node, alpha, beta)
    return loop_for_min(node, alpha, beta)


def values_below(node, is_max):
    for child in node:
        yield a_generator_between(child, not is_max)


@cousin(T(DEEP), DEEP, True)
def a_generator_between(node, is_max):
    if not isinstance(node, list):
        return node
    return max(values_below(node, is_max)) if is_max else min(values_below(node, is_max))


LATE = "XO.XO.O.X"


def try_move(board, cell, mark):
    """Make a move, search, and take the move back."""
    board[cell] = mark
    score = makes_and_unmakes(board, "O" if mark == "X" else "X")
    board[cell] = "."
    return score


@cousin(noughts(LATE), anew=lambda: (list(LATE), "X"))
def makes_and_unmakes(board, mark):
    if line(board, "X") or line(board, "O") or "." not in board:
        return line(board, "X") - line(board, "O")
    scores = [try_move(board, cell, mark) for cell in range(9) if board[cell] == "."]
    return max(scores) if mark == "X" else min(scores)


class Solver:
    def __init__(self, graph, utility):
        self.graph, self.utility = graph, utility

    def solve(self, name, maximizing=True):
        if name in self.utility:
            return self.utility[name]
        return self.choose(self.graph[name], maximizing)

    def choose(self, names, maximizing):
        results = []
        for name in names:
            results.append(self.solve(name, not maximizing))
        return max(results) if maximizing else min(results)


GRAPH = {"a": ("b", "c", "d"), "b": ("e", "f"), "c": ("g", "h"), "d": ("i", "j")}
UTILITY = dict(e=3, f=8, g=5, h=6, i=9, j=1)
cousin(named(GRAPH, UTILITY, "a"), "a", True, name="a_method_chooses")(Solver(GRAPH, UTILITY).solve)


@cousin(T(EIGHT), EIGHT, 3)
def nested_helpers(tree, depth):
    def evaluate(node, left, pick):
        return node if left == 0 else spread(node, left, pick)

    def spread(nodes, left, pick):
        return pick([evaluate(node, left - 1, min if pick is max else max) for node in nodes])

    return evaluate(tree, depth, max)


def turned(child, color, alpha, beta):
    return -negates_in_a_helper(child, -color, -beta, -alpha)


@cousin(T(LEFT), LEFT, 1, -inf, inf, cut="<=", negamax=True)
def negates_in_a_helper(node, color, alpha, beta):
    if not isinstance(node, list):
        return color * node
    best = -inf
    for child in node:
        best = max(best, turned(child, color, alpha, beta))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


@cousin(T(BOOK), BOOK, True)
def folds_the_children(node, is_max):
    if isinstance(node, int):
        return node

    def better(best, child):
        value = folds_the_children(child, not is_max)
        if best is None:
            return value
        return max(best, value) if is_max else min(best, value)

    return reduce(better, node, None)


def inner(nodes, plies):
    return collect(nodes, plies, [])


def collect(nodes, plies, values):
    for node in nodes:
        values.append(two_helpers_in_a_row(node, plies + 1))
    return values


@cousin(T(RAGGED), RAGGED, 0)
def two_helpers_in_a_row(node, plies):
    if isinstance(node, int):
        return node
    values = inner(node, plies)
    return min(values) if plies % 2 else max(values)


def leaf(node, turn):
    return node


def branch(node, turn):
    return turn[0](by_kind(child, turn[::-1]) for child in node)


HANDLERS = {int: leaf, list: branch}


@cousin(T(SMALL), SMALL, (max, min))
def by_kind(node, turn):
    return HANDLERS[type(node)](node, turn)


def first_and_rest(nodes, is_max):
    """Go through a list of children by recursion of its own."""
    value = lists_by_recursion(nodes[0], not is_max)
    if len(nodes) == 1:
        return value
    rest = first_and_rest(nodes[1:], is_max)
    return max(value, rest) if is_max else min(value, rest)


@cousin(T(BOOK), BOOK, True, doubtful=True)
def lists_by_recursion(node, is_max):
    """The rest of a list could be called a position, at which the same player moves again."""
    return node if isinstance(node, int) else first_and_rest(node, is_max)


def best_of(states, mine):
    ranked = sorted((takes_sticks(state, not mine), state) for state in states)
    return ranked[-1] if mine else ranked[0]


@cousin(subtraction(5, (1, 2), lambda left, turn, depth: -1 if turn else 1), 5, True)
def takes_sticks(left, mine):
    if left == 0:
        return -1 if mine else 1
    value, _ = best_of([left - take for take in (1, 2) if take <= left], mine)
    return value


def lazily(search, *arguments):
    return lambda: search(*arguments)


@cousin(T(SMALL), SMALL, True)
def thunks_of_the_children(node, is_max):
    if isinstance(node, int):
        return node
    promises = [lazily(thunks_of_the_children, child, not is_max) for child in node]
    values = [promise() for promise in promises]
    return max(values) if is_max else min(values)


@look_alike(T(BOOK), BOOK)
def max_value(node):
    """Two functions for two players: each is a ply."""
    return node if isinstance(node, int) else max(min_value(child) for child in node)


def min_value(node):
    return node if isinstance(node, int) else min(max_value(child) for child in node)


def better_of(a, b, is_max):
    return max(a, b) if is_max else min(a, b)


@look_alike(T(LEFT), LEFT, True)
def a_helper_compares(node, is_max):
    if isinstance(node, int):
        return node
    best = -inf if is_max else inf
    for child in node:
        best = better_of(best, a_helper_compares(child, not is_max), is_max)
    return best


def leaf_value(node):
    return node


@look_alike(T(EIGHT), EIGHT, 3, True)
def a_helper_at_the_leaf(node, depth, is_max):
    if depth == 0:
        return leaf_value(node)
    values = [a_helper_at_the_leaf(child, depth - 1, not is_max) for child in node]
    return max(values) if is_max else min(values)


@dataclass(frozen=True)
class Walk:
    """A game of three: one maximizes, and two minimize after each other."""

    steps: tuple[int, ...] = ()

    def legal(self, agent):
        return (0, 1, 2)[: 2 + (len(self.steps) == 1)]

    def after(self, agent, step):
        return Walk((*self.steps, step * (agent + 1)))

    def worth(self):
        return sum((7, -4, 3, 9, -8)[i] * step for i, step in enumerate(self.steps)) % 11


def walks(walk, left):
    agent = len(walk.steps) % 3
    if not left:
        return Ref(agent == 0, value=walk.worth())
    below = (walks(walk.after(agent, step), left - 1) for step in walk.legal(agent))
    return Ref(agent == 0, tuple(below))


class Walker:
    """What dispatches the call begins the next round itself."""

    def choose(self, walk):
        return self.value(walk, 0, 0, -99, 99)[1]

    def value(self, walk, depth, agent, low, high):
        if agent >= 3:
            agent = 0
            depth = depth + 1
        if depth == 1 and agent == 2:
            return walk.worth(), None
        if agent == 0:
            found, step = self.best_for_max(walk, depth, agent, low, high)
        else:
            found, step = self.best_for_min(walk, depth, agent, low, high)
        return found, step

    def best_for_max(self, walk, depth, agent, low, high):
        best, chosen = -99, None
        for step in walk.legal(agent):
            found, _ = self.value(walk.after(agent, step), depth, agent + 1, low, high)
            if found > best:
                best, chosen = found, step
            if found >= high:
                return found, chosen
            low = max(low, found)
        return best, chosen

    def best_for_min(self, walk, depth, agent, low, high):
        best, chosen = 99, None
        for step in walk.legal(agent):
            found, _ = self.value(walk.after(agent, step), depth, agent + 1, low, high)
            if found < best:
                best, chosen = found, step
            if found <= low:
                return found, chosen
            high = min(high, found)
        return best, chosen


cousin(
    walks(Walk(), 5),
    Walk(),
    cut="<=",
    window=(-99, 99),
    plain=lambda move: None,
    name="the_next_round_begins_in_the_helper",
)(Walker().choose)
