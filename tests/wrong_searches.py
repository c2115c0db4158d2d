"""Wrong searches: the mistakes that people make, each a small change to a right one, with the fault and its line."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, Literal

MINIMAX = """
def search(position, depth, maximizing_player):
    if depth == 0 or position.is_over:
        return position.evaluate()
    if maximizing_player:
        max_eval = -inf
        for child in position.children():
            evaluation = search(child, depth - 1, False)
            max_eval = max(max_eval, evaluation)
        return max_eval
    else:
        min_eval = inf
        for child in position.children():
            evaluation = search(child, depth - 1, True)
            min_eval = min(min_eval, evaluation)
        return min_eval
"""

ALPHABETA = """
def search(position, depth, alpha, beta, maximizing_player):
    if depth == 0 or position.is_over:
        return position.evaluate()
    if maximizing_player:
        max_eval = -inf
        for child in position.children():
            evaluation = search(child, depth - 1, alpha, beta, False)
            max_eval = max(max_eval, evaluation)
            alpha = max(alpha, evaluation)
            if beta <= alpha:
                break
        return max_eval
    else:
        min_eval = inf
        for child in position.children():
            evaluation = search(child, depth - 1, alpha, beta, True)
            min_eval = min(min_eval, evaluation)
            beta = min(beta, evaluation)
            if beta <= alpha:
                break
        return min_eval
"""

ONE_LOOP = """
def search(node, depth, a, b, maximizing):
    if depth == 0 or node.is_over:
        return node.evaluate()
    best = -inf if maximizing else inf
    for child in node.children():
        value = search(child, depth - 1, a, b, not maximizing)
        if maximizing:
            if value > best:
                best = value
            a = max(a, best)
        else:
            if value < best:
                best = value
            b = min(b, best)
        if a >= b:
            return best
    return best
"""

FAIL_HARD = """
def search(node, depth, alpha, beta, maximizing):
    if depth == 0 or node.is_over:
        return node.evaluate()
    if maximizing:
        for child in node.children():
            score = search(child, depth - 1, alpha, beta, False)
            if score >= beta:
                return beta
            if score > alpha:
                alpha = score
        return alpha
    for child in node.children():
        score = search(child, depth - 1, alpha, beta, True)
        if score <= alpha:
            return alpha
        if score < beta:
            beta = score
    return beta
"""

NEGAMAX = """
def search(node, depth, alpha, beta, color):
    if depth == 0 or node.is_over:
        return color * node.evaluate()
    best = -inf
    for child in node.children():
        score = -search(child, depth - 1, -beta, -alpha, -color)
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best
"""

LISTS = """
def search(node, alpha, beta, maximizing):
    if not isinstance(node, list):
        return node
    best = -inf if maximizing else inf
    for child in node:
        score = search(child, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""

TABLE = """
table = {}

def search(position, depth, alpha, beta, maximizing_player):
    key = (str(position.nested), depth, maximizing_player)
    if key in table:
        return table[key]
    table[key] = look(position, depth, alpha, beta, maximizing_player)
    return table[key]

def look(position, depth, alpha, beta, maximizing_player):
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


@dataclass(frozen=True)
class Wrong:
    """A wrong search, and what a diagnosis must say of it."""

    search: Callable[..., Any]
    kind: Literal["minimax", "alphabeta"]
    fault: str  # its id
    line: int | None  # that is proved to be at fault, or raised


WRONG: dict[str, Wrong] = {}


def wrong(name: str, source: str, *changes: tuple[str, str], fault: str, line: int | None) -> None:
    """Add the search that the changes make of a right one; each changes the last place where its text stands."""
    for old, new in changes:
        before, found, after = source.rpartition(old)
        assert found, f"{name}: {old!r} does not occur"
        source = before + new + after
    kind: Literal["minimax", "alphabeta"] = (
        "minimax" if "alpha" not in source and " a, b" not in source else "alphabeta"
    )
    WRONG[name] = Wrong(compiled(source, name), kind, fault, line)


def compiled(source: str, name: str, **names: Any) -> Callable[..., Any]:
    """Return the function ``search`` of a source text that Python can show lines of, as it can of a notebook's cell."""
    file = f"<{name}>"
    source = source.lstrip("\n")
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    scope: dict[str, Any] = {"inf": inf, "__name__": "__main__", **names}
    exec(compile(source, file, "exec"), scope)
    search: Callable[..., Any] = scope["search"]
    return search


MAX_CALL = "search(child, depth - 1, alpha, beta, False)"
MIN_CALL = "search(child, depth - 1, alpha, beta, True)"
CUT = """            if beta <= alpha:
                break
"""

# Alpha-beta that prunes too little: the value is right, and only the trace can tell

wrong(
    "alpha_lowered_instead_of_beta",
    ALPHABETA,
    ("beta = min(beta, evaluation)", "alpha = min(alpha, evaluation)"),
    fault="wrong-bound-moved",
    line=18,
)
wrong(
    "beta_raised_instead_of_alpha",
    ALPHABETA,
    ("alpha = max(alpha, evaluation)", "beta = max(beta, evaluation)"),
    fault="wrong-bound-moved",
    line=9,
)
wrong(
    "no_cut_at_all",
    ALPHABETA,
    (CUT, ""),
    (CUT, ""),
    fault="never-prunes",
    line=None,
)
wrong(
    "no_cut_at_min",
    ALPHABETA,
    (CUT, ""),
    fault="no-cut",
    line=15,
)
wrong(
    "no_cut_at_max",
    ALPHABETA,
    ("alpha = max(alpha, evaluation)\n" + CUT, "alpha = max(alpha, evaluation)\n"),
    fault="no-cut",
    line=6,
)
wrong(
    "windows_never_passed",
    ALPHABETA,
    (MAX_CALL, "search(child, depth - 1, -inf, inf, False)"),
    (MIN_CALL, "search(child, depth - 1, -inf, inf, True)"),
    fault="never-prunes",
    line=None,
)
wrong(
    "window_not_passed_by_max",
    ALPHABETA,
    (MAX_CALL, "search(child, depth - 1, -inf, inf, False)"),
    fault="window-not-passed",
    line=7,
)
wrong(
    "shallow_cuts_only",
    ALPHABETA,
    (MAX_CALL, "search(child, depth - 1, alpha, inf, False)"),
    (MIN_CALL, "search(child, depth - 1, -inf, beta, True)"),
    fault="looks-too-much",
    line=None,
)
wrong(
    "alpha_never_raised",
    ALPHABETA,
    ("            alpha = max(alpha, evaluation)\n", ""),
    fault="bound-not-moved",
    line=6,
)
wrong(
    "beta_never_lowered",
    ALPHABETA,
    ("            beta = min(beta, evaluation)\n", ""),
    fault="bound-not-moved",
    line=15,
)
wrong(
    "alpha_falls_again",
    ALPHABETA,
    ("alpha = max(alpha, evaluation)", "alpha = evaluation"),
    fault="bound-wrongly-moved",
    line=9,
)
wrong(
    "cuts_only_when_equal",
    ALPHABETA,
    ("beta <= alpha", "beta == alpha"),
    ("beta <= alpha", "beta == alpha"),
    fault="never-prunes",
    line=None,
)
wrong(
    "plain_minimax_with_unused_bounds",
    ALPHABETA,
    ("            beta = min(beta, evaluation)\n" + CUT, ""),
    ("            alpha = max(alpha, evaluation)\n" + CUT, ""),
    fault="never-prunes",
    line=None,
)
wrong(
    "defaults_instead_of_bounds",
    ALPHABETA,
    (MAX_CALL, "search(child, depth - 1, maximizing_player=False)"),
    (MIN_CALL, "search(child, depth - 1, maximizing_player=True)"),
    ("alpha, beta, maximizing_player", "alpha=-inf, beta=inf, maximizing_player=True"),
    fault="never-prunes",
    line=None,
)
wrong(
    "negamax_without_a_window",
    NEGAMAX,
    ("-beta, -alpha", "-inf, inf"),
    fault="window-not-passed",
    line=6,
)
wrong(
    "lists_with_fresh_bounds",
    LISTS,
    ("search(child, alpha, beta, not", "search(child, -inf, inf, not"),
    fault="window-not-passed",
    line=6,
)

# Alpha-beta that prunes too much

wrong(
    "beta_moves_at_max_too",
    ALPHABETA,
    (
        "            alpha = max(alpha, evaluation)\n",
        "            alpha = max(alpha, evaluation)\n            beta = min(beta, evaluation)\n",
    ),
    fault="line-too-much",
    line=10,
)
wrong(
    "alpha_moves_at_min_too",
    ONE_LOOP,
    ("            b = min(b, best)", "            b = min(b, best)\n            a = max(a, value)"),
    fault="line-too-much",
    line=15,
)
wrong(
    "bounds_swapped_in_the_call",
    ALPHABETA,
    (MAX_CALL, "search(child, depth - 1, beta, alpha, False)"),
    fault="bounds-swapped",
    line=7,
)
wrong(
    "break_before_the_update",
    ALPHABETA,
    (
        "            max_eval = max(max_eval, evaluation)\n            alpha = max(alpha, evaluation)\n"
        + CUT,
        "            if evaluation >= beta:\n                break\n"
        "            max_eval = max(max_eval, evaluation)\n            alpha = max(alpha, evaluation)\n",
    ),
    fault="break-before-update",
    line=8,
)
wrong(
    "break_before_the_update_at_min",
    ALPHABETA,
    (
        "            min_eval = min(min_eval, evaluation)\n            beta = min(beta, evaluation)\n"
        + CUT,
        "            beta = min(beta, evaluation)\n"
        + CUT
        + "            min_eval = min(min_eval, evaluation)\n",
    ),
    fault="break-before-update",
    line=18,
)
wrong(
    "cut_while_open",
    ALPHABETA,
    ("if beta <= alpha", "if alpha <= beta"),
    fault="wrong-comparison",
    line=19,
)
wrong(
    "cut_on_alpha_alone",
    ALPHABETA,
    (
        "alpha = max(alpha, evaluation)\n            if beta <= alpha",
        "alpha = max(alpha, evaluation)\n            if evaluation <= alpha",
    ),
    fault="wrong-name",
    line=10,
)
wrong(
    "return_inside_the_loop",
    ALPHABETA,
    (CUT + "        return min_eval", CUT + "            return min_eval"),
    fault="return-in-loop",
    line=21,
)
wrong(
    "best_instead_of_beta_in_the_call",
    ALPHABETA,
    (MIN_CALL, "search(child, depth - 1, min_eval, beta, True)"),
    fault="window-not-passed",
    line=16,
)
wrong(
    "bounds_in_globals",
    """
alpha, beta = -inf, inf

def search(position, depth, maximizing_player):
    global alpha, beta
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf if maximizing_player else inf
    for child in position.children():
        evaluation = search(child, depth - 1, not maximizing_player)
        if maximizing_player:
            best = max(best, evaluation)
            alpha = max(alpha, best)
        else:
            best = min(best, evaluation)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
""",
    fault="kept-between-calls",
    line=None,
)
wrong(
    "fail_hard_returns_alpha_at_min",
    FAIL_HARD,
    ("    return beta", "    return alpha"),
    fault="bound-returned",
    line=18,
)
wrong(
    "bounds_remembered_as_values",
    TABLE,
    fault="kept-between-calls",
    line=None,
)

# Negamax

wrong(
    "negamax_not_negated",
    NEGAMAX,
    ("-search(", "search("),
    fault="not-negated",
    line=6,
)
wrong(
    "negamax_window_not_swapped",
    NEGAMAX,
    ("-beta, -alpha", "-alpha, -beta"),
    fault="negamax-window",
    line=6,
)
wrong(
    "negamax_window_as_it_is",
    NEGAMAX,
    ("-beta, -alpha", "alpha, beta"),
    fault="negamax-window",
    line=6,
)
wrong(
    "negamax_window_not_negated",
    NEGAMAX,
    ("-beta, -alpha", "beta, alpha"),
    fault="negamax-window",
    line=6,
)
wrong(
    "negamax_leaf_without_colour",
    NEGAMAX,
    ("color * node.evaluate()", "node.evaluate()"),
    fault="leaf-sign",
    line=3,
)
wrong(
    "negamax_colour_never_turns",
    NEGAMAX,
    ("-alpha, -color", "-alpha, color"),
    fault="wrong-turn",
    line=6,
)

# Minimax

wrong(
    "max_and_min_swapped",
    MINIMAX,
    ("min(min_eval, evaluation)", "max(min_eval, evaluation)"),
    ("max(max_eval, evaluation)", "min(max_eval, evaluation)"),
    fault="wrong-value",
    line=None,
)
wrong(
    "max_at_min",
    MINIMAX,
    ("min_eval = min(min_eval", "min_eval = max(min_eval"),
    ("min_eval = inf", "min_eval = -inf"),
    fault="wrong-value",
    line=None,
)
wrong(
    "turn_not_passed_on",
    MINIMAX,
    ("depth - 1, False)", "depth - 1, True)"),
    fault="wrong-turn",
    line=7,
)
wrong(
    "turn_not_turned",
    ONE_LOOP,
    ("not maximizing)", "maximizing)"),
    fault="wrong-turn",
    line=6,
)
wrong(
    "min_starts_at_minus_infinity",
    MINIMAX,
    ("min_eval = inf", "min_eval = -inf"),
    fault="starting-value",
    line=11,
)
wrong(
    "max_starts_at_zero",
    MINIMAX,
    ("max_eval = -inf", "max_eval = 0"),
    fault="starting-value",
    line=5,
)
wrong(
    "min_starts_at_hundred",
    MINIMAX,
    ("min_eval = inf", "min_eval = 100"),
    fault="starting-value",
    line=11,
)
wrong(
    "best_never_updated",
    MINIMAX,
    ("max_eval = max(max_eval, evaluation)", "max(max_eval, evaluation)"),
    fault="never-updated",
    line=8,
)
wrong(
    "zero_taken_for_nothing",
    ONE_LOOP,
    ("best = -inf if maximizing else inf", "best = None"),
    ("if value > best", "if not best or value > best"),
    ("if value < best", "if not best or value < best"),
    fault="wrong-value",
    line=None,
)
wrong(
    "the_last_child_wins",
    MINIMAX,
    ("max_eval = max(max_eval, evaluation)", "max_eval = evaluation"),
    fault="last-child",
    line=8,
)
wrong(
    "first_child_skipped",
    MINIMAX,
    ("children()", "children()[1:]"),
    fault="child-skipped",
    line=12,
)
wrong(
    "last_child_skipped",
    MINIMAX,
    ("children()", "children()[:-1]"),
    fault="child-skipped",
    line=12,
)
wrong(
    "only_two_children",
    MINIMAX,
    ("children()", "children()[:2]"),
    fault="child-skipped",
    line=12,
)
wrong(
    "minimax_returns_in_the_loop",
    MINIMAX,
    ("        return max_eval", "            return max_eval"),
    fault="return-in-loop",
    line=9,
)
wrong(
    "return_missing",
    MINIMAX,
    ("        return min_eval\n", ""),
    fault="no-number",
    line=None,
)
wrong(
    "leaf_return_missing",
    MINIMAX,
    ("return position.evaluate()", "position.evaluate()"),
    fault="evaluation-dropped",
    line=3,
)
wrong(
    "leaf_sign",
    MINIMAX,
    ("return position.evaluate()", "return -position.evaluate()"),
    fault="leaf-sign",
    line=3,
)
wrong(
    "leaf_for_the_mover",
    MINIMAX,
    (
        "return position.evaluate()",
        "return position.evaluate() if maximizing_player else -position.evaluate()",
    ),
    fault="leaf-sign",
    line=3,
)
wrong(
    "leaf_counts_nothing",
    MINIMAX,
    ("return position.evaluate()", "return position.evaluate() if position.is_over else 0"),
    fault="leaf-value",
    line=3,
)
wrong(
    "end_of_the_game_forgotten",
    MINIMAX,
    ("depth == 0 or position.is_over", "depth == 0"),
    fault="end-forgotten",
    line=2,
)
wrong(
    "depth_forgotten",
    MINIMAX,
    ("depth == 0 or position.is_over", "position.is_over"),
    fault="depth-forgotten",
    line=2,
)
wrong(
    "depth_not_counted",
    MINIMAX,
    ("depth - 1", "depth"),
    ("depth - 1", "depth"),
    fault="depth-forgotten",
    line=None,
)
wrong(
    "one_move_too_few",
    MINIMAX,
    ("depth == 0", "depth == 1"),
    fault="wrong-number",
    line=2,
)
wrong(
    "one_move_too_many",
    MINIMAX,
    ("depth == 0", "depth < 0"),
    fault="wrong-number",
    line=2,
)
wrong(
    "depth_counted_twice",
    MINIMAX,
    ("depth - 1", "depth - 2"),
    fault="depth-not-counted",
    line=13,
)
wrong(
    "child_not_passed",
    MINIMAX,
    ("search(child,", "search(position,"),
    fault="child-not-passed",
    line=13,
)
wrong(
    "value_passed_for_the_child",
    MINIMAX,
    ("search(child,", "search(min_eval,"),
    fault="wrong-name",
    line=13,
)
wrong(
    "returns_the_move",
    """
def search(position, depth, maximizing_player):
    if depth == 0 or position.is_over:
        return position.evaluate()
    best, best_move = (-inf if maximizing_player else inf), None
    for move in position.moves():
        value = search(position.play(move), depth - 1, not maximizing_player)
        if value > best if maximizing_player else value < best:
            best, best_move = value, move
    return best_move
""",
    fault="wrong-name",
    line=9,
)
wrong(
    "position_passed_again_and_again",
    LISTS,
    ("search(child, alpha", "search(node, alpha"),
    fault="child-not-passed",
    line=6,
)
wrong(
    "returns_text",
    MINIMAX,
    ("return position.evaluate()", "return str(position.evaluate())"),
    fault="leaf-value",
    line=3,
)
wrong(
    "an_average_instead_of_the_least",
    """
def search(position, depth, maximizing_player):
    if depth == 0 or position.is_over:
        return position.evaluate()
    values = [search(child, depth - 1, not maximizing_player) for child in position.children()]
    return max(values) if maximizing_player else sum(values) / len(values)
""",
    fault="wrong-value",
    line=None,
)
wrong(
    "loops_for_ever",
    MINIMAX,
    (
        "        for child in position.children():\n            evaluation = search(child, depth - 1, True)",
        "        while True:\n            child = position.children()[0]\n"
        "            evaluation = search(child, depth - 1, True)",
    ),
    fault="never-ends",
    line=None,
)
wrong(
    "empty_loop_for_ever",
    MINIMAX,
    (
        "        min_eval = inf\n",
        "        min_eval = inf\n        while depth:\n            pass\n",
    ),
    fault="never-ends",
    line=None,
)
wrong(
    "one_line_for_ever",
    MINIMAX,
    ("        min_eval = inf\n", "        min_eval = inf\n        while True: pass\n"),
    fault="never-ends",
    line=None,
)
wrong(
    "no_end_to_the_recursion",
    MINIMAX,
    ("    if depth == 0 or position.is_over:\n        return position.evaluate()\n", ""),
    fault="end-forgotten",
    line=1,
)
wrong(
    "takes_children_out_of_the_list",
    LISTS,
    (
        "for child in node:\n        score = search(child, ",
        "while node:\n        child = node.pop(0)\n        score = search(child, ",
    ),
    fault="tree-changed",
    line=None,
)
wrong(
    "writes_into_the_node",
    MINIMAX,
    ("        return min_eval", "        position.value = min_eval\n        return min_eval"),
    fault="line-too-much",
    line=15,
)
wrong(
    "best_kept_in_a_global",
    """
best = -inf

def search(position, depth, maximizing_player):
    global best
    if depth == 0 or position.is_over:
        return position.evaluate()
    values = [search(child, depth - 1, not maximizing_player) for child in position.children()]
    if not maximizing_player:
        return min(values)
    best = max(best, *values)
    return best
""",
    fault="kept-between-calls",
    line=None,
)
wrong(
    "misspelt_name",
    MINIMAX,
    ("return max_eval", "return maxEval"),
    fault="wrong-name",
    line=9,
)

PVS = """
def search(node, depth, alpha, beta, color):
    if depth == 0 or node.is_over:
        return color * node.evaluate()
    best = -inf
    for number, child in enumerate(node.children()):
        if number == 0:
            score = -search(child, depth - 1, -beta, -alpha, -color)
        else:
            score = -search(child, depth - 1, -alpha - 1, -alpha, -color)
            if alpha < score < beta:
                score = -search(child, depth - 1, -beta, -alpha, -color)
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best
"""
wrong(
    "null_window_not_searched_again",
    PVS,
    ("if alpha < score < beta", "if alpha > score"),
    fault="wrong-comparison",
    line=10,
)
wrong(
    "null_window_search_cuts_while_open",
    PVS,
    ("if alpha >= beta", "if alpha <= beta"),
    fault="wrong-comparison",
    line=14,
)
wrong(
    "negamax_takes_the_smallest",
    NEGAMAX,
    ("best = max(best, score)", "best = min(best, score)"),
    fault="max-min-swapped",
    line=7,
)
wrong(
    "depth_kept_by_one_player",
    ALPHABETA,
    ("search(child, depth - 1, alpha, beta, True)", "search(child, depth, alpha, beta, True)"),
    fault="depth-not-counted",
    line=16,
)
wrong(
    "bound_moved_the_wrong_way",
    ONE_LOOP,
    ("b = min(b, best)", "a = min(a, best)"),
    fault="wrong-bound-moved",
    line=14,
)
