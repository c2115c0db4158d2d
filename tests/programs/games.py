"""Games with moves: boards copied, boards written into and restored, numbers, texts, several arguments."""

from __future__ import annotations

import copy
from math import inf

from .judge import program
from .profile import unfold
from .trees import LINES, line, noughts, rows, sticks

OPEN = "XO.XO...."  # both have two in a column
LATE = "XOX.O..X."


def won_by(board, mark):
    return line([cell for row in board for cell in row], mark)


@program(
    noughts(LATE),
    anew=lambda: (rows(LATE), 0, True, -1000, 1000),
    cut="<=",
    window=(-1000, 1000),
    cause=10,
)
def rows_with_undo(board, depth, is_max, alpha, beta):
    if won_by(board, "X"):
        return 1
    if won_by(board, "O"):
        return -1
    if all(cell != " " for row in board for cell in row):
        return 0
    best = -1000 if is_max else 1000
    for i in range(3):
        for j in range(3):
            if board[i][j] == " ":
                board[i][j] = "X" if is_max else "O"
                score = rows_with_undo(board, depth + 1, not is_max, alpha, beta)
                board[i][j] = " "
                if is_max:
                    best, alpha = max(best, score), max(alpha, score)
                else:
                    best, beta = min(best, score), min(beta, score)
                if beta <= alpha:
                    return best
    return best


@program(noughts(LATE), anew=lambda: (list(LATE), True, -inf, inf), cut="<=", cause=10)
def range_nine_with_a_test(cells, is_max, alpha, beta):
    if line(cells, "X") or line(cells, "O"):
        return 1 if line(cells, "X") else -1
    if "." not in cells:
        return 0
    best = -inf if is_max else inf
    for i in range(9):
        if cells[i] != ".":
            continue
        cells[i] = "X" if is_max else "O"
        score = range_nine_with_a_test(cells, not is_max, alpha, beta)
        cells[i] = "."
        best = max(best, score) if is_max else min(best, score)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best


@program(noughts(OPEN), anew=lambda: (list(OPEN), "X", -2, 2), cut="<=", window=(-2, 2), cause=10)
def moves_in_a_local_list(board, player, alpha, beta):
    if line(board, "X"):
        return 1
    if line(board, "O"):
        return -1
    valid_locations = [i for i in range(9) if board[i] == "."]
    if not valid_locations:
        return 0
    best = -2 if player == "X" else 2
    for spot in valid_locations:
        after = board.copy()
        after[spot] = player
        score = moves_in_a_local_list(after, "O" if player == "X" else "X", alpha, beta)
        if player == "X":
            best, alpha = max(best, score), max(alpha, score)
        else:
            best, beta = min(best, score), min(beta, score)
        if alpha >= beta:
            break
    return best


def empty_cells(board):
    for r in range(3):
        for c in range(3):
            if board[r][c] == " ":
                yield r, c


@program(noughts(LATE), anew=lambda: (rows(LATE), True, -inf, inf), cut="<=", cause=10)
def moves_from_a_generator(board, x_moves, alpha, beta):
    if won_by(board, "X") or won_by(board, "O") or not any(empty_cells(board)):
        return won_by(board, "X") - won_by(board, "O")
    best = -inf if x_moves else inf
    for r, c in empty_cells(board):
        after = copy.deepcopy(board)
        after[r][c] = "X" if x_moves else "O"
        score = moves_from_a_generator(after, not x_moves, alpha, beta)
        best = max(best, score) if x_moves else min(best, score)
        alpha, beta = (max(alpha, best), beta) if x_moves else (alpha, min(beta, best))
        if beta <= alpha:
            break
    return best


@program(
    noughts(LATE, depth=2),
    anew=lambda: (list(LATE), 0, True),
    options={"depth": 2},
    plain=lambda r: 0,
    cause=6,
)
def depth_in_the_score(cells, depth, is_max, max_depth=9):
    if line(cells, "X") or line(cells, "O") or "." not in cells or depth == max_depth:
        return line(cells, "X") - line(cells, "O")
    after = [[*cells[:i], "OX"[is_max], *cells[i + 1 :]] for i in range(9) if cells[i] == "."]
    return (max if is_max else min)(
        depth_in_the_score(one, depth + 1, not is_max, max_depth) for one in after
    )


FAST = noughts(LATE, worth=lambda won, depth: won * (10 - depth))


@program(FAST, anew=lambda: (rows(LATE), 0, True), cause=6)
def sooner_is_better(board, depth, is_max):
    if won_by(board, "X"):
        return 10 - depth
    if won_by(board, "O"):
        return depth - 10
    if not any(empty_cells(board)):
        return 0
    scores = []
    for r, c in list(empty_cells(board)):
        board[r][c] = "X" if is_max else "O"
        scores.append(sooner_is_better(board, depth + 1, not is_max))
        board[r][c] = " "
    return max(scores) if is_max else min(scores)


class TicTacToe:
    def __init__(self, text):
        self.board = list(text)
        self.current_winner = None

    def available_moves(self):
        return [i for i, spot in enumerate(self.board) if spot == "."]

    def num_empty_squares(self):
        return self.board.count(".")

    def make_move(self, square, letter):
        self.board[square] = letter
        if any(square in each and all(self.board[i] == letter for i in each) for each in LINES):
            self.current_winner = letter


class Computer:
    def __init__(self, letter):
        self.letter = letter

    def minimax(self, state, player):
        max_player = self.letter
        other_player = "O" if player == "X" else "X"
        if state.current_winner == other_player:
            squares = state.num_empty_squares() + 1
            return {"position": None, "score": squares if other_player == max_player else -squares}
        if not state.available_moves():
            return {"position": None, "score": 0}
        best = {"position": None, "score": -inf if player == max_player else inf}
        for possible_move in state.available_moves():
            state.make_move(possible_move, player)
            sim_score = self.minimax(state, other_player)
            state.board[possible_move] = "."
            state.current_winner = None
            sim_score["position"] = possible_move
            if player == max_player:
                if sim_score["score"] > best["score"]:
                    best = sim_score
            elif sim_score["score"] < best["score"]:
                best = sim_score
        return best


SQUARES = noughts(LATE, worth=lambda won, depth: won * (LATE.count(".") - depth + 1))
program(
    SQUARES,
    name="computer_player",
    anew=lambda: (TicTacToe(LATE), "X"),
    plain=lambda r: r["score"],
    cause=2,
)(Computer("X").minimax)
SQUARES_O = noughts(LATE, "O", worth=lambda won, depth: won * (LATE.count(".") - depth + 1))
program(
    SQUARES_O,
    name="computer_plays_noughts",
    anew=lambda: (TicTacToe(LATE), "O"),
    plain=lambda r: r["score"],
    cause=4,
)(Computer("O").minimax)


class Pile:
    def __init__(self, count):
        self.count = count

    def legal_moves(self):
        return [n for n in (1, 2, 3) if n <= self.count]

    def apply(self, n):
        return Pile(self.count - n)

    def is_terminal(self):
        return self.count == 0


def shallow_sticks(count, depth, is_max=True):
    return unfold(
        count,
        lambda left, turn: [left - n for n in (1, 2, 3) if n <= left],
        lambda left, turn, depth: 0 if left else (-1 if turn else 1),
        is_max,
        depth,
    )


@program(shallow_sticks(6, 4), anew=lambda: (Pile(6),), cause=1)
def depth_has_a_default(state, depth=4, maximizing=True):
    if state.is_terminal():
        return -1 if maximizing else 1
    if depth == 0:
        return 0
    scores = [
        depth_has_a_default(state.apply(m), depth - 1, not maximizing) for m in state.legal_moves()
    ]
    return max(scores) if maximizing else min(scores)


@program(shallow_sticks(7, 3), anew=lambda: (Pile(7),), cut="<=", cause=1)
def defaults_all_the_way(state, depth=3, alpha=-inf, beta=inf, player=1):
    if depth == 0 or state.is_terminal():
        return 0 if state.count else -player
    best = -inf * player
    for move in state.legal_moves():
        score = defaults_all_the_way(state.apply(move), depth - 1, alpha, beta, -player)
        if player == 1:
            best, alpha = max(best, score), max(alpha, score)
        else:
            best, beta = min(best, score), min(beta, score)
        if alpha >= beta:
            break
    return best


@program(
    shallow_sticks(6, 2), anew=lambda: (Pile(6),), options={"depth": 2}, plain=lambda r: 0, cause=1
)
def depth_asked_for(state, depth=10, maximizing=True):
    if depth == 0 or state.is_terminal():
        return 0 if state.count else (-1 if maximizing else 1)
    scores = [
        depth_asked_for(state.apply(m), depth - 1, not maximizing) for m in state.legal_moves()
    ]
    return max(scores) if maximizing else min(scores)


class Judge:
    def evaluate(self, board, maximizing):
        return -1 if maximizing else 1


class Search:
    def __init__(self, judge):
        self.judge = judge

    def evaluate(self, board):
        return line(board, "X") - line(board, "O")

    def run(self, board, depth, is_max):
        if depth == 0 or line(board, "X") or line(board, "O") or "." not in board:
            return self.evaluate(board)
        scores = []
        for i in [i for i, cell in enumerate(board) if cell == "."]:
            scores.append(
                self.run(
                    [*board[:i], "X" if is_max else "O", *board[i + 1 :]], depth - 1, not is_max
                )
            )
        return max(scores) if is_max else min(scores)

    def nim(self, heap, maximizing):
        if not heap:
            return self.judge.evaluate(heap, maximizing)
        return (max if maximizing else min)(
            self.nim(heap - n, not maximizing) for n in (1, 2) if n <= heap
        )


program(
    noughts("XOXOXO..."),
    name="list_judged_by_the_searcher",
    anew=lambda: (list("XOXOXO..."), 9, True),
    cause=7,
)(Search(Judge()).run)
program(
    noughts(LATE, depth=2),
    name="depth_ends_before_the_game",
    anew=lambda: (list(LATE), 2, True),
    cause=7,
)(Search(Judge()).run)
program(sticks(6, 2), 6, True, name="number_judged_by_another_object", cause=7)(Search(Judge()).nim)


def after_heaps(heaps, turn):
    return [
        (*heaps[:i], h - n, *heaps[i + 1 :]) for i, h in enumerate(heaps) for n in range(1, h + 1)
    ]


HEAPS = unfold((1, 2, 2), after_heaps, lambda heaps, turn, depth: -1 if turn else 1)


@program(HEAPS, [1, 2, 2], True, -inf, inf, cut="<=", cause=12)
def nim_with_heaps(heaps, my_turn, alpha, beta):
    if not any(heaps):
        return -1 if my_turn else 1
    value = -inf if my_turn else inf
    for i in range(len(heaps)):
        for take in range(1, heaps[i] + 1):
            rest = [*heaps[:i], heaps[i] - take, *heaps[i + 1 :]]
            score = nim_with_heaps(rest, not my_turn, alpha, beta)
            value = max(value, score) if my_turn else min(value, score)
            alpha, beta = (max(alpha, value), beta) if my_turn else (alpha, min(beta, value))
            if alpha >= beta:
                return value
    return value


@program(HEAPS, anew=lambda: ([1, 2, 2], True), plain=lambda r: r, cause=12)
def nim_taken_back(heaps, mine):
    if sum(heaps) == 0:
        return -1 if mine else 1
    scores = []
    for i, heap in enumerate(heaps):
        for take in range(1, heap + 1):
            heaps[i] -= take
            scores.append(nim_taken_back(heaps, not mine))
            heaps[i] += take
    return max(scores) if mine else min(scores)


def steps(place, turn):
    row, col = place
    return [(r, c) for r, c in ((row + 1, col), (row, col + 1)) if r < 3 and c < 3]


GRID = [[0, 4, 1], [7, 2, 9], [3, 8, 5]]
WALK = unfold((0, 0), steps, lambda place, turn, depth: GRID[place[0]][place[1]], depth=3)


@program(WALK, GRID, 0, 0, 3, True, cause=12)
def place_in_two_arguments(grid, row, col, depth, maximizing):
    options = []
    if row + 1 < len(grid):
        options.append((row + 1, col))
    if col + 1 < len(grid):
        options.append((row, col + 1))
    if depth == 0 or not options:
        return grid[row][col]
    values = [place_in_two_arguments(grid, r, c, depth - 1, not maximizing) for r, c in options]
    return max(values) if maximizing else min(values)


@program(WALK, (0, 0), 3, True, -inf, inf, cut="<=", cause=12)
def place_in_a_pair(place, depth, maximizing, alpha, beta):
    row, col = place
    if depth == 0:
        return GRID[row][col]
    value = -inf if maximizing else inf
    for down, right in ((1, 0), (0, 1)):
        if row + down > 2 or col + right > 2:
            continue
        score = place_in_a_pair((row + down, col + right), depth - 1, not maximizing, alpha, beta)
        if maximizing:
            value, alpha = max(value, score), max(alpha, score)
        else:
            value, beta = min(value, score), min(beta, score)
        if alpha >= beta:
            break
    return value


def ends(coins, turn):
    numbers, mine, yours = coins
    if not numbers:
        return []
    taken = ((numbers[1:], numbers[0]), (numbers[:-1], numbers[-1]))
    return [(rest, mine + n, yours) if turn else (rest, mine, yours + n) for rest, n in taken]


COINS = (3, 9, 1, 2)
ROW = unfold((COINS, 0, 0), ends, lambda coins, turn, depth: coins[1] - coins[2])


@program(ROW, list(COINS), 0, 0, True, -999, 999, cut="<=", window=(-999, 999), cause=12)
def coins_from_either_end(coins, mine, yours, my_turn, alpha, beta):
    if not coins:
        return mine - yours
    best = -999 if my_turn else 999
    for coin, rest in ((coins[0], coins[1:]), (coins[-1], coins[:-1])):
        if my_turn:
            best = max(best, coins_from_either_end(rest, mine + coin, yours, False, alpha, beta))
            alpha = max(alpha, best)
        else:
            best = min(best, coins_from_either_end(rest, mine, yours + coin, True, alpha, beta))
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


@program(noughts(OPEN), OPEN, "X", -1000, 1000, cut="<=", window=(-1000, 1000))
def board_is_a_text(board, turn, alpha, beta):
    if line(board, "X"):
        return 1
    if line(board, "O"):
        return -1
    if board.find(".") < 0:
        return 0
    successors = [board[:i] + turn + board[i + 1 :] for i in range(9) if board[i] == "."]
    value = -1000 if turn == "X" else 1000
    for successor in successors:
        score = board_is_a_text(successor, "O" if turn == "X" else "X", alpha, beta)
        if turn == "X":
            value = max(value, score)
            alpha = max(alpha, value)
        else:
            value = min(value, score)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return value


@program(noughts("XOXOXO..."), anew=lambda: ("XOXOXO...",), plain=lambda r: None)
def finds_the_move(board):
    """The classic shape: a loop at the root, a search below, a move returned."""
    best_score, best_move = -inf, None
    for i in range(9):
        if board[i] == ".":
            score = reply(board[:i] + "X" + board[i + 1 :], 0, False)
            if score > best_score:
                best_score, best_move = score, i
    return best_move


def reply(board, depth, is_max):
    if line(board, "X") or line(board, "O") or "." not in board:
        return line(board, "X") - line(board, "O")
    marks = [
        reply(board[:i] + "OX"[is_max] + board[i + 1 :], depth + 1, not is_max)
        for i in range(9)
        if board[i] == "."
    ]
    return max(marks) if is_max else min(marks)


@program(
    noughts(LATE),
    anew=lambda: (LATE, -inf, inf),
    cut="<=",
    fresh=True,
    plain=lambda r: None,
    cause=11,
)
def whole_window_for_every_move(board, alpha, beta):
    best = max(
        (i for i in range(9) if board[i] == "."),
        key=lambda i: board_is_a_text(board[:i] + "X" + board[i + 1 :], "O", alpha, beta),
    )
    return best
