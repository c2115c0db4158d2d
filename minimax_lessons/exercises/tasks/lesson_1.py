"""The exercises of lesson 1: values, lines of play and trees by hand."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations
from typing import Any

from minimax_lessons.exercises.answers import read_names, read_numbers, read_tree_of_max
from minimax_lessons.exercises.exercise import DataExercise
from minimax_lessons.exercises.faults import Facts, Fault
from minimax_lessons.labels import number_text
from minimax_lessons.search import minimax
from minimax_lessons.trees import TOY_TREE, Node, leaves_below, tree

__all__ = ["GRADES"]

THREE_BOXES = tree([[4, 7], [2, 9], [6, 5]])
THREE_MOVES = tree([[[2, 5], [7, 1]], [[4, 8], [6, 3]]])
BARGAIN = [[8, [6, 4]], [5, [4, 3]]]
CHOICES = (
    "the mill asks for 8 or for 5",
    "the baker agrees or offers 2 less",
    "the mill sells or walks away",
)


def worth(node: Node) -> float:
    """Return a node's minimax value."""
    return minimax(node, node.height, node.is_max)


def _values(numbers: list[float]) -> None:
    nodes = [*THREE_BOXES.children, THREE_BOXES]
    for node, answer in zip(nodes, numbers, strict=True):
        if answer != worth(node):
            wants = "largest" if node.is_max else "smallest"
            below = ", ".join(number_text(worth(child)) for child in node.children)
            raise Fault(
                f"You wrote {number_text(answer)} for {node.name}. {node.player} moves at"
                f" {node.name}"
                f" and chooses the {wants} of the values below it: {below}."
            )


def _line_of_play(nodes: list[Node]) -> Facts:
    if not nodes or nodes[0] != THREE_MOVES:
        raise Fault("The line begins at the root A, where MAX moves.")
    for above, below in pairwise(nodes):
        if below not in above.children:
            names = " or ".join(child.name for child in above.children)
            where = (
                f". The moves there lead to {names}."
                if names
                else ", because the game is over there."
            )
            raise Fault(f"No move leads from {above.name} to {below.name}{where}")
        if worth(below) != worth(above):
            raise Fault(
                f"{above.player} moves at {above.name} and does not choose {below.name}, whose"
                " value is"
                f" {number_text(worth(below))}, because another move has the value"
                f" {number_text(worth(above))}."
            )
    if nodes[-1].children:
        raise Fault(
            f"The game is not over at {nodes[-1].name}. Continue the line until it reaches a leaf."
        )
    return {"value": number_text(worth(THREE_MOVES))}


def _one_number(after: Node) -> None:
    if [len(box.children) for box in after.children] != [3, 2] or after.height != 2:
        raise Fault(
            "Keep the shape, a box of three numbers and a box of two, and change one number of"
            " [[3, 5, 2], [9, 1]]."
        )
    changed = [
        (old.value, new.value)
        for old, new in zip(leaves_below(TOY_TREE), leaves_below(after), strict=True)
        if old.value != new.value
    ]
    if len(changed) != 1:
        raise Fault(f"Change exactly one of the five numbers. You changed {len(changed)}.")
    first, second = (worth(box) for box in after.children)
    if second <= first:
        values = f"the first box is worth {number_text(first)} and the second {number_text(second)}"
        raise Fault(f"Now {values}, so MAX still has no reason to prefer the second.")


def _tempting(root: Node) -> Facts:
    if len(root.children) < 2 or any(len(child.children) < 2 for child in root.children):
        raise Fault("Give MAX at least two moves, and MIN at least two answers to each.")
    largest = max(leaf.value for leaf in leaves_below(root) if leaf.value is not None)
    best = [child for child in root.children if worth(child) == worth(root)]
    for child in best:
        if any(leaf.value == largest for leaf in leaves_below(child)):
            raise Fault(
                f"The largest leaf, {number_text(largest)}, is below {child.name}, but"
                f" {child.name} is MAX's best move."
                " Put it into a box in which MIN has a better answer."
            )
    return {"largest": number_text(largest)}


def _bargain(root: Node) -> Facts:
    if not root.children:
        raise Fault(f"Your tree ends before the first choice: {CHOICES[0]}.")
    if misreadings := _misread(root.nested, BARGAIN, 0):
        raise Fault(misreadings[0])
    return {"value": number_text(worth(tree(BARGAIN)))}


def _misread(drawn: list[Any], meant: list[Any], moves: int, asked: int = 0) -> list[str]:
    """Return the differences of the list for a choice, ``moves`` into the story, from the story."""
    asked = next((part for part in meant if moves == 1 and not isinstance(part, list)), asked)
    context = ("", f" after the mill asked for {asked}", f" after the baker offered {asked - 2}")
    choice = CHOICES[moves] + context[moves]
    if len(drawn) != len(meant):
        return [f"There are two ways to continue when {choice}, but your list has {len(drawn)}."]
    (ends, branches), (right_ends, right_branches) = map(_ends_and_branches, (drawn, meant))
    if len(ends) > len(right_ends):
        early = next((end for end in ends if end not in right_ends), ends[-1])
        text = f"Your tree ends with {number_text(early)} where a choice is still to come"
        return [f"{text}: {CHOICES[moves + 1]}."]
    if len(ends) < len(right_ends):
        return [
            f"When {choice}, one of the two ends the story, so write a number instead of a list."
        ]
    if extra := list((Counter(ends) - Counter(right_ends)).elements()):
        which = "only one" if extra[0] in right_ends else "neither"
        text = (
            f"When {choice}, {which} of the two ends is worth {number_text(extra[0])} to the mill."
        )
        return [f"{text} Read that part of the story again."]
    pairings = [list(zip(order, right_branches, strict=True)) for order in permutations(branches)]
    likeliest = max(
        pairings, key=lambda pairs: sum(part in right for mine, right in pairs for part in mine)
    )
    return [text for mine, right in likeliest for text in _misread(mine, right, moves + 1, asked)]


def _ends_and_branches(parts: list[Any]) -> tuple[list[Any], list[Any]]:
    branches = [part for part in parts if isinstance(part, list)]
    return [part for part in parts if not isinstance(part, list)], branches


GRADES = {
    "1.1": DataExercise(
        _values,
        lambda answer: read_numbers(answer, 4, "[1, 2, 3, 3]", names="BCDA"),
        THREE_BOXES,
        "wrong-prediction",
    ),
    "1.2": DataExercise(
        _line_of_play,
        lambda answer: read_names(answer, THREE_MOVES),
        THREE_MOVES,
        "wrong-prediction",
    ),
    "1.3": DataExercise(_one_number, read_tree_of_max, id="shows-nothing"),
    "1.4": DataExercise(_tempting, read_tree_of_max, id="shows-nothing"),
    "1.5": DataExercise(_bargain, read_tree_of_max),
}
