"""The exercises of lesson 10: games solved backwards, and draughts endings with the truth at hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from minimax_lessons.draughts.endgame import endgames, preference
from minimax_lessons.draughts.rules import Position, from_fen
from minimax_lessons.exercises.answers import name_of, read_function
from minimax_lessons.exercises.calling import call
from minimax_lessons.exercises.faults import Example, Fault, about
from minimax_lessons.exercises.shrinking import fewer_pieces, on_each, smaller_graphs
from minimax_lessons.exercises.tasks.lesson_7 import reached, read_position

__all__ = ["GRADES", "RING", "solved"]

RING = {"A": "BC", "B": "D", "C": "AE", "D": "", "E": "CF", "F": "B", "G": "BD"}
NAMES = "ABCDEFGHIJ"
Graph = Mapping[str, Sequence[str]]
# What is learned within a round must not be used in it: F is 3, not 5.
IN_ROUNDS = {"A": "", "B": "A", "C": "B", "D": "C", "E": "D", "F": "EG", "G": "H", "H": "A"}
WON_AT_ONCE = ("W:WK15,K8:BK4", "B:WK29:BK25,K18", "W:WK1,K10:BK6", "B:W28:BK19,K24")  # a move leaves none: a 0
MOST_ENDINGS = 150 + len(WON_AT_ONCE)


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


def _by_hand(answer: Any) -> None:
    if not isinstance(answer, Mapping) or set(answer) != set(RING):
        raise Fault(f"The answer is a dictionary with an entry for each of {', '.join(RING)}.")
    right = solved(RING)
    for name in sorted(RING, key=lambda name: 99 if right[name] is None else right[name]):  # type: ignore[arg-type, return-value]
        if answer[name] != right[name]:
            after = ", ".join(f"{move} ({answer[move]})" for move in RING[name]) or "nowhere"
            raise Fault(f"You say {answer[name]!r} for {name}. From {name} the moves lead to: {after}.")


def _graph(seed: int) -> dict[str, str]:
    random, names = Random(seed), NAMES[: 2 + seed % 9]
    return {name: "".join(random.sample(names, random.choice((0, 1, 1, 2, 3)) % len(names))) for name in names}


def _chain(seed: int) -> dict[str, str]:
    """Return a game in which one line goes through all positions, in an order that their names do not tell."""
    random, names = Random(seed), list(NAMES)
    random.shuffle(names)
    ways = dict(zip(names, [*names[1:], ""], strict=True))
    ways[names[random.randrange(5)]] += names[random.randrange(5, 9)]
    return {name: ways[name] for name in sorted(ways)}


def _graphs() -> list[dict[str, str]]:
    return sorted((IN_ROUNDS, *map(_graph, range(200)), *map(_chain, range(60))), key=len)


def _ends_known(graph: Mapping[str, str], function: Callable[..., Any]) -> None:
    """Raise Fault if a game is not solved as it should be."""
    given = dict(graph)
    said, right = call(function, given), solved(graph)
    if given != graph:
        raise Fault(f"The graph {graph} was changed, to {given}.", id="position-changed", example=Example(graph))
    if not isinstance(said, Mapping):
        told = f"Return a dictionary from each position to its number: yours returned {said!r}."
        raise Fault(told, id="wrong-kind", example=Example(graph))
    for name in graph:
        if name not in said and right[name] is not None:
            told = f"Of {graph} you don't say how {name} ends: it is {_meaning(right[name])}."
            raise Fault(told, id="wrong-ending", example=Example(graph, right[name]))
        if said.get(name) != right[name] or isinstance(said.get(name), bool):
            raise Fault(
                f"Of {graph} you say {said.get(name)!r} for {name}, which is {_meaning(right[name])}.",
                "Wins: one more than the quickest loss one can move to. Losses: one more than the longest win.",
                id="wrong-ending",
                example=Example(graph, right[name], said.get(name)),
            )


def _words(answer: Any) -> None:
    function = read_function(answer, "plies")
    for plies, right in ((1, "wins"), (2, "loses"), (None, "draws"), (0, "loses"), (27, "wins"), (28, "loses")):
        said = call(function, plies)
        if said != right:
            told = f"{name_of(function)}({plies}) returned {said!r}: whoever is to move there {right}."
            id_ = "zero-taken-for-nothing" if plies == 0 and said == "draws" else "wrong-ending"
            raise Fault(told, id=id_, example=Example(plies, right, said))


def _endings() -> list[Position]:
    random = Random(3)
    found = list(map(from_fen, WON_AT_ONCE))
    while len(found) < MOST_ENDINGS:
        king, other, third = random.sample(range(1, 33), 3)
        sides = (f"WK{king}", f"B{other if other < 29 else f'K{other}'},K{third}")
        position = from_fen(f"{random.choice('WB')}:{':'.join(sides)}")
        if len(position.moves()) > 1:
            found.append(position)
    return found


def _perfect(position: Position, function: Callable[..., Any]) -> None:
    """Raise Fault if another move is better than the one that is chosen."""
    tables = endgames()
    if len(position.moves()) < 2:
        return
    move = call(function, position, tables)
    after = {each: tables.look_up(position.play(each)) for each in position.moves()}
    said, best = after[reached(position, move).last_move], min(after.values(), key=preference)  # type: ignore[index]
    if said != best:
        better = next(each for each, left in after.items() if left == best)
        raise Fault(
            f"In {position.fen} it plays {move}: for the opponent that is {_meaning(said)}, and {better}"
            f" {_meaning(best)}.",
            f"All moves: {', '.join(f'{each}: {_meaning(left)}' for each, left in after.items())}.",
            id="not-the-best-move",
            example=Example(position, str(better), str(move)),
        )


def _behind(position: Position) -> None:
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


GRADES = {
    "10.1": about(_by_hand, RING, "wrong-prediction"),
    "10.2": on_each(_ends_known, _graphs, smaller_graphs, "graph"),
    "10.3": _words,
    "10.4": on_each(_perfect, _endings, fewer_pieces, "position", "tables"),
    "10.5": about(_behind, read_position, "shows-nothing"),
}
