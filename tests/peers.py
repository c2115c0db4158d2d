"""Peers: the engine against engines of other projects, or of another commit, at equal processor time.

The peer runs in a Python of its own, because two of them may call their package alike. Examples, from the project's
folder, where the environment venv has py-draughts and ../old is a worktree of an older commit:

    python3 tests/peers.py py-draughts --python venv/bin/python --pairs 20 --seconds 0.1
    python3 tests/peers.py minimax_lessons --folder ../old --seconds 0.03
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from math import inf
from pathlib import Path
from statistics import mean
from time import monotonic, process_time

from peer_players import PEERS

from minimax_lessons.draughts import Engine, Game, MatchResult, Move, Position
from minimax_lessons.draughts.matches import after, fair_openings

PROGRAM = Path(__file__).with_name("peer_players.py")


class Peer:
    """A player in another process, and the seconds that its searches took."""

    def __init__(self, options: Namespace) -> None:
        self.seconds = options.seconds
        self.taken: list[float] = []
        self.process = subprocess.Popen(
            [options.python, str(PROGRAM), options.peer],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": options.folder},
            text=True,
        )

    def search(self, position: Position, moves: Sequence[Move]) -> Move | None:
        """Return the peer's move after these moves, or None where it calls the game drawn."""
        assert self.process.stdin
        assert self.process.stdout
        if len(position.moves()) == 1:
            return position.moves()[0]
        task = {"moves": moves, "seconds": self.seconds}
        print(json.dumps(task), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        self.taken.append(answer["seconds"])
        return answer["move"] and Move(*answer["move"])


def played(engine: Engine, peer: Peer, opening: Sequence[Move], *, peer_is_black: bool) -> Game:
    """Return a game of the engine against the peer."""
    position, moves = after(opening), list(opening)
    searches = {
        peer_is_black: peer.search,
        not peer_is_black: lambda now, _: engine.search(now).move,
    }
    while not position.is_over:
        move = searches[position.black_to_move](position, moves)
        if move is None:
            return Game(tuple(moves), result="1/2-1/2")
        moves.append(move)
        position = position.play(move)
    return Game(tuple(moves), result=position.result)


def main(arguments: Sequence[str]) -> None:
    """Play the pairs of games and print the standings after each."""
    options = _options(arguments)
    until = monotonic() + 60 * options.minutes
    engine = Engine(seconds=options.seconds, clock=process_time)
    peer = Peer(options)
    result = MatchResult(("the engine", options.peer))
    openings = fair_openings(plies=options.plies)
    for opening in openings[options.skip :][: options.pairs]:
        for peer_is_black in (False, True):
            game = played(engine, peer, opening, peer_is_black=peer_is_black)
            result = result.with_game(game)
        print(f"{result} Pairs with 0 to 2 points: {result.pairs}.", flush=True)
        if monotonic() > until:
            break
    print(f"The peer took {mean(peer.taken):.4f} s of processor time for a move.")


def _options(arguments: Sequence[str]) -> Namespace:
    parser = ArgumentParser(description="Play a match against another engine.")
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("--python", default=sys.executable, help="that has the peer")
    parser.add_argument("--folder", default="", help="to import the peer from")
    parser.add_argument("--pairs", type=int, help="of games at most: all fair openings")
    parser.add_argument("--plies", type=int, default=3, help="in an opening; 3 give 174 pairs")
    parser.add_argument("--minutes", type=float, default=inf, help="after which no pair begins")
    parser.add_argument("--seconds", type=float, default=0.1, help="of processor time for a move")
    parser.add_argument("--skip", type=int, default=0, help="so many openings, played before")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
