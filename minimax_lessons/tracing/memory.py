"""Memory: at which visits a search answers from a table or a cache instead of looking."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from typing import Any

from minimax_lessons.tracing.finders import Finder, Growing
from minimax_lessons.tracing.results import Place, number
from minimax_lessons.tracing.watching import ENTER, LEAVE, REMEMBERED, UNWIND
from minimax_lessons.trees import Node

__all__ = ["known_as", "remembered"]


def known_as(finder: Finder, node: Node) -> Hashable:
    """Return what makes a node's position another's: the same things there, and the same player's turn."""
    if isinstance(finder, Growing) and node.is_sprouted and node in finder.calls:
        part, key = finder.calls[node]
        turns = [value for name, value in zip(part.state, key.counts, strict=True) if name in part.turns]
        return key.about, key.rest, *map(repr, turns)
    return repr(node.nested), node.is_max


def remembered(
    entries: Iterable[tuple[Any, ...]], finder: Finder, place: Place | None, recalls: Collection[int]
) -> dict[int, Hashable]:
    """Return the numbers of the entries in which a search returned what it knew, with what it knew it by.

    It returned without a call what it had returned at such a position before, and on a line on which no position has
    ever been evaluated that was new; or on a line that returns what a table holds.
    """
    ahead: list[tuple[Node, bool]] = []
    seen: dict[Hashable, set[float | None]] = {}
    lines: set[int] = set()  # on which new positions are evaluated
    again: list[tuple[int, Hashable, int]] = []
    certain: dict[int, Hashable] = {}
    for index, entry in enumerate(entries):
        if entry[0] == ENTER:
            if ahead:
                ahead[-1] = ahead[-1][0], True
            ahead.append((entry[1], False))
        elif entry[0] == UNWIND and ahead:
            ahead.pop()
        elif entry[0] in (LEAVE, REMEMBERED) and ahead:
            node, inner = ahead.pop()
            if not inner and not node.is_sprouted and not node.children:
                continue
            key, value = known_as(finder, node), number(entry[1], place)
            if entry[0] == REMEMBERED or (not inner and entry[2] in recalls):
                certain[index] = key
            elif not inner and value in seen.get(key, ()):
                again.append((index, key, entry[2]))
            elif not inner:
                lines.add(entry[2])
            if inner:  # an equal leaf elsewhere is evaluated once more, which tells nothing of a memory
                seen.setdefault(key, set()).add(value)
    return certain | {index: key for index, key, line in again if line not in lines}
