"""Terminal progress: a bar while a class is marked, or while a tournament is played."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["Advance", "progress"]

Advance = Callable[[str], object]  # with a name: of a student, or of two players


@contextmanager
def progress(title: str, total: int) -> Iterator[Advance]:
    """Yield a function that moves a bar. On no terminal, and without rich, nothing is shown."""
    try:
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )
    except ImportError:
        yield lambda name: None
        return
    columns = (
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[name]}", markup=False),
    )
    with Progress(*columns, transient=True, disable=not sys.stdout.isatty()) as bar:
        task = bar.add_task("", total=total, name="")
        yield lambda name: bar.update(task, advance=1, name=name[:40])
