from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from math import inf
from typing import Any
from xml.etree import ElementTree

import pytest

from minimax_lessons import draughts
from minimax_lessons.draughts import Decision, MatchResult, SequentialTest
from minimax_lessons.draughts.ladder import Ladder, Rung, nodes_to
from minimax_lessons.palette import PALETTES
from minimax_lessons.search import minimax
from minimax_lessons.tracing import trace
from minimax_lessons.trees import fewest_leaves, random_tree

pytest.importorskip("matplotlib").use("Agg")
from minimax_lessons import guess, plots  # noqa: E402
from minimax_lessons.plots import growth, orders  # noqa: E402

pytestmark = pytest.mark.long


@pytest.mark.parametrize(("branching", "depth"), [(2, 1), (2, 5), (3, 4), (4, 3), (1, 6)])
def test_growth_lies_between_the_floor_and_all_leaves(branching: int, depth: int) -> None:
    (found,) = growth([(branching, depth)], trees=4, seed=3)
    root = random_tree(branching, depth, seed=3)
    assert found.all == len(trace(minimax, root).leaves)
    assert found.fewest == fewest_leaves(root)
    assert len(found.random) == 4
    assert all(found.fewest <= count <= found.all for count in found.random)


@pytest.mark.parametrize(("branching", "depth"), [(2, 6), (3, 4), (5, 3)])
def test_the_best_order_reaches_the_floor_and_no_other_beats_it(branching: int, depth: int) -> None:
    (found,) = orders([(branching, depth)], shuffles=10, seed=5)
    (size,) = growth([(branching, depth)], trees=1)
    assert found.best == size.fewest
    assert all(found.best <= count <= found.all for count in (*found.random, found.worst))
    assert len(set(found.random)) > 1
    assert found.worst > max(found.random)


def test_worst_order_still_prunes_a_wider_tree() -> None:
    (found,) = orders([(3, 4)], shuffles=1)
    assert 76 <= found.worst < 81 == found.all


def test_the_same_seed_gives_the_same_counts_and_another_seed_others() -> None:
    sizes = [(3, 4), (2, 6)]
    assert growth(sizes, seed=7) == growth(sizes, seed=7) != growth(sizes, seed=8)
    assert (
        orders(sizes, seed=7, shuffles=4)
        == orders(sizes, seed=7, shuffles=4)
        != orders(sizes, seed=8, shuffles=4)
    )


@cache
def small_figures() -> list[Any]:
    return [
        plots.leaves(deepest=4, widest=3),
        plots.move_order(shuffles=3),
        plots.ladder_nodes(deepest=3),
        plots.ladder_games(LADDER),
        plots.deepening(draughts.start(), 3),
        plots.known_bounds([(2, 2, 2), (3, inf, 5), (-inf, 1, -4)]),
        plots.ratio_walk(DECIDED),
        plots.errors({"training set": [0.08, 0.05], "test set": [0.07, 0.06]}),
        plots.against_depth({"one": {1: 0.5, 2: 0.75}, "two": {1: 0.1, 2: 0.2}}, ylabel="share"),
        plots.uncertainty([MatchResult(("a", "b"), won, 1, 1, ()) for won in range(4)]),
    ]


DECIDED = Decision(SequentialTest(), MatchResult(("a", "b"), 0, 0, 0, ()), (0.0, 1.5, 3.1))
LADDER = Ladder(
    "today", 0.05, (Rung("minimax", 1000, 7.5), Rung("alphabeta", 100, 9.25, 30, 20, 10))
)


def test_figures_are_labelled_readable_and_stand_on_their_own_paper() -> None:
    from matplotlib.colors import same_color

    for figure in small_figures():
        figure.canvas.draw()
        paper = PALETTES["light"]["paper"]
        assert same_color(figure.get_facecolor(), paper)
        for axes in figure.axes:
            assert axes.get_xlabel()
            assert same_color(axes.get_facecolor(), paper)
            words = [axes.xaxis.label, axes.title, *axes.get_xticklabels(), *axes.get_yticklabels()]
            assert all(word.get_fontsize() * figure.dpi / 72 >= 12 for word in words)


def test_lines_differ_by_more_than_their_colour() -> None:
    growth_figure, order_figure, ladder_figure, *_ = small_figures()
    drawn = [
        (line.get_marker(), line.get_linestyle()) for line in growth_figure.axes[0].get_lines()
    ]
    assert len(set(drawn)) == len(drawn) == 3
    assert len({line.get_marker() for line in order_figure.axes[0].get_lines()}) == 4
    assert len({line.get_marker() for line in ladder_figure.axes[0].get_lines()}) == 7


def test_the_figure_shows_the_numbers_that_were_counted() -> None:
    figure = plots.leaves(deepest=5, widest=2)
    counted = growth([(3, depth) for depth in range(1, 6)])
    for line, expected in zip(
        figure.axes[0].get_lines(),
        (
            [each.all for each in counted],
            [sum(each.random) / 5 for each in counted],
            [each.fewest for each in counted],
        ),
        strict=True,
    ):
        assert list(line.get_xdata()) == [1, 2, 3, 4, 5]
        assert list(line.get_ydata()) == expected


def test_the_legend_names_the_theory() -> None:
    figure = small_figures()[0]
    words = " ".join(text.get_text() for text in figure.legends[0].get_texts())
    assert re.search(r"minimax.*b\^d.*alpha-beta.*fewest possible.*lceil", words)


def test_a_notebook_shows_a_figure_once() -> None:
    import matplotlib.pyplot as plt

    before = plt.get_fignums()
    plots.against_depth({"one": {1: 0.5}}, ylabel="share")
    assert plt.get_fignums() == before


def test_the_ladder_shows_what_was_measured() -> None:
    nodes, games = small_figures()[2:4]
    for line, name in zip(
        nodes.axes[0].get_lines(), ("minimax", "alphabeta", "order"), strict=False
    ):
        assert list(line.get_ydata()) == [nodes_to(depth, name) for depth in (1, 2, 3)]
    depths, gains = games.axes
    assert [bar.get_width() for bar in depths.patches] == [7.5, 9.25]
    assert tuple(gains.get_lines()[1].get_xdata()) == LADDER.rungs[1].result.interval


def test_a_bound_is_drawn_to_the_edge_and_a_value_as_a_point() -> None:
    axes = small_figures()[5].axes[0]
    assert [text.get_text() for text in axes.texts] == ["= 2", "≥ 3", "≤ 1"]
    diamonds = [line.get_xdata()[0] for line in axes.get_lines() if line.get_marker() == "D"]
    assert diamonds == [2, 5, -4]


# Without matplotlib


@pytest.fixture(scope="module")
def charts() -> list[Any]:
    """Return the small figures as they are where there is no matplotlib."""
    with pytest.MonkeyPatch.context() as without:
        without.setitem(sys.modules, "minimax_lessons.charts.by_matplotlib", None)
        return small_figures.__wrapped__()


def parts(chart: Any, tag: str) -> list[ElementTree.Element]:
    return [
        each
        for each in ElementTree.fromstring(chart._repr_svg_()).iter()
        if each.tag.endswith(f"}}{tag}")
    ]


def test_without_matplotlib_the_same_figures_are_drawn_as_svg(charts: list[Any]) -> None:
    for chart, figure in zip(charts, small_figures(), strict=True):
        words = {"".join(text.itertext()) for text in parts(chart, "text")}
        legend = {
            name.get_text()
            for each in figure.legends
            for name in each.get_texts()
            if "$" not in name.get_text()
        }
        ticks = {
            name.get_text()
            for axes in figure.axes
            for name in axes.get_yticklabels()
            if name.get_text().isalpha()
        }
        assert repr(chart) == repr(figure)
        assert legend | ticks | {axes.get_xlabel() for axes in figure.axes} <= words


def test_a_point_drawn_as_svg_stands_where_its_value_belongs(charts: list[Any]) -> None:
    texts = {
        "".join(text.itertext()): float(text.get("x", 0)) for text in parts(charts[-2], "text")
    }
    circles = [float(circle.get("cx", 0)) for circle in parts(charts[-2], "circle")]
    assert {texts["1"], texts["2"]} <= set(circles)


def test_a_guess_holds_back_a_plot_whatever_draws_it(charts: list[Any]) -> None:
    for plot in (charts[0], small_figures()[0]):
        assert "<img" in guess("How many leaves?", 5, then=plot).plain


def test_matplotlib_is_loaded_only_when_a_plot_is_asked_for() -> None:
    code = "import sys, minimax_lessons.plots; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
