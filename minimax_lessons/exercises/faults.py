"""Faults: what can be wrong with an answer, from a closed list, and one found in an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, ClassVar, Literal

from minimax_lessons.labels import number_text
from minimax_lessons.text_sections import sections

__all__ = [
    "Example",
    "Facts",
    "Fault",
    "NotYet",
    "Outcome",
    "Page",
    "Right",
    "pages",
]

Outcome = Literal["not attempted", "not right yet", "done"]
Facts = Mapping[str, Any]  # what a right answer has shown, for the sentence that says so


@dataclass(frozen=True)
class Page:
    """What is to be said of a kind of fault wherever it is found: faults.md has a page for each."""

    id: str
    name: str
    why: str  # it matters
    look: str  # at what, to find it


@cache
def pages() -> dict[str, Page]:
    """Return the closed list of faults, by id."""
    rows = sections("exercises/faults.md")
    return {id_: Page(id_, *names, *paragraphs) for (id_, *names), paragraphs in rows}


@dataclass(frozen=True, eq=False)
class Example:
    """The smallest case found that shows a fault: a tree, a board, a graph … and what came out."""

    thing: Any  # drawn if it can draw itself
    expected: Any = None  # in words, or a number
    got: Any = None
    facts: tuple[tuple[str, str], ...] = ()  # what else is to be said, each with its name
    search: Callable[..., Any] | None = None  # what can be watched on it, beside a right search
    right: Callable[..., Any] | None = None
    rights_arguments: tuple[Any, ...] = ()  # what that is given after the tree
    # what the answer is given, if its parameters' names do not tell
    arguments: tuple[Any, ...] = ()
    depth: int | None = None  # how deep it was searched; None: to its end

    @property
    def results(self) -> list[tuple[str, str]]:
        """Return the expected result and the actual one, each with its name, if there is one."""
        pairs = (("Expected", self.expected), ("It returned", self.got))
        present = ((name, value) for name, value in pairs if value is not None)
        return [
            (name, value if isinstance(value, str) else number_text(value))
            for name, value in present
        ]

    @property
    def outcome(self) -> str:
        """Return both results in one line."""
        return " ".join(f"{name}: {value}." for name, value in self.results)

    @property
    def lines(self) -> list[str]:
        """Return the board and the result for a terminal; a search's details say everything."""
        board = str(self.thing).splitlines()
        shown = [*board, *filter(None, [self.outcome])] if len(board) > 1 else []
        return [] if self.search else [*shown, *(f"{name}: {value}" for name, value in self.facts)]


class Fault(Exception):
    """A fault of an answer: raised wherever a judge finds it, and shown by check."""

    def __init__(
        self,
        sentence: str,
        *details: str,
        id: str = "not-right",
        line: int | None = None,
        code: str | None = None,
        example: Example | None = None,
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence  # what is wrong here, for the learner
        self.details = details  # lines that show it
        self.page = pages()[id]
        self.line = line  # of the learner's source; named only if it is proved to be at fault
        self.code = code  # what stands there
        self.example = example

    @property
    def lines(self) -> list[str]:
        """Return the lines below the sentence, for places without pictures."""
        return [*self.details, *(self.example.lines if self.example else ())]

    @property
    def id(self) -> str:
        """Return the kind of fault, by which faults can be counted over a class."""
        return self.page.id


class NotYet(Exception):
    """Raised by check for an exercise that is not done, and shown as a few lines or as a card."""

    def __init__(
        self,
        name: str,
        outcome: Outcome,
        *lines: str,
        fault: Fault | None = None,
        hint: str = "",
    ) -> None:
        super().__init__(name, outcome, lines)
        self.name = name
        self.outcome = outcome
        self.lines = lines
        self.remarks: tuple[str, ...] = ()  # the last of the lines, which a card also shows
        self.fault = fault  # None if there was no answer to judge
        self.hint = hint  # how to get a hint, for a place without a card, which has the hints in it
        # shows it as a card where that is possible, and returns whether it was
        self.show: Callable[[NotYet], bool] = lambda refusal: False

    def add(self, *lines: str) -> None:
        """Say something more."""
        self.remarks = (*self.remarks, *lines)
        self.lines = (*self.lines, *(f"  {line}" for line in lines))

    def __str__(self) -> str:
        before = "" if not self.hint else "\n  " if self.fault else " "
        return "\n".join(self.lines) + before + self.hint

    def _repr_html_(self) -> str:
        from minimax_lessons.exercises.card import refusal

        return refusal(self)

    @cached_property  # IPython may ask twice
    def is_shown(self) -> bool:
        """Return True if the verdict has become a card; show it as one where this is possible."""
        return self.show(self)

    def _render_traceback_(self) -> list[str]:
        return [self.lines[0]] if self.is_shown else str(self).splitlines()


@dataclass(frozen=True)
class Right:
    """A right answer: what it has shown, and what could still be better."""

    sentence: str
    shown: str = ""  # on what it was right
    remarks: tuple[str, ...] = ()
    exhibit: Any = None  # a tree or a table that a card shows as a picture
    outcome: ClassVar[Outcome] = "done"

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the lines of the verdict, in the form that NotYet has."""
        return (str(self),)

    def __str__(self) -> str:
        return " ".join(filter(None, (self.shown, *self.remarks, self.sentence)))
