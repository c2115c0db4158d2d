"""Worth: what each piece is worth on each square, so that a search can keep its score move by move."""

from __future__ import annotations

from typing import TypeAlias

from minimax_lessons.draughts.bitboards import BACK_ROWS, BOARD, SQUARE, Capture, Sides, Step, after_capture, after_step
from minimax_lessons.draughts.evaluation import ALL_PIECES, Terms, advance, evaluate, hunt
from minimax_lessons.draughts.rules import STEPS, Position

__all__ = ["Spot", "Worth"]

# Where a search stands: the pieces as the player to move sees them, whether that is Black, what they are worth to this
# player as far as it adds up move by move, and the plies since the last capture or move of a man.
Spot: TypeAlias = tuple[Sides, bool, float, int]


class Worth:
    """The evaluation as sums over pieces and moves, each worth so much to its own side.

    Adding up what moves gain costs a search far less than counting the whole board again at every leaf.
    """

    def __init__(self, weights: Terms) -> None:
        self.kept = weights._replace(advance=0, hunt=0)  # what moves change bit by bit
        alone = self.kept._replace(lead=0)
        self.man: tuple[dict[int, float], dict[int, float]]  # of White, of Black: by square
        self.king: tuple[dict[int, float], dict[int, float]]
        self.man, self.king = (
            (
                {bit: evaluate(Position(0, bit, bit & kings, False), alone) for bit in SQUARE},
                {bit: -evaluate(Position(bit, 0, bit & kings, False), alone) for bit in SQUARE},
            )
            for kings in (0, BOARD)
        )
        self.man_step, self.king_step = self._steps(self.man), self._steps(self.king)
        self.hunt, self.advance = weights.hunt, weights.advance
        self.lead = tuple(
            tuple(weights.lead * ((own > enemy) - (own < enemy)) * (ALL_PIECES - own - enemy) for enemy in range(13))
            for own in range(13)
        )

    def _steps(self, squares: tuple[dict[int, float], dict[int, float]]) -> tuple[dict[Step, float], dict[Step, float]]:
        """Return what each step gains White, and Black; a man's step to a back row crowns it."""
        white, black = (
            {
                (start, to): (self.king[side] if to & BACK_ROWS else squares[side])[to] - squares[side][start]
                for start, to in STEPS
            }
            for side in (0, 1)
        )
        return white, black

    def after_step(self, spot: Spot, step: Step) -> Spot:
        """Return the spot after a step."""
        (own, enemy, kings), black, score, clock = spot
        if step[0] & kings:
            return after_step(own, enemy, kings, step), not black, -score - self.king_step[black][step], clock + 1
        return after_step(own, enemy, kings, step), not black, -score - self.man_step[black][step], 0

    def after_capture(self, spot: Spot, capture: Capture) -> Spot:
        """Return the spot after a capture."""
        (own, enemy, kings), black, score, _ = spot
        path, taken = capture
        start, to = path[0], path[-1]
        man, king = self.man[black], self.king[black]
        gain = king[to] - king[start] if start & kings else (king if to & BACK_ROWS else man)[to] - man[start]
        lead, left = self.lead[own.bit_count()], enemy.bit_count()
        man, king = self.man[not black], self.king[not black]
        while taken:
            bit = taken & -taken
            taken ^= bit
            gain += (king if bit & kings else man)[bit] - lead[left]
            left -= 1
            gain += lead[left]
        return after_capture(own, enemy, kings, capture), not black, -score - gain, 0

    def of_leaf(self, own: int, enemy: int, kings: int, black: bool, score: float) -> float:
        """Return the score with what only a look at the whole board can tell, for the player to move."""
        if black:
            return score - self.hunt * hunt(enemy, own, kings) - self.advance * advance(enemy, own, kings)
        return score + self.hunt * hunt(own, enemy, kings) + self.advance * advance(own, enemy, kings)
