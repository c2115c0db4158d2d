"""A loop over the children ends by an exit of its own.

Suppose a tracer asks which children would follow, and lets the loop run on to find out. The
answer is wrong if the same exit ends that loop, too: a cut the wrong way round, a condition of
a while loop, an exception, or a test that has nothing to do with bounds.
"""

from __future__ import annotations

from functools import partial
from itertools import takewhile
from math import inf

from ..judge import program
from ..trees import ALTERNATING as T
from ..trees import BOOK, EIGHT, LEFT, RAGGED, SMALL
from .small_games import named, subtraction

cousin = partial(program, family="own exit")
wrong = partial(cousin, unsound=True)
look_alike = partial(program, family="own exit", harmless=True, cut="<=")

WIDE = [[[7, 2, 5], [1, 8, 3]], [[6, 9, 4], [3, 3, 8]], [[2, 5, 1], [9, 7, 6]]]


@wrong(
    T(WIDE),
    WIDE,
    3,
    -inf,
    inf,
    True,
    cut=lambda now: now.low >= now.high if now.is_max else now.high >= now.low,
)
def poda_al_reves(nodo, prof, alfa, beta, es_max):
    if prof == 0:
        return nodo
    mejor = -inf if es_max else inf
    for hijo in nodo:
        valor = poda_al_reves(hijo, prof - 1, alfa, beta, not es_max)
        if es_max:
            mejor = max(mejor, valor)
            alfa = max(alfa, mejor)
            if alfa >= beta:
                break
        else:
            mejor = min(mejor, valor)
            beta = min(beta, mejor)
            if beta >= alfa:
                break
    return mejor


@wrong(T(EIGHT), EIGHT, True, -100, 100, window=(-100, 100), cut=lambda now: now.low <= now.high)
def both_the_wrong_way(state, maximizing, alpha, beta):
    if not isinstance(state, list):
        return state
    result = -100 if maximizing else 100
    for successor in state:
        value = both_the_wrong_way(successor, not maximizing, alpha, beta)
        if maximizing:
            result = max(result, value)
            alpha = max(alpha, result)
        else:
            result = min(result, value)
            beta = min(beta, result)
        if alpha <= beta:
            break
    return result


@wrong(
    T(WIDE),
    WIDE,
    3,
    -99,
    99,
    1,
    negamax=True,
    window=(-99, 99),
    cut=lambda now: now.low <= now.high,
)
def negamax_the_wrong_way(node, depth, a, b, color):
    if depth == 0:
        return color * node
    best = -99
    for child in node:
        best = max(best, -negamax_the_wrong_way(child, depth - 1, -b, -a, -color))
        a = max(a, best)
        if b >= a:
            break
    return best


class Agent:
    """Its maximizer compares the value with alpha, its own bound, instead of beta."""

    def max_value(self, node, alpha, beta):
        if isinstance(node, int):
            return node
        v = -inf
        for child in node:
            v = max(v, self.min_value(child, alpha, beta))
            if v >= alpha:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, node, alpha, beta):
        if isinstance(node, int):
            return node
        v = inf
        for child in node:
            v = min(v, self.max_value(child, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v


wrong(
    T(WIDE),
    WIDE,
    -inf,
    inf,
    name="asks_after_its_own_bound",
    cut=lambda now: now.value >= now.before[0] if now.is_max else now.high <= now.before[0],
)(Agent().max_value)


@cousin(
    subtraction(6, (1, 2), lambda left, turn, depth: -1 if turn else 1),
    6,
    True,
    doubtful=True,
    cut=lambda now: now.value == (1 if now.is_max else -1),
    bounds=False,
)
def stops_at_a_win(sticks, my_turn):
    """The cut is sound because no value is above 1, but only the whole tree shows that."""
    if sticks == 0:
        return -1 if my_turn else 1
    best = -2 if my_turn else 2
    for take in (1, 2):
        if take > sticks:
            continue
        score = stops_at_a_win(sticks - take, not my_turn)
        best = max(best, score) if my_turn else min(best, score)
        if best == (1 if my_turn else -1):
            break
    return best


@wrong(T(BOOK), BOOK, True, cut=lambda now: now.visited == 2, bounds=False, doubtful=True)
def only_the_first_two(node, is_max):
    """A beam search: nothing shows whether its author counts the third position as a child."""
    if isinstance(node, int):
        return node
    values = []
    for count, child in enumerate(node):
        if count == 2:
            break
        values.append(only_the_first_two(child, not is_max))
    return max(values) if is_max else min(values)


WINS = [[[0, 1], [0, 0]], [[1, 1], [0, 1]], [[1, 0], [1, 1]]]


@cousin(
    T(WINS),
    WINS,
    True,
    bounds=False,
    doubtful=True,
    plain=int,
    cut=lambda now: bool(now.value) == now.is_max,
)
def any_and_all(tree, mine):
    if not isinstance(tree, list):
        return bool(tree)
    if mine:
        return any(any_and_all(branch, False) for branch in tree)
    return all(any_and_all(branch, True) for branch in tree)


class Cutoff(Exception):
    pass


@cousin(T(LEFT), LEFT, -inf, inf, True, cut="<=")
def raises_to_leave(node, alpha, beta, is_max):
    if isinstance(node, int):
        return node
    best = -inf if is_max else inf
    try:
        for child in node:
            value = raises_to_leave(child, alpha, beta, not is_max)
            if is_max:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                raise Cutoff
    except Cutoff:
        pass
    return best


@cousin(T(WIDE), WIDE, True, -inf, inf, cut="<=")
def while_the_window_is_open(node, is_max, alpha, beta):
    if not isinstance(node, list):
        return node
    index, best = 0, -inf if is_max else inf
    while index < len(node) and alpha < beta:
        value = while_the_window_is_open(node[index], not is_max, alpha, beta)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        index += 1
    return best


@wrong(
    T(WIDE),
    WIDE,
    True,
    -inf,
    inf,
    cut=lambda now: now.low <= now.high if now.is_max else now.high <= now.low,
)
def while_not_done(state, max_to_move, alpha, beta):
    """MAX is done as soon as its best is below beta."""
    if not isinstance(state, list):
        return state
    rest, done, best = list(state), False, -inf if max_to_move else inf
    while rest and not done:
        score = while_not_done(rest.pop(0), not max_to_move, alpha, beta)
        if max_to_move:
            best = max(best, score)
            alpha = max(alpha, best)
            done = best <= beta
        else:
            best = min(best, score)
            beta = min(beta, best)
            done = best <= alpha
    return best


@wrong(
    T(WIDE),
    WIDE,
    -inf,
    inf,
    True,
    cut=lambda now: (
        now.is_max and now.value <= now.before[0] or not now.is_max and now.low >= now.high
    ),
)
def leaves_at_a_bad_child(tree, alpha, beta, player):
    if not isinstance(tree, list):
        return tree
    if player:
        for child in tree:
            v = leaves_at_a_bad_child(child, alpha, beta, False)
            if v <= alpha:
                break
            alpha = v
        return alpha
    worst = inf
    for child in tree:
        worst = min(worst, leaves_at_a_bad_child(child, alpha, beta, True))
        beta = min(beta, worst)
        if beta <= alpha:
            break
    return worst


@cousin(T(LEFT), LEFT, True, -inf, inf, cut="<=")
def takewhile_is_the_exit(node, is_max, alpha, beta):
    if isinstance(node, int):
        return node
    best = -inf if is_max else inf
    for child in takewhile(lambda _: alpha < beta, node):
        value = takewhile_is_the_exit(child, not is_max, alpha, beta)
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
    return best


@cousin(T(RAGGED), RAGGED, -inf, inf, True, cut="<=")
def walrus_is_the_exit(node, alpha, beta, is_max):
    if isinstance(node, int):
        return node
    children, best = iter(node), None
    while alpha < beta and (child := next(children, None)) is not None:
        v = walrus_is_the_exit(child, alpha, beta, not is_max)
        if best is None or (v > best if is_max else v < best):
            best = v
        if is_max:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
    return best


GOOD_ENOUGH = [[4, 6], [7, 9], [8, 8]]


@wrong(
    T(GOOD_ENOUGH),
    GOOD_ENOUGH,
    2,
    cut=lambda now: now.is_max and now.value > 5,
    bounds=False,
    doubtful=True,
)
def good_enough(node, depth):
    if depth == 0:
        return node
    if depth == 1:
        return min(good_enough(child, 0) for child in node)
    best = -inf
    for child in node:
        best = max(best, good_enough(child, depth - 1))
        if best > 5:
            break
    return best


GRAPH = {"r": "abc", "a": "de", "b": "fgh", "c": "ij"}
AT = dict(d=4, e=6, f=3, g=8, h=1, i=2, j=9)


@wrong(
    named(GRAPH, AT, "r"), "r", -inf, inf, True, cut=lambda now: now.is_max and now.low < now.high
)
def break_for_continue(name, alpha, beta, is_max):
    """The maximizer breaks where the author meant `continue`."""
    if name not in GRAPH:
        return AT[name]
    best = -inf if is_max else inf
    for child in GRAPH[name]:
        value = break_for_continue(child, alpha, beta, not is_max)
        if not is_max:
            best = min(best, value)
            beta = min(beta, best)
            continue
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha < beta:
            break
    return best


@look_alike(T(LEFT), LEFT, -inf, inf, True)
def goes_on_while_open(node, alpha, beta, is_max):
    if isinstance(node, int):
        return node
    best = -inf if is_max else inf
    for child in node:
        value = goes_on_while_open(child, alpha, beta, not is_max)
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha < beta:
            continue
        break
    return best


@look_alike(T(WIDE), WIDE, True, -inf, inf)
def each_player_asks_the_right_way(node, is_max, alpha, beta):
    if isinstance(node, int):
        return node
    best = -inf if is_max else inf
    for child in node:
        value = each_player_asks_the_right_way(child, not is_max, alpha, beta)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if is_max and alpha >= beta or not is_max and beta <= alpha:
            break
    return best


@look_alike(T(SMALL), SMALL, -inf, inf)
def asks_before_it_has_moved_alpha(node, alpha, beta):
    """The textbook's order for MAX: return first, then raise alpha."""
    if isinstance(node, int):
        return node
    value = -inf
    for child in node:
        value = max(value, smallest(child, alpha, beta))
        if not value < beta:
            return value
        alpha = max(alpha, value)
    return value


def smallest(node, alpha, beta):
    if isinstance(node, int):
        return node
    value = inf
    for child in node:
        value = min(value, asks_before_it_has_moved_alpha(child, alpha, beta))
        if not alpha < value:
            return value
        beta = min(beta, value)
    return value


def at_the_best(now):
    return now.value == (1 if now.is_max else 0)


YES, NO = True, False
QUESTION = [
    [[NO, YES, NO], [NO, NO, NO]],
    [[NO, NO, NO], [YES, NO]],
    [[NO, YES], [NO, NO, YES]],
    [[YES]],
]


@cousin(T(QUESTION), QUESTION, True, cut=at_the_best, bounds=False, plain=int)
def found_or_looks_on(node, mine):
    """The loop goes on to its end, but once the answer is known it calls nobody any more."""
    if isinstance(node, bool):
        return node
    answer = not mine
    for child in node:
        if mine:
            answer = answer or found_or_looks_on(child, False)
        else:
            answer = answer and found_or_looks_on(child, True)
    return answer


@cousin(T(QUESTION[:2]), QUESTION[:2], True, cut=at_the_best, bounds=False, plain=int)
def looks_on_by_number(node, mine):
    if not isinstance(node, list):
        return node
    good = False
    for i in range(len(node)):
        good = good or looks_on_by_number(node[i], not mine) == mine
    return good == mine
