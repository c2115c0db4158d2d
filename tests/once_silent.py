"""The smallest programs whose traces were silently wrong once, as they were met in public code."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from types import SimpleNamespace

WORTH = {"d": 3, "e": 5, "f": 2, "g": 9}
BELOW = {"a": "bc", "b": "de", "c": "fg"}


def leaves_in_the_table(node, is_max):
    if node not in BELOW:
        return WORTH[node]
    WORTH[node] = (max if is_max else min)(
        leaves_in_the_table(child, not is_max) for child in BELOW[node]
    )
    return WORTH[node]


def arranges(done, pool, alpha, beta, is_max):
    if not pool:
        return int(done)
    best = -inf if is_max else inf
    for i, letter in enumerate(pool):
        value = arranges(done + letter, pool[:i] + pool[i + 1 :], alpha, beta, not is_max)
        best = max(best, value) if is_max else min(best, value)
    return best


def text_first(nodo, grafo, utilidades, profundidad, turno_max):
    if profundidad == 0 or not grafo[nodo]:
        return utilidades[nodo]
    return (max if turno_max else min)(
        text_first(hijo, grafo, utilidades, profundidad - 1, not turno_max) for hijo in grafo[nodo]
    )


def leaves_the_row(board, who, alpha, beta):
    if all(map(all, board)):
        return board[0][0] * 2 + board[0][1] + board[1][0] * 3
    best = -99 * who
    for row in range(2):
        for column in range(2):
            if board[row][column] == 0:
                board[row][column] = who
                value = leaves_the_row(board, -who, alpha, beta)
                board[row][column] = 0
                if who > 0:
                    best = max(best, value)
                    alpha = max(alpha, best)
                else:
                    best = min(best, value)
                    beta = min(beta, best)
                if beta <= alpha:
                    break
    return best


def compares_the_wrong_way_round(numbers, plies, alpha, beta, is_max):
    if plies == 0:
        return sum(numbers) if is_max else -sum(numbers)
    best = -inf if is_max else inf
    for i in range(3):
        after = numbers[:]
        after[i] += plies
        value = compares_the_wrong_way_round(after, plies - 1, alpha, beta, not is_max)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, value)
        else:
            best = min(best, value)
            beta = min(beta, value)
        if not is_max and beta >= alpha:
            break
    return best


def agent(observation, configuration):
    def negamax(board, mark):
        if 0 not in board:
            return (board[0] * 2 + board[1] - board[2]) * (1 if mark == 1 else -1), None
        best = (-99, None)
        for cell in range(configuration.columns):
            if board[cell] == 0:
                after = board[:]
                after[cell] = mark
                value = -negamax(after, 3 - mark)[0]
                if value > best[0]:
                    best = value, cell
        return best

    return negamax(observation.board[:], observation.mark)[1]


def observed():
    return SimpleNamespace(board=[0, 0, 0], mark=1), SimpleNamespace(columns=3)


def score(number):
    return number % 7


def scores_in_place(number, depth, is_max=True):
    after = {"a": number * 2, "b": number * 2 + 1, "c": number + 5}
    pick = max if is_max else min
    if depth == 1:
        return pick([(score(each), move) for move, each in after.items()])
    return pick(
        [(scores_in_place(each, depth - 1, not is_max)[0], move) for move, each in after.items()]
    )


def worth(number):
    return number * 5 % 11


def values_the_last_ply(number, depth, alpha, beta, is_max):
    if is_max:
        best = -99
        for after in (number + 1, number + 2, number * 2):
            best = max(best, values_the_last_ply(after, depth - 1, alpha, beta, False))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    for after in (number + 1, number + 2, number * 2):
        beta = min(beta, worth(after))
        if beta <= alpha:
            break
    return beta


@dataclass
class Branch:
    parts: object


def play(branch, is_max):
    if isinstance(branch.parts, int):
        return branch.parts
    return (max if is_max else min)(play(Branch(part), not is_max) for part in branch.parts)


def move_and_value(branch):
    return max(
        (((i, 0), play(Branch(part), False)) for i, part in enumerate(branch.parts)),
        key=lambda pair: pair[1],
    )


class Pile:
    def __init__(self, left, who):
        self.left, self.who, self.value = left, who, 0


def class_first(kind, node, depth=3, alpha=-9, beta=9):
    if node.left <= 0 or depth == 0:
        node.value = -node.who
        return node
    node.value = -9 * node.who
    for take in (1, 2, 3):
        value = class_first(kind, kind(node.left - take, -node.who), depth - 1, alpha, beta).value
        if node.who > 0:
            node.value = max(node.value, value)
            alpha = max(alpha, value)
        else:
            node.value = min(node.value, value)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return node


class Numbered:
    kids = {1: [2, 3], 2: [], 3: []}  # noqa: RUF012

    def children(self, number):
        return self.kids[number]


def asks_for_children_by_number(tree, number, is_max):
    if not tree.children(number):
        return number
    return (max if is_max else min)(
        asks_for_children_by_number(tree, each, not is_max) for each in tree.children(number)
    )


seen = {}


class Countdown:
    def moves(self, state):
        return [[state[0] - take] for take in (1, 2) if state[0] >= take]


def solve(game, state, player):
    def go(state, player):
        if not state[0]:
            return -player, state
        if (tuple(state), player) in seen:
            return seen[tuple(state), player]
        found = [(go(after, -player)[0], after) for after in game.moves(state)]
        seen[tuple(state), player] = max(found) if player == 1 else min(found)
        return seen[tuple(state), player]

    return go(state, player)[1]


def best(nodes, depth):
    return max(by_helpers(node, False, depth - 1) for node in nodes)


def worst(nodes, depth):
    return min(by_helpers(node, True, depth - 1) for node in nodes)


def by_helpers(node, is_max, depth):
    if depth == 0 or not node["kids"]:
        return node["value"]
    return best(node["kids"], depth) if is_max else worst(node["kids"], depth)


def boxed(nested):
    if isinstance(nested, int):
        return {"value": nested, "kids": []}
    return {"value": 0, "kids": [boxed(part) for part in nested]}


@dataclass
class Kind:
    kind: int
    parts: object


def turns_the_sign_twice(position, depth):
    if depth == 0:
        return position.parts
    top = -99
    for part in position.parts:
        top = max(top, -turns_the_sign_twice(part, depth - 1))
    return -top


def of_kinds():
    rows = ((1, 3, 5), (2, 4, 4), (1, 2, 6), (3, 7, 7))
    return Kind(0, [Kind(kind, [Kind(9, leaf) for leaf in leaves]) for kind, *leaves in rows])
