"""A comprehension, `map` or key evaluates the leaves of the last ply in place.

The search is never called for these leaves: a helper, a table or the leaf itself has the value.
They are leaves nevertheless.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from ..judge import program
from ..profile import unfold
from ..trees import ALTERNATING as T
from ..trees import BOOK, EIGHT, LEFT
from .small_games import from_the_ends, named

cousin = partial(program, family="valued in a comprehension")
look_alike = partial(program, family="valued in a comprehension", harmless=True)


def numbers(start, after, worth, depth, is_max=True):
    return unfold(start, lambda n, turn: after(n), lambda n, turn, left: worth(n), is_max, depth)


def digits(n):
    return n * 7 % 11


def following(n):
    return [2 * n, 2 * n + 1, n + 4]


@cousin(numbers(5, following, digits, 2), 5, 2, plain=lambda pair: pair[0])
def pairs_of_value_and_move(n, depth, is_max=True):
    successors = {"double": n * 2, "double+1": n * 2 + 1, "add": n + 4}
    pick = max if is_max else min
    if depth == 1:
        return pick([(digits(after), name) for name, after in successors.items()])
    return pick(
        [(pairs_of_value_and_move(s, depth - 1, not is_max)[0], m) for m, s in successors.items()]
    )


@cousin(numbers(3, following, lambda n: n * n % 13, 3), 3, 3, True)
def arithmetic_in_place(state, plies, maximizer):
    choose = max if maximizer else min
    if plies == 1:
        return choose(s * s % 13 for s in (2 * state, 2 * state + 1, state + 4))
    children = (2 * state, 2 * state + 1, state + 4)
    return choose(arithmetic_in_place(s, plies - 1, not maximizer) for s in children)


def evaluar(estado):
    return sum(estado) * (1 if estado[0] % 2 else -1) + estado[1]


def sucesores(estado):
    a, b = estado
    return [(a + 1, b), (a, b + 2), (a - 1, b + 1)]


@cousin(numbers((1, 2), sucesores, evaluar, 2), (1, 2), 2, True)
def mapped_in_place(estado, profundidad, es_max):
    if profundidad == 1:
        return (max if es_max else min)(map(evaluar, sucesores(estado)))
    valores = [mapped_in_place(hijo, profundidad - 1, not es_max) for hijo in sucesores(estado)]
    return max(valores) if es_max else min(valores)


@cousin(numbers(9, following, digits, 2), 9, plain=lambda pair: pair[1], doubtful=True)
def best_child_by_key(n):
    def reply(child):
        return min(following(child), key=digits)

    move = max(following(n), key=lambda child: digits(reply(child)))
    return move, digits(reply(move))


@cousin(T(BOOK), BOOK, True)
def leaves_are_compared_at_once(node, is_max):
    pick = max if is_max else min
    if all(isinstance(child, int) for child in node):
        return pick(node)
    return pick(leaves_are_compared_at_once(child, not is_max) for child in node)


@cousin(T(EIGHT), EIGHT, 1, negamax=True)
def negamax_one_ply_early(node, color):
    if not isinstance(node[0], list):
        return max(color * leaf for leaf in node)
    return max(-negamax_one_ply_early(child, -color) for child in node)


GRAPH = {"S": ["A", "B"], "A": ["C", "D"], "B": ["E", "F", "G"]}
UTILITY = {"C": 4, "D": 7, "E": 6, "F": 5, "G": 8}


@cousin(named(GRAPH, UTILITY, "S"), GRAPH, "S", "max")
def terminal_children_are_looked_up(graph, node, player):
    children = graph[node]
    if all(child in UTILITY for child in children):
        scores = [UTILITY[child] for child in children]
    else:
        scores = [
            terminal_children_are_looked_up(graph, c, "min" if player == "max" else "max")
            for c in children
        ]
    return max(scores) if player == "max" else min(scores)


@dataclass
class TreeNode:
    score: int = 0
    children: list = field(default_factory=list)


def grow(nested):
    if isinstance(nested, int):
        return TreeNode(nested)
    return TreeNode(children=[grow(part) for part in nested])


@cousin(T(BOOK), anew=lambda: (grow(BOOK), 2, True))
def scores_of_the_children(node, depth, maximizing_player):
    if depth == 1:
        scores = sorted(child.score for child in node.children)
    else:
        scores = sorted(
            scores_of_the_children(child, depth - 1, not maximizing_player)
            for child in node.children
        )
    return scores[-1] if maximizing_player else scores[0]


@cousin(T(LEFT), LEFT, True)
def leaf_or_search_in_one_line(node, is_max):
    values = [c if isinstance(c, int) else leaf_or_search_in_one_line(c, not is_max) for c in node]
    return max(values) if is_max else min(values)


class Planner:
    def __init__(self, depth):
        self.depth = depth

    def heuristic(self, n):
        return digits(n) - 5

    def plan(self, n, level=0):
        options = following(n)
        if level == self.depth - 1:
            ratings = {option: self.heuristic(option) for option in options}
        else:
            ratings = {option: self.plan(option, level + 1) for option in options}
        return max(ratings.values()) if level % 2 == 0 else min(ratings.values())


cousin(numbers(6, following, lambda n: digits(n) - 5, 3), 6, name="planner_rates_the_last_ply")(
    Planner(3).plan
)


@cousin(from_the_ends((3, 9, 2)), (3, 9, 2), 0, True)
def last_coin_is_added(coins, ahead, mine):
    """The last coin is added without a call: the empty row is valued in place."""
    sign = 1 if mine else -1
    if len(coins) == 1:
        return max([ahead + sign * coin for coin in coins])
    left = last_coin_is_added(coins[1:], ahead + sign * coins[0], not mine)
    right = last_coin_is_added(coins[:-1], ahead + sign * coins[-1], not mine)
    return max(left, right) if mine else min(left, right)


@cousin(numbers((1, 2), sucesores, evaluar, 1), (1, 2))
def a_single_ply(state):
    values = [evaluar(after) for after in sucesores(state)]
    return max(values)


@look_alike(numbers(4, following, digits, 2), 4, 2, True)
def valued_by_the_search_itself(n, depth, is_max):
    if depth == 0:
        return digits(n)
    return (max if is_max else min)(
        [valued_by_the_search_itself(c, depth - 1, not is_max) for c in following(n)]
    )


@look_alike(T([[1, 5, 14], [3, 8, 12], [2, 4, 6]]), BOOK, True, own_order=True)
def a_helper_orders_the_children(node, is_max):
    """The helper's scores only say which child is searched first."""
    if isinstance(node, int):
        return node
    ordered = sorted(
        node, key=lambda child: child if isinstance(child, int) else child[0], reverse=is_max
    )
    return (max if is_max else min)(
        [a_helper_orders_the_children(child, not is_max) for child in ordered]
    )


@look_alike(T(EIGHT), EIGHT, 3, True)
def a_comprehension_counts(node, depth, is_max):
    if depth == 0:
        return node
    leaves = sum(1 for child in node if isinstance(child, int))
    assert leaves in (0, 2)
    values = [a_comprehension_counts(child, depth - 1, not is_max) for child in node]
    return max(values) if is_max else min(values)


def worths(states, worth):
    """Value a batch of positions, as a net would."""
    return [worth(state) for state in states]


@cousin(numbers((1, 2), sucesores, evaluar, 3), (1, 2), 3, evaluar)
def a_batch_by_a_function_that_is_given(state, depth, worth, is_max=True):
    pick = max if is_max else min
    children = sucesores(state)
    if depth == 1:
        return pick(worths(children, worth))
    deeper = (
        a_batch_by_a_function_that_is_given(c, depth - 1, worth, not is_max) for c in children
    )
    return pick(deeper)


@cousin(numbers((2, 0), sucesores, evaluar, 2), (2, 0), 2, {"worth": evaluar})
def a_function_in_a_given_table(state, depth, how, is_max=True):
    pick = max if is_max else min
    if depth == 1:
        return pick([how["worth"](child) for child in sucesores(state)])
    return pick(
        [a_function_in_a_given_table(c, depth - 1, how, not is_max) for c in sucesores(state)]
    )


@look_alike(numbers((1, 2), sucesores, evaluar, 3), (1, 2), 3, evaluar)
def a_given_function_only_looks_ahead(state, depth, worth, is_max=True):
    if depth == 0:
        return worth(state)
    children = [child for child in sucesores(state) if worth(child) < 1000]
    values = [
        a_given_function_only_looks_ahead(child, depth - 1, worth, not is_max) for child in children
    ]
    return max(values) if is_max else min(values)
