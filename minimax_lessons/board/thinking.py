"""Thinking: one opponent at a time is asked, heard while it thinks, and ended when unwanted."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from math import inf
from time import monotonic
from typing import Any

from minimax_lessons.board.opponents import Limit, Opponent, Thought, Unusable
from minimax_lessons.interruptible_task import InterruptibleTask

__all__ = ["Thinking"]

GRACE = 1.0  # seconds that an opponent which can be told to stop is given to do so


class Thinking:
    """The thinker about a board: only answers to the last question pass, under the lock."""

    def __init__(self, lock: AbstractContextManager[Any]) -> None:
        self._lock = lock
        self._task: InterruptibleTask | None = None
        self._best: Thought | None = None

    @property
    def is_busy(self) -> bool:
        """Return True while somebody thinks."""
        return self._task is not None

    def ask(
        self,
        opponent: Opponent,
        position: Any,
        limit: Limit,
        heard: Callable[[Thought], None],
        answered: Callable[[Thought | Unusable], None],
    ) -> None:
        """Ask for a move; what was asked before need not be answered any more."""
        self.end()
        self._best = None

        def report(thought: Thought) -> None:
            with self._lock:
                if self._task is task:
                    self._best = thought
                    heard(thought)

        def work(task: InterruptibleTask) -> Thought | Unusable:
            try:
                return opponent.think(position, limit, report, lambda: task.told_to_stop)
            except Unusable as problem:
                return problem

        def ended(task: InterruptibleTask) -> Thought | Unusable:
            return self._best or Unusable(f"{opponent.name} was stopped before it had a move.")

        def finished(task: InterruptibleTask, answer: Thought | Unusable) -> None:
            with self._lock:
                if self._task is task:
                    self._task = None
                    answered(answer)

        grace = GRACE if opponent.listens else 0
        task = self._task = InterruptibleTask(
            work, ended, finished, grace=grace, turn=opponent.turn
        )
        task.start()

    def hurry(self) -> None:
        """Let whoever thinks come to an end: with the best move so far, if there is one."""
        if self._task is not None:
            self._task.stop()

    def end(self) -> None:
        """End the thinking, if any: whatever it still finds is for a position that will be gone."""
        task, self._task = self._task, None
        if task is not None:
            task.stop()

    def wait(self, seconds: float | None) -> bool:
        """Return True once nobody is thinking, False when somebody still is after the seconds."""
        end = inf if seconds is None else monotonic() + seconds
        while True:
            with self._lock:  # or a moment between two moves would be taken for the end
                task = self._task
            if task is None:
                return True
            left = end - monotonic()
            if left <= 0 or not task.join(None if left == inf else left):
                return False
