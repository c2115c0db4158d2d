"""A cut breaks out of the inner of two loops, so the search continues with the outer loop.

The cut skips the rest of one row, pile or piece. The search still visits the children of the
next one, with a window that is already closed.
"""

from __future__ import annotations

from functools import partial
from itertools import chain, product
from math import inf

from ..judge import program
from ..trees import LINES, line
from .small_games import grouped, marking, piles

cousin = partial(program, family="inner break", own_order=True, cut="<=")
look_alike = partial(program, family="inner break", harmless=True, cut="<=")

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
LATE = "XO..X.O.."


def winner(cells):
    return line(cells, "X") - line(cells, "O")


def finished(cells):
    return winner(cells) != 0 or "." not in cells


def square(text, width):
    return [list(text[i : i + width]) for i in range(0, len(text), width)]


@cousin(
    marking(LATE, ROWS, winner, finished),
    anew=lambda: (square(LATE, 3), True, -10, 10),
    window=(-10, 10),
)
def gato(tablero, turno, alfa, beta):
    casillas = [c for fila in tablero for c in fila]
    if finished(casillas):
        return winner(casillas)
    mejor = -10 if turno else 10
    for fila in range(3):
        for col in range(3):
            if tablero[fila][col] != ".":
                continue
            tablero[fila][col] = "X" if turno else "O"
            puntaje = gato(tablero, not turno, alfa, beta)
            tablero[fila][col] = "."
            if turno:
                mejor = max(mejor, puntaje)
                alfa = max(alfa, mejor)
            else:
                mejor = min(mejor, puntaje)
                beta = min(beta, mejor)
            if beta <= alfa:
                break
    return mejor


def weighted(board):
    return sum(
        (1 if cell == "X" else -1) * weight for cell, weight in zip(board, (4, 1, 7, 2, 6, 3))
    )


SIX = (range(3), range(3, 6))


@cousin(
    marking("X..O..", SIX, weighted), anew=lambda: (square("X..O..", 3), -inf, inf, 1), negamax=True
)
def negamax_on_two_rows(grid, a, b, color):
    if all(cell != "." for row in grid for cell in row):
        return color * weighted("".join(chain(*grid)))
    value = -inf
    for row in grid:
        for x in range(len(row)):
            if row[x] == ".":
                row[x] = "X" if color > 0 else "O"
                value = max(value, -negamax_on_two_rows(grid, -b, -a, -color))
                row[x] = "."
                a = max(a, value)
                if a >= b:
                    break
    return value


def last_taker(left, is_max):
    return -1 if is_max else 1


@cousin(piles((2, 2, 1), last_taker), [2, 2, 1], True, -2, 2, window=(-2, 2))
def nim_takes(piles_left, maximizing, alpha, beta):
    if sum(piles_left) == 0:
        return -1 if maximizing else 1
    best = -2 if maximizing else 2
    for pile in range(len(piles_left)):
        for take in range(1, piles_left[pile] + 1):
            after = piles_left.copy()
            after[pile] -= take
            score = nim_takes(after, not maximizing, alpha, beta)
            if maximizing:
                best = max(best, score)
                alpha = max(alpha, best)
            else:
                best = min(best, score)
                beta = min(beta, best)
            if alpha >= beta:
                break
    return best


@cousin(piles((3, 2), last_taker), anew=lambda: ([3, 2], 1, -1, 1), window=(-1, 1), negamax=True)
def nim_with_whiles(heaps, who, lower, upper):
    if not any(heaps):
        return -1
    best, i = -1, 0
    while i < len(heaps):
        had, k = heaps[i], 1
        while k <= had:
            heaps[i] = had - k
            score = -nim_with_whiles(heaps, -who, -upper, -lower)
            heaps[i] = had
            best = max(best, score)
            lower = max(lower, best)
            if lower >= upper:
                break
            k += 1
        i += 1
    return best


GROUPS = [[[[4, 9], [2]], [[7], [1, 3]]], [[[[5, 0]], [[6, 8], [3]]][0], [[2, 6], [9]]]]


@cousin(grouped(GROUPS), GROUPS, -inf, inf, True)
def groups_of_children(node, alpha, beta, is_max):
    if isinstance(node, int):
        return node
    best = -inf if is_max else inf
    for group in node:
        for child in group:
            value = groups_of_children(child, alpha, beta, not is_max)
            best = max(best, value) if is_max else min(best, value)
            if is_max and best > alpha:
                alpha = best
            if not is_max and best < beta:
                beta = best
            if beta <= alpha:
                break
    return best


class Piece:
    def __init__(self, place, steps):
        self.place, self.steps = place, steps


def racing(whites, blacks, depth, is_max=True):
    if depth == 0:
        return grouped(3 * whites[0] + whites[1] - 2 * blacks[0] - blacks[1] ** 2, is_max)
    own = whites if is_max else blacks
    after = [
        tuple(p + s if i == j else p for j, p in enumerate(own)) for i in (0, 1) for s in (1, 2)
    ]
    refs = [
        racing(p, blacks, depth - 1, False) if is_max else racing(whites, p, depth - 1)
        for p in after
    ]
    return grouped([[0]])._replace(is_max=is_max, children=tuple(refs), groups=(2, 2))


@cousin(
    racing((0, 1), (1, 0), 3),
    anew=lambda: (
        {"w": [Piece(0, (1, 2)), Piece(1, (1, 2))], "b": [Piece(1, (1, 2)), Piece(0, (1, 2))]},
        3,
        -inf,
        inf,
        "w",
    ),
)
def race_of_pieces(pieces, depth, alpha, beta, side):
    if depth == 0:
        (w0, w1), (b0, b1) = ([piece.place for piece in pieces[c]] for c in "wb")
        return 3 * w0 + w1 - 2 * b0 - b1**2
    best = -inf if side == "w" else inf
    for piece in pieces[side]:
        for step in piece.steps:
            piece.place += step
            value = race_of_pieces(pieces, depth - 1, alpha, beta, "b" if side == "w" else "w")
            piece.place -= step
            if side == "w":
                best = max(best, value)
                alpha = max(alpha, value)
            else:
                best = min(best, value)
                beta = min(beta, value)
            if alpha >= beta:
                break
    return best


def one_sided(cells):
    return sum(n * (cell == "X") for n, cell in enumerate(cells, 2)) % 7


@cousin(
    marking("......", ((0, 2, 4), (1, 3, 5)), one_sided, lambda b: b.count(".") == 2),
    "......",
    "X",
    -inf,
    inf,
)
def even_cells_first(cells, mark, alpha, beta):
    if cells.count(".") == 2:
        return one_sided(cells)
    best = {"X": -inf, "O": inf}[mark]
    for parity in (0, 1):
        for i in range(parity, 6, 2):
            if cells[i] != ".":
                continue
            after = cells[:i] + mark + cells[i + 1 :]
            value = even_cells_first(after, "O" if mark == "X" else "X", alpha, beta)
            if mark == "X":
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if beta <= alpha:
                break
    return best


class TicTacToe:
    """A game whose object searches itself, row by row."""

    def __init__(self, text):
        self.board = square(text, 3)

    def cells(self):
        return list(chain.from_iterable(self.board))

    def minimax(self, is_ai, alpha=-inf, beta=inf):
        if finished(self.cells()):
            return winner(self.cells())
        best_score = -inf if is_ai else inf
        for r, row in enumerate(self.board):
            for c, cell in enumerate(row):
                if cell == ".":
                    self.board[r][c] = "X" if is_ai else "O"
                    score = self.minimax(not is_ai, alpha, beta)
                    self.board[r][c] = "."
                    if is_ai:
                        best_score = max(score, best_score)
                        alpha = max(alpha, best_score)
                    else:
                        best_score = min(score, best_score)
                        beta = min(beta, best_score)
                    if beta <= alpha:
                        break
        return best_score


cousin(
    marking("X.OO..X..", ROWS, winner, finished),
    anew=lambda: (TicTacToe("X.OO..X.."), True),
    name="object_searches_row_by_row",
)(TicTacToe.minimax)


@cousin(marking("XO..X.O..", ROWS, winner, finished, inner_turns=("min",)), LATE, -inf, inf, True)
def only_min_leaves_the_row(board, alpha, beta, maximizing):
    """The maximizer returns at a cut; the minimizer merely breaks."""
    if finished(board):
        return winner(board)
    if maximizing:
        value = -inf
        for r, c in product(range(3), range(3)):
            if board[3 * r + c] == ".":
                child = board[: 3 * r + c] + "X" + board[3 * r + c + 1 :]
                value = max(value, only_min_leaves_the_row(child, alpha, beta, False))
                alpha = max(alpha, value)
                if alpha >= beta:
                    return value
        return value
    value = inf
    for r in range(3):
        for c in range(3):
            if board[3 * r + c] == ".":
                child = board[: 3 * r + c] + "O" + board[3 * r + c + 1 :]
                value = min(value, only_min_leaves_the_row(child, alpha, beta, True))
                beta = min(beta, value)
                if alpha >= beta:
                    break
    return value


MOVES = {
    "s": {"pawn": ["a", "b", "c"], "rook": ["d"]},
    "a": {"king": ["a1", "a2"], "pawn": ["a3"]},
    "b": {"king": ["b1", "b2", "b3"]},
    "c": {"pawn": ["c1"], "king": ["c2", "c3"]},
    "d": {"king": ["d1", "d2"], "rook": ["d3", "d4"]},
}
WORTH = dict(a1=6, a2=8, a3=5, b1=4, b2=9, b3=2, c1=3, c2=1, c3=7, d1=5, d2=1, d3=8, d4=6)


def by_piece(name):
    return (
        [[by_piece(t) for t in targets] for targets in MOVES[name].values()]
        if name in MOVES
        else WORTH[name]
    )


@cousin(grouped(by_piece("s")), "s", -100, 100, True, window=(-100, 100))
def moves_by_piece(state, alpha, beta, white):
    if state not in MOVES:
        return WORTH[state]
    best = -100 if white else 100
    for piece, targets in MOVES[state].items():
        for target in targets:
            if white:
                best = max(best, moves_by_piece(target, alpha, beta, False))
                alpha = max(alpha, best)
            else:
                best = min(best, moves_by_piece(target, alpha, beta, True))
                beta = min(beta, best)
            if alpha >= beta:
                break
    return best


class Node:
    def __init__(self, name):
        self.captures, self.quiet, self.score = [], [], WORTH.get(name)
        if name in MOVES:
            first, *more = MOVES[name].values()
            self.captures = [Node(each) for each in first]
            self.quiet = [Node(each) for each in chain(*more)]


def captures_first(node: Node, alpha: float, beta: float) -> float:
    if node.score is not None:
        return node.score
    best = -inf
    for phase in (node.captures, node.quiet):
        for move in phase:
            if (reply := worst_reply(move, alpha, beta)) > best:
                best = reply
            if best >= beta:
                break
            alpha = max(alpha, best)
    return best


def worst_reply(node: Node, alpha: float, beta: float) -> float:
    if node.score is not None:
        return node.score
    best = inf
    for phase in (node.captures, node.quiet):
        for move in phase:
            if (reply := captures_first(move, alpha, beta)) < best:
                best = reply
            if best <= alpha:
                break
            beta = min(beta, best)
    return best


cousin(grouped(by_piece("s")), anew=lambda: (Node("s"), -inf, inf))(captures_first)


@cousin(
    grouped([[9, 3], [5]], False), [[9, 3], [5]], 0, 6, window=(0, 6), name="one_ply_of_two_rows"
)
def lowest(rows, alpha, beta):
    """One node whose window closes within the first row."""
    if isinstance(rows, int):
        return rows
    value = inf
    for row in rows:
        for cell in row:
            value = min(value, lowest(cell, alpha, beta))
            beta = min(beta, value)
            if alpha >= beta:
                break
    return value


@look_alike(
    marking(LATE, ROWS, winner, finished, inner_turns=()),
    anew=lambda: (square(LATE, 3), True, -inf, inf),
)
def a_flag_leaves_both_loops(board, ai, alpha, beta):
    flat = [cell for row in board for cell in row]
    if finished(flat):
        return winner(flat)
    best, pruned = (-inf if ai else inf), False
    for r in range(3):
        for c in range(3):
            if board[r][c] == ".":
                board[r][c] = "X" if ai else "O"
                score = a_flag_leaves_both_loops(board, not ai, alpha, beta)
                board[r][c] = "."
                best = max(best, score) if ai else min(best, score)
                alpha, beta = (max(alpha, best), beta) if ai else (alpha, min(beta, best))
                if beta <= alpha:
                    pruned = True
                    break
        if pruned:
            break
    return best


@look_alike(piles((2, 2), last_taker, loops=False), (2, 2), True, -inf, inf)
def for_else_leaves_both_loops(left, maximizing, alpha, beta):
    if not any(left):
        return -1 if maximizing else 1
    best = -inf if maximizing else inf
    for i, pile in enumerate(left):
        for k in range(1, pile + 1):
            value = for_else_leaves_both_loops(
                (*left[:i], pile - k, *left[i + 1 :]), not maximizing, alpha, beta
            )
            if maximizing:
                best, alpha = max(best, value), max(alpha, value)
            else:
                best, beta = min(best, value), min(beta, value)
            if alpha >= beta:
                break
        else:
            continue
        break
    return best


@look_alike(
    marking("XO.OX.O..", ROWS, winner, finished, inner_turns=()), "XO.OX.O..", "X", -inf, inf
)
def breaks_while_it_looks_for_a_line(board, player, alpha, beta):
    """The inner break belongs to the search for three in a row: no loop over children is left."""
    for mark, score in (("X", 1), ("O", -1)):
        for cells in LINES:
            for cell in cells:
                if board[cell] != mark:
                    break
            else:
                return score
    if "." not in board:
        return 0
    best = -inf if player == "X" else inf
    for move in [i for i, cell in enumerate(board) if cell == "."]:
        after = board[:move] + player + board[move + 1 :]
        value = breaks_while_it_looks_for_a_line(after, "O" if player == "X" else "X", alpha, beta)
        if player == "X":
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
