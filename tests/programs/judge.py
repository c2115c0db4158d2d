"""A program, how its author calls it, and how a trace of it compares with its profile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from minimax_lessons.tracing import trace

from .profile import Profile, Ref, Style, best, profile

PLAIN = Style()


@dataclass(frozen=True)
class Program:
    """A search, its author's arguments (the position first), and the tree and style that the oracle searches."""

    name: str
    search: Callable[..., Any]
    arguments: Callable[[], tuple[Any, ...]]  # anew for each call: boards change
    tree: Ref
    style: Style = PLAIN
    passes: tuple[tuple[Ref, Style], ...] = ()  # where it searches from the root more than once
    options: dict[str, Any] | None = None
    keywords: dict[str, Any] | None = None  # what trace() cannot be told is bound beforehand by the author, too
    own_order: bool = False  # it looks at children in an order of its own
    bounds: bool = True  # where it prunes, its α and β are variables that can be seen
    negamax: bool = False
    plain: Callable[[Any], Any] = lambda returned: returned  # the value in what the program returns, or None
    cause: int = 0  # the cause of issue 10 that it stands for

    def expected(self) -> Profile:
        return profile(self.passes or ((self.tree, self.style),))


PROGRAMS: dict[str, Program] = {}


def program(tree: Any, *arguments: Any, **what: Any) -> Callable[[Any], Any]:
    """Keep what is defined as a program; a callable among the arguments named `anew` makes them for each call."""
    anew = what.pop("anew", lambda: arguments)
    style = Style(**{key: what.pop(key) for key in tuple(what) if key in Style.__dataclass_fields__})
    name, method = what.pop("name", None), what.pop("method", lambda search: search)

    def keep(search: Any) -> Any:
        key = name or getattr(search, "__name__", type(search).__name__)
        assert key not in PROGRAMS, key
        PROGRAMS[key] = Program(key, method(search), anew, tree, style, **what)
        return search

    return keep


@dataclass(frozen=True)
class Verdict:
    kind: str  # right, no bounds (right but for bounds that are not shown), refused, says so, SILENTLY WRONG
    wrong: tuple[str, ...] = ()


def judged(one: Program, options: dict[str, Any] | None = None) -> Verdict:
    """Return whether a trace agrees with the oracle; where it does not, in what, and whether it says so."""
    try:
        run = trace(one.search, *one.arguments(), **(options or one.options or {}))
    except (TypeError, ValueError) as refusal:
        return Verdict("refused", (f"{type(refusal).__name__}: {refusal}",))
    if run.error:
        return Verdict("refused", (f"error: {run.error}",))
    wrong = tuple(differences(one, run))
    if not wrong:
        return Verdict("right", tuple(f"needless doubt: {doubt}" for doubt in getattr(run, "doubts", ())))
    if all(what.startswith("bounds (None, None)") for what in wrong):
        return Verdict("no bounds", wrong)
    doubts = getattr(run, "doubts", ())
    return Verdict("says so" if doubts else "SILENTLY WRONG", (*wrong, *(f"doubt: {doubt}" for doubt in doubts)))


def differences(one: Program, run: Any) -> Iterator[str]:
    """Yield what a trace has wrong."""
    wanted, (steps, bounds) = one.expected(), told(run)
    if run.value != wanted.value:
        yield f"value {run.value} for {wanted.value}"
    for kind, what in (("leaf", "leaves"), ("remembered", "remembered")):
        theirs, ours = ([step[2] for step in each if step[0] == kind] for each in (steps, wanted.steps))
        if theirs != ours:
            yield f"{what} {short(theirs)} for {short(ours)}"
    turns, right_turns = ([step[2] for step in each if step[0] == "in"] for each in (steps, wanted.steps))
    if turns != right_turns:
        yield f"turns {''.join('v^'[t] for t in turns[:30])} for {''.join('v^'[t] for t in right_turns[:30])}"
    if shape(steps, one.own_order) != shape(wanted.steps, one.own_order):
        yield f"places {short(shape(steps, one.own_order))} for {short(shape(wanted.steps, one.own_order))}"
    yield from cuts_wrong(one, run, wanted)
    prunes = any(style.cut != "none" for _, style in one.passes or ((one.tree, one.style),))
    if prunes and one.bounds and len(bounds) == len(wanted.bounds):
        flipped = one.negamax
        for (path, is_max, low, high), right in zip(bounds, wanted.bounds, strict=True):
            shown = (-high, -low) if flipped and not is_max and None not in (low, high) else (low, high)
            if path and shown != right:
                yield f"bounds {shown} for {right} at {path}"
                break


def cuts_wrong(one: Program, run: Any, wanted: Profile) -> Iterator[str]:
    if one.own_order:
        theirs: Any = [(len(c.node.path), len(c.skipped)) for c in run.cutoffs]
        ours: Any = [(len(c.path), c.skipped) for c in wanted.cuts]
    else:
        theirs = [(c.node.path, c.skipped[0].path[-1], len(c.skipped)) for c in run.cutoffs]
        ours = [(c.path, c.visited, c.skipped) for c in wanted.cuts]
    if theirs != ours:
        yield f"cuts {short(theirs)} for {short(ours)}"
        return
    for cut, right in zip(run.cutoffs, wanted.cuts, strict=True):
        owner = cut.owner.path if cut.owner is not None else None
        owners = {bound for _, bound in right.owners} if one.own_order else right.owners
        if (cut.bound if one.own_order else (owner, cut.bound)) not in owners:
            yield f"at {right.path} owner and bound {owner, cut.bound} for {' or '.join(map(str, owners))}"
            return


def told(run: Any) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """Return a trace's steps as a profile has them, and (path, turn, α, β) at each inner node."""
    steps: list[tuple[Any, ...]] = []
    bounds: list[tuple[Any, ...]] = []
    for event in run.events:
        kind = type(event).__name__.lower()
        if kind == "enter":
            steps.append(("in", event.node.path, event.node.is_max))
            bounds.append((event.node.path, event.node.is_max, event.alpha, event.beta))
        elif kind in ("leaf", "remembered"):
            if steps and steps[-1][:2] == ("in", event.node.path):
                steps.pop()
                bounds.pop()
            steps.append((kind, event.node.path, event.value))
    return steps, bounds


def shape(steps: list[tuple[Any, ...]], own_order: bool) -> list[Any]:
    return [(kind, len(path) if own_order else path) for kind, path, _ in steps]


def short(things: Any) -> str:
    written = str(things)
    return f"{len(things)}: {written if len(written) < 120 else written[:120] + '…'}"


def sane(one: Program) -> str:
    """Return what is wrong with a program or its oracle, before anybody traces it; nothing if all is well."""
    value = one.expected().value
    returned = one.plain(one.search(*one.arguments(), **(one.keywords or {})))
    if value != best(one.passes[-1][0] if one.passes else one.tree):
        return f"the oracle's search finds {value}"
    if returned is not None and returned != (abs(value) if one.negamax and abs(returned) == abs(value) else value):
        return f"it returns {returned}, the oracle {value}"
    return ""


def table(verdicts: dict[str, Verdict]) -> str:
    """Return how many programs are right, refused, doubted or silently wrong, and every one that is not right."""
    counts = Counter(verdict.kind for verdict in verdicts.values())
    lines = [
        f"{name}: {v.kind}\n      " + "\n      ".join(v.wrong) for name, v in verdicts.items() if v.kind != "right"
    ]
    return "\n".join([*sorted(lines), f"{len(verdicts)} programs: {dict(counts)}"])
