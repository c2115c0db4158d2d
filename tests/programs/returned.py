"""What a search returns beside the value, and what its caller does with it."""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

from .judge import program
from .trees import ALTERNATING as T
from .trees import BOOK, LEFT, LINES, SMALL, line, noughts

BOARD = "XO.XO..X."  # both threaten; X has taken one more


@program(T(SMALL), SMALL, True, plain=lambda r: r["score"], cause=2)
def dict_changed_by_its_caller(node, maximizing):
    if not isinstance(node, list):
        return {"position": None, "score": node}
    best = {"position": None, "score": -inf if maximizing else inf}
    for i, child in enumerate(node):
        sim = dict_changed_by_its_caller(child, not maximizing)
        sim["position"] = i
        if (sim["score"] > best["score"]) == maximizing and sim["score"] != best["score"]:
            best = sim
    return best


@program(T(LEFT), LEFT, -inf, inf, True, cut="<=", plain=lambda r: r[1], cause=2)
def list_changed_by_its_caller(node, alpha, beta, maximizing):
    if not isinstance(node, list):
        return [None, node]
    best = [None, -inf if maximizing else inf]
    for i in range(len(node)):
        found = list_changed_by_its_caller(node[i], alpha, beta, not maximizing)
        found[0] = i
        if maximizing:
            if found[1] > best[1]:
                best = found
            alpha = max(alpha, best[1])
        else:
            if found[1] < best[1]:
                best = found
            beta = min(beta, best[1])
        if beta <= alpha:
            break
    return best


class Answer:
    def __init__(self, move, score):
        self.move, self.score = move, score


@program(T(BOOK), BOOK, 2, True, plain=lambda r: r.score, cause=2)
def object_changed_by_its_caller(node, depth, maximizing):
    if depth == 0:
        return Answer(None, node)
    best = None
    for number, child in enumerate(node):
        answer = object_changed_by_its_caller(child, depth - 1, not maximizing)
        answer.move = number
        if best is None or (answer.score > best.score if maximizing else answer.score < best.score):
            best = answer
    return best


@program(T(BOOK), BOOK, True, plain=lambda r: r[1], cause=2)
def one_list_for_all(node, maximizing, answer=None):
    """The same list carries every answer home."""
    answer = answer or [None, 0]
    if isinstance(node, int):
        answer[1] = node
        return answer
    best, choice = -inf if maximizing else inf, None
    for i, child in enumerate(node):
        score = one_list_for_all(child, not maximizing, answer)[1]
        if (score > best) if maximizing else (score < best):
            best, choice = score, i
    answer[:] = [choice, best]
    return answer


def pairs(cells, player):
    if line(cells, "X"):
        return [(None, 1)]
    if line(cells, "O"):
        return [(None, -1)]
    if "." not in cells:
        return [(None, 0)]
    found = []
    for i in range(9):
        if cells[i] == ".":
            cells[i] = player
            replies = pairs(cells, "O" if player == "X" else "X")
            score = (min if player == "X" else max)(replies, key=lambda pair: pair[1])[1]
            cells[i] = "."
            found.append((i, score))
    return found


program(noughts("XOXOXO..."), name="list_of_moves_and_scores", anew=lambda: (list("XOXOXO..."), "X"), cause=2,
        plain=lambda r: max(score for _, score in r))(pairs)  # fmt: skip


class Node(NamedTuple):
    name: str
    score: int
    parts: tuple[Any, ...] = ()


N = Node
NAMES = N("A", 0, (N("B", 0, (N("D", 3), N("E", 9))), N("C", 0, (N("F", 2), N("G", 7)))))


@program(T([[3, 9], [2, 7]]), NAMES, True, plain=lambda r: r.score)
def returns_the_leaf_itself(node, maximizing):
    if not node.parts:
        return node
    leaves = [returns_the_leaf_itself(part, not maximizing) for part in node.parts]
    return (
        max(leaves, key=lambda leaf: leaf.score)
        if maximizing
        else min(leaves, key=lambda leaf: leaf.score)
    )


@program(
    noughts("XOXOXO..."), anew=lambda: (list("XOXOXO..."), "X"), plain=lambda r: r["score"], cause=2
)
def course_dict(board, player):
    empty = [i for i, cell in enumerate(board) if cell == "."]
    for mark, score in (("X", 1), ("O", -1)):
        if any(all(board[i] == mark for i in each) for each in LINES):
            return {"score": score}
    if not empty:
        return {"score": 0}
    moves = []
    for cell in empty:
        board[cell] = player
        result = course_dict(board, "O" if player == "X" else "X")
        board[cell] = "."
        moves.append({"index": cell, "score": result["score"]})
    pick = max if player == "X" else min
    return pick(moves, key=lambda move: move["score"])


def marked(board, cell, mark):
    return board if cell < 0 else [*board[:cell], mark, *board[cell + 1 :]]


@program(
    noughts("XO.XO...."),
    list("XO.XO...."),
    "X",
    -2,
    2,
    cut="<=",
    window=(-2, 2),
    cause=2,
    plain=lambda all_of: all_of[0],
)
def value_cell_and_board(board, player, alpha, beta):
    if line(board, "X") or line(board, "O") or "." not in board:
        return line(board, "X") - line(board, "O"), -1, -1
    best, place = (-2, -1) if player == "X" else (2, 1)
    for cell in [i for i in range(9) if board[i] == "."]:
        found, _, _ = value_cell_and_board(
            marked(board, cell, player), "O" if player == "X" else "X", alpha, beta
        )
        if found > best if player == "X" else found < best:
            best, place = found, cell
        alpha, beta = (max(alpha, best), beta) if player == "X" else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best, place, marked(board, place, player)
