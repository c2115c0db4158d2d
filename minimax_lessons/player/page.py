"""Programs without a kernel: one piece of HTML each, in a saved notebook or as a page."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any

from minimax_lessons.drawing import FOLLOWS_THEME, image
from minimax_lessons.palette import BY_SYSTEM, with_colours
from minimax_lessons.player.slim_svg import still
from minimax_lessons.player.storyboard import dumps

__all__ = [
    "PROGRAMS",
    "WIDGET",
    "Aside",
    "document",
    "filled",
    "fragment",
    "images",
    "named",
    "programs",
    "renewed",
    "script",
    "static",
]

WIDGET = "application/vnd.jupyter.widget-view+json"  # among the outputs of a cell
# Each kind of data that a page shows; its program is the bundle of that name, and a comparison is
# played as a run is.
PROGRAMS = (
    "play",
    "compare",
    "ask",
    "prune",
    "perform",
    "replay",
    "guess",
    "lines",
    "practice",
    "path",
    "solved",
    "treegame",
)


@cache
def script(kind: str) -> str:
    """Return the bundle that esbuild made for programs of a kind, or for a widget."""
    return static(f"dist/{'play' if kind == 'compare' else kind}.js")


def named(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data with an id made of all of it, so that the same cell gives the same bytes."""
    return {"id": _digest(dumps(data)), **data}


def images(pictures: Iterable[str], alt: str) -> str:
    """Return pictures of trees as HTML; a player reads them there, so each is in the page once."""
    return "".join(image(still(svg).encode(), alt, style=FOLLOWS_THEME) for svg in pictures)


def fragment(data: dict[str, Any], still: str) -> str:
    """Return a program as HTML in a notebook; ``still`` is shown until the program may run.

    Its script knows its own place, and programs that are the same are one for all the page. So what
    ran before it can go when a cell is run again. Packed, data and program are short, and no answer
    is read by chance.
    """
    kind, code = data["kind"], script(data["kind"])
    parts = {"id": data["id"], "kind": kind, "program": _digest(code), "still": still}
    return filled("fragment.html", **parts, data=_packed(dumps(data)), code=_packed(code)).rstrip()


# A program as it is kept in a notebook, whoever wrote it there; of one in another the inner one.
SAVED = re.compile(
    r'<div><div data-lm-player="\w+"[^>]*>(?P<still>(?:(?!<script|data-lm-player).)*)'
    r'<script type="text/plain">(?P<data>[\w+/=]+)</script>'
    r'</div><script type="text/plain" data-lm-code>[\w+/=]*</script>'
    r"<script[^>]*>(?:(?!</script).)*</script></div>",
    re.DOTALL,
)


PACKED = re.compile(r'<script type="text/plain">([\w+/=]+)</script>')


class Aside:
    """Parts of a piece of HTML that stand aside while it is changed, each behind a mark."""

    def __init__(self, markup: str) -> None:
        self.markup = markup
        self.parts: list[str] = []
        # nobody could write it into the text beforehand; in a style it may not begin as a number
        self.mark = f"m{hashlib.sha256(markup.encode()).hexdigest()}"

    def put(self, part: str) -> str:
        """Put a part aside, and return the mark for its place."""
        self.parts.append(part)
        return f"{self.mark}-{len(self.parts) - 1}-"

    def put_programs(self, clean: Callable[[str], str]) -> None:
        """Put each saved program aside, the inner ones first, with our own code in it."""
        replacements = 1
        while replacements:  # a guess may hold a player
            self.markup, replacements = SAVED.subn(
                lambda saved: self.put(_revived(saved, clean)), self.markup
            )

    def back(self, markup: str) -> str:
        """Return the HTML with each part in its place again."""
        while self.mark in markup:
            markup = re.sub(rf"{self.mark}-(\d+)-", lambda place: self.parts[int(place[1])], markup)
        return markup


def _revived(saved: re.Match[str], clean: Callable[[str], str]) -> str:
    """Return a saved program with our own code in place of its code; nothing if it isn't ours."""
    try:
        data = _unpacked(saved["data"])
        is_known = data["kind"] in PROGRAMS and re.fullmatch(r"[0-9a-f]{12}", data["id"])
        return fragment(data, clean(saved["still"])) if is_known else ""
    except (ValueError, KeyError, TypeError, zlib.error):
        return ""


def renewed(markup: str) -> str:
    """Return HTML with today's code in each saved program."""
    aside = Aside(markup)
    aside.put_programs(str)
    return aside.back(aside.markup)


def programs(markup: str) -> Iterator[dict[str, Any]]:
    """Yield the data of each saved program, the outer one before those that it shows later."""
    for packed in reversed(PACKED.findall(markup)):
        try:
            data = _unpacked(packed)
        except (ValueError, zlib.error):
            continue
        if isinstance(data, dict) and "kind" in data:
            yield data


def document(data: dict[str, Any], still: str) -> str:
    """Return a program as a page of its own, which loads nothing and runs no other script."""
    content = fragment(data, still)
    # what it makes, a blob, may run, too
    starts = content.rpartition("<script>")[2].removesuffix("</script></div>")
    digest = _base64(hashlib.sha256(starts.encode()).digest())
    title, style = html.escape(data["title"]), with_colours(static("document.css"), BY_SYSTEM)
    return filled("document.html", title=title, style=style, digest=digest, content=content)


def _packed(text: str) -> str:
    return _base64(zlib.compress(text.encode(), 9))


def _unpacked(packed: str) -> Any:
    return json.loads(zlib.decompress(base64.b64decode(packed)))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode()


def static(name: str) -> str:
    """Return the text of one of the page's own files."""
    return files("minimax_lessons").joinpath("static", name).read_text(encoding="utf-8")


def filled(name: str, **parts: str) -> str:
    """Return a page with parts filled into its gaps."""
    return Template(static(name)).substitute(parts)
