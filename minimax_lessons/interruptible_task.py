"""Interruptible tasks: work on a thread that can be ended although it never asks to stop."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any

from minimax_lessons.guarded_call import raise_in

__all__ = ["Ended", "InterruptibleTask", "TookTooLong", "in_time"]

# seconds until work is ended once more that has caught what ends it, as a bare "except:" does
AGAIN = 0.1
# seconds until work that cannot be ended is left behind: outside Python nothing reaches it
END_SECONDS = 2


class Ended(BaseException):
    """Raised in the thread itself: no ``except Exception`` of a learner's stops it."""


class TookTooLong(Exception):
    """The work was not done in time."""


def in_time(seconds: float, work: Callable[[], Any]) -> Any:
    """Return the work's result, or raise its exception, or TookTooLong after the seconds."""
    began, outcomes = monotonic(), []

    def outcome(_: InterruptibleTask) -> tuple[Any, BaseException | None]:
        try:
            return work(), None
        except Ended:
            raise
        except (
            BaseException
        ) as error:  # raised where the work was asked for, not in a thread of which nobody hears
            return None, error

    task = InterruptibleTask(
        outcome,
        lambda _: (None, TookTooLong()),
        lambda _, pair: outcomes.append(pair),
    )
    task.start()
    try:
        task.join(seconds)
    finally:
        task.stop()
        task.join()
    answer, error = outcomes[0]
    # where there are no threads, nothing else looks at the time
    if error is None and monotonic() - began > seconds:
        error = TookTooLong()
    if error is not None:
        raise error
    return answer


class InterruptibleTask:
    """Work that goes on beside the page, or at once where there are no threads.

    The work may be ended anywhere, so it only returns an answer; when it is ended, ``ended`` gives
    one instead. What is done with the answer is ``finished``, on a second thread, in which nothing
    is ever raised from outside. Told to stop, the work has so many seconds of grace to end by
    itself. Of tasks with one turn one at a time works.
    """

    def __init__(
        self,
        work: Callable[[InterruptibleTask], Any],
        ended: Callable[[InterruptibleTask], Any],
        finished: Callable[[InterruptibleTask, Any], object],
        *,
        grace: float = 0,
        turn: Lock | None = None,
    ) -> None:
        self._work, self._ended, self._finished = work, ended, finished
        self._grace, self._turn = grace, turn or Lock()
        self._answers: list[Any] = []  # one, unless the work was ended
        self._working = False
        # the work is over, or is to end; its answer has been dealt with
        self._news, self._done = Event(), Event()
        self.told_to_stop = False
        self._worker = Thread(target=self._do, daemon=True)

    def start(self) -> None:
        """Begin."""
        try:
            Thread(target=self._oversee, daemon=True).start()
        except RuntimeError:  # no threads here
            self._oversee()

    def stop(self) -> None:
        """Ask the work to end, and when its grace is over end it wherever it is."""
        self.told_to_stop = True
        self._news.set()

    def join(self, timeout: float | None = None) -> bool:
        """Return True when all is done, False when it is not after so many seconds."""
        return self._done.wait(timeout)

    def _oversee(self) -> None:
        """Run the work when no other task works any more, unless this one is stopped before."""
        try:
            while not self._turn.acquire(timeout=AGAIN):
                if self.told_to_stop:
                    return
            try:
                self._worker.start()
            except RuntimeError:
                self._do()
            else:
                self._news.wait()
                self._end()
            finally:
                self._turn.release()
        finally:
            self._finish()

    def _end(self) -> None:
        self._worker.join(self._grace)
        patient_until = monotonic() + END_SECONDS
        while self._worker.is_alive():
            self._throw()
            self._worker.join(AGAIN)
            if monotonic() > patient_until:
                self._finish()

    def _finish(self) -> None:
        if not self._done.is_set():
            try:
                self._finished(self, self._answers[0] if self._answers else self._ended(self))
            finally:
                self._done.set()

    # Python changes from thread to thread, and raises what was thrown into one, only where a call
    # ends or a loop goes back. So between asking whether the work goes on and throwing it cannot
    # have ended, and once it has said that it is over, nothing is on its way to it.

    def _do(self) -> None:
        try:
            if not self.told_to_stop:
                self._working = True
                self._answers.append(self._work(self))
        except Ended:
            pass
        finally:
            self._working = False
            self._news.set()

    def _throw(self) -> None:
        ident = self._worker.ident or 0
        if self._working:
            raise_in(ident, Ended)
