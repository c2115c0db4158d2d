"""The promised speeds and memory, measured: python3 -m minimax_lessons bench."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from functools import cache, partial
from math import inf
from random import Random
from runpy import run_path
from tempfile import TemporaryDirectory
from time import perf_counter
from timeit import repeat
from types import SimpleNamespace
from typing import Any

from minimax_lessons import (
    VIDEO_TREE_DEEP,
    alphabeta,
    animate,
    check,
    draughts,
    drawing,
    games,
    minimax,
    trace,
)
from minimax_lessons.course.tour import figures
from minimax_lessons.draughts.endgame import endgames
from minimax_lessons.draughts.packed_endgames import FILE, four_piece_endgames
from minimax_lessons.drawing.plan import visible_tree
from minimax_lessons.exercises import NotYet
from minimax_lessons.player.storyboard import dumps
from minimax_lessons.setup_env import ROOT, chromium
from minimax_lessons.tracing.source import read
from minimax_lessons.trees import random_tree
from minimax_lessons.variants import variant

__all__ = ["ROWS", "Row", "report"]

MIDGAME = "B:W19,20,21,22,25,26,28,29,31,32:B1,2,3,5,8,9,10,11,12,14"
LEAVES = 845_931  # of draughts, eight moves from the start

# Each step's time from the key to the changed page, its layout included, in rounds; of each round
# the median and the 95th percentile; and the longest of all.
STEPS = """async (root) => { const rounds = [];
    const press = (key) => root.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    for (let round = 0; round < 3; round++) { const times = []; press("Home");
        for (let step = 0; step < 300; step++) { const begun = performance.now();
            press("ArrowRight"); root.querySelector(".scroller > svg").getBoundingClientRect();
            times.push(performance.now() - begun);
            if (step % 20 === 0) await new Promise(requestAnimationFrame); }
        times.sort((one, two) => one - two); rounds.push([times[150], times[285], times[299]]); }
    return rounds; }"""
REFIT = """(root) => Math.min(...Array.from({ length: 30 }, () => { const begun = performance.now();
    root.querySelector(".toggle").click(); root.getBoundingClientRect();
    return performance.now() - begun; }))"""


@dataclass(frozen=True)
class Row:
    """One line of the table: a measurement, its unit, and the bound that it keeps, if any."""

    name: str
    unit: str
    measure: Callable[[], float]
    sign: str = ""  # ≤ or ≥, where something is promised
    bound: float = 0
    heavy: bool = False  # so that it is measured only when it is asked for by name

    @property
    def promise(self) -> str:
        """Return the promised bound as the table shows it."""
        return f"{self.sign} {_shown(self.bound)} {self.unit}" if self.sign else ""

    def verdict(self, measured: float) -> str:
        """Return the ratio of the measured value to the promise, in words."""
        if not self.sign:
            return ""
        ratio = (
            measured / self.bound
            if self.sign == "≥"
            else self.bound / measured
            if measured
            else inf
        )
        return f"✓ {ratio:.1f} times better" if ratio >= 1 else f"✗ {1 / ratio:.1f} times worse"


def report(words: Sequence[str] = ()) -> int:
    """Print the table, or the rows whose names contain one of the words; return 0 if any."""
    named = [row for row in ROWS if any(word.lower() in row.name.lower() for word in words)]
    rows = named if words else [row for row in ROWS if not row.heavy]
    if not rows:
        print(
            f"No row is named like {' or '.join(words)}. There are: "
            f"{', '.join(row.name for row in ROWS)}."
        )
        return 2
    wide = max(len(row.name) for row in rows)
    print(f"{'':<{wide}}  {'measured':>20}  {'promised':>20}")
    for row in rows:
        try:
            measured = row.measure()
        except ImportError as error:
            print(f"{row.name:<{wide}}  {'not measured:':>20}  {error.name} is not installed here")
        else:
            figure = f"{_shown(measured)} {row.unit}"
            print(
                f"{row.name:<{wide}}  {figure:>20}  {row.promise:>20}  {row.verdict(measured)}",
                flush=True,
            )
    return 0


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def seconds(work: Callable[..., Any], *arguments: Any, rounds: int = 3) -> float:
    """Return the shortest time of a few rounds, because it is the least disturbed one."""
    collecting = gc.enable  # as wherever else work is done
    return min(repeat(partial(work, *arguments), collecting, number=1, repeat=rounds))


def milliseconds(work: Callable[..., Any], *arguments: Any) -> float:
    """Return the shortest time of a few rounds in thousandths of a second."""
    return 1000 * seconds(work, *arguments)


def import_time() -> float:
    """Return the milliseconds that the first import of the package takes."""
    code = (
        "from time import perf_counter as now; began = now(); "
        "import minimax_lessons; print(1000 * (now() - began))"
    )
    runs = [
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
        for _ in range(5)
    ]
    return min(float(run.stdout) for run in runs)


# by branching and depth; the first round of a timing grows it
uniform = cache(partial(random_tree, seed=1))


def trace_size() -> float:
    """Return the bytes that a trace keeps for each node it has seen."""
    trace(minimax, uniform(3, 9), depth=1)  # whatever is loaded once is loaded now
    gc.collect()
    tracemalloc.start()
    run = trace(minimax, uniform(3, 9))
    gc.collect()
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return kept / run.nodes_visited


def perft_speed() -> float:
    """Return the number of leaf positions that the bitboards count in a second."""
    return LEAVES / seconds(draughts.perft, draughts.start(), 8)


def perft_against_grid() -> float:
    """Return the speed of the bitboards as a multiple of a plain 8×8 grid's, both measured now."""
    naive = from_tests("naive_draughts")
    grid, side = naive.grid_of(draughts.start().fen)
    return perft_speed() * seconds(naive.perft, grid, side, 6) / 36_768


def moves_against_grid() -> float:
    """Return the time of one position's legal moves as a share of the plain grid's."""
    naive, position = from_tests("naive_draughts"), draughts.from_fen(MIDGAME)
    grid, side = naive.grid_of(MIDGAME)
    slow = seconds(lambda: [naive.moves(grid, side) for _ in range(2_000)])
    return seconds(lambda: [position.moves() for _ in range(2_000)]) / slow


def from_tests(name: str) -> Any:
    """Return a module of the tests: the slow generator of draughts moves, or the browser."""
    try:
        return SimpleNamespace(**run_path(str(ROOT / "tests" / f"{name}.py")))
    except FileNotFoundError:
        raise ImportError(name=f"tests/{name}.py") from None


def pdn_speed() -> float:
    """Return the number of games, of 65 plies on average, that are read in a second."""
    random, texts = Random(1), []
    for _ in range(100):
        position = draughts.start()
        moves: list[draughts.Move] = []
        while not position.is_over and len(moves) < 120:
            moves.append(random.choice(position.moves()))
            position = position.play(moves[-1])
        texts.append(draughts.Game(tuple(moves), result=position.result).pdn)
    return len(texts) / seconds(lambda: list(draughts.read_pdn("\n".join(texts))))


def engine() -> draughts.SearchResult:
    """Return the result of a second's search from the start by the engine with all its rungs."""
    return draughts.Engine().search(draughts.start(), seconds=1)


def timed_search() -> float:
    """Return the milliseconds of a search whose limit is a tenth of a second."""
    return milliseconds(lambda: draughts.Engine().search(draughts.start(), seconds=0.1))


def picture(branching: int, depth: int, bound: float) -> Row:
    """Return the row of the time to lay out a uniform tree and draw it as SVG in this process."""
    nodes = sum(branching**level for level in range(depth + 1))

    def measure() -> float:
        return milliseconds(
            lambda: drawing.svg(
                drawing.picture(visible_tree(uniform(branching, depth), depth=depth))
            )
        )

    return Row(f"picture: layout and SVG of {nodes:,} nodes", "ms", measure, "≤", bound)


def patches_time() -> float:
    """Return the milliseconds it takes to work out what each step changes."""
    run = trace(alphabeta, uniform(4, 6))
    return milliseconds(lambda: list(drawing.frames(run, visible_tree(run.tree, "compact"))))


def player_size() -> float:
    """Return the size of a longer search's player, in thousands of bytes."""
    return (
        max(
            len(dumps(animate(search, uniform(3, 4)).data).encode())
            for search in (minimax, alphabeta)
        )
        / 1000
    )


@contextmanager
def in_browser(*players: Any) -> Iterator[tuple[Any, Any]]:
    """Yield Chromium and a page of it with these players, alive."""
    from playwright.sync_api import sync_playwright

    fixtures = from_tests("browser_fixtures")
    with sync_playwright() as playwright:
        program = chromium()
        browser = playwright.chromium.launch(executable_path=program, args=fixtures.FLAGS)
        page = browser.new_page(viewport={"width": 950, "height": 647}, reduced_motion="reduce")
        page.set_content(f"<!DOCTYPE html><body>{''.join(player.fragment for player in players)}")
        page.locator(".player").nth(len(players) - 1).wait_for()
        yield browser, page
        browser.close()


def step_time(depth: int) -> float:
    """Return the milliseconds that a step takes in the page, on a tree of three branches."""
    with in_browser(animate(minimax, uniform(3, depth))) as (_, page):
        return float(min(median for median, *_ in page.locator(".player").evaluate(STEPS)))


def refit_time() -> float:
    """Return the milliseconds from the click that hides a panel to the new layout."""
    with in_browser(animate(alphabeta, VIDEO_TREE_DEEP)) as (_, page):
        return float(page.locator(".player").evaluate(REFIT))


def rest_load() -> float:
    """Return the processor time of all of Chromium's processes while nobody touches anything."""
    with in_browser(*(animate(alphabeta, random_tree(2, 5, seed=seed)) for seed in range(10))) as (
        browser,
        page,
    ):
        devtools = browser.new_browser_cdp_session()

        def spent() -> float:
            return float(
                sum(
                    process["cpuTime"]
                    for process in devtools.send("SystemInfo.getProcessInfo")["processInfo"]
                )
            )

        page.wait_for_timeout(1_000)
        before, began = spent(), perf_counter()
        page.wait_for_timeout(5_000)
        return 100 * (spent() - before) / (perf_counter() - began)


def judging(old: str, new: str) -> float:
    """Return the seconds until check has judged alpha-beta, with some of its text replaced."""
    answer = variant(alphabeta, "answer", old, new)

    def judge() -> None:
        with redirect_stdout(None), suppress(NotYet):
            check("3.1", answer)

    return seconds(judge, rounds=1)


# the seconds that each may take, and which piece of alpha-beta's text is replaced by what
ANSWERS = (
    ("a right answer, every small tree included", 1, "max_eval = -inf", "max_eval = -inf"),
    ("a wrong answer, with its line proved", 3, "beta = min(beta", "alpha = min(alpha"),
    ("an answer that never ends", 5, "max_eval = -inf", "while True: pass"),
)


def lesson_time() -> float:
    """Return the seconds that the slowest notebook takes, with its kernel."""
    command = [sys.executable, "-m", "nbconvert", "--to=notebook", "--execute", "--stdout"]
    run = partial(
        subprocess.run, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, check=True
    )
    return max(
        seconds(run, [*command, path], rounds=1) for path in (ROOT / "notebooks").glob("*.ipynb")
    )


CLASS = """import sys; from pathlib import Path
from generated_class import generated_class, write_moodle
write_moodle(Path(sys.argv[1]), generated_class(300))"""


def class_time() -> float:
    """Return the seconds in which 300 submissions are marked, 20 of them hostile."""
    paths = os.pathsep.join((str(ROOT), str(ROOT / "tests")))
    run = partial(
        subprocess.run, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, check=True
    )
    with TemporaryDirectory() as folder:
        run([sys.executable, "-c", CLASS, folder])
        export, out = f"{folder}/submissions.zip", f"{folder}/marks"
        command = ["minimax_lessons.classroom.mark", export, "--out", out]
        return seconds(run, [sys.executable, "-m", *command], rounds=1)


def site(figure: str, words: str, unit: str, sign: str = "", bound: float = 0) -> Row:
    """Return the row of a figure of one visit to the site, which is made for all of them."""
    return Row(f"site: {words}", unit, lambda: figures()[figure], sign, bound, heavy=True)


ROWS = (
    Row("import minimax_lessons in a fresh Python", "ms", import_time, "≤", 50),
    Row(
        "minimax, 9,841 nodes of a toy tree",
        "nodes/s",
        lambda: 9_841 / seconds(minimax, uniform(3, 8), 8, True),
    ),
    Row(
        "alphabeta, the same tree",
        "nodes/s",
        lambda: (
            trace(alphabeta, uniform(3, 8)).nodes_visited
            / seconds(alphabeta, uniform(3, 8), 8, -inf, inf, True)
        ),
    ),
    Row(
        "tracing minimax, 29,524 nodes",
        "nodes/s",
        lambda: 29_524 / seconds(trace, minimax, uniform(3, 9)),
        "≥",
        60_000,  # what is accounted for costs time, and a trace that is right is worth it
    ),
    Row(
        "tracing: a tree of lesson 3",
        "ms",
        lambda: milliseconds(trace, alphabeta, VIDEO_TREE_DEEP),
        "≤",
        20,
    ),
    Row(
        "tracing: reading what alphabeta's code says",
        "ms",
        lambda: milliseconds(read, alphabeta),
        "≤",
        5,
    ),
    Row(
        "tracing minimax, against running it",
        "times as long",
        lambda: (
            seconds(trace, minimax, uniform(3, 9))
            / seconds(minimax, uniform(3, 9), 9, True, rounds=10)
        ),
        "≤",
        100,
    ),
    Row("a trace in memory", "bytes a node", trace_size, "≤", 600),
    Row(
        "alphabeta solves noughts and crosses",
        "s",
        lambda: seconds(alphabeta, games.noughts_and_crosses(), 9, -inf, inf, True),
        "≤",
        0.3,
    ),
    Row("draughts: perft from the start, 8 moves deep", "leaves/s", perft_speed, "≥", 3_000_000),
    Row("draughts: perft against a plain grid", "times", perft_against_grid, "≥", 12),
    Row(
        "draughts: moves() in the middle game against a plain grid",
        "of its time",
        moves_against_grid,
        "≤",
        0.25,
    ),
    Row("draughts: reading games from PDN, every move checked", "games/s", pdn_speed, "≥", 200),
    *(
        picture(*size_and_bound)
        for size_and_bound in ((2, 4, 10), (3, 4, 60), (3, 6, 300), (4, 6, 1000))
    ),
    Row("player: changes of a search on 5,461 nodes", "ms", patches_time),
    Row(
        "player: from a tree of 121 nodes to all that the notebook keeps",
        "ms",
        lambda: milliseconds(lambda: animate(alphabeta, uniform(3, 4))._repr_mimebundle_()),
        "≤",
        500,
    ),
    Row("player: data of 121 nodes", "kB", player_size, "≤", 100),
    Row("page: a step of 364 nodes, the median", "ms", partial(step_time, 5), "≤", 1),
    Row("page: a step of 1,093 nodes, the median", "ms", partial(step_time, 6), "≤", 5),
    Row("page: a player of 31 nodes fitted anew", "ms", refit_time, "≤", 16),
    Row("page: ten players at rest", "% of a core", rest_load, "≤", 5),
    Row(
        "draughts: depth the engine finishes in a second, from the start",
        "plies",
        lambda: engine().depth,
        "≥",
        12,
    ),
    Row(
        "draughts: the engine, everything on, in the same second",
        "nodes/s",
        lambda: engine().nodes_per_second,
        "≥",
        400_000,
    ),
    Row("draughts: a search that is given 100 ms", "ms", timed_search, "≤", 150),
    Row(
        "draughts: all endgames of three pieces",
        "s",
        lambda: seconds(endgames.__wrapped__, rounds=1),
        "≤",
        3,
    ),
    Row(
        "draughts: loading the tables of four pieces",
        "s",
        lambda: seconds(four_piece_endgames.__wrapped__),
        "≤",
        0.3,
    ),
    Row(
        "draughts: the tables of four pieces, packed",
        "MB",
        lambda: FILE.stat().st_size / 1_000_000,
        "≤",
        2,
    ),
    *(
        Row(f"exercises: check of {what}", "s", partial(judging, *text), "≤", bound)
        for what, bound, *text in ANSWERS
    ),
    Row("the slowest lesson from top to bottom", "s", lesson_time, "≤", 10),
    Row("classroom: 300 submissions of a sheet", "s", class_time, "≤", 300, heavy=True),
    site("packed", "all of it, packed", "MB", "≤", 25),
    site("build", "to build it", "s", "≤", 120),
    site("visit", "a visit to a page", "MB", "≤", 1),
    site("page", "first picture of a page", "s", "≤", 1.5),
    site("first bytes", "the first live lesson", "MB", "≤", 30),
    site("first stills", "its saved pictures", "s", "≤", 4),
    site("first idle", "its kernel", "s", "≤", 12),
    site("second bytes", "the second live lesson", "MB more", "≤", 3),
    site("second idle", "its kernel, the second time", "s"),
    site("player", "a player in it", "s", "≤", 1.5),
    site("engine", "the draughts engine in it", "nodes/s", "≥", 80_000),
)
