"""Variants: a search with a piece of its text changed, to see what the change does."""

from __future__ import annotations

import linecache
import re
from collections.abc import Callable
from hashlib import sha256
from inspect import getsource
from textwrap import dedent
from typing import Any

__all__ = ["variant"]

Search = Callable[..., Any]


def variant(search: Search, name: str, old: str, new: str) -> Search:
    """Return the search under another name, with a piece of its text replaced; the original stays as it is.

    The piece must occur exactly once. The variant calls itself where the original did, and its source is at hand: it
    can be traced, animated, and varied again.
    """
    text = dedent(getsource(search))
    if not name.isidentifier():
        raise ValueError(f"name={name!r}: a function's name is letters, digits and underscores, without spaces")
    if (found := text.count(old)) != 1:
        raise ValueError(f"{old!r} occurs {found} times in {search.__name__}: give a piece that occurs exactly once")
    changed = re.sub(rf"\b{search.__name__}\b", name, text.replace(old, new))
    file = f"<{name} {sha256(changed.encode()).hexdigest()[:8]}>"
    linecache.cache[file] = (len(changed), None, changed.splitlines(keepends=True), file)  # for tracebacks and pictures
    namespace = dict(search.__globals__)
    exec(compile(changed, file, "exec"), namespace)
    made: Search = namespace[name]
    return made
