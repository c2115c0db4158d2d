from __future__ import annotations

import pytest

from minimax_lessons.drawing.plan import visible_tree
from minimax_lessons.trees import TOY_TREE, random_tree, tree


def test_only_so_many_moves_are_drawn_if_asked() -> None:
    root = tree([[1, [2, 3]], 4])
    drawn = visible_tree(root, depth=1)
    assert [node.name for node in drawn.nodes] == ["A", "B", "C"]
    assert drawn.left_out == {root[0]: 4}
    assert drawn.children(root) == root.children
    assert drawn.children(root[0]) == ()
    assert drawn.sentence == "Only the first move is drawn: 3 of 7 nodes."


def test_depth_counts_from_the_part_of_the_tree_that_is_drawn() -> None:
    part = tree([[1, [2, [3, 4]]], 5])[0]
    assert [node.path for node in visible_tree(part, depth=1).nodes] == [(0,), (0, 0), (0, 1)]


def test_detail_and_depth_asked_for_are_kept_however_large_the_tree() -> None:
    root = random_tree(4, 6, seed=1)
    assert len(visible_tree(root, "compact").nodes) == 5461
    assert visible_tree(root, "full", 2).detail == "full"
    assert len(visible_tree(root, depth=5).nodes) == 1365


@pytest.mark.parametrize(("nodes", "detail"), [(31, "full"), (121, "full"), (1093, "compact")])
def test_detail_goes_by_the_number_of_nodes(nodes: int, detail: str) -> None:
    root = {
        31: random_tree(2, 4, seed=1),
        121: random_tree(3, 4, seed=1),
        1093: random_tree(3, 6, seed=1),
    }[nodes]
    drawn = visible_tree(root)
    assert (len(drawn.nodes), drawn.detail, drawn.sentence) == (nodes, detail, "")


def test_unknown_detail_and_depth_are_refused() -> None:
    with pytest.raises(ValueError, match="detail='tiny'"):
        visible_tree(TOY_TREE, "tiny")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="depth=-1"):
        visible_tree(TOY_TREE, depth=-1)
