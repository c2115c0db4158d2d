"""Three kings against two: the engine wins against the best defence that there is."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from minimax_lessons.draughts import Engine, Position, four_piece_endgames
from minimax_lessons.draughts.bitboards import BIT
from minimax_lessons.draughts.endgame import preference

np = pytest.importorskip("numpy", reason="the table of five kings is worked out with numpy")
from five_kings import FiveKings  # noqa: E402

pytestmark = pytest.mark.slow

GAMES, NODES = 12, 30_000  # a move takes about 0.1 s


@pytest.fixture(scope="module")
def table() -> FiveKings:
    return FiveKings(four_piece_endgames())


def positions(random: Random) -> Iterator[Position]:
    """Yield positions of three white kings against two black ones, with White to move."""
    while True:
        bits = random.sample(list(BIT.values()), 5)
        yield Position(sum(bits[:2]), sum(bits[2:]), sum(bits), black_to_move=False)


def plies(table: FiveKings, position: Position) -> int | None:
    return None if position.is_draw else table.look_up(*position.sides)


def test_no_win_takes_more_than_67_plies(table: FiveKings) -> None:
    assert [int(table.plies[size].max()) for size in (2, 3)] == [68, 67]


def test_each_value_follows_from_those_after_its_moves(table: FiveKings) -> None:
    random = Random(1)
    for _, position in zip(range(500), positions(random), strict=False):
        for each in (position, *position.children()):
            if (each.black | each.white).bit_count() == 5:
                best = min((plies(table, child) for child in each.children()), key=preference)
                assert plies(table, each) == (None if best is None else best + 1)


def best_defence(table: FiveKings, position: Position) -> Position:
    """Return the position after the move that draws, or that loses as late as may be."""
    return min(position.children(), key=lambda child: preference(plies(table, child)))


def test_three_kings_beat_two_wherever_the_table_says_so(table: FiveKings) -> None:
    engine, random = Engine(endgames=four_piece_endgames(), nodes=NODES), Random(3)
    for _ in range(GAMES):
        position = next(
            each
            for each in positions(random)
            if not each.moves()[0].is_capture and (plies(table, each) or 0) % 2
        )
        while not position.is_over:
            if position.black_to_move:
                position = best_defence(table, position)
            else:
                position = position.play(engine.search(position).move)
        assert position.result == "1-0"
