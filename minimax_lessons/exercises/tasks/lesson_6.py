"""The exercises of lesson 6: real games, from noughts and crosses upwards."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain, product
from math import inf
from typing import Any

from minimax_lessons.exercises.answers import read_number, read_row, read_words, shown, unfit
from minimax_lessons.exercises.exercise import Ask, DataExercise, FunctionExercise
from minimax_lessons.exercises.faults import Example, Facts, Fault
from minimax_lessons.games.k_in_a_row import KInARow, from_text, noughts_and_crosses
from minimax_lessons.quoting import quoted
from minimax_lessons.search import alphabeta, best_move

__all__ = ["FIVES", "GRADES", "ROWS"]

TO_THE_END = 9  # plies
THREE_ROWS = 'The answer is a board of three rows of three, for example "XO./.X./..O".'
OPENED = noughts_and_crosses().play("b1")
# squares by number
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LETTERS, NUMBERS = "abcde", "12345"
FIVES = (
    *(tuple(letter + number for letter in LETTERS) for number in NUMBERS),
    *(tuple(letter + number for number in NUMBERS) for letter in LETTERS),
    tuple(letter + number for letter, number in zip(LETTERS, NUMBERS, strict=True)),
    tuple(letter + number for letter, number in zip(LETTERS, reversed(NUMBERS), strict=True)),
)


def worth(position: KInARow) -> float:
    """Return the value of a position of noughts and crosses, searched to the end."""
    return alphabeta(position, TO_THE_END, -inf, inf, position.maximizing)


@cache
def boards() -> tuple[KInARow, ...]:
    """Return every position of noughts and crosses, those with few stones first."""
    positions: dict[KInARow, None] = {}
    newest = dict.fromkeys([noughts_and_crosses()])
    while newest:
        positions |= newest
        newest = dict.fromkeys(child for position in newest for child in position.children())
    return tuple(positions)


def _squares(answer: Any, example: str) -> list[str]:
    if isinstance(answer, str):
        # "a1-b2" and "a1b2" name two squares, too
        answer = " ".join(re.findall(r"[A-Za-z]\d(?!\d)|\w+", answer))
    words = read_words(answer, f"a text of squares, for example {example!r}")
    return [word.lower() for word in words]


def _replies(replies: set[str]) -> None:
    holding = {move for move in OPENED.moves() if worth(OPENED.play(move)) == 0}
    for move in sorted(replies):
        if move not in OPENED.moves():
            text = f"{move} is not a free square."
            raise Fault(f"{text} X stands on b1, and all the other squares are free.")
        if move not in holding:
            then = best_move(OPENED.play(move), TO_THE_END - 2)
            raise Fault(f"{move} loses, because X continues with {then} and wins whatever O does.")
    if replies != holding:
        raise Fault(
            f"These replies hold the draw, but some are missing: {len(holding)} of the eight"
            " replies hold it."
        )


def _read_board(answer: Any) -> KInARow:
    if isinstance(answer, list | tuple) and all(isinstance(row, str) for row in answer):
        answer = "/".join(answer)
    if isinstance(answer, str):
        try:
            answer = from_text(answer, k=3)
        except ValueError as trouble:
            raise unfit(f"This text is not a board: {trouble}. {THREE_ROWS}") from None
    if not isinstance(answer, KInARow) or answer.grid != noughts_and_crosses().grid:
        raise unfit(f"{THREE_ROWS} Yours is {shown(answer)}.")
    return answer


def _fork(board: KInARow) -> Facts:
    if board.is_over:
        raise Fault(f"The game is over on this board: {board.status}. X should be to move.")
    if not board.maximizing:
        raise Fault("O is to move on this board, but X should be, so put as many O as X on it.")
    at_once = next((move for move in board.moves() if board.play(move).winner), None)
    if at_once is not None:
        text = f"X wins at once with {at_once}, so X does not need a fork."
        raise Fault(f"{text} Build a board without such a move.")
    move = best_move(board, TO_THE_END)
    if worth(board) != 1:
        result = "O wins" if worth(board) == -1 else "it is a draw"
        reply = best_move(board.play(move), TO_THE_END)
        raise Fault(f"X's best move is {move}, and {result}, because O answers {reply}.")
    plies = next(
        depth for depth in range(1, TO_THE_END + 1) if alphabeta(board, depth, -inf, inf, True) == 1
    )
    return {"move": move, "plies": plies}


def _on_each(ask: Ask, every: tuple[KInARow, ...]) -> list[Any]:
    return [ask(board) for board in every]


def _read_counts(counts: list[Any], every: tuple[KInARow, ...]) -> list[float]:
    return [read_number(count, board) for count, board in zip(counts, every, strict=True)]


def _open_rows(every: tuple[KInARow, ...], counts: list[Any]) -> None:
    """Raise Fault for the first board with another count of open rows."""
    pairs = [_open_to_both(board) for board in every]
    for board, (for_x, for_o), got in zip(every, pairs, counts, strict=True):
        if got != for_x - for_o:
            reason = (
                f"On this board {for_x} rows are open to X, because no O stands in them, and"
                f" {for_o} to O."
            )
            if counts == [o - x for x, o in pairs]:
                reason = (
                    "The sign is the wrong way round, because a row that is open to X counts"
                    " as positive."
                )
            example = Example(board, for_x - for_o, repr(got))
            raise Fault(reason, id="wrong-evaluation", example=example)


def _open_to_both(board: KInARow) -> tuple[int, int]:
    """Return the numbers of rows that are open to X, and to O."""
    marks = board.text.replace("/", "")
    for_x, for_o = (sum(foe not in {marks[i] for i in row} for row in ROWS) for foe in "OX")
    return for_x, for_o


@cache
def _image(board: KInARow) -> tuple[str, ...]:
    """Return the same rows for all eight turned and mirrored forms of a board."""
    rows, forms = tuple(board.text.split("/")), []
    for _ in range(4):
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
        forms += [rows, rows[::-1]]
    return min(forms)


def _read_keys(keys: list[Any], every: tuple[KInARow, ...]) -> list[Any]:
    for board, key in zip(every, keys, strict=True):
        try:
            hash(key)
        except TypeError:
            text = "A key must work in a dictionary, so return a text or a tuple instead of"
            example = Example(board, None, repr(key))
            raise Fault(f"{text} {key!r}.", id="wrong-key", example=example) from None
    return keys


def _keys(every: tuple[KInARow, ...], keys: list[Any]) -> None:
    """Raise Fault if two forms of one board get two keys, or two boards get one."""
    key_of: dict[tuple[str, ...], tuple[Any, KInARow]] = {}
    board_of: dict[Any, KInARow] = {}
    for board, key in zip(every, keys, strict=True):
        twin, image, text = board_of.setdefault(key, board), _image(board), ""
        if _image(twin) != image:
            text = f"Two different boards get the same key, {key!r}:"
        elif (earlier := key_of.setdefault(image, (key, board)))[0] != key:
            first, twin = earlier
            text = f"Two forms of the same board get different keys, {first!r} and {key!r}:"
        if text:
            example = Example(twin, facts=(("The other board", board.text),))
            raise Fault(text, id="wrong-key", example=example)


def _pairs(pairs: list[list[str]]) -> None:
    seen: set[str] = set()
    for square in chain.from_iterable(pairs):
        if square in seen:
            text = f"{square} stands in two pairs"
            raise Fault(f"{text}, so O could have to answer in two places at once.")
        seen.add(square)
    for five in FIVES:
        if not any(set(pair) <= set(five) for pair in pairs):
            raise Fault(
                f"The row {' '.join(five)} contains none of your pairs, so X could get all five"
                " squares there."
            )


def _read_pairs(answer: Any) -> list[list[str]]:
    example = '["a1 b2", "c1 c4"]'
    pairs = []
    for part in read_row(answer, f"a list of pairs, for example {example}", in_any_order=True):
        pair = _squares(part, "a1 b2")
        off = [square for square in pair if not any(square in five for five in FIVES)]
        if off:
            raise unfit(
                f"{off[0]!r} is not a square of this board, whose squares go from a1 to e5."
            )
        if len(set(pair)) != 2:
            raise unfit(f"{part!r} is not a pair of two squares. A right form is {example}.")
        pairs.append(pair)
    return pairs


def _lines() -> list[str]:
    """Return every line of five squares, those with few stones first."""
    return sorted(map("".join, product(".XO", repeat=5)), key=lambda line: 5 - line.count("."))


def _line_value(line: str, returned: float) -> None:
    """Raise Fault if a line is worth something else."""
    x, o = line.count("X"), line.count("O")
    right = 10 ** (x - 1) if x and not o else -(10 ** (o - 1)) if o and not x else 0
    if returned == right:
        return
    stones = f"Only X has stones here ({x})" if x else f"Only O has stones here ({o})"
    reason = f"{stones}, so this line is worth {right:,}."
    if not (x or o):
        reason = "Nobody has a stone here, so this line is worth 0."
    if x and o:
        reason = "Both players have a stone here, so nobody can fill this line, and it is worth 0."
    got = quoted(returned)
    text, example = f"For the line {line} it returned {got}. {reason}", Example(line, right, got)
    raise Fault(text, id="wrong-evaluation", example=example)


GRADES = {
    "6.1": DataExercise(
        _replies, lambda answer: set(_squares(answer, "a1 c3")), OPENED, "wrong-prediction"
    ),
    "6.2": DataExercise(_fork, _read_board, id="shows-nothing"),
    "6.3": FunctionExercise(
        ("position",),
        lambda: [boards()],  # all together are the only case
        _open_rows,
        _on_each,
        _read_counts,
        then=lambda ask: {"count": len(boards())},
    ),
    "6.4": FunctionExercise(
        ("position",),
        lambda: [boards()],  # all together are the only case
        _keys,
        _on_each,
        _read_keys,
        then=lambda ask: {"boards": len(boards()), "keys": len({*map(_image, boards())})},
    ),
    "6.5": DataExercise(_pairs, _read_pairs, id="shows-nothing"),
    "6.6": FunctionExercise(("line",), _lines, _line_value, read=read_number, others=_lines),
}
