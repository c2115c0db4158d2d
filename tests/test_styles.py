from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from operator import mul
from pathlib import Path
from typing import Any

import pytest

import minimax_lessons
from minimax_lessons.drawing.appearance import looks
from minimax_lessons.drawing.plan import visible_tree
from minimax_lessons.drawing.styles import style, stylesheet
from minimax_lessons.palette import CLEAR, PALETTES, palette, variables
from minimax_lessons.search import alphabeta
from minimax_lessons.tracing import trace
from minimax_lessons.trees import TOY_TREE, VIDEO_TREE, VIDEO_TREE_DEEP


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def every_class() -> Iterator[str]:
    """Yield the classes of all elements in all steps of some runs, right ones and broken ones."""

    def broken(position: Any) -> float:
        if position.is_over:
            return 1 / (position.value - 5) and position.value
        return max(broken(child) for child in position.children())

    runs = [trace(alphabeta, root) for root in (TOY_TREE, VIDEO_TREE, VIDEO_TREE_DEEP)]
    runs += [trace(broken, TOY_TREE)]
    for run in runs:
        for options in ({}, {"depth": 1}):
            for step in range(len(run.events) + 1):
                yield from (
                    classes
                    for classes, _ in looks(visible_tree(run.tree, **options), run, step).values()
                )
    yield from (classes for classes, _ in looks(TOY_TREE).values())


CLASSES = sorted(set(every_class()))


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("classes", CLASSES)
def test_strokes_and_texts_stand_out(classes: str, theme: str) -> None:
    colours, look = palette(theme), style(classes)
    paper = colours["paper"]
    if look["stroke"] != "none":
        assert contrast(colours[look["stroke"]], paper) >= 3
    if "text" in look:
        assert (
            contrast(
                colours[look["text"]], paper if look["fill"] == "none" else colours[look["fill"]]
            )
            >= 4.5
        )


HALF_TURN = [(-0.574, 1.43, 0.144), (0.426, 0.43, 0.144), (0.426, 1.43, -0.856)]  # of the hue


def inverted(colour: str) -> str:
    """Return a colour after invert(1) hue-rotate(180deg), as the standard on filters computes it."""
    if colour == "transparent":
        return colour
    parts = [1 - int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    turned = (sum(map(mul, row, parts)) for row in HALF_TURN)
    return "#" + "".join(f"{round(255 * min(1, max(0, part))):02x}" for part in turned)


@pytest.mark.parametrize(
    ("page", "shown"),
    [("#ffffff", str), ("#111111", str), ("#111111", inverted)],  # JupyterLab's two
)
@pytest.mark.parametrize("classes", CLASSES)
def test_a_still_stands_out_on_a_light_page_and_on_a_dark_one(
    classes: str, page: str, shown: Callable[[str], str]
) -> None:
    colours, look = {name: shown(colour) for name, colour in palette(CLEAR).items()}, style(classes)
    ground = {name: page if colour == "transparent" else colour for name, colour in colours.items()}
    fill = page if look["fill"] == "none" else ground[look["fill"]]
    if look["stroke"] != "none":
        edge = contrast(ground[look["stroke"]], page)
        assert max(edge, contrast(fill, page)) >= 3  # its outline shows, or its filled shape does
    if "text" in look:
        possible = 4.3  # no colour has more contrast with both pages than 4.35
        assert contrast(ground[look["text"]], fill) >= possible


@pytest.mark.parametrize(
    "pair",
    [("max", "min"), ("good", "done"), ("best", "good"), ("now", "open"), ("pruned", "done")],
)
def test_no_difference_is_told_by_colour_alone(pair: tuple[str, str]) -> None:
    kind = "edge" if pair[0] in ("good", "best") else "node leaf"
    one, other = (style(f"{kind} {state}") for state in pair)
    shapes = pair == ("max", "min")  # one stands on its base, the other on its tip
    assert shapes or any(
        one.get(each) != other.get(each)
        for each in ("stroke-width", "stroke-dasharray", "font-weight")
    )


def test_what_a_style_sheet_says_last_of_an_element_is_baked_into_its_picture() -> None:
    look = style("node leaf unseen best now")
    assert (look["fill"], look["stroke"], look["text"]) == ("now", "now-line", "now-ink")
    assert (look["stroke-width"], look["stroke-dasharray"], look["font-weight"]) == (
        "4",
        "none",
        "bold",
    )
    assert style("edge cut on deep")["stroke"] == "cut"


def test_a_theme_gives_every_variable_the_stylesheet_uses() -> None:
    used = set(re.findall(r"var\((--lm-[\w-]+)\)", stylesheet()))
    for theme in PALETTES:
        assert used <= set(re.findall(r"(--lm-[\w-]+):#", variables(theme, stylesheet())))
    assert used <= set(re.findall(r"(--lm-[\w-]+):", variables(CLEAR, stylesheet())))


PACKAGE = Path(minimax_lessons.__file__).parent
NAMED = re.compile(r"var\(--lm-([\w-]+)")
LITERAL = re.compile(
    r"(?<!&)#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\b"
    r"|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\("
    r"|(?:fill|stroke|color|background|border|shadow|srgb)\b[^;{}\n]*?[:=,\s\"]"
    r"(?:white|black|gr[ae]y|red|green|blue|yellow|orange|purple|brown|pink)\b(?!-)"
)


def texts(path: Path) -> list[str]:
    """Return what a file writes into pages and pictures: a module's texts, without its comments."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return [re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)]
    parts = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
    return [part.value for part in parts if isinstance(part.value, str)]


def test_no_colour_is_written_outside_the_palette() -> None:
    home = PACKAGE / "palette.py"
    kinds = {".py", ".css", ".js", ".html"}
    written = [
        f"{path.relative_to(PACKAGE)}: {literal[0]}"
        for path in sorted(PACKAGE.rglob("*"))
        if path.suffix in kinds and path != home and path.parent.name != "dist"
        for text in texts(path)
        for literal in LITERAL.finditer(text)
    ]
    assert not written


def test_every_colour_that_a_style_sheet_names_is_in_the_palette_and_each_is_used() -> None:
    sheets = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.css")]
    named = {name for sheet in [stylesheet(), *sheets] for name in NAMED.findall(sheet)}
    assert named <= set(palette("light"))
    modules = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    assert not [
        name for name in palette("light") if name not in named and f'["{name}"]' not in modules
    ]


def test_pages_change_at_the_same_widths() -> None:
    program = (PACKAGE / "static" / "fitting.js").read_text(encoding="utf-8")
    widths = re.search(r"const WIDTHS = (\{.*?\})", program)
    assert widths
    allowed = {f"{number}px" for number in re.findall(r"\d+", widths[1])}
    queries = re.compile(r"@(?:media|container)[^{]*?width: ?([^)]+)\)")
    asked = {
        width
        for path in PACKAGE.rglob("*.css")
        for width in queries.findall(path.read_text(encoding="utf-8"))
    }
    assert asked <= allowed
