"""Nested lists as somebody types them: read, with the place of each part, or told what is wrong where."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from typing import Any

from minimax_lessons.quoting import clipped
from minimax_lessons.trees import MAX_HEIGHT, Node, tree

__all__ = ["Typed", "Unreadable", "read_tree"]

Path = tuple[int, ...]

EXAMPLE = "lists in lists with numbers at the ends, such as [[3, 5, 2], [9, 1]]"
TOKEN = re.compile(r"\s+|(?P<sign>[\[\],])|(?P<word>[^\s\[\],]+)")
NUMBER = re.compile(r"[+-]?(?:\d+(?:_\d+)*(?P<rest>\.\d*|/\d+)?|\.\d+)(?P<exponent>[eE][+-]?\d+)?")
INFINITE = {"inf": inf, "+inf": inf, "-inf": -inf, "∞": inf, "+∞": inf, "-∞": -inf}


class Unreadable(ValueError):
    """What is wrong with a typed tree, in one sentence, and from where to where in the text."""

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
        return f"{self.message}\n  {line[left : left + 120]}\n  {' ' * (self.start - begin - left)}{marks[:60]}"


@dataclass(frozen=True)
class Typed:
    """A tree, and where in the text each of its nodes stands."""

    tree: Node
    spans: dict[Path, tuple[int, int]]


@dataclass
class _List:
    """A list whose end has not been read yet."""

    start: int
    path: Path
    items: list[Any] = field(default_factory=list)
    comma: int | None = None  # where the comma stands that the next item follows


def read_tree(text: str, root: str = "max", *, most: int | None = None) -> Typed:
    """Return the tree that a text writes as nested lists, of no more than so many nodes."""
    reader = _Reader(text, most)
    for token in TOKEN.finditer(text):
        if token.lastgroup:
            reader.take(token.group(), token.start(), token.end())
    nested = reader.end()
    return Typed(tree(nested, root), reader.spans)  # type: ignore[arg-type]


class _Reader:
    """The state between two signs of the text."""

    def __init__(self, text: str, most: int | None) -> None:
        self.text = text
        self.most = most
        self.open: list[_List] = []
        self.spans: dict[Path, tuple[int, int]] = {}
        self.whole: list[Any] = []

    def take(self, sign: str, start: int, end: int) -> None:
        if sign == "[":
            self.begin(start)
        elif sign == "]":
            self.close(start)
        elif sign == ",":
            self.comma(start)
        else:
            path = self.place(sign, start, end)
            self.put(_number(sign, start, end), path, start, end)

    def place(self, what: str, start: int, end: int) -> Path:
        """Return the path of an item that begins here, if one may begin here."""
        if not self.open:
            if self.whole:
                raise Unreadable(
                    f"The tree ends before {clipped(what)}: put all of it into one list.", start, len(self.text)
                )
            return ()
        above = self.open[-1]
        if above.items and above.comma is None:
            raise Unreadable(f"A comma is missing before {clipped(what)}.", start, end)
        return (*above.path, len(above.items))

    def begin(self, start: int) -> None:
        path = self.place("[", start, start + 1)
        if len(path) >= MAX_HEIGHT:
            raise Unreadable(f"Lists nested more than {MAX_HEIGHT} deep: no search gets that far.", start, start + 1)
        self.open.append(_List(start, path))

    def close(self, start: int) -> None:
        if not self.open:
            raise Unreadable("This ] closes nothing: no [ before it is open.", start, start + 1)
        done = self.open.pop()
        if not done.items:
            raise Unreadable("An empty list: give it a child, or write a number instead.", done.start, start + 1)
        self.put(done.items, done.path, done.start, start + 1)

    def comma(self, start: int) -> None:
        if not self.open:
            raise Unreadable("A comma outside every list: put the whole tree into one list.", start, start + 1)
        above = self.open[-1]
        if not above.items or above.comma is not None:
            raise Unreadable("Nothing stands before this comma: write a number or a list there.", start, start + 1)
        above.comma = start

    def put(self, item: Any, path: Path, start: int, end: int) -> None:
        self.spans[path] = (start, end)
        if self.most is not None and len(self.spans) > self.most:
            raise Unreadable(f"More than {self.most:,} nodes: make the tree smaller.", start, end)
        if self.open:
            self.open[-1].items.append(item)
            self.open[-1].comma = None
        else:
            self.whole.append(item)

    def end(self) -> Any:
        if self.open:
            start = self.open[-1].start
            raise Unreadable("This [ is never closed: a ] is missing.", start, start + 1)
        if not self.whole:
            raise Unreadable(f"There is no tree yet: type {EXAMPLE}.", 0, len(self.text))
        return self.whole[0]


def _number(word: str, start: int, end: int) -> Any:
    """Return a whole number, a fraction, a decimal or an infinite one, however its minus is written."""
    plain = word.replace("−", "-").replace("–", "-")
    if plain.lower() in INFINITE:
        return INFINITE[plain.lower()]
    found = NUMBER.fullmatch(plain)
    is_fraction = found is not None and (found["rest"] or "").startswith("/")
    if found is None or len(plain) > 60 or (is_fraction and found["exponent"]):
        raise Unreadable(f"{clipped(word, 30)} is no number: a tree is written as {EXAMPLE}.", start, end)
    if is_fraction:
        return _fraction(plain, start, end)
    return float(plain) if found["rest"] or found["exponent"] or plain.lstrip("+-").startswith(".") else int(plain)


def _fraction(plain: str, start: int, end: int) -> Fraction:
    if int(plain.partition("/")[2]) == 0:
        raise Unreadable(f"{plain} divides by nothing.", start, end)
    return Fraction(plain)
