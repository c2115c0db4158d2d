from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minimax_lessons.drawing import layout
from minimax_lessons.drawing.layout import Width, tidy
from minimax_lessons.trees import Node, random_tree, tree

NESTED = st.recursive(
    st.integers(0, 9), lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=40
)
REACH = st.integers(1, 30)
ROUNDING = 1e-6


def same(node: Node) -> Width:
    return 5, 5


def children(node: Node) -> tuple[Node, ...]:
    return node.children


def levels(root: Node) -> list[list[Node]]:
    by_depth: dict[int, list[Node]] = defaultdict(list)
    for node in root:
        by_depth[len(node.path)].append(node)
    return list(by_depth.values())


@settings(deadline=None)
@given(NESTED, st.data(), st.integers(0, 20))
def test_no_node_comes_too_near_to_its_neighbour(
    nested: object, data: st.DataObject, apart: int
) -> None:
    root = tree(nested)
    widths = {node: (data.draw(REACH), data.draw(REACH)) for node in root}
    x = tidy(root, children, widths.__getitem__, apart=apart)
    for level in levels(root):
        for left, right in pairwise(level):
            siblings = left.path[:-1] == right.path[:-1]
            room = x[right] - x[left] - widths[left][1] - widths[right][0]
            assert room >= (0 if siblings else apart) - ROUNDING
    assert abs(min(x[node] - widths[node][0] for node in root)) < ROUNDING


@settings(deadline=None)
@given(NESTED, st.data())
def test_a_parent_stands_in_the_middle_above_its_children(
    nested: object, data: st.DataObject
) -> None:
    root = tree(nested)
    widths = {node: (data.draw(REACH), data.draw(REACH)) for node in root}
    x = tidy(root, children, widths.__getitem__)
    for node in root:
        if node.children:
            assert abs(x[node] - (x[node.children[0]] + x[node.children[-1]]) / 2) < ROUNDING


@settings(deadline=None)
@given(NESTED)
def test_the_mirrored_tree_has_the_mirrored_picture(nested: object) -> None:
    def mirror(part: object) -> object:
        return [mirror(below) for below in reversed(part)] if isinstance(part, list) else part

    root, mirrored = tree(nested), tree(mirror(nested))
    x, other = tidy(root, children, same), tidy(mirrored, children, same)
    whole = max(x.values()) + 5
    expected = sorted(round(whole - place, 6) for place in x.values())
    assert sorted(round(place, 6) for place in other.values()) == expected


@settings(deadline=None)
@given(NESTED)
def test_it_is_never_wider_than_a_column_for_each_leaf(nested: object) -> None:
    root = tree(nested)
    x = tidy(root, children, same)
    assert max(x.values()) + 5 <= 10 * sum(not node.children for node in root) + ROUNDING


def test_subtrees_reach_below_their_neighbours() -> None:
    root = tree([[1, 2, 3], 4, [5, 6, 7]])
    x = tidy(root, children, same)
    assert max(x.values()) + 5 == 60  # not 70, a column for each leaf: the 4 stands above the gap


def test_a_small_subtree_stands_midway_between_large_ones() -> None:
    root = tree([[1, 2, 3], 4, [5, 6, 7]])
    x = tidy(root, children, same)
    assert x[root[1]] == (x[root[0]] + x[root[2]]) / 2


def test_a_tree_200_moves_deep_needs_no_recursion() -> None:
    nested: object = 1
    for step in range(200):
        nested = [nested] if step % 7 else [2, nested]
    root = tree(nested)
    assert len(tidy(root, children, same)) == len(list(root))


def test_the_work_grows_with_the_number_of_nodes_whatever_the_shape(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: Counter[int] = Counter()
    top = layout._Side.top

    def counted(side: layout._Side, down: int) -> float:
        looked[size] += 1
        return top(side, down)

    monkeypatch.setattr(layout._Side, "top", counted)
    for size in (100, 200):
        nested: object = 0
        for _ in range(size):
            nested = [0, nested]  # a comb, each part of which is as deep as all the rest
        tidy(tree(nested), children, same)
    assert 0 < looked[200] <= 2.1 * looked[100]


def test_larger_trees_keep_their_shape() -> None:
    root = random_tree((1, 4), 6, seed=2)
    x = tidy(root, children, same)
    for level in levels(root):
        assert all(x[right] - x[left] >= 10 - ROUNDING for left, right in pairwise(level))
