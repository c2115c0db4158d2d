"""The author calls `best_move()` without arguments: the game is a global, or belongs to an object.

The call returns a move, makes it, prints it, or leaves it in a global.
The search inside takes the board, or nothing but whose turn it is.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import partial
from math import inf

from ..judge import program
from ..profile import unfold
from ..trees import ALTERNATING as T
from ..trees import BOOK, LEFT, line, noughts, sticks
from .small_games import dropping, from_the_ends, lined, marching, piles

cousin = partial(program, family="no arguments", plain=lambda returned: None)
look_alike = partial(program, family="no arguments", harmless=True, plain=lambda returned: None)

FIVE = "XO.XO...."
SIX = "XO..X.O.."
board = list(FIVE)


def resetting(thing, content):
    """Return what puts a list back to where the game begins, and no arguments."""

    def anew():
        thing[:] = content
        return ()

    return anew


def minimax(cells, depth, maximizing):
    if line(cells, "X"):
        return 10 - depth
    if line(cells, "O"):
        return depth - 10
    if "." not in cells:
        return 0
    best = -inf if maximizing else inf
    for i in range(9):
        if cells[i] == ".":
            cells[i] = "X" if maximizing else "O"
            score = minimax(cells, depth + 1, not maximizing)
            cells[i] = "."
            best = max(best, score) if maximizing else min(best, score)
    return best


def sooner(won, plies):
    """One ply is the driver's."""
    return won * (11 - plies)


@cousin(noughts(FIVE, worth=sooner))
def best_move():
    best_score, move = -inf, None
    for i in range(9):
        if board[i] == ".":
            board[i] = "X"
            score = minimax(board, 0, False)
            board[i] = "."
            if score > best_score:
                best_score, move = score, i
    return move


table = list(SIX)


@cousin(noughts(SIX, worth=sooner), anew=resetting(table, SIX))
def computer_move():
    """The move is made on the global board."""
    best_score, move = -1000, 0
    for i in range(9):
        if table[i] == ".":
            table[i] = "X"
            score = minimax(table, 0, False)
            table[i] = "."
            if score > best_score:
                best_score, move = score, i
    table[move] = "X"


screen = io.StringIO()
coins = [4, 9, 3, 1]


def take(row, mine, lead):
    if not row:
        return lead
    results = []
    for number, rest in [(row[0], row[1:]), (row[-1], row[:-1])][: len(row)]:
        results.append(take(rest, not mine, lead + number if mine else lead - number))
    return max(results) if mine else min(results)


@cousin(from_the_ends((4, 9, 3, 1)))
def advise():
    left = take(coins[1:], False, coins[0])
    right = take(coins[:-1], False, coins[-1])
    print("take the", "left" if left >= right else "right", "coin", file=screen)


heaps = [2, 1]
suggestion = None


def heap_value(player):
    options = [(i, n) for i in (0, 1) for n in range(1, heaps[i] + 1)]
    if not options:
        return -player
    best = -player
    for i, n in options:
        heaps[i] -= n
        value = heap_value(-player)
        heaps[i] += n
        best = max(best, value) if player == 1 else min(best, value)
    return best


@cousin(piles((2, 1), lambda left, turn: -1 if turn else 1, loops=False))
def think():
    global suggestion
    best = -inf
    for i in range(2):
        for n in range(1, heaps[i] + 1):
            heaps[i] -= n
            value = heap_value(-1)
            heaps[i] += n
            if value > best:
                best, suggestion = value, (i, n)


field = list(FIVE)


def free():
    return [i for i in range(9) if field[i] == "."]


def whole_value():
    """The turn is counted on the board."""
    if line(field, "X") or line(field, "O") or not free():
        return line(field, "X") - line(field, "O")
    mark = "X" if len(free()) % 2 else "O"
    values = []
    for i in free():
        field[i] = mark
        values.append(whole_value())
        field[i] = "."
    return max(values) if mark == "X" else min(values)


@cousin(noughts(FIVE))
def zug():
    bewertung = {}
    for i in free():
        field[i] = "X"
        bewertung[i] = whole_value()
        field[i] = "."
    return max(bewertung, key=bewertung.get)


cousin(noughts(FIVE))(whole_value)


class Row:
    def __init__(self, text):
        self.cells, self.turn = list(text), "x"

    def moves(self):
        d = 1 if self.turn == "x" else -1
        for i, cell in enumerate(self.cells):
            if cell == self.turn and 0 <= i + d < len(self.cells):
                if self.cells[i + d] != self.turn:
                    yield i, i + d

    def make(self, a, b):
        taken = self.cells[b]
        self.cells[a], self.cells[b] = ".", self.turn
        self.turn = "xo"[self.turn == "x"]
        return taken

    def unmake(self, a, b, taken):
        self.turn = "xo"[self.turn == "x"]
        self.cells[a], self.cells[b] = self.turn, taken


game = Row("x.oxo.o")


def alphabeta(depth, alpha, beta):
    moves = list(game.moves())
    if depth == 0 or not moves:
        return game.cells.count("x") - game.cells.count("o")
    white = game.turn == "x"
    for a, b in moves:
        taken = game.make(a, b)
        value = alphabeta(depth - 1, alpha, beta)
        game.unmake(a, b, taken)
        if white:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if beta <= alpha:
            break
    return alpha if white else beta


@cousin(marching("x.oxo.o", 5), cut="<=", hard=True, window=(-9, 9), root_passes=True)
def engine_move():
    alpha, chosen = -9, None
    for a, b in list(game.moves()):
        taken = game.make(a, b)
        value = alphabeta(4, alpha, 9)
        game.unmake(a, b, taken)
        if value > alpha:
            alpha, chosen = value, (a, b)
    return chosen


def table_of(count):
    """Return a function that knows its sticks."""
    left = [count]

    def negamax():
        if left[0] == 0:
            return -1
        best = -1
        for n in (1, 2, 3):
            if n <= left[0]:
                left[0] -= n
                best = max(best, -negamax())
                left[0] += n
        return best

    def move():
        scores = []
        for n in (1, 2, 3):
            if n <= left[0]:
                left[0] -= n
                scores.append((-negamax(), n))
                left[0] += n
        return max(scores)[1]

    return move


cousin(sticks(5), negamax=True, name="sticks_in_a_closure")(table_of(5))


stones = [5]
history = []


def lose_or_win(mine):
    if stones[0] == 0:
        return -1 if mine else 1
    values = []
    for n in (1, 2, 3):
        if n <= stones[0]:
            stones[0] -= n
            history.append(n)
            values.append(lose_or_win(not mine))
            stones[0] += history.pop()
    return max(values) if mine else min(values)


@cousin(sticks(5), anew=lambda: (stones.__setitem__(0, 5), history.clear(), ())[2])
def move():
    """Moves at once where only one move is left, and keeps a history."""
    options = [n for n in (1, 2, 3) if n <= stones[0]]
    if len(options) == 1:
        stones[0] -= options[0]
        return
    values = {}
    for n in options:
        stones[0] -= n
        values[n] = lose_or_win(False)
        stones[0] += n
    n = max(values, key=lambda n: values[n])
    history.append(n)
    stones[0] -= n


@cousin(T([[3, 12, 8], [2, 4], [14, 5]]))
def read_and_solve():
    """The tree is read from a text at every call."""

    def value(node, depth=0):
        if not isinstance(node, list):
            return node
        return (min if depth % 2 else max)(value(child, depth + 1) for child in node)

    tree = [[int(word) for word in part.split()] for part in "3 12 8|2 4|14 5".split("|")]
    values = [value(branch, 1) for branch in tree]
    return values.index(max(values))


class Connect:
    """An agent with its own board."""

    def __init__(self, columns, depth):
        self.columns, self.depth, self.best = list(columns), depth, None

    def legal(self):
        return [c for c in range(len(self.columns)) if len(self.columns[c]) < 3]

    def search(self, depth, who):
        if lined(tuple(self.columns), "X", 3):
            return 100 + depth
        if lined(tuple(self.columns), "O", 3):
            return -100 - depth
        if depth == 0 or not self.legal():
            return 0
        values = {}
        for c in self.legal():
            self.columns[c] += who
            values[c] = self.search(depth - 1, "O" if who == "X" else "X")
            self.columns[c] = self.columns[c][:-1]
        pick = max if who == "X" else min
        if depth == self.depth:
            self.best = pick(values, key=values.get)
        return pick(values.values())

    def play(self):
        self.search(self.depth, "X")
        return self.best


COLUMNS = ("XX", "O", "XO", "O")
cousin(
    dropping(
        COLUMNS,
        3,
        3,
        depth=4,
        worth=lambda c, left: (lined(c, "X", 3) - lined(c, "O", 3)) * (100 + left),
    ),
    name="an_agent_plays",
)(Connect(COLUMNS, 4).play)

TREE = {"root": BOOK}
found = {}


@cousin(T(BOOK), plain=lambda pair: pair[1])
def a_box_and_its_value():
    def value(node, mine):
        if isinstance(node, int):
            return node
        return (max if mine else min)(value(child, not mine) for child in node)

    return max(((i, value(box, False)) for i, box in enumerate(TREE["root"])), key=lambda p: p[1])


@look_alike(T(LEFT), cut="<=", plain=lambda value: value)
def the_value_of_a_constant():
    def search(node, alpha, beta, mine):
        if isinstance(node, int):
            return node
        best = -inf if mine else inf
        for child in node:
            value = search(child, alpha, beta, not mine)
            best = max(best, value) if mine else min(best, value)
            if mine:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    return search(LEFT, -inf, inf, True)


@look_alike(sticks(4), plain=lambda value: value)
def default_arguments(left=4, mine=True):
    if left == 0:
        return -1 if mine else 1
    values = [default_arguments(left - n, not mine) for n in (1, 2, 3) if n <= left]
    return max(values) if mine else min(values)


@look_alike(noughts(FIVE), plain=lambda pair: pair[0])
def reads_the_global_once():
    def solve(cells, mark):
        if line(cells, "X") or line(cells, "O") or "." not in cells:
            return line(cells, "X") - line(cells, "O"), None
        answers = []
        for i, cell in enumerate(cells):
            if cell == ".":
                after = cells[:i] + mark + cells[i + 1 :]
                answers.append((solve(after, "O" if mark == "X" else "X")[0], i))
        return max(answers) if mark == "X" else min(answers)

    return solve(FIVE, "X")


@dataclass(frozen=True)
class Strip:
    cells: str

    def free(self):
        return [i for i, cell in enumerate(self.cells) if cell == "."]

    def after(self, i, mark):
        return Strip(self.cells[:i] + mark + self.cells[i + 1 :])

    def worth(self):
        return sum(w for w, cell in zip((5, 2, 4, 9), self.cells) if cell == "X")


class Chooser:
    """It counts its nodes, and its driver makes the position that the search is given."""

    def __init__(self, cells):
        self.cells, self.nodes = cells, 0

    def choose(self):
        self.nodes = 0
        return self.most(Strip(self.cells), -1, 99)[1]

    def most(self, strip, low, high):
        self.nodes += 1
        if not strip.free():
            return strip.worth(), None
        best, chosen = -1, None
        for i in strip.free():
            worth = self.least(strip.after(i, "X"), low, high)[0]
            if worth > best:
                best, chosen = worth, i
            if best >= high:
                break
            low = max(low, best)
        return best, chosen

    def least(self, strip, low, high):
        self.nodes += 1
        if not strip.free():
            return strip.worth(), None
        best, chosen = 99, None
        for i in strip.free():
            worth = self.most(strip.after(i, "O"), low, high)[0]
            if worth < best:
                best, chosen = worth, i
            if best <= low:
                break
            high = min(high, best)
        return best, chosen


def strips(cells):
    def after(held, turn):
        strip = Strip(held)
        return [strip.after(i, "X" if turn else "O").cells for i in strip.free()]

    return unfold(cells, after, lambda held, turn, left: Strip(held).worth(), True, 9)


cousin(
    strips("...."),
    cut="<=",
    window=(-1, 99),
    name="a_driver_that_makes_the_position",
)(Chooser("....").choose)
