"""A loop evaluates the leaves of the last ply in place, by a helper or a table.

The search is never called for these leaves, but a cut can skip some of them.
"""

from __future__ import annotations

from functools import partial
from math import inf

from ..judge import program
from ..profile import Ref, unfold
from ..trees import ALTERNATING as T
from ..trees import BOOK, EIGHT, SMALL, line, noughts
from .small_games import named, subtraction

cousin = partial(program, family="valued in a loop")
look_alike = partial(program, family="valued in a loop", harmless=True)


def worth(n):
    return n * 6 % 13


def steps(n):
    return n + 1, n + 3, n * 2


def numbers(start, depth, is_max=True):
    return unfold(start, lambda n, turn: steps(n), lambda n, turn, left: worth(n), is_max, depth)


@cousin(numbers(5, 2), 5, -99, 99, cut="<=", window=(-99, 99))
def max_over_valued_replies(n, alpha, beta):
    best = -99
    for after in steps(n):
        best = max(best, least_reply(after, alpha, beta))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def least_reply(n, alpha, beta):
    best = 99
    for after in steps(n):
        best = min(best, worth(after))
        beta = min(beta, best)
        if beta <= alpha:
            break
    return best


@cousin(numbers(2, 3), 2, 3, -inf, inf, 1, cut="<=", negamax=True)
def negamax_values_its_children(n, depth, alpha, beta, color):
    value = -inf
    for child in steps(n):
        if depth == 1:
            value = max(value, color * worth(child))
        else:
            value = max(
                value, -negamax_values_its_children(child, depth - 1, -beta, -alpha, -color)
            )
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return value


@cousin(numbers(7, 2), 7, doubtful=True)
def two_loops_and_no_recursion(position):
    """No function is called for an inner node, so only the loops show the tree."""
    best = -inf
    for mine in steps(position):
        worst = inf
        for reply in steps(mine):
            worst = min(worst, worth(reply))
        best = max(best, worst)
    return best


@cousin(T(EIGHT), EIGHT, True)
def leaves_need_no_call(node, is_max):
    best = None
    for child in node:
        score = child if type(child) is int else leaves_need_no_call(child, not is_max)
        if best is None or (is_max and score > best) or (not is_max and score < best):
            best = score
    return best


GRAPH = {"root": ["l", "m", "r"], "l": ["l1", "l2"], "m": ["m1", "m2"], "r": ["r1", "r2", "r3"]}
SCORES = {"l1": 5, "l2": 4, "m1": 3, "m2": 9, "r1": 6, "r2": 2, "r3": 8}


class AlphaBeta:
    def __init__(self, graph, scores):
        self.graph, self.scores = graph, scores

    def max_node(self, name, alpha=-inf, beta=inf):
        value = -inf
        for child in self.graph[name]:
            value = max(value, self.min_node(child, alpha, beta))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def min_node(self, name, alpha, beta):
        value = inf
        for child in self.graph[name]:
            value = min(value, self.scores[child])
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value


cousin(named(GRAPH, SCORES, "root"), "root", name="scores_of_a_table", cut="<=")(
    AlphaBeta(GRAPH, SCORES).max_node
)


@cousin(subtraction(5, (1, 2), lambda left, turn, depth: -1 if turn else 1), 5, True)
def a_win_is_seen_before_the_call(sticks, maximizing):
    best = -2 if maximizing else 2
    for take in (1, 2):
        if take > sticks:
            break
        if sticks - take == 0:
            value = 1 if maximizing else -1
        else:
            value = a_win_is_seen_before_the_call(sticks - take, not maximizing)
        if (maximizing and value > best) or (not maximizing and value < best):
            best = value
    return best


LATE = "XOX.O..X."


@cousin(noughts(LATE), anew=lambda: (list(LATE), "X"))
def board_is_valued_while_marked(board, player):
    best = -9 if player == "X" else 9
    for cell in range(9):
        if board[cell] == ".":
            board[cell] = player
            if line(board, player):
                score = 1 if player == "X" else -1
            elif "." not in board:
                score = 0
            else:
                score = board_is_valued_while_marked(board, "O" if player == "X" else "X")
            board[cell] = "."
            best = max(best, score) if player == "X" else min(best, score)
    return best


@cousin(T(BOOK), BOOK, cut="<=", root_passes=True, bounds=False)
def closure_keeps_the_best(tree):
    best = -inf

    def worst_of(branch):
        smallest = inf
        for leaf in branch:
            smallest = min(smallest, leaf)
            if smallest <= best:
                break
        return smallest

    for branch in tree:
        best = max(best, worst_of(branch))
    return best


@cousin(numbers(3, 3), 3, True, 3)
def pops_and_values(n, is_max, depth):
    stack, values = list(steps(n))[::-1], []
    while stack:
        child = stack.pop()
        if depth > 1:
            values.append(pops_and_values(child, not is_max, depth - 1))
        else:
            values.append(worth(child))
    return max(values) if is_max else min(values)


class Stick:
    def __init__(self, n):
        self.n, self.rating = n, worth(n)

    def moves(self):
        yield from (Stick(n) for n in steps(self.n))


@cousin(numbers(4, 2), anew=lambda: (Stick(4), 2, True, -inf, inf), cut="<=")
def rating_of_the_object(stick, tiefe, am_zug, alpha, beta):
    bester = -inf if am_zug else inf
    for kind in stick.moves():
        if tiefe > 1:
            wert = rating_of_the_object(kind, tiefe - 1, not am_zug, alpha, beta)
        else:
            wert = kind.rating
        if am_zug:
            bester = max(bester, wert)
            alpha = max(alpha, bester)
        else:
            bester = min(bester, wert)
            beta = min(beta, bester)
        if alpha >= beta:
            break
    return bester


@cousin(numbers(8, 2), 8, plain=lambda returned: None, doubtful=True)
def only_the_move_is_returned(n):
    best_move, best_value = None, -inf
    for move, child in zip(("one", "three", "twice"), steps(n)):
        value = inf
        for grandchild in steps(child):
            if worth(grandchild) < value:
                value = worth(grandchild)
        if value > best_value:
            best_move, best_value = move, value
    return best_move


def quiet(n, depth, is_max=True):
    """A position that can be divided by three is searched on, at any depth."""
    if depth <= 0 and n % 3:
        return Ref(is_max, value=worth(n))
    return Ref(is_max, tuple(quiet(c, depth - 1, not is_max) for c in (n + 1, n + 2, n + 4)))


@cousin(quiet(4, 2), 4, 2, True)
def quiet_children_are_valued(n, depth, is_max):
    scores = []
    for child in (n + 1, n + 2, n + 4):
        if depth - 1 <= 0 and child % 3:
            scores.append(worth(child))
        else:
            scores.append(quiet_children_are_valued(child, depth - 1, not is_max))
    return max(scores) if is_max else min(scores)


@look_alike(numbers(6, 2), 6, 2, -inf, inf, True, cut="<=")
def the_search_values_its_leaves(n, depth, alpha, beta, is_max):
    if depth == 0:
        return worth(n)
    best = -inf if is_max else inf
    for child in steps(n):
        value = the_search_values_its_leaves(child, depth - 1, alpha, beta, not is_max)
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if beta <= alpha:
            break
    return best


@look_alike(T(SMALL), SMALL, True)
def a_loop_counts_leaves_first(node, is_max):
    if not isinstance(node, list):
        return node
    count = 0
    for child in node:
        count += worth(count) if isinstance(child, list) else 1
    return (max if is_max else min)(a_loop_counts_leaves_first(child, not is_max) for child in node)


@look_alike(numbers(5, 3), 5, 3, 1, negamax=True)
def a_helper_is_the_leafs_line(n, depth, sign):
    if not depth:
        return sign * worth(n)
    found = []
    for child in steps(n):
        found.append(-a_helper_is_the_leafs_line(child, depth - 1, -sign))
    return max(found)


def weakest(n):
    """Value a position by the least of its digits, each of which another function values."""
    return min(weight(digit) for digit in divmod(n, 7))


def weight(digit):
    return digit * 5 % 7


def weakest_of(start, depth):
    return unfold(start, lambda n, turn: steps(n), lambda n, turn, left: weakest(n), True, depth)


@look_alike(weakest_of(4, 3), 4, 3)
def parts_of_an_evaluation(n, depth, is_max=True):
    if depth == 0:
        return weakest(n)
    values = [parts_of_an_evaluation(after, depth - 1, not is_max) for after in steps(n)]
    return max(values) if is_max else min(values)
