from __future__ import annotations

from contextlib import suppress
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minimax_lessons import check, draughts
from minimax_lessons.draughts import endgames, from_fen
from minimax_lessons.draughts.evaluation import evaluate
from minimax_lessons.exercises import NotYet
from minimax_lessons.exercises.answer_call import call
from minimax_lessons.exercises.check_reports import heard_by
from minimax_lessons.exercises.tasks import lesson_11
from minimax_lessons.exercises.tasks.lesson_10 import RING, solved
from minimax_lessons.exercises.tasks.lesson_11 import material, turned

pytestmark = pytest.mark.long


def remembering(
    position: Any, depth: int, alpha: float, beta: float, memory: dict[Any, Any]
) -> float:
    """Negamax, with the bounds under keys of its own: written differently from the solution."""

    def search(position: Any, depth: int, alpha: float, beta: float, sign: int) -> float:
        if depth == 0 or position.is_over:
            return sign * position.evaluate()
        kind, value = memory.get(("seen", position, depth), (None, 0))
        if (
            kind == "exact"
            or (kind == "lower" and value >= beta)
            or (kind == "upper" and value <= alpha)
        ):
            return value
        best = -inf
        for child in position.children():
            best = max(best, -search(child, depth - 1, -beta, -max(alpha, best), -sign))
            if best >= beta:
                break
        kind = "lower" if best >= beta else "upper" if best <= alpha else "exact"
        memory["seen", position, depth] = kind, best
        return best

    sign = 1 if position.maximizing else -1
    return sign * search(position, depth, -inf, inf, sign)


def careless(position: Any, depth: int, alpha: float, beta: float, memory: dict[Any, Any]) -> float:
    """Return the position's value, and remember it as if it always were the value."""
    if depth == 0 or position.is_over:
        return float(position.evaluate())
    if (position, depth) in memory:
        return float(memory[position, depth])
    best = -inf if position.maximizing else inf
    for child in position.children():
        value = careless(child, depth - 1, alpha, beta, memory)
        if position.maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    memory[position, depth] = best
    return best


def deepen(search: Any, position: Any, deepest: int) -> Any:
    found: list[Any] = []
    with suppress(TimeoutError):
        found.extend(search(position, depth) for depth in range(1, deepest + 1))
    return found[-1]


def solve(graph: Any) -> dict[str, int | None]:
    """Backwards with counters, as the endgames of draughts are solved."""
    ends: dict[str, int | None] = {name: 0 for name, moves in graph.items() if not moves}
    queue, open_moves = list(ends), {name: len(moves) for name, moves in graph.items()}
    for name in queue:
        for before in [each for each, moves in graph.items() if name in moves and each not in ends]:
            open_moves[before] -= 1
            if ends[name] % 2 == 0 or not open_moves[before]:  # type: ignore[operator]
                ends[before] = ends[name] + 1  # type: ignore[operator]
                queue.append(before)
    return {name: ends.get(name) for name in graph}


def counted(man: float, king: float, home: float = 0, run: float = 0, centre: float = 0) -> Any:
    """Return an evaluation: a man and a king, and what the back row, each further row and the centre add."""

    def evaluation(position: Any) -> float:
        value: float = 0
        for square, piece in position.pieces.items():
            rows = (32 - square) // 4 if piece == "w" else (square - 1) // 4
            worth = king if piece.isupper() else man + home * (rows == 0) + run * rows
            worth += centre * (square in (10, 11, 14, 15, 18, 19, 22, 23))
            value += worth if piece in "wW" else -worth
        return value

    return evaluation


def goes_on(search: Any, position: Any, deepest: int) -> Any:
    move = None
    for depth in range(1, deepest + 1):
        with suppress(TimeoutError):
            move = search(position, depth)
    return move


RIGHT = [
    ("9.1", (4, 6, 7, 9, 3, 2, 1, 9, 7, 8)),
    ("9.3", remembering),
    ("9.4", deepen),
    ("9.5", from_fen("W:W7,17:B8,13,16")),
    ("9.5", "W:W22,32:B15"),
    ("9.5", "W:W22,32:B14"),
    ("10.2", solve),
    ("10.5", from_fen("W:WK1:B7,10")),
    ("11.2", evaluate),
    ("11.2", counted(100, 150, home=3)),
    ("11.3", lambda position: material(position) * 1.0),
    ("11.5", counted(100, 150, home=12, centre=3)),
]

WRONG = [
    ("9.1", [4, 6, 7, 9, 3, 2, 1, 9, 7], "Your 9 leaves are right, but the search continues"),
    ("9.1", [4, 6, 7, 9, 3, 2, 1, 9, 7, 8, 9, 5], "a cut skips your last 2"),
    ("9.2", lambda best, alpha, beta: best, "the result must be a pair"),
    (
        "9.2",
        lambda best, alpha, beta: (best if best >= alpha else -inf, best if best < beta else inf),
        "not exceed α",
    ),
    ("9.3", careless, "stores a bound"),
    ("9.3", lambda position, depth, alpha, beta, memory: 0, "returned 0 instead of"),
    (
        "9.4",
        lambda search, position, deepest: [search(position, depth) for depth in (1, 2)][-1],
        "from 1 to 5",
    ),
    (
        "9.4",
        lambda search, position, deepest: (search(position, 1), None)[1],
        "each depth from 1 to 5",
    ),
    ("9.4", goes_on, "time was up in depth 4, but it continued to search"),
    ("9.5", "W:W5,18,20,24,25,28:B1,4,6,7,8,11,16", "has 13 pieces, but at most 5"),
    ("9.5", "W:W33:B1", "This text is not a position"),
    ("9.5", "W:W5:B1", "game is over"),
    ("10.1", {"A": 1}, "an entry for each of A, B"),
    ("10.1", [0, 1], "dictionary"),
    ("10.2", lambda graph: dict.fromkeys(graph, 0), "it is a draw"),
    ("10.2", lambda graph: None, "the result must be a dictionary"),
    ("10.3", lambda plies: "wins" if plies else "draws", "the player to move there loses"),
    ("10.4", lambda position, tables: "1-2", "not a legal move"),
    ("10.5", "W:WK1:B7", "White has one piece and Black two"),
    ("10.5", "B:WK1:B7,10", "White's turn"),
    ("10.5", "W:WK1:B6,20", "take a piece at once"),
    ("11.2", lambda position: nan, "the result must be a number"),
    ("11.2", lambda position: -material(position), "better for White"),
    *(
        ("11.2", counted(*worth), "It counts only the pieces")
        for worth in ((100, 150), (100, 200), (1, 2), (1 / 3, 0.7))
    ),
    ("11.3", lambda position: 0, "for White the value is"),
    ("11.4", [False, 1, False, True], "neither True nor False"),
    ("11.4", "yes", "a list of 4"),
    ("11.5", lambda position: "strong", "the result must be a number"),
    ("11.5", counted(100, 150, run=3), "does not show that your player is stronger"),
]


@pytest.mark.parametrize(("name", "answer"), RIGHT)
def test_a_right_answer_is_accepted_however_it_is_given(
    name: str, answer: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    check(name, answer)
    assert capsys.readouterr().out.startswith(f"✓ {name}")


@pytest.mark.parametrize(("name", "answer", "words"), WRONG)
def test_a_wrong_answer_is_refused_with_the_reason(name: str, answer: Any, words: str) -> None:
    with pytest.raises(NotYet) as refusal:
        check(name, answer)
    assert f"✗ {name}" in str(refusal.value)
    assert words in str(refusal.value)


@pytest.mark.slow
@pytest.mark.parametrize("home", [3, 25])  # 12 is among the right answers
def test_what_the_hints_suggest_beats_material(
    home: float, capsys: pytest.CaptureFixture[str]
) -> None:
    check("11.5", counted(100, 150, home=home))
    assert capsys.readouterr().out.startswith("✓ 11.5")


def test_a_match_ends_early_where_more_games_would_not_change_the_verdict() -> None:
    with pytest.raises(NotYet, match="15 won, 10 drawn, 15 lost"):
        check("11.5", material)


def test_a_match_says_how_far_it_is_and_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    reports: list[str] = []

    def game(*players: Any) -> int:
        if len(reports) == 3:
            raise KeyboardInterrupt  # as the key does
        return 0

    monkeypatch.setattr(lesson_11, "_ahead", game)
    with (
        heard_by(reports.append),
        pytest.raises(NotYet, match="You stopped the match after 3 games"),
    ):
        check("11.5", material)
    assert reports[0].startswith("Game 1 of 120 at most")


def endless(*arguments: Any) -> Any:
    while True:
        pass


@pytest.mark.parametrize(
    "name",
    [
        *("9.2", "9.3", "9.4", "10.2", "10.3", "10.4", "11.1", "11.2", "11.3", "11.5"),
        *("10.6", "12.2", "12.3", "12.4"),
    ],
)
def test_a_function_that_never_ends_is_told_so(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(call.__kwdefaults__, "seconds", 0.3)

    def with_names(*arguments: Any) -> Any:
        return endless(*arguments)

    with pytest.raises(NotYet, match="Check that it ends"):
        check(name, with_names)


def test_the_ring_is_solved_as_a_board_would_be() -> None:
    assert solved(RING) == {"A": None, "B": 1, "C": None, "D": 0, "E": 3, "F": 2, "G": 1}


@settings(max_examples=200)
@given(
    st.integers(1, 7).flatmap(
        lambda n: st.lists(st.sets(st.integers(0, n - 1), max_size=3), min_size=n, max_size=n)
    )
)
def test_two_ways_to_solve_a_game_agree(moves: list[set[int]]) -> None:
    graph = {"ABCDEFG"[i]: "".join("ABCDEFG"[j] for j in after) for i, after in enumerate(moves)}
    found = solve(graph)
    assert found == solved(graph)


def test_a_position_turned_round_is_as_far_from_its_end_and_turned_twice_itself() -> None:
    for fen in ("W:WK6,K9:BK15", "B:WK1:B3,4", "W:W21,22:BK13", "W:WK15:BK3,K4"):
        position = from_fen(fen)
        assert turned(turned(position)) == position != turned(position)
        assert endgames().look_up(turned(position)) == endgames().look_up(position)
        assert evaluate(turned(position)) == -evaluate(position)
    assert turned(draughts.start()).moves()
