"""Monitors: how Python shows somebody what a running function does: sys.monitoring, or sys.settrace before it."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import CodeType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from minimax_lessons.tracing.watching import Watcher

__all__ = ["shown"]

TOOL = 4  # our place among the tools of sys.monitoring: 0, 1, 2 and 5 have owners


def shown(watcher: Watcher) -> AbstractContextManager[None]:
    """Return a context in which the watcher sees what happens. Whatever was there before is put back at its end."""
    if sys.version_info >= (3, 12) and sys.monitoring.get_tool(TOOL) is None:  # it may be somebody else's
        return _by_monitoring(watcher)
    return _by_tracing(watcher)


class _Here(threading.local):
    watcher: Watcher | None = None  # who watches in this thread; inside a watched function perhaps another


_here = _Here()


@contextmanager
def _by_tracing(watcher: Watcher) -> Iterator[None]:
    """Show the watcher what happens by sys.settrace, which every Python has."""
    previous, above = sys.gettrace(), _here.watcher
    _here.watcher = watcher
    sys.settrace(watcher.on_call)
    try:
        yield
        if sys.gettrace() != watcher.on_call:
            watcher.on_loss()
    finally:
        sys.settrace(previous)
        _here.watcher = above


if sys.version_info >= (3, 12):

    @contextmanager
    def _by_monitoring(watcher: Watcher) -> Iterator[None]:
        """Show the watcher what happens by sys.monitoring: faster, and out of the way of debugger and coverage."""
        monitoring, events = sys.monitoring, sys.monitoring.events

        def on_start(code: CodeType, offset: int) -> None:
            if _here.watcher is watcher:  # monitoring shows what every thread does, sys.settrace only what its own does
                watcher.on_call(sys._getframe(1), "call", None)

        callbacks: dict[int, Callable[..., Any]] = {
            events.PY_START: on_start,
            events.PY_RETURN: lambda code, offset, value: watcher.on_return(sys._getframe(1), value),
            events.PY_UNWIND: lambda code, offset, error: watcher.on_unwind(sys._getframe(1)),
            events.LINE: lambda code, line: watcher.on_line(line),
            events.JUMP: lambda code, offset, to: watcher.on_jump(sys._getframe(1)),
        }
        wanted = dict.fromkeys(watcher.codes, events.PY_START | events.PY_RETURN | events.LINE)
        for codes, what in ((watcher.helpers, events.JUMP), (watcher.valuers, events.PY_START)):
            wanted |= {code: wanted.get(code, 0) | what for code in codes}
        previous, _here.watcher = sys.gettrace(), watcher
        monitoring.use_tool_id(TOOL, "minimax_lessons")
        try:
            for event, callback in callbacks.items():
                monitoring.register_callback(TOOL, event, callback)
            monitoring.set_events(TOOL, events.PY_UNWIND)  # this one can't be asked for function by function
            for code, what in wanted.items():
                monitoring.set_local_events(TOOL, code, what)
            yield
        finally:
            monitoring.set_events(TOOL, 0)
            for code in wanted:
                monitoring.set_local_events(TOOL, code, 0)
            for event in callbacks:
                monitoring.register_callback(TOOL, event, None)
            monitoring.free_tool_id(TOOL)
            _here.watcher = None
            sys.settrace(previous)  # the function itself may have changed it
