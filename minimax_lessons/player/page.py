"""A program without a kernel: one self-contained piece of HTML, for a saved notebook or as a page of its own."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import zlib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any

from minimax_lessons.drawing import image, stylesheet, variables
from minimax_lessons.player.compact import still
from minimax_lessons.player.storyboard import dumps

__all__ = [
    "PROGRAMS",
    "SAVED",
    "document",
    "filled",
    "fragment",
    "images",
    "named",
    "revived",
    "script",
    "static",
]


# What the page of one kind of thing runs: its modules, each after those it needs. One of them puts a class into KINDS:
# ``new KINDS[kind](place, data)`` draws in the place's shadow root, and has ``wake()`` and ``sleep()``: nothing outside
# may hold it while its place is not in the page.
PLAYER = (
    "dom",
    "popover",
    "screen",
    "fitting",
    "saving",
    "reel",
    "stage",
    "panels",
    "legend",
    "run",
    "transport",
    "keys",
    "player",
)
QUESTION = ("answers", "question")
TREE = (
    "dom",
    "popover",
    "screen",
    "saving",
    "reel",
    "stage",
)  # a tree alone, without anything that plays it
PROGRAMS = {
    "play": (*PLAYER, "begin"),
    "compare": (*PLAYER, "begin"),
    "ask": (*PLAYER, *QUESTION, "quiz", "begin"),
    "prune": (*PLAYER, *QUESTION, "prune", "begin"),
    "replay": ("dom", "popover", "screen", "transport", "keys", "replay", "begin"),
    "guess": ("dom", *QUESTION, "exhibit", "guess", "record", "begin"),
    "lines": ("dom", *QUESTION, "exhibit", "guess", "lines", "record", "begin"),
    "path": ("dom", "record", "path", "begin"),
    "solved": ("dom", "record", "solved", "begin"),
    "practice": ("dom", *QUESTION, "exhibit", "guess", "practice", "begin"),
    "perform": (*PLAYER, *QUESTION, "quiz", "perform", "begin"),
    "treegame": (*TREE, "answers", "treegame", "begin"),
    "editor": (*PLAYER, "kernel", "editor"),
    "board": (*PLAYER, "pieces", "arrows", "squares", "seats", "kernel", "board"),
}
SHEETS = {  # else that of the player
    "guess": ("guess", "question"),
    "lines": ("guess", "question", "lines"),
    "practice": ("guess", "question"),
    **dict.fromkeys(("ask", "prune", "perform"), ("player", "question")),
    "treegame": ("player", "treegame"),
    "path": ("path",),
    "solved": (),
    "board": ("player", "board"),
}
THEMES = {
    "light": ".player",
    "dark": '.player[data-theme="dark"]',
    "contrast": '.player[data-theme="dark"][data-contrast="more"]',
}

# What a module has for its readers, and for the modules beside it; none of our strings holds the sign of a comment.
BESIDE_CODE = re.compile(
    r"""^import \{ \w+(?:, \w+)* \} from "\./\w+\.js";$|^export (?!default|async function begin|[*{])"""
    r"""|/\*\*[\s\S]*?\*/ ?|^[ \t]*//.*$""",
    re.MULTILINE,
)
NOT_JOINED = re.compile(r"^\s*(?:import\b(?!\()|export\s*[{*]|\}\s*from\b).*", re.MULTILINE)


@cache
def script(kind: str) -> str:
    """Return a program's modules as one, with the style sheet in it and without comments and indentation."""
    sheet = f"const STYLE = {json.dumps(style(*SHEETS.get(kind, ('player',))))};"
    code = BESIDE_CODE.sub(
        "", "\n".join([sheet, *(static(f"{name}.js") for name in PROGRAMS[kind])])
    )
    if odd := NOT_JOINED.search(code):
        what = odd[0].strip()
        raise ValueError(
            f'{what!r} can\'t be joined to a program: write import {{ one, two }} from "./dom.js";'
        )
    return re.sub(r"^\s+", "", _needed(code), flags=re.MULTILINE)


def _needed(code: str) -> str:
    """Return the code without functions and constants that nothing in it names, such as most of a helper module."""
    parts = re.split(r"^(?=\w)", code, flags=re.MULTILINE)
    # a word in a string names nothing, but for ${…}
    names = [re.sub(r'"[^"$\n]*"', "", part) for part in parts]
    for index in reversed(range(len(parts))):
        definition = re.match(r"(?:function|const) (\w+)", parts[index])
        used = re.compile(rf"(?<![.\w]){definition[1]}\b") if definition else None
        others = names[:index] + names[index + 1 :]
        if used and not any(used.search(names_used) for names_used in others):
            return _needed(
                "".join(parts[:index] + parts[index + 1 :])
            )  # and perhaps what it alone named
    return code


@cache
def style(*sheets: str) -> str:
    """Return style sheets as one, after that of the trees and each theme's colours."""
    themes = THEMES if "player" in sheets else {"clear": ".exhibit"}
    colours = [f"{chosen}{{{variables(theme)}}}" for theme, chosen in themes.items()]
    text = "\n".join([*colours, stylesheet(), *(static(f"{name}.css") for name in sheets)])
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return re.sub(r"\s*([{};])\s*|(?<=[:,]) +", r"\1", text).replace(";}", "}").strip()


def named(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data with an id made of all of it, so that the same cell gives the same bytes."""
    return {"id": _digest(dumps(data)), **data}


def images(pictures: Iterable[str], alt: str) -> str:
    """Return still pictures as HTML; a player takes them from there, so that each is in the page once."""
    return "".join(image(still(svg).encode(), alt) for svg in pictures)


def fragment(data: dict[str, Any], still: str) -> str:
    """Return a program of the data's kind as HTML in a notebook; ``still`` is there until and unless it may run.

    Its script knows its own place, and programs that are the same are one for all the page. So what ran before it can
    go when a cell is run again. Packed, data and program are short, and no answer is read by chance.
    """
    kind, code = data["kind"], script(data["kind"])
    parts = {"id": data["id"], "kind": kind, "program": _digest(code), "still": still}
    return filled("fragment.html", **parts, data=_packed(dumps(data)), code=_packed(code)).rstrip()


# A program as it is kept in a notebook, whoever wrote it there; of one in another the inner one.
SAVED = re.compile(
    r'<div><div data-lm-player="\w+"[^>]*>(?P<still>(?:(?!<script|data-lm-player).)*)'
    r'<script type="text/plain">(?P<data>[\w+/=]+)</script>'
    r'</div><script type="text/plain" data-lm-code>[\w+/=]*</script><script[^>]*>(?:(?!</script).)*</script></div>',
    re.DOTALL,
)


def revived(saved: re.Match[str], clean: Callable[[str], str]) -> str:
    """Return a saved program with our own code instead of what it brought along; nothing if it is none of ours."""
    try:
        data = json.loads(zlib.decompress(base64.b64decode(saved["data"])))
        is_known = data["kind"] in PROGRAMS and re.fullmatch(r"[0-9a-f]{12}", data["id"])
        return fragment(data, clean(saved["still"])) if is_known else ""
    except (ValueError, KeyError, TypeError, zlib.error):
        return ""


def document(data: dict[str, Any], still: str) -> str:
    """Return a program as a page of its own, which loads nothing and lets nothing run but what it brings itself."""
    content = fragment(data, still)
    # what it makes, a blob, may run, too
    starts = content.rpartition("<script>")[2].removesuffix("</script></div>")
    digest = _base64(hashlib.sha256(starts.encode()).digest())
    return filled("document.html", title=html.escape(data["title"]), digest=digest, content=content)


def _packed(text: str) -> str:
    return _base64(zlib.compress(text.encode(), 9))


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
