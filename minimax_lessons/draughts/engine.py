"""Engine: a draughts player whose search improves rung by rung and keeps to its time limit."""

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
from minimax_lessons.draughts.table import DECIDED, Table, plies_to_win, score_of_end
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
    # for White, as position.evaluate(): a man is worth 100, and a win 10,000 minus its plies
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
        """Return the plies until either side wins by force; None if the game is not decided."""
        plies = plies_to_win(self.score)
        return None if plies is None else int(plies)

    def __str__(self) -> str:
        if self.ends_in is None:
            verdict = f"{self.score / 100:+.2f}"
        else:
            verdict = f"{'White' if self.score > 0 else 'Black'} wins in {self.ends_in}"
        line = " ".join(map(str, self.variation))
        effort = f"{self.nodes:,} nodes in {self.seconds:.2f} s"
        return f"depth {self.depth:>2}  {verdict}  {effort}  {line}"


class Engine:
    """A player that searches: ``Engine()`` has all rungs, ``Engine(rungs=RUNGS[:2])`` two.

    ``Engine()`` also knows the result of every position of up to four pieces, from the endgame
    tables of the package. An engine whose rungs or evaluation are replaced has no tables, unless it
    is given some, because a match of the two then measures the replacement alone.
    ``Engine(endgames=None)`` has none either.

    The rungs are:

    - alphabeta: skip the moves that cannot change the result;
    - order: search captures and promising steps first;
    - table: remember the positions that were searched before;
    - quiescence: play out captures where the depth is used up;
    - deepening: search depth by depth, each the guide for the next; an interrupted depth counts as
      far as it was searched;
    - learned: evaluate with the learned values.

    Only quiescence and learned change the value. The table can also change it where a position
    occurs for the third time, because the table does not know the moves before a position. The
    extra "scout", which only proves later moves to be worse, has not been shown to win games, so
    it is used only on request: ``Engine(rungs=[*RUNGS, "scout"])``.
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
        """Return a player; depth, seconds and nodes limit every search without its own limits.

        The evaluation, of a position for White, replaces the engine's own. Weights replace the
        learned values by terms that are set by hand, and values replace them by other learned
        values. The seed decides between moves of equal value; without a seed the choice is always
        the same. The clock measures the seconds: ``time.process_time`` counts only the time in
        which the search has a processor.
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
        """Return the best move found within the limits on depth, seconds or nodes.

        The report is called with the result of each finished depth. The search ends early when
        stop() returns True. The result is always a legal move, even if the limit is 0 seconds.
        """
        limits = _given(depth=depth, seconds=seconds, nodes=nodes) or self.limits
        if not limits:
            raise ValueError("how far to search? Give depth=8, seconds=1 or nodes=100_000")
        if position.is_over:
            ending = position.ending or "the game is over"
            raise ValueError(f"there is nothing to search in {position!r}: {ending}")
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
        if self.seed is not None:
            options.append(f"seed={self.seed}")
        return f"Engine({', '.join(options)})"


def _given(**limits: Any) -> dict[str, Any]:
    """Return the limits that there are."""
    limits_set = {name: limit for name, limit in limits.items() if limit is not None}
    for name, limit in limits_set.items():
        kind: Any = Real if name == "seconds" else Integral
        if isinstance(limit, bool) or not isinstance(limit, kind) or not limit >= 0:
            number = "number" if name == "seconds" else "whole number"
            raise ValueError(f"{name}={limit!r}: a limit is a {number} from 0 on")
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
        """Return the best move of an interrupted depth if it is better; else the result so far.

        A depth first tries the best move of the depth before. Therefore a different best move is
        better than it one ply deeper, and an untried move can only be better still. If every tried
        move loses, the score stays the same, because an untried move might save the game. Without
        an earlier depth there is no first move to compare with, so the result stays.
        """
        line, value, guess = self.negamax.lines[0], self.negamax.value, self.negamax.guess
        if guess is None or not line or line[0] == guess:
            return result
        return self.found(result.depth, value if value > -DECIDED else score, line)

    def forget(self) -> None:
        """Free the memory while there is time reserved for it, and break every reference cycle."""
        self.negamax.table.clear()
        del self.negamax

    def known(self, report: Callable[[SearchResult], object] | None) -> SearchResult | None:
        """Return the best play by the endgame tables; None if there are too many pieces."""
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
        result = self.found(plies or 0, score_of_end(plies), tuple(map(raw, line)))
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
        """Return the line with its continuation from the table, where a hit cut it short."""
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
