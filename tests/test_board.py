from __future__ import annotations

import re
from base64 import b64decode
from itertools import count
from random import Random
from threading import Event, Thread, get_ident
from xml.etree import ElementTree

import pytest

from minimax_lessons import best_move, board_look, draughts, games
from minimax_lessons.board import thinking
from minimax_lessons.board.opponents import Thought
from minimax_lessons.draughts.board import Draughts, game
from minimax_lessons.draughts.picture import board_svg
from minimax_lessons.palette import FIXED
from minimax_lessons.player import page

PATIENCE = 120  # seconds, on a machine that has other things to do
DOUBLE_JUMP = "B:W15,22,32:B11"


def first(position):
    return position.moves()[0]


def ask(board, do, **more):
    """Do what the page does when something is clicked."""
    board._handle_custom_msg({"do": do, **more}, [])


def look(board):
    ask(board, "look")
    return board


def move(board, *path):
    ask(board, "move", path=[str(square) for square in path], ply=len(board.moves))
    assert board.wait(PATIENCE)


def start_move(board, *path):
    """Play a move and leave the opponent to think."""
    ask(board, "move", path=[str(square) for square in path], ply=len(board.moves))


def against(opponent):
    """Return a board on which a person has moved, and the opponent thinks."""
    board = look(draughts.play(white=opponent))
    start_move(board, 11, 15)
    assert opponent.begun.wait(PATIENCE)
    return board


def texts(board):
    return [str(move) for move in board.moves]


class Slow:
    """An engine that thinks until the test lets it go on."""

    def __init__(self, listens=True):
        self.begun, self.go_on, self.stopped = Event(), Event(), False
        if not listens:
            self.search = self.deaf

    def search(self, position, *, report, stop):
        report(Thought(position.moves()[1], 12, 3, 400, 0.5, (position.moves()[1],)))
        self.begun.set()
        while not stop() and not self.go_on.wait(0.01):
            pass
        self.stopped = stop()
        return position.moves()[1]

    def deaf(self, position):
        self.begun.set()
        while not self.go_on.wait(0.01):
            pass
        return first(position)


class Watched:
    """A board's lock that tells when another thread comes to it."""

    def __init__(self, lock):
        self.lock, self.home, self.wanted = lock, get_ident(), Event()

    def __enter__(self):
        if get_ident() != self.home:
            self.wanted.set()
        return self.lock.__enter__()

    def __exit__(self, *raised):
        return self.lock.__exit__(*raised)


class Answer:
    def __init__(self, **fields):
        self.__dict__.update(fields)


def random_mover(seed):
    chance = Random(seed)
    return lambda position: chance.choice(position.moves())


# Playing


def test_the_engine_answers_a_person():
    board = look(draughts.play(depth=2))
    assert board.state["status"] == "Your move, Black."
    move(board, 11, 15)
    assert len(board.moves) == 2
    assert texts(board)[0] == "11-15"
    assert board.state["status"].startswith(f"White played {board.moves[1]}. Your move, Black")
    assert board.thinking["depth"] == 2
    assert board.thinking["move"] == str(board.moves[1])


@pytest.mark.parametrize("play", [draughts.play, games.play])
@pytest.mark.parametrize("begun", [games.gomoku, 42], ids=["the function", "a number"])
def test_what_is_no_position_of_the_game_is_refused_in_a_sentence(play, begun):
    with pytest.raises(
        TypeError, match=r"is no position of .+ to begin with: the first one is .*from_"
    ):
        play(begun)


def test_nothing_is_thought_before_somebody_looks():
    board = draughts.play(black=first, white=first)
    assert board.wait(0)
    assert board.moves == ()


def test_two_functions_play_a_game_to_its_end():
    board = look(draughts.play("B:W32:B1", black=first, white=first))
    while not board.playing.is_over:
        assert board.wait(PATIENCE)
    assert board.state["turn"] is None
    assert board.state["status"].endswith(f"{board.playing.ending}.")
    assert board.game.result != "*"


def test_two_functions_play_a_whole_game_where_there_are_no_threads(monkeypatch):
    def refuse(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", refuse)
    board = look(draughts.play(black=random_mover(2), white=random_mover(12)))
    assert board.state["problem"] == ""
    assert board.playing.is_over
    assert board.state["status"].endswith(f"{board.playing.ending}.")
    # more than Python's stack would hold, if each move came out of the one before
    assert len(board.moves) > 120


def test_waiting_has_its_limit_however_many_moves_are_played_meanwhile(monkeypatch):
    class Thinking:  # of one move after another
        def join(self, seconds):
            given.append(seconds)
            return True

    board, given = draughts.play(), []
    monkeypatch.setattr(board._thinking, "_task", Thinking())
    # every look at the clock is a second later
    monkeypatch.setattr(thinking, "monotonic", count().__next__)
    assert not board.wait(3)
    assert given == [2, 1]


def test_the_page_is_told_every_legal_move_square_by_square():
    board = draughts.play("B:W15,22,23,32:B11")
    assert board.state["moves"] == [
        {"text": str(legal), "path": list(map(str, legal)), "taken": list(map(str, legal.captured))}
        for legal in board.position.moves()
    ]
    assert board.state["status"] == "Your move, Black: a capture must be made."


def test_a_move_that_takes_pieces_is_told_in_words():
    board = look(draughts.play(DOUBLE_JUMP, white="you"))
    assert board.state["status"] == "Black to move: 11x18x25 must be played."
    move(board, 11, 18, 25)
    assert board.state["status"] == "Black played 11x18x25, taking 15 and 22. White to move."
    assert board.state["last"] == {
        "text": "11x18x25",
        "path": ["11", "18", "25"],
        "taken": ["15", "22"],
    }


def test_a_second_click_on_what_has_been_played_changes_nothing():
    board = look(draughts.play(white="you"))
    move(board, 11, 15)
    ask(board, "move", path=["22", "18"], ply=0)
    assert texts(board) == ["11-15"]


def test_moves_can_be_played_from_python_too():
    board = draughts.play(white="you")
    board.play("11-15")
    board.play(draughts.Move(22, 18))
    assert board.position == draughts.start().play("11-15").play("22-18")
    with pytest.raises(
        ValueError, match=r"was given a move that can't be played: '1-5' is not legal: a capture"
    ):
        board.play("1-5")
    with pytest.raises(
        ValueError, match=r"was given \(1, 5\), which is not among the legal moves: 15x22\."
    ):
        board.play((1, 5))
    ask(board, "resign")
    with pytest.raises(ValueError, match="'15x22' comes too late: White wins"):
        board.play("15x22")


def test_a_square_may_be_written_as_the_position_reads_it():
    board = games.play(o="you")
    board.play("B2")
    board.play(" a1 ")
    assert board.position == games.noughts_and_crosses().play("b2").play("a1")
    with pytest.raises(
        ValueError, match="can't be played: 'A1' is taken by O: the legal moves are b1"
    ):
        board.play("A1")


@pytest.mark.parametrize(
    ("players", "flipped"),
    [
        ({}, True),
        ({"black": "You"}, True),
        ({"black": "YOU", "white": first}, True),
        ({"white": "you"}, False),
        ({"black": "engine", "white": "You"}, False),
    ],
)
def test_people_sit_at_the_bottom(players, flipped):
    assert draughts.play(**players).flipped is flipped


def test_the_pieces_are_told_in_words():
    board = draughts.play("W:W5,K6:B1,KB12".replace("KB", "K"))
    words = {square["name"]: square["words"] for row in board.state["squares"] for square in row}
    assert (words["1"], words["5"], words["6"], words["12"]) == (
        "black man",
        "white man",
        "white king",
        "black king",
    )
    assert words["32"] == "empty"
    assert [len(row) for row in board.state["squares"]] == [4] * 8


# Taking back


def test_undo_goes_back_to_where_a_person_chose():
    board = look(draughts.play(white=first))
    move(board, 11, 15)
    move(board, 9, 13)
    ask(board, "undo")
    assert len(board.moves) == 2
    ask(board, "undo")
    assert board.moves == ()
    assert not board.state["can"]["undo"]
    ask(board, "undo")
    assert board.moves == ()


def test_two_people_take_back_a_move_at_a_time():
    board = look(draughts.play(white="you"))
    move(board, 11, 15)
    move(board, 22, 18)
    ask(board, "undo")
    assert texts(board) == ["11-15"]


def test_undo_while_the_opponent_thinks_discards_what_it_finds():
    slow = Slow()
    board = against(slow)
    task = board._thinking._task
    ask(board, "undo")
    assert task.join(PATIENCE)
    assert slow.stopped
    assert board.moves == ()
    assert board.thinking == {}


def test_a_player_is_not_asked_anew_before_it_has_left_the_old_position():
    class Stateful:
        def __init__(self):
            self.running, self.most = 0, 0
            self.begun, self.met, self.told = Event(), Event(), Event()

        def search(self, position, *, stop):
            self.running += 1
            self.most = max(self.most, self.running)
            if self.running > 1:
                self.met.set()
            if not self.begun.is_set():
                self.begun.set()
                self.told.wait(PATIENCE)
                self.met.wait(0.3)
            self.running -= 1
            return first(position)

    player = Stateful()
    board = against(player)
    ask(board, "undo")
    start_move(board, 11, 16)
    player.told.set()
    assert board.wait(PATIENCE)
    assert texts(board)[0] == "11-16"
    assert len(board.moves) == 2
    assert player.most == 1


def test_two_engines_pause_when_a_move_is_taken_back():
    board = look(draughts.play("B:W32:B1", black=first, white=first))
    while not board.playing.is_over:
        assert board.wait(PATIENCE)
    played = len(board.moves)
    ask(board, "undo")
    assert board.wait(0)
    assert len(board.moves) == played - 1
    assert board.state["can"]["resume"]
    ask(board, "resume")
    assert board.wait(PATIENCE)
    assert len(board.moves) == played


def test_resigning_can_be_taken_back():
    board = look(draughts.play(white=first))
    move(board, 11, 15)
    ask(board, "resign")
    assert board.state["status"].endswith("White wins: Black has resigned.")
    assert board.game.result == "1-0"
    assert board.state["moves"] == []
    ask(board, "undo")
    assert len(board.moves) == 2
    assert board.state["moves"]


def test_a_person_resigns_for_their_own_side_while_the_opponent_thinks():
    slow = Slow()
    board = look(draughts.play(white=slow))
    ask(board, "move", path=["11", "15"], ply=0)
    ask(board, "resign")
    assert board.playing.ending == "White wins: Black has resigned"
    assert board.wait(PATIENCE)


# Who looks at it


def test_a_board_that_is_closed_asks_nobody_any_more():
    slow = Slow()
    board = look(draughts.play(black=slow, white=slow))
    task = board._thinking._task
    assert slow.begun.wait(PATIENCE)
    board.close()
    assert task.join(PATIENCE)
    assert slow.stopped
    assert board.wait(0)
    assert board.moves == ()


def test_who_thinks_is_stopped_when_the_last_view_goes_and_asked_again_when_one_comes():
    slow = Slow()
    board = draughts.play(black=slow, white="you")
    ask(board, "look", view="one")
    ask(board, "look", view="two")
    task = board._thinking._task
    assert slow.begun.wait(PATIENCE)
    ask(board, "unlook", view="one")
    assert not slow.stopped
    assert board._thinking._task is task
    ask(board, "unlook", view="two")
    assert task.join(PATIENCE)
    assert slow.stopped
    assert board.wait(0)
    slow.go_on.set()
    ask(board, "look", view="three")
    assert board.wait(PATIENCE)
    assert len(board.moves) == 1


# Thinking


def test_what_is_found_is_shown_while_the_opponent_thinks():
    slow = Slow()
    board = against(slow)
    second = board.position.moves()[1]
    shown = board.thinking
    assert (shown["busy"], shown["score"], shown["depth"], shown["speed"]) == (
        True,
        "White +0.12",
        3,
        800,
    )
    assert shown["arrows"] == [list(map(str, second))]
    assert board.state["status"] == "Black played 11-15. White to move: thinking …"
    slow.go_on.set()
    assert board.wait(PATIENCE)
    assert board.moves[1] == second


def test_an_opponent_told_to_move_now_plays_the_best_so_far():
    slow = Slow()
    board = against(slow)
    ask(board, "now")
    assert board.wait(PATIENCE)
    assert len(board.moves) == 2


def test_an_answer_that_comes_just_as_it_is_asked_for_is_played():
    slow = Slow(listens=False)
    board = against(slow)
    board._lock = board._thinking._lock = lock = Watched(board._lock)
    with lock:  # as while a click is obeyed
        slow.go_on.set()
        assert lock.wanted.wait(PATIENCE)  # the answer is there
        board._do_now({"do": "now"})
    assert board.wait(PATIENCE)
    assert len(board.moves) == 2
    assert not board.thinking["busy"]


def test_an_opponent_that_never_answers_is_stopped_and_the_game_goes_on():
    deaf = Slow(listens=False)
    board = against(deaf)
    ask(board, "now")
    assert board.wait(PATIENCE)
    assert board.state["problem"] == "Slow was stopped before it had a move."
    ask(board, "seat", side=1, player="You")
    move(board, 22, 18)
    assert texts(board) == ["11-15", "22-18"]


def test_an_opponent_that_is_told_to_stop_and_does_not_is_ended_with_its_best_so_far():
    class Stubborn(Slow):
        def search(self, position, *, report, stop):
            return super().search(position, report=report, stop=lambda: False)

    stubborn = Stubborn()
    board = against(stubborn)
    second = board.position.moves()[1]
    ask(board, "now")
    assert board.wait(PATIENCE)
    assert board.moves[1] == second


def test_an_opponent_that_fails_leaves_the_game_usable():
    board = look(draughts.play(white=lambda position: position.nope))
    move(board, 11, 15)
    assert "AttributeError" in board.state["problem"]
    assert board.state["can"]["resume"]
    ask(board, "seat", side=1, player="Engine")
    ask(board, "limit", side=1, limit="depth 1")
    assert board.wait(PATIENCE)
    assert len(board.moves) == 2
    assert board.state["problem"] == ""


def test_numbers_that_mean_nothing_are_not_shown():
    answer = {"score": 10**400, "depth": float("nan"), "nodes": 400, "seconds": 1e-310}
    board = look(draughts.play(white=lambda position: Answer(move=first(position), **answer)))
    move(board, 11, 15)
    assert len(board.moves) == 2
    assert [board.thinking[name] for name in ("score", "depth", "nodes", "speed")] == [
        None,
        None,
        400,
        None,
    ]


def test_a_hint_is_shown_and_not_played():
    board = look(draughts.play("W:W6,22:B9,21", black="you", white="you"))
    ask(board, "hint")
    assert board.wait(PATIENCE)
    assert board.moves == ()
    assert board.thinking["purpose"] == "hint"
    assert board.position.play(board.thinking["move"])
    assert board.state["why"] == board.thinking["move"]


def test_why_shows_the_tree_before_the_move():
    board = look(draughts.play(depth=4))
    move(board, 11, 15)
    played = str(board.moves[1])
    assert board.state["why"] == played
    ask(board, "why")
    assert board.why["data"]["kind"] == "play"
    assert played in board.why["data"]["title"]
    assert played in board.why["note"]
    deep = board.why["depth"]
    ask(board, "why", depth=1)
    assert board.why["depth"] == 1 < deep
    replies = draughts.start().play("11-15").moves()
    assert len(board.why["data"]["runs"][0]["nodes"]) == 1 + len(replies)
    ask(board, "close")
    assert board.why == {}


def test_why_is_small_chooses_the_move_that_was_played_and_speaks_in_men():
    board = look(draughts.play(depth=4))
    for start, end in ((11, 15), (8, 11)):
        move(board, start, end)
        ask(board, "why")
        [run] = board.why["data"]["runs"]
        assert len(run["nodes"]) <= 40
        assert f"also chooses {board.state['why']}." in board.why["note"]
        value = float(run["outcome"].split()[1].rstrip(",").replace("−", "-"))
        assert abs(value) < 3  # men, not hundredths
    assert 'aria-label="Draughts board' in run["pictures"][0]


def test_why_says_first_what_the_move_leads_to():
    board = look(draughts.play(depth=2))
    move(board, 11, 15)
    ask(board, "why")
    reasons = str(draughts.why(board.playing.positions[1], board.state["why"]))
    assert board.why["note"].startswith(f"{reasons} Alpha-beta, ")


def test_why_shows_the_board_from_the_reader_s_side():
    board = look(draughts.play(depth=2))
    move(board, 11, 15)
    drawn = []
    for flipped in (True, False):
        board.flipped = flipped
        ask(board, "why")
        drawn.append(board.why["data"]["runs"][0]["pictures"][0])
        assert drawn[-1] == board_svg(board.playing.positions[1], flipped=flipped)
    assert drawn[0] != drawn[1]


def test_an_earlier_position_is_viewed_and_the_game_goes_on_from_the_last():
    board = look(draughts.play(white=first))
    move(board, 11, 15)
    move(board, 8, 11)
    now = board.state["squares"]
    ask(board, "view", ply=1)
    assert (board.state["ply"], board.state["viewed"], board.state["moves"]) == (4, 1, [])
    assert board.state["last"]["text"] == "11-15"
    assert board.state["status"] == "Position after 1 of 4 moves. Black played 11-15."
    ask(board, "view", ply=0)
    assert board.state["status"] == "Position after 0 of 4 moves."
    for beyond in (4, -1, 99):
        ask(board, "view", ply=beyond)
        assert board.state["viewed"] == 4
        assert board.state["squares"] == now
        assert board.state["moves"]
    ask(board, "view", ply=1)
    ask(board, "undo")
    assert board.state["viewed"] == board.state["ply"] == 2


def test_the_tree_of_a_move_that_is_gone_is_gone_too():
    board = look(draughts.play(depth=2))

    def answered():
        move(board, 11, 15)
        ask(board, "why")
        assert board.why["data"]

    for gone in (
        lambda: ask(board, "undo"),
        lambda: ask(board, "new"),
        lambda: ask(board, "setup", text=draughts.start().fen),
        lambda: board.play(board.position.moves()[0]),
    ):
        answered()
        gone()
        assert board.why == {}
    assert board.wait(PATIENCE)


def test_whoever_asks_why_is_always_answered():
    board = look(draughts.play(depth=2))
    move(board, 11, 15)
    shown = []
    board.observe(lambda change: shown.append(change.new), "why")
    ask(board, "why", view="one")
    ask(board, "why", view="two")
    assert [why["view"] for why in shown] == ["one", "two"]
    assert shown[0]["note"] == shown[1]["note"]
    ask(board, "why", view="two")
    assert len(shown) == 3
    ask(board, "undo")
    heard = board.state["tick"]
    ask(board, "why", depth=3)
    assert board.why == {}
    assert board.state["tick"] > heard


def test_another_depth_is_for_the_tree_that_is_shown():
    moves = iter(("11-15", "22-18"))
    slow = Slow()
    board = look(draughts.play(black=lambda position: next(moves), white=slow))
    assert slow.begun.wait(PATIENCE)
    ask(board, "why")
    title = board.why["data"]["title"]
    assert "11-15" in title
    slow.go_on.set()
    assert board.wait(PATIENCE)  # until Black's second answer can't be played
    assert board.state["why"] != "11-15"
    ask(board, "why", depth=1)
    assert board.why["data"]["title"] == title
    assert board.why["depth"] == 1


def test_a_tree_too_large_to_draw_is_cut_down_and_that_is_said():
    board = look(games.play(games.gomoku(), depth=1))
    move(board, "h8")
    ask(board, "why", depth=3)
    assert board.why["depth"] == 1
    assert "3 plies is too large" in board.why["note"]


# Who plays


def test_players_of_your_own_are_in_the_menus_by_their_names():
    board = draughts.play(black=first, white=Slow())
    assert board.state["players"] == ["You", "Engine", "first", "Slow"]
    assert [side["player"] for side in board.state["sides"]] == ["first", "Slow"]
    assert [side["limits"] for side in board.state["sides"]] == [[], []]


def test_two_players_of_one_name_can_be_told_apart():
    board = draughts.play(black=first, white=first)
    assert board.state["players"] == ["You", "Engine", "first", "first 2"]


def test_a_name_that_ends_in_a_digit_is_nobody_else_s():
    def level1(position):
        return first(position)

    easy = level1

    def level1(position):
        return position.moves()[-1]

    board = look(draughts.play("B:W32:B1", black=easy, white=level1))
    assert board.state["players"] == ["You", "Engine", "level1", "level1 2"]
    assert [side["player"] for side in board.state["sides"]] == ["level1", "level1 2"]
    assert [seat.opponent.ask for seat in board.playing.seats] == [easy, level1]


def test_an_evaluation_of_your_own_gives_the_engine_its_name():
    def material(position):
        return position.white.bit_count() - position.black.bit_count()

    board = look(draughts.play(white=draughts.Engine(evaluation=material), depth=2))
    assert board.state["sides"][1]["player"] == "Engine with material"
    move(board, 11, 15)
    assert len(board.moves) == 2


def test_a_search_that_needs_a_depth_gets_one():
    board = look(draughts.play(white=best_move, depth=2))
    assert board.state["sides"][1]["limit"] == "depth 2"
    assert "1 s" not in board.state["sides"][1]["limits"]
    move(board, 11, 15)
    assert len(board.moves) == 2


def test_an_engine_keeps_its_own_limit_unless_it_is_given_another():
    assert (
        draughts.play(white=draughts.Engine(depth=3)).state["sides"][1]["limit"] == "its own limit"
    )
    assert (
        draughts.play(white=draughts.Engine(depth=3), seconds=2).state["sides"][1]["limit"] == "2 s"
    )
    assert draughts.play().state["sides"][1]["limit"] == "1 s"


@pytest.mark.filterwarnings("error")  # as when half a board is put away
def test_who_plays_is_said_in_words_that_are_known():
    with pytest.raises(ValueError, match='\'me\': who plays is "you", "engine", or a function'):
        draughts.play(black="me")


# Positions and games as text


def test_a_position_with_a_mistake_is_explained_and_nothing_is_lost():
    board = look(draughts.play(white="you"))
    move(board, 11, 15)
    ask(board, "setup", text="B:W21,22:B1,33")
    assert board.state["setup"]["text"] == "B:W21,22:B1,33"
    assert "'33' at character 13" in board.state["setup"]["problem"]
    assert texts(board) == ["11-15"]


def test_a_position_is_set_up_and_a_new_game_begins_there():
    board = look(draughts.play(white="you"))
    move(board, 11, 15)
    ask(board, "setup", text=DOUBLE_JUMP)
    assert board.fen == DOUBLE_JUMP
    move(board, 11, 18, 25)
    ask(board, "new")
    assert board.fen == DOUBLE_JUMP
    assert board.moves == ()


def test_a_position_without_a_move_is_a_finished_game():
    board = look(draughts.play("W:W:B1", white="engine"))
    assert board.wait(0)
    assert board.state["status"] == "Black wins: White has no piece left."
    assert not any(board.state["can"].values())


def test_the_game_as_pdn_can_be_read_back():
    board = look(draughts.play(DOUBLE_JUMP, white=first))
    move(board, 11, 18, 25)
    (read,) = draughts.read_pdn(board.pdn)
    assert read.moves == board.moves
    assert read.positions[-1] == board.position
    assert read.headers["White"] == "first"
    assert board.state["record"] == board.pdn


def test_the_result_of_a_resigned_game_is_kept():
    board = look(draughts.play(white="you"))
    move(board, 11, 15)
    ask(board, "resign")
    assert game(board.playing).result == "0-1"


# Scores


@pytest.mark.parametrize(
    ("score", "said"),
    [
        (0, "even"),
        (3, "even"),
        (12.3, "White +0.12"),
        (-250, "Black +2.50"),
        (9_987, "White wins in 13 plies"),
        (-9_999, "Black wins in 1 ply"),
        (
            9_500,
            "White +95.00",
        ),  # an evaluation with large numbers: 500 plies are no win that was seen
        (9_999.5, "White wins"),
        (10_000, "White wins"),
        (-1_000_000, "Black wins"),
    ],
)
def test_scores_say_who_is_ahead(score, said):
    assert Draughts().score(score) == said


# Noughts and crosses, Gomoku


def test_noughts_and_crosses_is_played_on_the_same_board():
    board = look(games.play(depth=8))  # to the end, however slow the machine is
    assert board.state["title"] == "Noughts and crosses"
    move(board, "a1")
    assert len(board.moves) == 2
    assert board.moves[1] == "b2"  # everything else loses
    assert board.thinking["score"] == "even"


def test_the_row_that_wins_is_marked():
    board = look(games.play(games.k_in_a_row.from_text("XX./OO./...", 3), o="you"))
    move(board, "c1")
    assert board.state["row"] == ["a1", "b1", "c1"]
    assert board.state["status"] == "X played c1. X has won."


def test_a_position_of_another_size_is_refused():
    board = look(games.play())
    ask(board, "setup", text="..../..../....")
    assert "4 × 3" in board.state["setup"]["problem"]
    ask(board, "setup", text="X../.O./...")
    assert board.position == games.k_in_a_row.from_text("X../.O./...", 3)


def test_gomoku_is_answered_where_a_turn_has_a_limit():
    board = look(games.play(games.gomoku(), seconds=0.2))
    move(board, "h8")
    assert len(board.moves) == 2


# Without a kernel


@pytest.mark.parametrize(
    "make", [lambda: draughts.play(DOUBLE_JUMP), games.play], ids=["draughts", "noughts"]
)
def test_a_saved_notebook_shows_a_still_picture_and_words(make):
    board = make()
    shown, _ = board._repr_mimebundle_()
    picture = shown["text/html"].partition("base64,")[2].partition('"')[0]
    assert ElementTree.fromstring(b64decode(picture)).tag.endswith("svg")
    assert board.state["text"] in shown["text/html"]
    assert board.state["text"] in shown["text/plain"]
    assert "0x" not in shown["text/plain"]
    assert shown["image/svg+xml"].encode() == b64decode(picture)
    assert "<script" not in shown["text/html"]


def test_the_live_board_has_the_colours_and_the_pieces_of_the_drawn_one():
    program = page.script("board")
    still = board_svg(draughts.start())
    for colour in (FIXED[name] for name in ("dark-square", "light-square", "frame")):
        assert f":{colour};" in program
        assert f'"{colour}"' in still
    for letter in "wbWBXO":
        assert board_look.piece_svg(letter) in program
    assert board_look.piece_svg("w") in still
    assert not re.search("#[0-9a-f]{6}", page.static("pieces.js"))
