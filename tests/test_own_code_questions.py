from __future__ import annotations

import linecache
import re
import sys
from collections.abc import Callable
from math import inf
from typing import Any

import pytest
from answers_to_searches import RIGHT_ANSWERS
from oracle import at, examined, window
from right_searches import RIGHT
from sampling import some
from test_verdict import ACCEPTED, LOOKS_AT_SIBLINGS

from minimax_lessons.events import Return
from minimax_lessons.exercises import todo
from minimax_lessons.exercises.call_conventions import by_name, contract_for
from minimax_lessons.exercises.card import right
from minimax_lessons.exercises.faults import Right
from minimax_lessons.exercises.own_code_questions import OwnQuestion, ask_about, own_questions
from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.exercises.trials import Trial
from minimax_lessons.guarded_call import contained
from minimax_lessons.labels import number_text
from minimax_lessons.own_code import own_functions
from minimax_lessons.search import alphabeta
from minimax_lessons.tracing.run import trace
from minimax_lessons.trees import Node, leaves_below

pytestmark = pytest.mark.long

SOFT = """def search(node, depth, alpha, beta, maximizing):
    if depth == 0 or node.is_over:
        return node.evaluate()
    best = -inf if maximizing else inf
    for child in node.children():
        found = search(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
HARD = """def search(node, depth, alpha, beta, maximizing):
    if depth == 0 or node.is_over:
        return node.evaluate()
    for child in node.children():
        found = search(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            alpha = max(alpha, found)
        else:
            beta = min(beta, found)
        if alpha >= beta:
            return beta if maximizing else alpha
    return alpha if maximizing else beta
"""
NEGAMAX = """def search(node, depth, alpha, beta, color):
    if depth == 0 or node.is_over:
        return color * node.evaluate()
    best = -inf
    for child in node.children():
        found = -search(child, depth - 1, -beta, -alpha, -color)
        best = max(best, found)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""
TEXTS = {"soft": SOFT, "hard": HARD, "negamax": NEGAMAX}


def compiled(text: str, name: str, **names: Any) -> Callable[..., Any]:
    file = f"<{name}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    known = {"inf": inf, "__name__": "learner", **names}
    exec(compile(text, file, "exec"), known)
    search: Callable[..., Any] = known["search"]
    return search


# An oracle for each kind of question: other code, on nested lists


class Place:
    """A position that notes at which leaves a search looks."""

    def __init__(self, nested: Any, seen: set[int]) -> None:
        self.nested, self.seen, self.is_over = nested, seen, not isinstance(nested, list)

    def children(self) -> list[Place]:
        return [Place(part, self.seen) for part in self.nested]

    def evaluate(self) -> Any:
        self.seen.add(self.nested)  # all values differ
        return self.nested


def outcome(text: str, style: str, whole: Node) -> str:
    seen: set[int] = set()
    turn: Any = (1 if whole.is_max else -1) if style == "negamax" else whole.is_max
    try:
        found = compiled(text, "changed")(Place(whole.nested, seen), whole.height, -inf, inf, turn)
    except (AttributeError, NameError, TypeError):
        return "It crashes"
    if found is None or isinstance(found, bool):
        return "It returns no number"
    return f"It returns {number_text(found)} and looks at {len(seen)} {'leaf' if len(seen) == 1 else 'leaves'}"


def line_in(question: OwnQuestion) -> int:
    found = re.search(r"line (\d+) of your code", question.ask)
    assert found
    return int(found[1])


def times(question: OwnQuestion, text: str, style: str) -> str:
    lines, line, ran = text.splitlines(), line_in(question), list[int]()
    indent = " " * (len(lines[line - 1]) - len(lines[line - 1].lstrip()))
    counted = "\n".join([*lines[: line - 1], f"{indent}ran.append(1)", *lines[line - 1 :]])
    turn: Any = (1 if question.on.is_max else -1) if style == "negamax" else question.on.is_max
    compiled(counted, "counted", ran=ran)(
        Place(question.on.nested, set()), question.on.height, -inf, inf, turn
    )
    return str(len(ran))


def without(question: OwnQuestion, text: str, style: str) -> str:
    lines, line = text.splitlines(), line_in(question)
    lines[line - 1] = re.sub(r"\S.*", "pass", lines[line - 1])
    return outcome("\n".join(lines), style, question.on)


def skipped(question: OwnQuestion, text: str, style: str) -> str:
    del text, style
    names = {node.name: node for node in question.on}
    one, two = (
        names[name] for name in re.findall(r"Suppose (\w+) and (\w+) change", question.ask)[0]
    )
    nested = question.on.nested
    parent = at(nested, one.path[:-1])
    parent[one.path[-1]], parent[two.path[-1]] = parent[two.path[-1]], parent[one.path[-1]]
    seen = {at(nested, path) for path in examined(nested, question.on.is_max)[0]}
    left = [leaf.name for leaf in leaves_below(question.on) if leaf.value not in seen]
    return " and ".join(filter(None, [", ".join(left[:-1]), *left[-1:]])) or "none"


def returned(question: OwnQuestion, text: str, style: str) -> str:
    del text
    node = next(
        node for node in question.on if node.name == re.findall(r"at (\w+) return", question.ask)[0]
    )
    nested, is_max = question.on.nested, question.on.is_max
    seen = set(examined(nested, is_max)[0])

    def of_what_is_seen(path: tuple[int, ...], turn: bool) -> float | None:
        part = at(nested, path)
        if not isinstance(part, list):
            return part if path in seen else None  # type: ignore[no-any-return]
        values = [of_what_is_seen((*path, step), not turn) for step in range(len(part))]
        return (
            (max if turn else min)(each for each in values if each is not None)
            if any(values)
            else None
        )

    found = of_what_is_seen(node.path, node.is_max)
    assert found is not None
    low, high = window(nested, is_max, node.path)
    if style == "hard":
        found = min(max(found, low), high)
    return number_text(-found if style == "negamax" and not node.is_max else found)


def bound(question: OwnQuestion, text: str, style: str) -> str:
    del text, style
    name, player = re.findall(
        r"comes to (\w+)\. Which leaf set the bound that (MAX|MIN) has", question.ask
    )[0]
    node = next(node for node in question.on if node.name == name)
    worth = window(question.on.nested, question.on.is_max, node.path)[player == "MIN"]
    return next(
        f"{leaf.name} ({leaf.value})" for leaf in leaves_below(question.on) if leaf.value == worth
    )


ORACLES = {
    "lines": times,
    "without a line": without,
    "swap": skipped,
    "returned value": returned,
    "bound": bound,
}


@pytest.mark.parametrize("seed", some(range(20), every=10))
@pytest.mark.parametrize("style", TEXTS)
def test_every_key_is_that_of_an_independent_oracle(style: str, seed: int) -> None:
    text = TEXTS[style]
    questions = ask_about(compiled(text, style), "alphabeta", seed)
    assert len(questions) == 3
    for question in questions:
        assert question.key == ORACLES[question.topic](question, text, style), question.ask


def test_every_kind_of_question_is_asked() -> None:
    missing = set(ORACLES)
    for seed in range(40):
        missing -= {each.topic for each in ask_about(compiled(SOFT, "soft"), "alphabeta", seed)}
        if not missing:
            break
    assert not missing


def test_a_wrong_option_is_what_the_changed_search_answers() -> None:
    tried = 0
    for question in (
        each for seed in range(8) for each in ask_about(compiled(SOFT, "soft"), "alphabeta", seed)
    ):
        assert question.key not in question.wrong
        assert 2 <= len(question.wrong) <= 3
        values = [leaf.value for leaf in leaves_below(question.on)]
        assert len(set(values)) == len(values)
        for option, reply in question.wrong.items():
            change = re.fullmatch(r"That would be right if `([^`/]*)` became `([^`/]*)`\.", reply)
            # the change is made by hand; the oracle's positions have values only at the leaves
            is_once = change and SOFT.count(f" {change[1]}\n") == 1
            if question.topic == "without a line" and is_once and "evaluate" not in change[2]:
                text = SOFT.replace(f" {change[1]}\n", f" {change[2]}\n")
                assert option == outcome(text, "soft", question.on)
                tried += 1
    assert tried >= 3


# Of searches in all styles


def corpus() -> list[tuple[Any, Any]]:
    """Return right searches with what is asked of them, all but those of the package itself."""
    cases: list[tuple[Any, Any]] = []
    for name in ACCEPTED:
        prunes = RIGHT[name].prunes and not RIGHT[name].strict and name not in LOOKS_AT_SIBLINGS
        cases.append((RIGHT[name].search, "alphabeta" if prunes else "minimax"))
    for name, answer in RIGHT_ANSWERS:
        if contract := getattr(TASKS[name].grade, "keywords", {}).get("contract"):
            cases.append((answer, contract))
    return [(answer, contract) for answer, contract in cases if own_functions(answer)]


def asked_of(answer: Any, contract: Any, seed: int) -> list[OwnQuestion]:
    with contained(answer):
        return ask_about(answer, contract, seed)


def checked_questions(answer: Any, contract: Any) -> list[OwnQuestion]:
    """Return the questions on a search, which is the same afterwards, with keys that a profiler confirms."""
    before = [function.__code__ for function in own_functions(answer)]
    questions = asked_of(answer, contract, 3)
    assert [function.__code__ for function in own_functions(answer)] == before
    for question in questions:
        assert len(question.wrong) >= 2
        assert question.key not in question.wrong
        if question.topic == "returned value":
            # frames of calls that are given an index do not tell their node
            returned = returned_by_frames(question, answer, contract) or by_alphabeta(question)
            assert float(question.key.replace("−", "-").replace("∞", "inf")) in returned
    return questions


@pytest.mark.parametrize(("answer", "contract"), corpus()[::8])
def test_asking_leaves_the_search_as_it_was(answer: Any, contract: Any) -> None:
    assert checked_questions(answer, contract)


@pytest.mark.slow  # each style takes a fifth of a second
# a change takes away the list into which the thread of one search puts its result
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_nearly_every_right_search_gets_three_questions() -> None:
    counts = [len(checked_questions(*case)) for case in corpus()]
    assert len(counts) >= 80
    assert counts.count(3) >= 0.95 * len(counts)


def by_alphabeta(question: OwnQuestion) -> set[float]:
    """Return what our alpha-beta returns at the node."""
    name = re.findall(r"at (\w+) return", question.ask)[0]
    events = trace(alphabeta, question.on).events
    return {
        event.value for event in events if isinstance(event, Return) and event.node.name == name
    }


def returned_by_frames(question: OwnQuestion, answer: Any, contract: Any) -> set[float]:
    """Return every number that a call returned to which the node was given, and what stands in pairs and dicts."""
    convention = (
        by_name(answer, contract) if isinstance(contract, str) else contract_for(answer, contract)
    ).conventions[0]
    node = next(
        node for node in question.on if node.name == re.findall(r"at (\w+) return", question.ask)[0]
    )
    found: set[float] = set()

    def watch(frame: Any, event: str, result: Any) -> None:
        given = [each for each in frame.f_locals.values() if isinstance(each, Node | list | tuple)]
        if event == "return" and any(
            each is node or getattr(each, "nested", each) == node.nested for each in given
        ):
            parts = (
                result.values()
                if isinstance(result, dict)
                else result
                if isinstance(result, tuple)
                else [result]
            )
            found.update(part for part in parts if isinstance(part, int | float))

    arguments, keywords = convention.arrange(Trial(question.on))
    sys.setprofile(watch)
    try:
        answer(*arguments, **keywords)
    finally:
        sys.setprofile(None)
    return found


def test_the_same_seed_asks_the_same() -> None:
    one, two = (own_questions(compiled(SOFT, "soft"), "alphabeta", seed=4) for _ in range(2))
    assert one is not None
    assert two is not None
    assert one.fragment == two.fragment
    assert own_questions(compiled(SOFT, "soft"), "alphabeta", seed=5).fragment != one.fragment  # type: ignore[union-attr]


def test_nothing_is_asked_about_code_that_is_not_the_learner_s() -> None:
    assert own_questions(alphabeta, "alphabeta") is None


def test_a_line_before_a_todo_can_be_left_out() -> None:
    text = SOFT.replace("    return best\n", "    return best\n    todo('3.1')\n")
    for seed in range(4):
        assert len(ask_about(compiled(text, "with todo", todo=todo), "alphabeta", seed)) == 3


def test_the_card_asks_after_the_verdict() -> None:
    questions = own_questions(compiled(SOFT, "soft"), "alphabeta", seed=1)
    card = right("3.1", "✓ 3.1 Alpha-beta.", Right("", "Right on 5 trees."), questions)
    assert "three questions about what your search does" in card
    assert (
        card.index("Right on")
        < card.index("Explain your own code")
        < card.index('data-lm-kind="practice"')
    )
