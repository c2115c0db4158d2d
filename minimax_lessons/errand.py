"""Errands: work on a thread of its own, which can be ended even when it does not listen."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from threading import Event, Lock, Thread, Timer

__all__ = ["Errand"]


class _Ended(BaseException):
    """Raised in the thread itself: no ``except Exception`` of a learner's stops it."""


class Errand:
    """Work that goes on beside the page. Where there are no threads, as in a browser, it is done at once.

    If it has to be ended, ``ended`` is called instead of what was still to be done.
    """

    def __init__(self, work: Callable[[Errand], object], ended: Callable[[Errand], object]) -> None:
        self._work, self._ended = work, ended
        self._lock = Lock()
        self._working = self._cancelled = False
        self._done = Event()
        self.told_to_stop = False
        self._thread = Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begin."""
        try:
            self._thread.start()
        except RuntimeError:  # no threads here
            self._run()

    def stop(self, *, grace: float = 0) -> None:
        """Ask the work to end, and after so many seconds end it wherever it is."""
        self.told_to_stop = True
        if grace and not self._done.is_set():
            timer = Timer(grace, self._end)
            timer.daemon = True
            timer.start()
        else:
            self._end()

    def _end(self) -> None:
        with self._lock:
            self._cancelled = True
            if self._working and self._thread.ident:
                ident = ctypes.c_ulong(self._thread.ident)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(_Ended))

    def join(self, timeout: float | None = None) -> bool:
        """Return True when the work is done, False when it is not after so many seconds."""
        return self._done.wait(timeout)

    def _run(self) -> None:
        try:
            with self._lock:
                if self._cancelled:
                    raise _Ended
                self._working = True
            self._work(self)
            with self._lock:  # from here on nothing may be raised in this thread
                self._working = False
        except _Ended:
            self._working = False
            self._ended(self)
        finally:
            self._done.set()
