"""What a search does in the loop over its children: leaves valued there, and the search handed to a function."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import inf
from typing import NamedTuple

from .judge import program
from .trees import ALTERNATING as T
from .trees import LEFT, SMALL, line, noughts

LATE = "XOX.O..X."


def won(board):
    return line(board, "X") - line(board, "O")


def over(board):
    return won(board) != 0 or "." not in board


def marked(board, cell, mark):
    return board[:cell] + mark + board[cell + 1 :]


@program(noughts(LATE), LATE, True, cause=8)
def tests_and_values_on_one_line(board, is_max):
    best = -2 if is_max else 2
    for i in range(9):
        if board[i] == ".":
            new = marked(board, i, "X" if is_max else "O")
            # fmt: off
            if over(new): score = won(new)  # noqa: E701
            else: score = tests_and_values_on_one_line(new, not is_max)  # noqa: E701
            # fmt: on
            best = max(best, score) if is_max else min(best, score)
    return best


@program(noughts(LATE), LATE, "X", cause=8)
def values_ends_and_goes_on(board, mark):
    results = []
    for i in [i for i in range(9) if board[i] == "."]:
        new = marked(board, i, mark)
        if over(new):
            results.append(won(new))
            continue
        results.append(values_ends_and_goes_on(new, "O" if mark == "X" else "X"))
    return max(results) if mark == "X" else min(results)


@dataclass(frozen=True)
class Move:
    before: str
    mark: str
    cell: int

    @property
    def after(self):
        return marked(self.before, self.cell, self.mark)


def moves_of(board, mark):
    return [Move(board, mark, i) for i in range(9) if board[i] == "."]


def worth_of(move, high, *, mine):
    board = move.after
    if over(board):
        return won(board) * (1 if mine == "X" else -1)
    other = "O" if move.mark == "X" else "X"
    return (max if high else min)(
        worth_of(each, not high, mine=mine) for each in moves_of(board, other)
    )


@program(noughts("XOXOXO..."), "XOXOXO...", plain=lambda returned: None, cause=13)
def search_is_a_key(board):
    return max(moves_of(board, "X"), key=partial(worth_of, high=False, mine="X"))


@program(T(LEFT), LEFT, True, -inf, inf, cut="<=", plain=lambda returned: returned[0], cause=2)
def returns_its_window(node, is_max, alpha, beta):
    if isinstance(node, int):
        return node, None, alpha, beta
    value, move = (-inf if is_max else inf), None
    for i, child in enumerate(node):
        found, _, _, _ = returns_its_window(child, not is_max, alpha, beta)
        if (found > value) if is_max else (found < value):
            value, move = found, i
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        if beta <= alpha:
            break
    return value, move, alpha, beta


class Branch(NamedTuple):
    kids: tuple


class End(NamedTuple):
    worth: int


def grown(nested):
    return Branch(tuple(map(grown, nested))) if isinstance(nested, list) else End(nested)


@program(T(LEFT), anew=lambda: (grown(LEFT), True), cause=12)
def named_tuples(node, high):
    match node:
        case End(worth):
            return worth
        case Branch(kids):
            return (max if high else min)([named_tuples(kid, not high) for kid in kids])


@program(T(SMALL), SMALL, (), cause=4)
def turn_is_the_length_of_a_path(node, path):
    if isinstance(node, int):
        return node
    values = [turn_is_the_length_of_a_path(child, (*path, i)) for i, child in enumerate(node)]
    return min(values) if len(path) % 2 else max(values)
