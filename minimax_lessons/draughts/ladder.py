"""Ladder: what each rung of the engine's search brings, measured and kept: nodes, depth in a second, games won."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from statistics import mean
from time import process_time
from typing import Any

from minimax_lessons.draughts.engine import RUNGS, Engine
from minimax_lessons.draughts.matches import MatchResult, after, fair_openings, match
from minimax_lessons.draughts.negamax import EXTRAS
from minimax_lessons.draughts.notation import Move
from minimax_lessons.draughts.rules import Position, start

__all__ = ["NAMES", "Ladder", "Rung", "engine", "kept", "measured", "nodes_to", "report", "tried"]

NAMES = ("minimax", *RUNGS)
ALL = (*NAMES, *EXTRAS)
DEPTH = 8  # to which the nodes are counted, from the start
SECONDS = 0.03  # for each move of a game
SOME = 5  # openings, after which the depth of a second is taken
HEAD = ("Idea", f"Nodes to depth {DEPTH}", "Depth in a second", "Won : lost", "Elo gained")
FILE = Path(__file__).with_name("ladder.json")


@dataclass(frozen=True)
class Rung:
    """What one rung brings: the search with it and all below it, against the search without it."""

    name: str
    nodes: int  # to DEPTH from the start: the same on every machine
    depth: float  # finished in a second, on average over some openings
    wins: int = 0  # against the rung below, both with the same time
    draws: int = 0
    losses: int = 0

    @property
    def result(self) -> MatchResult:
        """Return the games against the rung below."""
        below = ALL[max(ALL.index(self.name) - 1, 0)]
        return MatchResult((self.name, below), self.wins, self.draws, self.losses, ())

    @property
    def cells(self) -> tuple[str, ...]:
        """Return what stands in the rung's row of the table."""
        row = (self.name, f"{self.nodes:,}", f"{self.depth:.1f}")
        if not self.result.played:
            return (*row, "", "")
        low, high = self.result.interval
        return (*row, f"{self.wins} : {self.losses}, {self.draws} drawn", f"{low:+.0f} to {high:+.0f}")


@dataclass(frozen=True)
class Ladder:
    """Rungs, lowest first, and how they were measured."""

    made: str
    seconds: float
    rungs: tuple[Rung, ...]

    @property
    def table(self) -> str:
        """Return the ladder as a Markdown table."""
        rows = [HEAD, ("---", *["---:"] * (len(HEAD) - 1)), *(rung.cells for rung in self.rungs)]
        return "\n".join(f"| {' | '.join(row)} |" for row in rows)

    def __str__(self) -> str:
        rows = [HEAD, *(rung.cells for rung in self.rungs)]
        first, *widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [[row[0].ljust(first), *map(str.rjust, row[1:], widths)] for row in rows]
        return "\n".join("  ".join(line).rstrip() for line in lines)


def engine(rung: str, **options: Any) -> Engine:
    """Return the engine that stands on a rung: with it and all below. The options are the engine's."""
    if rung not in ALL:
        raise ValueError(f"there is no rung {rung!r}: choose from {', '.join(ALL)}")
    return Engine(rungs=ALL[1 : ALL.index(rung) + 1], **options)


def nodes_to(depth: int, rung: str, position: Position | None = None) -> int:
    """Return how many nodes a rung's search visits to look so deep, from the start unless a position is given."""
    return engine(rung).search(position or start(), depth=depth).nodes


def tried() -> Ladder:
    """Return the extra as it was measured last, on top of the ladder."""
    return kept(EXTRAS)


def kept(names: Sequence[str] = NAMES) -> Ladder:
    """Return the ladder as it was measured last."""
    data = json.loads(FILE.read_text(encoding="utf-8"))
    return Ladder(data["made"], data["seconds"], tuple(Rung(**rung) for rung in data["rungs"] if rung["name"] in names))


def measured(name: str, *, seconds: float = SECONDS, openings: int | None = None) -> Rung:
    """Return what a rung brings on this machine, now; the games keep all cores busy for some minutes.

    Every fair opening is played once with each colour, or only the first so many: how many games there are is settled
    before the first is played.
    """
    player = engine(name, seconds=1, clock=process_time)  # so that it does not matter what else the machine is doing
    depth = mean(player.search(after(line)).depth for line in fair_openings()[:SOME])
    rung = Rung(name, nodes_to(DEPTH, name), depth)
    if name == NAMES[0]:
        return rung
    with ProcessPoolExecutor() as pool:
        played = list(pool.map(partial(_games, name, seconds), fair_openings()[:openings]))
    wins, draws, losses = (sum(part) for part in zip(*played, strict=True))
    return replace(rung, wins=wins, draws=draws, losses=losses)


def _games(name: str, seconds: float, opening: tuple[Move, ...]) -> tuple[int, int, int]:
    """Return the wins, draws and losses of a rung against the one before, with the same time for each move."""
    before = ALL[ALL.index(name) - 1]
    players = [engine(each, seconds=seconds, clock=process_time) for each in (name, before)]
    result = match(players[0], players[1], games=2, openings=[opening])
    return result.wins, result.draws, result.losses


def report(arguments: Sequence[str] = ()) -> int:
    """Measure some rungs or all, print each and keep it, and print the table; return the exit code."""
    parser = ArgumentParser(prog="python3 -m minimax_lessons ladder", description="Measure what each rung brings.")
    parser.add_argument("rungs", nargs="*", metavar="RUNG", help=f"which ones, if not all: {', '.join(ALL)}")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"for each move ({SECONDS:g})")
    parser.add_argument("--show", action="store_true", help="only print what was measured before")
    options = parser.parse_args(arguments)
    if unknown := set(options.rungs) - set(ALL):
        parser.error(f"there is no rung {', '.join(sorted(unknown))}: choose from {', '.join(ALL)}")
    for name in [] if options.show else options.rungs or ALL:
        rung = measured(name, seconds=options.seconds)
        print(*rung.cells, sep="  ", flush=True)
        _keep(rung, options.seconds)
    ladder = kept()
    print(f"Measured on {ladder.made}, with {ladder.seconds:g} s for each move of a game:\n\n{ladder.table}")
    print(f"\nOn top of all these:\n\n{tried().table}")
    return 0


def _keep(rung: Rung, seconds: float) -> None:
    """Put a rung into the file, in the place of what was measured of it before."""
    others = [each for each in kept(ALL).rungs if each.name != rung.name] if FILE.exists() else []
    rungs = sorted([*others, rung], key=lambda each: ALL.index(each.name))
    ladder = Ladder(date.today().isoformat(), seconds, tuple(rungs))
    FILE.write_text(json.dumps(asdict(ladder), indent=1) + "\n", encoding="utf-8")
