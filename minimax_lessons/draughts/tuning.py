"""Tuning: the evaluation's values, learned from the engine's games and deeper searches."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from minimax_lessons.command_errors import CommandError, prints_errors
from minimax_lessons.draughts.bitboards import squares
from minimax_lessons.draughts.engine import RUNGS, Engine
from minimax_lessons.draughts.evaluation import (
    ALL_PIECES,
    LEARNED,
    WEIGHTS,
    SquareValues,
    advance,
    hunt,
    values_by_square,
)
from minimax_lessons.draughts.learning import STEEPNESS
from minimax_lessons.draughts.matches import after, decide, fair_openings
from minimax_lessons.draughts.rules import Position
from minimax_lessons.draughts.samples import Sample, samples_in
from minimax_lessons.sharing import CLUSTER_HELP, results_of

if TYPE_CHECKING:
    import numpy as np

__all__ = ["fit", "game_samples", "is_for_testing", "loss", "report"]


# Each game gives some of its positions, each with the score of a deeper search as its label. The
# values by square are fitted to these labels, and a match decides whether the engine plays better
# with them.

GAMES = 600
DEPTH = 7  # of the search that labels a position
NODES = 1_000  # of the searches that play the games
RANDOM_PLIES = 6  # at most, after an opening, so that no two games are the same
SLIP = 0.02  # the share of moves that are random later on: play from a slip is worth seeing, too
LONGEST = 120  # plies
EVERY = 2  # of so many quiet positions of a game one is taken
TEST_SHARE = 10  # one game of so many is kept for testing
CLEAR = 500  # a score beyond is as good as a win, and says nothing about squares
PENALTY = 1e-8  # for each squared point by which a value leaves the old one
STEPS = 12  # of the fit, which hardly moves after eight
TRAINER = Engine(
    rungs=[rung for rung in RUNGS if rung != "learned"]
)  # knows nothing that was learned before
MODULE = Path(__file__).with_name("learned_values.py")


def game_samples(number: int, *, seed: int, depth: int = DEPTH) -> list[Sample]:
    """Return the labelled positions of one game of the engine against itself, fixed by the seed."""
    random = Random(f"{seed} {number}")
    openings = fair_openings()
    position = after(openings[number % len(openings)])
    random_plies = random.randrange(RANDOM_PLIES + 1)
    quiet = []
    for ply in range(LONGEST):
        if position.is_over:
            break
        is_random = ply < random_plies or random.random() < SLIP
        if ply >= random_plies and not position.moves()[0].is_capture:
            quiet.append(position)
        if is_random:
            position = position.play(random.choice(position.moves()))
        else:
            position = position.play(TRAINER.search(position, nodes=NODES).move)
    points = {"1-0": 1.0, "0-1": 0.0}.get(position.result, 0.5)
    return list(_labelled(quiet[random.randrange(EVERY) :: EVERY], points, depth))


def _labelled(positions: Iterable[Position], points: float, depth: int) -> Iterator[Sample]:
    for position in positions:
        score = TRAINER.search(position, depth=depth).score
        if abs(score) < CLEAR:
            sides = position.white, position.black, position.kings
            yield Sample(*sides, position.black_to_move, score, points)


def is_for_testing(game: int) -> bool:
    """Return True for the games whose positions no fit may see."""
    return game % TEST_SHARE == 0


# The fit


def _features(sample: Sample) -> list[float]:
    """Return the counts whose weighted sum is a sample's evaluation; the last is the turn."""
    white, black, kings = sample.white, sample.black, sample.kings
    counts = [0.0] * 64
    for base, mask in ((0, ~kings), (32, kings)):
        for square in squares(white & mask):
            counts[base + square - 1] += 1
        for square in squares(black & mask):
            counts[base + 32 - square] -= 1
    ahead = white.bit_count() - black.bit_count()
    lead = ((ahead > 0) - (ahead < 0)) * (ALL_PIECES - (white | black).bit_count())
    turn = -1.0 if sample.black_to_move else 1.0
    return [*counts, lead, advance(white, black, kings), hunt(white, black, kings), turn]


def _weights(values: SquareValues) -> list[float]:
    return [*values.men, *values.kings, values.lead, values.advance, values.hunt, 0.0]


def _expected(scores: np.ndarray) -> np.ndarray:
    """Return the share of the points that White is expected to get with these scores."""
    import numpy as np

    return np.asarray(1 / (1 + np.exp(-scores / STEEPNESS)))


def loss(samples: Sequence[Sample], values: SquareValues) -> float:
    """Return the mean distance between the expected points by these values and by the labels."""
    import numpy as np

    counts = np.array([_features(sample) for sample in samples])
    labels = _expected(np.array([sample.score for sample in samples]))
    return float(np.sqrt(np.mean((_expected(counts @ _weights(values)) - labels) ** 2)))


def fit(samples: Sequence[Sample], old: SquareValues) -> SquareValues:
    """Return the values that fit the labels best, with a penalty for leaving the old ones.

    The method is that of Gauss and Newton: the curve is taken for a straight line at the present
    values, for which the best step is known, and this is repeated.
    """
    import numpy as np

    counts = np.array([_features(sample) for sample in samples])
    labels = _expected(np.array([sample.score for sample in samples]))
    start = np.array(_weights(old))
    weights = start.copy()
    for _ in range(STEPS):
        expected = _expected(counts @ weights)
        slopes = counts * (expected * (1 - expected) / STEEPNESS)[:, None]
        matrix = slopes.T @ slopes / len(samples) + PENALTY * np.eye(len(start))
        gradient = slopes.T @ (labels - expected) / len(samples) - PENALTY * (weights - start)
        weights = weights + np.linalg.solve(matrix, gradient)
    rounded = [round(float(weight)) for weight in weights]
    return SquareValues(tuple(rounded[:32]), tuple(rounded[32:64]), *rounded[64:67])


# The command


@dataclass(frozen=True)
class _Store:
    """The labelled games so far, a line each, so that an interrupted run can continue."""

    path: Path
    settings: dict[str, int]

    def read(self) -> dict[int, list[Sample]]:
        """Return the samples by game; an unfinished last line is removed."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        data = self.path.read_bytes() if self.path.exists() else b""
        if not data:
            self._append(self.settings)
            return {}
        finished = data.rfind(b"\n") + 1
        if finished:
            os.truncate(self.path, finished)
        games = {}
        lines = data[: finished or None].decode(errors="replace").splitlines()
        for number, line in enumerate(lines, 1):
            try:
                if number == 1:
                    self._check(json.loads(line))
                else:
                    game, samples = samples_in(line)
                    games[game] = samples
            except (ValueError, TypeError, KeyError, AttributeError):
                raise CommandError(
                    f"Line {number} of {self.path} is broken: delete that line to play its game "
                    "again, or choose another folder with --out."
                ) from None
        return games

    def _check(self, settings: dict[str, int]) -> None:
        if settings != self.settings:
            raise CommandError(
                f"{self.path} holds games with other settings ({settings}, not {self.settings}): "
                "choose another folder with --out, or give the same settings."
            )

    def add(self, game: int, samples: list[Sample]) -> None:
        """Keep the samples of a game."""
        self._append({"game": game, "samples": samples})

    def _append(self, entry: dict[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")


@prints_errors("Choose another folder with --out.")
def report(arguments: Sequence[str] = ()) -> int:
    """Learn new values, print them, and let a match decide; return the exit code."""
    options = _options(arguments)
    store = _Store(options.out / "games.jsonl", {"seed": options.seed, "depth": options.depth})
    games = _all_games(store, options)
    samples = {part: list(_part(games, part)) for part in (False, True)}
    old = values_by_square(WEIGHTS)
    new = fit(samples[False], old)
    print(
        f"\n{len(samples[False]):,} positions to learn from, {len(samples[True]):,} of other "
        "games to test with."
    )
    for name, values in (("set by hand", old), ("learned before", LEARNED), ("learned now", new)):
        print(f"  loss with the values {name}: {loss(samples[True], values):.4f}")
    print(f"\n{_as_boards(new)}\n")
    (options.out / MODULE.name).write_text(_as_module(new), encoding="utf-8")
    if _is_better(new, options.nodes) and options.keep:
        MODULE.write_text(_as_module(new), encoding="utf-8")
        print(f"The engine plays with them from now on: {MODULE.name} holds them.")
    return 0


def _options(arguments: Sequence[str]) -> Namespace:
    parser = ArgumentParser(
        prog="python3 -m minimax_lessons tune",
        description="Learn the evaluation's values anew, from the engine's own games.",
    )
    parser.add_argument("--games", type=int, default=GAMES, help=f"to play ({GAMES})")
    parser.add_argument("--depth", type=int, default=DEPTH, help=f"of the labels' search ({DEPTH})")
    parser.add_argument("--seed", type=int, default=1, help="of the games (1)")
    parser.add_argument(
        "--nodes", type=int, default=2_000, help="a move of the match that decides (2,000)"
    )
    parser.add_argument(
        "--out", type=Path, default=Path("tuning"), help="the folder for games and values (tuning)"
    )
    parser.add_argument(
        "--keep", action="store_true", help="let the engine play with the values if they are better"
    )
    parser.add_argument("--cluster", default="", metavar="ADDRESS", help=CLUSTER_HELP)
    options = parser.parse_args(arguments)
    if options.games < TEST_SHARE:
        parser.error(
            f"--games {options.games}: at least {TEST_SHARE} are needed, "
            f"because one game of {TEST_SHARE} is for testing"
        )
    if options.depth < 1 or options.nodes < 1:
        parser.error("--depth and --nodes are whole numbers from 1 on")
    return options


def _all_games(store: _Store, options: Namespace) -> dict[int, list[Sample]]:
    """Return the samples of all games: those that are stored, and those that are played now."""
    games = store.read()
    missing = [number for number in range(options.games) if number not in games]
    play = partial(game_samples, seed=options.seed, depth=options.depth)
    for number, samples in results_of(play, missing, cluster=options.cluster):
        store.add(number, samples)
        games[number] = samples
        print(f"\r{len(games)} of {options.games} games", end="", flush=True)
    return {number: games[number] for number in range(options.games)}


def _part(games: dict[int, list[Sample]], testing: bool) -> Iterator[Sample]:
    for number, samples in games.items():
        if is_for_testing(number) == testing:
            yield from samples


def _is_better(values: SquareValues, nodes: int) -> bool:
    """Let a match decide between these values and those set by hand."""
    names = "the engine with learned values", "the engine with values set by hand"
    decision = decide(
        Engine(values=values),
        Engine(weights=WEIGHTS),
        nodes=nodes,
        names=names,
        openings=fair_openings(),
        on_pair=lambda decision: print(
            f"\rpair {len(decision.ratios)}, ratio {decision.ratios[-1]:+.2f}", end="", flush=True
        ),
    )
    print(f"\r{decision}")
    return decision.verdict == "better"


def _as_boards(values: SquareValues) -> str:
    """Return the values as two boards: White's men, and kings, where they stand."""
    boards = [["men of White"], ["kings of White"]]
    for board, table in zip(boards, (values.men, values.kings), strict=True):
        for row in range(8):
            numbers = [f"{value:>4}" for value in table[4 * row : 4 * row + 4]]
            board.append(
                ("" if row % 2 else "    ") + "    ".join(numbers) + ("    " if row % 2 else "")
            )
    lines = [f"{men:<36}{kings}" for men, kings in zip(*boards, strict=True)]
    return "\n".join([*lines, f"lead {values.lead}, advance {values.advance}, hunt {values.hunt}"])


def _as_module(values: SquareValues) -> str:
    """Return the source of the module that holds the values."""
    about = "Values that `python3 -m minimax_lessons tune` has learned: row by row, square 1 first."
    head = f'"""{about}"""\n'
    tables = [
        f"{name} = (\n"
        + "".join(
            f"    {', '.join(map(str, table[start : start + 4]))},\n" for start in range(0, 32, 4)
        )
        + ")\n"
        for name, table in (("MEN", values.men), ("KINGS", values.kings))
    ]
    head += '\n__all__ = ["ADVANCE", "HUNT", "KINGS", "LEAD", "MEN"]\n\n# fmt: off\n'
    numbers = f"LEAD = {values.lead}\nADVANCE = {values.advance}\nHUNT = {values.hunt}\n"
    return f"{head}\n{''.join(tables)}{numbers}"
