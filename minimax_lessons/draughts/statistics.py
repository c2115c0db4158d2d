"""Match statistics: the strength that pairs of games show, and a test that ends early."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt
from typing import Literal, NamedTuple

from minimax_lessons.quoting import INFINITY

__all__ = [
    "SURE",
    "Pairs",
    "Rating",
    "SequentialTest",
    "Verdict",
    "elo_of",
    "elo_text",
    "interval_of_games",
    "interval_of_pairs",
    "ratings",
    "score_at",
]


# The unit is a pair: one opening, played once with each colour. The two games of a pair depend on
# each other, because an opening that is good for one side helps the same side in both games.
# Therefore the sum of the two varies less than that of two independent games.

# How many pairs gave the first player 0, ½, 1, 1½ and 2 points.
Pairs = tuple[int, int, int, int, int]
Verdict = Literal["better", "not better", "undecided"]
SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a pair, as a share of its two points
SURE = "95 %"  # as intervals name their confidence
CONFIDENCE = 1.96  # standard deviations to either side, for that
# until the ratings fit: sweeps over all players, and Elo points of a step
MOST_SWEEPS, LONGEST_STEP, SETTLED = 200, 200.0, 0.01
LEAST_PAIRS = 16  # with fewer the variance is hardly known, and a test would err too often


def elo_of(score: float) -> float:
    """Return the Elo difference at which a player is expected to get this share of the points."""
    if score <= 0:
        return -inf
    return 400 * log10(score / (1 - score)) if score < 1 else inf


def elo_text(difference: float, *, decimals: int = 0) -> str:
    """Return an Elo difference for readers, with its sign.

    >>> elo_text(12.3), elo_text(-inf)
    ('+12', '-∞')
    """
    return f"{difference:+.{decimals}f}".replace("inf", INFINITY)


def score_at(elo: float) -> float:
    """Return the expected share of the points of a player with so many Elo points more."""
    return 1 / (1 + 10 ** (-elo / 400))


def interval_of_pairs(pairs: Sequence[int]) -> tuple[float, float]:
    """Return the bounds of the Elo difference, with 95 % confidence.

    One pair that is won and one that is lost are added before the estimate, after Agresti and
    Coull, so that a clean sweep of a few games does not look like a proof.
    """
    mean, variance = _moments(_with_a_win_and_a_loss(pairs))
    return _around(mean, variance / (sum(pairs) + 2))


def interval_of_games(wins: int, draws: int, losses: int) -> tuple[float, float]:
    """Return the same bounds for independent games, for example each with an opening of its own."""
    count = wins + draws + losses + 4  # two games won and two lost are added
    mean = (wins + 2 + draws / 2) / count
    return _around(mean, max(0.0, (wins + 2 + draws / 4) / count - mean**2) / count)


def _with_a_win_and_a_loss(pairs: Sequence[int]) -> Sequence[int]:
    lost, *between, won = pairs
    return (lost + 1, *between, won + 1)


def _moments(pairs: Sequence[int]) -> tuple[float, float]:
    """Return the mean score of a pair, and the variance of a single pair's score."""
    count = sum(pairs)
    mean = sum(score * number for score, number in zip(SCORES, pairs, strict=True)) / count
    squares = sum((score - mean) ** 2 * number for score, number in zip(SCORES, pairs, strict=True))
    return mean, squares / count


def _around(mean: float, variance_of_mean: float) -> tuple[float, float]:
    spread = CONFIDENCE * sqrt(variance_of_mean)
    return elo_of(mean - spread), elo_of(mean + spread)


# Ratings


class Rating(NamedTuple):
    """A player's strength in Elo points, and between which bounds it lies with 95 % confidence."""

    elo: float
    low: float
    high: float


def ratings(
    pairs: Iterable[tuple[str, str, float]], anchor: str, anchor_elo: float
) -> dict[str, Rating]:
    """Return each player's rating from the first player's share of the points of each pair.

    The model is that of Bradley and Terry: the expected share depends only on the difference of two
    ratings. As in ``interval_of_pairs``, one pair that is won and one that is lost are added for
    each player, here against a player of average strength. The anchor always has the same rating.
    The interval of a player comes from how much the player's own pairs differ from the expected
    shares.
    """
    shares: dict[str, list[tuple[str, float]]] = {}
    for first, second, share in pairs:
        shares.setdefault(first, []).append((second, share))
        shares.setdefault(second, []).append((first, 1 - share))
    elo = dict.fromkeys(shares, 0.0)
    for _ in range(MOST_SWEEPS):
        before = dict(elo)
        for name in elo:
            surplus, _, information = _fit(elo, name, shares[name])
            elo[name] += max(-LONGEST_STEP, min(LONGEST_STEP, surplus / information))
        if all(abs(elo[name] - before[name]) < SETTLED for name in elo):
            break
    shift = anchor_elo - elo[anchor]
    rated = {}
    for name in elo:
        _, squares, information = _fit(elo, name, shares[name])
        spread = CONFIDENCE * sqrt(squares) / information
        middle = elo[name] + shift
        rated[name] = Rating(middle, middle - spread, middle + spread)
    return rated


def _fit(
    elo: dict[str, float], name: str, shares: Sequence[tuple[str, float]]
) -> tuple[float, float, float]:
    """Return the points above expectation, the squared surprises, and the points per Elo point."""
    average = sum(elo.values()) / len(elo)
    games = [(elo[opponent], share) for opponent, share in shares]
    surplus = squares = information = 0.0
    for opponent_elo, share in [*games, (average, 1.0), (average, 0.0)]:
        expected = score_at(elo[name] - opponent_elo)
        surplus += share - expected
        squares += (share - expected) ** 2
        information += expected * (1 - expected) * log(10) / 400
    return surplus, squares, information


@dataclass(frozen=True)
class SequentialTest:
    """A sequential probability ratio test (SPRT) between ``low`` and ``high`` Elo points.

    Its ratio says how much likelier the results are if the difference is ``high`` than if it is
    ``low``. The test ends when the ratio's logarithm leaves the bounds, and the share of wrong
    verdicts is at most ``risk``. It decides whether a change is better. It does not measure by how
    much, because it ends while the player is lucky.

    >>> SequentialTest().bounds
    (-2.94, 2.94)
    >>> SequentialTest().verdict((2, 8, 20, 14, 6)), SequentialTest().verdict((1, 4, 10, 20, 15))
    ('undecided', 'better')
    """

    low: float = 0.0
    high: float = 30.0
    risk: float = 0.05

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise ValueError(f"low={self.low!r} and high={self.high!r}: low must be less than high")
        if not 0 < self.risk < 0.5:
            raise ValueError(
                f"risk={self.risk!r}: choose a share of wrong verdicts between 0 and 0.5"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """Return the ratios at which the test ends: "not better" below, "better" above."""
        bound = round(log((1 - self.risk) / self.risk), 2)
        return -bound, bound

    def ratio(self, pairs: Sequence[int]) -> float:
        """Return the log of the likelihood ratio, from the variance of the pairs as in fishtest."""
        if sum(pairs) < LEAST_PAIRS:
            return 0.0
        mean, _ = _moments(pairs)
        _, variance = _moments(_with_a_win_and_a_loss(pairs))  # or it could be 0
        low, high = score_at(self.low), score_at(self.high)
        return sum(pairs) * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, pairs: Sequence[int]) -> Verdict:
        """Return the verdict on the pairs so far."""
        ratio = self.ratio(pairs)
        if ratio >= self.bounds[1]:
            return "better"
        return "not better" if ratio <= self.bounds[0] else "undecided"
