from __future__ import annotations

import re
from typing import Any

import pytest

from minimax_lessons.drawing.styles import PALETTES
from minimax_lessons.search import minimax
from minimax_lessons.tracing import trace
from minimax_lessons.trees import fewest_leaves, random_tree

pytest.importorskip("matplotlib").use("Agg")
plots = pytest.importorskip("minimax_lessons.plots")
growth, orders = plots.growth, plots.orders


@pytest.mark.parametrize(("branching", "depth"), [(2, 1), (2, 5), (3, 4), (4, 3), (1, 6)])
def test_growth_lies_between_the_floor_and_all_leaves(branching: int, depth: int) -> None:
    (found,) = growth([(branching, depth)], trees=4, seed=3)
    root = random_tree(branching, depth, seed=3)
    assert found.minimax == len(trace(minimax, root).leaves)
    assert found.fewest == fewest_leaves(root)
    assert len(found.alphabeta) == 4
    assert all(found.fewest <= count <= found.minimax for count in found.alphabeta)


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
    assert orders(sizes, seed=7, shuffles=4) == orders(sizes, seed=7, shuffles=4) != orders(sizes, seed=8, shuffles=4)


def small_figures(theme: str) -> list[Any]:
    return [
        plots.leaves(deepest=4, widest=3, depth=2, trees=2, theme=theme),
        plots.move_order(sizes=[(2, 3), (3, 2)], shuffles=3, theme=theme),
    ]


@pytest.mark.parametrize("theme", PALETTES)
def test_figures_are_labelled_readable_and_stand_on_their_own_paper(theme: str) -> None:
    from matplotlib.colors import same_color

    for figure in small_figures(theme):
        figure.canvas.draw()
        paper = PALETTES[theme]["paper"]
        assert same_color(figure.get_facecolor(), paper)
        for axes in figure.axes:
            assert axes.get_xlabel()
            assert same_color(axes.get_facecolor(), paper)
            words = [axes.xaxis.label, axes.title, *axes.get_xticklabels(), *axes.get_yticklabels()]
            assert all(word.get_fontsize() * figure.dpi / 72 >= 12 for word in words)


def test_lines_differ_by_more_than_their_colour() -> None:
    growth_figure, order_figure = small_figures("light")
    drawn = [(line.get_marker(), line.get_linestyle()) for line in growth_figure.axes[0].get_lines()]
    assert len(set(drawn)) == len(drawn) == 3
    assert len({line.get_marker() for line in order_figure.axes[0].get_lines()}) == 4


def test_the_figure_shows_the_numbers_that_were_counted() -> None:
    figure = plots.leaves(deepest=5, widest=4, depth=3, trees=2, seed=9)
    counted = growth([(3, depth) for depth in range(1, 6)], trees=2, seed=9)
    for line, expected in zip(
        figure.axes[0].get_lines(),
        (
            [each.minimax for each in counted],
            [sum(each.alphabeta) / 2 for each in counted],
            [each.fewest for each in counted],
        ),
        strict=True,
    ):
        assert list(line.get_xdata()) == [1, 2, 3, 4, 5]
        assert list(line.get_ydata()) == expected


def test_the_legend_names_the_theory() -> None:
    (figure, _) = small_figures("light")
    words = " ".join(text.get_text() for text in figure.axes[0].get_legend().get_texts())
    assert re.search(r"minimax.*b\^d.*alpha-beta.*fewest possible.*lceil", words)


def test_a_notebook_shows_a_figure_once() -> None:
    import matplotlib.pyplot as plt

    before = plt.get_fignums()
    small_figures("light")
    assert plt.get_fignums() == before
