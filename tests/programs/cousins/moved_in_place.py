"""Children are the parent's own object with a move played on it, undone afterwards or not.

A generator plays every move so, or only the last one; who moves is a field of the position.
"""

from __future__ import annotations

import copy
from contextlib import contextmanager
from functools import partial
from math import inf

from ..judge import program
from ..profile import unfold
from ..trees import line, noughts
from .small_games import piles

cousin = partial(program, family="moved in place")
look_alike = partial(program, family="moved in place", harmless=True)
MOVE = {"plain": lambda move: None}

LATE = "XO.XO.O.X"
FIVE = "XO.XO...."


class Board:
    def __init__(self, text, turn="X"):
        self.cells, self.turn, self.history = list(text), turn, []

    def free(self):
        return [i for i, cell in enumerate(self.cells) if cell == "."]

    def over(self):
        return line(self.cells, "X") or line(self.cells, "O") or not self.free()

    def score(self):
        return line(self.cells, "X") - line(self.cells, "O")

    def play(self, cell):
        self.cells[cell] = self.turn
        self.turn = "O" if self.turn == "X" else "X"
        self.history.append(cell)

    def undo(self):
        self.cells[self.history.pop()] = "."
        self.turn = "O" if self.turn == "X" else "X"

    def children(self):
        """Copies, but for the last move, which is played on this very board and stays."""
        *others, last = self.free()
        for cell in others:
            child = copy.deepcopy(self)
            child.play(cell)
            yield child
        self.play(last)
        yield self

    def replies(self):
        """Play each move here, and take it back when the next is asked for."""
        for cell in self.free():
            self.play(cell)
            yield self
            self.undo()

    @contextmanager
    def after(self, cell):
        self.play(cell)
        try:
            yield self
        finally:
            self.undo()


@cousin(noughts(FIVE), anew=lambda: (Board(FIVE),))
def the_last_child_is_its_parent(board):
    if board.over():
        return board.score()
    pick = max if board.turn == "X" else min
    return pick([the_last_child_is_its_parent(child) for child in board.children()])


@cousin(noughts(LATE), anew=lambda: (Board(LATE),))
def each_child_is_its_parent(board):
    if board.over():
        return board.score()
    mine = board.turn == "X"
    best = -inf if mine else inf
    for child in board.replies():
        value = each_child_is_its_parent(child)
        best = max(best, value) if mine else min(best, value)
    return best


def moves_made(board):
    """A generator of pairs; a break takes the move back when the generator is closed."""
    for cell in board.free():
        board.play(cell)
        try:
            yield cell, board
        finally:
            board.undo()


@cousin(noughts(FIVE), anew=lambda: (Board(FIVE), -inf, inf), cut="<=", plain=lambda pair: pair[0])
def a_break_closes_the_generator(board, alpha, beta):
    if board.over():
        return board.score(), None
    mine = board.turn == "X"
    best, chosen = (-inf if mine else inf), None
    for cell, child in moves_made(board):
        value, _ = a_break_closes_the_generator(child, alpha, beta)
        if value > best if mine else value < best:
            best, chosen = value, cell
        if mine:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, chosen


@cousin(noughts(LATE), anew=lambda: (Board(LATE),), negamax=True)
def in_a_with_statement(board):
    if board.over():
        return board.score() * (1 if board.turn == "X" else -1)
    best = -inf
    for cell in board.free():
        with board.after(cell) as child:
            best = max(best, -in_a_with_statement(child))
    return best


def searched(board):
    if board.over():
        return board.score()
    pick = max if board.turn == "X" else min
    return pick([searched(child) for child in board.children()])


@cousin(noughts(FIVE), anew=lambda: (Board(FIVE),), **MOVE)
def the_root_loops_over_its_own_board(board):
    free, best, chosen = board.free(), -inf, None
    for cell, child in zip(free, board.children()):
        value = searched(child)
        if value > best:
            best, chosen = value, cell
    return chosen


class Heaps:
    def __init__(self, *heaps):
        self.heaps, self.turn = list(heaps), 0

    def next_states(self):
        """Take one more stone each time, and put them all back at the end."""
        for i in range(len(self.heaps)):
            before = self.heaps[i]
            while self.heaps[i]:
                self.heaps[i] -= 1
                self.turn = 1 - self.turn
                yield self
                self.turn = 1 - self.turn
            self.heaps[i] = before


def last_taker(left, is_max):
    return -1 if is_max else 1


class Nim:
    def best(self, state):
        if not any(state.heaps):
            return -1 if state.turn == 0 else 1
        values = []
        mine = state.turn == 0
        for after in state.next_states():
            values.append(self.best(after))
        return max(values) if mine else min(values)


cousin(
    piles((2, 1, 1), last_taker, loops=False), anew=lambda: (Heaps(2, 1, 1),), name="stone_by_stone"
)(Nim().best)


@cousin(piles((2, 2), last_taker, loops=False), anew=lambda: ({"heaps": [2, 2], "turn": 1},))
def a_snapshot_is_restored(game):
    """The move stays on the dictionary until the snapshot is put back."""
    if not any(game["heaps"]):
        return -game["turn"]
    before = {"heaps": list(game["heaps"]), "turn": game["turn"]}
    results = []
    for i, heap in enumerate(before["heaps"]):
        for left in range(heap - 1, -1, -1):
            game["heaps"][i] = left
            game["turn"] = -before["turn"]
            results.append(a_snapshot_is_restored(game))
            game.update(heaps=list(before["heaps"]), turn=before["turn"])
    return max(results) if before["turn"] == 1 else min(results)


class Rewound(Board):
    """The first child is made here, the next ones rewind it."""

    def children(self):
        start = list(self.cells), self.turn
        for cell in self.free():
            self.cells, self.turn = list(start[0]), start[1]
            self.play(cell)
            yield self


@cousin(noughts(LATE), anew=lambda: (Rewound(LATE),))
def nothing_is_undone(board):
    if board.over():
        return board.score()
    mine = board.turn == "X"
    values = []
    for child in board.children():
        values.append(nothing_is_undone(child))
    return max(values) if mine else min(values)


@cousin(noughts(FIVE), anew=lambda: (Board(FIVE), -inf, inf), cut="<=")
def the_last_child_may_be_cut(board, alpha, beta):
    if board.over():
        return board.score()
    mine = board.turn == "X"
    best = -inf if mine else inf
    for child in board.children():
        value = the_last_child_may_be_cut(child, alpha, beta)
        if mine:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            return best
    return best


class Solved(Board):
    """Searches itself, without an argument."""

    def solve(self):
        if self.over():
            return self.score()
        values, mine = [], self.turn == "X"
        for child in self.replies():
            values.append(child.solve())
        return max(values) if mine else min(values)


cousin(noughts(FIVE), anew=lambda: (Solved(FIVE),), name="an_object_searches_itself")(Solved.solve)


def in_order(board):
    """The middle first, then the rest: two generators in one."""
    yield from (one for cell, one in some_moves(board, lambda cell: cell == 4 or cell == 7))
    yield from (one for cell, one in some_moves(board, lambda cell: cell not in (4, 7)))


def some_moves(board, wanted):
    for cell in filter(wanted, board.free()):
        board.play(cell)
        yield cell, board
        board.undo()


def sevens_first(text, is_max):
    if line(text, "X") or line(text, "O"):
        return []
    free = sorted((i for i in range(9) if text[i] == "."), key=lambda i: (i not in (4, 7), i))
    return [text[:i] + ("X" if is_max else "O") + text[i + 1 :] for i in free]


def won(text, is_max, left):
    return line(text, "X") - line(text, "O")


@cousin(unfold(LATE, sevens_first, won), anew=lambda: (Board(LATE), 9))
def two_generators_in_one(board, depth):
    if board.over() or depth == 0:
        return board.score()
    best = None
    mine = board.turn == "X"
    for child in in_order(board):
        value = two_generators_in_one(child, depth - 1)
        if best is None or (value > best if mine else value < best):
            best = value
    return best


@cousin(noughts(FIVE), anew=lambda: (Board(FIVE),), **MOVE)
def a_copy_moved_in_place(board):
    """The driver copies the board once, and all moves are made on the copy."""
    mine = copy.deepcopy(board)
    scores = {}
    for cell, child in moves_made(mine):
        scores[cell] = each_child_is_its_parent(child)
    return max(scores, key=lambda cell: (scores[cell], cell))


@look_alike(noughts(FIVE), anew=lambda: (Board(FIVE), -inf, inf), cut="<=")
def pushes_and_pops(board, alpha, beta):
    if board.over():
        return board.score()
    mine = board.turn == "X"
    best = -inf if mine else inf
    for cell in board.free():
        board.play(cell)
        value = pushes_and_pops(board, alpha, beta)
        board.undo()
        if mine:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


class Copied(Board):
    def children(self):
        for cell in self.free():
            child = Board.__new__(Copied)
            child.cells, child.turn, child.history = self.cells[:], self.turn, self.history[:]
            child.play(cell)
            yield child


@look_alike(noughts(FIVE), anew=lambda: (Copied(FIVE),))
def a_generator_of_copies(board):
    if board.over():
        return board.score()
    values = [a_generator_of_copies(child) for child in board.children()]
    return max(values) if board.turn == "X" else min(values)


@look_alike(noughts(LATE), anew=lambda: (Copied(LATE),), **MOVE)
def a_list_of_copies_at_the_root(board):
    children = list(board.children())
    values = [a_generator_of_copies(child) for child in children]
    return board.free()[values.index(max(values))]
