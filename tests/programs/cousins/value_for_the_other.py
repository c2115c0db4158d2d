"""Every position returns its value as the player who has just moved sees it.

So a parent takes the largest of what its children return, and hands it up with the other sign.
The root, where nobody has moved yet, returns its value negated, unless a loop stands in front.
"""

from __future__ import annotations

from functools import partial
from math import inf

from ..judge import program
from ..trees import ALTERNATING as T
from ..trees import BOOK, EIGHT, LEFT, line, noughts, sticks
from .small_games import dropping, from_the_ends, lined, marching

cousin = partial(program, family="value for the other", negamax=True)
look_alike = partial(program, family="value for the other", harmless=True)
NEGATED = {"plain": lambda value: -value}
MOVE = {"plain": lambda move: None}

FIVE = "XO.XO...."


@cousin(T(BOOK), BOOK, 1, **NEGATED)
def minus_best(node, color):
    if isinstance(node, int):
        return -color * node
    best = max(minus_best(child, -color) for child in node)
    return -best


@cousin(noughts(FIVE), FIVE, "O", **NEGATED)
def who_has_just_moved(board, mark):
    if line(board, mark):
        return 1
    if "." not in board:
        return 0
    other = "O" if mark == "X" else "X"
    best = -1
    for i in range(9):
        if board[i] == ".":
            best = max(best, who_has_just_moved(board[:i] + other + board[i + 1 :], other))
    return -best


@cousin(T(LEFT), LEFT, -99, 99, 1, cut="<=", window=(-99, 99), **NEGATED)
def with_bounds(node, alpha, beta, color):
    if isinstance(node, int):
        return -color * node
    best = -99
    for child in node:
        best = max(best, with_bounds(child, -beta, -alpha, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return -best


def rate(cells, mark):
    """Return what `cells` are worth to the player whose mark has just been put."""
    if line(cells, mark):
        return 10
    free = [i for i, cell in enumerate(cells) if cell == " "]
    if not free:
        return 0
    opponent, top = "XO"[mark == "X"], -inf
    for i in free:
        cells[i] = opponent
        top = max(top, rate(cells, opponent))
        cells[i] = " "
    return -top


@cousin(
    noughts("XO..X.O..", worth=lambda won, plies: 10 * won),
    anew=lambda: (list("XO  X O  "), "X"),
    **MOVE,
)
def driver_of_ratings(cells, mark):
    chosen, top = None, -inf
    for i in range(9):
        if cells[i] == " ":
            cells[i] = mark
            value = rate(cells, mark)
            cells[i] = " "
            if value > top:
                chosen, top = i, value
    return chosen


@cousin(from_the_ends((4, 9, 3, 1)), (4, 9, 3, 1), 0, plain=lambda pair: -pair[0])
def pairs(row, lead):
    """Lead is that of the player who has just taken."""
    if not row:
        return lead, None
    best, side = -inf, None
    for name, number, rest in (("left", row[0], row[1:]), ("right", row[-1], row[:-1]))[: len(row)]:
        value = pairs(rest, number - lead)[0]
        if value > best:
            best, side = value, name
    return -best, side


@cousin(sticks(5), 5, **NEGATED)
def prend(n):
    """Who has taken the last one has won."""
    if n == 0:
        return 1
    return -max(prend(n - k) for k in (1, 2, 3) if k <= n)


@cousin(from_the_ends((2, 7, 5, 3)), [2, 7, 5, 3], 0, **NEGATED)
def times_minus_one(coins, ahead):
    if coins == []:
        return ahead
    results = [times_minus_one(coins[1:], coins[0] - ahead)]
    if len(coins) > 1:
        results += [times_minus_one(coins[:-1], coins[-1] - ahead)]
    return max(results) * -1


class Columns:
    def __init__(self, columns, height):
        self.columns, self.height, self.mark = [*columns], height, "X"

    def put(self, c):
        self.columns[c] += self.mark
        self.mark = "O" if self.mark == "X" else "X"

    def take(self, c):
        self.columns[c] = self.columns[c][:-1]
        self.mark = "O" if self.mark == "X" else "X"

    def merit(self, depth):
        """Return how good the position is for the player who has made it."""
        mover = "O" if self.mark == "X" else "X"
        if lined(tuple(self.columns), mover, 3):
            return 100 + depth
        legal = [c for c, column in enumerate(self.columns) if len(column) < self.height]
        if depth == 0 or not legal:
            return 0
        merits = []
        for c in legal:
            self.put(c)
            merits.append(self.merit(depth - 1))
            self.take(c)
        return -max(merits)

    def choose(self, depth):
        merits = {}
        for c in range(len(self.columns)):
            if len(self.columns[c]) < self.height:
                self.put(c)
                merits[c] = self.merit(depth - 1)
                self.take(c)
        return max(merits, key=merits.get)


def hundred(columns, left):
    won = lined(columns, "X", 3) - lined(columns, "O", 3)
    return won * (100 + left)


COLUMNS = ("XX", "O", "XO", "O")
cousin(
    dropping(COLUMNS, 3, 3, depth=4, worth=hundred),
    anew=lambda: (Columns(COLUMNS, 3), 4),
    name="columns_choose",
    **MOVE,
)(Columns.choose)
cousin(
    dropping(COLUMNS, 3, 3, depth=3, worth=hundred),
    anew=lambda: (Columns(COLUMNS, 3), 3),
    name="columns_merit",
    **NEGATED,
)(Columns.merit)
cousin(
    dropping(("XO", "X", "O", ""), 2, 3, depth=3, worth=hundred),
    anew=lambda: (Columns(("XO", "X", "O", ""), 2), 3),
    name="nobody_can_win",
    **NEGATED,
)(Columns.merit)


def loss_of(row, mark, depth):
    """Return the value for the player who is not on the move."""
    step, answers = {"x": 1, "o": -1}[mark], []
    for at, cell in enumerate(row if depth else ""):
        to = at + step
        if cell == mark and 0 <= to < len(row) and row[to] != mark:
            board = [*row]
            board[at], board[to] = ".", mark
            answers.append(-loss_of("".join(board), "o" if mark == "x" else "x", depth - 1))
    if answers:
        return min(answers)
    return row.count("o" if mark == "x" else "x") - row.count(mark)


cousin(marching("x.oxo.o", 5), "x.oxo.o", "x", 5, **NEGATED)(loss_of)


@cousin(T(EIGHT), EIGHT, 1, -inf, inf, cut="<=", **MOVE)
def bounds_and_a_loop(tree, color, alpha, beta):
    def seen_from_above(node, color, alpha, beta):
        if type(node) is int:
            return -color * node
        for child in node:
            alpha = max(alpha, seen_from_above(child, -color, -beta, -alpha))
            if alpha >= beta:
                return -beta
        return -alpha

    move = None
    for i, child in enumerate(tree):
        value = seen_from_above(child, -color, -beta, -alpha)
        if value > alpha:
            alpha, move = value, i
    return move


KNOWN = {}


@cousin(
    noughts("XO..X.O.."),
    memo=lambda ref, path: ref.key,
    anew=lambda: (KNOWN.clear(), ("XO..X.O..",))[1],
    **NEGATED,
)
def kept_in_a_table(board):
    """The number of free cells tells who has just moved."""
    if board not in KNOWN:
        last, mover = ("O", "X") if board.count(".") % 2 else ("X", "O")
        if line(board, last):
            KNOWN[board] = 1
        elif "." not in board:
            KNOWN[board] = 0
        else:
            after = [board[:i] + mover + board[i + 1 :] for i in range(9) if board[i] == "."]
            KNOWN[board] = -max(map(kept_in_a_table, after))
    return KNOWN[board]


@look_alike(T(BOOK), BOOK, 1, negamax=True)
def negated_in_the_loop(node, color):
    if isinstance(node, int):
        return color * node
    best = -inf
    for child in node:
        value = negated_in_the_loop(child, -color)
        value = -value
        best = max(best, value)
    return best


@look_alike(sticks(5), 5, negamax=True, cut="<=", window=(-1, 1), anew=lambda: (5, -1, 1))
def least_of_the_negated(n, a, b):
    """The largest negated value is the smallest value, negated."""
    if n == 0:
        return -1
    worst = 1
    for k in (1, 2, 3):
        if k > n:
            break
        worst = min(worst, least_of_the_negated(n - k, -b, -a))
        a = max(a, -worst)
        if a >= b:
            break
    return -worst


@look_alike(noughts(FIVE), FIVE, "X")
def value_of_the_first_player(board, mark):
    if line(board, "X") or line(board, "O") or "." not in board:
        return -1 if line(board, "O") else int(line(board, "X"))
    sign, other = (1, "O") if mark == "X" else (-1, "X")
    after = [board[:i] + mark + board[i + 1 :] for i in range(9) if board[i] == "."]
    return sign * max(sign * value_of_the_first_player(each, other) for each in after)
