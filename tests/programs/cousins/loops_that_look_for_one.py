"""A loop looks for one thing and stops: the free row of a column, a forced reply, a winning move.

Such a break is no cut. A pass stands outside of the loop over the moves,
and the depth may be a counter outside of the search that goes up and down.
"""

from __future__ import annotations

from functools import partial
from math import inf

from ..judge import program
from ..profile import Ref, unfold
from ..trees import ALTERNATING as T
from ..trees import BOOK, line, noughts, sticks
from .small_games import dropping, lined, marched

cousin = partial(program, family="loops that look for one")
look_alike = partial(program, family="loops that look for one", harmless=True)
MOVE = {"plain": lambda move: None}

FOUR = ("XX", "O", "XO", "O")
THREE = ("XO", "OX", "X")


def grid_of(columns, height, empty="."):
    """Return rows, the highest first."""
    full = [column.ljust(height, "#").replace("#", empty) for column in columns]
    return [list(row) for row in zip(*full)][::-1]


def hundred(length):
    def worth(columns, left):
        return (lined(columns, "X", length) - lined(columns, "O", length)) * 100

    return worth


def wins(grid, mark):
    """Return whether three marks stand in a row."""
    high, wide = len(grid), len(grid[0])
    for r in range(high):
        for c in range(wide):
            for y, x in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if 0 <= r + 2 * y < high and 0 <= c + 2 * x < wide:
                    if all(grid[r + k * y][c + k * x] == mark for k in range(3)):
                        return True
    return False


def full(grid):
    return all(cell != "." for cell in grid[0])


@cousin(dropping(FOUR, 3, 3, depth=4, worth=hundred(3)), anew=lambda: (grid_of(FOUR, 3), 4, True))
def break_after_the_first_free_row(grid, depth, mine):
    if wins(grid, "X") or wins(grid, "O") or depth == 0 or full(grid):
        return 100 * (wins(grid, "X") - wins(grid, "O"))
    best = -inf if mine else inf
    for col in range(len(grid[0])):
        for row in range(len(grid) - 1, -1, -1):
            if grid[row][col] == ".":
                grid[row][col] = "X" if mine else "O"
                value = break_after_the_first_free_row(grid, depth - 1, not mine)
                grid[row][col] = "."
                best = max(best, value) if mine else min(best, value)
                break
    return best


def judged(columns, left):
    """Return a value that differs from place to place."""
    total = 0
    for c, column in enumerate(columns):
        for r, cell in enumerate(column):
            total += (1 if cell == "X" else -1) * (3 * c + 5 * r * c + r + 2) % 11
    return total


def rated(grid):
    total = 0
    for c in range(len(grid[0])):
        for r in range(len(grid)):
            cell = grid[len(grid) - 1 - r][c]
            if cell != ".":
                total += (1 if cell == "X" else -1) * (3 * c + 5 * r * c + r + 2) % 11
    return total


@cousin(
    dropping(("X", "", "O"), 3, 9, depth=3, worth=judged),
    anew=lambda: (grid_of(("X", "", "O"), 3), 3, -inf, inf, "X"),
    cut="<=",
)
def with_bounds_and_two_breaks(grid, depth, alpha, beta, mark):
    if depth == 0 or full(grid):
        return rated(grid)
    best = -inf if mark == "X" else inf
    for col in range(3):
        for row in (2, 1, 0):
            if grid[row][col] != ".":
                continue
            grid[row][col] = mark
            value = with_bounds_and_two_breaks(
                grid, depth - 1, alpha, beta, "O" if mark == "X" else "X"
            )
            grid[row][col] = "."
            if mark == "X":
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            break
        if alpha >= beta:
            break
    return best


@cousin(
    dropping(("", "O", "X", ""), 3, 9, depth=3, worth=judged),
    anew=lambda: (grid_of(("", "O", "X", ""), 3), 3, -99, 99, 1),
    cut="<=",
    window=(-99, 99),
    negamax=True,
)
def a_helper_finds_the_row(g, d, a, b, p):
    if d == 0:
        return p * rated(g)
    v = -99
    for c in range(4):
        r = 2
        while r >= 0 and g[r][c] != ".":
            r -= 1
        if r < 0:
            continue
        g[r][c] = "X" if p == 1 else "O"
        v = max(v, -a_helper_finds_the_row(g, d - 1, -b, -a, -p))
        g[r][c] = "."
        a = max(a, v)
        if a >= b:
            return v
    return v


@cousin(
    dropping(("X", "O", "XO"), 3, 9, depth=4, worth=judged),
    anew=lambda: (grid_of(("X", "O", "XO"), 3), 4, -inf, inf, True),
    cut="<=",
)
def a_return_inside_two_loops(grid, depth, alpha, beta, mine):
    """The cut leaves both loops by a return, the break only one."""
    if depth == 0 or full(grid):
        return rated(grid)
    best = -inf if mine else inf
    for col in range(3):
        for row in reversed(grid):
            if row[col] == ".":
                row[col] = "X" if mine else "O"
                value = a_return_inside_two_loops(grid, depth - 1, alpha, beta, not mine)
                row[col] = "."
                if mine:
                    best = max(best, value)
                    alpha = max(alpha, best)
                else:
                    best = min(best, value)
                    beta = min(beta, best)
                if alpha >= beta:
                    return best
                break
    return best


@cousin(
    dropping(("X", "O", ""), 2, 9, depth=4, worth=judged),
    anew=lambda: (grid_of(("X", "O", ""), 2),),
    **MOVE,
)
def rows_from_the_top(grid):
    """The loop over the rows stops at the first piece."""

    def drop(grid, col, mark):
        for row in range(len(grid)):
            if grid[row][col] != ".":
                row -= 1
                break
        if row == -1:
            return None
        after = [line[:] for line in grid]
        after[row][col] = mark
        return after

    def search(grid, depth, mark):
        children = [drop(grid, col, mark) for col in range(3)] if depth else []
        values = []
        for child in children:
            if child is None:
                continue
            values.append(search(child, depth - 1, "O" if mark == "X" else "X"))
        if not values:
            return rated(grid)
        return max(values) if mark == "X" else min(values)

    best = None
    for col in range(3):
        child = drop(grid, col, "X")
        if child is not None:
            value = search(child, 3, "O")
            if best is None or value > best[0]:
                best = value, col
    return best[1]


def steps(row, mark):
    d = 1 if mark == "x" else -1
    for i in range(len(row)):
        if row[i] == mark and 0 <= i + d < len(row) and row[i + d] != mark:
            cells = list(row)
            cells[i], cells[i + d] = ".", mark
            yield "".join(cells)


def with_passes(row, depth, mine=True, passed=False):
    below = marched(row, "x" if mine else "o") if depth else []
    if depth and not below and not passed:
        return Ref(mine, (with_passes(row, depth, not mine, True),))
    tree = tuple(with_passes(each, depth - 1, not mine) for each in below)
    return Ref(mine, tree, row.count("x") - row.count("o"))


@cousin(with_passes("x.xo.o.o", 5), "x.xo.o.o", 5, "x", False, -9, 9, cut="<=", window=(-9, 9))
def a_pass_outside_the_loop(row, depth, mark, passed, alpha, beta):
    other = "o" if mark == "x" else "x"
    if depth == 0:
        return row.count("x") - row.count("o")
    best = -9 if mark == "x" else 9
    any_move = False
    for after in steps(row, mark):
        any_move = True
        value = a_pass_outside_the_loop(after, depth - 1, other, False, alpha, beta)
        if mark == "x":
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    if not any_move:
        if passed:
            return row.count("x") - row.count("o")
        return a_pass_outside_the_loop(row, depth, other, True, alpha, beta)
    return best


def forcing(board, is_max):
    """A player who can win must win, and who is threatened must answer."""
    if line(board, "X") or line(board, "O"):
        return []
    free = [i for i in range(9) if board[i] == "."]
    for mark in ("XO", "OX")[not is_max]:
        for i in free:
            if line(board[:i] + mark + board[i + 1 :], mark):
                return [board[:i] + "OX"[is_max] + board[i + 1 :]]
    return [board[:i] + "OX"[is_max] + board[i + 1 :] for i in free]


def ahead(board, is_max, left):
    return line(board, "X") - line(board, "O")


OPEN = "X...O...."


@cousin(unfold(OPEN[:8] + "X", forcing, ahead, False), list(OPEN[:8] + "X"), "O")
def one_forced_reply(b, me):
    foe = "O" if me == "X" else "X"
    if line(b, foe):
        return 1 if foe == "X" else -1
    empty = [i for i, cell in enumerate(b) if cell == "."]
    if not empty:
        return 0

    def completes(i, mark):
        return line([*b[:i], mark, *b[i + 1 :]], mark)

    forced = None
    for mark in (me, foe):
        for i in empty:
            if completes(i, mark):
                forced = i
                break
        if forced is not None:
            break
    if forced is not None:
        return one_forced_reply([*b[:forced], me, *b[forced + 1 :]], foe)
    scores = [one_forced_reply([*b[:i], me, *b[i + 1 :]], foe) for i in empty]
    return max(scores) if me == "X" else min(scores)


class Searcher:
    """The depth is an attribute of the class that goes up and down."""

    depth = 0
    limit = 4

    @classmethod
    def value(cls, grid, mine):
        if cls.depth == cls.limit or wins(grid, "X") or wins(grid, "O"):
            return 100 * (wins(grid, "X") - wins(grid, "O"))
        cls.depth += 1
        values = []
        for col in range(len(grid[0])):
            free = [row for row in range(len(grid)) if grid[row][col] == "."]
            if not free:
                continue
            grid[free[-1]][col] = "X" if mine else "O"
            values.append(cls.value(grid, not mine))
            grid[free[-1]][col] = "."
        cls.depth -= 1
        if not values:
            return 0
        return max(values) if mine else min(values)


cousin(
    dropping(FOUR, 3, 3, depth=4, worth=hundred(3)),
    anew=lambda: (grid_of(FOUR, 3), True),
    name="depth_of_the_class",
)(Searcher.value)

level = 0


@cousin(
    dropping(("", "X", ""), 2, 9, depth=4, worth=judged),
    anew=lambda: (grid_of(("", "X", ""), 2), -inf, inf),
    cut="<=",
)
def a_global_level(grid, alpha, beta):
    """Even levels are MAX's."""
    global level
    if level == 4:
        return rated(grid)
    mine = level % 2 == 0
    for col in range(3):
        if grid[0][col] != ".":
            continue
        row = max(r for r in (0, 1) if grid[r][col] == ".")
        grid[row][col] = "X" if mine else "O"
        level += 1
        value = a_global_level(grid, alpha, beta)
        level -= 1
        grid[row][col] = "."
        if mine:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if mine else beta


@cousin(
    dropping(("", "X", "O"), 3, 9, depth=3, worth=judged),
    anew=lambda: (grid_of(("", "X", "O"), 3), 3, -99, 99, True),
    cut="<=",
    hard=True,
    window=(-99, 99),
)
def a_flag_after_the_inner_loop(grid, depth, low, high, mine):
    if depth == 0:
        return rated(grid)
    for col in range(3):
        placed = None
        for row in range(2, -1, -1):
            if grid[row][col] == ".":
                grid[row][col] = "X" if mine else "O"
                placed = row
                break
        if placed is None:
            continue
        value = a_flag_after_the_inner_loop(grid, depth - 1, low, high, not mine)
        grid[placed][col] = "."
        if mine and value > low:
            low = value
        elif not mine and value < high:
            high = value
        if low >= high:
            break
    return low if mine else high


@cousin(
    dropping(("X", "", "O"), 3, 9, depth=3, worth=judged),
    anew=lambda: ({(0, 0): "X", (2, 0): "O"}, 3, True),
)
def cells_in_a_dictionary(cells, depth, mine):
    """The inner loop recurses, and stops after the first free height."""
    if depth == 0:
        return sum(
            (1 if mark == "X" else -1) * (3 * c + 5 * r * c + r + 2) % 11
            for (c, r), mark in cells.items()
        )
    values = []
    for c in range(3):
        for r in range(3):
            if (c, r) in cells:
                continue
            cells[c, r] = "X" if mine else "O"
            values.append(cells_in_a_dictionary(cells, depth - 1, not mine))
            del cells[c, r]
            break
    return max(values) if mine else min(values)


def winning_only(left, is_max):
    return [0] if 0 < left <= 3 else [left - k for k in (1, 2, 3) if k <= left]


@cousin(unfold(7, winning_only, lambda left, turn, depth: -1 if turn else 1), 7, True)
def takes_the_last_at_once(n, mine):
    """Who can win looks at no other move."""
    if n == 0:
        return -1 if mine else 1
    values = []
    for k in (3, 2, 1):
        if n == k:
            values = [takes_the_last_at_once(0, not mine)]
            break
    else:
        for k in (1, 2, 3):
            values.append(takes_the_last_at_once(n - k, not mine))
    return max(values) if mine else min(values)


@cousin(
    dropping(("XO", "", "O"), 3, 3, depth=4, worth=hundred(3)),
    anew=lambda: (grid_of(("XO", "", "O"), 3), 1, 4),
    negamax=True,
    plain=lambda pair: pair[0],
)
def next_free_row(grid, player, depth):
    mark, other = ("X", "O") if player == 1 else ("O", "X")
    if wins(grid, other):
        return -100, None
    columns = [c for c in range(3) if grid[0][c] == "."]
    if depth == 0 or not columns:
        return 0, None
    best, choice = -inf, None
    for c in columns:
        r = next(r for r in (2, 1, 0) if grid[r][c] == ".")
        grid[r][c] = mark
        value = -next_free_row(grid, -player, depth - 1)[0]
        grid[r][c] = "."
        if value > best:
            best, choice = value, c
    return best, choice


@look_alike(sticks(6), 6, True)
def break_where_too_few_are_left(left, mine):
    if left == 0:
        return -1 if mine else 1
    best = -1 if mine else 1
    for take in (1, 2, 3):
        if take > left:
            break
        value = break_where_too_few_are_left(left - take, not mine)
        best = max(best, value) if mine else min(best, value)
    return best


@look_alike(noughts("XO.XO...."), list("XO.XO...."), "X")
def a_loop_that_looks_for_a_winner(cells, mark):
    winner = 0
    for a, b, c in ("012", "345", "678", "036", "147", "258", "048", "246"):
        if cells[int(a)] == cells[int(b)] == cells[int(c)] != ".":
            winner = 1 if cells[int(a)] == "X" else -1
            break
    if winner or "." not in cells:
        return winner
    scores = []
    for i in range(9):
        if cells[i] == ".":
            cells[i] = mark
            scores.append(a_loop_that_looks_for_a_winner(cells, "O" if mark == "X" else "X"))
            cells[i] = "."
    return max(scores) if mark == "X" else min(scores)


@look_alike(
    dropping(FOUR, 3, 3, depth=4, worth=hundred(3)), anew=lambda: (FOUR, 4, -inf, inf, 0), cut="<="
)
def columns_without_an_inner_loop(columns, depth, alpha, beta, turn):
    won = lined(columns, "X", 3) - lined(columns, "O", 3)
    legal = [c for c in range(4) if len(columns[c]) < 3]
    if won or depth == 0 or not legal:
        return 100 * won
    best = inf if turn else -inf
    for c in legal:
        after = (*columns[:c], columns[c] + "XO"[turn], *columns[c + 1 :])
        value = columns_without_an_inner_loop(after, depth - 1, alpha, beta, 1 - turn)
        if turn:
            best = min(best, value)
            beta = min(beta, best)
        else:
            best = max(best, value)
            alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


@look_alike(T(BOOK), BOOK, True)
def a_loop_that_looks_for_the_best(node, mine):
    if isinstance(node, int):
        return node
    values = [a_loop_that_looks_for_the_best(child, not mine) for child in node]
    wanted = max(values) if mine else min(values)
    for value in values:
        if value == wanted:
            break
    return value
