import pickle
import re

import pytest
from draughts_positions import positions
from hypothesis import given
from hypothesis import strategies as st

from minimax_lessons import draughts
from minimax_lessons.draughts import Move

START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


@st.composite
def fens(draw):
    """Return a FEN in its usual form: any pieces on any squares where they may stand."""
    squares = draw(st.permutations(range(1, 33)))
    white = squares[: draw(st.integers(0, 12))]
    black = squares[12 : 12 + draw(st.integers(0, 12))]

    def entries(on, last_row):
        kings = {square for square in on if square in last_row or draw(st.booleans())}
        return ",".join(f"K{square}" if square in kings else str(square) for square in sorted(on))

    return f"{draw(st.sampled_from('BW'))}:W{entries(white, range(1, 5))}:B{entries(black, range(29, 33))}"


def test_the_start_as_fen():
    assert draughts.start().fen == START
    assert draughts.from_fen(START) == draughts.start()


@given(fens())
def test_a_fen_comes_back_as_it_was(fen):
    assert draughts.from_fen(fen).fen == fen


@pytest.mark.parametrize(
    "text",
    [
        "B:W21-32:B1-12",
        "B:B1-12:W21-32",
        "b:w21-32:b1-12.",
        " B : W21, 22-32 : B1-11 ,12 . \n",
        "B:W32,31,30,29,28,27,26,25,24,23,22,21:B12,11,10,9,8,7,6,5,4,3,2,1",
    ],
)
def test_a_fen_is_understood_as_it_is_found_in_the_wild(text):
    assert draughts.from_fen(text).fen == START


def test_kings_and_ranges_of_kings():
    assert draughts.from_fen("W:Wk1-3,5:BK30").pieces == {1: "W", 2: "W", 3: "W", 5: "w", 30: "B"}


def test_a_side_may_have_no_piece():
    assert draughts.from_fen("B:W5:B").pieces == {5: "w"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "nothing at character 1: a FEN begins with whose turn it is"),
        (
            "hello",
            "'hello' at character 1: a FEN begins with whose turn it is, B or W, and a colon",
        ),
        ("R:W21:B1", "'R' at character 1: a FEN begins"),
        ("B", "'B' at character 1: Black's pieces are missing: add ':B' and their squares"),
        ("B:W21", "Black's pieces are missing: add ':B' and their squares"),
        ("B:W21:W22:B1", "'W22' at character 7: White's pieces are listed twice"),
        ("B:W21:X1", "'X1' at character 7: a list of pieces begins with its side, B or W"),
        ("B:W21:", "nothing at character 7: a list of pieces begins with its side"),
        ("B:W21,33:B1", "'33' at character 7: the squares are numbered 1 to 32"),
        ("B:W21:B0", "'0' at character 8: the squares are numbered 1 to 32"),
        ("B:W21:B12-3", "'12-3' at character 8: a range goes from a lower number to a higher"),
        ("B:W21,,22:B1", "nothing at character 7: a piece is a square's number"),
        (
            "B:W21,Q5:B1",
            "'Q5' at character 7: a piece is a square's number, with a K before it for a king",
        ),
        ("B:W21,5000:B1", "'5000' at character 7"),
        ("B:W21,21:B1", "'21' at character 7: square 21 is taken already"),
        ("B:W21, 5:B 5", "'5' at character 12: square 5 is taken already"),
        ("B:W21,3:B1", "'3' at character 7: a man of White's is crowned on square 3: write K3"),
        (
            "B:W21:B1,30",
            "'30' at character 10: a man of Black's is crowned on square 30: write K30",
        ),
        ("B:W20-32:B1", "'W20-32' at character 3: White has 13 pieces, and a side has 12 at most"),
    ],
)
def test_a_bad_fen_is_refused_with_the_piece_of_text_and_its_place(text, why):
    with pytest.raises(ValueError, match=re.escape(why)) as error:
        draughts.from_fen(text)
    assert f"FEN {text!r}: " in str(error.value)


@pytest.mark.parametrize("text", [None, 5, b"B:W21:B1", ["B"]])
def test_a_fen_is_text(text):
    with pytest.raises(TypeError, match="a FEN is text such as"):
        draughts.from_fen(text)


def test_an_endless_fen_is_not_repeated_whole():
    with pytest.raises(ValueError, match="99…' at character 4") as error:
        draughts.from_fen("B:W" + "9" * 100_000)
    assert len(str(error.value)) < 500


@given(st.text(alphabet="BWK:,-.0123456789 \n", max_size=40))
def test_any_text_is_a_position_or_a_clear_error(text):
    try:
        position = draughts.from_fen(text)
    except ValueError as error:
        message = str(error)
    else:
        message = (
            f"FEN {text!r}: at character 1: fine"
            if draughts.from_fen(position.fen) == position
            else ""
        )
    assert message.startswith(f"FEN {text!r}: ")
    assert " at character " in message


@pytest.mark.parametrize(
    ("move", "text", "captured"),
    [
        (Move(11, 15), "11-15", ()),
        (Move(22, 15), "22x15", (18,)),
        (Move(22, 15, 8), "22x15x8", (18, 11)),
    ],
)
def test_a_move_knows_how_it_is_written_and_what_it_takes(move, text, captured):
    assert str(move) == text
    assert move.captured == captured
    assert move.is_capture == bool(captured)
    assert (move.start, move.end) == (int(text.split(text[2])[0]), move[-1])


def test_a_move_is_a_value():
    move = Move(22, 15, 8)
    assert move == Move(22, 15, 8) != Move(22, 15)
    assert eval(repr(move)) == move
    assert len({move, Move(22, 15, 8)}) == 1
    assert pickle.loads(pickle.dumps(move)) == move
    assert isinstance(pickle.loads(pickle.dumps(move)), Move)


@given(positions)
def test_every_legal_move_is_read_as_it_is_written(position):
    ends = [(move.start, move.end) for move in position.moves()]
    for move in position.moves():
        assert position.read_move(str(move)) == move
        if ends.count((move.start, move.end)) == 1:
            assert (
                position.read_move(f"{move.start}{'x' if move.is_capture else '-'}{move.end}")
                == move
            )
