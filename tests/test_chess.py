"""Chess by material: the rules are python-chess's own; what the position adds is what is tested."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from functools import reduce
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

chess = pytest.importorskip("chess", reason="python-chess is not installed")

from minimax_lessons import games  # noqa: E402
from minimax_lessons.draughts.board import GameViewer  # noqa: E402
from minimax_lessons.games.chess import ChessPosition, Game, from_fen, start  # noqa: E402
from minimax_lessons.notebooks import LESSONS  # noqa: E402
from minimax_lessons.position import Position  # noqa: E402
from minimax_lessons.search import alphabeta, best_move, minimax  # noqa: E402
from minimax_lessons.tracing.run import trace  # noqa: E402

BACK_RANK = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
FOOLS_MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
LONE_KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
IDLE = "4k3/8/8/8/8/8/4R3/4K3 b - - 150 200"


def move_on(position: ChessPosition, choice: int) -> ChessPosition:
    moves = position.moves()
    return position.play(moves[choice % len(moves)]) if moves else position


POSITIONS = st.lists(st.integers(0, 60), max_size=60).map(
    lambda choices: reduce(move_on, choices, start())
)


def leaves(position: ChessPosition, depth: int) -> int:
    return 1 if depth == 0 else sum(leaves(child, depth - 1) for child in position.children())


def test_the_start_has_the_known_numbers_of_positions_ahead() -> None:
    assert [leaves(start(), depth) for depth in range(4)] == [1, 20, 400, 8_902]


@settings(deadline=None, max_examples=40)
@given(POSITIONS)
def test_material_is_white_pieces_minus_black_pieces(position: ChessPosition) -> None:
    letters = position.fen.split()[0]
    worth = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}
    material = sum(
        letters.count(piece.upper()) * pawns - letters.count(piece) * pawns
        for piece, pawns in worth.items()
    )
    if not position.is_over:
        assert position.evaluate() == material


@settings(deadline=None, max_examples=40)
@given(POSITIONS)
def test_all_legal_moves_come_captures_and_promotions_first(position: ChessPosition) -> None:
    board = chess.Board(position.fen)
    moves = position.moves()
    forcing = [bool(move.promotion) or board.is_capture(move) for move in moves]
    assert forcing == sorted(forcing, reverse=True)
    assert set(moves) == (set() if position.is_over else set(board.legal_moves))
    assert len(set(moves)) == len(moves)
    assert tuple(position.play(move) for move in moves) == position.children()
    assert {position.play(board.san(move)) for move in moves} == set(position.children())


def test_a_capture_says_which_piece_makes_it_also_in_passing() -> None:
    position = from_fen("4k3/8/8/3pP3/8/8/8/3QK3 w - d6 0 2")
    capturers = {move.uci(): position.capturer(move) for move in position.moves()}
    assert {move: piece for move, piece in capturers.items() if piece} == {
        "e5d6": "pawn",
        "d1d5": "queen",
    }


@settings(deadline=None, max_examples=40)
@given(POSITIONS)
def test_a_position_is_equal_to_what_its_repr_gives_back(position: ChessPosition) -> None:
    copy = eval(repr(position), {"games": games})
    assert copy == position
    assert hash(copy) == hash(position)
    assert repr(copy) == repr(position)
    assert isinstance(position, Position)


def test_an_order_of_moves_that_leads_to_the_same_place_gives_equal_positions() -> None:
    one = start().play("Nf3").play("Nf6").play("Nc3")
    assert one == start().play("Nc3").play("Nf6").play("Nf3") != start()
    assert len({one, start().play("b1c3").play("g8f6").play("g1f3")}) == 1


def test_a_board_that_was_handed_over_can_change_without_the_position() -> None:
    board = chess.Board()
    position = ChessPosition(board)
    board.push_san("e4")
    position.play("d4")
    position.moves()
    assert position == start()


@pytest.mark.parametrize(("fen", "value"), [(STALEMATE, 0), (LONE_KINGS, 0), (IDLE, 0)])
def test_a_draw_is_worth_nothing_whatever_stands_on_the_board(fen: str, value: float) -> None:
    position = from_fen(fen)
    assert position.is_over
    assert position.moves() == position.children() == ()
    assert position.evaluate() == value


def test_a_mate_is_worth_more_than_all_pieces_and_most_when_it_comes_soon() -> None:
    mated = from_fen(FOOLS_MATE)
    later = from_fen(FOOLS_MATE.replace(" 1 3", " 1 30"))
    assert mated.is_over
    assert mated.evaluate() < later.evaluate() < -1_000
    assert mated.evaluate() > -inf
    absurd = from_fen(FOOLS_MATE.replace(" 1 3", " 1 9999999"))
    assert later.evaluate() < absurd.evaluate() < -1_000


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_search_mates_at_once_however_deep_it_looks(depth: int) -> None:
    position = from_fen(BACK_RANK)
    assert str(best_move(position, depth)) == "a1a8"


def test_alphabeta_and_minimax_agree() -> None:
    position = from_fen("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    assert alphabeta(position, 2, -inf, inf, True) == minimax(position, 2, True)
    assert position.play(best_move(position, 1)).is_over
    assert trace(alphabeta, position, depth=2).value == minimax(position, 2, True)


def test_the_text_and_the_picture_show_the_board() -> None:
    position = start().play("e4")
    assert str(position).splitlines()[4] == ". . . . P . . ."
    picture = position._repr_svg_()
    assert picture.count("lastmove") > start()._repr_svg_().count("lastmove")
    assert "check" in from_fen(FOOLS_MATE)._repr_svg_()
    assert ET.fromstring(picture).tag.endswith("svg")


@pytest.mark.parametrize("move", ["e5", "Nf9", "e7e5", "", "--", "0000", 7, chess.Move.null()])
def test_an_illegal_move_is_refused_with_the_legal_ones(move: object) -> None:
    with pytest.raises(
        ValueError, match=r"is no move for White; the legal moves: Na3, Nc3, Nf3, Nh3, a3, a4, b3"
    ):
        start().play(move)  # type: ignore[arg-type]


def test_a_move_after_the_end_is_refused() -> None:
    with pytest.raises(
        ValueError, match="no move for White; the legal moves: none, as the game is over"
    ):
        from_fen(FOOLS_MATE).play("e4")


@pytest.mark.parametrize(
    ("fen", "message"),
    [
        ("", "this FEN cannot be read: empty fen"),
        ("nonsense", "this FEN cannot be read: expected 8 rows"),
        ("8/8/8/8/8/8/8/4k3 w - - 0 1", "no game leads to .*: no white king"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "no game leads to .*: opposite check"),
    ],
)
def test_a_bad_fen_is_refused(fen: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        from_fen(fen)


def test_without_python_chess_one_sentence_says_what_to_install() -> None:
    program = "import sys; sys.modules['chess'] = None\nfrom minimax_lessons import games\n"
    run = [sys.executable, "-c", program + "games.gomoku()\ngames.chess"]
    shown = subprocess.run(run, capture_output=True, text=True, check=False).stderr.splitlines()[-1]
    assert (
        shown
        == "ImportError: chess needs the package `chess`: run `%pip install chess` in a cell of the notebook "
        "and then this cell again, or start the lessons "
        "with `python3 -m minimax_lessons lab`, which installs it"
    )


def test_the_games_load_nothing_until_asked() -> None:
    program = "import sys\nfrom minimax_lessons import games\nassert {'chess', 'gomoku'} <= set(dir(games))\n"
    program += "print([n for n in sys.modules if 'chess' in n or 'k_in_a_row' in n])\n"
    program += (
        "games.noughts_and_crosses()\nprint([n for n in sys.modules if n.startswith('chess')])"
    )
    shown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert shown.split() == ["[]", "[]"]


def test_a_game_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'go'"):
        _ = games.go


# Deep Blue against Kasparov, Philadelphia 1996, game 1, as its score is on public record
PHILADELPHIA = """
e4 c5 c3 d5 exd5 Qxd5 d4 Nf6 Nf3 Bg4 Be2 e6 h3 Bh5 O-O Nc6 Be3 cxd4 cxd4 Bb4 a3 Ba5 Nc3 Qd6 Nb5 Qe7
Ne5 Bxe2 Qxe2 O-O Rac1 Rac8 Bg5 Bb6 Bxf6 gxf6 Nc4 Rfd8 Nxb6 axb6 Rfd1 f5 Qe3 Qf6 d5 Rxd5 Rxd5 exd5
b3 Kh8 Qxb6 Rg8 Qc5 d4 Nd6 f4 Nxb7 Ne5 Qd5 f3 g3 Nd3 Rc7 Re8 Nd6 Re1+ Kh2 Nxf2 Nxf7+ Kg7 Ng5+ Kh6
Rxh7+
"""


def test_lesson_11_shows_the_moves_before_the_last_of_the_game_of_1996() -> None:
    moves = tuple(PHILADELPHIA.split())
    positions = Game(start(), moves).positions
    lesson = (LESSONS / "11_play.ipynb").read_text(encoding="utf-8")
    assert positions[-10].fen in lesson
    assert ", ".join(f'\\"{move}\\"' for move in moves[-9:-1]) in lesson
    assert positions[-2].fen in lesson


def test_a_game_is_replayed_on_its_boards() -> None:
    game = Game(start(), ("e4", "e5"), {"White": "Ada", "Black": "Ben"})
    (shown,) = GameViewer([game]).data["games"]
    assert shown["title"] == "1. Ben (Black) – Ada (White): not finished"
    assert shown["said"][1] == "Move 1 of 2: e4"
    assert len(set(shown["drawn"])) == 3
