"""The exercises of lesson 11: players and evaluations of one's own, and what a match can tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import isclose, isfinite
from numbers import Real
from random import Random
from typing import Any

from minimax_lessons.draughts.engine import Engine, EvaluationError
from minimax_lessons.draughts.evaluation import Terms
from minimax_lessons.draughts.matches import MatchResult, after, fair_openings
from minimax_lessons.draughts.rules import Position, from_fen, placed, start
from minimax_lessons.exercises.answers import name_of, read_function
from minimax_lessons.exercises.calling import call
from minimax_lessons.exercises.faults import Example, Facts, Fault, about
from minimax_lessons.exercises.shrinking import fewer_pieces, on_each, refuse_first
from minimax_lessons.exercises.tasks.lesson_7 import reached

__all__ = ["GRADES", "RESULTS", "material", "turned"]

RESULTS = ((3, 0, 0), (9, 4, 2), (30, 45, 25), (60, 100, 40))  # won, drawn, lost
MAN_AHEAD = ("W:W22,23:B10", "B:W22,23:B10")
WORTH = {"w": 100, "W": 150, "b": -100, "B": -150}
OTHER_SIDE = str.maketrans("bBwW", "wWbB")
MATERIAL = Terms(100, 150, *[0] * (len(Terms._fields) - 2))
DEPTH, CACHED = 2, 50_000
GAMES, LOOKS, AHEAD = 120, (40, 60, 80, 100), 30  # it ends after so many if it is clear by so many Elo, or not led
PLIES = 120  # then a game is decided by who is a man ahead: what is left are kings that wander about


def material(position: Position) -> float:
    """Return what the pieces are worth, White's less Black's."""
    return sum(WORTH[piece] for piece in position.pieces.values())


def turned(position: Position) -> Position:
    """Return the same position with the colours changed and the board turned round: what is good becomes bad."""
    other = {33 - square: piece.translate(OTHER_SIDE) for square, piece in position.pieces.items()}
    return placed(other, not position.black_to_move)


def _positions(count: int, seed: int) -> list[Position]:
    """Return positions from games of random moves, in which both sides have pieces and the player to move a choice."""
    random = Random(seed)
    found: list[Position] = []
    while len(found) < count:
        position = start()
        for _ in range(random.randrange(4, 60)):
            if position.is_over:
                break
            position = position.play(random.choice(position.moves()))
        if len(position.moves()) > 1 and position.white and position.black:
            found.append(from_fen(position.fen))
    return found


def _gives_nothing(position: Position) -> bool:
    return not (position.moves() and position.moves()[0].is_capture)


def _cautious(answer: Any) -> Facts:
    function, positions = read_function(answer, "position"), _positions(150, 5)
    refuse_first(positions, lambda position: _careful(position, function), fewer_pieces)
    safe = [[_gives_nothing(position.play(move)) for move in position.moves()] for position in positions]
    return {"count": sum(any(each) and not all(each) for each in safe)}


def _careful(position: Position, function: Callable[..., Any]) -> None:
    """Raise Fault if a piece is given away that need not be."""
    if len(position.moves()) < 2:
        return
    move = call(function, position)
    after = reached(position, move)
    safe = [str(each) for each in position.moves() if _gives_nothing(position.play(each))]
    if safe and not _gives_nothing(after):
        taken = ", ".join(map(str, after.moves()))
        told = f"In {position.fen} it plays {move}, and the opponent takes: {taken}. {safe[0]} is safe there."
        raise Fault(told, id="not-the-best-move", example=Example(position, safe[0], str(move)))


def _number(function: Any, position: Position) -> float:
    said = call(function, position)
    if isinstance(said, bool) or not isinstance(said, Real) or not isfinite(said):
        told = f"{name_of(function)} returned {said!r} for {position.fen}: an evaluation is a number."
        raise Fault(told, id="no-number", example=Example(position, None, repr(said)))
    return float(said)


def _fair(function: Any) -> None:
    """Raise Fault for an evaluation that favours a side, or depends on what it should not."""

    def judge(position: Position) -> None:
        said, other = _number(function, position), _number(function, turned(position))
        if abs(said + other) <= 1e-6 * max(1, abs(said)):
            return
        told = (
            f"It says {said:g} for {position.fen}, and {other:g} for the same with the colours changed,"
            f" {turned(position).fen}: that should be the same with the other sign."
        )
        raise Fault(told, id="unfair-evaluation", example=Example(position, -other, said))

    refuse_first([start(), *_each_square(), *_positions(60, 8)], judge, fewer_pieces)


def _each_square() -> Iterator[Position]:
    """Yield positions in which each piece stands once on each square where it can, against a man at home."""
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
        one, other = (_number(function, from_fen(fen)) for fen in (better, worse))
        if one <= other:
            told = f"{better} is better for White than {worse}, and it says {one:g} and {other:g}."
            raise Fault(told, id="wrong-evaluation", example=Example(from_fen(better), None, one))
    _fair(function)
    _more_than_pieces(function)


def _more_than_pieces(function: Any) -> None:
    """Raise Fault for an evaluation that what it says a man and a king are worth explains wholly."""
    one, two, king = (_number(function, from_fen(fen)) for fen in ("W:W22:B10", "W:W22,23:B10", "W:WK22:B10"))
    man, crown = two - one, king - one
    worth = {"w": man, "W": man + crown, "b": -man, "B": -man - crown}
    for position in _positions(60, 9):
        said, counted = _number(function, position), sum(worth[piece] for piece in position.pieces.values())
        if not isclose(said, counted, abs_tol=1e-6 * man):
            return
    raise Fault(
        f"It counts the pieces, {man:g} a man and {man + crown:g} a king, and nothing more."
        " Let something else count too: where they stand, say.",
        id="pieces-only",
    )


def _for_white(position: Position, function: Callable[..., Any]) -> None:
    said, right = _number(function, position), material(position)
    if said != right:
        turn = "Black" if position.black_to_move else "White"
        told = f"In {position.fen}, where {turn} is to move, it says {said:g}: seen by White it is {right:g}."
        id_ = "wrong-side" if said == -right else "wrong-evaluation"
        raise Fault(told, id=id_, example=Example(position, right, said))


def _clear(answer: Any) -> None:
    if not isinstance(answer, list | tuple) or len(answer) != len(RESULTS):
        raise Fault(f"The answer is a list of {len(RESULTS)} times True or False.")
    for said, (won, drawn, lost) in zip(answer, RESULTS, strict=True):
        if not isinstance(said, bool):
            raise Fault(f"{said!r} is neither True nor False.")
        low, high = MatchResult(("one", "other"), won, drawn, lost, ()).interval
        if said != (low > 0 or high < 0):
            raise Fault(
                f"{won} won, {drawn} drawn, {lost} lost: the difference lies between {low:+.0f} and"
                f" {high:+.0f} Elo. Is 0 in between?"
            )


def _stronger(answer: Any) -> Facts:
    function = read_function(answer, "position")
    openings = [after(opening) for opening in fair_openings()[: GAMES // 2]]
    mine = Engine(evaluation=lru_cache(CACHED)(lambda position: _number(function, position)), depth=DEPTH)
    theirs = Engine(weights=MATERIAL, depth=DEPTH)  # the same as material, only faster
    try:
        result = _played(openings, mine, theirs)
    except EvaluationError as error:
        raise error.__cause__ or error from None
    if result.interval[0] <= 0:
        told = f"{result} That is not clearly stronger."
        raise Fault(told, "Watch some: replay(match(…).games)", id="not-stronger")
    return {"result": result}


def _played(openings: Sequence[Position], mine: Engine, theirs: Engine) -> MatchResult:
    """Return the result of a match, which ends early when it is beyond doubt.

    To end it as soon as 0 lies outside the interval would be to wait for luck: early on more is asked for.
    """
    counts = {1: 0, 0: 0, -1: 0}
    for opening, is_black in product(openings, (True, False)):
        ahead = _ahead(opening, *((mine, theirs) if is_black else (theirs, mine)))
        counts[-ahead if is_black else ahead] += 1
        result = MatchResult(("yours", "material"), counts[1], counts[0], counts[-1], ())
        if result.played in LOOKS and (result.interval[0] > AHEAD or result.wins <= result.losses):
            break
    return result


def _ahead(position: Position, black: Engine, white: Engine) -> int:
    """Return 1 if White wins a game from a position, or is a man ahead when it is long enough; −1 if Black is."""
    for _ in range(PLIES):
        if position.is_over:
            return {"1-0": 1, "0-1": -1}.get(position.result, 0)
        position = position.play((black if position.black_to_move else white).search(position).move)
    return (material(position) >= 100) - (material(position) <= -100)


GRADES = {
    "11.1": _cautious,
    "11.2": _evaluation,
    "11.3": on_each(_for_white, lambda: [*map(from_fen, MAN_AHEAD), *_positions(40, 4)], fewer_pieces, "position"),
    "11.4": about(_clear, id="wrong-prediction"),
    "11.5": _stronger,
}
