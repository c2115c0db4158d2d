"""Sharing out work: independent tasks, such as games, on all cores or on a Dask cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, ProcessPoolExecutor, as_completed
from contextlib import AbstractContextManager
from logging import CRITICAL, getLogger
from typing import Any, TypeVar

from minimax_lessons.command_errors import CommandError

__all__ = ["CLUSTER_HELP", "results_of"]

Item = TypeVar("Item")
Result = TypeVar("Result")
SECONDS_TO_CONNECT = 10
CLUSTER_HELP = "run on a Dask scheduler, for example tcp://192.0.2.1:8786, and not on this machine"


def results_of(
    task: Callable[[Item], Result], items: Iterable[Item], *, cluster: str = ""
) -> Iterator[tuple[Item, Result]]:
    """Yield each item with its result, in the order in which the results come in.

    The task runs in processes of its own, one for each core, or on the workers of the Dask
    scheduler at an address such as tcp://192.0.2.1:8786. A task whose worker dies is given to
    another worker. What the task returns must depend on its item alone, so that it does not matter
    who runs it.
    """
    with _executor(cluster) as executor:
        futures = {executor.submit(task, item): item for item in items}
        for future in _completed(futures, cluster):
            yield futures[future], _result(future, cluster)


def _result(future: Any, cluster: str) -> Any:
    try:
        return future.result()
    except CancelledError:
        raise CommandError(
            f"The Dask scheduler at {cluster} is gone. Start it again, and then run the same "
            "command again: `tune` continues with the games that it has stored, `ladder` with the "
            "rungs that you name, and `match` and `tournament` play their games again."
        ) from None


def _executor(cluster: str) -> AbstractContextManager[Executor | Any]:
    if not cluster:
        return ProcessPoolExecutor(os.cpu_count())
    try:
        from distributed import Client
    except ImportError:
        raise CommandError(
            "--cluster needs Dask, which this Python lacks. In the course's folder, run "
            "`python3 -m pip install -e '.[cluster]'` with the same Python."
        ) from None
    # or it writes a traceback above the sentence
    getLogger("distributed.client").setLevel(CRITICAL)
    try:
        client: AbstractContextManager[Any] = Client(cluster, timeout=SECONDS_TO_CONNECT)
    except (OSError, ValueError) as error:
        raise CommandError(
            f"No Dask scheduler answers at {cluster} ({error}). Start one with `dask scheduler`, "
            "and workers with `dask worker ADDRESS`, or leave --cluster out."
        ) from None
    return client


def _completed(futures: Iterable[Any], cluster: str) -> Iterator[Any]:
    if not cluster:
        return as_completed(futures)
    from distributed import as_completed as completed

    completions: Iterator[Any] = completed(futures)
    return completions
