"""Quoting: values that somebody typed or a function returned, short enough for a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["INFINITY", "clipped", "counted", "joined", "listed", "quoted"]

INFINITY = "∞"  # for readers; Python writes and reads inf

LONGEST = 60  # letters
LISTED = 16  # things that a sentence names before it only counts the rest


def quoted(value: object, longest: int = LONGEST) -> str:
    """Return a value as Python writes it, shortened and without its address, or else its type."""
    try:
        return (
            repr(clipped(value, longest))
            if isinstance(value, str)
            else clipped(re.sub(r" at 0x[0-9a-fA-F]+", "", repr(value)), longest)
        )
    except Exception:  # a learner's own __repr__
        return f"a {type(value).__name__}"


def clipped(text: str, longest: int = LONGEST) -> str:
    """Return the text, of a long one the beginning."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def listed(things: Iterable[object]) -> str:
    """Return the things with commas between them; of many the first, and how many more."""
    names = list(map(str, things))
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return ", ".join(names[:LISTED]) + more


def counted(count: int, thing: str, things: str = "") -> str:
    """Return a number of things in words; a plural in s need not be given.

    >>> counted(1, "leaf", "leaves"), counted(3, "move")
    ('1 leaf', '3 moves')
    """
    return f"{count} {thing if count == 1 else things or f'{thing}s'}"


def joined(things: Iterable[object], last: str = "and") -> str:
    """Return the things as a sentence names them.

    >>> joined(["A", "B", "C"])
    'A, B and C'
    """
    names = list(map(str, things))
    return f" {last} ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
