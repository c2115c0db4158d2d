"""Quoting: what somebody typed or a function answered, short enough for a sentence."""

from __future__ import annotations

__all__ = ["clipped", "quoted"]

LONGEST = 60  # letters


def quoted(value: object, longest: int = LONGEST) -> str:
    """Return a value as Python writes it, of a long one the beginning; of one that can't be written what it is."""
    try:
        return repr(clipped(value, longest)) if isinstance(value, str) else clipped(repr(value), longest)
    except Exception:  # a learner's own __repr__
        return f"a {type(value).__name__}"


def clipped(text: str, longest: int = LONGEST) -> str:
    """Return the text, of a long one the beginning."""
    return text if len(text) <= longest else text[: longest - 1] + "…"
