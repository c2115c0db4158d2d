"""Grading: read whatever a learner hands in, judge it by what it should do, and say in a sentence what is wrong."""

from __future__ import annotations

import ast
import inspect
import io
import sys
import textwrap
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from numbers import Real
from types import FrameType
from typing import Any, Literal

from minimax_lessons.drawing.extract import number
from minimax_lessons.exercises.diagnosis import Fault, Kind, examine
from minimax_lessons.tracing.reading import spins
from minimax_lessons.trees import Node, Root, tree

__all__ = [
    "NotYet",
    "Outcome",
    "Task",
    "Todo",
    "Wrong",
    "call",
    "is_blank",
    "judge_search",
    "read_function",
    "read_names",
    "read_numbers",
    "read_tree",
    "read_words",
]

STEPS = 1_000_000  # of the learner's lines and of all calls: about a second
MOST_NODES = 400  # in a tree handed in: enough for every task, and drawn without effort


Outcome = Literal["not attempted", "not right yet"]


class NotYet(Exception):
    """An exercise is not done; shown as a few lines without a traceback."""

    def __init__(self, name: str, outcome: Outcome, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.name = name
        self.outcome = outcome
        self.lines = lines

    def _render_traceback_(self) -> list[str]:
        return list(self.lines)


class Wrong(Exception):
    """An answer is not right: the reason, and lines that show it."""

    def __init__(self, reason: str, *details: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.details = details


@dataclass(frozen=True)
class Task:
    """An exercise: what it asks for, what judges the answer, and the hints, each a step further."""

    name: str
    title: str
    wants: str  # in a word or two, for whoever hands in something else
    grade: Callable[[Any], str]  # returns what a right answer shows, or raises Wrong
    hints: tuple[str, ...]


class Todo:
    """What stands where the learner's answer goes."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f'todo("{self.name}")'


# Not attempted


def is_blank(answer: Any) -> bool:
    """Return True if nothing has been filled in yet."""
    if answer is None or answer is ... or isinstance(answer, Todo):
        return True
    if isinstance(answer, list | tuple):
        return any(is_blank(part) for part in answer)
    code = getattr(inspect.unwrap(answer), "__code__", None) if callable(answer) else None
    return code is not None and ("todo" in code.co_names or _does_nothing(answer))


def _does_nothing(function: Any) -> bool:
    """Return True for a function of which only the first line is written."""
    try:
        parsed = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return False
    body = getattr(parsed.body[0], "body", None)
    if not isinstance(body, list):
        return False
    return all(
        isinstance(line, ast.Pass) or (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))
        for line in body
    )


# What is handed in


def read_numbers(answer: Any, count: int, example: str) -> list[float]:
    """Return the numbers in a list, or say what a list of so many looks like."""
    if isinstance(answer, Real) and count == 1:
        answer = [answer]
    if not isinstance(answer, list | tuple):
        raise Wrong(f"The answer is a list of {count} numbers, such as {example}, and yours is {_shown(answer)}.")
    for part in answer:
        if isinstance(part, bool) or not isinstance(part, Real):
            raise Wrong(f"{_shown(part)} is no number: the answer is a list of {count} numbers, such as {example}.")
    if len(answer) != count:
        raise Wrong(f"The answer is a list of {count} numbers, and yours has {len(answer)}.")
    return list(answer)


def read_words(answer: Any, wanted: str) -> list[str]:
    """Return the words of a list, or of one text; the sentence for anything else says what is wanted."""
    words = answer.replace(",", " ").split() if isinstance(answer, str) else answer
    if not isinstance(words, list | tuple | set) or not all(isinstance(word, str) for word in words):
        raise Wrong(f"The answer is {wanted}, and yours is {answer!r}.")
    return [word.strip() for word in words]


def read_names(answer: Any, root: Node) -> list[Node]:
    """Return the nodes whose names are given, in a list or in one text."""
    by_name = {node.name: node for node in root}
    if isinstance(answer, str):
        words = answer.replace(",", " ").replace("→", " ").replace("-", " ").split()
        answer = list(answer) if len(words) == 1 and words[0] not in by_name else words
    if not isinstance(answer, list | tuple):
        raise Wrong(f'The answer is a text of names, such as "A B D", and yours is {_shown(answer)}.')
    nodes = []
    for part in answer:
        name = part.name if isinstance(part, Node) else str(part).strip().upper()
        if name not in by_name:
            raise Wrong(f"There is no node {_shown(part)} in this tree: its names go from A to {list(by_name)[-1]}.")
        nodes.append(by_name[name])
    return nodes


def read_tree(answer: Any, root: Root = "max") -> Node:
    """Return the tree that is handed in, as a tree or as nested lists."""
    if isinstance(answer, Node):
        whole = answer
    elif isinstance(answer, list | tuple):
        try:
            whole = tree(answer, root)
        except (TypeError, ValueError) as trouble:
            raise Wrong(f"That is no tree yet: {trouble}.") from None
    else:
        raise Wrong(f"The answer is a tree, such as tree([[3, 5], [2, 9]]), and yours is {_shown(answer)}.")
    if whole.is_sprouted or len(whole.path) > 0:
        raise Wrong("The answer is a whole tree of your own, made with tree([...]), not a part of another.")
    if sum(1 for _ in whole) > MOST_NODES:
        raise Wrong(f"Your tree has more than {MOST_NODES} nodes: a much smaller one will do.")
    if whole.is_max != (root == "max"):
        player = "MAX" if root == "max" else "MIN"
        raise Wrong(f"In this exercise {player} moves first: leave out root=…" if root == "max" else f"{player} moves.")
    return whole


def read_function(answer: Any, *parameters: str) -> Callable[..., Any]:
    """Return the function handed in if it can be called with so many arguments."""
    wanted = f"({', '.join(parameters)})"
    if not callable(answer):
        raise Wrong(f"The answer is a function, and yours is {_shown(answer)}: give its name, without calling it.")
    try:
        inspect.signature(answer).bind(*parameters)
    except TypeError as trouble:
        raise Wrong(f"{_name(answer)} should take {wanted}: {trouble}.") from None
    except ValueError:  # a builtin that does not tell its parameters
        raise Wrong(f"{_name(answer)} is not written as a Python function: write your own.") from None
    return answer  # type: ignore[no-any-return]


def _shown(thing: Any) -> str:
    if callable(thing) and hasattr(thing, "__name__"):
        return f"the function {thing.__name__}"
    text = repr(thing)
    return f"{text if len(text) <= 60 else text[:59] + '…'} ({type(thing).__name__})"


def _name(function: Any) -> str:
    return str(getattr(function, "__name__", type(function).__name__))


# Calling it


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

    shown = f"{_name(function)}({', '.join(_short(argument) for argument in arguments)})"
    previous = sys.gettrace()
    sys.settrace(count)
    try:
        with redirect_stdout(io.StringIO()):
            return function(*arguments)
    except _Endless:
        raise Wrong(f"{shown} was still running after {steps:,} steps: does it end?") from None
    except RecursionError:
        raise Wrong(f"{shown} calls itself deeper and deeper and never stops: what ends the recursion?") from None
    except NotYet:
        raise
    except (Exception, SystemExit) as trouble:
        raise Wrong(f"{shown} raised {type(trouble).__name__}: {trouble}{_where(trouble, function)}.") from None
    finally:
        sys.settrace(previous)


def _short(argument: Any) -> str:
    text = _name(argument) if callable(argument) and not isinstance(argument, Node) else repr(argument)
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


# Searches


def judge_search(answer: Any, kind: Kind) -> str:
    """Return what to remark on a right search, or say what is wrong with it, on the smallest tree that shows it."""
    if not callable(answer):
        raise Wrong(f"The answer is a function, and yours is {_shown(answer)}: give its name, without calling it.")
    verdict = examine(answer, kind)
    if verdict.fault is not None:
        run = verdict.fault.run
        cause = run.error.__cause__ if run is not None and run.error is not None else None
        if isinstance(cause, NotYet):
            raise cause.with_traceback(None)
        raise Wrong(verdict.fault.sentence, *_details(verdict.fault, _name(answer)))
    return " ".join((f"Tried on {verdict.trees} trees.", *verdict.remarks))


def _details(fault: Fault, name: str) -> Sequence[str]:
    lines: list[str] = []
    if fault.code is not None:
        lines.append(f"line {fault.line}:  {fault.code}")
    if fault.tree is None:
        return lines
    depth = "" if fault.depth is None else f", depth={fault.depth}"
    lines.append(f"The smallest tree that shows it: {fault.tree!r}{depth and f', searched with{depth[1:]}'}")
    if fault.of == "leaves":
        lines.append(f"The value is right, but it looked at {fault.got} leaves where {fault.expected} are enough.")
    elif fault.got is not None and fault.got != fault.expected:
        lines.append(f"Expected: {number(fault.expected)}. It returned: {number(fault.got)}.")
    elif fault.got is None:
        lines.append(f"Expected: {number(fault.expected)}.")
    return [*lines, f"Watch it: animate({name}, {fault.tree!r}{depth})"]
