import pytest
from draughts_positions import positions, swapped
from hypothesis import given
from hypothesis import strategies as st

from minimax_lessons import draughts
from minimax_lessons.draughts.evaluation import (
    WEIGHTS,
    WIN,
    Terms,
    evaluate,
    evaluate_by_squares,
    terms,
    values_by_square,
)


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("B:W21,22:B1", {"men": 1, "advance": 4, "back_row": -1, "lead": 21}),
        ("B:WK32:BK1,K2", {"kings": -1, "lead": -21}),
        ("W:W18:BK31", {"men": 1, "kings": -1, "advance": 3, "centre": 1}),
        ("B:W30:B3", {"advance": 0, "back_row": 0}),
    ],
)
def test_a_term_counts_what_it_says(fen, expected):
    found = terms(draughts.from_fen(fen))._asdict()
    assert {name: found[name] for name in expected} == expected


def test_the_start_is_level_in_every_term():
    assert terms(draughts.start()) == Terms(*(0,) * len(Terms._fields))


@given(positions)
def test_every_term_changes_sign_with_the_colours(position):
    assert terms(swapped(position)) == tuple(-term for term in terms(position))


@given(positions)
def test_the_evaluation_is_the_sum_of_the_weighted_terms(position):
    found = terms(position)
    expected = sum(getattr(WEIGHTS, name) * getattr(found, name) for name in Terms._fields)
    assert evaluate(position) == pytest.approx(expected)
    assert abs(evaluate(position)) < WIN / 2


@given(positions, st.sampled_from(Terms._fields))
def test_a_term_can_be_looked_at_alone(position, name):
    alone = Terms(*(0,) * len(Terms._fields))._replace(**{name: 1})
    assert evaluate(position, alone) == pytest.approx(getattr(terms(position), name))


def test_more_men_and_kings_are_better():
    level = draughts.from_fen("B:W21,22:B9,10").evaluate()
    assert draughts.from_fen("B:W21,22,32:B9,10").evaluate() > level + 80
    assert draughts.from_fen("B:W21,K22:B9,10").evaluate() > level + 20
    assert draughts.from_fen("B:W21,22:B9,10,1").evaluate() < level - 80


@given(positions)
def test_terms_say_the_same_when_they_are_values_by_square(position):
    by_square = evaluate_by_squares(position, values_by_square(WEIGHTS))
    assert by_square == pytest.approx(evaluate(position))


@given(positions)
def test_learned_values_favour_neither_colour(position):
    assert evaluate_by_squares(swapped(position)) == -evaluate_by_squares(position)
