"""Engine: a player of draughts, with a search that climbs a ladder of improvements and keeps to its time."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache, partial
from math import inf
from numbers import Integral, Real
from random import Random
from time import perf_counter
from typing import Any, Literal

from minimax_lessons.command_errors import CommandError
from minimax_lessons.draughts.bitboards import SQUARE, RawMove
from minimax_lessons.draughts.endgame import Endgames, preference
from minimax_lessons.draughts.evaluation import (
    LEARNED,
    WEIGHTS,
    WIN,
    IncrementalEvaluation,
    SearchState,
    SquareValues,
    Terms,
    evaluate,
    evaluate_by_squares,
    values_by_square,
)
from minimax_lessons.draughts.negamax import EXTRAS, RUNGS, Negamax, Stopped
from minimax_lessons.draughts.notation import Move
from minimax_lessons.draughts.packed_endgames import four_piece_endgames
from minimax_lessons.draughts.rules import STEP_MOVES, Position, raw
from minimax_lessons.draughts.table import DECIDED, Table, plies_to_win
from minimax_lessons.garbage_collection import no_collection

__all__ = ["RUNGS", "Engine", "EvaluationError", "SearchResult"]

MAX_DEPTH = 99
MOST = DECIDED - 1  # what an evaluation can say at most: beyond, a score means a won game
REACH = 10  # pieces from which a search may come down to those of the endgame tables
CLEAN_UP = 3e-7  # seconds to give back the memory of one table entry
evaluation_by_values = cache(IncrementalEvaluation)

Evaluation = Callable[[Position], float]


class EvaluationError(ValueError):
    """An evaluation did not return a number."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search has found: the best move, its score for White, and what it took."""

    move: Move
    # for White, as position.evaluate(): a man is worth 100, a won game 10,000 less the plies it takes
    score: float
    depth: int  # the last depth that was searched to its end
    nodes: int
    seconds: float
    variation: tuple[Move, ...]  # how the game would go on, the move first

    @property
    def nodes_per_second(self) -> float:
        """Return the speed of the search."""
        return self.nodes / self.seconds if self.seconds else 0.0

    @property
    def ends_in(self) -> int | None:
        """Return after how many plies the game is won by force, for either side; None when it is not decided."""
        plies = plies_to_win(self.score)
        return None if plies is None else int(plies)

    def __str__(self) -> str:
        if self.ends_in is None:
            verdict = f"{self.score / 100:+.2f}"
        else:
            verdict = f"{'White' if self.score > 0 else 'Black'} wins in {self.ends_in}"
        line = " ".join(map(str, self.variation))
        return f"depth {self.depth:>2}  {verdict}  {self.nodes:,} nodes in {self.seconds:.2f} s  {line}"


class Engine:
    """A player that searches. ``Engine()`` uses all it has; ``Engine(rungs=RUNGS[:2])`` only the first two rungs.

    ``Engine()`` also knows the result of every position of up to four pieces, from the endgame tables of the package.
    An engine whose rungs or evaluation are replaced has no tables, unless it is given some, because a match of the two
    then measures the replacement alone. ``Engine(endgames=None)`` is without them, too.

    The rungs are alphabeta, order (captures and promising steps first), table (positions met before), quiescence
    (captures are played out), deepening (depth by depth, each the guide for the next, and an interrupted depth counts
    as far as it has come) and learned (the evaluation's values are those that were learned). Only quiescence and
    learned change the value, and so may the table where a position comes up for the third time, because it does not
    know how a position came about. One extra is in use only when it is asked for, because it has not been shown to win
    games: ``Engine(rungs=[*RUNGS, "scout"])``, where later moves need only be shown to be worse.
    """

    def __init__(
        self,
        *,
        rungs: Collection[str] = RUNGS,
        evaluation: Evaluation | None = None,
        weights: Terms | None = None,
        values: SquareValues = LEARNED,
        endgames: Endgames | Literal["packaged"] | None = "packaged",
        seed: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        """Return a player; depth, seconds and nodes limit each search that is not given limits of its own.

        The evaluation, of a position for White, replaces the engine's own. Weights replace the learned values by terms
        that are set by hand, and values replace them by others that were learned. The seed decides between
        moves of equal value; without it the choice is always the same. The clock tells the seconds: with
        time.process_time they are those that the search has a processor for itself.
        """
        rung_names = (*RUNGS, *EXTRAS)
        if isinstance(rungs, str) or not all(rung in rung_names for rung in rungs):
            raise ValueError(f"rungs={rungs!r}: choose from {', '.join(rung_names)}")
        self.rungs = tuple(rung for rung in rung_names if rung in rungs)
        by_hand = weights or WEIGHTS
        pieces, others = max(map(abs, by_hand[:2])), max(map(abs, by_hand[2:]))
        is_modest = 24 * pieces + 100 * others < MOST  # so that no board looks like a won game
        if evaluation is None and not is_modest:
            evaluation = partial(evaluate, weights=by_hand)
        is_learned = weights is None and "learned" in self.rungs
        if endgames == "packaged" and not (
            is_learned and evaluation is None and values is LEARNED and self.rungs == RUNGS
        ):
            endgames = None
        self.evaluation, self.endgames, self.seed, self.clock = evaluation, endgames, seed, clock
        self.limits = _given(depth=depth, seconds=seconds, nodes=nodes)
        self.incremental = evaluation_by_values(values if is_learned else values_by_square(by_hand))

    def search(
        self,
        position: Position,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        report: Callable[[SearchResult], object] | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> SearchResult:
        """Return the best move found within the limits: so many plies deep, seconds long or nodes large.

        The report is called with what each finished depth has found. The search ends early when stop() says so.
        There is always a legal move, even with no time at all.
        """
        limits = _given(depth=depth, seconds=seconds, nodes=nodes) or self.limits
        if not limits:
            raise ValueError("how far to search? Give depth=8, seconds=1 or nodes=100_000")
        if position.is_over:
            raise ValueError(
                f"there is nothing to search in {position!r}: {position.ending or 'the game is over'}"
            )
        with no_collection():
            deepening = IterativeDeepening(self, position, limits, stop)
            try:
                return deepening.known(report) or deepening.run(report)
            finally:
                deepening.forget()

    def tables(self, position: Position) -> Endgames | None:
        """Return the endgame tables if a search of this position can come down to as few pieces."""
        if self.endgames is None or (position.black | position.white).bit_count() > REACH:
            return None
        if self.endgames != "packaged":
            return self.endgames
        try:
            return four_piece_endgames()
        except CommandError as error:
            warnings.warn(f"{error} Until then the engine plays without them.", stacklevel=2)
            self.endgames = None
            return None

    def __repr__(self) -> str:
        options = [] if self.rungs == RUNGS else [f"rungs={self.rungs}"]
        options += [f"{name}={limit}" for name, limit in self.limits.items()]
        options += ["evaluation=…"] if self.evaluation else []
        options += ["endgames=…"] if isinstance(self.endgames, Endgames) else []
        return f"Engine({', '.join(options if self.seed is None else [*options, f'seed={self.seed}'])})"


def _given(**limits: Any) -> dict[str, Any]:
    """Return the limits that there are."""
    limits_set = {name: limit for name, limit in limits.items() if limit is not None}
    for name, limit in limits_set.items():
        kind: Any = Real if name == "seconds" else Integral
        if isinstance(limit, bool) or not isinstance(limit, kind) or not limit >= 0:
            raise ValueError(
                f"{name}={limit!r}: a limit is a {'' if name == 'seconds' else 'whole '}number from 0 on"
            )
    return limits_set


class IterativeDeepening:
    """One search: from depth to depth until a limit is reached."""

    def __init__(
        self, engine: Engine, position: Position, limits: dict[str, Any], stop: Callable[[], bool]
    ) -> None:
        # Before the clock starts, because the first search that needs the tables reads them.
        self.endgames = engine.tables(position)
        self.clock = engine.clock
        self.began = self.clock()
        self.engine, self.position, self.stop = engine, position, stop
        self.depth = min(limits.get("depth", MAX_DEPTH), MAX_DEPTH)
        self.nodes_allowed = limits.get("nodes", inf)
        self.deadline = self.began + limits.get("seconds", inf)
        self.fixed = set(limits) == {"depth"}
        self.nodes = 0  # of searches given up
        self.negamax = self.fresh(Table())

    def fresh(self, table: Table) -> Negamax:
        """Return a search that remembers what the table does."""
        negamax = Negamax(
            self.engine.rungs,
            incremental=self.engine.incremental,
            leaf=self.leaf if self.engine.evaluation else None,
            endgames=self.endgames,
            out_of_time=self.out_of_time,
            table=table,
        )
        moves = list(self.position.moves())
        if self.engine.seed is not None:
            Random(self.engine.seed).shuffle(moves)
        negamax.root = [raw(move) for move in moves]
        for ago, (black, white, kings) in zip(
            range(len(self.position.past), 0, -1), self.position.past, strict=True
        ):
            black_moved = self.position.black_to_move == (ago % 2 == 0)
            negamax.past.append((black, white, kings) if black_moved else (white, black, kings))
        return negamax

    def out_of_time(self, nodes: int, entries: int) -> bool:
        """Return True when the search must end now to have cleared its table in time."""
        return (
            self.clock() + CLEAN_UP * entries > self.deadline
            or self.nodes + nodes >= self.nodes_allowed
            or self.stop()
        )

    def run(self, report: Callable[[SearchResult], object] | None) -> SearchResult:
        """Return the result of the last finished depth, or of a better move found since."""
        deepens = "deepening" in self.engine.rungs
        score = self.static()
        result = self.found(0, score, (self.negamax.root[0],))
        for depth in range(1 if deepens or not self.fixed else max(self.depth, 1), self.depth + 1):
            if not deepens and depth > 1:
                self.nodes += self.negamax.nodes
                self.negamax = self.fresh(self.negamax.table)
            try:
                if self.out_of_time(self.negamax.nodes, 0):
                    break
                score = self.negamax.search(self.state, depth, -inf, inf, 0)
            except Stopped:
                return self.improved(result, score)
            result = self.found(depth, score, self.negamax.lines[0])
            self.negamax.guess = self.negamax.lines[0][0]
            if report:
                report(result)
            if result.ends_in is not None and result.ends_in <= depth:
                break  # nothing sooner can be found further on
        return result

    def improved(self, result: SearchResult, score: float) -> SearchResult:
        """Return the better move that a depth came upon before the time was up, if it did; else what was found.

        The best move of the depth before is the first to be tried, so that another is better than it one ply further
        on, and what is not yet tried can only be better still. Should it lose, the score stays what it was: a move not
        yet tried might save the game. Where no depth before has said what to try first, nothing is known to be better.
        """
        line, value, guess = self.negamax.lines[0], self.negamax.value, self.negamax.guess
        if guess is None or not line or line[0] == guess:
            return result
        return self.found(result.depth, value if value > -DECIDED else score, line)

    def forget(self) -> None:
        """Give back the memory now, while there is time set aside for it, and to the last byte: no circle is left."""
        self.negamax.table.clear()
        del self.negamax

    def known(self, report: Callable[[SearchResult], object] | None) -> SearchResult | None:
        """Return the best play by the endgame tables, to the end of the game; None when there are too many pieces."""
        tables, position = self.endgames, self.position
        if tables is None or (position.black | position.white).bit_count() > tables.pieces:
            return None
        plies = tables.look_up(position)
        line: list[Move] = []
        while not position.is_over and (plies or not line):
            moves = {move: tables.look_up(position.play(move)) for move in position.moves()}
            line.append(min(moves, key=lambda move: preference(moves[move])))
            position = position.play(line[-1])
        if position.is_draw:  # by what was played before, which the tables do not know
            plies = None
        score = 0 if plies is None else (WIN - plies) * (1 if plies % 2 else -1)
        result = self.found(plies or 0, score, tuple(map(raw, line)))
        if report:
            report(result)
        return result

    @property
    def state(self) -> SearchState:
        """Return the state that the search begins with."""
        black, sides = self.position.black_to_move, (*self.position.sides, self.position.kings)
        for_white = evaluate_by_squares(self.position, self.engine.incremental.kept)
        return sides, black, -for_white if black else for_white, len(self.position.past)

    def static(self) -> float:
        """Return the evaluation of the position itself for the player to move."""
        sides, black, score, _ = self.state
        if self.engine.evaluation:
            return self.judged(*sides, black)
        return self.engine.incremental.of_leaf(*sides, black, score)

    def leaf(self, own: int, enemy: int, kings: int, black: bool) -> float:
        """Return a leaf's value by the evaluation of the caller, while there is time."""
        if self.out_of_time(self.negamax.nodes, 0):
            raise Stopped
        return self.judged(own, enemy, kings, black)

    def judged(self, own: int, enemy: int, kings: int, black: bool) -> float:
        """Return the value by the evaluation of the caller, for the player to move."""
        assert self.engine.evaluation
        position = Position(*((own, enemy) if black else (enemy, own)), kings, black)
        try:
            score: Any = self.engine.evaluation(position)
        except Exception as error:
            raise EvaluationError(
                f"the evaluation raised {type(error).__name__}: {error} on {position!r}"
            ) from error
        is_number = isinstance(score, Real) and not isinstance(score, bool)
        if not is_number or score != score:  # as only NaN is
            raise EvaluationError(
                f"the evaluation returned {score!r} for {position!r}: it must return a number"
            )
        if abs(score) > MOST:
            score = MOST if score > 0 else -MOST
        return float(-score if black else score)

    def found(self, depth: int, score: float, line: tuple[RawMove, ...]) -> SearchResult:
        """Return the outcome of a depth as the player of the game sees it."""
        variation = self.continued(tuple(map(_move, line)), depth)
        seconds = self.clock() - self.began
        # 0 - 0.0 is 0.0, and -0.0 looks odd
        score = 0 - score if self.position.black_to_move else score
        return SearchResult(
            variation[0], score, depth, self.nodes + self.negamax.nodes, seconds, variation
        )

    def continued(self, line: tuple[Move, ...], depth: int) -> tuple[Move, ...]:
        """Return the line with what the table knows of how it goes on: a position found there cut it short."""
        position = self.position
        for move in line:
            position = position.play(move)
        while len(line) < depth and not position.is_over:
            best = self.negamax.table.recall(
                (*position.sides, position.kings), position.black_to_move, 0, 0
            )[2]
            if best is None:
                break
            line = (*line, _move(best))
            position = position.play(line[-1])
        return line


def _move(raw_move: RawMove) -> Move:
    """Return a move of the bare search as a Move."""
    return (
        Move(*[SQUARE[bit] for bit in raw_move[0]])
        if isinstance(raw_move[0], tuple)
        else STEP_MOVES[raw_move]
    )
