"""Faults: of a search that gave a wrong answer, the first step that a right one would not have made, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf

from minimax_lessons.drawing.extract import number
from minimax_lessons.events import Cut, Enter, Leaf, Return, Update
from minimax_lessons.exercises.syntax import Code
from minimax_lessons.exercises.trials import Trial
from minimax_lessons.exercises.visits import Finding, Visit, mover, names, pair, steps, visited_once
from minimax_lessons.tracing.run import Trace

__all__ = ["wrong_step"]


def wrong_step(run: Trace, trial: Trial, code: Code, past: Iterable[Trace] = ()) -> Finding:
    """Return the first wrong step of a run that gave a wrong value; past runs may have left something in its memory."""
    if code.searches_itself_again is not None:
        line, passed = code.searches_itself_again
        text = f"Line {line} searches {passed} again, for each of its children: pass the child on."
        return Finding("child-not-passed", text, line)
    if code.forgets_to_negate:
        return _not_negated(run, code)
    evaluations = {node.path: node.evaluate() for node in trial.tree}
    plain = visited_once(run) and not code.tries_null_windows  # each window is the parent's own
    earlier = [event for old in past for event in old.events if isinstance(event, Return)]
    for event, visit in steps(run):
        found: Finding | None = None
        if isinstance(event, Enter):
            found = _too_deep(visit, trial, code) or (_wrong_window(visit, code) if plain else None)
        elif isinstance(event, Leaf):
            found = _wrong_leaf(event, visit, evaluations[event.node.path], trial, code, earlier)
        elif isinstance(event, Update):
            found = _wrong_update(event, visit, code)
        elif isinstance(event, Cut):
            found = _wrong_cut(event, visit, code) if plain or _has_wide_windows(visit) else None
        elif isinstance(event, Return):
            found = _wrong_return(event, visit, run, code)
            earlier.append(event)
        if found is not None:
            return found
    return _wrong_in_the_end(run, trial, code)


def _not_negated(run: Trace, code: Code) -> Finding:
    line = code.call_line(None)
    text = f"Line {line} takes what a child returns as it is"
    for event, _ in steps(run):
        if isinstance(event, Update):
            text = f"{event.child.name} came back with {number(event.value)}, as {mover(event.child)} sees it, and line"
            text = f"{text} {line} takes it as it is"
            break
    return Finding(
        "not-negated", f"{text}: in negamax what is good for one player is bad for the other. Negate it.", line
    )


# Going down


def _too_deep(visit: Visit, trial: Trial, code: Code) -> Finding | None:
    down = len(visit.node.path)
    if down <= trial.limit or visit.above is None or not code.has_depth:
        return None
    text = f"{visit.node.name} is {_moves(down)} down, and the depth was {trial.limit}"
    for call, passed in _depths_passed(visit, code):
        if "-" not in passed and "+" not in passed:
            text = f"Line {call} passes {passed} on, so it never runs out ({text}): pass {passed} - 1."
            return Finding("depth-not-counted", text, call)
    return Finding("too-deep", f"{text}: stop and evaluate when the depth is 0.", code.leaf_line)


def _depths_passed(visit: Visit, code: Code) -> Iterator[tuple[int, str]]:
    """Yield each call on the way down to a node: its line, and what it passes on for the depth."""
    for above in visit.way_down[:-1]:
        call = code.call_line(above.line)
        passed = code.depth_passed(call)
        if call is not None and passed is not None:
            yield call, passed


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


def _wrong_window(visit: Visit, code: Code) -> Finding | None:
    """Return what is wrong with the bounds that a node is given, seen from those that its parent holds."""
    above = visit.above
    if above is None or not visit.shows_bounds or not above.shows_bounds:
        return None
    (low, high), (least, most) = visit.window_given, above.window
    if low <= least and high >= most:
        return None
    line = code.call_line(above.line)
    given, held, holder = pair(visit.given), pair(above.held), above.node.name
    text = f"Line {line} hands {visit.node.name} the window {given}, and {holder} holds {held}"
    if code.is_negamax:
        why = "in negamax the child gets (-beta, -alpha), swapped and both negated"
        return Finding("negamax-window", f"{text}: {why}.", line)
    if visit.given == above.held[::-1]:
        return Finding("bounds-swapped", f"{text}: alpha and beta are swapped in the call.", line)
    return Finding("window-too-narrow", f"{text}, so it rules out too much: pass alpha and beta as they are.", line)


# Leaves, the depth limit and what is remembered


def _wrong_leaf(
    event: Leaf, visit: Visit, worth: float, trial: Trial, code: Code, earlier: Sequence[Return]
) -> Finding | None:
    node, value, line = event.node, event.value, event.line
    if node.children and len(node.path) < trial.limit:
        return _stopped_early(event, visit, worth, trial, code, earlier)
    if value == worth:
        return None
    if node.children:
        text = f"The depth ends at {node.name}, and its static evaluation is {number(worth)}"
    else:
        text = f"{node.name} is a leaf worth {number(worth)}"
    if value == -worth:
        why = "check the sign of the evaluation"
        if code.counts_for_mover:
            why = "in negamax a leaf counts colour × value, and the colour turns at every move"
        return Finding("leaf-sign", f"{text} to MAX, and yours counts it as {number(value)}: {why}.", line)
    if not node.children and abs(value) == inf:
        text = f"{text}, and yours looked for children there and returned {number(value)}"
        if code.dropped_evaluation is not None:
            why = f"line {code.dropped_evaluation} evaluates it, but does not return what comes out"
            return Finding("evaluation-dropped", f"{text}: {why}.", code.dropped_evaluation)
        why = "a position that is over is evaluated, whatever the depth"
        return Finding("leaf-not-evaluated", f"{text}: {why}.", code.leaf_line)
    return Finding("leaf-value", f"{text}, and yours returned {number(value)}: return the evaluation as it is.", line)


def _stopped_early(
    event: Leaf, visit: Visit, worth: float, trial: Trial, code: Code, earlier: Sequence[Return]
) -> Finding | None:
    """Return why a node that has children, and should have been searched, was not."""
    node, value, line = event.node, event.value, event.line
    for twin in earlier:
        if twin.value == value and twin.node.is_max == node.is_max and twin.node.nested == node.nested:
            return _remembered(event, twin)
    if value == worth and code.has_depth:
        text = f"{node.name} is evaluated after {_moves(len(node.path))} though the depth was {trial.limit}"
        for call, passed in _depths_passed(visit, code):
            if passed.replace(" ", "").strip("()")[-2:] not in ("-1", "+1"):
                return Finding("too-early", f"{text}: line {call} passes {passed}, and each move costs 1.", call)
        test = code.test_line(line)
        return Finding("too-early", f"{text}: line {test} stops too early, it is for depth 0 and the end.", test)
    if not code.recurses:
        text = f"{node.name} is worth {number(trial.value)}, and yours returned {number(value)}"
        return Finding("no-recursion", f"{text}. It does not call itself, so no step of it can be shown.", line)
    text = f"{node.name} returned {number(value)} without a look at {names(node.children)}"
    return Finding("no-child-visited", f"{text}: every child must be searched.", line)


def _remembered(event: Leaf, twin: Return) -> Finding | None:
    if twin.kind == "exact":
        return None
    sign = "at least" if twin.kind == "lower" else "at most"
    value = number(event.value)
    text = f"{event.node.name} is not searched: {value} is remembered from an equal position. But that search was cut"
    why = f"so {value} was only a bound ({sign} {value}): remember which it is"
    return Finding("bound-kept-as-value", f"{text}, {why}.", event.line)


# What a child's value does


def _wrong_update(event: Update, visit: Visit, code: Code) -> Finding | None:
    """Return what is wrong if a player moves the bound that is the other's."""
    other = 1 - visit.own
    before, after = visit.held[other], (event.alpha, event.beta)[other]
    if before is None or after is None or before == after:
        return None
    who, mine, theirs = mover(event.node), code.bound(visit.own), code.bound(other)
    text = f"{theirs} moves to {number(after)} at {event.node.name}, where {who} is to move"
    if (turn := _wrong_turn(visit, text, code)) is not None:
        return turn
    line = code.assigning_line(theirs, event.line, event.node.is_max) or event.line
    rule = f"{who} {'raises' if visit.own == 0 else 'lowers'} {mine} and leaves {theirs} alone"
    return Finding("wrong-bound-moved", f"In line {line} {text}: {rule}.", line)


def _wrong_turn(visit: Visit, text: str, code: Code) -> Finding | None:
    call = code.call_line(visit.above.line) if visit.above is not None else None
    passed = code.turn_kept(call, visit.node.is_max) if call is not None else None
    if passed is None:
        return None
    why = f"line {call} passes {passed} for the turn, and after each move it is the other's"
    return Finding("wrong-turn", f"{text}: {why}.", call)


def _wrong_cut(event: Cut, visit: Visit, code: Code) -> Finding | None:
    """Return why a search that left children alone should not have."""
    if _forbidden(visit):
        return None
    node, left, last = event.node, names(event.skipped), visit.order[-1]
    in_order = sorted(visit.order, key=lambda child: child.path) == visit.order
    if in_order and event.skipped[0].path < visit.order[0].path:
        text = f"{left} is never searched: does the loop of {node.name} begin with the first child?"
        return Finding("child-skipped", text, event.line)
    if code.returns_in_loop(event.line):
        text = f"Stopped at {last.name} though nothing above forbids {left}: is `return` inside the loop?"
        return Finding("return-in-loop", text, event.line)
    if code.shares_bounds:
        text = f"{left} is left out though nothing above forbids it: all calls share one alpha and one beta, and what"
        return Finding("bounds-shared", f"{text} one branch learns spoils the next. Pass them on.", event.line)
    line = code.test_line(event.line)
    if not visit.shows_bounds or not code.leaves_loop_on_a_test(event.line):
        text = f"{left} is never searched though nothing above forbids it"
        return Finding("child-skipped", f"{text}: does the loop of {node.name} run over all its children?", line)
    gave = f"after {last.name} came back with {number(visit.values[-1])}"
    text = f"Line {line} leaves {node.name} {gave}, with the window {pair(visit.held)}: {left} can still matter"
    return Finding("cut-too-soon", f"{text}. Cut only when beta <= alpha.", line)


def _has_wide_windows(visit: Visit) -> bool:
    """Return True if no window on the way down was one that only asks whether a move is better."""
    return all(each.window_given[1] - each.window_given[0] > 1 for each in visit.way_down)


def _forbidden(visit: Visit) -> bool:
    """Return True if the ancestors' guarantees, or the window that the whole search began with, rule the rest out."""
    way = visit.way_down
    low, high = way[0].window_given
    if visit.node.is_max:
        return visit.guarantee >= min([high, *(each.guarantee for each in way if not each.node.is_max)])
    return visit.guarantee <= max([low, *(each.guarantee for each in way if each.node.is_max)])


# Coming back up


def _wrong_return(event: Return, visit: Visit, run: Trace, code: Code) -> Finding | None:
    node, value = event.node, event.value
    low, high = visit.window_given
    if value == visit.optimum or (abs(value) != inf and value in (max(low, visit.optimum), min(high, visit.optimum))):
        return None
    for reason in (_shared_best, _bound_returned, _wrong_choice, _uncounted, _start, _move, _one_child):
        found = reason(event, visit, run, code)
        if found is not None:
            return found
    wanted = f"{node.name} is {mover(node)}'s, so it is worth {number(visit.optimum)}"
    return Finding("wrong-value", f"{_came(visit)}, and it returned {number(value)}: {wanted}.", event.line)


def _came(visit: Visit) -> str:
    values = visit.values
    children = "child" if len(values) == 1 else "children"
    return f"{visit.node.name}'s {children} gave {', '.join(number(value) for value in values)}"


def _shared_best(event: Return, visit: Visit, run: Trace, code: Code) -> Finding | None:
    shared = code.shared_best
    if shared is None or event.value in visit.values:
        return None
    text = f"{_came(visit)}, but it returned {number(event.value)}: all calls share one {shared}, so it still holds"
    return Finding("kept-between-calls", f"{text} what was found elsewhere. Give each call its own.", event.line)


def _bound_returned(event: Return, visit: Visit, run: Trace, code: Code) -> Finding | None:
    name = code.returned_bound(event.line)
    if name is None or name == code.bound(visit.own):
        return None
    text = f"{_came(visit)}, but line {event.line} returned {number(event.value)}, its {name}"
    why = f"{mover(visit.node)} is to move there, so the answer is in {code.bound(visit.own)}"
    return Finding("bound-returned", f"{text}: {why}.", event.line)


def _wrong_choice(event: Return, visit: Visit, run: Trace, code: Code) -> Finding | None:
    """Return why a node took what its opponent would choose."""
    node, values = visit.node, visit.values
    worst = min(values) if node.is_max else max(values)
    wants = "max" if node.is_max or code.counts_for_mover else "min"
    choices = code.choices(visit.line, node.is_max)
    picks_worst = event.value == worst
    if not picks_worst and not (abs(event.value) == inf and choices and wants not in choices):
        return None
    text = f"{_came(visit)}, and {node.name}, where {mover(node)} moves, returned {number(event.value)}"
    if picks_worst and (turn := _wrong_turn(visit, text, code)) is not None:
        return turn
    if not choices or choices == {wants} or (code.counts_for_mover and wants in choices):
        return None
    line = code.choosing_line(visit.line, node.is_max) or event.line
    who = "in negamax whoever moves" if code.counts_for_mover else mover(node)
    largest, smallest = ("largest", "smallest") if wants == "max" else ("smallest", "largest")
    return Finding("max-min-swapped", f"{text}: {who} wants the {largest}, and line {line} takes the {smallest}.", line)


def _uncounted(event: Return, visit: Visit, run: Trace, code: Code) -> Finding | None:
    """Return that the value which closed the window was left out, if it was."""
    values, value = visit.values, event.value
    choose = max if visit.node.is_max else min
    low, high = visit.window_given
    closing = values[-1] >= high if visit.node.is_max else values[-1] <= low
    if values[-1] != visit.optimum or (len(values) == len(visit.node.children) and not closing):
        return None
    if abs(value) != inf and (len(values) == 1 or value != choose(values[:-1])):
        return None
    last = visit.order[-1].name
    text = f"{last} came back with {number(values[-1])} and closed the window at {visit.node.name}, but was not counted"
    why = f"{visit.node.name} returned {number(value)}. Update the best value before the break."
    return Finding("break-before-update", f"{text}: {why}", event.line)


def _start(event: Return, visit: Visit, run: Trace, code: Code) -> Finding | None:
    """Return what is wrong with the value that the best began with, if that came out."""
    value, node = event.value, visit.node
    line = code.starting_line(abs(value), event.line)
    if value in visit.values or (abs(value) != inf and line is None):
        return None
    text = f"{_came(visit)}, but {node.name} returned {number(value)}"
    if value > visit.optimum if node.is_max else value < visit.optimum:
        first = "−∞" if node.is_max else "∞"
        where = "" if line is None else f" in line {line}"
        why = f"check the starting value{where} (before any child is seen, {mover(node)} has {first})"
        return Finding("starting-value", f"{text}: {why}.", line)
    return Finding("never-updated", f"{text}, the value it began with: is the best ever updated?", visit.line)


def _move(event: Return, visit: Visit, run: Trace, code: Code) -> Finding | None:
    values, value = visit.values, event.value
    if value not in range(len(values)) or value in values or values[int(value)] != visit.optimum:
        return None
    text = f"{_came(visit)}, but {visit.node.name} returned {number(value)}, the number of the best move"
    return Finding("move-returned", f"{text}: return its value, {number(visit.optimum)}.", event.line)


def _one_child(event: Return, visit: Visit, run: Trace, code: Code) -> Finding | None:
    """Return that a node took one child's value for what it is, if it did."""
    values, value, node = visit.values, event.value, visit.node
    if code.counts_for_mover and not run.negamax and value == values[0]:
        return None
    which = "last" if value == values[-1] else "first" if value == values[0] else None
    if which is None:
        return None
    wanted = f"{node.name} is {mover(node)}'s, so it is worth {number(visit.optimum)}"
    text = f"{_came(visit)}, and {node.name} returned {number(value)}, the {which}: {wanted}."
    return Finding(f"{which}-child", f"{text} Compare each with the best so far.", visit.line)


def _wrong_in_the_end(run: Trace, trial: Trial, code: Code) -> Finding:
    """Return what is wrong where each step looks right by itself."""
    text = f"{run.tree.name} is worth {number(trial.value)}, and {run.name} returned {number(run.value)}"
    root = next(visit for _, visit in steps(run))
    if code.tries_null_windows:
        why = "a null window only tells whether a move is better: one that is must be searched again with (alpha, beta)"
        return Finding("not-searched-again", f"{text}: {why}.")
    if code.shares_bounds:
        why = "all calls share one alpha and one beta, and what was learnt elsewhere spoils this. Pass them on"
        return Finding("bounds-shared", f"{text}: {why}.")
    if root.shows_bounds and root.window_given != (-inf, inf):
        why = f"it began with the window {pair(root.given)}, and can find nothing outside. Begin with (−∞, ∞)"
        return Finding("first-window", f"{text}: {why}.")
    if run.value == -trial.value:
        return Finding("sign-at-root", f"{text}: is the sign turned once too often at the end?")
    return Finding("wrong-value", f"{text}.")
