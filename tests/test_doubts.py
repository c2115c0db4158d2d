from __future__ import annotations

import time
from collections.abc import Callable
from math import inf

import pytest
from programs.authors_order import Heap
from test_run import RIGHT, watched

from minimax_lessons.player.storyboard import outcome, storyboard
from minimax_lessons.search import minimax
from minimax_lessons.tracing import trace
from minimax_lessons.trees import AIMA_TREE, TOY_TREE, tree


@pytest.mark.parametrize("name", [name for name, right in RIGHT.items() if right.bounds])
def test_nothing_is_doubted_where_all_is_right(name: str):
    for _, run in watched(name):
        assert run.doubts == ()


def test_an_inner_value_that_no_child_gave_is_doubted_with_its_place():
    def discounted(node, maximizing):
        if node.is_over:
            return node.value
        return 0.5 * (max if maximizing else min)(
            discounted(child, not maximizing) for child in node.children()
        )

    (doubt,) = trace(discounted, AIMA_TREE).doubts
    assert "At B (line" in doubt
    assert "returned 1.5, but its children gave 3, 12, 8, and of these MIN takes 3" in doubt
    assert "return a child's value unchanged" in doubt


def test_an_average_is_doubted_as_a_node_of_chance_that_is_shown_as_a_players():
    def expected(node, maximizing):
        if node.is_over:
            return node.value
        values = [expected(child, not maximizing) for child in node.children()]
        return max(values) if maximizing else sum(values) / len(values)

    (doubt,) = trace(expected, tree([[2, 4], [1, 9]]), True).doubts
    assert "returned 3, but its children gave 2, 4" in doubt
    assert "may be an average over chance" in doubt
    assert "so B is shown as if MIN moved there" in doubt


def test_the_other_player_at_the_root_is_doubted_and_the_cure_cures():
    run = trace(minimax, TOY_TREE, 2, False)
    assert 'root="min"' in run.doubts[0]
    assert trace(minimax, tree(TOY_TREE, root="min"), 2, False).doubts == ()


def test_what_a_front_returns_to_its_mover_is_shown_as_it_is_and_doubted_if_no_player_would_take_it():
    def value(node, maximizing):
        if node.is_over:
            return node.value
        return (max if maximizing else min)(
            value(child, not maximizing) for child in node.children()
        )

    def last(node):
        gains = [-value(child, True) for child in node.children()]
        return gains[-1]

    run = trace(last, tree([[3, 5], [1, 9]], root="min"))
    assert run.value == 9
    assert "its children gave 5, 9, and of these MIN takes 5" in run.doubts[0]


def test_a_wrong_value_at_the_root_is_no_move_although_it_is_the_number_of_the_best_one():
    def from_zero(node, maximizing):
        if node.is_over:
            return node.value
        best = 0
        for child in node.children():
            value = from_zero(child, not maximizing)
            best = max(best, value) if maximizing else min(best, value)
        return best

    run = trace(from_zero, tree([[-3, -5], [-2, -7]]), True)
    assert run.value == 0
    assert "returned 0, but its children gave −5, −7" in run.doubts[0]


def test_a_search_with_a_deadline_is_noted_and_one_that_only_measures_is_not():
    def in_time(node, maximizing, end):
        if node.is_over or time.monotonic() > end:
            return node.evaluate()
        return (max if maximizing else min)(
            in_time(child, not maximizing, end) for child in node.children()
        )

    def measured(node, maximizing):
        begun = time.monotonic()
        if node.is_over:
            return node.value
        value = (max if maximizing else min)(
            measured(child, not maximizing) for child in node.children()
        )
        print(time.monotonic() - begun)
        return value

    (note,) = trace(in_time, TOY_TREE, True, time.monotonic() + 60).notes
    assert note.startswith("in_time looks at the clock.")
    assert trace(measured, TOY_TREE, True).notes == ()


def test_a_pruned_child_without_a_bound_is_doubted():
    def blind(node, maximizing):
        if node.is_over:
            return node.value
        first = node.children()[0]
        return blind(first, not maximizing)

    assert any("without a call for" in doubt for doubt in trace(blind, TOY_TREE).doubts)


def test_a_value_clamped_to_its_window_is_not_doubted():
    run = trace(RIGHT["fail_hard"].search, TOY_TREE, 2, 7, inf, True)
    assert (run.value, run.doubts) == (7, ())


def sums(node, maximizing):
    """A leaf of three payoffs, of which nobody can tell which is the value."""
    if isinstance(node, tuple):
        return node
    return max(
        (sums(child, not maximizing) for child in node),
        key=lambda payoffs: payoffs[0 if maximizing else 1],
    )


def test_several_numbers_handed_up_together_are_doubted_and_the_cure_cures():
    payoffs = [[(1, 2, 3), (4, 1, 0)], [(2, 2, 2), (5, 0, 1)]]
    assert "Let it return the value alone" in trace(sums, payoffs, True).doubts[0]

    def alone(node, maximizing):
        return (
            node[0]
            if isinstance(node, tuple)
            else (max if maximizing else min)(alone(c, not maximizing) for c in node)
        )

    assert trace(alone, payoffs, True).doubts == ()


def plain(node, maximizing):
    return (
        node
        if isinstance(node, int)
        else (max if maximizing else min)(plain(c, not maximizing) for c in node)
    )


def pruning(node, maximizing, alpha, beta):
    if isinstance(node, int):
        return node
    for child in node:
        value = pruning(child, not maximizing, alpha, beta)
        alpha, beta = (max(alpha, value), beta) if maximizing else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return alpha if maximizing else beta


def both(node):
    assert plain(node, True) == pruning(node, True, -inf, inf)
    return plain(node, True)


def test_a_second_search_in_the_same_function_is_doubted_and_can_be_seen_by_itself():
    run = trace(both, [[3, 5, 2], [9, 1]])
    assert any("also calls plain, a second search" in doubt for doubt in run.doubts)
    assert trace(plain, [[3, 5, 2], [9, 1]], True).doubts == ()


def leaf_worth(node):
    return node


def values_where_it_stands(node, maximizing):
    best, pick = (-inf, max) if maximizing else (inf, min)
    for child in node:
        if isinstance(child, int):
            best = pick(best, leaf_worth(child))
        else:
            best = pick(best, values_where_it_stands(child, not maximizing))
    return best


def test_positions_valued_in_the_loop_are_leaves():
    run = trace(values_where_it_stands, [[3, 5, 2], [9, 1]], True)
    assert (run.value, run.doubts) == (2, ())
    assert [leaf.value for leaf in run.leaves] == [3, 5, 2, 9, 1]


def least_reply(node):
    return min(leaf_worth(leaf) for leaf in node)


def takes_the_best_reply(node, maximizing):
    return max(least_reply(child) for child in node)


def test_positions_valued_two_plies_below_are_doubted_and_the_cure_cures():
    doubt = trace(takes_the_best_reply, [[3, 5, 2], [9, 1]], True).doubts[0]
    assert "valued 2 positions that are not shown" in doubt
    assert "Let takes_the_best_reply call itself for each position" in doubt
    assert trace(plain, [[3, 5, 2], [9, 1]], True).doubts == ()


class Numbered:
    """A position that is never the same twice."""

    made = 0

    def __init__(self, nested):
        Numbered.made += 1
        self.nested, self.serial = nested, Numbered.made

    def expand(self):
        return [Numbered(each) for each in self.nested]


def leaves_in_the_middle(node, maximizing, alpha, beta):
    if isinstance(node.nested, int):
        return node.nested
    for child in node.expand():
        value = leaves_in_the_middle(child, not maximizing, alpha, beta)
        alpha, beta = (max(alpha, value), beta) if maximizing else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return alpha if maximizing else beta


def numbers_its_children(node, maximizing, alpha, beta):
    if isinstance(node.nested, int):
        return node.nested
    for move, child in enumerate(node.expand()):  # noqa: B007
        value = numbers_its_children(child, not maximizing, alpha, beta)
        alpha, beta = (max(alpha, value), beta) if maximizing else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return alpha if maximizing else beta


def test_a_loop_left_in_its_middle_whose_rest_cannot_be_told_is_doubted_and_the_cure_cures():
    run = trace(leaves_in_the_middle, Numbered([[3, 2, 7], [1, 9]]), True)
    assert any("for move, child in enumerate(…)" in doubt for doubt in run.doubts)
    cured = trace(numbers_its_children, Numbered([[3, 2, 7], [1, 9]]), True)
    assert (cured.doubts, len(cured.pruned)) == ((), 1)


def in_a_loop_of_its_own(node):
    values = []
    ahead = [node]
    while ahead:
        each = ahead.pop()
        if isinstance(each, int):
            values.append(each)
        else:
            ahead.extend(each)
    return max(values)


def test_a_function_that_does_not_call_itself_is_doubted_and_one_that_does_is_not():
    (doubt,) = trace(in_a_loop_of_its_own, [[3, 5, 2], [9, 1]]).doubts
    assert "Give trace the function that does" in doubt
    assert trace(plain, [[3, 5, 2], [9, 1]], True).doubts == ()


def test_what_is_doubted_is_said_where_the_run_is_named():
    run = trace(minimax, TOY_TREE, 2, False)
    assert repr(run).startswith("<trace of minimax: value 5, in doubt;")
    assert outcome(run) == "returned 5, in doubt"
    assert storyboard(run)[0]["notes"][0] == run.doubts[0]
    assert outcome(trace(minimax, TOY_TREE)) == "returned 2"


def test_which_of_two_numbers_is_the_position_can_be_said():
    run = trace(Heap().take, 4, 9)
    assert 'names={"node": "left"}' in run.doubts[0]
    told = trace(Heap().take, 9, 4, names={"node": "left"})
    assert (told.doubts, told.value) == ((), run.value)


LINES = [0, 0, 0]


def on_a_global_board(player, alpha, beta):
    free = [i for i, drawn in enumerate(LINES) if not drawn]
    if not free:
        return alpha if player else 7
    best = inf if player else -inf
    for i in free:
        LINES[i] = 1
        value = on_a_global_board(player if i == 1 else 1 - player, alpha, beta)
        LINES[i] = 0
        best = min(best, value) if player else max(best, value)
        alpha, beta = (alpha, min(beta, best)) if player else (max(alpha, best), beta)
        if beta <= alpha:
            break
    return best


def test_what_a_search_of_a_board_out_of_sight_left_out_is_found():
    run = trace(on_a_global_board, 0, -5, 5)
    assert (run.value, run.doubts, LINES) == (on_a_global_board(0, -5, 5), (), [0, 0, 0])
    assert [(cut.node.path, len(cut.skipped)) for cut in run.cutoffs] == [((), 2)]


class Locked:
    """A board that can't be copied."""

    def __init__(self) -> None:
        self.cells = [0, 0, 0]

    def __deepcopy__(self, memo):
        raise TypeError("it holds a lock")


LOCKED = Locked()


def test_what_a_search_of_a_board_that_cannot_be_copied_left_out_is_doubted_and_the_cure_cures():
    def search(maximizing):
        cells = LOCKED.cells
        free = [i for i, drawn in enumerate(cells) if not drawn]
        if not free:
            return 7
        best = -inf if maximizing else inf
        for i in free:
            cells[i] = 1
            value = search(not maximizing)
            cells[i] = 0
            best = max(best, value) if maximizing else min(best, value)
            if best == 7:
                break
        return best

    doubt = next(
        doubt for doubt in trace(search, True).doubts if "before the end of its loop" in doubt
    )
    assert "Pass the position on as an argument of search" in doubt

    def passed_on(cells, maximizing):
        free = [i for i, drawn in enumerate(cells) if not drawn]
        if not free:
            return 7
        best = -inf if maximizing else inf
        for i in free:
            cells[i] = 1
            value = passed_on(cells, not maximizing)
            cells[i] = 0
            best = max(best, value) if maximizing else min(best, value)
            if best == 7:
                break
        return best

    run = trace(passed_on, [0, 0, 0], True)
    assert not any("before the end of its loop" in doubt for doubt in run.doubts)
    assert sum(len(cut.skipped) for cut in run.cutoffs) == 3


def test_a_turn_that_nothing_tells_is_doubted_and_the_cure_cures():
    def moves_twice(text):
        """Return the value of a text: MAX moves where it holds an even number of a's, which no sign tells."""
        if len(text) == 3:
            return len(set(text)) * 3 + text.count("b") * (text[0] == "a")
        pick = min if text.count("a") % 2 else max
        return pick([moves_twice(text + letter) for letter in "ab"])

    def told(text, maximizing):
        if len(text) == 3:
            return len(set(text)) * 3 + text.count("b") * (text[0] == "a")
        pick = max if maximizing else min
        return pick([told(text + letter, (text + letter).count("a") % 2 == 0) for letter in "ab"])

    run, cured = trace(moves_twice, ""), trace(told, "", True)
    assert any(
        "It is not clear whose turn it is" in doubt and "maximizing" in doubt
        for doubt in run.doubts
    )
    assert cured.doubts == ()
    assert cured.value == run.value


BELOW = {"": "lr", "l": "ab", "r": "cd", "la": "ef", "lb": "gh", "rc": "ij", "rd": "kl"}
WORTH = dict(zip("efghijkl", (5, 3, 8, 1, 7, 2, 9, 4), strict=True))


def for_players_with_names(path: str, player: str) -> int:
    if path not in BELOW:
        return WORTH[path[-1]]
    rival = "O" if player == "X" else "X"
    values = [for_players_with_names(path + step, rival) for step in BELOW[path]]
    return max(values) if player == "X" and path != "lb" else min(values)


def for_players_with_numbers(path: str, agent: int) -> int:
    if path not in BELOW:
        return WORTH[path[-1]]
    values = [for_players_with_numbers(path + step, 1 - agent) for step in BELOW[path]]
    return max(values) if agent == 0 and path != "lb" else min(values)


@pytest.mark.parametrize(
    ("search", "player"), [(for_players_with_names, "X"), (for_players_with_numbers, 0)]
)
def test_one_player_who_takes_the_largest_value_and_the_smallest_is_doubted(
    search: Callable[..., int], player: object
):
    run = trace(search, "", player)
    (doubt,) = run.doubts
    assert "the largest value at D and the smallest value at E" in doubt
    assert "the same player moves there" in doubt
