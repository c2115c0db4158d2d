"""Forged answers: attempts to be judged right without a search, by what the judge's process lets an answer reach."""

from __future__ import annotations

import gc
import inspect
import sys
import threading
from collections.abc import Callable
from math import inf, nan
from typing import Any

from minimax_lessons import search
from minimax_lessons.exercises import NotYet, checks, explanation, proving, small_trees, verdict
from minimax_lessons.exercises.faults import Right
from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.trees import Node

FORGED: dict[str, Callable[..., Any]] = {}


def forged(function: Callable[..., Any]) -> Callable[..., Any]:
    FORGED[function.__name__.replace("_", " ")] = function
    return function


# Exceptions


@forged
def raises_done(position, depth, alpha, beta, maximizing):
    raise NotYet("3.1", "done", "✓ 3.1 Alpha-beta.")


@forged
def raises_an_exception_that_says_done(position, depth, alpha, beta, maximizing):
    raise type("Done", (NotYet,), {"outcome": "done"})("3.1", "done", "✓")


@forged
def ends_the_check(position, depth, alpha, beta, maximizing):
    print("✓ 3.1 Alpha-beta.")
    raise SystemExit(0)


@forged
def interrupts_itself(position, depth, alpha, beta, maximizing):
    raise type("End", (BaseException,), {})


# Results that equal everything


class Equal:
    def __eq__(self, other):
        return True

    __le__ = __ge__ = __lt__ = __gt__ = __eq__

    def __hash__(self):
        return 0

    def __neg__(self):
        return self


@forged
def equals_everything(position, depth, alpha, beta, maximizing):
    return Equal()


@forged
def a_number_that_equals_everything(position, depth, alpha, beta, maximizing):
    return type("Number", (int,), dict(vars(Equal)))(3)


@forged
def a_fraction_that_equals_everything(position, depth, alpha, beta, maximizing):
    return type("Number", (float,), dict(vars(Equal)))(3)


@forged
def not_a_number(position, depth, alpha, beta, maximizing):
    return nan


@forged
def a_verdict(position, depth, alpha, beta, maximizing):
    return Right("")


@forged
def every_number_at_once(position, depth, alpha, beta, maximizing):
    return dict.fromkeys(range(-1000, 1000)) | {n: n for n in range(-1000, 1000)}


# The judge's own variables


def frames():
    frame = getattr(sys, "_get" + "frame")()
    while frame is not None:
        yield getattr(frame, "f_lo" + "cals")
        frame = getattr(frame, "f_ba" + "ck")


@forged
def reads_the_trial(position, depth, alpha, beta, maximizing):
    return next(space["trial"].value for space in frames() if "trial" in space)


@forged
def reads_the_root(position, depth, alpha, beta, maximizing):
    for space in frames():
        if "value" in space and "root" in space:
            return space["value"]
        if "trial" in space:
            return space["trial"].value
    return 0


@forged
def reads_the_stack(position, depth, alpha, beta, maximizing):
    return next(
        getattr(step.frame, "f_locals")["trial"].value  # noqa: B009
        for step in inspect.stack(0)
        if "trial" in getattr(step.frame, "f_locals")  # noqa: B009
    )


@forged
def reads_a_traceback(position, depth, alpha, beta, maximizing):
    try:
        raise ValueError
    except ValueError as error:
        frame = error.__traceback__.tb_frame
    while "trial" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["trial"].value


@forged
def finds_the_trials_in_memory(position, depth, alpha, beta, maximizing):
    for thing in getattr(gc, "get_" + "objects")():
        if type(thing).__name__ == "Trial" and thing.tree == position:
            return thing.value
    return 0


@forged
def finds_who_refers_to_it(position, depth, alpha, beta, maximizing):
    for holder in getattr(gc, "get_" + "referrers")(position):
        if isinstance(holder, dict) and "value" in holder:
            return holder["value"]
    return 0


@forged
def uses_the_rank(position, depth, alpha, beta, maximizing):
    if hasattr(position, "rank"):
        return small_trees.values_in_use[position.rank]
    plain = position._plain
    return search.minimax(plain, depth, maximizing)


@forged
def searches_the_plain_tree(position, depth, alpha, beta, maximizing):
    plain = getattr(position, "_plain", position)
    return search.minimax(plain, depth, maximizing)


@forged
def makes_the_tree_again(position, depth, alpha, beta, maximizing):
    from minimax_lessons import tree

    again = tree(eval(repr(position).partition("(")[2].partition(", root")[0].rstrip(")")))
    return search.minimax(again, depth, maximizing)


# Replaced parts of the judge


def replacing(owner: Any, name: str, new: Any) -> Callable[..., Any]:
    def answer(position, depth, alpha, beta, maximizing):
        setattr(owner, name, new) if not isinstance(owner, dict) else owner.update({name: new})
        return 0

    return answer


FORGED |= {
    "replaces the verdict": replacing(checks, "verdict", lambda *given: Right("")),
    "replaces the judge": replacing(explanation, "judge", lambda *given: Right("")),
    "replaces the proof": replacing(proving._Run, "all_sizes", lambda *given: None),
    "replaces the runs": replacing(verdict.Search, "first_wrong", lambda *given: None),
    "replaces the failures": replacing(verdict, "_on_larger_trees", lambda *given: None),
    "replaces the right search": replacing(search, "minimax", lambda *given: 0),
    "replaces the values": replacing(Node, "evaluate", lambda self: 0),
    "replaces the task": replacing(TASKS, "3.1", TASKS["2.2"]),
    "replaces what is said": replacing(checks.standing, "3.1", "✓ 3.1 Alpha-beta."),
    "replaces isinstance": replacing(__builtins__, "isinstance", lambda *given: True),
    "replaces all": replacing(__builtins__, "all", lambda *given: True),
    "replaces any": replacing(__builtins__, "any", lambda *given: False),
    "empties the trials": replacing(verdict, "trials", lambda scope: ()),
}


@forged
def forges_from_a_thread(position, depth, alpha, beta, maximizing):
    forge = threading.Thread(target=setattr, args=(checks, "verdict", lambda *given: Right("")))
    forge.start()
    forge.join()
    return 0


@forged
def traces_the_judge(position, depth, alpha, beta, maximizing):
    sys.settrace(lambda frame, event, argument: None)
    return max(alpha, min(beta, 0)) if (alpha, beta) != (-inf, inf) else 0
