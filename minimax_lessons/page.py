"""A player without a kernel: one self-contained piece of HTML, for a saved notebook or as a page of its own."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import zlib
from functools import cache
from importlib.resources import files
from typing import Any

from minimax_lessons.compact import still
from minimax_lessons.drawing import stylesheet, variables
from minimax_lessons.storyboard import dumps

__all__ = ["document", "fragment", "script"]

# Each module stands after those it needs; a page carries only what its kind of player uses.
MODULES = ("dom", "theme", "reel", "stage", "panels", "legend", "run", "transport", "keys", "player")
MORE = {
    "ask": ("quiz",),
    "prune": ("prune",),
    "widget": ("quiz", "prune", "editor", "widget"),
    "board": ("pieces", "arrows", "squares", "seats", "board"),
}
SHEETS = {"board": ("player", "board")}
THEMES = {
    "light": ".player",
    "dark": '.player[data-theme="dark"]',
    "contrast": '.player[data-theme="dark"][data-contrast="more"]',
}
BODY = (
    "body{margin:0;padding:16px;background:#fff;color:#1a1a1a;font-family:system-ui,sans-serif}"
    "main{max-width:1400px;margin:auto}main h1{font-size:18px;font-weight:600;margin:0 0 12px}"
    "@media(prefers-color-scheme:dark){body{background:#111;color:#f2f2f2}}img{max-width:100%}"
)


@cache
def script(kind: str) -> str:
    """Return the player's modules as one, with the style sheet in it and without comments and indentation."""
    sheets = SHEETS.get(kind, ("player",))
    sources = [f"const STYLE = {json.dumps(style(*sheets))};"]
    sources += [_static(f"{name}.js") for name in (*MODULES, *MORE.get(kind, ()))]
    joined = "\n".join(sources)
    joined = re.sub(r"^import .*$\n?", "", joined, flags=re.MULTILINE)
    joined = re.sub(r"^export (?!default)", "", joined, flags=re.MULTILINE)
    joined = re.sub(r"/\*\*[\s\S]*?\*/", "", joined)  # none of our strings holds such a sign
    joined = re.sub(r"^[ \t]*//.*$", "", joined, flags=re.MULTILINE)
    return re.sub(r"^\s+", "", joined, flags=re.MULTILINE)


@cache
def style(*sheets: str) -> str:
    """Return style sheets as one, after that of the pictures, with each theme's colours."""
    colours = [f"{chosen}{{{variables(theme)}}}" for theme, chosen in THEMES.items()]
    text = "\n".join([*colours, stylesheet(), *(_static(f"{name}.css") for name in sheets)])
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return re.sub(r"\s*([{};])\s*|(?<=[:,]) +", r"\1", text).replace(";}", "}").strip()


# The still pictures are the player's own, so that each is in the page once. The rest is packed: it is short then, and
# nobody reads by chance what is going to be asked.
START = """
for (const place of document.querySelectorAll('[data-lm-player="%s"]:not([data-lm-on])')) {
place.setAttribute("data-lm-on", "");
const svgs = [...place.querySelectorAll("img")].map((image) => utf8(bytes(image.src.split(",")[1])));
const packed = new Blob([bytes(place.querySelector("script").textContent)]).stream();
const data = await new Response(packed.pipeThrough(new DecompressionStream("deflate"))).json();
mount(place, { ...data, svgs });
}
"""


# In a notebook each player brings the program along, and it has to be small: it is packed, too.
UNPACK = """
const packed = document.querySelector('[data-lm-player="%s"] ~ [data-lm-code]').textContent;
const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
await import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
"""


def fragment(data: dict[str, Any], alt: str) -> str:
    """Return the player as HTML inside a notebook: still pictures that the script, where it may run, brings to life."""
    code = f'<script type="text/plain" data-lm-code>{_packed(script(data["kind"]) + START % data["id"])}</script>'
    return f'<div>{_place(data, alt)}{code}<script type="module">{UNPACK % data["id"]}</script></div>'


def document(data: dict[str, Any], alt: str) -> str:
    """Return the player as a page of its own, which loads nothing and lets nothing else run."""
    digest = _base64(hashlib.sha256(_code(data).encode()).digest())
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'"
    )
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(data['title'])} · Minimax Lessons</title><style>{BODY}</style></head>"
        f'<body><main>{_place(data, alt)}<script type="module">{_code(data)}</script></main></body></html>\n'
    )


def _place(data: dict[str, Any], alt: str) -> str:
    images = "".join(
        f'<img alt="{html.escape(alt)}" src="data:image/svg+xml;base64,{_base64(still(svg).encode())}">'
        for svg in data["svgs"]
    )
    rest = dumps({name: value for name, value in data.items() if name != "svgs"})
    return f'<div data-lm-player="{data["id"]}">{images}<script type="text/plain">{_packed(rest)}</script></div>'


def _packed(text: str) -> str:
    return _base64(zlib.compress(text.encode(), 9))


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode()


def _code(data: dict[str, Any]) -> str:
    """Return the JavaScript of one player; HTML would end a <script> at the first closing tag, wherever it stands."""
    code: str = script(data["kind"]) + START % data["id"]
    return code.replace("</script", "<\\/script").replace("<!--", "<\\!--")


def _static(name: str) -> str:
    return files("minimax_lessons").joinpath("static", name).read_text(encoding="utf-8")
