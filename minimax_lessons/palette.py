"""Palette: every colour of the course, for pictures and for the style sheets of pages."""

# A style sheet names a colour, for example var(--lm-ink). Where the sheet is put into a page,
# with_colours declares the colours that it names, for the light theme and for the others.

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["BY_SYSTEM", "CLEAR", "FIXED", "PALETTES", "palette", "variables", "with_colours"]

# on a light page, on a dark one, and on a dark one with more contrast
# Text has a contrast of 4.5 : 1 and every stroke 3 : 1 against its ground; a test holds that.
_THEMED = {
    "paper": ("#ffffff", "#111111", "#000000"),
    "ink": ("#1a1a1a", "#f2f2f2", "#ffffff"),
    "muted": ("#595f69", "#b4b9c0", "#e6e6e6"),
    "line": ("#7a7f87", "#8b9098", "#c8c8c8"),
    "max": ("#0072b2", "#56b4e9", "#7cc8ff"),
    "max-fill": ("#d9ebf5", "#16303f", "#000000"),
    "min": ("#d55e00", "#e69f00", "#ffb733"),
    "min-fill": ("#fce5d8", "#3a2b0a", "#000000"),
    "leaf-fill": ("#eeeeee", "#2b2b2b", "#000000"),
    "best": ("#009e73", "#00b383", "#2be5a8"),
    "now": ("#f0e442", "#f0e442", "#fff200"),
    "now-line": ("#1a1a1a", "#ffffff", "#ffffff"),
    "now-ink": ("#1a1a1a", "#111111", "#000000"),
    "cut": ("#d55e00", "#e69f00", "#ffb733"),
    "crossed": ("#b34700", "#f0ad1f", "#ffb733"),
    "pruned": ("#868b93", "#7d828a", "#b8b8b8"),
    "wrong": ("#b00020", "#ff8a80", "#ff9a91"),
    "strong": ("#1a1a1a", "#f2f2f2", "#ffffff"),
    "label": ("#ffffff", "#111111", "#000000"),
    # on a board of lines: a picture of it is always light
    "last-square": ("#222222", "#f2f2f2", "#ffffff"),
    "won": ("#007a59", "#00b383", "#2be5a8"),
    "won-fill": ("#d3f2e4", "#0d352a", "#093225"),
    # around the pictures
    "soft": ("#f5f6f8", "#1b1c1f", "#000000"),
    "hair": ("#dcdfe4", "#34363b", "#ffffff"),
    "edge": ("#767b84", "#8b9098", "#ffffff"),
    "accent": ("#0067a3", "#6cbdf0", "#6cbdf0"),
    "on-accent": ("#ffffff", "#0b0b0b", "#0b0b0b"),
    "running": ("#fff4c2", "#3a330f", "#000000"),
    "running-edge": ("#8a6d00", "#f0e442", "#f0e442"),
    "right": ("#00734f", "#3ddba4", "#3ddba4"),
    "not-run": ("#6a3fa0", "#6a3fa0", "#6a3fa0"),
    "keyword": ("#7a3e9d", "#cfa6ec", "#cfa6ec"),
    "string": ("#22663b", "#8fd3a5", "#8fd3a5"),
    "number": ("#6b5a00", "#d8d18a", "#d8d18a"),
}
# in every theme
FIXED = {
    "white": "#ffffff",
    "black": "#000000",
    # tones between light and dark: a page of unknown colours mixes them with its own ink
    "grey": "#77797d",
    "blue": "#0078c8",
    "green": "#00a070",
    "red": "#d93a4c",
    # beneath white letters, or around white lines
    "deep-blue": "#0067a3",
    "deep-green": "#00835f",
    # a board of wood
    "frame": "#22302a",
    "light-square": "#f3ead7",
    "dark-square": "#3d5546",
    "last-move": "#56b4e9",
    "must-capture": "#e69f00",
    "black-disc": "#1c1c1c",
    "on-black-disc": "#e8e8e8",
    "white-disc": "#fffdf7",
    "least-value": "#26322c",
    "most-value": "#ffd65c",
    # a board on paper
    "grid": "#767676",
    "square-name": "#555555",
}
PALETTES = {
    theme: {name: shades[column] for name, shades in _THEMED.items()} | FIXED
    for column, theme in enumerate(("light", "dark", "contrast"))
}
# For stills, which stand on a light page or a dark one: no ground, and tones that both show.
CLEAR = "clear"
_CLEAR_PALETTE = PALETTES["light"] | {
    "paper": "transparent",
    **dict.fromkeys(("muted", "line", "now-line", "pruned", "strong"), FIXED["grey"]),
    "crossed": "#ce5104",
    "wrong": FIXED["red"],
    "label": "#eeeeee",
}
# Where a theme's colours are declared on a page that follows the reader's system.
BY_SYSTEM = {"light": ":root{%s}", "dark": "@media (prefers-color-scheme:dark){:root{%s}}"}


def palette(theme: str) -> dict[str, str]:
    """Return the colours of a theme by name."""
    if theme == CLEAR:
        return _CLEAR_PALETTE
    if theme not in PALETTES:
        raise ValueError(f"theme={theme!r}: there are {', '.join(map(repr, PALETTES))}")
    return PALETTES[theme]


def variables(theme: str, sheet: str, *, over: str = "") -> str:
    """Return CSS that declares the colours that a sheet names.

    A theme that lies over another one declares only the colours that differ.

    >>> variables("dark", "p{color:var(--lm-ink)}")
    '--lm-ink:#f2f2f2;'
    """
    beneath = palette(over) if over else {}
    named = set(re.findall(r"var\(--lm-([\w-]+)", sheet))
    return "".join(
        f"--lm-{name}:{colour};"
        for name, colour in palette(theme).items()
        if name in named and beneath.get(name) != colour
    )


def with_colours(sheet: str, places: Mapping[str, str]) -> str:
    r"""Return a style sheet after the colours that it names, declared where the places say.

    Each theme's place has a gap for the declarations, and lies over the place before it.

    >>> with_colours("p{color:var(--lm-ink)}", {"light": ":root{%s}", "dark": ".dark{%s}"})
    ':root{--lm-ink:#1a1a1a;}\n.dark{--lm-ink:#f2f2f2;}\np{color:var(--lm-ink)}'
    """
    beneath = dict(zip(list(places)[1:], places, strict=False))
    declared = (
        place % variables(theme, sheet, over=beneath.get(theme, ""))
        for theme, place in places.items()
    )
    return "\n".join([*declared, sheet])
