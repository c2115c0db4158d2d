"""Calling: call a learner's function so that whatever it does ends in a value or in a fault."""

from __future__ import annotations

import inspect
import io
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from types import FrameType
from typing import Any

from minimax_lessons.exercises.answers import name_of
from minimax_lessons.exercises.faults import Fault, NotYet
from minimax_lessons.tracing.reading import spins
from minimax_lessons.trees import Node

__all__ = ["call"]

STEPS = 1_000_000  # of the learner's lines and of all calls: about a second


class _Endless(BaseException):
    """Ends a call that goes on for ever; no Exception, so that ``except Exception`` lets it pass."""


def call(function: Callable[..., Any], *arguments: Any, steps: int = STEPS) -> Any:
    """Return what the learner's function returns, or say in a sentence why it does not."""
    left = steps
    own = {"__main__", getattr(function, "__module__", None)}

    def count(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise _Endless
        if event == "call" and spins(frame.f_code):
            frame.f_trace_opcodes = True
        return count if frame.f_globals.get("__name__") in own else None

    shown = f"{name_of(function)}({', '.join(_short(argument) for argument in arguments)})"
    previous = sys.gettrace()
    sys.settrace(count)
    try:
        with redirect_stdout(io.StringIO()):
            return function(*arguments)
    except _Endless:
        raise Fault(f"{shown} was still running after {steps:,} steps: does it end?") from None
    except RecursionError:
        raise Fault(f"{shown} calls itself deeper and deeper and never stops: what ends the recursion?") from None
    except NotYet:
        raise
    except (Exception, SystemExit) as trouble:
        raise Fault(f"{shown} raised {type(trouble).__name__}: {trouble}{_where(trouble, function)}.") from None
    finally:
        sys.settrace(previous)


def _short(argument: Any) -> str:
    text = name_of(argument) if callable(argument) and not isinstance(argument, Node) else repr(argument)
    return text if len(text) <= 60 else text[:59] + "…"


def _where(trouble: BaseException, function: Callable[..., Any]) -> str:
    """Return the learner's line that raised, if it is there."""
    file = getattr(getattr(inspect.unwrap(function), "__code__", None), "co_filename", None)
    line, step = None, trouble.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == file:
            line = step.tb_lineno
        step = step.tb_next
    return "" if line is None else f" (line {line})"
