"""Guesses: a question that is answered before its result is shown, on a page as in a notebook, without a kernel."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby
from numbers import Real
from typing import Any

from minimax_lessons.drawing import image, picture, svg
from minimax_lessons.drawing.labels import number
from minimax_lessons.player import page
from minimax_lessons.player.compact import compact
from minimax_lessons.player.contract import AnswerKind, GuessData
from minimax_lessons.trees import Node

__all__ = ["Guess", "guess"]

Likely = Mapping[Any, str] | Sequence[tuple[Any, str]]


@dataclass(frozen=True)
class Guess:
    """A question, its answer, and what is shown once it has been answered."""

    data: GuessData
    then: tuple[Any, ...] = ()

    @property
    def plain(self) -> str:
        """Return the guess as HTML where no script runs: a question that opens."""
        answer = f"<p><b>{html.escape(_joined(self.data))}</b> {html.escape(self.data['why'])}</p>"
        question = f"<summary>Predict: {html.escape(self.data['ask'])}</summary>"
        return f"<details>{question}{answer}{_shown(self.then)}</details>"

    @property
    def fragment(self) -> str:
        """Return the guess as HTML that comes alive where scripts run."""
        kind = "exhibit" if {"svg", "listing"} & set(self.data) else "guess"
        data = {"kind": kind, "title": self.data["ask"], "question": self.data}
        return page.fragment(page.named(data), self.plain)

    def _repr_mimebundle_(self, **options: Any) -> dict[str, str]:
        return {"text/html": self.fragment, "text/plain": repr(self)}

    def __repr__(self) -> str:
        """Return question and result: what a test of a notebook compares."""
        then = (thing if isinstance(thing, str) else repr(thing) for thing in self.then)
        return "\n".join((f"Predict: {self.data['ask']}", _joined(self.data), *then))


def guess(
    question: str,
    answer: Any,
    *,
    likely: Likely = (),
    why: str = "",
    choices: Iterable[Any] | None = None,
    on: Any = None,
    then: Any = (),
) -> Guess:
    """Return a question that shows ``then`` (text, a list of lines, a picture, a player) only once it is answered.

    The answer is a number, a word, a list (in order), a set (in any), a dict of several fields, True or False, or one
    of the ``choices``. ``on=`` shows a tree, a board or a text; a node or a square's name, or a set of nodes or of
    squares, is clicked there. ``likely`` wrong answers get a reply of their own: ``likely={8: "Minimax looks at 8."}``;
    in a dict's field, ``likely={("C", 9): "MIN chooses at C."}``. ``why`` comes with the answer.
    """
    data = _question(answer, choices, on)
    data["ask"], data["why"] = question, why
    pairs = likely.items() if isinstance(likely, Mapping) else likely
    replies = [(_wrong(wrong, answer, data), reply) for wrong, reply in pairs]
    # who changes the tree of a question may make a likely mistake the right answer
    data["replies"] = [each for each in replies if each[0] != data["answer"]]
    return Guess(data, tuple(then) if isinstance(then, list | tuple) else (then,))


def _question(answer: Any, choices: Iterable[Any] | None, on: Any) -> GuessData:
    """Return what kind of answer is wanted, and the right one."""
    if isinstance(answer, bool) and choices is None:
        choices = (True, False)
    drawn, picks = _exhibit(on) if on is not None and not isinstance(on, str) else ("", [])
    kind: AnswerKind = _kind(answer, choices, {name for _, name in picks})
    data = GuessData(ask="", kind=kind, answer=_answers(answer), replies=[], why="")
    if choices is not None:
        data["choices"] = [_written(choice) for choice in choices]
        if data["answer"][0] not in data["choices"]:
            raise ValueError(f"the answer {data['answer'][0]!r} is not among the choices: {', '.join(data['choices'])}")
    if isinstance(answer, dict):
        data["labels"] = [str(label) for label in answer]
    if isinstance(on, str):
        data["listing"] = on.rstrip()
    elif on is not None:
        data["svg"] = drawn
        if kind in ("click", "clicks"):
            data["picks"] = picks
            if unknown := set(data["answer"]).difference(name for _, name in picks):
                raise ValueError(f"{', '.join(sorted(unknown))}: nothing in the picture is called so")
    return data


def _kind(answer: Any, choices: Iterable[Any] | None, places: set[str]) -> AnswerKind:
    """Return how the answer is given; places are what can be clicked in a picture."""
    if places and isinstance(answer, Node):
        return "click"
    if places and isinstance(answer, set | frozenset):
        return "clicks"
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
        return [_written(each) for each in answer.values()]
    if isinstance(answer, set | frozenset):
        return sorted(map(_written, answer))
    if isinstance(answer, list | tuple):
        return [_written(each) for each in answer]
    return [_written(answer)]


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Node):
        return value.name
    if isinstance(value, int):
        return f"{value}".replace("-", "−")
    return number(value) if isinstance(value, float) else str(value)


def _wrong(wrong: Any, answer: Any, data: GuessData) -> list[str | None]:
    """Return a likely wrong answer in the same form; of several fields all but the one named may be anything."""
    if isinstance(answer, Mapping):
        field, value = wrong
        found: list[str | None] = [_written(value) if label == str(field) else None for label in data.get("labels", ())]
        if found.count(None) == len(found):
            raise ValueError(f"likely={wrong!r}: there is no field {field!r}, only {', '.join(map(str, answer))}")
    else:
        found = [*_answers(frozenset(wrong) if data["kind"] == "set" else wrong)]
    if "choices" in data and found[0] not in data["choices"]:
        raise ValueError(f"likely={wrong!r} is none of the choices: {', '.join(data['choices'])}")
    return found


def _joined(data: GuessData) -> str:
    """Return the right answer in words."""
    named = [f"{label} = {each}" for label, each in zip(data.get("labels", ()), data["answer"], strict=False)]
    return ", ".join(named or data["answer"]) or "none"


# What is clicked, and what is shown


def _exhibit(on: Any) -> tuple[str, list[tuple[str, str]]]:
    """Return a picture, and what in it can be clicked: the element's id and what it is called."""
    if isinstance(on, Node):
        places = [(f"n{''.join(f'-{step}' for step in node.path)}", node.name) for node in on]
        return compact(svg(picture(on))), places
    if not hasattr(on, "_repr_svg_"):
        raise TypeError(f"on={on!r}: a tree, a board or a text can be shown with a question, nothing else")
    drawn = str(getattr(on, "clickable_picture", on._repr_svg_)())
    return drawn, [(f"square-{name}", name) for name in re.findall(r'id="square-(\w+)"', drawn)]


def _shown(things: Iterable[Any]) -> str:
    """Return things as HTML: text as it would be printed, each picture or player as a notebook shows it."""
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
        return image(drawn.getvalue(), repr(thing), "png", style="max-width:100%")
    return f"<pre>{html.escape(repr(thing))}</pre>"
