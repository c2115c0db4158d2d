from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lessons import (
    VIDEO_TREE,
    alphabeta,
    animate,
    minimax,
    predict,
    random_tree,
    trace,
    tree,
)
from minimax_lessons.drawing import looks, picture, svg
from minimax_lessons.player import page
from minimax_lessons.player.show import main as show
from minimax_lessons.player.slim_svg import slim, still

SVG = "{http://www.w3.org/2000/svg}"


def content(document: str) -> dict[str, Any]:
    """Return the data inside a page."""
    packed = re.search(r'<script type="text/plain">([^<]*)</script>', document)
    assert packed
    return json.loads(zlib.decompress(base64.b64decode(packed[1])))


def test_a_page_allows_its_own_script_and_nothing_else() -> None:
    document = animate(alphabeta, VIDEO_TREE).document
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', document)
    assert policy
    rules = dict(rule.strip().split(" ", 1) for rule in policy[1].split(";"))
    assert rules["default-src"] == "'none'"
    scripts = re.findall(r"<script>(.*?)</script>", document, re.DOTALL)
    digests = [
        base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in scripts
    ]
    assert rules["script-src"] == f"'sha256-{digests[0]}' blob:"  # only that script can make a blob
    assert len(scripts) == 1
    assert not re.search(r"https?://(?!www\.w3\.org/)", document)


def test_the_data_of_a_page_are_the_player_s() -> None:
    player = animate(alphabeta, VIDEO_TREE)
    data = content(player.document)
    assert data == {
        name: value for name, value in json.loads(json.dumps(player.data)).items() if name != "svgs"
    }


@given(st.text(max_size=60))
def test_no_title_breaks_out_of_the_page(title: str) -> None:
    document = animate(minimax, tree([1, 2]), title=title or "x").document
    assert document.count("<script") == document.count("</script>") == 3
    shown = re.search("<title>(.*?) · Minimax Lessons</title>", document, re.DOTALL)
    assert shown
    assert html.unescape(shown[1]) == (title or "x")


def test_answers_are_not_to_be_read_in_the_page() -> None:
    for player in (predict(alphabeta, VIDEO_TREE), predict(alphabeta, VIDEO_TREE, ask="prune")):
        document = player.document
        for telling in (
            "returned 3",
            "cannot matter",
            "crossed",
            '"answer"',
            "5 visited",
            "edge cut on",
        ):
            assert telling not in document.replace(page.script(player.data["kind"]), "")
        stills = re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', document)
        assert not any("edge cut on" in base64.b64decode(each).decode() for each in stills)
        assert "returned" not in player.alt


def test_a_page_carries_only_what_it_needs() -> None:
    plays, asks, prunes = (page.script(kind) for kind in ("play", "ask", "prune"))
    question, task = "Ask again what went wrong", "This search looks at every leaf."
    assert [question in text for text in (plays, asks, prunes)] == [False, True, False]
    assert [task in text for text in (plays, asks, prunes)] == [False, False, True]
    assert page.script("compare") == plays


RUNS = [
    trace(alphabeta, VIDEO_TREE),
    trace(minimax, random_tree((1, 3), 4, seed=3)),
    trace(alphabeta, tree(5)),
]


@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.name)
@pytest.mark.parametrize("step", [0, None])
def test_a_compact_picture_says_what_the_whole_says_in_far_fewer_bytes(
    run: Any, step: int | None
) -> None:
    whole = svg(picture(run.tree, run, step))
    short = slim(whole)
    assert len(short) < 0.5 * len(whole)
    parts = {group.get("id"): group for group in ElementTree.fromstring(short).iter(f"{SVG}g")}
    for name, (classes, text) in looks(run.tree, run, step).items():
        assert parts[name].get("class") == classes
        assert "\n".join(line.text or "" for line in parts[name].iter(f"{SVG}text")) == text


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+\.?\d*|-?\.\d+", text)]


def end_of(path: str) -> tuple[float, float]:
    """Return where a path of relative pieces ends: what a browser's pen would do."""
    x = y = 0.0
    for sign, rest in re.findall(r"([Mlhvc])([^Mlhvc]*)", path):
        values = numbers(rest)
        if sign == "M":
            x, y = values
        elif sign == "h":
            x += values[0]
        elif sign == "v":
            y += values[0]
        else:
            x, y = x + values[-2], y + values[-1]
    return x, y


def test_compact_shapes_stay_where_they_were() -> None:
    run = RUNS[0]
    whole = svg(picture(run.tree, run))
    before, after = (re.findall(r' d="([^"]*)"', text) for text in (whole, slim(whole)))
    assert len(before) == len(after)
    for long, short in zip(before, after, strict=True):
        assert end_of(short) == pytest.approx(numbers(long)[-2:], abs=0.11)
        assert numbers(short)[:2] == pytest.approx(numbers(long)[:2], abs=0.06)


def test_a_still_brings_its_colours() -> None:
    shown = still(slim(svg(picture(VIDEO_TREE))))
    assert "--lm-max:#0072b2" in shown
    ElementTree.fromstring(shown)


def test_show_writes_a_page_with_both_searches(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "page.html"
    assert show(["[[3,5,2],[1,9]]", "--root", "min", "-o", str(path), "--no-browser"]) == 0
    assert capsys.readouterr().out.strip() == str(path)
    runs = content(path.read_text(encoding="utf-8"))["runs"]
    assert [run["name"] for run in runs] == ["minimax", "alphabeta"]
    assert runs[0]["outcome"] == "returned 5"


def test_show_opens_its_page(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    assert show(["[1, 2]"]) == 0
    assert opened == [Path(capsys.readouterr().out.strip()).as_uri()]


def test_show_points_at_what_it_cannot_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert show(["[[3, 5 2]]", "--no-browser"]) == 2
    assert capsys.readouterr().err == "A comma is missing before 2.\n  [[3, 5 2]]\n         ^\n"


def test_show_says_where_it_cannot_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert show(["[1]", "-o", str(tmp_path / "no" / "page.html"), "--no-browser"]) == 1
    assert "Cannot write" in capsys.readouterr().err


def test_show_is_a_command(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    command = [
        sys.executable,
        "-m",
        "minimax_lessons",
        "show",
        "[[3,5,2],[9,1]]",
        "-o",
        str(path),
        "--no-browser",
    ]
    subprocess.run(command, check=True)
    assert path.stat().st_size < 100_000
