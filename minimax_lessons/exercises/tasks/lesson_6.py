"""The exercises of lesson 6: real games, from noughts and crosses upwards."""

from __future__ import annotations

import re
from functools import cache
from math import inf
from typing import Any

from minimax_lessons.exercises.answers import read_function, read_words, shown, unfit
from minimax_lessons.exercises.calling import call
from minimax_lessons.exercises.faults import Example, Facts, Fault, about
from minimax_lessons.games.k_in_a_row import KInARow, from_text, noughts_and_crosses
from minimax_lessons.search import alphabeta, best_move

__all__ = ["FIVES", "GRADES", "ROWS"]

TO_THE_END = 9  # plies
THREE_ROWS = 'The answer is a board of three rows of three, such as "XO./.X./..O".'
OPENED = noughts_and_crosses().play("b1")
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))  # squares by number
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
    found: dict[KInARow, None] = {}
    newest = dict.fromkeys([noughts_and_crosses()])
    while newest:
        found |= newest
        newest = dict.fromkeys(child for position in newest for child in position.children())
    return tuple(found)


def _squares(answer: Any, example: str) -> list[str]:
    if isinstance(answer, str):
        answer = " ".join(re.findall(r"\w+", answer))  # "a1-b2" names two squares, too
    return [word.lower() for word in read_words(answer, f"a text of squares, such as {example!r}")]


def _replies(answer: Any) -> None:
    said = set(_squares(answer, "a1 c3"))
    holding = {move for move in OPENED.moves() if worth(OPENED.play(move)) == 0}
    for move in sorted(said):
        if move not in OPENED.moves():
            raise Fault(f"{move} is no free square: X stands on b1, and the others are free.")
        if move not in holding:
            then = best_move(OPENED.play(move), TO_THE_END - 2)
            raise Fault(f"{move} loses: X goes on with {then}, and wins whatever O does.")
    if said != holding:
        raise Fault(f"Those hold the draw, but not only those: of the eight replies {len(holding)} do.")


def _read_board(answer: Any) -> KInARow:
    if isinstance(answer, list | tuple) and all(isinstance(row, str) for row in answer):
        answer = "/".join(answer)
    if isinstance(answer, str):
        try:
            answer = from_text(answer, k=3)
        except ValueError as trouble:
            raise unfit(f"That is no board yet: {trouble}. {THREE_ROWS}") from None
    if not isinstance(answer, KInARow) or answer.grid != noughts_and_crosses().grid:
        raise unfit(f"{THREE_ROWS} Yours is {shown(answer)}.")
    return answer


def _fork(board: KInARow) -> Facts:
    if board.is_over:
        raise Fault(f"The game is over on this board: {board.status}. X should be to move.")
    if not board.maximizing:
        raise Fault("O is to move on this board. X should be: as many O as X.")
    for move, child in zip(board.moves(), board.children(), strict=True):
        if child.winner:
            raise Fault(f"X wins at once with {move}: that is no plan, that is luck.")
    move = best_move(board, TO_THE_END)
    after = board.play(move)
    if worth(board) != 1:
        result = "O wins" if worth(board) == -1 else "it is a draw"
        raise Fault(f"X's best move is {move}, and {result}, for O answers {best_move(after, TO_THE_END)}.")
    plies = next(depth for depth in range(1, TO_THE_END + 1) if alphabeta(board, depth, -inf, inf, True) == 1)
    return {"move": move, "plies": plies}


def _open_rows(answer: Any) -> Facts:
    count = read_function(answer, "position")
    for board in boards():
        marks = board.text.replace("/", "")
        for_x, for_o = (sum(foe not in {marks[i] for i in row} for row in ROWS) for foe in "OX")
        got = call(count, board)
        if got != for_x - for_o:
            reason = f"On this board {for_x} rows are open to X, as no O stands in them, and {for_o} to O."
            if got == for_o - for_x:
                reason = "The sign is turned round: what is good for X counts as positive."
            example = Example(board, for_x - for_o, repr(got))
            raise Fault(reason, id="wrong-evaluation", example=example)
    return {"count": len(boards())}


@cache
def _image(board: KInARow) -> tuple[str, ...]:
    """Return the same rows for all eight turned and mirrored forms of a board."""
    rows, forms = tuple(board.text.split("/")), []
    for _ in range(4):
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
        forms += [rows, rows[::-1]]
    return min(forms)


def _key(answer: Any) -> Facts:
    key = read_function(answer, "position")
    keys: dict[tuple[str, ...], tuple[Any, KInARow]] = {}
    boards_of: dict[Any, KInARow] = {}
    for board in boards():
        image, got = _image(board), call(key, board)
        try:
            other = boards_of.setdefault(got, board)
        except TypeError:
            told = f"A key must be usable in a dict: text or a tuple, not {got!r}."
            raise Fault(told, id="wrong-key", example=Example(board, None, repr(got))) from None
        if _image(other) != image:
            raise _two_boards(f"Two boards that no turn makes the same get one key, {got!r}:", other, board)
        first, twin = keys.setdefault(image, (got, board))
        if first != got:
            raise _two_boards(f"Two forms of one board get two keys, {first!r} and {got!r}:", twin, board)
    return {"boards": len(boards()), "keys": len(keys)}


def _two_boards(told: str, one: KInARow, other: KInARow) -> Fault:
    return Fault(told, id="wrong-key", example=Example(one, facts=(("The other board", other.text),)))


def _pairs(answer: Any) -> None:
    pairs = _read_pairs(answer)
    seen: set[str] = set()
    for pair in pairs:
        for square in pair:
            if square in seen:
                raise Fault(f"{square} stands in two pairs: O could have to answer in two places at once.")
            seen.add(square)
    for five in FIVES:
        if not any(set(pair) <= set(five) for pair in pairs):
            raise Fault(f"The row {' '.join(five)} holds no pair of yours: there X could get all five squares.")


def _read_pairs(answer: Any) -> list[list[str]]:
    example = '["a1 b2", "c1 c4"]'
    if not isinstance(answer, list | tuple):
        raise unfit(f"The answer is a list of pairs, such as {example}, and yours is {answer!r}.")
    pairs = []
    for part in answer:
        pair = _squares(part, "a1 b2")
        off = [square for square in pair if not any(square in five for five in FIVES)]
        if off:
            raise unfit(f"{off[0]!r} is no square of this board: they go from a1 to e5.")
        if len(set(pair)) != 2:
            raise unfit(f"{part!r} is no pair of two squares. The answer looks like {example}.")
        pairs.append(pair)
    return pairs


GRADES = {
    "6.1": about(_replies, OPENED, "wrong-prediction"),
    "6.2": about(_fork, _read_board, "shows-nothing"),
    "6.3": _open_rows,
    "6.4": _key,
    "6.5": about(_pairs, id="shows-nothing"),
}
