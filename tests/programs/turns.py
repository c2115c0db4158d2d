"""How a program says whose turn it is."""

from __future__ import annotations

from enum import Enum
from math import inf
from typing import Any

from .judge import program
from .profile import Ref
from .trees import ALTERNATING as T
from .trees import BOOK, DEEP, LEFT, SMALL, line, noughts, rows


def winner(board):
    cells = [cell for row in board for cell in row]
    return next((mark for mark in "XO" if line(cells, mark)), None)


def free(board):
    return [(r, c) for r in range(3) for c in range(3) if board[r][c] == " "]


@program(noughts("XOXOXO..."), "XOXOXO...", "X", cause=4)
def max_if_player_is_x(board, player):
    if line(board, "X"):
        return 1
    if line(board, "O"):
        return -1
    if "." not in board:
        return 0
    after = [board[:i] + player + board[i + 1 :] for i in range(9) if board[i] == "."]
    scores = [max_if_player_is_x(b, "X" if player == "O" else "O") for b in after]
    return max(scores) if player == "X" else min(scores)


@program(noughts("XOX.O..X."), anew=lambda: (rows("XOX.O..X."), False), cause=4)
def opponent_is_false(board, opponent=False):
    if winner(board):
        return {"X": 10, "O": -10}[winner(board)] // 10
    if not free(board):
        return 0
    best = 100 if opponent else -100
    for r, c in free(board):
        board[r][c] = "O" if opponent else "X"
        score = opponent_is_false(board, not opponent)
        board[r][c] = " "
        best = min(best, score) if opponent else max(best, score)
    return best


@program(noughts("XOXOXO...", "O"), "XOXOXO...", "O", "O", cause=4)
def named_maximizer(board, to_move, maximizer="X"):
    other = "O" if maximizer == "X" else "X"
    if line(board, maximizer):
        return 1
    if line(board, other):
        return -1
    if "." not in board:
        return 0
    best = -2 if to_move == maximizer else 2
    for i, cell in enumerate(board):
        if cell != ".":
            continue
        after = board[:i] + to_move + board[i + 1 :]
        score = named_maximizer(after, "O" if to_move == "X" else "X", maximizer)
        if (to_move == maximizer and score > best) or (to_move != maximizer and score < best):
            best = score
    return best


@program(noughts("XOXOXO...", "O", is_max=False), "XOXOXO...", "O", cause=4)
def human_minimizes(board, player):
    if line(board, "X") or line(board, "O"):
        return 1 if line(board, "X") else -1
    if "." not in board:
        return 0
    human, computer = "O", "X"
    replies = [
        human_minimizes(board[:i] + player + board[i + 1 :], computer if player == human else human)
        for i in range(9)
        if board[i] == "."
    ]
    return min(replies) if player == human else max(replies)


class Side(Enum):
    WHITE = 1
    BLACK = -1

    @property
    def other(self):
        return Side(-self.value)


@program(T(LEFT), LEFT, Side.WHITE, -inf, inf, cut="<=", cause=15)
def side_is_an_enum(node, side, alpha, beta):
    if isinstance(node, int):
        return node
    best = -inf if side is Side.WHITE else inf
    for part in node:
        score = side_is_an_enum(part, side.other, alpha, beta)
        if side is Side.WHITE:
            best, alpha = max(best, score), max(alpha, score)
        else:
            best, beta = min(best, score), min(beta, score)
        if alpha >= beta:
            break
    return best


@program(T(LEFT, False), LEFT, Side.BLACK, cause=15)
def black_starts(node, current_player):
    if isinstance(node, int):
        return node
    scores = [black_starts(part, current_player.other) for part in node]
    return min(scores) if current_player == Side.BLACK else max(scores)


@program(T(DEEP, False), DEEP, 0, -inf, inf, cut="<=")
def odd_depth_is_max(node, depth, alpha, beta):
    if isinstance(node, int):
        return node
    maxing = depth % 2 == 1
    best = -inf if maxing else inf
    for part in node:
        score = odd_depth_is_max(part, depth + 1, alpha, beta)
        best = max(best, score) if maxing else min(best, score)
        alpha, beta = (max(alpha, best), beta) if maxing else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best


@program(T(SMALL), SMALL, 1)
def sign_times(node, sign):
    """A sign that picks the larger of the negated: never negamax."""
    if isinstance(node, int):
        return node
    return sign * max(sign * sign_times(part, -sign) for part in node)


@program(T(BOOK), BOOK, 0, cause=4)
def player_zero_or_one(node, player):
    if isinstance(node, int):
        return node
    values = sorted(player_zero_or_one(part, 1 - player) for part in node)
    return values[-1] if player == 0 else values[0]


@program(T(BOOK), BOOK, (max, min), cause=4)
def two_choosers_that_swap(node, choosers):
    if isinstance(node, int):
        return node
    mine, yours = choosers
    return mine(two_choosers_that_swap(part, (yours, mine)) for part in node)


def again(nested: Any, turns: str) -> Ref:
    """Return the tree of nested lists in which the players move as a text of ^ and v says."""
    if isinstance(nested, int):
        return Ref(True, value=nested)
    return Ref(turns[0] == "^", tuple(again(part, turns[1:]) for part in nested))


@program(again(DEEP, "^^vv"), DEEP, 0, cause=4)
def two_moves_each(node, ply):
    if isinstance(node, int):
        return node
    values = [two_moves_each(part, ply + 1) for part in node]
    return max(values) if ply % 4 < 2 else min(values)


@program(again(DEEP, "^vv^"), DEEP, 0, -inf, inf, cut="<=", cause=4)
def two_ghosts_in_a_row(node, agent, alpha, beta):
    if isinstance(node, int):
        return node
    following = (agent + 1) % 3
    if agent == 0:
        v = -inf
        for part in node:
            v = max(v, two_ghosts_in_a_row(part, following, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
    else:
        v = inf
        for part in node:
            v = min(v, two_ghosts_in_a_row(part, following, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
    return v


class Person:
    def __init__(self, name):
        self.name, self.rival = name, None


ANN, BEN = Person("Ann"), Person("Ben")
ANN.rival, BEN.rival = BEN, ANN


@program(T(SMALL), SMALL, ANN, cause=15)
def player_is_a_person(node, current_player):
    if isinstance(node, int):
        return node
    choose = max if current_player is ANN else min
    return choose(player_is_a_person(part, current_player.rival) for part in node)
