"""Mutations: changes of one line of a search, and different faulty alpha-betas made by them."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from math import inf
from typing import Any

from minimax_lessons.exercises.edits import Edit, edits, put
from minimax_lessons.exercises.leaf_accesses import Ledger, Path, TooManyQuestions, Watched, watched
from minimax_lessons.search import alphabeta
from minimax_lessons.trees import Node, Root, random_tree, tree

__all__ = [
    "FOR_BOTH_PLAYERS",
    "Behaviour",
    "FaultySearch",
    "behaviour",
    "difference",
    "faulty_searches",
    "mutations",
]

FOR_BOTH_PLAYERS = """
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
MOST_ASKED = 60  # times as many questions as a tree has nodes: no search that ends asks so many
# the value, or the name of an error; the places looked at, in order; how many times they were
# asked for their values
Behaviour = tuple[Any, tuple[Path, ...], int]


def mutations(statement: ast.stmt) -> Iterator[Edit]:
    """Yield every change of one line of a search: repairs of faults, and new faults."""
    yield from edits(statement)
    yield from _spoilt(statement)


def _spoilt(statement: ast.stmt) -> Iterator[Edit]:
    """Yield the edits that only make faults, for example a bound that is not passed on."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Call):
            for place, passed in enumerate(node.args):
                if isinstance(passed, ast.Name | ast.UnaryOp):
                    for bound in ('float("-inf")', 'float("inf")'):
                        why = f"passes {bound} for {ast.unparse(passed)}"
                        yield put((0, "mutant", why, bound), node, (node.args, place))
        if isinstance(node, ast.Assign) and isinstance(
            node.value, ast.Name | ast.UnaryOp | ast.Constant | ast.IfExp
        ):
            yield put((0, "mutant", "begins with 0", "0"), node, (vars(node), "value"))
        for _, body in ast.iter_fields(node):
            if isinstance(body, list) and len(body) > 1 and isinstance(body[0], ast.stmt):
                for place, line in enumerate(body):
                    block, left = (body, slice(None)), [*body[:place], *body[place + 1 :]]
                    yield put((0, "mutant", "is left out", left), line, block)
                    yield put((0, "mutant", "comes first", [line, *left]), line, block)


# What a search does on a tree


def behaviour(search: Callable[..., Any], root: Watched) -> Behaviour:
    """Return the value and the places looked at of a search that searches a tree to its end."""
    ledger = root.ledger
    ledger.start(most=MOST_ASKED * len(ledger.nodes))
    try:
        value = search(root, root.height, -inf, inf, root.is_max)
    except TooManyQuestions:
        value = "endless"
    except Exception as error:
        value = type(error).__name__
    return value, tuple(ledger.places), ledger.asked


# Alpha-beta with one line changed


@dataclass(frozen=True)
class FaultySearch:
    """Alpha-beta with one change, and what was changed."""

    search: Callable[..., Any]
    change: str

    def __str__(self) -> str:
        return self.change


@cache
def faulty_searches() -> tuple[FaultySearch, ...]:
    """Return more than 200 faulty alpha-betas that all behave differently.

    Their values and leaves are compared on trees of many shapes. Two changes with the same
    effect on all of these trees count once, under the shorter description. A change that makes
    the search endless is left out, because every test finds it.
    """
    trees = [watched(root, Ledger()) for root in _distinguishing_trees()]
    right = tuple(behaviour(alphabeta, root) for root in trees)
    kinds: dict[tuple[Behaviour, ...], FaultySearch] = {}
    for changed in _changed_searches():
        behaviours = tuple(behaviour(changed.search, root) for root in trees)
        if behaviours != right and not all(isinstance(value, str) for value, *_ in behaviours):
            kinds[behaviours] = min(
                kinds.get(behaviours, changed), changed, key=lambda faulty: len(faulty.change)
            )
    return tuple(kinds.values())


def _distinguishing_trees() -> Iterator[Node]:
    """Yield small and large trees that show faults: both roots, ties and negative values."""
    roots: tuple[Root, ...] = ("max", "min")
    for root in roots:
        for nested in (
            3,
            [-2],
            [4, [5]],
            [[3, 5, 2], [9, 1]],
            [2, [3, [1, 4]]],
            [[[0, 1], 0], [0, 2]],
        ):
            yield tree(nested, root)
        for seed in range(30):
            values = ((-9, 9), (-2, 2), (-9, -1), (1, 9))[seed % 4]
            yield random_tree(
                (1, 3) if seed % 3 else (2, 3), 2 + seed % 3, seed=seed, values=values, root=root
            )


def _changed_searches() -> Iterator[FaultySearch]:
    for text in (inspect.getsource(alphabeta), FOR_BOTH_PLAYERS):
        function = _plain(text)
        name, before, seen = function.name, ast.unparse(function), {ast.unparse(function)}
        for edit in mutations(function):
            edit.do()
            after = ast.unparse(function)
            edit.undo()
            if after not in seen:
                seen.add(after)
                names: dict[str, Any] = {"inf": inf}
                try:
                    exec(compile(after, "<faulty alpha-beta>", "exec"), names)
                except SyntaxError:
                    continue
                change = f"for {_part(function, edit.line)}, {difference(before, after)}"
                yield FaultySearch(names[name], change)


def _plain(text: str) -> ast.FunctionDef:
    """Return a function without annotations and docstring."""
    (function,) = ast.parse(text).body
    assert isinstance(function, ast.FunctionDef)
    function.returns = None
    for argument in function.args.args:
        argument.annotation = None
    if ast.get_docstring(function) is not None:
        function.body = function.body[1:]
    (plain,) = ast.parse(ast.unparse(function)).body
    assert isinstance(plain, ast.FunctionDef)
    return plain


def difference(before: str, after: str) -> str:
    r"""Return the changes from one text to another in words.

    >>> difference("a\nif beta <= alpha:\nb", "a\nif beta < alpha:\nb")
    '`if beta <= alpha:` became `if beta < alpha:`'
    """
    old, new = before.splitlines(), after.splitlines()
    changes = []
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, start, end, first, last in matcher.get_opcodes():
        gone, came = (
            " / ".join(map(str.strip, part)) for part in (old[start:end], new[first:last])
        )
        if kind == "insert":
            changes.append(f"`{came}` is new")
        elif kind == "delete":
            changes.append(f"`{gone}` is gone")
        elif kind == "replace":
            changes.append(f"`{gone}` became `{came}`")
    return ", ".join(changes)


def _part(function: ast.FunctionDef, line: int) -> str:
    """Return for whom a line of a search runs: for MAX, for MIN or for both."""
    for node in ast.walk(function):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "maximizing_player":
            for player, body in (("MAX", node.body), ("MIN", node.orelse)):
                if body and body[0].lineno <= line <= (body[-1].end_lineno or 0):
                    return player
    return "both players"
