"""Faults: what can be wrong with an answer, from a closed list, and one found in an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar, Literal

from minimax_lessons.drawing.labels import number

__all__ = ["Example", "Facts", "Fault", "NotYet", "Outcome", "Page", "Right", "about", "pages", "sections"]

Outcome = Literal["not attempted", "not right yet", "done"]
Facts = Mapping[str, Any]  # what a right answer has shown, for the sentence that says so


@dataclass(frozen=True)
class Page:
    """What is to be said of a kind of fault wherever it is found: faults.md has a page for each."""

    id: str
    name: str
    sentence: str
    why: str  # it matters
    look: str  # at what, to find it


@cache
def pages() -> dict[str, Page]:
    """Return the closed list of faults, by id."""
    return {id_: Page(id_, *names, *paragraphs) for (id_, *names), paragraphs in sections("faults.md")}


def sections(file: str) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the parts of each heading in a text that stands beside this module, and the paragraphs below it."""
    text = files("minimax_lessons").joinpath("exercises", file).read_text(encoding="utf-8")
    for part in text.split("\n## ")[1:]:
        heading, *paragraphs = (" ".join(each.split()) for each in part.strip().split("\n\n"))
        yield heading.split(" · "), paragraphs


@dataclass(frozen=True)
class Example:
    """The smallest case found that shows a fault: a tree, a board, a graph … and what came out."""

    thing: Any  # drawn if it can draw itself
    expected: Any = None  # in words, or a number
    got: Any = None
    facts: tuple[tuple[str, str], ...] = ()  # what else is to be said, each with its name
    search: Callable[..., Any] | None = None  # what can be watched on it, beside a right search
    right: Callable[..., Any] | None = None
    rights_arguments: tuple[Any, ...] = ()  # what that is given after the tree
    arguments: tuple[Any, ...] = ()  # what the answer is given, if its parameters' names do not tell
    depth: int | None = None  # how deep it was searched; None: to its end

    @property
    def results(self) -> list[tuple[str, str]]:
        """Return what was expected and what came out, as far as that is to be said, each with its name."""
        pairs = (("Expected", self.expected), ("It returned", self.got))
        return [
            (name, value if isinstance(value, str) else number(value)) for name, value in pairs if value is not None
        ]

    @property
    def outcome(self) -> str:
        """Return that in one line."""
        return " ".join(f"{name}: {value}." for name, value in self.results)

    @property
    def lines(self) -> list[str]:
        """Return a board as a terminal shows it, and what came out; a search's details say it all."""
        board = str(self.thing).splitlines()
        shown = [*board, *filter(None, [self.outcome])] if len(board) > 1 else []
        return [] if self.search else [*shown, *(f"{name}: {value}" for name, value in self.facts)]


class Fault(Exception):
    """Something that is not right about an answer: raised wherever it is found, and shown by check."""

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
        """Return what stands below the sentence where there are no pictures."""
        return [*self.details, *(self.example.lines if self.example else ())]

    @property
    def id(self) -> str:
        """Return the kind of fault, by which faults can be counted over a class."""
        return self.page.id


def about(judge: Callable[[Any], Facts | None], of: Any = None, id: str = "not-right") -> Callable[[Any], Facts | None]:
    """Return what judges an answer as ``judge`` does, and says of a fault what it is about, and of which kind.

    That is a tree, a board … which all answers are about, or what ``of`` reads from an answer, and ``judge`` judges.
    """

    def judged(answer: Any) -> Facts | None:
        thing = of(answer) if callable(of) else of
        try:
            return judge(thing if callable(of) else answer)
        except Fault as fault:
            if fault.id == "not-right":
                fault.page = pages()[id]
            if fault.example is None and of is not None:
                fault.example = Example(thing)
            raise

    return judged


class NotYet(Exception):
    """What check raises: an exercise is not done. It is shown as a few lines, without a traceback, or as a card."""

    def __init__(
        self,
        name: str,
        outcome: Outcome,
        *lines: str,
        fault: Fault | None = None,
        show: Callable[[NotYet], bool] = lambda refusal: False,
    ) -> None:
        super().__init__("\n".join(lines))
        self.name = name
        self.outcome = outcome
        self.lines = lines
        self.fault = fault  # None if there was no answer to judge
        self._show = show  # as a card, where one can be shown; returns whether it was
        self._shown: bool | None = None

    def add(self, line: str) -> None:
        """Say something more."""
        if line:
            self.lines = (*self.lines, f"  {line}")
            self.args = ("\n".join(self.lines),)

    def _repr_html_(self) -> str:
        from minimax_lessons.exercises.card import refusal

        return refusal(self)

    def _render_traceback_(self) -> list[str]:
        if self._shown is None:  # IPython may ask twice
            self._shown = self._show(self)
        return [self.lines[0]] if self._shown else list(self.lines)


@dataclass(frozen=True)
class Right:
    """A right answer: what it has shown, on how many cases, and what could still be better."""

    sentence: str
    cases: int = 0
    remarks: tuple[str, ...] = ()
    outcome: ClassVar[Outcome] = "done"

    @property
    def lines(self) -> tuple[str, ...]:
        """Return what is said of it, as of what is not right yet."""
        return (str(self),)

    def __str__(self) -> str:
        tried = (f"Tried on {self.cases} trees.",) if self.cases else ()
        return " ".join((*tried, *self.remarks, self.sentence)).strip()
