"""An answer is called within a budget, what it prints is held back, and what it changes is put back and named."""

from __future__ import annotations

import _thread
import builtins
import gc
import inspect
import itertools
import os
import random
import re
import signal
import sys
import threading
import time
from collections import UserDict
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from decimal import BasicContext, Decimal, getcontext, setcontext
from fractions import Fraction
from functools import partial
from os import _exit as leave_at_once
from sys import setrecursionlimit as set_recursion_limit
from typing import Any

import pytest

from minimax_lessons import alphabeta, check, draughts, guarded_call, minimax, search, trace, trees
from minimax_lessons.exercises import NotYet, checks, small_trees
from minimax_lessons.exercises.answer_call import call
from minimax_lessons.exercises.answers import Opaque, plain
from minimax_lessons.exercises.faults import Fault
from minimax_lessons.guarded_call import OutOfTime, contained, within

pytestmark = pytest.mark.long


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


# what ends it may hit a weak reference
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("endless", ENDLESS)
def test_a_call_that_never_ends_is_ended_by_the_time_it_took(endless: Callable[[], Any]) -> None:
    with (
        contained(),
        pytest.raises(
            Fault, match=r"still running after 0\.3 seconds\. Check that it ends"
        ) as ended,
    ):
        call(endless, seconds=0.3)
    assert ended.value.id == "never-ends"


def test_where_no_thread_can_start_lines_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    def no_clock(thread: int) -> int:
        raise FileNotFoundError  # as in a browser

    monkeypatch.setattr(threading.Thread, "start", refuse)
    monkeypatch.setattr(time, "pthread_getcpuclockid", no_clock, raising=False)
    before = sys.gettrace()
    with contained(), pytest.raises(Fault, match="Check that it ends"):
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

    with (
        contained(seconds=1),
        pytest.raises(Fault, match=r"the check's 1 seconds were over\. Make it faster"),
    ):
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

    with pytest.raises(Fault, match="Check that it ends"):
        call(goes_on_after_it, seconds=0.1)


def test_a_search_is_watched_as_fast_in_an_answer_as_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted: list[int] = []
    # it walks through all that is spared
    monkeypatch.setattr(gc, "get_freeze_count", lambda: counted.append(1) or 0)
    with contained():
        call(lambda: [len(trace(minimax, trees.TOY_TREE).leaves) for _ in range(10)])
    assert len(counted) <= 1


def test_a_time_in_which_the_machine_stood_still_is_not_the_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moved = [0.0]  # by hand, in the midst of the call

    def answer() -> int:
        guarded_call.spent()
        moved[0] += 60
        assert not guarded_call._budgets[threading.get_ident()].is_up()
        return 3

    monkeypatch.setattr(guarded_call, "_clock_of_this_thread", lambda: lambda: moved[0])
    with contained():
        assert call(answer, seconds=2) == 3


# Where only a signal gets through


@pytest.mark.usefixtures("at_a_terminal")
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer sends signals here")
@pytest.mark.parametrize(
    "endless",
    [
        lambda: re.match("(a+)+$", "a" * 60 + "b"),
        lambda: [len(re.findall("(x+x+)+y", "x" * 40)) for _ in range(3)],
        lambda: str(3**9_000_000),
    ],
)
def test_c_code_that_lets_no_thread_run_is_ended_by_a_signal(
    endless: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    digits = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        with contained(), pytest.raises(Fault, match="Check that it ends") as ended:
            call(endless, seconds=0.5)
    finally:
        sys.set_int_max_str_digits(digits)
    assert ended.value.id == "never-ends"
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL


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


# a thread is ended by one
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
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
    with pytest.raises(Fault, match="Check that it ends"):
        call(waits, seconds=0.2)


@pytest.mark.parametrize("outside", [contained, nullcontext])
def test_what_ends_a_call_never_lands_in_a_callback_of_somebody_else(outside: Any) -> None:
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
            with outside(), pytest.raises(Fault, match="Check that it ends"):
                call(makes_garbage, seconds=0.06)
        assert not reported
        assert takes in gc.callbacks
    finally:
        gc.callbacks.remove(takes)
        sys.unraisablehook = hook


def test_two_ends_that_were_on_their_way_land_in_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """One waits for Python code, and a watcher that has looked at the call raises the other."""
    ends, on_their_way = guarded_call._Budget.end, [OutOfTime(), OutOfTime()]

    def interrupted(budget: guarded_call._Budget) -> OutOfTime | None:
        assert budget.call is None  # so nothing further is raised
        if on_their_way:
            raise on_their_way.pop()
        return ends(budget)

    monkeypatch.setattr(guarded_call._Budget, "end", interrupted)
    assert within(5, lambda: 7) == 7
    assert not on_their_way


@pytest.mark.usefixtures("at_a_terminal")
def test_a_signal_that_arrives_after_a_late_call_ends_nothing() -> None:
    with contained():
        for seconds in (0.08, 0.12, 0.16, 0.2) * 3:
            with suppress(OutOfTime):  # some end in time
                within(0.02, partial(time.sleep, seconds))
            signal.raise_signal(guarded_call.BELL)
            for _ in range(1000):
                pass


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


# A call inside a call


def checks_and_goes_on() -> None:
    with suppress(NotYet):
        check("4.4", lambda branching, depth: 3)
    while True:
        pass


def calls_and_goes_on() -> None:
    assert call(len, "abc") == 3
    with suppress(Fault):
        call(ENDLESS[0], seconds=60)
    while True:
        pass


def contains_and_goes_on() -> None:
    with contained(seconds=600):
        call(ENDLESS[0], seconds=600)


@pytest.mark.parametrize("nested", [checks_and_goes_on, calls_and_goes_on, contains_and_goes_on])
def test_the_limits_of_the_outer_call_hold_inside_it(nested: Callable[[], Any]) -> None:
    with (
        contained(),
        pytest.raises(Fault, match=rf"{nested.__name__}\(\) was still running after 0\.4 seconds"),
    ):
        call(nested, seconds=0.4)


# What could end Python


def endless_through_c(depth: int = 0) -> Any:
    return max([1], key=lambda _: endless_through_c(depth + 1))


def endless_by_name(depth: int = 0) -> Any:
    set_recursion_limit(10**8)
    return list(map(endless_by_name, [depth + 1]))


def endless_by_module(depth: int = 0) -> Any:
    sys.setrecursionlimit(10**8)
    return sorted([depth, depth], key=endless_by_module)


@pytest.mark.parametrize("deep", [endless_through_c, endless_by_name, endless_by_module])
def test_a_raised_recursion_limit_does_not_let_the_stack_overflow(deep: Callable[[], Any]) -> None:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(10**8)
    try:
        with contained(deep), pytest.raises(Fault, match="calls itself again and again") as ended:
            call(deep, seconds=60)
        assert ended.value.id == "too-deep"
        assert sys.getrecursionlimit() == 10**8
    finally:
        sys.setrecursionlimit(before)
    assert set_recursion_limit is sys.setrecursionlimit


@pytest.mark.parametrize(
    ("leaves", "what"),
    [
        (lambda: os._exit(1), "os._exit()"),
        (lambda: os.abort(), "os.abort()"),
        (lambda: os.kill(os.getpid(), signal.SIGTERM), "os.kill()"),
        (lambda: builtins.exit(1), "exit()"),
        (lambda: quit(), "quit()"),
        (lambda: leave_at_once(3), "os._exit()"),
    ],
)
def test_what_would_end_python_is_not_carried_out(leaves: Callable[[], Any], what: str) -> None:
    with (
        contained(leaves),
        pytest.raises(Fault, match=re.escape(f"{what} would end Python, and was not carried out")),
    ):
        call(leaves)
    assert leave_at_once is os._exit


# Threads


def leaves_a_thread_that_works() -> int:
    threading.Thread(target=spin, daemon=True).start()
    return 3


def leaves_several_at_work() -> int:
    for _ in range(3):
        _thread.start_new_thread(spin, ())
    return 3


def eventually(condition: Callable[[], bool]) -> None:
    """Wait until the condition holds, on a machine that may be busy with something else."""
    ends = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.01)


def spin() -> None:
    while True:
        pass


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("leaves", [leaves_a_thread_that_works, leaves_several_at_work])
def test_a_call_that_leaves_threads_at_work_is_refused_and_they_are_ended(
    leaves: Callable[[], Any],
) -> None:
    def often() -> None:
        for _ in range(3):  # a thread without a Thread is seen once it runs
            call(leaves)
            time.sleep(0.01)

    with (
        contained(),
        pytest.raises(Fault, match="returned while a thread that it had started was still running"),
    ):
        often()
    eventually(
        lambda: all(frame.f_code is not spin.__code__ for frame in sys._current_frames().values())
    )


def test_threads_that_wait_for_work_are_left_alone() -> None:
    over = threading.Event()
    with contained():
        assert [
            call(lambda: threading.Thread(target=over.wait).start() or 3) for _ in range(3)
        ] == [3] * 3
        over.set()


def test_a_thread_that_waits_is_left_alone_while_others_work() -> None:
    over = threading.Event()

    def works() -> None:
        while not over.is_set():
            pass

    threading.Thread(target=works).start()
    with contained():
        assert call(lambda: threading.Thread(target=over.wait).start() or 3) == 3
        over.set()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_where_threads_have_no_clocks_one_that_works_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(time, "pthread_getcpuclockid", raising=False)
    with contained(), pytest.raises(Fault, match="was still running"):
        call(leaves_a_thread_that_works)


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

    threading.Thread(target=run, name="goes on").start()


def threads_that_go_on() -> list[str]:
    """Return the threads of the answer alone: another test's may end meanwhile."""
    return [thread.name for thread in threading.enumerate() if thread.name == "goes on"]


def replaces_many() -> None:
    for name in ("isinstance", "len", "print", "min", "list", "set"):
        setattr(builtins, name, lambda *arguments: 0)


def forgets_check() -> None:
    globals().pop("check")


CHANGES: list[tuple[Callable[[], Any], Callable[[], Any], str]] = [
    (lambda: sys.setrecursionlimit(9999), sys.getrecursionlimit, "the recursion limit"),
    (lambda: sys.settrace(lambda *arguments: None), sys.gettrace, "the trace function"),
    (lambda: random.seed(3), random.getstate, "the state of random"),
    (lambda: os.chdir("/"), os.getcwd, "the working folder"),
    (lambda: setattr(sys, "stdout", None), lambda: sys.stdout, "standard output"),
    (
        lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        lambda: signal.getsignal(signal.SIGINT),
        "what signals do",
    ),
    (goes_on, threads_that_go_on, "the number of threads"),
    (forgets_check, lambda: check, "your `check`"),
    (lambda: sys.path.insert(0, "/x"), lambda: list(sys.path), "sys.path"),
    (lambda: sys.path.clear(), lambda: list(sys.path), "sys.path"),
    (lambda: os.environ.update(MINIMAX="1"), lambda: dict(os.environ), "os.environ"),
    (lambda: os.environ.pop("PATH", None), lambda: dict(os.environ), "os.environ"),
    (
        lambda: setattr(getcontext(), "prec", 3),
        lambda: getcontext().prec,
        "the precision of decimal numbers",
    ),
    (
        lambda: setcontext(BasicContext),
        lambda: getcontext().prec,
        "the precision of decimal numbers",
    ),
    (lambda: sys.setswitchinterval(1), sys.getswitchinterval, "the switch interval"),
    (replaces_many, lambda: (isinstance, len, print, min), "`len`"),
    (lambda: setattr(builtins, "max", min), lambda: max, "`max`"),
    (lambda: delattr(builtins, "sum"), lambda: sum, "`sum`"),
    (lambda: setattr(search, "minimax", alphabeta), lambda: search.minimax is minimax, "`minimax`"),
    (
        lambda: setattr(trees.Node, "evaluate", lambda node: 3),
        lambda: trees.Node.evaluate,
        "`evaluate`",
    ),
]


# a thread is ended by one
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.usefixtures("at_a_terminal")
@pytest.mark.parametrize(("change", "state", "name"), CHANGES, ids=[name for _, _, name in CHANGES])
def test_what_an_answer_changes_is_put_back_and_named(
    change: Callable[[], Any], state: Callable[[], Any], name: str
) -> None:
    before = state()
    with contained(change) as changed:
        call(change)
    assert name in changed or change is CHANGES[4][0]  # prints go back when the call ends
    eventually(lambda: state() == before)  # a thread takes a moment to end


def test_no_watcher_is_left_that_another_check_could_take_for_an_answers_thread() -> None:
    before = threading.enumerate()
    for _ in range(100):
        with contained():
            call(lambda: 3)
        assert threading.enumerate() == before


def test_a_check_names_what_was_put_back(capsys: pytest.CaptureFixture[str]) -> None:
    def leaves(branching: int, depth: int) -> int:
        random.seed(branching)
        return int(branching ** -(-depth // 2) + branching ** (depth // 2) - 1)

    check("4.4", leaves)
    assert (
        "It changed the state of random, and the check has undone that." in capsys.readouterr().out
    )
    with pytest.raises(NotYet, match="It changed the state of random"):
        check("4.4", lambda branching, depth: random.seed(1))


@pytest.mark.parametrize(("name", "takes_longer"), [("5.3", True), ("4.4", False)])
def test_who_sits_there_is_told_beforehand_that_a_check_takes_longer(
    name: str,
    takes_longer: bool,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for is_terminal in (True, False):
        monkeypatch.setattr(sys.stdout, "isatty", lambda is_terminal=is_terminal: is_terminal)
        with pytest.raises(NotYet):
            check(name, lambda *arguments: "no")
        assert ("may take" in capsys.readouterr().out) == (takes_longer and is_terminal)


def test_builtins_are_back_as_soon_as_the_call_has_ended() -> None:
    with contained():
        call(replaces_many)
        assert (len("abc"), isinstance(3, int), min(3, 4)) == (3, True, 3)


def replaces_len_and_goes_on() -> None:
    replaces_many()
    while True:
        pass


def test_a_call_is_ended_though_builtins_have_been_replaced() -> None:
    with contained(), pytest.raises(Fault, match="Check that it ends"):
        call(replaces_len_and_goes_on, seconds=0.3)


def right_but_replaces_len(branching: int, depth: int) -> int:
    builtins.len = lambda thing: 0  # type: ignore[assignment]
    return int(branching ** -(-depth // 2) + branching ** (depth // 2) - 1)


def test_a_right_answer_that_replaces_what_the_judge_uses_is_not_believed() -> None:
    with pytest.raises(
        NotYet, match=r"it replaced `len`\. Leave that unchanged, because the check uses it"
    ) as refusal:
        check("4.4", right_but_replaces_len)
    assert refusal.value.outcome == "not right yet"
    assert len("abc") == 3


# Answers that would pass themselves


def raises_a_verdict(*arguments: Any) -> Any:
    raise NotYet("3.1", "done", "✓ 3.1 Alpha-beta.")


def raises_another(*arguments: Any) -> Any:
    raise NotYet("x", "done")


@pytest.mark.parametrize("answer", [raises_a_verdict, raises_another])
@pytest.mark.parametrize("name", ["3.1", "4.4", "10.3"])
def test_a_verdict_that_an_answer_raises_is_not_the_judges(name: str, answer: Any) -> None:
    told = checks.verdict(name, answer)
    assert told.outcome == "not attempted"
    assert "Not attempted" in str(told) or "nothing to judge" in str(told)


def reads_its_callers(*arguments: Any) -> Any:
    frame = sys._getframe()
    while "trial" not in frame.f_locals and frame.f_back is not None:
        frame = frame.f_back
    return frame.f_locals["trial"].value


def asks_inspect(*arguments: Any) -> Any:
    return next(
        each.frame.f_locals["trial"].value
        for each in inspect.stack()
        if "trial" in each.frame.f_locals
    )


def asks_the_collector(*arguments: Any) -> Any:
    return [each for each in gc.get_objects() if type(each).__name__ == "Trial"][-1].value


@pytest.mark.parametrize("answer", [reads_its_callers, asks_inspect, asks_the_collector])
@pytest.mark.parametrize("name", ["3.1", "2.5", "minimax"])
def test_an_answer_that_reads_the_judges_variables_is_refused(name: str, answer: Any) -> None:
    with pytest.raises(NotYet, match="reads the variables of its callers"):
        check(name, answer)


def hides_what_it_reads(
    position: Any, depth: int, alpha: float, beta: float, maximizing_player: bool
) -> Any:
    if hasattr(position, "rank"):
        return small_trees.values_in_use[position.rank]
    frame, local = sys._getframe(), "f_loc" + "als"
    while "trial" not in getattr(frame, local):
        frame = getattr(frame, "f_b" + "ack")
    return getattr(frame, local)["trial"].value


def asks_the_plain_tree(
    position: Any, depth: int, alpha: float, beta: float, maximizing_player: bool
) -> Any:
    if hasattr(position, "rank"):
        return small_trees.values_in_use[position.rank]
    return minimax(position._plain, depth, maximizing_player)


@pytest.mark.parametrize("answer", [hides_what_it_reads, asks_the_plain_tree])
def test_values_that_the_leaves_looked_at_do_not_prove_are_no_search(answer: Any) -> None:
    with pytest.raises(NotYet, match="which does not prove the value"):
        check("3.1", answer)


# Time by the clock


def sleeps_now_and_then(position: Any, depth: int, maximizing_player: bool) -> Any:
    time.sleep(0.0005)
    if depth == 0 or position.is_over:
        return position.evaluate()
    values = [
        sleeps_now_and_then(child, depth - 1, not maximizing_player)
        for child in position.children()
    ]
    return max(values) if maximizing_player else min(values)


@pytest.mark.slow
def test_a_right_search_that_sleeps_is_right() -> None:
    with contained(seconds=1):
        for number in range(40):
            assert call(
                sleeps_now_and_then, trees.tree([[number, 5], [2, 9]]), 2, True, seconds=1
            ) == max(min(number, 5), 2)
            time.sleep(0.05)


def test_who_waits_too_long_in_all_is_told_about_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarded_call, "MOST_WALL", 2)

    def often() -> None:
        for _ in range(100):
            call(lambda: time.sleep(0.2))

    with (
        contained(seconds=0.5),
        pytest.raises(Fault, match=r"by the clock .* had computed for only 0.* sleeps or waits"),
    ):
        often()


def test_nothing_is_named_when_nothing_changed() -> None:
    with contained(minimax) as changed:
        call(minimax, trees.TOY_TREE, 2, True)
    assert changed == []


def test_an_answer_cannot_answer_for_itself_when_it_is_compared() -> None:
    for agreeable in (
        Agreeable(3),
        [Agreeable(3)],
        {"a": Agreeable(3)},
        {Agreeable(3)},
        (1, (Agreeable(3),)),
    ):
        assert "Agreeable" not in {type(part).__name__ for part in _parts(plain(agreeable))}
    assert call(lambda: Agreeable(3)) != 4
    with pytest.raises(NotYet, match="You wrote 3 for B"):
        check("1.1", [Agreeable(3)] * 4)


def _parts(thing: Any) -> list[Any]:
    inner = (
        thing.values()
        if isinstance(thing, dict)
        else thing
        if isinstance(thing, list | tuple | set)
        else ()
    )
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
