"""Explanation: the reason why a search is wrong; it names a line only with a proof."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from inspect import isgeneratorfunction, unwrap
from math import inf
from typing import Any

from minimax_lessons.check_limits import CHANGED_CALL_SECONDS
from minimax_lessons.exercises.answers import name_of, not_callable, shown
from minimax_lessons.exercises.attempted import open_lines
from minimax_lessons.exercises.call_conventions import Contract, Kind, contract_for
from minimax_lessons.exercises.faults import Example, Fault, Right
from minimax_lessons.exercises.mending import Mended, mended, sources
from minimax_lessons.exercises.proving import prove
from minimax_lessons.exercises.trials import DEEP, OPEN, Trial, in_moves, trials
from minimax_lessons.exercises.verdict import Failure, Search, courses_search, judge, looked_at
from minimax_lessons.labels import number_text
from minimax_lessons.own_code import own_functions
from minimax_lessons.search import alphabeta, minimax
from minimax_lessons.trees import AIMA_TREE, VIDEO_TREE, VIDEO_TREE_DEEP, leaves_below

__all__ = ["judge_search", "proof"]

SURELY_CUT = (AIMA_TREE, VIDEO_TREE, VIDEO_TREE_DEEP)  # whoever cuts at all cuts in one of them
PROVED_LEAVES = 4  # of the small trees on which a changed line must make all right


def judge_search(answer: Any, contract: Contract | Kind) -> Right:
    """Return the verdict on a right search; raise Fault with the smallest tree for a wrong one."""
    if not callable(answer):
        raise Fault(not_callable(answer), id="not-a-search")
    _refuse_generator(answer)
    try:
        called = contract_for(answer, contract)
        verdict = judge(answer, called)
    except TypeError as refusal:
        text = re.split(r"\. (?:Give every argument|If the position lives)", str(refusal))[0]
        raise Fault(f"{text}.", id="not-a-search") from None
    if isinstance(verdict, Failure):
        try:
            raise _fault(verdict)
        finally:
            verdict.search.memory.restore()
    name = courses_search(answer, called.conventions[0]) if isinstance(contract, Contract) else None
    # the course's own function, handed in by its name, claims to be nothing else
    if name is not None and own_functions(answer):
        text = f"Your answer runs the course's `{name}`, but the whole search should be your own."
        raise Fault(f"{text} Call your own function for each child instead.", id="not-own-search")
    return verdict


def _refuse_generator(answer: Any) -> None:
    """Raise Fault for a generator function, because its calls return generators, not numbers."""
    function = unwrap(answer)
    if not isgeneratorfunction(function):
        return
    nodes = (node for source in sources(function) for node in ast.walk(source.statement))
    lines = [node.lineno for node in nodes if isinstance(node, ast.Yield | ast.YieldFrom)]
    where = f" in line {min(lines)}" if lines else ""
    text = (
        f"{name_of(answer)} uses `yield`{where}, so a call returns a generator instead of a number."
    )
    raise Fault(f"{text} Use `return` there.", id="no-number")


def _fault(failure: Failure) -> Fault:
    """Return the fault that a failure shows: a line's if it is proved, else what was seen."""
    (id_, sentence), proved, ended = _seen(failure), proof(failure), failure.result.ended
    line, code = (ended.line, ended.code) if ended is not None else (None, None)
    if proved is not None:
        id_ = proved.edit.fault if failure.before is None else id_
        line, code = proved.edit.line, proved.code
        sentence = f"{_outcome(failure)}{proved.edit.sentence}."
    example = _example(failure, proved=proved is not None)
    details = _details(failure, example, f"line {line}:  {code}" if code else "")
    return Fault(sentence, *details, id=id_, line=line, code=code, example=example)


def _example(failure: Failure, *, proved: bool) -> Example:
    """Return the smallest case that shows the failure, with what it takes to watch it."""
    result, search = failure.result, failure.search
    trial, facts = result.trial, []
    if trial.depth is not None:
        facts.append(("Depth", str(trial.depth)))
    if trial.window != OPEN:
        facts.append(("Window", trial.bounds))
    if failure.before is not None:
        facts.append(("Before it", str(failure.before)))
    expected: Any = failure.as_answered(trial.value) if trial.window == OPEN else _bounded(trial)
    got: Any = failure.as_answered(result.value)
    if result.what == "no number":
        got = shown(result.returned)
    if result.what == "needless":
        expected, got = None, None
        looks = f"{len(result.leaves)} leaves, where {len(looked_at(trial))} are enough"
        facts.append(("Looked at", looks))
        # else the sentence says it
        facts += [("Why not", result.needless[0].why)] if proved else []
    by_names = search.convention.by_names
    return Example(
        trial.tree,
        expected,
        got,
        tuple(facts),
        search.answer,
        # on its own it is right
        None if failure.before is not None else alphabeta if search.prunes else minimax,
        (trial.limit, *(trial.window if search.prunes else ()), trial.tree.is_max),
        () if by_names else tuple(search.convention.arrange(trial)[0][1:]),
        trial.depth if by_names else None,
    )


def proof(failure: Failure) -> Mended | None:
    """Return the edit of one line after which every trial comes out right, if one is found."""
    search, trial = failure.search, failure.result.trial
    if failure.result.what == "endless" or not failure.steady:
        return None
    fresh = replace(search, seconds=CHANGED_CALL_SECONDS, remarks={})
    # a deeper trial may fail because the stack is too small
    every = [trial for trial in trials(search.convention.scope) if trial.limit <= DEEP]
    # those that told an edit is no mend
    telling = [(trial,) if failure.before is None else (failure.before, trial)]

    def results() -> list[Any] | None:
        fresh.__post_init__()
        for row in reversed(telling):
            if fresh.alone(*row).what != "right":
                return None
        _, suspect = prove(fresh, PROVED_LEAVES)
        if suspect is not None:
            telling.append((suspect.result.trial,))
            return None
        fresh.memory.restore()
        done: list[Any] = []
        for trial in every:
            result = fresh.run(trial)
            if result.what != "right":
                telling.append((trial,))
                return None
            done.append((result.value, result.leaves))
        return done

    # without the test for what it remembers any search would be right
    return mended(search.answer, results, tests_stay=failure.before is not None)


# What was seen


def _seen(failure: Failure) -> tuple[str, str]:
    """Return the id of what was seen, in a sentence."""
    result, trial, name = failure.result, failure.result.trial, name_of(failure.search.answer)
    if failure.before is not None:
        return _remembered(failure)
    if result.ended is not None:
        return result.ended.id, result.ended.sentence
    if result.what == "changed":
        text = f"{name} changes the list that it gets: {' became '.join(result.returned)}."
        return "tree-changed", f"{text} A search must not change the tree."
    if result.what == "no number":
        return "no-number", _no_number(failure)
    if result.what == "needless":
        first = result.needless[0]
        id_ = "never-prunes" if _never_prunes(failure.search) else "looks-too-much"
        id_ = "depth-forgotten" if first.alpha < first.beta else id_
        return id_, f"{_outcome(failure)}{first.why}"
    worth, to = number_text(failure.as_answered(trial.value)), ""
    if failure.search.reader.is_movers and not trial.tree.is_max:
        to = " for MIN, the player to move"
    returned = number_text(failure.as_answered(result.value))
    text = f"The value of {trial.tree.name} is {worth}{to}, but {name} returned {returned}"
    if failure.steady:
        return _wrong_value(failure, text)
    text += ", and a second call returned something else. Something is kept between the calls."
    return "kept-between-calls", text


def _no_number(failure: Failure) -> str:
    """Return the sentence about a result that is no number."""
    answer, returned = failure.search.answer, failure.result.returned
    text = f"{name_of(answer)} returned {shown(returned)}, but a search must return a number."
    if returned is not None:
        return text
    statements = (source.statement for source in sources(answer))
    dots = [line for statement in statements for line, _ in open_lines(statement)]
    if dots:
        return f"{text} Line {min(dots)} still contains `...`, so write your line there."
    return f"{text} Is a `return` missing?"


def _wrong_value(failure: Failure, text: str) -> tuple[str, str]:
    """Return the id and the sentence of a wrong value, with a position at a wrong depth."""
    result, trial = failure.result, failure.result.trial
    nodes = {node.path: node for node in trial.tree}
    asked = [(nodes[path], len(path) - len(trial.tree.path)) for path in result.places]
    for node, down in asked:
        if down > trial.limit:
            text += f". It looked at {node.name}, {in_moves(down)} below the root,"
            return "depth-forgotten", f"{text} although the depth was {trial.limit}."
    for node, down in asked:
        if node.children and down < trial.limit:
            where = f", {in_moves(down)} below the root," if down else " itself"
            text += f". It evaluated {node.name}{where}"
            return "stops-early", f"{text} although the depth was {trial.limit}."
    missed = [node for path, node in nodes.items() if path in looked_at(trial) - {*result.places}]
    if trial.window == OPEN and result.by_node and set(result.places) < looked_at(trial):
        text += f". It never looked at {missed[0].name}"
        return "child-skipped", f"{text}, although no bound allows it to skip that node."
    return "wrong-value", f"{text}."


def _outcome(failure: Failure) -> str:
    """Return the sentence before a line is named: the value is right, or the search crashes."""
    if failure.before is not None or failure.result.what == "ended":
        return f"{_seen(failure)[1]} "
    if failure.result.what != "needless":
        return ""
    nothing = _never_prunes(failure.search)
    what = "nothing was pruned" if nothing else "the search looked at more than needed"
    return f"The value is right, but {what}. "


def _never_prunes(search: Search) -> bool:
    """Return True if the search looks at every leaf of trees on which any pruning shows."""
    return all(
        len(search.alone(Trial(tree)).places) >= len(leaves_below(tree)) for tree in SURELY_CUT
    )


def _remembered(failure: Failure) -> tuple[str, str]:
    """Return the id and the sentence of a search that is wrong only after another tree."""
    result, before, name = failure.result, failure.before, name_of(failure.search.answer)
    assert before is not None
    returned = f"returned {number_text(failure.as_answered(result.value))}"
    what = returned if result.value is not None else "did something else"
    text = (
        "On its own, the tree has the value"
        f" {number_text(failure.as_answered(result.trial.value))}."
    )
    text += f" After {name} had searched {before}, it {what}"
    earlier = failure.search.alone(before)
    if before.tree is result.trial.tree and earlier.value == result.value != before.value:
        text += ", because it stored the result of a search with a window as the value,"
        return "bound-kept-as-value", f"{text} but that result is only a bound."
    return "kept-between-calls", f"{text}, because something is kept from one call to the next."


# The lines below the sentence


def _details(failure: Failure, example: Example, line: str) -> Iterator[str]:
    """Yield the lines for a terminal: the line at fault, the tree, the results, how to watch it."""
    result, trial = failure.result, failure.result.trial
    if line:
        yield line
    depth = "" if trial.depth is None else f", depth={trial.depth}"
    searched = f", searched with{depth[1:]}" if depth else ""
    within = "" if trial.window == OPEN else f", within the window {trial.bounds}"
    which = "The smallest tree that shows it"
    if result.what == "endless" or not failure.steady:  # no smaller one was tried
        which = "The tree that it was given"
    yield f"{which}: {trial.tree!r}{searched}{within}"
    if result.what == "needless":
        seen, enough = len(result.leaves), len(looked_at(trial))
        if seen > enough:
            yield f"It looked at {seen} leaves where {enough} are enough."
        if line:
            yield result.needless[0].why
    else:
        yield example.outcome
    if failure.before is not None:
        calls = (_call(failure.search, case) for case in (failure.before, trial))
        yield f"See it: {' and then '.join(calls)}"
        return
    further = "".join(f", {_argument(part)}" for part in example.arguments) or depth
    name, hint = _written(failure.search.answer)
    yield f"Watch it: animate({name}, {trial.tree!r}{further}){hint}"


def _call(search: Search, trial: Trial) -> str:
    arguments, keywords = search.convention.arrange(trial)
    parts = [*map(_argument, arguments)]
    parts += [f"{name}={_argument(argument)}" for name, argument in keywords.items()]
    name, hint = _written(search.answer)
    return f"{name}({', '.join(parts)}){hint}"


def _written(answer: Any) -> tuple[str, str]:
    """Return the name to write for an answer, and what to do first if it has none of its own.

    >>> _written(lambda position: 0)
    ('f', ', after f = lambda …')
    """
    name = getattr(answer, "__name__", "")
    functions = own_functions(answer)
    if name.isidentifier() or not functions:
        return name_of(answer), ""
    for key, value in functions[0].__globals__.items():
        if value is answer and not key.startswith("_"):
            return key, ""
    expression = "lambda …" if name == "<lambda>" else f"{name_of(answer)}(…)"
    return "f", f", after f = {expression}"


def _argument(value: Any) -> str:
    return f'float("{value}")' if value in (inf, -inf) else repr(value)


def _bounded(trial: Trial) -> str:
    low, high = trial.window
    if trial.value <= low:
        return f"{number_text(low)} or less"
    return f"{number_text(high)} or more" if trial.value >= high else number_text(trial.value)
