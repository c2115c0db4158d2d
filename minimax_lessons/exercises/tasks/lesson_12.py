"""The exercises of lesson 12: values that are learned from examples, and how to test them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from math import exp, isclose, isfinite
from random import Random
from typing import Any

from minimax_lessons.draughts.learning import RATE, START, Key, expected, pieces_of, total
from minimax_lessons.draughts.rules import from_fen
from minimax_lessons.exercises.answers import read_number, read_row, result_of, unfit
from minimax_lessons.exercises.exercise import DataExercise, FunctionExercise, ask_with_copies
from minimax_lessons.exercises.faults import Fault
from minimax_lessons.quoting import quoted
from minimax_lessons.results import is_number

__all__ = ["BOARD", "GRADES"]

BOARD = from_fen("W:W22,K15:B10,12")
NEAR = 1e-6
FEW = ("W:W22:B1", "W:WK15:B1", "W:W22:B11", "W:W30,31:B10,11,K18", "W:W22,23,K15:B1")
EVERY = 5  # one game of so many is for testing
SIZES = ([1], [1] * 6, [2] * 5, [2] * 6, [3] * 11, [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4])


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


# 12.1


def _read_keys(answer: Any) -> set[Key]:
    wanted = 'a list of pairs like [("man", 22), ("king", 15)]'
    keys: set[Key] = set()
    for part in read_row(answer, wanted, in_any_order=True):
        words = part.split() if isinstance(part, str) else part
        pair = [*words] if isinstance(words, list | tuple) and len(words) == 2 else []
        kinds = [word.lower() for word in map(str, pair) if not word.isdecimal()]
        squares = [int(word) for word in map(str, pair) if word.isdecimal()]
        if len(kinds) != 1 or len(squares) != 1:
            raise unfit(f"The answer is {wanted}, and yours is {quoted(answer)}.")
        keys |= {*zip(kinds, squares, strict=True)}
    return keys


def _rising(answer: set[Key]) -> None:
    """Raise Fault unless exactly the values of Black's pieces are named, as Black sees them."""
    right = {(kind, square) for kind, square, sign in pieces_of(BOARD) if sign < 0}
    white = {(kind, square) for kind, square, sign in pieces_of(BOARD) if sign > 0}
    for key in sorted(answer - right, key=str):
        kind, square = key
        if key in white:
            reason = "counts for White, and the score is to become smaller, so it falls"
        elif (kind, 33 - square if isinstance(square, int) else square) in right:
            reason = f"is a black piece on {square}, which Black sees on square {33 - square}"
        else:
            reason = "is no piece of this board, so it does not change"
        raise Fault(f"You name {key!r}. That {reason}.")
    if answer != right:
        missing = min(right - answer)
        raise Fault(f"You name {len(answer)} of {len(right)} values: a {missing[0]} is missing.")


# 12.2

StepCase = tuple[dict[Key, float], list[tuple[str, int, int]], float]


def _step_cases(seed: int, count: int) -> list[StepCase]:
    """Return values, the pieces of a position and a label; the first positions are the smallest."""
    random = Random(seed)
    small = [(dict(START), pieces_of(from_fen(fen)), label) for fen in FEW for label in (1.0, 0.0)]
    more: list[StepCase] = []
    for _ in range(count):
        values = {key: value + random.randint(-30, 30) for key, value in START.items()}
        pieces = [
            (random.choice(("man", "king")), random.randint(1, 32), random.choice((1, -1)))
            for _ in range(random.randint(1, 12))
        ]
        more.append((values, pieces, random.random()))
    return [*small, *more]


def _after_step(case: StepCase) -> dict[Key, float]:
    """Return the values after a step, worked out key by key."""
    values, pieces, label = case
    score = sum(sign * values[kind, square] for kind, square, sign in pieces)
    error = label - 1 / (1 + exp(-score / 200))
    counts = dict.fromkeys(values, 0)
    for kind, square, sign in pieces:
        counts[kind, square] += sign
    return {key: value + RATE * error * counts[key] for key, value in values.items()}


def _read_values(returned: Any, case: StepCase) -> Mapping[Key, float]:
    if not isinstance(returned, Mapping):
        text = "`step` returns a dictionary of values"
        raise unfit(f"{text}, and yours returned {quoted(returned)}.")
    for key in case[0]:
        if key not in returned:
            raise unfit(f"The new dictionary has no value for {key!r}, but it needs all of them.")
        value = returned[key]
        if not is_number(value) or not isfinite(value):
            raise unfit(f"The value of {key!r} is {value!r} afterwards: each value stays a number.")
    return returned


def _one_step(case: StepCase, returned: Mapping[Key, float]) -> None:
    values, pieces, label = case
    right = _after_step(case)
    for key, value in right.items():
        if isclose(returned[key], value, rel_tol=0, abs_tol=NEAR):
            continue
        held = ", ".join(f"{kind} {square} ({sign:+d})" for kind, square, sign in pieces)
        share = expected(total(values, pieces))
        text = (
            f"With the pieces {held}, the values expect {share:.2f} and the label is {label:.2f}."
        )
        change = f"The value of {key!r} was {values[key]:g}. It should become {value:.3f}"
        raise Fault(text, f"{change}, and yours becomes {returned[key]:.3f}.", id="wrong-fit")


# 12.3

SplitCase = list[list[str]]


def _split_cases(extra: int = 0) -> list[SplitCase]:
    """Return lists of games; each position is a text that names its game."""

    def games(lengths: list[int]) -> SplitCase:
        return [[f"game {n} ply {ply}" for ply in range(size)] for n, size in enumerate(lengths)]

    return [games([size + extra for size in sizes] + [1] * extra) for sizes in SIZES]


def _kept_apart(games: SplitCase, parts: tuple[list[Any], list[Any]]) -> None:
    training, test = map(list, parts)
    every = [position for game in games for position in game]
    shown = f"With {_count(len(games), 'game')} of {_count(len(every), 'position')}"
    strange = next((entry for entry in training + test if entry not in every), None)
    if strange is not None:
        text = f"{shown}, your lists contain {quoted(strange)}, which is not one of the positions."
        raise Fault(f"{text} Put each position itself into a list.")
    if sorted(training + test) != sorted(every):
        text = f"{shown}, the two lists have {len(training)} and {len(test)} positions"
        raise Fault(f"{text}: each position belongs to exactly one of them.")
    for game in games:
        if 0 < len(set(game) & set(test)) < len(game):
            raise Fault(f"{shown}, positions of one game ({game[0][:6]}) stand in both lists.")
    right = [*chain.from_iterable(games[::EVERY])]
    if test != right:
        begins = f"begins with {quoted(test[:2])}" if test else "is empty"
        which = f"The games 0, {EVERY}, {2 * EVERY} and so on"
        raise Fault(f"{shown}, the test list {begins}. {which} are for testing, in their order.")
    if training != [position for position in every if position not in right]:
        raise Fault(f"{shown}, the training positions do not stand in the order of the games.")


# 12.4

ErrorCase = tuple[dict[Key, float], list[tuple[list[tuple[str, int, int]], float]]]


def _error_cases(seed: int, count: int) -> list[ErrorCase]:
    cases = _step_cases(seed, count)
    return [
        (values, [(pieces, label) for _, pieces, label in cases[first : first + size]])
        for first, (values, _, _) in enumerate(cases[:-3])
        for size in (1, 3)
    ]


def _mean_error(case: ErrorCase, returned: float) -> None:
    values, examples = case
    gaps = [abs(label - expected(total(values, pieces))) for pieces, label in examples]
    right = (sum(gap * gap for gap in gaps) / len(gaps)) ** 0.5
    if isclose(returned, right, rel_tol=0, abs_tol=NEAR):
        return
    listed = ", ".join(f"{gap:.3f}" for gap in gaps)
    text = f"The errors of {_count(len(gaps), 'example')}, without their signs: {listed}."
    text += f" Their mean error is {right:.4f}, and yours is {returned:.4f}."
    raise Fault(text, id="wrong-fit")


def _smaller_steps(case: StepCase) -> Iterator[StepCase]:
    values, pieces, label = case
    for number in range(len(pieces) if len(pieces) > 1 else 0):
        yield values, pieces[:number] + pieces[number + 1 :], label


GRADES = {
    "12.1": DataExercise(_rising, _read_keys, picture=BOARD, id="wrong-prediction"),
    "12.2": FunctionExercise(
        ("values", "pieces", "label"),
        lambda: _step_cases(1, 20),
        _one_step,
        lambda ask, case: ask_with_copies(ask, *case),
        _read_values,
        _smaller_steps,
        others=lambda: _step_cases(2, 40),
    ),
    "12.3": FunctionExercise(
        ("games",),
        _split_cases,
        _kept_apart,
        ask_with_copies,
        result_of((list, tuple), "two lists, training and test", part=(list, tuple), count=2),
        others=lambda: _split_cases(extra=2),
        id="test-not-fair",
    ),
    "12.4": FunctionExercise(
        ("values", "examples"),
        lambda: _error_cases(3, 10),
        _mean_error,
        lambda ask, case: ask_with_copies(ask, *case),
        read_number,
        others=lambda: _error_cases(4, 20),
    ),
}
