"""CommandError: the reason that a command cannot continue, as a sentence instead of a traceback."""

from __future__ import annotations

import sys
from collections.abc import Callable
from errno import EDQUOT, ENOSPC
from functools import wraps
from typing import ParamSpec

__all__ = ["FULL", "CommandError", "cannot_write", "prints_errors"]

P = ParamSpec("P")
FULL = "The disk is full. Free about 1 GB, and then run the command again."


class CommandError(Exception):
    """A command cannot continue; the message says why, and what to do next."""


def prints_errors(elsewhere: str) -> Callable[[Callable[P, int]], Callable[P, int]]:
    """Return a decorator of commands that prints an error as a sentence and returns 1.

    ``elsewhere`` is the advice for a file that the command cannot write.
    """

    def decorate(command: Callable[P, int]) -> Callable[P, int]:
        @wraps(command)
        def guarded(*arguments: P.args, **options: P.kwargs) -> int:
            try:
                return command(*arguments, **options)
            except CommandError as error:
                print(error, file=sys.stderr)
            except OSError as error:
                print(cannot_write(error, elsewhere), file=sys.stderr)
            return 1

        return guarded

    return decorate


def cannot_write(error: OSError, advice: str) -> str:
    """Return a sentence about a file that could not be written, with advice."""
    where = f"Cannot write {error.filename}: " if error.filename else ""
    return (
        f"{where}{error.strerror or error}. {FULL if error.errno in (ENOSPC, EDQUOT) else advice}"
    )
