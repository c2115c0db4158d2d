"""The exercises of lesson 5: bugs that hide, and how to find them."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from minimax_lessons.drawing.labels import number
from minimax_lessons.events import Leaf, Return
from minimax_lessons.exercises.answers import read_function, read_tree
from minimax_lessons.exercises.calling import call
from minimax_lessons.exercises.contracts import ALPHABETA
from minimax_lessons.exercises.explanation import judge_search
from minimax_lessons.exercises.faults import Fault, Right
from minimax_lessons.exercises.task import Task
from minimax_lessons.exercises.tasks.lesson_1 import worth
from minimax_lessons.position import Position
from minimax_lessons.search import alphabeta
from minimax_lessons.tracing.run import trace
from minimax_lessons.trees import VIDEO_TREE

__all__ = ["TASKS"]

Search = Callable[[Any, int, float, float, bool], float]
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
    return alphabeta(position, depth, alpha, beta, True)


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
        raise Fault(f"On your tree the suspect returns {number(got)}, and that is right. {why}")
    return f"It returned {number(got)} instead of {number(right)}. Always test on trees with three moves and more."


def _tester(answer: Any) -> str:
    test = read_function(answer, "search")
    for search in RIGHT_SEARCHES:
        if not _verdict(test, search):
            raise Fault(f"{test.__name__}({search.__name__}) is false, and {search.__name__} is right.")
    for search, flaw in WRONG_SEARCHES:
        if _verdict(test, search):
            raise Fault(f"{test.__name__} lets one wrong search pass: it {flaw}")
    return f"All {len(WRONG_SEARCHES)} wrong searches are caught and the right ones pass: a test worth keeping."


def _verdict(test: Callable[..., Any], search: Search) -> bool:
    said = call(test, search)
    if not isinstance(said, bool):
        raise Fault(f"{test.__name__} should return True or False, and it returned {said!r}.")
    return said


def _bounds(answer: Any) -> str:
    run = trace(alphabeta, VIDEO_TREE)
    nodes = [event for event in run.events if isinstance(event, Return) and not isinstance(event, Leaf)]
    names = ", ".join(event.node.name for event in nodes)
    if not isinstance(answer, list | tuple) or len(answer) != len(nodes):
        raise Fault(f'The answer is a list of {len(nodes)} signs, "=", ">=" or "<=", for {names}.')
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


TASKS = (
    Task(
        "5.1",
        "Repair: nothing is pruned",
        "a function",
        _repaired,
        (
            "Count: len(trace(suspect, VIDEO_TREE).leaves). How many of the eight does it look at?",
            "Which of the two bounds belongs to MIN? Does it ever move?",
        ),
    ),
    Task(
        "5.2",
        "Expose it",
        "a tree",
        _exposed,
        (
            "Read the line that ends with break: when does it give up, and what has it not seen then?",
            "Give MAX three moves: a good one, a bad one, and then a better one.",
        ),
    ),
    Task(
        "5.3",
        "A test that finds them",
        "a function",
        _tester,
        (
            "Compare with minimax on many trees: for seed in range(30): t = random_tree((1, 3), 4, seed=seed).",
            'Let MIN begin in some of them (root="min"), and let some have negative numbers only (values=(-9, -1)).',
            "The value can be right while nothing is pruned: compare len(trace(search, t).leaves) too.",
        ),
    ),
    Task(
        "5.4",
        "Value or bound?",
        "a list of signs",
        _bounds,
        (
            "The nodes return in this order: D, E, B, F, C, A. Which of them were left before all was seen?",
            "E is MAX's and was left after 5: it may be worth more than 5, never less.",
        ),
    ),
)
