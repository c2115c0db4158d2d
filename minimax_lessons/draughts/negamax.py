"""Negamax: the engine's search on bare bitboards, each rung of the ladder a few lines that can be switched off."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, TypeAlias

from minimax_lessons.draughts.bitboards import (
    BACK_ROWS,
    BOARD,
    STEPS,
    Capture,
    RawMove,
    Sides,
    Step,
    after_capture,
    after_step,
    captures,
    jumpers,
    steps,
)
from minimax_lessons.draughts.evaluation import FEW, WIN, IncrementalEvaluation, SearchState
from minimax_lessons.draughts.rules import DRAW_PLIES, REPETITION_PLIES
from minimax_lessons.draughts.table import MAX_PLY, Table

if TYPE_CHECKING:
    from minimax_lessons.draughts.endgame import Endgames

__all__ = ["EXTRAS", "RUNGS", "Negamax", "Stopped"]

RUNGS = ("alphabeta", "order", "table", "quiescence", "deepening", "learned")
EXTRAS = ("scout",)  # no rung: it has not been shown to win games
CLOCK_NODES = 1023  # where captures are played out, about one node in so many looks at the clock
CLOCK_DEPTH = 3  # nodes this deep look at the clock: about ten thousand times a second
CROWNING = 100  # as much as a few cutoffs near the leaves
LOOKAHEAD_DEPTH = 3  # from here on it pays to look all children up before searching any

Leaf: TypeAlias = Callable[[int, int, int, bool], float]


class Stopped(Exception):
    """The search has used up what it was given."""


class Negamax:
    """A search and what it remembers: scores are for the player to move, a win less the plies it takes."""

    def __init__(
        self,
        rungs: Collection[str],
        *,
        incremental: IncrementalEvaluation,
        leaf: Leaf | None,
        endgames: Endgames | None,
        out_of_time: Callable[[int, int], bool],
        table: Table,
    ) -> None:
        self.prunes = "alphabeta" in rungs
        self.orders = "order" in rungs
        self.remembers = "table" in rungs
        self.plays_captures_out = "quiescence" in rungs
        self.scouts = "scout" in rungs and self.prunes
        self.incremental, self.leaf, self.endgames, self.out_of_time = (
            incremental,
            leaf,
            endgames,
            out_of_time,
        )
        self.nodes = 0
        self.table = table
        self.killers: list[tuple[RawMove, RawMove]] = [(None, None)] * MAX_PLY
        # how often, and how far from the leaves, a step cut
        self.history = (_first_guess(), _first_guess())
        # the best line found from each ply on
        self.lines: list[tuple[RawMove, ...]] = [()] * MAX_PLY
        # the moves of the first position, in the order to try them in
        self.root: list[RawMove] = []
        # which of them to try before all others: the best of the depth before
        self.guess: RawMove = None
        self.value = -inf  # of the best of them so far
        # the positions before this one, each as its player to move saw it
        self.past: list[Sides] = []

    def search(self, state: SearchState, depth: int, alpha: float, beta: float, ply: int) -> float:
        """Return the value of a position for the player to move: exact between alpha and beta, else a bound.

        The rungs are marked, and the extra; without them this is plain minimax.
        """
        self.lines[ply] = ()
        if depth <= 0:
            return self._at_the_end(state, alpha, beta, ply)
        self.nodes += 1
        sides, black, _, clock = state
        own, enemy, kings = sides
        down, up = (own, own & kings) if black else (own & kings, own)
        empty = BOARD ^ own ^ enemy
        starts = jumpers(down, up, enemy, empty)
        if (
            clock >= REPETITION_PLIES
            and ply
            and self._is_drawn(sides, clock)
            and (starts or steps(down, up, empty))
        ):
            return 0
        if self.endgames and ply and (own | enemy).bit_count() <= self.endgames.pieces:
            return self._known(sides, black, ply)
        if depth >= CLOCK_DEPTH and self.out_of_time(self.nodes, len(self.table)):
            raise Stopped
        if depth == 1 and ply and not starts and not self.leaf:
            return self._last_ply(state, steps(down, up, empty), alpha, beta, ply)

        first: RawMove = None if ply else self.guess
        if self.remembers and depth > 1:  # rung: table
            low, high, remembered = self.table.recall(sides, black, depth, ply)
            first = first or remembered
            if ply and (low >= beta or low == high):
                return low
            if ply and high <= alpha:
                return high
        legal_moves = (
            captures(starts, enemy, empty, kings, black) if starts else steps(down, up, empty)
        )
        moves = self._ordered(legal_moves if ply else [*self.root], bool(starts), black, first, ply)
        if not moves:
            return ply - WIN
        # no move leads to a third time
        may_repeat = clock + 1 >= REPETITION_PLIES
        if self.remembers and depth >= LOOKAHEAD_DEPTH and ply and not may_repeat:
            bound = self._bound_of_a_child(state, moves, bool(starts), depth, beta, ply)
            if bound >= beta:
                return bound
        best, best_move = self._best_of(moves, state, bool(starts), depth, alpha, beta, ply)
        if self.orders and best >= beta and not starts:  # rung: order
            self._note_cutoff(best_move, black, depth, ply)
        if self.remembers and depth > 1:
            self.table.remember(sides, black, depth, alpha, beta, ply, best, best_move)
        return best

    def _best_of(
        self,
        moves: Sequence[RawMove],
        state: SearchState,
        taking: bool,
        depth: int,
        alpha: float,
        beta: float,
        ply: int,
    ) -> tuple[float, RawMove]:
        """Return the best value of the moves, and the first that has it."""
        best, reached = -inf, alpha
        best_move: RawMove = None
        # a scout's answer is no line to be played
        open_window = beta - alpha > 1 or not self.scouts
        after: Callable[[SearchState, Any], SearchState] = (
            self.incremental.after_capture if taking else self.incremental.after_step
        )
        search, scouts = self.search, self.scouts
        self.past.append(state[0])
        for move in moves:
            child = after(state, move)
            value = inf
            if scouts and best > -inf and beta - reached > 1:  # extra: scout
                value = -search(child, depth - 1, -reached - 1, -reached, ply + 1)
            if value == inf or reached < value < beta:
                value = -search(child, depth - 1, -beta, -reached, ply + 1)
            if value > best:
                best, best_move = value, move
                if open_window:
                    self.lines[ply] = (move, *self.lines[ply + 1])
                    if not ply:
                        self.value = value
                if self.prunes and value > reached:  # rung: alphabeta
                    reached = value
                    if reached >= beta:
                        break
        self.past.pop()
        return best, best_move

    def _bound_of_a_child(
        self,
        state: SearchState,
        moves: Sequence[RawMove],
        taking: bool,
        depth: int,
        beta: float,
        ply: int,
    ) -> float:
        """Return a bound from the table that closes the window, if the position after some move has one."""
        (own, enemy, kings), black, _, _ = state
        after = after_capture if taking else after_step
        for move in moves:
            bound = self.table.bound_after(after(own, enemy, kings, move), black, depth, ply)
            if bound >= beta:
                return bound
        return -inf

    def _at_the_end(self, state: SearchState, alpha: float, beta: float, ply: int) -> float:
        """Return the value of a position where the depth is used up: with the captures played out, as they must be."""
        self.nodes += 1
        sides, black, score, clock = state
        own, enemy, kings = sides
        down, up = (own, own & kings) if black else (own & kings, own)
        empty = BOARD ^ own ^ enemy
        starts = jumpers(down, up, enemy, empty)
        if not starts and not (down << 4 | down << 5 | up >> 4 | up >> 5) & empty:
            return ply - WIN
        if clock >= REPETITION_PLIES and self._is_drawn(sides, clock):
            return 0
        if self.endgames and (own | enemy).bit_count() <= self.endgames.pieces:
            return self._known(sides, black, ply)
        if not (starts and self.plays_captures_out):  # rung: quiescence
            if self.leaf:
                return self.leaf(own, enemy, kings, black)
            return (
                score
                if (own | enemy).bit_count() > FEW
                else self.incremental.of_leaf(own, enemy, kings, black, score)
            )
        if not self.nodes & CLOCK_NODES and self.out_of_time(self.nodes, len(self.table)):
            raise Stopped
        best = -inf
        for capture in captures(starts, enemy, empty, kings, black):
            value = -self._at_the_end(
                self.incremental.after_capture(state, capture), -beta, -alpha, ply + 1
            )
            if value > best:
                best = value
                if self.prunes and value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best

    def _is_drawn(self, sides: Sides, clock: int) -> bool:
        """Return True when the position stands for the third time, or nothing lasting has happened for too long."""
        return clock >= DRAW_PLIES or self.past[-2 : -clock - 1 : -2].count(sides) >= 2

    def _known(self, sides: Sides, black: bool, ply: int) -> int:
        """Return the value by the endgame tables."""
        assert self.endgames
        plies = self.endgames.plies(*sides, black)
        if plies is None:
            return 0
        return WIN - ply - plies if plies % 2 else ply + plies - WIN

    def _ordered(
        self, moves: list[Any], taking: bool, black: bool, first: RawMove, ply: int
    ) -> Sequence[RawMove]:
        """Return the legal moves, the most promising first if the search is to order them."""
        if taking:
            if self.orders and len(moves) > 1:
                moves.sort(key=_taken, reverse=True)
        elif self.orders:
            moves.sort(key=self.history[black].__getitem__, reverse=True)
            for killer in self.killers[ply]:
                if killer in moves:
                    moves.remove(killer)
                    moves.insert(0, killer)
        if first is not None and (self.orders or not ply) and moves[0] != first:
            moves.remove(first)
            moves.insert(0, first)
        return moves

    def _note_cutoff(self, move: Step, black: bool, depth: int, ply: int) -> None:
        """Keep a step that closed the window: it may well close the next one too."""
        # it saved that much more, the further from the leaves
        self.history[black][move] += 3**depth
        if self.killers[ply][1] != move:
            # the latest last, for it goes in front of the other
            self.killers[ply] = (self.killers[ply][1], move)

    def _last_ply(
        self, state: SearchState, moves: list[Step], alpha: float, beta: float, ply: int
    ) -> float:
        """Return the value by search(), one ply before the end where nothing can be captured.

        Most nodes of a tree are leaves. Here they cost no call, and the shifts that tell whether the enemy can capture
        or move are made once for all of them.
        """
        sides, black, score, clock = state
        own, enemy, kings = sides
        man_step, king_step = self.incremental.man_step[black], self.incremental.king_step[black]
        their_down, their_up = (enemy & kings, enemy) if black else (enemy, enemy & kings)
        left, right, back_right, back_left = (
            their_down << 4,
            their_down << 5,
            their_up >> 4,
            their_up >> 5,
        )
        reach = left | right | back_right | back_left
        empty = BOARD ^ own ^ enemy
        few = (own | enemy).bit_count() <= FEW
        best, best_step, reached, leaves = -inf, None, alpha, 0
        leaf_may_be_drawn = clock + 1 >= REPETITION_PLIES
        if leaf_may_be_drawn:
            self.past.append(sides)
        for step in moves:
            start, to = step
            mine, free = own ^ (start | to), empty ^ (start | to)
            is_king = start & kings
            value = score + (king_step if is_king else man_step)[step]
            leaves += 1
            taken = (
                (left & mine) << 4
                | (right & mine) << 5
                | (back_right & mine) >> 4
                | (back_left & mine) >> 5
            ) & free
            if taken and self.plays_captures_out:
                leaves -= 1
                child = (
                    after_step(own, enemy, kings, step),
                    not black,
                    -value,
                    clock + 1 if is_king else 0,
                )
                value = -self._at_the_end(child, -beta, -reached, ply + 1)
            elif not taken and not reach & free:
                value = WIN - ply - 1
            elif (
                leaf_may_be_drawn
                and is_king
                and self._is_drawn(after_step(own, enemy, kings, step), clock + 1)
            ):
                value = 0
            elif few:
                value = -self.incremental.of_leaf(
                    *after_step(own, enemy, kings, step), not black, -value
                )
            if value > best:
                best, best_step = value, step
                if self.prunes and value > reached:
                    reached = value
                    if value >= beta:
                        break
        if leaf_may_be_drawn:
            self.past.pop()
        self.nodes += leaves
        if best_step is None:
            return ply - WIN
        self.lines[ply] = (best_step,)
        return best


def _first_guess() -> dict[Step, int]:
    """Return the first priorities of the steps: a step that may crown a man has a higher one."""
    return {step: CROWNING if step[1] & BACK_ROWS else 0 for step in STEPS}


def _taken(move: Capture) -> int:
    return move[1].bit_count()
