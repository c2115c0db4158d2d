"""Trees and small games that several programs search."""

from __future__ import annotations

from typing import Any

from .profile import Ref, alternating, unfold

SMALL = [[3, 5, 2], [9, 1]]
BOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 1]]
DEEP = [[[[8, 5], [6, -4]], [[3, 10], [4, -6]]], [[[1, 7], [11, 2]], [[-3, 0], [-5, 9]]]]
EIGHT = [[[5, 6], [7, 4]], [[3, 8], [1, 9]]]
RAGGED = [[4, [7, 2]], 6, [[1, [9, 3]], [5]]]
LEFT = [[[2, 11], [13, 4]], [[1, 12], 8], [6, [10, 5]]]
FLAT = [5, 6, 7, 4, 3, 8, 1, 9]

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def line(cells: Any, mark: Any) -> bool:
    return any(all(cells[i] == mark for i in each) for each in LINES)


def rows(text: str, empty: Any = " ") -> list[list[Any]]:
    """Return a board of three rows of cells."""
    cells = [empty if cell == "." else cell for cell in text]
    return [cells[0:3], cells[3:6], cells[6:9]]


def noughts(
    text: str, first: str = "X", is_max: bool = True, worth: Any = None, depth: int = 99
) -> Ref:
    """Return the tree of noughts and crosses on a board such as "XO.X..O..", X for MAX unless O moves first."""
    other = "O" if first == "X" else "X"
    mine, yours = (first, other) if is_max else (other, first)

    def after(board: str, turn: bool) -> list[str]:
        if line(board, mine) or line(board, yours):
            return []
        mark = mine if turn else yours
        return [board[:i] + mark + board[i + 1 :] for i in range(9) if board[i] == "."]

    def won(board: str, turn: bool, depth: int) -> float:
        return line(board, mine) - line(board, yours)

    def scored(board: str, turn: bool, left: int) -> float:
        return worth(won(board, turn, left), depth - left)

    return unfold(text, after, scored if worth else won, is_max, depth)


def sticks(count: int, most: int = 3, is_max: bool = True, last_wins: bool = True) -> Ref:
    """Return the tree of taking one to `most` sticks: who takes the last one wins, or loses."""

    def after(left: int, turn: bool) -> list[int]:
        return [left - take for take in range(1, most + 1) if take <= left]

    return unfold(count, after, lambda left, turn, depth: -1 if turn == last_wins else 1, is_max)


ALTERNATING = alternating
