"""How a search is put together: pairs, closures, methods, wrappers, delegation."""

from __future__ import annotations

import functools
import time
from math import inf

from .judge import program
from .trees import ALTERNATING as T
from .trees import BOOK, DEEP, EIGHT, LEFT, RAGGED, SMALL, sticks


def is_terminal(state):
    return not isinstance(state, list)


@program(T(LEFT), LEFT, "white", -inf, inf, cut="<=", cause=9)
def max_value(state, player, alpha, beta):
    if is_terminal(state):
        return state
    v = -inf
    for successor in state:
        v = max(v, min_value(successor, player, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, player, alpha, beta):
    if is_terminal(state):
        return state
    v = inf
    for successor in state:
        v = min(v, max_value(successor, player, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


@program(T(BOOK), BOOK, 1, cause=9)
def maxi(state, player):
    return state if is_terminal(state) else max(mini(after, player) for after in state)


def mini(state, player):
    return state if is_terminal(state) else min(maxi(after, player) for after in state)


class Pair:
    """A player who is always MAX keeps his number."""

    def __init__(self, me):
        self.me = me

    def decide(self, state, player):
        best, choice = -inf, None
        for i, successor in enumerate(state):
            v = self.lowest(successor, player, best, inf)
            if v > best:
                best, choice = v, i
        return best

    def highest(self, state, player, a, b):
        if is_terminal(state):
            return state
        v = -inf
        for s in state:
            v = max(v, self.lowest(s, player, a, b))
            if v >= b:
                return v
            a = max(a, v)
        return v

    def lowest(self, state, player, a, b):
        if is_terminal(state):
            return state
        v = inf
        for s in state:
            v = min(v, self.highest(s, player, a, b))
            if v <= a:
                return v
            b = min(b, v)
        return v


program(
    T(LEFT),
    name="methods_with_a_constant_player",
    anew=lambda: (LEFT, 1),
    cut="<=",
    root_passes=True,
    cause=9,
)(Pair(1).decide)


def minimax(position, maximizing, depth):
    if depth == 0 or is_terminal(position):
        return position
    values = [minimax(part, not maximizing, depth - 1) for part in position]
    return max(values) if maximizing else min(values)


@program(T(DEEP), DEEP, 4, True, cause=13)
def delegated(p, d, m):
    return minimax(p, m, d)


def timed(search):
    def inner(*args, **kwargs):
        start = time.perf_counter()
        result = search(*args, **kwargs)
        inner.seconds = time.perf_counter() - start
        return result

    return inner


@program(T(LEFT), LEFT, True, -inf, inf, name="timed_at_every_call", cut="<=", cause=13)
@timed
def timed_at_every_call(tree, maximizing, alpha, beta):
    if is_terminal(tree):
        return tree
    best = -inf if maximizing else inf
    for part in tree:
        score = timed_at_every_call(part, not maximizing, alpha, beta)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


program(T(LEFT), LEFT, True, 9, name="timed_once_outside", cause=13)(timed(minimax))


class Counter:
    def __init__(self, function):
        functools.update_wrapper(self, function)
        self.function, self.calls = function, 0

    def __call__(self, *args):
        self.calls += 1
        return self.function(*args)


@program(T(RAGGED), RAGGED, True, name="counted_by_an_object", cause=13)
@Counter
def counted(tree, maximizing):
    if is_terminal(tree):
        return tree
    return (max if maximizing else min)([counted(part, not maximizing) for part in tree])


program(T(DEEP), DEEP, name="partial_with_keywords", cause=13)(
    functools.partial(minimax, maximizing=True, depth=4)
)
program(T(SMALL), SMALL, True, name="partial_inside_a_lambda", cause=13)(
    lambda tree, turn: minimax(tree, turn, 5)
)


class Engine:
    def __init__(self, depth):
        self.depth, self.nodes = depth, 0

    def evaluate(self, position, maximizing):
        return self._search(position, self.depth, -inf, inf, maximizing)

    def _search(self, position, depth, alpha, beta, maximizing):
        self.nodes += 1
        if depth == 0 or is_terminal(position):
            return position
        best = -inf if maximizing else inf
        for part in position:
            score = self._search(part, depth - 1, alpha, beta, not maximizing)
            if maximizing:
                best = max(best, score)
                alpha = max(alpha, best)
            else:
                best = min(best, score)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best


class Player:
    def __init__(self, engine):
        self.engine = engine

    def think(self, position):
        return self.engine.evaluate(position, True)


program(T(DEEP), DEEP, True, name="private_method", cut="<=", cause=13)(Engine(4).evaluate)
program(T(DEEP), DEEP, name="method_of_another_object", cut="<=", cause=13)(Player(Engine(4)).think)


@program(T(EIGHT), EIGHT, True, cause=13)
def static_dispatch(tree, first):
    table = {True: best_for_max, False: best_for_min}
    return table[first](tree, table)


def best_for_max(tree, table):
    return tree if is_terminal(tree) else max(table[False](part, table) for part in tree)


def best_for_min(tree, table):
    return tree if is_terminal(tree) else min(table[True](part, table) for part in tree)


@program(T(LEFT), LEFT, 3, cut="<=", root_passes=True, plain=lambda r: None, cause=13)
def only_the_index_comes_back(state, depth):
    """The root's loop passes its best on and returns the move."""
    best, alpha, move = -inf, -inf, 0
    for i, after in enumerate(state):
        value = min_value(after, "white", alpha, inf)
        if value > best:
            best, move = value, i
        alpha = max(alpha, best)
    return move


@program(sticks(7), 7, negamax=True)
def negamax_without_a_colour(count):
    if count == 0:
        return -1
    return max(-negamax_without_a_colour(count - take) for take in (1, 2, 3) if take <= count)
