"""At depth 0 a second recursive function takes over, and its calls belong to the same tree.

It looks at captures only, and may stand pat; or it solves the end of the game; or it is the
search with a window of no width. A recursive function that only measures a position is no search.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import partial
from math import inf

from ..judge import COUSINS, Program, program
from ..profile import Ref, Skipped
from ..trees import ALTERNATING as T
from ..trees import EIGHT, line, noughts
from .small_games import marched, subtraction

cousin = partial(program, family="search goes on below")
look_alike = partial(program, family="search goes on below", harmless=True)


# Pieces march towards each other: x and X of MAX to the right, o and O to the left.
PIECES = {"x": 1, "X": 5, "o": -1, "O": -5, ".": 0}


def count(row):
    return sum(PIECES[cell] for cell in row)


def advanced(row, mine):
    after = []
    for at, cell in enumerate(row):
        to = at + (1 if mine else -1)
        if cell in ("xX" if mine else "oO") and 0 <= to < len(row):
            if row[to] not in ("xX" if mine else "oO"):
                cells = [*row]
                cells[at], cells[to] = ".", cell
                after.append("".join(cells))
    return after


def captures(row, mine):
    return [after for after in advanced(row, mine) if after.count(".") > row.count(".")]


def quiet(row, depth, mine=True, stand=True):
    """Return a tree in which standing pat is a child, the first one."""
    after = advanced(row, mine) if depth else captures(row, mine)
    below = tuple(quiet(each, max(0, depth - 1), not mine, stand) for each in after)
    if not depth and stand:
        below = (Ref(mine, value=count(row), key="stand"), *below)
    return Ref(mine, below, count(row))


@dataclass(frozen=True)
class Quiet(Program):
    """A program in which standing pat is no child: who stands pat at once is a leaf."""

    def expected(self):
        found = super().expected()

        def stands(path):
            node = self.tree
            for step in path:
                node = node.children[step]
            return bool(node.children) and node.children[0].key == "stand"

        def there(path):
            if path is None:
                return None
            return tuple(step - stands(path[:i]) for i, step in enumerate(path))

        steps, bounds, inner, pat = [], [], iter(found.bounds), set()
        for i, (kind, path, what) in enumerate(found.steps):
            given = next(inner) if kind == "in" else None
            if path and stands(path[:-1]) and path[-1] == 0:
                following = found.steps[i + 1][1] if i + 1 < len(found.steps) else ()
                if following[: len(path) - 1] != path[:-1]:
                    pat.add(path[:-1])
                    low, high = bounds.pop()
                    worth = min(max(what, low), high) if self.style.hard else what
                    steps[-1] = ("leaf", there(path[:-1]), worth)
                continue
            steps.append((kind, there(path), what))
            bounds += [given] if given else []
        found.cuts = [
            Skipped(
                there(cut.path),
                cut.visited - stands(cut.path),
                cut.skipped,
                frozenset((there(owner), bound) for owner, bound in cut.owners),
            )
            for cut in found.cuts
            if cut.path not in pat
        ]
        found.steps, found.bounds = steps, bounds
        return found


def standing(name):
    key = f"search goes on below: {name}"
    one = COUSINS[key]
    COUSINS[key] = Quiet(**{each.name: getattr(one, each.name) for each in fields(Program)})


ROW = ".XOooxOxo"


def moves(row, mark):
    step = 1 if mark == "x" else -1
    for at in range(len(row)):
        if row[at].lower() == mark and 0 <= at + step < len(row):
            if row[at + step].lower() != mark:
                yield at, at + step


def material(row):
    return row.count("x") + 5 * row.count("X") - row.count("o") - 5 * row.count("O")


def moved(row, a, b):
    cells = list(row)
    cells[b], cells[a] = cells[a], "."
    return "".join(cells)


def settle(row, mark):
    best = material(row)
    for a, b in moves(row, mark):
        if row[b] != ".":
            value = settle(moved(row, a, b), "o" if mark == "x" else "x")
            best = max(best, value) if mark == "x" else min(best, value)
    return best


@cousin(quiet(ROW, 2), ROW, "x", 2, doubtful=True)
def stands_pat(row, mark, depth):
    legal = list(moves(row, mark))
    if depth == 0:
        return settle(row, mark)
    if not legal:
        return material(row)
    values = [stands_pat(moved(row, a, b), "xo"[mark == "x"], depth - 1) for a, b in legal]
    return max(values) if mark == "x" else min(values)


standing("stands_pat")


class Engine:
    """Fail-hard, as in many chess engines."""

    def __init__(self):
        self.nodes = 0

    def quiesce(self, row, side, alpha, beta):
        self.nodes += 1
        stand_pat = side * material(row)
        if stand_pat >= beta:
            return beta
        alpha = max(alpha, stand_pat)
        for a, b in moves(row, "x" if side == 1 else "o"):
            if row[b] == ".":
                continue
            score = -self.quiesce(moved(row, a, b), -side, -beta, -alpha)
            if score >= beta:
                return beta
            alpha = max(alpha, score)
        return alpha

    def search(self, row, side, depth, alpha, beta):
        if depth == 0:
            return self.quiesce(row, side, alpha, beta)
        legal = list(moves(row, "x" if side == 1 else "o"))
        if not legal:
            return side * material(row)
        for a, b in legal:
            score = -self.search(moved(row, a, b), -side, depth - 1, -beta, -alpha)
            if score >= beta:
                return beta
            alpha = max(alpha, score)
        return alpha


cousin(
    quiet(ROW, 2),
    ROW,
    1,
    2,
    -99,
    99,
    cut="<=",
    hard=True,
    window=(-99, 99),
    negamax=True,
    doubtful=True,
    name="quiesce",
)(Engine().search)
standing("quiesce")


def q(row, p, lo, hi):
    best = p * material(row)
    lo = max(lo, best)
    if lo >= hi:
        return best
    for a, b in moves(row, "ox"[p == 1]):
        if row[b] != ".":
            best = max(best, -q(moved(row, a, b), -p, -hi, -lo))
            lo = max(lo, best)
            if lo >= hi:
                break
    return best


@cousin(
    quiet("xxOx.Ox.", 3),
    "xxOx.Ox.",
    3,
    1,
    -inf,
    inf,
    cut="<=",
    negamax=True,
    doubtful=True,
)
def fail_soft_with_q(row, d, p, lo, hi):
    after = [moved(row, a, b) for a, b in moves(row, "ox"[p == 1])]
    if d == 0 or not after:
        return q(row, p, lo, hi)
    best = -inf
    for each in after:
        best = max(best, -fail_soft_with_q(each, d - 1, -p, -hi, -lo))
        lo = max(lo, best)
        if lo >= hi:
            break
    return best


standing("fail_soft_with_q")


def must_take(row, mark):
    """Whoever can take must take."""
    taking = [moved(row, a, b) for a, b in moves(row, mark) if row[b] != "."]
    if not taking:
        return material(row)
    values = [must_take(each, "o" if mark == "x" else "x") for each in taking]
    return max(values) if mark == "x" else min(values)


@cousin(quiet(ROW, 2, stand=False), ROW, True, 2)
def forced_captures(row, white, depth):
    mark = "x" if white else "o"
    if depth == 0:
        return must_take(row, mark)
    values = [forced_captures(moved(row, a, b), not white, depth - 1) for a, b in moves(row, mark)]
    if not values:
        return material(row)
    return max(values) if white else min(values)


def exact(left, mine):
    if left == 0:
        return -1 if mine else 1
    best = -2 if mine else 2
    for take in range(1, min(left, 3) + 1):
        value = exact(left - take, not mine)
        if (value > best) is mine and value != best:
            best = value
    return best


@cousin(subtraction(6, (1, 2, 3), lambda left, turn, depth: -1 if turn else 1), 6, 2, True)
def solves_the_end(left, depth, mine):
    if depth == 0 or left < 3:
        return exact(left, mine)
    values = [solves_the_end(left - take, depth - 1, not mine) for take in (1, 2, 3)]
    return max(values) if mine else min(values)


def last_cells(cells, alpha, beta, mark):
    """Cells change in place here; the search above works on strings."""
    won = line(cells, "X") - line(cells, "O")
    if won or "." not in cells:
        return won
    for i in range(9):
        if cells[i] == ".":
            cells[i] = mark
            value = last_cells(cells, alpha, beta, "O" if mark == "X" else "X")
            cells[i] = "."
            alpha, beta = (max(alpha, value), beta) if mark == "X" else (alpha, min(beta, value))
            if alpha >= beta:
                break
    return alpha if mark == "X" else beta


SIX = "XO..X.O.."


@cousin(noughts(SIX), SIX, -1, 1, "X", cut="<=", hard=True, window=(-1, 1))
def another_function_ends_it(cells, alpha, beta, mark):
    if cells.count(".") <= 3 or line(cells, "X") or line(cells, "O"):
        return last_cells(list(cells), alpha, beta, mark)
    for i in [i for i in range(9) if cells[i] == "."]:
        after = cells[:i] + mark + cells[i + 1 :]
        value = another_function_ends_it(after, alpha, beta, "O" if mark == "X" else "X")
        if mark == "X":
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if mark == "X" else beta


def zero_window(node, depth, beta, color):
    """Is the value at least beta?"""
    if depth == 0:
        return color * node
    for child in node:
        if -zero_window(child, depth - 1, 1 - beta, -color) >= beta:
            return beta
    return beta - 1


@cousin(
    T(EIGHT),
    EIGHT,
    3,
    -99,
    99,
    1,
    cut="<=",
    hard=True,
    window=(-99, 99),
    scout="alpha",
    negamax=True,
    bounds=False,
)
def pvs_hard(node, depth, alpha, beta, color):
    if depth == 0:
        return color * node
    for i, child in enumerate(node):
        if i == 0:
            score = -pvs_hard(child, depth - 1, -beta, -alpha, -color)
        else:
            score = -zero_window(child, depth - 1, -alpha, -color)
            if alpha < score < beta:
                score = -pvs_hard(child, depth - 1, -beta, -alpha, -color)
        if score >= beta:
            return beta
        alpha = max(alpha, score)
    return alpha


def null(node, gamma, p):
    if not isinstance(node, list):
        return p * node
    g = -inf
    for child in node:
        g = max(g, -null(child, 1 - gamma, -p))
        if g >= gamma:
            break
    return g


WIDE = [[[4, 9], [2, 7], [5]], [[8, 1], [6, 3]], [[7, 7], [9, 5], [3, 6]]]


@cousin(
    T(WIDE),
    WIDE,
    -99,
    99,
    1,
    cut="<=",
    window=(-99, 99),
    scout="score",
    negamax=True,
    bounds=False,
)
def pvs_soft(node, a, b, p):
    if not isinstance(node, list):
        return p * node
    g = -pvs_soft(node[0], -b, -a, -p)
    a = max(a, g)
    for child in node[1:]:
        if a >= b:
            break
        v = -null(child, -a, -p)
        if a < v < b:
            v = -pvs_soft(child, -b, -v, -p)
        g = max(g, v)
        a = max(a, g)
    return g


def never_reached(node, gamma, p):
    """Is the value at least gamma? Fail-soft."""
    if isinstance(node, int):
        return p * node
    best = -inf
    for child in node:
        score = -never_reached(child, 1 - gamma, -p)
        if score > best:
            best = score
        if best >= gamma:
            return best
    return best


@cousin(
    T(EIGHT),
    EIGHT,
    -99,
    99,
    1,
    cut="<=",
    window=(-99, 99),
    scout="score",
    negamax=True,
    bounds=False,
)
def principal(node, alpha, beta, p):
    if isinstance(node, int):
        return p * node
    best = -inf
    for child in node:
        if best == -inf:
            score = -principal(child, -beta, -alpha, -p)
        else:
            score = -never_reached(child, -alpha, -p)
            if alpha < score < beta:
                score = -principal(child, -beta, -score, -p)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def solve_heaps(heaps, mine):
    """Below, the position is a sorted tuple; above, it is a list that changes."""
    if not heaps:
        return -1 if mine else 1
    values = []
    for i, heap in enumerate(heaps):
        for rest in range(heap - 1, -1, -1):
            left = heaps[:i] + ((rest,) if rest else ()) + heaps[i + 1 :]
            values.append(solve_heaps(left, not mine))
    return max(values) if mine else min(values)


def heaps_left(heaps, mine=True):
    below = []
    for i, heap in enumerate(heaps):
        for n in range(1, heap + 1):
            after = tuple(h - n * (j == i) for j, h in enumerate(heaps))
            below.append(heaps_left(tuple(h for h in after if h), not mine))
    return Ref(mine, tuple(below), value=-1 if mine else 1)


@cousin(heaps_left((2, 1, 1)), anew=lambda: ([2, 1, 1], 1, True))
def lists_above_and_tuples_below(heaps, depth, mine):
    if depth == 0:
        return solve_heaps(tuple(heap for heap in heaps if heap), mine)
    best = -2 if mine else 2
    for i in range(len(heaps)):
        for n in range(1, heaps[i] + 1):
            heaps[i] -= n
            value = lists_above_and_tuples_below(heaps, depth - 1, not mine)
            heaps[i] += n
            best = max(best, value) if mine else min(best, value)
    return best


def deeper_total(nested):
    return nested if isinstance(nested, int) else sum(deeper_total(each) for each in nested)


def totals(nested, depth, mine=True):
    if depth == 0 or isinstance(nested, int):
        return Ref(mine, value=deeper_total(nested))
    return Ref(mine, tuple(totals(each, depth - 1, not mine) for each in nested))


DEEP = [[[[1, 4], 2], [[5, 1], [2, 2]]], [[[3, 3], 1], [6, [1, 1, 1]]], [[4, [2, 5]], [[7], 0]]]


def add_up(thing):
    total = 0
    for each in thing:
        total += add_up(each) if isinstance(each, list) else each
    return total


@look_alike(totals(DEEP, 2), DEEP, 2, True)
def sum_of_a_subtree(node, depth, mine):
    if isinstance(node, int):
        return node
    if depth == 0:
        return add_up(node)
    values = [sum_of_a_subtree(child, depth - 1, not mine) for child in node]
    return max(values) if mine else min(values)


def regions(cells):
    """Return the size of the largest group of X less that of O, on three by three cells."""
    sizes = {"X": 0, "O": 0, ".": 0}
    for mark in "XO":
        left = {i for i in range(9) if cells[i] == mark}
        while left:
            group, edge = set(), {left.pop()}
            while edge:
                group |= edge
                near = {j for i in edge for j in (i - 3, i + 3) if 0 <= j < 9}
                near |= {j for i in edge for j in (i - 1, i + 1) if 0 <= j < 9 and j // 3 == i // 3}
                edge = near & left
                left -= edge
            sizes[mark] = max(sizes[mark], len(group))
    return sizes["X"] - sizes["O"]


def grown(cells, depth, mine=True):
    free = [i for i in range(9) if cells[i] == "."] if depth else []
    below = [cells[:i] + ("X" if mine else "O") + cells[i + 1 :] for i in free]
    return Ref(mine, tuple(grown(each, depth - 1, not mine) for each in below), regions(cells))


def flood(cells, r, c, mark, seen):
    if not (0 <= r < 3 and 0 <= c < 3) or (r, c) in seen or cells[3 * r + c] != mark:
        return 0
    seen.add((r, c))
    near = ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1))
    return 1 + sum(flood(cells, y, x, mark, seen) for y, x in near)


def largest(cells, mark):
    seen = set()
    return max(flood(cells, r, c, mark, seen) for r in range(3) for c in range(3))


@look_alike(grown("XO..X.O.O", 2), list("XO..X.O.O"), True, 2)
def flood_fill(cells, mine, depth):
    free = [i for i in range(9) if cells[i] == "."]
    if depth == 0 or not free:
        return largest(cells, "X") - largest(cells, "O")
    values = []
    for i in free:
        cells[i] = "X" if mine else "O"
        values.append(flood_fill(cells, not mine, depth - 1))
        cells[i] = "."
    return max(values) if mine else min(values)


def groups(row, mark):
    if not row:
        return 0
    rest = row.lstrip(row[0])
    return groups(rest, mark) + (row[0] == mark)


def pieces(row, mine, depth):
    after = marched(row, "x" if mine else "o") if depth else []
    worth = sum(part != "" for part in row.replace(".", "o").split("o"))
    worth -= sum(part != "" for part in row.replace(".", "x").split("x"))
    return Ref(mine, tuple(pieces(each, not mine, depth - 1) for each in after), worth)


@look_alike(pieces("x.x.o.o", True, 4), "x.x.o.o", "x", 4, -inf, inf, cut="<=")
def groups_are_counted(row, mark, depth, alpha, beta):
    after = [moved(row, a, b) for a, b in moves(row, mark)] if depth else []
    if not after:
        return groups(row, "x") - groups(row, "o")
    best = -inf if mark == "x" else inf
    for each in after:
        value = groups_are_counted(each, "xo"[mark == "x"], depth - 1, alpha, beta)
        if mark == "x":
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


def greedy(left, mine):
    """Both take as many as they can: a game played out, not a search."""
    while left:
        left, mine = left - min(left, 3), not mine
    return -1 if mine else 1


def play_out(n, mine):
    if n == 0:
        return -1 if mine else 1
    return play_out(n - min(3, n), not mine)


@look_alike(
    subtraction(8, (1, 2, 3), lambda left, turn, d: greedy(left, turn), depth=2), 8, True, 2
)
def a_game_is_played_out(n, mine, depth):
    if depth == 0 or n == 0:
        return play_out(n, mine)
    values = [a_game_is_played_out(n - k, not mine, depth - 1) for k in (1, 2, 3) if k <= n]
    return max(values) if mine else min(values)
