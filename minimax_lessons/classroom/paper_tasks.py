"""Paper tasks: the questions of practice as tasks for paper, with solutions in single steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from random import Random
from typing import Any, Literal

from minimax_lessons.command_errors import CommandError
from minimax_lessons.draughts.picture import board_svg
from minimax_lessons.drawing import picture, svg
from minimax_lessons.events import Enter, Leaf, Return, Update
from minimax_lessons.exercises.practice import BareBoard, Question, question_on
from minimax_lessons.labels import number_text
from minimax_lessons.narration import sentence
from minimax_lessons.player.contract import QuestionData
from minimax_lessons.player.predictions import TYPED_INFINITY
from minimax_lessons.quoting import counted, joined
from minimax_lessons.search import alphabeta, minimax
from minimax_lessons.tracing.run import Trace, trace
from minimax_lessons.trees import Node, leaves_below

__all__ = ["GAP", "LEVELS", "Form", "Level", "PaperTask", "tasks_on"]

Form = Literal["number", "choice", "choices", "text", "fields"]
Level = Literal["easy", "medium", "hard"]
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
GAP = "___"  # a blank in a question, which the learner fills in
SAMPLE = 30  # questions that show how many steps a topic takes
TOLERANCE = 10  # the steps of two tasks differ by at most one in ten
MOST_DRAWN = 1_000  # questions without a new one among them: there are no more
SIZES = {
    "size": "plies",
    "fewest": "plies",
    "backwards": "stones",
}  # the word that counts the steps
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True)
class PaperTask:
    """A task on paper: what is asked, the right answer, and how to find it."""

    topic: str
    ask: str
    form: Form
    answer: tuple[str, ...]
    steps: int
    solution: tuple[str, ...]
    picture: str = ""  # SVG
    solved_picture: str = ""
    listing: str = ""
    options: tuple[str, ...] = ()  # to choose from
    labels: tuple[str, ...] = ()  # of the fields
    replies: tuple[tuple[str, str], ...] = ()  # each a wrong answer, and what to say of it

    @property
    def accepted(self) -> list[str]:
        """Return the right answers as they may be typed: several moves in any order."""
        if self.form != "text":
            return list(self.answer)
        return [", ".join(parts) for parts in permutations(self.answer)]

    @property
    def key(self) -> str:
        """Return the right answer in words."""
        named = [f"{label} = {part}" for label, part in zip(self.labels, self.answer, strict=False)]
        return ", ".join(self.answer if GAP in self.ask else named or self.answer) or "none"


def tasks_on(topic: str, level: Level, seed: int) -> Iterator[PaperTask]:
    """Yield tasks with about the same number of steps; none comes twice before all have come."""
    steps = _steps_at(topic, level)
    random, earlier = Random(f"{topic} {level} {seed}"), set[str]()
    while True:
        for _ in range(MOST_DRAWN):
            question = question_on(topic, random)
            if abs(_steps(question) - steps) > steps // TOLERANCE or not _is_clear(question):
                continue
            task = _task(question)
            if (what := f"{task.ask} {task.picture} {task.listing}") not in earlier:
                earlier.add(what)
                yield task
                break
        else:
            earlier.clear()


@cache
def _usual_steps(topic: str) -> dict[Level, int]:
    """Return each level's usual number of steps: the most frequent in a third of the questions."""
    random = Random(topic)
    counts = sorted(_steps(question_on(topic, random)) for _ in range(SAMPLE))
    third = SAMPLE // len(LEVELS)
    parts = [counts[place : place + third] for place in range(0, SAMPLE, third)]
    return {level: max(part, key=part.count) for level, part in zip(LEVELS, parts, strict=True)}


def _steps_at(topic: str, level: Level) -> int:
    usual = _usual_steps(topic)
    if level != "medium" and usual[level] == usual["medium"]:
        raise CommandError(
            f"There are no tasks on {topic!r} of the level {level}, because most of them take "
            f"{counted(usual[level], 'step')}. Leave --level out, or name other topics."
        )
    return usual[level]


def _steps(question: Question) -> int:
    """Return the number of steps in a solution: events, compared values, or captures."""
    drawn = question.drawn
    if drawn.step is not None:
        return drawn.step
    if isinstance(drawn.on, BareBoard):
        return sum(len(move.captured) for move in drawn.on.position.moves())
    if isinstance(drawn.on, Node):
        return len(list(drawn.on)) - 1
    steps = drawn.words.get(SIZES.get(question.topic, ""), 1)
    return int(steps)


def _is_clear(question: Question) -> bool:
    """Return False if the answer depends on a tie, or on which definition of a bound is used."""
    drawn = question.drawn
    if question.topic == "memory":
        return drawn.words["found"] not in (drawn.words["low"], drawn.words["high"])
    if question.topic == "clear":
        return not {"+0", "−0"} & {drawn.words["low"], drawn.words["high"]}
    if question.topic == "bug":
        return str(drawn.on).count(drawn.answer) == 1
    if drawn.step is None:
        return True
    run = trace(alphabeta, drawn.on)
    if any(isinstance(event, Update) and event.alpha == event.beta for event in run.events):
        return False  # a search that cuts only beyond equality would go on
    return question.topic != "bound" or _kind_by_window(run, drawn.step)


def _kind_by_window(run: Trace, step: int) -> bool:
    """Return True if the window on arrival gives a value the same kind as the children do."""
    end = run.events[step]
    assert isinstance(end, Return)
    begin = next(event for event in run.events if event.node is end.node)
    assert isinstance(begin, Enter)
    assert begin.alpha is not None
    assert begin.beta is not None
    is_upper, is_lower = end.value <= begin.alpha, end.value >= begin.beta
    return end.kind == ("upper" if is_upper else "lower" if is_lower else "exact")


# From a question to a task


def _task(question: Question) -> PaperTask:
    data, on, topic = question.guess.data, question.drawn.on, question.topic
    form, options = _form(data, on)
    listing = "" if not isinstance(on, str) else on
    answer, labels = tuple(data["answer"]), tuple(data.get("labels", ()))
    replies = [(wrong[0], reply) for wrong, reply in data["replies"] if len(wrong) == 1]
    if listing:
        lines = [line.strip() for line in listing.splitlines()]
        answer = (str(lines.index(answer[0]) + 1),)
    if data["kind"] == "list":
        labels = ORDINALS[: len(answer)]
    return PaperTask(
        topic,
        _asked(data["ask"], topic),
        form,
        answer,
        _steps(question),
        tuple(_solution(question, data["why"])),
        _picture(on),
        _solved(question),
        listing,
        options,
        labels,
        tuple((str(wrong), reply) for wrong, reply in replies if form in ("number", "text")),
    )


def _asked(ask: str, topic: str) -> str:
    """Return the words of a question as they are right on paper."""
    ask = ask.removesuffix(TYPED_INFINITY)
    if topic == "bug":
        return "One line of this alpha-beta is wrong. What is its number?"
    return f"Alpha-beta searches this tree. {ask}" if topic in ("window", "cut", "owner") else ask


def _form(data: QuestionData, on: Any) -> tuple[Form, tuple[str, ...]]:
    """Return the form of a task's answer, and the options to choose from."""
    if data["kind"] == "clicks" and isinstance(on, Node):
        return "choices", tuple(leaf.name for leaf in leaves_below(on))
    if data["kind"] == "click" and isinstance(on, Node):
        return "choice", tuple(child.name for child in on.children)
    if data["kind"] == "choice":
        return "choice", tuple(data["choices"])
    if data["kind"] in ("list", "fields"):
        return "fields", ()
    return ("number" if isinstance(on, str) or data["kind"] == "number" else "text"), ()


def _picture(on: Any) -> str:
    if isinstance(on, Node):
        return svg(picture(on))
    return on._repr_svg_() if isinstance(on, BareBoard) else ""


def _solved(question: Question) -> str:
    """Return the picture of the solution: the search at its step, all values, or the captures."""
    on, step = question.drawn.on, question.drawn.step
    if isinstance(on, BareBoard):
        return board_svg(on.position)
    if not isinstance(on, Node):
        return ""
    run = trace(alphabeta if step is not None else minimax, on)
    return svg(picture(on, run, None if step is None else min(step + 1, len(run.events))))


# Solutions


def _solution(question: Question, why: str) -> Iterator[str]:
    """Yield a sentence for each step of the solution, and the reason of the answer."""
    drawn = question.drawn
    if drawn.step is not None:
        run = trace(alphabeta, drawn.on)
        for event in run.events[: drawn.step]:
            is_leaf = isinstance(event, Leaf) or not event.node.children
            if not is_leaf:
                yield sentence(event, run)
        if question.topic != "skipped":
            yield why
        return
    if isinstance(drawn.on, Node):
        yield from _choices(drawn.on)
    if isinstance(drawn.on, BareBoard):
        for move in drawn.on.position.moves():
            yield f"{move} takes {joined(move.captured)}."
    if question.topic == "backwards":
        yield from _outcomes(drawn.words)
    yield why


def _choices(tree: Node) -> Iterator[str]:
    """Yield the choice of each player, from the leaves upwards."""
    run = trace(minimax, tree)
    values = {event.node: event.value for event in run.events if isinstance(event, Leaf | Return)}
    for node in (event.node for event in run.events if isinstance(event, Return)):
        size = "largest" if node.is_max else "smallest"
        below = joined(number_text(values[child]) for child in node.children)
        yield (
            f"{node.name}: {node.player} takes the {size} of {below}, "
            f"which is {number_text(values[node])}."
        )


def _outcomes(words: dict[str, Any]) -> Iterator[str]:
    """Yield a sentence on each number of stones, from 0 on: the player to move wins or loses."""
    takes, lost = (words["least"], words["most"]), set(words["lost"].split(", "))
    for stones in range(words["stones"] + 1):
        after = [stones - take for take in takes if take <= stones]
        good = [left for left in after if str(left) in lost]
        if good:
            yield f"{stones}: won, because a move to {good[0]} leaves a lost position."
        elif after:
            yield f"{stones}: lost, because a move to {joined(after, 'or')} leaves a won position."
        else:
            yield f"{stones}: lost, because there is no legal move."
