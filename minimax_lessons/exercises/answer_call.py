"""Calling an answer: what comes of a guarded call, as plain data or as a sentence."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Mapping, Sequence
from opcode import opmap
from traceback import format_exception_only
from types import MappingProxyType, TracebackType
from typing import Any

from minimax_lessons.check_limits import CALL_SECONDS
from minimax_lessons.exercises.answers import name_of, plain
from minimax_lessons.exercises.faults import Fault, NotYet
from minimax_lessons.guarded_call import (
    BusyThreads,
    OutOfTime,
    held_back,
    is_inside_call,
    put_builtins_back,
    within,
)
from minimax_lessons.own_code import is_own
from minimax_lessons.quoting import quoted
from minimax_lessons.tracing.source import spins
from minimax_lessons.trees import Node

__all__ = ["call"]

NONE: Mapping[str, Any] = MappingProxyType({})
RAISE = opmap["RAISE_VARARGS"]
LEAVES_A_THREAD = (
    "returned while a thread that it had started was still running. Wait for the thread with"
    " `join()`, or do the work without threads."
)
NEVER_STOPS = (
    "calls itself again and again and never stops. Check what ends the recursion, and that the"
    " child is passed on."
)


def call(
    function: Callable[..., Any],
    *arguments: Any,
    keywords: Mapping[str, Any] = NONE,
    seconds: float = CALL_SECONDS,
) -> Any:
    """Return the result of the learner's function as plain data, or raise Fault with the reason."""

    def result() -> Any:
        try:
            returned = function(*arguments, **keywords)
        finally:
            put_builtins_back()
        return plain(returned)

    try:
        with held_back():  # outside: what ends a call must not end the putting back
            return within(seconds, result, spins)
    except OutOfTime as end:
        if is_inside_call():
            raise
        raise Fault(_late(_called(function, *arguments), end, seconds), id="never-ends") from None
    except BusyThreads:
        raise Fault(f"{_called(function, *arguments)} {LEAVES_A_THREAD}", id="never-ends") from None
    except RecursionError:
        raise Fault(f"{_called(function, *arguments)} {NEVER_STOPS}", id="too-deep") from None
    except (NotYet, Fault):
        raise
    except BaseException as trouble:
        steps = _steps(trouble)
        if isinstance(trouble, KeyboardInterrupt) and not any(map(_raises, steps[-1:])):
            raise  # a key was pressed: whoever sits there wants it to end
        raise _raised(_called(function, *arguments), trouble, steps) from None


def _raised(called: str, trouble: BaseException, steps: Sequence[TracebackType]) -> Fault:
    """Return the fault of a call that raised an exception, with the learner's line that did."""
    places = [(step.tb_frame.f_code.co_filename, step.tb_lineno) for step in steps]
    file, line = next((place for place in reversed(places) if is_own(place[0])), ("", None))
    code = linecache.getline(file, line).strip() if line else None
    where = f" (line {line})" if line else ""
    text = f"{called} raised {format_exception_only(trouble)[-1].strip()[:300]}{where}."
    return Fault(text, id="raised", line=line, code=code)


def _late(called: str, end: OutOfTime, seconds: float) -> str:
    """Return the sentence about a call that was ended."""
    if end.limit == "all" and end.is_waiting:
        text = f"After {end.passed:.0f} seconds by the clock {called} was still running,"
        text += f" although all calls together had computed for only {end.used:.1f} seconds."
        return f"{text} Remove whatever sleeps or waits."
    if end.limit == "all":
        text = f"{called} was still running when the check's {end.used:.0f} seconds were over."
        return f"{text} Make it faster."
    if end.is_waiting:
        text = f"{called} was still waiting after {end.passed:.1f} seconds, but had hardly computed"
        return (
            f"{text} anything. Check that it ends. Remove whatever sleeps or waits for something."
        )
    text = f"{called} was still running after {seconds:g} seconds."
    return f"{text} Check that it ends, and look at every loop and recursion."


def _called(function: Any, *arguments: Any) -> str:
    """Return the call as one would write it, shortened."""
    return f"{name_of(function)}({', '.join(map(_short, arguments))})"


def _short(argument: Any) -> str:
    is_function = callable(argument) and not isinstance(argument, Node)
    return name_of(argument) if is_function else quoted(argument)


def _steps(trouble: BaseException) -> list[TracebackType]:
    """Return the steps of the traceback, from the outermost call to the line that raised."""
    steps = [trouble.__traceback__]
    while steps[-1] is not None:
        steps.append(steps[-1].tb_next)
    return steps[:-1]  # type: ignore[return-value]


def _raises(step: TracebackType) -> bool:
    """Return True if the line of code raised it itself."""
    return step.tb_frame.f_code.co_code[step.tb_lasti] == RAISE
