"""The exercises of lesson 4: move order."""

from __future__ import annotations

from functools import cache
from typing import Any

from minimax_lessons.drawing.labels import number
from minimax_lessons.exercises.answers import name_of, read_function, read_tree
from minimax_lessons.exercises.calling import call
from minimax_lessons.exercises.faults import Example, Facts, Fault, about
from minimax_lessons.exercises.tasks.lesson_1 import worth
from minimax_lessons.exercises.trials import in_moves
from minimax_lessons.quoting import quoted
from minimax_lessons.search import alphabeta
from minimax_lessons.tracing.run import trace
from minimax_lessons.trees import AIMA_TREE, Node, fewest_leaves, leaves_below, tree

__all__ = ["GRADES"]

SHAPES = ((2, 2), (2, 1), (3, 1), (2, 3), (3, 2), (2, 5), (3, 3), (4, 2), (3, 4), (5, 3), (2, 0), (1, 1), (1, 5))
MOST_DRAWN = 16  # leaves


def _reordered(root: Node) -> Facts:
    if _sorted(root) != _sorted(AIMA_TREE):
        raise Fault(
            "That is another tree: keep the three boxes with their numbers, and change only the order of the boxes and"
            " of the numbers in a box."
        )
    seen, fewest = len(trace(alphabeta, root).leaves), fewest_leaves(root)
    if seen > fewest:
        raise Fault(f"In this order alpha-beta looks at {seen} leaves: there is an order in which {fewest} are enough.")
    return {"fewest": fewest}


def _sorted(node: Node) -> Any:
    """Return the tree with all children in one order, so that trees that differ in nothing else are equal."""
    return sorted((_sorted(child) for child in node.children), key=repr) if node.children else node.value


def _one_deep_cut(root: Node) -> Facts:
    cuts = trace(alphabeta, root).cutoffs
    deep = [cut for cut in cuts if cut.deep]
    if len(deep) == 1:
        owner = deep[0].owner
        assert owner is not None
        up = len(deep[0].node.path) - len(owner.path)
        return {"node": deep[0].node.name, "owner": owner.name, "up": up}
    if root.height < 4:
        raise Fault(f"Your tree is {root.height} moves high, and a deep cut needs 4: who owns it is three moves up.")
    if not cuts:
        raise Fault("There is no cut in your tree at all yet.")
    if not deep:
        raise Fault(f"There are cuts, but shallow ones: at {cuts[0].node.name} the parent's own bound is enough.")
    raise Fault(
        f"There are {len(deep)} deep cuts, at {' and '.join(cut.node.name for cut in deep)}: exactly one, please."
    )


def _nothing_pruned(root: Node) -> None:
    inner = [node for node in root if node.children]
    if root.height < 3 or any(len(node.path) < 3 for node in leaves_below(root)):
        raise Fault("Every line should be at least three moves long.")
    narrow = next((node for node in inner if len(node.children) < 2), None)
    if narrow is not None:
        raise Fault(f"Give each player a choice everywhere: {narrow.name} has a single move.")
    cuts = trace(alphabeta, root).cutoffs
    if cuts:
        left = " and ".join(node.name for node in cuts[0].skipped)
        raise Fault(f"At {cuts[0].node.name} alpha-beta cuts and leaves out {left}: what comes before is too good.")


@cache
def _even(branching: int, depth: int) -> Node:
    def grow(left: int) -> Any:
        return [grow(left - 1) for _ in range(branching)] if left else 0

    return tree(grow(depth))


def _formula(answer: Any) -> None:
    function = read_function(answer, "branching", "depth")
    for branching, depth in SHAPES:
        said, right = call(function, branching, depth), fewest_leaves(_even(branching, depth))
        if said != right:
            shape = f"{in_moves(branching)} everywhere and {in_moves(depth)} high"
            needed = f"{'1 leaf is' if right == 1 else f'{right} leaves are'} needed at least"
            told, got = f"On a tree with {shape}, {needed}.", quoted(said)
            example = Example(_even(branching, depth), right, got) if branching**depth <= MOST_DRAWN else None
            raise Fault(f"{name_of(function)}({branching}, {depth}) returned {got}. {told}", example=example)


def _worst_first(root: Node) -> Facts:
    if not root.children:
        raise Fault("A single leaf has no order.")
    for node in root:
        values = [worth(child) for child in node.children]
        if len(set(values)) < len(values):
            raise Fault(f"Two moves at {node.name} are worth the same: let them differ, so that one of them is worse.")
        if values != sorted(values, reverse=not node.is_max):
            shown = ", ".join(number(value) for value in values)
            raise Fault(
                f"At {node.name}, where {node.player} moves, the children are worth {shown}: the worst for"
                f" {node.player} should come first and the best last."
            )
    cuts = trace(alphabeta, root).cutoffs
    if not cuts:
        raise Fault("The worst moves do come first everywhere, but nothing is cut: a shallow cut can't happen so.")
    return {"node": cuts[0].node.name}


GRADES = {
    "4.1": about(_reordered, read_tree, "shows-nothing"),
    "4.2": about(_one_deep_cut, read_tree, "shows-nothing"),
    "4.3": about(_nothing_pruned, read_tree, "shows-nothing"),
    "4.4": _formula,
    "4.5": about(_worst_first, read_tree, "shows-nothing"),
}
