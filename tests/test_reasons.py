"""Why a move is good or bad, in words."""

from __future__ import annotations

import doctest
from random import Random

import pytest

from minimax_lessons import draughts
from minimax_lessons.draughts import reasons
from minimax_lessons.draughts.reasons import why
from minimax_lessons.draughts.rules import Position


def after(fen: str, *moves: str) -> Position:
    position = draughts.from_fen(fen)
    for move in moves:
        position = position.play(move)
    return position


def test_the_example_says_what_it_shows() -> None:
    assert doctest.testmod(reasons).failed == 0


@pytest.mark.parametrize(
    ("fen", "move", "sentence"),
    [
        ("W:W27:BK1,24", "27x20", "27x20 wins one piece."),
        ("W:W27:BK1,24", "27x20", "There is no other move."),
        ("W:W5,22:B14,28", "22-17", "22-17 loses one piece."),
        ("W:W5,22:B14,28", "22-17", "men worse than 5-1"),
        ("W:W5,30:B12", "5-1", "At once White gets a king."),
        ("W:WK1,30:B12", "30-26", "White's back row opens and keeps no man there."),
        ("W:WK6:BK9,4", "6x13", "6x13 wins one piece."),
        (
            "W:W21,23:B1,9,14,15,K31",
            "23-19",
            "After 21-17, the best other move, Black wins in four",
        ),
        ("W:W6,14:B3,8,K31", "14-9", "14-9 neither wins nor loses a piece within"),
        ("W:W6,14:B3,8,K31", "14-9", "In three plies White gets a king. In seven plies White"),
    ],
)
def test_what_changes_along_the_line_is_told(fen: str, move: str, sentence: str) -> None:
    assert sentence in str(why(draughts.from_fen(fen), move))


def test_a_win_is_counted_in_plies() -> None:
    assert "White wins in one ply." in str(why(draughts.from_fen("W:W27:B24"), "27x20"))


def test_every_line_can_be_played_and_begins_with_the_move() -> None:
    random = Random(1)
    for _ in range(20):
        position = draughts.start()
        for _ in range(random.randrange(40)):
            if position.play(move := random.choice(position.moves())).is_over:
                break
            position = position.play(move)
        move = random.choice(position.moves())
        told = why(position, move, depth=3)
        assert told.move == move
        for each in told.line:
            position = position.play(each)
        assert position.is_over or not position.moves()[0].is_capture


def test_a_move_that_is_not_legal_is_named_with_those_that_are() -> None:
    with pytest.raises(ValueError, match=r"'5-9' is not legal .* the moves are 5-1, 22-17, 22-18"):
        why(draughts.from_fen("W:W5,22:B14,28"), "5-9")
