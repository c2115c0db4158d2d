"""The exercises of lesson 11: players and evaluations of one's own, and what a match can tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import isclose
from random import Random
from typing import Any

from minimax_lessons.draughts.engine import Engine, EvaluationError
from minimax_lessons.draughts.evaluation import Terms
from minimax_lessons.draughts.matches import MatchResult, after, fair_openings
from minimax_lessons.draughts.notation import Move
from minimax_lessons.draughts.rules import Position, from_fen, placed, start
from minimax_lessons.draughts.statistics import elo_text
from minimax_lessons.exercises.answer_call import call
from minimax_lessons.exercises.answers import read_function, read_number, read_row, unfit
from minimax_lessons.exercises.check_reports import report
from minimax_lessons.exercises.exercise import Ask, DataExercise, FunctionExercise, refuse_first
from minimax_lessons.exercises.faults import Example, Facts, Fault
from minimax_lessons.exercises.tasks.lesson_7 import fewer_pieces, read_move
from minimax_lessons.exercises.tasks.lesson_8 import refuse_unfair
from minimax_lessons.labels import number_text

__all__ = ["GRADES", "RESULTS", "material", "turned"]

RESULTS = ((3, 0, 0), (9, 4, 2), (30, 45, 25), (60, 100, 40))  # won, drawn, lost
MAN_AHEAD = ("W:W22,23:B10", "B:W22,23:B10")
WORTH = {"w": 100, "W": 150, "b": -100, "B": -150}
OTHER_SIDE = str.maketrans("bBwW", "wWbB")
MATERIAL = Terms(100, 150, *[0] * (len(Terms._fields) - 2))
DEPTH, CACHED = 2, 50_000
CAREFUL = 150, 5  # the number and the seed of the positions for a careful player
# it ends after so many if it is clear by so many Elo, or not led
GAMES, LOOKS, AHEAD = 120, (40, 60, 80, 100), 30
# then a game is decided by who is a man ahead: what is left are kings that wander about
PLIES = 120


def material(position: Position) -> float:
    """Return the value of White's pieces less that of Black's."""
    return sum(WORTH[piece] for piece in position.pieces.values())


def turned(position: Position) -> Position:
    """Return the position with the colours changed and the board turned round."""
    pieces = {33 - square: piece.translate(OTHER_SIDE) for square, piece in position.pieces.items()}
    return placed(pieces, not position.black_to_move)


def _positions(count: int, seed: int) -> list[Position]:
    """Return positions from random games, with pieces on both sides and a choice of moves."""
    random = Random(seed)
    positions: list[Position] = []
    while len(positions) < count:
        position = start()
        for _ in range(random.randrange(4, 60)):
            if position.is_over:
                break
            position = position.play(random.choice(position.moves()))
        if len(position.moves()) > 1 and position.white and position.black:
            positions.append(from_fen(position.fen))
    return positions


def _gives_nothing(position: Position) -> bool:
    return not (position.moves() and position.moves()[0].is_capture)


def _count_of_choices(ask: Ask) -> Facts:
    safe = [
        [_gives_nothing(position.play(move)) for move in position.moves()]
        for position in _positions(*CAREFUL)
    ]
    return {"count": sum(any(choices) and not all(choices) for choices in safe), "total": len(safe)}


def _careful(position: Position, move: Move) -> None:
    """Raise Fault if a piece is given away that need not be."""
    after = position.play(move)
    safe = [str(choice) for choice in position.moves() if _gives_nothing(position.play(choice))]
    if safe and not _gives_nothing(after):
        taken = ", ".join(map(str, after.moves()))
        text = f"In {position.fen} it plays {move}, and the opponent can capture with {taken}."
        text += f" The move {safe[0]} is safe there."
        raise Fault(text, id="not-the-best-move", example=Example(position, safe[0], str(move)))


def _number(function: Any, position: Position) -> float:
    return float(read_number(call(function, position), position))


def _fair(function: Any) -> None:
    """Raise Fault for an evaluation that favours a side, or depends on what it should not."""

    def judge(position: Position) -> None:
        value, mirrored = _number(function, position), _number(function, turned(position))
        refuse_unfair(value, mirrored, position)

    refuse_first([start(), *_each_square(), *_positions(60, 8)], judge, fewer_pieces)


def _each_square() -> Iterator[Position]:
    """Yield positions with each piece on each square where it can stand, against a man at home."""
    for square in range(1, 33):
        for piece in (f"{square}", f"K{square}") if square > 4 else (f"K{square}",):
            home = 2 if square != 2 else 3
            yield from (from_fen(f"{turn}:W{piece}:B{home}") for turn in "WB")


def _evaluation(answer: Any) -> None:
    function = read_function(answer, "position")
    for better, worse in (
        ("W:W22,23:B10", "W:W22:B10"),
        ("W:W22:B10", "W:W22:B10,11"),
        ("W:WK22:B10", "W:W22:B10"),
        ("B:W22:B10", "B:W22:BK10"),
    ):
        higher, lower = (_number(function, from_fen(fen)) for fen in (better, worse))
        if higher <= lower:
            text = (
                f"{better} is better for White than {worse}, but it returns"
                f" {number_text(higher)} and {number_text(lower)}."
            )
            example = Example(from_fen(better), None, higher)
            raise Fault(text, id="wrong-evaluation", example=example)
    _fair(function)
    _more_than_pieces(function)


def _more_than_pieces(function: Any) -> None:
    """Raise Fault for an evaluation that only counts men and kings."""
    lone_man, two_men, king = (
        _number(function, from_fen(fen)) for fen in ("W:W22:B10", "W:W22,23:B10", "W:WK22:B10")
    )
    man, crown = two_men - lone_man, king - lone_man
    worth = {"w": man, "W": man + crown, "b": -man, "B": -man - crown}
    for position in _positions(60, 9):
        counted = sum(worth[piece] for piece in position.pieces.values())
        if not isclose(_number(function, position), counted, abs_tol=1e-6 * man):
            return
    text = (
        f"It counts only the pieces, {number_text(man)} for a man and"
        f" {number_text(man + crown)} for a king."
    )
    text += " Add another term, for example one for the squares on which they stand."
    raise Fault(text, id="pieces-only")


def _for_white(position: Position, returned: float) -> None:
    right = material(position)
    if returned != right:
        turn = "Black" if position.black_to_move else "White"
        text = f"In {position.fen}, where {turn} is to move, it returns {number_text(returned)}"
        text += f", but for White the value is {number_text(right)}."
        id_ = "wrong-side" if returned == -right else "wrong-evaluation"
        raise Fault(text, id=id_, example=Example(position, right, returned))


def _read_verdicts(answer: Any) -> list[bool]:
    verdicts = read_row(answer, f"a list of {len(RESULTS)} times True or False", len(RESULTS))
    for judged in verdicts:
        if not isinstance(judged, bool):
            text = f"{judged!r} is neither True nor False."
            raise unfit(f"{text} Write True or False without quotes.")
    return verdicts


def _clear(answer: list[bool]) -> None:
    for judged, (won, drawn, lost) in zip(answer, RESULTS, strict=True):
        low, high = MatchResult(("one", "other"), won, drawn, lost, ()).interval
        if judged != (low > 0 or high < 0):
            text = f"{won} won, {drawn} drawn, {lost} lost: the difference lies between"
            text += f" {_elo(low)} and {_elo(high)} Elo. Does 0 lie between these two numbers?"
            raise Fault(text)


def _elo(difference: float) -> str:
    """Return a difference with its sign, and with a decimal, because +0.3 is not 0."""
    return elo_text(difference, decimals=1).replace("-", "−")


def _stronger(answer: Any) -> Facts:
    function = read_function(answer, "position")
    openings = [after(opening) for opening in fair_openings()[: GAMES // 2]]
    mine = Engine(
        evaluation=lru_cache(CACHED)(lambda position: _number(function, position)), depth=DEPTH
    )
    theirs = Engine(weights=MATERIAL, depth=DEPTH)  # the same as material, only faster
    try:
        result = _played(openings, mine, theirs)
    except EvaluationError as error:
        raise error.__cause__ or error from None
    if result.interval[0] <= 0:
        text = (
            f"{result} This does not show that your player is stronger, because the interval is"
            " not above 0."
        )
        raise Fault(text, "Watch some of the games: replay(match(…).games)", id="not-stronger")
    return {"result": result}


def _played(openings: Sequence[Position], mine: Engine, theirs: Engine) -> MatchResult:
    """Return the result of a match, which ends early when it is beyond doubt.

    To end it as soon as 0 lies outside the interval would be to wait for luck, so early on more
    is asked for.
    """
    counts = {1: 0, 0: 0, -1: 0}
    result = MatchResult(("yours", "material"), 0, 0, 0, ())
    for opening, is_black in product(openings, (True, False)):
        try:
            ahead = _ahead(opening, *((mine, theirs) if is_black else (theirs, mine)))
        except KeyboardInterrupt:
            text = (
                f"You stopped the match after {result.played} games, so it decides nothing yet:"
                f" {result}"
            )
            raise Fault(text, id="not-stronger") from None
        counts[-ahead if is_black else ahead] += 1
        result = MatchResult(("yours", "material"), counts[1], counts[0], counts[-1], ())
        report(f"Game {result.played} of {GAMES} at most: {result.wins} won, {result.losses} lost.")
        if result.played in LOOKS and (result.interval[0] > AHEAD or result.wins <= result.losses):
            break
    return result


def _ahead(position: Position, black: Engine, white: Engine) -> int:
    """Return 1 if White wins a game from a position, or is a man ahead at its end; −1 for Black."""
    for _ in range(PLIES):
        if position.is_over:
            return {"1-0": 1, "0-1": -1}.get(position.result, 0)
        position = position.play((black if position.black_to_move else white).search(position).move)
    return (material(position) >= 100) - (material(position) <= -100)


GRADES = {
    "11.1": FunctionExercise(
        ("position",),
        lambda: _positions(*CAREFUL),
        _careful,
        read=read_move,
        smaller=lambda position: (
            smaller for smaller in fewer_pieces(position) if len(smaller.moves()) > 1
        ),
        others=lambda: _positions(150, 105),
        then=_count_of_choices,
    ),
    "11.2": _evaluation,
    "11.3": FunctionExercise(
        ("position",),
        lambda: [*map(from_fen, MAN_AHEAD), *_positions(40, 4)],
        _for_white,
        read=read_number,
        smaller=fewer_pieces,
        others=lambda: _positions(40, 104),
    ),
    "11.4": DataExercise(_clear, _read_verdicts, id="wrong-prediction"),
    "11.5": _stronger,
}
