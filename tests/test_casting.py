from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

import pytest

from minimax_lessons.events import Enter, Return
from minimax_lessons.tracing import Trace, trace
from minimax_lessons.trees import AIMA_TREE, TOY_TREE, tree

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def three_in_a_row(cells: Any) -> str | None:
    return next(
        (
            cells[a]
            for a, b, c in LINES
            if cells[a] in ("X", "O") and cells[a] == cells[b] == cells[c]
        ),
        None,
    )


def moves_of(run: Trace) -> list[Any]:
    return [child.move for child in run.tree.children]


def is_right(run: Trace) -> bool:
    """Return True if every node returned what its children show."""
    return run.error is None and all(
        event.justified for event in run.events if isinstance(event, Return)
    )


# Games as learners write them


class Grid:
    """Noughts and crosses with moves made and taken back, and no equality."""

    def __init__(self, cells: str = " " * 9) -> None:
        self.cells = list(cells)
        self.moves: list[int] = []  # made so far: not what may be played

    @property
    def current(self) -> str:
        return "X" if self.cells.count("X") == self.cells.count("O") else "O"

    def get_legal_moves(self) -> list[int]:
        return [] if three_in_a_row(self.cells) else [i for i in range(9) if self.cells[i] == " "]

    def make_move(self, move: int) -> None:
        self.cells[move] = self.current
        self.moves.append(move)

    def undo_move(self) -> None:
        self.cells[self.moves.pop()] = " "

    def score(self) -> int:
        return {"X": 1, "O": -1, None: 0}[three_in_a_row(self.cells)]


def with_undo(game, depth, alpha, beta, is_max):
    if depth == 0 or not game.get_legal_moves():
        return game.score()
    best = -inf if is_max else inf
    for move in sorted(game.get_legal_moves(), reverse=True):
        game.make_move(move)
        score = with_undo(game, depth - 1, alpha, beta, not is_max)
        game.undo_move()
        if is_max:
            best, alpha = max(best, score), max(alpha, score)
        else:
            best, beta = min(best, score), min(beta, score)
        if beta <= alpha:
            break
    return best


def test_moves_on_a_board_are_told_by_the_loops_variable_in_whatever_order():
    game = Grid("XO  X  O ")
    run = trace(with_undo, game, depth=5)
    assert is_right(run)
    assert run.value == 1
    assert moves_of(run) == [8, 6, 5, 3, 2]
    assert run.variation[1].move == 8
    assert game.cells == list("XO  X  O ")


def best_move_on(game, depth):
    best, choice = -inf, None
    for move in game.get_legal_moves():
        game.make_move(move)
        score = with_undo(game, depth - 1, -inf, inf, False)
        game.undo_move()
        if score > best:
            best, choice = score, move
    return choice


def test_a_root_loop_in_front_of_the_search_makes_moves_too():
    run = trace(best_move_on, Grid("XO  X  O "), depth=5)
    assert (run.value, run.returned) == (1, 2)
    assert len(run.tree.children) == 5
    assert run.variation[1].move == 2


def test_a_wrapper_in_front_of_the_search_makes_none():
    def wrapper(game, depth):
        return with_undo(game, depth, -inf, inf, True)

    assert moves_of(trace(wrapper, Grid("XO  X  O "), depth=5)) == [8, 6, 5, 3, 2]


class Player:
    def __init__(self, game: Grid) -> None:
        self.game = game

    def search(self, depth, is_max):
        if depth == 0 or not self.game.get_legal_moves():
            return self.game.score()
        scores = []
        for move in self.game.get_legal_moves():
            self.game.make_move(move)
            scores.append(self.search(depth - 1, not is_max))
            self.game.undo_move()
        return max(scores) if is_max else min(scores)


def test_a_board_may_live_elsewhere_than_in_an_argument():
    player = Player(Grid("XO  X  O "))
    run = trace(player.search, player.game, depth=2)
    assert is_right(run)
    assert moves_of(run) == [2, 3, 5, 6, 8]


def on_rows(board, depth, is_max):
    winner = three_in_a_row([cell for row in board for cell in row])
    if winner or all(cell != " " for row in board for cell in row):
        return {"X": 10 - depth, "O": depth - 10, None: 0}[winner]
    scores = []
    for row in range(3):
        for column in range(3):
            if board[row][column] == " ":
                board[row][column] = "X" if is_max else "O"
                scores.append(on_rows(board, depth + 1, not is_max))
                board[row][column] = " "
    return max(scores) if is_max else min(scores)


def test_a_board_of_lists_written_into_needs_no_depth_that_counts_up():
    run = trace(on_rows, [["X", "O", " "], [" ", "X", " "], [" ", "O", " "]])
    assert is_right(run)
    assert run.value == 9
    assert moves_of(run) == [(0, 2), (1, 0), (1, 2), (2, 0), (2, 2)]


def turn_on(board):
    cells = [cell for row in board for cell in row]
    return "X" if cells.count("X") == cells.count("O") else "O"


def result(board, move):
    after = copy.deepcopy(board)
    after[move[0]][move[1]] = turn_on(board)
    return after


def value_on(board, choose):
    winner = three_in_a_row([cell for row in board for cell in row])
    empty = [(row, column) for row in range(3) for column in range(3) if board[row][column] is None]
    if winner or not empty:
        return {"X": 1, "O": -1, None: 0}[winner]
    return choose(value_on(result(board, move), min if choose is max else max) for move in empty)


def best_action(board):
    empty = [(row, column) for row in range(3) for column in range(3) if board[row][column] is None]
    if turn_on(board) == "X":
        return max(empty, key=lambda move: value_on(result(board, move), min))
    return min(empty, key=lambda move: value_on(result(board, move), max))


@pytest.mark.parametrize(
    ("board", "x_moves"),
    [
        ([["X", "O", "X"], [None, "O", None], [None, None, None]], True),
        ([["X", "O", "X"], [None, "O", "X"], [None, None, None]], False),
    ],
)
def test_who_moves_first_is_told_by_the_run_if_nothing_else_tells(board: Any, x_moves: bool):
    run = trace(best_action, board)
    assert is_right(run)
    assert run.tree.is_max == x_moves
    assert run.value == value_on(board, max if x_moves else min)


def in_a_text(board, player="X"):
    winner = three_in_a_row(board)
    if winner or "." not in board:
        return {"X": 1, "O": -1, None: 0}[winner]
    after = [board[:i] + player + board[i + 1 :] for i in range(9) if board[i] == "."]
    scores = [in_a_text(each, "O" if player == "X" else "X") for each in after]
    return max(scores) if player == "X" else min(scores)


def test_a_board_may_be_a_text():
    run = trace(in_a_text, "XOXOXO...")
    assert is_right(run)
    assert (run.value, len(run.tree.children)) == (1, 3)


def matches(n, is_max):
    if n == 0:
        return -1 if is_max else 1
    scores = [matches(n - take, not is_max) for take in (1, 2, 3) if take <= n]
    return max(scores) if is_max else min(scores)


def test_a_position_may_be_a_number():
    run = trace(matches, 4)
    assert is_right(run)
    assert (run.value, len(run.leaves)) == (-1, 7)


@dataclass
class Pile:
    left: int
    turn: bool = True

    def successors(self):
        for take in (1, 2):
            if take <= self.left:
                yield take, Pile(self.left - take, not self.turn)


def test_successors_may_come_with_their_moves():
    def search(pile):
        if not pile.left:
            return -1 if pile.turn else 1
        return (max if pile.turn else min)(search(after) for _, after in pile.successors())

    assert trace(search, Pile(3, turn=False)).value == 1
    assert not trace(search, Pile(3, turn=False)).tree.is_max


class Twice(Pile):
    """Who takes one has another turn."""

    def children(self):
        return [
            Twice(self.left - take, self.turn == (take == 1))
            for take in (1, 2)
            if take <= self.left
        ]


def test_players_need_not_take_turns():
    def search(pile, alpha, beta):
        if not pile.left:
            return -1 if pile.turn else 1
        return (max if pile.turn else min)(search(after, alpha, beta) for after in pile.children())

    run = trace(search, Twice(4))
    assert is_right(run)
    assert all(node.is_max == node.position.turn for node in run.tree)


class Careless:
    """A game whose play() changes the position itself."""

    def __init__(self) -> None:
        self.played: list[int] = []

    def moves(self):
        return [1, 2] if len(self.played) < 2 else []

    def play(self, move):
        self.played.append(move)
        return self


def test_a_game_that_changes_itself_is_not_played_behind_the_searchs_back():
    def search(game, depth):
        scores = []
        for move in game.moves():
            after = copy.deepcopy(game).play(move)
            scores.append(search(after, depth - 1))
        return max(scores, default=sum(game.played))

    game = Careless()
    run = trace(search, game, depth=2)
    assert (run.value, game.played) == (4, [])


# Arguments


def test_the_node_may_stand_anywhere_among_the_parameters():
    def search(depth, maximizing, state):
        if depth == 0 or state.is_over:
            return state.evaluate()
        scores = [search(depth - 1, not maximizing, child) for child in state.children()]
        return max(scores) if maximizing else min(scores)

    assert trace(search, TOY_TREE).value == 2


def test_a_tree_given_once_more_as_an_argument_is_the_same_tree():
    nested = [[3, 5, 2], [9, 1]]

    def search(log, node, maximizing):
        log.append(1)
        if not isinstance(node, list):
            return node
        scores = [search(log, child, not maximizing) for child in node]
        return max(scores) if maximizing else min(scores)

    assert len(trace(search, nested, [], nested, True).leaves) == 5


# What can't be seen is said


def only_the_first_call(search: Callable[..., Any]) -> str:
    run = trace(search, AIMA_TREE)
    assert (run.value, run.nodes_visited) == (3, 1)
    assert not any(getattr(event, "limit", False) for event in run.events)
    return " ".join(run.doubts)


def test_an_explicit_stack_shows_only_the_first_call():
    def by_hand(root):
        order, ahead = [], [root]
        while ahead:
            order.append(ahead.pop())
            ahead.extend(order[-1].children())
        values: dict[Any, float] = {}
        for node in reversed(order):
            choose = max if node.maximizing else min
            values[node] = (
                node.value if node.is_over else choose(values[child] for child in node.children())
            )
        return values[root]

    assert "does not seem to call itself" in only_the_first_call(by_hand)


def test_a_search_in_a_thread_shows_only_the_first_call():
    from threading import Thread

    def threaded(node, maximizing):
        found: list[float] = []

        def work(node, maximizing):
            if node.is_over:
                return node.value
            return (max if maximizing else min)(
                work(child, not maximizing) for child in node.children()
            )

        thread = Thread(target=lambda: found.append(work(node, maximizing)))
        thread.start()
        thread.join()
        return found[0]

    assert "Let the search call work itself" in only_the_first_call(threaded)

    def unthreaded(node, maximizing):
        if node.is_over:
            return node.value
        return (max if maximizing else min)(
            unthreaded(child, not maximizing) for child in node.children()
        )

    assert trace(unthreaded, TOY_TREE).doubts == ()


def test_bounds_without_a_telling_name_are_told_by_what_ends_the_loop():
    def search(node, x, y, maximizing):
        if node.is_over:
            return node.evaluate()
        for child in node.children():
            score = search(child, x, y, not maximizing)
            x, y = (max(x, score), y) if maximizing else (x, min(y, score))
            if x >= y:
                break
        return x if maximizing else y

    run = trace(search, AIMA_TREE, -inf, inf, True)
    assert (run.value, run.doubts) == (3, ())
    windows = [
        (event.alpha, event.beta)
        for event in run.events
        if isinstance(event, Enter) and event.node.children
    ]
    assert windows == [(-inf, inf), (-inf, inf), (3, inf), (3, inf)]


def test_bounds_that_are_in_no_variable_are_missed_aloud():
    def search(node, sure, maximizing):
        if node.is_over:
            return node.evaluate()
        for child in node.children():
            score = search(child, dict(sure), not maximizing)
            side = "max" if maximizing else "min"
            sure[side] = max(sure[side], score) if maximizing else min(sure[side], score)
            if sure["max"] >= sure["min"]:
                break
        return sure["max"] if maximizing else sure["min"]

    run = trace(search, AIMA_TREE, {"max": -inf, "min": inf}, True)
    assert run.value == 3
    assert run.doubts == ()
    assert any('names={"alpha"' in note for note in run.notes)


@pytest.mark.parametrize("names", [{"nonsense": "x"}, {"alpha": "nowhere"}])
def test_a_part_or_a_variable_that_there_is_not_is_refused(names: dict[str, str]):
    with pytest.raises(ValueError, match="names="):
        trace(with_undo, Grid(), depth=1, names=names)


def test_a_node_that_stands_in_a_tree_twice_is_shown_once_for_each_way_to_it():
    @dataclass
    class Own:
        children: list[Any]
        worth: int = 0

    def search(node, maximizing):
        if not node.children:
            return node.worth
        return (max if maximizing else min)(
            [search(child, not maximizing) for child in node.children]
        )

    shared = Own([], 3)
    run = trace(search, Own([Own([shared, Own([], 5)]), Own([Own([], 1), shared])]))
    assert [(leaf.path, leaf.value) for leaf in run.leaves] == [
        ((0, 0), 3),
        ((0, 1), 5),
        ((1, 0), 1),
        ((1, 1), 3),
    ]


def test_a_trees_leaf_is_a_tree():
    assert trace(lambda node, maximizing: node if isinstance(node, int) else 0, tree(5)).value == 5
