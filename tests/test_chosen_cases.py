"""Answers that came close to passing, or close to being understood: each mechanism with several cousins."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest
from cousins_of_answers import COUSINS, WRONG
from sampling import some

from minimax_lessons import check
from minimax_lessons.exercises import NotYet

pytestmark = pytest.mark.long

# 1.5: the value is right, and the tree is another than the story's

ANOTHER_STORY = [
    [[8, [6, 6]], [5, [4, 3]]],  # an end that stands twice
    [[8, [4, 4]], [5, [4, 4]]],
    [[8, [6, 4]], [5, [3, 3]]],
    [[8, [6, 4]], [5, [4, 4]]],
    [[8, [6, 5]], [5, [4, 3]]],  # an end of another branch
    [[8, [6, 3]], [5, [4, 3]]],
    [[8, [6, 4]], [8, [6, 4]]],  # a branch that stands twice
    [[5, [4, 3]], [5, [4, 3]]],
    [[5, [6, 4]], [8, [4, 3]]],  # branches whose ends have changed places
    [[6, [8, 4]], [5, [4, 3]]],
    [[8, [6, 4]], [5, [4, 3.5]]],
]
THE_STORY = [
    [[8, [6, 4]], [5, [4, 3]]],
    [[[3, 4], 5], [8, [4, 6]]],
    [[5, [3, 4]], [[6, 4], 8]],
]


@pytest.mark.parametrize("answer", ANOTHER_STORY, ids=str)
def test_a_tree_of_another_story_is_refused_though_its_value_may_be_right(answer: Any) -> None:
    assert refused("1.5", answer).outcome == "not right yet"


@pytest.mark.parametrize("answer", THE_STORY, ids=str)
def test_the_storys_tree_is_right_in_any_order(answer: Any) -> None:
    check("1.5", answer)


# 7.3: every capture is looked at, and not only the first that comes back

ROUND_AND_ON = ["W:WK2,K10:B6,7,14,15,22,23"]
ROUND_AND_NOT_ON = ["W:WK22:B17,18,9,10", "W:WK15:B18,22,23"]


@pytest.mark.parametrize("fen", ROUND_AND_ON)
def test_a_king_that_passes_its_square_is_right_whatever_another_does(fen: str) -> None:
    check("7.3", fen)


@pytest.mark.parametrize("fen", ROUND_AND_NOT_ON)
def test_a_king_that_does_not_go_on_is_refused(fen: str) -> None:
    assert refused("7.3", fen).outcome == "not right yet"


# 8.4: positions on which each of these plays another move


def quickest(
    *,
    deeper: int = 0,
    depth_of: Any = lambda depth: depth,
    horizon: float | None = None,
    distance: float = 1,
    won: float = 1000,
    last: bool = False,
    form: Any = lambda move: move,
) -> Any:
    def value(position: Any, depth: int) -> float:
        if position.is_over:
            return (-1 if position.maximizing else 1) * (won + distance * depth)
        if depth <= 0:
            return float(position.evaluate()) if horizon is None else horizon
        values = [value(child, depth - 1) for child in position.children()]
        return max(values) if position.maximizing else min(values)

    def choose(position: Any, depth: int) -> Any:
        moves = list(position.moves())[:: -1 if last else 1]
        best = max if position.maximizing else min
        return form(
            best(moves, key=lambda move: value(position.play(move), depth_of(depth) - 1 + deeper))
        )

    return choose


def taken_off_twice(position: Any, depth: int) -> Any:
    """Take the distance off on the way up, too, as if a win became smaller by each move that led to it."""

    def value(position: Any, depth: int) -> float:
        if position.is_over:
            return -1000 - depth if position.maximizing else 1000 + depth
        if depth == 0:
            return float(position.evaluate())
        values = [value(child, depth - 1) for child in position.children()]
        best = max(values) if position.maximizing else min(values)
        return best - 1 if best > 0 else best + 1

    best = max if position.maximizing else min
    return best(position.moves(), key=lambda move: value(position.play(move), depth - 1))


DAWDLERS = {
    "one ply too many": quickest(deeper=1),
    "one ply too few": quickest(deeper=-1),
    "two plies too many": quickest(deeper=2),
    "always 4 plies": quickest(depth_of=lambda depth: 4),
    "always 3 plies": quickest(depth_of=lambda depth: 3),
    "always 2 plies": quickest(depth_of=lambda depth: 2),
    "at most 3 plies": quickest(depth_of=lambda depth: min(depth, 3)),
    "at least 3 plies": quickest(depth_of=lambda depth: max(depth, 3)),
    "0 at the horizon": quickest(horizon=0.0),
    "no distance": quickest(distance=0),
    "the latest win": quickest(distance=-1),
    "a win is worth little": quickest(won=0),
    "a win is worth nothing but its distance": quickest(won=10),
    "taken off twice": taken_off_twice,
}


@pytest.mark.parametrize("name", DAWDLERS)
def test_whoever_dawdles_or_looks_to_another_depth_is_refused(name: str) -> None:
    assert refused("8.4", DAWDLERS[name]).outcome == "not right yet"


@pytest.mark.parametrize(
    "answer", [quickest(), quickest(last=True), quickest(distance=0.01), quickest(won=1e6)]
)
def test_the_soonest_win_is_right_whichever_of_equal_moves_is_played(answer: Any) -> None:
    check("8.4", answer)


@pytest.mark.parametrize(
    "form", [list, lambda move: {"move": move}, lambda move: {1}, lambda move: None, lambda m: [m]]
)
@pytest.mark.parametrize("name", ["8.4", "2.5"])
def test_a_move_of_another_kind_is_told_so(name: str, form: Any) -> None:
    answer = (
        quickest(form=form)
        if name == "8.4"
        else lambda position, depth: form([position.moves()[0]])
    )
    refusal = refused(name, answer)
    assert ("is not a move" if name == "8.4" else "the only move here is 0, a number") in str(
        refusal
    )
    assert "TypeError" not in str(refusal)


# 9.3: the memory is asked again, at other depths and within other windows


def remembering(
    *, key: Any = lambda position, depth: (position, depth), keep: Any = None, over: bool = False
) -> Any:
    def kept(best: float, alpha: float, beta: float) -> tuple[float, float]:
        return (best if best > alpha else -inf, best if best < beta else inf)

    keep = keep or kept

    def search(position: Any, depth: int, alpha: float, beta: float, memory: Any) -> float:
        if depth == 0 or position.is_over:
            return float(position.evaluate())
        least, most = memory.get(key(position, depth), (-inf, inf))
        if least >= beta or least == most:
            return float(least)
        if most <= alpha:
            return float(most)
        best, low, high = (-inf if position.maximizing else inf), alpha, beta
        for child in position.children():
            found = search(child, depth - 1, low, high, memory)
            best = max(best, found) if position.maximizing else min(best, found)
            low, high = (max(low, best), high) if position.maximizing else (low, min(high, best))
            if high <= low:
                break
        memory[key(position, depth)] = keep(best, *((low, high) if over else (alpha, beta)))
        return best

    return search


LIARS = {
    "no depth in the key": remembering(key=lambda position, depth: position),
    "half the depth in the key": remembering(key=lambda position, depth: (position, depth // 2)),
    "only the place in the key": remembering(key=lambda position, depth: (position.at, depth)),
    "always the value": remembering(keep=lambda best, alpha, beta: (best, best)),
    "always the value inside or at alpha": remembering(
        keep=lambda best, alpha, beta: (best, best if best < beta else inf)
    ),
    "always the value inside or at beta": remembering(
        keep=lambda best, alpha, beta: (best if best > alpha else -inf, best)
    ),
    "the wrong way round": remembering(
        keep=lambda best, alpha, beta: (best if best < beta else -inf, best)
    ),
    "the window after the loop": remembering(over=True),
}


@pytest.mark.parametrize("name", LIARS)
def test_a_memory_that_lies_is_refused(name: str) -> None:
    assert refused("9.3", LIARS[name]).outcome == "not right yet"


@pytest.mark.parametrize(
    "key", [lambda position, depth: (position, depth), lambda position, depth: (depth, position)]
)
def test_a_memory_with_the_depth_is_right(key: Any) -> None:
    check("9.3", remembering(key=key))


# 9.4: any depth may be the deepest


def five(search: Any, position: Any, deepest: int) -> Any:
    move = None
    for depth in range(1, 6):
        try:
            move = search(position, depth)
        except TimeoutError:
            break
    return move


def at_most_five(search: Any, position: Any, deepest: int) -> Any:
    return five(search, position, 0) if deepest >= 5 else whole(search, position, deepest)


def at_least_five(search: Any, position: Any, deepest: int) -> Any:
    return whole(search, position, max(5, deepest))


def by_the_clock(search: Any, position: Any, deepest: int) -> Any:
    return whole(search, position, 99)


def one_more(search: Any, position: Any, deepest: int) -> Any:
    return whole(search, position, deepest + 1 if deepest != 5 else 5)


def whole(search: Any, position: Any, deepest: int) -> Any:
    move = None
    for depth in range(1, deepest + 1):
        try:
            move = search(position, depth)
        except TimeoutError:
            return move
    return move


@pytest.mark.parametrize("answer", [five, at_most_five, at_least_five, by_the_clock, one_more])
def test_a_depth_that_does_not_depend_on_the_deepest_is_refused(answer: Any) -> None:
    assert refused("9.4", answer).outcome == "not right yet"


def test_any_deepest_is_reached() -> None:
    check("9.4", whole)


# A right answer in another form

FORMS: list[tuple[str, Any, str]] = [
    ("5.4", ["exact", "lower", "exact", "exact", "upper", "exact"], "Write"),
    ("5.4", ["exact", ">=", "exact", "exact", "<=", "exact"], "Write"),
    ("5.4", ["value", "at least", "value", "value", "at most", "value"], "Write"),
    ("5.4", "= >= = = <= exact", "Write"),
    ("7.1", ["10-3", "18x11"], "x"),
    ("7.1", ["10:3"], "x"),
    ("7.1", ["10×3"], "x"),
    ("7.1", [(10, 3)], "text"),
    ("3.3", dict.fromkeys("BCD", (-inf, inf)), "list"),
    (
        "10.1",
        [("A", None), ("B", 1), ("C", None), ("D", 0), ("E", 3), ("F", 2), ("G", 1)],
        "number",
    ),
    (
        "10.1",
        {"A": "None", "B": "1", "C": "None", "D": "0", "E": "3", "F": "2", "G": "1"},
        "number",
    ),
    ("10.1", {"A": "draw", "B": 1, "C": "draw", "D": 0, "E": 3, "F": 2, "G": 1}, "None"),
    ("7.5", {"one": "W:W22:B18"}, "list"),
    ("11.4", [0, 1, 0, 1], "True or False"),
    ("11.4", ["no", "yes", "no", "yes"], "True or False"),
    ("11.4", ["False", "True", "False", "True"], "True or False"),
    ("11.4", "False True False True", "True"),
    ("11.4", {1: False, 2: True, 3: False, 4: True}, "list"),
    ("11.4", [False, True], "4"),
]


@pytest.mark.parametrize(("name", "answer", "words"), FORMS, ids=lambda each: str(each)[:40])
def test_a_right_answer_in_another_form_is_told_that_its_form_is_wrong(
    name: str, answer: Any, words: str
) -> None:
    refusal = refused(name, answer)
    assert refusal.fault is not None
    assert refusal.fault.id == "wrong-kind"
    assert words in refusal.fault.sentence


BY_NAMES: list[tuple[str, Any]] = [
    ("1.1", {"A": 5, "b": 4, "C": 2, "D": 5}),
    ("3.3", {"B": (-inf, inf), "D": (-inf, inf), "E": (-inf, 3), "C": (3, inf), "F": (3, inf)}),
    ("5.4", {"D": "=", "E": ">=", "B": "=", "F": "=", "C": "<=", "A": "="}),
    ("8.1", {"mobility": 0, "edge": 2, "square": 4, "piece": 10}),
]


@pytest.mark.parametrize(("name", "answer"), BY_NAMES)
def test_a_right_answer_may_name_its_parts(name: str, answer: Any) -> None:
    check(name, answer)
    with pytest.raises(NotYet, match="The answer is a list of"):
        check(name, dict(list(answer.items())[1:]))


# Open places

OPEN = [
    ("1.1", [4, None, 5, 5], "2nd"),
    ("1.1", [None, 2, 5, 5], "1st"),
    ("1.1", (4, 2, 5, ...), "4th"),
    ("3.2", [5, 6, None], "3rd"),
    ("3.3", [(-inf, inf), None, (-inf, 3), (3, inf), (3, inf)], "2nd"),
    ("6.5", ["a1 b2", None, "c1 c4"], "2nd"),
    ("8.1", [40, 3, 2, None], "4th"),
    ("11.4", [False, None, False, True], "2nd"),
    ("1.3", [[3, None, 2], [9, 1]], "open"),
]


@pytest.mark.parametrize(("name", "answer", "words"), OPEN, ids=lambda each: str(each)[:40])
def test_an_open_place_is_named(name: str, answer: Any, words: str) -> None:
    refusal = refused(name, answer)
    assert refusal.outcome == "not right yet"
    assert words in str(refusal)
    assert "open" in str(refusal)


@pytest.mark.parametrize("answer", [None, ..., [...], [None, None, None, None], (None,), []])
def test_an_answer_of_nothing_but_open_places_is_not_attempted(answer: Any) -> None:
    assert answer == [] or refused("1.1", answer).outcome == "not attempted"


def refused(name: str, answer: Any) -> NotYet:
    with pytest.raises(NotYet) as caught:
        check(name, answer)
    return caught.value


# Cousins of all these


@pytest.mark.parametrize(
    ("name", "mechanism", "answer", "expected"),
    some(COUSINS, every=6),
    ids=[f"{name} {mechanism}" for name, mechanism, *_ in COUSINS],
)
def test_a_cousin_is_judged_by_the_same_rule(
    name: str, mechanism: str, answer: Any, expected: str
) -> None:
    if not expected:
        check(name, answer)
        return
    refusal = refused(name, answer)
    assert refusal.outcome == "not right yet"
    assert refusal.fault is not None
    assert expected in (refusal.fault.id, WRONG), str(refusal)
