"""Two texts among the arguments: one is the position, the other a mark, a name or a word.

Both orders run without an error in many of these programs, so a swap goes unnoticed.
"""

from __future__ import annotations

from functools import partial
from math import inf

from ..judge import program
from ..profile import Ref
from ..trees import line, noughts
from .small_games import marking

cousin = partial(program, family="swapped texts")
look_alike = partial(program, family="swapped texts", harmless=True)


def spelling(done, pool, worth, is_max=True, depth=99):
    """Return the tree of taking letters from a pool in turn."""
    if not pool or depth == 0:
        return Ref(is_max, value=worth(done))
    rests = [(done + c, pool[:i] + pool[i + 1 :]) for i, c in enumerate(pool)]
    return Ref(
        is_max, tuple(spelling(word, rest, worth, not is_max, depth - 1) for word, rest in rests)
    )


@cousin(spelling("", "3142", int), "", "3142", -inf, inf, True, cut="<=")
def spells_a_number(word, letters, alpha, beta, is_max):
    if letters == "":
        return int(word)
    best = -inf if is_max else inf
    for k in range(len(letters)):
        value = spells_a_number(
            word + letters[k], letters[:k] + letters[k + 1 :], alpha, beta, not is_max
        )
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


def vowels(word):
    return sum(n for n, letter in enumerate(word, 1) if letter in "aeiou") - 3 * word.startswith(
        "b"
    )


@cousin(spelling("", "abe", vowels), "abe", "", True)
def pool_before_word(pool, word, maximizing):
    if not pool:
        return vowels(word)
    scores = [
        pool_before_word(pool[:i] + pool[i + 1 :], word + c, not maximizing)
        for i, c in enumerate(pool)
    ]
    return max(scores) if maximizing else min(scores)


def dealt(mine, yours, tricks=0, is_max=True, table=""):
    """Return the tree of a card game: MAX leads, MIN follows, the higher card takes the trick."""
    if not mine and not yours:
        return Ref(is_max, value=tricks)
    hand = mine if is_max else yours
    below = []
    for card in hand:
        rest = hand.replace(card, "")
        if is_max:
            below.append(dealt(rest, yours, tricks, False, card))
        else:
            below.append(dealt(mine, rest, tricks + (1 if table > card else -1), True))
    return Ref(is_max, tuple(below))


@cousin(dealt("149", "258"), "149", "258", 0, "")
def two_hands_of_cards(mine, yours, tricks, table):
    if not mine and not yours:
        return tricks
    if not table:
        return max(two_hands_of_cards(mine.replace(c, ""), yours, tricks, c) for c in mine)
    results = []
    for card in yours:
        taken = 1 if table > card else -1
        results.append(two_hands_of_cards(mine, yours.replace(card, ""), tricks + taken, ""))
    return min(results)


@cousin(dealt("35", "46"), "46", "35", 0, "")
def your_hand_first(yours, mine, tricks, table):
    hand = yours if table else mine
    if not hand:
        return tricks
    best = None
    for card in hand:
        if table:
            value = your_hand_first(
                yours.replace(card, ""), mine, tricks + (1 if table > card else -1), ""
            )
            best = value if best is None else min(best, value)
        else:
            value = your_hand_first(yours, mine.replace(card, ""), tricks, card)
            best = value if best is None else max(best, value)
    return best


LATE = "XO.XO.O.X"


@cousin(noughts(LATE), "X", LATE, "OX")
def order_of_play_last(player, board, order):
    if line(board, "X") or line(board, "O") or "." not in board:
        return line(board, "X") - line(board, "O")
    rival = order.replace(player, "")
    boards = [board[:i] + player + board[i + 1 :] for i, cell in enumerate(board) if cell == "."]
    values = [order_of_play_last(rival, b, order) for b in boards]
    return max(values) if player == "X" else min(values)


@cousin(noughts(LATE), "O", "X", LATE, True)
def two_marks_before_the_board(opponent, me, grid, my_turn):
    if line(grid, me):
        return 1
    if line(grid, opponent):
        return -1
    if "." not in grid:
        return 0
    mark = me if my_turn else opponent
    scores = []
    for i in range(9):
        if grid[i] == ".":
            scores.append(
                two_marks_before_the_board(
                    opponent, me, grid[:i] + mark + grid[i + 1 :], not my_turn
                )
            )
    return max(scores) if my_turn else min(scores)


MAZE = {"": "LR", "L": "LR", "R": "LMR", "LL": "", "LR": "", "RL": "", "RM": "", "RR": ""}


def path_tree(path="", is_max=True):
    below = tuple(path_tree(path + step, not is_max) for step in MAZE[path])
    return Ref(is_max, below, sum(3 * ord(c) + i * ord(c) for i, c in enumerate(path)) % 10)


@cousin(path_tree(), "MAX", "", "MIN")
def path_between_two_names(player, path, other):
    if not MAZE[path]:
        return sum(3 * ord(c) + i * ord(c) for i, c in enumerate(path)) % 10
    found = (path_between_two_names(other, path + step, player) for step in MAZE[path])
    return max(found) if player == "MAX" else min(found)


@cousin(
    spelling("", "ace", lambda w: ("ace".index(w[0]) * 5 + "ace".index(w[1]) * 3) % 7, depth=2),
    "ace",
    "",
    2,
    1,
    negamax=True,
)
def alphabet_first(alphabet, word, depth, color):
    """The first text is the same at every node: it lists all letters of the game."""
    if depth == 0:
        return color * ((alphabet.index(word[0]) * 5 + alphabet.index(word[1]) * 3) % 7)
    free = [letter for letter in alphabet if letter not in word]
    return max(-alphabet_first(alphabet, word + letter, depth - 1, -color) for letter in free)


def queues(left, right, total=0, is_max=True):
    """Return the tree of taking the first digit of one of two queues."""
    if not left and not right:
        return Ref(is_max, value=total)
    sign, below = (1 if is_max else -1), []
    if left:
        below.append(queues(left[1:], right, total + sign * int(left[0]), not is_max))
    if right:
        below.append(queues(left, right[1:], total + sign * int(right[0]), not is_max))
    return Ref(is_max, tuple(below))


@cousin(queues("27", "51"), "27", "51", 0, "first")
def two_queues(left, right, total, mover):
    if not left + right:
        return total
    sign = 1 if mover == "first" else -1
    rival = "second" if mover == "first" else "first"
    scores = []
    if left:
        scores.append(two_queues(left[1:], right, total + sign * int(left[0]), rival))
    if right:
        scores.append(two_queues(left, right[1:], total + sign * int(right[0]), rival))
    return max(scores) if mover == "first" else min(scores)


@cousin(queues("27", "51"), "", "27/51", True)
def history_and_queues(history, state, to_move):
    left, right = state.split("/")
    if not left and not right:
        return sum(int(c) * (1, -1)[i % 2] for i, c in enumerate(history))
    after = []
    if left:
        after.append((history + left[0], f"{left[1:]}/{right}"))
    if right:
        after.append((history + right[0], f"{left}/{right[1:]}"))
    return (max if to_move else min)([history_and_queues(h, s, not to_move) for h, s in after])


def weight(cells):
    return sum((1 if c == "X" else -1) * w for c, w in zip(cells, (3, 1, 4, 2)))


class Strip:
    def best(self, mark, cells, log=""):
        if "." not in cells:
            return weight(cells)
        turns = {"X": ("O", max), "O": ("X", min)}
        rival, pick = turns[mark]
        children = [
            (cells[:i] + mark + cells[i + 1 :], log + str(i))
            for i, c in enumerate(cells)
            if c == "."
        ]
        return pick(self.best(rival, child, moves) for child, moves in children)


cousin(marking("X...", (range(4),), weight), "X", "X...", name="mark_cells_and_log")(Strip().best)


@look_alike(noughts(LATE), LATE, "X")
def board_before_mark(board, mark):
    if line(board, "X") or line(board, "O") or "." not in board:
        return line(board, "X") - line(board, "O")
    boards = [board[:i] + mark + board[i + 1 :] for i in range(9) if board[i] == "."]
    values = [board_before_mark(b, "O" if mark == "X" else "X") for b in boards]
    return max(values) if mark == "X" else min(values)


@look_alike(spelling("", "314", int), "314", True)
def one_text_alone(text, is_max, taken=0):
    """The digits taken are a number."""
    if not text:
        return taken
    rests = [(text[:i] + text[i + 1 :], 10 * taken + int(c)) for i, c in enumerate(text)]
    return (max if is_max else min)(one_text_alone(rest, not is_max, n) for rest, n in rests)


@look_alike(queues("27", "51"), ("27", "51"), 0, True)
def texts_in_one_tuple(state, total, is_max):
    if not any(state):
        return total
    sign, scores = (1 if is_max else -1), []
    for side in (0, 1):
        if state[side]:
            after = tuple(text[1:] if i == side else text for i, text in enumerate(state))
            scores.append(texts_in_one_tuple(after, total + sign * int(state[side][0]), not is_max))
    return max(scores) if is_max else min(scores)
