"""How a picture looks: the colours of each theme, and which element is drawn how; for Graphviz and for a page."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Literal, TypedDict, get_args

__all__ = ["PALETTES", "Style", "Theme", "palette", "style", "stylesheet", "variables"]

Theme = Literal["light", "dark", "contrast"]

# Text has a contrast of 4.5 : 1 and every stroke 3 : 1 against what it stands on; a test holds that.
COLOURS = {  # in the light theme, in the dark one, and in one of more contrast
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
}
PALETTES = {theme: {name: colours[at] for name, colours in COLOURS.items()} for at, theme in enumerate(get_args(Theme))}


class Style(TypedDict, total=False):
    """How an element is drawn; what a rule does not say stays as earlier ones have it."""

    fill: str  # the name of a colour, or "none" for nothing at all
    stroke: str
    width: float
    dashed: bool
    text: str
    bold: bool


# The classes an element must have, and how it is drawn then; a later rule overrides an earlier one.
RULES: tuple[tuple[str, Style], ...] = (
    ("node", Style(fill="paper", stroke="line", width=1.25, dashed=False, text="ink", bold=False)),
    ("edge", Style(fill="none", stroke="line", width=1.25, dashed=False)),
    ("node max", Style(fill="max-fill", stroke="max", width=1.75, bold=True)),
    ("node min", Style(fill="min-fill", stroke="min", width=1.75, bold=True)),
    ("node leaf", Style(fill="leaf-fill", stroke="ink", width=1.5, bold=True)),
    ("node stub", Style(fill="none", stroke="none", text="muted")),
    ("node unseen", Style(fill="paper", width=1.25)),
    ("node leaf unseen", Style(stroke="line", text="muted", bold=False)),
    ("node open", Style(width=3)),
    ("edge done", Style(stroke="muted")),
    ("edge open", Style(stroke="ink", width=2.5)),
    ("edge good", Style(stroke="best", width=2.5)),
    ("edge best", Style(stroke="best", width=5)),
    ("node leaf best", Style(stroke="best", width=3)),
    ("node pruned", Style(fill="paper", stroke="pruned", width=1.25, dashed=True, text="muted", bold=False)),
    ("edge pruned", Style(stroke="pruned", width=1.25, dashed=True)),
    ("node now", Style(fill="now", stroke="now-line", width=4, text="now-ink", bold=True)),
    ("node broken", Style(stroke="wrong", width=4)),
    ("node window", Style(fill="none", stroke="none", text="muted")),
    ("node window open", Style(text="ink")),
    ("node window crossed", Style(text="crossed", bold=True)),
    ("node name", Style(fill="none", stroke="none", text="muted")),
    ("node move", Style(fill="paper", stroke="none", text="ink")),
    ("node move pruned", Style(text="muted", dashed=False)),
    ("edge cut", Style(stroke="none", width=3, dashed=False)),
    ("edge cut on", Style(stroke="cut")),
    ("edge cut unsound", Style(stroke="wrong")),
)


@cache
def style(classes: str) -> Style:
    """Return how an element with these classes is drawn."""
    has = set(classes.split())
    look = Style()
    for needed, rule in RULES:
        if has.issuperset(needed.split()):
            look |= rule
    return look


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
    rules = [".lm-tree>polygon{fill:var(--lm-paper);stroke:none}"]
    for classes, look in RULES:
        # :where() counts for nothing, so that a later rule overrides an earlier one just as in style()
        chosen = f".lm-tree :where(.{classes.replace(' ', '.')})"
        for shapes, properties in DECLARED.items():
            said = [properties[key](value) for key, value in look.items() if key in properties]
            if said:
                rules.append(f"{chosen} {shapes}{{{';'.join(said)}}}")
    return "\n".join(rules) + "\n"


def _variable(name: str) -> str:
    return "none" if name == "none" else f"var(--lm-{name})"


# What a style says in CSS, of the shapes of an element and of its texts.
DECLARED: dict[str, dict[str, Callable[[Any], str]]] = {
    ":is(path,polygon)": {
        "fill": lambda name: f"fill:{_variable(name)}",
        "stroke": lambda name: f"stroke:{_variable(name)}",
        "width": "stroke-width:{:g}".format,
        "dashed": lambda dashed: f"stroke-dasharray:{'5,2' if dashed else 'none'}",
    },
    "text": {
        "text": lambda name: f"fill:{_variable(name)}",
        "bold": lambda bold: f"font-weight:{'bold' if bold else 'normal'}",
    },
}
