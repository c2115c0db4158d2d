import subprocess
import sys
from itertools import permutations, product
from math import factorial, prod
from random import Random

import pytest
from draughts_positions import swapped

from minimax_lessons import draughts
from minimax_lessons.draughts import Engine, endgames
from minimax_lessons.draughts.endgame import _positions
from minimax_lessons.draughts.packed_endgames import random_position
from minimax_lessons.draughts.rules import Position

pytestmark = pytest.mark.long


def test_counts_are_those_that_are_known():
    assert endgames().counts(2) == (716, 2_370, 402)
    assert endgames().counts(3) == (100_250, 8_477, 87_305)


def ways_to_place(pieces):
    """Return how many boards have so many pieces, some of each side: counted square by square."""
    # no man stands where it would be crowned
    men = {"w": set(range(5, 33)), "b": set(range(1, 29))}
    sides = [side for side in product("wb", repeat=pieces) if len(set(side)) == 2]
    ways = 0
    for side in {tuple(sorted(side)) for side in sides}:
        for squares in permutations(range(1, 33), pieces):
            ways += prod(
                1 + (square in men[each]) for each, square in zip(side, squares, strict=True)
            ) / prod(factorial(side.count(each)) for each in "wb")
    return ways


@pytest.mark.parametrize("pieces", [2, 3])
def test_each_position_is_looked_at_once(pieces):
    found = list(_positions(pieces))
    assert len(found) == len(set(found)) == ways_to_place(pieces)
    assert sum(endgames().counts(pieces)) == len(found)


@pytest.mark.parametrize(
    ("fen", "plies"),
    [
        ("B:WK1:B3,4", 61),
        ("W:WK6,K9:BK15", 27),
        ("B:WK6,K9:BK15", 28),
        ("W:WK1:BK32", None),
        ("B:W17,22:B13", 0),
        ("W:WK15:BK10", 1),
    ],
)
def test_a_position_ends_after_so_many_plies(fen, plies):
    assert endgames().look_up(draughts.from_fen(fen)) == plies


def test_no_win_of_three_pieces_takes_longer():
    assert max(plies for plies in endgames()._ends.values() if plies % 2) == 61


def test_every_outcome_follows_from_the_moves():
    random = Random(7)
    for _ in range(3_000):
        position = random_position(random, random.choice([2, 3, 3]))
        after = [0 if child.is_over else endgames().look_up(child) for child in position.children()]
        wins = [plies + 1 for plies in after if plies is not None and plies % 2 == 0]
        if wins:
            expected = min(wins)
        elif None in after:
            expected = None
        else:
            expected = max((plies + 1 for plies in after), default=0)
        assert endgames().look_up(position) == expected, position


def test_colours_can_be_swapped():
    random = Random(8)
    for _ in range(500):
        position = random_position(random, 3)
        assert endgames().look_up(position) == endgames().look_up(swapped(position))


def test_search_finds_the_same_distance():
    random, checked = Random(9), 0
    while checked < 25:
        position = random_position(random, 3)
        plies = endgames().look_up(position)
        if plies and plies <= 9:
            found = Engine().search(position, depth=plies)
            assert found.ends_in == plies
            assert (found.score > 0) == (position.maximizing == (plies % 2 == 1))
            checked += 1


def test_the_engine_with_tables_wins_in_exactly_the_stated_distance():
    random, engine, won = Random(10), Engine(endgames=endgames()), 0
    while won < 40:
        position = random_position(random, 3)
        plies = endgames().look_up(position)
        if not plies or plies % 2 == 0:
            continue
        winner, length = position.maximizing, 0
        while not position.is_over:
            position = position.play(engine.search(position, depth=1).move)
            length += 1
        assert length == plies
        assert position.result == ("1-0" if winner else "0-1")
        won += 1


def test_the_search_consults_the_tables_before_it_gets_there():
    position = draughts.from_fen("W:WK12,22,30:BK6")
    found = Engine(endgames=endgames()).search(position, depth=15)
    assert found.ends_in == 19
    assert found.score > 0


def test_the_last_piece_captured_is_a_win_for_the_search_with_tables_too():
    position = draughts.from_fen("B:WK2,K6,K11:BK3")
    with_tables, alone = (
        Engine(endgames=tables).search(position, depth=9) for tables in (endgames(), None)
    )
    assert with_tables.ends_in == alone.ends_in == 6


def after(fen, moves):
    position = draughts.from_fen(fen)
    for text in moves.split():
        position = position.play(text)
    return position


def test_what_is_drawn_already_is_no_win():
    drawn = after("B:WK6,K9:BK15", "15-19 9-14 19-15 14-9 15-19 9-14 19-15 14-9")
    assert drawn.is_draw
    assert endgames().look_up(drawn) is None


def test_a_won_game_is_not_given_away_by_the_third_time():
    position = after("B:WK6,K9:BK15", "15-19 9-14 19-15 14-9 15-19 9-14 19-15")
    found = Engine(endgames=endgames()).search(position, depth=1)
    assert not position.play(found.move).is_draw
    assert found.ends_in


def test_a_won_game_is_not_given_away_by_the_last_move_that_counts():
    won = draughts.from_fen("W:W9,K23:BK7")
    late = Position(won.black, won.white, won.kings, False, None, ((0, 0, 0),) * 79)
    found = Engine(endgames=endgames()).search(late, depth=1)
    assert str(found.move) == "9-5"


def test_more_pieces_than_the_tables_know_are_refused():
    with pytest.raises(ValueError, match="has 24 pieces: the tables know positions of up to 3"):
        endgames().look_up(draughts.start())


def test_they_take_little_memory():
    pytest.importorskip("resource")
    code = """
from resource import RUSAGE_SELF, getrusage
from minimax_lessons.draughts import endgames, rules
before = getrusage(RUSAGE_SELF).ru_maxrss
endgames()
print(getrusage(RUSAGE_SELF).ru_maxrss - before)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    unit = 1 if sys.platform == "darwin" else 1024
    assert int(done.stdout) * unit < 50_000_000
