"""Explanation: what is to be said of a search that is not right: what was seen, and a line only where it is proved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf
from typing import Any

from minimax_lessons.drawing.labels import number
from minimax_lessons.exercises.answers import name_of, shown
from minimax_lessons.exercises.contracts import Contract, Kind, by_name, of
from minimax_lessons.exercises.faults import Example, Fault, Right
from minimax_lessons.exercises.mending import Mended, mended
from minimax_lessons.exercises.trials import OPEN, Trial, in_moves, trials
from minimax_lessons.exercises.verdict import Failure, Search, judge, looked_at
from minimax_lessons.search import alphabeta, minimax
from minimax_lessons.tracing.calling import cast
from minimax_lessons.tracing.code import read
from minimax_lessons.trees import AIMA_TREE, VIDEO_TREE, VIDEO_TREE_DEEP, leaves_below

__all__ = ["judge_search", "proof"]

SURELY_CUT = (AIMA_TREE, VIDEO_TREE, VIDEO_TREE_DEEP)  # whoever cuts at all cuts in one of them
SECONDS_MENDED = 0.3  # for one call of a search with a line changed, which may go on for ever


def judge_search(answer: Any, contract: Contract | Kind) -> Right:
    """Return what a right search has shown, or say what is wrong with it, on the smallest tree that shows it."""
    if not callable(answer):
        text = f"The answer is a function, and yours is {shown(answer)}: give its name, without calling it."
        raise Fault(text, id="not-a-search")
    try:
        told = judge(answer, by_name(answer, contract) if isinstance(contract, str) else of(answer, contract))
    except TypeError as refusal:
        text = str(refusal).partition(": give it after the tree")[0].partition(". If the position lives")[0]
        raise Fault(f"{text}.", id="not-a-search") from None
    if isinstance(told, Right):
        return told
    try:
        raise _fault(told)
    finally:
        told.search.memory.restore()


def _fault(failure: Failure) -> Fault:
    """Return the fault that a failure shows: a line's if it is proved, else what was seen."""
    id_, sentence = _seen(failure)
    proved, ended = proof(failure), failure.result.ended
    line, code = (ended.line, ended.code) if ended is not None else (None, None)
    if proved is not None:
        id_ = proved.edit.fault if failure.before is None else id_
        line, code = proved.edit.line, proved.code
        sentence = f"{_outcome(failure)}{proved.edit.sentence}."
    example = _example(failure, proved=proved is not None)
    return Fault(sentence, *_details(failure, line, code, example), id=id_, line=line, code=code, example=example)


def _example(failure: Failure, *, proved: bool) -> Example:
    """Return the smallest case that shows the failure, with what it takes to watch it."""
    result, search = failure.result, failure.search
    trial, facts = result.trial, []
    if trial.depth is not None:
        facts.append(("Depth", str(trial.depth)))
    if trial.window != OPEN:
        facts.append(("Window", f"({', '.join(map(number, trial.window))})"))
    if failure.before is not None:
        facts.append(("Before it", str(failure.before)))
    expected: Any = _told(failure, trial.value) if trial.window == OPEN else _bounded(trial)
    got = _told(failure, result.value)
    if result.what == "no number":
        got = shown(result.returned)
    if result.what == "needless":
        expected, got = None, None
        facts.append(("Looked at", f"{result.leaves} leaves, where {len(looked_at(trial))} are enough"))
        facts += [("Why not", result.needless[0].why)] if proved else []  # else the sentence says it
    arguments, _ = search.way.arrange(trial)
    told = _names_tell(search.answer, trial, arguments)
    return Example(
        trial.tree,
        expected,
        got,
        tuple(facts),
        search.answer,
        None if failure.before is not None else alphabeta if search.prunes else minimax,  # on its own it is right
        (trial.limit, *(trial.window if search.prunes else ()), trial.tree.is_max),
        () if told else tuple(arguments[1:]),
        trial.depth if told else None,
    )


def _names_tell(answer: Any, trial: Trial, arguments: list[Any]) -> bool:
    """Return True if the names of an answer's parameters are enough to call it as it was called."""
    try:
        call = cast(read(answer), trial.tree, (), depth=trial.depth)
    except (TypeError, ValueError):
        return False
    return trial.window == OPEN and call.arguments[1:] == arguments[1:] and not call.keywords


def proof(failure: Failure) -> Mended | None:
    """Return the edit of one line after which every trial comes out right, if one is found."""
    search, trial = failure.search, failure.result.trial
    if failure.result.what == "endless" or not failure.steady:
        return None
    fresh = replace(search, seconds=SECONDS_MENDED, remarks={})
    every = trials(search.way.scope)
    telling = [(trial,) if failure.before is None else (failure.before, trial)]  # those that told an edit is no mend

    def repairs() -> bool:
        fresh.__post_init__()
        for row in reversed(telling):
            if fresh.alone(*row).what != "right":
                return False
        fresh.memory.restore()
        wrong = fresh.first_wrong(every)
        if wrong is not None:
            telling.append((wrong[1].trial,))
        return wrong is None

    return mended(search.answer, repairs)


# What was seen


def _seen(failure: Failure) -> tuple[str, str]:
    """Return the id of what was seen, in a sentence."""
    result, trial, name = failure.result, failure.result.trial, name_of(failure.search.answer)
    if failure.before is not None:
        return _remembered(failure)
    if result.ended is not None:
        return result.ended.id, result.ended.sentence
    if result.what == "changed":
        before, after = result.returned
        return "tree-changed", f"{name} changes the list it is given: {before} became {after}. Leave the tree as it is."
    if result.what == "no number":
        text = f"{name} returned {shown(result.returned)}, and a search returns a number"
        return "no-number", f"{text}{': is a return missing?' if result.returned is None else '.'}"
    if result.what == "needless":
        first = result.needless[0]
        id_ = "never-prunes" if _never_prunes(failure.search) else "looks-too-much"
        id_ = "depth-forgotten" if first.alpha < first.beta else id_
        return id_, f"{_outcome(failure)}{first.why}"
    worth, to = number(_told(failure, trial.value)), ""
    if failure.search.meaning.is_movers and not trial.tree.is_max:
        to = " to MIN, who is to move"
    text = f"{trial.tree.name} is worth {worth}{to}, and {name} returned {number(_told(failure, result.value))}"
    if not failure.steady:
        return "kept-between-calls", f"{text}, and something else when it was called again: what is kept?"
    return _wrong_value(failure, text)


def _wrong_value(failure: Failure, text: str) -> tuple[str, str]:
    """Return what a wrong value goes with: positions looked at too deep down, too early, or not at all."""
    result, trial = failure.result, failure.result.trial
    nodes = {node.path: node for node in trial.tree}
    base, limit = len(trial.tree.path), f"the depth was {trial.limit}"
    asked = [(nodes[path], len(path) - base) for path in result.places]
    for node, down in asked:
        if down > trial.limit:
            return "depth-forgotten", f"{text}. It looked at {node.name}, {in_moves(down)} down, and {limit}."
    for node, down in asked:
        if node.children and down < trial.limit:
            where = f", {in_moves(down)} down," if down else " itself,"
            return "stops-early", f"{text}. It evaluated {node.name}{where} and {limit}."
    if trial.window == OPEN and result.by_node and set(result.places) < looked_at(trial):
        missed = next(node for path, node in nodes.items() if path in looked_at(trial) and path not in result.places)
        return "child-skipped", f"{text}. It never looked at {missed.name}, and nothing rules that out."
    return "wrong-value", f"{text}."


def _told(failure: Failure, value: float | None) -> Any:
    """Return a value as the answer tells it: of MAX, or of the player to move."""
    turned = failure.search.meaning.is_movers and not failure.result.trial.tree.is_max
    return -value if turned and value is not None else value


def _outcome(failure: Failure) -> str:
    """Return what is seen of the failure before a line is named: that the value is right, or how it breaks off."""
    if failure.before is not None or failure.result.what == "ended":
        return f"{_seen(failure)[1]} "
    if failure.result.what != "needless":
        return ""
    nothing = _never_prunes(failure.search)
    return f"Right answer, but {'nothing was ever pruned' if nothing else 'more was looked at than needed'}. "


def _never_prunes(search: Search) -> bool:
    """Return True if the search looks at every leaf of trees on which any pruning shows."""
    return all(len(search.alone(Trial(tree)).places) >= len(leaves_below(tree)) for tree in SURELY_CUT)


def _remembered(failure: Failure) -> tuple[str, str]:
    """Return what is wrong with a search that is right on a tree alone, and wrong after another."""
    result, before, name = failure.result, failure.before, name_of(failure.search.answer)
    assert before is not None
    what = f"returned {number(_told(failure, result.value))}" if result.value is not None else "did something else"
    alone = number(_told(failure, result.trial.value))
    text = f"On its own the tree gives {alone}. After {name} had searched {before}, it {what}"
    earlier = failure.search.alone(before)
    if before.tree is result.trial.tree and earlier.value == result.value != before.value:
        why = "what a search within a window returns may be a bound, and was remembered as the value"
        return "bound-kept-as-value", f"{text}: {why}."
    return "kept-between-calls", f"{text}: something is kept from one call to the next."


# The lines below the sentence


def _details(failure: Failure, line: int | None, code: str | None, example: Example) -> Iterator[str]:
    result, trial = failure.result, failure.result.trial
    if code:
        yield f"line {line}:  {code}"
    depth = "" if trial.depth is None else f", depth={trial.depth}"
    searched = f", searched with{depth[1:]}" if depth else ""
    within = "" if trial.window == OPEN else f", within the window ({', '.join(map(number, trial.window))})"
    yield f"The smallest tree that shows it: {trial.tree!r}{searched}{within}"
    if result.what == "needless":
        seen, enough = result.leaves, len(looked_at(trial))
        if seen > enough:
            yield f"The value is right, but it looked at {seen} leaves where {enough} are enough."
        if code:
            yield result.needless[0].why
    else:
        yield example.outcome
    if failure.before is not None:
        yield f"See it: {' and then '.join(_call(failure.search, each) for each in (failure.before, trial))}"
        return
    given = "".join(f", {_argument(part)}" for part in example.arguments) or depth
    yield f"Watch it: animate({name_of(failure.search.answer)}, {trial.tree!r}{given})"


def _call(search: Search, trial: Trial) -> str:
    arguments, keywords = search.way.arrange(trial)
    given = [*map(_argument, arguments), *(f"{name}={_argument(each)}" for name, each in keywords.items())]
    return f"{name_of(search.answer)}({', '.join(given)})"


def _argument(value: Any) -> str:
    return f'float("{value}")' if value in (inf, -inf) else repr(value)


def _bounded(trial: Trial) -> str:
    low, high = trial.window
    if trial.value <= low:
        return f"{number(low)} or less"
    return f"{number(high)} or more" if trial.value >= high else number(trial.value)
