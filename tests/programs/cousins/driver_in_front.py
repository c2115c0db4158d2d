"""A function in front of the search copies, parses or wraps the position.

It calls the search for the same position, so it is no ply of its own.
"""

from __future__ import annotations

import copy
from functools import partial
from math import inf
from types import SimpleNamespace

from ..judge import program
from ..profile import Ref, unfold
from ..trees import ALTERNATING as T
from ..trees import BOOK, EIGHT, LEFT, RAGGED, SMALL, line, noughts
from .small_games import from_the_ends, marking, subtraction

cousin = partial(program, family="driver in front")
look_alike = partial(program, family="driver in front", harmless=True)
NOTHING = {"plain": lambda returned: None}

THREE = (range(3),)


def weighing(board):
    return sum((1 if cell == "X" else -1) * weight for cell, weight in zip(board, (5, 2, 4)))


@cousin(
    marking("...", THREE, weighing),
    negamax=True,
    **NOTHING,
    anew=lambda: (SimpleNamespace(board=[0, 0, 0], mark=1), SimpleNamespace(columns=3)),
)
def kaggle_agent(observation, configuration):
    def negamax(grid, mark):
        if 0 not in grid:
            total = sum((1 if m == 1 else -1) * w for m, w in zip(grid, (5, 2, 4)))
            return total * (1 if mark == 1 else -1), None
        best_score, best_column = -inf, None
        for column in range(configuration.columns):
            if grid[column] == 0:
                child = list(grid)
                child[column] = mark
                score = -negamax(child, 3 - mark)[0]
                if score > best_score:
                    best_score, best_column = score, column
        return best_score, best_column

    return negamax(list(observation.board), observation.mark)[1]


OPEN = "XO.XO...."
WON = "XOX.O..X."


def minimax_dict(board, player):
    for mark, score in (("X", 1), ("O", -1)):
        if line(board, mark):
            return {"score": score}
    if "." not in board:
        return {"score": 0}
    best = {"score": -2 if player == "X" else 2}
    for spot in [i for i in range(9) if board[i] == "."]:
        board[spot] = player
        score = minimax_dict(board, "O" if player == "X" else "X")["score"]
        board[spot] = "."
        if score > best["score"] if player == "X" else score < best["score"]:
            best = {"index": spot, "score": score}
    return best


@cousin(noughts(WON), anew=lambda: (list(WON),), **NOTHING)
def get_best_move(board):
    working_copy = copy.deepcopy(board)
    return minimax_dict(working_copy, "X")["index"]


class Computer:
    def __init__(self, depth):
        self.depth, self.nodes = depth, 0

    def choose(self, game):
        self.nodes = 0
        value, move = self._search(tuple(game["coins"]), game["ahead"], True, self.depth)
        game["thoughts"] = self.nodes
        return move

    def _search(self, coins, ahead, mine, depth):
        self.nodes += 1
        if not coins or depth == 0:
            return ahead, None
        sign, best = (1, (-inf, None)) if mine else (-1, (inf, None))
        for end in (0, -1)[: len(coins)]:
            rest = coins[1:] if end == 0 else coins[:-1]
            value, _ = self._search(rest, ahead + sign * coins[end], not mine, depth - 1)
            if value > best[0] if mine else value < best[0]:
                best = value, end
        return best


cousin(
    from_the_ends((4, 9, 3, 1)),
    anew=lambda: ({"coins": [4, 9, 3, 1], "ahead": 0},),
    **NOTHING,
    name="computer_chooses",
)(Computer(9).choose)


def walk(node, maximizing):
    if isinstance(node, int):
        return node
    scores = [walk(branch, not maximizing) for branch in node]
    return max(scores) if maximizing else min(scores)


@cousin(T([[3, 12, 8], [2, 4], [14, 5]]), "3 12 8|2 4|14 5")
def solve_a_line_of_text(text):
    return walk([[int(word) for word in part.split()] for part in text.split("|")], True)


@cousin(T(LEFT), LEFT, cut="<=")
def with_a_time_limit(tree):
    def search(node, alpha, beta, is_max):
        if isinstance(node, int):
            return node
        best = -inf if is_max else inf
        for child in node:
            value = search(child, alpha, beta, not is_max)
            best = max(best, value) if is_max else min(best, value)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if beta <= alpha:
                break
        return best

    try:
        return search(tree, -inf, inf, True)
    except TimeoutError:
        return 0


@cousin(T(BOOK), BOOK, plain=lambda text: int(text.split()[-1]))
def tells_the_result(tree):
    value = walk(tree, True)
    return f"MAX can be sure of {value}"


def prepare(tree):
    return start(tuple(tree))


def start(tree):
    return walk_tuples(tree, "max")


def walk_tuples(node, who):
    match node:
        case int():
            return node
        case _ if who == "max":
            return max(walk_tuples(child, "min") for child in node)
        case _:
            return min(walk_tuples(child, "max") for child in node)


cousin(T(SMALL), SMALL, name="two_drivers_in_a_row")(prepare)


class Knot:
    def __init__(self, state):
        self.state = state

    def minimax(self, depth, is_max):
        if depth == 0:
            return self.state * 5 % 12
        children = [Knot(self.state + 1), Knot(self.state * 2), Knot(self.state * 3)]
        return (max if is_max else min)(child.minimax(depth - 1, not is_max) for child in children)


def knots(state, depth, is_max=True):
    return unfold(
        state,
        lambda n, turn: (n + 1, n * 2, n * 3),
        lambda n, turn, left: n * 5 % 12,
        is_max,
        depth,
    )


@cousin(knots(2, 2), 2)
def makes_the_first_node(state):
    return Knot(state).minimax(2, True)


@cousin(subtraction(5, (1, 2), lambda left, turn, depth: -1 if turn else 1), 5, **NOTHING)
def opening_book_first(sticks):
    book = {3: 1, 9: 2}
    if sticks in book:
        return book[sticks]

    def value(left, me):
        if left == 0:
            return -1 if me else 1, 0
        options = [(value(left - take, not me)[0], take) for take in (1, 2) if take <= left]
        return max(options) if me else min(options)

    score, take = value(sticks, True)
    return take


HISTORY = []


@cousin(T(RAGGED), RAGGED, cut="<=", plain=lambda pair: pair[1])
def logs_and_searches(position):
    HISTORY.append(position)
    value = alpha_beta(position, -inf, inf, True)
    HISTORY.append(value)
    return "value", value


def alpha_beta(node, alpha, beta, player):
    if not isinstance(node, list):
        return node
    if player:
        for child in node:
            alpha = max(alpha, alpha_beta(child, alpha, beta, False))
            if alpha >= beta:
                return beta
        return alpha
    for child in node:
        beta = min(beta, alpha_beta(child, alpha, beta, True))
        if alpha >= beta:
            return alpha
    return beta


@cousin(T(EIGHT), EIGHT)
def measures_the_depth_first(tree):
    depth, node = 0, tree
    while isinstance(node, list):
        depth, node = depth + 1, node[0]

    def visit(node, left):
        if left == 0:
            return node
        pick = max if (depth - left) % 2 == 0 else min
        return pick([visit(child, left - 1) for child in node])

    return visit(tree, depth)


@cousin(
    noughts(OPEN, depth=3),
    anew=lambda: ({"cells": list(OPEN), "turn": "X", "level": "hard"},),
    **NOTHING,
)
def level_decides_the_depth(game):
    def look(cells, mark, left):
        if line(cells, "X") or line(cells, "O") or left == 0 or "." not in cells:
            return line(cells, "X") - line(cells, "O"), None
        found = []
        for i, cell in enumerate(cells):
            if cell == ".":
                after = cells[:i] + [mark] + cells[i + 1 :]
                found.append((look(after, "O" if mark == "X" else "X", left - 1)[0], i))
        return max(found) if mark == "X" else min(found)

    return look(game["cells"], game["turn"], {"easy": 1, "hard": 3}[game["level"]])[1]


# Two columns of two cells: marks drop to the bottom.


def stacked(columns):
    return sum(w if mark == "1" else -w for mark, w in zip("".join(columns), (4, 1, 3, 2)))


def dropping():
    def after(columns, turn):
        (a, b), mark = columns, "21"[turn]
        return [(a + mark, b)] * (len(a) < 2) + [(a, b + mark)] * (len(b) < 2)

    return unfold(("", ""), after, lambda columns, turn, left: stacked(columns))


def drop(board, column, mark):
    """Return the cells, row by row from the top, after a mark has dropped."""
    cells = list(board)
    cells[column + 2 if cells[column + 2] == 0 else column] = mark
    return cells


def rated(cells, mark):
    total = sum(w if cell == 1 else -w for cell, w in zip(cells, (1, 2, 4, 3)))
    return total if mark == 1 else -total


def observation():
    return SimpleNamespace(board=[0] * 4, mark=1), SimpleNamespace(columns=2, rows=2)


@cousin(dropping(), anew=observation, negamax=True, cut="<=", **NOTHING)
def my_agent(obs, config):
    def negamax(board, mark, alpha, beta):
        if 0 not in board:
            return rated(board, mark), None
        best_score, best_col = -inf, None
        for col in [c for c in range(config.columns) if board[c] == 0]:
            score, _ = negamax(drop(board, col, mark), 3 - mark, -beta, -alpha)
            if -score > best_score:
                best_score, best_col = -score, col
            alpha = max(alpha, best_score)
            if alpha >= beta:
                break
        return best_score, best_col

    _, column = negamax(obs.board, obs.mark, -inf, inf)
    return column


@cousin(dropping(), anew=observation, **NOTHING)
def agent_with_a_grid(obs, config):
    grid = [obs.board[i : i + config.columns] for i in range(0, len(obs.board), config.columns)]
    me, rival = obs.mark, 3 - obs.mark

    def minimax(grid, maximizing):
        flat = [cell for row in grid for cell in row]
        columns = [c for c in range(config.columns) if grid[0][c] == 0]
        if not columns:
            return rated(flat, me)
        scores = []
        for c in columns:
            cells = drop(flat, c, me if maximizing else rival)
            scores.append(minimax([cells[:2], cells[2:]], not maximizing))
        return max(scores) if maximizing else min(scores)

    columns = [c for c in range(config.columns) if grid[0][c] == 0]
    ranked = {
        c: minimax([drop(obs.board, c, me)[:2], drop(obs.board, c, me)[2:]], False) for c in columns
    }
    return max(ranked, key=ranked.get)


class Bot:
    def select(self, position):
        score, move = self.negamax(list(position), 1, 3)
        return move

    def negamax(self, cells, sign, depth):
        if depth == 0:
            return sign * ((cells[0] * 3 + cells[1] * 5) % 11), -1
        best = (-inf, -1)
        for move in (0, 1):
            after = [cell + (i == move) * (depth + 1) for i, cell in enumerate(cells)]
            value = -self.negamax(after, -sign, depth - 1)[0]
            best = max(best, (value, -move))
        return best


def raised(cells, depth, is_max=True):
    after = [
        tuple(cell + (i == move) * (depth + 1) for i, cell in enumerate(cells)) for move in (0, 1)
    ]
    below = tuple(raised(each, depth - 1, not is_max) for each in after) if depth else ()
    return Ref(is_max, below, (cells[0] * 3 + cells[1] * 5) % 11)


cousin(raised((0, 1), 3), (0, 1), name="bot_selects", negamax=True, **NOTHING)(Bot().select)


@look_alike(T(BOOK), BOOK, **NOTHING)
def the_roots_loop_is_a_ply(tree):
    best, best_move = -inf, None
    for move, branch in enumerate(tree):
        value = walk(branch, False)
        if value > best:
            best, best_move = value, move
    return best_move


@look_alike(T(LEFT), LEFT)
def hands_the_tree_on(tree):
    return walk(tree, True)


@look_alike(T(SMALL), SMALL, **NOTHING)
def decision_by_a_key(tree):
    return max(range(len(tree)), key=lambda move: walk(tree[move], False))
