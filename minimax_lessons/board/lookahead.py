"""Lookahead: the textbook's alpha-beta as a player of any game, deeper and deeper in its time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from time import perf_counter
from typing import Any

from minimax_lessons.board.opponents import Thought
from minimax_lessons.draughts.engine import MAX_DEPTH
from minimax_lessons.position import Position
from minimax_lessons.search import alphabeta, best_move

__all__ = ["Lookahead"]


class _UsedUp(Exception):
    pass


class _Meter:
    """The cost of a search so far, and the limits that end it."""

    def __init__(self, seconds: float | None, stop: Callable[[], bool]) -> None:
        self.began = perf_counter()
        self.deadline = inf if seconds is None else self.began + seconds
        self.stop = stop
        self.nodes = 0
        self.reached_limit = False  # a position was judged before its game was over
        self.ends: set[float] = set()  # values of games that were won

    def count(self) -> None:
        self.nodes += 1
        if perf_counter() > self.deadline or self.stop():
            raise _UsedUp


class _Metered:
    """A position that counts how often a search visits it, and ends the search in time."""

    def __init__(self, position: Position, meter: _Meter) -> None:
        self.position, self.meter = position, meter
        self.maximizing, self.is_over = position.maximizing, position.is_over

    def evaluate(self) -> float:
        self.meter.count()
        value = self.position.evaluate()
        if not self.is_over:
            self.meter.reached_limit = True
        elif value:
            self.meter.ends.add(value)
        return value

    def moves(self) -> Sequence[Any]:
        return self.position.moves()

    def play(self, move: Any, /) -> _Metered:
        return _Metered(self.position.play(move), self.meter)

    def children(self) -> Sequence[_Metered]:
        self.meter.count()
        return [_Metered(child, self.meter) for child in self.position.children()]


class Lookahead:
    """A player that searches with best_move and alphabeta, as they stand in search.py."""

    def search(
        self,
        position: Position,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        report: Callable[[Thought], object] | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> Thought:
        """Return the best move within the limits; there is always one, even with no time at all."""
        if position.is_over:
            raise ValueError(f"there is no move to look for: the game is over in {position!r}")
        meter = _Meter(seconds, stop)
        thought = Thought(position.moves()[0])
        for ahead in range(1, (MAX_DEPTH if depth is None else depth) + 1):
            meter.reached_limit = False
            try:
                root = _Metered(position, meter)
                move = best_move(root, ahead)
                score = alphabeta(root.play(move), ahead - 1, -inf, inf, not root.maximizing)
            except _UsedUp:
                break
            deeper = Thought(move, score, ahead, meter.nodes, perf_counter() - meter.began, (move,))
            is_lost = score in meter.ends and (score < 0) == position.maximizing
            if not is_lost or thought.depth is None:
                # where every move loses, the last depth that saw a way out chose the longest
                # resistance
                thought = deeper
            if report:
                report(deeper)
            if score in meter.ends or not meter.reached_limit:
                break
        return thought
