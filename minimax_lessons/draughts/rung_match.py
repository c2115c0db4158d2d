"""Rung match: the command that lets two rungs play each other, on all cores or on a cluster."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from itertools import count

from minimax_lessons.command_errors import prints_errors
from minimax_lessons.draughts.ladder import ALL, engine
from minimax_lessons.draughts.matches import fair_openings, shared_match
from minimax_lessons.sharing import CLUSTER_HELP

__all__ = ["report"]

NODES = 2_000  # for each move


@prints_errors("Run the command again.")
def report(arguments: Sequence[str] = ()) -> int:
    """Play a match between two rungs and print its result; return the exit code."""
    options = _options(arguments)
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


def _options(arguments: Sequence[str]) -> Namespace:
    most = len(fair_openings())
    parser = ArgumentParser(
        prog="python3 -m minimax_lessons match", description="Let two rungs play each other."
    )
    parser.add_argument("rungs", nargs=2, metavar="RUNG", help=f"two of {', '.join(ALL)}")
    parser.add_argument(
        "--pairs", type=int, default=most, help=f"of games, one for each opening ({most})"
    )
    parser.add_argument("--nodes", type=int, default=NODES, help=f"for each move ({NODES:,})")
    parser.add_argument("--cluster", default="", metavar="ADDRESS", help=CLUSTER_HELP)
    options = parser.parse_args(arguments)
    if unknown := set(options.rungs) - set(ALL):
        parser.error(f"there is no rung {', '.join(sorted(unknown))}: choose from {', '.join(ALL)}")
    if not 1 <= options.pairs <= most:
        parser.error(
            f"--pairs {options.pairs}: there are {most} fair openings, so choose 1 to {most}"
        )
    if options.nodes < 1:
        parser.error("--nodes is a whole number from 1 on")
    return options
