from __future__ import annotations

import ast
import functools
from math import inf
from typing import Any

import pytest

from minimax_lessons.search import alphabeta
from minimax_lessons.tracing.source import bound_elsewhere, read, role_of, roles_in_use, turns
from minimax_lessons.tracing.syntax import Syntax


def syntax(text: str) -> Syntax:
    """Return the syntax of the function f that a text defines."""
    return Syntax(ast.parse(text).body[0], frozenset("f"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("alpha", "alpha"),
        ("α", "alpha"),
        ("alphaValue", "alpha"),
        ("betaBound", "beta"),
        ("maximizingPlayer", "turn"),
        ("is_min", "turn"),
        ("remaining_depth", "depth"),
        ("color", "colour"),
        ("window", "window"),
        ("board", None),
        ("a", None),
    ],
)
def test_names_tell_their_role(name: str, role: str | None):
    assert role_of(name) == role


def test_a_and_b_are_the_bounds_only_together():
    assert (role_of("a", frozenset("ab")), role_of("b", frozenset("ab"))) == ("alpha", "beta")


@pytest.mark.parametrize(
    ("body", "best"),
    [
        ("    best = max(best, f(c))\n return best", ("best",)),
        # s is a child's result
        ("    s = f(c)\n    if s > v: v = s\n    if s > 5: return s\n return v", ("v", "s")),
        ("    n += 1\n    v = max(v, f(c))\n return n, v", ("v", "n")),  # n counts
        ("    column = c\n    v = max(v, f(c))\n return column, v", ("v", "column")),
        (
            "    alpha = max(alpha, f(c))\n    if alpha > 3: return quiet(beta)\n return alpha",
            ("alpha",),
        ),
    ],
)
def test_the_best_so_far_is_what_is_compared_and_returned(body: str, best: tuple[str, ...]):
    assert syntax(f"def f(node):\n for c in node:\n{body}").best == best


@pytest.mark.parametrize(
    ("expression", "negated"),
    [
        ("-f(c)", True),
        ("f(c) * -1", True),
        ("0 - f(c)", True),
        ("-f(c)[0]", True),
        ("f(c) - 1", False),
        ("f(-c)", False),
    ],
)
def test_a_negated_result_is_a_sign_of_negamax(expression: str, negated: bool):
    assert syntax(f"def f(c): return {expression}").negates == negated


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "def f(n, player):\n if player == 'max': return 1\n return f(n, 'min')",
            {"player": ("max", "min")},
        ),
        (
            "def f(n, player):\n if player == 1: return max_of(n)\n return f(n, 2)",
            {"player": (1, 2)},
        ),
        (
            "def f(n, agent):\n if agent == 0: return max_value(n)\n return min_value(n)",
            {"agent": (0, 1)},
        ),
        (
            "def f(n, player):\n if player == 'B': return max(n)\n return f(n, 'A')",
            {"player": ("B", "min")},
        ),
        ("def f(n, player): return -f(n, -player)", {"player": "sign"}),
        ("def f(n, is_min): return f(n, not is_min)", {"is_min": (False, True)}),
    ],
)
def test_whose_turn_it_is_can_be_told_in_many_ways(text: str, told: dict[str, Any]):
    assert dict(turns(syntax(text))) == told


def test_recursive_calls_show_the_role_of_a_parameter_without_a_telling_name():
    text = "def f(p, q, r, s): return max(f(c, not q, r - 1, -s) for c in p)"
    assert dict(roles_in_use(syntax(text))) == {"q": "turn", "r": "depth", "s": "colour"}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("def f(node, window): return window[0]", "window[0]"),
        ("def f(self, node):\n self.alpha = 3", "self.alpha"),
        ("def f(node):\n global ALPHA\n ALPHA = 3", "ALPHA"),
        ("def f(node):\n other.alpha = 3", None),
    ],
)
def test_bounds_are_found_where_they_are_kept(text: str, place: str | None):
    assert bound_elsewhere(syntax(text), "alpha") == place


@pytest.mark.parametrize(
    ("text", "knows"),
    [
        ("def f(node): return node if isinstance(node, int) else 0", True),
        ("def f(node, depth):\n if depth == 0: return node\n return 1", True),
        ("def f(node, sign): return sign * node", True),
        ("def f(n): return max(f(n - k) for k in (1, 2))", False),
        ("def f(board): return value(board)", False),
    ],
)
def test_a_search_on_nested_lists_takes_a_leaf_for_its_value(text: str, knows: bool):
    assert bool({name for name in syntax(text).leaves if role_of(name) is None}) == knows


# Which functions take part


def helper_that_recurses(node):
    return 1 + max((helper_that_recurses(child) for child in node), default=0)


class Engine:
    def __init__(self) -> None:
        self.rules = Rules()

    def search(self, node, depth):
        return max(self.rules.reply(self, child, depth - 1) for child in node)


class Rules:
    def reply(self, engine, node, depth):
        return engine.search(node, depth)


class Lonely:
    def search(self, node, depth):
        return max(self.search(child, depth - 1) for child in node)


def makes_its_own_engine(node, depth):
    engine = Lonely()
    return engine.search(node, depth)


def names_of_parts(function: Any, *given: Any) -> set[str]:
    return {part.code.co_name for part in read(function, None, given).recursive_parts}


def test_a_helper_that_happens_to_recurse_is_no_part_of_the_search():
    def measured(node, depth, alpha, beta):
        return helper_that_recurses(node) + max(
            measured(child, depth - 1, alpha, beta) for child in node
        )

    assert names_of_parts(measured) == {"measured"}


def test_methods_are_followed_through_the_objects_that_hold_them():
    assert names_of_parts(Engine().search, Engine()) == {"search", "reply"}
    assert names_of_parts(makes_its_own_engine) == {"search"}


def test_partial_of_partial_is_read_as_the_function_inside():
    search = functools.partial(functools.partial(alphabeta, alpha=-inf), beta=inf)
    assert names_of_parts(search) == {"alphabeta"}


def test_a_function_of_an_installed_package_is_not_followed():
    def search(node):
        return pytest.approx(max(search(child) for child in node))

    assert names_of_parts(search) == {"search"}
