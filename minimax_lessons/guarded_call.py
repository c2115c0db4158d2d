"""Guarded call: run code within limits of time, output and recursion, and undo its changes."""

from __future__ import annotations

import _thread
import builtins
import decimal
import gc
import io
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, ItemsView, Iterable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout, suppress
from functools import partial
from math import inf
from operator import is_
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

from minimax_lessons.check_limits import CHECK_SECONDS, MOST_WAITING, MOST_WALL
from minimax_lessons.garbage_collection import old_objects_spared

__all__ = [
    "BusyThreads",
    "OutOfTime",
    "contained",
    "held_back",
    "is_inside_call",
    "put_builtins_back",
    "raise_in",
    "spent",
    "unguarded",
    "within",
]

WAITING = 0.05  # of a processor: a thread that uses less waits, or has threads of its own that work
TICK = 0.05
# after which a call that Python code cannot end is interrupted by a signal
TICKS_TO_INTERRUPT = 3
ALARM = 0.25  # seconds between two looks at the clock by a signal
BELL = getattr(signal, "SIGALRM", signal.SIGINT)  # the signal; Windows has only the key's
# of processor time: more between two looks at the clock is a machine that stood still, and not
# counted
AT_ONCE = 0.5
# calls inside one another: with 3,500, `sorted` between them overflows a stack of 8 MB
DEEPEST = 2_500
IDLE = 0.003  # seconds to see whether threads that are left work on
BUILTINS = vars(builtins)
_ALL, _LEN, _MAP = all, len, map  # which builtins have been replaced is asked without them
PACKAGE = __name__.partition(".")[0]
OURS = str(Path(__file__).parent)


class OutOfTime(BaseException):
    """Ends a call whose time is up; no Exception, so that ``except Exception`` lets it pass."""

    def __init__(self, limit: str = "call", used: float = 0, passed: float = 0) -> None:
        super().__init__(limit)
        self.limit = limit  # "call" or "all"
        self.used, self.passed = used, passed  # seconds of processor time and by the clock

    @property
    def is_waiting(self) -> bool:
        """Return True if the thread hardly worked."""
        return self.used < WAITING * self.passed


class BusyThreads(BaseException):
    """A call has returned, and a thread that it started works on."""


# Output


class _Sink(io.TextIOBase):
    """Takes all printed text and keeps nothing, because a file for each call would cost time."""

    def write(self, text: str) -> int:
        """Return the number of characters taken."""
        return len(text)

    def writable(self) -> bool:
        """Return True: it never fails."""
        return True


@contextmanager
def held_back() -> Iterator[None]:
    """Keep printed text from the screen."""
    with redirect_stdout(_Sink()), redirect_stderr(_Sink()):
        yield


# Time


def spent() -> float:
    """Return the processor time of this thread, without that of others."""
    budget = _budgets.get(threading.get_ident())
    return budget.spent() if budget is not None else time.thread_time()


def is_inside_call() -> bool:
    """Return True while this thread is in a guarded call, whose limits hold for its code."""
    thread = threading.get_ident()
    budget = _budgets.get(thread)
    return thread in _unguarded or (budget is not None and budget.call is not None)


@contextmanager
def unguarded() -> Iterator[None]:
    """Let calls in this thread run without limits, because none of them runs a learner's code."""
    thread = threading.get_ident()
    _unguarded.add(thread)
    try:
        yield
    finally:
        _unguarded.discard(thread)


def raise_in(thread: int, kind: type[BaseException]) -> None:
    """Have a thread raise an exception as soon as it is in Python code."""
    from ctypes import c_ulong, py_object, pythonapi  # not to be had where there are no threads

    pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), py_object(kind))


def _clock_of_this_thread() -> Callable[[], float]:
    """Return a clock of this thread's processor time for any thread, or one of all threads."""
    try:
        clock = time.pthread_getcpuclockid(threading.get_ident())
    except (
        AttributeError,
        OSError,
    ):  # Windows has no such function; in a browser it finds no clock
        return time.process_time
    return lambda: time.clock_gettime(clock)


class _Span(NamedTuple):
    """A number of seconds from a moment on, by a thread's time and by its watcher's ticks."""

    seconds: float
    used: float = 0.0
    ticks: int = 0
    most_waiting: float = MOST_WALL


class _Budget:
    """The time left for a thread's calls; a second thread watches it at no cost to the calls."""

    def __init__(self, seconds: float) -> None:
        self.thread, self.lock, self.over = (
            threading.get_ident(),
            threading.RLock(),
            threading.Event(),
        )
        self.clock = _clock_of_this_thread()
        self.seen, self.used = self.clock(), 0.0
        self.ticks = 0  # fewer on a busy machine, on which all waits
        self.in_all = _Span(seconds)
        self.call: _Span | None = None
        self.late_ticks = 0
        self.late: OutOfTime | None = None  # why the call is ended
        self.builtins = dict(vars(builtins))
        self.replaced: dict[str, None] = {}  # names of builtins that were put back
        self.watching: threading.Thread | None = threading.Thread(target=self._watch, daemon=True)
        try:
            self.watching.start()
        except RuntimeError:  # no thread can start, as in a browser
            self.watching = None
        self.running, self.count = set(sys._current_frames()), _thread._count()
        self.bell: Callable[[int, FrameType | None], None] | None = None
        self.silence_alarm = self._set_alarm()

    def started(self) -> set[int]:
        """Return the threads that the calls have started, and that still run."""
        return set(sys._current_frames()) - self.running

    def spent(self) -> float:
        """Return the time that the thread has used; a stop of the machine counts only in part."""
        with self.lock:
            now = self.clock()
            self.used, self.seen = self.used + min(now - self.seen, AT_ONCE), now
            return self.used

    def is_up(self) -> bool:
        """Return True if a call has had its time, or all calls together have."""
        if (current := self.call) is None:  # it can end while a watcher looks
            return False
        self.late = self.late or self._over(current, "call") or self._over(self.in_all, "all")
        return self.late is not None

    def _over(self, span: _Span, limit: str) -> OutOfTime | None:
        """Return OutOfTime if the thread has had its time by now, or waited too long for it."""
        used, passed = self.spent() - span.used, (self.ticks - span.ticks) * TICK
        over = OutOfTime(limit, used, passed)
        most = span.most_waiting if over.is_waiting else MOST_WALL
        return over if used > span.seconds or passed > most * span.seconds else None

    def _watch(self) -> None:
        while not self.over.wait(TICK):
            try:
                self._look()
            except Exception:  # what this needs has been replaced
                put_builtins_back(self)

    def _look(self) -> None:
        with self.lock:
            self.ticks += 1
            if self.is_up():
                put_builtins_back(self)
                self.late_ticks += 1
                # again at each tick, for a call that catches everything
                raise_in(self.thread, OutOfTime)
                _end(self.started())  # it may wait for one of them
                is_waiting = self.late.is_waiting  # type: ignore[union-attr]
                if is_waiting or self.late_ticks >= TICKS_TO_INTERRUPT:
                    self._interrupt()

    def _interrupt(self) -> None:
        """Have the main thread ring, also when it sleeps or is in C code that takes signals."""
        if self.thread != threading.main_thread().ident or signal.getsignal(BELL) is not self.bell:
            return
        if hasattr(signal, "pthread_kill"):
            signal.pthread_kill(self.thread, BELL)
        else:
            _thread.interrupt_main(BELL)

    def end(self) -> OutOfTime | None:
        """Stop ending calls from here on, and return the reason if one was ended."""
        was_late: OutOfTime | None = None
        self.call = None
        while True:
            try:
                with self.lock:  # a watcher that has begun to end the call has done so
                    late, self.late, self.late_ticks = self.late, None, 0
                    was_late = was_late or late
                # again, for what catches it here is perhaps not we
                while late and self.watching is not None:
                    raise_in(self.thread, OutOfTime)
                    for _ in range(100):
                        pass
                return was_late
            except OutOfTime as end:
                was_late = was_late or end

    def _set_alarm(self) -> Callable[[], object]:
        """Watch the time also during C code; return a function that ends the watch.

        A regular expression or a huge number takes a signal, and gives no other thread a
        turn. The handler looks at the time itself, in the thread of the call. Therefore a signal
        that arrives after the end of the call raises nothing.
        """
        if self.thread != threading.main_thread().ident:
            return lambda: None

        def ring(number: int, frame: FrameType | None) -> None:
            if self.is_up():
                assert self.late is not None
                raise self.late
            if number == signal.SIGINT and callable(handler):
                handler(number, frame)  # it was the key

        timer = None
        try:
            handler = signal.signal(BELL, ring)
            if hasattr(signal, "setitimer"):
                timer = signal.setitimer(signal.ITIMER_REAL, ALARM, ALARM)
        except OSError:  # in a browser
            return lambda: None
        self.bell = ring

        def silence() -> None:
            if timer is not None:
                signal.setitimer(signal.ITIMER_REAL, *timer)
            signal.signal(BELL, handler)

        return silence

    def close(self) -> None:
        """Look at the time no more; the watcher has ended when this returns."""
        self.over.set()
        self.silence_alarm()
        if self.watching is not None:
            self.watching.join()  # else checks around this one would take it for an answer's thread

    def leaves_work(self) -> bool:
        """Return True if threads that a call has started work on; they are ended."""
        # of one that has just started there is no frame
        if self.watching is None or not (self.started() or _thread._count() > self.count):
            return False
        begun = _processor_time(self.started())
        time.sleep(IDLE)
        is_busy = _processor_time(self.started()) - begun > IDLE / 2
        if is_busy:
            _end(self.started())
        return is_busy


def _processor_time(threads: Iterable[int]) -> float:
    """Return how long threads have worked; where this cannot be told, how long all have."""
    if not hasattr(time, "pthread_getcpuclockid"):  # on Windows and macOS
        return time.process_time()
    total = 0.0
    for thread in threads:
        with suppress(OSError):  # it has ended
            total += time.clock_gettime(time.pthread_getcpuclockid(thread))
    return total


def _end(threads: Iterable[int]) -> None:
    """End threads, as far as Python can."""
    for thread in threads:
        raise_in(thread, SystemExit)


_budgets: dict[int, _Budget] = {}  # by thread, while a check runs there
_unguarded: set[int] = set()  # threads


def within(
    seconds: float,
    function: Callable[[], Any],
    spins: Callable[[CodeType], bool] = lambda code: False,
) -> Any:
    """Return a function's result; raise OutOfTime if it runs too long, BusyThreads if threads stay.

    ``spins`` says if a function's code may jump to itself without a new line: where no thread
    can watch, lines are counted, and of such code every instruction.
    """
    if is_inside_call():  # the limits of the outer call hold
        return function()
    shared = _budgets.get(threading.get_ident())
    if shared is not None:
        return _within(shared, seconds, function, spins)
    with _no_gc_callbacks():
        budget = _Budget(inf)
        try:
            return _within(budget, seconds, function, spins)
        finally:
            budget.close()


def _within(
    budget: _Budget,
    seconds: float,
    function: Callable[[], Any],
    spins: Callable[[CodeType], bool],
) -> Any:
    budget.call = _Span(seconds, budget.spent(), budget.ticks, MOST_WAITING)
    try:
        with _counted(budget, spins) if budget.watching is None else nullcontext():
            result = function()
    finally:
        # A single instruction, which nothing can interrupt, marks the call as ended, and no further
        # exception is raised in it. Two can be on their way: one that waits for Python code, and
        # one of a watcher that has looked at the call already.
        budget.call = None
        try:
            try:
                late = budget.end()
            except OutOfTime:
                late = budget.end()
        except OutOfTime:
            late = budget.end()
        put_builtins_back(budget)
        if late is not None:  # and if something else has come of what ended it, it was this
            raise late
    if budget.leaves_work():
        raise BusyThreads
    return result


@contextmanager
def _no_gc_callbacks() -> Iterator[None]:
    """Suspend the collector's callbacks, because the end of a call must not end a callback."""
    callbacks, gc.callbacks[:] = gc.callbacks[:], []
    try:
        yield
    finally:
        gc.callbacks[:] = callbacks


@contextmanager
def _counted(budget: _Budget, spins: Callable[[CodeType], bool]) -> Iterator[None]:
    """Look at the time at every thousandth line that is not ours."""
    left = 0

    def count(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            left = 1000
            if budget.is_up():
                raise OutOfTime
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


# What could end the process, or the stack


def _no_end(what: str) -> Callable[..., Any]:
    def refuse(*arguments: Any) -> Any:
        raise SystemExit(f"{what} would end Python, and was not carried out")

    return refuse


def _recursion_limit(limit: int) -> None:
    _set_recursion_limit(min(limit, DEEPEST))


_set_recursion_limit = sys.setrecursionlimit


def _harmless() -> Iterator[tuple[Any, str, Any]]:
    """Yield the owner, the name and a harmless replacement of each function that ends Python."""
    yield sys, "setrecursionlimit", _recursion_limit
    for module, names in ((os, ("_exit", "abort", "kill", "killpg")), (builtins, ("exit", "quit"))):
        for name in names:
            if hasattr(module, name):
                yield module, name, _no_end(f"os.{name}()" if module is os else f"{name}()")
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if hasattr(shell, "ask_exit"):
        yield shell, "ask_exit", _no_end("exit()")


@contextmanager
def _made_harmless(space: dict[str, Any]) -> Iterator[None]:
    """Let nothing end Python, called by its module's name or by one in a space of names."""
    put_back: list[Callable[[], object]] = []
    limit = sys.getrecursionlimit()
    if limit > DEEPEST:
        with suppress(RecursionError):  # so deep already
            _set_recursion_limit(DEEPEST)
    try:
        for owner, name, harmless in list(_harmless()):
            old, own = getattr(owner, name), name in vars(owner)
            setattr(owner, name, harmless)
            own_names = vars(owner)
            put_back.append(
                partial(setattr, owner, name, old) if own else partial(own_names.pop, name, None)
            )
            for alias, value in list(space.items()):
                if value is old:
                    space[alias] = harmless
                    put_back.append(partial(space.__setitem__, alias, old))
        yield
    finally:
        for restore in reversed(put_back):
            restore()
        _set_recursion_limit(limit)


# What is put back


def put_builtins_back(budget: _Budget | None = None) -> None:
    """Put back the builtins that a call has replaced: whatever goes on after it needs them."""
    budget = budget or _budgets.get(threading.get_ident())
    if budget is None or _same_builtins(budget.builtins):
        return
    now, then = {**BUILTINS}, budget.builtins
    BUILTINS.update(then)
    for name in now:
        if name not in then:
            del BUILTINS[name]
    budget.replaced |= dict.fromkeys(
        name for name in {**now, **then} if now.get(name, now) is not then.get(name, now)
    )
    budget.builtins = {**BUILTINS}  # perhaps in another order


def _same_builtins(then: dict[str, Any]) -> bool:
    return _LEN(BUILTINS) == _LEN(then) and _ALL(_MAP(is_, BUILTINS.values(), then.values()))


def _decimals() -> tuple[int, str]:
    context = decimal.getcontext()
    return context.prec, context.rounding


def _set_decimals(old: tuple[int, str]) -> None:
    context = decimal.getcontext()
    context.prec, context.rounding = old


def _set_environment(old: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(old)


def _signals() -> list[tuple[int, Any]]:
    if threading.current_thread() is not threading.main_thread():
        return []
    handlers = [(number, signal.getsignal(number)) for number in sorted(signal.valid_signals())]
    return [(number, handler) for number, handler in handlers if handler is not None]


STATE: tuple[tuple[str, Callable[[], Any], Callable[[Any], Any]], ...] = (
    ("the recursion limit", sys.getrecursionlimit, sys.setrecursionlimit),
    ("the switch interval", sys.getswitchinterval, sys.setswitchinterval),
    ("the trace function", sys.gettrace, sys.settrace),
    ("the profile function", sys.getprofile, sys.setprofile),
    ("the state of random", random.getstate, random.setstate),
    ("the working folder", os.getcwd, os.chdir),
    ("sys.path", lambda: list(sys.path), lambda old: sys.path.__setitem__(slice(None), old)),
    ("os.environ", lambda: dict(os.environ), _set_environment),
    ("the precision of decimal numbers", _decimals, _set_decimals),
    ("the collection of garbage", gc.isenabled, lambda on: gc.enable() if on else gc.disable()),
    (
        "what is printed to",
        lambda: (sys.stdout, sys.stderr),
        lambda two: vars(sys).update(stdout=two[0], stderr=two[1]),
    ),
    (
        "what signals do",
        _signals,
        lambda old: [signal.signal(*handler) for handler in set(old) - set(_signals())],
    ),
)


@contextmanager
def contained(answer: Any = None, *, seconds: float = CHECK_SECONDS) -> Iterator[list[str]]:
    """Yield a list for the changes of the calls inside; at the end all are undone."""
    if is_inside_call():  # the outer one puts all of it back
        yield []
        return
    space = getattr(answer, "__globals__", {})
    changed: list[str] = []
    thread, outer = threading.get_ident(), _budgets.get(threading.get_ident())
    with _made_harmless(space), _no_gc_callbacks():
        kept = _kept(space)
        budget = _budgets[thread] = _Budget(seconds)
        before = [get() for _, get, _ in STATE]
        try:
            with old_objects_spared():
                yield changed
        finally:
            _budgets.pop(thread, None)
            if outer is not None:
                _budgets[thread] = outer
            budget.end()
            put_builtins_back(budget)
            changed += [f"`{name}`" for name in budget.replaced]
            for (what, get, put), old in zip(STATE, before, strict=True):
                if get() != old:
                    changed.append(what)
                    put(old)
            names = [
                _named(owner, name, space)
                for owner, name, value in kept
                if _put_back(owner, name, value)
            ]
            changed += names
            budget.close()
            if _ended(budget):
                changed.append("the number of threads")


def _ended(budget: _Budget) -> bool:
    """Return True if threads were left, and did not end by themselves in a moment."""
    for _ in range(3):
        if not budget.started():
            return False
        time.sleep(TICK / 3)
    _end(budget.started())
    return True


def _named(owner: Any, name: str, space: dict[str, Any]) -> str:
    return f"your `{name}`" if owner is space else f"`{name}`"


def _kept(space: dict[str, Any]) -> list[tuple[Any, str, Any]]:
    """Return the owner, the name and the present value of each name that an answer might spoil."""
    ours = [
        module for name, module in list(sys.modules.items()) if name.partition(".")[0] == PACKAGE
    ]
    owners: list[tuple[Any, Callable[[Any], bool]]]
    owners = [(vars(module), callable) for module in ours]
    for module in ours:
        for name, value in list(vars(module).items()):
            is_by_name = isinstance(value, dict) and isinstance(next(iter(value), None), str)
            if is_by_name and name.isupper():  # tables of numbers have thousands of entries
                owners.append((value, lambda held: True))
            elif isinstance(value, type) and value.__module__ == module.__name__:
                owners.append((value, _is_method))
    owners.append((space, _is_ours))
    return [
        (owner, name, value)
        for owner, matters in owners
        for name, value in _held(owner)
        if matters(value)
    ]


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
