"""Check limits: the seconds that a learner's code and what judges it may take, and nothing else."""

# Seconds are processor time of the thread, so that a busy machine refuses nobody. MOST_ counts how
# many times as long a call may take by the clock.

from __future__ import annotations

import sys

__all__ = [
    "CALL_SECONDS",
    "CELLS_SECONDS",
    "CHANGED_CALL_SECONDS",
    "CHECK_SECONDS",
    "MENDING_SECONDS",
    "MOST_WAITING",
    "MOST_WALL",
    "MOST_WALL_OF_COPY",
    "MOST_WALL_OF_PAGE",
    "NOTED_CALL_SECONDS",
    "PROVING_CLOCK_SECONDS",
    "PROVING_SECONDS",
    "QUESTIONS_SECONDS",
    "QUESTION_RUN_SECONDS",
    "REPLY_SECONDS",
    "SHRINKING_SECONDS",
    "TEST_SECONDS",
    "check_seconds",
]

# in a browser, where the clock counts what others do, too
SLOWER = 4 if sys.platform == "emscripten" else 1

CALL_SECONDS = 2.5 * SLOWER  # for one call: a right answer needs a fraction of it
TEST_SECONDS = 4.0 * SLOWER  # for one call of a learner's test in exercise 5.3
CHECK_SECONDS = 8.0 * SLOWER  # for all calls of a check
LONG_CHECK_SECONDS = 30.0 * SLOWER  # of a check that searches and plays: a tenth is enough here
LONG_CHECKS = ("5.3", "11.5")
MOST_WALL = 8  # on a busy machine, and for a right answer that sleeps now and then
MOST_WAITING = 1.6  # for a single call that hardly runs
MOST_WALL_OF_PAGE = 2.5  # until the page says what to do if a check never ends

# The judge, after or between the calls of an answer.
PROVING_SECONDS = 3.0  # for all small trees of one size: a right search needs a tenth of it
PROVING_CLOCK_SECONDS = 10.0  # the same by the clock, because a search that sleeps uses none
CHANGED_CALL_SECONDS = 0.3  # for a search with a line changed, which may go on for ever
NOTED_CALL_SECONDS = 0.3  # for a single call, of which only the functions that it calls are noted
MENDING_SECONDS = 3.0  # for all changed lines that are tried
SHRINKING_SECONDS = 1.0  # to find a smaller case
QUESTIONS_SECONDS = 0.4  # to make questions on the learner's own code, on a slow machine
QUESTION_RUN_SECONDS = 0.5  # for one run of the code in such a question

# The process in which the cells of others run.
CELLS_SECONDS = 3.0  # for the cells of an exercise and its card, in addition to its check
MOST_WALL_OF_COPY = 3
REPLY_SECONDS = 180  # by the clock: until the process is ready, or has replied


def check_seconds(exercise: str) -> float:
    """Return the processor time for all calls of a check."""
    return LONG_CHECK_SECONDS if exercise in LONG_CHECKS else CHECK_SECONDS
