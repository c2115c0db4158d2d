"""Answering: the process in which a notebook's cells run and its answers are judged, apart from all others."""

from __future__ import annotations

import ast
import asyncio
import inspect
import json
import linecache
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO

from minimax_lessons.exercises import checks
from minimax_lessons.exercises.answers import Opaque, plain
from minimax_lessons.exercises.calling import contained, held_back
from minimax_lessons.exercises.faults import NotYet
from minimax_lessons.exercises.sealing import SECONDS, limit, seal
from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.trees import tree

__all__ = ["decoded", "encoded", "main"]

PACKAGE = __name__.partition(".")[0]
SHARED = {PACKAGE, f"{PACKAGE}.exercises.faults"}  # NotYet is the same for the cells and for the judge
TIMERS = ("time", "capture", "prun")  # magics that run what they are given

# An answer that is data, on its way to whoever judges it: nothing but numbers, texts, lists and trees gets through


def encoded(thing: Any) -> Any:
    """Return plain data in a form that JSON can hold; the cells' own package has made the trees and positions in it."""
    if type(thing).__name__ == "Node" and not thing.path:
        return {"tree": encoded(thing.nested), "root": "max" if thing.is_max else "min"}
    for name in ("fen", "text", "board"):  # a position says what it is
        if isinstance(getattr(thing, name, None), str | tuple):
            return encoded(getattr(thing, name))
    if isinstance(thing, dict):
        return {"dict": [[encoded(key), encoded(value)] for key, value in dict.items(thing)]}
    for kind in (list, tuple, set, frozenset):
        if isinstance(thing, kind):
            return {kind.__name__: [encoded(part) for part in kind.__iter__(thing)]}  # type: ignore[arg-type]
    if thing is ... or type(thing).__name__ == "Todo":
        return {"blank": True}
    thing = plain(thing)
    if isinstance(thing, list):  # an array, or what gives its parts one by one
        return encoded(thing)
    if isinstance(thing, int | float) and not isinstance(thing, bool):
        return {"number": repr(thing)}
    if thing is None or isinstance(thing, bool | str):
        return thing
    return {"opaque": repr(thing), "kind": thing.kind if isinstance(thing, Opaque) else type(thing).__name__}


def decoded(thing: Any) -> Any:
    """Return the plain data of what encoded has made."""
    if not isinstance(thing, dict):
        return thing
    (name, value), *_ = thing.items()
    if name == "number":
        return float(value) if value.strip("-") in ("inf", "nan") else ast.literal_eval(value)
    if name == "tree":
        return tree(decoded(value), "min" if thing["root"] == "min" else "max")
    if name == "dict":
        return {decoded(key): decoded(part) for key, part in value}
    kinds: dict[str, Callable[[Any], Any]] = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}
    if name in kinds:
        return kinds[name](map(decoded, value))
    return ... if name == "blank" else Opaque(str(value), str(thing["kind"]))


# The cells

Names = dict[str, Any]


def _run(source: str, label: str, names: Names) -> str | None:
    """Return what running a cell has raised; None if nothing, or only that an exercise is not done."""
    linecache.cache[label] = len(source), None, source.splitlines(keepends=True), label
    try:
        code = _compiled(source, label)
        with held_back():
            waiting = eval(code, names)
            if inspect.iscoroutine(waiting):
                asyncio.run(waiting)
    except NotYet:
        return None
    except BaseException as trouble:
        return f"{type(trouble).__name__}: {trouble}"[:300].rstrip(": ")
    return None


def _compiled(source: str, label: str) -> Any:
    try:
        return compile(source, label, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    except SyntaxError:  # a magic, or really a mistake
        from IPython.core.inputtransformer2 import TransformerManager

        plainer = TransformerManager().transform_cell(source)  # type: ignore[no-untyped-call]
        return compile(plainer, label, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)


class _Silent:
    """Stands for a notebook's shell: it takes magics and displays, and does nothing but run what is to be timed."""

    def __init__(self, name: str) -> None:
        module = sys.modules[name] = ModuleType(name)
        self.names: Names = vars(module)
        self.names.update(get_ipython=lambda: self, display=self)

    def run_cell_magic(self, name: str, line: str, cell: str = "") -> None:
        """Run the cell below a ``%%time``, or the line behind a ``%time``."""
        if name in TIMERS:
            exec(cell or line, self.names)

    run_line_magic = run_cell_magic

    def __getattr__(self, name: str) -> Any:
        return self

    def __call__(self, *arguments: Any, **options: Any) -> None:
        """Do nothing."""


# The judge


def _exchange(modules: dict[str, ModuleType]) -> dict[str, ModuleType]:
    """Put modules in the place of all of this package's, and return those: cells import the package once more."""
    before = {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == PACKAGE}
    sys.modules.update(modules)
    return before


def _looked_at(expression: str, names: Names) -> dict[str, Any]:
    """Return what an answer is: nothing, a function to judge here, or data."""
    try:
        value = eval(expression, names)
    except NameError:
        return {"missing": sorted(name for name in names if not name.startswith("_"))}
    except BaseException as trouble:
        return {"missing": [], "raised": f"{type(trouble).__name__}: {trouble}"[:300]}
    if callable(value):
        return {"function": True}
    try:
        return {"data": encoded(value)}
    except Exception as trouble:
        return {"data": {"opaque": f"something that shows as {type(trouble).__name__}", "kind": type(value).__name__}}


def _judged(name: str, expression: str, names: Names) -> dict[str, Any]:
    """Return what check says of an answer, and what the answer has changed meanwhile."""
    answer = eval(expression, names)
    with contained(answer, seconds=TASKS[name].seconds) as changed:
        told = checks.verdict(name, answer)
    return {"outcome": told.outcome, "lines": told.lines, "changed": changed}


def main() -> None:
    """Do as asked, line by line, until nothing more is asked; what cells print goes nowhere."""
    asked, answered = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    limit()
    seal(Path.cwd())
    grades = {name: task.grade for name, task in TASKS.items()}
    theirs = {name: sys.modules[name] for name in SHARED}
    spaces = {name: _Silent(name).names for name in ("__main__", "__control__")}
    while line := asked.readline():
        request = json.loads(line)
        names = spaces[request["space"]]
        if "run" in request:
            with contained(seconds=SECONDS):
                mine = _exchange(theirs)
                raised = _run(request["run"], request["label"], names)
                theirs = _exchange(mine)
            _say(answered, {"raised": raised})
        elif "look" in request:
            _say(answered, _looked_at(request["look"], names))
        else:
            found = _judged(request["judge"], request["of"], names)
            found["changed"] += [name for name, grade in grades.items() if TASKS[name].grade is not grade]
            _say(answered, {"ready": True})
            found["word"] = json.loads(asked.readline())  # it comes when no answer runs any more
            _say(answered, found)


def _say(channel: BinaryIO, thing: Any) -> None:
    channel.write(json.dumps(thing).encode() + b"\n")
    channel.flush()
