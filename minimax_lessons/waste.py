"""Waste: of a search that gave the right answer, a part it went into although it knew better, and why."""

from __future__ import annotations

from math import inf

from minimax_lessons.events import Enter
from minimax_lessons.extract import number
from minimax_lessons.run import Trace
from minimax_lessons.syntax import Code
from minimax_lessons.visits import Finding, Visit, mover, pair, steps, visited_once

__all__ = ["GOES_ON_WHEN_EQUAL", "wasted_step"]

GOES_ON_WHEN_EQUAL = "goes-on-when-equal"  # cuts on < only: no fault, but a remark


def wasted_step(run: Trace, code: Code) -> Finding | None:
    """Return why a search went into a node that what it knew already ruled out, or None if it never did."""
    if not visited_once(run):
        return None
    remark: Finding | None = None
    for event, visit in steps(run):
        if isinstance(event, Enter) and visit.above is not None:
            found = _wasted(visit, visit.above, run, code)
            if found is not None and found.fault != GOES_ON_WHEN_EQUAL:
                return found
            remark = remark or found
    return remark


def _wasted(visit: Visit, above: Visit, run: Trace, code: Code) -> Finding | None:
    way = above.way_down
    max_owner = max((each for each in way if each.node.is_max), key=lambda each: each.guarantee, default=None)
    min_owner = min((each for each in way if not each.node.is_max), key=lambda each: each.guarantee, default=None)
    if max_owner is None or min_owner is None or max_owner.guarantee < min_owner.guarantee:
        return None
    alpha, beta = above.window
    if max_owner.guarantee == min_owner.guarantee:
        return _tie(alpha, beta)
    if not above.shows_bounds:
        return _unused(visit, max_owner, min_owner, code)
    if alpha >= beta:
        return _went_on(visit, above, run)
    owner = max_owner if alpha < max_owner.guarantee else min_owner
    return _lost(owner, [*way[way.index(owner) + 1 :], visit], code)


def _tie(alpha: float, beta: float) -> Finding | None:
    if alpha != beta or abs(alpha) == inf:
        return None
    return Finding(
        GOES_ON_WHEN_EQUAL,
        "It goes on while alpha and beta are equal. Cutting on beta <= alpha gives the same answers and visits fewer"
        " leaves.",
    )


def _unused(visit: Visit, max_owner: Visit, min_owner: Visit, code: Code) -> Finding:
    text = (
        f"MAX has {number(max_owner.guarantee)} at {max_owner.node.name} and MIN {number(min_owner.guarantee)} at"
        f" {min_owner.node.name}, so {visit.node.name} cannot matter"
    )
    why = "keep what MAX has in alpha, what MIN has in beta, and stop when beta <= alpha"
    return Finding("never-prunes", f"{text}: {why}.", code.call_line(None))


def _went_on(visit: Visit, above: Visit, run: Trace) -> Finding:
    text = (
        f"At {above.node.name} the window {pair(above.held)} is closed, and {visit.node.name} is searched all the same"
    )
    other = {cut.node.is_max for cut in run.cutoffs} == {not above.node.is_max}
    where = f" The other player's nodes do so; {mover(above.node)}'s do not." if other else ""
    return Finding("no-cut", f"{text}: leave the loop when beta <= alpha.{where}", above.line)


def _lost(owner: Visit, below: list[Visit], code: Code) -> Finding:
    """Return where on the way down from its owner a guarantee fell out of the window."""
    side = 0 if owner.node.is_max else 1
    bound = owner.guarantee

    def missed(held: float) -> bool:
        return held < bound if side == 0 else held > bound

    if missed(owner.window[side]):
        return _not_moved(owner, code)
    child = next(visit for visit in below if missed(visit.window_given[side]))
    if child.above is not None and missed(child.above.window[side]):  # it was given the bound, and moved it
        return _not_moved(child.above, code)
    call = code.call_line(child.above.line if child.above is not None else None)
    text = f"{child.node.name} is searched with {pair(child.given)} although {owner.node.name} already guarantees"
    text = f"{text} {mover(owner.node)} {number(bound)}: line {call} must pass"
    if not code.is_negamax:
        return Finding("window-not-passed", f"{text} alpha and beta down.", call)
    nothing_passed = child.given == (-inf, inf)
    fault = "window-not-passed" if nothing_passed else "negamax-window"
    return Finding(fault, f"{text} alpha and beta down, as (-beta, -alpha).", call)


def _not_moved(owner: Visit, code: Code) -> Finding:
    """Return why a node's own bound is not at the best that its children have given."""
    node, mine, theirs = owner.node, code.bound(owner.own), code.bound(1 - owner.own)
    does, done = ("raises", "raised") if owner.own == 0 else ("lowers", "lowered")
    rule = f"a {mover(node)} node {does} {mine}"
    line = code.assigning_line(mine, owner.line, node.is_max)
    if line is not None:
        text = f"Line {line} leaves {mine} at {number(owner.held[owner.own])} at {node.name}, though a child already"
        text = f"{text} gave {number(owner.guarantee)}: {rule} to the best so far and never takes it back."
        return Finding("bound-wrongly-moved", text, line)
    line = code.assigning_line(theirs, owner.line, node.is_max)
    if line is not None:
        return Finding("wrong-bound-moved", f"Line {line} never {does} {mine}: {rule}, yours changes {theirs}.", line)
    text = f"{mine} is never {done} at {node.name}, which already has {number(owner.guarantee)}"
    return Finding("bound-not-moved", f"{text}: {rule} once a child has come back.", owner.line)
