"""A function is run once more, to show what its loop left out or for whom it chooses.

By then its time may be over and its counters may have changed; and what it chose stands in the
move that it made, or in a field of the position that it reached.
"""

from __future__ import annotations

import time
from functools import partial
from math import inf
from time import perf_counter

from ..judge import program
from ..profile import Ref
from ..trees import ALTERNATING as T
from ..trees import DEEP, EIGHT, LEFT, line, noughts

cousin = partial(program, family="asked again")
look_alike = partial(program, family="asked again", harmless=True)
MOVE = {"plain": lambda move: None}
OPEN = "XO.XO...."


def worth(cells):
    return line(cells, "X") - line(cells, "O")


def free(cells):
    done = line(cells, "X") or line(cells, "O")
    return [] if done else [i for i in range(9) if cells[i] == "."]


class OutOfTime(Exception):
    pass


def timed(node, alpha, beta, mine, end):
    if time.monotonic() > end:
        raise OutOfTime
    if not isinstance(node, list):
        return node
    best = -inf if mine else inf
    for child in node:
        value = timed(child, alpha, beta, not mine, end)
        if mine:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


@cousin(T(DEEP), DEEP, cut="<=")
def a_second_at_most(tree):
    return timed(tree, -inf, inf, True, time.monotonic() + 1)


@cousin(noughts(OPEN), OPEN, -inf, inf, True, None, cut="<=")
def gives_up_when_late(board, alpha, beta, is_x, since):
    since = since or perf_counter()
    if perf_counter() - since > 0.9:
        return 0
    if not free(board):
        return worth(board)
    for cell in free(board):
        mark = "X" if is_x else "O"
        value = gives_up_when_late(
            board[:cell] + mark + board[cell + 1 :], alpha, beta, not is_x, since
        )
        if is_x:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if is_x else beta


class Limits:
    depth = 0
    most = 9


class Marks:
    """How deep it is counts a class attribute."""

    def __init__(self):
        self.cells = list(OPEN)

    def highest(self, alpha, beta):
        if not free(self.cells) or Limits.depth > Limits.most:
            return worth(self.cells), None
        best, chosen = -inf, None
        for cell in free(self.cells):
            Limits.depth += 1
            self.cells[cell] = "X"
            value = self.lowest(alpha, beta)
            self.cells[cell] = "."
            Limits.depth -= 1
            if value > best:
                best, chosen = value, cell
            if best >= beta:
                return best, chosen
            alpha = max(alpha, best)
        return best, chosen

    def lowest(self, alpha, beta):
        """Returns the value alone."""
        if not free(self.cells) or Limits.depth > Limits.most:
            return worth(self.cells)
        best = inf
        for cell in free(self.cells):
            Limits.depth += 1
            self.cells[cell] = "O"
            best = min(best, self.highest(alpha, beta)[0])
            self.cells[cell] = "."
            Limits.depth -= 1
            if best <= alpha:
                return best
            beta = min(beta, best)
        return best


cousin(
    noughts(OPEN),
    anew=lambda: (Marks(), -inf, inf),
    cut="<=",
    name="depth_in_a_class",
    plain=lambda found: found[0],
)(Marks.highest)


steps = 0


@cousin(T(LEFT), LEFT, -inf, inf, True, cut="<=")
def counts_its_way_down(node, alpha, beta, mine):
    global steps
    if not isinstance(node, list):
        return node
    if steps > 5:
        return 0
    best = -inf if mine else inf
    for child in node:
        steps += 1
        value = counts_its_way_down(child, alpha, beta, not mine)
        steps -= 1
        best = max(best, value) if mine else min(best, value)
        if mine:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


LATE = "XO.XO.O.X"
grid = list(LATE)


def with_the_grid_as_it_was():
    grid[:] = LATE
    return ()


def of_grid(cells, is_x):
    if not free(cells):
        return worth(cells)
    values = []
    for cell in free(cells):
        cells[cell] = "X" if is_x else "O"
        values.append(of_grid(cells, not is_x))
        cells[cell] = "."
    return max(values) if is_x else min(values)


@cousin(noughts(LATE), anew=with_the_grid_as_it_was, **MOVE)
def marks_the_best():
    """Returns nothing: the mark stands on the board."""
    best, chosen = -inf, None
    for cell in free(grid):
        grid[cell] = "X"
        value = of_grid(grid, False)
        grid[cell] = "."
        if value > best:
            best, chosen = value, cell
    grid[chosen] = "X"


class State:
    def __init__(self, inside, last=None):
        self.inside, self.last = inside, last

    def next_states(self):
        parts = self.inside if isinstance(self.inside, list) else []
        return [State(part, ("move", number)) for number, part in enumerate(parts)]


def of_state(state, mine):
    values = [of_state(each, not mine) for each in state.next_states()]
    if not values:
        return state.inside
    return max(values) if mine else min(values)


@cousin(T([[4, 9], [4, 7]]), anew=lambda: (State([[4, 9], [4, 7]]),), **MOVE)
def names_what_the_position_holds(state):
    found, best = None, -1000
    for each in state.next_states():
        value = of_state(each, False)
        if value > best:
            found, best = each.last, value
    return found


@cousin(T(DEEP), DEEP, -inf, inf, 1, True, cut="<=", negamax=True, **MOVE)
def a_move_at_the_root(node, alpha, beta, colour, at_root=False):
    """Below the root it returns numbers, so it has to be answered with numbers."""
    if not isinstance(node, list):
        return colour * node
    best, chosen = -inf, None
    for number, child in enumerate(node):
        value = -a_move_at_the_root(child, -beta, -alpha, -colour)
        if value > best:
            best, chosen = value, f"move {number}"
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return chosen if at_root else best


class Table:
    def __init__(self):
        self.entries = {}

    def lookup(self, cells):
        return self.entries.get(hash(cells))

    def insert(self, cells, value):
        self.entries[hash(cells)] = value


WEIGHTS = (3, 2, 3, 2, 5, 2, 3, 2, 1)


def weighed(cells):
    return sum(WEIGHTS[i] * {"X": 1, "O": -1, ".": 0}[cell] for i, cell in enumerate(cells))


class Weighing:
    """The state knows its moves, so no two states are equal; the table knows better."""

    def __init__(self, cells, past=()):
        self.cells, self.past = cells, past

    def after(self, cell, mark):
        cells = self.cells[:cell] + mark + self.cells[cell + 1 :]
        return Weighing(cells, (*self.past, cell))


def read_by_a_method(state, table, is_x, depth):
    known = table.lookup(state.cells)
    if known is not None:
        return known
    if depth == 0:
        value = 0
        for i, cell in enumerate(state.cells):
            value += WEIGHTS[i] if cell == "X" else -WEIGHTS[i] if cell == "O" else 0
        table.insert(state.cells, value)
        return value
    values = []
    for cell in [i for i in range(9) if state.cells[i] == "."]:
        after = state.after(cell, "X" if is_x else "O")
        values.append(read_by_a_method(after, table, not is_x, depth - 1))
    value = max(values) if is_x else min(values)
    table.insert(state.cells, value)
    return value


def weighing(cells, is_x, depth):
    mark = "X" if is_x else "O"
    free = [i for i in range(9) if cells[i] == "."] if depth else []
    below = [weighing(cells[:i] + mark + cells[i + 1 :], not is_x, depth - 1) for i in free]
    return Ref(is_x, tuple(below), weighed(cells), key=cells)


cousin(
    weighing("XO.X.....", True, 3),
    anew=lambda: (Weighing("XO.X....."), Table(), True, 3),
    memo=lambda ref, path: ref.key,
    name="read_by_a_method",
)(read_by_a_method)


known = Table()


def number_of(cells):
    return sum(3**i * ".XO".index(cell) for i, cell in enumerate(cells))


def read_by_an_attribute(cells, is_x, depth):
    """A function returns a number for each position, and this is no value."""
    key = number_of(cells)
    if key in known.entries:
        return known.entries[key]
    values = []
    for cell in [i for i in range(9) if cells[i] == "."] if depth else []:
        after = cells[:cell] + ("X" if is_x else "O") + cells[cell + 1 :]
        values.append(read_by_an_attribute(after, not is_x, depth - 1))
    value = weighed(cells) if not values else max(values) if is_x else min(values)
    known.entries.update({key: value})
    return value


def with_nothing_known():
    known.entries.clear()
    return "XO.X.....", True, 3


cousin(
    weighing("XO.X.....", True, 3),
    anew=with_nothing_known,
    memo=lambda ref, path: ref.key,
    name="read_by_an_attribute",
)(read_by_an_attribute)


@look_alike(T(EIGHT), EIGHT, True)
def measures_its_time(node, mine):
    begun = perf_counter()
    if not isinstance(node, list):
        return node
    values = [measures_its_time(child, not mine) for child in node]
    assert perf_counter() >= begun
    return max(values) if mine else min(values)


visited = [0]


@look_alike(T(DEEP), DEEP, -inf, inf, True, cut="<=")
def counts_its_visits(node, alpha, beta, mine):
    visited[0] += 1
    if not isinstance(node, list):
        return node
    for child in node:
        value = counts_its_visits(child, alpha, beta, not mine)
        if mine:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if mine else beta


class Kept:
    """A node that keeps its value, so that its method returns nothing."""

    def __init__(self, nested):
        self.nested, self.value = nested, None

    def grown(self):
        return [] if isinstance(self.nested, int) else [Kept(part) for part in self.nested]

    def search(self, alpha, beta, kind):
        below = self.grown()
        if not below:
            self.value = self.nested
        elif kind == "max":
            best = -inf
            for node in below:
                node.search(alpha, beta, "min")
                best = max(best, node.value)
                if best >= beta:
                    break
                alpha = max(alpha, best)
            self.value = best
        else:
            best = inf
            for node in below:
                node.search(alpha, beta, "max")
                best = min(best, node.value)
                if best <= alpha:
                    break
                beta = min(beta, best)
            self.value = best


@cousin(T(DEEP), anew=lambda: (Kept(DEEP), -inf, inf, "max"), cut="<=", **MOVE)
def keeps_its_value(node, alpha, beta, kind):
    node.search(alpha, beta, kind)
    return node.value


cousin(
    T(EIGHT),
    -inf,
    inf,
    "max",
    cut="<=",
    plain=lambda nothing: None,
    name="a_node_that_keeps_its_value",
)(Kept(EIGHT).search)


class Found:
    """What is found, under a name that no list of names holds, and beside other numbers."""

    def __init__(self, reached, ply):
        self.reached, self.ply, self.line = reached, ply, []


def returns_what_it_found(node, alpha, beta, mine, ply=0):
    if isinstance(node, int):
        return Found(node, ply)
    best = Found(-inf if mine else inf, ply)
    for i, child in enumerate(node):
        found = returns_what_it_found(child, alpha, beta, not mine, ply + 1)
        if (found.reached > best.reached) if mine else (found.reached < best.reached):
            best.reached, best.line = found.reached, [i, *found.line]
        if mine:
            alpha = max(alpha, found.reached)
        else:
            beta = min(beta, found.reached)
        if beta <= alpha:
            break
    return best


cousin(T(DEEP), DEEP, -inf, inf, True, cut="<=", plain=lambda found: found.reached)(
    returns_what_it_found
)


def table_and_counters_are_given(node, alpha, beta, mine, known, counters):
    if node in known:
        counters["hits"] += 1
        return known[node]
    counters["nodes"] += 1
    if isinstance(node, int):
        return node
    best, is_cut = -inf if mine else inf, False
    for child in node:
        value = table_and_counters_are_given(child, alpha, beta, not mine, known, counters)
        best = max(best, value) if mine else min(best, value)
        alpha, beta = (max(alpha, best), beta) if mine else (alpha, min(beta, best))
        if alpha >= beta:
            is_cut = True
            break
    if not is_cut:
        known[node] = best
    return best


def frozen_tree(nested):
    return nested if isinstance(nested, int) else tuple(map(frozen_tree, nested))


@cousin(T(DEEP), anew=lambda: (frozen_tree(DEEP),), cut="<=", **MOVE)
def best_of_all_known(tree):
    known, counters = {}, {"nodes": 0, "hits": 0}
    value = table_and_counters_are_given(tree, -inf, inf, True, known, counters)
    assert counters["nodes"]
    return value
