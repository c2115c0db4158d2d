"""A player may move again, as in mancala, so the turn does not change at every ply.

A negamax negates only where the turn passes; others ask a field of the position who moves.
"""

from __future__ import annotations

from functools import partial
from math import inf
from types import SimpleNamespace

from ..judge import program
from ..profile import Ref
from ..trees import line, noughts
from .small_games import from_the_ends

cousin = partial(program, family="extra turns")
look_alike = partial(program, family="extra turns", harmless=True)
MOVE = {"plain": lambda move: None}

# Two pits and a store for each player; a last stone in the own store lets its player move again.
PITS = (1, 2, 0, 2, 1, 0)


def sown(pits, pit):
    """Return the pits after a move, and whether its player moves again."""
    pits = list(pits)
    own, other = (2, 5) if pit < 2 else (5, 2)
    stones, pits[pit], at = pits[pit], 0, pit
    while stones:
        at = (at + 1) % 6
        if at == other:
            continue
        pits[at] += 1
        stones -= 1
    return tuple(pits), at == own


def choices(pits, player):
    return [pit for pit in ((0, 1) if player == 0 else (3, 4)) if pits[pit]]


def kalah(pits, player, depth):
    below = []
    for pit in choices(pits, player) if depth else ():
        after, again = sown(pits, pit)
        below.append(kalah(after, player if again else 1 - player, depth - 1))
    return Ref(player == 0, tuple(below), pits[2] - pits[5], key=(pits, player))


@cousin(kalah(PITS, 0, 4), PITS, 0, 4, negamax=True)
def negates_where_the_turn_passes(pits, player, depth):
    moves = choices(pits, player)
    if depth == 0 or not moves:
        return (pits[2] - pits[5]) * (1 if player == 0 else -1)
    best = -inf
    for pit in moves:
        after, again = sown(pits, pit)
        if again:
            value = negates_where_the_turn_passes(after, player, depth - 1)
        else:
            value = -negates_where_the_turn_passes(after, 1 - player, depth - 1)
        best = max(best, value)
    return best


@cousin(kalah(PITS, 0, 4), PITS, 0, 4, -100, 100, cut="<=", window=(-100, 100), negamax=True)
def swaps_bounds_where_the_turn_passes(pits, player, depth, alpha, beta):
    moves = choices(pits, player)
    if depth == 0 or not moves:
        return pits[2] - pits[5] if player == 0 else pits[5] - pits[2]
    best = -100
    for pit in moves:
        after, again = sown(pits, pit)
        if again:
            value = swaps_bounds_where_the_turn_passes(after, player, depth - 1, alpha, beta)
        else:
            value = -swaps_bounds_where_the_turn_passes(after, 1 - player, depth - 1, -beta, -alpha)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


class Kalaha:
    """Positions with a field, and a negamax that compares the fields of parent and child."""

    def __init__(self, pits, player):
        self.pits, self.player = pits, player

    def after(self):
        for pit in choices(self.pits, self.player):
            pits, again = sown(self.pits, pit)
            yield Kalaha(pits, self.player if again else 1 - self.player)

    def negamax(self, depth):
        children = list(self.after()) if depth else []
        if not children:
            return (self.pits[2] - self.pits[5]) * (1 if self.player == 0 else -1)
        best = -inf
        for child in children:
            value = child.negamax(depth - 1)
            best = max(best, value if child.player == self.player else -value)
        return best


cousin(kalah(PITS, 0, 3), anew=lambda: (Kalaha(PITS, 0), 3), negamax=True, name="fields_compared")(
    Kalaha.negamax
)


@cousin(kalah((2, 2, 0, 2, 2, 0), 0, 3), (2, 2, 0, 2, 2, 0), 0, 3, **MOVE)
def a_mancala_driver(pits, player, depth):
    """Some of the root's children are the root's player's again."""

    def value(pits, turn, depth):
        moves = choices(pits, turn)
        if depth == 0 or not moves:
            return pits[2] - pits[5]
        values = []
        for pit in moves:
            after, again = sown(pits, pit)
            values.append(value(after, turn if again else 1 - turn, depth - 1))
        return max(values) if turn == 0 else min(values)

    best, chosen = -inf, None
    for pit in choices(pits, player):
        after, again = sown(pits, pit)
        score = value(after, player if again else 1 - player, depth - 1)
        if score > best:
            best, chosen = score, pit
    return chosen


class Mancala:
    def __init__(self, pits, turn):
        self.pits, self.turn = pits, turn

    def moves(self):
        return choices(self.pits, self.turn)

    def play(self, pit):
        pits, again = sown(self.pits, pit)
        return Mancala(pits, self.turn if again else 1 - self.turn)

    def ahead(self):
        return self.pits[2] - self.pits[5]


@cousin(kalah(PITS, 0, 5), anew=lambda: (Mancala(PITS, 0), 5), plain=lambda pair: pair[0])
def a_field_says_who_moves(game, depth):
    if depth == 0 or not game.moves():
        return game.ahead(), None
    best, chosen = (-inf if game.turn == 0 else inf), None
    for pit in game.moves():
        value, _ = a_field_says_who_moves(game.play(pit), depth - 1)
        if value > best if game.turn == 0 else value < best:
            best, chosen = value, pit
    return best, chosen


@cousin(kalah(PITS, 0, 4), PITS, 4, -inf, inf, cut="<=")
def max_value(pits, depth, alpha, beta):
    """Each of two functions calls itself after an extra turn."""
    if depth == 0 or not choices(pits, 0):
        return pits[2] - pits[5]
    best = -inf
    for pit in choices(pits, 0):
        after, again = sown(pits, pit)
        follow = max_value if again else min_value
        best = max(best, follow(after, depth - 1, alpha, beta))
        if best >= beta:
            return best
        alpha = max(alpha, best)
    return best


def min_value(pits, depth, alpha, beta):
    if depth == 0 or not choices(pits, 1):
        return pits[2] - pits[5]
    best = inf
    for pit in choices(pits, 1):
        after, again = sown(pits, pit)
        follow = min_value if again else max_value
        best = min(best, follow(after, depth - 1, alpha, beta))
        if best <= alpha:
            return best
        beta = min(beta, best)
    return best


# An even number taken from an end lets its player take again.


def even_again(row, mine=True, ahead=0):
    if not row:
        return Ref(mine, value=ahead)
    below = []
    for number, rest in ((row[0], row[1:]), (row[-1], row[:-1]))[: len(row)]:
        after = ahead + (number if mine else -number)
        below.append(even_again(rest, mine if number % 2 == 0 else not mine, after))
    return Ref(mine, tuple(below))


@cousin(even_again((4, 7, 2, 5)), [4, 7, 2, 5], True, 0)
def takes_again_after_an_even_number(row, mine, ahead):
    if not row:
        return ahead
    values = []
    for at in (0, -1)[: len(row)]:
        rest = row[:]
        number = rest.pop(at)
        following = mine if number % 2 == 0 else not mine
        total = ahead + number if mine else ahead - number
        values.append(takes_again_after_an_even_number(rest, following, total))
    return max(values) if mine else min(values)


@cousin(even_again((3, 8, 6, 1)), anew=lambda: ([3, 8, 6, 1],), **MOVE)
def the_root_may_move_again(row):
    """The driver's children have the same player or the other."""

    def search(row, mine, ahead):
        if not row:
            return ahead
        values = [
            search(rest, mine != (number % 2 == 1), ahead + (number if mine else -number))
            for number, rest in ((row[0], row[1:]), (row[-1], row[:-1]))[: len(row)]
        ]
        return max(values) if mine else min(values)

    left = search(row[1:], row[0] % 2 == 0, row[0])
    right = search(row[:-1], row[-1] % 2 == 0, row[-1])
    return "left" if left >= right else "right"


# Lines between dots in a row: who fills the gap between two neighbours gets a point and goes on.


def joined(lines, at):
    left = at > 0 and lines[at - 1]
    right = at + 1 < len(lines) and lines[at + 1]
    return int(left) + int(right)


def dots(lines, player=1, points=0):
    below = []
    for at, drawn in enumerate(lines):
        if not drawn:
            gained = joined(lines, at)
            after = (*lines[:at], True, *lines[at + 1 :])
            below.append(dots(after, player if gained else -player, points + player * gained))
    return Ref(player == 1, tuple(below), points)


@cousin(
    dots((False,) * 4),
    anew=lambda: (SimpleNamespace(lines=[False] * 4, player=1, points=0),),
    plain=lambda found: found["score"],
)
def draws_a_line_and_takes_it_back(game):
    if all(game.lines):
        return {"score": game.points}
    best = {"score": -inf if game.player == 1 else inf}
    for at in range(4):
        if game.lines[at]:
            continue
        mover, gained = game.player, joined(game.lines, at)
        game.lines[at] = True
        game.points += mover * gained
        if not gained:
            game.player = -mover
        found = draws_a_line_and_takes_it_back(game)
        game.lines[at], game.player = False, mover
        game.points -= mover * gained
        if (found["score"] - best["score"]) * mover > 0:
            best = {"score": found["score"], "line": at}
    return best


def a_row_of_dots():
    return (SimpleNamespace(lines=[False] * 4, player=1, points=0),)


@cousin(dots((False,) * 4), anew=a_row_of_dots)
def draws_a_line_for_a_number(game):
    if all(game.lines):
        return game.points
    mover = game.player
    best = -inf if mover == 1 else inf
    for at in range(4):
        if game.lines[at]:
            continue
        gained = joined(game.lines, at)
        game.lines[at] = True
        game.points += mover * gained
        game.player = mover if gained else -mover
        value = draws_a_line_for_a_number(game)
        game.lines[at], game.player = False, mover
        game.points -= mover * gained
        best = max(best, value) if mover == 1 else min(best, value)
    return best


@cousin(dots((False,) * 4), anew=a_row_of_dots)
def compares_with_the_sign_of_the_mover(game):
    """One comparison for both players."""
    if all(game.lines):
        return game.points
    mover = game.player
    best = -inf if mover == 1 else inf
    for at in range(4):
        if game.lines[at]:
            continue
        gained = joined(game.lines, at)
        game.lines[at] = True
        game.points += mover * gained
        game.player = mover if gained else -mover
        value = compares_with_the_sign_of_the_mover(game)
        game.lines[at], game.player = False, mover
        game.points -= mover * gained
        if (value - best) * mover > 0:
            best = value
    return best


@cousin(dots((False,) * 3), anew=lambda: ([0, 0, 0], {"turn": "me", "points": 0}))
def a_dictionary_beside_the_lines(lines, game):
    """Many values are equal: there only the field tells whose turn it is."""
    if all(lines):
        return game["points"]
    values = []
    for at in range(3):
        if lines[at]:
            continue
        gained = joined(lines, at)
        other = "you" if game["turn"] == "me" else "me"
        following = {
            "turn": game["turn"] if gained else other,
            "points": game["points"] + (gained if game["turn"] == "me" else -gained),
        }
        lines[at] = 1
        values.append(a_dictionary_beside_the_lines(lines, following))
        lines[at] = 0
    return max(values) if game["turn"] == "me" else min(values)


@cousin(dots((False,) * 3), (False,) * 3, True, 0)
def a_parameter_for_a_row_of_ties(lines, mine, points):
    if all(lines):
        return points
    values = []
    for at, drawn in enumerate(lines):
        if not drawn:
            gained = joined(lines, at)
            after = (*lines[:at], True, *lines[at + 1 :])
            total = points + gained if mine else points - gained
            values.append(a_parameter_for_a_row_of_ties(after, mine == bool(gained), total))
    return max(values) if mine else min(values)


class Lines:
    def __init__(self, count):
        self.drawn, self.player, self.points = [False] * count, 1, 0

    def draw(self, at):
        gained = joined(self.drawn, at)
        self.drawn[at] = True
        self.points += self.player * gained
        if not gained:
            self.player = -self.player
        return gained

    def take_back(self, at, player, gained):
        self.drawn[at], self.player = False, player
        self.points -= player * gained


@cousin(dots((False,) * 4), anew=lambda: (Lines(4), -inf, inf), cut="<=")
def draws_with_bounds(game, alpha, beta):
    if all(game.drawn):
        return game.points
    player = game.player
    best = -inf if player == 1 else inf
    for at in range(len(game.drawn)):
        if game.drawn[at]:
            continue
        gained = game.draw(at)
        value = draws_with_bounds(game, alpha, beta)
        game.take_back(at, player, gained)
        if player == 1:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


@cousin(dots((False,) * 4), (False,) * 4, 1, 0, plain=lambda pair: pair[0])
def draws_on_a_tuple(lines, player, points):
    if all(lines):
        return points, None
    found = []
    for at, drawn in enumerate(lines):
        if not drawn:
            gained = joined(lines, at)
            after = (*lines[:at], True, *lines[at + 1 :])
            following = player if gained else -player
            found.append((draws_on_a_tuple(after, following, points + player * gained)[0], at))
    return max(found) if player == 1 else min(found)


@cousin(dots((False,) * 3), anew=lambda: ({"drawn": [], "player": 1, "points": 0},), negamax=True)
def negates_for_a_field(game):
    """The score is the mover's; the field of the child tells whether it is the same mover."""
    if len(game["drawn"]) == 3:
        return game["points"] * game["player"]
    best = -inf
    for at in range(3):
        if at in game["drawn"]:
            continue
        gained = joined([i in game["drawn"] for i in range(3)], at)
        child = {
            "drawn": [*game["drawn"], at],
            "player": game["player"] if gained else -game["player"],
            "points": game["points"] + game["player"] * gained,
        }
        value = negates_for_a_field(child)
        best = max(best, value if gained else -value)
    return best


# A mark may only be put beside a free cell's neighbours: who cannot move passes.

STARTS = ("..x.o.",)


def places(cells, mark):
    near = [i for i, cell in enumerate(cells) if cell == mark]
    return [i for i, cell in enumerate(cells) if cell == "." and any(abs(i - n) == 1 for n in near)]


def passing(cells, mark="x", passed=False):
    other = "o" if mark == "x" else "x"
    where = places(cells, mark)
    ahead = cells.count("x") - cells.count("o")
    if not where and passed:
        return Ref(mark == "x", value=ahead)
    if not where:
        return Ref(mark == "x", (passing(cells, other, True),))
    below = (passing(cells[:i] + mark + cells[i + 1 :], other) for i in where)
    return Ref(mark == "x", tuple(below))


@cousin(passing(STARTS[0]), STARTS[0], "x", False)
def passes_without_a_move(cells, mark, passed):
    other = "o" if mark == "x" else "x"
    moves = places(cells, mark)
    if not moves:
        if passed:
            return cells.count("x") - cells.count("o")
        return passes_without_a_move(cells, other, True)
    pick = max if mark == "x" else min
    return pick(
        passes_without_a_move(cells[:i] + mark + cells[i + 1 :], other, False) for i in moves
    )


def steps(at, player=0, left=3):
    """Return the tree of a race: a step of two lets its player go on."""
    after = []
    for step in (1, 2) if left else ():
        place = (at[0] + step, at[1]) if player == 0 else (at[0], at[1] + step)
        after.append(steps(place, player if step == 2 else 1 - player, left - 1))
    return Ref(player == 0, tuple(after), 3 * at[0] - 2 * at[1] ** 2 + at[0] * at[1])


class Race:
    def __init__(self):
        self.at, self.turn = [0, 0], 0

    def value(self, left):
        if left == 0:
            return 3 * self.at[0] - 2 * self.at[1] ** 2 + self.at[0] * self.at[1]
        mover, values = self.turn, []
        for step in (1, 2):
            self.at[mover] += step
            self.turn = mover if step == 2 else 1 - mover
            values.append(self.value(left - 1))
            self.at[mover] -= step
            self.turn = mover
        return max(values) if mover == 0 else min(values)


cousin(steps((0, 0)), anew=lambda: (Race(), 3), name="a_race_in_place")(Race.value)


class State:
    def __init__(self, cells, to_move):
        self.cells, self.to_move = cells, to_move

    def children(self):
        if line(self.cells, "X") or line(self.cells, "O"):
            return []
        other = "O" if self.to_move == "X" else "X"
        free = [i for i, cell in enumerate(self.cells) if cell == "."]
        return [State(self.cells[:i] + self.to_move + self.cells[i + 1 :], other) for i in free]


FIVE = "XO.XO...."


@look_alike(noughts(FIVE), anew=lambda: (State(FIVE, "X"), -inf, inf), cut="<=")
def a_field_that_alternates(state, alpha, beta):
    kids = state.children()
    if not kids:
        return line(state.cells, "X") - line(state.cells, "O")
    best = -inf if state.to_move == "X" else inf
    for kid in kids:
        value = a_field_that_alternates(kid, alpha, beta)
        if state.to_move == "X":
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


@look_alike(noughts(FIVE), anew=lambda: (State(FIVE, "X"),), negamax=True)
def a_negamax_with_a_field(state):
    kids = state.children()
    if not kids:
        sign = 1 if state.to_move == "X" else -1
        return sign * (line(state.cells, "X") - line(state.cells, "O"))
    return max(-a_negamax_with_a_field(kid) for kid in kids)


@look_alike(noughts("XO..X.O.."), "XO..X.O..")
def the_turn_is_counted(cells):
    if line(cells, "X") or line(cells, "O") or "." not in cells:
        return line(cells, "X") - line(cells, "O")
    mark = "X" if cells.count("X") == cells.count("O") else "O"
    after = [cells[:i] + mark + cells[i + 1 :] for i in range(9) if cells[i] == "."]
    values = [the_turn_is_counted(each) for each in after]
    return max(values) if mark == "X" else min(values)


@look_alike(from_the_ends((4, 9, 3, 1)), (4, 9, 3, 1), {"turn": 0, "ahead": 0})
def a_dictionary_that_alternates(row, game):
    if not row:
        return game["ahead"]
    sign, values = (1, -1)[game["turn"]], []
    for number, rest in ((row[0], row[1:]), (row[-1], row[:-1]))[: len(row)]:
        after = {"turn": 1 - game["turn"], "ahead": game["ahead"] + sign * number}
        values.append(a_dictionary_that_alternates(rest, after))
    return min(values) if game["turn"] else max(values)
