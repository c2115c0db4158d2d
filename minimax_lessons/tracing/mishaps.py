"""Mishaps: what went wrong in a learner's search, in words."""

from __future__ import annotations

from typing import Any

from minimax_lessons.trees import Node

__all__ = ["describe", "shown"]


def describe(error: BaseException) -> str:
    """Return an exception in words, with what a node offers if the code asked it for something else."""
    said = " ".join(str(error).split())
    said = said if len(said) <= 200 else said[:199] + "…"
    text = f"{type(error).__name__}: {said}" if said else type(error).__name__
    if isinstance(error, RecursionError):
        return f"{type(error).__name__} (it calls itself deeper and deeper and never stops: what ends the recursion?)"
    if isinstance(error, AttributeError) and isinstance(error.obj, Node):
        return f"{text} (a node offers children(), is_over, evaluate(), moves(), play(move) and maximizing)"
    return text


def shown(thing: Any) -> str:
    """Return what an object looks like, on one short line."""
    try:
        text = repr(thing)
    except Exception:  # the learner's own class may do anything here
        return f"an object of {type(thing).__name__}"
    return text if len(text) <= 40 else text[:39] + "…"
