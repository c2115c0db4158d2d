"""Duel: a learner's trees against faulty alpha-betas, and the matrix of trees and faults."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Literal

from minimax_lessons.exercises.leaf_accesses import Ledger, watched
from minimax_lessons.exercises.mutations import FaultySearch, behaviour, faulty_searches
from minimax_lessons.palette import PALETTES
from minimax_lessons.search import alphabeta
from minimax_lessons.trees import Node

__all__ = ["Matrix", "duel"]

# a tree shows a fault by the value, by the leaves alone, or not at all
Effect = Literal["value", "leaves", ""]

# pixels: a column, between rows, the names of the rows, their counts
WIDE, GAP, LABEL, COUNT = 3, 4, 56, 44
LIGHT = PALETTES["light"]  # the picture has a light ground in every theme
VALUE_COLOUR, LEAVES_COLOUR, ALIVE_COLOUR = LIGHT["max"], LIGHT["crossed"], LIGHT["wrong"]


@dataclass(frozen=True)
class Matrix:
    """Which of a learner's trees kill which faulty searches."""

    trees: tuple[Node, ...]
    faults: tuple[FaultySearch, ...]
    effects: tuple[tuple[Effect, ...], ...]  # of each tree on each fault

    @cached_property
    def killers(self) -> list[list[int]]:
        """Return for each fault the trees that show it."""
        columns = zip(*self.effects, strict=True) if self.trees else [()] * len(self.faults)
        return [[row for row, effect in enumerate(column) if effect] for column in columns]

    @property
    def alive(self) -> list[FaultySearch]:
        """Return the faults that no tree shows."""
        return [fault for fault, rows in zip(self.faults, self.killers, strict=True) if not rows]

    @property
    def killed(self) -> int:
        """Return the number of faults that at least one tree shows."""
        return len(self.faults) - len(self.alive)

    @cached_property
    def needless(self) -> tuple[int, ...]:
        """Return the numbers of the trees, from 1, whose faults the other trees find as well."""
        sole = {rows[0] for rows in self.killers if len(rows) == 1}
        return tuple(row + 1 for row in range(len(self.trees)) if row not in sole)

    def count(self, row: int, *effects: Effect) -> int:
        """Return the number of faults on which a tree has one of the effects, by default any."""
        return sum(effect in (effects or ("value", "leaves")) for effect in self.effects[row])

    def __str__(self) -> str:
        """Return a line for each tree, as a terminal shows it."""
        lines = []
        for row, tree in enumerate(self.trees):
            killed, by_value = self.count(row), self.count(row, "value")
            text = f"Tree {row + 1}: {killed:3} killed, {by_value} of them by the value."
            lines.append(f"{text} {tree!r}")
        return "\n".join([*lines, f"All together: {self.killed} of {len(self.faults)} killed."])

    def _repr_svg_(self) -> str:
        """Return the picture: rows for trees, columns for faults, the living at the right."""
        order = sorted(range(len(self.faults)), key=lambda place: -len(self.killers[place]))
        tall = 14 if len(self.trees) <= 14 else 10
        bottom = 20 + (tall + GAP) * len(self.trees)
        width, height = LABEL + WIDE * len(order) + COUNT, bottom + tall + 30
        rows = [
            self._row(row, 20 + (tall + GAP) * row, tall, order) for row in range(len(self.trees))
        ]
        alive = [
            (x, self.faults[place]) for x, place in enumerate(order) if not self.killers[place]
        ]
        marks = "".join(
            f'<rect x="{LABEL + WIDE * x}" y="{bottom}" width="{WIDE}" height="{tall}"'
            f' fill="{ALIVE_COLOUR}">'
            f"<title>{escape(str(fault))}</title></rect>"
            for x, fault in alive
        )
        title = f"{len(self.trees)} trees kill {self.killed} of {len(self.faults)} faulty searches"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}" style="max-width:100%;height:auto" role="img"'
            ' font-family="sans-serif" font-size="13" '
            f'fill="{LIGHT["muted"]}"><title>{title}</title><rect width="100%" height="100%"'
            f' fill="{LIGHT["paper"]}"/>'
            f'<text x="{LABEL}" y="13">a column for each faulty search</text>'
            f'<text x="{width - 4}" y="13" text-anchor="end">killed</text>{"".join(rows)}'
            f'<text x="4"'
            f' y="{bottom + tall - 1}">alive</text>{marks}<text x="{width - 4}"'
            f' y="{bottom + tall - 1}" text-anchor="end">{len(alive)}</text>'
            f"{_legend(bottom + tall + 20)}</svg>"
        )

    def _row(self, row: int, y: int, tall: int, order: Sequence[int]) -> str:
        def path(effect: Effect, top: int, colour: str) -> str:
            bars = (
                f"M{LABEL + WIDE * x} {top}h{WIDE}V{y + tall}h-{WIDE}z"
                for x, place in enumerate(order)
                if self.effects[row][place] == effect
            )
            return f'<path d="{"".join(bars)}" fill="{colour}"/>'

        return (
            f"<g><title>tree {row + 1}: {escape(repr(self.trees[row]))}</title>"
            f'<rect x="{LABEL}" y="{y}" width="{WIDE * len(order)}" height="{tall}"'
            f' fill="{LIGHT["leaf-fill"]}"/>'
            f"{path('value', y, VALUE_COLOUR)}{path('leaves', y + tall // 2, LEAVES_COLOUR)}</g>"
            f'<text x="4" y="{y + tall - 1}">tree {row + 1}</text><text'
            f' x="{LABEL + WIDE * len(order) + COUNT - 4}" y="{y + tall - 1}" text-anchor="end">'
            f"{self.count(row)}</text>"
        )


def _legend(y: int) -> str:
    """Return the legend of the bars; their heights differ as their colours do."""
    parts = (
        (0, 12, VALUE_COLOUR, "killed: a wrong value or an error"),
        (270, 6, LEAVES_COLOUR, "killed: the right value, other leaves"),
        (550, 12, ALIVE_COLOUR, "alive: no tree shows the fault"),
    )
    return "".join(
        f'<rect x="{LABEL + x}" y="{y - tall}" width="12" height="{tall}" fill="{colour}"/>'
        f'<text x="{LABEL + x + 17}" y="{y}">{words}</text>'
        for x, tall, colour, words in parts
    )


def duel(trees: Iterable[Node]) -> Matrix:
    """Return the matrix of the trees and the faulty searches, each tree searched to its end."""
    trees, faults = tuple(trees), faulty_searches()
    return Matrix(trees, faults, tuple(_effects(root, faults) for root in trees))


def _effects(root: Node, faults: Iterable[FaultySearch]) -> tuple[Effect, ...]:
    position = watched(root, Ledger())
    right_value, *right_looks = behaviour(alphabeta, position)
    behaviours = (behaviour(fault.search, position) for fault in faults)
    return tuple(
        "value" if value != right_value else "leaves" if looks != right_looks else ""
        for value, *looks in behaviours
    )
