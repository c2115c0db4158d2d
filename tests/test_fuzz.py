"""Whatever somebody types is read, or answered in one short sentence; and what is read comes out again."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from draughts_positions import played

from minimax_lessons import draughts
from minimax_lessons.draughts import Game, read_pdn
from minimax_lessons.games import k_in_a_row
from minimax_lessons.nested import read_tree

MUTATIONS = 4_000  # of each kind of text
SIGNS = "0123456789-x:×–.,;()[]{}\"'\\/BWKbwk*$!?%\n\t eE∞−٣\x00\ufeff\U0001f600"


def mutated(text: str, random: Random) -> str:
    """Return the text after one to four slips: a sign more, one less, another, two changed over, a part twice."""
    for _ in range(random.randint(1, 4)):
        at, to = sorted((random.randint(0, len(text)), random.randint(0, len(text))))
        sign = random.choice(SIGNS)
        text = random.choice(
            [
                text[:at] + sign + text[at:],
                text[:at] + text[at + 1 :],
                text[:at] + sign + text[at + 1 :],
                text[:at] + text[at : at + 2][::-1] + text[at + 2 :],
                text[:to] + text[at:to] + text[to:],
                text[:at] + sign * random.choice((60, 2_000)) + text[at:]
                if random.random() < 0.02
                else text,
            ]
        )
    return text


def pdn(text: str) -> None:
    for game in read_pdn(text):
        assert list(read_pdn(game.pdn)) == [game]


def fen(text: str) -> None:
    position = draughts.from_fen(text)
    assert draughts.from_fen(position.fen) == position


def move(text: str) -> None:
    assert played(5, 20).read_move(text) in played(5, 20).moves()


def nested(text: str) -> None:
    tree = read_tree(text, most=500).tree
    assert read_tree(re.sub(r"Fraction\((-?\d+), (\d+)\)", r"\1/\2", str(tree.nested))).tree == tree


def row(text: str) -> None:
    position = k_in_a_row.from_text(text, 3)
    assert k_in_a_row.from_text(position.text, 3) == position


def a_game() -> str:
    moves: list[Any] = []
    position = draughts.start()
    for _ in range(12):
        moves.append(position.moves()[-1])
        position = position.play(moves[-1])
    return Game(tuple(moves), draughts.start(), "1-0", {"Event": 'a "b" \\ c'}, {3: "a remark"}).pdn


@pytest.mark.slow
@pytest.mark.parametrize(
    ("read", "text"),
    [
        (pdn, a_game()),
        (fen, "W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29."),
        (move, str(played(5, 20).moves()[0])),
        (nested, "[[3, 5.5, [2, -1e3]], [1/3, −∞], [[9], 1_000]]"),
        (row, "XOX/.O./X.."),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_a_slip_is_answered_in_one_short_sentence(read: Callable[[str], None], text: str) -> None:
    random = Random(read.__name__)
    read(text)
    for _ in range(MUTATIONS):
        typed = mutated(text, random)
        problem = None
        try:
            read(typed)
        except ValueError as found:
            problem = str(found)
        if problem is not None:
            assert 0 < len(problem) < 900, typed
            assert len(problem.splitlines()) == 1, typed
