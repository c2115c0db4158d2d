"""What the project promises about speed and memory, measured: python3 -m minimax_lessons bench."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Any

__all__ = ["ROWS", "Row", "report", "row"]

Measure = Callable[[], float]


@dataclass(frozen=True)
class Row:
    """One line of the table: what is measured, in which unit, and the bounds it has to keep, if any."""

    name: str
    unit: str
    measure: Measure
    at_least: float | None = None
    at_most: float | None = None

    @property
    def promise(self) -> str:
        """Return the promised bound as the table shows it."""
        if self.at_least is not None:
            return f"≥ {_shown(self.at_least)} {self.unit}"
        return f"≤ {_shown(self.at_most)} {self.unit}" if self.at_most is not None else ""

    def verdict(self, measured: float) -> str:
        """Return how the measured value stands to the promise, as a ratio of the two."""
        if self.at_least is not None:
            ratio = measured / self.at_least
        elif self.at_most is not None:
            ratio = self.at_most / measured if measured else inf
        else:
            return ""
        return f"✓ {ratio:.1f} times better" if ratio >= 1 else f"✗ {1 / ratio:.1f} times worse"


ROWS: list[Row] = []


def row(name: str, unit: str, **bounds: float) -> Callable[[Measure], Measure]:
    """Return a decorator that makes a table row of a function returning the measured value.

    @row("tracing", "nodes/s", at_least=100_000)
    def tracing() -> float: ...
    """

    def register(measure: Measure) -> Measure:
        ROWS.append(Row(name, unit, measure, **bounds))
        return measure

    return register


def report(words: Sequence[str] = ()) -> int:
    """Print the table, or only the rows whose names hold one of the words; return 0 when there was any."""
    rows = [each for each in ROWS if not words or any(word.lower() in each.name.lower() for word in words)]
    if not rows:
        print(f"No row is named like {' or '.join(words)}. There are: {', '.join(each.name for each in ROWS)}.")
        return 2
    wide = max(len(each.name) for each in rows)
    print(f"{'':<{wide}}  {'measured':>20}  {'promised':>20}")
    for each in rows:
        try:
            measured = each.measure()
        except ImportError as error:
            print(f"{each.name:<{wide}}  {'not measured:':>20}  {error.name} is not installed here")
        else:
            figure = f"{_shown(measured)} {each.unit}"
            print(f"{each.name:<{wide}}  {figure:>20}  {each.promise:>20}  {each.verdict(measured)}", flush=True)
    return 0


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def seconds(work: Callable[[], Any], *, rounds: int = 3) -> float:
    """Return the shortest time of a few rounds: what the work takes when nothing else disturbs it."""
    times = []
    for _ in range(rounds):
        began = perf_counter()
        work()
        times.append(perf_counter() - began)
    return min(times)


@row("import minimax_lessons in a fresh Python", "ms", at_most=50)
def import_time() -> float:
    """Return the milliseconds that the first import of the package takes."""
    code = "from time import perf_counter as now; began = now(); import minimax_lessons; print(1000 * (now() - began))"
    runs = (subprocess.run([sys.executable, "-c", code], capture_output=True, check=True) for _ in range(5))
    return min(float(run.stdout) for run in runs)


@row("minimax, 9,841 nodes of a toy tree", "nodes/s")
def minimax_speed() -> float:
    """Return how many nodes a second plain minimax looks at."""
    from minimax_lessons import minimax, random_tree

    root = random_tree(3, 8, seed=1)
    return sum(1 for _ in root) / seconds(lambda: minimax(root, 8, True))


@row("alphabeta, the same tree", "nodes/s")
def alphabeta_speed() -> float:
    """Return how many nodes a second alpha-beta looks at, of those that it does look at."""
    from minimax_lessons import alphabeta, random_tree

    root = random_tree(3, 8, seed=1)
    entered: list[Any] = []
    watched: Any = Watched(root, entered)
    alphabeta(watched, 8, -inf, inf, True)
    return len(entered) / seconds(lambda: alphabeta(root, 8, -inf, inf, True))


class Watched:
    """A position that notes in a list which positions a search comes to."""

    def __init__(self, position: Any, entered: list[Any]) -> None:
        self.position, self.entered = position, entered
        entered.append(position)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.position, name)

    def children(self) -> Iterator[Watched]:
        """Yield the children one by one, so that only those the search asks for are noted."""
        return (Watched(child, self.entered) for child in self.position.children())
