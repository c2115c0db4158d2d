"""Evaluation: how good a position looks for White, in named terms that can each be seen and measured."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from minimax_lessons.draughts.bitboards import (
    BACK_ROWS,
    BIT,
    SQUARE,
    STEPS,
    Capture,
    Sides,
    Step,
    after_capture,
    after_step,
    squares,
)

if TYPE_CHECKING:
    from minimax_lessons.draughts.rules import Position

__all__ = ["PLACE", "WEIGHTS", "WIN", "Spot", "Terms", "Worth", "evaluate", "terms"]

ALL_PIECES = 24
WIN = 10_000  # a won game, far above whatever pieces can add up to


class Terms(NamedTuple):
    """What evaluate() adds up: each term is White's count less Black's, times its weight."""

    men: float
    kings: float
    advance: float  # rows that men have left behind, once few pieces are left; before, it is no merit
    back_row: float  # men still on their own back row, where they keep the enemy from crowning
    centre: float  # pieces on the eight squares in the middle
    lead: float  # pieces gone from the board, for the side that has more left: exchanges help it
    hunt: float  # with few pieces left, how near that side's kings are to the enemy's, and those to no double corner


# Found by matches of the engine against itself.
WEIGHTS = Terms(men=100, kings=130, advance=3, back_row=12, centre=3, lead=3, hunt=3)


def _mask(numbers: Iterable[int]) -> int:
    return sum(BIT[square] for square in numbers)


CENTRE = _mask((10, 11, 14, 15, 18, 19, 22, 23))
BLACK_BACK, WHITE_BACK = _mask(range(1, 5)), _mask(range(29, 33))
DOUBLE_CORNERS = (1, 5, 28, 32)  # where a lone king is hardest to catch
FEW = 8  # pieces: an endgame, where men run and kings are hunted
PLACE = {s: ((s - 1) // 4, 2 * ((s - 1) % 4) + ((s - 1) // 4 + 1) % 2) for s in BIT}  # the row and the column
DISTANCE = {
    (one, other): max(abs(PLACE[one][0] - PLACE[other][0]), abs(PLACE[one][1] - PLACE[other][1]))
    for one in BIT
    for other in BIT
}
# A man has gone as many rows as the binary digits of its row say: three masks count the rows of all men.
ROW_DIGITS = tuple(
    (value, _mask(s for s in BIT if (s - 1) // 4 & value), _mask(s for s in BIT if 7 - (s - 1) // 4 & value))
    for value in (1, 2, 4)
)


def terms(position: Position) -> Terms:
    """Return the terms of a position before they are weighted, White's less Black's."""
    black, white, kings = position.black, position.white, position.kings
    black_men, white_men = black & ~kings, white & ~kings
    ahead = white.bit_count() - black.bit_count()
    return Terms(
        men=white_men.bit_count() - black_men.bit_count(),
        kings=(white & kings).bit_count() - (black & kings).bit_count(),
        advance=advance(white, black, kings),
        back_row=(white_men & WHITE_BACK).bit_count() - (black_men & BLACK_BACK).bit_count(),
        centre=(white & CENTRE).bit_count() - (black & CENTRE).bit_count(),
        lead=((ahead > 0) - (ahead < 0)) * (ALL_PIECES - (black | white).bit_count()),
        hunt=hunt(white, black, kings),
    )


def evaluate(position: Position, weights: Terms = WEIGHTS) -> float:
    """Return how good a position looks for White when the game goes on: a man is worth about 100."""
    return sum([weight * term for weight, term in zip(weights, terms(position), strict=True)])


def advance(white: int, black: int, kings: int) -> int:
    """Return how many rows further White's men have come than Black's, when at most FEW pieces are left."""
    if (white | black).bit_count() > FEW:
        return 0
    white_men, black_men = white & ~kings, black & ~kings
    return sum(
        [rows * ((white_men & up).bit_count() - (black_men & down).bit_count()) for rows, down, up in ROW_DIGITS]
    )


def hunt(white: int, black: int, kings: int) -> int:
    """Return how well White, if it has more pieces, hunts Black's kings, or Black White's; with at most FEW pieces.

    Without it a search that does not see the end of a won endgame has no reason to come nearer to it.
    """
    ahead = white.bit_count() - black.bit_count()
    if not ahead or (white | black).bit_count() > FEW:
        return 0
    hunters, hunted = (white & kings, black & kings) if ahead > 0 else (black & kings, white & kings)
    if not hunters or not hunted:
        return 0
    refuge = sum([min([DISTANCE[king, corner] for corner in DOUBLE_CORNERS]) for king in squares(hunted)])
    apart = sum([min([DISTANCE[king, prey] for prey in squares(hunted)]) for king in squares(hunters)])
    return 2 * refuge - apart if ahead > 0 else apart - 2 * refuge


# Where a search stands: the pieces as the player to move sees them, whether that is Black, what they are worth to this
# player as far as it adds up move by move, and the plies since the last capture or move of a man.
Spot: TypeAlias = tuple[Sides, bool, float, int]


class Worth:
    """The evaluation as sums over pieces and moves, each worth so much to its own side.

    Adding up what moves gain costs a search far less than counting the whole board again at every leaf.
    """

    def __init__(self, weights: Terms) -> None:
        self.kept = weights._replace(advance=0, hunt=0)  # what moves change bit by bit
        place = {bit: weights.centre * bool(bit & CENTRE) for bit in SQUARE}
        self.man = tuple(  # of White, of Black: by square
            {bit: weights.men + weights.back_row * bool(bit & back) + place[bit] for bit in SQUARE}
            for back in (WHITE_BACK, BLACK_BACK)
        )
        self.king = {bit: weights.kings + place[bit] for bit in SQUARE}
        self.man_step = tuple(  # what each step gains; one to a back row crowns the man
            {(start, to): (self.king if to & BACK_ROWS else man)[to] - man[start] for start, to in STEPS}
            for man in self.man
        )
        self.king_step = {(start, to): self.king[to] - self.king[start] for start, to in STEPS}
        self.hunt, self.advance = weights.hunt, weights.advance
        self.lead = tuple(
            tuple(weights.lead * ((own > enemy) - (own < enemy)) * (ALL_PIECES - own - enemy) for enemy in range(13))
            for own in range(13)
        )

    def after_step(self, spot: Spot, step: Step) -> Spot:
        """Return the spot after a step."""
        (own, enemy, kings), black, score, clock = spot
        if step[0] & kings:
            return after_step(own, enemy, kings, step), not black, -score - self.king_step[step], clock + 1
        return after_step(own, enemy, kings, step), not black, -score - self.man_step[black][step], 0

    def after_capture(self, spot: Spot, capture: Capture) -> Spot:
        """Return the spot after a capture."""
        (own, enemy, kings), black, score, _ = spot
        path, taken = capture
        start, to = path[0], path[-1]
        man, king = self.man[black], self.king
        gain = king[to] - king[start] if start & kings else (king if to & BACK_ROWS else man)[to] - man[start]
        lead, left = self.lead[own.bit_count()], enemy.bit_count()
        man = self.man[not black]
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
