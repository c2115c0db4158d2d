"""Draughts of the fourth source document: its rules, evaluation, search and mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import inf
from typing import NamedTuple

__all__ = [
    "BLACK",
    "BLACK_KING",
    "EMPTY",
    "EXAMPLE_BOARD",
    "START_BOARD",
    "WHITE",
    "WHITE_KING",
    "Move",
    "Result",
    "Square",
    "Terms",
    "Tracked",
    "TrackedNode",
    "evaluate_board",
    "evaluation_terms",
    "get_all_valid_moves",
    "get_valid_captures",
    "get_valid_regular_moves",
    "is_valid_position",
    "make_move",
    "minimax",
    "minimax_with_tracking",
    "pieces_on",
    "position_values",
]

Grid = Sequence[Sequence[int]]  # any rows of numbers will do for a board that is only read
Rows = tuple[tuple[int, ...], ...]

# The document names the kings, but it gives only the numbers 0, 1 and 3, so the kings are 2 and 4.
EMPTY, WHITE, WHITE_KING, BLACK, BLACK_KING = range(5)
PIECES = {WHITE: (WHITE, WHITE_KING), BLACK: (BLACK, BLACK_KING)}
KINGS = (WHITE_KING, BLACK_KING)

UP, DOWN = ((-1, -1), (-1, 1)), ((1, -1), (1, 1))  # White's men go up, towards row 0
DIRECTIONS = {EMPTY: (), WHITE: UP, WHITE_KING: UP + DOWN, BLACK: DOWN, BLACK_KING: UP + DOWN}

START_BOARD: Rows = tuple(
    tuple(
        (BLACK if row < 3 else WHITE if row > 4 else EMPTY) if (row + col) % 2 else EMPTY
        for col in range(8)
    )
    for row in range(8)
)
EXAMPLE_BOARD: Rows = ((EMPTY, BLACK, EMPTY), (EMPTY, EMPTY, EMPTY), (EMPTY, WHITE, EMPTY))


class Square(NamedTuple):
    """A place on the board, both counted from 0 at the top left."""

    row: int
    col: int


class Move(NamedTuple):
    """A step or a single jump."""

    start: Square
    to: Square

    def __str__(self) -> str:
        (from_row, from_col), (to_row, to_col) = self
        return f"({from_row},{from_col})→({to_row},{to_col})"


# The rules


def is_valid_position(row: int, col: int, rows: int = 8, cols: int = 8) -> bool:
    """Return True when the square is on a board of that size."""
    return 0 <= row < rows and 0 <= col < cols


def get_all_valid_moves(board: Grid, player: int) -> list[Move]:
    """Return the player's captures; if there are none, return the other moves, row by row."""
    own = [square for square, piece in pieces_on(board) if piece in PIECES[player]]
    captures = [
        Move(square, to) for square in own for to in get_valid_captures(*square, board, player)
    ]
    if captures:
        return captures
    return [
        Move(square, to) for square in own for to in get_valid_regular_moves(*square, board, player)
    ]


def get_valid_captures(row: int, col: int, board: Grid, player: int) -> list[Square]:
    """Return the empty squares on which the piece can land by one jump over an opponent's piece."""
    captures = []
    for down, right in DIRECTIONS[board[row][col]]:
        jump_row, jump_col, land_row, land_col = (
            row + down,
            col + right,
            row + 2 * down,
            col + 2 * right,
        )
        if is_valid_position(land_row, land_col, len(board), len(board[0])):
            jumped = board[jump_row][jump_col]
            if (
                jumped != EMPTY
                and jumped not in PIECES[player]
                and board[land_row][land_col] == EMPTY
            ):
                captures.append(Square(land_row, land_col))
    return captures


def get_valid_regular_moves(row: int, col: int, board: Grid, player: int) -> list[Square]:
    """Return the empty squares one step ahead of the piece, whichever side it belongs to."""
    squares = [Square(row + down, col + right) for down, right in DIRECTIONS[board[row][col]]]
    size = len(board), len(board[0])
    return [
        square
        for square in squares
        if is_valid_position(*square, *size) and board[square.row][square.col] == EMPTY
    ]


def make_move(board: Grid, from_row: int, from_col: int, to_row: int, to_col: int) -> Rows:
    """Return the board after the move, with pieces crowned or captured; legality is not checked."""
    new_board = [list(row) for row in board]
    piece = new_board[from_row][from_col]
    new_board[from_row][from_col] = EMPTY
    new_board[to_row][to_col] = piece

    if piece == WHITE and to_row == 0:
        new_board[to_row][to_col] = WHITE_KING
    elif piece == BLACK and to_row == len(board) - 1:
        new_board[to_row][to_col] = BLACK_KING

    if abs(from_row - to_row) == 2:
        new_board[(from_row + to_row) // 2][(from_col + to_col) // 2] = EMPTY
    return tuple(map(tuple, new_board))


def pieces_on(board: Grid) -> Iterator[tuple[Square, int]]:
    """Yield each piece with its square, row by row."""
    for row, squares in enumerate(board):
        for col, piece in enumerate(squares):
            if piece != EMPTY:
                yield Square(row, col), piece


# The evaluation


@dataclass(frozen=True, slots=True)
class Terms:
    """The parts of the evaluation, each from the player's side."""

    piece: float  # a man 10, a king 15, the opponent's counted against
    square: float  # the table's values, of the player's own pieces alone
    edge: float  # 2 for each of the player's kings at the edge: where the table gives 0
    # half a point for each move more than the opponent has: captures alone where one has to capture
    mobility: float

    @property
    def total(self) -> float:
        """Return the sum: the document's evaluation."""
        return self.piece + self.square + self.edge + self.mobility


@cache
def position_values(rows: int, cols: int) -> Rows:
    """Return the worth of each square: its distance from the nearest edge.

    On an 8 × 8 board this is the document's own table. The document has no table for other sizes,
    for example for its 3 × 3 board.
    """
    return tuple(
        tuple(min(row, col, rows - 1 - row, cols - 1 - col) for col in range(cols))
        for row in range(rows)
    )


def evaluation_terms(board: Grid, player: int, opponent: int) -> Terms:
    """Return the four parts of the evaluation of the board for the player, whoever is to move."""
    rows, cols = len(board), len(board[0])
    values = position_values(rows, cols)
    piece_term = square_term = edge_term = 0
    for (row, col), piece in pieces_on(board):
        worth = 15 if piece in KINGS else 10
        piece_term += worth if piece in PIECES[player] else -worth
        if piece in PIECES[player]:
            square_term += values[row][col]
            if piece in KINGS and (row in (0, rows - 1) or col in (0, cols - 1)):
                edge_term += 2
    mobility = len(get_all_valid_moves(board, player)) - len(get_all_valid_moves(board, opponent))
    return Terms(piece_term, square_term, edge_term, mobility * 0.5)


def evaluate_board(board: Grid, player: int, opponent: int) -> float:
    """Return the static value of the board for the player."""
    return evaluation_terms(board, player, opponent).total


# The document writes the search twice, without and with a tree of the searched boards. Here it is
# written once and fills in the tree if it gets one, so the two versions cannot drift apart.


class Result(NamedTuple):
    """A search's result: a board's score and the move that leads there; None at the end."""

    score: float
    move: Move | None


class Tracked(NamedTuple):
    """What a search with tracking finds: the move, and the root of the tree that was searched."""

    move: Move | None
    tree: TrackedNode


@dataclass(slots=True, repr=False)
class TrackedNode:
    """A board that was searched, with the boards searched below it; pruned ones are missing."""

    board: Rows
    move: Move | None = None  # the move that led here
    depth: int = 0  # plies from the root
    is_maximizing: bool = True
    player: int = WHITE  # who is to move
    score: float | None = None  # None until the search is done with the node
    children: list[TrackedNode] = field(default_factory=list)

    def add(self, board: Rows, move: Move, player: int) -> TrackedNode:
        """Return a new last child: the board after the move, with the player to move."""
        self.children.append(
            TrackedNode(board, move, self.depth + 1, not self.is_maximizing, player)
        )
        return self.children[-1]

    def __repr__(self) -> str:
        return (
            f"<TrackedNode: depth {self.depth}, score {self.score}, children {len(self.children)}>"
        )

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        score = "unknown" if self.score is None else f"{self.score:g}"
        yield f"{'root' if self.move is None else self.move}: score {score}"
        for child in self.children:
            first, further = ("└── ", "    ") if child is self.children[-1] else ("├── ", "│   ")
            for line in child._lines():
                yield first + line
                first = further


def minimax(
    board: Grid,
    depth: int,
    player: int,
    opponent: int,
    alpha: float = -inf,
    beta: float = inf,
    is_maximizing_player: bool = True,
    node: TrackedNode | None = None,
) -> Result:
    """Return the score of the board for the player and the best move, and fill in the node."""
    if depth == 0:
        return _noted(node, evaluate_board(board, player, opponent), None)
    all_moves = get_all_valid_moves(board, player if is_maximizing_player else opponent)
    if not all_moves:
        return _noted(node, -1000 if is_maximizing_player else 1000, None)

    best_move = None
    if is_maximizing_player:
        max_score = -inf
        for move in all_moves:
            new_board = make_move(board, *move.start, *move.to)
            child = node and node.add(new_board, move, opponent)
            result = minimax(new_board, depth - 1, player, opponent, alpha, beta, False, child)
            if result.score > max_score:
                max_score, best_move = result.score, move
            alpha = max(alpha, max_score)
            if beta <= alpha:
                break
        return _noted(node, max_score, best_move)

    min_score = inf
    for move in all_moves:
        new_board = make_move(board, *move.start, *move.to)
        child = node and node.add(new_board, move, player)
        result = minimax(new_board, depth - 1, player, opponent, alpha, beta, True, child)
        if result.score < min_score:
            min_score, best_move = result.score, move
        beta = min(beta, min_score)
        if beta <= alpha:
            break
    return _noted(node, min_score, best_move)


def _noted(node: TrackedNode | None, score: float, move: Move | None) -> Result:
    if node is not None:
        node.score = score
    return Result(score, move)


def minimax_with_tracking(board: Grid, depth: int, player: int, opponent: int) -> Tracked:
    """Return the best move of the player, who is to move, and the tree that was searched for it."""
    root = TrackedNode(tuple(map(tuple, board)), player=player)
    result = minimax(root.board, depth, player, opponent, node=root)
    return Tracked(result.move, root)
