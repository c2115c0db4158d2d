"""Trouble: what keeps a command from its work, told in a sentence where Python would print a traceback."""

from __future__ import annotations

import sys
from collections.abc import Callable
from errno import EDQUOT, ENOSPC
from functools import wraps
from typing import ParamSpec

__all__ = ["FULL", "Trouble", "cannot_write", "telling"]

P = ParamSpec("P")
FULL = "The disk is full: free about 1 GB, and run the command again."


class Trouble(Exception):
    """What a command cannot do; the message says why, and what to do about it."""


def telling(elsewhere: str) -> Callable[[Callable[P, int]], Callable[P, int]]:
    """Return a decorator of commands: trouble is printed as a sentence, with 1 as the exit code.

    It is told how to write elsewhere, for when the command cannot write a file.
    """

    def decorate(command: Callable[P, int]) -> Callable[P, int]:
        @wraps(command)
        def told(*arguments: P.args, **options: P.kwargs) -> int:
            try:
                return command(*arguments, **options)
            except Trouble as trouble:
                print(trouble, file=sys.stderr)
            except OSError as error:
                print(cannot_write(error, elsewhere), file=sys.stderr)
            return 1

        return told

    return decorate


def cannot_write(error: OSError, advice: str) -> str:
    """Return what a file that could not be written is told as, with what to do about it."""
    where = f"Cannot write {error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error}. {FULL if error.errno in (ENOSPC, EDQUOT) else advice}"
