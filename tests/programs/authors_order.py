"""Arguments in the author's own order, positions that live in objects, and what only the lines run can tell."""

from __future__ import annotations

from math import inf

from .judge import program
from .profile import Ref
from .trees import ALTERNATING as T
from .trees import DEEP, EIGHT, LEFT, SMALL, line, noughts

OPEN = "XO.XO...."


class Board:
    """Noughts and crosses whose cells the search itself fills and empties."""

    def __init__(self, text, player="X"):
        self.cells, self.player = list(text), player

    def after(self, cell):
        self.cells[cell], self.player = self.player, "O" if self.player == "X" else "X"

    def back(self, cell):
        self.cells[cell], self.player = ".", "O" if self.player == "X" else "X"

    def search(self, depth, alpha, beta, first=False):
        if line(self.cells, "X") or line(self.cells, "O"):
            return -1
        moves = [i for i in range(9) if self.cells[i] == "."]
        if not moves or not depth:
            return 0
        for move in moves:
            self.after(move)
            value = -self.search(depth - 1, -beta, -alpha)
            self.back(move)
            if value >= beta:
                return beta
            if value > alpha:
                alpha = value
                if first:
                    self.best = move
        return alpha


program(
    noughts(OPEN, depth=3),
    3,
    -inf,
    inf,
    True,
    cut="<=",
    hard=True,
    negamax=True,
    name="the_board_is_the_object",
)(Board(OPEN).search)


@program(noughts(OPEN), "X", OPEN, cause=12)
def the_player_comes_first(mark, cells):
    if line(cells, "X") or line(cells, "O") or "." not in cells:
        return line(cells, "X") - line(cells, "O")
    after = [cells[:i] + mark + cells[i + 1 :] for i in range(9) if cells[i] == "."]
    if mark == "X":
        return max(the_player_comes_first("O", one) for one in after)
    return min(the_player_comes_first("X", one) for one in after)


class Tally:
    """A number for a position, and beside it a dictionary that says where one may go."""

    def follow(self, depth, total, steps, low, high, larger):
        if depth == 0:
            return total
        best = -inf if larger else inf
        for step in sorted(steps):
            left = {each: worth + step for each, worth in steps.items() if each != step}
            value = self.follow(depth - 1, total * 2 + steps[step], left, low, high, not larger)
            best = max(best, value) if larger else min(best, value)
            low, high = (max(low, best), high) if larger else (low, min(high, best))
            if low >= high:
                break
        return best


def tally(depth, total, steps, is_max=True):
    def below(step):
        left = {each: worth + step for each, worth in steps.items() if each != step}
        return tally(depth - 1, total * 2 + steps[step], left, not is_max)

    return Ref(is_max, value=total) if not depth else Ref(is_max, tuple(map(below, sorted(steps))))


STEPS = {1: 3, 2: -4, 3: 2}
program(tally(3, 1, STEPS), 3, 1, STEPS, -inf, inf, True, cut="<=", name="depth_first_and_a_total")(
    Tally().follow
)


@program(T([[4, 4], [4, 4]], False), [[4, 4], [4, 4]], "O", cause=4)
def equal_values_tell_nothing(tree, who):
    if not isinstance(tree, list):
        return tree
    best = None
    for part in tree:
        value = equal_values_tell_nothing(part, "X" if who == "O" else "O")
        if best is None:
            best = value
        elif who == "X":
            if value > best:
                best = value
        elif value < best:
            best = value
    return best


def alone(nested, is_max=True):
    return (
        Ref(is_max, tuple(alone(part, is_max) for part in nested))
        if isinstance(nested, list)
        else Ref(is_max, value=nested)
    )


@program(alone([[1, 1], [1, [1, 1]]]), [[1, 1], [1, [1, 1]]], "X", "X", cause=4)
def nobody_else_moves(tree, player, mine):
    if not isinstance(tree, list):
        return tree
    if player == mine:
        best = -inf
        for part in tree:
            best = max(best, nobody_else_moves(part, player, mine))
        return best
    best = inf
    for part in tree:
        best = min(best, nobody_else_moves(part, player, mine))
    return best


@program(T(LEFT, False), LEFT, -1, negamax=True, plain=lambda value: -value)
def minus_one_moves_first(tree, colour):
    if not isinstance(tree, list):
        return colour * tree
    return max(-minus_one_moves_first(part, colour * -1) for part in tree)


def either(tree, prune=False):
    """Hold two searches, one of which is asked."""

    def plain(node, is_max):
        if not isinstance(node, list):
            return node
        return (max if is_max else min)(plain(part, not is_max) for part in node)

    def pruning(node, alpha, beta, is_max):
        if not isinstance(node, list):
            return node
        for part in node:
            value = pruning(part, alpha, beta, not is_max)
            alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
            if alpha >= beta:
                break
        return alpha if is_max else beta

    return pruning(tree, -inf, inf, True) if prune else plain(tree, True)


program(T(DEEP), DEEP, name="the_first_of_two_searches")(either)
program(T(DEEP), DEEP, True, cut="<=", hard=True, name="the_second_of_two_searches")(either)


@program(T(EIGHT), 0, 0, True, [5, 6, 7, 4, 3, 8, 1, 9], 3, cause=12)
def heap_as_written(depth, index, is_max, scores, height):
    if depth == height:
        return scores[index]
    pick = max if is_max else min
    return pick(
        heap_as_written(depth + 1, index * 2 + i, not is_max, scores, height) for i in (0, 1)
    )


def heaps(left, is_max=True, depth=3):
    after = [
        [*left[:i], left[i] - k, *left[i + 1 :]]
        for i in range(len(left))
        for k in (1, 2)
        if k <= left[i]
    ]
    if not depth or not after:
        return Ref(is_max, value=sum(left) * (1 if is_max else -1) + left[0])
    return Ref(is_max, tuple(heaps(one, not is_max, depth - 1) for one in after))


class Side:
    def __init__(self, name, sign):
        self.name, self.sign = name, sign


ONE, TWO = Side("one", 1), Side("two", -1)


@program(heaps([2, 1]), [2, 1], ONE, 3, cause=7)
def heaps_in_a_list(left, side, depth):
    after = [
        [*left[:i], left[i] - k, *left[i + 1 :]]
        for i in range(len(left))
        for k in (1, 2)
        if k <= left[i]
    ]
    if not depth or not after:
        return side.sign * sum(left) + left[0]
    found = None
    for one in after:
        value = heaps_in_a_list(one, TWO if side is ONE else ONE, depth - 1)
        if found is None or (value > found if side is ONE else value < found):
            found = value
    return found


@program(T(SMALL), SMALL, True, plain=lambda move: None, cause=12)
def a_move_at_the_root(node, first=False):
    """Return the value, but the place of the best child to whoever asks first."""
    if not isinstance(node, list):
        return node
    scores = [(smallest(part), f"child {i}") for i, part in enumerate(node)]
    return max(scores)[1] if first else max(scores)[0]


def smallest(node):
    return min(a_move_at_the_root(part) for part in node) if isinstance(node, list) else node


class Heap:
    def take(self, depth, left):
        if depth == 0 or left < 1:
            return left
        return max(-self.take(depth - 1, left - k) for k in (1, 3))


def heap(left, depth, sign=1):
    after = [heap(left - k, depth - 1, -sign) for k in (1, 3)] if depth and left > 0 else []
    return Ref(sign > 0, tuple(after), sign * left)


program(heap(9, 4), 4, 9, negamax=True, name="two_numbers_in_the_authors_order")(Heap().take)


class Sticks:
    def __init__(self, left):
        self.left = left

    def takes(self, player):
        return [take for take in (1, 2, 3 - player) if take <= self.left]

    def worth(self):
        return self.left * 10**14


def taking(left, player, depth):
    takes = [take for take in (1, 2, 3 - player) if take <= left] if depth else []
    after = [taking(left - take, 1 - player, depth - 1) for take in takes]
    return Ref(player == 1, tuple(after), left * 10**14)


# its values are larger than what other programs take for infinite
FAR = {"cut": "<=", "window": (-inf, inf)}


@program(taking(7, 1, 3), anew=lambda: (1, Sticks(7), 3, -inf, inf), **FAR, cause=12)
def player_before_position(player, state, left, alpha, beta):
    if left == 0:
        return state.worth()
    best = -inf if player else inf
    for take in state.takes(player):
        value = player_before_position(1 - player, Sticks(state.left - take), left - 1, alpha, beta)
        best = max(best, value) if player else min(best, value)
        alpha, beta = (max(alpha, best), beta) if player else (alpha, min(beta, best))
        if beta <= alpha:
            break
    return best


def going(left, who, depth):
    after = (
        [going(left - k, who if k == 2 else 1 - who, depth - 1) for k in (1, 2)]
        if depth and left > 1
        else []
    )
    return Ref(who == 0, tuple(after), left * (-1) ** left)


@program(going(6, 0, 4), {"left": 6, "who": 0}, 4, plain=lambda pair: pair[0], cause=4)
def once_more_after_two(state, depth):
    """Return the value of a position in a dict, in which who takes two moves again."""
    left, who = state["left"], state["who"]
    if depth == 0 or left <= 1:
        return left * (-1) ** left, None
    best = None
    for k in (1, 2):
        value, _ = once_more_after_two(
            {"left": left - k, "who": who if k == 2 else 1 - who}, depth - 1
        )
        if best is None or (value > best[0] if who == 0 else value < best[0]):
            best = value, k
    return best


class Found:
    def __init__(self, child, value):
        self.child, self.value = child, value


@program(T(SMALL), SMALL, 1, negamax=True, plain=lambda found: found.value, cause=12)
def an_object_is_negated(node, sign):
    if not isinstance(node, list):
        return Found(None, sign * node)
    best = Found(None, -inf)
    for child in node:
        found = an_object_is_negated(child, -sign)
        if -found.value > best.value:
            best = Found(child, -found.value)
    return best


@program(
    T(SMALL),
    SMALL,
    True,
    True,
    plain=lambda returned: None if isinstance(returned, tuple) else returned,
    cause=2,
)
def a_square_at_the_root(node, maximizing, top=False):
    if not isinstance(node, list):
        return node
    scores = [(a_square_at_the_root(child, not maximizing), (i, 5)) for i, child in enumerate(node)]
    return (max if maximizing else min)(scores)[top]
