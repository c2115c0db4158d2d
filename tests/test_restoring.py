from __future__ import annotations

import random

from minimax_lessons.tracing.ask import Snapshot

TABLE: dict[str, int] = {"a": 1}
LAST = 0


class Counter:
    made = 0

    def __init__(self):
        Counter.made += 1
        self.inside = [1, [2]]


def changing(board):
    global LAST, NEW
    LAST = NEW = 7
    TABLE["b"] = 2
    board[0][0] = "X"
    board.append([])
    return Counter()


def test_what_a_run_has_changed_is_put_back():
    board, counter = [["."], ["."]], Counter()
    made, row, chance = Counter.made, board[0], random.getstate()
    before = Snapshot([changing], ["LAST", "NEW", "TABLE", "Counter"], [board, counter])
    changing(board)
    counter.inside[1].append(3)
    counter.more = True
    random.random()
    before.restore()
    assert (board, board[0] is row) == ([["."], ["."]], True)
    assert (TABLE, LAST, "NEW" in globals()) == ({"a": 1}, 0, False)
    assert (Counter.made, counter.inside, hasattr(counter, "more")) == (made, [1, [2]], False)
    assert random.getstate() == chance


def test_the_variables_around_a_function_are_put_back():
    count = 0

    def counting():
        nonlocal count
        count += 1

    before = Snapshot([counting], [], [])
    counting()
    before.restore()
    assert count == 0
