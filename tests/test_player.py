from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lessons import (
    TOY_TREE,
    TOY_TREE_SWAPPED,
    VIDEO_TREE,
    VIDEO_TREE_DEEP,
    alphabeta,
    animate,
    compare,
    draughts,
    minimax,
    predict,
    random_tree,
    trace,
    tree,
)
from minimax_lessons.drawing import looks
from minimax_lessons.events import Enter, Leaf, Return, Update
from minimax_lessons.games import k_in_a_row
from minimax_lessons.labels import number_text
from minimax_lessons.player.storyboard import dumps, storyboard
from minimax_lessons.tracing.run import Trace

SHAPES = st.recursive(
    st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=12
)


def replayed(run: Trace) -> list[dict[str, tuple[str, str]]]:
    """Return what each step shows, by the player's data alone."""
    data = storyboard(run)[0]
    # the still is the end of the search
    picture = {name: list(look) for name, look in looks(run.tree, run).items()}
    now = [data["values"][value] for value in data["start"]]
    steps = []
    for patch in [[], *data["patches"]]:
        for slot, value in zip(patch[::2], patch[1::2], strict=True):
            now[slot] = data["values"][value]
        for slot, value in zip(data["slots"], now, strict=True):
            picture[slot.removeprefix("=")][slot.startswith("=")] = value
        steps.append({name: (look[0], look[1]) for name, look in picture.items()})
    return steps


@given(SHAPES, st.sampled_from(["max", "min"]), st.sampled_from([minimax, alphabeta]))
def test_the_data_show_at_every_step_what_drawing_says(nested: Any, root: Any, search: Any) -> None:
    run = trace(search, tree(nested, root))
    for step, picture in enumerate(replayed(run)):
        assert picture == looks(run.tree, run, step)


@given(SHAPES)
def test_the_stack_of_each_step_is_the_path_to_its_node(nested: Any) -> None:
    run = trace(alphabeta, tree(nested))
    data = storyboard(run)[0]
    paths = [path for _, path in data["nodes"]]
    assert paths == ["-".join(map(str, node.path)) for node in run.tree]
    for row, event in zip(data["events"], run.events, strict=True):
        assert paths[row[1]] == "-".join(map(str, event.node.path))
        assert row[2] == event.line


def test_each_row_says_what_its_node_holds_after_the_event() -> None:
    run = trace(alphabeta, VIDEO_TREE_DEEP)
    held: dict[Any, list[str]] = {}
    for row, event in zip(storyboard(run)[0]["events"], run.events, strict=True):
        if isinstance(event, Enter | Update):
            best = [number_text(event.best)] if isinstance(event, Update) else []
            held[event.node] = [number_text(event.alpha), number_text(event.beta), *best]
        elif isinstance(event, Leaf | Return):
            sign = {"exact": "", "lower": "≥ ", "upper": "≤ "}[
                event.kind if isinstance(event, Return) else "exact"
            ]
            held[event.node][2:] = [sign + number_text(event.value)]
        came = [number_text(event.value)] if isinstance(event, Update) else []
        assert row[3:] == held[event.node] + came


def test_a_depth_four_page_and_the_data_of_121_nodes_are_small(tmp_path: Path) -> None:
    for player in (
        animate(alphabeta, VIDEO_TREE_DEEP),
        predict(alphabeta, VIDEO_TREE_DEEP),
        compare(minimax, alphabeta, VIDEO_TREE),
    ):
        assert player.to_html(tmp_path / "page.html").stat().st_size < 100_000
    for search in (minimax, alphabeta):
        assert len(dumps(animate(search, random_tree(3, 4, seed=1)).data).encode()) <= 100_000


def test_the_same_cell_gives_the_same_bytes() -> None:
    one, two = (animate(alphabeta, VIDEO_TREE) for _ in range(2))
    assert one.data == two.data
    assert one._repr_mimebundle_() == two._repr_mimebundle_()
    assert one.data["id"] != animate(minimax, VIDEO_TREE).data["id"]


def test_a_notebook_keeps_a_picture_a_page_and_a_clean_text() -> None:
    player = animate(alphabeta, VIDEO_TREE)
    shown = player._repr_mimebundle_()
    assert set(shown) == {"text/html", "image/png", "text/plain"}
    assert shown["text/plain"] == "<Player: alphabeta on a tree of 8 leaves: returned 3, 5 visited>"
    assert shown["image/png"].startswith("iVBOR")
    assert "<img alt=" in shown["text/html"]
    assert json.dumps(shown)


def test_where_and_how_fast_it_begins_is_in_the_data() -> None:
    data = animate(alphabeta, TOY_TREE, step=5, interval_ms=100).data
    assert (data["start"], data["interval_ms"]) == (5, 100)
    assert data["id"] != animate(alphabeta, TOY_TREE, step=5).data["id"]
    for wrong in (1, 0, float("nan"), "fast"):
        with pytest.raises(ValueError, match="a step takes at least 20 milliseconds"):
            animate(alphabeta, TOY_TREE, interval_ms=wrong)
    for wrong in (-1, float("nan"), 2.0, "last"):
        with pytest.raises(ValueError, match="a player begins at step 0, 1, 2"):
            animate(alphabeta, TOY_TREE, step=wrong)


def test_the_picture_saved_is_of_the_step_and_the_run_asked_for(tmp_path: Path) -> None:
    player = compare(minimax, alphabeta, VIDEO_TREE)
    first, second = (
        player.save(tmp_path / f"{run}.svg", run=run).read_text(encoding="utf-8") for run in (0, 1)
    )
    assert "edge cut on" in second
    assert "edge cut on" not in first
    begun, asked = animate(alphabeta, VIDEO_TREE, step=3), animate(alphabeta, VIDEO_TREE)
    path = begun.save(tmp_path / "begun.svg")
    assert "edge done" not in path.read_text(encoding="utf-8")
    assert asked.save(tmp_path / "asked.svg", step=3).read_bytes() == path.read_bytes()


def test_a_run_can_be_shown_as_it_is() -> None:
    run = trace(alphabeta, VIDEO_TREE)
    assert animate(run).runs == (run,)
    assert compare(run, trace(minimax, TOY_TREE), None).runs[0] is run
    assert predict(run).runs == (run,)


def test_arguments_and_options_go_to_the_search() -> None:
    run = animate(alphabeta, VIDEO_TREE, depth=1).runs[0]
    assert [leaf.path for leaf in run.leaves] == [(0,), (1,)]
    narrow = animate(alphabeta, TOY_TREE, 2, 9, 10, True).runs[0]
    assert narrow.events[0].alpha == 9  # type: ignore[union-attr]


def test_two_runs_are_told_apart_by_name_or_tree() -> None:
    def titles(*things: Any) -> list[str]:
        return [pane["title"] for pane in compare(*things).data["runs"]]

    assert titles(minimax, alphabeta, TOY_TREE) == ["minimax", "alphabeta"]
    assert titles(alphabeta, TOY_TREE, TOY_TREE_SWAPPED)[1] == "alphabeta on [[3, 5, 2], [1, 9]]"
    assert titles(alphabeta, TOY_TREE, TOY_TREE) == ["alphabeta (1)", "alphabeta (2)"]
    assert titles(alphabeta, [[1, 2], [3]], [[3], [1, 2]])[0] == "alphabeta on [[1, 2], [3]]"


def test_a_run_too_long_to_watch_is_refused_with_a_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minimax_lessons.player.storyboard.MOST_STEPS", 22)
    with pytest.raises(
        ValueError, match="23 steps, and a player shows up to 22: give it a smaller tree"
    ):
        animate(alphabeta, TOY_TREE)


@pytest.mark.parametrize(
    "large", [[[1] * 300] * 100, random_tree(3, 9, seed=1)], ids=["lists", "tree"]
)
def test_a_tree_too_large_to_show_is_refused_before_it_is_searched(large: Any) -> None:
    def never(*arguments: Any) -> float:
        raise AssertionError("it was searched")

    with pytest.raises(
        ValueError, match=r"a tree of more than 20,000 nodes: a player shows smaller ones"
    ):
        animate(never, large)


def test_two_games_are_told_apart_by_their_kind() -> None:
    row, men = k_in_a_row.from_text("X.O/.O./XXO", k=3), draughts.from_fen("B:W26,27:B22")
    panes = compare(alphabeta, row, men, depth=1).data["runs"]
    assert [pane["title"] for pane in panes] == ["alphabeta on KInARow", "alphabeta on Position"]


def test_panels_are_named_or_refused() -> None:
    assert animate(minimax, TOY_TREE, show=("code",)).data["view"] == {
        "code": True,
        "stack": False,
        "counts": False,
        "legend": False,
        "large": False,
    }
    for wrong in ("code", ("codes",)):
        with pytest.raises(ValueError, match="show="):
            animate(minimax, TOY_TREE, show=wrong)


def test_a_search_without_a_tree_says_what_is_missing() -> None:
    with pytest.raises(TypeError, match="minimax needs something to search"):
        animate(minimax)


def test_a_search_that_breaks_is_shown_as_far_as_it_came() -> None:
    def broken(node: Any, maximizing: bool) -> float:
        if node.value == 5:
            raise RuntimeError("five!")
        if node.is_over:
            return float(node.value)
        values = [broken(child, not maximizing) for child in node.children()]
        return max(values) if maximizing else min(values)

    player = animate(broken, TOY_TREE)
    pane = player.data["runs"][0]
    assert "five!" in pane["say"][-1]
    assert pane["events"][-1][0] == "x"
    assert pane["outcome"] == "crashed"


def test_infinite_and_broken_values_are_written_as_in_the_picture() -> None:
    pane = animate(minimax, tree([[float("inf"), 0.5], [-float("inf")]])).data["runs"][0]
    assert {row[5] for row in pane["events"] if row[0] == "l"} == {"∞", "0.5", "−∞"}


def test_a_game_carries_its_positions() -> None:
    player = animate(alphabeta, k_in_a_row.start(3, 3, 3), depth=2)
    pane = player.data["runs"][0]
    assert set(pane["boards"]) == {path for _, path in pane["nodes"]}
    assert (
        pane["pictures"][pane["boards"]["3-2"]] == player.runs[0].tree[3][2].position._repr_svg_()
    )


def test_of_more_positions_than_a_page_may_carry_those_are_there_that_come_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("minimax_lessons.player.storyboard.BOARDS_BYTES", 1_200)
    run = trace(alphabeta, k_in_a_row.start(3, 3, 3), depth=2)
    boards = storyboard(run)[0]["boards"]
    visited = list(dict.fromkeys("-".join(map(str, event.node.path)) for event in run.events))
    assert 1 < len(boards) < len(visited)
    assert list(boards) == visited[: len(boards)]


def test_leaves_of_a_game_that_was_not_looked_into_are_not_guessed() -> None:
    whole = animate(minimax, k_in_a_row.start(3, 3, 3), depth=2).data["runs"][0]
    assert (whole["leaves"], whole["fewest"]) == (72, 9 + 8 - 1)
    part = animate(alphabeta, k_in_a_row.start(3, 3, 3), depth=2).data["runs"][0]
    assert (part["leaves"], part["fewest"]) == (None, None)


def test_cuts_name_their_owner_and_the_way_down() -> None:
    cuts = storyboard(trace(alphabeta, VIDEO_TREE_DEEP))[0]["cuts"]
    assert cuts[0]["tell"] == "Cut at L. Owner: A (a deep cut), its bound: 3. Path: A → C → F → L."
    assert cuts[1]["tell"] == "Cut at C. Owner: A (the parent), its bound: 3. Path: A → C."
    assert [sum(cut["leaves"]) for cut in cuts] == [1, 4]


def test_a_cut_by_the_window_that_the_search_began_with_has_no_owner() -> None:
    run = trace(alphabeta, TOY_TREE, 2, 4, 5, True)
    tells = [cut["tell"] for cut in storyboard(run)[0]["cuts"]]
    assert tells
    assert all(re.search("by the window the search began with", tell) for tell in tells)


def test_a_search_is_animated_where_only_the_standard_library_is_installed() -> None:
    code = """
import sys
packages = "anywidget ipywidgets traitlets IPython graphviz pygraphviz matplotlib numpy".split()
sys.modules.update(dict.fromkeys(packages))
from minimax_lessons import TOY_TREE, alphabeta, animate
print(len(animate(alphabeta, TOY_TREE).runs[0].events))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) == len(trace(alphabeta, TOY_TREE).events)
