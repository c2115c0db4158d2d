"""The exercises of lesson 2: minimax in code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from minimax_lessons.drawing.labels import number
from minimax_lessons.events import Leaf, Return
from minimax_lessons.exercises.answers import first_difference, read_names
from minimax_lessons.exercises.calling import call
from minimax_lessons.exercises.contracts import LISTS, MINIMAX
from minimax_lessons.exercises.explanation import judge_search
from minimax_lessons.exercises.faults import Example, Fault, about
from minimax_lessons.exercises.shrinking import on_each
from minimax_lessons.exercises.trials import Scope, Trial, in_moves, smaller, trials
from minimax_lessons.quoting import quoted
from minimax_lessons.search import minimax
from minimax_lessons.tracing.run import trace
from minimax_lessons.trees import tree

__all__ = ["GRADES"]

RAGGED = tree([[8, 3], [5, [2, 6]]])
MOVES = tuple(trial for trial in trials(Scope(leaves=False)) if trial.is_finite and trial.limit > 0)


def _order_of_returns(answer: Any) -> None:
    run = trace(minimax, RAGGED)
    right = [event.node for event in run.events if isinstance(event, Leaf | Return)]
    said = read_names(answer, RAGGED)
    place = first_difference(said, right)
    if place is None:
        return
    if place == len(said):
        raise Fault(f"Right so far, but {len(right) - place} nodes are still missing: all {len(right)} return.")
    if place == len(right):
        raise Fault(f"{right[-1].name} is the last to return, and yours goes on.")
    name, before = said[place].name, f"after {right[place - 1].name}" if place else "first"
    waiting = [child.name for child in said[place].children if child not in right[:place]]
    if waiting:
        raise Fault(f"{name} cannot return {before}: it is still waiting for {' and '.join(waiting)}.")
    raise Fault(f"{name} does not return {before}: children are searched from left to right, each to its end.")


def _less_to_choose(trial: Trial) -> Iterator[Trial]:
    return (less for less in smaller(trial) if less.limit and less.tree.children)


def _well_chosen(trial: Trial, function: Callable[..., Any]) -> None:
    """Raise what is wrong with the move that is chosen, if anything is."""
    position, depth = trial.tree, trial.limit
    move = call(function, position, depth)
    where = f"The position: {position!r}, depth={depth}"
    if move is None or move not in position.moves():
        text = f"It returned {quoted(move)}, which is no move: the moves are {list(position.moves())}."
        raise Fault(text, where, id="not-a-move", example=Example(position, None, quoted(move)))
    best = minimax(position, depth, position.maximizing)
    reached = minimax(position.play(move), depth - 1, not position.maximizing)
    if reached == best:
        return
    player = "MAX" if position.maximizing else "MIN"
    text = f"{player} is to move, and move {move} leads to {number(reached)}: another move leads to {number(best)}"
    text += "." if depth >= position.height else f", looking {in_moves(depth)} ahead."
    example = Example(position, f"a move worth {number(best)}", f"move {move}, worth {number(reached)}")
    raise Fault(text, where, id="not-the-best-move", example=example)


minimax_asked = partial(judge_search, contract=MINIMAX)
GRADES = {
    "2.01": minimax_asked,
    "2.02": minimax_asked,
    "2.1": minimax_asked,
    "2.2": about(_order_of_returns, RAGGED, "wrong-prediction"),
    "2.3": minimax_asked,
    "2.4": partial(judge_search, contract=LISTS),
    "2.5": on_each(_well_chosen, lambda: MOVES, _less_to_choose, "position", "depth"),
}
