"""A negamax in which a player may move twice in a row.

The value of a child is negated, and the window swapped, only where the other player moves next.
An argument, a field of the position, or a colour tells who moves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from math import inf

from ..judge import program
from ..profile import Ref
from ..trees import line, noughts
from .small_games import from_the_ends, marched, marching

cousin = partial(program, family="negamax with extra turns")
look_alike = partial(program, family="negamax with extra turns", harmless=True)

# Numbers from the ends: after an even one its player takes again.
COINS = (4, 7, 2, 5)


def again_after_even(row, mine=True, ahead=0):
    below = []
    for number, rest in ((row[:1], row[1:]), (row[-1:], row[:-1]))[: len(row)]:
        after = ahead + sum(number) * (1 if mine else -1)
        below.append(again_after_even(rest, mine == (sum(number) % 2 == 0), after))
    return Ref(mine, tuple(below), ahead, key=row)


@cousin(again_after_even(COINS), COINS, 1, 0, negamax=True)
def sign_times_sign(row, color, total):
    """The product of two colours is -1 only where the player changes."""
    if not row:
        return color * total
    best = -inf
    for i in (0, -1)[: len(row)]:
        taken, rest = row[i], row[1:] if i == 0 else row[:-1]
        mover = color if taken % 2 == 0 else -color
        best = max(best, color * mover * sign_times_sign(rest, mover, total + color * taken))
    return best


@cousin(
    again_after_even((3, 8, 6, 1)),
    (3, 8, 6, 1),
    "anna",
    0,
    -99,
    99,
    **dict(cut="<=", window=(-99, 99), negamax=True),
)
def two_names(row, who, lead, a, b):
    """Lead is always the mover's."""
    if len(row) == 0:
        return lead
    best = -99
    for number, rest in [(row[0], row[1:]), (row[-1], row[:-1])][: len(row)]:
        if number % 2 == 0:
            value = two_names(rest, who, lead + number, a, b)
        else:
            other = "ben" if who == "anna" else "anna"
            value = -two_names(rest, other, -(lead + number), -b, -a)
        if value > best:
            best = value
        if best > a:
            a = best
        if a >= b:
            break
    return best


@dataclass(frozen=True)
class Race:
    """A step of two lets its runner go on."""

    white: int = 0
    black: int = 0
    to_play: str = "w"

    def step(self, n):
        there = {"w": replace(self, white=self.white + n), "b": replace(self, black=self.black + n)}
        after = there[self.to_play]
        return after if n == 2 else replace(after, to_play="b" if self.to_play == "w" else "w")

    def score(self):
        return 3 * self.white - 2 * self.black**2 + self.white * self.black


def races(w, b, white, left):
    below = ()
    if left:
        one = races(w + 1, b, False, left - 1) if white else races(w, b + 1, True, left - 1)
        two = races(w + 2, b, True, left - 1) if white else races(w, b + 2, False, left - 1)
        below = (one, two)
    return Ref(white, below, 3 * w - 2 * b * b + w * b)


@cousin(races(0, 0, True, 4), Race(), 4, negamax=True)
def fields_tell(race, plies):
    if plies == 0:
        return race.score() if race.to_play == "w" else -race.score()
    values = []
    for n in (1, 2):
        after = race.step(n)
        value = fields_tell(after, plies - 1)
        values.append(value if after.to_play == race.to_play else -value)
    return max(values)


@cousin(
    races(0, 0, True, 5),
    Race(),
    5,
    -inf,
    inf,
    negamax=True,
    cut="<=",
    plain=lambda pair: pair[0],
)
def fields_tell_the_window(race, plies, alpha, beta):
    if not plies:
        return race.score() * (1 if race.to_play == "w" else -1), None
    best, move = -inf, None
    for n in (1, 2):
        child = race.step(n)
        if child.to_play != race.to_play:
            value = -fields_tell_the_window(child, plies - 1, -beta, -alpha)[0]
        else:
            value = fields_tell_the_window(child, plies - 1, alpha, beta)[0]
        if value > best:
            best, move = value, n
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best, move


cousin(
    races(0, 0, True, 4),
    Race(),
    4,
    -inf,
    inf,
    negamax=True,
    cut="<=",
    plain=lambda pair: pair[0],
    name="fields_tell_the_window_of_four_plies",
)(fields_tell_the_window)


# Two boxes side by side: whoever draws the last edge of one gets a point and draws again.


def boxes(drawn, mine=True, points=0):
    below = []
    for edge in sorted(set(range(7)) - set(drawn)):
        after = frozenset(drawn) | {edge}
        got = sum(edge in box and box <= after for box in ({0, 1, 2, 3}, {3, 4, 5, 6}))
        total = points + got * (1 if mine else -1)
        below.append(boxes(after, mine if got else not mine, total))
    return Ref(mine, tuple(below), points)


class DotsAndBoxes:
    def __init__(self, drawn):
        self.edges = [i in drawn for i in range(7)]
        self.points, self.turn = [0, 0], 0

    def full(self, edge):
        return sum(edge in box and all(self.edges[i] for i in box) for box in self.BOXES)

    BOXES = ((0, 1, 2, 3), (3, 4, 5, 6))

    def negamax(self):
        if all(self.edges):
            return self.points[self.turn] - self.points[1 - self.turn]
        best, mover = -inf, self.turn
        for edge in range(7):
            if self.edges[edge]:
                continue
            self.edges[edge] = True
            got = self.full(edge)
            self.points[mover] += got
            if not got:
                self.turn = 1 - mover
            value = self.negamax() if got else -self.negamax()
            self.points[mover] -= got
            self.turn = mover
            self.edges[edge] = False
            best = max(best, value)
        return best


cousin(
    boxes({0, 1, 4}), anew=lambda: (DotsAndBoxes({0, 1, 4}),), negamax=True, name="dots_and_boxes"
)(DotsAndBoxes.negamax)


@cousin(
    boxes({0, 2, 5}),
    anew=lambda: ([0, 2, 5], 1, 0, -9, 9),
    **dict(cut="<=", window=(-9, 9), negamax=True),
)
def boxes_in_a_list(lines, p, d, lo, hi):
    """Lines are appended and popped; d is the first player's lead."""
    if len(lines) == 7:
        return p * d
    best = -9
    for e in range(7):
        if e in lines:
            continue
        lines.append(e)
        n = sum(e in b and all(x in lines for x in b) for b in ((0, 1, 2, 3), (3, 4, 5, 6)))
        if n:
            v = boxes_in_a_list(lines, p, d + p * n, lo, hi)
        else:
            v = -boxes_in_a_list(lines, -p, d, -hi, -lo)
        lines.pop()
        best = max(best, v)
        lo = max(lo, v)
        if hi <= lo:
            return best
    return best


# Pieces march towards each other: who cannot move is left out, and the other moves again.


def left_out(row, mine=True, depth=5):
    below, mark = marched(row, "x" if mine else "o") if depth else [], "o" if mine else "x"
    tree = (left_out(b, (not mine) if marched(b, mark) else mine, depth - 1) for b in below)
    return Ref(mine, tuple(tree), row.count("x") - row.count("o"))


def steps_of(board, mark):
    d = {"x": 1, "o": -1}[mark]
    for i in range(len(board)):
        if board[i] == mark and 0 <= i + d < len(board) and board[i + d] != mark:
            yield i, i + d


@cousin(left_out("xx.o.xo"), anew=lambda: (list("xx.o.xo"), "x", 5), negamax=True)
def who_cannot_move_is_left_out(board, mark, depth):
    moves, other = list(steps_of(board, mark)), "o" if mark == "x" else "x"
    if depth == 0 or not moves:
        return board.count(mark) - board.count(other)
    best = -inf
    for here, there in moves:
        taken = board[there]
        board[here], board[there] = ".", mark
        if any(steps_of(board, other)):
            score = -who_cannot_move_is_left_out(board, other, depth - 1)
        else:
            score = who_cannot_move_is_left_out(board, mark, depth - 1)
        board[here], board[there] = mark, taken
        best = max(best, score)
    return best


# A pass is a move: nothing but the turn changes.


def passed(row, mine=True, depth=5):
    if depth == 0 or not marched(row, "x") + marched(row, "o"):
        return Ref(mine, value=row.count("x") - row.count("o"))
    below = marched(row, "x" if mine else "o") or [row]
    return Ref(mine, tuple(passed(b, not mine, depth - 1) for b in below))


@cousin(
    passed("x.xo.o.o"),
    anew=lambda: (list("x.xo.o.o"), 1, 5, -9, 9),
    **dict(cut="<=", window=(-9, 9), negamax=True),
)
def a_pass_costs_a_ply(board, side, depth, alpha, beta):
    marks = "ox"[side == 1], "ox"[side == -1]
    moves = list(steps_of(board, marks[0]))
    if depth == 0 or not (moves or list(steps_of(board, marks[1]))):
        return side * (board.count("x") - board.count("o"))
    if not moves:
        return -a_pass_costs_a_ply(board, -side, depth - 1, -beta, -alpha)
    for a, b in moves:
        child = board[:]
        child[a], child[b] = ".", marks[0]
        alpha = max(alpha, -a_pass_costs_a_ply(child, -side, depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def closure(row):
    mover = [0]

    def solve(rest, lead):
        """Lead is the mover's, and the mover is kept outside."""
        if not rest:
            return lead
        found, before = [], mover[0]
        for number, after in ((rest[0], rest[1:]), (rest[-1], rest[:-1]))[: len(rest)]:
            if number % 2:
                mover[0] = 1 - before
                found.append(-solve(after, -(lead + number)))
                mover[0] = before
            else:
                found.append(solve(after, lead + number))
        return max(found)

    return solve(row, 0)


cousin(
    again_after_even((6, 3, 4, 9)),
    (6, 3, 4, 9),
    negamax=True,
    name="the_mover_is_kept_outside",
)(closure)


# After a capture the same player moves again.


def again_after_a_capture(row, mine=True, depth=4):
    below = []
    for after in marched(row, "x" if mine else "o") if depth else ():
        took = after.count(".") > row.count(".")
        below.append(again_after_a_capture(after, mine if took else not mine, depth - 1))
    return Ref(mine, tuple(below), 3 * row.count("x") - 2 * row.count("o") + row.find("x"))


def weigh(row):
    return 3 * row.count("x") - 2 * row.count("o") + row.find("x")


@cousin(again_after_a_capture("x.oxo.o"), ("x.oxo.o", "x"), 4, negamax=True)
def the_mover_is_in_the_tuple(state, depth):
    row, mark = state
    moves = list(steps_of(row, mark))
    if depth == 0 or not moves:
        return weigh(row) if mark == "x" else -weigh(row)
    best = -inf
    for a, b in moves:
        cells = list(row)
        cells[a], cells[b] = ".", mark
        after = "".join(cells), mark if row[b] != "." else "xo"[mark == "x"]
        value = the_mover_is_in_the_tuple(after, depth - 1)
        best = max(best, -value if after[1] != mark else value)
    return best


@cousin(
    again_after_a_capture("xo.xo.o", depth=5),
    {"row": "xo.xo.o", "white": True},
    5,
    -99,
    99,
    cut="<=",
    window=(-99, 99),
    negamax=True,
)
def the_mover_is_in_a_dictionary(game, depth, alpha, beta):
    sign, mark = (1, "x") if game["white"] else (-1, "o")
    moves = list(steps_of(game["row"], mark)) if depth else []
    if not moves:
        return sign * weigh(game["row"])
    best = -99
    for a, b in moves:
        cells = list(game["row"])
        again = cells[b] != "."
        cells[a], cells[b] = ".", mark
        child = {"row": "".join(cells), "white": game["white"] is again}
        if again:
            best = max(best, the_mover_is_in_a_dictionary(child, depth - 1, alpha, beta))
        else:
            best = max(best, -the_mover_is_in_a_dictionary(child, depth - 1, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


@cousin(
    again_after_a_capture("x.oxo.o"),
    anew=lambda: (list("x.oxo.o"),),
    negamax=True,
    plain=lambda m: None,
)
def a_driver_that_may_move_again(row):
    """The root's move may be a capture, so some of its children have the root's player."""

    def nega(row, mark, depth):
        moves = list(steps_of(row, mark))
        if depth == 0 or not moves:
            return weigh("".join(row)) * (1 if mark == "x" else -1)
        return max(after(row, mark, a, b, depth) for a, b in moves)

    def after(row, mark, a, b, depth):
        taken, row[a], row[b] = row[b], ".", mark
        if taken == ".":
            value = -nega(row, "o" if mark == "x" else "x", depth - 1)
        else:
            value = nega(row, mark, depth - 1)
        row[a], row[b] = mark, taken
        return value

    return max(steps_of(row, "x"), key=lambda move: after(row, "x", *move, 4))


class Kalaha:
    """Two pits and a store for each: a last stone in the own store moves again."""

    def __init__(self, pits, side):
        self.pits, self.side = pits, side

    def sow(self, pit):
        pits, at = self.pits[:], pit
        hand, pits[pit] = pits[pit], 0
        while hand:
            at = (at + 1) % 6
            if at != (5 if self.side == "south" else 2):
                pits[at] += 1
                hand -= 1
        again = at == (2 if self.side == "south" else 5)
        other = {"south": "north", "north": "south"}[self.side]
        return Kalaha(pits, self.side if again else other)

    def moves(self):
        return [p for p in ((0, 1) if self.side == "south" else (3, 4)) if self.pits[p]]


def kalah(pits, south, depth):
    below = []
    for pit in ((0, 1) if south else (3, 4)) if depth else ():
        if not pits[pit]:
            continue
        ring = [i for i in range(6) if i != (5 if south else 2)]
        after, at = [*pits], ring.index(pit)
        after[pit] = 0
        for k in range(pits[pit]):
            at = (at + 1) % 5
            after[ring[at]] += 1
        again = ring[at] == (2 if south else 5)
        below.append(kalah(tuple(after), south if again else not south, depth - 1))
    return Ref(south, tuple(below), pits[2] - pits[5])


def follow(game, child, depth, low, high):
    if child.side == game.side:
        return negamax(child, depth, low, high)
    return -negamax(child, depth, -high, -low)


def negamax(game, depth, low, high):
    pits = game.pits
    if depth == 0 or not game.moves():
        return pits[2] - pits[5] if game.side == "south" else pits[5] - pits[2]
    for pit in game.moves():
        low = max(low, follow(game, game.sow(pit), depth - 1, low, high))
        if low >= high:
            return high
    return low


cousin(
    kalah((2, 1, 0, 1, 2, 0), True, 5),
    anew=lambda: (Kalaha([2, 1, 0, 1, 2, 0], "south"), 5, -30, 30),
    cut="<=",
    hard=True,
    window=(-30, 30),
    negamax=True,
    name="a_helper_follows",
)(negamax)


@look_alike(
    from_the_ends((4, 9, 3, 1)),
    (4, 9, 3, 1),
    0,
    0,
    -99,
    99,
    **dict(cut="<=", window=(-99, 99), negamax=True),
)
def the_player_always_changes(row, player, lead, a, b):
    """The branch for an extra turn is never taken."""
    if not row:
        return lead
    best = -99
    for number, rest in ((row[0], row[1:]), (row[-1], row[:-1]))[: len(row)]:
        following = 1 - player
        if following == player:
            value = the_player_always_changes(rest, following, lead + number, a, b)
        else:
            value = -the_player_always_changes(rest, following, -lead - number, -b, -a)
        best = max(best, value)
        a = max(a, best)
        if a >= b:
            break
    return best


@look_alike(noughts("XO.XO...."), "XO.XO....", "X", negamax=True)
def marks_compared(board, mark):
    for each in "XO":
        if line(board, each):
            return 1 if each == mark else -1
    if "." not in board:
        return 0
    best, other = -1, "O" if mark == "X" else "X"
    for i in range(9):
        if board[i] == ".":
            value = marks_compared(board[:i] + mark + board[i + 1 :], other)
            best = max(best, value if other == mark else -value)
    return best


@look_alike(marching("x.oxo.o", 5), "x.oxo.o", "x", 5)
def max_or_min_for_a_mark(row, mark, depth):
    moves = list(steps_of(row, mark)) if depth else []
    if not moves:
        return row.count("x") - row.count("o")
    values = []
    for a, b in moves:
        cells = list(row)
        cells[a], cells[b] = ".", mark
        values.append(max_or_min_for_a_mark("".join(cells), "xo"[mark == "x"], depth - 1))
    return max(values) if mark == "x" else min(values)
