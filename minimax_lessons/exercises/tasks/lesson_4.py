"""The exercises of lesson 4: move order."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

from minimax_lessons.exercises.answers import read_number, read_tree, read_tree_of_max, result_of
from minimax_lessons.exercises.exercise import Ask, DataExercise, FunctionExercise
from minimax_lessons.exercises.faults import Example, Facts, Fault
from minimax_lessons.exercises.tasks.lesson_1 import worth
from minimax_lessons.exercises.trials import in_moves
from minimax_lessons.labels import number_text
from minimax_lessons.quoting import quoted
from minimax_lessons.search import alphabeta
from minimax_lessons.tracing.run import trace
from minimax_lessons.trees import (
    AIMA_TREE,
    Nested,
    Node,
    fewest_leaves,
    leaves_below,
    random_tree,
    tree,
)

__all__ = ["GRADES"]

SHAPES = (
    (2, 2),
    (2, 1),
    (3, 1),
    (2, 3),
    (3, 2),
    (2, 5),
    (3, 3),
    (4, 2),
    (3, 4),
    (5, 3),
    (2, 0),
    (1, 1),
    (1, 5),
)
MOST_DRAWN = 16  # leaves
READ_CHILDREN = result_of((list, tuple), "a list of the children", part=Node, pictured=True)


def _reordered(root: Node) -> Facts:
    if _sorted(root) != _sorted(AIMA_TREE):
        text = "This is a different tree. Keep the three boxes with their numbers"
        raise Fault(f"{text}, and change only the order of the boxes and of the numbers in a box.")
    seen, fewest = len(trace(alphabeta, root).leaves), fewest_leaves(root)
    if seen > fewest:
        text = f"In this order alpha-beta looks at {seen} leaves"
        raise Fault(f"{text}, but there is an order in which {fewest} are enough.")
    return {"fewest": fewest}


def _sorted(node: Node) -> Any:
    """Return the tree in sorted order, so that trees that differ only in their order are equal."""
    return sorted(map(_sorted, node.children), key=repr) if node.children else node.value


def _one_deep_cut(root: Node) -> Facts:
    cuts = trace(alphabeta, root).cutoffs
    deep = [cut for cut in cuts if cut.deep]
    if len(deep) == 1:
        owner = deep[0].owner
        assert owner is not None
        up = len(deep[0].node.path) - len(owner.path)
        return {"node": deep[0].node.name, "owner": owner.name, "up": up}
    if root.height < 4:
        text = f"Your tree is {root.height} moves high, but a deep cut needs 4"
        raise Fault(f"{text}, because its owner is three moves further up.")
    if not cuts:
        raise Fault("There is no cut in your tree yet, because no bound closes a window in it.")
    if not deep:
        text = f"The cuts in your tree are shallow: at {cuts[0].node.name}"
        raise Fault(f"{text} the bound of the parent is enough.")
    where = " and ".join(cut.node.name for cut in deep)
    raise Fault(f"There are {len(deep)} deep cuts, at {where}, but the exercise asks for one.")


def _nothing_pruned(root: Node) -> None:
    inner = [node for node in root if node.children]
    if root.height < 3 or any(len(node.path) < 3 for node in leaves_below(root)):
        raise Fault("Every line from the root to a leaf should be at least three moves long.")
    narrow = next((node for node in inner if len(node.children) < 2), None)
    if narrow is not None:
        text = "Give each player a choice at every node, because"
        raise Fault(f"{text} {narrow.name} has only a single move.")
    cuts = trace(alphabeta, root).cutoffs
    if cuts:
        left = " and ".join(node.name for node in cuts[0].skipped)
        text = f"At {cuts[0].node.name} alpha-beta cuts and skips {left}"
        raise Fault(f"{text}, because a child before it is good enough for a cut.")


@cache
def _even(branching: int, depth: int) -> Node:
    def grow(left: int) -> Any:
        return [grow(left - 1) for _ in range(branching)] if left else 0

    return tree(grow(depth))


def _formula(shape: tuple[int, int], returned: float) -> None:
    branching, depth = shape
    right, got = fewest_leaves(_even(branching, depth)), quoted(returned)
    if returned == right:
        return
    needed = f"{'1 leaf is' if right == 1 else f'{right} leaves are'} needed at least"
    text = f"On a tree with {in_moves(branching)} everywhere and {in_moves(depth)} high, {needed}."
    if depth == 0:
        text = "A tree of depth 0 is a single leaf, whatever the branching, and 1 leaf is needed."
    is_small = branching**depth <= MOST_DRAWN
    example = Example(_even(branching, depth), right, got) if is_small else None
    text = f"It returned {got} for branching {branching} and depth {depth}. {text}"
    raise Fault(text, example=example)


def _worst_first(root: Node) -> Facts:
    if not root.children:
        raise Fault("A single leaf has no order, so give your tree at least two moves.")
    for node in root:
        values = [worth(child) for child in node.children]
        if len(set(values)) < len(values):
            text = f"Two moves at {node.name} are worth the same."
            raise Fault(f"{text} Change one value, so that one of the moves is worse.")
        if values != sorted(values, reverse=not node.is_max):
            shown, player = ", ".join(map(number_text, values)), node.player
            text = f"At {node.name}, where {player} moves, the children are worth {shown}, but"
            raise Fault(f"{text} the worst for {player} should come first and the best last.")
    cuts = trace(alphabeta, root).cutoffs
    if not cuts:
        text = "The worst move comes first at every node, but nothing is cut"
        raise Fault(f"{text}, because this order allows no shallow cut.")
    return {"node": cuts[0].node.name}


def _roots(first: int = 0) -> list[Node]:
    """Return trees of one and two moves, in which MAX or MIN is to move, the smaller ones first."""
    return [
        random_tree((2, 4), 1 + seed // 20, seed=first + seed, root="min" if seed % 2 else "max")
        for seed in range(40)
    ]


def _in_order(root: Node, returned: Any) -> None:
    """Raise Fault if these are not the children of the root, the best static evaluation first."""
    children, example = list(root.children), Example(root)
    if sorted(returned, key=lambda child: child.path) != children:
        names = " ".join(child.name for child in returned) or "no child"
        text = f"It returned {names}, but each of the {len(children)} children"
        raise Fault(f"{text} should be there once.", id="child-skipped", example=example)
    values = [child.evaluate() for child in returned]
    best = (max if root.is_max else min)(values)
    if values[0] != best:
        order, which = ", ".join(map(number_text, values)), "largest" if root.is_max else "smallest"
        text = f"{root.player} moves, and the static evaluations come in the order {order}."
        text += f" The {which}, {number_text(best)}, should be first."
        raise Fault(text, id="wrong-evaluation", example=example)


def _saving(ask: Ask) -> Facts:
    """Return the number of leaves visited in a larger tree, as it is and in the learner's order."""

    def ordered(node: Node) -> Nested:
        if not node.children:
            return node.evaluate()
        children = READ_CHILDREN(ask(node), node)
        _in_order(node, children)
        return [ordered(child) for child in children]

    root = random_tree(4, 4, seed=9)
    orders = root, tree(ordered(root))
    seen = [len(trace(alphabeta, order).leaves) for order in orders]
    return {"leaves": len(leaves_below(root)), "plain": seen[0], "ordered": seen[1]}


GRADES = {
    "4.1": DataExercise(_reordered, read_tree_of_max, id="shows-nothing"),
    "4.2": DataExercise(_one_deep_cut, read_tree, id="shows-nothing"),
    "4.3": DataExercise(_nothing_pruned, read_tree, id="shows-nothing"),
    "4.4": FunctionExercise(
        ("branching", "depth"),
        lambda: SHAPES,
        _formula,
        lambda ask, shape: ask(*shape),
        read_number,
        others=lambda: [*product(range(1, 7), range(8))],
    ),
    "4.5": DataExercise(_worst_first, read_tree, id="shows-nothing"),
    "4.6": FunctionExercise(
        ("position",),
        _roots,
        _in_order,
        read=READ_CHILDREN,
        others=lambda: _roots(first=1_000),
        then=_saving,
    ),
}
