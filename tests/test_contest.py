from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from minimax_lessons import draughts
from minimax_lessons.draughts import Engine, MatchResult, random_player

pytest.importorskip("IPython")
from minimax_lessons.draughts import board as contests


def test_a_contest_is_a_match_with_a_bar_that_fills(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []
    handle = SimpleNamespace(update=lambda standings, raw: shown.append(standings))
    monkeypatch.setattr(
        contests, "display", lambda standings, **options: shown.append(standings) or handle
    )
    players = Engine(depth=1), random_player(1)
    result = contests.contest(*players, games=4, names=("one", "two"))
    filled = [each["text/html"].partition(" aria-label")[0] for each in shown]
    assert filled == [f'<progress max="4" value="{played}"' for played in range(5)]
    assert shown[-1]["text/html"].endswith(f" 4 of 4 games. {result}")
    again = draughts.match(Engine(depth=1), random_player(1), games=4, names=("one", "two"))
    assert str(again) == str(result)


def test_a_contest_that_is_stopped_returns_the_games_so_far(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(contests, "display", lambda bar, **options: None)
    moves = iter(range(30))

    def tires(position: draughts.Position) -> draughts.Move:
        if next(moves, None) is None:
            raise KeyboardInterrupt
        return position.moves()[0]

    def resigns(position: draughts.Position) -> None:
        return None

    result = contests.contest(tires, resigns, games=100)
    assert isinstance(result, MatchResult)
    assert 0 < result.wins == result.played < 100


def test_a_replay_carries_each_position_and_move_of_all_games() -> None:
    games = draughts.match(random_player(1), random_player(2), games=2).games
    data = contests.replay(games).data
    for game, shown in zip(games, data["games"], strict=True):
        drawn = [
            "\n".join(data["lines"][line] for line in data["drawings"][at]) for at in shown["drawn"]
        ]
        assert drawn == [position._repr_svg_().rstrip() for position in game.positions]
        assert all(
            str(move) in said for move, said in zip(game.moves, shown["said"][1:], strict=True)
        )
        assert game.headers["Termination"][1:] in shown["said"][-1]


def test_where_no_script_runs_a_replay_is_a_picture_of_the_first_game() -> None:
    games = draughts.match(random_player(1), random_player(2), games=2).games
    kept = contests.replay(games)._repr_mimebundle_()
    assert kept["text/plain"] == "<GameViewer of 2 games>"
    assert "random_mover (Black)" in kept["text/html"]
    assert '<img alt="Before the first' in kept["text/html"]


@pytest.mark.browser
def test_games_are_chosen_and_stepped_through_without_python(open_page: Any) -> None:
    games = draughts.match(random_player(1), random_player(2), games=2).games
    page = open_page(
        "<!DOCTYPE html><title>games</title>"
        + contests.replay(games)._repr_mimebundle_()["text/html"]
    )
    page.locator(".replay").wait_for()
    page.get_by_label("Game", exact=True).select_option("1")
    page.locator(".replay").focus()
    page.keyboard.press("End")
    last = len(games[1].moves)
    assert page.locator(".place").inner_text() == f"{last} / {last}"
    assert str(games[1].moves[-1]) in page.locator(".sentence").inner_text()
    assert page.locator(".board").evaluate(
        "image => image.decode().then(() => image.naturalWidth > 100)"
    )
    for width, height in [(950, 647), (800, 600), (390, 844), (320, 640)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        board, whole = (page.locator(part).bounding_box() for part in (".board", ".replay"))
        assert max(board["width"] / width, board["height"] / height) > 0.65
        assert whole["height"] <= height
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_nothing_to_replay_is_said_so() -> None:
    with pytest.raises(ValueError, match="no game to replay"):
        contests.replay(())
