"""Ladder: what each rung of the engine's search brings, measured and kept: nodes, depth in a second, games won."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from statistics import mean
from time import process_time
from typing import Any

from minimax_lessons.command_errors import prints_errors
from minimax_lessons.draughts.engine import RUNGS, Engine
from minimax_lessons.draughts.matches import MatchResult, after, fair_openings, shared_match
from minimax_lessons.draughts.negamax import EXTRAS
from minimax_lessons.draughts.rules import Position, start
from minimax_lessons.draughts.statistics import Pairs
from minimax_lessons.sharing import CLUSTER_HELP

__all__ = ["NAMES", "Ladder", "Rung", "engine", "kept", "measured", "nodes_to", "report", "tried"]

NAMES = ("minimax", *RUNGS)
SEARCHES = NAMES[: NAMES.index("learned")]  # the rungs of the search, on which extras stand, too
ALL = (*NAMES, *EXTRAS)
DEPTH = 8  # to which the nodes are counted, from the start
MOVE_SECONDS = 0.03  # for each move of a game
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
    pairs: Pairs = (0, 0, 0, 0, 0)  # of these games, by their points

    @property
    def result(self) -> MatchResult:
        """Return the games against the rung below."""
        names = self.name, "".join(_below(self.name)[-1:])
        return MatchResult(names, self.wins, self.draws, self.losses, pairs=self.pairs)

    @property
    def cells(self) -> tuple[str, ...]:
        """Return the cells of the rung's row in the table."""
        row = (self.name, f"{self.nodes:,}", f"{self.depth:.1f}")
        if not self.result.played:
            return (*row, "", "")
        low, high = self.result.interval
        return (
            *row,
            f"{self.wins} : {self.losses}, {self.draws} drawn",
            f"{low:+.0f} to {high:+.0f}",
        )


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
    return Engine(rungs=[*_below(rung), rung][1:], **options)


def _below(rung: str) -> tuple[str, ...]:
    """Return the rungs below a rung; an extra stands on those of the search."""
    return SEARCHES if rung in EXTRAS else NAMES[: NAMES.index(rung)]


def nodes_to(depth: int, rung: str, position: Position | None = None) -> int:
    """Return the number of nodes that a rung's search visits to a depth, from the start or from a position."""
    return engine(rung).search(position or start(), depth=depth).nodes


def tried() -> Ladder:
    """Return the extra as it was measured last, on top of the ladder."""
    return kept(EXTRAS)


def kept(names: Sequence[str] = NAMES) -> Ladder:
    """Return the ladder as it was measured last."""
    data = json.loads(FILE.read_text(encoding="utf-8"))
    rungs = [
        Rung(**rung | {"pairs": tuple(rung.get("pairs", Rung.pairs))})
        for rung in data["rungs"]
        if rung["name"] in names
    ]
    return Ladder(data["made"], data["seconds"], tuple(rungs))


def measured(
    name: str, *, seconds: float = MOVE_SECONDS, openings: int | None = None, cluster: str = ""
) -> Rung:
    """Return what a rung brings now; the games keep all cores busy for some minutes, or the workers of a cluster.

    Every fair opening is played once with each colour, or only the first so many: how many games there are is settled
    before the first is played. Depth and nodes are measured on this machine.
    """
    # so that it does not matter what else the machine is doing
    player = engine(name, seconds=1, clock=process_time)
    depth = mean(player.search(after(line)).depth for line in fair_openings()[:SOME])
    rung = Rung(name, nodes_to(DEPTH, name), depth)
    if name == NAMES[0]:
        return rung
    names = name, _below(name)[-1]
    first, second = (engine(each, seconds=seconds, clock=process_time) for each in names)
    chosen = fair_openings()[:openings]
    result = shared_match(first, second, openings=chosen, names=names, cluster=cluster)
    return replace(
        rung,
        wins=result.wins,
        draws=result.draws,
        losses=result.losses,
        pairs=result.pairs,
    )


@prints_errors("Make the course's folder writable, and then measure the rung again.")
def report(arguments: Sequence[str] = ()) -> int:
    """Measure some rungs or all, print each and keep it, and print the table; return the exit code."""
    parser = ArgumentParser(
        prog="python3 -m minimax_lessons ladder", description="Measure what each rung brings."
    )
    parser.add_argument(
        "rungs", nargs="*", metavar="RUNG", help=f"which ones, if not all: {', '.join(ALL)}"
    )
    parser.add_argument(
        "--seconds", type=float, default=MOVE_SECONDS, help=f"for each move ({MOVE_SECONDS:g})"
    )
    parser.add_argument("--cluster", default="", metavar="ADDRESS", help=CLUSTER_HELP)
    parser.add_argument("--show", action="store_true", help="only print what was measured before")
    options = parser.parse_args(arguments)
    if unknown := set(options.rungs) - set(ALL):
        parser.error(f"there is no rung {', '.join(sorted(unknown))}: choose from {', '.join(ALL)}")
    for name in [] if options.show else options.rungs or ALL:
        rung = measured(name, seconds=options.seconds, cluster=options.cluster)
        print(*rung.cells, sep="  ", flush=True)
        _keep(rung, options.seconds)
    ladder = kept()
    print(
        f"Measured on {ladder.made}, with {ladder.seconds:g} s for each move of a game:\n\n{ladder.table}"
    )
    print(f"\nOn top of all these:\n\n{tried().table}")
    return 0


def _keep(rung: Rung, seconds: float) -> None:
    """Put a rung into the file, in the place of what was measured of it before."""
    others = (
        [kept_rung for kept_rung in kept(ALL).rungs if kept_rung.name != rung.name]
        if FILE.exists()
        else []
    )
    rungs = sorted([*others, rung], key=lambda listed_rung: ALL.index(listed_rung.name))
    ladder = Ladder(date.today().isoformat(), seconds, tuple(rungs))
    FILE.write_text(json.dumps(asdict(ladder), indent=1) + "\n", encoding="utf-8")
