import re
from concurrent.futures import Future
from contextlib import suppress
from functools import cache
from math import inf
from threading import Event
from time import perf_counter, process_time

import pytest
from naive_draughts import grid_of

from minimax_lessons import draughts, interruptible_task
from minimax_lessons.command_errors import CommandError
from minimax_lessons.draughts import (
    Engine,
    MatchResult,
    Move,
    match,
    matches,
    random_player,
    read_pdn,
)
from minimax_lessons.draughts.documented import BLACK, WHITE, evaluate_board
from minimax_lessons.draughts.matches import fair_openings, shared_match
from minimax_lessons.interruptible_task import TookTooLong
from minimax_lessons.sharing import results_of

pytestmark = pytest.mark.long


def first_move(position):
    return position.moves()[0]


def last_move_as_text(position):
    return str(position.moves()[-1])


def test_a_match_is_played_from_balanced_openings_with_colours_changed():
    result = match(first_move, last_move_as_text, games=6)
    assert result.names == ("first_move", "last_move_as_text")
    assert result.played == len(result.games) == 6
    for one, other in zip(result.games[::2], result.games[1::2], strict=True):
        assert one.moves[:3] == other.moves[:3]
        assert one.headers["Black"] == other.headers["White"] == "first_move"
    assert len({game.moves[:3] for game in result.games}) == 3


def test_openings_can_be_given():
    opening = [Move(11, 15), Move(22, 18)]
    games = match(first_move, last_move_as_text, games=3, openings=[opening, opening[:1]]).games
    assert [len(game.moves) > 2 and game.moves[:2] == (*opening,) for game in games[:2]] == [
        True,
        True,
    ]
    assert games[2].moves[0] == opening[0]


def test_every_game_can_be_replayed_and_says_how_it_ended():
    result = match(Engine(nodes=300), random_player(1), games=4)
    games = list(read_pdn(result.pdn))
    assert [game.moves for game in games] == [game.moves for game in result.games]
    for game in games:
        end = game.positions[-1]
        assert (game.result, game.headers["Termination"]) == (end.result, end.ending)


def test_the_same_seeds_give_the_same_match():
    one, other = (match(random_player(1), random_player(2), games=4, seed=3) for _ in range(2))
    assert one == other
    assert match(random_player(1), random_player(2), games=4, seed=4) != one


def test_the_engine_beats_a_random_mover():
    result = match(Engine(nodes=1_000), random_player(7), games=10)
    assert (result.wins, result.losses) == (10, 0)


@pytest.mark.slow
def test_the_engine_beats_a_random_mover_a_hundred_times():
    assert match(Engine(nodes=200), random_player(7), games=100).wins == 100


@pytest.mark.slow
def test_the_engine_clearly_beats_the_documents_search_at_depth_4():
    @cache
    def evaluation(position):
        grid = [[".wWbB".index(piece) for piece in row] for row in grid_of(position.fen)[0]]
        return evaluate_board(grid, WHITE, BLACK)

    document = Engine(rungs=["alphabeta"], evaluation=evaluation, depth=4)
    result = match(Engine(nodes=4_000), document, games=20)
    assert result.interval[0] > 100


def raises(position):
    raise ZeroDivisionError("a slip")


def returns_nothing(position):
    return None


def cheats(position):
    return "1-32"


def quits(position):
    raise SystemExit


class Unspeakable:
    def __repr__(self):
        raise RuntimeError("no words")


def returns_the_unspeakable(position):
    return Unspeakable()


def swallows_the_first_alarm(position):
    with suppress(BaseException):  # as a bare except does
        hangs(position)
    hangs(position)


def hangs(position):
    while True:
        try:
            sum(range(1000))
        except Exception:
            continue


@pytest.mark.parametrize(
    ("player", "why"),
    [
        (raises, r"raised ZeroDivisionError: a slip"),
        (returns_nothing, r"returned None where the legal moves are \d.*"),
        (quits, r"raised SystemExit: "),
        (returns_the_unspeakable, r"returned a Unspeakable where the legal moves are \d.*"),
        (swallows_the_first_alarm, r"took more than 0\.23 s for a move"),
        (cheats, r"returned '1-32' where the legal moves are \d.*"),
        (hangs, r"took more than 0\.23 s for a move"),
        (
            Engine(evaluation=lambda position: None, depth=2),
            r"raised EvaluationError: the evaluation returned None for .*",
        ),
        (Engine(evaluation=hangs), r"took more than 0\.23 s for a move"),
    ],
)
def test_a_player_that_fails_loses_and_the_match_goes_on(player, why):
    # the other side has its time by a clock that stands still while the machine does something else
    result = match(player, Engine(clock=process_time), games=2, seconds=0.02)
    assert (result.wins, result.losses) == (0, 2)
    black, white = (game.headers["Termination"] for game in result.games)
    assert re.fullmatch(f"Black {why}", black)
    assert re.fullmatch(f"White {why}", white)
    assert [game.result for game in result.games] == ["1-0", "0-1"]
    assert len(list(read_pdn(result.pdn))) == 2


@pytest.mark.parametrize(
    "answer",
    [
        lambda position: position.moves()[0],
        lambda position: tuple(map(float, position.moves()[0])),
        lambda position: iter(position.moves()[0]),
        lambda position: Engine().search(position, depth=1),
    ],
)
def test_a_move_may_be_given_in_any_way_that_says_which(answer):
    result = match(answer, first_move, games=1)
    (game,) = read_pdn(result.pdn)
    assert game.moves == result.games[0].moves
    assert "returned" not in game.headers["Termination"]


def test_an_engines_own_time_is_its_time(monkeypatch):
    def never(seconds, work):
        allowed.append(seconds)
        raise TookTooLong

    allowed = []
    monkeypatch.setattr(matches, "in_time", never)
    by_wall, by_processor = (
        Engine(evaluation=lambda position: 0, seconds=0.3, clock=clock)
        for clock in (perf_counter, process_time)
    )
    match(by_wall, by_processor, games=2, patience=7)
    assert sorted(allowed) == [matches.allowed_seconds(0.3), 7]


def test_only_what_a_learner_wrote_is_watched(monkeypatch):
    monkeypatch.setattr(matches, "in_time", lambda seconds, work: pytest.fail("watched"))
    assert match(Engine(depth=1), Engine(nodes=50), games=2).played == 2


def test_a_player_that_waits_outside_python_is_left_behind(monkeypatch):
    monkeypatch.setattr(interruptible_task, "END_SECONDS", 0)
    never = Event()
    result = match(lambda position: never.wait(60), first_move, games=1, seconds=0)
    assert result.games[0].headers["Termination"] == "Black took more than 0.2 s for a move"
    never.set()


def test_a_player_that_fails_does_not_leave_an_alarm_behind():
    match(hangs, first_move, games=1, seconds=0.02)
    until = perf_counter() + 0.4
    while perf_counter() < until:
        pass


def test_standings_are_told_after_each_game():
    told = []
    result = match(first_move, random_player(2), games=3, on_game=told.append)
    assert [each.played for each in told] == [1, 2, 3]
    assert told[-1] == result


def standing(wins, draws, losses):
    return MatchResult(("a", "b"), wins, draws, losses, ())


@pytest.mark.parametrize(
    ("result", "elo"),
    [
        (standing(3, 0, 1), 191),
        (standing(1, 2, 1), 0),
        (standing(0, 0, 5), -inf),
        (standing(2, 0, 0), inf),
    ],
)
def test_elo_follows_from_the_score(result, elo):
    assert result.elo == pytest.approx(elo, abs=1)


def test_the_interval_holds_the_difference_and_narrows_with_games():
    few, many = standing(6, 3, 1), standing(600, 300, 100)
    assert few.interval[0] < few.elo < few.interval[1]
    assert many.interval[1] - many.interval[0] < (few.interval[1] - few.interval[0]) / 5
    assert standing(5, 0, 0).interval[0] < standing(100, 0, 0).interval[0]
    low, high = standing(10, 30, 10).interval
    assert low == pytest.approx(-high)


def test_the_result_reads_as_a_sentence():
    assert str(standing(30, 10, 10)) == (
        "a against b: 30 won, 10 drawn, 10 lost. Elo +147, with 95 % confidence between +53 and +235."
    )


@pytest.mark.parametrize("games", [0, -2, 1.5, True])
def test_a_match_has_games(games):
    with pytest.raises(ValueError, match="a match has at least one game"):
        match(first_move, first_move, games=games)


def test_openings_are_three_legal_moves_and_all_different():
    found = fair_openings(0)
    assert len(found) > 100
    assert set(found) == set(fair_openings(1)) != found
    positions = set()
    for line in found:
        position = draughts.start()
        for move in line:
            position = position.play(move)
        positions.add(position)
    assert len(positions) == len(found)
    assert {len(line) for line in found} == {3}


@pytest.fixture
def cluster(request):
    """Return the address of a scheduler with two workers, or nothing for this machine's cores."""
    if request.param == "this machine":
        yield ""
        return
    distributed = pytest.importorskip("distributed", reason="the extra cluster is not installed")
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**options) as running:
        yield running.scheduler_address


@pytest.mark.parametrize("cluster", ["this machine", "a scheduler"], indirect=True)
def test_shared_games_are_those_of_a_match_on_one_core(cluster):
    openings = fair_openings()[:2]
    players = Engine(rungs=[], nodes=10), Engine(rungs=["alphabeta"], nodes=10)
    names = "one", "other"
    alone = match(*players, games=4, openings=openings, names=names)
    assert shared_match(*players, openings=openings, names=names, cluster=cluster) == alone


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch):
    pytest.importorskip("distributed", reason="the extra cluster is not installed")
    monkeypatch.setattr("minimax_lessons.sharing.SECONDS_TO_CONNECT", 0.2)
    players = Engine(nodes=10), Engine(nodes=10)
    with pytest.raises(CommandError, match="No Dask scheduler answers at tcp"):
        shared_match(
            *players, openings=fair_openings()[:1], names=("a", "b"), cluster="tcp://127.0.0.1:9"
        )


class VanishedScheduler:
    """A scheduler that is gone before any task is done."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def submit(self, task, item):
        future = Future()
        future.cancel()
        return future


def test_a_scheduler_that_vanishes_is_named_with_what_to_do(monkeypatch):
    monkeypatch.setattr("minimax_lessons.sharing._executor", lambda cluster: VanishedScheduler())
    monkeypatch.setattr("minimax_lessons.sharing._completed", lambda futures, cluster: futures)
    with pytest.raises(CommandError, match=r"scheduler at tcp://a:1 is gone. Start it again"):
        list(results_of(str, [1, 2], cluster="tcp://a:1"))
