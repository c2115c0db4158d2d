"""Errands: work on a thread of its own, which can be ended even when it does not listen."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from threading import Event, Lock, Thread

__all__ = ["Errand"]


class _Ended(SystemExit):
    """Raised in the thread itself: no "except Exception" stops it, and a thread may end with it without a word."""


class Errand:
    """Work that goes on beside the page. Where there are no threads, as in a browser, it is done at once."""

    def __init__(self, work: Callable[[Errand], object]) -> None:
        self._work = work
        self._lock = Lock()
        self._working = False
        self._done = Event()
        self.told_to_stop = False
        self._thread = Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begin."""
        try:
            self._thread.start()
        except RuntimeError:  # no threads here
            self._run()

    def stop(self, *, force: bool) -> None:
        """Ask the work to end; with force, end it wherever it is."""
        self.told_to_stop = True
        with self._lock:
            if force and self._working and self._thread.ident:
                ident = ctypes.c_ulong(self._thread.ident)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(_Ended))

    def join(self, timeout: float | None = None) -> bool:
        """Return True when the work is done, False when it is not after so many seconds."""
        return self._done.wait(timeout)

    def _run(self) -> None:
        try:
            self._working = True
            self._work(self)
            with self._lock:  # from here on nothing may be raised in this thread
                self._working = False
        except _Ended:
            pass
        finally:
            self._done.set()
