"""Practice: endless questions about random trees, most of all on topics that went wrong."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from inspect import getsource
from random import Random, SystemRandom
from typing import Any

from minimax_lessons import draughts
from minimax_lessons.draughts.picture import board_svg
from minimax_lessons.draughts.statistics import elo_text, interval_of_games
from minimax_lessons.events import Cut, Return
from minimax_lessons.exercises.tasks.lesson_1 import worth
from minimax_lessons.labels import number_text
from minimax_lessons.narration import sentence
from minimax_lessons.player import page
from minimax_lessons.player.contract import QuestionData
from minimax_lessons.player.guessing import Guess, guess, question_data
from minimax_lessons.player.predictions import Kind, asked_at
from minimax_lessons.player.question_texts import read_question
from minimax_lessons.search import alphabeta, minimax
from minimax_lessons.text_sections import SEPARATOR, sections
from minimax_lessons.tracing.run import Trace, trace
from minimax_lessons.trees import Node, Root, leaves_below, random_tree

__all__ = ["TOPICS", "Practice", "Question", "practice", "question_on"]

TEXTS = {
    topic: read_question(SEPARATOR.join(ask), paragraphs)
    for (topic, *ask), paragraphs in sections("exercises/topics.md")
}
RUN_TOPICS: tuple[Kind, ...] = ("window", "cut", "owner")  # asked as in a run
# questions of each topic in one sheet: enough for a long sitting, and a page of modest size
EACH = 4
MOST_NODES = 22  # of a tree that is searched by hand
MORE = 1  # of each topic beside those asked for: to practise what went wrong


@dataclass(frozen=True)
class Drawn:
    """What chance has drawn for a question, whose texts are in topics.md."""

    answer: Any
    on: Any = None
    words: dict[str, Any] = field(default_factory=dict)  # what fills the gaps in the texts
    likely: Sequence[Any] = ()  # wrong answers, each of which is replied to
    choices: Iterable[Any] | None = None
    step: int | None = None  # of alpha-beta's run, at which the question is asked


@dataclass(frozen=True)
class Question:
    """A question on a topic, and what was drawn for it."""

    topic: str
    drawn: Drawn
    data: QuestionData | None = None  # of a question about a run, whose words are not in topics.md

    @property
    def guess(self) -> Guess:
        """Return the question with its picture, which is slow to draw."""
        drawn = self.drawn
        if self.data is not None:
            return Guess({**self.data, "svg": question_data("", 0, on=drawn.on)["svg"]})
        text = TEXTS[self.topic].filled(**drawn.words)
        return guess(text, drawn.answer, likely=drawn.likely, choices=drawn.choices, on=drawn.on)


def question_on(topic: str, random: Random) -> Question:
    """Return a question on a topic, about a tree drawn with this source of chance."""
    if topic not in RUN_TOPICS:
        return Question(topic, DRAWN[topic](random))
    run, (step, _, data) = _search(random, lambda run: asked_at(run, [topic]))
    return Question(topic, Drawn(None, run.tree, step=step), data)


def _tree(random: Random, branching: int | tuple[int, int] = (2, 3), depth: int = 2) -> Node:
    root: Root = random.choice(("max", "min"))
    return random_tree(branching, depth, seed=random.getrandbits(32), root=root)


def _search(random: Random, wanted: Callable[[Trace], Iterable[Any]]) -> tuple[Trace, Any]:
    """Return alpha-beta's run on a tree where there is what is wanted, and one of those."""
    while True:
        tree = _tree(random, depth=random.choice((2, 3)))
        if len(list(tree)) > MOST_NODES:
            continue
        run = trace(alphabeta, tree)
        if choices := list(wanted(run)):
            return run, random.choice(choices)


def _value(random: Random) -> Drawn:
    tree = _tree(random)
    leaves = [leaf.evaluate() for leaf in leaves_below(tree)]
    likely, words = (max(leaves), min(leaves)), ("MAX", "MIN", "largest", "smallest")
    if not tree.is_max:
        likely, words = likely[::-1], ("MIN", "MAX", "smallest", "largest")
    below = ", ".join(f"{child.name} {number_text(worth(child))}" for child in tree.children)
    named = dict(zip(("mover", "other", "choice", "others"), words, strict=True))
    return Drawn(worth(tree), tree, {**named, "below": below, "root": tree.name}, likely)


def _whole_tree(random: Random) -> Drawn:
    tree = _tree(random, 2, 3)
    return Drawn({node.name: worth(node) for node in tree if node.children}, tree)


def _skipped(random: Random) -> Drawn:
    run, _ = _search(random, lambda run: run.pruned_leaves)
    cuts = " ".join(sentence(cut, run) for cut in run.cutoffs)
    return Drawn(set(run.pruned_leaves), run.tree, {"cuts": cuts}, step=len(run.events))


def _say_why(random: Random) -> Drawn:
    run, cut = _search(random, lambda run: filter(_has_one_reason, run.cutoffs))
    fields = {"MAX or MIN": cut.owner.player, "has": cut.bound, "at": cut.owner.name}
    fields["what"] = cut.skipped[0].name
    words = {"node": cut.node.name, "seen": sentence(cut, run)}
    likely = [("MAX or MIN", cut.node.player)]
    return Drawn(fields, run.tree, words, likely, step=run.events.index(cut))


def _has_one_reason(cut: Cut) -> bool:
    return cut.owner is not None and len(cut.skipped) == 1


def _order(random: Random) -> Drawn:
    run = trace(minimax, _tree(random, 2, 2))
    finished = [event.node.name for event in run.events if isinstance(event, Return)]
    return Drawn(finished, run.tree, likely=[[node.name for node in run.tree if node.children]])


def _bound(random: Random) -> Drawn:
    def below_the_root(run: Trace) -> list[Return]:
        returns = [event for event in run.events if isinstance(event, Return)]
        return [event for event in returns if event.node is not run.tree]

    run, done = _search(random, below_the_root)
    kinds = {"exact": "its value", "lower": "at least that", "upper": "at most that"}
    words = {"value": number_text(done.value), "node": done.node.name, "seen": sentence(done, run)}
    step = run.events.index(done)
    return Drawn(kinds[done.kind], run.tree, words, choices=kinds.values(), step=step)


def _negamax(random: Random) -> Drawn:
    tree = _tree(random)
    node = random.choice([inner for inner in tree if inner.children and not inner.is_max])
    return Drawn(-worth(node), tree, {"node": node.name}, [worth(node)])


def _move_order(random: Random) -> Drawn:
    def decided(tree: Node) -> bool:
        values = [worth(child) for child in tree.children]
        return len(set(values)) == len(values)

    tree = next(tree for tree in iter(lambda: _tree(random), None) if decided(tree))
    best = max if tree.is_max else min
    first = best(tree.children, key=worth)
    hope = best(leaves_below(tree), key=Node.evaluate).path[0]
    words = {"mover": tree.player, "root": tree.name, "value": number_text(worth(first))}
    return Drawn(first, tree, words, [tree[hope]])


def _size(random: Random) -> Drawn:
    moves, plies = random.randint(3, 10), random.choice((2, 3))
    product, lines = " · ".join([str(moves)] * plies), moves**plies
    words = {"moves": moves, "plies": plies, "product": product, "lines": lines}
    return Drawn(lines, None, words, [moves * plies])


def _fewest(random: Random) -> Drawn:
    moves, plies = random.randint(2, 5), random.randint(2, 4)
    halves = moves ** -(-plies // 2), moves ** (plies // 2)
    words = {"moves": moves, "plies": plies, "one": halves[0], "other": halves[1]}
    return Drawn(sum(halves) - 1, None, words, [moves**plies, sum(halves)])


CALL = "evaluation = alphabeta(child, depth - 1, alpha, beta, {})".format
BUGS = (  # what stands there, what somebody wrote instead, and what comes of it
    (
        "alpha = max(alpha, evaluation)",
        "beta = max(beta, evaluation)",
        "A MAX node may only raise α, but here it changes β.",
    ),
    (
        "beta = min(beta, evaluation)",
        "alpha = min(alpha, evaluation)",
        "A MIN node should lower β, but here β never changes.",
    ),
    (
        "max_eval = -inf",
        "max_eval = 0",
        "The starting value must be worse than every value of a child, but 0 is better than a"
        " negative one.",
    ),
    (
        CALL(True),
        CALL(True).replace("alpha, beta", "-inf, inf"),
        "The child needs the window, because otherwise it cannot cut with the bounds from above.",
    ),
    (
        CALL(False),
        CALL(False).replace("depth - 1", "depth"),
        "One move uses up one unit of depth, so the child gets depth - 1.",
    ),
    (
        "min_eval = min(min_eval, evaluation)",
        "min_eval = max(min_eval, evaluation)",
        "MIN wants the smallest value, so it keeps the smaller of two.",
    ),
)


def _bug(random: Random) -> Drawn:
    right, wrong, reason = random.choice(BUGS)
    text = getsource(alphabeta).replace(right, wrong)
    return Drawn(wrong, text, {"right": right, "reason": reason})


@dataclass(frozen=True)
class BareBoard:
    """A draughts board on which the captures are still to be found."""

    position: draughts.Position

    def _repr_svg_(self) -> str:
        return board_svg(self.position, bare=True)


def _captures(random: Random) -> Drawn:
    squares = random.sample(range(5, 29), 7)
    sides = (squares[:3], squares[3:])
    position = draughts.from_fen("W:W{}:B{}".format(*(",".join(map(str, side)) for side in sides)))
    moves = {str(move) for move in position.moves()}
    if not moves or len(moves) > 3 or not position.moves()[0].is_capture:
        return _captures(random)
    return Drawn(moves, BareBoard(position))


def _hurry(random: Random) -> Drawn:
    depth, plies = random.randint(6, 10), random.choice((1, 3, 5))
    left, way = depth - plies, "1 ply" if plies == 1 else f"{plies} plies"
    words = {"depth": depth, "plies": way, "left": left}
    return Drawn(1000 + left, None, words, [1000 + depth, 1000 + plies])


def _memory(random: Random) -> Drawn:
    low = random.randint(-9, 5)
    high = low + random.randint(2, 6)
    best = random.randint(low - 3, high + 3)
    value = number_text(best)
    kinds = [f"{kind} {value}" for kind in ("exactly", "at least", "at most")]
    words = {"low": number_text(low), "high": number_text(high), "found": value}
    kind = kinds[1] if best >= high else kinds[2] if best <= low else kinds[0]
    return Drawn(kind, None, words, choices=kinds)


def _backwards(random: Random) -> Drawn:
    takes, stones = sorted(random.sample((1, 2, 3, 4), 2)), random.randint(5, 9)
    wins: list[bool] = []
    for count in range(stones + 1):
        wins.append(any(not wins[count - take] for take in takes if take <= count))
    lost = ", ".join(str(count) for count, win in enumerate(wins) if not win)
    words = {"stones": stones, "least": takes[0], "most": takes[1], "lost": lost}
    return Drawn(wins[stones], None, words)


def _clear(random: Random) -> Drawn:
    won, drawn, lost = (random.randint(most // 5, most) for most in (20, 20, 10))
    low, high = interval_of_games(won, drawn, lost)
    is_clear = low > 0 or high < 0
    bounds = {name: elo_text(elo).replace("-", "−") for name, elo in (("low", low), ("high", high))}
    words = {"won": won, "drawn": drawn, "lost": lost, **bounds}
    return Drawn(is_clear, None, words, [not is_clear])


Maker = Callable[[Random], Drawn]
MAKERS: tuple[Maker, ...] = (_value, _whole_tree, _order, _skipped, _say_why, _move_order, _size)
MAKERS += (_fewest, _bound, _negamax, _bug, _captures, _hurry, _memory, _backwards, _clear)
DRAWN = {maker.__name__.strip("_").replace("_", " "): maker for maker in MAKERS}
TOPICS = (*DRAWN, *RUN_TOPICS)


# A sheet of them


@dataclass(frozen=True)
class Practice:
    """A sheet of questions whose order the page decides: a wrong answer brings its topic back."""

    questions: tuple[tuple[str, Guess], ...]  # each with its topic
    wanted: int | None  # so many are asked before the summary; None: all

    @property
    def fragment(self) -> str:
        """Return the sheet as HTML; where no script runs, each question opens by itself."""
        asked = [{"topic": topic, **question.data} for topic, question in self.questions]
        data = page.named(
            {"kind": "practice", "title": "Practice", "questions": asked, "wanted": self.wanted}
        )
        plain = "".join(question.plain for _, question in self.questions[: self.wanted or 3])
        return page.fragment(data, f"<div>{plain}</div>")

    def _repr_mimebundle_(self, **options: Any) -> dict[str, str]:
        return {"text/html": self.fragment, "text/plain": repr(self)}

    def __repr__(self) -> str:
        topics = ", ".join(dict.fromkeys(topic for topic, _ in self.questions))
        return f"<Practice: {topics}>"


def practice(*topics: str, questions: int | None = None, seed: int | None = None) -> Practice:
    """Return new questions on the topics, or on all: ``practice("window", "owner")``.

    ``questions=3`` asks so many, then says what to practise; the same ``seed``, the same
    questions. The topics: value, whole tree, skipped, window, cut, owner, say why, move order,
    size, fewest, order, bound, negamax, bug, captures, hurry, memory, backwards, clear.
    """
    unknown = [topic for topic in topics if topic not in TOPICS]
    if unknown:
        raise ValueError(f"practice({unknown[0]!r}): the topics are {', '.join(TOPICS)}")
    if questions is not None and questions < 1:
        raise ValueError(f"questions={questions}: at least 1, or None for as many as you like")
    # an author's runs share a seed, so they agree
    new_seed = os.environ.get("MINIMAX_LESSONS_SEED") or SystemRandom().getrandbits(32)
    random = Random(new_seed if seed is None else seed)
    asked = topics or TOPICS
    rounds = EACH if questions is None else MORE + -(-questions // len(asked))
    sheet = [(topic, question_on(topic, random).guess) for _ in range(rounds) for topic in asked]
    return Practice(tuple(sheet), questions)
