"""Exercise: the four parts of an exercise: cases, a call, a reader of its result, and an oracle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from minimax_lessons.check_limits import SHRINKING_SECONDS
from minimax_lessons.exercises.answer_call import call
from minimax_lessons.exercises.answers import read_function
from minimax_lessons.exercises.faults import Example, Facts, Fault, pages
from minimax_lessons.guarded_call import spent
from minimax_lessons.quoting import quoted

__all__ = ["Ask", "DataExercise", "FunctionExercise", "ask_with_copies", "refuse_first"]

Case = TypeVar("Case")
Result = TypeVar("Result")
Ask = Callable[..., Any]  # calls the answer within limits, and returns plain data


@dataclass(frozen=True)
class DataExercise:
    """An exercise whose answer is data: it is read, and the oracle says whether it is right."""

    oracle: Callable[[Any], Facts | None]  # or raises Fault
    read: Callable[[Any], Any] | None = None
    picture: Any = None  # what all answers are about; None: what is read, if it is no list
    id: str = "not-right"  # of the faults that have no id of their own

    def __call__(self, answer: Any) -> Facts | None:
        """Return the facts that a right answer has shown, or raise Fault."""
        data, picture = answer, self.picture
        try:
            if self.read is not None:
                data = self.read(answer)
                picture = self.picture or (None if isinstance(data, list) else data)
            return self.oracle(data)
        except Fault as fault:
            _complete(fault, self.id, picture)
            raise


@dataclass(frozen=True)
class FunctionExercise(Generic[Case, Result]):
    """An exercise whose answer is a function, which is called on one case after the other."""

    parameters: tuple[str, ...]
    cases: Callable[[], Sequence[Case]]
    oracle: Callable[[Case, Result], None]  # raises Fault if the result is not right
    call: Callable[[Ask, Case], Any] = lambda ask, case: ask(case)
    # raises Fault for a result of another kind
    read: Callable[[Any, Case], Result] = lambda returned, case: returned
    # nothing where the smallest cases come first
    smaller: Callable[[Case], Iterator[Case]] = lambda case: iter(())
    # on which a faulty function that was accepted would show
    others: Callable[[], Sequence[Case]] = lambda: ()
    # what else is asked of a function that is right on all cases
    then: Callable[[Ask], Facts] | None = None
    id: str = "not-right"

    def __call__(self, answer: Any) -> Facts:
        """Return the number of right cases, or raise Fault with the smallest wrong case."""
        ask, cases = partial(call, read_function(answer, *self.parameters)), self.cases()
        refuse_first(cases, partial(self.judge, ask), self.smaller)
        return self.then(ask) if self.then is not None else {"count": len(cases)}

    def judge(self, ask: Ask, case: Case) -> None:
        """Raise Fault if the function is not right on a case."""
        try:
            self.oracle(case, self.read(self.call(ask, case), case))
        except Fault as fault:
            _complete(fault, self.id)
            raise


def _complete(fault: Fault, id: str, picture: Any = None) -> None:
    """Give a fault this id, and an example of what it is about, if it has none of its own."""
    if fault.id == "not-right":
        fault.page = pages()[id]
    if fault.example is None and picture is not None:
        fault.example = Example(picture)


def ask_with_copies(ask: Ask, *arguments: Any, thing: Any = None) -> Any:
    """Return the result for copies of the arguments, or raise Fault if the function changes one."""
    copies = deepcopy(arguments)
    returned = ask(*copies)
    for argument, passed in zip(arguments, copies, strict=True):
        if argument != passed:
            kind = type(argument).__name__
            text = f"The function changes the {kind} that it gets: {quoted(argument)}."
            example = Example(thing) if thing is not None else None
            raise Fault(f"{text} Work on a copy.", id="position-changed", example=example)
    return returned


# The smallest case


def refuse_first(
    cases: Iterable[Case],
    judge: Callable[[Case], None],
    smaller: Callable[[Case], Iterator[Case]],
) -> None:
    """Raise the judge's fault for the first wrong case, on the smallest of that kind in time."""
    for case in cases:
        fault = _fault_in(case, judge)
        if fault is None:
            continue
        ends, candidates = spent() + SHRINKING_SECONDS, smaller(case)
        while fault.id != "never-ends" and (candidate := next(candidates, None)) is not None:
            again = _fault_in(candidate, judge)
            if again is not None and again.id == fault.id:
                fault, candidates = again, smaller(candidate)
            if spent() > ends:
                break
        raise fault


def _fault_in(case: Case, judge: Callable[[Case], None]) -> Fault | None:
    try:
        judge(case)
    except Fault as fault:
        return fault
    return None
