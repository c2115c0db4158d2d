"""Trees of tiny games: marking cells, piles of sticks, numbers taken from a row's ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..profile import Ref, unfold

Cells = Iterable[Iterable[int]]


def marking(
    board: str,
    loops: Cells,
    worth: Callable[[str], float],
    over: Callable[[str], bool] = lambda board: False,
    marks: str = "XO",
    is_max: bool = True,
    inner_turns: tuple[str, ...] = ("both",),
) -> Ref:
    """Return the tree of marking free cells; at `inner_turns`, a cut leaves only one loop."""
    free = [[i for i in loop if board[i] == "."] for loop in loops]
    if over(board) or not any(free):
        return Ref(is_max, value=worth(board), key=board)
    mark = marks[0] if is_max else marks[1]
    boards = [board[:i] + mark + board[i + 1 :] for loop in free for i in loop]
    below = tuple(marking(b, loops, worth, over, marks, not is_max, inner_turns) for b in boards)
    inner = len(free) > 1 and ("both" in inner_turns or ("max" if is_max else "min") in inner_turns)
    return Ref(is_max, below, key=board, groups=tuple(map(len, free)) if inner else ())


def grouped(nested: Any, is_max: bool = True) -> Ref:
    """Return the tree of lists of groups of children, whose players take turns."""
    if isinstance(nested, int):
        return Ref(is_max, value=nested)
    below = tuple(grouped(child, not is_max) for group in nested for child in group)
    return Ref(is_max, below, groups=tuple(len(group) for group in nested))


def piles(
    left: tuple[int, ...],
    worth: Callable[[tuple[int, ...], bool], float],
    is_max: bool = True,
    loops: bool = True,
) -> Ref:
    """Return the tree of nim; worth(piles, turn) is asked where all piles are empty."""
    if not any(left):
        return Ref(is_max, value=worth(left, is_max), key=left)
    after = [
        (*left[:i], n - k, *left[i + 1 :]) for i, n in enumerate(left) for k in range(1, n + 1)
    ]
    below = tuple(piles(each, worth, not is_max, loops) for each in after)
    return Ref(is_max, below, key=left, groups=tuple(n for n in left if n) if loops else ())


def subtraction(
    count: int,
    takes: Iterable[int],
    worth: Callable[[int, bool, int], float],
    is_max: bool = True,
    depth: int = 99,
) -> Ref:
    """Return the tree of taking a number away while that leaves no less than nothing."""
    steps = tuple(takes)

    def after(left: int, turn: bool) -> list[int]:
        return [left - take for take in steps if take <= left]

    return unfold(count, after, worth, is_max, depth)


def from_the_ends(row: tuple[int, ...], is_max: bool = True, ahead: int = 0) -> Ref:
    """Return the tree of taking the number at the left or right end: MAX's sum less MIN's."""
    if not row:
        return Ref(is_max, value=ahead)
    sign = 1 if is_max else -1
    takes = [(row[1:], row[0])] + ([(row[:-1], row[-1])] if len(row) > 1 else [])
    return Ref(
        is_max, tuple(from_the_ends(rest, not is_max, ahead + sign * n) for rest, n in takes)
    )


def named(
    graph: dict[Any, Iterable[Any]], values: dict[Any, float], name: Any, is_max: bool = True
) -> Ref:
    """Return the tree of a graph by names, whose players take turns."""
    below = tuple(named(graph, values, each, not is_max) for each in graph.get(name, ()))
    return Ref(is_max, below, key=name) if below else Ref(is_max, value=values[name], key=name)


def lined(columns: tuple[str, ...], mark: str, length: int) -> bool:
    """Return whether `length` marks stand in a row, in columns that are filled from below."""
    cells = {(c, r) for c, col in enumerate(columns) for r, cell in enumerate(col) if cell == mark}
    return any(
        all((c + k * dc, r + k * dr) in cells for k in range(length))
        for c, r in cells
        for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


def dropping(
    columns: tuple[str, ...],
    height: int,
    length: int,
    is_max: bool = True,
    depth: int = 99,
    worth: Callable[[tuple[str, ...], int], float] | None = None,
    marks: str = "XO",
) -> Ref:
    """Return the tree of dropping marks into columns; worth(columns, plies left) is asked last."""
    mark = marks[0] if is_max else marks[1]
    won = lined(columns, marks[0], length) - lined(columns, marks[1], length)
    free = [c for c, column in enumerate(columns) if len(column) < height]
    if won or not free or depth == 0:
        return Ref(is_max, value=worth(columns, depth) if worth else won, key=columns)
    after = [(*columns[:c], columns[c] + mark, *columns[c + 1 :]) for c in free]
    below = (dropping(a, height, length, not is_max, depth - 1, worth, marks) for a in after)
    return Ref(is_max, tuple(below), key=columns)


def marched(row: str, mark: str) -> list[str]:
    """Return the rows after each move: x goes to the right, o to the left, and takes the other."""
    step, after = (1 if mark == "x" else -1), []
    for i, cell in enumerate(row):
        if cell == mark and 0 <= i + step < len(row) and row[i + step] != mark:
            cells = list(row)
            cells[i], cells[i + step] = ".", mark
            after.append("".join(cells))
    return after


def marching(row: str, depth: int, is_max: bool = True) -> Ref:
    """Return the tree of that game: x's pieces less o's at the depth, or where nobody can move."""

    def worth(row: str, turn: bool, left: int) -> float:
        return row.count("x") - row.count("o")

    return unfold(row, lambda row, turn: marched(row, "x" if turn else "o"), worth, is_max, depth)
