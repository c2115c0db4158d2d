"""Labels: values, bounds and moves as text, in pictures, in sentences and in the page."""

from __future__ import annotations

import unicodedata
from decimal import Decimal
from fractions import Fraction
from math import isfinite, isnan
from numbers import Integral, Real
from typing import Any

from minimax_lessons.quoting import INFINITY

__all__ = ["BLANK", "SIGNS", "number_text", "plain"]

SIGNS = {"exact": "", "lower": "≥ ", "upper": "≤ "}
BLANK = "\u00a0"  # Graphviz writes no <text> for an empty label: a no-break space keeps its place


def plain(text: object, most: int = 40) -> str:
    """Return any text as one line: � for a control character, … where the text is cut."""
    line = " ".join("".join(map(_visible, str(text)[: 100 * most])).split())
    return line if len(line) <= most else line[: most - 1] + "…"


def _visible(sign: str) -> str:
    if sign.isspace():
        return " "
    never_text = unicodedata.category(sign) in ("Cc", "Cs") or ord(sign) & 0xFFFE == 0xFFFE
    return "\ufffd" if never_text else sign


def number_text(value: Any) -> str:
    """Return a value as drawn: −4, ∞, 0.333; about six signs; a no-break space for None."""
    if value is None:
        return BLANK
    if isinstance(value, bool) or not isinstance(value, Real):
        return plain(value, 6)
    if isinstance(value, Integral):
        text = str(value) if abs(int(value)) < 10**6 else f"{Decimal(int(value)).normalize():.3g}"
    elif isinstance(value, Fraction) and len(str(value)) <= 6:
        text = str(value)
    elif isfinite(value):
        text = f"{float(value):.4g}"
    else:
        text = "NaN" if isnan(value) else INFINITY if float(value) > 0 else f"-{INFINITY}"
    return text.replace("e+0", "e").replace("e+", "e").replace("e-0", "e-").replace("-", "−")
