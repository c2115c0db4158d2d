"""What matches prove: pairs of games as the unit, and a test that errs as rarely as it promises."""

from math import inf
from random import Random

import pytest

from minimax_lessons.draughts import Engine, SequentialTest, decide, match, random_player
from minimax_lessons.draughts.statistics import (
    elo_of,
    interval_of_games,
    interval_of_pairs,
    score_at,
)

pytestmark = pytest.mark.long

LIKELY = 0.01  # the share of wrong verdicts that chance may add in so many simulated matches


def test_elo_and_score_are_each_other_s_inverse() -> None:
    assert [elo_of(score) for score in (0, 0.5, 1)] == [-inf, 0, inf]
    assert elo_of(score_at(123)) == pytest.approx(123)


def test_pairs_that_all_end_one_all_say_more_than_the_same_games_one_by_one() -> None:
    low, high = interval_of_pairs((0, 0, 30, 0, 0))
    assert low == pytest.approx(-high)
    assert high < interval_of_games(30, 0, 30)[1] / 2


def test_a_clean_sweep_of_a_few_games_is_no_proof() -> None:
    low, high = interval_of_pairs((0, 0, 0, 0, 2))
    assert low < 0 < high


def pair(random: Random, mean: float, lean: float, draws: float) -> int:
    """Return the half points of two games from one opening, which leans to one side."""
    half_points = 0
    for score in (mean + lean, mean - lean):
        drawn = min(draws, 2 * min(score, 1 - score))
        half_points += random.choices((2, 1, 0), (score - drawn / 2, drawn, 1 - score - drawn / 2))[
            0
        ]
    return half_points


def simulated(random: Random, elo: float, lean: float, draws: float) -> tuple[str, int]:
    """Return the verdict on a match whose true difference is known, and the number of its pairs."""
    pairs, test = [0] * 5, SequentialTest()
    while (verdict := test.verdict(pairs)) == "undecided":
        pairs[pair(random, score_at(elo), random.uniform(-lean, lean), draws)] += 1
    return verdict, sum(pairs)


@pytest.mark.slow
@pytest.mark.parametrize(("lean", "draws"), [(0.0, 0.5), (0.3, 0.5), (0.0, 0.85)])
@pytest.mark.parametrize(("elo", "wrong"), [(0, "better"), (30, "not better")])
def test_in_2000_matches_the_test_errs_as_rarely_as_it_promises(
    elo: float, wrong: str, lean: float, draws: float
) -> None:
    random = Random(1)
    verdicts = [simulated(random, elo, lean, draws)[0] for _ in range(2_000)]
    assert verdicts.count(wrong) / len(verdicts) <= SequentialTest().risk + LIKELY


def test_pairs_need_fewer_games_for_an_interval_of_equal_width() -> None:
    random, pairs, games = Random(2), [0] * 5, {2: 0, 1: 0, 0: 0}
    for _ in range(3_000):
        lean = random.uniform(-0.4, 0.4)
        points = [random.choices((2, 0), (0.5 + each, 0.5 - each))[0] for each in (lean, -lean)]
        pairs[sum(points)] += 1
        for point in points:
            games[point] += 1
    width = [
        high - low for low, high in (interval_of_pairs(pairs), interval_of_games(*games.values()))
    ]
    assert (width[0] / width[1]) ** 2 <= 0.9  # as many games as this are needed


def test_an_engine_against_itself_is_not_better() -> None:
    engine = Engine(depth=1)
    result = match(engine, engine, games=12)
    low, high = result.interval
    assert low < 0 < high
    assert low == pytest.approx(-high)


def test_games_that_are_the_same_are_told() -> None:
    opening = match(random_player(1), random_player(2), games=1).games[0].moves[:3]
    result = match(Engine(depth=1), Engine(depth=1), games=4, openings=[opening])
    assert result.distinct == 1
    assert str(result).endswith("Only 1 of the 4 games differ.")


def test_no_fair_opening_is_played_twice() -> None:
    with pytest.raises(ValueError, match=r"games=1000: there are \d+ fair openings"):
        match(random_player(1), random_player(2), games=1_000)


def test_a_test_decides_as_soon_as_it_may_and_shows_how_its_ratio_went() -> None:
    seen = []
    decision = decide(Engine(depth=2), random_player(1), on_pair=seen.append)
    assert decision.verdict == "better"
    assert decision.ratios[-1] >= decision.test.bounds[1] > decision.ratios[-2]
    assert [each.ratios for each in seen] == [decision.ratios[:n] for n in range(1, len(seen) + 1)]
    assert str(decision).startswith(
        f"first engine is better than random_mover, after {len(seen)} pairs"
    )


def test_a_test_that_runs_out_of_openings_says_so() -> None:
    openings = [
        game.moves[:3] for game in match(random_player(1), random_player(2), games=4).games[::2]
    ]
    decision = decide(Engine(depth=1), Engine(depth=1), openings=openings)
    assert decision.verdict == "undecided"
    assert str(decision).startswith("It is undecided whether first engine is better")


@pytest.mark.parametrize("options", [{"low": 30, "high": 30}, {"risk": 0}, {"risk": 0.5}])
def test_bounds_that_make_no_sense_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"(must be less|choose a share)"):
        SequentialTest(**options)
