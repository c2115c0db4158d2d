"""Searches that come to a node more than once, or know the answer already."""

from __future__ import annotations

import functools
from math import inf

from .judge import program
from .profile import Ref, Style
from .trees import ALTERNATING as T
from .trees import BOOK, DEEP, LEFT, SMALL, line, noughts, sticks

SCOUTED = [[[3, 8], [5, 1]], [[9, 7], [2, 6]], [[4, 12], [10, 11]]]


@program(
    T(SCOUTED),
    SCOUTED,
    3,
    -1000,
    1000,
    1,
    cut="<=",
    window=(-1000, 1000),
    scout="score",
    negamax=True,
    cause=11,
)
def pvs(node, depth, alpha, beta, color):
    if depth == 0:
        return color * node
    best = -1000
    for i, child in enumerate(node):
        if i == 0:
            score = -pvs(child, depth - 1, -beta, -alpha, -color)
        else:
            score = -pvs(child, depth - 1, -alpha - 1, -alpha, -color)
            if alpha < score < beta:
                score = -pvs(child, depth - 1, -beta, -score, -color)
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best


@program(T(DEEP), DEEP, -1000, 1000, True, cut="<=", window=(-1000, 1000), scout="alpha", cause=11)
def scout_for_both(node, alpha, beta, is_max):
    if isinstance(node, int):
        return node
    best = -1000 if is_max else 1000
    for number, child in enumerate(node):
        low, high = alpha, beta
        if number and is_max:
            high = alpha + 1
        elif number:
            low = beta - 1
        score = scout_for_both(child, low, high, not is_max)
        if number and alpha < score < beta:
            score = scout_for_both(child, alpha, beta, not is_max)
        if is_max:
            best, alpha = max(best, score), max(alpha, score)
        else:
            best, beta = min(best, score), min(beta, score)
        if alpha >= beta:
            break
    return best


def alphabeta(node, alpha, beta, is_max):
    if isinstance(node, int):
        return node
    best = -inf if is_max else inf
    for child in node:
        score = alphabeta(child, alpha, beta, not is_max)
        best = max(best, score) if is_max else min(best, score)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best


@program(
    T(LEFT),
    LEFT,
    9,
    1,
    cause=11,
    passes=((T(LEFT), Style("<=", window=(8, 10))), (T(LEFT), Style("<="))),
)
def aspiration(tree, guess, margin):
    value = alphabeta(tree, guess - margin, guess + margin, True)
    if not guess - margin < value < guess + margin:
        value = alphabeta(tree, -inf, inf, True)
    return value


@program(T(SMALL), SMALL, 0, cause=11, passes=tuple(
    (T(SMALL), Style("<=", window=w)) for w in ((-1, 0), (2, 3))))  # fmt: skip
def mtdf(root, first):
    lower, upper, guess = -inf, inf, first
    while lower < upper:
        beta = guess + 1 if guess == lower else guess
        guess = alphabeta(root, beta - 1, beta, True)
        if guess < beta:
            upper = guess
        else:
            lower = guess
    return guess


def limited(nested, depth, is_max=True):
    if isinstance(nested, int) or depth == 0:
        return Ref(is_max, value=first_leaf(nested))
    return Ref(is_max, tuple(limited(part, depth - 1, not is_max) for part in nested))


def first_leaf(nested):
    return nested if isinstance(nested, int) else first_leaf(nested[0])


def to_a_depth(node, depth, is_max):
    if depth == 0 or isinstance(node, int):
        return first_leaf(node)
    values = [to_a_depth(child, depth - 1, not is_max) for child in node]
    return max(values) if is_max else min(values)


@program(
    T(SCOUTED),
    SCOUTED,
    3,
    cause=11,
    passes=tuple((limited(SCOUTED, d), Style()) for d in (1, 2, 3)),
)
def deeper_and_deeper(tree, max_depth):
    value = None
    for depth in range(1, max_depth + 1):
        value = to_a_depth(tree, depth, True)
    return value


def by_turn(ref, path):
    return ref.key, ref.is_max


@functools.cache
def cached_sticks(count, maximizing):
    if count == 0:
        return -1 if maximizing else 1
    return (max if maximizing else min)(
        cached_sticks(count - n, not maximizing) for n in (1, 2, 3) if n <= count
    )


def emptied(search):
    """Return the search with its cache empty before each run."""

    def anew():
        search.cache_clear()
        return 6, True

    return anew


program(sticks(6), name="lru_cache", anew=emptied(cached_sticks), memo=by_turn, cause=14)(
    cached_sticks
)


@program(noughts("XOXOXO..."), anew=lambda: ("XOXOXO...",), memo=by_turn, cause=14)
def cache_inside(board):
    @functools.cache
    def value(cells, player):
        if line(cells, "X") or line(cells, "O") or "." not in cells:
            return line(cells, "X") - line(cells, "O")
        after = [cells[:i] + player + cells[i + 1 :] for i in range(9) if cells[i] == "."]
        return (max if player == "X" else min)(
            value(b, "O" if player == "X" else "X") for b in after
        )

    return value(board, "X")


@program(sticks(6), anew=lambda: (6, True, {}), memo=by_turn, memo_leaves=False, cause=14)
def memo_in_a_dict(count, maximizing, memo):
    if (count, maximizing) in memo:
        return memo[count, maximizing]
    if count == 0:
        return -1 if maximizing else 1
    best = -2 if maximizing else 2
    for n in (1, 2, 3):
        if n <= count:
            score = memo_in_a_dict(count - n, not maximizing, memo)
            best = max(best, score) if maximizing else min(best, score)
    memo[count, maximizing] = best
    return best


class WithTable:
    def __init__(self):
        self.table = {}

    def negamax(self, board, color):
        key = board
        hit = self.table.get(key)
        if hit is not None:
            return hit
        if line(board, "X") or line(board, "O") or "." not in board:
            return color * (line(board, "X") - line(board, "O"))
        mark = "X" if color == 1 else "O"
        best = max(
            -self.negamax(board[:i] + mark + board[i + 1 :], -color)
            for i in range(9)
            if board[i] == "."
        )
        self.table[key] = best
        return best


program(noughts("XO.XO...."), name="transposition_table", anew=lambda: ("XO.XO....", 1), memo=by_turn,
        memo_leaves=False, negamax=True, cause=14)(lambda board, color: WithTable().negamax(board, color))  # fmt: skip


@program(T(BOOK), BOOK, {}, True, cause=11)
def an_extra_table_argument(node, table, is_max):
    if not isinstance(node, list):
        return node
    table[len(table)] = node
    values = [an_extra_table_argument(part, table, not is_max) for part in node]
    return max(values) if is_max else min(values)


class Wrapped:
    """A state that knows its depth."""

    def __init__(self, inside, depth=0):
        self.inside, self.depth = inside, depth


@program(T(SMALL), SMALL, cause=11)
def wrapped_at_the_start(tree):
    return unwrap(Wrapped(tree))


def unwrap(state):
    if isinstance(state.inside, int):
        return state.inside
    values = [unwrap(Wrapped(part, state.depth + 1)) for part in state.inside]
    return min(values) if state.depth % 2 else max(values)


KEPT = {"": "ab", "a": "cd", "b": "ef", "c": (3, 7), "d": (9, 2), "e": (8, 1), "f": (4, 6)}


def kept(name=""):
    """Return the nested lists of the states that are known by a name."""
    below = KEPT[name]
    return [kept(each) if isinstance(each, str) else each for each in below]


@program(T(kept()), "", -1000, 1000, True, cut="<=", window=(-1000, 1000), scout="alpha", cause=11)
def scout_among_states(state, alpha, beta, is_max):
    if isinstance(state, int):
        return state
    best = -1000 if is_max else 1000
    for number, after in enumerate(KEPT[state]):
        low, high = alpha, beta
        if number:
            low, high = (alpha, alpha + 1) if is_max else (beta - 1, beta)
        score = scout_among_states(after, low, high, not is_max)
        if number and alpha < score < beta:
            score = scout_among_states(after, alpha, beta, not is_max)
        if is_max:
            best, alpha = max(best, score), max(alpha, score)
        else:
            best, beta = min(best, score), min(beta, score)
        if beta <= alpha:
            break
    return best


def plain_among_states(state, is_max):
    if isinstance(state, int):
        return state
    return (max if is_max else min)(
        [plain_among_states(after, not is_max) for after in KEPT[state]]
    )


@program(T(kept()), "", cause=11, passes=((T(kept()), Style()), (T(kept()), Style())))
def searches_states_twice(state):
    guess = plain_among_states(state, True)
    value = plain_among_states(state, True)
    assert guess == value
    return value
