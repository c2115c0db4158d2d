"""Calling an answer safely: within a budget of time, its prints held back, and all put back that it changed."""

from __future__ import annotations

import gc
import io
import linecache
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout
from math import inf
from opcode import opmap
from pathlib import Path
from traceback import format_exception_only
from types import FrameType, FunctionType, MappingProxyType, TracebackType
from typing import Any, NamedTuple

from minimax_lessons.exercises.answers import name_of, plain
from minimax_lessons.exercises.faults import Fault, NotYet
from minimax_lessons.exercises.own_code import is_own
from minimax_lessons.garbage_collection import old_objects_spared
from minimax_lessons.quoting import quoted
from minimax_lessons.tracing.code import spins
from minimax_lessons.trees import Node

__all__ = ["IN_ALL", "SECONDS", "SLOWER", "call", "contained", "held_back", "spent"]

SLOWER = 4 if sys.platform == "emscripten" else 1  # in a browser, where the clock counts what others do, too
SECONDS = 2.5 * SLOWER  # of the thread's processor time for one call: a right answer needs a fraction of it
IN_ALL = 8.0 * SLOWER  # for all calls of a check
MOST_WALL, MOST_WAITING = 8, 1.6  # times as long by the clock: on a busy machine, and for whoever hardly runs at all
WAITING = 0.05  # of a processor: whoever uses less waits, or has threads of its own that work
TICK = 0.05
NONE: Mapping[str, Any] = MappingProxyType({})
AT_ONCE = 0.5  # of processor time: more between two looks at the clock is a machine that stood still, and not counted
PACKAGE = __name__.partition(".")[0]
RAISE = opmap["RAISE_VARARGS"]
OURS = str(Path(__file__).parents[1])


class _Endless(BaseException):
    """Ends a call whose time is up; no Exception, so that ``except Exception`` lets it pass."""


# One call


def call(
    function: Callable[..., Any], *arguments: Any, keywords: Mapping[str, Any] = NONE, seconds: float = SECONDS
) -> Any:
    """Return what the learner's function returns, as plain data, or say in a sentence why it does not."""
    try:
        with held_back():  # outside: what ends a call must not end the putting back
            return _within(seconds, lambda: plain(function(*arguments, **keywords)))
    except _Endless:
        late, budget = f"after {seconds:g} seconds: does it end?", _budgets.get(threading.get_ident())
        if budget is not None and budget.all_are_late:
            late = f"when the check's {budget.in_all.seconds:g} seconds were over: can it be quicker?"
        raise Fault(f"{_called(function, *arguments)} was still running {late}", id="never-ends") from None
    except RecursionError:
        told = f"{_called(function, *arguments)} calls itself deeper and deeper and never stops"
        raise Fault(f"{told}: what ends the recursion? Is the child passed on?", id="too-deep") from None
    except (NotYet, Fault):
        raise
    except BaseException as trouble:
        steps = _steps(trouble)
        if isinstance(trouble, KeyboardInterrupt) and not any(map(_raises, steps[-1:])):
            raise  # a key was pressed: whoever sits there wants it to end
        told = f"{_called(function, *arguments)} raised {format_exception_only(trouble)[-1].strip()[:300]}"
        own = [(step.tb_frame.f_code.co_filename, step.tb_lineno) for step in steps]
        file, line = next((each for each in reversed(own) if is_own(each[0])), ("", None))
        code = linecache.getline(file, line).strip() if line else None
        raise Fault(f"{told}{f' (line {line})' * bool(line)}.", id="raised", line=line, code=code) from None


def _called(function: Any, *arguments: Any) -> str:
    """Return the call as one would write it, shortened."""
    return f"{name_of(function)}({', '.join(map(_short, arguments))})"


def _short(argument: Any) -> str:
    return name_of(argument) if callable(argument) and not isinstance(argument, Node) else quoted(argument)


def _steps(trouble: BaseException) -> list[TracebackType]:
    """Return where it was raised, and all it came through, from outside in."""
    found = [trouble.__traceback__]
    while found[-1] is not None:
        found.append(found[-1].tb_next)
    return found[:-1]  # type: ignore[return-value]


def _raises(step: TracebackType) -> bool:
    """Return True if the line of code raised it itself."""
    return step.tb_frame.f_code.co_code[step.tb_lasti] == RAISE


class _Sink(io.TextIOBase):
    """Takes what is printed, however much, and keeps nothing: a file would be opened for each call of an answer."""

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


def spent() -> float:
    """Return the processor time that this thread has used: what others do meanwhile is not counted."""
    budget = _budgets.get(threading.get_ident())
    return budget.spent() if budget is not None else time.thread_time()


def _clock_of_this_thread() -> Callable[[], float]:
    """Return what tells, to any thread, the processor time of this one; of all where a system can't tell them apart."""
    try:
        clock = time.pthread_getcpuclockid(threading.get_ident())
    except (AttributeError, OSError):  # Windows has no such function; in a browser it finds no clock
        return time.process_time
    return lambda: time.clock_gettime(clock)


class _Span(NamedTuple):
    """So many seconds from a moment on, by a thread's own time and by the ticks of who watches it."""

    seconds: float
    used: float = 0.0
    ticks: int = 0


class _Budget:
    """How long the calls of a thread may take; a thread of its own looks at the time, which costs the calls nothing."""

    def __init__(self, seconds: float) -> None:
        self.thread, self.lock, self.over = threading.get_ident(), threading.RLock(), threading.Event()
        self.clock = _clock_of_this_thread()
        self.seen, self.used = self.clock(), 0.0
        self.ticks = 0  # fewer on a busy machine, on which all waits
        self.in_all = _Span(seconds)
        self.call: _Span | None = None
        self.is_late = self.all_are_late = False
        self.watching: threading.Thread | None = threading.Thread(target=self._watch, daemon=True)
        try:
            self.watching.start()
        except RuntimeError:  # no thread can start, as in a browser
            self.watching = None
        self.running = set(threading.enumerate())

    def started(self) -> list[threading.Thread]:
        """Return the threads that the calls have started, and that still run."""
        return [thread for thread in threading.enumerate() if thread not in self.running]

    def spent(self) -> float:
        """Return the time that the thread has used; of a time in which the machine stood still, only a part."""
        with self.lock:
            now = self.clock()
            self.used, self.seen = self.used + min(now - self.seen, AT_ONCE), now
            return self.used

    def is_up(self) -> bool:
        """Return True if a call has had its time, or all calls together have."""
        if self.call is None:
            return False
        is_late = self.is_over(self.call)
        self.all_are_late = not is_late and self.is_over(self.in_all)
        return is_late or self.all_are_late

    def is_over(self, span: _Span) -> bool:
        """Return True if the thread has had its time by now, or waited too long for it."""
        used, passed = self._since(span)
        most = MOST_WAITING if used < WAITING * passed else MOST_WALL
        return used > span.seconds or passed > most * span.seconds

    def _since(self, span: _Span) -> tuple[float, float]:
        return self.spent() - span.used, (self.ticks - span.ticks) * TICK

    def _watch(self) -> None:
        while not self.over.wait(TICK):
            with self.lock:
                self.ticks += 1
                if self.is_up():
                    self.is_late = True
                    _raise_in(self.thread, _Endless)  # again at each tick, for a call that catches everything
                    _end(self.started())  # it may wait for one of them
                    self._wake()

    def _wake(self) -> None:
        """Interrupt a call that sleeps or waits for what never comes, as the key does, where the system can."""
        used, passed = self._since(self.call or self.in_all)
        is_interrupted = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        is_main = self.thread == threading.main_thread().ident
        if used < WAITING * passed and is_main and is_interrupted and hasattr(signal, "pthread_kill"):
            signal.pthread_kill(self.thread, signal.SIGINT)

    def end(self) -> bool:
        """Let no call be ended from here on, not even by what is on its way; return whether one was late."""
        was_late = False
        while True:
            try:
                with self.lock:
                    self.call, late, self.is_late = None, self.is_late, False
                    was_late = was_late or late
                while late:  # only one can be on its way; again, for what catches it here is perhaps not we
                    _raise_in(self.thread, _Endless)
                    for _ in range(100):
                        pass
                return was_late
            except _Endless:
                was_late = True
            except KeyboardInterrupt:
                if not (was_late or self.is_late):
                    raise  # it was the key


def _raise_in(thread: int, kind: type[BaseException]) -> None:
    """Have a thread raise an exception as soon as it is in Python code."""
    from ctypes import c_ulong, py_object, pythonapi  # not to be had where there are no threads

    pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), py_object(kind))


def _end(threads: Iterable[threading.Thread]) -> None:
    """End threads, as far as Python can."""
    for thread in threads:
        if thread.is_alive() and thread.ident is not None:
            _raise_in(thread.ident, SystemExit)


_budgets: dict[int, _Budget] = {}  # by thread, while a check runs there


def _within(seconds: float, function: Callable[[], Any]) -> Any:
    """Return what a function returns; raise what ends a call in whatever runs longer."""
    shared = _budgets.get(threading.get_ident())
    budget = shared or _Budget(inf)
    budget.call = _Span(seconds, budget.spent(), budget.ticks)
    try:
        with _counted(budget) if budget.watching is None else nullcontext():
            return function()
    finally:
        try:
            late = budget.end()
        except (_Endless, KeyboardInterrupt):  # it came before that could begin
            late = budget.end() or True
        if shared is None:
            budget.over.set()
        if late:  # and if something else has come of what ended it, it was this
            raise _Endless


@contextmanager
def _counted(budget: _Budget) -> Iterator[None]:
    """Look at the time at every thousandth line that is not ours."""
    left = 0

    def count(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            left = 1000
            if budget.is_up():
                raise _Endless
        if event != "call":
            return count
        if frame.f_code.co_filename.startswith(OURS):
            return None
        frame.f_trace_opcodes = spins(frame.f_code)
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
    kept = _kept(answer)
    changed: list[str] = []
    budget = _budgets[threading.get_ident()] = _Budget(seconds)
    callbacks, gc.callbacks[:] = gc.callbacks[:], []  # what ends a call must not end one of them instead
    try:
        with old_objects_spared():
            yield changed
    finally:
        gc.callbacks[:] = callbacks
        _budgets.pop(threading.get_ident(), None)
        budget.end()
        budget.over.set()
        for (what, get, put), old in zip(STATE, before, strict=True):
            if get() != old:
                changed.append(what)
                put(old)
        changed += [f"`{each[1]}`" for each in kept if _put_back(*each)]
        left = budget.started()
        for thread in left:
            thread.join(TICK)
        _end(left)
        if any(thread.is_alive() for thread in left):
            changed.append("the number of threads")


def _signals() -> list[tuple[int, Any]]:
    if threading.current_thread() is not threading.main_thread():
        return []
    handlers = [(number, signal.getsignal(number)) for number in sorted(signal.valid_signals())]
    return [(number, handler) for number, handler in handlers if handler is not None]


def _kept(answer: Any) -> list[tuple[Any, str, Any]]:
    """Return what an answer might spoil: who holds it, under what name, and what that means now."""
    ours = [module for name, module in list(sys.modules.items()) if name.partition(".")[0] == PACKAGE]
    owners: list[tuple[Any, Callable[[Any], bool]]]
    owners = [(vars(module), callable) for module in (sys.modules["builtins"], *ours)]
    for module in ours:
        for name, value in list(vars(module).items()):
            if isinstance(value, dict) and name.isupper():
                owners.append((value, lambda held: True))
            elif isinstance(value, type) and value.__module__ == module.__name__:
                owners.append((value, _is_method))
    owners.append((getattr(answer, "__globals__", {}), _is_ours))
    return [(owner, name, value) for owner, matters in owners for name, value in _held(owner) if matters(value)]


def _held(owner: Any) -> ItemsView[str, Any]:
    return (owner if isinstance(owner, dict) else vars(owner)).items()


def _is_method(value: Any) -> bool:
    return isinstance(value, FunctionType | property | staticmethod | classmethod)


def _is_ours(value: Any) -> bool:
    return callable(value) and str(getattr(value, "__module__", "")).partition(".")[0] == PACKAGE


def _put_back(owner: Any, name: str, value: Any) -> bool:
    """Return True if the name meant something else; now it means again what it did."""
    if (owner if isinstance(owner, dict) else vars(owner)).get(name) is value:
        return False  # as nearly always
    if isinstance(owner, dict):
        owner[name] = value
    else:
        setattr(owner, name, value)
    return True
