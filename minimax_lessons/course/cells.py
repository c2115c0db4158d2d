"""A notebook's cells as HTML: text, and code with what came out of it."""

from __future__ import annotations

import html
import re
from typing import Any

import mistune
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

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
    return str(mistune.create_markdown(escape=False, plugins=["table"])(source))


def _output(output: Any) -> str:
    if output.output_type == "stream":
        return _plain(output.text, output.name)
    if output.output_type == "error":
        return _plain("\n".join(output.traceback), "stderr")
    data = output.data
    if "text/html" in data:
        return f'<div class="output">{data["text/html"]}</div>'
    alt = html.escape(data.get("text/plain", ""))
    if "image/png" in data:
        return f'<div class="output"><img alt="{alt}" src="data:image/png;base64,{data["image/png"].strip()}"></div>'
    if "image/svg+xml" in data:
        return f'<div class="output">{data["image/svg+xml"]}</div>'
    return _plain(data.get("text/plain", ""), "result")


def _plain(text: str, kind: str) -> str:
    text = re.sub(r"\x1b\[[\d;]*m", "", text).rstrip("\n")  # without the terminal's colours
    return f'<pre class="output {kind}">{html.escape(text)}</pre>'
