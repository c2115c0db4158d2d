"""Right searches: the same algorithms as many people write them, for the tests to watch."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

from minimax_lessons.search import alphabeta, best_move, minimax
from minimax_lessons.trees import Node


@dataclass(frozen=True)
class Right:
    """A right search, and what its trace must say of it."""

    search: Callable[..., Any]
    prunes: bool = True
    # fail-soft, fail-hard; None: it never passes a value outside the window on
    soft: bool | None = True
    subject: Callable[[Node], Any] = lambda node: node  # what it is given instead of the tree
    # what it is given after the tree
    arguments: Callable[[Node], tuple[Any, ...]] = lambda node: ()
    uniform_two: bool = False  # it only knows full binary trees
    own_order: bool = False  # it does not visit children from left to right
    bounds: bool = True  # its α and β can be seen
    strict: bool = False  # it prunes on <, so equal values prune less
    again: bool = False  # it comes to some nodes more than once


RIGHT: dict[str, Right] = {}


def right(**what: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def keep(search: Callable[..., Any]) -> Callable[..., Any]:
        RIGHT[search.__name__] = Right(search, **what)
        return search

    return keep


RIGHT["minimax"] = Right(minimax, prunes=False)
RIGHT["alphabeta"] = Right(alphabeta)
RIGHT["best_move"] = Right(best_move)


@right(soft=False)
def fail_hard(node, depth, alpha, beta, maximizing):
    if depth == 0 or node.is_over:
        return node.evaluate()
    if maximizing:
        for child in node.children():
            score = fail_hard(child, depth - 1, alpha, beta, False)
            if score >= beta:
                return beta
            if score > alpha:
                alpha = score
        return alpha
    for child in node.children():
        score = fail_hard(child, depth - 1, alpha, beta, True)
        if score <= alpha:
            return alpha
        if score < beta:
            beta = score
    return beta


@right(prunes=False)
def negamax_plain(node, depth, color):
    if depth == 0 or node.is_over:
        return color * node.evaluate()
    best = -inf
    for child in node.children():
        best = max(best, -negamax_plain(child, depth - 1, -color))
    return best


@right()
def negamax_soft(node, depth, alpha, beta, color):
    if depth == 0 or node.is_over:
        return color * node.evaluate()
    value = -inf
    for child in node.children():
        value = max(value, -negamax_soft(child, depth - 1, -beta, -alpha, -color))
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return value


@right(soft=False)
def negamax_hard(position, depth, alpha, beta):
    if depth == 0 or position.is_over:
        return position.evaluate() if position.maximizing else -position.evaluate()
    for child in position.children():
        score = negamax_hard(child, depth - 1, -beta, -alpha)
        score = -score
        if score >= beta:
            return beta
        alpha = max(alpha, score)
    return alpha


@right()
def value_and_move(state, depth, alpha, beta, is_max):
    if depth == 0 or state.is_over:
        return state.evaluate(), None
    best, choice = (-inf, None) if is_max else (inf, None)
    for move in state.moves():
        value, _ = value_and_move(state.play(move), depth - 1, alpha, beta, not is_max)
        if is_max and value > best:
            best, choice = value, move
            alpha = max(alpha, best)
        elif not is_max and value < best:
            best, choice = value, move
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, choice


@right()
def move_and_value(state, depth, alpha, beta, is_max):
    if depth == 0 or state.is_over:
        return None, state.evaluate()
    best_move_so_far = None
    best_value = -inf if is_max else inf
    for move in state.moves():
        value = move_and_value(state.play(move), depth - 1, alpha, beta, not is_max)[1]
        if (value > best_value) if is_max else (value < best_value):
            best_value, best_move_so_far = value, move
        if is_max:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if beta <= alpha:
            break
    return best_move_so_far, best_value


@right()
def score_in_a_dict(board, depth, alpha, beta, is_maximizing_player):
    if depth == 0 or board.is_over:
        return {"score": board.evaluate(), "move": None}
    best_move = None
    if is_maximizing_player:
        max_score = -inf
        for move in board.moves():
            result = score_in_a_dict(board.play(move), depth - 1, alpha, beta, False)
            if result["score"] > max_score:
                max_score = result["score"]
                best_move = move
            alpha = max(alpha, max_score)
            if beta <= alpha:
                break
        return {"score": max_score, "move": best_move}
    min_score = inf
    for move in board.moves():
        result = score_in_a_dict(board.play(move), depth - 1, alpha, beta, True)
        if result["score"] < min_score:
            min_score = result["score"]
            best_move = move
        beta = min(beta, min_score)
        if beta <= alpha:
            break
    return {"score": min_score, "move": best_move}


class Result(NamedTuple):
    value: float
    line: tuple[Any, ...]


@right()
def value_and_line(node, depth, alpha, beta, maximizing):
    if depth == 0 or node.is_over:
        return Result(node.evaluate(), ())
    best = Result(-inf if maximizing else inf, ())
    for move in node.moves():
        found = value_and_line(node.play(move), depth - 1, alpha, beta, not maximizing)
        if (found.value > best.value) if maximizing else (found.value < best.value):
            best = Result(found.value, (move, *found.line))
        if maximizing:
            alpha = max(alpha, best.value)
        else:
            beta = min(beta, best.value)
        if alpha >= beta:
            break
    return best


@right()
def short_names(n, d, a, b, mx):
    if d == 0 or n.is_over:
        return n.evaluate()
    v = -inf if mx else inf
    for c in n.children():
        w = short_names(c, d - 1, a, b, not mx)
        if mx:
            v = max(v, w)
            a = max(a, v)
        else:
            v = min(v, w)
            b = min(b, v)
        if b <= a:
            break
    return v


@right()
def greek(node, depth, α, β, maximizing_player):
    if depth == 0 or node.is_over:
        return node.evaluate()
    if maximizing_player:
        value = -inf
        for child in node.children():
            value = max(value, greek(child, depth - 1, α, β, False))
            α = max(α, value)
            if value >= β:
                break
        return value
    else:
        value = inf
        for child in node.children():
            value = min(value, greek(child, depth - 1, α, β, True))
            β = min(β, value)
            if value <= α:
                break
        return value


@right()
def low_and_high(node, depth, low, high, maximizing):
    if depth == 0 or node.is_over:
        return node.evaluate()
    value = None
    for child in node.children():
        other = low_and_high(child, depth - 1, low, high, not maximizing)
        if value is None or (other > value if maximizing else other < value):
            value = other
        if maximizing:
            low = max(low, value)
        else:
            high = min(high, value)
        if low >= high:
            return value
    return value


@right()
def without_depth(node, alpha=-inf, beta=inf, maximizing=True):
    if node.value is not None:
        return node.value
    if maximizing:
        best = -inf
        for child in node.children:
            best = max(best, without_depth(child, alpha, beta, False))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best = inf
        for child in node.children:
            best = min(best, without_depth(child, alpha, beta, True))
            beta = min(beta, best)
            if alpha >= beta:
                break
    return best


@right()
def on_nested_lists(node, alpha, beta, maximizing):
    if not isinstance(node, list):
        return node
    best = -inf if maximizing else inf
    for child in node:
        score = on_nested_lists(child, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


@right(prunes=False)
def on_nested_lists_by_type(tree, maximizing):
    if type(tree) is list:
        values = [on_nested_lists_by_type(branch, not maximizing) for branch in tree]
        return max(values) if maximizing else min(values)
    return tree


@right(prunes=False)
def one_expression(node, depth, maximizing):
    if depth == 0 or node.is_over:
        return node.evaluate()
    choose = max if maximizing else min
    return choose(one_expression(child, depth - 1, not maximizing) for child in node.children())


lambda_minimax = lambda node, maximizing: (  # noqa: E731
    node.value
    if node.is_over
    else (max if maximizing else min)(
        [lambda_minimax(child, not maximizing) for child in node.children()]
    )
)
RIGHT["lambda_minimax"] = Right(lambda_minimax, prunes=False)


@right(uniform_two=True)
def on_a_flat_list(depth, node_index, maximizing_player, values, alpha, beta):
    if 2**depth == len(values):
        return values[node_index]
    if maximizing_player:
        best = -inf
        for i in range(2):
            val = on_a_flat_list(depth + 1, node_index * 2 + i, False, values, alpha, beta)
            best = max(best, val)
            alpha = max(alpha, best)
            if beta <= alpha:
                break
        return best
    else:
        best = inf
        for i in range(2):
            val = on_a_flat_list(depth + 1, node_index * 2 + i, True, values, alpha, beta)
            best = min(best, val)
            beta = min(beta, best)
            if beta <= alpha:
                break
        return best


@right(prunes=False, uniform_two=True)
def on_a_flat_list_with_height(cur_depth, node_index, max_turn, scores, target_depth):
    if cur_depth == target_depth:
        return scores[node_index]
    left = on_a_flat_list_with_height(
        cur_depth + 1, node_index * 2, not max_turn, scores, target_depth
    )
    right_ = on_a_flat_list_with_height(
        cur_depth + 1, node_index * 2 + 1, not max_turn, scores, target_depth
    )
    return max(left, right_) if max_turn else min(left, right_)


class Board:
    """A board that changes as moves are made and taken back."""

    def __init__(self, root: Node) -> None:
        self.line = [root]

    def legal_moves(self):
        return list(self.line[-1].moves())

    def push(self, move):
        self.line.append(self.line[-1].play(move))

    def pop(self):
        self.line.pop()

    def score(self):
        return self.line[-1].evaluate()


@right(subject=Board, arguments=lambda node: (node.height, -inf, inf, node.is_max))
def with_undo(board, depth, alpha, beta, white):
    if depth == 0 or not board.legal_moves():
        return board.score()
    best = -inf if white else inf
    for move in board.legal_moves():
        board.push(move)
        score = with_undo(board, depth - 1, alpha, beta, not white)
        board.pop()
        if white:
            best = max(best, score)
            alpha = max(alpha, score)
        else:
            best = min(best, score)
            beta = min(beta, score)
        if beta <= alpha:
            break
    return best


@right(arguments=lambda node: (Board(node),))
def with_undo_on_a_known_tree(board, depth, alpha, beta, white):
    if depth == 0 or not board.legal_moves():
        return board.score()
    best = -inf if white else inf
    for move in board.legal_moves():
        board.push(move)
        score = with_undo_on_a_known_tree(board, depth - 1, alpha, beta, not white)
        board.pop()
        if white:
            best = max(best, score)
            alpha = max(alpha, score)
        else:
            best = min(best, score)
            beta = min(beta, score)
        if beta <= alpha:
            break
    return best


def max_value(state, alpha, beta):
    if state.is_over:
        return state.evaluate()
    v = -inf
    for child in state.children():
        v = max(v, min_value(child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_over:
        return state.evaluate()
    v = inf
    for child in state.children():
        v = min(v, max_value(child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


@right()
def two_functions(state):
    return max_value(state, -inf, inf) if state.maximizing else min_value(state, -inf, inf)


def dispatched(state, alpha, beta):
    if state.is_over:
        return state.evaluate()
    if state.maximizing:
        return dispatched_max(state, alpha, beta)
    return dispatched_min(state, alpha, beta)


def dispatched_max(state, alpha, beta):
    v = -inf
    for child in state.children():
        v = max(v, dispatched(child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def dispatched_min(state, alpha, beta):
    v = inf
    for child in state.children():
        v = min(v, dispatched(child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


RIGHT["dispatched"] = Right(dispatched)


@right()
def closure(tree):
    def search(node, alpha, beta):
        nonlocal visited
        visited += 1
        if node.is_over:
            return node.evaluate()
        best = -inf if node.maximizing else inf
        for child in node.children():
            value = search(child, alpha, beta)
            if node.maximizing:
                best = max(best, value)
                alpha = max(alpha, value)
            else:
                best = min(best, value)
                beta = min(beta, value)
            if alpha >= beta:
                break
        return best

    visited = 0
    return search(tree, -inf, inf)


class Solver:
    """Methods."""

    def __init__(self) -> None:
        self.nodes = 0

    def search(self, position, depth, alpha, beta, maximizing_player):
        self.nodes += 1
        if depth == 0 or position.is_over:
            return self.evaluate(position)
        best = -inf if maximizing_player else inf
        for child in self.ordered(position):
            evaluation = self.search(child, depth - 1, alpha, beta, not maximizing_player)
            if maximizing_player:
                best = max(best, evaluation)
                alpha = max(alpha, evaluation)
            else:
                best = min(best, evaluation)
                beta = min(beta, evaluation)
            if beta <= alpha:
                break
        return best

    def evaluate(self, position):
        return position.evaluate()

    def ordered(self, position):
        return list(position.children())

    def __call__(self, position, depth, alpha, beta, maximizing_player):
        return self.search(position, depth, alpha, beta, maximizing_player)


RIGHT["method"] = Right(Solver().search)
RIGHT["callable_object"] = Right(Solver())


class Linked:
    """The learner's own node class, searched by one of its own methods."""

    def __init__(self, value=None, children=()):
        self.value = value
        self.children = list(children)

    @classmethod
    def like(cls, node):
        return cls(node.value, [cls.like(child) for child in node.children])

    def minimax(self, alpha, beta, maximizing):
        if not self.children:
            return self.value
        best = -inf if maximizing else inf
        for child in self.children:
            value = child.minimax(alpha, beta, not maximizing)
            if maximizing:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if beta <= alpha:
                break
        return best


RIGHT["method_of_the_node"] = Right(
    Linked.minimax, subject=Linked.like, arguments=lambda node: (-inf, inf, node.is_max)
)


@right(subject=Linked.like, arguments=lambda node: (-inf, inf, node.is_max))
def on_linked_nodes(root, alpha, beta, maximizing):
    if len(root.children) == 0:
        return root.value
    best = -inf if maximizing else inf
    for child in root.children:
        value = on_linked_nodes(child, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


def counted(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return function(*args, **kwargs)

    wrapper.calls = 0
    return wrapper


def loud(function):
    def wrapper(*args):
        return function(*args)

    return wrapper


@counted
def decorated(node, depth, alpha, beta, maximizing):
    if depth == 0 or node.is_over:
        return node.evaluate()
    best = -inf if maximizing else inf
    for child in node.children():
        value = decorated(child, depth - 1, alpha, beta, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


@loud
def decorated_plainly(node, depth, alpha, beta, maximizing):
    if depth == 0 or node.is_over:
        return node.evaluate()
    best = -inf if maximizing else inf
    for child in node.children():
        value = decorated_plainly(child, depth - 1, alpha, beta, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


RIGHT["decorated"] = Right(decorated)
RIGHT["decorated_plainly"] = Right(decorated_plainly)
RIGHT["partial"] = Right(functools.partial(alphabeta, alpha=-inf, beta=inf))


@right()
def turn_as_a_word(node, depth, alpha, beta, player):
    if depth == 0 or node.is_over:
        return node.evaluate()
    if player == "MAX":
        value = -inf
        for child in node.children():
            value = max(value, turn_as_a_word(child, depth - 1, alpha, beta, "MIN"))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value
    value = inf
    for child in node.children():
        value = min(value, turn_as_a_word(child, depth - 1, alpha, beta, "MAX"))
        beta = min(beta, value)
        if alpha >= beta:
            break
    return value


@right()
def turn_as_a_sign(node, depth, alpha, beta, player):
    if depth == 0 or node.is_over:
        return player * node.evaluate()
    best = -inf
    for child in node.children():
        score = -turn_as_a_sign(child, depth - 1, -beta, -alpha, -player)
        if score > best:
            best = score
        if best > alpha:
            alpha = best
        if alpha >= beta:
            break
    return best


@right()
def keywords_only(node, *, depth, alpha=-inf, beta=inf, maximizing):
    if depth == 0 or node.is_over:
        return node.evaluate()
    best = -inf if maximizing else inf
    for child in node.children():
        score = keywords_only(
            child, depth=depth - 1, alpha=alpha, beta=beta, maximizing=not maximizing
        )
        best = max(best, score) if maximizing else min(best, score)
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


@right()
def while_loop(node, depth, alpha, beta, maximizing):
    if depth == 0 or node.is_over:
        return node.evaluate()
    children = node.children()
    value = -inf if maximizing else inf
    i = 0
    while i < len(children) and alpha < beta:
        score = while_loop(children[i], depth - 1, alpha, beta, not maximizing)
        if maximizing:
            value = max(value, score)
            alpha = max(alpha, value)
        else:
            value = min(value, score)
            beta = min(beta, value)
        i += 1
    return value


@right()
def depth_counts_up(node, depth, max_depth, alpha, beta, maximizing):
    if depth == max_depth or node.is_over:
        return node.evaluate()
    best = -inf if maximizing else inf
    for child in node.children():
        score = depth_counts_up(child, depth + 1, max_depth, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, score)
        else:
            best = min(best, score)
            beta = min(beta, score)
        if beta <= alpha:
            break
    return best


@right(own_order=True)
def from_right_to_left(node, depth, alpha, beta, maximizing):
    if depth == 0 or node.is_over:
        return node.evaluate()
    best = -inf if maximizing else inf
    for child in reversed(node.children()):
        score = from_right_to_left(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, score)
        else:
            best = min(best, score)
            beta = min(beta, score)
        if beta <= alpha:
            break
    return best


@right(own_order=True)
def promising_first(node, depth, alpha, beta, maximizing):
    if depth == 0 or node.is_over:
        return node.evaluate()
    best = -inf if maximizing else inf
    for child in sorted(node.children(), key=lambda child: child.evaluate(), reverse=maximizing):
        score = promising_first(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, score)
        else:
            best = min(best, score)
            beta = min(beta, score)
        if beta <= alpha:
            break
    return best


def quiet(node, alpha, beta):
    return node.evaluate()


@right()
def with_helpers(node, depth, alpha, beta, maximizing):
    if depth == 0 or is_terminal(node):
        return quiet(node, alpha, beta)
    best = -inf if maximizing else inf
    for child in successors(node):
        score = with_helpers(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, score)
        else:
            best = min(best, score)
            beta = min(beta, score)
        if beta <= alpha:
            break
    return best


def is_terminal(node):
    return node.is_over


def successors(node):
    return list(node.children())


def height(node):
    return 0 if node.is_over else 1 + max(height(child) for child in node.children())


@right()
def measured_first(tree):
    return with_helpers(tree, height(tree), -inf, inf, tree.maximizing)


@right(strict=True)
def prunes_only_on_less(node, depth, alpha, beta, maximizing):
    if depth == 0 or node.is_over:
        return node.evaluate()
    best = -inf if maximizing else inf
    for child in node.children():
        score = prunes_only_on_less(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, score)
        else:
            best = min(best, score)
            beta = min(beta, score)
        if beta < alpha:
            break
    return best


@right(again=True)
def principal_variation_search(node, depth, alpha, beta, color):
    if depth == 0 or node.is_over:
        return color * node.evaluate()
    best = -inf
    for i, child in enumerate(node.children()):
        if i == 0:
            score = -principal_variation_search(child, depth - 1, -beta, -alpha, -color)
        else:
            score = -principal_variation_search(child, depth - 1, -alpha - 1, -alpha, -color)
            if alpha < score < beta:
                score = -principal_variation_search(child, depth - 1, -beta, -score, -color)
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best


# As the books and the courses have it


@right()
def returns_at_once(node, alpha, beta, depth_left):
    """The chess programmers' fail-soft: the score that cuts is in no variable of its own."""
    if depth_left == 0 or node.is_over:
        return node.evaluate() if node.maximizing else -node.evaluate()
    best = -inf
    for move in node.moves():
        score = -returns_at_once(node.play(move), -beta, -alpha, depth_left - 1)
        if score >= beta:
            return score
        if score > best:
            best = score
            if score > alpha:
                alpha = score
    return best


class Agent:
    """A course's agent for Pac-Man: one method that decides, one for each player, and an action beside the value."""

    def value(self, state, agent_index, alpha, beta):
        if state.is_over:
            return state.evaluate(), None
        if agent_index == 0:
            return self.max_value(state, alpha, beta)
        return self.min_value(state, alpha, beta)

    def max_value(self, state, alpha, beta):
        v, best_action = -inf, None
        for action in state.moves():
            score, _ = self.value(state.play(action), 1, alpha, beta)
            if score > v:
                v, best_action = score, action
            if v >= beta:
                return v, best_action
            alpha = max(alpha, v)
        return v, best_action

    def min_value(self, state, alpha, beta):
        v, best_action = inf, None
        for action in state.moves():
            score, _ = self.value(state.play(action), 0, alpha, beta)
            if score < v:
                v, best_action = score, action
            if v <= alpha:
                return v, best_action
            beta = min(beta, v)
        return v, best_action


RIGHT["agent"] = Right(Agent().value)


class Game:
    """The rules apart from the states, as in the AIMA code."""

    def actions(self, state):
        return range(len(state.children))

    def result(self, state, action):
        return state.children[action]

    def terminal_test(self, state):
        return not state.children

    def utility(self, state):
        return state.value


@right(arguments=lambda node: (Game(),))
def game_and_state(game, state):
    def max_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state)
        v = -inf
        for action in game.actions(state):
            v = max(v, min_value(game.result(state, action), alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state)
        v = inf
        for action in game.actions(state):
            v = min(v, max_value(game.result(state, action), alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    return max_value(state, -inf, inf) if state.maximizing else min_value(state, -inf, inf)


@right(prunes=False)
def count_and_value(node, maximizing):
    """Returns the number of nodes first."""
    if node.is_over:
        return 1, node.evaluate()
    count, best = 1, -inf if maximizing else inf
    for child in node.children():
        below, value = count_and_value(child, not maximizing)
        count += below
        best = max(best, value) if maximizing else min(best, value)
    return count, best


@right(prunes=False)
def utility_in_a_dict(state, maximizing):
    if state.is_over:
        return {"action": None, "utility": state.evaluate()}
    best = None
    for action in state.moves():
        reply = utility_in_a_dict(state.play(action), not maximizing)
        if best is None or (reply["utility"] - best["utility"]) * (1 if maximizing else -1) > 0:
            best = {"action": action, "utility": reply["utility"]}
    return best


# Bounds that are in no parameter of their own


@right(arguments=lambda node: ((-inf, inf), node.is_max))
def bounds_in_a_pair(node, window, maximizing):
    if node.is_over:
        return node.evaluate()
    best = -inf if maximizing else inf
    for child in node.children():
        score = bounds_in_a_pair(child, window, not maximizing)
        if maximizing:
            best = max(best, score)
            window = (max(window[0], best), window[1])
        else:
            best = min(best, score)
            window = (window[0], min(window[1], best))
        if window[0] >= window[1]:
            break
    return best


class KeepsBounds:
    def __init__(self) -> None:
        self.alpha, self.beta = -inf, inf

    def search(self, node, maximizing):
        if node.is_over:
            return node.evaluate()
        before = self.alpha, self.beta
        best = -inf if maximizing else inf
        for child in node.children():
            score = self.search(child, not maximizing)
            if maximizing:
                best = max(best, score)
                self.alpha = max(self.alpha, best)
            else:
                best = min(best, score)
                self.beta = min(self.beta, best)
            if self.alpha >= self.beta:
                break
        self.alpha, self.beta = before
        return best


RIGHT["bounds_in_attributes"] = Right(KeepsBounds().search)

ALPHA, BETA = -inf, inf


@right()
def bounds_in_globals(node, maximizing):
    global ALPHA, BETA
    if node.is_over:
        return node.evaluate()
    before = ALPHA, BETA
    best = -inf if maximizing else inf
    for child in node.children():
        score = bounds_in_globals(child, not maximizing)
        if maximizing:
            best = max(best, score)
            ALPHA = max(ALPHA, best)
        else:
            best = min(best, score)
            BETA = min(BETA, best)
        if ALPHA >= BETA:
            break
    ALPHA, BETA = before
    return best


@right(bounds=False, arguments=lambda node: (-inf, inf, node.is_max))
def bounds_in_star_arguments(node, *arguments):
    if node.is_over:
        return node.evaluate()
    first, second, maximizing = arguments
    best = -inf if maximizing else inf
    for child in node.children():
        score = bounds_in_star_arguments(child, first, second, not maximizing)
        if maximizing:
            best = max(best, score)
            first = max(first, best)
        else:
            best = min(best, score)
            second = min(second, best)
        if first >= second:
            break
    return best


# Trees of other kinds


def as_tuples(node):
    return tuple(as_tuples(child) for child in node.children) if node.children else node.value


@right(subject=as_tuples, arguments=lambda node: (-inf, inf, node.is_max))
def on_tuples(tree, alpha, beta, maximizing):
    if not isinstance(tree, tuple):
        return tree
    best = -inf if maximizing else inf
    for part in tree:
        score = on_tuples(part, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def as_dicts(node):
    return {"value": node.value, "children": [as_dicts(child) for child in node.children]}


@right(subject=as_dicts, arguments=lambda node: (-inf, inf, node.is_max))
def on_dicts(node, alpha, beta, maximizing):
    if not node["children"]:
        return node["value"]
    best = -inf if maximizing else inf
    for child in node["children"]:
        score = on_dicts(child, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


@dataclass
class Pair:
    left: Pair | float
    right: Pair | float

    @classmethod
    def like(cls, node):
        return cls(*map(cls.like, node.children)) if node.children else Twig(node.value)


class Twig(Pair):
    def __init__(self, value):
        self.left, self.right, self.value = None, None, value


@right(uniform_two=True, subject=Pair.like, arguments=lambda node: (-inf, inf, node.is_max))
def on_left_and_right(node, alpha, beta, maximizing):
    if node.left is None:
        return node.value
    first = on_left_and_right(node.left, alpha, beta, not maximizing)
    if maximizing:
        alpha = max(alpha, first)
    else:
        beta = min(beta, first)
    if alpha >= beta:
        return first
    second = on_left_and_right(node.right, alpha, beta, not maximizing)
    return max(first, second) if maximizing else min(first, second)


class Asked:
    """A node that makes its children anew whenever it is asked, and knows whose turn it is."""

    def __init__(self, node):
        self._node = node
        self.is_max = node.is_max

    def get_children(self):
        return [Asked(child) for child in self._node.children]

    def get_value(self):
        return self._node.value


@right(prunes=False, subject=Asked)
def on_nodes_that_know_whose_turn_it_is(node):
    if not node.get_children():
        return node.get_value()
    values = [on_nodes_that_know_whose_turn_it_is(child) for child in node.get_children()]
    return max(values) if node.is_max else min(values)


@right(prunes=False)
def by_matching(tree, maximizing):
    match tree:
        case [*parts]:
            values = [by_matching(part, not maximizing) for part in parts]
            return max(values) if maximizing else min(values)
        case leaf:
            return leaf


# Functional, and through helpers


@right()
def head_and_tail(tree, alpha, beta, maximizing):
    if not isinstance(tree, list):
        return tree

    def rest_of(parts, best, alpha, beta):
        if not parts or alpha >= beta:
            return best
        score = head_and_tail(parts[0], alpha, beta, not maximizing)
        if maximizing:
            return rest_of(parts[1:], max(best, score), max(alpha, score), beta)
        return rest_of(parts[1:], min(best, score), alpha, min(beta, score))

    return rest_of(tree, -inf if maximizing else inf, alpha, beta)


@right()
def stops_at_any(node, alpha, beta, maximizing):
    """A helper stands between a node and its child, and returns something else than the child's value."""
    if node.is_over:
        return node.evaluate()
    best = -inf if maximizing else inf

    def closes(child):
        nonlocal alpha, beta, best
        score = stops_at_any(child, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        return alpha >= beta

    any(closes(child) for child in node.children())
    return best


@right(prunes=False)
def two_lambdas(root):
    largest = lambda node: node.value if node.is_over else max(map(smallest, node.children()))  # noqa: E731
    smallest = lambda node: node.value if node.is_over else min(map(largest, node.children()))  # noqa: E731
    return largest(root) if root.maximizing else smallest(root)


@right(prunes=False)
def by_reduce(node, maximizing):
    if node.is_over:
        return node.evaluate()
    values = map(functools.partial(by_reduce, maximizing=not maximizing), node.children())
    return functools.reduce(max if maximizing else min, values)


@right()
def folded(node, alpha, beta, maximizing):
    """A helper is called on every child, and searches only those that matter."""
    if node.is_over:
        return node.evaluate()

    def step(so_far, child):
        best, alpha, beta = so_far
        if alpha >= beta:
            return so_far
        score = folded(child, alpha, beta, not maximizing)
        if maximizing:
            return max(best, score), max(alpha, score), beta
        return min(best, score), alpha, min(beta, score)

    return functools.reduce(step, node.children(), (-inf if maximizing else inf, alpha, beta))[0]


@right()
@counted
@counted
def decorated_twice(node, depth, alpha, beta, maximizing):
    if depth == 0 or node.is_over:
        return node.evaluate()
    best = -inf if maximizing else inf
    for child in node.children():
        score = decorated_twice(child, depth - 1, alpha, beta, not maximizing)
        best = max(best, score) if maximizing else min(best, score)
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


class Counting(Solver):
    def search(self, position, depth, alpha, beta, maximizing_player):
        self.nodes += 1
        return super().search(position, depth, alpha, beta, maximizing_player)


RIGHT["inherited"] = Right(Counting().search)


@right()
def with_finally(node, depth, alpha, beta, maximizing, line=[]):  # noqa: B006
    line.append(node)
    try:
        if depth == 0 or node.is_over:
            return node.evaluate()
        best = -inf if maximizing else inf
        for child in node.children():
            score = with_finally(child, depth - 1, alpha, beta, not maximizing)
            best = max(best, score) if maximizing else min(best, score)
            if maximizing:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best
    finally:
        line.pop()


# Whose turn it is, told otherwise


@right()
def players_one_and_two(node, depth, alpha, beta, player):
    if depth == 0 or node.is_over:
        return node.evaluate()
    if player == 1:
        value = -math.inf
        for child in node.children():
            value = max(value, players_one_and_two(child, depth - 1, alpha, beta, 2))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value
    value = math.inf
    for child in node.children():
        value = min(value, players_one_and_two(child, depth - 1, alpha, beta, 1))
        beta = min(beta, value)
        if alpha >= beta:
            break
    return value


@right(prunes=False)
def minimizing_first(is_min, node):
    if node.is_over:
        return node.evaluate()
    values = [minimizing_first(not is_min, child) for child in node.children()]
    return min(values) if is_min else max(values)


@right(prunes=False)
def names_that_tell_nothing(p, q, r):
    if r == 0 or p.is_over:
        return p.evaluate()
    values = [names_that_tell_nothing(c, not q, r - 1) for c in p.children()]
    return max(values) if q else min(values)


@right(prunes=False)
def negated_by_a_product(node, color):
    if node.is_over:
        return color * node.evaluate()
    best = -inf
    for child in node.children():
        best = max(best, negated_by_a_product(child, -color) * -1)
    return best
