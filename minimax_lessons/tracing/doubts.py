"""Doubts: a run checked against itself, and what could not be proved of it in sentences with their cures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from minimax_lessons.events import Cut, Enter, Event, Remembered, Return, Update
from minimax_lessons.tracing.interpreting import Replay
from minimax_lessons.trees import Node

__all__ = ["doubts_of"]

THREADS = {"Thread", "ThreadPoolExecutor", "ProcessPoolExecutor", "Pool", "Process"}


def doubts_of(run: Replay, guessed: Sequence[Node], failed: Sequence[Node], *, several_places: bool) -> Iterator[str]:
    """Yield what could not be proved of a run, the gravest first: that something is missing, or does not add up.

    Of the nodes ``guessed`` nobody knows who moves there; of those that have ``failed``, which children were left out.
    """
    name, search = run.search.name, run.search
    yield from run.call.doubts
    if several_places:
        yield (
            f"{name} returns several numbers together, and which of them is the value can't be told: let it return the"
            " value alone."
        )
    if run.log.beside is not None:
        other = run.log.beside.co_name
        yield f"{name} also calls {other}, a search of its own that is not shown here: see it by trace({other}, …)."
    if run.log.valued is not None:
        node, line = run.log.valued
        yield (
            f"At {node.name} (up to line {line}) {name} values positions in its loop without a call, and they are"
            f" not shown as leaves: let it pass every child on to {name}."
        )
    if run.problem is None:
        yield from _does_not_add_up(run)
    if len(run.events) == 2 and isinstance(run.events[1], Remembered):
        yield (
            f"{name} has answered at once, from what it remembers of an earlier search: let it forget that first, with"
            " an empty table, or with cache_clear()."
        )
    if guessed:
        yield (
            f"Whose turn it is at {guessed[0].name} can't be told: the players do not simply take turns, and all"
            f" that {name} saw there was worth the same. Let it pass on who moves, as a parameter maximizing."
        )
    if failed:
        yield (
            f"{name} may have left {failed[0].name} before it had looked at all its children, and which there would"
            " have been can't be told, so what it left out is not shown: number them, as in for move, child in"
            " enumerate(…)."
        )
    if not search.recursive_parts:
        yield (
            f"{name} does not seem to call itself, so only its first call is shown: give trace the function that does."
        )
    elif len(run.events) == 2 and not THREADS.isdisjoint(search.names):
        yield (
            "What runs in a thread or process of its own can't be watched, so only the first call is shown: let it call"
            f" {search.recursive_parts[0].code.co_name} itself."
        )


def _does_not_add_up(run: Replay) -> Iterator[str]:
    """Yield an inner value that no child shows, and a cut that nothing forbids."""
    name, events = run.search.name, run.events
    if run.odd is not None:
        yield _about_value(*run.odd, name, other_root="min" if events[0].node.is_max else "max")
    cuts = [(events[index], events[index - 1]) for index in run.cuts]
    wild = next((cut for cut, before in cuts if isinstance(cut, Cut) and _is_wild(cut, before)), None)
    if wild is not None:
        yield _about_cut(wild, name)
    elif cuts and not any(isinstance(each, Enter) and (each.alpha, each.beta) != (None, None) for each in events):
        yield (
            "No variable could be told to be α or β, so they are not shown: say which, as in"
            ' names={"alpha": "floor", "beta": "ceiling"}.'
        )


def _is_wild(cut: Cut, before: Event) -> bool:
    """Return True for a cut that nothing forbids, not even the bounds that the search itself holds."""
    if cut.sound or not isinstance(before, Update):
        return not cut.sound
    low, high = (-inf if before.alpha is None else before.alpha), (inf if before.beta is None else before.beta)
    return low < high and not any(value <= low or value >= high for value in (cut.reached, -cut.reached))


def _about_value(returned: Return, children: Sequence[float], name: str, *, other_root: str) -> str:
    node, line, value = returned.node, returned.line, returned.value
    mover, best = ("MAX", max(children)) if node.is_max else ("MIN", min(children))
    return (
        f"At {node.name} (line {line}) {name} returned {value:g}, but its children gave"
        f" {', '.join(f'{each:g}' for each in children)}, and of these {mover} takes {best:g}: look at that line, or if"
        f' the other player moves there, say who begins, as in tree(…, root="{other_root}").'
    )


def _about_cut(cut: Cut, name: str) -> str:
    names = ", ".join(child.name for child in cut.skipped[:3]) + (", …" if len(cut.skipped) > 3 else "")
    return (
        f"{name} left {cut.node.name} (line {cut.line}) without a call for {names}, and no bound forbids it. If it"
        f" values leaves where they stand, let it pass every child on to {name}: then they are seen."
    )
