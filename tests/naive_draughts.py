"""English draughts on a plain 8×8 grid, slow and obvious: what the bitboards are checked and timed against."""

from __future__ import annotations

from itertools import pairwise

Grid = list[list[str]]  # "." empty, b and w men, B and W kings; row 0 is Black's back row
Path = tuple[tuple[int, int], ...]  # the (row, column) of each square a piece touches

NUMBER = {}  # (row, column) -> the square's number, counted over the dark squares
for _row in range(8):
    for _column in range(8):
        if (_row + _column) % 2 == 1:
            NUMBER[_row, _column] = len(NUMBER) + 1


def grid_of(fen: str) -> tuple[Grid, str]:
    """Return the grid and the side to move that a plain FEN describes."""
    turn, *sides = fen.split(":")
    grid = [["."] * 8 for _ in range(8)]
    at = {number: place for place, number in NUMBER.items()}
    for side in sides:
        for entry in filter(None, side[1:].split(",")):
            row, column = at[int(entry.lstrip("K"))]
            grid[row][column] = side[0].upper() if entry.startswith("K") else side[0].lower()
    return grid, turn.lower()


def fen_of(grid: Grid, side: str) -> str:
    """Return the FEN of a grid, White's pieces first."""
    lists = {"w": [], "b": []}
    for (row, column), number in sorted(NUMBER.items(), key=lambda item: item[1]):
        piece = grid[row][column]
        if piece != ".":
            lists[piece.lower()].append(f"K{number}" if piece.isupper() else str(number))
    return f"{side.upper()}:W{','.join(lists['w'])}:B{','.join(lists['b'])}"


def directions(piece: str) -> list[tuple[int, int]]:
    """Return the ways a piece may go: Black's men down, White's up, kings both."""
    ways = []
    if piece in "bBW":
        ways += [(1, -1), (1, 1)]
    if piece in "wBW":
        ways += [(-1, -1), (-1, 1)]
    return ways


def inside(row: int, column: int) -> bool:
    return 0 <= row < 8 and 0 <= column < 8


def jumps_from(grid: Grid, piece: str, path: Path, taken: list[tuple[int, int]]) -> list[Path]:
    """Return the finished captures that go on from a path; the grid is without the moving piece."""
    row, column = path[-1]
    crowned = len(path) > 1 and ((piece == "b" and row == 7) or (piece == "w" and row == 0))
    found: list[Path] = []
    if not crowned:
        enemies = "wW" if piece in "bB" else "bB"
        for down, right in directions(piece):
            over, to = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if (
                inside(*to)
                and grid[over[0]][over[1]] in enemies
                and over not in taken
                and grid[to[0]][to[1]] == "."
            ):
                found += jumps_from(grid, piece, (*path, to), [*taken, over])
    return found or ([path] if len(path) > 1 else [])


def moves(grid: Grid, side: str) -> list[Path]:
    """Return the legal moves: captures when there is one, else steps."""
    captures, steps = [], []
    for row in range(8):
        for column in range(8):
            piece = grid[row][column]
            if piece.lower() != side:
                continue
            grid[row][column] = "."
            captures += jumps_from(grid, piece, ((row, column),), [])
            grid[row][column] = piece
            for down, right in directions(piece):
                if inside(row + down, column + right) and grid[row + down][column + right] == ".":
                    steps.append(((row, column), (row + down, column + right)))
    return captures or steps


def play(grid: Grid, path: Path) -> Grid:
    """Return the grid after a move."""
    after = [row[:] for row in grid]
    (row, column), (last_row, last_column) = path[0], path[-1]
    piece = after[row][column]
    after[row][column] = "."
    for (r1, c1), (r2, c2) in pairwise(path):
        if abs(r1 - r2) == 2:
            after[(r1 + r2) // 2][(c1 + c2) // 2] = "."
    if (piece == "b" and last_row == 7) or (piece == "w" and last_row == 0):
        piece = piece.upper()
    after[last_row][last_column] = piece
    return after


def other(side: str) -> str:
    return "w" if side == "b" else "b"


def perft(grid: Grid, side: str, depth: int) -> int:
    """Return how many sequences of that many moves there are; the last moves are counted, not made."""
    if depth == 0:
        return 1
    found = moves(grid, side)
    if depth == 1:
        return len(found)
    return sum(perft(play(grid, path), other(side), depth - 1) for path in found)
