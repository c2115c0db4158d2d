"""The learner's own minimax: when it is kept, what is offered where there is none, and what a broken file leads to."""

from __future__ import annotations

from pathlib import Path

import pytest

from minimax_lessons import VIDEO_TREE, minimax, trace
from minimax_lessons.learner_progress import FILE as RECORD
from minimax_lessons.own_minimax import FILE, keep, mine, own_file

RIGHT = """
def my_minimax(position, depth, maximizing_player):
    if depth == 0 or position.is_over:
        return position.evaluate()
    return chosen([my_minimax(c, depth - 1, not maximizing_player) for c in position.children()],
                  maximizing_player)
"""
HELPER = """
def chosen(values, largest):
    return max([-inf, *values]) if largest else min([math.inf, *values])
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MINIMAX_LESSONS_RECORD", str(tmp_path / RECORD))
    return tmp_path


def test_without_a_function_of_ones_own_it_is_the_course_s() -> None:
    assert mine() is minimax


def test_a_function_is_kept_with_its_helpers_and_can_be_watched_line_by_line(folder: Path) -> None:
    assert keep([RIGHT, HELPER], "my_minimax")
    assert own_file() == folder / FILE
    own = mine()
    run = trace(own, VIDEO_TREE)
    assert (own.__name__, run.value, len(run.leaves)) == ("my_minimax", 3, 8)
    assert {event.line for event in run.events} <= set(range(7, 14))


@pytest.mark.parametrize(
    "functions",
    [
        [RIGHT],  # it needs a function that was not kept
        ["def my_minimax(position, depth): return 3"],
        ["def my_minimax(position, depth, maximizing): return 3"],
        ["def my_minimax(:"],
        [],
    ],
)
def test_what_does_not_work_alone_is_not_kept(functions: list[str]) -> None:
    assert not keep(functions, "my_minimax")
    assert not own_file().exists()


@pytest.mark.parametrize("text", ["mine = 3", "", "def f(:", "1 / 0", "mine = f"])
def test_a_file_that_no_longer_works_is_named_in_one_sentence(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    own_file().write_text(text, encoding="utf-8")
    assert mine() is minimax
    said = capsys.readouterr().out
    assert str(own_file()) in said
    assert "delete it and check exercise 2.6 again" in said


def test_a_folder_that_cannot_be_written_stops_nobody(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINIMAX_LESSONS_RECORD", str(folder / "missing" / RECORD))
    assert not keep([RIGHT, HELPER], "my_minimax")
    assert mine() is minimax
