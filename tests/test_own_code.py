from __future__ import annotations

import random

from minimax_lessons.own_code import Snapshot, reached_code

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


def helping(board):
    return changing(board)


def calling(board):
    helping_out = dispatch["first"]
    return Helper().help(helping_out(board))


class Helper:
    def help(self, board):
        return len(board)


dispatch = {"first": helping}


def test_functions_are_reached_by_name_by_class_and_from_a_dict_with_the_names_that_call_them():
    reached = {code.co_name: part.names for code, part in reached_code([calling]).items()}
    assert reached["calling"] == {"calling"}
    assert reached["helping"] == {"helping", "dispatch"}
    assert reached["help"] == {"help"}
    assert {"changing", "__init__"} <= {*reached}


def test_a_function_defined_inside_another_is_reached_by_the_name_that_it_is_called_by():
    def outer(node):
        double = lambda part: 2 * part  # noqa: E731 - an author writes it so

        def inner(part):
            return double(part)

        return [inner(part) for part in node]

    reached = {code.co_name: part.names for code, part in reached_code([outer]).items()}
    assert reached["inner"] == {"inner"}
    assert reached["<lambda>"] == {"<lambda>", "double"}


def test_a_library_is_not_reached():
    assert reached_code([random.shuffle, random, dict, [sorted]]) == {}
