from __future__ import annotations

import os
import re
import stat
import sys
from base64 import b64decode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minimax_lessons import drawing, styles
from minimax_lessons.drawing import NoGraphviz, looks, mimebundle, picture, render, save, svg
from minimax_lessons.looks import BLANK, extract, plain
from minimax_lessons.plan import Plan
from minimax_lessons.run import Trace, trace
from minimax_lessons.search import alphabeta, minimax
from minimax_lessons.trees import AIMA_TREE, TOY_TREE, VIDEO_TREE, VIDEO_TREE_DEEP, Node, random_tree, tree

pytest.importorskip("graphviz")
pytest.importorskip("pygraphviz")

SVG = "{http://www.w3.org/2000/svg}"
NESTED = st.recursive(st.integers(-99, 99), lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=20)


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
    found = [each for each in root.iter() if "id" in each.attrib and not each.attrib["id"].startswith("a_")]
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
@pytest.mark.parametrize("root", [TOY_TREE, VIDEO_TREE, AIMA_TREE], ids=lambda root: str(root.nested))
def test_each_step_draws_every_element_with_its_class_and_text(search: Any, root: Node) -> None:
    run = trace(search, root)
    for step in range(len(run.events) + 1):
        assert_shows(svg(picture(root, run, step)), looks(root, run, step))


@settings(max_examples=30, deadline=None)
@given(NESTED, st.sampled_from([{}, {"detail": "compact"}, {"depth": 1}]))
def test_any_tree_draws_every_element(nested: Any, options: dict[str, Any]) -> None:
    root = tree(nested)
    assert_shows(svg(picture(root, **options)), looks(root, **options))
    run = trace(alphabeta, root)
    assert_shows(svg(picture(root, run, **options)), looks(root, run, **options))


def test_nothing_moves_from_step_to_step() -> None:
    run = trace(alphabeta, VIDEO_TREE_DEEP)

    def places(step: int) -> list[tuple[str, ...]]:
        source = picture(run.tree, run, step).source
        return re.findall(r'(?:id="?([\w-]+)"?).*?pos="(.*?)"', source)

    assert all(places(step) == places(0) for step in range(0, len(run.events) + 1, 7))


def boxes(root: Node) -> dict[str, tuple[float, float, float, float]]:
    """Return the left, right, lower and upper ends of what stands in a picture, as its plan has it."""
    plan = Plan(extract(root), 2)
    found = {}
    for node in root:
        sizes = {"": (plan.at(node), plan.size(node)), "name": (plan.name_at(node), (9 * len(node.name), 13))}
        if node.children:
            sizes["window"] = plan.window_at(node), (plan.window, 32)
        for what, ((x, y), (width, height)) in sizes.items():
            found[f"{node.name} {what}"] = x - width / 2, x + width / 2, y - height / 2, y + height / 2
    return found


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


def game(*moves: str) -> Trace:
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
    graph = AGraph(string=picture(run.tree, run).source)
    label = graph.get_node("B move").attr["label"]
    assert label.replace("\\\\", "\\").replace("&amp;", "&") == plain(text, 12)
    assert len(graph.nodes()) == len([name for name in looks(run.tree, run) if name[0] in "ntwms"])


def test_a_move_cut_short_keeps_the_whole_in_a_tooltip() -> None:
    move = "24-20 and on & on"
    text = svg(picture(game(move).tree))
    assert texts(groups(text)["m-0"]) == "24-20 and o…"
    links = ElementTree.fromstring(text).iter(f"{SVG}a")
    assert [link.attrib["{http://www.w3.org/1999/xlink}title"] for link in links] == [move]


def test_a_games_leaf_shows_its_value_when_the_search_gets_there() -> None:
    run = game("a", "b")
    assert looks(run.tree, run, 0)["n-0"] == ("node leaf unseen", BLANK)
    assert looks(run.tree, run)["n-0"][1] == "7"


# The digraph in the hands of its user


def test_a_picture_can_be_changed_and_drawn() -> None:
    digraph = picture(TOY_TREE)
    digraph.node("B", fillcolor="pink")
    digraph.edge("B", "C", label="a word", constraint="false")
    text = svg(digraph)
    assert 'fill="pink"' in text
    assert "a word" in text


@pytest.mark.parametrize(
    ("ending", "begins"),
    [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("dot", b"digraph tree {"), ("gv", b"digraph tree {")],
)
def test_a_picture_can_be_saved(tmp_path: Path, ending: str, begins: bytes) -> None:
    path = save(picture(TOY_TREE), tmp_path / f"toy.{ending}")
    assert path.read_bytes().startswith(begins)


def test_an_unknown_format_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"format='docx'.*svg, png, pdf"):
        save(picture(TOY_TREE), tmp_path / "toy.docx")


def test_the_run_must_be_on_the_tree() -> None:
    with pytest.raises(ValueError, match="another tree"):
        picture(TOY_TREE, trace(minimax, AIMA_TREE))


def test_an_unknown_theme_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="'light', 'dark', 'contrast'"):
        picture(TOY_TREE, theme="pink")


# With and without Graphviz


@pytest.fixture
def no_wheel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the only folder on the PATH, empty, with pygraphviz out of reach."""
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def program(folder: Path, body: str) -> None:
    path = folder / "neato"
    path.write_text(f"#!{sys.executable}\n{body}", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IEXEC)


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for neato is a script")
def test_without_the_wheel_the_neato_program_draws_the_same(no_wheel: Path) -> None:
    body = """
import sys
from pygraphviz import AGraph
assert sys.argv[1:] == ["-n2", "-Tsvg"], sys.argv
graph = AGraph(string=sys.stdin.read())
graph.has_layout = True
sys.stdout.buffer.write(graph.draw(format="svg"))
"""
    program(no_wheel, body)
    by_program = svg(picture(TOY_TREE))
    del sys.modules["pygraphviz"]
    assert svg(picture(TOY_TREE)) == by_program


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for neato is a script")
def test_what_the_program_complains_about_is_passed_on(no_wheel: Path) -> None:
    program(no_wheel, 'import sys; sys.exit("no such luck")')
    with pytest.raises(RuntimeError, match="could not draw this: no such luck"):
        svg(picture(TOY_TREE))


def test_a_wheel_that_cannot_load_counts_as_missing(no_wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = no_wheel / "pygraphviz"
    folder.mkdir()
    (folder / "__init__.py").write_text('raise ImportError("libexpat.so.1: cannot open shared object file")')
    monkeypatch.delitem(sys.modules, "pygraphviz")
    monkeypatch.syspath_prepend(str(no_wheel))
    with pytest.raises(NoGraphviz):
        render(picture(TOY_TREE), "png")


@pytest.mark.parametrize("missing", ["pygraphviz", "graphviz"])
def test_without_graphviz_a_notebook_shows_words_and_how_to_get_pictures(
    no_wheel: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    shown = mimebundle(TOY_TREE)
    assert shown.keys() == {"text/plain"}
    words, _, advice = shown["text/plain"].partition("\n")
    assert words == repr(TOY_TREE)
    for way in ("pip install graphviz pygraphviz", "conda install", "apt install graphviz"):
        assert way in advice


def test_a_notebook_shows_a_picture_of_trees_and_traces() -> None:
    run = trace(alphabeta, TOY_TREE)
    for thing, drawn in ((TOY_TREE, picture(TOY_TREE)), (run, picture(TOY_TREE, run))):
        shown = thing._repr_mimebundle_()  # type: ignore[attr-defined]
        assert shown["text/plain"] == repr(thing)
        assert shown["image/svg+xml"] == svg(drawn)
        data = re.search(r'src="data:image/svg\+xml;base64,(.*?)"', shown["text/html"])
        assert data
        assert b64decode(data[1]).decode() == svg(drawn)
        assert 'alt="' in shown["text/html"]


def test_a_huge_tree_says_in_words_what_is_not_drawn() -> None:
    shown = mimebundle(random_tree(4, 6, seed=1))
    assert shown["text/plain"].endswith("\nOnly the first 4 moves are drawn: 341 of 5,461 nodes.")
    assert len(shown["text/plain"]) < 3_000


def test_the_same_tree_gives_the_same_bytes_and_no_version() -> None:
    assert svg(picture(TOY_TREE)) == svg(picture(tree(TOY_TREE.nested)))
    assert "graphviz" not in svg(picture(TOY_TREE)).lower()


# Colours


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def every_class() -> Iterator[str]:
    """Yield the classes of all elements in all steps of some runs, right ones and broken ones."""

    def broken(position: Any) -> float:
        if position.is_over:
            return 1 / (position.value - 5) and position.value
        return max(broken(child) for child in position.children())

    runs = [trace(alphabeta, root) for root in (TOY_TREE, VIDEO_TREE, VIDEO_TREE_DEEP)]
    runs += [trace(broken, TOY_TREE), game("a", "b")]
    for run in runs:
        for options in ({}, {"depth": 1}):
            for step in range(len(run.events) + 1):
                yield from (classes for classes, _ in looks(run.tree, run, step, **options).values())
    yield from (classes for classes, _ in looks(TOY_TREE).values())
    yield from (look[0] for signs, _ in drawing.SIGNS for look in signs)


CLASSES = sorted(set(every_class()))


@pytest.mark.parametrize("theme", styles.PALETTES)
@pytest.mark.parametrize("classes", CLASSES)
def test_strokes_and_texts_stand_out(classes: str, theme: str) -> None:
    colours, look = styles.palette(theme), styles.style(classes)
    paper = colours["paper"]
    if look.stroke not in (None, "none"):
        assert contrast(colours[look.stroke], paper) >= 3
    if look.text not in (None, "none"):
        assert contrast(colours[look.text], paper if look.fill == "none" else colours[look.fill or "paper"]) >= 4.5


@pytest.mark.parametrize(
    "pair", [("max", "min"), ("good", "done"), ("best", "good"), ("now", "open"), ("pruned", "done")]
)
def test_no_difference_is_told_by_colour_alone(pair: tuple[str, str]) -> None:
    kind = "edge" if pair[0] in ("good", "best") else "node leaf"
    one, other = (styles.style(f"{kind} {state}") for state in pair)
    shapes = pair == ("max", "min")  # one stands on its base, the other on its tip
    assert shapes or (one.width, one.dashed, one.bold) != (other.width, other.dashed, other.bold)


@pytest.mark.parametrize("classes", CLASSES)
def test_the_stylesheet_says_what_is_baked_into_the_picture(classes: str) -> None:
    has, shape, words = set(classes.split()), {}, {}
    for needed, target, body in re.findall(r":where\(\.([\w.-]+)\) (\S+?)\{(.*?)\}", drawing.stylesheet()):
        if has.issuperset(needed.split(".")):
            (words if target == "text" else shape).update(part.split(":", 1) for part in body.split(";"))
    look = styles.style(classes)
    assert shape["fill"] == ("none" if look.fill == "none" else f"var(--lm-{look.fill})")
    assert shape["stroke"] == ("none" if look.stroke == "none" else f"var(--lm-{look.stroke})")
    assert shape["stroke-width"] == f"{look.width:g}"
    assert (shape["stroke-dasharray"] != "none") == look.dashed
    if "edge" not in has:
        assert words == {"fill": f"var(--lm-{look.text})", "font-weight": "bold" if look.bold else "normal"}


def test_a_theme_gives_every_variable_the_stylesheet_uses() -> None:
    used = set(re.findall(r"var\((--lm-[\w-]+)\)", drawing.stylesheet()))
    for theme in styles.PALETTES:
        assert used <= set(re.findall(r"(--lm-[\w-]+):#", drawing.variables(theme)))


def test_the_legend_draws_each_sign_with_its_meaning() -> None:
    legend = drawing.legend("dark")
    assert len({meaning for _, meaning in legend}) == len(legend) == 10
    ids = [name for digraph, _ in legend for name in groups(svg(digraph))]
    assert len(set(ids)) == len(ids)
