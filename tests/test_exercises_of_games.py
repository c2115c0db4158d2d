"""The exercises of lessons 6 to 8: right answers of all kinds pass, wrong ones meet a reason that fits."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from draughts_positions import random_fen
from hypothesis import given
from hypothesis import strategies as st
from test_exercises import refused

from minimax_lessons import check, draughts
from minimax_lessons.draughts.documented import EMPTY, START_BOARD
from minimax_lessons.exercises.answer_call import call
from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.exercises.tasks.faulty_rules import FAULTS, count
from minimax_lessons.exercises.tasks.lesson_6 import FIVES, ROWS
from minimax_lessons.exercises.tasks.lesson_8 import LETTERS, TO_JUDGE, board, on_rows
from minimax_lessons.games.k_in_a_row import KInARow, from_text

PAIRS = "a1 b2,a5 b4,b1 c1,a2 c2,d3 e3,d4 e4,d5 e5,a3 a4,b3 b5,c4 c5,d1 d2,e1 e2".split(",")
TESTS = ["W:W22,26,31:B10,17,18", "B:W26,27:B22", "B:W17,18,25,26:BK14", "B:W10:B15"]


def open_rows(position: KInARow) -> int:
    marks = position.text.replace("/", "")
    return sum(
        (set("O") - {marks[i] for i in row} != set()) - ("X" not in {marks[i] for i in row})
        for row in ROWS
    )


def key(position: KInARow) -> str:
    """Return the smallest of the eight forms, by looking squares up instead of turning rows."""
    marks = position.text.replace("/", "")
    orders = [[(r, c) if i < 4 else (c, r) for r in (0, 1, 2) for c in (0, 1, 2)] for i in range(8)]
    flips = [(bool(i & 1), bool(i & 2)) for i in range(8)]
    return min(
        "".join(marks[3 * (2 - r if down else r) + (2 - c if right else c)] for r, c in order)
        for order, (down, right) in zip(orders, flips, strict=True)
    )


def landings(pieces: dict[int, str], square: int) -> set[int]:
    position = draughts.from_fen(_fen(pieces, pieces[square].lower() == "b"))
    return {move[1] for move in position.moves() if move.is_capture and move.start == square}


def _fen(pieces: dict[int, str], black: bool) -> str:
    sides = (
        (
            side,
            [
                f"{'K' * piece.isupper()}{square}"
                for square, piece in pieces.items()
                if piece.upper() == side
            ],
        )
        for side in "WB"
    )
    return f"{'B' if black else 'W'}:" + ":".join(side + ",".join(on) for side, on in sides)


def fair(board: Any) -> float:
    inside = [(r, c, board[r][c]) for r in range(8) for c in range(8) if board[r][c]]
    signed = [
        ((1, -1)[piece > 2], (15, 10)[piece % 2] + min(r, c, 7 - r, 7 - c))
        for r, c, piece in inside
    ]
    return sum(sign * worth for sign, worth in signed)


def quickest(position: Any, depth: int) -> Any:
    """Return the move by negamax, with wins counted down as they come up the tree."""

    def value(at: Any, left: int) -> float:
        sign = 1 if at.maximizing else -1
        if at.is_over or left == 0:
            return sign * float(at.evaluate())
        best = max(-value(child, left - 1) for child in at.children())
        return best - 1 if best > 500 else best + 1 if best < -500 else best

    return max(position.moves(), key=lambda move: -value(position.play(move), depth - 1))


def line_by_hand(line: str) -> int:
    """Return what a line is worth, by the number of free squares in it."""
    (owner,) = {*line} - {"."} if len({*line} - {"."}) == 1 else ("",)
    sign = {"X": 1, "O": -1, "": 0}[owner]
    return sign * 10 ** (4 - line.count(".")) if sign else 0


RIGHT_ANSWERS: dict[str, list[Any]] = {
    "6.1": ["a1 c1 b2 b3", ["b3", "A1", "c1", "b2"], {"a1", "c1", "b2", "b3"}],
    "6.2": ["XO./O../X..", ["XO.", "O..", "X.."], from_text("XO./.../...", k=3)],
    "6.3": [open_rows],
    "6.4": [key],
    "6.5": [PAIRS, [pair.split() for pair in PAIRS], tuple(reversed(PAIRS))],
    "6.6": [line_by_hand],
    "7.1": [["10x3", "18x11x2", "18x11x4"], "18x4, 18x2, 10x3"],
    "7.2": ["W:W29:B11,18,25", draughts.from_fen("W:W29:B10,18,25")],
    "7.3": ["B:W10,17,18,25,26:BK14", "B:W9,17,18,25,26:BK14"],
    "7.4": [landings],
    "7.5": [TESTS, [draughts.from_fen(fen) for fen in TESTS]],
    "8.1": [[10, 4, 2, 0], (10.0, 4, 2, 0.0)],
    "8.2": [
        "........ ........ ........ ..w..... ........ ....b... ........ ........",
        "........ ........ ........ ..w..... ........ ....b... ........ ........".split(),
        "......../......../......../..w...../......../....b.../......../........",
        board("........ ........ ...W.... ........ ........ ......B. ........ ........"),
    ],
    "8.3": [fair],
    "8.4": [quickest],
    "8.5": ["W:W8,21,22:B10,12,17", "W:W6,18:B7,14,15,28"],
    "8.6": [lambda board: 2 * (sum(p == 1 for p in board[-1]) - sum(p == 3 for p in board[0]))],
}

# Each with words that the reason must contain.
WRONG_ANSWERS: list[tuple[str, Any, str]] = [
    ("6.1", "a1 c3", "c3 loses, because X continues with c1"),
    ("6.1", "a1 b2", "4 of the eight replies hold it"),
    ("6.1", "b1", "not a free square"),
    ("6.1", "d9", "not a free square"),
    ("6.1", 4, "text of squares"),
    ("6.2", "XX./OO./...", "X wins at once with c1"),
    ("6.2", "X../.O./...", "it is a draw, because O answers"),
    ("6.2", "OXO/..X/O.X", "O wins"),
    ("6.2", "XO./.../..X", "O is to move"),
    ("6.2", "XXX/OO./...", "The game is over"),
    ("6.2", "XX../OO../....", "for example"),
    ("6.2", ["XX..", "OO..", "...."], "for example"),
    ("6.2", [1, 2, 3], "for example"),
    ("6.2", "XQ./.../...", "This text is not a board: 'Q'"),
    ("6.3", lambda position: -open_rows(position), "The sign is the wrong way round"),
    ("6.3", lambda position: 0, "8 rows are open to X, because no O stands in them, and 5 to O"),
    ("6.3", lambda position: 1 / 0, "ZeroDivisionError"),
    ("6.3", lambda: 0, "should have the parameters (position)"),
    ("6.4", lambda position: position.text, "Two forms of the same board get different keys"),
    (
        "6.4",
        lambda position: "".join(sorted(position.text)),
        "Two different boards get the same key",
    ),
    ("6.4", lambda position: [position], "work in a dictionary"),
    ("6.5", PAIRS[1:], "The row a1 b2 c3 d4 e5 contains none of your pairs"),
    ("6.5", [*PAIRS, "a1 c3"], "a1 stands in two pairs"),
    ("6.5", ["a1"], "not a pair of two squares"),
    ("6.5", ["a1 z9"], "'z9' is not a square"),
    ("6.5", "a1 b2", "is not a pair of two squares"),
    ("6.5", {"a1": "b2"}, "list of pairs"),
    ("6.6", lambda line: 0, "Only X has stones here (1), so this line is worth 1"),
    ("6.6", lambda line: 10 ** line.count("X"), "Nobody has a stone here"),
    ("6.6", lambda line: line_by_hand(line) - line.count("XO"), "Both players have a stone here"),
    ("7.1", ["6-1"], "a capture is possible and must be made"),
    ("7.1", ["18x11"], "must go on"),
    ("7.1", ["10x3", "18x11x4"], "Look again at the moves from 18"),
    ("7.1", 3, "list of moves"),
    ("7.2", TESTS[0], "Here there are 2: 22x13, 22x15x6"),
    ("7.2", "W:W22:B18", "takes 1"),
    ("7.2", "B:W17,22:B13", "Here there are 0: none"),
    ("7.2", "W:W40:B1", "This text is not a position"),
    ("7.2", 7, "The answer is a FEN"),
    ("7.3", "B:W17,18,25,26:BK14", "ends where it began"),
    ("7.3", "B:W26,27:B22", "the longest capture is 22x31"),
    ("7.3", "B:W26:B1", "no capture is possible"),
    (
        "7.4",
        lambda pieces, square: landings(pieces | {square: pieces[square].upper()}, square),
        "forward only",
    ),
    ("7.4", lambda pieces, square: [], "but your answer misses that"),
    ("7.4", lambda pieces, square: [*landings(pieces, square), square], "no jump leads there"),
    ("7.4", lambda pieces, square: "22", "list of square numbers"),
    ("7.4", lambda pieces, square: pieces.clear(), "changes the dict that it gets"),
    ("7.5", TESTS[1:], "only the longest captures may be made"),
    ("7.5", [*TESTS[:2], TESTS[3]], "a king cannot come back"),
    ("7.5", [draughts.start().fen], "more than 8 pieces"),
    ("7.5", TESTS * 2, "one to 5 FENs"),
    ("8.1", [15, 4, 2, 0], "piece is not 15"),
    ("8.1", [10, 8, 2, 0], "none of Black's"),
    ("8.1", [10, 4, 0, 0], "each of White's kings on a square at the edge counts 2"),
    ("8.1", [10, 4, 2, 3], "has no other moves"),
    ("8.1", [10, 4], "list of 4 numbers"),
    ("8.2", START_BOARD, "Give each side one or 2 pieces"),
    ("8.2", ". .", "yours has rows of [1, 1]"),
    ("8.2", ["........", "..w....."], "yours has rows of [8, 8]"),
    (
        "8.2",
        "w....... ........ ........ ........ ........ ........ ........ .......b",
        "not a dark square",
    ),
    (
        "8.2",
        ".w...... ........ ........ ........ ........ ........ ........ b.......",
        "would be a king already",
    ),
    (
        "8.2",
        "........ ........ ........ ..w..... ........ b....... ........ ........",
        "The value of this board for Black is −0.5",
    ),
    ("8.2", 8, "This is not a board"),
    ("8.3", lambda board: 0, "the evaluation should be piece + square"),
    (
        "8.3",
        lambda board: fair(board) * (1 if any(1 in row or 2 in row for row in board) else 2),
        "should add up to 0",
    ),
    ("8.4", lambda position, depth: position.moves()[0], "though (2,3)→(1,2) wins in 1 ply"),
    ("8.4", lambda position, depth: None, "which is not a move here"),
    ("8.5", "B:W22:B18", "White should be to move"),
    ("8.5", "W:W22:B18", "it should be a capture of two pieces or more"),
    ("8.5", "W:W29:B11,18,25", "begins with the same jump"),
    ("8.5", draughts.start().fen.replace("B:W", "W:W", 1), "Use at most 6 pieces"),
    ("8.6", lambda board: -2 * (board[7].count(1) - board[0].count(3)), "With 2 points each"),
    ("8.6", lambda board: "2", "the result must be a number"),
]


def test_there_are_at_least_four_exercises_in_each_of_these_lessons() -> None:
    names = [name for name in TASKS if name[0] in "678"]
    assert all(sum(name[0] == lesson for name in names) >= 4 for lesson in "678")
    assert set(RIGHT_ANSWERS) == {name for name, _, _ in WRONG_ANSWERS} == set(names)


@pytest.mark.parametrize(
    ("name", "answer"),
    [(name, answer) for name, answers in RIGHT_ANSWERS.items() for answer in answers],
)
def test_a_right_answer_is_accepted_however_it_is_given(
    name: str, answer: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    check(name, answer)
    assert capsys.readouterr().out.startswith(f"✓ {name} {TASKS[name].title}")


@pytest.mark.parametrize(("name", "answer", "words"), WRONG_ANSWERS)
def test_a_wrong_answer_is_refused_with_the_reason(name: str, answer: Any, words: str) -> None:
    refusal = refused(name, answer)
    assert refusal.outcome == "not right yet"
    assert words in str(refusal)


def spinning(*arguments: Any) -> Any:
    while True:
        pass


@pytest.mark.parametrize("name", ["6.3", "6.4", "7.4", "8.3", "8.4"])
@pytest.mark.parametrize(
    "answer", [spinning, lambda *a: a[0](), lambda *a: object(), print, 3, "f"]
)
def test_no_function_is_so_bad_that_check_does_not_answer_in_a_sentence(
    name: str, answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(call.__kwdefaults__, "seconds", 0.3)
    assert refused(name, answer).outcome == "not right yet"


# What the exercises themselves say


@given(st.integers(0, 10**9), st.integers(1, 2))
def test_the_plain_rules_count_what_the_engine_counts(seed: int, depth: int) -> None:
    position = draughts.from_fen(random_fen(Random(seed)))
    assert count(position.pieces, position.black_to_move, depth) == draughts.perft(position, depth)


def test_each_faulty_rule_shows_on_the_position_that_it_is_about_and_none_at_the_start() -> None:
    def shows(fen: str, depth: int) -> list[str]:
        position = draughts.from_fen(fen)
        pieces, black = position.pieces, position.black_to_move
        return [
            fault
            for fault in FAULTS
            if count(pieces, black, depth, fault) != draughts.perft(position, depth)
        ]

    assert [shows(fen, 2) for fen in TESTS] == [
        ["one jump", "optional", "longest"],
        ["optional", "jumps on"],
        ["one jump", "optional", "own square"],
        ["backwards"],
    ]
    assert shows(draughts.start().fen, 2) == []


def test_there_are_twelve_rows_of_five_and_a_pair_for_each() -> None:
    assert len(FIVES) == len(PAIRS) == 12
    assert all(len(set(five)) == 5 for five in FIVES)


def test_the_board_to_judge_holds_a_capture_for_each_side() -> None:
    assert sum(LETTERS[piece].isalpha() for row in TO_JUDGE for piece in row) == 5
    assert on_rows(draughts.start()) == START_BOARD
    assert on_rows(draughts.from_fen("W:WK1:B"))[0][1] == 2 != EMPTY
