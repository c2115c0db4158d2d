"""What the project promises about speed and memory, measured: python3 -m minimax_lessons bench."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path
from shutil import which
from time import perf_counter
from typing import Any

__all__ = ["ROWS", "Row", "report", "row"]

ROOT = Path(__file__).resolve().parent.parent
Measure = Callable[[], float]


@dataclass(frozen=True)
class Row:
    """One line of the table: what is measured, in which unit, and the bounds it has to keep, if any."""

    name: str
    unit: str
    measure: Measure
    at_least: float | None = None
    at_most: float | None = None
    heavy: bool = False  # so that it is measured only when it is asked for by name

    @property
    def promise(self) -> str:
        """Return the promised bound as the table shows it."""
        if self.at_least is not None:
            return f"≥ {_shown(self.at_least)} {self.unit}"
        return f"≤ {_shown(self.at_most)} {self.unit}" if self.at_most is not None else ""

    def verdict(self, measured: float) -> str:
        """Return how the measured value stands to the promise, as a ratio of the two."""
        if self.at_least is not None:
            ratio = measured / self.at_least
        elif self.at_most is not None:
            ratio = self.at_most / measured if measured else inf
        else:
            return ""
        return f"✓ {ratio:.1f} times better" if ratio >= 1 else f"✗ {1 / ratio:.1f} times worse"


ROWS: list[Row] = []


def row(name: str, unit: str, *, heavy: bool = False, **bounds: float) -> Callable[[Measure], Measure]:
    """Return a decorator that makes a table row of a function returning the measured value.

    @row("tracing", "nodes/s", at_least=100_000)
    def tracing() -> float: ...
    """

    def register(measure: Measure) -> Measure:
        ROWS.append(Row(name, unit, measure, **bounds, heavy=heavy))
        return measure

    return register


def report(words: Sequence[str] = ()) -> int:
    """Print the table, or only the rows whose names hold one of the words; return 0 when there was any."""
    named = [each for each in ROWS if any(word.lower() in each.name.lower() for word in words)]
    rows = named if words else [each for each in ROWS if not each.heavy]
    if not rows:
        print(f"No row is named like {' or '.join(words)}. There are: {', '.join(each.name for each in ROWS)}.")
        return 2
    wide = max(len(each.name) for each in rows)
    print(f"{'':<{wide}}  {'measured':>20}  {'promised':>20}")
    for each in rows:
        try:
            measured = each.measure()
        except ImportError as error:
            print(f"{each.name:<{wide}}  {'not measured:':>20}  {error.name} is not installed here")
        else:
            figure = f"{_shown(measured)} {each.unit}"
            print(f"{each.name:<{wide}}  {figure:>20}  {each.promise:>20}  {each.verdict(measured)}", flush=True)
    return 0


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def seconds(work: Callable[[], Any], *, rounds: int = 3) -> float:
    """Return the shortest time of a few rounds: what the work takes when nothing else disturbs it."""
    times = []
    for _ in range(rounds):
        began = perf_counter()
        work()
        times.append(perf_counter() - began)
    return min(times)


@row("import minimax_lessons in a fresh Python", "ms", at_most=50)
def import_time() -> float:
    """Return the milliseconds that the first import of the package takes."""
    code = "from time import perf_counter as now; began = now(); import minimax_lessons; print(1000 * (now() - began))"
    runs = (subprocess.run([sys.executable, "-c", code], capture_output=True, check=True) for _ in range(5))
    return min(float(run.stdout) for run in runs)


@row("minimax, 9,841 nodes of a toy tree", "nodes/s")
def minimax_speed() -> float:
    """Return how many nodes a second plain minimax looks at."""
    from minimax_lessons import minimax, random_tree

    root = random_tree(3, 8, seed=1)
    return sum(1 for _ in root) / seconds(lambda: minimax(root, 8, True))


@row("alphabeta, the same tree", "nodes/s")
def alphabeta_speed() -> float:
    """Return how many nodes a second alpha-beta looks at, of those that it does look at."""
    from minimax_lessons import alphabeta, random_tree

    root = random_tree(3, 8, seed=1)
    entered: list[Any] = []
    watched: Any = Watched(root, entered)
    alphabeta(watched, 8, -inf, inf, True)
    return len(entered) / seconds(lambda: alphabeta(root, 8, -inf, inf, True))


@row("tracing minimax, 29,524 nodes", "nodes/s", at_least=100_000)
def tracing_speed() -> float:
    """Return how many nodes a second are watched and turned into events."""
    from minimax_lessons import minimax, random_tree, trace

    root = random_tree(3, 9, seed=1)
    return 29_524 / seconds(lambda: trace(minimax, root))


@row("tracing: reading what alphabeta's code says", "ms", at_most=5)
def reading_time() -> float:
    """Return the milliseconds that it takes to read a search's code once its file has been parsed."""
    from minimax_lessons import alphabeta
    from minimax_lessons.tracing.code import read

    return 1000 * seconds(lambda: read(alphabeta))


@row("tracing minimax, against running it", "times as long", at_most=60 if sys.version_info < (3, 13) else 80)
def tracing_ratio() -> float:
    """Return how much longer a watched run takes than one that nobody watches."""
    from minimax_lessons import minimax, random_tree, trace

    root = random_tree(3, 9, seed=1)
    return seconds(lambda: trace(minimax, root)) / seconds(lambda: minimax(root, 9, True), rounds=10)


@row("a trace in memory", "bytes a node", at_most=400)
def trace_size() -> float:
    """Return the bytes that a trace keeps for each node it has seen."""
    from minimax_lessons import minimax, random_tree, trace

    root = random_tree(3, 9, seed=1)
    trace(minimax, root, depth=1)  # whatever is loaded once is loaded now
    gc.collect()
    tracemalloc.start()
    run = trace(minimax, root)
    gc.collect()
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return kept / run.nodes_visited


@row("alphabeta solves noughts and crosses", "s", at_most=0.3)
def noughts_and_crosses_time() -> float:
    """Return the seconds that alpha-beta takes from the empty board to the end of every line it looks at."""
    from minimax_lessons.games import noughts_and_crosses
    from minimax_lessons.search import alphabeta

    return seconds(lambda: alphabeta(noughts_and_crosses(), 9, -inf, inf, True))


class Watched:
    """A position that notes in a list which positions a search comes to."""

    def __init__(self, position: Any, entered: list[Any]) -> None:
        self.position, self.entered = position, entered
        entered.append(position)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.position, name)

    def children(self) -> Iterator[Watched]:
        """Yield the children one by one, so that only those the search asks for are noted."""
        return (Watched(child, self.entered) for child in self.position.children())


MIDGAME = "B:W19,20,21,22,25,26,28,29,31,32:B1,2,3,5,8,9,10,11,12,14"


@row("draughts: perft from the start, 8 moves deep", "leaves/s", at_least=3_000_000)
def perft_speed() -> float:
    """Return how many leaf positions a second the bitboards count."""
    from minimax_lessons import draughts

    start = draughts.start()
    return 845_931 / seconds(lambda: draughts.perft(start, 8))


@row("draughts: perft against a plain grid", "times", at_least=12)
def perft_against_grid() -> float:
    """Return how many times as fast as a plain 8×8 grid the bitboards count, both measured now."""
    from minimax_lessons import draughts

    naive = from_tests("naive_draughts")
    grid, side = naive.grid_of(draughts.start().fen)
    return perft_speed() * seconds(lambda: naive.perft(grid, side, 6)) / 36_768


@row("draughts: moves() in the middle game against a plain grid", "of its time", at_most=0.25)
def moves_against_grid() -> float:
    """Return which part of the plain grid's time the legal moves of one position take."""
    from minimax_lessons import draughts

    naive, position = from_tests("naive_draughts"), draughts.from_fen(MIDGAME)
    grid, side = naive.grid_of(MIDGAME)
    slow = seconds(lambda: [naive.moves(grid, side) for _ in range(2_000)])
    return seconds(lambda: [position.moves() for _ in range(2_000)]) / slow


def from_tests(name: str) -> Any:
    """Return a module that the tests use, too: the slow generator that checks the bitboards, or the browser."""
    from importlib.util import module_from_spec, spec_from_file_location

    path = ROOT / "tests" / f"{name}.py"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.exists():
        raise ImportError(name=f"tests/{name}.py")
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@row("draughts: reading games from PDN, every move checked", "games/s", at_least=200)
def pdn_speed() -> float:
    """Return how many games a second are read, of 65 plies on average."""
    from random import Random

    from minimax_lessons import draughts

    random, texts = Random(1), []
    for _ in range(100):
        position = draughts.start()
        moves: list[draughts.Move] = []
        while not position.is_over and len(moves) < 120:
            moves.append(random.choice(position.moves()))
            position = position.play(moves[-1])
        texts.append(draughts.Game(tuple(moves), result=position.result).pdn)
    return len(texts) / seconds(lambda: list(draughts.read_pdn("\n".join(texts))))


def picture_row(branching: int, depth: int, milliseconds: float) -> None:
    """Add the row of how long it takes to lay out and draw a uniform tree, all of it, as SVG in this process."""
    nodes = sum(branching**level for level in range(depth + 1))

    @row(f"picture: layout and SVG of {nodes:,} nodes", "ms", at_most=milliseconds)
    def picture_time() -> float:
        from minimax_lessons import drawing, random_tree

        root = random_tree(branching, depth, seed=1)
        detail: Any = "full" if nodes <= 150 else "compact"
        return 1000 * seconds(lambda: drawing.svg(drawing.picture(root, detail=detail)))


for size in ((2, 4, 10), (3, 4, 60), (3, 6, 300), (4, 6, 1000)):
    picture_row(*size)


@row("player: changes of a search on 5,461 nodes", "ms")
def patches_time() -> float:
    """Return the milliseconds it takes to work out what each step changes."""
    from minimax_lessons import alphabeta, drawing, random_tree
    from minimax_lessons.tracing.run import trace

    run = trace(alphabeta, random_tree(4, 6, seed=1))
    return 1000 * seconds(lambda: drawing.patches(run, detail="compact"))


@row("player: from a tree of 121 nodes to all that the notebook keeps", "ms", at_most=500)
def player_time() -> float:
    """Return the milliseconds to trace a search, draw it and make the player with its page and still."""
    from minimax_lessons import alphabeta, animate, random_tree

    root = random_tree(3, 4, seed=1)
    return 1000 * seconds(lambda: animate(alphabeta, root)._repr_mimebundle_())


@row("player: data of 121 nodes", "kB", at_most=100)
def player_size() -> float:
    """Return how much a player of the longer search sends to the page, in thousands of bytes."""
    from minimax_lessons import alphabeta, animate, minimax, random_tree
    from minimax_lessons.player.storyboard import dumps

    root = random_tree(3, 4, seed=1)
    return max(len(dumps(animate(search, root).data).encode()) for search in (minimax, alphabeta)) / 1000


# Each step's time from the key to the changed page, its layout included, in rounds; of each round the median and the
# 95th percentile; and the longest of all.
STEPS = """async (root) => { const rounds = [];
    const press = (key) => root.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    for (let round = 0; round < 3; round++) { const times = []; press("Home");
        for (let step = 0; step < 300; step++) { const begun = performance.now(); press("ArrowRight");
            root.querySelector(".scroller > svg").getBoundingClientRect(); times.push(performance.now() - begun);
            if (step % 20 === 0) await new Promise(requestAnimationFrame); }
        times.sort((one, two) => one - two); rounds.push([times[150], times[285], times[299]]); }
    return rounds; }"""
REFIT = """(root) => Math.min(...Array.from({ length: 30 }, () => { const begun = performance.now();
    root.querySelector(".toggle").click(); root.getBoundingClientRect(); return performance.now() - begun; }))"""


@contextmanager
def in_browser(*players: Any) -> Iterator[tuple[Any, Any]]:
    """Yield Chromium and a page of it with these players, alive."""
    from playwright.sync_api import sync_playwright

    fixtures = from_tests("browser_fixtures")
    with sync_playwright() as playwright:
        program = next(filter(None, map(which, fixtures.NAMES)), None)
        browser = playwright.chromium.launch(executable_path=program, args=fixtures.FLAGS)
        page = browser.new_page(viewport={"width": 950, "height": 647}, reduced_motion="reduce")
        page.set_content(f"<!DOCTYPE html><body>{''.join(each.scene.fragment for each in players)}")
        page.locator(".player").nth(len(players) - 1).wait_for()
        yield browser, page
        browser.close()


def step_row(depth: int, milliseconds: float) -> None:
    """Add the row of how long a step takes in the page, on a tree of three branches."""
    nodes = (3 ** (depth + 1) - 1) // 2

    @row(f"page: a step of {nodes:,} nodes, the median", "ms", at_most=milliseconds)
    def step_time() -> float:
        from minimax_lessons import animate, minimax, random_tree

        with in_browser(animate(minimax, random_tree(3, depth, seed=1))) as (_, page):
            return float(min(median for median, *_ in page.locator(".player").evaluate(STEPS)))


for size_and_bound in ((5, 1), (6, 5)):
    step_row(*size_and_bound)


@row("page: a player of 31 nodes fitted anew", "ms", at_most=16)
def refit_time() -> float:
    """Return the milliseconds from the click that hides a panel to the new layout."""
    from minimax_lessons import VIDEO_TREE_DEEP, alphabeta, animate

    with in_browser(animate(alphabeta, VIDEO_TREE_DEEP)) as (_, page):
        return float(page.locator(".player").evaluate(REFIT))


@row("page: ten players at rest", "% of a core", at_most=5)
def rest_load() -> float:
    """Return the processor time of all of Chromium's processes while nobody touches anything."""
    from minimax_lessons import alphabeta, animate, random_tree

    with in_browser(*(animate(alphabeta, random_tree(2, 5, seed=seed)) for seed in range(10))) as (browser, page):
        devtools = browser.new_browser_cdp_session()

        def spent() -> float:
            return float(sum(each["cpuTime"] for each in devtools.send("SystemInfo.getProcessInfo")["processInfo"]))

        page.wait_for_timeout(1_000)
        before, began = spent(), perf_counter()
        page.wait_for_timeout(5_000)
        return 100 * (spent() - before) / (perf_counter() - began)


@row("draughts: depth the engine finishes in a second, from the start", "plies", at_least=12)
def engine_depth() -> float:
    """Return how many plies deep the engine looks in one second."""
    from minimax_lessons import draughts

    return draughts.Engine().search(draughts.start(), seconds=1).depth


@row("draughts: the engine, everything on, in the same second", "nodes/s", at_least=400_000)
def engine_speed() -> float:
    """Return how many nodes a second the engine visits."""
    from minimax_lessons import draughts

    return draughts.Engine().search(draughts.start(), seconds=1).nodes_per_second


@row("draughts: all endgames of three pieces", "s", at_most=3)
def endgame_time() -> float:
    """Return how long the endgame tables take to work out."""
    from minimax_lessons.draughts.endgame import endgames

    return seconds(endgames.__wrapped__, rounds=1)


def check_row(kind: str, old: str, new: str, most: float) -> None:
    """Add the row of how long check takes to judge alpha-beta with a line changed."""

    @row(f"exercises: check of {kind}", "s", at_most=most)
    def check_time() -> float:
        """Return the seconds until the verdict is there."""
        import inspect
        import linecache
        from contextlib import redirect_stdout, suppress

        from minimax_lessons import alphabeta, check
        from minimax_lessons.exercises import NotYet

        source, names = inspect.getsource(alphabeta).replace(old, new), {"inf": inf, "Position": Any}
        linecache.cache[kind] = len(source), None, source.splitlines(keepends=True), kind
        exec(compile(source, kind, "exec"), names)

        def judge() -> None:
            with redirect_stdout(None), suppress(NotYet):
                check("3.1", names["alphabeta"])

        return seconds(judge, rounds=1)


check_row("a right answer", "", "", 2.0)
check_row("a wrong answer, with its line proved", "beta = min(beta", "alpha = min(alpha", 3.0)
check_row("an answer that never ends", "max_eval = -inf", "while True: pass", 5.0)


@row("the slowest lesson from top to bottom", "s", at_most=10)
def lesson_time() -> float:
    """Return the seconds that the slowest notebook takes, with its kernel."""
    command = [sys.executable, "-m", "nbconvert", "--to=notebook", "--execute", "--stdout"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}

    def took(lesson: Path) -> float:
        return seconds(
            lambda: subprocess.run([*command, lesson], env=environment, capture_output=True, check=True), rounds=1
        )

    return max(map(took, (ROOT / "notebooks").glob("*.ipynb")))


for measured, words, unit, bounds in (
    ("packed", "all of it, packed", "MB", {"at_most": 25.0}),
    ("build", "to build it", "s", {"at_most": 120.0}),
    ("visit", "a visit to a page", "MB", {"at_most": 1.0}),
    ("page", "first picture of a page", "s", {"at_most": 1.5}),
    ("step", "a step in a player", "ms", {"at_most": 5.0}),
    ("first bytes", "the first live lesson", "MB", {"at_most": 30.0}),
    ("first stills", "its saved pictures", "s", {"at_most": 4.0}),
    ("first idle", "its kernel", "s", {"at_most": 12.0}),
    ("second bytes", "the second live lesson", "MB more", {"at_most": 3.0}),
    ("second idle", "its kernel, the second time", "s", {}),
    ("player", "a player in it", "s", {"at_most": 1.5}),
    ("engine", "the draughts engine in it", "nodes/s", {"at_least": 80_000.0}),
):

    @row(f"site: {words}", unit, heavy=True, **bounds)
    def visit(measured: str = measured) -> float:
        """Return a figure of one visit to the site, that is made for all of them."""
        from minimax_lessons.course.tour import figures

        return figures()[measured]
