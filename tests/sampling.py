"""Sampling: of many cases of a test a few belong to every run, and all of them to `test --all`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def some(cases: Iterable[Any], *, every: int) -> list[Any]:
    """Return the cases for pytest's parametrize, all but one of so many marked as slow; a tuple has several values."""
    values = [case if isinstance(case, tuple) else (case,) for case in cases]
    return [
        pytest.param(*each, marks=[pytest.mark.slow] if at % every else [])
        for at, each in enumerate(values)
    ]
