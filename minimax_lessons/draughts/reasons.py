"""Reasons: why a move is good or bad, in words, from the evaluation's terms along its line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from minimax_lessons.draughts.engine import Engine
from minimax_lessons.draughts.evaluation import (
    BLACK_BACK,
    CENTRE,
    WEIGHTS,
    WHITE_BACK,
    terms,
)
from minimax_lessons.draughts.notation import Move
from minimax_lessons.draughts.rules import Position
from minimax_lessons.draughts.table import DECIDED, plies_to_win
from minimax_lessons.quoting import listed, quoted

__all__ = ["Reasons", "why"]

DEPTH = 7
CAPTURES = 8  # plies that are added at most, until nothing is to be captured
NOTABLE = 5  # hundredths of a man: a term that differs by less is no reason
SIDES = ("White", "Black")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
# How each term is named where two lines are compared.
NAMES = {
    "men": "men",
    "kings": "kings",
    "advance": "men that are far advanced",
    "back_row": "men on the back row",
    "centre": "pieces in the centre",
    "lead": "lead, which counts more as the board empties",
    "hunt": "kings that hunt the enemy",
}


@dataclass(frozen=True)
class Reasons:
    """The consequences of a move, and those of the best other move."""

    position: Position
    line: tuple[Move, ...]  # the move first
    score: float  # for the player who moves: a man is worth 100
    sentences: tuple[str, ...]

    @property
    def move(self) -> Move:
        """Return the move that is explained."""
        return self.line[0]

    def __str__(self) -> str:
        return " ".join(self.sentences)


def why(position: Position, move: Move | str, *, depth: int = DEPTH) -> Reasons:
    """Return the consequences of a move in good play in words, and those of the best other move.

    >>> from minimax_lessons import draughts
    >>> position = draughts.from_fen("W:W5,22:B14,28")
    >>> print(draughts.why(position, "5-1"))  # doctest: +NORMALIZE_WHITESPACE
    5-1 wins one piece. At once White gets a king. In two plies Black gets a king.
    It is 3.17 men better than 22-17, most of all because of the men.
    """
    played = _legal(position, move)
    engine = Engine(weights=WEIGHTS)
    lines = {candidate: _line(engine, position, candidate, depth) for candidate in position.moves()}
    line, score = lines.pop(played)
    sentences = [f"{played} {_gain(position, line)}", *_events(position, line)]
    if outcome := _outcome(position, score):
        sentences.append(f"{outcome}.")
    sentences.append(_comparison(position, (line, score), list(lines.values()), depth))
    return Reasons(position, line, score, tuple(sentences))


def _legal(position: Position, move: Move | str) -> Move:
    by_name = {str(candidate): candidate for candidate in position.moves()}
    if str(move) not in by_name:
        raise ValueError(
            f"{quoted(str(move))} is not legal in this position: the moves are {listed(by_name)}"
        )
    return by_name[str(move)]


def _line(
    engine: Engine, position: Position, move: Move, depth: int
) -> tuple[tuple[Move, ...], float]:
    """Return a move with the best play up to a quiet position, and its score for the mover."""
    sign = 1 if position.maximizing else -1
    line = [move]
    after = position.play(move)
    score = after.evaluate()
    if not after.is_over:
        result = engine.search(after, depth=max(depth - 1, 1))
        line += result.variation
        score = result.score
    end = _end(position, line)
    for _ in range(CAPTURES):
        if end.is_over or not end.moves()[0].is_capture:
            break
        line.append(engine.search(end, depth=2).move)
        end = end.play(line[-1])
    return tuple(line), sign * score


def _end(position: Position, line: Sequence[Move]) -> Position:
    for move in line:
        position = position.play(move)
    return position


# What happens along a line


def _count(position: Position, side: str, kings: bool | None, mask: int = -1) -> int:
    """Return the number of a side's pieces on some squares: its kings, its men, or both."""
    pieces = position.white if side == "White" else position.black
    if kings is not None:
        pieces &= position.kings if kings else ~position.kings
    return (pieces & mask).bit_count()


def _gain(position: Position, line: Sequence[Move]) -> str:
    """Return the mover's gain or loss at the end of the line, as a verb and its object."""
    end, mover = _end(position, line), _mover(position)
    lost = _count(position, mover, None) - _count(end, mover, None)
    taken = _count(position, _other(mover), None) - _count(end, _other(mover), None)
    if taken > lost:
        return f"wins {_pieces(taken - lost)}{_for(lost, taken)}."
    if taken < lost:
        return f"loses {_pieces(lost - taken)}{_for(taken, lost)}."
    if lost:
        return f"leads to an exchange, {_number(taken)} for {_number(lost)}."
    return f"neither wins nor loses a piece within {_plies(len(line))}."


def _for(fewer: int, more: int) -> str:
    return f", {_number(more)} for {_number(fewer)}" if fewer else ""


def _events(position: Position, line: Sequence[Move]) -> Iterator[str]:
    """Yield the changes along the line: new kings, then each side's back row and centre."""
    end = position
    for plies, move in enumerate(line, 1):
        before, end = end, end.play(move)
        side = _mover(before)
        if _count(end, side, kings=True) > _count(before, side, kings=True):
            when = "At once" if plies == 1 else f"In {_plies(plies)}"
            yield f"{when} {side} gets a king."
    for side in (_mover(position), _other(_mover(position))):
        back = WHITE_BACK if side == "White" else BLACK_BACK
        guards, left = (_count(board, side, False, back) for board in (position, end))
        if left < guards:
            stay = f"{_number(left)} of its {_number(guards)} men there" if left else "no man there"
            yield f"{side}'s back row opens and keeps {stay}."
        central, more = (_count(board, side, None, CENTRE) for board in (position, end))
        if more > central:
            yield f"{side} has {_pieces(more - central, 'more')} in the centre."


def _outcome(position: Position, score: float) -> str:
    """Return the winner after a move with this score and the plies to the win, or nothing."""
    plies = plies_to_win(score)
    if plies is None:
        return ""
    winner = _mover(position) if score > 0 else _other(_mover(position))
    return f"{winner} wins in {_plies(1 + int(plies))}"


def _comparison(
    position: Position,
    chosen: tuple[tuple[Move, ...], float],
    others: Sequence[tuple[tuple[Move, ...], float]],
    depth: int,
) -> str:
    """Return a comparison with the best other move, by the evaluation term that differs most."""
    if not others:
        return "There is no other move."
    line, score = chosen
    other_line, other_score = max(others, key=lambda line_and_score: line_and_score[1])
    other_move, difference = other_line[0], score - other_score
    if max(abs(score), abs(other_score)) > DECIDED:
        outcome = _outcome(position, other_score) or f"neither side wins within {_plies(depth)}"
        return f"After {other_move}, the best other move, {outcome}."
    if abs(difference) < NOTABLE:
        return f"{other_move} is just as good."
    comparison = f"{abs(difference) / 100:.2f} men {'better' if difference > 0 else 'worse'}"
    sign = 1 if position.maximizing else -1
    ends = [terms(_end(position, variation)) for variation in (line, other_line)]
    shares = {
        name: sign * weight * (own_value - other_value)
        for name, weight, own_value, other_value in zip(NAMES, WEIGHTS, *ends, strict=True)
    }
    name = max(shares, key=lambda term: shares[term] if difference > 0 else -shares[term])
    reason = f", most of all because of the {NAMES[name]}" if shares[name] * difference > 0 else ""
    return f"It is {comparison} than {other_move}{reason}."


# Words


def _mover(position: Position) -> str:
    return "Black" if position.black_to_move else "White"


def _other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def _pieces(count: int, more: str = "") -> str:
    return " ".join(filter(None, (_number(count), more, "piece" if count == 1 else "pieces")))


def _plies(count: int) -> str:
    return "one ply" if count == 1 else f"{_number(count)} plies"
