"""A driver searches deeper and deeper: the same children again, and the last depth counts.

Two equal siblings, or a child that is searched again at full depth, only look like it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from functools import partial
from math import inf

from ..judge import COUSINS, PLAIN, Program, program
from ..profile import Profile, Ref, Style, best
from ..trees import ALTERNATING as T
from ..trees import line

cousin = partial(program, family="deeper again")
look_alike = partial(program, family="deeper again", harmless=True)
MOVE = {"plain": lambda move: None}

THREE = [[[3, 8], [5, 1]], [[9, 7], [2, 6]], [[4, 12], [10, 11]]]
LATE = "XO.XO.O.X"
NEAR = "XO..X.O.."


def weighed(nested):
    """Return what a position is worth at a glance; a number is worth itself."""
    return sum(int(digits) for digits in re.findall(r"\d+", str(nested))) % 13


def first_leaf(nested):
    return nested if isinstance(nested, int) else first_leaf(nested[0])


def limited(nested, depth, is_max=True, static=weighed):
    if isinstance(nested, int) or depth == 0:
        return Ref(is_max, value=static(nested))
    return Ref(is_max, tuple(limited(part, depth - 1, not is_max, static) for part in nested))


def passes(nested, *depths, style=PLAIN, static=weighed):
    trees = tuple(limited(nested, depth, True, static) for depth in depths)
    return {"tree": trees[-1], "passes": tuple((tree, style) for tree in trees)}


class OneRoot(Program):
    """The driver is called once and loops over the depths itself: the root is entered once."""

    def expected(self):
        found = super().expected()
        again = [i for i, step in enumerate(found.steps) if step[:2] == ("in", ())][1:]
        inner = [i for i, step in enumerate(s for s in found.steps if s[0] == "in") if not step[1]]
        found.steps = [step for i, step in enumerate(found.steps) if i not in again]
        found.bounds = [pair for i, pair in enumerate(found.bounds) if i not in inner[1:]]
        return found


def kept_as(kind, key):
    one = COUSINS[f"deeper again: {key}"]
    COUSINS[f"deeper again: {key}"] = kind(
        **{each.name: getattr(one, each.name) for each in fields(Program)}
    )


def minimax(node, depth, maximizing):
    if depth == 0 or isinstance(node, int):
        return weighed(node)
    scores = [minimax(child, depth - 1, not maximizing) for child in node]
    return max(scores) if maximizing else min(scores)


@cousin(**passes(THREE, 1, 2, 3), anew=lambda: (THREE, 3), **MOVE)
def two_loops_in_one_driver(tree, max_depth):
    best_move = None
    for depth in range(1, max_depth + 1):
        best_score = -inf
        for number, child in enumerate(tree):
            score = minimax(child, depth - 1, False)
            if score > best_score:
                best_score, best_move = score, number
    return best_move


class Position:
    """Made anew for every move, and equal to no other."""

    def __init__(self, inside):
        self.inside = inside

    def moves(self):
        return [] if isinstance(self.inside, int) else list(range(len(self.inside)))

    def play(self, move):
        return Position(self.inside[move])

    def score(self):
        return weighed(self.inside)


def valued(position, depth, alpha, beta, maximizing):
    if depth == 0 or not position.moves():
        return position.score()
    best = -inf if maximizing else inf
    for move in position.moves():
        value = valued(position.play(move), depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def root(position, depth):
    best, chosen = -inf, None
    for move in position.moves():
        value = valued(position.play(move), depth - 1, best, inf, False)
        if value > best:
            best, chosen = value, move
    return best, chosen


@cousin(
    **passes(THREE, 1, 2, 3, style=Style("<=", root_passes=True)),
    anew=lambda: (Position(THREE),),
    **MOVE,
)
def a_root_function_for_each_depth(position):
    for depth in (1, 2, 3):
        value, move = root(position, depth)
    return move


@cousin(
    **passes(THREE, 1, 2, 3, style=Style("<=")),
    anew=lambda: (Position(THREE), 3),
)
def the_search_itself_for_each_depth(position, limit):
    value = None
    for depth in range(1, limit + 1):
        value = valued(position, depth, -inf, inf, True)
    return value


def heuristic(board):
    won = line(board, "X") - line(board, "O")
    return 10 * won if won else (board[4] == "X") + 2 * (board[8] == "X") - (board[2] == "O")


def drawn(board, depth, mark="X"):
    other = "O" if mark == "X" else "X"
    done = depth == 0 or line(board, "X") or line(board, "O") or "." not in board
    free = [] if done else [i for i in range(9) if board[i] == "."]
    below = [drawn(board[:i] + mark + board[i + 1 :], depth - 1, other) for i in free]
    return Ref(mark == "X", tuple(below), heuristic(board), key=board)


class Engine:
    def __init__(self, cells):
        self.cells, self.best = list(cells), None

    def think(self, most):
        depth = 1
        while depth <= most:
            score, move = self.negamax(depth, "X")
            self.best = move
            if score >= 10:
                break
            depth += 1
        return self.best

    def negamax(self, depth, mark):
        done = line(self.cells, "X") or line(self.cells, "O") or "." not in self.cells
        if done or depth == 0:
            return heuristic(self.cells) * (1 if mark == "X" else -1), None
        best, chosen = -inf, None
        for i in range(9):
            if self.cells[i] != ".":
                continue
            self.cells[i] = mark
            score = -self.negamax(depth - 1, "O" if mark == "X" else "X")[0]
            self.cells[i] = "."
            if score > best:
                best, chosen = score, i
        return best, chosen


SOON = "X.O.O...X"


def until_won(most):
    seen = []
    for depth in range(1, most + 1):
        seen.append((drawn(SOON, depth), Style()))
        if best(seen[-1][0]) >= 10:
            break
    return tuple(seen)


cousin(
    until_won(3)[-1][0],
    passes=until_won(3),
    anew=lambda: (Engine(SOON), 3),
    negamax=True,
    name="an_engine_until_it_wins",
    **MOVE,
)(Engine.think)


@dataclass(frozen=True)
class Board:
    text: str

    def after(self, cell, mark):
        return Board(self.text[:cell] + mark + self.text[cell + 1 :])

    def free(self):
        if line(self.text, "X") or line(self.text, "O"):
            return []
        return [i for i in range(9) if self.text[i] == "."]


def rated(board, depth, mine):
    if depth == 0 or not board.free():
        return heuristic(board.text)
    values = []
    for cell in board.free():
        values.append(rated(board.after(cell, "X" if mine else "O"), depth - 1, not mine))
    return (max if mine else min)(values)


@cousin(
    drawn(NEAR, 3),
    passes=tuple((drawn(NEAR, depth), Style()) for depth in (1, 2, 3)),
    anew=lambda: (Board(NEAR),),
    plain=lambda found: found["value"],
)
def a_dictionary_of_the_last_depth(board):
    found = {}
    for depth in (0, 1, 2):
        scores = {cell: rated(board.after(cell, "X"), depth, False) for cell in board.free()}
        cell = max(scores, key=scores.get)
        found = {"cell": cell, "value": scores[cell], "depth": depth + 1}
    return found


@cousin(
    drawn(LATE, 3),
    passes=tuple((drawn(LATE, depth), Style()) for depth in (1, 2, 3)),
    anew=lambda: (Board(LATE),),
    plain=lambda found: found["value"],
)
def all_equal_at_every_depth(board):
    found = {}
    for depth in (0, 1, 2):
        scores = {cell: rated(board.after(cell, "X"), depth, False) for cell in board.free()}
        cell = max(scores, key=scores.get)
        found = {"cell": cell, "value": scores[cell], "depth": depth + 1}
    return found


def sorted_again(nested, *depths, style=PLAIN):
    """Return each pass: the root's children in the order of the last pass's scores."""
    kept, order = [], list(range(len(nested)))
    for depth in depths:
        ordered = [nested[i] for i in order]
        kept.append((limited(ordered, depth), style))
        order.sort(key=lambda i: -minimax(nested[i], depth - 1, False))
    return {"tree": kept[-1][0], "passes": tuple(kept)}


@cousin(**sorted_again(THREE, 1, 2, 3), anew=lambda: (THREE,), own_order=True, **MOVE)
def the_best_first_at_the_next_depth(tree):
    order = list(range(len(tree)))
    for depth in (1, 2, 3):
        scores = {}
        for move in order:
            scores[move] = minimax(tree[move], depth - 1, False)
        order.sort(key=lambda move: -scores[move])
    return order[0]


@cousin(**passes(THREE, 2, 3), anew=lambda: (THREE,))
def falls_from_one_depth_to_the_next(tree):
    """The shallow value may be larger than the deep one: the last counts, not the largest."""
    shallow = max(minimax(child, 1, False) for child in tree)
    deep = max(minimax(child, 2, False) for child in tree)
    return deep if deep != shallow else shallow


@cousin(**passes(THREE, 1, 3, static=first_leaf), anew=lambda: (THREE,))
def closure_with_steps_of_two(tree):
    value = None

    def look(node, left, pick):
        if left == 0 or isinstance(node, int):
            return first_leaf(node)
        return pick(look(child, left - 1, min if pick is max else max) for child in node)

    for plies in range(1, 4, 2):
        value = look(tree, plies, max)
    return value


class Clock:
    """Stops after so many questions, as others stop after a second."""

    def __init__(self, left):
        self.left = left

    def up(self):
        self.left -= 1
        return self.left < 0


@cousin(**passes(THREE, 1, 2, 3), anew=lambda: (Position(THREE), Clock(3)), **MOVE)
def until_the_time_is_up(position, clock):
    depth, move = 1, None
    while not clock.up():
        scores = {}
        for each in position.moves():
            scores[each] = valued_plainly(position.play(each), depth - 1, False)
        move = max(scores, key=scores.get)
        depth += 1
    return move


def valued_plainly(position, depth, maximizing):
    if depth == 0 or not position.moves():
        return position.score()
    values = [
        valued_plainly(position.play(move), depth - 1, not maximizing) for move in position.moves()
    ]
    return max(values) if maximizing else min(values)


def cut_off(node, depth, alpha, beta, mine):
    if depth == 0 or isinstance(node, int):
        return weighed(node)
    best = -inf if mine else inf
    for child in node:
        value = cut_off(child, depth - 1, alpha, beta, not mine)
        if mine:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


@cousin(
    **passes(THREE, 1, 2, 3, style=Style("<=", root_passes=True)), anew=lambda: (THREE, 3), **MOVE
)
def bounds_set_anew_for_each_depth(tree, most):
    """What the root was sure of at the last depth counts no more at the next."""
    move = None
    for depth in range(1, most + 1):
        alpha, beta = -inf, inf
        for number, child in enumerate(tree):
            value = cut_off(child, depth - 1, alpha, beta, False)
            if value > alpha:
                alpha, move = value, number
    return move


@cousin(
    **sorted_again(THREE, 1, 2, 3, style=Style("<=", fresh=True)),
    anew=lambda: (THREE,),
    own_order=True,
    **MOVE,
)
def bounds_and_the_best_first(tree):
    moves = [0, 1, 2]
    for depth in (1, 2, 3):
        scores = [(cut_off(tree[move], depth - 1, -inf, inf, False), move) for move in moves]
        scores.sort(key=lambda pair: -pair[0])
        moves = [move for _, move in scores]
    return moves[0]


class Mind:
    def __init__(self, nested):
        self.tree, self.best_move, self.value = nested, None, None

    def think(self):
        for depth in range(1, 4):
            self.value = self.look(self.tree, depth, True)
        return self.best_move

    def look(self, node, depth, mine, top=True):
        if depth == 0 or isinstance(node, int):
            return weighed(node)
        best = -inf if mine else inf
        for number, child in enumerate(node):
            value = self.look(child, depth - 1, not mine, False)
            if value > best if mine else value < best:
                best = value
                if top:
                    self.best_move = number
        return best


cousin(**passes(THREE, 1, 2, 3), anew=lambda: (Mind(THREE),), name="a_mind_of_its_own", **MOVE)(
    Mind.think
)


class Bot:
    """A driver with the position as an argument calls a method once per depth."""

    def best_move(self, node):
        self.move = None
        for depth in range(1, 4):
            value, self.move = self.first_ply(node, depth)
        return self.move

    def value(self, node):
        last = None
        for depth in (1, 2, 3):
            last = self.look(node, depth, -inf, inf, True)
        return last

    def alone(self):
        last = None
        for depth in (1, 2, 3):
            last = self.look(THREE, depth, -inf, inf, True)
        return last

    def first_ply(self, node, depth):
        best = -inf, None
        for number, child in enumerate(node):
            value = self.look(child, depth - 1, best[0], inf, False)
            if value > best[0]:
                best = value, number
        return best

    def look(self, node, depth, alpha, beta, mine):
        if depth == 0 or isinstance(node, int):
            return weighed(node)
        best = -inf if mine else inf
        for child in node:
            value = self.look(child, depth - 1, alpha, beta, not mine)
            if mine:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best


class OneDriver:
    """The same as the bot, but only one of its methods is a driver."""

    def best_move(self, node):
        move = None
        for depth in range(1, 4):
            value, move = self.first_ply(node, depth)
        return move

    first_ply, look = Bot.first_ply, Bot.look


class TwoDrivers(OneDriver):
    def hint(self, node):
        return self.first_ply(node, 2)[1]


class Plain:
    def best_move(self, node):
        scores = []
        for depth in (1, 2, 3):
            scores = [minimax(child, depth - 1, False) for child in node]
        return scores.index(max(scores))

    def hint(self, node):
        scores = [minimax(child, 1, False) for child in node]
        return scores.index(max(scores))

    def once(self, node):
        return self.first_ply(node, 3)[1]

    first_ply, look = Bot.first_ply, Bot.look


CUTS = passes(THREE, 1, 2, 3, style=Style("<=", root_passes=True))
cousin(**CUTS, anew=lambda: (THREE,), name="a_root_method_for_each_depth", **MOVE)(Bot().best_move)
cousin(**CUTS, anew=lambda: (THREE,), name="one_driver_of_a_class", **MOVE)(OneDriver().best_move)
cousin(**CUTS, anew=lambda: (THREE,), name="two_drivers_of_a_class", **MOVE)(TwoDrivers().best_move)
cousin(**passes(THREE, 1, 2, 3), anew=lambda: (THREE,), name="three_drivers_of_a_class", **MOVE)(
    Plain().best_move
)
look_alike(
    T(THREE),
    anew=lambda: (THREE,),
    cut="<=",
    root_passes=True,
    name="a_root_method_once",
    **MOVE,
)(Plain().once)
WHOLE = passes(THREE, 1, 2, 3, style=Style("<="))
cousin(**WHOLE, anew=lambda: (THREE,), name="a_method_for_each_depth")(Bot().value)
cousin(**WHOLE, anew=lambda: (Bot(),), name="a_method_for_each_depth_of_a_global")(Bot.alone)


class Kept(Bot):
    def __init__(self, nested):
        self.tree = nested

    def all_depths(self):
        for depth in (1, 2, 3):
            self.value_now = self.look(self.tree, depth, -inf, inf, True)
        return self.value_now

    def the_last_two(self):
        guess = self.look(self.tree, 2, -inf, inf, True)
        value = self.look(self.tree, 3, -inf, inf, True)
        return value if value != guess else guess

    def root_of_each(self):
        for depth in (1, 2, 3):
            value, move = self.first_ply(self.tree, depth)
        return move


cousin(**WHOLE, anew=lambda: (Kept(THREE),), name="all_depths_of_an_attribute")(Kept.all_depths)
cousin(**CUTS, anew=lambda: (Kept(THREE),), name="a_root_method_and_an_attribute", **MOVE)(
    Kept.root_of_each
)
cousin(
    **passes(THREE, 2, 3, style=Style("<=")),
    anew=lambda: (Kept(THREE),),
    name="two_depths_of_an_attribute",
)(Kept.the_last_two)


class Ahead:
    def __init__(self, nested):
        self.root = nested

    def plan(self):
        """Loops over depths and moves, and the tree is in an attribute."""
        choice = None
        for depth in (1, 2, 3):
            scores = [minimax(child, depth - 1, False) for child in self.root]
            choice = scores.index(max(scores))
        return choice


cousin(**passes(THREE, 1, 2, 3), anew=lambda: (Ahead(THREE),), name="a_plan_of_an_object", **MOVE)(
    Ahead.plan
)


@cousin(**passes(THREE, 3, 2, 1), anew=lambda: (THREE,))
def shallower_and_shallower(tree):
    """The last depth counts, though it is the lowest."""
    values = []
    for depth in (3, 2, 1):
        values.append(minimax(tree, depth, True))
    return values[-1]


@cousin(**passes(THREE, 1, 2, 3), anew=lambda: (THREE,), plain=lambda all_values: all_values[-1])
def every_depth_is_told(tree):
    return [minimax(tree, depth, True) for depth in (1, 2, 3)]


@cousin(
    **passes(THREE, 1, 2, 3, style=Style("<=", root_passes=True)),
    anew=lambda: (THREE, 3),
    plain=lambda pair: pair[1],
)
def a_generator_of_depths(tree, most):
    def inner(node, depth, alpha, beta, mine):
        if depth == 0 or isinstance(node, int):
            return weighed(node)
        best = -inf if mine else inf
        for child in node:
            value = inner(child, depth - 1, alpha, beta, not mine)
            if mine:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    def outcomes():
        for depth in range(most):
            alpha, chosen = -inf, None
            for i, child in enumerate(tree):
                value = inner(child, depth, alpha, inf, False)
                if value > alpha:
                    alpha, chosen = value, i
            yield chosen, alpha

    return list(outcomes())[-1]


TWINS = [[[3, 5], [2, 9]], [[3, 5], [2, 9]], [[4, 1], [8, 6]]]


@look_alike(T(TWINS), TWINS, **MOVE)
def twins_among_the_moves(tree):
    best, chosen = -inf, None
    for number, child in enumerate(tree):
        value = minimax(child, 9, False)
        if value > best:
            best, chosen = value, number
    return chosen


def heap_tree(heaps, is_max=True):
    below = tuple(
        heap_tree(tuple(sorted((*heaps[:i], n - k, *heaps[i + 1 :]))), not is_max)
        for i, n in enumerate(heaps)
        for k in range(1, n + 1)
    )
    return Ref(is_max, below, -1 if is_max else 1, key=heaps)


@look_alike(heap_tree((1, 1, 2)), (1, 1, 2), True)
def transposed_heaps(heaps, mine):
    """Sorted heaps: two moves lead to equal positions at once."""
    if not any(heaps):
        return -1 if mine else 1
    values = []
    for i, n in enumerate(heaps):
        for k in range(1, n + 1):
            after = tuple(sorted((*heaps[:i], n - k, *heaps[i + 1 :])))
            values.append(transposed_heaps(after, not mine))
    return max(values) if mine else min(values)


class Reduced(Program):
    """A search that looks at later children at a lower depth, and again where they may be better."""

    def expected(self):
        found = Profile()
        nested, depth = self.arguments()[:2]
        inside = getattr(nested, "inside", nested)
        found.value = self.visit(inside, depth, True, (), found)
        return found

    def visit(self, nested, depth, is_max, path, found):
        if depth == 0 or isinstance(nested, int):
            found.steps.append(("leaf", path, weighed(nested)))
            return weighed(nested)
        found.steps.append(("in", path, is_max))
        best = -inf if is_max else inf
        for i, child in enumerate(nested):
            below = (*path, i)
            if i == 0 or depth < 2:
                value = self.visit(child, depth - 1, not is_max, below, found)
            else:
                value = self.visit(child, depth - 2, not is_max, below, found)
                if value > best if is_max else value < best:
                    value = self.visit(child, depth - 1, not is_max, below, found)
            best = max(best, value) if is_max else min(best, value)
        return best


LATE_MOVES = [[[5, 8], [6, 9]], [[7, 3], [8, 1]], [[6, 7], [9, 10]]]


@look_alike(T(LATE_MOVES), anew=lambda: (LATE_MOVES, 3, True))
def late_moves_reduced(node, depth, maximizing):
    if depth == 0 or isinstance(node, int):
        return weighed(node)
    best = -inf if maximizing else inf
    for i, child in enumerate(node):
        if i == 0 or depth < 2:
            score = late_moves_reduced(child, depth - 1, not maximizing)
        else:
            score = late_moves_reduced(child, depth - 2, not maximizing)
            if score > best if maximizing else score < best:
                score = late_moves_reduced(child, depth - 1, not maximizing)
        best = max(best, score) if maximizing else min(best, score)
    return best


kept_as(Reduced, "late_moves_reduced")


@look_alike(T(LATE_MOVES), anew=lambda: (Position(LATE_MOVES), 3, 1), negamax=True)
def late_positions_reduced(position, depth, sign):
    if depth == 0 or not position.moves():
        return sign * position.score()
    best = -inf
    for number, move in enumerate(position.moves()):
        child, less = position.play(move), 2 if number and depth >= 2 else 1
        score = -late_positions_reduced(child, depth - less, -sign)
        if less == 2 and score > best:
            score = -late_positions_reduced(child, depth - 1, -sign)
        best = max(best, score)
    return best


kept_as(Reduced, "late_positions_reduced")

for driver in (
    "two_loops_in_one_driver",
    "a_dictionary_of_the_last_depth",
    "all_equal_at_every_depth",
    "until_the_time_is_up",
    "three_drivers_of_a_class",
    "a_plan_of_an_object",
    "a_generator_of_depths",
    "bounds_set_anew_for_each_depth",
    "bounds_and_the_best_first",
    "the_best_first_at_the_next_depth",
    "falls_from_one_depth_to_the_next",
):
    kept_as(OneRoot, driver)
