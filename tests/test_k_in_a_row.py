"""K in a row: the known counts and values, an independent reading of the rules, text in and out, and pictures."""

from __future__ import annotations

import pickle
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from math import inf
from re import escape
from string import ascii_lowercase
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lessons import games
from minimax_lessons.games.k_in_a_row import KInARow, from_text, gomoku, noughts_and_crosses, start
from minimax_lessons.position import Position
from minimax_lessons.search import alphabeta, best_move, minimax
from minimax_lessons.tracing import trace

SIZES = [
    (3, 3, 3),
    (4, 3, 3),
    (4, 4, 4),
    (1, 4, 2),
    (5, 2, 3),
    (7, 6, 4),
    (6, 5, 5),
    (15, 15, 5),
    (2, 2, 1),
]


def lines_of(width: int, height: int, k: int) -> Iterator[list[tuple[int, int]]]:
    """Yield every row of k squares as (column, row) pairs, by walking from every square in every direction."""
    for column in range(width):
        for row in range(height):
            for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                line = [(column + i * right, row + i * down) for i in range(k)]
                if all(0 <= x < width and 0 <= y < height for x, y in line):
                    yield line


def rows_of(position: KInARow) -> list[str]:
    return position.text.split("/")


def stones_on(position: KInARow, line: list[tuple[int, int]]) -> str:
    rows = rows_of(position)
    return "".join(rows[row][column] for column, row in line)


def play_out(size: tuple[int, int, int], choices: list[int]) -> KInARow:
    """Return the position after a game in which each choice picks one of the legal moves."""
    position = start(*size)
    for choice in choices:
        moves = position.moves()
        if not moves:
            break
        position = position.play(moves[choice % len(moves)])
    return position


POSITIONS = st.builds(play_out, st.sampled_from(SIZES), st.lists(st.integers(0, 224), max_size=40))


class Counting:
    """A position that counts how often a search asks whether it is over: alphabeta asks once a node."""

    def __init__(self, position: KInARow, asked: Counter[str]) -> None:
        self.position, self.asked = position, asked

    @property
    def is_over(self) -> bool:
        self.asked["nodes"] += 1
        return self.position.is_over

    def evaluate(self) -> float:
        return self.position.evaluate()

    def children(self) -> list[Counting]:
        return [Counting(child, self.asked) for child in self.position.children()]


def nodes_of(search: Any, position: KInARow, *window: float) -> int:
    asked: Counter[str] = Counter()
    search(Counting(position, asked), 99, *window, position.maximizing)
    return asked["nodes"]


def can_force(position: KInARow, score: int, known: dict[KInARow, bool]) -> bool:
    """Return True when the side that wants the score gets it whatever the other does."""
    if position not in known:
        if position.is_over:
            known[position] = position.evaluate() == score
        else:
            choose = any if position.maximizing == (score == 1) else all
            known[position] = choose(
                can_force(child, score, known) for child in position.children()
            )
    return known[position]


def reachable(position: KInARow, found: set[KInARow]) -> set[KInARow]:
    if position not in found:
        found.add(position)
        for child in position.children():
            reachable(child, found)
    return found


def smallest_mirror_image(position: KInARow) -> tuple[str, ...]:
    """Return the same rows for all eight turned and mirrored forms of a square board."""
    rows, forms = tuple(rows_of(position)), []
    for _ in range(4):
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
        forms += [rows, rows[::-1]]
    return min(forms)


# The known numbers


@pytest.mark.slow
def test_noughts_and_crosses_has_549946_nodes_and_255168_games() -> None:
    ends: Counter[float] = Counter()

    def walk(position: KInARow) -> int:
        if position.is_over:
            ends[position.evaluate()] += 1
        return 1 + sum(walk(child) for child in position.children())

    assert walk(noughts_and_crosses()) == 549_946
    assert ends == {1: 131_184, -1: 77_904, 0: 46_080}
    assert nodes_of(minimax, noughts_and_crosses()) == 549_946
    assert minimax(noughts_and_crosses(), 9, True) == 0


def test_noughts_and_crosses_has_5478_positions_765_up_to_symmetry() -> None:
    positions = reachable(noughts_and_crosses(), set())
    assert len(positions) == 5_478
    assert len({smallest_mirror_image(position) for position in positions}) == 765


def test_alphabeta_in_row_order_visits_18297_nodes_of_noughts_and_crosses() -> None:
    assert nodes_of(alphabeta, noughts_and_crosses(), -inf, inf) == 18_297


@pytest.mark.parametrize(
    ("size", "value"),
    [
        ((3, 3, 3), 0),
        ((4, 3, 3), 1),
        ((3, 4, 3), 1),
        ((2, 2, 2), 1),
        ((1, 2, 2), 0),
        ((1, 1, 1), 1),
    ],
)
def test_small_boards_are_solved(size: tuple[int, int, int], value: int) -> None:
    assert alphabeta(start(*size), 12, -inf, inf, True) == value


@pytest.mark.slow
def test_four_in_a_row_on_a_four_by_four_board_is_a_draw() -> None:
    assert not can_force(start(4, 4, 4), 1, {})
    assert not can_force(start(4, 4, 4), -1, {})


def test_a_trace_shows_the_game_to_its_end() -> None:
    ahead = from_text("XOX/.O./...", k=3)
    run = trace(alphabeta, ahead, depth=9)
    assert run.value == alphabeta(ahead, 9, -inf, inf, False)
    assert run.nodes_visited == nodes_of(alphabeta, ahead, -inf, inf)
    assert all(
        leaf.position.is_over and leaf.value == leaf.position.evaluate() for leaf in run.leaves
    )
    assert trace(minimax, gomoku(), depth=1).nodes_visited == 226


# The rules, read a second time


@given(POSITIONS)
def test_a_row_of_k_ends_the_game_and_nothing_else_but_a_full_board(position: KInARow) -> None:
    grid = position.grid
    lines = list(lines_of(grid.width, grid.height, grid.k))
    full = {stones_on(position, line) for line in lines}
    assert position.winner == next((mark for mark in "XO" if mark * grid.k in full), None)
    assert position.is_over == (position.winner is not None or "." not in position.text)
    assert position.maximizing == (position.text.count("X") == position.text.count("O"))
    if position.is_over:
        assert position.evaluate() == {"X": 1, "O": -1, None: 0}[position.winner]
    won = [
        line
        for line in lines
        if position.winner and set(stones_on(position, line)) == {position.winner}
    ]
    assert set(position.winning_squares) == {
        f"{ascii_lowercase[x]}{y + 1}" for line in won for x, y in line
    }


@given(POSITIONS)
def test_the_moves_are_all_the_free_squares_and_children_follow_them(position: KInARow) -> None:
    moves, children = position.moves(), position.children()
    assert len(set(moves)) == len(moves) == (0 if position.is_over else position.text.count("."))
    assert tuple(position.play(move) for move in moves) == children
    for move, child in zip(moves, children, strict=True):
        assert child.last == move
        changed = [(a, b) for a, b in zip(position.text, child.text, strict=True) if a != b]
        assert changed == [(".", "X" if position.maximizing else "O")]


@given(POSITIONS)
def test_the_estimate_weighs_each_open_line_by_its_stones(position: KInARow) -> None:
    grid = position.grid
    lead = 0
    for line in lines_of(grid.width, grid.height, grid.k) if grid.k > 1 else ():
        stones = stones_on(position, line)
        crosses, noughts = stones.count("X"), stones.count("O")
        if crosses and not noughts:
            lead += 10 ** (crosses - 1)
        elif noughts and not crosses:
            lead -= 10 ** (noughts - 1)
    if not position.is_over:
        assert position.evaluate() == pytest.approx(lead / (abs(lead) + 10.0 ** (grid.k - 2)))
        assert -1 < position.evaluate() < 1


def test_six_in_a_row_win_at_gomoku() -> None:
    crosses, noughts = ["a1", "b1", "c1", "e1", "f1"], ["a15", "c15", "e15", "g15", "i15"]
    position = gomoku()
    for pair in zip(crosses, noughts, strict=True):
        for move in pair:
            position = position.play(move)
    assert not position.is_over
    position = position.play("d1")
    assert position.winner == "X"
    assert position.winning_squares == ("a1", "b1", "c1", "d1", "e1", "f1")


@pytest.mark.parametrize("rows", ["..X/X../...", "X../..X/...", "X.../.X../..../..X."])
def test_a_line_does_not_run_around_the_edge(rows: str) -> None:
    grid = from_text(rows.replace("X", "."), k=2).grid
    crosses = sum(
        bit
        for bit, mark in zip(grid.bits.values(), rows.replace("/", ""), strict=True)
        if mark == "X"
    )
    lines = [
        line
        for line in lines_of(grid.width, grid.height, 2)
        if all(rows.split("/")[y][x] == "X" for x, y in line)
    ]
    assert grid.has_line(crosses) == bool(lines)


# The order of the moves


def test_small_boards_are_looked_at_in_reading_order() -> None:
    assert noughts_and_crosses().moves() == ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
    assert from_text("X../.O./...", k=3).moves() == ("b1", "c1", "a2", "c2", "a3", "b3", "c3")


def test_a_large_board_is_looked_at_from_the_middle_and_from_the_stones() -> None:
    assert gomoku().moves()[0] == "h8"
    beside = gomoku().play("c3").moves()
    assert set(beside[:8]) == {"b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"}
    assert set(beside[8:24]) == {f"{c}{r}" for c in "abcde" for r in range(1, 6)} - set(
        beside[:8]
    ) - {"c3"}
    assert beside[24] == "h8"


def test_a_win_comes_first_and_then_what_stops_one() -> None:
    position = from_text("XXXX.../.OOOO../" + "/".join(["......."] * 5), k=5)
    assert position.moves()[:3] == ("e1", "f2", "a2")
    assert position.play("g7").moves()[:3] == ("f2", "a2", "e1")


# Values


@given(POSITIONS)
def test_a_position_is_equal_to_what_its_repr_and_its_pickle_give_back(position: KInARow) -> None:
    for copy in (eval(repr(position), {"games": games}), pickle.loads(pickle.dumps(position))):
        assert copy == position
        assert hash(copy) == hash(position)
        assert (copy.last, copy.moves(), repr(copy)) == (
            position.last,
            position.moves(),
            repr(position),
        )
    assert isinstance(position, Position)


def test_the_way_to_a_position_does_not_matter() -> None:
    one = noughts_and_crosses().play("a1").play("b2").play("c3")
    other = noughts_and_crosses().play("c3").play("b2").play("a1")
    assert one == other
    assert hash(one) == hash(other)
    assert one != from_text("X../.O./.X.", k=3)
    assert start(3, 3, 3) != start(3, 3, 2)


def test_nothing_changes_a_position() -> None:
    position = noughts_and_crosses()
    position.play("b2")
    position.moves()
    assert position == noughts_and_crosses()
    with pytest.raises(AttributeError):
        position.crosses = 1  # type: ignore[misc]


def test_the_text_shows_the_board_and_whose_turn_it_is() -> None:
    position = noughts_and_crosses().play("b2").play("A1 ").play("c1")
    assert str(position).splitlines() == [
        "   a b c",
        " 1 O . X",
        " 2 . X .",
        " 3 . . .",
        "   O to move",
    ]
    assert str(position.play("c2").play("a3")).endswith("X has won")
    assert from_text("XOX/XOO/OXX", k=3).status == "a draw"


def test_text_is_read_line_by_line_too() -> None:
    assert from_text("x o .\n. X .\n. . .", k=3) == from_text("XO./.X./...", k=3)


def test_a_forced_win_is_found_and_the_threat_is_met() -> None:
    assert best_move(from_text("XX./OO./...", k=3), 3) == "c1"
    assert best_move(from_text("XX./O../...", k=3), 3) == "c1"
    assert (
        best_move(from_text("......./.XXX.../.OOOOX./" + "/".join(["......."] * 4), k=5), 2) == "a3"
    )


# Bad input


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("b2", "'b2' is taken by X: the legal moves are a1, b1, c1, a2, c2, a3, b3, c3"),
        (
            "d1",
            "'d1' is no square of this 3 × 3 board: the legal moves are a1, b1, c1, a2, c2, a3, b3, c3",
        ),
        ("", "'' is no square of this 3 × 3 board"),
        ((1, 1), "(1, 1) is no square of this 3 × 3 board"),
    ],
)
def test_an_illegal_move_is_refused_by_name(move: Any, message: str) -> None:
    with pytest.raises(ValueError, match=escape(message)):
        noughts_and_crosses().play("b2").play(move)


def test_a_long_list_of_legal_moves_is_cut_short() -> None:
    with pytest.raises(ValueError, match=r"legal moves are a1, b1, .* a2 and 209 more$"):
        gomoku().play("z9")


def test_no_move_is_possible_after_the_end() -> None:
    with pytest.raises(ValueError, match="'c3' comes too late: X has won"):
        from_text("XXX/OO./...", k=3).play("c3")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("XO./..", "row 2, '..', has 2 squares where row 1 has 3"),
        ("XO?/.../...", "'?' in row 1, 'XO?'"),
        ("", "width=0"),
        ("XX./.../...", "2 X and 0 O"),
        (".../.O./...", "0 X and 1 O"),
        ("XXX/OOO/...", "X has a row in 'XXX/OOO/...', and yet"),
        ("OOO/XX./XX.", "O has a row in 'OOO/XX./XX.', and yet"),
        ("XXXX/OOOO/XXXX/OOO.", "has a row in"),
    ],
)
def test_an_impossible_board_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=escape(message)):
        from_text(text, k=3)


def test_two_rows_from_one_move_are_possible_and_two_apart_are_not() -> None:
    assert from_text("XXX/XOO/XOO", k=3).winner == "X"
    with pytest.raises(ValueError, match=r"X has two rows in .* no single move"):
        from_text("XXX../O.O.O/O.O../..XXX", k=3)


@pytest.mark.parametrize("last", ["b2", "a1", "d9"])
def test_a_last_move_that_was_not_made_is_refused(last: str) -> None:
    with pytest.raises(ValueError, match="O, who moved last, does not stand there"):
        from_text("XO./.../...", k=3, last=last)


@pytest.mark.parametrize(
    "size",
    [(0, 3, 3), (3, 0, 3), (27, 3, 3), (3, 3, 4), (3, 3, 0), (3, -1, 2), (3, 2.5, 2), (3, 3, "3")],
)
def test_a_size_that_no_board_has_is_refused(size: tuple[Any, Any, Any]) -> None:
    with pytest.raises(ValueError, match="from 1 to"):
        start(*size)


# Pictures


def test_the_picture_shows_every_stone_the_last_move_and_the_row_that_won() -> None:
    position = from_text("XOX/OXO/X..", k=3, last="a3")
    picture = ET.fromstring(position._repr_svg_())
    paths = {
        (path.get("stroke"), path.get("fill")): path.get("d", "")
        for path in picture.iter()
        if path.tag.endswith("path")
    }
    assert paths["#0072b2", None].count("M") == 4
    assert paths["#d55e00", None].count("M") == 3
    assert paths["#222222", None].count("M") == 1
    assert paths["#222222", None].startswith("M0 2h1")
    assert paths["#007a59", "#d3f2e4"].count("M") == 3
    assert "X has won" in "".join(picture.itertext())


@given(POSITIONS)
def test_every_position_has_a_well_formed_picture(position: KInARow) -> None:
    picture = ET.fromstring(position._repr_svg_())
    letters = [text.text for text in picture.iter() if text.tag.endswith("text")]
    assert len(letters) == position.grid.width + position.grid.height
