"""Files of a picture: drawn by Graphviz, or as SVG by our own pen where it is missing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from minimax_lessons.drawing.graphviz_pen import digraph_of
from minimax_lessons.drawing.marks import Picture
from minimax_lessons.drawing.svg_pen import svg_of

if TYPE_CHECKING:
    from graphviz import Digraph

__all__ = ["NeedsGraphviz", "render", "save", "svg"]

MISSING = (
    "Without Graphviz a picture can only be written as .svg, not as .{format}. Any one of these "
    "brings "
    "Graphviz: `pip install graphviz pygraphviz` (Linux, macOS, Windows); "
    "`conda install -c conda-forge python-graphviz`; or your system's own package "
    "(`apt install graphviz`, `brew install graphviz`, or from graphviz.org)."
)
DOT = ("dot", "gv")
FORMATS = ("svg", "png", "pdf", "jpg", "ps", "eps", "webp", "gif", "xdot", "json", "plain")
PIXELS = {"png", "jpg", "gif", "webp"}

_one_at_a_time = Lock()  # the Graphviz libraries know no threads


class NeedsGraphviz(ImportError):
    """Only Graphviz makes files of this format, and it is not installed."""

    def __init__(self, format: str) -> None:
        super().__init__(MISSING.format(format=format), name="graphviz")


def render(drawn: Picture | Digraph, format: str = "svg") -> bytes:
    """Return a picture as a file: "svg", "png", "pdf" and others that Graphviz knows; or "dot".

    The nodes of a graphviz.Digraph, for example of a picture that you have changed, stay where
    their ``pos`` says.
    """
    if format not in (*FORMATS, *DOT):
        raise ValueError(f"format={format!r}: choose from {', '.join((*FORMATS, 'dot'))}")
    source = _dot(drawn)
    if source is not None and format in DOT:
        return source.encode()
    if source is not None:
        drawing = _in_process(source, format) or _by_program(source, format)
        if drawing is not None:
            return drawing
    if isinstance(drawn, Picture) and format == "svg":
        return svg_of(drawn).encode()
    raise NeedsGraphviz(format)


def _dot(drawn: Picture | Digraph) -> str | None:
    """Return a picture in DOT, or None where the graphviz package is missing."""
    try:
        digraph = digraph_of(drawn) if isinstance(drawn, Picture) else drawn
    except ImportError:
        return None
    return str(digraph.source)


def save(drawn: Picture | Digraph, path: str | Path) -> Path:
    """Return the path of the file written, in its ending's format: .svg, .pdf, .png, .dot."""
    path = Path(path)
    format = path.suffix.lower().removeprefix(".")
    path.write_bytes(svg(drawn).encode() if format == "svg" else render(drawn, format))
    return path


def svg(drawn: Picture | Digraph) -> str:
    """Return a picture as an <svg> element one CSS pixel to the unit, for a page or for a file."""
    text = render(drawn, "svg").decode()
    text = text[text.index("<svg") :]
    text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL)  # they name the Graphviz version
    return re.sub(
        r'width="([\d.]+)pt" height="([\d.]+)pt"', r'width="\1" height="\2"', text, count=1
    )


def _in_process(source: str, format: str) -> bytes | None:
    """Return the picture, or None where there is no pygraphviz that works."""
    try:
        from pygraphviz import AGraph
    except (
        ImportError
    ):  # not only ModuleNotFoundError: the wheel may be there and a library that it needs may not
        return None
    with _one_at_a_time:
        _read_fonts(AGraph)
        return _drawn(AGraph, source, format)


def _drawn(graphs: Any, source: str, format: str) -> bytes:
    graph = graphs(string=source)
    try:
        if format in PIXELS:
            graph.graph_attr["dpi"] = "144"
        # the positions are in the source, and draw() then leaves them as they are
        graph.has_layout = True
        return bytes(graph.draw(format=format))
    finally:
        graph.close()


@cache
def _read_fonts(graphs: Any) -> None:
    """Let the libraries read the system's font settings, once.

    Those in the wheel may be older than the system's and complain of what they don't know: red
    lines in a notebook.
    """
    with _unheard():
        _drawn(graphs, "digraph { a }", "png")


@contextmanager
def _unheard() -> Iterator[None]:
    """Keep to itself what a C library writes on the process's standard error."""
    try:
        kept = os.dup(2)
    except OSError:  # there is none
        yield
        return
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _by_program(source: str, format: str) -> bytes | None:
    """Return the picture, or None where there is no neato."""
    program = shutil.which("neato")
    if program is None:
        return None
    command = [program, "-n2", f"-T{format}", *(["-Gdpi=144"] if format in PIXELS else [])]
    done = subprocess.run(command, input=source.encode(), capture_output=True, check=False)
    if done.returncode:
        raise RuntimeError(
            f"Graphviz could not draw this: {done.stderr.decode(errors='replace').strip()}"
        )
    return done.stdout
