"""Mutants: changed solutions of every exercise, and the judge's verdict on each."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from minimax_lessons.check_limits import CHANGED_CALL_SECONDS
from minimax_lessons.exercises.answer_call import call
from minimax_lessons.exercises.call_conventions import Contract
from minimax_lessons.exercises.exercise import FunctionExercise
from minimax_lessons.exercises.faults import Fault, NotYet
from minimax_lessons.exercises.mending import changed, sources
from minimax_lessons.exercises.mutations import mutations
from minimax_lessons.exercises.proving import prove
from minimax_lessons.exercises.sheets import Exercise, sheets
from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.exercises.trials import Trial, trials
from minimax_lessons.exercises.verdict import Search
from minimax_lessons.guarded_call import contained, held_back
from minimax_lessons.own_code import Memory
from minimax_lessons.trees import random_tree

__all__ = ["FREE", "Mutant", "main", "mutants", "mutants_of"]

TREES = 500  # on which a mutant that is accepted must do just what the right search does
FREE = {  # no oracle tells which other answer is wrong: only the wrong answer of the sheet is tried
    **dict.fromkeys(
        ("1.2", "1.3", "1.4", "3.4", "4.1", "4.2", "4.3", "4.5", "5.2", "6.2", "6.5"),
        "many answers are right",
    ),
    **dict.fromkeys(("7.2", "7.3", "7.5", "8.2", "8.5", "9.5", "10.5"), "many positions are right"),
    "5.3": "many tests are right",
    "11.2": "every fair opinion is right",
    "11.5": "every evaluation that wins is right",
}


@dataclass(frozen=True)
class Mutant:
    """A right answer with a line or a part changed, and what became of it."""

    change: str
    refused: str | None  # what it was refused for
    equivalent: bool  # it does the same in so many other cases

    @property
    def explained(self) -> bool:
        """Return True if the judge refuses it, or if it is right like the solution."""
        return self.refused is not None or self.equivalent


def mutants(answer: Callable[..., Any], contract: Contract, *, every: int = 1) -> Iterator[Mutant]:
    """Yield the mutants of a right search, with one line changed; ``every=5`` yields a fifth."""
    memory = Memory(answer)
    search = Search(
        answer, contract.conventions[0], contract.prunes, memory, seconds=CHANGED_CALL_SECONDS
    )

    def refused() -> str | None:
        search.reader.places = None
        _, suspect = prove(search)
        memory.restore()
        if suspect is not None and suspect.result.what != "right":
            return suspect.result.what
        failed = search.first_wrong(trials(search.convention.scope))
        return failed[1].what if failed is not None else None

    return _mutants_of_code(answer, every, refused, lambda: _behaviour(search))


def _mutants_of_code(
    answer: Callable[..., Any],
    every: int,
    refused: Callable[[], str | None],
    behaviour: Callable[[], list[Any]],
) -> Iterator[Mutant]:
    """Yield the mutants of a right function, each with one line changed."""
    memory, right = Memory(answer), behaviour()
    for change in _changes(answer, every):
        memory.restore()
        reason = refused()
        memory.restore()
        yield Mutant(change, reason, reason is None and behaviour() == right)
    memory.restore()


def _changes(answer: Callable[..., Any], every: int) -> Iterator[str]:
    """Yield a sentence on each change of a function, while the function runs with this change."""
    for source in sources(answer):
        for edit in list(mutations(source.statement))[::every]:
            with changed(source, edit) as runs:
                if runs:
                    yield edit.sentence


@cache
def _others(scope: Any) -> tuple[Trial, ...]:
    """Return trees that no trial is made of, to all depths that the search can be asked for."""
    untried = []
    for seed in range(TREES):
        root = random_tree(
            (1, 4), 2 + seed % 3, seed=10_000 + seed, root="min" if seed % 2 else "max"
        )
        untried.append(
            Trial(root, seed % (root.height + 2) if scope.limited and seed % 3 else None)
        )
    return tuple(untried)


def _behaviour(search: Search) -> list[Any]:
    """Return the values of a search on other trees, and the places that it looks at."""
    answers = []
    for trial in _others(search.convention.scope):
        result = search.run(trial)
        answers.append((result.value, set(result.places) if search.prunes else None))
        if result.value is None:
            break
    return answers


# Functions that are no searches


def _refusal(grade: Callable[[Any], Any], answer: Any) -> str | None:
    """Return the refusal of an answer, or of a case; None if it is accepted."""
    try:
        grade(answer)
    except (Fault, NotYet) as fault:
        return str(fault)
    return None


def _elsewhere(name: str, answer: Callable[..., Any]) -> list[bool]:
    """Return for each case that no check tries whether the function is refused there."""
    grade, ask = TASKS[name].grade, partial(call, answer)
    if not isinstance(grade, FunctionExercise):
        return []
    return [_refusal(partial(grade.judge, ask), case) is not None for case in grade.others()]


# Data


def _spoilt_data(answer: Any) -> Iterator[tuple[str, Any]]:
    """Yield data with one part left out, or changed a little, and what is changed."""
    is_named = isinstance(answer, dict)
    parts = answer.split() if isinstance(answer, str) else answer
    by_name: dict[Any, Any] = answer if is_named else dict(enumerate(parts))
    for key, value in by_name.items():
        place = key if is_named else f"part {key + 1}"
        left = {name: part for name, part in by_name.items() if name != key}
        changes = [(f"{place} is left out", left)]
        changes += [
            (f"{place} is {spoilt!r}", {**by_name, key: spoilt})
            for spoilt in _others_for(value, by_name)
        ]
        yield from ((text, data if is_named else [*data.values()]) for text, data in changes)


def _others_for(value: Any, by_name: dict[Any, Any]) -> list[Any]:
    """Return values that may stand for a value by mistake."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return [candidate for candidate in (value + 1, value - 1, -value) if candidate != value]
    if isinstance(value, tuple):
        # A word and a number say the same in either order.
        swapped = [value[::-1]] if type(value[0]) is type(value[1]) else []
        candidates = (*swapped, (0, value[1]), (value[0], 0))
        return [candidate for candidate in candidates if candidate != value]
    others = dict.fromkeys(candidate for candidate in by_name.values() if candidate != value)
    return [*others][:2] or [0]


# The table


def mutants_of(name: str, *, every: int = 1) -> list[Mutant]:
    """Return the mutants of an exercise's solution, with the wrong answer on its sheet."""
    exercise = next(
        listed for sheet in sheets() for listed in sheet.exercises if listed.name == name
    )
    names, grade = _solved(exercise), TASKS[name].grade
    answer, wrong = names[exercise.expression], eval(exercise.wrong, names)
    with contained(answer, seconds=3_600):
        refused = partial(_refusal, grade)
        tried = [Mutant("is the wrong answer of the sheet", refused(wrong), equivalent=False)]
        if isinstance(grade, partial) and "contract" in grade.keywords:
            tried += mutants(answer, grade.keywords["contract"], every=every)
        elif callable(answer) and name not in FREE:
            elsewhere = partial(_elsewhere, name, answer)
            tried += _mutants_of_code(answer, every, partial(refused, answer), elsewhere)
        elif name not in FREE:
            spoilt = _spoilt_data(answer)
            tried += [Mutant(change, refused(data), equivalent=False) for change, data in spoilt]
    return tried


def _solved(exercise: Exercise) -> dict[str, Any]:
    """Return the names that an exercise's cells make, with the solutions up to there."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, source in enumerate(exercise.control):
        file = f"<{exercise.name}, cell {number}>"
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        with held_back():
            exec(compile(source, file, "exec"), names)
    return names


def main(arguments: Sequence[str]) -> int:
    """Print the verdicts on all mutants; return 0 if no mutant is accepted by mistake."""
    options = [argument for argument in arguments if argument.startswith("--every=")]
    every = int(options[0].partition("=")[2]) if options else 1
    bad = 0
    print(f"{'exercise':<10}{'mutants':>8}{'refused':>9}{'the same':>10}{'accepted':>10}")
    for name in [argument for argument in arguments if not argument.startswith("-")] or TASKS:
        table = mutants_of(name, every=every)
        left = [mutant for mutant in table if not mutant.explained]
        refused = sum(mutant.refused is not None for mutant in table)
        same = sum(mutant.equivalent for mutant in table)
        why = f"  {FREE[name]}" if name in FREE else ""
        print(f"{name:<10}{len(table):>8}{refused:>9}{same:>10}{len(left):>10}{why}", flush=True)
        for mutant in left:
            print(f"    accepted, and not the same: {mutant.change}")
        bad += len(left)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
