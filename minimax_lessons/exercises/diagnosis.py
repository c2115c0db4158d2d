"""Diagnosis: whether a search is right, and if not, the smallest tree that shows it and the reason."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from math import inf
from typing import Any, Literal

from minimax_lessons.drawing.extract import number
from minimax_lessons.events import Enter, Return
from minimax_lessons.exercises.steps import wrong_step
from minimax_lessons.exercises.syntax import Code
from minimax_lessons.exercises.trials import Scope, Trial, smaller, trials
from minimax_lessons.exercises.visits import Finding
from minimax_lessons.exercises.waste import GOES_ON_WHEN_EQUAL, wasted_step
from minimax_lessons.search import alphabeta
from minimax_lessons.tracing.casting import Call, cast
from minimax_lessons.tracing.reading import read
from minimax_lessons.tracing.run import Trace, follow, trace
from minimax_lessons.trees import AIMA_TREE, VIDEO_TREE, VIDEO_TREE_DEEP, Node

__all__ = ["Kind", "Shortcoming", "Verdict", "diagnose", "examine"]

Kind = Literal["minimax", "alphabeta"]

LARGE = 1000  # a number that may stand for infinity in the learner's code: no toy tree needs more
SHRINKING_STEPS = 150  # so many smaller trees are tried before the smallest found is taken
SURELY_CUT = (AIMA_TREE, VIDEO_TREE, VIDEO_TREE_DEEP)  # whoever cuts at all cuts in one of them


@dataclass(frozen=True)
class Shortcoming:
    """What is wrong with a search, shown on a small tree."""

    kind: str  # the kind of fault, in a word or two
    sentence: str  # what is wrong and why, with the line
    line: int | None  # of the source file
    code: str | None  # that line
    tree: Node | None  # the smallest tree found that shows it; None if the search can't be run at all
    depth: int | None  # how deep to search it; None: to its end
    got: Any  # what came out: a value, or the number of leaves visited
    expected: Any
    of: Literal["value", "leaves"]  # what got and expected are
    run: Trace | None


@dataclass(frozen=True)
class Verdict:
    """What trying a search on many trees has shown."""

    fault: Shortcoming | None
    remarks: tuple[str, ...]  # what is right but could be better
    trees: int  # on how many trees it was tried


def diagnose(function: Callable[..., Any], kind: Kind = "alphabeta") -> Shortcoming | None:
    """Return the first fault of a search, with the smallest tree that shows it, or None if it is right."""
    return examine(function, kind).fault


def examine(
    function: Callable[..., Any],
    kind: Kind = "alphabeta",
    *,
    subject: Callable[[Node], Any] | None = None,
    arguments: Callable[[Node], tuple[Any, ...]] = lambda tree: (),
) -> Verdict:
    """Return whether a search is right on all kinds of trees, and if not, why.

    A search of other things than our trees is given what ``subject`` makes of a tree, and the ``arguments`` after it.
    """
    if kind not in ("minimax", "alphabeta"):
        raise ValueError(f'kind={kind!r}: a search is judged as "minimax" or as "alphabeta"')
    try:
        patient = _Patient(function, kind, subject, arguments)
    except TypeError as refusal:
        return Verdict(_not_a_search(refusal), (), 0)
    for tried, trial in enumerate(trials(patient.scope), start=1):
        run, found = patient.judge(trial)
        if found is not None:
            return Verdict(patient.fault(trial, run, found), (), tried)
    return Verdict(None, tuple(dict.fromkeys(patient.remarks)), len(trials(patient.scope)))


def _not_a_search(refusal: TypeError) -> Shortcoming:
    text = str(refusal).partition(": give it after the tree")[0].partition(". If the position lives")[0]
    return Shortcoming("not-a-search", f"{text}.", None, None, None, None, None, None, "value", None)


class _Patient:
    """A search under examination."""

    def __init__(
        self,
        function: Callable[..., Any],
        kind: Kind,
        subject: Callable[[Node], Any] | None,
        arguments: Callable[[Node], tuple[Any, ...]],
    ) -> None:
        self.reading = read(function)
        self.code = Code(self.reading)
        self.kind = kind
        self.subject = subject
        self.arguments = arguments
        self.scope = self._scope()
        self.remarks: list[str] = []
        self.past: list[Trace] = []  # runs that gave the right value
        self._cast(trials(self.scope)[0])  # raises TypeError if it can't even be called

    def _scope(self) -> Scope:
        code, own = self.code, self.subject is not None
        if code.is_flat:
            heights = (1, 2, 3, 4) if code.fixed_height is None else (code.fixed_height,)
            return Scope(both_roots=code.takes_turn, limited=False, heights=heights)
        recurses = any(part.code is code.entry for part in self.reading.recursive_parts)
        return Scope(both_roots=code.takes_turn or own, limited=code.limits_depth and not own, leaves=recurses)

    def _cast(self, trial: Trial) -> Call:
        given = trial.tree if self.subject is None else self.subject(trial.tree)
        return cast(self.reading, given, self.arguments(trial.tree), depth=trial.depth)

    def judge(self, trial: Trial) -> tuple[Trace, Finding | None]:
        """Return the search's run on a tree, and what is wrong with it, if anything is."""
        call = self._cast(trial)
        lists = [value for value in call.arguments if isinstance(value, list)]
        before = repr(lists)
        with redirect_stdout(io.StringIO()):  # a search may print what it likes
            run = follow(self.reading, call, 2_000 + 60 * sum(1 for _ in trial.tree))
        return run, self._finding(run, trial, before, repr(lists))

    def _finding(self, run: Trace, trial: Trial, before: str, after: str) -> Finding | None:
        if run.error is not None:
            return _broken_off(run)
        if before != after:
            text = f"{run.name} changes the list it is given: {before[1:-1]} became {after[1:-1]}"
            return Finding("tree-changed", f"{text}. Leave the tree as it is, or the next search meets another.")
        expected, value = trial.value, run.value
        if self.code.forgets_to_negate and value is not None and not trial.tree.is_max:
            value = -value
        if value != expected and value is not None and abs(expected) == inf and LARGE <= abs(value) < inf:
            self.remarks.append(f"{number(abs(value))} stands for ∞: right while every value is smaller.")
            return None
        if value != expected:
            return wrong_step(run, trial, self.code, self.past)
        self.past.append(run)
        return self._waste(run) if self.kind == "alphabeta" else None

    def _waste(self, run: Trace) -> Finding | None:
        found = wasted_step(run, self.code)
        if found is None or found.fault != GOES_ON_WHEN_EQUAL:
            return found
        self.remarks.append(found.sentence)
        return None

    def fault(self, trial: Trial, run: Trace, found: Finding) -> Shortcoming:
        """Return the fault on the smallest tree on which it still shows."""
        _, again = self.judge(trial)
        if again is None or again.fault != found.fault:
            return self._changeable(trial, run, found)
        steps = 0 if found.fault == "endless" else SHRINKING_STEPS
        candidates = smaller(trial)
        while steps > 0 and (candidate := next(candidates, None)) is not None:
            steps -= 1
            if not self._allows(candidate):
                continue
            its_run, its_finding = self.judge(candidate)
            if its_finding is not None and its_finding.fault == found.fault:
                trial, run, found, candidates = candidate, its_run, its_finding, smaller(candidate)
        return self._fault(trial, run, found)

    def _changeable(self, trial: Trial, run: Trace, found: Finding) -> Shortcoming:
        """Return the fault of a search that does not do the same when it is called again."""
        if found.fault != "bound-kept-as-value":
            text = f"{run.name} did not do the same when it searched the same tree again: something is kept from one"
            found = Finding("kept-between-calls", f"{text} call to the next. Give each call its own variables.")
        return self._fault(trial, run, found)

    def _allows(self, trial: Trial) -> bool:
        """Return True if a smaller trial is one that the search can be asked."""
        scope = self.scope
        if scope.heights is not None or not (scope.both_roots or trial.tree.is_max):
            return False
        return scope.leaves or bool(trial.tree.children)

    def _fault(self, trial: Trial, run: Trace, found: Finding) -> Shortcoming:
        sentence, code = found.sentence, _code_at(run, found.line)
        if code is not None and f"line {found.line}" not in sentence.lower():
            end = sentence[-1]
            sentence = f"{sentence[:-1]} (line {found.line}){end}" if end != "?" else f"{sentence} (line {found.line})"
        of: Literal["value", "leaves"] = "value"
        got: Any = run.value
        expected: Any = trial.value
        if run.error is None and got == expected and found.fault not in ("tree-changed", "kept-between-calls"):
            of, got, expected = "leaves", len(run.leaves), len(trace(alphabeta, trial.tree, depth=trial.limit).leaves)
            never = (
                not any(self.judge(Trial(tree))[0].cutoffs for tree in SURELY_CUT) if not self.code.is_flat else False
            )
            first = "nothing was ever pruned" if never else "more was searched than needed"
            sentence = f"Right answer, but {first}. {sentence}"
        depth = trial.depth
        return Shortcoming(found.fault, sentence, found.line, code, trial.tree, depth, got, expected, of, run)


def _broken_off(run: Trace) -> Finding:
    text = str(run.error)
    line = next((event.line for event in reversed(run.events) if not isinstance(event, Enter | Return)), None)
    if "stopped after" in text:
        entered = sum(isinstance(event, Enter) for event in run.events)
        text = f"{run.name} had searched {entered:,} nodes of a tree that has {sum(1 for _ in run.tree)}, and went on"
        return Finding("endless", f"{text}: what ends its loop?", line)
    kind = "endless" if "again and again" in text or "for ever" in text else "broke-off"
    return Finding(kind, text if text.endswith((".", "?")) else f"{text}.", line)


def _code_at(run: Trace, line: int | None) -> str | None:
    """Return a line of the search's source."""
    if run.source is None or line is None:
        return None
    lines = run.source.splitlines()
    place = line - run.first_line
    return lines[place].strip() if 0 <= place < len(lines) else None
