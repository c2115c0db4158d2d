"""A notebook's cells as HTML in which nothing runs but the course's own programs."""

from __future__ import annotations

import html
import re
from base64 import b64encode
from hashlib import sha256
from typing import Any

import mistune
import nh3
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from minimax_lessons.drawing import FOLLOWS_THEME
from minimax_lessons.player import page

__all__ = ["clean", "markdown", "shown"]

CHANGES = re.compile(r'<pre><code class="language-diff">(.*?)</code></pre>', re.DOTALL)
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
    content = clean(str(mistune.create_markdown(escape=False, plugins=["table"])(source)))
    return CHANGES.sub(lambda listing: f'<pre class="changes">{_marked(listing[1])}</pre>', content)


def _marked(listing: str) -> str:
    listing = re.sub(r"^\+.*$", r"<ins>\g<0></ins>", listing, flags=re.MULTILINE)
    return re.sub(r"^-.*$", r"<del>\g<0></del>", listing, flags=re.MULTILINE)


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
    kept: list[str] = []
    # what nobody could write into the text beforehand; in a style it must not begin as a number
    mark = f"m{sha256(markup.encode()).hexdigest()}"

    def keep(alive: str) -> str:
        kept.append(alive)
        return f"{mark}-{len(kept) - 1}-"

    replacements, marked = 1, markup
    while replacements:  # a guess may hold a player
        marked, replacements = page.SAVED.subn(
            lambda saved: keep(page.revived(saved, clean)), marked
        )
    marked = SVG.sub(lambda svg: keep(_picture(svg[0])), marked)
    marked = marked.replace(FOLLOWS_THEME, f"filter:{keep(FOLLOWS_THEME.removeprefix('filter:'))}")
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
    while mark in safe:
        safe = re.sub(rf"{mark}-(\d+)-", lambda place: kept[int(place[1])], safe)
    return safe


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
    words = own[1] if own else html.escape(alt)
    return f'<img alt="{words}" src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}">'
