"""Evaluation: the estimated value of a position for White, by hand-set terms or learned values."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from minimax_lessons.draughts import learned_values
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

__all__ = [
    "LEARNED",
    "PLACE",
    "WEIGHTS",
    "WIN",
    "IncrementalEvaluation",
    "SearchState",
    "SquareValues",
    "Terms",
    "evaluate",
    "evaluate_by_squares",
    "terms",
    "values_by_square",
]


# Each term can be seen and measured. The learned values give the worth of a man and of a king on
# each square.

ALL_PIECES = 24
WIN = 10_000  # a won game, far above whatever pieces can add up to


class Terms(NamedTuple):
    """What evaluate() adds up: each term is White's count less Black's, times its weight."""

    men: float
    kings: float
    # rows that men have left behind, once few pieces are left; before, it is no merit
    advance: float
    back_row: float  # men still on their own back row, where they keep the enemy from crowning
    centre: float  # pieces on the eight squares in the middle
    lead: float  # pieces gone from the board, for the side that has more left: exchanges help it
    # with few pieces left: that side's kings near the enemy's, and those far from a double corner
    hunt: float


class SquareValues(NamedTuple):
    """The value of each white piece by its square, 1 to 32.

    A black piece on square s counts as much as a white one on 33 - s, because that is its square as
    its own side sees the board.
    """

    men: tuple[float, ...]
    kings: tuple[float, ...]
    lead: float  # as in Terms
    advance: float
    hunt: float

    def _repr_svg_(self) -> str:
        from minimax_lessons.draughts.picture import values_svg

        return values_svg(self)


# Found by matches of the engine against itself.
WEIGHTS = Terms(men=100, kings=130, advance=3, back_row=12, centre=3, lead=3, hunt=3)


def _mask(numbers: Iterable[int]) -> int:
    return sum(BIT[square] for square in numbers)


CENTRE = _mask((10, 11, 14, 15, 18, 19, 22, 23))
BLACK_BACK, WHITE_BACK = _mask(range(1, 5)), _mask(range(29, 33))
DOUBLE_CORNERS = (1, 5, 28, 32)  # where a lone king is hardest to catch
FEW = 8  # pieces: an endgame, where men run and kings are hunted
REMEMBERED = 1 << 15  # arrangements of men or of kings, which in an endgame recur often
# the row and the column
PLACE = {s: ((s - 1) // 4, 2 * ((s - 1) % 4) + ((s - 1) // 4 + 1) % 2) for s in BIT}
DISTANCE = {
    (origin, target): max(
        abs(PLACE[origin][0] - PLACE[target][0]), abs(PLACE[origin][1] - PLACE[target][1])
    )
    for origin in BIT
    for target in BIT
}
# The row of a man is a number of three binary digits, so three masks count the rows of all men.
ROW_DIGITS = tuple(
    (
        value,
        _mask(s for s in BIT if (s - 1) // 4 & value),
        _mask(s for s in BIT if 7 - (s - 1) // 4 & value),
    )
    for value in (1, 2, 4)
)


# `python3 -m minimax_lessons tune` fits them to deeper searches of positions from its own games.
LEARNED = SquareValues(
    learned_values.MEN,
    learned_values.KINGS,
    learned_values.LEAD,
    learned_values.ADVANCE,
    learned_values.HUNT,
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
    """Return the static value of a position for White: a man is worth about 100."""
    return sum([weight * term for weight, term in zip(weights, terms(position), strict=True)])


def values_by_square(weights: Terms) -> SquareValues:
    """Return the values by square that say the same as weighted terms."""
    centre = [weights.centre * bool(BIT[square] & CENTRE) for square in BIT]
    back = [weights.back_row * bool(BIT[square] & WHITE_BACK) for square in BIT]
    return SquareValues(
        men=tuple(weights.men + more + guard for more, guard in zip(centre, back, strict=True)),
        kings=tuple(weights.kings + more for more in centre),
        lead=weights.lead,
        advance=weights.advance,
        hunt=weights.hunt,
    )


def evaluate_by_squares(position: Position, values: SquareValues = LEARNED) -> float:
    """Return the static value of a position for White by the values of the squares."""
    black, white, kings = position.black, position.white, position.kings
    ahead = white.bit_count() - black.bit_count()
    score = values.lead * ((ahead > 0) - (ahead < 0)) * (ALL_PIECES - (black | white).bit_count())
    for pieces, table in ((white & ~kings, values.men), (white & kings, values.kings)):
        score += sum([table[square - 1] for square in squares(pieces)])
    for pieces, table in ((black & ~kings, values.men), (black & kings, values.kings)):
        score -= sum([table[32 - square] for square in squares(pieces)])
    score += values.advance * advance(white, black, kings)
    return score + values.hunt * hunt(white, black, kings)


def advance(white: int, black: int, kings: int) -> int:
    """Return the rows by which White's men are ahead of Black's, with at most FEW pieces left."""
    if (white | black).bit_count() > FEW:
        return 0
    return _rows_ahead(white & ~kings, black & ~kings)


@lru_cache(maxsize=REMEMBERED)
def _rows_ahead(white_men: int, black_men: int) -> int:
    return sum(
        [
            rows * ((white_men & up).bit_count() - (black_men & down).bit_count())
            for rows, down, up in ROW_DIGITS
        ]
    )


def hunt(white: int, black: int, kings: int) -> int:
    """Return the progress, for White, of the side that hunts kings, with at most FEW pieces.

    Without it, a search that does not see the end of a won endgame has no reason to come nearer.
    """
    ahead = white.bit_count() - black.bit_count()
    if not ahead or (white | black).bit_count() > FEW:
        return 0
    hunters, hunted = (
        (white & kings, black & kings) if ahead > 0 else (black & kings, white & kings)
    )
    if not hunters or not hunted:
        return 0
    progress = _progress(hunters, hunted)
    return progress if ahead > 0 else -progress


@lru_cache(maxsize=REMEMBERED)
def _progress(hunters: int, hunted: int) -> int:
    """Return twice the way of the hunted to their double corners, less the hunters' way to them."""
    prey = list(squares(hunted))
    refuge = sum([min([DISTANCE[king, corner] for corner in DOUBLE_CORNERS]) for king in prey])
    apart = sum([min([DISTANCE[king, target] for target in prey]) for king in squares(hunters)])
    return 2 * refuge - apart


# The state of a search: the pieces as the player to move sees them, whether this player is Black,
# the part of their worth to this player that moves change step by step, and the plies since the
# last capture or move of a man.
SearchState: TypeAlias = tuple[Sides, bool, float, int]


class IncrementalEvaluation:
    """The values by square as sums over pieces and moves, each worth so much to its own side.

    Adding the gains of moves costs a search much less than counting the whole board at every leaf.
    """

    def __init__(self, values: SquareValues) -> None:
        self.kept = values._replace(advance=0, hunt=0)  # what moves change bit by bit
        self.man = (  # of White, of Black: by square
            {bit: values.men[square - 1] for bit, square in SQUARE.items()},
            {bit: values.men[32 - square] for bit, square in SQUARE.items()},
        )
        self.king = (
            {bit: values.kings[square - 1] for bit, square in SQUARE.items()},
            {bit: values.kings[32 - square] for bit, square in SQUARE.items()},
        )
        self.man_step = tuple(  # what each step gains; one to a back row crowns the man
            {(start, to): (king if to & BACK_ROWS else man)[to] - man[start] for start, to in STEPS}
            for man, king in zip(self.man, self.king, strict=True)
        )
        self.king_step = tuple(
            {(start, to): king[to] - king[start] for start, to in STEPS} for king in self.king
        )
        self.hunt, self.advance = values.hunt, values.advance
        self.lead = tuple(
            tuple(
                values.lead * ((own > enemy) - (own < enemy)) * (ALL_PIECES - own - enemy)
                for enemy in range(13)
            )
            for own in range(13)
        )

    def after_step(self, state: SearchState, step: Step) -> SearchState:
        """Return the state after a step."""
        (own, enemy, kings), black, score, clock = state
        if step[0] & kings:
            return (
                after_step(own, enemy, kings, step),
                not black,
                -score - self.king_step[black][step],
                clock + 1,
            )
        return (
            after_step(own, enemy, kings, step),
            not black,
            -score - self.man_step[black][step],
            0,
        )

    def after_capture(self, state: SearchState, capture: Capture) -> SearchState:
        """Return the state after a capture."""
        (own, enemy, kings), black, score, _ = state
        path, taken = capture
        start, to = path[0], path[-1]
        man, king = self.man[black], self.king[black]
        gain = (
            king[to] - king[start]
            if start & kings
            else (king if to & BACK_ROWS else man)[to] - man[start]
        )
        lead, left = self.lead[own.bit_count()], enemy.bit_count()
        gain += lead[left - taken.bit_count()] - lead[left]
        man, king = self.man[not black], self.king[not black]
        while taken:
            bit = taken & -taken
            taken ^= bit
            gain += king[bit] if bit & kings else man[bit]
        return after_capture(own, enemy, kings, capture), not black, -score - gain, 0

    def of_leaf(self, own: int, enemy: int, kings: int, black: bool, score: float) -> float:
        """Return the score plus the terms that need the whole board, for the player to move."""
        if black:
            return (
                score
                - self.hunt * hunt(enemy, own, kings)
                - self.advance * advance(enemy, own, kings)
            )
        return (
            score + self.hunt * hunt(own, enemy, kings) + self.advance * advance(own, enemy, kings)
        )
