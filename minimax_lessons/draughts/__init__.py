"""English draughts: ``start()`` and ``from_fen(text)`` give positions to play, search and look at."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOMES = {
    "rules": ("DRAW_PLIES", "Position", "from_fen", "perft", "start"),
    "notation": ("Move",),
    "pdn": ("Game", "PdnError", "read_pdn"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    """Return a name of the package, loading the module it lives in when it is first asked for."""
    if name not in _HOME:
        raise AttributeError(f"minimax_lessons.draughts has no {name!r}: it offers {', '.join(__all__)}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
