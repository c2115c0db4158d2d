"""Calling an answer safely: within a budget of time, its prints held back, and all put back that it changed."""

from __future__ import annotations

import gc
import inspect
import io
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from math import inf
from opcode import opmap
from types import FrameType, FunctionType
from typing import Any

from minimax_lessons.exercises.answers import name_of, plain
from minimax_lessons.exercises.faults import Fault, NotYet
from minimax_lessons.tracing.reading import spins
from minimax_lessons.trees import Node

__all__ = ["IN_ALL", "SECONDS", "call", "contained", "held_back", "within"]

SECONDS = 2.5  # of processor time for one call: a right answer needs a fraction of it
IN_ALL = 8.0  # for all calls of a check
MOST_WALL = 8  # times as long by the clock: whoever waits uses no processor, and a busy machine gives little
TICK = 0.05
PACKAGE = __name__.partition(".")[0]


class _Endless(BaseException):
    """Ends a call whose time is up; no Exception, so that ``except Exception`` lets it pass."""


# One call


def call(function: Callable[..., Any], *arguments: Any, seconds: float = SECONDS) -> Any:
    """Return what the learner's function returns, as plain data, or say in a sentence why it does not."""
    begun = time.process_time()
    try:
        with within(seconds), held_back():
            return plain(function(*arguments))
    except _Endless:
        late, question = f"after {seconds:g} seconds", "does it end?"
        if time.process_time() - begun < seconds:
            late, question = f"when the check's {IN_ALL:g} seconds were over", "can it be quicker?"
        told = f"{_called(function, *arguments)} was still running {late}: {question}"
        raise Fault(told, id="never-ends") from None
    except RecursionError:
        told = f"{_called(function, *arguments)} calls itself deeper and deeper and never stops"
        raise Fault(f"{told}: what ends the recursion?", id="too-deep") from None
    except (NotYet, Fault):
        raise
    except BaseException as trouble:
        if isinstance(trouble, KeyboardInterrupt) and not _raised_by_code(trouble):
            raise  # whoever sits there wants it to end
        what = f"{type(trouble).__name__}: {trouble}"[:300].rstrip(": ")
        told = f"{_called(function, *arguments)} raised {what}{_where(trouble, function)}."
        raise Fault(told, id="raised") from None


def _called(function: Any, *arguments: Any) -> str:
    """Return the call as one would write it, shortened."""
    return f"{name_of(function)}({', '.join(map(_short, arguments))})"


def _short(argument: Any) -> str:
    text = name_of(argument) if callable(argument) and not isinstance(argument, Node) else repr(argument)
    return text if len(text) <= 60 else text[:59] + "…"


def _raised_by_code(trouble: BaseException) -> bool:
    """Return True if a line of code raised it, False if a key did."""
    step = trouble.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    return step is not None and step.tb_frame.f_code.co_code[step.tb_lasti] == RAISE


RAISE = opmap["RAISE_VARARGS"]


def _where(trouble: BaseException, function: Callable[..., Any]) -> str:
    """Return the learner's line that raised, if it is there."""
    file = getattr(getattr(inspect.unwrap(function), "__code__", None), "co_filename", None)
    line, step = None, trouble.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == file:
            line = step.tb_lineno
        step = step.tb_next
    return "" if line is None else f" (line {line})"


class _Sink(io.TextIOBase):
    """Takes what is printed, however much, and keeps nothing."""

    def write(self, text: str) -> int:
        """Return how many characters were taken."""
        return len(text)

    def writable(self) -> bool:
        """Return True: it never fails."""
        return True


@contextmanager
def held_back() -> Iterator[None]:
    """Keep what is printed from the screen."""
    with redirect_stdout(_Sink()), redirect_stderr(_Sink()):
        yield


# A budget of time


class _Watch:
    """Ends a thread's call when its time is up, from a thread of its own: it costs the call nothing."""

    def __init__(self) -> None:
        self.thread, self.lock, self.over = threading.get_ident(), threading.Lock(), threading.Event()
        self.ends = (inf, inf)  # by the processor's time, and by the clock
        self.last = (inf, inf)  # those of the whole check
        self.ending = False
        self.watching = threading.Thread(target=self._watch, daemon=True)
        self.watching.start()

    def _watch(self) -> None:
        while not self.over.wait(TICK):
            with self.lock:
                if time.process_time() > self.ends[0] or time.monotonic() > self.ends[1]:
                    self.ending = True  # again at each tick, for a call that catches everything
                    _raise_in(self.thread, _Endless)

    def begin(self, seconds: float) -> None:
        now = time.process_time() + seconds, time.monotonic() + MOST_WALL * seconds
        self.ends = min(now[0], self.last[0]), min(now[1], self.last[1])

    def end(self) -> None:
        """Let no call be ended from here on, not even by what is on its way."""
        while True:
            with suppress(_Endless):
                with self.lock:
                    self.ends = (inf, inf)
                    if not self.ending:
                        return
                    self.ending = False
                _raise_in(self.thread, _Endless)  # only one can be on its way: wait here for the last
                while True:
                    pass


def _raise_in(thread: int, kind: type[BaseException]) -> None:
    """Have a thread raise an exception as soon as it is in Python code."""
    from ctypes import c_ulong, py_object, pythonapi  # not to be had where there are no threads

    pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), py_object(kind))


_watches: dict[int, _Watch] = {}  # by thread, while a check runs there


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise what ends a call in whatever runs longer inside."""
    here = threading.get_ident()
    watch = _watches.get(here)
    try:
        own = _Watch() if watch is None else None
    except RuntimeError:  # no thread can start, as in a browser
        with _counted(seconds):
            yield
        return
    watch = watch or own
    assert watch is not None
    watch.begin(seconds)
    try:
        yield
    finally:
        watch.end()
        if own is not None:
            own.over.set()


@contextmanager
def _counted(seconds: float) -> Iterator[None]:
    ends, left = time.process_time() + seconds, 0

    def count(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left
        left -= 1
        if event == "call" and spins(frame.f_code):
            frame.f_trace_opcodes = True
        if left < 0:
            left = 1000
            if time.process_time() > ends:
                raise _Endless
        return count

    previous = sys.gettrace()
    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(previous)


# All put back

STATE: tuple[tuple[str, Callable[[], Any], Callable[[Any], Any]], ...] = (
    ("the recursion limit", sys.getrecursionlimit, sys.setrecursionlimit),
    ("the trace function", sys.gettrace, sys.settrace),
    ("the profile function", sys.getprofile, sys.setprofile),
    ("the state of random", random.getstate, random.setstate),
    ("the working folder", os.getcwd, os.chdir),
    ("the collection of garbage", gc.isenabled, lambda on: gc.enable() if on else gc.disable()),
    (
        "what is printed to",
        lambda: (sys.stdout, sys.stderr),
        lambda two: vars(sys).update(stdout=two[0], stderr=two[1]),
    ),
    ("what signals do", lambda: _signals(), lambda old: [signal.signal(*each) for each in set(old) - set(_signals())]),
)


@contextmanager
def contained(answer: Any = None, *, seconds: float = IN_ALL) -> Iterator[list[str]]:
    """Yield the list of what the calls inside will have changed; at the end all of it is put back."""
    before = [get() for _, get, _ in STATE]
    names = list(_names(answer))
    running = set(threading.enumerate())
    changed: list[str] = []
    with suppress(RuntimeError):
        watch = _watches[threading.get_ident()] = _Watch()
        watch.last = time.process_time() + seconds, time.monotonic() + MOST_WALL * seconds
        running.add(watch.watching)
    try:
        yield changed
    finally:
        if (mine := _watches.pop(threading.get_ident(), None)) is not None:
            mine.end()
            mine.over.set()
        for (what, get, put), old in zip(STATE, before, strict=True):
            if get() != old:
                changed.append(what)
                put(old)
        changed += [f"`{name}`" for owner, name, value in names if _restored(owner, name, value)]
        if _ended(running):
            changed.append("the number of threads")


def _signals() -> list[tuple[int, Any]]:
    if threading.current_thread() is not threading.main_thread():
        return []
    handlers = [(number, signal.getsignal(number)) for number in sorted(signal.valid_signals())]
    return [(number, handler) for number, handler in handlers if handler is not None]


def _names(answer: Any) -> Iterator[tuple[Any, str, Any]]:
    """Yield what an answer might delete or replace: functions and classes of Python's own, ours, and what they hold."""
    ours = [module for name, module in list(sys.modules.items()) if name.partition(".")[0] == PACKAGE]
    for module in (sys.modules["builtins"], *ours):
        for name, value in list(vars(module).items()):
            if callable(value) and name != "_":
                yield module, name, value
            if isinstance(value, dict) and name.isupper():
                yield from ((value, *each) for each in list(value.items()))
            if isinstance(value, type) and value.__module__ == module.__name__ and module in ours:
                yield from ((value, *each) for each in list(vars(value).items()) if _is_method(each[1]))
    where = getattr(answer, "__globals__", {})
    for name, value in list(where.items()):
        if callable(value) and str(getattr(value, "__module__", "")).partition(".")[0] == PACKAGE:
            yield where, name, value


def _is_method(value: Any) -> bool:
    return isinstance(value, FunctionType | property | staticmethod | classmethod)


def _restored(owner: Any, name: str, value: Any) -> bool:
    """Return True if the name meant something else, and now means again what it did."""
    held = owner if isinstance(owner, dict) else vars(owner)
    if held.get(name) is value:
        return False
    if isinstance(owner, dict):
        owner[name] = value
    else:
        setattr(owner, name, value)
    return True


def _ended(running: set[threading.Thread]) -> bool:
    """Return True if there were threads that went on; as far as Python can, they are ended."""
    new = [thread for thread in threading.enumerate() if thread not in running]
    for thread in new:
        thread.join(TICK)
        if thread.is_alive() and thread.ident is not None:
            _raise_in(thread.ident, SystemExit)
    return any(thread.is_alive() for thread in new)
