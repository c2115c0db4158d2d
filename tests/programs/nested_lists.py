"""Trees that are lists in lists, in several languages."""

from __future__ import annotations

from math import inf
from typing import Any

from .judge import program
from .trees import ALTERNATING as T
from .trees import BOOK, DEEP, EIGHT, FLAT, LEFT, RAGGED, SMALL


@program(T(LEFT), LEFT, -inf, inf, True, cut="<=")
def poda_alfa_beta(nodo, alfa, beta, es_max):
    if isinstance(nodo, int):
        return nodo
    mejor = -inf if es_max else inf
    for hijo in nodo:
        valor = poda_alfa_beta(hijo, alfa, beta, not es_max)
        if es_max:
            mejor = max(mejor, valor)
            alfa = max(alfa, mejor)
        else:
            mejor = min(mejor, valor)
            beta = min(beta, mejor)
        if beta <= alfa:
            break
    return mejor


@program(T(SMALL), SMALL, cause=8)
def leaves_in_the_parents_loop(node, maximizing=True):
    best = -inf if maximizing else inf
    for c in node:
        v = c if not isinstance(c, list) else leaves_in_the_parents_loop(c, not maximizing)
        best = max(best, v) if maximizing else min(best, v)
    return best


@program(T(RAGGED), RAGGED, cause=8, cut="<=")
def numbers_need_no_call(node, maximizing=True, alpha=-inf, beta=inf):
    value = -inf if maximizing else inf
    for child in node:
        if isinstance(child, list):
            score = numbers_need_no_call(child, not maximizing, alpha, beta)
        else:
            score = child
        if maximizing:
            value = max(value, score)
            alpha = max(alpha, value)
        else:
            value = min(value, score)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return value


@program(T(BOOK), BOOK, cause=8)
def two_plies_in_one(tree):
    return max(min(leaf for leaf in branch) for branch in tree)


@program(T(LEFT), LEFT, cause=8)
def comprehension_with_leaves(tree, pick=max):
    other = min if pick is max else max
    return pick(
        comprehension_with_leaves(part, other) if isinstance(part, list) else part for part in tree
    )


@program(T(SMALL), SMALL, True, cause=1)
def turn_by_keyword(node, maximizing=False):
    if not isinstance(node, list):
        return node
    scores = [turn_by_keyword(c, maximizing=not maximizing) for c in node]
    return max(scores) if maximizing else min(scores)


@program(T(SMALL, False), SMALL, cause=1)
def minimizing_by_default(node, maximizing=False):
    if not isinstance(node, list):
        return node
    scores = [minimizing_by_default(c, not maximizing) for c in node]
    return max(scores) if maximizing else min(scores)


@program(T(BOOK), BOOK, cause=1)
def player_is_a_function(node, player=lambda values: max(values)):
    if isinstance(node, int):
        return node
    if player([1, 2]) == 2:
        return player([player_is_a_function(c, lambda values: min(values)) for c in node])
    return player([player_is_a_function(c, lambda values: max(values)) for c in node])


@program(T(EIGHT, False), EIGHT, cut="<=", window=(-100, 100), cause=1)
def is_max_defaults_to_false(tree, is_max=False, a=-100, b=100):
    if isinstance(tree, int):
        return tree
    best = -100 if is_max else 100
    for sub in tree:
        if is_max:
            best = max(best, is_max_defaults_to_false(sub, False, a, b))
            a = max(a, best)
        else:
            best = min(best, is_max_defaults_to_false(sub, True, a, b))
            b = min(b, best)
        if a >= b:
            break
    return best


@program(T(DEEP), DEEP, 0, True, cause=6)
def depth_counts_up(node, depth, is_max):
    if not isinstance(node, list):
        return node
    if is_max:
        return max(depth_counts_up(child, depth + 1, False) for child in node)
    return min(depth_counts_up(child, depth + 1, True) for child in node)


@program(
    T([[4, 8], [6, 2]]), [("a", [("c", 4), ("d", 8)]), ("b", [("e", 6), ("f", 2)])], True, cause=12
)
def named_parts(parts, maximizing):
    if isinstance(parts, int):
        return parts
    values = [named_parts(rest, not maximizing) for name, rest in parts]
    return max(values) if maximizing else min(values)


NAMED = (
    "R",
    [("A", [("x", 3), ("y", 12)]), ("B", [("z", 2), ("w", 14)]), ("C", [("u", 7), ("v", 9)])],
)


@program(T([[3, 12], [2, 14], [7, 9]]), NAMED, True, -inf, inf, cut="<=", cause=12)
def name_and_contents(node, maximizing, alpha, beta):
    name, contents = node
    if not isinstance(contents, list):
        return contents
    best = -inf if maximizing else inf
    for child in contents:
        score = name_and_contents(child, not maximizing, alpha, beta)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


@program(T(EIGHT), 0, 0, True, FLAT, 3, plain=lambda r: r, cause=12)
def textbook_index(depth, index, is_max, scores, height):
    if depth == height:
        return scores[index]
    left = textbook_index(depth + 1, index * 2, not is_max, scores, height)
    right = textbook_index(depth + 1, index * 2 + 1, not is_max, scores, height)
    return max(left, right) if is_max else min(left, right)


HEAP = [None] * 7 + FLAT


@program(T(EIGHT), HEAP, 0, True, -1000, 1000, cut="<=", window=(-1000, 1000), cause=12)
def array_as_heap(heap, i, maximizing, alpha, beta):
    if 2 * i + 1 >= len(heap):
        return heap[i]
    best = -1000 if maximizing else 1000
    for child in (2 * i + 1, 2 * i + 2):
        score = array_as_heap(heap, child, not maximizing, alpha, beta)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


@program(T(LEFT), LEFT, True, [], plain=lambda r: r[0])
def value_with_path(tree, maximizing, path):
    if not isinstance(tree, list):
        return tree, path
    results = [value_with_path(part, not maximizing, [*path, i]) for i, part in enumerate(tree)]
    return (max if maximizing else min)(results, key=lambda result: result[0])


PATHS: Any = BOOK


@program(T(BOOK), PATHS, [], True, cause=12)
def walks_down_a_path(tree, path, is_max):
    node = tree
    for step in path:
        node = node[step]
    if not isinstance(node, list):
        return node
    values = [walks_down_a_path(tree, [*path, i], not is_max) for i in range(len(node))]
    return max(values) if is_max else min(values)
