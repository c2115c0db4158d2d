import json
import pickle
import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random

import pytest
from draughts_positions import played, positions, random_fen, swapped
from hypothesis import given
from naive_draughts import NUMBER, fen_of, grid_of, other
from naive_draughts import moves as naive_moves
from naive_draughts import play as naive_play

from minimax_lessons import draughts, trace
from minimax_lessons.draughts import Move, bitboards
from minimax_lessons.position import Position
from minimax_lessons.search import alphabeta, best_move, minimax

CASES = json.loads((Path(__file__).parent / "perft.json").read_text(encoding="utf-8"))["cases"]
QUICK = 2_600_000  # leaf positions: well under a second
MOST = 25_000_000  # the three deeper counts meet no rule that these do not meet
COUNTS = [
    (case["name"], case["fen"], depth, count)
    for case in CASES
    for depth, count in enumerate(case["perft"], 1)
    if count <= MOST
]


def once_for_each_position(perft):
    """Return perft, which calls itself by its name, with a memory for positions met again."""
    remembered = lru_cache(maxsize=None)(perft)
    return lambda *state: (remembered if state[-1] > 2 else perft)(*state)


@pytest.mark.parametrize(
    ("name", "fen", "depth", "count"),
    [
        pytest.param(
            *case, id=f"{case[0]}-{case[2]}", marks=[] if case[3] <= QUICK else pytest.mark.slow
        )
        for case in COUNTS
    ],
)
def test_perft_counts_what_is_known(name, fen, depth, count, monkeypatch):
    monkeypatch.setattr(bitboards, "perft", once_for_each_position(bitboards.perft))
    assert draughts.perft(draughts.from_fen(fen), depth) == count


def test_perft_ignores_the_draw_rules():
    fen = "W:WK1:BK32"
    position = draughts.from_fen(fen)
    for move in ["1-6", "32-27", "6-1", "27-32"] * 2:
        position = position.play(move)
    assert position.is_over
    assert draughts.perft(position, 5) == draughts.perft(draughts.from_fen(fen), 5) > 0


@pytest.mark.parametrize("depth", [-1, 1.0, "3", None, True])
def test_perft_refuses_a_depth_that_is_none(depth):
    with pytest.raises(ValueError, match="perft counts sequences of depth 0, 1, 2"):
        draughts.perft(draughts.start(), depth)


def agrees_with_the_naive_generator(fen):
    position, (grid, side) = draughts.from_fen(fen), grid_of(fen)
    paths = {tuple(NUMBER[place] for place in path): path for path in naive_moves(grid, side)}
    assert set(position.moves()) == set(paths), fen
    assert len(position.moves()) == len(paths)
    for move in position.moves():
        assert position.play(move).fen == fen_of(naive_play(grid, paths[move]), other(side)), (
            fen,
            move,
        )


@pytest.mark.parametrize(
    ("first", "last"), [(0, 500), pytest.param(500, 5_000, marks=pytest.mark.slow)]
)
def test_random_positions_agree_with_the_naive_generator(first, last):
    random = Random(first)
    for seed in range(first, last):
        agrees_with_the_naive_generator(random_fen(random))
        agrees_with_the_naive_generator(played(seed, random.randint(0, 150)).fen)


def test_a_position_is_a_position_of_the_protocol():
    assert isinstance(draughts.start(), Position)


def test_the_start_has_twelve_men_each_and_black_moves_first():
    position = draughts.start()
    assert list(position.pieces.values()) == ["b"] * 12 + ["w"] * 12
    assert not position.maximizing
    assert [str(move) for move in position.moves()] == [
        "9-13",
        "9-14",
        "10-14",
        "10-15",
        "11-15",
        "11-16",
        "12-16",
    ]
    assert not position.is_over
    assert (position.result, position.ending) == ("*", "")


@given(positions)
def test_every_move_leads_to_a_legal_position(position):
    for move, child in zip(position.moves(), position.children(), strict=True):
        assert child == position.play(move) == position.play(str(move))
        assert draughts.from_fen(child.fen) == child
        assert child.black_to_move != position.black_to_move
        assert child.last_move == move


@given(positions)
def test_a_move_takes_exactly_what_it_jumps_and_crowns_only_on_the_last_row(position):
    for move in position.moves():
        before, after = position.pieces, position.play(move).pieces
        piece = before[move.start]
        crowned = piece in "bw" and move.end in (range(29, 33) if piece == "b" else range(1, 5))
        expected = {
            square: letter
            for square, letter in before.items()
            if square not in (move.start, *move.captured)
        }
        assert after == expected | {move.end: piece.upper() if crowned else piece}
        assert all(
            before[square].lower() == ("w" if piece in "bB" else "b") for square in move.captured
        )
        assert len(set(move.captured)) == len(move.captured)


@given(positions)
def test_capturing_is_mandatory(position):
    assert len({move.is_capture for move in position.moves()}) <= 1


@given(positions)
def test_colours_can_be_swapped(position):
    mirror = swapped(position)
    turned = {Move(*(33 - square for square in move)) for move in mirror.moves()}
    assert turned == set(draughts.from_fen(position.fen).moves())
    assert draughts.perft(mirror, 3) == draughts.perft(position, 3)
    assert mirror.evaluate() == pytest.approx(-draughts.from_fen(position.fen).evaluate())


@given(positions)
def test_moves_come_in_order_and_the_position_stays_as_it_is(position):
    fen, moves = position.fen, position.moves()
    position.children()
    assert position.moves() == moves == tuple(sorted(moves))
    assert position.fen == fen
    with pytest.raises(AttributeError):
        position.black = 0


@given(positions)
def test_positions_are_values(position):
    assert eval(repr(position), {"draughts": draughts}) == position
    assert hash(draughts.from_fen(position.fen)) == hash(position)
    again = pickle.loads(pickle.dumps(position))
    assert (again, again.past, again.last_move) == (position, position.past, position.last_move)


def test_the_turn_makes_a_difference():
    assert draughts.from_fen("B:W21:B1") != draughts.from_fen("W:W21:B1")


def test_a_new_king_does_not_jump_on():
    assert draughts.from_fen(CASES[2]["fen"]).moves() == (Move(13, 22, 31),)


def test_a_king_may_end_where_it_began():
    position = draughts.from_fen("B:W17,18,20,22,25,26,27:B5,6,8,9,10,11,19,K30")
    loop = Move(30, 21, 14, 23, 30)
    assert loop in position.moves()
    after = position.play(loop)
    assert after.pieces[30] == "B"
    assert position.pieces.keys() - after.pieces.keys() == set(loop.captured) == {17, 18, 25, 26}


def test_each_route_is_a_move_of_its_own():
    position = draughts.from_fen("W:WK1,20,24,25,27,29,30:B4,6,7,8,15,16")
    left, right = (move for move in position.moves() if move.start == 1)
    assert left != right
    assert position.play(left) == position.play(right)


@pytest.mark.parametrize(
    ("fen", "result", "ending"),
    [
        ("B:W17,22:B13", "1-0", "White wins: Black has no move"),
        ("B:W17:B", "1-0", "White wins: Black has no piece left"),
        ("W:W:BK1", "0-1", "Black wins: White has no piece left"),
        ("W:W20:B11,16", "0-1", "Black wins: White has no move"),
    ],
)
def test_a_player_without_a_move_has_lost(fen, result, ending):
    position = draughts.from_fen(fen)
    assert position.is_over
    assert position.moves() == ()
    assert (position.result, position.ending) == (result, ending)
    assert position.evaluate() == (10_000 if result == "1-0" else -10_000)


def shuttled(plies):
    """Return the position after kings have gone to and fro."""
    position = draughts.from_fen("W:WK1:BK32")
    for ply in range(plies):
        position = position.play(["1-6", "32-27", "6-1", "27-32"][ply % 4])
    return position


def test_the_third_time_is_a_draw():
    assert not shuttled(7).is_over
    drawn = shuttled(8)
    assert drawn.is_draw
    assert drawn.is_over
    assert drawn.moves() == drawn.children() == ()
    assert (drawn.result, drawn.evaluate()) == ("1/2-1/2", 0)
    assert drawn.ending == "drawn: the same position for the third time"


def test_the_past_does_not_count_for_equality():
    fresh, drawn = draughts.from_fen("W:WK1:BK32"), shuttled(8)
    assert fresh == drawn
    assert hash(fresh) == hash(drawn)
    assert (fresh.is_over, drawn.is_over) == (False, True)


def wandered(plies):
    """Return a position in which two kings have walked about for so long and never stood twice as they stood."""
    return replace(
        draughts.from_fen("W:WK29,21:BK4"), past=tuple((ply, 0, 0) for ply in range(plies))
    )


def test_eighty_plies_without_progress_are_a_draw():
    assert draughts.DRAW_PLIES == 80
    assert not wandered(78).play("29-25").is_over
    drawn = wandered(79).play("29-25")
    assert drawn.result == "1/2-1/2"
    assert drawn.ending == "drawn: 40 moves each without a capture or a move of a man"


def test_a_move_of_a_man_or_a_capture_starts_the_count_afresh():
    after = wandered(79).play("21-17")
    assert after.past == ()
    assert not after.is_over
    capture = replace(draughts.from_fen("W:WK29,21:BK4,25"), past=((0, 0, 0),) * 79).play("29x22")
    assert capture.past == ()


def test_losing_comes_before_drawing():
    blocked = draughts.from_fen("B:W17,22:B13")
    assert replace(blocked, past=((1, 2, 3),) * 80).result == "1-0"


@pytest.mark.parametrize(
    ("fen", "move", "why"),
    [
        (None, "11-17", "the piece on 11 cannot go there. Legal here: 9-13, 9-14, 10-14"),
        (None, "15-19", "there is no piece on 15"),
        (None, "22-18", "the piece on 22 is White's, and it is Black's turn"),
        (None, "1-5", "the piece on 1 has no legal move"),
        (None, "11-33", "there is no square 33, they are numbered 1 to 32"),
        (None, "11x15", "it is a step, written 11-15"),
        (
            None,
            "e2-e4",
            "'e2-e4' is not a move: write 11-15 for a step, 22x15 or 22x15x8 for a capture. Legal here",
        ),
        (None, "", "'' is not a move"),
        (None, "11", "'11' is not a move"),
        (
            "B:W15,22:B11,10",
            "10-14",
            "a capture is possible and must be made. Legal here: 10x19, 11x18x25",
        ),
        ("B:W15,22:B11,10", "10-19", "it is a capture, written 10x19"),
        ("B:W15,22:B11,10", "11x18", "the jump is not finished on 18 and must go on"),
        (
            "W:WK1,20,24,25,27,29,30:B4,6,7,8,15,16",
            "1x10",
            "it could be: 1x10x3x12x19x10, 1x10x19x12x3x10",
        ),
        ("B:W17,22:B13", "13-9", "No move is legal here, for the game is over"),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason(fen, move, why):
    position = draughts.from_fen(fen) if fen else draughts.start()
    with pytest.raises(ValueError, match=re.escape(why)):
        position.play(move)


@pytest.mark.parametrize("move", [Move(11, 17), Move(11, 15, 18), (11, 17), Move(22, 18)])
def test_an_illegal_move_object_is_refused_too(move):
    with pytest.raises(ValueError, match="is not"):
        draughts.start().play(move)


@pytest.mark.parametrize(
    ("text", "move"), [("11x25", "11x18x25"), ("11X18x25", "11x18x25"), (" 10:19 ", "10x19")]
)
def test_a_capture_may_be_written_short(text, move):
    position = draughts.from_fen("B:W15,22:B11,10")
    assert str(position.read_move(text)) == move


def test_some_of_the_squares_between_are_enough():
    position = draughts.from_fen("W:WK1,20,24,25,27,29,30:B4,6,7,8,15,16")
    assert position.read_move("1x10x3x12x10") == Move(1, 10, 3, 12, 19, 10)


def test_the_searches_of_the_course_play_draughts():
    position = draughts.from_fen("W:WK19,K23:B12,K28")
    value = minimax(position, 5, True)
    assert alphabeta(position, 5, float("-inf"), float("inf"), True) == value
    assert best_move(position, 3) in position.moves()
    assert trace(alphabeta, position, depth=3).value == minimax(position, 3, True)


def test_text_shows_the_board():
    position = draughts.from_fen("W:WK6,9:BK15,1")
    assert str(position).splitlines() == [
        "  b   .   .   .    1-4",
        ".   W   .   .      5-8",
        "  w   .   .   .    9-12",
        ".   .   B   .     13-16",
        "  .   .   .   .   17-20",
        ".   .   .   .     21-24",
        "  .   .   .   .   25-28",
        ".   .   .   .     29-32",
        "White to move",
    ]


def test_the_package_offers_its_names_and_no_others():
    assert all(hasattr(draughts, name) for name in draughts.__all__)
    with pytest.raises(AttributeError, match="no attribute 'begin': it offers"):
        draughts.begin  # noqa: B018
