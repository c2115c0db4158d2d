"""What a transcript proves: the judge outside finds what the judge inside found, and no forgery passes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import filled_sheets
import pytest
from forgeries import FORGERIES

from minimax_lessons.exercises import checks
from minimax_lessons.exercises.answers import Opaque
from minimax_lessons.marking.challenge import Challenge, contract_of, search_distant_trees
from minimax_lessons.marking.outside import Finding, Judge
from minimax_lessons.marking.plain_data import decoded, encoded
from minimax_lessons.marking.plan import Work, work_in
from minimax_lessons.marking.sandbox import unsafe
from minimax_lessons.marking.transcript import RecordedFunction, Transcript
from minimax_lessons.search import alphabeta, minimax
from minimax_lessons.trees import tree

pytestmark = pytest.mark.long
SHEET = "03_alpha_beta.ipynb"


@pytest.mark.parametrize(
    ("exercise", "answer", "outcome"),
    [
        ("4.4", lambda b, d: b ** (d // 2) + b ** (d - d // 2) - 1, "done"),
        ("4.4", lambda b, d: b**d, "not right yet"),
        ("10.3", lambda n: "draws" if n is None else "wins" if n % 2 else "loses", "done"),
        ("10.3", lambda n: "draws", "not right yet"),
        ("3.1", minimax, "not right yet"),
        ("2.1", minimax, "done"),
    ],
)
def test_a_replay_gets_the_verdict_of_the_answer(exercise: str, answer: Any, outcome: str) -> None:
    transcript = Transcript()
    assert checks.verdict(exercise, transcript.recorded(answer)).outcome == outcome
    replay = RecordedFunction(transcript.written(answer))
    assert checks.verdict(exercise, replay).outcome == outcome


def test_a_transcript_that_ends_early_is_not_right() -> None:
    transcript = Transcript()
    checks.verdict("10.3", transcript.recorded(lambda n: "wins" if n and n % 2 else "loses"))
    data = json.loads(transcript.written(min))
    data["calls"] = data["calls"][:2]
    assert checks.verdict("10.3", RecordedFunction(json.dumps(data))).outcome == "not right yet"


@pytest.mark.parametrize(
    "thing",
    [
        None,
        True,
        -2.5,
        float("inf"),
        "text",
        [1, (2, {3})],
        {"A": None, "B": 2},
        tree([3, [2, 9]], root="min"),
        list(tree([[3, [1, 2]], 5], root="min")[0].children),
    ],
)
def test_plain_data_come_back_as_they_were(thing: Any) -> None:
    assert repr(decoded(json.loads(json.dumps(encoded(thing))))) == repr(thing)


def test_what_is_no_plain_data_comes_back_as_lists_or_as_its_text() -> None:
    assert decoded(encoded(...)) is ...
    assert decoded(encoded({1: 2, 3: 4}.keys())) == [1, 3]
    assert decoded(encoded(3j)) == Opaque("3j", "complex")


def asked_of(challenge: Challenge, answer: Any) -> None:
    search_distant_trees(answer, "3.1", challenge.shapes, challenge.reply)


def test_a_challenge_is_met_by_alpha_beta_alone() -> None:
    contract = contract_of("3.1")
    assert contract is not None
    searches = {
        alphabeta: True,
        lambda position, depth, alpha, beta, turn: minimax(position, depth, turn): False,
        lambda position, depth, alpha, beta, turn: 0: False,
    }
    for search, is_met in searches.items():
        challenge = Challenge(contract)
        asked_of(challenge, search)
        assert challenge.is_met is is_met


def test_a_challenge_shows_no_values_and_takes_the_first_result_of_each_tree() -> None:
    contract = contract_of("3.1")
    assert contract is not None
    challenge = Challenge(contract)
    assert not any(digit in json.dumps(challenge.shapes) for digit in "123456789")
    asked_of(challenge, lambda *arguments: 0)
    with pytest.raises(TypeError):  # it gets None in the place of a value
        asked_of(challenge, alphabeta)
    assert not challenge.is_met


# In a process of its own


def with_answers(answers: dict[str, str], *extra: str) -> Work:
    notebook = json.loads(filled_sheets.blank(SHEET))
    for cell in notebook["cells"]:
        cell["source"] = answers.get(cell.get("id"), cell["source"])
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    notebook["cells"][3:3] = [
        {**cell, "id": f"x{n}", "source": source} for n, source in enumerate(extra)
    ]
    return work_in(SHEET, json.dumps(notebook).encode())


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    judge = Judge(unsafe(), cards=False)
    yield judge
    judge.close()


def found(judge: Judge, work: Work) -> dict[str, Finding]:
    return {task.exercise.name: judge.finding(task) for task in work.tasks}


@pytest.mark.slow
@pytest.mark.parametrize("forgery", FORGERIES)
def test_no_forgery_passes(forgery: str, judge: Judge) -> None:
    work = with_answers({"e3-1-answer": FORGERIES[forgery]})
    # "not run" would mean that the attempt itself has failed, for example at an old name
    assert found(judge, work)["3.1"].state == "not right"


def test_a_search_that_notes_what_alpha_beta_would_have_asked_for_does_not_pass(
    judge: Judge,
) -> None:
    forgery = FORGERIES["all leaves, and those noted that alpha-beta needs"]
    work = with_answers({"e3-1-answer": forgery})
    assert found(judge, work)["3.1"].fault == "unproven"


def test_each_exercise_stands_alone_and_a_helper_in_a_cell_of_ones_own_counts(
    judge: Judge,
) -> None:
    answers = {
        "e3-2-answer": "seen = order()",
        "e3-3-answer": "import os\nos.kill(os.getpid(), 9)",
        "e3-4-answer": "half = tree([3, [2, 9, 9, 9]])",
    }
    findings = found(judge, with_answers(answers, "def order():\n    return [5, 6, 7, 4, 3]"))
    assert findings["3.2"].state == findings["3.4"].state == "done"
    assert findings["3.3"].state in ("not right", "not run")


@pytest.mark.parametrize("source", ["-" * 100_000 + "1", "1" + "+1" * 100_000])
def test_a_cell_that_is_too_deep_for_python_costs_only_itself(judge: Judge, source: str) -> None:
    work = with_answers({"e3-2-answer": "seen = [5, 6, 7, 4, 3]", "e3-3-answer": source}, source)
    findings = found(judge, work)
    assert findings["3.2"].state == "done"
    assert findings["3.3"].state in ("not right", "not run")


def test_an_untouched_answer_is_not_attempted_and_nothing_runs() -> None:
    work = with_answers({})
    assert not work.tasks
    assert set(work.states.values()) == {"not attempted"}


def test_the_process_is_started_again_after_it_has_ended(judge: Judge, tmp_path: Path) -> None:
    work = with_answers({"e3-2-answer": "seen = [5, 6, 7, 4, 3]"})
    assert found(judge, work)["3.2"].state == "done"
    assert judge.process is not None
    judge.process.kill()
    judge.process.wait()
    assert found(judge, work)["3.2"].state == "done"
