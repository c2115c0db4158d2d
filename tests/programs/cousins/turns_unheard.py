"""Every leaf is worth the same, or every node has one child, so no value tells who moves.

A driver's children may have the same player as the driver, and the first player may be MIN.
"""

from __future__ import annotations

from functools import partial

from ..judge import program
from ..profile import Ref
from .small_games import subtraction

cousin = partial(program, family="turns unheard")
look_alike = partial(program, family="turns unheard", harmless=True)
MOVE = {"plain": lambda move: None}


def marks(free, is_max, worth=1):
    """Return the tree of marking so many free cells, each leaf worth the same."""
    if not free:
        return Ref(is_max, value=worth)
    return Ref(is_max, (marks(free - 1, not is_max, worth),) * free)


def same_twice(free, worth=1):
    """Return the tree of a driver whose children have the driver's own player."""
    return Ref(True, (marks(free - 1, True, worth),) * free)


@cousin(same_twice(3), anew=lambda: ([1, 0, 0, 2, 0], 2), **MOVE)
def best_cell(board, turn):
    best_score, best_move = None, None
    for i in [i for i, cell in enumerate(board) if cell == 0]:
        board[i] = turn
        score = cell_score(turn, True, board)
        board[i] = 0
        if best_score is None or score > best_score:
            best_score, best_move = score, i
    return best_move


def cell_score(turn, is_max_turn, board):
    if 0 not in board:
        return 1
    scores = []
    for i in [i for i, cell in enumerate(board) if cell == 0]:
        board[i] = turn
        scores.append(cell_score(3 - turn, not is_max_turn, board))
        board[i] = 0
    return max(scores) if is_max_turn else min(scores)


@cousin(same_twice(3, 0), anew=lambda: ("..x.", "me"), **MOVE)
def pick(cells, player):
    scores = {}
    for i, cell in enumerate(cells):
        if cell == ".":
            scores[i] = rating(cells[:i] + "o" + cells[i + 1 :], "me")
    return max(scores, key=scores.get)


def rating(cells, player):
    if "." not in cells:
        return 0
    below = [
        rating(cells[:i] + "o" + cells[i + 1 :], "you" if player == "me" else "me")
        for i, cell in enumerate(cells)
        if cell == "."
    ]
    return max(below) if player == "me" else min(below)


@cousin(marks(3, False), "...", "cost")
def cheapest(cells, who):
    if "." not in cells:
        return 1
    below = [
        cheapest(cells[:i] + "#" + cells[i + 1 :], "gain" if who == "cost" else "cost")
        for i, cell in enumerate(cells)
        if cell == "."
    ]
    return min(below) if who == "cost" else max(below)


@cousin(marks(3, False, 4), (0, 0, 0), 2)
def second_begins(cells, player):
    if 0 not in cells:
        return 4
    results = []
    for i, cell in enumerate(cells):
        if cell == 0:
            results.append(second_begins((*cells[:i], player, *cells[i + 1 :]), 3 - player))
    if player == 1:
        return max(results)
    return min(results)


@cousin(marks(3, False, 2), ["", "", ""], False, anew=lambda: (["", "", ""], False))
def computer_waits(board, is_computer):
    if "" not in board:
        return 2
    best = -100 if is_computer else 100
    for i in range(3):
        if board[i] == "":
            board[i] = "C" if is_computer else "H"
            score = computer_waits(board, not is_computer)
            board[i] = ""
            best = max(best, score) if is_computer else min(best, score)
    return best


@look_alike(marks(3, True, 2), "...", True)
def plain_turns(cells, maximizing):
    if "." not in cells:
        return 2
    below = [
        plain_turns(cells[:i] + "#" + cells[i + 1 :], not maximizing)
        for i, cell in enumerate(cells)
        if cell == "."
    ]
    return max(below) if maximizing else min(below)


def first_wins(left, is_max, depth):
    return 1


@look_alike(subtraction(5, (1, 2), first_wins), 5, True)
def all_the_same(left, maximizing=True):
    if left == 0:
        return 1
    values = [all_the_same(left - take, not maximizing) for take in (1, 2) if take <= left]
    return max(values) if maximizing else min(values)


def stones(left, is_max, depth):
    return left * 7 % 11 - 5


def piles_left(left, is_max, depth):
    below = tuple(piles_left(left - k, not is_max, depth - 1) for k in (1, 2, 3)) if depth else ()
    return Ref(is_max, below, stones(left, is_max, depth))


def rated(left, mine, depth):
    if not depth:
        return stones(left, mine, depth)
    return (max if mine else min)([rated(left - k, not mine, depth - 1) for k in (1, 2, 3)])


THREE_BELOW = Ref(False, tuple(piles_left(9 - k, False, 2) for k in (1, 2, 3)))


@cousin(THREE_BELOW, 9, **MOVE)
def least_for_a_text(left):
    least, name = 99, ""
    for k in (1, 2, 3):
        value = rated(left - k, False, 2)
        if value < least:
            least, name = value, f"take {k}"
    return name


@cousin(Ref(False, THREE_BELOW.children[:2]), 9, **MOVE, doubtful=True)
def least_of_two(left):
    scores = [rated(left - k, False, 2) for k in (1, 2)]
    return "take one" if scores[0] <= scores[1] else "take two"


@look_alike(
    Ref(True, (Ref(True, (Ref(True, value=3), Ref(True, value=8))), Ref(True, value=1))),
    0,
    anew=lambda: (0, [None, None, 1, 3, 8]),
)
def only_one_player(number, heap):
    """The list never changes, and one player makes all the moves: no part of it is a rest."""
    if heap[number] is not None:
        return heap[number]
    return max(only_one_player(2 * number + k, heap) for k in (1, 2) if 2 * number + k < len(heap))


def one_of_two(left, is_max, depth):
    return int(not is_max)


@look_alike(
    subtraction(5, (1, 2, 3), one_of_two),
    5,
    cut=lambda now: bool(now.value) == now.is_max,
    bounds=False,
)
def the_first_wins(left):
    return mover_wins(left, True)


def mover_wins(left, is_first):
    """``or`` and ``and`` end a loop's calls, and the loop itself goes on."""
    won = not is_first
    for n in (1, 2, 3):
        if n <= left:
            if is_first:
                won = won or mover_wins(left - n, False)
            else:
                won = won and mover_wins(left - n, True)
    return won
