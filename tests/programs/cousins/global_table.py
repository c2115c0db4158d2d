"""A table outside the search keeps what earlier calls have found.

The table is empty before the author's call. An attempt that fills it would change the next one,
so a trace must show the search as it runs with an empty table.
"""

from __future__ import annotations

import functools
from functools import partial

from ..judge import program
from ..profile import unfold
from ..trees import line, noughts
from .small_games import from_the_ends, named, subtraction

cousin = partial(program, family="global table")
look_alike = partial(program, family="global table", harmless=True)


def state_and_turn(ref, path):
    return ref.key, ref.is_max


def loses(left, is_max, depth):
    return -1 if is_max else 1


MEMO = {"memo": state_and_turn, "memo_leaves": False}


def clearing(table, *arguments):
    """Return what empties the table, in the author's order or another, before each call."""

    def anew():
        table.clear()
        return arguments

    return anew


class Game:
    """Take one or two away."""

    def moves(self, state):
        return [take for take in (1, 2) if take <= state]

    def result(self, state, take):
        return state - take

    def over(self, state):
        return state == 0


GAME = Game()
seen = {}


@cousin(
    subtraction(5, (1, 2), loses),
    anew=clearing(seen, GAME, 5, 1),
    traced=clearing(seen, 5, GAME, 1),
    **MEMO,
    plain=lambda move: None,
)
def best_take(game, state, player):
    def go(state, player):
        if game.over(state):
            return -player, None
        if (state, player) in seen:
            return seen[state, player]
        found = [(go(game.result(state, take), -player)[0], take) for take in game.moves(state)]
        seen[state, player] = max(found) if player == 1 else min(found)
        return seen[state, player]

    return go(state, player)[1]


transpositions = {}


@cousin(
    subtraction(6, (1, 2), loses),
    anew=clearing(transpositions, GAME, 6, True),
    traced=clearing(transpositions, 6, GAME, True),
    **MEMO,
)
def game_first(game, state, maximizing):
    key = (state, maximizing)
    if key in transpositions:
        return transpositions[key]
    if game.over(state):
        return -1 if maximizing else 1
    scores = [game_first(game, game.result(state, m), not maximizing) for m in game.moves(state)]
    transpositions[key] = max(scores) if maximizing else min(scores)
    return transpositions[key]


LATE = "XOXOXO..."
known = {}


@cousin(
    noughts(LATE),
    anew=clearing(known, "X", LATE),
    traced=clearing(known, LATE, "X"),
    memo=state_and_turn,
)
def mark_first(mark, cells):
    """Leaves are kept as well."""
    if (cells, mark) in known:
        return known[cells, mark]
    if line(cells, "X") or line(cells, "O") or "." not in cells:
        value = line(cells, "X") - line(cells, "O")
    else:
        boards = [cells[:i] + mark + cells[i + 1 :] for i in range(9) if cells[i] == "."]
        value = (max if mark == "X" else min)(
            [mark_first("O" if mark == "X" else "X", b) for b in boards]
        )
    known[cells, mark] = value
    return value


@functools.lru_cache(maxsize=None)
def cached(take_most, left, mine):
    if left == 0:
        return -1 if mine else 1
    after = (
        cached(take_most, left - take, not mine) for take in range(1, take_most + 1) if take <= left
    )
    return max(after) if mine else min(after)


def uncached(*arguments):
    def anew():
        cached.cache_clear()
        return arguments

    return anew


cousin(
    subtraction(5, (1, 2), loses),
    name="rule_first_in_a_cache",
    anew=uncached(2, 5, True),
    traced=uncached(5, 2, True),
    memo=state_and_turn,
)(cached)


class Engine:
    table = {}

    def __init__(self, game):
        self.game = game

    def negamax(self, color, state):
        if (color, state) in self.table:
            return self.table[color, state]
        if self.game.over(state):
            return -1
        best = max(
            -self.negamax(-color, self.game.result(state, m)) for m in self.game.moves(state)
        )
        self.table[color, state] = best
        return best


cousin(
    subtraction(6, (1, 2), loses),
    name="table_of_the_class",
    negamax=True,
    **MEMO,
    anew=clearing(Engine.table, 1, 6),
    traced=clearing(Engine.table, 6, 1),
)(Engine(GAME).negamax)

ROW = (2, 5, 3, 4)


def sums_to(row, is_max):
    return unfold(
        row,
        lambda r, turn: [r[1:], r[:-1]] if len(r) > 1 else [],
        lambda r, turn, left: r[0],
        is_max,
    )


def default_table(turn, row, table={}):
    if len(row) == 1:
        return row[0]
    if row not in table:
        pair = default_table(1 - turn, row[1:]), default_table(1 - turn, row[:-1])
        table[row] = (max, min)[turn](pair)
    return table[row]


cousin(
    sums_to(ROW, True),
    name="default_argument",
    memo=state_and_turn,
    memo_leaves=False,
    anew=clearing(default_table.__defaults__[0], 0, ROW),
    traced=clearing(default_table.__defaults__[0], ROW, 0),
)(default_table)


def function_table(row, who):
    if len(row) == 1:
        return row[0]
    hit = function_table.table.get((row, who))
    if hit is not None:
        return hit
    other = "MIN" if who == "MAX" else "MAX"
    ends = [function_table(rest, other) for rest in (row[1:], row[:-1])]
    function_table.table[row, who] = max(ends) if who == "MAX" else min(ends)
    return function_table.table[row, who]


function_table.table = {}
cousin(sums_to(ROW, True), anew=clearing(function_table.table, ROW, "MAX"), **MEMO)(function_table)

GRAPH = {"r": "abc", "a": "de", "b": "ef", "c": "fd", "d": "gh", "e": "ij", "f": "kl"}
UTILITY = dict(g=4, h=7, i=2, j=9, k=6, l=5)
done = {}


@cousin(
    named(GRAPH, UTILITY, "r"),
    anew=clearing(done, GRAPH, UTILITY, "r", True),
    traced=clearing(done, "r", GRAPH, UTILITY, True),
    **MEMO,
)
def tables_first(graph, utility, node, is_max):
    if node in utility:
        return utility[node]
    if node in done:
        return done[node]
    values = [tables_first(graph, utility, child, not is_max) for child in graph[node]]
    done[node] = max(values) if is_max else min(values)
    return done[node]


visited = []


@cousin(from_the_ends((3, 1, 6)), anew=clearing(visited, 0, (3, 1, 6), True))
def a_list_of_visits(ahead, row, mine):
    """Only the second attempt would find the list full, and stop."""
    if len(visited) > 40:
        return 0
    visited.append(row)
    if not row:
        return ahead
    sign = 1 if mine else -1
    scores = [a_list_of_visits(ahead + sign * row[0], row[1:], not mine)]
    if len(row) > 1:
        scores.append(a_list_of_visits(ahead + sign * row[-1], row[:-1], not mine))
    return max(scores) if mine else min(scores)


class Memoized:
    def __init__(self, function):
        self.function, self.results = function, {}

    def __call__(self, *arguments):
        if arguments not in self.results:
            self.results[arguments] = self.function(*arguments)
        return self.results[arguments]


@Memoized
def decorated(is_max, left):
    if left == 0:
        return -1 if is_max else 1
    return (max if is_max else min)(
        [decorated(not is_max, left - take) for take in (1, 2) if take <= left]
    )


cousin(
    subtraction(5, (1, 2), loses),
    name="memoized_by_an_object",
    anew=clearing(decorated.results, True, 5),
    traced=clearing(decorated.results, 5, True),
    memo=state_and_turn,
)(decorated)

answers = {}


@cousin(
    noughts(LATE), anew=clearing(answers, {"cells": LATE}, "X"), **MEMO, plain=lambda pair: pair[0]
)
def moves_in_a_module_table(game, mark):
    cells = game["cells"]
    if line(cells, "X") or line(cells, "O") or "." not in cells:
        return line(cells, "X") - line(cells, "O"), None
    if cells in answers:
        return answers[cells]
    options = []
    for i in range(9):
        if cells[i] == ".":
            after = {"cells": cells[:i] + mark + cells[i + 1 :]}
            options.append((moves_in_a_module_table(after, "O" if mark == "X" else "X")[0], -i))
    answers[cells] = max(options) if mark == "X" else min(options)
    return answers[cells]


wins, losses = set(), set()


def no_results(*arguments):
    def anew():
        wins.clear()
        losses.clear()
        return arguments

    return anew


@cousin(
    subtraction(6, (1, 2), loses),
    anew=no_results(GAME, 6, True),
    traced=no_results(6, GAME, True),
    **MEMO,
)
def two_sets_of_results(game, left, mine):
    if game.over(left):
        return -1 if mine else 1
    if (left, mine) in wins:
        return 1
    if (left, mine) in losses:
        return -1
    after = [
        two_sets_of_results(game, game.result(left, take), not mine) for take in game.moves(left)
    ]
    value = max(after) if mine else min(after)
    (wins if value > 0 else losses).add((left, mine))
    return value


by_text = {}


@cousin(
    subtraction(6, (1, 3), loses),
    anew=clearing(by_text, "first", 6),
    traced=clearing(by_text, 6, "first"),
    **MEMO,
)
def keys_are_texts(player, sticks):
    if sticks == 0:
        return -1 if player == "first" else 1
    key = f"{player}: {sticks}"
    if key not in by_text:
        rival = "second" if player == "first" else "first"
        values = [keys_are_texts(rival, sticks - take) for take in (1, 3) if take <= sticks]
        by_text[key] = max(values) if player == "first" else min(values)
    return by_text[key]


@look_alike(subtraction(5, (1, 2), loses), anew=lambda: (5, True, {}), **MEMO)
def a_table_of_each_call(left, mine, table):
    if left == 0:
        return -1 if mine else 1
    if (left, mine) not in table:
        after = [
            a_table_of_each_call(left - take, not mine, table) for take in (1, 2) if take <= left
        ]
        table[left, mine] = max(after) if mine else min(after)
    return table[left, mine]


calls = {"count": 0}


@look_alike(from_the_ends((3, 1, 6)), (3, 1, 6), 0, True)
def a_global_count(row, ahead, mine):
    calls["count"] += 1
    if not row:
        return ahead
    sign = 1 if mine else -1
    scores = [a_global_count(row[1:], ahead + sign * row[0], not mine)]
    if len(row) > 1:
        scores.append(a_global_count(row[:-1], ahead + sign * row[-1], not mine))
    return max(scores) if mine else min(scores)


@look_alike(subtraction(5, (1, 2), loses), 5, **MEMO)
def a_table_inside_the_driver(left):
    table = {}

    def value(left, mine):
        if left == 0:
            return -1 if mine else 1
        if (left, mine) in table:
            return table[left, mine]
        after = [value(left - take, not mine) for take in (1, 2) if take <= left]
        table[left, mine] = max(after) if mine else min(after)
        return table[left, mine]

    return value(left, True)
