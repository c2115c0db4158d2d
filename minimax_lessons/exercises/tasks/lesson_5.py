"""The exercises of lesson 5: bugs that hide, and how to find them."""

from __future__ import annotations
import __future__

import ast
import inspect
import linecache
import textwrap
from collections.abc import Callable
from functools import cache
from math import inf
from typing import Any

from minimax_lessons.drawing.labels import number
from minimax_lessons.events import Leaf, Return
from minimax_lessons.exercises.answers import name_of, read_function, read_tree, unfit
from minimax_lessons.exercises.calling import SLOWER, call
from minimax_lessons.exercises.contracts import ALPHABETA
from minimax_lessons.exercises.explanation import judge_search
from minimax_lessons.exercises.faults import Example, Fault, Right, about
from minimax_lessons.exercises.tasks.lesson_1 import worth
from minimax_lessons.position import Position
from minimax_lessons.search import alphabeta
from minimax_lessons.tracing.run import trace
from minimax_lessons.trees import VIDEO_TREE

__all__ = ["GRADES"]

Search = Callable[[Any, int, float, float, bool], float]
TEST_SECONDS = 4.0 * SLOWER  # for a test of one search
SIGNS = {"exact": ("=", "=="), "lower": (">=", "≥", "=>"), "upper": ("<=", "≤", "=<")}


def gives_up(position: Position, depth: int, alpha: float, beta: float, maximizing_player: bool) -> float:
    """Return a value that is wrong where a move that comes after a worse one is the best."""
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf if maximizing_player else inf
    for child in position.children():
        evaluation = gives_up(child, depth - 1, alpha, beta, not maximizing_player)
        if evaluation < best if maximizing_player else evaluation > best:
            break  # "worse than what we have"
        best = evaluation
        if maximizing_player:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


def forgets_zero(position: Position, depth: int, alpha: float, beta: float, maximizing_player: bool) -> float:
    """Return a value that is wrong where MAX has nothing above zero."""
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = 0 if maximizing_player else inf
    for child in position.children():
        evaluation = forgets_zero(child, depth - 1, alpha, beta, not maximizing_player)
        if maximizing_player:
            best = max(best, evaluation)
            alpha = max(alpha, best)
        else:
            best = min(best, evaluation)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


def counts_two(position: Position, depth: int, alpha: float, beta: float, maximizing_player: bool) -> float:
    """Return a value that is wrong where somebody's third move is the best."""
    if depth == 0 or position.is_over:
        return position.evaluate()
    choose = max if maximizing_player else min
    return choose(counts_two(child, depth - 1, alpha, beta, not maximizing_player) for child in position.children()[:2])


def always_max_first(position: Position, depth: int, alpha: float, beta: float, maximizing_player: bool) -> float:
    """Return a value that is wrong when MIN moves first."""

    def value(position: Position, depth: int, alpha: float, beta: float, maximizing: bool) -> float:
        if depth == 0 or position.is_over:
            return position.evaluate()
        best = -inf if maximizing else inf
        for child in position.children():
            evaluation = value(child, depth - 1, alpha, beta, not maximizing)
            best = max(best, evaluation) if maximizing else min(best, evaluation)
            alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
            if beta <= alpha:
                break
        return best

    return value(position, depth, alpha, beta, True)


def never_prunes(position: Position, depth: int, alpha: float, beta: float, maximizing_player: bool) -> float:
    """Return the right value without ever leaving anything out: the published pseudocode's mistake."""
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf if maximizing_player else inf
    for child in position.children():
        evaluation = never_prunes(child, depth - 1, alpha, beta, not maximizing_player)
        if maximizing_player:
            best = max(best, evaluation)
            alpha = max(alpha, evaluation)
        else:
            best = min(best, evaluation)
            alpha = min(alpha, evaluation)
        if beta <= alpha:
            break
    return best


def fails_hard(position: Position, depth: int, alpha: float, beta: float, maximizing_player: bool) -> float:
    """Return the right value, clamped to the window at every step."""
    if depth == 0 or position.is_over:
        return position.evaluate()
    for child in position.children():
        evaluation = fails_hard(child, depth - 1, alpha, beta, not maximizing_player)
        if maximizing_player:
            alpha = min(beta, max(alpha, evaluation))
        else:
            beta = max(alpha, min(beta, evaluation))
        if beta <= alpha:
            break
    return alpha if maximizing_player else beta


WRONG_SEARCHES: tuple[tuple[Search, str], ...] = (
    (counts_two, "looks at two moves only. Do your trees have nodes with three?"),
    (forgets_zero, "starts MAX at 0. Are there trees in your test on which MAX has only negative values?"),
    (always_max_first, 'lets MAX begin although MIN is to move. Does your test try root="min"?'),
    (gives_up, "stops at the first move that is worse than the best so far. Do your trees have nodes with three?"),
    (never_prunes, "gives every value right and prunes nothing. Only counting shows it: len(trace(search, t).leaves)."),
)
RIGHT_SEARCHES: tuple[Search, ...] = (alphabeta, fails_hard)


def _repaired(answer: Any) -> Right:
    return judge_search(answer, ALPHABETA, "One name was wrong, and no test of the value alone could tell.")


def _exposed(answer: Any) -> str:
    root = read_tree(answer)
    got, right = gives_up(root, root.height, -inf, inf, root.is_max), worth(root)
    if got == right:
        why = "Somewhere the best move must come after a worse one."
        if all(len(node.children) <= 2 for node in root):
            why = "With two moves everywhere it gets away: when it gives up, there is nothing left to miss."
        told = f"On your tree the suspect returns {number(got)}, and that is right. {why}"
        raise Fault(told, id="shows-nothing", example=Example(root, None, number(got)))
    return f"It returned {number(got)} instead of {number(right)}. Always test on trees with three moves and more."


def _tester(answer: Any) -> str:
    test = read_function(answer, "search")
    name = name_of(test)
    for search in RIGHT_SEARCHES:
        if not _passes(test, search):
            told = f"{name}({search.__name__}) is false, and {search.__name__} is right."
            raise Fault(told, id="right-refused")
    for search, flaw in WRONG_SEARCHES:
        if _passes(test, search):
            raise Fault(f"{name} lets one wrong search pass: it {flaw}", id="wrong-accepted")
    if not _passes(test, alphabeta):
        told = f"{name} was given a right search once more, and now it is false: the answer hangs on what came before."
        raise Fault(told, id="kept-between-calls")
    return f"All {len(WRONG_SEARCHES)} wrong searches are caught and the right ones pass: a test worth keeping."


def _passes(test: Callable[..., Any], search: Search) -> bool:
    said = call(test, _nameless(search), seconds=TEST_SECONDS)
    if not isinstance(said, bool):
        told = f"{name_of(test)} should return True or False, and it returned {said!r}."
        raise unfit(told)
    return said


@cache
def _nameless(search: Search) -> Search:
    """Return the same search under a name that tells nothing."""
    source = textwrap.dedent(inspect.getsource(search)).replace(search.__name__, "search")
    parsed = ast.parse(source)
    del parsed.body[0].body[0]  # type: ignore[attr-defined]  # the docstring tells
    text, file = ast.unparse(parsed), f"<search {len(linecache.cache)}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    names: dict[str, Any] = {"inf": inf, "Position": Position, "__name__": "searches"}
    exec(compile(text, file, "exec", dont_inherit=True, flags=__future__.annotations.compiler_flag), names)
    found: Search = names["search"]
    return found


def _bounds(answer: Any) -> str:
    run = trace(alphabeta, VIDEO_TREE)
    nodes = [event for event in run.events if isinstance(event, Return) and not isinstance(event, Leaf)]
    names = ", ".join(event.node.name for event in nodes)
    if isinstance(answer, str):
        answer = answer.replace(",", " ").split()
    if not isinstance(answer, list | tuple) or len(answer) != len(nodes):
        raise unfit(f'The answer is a list of {len(nodes)} signs, "=", ">=" or "<=", for {names}.')
    for event, said in zip(nodes, answer, strict=True):
        if str(said).strip() not in SIGNS[event.kind]:
            raise Fault(_why_sign(event, str(said).strip(), run.cutoffs))
    return "After a cut a value is only a bound. Whoever keeps it as the value will be wrong one day."


def _why_sign(event: Return, said: str, cuts: Any) -> str:
    node, value = event.node, number(event.value)
    if said not in {sign for signs in SIGNS.values() for sign in signs}:
        return f'{said!r} is none of the signs: "=", ">=" or "<=".'
    if event.kind == "exact":
        return f"{node.name} returned {value}, and nothing that matters was left out below it: is it not known exactly?"
    left = next((cut.skipped for cut in cuts if cut.node == node), ())
    if not left:
        return f"{node.name} returned {value}, but what came back from below was only a bound: so is this."
    player, more = ("MAX", "more") if node.is_max else ("MIN", "less")
    names = " and ".join(child.name for child in left)
    return f"{node.name} returned {value} without a look at {names}, where {player} may find {more} still."


GRADES = {
    "5.1": _repaired,
    "5.2": _exposed,
    "5.3": _tester,
    "5.4": about(_bounds, VIDEO_TREE, "wrong-prediction"),
}
