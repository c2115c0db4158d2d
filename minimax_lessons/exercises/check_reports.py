"""Check reports: what a long check says while it runs, and the listeners to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["heard_by", "report"]

_listeners: list[Callable[[str], None]] = []


def report(text: str) -> None:
    """Report the progress of a check to every listener."""
    for listener in _listeners:
        listener(text)


@contextmanager
def heard_by(listener: Callable[[str], None]) -> Iterator[None]:
    """Pass on what checks report inside this context."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)
