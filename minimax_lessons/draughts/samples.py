"""Samples: positions of the engine's own games, with the labels that values are learned from."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

from minimax_lessons.draughts.rules import Position

__all__ = ["Sample", "labelled_games", "samples_in"]

FILE = Path(__file__).with_name("labelled_games.jsonl")


class Sample(NamedTuple):
    """A position of a game, its score by a deeper search, and White's points in the game."""

    white: int
    black: int
    kings: int
    black_to_move: bool
    score: float
    points: float  # 1 for a win, half a point for a draw or for a game that was not finished

    @property
    def position(self) -> Position:
        """Return the position itself."""
        return Position(self.black, self.white, self.kings, self.black_to_move)


def samples_in(line: str) -> tuple[int, list[Sample]]:
    """Return the number of a game and its samples from a line of a file that `tune` has written."""
    entry = json.loads(line)
    return entry["game"], [Sample(*sample) for sample in entry["samples"]]


@cache
def labelled_games() -> tuple[tuple[Sample, ...], ...]:
    """Return the samples of the games that come with the package, game by game.

    `python3 -m minimax_lessons tune` has played and labelled them, as the first ones with seed 1.
    """
    _, *lines = FILE.read_text(encoding="utf-8").splitlines()
    return tuple(tuple(samples) for _, samples in map(samples_in, lines))
