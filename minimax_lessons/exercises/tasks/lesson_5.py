"""The exercises of lesson 5: bugs that hide, and how to find them."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any

from minimax_lessons.drawing.labels import number
from minimax_lessons.events import Leaf, Return
from minimax_lessons.exercises.answers import name_of, read_function, read_tree, unfit
from minimax_lessons.exercises.calling import SLOWER, call
from minimax_lessons.exercises.contracts import ALPHABETA
from minimax_lessons.exercises.explanation import judge_search
from minimax_lessons.exercises.faults import Example, Facts, Fault, about
from minimax_lessons.exercises.tasks.lesson_1 import worth
from minimax_lessons.quoting import quoted
from minimax_lessons.search import alphabeta
from minimax_lessons.tracing.run import trace
from minimax_lessons.trees import VIDEO_TREE

__all__ = ["GRADES"]

Search = Callable[[Any, int, float, float, bool], float]
TEST_SECONDS = 4.0 * SLOWER  # for a test of one search
SIGNS = {"exact": ("=", "=="), "lower": (">=", "≥", "=>"), "upper": ("<=", "≤", "=<")}
ALPHA_BETA = """
def search(position, depth, alpha, beta, maximizing_player):
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf if maximizing_player else inf
    for child in position.children():
        evaluation = search(child, depth - 1, alpha, beta, not maximizing_player)
        if maximizing_player:
            best = max(best, evaluation)
            alpha = max(alpha, best)
        else:
            best = min(best, evaluation)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
"""
MAX_FIRST = """
def search(position, depth, alpha, beta, maximizing_player):
    return value(position, depth, alpha, beta, True)
"""
GIVES_UP = """children():
        evaluation = search(child, depth - 1, alpha, beta, not maximizing_player)
        if evaluation < best if maximizing_player else evaluation > best:
            break
"""


def _search(*changes: tuple[str, str]) -> Search:
    """Return alpha-beta with its text changed, and with nothing in it that tells how."""
    text, file = ALPHA_BETA, f"<search {len(linecache.cache)}>"
    for old, new in changes:
        text = text.replace(old, new)
    text = MAX_FIRST + text if "def value" in text else text
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    names: dict[str, Any] = {"inf": inf, "__name__": "searches"}
    exec(compile(text, file, "exec"), names)
    found: Search = names["search"]
    return found


gives_up = _search((GIVES_UP.partition("        if")[0], GIVES_UP))
RIGHT_SEARCHES = {
    "alphabeta": _search(),
    "fails_hard": _search(
        (
            "best = max(best, evaluation)\n            alpha = max(alpha, best)",
            "alpha = min(beta, max(alpha, evaluation))",
        ),
        (
            "best = min(best, evaluation)\n            beta = min(beta, best)",
            "beta = max(alpha, min(beta, evaluation))",
        ),
        ("return best", "return alpha if maximizing_player else beta"),
        ("    best = -inf if maximizing_player else inf\n", ""),
    ),
}
WRONG_SEARCHES = {
    "looks at two moves only. Do your trees have nodes with three?": _search(("children()", "children()[:2]")),
    "starts MAX at 0. Are there trees in your test on which MAX has only negative values?": _search(
        ("-inf if", "0 if")
    ),
    'lets MAX begin although MIN is to move. Does your test try root="min"?': _search(("search(", "value(")),
    "stops at the first move that is worse than the best so far. Do your trees have nodes with three?": gives_up,
    "gives every value right and prunes nothing. Only counting shows it: len(trace(search, t).leaves).": _search(
        ("beta = min(beta, best)", "alpha = min(alpha, evaluation)")
    ),
}


def _exposed(answer: Any) -> Facts:
    root = read_tree(answer)
    got, right = gives_up(root, root.height, -inf, inf, root.is_max), worth(root)
    if got == right:
        why = "Somewhere the best move must come after a worse one."
        if all(len(node.children) <= 2 for node in root):
            why = "With two moves everywhere it gets away: when it gives up, there is nothing left to miss."
        told = f"On your tree the suspect returns {number(got)}, and that is right. {why}"
        raise Fault(told, id="shows-nothing", example=Example(root, None, number(got)))
    return {"got": number(got), "right": number(right)}


def _tester(answer: Any) -> Facts:
    test = read_function(answer, "search")
    name = name_of(test)
    for called, search in RIGHT_SEARCHES.items():
        if not _passes(test, search):
            raise Fault(f"{name}({called}) is false, and {called} is right.", id="right-refused")
    for flaw, search in WRONG_SEARCHES.items():
        if _passes(test, search):
            raise Fault(f"{name} lets one wrong search pass: it {flaw}", id="wrong-accepted")
    if not _passes(test, RIGHT_SEARCHES["alphabeta"]):
        told = f"{name} was given a right search once more, and now it is false: the answer hangs on what came before."
        raise Fault(told, id="kept-between-calls")
    return {"count": len(WRONG_SEARCHES)}


def _passes(test: Callable[..., Any], search: Search) -> bool:
    said = call(test, search, seconds=TEST_SECONDS)
    if not isinstance(said, bool):
        raise unfit(f"{name_of(test)} should return True or False, and it returned {quoted(said)}.")
    return said


def _bounds(answer: Any) -> None:
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


def _why_sign(event: Return, said: str, cuts: Any) -> str:
    node, value = event.node, number(event.value)
    if said not in {sign for signs in SIGNS.values() for sign in signs}:
        return f'{quoted(said)} is none of the signs: "=", ">=" or "<=".'
    if event.kind == "exact":
        return f"{node.name} returned {value}, and nothing that matters was left out below it: is it not known exactly?"
    left = next((cut.skipped for cut in cuts if cut.node == node), ())
    if not left:
        return f"{node.name} returned {value}, but what came back from below was only a bound: so is this."
    player, more = ("MAX", "more") if node.is_max else ("MIN", "less")
    names = " and ".join(child.name for child in left)
    return f"{node.name} returned {value} without a look at {names}, where {player} may find {more} still."


GRADES = {
    "5.1": partial(judge_search, contract=ALPHABETA),
    "5.2": _exposed,
    "5.3": _tester,
    "5.4": about(_bounds, VIDEO_TREE, "wrong-prediction"),
}
