"""Terminal progress: the bar while a class is marked, and the table of a tournament, in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

__all__ = ["Advance", "live_table", "progress"]

Advance = Callable[[str], object]  # with the name of the student at hand
Show = Callable[[str, Sequence[Sequence[str]]], object]  # with a title and the rows


@contextmanager
def progress(total: int) -> Iterator[Advance]:
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
        yield lambda student: None
        return
    columns = (
        TextColumn("Marking"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[student]}", markup=False),
    )
    with Progress(*columns, transient=True, disable=not sys.stdout.isatty()) as bar:
        task = bar.add_task("", total=total, student="")
        yield lambda student: bar.update(task, advance=1, student=student[:40])


@contextmanager
def live_table(head: Sequence[str]) -> Iterator[Show]:
    """Yield a function that replaces the last table; without a terminal nothing is shown."""
    try:
        from rich.live import Live
        from rich.table import Table
    except ImportError:
        yield lambda title, rows: None
        return

    with Live(transient=True) as live:

        def show(title: str, rows: Sequence[Sequence[str]]) -> None:
            table = Table(*head, title=title)
            for row in rows:
                table.add_row(*row)
            live.update(table)

        yield show if sys.stdout.isatty() else lambda title, rows: None
