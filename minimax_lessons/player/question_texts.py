"""Question texts: the words of the lessons' questions, hidden until they are answered."""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from minimax_lessons.text_sections import SEPARATOR, sections

__all__ = ["QuestionText", "is_question_id", "question_text", "questions_of", "read_question"]

LESSONS = range(13)
# choices, an answer that no cell computes, the reason, a wrong answer and its reply, and what
# stands nearby harmlessly
SIGNS = "○=✓✗!"


@dataclass(frozen=True)
class QuestionText:
    """The words of one question, and its answer where that is not computed."""

    ask: str
    why: str = ""
    answer: Any = None
    choices: tuple[str, ...] = ()
    replies: tuple[tuple[str, str], ...] = ()  # each a wrong answer as it is typed, and the reply
    harmless: tuple[tuple[str, str], ...] = ()  # each an answer that stands nearby, and the reason

    def filled(self, **words: Any) -> QuestionText:
        """Return the texts with their gaps filled: ``{mover}`` becomes the word called mover."""
        replies = tuple((wrong, reply.format_map(words)) for wrong, reply in self.replies)
        return QuestionText(
            self.ask.format_map(words), self.why.format_map(words), None, (), replies
        )


def is_question_id(text: str) -> bool:
    """Return True for the number of a lesson's question, such as "3.2"."""
    return re.fullmatch(r"\d+\.\d+", text) is not None


def question_text(number: str) -> QuestionText:
    """Return the texts of a lesson's question by its number, for example "3.2"."""
    lesson = int(number.partition(".")[0])
    questions = questions_of(lesson) if lesson in LESSONS else {}
    if number not in questions:
        advice = f"; the lesson has {', '.join(questions)}" if questions else ""
        raise ValueError(f"guess({number!r}): there is no question of this number{advice}")
    return questions[number]


@cache
def questions_of(lesson: int) -> dict[str, QuestionText]:
    """Return the questions of a lesson by their numbers."""
    file = f"player/questions/lesson_{lesson:02}.md"
    return {
        number: read_question(SEPARATOR.join(ask), paragraphs)
        for (number, *ask), paragraphs in sections(file)
    }


def read_question(ask: str, paragraphs: Sequence[str]) -> QuestionText:
    """Return a question's texts from the paragraphs below its heading."""
    parts: dict[str, list[str]] = {sign: [] for sign in SIGNS}
    for paragraph in paragraphs:
        sign, text = paragraph[0], paragraph[1:].strip()
        if sign not in parts:
            raise ValueError(f"{paragraph!r}: a paragraph of a question begins with one of {SIGNS}")
        parts[sign].append(text)
    return QuestionText(
        ask,
        " ".join(parts["✓"]),
        _literal(parts["="][0]) if parts["="] else None,
        tuple(choice for text in parts["○"] for choice in text.split(SEPARATOR)),
        _pairs(parts["✗"]),
        _pairs(parts["!"]),
    )


def _pairs(texts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    parts = (text.partition(SEPARATOR) for text in texts)
    return tuple((first, second) for first, _, second in parts)


def _literal(text: str) -> Any:
    """Return a number, list, set or dict written in Python; else the words, also "28,000"."""
    try:
        value = literal_eval(text)
    except (ValueError, SyntaxError):
        return text
    return text if isinstance(value, tuple) else value
