from __future__ import annotations

from fractions import Fraction
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minimax_lessons.labels import BLANK, number_text, plain


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (5, "5"),
        (-4, "−4"),
        (0.5, "0.5"),
        (1 / 3, "0.3333"),
        (Fraction(1, 3), "1/3"),
        (Fraction(355_000, 113), "3142"),
        (inf, "∞"),
        (-inf, "−∞"),
        (nan, "NaN"),
        (12_345_678, "1.23e7"),
        (-1_000_000, "−1e6"),
        (10**400, "1e400"),
        (1e-9, "1e−9"),
        (None, BLANK),
        (True, "True"),
        ("a long text", "a lon…"),
    ],
)
def test_numbers_are_short_and_carry_a_true_minus(value: Any, text: str) -> None:
    assert number_text(value) == text


@settings(deadline=None)
@given(st.text(max_size=600), st.integers(1, 40))
def test_plain_text_is_one_line_that_xml_can_hold(text: str, most: int) -> None:
    line = plain(text, most)
    assert len(line) <= most
    assert all(
        sign >= " " and not 0xD800 <= ord(sign) < 0xE000 and ord(sign) & 0xFFFE != 0xFFFE
        for sign in line
    )
