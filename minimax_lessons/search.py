"""The searches of the course, as a textbook prints them: what the learner reads is what runs."""

from __future__ import annotations

from math import inf
from typing import Any

from minimax_lessons.position import Position

__all__ = ["alphabeta", "best_move", "minimax"]


def minimax(position: Position, depth: int, maximizing_player: bool) -> float:
    """Return the value of the position when both players look depth moves ahead and choose their best."""
    if depth == 0 or position.is_over:
        return position.evaluate()

    if maximizing_player:
        max_eval = -inf
        for child in position.children():
            evaluation = minimax(child, depth - 1, False)
            max_eval = max(max_eval, evaluation)
        return max_eval

    else:
        min_eval = inf
        for child in position.children():
            evaluation = minimax(child, depth - 1, True)
            min_eval = min(min_eval, evaluation)
        return min_eval


def alphabeta(
    position: Position, depth: int, alpha: float, beta: float, maximizing_player: bool
) -> float:
    """Return minimax's value, without what cannot matter: MAX has alpha elsewhere, MIN has beta."""
    if depth == 0 or position.is_over:
        return position.evaluate()

    if maximizing_player:
        max_eval = -inf
        for child in position.children():
            evaluation = alphabeta(child, depth - 1, alpha, beta, False)
            max_eval = max(max_eval, evaluation)
            alpha = max(alpha, evaluation)
            if beta <= alpha:
                break
        return max_eval

    else:
        min_eval = inf
        for child in position.children():
            evaluation = alphabeta(child, depth - 1, alpha, beta, True)
            min_eval = min(min_eval, evaluation)
            beta = min(beta, evaluation)
            if beta <= alpha:
                break
        return min_eval


def best_move(position: Position, depth: int) -> Any:
    """Return the move that leads to the best value for the player to move; the first of equals.

    The best value so far is the window of each later move, so a later move may come back with a
    mere bound. Only a strictly better value replaces the best: a bound can tie, but never beat it.
    """
    if depth < 1 or position.is_over:
        raise ValueError(
            "best_move needs a game that goes on and a depth of at least 1, "
            f"not {depth} on {position!r}"
        )

    best, alpha, beta = None, -inf, inf
    for move in position.moves():
        evaluation = alphabeta(position.play(move), depth - 1, alpha, beta, not position.maximizing)
        if position.maximizing and (best is None or evaluation > alpha):
            best, alpha = move, evaluation
        elif not position.maximizing and (best is None or evaluation < beta):
            best, beta = move, evaluation
    return best
