from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from minimax_lessons.command_errors import CommandError
from minimax_lessons.draughts import RUNGS, ladder, start
from minimax_lessons.draughts.ladder import (
    DEPTH,
    NAMES,
    Ladder,
    Rung,
    engine,
    kept,
    nodes_to,
    tried,
)
from minimax_lessons.draughts.matches import fair_openings
from minimax_lessons.draughts.negamax import EXTRAS

pytestmark = pytest.mark.long

README = Path(__file__).resolve().parent.parent / "README.md"


def test_each_rung_has_all_below_and_one_more() -> None:
    assert ("minimax", *RUNGS) == NAMES
    for number, name in enumerate(NAMES):
        assert engine(name).rungs == RUNGS[:number]
    with pytest.raises(ValueError, match=r"no rung 'magic'.*minimax, alphabeta"):
        engine("magic")


def test_an_extra_stands_on_the_search_s_rungs_and_is_measured_against_them() -> None:
    assert engine("scout").rungs == (*RUNGS[:-1], "scout")
    assert Rung("scout", 7467, 13.6, wins=1).result.names == ("scout", "deepening")


def test_minimax_visits_every_position_to_a_depth() -> None:
    layer, seen = [start()], 1
    for depth in range(1, 4):
        layer = [child for position in layer for child in position.children()]
        seen += len(layer)
        assert nodes_to(depth, "minimax") == seen


def test_a_row_tells_the_games_and_what_they_prove() -> None:
    rung = Rung("order", 9376, 9.25, wins=30, draws=20, losses=10)
    assert rung.result.names == ("order", "alphabeta")
    low, high = rung.result.interval
    assert rung.cells == (
        "order",
        "9,376",
        "9.2",
        "30 : 10, 20 drawn",
        f"{low:+.0f} to {high:+.0f}",
    )
    alike = replace(rung, pairs=(0, 0, 10, 20, 0))
    assert low < alike.result.interval[0] < alike.result.interval[1] < high  # pairs tell more
    assert Rung("minimax", 1_071_628, 7).cells == ("minimax", "1,071,628", "7.0", "", "")


def test_the_ladder_is_printed_in_columns() -> None:
    rungs = (Rung("minimax", 1_071_628, 7), Rung("order", 9376, 9.25, wins=30, draws=20, losses=10))
    lines = str(Ladder("today", 0.03, rungs)).split("\n")
    assert [line.split()[0] for line in lines] == ["Idea", "minimax", "order"]
    for row, number in ((1, "1,071,628"), (2, "9,376")):
        assert lines[row].find(number) + len(number) == lines[0].find("depth 8") + len("depth 8")


def test_what_is_measured_is_kept_rung_by_rung(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ladder, "FILE", tmp_path / "ladder.json")
    monkeypatch.setattr(
        ladder, "measured", lambda name, **options: Rung(name, len(name), 1.5, wins=len(options))
    )
    for rungs in (["order"], ["scout", "minimax", "alphabeta"], ["order"]):
        assert ladder.report(rungs) == 0
    found, extra = kept(), tried()
    assert [rung.name for rung in found.rungs] == ["minimax", "alphabeta", "order"]
    assert [rung.name for rung in extra.rungs] == ["scout"]
    printed = capsys.readouterr().out
    assert found.table in printed
    assert extra.table in printed


def test_a_rung_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        ladder.report(["magic"])
    assert "there is no rung magic" in capsys.readouterr().err


def test_every_opening_is_played_with_each_colour_by_the_time_of_the_processor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ladder, "SOME", 1)  # second of looking ahead is enough here
    rung = ladder.measured("alphabeta", seconds=0.001, openings=3)
    assert rung.result.played == 6
    assert sum(rung.pairs) == 3


def test_the_kept_ladder_has_every_rung() -> None:
    assert [rung.name for rung in kept().rungs] == list(NAMES)
    assert [rung.name for rung in tried().rungs] == list(EXTRAS)


@pytest.mark.parametrize(
    "name", [pytest.param("minimax", marks=pytest.mark.slow), *NAMES[1:], *EXTRAS]
)
def test_the_nodes_of_the_kept_ladder_come_out_again(name: str) -> None:
    (nodes,) = (rung.nodes for rung in (*kept().rungs, *tried().rungs) if rung.name == name)
    assert nodes == nodes_to(DEPTH, name)


def test_every_kept_match_played_all_openings_with_each_colour() -> None:
    assert kept().rungs[0].result.played == 0
    for rung in (*kept().rungs[1:], *tried().rungs):
        assert rung.result.played == 2 * len(fair_openings())


def test_the_readme_shows_the_ladder_as_it_was_measured() -> None:
    assert kept().table in README.read_text(encoding="utf-8")
    assert f"{kept().seconds:g} s" in README.read_text(encoding="utf-8")


def test_the_command_match_prints_the_games_of_two_rungs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert ladder.report_match(["order", "alphabeta", "--pairs", "1", "--nodes", "20"]) == 0
    printed = capsys.readouterr().out
    assert "1 of 1 pairs of games" in printed
    assert "order against alphabeta: " in printed
    assert "20 nodes a move" in printed


@pytest.mark.parametrize(
    ("command", "arguments"),
    [(ladder.report_match, ["order", "alphabeta", "--pairs", "1"]), (ladder.report, ["alphabeta"])],
)
def test_a_scheduler_that_is_gone_is_named_in_a_sentence(
    command: Callable[[Sequence[str]], int],
    arguments: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def gone(*_: object, **__: object) -> None:
        raise CommandError("The scheduler is gone.")

    monkeypatch.setattr(ladder, "shared_match", gone)
    monkeypatch.setattr(ladder, "SOME", 1)
    monkeypatch.setattr(ladder, "DEPTH", 1)
    assert command([*arguments, "--cluster", "tcp://a:1"]) == 1
    assert capsys.readouterr().err == "The scheduler is gone.\n"


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (["magic", "order"], "there is no rung magic: choose from minimax"),
        (["order", "alphabeta", "--pairs", "900"], "so choose 1 to"),
        (["order", "alphabeta", "--nodes", "0"], "from 1 on"),
    ],
)
def test_a_match_that_cannot_be_played_is_named_with_what_to_do(
    arguments: list[str], advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        ladder.report_match(arguments)
    assert advice in capsys.readouterr().err
