from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from minimax_lessons.drawing import picture
from minimax_lessons.drawing.rendering import NeedsGraphviz, render, save, svg
from minimax_lessons.search import alphabeta
from minimax_lessons.trees import TOY_TREE

pytest.importorskip("graphviz")
pytest.importorskip("pygraphviz")


@pytest.mark.parametrize(
    ("ending", "begins"),
    [
        ("svg", b"<svg"),
        ("png", b"\x89PNG"),
        ("pdf", b"%PDF"),
        ("dot", b"digraph tree {"),
        ("gv", b"digraph tree {"),
    ],
)
def test_a_picture_can_be_saved(tmp_path: Path, ending: str, begins: bytes) -> None:
    path = save(picture(TOY_TREE), tmp_path / f"toy.{ending}")
    assert path.read_bytes().startswith(begins)


def test_an_unknown_format_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"format='docx'.*svg, png, pdf"):
        save(picture(TOY_TREE), tmp_path / "toy.docx")


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


def test_a_wheel_that_cannot_load_counts_as_missing(
    no_wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = no_wheel / "pygraphviz"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        'raise ImportError("libexpat.so.1: cannot open shared object file")'
    )
    monkeypatch.delitem(sys.modules, "pygraphviz")
    monkeypatch.syspath_prepend(str(no_wheel))
    assert render(picture(TOY_TREE)).startswith(b"<svg")


def test_a_file_that_only_graphviz_makes_is_refused_with_where_to_get_it(no_wheel: Path) -> None:
    with pytest.raises(NeedsGraphviz) as refused:
        save(picture(TOY_TREE), no_wheel / "toy.pdf")
    for way in (
        "only be written as .svg, not as .pdf",
        "pip install graphviz pygraphviz",
        "conda install",
        "apt install",
    ):
        assert way in str(refused.value)


def test_without_graphviz_players_show_all_but_the_png(no_wheel: Path) -> None:
    from minimax_lessons import animate

    shown = animate(alphabeta, TOY_TREE)._repr_mimebundle_()
    assert "data-lm-player" in shown["text/html"]
    assert "image/png" not in shown


def test_drawing_says_nothing_on_standard_error_and_leaves_it_open() -> None:
    code = (
        "import os; from minimax_lessons import TOY_TREE; from minimax_lessons.drawing import picture, render\n"
        "render(picture(TOY_TREE), 'png'); render(picture(TOY_TREE), 'svg'); os.write(2, b'heard')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stderr == b"heard"
