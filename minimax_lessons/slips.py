"""Slips: small mistakes in a cell, explained in one line instead of a library's traceback."""

from __future__ import annotations

import linecache
import re
import sys
import warnings
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from traceback import walk_tb
from types import TracebackType
from typing import Any

__all__ = ["attend", "slip"]

PACKAGE = Path(__file__).parent
OF_IPYTHON = ("In", "Out", "exit", "quit", "get_ipython", "open")
COMMA = "perhaps you missed a comma"
NO_COMMA = re.compile(r"indices must be integers|object is not (?:callable|subscriptable)")
NEIGHBOURS = re.compile(r"(?<![\w\])])(\[[^][]*\]|\([^()]*\)|\d+) *(\[[^][]*\]|\([^()]*\))")


def slip(error: BaseException, names: Iterable[str] = ()) -> str | None:
    """Return a line that explains a small mistake in a cell; None for all other errors.

    ``names`` are those that the cell could use: a misspelt name is compared with them.
    """
    places = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    own = [place for place in places if not _is_ours(place[0])]
    if not own or hasattr(error, "_render_traceback_"):
        return None
    code = linecache.getline(*own[-1]).strip()
    sentence = (
        _refusal(error, places)
        or _other_name(error, names)
        or _missing_cell(error)
        or _comma(error, code)
    )
    if sentence is None:
        return None
    return f"{type(error).__name__} in line {own[-1][1]}, `{code}`: {sentence}"


def _is_ours(file: str) -> bool:
    return Path(file).is_relative_to(PACKAGE)


def _refusal(error: BaseException, places: list[tuple[str, int]]) -> str | None:
    """Return the package's sentence about an argument that it refuses."""
    is_raised = linecache.getline(*places[-1]).strip().startswith("raise ")
    if isinstance(error, ValueError | TypeError) and _is_ours(places[-1][0]) and is_raised:
        return str(error)
    return None


def _missing_cell(error: BaseException) -> str | None:
    """Return a sentence about a name that no cell has defined, where a cell itself uses it."""
    *_, (frame, _) = walk_tb(error.__traceback__)
    if not isinstance(error, NameError) or frame.f_code.co_name != "<module>":
        return None
    return f"there is no `{error.name}` yet. If a cell above defines it, run that cell first."


def _other_name(error: BaseException, names: Iterable[str]) -> str | None:
    """Return a sentence about a name that is misspelt or not imported."""
    from minimax_lessons import __all__ as public

    if not isinstance(error, NameError | ImportError) or not error.name:
        return None
    is_import = isinstance(error, ImportError)
    if is_import:
        missing = re.match(r"cannot import name '(\w+)' from 'minimax_lessons'", str(error))
        if missing is None:
            return None
        name, candidates = missing[1], list(public)
    else:
        name = error.name
        candidates = [*(usable for usable in names if usable not in OF_IPYTHON), *public]
    if name in public and not is_import:
        return f"`{name}` is not imported yet. Run `from minimax_lessons import {name}` first."
    likely = get_close_matches(name, candidates, n=1)
    what = "`minimax_lessons` has no" if is_import else "there is no"
    return f"{what} `{name}`. Did you mean `{likely[0]}`?" if likely else None


def _comma(error: BaseException, code: str) -> str | None:
    """Return a sentence about a comma that is missing in a line."""
    parts = NEIGHBOURS.search(code)
    if not isinstance(error, TypeError) or not NO_COMMA.search(str(error)) or parts is None:
        return None
    return f"a comma is missing between `{parts[1]}` and `{parts[2]}`."


def attend() -> None:
    """Have the notebook's IPython, if there is one, explain slips in one line."""
    find_shell = getattr(sys.modules.get("IPython"), "get_ipython", None)
    shell = find_shell() if find_shell else None
    if shell is None or shell.custom_exceptions:
        return

    def show(
        shell: Any,
        kind: type[BaseException],
        error: BaseException,
        traceback: TracebackType,
        tb_offset: int | None = None,
    ) -> None:
        line = slip(error, shell.user_ns)
        if isinstance(error, SyntaxError):
            shell.showsyntaxerror()
        elif line is None:
            shell.showtraceback((kind, error, traceback), tb_offset, running_compiled_code=True)
        else:
            shell._showtraceback(kind, error, [line])

    shell.set_custom_exc((Exception,), show)
    # the error that follows says it, too
    warnings.filterwarnings("ignore", message=f".*{COMMA}", category=SyntaxWarning)
