from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from itertools import permutations
from math import inf, nan
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import leaf_paths, replaced, trees, value

from minimax_lessons.position import Position
from minimax_lessons.search import alphabeta
from minimax_lessons.tracing import trace
from minimax_lessons.trees import (
    AIMA_TREE,
    TOY_TREE,
    TOY_TREE_SWAPPED,
    VIDEO_TREE,
    VIDEO_TREE_DEEP,
    Node,
    adopt,
    fewest_leaves,
    finish,
    freeze,
    leaves_below,
    random_tree,
    reordered,
    sprout,
    take_turns,
    tree,
)


def test_nodes_are_named_in_reading_order():
    assert [node.name for node in TOY_TREE] == ["A", "B", "D", "E", "F", "C", "G", "H"]
    names = {node.name for node in random_tree(3, 3, seed=1)}
    assert {"A", "Z", "AA", "AN"} <= names
    assert len(names) == 40


def test_max_and_min_take_turns_from_the_root_on():
    assert [node.is_max for node in tree([[1], 2])] == [True, False, True, False]
    assert [node.is_max for node in tree([[1], 2], root="min")] == [False, True, False, True]


def test_leaves_are_numbered_from_the_left_whatever_their_depth():
    assert [(leaf.index, leaf.value) for leaf in leaves_below(tree([[3, [4]], 1, [[2]]]))] == [
        (0, 3),
        (1, 4),
        (2, 1),
        (3, 2),
    ]
    assert TOY_TREE.index is None
    assert TOY_TREE.value is None


@pytest.mark.parametrize("nested", [5, -2.5, inf, -inf, Fraction(1, 3), [7], [[[1]], [2, [3, 4]]]])
def test_any_shape_and_any_number_but_nan_is_a_tree(nested: Any):
    assert tree(nested).nested == nested


@given(trees, st.sampled_from(["max", "min"]), st.randoms(use_true_random=False))
def test_a_node_anywhere_pastes_back_copies_and_pickles(nested: Any, root: Any, random: Random):
    node = random.choice(list(tree(nested, root)))
    assert eval(repr(node)) == node
    assert pickle.loads(pickle.dumps(node)) == copy.deepcopy(node) == node
    assert hash(copy.copy(node)) == hash(node)


def test_infinite_values_paste_back_too():
    endless = tree([inf, [-inf]])
    assert eval(repr(endless)) == endless


def test_equal_subtrees_in_two_places_are_two_nodes():
    twins = tree([[1, 2], [1, 2]])
    assert twins[0] != twins[1]
    assert twins == tree([[1, 2], [1, 2]])
    assert twins != tree([[1, 2], [1, 2]], root="min")
    assert twins != [[1, 2], [1, 2]]


def test_a_node_never_changes():
    with pytest.raises(AttributeError, match="never changes"):
        TOY_TREE.value = 3  # type: ignore[misc]
    with pytest.raises(AttributeError, match="never changes"):
        del TOY_TREE.children


def test_a_node_is_a_position():
    assert isinstance(TOY_TREE, Position)
    assert TOY_TREE.moves() == (0, 1)
    assert TOY_TREE.play(1) is TOY_TREE.children()[1] is TOY_TREE.children[1]
    assert (
        TOY_TREE.maximizing,
        TOY_TREE.is_over,
        TOY_TREE[0].maximizing,
        TOY_TREE[0][0].is_over,
    ) == (
        True,
        False,
        False,
        True,
    )


def test_a_move_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(ValueError, match=r"node A has no move 7: its moves are \[0, 1\]"):
        TOY_TREE.play(7)


def test_the_guess_above_the_leaves_is_the_middle_leaf():
    assert (TOY_TREE[0].evaluate(), TOY_TREE.evaluate(), TOY_TREE[0][1].evaluate()) == (3, 3, 5)


def test_height_is_the_longest_line_below():
    ragged = tree([1, [2, [3]]])
    assert (ragged.height, ragged[1].height, ragged[0].height) == (3, 2, 0)


@pytest.mark.parametrize(
    ("nested", "says"),
    [
        ([], "an empty list as the whole tree"),
        ([[3], [1, []]], r"an empty list at \[1\]\[1\]"),
        ([[3, "5"]], r"'5' \(str\) at \[0\]\[1\]"),
        ("352", r"'352' \(str\) as the whole tree"),
        (None, r"None \(NoneType\) as the whole tree"),
        ([1, True], r"True \(bool\) at \[1\]"),
        ([1, {2}], r"\{2\} \(set\) at \[1\]"),
        ([[1, nan]], r"NaN at \[0\]\[1\]"),
        (["x" * 100], r"x…' \(str\) at \[0\]"),
    ],
)
def test_what_is_no_tree_is_refused_with_its_place(nested: Any, says: str):
    with pytest.raises((TypeError, ValueError), match=says):
        tree(nested)


@pytest.mark.parametrize(
    "number", [10**400, -(10**5000), Fraction(10**400)], ids=["large", "small", "fraction"]
)
def test_a_number_too_large_to_compare_with_others_is_refused(number: Any):
    with pytest.raises(
        ValueError, match=r"a number beyond 1e308 at \[0\]\[1\]: so large a value is float\('inf'\)"
    ):
        tree([[1, number], 3])


def test_a_list_that_contains_itself_is_refused():
    loop: list[Any] = [1]
    loop.append([2, loop])
    with pytest.raises(ValueError, match=r"the list at \[1\]\[1\] contains itself"):
        tree(loop)


def test_nesting_without_end_is_refused_and_breaks_nothing():
    deep: Any = 1
    for _ in range(200_000):
        deep = [deep]
    with pytest.raises(ValueError, match="nested more than 200 deep"):
        tree(deep)


@pytest.mark.slow
def test_lists_shared_until_they_are_too_many_are_refused():
    shared: Any = 1
    for _ in range(25):
        shared = [shared, shared]
    with pytest.raises(ValueError, match="more than 1,000,000 nodes"):
        tree(shared)


def test_a_tree_can_name_its_players():
    named = tree([[3, 5], 2], players=("White", "Black"))
    assert [node.player for node in named] == ["White", "Black", "White", "White", "Black"]
    assert str(named[0]) == "B: Black to move, [3, 5]"
    assert repr(named[0]) == "tree([[3, 5], 2], players=('White', 'Black'))[0]"
    assert eval(repr(named[0])) == pickle.loads(pickle.dumps(named[0])) == named[0]
    assert reordered(named, "best").player == "White"
    assert TOY_TREE.player == "MAX"


@pytest.mark.parametrize(
    "players", ["MM", ("White",), ("White", "White"), ("White", ""), (1, 2), None]
)
def test_what_names_no_two_players_is_refused(players: Any):
    with pytest.raises(ValueError, match="two names, MAX's first"):
        tree([1, 2], players=players)


def grown(*moves: Any) -> Node:
    root = sprout("here")
    adopt(
        root,
        [sprout(f"after {move}", root, step, move) for step, move in enumerate(moves)],
        over=False,
    )
    return root


def test_a_tree_grows_until_it_is_frozen_and_its_nodes_stay_the_same():
    root = grown("left", "right")
    left, right = root.children
    found = {root: "root", left: "left", right: "right"}
    adopt(left, [sprout("end", left, 0)], over=False)
    finish(root, {})
    assert [node.name for node in root] == ["A", "B", "D", "C"]
    freeze(root, {left[0]: 3, right: 5})
    assert [found.get(node) for node in root] == ["root", "left", None, "right"]
    assert [leaf.value for leaf in leaves_below(root)] == [3, 5]
    for change in (
        lambda: setattr(root, "name", "Z"),
        lambda: adopt(root, [], over=True),
        lambda: take_turns(root, {}),
    ):
        with pytest.raises((AttributeError, TypeError), match=r"never changes|no longer grows"):
            change()


@pytest.mark.parametrize(
    ("moves", "carried"), [((0, 1, 2), True), (("a", "b"), True), ((None, None), False)]
)
def test_a_grown_tree_knows_whether_its_edges_carry_moves(moves: Any, carried: bool):
    root = grown(*moves)
    finish(root, {})
    freeze(root, dict.fromkeys(root, 1))
    assert root.origin.has_moves is carried
    assert not root.origin.values_known
    assert root.moves() == (moves if carried else (0, 1))


def test_values_known_before_a_search_are_told_from_those_it_finds():
    root = grown(None, None)
    finish(root, dict(zip(root.children, (4, 7), strict=True)))
    freeze(root, {})
    assert root.origin.values_known
    assert root.nested == [4, 7]


def test_an_unknown_first_player_is_refused():
    with pytest.raises(ValueError, match='"max" or "min"'):
        tree([1], root="MAX")  # type: ignore[arg-type]


def test_random_trees_are_the_same_for_the_same_seed():
    assert random_tree(2, 3, seed=4) == random_tree(2, 3, seed=4) != random_tree(2, 3, seed=5)
    assert len(leaves_below(random_tree(3, 4, seed=0))) == 81
    ragged = random_tree((1, 3), 4, seed=2, values=(0, 1), root="min")
    assert {len(node.children) for node in ragged if node.children} <= {1, 2, 3}
    assert {leaf.value for leaf in leaves_below(ragged)} <= {0, 1}
    assert not ragged.is_max


@pytest.mark.parametrize("arguments", [(0, 2), ((3, 2), 2), (2, -1), (2, 201), (10, 10)])
def test_a_random_tree_that_can_not_be_is_refused(arguments: Any):
    with pytest.raises(ValueError, match=r"branching=|depth="):
        random_tree(*arguments, seed=0)


@pytest.mark.parametrize(
    ("root", "minimum"),
    [(TOY_TREE, 4), (TOY_TREE_SWAPPED, 4), (VIDEO_TREE, 5), (VIDEO_TREE_DEEP, 7), (AIMA_TREE, 5)],
)
def test_fewest_leaves_of_the_lessons_trees(root: Node, minimum: int):
    assert fewest_leaves(root) == minimum


@pytest.mark.parametrize(("b", "d"), [(1, 5), (2, 0), (2, 1), (2, 5), (3, 4), (4, 3)])
def test_fewest_leaves_of_a_uniform_tree_is_knuth_and_moores_number(b: int, d: int):
    for seed in range(3):
        root = random_tree(b, d, seed=seed, root="min" if seed == 1 else "max")
        assert fewest_leaves(root) == b ** -(-d // 2) + b ** (d // 2) - 1


@pytest.mark.parametrize(
    "nested",
    [[[1, 2], 3, [2, 2]], [[[0, 3], 1], [2, [1, 1]]], [3, [1, [2, 0], 3]], [[2, 2], [2, 2]]],
)
@pytest.mark.parametrize("root", ["max", "min"])
def test_fewest_leaves_is_the_smallest_proof_there_is(nested: Any, root: Any):
    """Try every set of leaves: it proves the value if no values elsewhere can change it."""
    paths = leaf_paths(nested)
    true = value(nested, root == "max")

    def proves(kept: set[Any]) -> bool:
        extremes = [
            replaced(nested, {path: far for path in paths if path not in kept}) for far in (-99, 99)
        ]
        return all(value(other, root == "max") == true for other in extremes)

    sizes = [
        sum(choice)
        for choice in _choices(len(paths))
        if proves({path for path, chosen in zip(paths, choice, strict=True) if chosen})
    ]
    assert fewest_leaves(tree(nested, root)) == min(sizes)


def _choices(n: int) -> set[tuple[int, ...]]:
    return {tuple((number >> place) & 1 for place in range(n)) for number in range(2**n)}


def test_reordering_sorts_every_node_for_its_mover():
    assert reordered(VIDEO_TREE, "best").nested == [[[3, -1], [5, 1]], [[-4, -6], [9, 0]]]
    assert reordered(TOY_TREE, "worst").nested == [[9, 1], [5, 3, 2]]


@given(trees)
def test_reordering_keeps_the_value_and_the_leaves(nested: Any):
    root = tree(nested)
    for order in ("best", "worst"):
        other = reordered(root, order)
        assert value(other.nested, True) == value(nested, True)
        assert sorted(leaf.value for leaf in leaves_below(other)) == sorted(
            leaf.value for leaf in leaves_below(root)
        )


def test_every_order_of_a_small_tree_needs_at_least_the_fewest():
    counts = {
        len(trace(alphabeta, tree([list(first), list(second)])).leaves)
        for pair in ([[3, 5, 2], [9, 1]], [[9, 1], [3, 5, 2]])
        for first in permutations(pair[0])
        for second in permutations(pair[1])
    }
    assert min(counts) == fewest_leaves(TOY_TREE) == 4
