"""Negamax: the engine's search on bare bitboards, where every rung can be switched off."""

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
from minimax_lessons.draughts.rules import REPETITION_PLIES, is_drawn
from minimax_lessons.draughts.table import MAX_PLY, Table, score_of_end

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
    """A search and its memory: scores are for the player to move, a win less the plies it takes."""

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
        """Return the value for the player to move: exact between alpha and beta, else a bound."""
        self.lines[ply] = ()
        if depth <= 0:
            return self._at_the_end(state, alpha, beta, ply)
        self.nodes += 1
        sides, black, _, clock = state
        own, enemy, kings = sides
        down, up = (own, own & kings) if black else (own & kings, own)
        empty = BOARD ^ own ^ enemy
        starts = jumpers(down, up, enemy, empty)
        if ply and clock >= REPETITION_PLIES and is_drawn(sides, self.past, clock):
            return 0 if starts or steps(down, up, empty) else ply - WIN
        if self.endgames is not None and ply and (own | enemy).bit_count() <= self.endgames.pieces:
            return self._known(sides, black, ply)
        if depth >= CLOCK_DEPTH and self.out_of_time(self.nodes, len(self.table)):
            raise Stopped
        value, first = self._recalled(sides, black, depth, alpha, beta, ply)
        if value is not None:
            return value
        moves: Sequence[RawMove] = (
            captures(starts, enemy, empty, kings, black) if starts else steps(down, up, empty)
        )
        is_last = depth == 1 and self._is_last(ply, bool(starts))
        if not is_last:
            moves = self._ordered(moves if ply else self.root, bool(starts), black, first, ply)
        if not moves:
            return ply - WIN
        if self.remembers and depth >= LOOKAHEAD_DEPTH and ply and clock + 1 < REPETITION_PLIES:
            bound = self._bound_of_a_child(state, moves, bool(starts), depth, beta, ply)
            if bound >= beta:
                return bound
        best, best_move = self._best_of(moves, state, bool(starts), depth, alpha, beta, ply)
        if self.orders and best >= beta and not is_last and not starts:  # rung: order
            self._note_cutoff(best_move, black, depth, ply)
        if self.remembers and depth > 1:
            self.table.remember(sides, black, depth, alpha, beta, ply, best, best_move)
        return best

    def _recalled(
        self, sides: Sides, black: bool, depth: int, alpha: float, beta: float, ply: int
    ) -> tuple[float | None, RawMove]:
        """Return the value if the table settles it, and the move to try first."""
        first: RawMove = None if ply else self.guess
        if not self.remembers or depth == 1:
            return None, first
        low, high, remembered = self.table.recall(sides, black, depth, ply)  # rung: table
        if ply and (low >= beta or low == high):
            return low, None
        if ply and high <= alpha:
            return high, None
        return None, first or remembered

    def _is_last(self, ply: int, taking: bool) -> bool:
        """Return True if depth 1 leads to leaves that are quicker to search than to order."""
        return ply > 0 and not taking and self.leaf is None

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
        search = self.search
        scouts = self.scouts and not (depth == 1 and self._is_last(ply, taking))
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
        """Return a bound from the table that closes the window, if a child has one."""
        (own, enemy, kings), black, _, _ = state
        after = after_capture if taking else after_step
        for move in moves:
            bound = self.table.bound_after(after(own, enemy, kings, move), black, depth, ply)
            if bound >= beta:
                return bound
        return -inf

    def _at_the_end(self, state: SearchState, alpha: float, beta: float, ply: int) -> float:
        """Return the value of a position where the depth is used up, after the forced captures."""
        self.nodes += 1
        sides, black, score, clock = state
        own, enemy, kings = sides
        down, up = (own, own & kings) if black else (own & kings, own)
        empty = BOARD ^ own ^ enemy
        starts = jumpers(down, up, enemy, empty)
        if not starts and not (down << 4 | down << 5 | up >> 4 | up >> 5) & empty:
            return ply - WIN
        if clock >= REPETITION_PLIES and is_drawn(sides, self.past, clock):
            return 0
        if self.endgames is not None and (own | enemy).bit_count() <= self.endgames.pieces:
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

    def _known(self, sides: Sides, black: bool, ply: int) -> int:
        """Return the value by the endgame tables."""
        assert self.endgames is not None
        return score_of_end(self.endgames.plies(*sides, black), ply)

    def _ordered(
        self, legal_moves: Sequence[RawMove], taking: bool, black: bool, first: RawMove, ply: int
    ) -> Sequence[RawMove]:
        """Return the legal moves, the most promising first if the search is to order them."""
        moves = [*legal_moves]
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


def _first_guess() -> dict[Step, int]:
    """Return the first priorities of the steps: a step that may crown a man has a higher one."""
    return {step: CROWNING if step[1] & BACK_ROWS else 0 for step in STEPS}


def _taken(move: Capture) -> int:
    return move[1].bit_count()
