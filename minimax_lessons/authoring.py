"""Authoring: notebooks as they are kept, so that running them again changes nothing by itself."""

from __future__ import annotations

from base64 import b64decode, b64encode
from copy import deepcopy
from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nbformat import NotebookNode

from minimax_lessons.player.page import WIDGET

__all__ = ["IGNORED", "normalise"]

IGNORED = "nbval-ignore-output"  # the tag of a cell whose output no test compares
FOLDED = {"guess", "lines", "play"}  # the tags of cells whose output is used, not their code
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
SVG, PNG = "image/svg+xml", "image/png"
COLOURS = 32  # a tree's picture has a dozen, and shades between them at the edges of its strokes


def normalise(notebook: NotebookNode) -> str:
    """Return the text of the notebook's file, without state, times, versions and ids of a run."""
    import nbformat  # takes a second, which a command that only reads sheets need not wait

    notebook = deepcopy(notebook)
    notebook.metadata.clear()
    notebook.metadata.update(kernelspec=dict(KERNEL), language_info={"name": "python"})
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        for name in ("execution", "collapsed", "scrolled", "trusted", "jupyter"):
            cell.metadata.pop(name, None)
        if FOLDED.intersection(cell.metadata.get("tags", ())):
            cell.metadata["jupyter"] = {"source_hidden": True}
        for output in cell.outputs:
            if "data" in output:
                _slim(output.data, compared=IGNORED not in cell.metadata.get("tags", ()))
        cell.outputs = [output for output in cell.outputs if output.get("data", True)]
    return f"{nbformat.writes(notebook)}\n"  # type: ignore[no-untyped-call]


def _slim(data: dict[str, Any], *, compared: bool) -> None:
    """Remove widgets, and each second copy of a picture where no test compares the output."""
    data.pop(WIDGET, None)
    if not compared and "text/html" in data:
        data.pop(SVG, None)  # the HTML shows it, also where SVG is not allowed
    if PNG in data:
        data[PNG] = b64encode(_few_colours(b64decode(data[PNG]))).decode()


def _few_colours(png: bytes) -> bytes:
    """Return the picture with a palette: a fifth of the bytes, and nobody sees a difference."""
    try:
        from PIL import Image
    except ImportError:  # it comes with matplotlib; the larger picture is as good
        return png
    with Image.open(BytesIO(png)) as picture:
        if picture.mode == "P":
            return png
        small = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    written = BytesIO()
    small.save(written, "PNG", optimize=True)
    return min(written.getvalue(), png, key=len)
