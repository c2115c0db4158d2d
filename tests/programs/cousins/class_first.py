"""The first argument is a class, which makes the positions or knows the rules.

A class is no position: its attributes are methods and defaults, not children.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import inf
from types import SimpleNamespace
from typing import NamedTuple

from ..judge import program
from ..profile import unfold
from ..trees import ALTERNATING as T
from ..trees import BOOK, LEFT, SMALL, line, noughts
from .small_games import from_the_ends, subtraction

cousin = partial(program, family="class first")
look_alike = partial(program, family="class first", harmless=True)


def lost_by_the_mover(left, is_max, depth):
    return -1 if is_max else 1


class Heap:
    def __init__(self, left, who):
        self.left, self.who, self.value = left, who, 0


@cousin(
    subtraction(5, (1, 2), lost_by_the_mover),
    anew=lambda: (Heap, Heap(5, 1), 9, -9, 9),
    cut="<=",
    window=(-9, 9),
    plain=lambda heap: heap.value,
)
def node_with_a_value(Heap, node, depth, alpha, beta):
    if node.left == 0 or depth == 0:
        node.value = -node.who
        return node
    node.value = -9 * node.who
    for take in (1, 2):
        if take <= node.left:
            child = node_with_a_value(
                Heap, Heap(node.left - take, -node.who), depth - 1, alpha, beta
            )
            if node.who > 0:
                node.value = max(node.value, child.value)
                alpha = max(alpha, node.value)
            else:
                node.value = min(node.value, child.value)
                beta = min(beta, node.value)
            if alpha >= beta:
                break
    return node


class Rules:
    @staticmethod
    def moves(state):
        return [n for n in (state + 1, state + 4, state * 2)]

    @staticmethod
    def score(state):
        return state * 7 % 12


def growing(start, depth, is_max=True):
    return unfold(
        start, lambda n, turn: Rules.moves(n), lambda n, turn, left: Rules.score(n), is_max, depth
    )


@cousin(growing(3, 2), Rules, 3, 2, True)
def class_of_static_methods(game, state, depth, maximizing):
    if depth == 0:
        return game.score(state)
    scores = [
        class_of_static_methods(game, after, depth - 1, not maximizing)
        for after in game.moves(state)
    ]
    return max(scores) if maximizing else min(scores)


@cousin(growing(2, 3), Rules, 2, 3, -inf, inf, True, cut="<=")
def rules_then_bounds(rules, n, depth, alpha, beta, is_max):
    if not depth:
        return rules.score(n)
    best = -inf if is_max else inf
    for child in rules.moves(n):
        value = rules_then_bounds(rules, child, depth - 1, alpha, beta, not is_max)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


LATE = "XO.XO.O.X"


class Board:
    def __init__(self, cells, mark="X"):
        self.cells, self.mark = cells, mark

    def free(self):
        return [i for i, cell in enumerate(self.cells) if cell == "."]

    def worth(self):
        return line(self.cells, "X") - line(self.cells, "O")

    def over(self):
        return self.worth() != 0 or not self.free()


@cousin(noughts(LATE), Board, LATE, "X")
def makes_boards_of_texts(Board, cells, mark):
    board = Board(cells, mark)
    if board.over():
        return board.worth()
    rival = "O" if mark == "X" else "X"
    values = [
        makes_boards_of_texts(Board, cells[:i] + mark + cells[i + 1 :], rival) for i in board.free()
    ]
    return max(values) if mark == "X" else min(values)


class Row(NamedTuple):
    coins: tuple
    ahead: int = 0
    mine: bool = True


@cousin(from_the_ends((3, 8, 4)), Row, Row((3, 8, 4)))
def makes_named_tuples(State, state):
    if not state.coins:
        return state.ahead
    sign = 1 if state.mine else -1
    after = [State(state.coins[1:], state.ahead + sign * state.coins[0], not state.mine)]
    if len(state.coins) > 1:
        after.append(State(state.coins[:-1], state.ahead + sign * state.coins[-1], not state.mine))
    pick = max if state.mine else min
    return pick(makes_named_tuples(State, each) for each in after)


@dataclass(frozen=True)
class Pile:
    left: int

    def after(self):
        return [Pile(self.left - take) for take in (1, 3) if take <= self.left]


def pile_tree(left):
    return subtraction(left, (1, 3), lost_by_the_mover)


@cousin(pile_tree(5), Pile, 5, -1, 1, 1, cut="<=", window=(-1, 1), negamax=True)
def makes_the_pile_at_each_call(cls, left, alpha, beta, color):
    pile = cls(left)
    if not pile.after():
        return -1
    best = -1
    for after in pile.after():
        best = max(best, -makes_the_pile_at_each_call(cls, after.left, -beta, -alpha, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


class Finder:
    @classmethod
    def find(cls, tree, is_max=True):
        if isinstance(tree, int):
            return tree
        return (max if is_max else min)([cls.find(part, not is_max) for part in tree])


cousin(T(BOOK), BOOK, True, name="class_method")(Finder.find)
cousin(T(LEFT), Finder, LEFT, True, name="class_methods_function")(Finder.find.__func__)


@cousin(T(BOOK), list, BOOK, True)
def builtin_class_first(kind, node, is_max):
    """The class tells inner nodes from leaves."""
    if not isinstance(node, kind):
        return node
    values = [builtin_class_first(kind, child, not is_max) for child in node]
    return max(values) if is_max else min(values)


class Result:
    def __init__(self, score, move=None):
        self.score, self.move = score, move


@cousin(T(SMALL), Result, SMALL, "max", plain=lambda result: result.score)
def class_of_the_results(Answer, node, player):
    if isinstance(node, int):
        return Answer(node)
    best = None
    for move, child in enumerate(node):
        found = class_of_the_results(Answer, child, "min" if player == "max" else "max")
        better = best is None or (
            found.score > best.score if player == "max" else found.score < best.score
        )
        if better:
            best = Answer(found.score, move)
    return best


class Players:
    MAX, MIN = "max", "min"
    OTHER = {"max": "min", "min": "max"}


@cousin(T(LEFT), Players, LEFT, Players.MAX, -inf, inf, cut="<=")
def class_of_constants(P, node, player, lo, hi):
    if not isinstance(node, list):
        return node
    for child in node:
        value = class_of_constants(P, child, P.OTHER[player], lo, hi)
        if player == P.MAX:
            lo = max(lo, value)
        else:
            hi = min(hi, value)
        if lo >= hi:
            break
    return lo if player == P.MAX else hi


class Taking:
    stones = (2, 3, 1)

    @classmethod
    def after(cls, taken):
        return [(*taken, i) for i in range(len(cls.stones)) if i not in taken]

    @classmethod
    def worth(cls, taken):
        return sum(cls.stones[i] * (n + 1) for n, i in enumerate(taken)) % 7


@cousin(
    unfold(
        (), lambda taken, turn: Taking.after(taken), lambda taken, turn, left: Taking.worth(taken)
    ),
    Taking,
    (),
)
def empty_tuple_after_a_class(Game, taken):
    following = Game.after(taken)
    if not following:
        return Game.worth(taken)
    values = [empty_tuple_after_a_class(Game, each) for each in following]
    return min(values) if len(taken) % 2 else max(values)


@look_alike(growing(3, 2), Rules(), 3, 2, True)
def an_object_first(game, state, depth, maximizing):
    if depth == 0:
        return game.score(state)
    scores = [
        an_object_first(game, after, depth - 1, not maximizing) for after in game.moves(state)
    ]
    return max(scores) if maximizing else min(scores)


@look_alike(growing(4, 2), 4, Rules, 2, True)
def a_class_second(state, game, depth, maximizing):
    if depth == 0:
        return game.score(state)
    scores = [a_class_second(after, game, depth - 1, not maximizing) for after in game.moves(state)]
    return max(scores) if maximizing else min(scores)


@look_alike(pile_tree(4), Pile(4), True)
def the_position_makes_its_own(pile, mine):
    if not pile.after():
        return -1 if mine else 1
    values = [the_position_makes_its_own(after, not mine) for after in pile.after()]
    return max(values) if mine else min(values)


@look_alike(growing(2, 2), SimpleNamespace(moves=Rules.moves, score=Rules.score), 2, 2, True)
def a_namespace_first(game, state, depth, maximizing):
    if depth == 0:
        return game.score(state)
    found = [
        a_namespace_first(game, after, depth - 1, not maximizing) for after in game.moves(state)
    ]
    return max(found) if maximizing else min(found)
