"""How a picture looks: the colours of each theme, and which element is drawn how; for Graphviz and for a page."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

__all__ = ["PALETTES", "palette", "style", "stylesheet", "variables"]

SHEET = files("minimax_lessons").joinpath("static", "tree.css").read_text(encoding="utf-8")
THEME = re.compile(r"^\.(\w+) \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
RULES = re.findall(r"^\.lm-tree :where\(\.(.*)\) (.*)\{(.*)\}$", SHEET, re.MULTILINE)

PALETTES = {theme: dict(re.findall(r"--lm-(.*): (.*);", colours)) for theme, colours in THEME.findall(SHEET)}


def palette(theme: str) -> dict[str, str]:
    """Return the colours of a theme by name."""
    if theme not in PALETTES:
        raise ValueError(f"theme={theme!r}: there are {', '.join(map(repr, PALETTES))}")
    return PALETTES[theme]


def variables(theme: str) -> str:
    """Return the colours of a theme as CSS declarations, ``--lm-ink:#1a1a1a;`` and so on."""
    return "".join(f"--lm-{name}:{colour};" for name, colour in palette(theme).items())


def stylesheet() -> str:
    """Return the CSS that draws every picture inside a page by the page's own variables, whatever it was drawn with."""
    return SHEET[SHEET.index(".lm-tree") :]


@cache
def style(classes: str) -> dict[str, str]:
    """Return how an element with these classes is drawn: CSS's properties with names of colours.

    The colour of letters is called "text", and "fill" that of the shape.
    """
    has, look = set(classes.split()), dict[str, str]()
    for needed, target, body in RULES:
        if has.issuperset(needed.split(".")):
            said = dict(re.findall(r"([\w-]+):(?:var\(--lm-)?([\w.,-]+)", body))
            if target == "text" and "fill" in said:
                said["text"] = said.pop("fill")
            look |= said
    return look
