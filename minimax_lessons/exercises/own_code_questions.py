"""Own-code questions: the course of a learner's own search on a small tree, after it was right."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import count, islice, zip_longest
from random import Random, SystemRandom
from types import FrameType
from typing import Any

from minimax_lessons.check_limits import QUESTION_RUN_SECONDS, QUESTIONS_SECONDS
from minimax_lessons.events import Enter, Event, Return
from minimax_lessons.exercises.answer_call import call
from minimax_lessons.exercises.call_conventions import ALPHABETA, Contract, Kind, contract_for
from minimax_lessons.exercises.edits import Edit, put
from minimax_lessons.exercises.faults import Fault, NotYet
from minimax_lessons.exercises.mending import Source, changed, sources
from minimax_lessons.exercises.mutations import difference, faulty_searches, mutations
from minimax_lessons.exercises.practice import Practice
from minimax_lessons.exercises.small_trees import filled
from minimax_lessons.exercises.trials import Trial
from minimax_lessons.exercises.verdict import Result, Search, fitting
from minimax_lessons.guarded_call import spent
from minimax_lessons.labels import number_text
from minimax_lessons.narration import sentence
from minimax_lessons.own_code import Memory, own_functions
from minimax_lessons.player.guessing import guess
from minimax_lessons.quoting import counted, joined
from minimax_lessons.tracing.run import Trace, trace
from minimax_lessons.trees import Nested, Node, Root, leaves_below, random_tree, tree

__all__ = ["OwnQuestion", "ask_about", "own_questions"]

ASKED = 3
# beside the right one: as many as are looked for, and as many as it takes
WRONG_OPTIONS, FEWEST_WRONG = 3, 2
MOST_CHANGES = 80  # of a line, each of which is run
# of the learner's code in one run: a right search of these trees needs some hundred
MOST_LINES = 20_000
MOST_STEPS = 5_000
ENOUGH = 7  # questions drawn on a tree, some of which will lack wrong options
WITH_A_CUT = [[[8, 3], [1, 6]], [[2, 5], [7, 4]]]
NO_LEAF = "no leaf yet"
TREES = 12  # drawn until one has enough to ask about
SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.Break, ast.Continue, ast.Expr)
OWN_FRAMES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Yield)


@dataclass
class OwnQuestion:
    """A question about a learner's search, with the answer of a search with one line changed."""

    topic: str
    ask: str
    on: Node
    key: str
    why: str
    read: Callable[[_Runs], str | None]  # None where a run has no answer
    wrong: dict[str, str] = field(default_factory=dict)  # what to say to each wrong option


# What a search does on a tree


class _TooLong(BaseException):
    """Ends a search that runs on and on: no Exception, so that the learner's code lets it pass."""


@contextmanager
def _counting(files: frozenset[str], runs: Counter[tuple[str, int]]) -> Iterator[None]:
    """Count how often each line of some files runs inside this context."""
    left, before = count(MOST_LINES, -1), sys.gettrace()

    def entered(frame: FrameType, event: str, argument: Any) -> Any:
        return on_line if frame.f_code.co_filename in files else None

    def on_line(frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            if next(left) <= 0:
                raise _TooLong
            runs[frame.f_code.co_filename, frame.f_lineno] += 1
        return on_line

    sys.settrace(entered)
    try:
        yield
    finally:
        sys.settrace(before)


@dataclass(eq=False)
class _Runs:
    """The runs of one search, right or changed, on the questions' trees; each is made once."""

    search: Search  # called by the convention with which it is right
    sources: list[Source]
    files: frozenset[str]
    places: set[tuple[Any, bool]] | None = None  # where in a result its value is
    changed: tuple[str, int] | None = None  # the file and the number of the line that is changed

    def __post_init__(self) -> None:
        self._run, self.trace = cache(self._run), cache(self.trace)  # type: ignore[method-assign]

    def _run(self, root: Node) -> tuple[Result, Counter[tuple[str, int]]]:
        """Return the search's result on a tree, and the number of runs of each line."""
        answer, lines = self.search.answer, Counter[tuple[str, int]]()

        def counted(*arguments: Any, **keywords: Any) -> Any:
            try:
                with _counting(self.files, lines):
                    return answer(*arguments, **keywords)
            except _TooLong:
                raise RecursionError from None
            except NotYet:  # a line that was left out stood before a todo
                raise NotImplementedError from None

        # a tree that is gone may lend its id to another
        search = replace(self.search, answer=counted, positions={})
        search.reader.places = self.places
        return search.alone(Trial(root)), lines

    def result(self, root: Node) -> Result:
        """Return the value that the search returned, and the leaves that it looked at."""
        return self._run(root)[0]

    def count(self, root: Node, place: tuple[str, int]) -> int:
        """Return the number of times that a line ran."""
        return self._run(root)[1][place]

    def trace(self, root: Node) -> Trace | None:
        """Return the trace, if the search comes to its end and nothing in it is in doubt."""
        if self.result(root).ended is not None:
            return None
        self.search.memory.restore()
        answer, convention = self.search.answer, self.search.convention
        further = [] if convention.by_names else convention.arrange(Trial(root))[0][1:]
        limited_trace = partial(trace, max_steps=MOST_STEPS)
        try:
            run = call(limited_trace, answer, root, *further, seconds=QUESTION_RUN_SECONDS)
        except (Fault, NotYet):
            return None
        return run if run.error is None and not run.doubts else None


# Trees


def _trees(random: Random, search: Search) -> Iterator[Node]:
    """Yield small trees whose leaves all have different values, so that a value tells the leaf."""
    scope = search.convention.scope
    both = scope.both_roots and not search.reader.is_movers
    roots: tuple[Root, ...] = ("max", "min") if both else ("max",)
    while True:
        branching, height = random.choice([((2, 3), 2), ((2, 2), 3), ((1, 3), 3), ((2, 3), 3)])
        if scope.heights is not None:
            heights = [height for height in scope.heights if height in (2, 3)] or [2]
            branching, height = (2, 2), random.choice(heights)
        shape = random_tree(branching, height, seed=random.getrandbits(32))
        leaves = len(leaves_below(shape))
        if 4 <= leaves <= 9:
            values = iter(random.sample(range(1, 10), leaves))
            yield tree(filled(shape.nested, values), random.choice(roots))


def _swapped(root: Node, first: Node, second: Node) -> Node:
    """Return the tree with two of its parts in each other's place."""
    replacements = {first.path: second, second.path: first}

    def put_in(node: Node) -> Nested:
        node = replacements.get(node.path, node)
        return [put_in(child) for child in node.children] if node.children else node.value

    return tree(put_in(root), "max" if root.is_max else "min")


# The questions, by kind


def _how_often(runs: _Runs, root: Node, random: Random) -> Iterator[OwnQuestion]:
    """Ask how often a line runs."""

    def read(variant: _Runs, place: tuple[str, int]) -> str | None:
        ends = variant.result(root).ended is None
        return str(variant.count(root, place)) if variant.sources and ends else None

    for line in _simple_lines(runs.sources, random):
        count = runs.count(root, line.place)
        if 2 <= count <= 20:
            ask = f"How many times does {line} run while your search looks at this tree?"
            why = f"Your search was run on this tree, and line {line.place[1]} ran {count} times."
            yield OwnQuestion("lines", ask, root, str(count), why, partial(read, place=line.place))


def _without_a_line(runs: _Runs, root: Node, random: Random) -> Iterator[OwnQuestion]:
    """Ask what happens without a line: the line is taken out, and the search is run again."""

    def read(variant: _Runs, line: _Line) -> str | None:
        return None if variant.changed == line.place else _outcome(variant.result(root))

    with_it, lines = _outcome(runs.result(root)), _simple_lines(runs.sources, random)
    # without a return most code crashes
    lines.sort(key=lambda line: isinstance(line.statement, ast.Return))
    for line in lines:
        if not runs.count(root, line.place):
            continue
        with changed(line.source, line.left_out) as works:
            key = _outcome(replace(runs).result(root)) if works else None
        if key is not None:
            number_of_line = f"line {line.place[1]}"
            ask = f"Suppose you leave out {line}. What does your search do on this tree?"
            why = f"Your search was run without {number_of_line}. {key}."
            why += f" With {number_of_line}: {with_it}."
            wrong = {with_it: "That is what your search does with this line."}
            wrong.pop(key, None)
            reader = partial(read, line=line)
            yield OwnQuestion("without a line", ask, root, key, why, reader, wrong)


def _outcome(result: Result) -> str:
    """Return in words how a search ended."""
    if result.ended is not None:
        return "It crashes" if result.ended.id == "raised" else "It never ends"
    if result.value is None:
        return "It returns no number"
    leaves = counted(len(result.leaves), "leaf", "leaves")
    looks = f" and looks at {leaves}" if result.places else ""
    return f"It returns {number_text(result.value)}{looks}"


def _after_a_swap(runs: _Runs, root: Node, random: Random) -> Iterator[OwnQuestion]:
    """Ask which leaves are skipped if two nodes change places."""
    pairs = [pair for node in root for pair in zip(node.children, node.children[1:], strict=False)]
    names = {leaf.value: leaf.name for leaf in leaves_below(root)}

    def read(variant: _Runs, swapped: Node) -> str | None:
        result = variant.result(swapped)
        if result.ended is not None or not result.places:
            return None
        left = {leaf.value for leaf in leaves_below(swapped) if leaf.path not in result.places}
        others = [names[leaf.value] for leaf in leaves_below(root) if leaf.value in left]
        return joined(others) or "none"

    for first, second in random.sample(pairs, len(pairs)) if runs.search.prunes else ():
        swapped = _swapped(root, first, second)
        key, before = read(runs, swapped), read(runs, root)
        if key not in (None, before) and before is not None:
            below = ", each with all nodes below it" if first.children or second.children else ""
            pair = f"{first.name} and {second.name}"
            ask = f"Suppose {pair} change places{below}. Which leaves does your search skip then?"
            why = f"Your search was run with {pair} in each other's place. It skips: {key}."
            wrong = {before: "That is what your search skips in the tree as it is now."}
            reader = partial(read, swapped=swapped)
            yield OwnQuestion("swap", ask, root, str(key), why, reader, wrong)


def _value_at(runs: _Runs, root: Node, random: Random) -> Iterator[OwnQuestion]:
    """Ask what the call at a node returns."""

    def read(variant: _Runs, node: Node) -> str | None:
        event, run = _only(variant, root, Return, node), variant.trace(root)
        if event is None or run is None:
            return None
        return number_text(-event.value if run.negamax and not node.is_max else event.value)

    nodes = [node for node in root if node.children and node is not root]
    for node in random.sample(nodes, len(nodes)):
        key, run = read(runs, node), runs.trace(root)
        if key is not None and run is not None:
            ask = f"Which value does the call of your search at {node.name} return?"
            why = sentence(_only(runs, root, Return, node), run)
            if run.negamax and not node.is_max:
                why += " Your search returns the value with the other sign,"
                why += " because MIN moves there."
            yield OwnQuestion("returned value", ask, root, key, why, partial(read, node=node))


def _whose_bound(runs: _Runs, root: Node, random: Random) -> Iterator[OwnQuestion]:
    """Ask which leaf set the bound that a player has when the search comes to a node."""

    def read(variant: _Runs, node: Node, player: str) -> str | None:
        event, run = _only(variant, root, Enter, node), variant.trace(root)
        if event is None or run is None or event.alpha is None or event.beta is None:
            return None
        turned = run.negamax and not node.is_max
        low, high = (-event.beta, -event.alpha) if turned else (event.alpha, event.beta)
        return _leaf_with(root, low if player == "MAX" else high)

    asked = [(node, player) for node in root if node is not root for player in ("MAX", "MIN")]
    for node, player in random.sample(asked, len(asked)):
        key = read(runs, node, player)
        if key not in (None, NO_LEAF):
            ask = f"Your search comes to {node.name}."
            ask += f" Which leaf set the bound that {player} has there?"
            why = f"{player} is already sure of the value of {key}, and of nothing better."
            opponent = "MIN" if player == "MAX" else "MAX"
            theirs = read(runs, node, opponent)
            wrong = {theirs: f"This leaf set the bound that {opponent} has."} if theirs else {}
            wrong.pop(key, None)
            reader = partial(read, node=node, player=player)
            yield OwnQuestion("bound", ask, root, key, why, reader, wrong)


def _only(runs: _Runs, root: Node, kind: type[Event], node: Node) -> Any:
    """Return the only event of a kind at a node, or None, because of several none is meant."""
    run = runs.trace(root)
    every = run.events if run is not None else ()
    events = [event for event in every if isinstance(event, kind) and event.node == node]
    return events[0] if len(events) == 1 else None


def _leaf_with(root: Node, value: float | None) -> str:
    names = {leaf.value: f"{leaf.name} ({number_text(value)})" for leaf in leaves_below(root)}
    return names.get(value, NO_LEAF)


KINDS = (_how_often, _without_a_line, _after_a_swap, _value_at, _whose_bound)


# Lines of the learner's


@dataclass(frozen=True)
class _Line:
    """A statement that has a line to itself."""

    source: Source
    statement: ast.stmt
    body: list[ast.stmt]  # that holds it

    @property
    def place(self) -> tuple[str, int]:
        """Return the file and the number of the line."""
        return self.source.file, self.statement.lineno

    @property
    def left_out(self) -> Edit:
        """Return the edit that takes it out."""
        left = ["pass" if line is self.statement else line for line in self.body]
        return put((0, "mutant", "is left out", left), self.statement, (self.body, slice(None)))

    def __str__(self) -> str:
        return f"line {self.statement.lineno} of your code, “{ast.unparse(self.statement)}”"


def _simple_lines(own: list[Source], random: Random) -> list[_Line]:
    """Return the lines of which it is plain how often they run, in any order."""
    lines: list[_Line] = []
    for source in own:
        nodes = list(ast.walk(source.statement))
        starts = [node.lineno for node in nodes if isinstance(node, ast.stmt)]
        fields = (body for node in nodes for _, body in ast.iter_fields(node))
        bodies = [body for body in fields if isinstance(body, list)]
        statements = ((line, body) for body in bodies for line in body if isinstance(line, SIMPLE))
        for line, body in statements:
            is_alone = line.lineno == line.end_lineno and starts.count(line.lineno) == 1
            has_frames = any(isinstance(part, OWN_FRAMES) for part in ast.walk(line))
            is_text = isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)
            if is_alone and not has_frames and not is_text:
                lines.append(_Line(source, line, body))
    return random.sample(lines, len(lines))


# Three questions

Variants = Generator[tuple[_Runs, str]]  # with the reply to whoever chooses what they answer


def ask_about(answer: Any, contract: Contract | Kind, seed: int) -> list[OwnQuestion]:
    """Return up to three questions about a right search, of different kinds if possible."""
    functions, random = own_functions(answer), Random(seed)
    called = contract_for(answer, contract)
    search = (
        fitting(answer, called, WITH_A_CUT, seconds=QUESTION_RUN_SECONDS) if functions else None
    )
    if search is None:
        return []
    files = frozenset(function.__code__.co_filename for function in functions)
    right = _Runs(search, sources(answer), files, search.reader.places)
    asked: list[OwnQuestion] = []
    for root in islice(_trees(random, right.search), TREES):
        runs = replace(right)
        if runs.result(root).what == "right":
            kinds = random.sample(KINDS, len(KINDS))
            drawn = zip_longest(*(islice(kind(runs, root, random), ASKED) for kind in kinds))
            asked = max(asked, [question for row in drawn for question in row if question], key=len)
            if len(asked) >= (ENOUGH if right.search.prunes else ENOUGH // 2):
                break
    for variants in (_changed_lines(right, random), _faulty_searches(random)):
        _find_wrong(asked, variants)
        if len(_fit(asked)) >= min(ASKED, len(asked)):
            break  # code of few lines has too few changes of its own
    right.search.memory.restore()
    return _fit(asked)[:ASKED]


def _changed_lines(right: _Runs, random: Random) -> Variants:
    """Yield the runs of a search with one line changed, each with when they would be right."""
    every = [(source, edit) for source in right.sources for edit in mutations(source.statement)]
    for source, edit in random.sample(every, min(len(every), MOST_CHANGES)):
        before = ast.unparse(source.statement)
        with changed(source, edit) as works:
            if works:
                change = difference(before, ast.unparse(source.statement))
                runs = replace(right, changed=(source.file, edit.line))
                yield runs, f"That would be right if {change}."


def _faulty_searches(random: Random) -> Variants:
    """Yield the runs of faulty alpha-betas, each with its fault."""
    faults, convention = faulty_searches(), ALPHABETA.conventions[0]
    for fault in random.sample(faults, len(faults)):
        search = Search(
            fault.search, convention, True, memory=Memory(None), seconds=QUESTION_RUN_SECONDS
        )
        yield _Runs(search, [], frozenset()), f"A faulty search does this: {fault}."


def _find_wrong(asked: list[OwnQuestion], variants: Variants) -> None:
    """Make what changed searches answer wrong options, where some are missing."""
    ends = spent() + QUESTIONS_SECONDS
    with closing(variants):
        for runs, change in variants:
            for question in asked:
                reply = question.read(runs) if len(question.wrong) < WRONG_OPTIONS else None
                if reply is not None and reply != question.key:
                    question.wrong.setdefault(reply, change)
            if _are_full(asked) or spent() > ends:
                break


def _are_full(asked: list[OwnQuestion]) -> bool:
    """Return True if the first kinds of questions that were drawn have all their wrong options."""
    topics = list(dict.fromkeys(question.topic for question in asked))[:ASKED]
    full = {question.topic for question in asked if len(question.wrong) >= WRONG_OPTIONS}
    return full.issuperset(topics)


def _fit(asked: list[OwnQuestion]) -> list[OwnQuestion]:
    """Return the questions with enough options, one of each kind first."""
    fit = [question for question in asked if len(question.wrong) >= FEWEST_WRONG]
    first = {question.topic: question for question in reversed(fit)}
    return sorted(fit, key=lambda question: question is not first[question.topic])


def own_questions(
    answer: Any, contract: Contract | Kind, *, seed: int | None = None
) -> Practice | None:
    """Return three questions about a right search, the same for a seed; None for too few."""
    seed = SystemRandom().getrandbits(32) if seed is None else seed
    questions = []
    for question in ask_about(answer, contract, seed):
        choices = sorted([question.key, *question.wrong], key=lambda option: (len(option), option))
        ask, key, why = question.ask, question.key, question.why
        player = guess(ask, key, likely=question.wrong, why=why, choices=choices, on=question.on)
        questions.append((question.topic, player))
    return Practice(tuple(questions), len(questions)) if questions else None
