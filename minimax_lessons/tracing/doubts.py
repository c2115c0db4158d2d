"""Doubts: check a run against itself, and write a sentence with a cure for each open question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from minimax_lessons.events import Cut, Enter, Event, Leaf, Remembered, Return, Update
from minimax_lessons.tracing.account import account
from minimax_lessons.tracing.recording import LEAVE
from minimax_lessons.tracing.replay import Replay
from minimax_lessons.tracing.visits import GameTreeFinder
from minimax_lessons.trees import Node

__all__ = ["doubts_of", "hides_bounds", "stops_at_a_win"]

THREADS = {"Thread", "ThreadPoolExecutor", "ProcessPoolExecutor", "Pool", "Process"}


def doubts_of(
    run: Replay,
    guessed: Sequence[Node],
    unlike: Sequence[Node],
    left_again: Sequence[Node],
    clash: tuple[Node, Node] | None,
    *,
    several_places: bool,
) -> Iterator[str]:
    """Yield a sentence for each open question about a run, the gravest first.

    The players at ``guessed`` nodes are unknown. The unvisited children are unknown at nodes
    whose positions are ``unlike`` when made again, and where the loop was ``left_again``. Two
    nodes ``clash`` if their parameters name the same player and their values do not.
    """
    name = run.search.name
    yield from run.call.doubts
    if several_places:
        yield (
            f"{name} returns several numbers together, and nothing shows which of them is the"
            " value. Let it return the value alone."
        )
    if run.log.other_search is not None:
        second_search = run.log.other_search.co_name
        yield (
            f"{name} also calls {second_search}, a second search that is not shown."
            f" Watch it with trace({second_search}, …)."
        )
    if run.problem is None:
        for left in account(run.events, run.log.observations, name):
            yield left.sentence
        yield from _does_not_add_up(run)
    if len(run.events) == 2 and isinstance(run.events[1], Remembered):
        yield (
            f"{name} returned at once, because it remembers an earlier search. Start with an empty"
            " table, or call cache_clear() first."
        )
    yield from _about_turns(run, guessed, clash)
    yield from _about_left_out(run, unlike, left_again)
    yield from _about_calls(run)


def _about_turns(
    run: Replay, guessed: Sequence[Node], clash: tuple[Node, Node] | None
) -> Iterator[str]:
    """Yield a doubt about an unknown player, or about values that contradict the arguments."""
    name = run.search.name
    if guessed and run.odd is None and run.problem is None:
        yield (
            f"It is not clear whose turn it is at {guessed[0].name}, because no value shows whether"
            f" {name} takes the largest or the smallest there. Let it pass on who moves, as a"
            " parameter maximizing."
        )
    if clash is not None and run.problem is None:
        sizes = ["the largest value" if node.is_max else "the smallest value" for node in clash]
        is_same = clash[0].is_max != clash[1].is_max
        players = "the same player moves there" if is_same else "different players move there"
        yield (
            f"{name} took {sizes[0]} at {clash[0].name} and {sizes[1]} at {clash[1].name}, although"
            f" {players}, as its arguments say. If a number stands for something else, for example"
            f" 2 for a loss, let {name} return values that grow with what they are worth to one"
            " player."
        )


def _about_left_out(
    run: Replay, unlike: Sequence[Node], left_again: Sequence[Node]
) -> Iterator[str]:
    """Yield a doubt about unknown children that a loop left out."""
    name = run.search.name
    if unlike and _is_out_of_sight(run, unlike[0]):
        yield (
            f"{name} left {unlike[0].name} before the end of its loop, but nothing shows which"
            " children it left out, because no argument holds the position. Pass the position on as"
            f" an argument of {name}, so that the children left out are shown."
        )
    elif unlike:
        yield (
            f"{name} left {unlike[0].name} before the end of its loop, but nothing shows which"
            " children it left out, because its positions do not look the same when they are made"
            " again. Number the children, as in for move, child in enumerate(…), so that the"
            " children left out are shown."
        )
    if left_again:
        yield (
            f"{name} left {left_again[0].name} before the end of its loop, and it leaves the loop"
            " at the same place when it is called again, so nothing shows which children it left"
            " out. Trace it once without the line that leaves the loop, so that all the children"
            " are shown."
        )


def _about_calls(run: Replay) -> Iterator[str]:
    """Yield a doubt about calls of the search that are missing or could not be seen."""
    name, search = run.search.name, run.search
    if search.recursive_parts and len(run.events) == 2 and not THREADS.isdisjoint(search.names):
        yield (
            "Calls in another thread or process cannot be watched, so only the first call is shown."
            f" Let the search call {search.recursive_parts[0].code.co_name} itself."
        )
    elif not search.recursive_parts or _is_front_alone(run):
        yield (
            f"{name} does not seem to call itself, so only its first call is shown. Give trace the"
            " function that does."
        )


def _is_out_of_sight(run: Replay, node: Node) -> bool:
    """Return True if a node's position is in no argument of the call."""
    finder = run.call.finder
    return isinstance(finder, GameTreeFinder) and not any(finder.keys[node][:2])


def _is_front_alone(run: Replay) -> bool:
    """Return True if a function in front of the search has returned without a call of it."""
    last = run.log.entries[-1] if run.log.entries else ()
    return (
        len(run.events) == 2
        and isinstance(run.events[1], Leaf)
        and last[0] == LEAVE
        and not last[4]
    )


def _does_not_add_up(run: Replay) -> Iterator[str]:
    """Yield an inner value that no child shows, and a cut that nothing forbids."""
    name = run.search.name
    if run.odd is not None:
        yield _about_value(*run.odd, name, is_other_player=run.fits_other_player)
    wild = _wild_cuts(run)
    if wild and stops_at_a_win(run) is None:
        yield _about_cut(wild[0], name)


def hides_bounds(run: Replay) -> bool:
    """Return True if all cuts are explained, but no variable can be shown as α or β."""
    entered = (event for event in run.events if isinstance(event, Enter))
    return (
        bool(run.cuts)
        and not _wild_cuts(run)
        and not any((event.alpha, event.beta) != (None, None) for event in entered)
    )


def _wild_cuts(run: Replay) -> list[Cut]:
    """Return the cuts that nothing forbids."""
    cuts = [(run.events[index], run.events[index - 1]) for index in run.cuts]
    return [cut for cut, before in cuts if isinstance(cut, Cut) and _is_wild(cut, before)]


def _is_wild(cut: Cut, before: Event) -> bool:
    """Return True for a cut that no bound forbids, not even the search's own."""
    if cut.sound or not isinstance(before, Update):
        return not cut.sound
    low, high = (
        (-inf if before.alpha is None else before.alpha),
        (inf if before.beta is None else before.beta),
    )
    return low < high and not any(
        value <= low or value >= high for value in (cut.reached, -cut.reached)
    )


def _about_value(
    returned: Return, children: Sequence[float], name: str, *, is_other_player: bool
) -> str:
    node, value = returned.node, returned.value
    mover, best, opponent = (
        ("MAX", max(children), "MIN") if node.is_max else ("MIN", min(children), "MAX")
    )
    seen = (
        f"At {node.name} (line {returned.line}) {name} returned {value:g}, but its children gave"
        f" {', '.join(f'{child_value:g}' for child_value in children)}, and of these {mover} takes"
        f" {best:g}."
    )
    if is_other_player:
        root = "min" if node.is_max == (len(node.path) % 2 == 0) else "max"
        return (
            f"{seen} All its values are right if {opponent} moves there: say who begins, as in"
            f' tree(…, root="{root}"), or'
            " let it pass on who moves, as a parameter maximizing."
        )
    if value in children:
        return (
            f"{seen} Either {opponent} moves there, and a parameter maximizing would tell so; or"
            f" {name} does not return the best for the player who moves."
        )
    return (
        f"{seen} It changed the value on the way up, or took the value of a position that {name}"
        " was not called for. Let it call itself for every child and return a child's value"
        " unchanged, so that all values agree."
    )


def _about_cut(cut: Cut, name: str) -> str:
    names = ", ".join(child.name for child in cut.skipped[:3]) + (
        ", …" if len(cut.skipped) > 3 else ""
    )
    return (
        f"{name} left {cut.node.name} (line {cut.line}) when it was worth {cut.reached:g}, without"
        f" a call for {names}, and no bound forbids that. If it values"
        f" {'it' if len(cut.skipped) == 1 else 'them'} without a call, let {name} call itself for"
        " every child; if it is meant to stop there, nothing is missing."
    )


def stops_at_a_win(run: Replay) -> Cut | None:
    """Return the first cut without a bound, if all such cuts come at the best value of any leaf."""
    cuts = _wild_cuts(run)
    values = [event.value for event in run.events if isinstance(event, Leaf)]
    values += [0, 1] if run.are_truths else []
    if not cuts or len(set(values)) < 2:
        return None
    most, least = max(values), min(values)
    return (
        cuts[0]
        if all(cut.reached == (most if cut.node.is_max else least) for cut in cuts)
        else None
    )
