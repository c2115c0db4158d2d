from __future__ import annotations

from contextlib import suppress

import pytest

from minimax_lessons.exercises import NotYet, check
from minimax_lessons.exercises.attempted import Todo
from minimax_lessons.exercises.checks import overview, standing
from minimax_lessons.exercises.tasks import TASKS


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(standing):
        monkeypatch.delitem(standing, name)


def test_before_any_check_it_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    overview()
    assert "Run the cells with check first" in capsys.readouterr().out


def test_every_exercise_of_the_notebook_has_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    def wrong(
        position: object, depth: int, alpha: float, beta: float, maximizing_player: bool
    ) -> float:
        return 0

    for name, answer in (("3.1", wrong), ("3.2", Todo("3.2"))):
        with suppress(NotYet):
            check(name, answer)
    capsys.readouterr()
    check.all()  # type: ignore[attr-defined]
    lines = capsys.readouterr().out.splitlines()
    names = [name for name in TASKS if name.startswith("3.")]
    said = dict(zip(names, lines, strict=False))
    assert (said["3.1"][:5], said["3.2"][:5]) == ("✗ 3.1", "○ 3.2")
    assert said["3.3"].startswith("· 3.3")
    assert lines[-1] == f"0 of {len(names)} done."
    assert len(lines) == len(names) + 1
