"""Similar answers: pairs of students whose own code is nearly the same: a hint, no proof."""

from __future__ import annotations

import io
import keyword
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from minimax_lessons.classroom.marks import Marks

__all__ = ["Pair", "similar_answers"]

WINDOW = 6  # tokens that are compared together
FEWEST = 40  # tokens of an answer below which likeness says nothing
ALIKE = 0.8  # of the tokens
COMMON = 0.2  # of the class: a way to write that so many share is nobody's own


@dataclass(frozen=True)
class Pair:
    """Two students, an exercise, and how much of the shorter answer is in the other one."""

    exercise: str
    first: str
    second: str
    share: float


def similar_answers(marks: Sequence[Marks], templates: dict[str, str]) -> list[Pair]:
    """Return the pairs with similar code of their own, the most similar first."""
    names = sorted({name for mark in marks for name in mark.answers})
    pairs = [pair for name in names for pair in _in_exercise(name, marks, templates.get(name, ""))]
    return sorted(pairs, key=lambda pair: (-pair.share, pair.exercise, pair.first, pair.second))


def _in_exercise(name: str, marks: Sequence[Marks], template: str) -> Iterator[Pair]:
    template_windows = set(_windows(template))
    own: dict[str, set[tuple[str, ...]]] = {}
    for mark in marks:
        windows = {
            window
            for window in _windows(mark.answers.get(name, ""))
            if window not in template_windows
        }
        if len(windows) >= FEWEST - WINDOW:
            own[mark.student.key] = windows
    counts = Counter(window for windows in own.values() for window in windows)
    most = max(2, COMMON * len(own))
    rare = {key: {w for w in windows if counts[w] <= most} for key, windows in own.items()}
    for first, second in combinations(sorted(rare), 2):
        fewer = min(len(own[first]), len(own[second]))
        share = len(rare[first] & rare[second]) / fewer
        if share >= ALIKE:
            yield Pair(name, first, second, share)


def _windows(source: str) -> Iterator[tuple[str, ...]]:
    """Yield the rows of tokens in a source, in which every name of the learner's is the same."""
    tokens = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.NAME:
                tokens.append(token.string if keyword.iskeyword(token.string) else "name")
            elif token.type in (tokenize.OP, tokenize.NUMBER):
                tokens.append(token.string)
    except (tokenize.TokenError, SyntaxError, IndentationError):
        pass
    yield from (tuple(tokens[start : start + WINDOW]) for start in range(len(tokens) - WINDOW + 1))
