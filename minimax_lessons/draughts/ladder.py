"""Ladder: the nodes, the depth and the games that each rung of the engine's search brings."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from itertools import count
from pathlib import Path
from statistics import mean
from time import process_time
from typing import Any

from minimax_lessons.command_errors import prints_errors
from minimax_lessons.draughts.engine import RUNGS, Engine
from minimax_lessons.draughts.matches import MatchResult, after, fair_openings, shared_match
from minimax_lessons.draughts.negamax import EXTRAS
from minimax_lessons.draughts.rules import Position, start
from minimax_lessons.draughts.statistics import Pairs, elo_text
from minimax_lessons.sharing import CLUSTER_HELP

__all__ = [
    "NAMES",
    "Ladder",
    "Rung",
    "engine",
    "kept",
    "measured",
    "nodes_to",
    "report",
    "report_match",
    "tried",
]

NAMES = ("minimax", *RUNGS)
SEARCHES = NAMES[: NAMES.index("learned")]  # the rungs of the search, on which extras stand, too
ALL = (*NAMES, *EXTRAS)
DEPTH = 8  # to which the nodes are counted, from the start
MOVE_SECONDS = 0.03  # for each move of a game
MOVE_NODES = 2_000  # for each move of a match between two rungs
SOME = 5  # openings, after which the depth of a second is taken
HEAD = ("Idea", f"Nodes to depth {DEPTH}", "Depth in a second", "Won : lost", "Elo gained")
FILE = Path(__file__).with_name("ladder.json")


@dataclass(frozen=True)
class Rung:
    """The gain of one rung: the search with it and all below, against the search without it."""

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
            f"{elo_text(low)} to {elo_text(high)}",
        )


@dataclass(frozen=True)
class Ladder:
    """Rungs, lowest first, and how they were measured."""

    date: str
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
    """Return the engine on a rung, with all rungs below it; the options are the engine's."""
    if rung not in ALL:
        raise ValueError(f"there is no rung {rung!r}: choose from {', '.join(ALL)}")
    return Engine(rungs=[*_below(rung), rung][1:], **options)


def _below(rung: str) -> tuple[str, ...]:
    """Return the rungs below a rung; an extra stands on those of the search."""
    return SEARCHES if rung in EXTRAS else NAMES[: NAMES.index(rung)]


def nodes_to(depth: int, rung: str, position: Position | None = None) -> int:
    """Return the number of nodes of a rung's search to a depth, from the start or a position."""
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
    return Ladder(data["date"], data["seconds"], tuple(rungs))


def measured(
    name: str, *, seconds: float = MOVE_SECONDS, openings: int | None = None, cluster: str = ""
) -> Rung:
    """Return a rung as measured now; its games keep all cores, or a cluster, busy for minutes.

    Every fair opening is played once with each colour, or only the first so many: the number of
    games is settled before the first is played. Depth and nodes are measured on this machine.
    """
    # so that it does not matter what else the machine is doing
    player = engine(name, seconds=1, clock=process_time)
    depth = mean(player.search(after(line)).depth for line in fair_openings()[:SOME])
    rung = Rung(name, nodes_to(DEPTH, name), depth)
    if name == NAMES[0]:
        return rung
    names = name, _below(name)[-1]
    first, second = (engine(rung_name, seconds=seconds, clock=process_time) for rung_name in names)
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
    """Measure rungs, print and keep each, and print the table; return the exit code."""
    parser = ArgumentParser(
        prog="python3 -m minimax_lessons ladder", description="Measure what each rung brings."
    )
    rungs_help = f"which ones, if not all: {', '.join(ALL)}"
    parser.add_argument("rungs", nargs="*", metavar="RUNG", help=rungs_help)
    parser.add_argument(
        "--seconds", type=float, default=MOVE_SECONDS, help=f"for each move ({MOVE_SECONDS:g})"
    )
    parser.add_argument("--cluster", default="", metavar="ADDRESS", help=CLUSTER_HELP)
    parser.add_argument("--show", action="store_true", help="only print what was measured before")
    options = _with_known_rungs(parser, arguments)
    for name in [] if options.show else options.rungs or ALL:
        rung = measured(name, seconds=options.seconds, cluster=options.cluster)
        print(*rung.cells, sep="  ", flush=True)
        _keep(rung, options.seconds)
    ladder = kept()
    how = f"Measured on {ladder.date}, with {ladder.seconds:g} s for each move of a game:"
    print(f"{how}\n\n{ladder.table}\n\nOn top of all these:\n\n{tried().table}")
    return 0


def _with_known_rungs(parser: ArgumentParser, arguments: Sequence[str]) -> Namespace:
    """Return the options, or end the command where a rung is none."""
    options = parser.parse_args(arguments)
    if unknown := set(options.rungs) - set(ALL):
        parser.error(f"there is no rung {', '.join(sorted(unknown))}: choose from {', '.join(ALL)}")
    return options


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


# A match between two rungs


@prints_errors("Run the command again.")
def report_match(arguments: Sequence[str] = ()) -> int:
    """Play a match between two rungs and print its result; return the exit code."""
    options = _match_options(arguments)
    openings = fair_openings()[: options.pairs]
    numbers = count(1)
    result = shared_match(
        *(engine(name) for name in options.rungs),
        openings=openings,
        names=tuple(options.rungs),
        cluster=options.cluster,
        nodes=options.nodes,
        on_pair=lambda _: print(
            f"\r{next(numbers)} of {len(openings)} pairs of games", end="", flush=True
        ),
    )
    print(f"\r{result}")
    print(f"{len(openings)} openings, each with both colours; {options.nodes:,} nodes a move.")
    return 0


def _match_options(arguments: Sequence[str]) -> Namespace:
    most = len(fair_openings())
    parser = ArgumentParser(
        prog="python3 -m minimax_lessons match", description="Let two rungs play each other."
    )
    parser.add_argument("rungs", nargs=2, metavar="RUNG", help=f"two of {', '.join(ALL)}")
    pairs_help = f"of games, one for each opening ({most})"
    parser.add_argument("--pairs", type=int, default=most, help=pairs_help)
    nodes_help = f"for each move ({MOVE_NODES:,})"
    parser.add_argument("--nodes", type=int, default=MOVE_NODES, help=nodes_help)
    parser.add_argument("--cluster", default="", metavar="ADDRESS", help=CLUSTER_HELP)
    options = _with_known_rungs(parser, arguments)
    if not 1 <= options.pairs <= most:
        text = f"--pairs {options.pairs}: there are {most} fair openings, so choose 1 to {most}"
        parser.error(text)
    if options.nodes < 1:
        parser.error("--nodes is a whole number from 1 on")
    return options
