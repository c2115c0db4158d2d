"""Guesses: a question that is answered before its result is shown, without a kernel."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby
from numbers import Real
from typing import Any

from minimax_lessons.drawing import FOLLOWS_THEME, image, picture, svg
from minimax_lessons.labels import number_text
from minimax_lessons.player import page
from minimax_lessons.player.contract import AnswerKind, QuestionData
from minimax_lessons.player.question_texts import QuestionText, is_question_id, question_text
from minimax_lessons.player.slim_svg import slim
from minimax_lessons.trees import Node

__all__ = ["Guess", "guess", "order_lines", "question_data", "with_code"]

Likely = Mapping[Any, str] | Sequence[Any]

CLICKED = ("click", "clicks")
WRITTEN_IN_LETTERS = ("list", "set", "fields")  # a click on a node writes its letter
LETTERED = re.compile(r"(?:\w ?\|.*\n?)+")  # lines of code that can be dragged
ORDER = "Which lines belong below each goal, and in which order?"
WITHOUT_RUNNING = "Reading without running? Show the result"


@dataclass(frozen=True)
class Guess:
    """A question, its answer, and what is shown once it has been answered."""

    data: QuestionData
    then: tuple[Any, ...] = ()

    @property
    def plain(self) -> str:
        """Return the guess as HTML without scripts: the result is two clicks away."""
        if self.data.get("unjudged"):
            listing = html.escape(self.data["listing"])
            return f"<p>{with_code(self.data['ask'])}</p><pre>{listing}</pre>"
        result = f"<p><b>{html.escape(_joined(self.data))}</b> {with_code(self.data['why'])}</p>"
        return (
            f"<details><summary>Predict: {with_code(self.data['ask'])}</summary>"
            "<p>Run this cell to answer.</p>"
            f"<details><summary>{WITHOUT_RUNNING}</summary>{result}{_shown(self.then)}</details>"
            "</details>"
        )

    @property
    def fragment(self) -> str:
        """Return the guess as HTML that comes alive where scripts run."""
        kind = "lines" if LETTERED.fullmatch(self.data.get("listing", "")) else "guess"
        data = {"kind": kind, "title": self.data["ask"], "question": self.data}
        return page.fragment(page.named(data), self.plain)

    def _repr_mimebundle_(self, **options: Any) -> dict[str, str]:
        return {"text/html": self.fragment, "text/plain": repr(self)}

    def __repr__(self) -> str:
        """Return question and result: what a test of a notebook compares."""
        if self.data.get("unjudged"):
            return self.data["ask"]
        then = (thing if isinstance(thing, str) else repr(thing) for thing in self.then)
        return "\n".join((f"Predict: {self.data['ask']}", _joined(self.data), *then))


def guess(
    question: str | QuestionText,
    answer: Any = None,
    *,
    likely: Likely = (),
    why: str = "",
    choices: Iterable[Any] | None = None,
    on: Any = None,
    then: Any = (),
) -> Guess:
    """Return a question that shows ``then`` (text, lines, a picture, a player) after the answer.

    The answer is a number, a word, a list (in order), a set (in any), a dict of several fields,
    True or False, or one of the ``choices``. ``on=`` shows a tree, a board or a text; a node or a
    square's name, or a set of nodes or of squares, is clicked there. ``likely`` wrong answers get a
    reply of their own: ``likely={8: "Minimax looks at 8."}``; in a dict's field, ``likely={("C",
    9): "MIN chooses at C."}``. ``why`` comes with the answer.

    The number of a lesson's question, ``guess("3.2", …)``, stands for its texts: the question, the
    reason, the replies and the choices; ``likely`` is then a list of those wrong answers that the
    cell computes.
    """
    number = question if isinstance(question, str) and is_question_id(question) else None
    text = question_text(number) if number else question
    if isinstance(text, QuestionText):
        data = _of_text(text, answer, choices, likely, on)
    else:
        pairs = likely.items() if isinstance(likely, Mapping) else likely
        data = question_data(text, answer, why=why, choices=choices, on=on)
        data["replies"] = [(_wrong(wrong, answer, data), reply) for wrong, reply in pairs]
    if number:
        data["number"] = number
    # who changes the tree of a question may make a likely mistake the right answer
    data["replies"] = [reply for reply in data["replies"] if reply[0] != data["answer"]]
    return Guess(data, tuple(then) if isinstance(then, list | tuple) else (then,))


def order_lines(lines: str, goals: Iterable[str]) -> Guess:
    """Return lines to drag below their goals; their letters go into the cell's dict of goals.

    Each of the lines has a letter and a bar before it, as for ``arranged``, and the check of that
    cell is the judge.
    """
    listing = "\n".join(re.findall(r"^ *(\w ?\|.*)$", lines, re.MULTILINE))
    data = question_data(ORDER, dict.fromkeys(goals, ""), on=listing)
    return Guess({**data, "unjudged": True})


def _of_text(
    text: QuestionText, answer: Any, choices: Iterable[Any] | None, likely: Likely, on: Any
) -> QuestionData:
    """Return a question with words from a file, which has wrong answers as they are typed."""
    answer = text.answer if answer is None else answer
    if choices is None and text.choices:
        right = _answers(answer)[0]
        choices = dict.fromkeys(choice.replace("{answer}", right) for choice in text.choices)
    data = question_data(text.ask, answer, why=text.why, choices=choices, on=on)
    computed = {f"{{{place}}}": wrong for place, wrong in enumerate(likely)}
    for wrong, reply in text.replies:
        data["replies"].append(
            (_wrong(computed.get(wrong, _typed(wrong, data)), answer, data), reply)
        )
    return data


def _typed(wrong: str, data: QuestionData) -> Any:
    """Return a wrong answer from its text as typed: ``9``, ``A, B`` or ``β at E = 3``."""
    if "labels" in data:
        return wrong.rpartition(" = ")[::2]
    return wrong.split(", ") if data["kind"] in ("list", "set", "clicks") else wrong


def question_data(
    ask: str, answer: Any, *, why: str = "", choices: Iterable[Any] | None = None, on: Any = None
) -> QuestionData:
    """Return a question as the page asks it: what kind of answer is wanted, and the right one."""
    if isinstance(answer, bool) and choices is None:
        choices = (True, False)
    drawn, picks = _exhibit(on) if on is not None else ("", [])
    kind = _kind(answer, choices, on, {name for _, name in picks})
    data = QuestionData(ask=ask, kind=kind, answer=_answers(answer), replies=[], why=why)
    if choices is not None and kind == "choice":
        data["choices"] = [_written(choice) for choice in choices]
        if data["answer"][0] not in data["choices"]:
            raise ValueError(
                f"the answer {data['answer'][0]!r} is not among the choices: "
                f"{', '.join(data['choices'])}"
            )
    if isinstance(answer, Mapping):
        data["labels"] = [str(label) for label in answer]
    if on is not None:
        data["listing" if isinstance(on, str) else "svg"] = drawn
    if kind in CLICKED or (isinstance(on, Node) and kind in WRITTEN_IN_LETTERS):
        data["picks"] = picks
    if kind in CLICKED and (missing := set(data["answer"]).difference(name for _, name in picks)):
        raise ValueError(f"{', '.join(sorted(missing))}: nothing in the picture is called so")
    return data


def _kind(answer: Any, choices: Iterable[Any] | None, on: Any, places: set[str]) -> AnswerKind:
    """Return the kind of question; places are clickable in a picture, or a text's lines."""
    if not isinstance(on, str) and places and isinstance(answer, Node | set | frozenset):
        return "click" if isinstance(answer, Node) else "clicks"
    if choices is not None:
        return "choice"
    if isinstance(answer, str) and answer in places:
        return "click"
    if isinstance(answer, Mapping):
        return "fields"
    if isinstance(answer, set | frozenset):
        return "set"
    if isinstance(answer, list | tuple):
        return "list"
    return "number" if isinstance(answer, Real) else "text"


def _answers(answer: Any) -> list[str]:
    """Return an answer as the page compares it: field by field, each as it would be typed."""
    if isinstance(answer, Mapping):
        return [_written(part) for part in answer.values()]
    if isinstance(answer, set | frozenset):
        return sorted(map(_written, answer))
    if isinstance(answer, list | tuple):
        return [_written(part) for part in answer]
    return [_written(answer)]


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Node):
        return value.name
    if isinstance(value, int):  # in full, however large it is
        return str(value).replace("-", "−")
    return number_text(value) if isinstance(value, Real) else str(value)


def _wrong(wrong: Any, answer: Any, data: QuestionData) -> list[str | None]:
    """Return a likely wrong answer in the page's form; other fields may hold anything."""
    if isinstance(answer, Mapping):
        (field, value), labels = wrong, data["labels"]
        if str(field) not in labels:
            raise ValueError(
                f"likely={wrong!r}: there is no field {field!r}, only {', '.join(labels)}"
            )
        return [_written(value) if label == str(field) else None for label in labels]
    replies: list[str | None] = [
        *_answers(frozenset(wrong) if data["kind"] in ("set", "clicks") else wrong)
    ]
    if "choices" in data and replies[0] not in data["choices"]:
        raise ValueError(f"likely={wrong!r} is none of the choices: {', '.join(data['choices'])}")
    return replies


def _joined(data: QuestionData) -> str:
    """Return the right answer in words."""
    named = [
        f"{label} = {part}"
        for label, part in zip(data.get("labels", ()), data["answer"], strict=False)
    ]
    return ", ".join(named or data["answer"]) or "none"


# What is clicked, and what is shown


def _exhibit(on: Any) -> tuple[str, list[tuple[str, str]]]:
    """Return a picture or text with its clickable places: the id and the name of each."""
    if isinstance(on, str):
        lines = on.rstrip().split("\n")
        named = [(str(number), line.strip()) for number, line in enumerate(lines)]
        return on.rstrip(), [(number, line) for number, line in named if line]
    if isinstance(on, Node):
        places = [(f"n{''.join(f'-{step}' for step in node.path)}", node.name) for node in on]
        return slim(svg(picture(on))), places
    if not hasattr(on, "_repr_svg_"):
        raise TypeError(
            f"on={on!r}: a tree, a board or a text can be shown with a question, nothing else"
        )
    drawn = str(getattr(on, "clickable_picture", on._repr_svg_)())
    return drawn, [(f"square-{name}", name) for name in re.findall(r'id="square-(\w+)"', drawn)]


def with_code(text: str) -> str:
    """Return text as HTML, in which what stands between backticks is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text))


def _shown(things: Iterable[Any]) -> str:
    """Return things as HTML: printed text, and pictures and players as a notebook shows them."""
    parts: list[str] = []
    for is_text, some in groupby(things, lambda thing: isinstance(thing, str)):
        if is_text:
            parts.append(f"<pre>{html.escape(chr(10).join(some))}</pre>")
        else:
            parts += [_as_html(thing) for thing in some if thing is not None]
    return "".join(parts)


def _as_html(thing: Any) -> str:
    bundle = thing._repr_mimebundle_() if hasattr(thing, "_repr_mimebundle_") else {}
    if "text/html" in bundle:
        return str(bundle["text/html"])
    if hasattr(thing, "_repr_svg_"):
        return image(thing._repr_svg_().encode(), repr(thing), style="max-width:100%")
    if hasattr(thing, "savefig"):
        drawn = BytesIO()
        thing.savefig(drawn, format="png", dpi=72)
        look = f"max-width:100%;{FOLLOWS_THEME}"
        return image(drawn.getvalue(), repr(thing), "png", style=look)
    return f"<pre>{html.escape(repr(thing))}</pre>"
