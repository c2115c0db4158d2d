"""Graphviz's SVG in fewer bytes: still well formed, with nothing lost that a reader needs."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree

from minimax_lessons.drawing import picture, svg
from minimax_lessons.player.slim_svg import slim
from minimax_lessons.search import minimax
from minimax_lessons.tracing import trace

SVG = "{http://www.w3.org/2000/svg}"
LONG = "from the far corner <&> to the centre"


@dataclass(frozen=True)
class Wordy:
    """A game of one move, with a name that fits no label."""

    is_over: bool = False
    maximizing: bool = True

    def moves(self) -> list[str]:
        return [] if self.is_over else [LONG]

    def play(self, move: str, /) -> Wordy:
        return Wordy(is_over=True)

    def children(self) -> list[Wordy]:
        return [self.play(move) for move in self.moves()]

    def evaluate(self) -> float:
        return 1


def test_a_move_that_is_clipped_stands_whole_in_a_title() -> None:
    run = trace(minimax, Wordy(), depth=1)
    drawn = ElementTree.fromstring(slim(svg(picture(run.tree, run))))
    assert [title.text for title in drawn.iter(f"{SVG}title")] == [LONG]
    assert LONG not in [text.text for text in drawn.iter(f"{SVG}text")]
    assert not list(drawn.iter(f"{SVG}a"))
