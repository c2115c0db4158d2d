"""What a search must do on a tree, worked out by a recording search of the tests' own; nothing here knows tracing."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple

Path = tuple[int, ...]


class Ref(NamedTuple):
    """A place in a tree: whose turn it is and what can be reached, or what it is worth."""

    is_max: bool
    children: tuple[Ref, ...] = ()
    value: float = 0
    key: Hashable = None
    # how many children each inner loop has, where a cut leaves only that loop
    groups: tuple[int, ...] = ()


def alternating(nested: Any, is_max: bool = True) -> Ref:
    """Return the tree of nested lists whose players take turns."""
    if not isinstance(nested, list | tuple):
        return Ref(is_max, value=nested)
    return Ref(is_max, tuple(alternating(child, not is_max) for child in nested))


def unfold(
    state: Any,
    after: Callable[[Any, bool], Iterable[Any]],
    worth: Callable[[Any, bool, int], float],
    is_max: bool = True,
    depth: int = 99,
    agents: int = 2,
    agent: int = 0,
) -> Ref:
    """Return the tree of a game: what comes after a state in order, and what MAX gets at its end or at the depth."""
    next_agent = (agent + 1) % agents
    next_max = not is_max if agents == 2 else next_agent == 0
    reached = list(after(state, is_max)) if depth else []
    key = state if isinstance(state, Hashable) else repr(state)
    if not reached:
        return Ref(is_max, value=worth(state, is_max, depth), key=key)
    below = (unfold(one, after, worth, next_max, depth - 1, agents, next_agent) for one in reached)
    return Ref(is_max, tuple(below), key=key)


def best(ref: Ref) -> float:
    """Return the minimax value, by brute force."""
    return (max if ref.is_max else min)(map(best, ref.children)) if ref.children else ref.value


class Seen(NamedTuple):
    """What a child's result is worth: the value, and whether it proves at least, or at most, so much."""

    value: float
    least: bool
    most: bool


class Moment(NamedTuple):
    """What a search knows when a child has come back: a test of its own may leave the node now."""

    is_max: bool
    value: float  # of this child
    before: tuple[float, float]  # the window that the child was given
    low: float
    high: float
    visited: int
    path: Path


class Skipped(NamedTuple):
    path: Path
    visited: int
    skipped: int
    owners: frozenset[tuple[Path | None, float | None]]  # with the guarantee of each


@dataclass
class Profile:
    """What happens: inner nodes ("in", path, turn), leaves and answers from a table with what they are worth, cuts."""

    value: float = 0
    steps: list[tuple[Any, ...]] = field(default_factory=list)
    # at each inner node, as MAX sees them
    bounds: list[tuple[float, float]] = field(default_factory=list)
    cuts: list[Skipped] = field(default_factory=list)


@dataclass(frozen=True)
class Style:
    """How a program searches."""

    # none, <= (the bounds meet), < (they cross), or a test of its own
    cut: str | Callable[[Moment], bool] = "none"
    hard: bool = False  # what lies outside the window is returned as its bound
    window: tuple[float, float] = (-inf, inf)
    shallow: bool = False  # a child knows its parent's best alone
    fresh: bool = False  # a loop at the root gives every child the whole window
    root_passes: bool = False  # a loop at the root passes its best on, and never cuts
    scout: str = ""  # "score", "alpha": what the window of a re-search begins with
    memo: Callable[[Ref, Path], Hashable] | None = None  # what a table knows a place by
    memo_leaves: bool = True


class Recorder:
    """The textbook's search, which writes down what it does."""

    def __init__(self, style: Style) -> None:
        self.style, self.found = style, Profile()
        self.open: list[tuple[Ref, Path, list[Seen]]] = []
        self.table: dict[Hashable, Seen] = {}

    def visit(self, ref: Ref, path: Path, low: float, high: float) -> Seen:
        key = self.style.memo(ref, path) if self.style.memo else None
        if key is not None and key in self.table:
            seen = self.table[key]
            self.found.steps.append(("remembered", path, seen.value))
            return seen
        if ref.children:
            seen = self.inner(ref, path, low, high)
        else:
            self.found.steps.append(("leaf", path, ref.value))
            seen = Seen(ref.value, True, True)
        if key is not None and (ref.children or self.style.memo_leaves):
            self.table[key] = seen
        return seen

    def inner(self, ref: Ref, path: Path, low: float, high: float) -> Seen:
        style, is_max = self.style, ref.is_max
        self.found.steps.append(("in", path, is_max))
        self.found.bounds.append((low, high))
        start, heard = (low, high), []
        self.open.append((ref, path, heard))
        looping = not path and (style.fresh or style.root_passes)
        ends = list(itertools.accumulate(ref.groups or (len(ref.children),)))
        skip_to = 0
        for step, child in enumerate(ref.children):
            if step < skip_to:
                continue
            window = start if not path and style.fresh else (low, high)
            if style.shallow:
                own = [seen.value for seen in heard]
                window = (max(own, default=-inf), inf) if is_max else (-inf, min(own, default=inf))
            heard.append(self.child(child, (*path, step), *window, is_max, first=not step))
            before = low, high
            low = max(low, heard[-1].value) if is_max else low
            high = high if is_max else min(high, heard[-1].value)
            if isinstance(style.cut, str):
                done = {"none": False, "<=": high <= low, "<": high < low}[
                    style.cut
                ] and not looping
            else:
                moment = Moment(is_max, heard[-1].value, before, low, high, len(heard), path)
                done = not looping and style.cut(moment)
            end = next(end for end in ends if end > step)
            if done and step + 1 < end:
                self.left(path, is_max, (step + 1, end), start[1 if is_max else 0])
                skip_to = end
        self.open.pop()
        value = (max if is_max else min)(seen.value for seen in heard)
        if style.hard:
            value = min(max(value, start[0]), start[1])
        whole = len(heard) == len(ref.children)
        if is_max:
            least = any(seen.least and seen.value >= value for seen in heard)
            return Seen(
                value, least, whole and all(seen.most and seen.value <= value for seen in heard)
            )
        most = any(seen.most and seen.value <= value for seen in heard)
        return Seen(
            value, whole and all(seen.least and seen.value >= value for seen in heard), most
        )

    def child(
        self, child: Ref, path: Path, low: float, high: float, is_max: bool, *, first: bool
    ) -> Seen:
        if first or not self.style.scout:
            return self.visit(child, path, low, high)
        seen = self.visit(child, path, *((low, low + 1) if is_max else (high - 1, high)))
        if not low < seen.value < high:
            return seen
        # what the scout has shown holds while the child is searched again
        self.open[-1][2].append(seen)
        if self.style.scout == "score":
            low, high = (seen.value, high) if is_max else (low, seen.value)
        found = self.visit(child, path, low, high)
        self.open[-1][2].pop()
        return found

    def left(self, path: Path, is_max: bool, children: tuple[int, int], given: float) -> None:
        """Keep a cut: its owners are the opponents above whose guarantee is the tightest that forbids the rest."""
        tightest, worst = (min, inf) if is_max else (max, -inf)
        guarantees: list[tuple[float, Path | None]] = [
            (self.style.window[1 if is_max else 0], None)
        ]
        for ref, above, heard in self.open[:-1]:
            sure = [seen.value for seen in heard if (seen.most if is_max else seen.least)]
            guarantees += [(tightest(sure, default=worst), above)] if ref.is_max != is_max else []
        reached = (max if is_max else min)(seen.value for seen in self.open[-1][2])
        forbidding = [
            pair for pair in guarantees if (reached >= pair[0] if is_max else reached <= pair[0])
        ]
        owners: set[tuple[Path | None, float | None]] = set()
        ancestors = [pair for pair in forbidding if pair[1] is not None]
        # where the start window is the tightest, an ancestor may be told as well
        for some in (forbidding, ancestors):
            bound = tightest([guarantee for guarantee, _ in some], default=given)
            owners |= {(owner, bound) for guarantee, owner in some if guarantee == bound}
        closed = reached >= given if is_max else reached <= given
        # a scout's window is nobody's, a wrong cut has none
        owners = owners or {(None, given if closed else None)}
        self.found.cuts.append(
            Skipped(path, children[0], children[1] - children[0], frozenset(owners))
        )


def profile(passes: Iterable[tuple[Ref, Style]]) -> Profile:
    """Return what a program does that searches once, or several times from the root."""
    whole = Profile()
    table: dict[Hashable, Seen] = {}
    for ref, style in passes:
        recorder = Recorder(style)
        recorder.found, recorder.table = whole, table
        whole.value = recorder.visit(ref, (), *style.window).value
    return whole
