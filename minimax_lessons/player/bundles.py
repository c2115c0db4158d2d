"""Bundles: modules and style sheets of ``static``, joined by esbuild for each kind of program."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from minimax_lessons.board_look import PIECES, piece_svg
from minimax_lessons.command_errors import CommandError
from minimax_lessons.drawing import stylesheet
from minimax_lessons.learner_progress import KEPT_TRIES
from minimax_lessons.palette import with_colours
from minimax_lessons.setup_env import ROOT

__all__ = ["BUNDLES", "DIST", "STATIC", "Bundle", "built", "node_tool"]

STATIC = Path(__file__).parent.parent / "static"
DIST = STATIC / "dist"
# where the colours of each theme are declared, by the first of a program's style sheets
DARK, CONTRAST = '[data-theme="dark"]', '[data-theme="dark"][data-contrast="more"]'
PLACES = {
    "player": {
        "light": ".player{%s}",
        "dark": f".player{DARK}{{%s}}",
        "contrast": f".player{CONTRAST}{{%s}}",
    },
    "guess": {
        "light": ".guess,.sheet,.score,.guess .exhibit{%s}",
        "dark": f".guess{DARK} .exhibit{{%s}}",
        "contrast": f".guess{CONTRAST} .exhibit{{%s}}",
    },
    "path": {"light": ".lm-path{%s}"},
}
# what Python decides and the page needs, too: from_python.js names these values
PYTHON_VALUES = {"KEPT_TRIES": KEPT_TRIES, "PIECES": {name: piece_svg(name) for name in PIECES}}
OPTIONS = ("--minify", "--charset=utf8", "--log-level=warning")


class Bundle(NamedTuple):
    """The modules that a program starts from, and its style sheets; Python drives a widget."""

    modules: tuple[str, ...]
    sheets: tuple[str, ...] = ("player",)
    is_widget: bool = False

    @property
    def source(self) -> str:
        """Return a module that imports the modules, and exports how the program begins."""
        if self.is_widget:
            return f'export {{ default }} from "./{self.modules[0]}.js";'
        imports = "".join(f'import "./{name}.js";' for name in self.modules)
        return f'{imports}export {{ begin }} from "./begin.js";'

    @property
    def style(self) -> str:
        """Return the style sheets as one, after the colours that they name."""
        sheets = [(STATIC / f"{name}.css").read_text(encoding="utf-8") for name in self.sheets]
        has_trees = bool({"player", "guess"} & {*self.sheets})
        sheet = "\n".join([stylesheet(), *sheets] if has_trees else sheets)
        return with_colours(sheet, PLACES[self.sheets[0]]) if sheets else ""


BUNDLES = {
    "play": Bundle(("player",)),
    "ask": Bundle(("player", "quiz"), ("player", "question")),
    "prune": Bundle(("player", "prune"), ("player", "question")),
    "perform": Bundle(("perform", "quiz"), ("player", "question")),
    "replay": Bundle(("replay",)),
    "guess": Bundle(("guess",), ("guess", "question")),
    "lines": Bundle(("lines",), ("guess", "question", "lines")),
    "practice": Bundle(("practice",), ("guess", "question")),
    "path": Bundle(("path",), ("path",)),
    "solved": Bundle(("solved",), ()),
    "treegame": Bundle(("treegame",), ("player", "treegame")),
    "editor": Bundle(("editor",), is_widget=True),
    "board": Bundle(("board",), ("player", "board"), is_widget=True),
}


def built(bundle: Bundle) -> str:
    """Return the text of a bundle: only what its modules use, without comments and long names."""
    style = _esbuild(bundle.style, "--loader=css").strip()
    script = ("--bundle", "--format=esm", "--target=es2022")
    values = {**PYTHON_VALUES, "STYLE": style}
    defined = [f"--define:globalThis.{name}={json.dumps(value)}" for name, value in values.items()]
    return _esbuild(bundle.source, *script, *defined)


def node_tool(path: str) -> Path:
    """Return a tool among the development dependencies of ``package.json``."""
    modules = os.environ.get("MINIMAX_LESSONS_NODE_MODULES", ROOT / "node_modules")
    return Path(modules, path)


def _esbuild(source: str, *options: str) -> str:
    tool = node_tool("esbuild/bin/esbuild")
    if not tool.exists():
        raise CommandError(f"{tool} is missing. Run `npm install` in {ROOT}, and then try again.")
    command: Sequence[str | Path] = [tool, *OPTIONS, *options]
    process = subprocess.run(
        command, input=source, cwd=STATIC, capture_output=True, encoding="utf-8", check=False
    )
    if process.returncode:
        raise CommandError(f"esbuild can't make a bundle:\n{process.stderr}")
    return process.stdout
