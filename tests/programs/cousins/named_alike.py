"""The method in front of the search has the name of a method of the board.

An agent's `play` calls the search, and the search calls the board's `play`.
The search itself can also be called as the evaluation of the board is.
"""

from __future__ import annotations

import copy
from functools import partial
from math import inf

from ..judge import program
from ..trees import ALTERNATING as T
from ..trees import BOOK, LEFT, RAGGED, line, noughts, sticks
from .small_games import dropping, from_the_ends, lined, marching, piles, subtraction

cousin = partial(program, family="named alike")
look_alike = partial(program, family="named alike", harmless=True)
MOVE = {"plain": lambda move: None}

FIVE = "XO.XO...."
COLUMNS = ("XX", "O", "XO", "O")


class Board:
    def __init__(self, cells, turn="X"):
        self.cells, self.turn = list(cells), turn

    def free(self):
        return [i for i, cell in enumerate(self.cells) if cell == "."]

    def play(self, i):
        self.cells[i] = self.turn
        self.turn = "O" if self.turn == "X" else "X"

    def undo(self, i):
        self.cells[i] = "."
        self.turn = "O" if self.turn == "X" else "X"

    def evaluate(self):
        return line(self.cells, "X") - line(self.cells, "O")

    def over(self):
        return self.evaluate() != 0 or not self.free()


class Agent:
    def play(self, board):
        """Return the best cell."""
        best, chosen = -inf, None
        for i in board.free():
            board.play(i)
            value = self.minimax(board, False)
            board.undo(i)
            if value > best:
                best, chosen = value, i
        return chosen

    def minimax(self, board, mine):
        if board.over():
            return board.evaluate()
        values = []
        for i in board.free():
            board.play(i)
            values.append(self.minimax(board, not mine))
            board.undo(i)
        return max(values) if mine else min(values)


cousin(noughts(FIVE), anew=lambda: (Board(FIVE),), name="play", **MOVE)(Agent().play)


class Judge:
    """Its evaluate is the search, the board's is the score."""

    def evaluate(self, board, depth, alpha, beta):
        if depth == 0 or board.over():
            return board.evaluate()
        mine = board.turn == "X"
        for i in board.free():
            child = copy.deepcopy(board)
            child.play(i)
            value = self.evaluate(child, depth - 1, alpha, beta)
            if mine:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return alpha if mine else beta


cousin(
    noughts(FIVE),
    anew=lambda: (Board(FIVE), 9, -1, 1),
    cut="<=",
    hard=True,
    window=(-1, 1),
    name="evaluate",
)(Judge().evaluate)


class Row:
    def __init__(self, row, ahead=0, sign=1):
        self.row, self.ahead, self.sign = row, ahead, sign

    def moves(self):
        return ["left", "right"][: len(self.row)]

    def move(self, side):
        coin, rest = (
            (self.row[0], self.row[1:]) if side == "left" else (self.row[-1], self.row[:-1])
        )
        return Row(rest, self.ahead + self.sign * coin, -self.sign)

    def value(self):
        return self.ahead


class Computer:
    def __init__(self, name):
        self.name = name

    def move(self, game):
        return max(game.moves(), key=lambda side: self.value(game.move(side)))

    def value(self, game):
        if not game.moves():
            return game.value()
        results = [self.value(game.move(side)) for side in game.moves()]
        return max(results) if game.sign == 1 else min(results)


cousin(from_the_ends((4, 9, 3, 1)), anew=lambda: (Row((4, 9, 3, 1)),), name="move", **MOVE)(
    Computer("c").move
)


class Node:
    """The board of this program has a search as well: it looks a name up."""

    def __init__(self, nested, name="root"):
        self.name, self.worth = name, nested if isinstance(nested, int) else None
        kids = [] if isinstance(nested, int) else nested
        self.kids = {f"{name}.{i}": Node(kid, f"{name}.{i}") for i, kid in enumerate(kids)}

    def search(self, name):
        return self.kids[name]


class Solver:
    def __init__(self):
        self.chosen = None

    def search(self, node):
        scores = {name: self.score(node.search(name), False) for name in node.kids}
        self.chosen = max(scores, key=scores.get)
        return self.chosen

    def score(self, node, mine):
        if node.worth is not None:
            return node.worth
        scores = [self.score(node.search(name), not mine) for name in node.kids]
        return max(scores) if mine else min(scores)


cousin(T(LEFT), anew=lambda: (Node(LEFT),), name="search", **MOVE)(Solver().search)


class Sticks:
    def __init__(self, n):
        self.n, self.turn = n, 0

    def take(self, k):
        self.n -= k
        self.turn ^= 1

    def put(self, k):
        self.n += k
        self.turn ^= 1


def take(sticks):
    """A function, not a method, has the board's name."""

    def negamax():
        if sticks.n == 0:
            return -1
        best = -1
        for k in (1, 2, 3):
            if k <= sticks.n:
                sticks.take(k)
                best = max(best, -negamax())
                sticks.put(k)
        return best

    found = {}
    for k in (1, 2, 3):
        if k <= sticks.n:
            sticks.take(k)
            found[k] = -negamax()
            sticks.put(k)
    return max(found, key=found.get)


cousin(sticks(5), anew=lambda: (Sticks(5),), negamax=True, name="take", **MOVE)(take)


class Four:
    def __init__(self, columns):
        self.columns = [*columns]

    def choose(self):
        return [c for c, column in enumerate(self.columns) if len(column) < 3]

    def drop(self, c, mark):
        self.columns[c] += mark

    def lift(self, c):
        self.columns[c] = self.columns[c][:-1]

    def score(self):
        columns = tuple(self.columns)
        return (lined(columns, "X", 3) - lined(columns, "O", 3)) * 100


class Opponent:
    def __init__(self, depth):
        self.depth = depth

    def choose(self, four):
        return self.drop(four, self.depth, "X", -inf, inf)[1]

    def drop(self, four, depth, mark, alpha, beta):
        """The search has the name of the board's move."""
        if depth == 0 or four.score() or not four.choose():
            return four.score(), None
        best, column = (-inf if mark == "X" else inf), None
        for c in four.choose():
            four.drop(c, mark)
            value = self.drop(four, depth - 1, "O" if mark == "X" else "X", alpha, beta)[0]
            four.lift(c)
            if value > best if mark == "X" else value < best:
                best, column = value, c
            if mark == "X":
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best, column


def hundred(columns, left):
    return (lined(columns, "X", 3) - lined(columns, "O", 3)) * 100


cousin(
    dropping(COLUMNS, 3, 3, depth=4, worth=hundred),
    anew=lambda: (Four(COLUMNS),),
    cut="<=",
    name="choose",
    **MOVE,
)(Opponent(4).choose)


class Pieces:
    def __init__(self, row, white=True):
        self.row, self.white = row, white

    def children(self):
        mark, d = ("x", 1) if self.white else ("o", -1)
        for i, cell in enumerate(self.row):
            if cell == mark and 0 <= i + d < len(self.row) and self.row[i + d] != mark:
                cells = list(self.row)
                cells[i], cells[i + d] = ".", mark
                yield Pieces("".join(cells), not self.white)

    def best(self):
        """Return how many pieces white is ahead."""
        return self.row.count("x") - self.row.count("o")


class Bot:
    def best(self, pieces, depth):
        below = list(pieces.children()) if depth else []
        if not below:
            return pieces.best()
        values = [self.best(child, depth - 1) for child in below]
        return max(values) if pieces.white else min(values)


cousin(marching("x.oxo.o", 5), anew=lambda: (Pieces("x.oxo.o"), 5), name="best")(Bot().best)


class Heaps(list):
    """A list whose remove is a move; all are its moves."""

    def remove(self, move):
        heap, n = move
        self[heap] -= n

    def all(self):
        return [(i, n) for i, heap in enumerate(self) for n in range(1, heap + 1)]


class Nim:
    def remove(self, heaps):
        best, chosen = -2, None
        for move in heaps.all():
            after = Heaps(heaps)
            after.remove(move)
            value = self.all(after, -1)
            if value > best:
                best, chosen = value, move
        heaps.remove(chosen)
        return chosen

    def all(self, heaps, player):
        if not heaps.all():
            return -player
        values = []
        for move in heaps.all():
            after = Heaps(heaps)
            after.remove(move)
            values.append(self.all(after, -player))
        return max(values) if player == 1 else min(values)


cousin(
    piles((2, 1), lambda left, turn: -1 if turn else 1, loops=False),
    anew=lambda: (Heaps([2, 1]),),
    name="remove",
    **MOVE,
)(Nim().remove)


class Tree:
    def __init__(self, worth=None, kids=()):
        self.worth, self.kids = worth, kids

    @classmethod
    def of(cls, nested):
        return cls(nested) if isinstance(nested, int) else cls(None, [*map(cls.of, nested)])

    def minimax(self):
        """Return the leaf's worth, or None: not the search."""
        return self.worth


def minimax(tree, mine):
    if tree.minimax() is not None:
        return tree.minimax()
    values = [minimax(kid, not mine) for kid in tree.kids]
    return max(values) if mine else min(values)


cousin(T(RAGGED), anew=lambda: (Tree.of(RAGGED), True), name="minimax")(minimax)


class Game:
    """The position asks itself: play on the game starts what play on the state makes."""

    def __init__(self, state):
        self.state = state

    class State:
        def __init__(self, left, mine=True):
            self.left, self.mine = left, mine

        def play(self, n):
            return Game.State(self.left - n, not self.mine)

        def solve(self):
            if self.left == 0:
                return -1 if self.mine else 1
            pick = max if self.mine else min
            return pick(self.play(n).solve() for n in (1, 2) if n <= self.left)

    def solve(self):
        return self.state.solve()

    def play(self):
        return max((self.state.play(n).solve(), n) for n in (1, 2) if n <= self.state.left)[1]


def lost(left, turn, depth):
    return -1 if turn else 1


cousin(subtraction(7, (1, 2), lost), anew=lambda: (Game(Game.State(7)),), name="solve")(Game.solve)
cousin(
    subtraction(7, (1, 2), lost), anew=lambda: (Game(Game.State(7)),), name="play of a game", **MOVE
)(Game.play)


class Sheet:
    """A board whose score is asked at every node."""

    def __init__(self, cells=FIVE):
        self.cells = cells

    def score(self):
        return 10 * (line(self.cells, "X") - line(self.cells, "O"))

    def moves(self, mark):
        free = [i for i, cell in enumerate(self.cells) if cell == "."]
        return [Sheet(self.cells[:i] + mark + self.cells[i + 1 :]) for i in free]


class Scorer:
    def score(self, sheet, mark):
        below = sheet.moves(mark) if sheet.score() == 0 else []
        if not below:
            return sheet.score()
        values = [self.score(after, "O" if mark == "X" else "X") for after in below]
        return max(values) if mark == "X" else min(values)

    def moves(self, sheet):
        """In front of it all; returns the best sheet."""
        return max(sheet.moves("X"), key=lambda after: self.score(after, "O")).cells


TEN = noughts(FIVE, worth=lambda won, plies: 10 * won)
cousin(TEN, anew=lambda: (Sheet(), "X"), name="score at every node")(Scorer().score)
cousin(TEN, anew=lambda: (Sheet(),), name="moves", **MOVE)(Scorer().moves)


class Line:
    def __init__(self, numbers, ahead=0, mine=True):
        self.numbers, self.ahead, self.mine = numbers, ahead, mine

    def next(self):
        gain = 1 if self.mine else -1
        for number, rest in (
            (self.numbers[:1], self.numbers[1:]),
            (self.numbers[-1:], self.numbers[:-1]),
        ):
            if number:
                yield Line(rest, self.ahead + gain * number[0], not self.mine)
            if len(self.numbers) == 1:
                return


class Chooser:
    def next(self, line):
        """A generator of the board, and the value here, have one name."""
        values = [self.next(after) for after in line.next()]
        if not values:
            return line.ahead
        return max(values) if line.mine else min(values)


cousin(from_the_ends((9, 4, 3, 1)), anew=lambda: (Line((9, 4, 3, 1)),), name="next")(Chooser().next)


class Clear:
    """Every method has a name of its own."""

    def decide(self, board):
        values = {}
        for i in board.free():
            board.play(i)
            values[i] = self.minimax(board, False)
            board.undo(i)
        return max(values, key=values.get)

    minimax = Agent.minimax


look_alike(noughts(FIVE), anew=lambda: (Board(FIVE),), name="decide", **MOVE)(Clear().decide)


def score(node, mine):
    """A local variable has the function's name."""
    if isinstance(node, int):
        return node
    scores = [score(child, not mine) for child in node]
    best = scores[0]
    for each in scores[1:]:
        best = max(best, each) if mine else min(best, each)
    return best


look_alike(T(BOOK), BOOK, True, name="score")(score)


class Row2(Row):
    def best(self, depth):
        """The search is the position's own method."""
        if depth == 0 or not self.moves():
            return self.value()
        values = [self.move(side).best(depth - 1) for side in self.moves()]
        return max(values) if self.sign == 1 else min(values)

    def move(self, side):
        after = super().move(side)
        return Row2(after.row, after.ahead, after.sign)


look_alike(from_the_ends((9, 4, 3, 1)), anew=lambda: (Row2((9, 4, 3, 1)), 9), name="own best")(
    Row2.best
)
