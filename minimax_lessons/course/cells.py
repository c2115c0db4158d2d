"""A notebook's cells as HTML in which nothing runs but the course's own programs."""

from __future__ import annotations

import html
import re
from typing import Any

import mistune
import nh3
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from minimax_lessons.drawing import FOLLOWS_THEME, image
from minimax_lessons.player import page

__all__ = ["clean", "markdown", "shown"]

SVG = re.compile(r"<svg\b.*?</svg\s*>", re.DOTALL | re.IGNORECASE)
TAGS = (nh3.ALLOWED_TAGS | {"details", "summary", "section", "figure", "figcaption", "mark"}) - {
    "form",
    "meta",
}
EVERYWHERE = {"class", "id", "style", "title", "role", "dir", "lang", "tabindex"}
ATTRIBUTES = {
    **nh3.ALLOWED_ATTRIBUTES,
    "*": EVERYWHERE,
    "img": {"src", "alt", "width", "height"},
    "details": {"open"},
}
STYLES = {
    *("background-color", "border", "color", "display", "font-family", "font-size", "font-style"),
    *(
        "filter",
        "font-weight",
        "height",
        "line-height",
        "margin",
        "max-width",
        "overflow-x",
        "padding",
        "text-align",
        "width",
    ),
    *("white-space", "vertical-align"),
}


def shown(cell: Any) -> str:
    """Return a cell as HTML: text, or code with its outputs; of a guess only the question."""
    if cell.cell_type != "code":
        return markdown(cell.source)
    outputs = "".join(map(_output, cell.outputs))
    if cell.metadata.get("jupyter", {}).get("source_hidden"):
        return outputs
    return f'<pre class="code"><code>{_coloured(cell.source)}</code></pre>{outputs}'


def _coloured(source: str) -> str:
    """Return Python as HTML in which each kind of word has its class."""
    return str(highlight(source, PythonLexer(), HtmlFormatter(nowrap=True))).rstrip()


def markdown(source: str) -> str:
    """Return text as HTML, in which a listing of changes marks what is new and what is gone."""
    renderer = _Renderer(escape=False)
    return clean(str(mistune.create_markdown(renderer=renderer, plugins=["table"])(source)))


class _Renderer(mistune.HTMLRenderer):
    def block_code(self, code: str, info: str | None = None) -> str:
        """Return a listing as HTML."""
        if info != "diff":
            return super().block_code(code, info)
        marks = {"+": "<ins>{}</ins>\n", "-": "<del>{}</del>\n"}
        lines = html.escape(code).splitlines(keepends=True)
        marked = "".join(marks.get(line[:1], "{}\n").format(line.rstrip("\n")) for line in lines)
        return f'<pre class="changes">{marked}</pre>\n'


def _output(output: Any) -> str:
    """Return a cell's outputs as HTML that runs only the course's own programs."""
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
        picture = f'<img alt="{html.escape(words)}" src="data:image/png;base64,{address}">'
        return f'<div class="output">{picture}</div>'
    if "image/svg+xml" in data:
        return f'<div class="output">{_picture(data["image/svg+xml"], words)}</div>'
    return _plain(words, "result")


def _plain(text: str, kind: str) -> str:
    text = re.sub(r"\x1b\[[\d;]*m", "", text).rstrip("\n")  # without the terminal's colours
    if re.match(r"(?:@\w|def |class )", text) and kind == "stdout":
        return f'<pre class="code listed"><code>{_coloured(text)}</code></pre>'
    return f'<pre class="output {kind}">{html.escape(text)}</pre>'


def clean(markup: str) -> str:
    """Return HTML without scripts and forms; a saved program runs, with our own code."""
    aside = page.Aside(markup)
    aside.put_programs(clean)
    marked = SVG.sub(lambda svg: aside.put(_picture(svg[0])), aside.markup)
    theme = FOLLOWS_THEME.removeprefix("filter:")
    marked = marked.replace(FOLLOWS_THEME, f"filter:{aside.put(theme)}")
    safe = nh3.clean(
        marked,
        tags=TAGS,
        attributes=ATTRIBUTES,
        attribute_filter=_address,
        url_schemes={"http", "https", "mailto", "data"},
        filter_style_properties=STYLES,
        generic_attribute_prefixes={"aria-"},
        link_rel=None,
    )
    return aside.back(safe)


def _address(tag: str, attribute: str, value: str) -> str | None:
    """Return an attribute's value; only a picture may contain data, and no style loads anything."""
    if attribute == "style" and re.search(r"url|src|\\", value, re.IGNORECASE):
        return None
    if value.strip().lower().startswith("data:") and not (
        tag == "img" and value.startswith("data:image/")
    ):
        return None
    return value


def _picture(svg: str, alt: str = "") -> str:
    """Return an SVG as an image, in which nothing runs, with its own name or the alternative."""
    own = re.search(r'^<svg[^>]*?aria-label="([^"]*)"', svg)
    if "xmlns=" not in svg.partition(">")[0]:
        svg = svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return image(svg.encode(), html.unescape(own[1]) if own else alt)
