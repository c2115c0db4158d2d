"""Practice: questions without end about what chance has drawn, most of all on what went wrong before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from inspect import getsource
from math import inf
from random import Random, SystemRandom
from typing import Any

from minimax_lessons import draughts
from minimax_lessons.drawing.labels import number
from minimax_lessons.events import Cut, Enter, Return, Update
from minimax_lessons.exercises.faults import sections
from minimax_lessons.exercises.tasks.lesson_1 import worth
from minimax_lessons.narration import sentence
from minimax_lessons.player import page
from minimax_lessons.player.guessing import Guess, guess
from minimax_lessons.search import alphabeta, minimax
from minimax_lessons.tracing.run import Trace, trace
from minimax_lessons.trees import Node, Root, leaves_below, random_tree

__all__ = ["TOPICS", "Practice", "practice"]

TEXTS = {topic: paragraphs for (topic,), paragraphs in sections("topics.md")}
CUT, GO_ON = "cut", "go on"
EACH = 4  # questions of each topic in one sheet: enough for a long sitting, and a page of modest size


@dataclass(frozen=True)
class Drawn:
    """What chance has drawn for a question, whose texts are in topics.md."""

    answer: Any
    on: Any = None
    words: dict[str, Any] = field(default_factory=dict)  # what fills the gaps in the texts
    likely: Sequence[Any] = ()  # wrong answers, each of which is replied to
    choices: Iterable[Any] | None = None


def _question(topic: str, random: Random) -> Guess:
    """Return a question on a topic, about a tree drawn with this source of chance."""
    drawn = TOPICS[topic](random)
    ask, why, *replies = (text.format_map(drawn.words) for text in TEXTS[topic])
    likely = list(zip(drawn.likely, replies, strict=True))
    return guess(ask, drawn.answer, likely=likely, why=why, choices=drawn.choices, on=drawn.on)


def _tree(random: Random, branching: int | tuple[int, int] = (2, 3), depth: int = 2) -> Node:
    root: Root = random.choice(("max", "min"))
    return random_tree(branching, depth, seed=random.getrandbits(32), root=root)


def _search(random: Random, wanted: Callable[[Trace], Iterable[Any]]) -> tuple[Trace, Any]:
    """Return alpha-beta's run on a tree where there is what is wanted, and one of those."""
    while True:
        run = trace(alphabeta, _tree(random, depth=random.choice((2, 3))))
        found = list(wanted(run))
        if found and len(list(run.tree)) <= 22:
            return run, random.choice(found)


def _value(random: Random) -> Drawn:
    tree = _tree(random)
    leaves = [leaf.evaluate() for leaf in leaves_below(tree)]
    likely, words = (max(leaves), min(leaves)), ("MAX", "MIN", "largest", "smallest")
    if not tree.is_max:
        likely, words = likely[::-1], ("MIN", "MAX", "smallest", "largest")
    below = ", ".join(f"{child.name} {number(worth(child))}" for child in tree.children)
    named = dict(zip(("mover", "other", "choice", "others"), words, strict=True))
    return Drawn(worth(tree), tree, {**named, "below": below, "root": tree.name}, likely)


def _whole_tree(random: Random) -> Drawn:
    tree = _tree(random, 2, 3)
    return Drawn({node.name: worth(node) for node in tree if node.children}, tree)


def _skipped(random: Random) -> Drawn:
    run, _ = _search(random, lambda run: run.pruned_leaves)
    return Drawn(set(run.pruned_leaves), run.tree, {"cuts": " ".join(sentence(cut, run) for cut in run.cutoffs)})


def _window(random: Random) -> Drawn:
    def narrowed(run: Trace) -> Iterable[Enter]:
        entered = (event for event in run.events if isinstance(event, Enter) and event.node.children)
        return (event for event in entered if (event.alpha, event.beta) != (-inf, inf))

    run, event = _search(random, narrowed)
    words = {"node": event.node.name, "seen": sentence(event, run)}
    return Drawn({"α": event.alpha, "β": event.beta}, run.tree, words)


def _moments(run: Trace) -> Iterable[tuple[int, Node]]:
    """Yield each step after which a node with children left either goes on or is cut."""
    done: dict[Node, int] = {}
    for step, event in enumerate(run.events):
        if isinstance(event, Update):
            done[event.node] = done.get(event.node, 0) + 1
            if done[event.node] < len(event.node.children):
                yield step, event.node


def _cut(random: Random) -> Drawn:
    run, (step, node) = _search(random, _moments)
    update, after = run.events[step], run.events[step + 1]
    cut = isinstance(after, Cut)
    open_still = f"α is {number(update.alpha)}, β is {number(update.beta)}: a value between them would still be news."
    words = {"node": node.name, "child": update.child.name, "reason": sentence(after, run) if cut else open_still}
    return Drawn(CUT if cut else GO_ON, run.tree, words, choices=(CUT, GO_ON))


def _owned(run: Trace) -> Iterable[Cut]:
    return (cut for cut in run.cutoffs if cut.owner)


def _owner(random: Random) -> Drawn:
    run, cut = _search(random, _owned)
    return Drawn(cut.owner, run.tree, {"node": cut.node.name, "seen": sentence(cut, run)}, [cut.node])


def _say_why(random: Random) -> Drawn:
    run, cut = _search(random, lambda run: (cut for cut in _owned(run) if len(cut.skipped) == 1))
    fields = {"MAX or MIN": cut.owner.player, "has": cut.bound, "at": cut.owner.name, "what": cut.skipped[0].name}
    words = {"node": cut.node.name, "seen": sentence(cut, run)}
    return Drawn(fields, run.tree, words, [("MAX or MIN", cut.node.player)])


def _order(random: Random) -> Drawn:
    run = trace(minimax, _tree(random, 2, 2))
    finished = [event.node.name for event in run.events if isinstance(event, Return)]
    return Drawn(finished, run.tree, likely=[[node.name for node in run.tree if node.children]])


def _bound(random: Random) -> Drawn:
    run, done = _search(
        random, lambda run: (event for event in run.events if isinstance(event, Return) and event.node is not run.tree)
    )
    kinds = {"exact": "its value", "lower": "at least that", "upper": "at most that"}
    words = {"value": number(done.value), "node": done.node.name, "seen": sentence(done, run)}
    return Drawn(kinds[done.kind], run.tree, words, choices=kinds.values())


def _negamax(random: Random) -> Drawn:
    tree = _tree(random)
    node = random.choice([each for each in tree if each.children and not each.is_max])
    return Drawn(-worth(node), tree, {"node": node.name}, [worth(node)])


def _move_order(random: Random) -> Drawn:
    def decided(tree: Node) -> bool:
        values = [worth(child) for child in tree.children]
        return len(set(values)) == len(values)

    tree = next(tree for tree in iter(lambda: _tree(random), None) if decided(tree))
    best = max if tree.is_max else min
    first = best(tree.children, key=worth)
    hope = best(leaves_below(tree), key=Node.evaluate).path[0]
    words = {"mover": tree.player, "root": tree.name, "value": number(worth(first))}
    return Drawn(first, tree, words, [tree[hope]])


def _size(random: Random) -> Drawn:
    moves, plies = random.randint(3, 10), random.choice((2, 3))
    words = {"moves": moves, "plies": plies, "product": " · ".join([str(moves)] * plies), "lines": moves**plies}
    return Drawn(moves**plies, None, words, [moves * plies])


CALL = "evaluation = alphabeta(child, depth - 1, alpha, beta, {})".format
BUGS = (  # what stands there, what somebody wrote instead, and what comes of it
    ("alpha = max(alpha, evaluation)", "beta = max(beta, evaluation)", "A MAX node raises α; here it moves β."),
    ("beta = min(beta, evaluation)", "alpha = min(alpha, evaluation)", "A MIN node lowers β; here β never moves."),
    ("max_eval = -inf", "max_eval = 0", "The start has to lose against every value, and 0 does not."),
    (
        CALL(True),
        CALL(True).replace("alpha, beta", "-inf, inf"),
        "Below, nothing would be known of what is sure above.",
    ),
    (CALL(False), CALL(False).replace("depth - 1", "depth"), "One move deeper is depth - 1."),
    ("min_eval = min(min_eval, evaluation)", "min_eval = max(min_eval, evaluation)", "MIN takes the smallest."),
)


def _bug(random: Random) -> Drawn:
    right, wrong, reason = random.choice(BUGS)
    text = getsource(alphabeta).replace(right, wrong)
    code = [line.strip() for line in text.splitlines()]
    others = [line for line in code if "=" in line and code.count(line) == 1 and line != wrong and '"' not in line]
    choices = sorted([wrong, *random.sample(others, 3)], key=code.index)
    return Drawn(wrong, text, {"right": right, "reason": reason}, choices=choices)


def _captures(random: Random) -> Drawn:
    squares = random.sample(range(5, 29), 7)
    sides = (squares[:3], squares[3:])
    position = draughts.from_fen("W:W{}:B{}".format(*(",".join(map(str, side)) for side in sides)))
    moves = {str(move) for move in position.moves()}
    if not moves or len(moves) > 3 or not position.moves()[0].is_capture:
        return _captures(random)
    return Drawn(moves, str(position))


def _hurry(random: Random) -> Drawn:
    depth, plies = random.randint(6, 10), random.choice((1, 3, 5))
    words = {"depth": depth, "plies": "1 ply" if plies == 1 else f"{plies} plies", "left": depth - plies}
    return Drawn(1000 + depth - plies, None, words, [1000 + depth, 1000 + plies])


def _memory(random: Random) -> Drawn:
    low = random.randint(-9, 5)
    high = low + random.randint(2, 6)
    best = random.randint(low - 3, high + 3)
    found = number(best)
    kinds = {f"exactly {found}": low < best < high, f"at least {found}": best >= high, f"at most {found}": best <= low}
    words = {"low": number(low), "high": number(high), "found": found}
    return Drawn(next(kind for kind, holds in kinds.items() if holds), None, words, choices=kinds)


def _backwards(random: Random) -> Drawn:
    takes, stones = sorted(random.sample((1, 2, 3, 4), 2)), random.randint(5, 9)
    wins: list[bool] = []
    for here in range(stones + 1):
        wins.append(any(not wins[here - take] for take in takes if take <= here))
    lost = ", ".join(str(count) for count, win in enumerate(wins) if not win)
    return Drawn(wins[stones], None, {"stones": stones, "least": takes[0], "most": takes[1], "lost": lost})


MAKERS = (
    *(_value, _whole_tree, _order, _skipped, _window, _cut, _owner, _say_why, _move_order, _size, _bound, _negamax),
    *(_bug, _captures, _hurry, _memory, _backwards),
)
TOPICS = {maker.__name__.strip("_").replace("_", " "): maker for maker in MAKERS}


# A sheet of them


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
    made = [(topic, _question(topic, random)) for _ in range(rounds) for topic in asked]
    return Practice(tuple(made[:questions]), questions)
