import pytest
from draughts_positions import positions, swapped
from hypothesis import given
from hypothesis import strategies as st
from naive_draughts import directions, grid_of, inside

from minimax_lessons import draughts
from minimax_lessons.draughts.evaluation import (
    WEIGHTS,
    WIN,
    DocumentTerms,
    Terms,
    document_terms,
    evaluate,
    evaluate_document,
    terms,
)

DOCUMENT_TABLE = [
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 1, 1, 1, 1, 1, 1, 0],
    [0, 1, 2, 2, 2, 2, 1, 0],
    [0, 1, 2, 3, 3, 2, 1, 0],
    [0, 1, 2, 3, 3, 2, 1, 0],
    [0, 1, 2, 2, 2, 2, 1, 0],
    [0, 1, 1, 1, 1, 1, 1, 0],
    [0, 0, 0, 0, 0, 0, 0, 0],
]


def document_moves(grid, side):
    """Return how many moves the document lists for a side: single jumps, or steps when there is none."""
    jumps = steps = 0
    for row, column, piece in occupied(grid):
        if piece.lower() != side:
            continue
        for down, right in directions(piece):
            near, far = (row + down, column + right), (row + 2 * down, column + 2 * right)
            steps += inside(*near) and grid[near[0]][near[1]] == "."
            if inside(*far) and grid[far[0]][far[1]] == ".":
                jumps += grid[near[0]][near[1]].lower() == {"b": "w", "w": "b"}[side]
    return jumps or steps


def occupied(grid):
    return [(row, column, piece) for row, line in enumerate(grid) for column, piece in enumerate(line) if piece != "."]


def document_by_grid(fen):
    """Return the document's four terms, read off a grid as its pseudocode does."""
    grid, _ = grid_of(fen)
    piece = sum({"w": 10, "W": 15, "b": -10, "B": -15}[piece] for _, _, piece in occupied(grid))
    table = sum(DOCUMENT_TABLE[row][column] for row, column, piece in occupied(grid) if piece in "wW")
    edge = sum(2 for row, column, piece in occupied(grid) if piece == "W" and {row, column} & {0, 7})
    return DocumentTerms(piece, table, edge, (document_moves(grid, "w") - document_moves(grid, "b")) * 0.5)


@given(positions)
def test_the_documents_terms_are_those_of_its_pseudocode(position):
    assert document_terms(position) == document_by_grid(position.fen)
    assert evaluate_document(position) == sum(document_by_grid(position.fen))


def test_the_document_sees_its_own_squares_alone():
    start = draughts.start()
    assert document_terms(start) == (0, 8, 0, 0)
    assert evaluate_document(start) == 8  # level, but for the squares of White's pieces


def test_the_document_counts_captures_alone_when_there_is_one():
    before, after = draughts.from_fen("W:W18,29:B2"), draughts.from_fen("W:W18,29:B2,14")
    assert document_terms(before).mobility == (3 - 2) / 2
    assert document_terms(after).mobility == (1 - 1) / 2


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("B:W21,22:B1", {"men": 1, "advance": 4, "back_row": -1, "mobility": 1, "lead": 21}),
        ("B:WK32:BK1,K2", {"kings": -1, "lead": -21}),
        ("W:W18:BK31", {"men": 1, "kings": -1, "advance": 3, "centre": 1}),
        ("B:WK29:BK25,22", {"trapped": 1}),
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
