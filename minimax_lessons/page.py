"""A player without a kernel: one self-contained piece of HTML, for a saved notebook or as a page of its own."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from minimax_lessons.drawing import stylesheet, variables
from minimax_lessons.storyboard import dumps

__all__ = ["document", "fragment", "script"]

# Each module stands after those it needs.
MODULES = ("dom", "theme", "reel", "stage", "panels", "legend", "run", "transport", "keys", "quiz", "prune", "editor", "player")
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
def script() -> str:
    """Return the player's modules as one, with the style sheet in it and without comments and indentation."""
    sources = [f"const STYLE = {json.dumps(style())};"]
    sources += [_static(f"{name}.js") for name in MODULES]
    joined = "\n".join(sources)
    joined = re.sub(r"^import .*$\n?", "", joined, flags=re.MULTILINE)
    joined = re.sub(r"^export (?!default)", "", joined, flags=re.MULTILINE)
    # Only comments that begin a line: a quoted // or /* never does.
    joined = re.sub(r"^\s*/\*\*.*?\*/\s*$\n?|^\s*//.*$\n?", "", joined, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"^\s+", "", joined, flags=re.MULTILINE)


@cache
def style() -> str:
    """Return the style sheet of the player and its pictures, with each theme's colours."""
    colours = [f"{chosen}{{{variables(theme)}}}" for theme, chosen in THEMES.items()]
    text = "\n".join([*colours, stylesheet(), _static("player.css")])
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return re.sub(r"\s*\n\s*", "\n", text).strip()


def fragment(data: dict[str, Any], stills: Sequence[str], alt: str) -> str:
    """Return the player as HTML inside a notebook: still pictures, which the script, where it may run, brings to life."""
    name = data["id"]
    start = (
        f"for(const place of document.querySelectorAll('[data-lm-player=\\"{name}\\"]:not([data-lm-on])')){{"
        'place.setAttribute("data-lm-on","");'
        'mount(place,JSON.parse(place.querySelector("script").textContent))}'
    )
    code = script().replace("export default { render };", "")
    # In a block of its own a second player on the page may declare the same names.
    return f'{_place(data, stills, alt)}<script type="module">{_inline(code + start)}</script>'


def document(data: dict[str, Any], stills: Sequence[str], alt: str) -> str:
    """Return the player as a page of its own, which loads nothing and lets nothing else run."""
    body = fragment(data, stills, alt)
    code = body[body.rindex('<script type="module">') + len('<script type="module">') : -len("</script>")]
    policy = f"default-src 'none'; script-src {_hash(code)}; style-src 'unsafe-inline'; img-src data:; base-uri 'none'"
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(data['title'])} · Minimax Lessons</title><style>{BODY}</style></head>"
        f"<body><main>{body}</main></body></html>\n"
    )


def _place(data: dict[str, Any], stills: Sequence[str], alt: str) -> str:
    images = "".join(
        f'<img alt="{html.escape(alt)}" src="data:image/svg+xml;base64,{base64.b64encode(still.encode()).decode()}">'
        for still in stills
    )
    content = dumps(data).replace("<", "\\u003c")
    return f'<div data-lm-player="{data["id"]}">{images}<script type="application/json">{content}</script></div>'


def _inline(code: str) -> str:
    """Return JavaScript that a <script> can hold: HTML would end it at the first such tag, wherever it stands."""
    return code.replace("</script", "<\\/script").replace("<!--", "<\\!--")


def _hash(code: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()}'"


def _static(name: str) -> str:
    return files("minimax_lessons").joinpath("static", name).read_text(encoding="utf-8")
