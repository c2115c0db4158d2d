"""Answers: read whatever a learner hands in, or say in a sentence what was wanted."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, KeysView, Sequence, ValuesView
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import islice, zip_longest
from types import EllipsisType, NoneType
from typing import Any

from minimax_lessons.exercises.faults import Example, Fault
from minimax_lessons.quoting import quoted
from minimax_lessons.results import is_number, numbers_in
from minimax_lessons.trees import Node, tree

__all__ = [
    "Opaque",
    "called_in",
    "first_difference",
    "name_of",
    "not_callable",
    "parsed",
    "plain",
    "read_function",
    "read_names",
    "read_number",
    "read_numbers",
    "read_row",
    "read_tree",
    "read_tree_of_max",
    "read_words",
    "refusal_of_a_class",
    "result_of",
    "shown",
    "source_of",
    "unfit",
]

PACKAGE = __name__.partition(".")[0]
MOST_PARTS = 10_000  # of what may go on for ever
MOST_NODES = 400  # in a tree handed in: enough for every task, and drawn without effort


def source_of(function: Any) -> str:
    """Return the text of a function, or an empty text if the function has none."""
    try:
        return textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError):
        return ""


def parsed(source: str) -> ast.Module | None:
    """Return a source as a tree; None for what Python cannot read, also because it is too deep."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def called_in(line: ast.AST, *names: str) -> ast.Call | None:
    """Return the call of one of these names that a line is, if it is nothing else."""
    match line:
        case ast.Expr(value=ast.Call(func=ast.Name(id=name)) as call) if name in names:
            return call
    return None


# Plain data


@dataclass(frozen=True, repr=False)
class Opaque:
    """Something of a kind that no exercise asks for: its text, and its numbers as attributes."""

    text: str
    kind: str

    def __repr__(self) -> str:
        return self.text


OWN_VALUE: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (int, int.__int__),
    (float, float.__float__),
    (str, str.__str__),
    (Decimal, Decimal.__float__),
)
MANY: tuple[Any, ...] = (list, tuple, set, frozenset)
ROWS = (KeysView, ValuesView, range)  # they give the same parts each time, as a list does


def plain(thing: Any) -> Any:
    """Return the thing as plain data, because a learner's own number could forge comparisons."""
    try:
        return _plain(thing)
    except RecursionError:  # it holds itself
        return Opaque(f"a {type(thing).__name__} without end", type(thing).__name__)


def _plain(thing: Any) -> Any:
    kind = type(thing)
    if (
        kind in (int, float, bool, str, NoneType, EllipsisType, Fraction)
        or _is_ours(kind)
        or callable(thing)
    ):
        return thing
    for base, value in OWN_VALUE:
        if isinstance(thing, base):
            return value(thing)
    for many in MANY:
        if isinstance(thing, many):
            return many(map(_plain, many.__iter__(thing)))
    if isinstance(thing, ROWS):
        return list(map(_plain, islice(thing, MOST_PARTS)))
    if isinstance(thing, Iterator):  # it gives its parts only once, so it is no list
        return Opaque("an iterator", kind.__name__)
    if isinstance(thing, dict):
        return {_plain(key): _plain(value) for key, value in dict.items(thing)}
    if kind.__module__ == "numpy":
        return _plain(thing.tolist())
    return _opaque(thing, kind.__name__)


def _opaque(thing: Any, kind: str) -> Opaque:
    """Return an object as plain data, because a search may return one with its value in it."""
    try:
        opaque = Opaque(repr(thing), kind)
    except Exception:
        opaque = Opaque(f"a {kind}", kind)
    for name, value in numbers_in(thing).items():
        vars(opaque).setdefault(str(name), _plain(value))
    return opaque


def _is_ours(kind: type) -> bool:
    home = sys.modules.get(kind.__module__)
    return (
        kind.__module__.partition(".")[0] == PACKAGE and getattr(home, kind.__name__, None) is kind
    )


# What is handed in


def unfit(sentence: str) -> Fault:
    """Return the fault of an answer that is not of the kind that was wanted."""
    return Fault(sentence, id="wrong-kind")


def read_number(returned: Any, thing: Any) -> Any:
    """Return the number that a function returned for a thing, or raise Fault."""
    if is_number(returned) and returned == returned:  # NaN equals nothing
        return returned
    raise _unlike(returned, "a number", "no-number", thing)


def result_of(
    kind: Any, wanted: str, *, part: Any = object, count: int | None = None, pictured: bool = False
) -> Callable[[Any, Any], Any]:
    """Return the reader of results of a kind, with parts of a kind and perhaps so many.

    The fault shows the case if it is ``pictured``.

    >>> result_of(list, "a list of two texts", part=str, count=2)(["a", "b"], "a case")
    ['a', 'b']
    """

    def read(returned: Any, thing: Any) -> Any:
        is_of_kind = isinstance(returned, kind) and (count is None or len(returned) == count)
        if is_of_kind and (part is object or all(isinstance(item, part) for item in returned)):
            return returned
        raise _unlike(returned, wanted, "wrong-kind", thing if pictured else None)

    return read


def _unlike(returned: Any, wanted: str, id: str, thing: Any) -> Fault:
    """Return the fault of a function that returned something of another kind for a thing."""
    missing = " Is a `return` missing?" if returned is None else ""
    text = f"It returned {shown(returned)}, but the result must be {wanted}.{missing}"
    example = None if thing is None else Example(thing, None, quoted(returned))
    return Fault(text, id=id, example=example)


def read_row(
    answer: Any,
    wanted: str,
    count: int | None = None,
    *,
    names: Sequence[str] = (),
    in_any_order: bool = False,
) -> list[Any]:
    """Return the parts of a row: of a list, of a text, or of a dictionary with these names.

    >>> read_row("3, 5", "a list of two numbers", 2)
    ['3', '5']
    """
    if isinstance(answer, str):
        separator = "[,;\n]" if re.search("[,;\n]", answer) else r"\s"
        answer = [word.strip() for word in re.split(separator, answer) if word.strip()]
    elif isinstance(answer, dict):
        by_name = {str(name).strip().lower(): part for name, part in answer.items()}
        if {*by_name} == {name.lower() for name in names} and names:
            answer = [by_name[name.lower()] for name in names]
    rows = (list, tuple, set, frozenset) if in_any_order else (list, tuple)
    if not isinstance(answer, rows):
        raise unfit(f"The answer is {wanted}, but yours is {shown(answer)}.")
    if not answer or count not in (None, len(answer)):
        raise unfit(f"The answer is {wanted}, but yours has {len(answer) or 'nothing in it'}.")
    return list(answer)


def read_numbers(
    answer: Any, count: int | None, example: str, *, names: Sequence[str] = ()
) -> list[float]:
    """Return the numbers in a row, or say what a list of so many looks like."""
    many = "" if count is None else f"{count} "
    wanted = f"a list of {many}numbers, for example {example}"
    parts = [_number_in(part) for part in read_row(answer, wanted, count, names=names)]
    for part in parts:
        if not is_number(part):
            raise unfit(f"{shown(part)} is not a number. The answer is {wanted}.")
    return parts


def _number_in(part: Any) -> Any:
    """Return the number that a text stands for, and everything else as it is."""
    try:
        return float(part) if isinstance(part, str) else part
    except ValueError:
        return part


def read_words(answer: Any, wanted: str) -> list[str]:
    """Return the words of a list or of one text; for anything else the fault names ``wanted``."""
    answer = answer.replace(",", " ") if isinstance(answer, str) else answer
    words = read_row(answer, wanted, in_any_order=True)
    if not all(isinstance(word, str) for word in words):
        raise unfit(f"The answer is {wanted}, but yours is {quoted(answer)}.")
    return [word.strip() for word in words]


def read_names(answer: Any, root: Node) -> list[Node]:
    """Return the nodes whose names are given, in a list or in one text."""
    by_name = {node.name: node for node in root}
    if isinstance(answer, str):
        words = re.findall(r"\w+", answer)  # whatever stands between them: commas, arrows
        answer = list(answer) if len(words) == 1 and words[0] not in by_name else words
    if not isinstance(answer, list | tuple):
        raise unfit(
            f'The answer is a text of names, for example "A B D", but yours is {shown(answer)}.'
        )
    nodes = []
    for part in answer:
        name = part.name if isinstance(part, Node) else str(part).strip().upper()
        if name not in by_name:
            text = f"There is no node {shown(part)} in this tree, whose names go from A to"
            raise unfit(f"{text} {list(by_name)[-1]}.")
        nodes.append(by_name[name])
    return nodes


def first_difference(answers: Sequence[Any], right: Sequence[Any]) -> int | None:
    """Return the first place at which two rows differ, also in length; None for equal rows."""
    pairs = enumerate(zip_longest(answers, right, fillvalue=...))
    return next((place for place, (mine, theirs) in pairs if mine != theirs), None)


def read_tree_of_max(answer: Any) -> Node:
    """Return the tree that was handed in, on which MAX moves first."""
    root = read_tree(answer)
    if not root.is_max:
        raise unfit("MAX moves first in this exercise, so leave out root=…")
    return root


def read_tree(answer: Any) -> Node:
    """Return the tree that was handed in; either player may move first."""
    if isinstance(answer, Node):
        root = answer
    elif isinstance(answer, list | tuple):
        try:
            root = tree(answer)
        except (TypeError, ValueError) as trouble:
            raise unfit(f"This answer is not a tree: {trouble}.") from None
    else:
        wanted = "a tree, for example tree([[3, 5], [2, 9]])"
        raise unfit(f"The answer is {wanted}, but yours is {shown(answer)}.")
    if root.is_sprouted or len(root.path) > 0:
        raise unfit(
            "Build a whole tree with tree([...]), because a part of another tree is no answer here."
        )
    if sum(1 for _ in root) > MOST_NODES:
        text = f"Your tree has more than {MOST_NODES} nodes."
        raise unfit(f"{text} Build a much smaller one, which is enough here.")
    return root


def read_function(answer: Any, *parameters: str) -> Callable[..., Any]:
    """Return the function handed in if it can be called with so many arguments."""
    wanted = f"({', '.join(parameters)})"
    if not callable(answer):
        raise unfit(not_callable(answer))
    try:
        inspect.signature(answer).bind(*parameters)
    except TypeError as trouble:
        raise unfit(f"{name_of(answer)} should have the parameters {wanted}: {trouble}.") from None
    except ValueError:  # a builtin that does not tell its parameters
        raise unfit(
            f"{name_of(answer)} is not written in Python, so write a function of your own."
        ) from None
    return answer  # type: ignore[no-any-return]


def not_callable(answer: Any) -> str:
    """Return the sentence about an answer that is no function."""
    text = f"The answer is a function, but yours is {shown(answer)}."
    return f"{text} Write the name of a function without calling it."


def refusal_of_a_class(answer: type) -> Fault:
    """Return the fault of a class that is handed in for a function, and does not work like one."""
    return unfit(
        f"{answer.__name__} is a class, so calling it only makes an object. Give a function, or a"
        f" method of an object, for example {answer.__name__}().search."
    )


def shown(thing: Any) -> str:
    """Return the words for an answer in a sentence."""
    if callable(thing) and hasattr(thing, "__name__"):
        return f"the function {thing.__name__}"
    kind = thing.kind if isinstance(thing, Opaque) else type(thing).__name__
    return "None" if thing is None else f"{quoted(thing)} ({kind})"


def name_of(function: Any) -> str:
    """Return the name of a function."""
    return str(getattr(function, "__name__", type(function).__name__))
