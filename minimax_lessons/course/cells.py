"""A notebook's cells as HTML: text, and code with what came out of it."""

from __future__ import annotations

import html
import re
from typing import Any

import mistune
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from minimax_lessons.course.clean import clean, picture

__all__ = ["markdown", "shown"]


def shown(cell: Any) -> str:
    """Return a cell as HTML: text, or code with what came out of it; of a guess only the question."""
    if cell.cell_type != "code":
        return markdown(cell.source)
    outputs = "".join(map(_output, cell.outputs))
    if cell.metadata.get("jupyter", {}).get("source_hidden"):
        return outputs
    code = highlight(cell.source, PythonLexer(), HtmlFormatter(nowrap=True)).rstrip()
    return f'<pre class="code"><code>{code}</code></pre>{outputs}'


def markdown(source: str) -> str:
    """Return text as HTML."""
    return clean(str(mistune.create_markdown(escape=False, plugins=["table"])(source)))


def _output(output: Any) -> str:
    """Return what came out as HTML that runs nothing, but for the course's own programs."""
    if output.output_type == "stream":
        return _plain(output.text, output.name)
    if output.output_type == "error":
        return _plain("\n".join(output.traceback), "stderr")
    data = output.data
    words = data.get("text/plain", "")
    if "text/html" in data:
        return f'<div class="output">{clean(data["text/html"])}</div>'
    if "image/png" in data:
        address = html.escape(data["image/png"].strip())
        return f'<div class="output"><img alt="{html.escape(words)}" src="data:image/png;base64,{address}"></div>'
    if "image/svg+xml" in data:
        return f'<div class="output">{picture(data["image/svg+xml"], words)}</div>'
    return _plain(words, "result")


def _plain(text: str, kind: str) -> str:
    text = re.sub(r"\x1b\[[\d;]*m", "", text).rstrip("\n")  # without the terminal's colours
    return f'<pre class="output {kind}">{html.escape(text)}</pre>'
