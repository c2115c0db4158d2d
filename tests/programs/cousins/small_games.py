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
