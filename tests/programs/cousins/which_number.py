"""A search returns two or three numbers, and only one of them is the value.

The other is a level, a count of nodes or the number of a move: handed up from the last child,
counting up, or the same everywhere.
"""

from __future__ import annotations

from collections import namedtuple
from functools import partial
from math import inf

from ..judge import program
from ..profile import Ref
from ..trees import ALTERNATING as T
from ..trees import BOOK, DEEP, EIGHT, LEFT, RAGGED, SMALL, line, noughts
from .small_games import named, subtraction

cousin = partial(program, family="which number")
look_alike = partial(program, family="which number", harmless=True)
FIRST = {"plain": lambda found: found[0]}
SECOND = {"plain": lambda found: found[1]}

FIVE = "XO.XO...."


@cousin(T(RAGGED), RAGGED, 0, **FIRST)
def score_and_level(node, level):
    """The level of the child that came last goes up."""
    if isinstance(node, int):
        return node, level
    best = -inf if level % 2 == 0 else inf
    reached = level
    for child in node:
        score, reached = score_and_level(child, level + 1)
        best = max(best, score) if level % 2 == 0 else min(best, score)
    return best, reached


@cousin(T(LEFT), LEFT, -inf, inf, True, cut="<=", **FIRST)
def score_and_nodes(node, alpha, beta, maximizing):
    if isinstance(node, int):
        return node, 1
    best, nodes = -inf if maximizing else inf, 1
    for child in node:
        score, below = score_and_nodes(child, alpha, beta, not maximizing)
        nodes += below
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, nodes


@cousin(T(EIGHT), EIGHT, 3, True, **SECOND)
def depth_and_score(node, depth, maximizing):
    if depth == 0:
        return depth, node
    scores = [depth_and_score(child, depth - 1, not maximizing)[1] for child in node]
    return depth, max(scores) if maximizing else min(scores)


@cousin(T(BOOK), BOOK, True, **FIRST)
def score_and_number_of_the_move(node, mine):
    if isinstance(node, int):
        return node, 0
    best, number = (-inf, 0) if mine else (inf, 0)
    for i, child in enumerate(node, 1):
        value, _ = score_and_number_of_the_move(child, not mine)
        if value > best if mine else value < best:
            best, number = value, i
    return best, number


@cousin(noughts(FIVE), FIVE, "X", 0, plain=lambda found: found["score"])
def dictionary_with_a_level(board, mark, level):
    if line(board, "X") or line(board, "O") or "." not in board:
        return {"level": level, "score": line(board, "X") - line(board, "O")}
    found = {"level": level, "score": -9 if mark == "X" else 9}
    for i in range(9):
        if board[i] != ".":
            continue
        below = dictionary_with_a_level(
            board[:i] + mark + board[i + 1 :], "O" if mark == "X" else "X", level + 1
        )
        if below["score"] > found["score"] if mark == "X" else below["score"] < found["score"]:
            found = {"level": below["level"], "score": below["score"]}
    return found


@cousin(T(LEFT), LEFT, -99, 99, True, 0, cut="<=", hard=True, window=(-99, 99), **FIRST)
def fail_hard_with_a_level(node, alpha, beta, mine, level):
    """Returns alpha or beta, and the level of the last child."""
    if isinstance(node, int):
        return node, level
    deepest = level
    for child in node:
        value, deepest = fail_hard_with_a_level(child, alpha, beta, not mine, level + 1)
        if mine:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            return (beta if mine else alpha), deepest
    return (alpha if mine else beta), deepest


def negamax(left, alpha, beta, ply):
    """Return the score for the player who moves, and the ply at which the game ends."""
    if left == 0:
        return -1, ply
    best, end = -inf, ply
    for take in (1, 2, 3):
        if take > left:
            break
        value, length = negamax(left - take, -beta, -alpha, ply + 1)
        if -value > best:
            best, end = -value, length
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, end


cousin(
    subtraction(5, (1, 2, 3), lambda left, turn, depth: -1 if turn else 1),
    5,
    -1,
    1,
    0,
    cut="<=",
    window=(-1, 1),
    negamax=True,
    name="score_and_ply_of_the_end",
    **FIRST,
)(negamax)

Result = namedtuple("Result", "visited score weight")


@cousin(T(SMALL), SMALL, True, plain=lambda result: result.score)
def a_weight_that_never_changes(node, mine):
    if isinstance(node, int):
        return Result(1, node, 3)
    below = [a_weight_that_never_changes(child, not mine) for child in node]
    scores = [result.score for result in below]
    return Result(
        sum(result.visited for result in below) + 1, max(scores) if mine else min(scores), 3
    )


COUNT = {"positions": 0}


@cousin(
    T(BOOK), anew=lambda: (COUNT.update(positions=0), (BOOK, True))[1], plain=lambda found: found[1]
)
def how_many_so_far_and_score(node, mine):
    """A global count comes first: it is larger at every return."""
    COUNT["positions"] += 1
    if isinstance(node, int):
        return COUNT["positions"], node
    best = None
    for child in node:
        _, score = how_many_so_far_and_score(child, not mine)
        if best is None or (score > best if mine else score < best):
            best = score
    return COUNT["positions"], best


@cousin(T(DEEP), DEEP, 0, plain=lambda found: found[1])
def level_score_and_count(node, level):
    if isinstance(node, int):
        return level, node, 1
    found = [level_score_and_count(child, level + 1) for child in node]
    pick = min if level % 2 else max
    best = pick(found, key=lambda three: three[1])
    return best[0], best[1], sum(three[2] for three in found)


GRAPH = {"a": "bc", "b": "de", "c": "fgh"}
VALUES = dict(d=2, e=2, f=1, g=2, h=2)


@cousin(named(GRAPH, VALUES, "a"), "a", 2, **SECOND)
def remaining_depth_looks_like_a_score(name, depth):
    """At the leaves the depth is 0, at the root 2, the score there too."""
    if name in VALUES:
        return depth, VALUES[name]
    pick = max if depth % 2 == 0 else min
    return depth, pick(remaining_depth_looks_like_a_score(kid, depth - 1)[1] for kid in GRAPH[name])


@cousin(
    T(EIGHT), EIGHT, 3, -50, 50, 1, cut="<=", hard=True, window=(-50, 50), negamax=True, **SECOND
)
def fail_hard_negamax_with_nodes(node, depth, alpha, beta, color):
    if depth == 0:
        return 1, color * node
    nodes = 0
    for child in node:
        below, value = fail_hard_negamax_with_nodes(child, depth - 1, -beta, -alpha, -color)
        nodes += below
        if -value >= beta:
            return nodes, beta
        alpha = max(alpha, -value)
    return nodes, alpha


class Thinker:
    def __init__(self):
        self.calls = 0

    def think(self, board, mine, depth):
        self.calls += 1
        won = line(board, "X") - line(board, "O")
        if won or "." not in board or depth == 0:
            return {"nodes": self.calls, "score": 10 * won, "depth": depth}
        best = {"nodes": self.calls, "score": -99 if mine else 99, "depth": depth}
        for i in [i for i, cell in enumerate(board) if cell == "."]:
            after = board[:i] + ("X" if mine else "O") + board[i + 1 :]
            answer = self.think(after, not mine, depth - 1)
            better = answer["score"] > best["score"] if mine else answer["score"] < best["score"]
            if better:
                best = answer
        best["nodes"] = self.calls
        return best


cousin(
    noughts(FIVE, worth=lambda won, plies: 10 * won),
    anew=lambda: (FIVE, True, 9),
    plain=lambda found: found["score"],
    name="a_dictionary_of_three",
)(lambda board, mine, depth: Thinker().think(board, mine, depth))


def left_after(left):
    return [left - take for take in (1, 2) if take <= left]


def ends(left, is_max=True, plies=0):
    below = tuple(ends(one, not is_max, plies + 1) for one in left_after(left))
    return Ref(is_max, below, (10 - plies) * (-1 if is_max else 1), key=(left, plies))


@cousin(ends(4), 4, True, 0, **SECOND)
def plies_and_a_score_of_plies(left, mine, plies):
    """The score holds the number of plies, the other number too."""
    if left == 0:
        return plies, (10 - plies) * (-1 if mine else 1)
    best = None
    for after in left_after(left):
        found = plies_and_a_score_of_plies(after, not mine, plies + 1)
        if best is None or (found[1] > best[1] if mine else found[1] < best[1]):
            best = found
    return best


GROWING = [[[0, 1], [2, 3]], [[1, 2], [3, 3]]]


@cousin(T(GROWING), GROWING, 0, True, **FIRST)
def small_scores_and_levels(node, level, mine):
    """Scores and levels are of one size."""
    if isinstance(node, int):
        return node, level
    best, deepest = (-1 if mine else 9), level
    for child in node:
        score, below = small_scores_and_levels(child, level + 1, not mine)
        best = max(best, score) if mine else min(best, score)
        deepest = max(deepest, below)
    return best, deepest


@cousin(T(GROWING), GROWING, True, **SECOND)
def how_high_and_score(node, mine):
    """The height grows from the leaves to the root, as a count does."""
    if isinstance(node, int):
        return 0, node
    below = [how_high_and_score(child, not mine) for child in node]
    scores = [score for _, score in below]
    return max(height for height, _ in below) + 1, max(scores) if mine else min(scores)


@cousin(noughts(FIVE), FIVE, "X", **FIRST)
def score_move_and_nodes(board, mark):
    if line(board, "X") or line(board, "O") or "." not in board:
        return line(board, "X") - line(board, "O"), -1, 1
    best, move, nodes = (-2 if mark == "X" else 2), -1, 1
    for i in range(9):
        if board[i] == ".":
            after = board[:i] + mark + board[i + 1 :]
            score, _, below = score_move_and_nodes(after, "O" if mark == "X" else "X")
            nodes += below
            if score > best if mark == "X" else score < best:
                best, move = score, i
    return best, move, nodes


@cousin(T(LEFT), LEFT, -99, 99, True, cut="<=", hard=True, window=(-99, 99), **FIRST)
def fail_hard_with_the_number_of_the_move(node, alpha, beta, mine):
    if isinstance(node, int):
        return node, 0
    number = 0
    for i, child in enumerate(node):
        value = fail_hard_with_the_number_of_the_move(child, alpha, beta, not mine)[0]
        if mine and value > alpha:
            alpha, number = value, i
        if not mine and value < beta:
            beta, number = value, i
        if alpha >= beta:
            break
    return (alpha if mine else beta), number


@cousin(T(LEFT), LEFT, True, 0, plain=lambda found: found["score"])
def a_level_before_the_score(node, mine, level):
    if not isinstance(node, list):
        return {"level": level, "score": node}
    answers = [a_level_before_the_score(child, not mine, level + 1) for child in node]
    answers.sort(key=lambda found: found["score"])
    return {"level": answers[-1]["level"], "score": answers[-1 if mine else 0]["score"]}


class Answer:
    def __init__(self, score, depth):
        self.score, self.depth = score, depth


@cousin(T(RAGGED), RAGGED, True, 0, plain=lambda answer: answer.score)
def an_object_with_two_numbers(node, mine, depth):
    if isinstance(node, int):
        return Answer(node, depth)
    answers = [an_object_with_two_numbers(child, not mine, depth + 1) for child in node]
    pick = max if mine else min
    return Answer(pick(one.score for one in answers), answers[-1].depth)


@look_alike(T(BOOK), BOOK, True, **FIRST)
def score_and_names(node, mine):
    if isinstance(node, int):
        return node, ""
    found = [(score_and_names(child, not mine)[0], f"move {i}") for i, child in enumerate(node)]
    return max(found) if mine else min(found)


@look_alike(T(LEFT), LEFT, True, **FIRST)
def score_twice(node, mine):
    if isinstance(node, int):
        return node, node
    pick = max if mine else min
    value = pick(score_twice(child, not mine)[0] for child in node)
    return value, value


@look_alike(T(SMALL), SMALL, True, **SECOND)
def nothing_and_score(node, mine):
    if isinstance(node, int):
        return None, node
    return None, (max if mine else min)(nothing_and_score(child, not mine)[1] for child in node)
