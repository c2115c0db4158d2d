"""The contract with the page: the shapes of all that Python writes for players."""

# contract.d.ts says the same to JavaScript: tests/test_page_contract.py makes it of this file and
# that of the board.

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

__all__ = [
    "AnswerKind",
    "Cut",
    "EventRow",
    "Games",
    "Pane",
    "Patch",
    "PathData",
    "PathLesson",
    "Picture",
    "PracticeData",
    "Pruning",
    "QuestionData",
    "RunQuestion",
    "SceneData",
    "SolvedData",
    "Source",
    "TopicQuestion",
    "TreeGameData",
    "View",
]

# "enter", "leaf", "update", "cut", "return" or "raised" by its first letter ("x" for raised), and
# what the node holds after it, which is the top of the call stack: α, β, the best so far or what
# was returned; then the child's value
EventRow = Annotated[
    list[str | int],
    "[kind: string, node: number, line: number, alpha?: string, beta?: string, best?: string, "
    "value?: string]",
]
AnswerKind = Literal["number", "text", "choice", "list", "set", "fields", "click", "clicks"]
Patch = tuple[str, Literal["class", "text"], str]  # an element's id, and its new class or text


class Picture(TypedDict):
    """What changes in a picture, from step to step."""

    slots: list[str]  # "n-0-1" stands for the element's class, "=n-0-1" for its text
    start: list[int]  # each slot's value at step 0
    values: list[str]  # every value that a slot takes: start and patches say which
    patches: list[list[int]]  # for each step from 1: slot, value, slot, value …


class Source(TypedDict):
    """The search's own source."""

    text: str
    first: int  # the number of its first line
    # folded at first: from line, to line, what stands for them
    folds: NotRequired[list[tuple[int, int, str]]]
    names: NotRequired[dict[str, Literal["alpha", "beta"]]]  # which variables are bounds
    # for each line that takes a child's value in: who holds what where
    values: NotRequired[dict[str, dict[str, int]]]


class Cut(TypedDict):
    """A moment at which the search leaves children alone; nodes go by their number."""

    step: int  # from this step on it is seen
    node: int  # where the search turned back
    skipped: list[int]
    leaves: list[int]  # how many leaves lie below each of them
    owner: int | None  # null: the window that the search began with, or nobody
    tell: str  # one line: whose bound, and how much


class Pane(Picture):
    """One run. Numbers are text, so that −∞ and fractions need no parsing in the page."""

    name: str  # the function's
    title: str  # its name here: two runs of one function are told apart
    about: str  # what it runs on, in a few words
    outcome: str  # how it ended, in a few words
    players: tuple[str, str]  # what MAX and MIN are called
    nodes: list[tuple[str, str]]  # name and path ("0-1", "" for the root)
    events: list[EventRow]  # step 1 shows the first
    say: list[str]  # the sentence of each step, from step 0
    source: Source | None
    leaves: int | None  # how many the tree has; null in a game that was not wholly looked into
    fewest: int | None  # how few could prove its value
    cuts: list[Cut]
    notes: list[str]
    boards: dict[str, int]  # path → number in pictures; none where there is no room for more
    pictures: list[str]  # the drawn positions, as SVG


class QuestionData(TypedDict):
    """A question with its answer: what each of guess, predict, perform and practice asks with."""

    ask: str  # ___ in it is a field
    kind: AnswerKind
    answer: list[str]  # one for each field; all of a list; else one alone
    replies: list[tuple[list[str | None], str]]  # to likely wrong answers; null stands for anything
    why: str
    number: NotRequired[str]  # of a lesson's question
    hint: NotRequired[str]  # the reply to a wrong answer that has none of its own
    choices: NotRequired[list[str]]
    labels: NotRequired[list[str]]  # what the fields are called
    listing: NotRequired[str]  # a text to look at; with labels, lines to put below them
    unjudged: NotRequired[bool]  # the answer goes into the notebook's cell, where a check judges it
    svg: NotRequired[str]
    # what can be clicked: the id of an element, or the number of a line, and what it is called
    picks: NotRequired[list[tuple[str, str]]]


class TopicQuestion(QuestionData):
    """A question that is counted with others on the same topic."""

    topic: str


class RunQuestion(TopicQuestion):
    """What is asked while a run is shown."""

    step: int  # the last that may be seen before the answer
    node: int  # what it is about: a value is typed there


class Pruning(TypedDict):
    """The task to mark what is never entered."""

    plain: list[Patch]  # how the tree looks while nothing has been searched
    pruned: list[tuple[int, str]]  # each root of a subtree that is never entered, and why
    visited: dict[str, str]  # node number → why the search looks there


class View(TypedDict):
    """Which panels are open at first, and whether all is large."""

    code: bool
    stack: bool
    counts: bool
    legend: bool
    large: bool


class SceneData(TypedDict):
    """All that a player plays."""

    id: str  # a hash of all the rest
    kind: Literal["play", "compare", "ask", "prune", "perform"]
    title: str
    runs: list[Pane]
    svgs: list[str]  # a picture of each run, at any step
    view: View
    start: NotRequired[int]  # the step to begin at
    difference: NotRequired[int]  # the first step at which two runs differ
    interval_ms: NotRequired[float]  # how fast to play it
    questions: NotRequired[list[RunQuestion]]
    # of several runs of which one is taken by hand at a time: the questions of each
    steps: NotRequired[list[list[RunQuestion]]]
    pruning: NotRequired[Pruning]


class PracticeData(TypedDict):
    """A sheet of questions."""

    questions: list[TopicQuestion]
    wanted: int | None  # so many are asked; null: as many as one likes


class TreeGameData(TypedDict):
    """A tree to be played on."""

    kind: Literal["treegame"]
    title: str
    svgs: list[str]
    tree: Pane  # a run of no steps
    max: list[bool]  # whether MAX moves at each node
    leaves: list[str | None]  # the number of each leaf, and null at all other nodes


class PathLesson(TypedDict):
    """What can be answered in a lesson, by number."""

    questions: list[str]
    exercises: list[str]


class PathData(TypedDict):
    """The lessons, to be shown with the learner's record."""

    kind: Literal["path"]
    title: str
    lessons: list[PathLesson]


class SolvedData(TypedDict):
    """An exercise that has been solved."""

    kind: Literal["solved"]
    exercise: str


class Played(TypedDict):
    """One game of several to look at."""

    title: str
    said: list[str]  # after each move
    drawn: list[int]  # the number of each position's drawing


class Games(TypedDict):
    """Games to look at. A drawing is the numbers of its lines: most of them are in all drawings."""

    id: str
    kind: Literal["replay"]
    title: str
    games: list[Played]
    lines: list[str]
    drawings: list[list[int]]
