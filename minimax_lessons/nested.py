"""Nested lists as typed: read with the place of each part, or refused with the mistake's place."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any

from minimax_lessons.quoting import INFINITY, clipped
from minimax_lessons.trees import MAX_HEIGHT, TOY_TREE, Node, tree

__all__ = ["Typed", "Unreadable", "read_tree"]

Path = tuple[int, ...]

EXAMPLE = f"lists in lists with numbers at the ends, such as {TOY_TREE.nested}"
TOKEN = re.compile(r"\s+|(?P<sign>[\[\],])|(?P<word>[^\s\[\],]+)")
NUMBER = re.compile(r"[+-]?(?:\d+(?:_\d+)*(?P<rest>\.\d*|/\d+)?|\.\d+)(?P<exponent>[eE][+-]?\d+)?")
INFINITE = {f"{sign}{word}": inf for sign in ("", "+") for word in ("inf", INFINITY)}
INFINITE |= {f"-{word}": -inf for word in ("inf", INFINITY)}


class Unreadable(ValueError):
    """A mistake in a typed tree, in one sentence, with its place in the text."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.end = end

    def pointing(self, text: str) -> str:
        """Return the message, and the line of the text with the place marked beneath."""
        begin = text.rfind("\n", 0, self.start) + 1
        line = text[begin:].partition("\n")[0]
        left = max(0, self.start - begin - 60)
        marks = "^" * max(1, min(self.end, begin + len(line)) - self.start)
        return (
            f"{self.message}\n  {line[left : left + 120]}\n  "
            f"{' ' * (self.start - begin - left)}{marks[:60]}"
        )


@dataclass(frozen=True)
class Typed:
    """A tree, and where in the text each of its nodes stands."""

    tree: Node
    spans: dict[Path, tuple[int, int]]


def read_tree(text: str, root: str = "max", *, most: int | None = None) -> Typed:
    """Return the tree that a text writes as nested lists, of no more than so many nodes."""
    reader = _Reader(text, most)
    nested = reader.whole()
    return Typed(tree(nested, root), reader.spans)  # type: ignore[arg-type]


class _Reader:
    """The signs of a text that are still unread, and the places of the items read so far."""

    def __init__(self, text: str, most: int | None) -> None:
        self.text, self.most = text, most
        self.ahead = deque(sign for sign in TOKEN.finditer(text) if sign.lastgroup)
        self.spans: dict[Path, tuple[int, int]] = {}

    def whole(self) -> Any:
        """Return the number or the list that the text is."""
        if not self.ahead:
            raise Unreadable(f"There is no tree yet: type {EXAMPLE}.", 0, len(self.text))
        _check_outside(self.ahead[0])
        nested = self.item(())
        for sign in self.ahead:
            _check_outside(sign)
            what = f"The tree ends before {clipped(sign.group())}: put all of it into one list."
            raise Unreadable(what, sign.start(), len(self.text))
        return nested

    def item(self, path: Path) -> Any:
        """Return the number or the list that begins with the next sign."""
        sign = self.ahead.popleft()
        start, end = sign.span()
        if sign.group() == "[":
            item, end = self.items(start, path)
        else:
            item = _number(sign.group(), start, end)
        self.spans[path] = (start, end)
        if self.most is not None and len(self.spans) > self.most:
            raise Unreadable(f"More than {self.most:,} nodes: make the tree smaller.", start, end)
        return item

    def items(self, start: int, path: Path) -> tuple[list[Any], int]:
        """Return the items of the list that begins there, and where it ends."""
        if len(path) >= MAX_HEIGHT:
            raise Unreadable(
                f"Lists nested more than {MAX_HEIGHT} deep: no search gets that far.",
                start,
                start + 1,
            )
        items: list[Any] = []
        may_follow = True  # an item: after the [ and after a comma
        while self.ahead:
            sign = self.ahead[0]
            if sign.group() == "]":
                if not items:
                    what = "An empty list: give it a child, or write a number instead."
                    raise Unreadable(what, start, sign.end())
                return items, self.ahead.popleft().end()
            if may_follow == (sign.group() == ","):
                what = f"A comma is missing before {clipped(sign.group())}."
                nothing = "Nothing stands before this comma: write a number or a list there."
                raise Unreadable(nothing if may_follow else what, *sign.span())
            if may_follow:
                items.append(self.item((*path, len(items))))
            else:
                self.ahead.popleft()
            may_follow = not may_follow
        raise Unreadable("This [ is never closed: a ] is missing.", start, start + 1)


def _check_outside(sign: re.Match[str]) -> None:
    """Raise Unreadable for a sign that means nothing where no list is open."""
    if sign.group() == "]":
        raise Unreadable("This ] closes nothing: no [ before it is open.", *sign.span())
    if sign.group() == ",":
        raise Unreadable(
            "A comma outside every list: put the whole tree into one list.", *sign.span()
        )


def _number(word: str, start: int, end: int) -> Any:
    """Return a whole number, a fraction, a decimal or infinity, with any kind of minus sign."""
    plain = word.replace("−", "-").replace("–", "-")
    if plain.lower() in INFINITE:
        return INFINITE[plain.lower()]
    matched = NUMBER.fullmatch(plain)
    is_fraction = matched is not None and (matched["rest"] or "").startswith("/")
    if matched is None or len(plain) > 60 or (is_fraction and matched["exponent"]):
        raise Unreadable(
            f"{clipped(word, 30)} is no number: a tree is written as {EXAMPLE}.", start, end
        )
    if is_fraction and int(plain.partition("/")[2]) == 0:
        raise Unreadable(f"{plain} divides by nothing.", start, end)
    if is_fraction:
        return Fraction(plain)
    return (
        float(plain)
        if matched["rest"] or matched["exponent"] or plain.lstrip("+-").startswith(".")
        else int(plain)
    )
