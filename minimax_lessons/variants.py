"""Variants: a search with a piece of its text changed, or with its lines put in order."""

from __future__ import annotations

import linecache
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from inspect import getsource
from textwrap import dedent
from typing import Any

__all__ = ["arranged", "variant"]

Search = Callable[..., Any]


def variant(search: Search, name: str, old: str, new: str) -> Search:
    """Return the search under another name with a piece of its text replaced.

    The piece must occur exactly once. The variant calls itself where the original did, and its
    source is at hand: it can be traced, animated, and varied again.
    """
    text = dedent(getsource(search))
    if not name.isidentifier():
        raise ValueError(
            f"name={name!r}: a function's name is letters, digits and underscores, without spaces"
        )
    if (occurrences := text.count(old)) != 1:
        raise ValueError(
            f"{old!r} occurs {occurrences} times in {search.__name__}: give a piece that occurs "
            "exactly once"
        )
    return _made(search, name, text.replace(old, new))


def arranged(search: Search, under: str, lines: str, order: Mapping[str, str]) -> Search:
    """Return the search with the block under one of its lines, such as "else:", put together anew.

    Each of ``lines`` has a letter and a bar before it; ``order`` has for each sub-goal the letters
    of its lines. Any order can be watched: what cannot run says so when it is called.
    """
    text = dedent(getsource(search)).splitlines()
    if [line.strip() for line in text].count(under) != 1:
        raise ValueError(f"{search.__name__} needs one line {under!r}, and only one")
    start = next(number for number, line in enumerate(text, 1) if line.strip() == under)
    depth = _depth(text[start - 1])
    end = next(
        (n for n, line in enumerate(text) if n >= start and line and _depth(line) <= depth),
        len(text),
    )
    lines_by_letter = dict(re.findall(r"^ *(\w) ?\|(.*)$", lines, re.MULTILINE))
    chosen = {goal: re.findall(r"\w", letters.upper()) for goal, letters in order.items()}
    block = list(_block(depth + 4, lines_by_letter, chosen))

    def made(block: Sequence[str]) -> Search:
        return _made(
            search, f"my_{search.__name__}", "\n".join([*text[:start], *block, *text[end:], ""])
        )

    try:
        for letter in set().union(*chosen.values()).difference(lines_by_letter):
            raise SyntaxError(f"there is no line {letter}")
        return made(block)
    except SyntaxError as trouble:
        why = f"{trouble.msg}: {trouble.text.strip()}" if trouble.text else trouble.msg
        margin = " " * (depth + 4)
        refused = [f"{margin}# {line.removeprefix(margin)}" for line in block]
        return made([*refused, f"{margin}raise SyntaxError({why!r})"])


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _block(
    depth: int, lines_by_letter: Mapping[str, str], chosen: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    """Yield the chosen lines under the sub-goals as comments, with dots for an empty one."""
    for goal, letters in chosen.items():
        lines = [lines_by_letter.get(letter, letter) for letter in letters]
        yield f"{' ' * _depth(lines[0])}# {goal}" if lines else f"{' ' * depth}...  # {goal}"
        yield from lines
        for last in lines[-1:]:
            depth = _depth(last) + 4 * last.endswith(":")


def _made(search: Search, name: str, text: str) -> Search:
    """Return the function that a changed text of a search defines, under a name of its own."""
    changed = re.sub(rf"\b{search.__name__}\b", name, text)
    file = f"<{name} {sha256(changed.encode()).hexdigest()[:8]}>"
    # for tracebacks and pictures
    linecache.cache[file] = (len(changed), None, changed.splitlines(keepends=True), file)
    namespace = dict(search.__globals__)
    exec(compile(changed, file, "exec"), namespace)
    function: Search = namespace[name]
    return function
