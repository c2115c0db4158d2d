"""A break in the inner of two loops leaves only one row, on a board that is global or handed on.

Other arguments never change. In some programs the child itself makes the move that it is given.
"""

from __future__ import annotations

from functools import partial
from math import inf

from ..judge import program
from ..trees import line, rows
from .small_games import marking

cousin = partial(program, family="break of rows", own_order=True, cut="<=")
look_alike = partial(program, family="break of rows", harmless=True, cut="<=")
MOVE = {"plain": lambda move: None}

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
LATE = "XO..X.O.."
OTHER = "X.OO..X.."


def winner(cells):
    return line(cells, "X") - line(cells, "O")


def finished(cells):
    return winner(cells) != 0 or "." not in cells


def flat(board):
    return [cell for row in board for cell in row]


def full(board):
    cells = flat(board)
    return line(cells, "X") or line(cells, "O") or " " not in cells


BOARD = rows(LATE)


def cleared(*arguments, text=LATE, board=BOARD):
    """Set the global board anew, and return the arguments."""

    def anew():
        board[:] = rows(text)
        return arguments

    return anew


def tree(text=LATE, **what):
    return marking(text, ROWS, winner, finished, **what)


@cousin(tree(), anew=cleared(True, -inf, inf))
def a_global_board(maximizing, alpha, beta):
    """No argument holds the board."""
    if full(BOARD):
        return winner(flat(BOARD))
    best = -inf if maximizing else inf
    for i in range(3):
        for j in range(3):
            if BOARD[i][j] != " ":
                continue
            BOARD[i][j] = "X" if maximizing else "O"
            score = a_global_board(not maximizing, alpha, beta)
            BOARD[i][j] = " "
            if maximizing:
                best = max(best, score)
                alpha = max(alpha, best)
            else:
                best = min(best, score)
                beta = min(beta, best)
            if alpha >= beta:
                break
    return best


@cousin(tree(), anew=cleared(BOARD, 0, "e", -inf, inf, True))
def a_difficulty_that_never_changes(board, depth, difficulty, alpha, beta, ai):
    """The board is given, and is a global that the search changes."""
    if full(board) or (difficulty == "h" and depth > 8):
        return winner(flat(board))
    best = -1000 if ai else 1000
    for i in range(3):
        for j in range(3):
            if board[i][j] == " ":
                board[i][j] = "X" if ai else "O"
                score = a_difficulty_that_never_changes(
                    board, depth + 1, difficulty, alpha, beta, not ai
                )
                board[i][j] = " "
                if ai:
                    best = max(best, score)
                    alpha = max(alpha, best)
                else:
                    best = min(best, score)
                    beta = min(beta, best)
                if beta <= alpha:
                    break
    return best


@cousin(tree(OTHER), anew=lambda: (rows(OTHER), "e", "X"), root_passes=True, **MOVE)
def a_driver_with_a_difficulty(board, difficulty, mark):
    def search(board, depth, difficulty, alpha, beta, turn):
        if full(board):
            return winner(flat(board))
        best = -10 if turn == mark else 10
        for row in board:
            for c, cell in enumerate(row):
                if cell != " ":
                    continue
                row[c] = turn
                value = search(
                    board, depth + 1, difficulty, alpha, beta, "O" if turn == "X" else "X"
                )
                row[c] = " "
                if turn == mark:
                    best, alpha = max(best, value), max(alpha, value)
                else:
                    best, beta = min(best, value), min(beta, value)
                if beta <= alpha:
                    break
        return best

    best, place = -inf, None
    for r in range(3):
        for c in range(3):
            if board[r][c] == " ":
                board[r][c] = mark
                value = search(board, 0, difficulty, best, inf, "O")
                board[r][c] = " "
                if value > best:
                    best, place = value, (r, c)
    return place


def pushed(text, move, mark):
    return text if move is None else text[:move] + mark + text[move + 1 :]


@cousin(tree(inner_turns=()), LATE, None, "O", -inf, inf)
def the_child_makes_its_move(text, move, mover, alpha, beta):
    """A flat loop: the move is a parameter of the child."""
    text = pushed(text, move, mover)
    if finished(text):
        return winner(text)
    mark = "O" if mover == "X" else "X"
    best = -inf if mark == "X" else inf
    for after in range(9):
        if text[after] == ".":
            value = the_child_makes_its_move(text, after, mark, alpha, beta)
            if mark == "X":
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
    return best


@cousin(tree(), anew=lambda: (rows(LATE), None, True, -inf, inf))
def pushes_on_the_board_inside(board, move, mine, alpha, beta):
    """The child makes its move at the beginning, and takes it back at the end."""
    if move:
        board[move[0]][move[1]] = "O" if mine else "X"
    if full(board):
        value = winner(flat(board))
    else:
        value = -inf if mine else inf
        for r in range(3):
            for c in range(3):
                if board[r][c] == " ":
                    found = pushes_on_the_board_inside(board, (r, c), not mine, alpha, beta)
                    if mine:
                        value = max(value, found)
                        alpha = max(alpha, value)
                    else:
                        value = min(value, found)
                        beta = min(beta, value)
                    if alpha >= beta:
                        break
    if move:
        board[move[0]][move[1]] = " "
    return value


@cousin(tree(OTHER), anew=lambda: (rows(OTHER), -1, -1, 1, -9, 9), window=(-9, 9), negamax=True)
def row_and_column_are_parameters(board, r, c, color, alpha, beta):
    fresh = [row[:] for row in board]
    if r >= 0:
        fresh[r][c] = "O" if color == 1 else "X"
    if full(fresh):
        return color * winner(flat(fresh))
    best = -9
    for i, row in enumerate(fresh):
        for j, cell in enumerate(row):
            if cell == " ":
                best = max(best, -row_and_column_are_parameters(fresh, i, j, -color, -beta, -alpha))
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
    return best


class TicTacToe:
    """The board, the level and the marks belong to the object; the driver resets it."""

    def __init__(self, text, level):
        self.board, self.level, self.ai, self.human = rows(text), level, "X", "O"

    def minimax(self, depth, alpha, beta, turn):
        if full(self.board):
            return winner(flat(self.board))
        if turn == self.ai:
            best = -100
            for i in range(3):
                for j in range(3):
                    if self.board[i][j] == " ":
                        self.board[i][j] = self.ai
                        best = max(best, self.minimax(depth + 1, alpha, beta, self.human))
                        self.board[i][j] = " "
                        alpha = max(alpha, best)
                        if beta <= alpha:
                            break
            return best
        best = 100
        for i in range(3):
            for j in range(3):
                if self.board[i][j] == " ":
                    self.board[i][j] = self.human
                    best = min(best, self.minimax(depth + 1, alpha, beta, self.ai))
                    self.board[i][j] = " "
                    beta = min(beta, best)
                    if beta <= alpha:
                        break
        return best


cousin(
    tree(),
    anew=lambda: (TicTacToe(LATE, "e"), 0, -100, 100, "X"),
    window=(-100, 100),
    name="an_object_with_a_level",
)(TicTacToe.minimax)


def computers_turn(board, level="e"):
    best, place = -100, None
    for r in range(3):
        for c in range(3):
            if board[r][c] == " ":
                board[r][c] = "X"
                score = rated(board, level, -100, 100, False)
                board[r][c] = " "
                if score > best:
                    best, place = score, (r, c)
    return place


def rated(board, level, alpha, beta, mine):
    if full(board):
        return winner(flat(board))
    best = -100 if mine else 100
    for r in range(3):
        for c in range(3):
            if board[r][c] == " ":
                board[r][c] = "X" if mine else "O"
                score = rated(board, level, alpha, beta, not mine)
                board[r][c] = " "
                if mine:
                    best = max(best, score)
                    alpha = max(alpha, best)
                else:
                    best = min(best, score)
                    beta = min(beta, best)
                if beta <= alpha:
                    break
    return best


cousin(
    tree(OTHER),
    anew=lambda: (rows(OTHER),),
    fresh=True,
    window=(-100, 100),
    name="a_whole_window_for_each",
    **MOVE,
)(computers_turn)


GRID = [[" "] * 3, [" "] * 3]
SIX = (range(3), range(3, 6))


def weighted(text):
    return sum((1 if cell == "X" else -1) * w for cell, w in zip(text, (4, 1, 7, 2, 6, 3)))


def two_rows(*arguments):
    def anew():
        GRID[:] = [["X", " ", " "], ["O", " ", " "]]
        return arguments

    return anew


@cousin(marking("X..O..", SIX, weighted), anew=two_rows("e", True, -inf, inf))
def a_level_comes_first(level, mine, alpha, beta):
    """The first argument never changes, and no argument is the board."""
    if " " not in flat(GRID):
        return weighted(flat(GRID))
    best = -inf if mine else inf
    for row in GRID:
        for x in range(3):
            if row[x] == " ":
                row[x] = "X" if mine else "O"
                value = a_level_comes_first(level, not mine, alpha, beta)
                row[x] = " "
                if mine:
                    best = max(best, value)
                    alpha = max(alpha, best)
                else:
                    best = min(best, value)
                    beta = min(beta, best)
                if beta <= alpha:
                    break
    return best


CURRENT = "X..O.."


@cousin(marking("X..O..", SIX, weighted), "e", 1, -50, 50, window=(-50, 50), negamax=True)
def a_global_that_is_bound_anew(level, color, alpha, beta):
    global CURRENT
    if "." not in CURRENT:
        return color * weighted(CURRENT)
    best, before = -50, CURRENT
    for y in range(2):
        for x in range(3):
            at = 3 * y + x
            if before[at] == ".":
                CURRENT = before[:at] + ("X" if color == 1 else "O") + before[at + 1 :]
                best = max(best, -a_global_that_is_bound_anew(level, -color, -beta, -alpha))
                CURRENT = before
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
    return best


BOARD_OF_SIX = "X..O.."


@cousin(marking("X..O..", SIX, weighted), "e", 1, -inf, inf, negamax=True)
def a_level_in_words_and_no_window(level, color, alpha, beta):
    global BOARD_OF_SIX
    if "." not in BOARD_OF_SIX:
        return color * weighted(BOARD_OF_SIX)
    best, before = -50, BOARD_OF_SIX
    for y in range(2):
        for x in range(3):
            at = 3 * y + x
            if before[at] == ".":
                mark = "X" if color == 1 else "O"
                BOARD_OF_SIX = before[:at] + mark + before[at + 1 :]
                best = max(best, -a_level_in_words_and_no_window(level, -color, -beta, -alpha))
                BOARD_OF_SIX = before
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
    return best


ROW = "..."


@cousin(marking("...", (range(3),), weighted), "e", 1, -inf, inf, negamax=True)
def a_level_in_words_on_one_row(level, color, alpha, beta):
    global ROW
    if "." not in ROW:
        return color * weighted(ROW)
    best, before = -50, ROW
    for at in range(3):
        if before[at] == ".":
            ROW = before[:at] + ("X" if color == 1 else "O") + before[at + 1 :]
            best = max(best, -a_level_in_words_on_one_row(level, -color, -beta, -alpha))
            ROW = before
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    return best


@cousin(marking("X..O..", SIX, weighted), "X..O..", "hard", 1, -inf, inf, negamax=True)
def a_level_after_the_board(board, level, color, alpha, beta):
    if "." not in board or level == "stop":
        return color * weighted(board)
    best, mark = -inf, "X" if color == 1 else "O"
    for y in range(2):
        for at in range(3 * y, 3 * y + 3):
            if board[at] == ".":
                after = board[:at] + mark + board[at + 1 :]
                best = max(best, -a_level_after_the_board(after, level, -color, -beta, -alpha))
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
    return best


@cousin(marking("X..O..", SIX, weighted), "X..O..", -inf, inf, "max", "deep")
def a_depth_in_words(board, alpha, beta, player, depth):
    """The depth is a word that never changes."""
    if "." not in board or depth == "flat":
        return weighted(board)
    best = -inf if player == "max" else inf
    for row in SIX:
        for at in row:
            if board[at] != ".":
                continue
            after = board[:at] + ("X" if player == "max" else "O") + board[at + 1 :]
            if player == "max":
                best = max(best, a_depth_in_words(after, alpha, beta, "min", depth))
                alpha = max(alpha, best)
            else:
                best = min(best, a_depth_in_words(after, alpha, beta, "max", depth))
                beta = min(beta, best)
            if alpha >= beta:
                break
    return best


@cousin(
    marking("X..O..", SIX, weighted),
    anew=two_rows(None, -inf, inf, "X"),
    plain=lambda found: found[0],
)
def the_child_puts_its_mark(place, alpha, beta, turn):
    """The board is global, the child makes the move, and returns a value with a place."""
    other = "O" if turn == "X" else "X"
    if place:
        GRID[place[0]][place[1]] = other
    if " " not in flat(GRID):
        best = weighted(flat(GRID)), place
    else:
        best = (-inf, None) if turn == "X" else (inf, None)
        for r in range(2):
            for c in range(3):
                if GRID[r][c] != " ":
                    continue
                value, _ = the_child_puts_its_mark((r, c), alpha, beta, other)
                if value > best[0] if turn == "X" else value < best[0]:
                    best = value, (r, c)
                if turn == "X":
                    alpha = max(alpha, value)
                else:
                    beta = min(beta, value)
                if alpha >= beta:
                    break
    if place:
        GRID[place[0]][place[1]] = " "
    return best


class Player:
    def __init__(self, text):
        self.cells, self.moves = list(text), []

    def push(self, move):
        self.cells[move] = "XO"[len(self.moves) % 2]
        self.moves.append(move)

    def pop(self):
        self.cells[self.moves.pop()] = "."

    def search(self, move, level, alpha=-inf, beta=inf):
        if move is not None:
            self.push(move)
        mine = len(self.moves) % 2 == 0
        if "." not in self.cells:
            best = weighted(self.cells)
        else:
            best = self.replies(mine, level, alpha, beta)
        if move is not None:
            self.pop()
        return best

    def replies(self, mine, level, alpha, beta):
        best = -inf if mine else inf
        for row in SIX:
            for move in row:
                if self.cells[move] == ".":
                    value = self.search(move, level, alpha, beta)
                    if mine:
                        best = max(best, value)
                        alpha = max(alpha, best)
                    else:
                        best = min(best, value)
                        beta = min(beta, best)
                    if beta <= alpha:
                        break
        return best


cousin(
    marking("X..O..", SIX, weighted),
    anew=lambda: (Player("X..O.."), None, "e"),
    name="pushed_in_a_method",
)(Player.search)


@cousin(marking("X..O..", SIX, weighted), anew=lambda: (("X..", "O.."), None, True, -inf, inf))
def rows_that_are_texts(board, move, mine, alpha, beta):
    """Each call builds its board from its parent's and the move."""
    if move is not None:
        (r, c), mark = move, "O" if mine else "X"
        board = tuple(
            row[:c] + mark + row[c + 1 :] if y == r else row for y, row in enumerate(board)
        )
    if not any("." in row for row in board):
        return weighted("".join(board))
    best = -inf if mine else inf
    for r in range(2):
        for c in range(3):
            if board[r][c] == ".":
                value = rows_that_are_texts(board, (r, c), not mine, alpha, beta)
                best = max(best, value) if mine else min(best, value)
                alpha, beta = (max(alpha, best), beta) if mine else (alpha, min(beta, best))
                if alpha >= beta:
                    break
    return best


@look_alike(tree(inner_turns=()), anew=cleared(BOARD, "e", -inf, inf, True))
def a_return_leaves_both_loops(board, difficulty, alpha, beta, ai):
    if full(board):
        return winner(flat(board))
    best = -inf if ai else inf
    for i in range(3):
        for j in range(3):
            if board[i][j] == " ":
                board[i][j] = "X" if ai else "O"
                score = a_return_leaves_both_loops(board, difficulty, alpha, beta, not ai)
                board[i][j] = " "
                if ai:
                    best = max(best, score)
                    alpha = max(alpha, best)
                else:
                    best = min(best, score)
                    beta = min(beta, best)
                if beta <= alpha:
                    return best
    return best


@look_alike(tree(inner_turns=()), anew=lambda: (rows(LATE), "e", -inf, inf, True))
def places_listed_before(board, difficulty, alpha, beta, ai):
    if full(board):
        return winner(flat(board))
    free = [(r, c) for r in range(3) for c in range(3) if board[r][c] == " "]
    best = -inf if ai else inf
    for r, c in free:
        board[r][c] = "X" if ai else "O"
        score = places_listed_before(board, difficulty, alpha, beta, not ai)
        board[r][c] = " "
        best = max(best, score) if ai else min(best, score)
        alpha, beta = (max(alpha, best), beta) if ai else (alpha, min(beta, best))
        if beta <= alpha:
            break
    return best


@partial(program, family="break of rows", harmless=True)(
    tree("XO.OX.O..", inner_turns=()), anew=lambda: (rows("XO.OX.O.."), True)
)
def rows_without_bounds(board, mine):
    """Nothing is cut: the break only leaves a row that is full."""
    if full(board):
        return winner(flat(board))
    values = []
    for row in board:
        for c in range(3):
            if " " not in row:
                break
            if row[c] == " ":
                row[c] = "X" if mine else "O"
                values.append(rows_without_bounds(board, not mine))
                row[c] = " "
    return max(values) if mine else min(values)
