"""A thousand searches written by shape: no trace of them is silently wrong, and most are right."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from program_shapes import RETURNS, Shape, Writer, shapes, verdicts, written
from programs.profile import best
from sampling import some

pytestmark = pytest.mark.long


def value_in(returned: object, shape: Shape) -> object:
    return eval(RETURNS[shape.returned][1].format(call="returned"), {"returned": returned})


def test_what_is_written_is_a_right_search():
    for number, shape in enumerate(itertools.islice(shapes(1), 500)):
        program = written(shape, number)
        position, *others = program.arguments()
        returned = value_in(program.search(*Writer(shape).placed(position, others)), shape)
        assert returned == program.expected().value == best(program.tree), number


@pytest.mark.parametrize("part", some(range(4), every=2))
def test_no_trace_of_a_search_written_by_shape_is_silently_wrong(part: int):
    counts: Counter[str] = Counter()
    for number, (_, verdict) in enumerate(verdicts(250, first=250 * part), 250 * part):
        counts[verdict.kind] += 1
        assert verdict.kind != "SILENTLY WRONG", (
            f"program_shapes.py {number} --show: {verdict.wrong}"
        )
    assert counts["right"] >= 225, counts
