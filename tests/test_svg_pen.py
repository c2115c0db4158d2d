from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import nbformat
import pytest
from test_drawing import Menu

import minimax_lessons
from minimax_lessons import alphabeta, draughts, games, minimax, random_tree, trace, tree
from minimax_lessons.drawing import picture, svg
from minimax_lessons.drawing.marks import Picture
from minimax_lessons.drawing.plan import visible_tree
from minimax_lessons.drawing.svg_pen import svg_of
from minimax_lessons.trees import TOY_TREE, Node

pytestmark = pytest.mark.long

pytest.importorskip("graphviz")
pytest.importorskip("pygraphviz")

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
PLACES = {"x", "y", "d", "points", "transform", "width", "height", "viewBox"}


def elements(text: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(text).iter())


def assert_same_as_graphviz(drawn: Picture) -> None:
    theirs, ours = elements(svg(drawn)), elements(svg_of(drawn))
    assert [element.tag for element in ours] == [element.tag for element in theirs]
    for our, their in zip(ours, theirs, strict=True):
        assert (our.text or "").strip() == (their.text or "").strip()
        assert our.attrib.keys() == their.attrib.keys()
        for name, value in their.attrib.items():
            assert_close(name, our.attrib[name], value)


def assert_close(name: str, our: str, their: str) -> None:
    """A pixel is the most by which a place may be off; what is no place is the same."""
    if name not in PLACES:
        assert our == their
        return
    assert NUMBER.sub("#", our) == NUMBER.sub("#", their)
    for one, other in zip(NUMBER.findall(our), NUMBER.findall(their), strict=True):
        assert abs(float(one) - float(other)) <= 1, (name, our, their)


def lesson_trees() -> Iterator[Node]:
    """Yield the trees that the notebooks write down, and those that have names."""
    yield from (root for root in vars(minimax_lessons.trees).values() if isinstance(root, Node))
    makers = {"tree": tree, "random_tree": random_tree}
    for path in [*NOTEBOOKS.glob("*.ipynb"), *NOTEBOOKS.glob("solutions/*.ipynb")]:
        for cell in nbformat.read(path, as_version=4).cells:
            for call in ast.walk(ast.parse(cell.source if cell.cell_type == "code" else "")):
                if (
                    isinstance(call, ast.Call)
                    and isinstance(call.func, ast.Name)
                    and call.func.id in makers
                ):
                    try:
                        yield eval(ast.unparse(call), {}, makers)
                    except (
                        NameError,
                        ValueError,
                        TypeError,
                    ):  # made of something else; or refused, as the lesson says
                        continue


def test_every_tree_of_the_lessons_is_drawn_as_graphviz_draws_it() -> None:
    trees = list(dict.fromkeys(lesson_trees()))
    assert len(trees) > 20
    for root in trees:
        run = trace(alphabeta, root)
        for step in (0, len(run.events) // 2, None):
            assert_same_as_graphviz(picture(root, run, step))


@pytest.mark.parametrize(
    "position",
    [
        draughts.from_fen("W:W18,24,27,28,K10,K19:B12,16,20,K22,K25,K29"),
        games.noughts_and_crosses(),
    ],
    ids=["captures", "start"],
)
def test_the_tree_of_a_game_with_its_moves_is_drawn_as_graphviz_draws_it(position: Any) -> None:
    run = trace(alphabeta, position, depth=2)
    assert_same_as_graphviz(picture(run.tree, run))


def random_nested(random: Random, depth: int) -> Any:
    if not depth or random.random() < 0.2:
        return random.choice(
            [random.randint(-9, 9), random.randint(-10_000, 10_000), random.random(), float("-inf")]
        )
    return [random_nested(random, depth - 1) for _ in range(random.randint(1, 4))]


@pytest.mark.parametrize(
    ("first", "last"), [(0, 100), pytest.param(100, 500, marks=pytest.mark.slow)]
)
def test_random_searches_of_random_trees_are_drawn_as_graphviz_draws_them(
    first: int, last: int
) -> None:
    for random in map(Random, range(first, last)):
        root = tree(
            [random_nested(random, 2) for _ in range(random.randint(1, 4))],
            random.choice(["max", "min"]),
        )
        run = trace(random.choice([minimax, alphabeta]), root)
        theme = random.choice(["light", "dark"])
        detail = random.choice([None, "full", "compact"])
        step = random.randint(0, len(run.events))
        visible = visible_tree(root, detail, random.choice([None, 1, 2]))
        assert_same_as_graphviz(picture(visible, run, step, theme=theme))


@pytest.mark.parametrize(
    "name",
    [
        "<b>",
        "AT&amp;T",
        'a "word"',
        "back\\slash",
        "#]];",
        "\\N",
        "long, so it is in a tooltip <&>",
    ],
)
def test_any_text_is_drawn_as_graphviz_draws_it(name: str) -> None:
    run = trace(minimax, Menu((name,)), depth=1)
    assert_same_as_graphviz(picture(run.tree, run))


@pytest.mark.parametrize("package", ["graphviz", "pygraphviz"])
def test_what_is_shown_without_graphviz_is_the_pens_own(
    monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setitem(sys.modules, package, None)
    assert svg(picture(TOY_TREE)) == svg_of(picture(TOY_TREE))
