"""Different players move at siblings, because a move earns another turn or a player passes.

The turn is a fact of each position here, and not of its depth.
"""

from __future__ import annotations

from functools import partial
from math import inf

from ..judge import program
from ..profile import Ref
from ..trees import ALTERNATING as T
from ..trees import BOOK, SMALL

cousin = partial(program, family="siblings differ")
look_alike = partial(program, family="siblings differ", harmless=True)


def sow(pits, side, start):
    """Return the board (two pits and a store for each side) after a move, and the next side."""
    board, own_store = list(pits), (2, 5)[side]
    hand, board[start] = board[start], 0
    at = start
    while hand:
        at = (at + 1) % 6
        if at == (5, 2)[side]:
            continue
        board[at] += 1
        hand -= 1
    return tuple(board), side if at == own_store else 1 - side


def pits_of(pits, side):
    return [i for i in ((0, 1), (3, 4))[side] if pits[i]]


def mancala(pits, side, depth):
    moves = pits_of(pits, side) if depth else []
    below = tuple(mancala(*sow(pits, side, move), depth - 1) for move in moves)
    return Ref(side == 0, below, pits[2] - pits[5])


START = (1, 2, 0, 2, 1, 0)


@cousin(mancala(START, 0, 4), START, 0, 4)
def mancala_stores(pits, side, depth):
    moves = pits_of(pits, side)
    if depth == 0 or not moves:
        return pits[2] - pits[5]
    best = -inf if side == 0 else inf
    for move in moves:
        after, mover = sow(pits, side, move)
        value = mancala_stores(after, mover, depth - 1)
        best = max(best, value) if side == 0 else min(best, value)
    return best


@cousin(mancala((2, 1, 0, 1, 2, 0), 0, 4), (2, 1, 0, 1, 2, 0), 0, 4, -inf, inf, cut="<=")
def mancala_alphabeta(pits, player, depth, alpha, beta):
    if depth == 0 or not pits_of(pits, player):
        return pits[2] - pits[5]
    if player == 0:
        value = -inf
        for pit in pits_of(pits, 0):
            board, mover = sow(pits, 0, pit)
            value = max(value, mancala_alphabeta(board, mover, depth - 1, alpha, beta))
            alpha = max(alpha, value)
            if beta <= alpha:
                break
        return value
    value = inf
    for pit in pits_of(pits, 1):
        board, mover = sow(pits, 1, pit)
        value = min(value, mancala_alphabeta(board, mover, depth - 1, alpha, beta))
        beta = min(beta, value)
        if beta <= alpha:
            break
    return value


class Kalah:
    def __init__(self, pits, side=0):
        self.pits, self.side = pits, side

    def play(self, pit):
        return Kalah(*sow(self.pits, self.side, pit))

    def negamax(self, depth):
        """The sign turns only where the turn passes."""
        moves = pits_of(self.pits, self.side)
        if depth == 0 or not moves:
            return (self.pits[2] - self.pits[5]) * (1, -1)[self.side]
        scores = []
        for pit in moves:
            after = self.play(pit)
            value = after.negamax(depth - 1)
            scores.append(value if after.side == self.side else -value)
        return max(scores)


cousin(mancala(START, 0, 4), anew=lambda: (Kalah(START), 4), negamax=True, name="kalah_negamax")(
    Kalah.negamax
)

# Two boxes in a row, drawn but for four of their edges; each edge belongs to the boxes named.
EDGES = {"north": (0,), "middle": (0, 1), "east": (1,), "south": (1,)}


def completed(drawn, edge):
    return sum(
        all(e in drawn or e == edge for e, b in EDGES.items() if box in b) for box in EDGES[edge]
    )


def dots(drawn=(), is_max=True, ahead=0):
    below = []
    for edge in EDGES:
        if edge not in drawn:
            won = completed(drawn, edge)
            after = ahead + won * (1 if is_max else -1)
            below.append(dots((*drawn, edge), is_max if won else not is_max, after))
    return Ref(is_max, tuple(below), ahead)


@cousin(dots(), (), "me", 0)
def dots_and_boxes(drawn, player, ahead):
    free = [edge for edge in EDGES if edge not in drawn]
    if not free:
        return ahead
    values = []
    for edge in free:
        boxes = completed(drawn, edge)
        other = {"me": "you", "you": "me"}[player]
        gain = boxes if player == "me" else -boxes
        values.append(dots_and_boxes((*drawn, edge), player if boxes else other, ahead + gain))
    return max(values) if player == "me" else min(values)


def flips(row, mark):
    """Return the rows after a mark beside the other's marks that it encloses, on a line."""
    other, after = ("O" if mark == "X" else "X"), []
    for i, cell in enumerate(row):
        for step in (-1, 1):
            j = i + step
            while cell == "." and 0 <= j < len(row) and row[j] == other:
                j += step
            if cell == "." and 0 <= j < len(row) and row[j] == mark and abs(i - j) > 1:
                low, high = min(i, j), max(i, j)
                after.append(row[:low] + mark * (high - low + 1) + row[high + 1 :])
    return after


def line_othello(row, is_max=True, depth=6):
    after, other = flips(row, "XO"[not is_max]), flips(row, "XO"[is_max])
    if depth == 0 or not after and not other:
        return Ref(is_max, value=row.count("X") - row.count("O"))
    below = [line_othello(each, not is_max, depth - 1) for each in after]
    return Ref(is_max, tuple(below)) if after else line_othello(row, not is_max, depth)


@cousin(line_othello(".XO.OX.", depth=4), ".XO.OX.", "X", 4)
def othello_on_a_line(row, mark, depth):
    """A player without a move passes before the call, so that the other one moves again."""
    other = "O" if mark == "X" else "X"
    if depth == 0:
        return row.count("X") - row.count("O")
    best = -inf if mark == "X" else inf
    for after in flips(row, mark):
        if flips(after, other) or not flips(after, mark):
            value = othello_on_a_line(after, other, depth - 1)
        else:
            value = othello_on_a_line(after, mark, depth - 1)
        best = max(best, value) if mark == "X" else min(best, value)
    return row.count("X") - row.count("O") if best in (-inf, inf) else best


def told(node):
    if isinstance(node, int):
        return Ref(True, value=node)
    return Ref(node[0] == "max", tuple(told(child) for child in node[1]))


NAMED = ("max", [("min", [4, 7]), ("max", [3, 6]), ("min", [8, ("max", [1, 5])])])


@cousin(told(NAMED), NAMED)
def player_stands_in_the_node(node):
    if isinstance(node, int):
        return node
    player, children = node
    values = [player_stands_in_the_node(child) for child in children]
    return max(values) if player == "max" else min(values)


def box(node):
    if isinstance(node, int):
        return {"score": node}
    return {
        "to_move": "white" if node[0] == "max" else "black",
        "next": [box(child) for child in node[1]],
    }


SIDES = ("min", [("max", [2, 9]), ("min", [5, 7]), ("max", [("min", [8, 6]), 4])])


@cousin(told(SIDES), anew=lambda: (box(SIDES), -inf, inf), cut="<=")
def side_stands_in_a_dict(position, alpha, beta):
    if "score" in position:
        return position["score"]
    white = position["to_move"] == "white"
    best = -inf if white else inf
    for after in position["next"]:
        score = side_stands_in_a_dict(after, alpha, beta)
        if white:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def by_parity(n, depth):
    below = tuple(by_parity(k, depth - 1) for k in (n + 1, n + 2, n * 3)) if depth else ()
    return Ref(n % 2 == 0, below, n * 5 % 9)


@cousin(by_parity(2, 3), 2, 3)
def even_numbers_are_max(n, depth):
    if depth == 0:
        return n * 5 % 9
    pick = max if n % 2 == 0 else min
    return pick([even_numbers_are_max(k, depth - 1) for k in (n + 1, n + 2, n * 3)])


def jumping(left, is_max, depth):
    below = []
    for take in (1, 2, 3):
        if depth and take <= left:
            again = (left - take) % 3 == 0 and left > take
            below.append(jumping(left - take, is_max if again else not is_max, depth - 1))
    return Ref(is_max, tuple(below), (left * 7 + 3 * is_max) % 8)


@cousin(jumping(7, True, 3), {"left": 7, "turn": "dark"}, 3)
def jumps_go_on(state, depth):
    left, dark = state["left"], state["turn"] == "dark"
    takes = [take for take in (1, 2, 3) if take <= left]
    if depth == 0 or not takes:
        return (left * 7 + 3 * dark) % 8
    results = []
    for take in takes:
        after = dict(state, left=left - take)
        if (left - take) % 3 or left == take:
            after["turn"] = "light" if dark else "dark"
        results.append(jumps_go_on(after, depth - 1))
    return max(results) if dark else min(results)


class Position:
    def __init__(self, kind, below):
        self.kind, self.below = kind, below


def all_min(nested):
    if isinstance(nested, int):
        return Ref(False, value=nested)
    return Ref(False, tuple(all_min(part) for part in nested))


SIGNED = [[3, 5], [4, 4], [2, 6], [7, 7]]


def positions(nested, kinds=(0, 1, 2, 1, 3)):
    leaves = [[Position(9, leaf) for leaf in part] for part in nested]
    return Position(kinds[0], [Position(kind, part) for kind, part in zip(kinds[1:], leaves)])


@cousin(all_min(SIGNED), anew=lambda: (positions(SIGNED), 2), doubtful=True)
def sign_turns_twice(position, depth):
    """The author turns the sign twice by mistake, so every node is a minimum.

    It can also be read as a maximum of values that are negated once more.
    """
    if depth == 0:
        return position.below
    top = -99
    for child in position.below:
        top = max(top, -sign_turns_twice(child, depth - 1))
    return -top


EQUAL = ("max", [("min", [4, 4]), ("max", [4, 4]), ("min", [4, 6])])


@cousin(told(EQUAL), EQUAL, 0)
def equal_leaves_below_both(node, ply):
    """Equal values fit both players, but the line that runs shows who moves."""
    if isinstance(node, int):
        return node
    player, children = node
    if player == "max":
        best = -inf
        for child in children:
            best = max(best, equal_leaves_below_both(child, ply + 1))
    else:
        best = inf
        for child in children:
            best = min(best, equal_leaves_below_both(child, ply + 1))
    return best


def all_max(nested, sign=1):
    if isinstance(nested, int):
        return Ref(True, value=sign * nested)
    return Ref(True, tuple(all_max(part, -sign) for part in nested))


@cousin(all_max(SIGNED), SIGNED, 1, doubtful=True)
def forgets_the_minus(node, color):
    """A negamax without its minus: every node is a maximum of the signed leaves."""
    if isinstance(node, int):
        return color * node
    return max(forgets_the_minus(child, -color) for child in node)


@cousin(told(("max", [("max", [3, 5]), ("max", [6, 2])])), [[3, 5], [6, 2]], doubtful=True)
def a_maximum_by_two_signs(node):
    if isinstance(node, int):
        return node
    return -min(-a_maximum_by_two_signs(child) for child in node)


@cousin(T(SIGNED), anew=lambda: (positions(SIGNED), 2, True))
def kinds_are_no_players(position, depth, is_max):
    """Siblings are of different kinds, but the players simply take turns."""
    if depth == 0:
        return position.below
    best = -99 if is_max else 99
    for child in position.below:
        value = kinds_are_no_players(child, depth - 1, not is_max)
        best = max(best, value) if is_max else min(best, value)
    return best


@cousin(T(SIGNED), anew=lambda: (positions(SIGNED, (2, 1, 2, 1, 2)), 2), negamax=True)
def negamax_among_kinds(position, depth):
    if depth == 0:
        return position.below
    top = -99
    for child in position.below:
        top = max(top, -negamax_among_kinds(child, depth - 1))
    return top


OWNED = {"s": ("X", "abc"), "a": ("O", "de"), "b": ("X", "fg"), "c": (".", "hi")}
OWNED_LEAVES = {"d": 4, "e": 6, "f": 4, "g": 4, "h": 7, "i": 3}


@cousin(T([[4, 6], [4, 4], [7, 3]]), "s", "X")
def owners_are_no_movers(square, player):
    """The table tells who owns a square; the parameter tells who moves."""
    if square not in OWNED:
        return OWNED_LEAVES[square]
    owner, roads = OWNED[square]
    other = "O" if player == "X" else "X"
    values = [owners_are_no_movers(road, other) for road in roads]
    return max(values) if player == "X" else min(values)


@look_alike(T(BOOK), anew=lambda: (box(("max", [("min", part) for part in BOOK])),))
def sides_that_alternate(position):
    if "score" in position:
        return position["score"]
    values = [sides_that_alternate(after) for after in position["next"]]
    return max(values) if position["to_move"] == "white" else min(values)


@look_alike(told(("max", [("max", [3, 5]), ("max", [6, 2])])), [[3, 5], [6, 2]])
def nobody_ever_answers(node):
    return node if isinstance(node, int) else max(nobody_ever_answers(child) for child in node)


@look_alike(T(SMALL), SMALL, 0, 2)
def agents_by_number(node, agent, agents):
    if isinstance(node, int):
        return node
    values = [agents_by_number(child, (agent + 1) % agents, agents) for child in node]
    return max(values) if agent == 0 else min(values)
