from __future__ import annotations

from fractions import Fraction
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minimax_lessons.drawing.extract import BLANK, extract, number, plain
from minimax_lessons.trees import TOY_TREE, random_tree, tree


def test_only_so_many_moves_are_drawn_if_asked() -> None:
    root = tree([[1, [2, 3]], 4])
    drawn = extract(root, depth=1)
    assert [node.name for node in drawn.nodes] == ["A", "B", "C"]
    assert drawn.left_out == {root[0]: 4}
    assert drawn.children(root) == root.children
    assert drawn.children(root[0]) == ()
    assert drawn.sentence == "Only the first move is drawn: 3 of 7 nodes."


def test_depth_counts_from_the_part_of_the_tree_that_is_drawn() -> None:
    part = tree([[1, [2, [3, 4]]], 5])[0]
    assert [node.path for node in extract(part, depth=1).nodes] == [(0,), (0, 0), (0, 1)]


def test_detail_and_depth_asked_for_are_kept_however_large_the_tree() -> None:
    root = random_tree(4, 6, seed=1)
    assert len(extract(root, "compact").nodes) == 5461
    assert extract(root, "full", 2).detail == "full"
    assert len(extract(root, depth=5).nodes) == 1365


@pytest.mark.parametrize(("nodes", "detail"), [(31, "full"), (121, "full"), (1093, "compact")])
def test_detail_goes_by_the_number_of_nodes(nodes: int, detail: str) -> None:
    root = {31: random_tree(2, 4, seed=1), 121: random_tree(3, 4, seed=1), 1093: random_tree(3, 6, seed=1)}[nodes]
    drawn = extract(root)
    assert (len(drawn.nodes), drawn.detail, drawn.sentence) == (nodes, detail, "")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (5, "5"),
        (-4, "−4"),
        (0.5, "0.5"),
        (1 / 3, "0.3333"),
        (Fraction(1, 3), "1/3"),
        (Fraction(355_000, 113), "3142"),
        (inf, "∞"),
        (-inf, "−∞"),
        (nan, "NaN"),
        (12_345_678, "1.23e7"),
        (-1_000_000, "−1e6"),
        (10**400, "1e400"),
        (1e-9, "1e−9"),
        (None, BLANK),
        (True, "True"),
        ("a long text", "a lon…"),
    ],
)
def test_numbers_are_short_and_carry_a_true_minus(value: Any, text: str) -> None:
    assert number(value) == text


@settings(deadline=None)
@given(st.text(max_size=600), st.integers(1, 40))
def test_plain_text_is_one_line_that_xml_can_hold(text: str, most: int) -> None:
    line = plain(text, most)
    assert len(line) <= most
    assert all(sign >= " " and not 0xD800 <= ord(sign) < 0xE000 and ord(sign) & 0xFFFE != 0xFFFE for sign in line)


def test_unknown_detail_and_depth_are_refused() -> None:
    with pytest.raises(ValueError, match="detail='tiny'"):
        extract(TOY_TREE, "tiny")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="depth=-1"):
        extract(TOY_TREE, depth=-1)
