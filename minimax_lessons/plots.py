"""Plots of what a search costs and what it finds: leaves against theory, the rungs of the engine, bounds and depth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from math import inf
from random import Random
from statistics import mean, median
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
from matplotlib.ticker import MaxNLocator, PercentFormatter, StrMethodFormatter

from minimax_lessons.draughts.engine import Found
from minimax_lessons.draughts.ladder import NAMES, Ladder, engine, nodes_to
from minimax_lessons.draughts.matches import MatchResult
from minimax_lessons.draughts.rules import Position
from minimax_lessons.drawing.styles import palette
from minimax_lessons.search import alphabeta
from minimax_lessons.tracing.run import trace
from minimax_lessons.trees import Node, random_tree, reordered, tree

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "Growth",
    "Orders",
    "against_depth",
    "deepening",
    "growth",
    "known_bounds",
    "ladder_games",
    "ladder_nodes",
    "leaves",
    "move_order",
    "orders",
    "uncertainty",
]

MARKERS = "so^DvPX"
LIMIT = 600  # Elo points: beyond, a plot shows nothing but a clean sweep
VALUES = (-10_000, 10_000)  # so many that hardly two leaves are equal, as in real evaluations


@dataclass(frozen=True)
class Growth:
    """How many leaves are visited on uniform trees of one size."""

    branching: int
    depth: int
    alphabeta: tuple[int, ...]  # one for each random tree

    @property
    def minimax(self) -> int:
        """Return the number of all leaves: minimax visits every one."""
        return int(self.branching**self.depth)

    @property
    def fewest(self) -> int:
        """Return how few leaves can do, whatever the search (Knuth and Moore 1975)."""
        half = self.depth // 2
        return int(self.branching**half + self.branching ** (self.depth - half)) - 1


@dataclass(frozen=True)
class Orders:
    """How many leaves alpha-beta visits on one uniform tree with its moves in different orders."""

    branching: int
    depth: int
    best: int
    random: tuple[int, ...]
    worst: int

    @property
    def all(self) -> int:
        """Return the number of all leaves."""
        return int(self.branching**self.depth)


def growth(sizes: Iterable[tuple[int, int]], *, trees: int = 5, seed: int = 1) -> list[Growth]:
    """Return for each pair of branching and depth the leaves visited on so many random trees."""
    return [
        Growth(
            branching,
            depth,
            tuple(_visited(random_tree(branching, depth, seed=seed + i, values=VALUES)) for i in range(trees)),
        )
        for branching, depth in sizes
    ]


def orders(sizes: Iterable[tuple[int, int]], *, shuffles: int = 30, seed: int = 1) -> list[Orders]:
    """Return for each pair of branching and depth the leaves visited with the best, random and the worst move order."""
    found = []
    for branching, depth in sizes:
        root = random_tree(branching, depth, seed=seed, values=VALUES)
        random = Random(seed)
        shuffled = tuple(_visited(_shuffled(root, random)) for _ in range(shuffles))
        best, worst = (_visited(reordered(root, order)) for order in ("best", "worst"))
        found.append(Orders(branching, depth, best, shuffled, worst))
    return found


def _visited(root: Node) -> int:
    return len(trace(alphabeta, root).leaves)


def _shuffled(root: Node, random: Random) -> Node:
    def shuffle(part: Any) -> Any:
        return [shuffle(below) for below in random.sample(part, len(part))] if isinstance(part, list) else part

    return tree(shuffle(root.nested), "max" if root.is_max else "min")


def leaves(
    *,
    branching: int = 3,
    depth: int = 4,
    deepest: int = 8,
    widest: int = 8,
    trees: int = 5,
    seed: int = 1,
    theme: str = "light",
) -> Figure:
    """Return a figure: leaves visited against depth (with this branching) and against branching (with this depth)."""
    by_depth = growth([(branching, d) for d in range(1, deepest + 1)], trees=trees, seed=seed)
    by_branching = growth([(b, depth) for b in range(2, widest + 1)], trees=trees, seed=seed)
    with _style(theme):
        figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.6), sharey=True, layout="constrained")
        _draw_growth(left, [each.depth for each in by_depth], by_depth, theme)
        _draw_growth(right, [each.branching for each in by_branching], by_branching, theme)
        left.set(xlabel="depth (moves looked ahead)", ylabel="leaves visited", title=f"branching {branching}")
        right.set(xlabel="branching (moves to choose from)", title=f"depth {depth}")
        left.legend()
    plt.close(figure)  # or a notebook would show it twice
    return figure


def _draw_growth(axes: Axes, x: Sequence[int], points: Sequence[Growth], theme: str) -> None:
    colours = palette(theme)
    axes.plot(x, [each.minimax for each in points], "s-", color=colours["min"], label="minimax: all, $b^d$")
    means = [mean(each.alphabeta) for each in points]
    axes.plot(x, means, "o--", color=colours["max"], label="alpha-beta, random order")
    lowest, highest = ([turn(each.alphabeta) for each in points] for turn in (min, max))
    axes.fill_between(x, lowest, highest, color=colours["max"], alpha=0.25, linewidth=0)
    fewest = r"fewest possible, $b^{\lceil d/2 \rceil} + b^{\lfloor d/2 \rfloor} - 1$"
    axes.plot(x, [each.fewest for each in points], "^:", color=colours["best"], label=fewest)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.set_xticks(x)


def move_order(
    *,
    sizes: Sequence[tuple[int, int]] = ((2, 4), (2, 8), (3, 4), (3, 6), (5, 4), (8, 3)),
    shuffles: int = 30,
    seed: int = 1,
    theme: str = "light",
) -> Figure:
    """Return a figure: the share of all leaves that alpha-beta visits with the best, random and worst move order."""
    points, colours = orders(sizes, shuffles=shuffles, seed=seed), palette(theme)
    with _style(theme):
        figure, axes = plt.subplots(figsize=(9, 1.4 + 0.6 * len(points)), layout="constrained")
        for row, each in enumerate(points):
            shares = [count / each.all for count in each.random]
            axes.plot(
                shares,
                [row] * len(shares),
                "o",
                markerfacecolor=(colours["max"], 0.25),  # where many lie on one another it is darker
                markeredgecolor=colours["max"],
                markersize=8,
            )
            axes.plot(median(shares), row, "|", color=colours["ink"], markersize=18, markeredgewidth=3)
            axes.plot(each.best / each.all, row, "D", color=colours["best"], markersize=9)
            axes.plot(each.worst / each.all, row, "s", color=colours["min"], markersize=9)
        axes.set_yticks(range(len(points)), [f"b = {each.branching}, d = {each.depth}" for each in points])
        axes.set(xlabel="share of all leaves that alpha-beta visits", xlim=(0, 1.03))
        axes.xaxis.set_major_formatter(PercentFormatter(1))
        axes.invert_yaxis()
        names = (f"one of {shuffles} random orders", "median of these", "best move first", "worst move first")
        drawn = axes.get_lines()[:4]
        figure.legend(drawn, names, loc="outside upper center", ncols=4)
    plt.close(figure)
    return figure


def ladder_nodes(
    *, deepest: int = 8, names: Sequence[str] = NAMES, position: Position | None = None, theme: str = "light"
) -> Figure:
    """Return a figure: the nodes that each rung of the draughts engine visits, against depth."""
    with _style(theme):
        figure, axes = plt.subplots(figsize=(9, 5), layout="constrained")
        depths = range(1, deepest + 1)
        for number, name in enumerate(names):
            counts = [nodes_to(depth, name, position) for depth in depths]
            axes.plot(depths, counts, f"{MARKERS[number]}-", color=_shade(number, theme), label=name)
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
        axes.set_xticks(depths)
        axes.set(xlabel="depth (moves looked ahead)", ylabel="positions visited")
        axes.legend()
    plt.close(figure)
    return figure


def ladder_games(ladder: Ladder, *, theme: str = "light") -> Figure:
    """Return a figure: each rung's depth in a second, and what it gains in games, with how sure that is."""
    colours, rows = palette(theme), range(len(ladder.rungs))
    with _style(theme):
        figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.2), sharey=True, layout="constrained")
        left.barh(rows, [rung.depth for rung in ladder.rungs], color=colours["max"], height=0.6)
        for row, rung in enumerate(ladder.rungs):
            left.text(rung.depth, row, f" {rung.depth:.1f}", va="center")
            if rung.result.played:
                low, high = rung.result.interval
                right.plot([low, high], [row, row], "|-", color=colours["ink"], markersize=12)
                right.plot(sum(rung.result.interval) / 2, row, "o", color=colours["max"], markersize=9)
        right.axvline(0, color=colours["min"], linestyle="--")
        left.set_yticks(rows, [rung.name for rung in ladder.rungs])
        left.invert_yaxis()
        left.set(xlabel="moves looked ahead in a second")
        right.set(xlabel="Elo points gained on the one before (95 % sure)")
    plt.close(figure)
    return figure


def deepening(position: Position, depth: int, *, theme: str = "light") -> Figure:
    """Return a figure: what each depth costs an engine that deepens, and the move it would play if stopped there."""
    found: list[Found] = []
    engine("deepening").search(position, depth=depth, report=found.append)
    costs = [each.nodes - before for each, before in zip(found, [0, *(each.nodes for each in found)], strict=False)]
    with _style(theme):
        figure, axes = plt.subplots(figsize=(9, 4), layout="constrained")
        axes.bar([each.depth for each in found], costs, color=palette(theme)["max"], width=0.7)
        for each, cost in zip(found, costs, strict=True):
            axes.text(each.depth, cost, str(each.move), ha="center", va="bottom")
        axes.set_xticks([each.depth for each in found])
        axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
        axes.set(xlabel="depth, and the best move so far", ylabel="positions visited at this depth")
    plt.close(figure)
    return figure


def known_bounds(known: Sequence[tuple[float, float, float]], *, theme: str = "light") -> Figure:
    """Return a figure: for each (at least, at most, true value) an arrow or a dot, and the true value on it."""
    colours = palette(theme)
    ends = [value for each in known for value in each if abs(value) != inf]
    left, right = min(ends) - 10, max(ends) + 10
    with _style(theme):
        figure, axes = plt.subplots(figsize=(9, 0.9 + 0.36 * len(known)), layout="constrained")
        for row, (low, high, value) in enumerate(known):
            axes.plot([max(low, left), min(high, right)], [row, row], color=colours["max"], linewidth=3)
            marks = [(low, "$\\geq$"), (high, "$\\leq$")] if low != high else [(low, "=")]
            for at, sign in marks:
                if abs(at) != inf:
                    axes.plot(at, row, "s", color=colours["max"], markersize=9)
                    axes.annotate(f"{sign} {at:g}", (at, row), (0, 6), textcoords="offset points", ha="center")
            axes.plot(value, row, "D", color=colours["min"], markersize=6, zorder=3)
        axes.set(yticks=[], xlabel="what is known (blue), and the true value (diamond)", ylim=(len(known) - 0.4, -0.9))
    plt.close(figure)
    return figure


def against_depth(
    shares: Mapping[str, Mapping[int, float]], *, ylabel: str, percent: bool = True, theme: str = "light"
) -> Figure:
    """Return a figure: one or more quantities, each given by depth."""
    with _style(theme):
        figure, axes = plt.subplots(figsize=(9, 4.4), layout="constrained")
        for number, (name, by_depth) in enumerate(shares.items()):
            axes.plot(
                list(by_depth), list(by_depth.values()), f"{MARKERS[number]}-", color=_shade(number, theme), label=name
            )
        if percent:
            axes.yaxis.set_major_formatter(PercentFormatter(1))
        axes.set_xticks(sorted({depth for by_depth in shares.values() for depth in by_depth}))
        axes.set(xlabel="depth (moves looked ahead)", ylabel=ylabel)
        axes.legend()
    plt.close(figure)
    return figure


def uncertainty(standings: Sequence[MatchResult], *, theme: str = "light") -> Figure:
    """Return a figure: the Elo difference of a match after each game, and between which bounds it lies."""
    colours, games = palette(theme), [each.played for each in standings]
    with _style(theme):
        figure, axes = plt.subplots(figsize=(9, 4), layout="constrained")
        lows = [max(each.interval[0], -LIMIT) for each in standings]
        highs = [min(each.interval[1], LIMIT) for each in standings]
        axes.fill_between(games, lows, highs, color=colours["max"], alpha=0.25, label="95 % sure")
        middles = [(low + high) / 2 for low, high in zip(lows, highs, strict=True)]
        axes.plot(games, middles, "o-", color=colours["max"], label="the middle")
        axes.axhline(0, color=colours["min"], linestyle="--", label="equally strong")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set(xlabel="games played", ylabel="Elo difference", ylim=(-LIMIT, LIMIT))
        axes.legend()
    plt.close(figure)
    return figure


def _shade(number: int, theme: str) -> str:
    return palette(theme)[("min", "max", "best", "ink", "muted", "crossed", "line")[number]]


def _style(theme: str) -> AbstractContextManager[None]:
    """Return a context in which figures have the theme's colours, an opaque paper, and letters large enough to read."""
    colours = palette(theme)
    look: dict[Any, Any] = {
        "axes.grid": True,
        "axes.axisbelow": True,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "grid.color": colours["line"],
        "grid.alpha": 0.35,
        "legend.edgecolor": colours["line"],
        "lines.linewidth": 2,
        "lines.markersize": 7,
        "font.size": 11,  # points, so 15 pixels
        "axes.titlesize": 12,
        "figure.dpi": 100,
        "savefig.dpi": 100,
    }
    inked = "text.color", "axes.labelcolor", "xtick.color", "ytick.color", "axes.edgecolor"
    papered = "figure.facecolor", "axes.facecolor", "savefig.facecolor", "legend.facecolor"
    look.update(dict.fromkeys(inked, colours["ink"]) | dict.fromkeys(papered, colours["paper"]))
    return plt.rc_context(look)
