from __future__ import annotations

import linecache
from math import inf
from typing import Any

from minimax_lessons import TOY_TREE, VIDEO_TREE, alphabeta, minimax, trace
from minimax_lessons.player.listing import listing


def numbered(search: Any) -> dict[str, int]:
    """Return the line of each piece of code that stands there once."""
    run = trace(search, TOY_TREE)
    assert run.source is not None
    return {line.strip(): run.first_line + at for at, line in enumerate(run.source.split("\n"))}


def test_a_head_is_folded_to_its_names_and_keeps_the_file_s_line_numbers() -> None:
    shown = listing(trace(alphabeta, VIDEO_TREE))
    assert shown is not None
    (fold,) = shown["folds"]
    assert fold[2] == "def alphabeta(position, depth, alpha, beta, maximizing_player): …"
    lines = shown["text"].split("\n")
    assert "position: Position" in "".join(lines[: fold[1] - shown["first"]])
    assert lines[fold[1] - shown["first"]].rstrip().endswith('"""')
    assert linecache.getline(alphabeta.__code__.co_filename, shown["first"]).startswith(
        "def alphabeta("
    )


def test_the_lines_that_change_a_variable_are_those_of_the_running_half() -> None:
    shown = listing(trace(alphabeta, VIDEO_TREE))
    assert shown is not None
    at = numbered(alphabeta)
    maximizing = shown["values"][str(at["max_eval = max(max_eval, evaluation)"])]
    assert maximizing["best"] == at["max_eval = max(max_eval, evaluation)"]
    assert maximizing["alpha"] == at["alpha = max(alpha, evaluation)"]
    assert "beta" not in maximizing
    minimizing = shown["values"][str(at["min_eval = min(min_eval, evaluation)"])]
    assert minimizing["beta"] == at["beta = min(beta, evaluation)"]
    assert maximizing["value"] < maximizing["best"] < minimizing["value"] < minimizing["best"]
    assert maximizing["test"] == maximizing["alpha"] + 1


def test_a_learner_s_own_names_and_shape_are_read_too() -> None:
    def search(node: Any, lo: float = -inf, hi: float = inf, top: bool = True) -> float:
        if node.is_over:
            return float(node.evaluate())
        best = -inf if top else inf
        for child in node.children():
            came = search(child, lo, hi, not top)
            if came > best if top else came < best:
                best = came
            if top:
                lo = max(lo, best)
            else:
                hi = min(hi, best)
            if lo >= hi:
                break
        return best

    shown = listing(trace(search, TOY_TREE))
    assert shown is not None
    at = numbered(search)
    assert shown["names"] == {"hi": "beta", "lo": "alpha"}
    assert shown["folds"][0][2].strip() == "def search(node, lo=-inf, hi=inf, top=True):"
    for lines in shown["values"].values():
        assert lines == {
            "value": at["came = search(child, lo, hi, not top)"],
            "best": at["best = came"],
            "alpha": at["lo = max(lo, best)"],
            "beta": at["hi = min(hi, best)"],
            "test": at["if lo >= hi:"],
        }


def test_without_bounds_nothing_is_a_bound() -> None:
    shown = listing(trace(minimax, TOY_TREE))
    assert shown is not None
    assert shown["names"] == {}
    assert all(set(lines) == {"best", "value"} for lines in shown["values"].values())


def test_a_search_without_source_has_no_listing() -> None:
    space: dict[str, Any] = {}
    exec(
        "def f(n): return n.evaluate() if n.is_over else max(f(child) for child in n.children())",
        space,
    )
    assert listing(trace(space["f"], TOY_TREE)) is None
