import gc
import re
import tracemalloc
from itertools import accumulate
from math import inf, nan
from random import Random
from threading import Event, Timer

import pytest
from draughts_positions import one_sided, played, random_fen
from hypothesis import given, settings
from hypothesis import strategies as st

from minimax_lessons import draughts
from minimax_lessons.draughts import RUNGS, Engine, EvaluationError, Move, endgames
from minimax_lessons.draughts.evaluation import WEIGHTS, WIN, evaluate, evaluate_by_squares
from minimax_lessons.search import minimax

BY_HAND = tuple(rung for rung in RUNGS if rung != "learned")
EXACT = tuple(rung for rung in BY_HAND if rung != "quiescence")
VALUE_KEEPING = [EXACT[:1], EXACT[:2], EXACT[:3], EXACT, [*EXACT, "scout"], ["alphabeta", "table"]]
WITH_CAPTURES = [["quiescence", *EXACT[:n]] for n in range(5)] + [[*BY_HAND, "scout"]]


def plain_minimax(position, depth, plies=0):
    """Return White's value when both look so far ahead: as a textbook has it, but sooner wins are better."""
    if position.is_over and position.result != "1/2-1/2":
        return (WIN - plies) * (1 if position.result == "1-0" else -1)
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = max if position.maximizing else min
    return best(plain_minimax(child, depth - 1, plies + 1) for child in position.children())


def quiet_minimax(position, depth, plies=0):
    """Return the same with the captures at the end played out."""
    if depth == 0 and not position.is_over and position.moves()[0].is_capture:
        best = max if position.maximizing else min
        return best(quiet_minimax(child, 0, plies + 1) for child in position.children())
    if position.is_over or depth == 0:
        return plain_minimax(position, 0, plies)
    best = max if position.maximizing else min
    return best(quiet_minimax(child, depth - 1, plies + 1) for child in position.children())


def going(seed, plies):
    """Return a position after random moves, without its past; fewer of them where the game was over by then."""
    while played(seed, plies).is_over:
        plies -= 1
    return draughts.from_fen(played(seed, plies).fen)


def placed(seed):
    """Return a position with pieces anywhere, in which the game is not over."""
    random = Random(seed)
    while (position := draughts.from_fen(random_fen(random))).is_over:
        pass
    return position


seeds = st.integers(0, 10**9)
open_games = st.builds(going, seeds, st.integers(0, 70)) | st.builds(placed, seeds)


@settings(max_examples=60)
@given(open_games, st.integers(1, 4))
def test_no_rung_changes_the_value_of_plain_minimax(position, depth):
    expected = plain_minimax(position, depth)
    for rungs in [[], *VALUE_KEEPING]:
        assert Engine(rungs=rungs).search(position, depth=depth).score == expected, rungs


@settings(max_examples=40)
@given(open_games, st.integers(1, 3))
def test_no_rung_changes_the_value_when_captures_are_played_out(position, depth):
    expected = quiet_minimax(position, depth)
    for rungs in WITH_CAPTURES:
        assert Engine(rungs=rungs).search(position, depth=depth).score == expected, rungs


@pytest.mark.parametrize("seed", range(6))
def test_all_rungs_agree_deeper_down(seed):
    position = going(seed, 8 * seed)
    scores = {Engine(rungs=rungs).search(position, depth=7).score for rungs in VALUE_KEEPING}
    assert len(scores) == 1
    assert (
        len({Engine(rungs=rungs).search(position, depth=6).score for rungs in WITH_CAPTURES[1:]})
        == 1
    )


@settings(max_examples=30)
@given(open_games, st.integers(1, 3))
def test_a_given_evaluation_is_searched_as_the_textbook_does(position, depth):
    asked = Asked(one_sided)
    found = Engine(rungs=EXACT, evaluation=asked).search(position, depth=depth)
    if abs(found.score) < 1000:
        assert found.score == pytest.approx(minimax_one_sided(position, depth))
    assert all(isinstance(each, draughts.Position) for each in asked.positions)


class Asked:
    def __init__(self, evaluation):
        self.evaluation, self.positions = evaluation, []

    def __call__(self, position):
        self.positions.append(position)
        return self.evaluation(position)


def minimax_one_sided(position, depth):
    if position.is_over:
        return -1000 if position.maximizing else 1000
    if depth == 0:
        return one_sided(position)
    best = max if position.maximizing else min
    return best(minimax_one_sided(child, depth - 1) for child in position.children())


def test_the_engines_own_evaluation_is_that_of_positions():
    for seed in range(200):
        position = placed(seed) if seed % 2 else going(seed, 60)
        by_hand = Engine(rungs=BY_HAND).search(position, depth=0).score
        assert by_hand == position.evaluate() == evaluate(position)
        assert Engine(endgames=None).search(position, depth=0).score == evaluate_by_squares(
            position
        )


@given(seeds, st.integers(1, 3))
def test_learned_values_count_however_they_come_about(seed, depth):
    position = going(seed, 60)
    plain = Engine(rungs=[], evaluation=evaluate_by_squares).search(position, depth=depth).score
    learned = Engine(rungs=[*EXACT, "learned"]).search(position, depth=depth).score
    assert learned == plain


@pytest.mark.parametrize("change", [{"men": 80}, {"back_row": -7}, {"hunt": 0}])
def test_weights_count_however_they_come_about(change):
    weights = WEIGHTS._replace(**change)
    for seed in range(10):
        position = going(seed, 50)
        expected = (
            Engine(rungs=[], evaluation=lambda each: evaluate(each, weights))
            .search(position, depth=3)
            .score
        )
        assert Engine(rungs=EXACT, weights=weights).search(position, depth=3).score == expected


def test_plain_minimax_visits_every_node():
    sums = list(accumulate([1, 7, 49, 302, 1469, 7361, 36768]))
    assert [Engine(rungs=[]).search(draughts.start(), depth=depth).nodes for depth in range(7)] == [
        0,
        *sums[1:],
    ]


def test_order_halves_the_nodes_of_alphabeta_and_the_table_saves_a_fifth_more():
    pruned, ordered, remembered = (
        Engine(rungs=RUNGS[:rungs]).search(draughts.start(), depth=8).nodes for rungs in (1, 2, 3)
    )
    assert ordered <= pruned / 2
    assert remembered <= ordered * 4 / 5


def test_each_rung_saves_nodes():
    for seed in range(4):
        position = going(seed, 12)
        nodes = [Engine(rungs=RUNGS[:rungs]).search(position, depth=6).nodes for rungs in range(3)]
        assert nodes == sorted(nodes, reverse=True)


def test_the_textbook_search_finds_the_same_value():
    position = draughts.from_fen("B:W19,20,21,22,25,26,28,29,31,32:B1,2,3,5,8,9,10,11,12,14")
    assert (
        minimax(position, 4, position.maximizing)
        == Engine(rungs=EXACT).search(position, depth=4).score
    )


def test_the_variation_is_a_line_of_legal_moves_to_the_score():
    for seed in range(8):
        position = going(seed, 20)
        found = Engine(rungs=EXACT).search(position, depth=5)
        assert found.variation[0] == found.move
        for move in found.variation:
            position = position.play(move)
        assert len(found.variation) == 5 or position.is_over
        assert position.evaluate() == pytest.approx(found.score) or position.is_over


def test_the_variation_is_whole_however_fine_the_evaluation():
    found = Engine(rungs=RUNGS[:2], evaluation=lambda position: evaluate(position) / 1000)
    assert len(found.search(draughts.start(), depth=6).variation) == 6


def test_a_win_comes_as_soon_as_it_can():
    found = Engine().search(draughts.from_fen("W:WK14,K22:BK6"), depth=30)
    assert found.ends_in == found.depth == endgames().look_up(draughts.from_fen("W:WK14,K22:BK6"))
    assert f"White wins in {found.ends_in}" in str(found)


def test_a_loss_comes_as_late_as_it_can():
    found = Engine(endgames=endgames()).search(draughts.from_fen("B:WK6,K9:BK15"), depth=1)
    assert found.score == WIN - 28
    assert len(found.variation) == 28


@pytest.mark.parametrize(
    "fen", ["W:WK6,K9:BK15", "W:WK12,22,30:BK6", "B:WK1:B3,4", "B:WK2:BK16,K20"]
)
def test_search_alone_wins_won_endgames_within_the_draw_rules(fen):
    position = draughts.from_fen(fen)
    winner = "1-0" if position.maximizing else "0-1"
    while not position.is_over:
        position = position.play(Engine().search(position, nodes=2_000).move)
    assert position.result == winner


def test_the_third_time_counts_as_a_draw_in_the_search():
    position = draughts.from_fen("B:WK6,K9:BK15")
    for text in ["15-19", "9-14", "19-15", "14-9", "15-19", "9-14", "19-15"]:
        position = position.play(text)
    drawing = position.play("14-9")
    assert drawing.is_draw
    assert Engine().search(position, depth=1).move != Move(14, 9)
    only_king = Engine(rungs=[]).search(position, depth=1)
    assert only_king.score == plain_minimax(position, 1)


def drawing_near(seed):
    """Return a position of kings that have gone to and fro, so that the third time is near."""
    random = Random(seed)
    position = draughts.from_fen("B:WK6,K9,K32:BK15,K1")
    while len(position.past) < 7 and not position.is_over:
        back = [
            move for move in position.moves() if len(position.past) > 1 and is_back(position, move)
        ]
        position = position.play(random.choice(back or position.moves()))
    return position


def is_back(position, move):
    after = position.play(move)
    return (after.black, after.white, after.kings) in position.past


@given(seeds)
@settings(max_examples=40)
def test_the_third_time_counts_at_every_depth(seed):
    position = drawing_near(seed)
    if not position.is_over:
        for rungs in ([], RUNGS[:1], RUNGS[:2]):
            assert Engine(rungs=rungs).search(position, depth=4).score == plain_minimax(position, 4)


@pytest.mark.parametrize("rungs", [[], RUNGS[:3], BY_HAND])
def test_depth_0_and_no_time_still_give_a_legal_move(rungs):
    for limit in ({"depth": 0}, {"seconds": 0}, {"nodes": 0}):
        found = Engine(rungs=rungs).search(draughts.start(), **limit)
        assert found.move in draughts.start().moves()
        assert (found.depth, found.nodes, found.score) == (0, 0, 0)


class TickingClock:
    """A clock that goes on by one tick each time somebody looks at it, however fast the machine is."""

    def __init__(self):
        self.looks = 0

    def __call__(self):
        self.looks += 1
        return float(self.looks)


ENGINES = [{}, {"rungs": []}, {"rungs": RUNGS[:2]}, {"evaluation": one_sided}]
FIGHT = draughts.from_fen(
    "B:WK1,K4,K7,K12,K14,K16,K18,K20,K29,K30,K31:BK3,K8,K10,K13,K15,K17,K22,K24,K25,K26,K27"
)


@pytest.mark.parametrize("seconds", [1, 20, 400])
@pytest.mark.parametrize("options", ENGINES)
def test_a_search_ends_as_soon_as_it_sees_that_its_time_is_over(seconds, options):
    clock = TickingClock()
    found = Engine(clock=clock, **options).search(draughts.start(), seconds=seconds)
    assert found.move in draughts.start().moves()
    # it looks when it begins, when it sees the end, and when it reports
    assert clock.looks - seconds <= 4


@pytest.mark.parametrize("options", ENGINES)
def test_a_search_looks_at_the_clock_once_in_less_than_200_nodes(options):
    clock = TickingClock()
    found = Engine(clock=clock, **options).search(draughts.start(), seconds=1e9, depth=7)
    assert found.nodes / clock.looks < 200


def test_a_search_looks_at_the_clock_where_there_is_no_end_of_captures():
    clock = TickingClock()
    engine = Engine(rungs=["quiescence"], clock=clock)
    engine.search(FIGHT, seconds=20)
    assert clock.looks <= 24
    clock = TickingClock()
    Engine(rungs=["quiescence"], clock=clock).search(FIGHT, seconds=1e9, nodes=50_000)
    assert 50_000 / clock.looks < 2_000


def test_twelve_plies_take_no_more_nodes_than_a_second_has():
    assert Engine().search(draughts.start(), depth=12).nodes < 400_000


def test_every_finished_depth_is_reported():
    reports = []
    found = Engine().search(draughts.start(), depth=7, report=reports.append)
    assert [each.depth for each in reports] == list(range(1, 8))
    assert reports[-1] == found
    assert [each.nodes for each in reports] == sorted(each.nodes for each in reports)
    assert re.fullmatch(
        r"depth  7  [+-]\d\.\d\d  [\d,]+ nodes in \d+\.\d\d s  \S+( \S+)*", str(found)
    )


def value_after(position, move, depth):
    """Return what a move is worth to the player who makes it, looking so far ahead."""
    after = position.play(move)
    if after.is_over or depth == 1:
        score = quiet_minimax(after, 0, 1)
    else:
        score = Engine(rungs=RUNGS[:4]).search(after, depth=depth - 1).score
    return score if position.maximizing else -score


@pytest.mark.parametrize("rungs", [BY_HAND, ["alphabeta", "deepening", "quiescence"]])
def test_a_better_move_counts_although_its_depth_is_not_finished(rungs):
    improved = 0
    for seed in range(40):
        position, reports = going(seed, 8), []
        found = Engine(rungs=rungs).search(position, nodes=300 + 100 * seed, report=reports.append)
        assert found.depth == reports[-1].depth
        if found.move != reports[-1].move:
            improved += 1
            depth = found.depth + 1
            worth = value_after(position, found.move, depth)
            assert worth > value_after(position, reports[-1].move, depth)
            assert found.score == (worth if position.maximizing else -worth)
        assert found.variation[0] == found.move
    assert improved


def test_before_any_depth_is_finished_nothing_is_known_to_be_better():
    unfinished = 0
    for seed in range(200):
        position = placed(seed)
        found = Engine(evaluation=evaluate).search(position, nodes=1 + seed % 7)
        if found.depth == 0:
            unfinished += 1
            assert (found.move, found.score) == (position.moves()[0], evaluate(position))
    assert unfinished


def test_without_deepening_only_finished_depths_count():
    for seed in range(20):
        reports = []
        found = Engine(rungs=RUNGS[:3]).search(
            going(seed, 8), nodes=300 + 100 * seed, report=reports.append
        )
        assert (found.move, found.score, found.depth) == (
            reports[-1].move,
            reports[-1].score,
            reports[-1].depth,
        )


@pytest.mark.parametrize("fen", ["B:W5,K21,K31:B17,K27", "W:W7,K25:BK18,K21"])
def test_a_loss_is_claimed_only_where_every_move_has_been_tried(fen):
    engine = Engine(rungs=BY_HAND, endgames=endgames())
    position, better = draughts.from_fen(fen), 0
    for nodes in range(10, 900, 10):
        reports = []
        found = engine.search(position, nodes=nodes, report=reports.append)
        better += found.move != reports[-1].move
        if found.ends_in is not None and (found.score > 0) != position.maximizing:
            assert engine.search(position, depth=found.depth).ends_in == found.ends_in
    assert better


def test_with_a_clock_the_table_is_kept_from_depth_to_depth():
    position, reports = going(0, 12), []
    Engine(rungs=RUNGS[:3]).search(position, nodes=40_000, report=reports.append)
    afresh = sum(
        Engine(rungs=RUNGS[:3]).search(position, depth=depth).nodes
        for depth in range(1, len(reports) + 1)
    )
    assert reports[-1].nodes < afresh * 4 / 5


def test_a_search_can_be_interrupted():
    event = Event()
    timer = Timer(0.1, event.set)
    timer.start()
    found = Engine().search(draughts.start(), seconds=100_000, stop=event.is_set)
    assert found.move in draughts.start().moves()


def test_the_same_seed_gives_the_same_answer_and_another_may_not():
    def answer(seed, depth):
        found = Engine(seed=seed).search(draughts.start(), depth=depth)
        return found.move, found.score, found.nodes, found.variation

    assert answer(5, 6) == answer(5, 6)
    assert answer(None, 6) == answer(None, 6)
    assert len({answer(seed, 4)[1] for seed in range(5)}) == 1
    indifferent = {
        Engine(seed=seed, evaluation=lambda each: 0).search(draughts.start(), depth=2).move
        for seed in range(9)
    }
    assert len(indifferent) > 1


def test_limits_can_be_the_engines_own():
    assert Engine(depth=3).search(draughts.start()).depth == 3
    assert Engine(depth=3).search(draughts.start(), depth=2).depth == 2
    assert Engine(nodes=5000).search(draughts.start()).nodes < 6000


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (
            lambda: Engine().search(draughts.start()),
            "how far to search? Give depth=8, seconds=1 or nodes=100_000",
        ),
        (
            lambda: Engine().search(draughts.start(), depth=-1),
            "depth=-1: a limit is a whole number from 0 on",
        ),
        (
            lambda: Engine().search(draughts.start(), depth=2.5),
            "depth=2.5: a limit is a whole number",
        ),
        (
            lambda: Engine().search(draughts.start(), seconds="1"),
            "seconds='1': a limit is a number from 0 on",
        ),
        (
            lambda: Engine().search(draughts.start(), seconds=nan),
            "seconds=nan: a limit is a number from 0 on",
        ),
        (lambda: Engine(nodes=True), "nodes=True: a limit is a whole number"),
        (lambda: Engine(rungs=["alpha"]), "rungs=['alpha']: choose from alphabeta, order, table"),
        (lambda: Engine(rungs="order"), "rungs='order': choose from"),
        (
            lambda: Engine().search(draughts.from_fen("B:W17,22:B13"), depth=1),
            "there is nothing to search in draughts.from_fen('B:W17,22:B13'): White wins: Black has no move",
        ),
    ],
)
def test_bad_input_is_refused_with_what_to_do(call, why):
    with pytest.raises(ValueError, match=re.escape(why)):
        call()


def raises(position):
    raise KeyError("oops")


@pytest.mark.parametrize(
    ("evaluation", "why"),
    [
        (lambda position: None, "the evaluation returned None for draughts.from_fen("),
        (lambda position: nan, "the evaluation returned nan for draughts.from_fen("),
        (lambda position: "9", "the evaluation returned '9' for draughts.from_fen("),
        (lambda position: True, "the evaluation returned True for"),
        (raises, "the evaluation raised KeyError: 'oops' on draughts.from_fen("),
    ],
)
def test_an_evaluation_that_returns_no_number_is_named(evaluation, why):
    with pytest.raises(EvaluationError, match=re.escape(why)):
        Engine(evaluation=evaluation).search(draughts.start(), depth=2)


@pytest.mark.parametrize("value", [inf, -inf, 10**400, 1e300])
def test_an_evaluation_cannot_say_more_than_a_won_game(value):
    found = Engine(evaluation=lambda position: value).search(draughts.start(), depth=2)
    assert abs(found.score) < WIN - 99
    assert found.ends_in is None


@pytest.mark.parametrize(
    "weights", [WEIGHTS._replace(men=10_000), WEIGHTS._replace(advance=-1_000)]
)
def test_no_weights_make_a_board_look_like_a_won_game(weights):
    found = Engine(weights=weights).search(draughts.from_fen("W:W22,23,24:B1"), depth=3)
    assert abs(found.score) < WIN - 99
    assert found.ends_in is None


def test_a_whole_number_of_any_kind_is_a_limit():
    class Two(int):
        pass

    assert Engine().search(draughts.start(), depth=Two(2)).depth == 2


def test_a_slow_evaluation_keeps_to_the_time_too():
    clock = TickingClock()

    def slow(position):
        clock.looks += 4
        return 0

    Engine(evaluation=slow, clock=clock).search(draughts.start(), seconds=100)
    assert clock.looks <= 110  # one evaluation, and a look or two, past the end


def test_an_engine_shows_how_it_was_made():
    assert repr(Engine()) == "Engine()"
    assert (
        repr(Engine(rungs=RUNGS[:2], depth=3, seed=1))
        == "Engine(rungs=('alphabeta', 'order'), depth=3, seed=1)"
    )


@pytest.mark.parametrize("enabled", [True, False])
def test_python_collects_garbage_after_a_search_as_before(enabled):
    during = []
    (gc.enable if enabled else gc.disable)()
    try:
        Engine().search(
            draughts.start(), depth=2, report=lambda found: during.append(gc.isenabled())
        )
        with pytest.raises(EvaluationError):
            Engine(evaluation=raises).search(draughts.start(), depth=2)
        assert gc.isenabled() == enabled
    finally:
        gc.enable()
    assert set(during) == {False}


def test_a_search_leaves_no_table_behind():
    tracemalloc.start()
    Engine().search(draughts.start(), depth=10)
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < peak / 5
