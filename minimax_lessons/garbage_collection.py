"""Garbage collection: contexts for work that must not wait for Python's collector."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["no_collection", "old_objects_spared"]


@contextmanager
def no_collection() -> Iterator[None]:
    """Return a context without garbage collection, which takes 50 ms among many objects."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


# Python would tell by counting all that are spared, which takes 10 ms among half a million
_sparing = False


@contextmanager
def old_objects_spared() -> Iterator[None]:
    """Return a context that collects new objects alone, for running other people's code."""
    global _sparing
    if _sparing or gc.get_freeze_count():  # by somebody else, for ever
        yield
        return
    gc.freeze()
    _sparing = True
    try:
        yield
    finally:
        _sparing = False
        gc.unfreeze()
