"""A game of one's own: forty lines are enough to search it, animate it, ask about it and play it on the board."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from connect_four import ConnectFour, FourInARow

from minimax_lessons import alphabeta, animate, best_move, minimax, predict
from minimax_lessons.board import GameBoard

ROOT = Path(__file__).resolve().parent.parent


def after(columns: str) -> Any:
    position = ConnectFour()
    for move in columns:
        position = position.play(move)
    return position


def test_it_takes_at_most_forty_lines() -> None:
    lines = (ROOT / "tests" / "connect_four.py").read_text(encoding="utf-8").splitlines()
    assert len(list(filter(None, lines))) <= 40


@pytest.mark.parametrize(
    ("columns", "row"),
    [
        ("agagaga", "a1 a2 a3 a4"),
        ("aabbccd", "a1 b1 c1 d1"),
        ("abbccdcddad", "a1 b2 c3 d4"),
        ("gffeedeeddbd", None),
        ("gffeedeeddd", "d4 e3 f2 g1"),
    ],
)
def test_four_in_a_row_win_in_every_direction(columns: str, row: str | None) -> None:
    position = after(columns)
    assert sorted(FourInARow().row(position)) == (row.split() if row else [])
    assert position.is_over == (row is not None)
    assert position.evaluate() == (row is not None)  # X had the last stone


def test_the_searches_of_the_course_find_the_win() -> None:
    position = after("agagag")
    assert minimax(position, 1, True) == alphabeta(position, 3, -1, 1, True) == 1
    assert best_move(position, 3) == "a"


def test_it_is_animated_and_asked_about() -> None:
    position = after("agagag")
    assert "minimax" in repr(animate(minimax, position, depth=1))
    assert "alphabeta" in repr(predict(alphabeta, position, depth=2))


def test_it_is_played_on_the_board_where_a_stone_falls_as_far_as_it_can() -> None:
    board = GameBoard(FourInARow(), after("aga"), {"x": "you", "o": "you"}, None)
    assert {move["text"]: move["path"] for move in board.state["moves"]}["a"] == ["a3"]
    board._obey(board, {"do": "move", "path": ["a3"], "ply": 0}, [])
    assert board.moves == ("a",)
    assert board.state["last"] == {"text": "a", "path": ["a3"], "taken": []}
    assert (board.state["notation"], board.state["recordName"]) == ("", "")
    board._obey(board, {"do": "setup", "text": "XO"}, [])
    assert board.state["setup"]["problem"] == "positions of Connect Four have no notation"


def test_its_engine_plays_it_and_the_board_says_who_won_and_shows_the_row() -> None:
    board = GameBoard(FourInARow(), after("agagag"), {"x": "engine", "o": "you"}, None)
    board._obey(board, {"do": "look", "view": 1}, [])
    assert board.wait(20)
    assert board.moves == ("a",)
    assert board.state["status"] == "X played a. X has won."
    assert board.state["row"] == ["a1", "a2", "a3", "a4"]
    picture = board._repr_mimebundle_()[0]["text/html"]
    assert "Connect Four" in picture
    assert (
        ElementTree.fromstring(board.playing.rules.still(board.position, flipped=False)) is not None
    )
