"""Besides the position, every call is given an object that stays the same all the time.

It holds the rules, the weights or a configuration, or it is the agent itself.
Some agents count their nodes, and the change of such a field says nothing about the position.
"""

from __future__ import annotations

import time
from collections import Counter, namedtuple
from dataclasses import dataclass, field
from functools import partial
from math import inf
from types import SimpleNamespace

from ..judge import program
from ..profile import unfold
from ..trees import ALTERNATING as T
from ..trees import BOOK, EIGHT, LEFT, RAGGED, noughts, rows, sticks
from .small_games import dropping, from_the_ends, lined, marching, marking, piles, subtraction

cousin = partial(program, family="object that never changes")
look_alike = partial(program, family="object that never changes", harmless=True)
MOVE = {"plain": lambda move: None}

FIVE = "XO.XO...."
COLUMNS = ("XX", "O", "XO", "O")


def hundred(columns, left):
    return (lined(columns, "X", 3) - lined(columns, "O", 3)) * 100


def four_in_a_grid(grid, mark, config):
    """Return whether `config.inarow` marks stand in a row; row 0 is the top."""
    cells = {(r, c) for r in range(config.rows) for c in range(config.columns)}
    mine = {(r, c) for r, c in cells if grid[r * config.columns + c] == mark}
    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    ks = range(config.inarow)
    return any(all((r + k * y, c + k * x) in mine for k in ks) for r, c in mine for y, x in ways)


def kaggle():
    obs = SimpleNamespace(board=[0, 0, 0, 0, 1, 0, 2, 0, 1, 2, 1, 2], mark=1)
    return obs, SimpleNamespace(columns=4, rows=3, inarow=3)


@cousin(dropping(COLUMNS, 3, 3, depth=3, worth=hundred), anew=kaggle, **MOVE)
def my_agent(obs, config):
    def drop(grid, col, mark):
        after = grid[:]
        row = max(r for r in range(config.rows) if after[r * config.columns + col] == 0)
        after[row * config.columns + col] = mark
        return after

    def score(grid, mark, config):
        mine, theirs = (four_in_a_grid(grid, m, config) for m in (mark, 3 - mark))
        return 100 * mine - 100 * theirs

    def minimax(node, depth, maximizing, mark, config):
        valid = [c for c in range(config.columns) if node[c] == 0]
        if depth == 0 or not valid or score(node, mark, config):
            return score(node, mark, config)
        who = mark if maximizing else 3 - mark
        children = [drop(node, c, who) for c in valid]
        values = [minimax(child, depth - 1, not maximizing, mark, config) for child in children]
        return max(values) if maximizing else min(values)

    valid = [c for c in range(config.columns) if obs.board[c] == 0]
    scores = {}
    for c in valid:
        scores[c] = minimax(drop(obs.board, c, obs.mark), 2, False, obs.mark, config)
    return max(scores, key=scores.get)


Rules = namedtuple("Rules", "largest last_wins")


@cousin(sticks(5, 2, last_wins=False), Rules(2, False), 5, True)
def rules_come_first(rules, left, mine):
    if left == 0:
        return 1 if mine != rules.last_wins else -1
    values = [
        rules_come_first(rules, left - n, not mine)
        for n in range(1, rules.largest + 1)
        if n <= left
    ]
    return max(values) if mine else min(values)


def weighed(board):
    return sum((1 if cell == "X" else -1) * w for cell, w in zip(board, (5, 2, 4, 9)))


@cousin(
    marking("....", (range(4),), weighed),
    anew=lambda: ([None] * 4, {"corner": [5, 2, 4, 9], "sign": {"me": 1, "you": -1}}, "me"),
)
def a_dictionary_of_weights(cells, weights, who):
    if None not in cells:
        return sum(weights["sign"][c] * w for c, w in zip(cells, weights["corner"]))
    values = []
    for i, cell in enumerate(cells):
        if cell is None:
            cells[i] = who
            other = "you" if who == "me" else "me"
            values.append(a_dictionary_of_weights(cells, weights, other))
            cells[i] = None
    return max(values) if who == "me" else min(values)


class Agent:
    """Its fields never change."""

    def __init__(self, mark, depth):
        self.mark, self.depth = mark, depth
        self.other = "O" if mark == "X" else "X"

    def winner(self, grid, mark):
        rows = [*grid, *map(list, zip(*grid))]
        rows += [[grid[i][i] for i in range(3)], [grid[i][2 - i] for i in range(3)]]
        return [mark] * 3 in rows

    def minimax(self, grid, depth, maximizing, alpha, beta):
        if self.winner(grid, self.mark):
            return 1
        if self.winner(grid, self.other):
            return -1
        free = [(r, c) for r in range(3) for c in range(3) if grid[r][c] == " "]
        if depth == 0 or not free:
            return 0
        best = -inf if maximizing else inf
        for r, c in free:
            grid[r][c] = self.mark if maximizing else self.other
            value = self.minimax(grid, depth - 1, not maximizing, alpha, beta)
            grid[r][c] = " "
            if maximizing:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if beta <= alpha:
                break
        return best


cousin(
    noughts("XO..X.O.."),
    anew=lambda: (Agent("X", 9), rows("XO..X.O..", " "), 9, True, -inf, inf),
    cut="<=",
    name="an_agent_is_self",
)(Agent.minimax)
cousin(
    noughts(FIVE),
    anew=lambda: (rows(FIVE, " "), 9, True, -inf, inf),
    cut="<=",
    name="an_agent_with_a_grid",
)(Agent("X", 9).minimax)


@dataclass
class Statistics:
    nodes: int = 0
    leaves: int = 0
    deepest: int = 0
    seen: Counter = field(default_factory=Counter)


@cousin(T(RAGGED), anew=lambda: (RAGGED, Statistics(), 0))
def statistics_change(node, stats, ply):
    stats.nodes += 1
    stats.deepest = max(stats.deepest, ply)
    stats.seen[ply] += 1
    if isinstance(node, int):
        stats.leaves += 1
        return node
    values = [statistics_change(child, stats, ply + 1) for child in node]
    return min(values) if ply % 2 else max(values)


class Player:
    """Counts its nodes, and remembers when it began."""

    def __init__(self, weights):
        self.weights, self.nodes, self.cutoffs, self.began = weights, 0, 0, None

    def decide(self, coins):
        self.began, self.nodes = time.monotonic(), 0
        value, side = self.negamax(coins, 0, -inf, inf)
        return side

    def negamax(self, coins, lead, alpha, beta):
        self.nodes += 1
        if not coins:
            return self.weights["lead"] * lead, None
        best, side = -inf, None
        for name, coin, rest in (("l", coins[0], coins[1:]), ("r", coins[-1], coins[:-1])):
            value = -self.negamax(rest, -lead - coin, -beta, -alpha)[0]
            if value > best:
                best, side = value, name
            alpha = max(alpha, best)
            if alpha >= beta:
                self.cutoffs += 1
                break
            if len(coins) == 1:
                break
        return best, side


cousin(
    from_the_ends((4, 9, 3, 1)),
    anew=lambda: ((4, 9, 3, 1),),
    cut="<=",
    negamax=True,
    name="a_player_decides",
    **MOVE,
)(Player({"lead": 1}).decide)
cousin(
    from_the_ends((9, 4, 3, 1)),
    anew=lambda: ((9, 4, 3, 1), 0, -inf, inf),
    cut="<=",
    negamax=True,
    name="a_player_counts_its_nodes",
    plain=lambda pair: pair[0],
)(Player({"lead": 1}).negamax)


class Nim:
    """The rules of a game, as in a textbook: states are given and returned."""

    def actions(self, state):
        return [(i, n) for i, heap in enumerate(state) for n in range(1, heap + 1)]

    def result(self, state, action):
        i, n = action
        return tuple(heap - n * (j == i) for j, heap in enumerate(state))

    def utility(self, state, player):
        return -1 if player == "MAX" else 1

    def terminal(self, state):
        return not any(state)


@cousin(
    piles((2, 1, 1), lambda left, turn: -1 if turn else 1, loops=False),
    (2, 1, 1),
    Nim(),
    "MAX",
)
def the_game_is_given(state, game, player):
    if game.terminal(state):
        return game.utility(state, player)
    other = "MIN" if player == "MAX" else "MAX"
    after = [game.result(state, action) for action in game.actions(state)]
    values = [the_game_is_given(each, game, other) for each in after]
    return max(values) if player == "MAX" else min(values)


class Reversi:
    """An agent that counts in a field how deep it is, and keeps its best move in another."""

    def __init__(self, row):
        self.row, self.ply, self.best, self.log = row, 0, None, []

    def after(self, row, mark):
        step = 1 if mark == "x" else -1
        for at, cell in enumerate(row):
            if cell == mark and 0 <= at + step < len(row) and row[at + step] != mark:
                cells = list(row)
                cells[at], cells[at + step] = ".", mark
                yield at, "".join(cells)

    def value(self, row, alpha, beta):
        self.log.append(row)
        mark = "xo"[self.ply % 2]
        moves = list(self.after(row, mark)) if self.ply < 5 else []
        if not moves:
            return row.count("x") - row.count("o")
        self.ply += 1
        best = None
        for at, child in moves:
            value = self.value(child, alpha, beta)
            if best is None or (value > best if mark == "x" else value < best):
                best = value
                if self.ply == 1:
                    self.best = at
            if mark == "x":
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        self.ply -= 1
        return best


cousin(
    marching("x.oxo.o", 5),
    anew=lambda: ("x.oxo.o", -9, 9),
    cut="<=",
    window=(-9, 9),
    name="an_agent_knows_its_ply",
)(Reversi("x.oxo.o").value)


def double_or_add(n, turn):
    return [2 * n, n + 3]


@cousin(
    unfold(3, double_or_add, lambda n, turn, left: n % 7, True, 4),
    3,
    {"moves": [lambda n: 2 * n, lambda n: n + 3], "worth": lambda n: n % 7},
    [4],
    0,
)
def functions_in_a_dictionary(n, rules, limit, ply):
    if ply == limit[0]:
        return rules["worth"](n)
    pick = min if ply % 2 else max
    return pick(
        functions_in_a_dictionary(move(n), rules, limit, ply + 1) for move in rules["moves"]
    )


class Tree:
    """A graph by names; the names are the positions."""

    def __init__(self, nested, name="r"):
        self.kids, self.worth = {}, {}
        self.add(nested, name)

    def add(self, nested, name):
        if isinstance(nested, int):
            self.worth[name] = nested
            return
        self.kids[name] = [f"{name}{i}" for i in range(len(nested))]
        for one, kid in zip(nested, self.kids[name]):
            self.add(one, kid)


@cousin(T(LEFT), Tree(LEFT), "r", -99, 99, True, cut="<=", window=(-99, 99))
def a_graph_comes_first(graph, name, a, b, mine):
    if name in graph.worth:
        return graph.worth[name]
    best = -99 if mine else 99
    for kid in graph.kids[name]:
        value = a_graph_comes_first(graph, kid, a, b, not mine)
        if mine:
            best = max(best, value)
            a = max(a, best)
        else:
            best = min(best, value)
            b = min(b, best)
        if a >= b:
            return best
    return best


@look_alike(T(BOOK), anew=lambda: (BOOK, True, []))
def a_list_of_visits(node, mine, visits):
    visits.append(len(visits))
    if isinstance(node, int):
        return node
    values = [a_list_of_visits(child, not mine, visits) for child in node]
    return max(values) if mine else min(values)


@look_alike(T(EIGHT), EIGHT, 3, True, "minimax")
def a_word_that_never_changes(node, depth, mine, mode):
    if depth == 0 or mode == "none":
        return node
    pick = max if mine else min
    return pick(a_word_that_never_changes(child, depth - 1, not mine, mode) for child in node)


@look_alike(subtraction(6, (1, 2), lambda left, turn, depth: -1 if turn else 1), 6, (1, 2), True)
def a_tuple_of_moves(left, takes, mine):
    options = [take for take in takes if take <= left]
    if not options:
        return -1 if mine else 1
    values = [a_tuple_of_moves(left - take, takes, not mine) for take in options]
    return max(values) if mine else min(values)
