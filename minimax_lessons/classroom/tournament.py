"""Tournament: learners' players and evaluations against each other and against references."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from minimax_lessons.classroom.player_process import ROLES, Limits, Participant, PlayerProcess
from minimax_lessons.classroom.terminal_progress import Advance, progress
from minimax_lessons.classroom.tournament_pages import PairResult, Standing, write_pages
from minimax_lessons.command_errors import CommandError, prints_errors
from minimax_lessons.draughts.ladder import NAMES
from minimax_lessons.draughts.matches import allowed_seconds, fair_openings, match
from minimax_lessons.draughts.notation import Move
from minimax_lessons.draughts.pdn import Game
from minimax_lessons.draughts.statistics import ratings
from minimax_lessons.exercises.sheets import Unreadable
from minimax_lessons.marking.plan import read_work
from minimax_lessons.marking.sandbox import sandbox
from minimax_lessons.quoting import counted
from minimax_lessons.sharing import CLUSTER_HELP, results_of

__all__ = ["main", "read_participants"]

REFERENCES = ("minimax", "quiescence", "learned")
ANCHOR_ELO = 1000.0  # of the first reference, in every year
NODES, SEED = 300, 1
MOVE_SECONDS = 10.0  # seconds for a move where nodes are the limit
EXERCISES = ("11.5", "11.2", "11.1")  # of a sheet: the first that is answered plays
MOST_BYTES = 2**20  # of a participant's file
WIDTHS = (3, 24, 5, 6, 6, 14)  # of the columns in a terminal


class Pairing(NamedTuple):
    """Two participants, who play an opening twice, with each colour once."""

    first: Participant
    second: Participant
    opening: tuple[Move, ...]
    limits: Limits
    patience: float
    seed: int
    is_unsafe: bool


# Participants


def read_participants(
    folder: Path, references: Sequence[Participant] = ()
) -> tuple[list[Participant], list[str]]:
    """Return the participants in a folder's files, and a sentence on each file without one."""
    if not folder.is_dir():
        raise CommandError(f"{folder} is no folder. Name one with a file for each player.")
    participants, problems = list[Participant](), []
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith((".", "__")) for part in path.relative_to(folder).parts)
        if path.suffix not in (".py", ".ipynb") or hidden or path.is_symlink():
            continue
        try:
            cells = _cells(path)
        except (OSError, UnicodeDecodeError, Unreadable, ValueError) as error:
            problems.append(f"{path} takes no part: {error}")
            continue
        relative = path.relative_to(folder)
        name = relative.with_suffix("").as_posix()
        taken = {participant.name for participant in (*references, *participants)}
        participants.append(Participant(relative.as_posix() if name in taken else name, cells))
    return participants, problems


def _cells(path: Path) -> tuple[tuple[str, str], ...]:
    """Return the code of a file, or the cells of a sheet's notebook that its best player needs."""
    if path.stat().st_size > MOST_BYTES:
        raise ValueError(f"it is larger than {MOST_BYTES // 2**20} MB.")
    if path.suffix == ".py":
        return ((path.name, path.read_text(encoding="utf-8-sig")),)
    tasks = {task.exercise.name: task for task in read_work(path).tasks}
    for name in EXERCISES:
        if name in tasks and tasks[name].exercise.expression in ROLES:
            return tuple((f"cell {cell.number}", cell.source) for cell in tasks[name].needed)
    raise ValueError(f"none of the exercises {', '.join(EXERCISES)} is answered in it.")


# Games


def play(pairing: Pairing) -> tuple[Game, Game]:
    """Return the two games of a pairing; the first participant has Black in the first."""
    return _game(pairing, pairing.first, pairing.second), _game(
        pairing, pairing.second, pairing.first
    )


def _game(pairing: Pairing, black: Participant, white: Participant) -> Game:
    """Return a game between new processes, so that no game depends on another."""
    with ExitStack() as stack:
        players = []
        for participant in (black, white):
            player = participant.player(pairing.limits, pairing.seed, is_unsafe=pairing.is_unsafe)
            players.append(
                stack.enter_context(player) if isinstance(player, PlayerProcess) else player
            )
        result = match(
            players[0],
            players[1],
            games=1,
            names=(black.name, white.name),
            openings=[pairing.opening],
            patience=pairing.patience,
        )
    return result.games[0]


def _pairings(participants: Sequence[Participant], options: argparse.Namespace) -> list[Pairing]:
    limits = {"seconds": options.seconds} if options.seconds else {"nodes": options.nodes}
    patience = allowed_seconds(options.seconds) if options.seconds else MOVE_SECONDS
    openings = fair_openings(options.seed)[: options.rounds]
    return [
        Pairing(first, second, opening, limits, patience, options.seed, options.unsafe)
        for opening in openings
        for first, second in combinations(participants, 2)
    ]


def _results(pairings: Sequence[Pairing], cluster: str, advance: Advance) -> list[PairResult]:
    """Return the results in the order of the pairings."""
    results: dict[int, PairResult] = {}
    places = {id(pairing): place for place, pairing in enumerate(pairings)}
    for pairing, games in results_of(play, pairings, cluster=cluster):
        result = PairResult(pairing.first.name, pairing.second.name, games)
        results[places[id(pairing)]] = result
        advance(f"{result.first} – {result.second}")
    return [results[place] for place in sorted(results)]


def standings(results: Sequence[PairResult], anchor: str) -> list[Standing]:
    """Return the participants' places in the table, the strongest first."""
    names = {name for result in results for name in (result.first, result.second)}
    rated = ratings(((r.first, r.second, r.share) for r in results), anchor, ANCHOR_ELO)
    lines = []
    for name in sorted(names):
        own = [result for result in results if name in (result.first, result.second)]
        points = sum(result.points(name) for result in own)
        games = sum(len(result.games) for result in own)
        lines.append(Standing(name, games, points, rated[name]))
    return sorted(lines, key=lambda standing: -standing.rating.elo)


# The command


def _arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python3 -m minimax_lessons tournament",
        description="Let learners' players of lesson 11 play each other and engines of the course.",
        epilog="A .py file defines player(position), which returns a move, or evaluation(position),"
        " a number for White, which the engine's search then uses. A notebook is the sheet of"
        " lesson 11.",
    )
    add = parser.add_argument
    add("folder", type=Path, metavar="FOLDER", help="a file for each player: .py or .ipynb")
    add("--rounds", type=int, default=1, metavar="N", help="openings for each two players (1)")
    add("--nodes", type=int, default=NODES, metavar="N", help=f"of a search, for a move ({NODES})")
    add("--seconds", type=float, metavar="S", help="for a move, instead of nodes")
    add("--seed", type=int, default=SEED, metavar="N", help=f"chooses the openings ({SEED})")
    add("--references", default=",".join(REFERENCES), metavar="RUNG,…", help="fixed opponents")
    add("--cluster", default="", metavar="ADDRESS", help=CLUSTER_HELP)
    add("--out", type=Path, default=Path("tournament"), metavar="FOLDER", help="(tournament)")
    add("--unsafe", action="store_true", help="run players without a sandbox")
    return parser.parse_args(arguments)


@prints_errors("Name another folder with --out.")
def main(arguments: Sequence[str]) -> int:
    """Play all games, write the pages, and return 0."""
    options = _arguments(arguments)
    participants = _participants(options)
    pairings, anchor = _pairings(participants, options), participants[0]
    if not (options.unsafe or options.cluster):
        sandbox()  # where there is none, that is said before the first game
    with progress("Playing", len(pairings)) as advance:
        results = _results(pairings, options.cluster, advance)
    games = sum(len(result.games) for result in results)
    print(f"{games} games are played. Now the pages are written.", flush=True)
    ranking = standings(results, anchor.name)
    settings = f"{_settings(options)} {anchor.name} always has {ANCHOR_ELO:g} Elo points."
    write_pages(options.out, ranking, results, settings, options.cluster)
    for rank, standing in enumerate(ranking, start=1):
        print("  ".join(map(str.ljust, (f"{rank}.", *standing.cells), WIDTHS)))
    print(f"In {options.out}: index.html, players/, games.pdn.")
    return 0


def _participants(options: argparse.Namespace) -> list[Participant]:
    """Return the participants, the references first; CommandError for options without sense."""
    rungs = [rung for rung in options.references.split(",") if rung]
    _check(options, rungs)
    references = [Participant(f"engine: {rung}", rung=rung) for rung in rungs]
    learners, problems = read_participants(options.folder, references)
    for problem in problems:
        print(problem)
    if not learners:
        raise CommandError(
            f"There is no player in {options.folder}. Put .py files or notebooks there."
        )
    if len(learners) + len(references) == 1:
        raise CommandError("There is a single player. Add a different one, or a reference.")
    return [*references, *learners]


def _check(options: argparse.Namespace, rungs: Sequence[str]) -> None:
    """Raise CommandError where an option makes no sense."""
    for rung in rungs:
        if rung not in NAMES:
            raise CommandError(
                f"--references {rung}: there is no such rung. Name {', '.join(NAMES)}."
            )
    most = len(fair_openings(options.seed)) if options.rounds > 1 else 1
    if not 1 <= options.rounds <= most:
        raise CommandError(
            f"--rounds {options.rounds}: choose from 1 to {most}, the number of openings."
        )
    if options.nodes < 1 or (options.seconds is not None and options.seconds <= 0):
        raise CommandError("A search needs at least --nodes 1, or --seconds above 0.")


def _settings(options: argparse.Namespace) -> str:
    """Return a sentence on the settings of the games; for limits in time also on the machine."""
    openings = f"{counted(options.rounds, 'opening')} (seed {options.seed})"
    if not options.seconds:
        return (
            f"Each two players played {openings} with both colours, {options.nodes} nodes a move."
        )
    machine = (
        f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}"
    )
    return (
        f"Each two players played {openings} with both colours, {options.seconds:g} s a move, on"
        f" {machine}."
    )
