"""Boards of numpy and of python-chess."""

from __future__ import annotations

from math import inf

import chess
import numpy as np

from .judge import program
from .profile import unfold

ROWS, COLUMNS = 3, 4


def drop(board, column, piece):
    after = [list(row) for row in board]
    row = max(r for r in range(ROWS) if after[r][column] == 0)
    after[row][column] = piece
    return tuple(map(tuple, after))


def three(board, piece):
    cells = [(r, c) for r in range(ROWS) for c in range(COLUMNS)]
    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    found = (all((r + dr * k, c + dc * k) in cells and board[r + dr * k][c + dc * k] == piece for k in range(3))
             for r, c in cells for dr, dc in ways)  # fmt: skip
    return any(found)


def columns(board, turn):
    if three(board, 1) or three(board, 2):
        return []
    return [drop(board, c, 2 if turn else 1) for c in range(COLUMNS) if board[0][c] == 0]


def worth(board, turn, depth):
    if three(board, 2) or three(board, 1):
        return 1000 if three(board, 2) else -1000
    return sum(
        (c % 2 + 1) * (1 if cell == 2 else -1)
        for row in board
        for c, cell in enumerate(row)
        if cell
    )


START = ((0, 0, 0, 0), (0, 1, 0, 0), (0, 2, 1, 0))
FOUR = unfold(START, columns, worth, depth=3)


def fresh():
    return np.array(START)


def valid_columns(board):
    return [c for c in range(COLUMNS) if board[0][c] == 0]


def next_open_row(board, column):
    return max(r for r in range(ROWS) if board[r][column] == 0)


@program(FOUR, anew=lambda: (fresh(), 3, -inf, inf, True), cut="<=", plain=lambda r: r[1], cause=10)
def connect_on_numpy(board, depth, alpha, beta, maximizing_player):
    valid_locations = valid_columns(board)
    is_terminal = three(board, 1) or three(board, 2) or len(valid_locations) == 0
    if depth == 0 or is_terminal:
        return (None, worth(board, None, depth))
    value, column = -inf if maximizing_player else inf, valid_locations[0]
    for col in valid_locations:
        b_copy = board.copy()
        b_copy[next_open_row(board, col)][col] = 2 if maximizing_player else 1
        new_score = connect_on_numpy(b_copy, depth - 1, alpha, beta, not maximizing_player)[1]
        if (new_score > value) if maximizing_player else (new_score < value):
            value, column = new_score, col
        if maximizing_player:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return column, value


@program(FOUR, anew=lambda: (fresh(), 3, True, -inf, inf), cut="<=", cause=12)
def numpy_written_into(grid, depth, maximizing, alpha, beta):
    if depth == 0 or three(grid, 1) or three(grid, 2) or not (grid[0] == 0).any():
        return worth(grid, None, depth)
    best = -inf if maximizing else inf
    for column in np.flatnonzero(grid[0] == 0):
        row = next_open_row(grid, column)
        grid[row, column] = 2 if maximizing else 1
        score = numpy_written_into(grid, depth - 1, not maximizing, alpha, beta)
        grid[row, column] = 0
        if maximizing:
            best, alpha = max(best, score), max(alpha, score)
        else:
            best, beta = min(best, score), min(beta, score)
        if beta <= alpha:
            break
    return best


LEAVES = np.array([[3, 12, 8], [2, 4, 6], [14, 5, 1]])


@program(unfold((), lambda path, turn: [(*path, i) for i in range(3)] if len(path) < 2 else [],
                lambda path, turn, depth: int(LEAVES[path])), LEAVES, True, cause=12)  # fmt: skip
def array_of_leaves(leaves, maximizing):
    if leaves.ndim == 0:
        return int(leaves)
    values = [array_of_leaves(row, not maximizing) for row in leaves]
    return max(values) if maximizing else min(values)


FEN = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
VALUES = {
    chess.PAWN: 1,
    chess.KNIGHT: 3,
    chess.BISHOP: 3,
    chess.ROOK: 5,
    chess.QUEEN: 9,
    chess.KING: 0,
}


def material(board):
    score = sum(
        VALUES[piece.piece_type] * (1 if piece.color else -1)
        for piece in board.piece_map().values()
    )
    return 10 * score + (
        chess.square_file(board.king(chess.WHITE)) - chess.square_rank(board.king(chess.BLACK))
    )


def pushed(fen, turn):
    board = chess.Board(fen)
    found = []
    for move in board.legal_moves:
        board.push(move)
        found.append(board.fen())
        board.pop()
    return found


CHESS = unfold(FEN, pushed, lambda fen, turn, depth: material(chess.Board(fen)), depth=2)


@program(
    CHESS,
    anew=lambda: (chess.Board(FEN), 2, -9999, 9999, True),
    cut="<=",
    window=(-9999, 9999),
    cause=10,
)
def push_and_pop(board, depth, alpha, beta, is_maximising):
    if depth == 0 or board.is_game_over():
        return material(board)
    if is_maximising:
        best = -9999
        for move in board.legal_moves:
            board.push(move)
            best = max(best, push_and_pop(board, depth - 1, alpha, beta, False))
            board.pop()
            alpha = max(alpha, best)
            if beta <= alpha:
                return best
        return best
    best = 9999
    for move in board.legal_moves:
        board.push(move)
        best = min(best, push_and_pop(board, depth - 1, alpha, beta, True))
        board.pop()
        beta = min(beta, best)
        if beta <= alpha:
            return best
    return best


@program(CHESS, anew=lambda: (chess.Board(FEN), 2), cut="<=", negamax=True, cause=10)
def chess_negamax(board, depth, alpha=-inf, beta=inf):
    if depth == 0:
        return material(board) if board.turn == chess.WHITE else -material(board)
    best = -inf
    for move in list(board.legal_moves):
        board.push(move)
        score = -chess_negamax(board, depth - 1, -beta, -alpha)
        board.pop()
        if score > best:
            best = score
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best
