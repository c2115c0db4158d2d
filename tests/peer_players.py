"""Peer players: other draughts engines, each as a program that answers a game so far with its next move.

It runs in the Python that has the engine, and so it imports nothing of this project. A line of input is a JSON object:
the moves so far, as lists of squares, and the seconds of processor time for the search. A line of output holds the
move, or None where the engine's own rules call the game drawn, and the seconds that the search took.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from time import process_time
from types import SimpleNamespace
from typing import Any, TypeAlias

Squares: TypeAlias = list[int]  # the squares that a move touches
Choose: TypeAlias = Callable[[list[Squares], float], Any]

START = '[FEN "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"]'
PROBE = 50  # simulations of OpenSpiel, to tell how many fit the time


def py_draughts() -> Choose:
    """Return the engine of py-draughts, on a board where captures are made, which the library leaves optional."""
    from draughts.boards import american
    from draughts.engines import simple
    from loguru import logger

    logger.disable("draughts")
    simple.time = SimpleNamespace(time=process_time)

    class Board(american.Board):  # type: ignore[misc]
        @property
        def legal_moves(self) -> list[Any]:
            moves: list[Any] = self._legal_moves_from_core(
                american._CORE, max_capture=False, captures_optional=False
            )
            return moves

    engine = simple.SimpleEngine(depth_limit=60)

    def choose(moves: list[Squares], seconds: float) -> Squares:
        board = Board.from_fen(START)
        for move in moves:
            board.push(next(legal for legal in board.legal_moves if squares_of(legal) == move))
        engine.time_limit = seconds
        return squares_of(engine.get_best_move(board))

    def squares_of(move: Any) -> Squares:
        return [square + 1 for square in move.square_list]

    return choose


def open_spiel() -> Choose:
    """Return OpenSpiel's Monte Carlo tree search, with as many simulations as fit the time."""
    import pyspiel

    game = pyspiel.load_game("checkers")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)

    def choose(moves: list[Squares], seconds: float) -> Squares | None:
        state = game.new_initial_state()
        for move in moves:
            for hop in pairwise(move):
                if state.is_terminal():
                    return None
                state.apply_action(state.string_to_action("".join(map(place, hop))))
        if state.is_terminal():
            return None
        mover, line = state.current_player(), []
        while not state.is_terminal() and state.current_player() == mover:
            hop = searched(state, seconds)
            line += hop if not line else hop[1:]
        return line

    def bot(simulations: int, *, solve: bool) -> Any:
        return pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 500, solve, 1, False)

    def searched(state: Any, seconds: float) -> Squares:
        """Return the squares of the best step or jump, and make it."""
        began = process_time()
        bot(PROBE, solve=False).step(state)
        simulations = max(1, round(seconds * PROBE / (process_time() - began)))
        action = bot(simulations, solve=True).step(state)
        name = state.action_to_string(action)
        state.apply_action(action)
        return [numbers[name[:2]], numbers[name[2:4]]]

    def place(square: int) -> str:
        """Return the name of a square: the side that moves first sits below."""
        row, column = divmod(32 - square, 4)
        return "abcdefgh"[2 * column + (row + 1) % 2] + str(8 - row)

    numbers = {place(square): square for square in range(1, 33)}
    return choose


def minimax_lessons() -> Choose:
    """Return this project's engine, as a checkout on PYTHONPATH has it."""
    from minimax_lessons import draughts

    def choose(moves: list[Squares], seconds: float) -> Squares:
        position = draughts.start()
        for move in moves:
            position = position.play(tuple(move))
        return list(draughts.Engine(clock=process_time).search(position, seconds=seconds).move)

    return choose


PEERS = {"py-draughts": py_draughts, "open_spiel": open_spiel, "minimax_lessons": minimax_lessons}


def main(arguments: Sequence[str]) -> None:
    """Answer each line of input with the move of the peer of that name."""
    choose = PEERS[arguments[0]]()
    for line in sys.stdin:
        task = json.loads(line)
        began = process_time()
        move = choose(task["moves"], task["seconds"])
        print(json.dumps({"move": move, "seconds": process_time() - began}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
