"""The learning path: the lessons with the learner's record, in lesson 0 and on the site."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape

from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.player import page
from minimax_lessons.player.contract import PathData, PathLesson
from minimax_lessons.player.question_texts import questions_of

__all__ = ["LESSON_TITLES", "LearningPath", "progress"]

LESSON_TITLES = {  # by the notebook
    "00_start_here": "Start here",
    "01_minimax_on_a_small_tree": "Minimax on a small tree",
    "02_minimax_in_code": "Minimax in code",
    "03_alpha_beta": "Alpha-beta",
    "04_move_order": "Move order",
    "05_bugs_that_hide": "Bugs that hide",
    "06_real_games": "Real games",
    "07_draughts_rules": "The rules of draughts",
    "08_draughts_search": "A draughts search",
    "09_a_stronger_engine": "A stronger engine",
    "10_perfect_play": "Perfect play",
    "11_play": "Play",
    "12_learning_to_judge": "Learning to judge",
}


@dataclass(frozen=True)
class LearningPath:
    """The lessons in their order, each with its questions and exercises."""

    # what is learned in each, by its notebook
    aims: Mapping[str, str] = field(default_factory=dict)

    @property
    def data(self) -> PathData:
        """Return the questions and exercises of each lesson."""
        lessons = [_lesson(number) for number in range(len(LESSON_TITLES))]
        return {"kind": "path", "title": "Your progress", "lessons": lessons}

    @property
    def fragment(self) -> str:
        """Return the path as HTML, in which the page fills in the record."""
        return page.fragment(page.named(self.data), self._list)

    @property
    def _list(self) -> str:
        rows = "".join(
            self._row(number, name, title)
            for number, (name, title) in enumerate(LESSON_TITLES.items())
        )
        return f'<ol class="lm-path">{rows}</ol>'

    def _row(self, number: int, name: str, title: str) -> str:
        lesson = _lesson(number)
        counts = [f"{len(lesson['questions'])} questions"]
        counts += [f"{len(lesson['exercises'])} exercises"] if lesson["exercises"] else []
        about = f'<span class="lm-about">{escape(self.aims[name])}</span>' if self.aims else ""
        return (
            f'<li class="lm-lesson"><span class="lm-number">{number}</span><a'
            f' href="{name}.ipynb">{escape(title)}</a><span class="lm-bar"></span><span'
            f' class="lm-count">{" · ".join(counts)}</span><span'
            f' class="lm-state"></span>{about}</li>'
        )

    def _repr_mimebundle_(self, **options: object) -> dict[str, str]:
        return {"text/html": self.fragment, "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<LearningPath: {len(LESSON_TITLES)} lessons>"


def _lesson(number: int) -> PathLesson:
    exercises = [name for name in TASKS if name.partition(".")[0] == str(number)]
    return {"questions": [*questions_of(number)], "exercises": exercises}


def progress() -> LearningPath:
    """Return the lessons as a path, with what has been answered and what is due for review."""
    return LearningPath()
