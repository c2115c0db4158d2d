"""Negamax: the engine's search on bare bitboards, each rung of the ladder a few lines that can be switched off."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import inf
from typing import Any, Protocol, TypeAlias

from minimax_lessons.draughts.bitboards import (
    BACK_ROWS,
    BOARD,
    Capture,
    Sides,
    Step,
    after_capture,
    after_step,
    captures,
    jumpers,
    steps,
)
from minimax_lessons.draughts.evaluation import FEW, WIN
from minimax_lessons.draughts.rules import DRAW_PLIES, STEPS, Position
from minimax_lessons.draughts.table import MAX_PLY, RawMove, Table
from minimax_lessons.draughts.worth import Worth

__all__ = ["EXTRAS", "RUNGS", "Negamax", "Stopped", "Tables"]

RUNGS = ("alphabeta", "order", "table", "quiescence", "deepening")
EXTRAS = ("scout",)  # no rung: it has not been shown to win games
CLOCK_NODES = 1023  # where captures are played out, about one node in so many looks at the clock
CLOCK_DEPTH = 3  # nodes this deep look at the clock: about ten thousand times a second
CROWNING = 100  # as much as a few cutoffs near the leaves
LOOKAHEAD_DEPTH = 3  # from here on it pays to look all children up before searching any

Leaf: TypeAlias = Callable[[int, int, int, bool], float]


class Stopped(Exception):
    """The search has used up what it was given."""


class Tables(Protocol):
    """What the search asks of endgame tables."""

    @property
    def pieces(self) -> int:
        """Return how many pieces there may be."""
        ...

    def plies(self, own: int, enemy: int, kings: int, black_to_move: bool) -> int | None:
        """Return after how many plies the game is over: odd when the player to move wins; None for a draw."""
        ...

    def look_up(self, position: Position) -> int | None:
        """Return the same for a position."""
        ...


class Negamax:
    """A search and what it remembers: scores are for the player to move, a win less the plies it takes."""

    def __init__(
        self,
        rungs: Collection[str],
        *,
        worth: Worth,
        leaf: Leaf | None = None,
        endgames: Tables | None = None,
        out_of_time: Callable[[int, int], bool] = lambda nodes, entries: False,
        table: Table | None = None,
    ) -> None:
        self.prunes = "alphabeta" in rungs
        self.orders = "order" in rungs
        self.remembers = "table" in rungs
        self.plays_captures_out = "quiescence" in rungs
        self.scouts = "scout" in rungs and self.prunes
        self.worth, self.leaf, self.endgames, self.out_of_time = worth, leaf, endgames, out_of_time
        self.nodes = 0
        self.table = Table() if table is None else table
        self.killers: list[tuple[RawMove, RawMove]] = [(None, None)] * MAX_PLY
        self.history = (_first_guess(), _first_guess())  # how often, and how far from the leaves, a step cut
        self.lines: list[tuple[RawMove, ...]] = [()] * MAX_PLY  # the best line found from each ply on
        self.root: list[RawMove] = []  # the moves of the first position, in the order to try them in
        self.guess: RawMove = None  # which of them to try before all others: the best of the depth before
        self.value = -inf  # of the best of them so far
        self.past: list[Sides] = []  # the positions before this one, each as its player to move saw it

    def search(
        self,
        own: int,
        enemy: int,
        kings: int,
        black: bool,
        depth: int,
        alpha: float,
        beta: float,
        ply: int,
        score: float,
        clock: int,
    ) -> float:
        """Return the value of a position for the player to move: exact between alpha and beta, else a bound.

        The score is the evaluation as far as it adds up move by move, and the clock counts the plies since the last
        capture or move of a man. The rungs are marked, and the extra; without them this is plain minimax.
        """
        if depth <= 0:
            self.lines[ply] = ()
            return self._at_the_end(own, enemy, kings, black, alpha, beta, ply, score, clock)
        self.nodes += 1
        self.lines[ply] = ()
        down, up = (own, own & kings) if black else (own & kings, own)
        empty = BOARD ^ own ^ enemy
        starts = jumpers(down, up, enemy, empty)
        if clock >= 8 and ply and self._is_drawn((own, enemy, kings), clock) and (starts or steps(down, up, empty)):
            return 0
        if self.endgames and ply and (own | enemy).bit_count() <= self.endgames.pieces:
            return self._known(own, enemy, kings, black, ply)
        if depth >= CLOCK_DEPTH and self.out_of_time(self.nodes, len(self.table)):
            raise Stopped

        if depth == 1 and ply and not starts and not self.leaf:
            return self._last_ply(own, enemy, kings, black, alpha, beta, ply, score, clock, steps(down, up, empty))
        first: RawMove = None if ply else self.guess
        if self.remembers and depth > 1:  # rung: table
            low, high, known = self.table.recall((own, enemy, kings), black, depth, ply)
            first = first or known
            if ply and (low >= beta or low == high):
                return low
            if ply and high <= alpha:
                return high
        best, reached = -inf, alpha
        best_move: RawMove = None
        moves = self._moves(down, up, enemy, empty, kings, black, starts, ply, first)
        if not moves:
            return ply - WIN
        if self.remembers and depth >= LOOKAHEAD_DEPTH and ply and clock < 7:  # no move leads to a third time
            after = after_capture if starts else after_step
            for move in moves:
                bound = self.table.bound_after(after(own, enemy, kings, move), black, depth, ply)
                if bound >= beta:
                    return bound
        open_window = beta - alpha > 1 or not self.scouts  # a scout's answer is no line to be played
        man_step, king_step = self.worth.man_step[black], self.worth.king_step[black]
        self.past.append((own, enemy, kings))
        for move in moves:
            if starts:
                quiet, gain = 0, self.worth.of_capture(own, enemy, kings, black, move)
                mine, theirs, crowned = after_capture(own, enemy, kings, move)
            else:
                is_king = move[0] & kings
                quiet = clock + 1 if is_king else 0
                gain = (king_step if is_king else man_step)[move]
                mine, theirs, crowned = after_step(own, enemy, kings, move)
            gain = -score - gain
            value = inf
            if self.scouts and best > -inf and beta - reached > 1:  # extra: scout
                value = -self.search(
                    mine, theirs, crowned, not black, depth - 1, -reached - 1, -reached, ply + 1, gain, quiet
                )
            if value == inf or reached < value < beta:
                value = -self.search(mine, theirs, crowned, not black, depth - 1, -beta, -reached, ply + 1, gain, quiet)
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
        if self.orders and best >= beta and not starts:  # rung: order
            self._note_cutoff(best_move, black, depth, ply)
        if self.remembers and depth > 1:
            self.table.remember((own, enemy, kings), black, depth, alpha, beta, ply, best, best_move)
        return best

    def _at_the_end(
        self,
        own: int,
        enemy: int,
        kings: int,
        black: bool,
        alpha: float,
        beta: float,
        ply: int,
        score: float,
        clock: int,
    ) -> float:
        """Return the value of a position where the depth is used up: with the captures played out, as they must be."""
        self.nodes += 1
        down, up = (own, own & kings) if black else (own & kings, own)
        empty = BOARD ^ own ^ enemy
        starts = jumpers(down, up, enemy, empty)
        if not starts and not (down << 4 | down << 5 | up >> 4 | up >> 5) & empty:
            return ply - WIN
        if clock >= 8 and self._is_drawn((own, enemy, kings), clock):
            return 0
        if self.endgames and (own | enemy).bit_count() <= self.endgames.pieces:
            return self._known(own, enemy, kings, black, ply)
        if not (starts and self.plays_captures_out):  # rung: quiescence
            if self.leaf:
                return self.leaf(own, enemy, kings, black)
            return score if (own | enemy).bit_count() > FEW else self.worth.of_leaf(own, enemy, kings, black, score)
        if not self.nodes & CLOCK_NODES and self.out_of_time(self.nodes, len(self.table)):
            raise Stopped
        best = -inf
        for capture in captures(starts, enemy, empty, kings, black):
            mine, theirs, crowned = after_capture(own, enemy, kings, capture)
            after = -score - self.worth.of_capture(own, enemy, kings, black, capture)
            value = -self._at_the_end(mine, theirs, crowned, not black, -beta, -alpha, ply + 1, after, 0)
            if value > best:
                best = value
                if self.prunes and value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best

    def _is_drawn(self, position: Sides, clock: int) -> bool:
        """Return True when the position stands for the third time, or nothing lasting has happened for too long."""
        return clock >= DRAW_PLIES or self.past[-2 : -clock - 1 : -2].count(position) >= 2

    def _known(self, own: int, enemy: int, kings: int, black: bool, ply: int) -> int:
        """Return what the endgame tables say."""
        assert self.endgames
        plies = self.endgames.plies(own, enemy, kings, black)
        if plies is None:
            return 0
        return WIN - ply - plies if plies % 2 else ply + plies - WIN

    def _moves(
        self,
        down: int,
        up: int,
        enemy: int,
        empty: int,
        kings: int,
        black: bool,
        starts: int,
        ply: int,
        first: RawMove,
    ) -> Sequence[RawMove]:
        """Return the legal moves, the most promising first if the search is to order them."""
        found: list[Any]
        if starts:
            found = captures(starts, enemy, empty, kings, black) if ply else [*self.root]
            if self.orders and len(found) > 1:
                found.sort(key=_taken, reverse=True)
        else:
            found = steps(down, up, empty) if ply else [*self.root]
            if self.orders:
                history = self.history[black]
                found.sort(key=history.__getitem__, reverse=True)
                for killer in self.killers[ply]:
                    if killer in found:
                        found.remove(killer)
                        found.insert(0, killer)
        if first is not None and (self.orders or not ply) and found[0] != first:
            found.remove(first)
            found.insert(0, first)
        return found

    def _note_cutoff(self, move: Step, black: bool, depth: int, ply: int) -> None:
        """Keep a step that closed the window: it may well close the next one too."""
        self.history[black][move] += 3**depth  # it saved that much more, the further from the leaves
        if self.killers[ply][1] != move:
            self.killers[ply] = (self.killers[ply][1], move)  # the latest last, for it goes in front of the other

    def _last_ply(
        self,
        own: int,
        enemy: int,
        kings: int,
        black: bool,
        alpha: float,
        beta: float,
        ply: int,
        score: float,
        clock: int,
        moves: list[Step],
    ) -> float:
        """Return what search() would, one ply before the end where nothing can be captured.

        Most nodes of a tree are leaves. Here they cost no call, and the shifts that tell whether the enemy can capture
        or move are made once for all of them.
        """
        man_step, king_step = self.worth.man_step[black], self.worth.king_step[black]
        their_down, their_up = (enemy & kings, enemy) if black else (enemy, enemy & kings)
        left, right, back_right, back_left = their_down << 4, their_down << 5, their_up >> 4, their_up >> 5
        reach = left | right | back_right | back_left
        empty = BOARD ^ own ^ enemy
        few = (own | enemy).bit_count() <= FEW
        best, best_step, reached, leaves = -inf, None, alpha, 0
        if clock >= 7:  # a leaf could be drawn
            self.past.append((own, enemy, kings))
        for step in moves:
            start, to = step
            mine, free = own ^ (start | to), empty ^ (start | to)
            is_king = start & kings
            value = score + (king_step if is_king else man_step)[step]
            leaves += 1
            taken = (
                (left & mine) << 4 | (right & mine) << 5 | (back_right & mine) >> 4 | (back_left & mine) >> 5
            ) & free
            if taken and self.plays_captures_out:
                leaves -= 1
                theirs, ours, crowned = after_step(own, enemy, kings, step)
                quiet = clock + 1 if is_king else 0
                value = -self._at_the_end(theirs, ours, crowned, not black, -beta, -reached, ply + 1, -value, quiet)
            elif not taken and not reach & free:
                value = WIN - ply - 1
            elif clock >= 7 and is_king and self._is_drawn(after_step(own, enemy, kings, step), clock + 1):
                value = 0
            elif few:
                value = -self.worth.of_leaf(*after_step(own, enemy, kings, step), not black, -value)
            if value > best:
                best, best_step = value, step
                if self.prunes and value > reached:
                    reached = value
                    if value >= beta:
                        break
        if clock >= 7:
            self.past.pop()
        self.nodes += leaves
        if best_step is None:
            return ply - WIN
        self.lines[ply] = (best_step,)
        return best


def _first_guess() -> dict[Step, int]:
    """Return what the steps are worth trying before anything is known of them: those that may crown a man more."""
    return {step: CROWNING if step[1] & BACK_ROWS else 0 for step in STEPS}


def _taken(move: Capture) -> int:
    return move[1].bit_count()
