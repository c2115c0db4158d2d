"""The exercises of lesson 10: games solved backwards, and draughts endings by table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from random import Random
from typing import Any

from minimax_lessons.draughts.endgame import endgames, preference
from minimax_lessons.draughts.notation import Move
from minimax_lessons.draughts.rules import Position, from_fen
from minimax_lessons.exercises.answers import read_row, result_of, unfit
from minimax_lessons.exercises.exercise import DataExercise, FunctionExercise, ask_with_copies
from minimax_lessons.exercises.faults import Example, Fault
from minimax_lessons.exercises.tasks.lesson_7 import fewer_pieces, read_move, read_position
from minimax_lessons.quoting import quoted

__all__ = ["GRADES", "RING", "solved"]

RING = {"A": "BC", "B": "D", "C": "AE", "D": "", "E": "CF", "F": "B", "G": "BD"}
NAMES = "ABCDEFGHIJ"
Graph = Mapping[str, Sequence[str]]
# What is learned within a round must not be used in it: F is 3, not 5.
IN_ROUNDS = {"A": "", "B": "A", "C": "B", "D": "C", "E": "D", "F": "EG", "G": "H", "H": "A"}
CHOSEN = (
    # a move leaves the opponent no move: a 0
    *("W:WK15,K8:BK4", "B:WK29:BK25,K18", "W:WK1,K10:BK6", "B:W28:BK19,K24"),
    # some moves draw and others lose
    *("B:WK13:B14", "W:WK6:BK13", "W:WK27:B18", "W:WK5:B10,14", "B:WK3:B7,11"),
    # one move wins, one draws, one loses
    *("W:WK27:B28", "B:WK31:B16,23", "W:WK26:B28,K32"),
)
RULE = (
    "A win takes one move more than the quickest loss that it can lead to, and a loss one more"
    " than the longest win."
)
ENDINGS = (1, 2, None, 0, 27, 28)  # moves to the end of the game
MOST_ENDINGS = 150 + len(CHOSEN)


def solved(graph: Graph) -> dict[str, int | None]:
    """Return the moves to each position's end: odd if the player to move wins; None for a draw.

    It asks for longer and longer games what both sides can force, without going backwards.
    """
    ends: dict[str, int | None] = {name: None if moves else 0 for name, moves in graph.items()}
    for plies in range(1, len(graph) + 1):
        for name, moves in graph.items():
            after = [ends[move] for move in moves]
            if ends[name] is None and moves:
                wins = any(end is not None and end % 2 == 0 and end < plies for end in after)
                loses = all(end is not None and end % 2 and end < plies for end in after)
                ends[name] = plies if wins or loses else None
    return ends


def _meaning(plies: int | None) -> str:
    return "a draw" if plies is None else f"{'won' if plies % 2 else 'lost'} after {plies}"


def _ending(graph: Graph, name: str, plies: int | None) -> str:
    if not graph[name]:
        return (
            f"no move leads from {name}, so the player to move there has already lost, after 0"
            " moves"
        )
    return f"it is {_meaning(plies)}"


def _read_by_hand(answer: Any) -> Mapping[str, int | None]:
    wanted = f"a dictionary with an entry for each of {', '.join(RING)}"
    by_name = dict(zip(RING, read_row(answer, wanted, len(RING), names=[*RING]), strict=True))
    for name, moves in by_name.items():
        if moves is not None and (isinstance(moves, bool) or not isinstance(moves, int | float)):
            raise unfit(
                f"For {name} you wrote {moves!r}: write a number of moves without quotes, or"
                " None for a draw."
            )
    return by_name


def _sooner(moves: int | None) -> float:
    return inf if moves is None else moves


def _by_hand(answer: Mapping[str, int | None]) -> None:
    right = solved(RING)
    for name in sorted(RING, key=lambda name: _sooner(right[name])):
        if answer[name] != right[name]:
            after = ", ".join(f"{move} ({answer[move]})" for move in RING[name]) or "nowhere"
            raise Fault(
                f"You wrote {answer[name]!r} for {name}. From {name} the moves lead to: {after}."
            )


def _graph(seed: int) -> dict[str, str]:
    random, names = Random(seed), NAMES[: 2 + seed % 9]
    return {
        name: "".join(random.sample(names, random.choice((0, 1, 1, 2, 3)) % len(names)))
        for name in names
    }


def _chain(seed: int) -> dict[str, str]:
    """Return a game in which one line goes through all positions, in no order of their names."""
    random, names = Random(seed), list(NAMES)
    random.shuffle(names)
    ways = dict(zip(names, [*names[1:], ""], strict=True))
    ways[names[random.randrange(5)]] += names[random.randrange(5, 9)]
    return {name: ways[name] for name in sorted(ways)}


def _graphs(first: int = 0) -> list[dict[str, str]]:
    many, few = range(first, first + 200), range(first, first + 60)
    return sorted((IN_ROUNDS, *map(_graph, many), *map(_chain, few)), key=len)


def smaller_graphs(graph: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Yield a game without one of its positions, or without one of its moves."""
    for gone in graph:
        if len(graph) > 1:
            yield {name: moves.replace(gone, "") for name, moves in graph.items() if name != gone}
    for name, moves in graph.items():
        yield from ({**graph, name: moves.replace(move, "")} for move in moves)


def _ends_known(graph: Mapping[str, str], returned: Mapping[str, Any]) -> None:
    """Raise Fault if a game is not solved as it should be."""
    right = solved(graph)
    for name in graph:
        ending, got = _ending(graph, name, right[name]), returned.get(name)
        example = Example(graph, right[name], got)
        if name not in returned:
            text = f"For {graph} your dictionary has no entry for {name}: {ending}."
            raise Fault(text, id="wrong-ending", example=example)
        if got != right[name] or isinstance(got, bool):
            text = f"For {graph} you return {got!r} for {name}, but {ending}."
            rule = (RULE,) if graph[name] else ()
            raise Fault(text, *rule, id="wrong-ending", example=example)


# 10.6

READ_RESULTS = result_of(Mapping, "a dictionary of results", pictured=True)
RoundCase = tuple[int, dict[str, str]]  # the rounds that were played before, and the game


def _rounds(first: int = 0) -> list[RoundCase]:
    """Return small games, each with nothing known, and before its first four rounds."""
    return [(rounds, graph) for graph in _graphs(first)[::6] for rounds in range(-1, 4)]


def _known(graph: Mapping[str, str], plies: int) -> dict[str, str]:
    """Return the result of each position that is won or lost within so many plies."""
    ends = {name: end for name, end in solved(graph).items() if end is not None and end <= plies}
    return {name: "won" if end % 2 else "lost" for name, end in ends.items()}


def _one_round(case: RoundCase, returned: Mapping[str, Any]) -> None:
    """Raise Fault if a position has another result than it should have after the round."""
    rounds, graph = case
    before, right = _known(graph, rounds), _known(graph, rounds + 1)
    for name in graph:
        result = right.get(name)
        if returned.get(name) == result and (result or name not in returned):
            continue
        after = ", ".join(f"{move} ({before.get(move, 'unknown')})" for move in graph[name])
        reason = f"From {name} the moves lead to: {after}." if after else f"{name} has no move."
        result = result or "still unknown, so it has no entry"
        entry = f"say {returned[name]!r}" if name in returned else "have no entry"
        text = f"With {before} known, you {entry} for {name}. {reason}"
        example = Example(graph, result, quoted(returned.get(name)))
        after = f"After this round, {name} is {result}."
        raise Fault(text, after, id="wrong-ending", example=example)


def _read_word(returned: Any, plies: int | None) -> str:
    if returned not in ("wins", "loses", "draws"):
        words = 'Return "wins", "loses" or "draws", spelled exactly so.'
        text = f"It returned {quoted(returned)} for {plies}. {words}"
        raise Fault(text, id="wrong-ending", example=Example(plies, _word(plies), returned))
    return str(returned)


def _word(plies: int | None) -> str:
    return "draws" if plies is None else "wins" if plies % 2 else "loses"


def _words(plies: int | None, returned: str) -> None:
    right = _word(plies)
    if returned != right:
        text = f"It returned {returned!r} for {plies}, but the player to move there {right}."
        id_ = "zero-taken-for-nothing" if plies == 0 and returned == "draws" else "wrong-ending"
        raise Fault(text, id=id_, example=Example(plies, right, returned))


def _endings(seed: int = 3) -> list[Position]:
    random = Random(seed)
    endings = list(map(from_fen, CHOSEN))
    while len(endings) < MOST_ENDINGS:
        king, piece, third = random.sample(range(1, 33), 3)
        black = f"B{piece if piece < 29 else f'K{piece}'}" + random.choice(("", f",K{third}"))
        sides = (f"WK{king}", black)
        position = from_fen(f"{random.choice('WB')}:{':'.join(sides)}")
        if len(position.moves()) > 1:
            endings.append(position)
    return endings


def _perfect(position: Position, move: Move) -> None:
    """Raise Fault if another move is better than the one that is chosen."""
    tables = endgames()
    after = {choice: tables.look_up(position.play(choice)) for choice in position.moves()}
    reached, best = after[move], min(after.values(), key=preference)
    if reached != best:
        better = next(choice for choice, left in after.items() if left == best)
        text = f"In {position.fen} it plays {move}, which is {_meaning(reached)} for the opponent,"
        text += f" but {better} is {_meaning(best)}."
        moves = ", ".join(f"{choice}: {_meaning(left)}" for choice, left in after.items())
        example = Example(position, str(better), str(move))
        raise Fault(text, f"All moves: {moves}.", id="not-the-best-move", example=example)


def _behind(position: Position) -> None:
    white, black = position.white.bit_count(), position.black.bit_count()
    if (white, black) != (1, 2):
        text = "White has one piece and Black two in this exercise"
        raise Fault(f"{text}, but yours has {white} and {black}.")
    if position.black & position.kings:
        raise Fault("Both black pieces are men in this exercise.")
    if position.black_to_move:
        raise Fault("It is White's turn in this exercise, so begin the FEN with W.")
    if position.moves() and position.moves()[0].is_capture:
        text = "White can take a piece at once."
        raise Fault(f"{text} Build a position in which White holds the draw without a capture.")
    plies = endgames().look_up(position)
    if plies is not None:
        raise Fault(f"{position.fen} is {_meaning(plies)} moves for White, so it is not a draw.")


GRADES = {
    "10.1": DataExercise(_by_hand, _read_by_hand, RING, "wrong-prediction"),
    "10.2": FunctionExercise(
        ("graph",),
        _graphs,
        _ends_known,
        lambda ask, graph: ask_with_copies(ask, graph, thing=graph),
        result_of(Mapping, "a dictionary from each position to its number", pictured=True),
        smaller_graphs,
        lambda: _graphs(first=1_000),
    ),
    "10.3": FunctionExercise(
        ("plies",),
        lambda: [*ENDINGS],
        _words,
        read=_read_word,
        others=lambda: [*range(60)],
    ),
    "10.4": FunctionExercise(
        ("position", "tables"),
        _endings,
        _perfect,
        lambda ask, position: ask(position, endgames()),
        read_move,
        lambda position: (case for case in fewer_pieces(position) if len(case.moves()) > 1),
        lambda: _endings(seed=4),
    ),
    "10.5": DataExercise(_behind, read_position, id="shows-nothing"),
    "10.6": FunctionExercise(
        ("known", "graph"),
        _rounds,
        _one_round,
        lambda ask, case: ask_with_copies(ask, _known(case[1], case[0]), case[1], thing=case[1]),
        lambda returned, case: READ_RESULTS(returned, case[1]),
        lambda case: ((case[0], graph) for graph in smaller_graphs(case[1])),
        lambda: _rounds(first=1_000),
    ),
}
