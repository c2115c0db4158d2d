"""The exercises of lesson 10: games solved backwards, and draughts endings with the truth at hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from minimax_lessons.draughts.endgame import endgames
from minimax_lessons.draughts.engine import preference
from minimax_lessons.draughts.rules import Position, from_fen
from minimax_lessons.exercises.answers import read_function
from minimax_lessons.exercises.calling import call
from minimax_lessons.exercises.faults import Fault
from minimax_lessons.exercises.task import Task
from minimax_lessons.exercises.tasks.lesson_7 import read_position

__all__ = ["RING", "TASKS", "solved"]

RING = {"A": "BC", "B": "D", "C": "AE", "D": "", "E": "CF", "F": "B", "G": "BD"}
Graph = Mapping[str, Sequence[str]]


def solved(graph: Graph) -> dict[str, int | None]:
    """Return for each position after how many moves the game is over: odd, and the player to move wins; None: a draw.

    It asks for longer and longer games what both sides can force, and knows nothing of going backwards.
    """
    known: dict[str, int | None] = {name: None if moves else 0 for name, moves in graph.items()}
    for plies in range(1, len(graph) + 1):
        for name, moves in graph.items():
            after = [known[move] for move in moves]
            if known[name] is None and moves:
                wins = any(each is not None and each % 2 == 0 and each < plies for each in after)
                loses = all(each is not None and each % 2 and each < plies for each in after)
                known[name] = plies if wins or loses else None
    return known


def _meaning(plies: int | None) -> str:
    return "a draw" if plies is None else f"{'won' if plies % 2 else 'lost'} after {plies}"


def _by_hand(answer: Any) -> str:
    if not isinstance(answer, Mapping) or set(answer) != set(RING):
        raise Fault(f"The answer is a dictionary with an entry for each of {', '.join(RING)}.")
    right = solved(RING)
    for name in sorted(RING, key=lambda name: 99 if right[name] is None else right[name]):  # type: ignore[arg-type, return-value]
        if answer[name] != right[name]:
            after = ", ".join(f"{move} ({answer[move]})" for move in RING[name]) or "nowhere"
            raise Fault(f"You say {answer[name]!r} for {name}. From {name} the moves lead to: {after}.")
    return "From the end backwards, and what is never reached is a draw."


def _graph(seed: int) -> dict[str, str]:
    random, names = Random(seed), "ABCDEFGHIJ"[: 2 + seed % 9]
    return {name: "".join(random.sample(names, random.choice((0, 1, 1, 2, 3)) % len(names))) for name in names}


def _solve(answer: Any) -> str:
    function = read_function(answer, "graph")
    for graph in sorted(map(_graph, range(200)), key=len):
        said, right = call(function, dict(graph)), solved(graph)
        if not isinstance(said, Mapping):
            raise Fault(f"Return a dictionary from each position to its number: yours returned {said!r}.")
        for name in graph:
            if name not in said and right[name] is not None:
                raise Fault(f"Of {graph} you don't say how {name} ends: it is {_meaning(right[name])}.")
            if said.get(name) != right[name]:
                raise Fault(
                    f"Of {graph} you say {said.get(name)!r} for {name}, which is {_meaning(right[name])}.",
                    "Wins: one more than the quickest loss one can move to. Losses: one more than the longest win.",
                )
    return "Solved backwards, as the endgames of draughts are."


def _words(answer: Any) -> str:
    function = read_function(answer, "plies")
    for plies, right in ((1, "wins"), (2, "loses"), (None, "draws"), (0, "loses"), (27, "wins"), (28, "loses")):
        said = call(function, plies)
        if said != right:
            raise Fault(f"{function.__name__}({plies}) returned {said!r}: whoever is to move there {right}.")
    return "0 is not None: without a move one has lost, and that is no draw."


def _endings(count: int) -> list[Position]:
    random = Random(3)
    found: list[Position] = []
    while len(found) < count:
        king, other, third = random.sample(range(1, 33), 3)
        sides = (f"WK{king}", f"B{other if other < 29 else f'K{other}'},K{third}")
        position = from_fen(f"{random.choice('WB')}:{':'.join(sides)}")
        if len(position.moves()) > 1:
            found.append(position)
    return found


def _by_table(answer: Any) -> str:
    function, tables = read_function(answer, "position", "tables"), endgames()
    for position in _endings(150):
        move = call(function, position, tables)
        after = {each: tables.look_up(position.play(each)) for each in position.moves()}
        try:
            said = after[position.play(move).last_move]  # type: ignore[index]
        except (ValueError, TypeError):
            raise Fault(f"In {position.fen} it returned {move!r}, which is no legal move there.") from None
        best = min(after.values(), key=preference)
        if said != best:
            raise Fault(
                f"In {position.fen} it plays {move}, and leaves the opponent {said}: another move leaves {best}.",
                f"All moves: {', '.join(f'{each} {left}' for each, left in after.items())}",
            )
    return "Perfect play: the quickest win, else a draw, else the longest defence."


def _behind(answer: Any) -> str:
    position = read_position(answer)
    white, black = position.white.bit_count(), position.black.bit_count()
    if (white, black) != (1, 2):
        raise Fault(f"White has one piece and Black two in this exercise: yours has {white} and {black}.")
    if position.black & position.kings:
        raise Fault("Both black pieces are men in this exercise.")
    if position.black_to_move:
        raise Fault("It is White's turn in this exercise: begin the FEN with W.")
    if position.moves() and position.moves()[0].is_capture:
        raise Fault("White can take a piece at once: let White hold the draw without that.")
    plies = endgames().look_up(position)
    if plies is not None:
        raise Fault(f"{position.fen} is {_meaning(plies)} moves for White, and no draw.")
    return "A man behind and still a draw: an evaluation that only counts would not believe it."


TASKS = (
    Task(
        "10.1",
        "Backwards by hand",
        "a dictionary",
        _by_hand,
        (
            "Who has no move has lost: D is 0. Who can move to D?",
            "Who can move to a loss wins: mark those. Then look for a position from which all moves lead to wins.",
            "Go round once more from what you have. A position that is never reached this way is a draw.",
        ),
    ),
    Task(
        "10.2",
        "Solve it",
        "a function",
        _solve,
        (
            "Begin with 0 for all positions without a move. Then ask again and again what follows from what is known.",
            "Round n: who can move to a loss that is known wins in n; who can only move to known wins loses in n.",
            "Stop when a round brings nothing new: what is left is None. Use only what was known before the round.",
        ),
    ),
    Task(
        "10.3",
        "Nothing and none",
        "a function",
        _words,
        (
            "Try it with 0. What does `not 0` give?",
            "Ask `plies is None`, and ask it first.",
        ),
    ),
    Task(
        "10.4",
        "The perfect move",
        "a function",
        _by_table,
        (
            "tables.look_up(position.play(move)) tells how the opponent stands after each move.",
            "Even for the opponent is a win for you: the smallest. None is a draw. Odd is a loss: the largest.",
            "min(position.moves(), key=…), with a pair as key: which kind first, then how many moves.",
        ),
    ),
    Task(
        "10.5",
        "A man behind",
        'a FEN, such as "W:WK1:B3,4"',
        _behind,
        (
            "A king is hard to attack in a double corner, where it can go to and fro: 1 and 5, or 28 and 32.",
            "Two black men that the white king can hold up from behind are no better.",
            "Try positions: endgames().look_up(draughts.from_fen(…)) is None when it is a draw.",
        ),
    ),
)
