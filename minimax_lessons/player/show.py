"""The command show: a page with both searches on a tree typed as nested lists."""

from __future__ import annotations

import sys
import webbrowser
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from tempfile import mkdtemp

from minimax_lessons.command_errors import prints_errors
from minimax_lessons.nested import Unreadable, read_tree
from minimax_lessons.player.players import PANELS, compare
from minimax_lessons.search import alphabeta, minimax

__all__ = ["main"]

MOST_NODES = 5_000


@prints_errors("Name another file: -o page.html")
def main(arguments: Sequence[str]) -> int:
    """Return 0 when the page is written; say what is wrong and where, when it is not."""
    options = _parser().parse_args(arguments)
    try:
        tree = read_tree(options.tree, options.root, most=MOST_NODES).tree
        path = Path(
            options.output or Path(mkdtemp(prefix="minimax-lessons-")) / "searches.html"
        ).absolute()
        compare(minimax, alphabeta, tree, show=PANELS).to_html(path)
    except Unreadable as problem:
        print(problem.pointing(options.tree), file=sys.stderr)
        return 2
    print(path)
    if options.browser:
        webbrowser.open(path.as_uri())
    return 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python3 -m minimax_lessons show",
        description="Write and open a page that shows minimax and alpha-beta on a tree.",
    )
    parser.add_argument("tree", help="nested lists of numbers, in quotes: '[[3,5,2],[9,1]]'")
    parser.add_argument(
        "--root", choices=("max", "min"), default="max", help="who moves first (max)"
    )
    parser.add_argument(
        "-o", "--output", metavar="page.html", help="where to write it; else a temporary file"
    )
    parser.add_argument(
        "--no-browser",
        dest="browser",
        action="store_false",
        help="write the page, and do not open it",
    )
    return parser
