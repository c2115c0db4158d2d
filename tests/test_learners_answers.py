"""Answers of learners are accepted in any style, and refused with the fault that is in them, shown on a small case."""

from __future__ import annotations

from typing import Any

import pytest
from learners_answers import RIGHT, WRONG
from sampling import some

from minimax_lessons.draughts import from_fen
from minimax_lessons.draughts.rules import Position
from minimax_lessons.exercises import NotYet, check
from minimax_lessons.exercises.exercise import refuse_first
from minimax_lessons.exercises.faults import Fault, pages
from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.exercises.tasks.lesson_7 import fewer_pieces
from minimax_lessons.exercises.tasks.lesson_8 import parts_of
from minimax_lessons.exercises.tasks.lesson_10 import smaller_graphs

MINE = [name for name in TASKS if name.partition(".")[0] not in "234"]
# what they are about is no tree and no board
NUMBERS_ONLY = ("5.3", "5.6", "6.5", "7.5", "9.2", "9.4", "11.4", "12.2", "12.3", "12.4")
NOTHING_TO_SHOW = ("wrong-kind", "not-a-search", "raised", "never-ends", "pieces-only")


def test_every_exercise_has_right_answers_and_three_wrong_ones() -> None:
    assert {*RIGHT, "11.5"} == set(MINE)  # 11.5 plays a match: see the later exercises
    for name in RIGHT:
        assert sum(each == name for each, _, _ in WRONG) >= 3, name
    assert {id_ for _, _, id_ in WRONG} <= set(pages())


@pytest.mark.parametrize(
    ("name", "answer"),
    some([(name, answer) for name, answers in RIGHT.items() for answer in answers], every=4),
)
def test_a_right_answer_is_accepted_in_any_style(
    name: str, answer: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    check(name, answer)
    assert capsys.readouterr().out.startswith(f"✓ {name}")


@pytest.mark.parametrize(("name", "answer", "id_"), some(WRONG, every=4))
def test_a_wrong_answer_is_refused_with_its_fault(name: str, answer: Any, id_: str) -> None:
    with pytest.raises(NotYet) as refusal:
        check(name, answer)
    assert refusal.value.fault is not None
    assert refusal.value.fault.id == id_
    assert " object at 0x" not in str(refusal.value)
    assert "Shared(" not in str(refusal.value)
    assert refusal.value.fault.example is not None or name in NUMBERS_ONLY or id_ in NOTHING_TO_SHOW


# Shrinking


def fault_of(name: str, answer: Any) -> Fault:
    with pytest.raises(Fault) as found:
        TASKS[name].grade(answer)
    return found.value


@pytest.mark.parametrize(
    ("name", "answer", "id_"),
    [each for each in WRONG if each[0] in ("7.4", "10.4", "11.1", "11.3")],
)
def test_what_is_wrong_on_a_board_is_shown_with_few_pieces(
    name: str, answer: Any, id_: str
) -> None:
    fault = fault_of(name, answer)
    assert fault.example is not None
    assert isinstance(fault.example.thing, Position)
    assert len(fault.example.thing.pieces) <= 3


def test_a_game_that_is_solved_wrongly_is_shown_with_few_positions() -> None:
    wrong = {answer.__name__: answer for name, answer, _ in WRONG if name == "10.2"}
    assert len(fault_of("10.2", wrong["solve_within_the_round"]).example.thing) <= 8  # type: ignore[union-attr]
    assert fault_of("10.2", lambda graph: dict.fromkeys(graph, 0)).example.thing == {"B": "B"}  # type: ignore[union-attr]


def test_cases_get_smaller_and_come_to_an_end() -> None:
    position = from_fen("W:W21,22,K3:B9,10")
    assert {len(each.pieces) for each in fewer_pieces(position)} == {4}
    assert list(fewer_pieces(from_fen("W:W21:B9"))) == []
    assert {len(each) for each in smaller_graphs({"A": "B", "B": "AA"})} == {1, 2}
    assert list(parts_of(((1, 0), (0, 3)))) == [((0, 0), (0, 3)), ((1, 0), (0, 0))]
    assert list(parts_of(((1, 0),))) == []


def test_what_never_ends_is_not_tried_on_smaller_cases() -> None:
    tried = []

    def endless(case: int) -> None:
        tried.append(case)
        raise Fault("slow", id="never-ends")

    with pytest.raises(Fault, match="slow"):
        refuse_first([9, 5], endless, lambda case: iter(range(case)))
    assert tried == [9]


def test_a_move_of_the_documents_game_is_shown_with_few_pieces_and_to_a_small_depth() -> None:
    fault = fault_of("8.4", lambda position, depth: position.moves()[-1])
    assert fault.example is not None
    assert sum(piece != 0 for row in fault.example.thing.board for piece in row) <= 3
    assert dict(fault.example.facts)["Depth"] in "12"
