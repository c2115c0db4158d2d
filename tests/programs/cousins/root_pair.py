"""Only the root returns a move, or a move with its value; every other node returns a value.

Numbers of moves can look like values, and all values of a small game may be equal.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import inf
from typing import NamedTuple

from ..judge import program
from ..profile import Ref
from ..trees import ALTERNATING as T
from ..trees import BOOK, EIGHT, LEFT, SMALL, line, noughts
from .small_games import from_the_ends, named, piles

cousin = partial(program, family="root pair")
look_alike = partial(program, family="root pair", harmless=True)

TIED = [[1, 1], [0, 1], [1, 0]]
LATE = "XO.XO.O.X"


def play(node, maximizing):
    if isinstance(node, int):
        return node
    return (max if maximizing else min)(play(child, not maximizing) for child in node)


@cousin(T(TIED), TIED, plain=lambda pair: pair[1])
def square_and_value(state):
    return max(
        [((0, column), play(child, False)) for column, child in enumerate(state)],
        key=lambda pair: pair[1],
    )


@cousin(T(SMALL), SMALL, plain=lambda pair: pair[1])
def number_of_the_move_and_value(state):
    best_move, best_value = -1, -inf
    for move in range(len(state)):
        value = play(state[move], False)
        if value > best_value:
            best_move, best_value = move, value
    return best_move, best_value


@cousin(T([[0, 1], [1, 2], [2, 0]]), [[0, 1], [1, 2], [2, 0]], plain=lambda pair: pair[0])
def value_and_number_of_the_move(state):
    """Every value is also the number of a move: only the order of the pair tells them apart."""
    values = [play(child, False) for child in state]
    return max(values), values.index(max(values))


@cousin(T(BOOK), BOOK, plain=lambda found: found["value"])
def dict_at_the_root(tree):
    scores = {f"move {i}": play(branch, False) for i, branch in enumerate(tree)}
    winner = max(scores, key=scores.get)
    return {"move": winner, "value": scores[winner], "all": scores}


class Choice(NamedTuple):
    column: int
    score: float


def place(text, cell, mark):
    return text[:cell] + mark + text[cell + 1 :]


def value_of(text, mark):
    if line(text, "X") or line(text, "O") or "." not in text:
        return line(text, "X") - line(text, "O")
    after = [
        value_of(place(text, i, mark), "O" if mark == "X" else "X")
        for i in range(9)
        if text[i] == "."
    ]
    return max(after) if mark == "X" else min(after)


@cousin(noughts(LATE), LATE, plain=lambda choice: choice.score)
def named_tuple_at_the_root(board):
    free = [i for i in range(9) if board[i] == "."]
    return max(
        (Choice(i, value_of(place(board, i, "X"), "O")) for i in free),
        key=lambda choice: choice.score,
    )


@cousin(T(EIGHT), EIGHT, 3, -inf, inf, True, cut="<=", plain=lambda pair: pair[1])
def pair_at_the_top_depth(node, depth, alpha, beta, is_max, top=3):
    if depth == 0:
        return node
    best, best_child = (-inf if is_max else inf), None
    for index, child in enumerate(node):
        value = pair_at_the_top_depth(child, depth - 1, alpha, beta, not is_max)
        if value > best if is_max else value < best:
            best, best_child = value, index
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if beta <= alpha:
            break
    return (best_child, best) if depth == top else best


def last_taker(left, is_max):
    return -1 if is_max else 1


def nim(heaps, mine):
    if not any(heaps):
        return -1 if mine else 1
    after = [
        (*heaps[:i], n - k, *heaps[i + 1 :]) for i, n in enumerate(heaps) for k in range(1, n + 1)
    ]
    return (max if mine else min)(nim(each, not mine) for each in after)


@cousin(piles((2, 1, 1), last_taker, loops=False), (2, 1, 1), plain=lambda move: None)
def heap_and_count(heaps):
    """Both numbers of the pair are the move's."""
    best, choice = -2, (0, 0)
    for i, n in enumerate(heaps):
        for k in range(1, n + 1):
            value = nim((*heaps[:i], n - k, *heaps[i + 1 :]), False)
            if value > best:
                best, choice = value, (i, k)
    return choice


@cousin(T(TIED), TIED, plain=lambda three: three[0])
def value_move_and_count(tree):
    count = 0

    def inner(node, maxi):
        nonlocal count
        count += 1
        return (
            node
            if isinstance(node, int)
            else (max if maxi else min)([inner(kid, not maxi) for kid in node])
        )

    value, move = max((inner(kid, False), -i) for i, kid in enumerate(tree))
    return value, -move, count


@cousin(T([[5, 1], [4, 3], [2, 6]]), [[5, 1], [4, 3], [2, 6]], plain=lambda ranking: ranking[0][0])
def ranking_of_all_moves(tree):
    return sorted(((play(branch, False), name) for name, branch in zip("abc", tree)), reverse=True)


GRAPH = {"start": ("left", "right"), "left": ("l1", "l2"), "right": ("r1", "r2", "r3")}
UTILITY = {"l1": 4, "l2": 6, "r1": 7, "r2": 5, "r3": 9}


def min_value(state):
    return UTILITY[state] if state in UTILITY else min(max_value(s) for s in GRAPH[state])


def max_value(state):
    return UTILITY[state] if state in UTILITY else max(min_value(s) for s in GRAPH[state])


@cousin(named(GRAPH, UTILITY, "start"), "start", plain=lambda move: None)
def name_of_the_best_successor(state):
    return max(GRAPH[state], key=min_value)


@cousin(T(LEFT), LEFT, cut="<=", root_passes=True, plain=lambda pair: pair[1])
def index_and_alpha(tree):
    def ab(node, alpha, beta, is_max):
        if isinstance(node, int):
            return node
        best = -inf if is_max else inf
        for child in node:
            value = ab(child, alpha, beta, not is_max)
            best = max(best, value) if is_max else min(best, value)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best

    alpha, chosen = -inf, None
    for index, child in enumerate(tree):
        value = ab(child, alpha, inf, False)
        if value > alpha:
            alpha, chosen = value, index
    return chosen, alpha


@dataclass
class Plan:
    end: str
    gain: int


def coins(row, ahead, mine):
    if not row:
        return ahead
    sign = 1 if mine else -1
    options = [coins(row[1:], ahead + sign * row[0], not mine)]
    if len(row) > 1:
        options.append(coins(row[:-1], ahead + sign * row[-1], not mine))
    return max(options) if mine else min(options)


@cousin(from_the_ends((2, 7, 5)), (2, 7, 5), plain=lambda plan: plan.gain)
def dataclass_at_the_root(row):
    left = Plan("left", coins(row[1:], row[0], False))
    right = Plan("right", coins(row[:-1], row[-1], False))
    return left if left.gain >= right.gain else right


THREE_PLIES = [[[0, 1], [1, 1]], [[0, 0], [1, 0]], [[0, 1], [0, 0]]]


@cousin(T(THREE_PLIES), THREE_PLIES, plain=lambda found: found["score"])
def dict_of_wins_and_draws(tree):
    best = {"move": None, "score": -1}
    for move, child in enumerate(tree):
        score = play(child, False)
        if score > best["score"]:
            best = {"move": move, "score": score}
    return best


@cousin(T(TIED, False), TIED, plain=lambda pair: pair[0])
def min_begins_with_a_pair(tree):
    """The root belongs to the minimizer, and looks like its children."""
    return min((play(child, True), f"move {i}") for i, child in enumerate(tree))


@cousin(T([[0, 0], [-1, 0], [0, -1]]), [[0, 0], [-1, 0], [0, -1]], plain=lambda pair: pair[1])
def list_of_move_and_draw(tree):
    chosen = [None, -inf]
    for number, child in enumerate(tree):
        value = play(child, False)
        if value > chosen[1]:
            chosen = ["abc"[number], value]
    return chosen


@look_alike(T(BOOK), BOOK, True, plain=lambda pair: pair[1])
def pair_everywhere(node, is_max):
    if isinstance(node, int):
        return None, node
    found = [(f"child {i}", pair_everywhere(child, not is_max)[1]) for i, child in enumerate(node)]
    return (max if is_max else min)(found, key=lambda pair: pair[1])


@cousin(T(TIED), TIED)
def value_at_the_root(state):
    """No pair at all, but the root is no call of the search that its children are."""
    return max(play(child, False) for child in state)


@look_alike(T(SMALL), SMALL, plain=lambda returned: None)
def place_of_the_best_value(state):
    values = [play(child, False) for child in state]
    best = max(values)
    return f"the child number {values.index(best)}"


@look_alike(T(BOOK), BOOK, True)
def value_everywhere(node, is_max):
    if isinstance(node, int):
        return node
    values = [value_everywhere(child, not is_max) for child in node]
    return max(values) if is_max else min(values)


def depth_and_value(state, is_max, depth):
    """Return pairs: of equal values the player takes the one that comes later."""
    if isinstance(state, int):
        return state, -depth
    return (max if is_max else min)(depth_and_value(c, not is_max, depth + 1) for c in state)


@cousin(T([[4, 9], [2, 8], [7, 7]]), [[4, 9], [2, 8], [7, 7]], plain=lambda pair: pair[1][0])
def number_of_the_move_and_whole_pair(state):
    """The number of the move is the smallest value: only the child's pair tells what is one."""
    pairs = [depth_and_value(child, False, 1) for child in state]
    return pairs.index(max(pairs)), max(pairs)


@cousin(T([[5, 0], [1, 6], [2, 3]]), [[5, 0], [1, 6], [2, 3]], plain=lambda found: found[0][0])
def whole_pair_and_next_best(state):
    pairs = sorted((depth_and_value(child, False, 1) for child in state), reverse=True)
    return pairs[0], pairs[1][0]


GROWTH = {
    (): [(2,), (5,), (1,)],
    (2,): [(2, 4), (2, 1), (2, 6)],
    (5,): [(5, 3), (5, 6), (5, 9)],
    (1,): [(1, 2)],
}


def weight(row):
    return row[0] * 10 + (row[-1] - 4) ** 2


def row_ref(row=(), is_max=True):
    below = GROWTH.get(row, ())
    return Ref(is_max, tuple(row_ref(each, not is_max) for each in below), weight(row or (0,)))


@cousin(row_ref(), [], 2, doubtful=True, plain=lambda row: weight(row))
def best_end(row, depth):
    """Positions are returned, and another function values them: no number in them is a value."""
    if depth == 0 or tuple(row) not in GROWTH:
        return row
    reached = None
    for grown in GROWTH[tuple(row)]:
        end = worst_end(list(grown), depth - 1)
        if reached is None or weight(end) > weight(reached):
            reached = end
    return reached


def worst_end(row, depth):
    if depth == 0 or tuple(row) not in GROWTH:
        return row
    reached = None
    for grown in GROWTH[tuple(row)]:
        end = best_end(list(grown), depth - 1)
        if reached is None or weight(end) < weight(reached):
            reached = end
    return reached
