"""The fourth document's draughts: faithful to its pseudocode, and where its worked example and its rules disagree."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from math import inf
from re import escape
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minimax_lessons import search
from minimax_lessons.draughts.documented import (
    BLACK,
    BLACK_KING,
    EMPTY,
    EXAMPLE_BOARD,
    START_BOARD,
    WHITE,
    WHITE_KING,
    Move,
    Rows,
    Square,
    Terms,
    TrackedNode,
    evaluate_board,
    evaluation_terms,
    get_all_valid_moves,
    get_valid_captures,
    get_valid_regular_moves,
    is_valid_position,
    make_move,
    minimax,
    minimax_with_tracking,
    position_values,
)
from minimax_lessons.draughts.documented_position import DocumentedPosition, search_tree, start
from minimax_lessons.position import Position
from minimax_lessons.tracing import trace
from minimax_lessons.trees import Node

TABLE = (  # as the document prints it
    (0, 0, 0, 0, 0, 0, 0, 0),
    (0, 1, 1, 1, 1, 1, 1, 0),
    (0, 1, 2, 2, 2, 2, 1, 0),
    (0, 1, 2, 3, 3, 2, 1, 0),
    (0, 1, 2, 3, 3, 2, 1, 0),
    (0, 1, 2, 2, 2, 2, 1, 0),
    (0, 1, 1, 1, 1, 1, 1, 0),
    (0, 0, 0, 0, 0, 0, 0, 0),
)
MOVE_A, MOVE_B = Move(Square(2, 1), Square(1, 0)), Move(Square(2, 1), Square(1, 2))


def board_of(text: str) -> Rows:
    """Return the board drawn as rows of . w W b B, apart by spaces."""
    return tuple(tuple(".wWbB".index(letter) for letter in row) for row in text.split())


def moves_of(board: Rows, player: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return [(tuple(move.start), tuple(move.to)) for move in get_all_valid_moves(board, player)]  # type: ignore[misc]


@st.composite
def boards(draw: st.DrawFn) -> Rows:
    """Return a small board with pieces on any of its dark squares, men not on the row that crowns them."""
    rows, cols = draw(st.integers(2, 6)), draw(st.integers(2, 6))
    board = [[EMPTY] * cols for _ in range(rows)]
    for row in range(rows):
        for col in range((row + 1) % 2, cols, 2):
            uncrowned = {WHITE: 0, BLACK: rows - 1}
            pieces = [piece for piece in range(5) if uncrowned.get(piece) != row]
            board[row][col] = draw(st.sampled_from([EMPTY, EMPTY, *pieces]))
    return tuple(map(tuple, board))


class AsDocumented:
    """A position for the course's searches that, as the document does, looks for the end only above depth 0."""

    def __init__(self, position: DocumentedPosition, leaves: list[Rows]) -> None:
        self.position, self.leaves, self.asked = position, leaves, False

    @property
    def is_over(self) -> bool:
        self.asked = True
        return self.position.is_over

    def evaluate(self) -> float:
        position = self.position
        self.leaves.append(position.board)
        if self.asked:
            return position.evaluate()
        return evaluate_board(position.board, position.player, position.opponent)

    def children(self) -> list[AsDocumented]:
        return [AsDocumented(child, self.leaves) for child in self.position.children()]


def nodes_below(node: TrackedNode) -> list[TrackedNode]:
    return [node, *(below for child in node.children for below in nodes_below(child))]


# The rules


def test_the_start_has_the_known_numbers_of_positions_ahead_until_the_first_double_jump() -> None:
    def leaves(position: DocumentedPosition, depth: int) -> int:
        return 1 if depth == 0 else sum(leaves(child, depth - 1) for child in position.children())

    # English draughts has the same rules but for jumps that go on; turned round, White's start is Black's.
    assert [leaves(start(), depth) for depth in range(6)] == [1, 7, 49, 302, 1_469, 7_361]
    assert [leaves(start(BLACK), depth) for depth in range(4)] == [1, 7, 49, 302]


def test_men_go_forward_and_kings_both_ways() -> None:
    assert moves_of(board_of("..... ..... ..w.. ....."), WHITE) == [
        ((2, 2), (1, 1)),
        ((2, 2), (1, 3)),
    ]
    assert moves_of(board_of("..... ..b.. ....."), BLACK) == [((1, 2), (2, 1)), ((1, 2), (2, 3))]
    four = [(0, 1), (0, 3), (2, 1), (2, 3)]
    for king, player in (("W", WHITE), ("B", BLACK)):
        assert moves_of(board_of(f"..... ..{king}.. ....."), player) == [
            ((1, 2), to) for to in four
        ]
        assert [
            tuple(to)
            for to in get_valid_regular_moves(1, 2, board_of(f"..... ..{king}.. ....."), player)
        ] == four


def test_a_capture_jumps_over_an_opponent_into_an_empty_square_and_is_mandatory() -> None:
    board = board_of("..... ...b. w.w.. .....")
    assert get_valid_captures(2, 2, board, WHITE) == [Square(0, 4)]
    assert moves_of(board, WHITE) == [((2, 2), (0, 4))]
    assert get_valid_regular_moves(2, 0, board, WHITE) == [Square(1, 1)]
    assert get_valid_captures(2, 2, board_of("....w ...b. ..w.. ....."), WHITE) == []
    assert get_valid_captures(2, 2, board_of("..... ...w. ..w.. ....."), WHITE) == []


def test_a_move_leaves_the_board_it_was_made_on_alone_and_crowns_on_the_last_row() -> None:
    board = [list(row) for row in board_of("..... ..w.. ..... b.... .....")]
    before = json.dumps(board)
    assert make_move(board, 1, 2, 0, 3)[0][3] == WHITE_KING
    assert make_move(board, 3, 0, 4, 1)[4][1] == BLACK_KING
    assert json.dumps(board) == before
    assert make_move(board_of("..... ...b. ..w.."), 2, 2, 0, 4) == board_of("....W ..... .....")


def test_the_board_is_eight_by_eight_unless_told_otherwise() -> None:
    inside = [
        (row, col) for row in range(-2, 10) for col in range(-2, 10) if is_valid_position(row, col)
    ]
    assert inside == [(row, col) for row in range(8) for col in range(8)]
    assert is_valid_position(2, 2, 3, 3)
    assert not is_valid_position(3, 2, 3, 3)
    assert not is_valid_position(2, 3, 3, 3)


def test_an_empty_square_has_no_moves() -> None:
    assert (
        get_valid_captures(0, 0, START_BOARD, WHITE)
        == get_valid_regular_moves(0, 0, START_BOARD, WHITE)
        == []
    )


# The evaluation


def test_the_square_values_of_the_usual_board_are_the_documents_table() -> None:
    assert position_values(8, 8) == TABLE
    assert position_values(3, 3) == ((0, 0, 0), (0, 1, 0), (0, 0, 0))


def test_the_terms_are_counted_apart_and_add_up() -> None:
    board = board_of(
        ". . . . . . . .".replace(" ", "")
        + " ..b..... ........ ...W.... ........ ........ .w...... ..W....."
    )
    assert evaluation_terms(board, WHITE, BLACK) == Terms(piece=30, square=4, edge=2, mobility=2.5)
    assert (
        evaluate_board(board, WHITE, BLACK) == evaluation_terms(board, WHITE, BLACK).total == 38.5
    )


@given(boards())
def test_piece_and_mobility_change_sides_with_the_sign(board: Rows) -> None:
    white, black = evaluation_terms(board, WHITE, BLACK), evaluation_terms(board, BLACK, WHITE)
    assert white.piece == -black.piece
    assert white.mobility == -black.mobility
    kings = sum(row.count(WHITE_KING) - row.count(BLACK_KING) for row in board)
    men = sum(row.count(WHITE) - row.count(BLACK) for row in board)
    assert white.piece == 15 * kings + 10 * men


# The search


@settings(deadline=None, max_examples=60)
@given(boards(), st.integers(0, 3), st.sampled_from([(WHITE, BLACK), (BLACK, WHITE)]))
def test_the_search_and_its_tree_are_those_of_the_courses_alphabeta(
    board: Rows, depth: int, sides: tuple[int, int]
) -> None:
    def searched(how: Any, *window: float) -> tuple[float, list[Rows]]:
        leaves: list[Rows] = []
        return how(
            AsDocumented(DocumentedPosition(board, *sides), leaves), depth, *window, True
        ), leaves

    value, leaves = searched(search.alphabeta, -inf, inf)
    tracked = minimax_with_tracking(board, depth, *sides)
    assert tracked.tree.score == value == searched(search.minimax)[0]
    assert [node.board for node in nodes_below(tracked.tree) if not node.children] == leaves
    assert minimax(board, depth, *sides, -inf, inf, True) == (value, tracked.move)


@settings(deadline=None, max_examples=60)
@given(boards(), st.integers(0, 3))
def test_every_node_that_was_searched_is_tracked_with_its_move(board: Rows, depth: int) -> None:
    root = minimax_with_tracking(board, depth, WHITE, BLACK).tree
    for node in nodes_below(root):
        assert node.score is not None
        assert node.is_maximizing == (node.depth % 2 == 0) == (node.player == WHITE)
        for child in node.children:
            assert child.move in get_all_valid_moves(node.board, node.player)
            assert child.depth == node.depth + 1


@settings(deadline=None, max_examples=60)
@given(boards(), st.integers(0, 3))
def test_the_search_tree_has_every_tracked_score_as_its_minimax_value(
    board: Rows, depth: int
) -> None:
    root = minimax_with_tracking(board, depth, WHITE, BLACK).tree
    tree = search_tree(root)

    def compare(node: Node, tracked: TrackedNode) -> None:
        assert search.minimax(node, node.height, node.is_max) == tracked.score
        assert (node.is_max, node.position.board) == (tracked.is_maximizing, tracked.board)
        assert node.position.player == WHITE
        assert node.position.maximizing == node.is_max
        for child, tracked_child in zip(node.children, tracked.children, strict=True):
            assert child.move == tracked_child.move
            assert node.position.play(child.move) == child.position
            compare(child, tracked_child)

    compare(tree, root)
    assert len(list(tree)) == len(nodes_below(root))


def test_the_tracked_tree_prints_as_the_document_draws_one() -> None:
    assert str(minimax_with_tracking(EXAMPLE_BOARD, 2, WHITE, BLACK).tree).splitlines() == [
        "root: score 0",
        "├── (2,1)→(1,0): score 0",
        "│   └── (0,1)→(1,2): score 0",
        "└── (2,1)→(1,2): score 0",
        "    └── (0,1)→(1,0): score 0",
    ]


# Where the worked 3 × 3 example and the document's own rules disagree


def test_the_examples_first_moves_are_legal() -> None:
    assert get_all_valid_moves(EXAMPLE_BOARD, WHITE) == [MOVE_A, MOVE_B]
    assert make_move(EXAMPLE_BOARD, *MOVE_A.start, *MOVE_A.to) == board_of(".b. w.. ...")
    assert make_move(EXAMPLE_BOARD, *MOVE_B.start, *MOVE_B.to) == board_of(".b. ..w ...")


def test_the_examples_capture_a1_is_illegal() -> None:
    after_a = board_of(".b. w.. ...")
    # a jump over (1, 0) would land beside the board
    assert get_valid_captures(0, 1, after_a, BLACK) == []
    # A2 alone, where the example has A1 and A2
    assert moves_of(after_a, BLACK) == [((0, 1), (1, 2))]


def test_even_a_capture_by_stepping_on_would_not_give_what_the_example_says() -> None:
    stepped = make_move(board_of(".b. w.. ..."), 0, 1, 1, 0)
    assert stepped == board_of("... b.. ...")  # the example shows an empty board
    # not -10: Black can move and White cannot
    assert evaluate_board(stepped, WHITE, BLACK) == -10.5
    # nor is an empty board worth -10
    assert evaluate_board(board_of("... ... ..."), WHITE, BLACK) == 0


def test_the_example_really_returns_move_a_with_0() -> None:
    score, move = minimax(EXAMPLE_BOARD, 2, WHITE, BLACK)
    assert (score, move) == (0, MOVE_A)  # the example: move B with 0, since A is worth -10
    tree = minimax_with_tracking(EXAMPLE_BOARD, 2, WHITE, BLACK).tree
    assert [child.score for child in tree.children] == [0, 0]
    assert len(nodes_below(tree)) == 5  # the example draws six: A1 cannot be there
    for leaf in (node for node in nodes_below(tree) if not node.children):
        assert evaluation_terms(leaf.board, WHITE, BLACK) == Terms(0, 0, 0, 0)


def test_with_the_corner_of_the_large_table_the_example_would_choose_b_for_1() -> None:
    """The document has no table for 3 × 3. Read in its 8 × 8 one, the right edge (1, 2) counts as inside."""
    a, b = board_of("... w.b ..."), board_of("... b.w ...")
    values = [
        evaluate_board(board, WHITE, BLACK)
        + sum(TABLE[r][c] for r in range(3) for c in range(3) if board[r][c] == WHITE)
        for board in (a, b)
    ]
    assert values == [0, 1]


# Where its rules do not say what one would expect


def test_square_values_count_only_for_the_players_own_pieces() -> None:
    centre, edge = (
        board_of("....... ....... ....... ...b..."),
        board_of("....... ....... ....... b......"),
    )
    assert (
        evaluation_terms(centre, WHITE, BLACK).square
        == evaluation_terms(edge, WHITE, BLACK).square
        == 0
    )
    board = board_of(".b...... ........ ........ ........ ...w.... ........ ........ ........")
    assert evaluate_board(board, WHITE, BLACK) == 3
    assert evaluate_board(board, BLACK, WHITE) == 0  # so the one's gain is not the other's loss


def test_the_edge_bonus_undoes_the_tables_centre_for_kings() -> None:
    def inward(row: int, col: int) -> float:
        board = tuple(
            tuple(WHITE_KING if (r, c) == (row, col) else EMPTY for c in range(8)) for r in range(8)
        )
        terms = evaluation_terms(board, WHITE, BLACK)
        return terms.square + terms.edge

    assert [inward(3, col) for col in range(4)] == [2, 1, 2, 3]


def test_mobility_counts_captures_alone_when_there_is_one() -> None:
    quiet = board_of("........ ........ ........ ........ .b...... ......w. .......w ..W.....")
    jumping = board_of("........ ........ ........ ........ .....b.. ......w. .......w ..W.....")
    assert len(get_all_valid_moves(quiet, WHITE)) == 4
    # a man to win, and White counts as less mobile
    assert moves_of(jumping, WHITE) == [((5, 6), (3, 4))]
    assert (
        evaluation_terms(jumping, WHITE, BLACK).mobility
        < evaluation_terms(quiet, WHITE, BLACK).mobility
    )


def test_a_capture_ends_the_turn_although_another_jump_is_possible() -> None:
    position = DocumentedPosition(
        board_of("........ ........ ..b..... ........ ..b..... .w...... ........ ........")
    )
    (after,) = position.children()
    assert not after.maximizing  # Black moves, where the real rules have White go on
    assert get_valid_captures(3, 3, after.board, WHITE) == [Square(1, 1)]


def test_a_win_counts_1000_however_far_away_it_is_so_that_a_win_in_sight_is_put_off() -> None:
    board = board_of("...b .... .w.w ....")
    shut_in = Move(Square(2, 3), Square(1, 2))
    # won at once
    assert get_all_valid_moves(make_move(board, *shut_in.start, *shut_in.to), BLACK) == []
    assert minimax(board, 2, WHITE, BLACK) == (1000, shut_in)
    later = Move(Square(2, 1), Square(1, 0))
    # looking further it plays worse: the first of equals
    assert minimax(board, 4, WHITE, BLACK) == (1000, later)
    assert get_all_valid_moves(make_move(board, *later.start, *later.to), BLACK) != []


def test_at_depth_0_nobody_asks_whether_the_game_is_over() -> None:
    stuck = board_of("... .w. ...")
    assert get_all_valid_moves(stuck, BLACK) == []
    assert minimax(stuck, 1, BLACK, WHITE).score == -1000
    assert minimax(stuck, 0, BLACK, WHITE).score == evaluate_board(stuck, BLACK, WHITE) == -11
    # the position knows that it has ended
    assert DocumentedPosition(stuck, BLACK, WHITE).evaluate() == -1000


def test_a_move_is_made_whether_legal_or_not() -> None:
    # a jump over one's own man
    assert make_move(board_of("... .w. ..w"), 2, 2, 0, 0) == board_of("W.. ... ...")


# The position


@settings(deadline=None, max_examples=60)
@given(boards(), st.booleans(), st.sampled_from([(WHITE, BLACK), (BLACK, WHITE)]))
def test_the_position_is_a_value(board: Rows, maximizing: bool, sides: tuple[int, int]) -> None:
    position = DocumentedPosition(board, *sides, maximizing)
    assert isinstance(position, Position)
    copy = eval(repr(position))
    assert copy == position
    assert hash(copy) == hash(position)
    assert position == DocumentedPosition([list(row) for row in board], *sides, maximizing)  # type: ignore[arg-type]
    assert position != DocumentedPosition(board, *sides, not maximizing)
    assert position.moves() == tuple(
        get_all_valid_moves(board, sides[0] if maximizing else sides[1])
    )
    assert tuple(position.play(move) for move in position.moves()) == position.children()
    assert position.is_over == (position.children() == ())
    ET.fromstring(position._repr_svg_())


def test_every_search_of_the_course_works_on_the_position() -> None:
    position = start()
    value = search.minimax(position, 3, True)
    assert (
        search.alphabeta(position, 3, -inf, inf, True)
        == value
        == minimax(START_BOARD, 3, WHITE, BLACK).score
    )
    assert search.best_move(position, 3) == minimax(START_BOARD, 3, WHITE, BLACK).move
    reply = position.play(((5, 0), (4, 1)))  # type: ignore[arg-type]
    assert search.best_move(reply, 2) in reply.moves()


@pytest.mark.parametrize(("board", "depth"), [(EXAMPLE_BOARD, 2), (START_BOARD, 3)])
def test_a_trace_of_the_courses_alphabeta_is_the_documents_tracked_search(
    board: Rows, depth: int
) -> None:
    run = trace(search.alphabeta, DocumentedPosition(board), depth=depth)
    nodes = nodes_below(minimax_with_tracking(board, depth, WHITE, BLACK).tree)
    assert [(leaf.position.board, leaf.value) for leaf in run.leaves] == [
        (node.board, node.score) for node in nodes if not node.children
    ]
    assert run.nodes_visited == len(nodes)
    assert run.value == nodes[0].score


def test_the_text_and_the_picture_show_every_piece() -> None:
    position = DocumentedPosition(board_of(".b.W w.B."), maximizing=False)
    assert str(position).splitlines() == ["  0 1 2 3", "0 . b . W", "1 w . B .", "  Black to move"]
    drawn = "".join(part.get("d", "") for part in ET.fromstring(position._repr_svg_()).iter())
    # four pieces: two men with rings, the black one with two, and two kings with a crown
    shapes = [drawn.count(part) for part in ("a.38", "a.31", "a.24", "l.1125 .125")]
    assert shapes == [4, 2, 1, 2]


@pytest.mark.parametrize("move", [((2, 1), (1, 1)), ((0, 1), (1, 0)), "b2", None])
def test_an_illegal_move_is_refused_with_the_legal_ones(move: Any) -> None:
    with pytest.raises(
        ValueError, match=escape("is no move for White; the legal moves: (2,1)→(1,0), (2,1)→(1,2)")
    ):
        DocumentedPosition(EXAMPLE_BOARD).play(move)
    with pytest.raises(ValueError, match="none, as the game is over"):
        DocumentedPosition(board_of("... ... .b.")).play(move)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (((),), "a board has rows, all of one length"),
        ((((0, 0), (0,)),), r"rows of \[2, 1\] squares"),
        ((((0, 7), (0, 0)),), r"7 at \(0, 1\): a square holds 0 \(empty\)"),
        ((EXAMPLE_BOARD, WHITE, WHITE), "one is WHITE"),
        ((EXAMPLE_BOARD, 2, 4), "one is WHITE"),
    ],
)
def test_a_board_that_is_none_is_refused(fields: tuple[Any, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        DocumentedPosition(*fields)


def test_a_win_at_the_horizon_is_only_evaluated_so_that_crowning_a_man_looks_better() -> None:
    position = DocumentedPosition(board_of("...W W.w. .... B..."))
    win = next(move for move in position.moves() if position.play(move).is_over)
    assert minimax(position.board, 1, WHITE, BLACK).move != win
    assert minimax(position.board, 2, WHITE, BLACK).move == win
    assert trace(search.alphabeta, position, depth=1).value == 1000
