"""The names of parameters suggest a depth, a bound or a turn, but they hold something else.

A board is called `d`, two players are called `a` and `b`, and totals are called alpha and beta.
A score that changes its sign at every call looks like the sign of a player.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from math import inf

from ..judge import program
from ..profile import unfold
from ..trees import ALTERNATING as T
from ..trees import BOOK, LEFT, RAGGED, line, noughts, sticks
from .small_games import from_the_ends, marking, piles

cousin = partial(program, family="misleading names")
look_alike = partial(program, family="misleading names", harmless=True)

FIVE = "XO.XO...."


@cousin(noughts(FIVE), FIVE, "X", "O")
def a_board_called_d(d, a, b):
    if line(d, "X") or line(d, "O") or "." not in d:
        return line(d, "X") - line(d, "O")
    v = [a_board_called_d(d[:i] + a + d[i + 1 :], b, a) for i, c in enumerate(d) if c == "."]
    return max(v) if a == "X" else min(v)


@cousin(sticks(5), 5, 1, 2, negamax=True)
def players_called_a_and_b(n, a, b):
    """Two numbers that change places look like a window."""
    if n == 0:
        return -1
    best = -2
    for k in (1, 2, 3):
        if k <= n:
            best = max(best, -players_called_a_and_b(n - k, b, a))
    return best


@cousin(from_the_ends((4, 9, 3, 1)), (4, 9, 3, 1), 0, 0, negamax=True)
def totals_called_alpha_and_beta(coins, alpha, beta):
    """Alpha is what the mover has, beta what the other has: they change places at every call."""
    if not coins:
        return alpha - beta
    best = -inf
    for coin, rest in ((coins[0], coins[1:]), (coins[-1], coins[:-1]))[: len(coins)]:
        best = max(best, -totals_called_alpha_and_beta(rest, beta, alpha + coin))
    return best


@cousin(from_the_ends((9, 4, 3, 1)), [9, 4, 3, 1], 0, negamax=True)
def a_score_negated_at_every_call(row, score):
    if not row:
        return score
    values = [-a_score_negated_at_every_call(row[1:], -(score + row[0]))]
    if len(row) > 1:
        values.append(-a_score_negated_at_every_call(row[:-1], -(score + row[-1])))
    return max(values)


@dataclass
class Level:
    coins: list = field(default_factory=list)
    ahead: int = 0
    maximizer: bool = True


@cousin(from_the_ends((2, 7, 5, 3)), anew=lambda: (Level([2, 7, 5, 3]), "left right"))
def a_level_and_a_limit(level, limit):
    if not level.coins:
        return level.ahead
    found = []
    for side in limit.split()[: len(level.coins)]:
        coin = level.coins[0 if side == "left" else -1]
        rest = level.coins[1:] if side == "left" else level.coins[:-1]
        ahead = level.ahead + (coin if level.maximizer else -coin)
        found.append(a_level_and_a_limit(Level(rest, ahead, not level.maximizer), limit))
    return max(found) if level.maximizer else min(found)


@cousin(noughts("XO..X.O.."), "XO..X.O..", ())
def u(s, h):
    """The history tells who moves: s stays as it was."""
    cells = list(s)
    for ply, i in enumerate(h):
        cells[i] = "OX"[ply % 2 == 0]
    if line(cells, "X") or line(cells, "O") or "." not in cells:
        return line(cells, "X") - line(cells, "O")
    pick = max if len(h) % 2 == 0 else min
    return pick(u(s, (*h, i)) for i in range(9) if cells[i] == ".")


def doubled(state, turn):
    left, last = state
    return [(left - k, k) for k in range(1, 2 * last + 1) if k <= left]


@cousin(unfold((6, 1), doubled, lambda s, turn, left: -1 if turn else 1), 6, 1, "ich")
def depth_is_the_pile(depth, turn, spieler):
    """Turn is how many were taken last: up to twice as many may be taken."""
    if depth == 0:
        return -1 if spieler == "ich" else 1
    bester = None
    for nimm in range(1, min(depth, 2 * turn) + 1):
        wert = depth_is_the_pile(depth - nimm, nimm, "du" if spieler == "ich" else "ich")
        if bester is None or (wert > bester if spieler == "ich" else wert < bester):
            bester = wert
    return bester


WEIGHTS = {"p": 3, "q": 8, "r": 5, "s": 1}


@cousin(
    marking("....", (range(4),), lambda b: sum(w for c, w in zip(b, (3, 8, 5, 1)) if c == "X")),
    "pqrs",
    "",
    1,
)
def letters_called_alpha(alpha, beta, gamma):
    """Alpha has the free letters, beta those of MAX."""
    if not alpha:
        return sum(WEIGHTS[letter] for letter in beta)
    best = -inf * gamma
    for letter in alpha:
        value = letters_called_alpha(
            alpha.replace(letter, ""), beta + letter if gamma == 1 else beta, -gamma
        )
        if (value - best) * gamma > 0:
            best = value
    return best


DIAL = (7, 2, 9, 4, 1, 8, 3)


@cousin(
    unfold(0, lambda at, turn: [at + 1, at + 2], lambda at, t, n: DIAL[at % 7] - at, True, 4),
    DIAL,
    0,
    4,
)
def turn_of_a_dial(dial, turn, moves):
    """Turn is how far the dial has been turned; the number of moves left tells who plays."""
    if moves == 0:
        return dial[turn % len(dial)] - turn
    one, two = (turn_of_a_dial(dial, turn + step, moves - 1) for step in (1, 2))
    return (max if moves % 2 == 0 else min)(one, two)


class Beta:
    def __init__(self, depth):
        self.depth = depth if isinstance(depth, int) else None
        self.alpha = [] if isinstance(depth, int) else [Beta(one) for one in depth]


@cousin(T(BOOK), anew=lambda: (Beta(BOOK), True))
def nodes_called_beta(beta, player):
    """A node is called beta, its children alpha, its value depth."""
    if not beta.alpha:
        return beta.depth
    scores = [nodes_called_beta(child, not player) for child in beta.alpha]
    return max(scores) if player else min(scores)


@cousin(noughts("XO..X.O.."), "X", anew=lambda: ("X", list("XO..X.O..")))
def board_is_the_player(board, player):
    """The names of board and player have changed places."""
    won = line(player, "X") - line(player, "O")
    if won or "." not in player:
        return won
    best = -2 if board == "X" else 2
    for i in range(9):
        if player[i] == ".":
            player[i] = board
            value = board_is_the_player("O" if board == "X" else "X", player)
            player[i] = "."
            best = max(best, value) if board == "X" else min(best, value)
    return best


@cousin(from_the_ends((9, 4, 3, 1)), (9, 4, 3, 1), 0, True)
def a_row_called_alpha(alpha, beta, depth):
    """Alpha is the row, beta the lead, and depth says who moves."""
    if not alpha:
        return beta
    values = []
    for i in (0, -1)[: len(alpha)]:
        rest = alpha[1:] if i == 0 else alpha[:-1]
        lead = beta + alpha[i] if depth else beta - alpha[i]
        values.append(a_row_called_alpha(rest, lead, not depth))
    return max(values) if depth else min(values)


def added(pair, turn):
    one, two = pair
    return [(one + two, two), (one, one + two)]


@cousin(
    unfold((3, 5), added, lambda pair, turn, left: pair[0] % 7 - pair[1] % 5, depth=4),
    3,
    5,
    ("me", "you"),
    4,
)
def two_numbers_called_alpha_and_beta(alpha, beta, maximizing, depth):
    """A move adds one number to the other; maximizing names both players, the mover first."""
    if depth == 0:
        return alpha % 7 - beta % 5
    after = maximizing[::-1]
    one = two_numbers_called_alpha_and_beta(alpha + beta, beta, after, depth - 1)
    two = two_numbers_called_alpha_and_beta(alpha, alpha + beta, after, depth - 1)
    return max(one, two) if maximizing[0] == "me" else min(one, two)


@cousin(piles((2, 2), lambda left, turn: -1 if turn else 1, loops=False), 2, 2, True)
def piles_called_a_and_b(a, b, me):
    if a == 0 and b == 0:
        return -1 if me else 1
    values = [piles_called_a_and_b(a - n, b, not me) for n in range(1, a + 1)]
    values += [piles_called_a_and_b(a, b - n, not me) for n in range(1, b + 1)]
    return max(values) if me else min(values)


NUMBERS = (9, 4, 3, 1, 5)


@cousin(from_the_ends(NUMBERS), 0, 4, 0, 1)
def a_row_from_low_to_high(low, high, score, player):
    """Low and high are the ends of what is left of the row."""
    if low > high:
        return score
    best = a_row_from_low_to_high(low + 1, high, score + player * NUMBERS[low], -player)
    if low < high:
        other = a_row_from_low_to_high(low, high - 1, score + player * NUMBERS[high], -player)
        best = max(best, other) if player == 1 else min(best, other)
    return best


def euclid(pair, turn):
    a, b = max(pair), min(pair)
    return [(a - n * b, b) for n in range(1, a // b + 1)] if b else []


@cousin(unfold((37, 8), euclid, lambda p, turn, left: -1 if turn else 1), 37, 8, negamax=True)
def euclids_game(a, b):
    """A multiple of the smaller number is taken from the larger; 0 has won."""
    if a < b:
        a, b = b, a
    if b == 0:
        return -1
    return max(-euclids_game(a - n * b, b) for n in range(1, a // b + 1))


@cousin(T(RAGGED), RAGGED, 0, -1)
def bounds_that_are_counters(node, alpha, beta):
    """Alpha counts the plies up and beta counts them down."""
    if isinstance(node, int):
        return node
    values = [bounds_that_are_counters(child, alpha + 1, beta - 1) for child in node]
    return max(values) if alpha % 2 == 0 else min(values)


@look_alike(T(LEFT), LEFT, 4, -inf, inf, 1, cut="<=")
def single_letters(n, d, a, b, m):
    if d == 0 or isinstance(n, int):
        return n
    v = -inf if m else inf
    for c in n:
        w = single_letters(c, d - 1, a, b, 0 if m else 1)
        if m:
            v = max(v, w)
            a = max(a, v)
        else:
            v = min(v, w)
            b = min(b, v)
        if a >= b:
            break
    return v


@look_alike(noughts(FIVE), list(FIVE), -9, 9, True, cut="<=", window=(-9, 9))
def bewerte(brett, untergrenze, obergrenze, am_zug):
    if line(brett, "X") or line(brett, "O") or "." not in brett:
        return line(brett, "X") - line(brett, "O")
    bester = -9 if am_zug else 9
    for feld in range(9):
        if brett[feld] != ".":
            continue
        brett[feld] = "X" if am_zug else "O"
        wert = bewerte(brett, untergrenze, obergrenze, not am_zug)
        brett[feld] = "."
        if am_zug:
            bester = max(bester, wert)
            untergrenze = max(untergrenze, bester)
        else:
            bester = min(bester, wert)
            obergrenze = min(obergrenze, bester)
        if obergrenze <= untergrenze:
            break
    return bester


@look_alike(from_the_ends((4, 9, 3, 1)), (4, 9, 3, 1), 0, 1)
def a_sign_and_a_score(row, score, sign):
    if not row:
        return score
    values = [a_sign_and_a_score(row[1:], score + sign * row[0], -sign)]
    if row[1:]:
        values.append(a_sign_and_a_score(row[:-1], score + sign * row[-1], -sign))
    return max(values) if sign == 1 else min(values)


def fewer(left, turn):
    return [left - take for take in (1, 3, 4) if take <= left]


@cousin(unfold(7, fewer, lambda left, turn, depth: -1 if turn else 1), 7, 4, True, doubtful=True)
def takes_what_its_loop_names(left, take, mine):
    """The loop gives its own name for a move to a parameter."""
    if left == 0:
        return -1 if mine else 1
    best = -2 if mine else 2
    for take in (1, 3, 4):
        if take <= left:
            value = takes_what_its_loop_names(left - take, take, not mine)
            best = max(best, value) if mine else min(best, value)
    return best


@cousin(unfold(9, fewer, lambda left, turn, depth: -1 if turn else 1), 9, 4, True, doubtful=True)
def a_depth_that_is_the_position(depth, step, mine):
    if depth == 0:
        return -1 if mine else 1
    values = []
    for step in (1, 3, 4):
        if depth - step >= 0:
            values.append(a_depth_that_is_the_position(depth - step, step, not mine))
    return max(values) if mine else min(values)
