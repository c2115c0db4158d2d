"""Mutants: every search of the solutions with a line changed, and whether the judge tells it from the right one."""

from __future__ import annotations

import ast
import linecache
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from minimax_lessons.exercises.calling import contained
from minimax_lessons.exercises.contracts import Contract
from minimax_lessons.exercises.edits import Edit, edits, put
from minimax_lessons.exercises.mending import changed, sources
from minimax_lessons.exercises.own_code import Memory
from minimax_lessons.exercises.sheets import sheets
from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.exercises.trials import Trial, trials
from minimax_lessons.exercises.verdict import Search
from minimax_lessons.trees import random_tree

__all__ = ["Mutant", "main", "mutants"]

SOLVED = ("2.1", "2.3", "2.4", "3.1", "3.5", "5.1")
TREES = 500  # on which a mutant that is accepted must do just what the right search does
SECONDS = 0.3


@dataclass(frozen=True)
class Mutant:
    """A right search with a line changed, and what became of it."""

    change: str
    refused: str | None  # what it was refused for
    equivalent: bool  # it returns and looks at the same on so many other trees

    @property
    def explained(self) -> bool:
        """Return True if it is refused, or cannot be told from the right search because it is right, too."""
        return self.refused is not None or self.equivalent


def mutants(answer: Callable[..., Any], contract: Contract, *, every: int = 1) -> Iterator[Mutant]:
    """Yield what becomes of a right search with each of many changes of a line; with ``every=5`` of a fifth of them."""
    memory = Memory(answer)
    search = Search(answer, contract.ways[0], contract.prunes, memory, seconds=SECONDS)
    row = trials(search.way.scope)
    right = _behaviour(search)
    for source in sources(answer):
        for edit in [*edits(source.statement), *_spoilt(source.statement)][::every]:
            with changed(source, edit) as runs:
                if not runs:
                    continue
                memory.restore()
                search.meaning.places = None
                wrong = search.first_wrong(row)
                same = wrong is None and _behaviour(search) == right
            yield Mutant(edit.sentence, None if wrong is None else wrong[1].what, same)


def _spoilt(statement: ast.stmt) -> Iterator[Edit]:
    """Yield what the edits that mend do not: a bound not passed on, the best begun with 0, a line left out or early."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Call):
            for place, passed in enumerate(node.args):
                if isinstance(passed, ast.Name | ast.UnaryOp):
                    for bound in ('float("-inf")', 'float("inf")'):
                        why = f"passes {bound} for {ast.unparse(passed)}"
                        yield put(0, "mutant", node, why, node.args, place, bound)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name | ast.UnaryOp | ast.Constant | ast.IfExp):
            yield put(0, "mutant", node, "begins with 0", node, "value", "0")
        for _, body in ast.iter_fields(node):
            if isinstance(body, list) and len(body) > 1 and isinstance(body[0], ast.stmt):
                for place, line in enumerate(body):
                    left = [*body[:place], *body[place + 1 :]]
                    yield put(0, "mutant", line, "is left out", body, slice(None), left)
                    early = [line, *left]
                    yield put(0, "mutant", line, "comes first", body, slice(None), early)


@cache
def _others(scope: Any) -> tuple[Trial, ...]:
    """Return trees that no trial is made of, to all depths that the search can be asked for."""
    found = []
    for seed in range(TREES):
        root = random_tree((1, 4), 2 + seed % 3, seed=10_000 + seed, root="min" if seed % 2 else "max")
        found.append(Trial(root, seed % (root.height + 2) if scope.limited and seed % 3 else None))
    return tuple(found)


def _behaviour(search: Search) -> list[Any]:
    """Return what a search does on other trees: its values, and the places it looks at."""
    done = []
    for trial in _others(search.way.scope):
        result = search.run(trial)
        done.append((result.value, set(result.places) if search.prunes else None))
        if result.value is None:
            break
    return done


# The table


def _solution(name: str) -> tuple[Any, Contract]:
    """Return the solution of an exercise that asks for a search, and what is asked."""
    exercise = next(each for sheet in sheets() for each in sheet.exercises if each.name == name)
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, source in enumerate(exercise.control):
        file = f"<{name}, cell {number}>"
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        exec(compile(source, file, "exec"), names)
    grade: Any = TASKS[name].grade
    return names[exercise.expression], grade.keywords["contract"]


def main(arguments: Sequence[str]) -> int:
    """Return 0 if no mutant of a solution is accepted that does something else; print what became of them all."""
    every = next((int(each.partition("=")[2]) for each in arguments if each.startswith("--every=")), 1)
    bad = 0
    print(f"{'exercise':<10}{'mutants':>8}{'refused':>9}{'the same':>10}{'accepted':>10}")
    for name in [each for each in arguments if not each.startswith("-")] or SOLVED:
        answer, contract = _solution(name)
        with contained(answer, seconds=600):
            table = list(mutants(answer, contract, every=every))
        left = [each for each in table if not each.explained]
        refused, same = sum(each.refused is not None for each in table), sum(each.equivalent for each in table)
        print(f"{name:<10}{len(table):>8}{refused:>9}{same:>10}{len(left):>10}")
        for each in left:
            print(f"    accepted, and not the same: {each.change}")
        bad += len(left)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
