"""Values learned from the engine's own games: samples, the fit, and what the command keeps."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from draughts_positions import swapped
from test_engine import going

from minimax_lessons.draughts import tuning
from minimax_lessons.draughts.evaluation import (
    WEIGHTS,
    evaluate_by_squares,
    values_by_square,
)
from minimax_lessons.draughts.rules import Position
from minimax_lessons.draughts.samples import Sample, labelled_games
from minimax_lessons.draughts.tuning import fit, game_samples, is_for_testing, loss

pytestmark = pytest.mark.long

pytest.importorskip("numpy")
OLD = values_by_square(WEIGHTS)


def sample_of(position: Position, score: float) -> Sample:
    sides = position.white, position.black, position.kings
    return Sample(*sides, position.black_to_move, score, 0.5)


def test_a_game_gives_the_same_samples_for_the_same_seed_and_others_for_another() -> None:
    one, same, other = (game_samples(3, seed=seed, depth=1) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_no_sample_stands_in_the_middle_of_a_capture() -> None:
    for sample in game_samples(5, seed=1, depth=1):
        position = Position(sample.black, sample.white, sample.kings, sample.black_to_move)
        assert not position.moves()[0].is_capture


def test_the_games_of_lesson_12_are_those_that_the_command_plays() -> None:
    assert list(labelled_games()[2]) == game_samples(2, seed=1)
    assert {sample.points for game in labelled_games() for sample in game} == {0, 0.5, 1}
    assert all(len({sample.points for sample in game}) == 1 for game in labelled_games() if game)


def test_one_game_of_ten_is_for_testing() -> None:
    assert [number for number in range(30) if is_for_testing(number)] == [0, 10, 20]


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    random = Random(1)
    return [going(random.randrange(10**6), random.randrange(5, 60)) for _ in range(1_500)]


def test_a_fit_finds_the_values_that_made_the_labels(positions: list[Position]) -> None:
    random = Random(2)
    men = tuple(value + random.randint(-12, 12) for value in OLD.men)
    true = OLD._replace(men=men, lead=5)
    samples = [sample_of(position, evaluate_by_squares(position, true)) for position in positions]
    learned = fit(samples, OLD)
    assert loss(samples, learned) < loss(samples, OLD) / 5
    misses = [abs(one - other) for one, other in zip(learned.men[4:], true.men[4:], strict=True)]
    assert sum(misses) / len(misses) < 2


def test_labels_that_the_old_values_explain_leave_them_as_they_are(
    positions: list[Position],
) -> None:
    samples = [sample_of(position, evaluate_by_squares(position, OLD)) for position in positions]
    assert fit(samples, OLD) == OLD
    assert loss(samples, OLD) == pytest.approx(0)


def test_a_fit_favours_neither_colour(positions: list[Position]) -> None:
    random = Random(3)
    scores = [random.randint(-200, 200) for _ in positions]
    samples = [sample_of(*each) for each in zip(positions, scores, strict=True)]
    mirrored = [
        sample_of(swapped(position), -score)
        for position, score in zip(positions, scores, strict=True)
    ]
    assert fit(samples, OLD) == fit(mirrored, OLD)


def run(folder: Path, *arguments: str) -> int:
    options = ["--games", "10", "--depth", "1", "--nodes", "20", "--out", str(folder), *arguments]
    return tuning.report(options)


@pytest.fixture
def few_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the match that decides have only four openings."""
    openings = tuning.fair_openings()[:4]
    monkeypatch.setattr(tuning, "fair_openings", lambda: openings)


@pytest.mark.slow
@pytest.mark.usefixtures("few_pairs")
def test_an_interrupted_run_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path) == 0
    values = (tmp_path / "learned_values.py").read_text()
    stored = tmp_path / "games.jsonl"
    lines = stored.read_text().splitlines(keepends=True)
    stored.write_text("".join(lines[:5]) + lines[5][:40])  # it was writing when it was stopped
    capsys.readouterr()
    assert run(tmp_path) == 0
    assert "5 of 10 games" in capsys.readouterr().out
    assert (tmp_path / "learned_values.py").read_text() == values
    assert sorted(stored.read_text().splitlines()) == sorted(map(str.strip, lines))


@pytest.mark.usefixtures("few_pairs")
def test_the_command_prints_losses_boards_and_a_verdict_and_keeps_nothing_unasked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = tuning.MODULE.read_text()
    assert run(tmp_path) == 0
    printed = capsys.readouterr().out
    assert printed.count("loss with the values") == 3
    assert "men of White" in printed
    assert "the ratio is" in printed
    assert tuning.MODULE.read_text() == before


@pytest.mark.parametrize(
    ("content", "advice"),
    [
        (b'{"seed": 2, "depth": 1}\n', "holds games with other settings"),
        (b'{"seed": 1, "depth": 1}\n{"game": 0, "samples": [[1, 2\n', "Line 2 of"),
        (b"\xff\xfe", "Line 1 of"),
    ],
)
def test_a_store_that_cannot_be_used_is_named_with_what_to_do(
    content: bytes, advice: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "games.jsonl"
    store.write_bytes(content)
    assert run(tmp_path) == 1
    told = capsys.readouterr().err
    assert advice in told
    assert "--out" in told
    assert "Traceback" not in told
    assert store.read_bytes() == content


def test_too_few_games_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tuning.report(["--games", "3", "--out", str(tmp_path)])
    assert "at least 10 are needed" in capsys.readouterr().err
