"""Plots of searches: leaves against theory, rungs of the engine, bounds and depths."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, inf
from random import Random
from statistics import mean, median
from typing import TYPE_CHECKING, Any

from minimax_lessons.charts import Axis, Band, Bars, Chart, Line, Panel, drawn
from minimax_lessons.draughts.engine import SearchResult
from minimax_lessons.draughts.ladder import NAMES, Ladder, engine, nodes_to
from minimax_lessons.draughts.matches import Decision, MatchResult
from minimax_lessons.draughts.rules import Position
from minimax_lessons.draughts.statistics import SURE
from minimax_lessons.search import alphabeta
from minimax_lessons.tracing.run import trace
from minimax_lessons.trees import Node, random_tree, reordered, tree

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "Visits",
    "against_depth",
    "deepening",
    "errors",
    "growth",
    "known_bounds",
    "ladder_games",
    "ladder_nodes",
    "leaves",
    "move_order",
    "orders",
    "ratio_walk",
    "time_and_memory",
    "uncertainty",
]

MARKERS = "so^Dv><p"
SHADES = ("min", "max", "best", "ink", "muted", "crossed", "line")
AHEAD, BRANCHING = "depth (moves looked ahead)", "branching (moves to choose from)"
FEWEST = r"fewest possible, $b^{\lceil d/2 \rceil} + b^{\lfloor d/2 \rfloor} - 1$"
SIZES = (2, 4), (2, 8), (3, 4), (3, 6), (5, 4), (8, 3)  # branching and depth
LIMIT = 600  # Elo points: beyond, a plot shows nothing but a clean sweep
VALUES = (-10_000, 10_000)  # so many that hardly two leaves are equal, as in real evaluations


@dataclass(frozen=True)
class Visits:
    """The numbers of leaves that alpha-beta visits on uniform trees of one size."""

    branching: int
    depth: int
    # on one tree after the other, or with the moves of one in one order after the other
    random: tuple[int, ...]
    best: int = 0  # with the moves of that one in the best order
    worst: int = 0

    @property
    def all(self) -> int:
        """Return the number of all leaves: minimax visits every one."""
        return int(self.branching**self.depth)

    @property
    def fewest(self) -> int:
        """Return the fewest leaves that any search needs (Knuth and Moore 1975)."""
        half = self.depth // 2
        return int(self.branching**half + self.branching ** (self.depth - half)) - 1


def growth(sizes: Iterable[tuple[int, int]], *, trees: int = 5, seed: int = 1) -> list[Visits]:
    """Return the leaves visited on random trees, for each pair of branching and depth."""
    points = []
    for branching, depth in sizes:
        roots = (random_tree(branching, depth, seed=seed + i, values=VALUES) for i in range(trees))
        points.append(Visits(branching, depth, tuple(map(_visited, roots))))
    return points


def orders(sizes: Iterable[tuple[int, int]], *, shuffles: int = 30, seed: int = 1) -> list[Visits]:
    """Return the leaves visited by branching and depth, with best, random and worst order."""
    points = []
    for branching, depth in sizes:
        root = random_tree(branching, depth, seed=seed, values=VALUES)
        random = Random(seed)
        shuffled = tuple(_visited(_shuffled(root, random)) for _ in range(shuffles))
        best, worst = (_visited(reordered(root, order)) for order in ("best", "worst"))
        points.append(Visits(branching, depth, shuffled, best, worst))
    return points


def _visited(root: Node) -> int:
    return len(trace(alphabeta, root).leaves)


def _shuffled(root: Node, random: Random) -> Node:
    def shuffle(part: Any) -> Any:
        return (
            [shuffle(below) for below in random.sample(part, len(part))]
            if isinstance(part, list)
            else part
        )

    return tree(shuffle(root.nested), "max" if root.is_max else "min")


def leaves(*, deepest: int = 8, widest: int = 8) -> Figure:
    """Return a figure: leaves visited against depth, and against branching."""
    by_depth = growth([(3, depth) for depth in range(1, deepest + 1)])
    by_branching = growth([(branching, 4) for branching in range(2, widest + 1)])
    left = _growth([point.depth for point in by_depth], by_depth, AHEAD, "branching 3")
    right = _growth([point.branching for point in by_branching], by_branching, BRANCHING, "depth 4")
    return drawn(Chart([left, right], 11, 4.6))


def time_and_memory(*, branching: int, deepest: int) -> Figure:
    """Return a figure: how minimax's leaves and its open calls grow with the depth."""
    depths = range(deepest + 1)
    visited = Line(
        depths, [branching**d for d in depths], "min", "s", label="leaves visited, $b^d$"
    )
    calls = Line(depths, [d + 1 for d in depths], "max", "o", "--", label="calls open at once")
    panel = Panel(Axis(AHEAD, ticks=depths), Axis("how many", log=True), (visited, calls))
    return drawn(Chart([panel], 9, 4))


def _growth(x: Sequence[int], points: Sequence[Visits], label: str, title: str) -> Panel:
    means = [mean(point.random) for point in points]
    lowest, highest = ([turn(point.random) for point in points] for turn in (min, max))
    marks = (
        Band(x, lowest, highest, "max"),
        Line(x, [point.all for point in points], "min", "s", label="minimax: all, $b^d$"),
        Line(x, means, "max", "o", "--", label="alpha-beta, random order"),
        Line(x, [point.fewest for point in points], "best", "^", ":", label=FEWEST),
    )
    return Panel(Axis(label, ticks=x), Axis("leaves visited", log=True), marks, title)


def move_order(*, shuffles: int = 30) -> Figure:
    """Return a figure: the share of leaves that alpha-beta visits, by the move order."""
    points = orders(SIZES, shuffles=shuffles)
    rows = range(len(points))
    shares = [count / point.all for point in points for count in point.random]
    beside = [row for row in rows for _ in range(shuffles)]
    medians = [median(point.random) / point.all for point in points]
    best, worst = (
        [getattr(point, order) / point.all for point in points] for order in ("best", "worst")
    )
    marks = (
        Line(
            shares, beside, "max", "o", "", f"one of {shuffles} random orders", size=8, faint=True
        ),
        Line(medians, rows, "ink", "|", "", "median of these", size=18),
        Line(best, rows, "best", "D", "", "best move first", size=9),
        Line(worst, rows, "min", "s", "", "worst move first", size=9),
    )
    across = Axis("share of all leaves that alpha-beta visits", percent=True, limits=(0, 1.03))
    panel = Panel(
        across, _rows([f"b = {point.branching}, d = {point.depth}" for point in points]), marks
    )
    return drawn(Chart([panel], 9, 1.4 + 0.6 * len(points)))


def ladder_nodes(*, deepest: int = 8) -> Figure:
    """Return a figure: the nodes that each rung of the draughts engine visits, against depth."""
    depths = range(1, deepest + 1)
    counts = {name: {depth: nodes_to(depth, name) for depth in depths} for name in NAMES}
    height = Axis("positions visited", log=True)
    return drawn(Chart([Panel(Axis(AHEAD, ticks=depths), height, _by_depth(counts))], 9, 5))


def ladder_games(ladder: Ladder) -> Figure:
    """Return a figure: each rung's depth in a second, and its gain in games with its margin."""
    rows = range(len(ladder.rungs))
    depths = [rung.depth for rung in ladder.rungs]
    height = _rows([rung.name for rung in ladder.rungs])
    gains = [Line([0, 0], height.limits or (), "min", dash="--")]
    for row, rung in enumerate(ladder.rungs):
        if rung.result.played:
            gains.append(Line(rung.result.interval, [row, row], "ink", "|", size=12))
            gains.append(Line([sum(rung.result.interval) / 2], [row], "max", "o", "", size=9))
    bars = Bars(rows, depths, "max", [f"{depth:.1f}" for depth in depths], 0.6, lying=True)
    left = Panel(
        Axis("moves looked ahead in a second", limits=(0, 1.1 * max(depths))), height, [bars]
    )
    right = Panel(Axis(f"Elo points gained on the one before ({SURE} sure)"), height, gains)
    return drawn(Chart([left, right], 11, 4.2))


def deepening(position: Position, depth: int) -> Figure:
    """Return a figure: each depth's cost to a deepening engine, and the move it would play."""
    results: list[SearchResult] = []
    engine("deepening").search(position, depth=depth, report=results.append)
    costs = [
        result.nodes - before
        for result, before in zip(results, [0, *(result.nodes for result in results)], strict=False)
    ]
    depths = [result.depth for result in results]
    bars = Bars(depths, costs, "max", [str(result.move) for result in results])
    height = Axis("positions visited at this depth", limits=(0, 1.1 * max(costs)))
    return drawn(
        Chart(
            [Panel(Axis("depth, and the best move so far", ticks=depths), height, [bars])],
            9,
            4,
        )
    )


def known_bounds(bounds: Sequence[tuple[float, float, float]]) -> Figure:
    """Return a figure: for each (at least, at most, true value) an arrow or a dot."""
    ends = [value for window in bounds for value in window if abs(value) != inf]
    left, right = min(ends) - 10, max(ends) + 10
    marks = []
    for row, (low, high, value) in enumerate(bounds):
        marks.append(Line([max(low, left), min(high, right)], [row, row], "max", width=3))
        signs = [(low, "≥"), (high, "≤")] if low != high else [(low, "=")]
        for bound, sign in signs:
            if abs(bound) != inf:
                words = [f"{sign} {bound:g}"]
                marks.append(Line([bound], [row], "max", "s", "", size=9, words=words))
        marks.append(Line([value], [row], "min", "D", "", size=6))
    across = Axis("what is known (blue), and the true value (diamond)")
    height = Axis(ticks=(), limits=(len(bounds) - 0.4, -0.9))
    return drawn(Chart([Panel(across, height, marks)], 9, 0.9 + 0.36 * len(bounds)))


def against_depth(
    shares: Mapping[str, Mapping[int, float]],
    *,
    ylabel: str,
    percent: bool = True,
) -> Figure:
    """Return a figure: one or more quantities, each given by depth."""
    depths = sorted({depth for by_depth in shares.values() for depth in by_depth})
    panel = Panel(Axis(AHEAD, ticks=depths), Axis(ylabel, percent=percent), _by_depth(shares))
    return drawn(Chart([panel], 9, 4.4))


def _by_depth(quantities: Mapping[str, Mapping[int, float]]) -> list[Line]:
    """Return a line for each quantity; a value that is not known (NaN) has no point."""
    points = {
        name: {depth: value for depth, value in values.items() if value == value}
        for name, values in quantities.items()
    }
    return [
        Line(list(values), list(values.values()), shade, marker, label=name)
        for (name, values), shade, marker in zip(points.items(), SHADES, MARKERS, strict=False)
    ]


def uncertainty(standings: Sequence[MatchResult]) -> Figure:
    """Return a figure: a match's Elo difference after each game, between its bounds."""
    games = [standing.played for standing in standings]
    lows = [max(standing.interval[0], -LIMIT) for standing in standings]
    highs = [min(standing.interval[1], LIMIT) for standing in standings]
    middles = [(low + high) / 2 for low, high in zip(lows, highs, strict=True)]
    marks = (
        Band(games, lows, highs, "max", label=f"{SURE} sure"),
        Line(games, middles, "max", "o", label="the middle"),
        Line(games, [0] * len(games), "min", dash="--", label="equally strong"),
    )
    panel = Panel(Axis("games played"), Axis("Elo difference", limits=(-LIMIT, LIMIT)), marks)
    return drawn(Chart([panel], 9, 4))


def ratio_walk(decision: Decision) -> Figure:
    """Return a figure: the log-likelihood ratio after each pair of games, between bounds."""
    pairs = range(1, len(decision.ratios) + 1)
    low, high = decision.test.bounds
    limits = min(low, *decision.ratios) - 1, max(high, *decision.ratios) + 1
    marks = (
        Line(pairs, [high] * len(pairs), "best", dash="--", label="decided: better"),
        Line(pairs, decision.ratios, "max", "o", label="ratio after each pair"),
        Line(pairs, [low] * len(pairs), "min", dash=":", label="decided: not better"),
    )
    height = Axis("log of the likelihood ratio", limits=limits)
    return drawn(Chart([Panel(Axis("pairs of games"), height, marks)], 9, 4))


def errors(by_name: Mapping[str, Sequence[float]]) -> Figure:
    """Return a figure: mean errors of predicted points before a fit and after each pass."""
    marks = [
        Line(range(len(means)), means, shade, marker, label=name)
        for (name, means), shade, marker in zip(by_name.items(), SHADES, MARKERS, strict=False)
    ]
    shown = [100 * mean for means in by_name.values() for mean in means]
    ticks = [percent / 100 for percent in range(floor(min(shown)), ceil(max(shown)) + 1)]
    across = Axis("passes over the training set")
    height = Axis("mean error, in points of a game", percent=True, ticks=ticks)
    return drawn(Chart([Panel(across, height, marks)], 9, 4))


def _rows(names: Sequence[str]) -> Axis:
    """Return an upward axis of named rows, the first one on top."""
    return Axis(ticks=range(len(names)), names=names, limits=(len(names) - 0.5, -0.5))
