"""The tables of up to four pieces that the package brings along."""

from __future__ import annotations

import hashlib
import lzma
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minimax_lessons import draughts
from minimax_lessons.command_errors import CommandError
from minimax_lessons.draughts import RUNGS, Engine, engine, packed_endgames
from minimax_lessons.draughts.endgame import endgames
from minimax_lessons.draughts.evaluation import WEIGHTS, evaluate
from minimax_lessons.draughts.packed_endgames import (
    FILE,
    PackedEnds,
    four_piece_endgames,
    random_position,
)

FIRST_POSITION = "W:WK15,20:B12,K28"


def test_the_file_is_the_one_that_was_verified() -> None:
    assert FILE.stat().st_size <= 2_000_000
    assert hashlib.sha256(FILE.read_bytes()).hexdigest() == (
        "d835798533d0d0919a62e56495beb185e517af0b5e5d3ea3f3d57d06500d90b7"
    )


@pytest.mark.parametrize("pieces", [2, 3])
def test_up_to_three_pieces_it_agrees_with_the_tables_that_are_worked_out(pieces: int) -> None:
    random, small = Random(pieces), endgames()
    for _ in range(2_000):
        position = random_position(random, pieces)
        assert four_piece_endgames().look_up(position) == small.look_up(position)


def test_each_value_follows_from_those_after_its_moves() -> None:
    random, tables = Random(4), four_piece_endgames()
    for _ in range(500):
        position = random_position(random, 4)
        assert tables.look_up(position) == packed_endgames.by_its_moves(tables, position)


@pytest.mark.slow
def test_the_command_finds_nothing_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed_endgames, "CHECKED", 200)  # of the 2,000 that the command takes
    assert packed_endgames.report(["--check"]) == 0
    assert "4,680,067 positions" in capsys.readouterr().out


def test_the_first_position_is_won_in_81_plies() -> None:
    position = draughts.from_fen(FIRST_POSITION)
    assert four_piece_endgames().look_up(position) == 81
    found = Engine(endgames=four_piece_endgames()).search(position, depth=1)
    assert (found.ends_in, len(found.variation)) == (81, 81)


class CountedBytes(bytes):
    """Bytes that know how often they were counted, which takes milliseconds in a large table."""

    counts = 0

    def count(self, *arguments: Any) -> int:
        self.counts += 1
        return super().count(*arguments)


def test_decided_positions_are_counted_once_because_a_search_asks_at_each_node() -> None:
    ends = PackedEnds(data := CountedBytes(b"\0\1\2"))
    assert [len(ends) for _ in range(3)] == [2, 2, 2]
    assert data.counts == 1


def test_two_kings_beat_a_king_and_a_man_wherever_the_table_says_so() -> None:
    random, tables, won = Random(12), four_piece_endgames(), 0
    while won < 12:
        kings = random.sample(range(5, 29), 3)
        man = random.choice([square for square in range(5, 29) if square not in kings])
        position = draughts.from_fen(f"W:WK{kings[0]},K{kings[1]}:BK{kings[2]},{man}")
        plies = tables.look_up(position)
        if not plies or plies % 2 == 0:
            continue
        found = Engine(endgames=tables).search(position, depth=1)
        for move in found.variation:  # both sides play by the table
            position = position.play(move)
        assert position.result == "1-0"
        won += 1


def test_a_position_of_five_pieces_is_refused() -> None:
    with pytest.raises(ValueError, match="the tables know positions of up to 4"):
        four_piece_endgames().look_up(draughts.from_fen("W:WK1,K2,K3:BK30,K31"))


@pytest.mark.parametrize(
    ("content", "advice"),
    [(b"no table", "cannot be read"), (lzma.compress(b"short"), "instead of")],
)
def test_a_broken_file_is_told_with_what_to_do(
    content: bytes, advice: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed_endgames, "FILE", tmp_path / "endgames.xz")
    packed_endgames.FILE.write_bytes(content)
    with pytest.raises(CommandError, match=f"{advice}.*python3 -m minimax_lessons endgames"):
        four_piece_endgames.__wrapped__()


def test_the_engine_as_it_is_has_the_tables_and_a_changed_one_has_only_what_it_is_given() -> None:
    position = draughts.from_fen(FIRST_POSITION)
    assert Engine().search(position, depth=1).ends_in == 81
    for changed in (
        Engine(endgames=None),
        Engine(rungs=RUNGS[:-1]),
        Engine(weights=WEIGHTS),
        Engine(evaluation=evaluate),
    ):
        assert changed.search(position, depth=1).ends_in is None
    assert Engine(rungs=(), endgames=endgames()).tables(position) is endgames()


def test_the_tables_are_read_only_when_few_pieces_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "four_piece_endgames", lambda: pytest.fail("read"))
    assert Engine().search(draughts.start(), depth=2).depth == 2


def test_the_engine_says_so_and_plays_on_when_the_tables_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed_endgames, "FILE", tmp_path / "endgames.xz")
    monkeypatch.setattr(engine, "four_piece_endgames", four_piece_endgames.__wrapped__)
    player, position = Engine(), draughts.from_fen(FIRST_POSITION)
    with pytest.warns(UserWarning, match=r"cannot be read.*the engine plays without them"):
        assert player.search(position, depth=5).depth == 5
    assert player.search(position, depth=3).depth == 3  # without a second warning
