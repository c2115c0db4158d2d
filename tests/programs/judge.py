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
    # what trace() cannot be told is bound beforehand by the author, too
    keywords: dict[str, Any] | None = None
    own_order: bool = False  # it looks at children in an order of its own
    bounds: bool = True  # where it prunes, its α and β are variables that can be seen
    negamax: bool = False
    # the value in what the program returns, or None
    plain: Callable[[Any], Any] = lambda returned: returned
    cause: int = 0  # the cause of issue 10 that it stands for
    family: str = ""  # a cousin of a silent error: its cause
    harmless: bool = False  # it only looks like the cause: its trace must be right without a doubt
    doubtful: bool = False  # cannot be known from outside: its trace is right, or must say so
    unsound: bool = False  # its cuts change the value, so brute force does not find it
    # the arguments as trace() is given them, the position first
    traced: Callable[[], tuple[Any, ...]] | None = None

    def expected(self) -> Profile:
        return profile(self.passes or ((self.tree, self.style),))


PROGRAMS: dict[str, Program] = {}
COUSINS: dict[str, Program] = {}  # of silent errors: see the package cousins


def program(tree: Any, *arguments: Any, **what: Any) -> Callable[[Any], Any]:
    """Keep what is defined as a program; a callable among the arguments named `anew` makes them for each call."""
    anew = what.pop("anew", lambda: arguments)
    style = Style(
        **{key: what.pop(key) for key in tuple(what) if key in Style.__dataclass_fields__}
    )
    name, method = what.pop("name", None), what.pop("method", lambda search: search)

    def keep(search: Any) -> Any:
        key = name or getattr(search, "__name__", type(search).__name__)
        family = what.get("family", "")
        kept, key = (COUSINS, f"{family}: {key}") if family else (PROGRAMS, key)
        assert key not in kept, key
        kept[key] = Program(key, method(search), anew, tree, style, **what)
        return search

    return keep


@dataclass(frozen=True)
class Verdict:
    # right, no bounds (right but for bounds that are not shown), refused, crashed, says so, SILENTLY WRONG
    kind: str
    wrong: tuple[str, ...] = ()


def judged(one: Program, options: dict[str, Any] | None = None) -> Verdict:
    """Return whether a trace agrees with the oracle; where it does not, in what, and whether it says so."""
    try:
        run = trace(one.search, *(one.traced or one.arguments)(), **(options or one.options or {}))
    except (TypeError, ValueError) as refusal:
        return Verdict("refused", (f"{type(refusal).__name__}: {refusal}",))
    except Exception as crash:
        return Verdict("crashed", (f"trace() itself raised {type(crash).__name__}: {crash}",))
    if run.error:
        return Verdict("refused", (f"error: {run.error}",))
    wrong = tuple(differences(one, run))
    if not wrong:
        return Verdict(
            "right", tuple(f"needless doubt: {doubt}" for doubt in getattr(run, "doubts", ()))
        )
    if all(what.startswith("bounds (None, None)") for what in wrong):
        return Verdict("no bounds", wrong)
    doubts = getattr(run, "doubts", ())
    return Verdict(
        "says so" if doubts else "SILENTLY WRONG",
        (*wrong, *(f"doubt: {doubt}" for doubt in doubts)),
    )


def differences(one: Program, run: Any) -> Iterator[str]:
    """Yield what a trace has wrong."""
    wanted, (steps, bounds) = one.expected(), told(run)
    if run.value != wanted.value:
        yield f"value {run.value} for {wanted.value}"
    for kind, what in (("leaf", "leaves"), ("remembered", "remembered")):
        theirs, ours = (
            [step[2] for step in each if step[0] == kind] for each in (steps, wanted.steps)
        )
        if theirs != ours:
            yield f"{what} {short(theirs)} for {short(ours)}"
    turns, right_turns = (
        [step[2] for step in each if step[0] == "in"] for each in (steps, wanted.steps)
    )
    if turns != right_turns:
        yield f"turns {''.join('v^'[t] for t in turns[:30])} for {''.join('v^'[t] for t in right_turns[:30])}"
    if shape(steps, one.own_order) != shape(wanted.steps, one.own_order):
        yield f"places {short(shape(steps, one.own_order))} for {short(shape(wanted.steps, one.own_order))}"
    yield from cuts_wrong(one, run, wanted)
    prunes = any(style.cut != "none" for _, style in one.passes or ((one.tree, one.style),))
    if prunes and one.bounds and len(bounds) == len(wanted.bounds):
        flipped = one.negamax
        for (path, is_max, low, high), right in zip(bounds, wanted.bounds, strict=True):
            shown = (
                (-high, -low) if flipped and not is_max and None not in (low, high) else (low, high)
            )
            if path and shown != right:
                yield f"bounds {shown} for {right} at {path}"
                break


def cuts_wrong(one: Program, run: Any, wanted: Profile) -> Iterator[str]:
    if any(ref.groups for ref in nodes_of(one.tree)):
        yield from inner_cuts_wrong(run, wanted)
        return
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


def inner_cuts_wrong(run: Any, wanted: Profile) -> Iterator[str]:
    """Yield what is wrong where a cut leaves one of several loops: how many children a node never looks at, and why."""
    theirs, ours = Counter[Any](), Counter[Any]()
    for cut in run.cutoffs:
        theirs[cut.node.path] += len(cut.skipped)
    for right in wanted.cuts:
        ours[right.path] += right.skipped
    skipped, right_skipped = (
        sorted((len(path), n) for path, n in each.items()) for each in (theirs, ours)
    )
    bounds = {bound for right in wanted.cuts for _, bound in right.owners}
    if skipped != right_skipped:
        yield f"cuts {short(skipped)} for {short(right_skipped)}"
    elif wrong := [cut.bound for cut in run.cutoffs if cut.bound not in bounds]:
        yield f"the bounds of cuts {short(wrong)} for {short(bounds)}"


def nodes_of(ref: Ref) -> Iterator[Ref]:
    yield ref
    for child in ref.children:
        yield from nodes_of(child)


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
    if not one.unsound and value != best(one.passes[-1][0] if one.passes else one.tree):
        return f"the oracle's search finds {value}"
    if returned not in (None, value) and not (one.negamax and returned == abs(value)):
        return f"it returns {returned}, the oracle {value}"
    return ""


OUTCOMES = (
    "right",
    "needless doubt",
    "no bounds",
    "says so",
    "refused",
    "crashed",
    "SILENTLY WRONG",
)


def outcome(one: Program, verdict: Verdict) -> str:
    if verdict.kind == "right" and verdict.wrong and not one.doubtful:
        return "needless doubt"
    return verdict.kind


def by_cause(verdicts: dict[str, Verdict]) -> str:
    """Return a table of how many cousins of each cause, and how many look-alikes, have which outcome."""
    counts: dict[tuple[str, bool], Counter[str]] = {}
    for name, verdict in verdicts.items():
        one = COUSINS[name]
        counts.setdefault((one.family, one.harmless), Counter())[outcome(one, verdict)] += 1
    lines = [f"{'cause':34}{'programs':>9}" + "".join(f"{kind:>16}" for kind in OUTCOMES)]
    for (family, harmless), found in sorted(counts.items()):
        title = f"{family}, look-alikes" if harmless else family
        lines.append(
            f"{title:34}{found.total():>9}"
            + "".join(f"{found[kind] or '·':>16}" for kind in OUTCOMES)
        )
    for title, kinds in (("all cousins", False), ("all look-alikes", True)):
        found = sum(
            (each for (_, harmless), each in counts.items() if harmless == kinds), Counter[str]()
        )
        lines.append(
            f"{title:34}{found.total():>9}"
            + "".join(f"{found[kind] or '·':>16}" for kind in OUTCOMES)
        )
    return "\n".join(lines)


def table(verdicts: dict[str, Verdict]) -> str:
    """Return how many programs are right, refused, doubted or silently wrong, and every one that is not right."""
    counts = Counter(verdict.kind for verdict in verdicts.values())
    lines = [
        f"{name}: {v.kind}\n      " + "\n      ".join(v.wrong)
        for name, v in verdicts.items()
        if v.kind != "right"
    ]
    return "\n".join([*sorted(lines), f"{len(verdicts)} programs: {dict(counts)}"])
