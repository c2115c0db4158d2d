from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minimax_lessons.drawing import digraph_of, looks, mimebundle, picture, svg
from minimax_lessons.drawing.plan import Plan, visible_tree
from minimax_lessons.labels import BLANK, plain
from minimax_lessons.player.slim_svg import slim
from minimax_lessons.search import alphabeta, minimax
from minimax_lessons.tracing import Trace, trace
from minimax_lessons.trees import (
    AIMA_TREE,
    TOY_TREE,
    VIDEO_TREE,
    VIDEO_TREE_DEEP,
    Node,
    random_tree,
    tree,
)

pytest.importorskip("graphviz")
pytest.importorskip("pygraphviz")

SVG = "{http://www.w3.org/2000/svg}"
NESTED = st.recursive(
    st.integers(-99, 99), lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=20
)


@dataclass(frozen=True)
class Menu:
    """A game in which the moves are whatever texts it is given, each of them ending it."""

    texts: tuple[str, ...] = ()
    maximizing: bool = True

    @property
    def is_over(self) -> bool:
        return not self.texts

    def evaluate(self) -> float:
        return 7

    def moves(self) -> tuple[str, ...]:
        return self.texts

    def play(self, move: str) -> Menu:
        return Menu((), not self.maximizing)

    def children(self) -> tuple[Menu, ...]:
        return tuple(self.play(move) for move in self.moves())


def groups(text: str) -> dict[str, ElementTree.Element]:
    """Return the SVG's elements by their ids, without those that Graphviz wraps around tooltips."""
    root = ElementTree.fromstring(text)
    found = [
        each
        for each in root.iter()
        if "id" in each.attrib and not each.attrib["id"].startswith("a_")
    ]
    assert len({each.attrib["id"] for each in found}) == len(found)
    return {each.attrib["id"]: each for each in found}


def texts(group: ElementTree.Element) -> str:
    return "\n".join(each.text or "" for each in group.iter(f"{SVG}text"))


def assert_shows(text: str, expected: Mapping[str, tuple[str, str]]) -> None:
    found = groups(text)
    assert found.keys() == {"tree", *expected}
    for name, (classes, words) in expected.items():
        assert found[name].attrib["class"] == classes
        assert texts(found[name]) == words


@pytest.mark.parametrize("search", [minimax, alphabeta], ids=lambda search: search.__name__)
@pytest.mark.parametrize(
    "root", [TOY_TREE, VIDEO_TREE, AIMA_TREE], ids=lambda root: str(root.nested)
)
def test_each_step_draws_every_element_with_its_class_and_text(search: Any, root: Node) -> None:
    run = trace(search, root)
    for step in range(len(run.events) + 1):
        assert_shows(svg(picture(root, run, step)), looks(root, run, step))


@settings(max_examples=30, deadline=None)
@given(NESTED, st.sampled_from([{}, {"detail": "compact"}, {"depth": 1}]))
def test_any_tree_draws_every_element(nested: Any, options: dict[str, Any]) -> None:
    root = tree(nested)
    visible = visible_tree(root, **options)
    assert_shows(svg(picture(visible)), looks(visible))
    run = trace(alphabeta, root)
    assert_shows(svg(picture(visible, run)), looks(visible, run))


def test_nothing_moves_from_step_to_step() -> None:
    run = trace(alphabeta, VIDEO_TREE_DEEP)

    def places(step: int) -> list[tuple[str, ...]]:
        source = digraph_of(picture(run.tree, run, step)).source
        return re.findall(r'(?:id="?([\w-]+)"?).*?pos="(.*?)"', source)

    assert all(places(step) == places(0) for step in range(0, len(run.events) + 1, 7))


def boxes(root: Node) -> dict[str, tuple[float, float, float, float]]:
    """Return the left, right, lower and upper ends of what stands in a picture, as its plan has it."""
    plan = Plan(visible_tree(root), 2)
    ends = {}
    for node in root:
        places = {
            "": (plan.center(node), plan.size(node)),
            "name": (plan.name_center(node), (9 * len(node.name), 13)),
        }
        if node.children:
            places["window"] = plan.window_center(node), (plan.window_width, 32)
        for kind, ((x, y), (width, height)) in places.items():
            left, low = x - width / 2, y - height / 2
            ends[f"{node.name} {kind}"] = left, left + width, low, low + height
    return ends


@settings(deadline=None)
@given(NESTED.map(tree))
def test_shapes_names_and_windows_of_different_nodes_never_overlap(root: Node) -> None:
    for (one, a), (other, b) in combinations(boxes(root).items(), 2):
        if one.split()[0] != other.split()[0]:
            apart = a[1] <= b[0] or b[1] <= a[0] or a[3] <= b[2] or b[3] <= a[2]
            assert apart, (one, other)


def test_no_text_is_smaller_than_12_pixels_and_a_pixel_is_a_unit() -> None:
    for root in (TOY_TREE, random_tree(3, 5, seed=1)):
        text = svg(picture(root, trace(alphabeta, root)))
        assert {float(size) for size in re.findall(r'font-size="([\d.]+)"', text)} <= {12, 13, 16}
        width, height = re.search(r'width="([\d.]+)" height="([\d.]+)"', text).groups()  # type: ignore[union-attr]
        assert f'viewBox="0.00 0.00 {float(width):.2f} {float(height):.2f}"' in text


# Texts that come from outside

HOSTILE = [
    "\"quoted\" 'twice'",
    "<script>alert(1)</script>",
    "<b>",
    "back\\slash\\",
    "\\N \\G \\l",
    "AT&amp;T &lt; &#65;",
    "two\nlines\r\n\ttabbed",
    "nul\0bell\7",
    "\u05d0\u05d1\u05d2 \u202eoverridden",
    "x" * 500,
    "]]> --> */ }",
    "\ud800 \uffff",
    "javascript:alert(1)",
    "",
    " ",
]


def game(*moves: Any) -> Trace:
    return trace(alphabeta, Menu(moves), depth=1)


def assert_drawn_as_text(*moves: str) -> None:
    run = game(*moves)
    text = svg(picture(run.tree, run))
    found = groups(text)
    for step, move in enumerate(moves):
        assert texts(found[f"m-{step}"]) == plain(move, 12)
    allowed = {"svg", "g", "title", "polygon", "path", "text", "a"}
    for each in ElementTree.fromstring(text).iter():
        assert each.tag.removeprefix(SVG) in allowed
        assert not [name for name in each.attrib if name.endswith("href") or name.startswith("on")]


def test_a_game_whose_moves_are_numbers_keeps_them_and_shows_no_value_before_its_search() -> None:
    run = game(0, 1)
    assert [looks(run.tree, run, 0)[name][1] for name in ("m-0", "m-1", "n-0", "n-1")] == [
        "0",
        "1",
        BLANK,
        BLANK,
    ]
    assert looks(run.tree, run)["n-0"][1] != BLANK


class Own:
    """A learner's own node: a value, or children."""

    def __init__(self, *children: Any, value: int | None = None) -> None:
        self.children, self.value = children, value


@pytest.mark.parametrize(("leaf", "written"), [("value", "5"), ("odd", BLANK)])
def test_a_tree_of_one_s_own_shows_the_values_that_its_leaves_hold_from_the_start(
    leaf: str, written: str
) -> None:
    def search(node: Any, is_max: bool) -> int:
        if not node.children:
            return node.value if leaf == "value" else node.value % 2
        return (max if is_max else min)(search(child, not is_max) for child in node.children)

    run = trace(search, Own(Own(value=5), Own(value=4)), True)
    assert looks(run.tree, run, 0)["n-0"][1] == written
    assert "m-0" not in looks(run.tree, run, 0)


@pytest.mark.parametrize("move", HOSTILE, ids=repr)
def test_hostile_texts_are_drawn_as_text(move: str) -> None:
    assert_drawn_as_text(move, "e2e4")


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=30), st.text(alphabet='<>&;"\\/#lN{}|\n', max_size=12))
def test_any_text_is_drawn_as_text(one: str, other: str) -> None:
    assert_drawn_as_text(one, f"{other}!")


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet='<>&;"\\/#lN{}|\n\0a\u05d0', max_size=40))
def test_dot_carries_any_text_unharmed(text: str) -> None:
    from pygraphviz import AGraph

    run = game(text, "e2e4")
    graph = AGraph(string=digraph_of(picture(run.tree, run)).source)
    label = graph.get_node("B move").attr["label"]
    assert unescape(label.replace("\\\\", "\\")) == plain(text, 12)
    assert len(graph.nodes()) == len([name for name in looks(run.tree, run) if name[0] in "ntwms"])


def test_a_move_cut_short_keeps_the_whole_in_a_tooltip() -> None:
    move = "24-20 and on & on"
    text = svg(picture(game(move).tree))
    assert texts(groups(text)["m-0"]) == "24-20 and o…"
    links = ElementTree.fromstring(text).iter(f"{SVG}a")
    assert [link.attrib["{http://www.w3.org/1999/xlink}title"] for link in links] == [move]
    in_a_player = ElementTree.fromstring(slim(text))
    assert [title.text for title in in_a_player.iter(f"{SVG}title")] == [move]
    assert not list(in_a_player.iter(f"{SVG}a"))


def test_a_games_leaf_shows_its_value_when_the_search_gets_there() -> None:
    run = game("a", "b")
    assert looks(run.tree, run, 0)["n-0"] == ("node leaf unseen", BLANK)
    assert looks(run.tree, run)["n-0"][1] == "7"


# The digraph in the hands of its user


def test_a_picture_can_be_changed_and_drawn() -> None:
    digraph = digraph_of(picture(TOY_TREE))
    digraph.node("B", fillcolor="pink")
    digraph.edge("B", "C", label="a word", constraint="false")
    text = svg(digraph)
    assert 'fill="pink"' in text
    assert "a word" in text


def test_the_run_must_be_on_the_tree() -> None:
    with pytest.raises(ValueError, match="another tree"):
        picture(TOY_TREE, trace(minimax, AIMA_TREE))


def test_an_unknown_theme_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="'light', 'dark', 'contrast'"):
        picture(TOY_TREE, theme="pink")


# In a notebook


def test_a_notebook_shows_a_picture_of_trees_and_traces() -> None:
    run = trace(alphabeta, TOY_TREE)
    for thing, drawn in (
        (TOY_TREE, picture(TOY_TREE, theme="clear")),
        (run, picture(TOY_TREE, run, theme="clear")),
    ):
        shown = thing._repr_mimebundle_()  # type: ignore[attr-defined]
        assert shown["text/plain"] == repr(thing)
        assert shown["image/svg+xml"] == svg(drawn)
        data = re.search(r'src="data:image/svg\+xml;base64,(.*?)"', shown["text/html"])
        assert data
        assert b64decode(data[1]).decode() == svg(drawn)
        assert 'alt="' in shown["text/html"]


def test_a_huge_tree_says_in_words_what_is_not_drawn() -> None:
    shown = mimebundle(random_tree(4, 6, seed=1))
    assert shown.keys() == {"text/plain", "text/html"}  # the picture is not kept twice
    assert shown["text/plain"].endswith("\nOnly the first 4 moves are drawn: 341 of 5,461 nodes.")
    assert len(shown["text/plain"]) < 3_000


def test_the_same_tree_gives_the_same_bytes_and_no_version() -> None:
    assert svg(picture(TOY_TREE)) == svg(picture(tree(TOY_TREE.nested)))
    assert "graphviz" not in svg(picture(TOY_TREE)).lower()
