"""An answer is called within a budget, what it prints is held back, and what it changes is put back and named."""

from __future__ import annotations

import builtins
import gc
import itertools
import os
import random
import signal
import sys
import threading
import time
from collections import UserDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from minimax_lessons import alphabeta, check, draughts, minimax, search, trace, trees
from minimax_lessons.exercises import NotYet, calling
from minimax_lessons.exercises.answers import Opaque, plain
from minimax_lessons.exercises.calling import call, contained
from minimax_lessons.exercises.faults import Fault


class Agreeable(int):
    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    __hash__ = int.__hash__


def swallows_everything() -> None:
    while True:
        with suppress(BaseException):
            len(list(range(100)))


ENDLESS: list[Callable[[], Any]] = [
    lambda: max(number for number in itertools.count()),
    lambda: list(map(abs, iter(lambda: 1, 2))),
    lambda: list(zip(itertools.count(), iter(lambda: 1, 2), strict=True)),
    swallows_everything,
]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # what ends it may hit a weak reference
@pytest.mark.parametrize("endless", ENDLESS)
def test_a_call_that_never_ends_is_ended_by_the_time_it_took(endless: Callable[[], Any]) -> None:
    begun = time.process_time()
    with contained(), pytest.raises(Fault, match=r"still running after 0\.3 seconds: does it end\?") as ended:
        call(endless, seconds=0.3)
    assert ended.value.id == "never-ends"
    assert time.process_time() - begun < 3


def test_where_no_thread_can_start_lines_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    def no_clock(thread: int) -> int:
        raise FileNotFoundError  # as in a browser

    monkeypatch.setattr(threading.Thread, "start", refuse)
    monkeypatch.setattr(time, "pthread_getcpuclockid", no_clock, raising=False)
    before = sys.gettrace()
    with contained(), pytest.raises(Fault, match="does it end"):
        call(ENDLESS[0], seconds=0.2)
    assert call(lambda: 3) == 3
    assert sys.gettrace() is before


def test_all_calls_of_a_check_share_a_budget() -> None:
    def slow() -> None:
        until = time.process_time() + 0.2
        while time.process_time() < until:
            pass

    def often() -> None:
        for _ in range(20):
            call(slow)

    with contained(seconds=1), pytest.raises(Fault, match="the check's 1 seconds were over: can it be quicker"):
        often()


def test_what_other_threads_do_meanwhile_is_not_counted() -> None:
    over, used = threading.Event(), time.pthread_getcpuclockid(threading.get_ident())

    def works() -> None:
        while not over.is_set():
            sum(range(1000))

    def answer() -> int:
        until = time.clock_gettime(used) + 0.3
        while time.clock_gettime(used) < until:
            pass
        return 3

    others = [threading.Thread(target=works) for _ in range(3)]
    for other in others:
        other.start()
    try:
        assert call(answer, seconds=1) == 3
    finally:
        over.set()
        for other in others:
            other.join()


def test_what_has_come_of_the_end_of_a_call_is_not_taken_for_its_result() -> None:
    def goes_on_after_it() -> int:
        with suppress(BaseException):  # as whatever runs others' code and reports how it went
            while True:
                pass
        return 3

    with pytest.raises(Fault, match="does it end"):
        call(goes_on_after_it, seconds=0.1)


def test_a_search_is_watched_as_fast_in_an_answer_as_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []
    monkeypatch.setattr(gc, "get_freeze_count", lambda: counted.append(1) or 0)  # it walks through all that is spared
    with contained():
        call(lambda: [len(trace(minimax, trees.TOY_TREE).leaves) for _ in range(10)])
    assert len(counted) <= 1


def test_a_time_in_which_the_machine_stood_still_is_not_the_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, used = time.process_time(), calling._clock_of_this_thread()

    def stands_still() -> float:
        return used() + 60 * (time.process_time() - begun > 0.2)

    def answer() -> int:
        while time.process_time() - begun < 0.5:
            pass
        return 3

    monkeypatch.setattr(calling, "_clock_of_this_thread", lambda: stands_still)
    with contained():
        assert call(answer, seconds=2) == 3


def waits_for_threads() -> None:
    def run() -> None:
        while not over.wait(0.001):
            pass

    over = threading.Event()
    working = threading.Thread(target=run)
    working.start()
    try:
        working.join(60)
    finally:
        over.set()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # a thread is ended by one
@pytest.mark.parametrize(
    "waits",
    [
        waits_for_threads,
        lambda: [time.sleep(0.02) for _ in range(3000)],
        lambda: time.sleep(60),
        lambda: threading.Event().wait(60),
    ],
)
def test_a_call_that_waits_is_ended_by_the_clock(waits: Callable[[], Any]) -> None:
    with pytest.raises(Fault, match="does it end"):
        call(waits, seconds=0.2)


def test_a_budget_ends_though_something_takes_what_ends_it_for_its_own() -> None:
    def takes(phase: str, info: Any) -> None:
        for _ in range(3):
            pass

    def makes_garbage() -> None:
        while True:
            gc.collect(0)

    gc.callbacks.append(takes)  # what is raised in it, Python reports and drops
    reported: list[Any] = []
    hook, sys.unraisablehook = sys.unraisablehook, reported.append
    try:
        for _ in range(2):
            with pytest.raises(Fault, match="does it end"):
                call(makes_garbage, seconds=0.06)
        reported.clear()
        with contained(), pytest.raises(Fault, match="does it end"):  # a check lets nobody else listen
            call(makes_garbage, seconds=0.06)
        assert not reported
        assert takes in gc.callbacks
    finally:
        gc.callbacks.remove(takes)
        sys.unraisablehook = hook


def test_a_budget_that_is_left_ends_nothing_later() -> None:
    with contained():
        for _ in range(3):
            with pytest.raises(Fault):
                call(ENDLESS[0], seconds=0.05)
            until = time.process_time() + 0.2
            while time.process_time() < until:
                pass


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        (KeyboardInterrupt(), "raised KeyboardInterrupt"),
        (SystemExit("gone"), "raised SystemExit: gone"),
        (GeneratorExit(), "raised GeneratorExit"),
        (ValueError("x" * 9999), "raised ValueError: xxx"),
    ],
)
def test_whatever_is_raised_is_a_sentence_with_the_line(trouble: BaseException, told: str) -> None:
    def raising() -> None:
        raise trouble

    with pytest.raises(Fault) as ended:
        call(raising)
    assert told in ended.value.sentence
    assert "(line " in ended.value.sentence
    assert len(ended.value.sentence) < 400


@pytest.fixture
def at_a_terminal() -> Iterator[None]:
    """Let a key interrupt, as it does unless the tests were started in the background of a script."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("at_a_terminal")
def test_a_key_that_interrupts_still_does() -> None:
    def interrupted() -> None:
        signal.raise_signal(signal.SIGINT)
        for _ in range(10):
            pass

    with pytest.raises(KeyboardInterrupt):
        call(interrupted)


def test_megabytes_of_prints_are_held_back(capsys: pytest.CaptureFixture[str]) -> None:
    def prints() -> int:
        for _ in range(300):
            print("x" * 10_000)
            print("x" * 10_000, file=sys.stderr)
        return 4

    assert call(prints) == 4
    assert capsys.readouterr() == ("", "")


def goes_on() -> None:
    def run() -> None:
        while True:
            time.sleep(0.01)

    threading.Thread(target=run).start()


def forgets_check() -> None:
    globals().pop("check")


CHANGES: list[tuple[Callable[[], Any], Callable[[], Any], str]] = [
    (lambda: sys.setrecursionlimit(9999), sys.getrecursionlimit, "the recursion limit"),
    (lambda: sys.settrace(lambda *arguments: None), sys.gettrace, "the trace function"),
    (lambda: random.seed(3), random.getstate, "the state of random"),
    (lambda: os.chdir("/"), os.getcwd, "the working folder"),
    (lambda: setattr(sys, "stdout", None), lambda: sys.stdout, "standard output"),
    (lambda: signal.signal(signal.SIGINT, signal.SIG_IGN), lambda: signal.getsignal(signal.SIGINT), "what signals do"),
    (goes_on, threading.active_count, "the number of threads"),
    (forgets_check, lambda: check, "`check`"),
    (lambda: setattr(builtins, "max", min), lambda: max, "`max`"),
    (lambda: delattr(builtins, "sum"), lambda: sum, "`sum`"),
    (lambda: setattr(search, "minimax", alphabeta), lambda: search.minimax is minimax, "`minimax`"),
    (lambda: setattr(trees.Node, "evaluate", lambda node: 3), lambda: trees.Node.evaluate, "`evaluate`"),
]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # a thread is ended by one
@pytest.mark.usefixtures("at_a_terminal")
@pytest.mark.parametrize(("change", "state", "name"), CHANGES, ids=[name for _, _, name in CHANGES])
def test_what_an_answer_changes_is_put_back_and_named(
    change: Callable[[], Any], state: Callable[[], Any], name: str
) -> None:
    before = state()
    with contained(change) as changed:
        call(change)
    assert name in changed or change is CHANGES[4][0]  # prints go back when the call ends
    for _ in range(200):
        if state() == before:
            break
        time.sleep(0.01)  # a thread takes a moment to end
    assert state() == before


def test_a_check_names_what_was_put_back(capsys: pytest.CaptureFixture[str]) -> None:
    def leaves(branching: int, depth: int) -> int:
        random.seed(branching)
        return int(branching ** -(-depth // 2) + branching ** (depth // 2) - 1)

    check("4.4", leaves)
    assert "It changed the state of random: all is put back." in capsys.readouterr().out
    with pytest.raises(NotYet, match="the state of random: all is put back"):
        check("4.4", lambda branching, depth: random.seed(1))


@pytest.mark.parametrize(("name", "takes_longer"), [("5.3", True), ("4.4", False)])
def test_who_sits_there_is_told_beforehand_that_a_check_takes_longer(
    name: str, takes_longer: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for is_terminal in (True, False):
        monkeypatch.setattr(sys.stdout, "isatty", lambda is_terminal=is_terminal: is_terminal)
        with pytest.raises(NotYet):
            check(name, lambda *arguments: "no")
        assert ("may take" in capsys.readouterr().out) == (takes_longer and is_terminal)


def test_nothing_is_named_when_nothing_changed() -> None:
    with contained(minimax) as changed:
        call(minimax, trees.TOY_TREE, 2, True)
    assert changed == []


def test_an_answer_cannot_answer_for_itself_when_it_is_compared() -> None:
    for agreeable in (Agreeable(3), [Agreeable(3)], {"a": Agreeable(3)}, {Agreeable(3)}, (1, (Agreeable(3),))):
        assert "Agreeable" not in {type(part).__name__ for part in _parts(plain(agreeable))}
    assert call(lambda: Agreeable(3)) != 4
    with pytest.raises(NotYet, match="You said 3 for B"):
        check("1.1", [Agreeable(3)] * 4)


def _parts(thing: Any) -> list[Any]:
    inner = thing.values() if isinstance(thing, dict) else thing if isinstance(thing, list | tuple | set) else ()
    return [thing, *(part for each in inner for part in _parts(each))]


def test_plain_data_and_positions_stay_what_they_are() -> None:
    numpy = pytest.importorskip("numpy")
    for thing in (
        3,
        -0.5,
        True,
        None,
        "a",
        (1, [2]),
        {1: {2}},
        Fraction(1, 3),
        minimax,
        trees.TOY_TREE,
        draughts.start(),
    ):
        assert plain(thing) == thing
        assert type(plain(thing)) is type(thing)
    assert plain(numpy.float64(2.5)) == 2.5
    assert type(plain(numpy.int64(2))) is int
    assert plain(numpy.array([1, 2])) == [1, 2]
    assert plain(Decimal("2.5")) == 2.5
    assert plain(UserDict(a=1)) == Opaque("{'a': 1}", "UserDict")
    endless: list[Any] = []
    endless.append(endless)
    assert repr(plain(endless)) == "a list without end"
