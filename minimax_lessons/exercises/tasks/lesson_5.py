"""The exercises of lesson 5: bugs that hide, and how to find them."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from itertools import accumulate
from math import inf
from typing import Any, NamedTuple

from minimax_lessons.check_limits import TEST_SECONDS
from minimax_lessons.events import Leaf, Return
from minimax_lessons.exercises.answers import (
    name_of,
    read_function,
    read_row,
    read_tree,
    result_of,
    unfit,
)
from minimax_lessons.exercises.call_conventions import ALPHABETA
from minimax_lessons.exercises.duel import duel
from minimax_lessons.exercises.exercise import Ask, DataExercise, FunctionExercise
from minimax_lessons.exercises.explanation import judge_search
from minimax_lessons.exercises.faults import Example, Facts, Fault, Right
from minimax_lessons.exercises.mutations import FOR_BOTH_PLAYERS
from minimax_lessons.exercises.tasks.lesson_1 import worth
from minimax_lessons.exercises.trials import Trial
from minimax_lessons.exercises.verdict import Search, judge, looked_at
from minimax_lessons.labels import number_text
from minimax_lessons.own_code import Memory
from minimax_lessons.search import alphabeta
from minimax_lessons.tracing.run import trace
from minimax_lessons.trees import AIMA_TREE, TOY_TREE, VIDEO_TREE, Node, leaves_below, tree

__all__ = ["FEWEST", "GIVEN_TREES", "GRADES"]

AlphaBeta = Callable[[Any, int, float, float, bool], float]
MOST_TREES, MOST_NODES = 40, 5_000  # of a test's trees that the faulty searches are tried on
MOST_LEAVES = 8  # of a tree in the duel, because a large tree alone would kill nearly all
MOST_NAMED = 4  # of the faulty searches that are alive: a sample from all lines
FEWEST = 5  # trees that kill all: the fewest that a search over 15,000 random trees found
# as the sheet of 5.6 has them
GIVEN_TREES = (TOY_TREE, VIDEO_TREE, AIMA_TREE, tree([[3, 5], [2, 9]], root="min"))
SIGNS: dict[str, tuple[str, ...]] = {
    "exact": ("=", "=="),
    "lower": (">=", "≥", "=>"),
    "upper": ("<=", "≤", "=<"),
}
MAX_FIRST = """
def search(position, depth, alpha, beta, maximizing_player):
    return value(position, depth, alpha, beta, True)
"""
RECORDED = """
def search(position, depth, alpha, beta, maximizing_player):
    record(position)
    return value(position, depth, alpha, beta, maximizing_player)
"""
GIVES_UP = """children():
        evaluation = search(child, depth - 1, alpha, beta, not maximizing_player)
        if evaluation < best if maximizing_player else evaluation > best:
            break
"""


def _search(*changes: tuple[str, str], first: str = MAX_FIRST, **names: Any) -> AlphaBeta:
    """Return alpha-beta with its text changed, and with nothing in it that tells how.

    If the search is renamed to ``value``, the function ``first`` calls it.
    """
    text, file = FOR_BOTH_PLAYERS, f"<search {len(linecache.cache)}>"
    for old, new in changes:
        text = text.replace(old, new)
    text = first + text if "def value" in text else text
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    names |= {"inf": inf, "__name__": "searches"}
    exec(compile(text, file, "exec"), names)
    search: AlphaBeta = names["search"]
    return search


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
    "looks at only two moves of each node. Add trees in which a node has three moves.": _search(
        ("children()", "children()[:2]")
    ),
    "starts MAX's best value at 0. Add trees on which MAX can reach only negative values.": _search(
        ("-inf if", "0 if")
    ),
    'lets MAX begin although MIN is to move. Add trees with root="min".': _search(
        ("search(", "value(")
    ),
    "stops at the first move that is worse than the best one so far. Add trees in which a node"
    " has three moves.": gives_up,
    "returns every value right but prunes nothing. Only a count of leaves shows that:"
    " len(trace(search, t).leaves).": _search(
        ("beta = min(beta, best)", "alpha = min(alpha, evaluation)")
    ),
}


def _exposed(root: Node) -> Facts:
    got, right = gives_up(root, root.height, -inf, inf, root.is_max), worth(root)
    if got == right:
        why = (
            "At some node a move must be worse than the best one before it, and a better one"
            " must follow."
        )
        if not any(len(node.children) > 1 for node in root):
            why = (
                "No player has a choice in your tree, so there is no move that the suspect"
                " could miss."
            )
        elif all(len(node.children) <= 2 for node in root):
            why = (
                "With at most two moves at each node, nothing is left to miss when the suspect"
                " gives up."
            )
        text = f"On your tree the suspect returns {number_text(got)}, which is right. {why}"
        raise Fault(text, id="shows-nothing", example=Example(root, None, number_text(got)))
    return {"got": number_text(got), "right": number_text(right)}


class Tested(NamedTuple):
    """A search on which a learner's test is tried, and what the test should say."""

    search: AlphaBeta
    is_right: bool
    refusal: str  # of a test that says something else
    id: str


TESTED = [
    Tested(
        search, True, f"Your test returns False for {name}, but {name} is right.", "right-refused"
    )
    for name, search in RIGHT_SEARCHES.items()
]
TESTED += [
    Tested(search, False, f"Your test accepts a wrong search, which {flaw}", "wrong-accepted")
    for flaw, search in WRONG_SEARCHES.items()
]
AGAIN = (
    "Your test returned False for a right search that it accepted before, so it depends on"
    " earlier calls."
)
TESTED.append(Tested(RIGHT_SEARCHES["alphabeta"], True, AGAIN, "kept-between-calls"))


def _tells_apart(tested: Tested, verdict: bool) -> None:
    if verdict != tested.is_right:
        raise Fault(tested.refusal, id=tested.id)


def _duel(ask: Ask) -> Facts:
    """Return the number of faulty searches that the trees of a right test recognise."""
    table = duel(_trees_of(ask))
    if not table.trees:
        return {"count": len(WRONG_SEARCHES), "duel": ""}
    count = "1 tree" if len(table.trees) == 1 else f"{len(table.trees)} trees"
    text = (
        f" Of {len(table.faults)} faulty searches your {count} can tell {table.killed} from a"
        " right one."
    )
    return {"count": len(WRONG_SEARCHES), "duel": text, "exhibit": table}


def _trees_of(ask: Ask) -> list[Node]:
    """Return the whole trees on which a test calls its search, as many as are soon searched."""
    trees: dict[Node, None] = {}

    def record(position: Any) -> None:
        if isinstance(position, Node) and not position.path and not position.is_sprouted:
            trees[position] = None

    with suppress(Fault):  # the test is right already, whatever it does on this call
        ask(_search(("search(", "value("), first=RECORDED, record=record), seconds=TEST_SECONDS)
    sizes = accumulate(sum(1 for _ in root) for root in trees)
    small = [root for root, size in zip(trees, sizes, strict=True) if size <= MOST_NODES]
    return small[:MOST_TREES]


@cache
def _returned() -> list[Return]:
    """Return the events with which alpha-beta returns from the inner nodes, in their order."""
    events = trace(alphabeta, VIDEO_TREE).events
    return [event for event in events if isinstance(event, Return) and not isinstance(event, Leaf)]


def _read_bounds(answer: Any) -> list[str]:
    """Return a sign for each inner node."""
    names = [event.node.name for event in _returned()]
    wanted = f'a list of {len(names)} signs, "=", ">=" or "<=", for {", ".join(names)}'
    signs = read_row(answer, wanted, len(names), names=names)
    for sign in signs:
        if str(sign).strip() not in sum(SIGNS.values(), ()):
            text = 'Write each sign as "=" (exact), ">=" (a lower bound) or "<=" (an upper bound)'
            raise unfit(f"{text}, not {sign!r}.")
    return [str(sign).strip() for sign in signs]


def _bounds(signs: list[str]) -> None:
    for event, sign in zip(_returned(), signs, strict=True):
        if sign not in SIGNS[event.kind]:
            raise Fault(_why_sign(event, trace(alphabeta, VIDEO_TREE).cutoffs))


def _why_sign(event: Return, cuts: Any) -> str:
    node, value = event.node, number_text(event.value)
    if event.kind == "exact":
        return (
            f"{node.name} returned {value}, and no cut below it hides anything that matters. Is"
            " that only a bound?"
        )
    left = next((cut.skipped for cut in cuts if cut.node == node), ())
    if not left:
        text = f"{node.name} returned {value}, but the result of a child was only a bound"
        return f"{text}, so this value is only a bound as well."
    names = " and ".join(child.name for child in left)
    where = f"where {node.player} may find {'more' if node.is_max else 'less'}"
    return f"{node.name} returned {value} without looking at {names}, {where}."


# The duel: the fewest trees, and the fault that given trees miss


def _fewest(trees: list[Node]) -> Facts:
    table = duel(trees)
    if table.alive:
        few = "is" if len(table.alive) == 1 else "are"
        text = f"{len(table.alive)} of the {len(table.faults)} faulty searches {few} alive, because"
        text += " on each of your trees they return the right value and look at the right leaves."
        some = table.alive[:: -(-len(table.alive) // MOST_NAMED)]
        alive = [("Alive", f"{fault}"[:1].upper() + f"{fault}"[1:]) for fault in some]
        raise Fault(text, id="wrong-accepted", example=Example(table, facts=tuple(alive)))
    score = round(100 * FEWEST / len(trees))
    word = f"That is a record, because the fewest known so far were {FEWEST}."
    if len(trees) == FEWEST:
        word = "No smaller number of trees is known to be enough."
    elif len(trees) > FEWEST:
        word = f"The fewest known are {FEWEST}."
        if table.needless:
            word += (
                f" You can leave out tree {table.needless[0]}, because the other trees kill all"
                " that it kills."
            )
    counts = {"count": len(trees), "faults": len(table.faults), "score": score}
    return {**counts, "word": word, "exhibit": table}


def _read_trees(answer: Any) -> list[Node]:
    answer = read_row(answer, "a list of trees, for example [tree([3, 5]), tree([2, 9])]")
    if len(answer) > MOST_TREES:
        text = f"Your list has {len(answer)} trees."
        raise unfit(f"{text} Leave some out, because at most {MOST_TREES} are searched.")
    trees = [read_tree(entry) for entry in answer]
    for number_, root in enumerate(trees, start=1):
        count = len(leaves_below(root))
        if count > MOST_LEAVES:
            text = f"Tree {number_} has {count} leaves."
            raise unfit(f"{text} In this game a tree has at most {MOST_LEAVES}.")
    return trees


def _hidden(answer: Any) -> Facts:
    hidden = read_function(answer, "position", "depth", "alpha", "beta", "maximizing_player")
    name = name_of(hidden)
    search = Search(hidden, ALPHABETA.conventions[0], prunes=True, memory=Memory(hidden))
    for place, root in enumerate(GIVEN_TREES, start=1):
        trial = Trial(root)
        result = search.alone(trial)
        if result.ended is not None:
            raise result.ended
        where = f"Test {place} finds the fault: on {root!r} {name}"
        if result.value != trial.value:
            text = f"{where} returns {result.value_text}, and {number_text(trial.value)} is right."
            raise Fault(
                text, id="shows-nothing", example=Example(root, trial.value, result.value_text)
            )
        if set(result.places) != looked_at(trial):
            text = f"{where} does not look at the same leaves as alpha-beta."
            right, seen = len(looked_at(trial)), len(result.leaves)
            example = Example(root, f"look at {right} leaves", f"looked at {seen} leaves")
            raise Fault(text, id="shows-nothing", example=example)
    verdict = judge(hidden, ALPHABETA)
    if isinstance(verdict, Right):
        text = f"This check finds no fault in {name}. {verdict.shown}"
        raise Fault(text, id="shows-nothing")
    trial, result = verdict.result.trial, verdict.result
    if result.ended is not None:
        raise result.ended
    if not verdict.steady:
        raise Fault(
            f"{name} behaves differently at each call. Hide a fault that shows at every call."
        )
    got = f"it returns {result.value_text}"
    if result.what == "needless":
        got = f"it looks at {len(result.leaves)} leaves, and {len(looked_at(trial))} are enough"
    return {"tests": len(GIVEN_TREES), "trial": str(trial), "got": got, "exhibit": trial.tree}


GRADES = {
    "5.1": partial(judge_search, contract=ALPHABETA),
    "5.2": DataExercise(_exposed, read_tree),
    "5.3": FunctionExercise(
        ("search",),
        lambda: TESTED,
        _tells_apart,
        lambda ask, tested: ask(tested.search, seconds=TEST_SECONDS),
        result_of(bool, "True or False"),
        then=_duel,
    ),
    "5.4": DataExercise(_bounds, _read_bounds, VIDEO_TREE, "wrong-prediction"),
    "5.5": DataExercise(_fewest, _read_trees),
    "5.6": _hidden,
}
