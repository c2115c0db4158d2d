"""Learning: values of pieces by their squares, which lesson 12 fits step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import TypeAlias

from minimax_lessons.draughts.evaluation import WEIGHTS, SquareValues
from minimax_lessons.draughts.rules import Position

__all__ = [
    "RATE",
    "START",
    "STEEPNESS",
    "Key",
    "Pieces",
    "Values",
    "expected",
    "pieces_of",
    "square_values",
    "total",
]

Key: TypeAlias = tuple[str, int]  # the kind of a piece, and its square as its own side sees it
Values: TypeAlias = Mapping[Key, float]
# kind, square, and +1 for a white piece or -1 for a black one
Pieces: TypeAlias = Sequence[tuple[str, int, int]]

STEEPNESS = 200  # the score at which a player is expected to get 73 % of the points
RATE = 2.0  # by so much a value changes for an error of a whole point
SQUARES = range(1, 33)
START: dict[Key, float] = {
    (kind, square): float(value)
    for kind, value in (("man", WEIGHTS.men), ("king", WEIGHTS.kings))
    for square in SQUARES
}


def pieces_of(position: Position) -> list[tuple[str, int, int]]:
    """Return kind, square and sign of each piece; a black piece stands where its own side sees it.

    >>> from minimax_lessons.draughts import from_fen
    >>> pieces_of(from_fen("W:W22,K15:B10"))
    [('man', 23, -1), ('king', 15, 1), ('man', 22, 1)]
    """
    pieces = []
    for square, letter in position.pieces.items():
        is_white = letter in "wW"
        kind = "king" if letter in "WB" else "man"
        pieces.append((kind, square if is_white else 33 - square, 1 if is_white else -1))
    return pieces


def total(values: Values, pieces: Pieces) -> float:
    """Return the score of a position: the values of White's pieces less those of Black's."""
    return sum([sign * values[kind, square] for kind, square, sign in pieces])


def expected(score: float) -> float:
    """Return the share of the points that White is expected to get with this score.

    >>> expected(0), round(expected(100), 2)
    (0.5, 0.62)
    """
    return 1 / (1 + exp(-score / STEEPNESS))


def square_values(values: Values) -> SquareValues:
    """Return the values as an engine takes them, with the terms that help to win an ending."""
    men, kings = (
        tuple(round(values[kind, square]) for square in SQUARES) for kind in ("man", "king")
    )
    return SquareValues(men, kings, lead=WEIGHTS.lead, advance=0, hunt=WEIGHTS.hunt)
