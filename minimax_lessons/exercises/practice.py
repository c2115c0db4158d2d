"""Practice: questions without end about small trees, most of all on what went wrong before."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Any

from minimax_lessons.exercises.topics import TOPICS, question
from minimax_lessons.player import page
from minimax_lessons.player.guessing import Guess

__all__ = ["Practice", "practice"]

EACH = 4  # questions of each topic in one sheet: enough for a long sitting, and a page of modest size


@dataclass(frozen=True)
class Practice:
    """A sheet of questions that the page asks in an order of its own: what went wrong comes back."""

    questions: tuple[tuple[str, Guess], ...]  # each with its topic
    wanted: int | None  # so many are asked; None: as many as one likes

    @property
    def fragment(self) -> str:
        """Return the sheet as HTML; where no script runs, each question opens by itself."""
        asked = [{"topic": topic, **one.data} for topic, one in self.questions]
        data = page.named({"kind": "practice", "title": "Practice", "questions": asked, "wanted": self.wanted})
        plain = "".join(one.plain for _, one in self.questions[: self.wanted or 3])
        return page.fragment(data, f"<div>{plain}</div>")

    def _repr_mimebundle_(self, **options: Any) -> dict[str, str]:
        return {"text/html": self.fragment, "text/plain": repr(self)}

    def __repr__(self) -> str:
        topics = ", ".join(dict.fromkeys(topic for topic, _ in self.questions))
        return f"<Practice: {topics}>"


def practice(*topics: str, questions: int | None = None, seed: int | None = None) -> Practice:
    """Return questions on the topics named, or on all: ``practice("window", "owner")``; new ones each time.

    ``questions=3`` asks so many and stops; the same ``seed``, the same questions. The topics: value, whole tree,
    skipped, window, cut, owner, say why, move order, size, order, bound, negamax, bug, captures, hurry, memory,
    backwards.
    """
    unknown = [topic for topic in topics if topic not in TOPICS]
    if unknown:
        raise ValueError(f"practice({unknown[0]!r}): the topics are {', '.join(TOPICS)}")
    if questions is not None and questions < 1:
        raise ValueError(f"questions={questions}: at least 1, or None for as many as you like")
    random = Random(SystemRandom().getrandbits(32) if seed is None else seed)
    asked = topics or tuple(TOPICS)
    rounds = EACH if questions is None else -(-questions // len(asked))
    made = [(topic, question(topic, random)) for _ in range(rounds) for topic in asked]
    return Practice(tuple(made[:questions]), questions)
