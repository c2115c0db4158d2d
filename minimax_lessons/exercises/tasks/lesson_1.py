"""The exercises of lesson 1: values, lines of play and trees by hand."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from minimax_lessons.drawing.labels import number
from minimax_lessons.exercises.answers import read_names, read_numbers, read_tree
from minimax_lessons.exercises.faults import Facts, Fault, about
from minimax_lessons.exercises.trials import numbers_in
from minimax_lessons.search import minimax
from minimax_lessons.trees import TOY_TREE, Node, leaves_below, tree

__all__ = ["GRADES"]

THREE_BOXES = tree([[4, 7], [2, 9], [6, 5]])
THREE_MOVES = tree([[[2, 5], [7, 1]], [[4, 8], [6, 3]]])
BARGAIN = [[8, [6, 4]], [5, [4, 3]]]
CHOICES = ("the mill asks for 8 or for 5", "the baker agrees or offers 2 less", "the mill sells or walks away")


def worth(node: Node) -> float:
    """Return a node's minimax value."""
    return minimax(node, node.height, node.is_max)


def _values(answer: Any) -> None:
    nodes = [*THREE_BOXES.children, THREE_BOXES]
    for node, said in zip(nodes, read_numbers(answer, 4, "[1, 2, 3, 3]"), strict=True):
        if said != worth(node):
            wants = "largest" if node.is_max else "smallest"
            below = ", ".join(number(worth(child)) for child in node.children)
            raise Fault(
                f"You said {number(said)} for {node.name}. {node.player} moves at {node.name} and wants the {wants} of"
                f" what is below: {below}."
            )


def _line_of_play(answer: Any) -> Facts:
    nodes = read_names(answer, THREE_MOVES)
    if not nodes or nodes[0] != THREE_MOVES:
        raise Fault("The line begins at A, where MAX moves.")
    for above, below in pairwise(nodes):
        if below not in above.children:
            names = " or ".join(child.name for child in above.children)
            raise Fault(f"No move leads from {above.name} to {below.name}" + (f": it is {names}." if names else "."))
        if worth(below) != worth(above):
            raise Fault(
                f"{above.player} moves at {above.name} and would not go to {below.name}, which is worth"
                f" {number(worth(below))}: there is a move worth {number(worth(above))}."
            )
    if nodes[-1].children:
        raise Fault(f"{nodes[-1].name} is not the end of the game: who moves there, and where to?")
    return {"value": number(worth(THREE_MOVES))}


def _one_number(after: Node) -> None:
    if [len(box.children) for box in after.children] != [3, 2] or after.height != 2:
        raise Fault("Keep the shape: a box of three numbers and a box of two, [[3, 5, 2], [9, 1]] with one changed.")
    changed = [
        (old.value, new.value)
        for old, new in zip(leaves_below(TOY_TREE), leaves_below(after), strict=True)
        if old.value != new.value
    ]
    if len(changed) != 1:
        raise Fault(f"Change exactly one of the five numbers: you changed {len(changed)}.")
    first, second = (worth(box) for box in after.children)
    if second <= first:
        raise Fault(
            f"Now the first box is worth {number(first)} and the second {number(second)}: MAX still has no reason to"
            " prefer the second."
        )


def _tempting(root: Node) -> Facts:
    if len(root.children) < 2 or any(len(child.children) < 2 for child in root.children):
        raise Fault("Give MAX at least two moves, and MIN at least two answers to each.")
    largest = max(leaf.value for leaf in leaves_below(root) if leaf.value is not None)
    best = [child for child in root.children if worth(child) == worth(root)]
    for child in best:
        if any(leaf.value == largest for leaf in leaves_below(child)):
            raise Fault(
                f"The largest leaf, {number(largest)}, is below {child.name}, and {child.name} is MAX's best move."
                " Put it where MIN will not let MAX have it."
            )
    return {"largest": number(largest)}


def _bargain(root: Node) -> Facts:
    if not root.children:
        raise Fault(f"Your tree ends before anybody has chosen: {CHOICES[0]}.")
    if wrong := _misread(_in_order(root.nested), BARGAIN, 0):
        raise Fault(wrong)
    return {"value": number(worth(tree(BARGAIN)))}


def _in_order(nested: Any) -> Any:
    """Return the same game, with numbers first and large ones before small ones."""
    if not isinstance(nested, list):
        return nested
    parts = map(_in_order, nested)
    return sorted(parts, key=lambda part: (not isinstance(part, list), max(numbers_in(part))), reverse=True)


def _misread(said: Any, meant: Any, moves: int) -> str | None:
    """Return what the list for a choice, so many moves into the story, says otherwise than the story, if anything."""
    if len(said) != len(meant):
        return f"There are two ways to go on when {CHOICES[moves]}, and your list has {len(said)}."
    for mine, right in zip(said, meant, strict=True):
        if isinstance(right, list) and not isinstance(mine, list):
            return f"Your tree ends with {number(mine)} where somebody still chooses: {CHOICES[moves + 1]}."
        if isinstance(mine, list) and not isinstance(right, list):
            return f"When {CHOICES[moves]}, one of the two ends the story: a number instead of a list."
        if not isinstance(mine, list) and mine not in meant:
            return f"When {CHOICES[moves]}, no end is worth {number(mine)} to the mill. Read once more what it gets."
    deeper = [_misread(*both, moves + 1) for both in zip(said, meant, strict=True) if isinstance(both[1], list)]
    return next(filter(None, deeper), None)


GRADES = {
    "1.1": about(_values, THREE_BOXES, "wrong-prediction"),
    "1.2": about(_line_of_play, THREE_MOVES, "wrong-prediction"),
    "1.3": about(_one_number, read_tree, "shows-nothing"),
    "1.4": about(_tempting, read_tree, "shows-nothing"),
    "1.5": about(_bargain, read_tree),
}
