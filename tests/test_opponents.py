from __future__ import annotations

import sys
from fractions import Fraction
from threading import Event, Lock, Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minimax_lessons import best_move, draughts, games, interruptible_task, minimax
from minimax_lessons.board.lookahead import Lookahead
from minimax_lessons.board.opponents import Limit, Opponent, Thought, Unusable
from minimax_lessons.interruptible_task import InterruptibleTask

START = draughts.start()


def asked(subject, position=START, limit=None, report=lambda thought: None, stop=lambda: False):
    return Opponent(subject).think(position, limit or Limit(), report, stop)


class Found:
    def __init__(self, **fields):
        self.__dict__.update(fields)


class Engine:
    def search(self, position, *, depth=None, seconds=None):
        return Found(move=position.moves()[depth or 0], depth=depth, seconds=seconds)


class Lazy:
    @property
    def move(self):
        return {}["best"]


class Mute(Exception):
    def __str__(self):
        raise RuntimeError


def raiser(error):
    def mine(position):
        raise error

    return mine


@pytest.mark.parametrize(
    "answer",
    [
        lambda p: draughts.Move(9, 14),
        lambda p: (9, 14),
        lambda p: "9-14",
        lambda p: " 9-14 ",
        lambda p: Found(move="9-14"),
        Engine().search,
        Engine(),
    ],
)
def test_a_move_may_be_answered_in_any_form(answer):
    thought = asked(answer, limit=Limit(depth=1) if isinstance(answer, Engine) else None)
    assert thought.move in START.moves()
    assert isinstance(thought.move, draughts.Move)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            lambda p: 1 / 0,
            r"^mine raised ZeroDivisionError: division by zero \(line \d+ of mine\)\.$",
        ),
        (lambda p: sys.exit(1), r"^mine raised SystemExit: 1 \(line"),
        (raiser(KeyboardInterrupt()), r"^mine raised KeyboardInterrupt \(line \d+ of mine\)\.$"),
        (raiser(Mute()), r"^mine raised Mute \(line"),
        (lambda p: Lazy(), r"^mine raised KeyError: 'best' \(line \d+ of move\)\.$"),
        (lambda p: None, "^mine answered None instead of a move: is a return missing"),
        (
            lambda p: "11-14",
            "^mine answered a move that can't be played: '11-14' is not legal: the piece on 11 cannot",
        ),
        (
            lambda p: (11, 14),
            r"^mine answered \(11, 14\), which is not among the legal moves: 9-13, 9-14, ",
        ),
        (lambda p: float("nan"), "^mine answered nan, which is not among the legal moves"),
    ],
)
def test_what_is_wrong_with_an_answer_is_said_in_a_sentence(answer, said):
    answer.__code__ = answer.__code__.replace(co_name="mine")
    answer.__name__ = "mine"
    with pytest.raises(Unusable, match=said):
        asked(answer)


def test_an_answer_that_can_be_neither_compared_nor_written_is_no_move():
    class Odd:
        def __eq__(self, other):
            raise RuntimeError

        __repr__ = __eq__

    with pytest.raises(Unusable, match="answered a Odd, which is not among the legal moves"):
        asked(lambda position: Odd())


def test_the_limit_and_the_report_reach_whoever_takes_them():
    seen = []

    def mine(position, depth, report, stop):
        report(Found(move=position.moves()[0], score=3.5, depth=1, nodes=7, seconds=0.5))
        assert not stop()
        return best_move(position, depth)

    asked(mine, limit=Limit(depth=2), report=seen.append)
    assert seen == [Thought(START.moves()[0], 3.5, 1, 7, 0.5, (START.moves()[0],))]
    assert Opponent(mine).limits == ("depth",)
    assert Opponent(mine).listens


def test_a_variation_is_kept_as_far_as_it_can_be_played():
    line = ("11-15", "22-18", "1-32", "9-14")
    thought = asked(lambda position: Found(move="11-15", variation=line, score="good", nodes=None))
    assert list(map(str, thought.variation)) == ["11-15", "22-18"]
    assert (thought.score, thought.nodes) == (None, None)


@pytest.mark.parametrize(
    ("score", "kept"),
    [
        (7, 7),
        (-2.5, -2.5),
        (Fraction(5, 2), 2.5),
        pytest.param(10**400, None, id="huge"),
        (float("inf"), None),
        (True, None),
        ("good", None),
    ],
)
def test_a_score_is_kept_when_it_is_a_number_that_can_be_shown(score, kept):
    thought = asked(lambda position: Found(move="11-15", score=score))
    assert thought.score == kept
    assert type(thought.score) is type(kept)


@pytest.mark.parametrize(
    ("subject", "limits", "own"),
    [
        (draughts.Engine(), ("depth", "seconds"), False),
        (draughts.Engine(depth=3), ("depth", "seconds"), True),
        (best_move, ("depth",), False),
        (lambda position, depth=4: None, ("depth",), True),
        (lambda position: None, (), True),
    ],
)
def test_which_limits_an_opponent_can_be_given(subject, limits, own):
    opponent = Opponent(subject)
    assert (opponent.limits, opponent.has_own_limit) == (limits, own)


@pytest.mark.parametrize(
    ("subject", "said"),
    [
        (3, "3 can't play: give a function from a position to a move"),
        (draughts.Engine, r"Engine is a class, not a player: write Engine\(\)"),
        (minimax, "minimax wants more than a position: maximizing_player"),
        (lambda: None, "takes no position"),
        (lambda *, depth: None, "takes no position"),
    ],
)
def test_what_cannot_play_is_refused_at_once(subject, said):
    with pytest.raises(TypeError, match=said):
        Opponent(subject)


@pytest.mark.parametrize(
    "limit",
    [
        {"depth": 0},
        {"depth": True},
        {"seconds": -1},
        {"seconds": float("nan")},
        {"seconds": 10**400},
    ],
)
def test_a_limit_that_makes_no_sense_is_refused(limit):
    with pytest.raises(ValueError, match=next(iter(limit))):
        Limit(**limit)


def test_only_one_limit_is_given():
    with pytest.raises(ValueError, match="not both"):
        Limit(depth=1, seconds=1)


# The textbook's search as an opponent


def played(squares):
    position = games.noughts_and_crosses()
    for at in squares:
        if not position.is_over:
            position = position.play(position.moves()[at % len(position.moves())])
    return position


@settings(max_examples=40)
@given(st.lists(st.integers(0, 8), min_size=3, max_size=8))
def test_lookahead_never_gives_away_what_the_position_is_worth(squares):
    position = played(squares)
    if position.is_over:
        return
    thought = Lookahead().search(position)
    value = minimax(position, 9, position.maximizing)
    assert minimax(position.play(thought.move), 9, not position.maximizing) == value


def test_lookahead_wins_at_once_and_loses_late():
    assert Lookahead().search(games.k_in_a_row.from_text("XX./OO./...", 3)).move == "c1"
    # O must stop c3, which loses more slowly than all else
    lost = games.k_in_a_row.from_text("XO./.X./...", 3)
    assert Lookahead().search(lost).move == "c3"


def test_lookahead_reports_each_depth_and_keeps_to_its_limit():
    position, seen = games.gomoku().play("h8"), []
    found = Lookahead().search(position, depth=1, report=seen.append)
    assert [thought.depth for thought in seen] == [1]
    assert found == seen[-1]
    assert found.nodes >= len(position.moves())


@pytest.mark.parametrize("limits", [{"seconds": 0}, {"depth": 0}, {"stop": lambda: True}])
def test_lookahead_has_a_legal_move_even_with_no_time_at_all(limits):
    position, seen = games.gomoku(), []
    thought = Lookahead().search(position, **limits, report=seen.append)
    assert thought.move == position.moves()[0]
    assert seen == []


def test_a_finished_game_has_no_move_to_look_for():
    with pytest.raises(ValueError, match="there is no move to look for: the game is over"):
        Lookahead().search(games.k_in_a_row.from_text("XXX/OO./...", 3))


# Tasks


class Results(list):
    """What has become of a task: it is finished once, with an answer."""

    def finished(self, task, answer):
        self.append(answer)


def task_for(work, results, **options):
    return InterruptibleTask(work, lambda task: "ended", results.finished, **options)


def stopped(work, begun, **options):
    """Return what becomes of a task that is told to stop once it has begun."""
    results = Results()
    task = task_for(work, results, **options)
    task.start()
    assert begun.wait(10)
    task.stop()
    assert task.join(10)
    return results


def forever(begun):
    begun.set()
    while True:
        pass


def test_a_task_that_does_not_listen_is_ended_wherever_it_is():
    begun = Event()

    def work(task):
        while True:
            try:
                forever(begun)
            except Exception:
                continue

    assert stopped(work, begun) == ["ended"]


def test_a_task_is_ended_even_if_it_catches_what_ends_it():
    begun, caught = Event(), []

    def work(task):
        for _ in range(3):
            try:
                forever(begun)
            except:  # noqa: E722
                caught.append(1)
        forever(begun)

    assert stopped(work, begun) == ["ended"]
    assert caught


def test_a_task_that_cannot_be_ended_is_left_behind(monkeypatch):
    monkeypatch.setattr(interruptible_task, "END_SECONDS", 0)
    begun, go_on, turn = Event(), Lock(), Lock()
    go_on.acquire()

    def work(task):
        while True:
            try:
                begun.set()
                with go_on:  # where nothing is raised; and what is raised elsewhere is caught
                    return "late"
            except BaseException:
                continue

    results = stopped(work, begun, turn=turn)
    assert results == ["ended"]
    assert turn.locked()  # nobody else is let in
    go_on.release()
    assert turn.acquire(timeout=10)
    assert results == ["ended"]


def test_a_task_that_is_done_is_not_disturbed():
    results = Results()
    task = task_for(lambda task: "done", results)
    task.start()
    assert task.join(10)
    task.stop()
    assert results == ["done"]


def test_work_that_breaks_off_is_a_task_that_ended(monkeypatch):
    monkeypatch.setattr("threading.excepthook", lambda died: None)
    results = Results()
    task = task_for(lambda task: 1 / 0, results)
    task.start()
    assert task.join(10)
    assert results == ["ended"]


def test_a_task_that_is_ended_before_it_begins_is_never_run():
    begun, results = Event(), Results()
    task = task_for(lambda task: forever(begun), results)
    task.stop()
    task.start()
    assert task.join(10)
    assert results == ["ended"]
    assert not begun.is_set()


def test_two_tasks_with_one_turn_do_not_work_at_once():
    begun, second_begun, turn, results, met = Event(), Event(), Lock(), Results(), []

    def work(task):
        begun.set()
        met.append(second_begun.wait(0.3))
        return "first"

    def next_work(task):
        second_begun.set()
        return "second"

    first, second = (
        task_for(work, results, grace=60, turn=turn),
        task_for(next_work, results, turn=turn),
    )
    first.start()
    assert begun.wait(10)
    first.stop()
    second.start()
    assert first.join(10)
    assert second.join(10)
    assert (results, met) == (["first", "second"], [False])


def test_a_task_that_waits_for_its_turn_can_be_ended():
    begun, results, turn = Event(), Results(), Lock()
    with turn:
        task = task_for(lambda task: forever(begun), results, turn=turn)
        task.start()  # and waits
        task.stop()
        assert task.join(10)
    assert results == ["ended"]
    assert not begun.is_set()


def test_what_is_one_player_has_one_turn():
    engine = Engine()
    alike = [Opponent(engine), Opponent(engine), Opponent(engine.search)]
    assert len({id(opponent.turn) for opponent in alike}) == 1
    assert Opponent(Engine()).turn is not alike[0].turn


def test_where_there_are_no_threads_the_work_is_done_at_once(monkeypatch):
    def refuse(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", refuse)
    results = Results()
    task = task_for(lambda task: "done", results)
    task.start()
    assert results == ["done"]
    assert task.join()
