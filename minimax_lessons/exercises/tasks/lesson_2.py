"""The exercises of lesson 2: minimax in code."""

from __future__ import annotations

from functools import cache, partial
from itertools import chain
from typing import Any

from minimax_lessons.events import Leaf, Return
from minimax_lessons.exercises.answers import first_difference, read_names, shown
from minimax_lessons.exercises.call_conventions import LISTS, MINIMAX
from minimax_lessons.exercises.exercise import DataExercise, FunctionExercise
from minimax_lessons.exercises.explanation import judge_search
from minimax_lessons.exercises.faults import Example, Fault
from minimax_lessons.exercises.small_trees import NUMBERED, small_trees
from minimax_lessons.exercises.trials import DEEP, Scope, Trial, in_moves, trials
from minimax_lessons.labels import number_text
from minimax_lessons.quoting import quoted
from minimax_lessons.search import minimax
from minimax_lessons.tracing.run import trace
from minimax_lessons.trees import Node, random_tree, tree

__all__ = ["GRADES"]

RAGGED = tree([[8, 3], [5, [2, 6]]])
MOST_LEAVES = 4  # of the small trees on which a move is asked for


def _order_of_returns(answer: list[Node]) -> None:
    run = trace(minimax, RAGGED)
    right = [event.node for event in run.events if isinstance(event, Leaf | Return)]
    place = first_difference(answer, right)
    if place is None:
        return
    if place == len(answer):
        raise Fault(
            f"Right so far, but your list has {place} names, and all {len(right)} nodes return."
        )
    if place == len(right):
        raise Fault(f"The root {right[-1].name} returns last, but your list continues after it.")
    name, before = answer[place].name, f"after {right[place - 1].name}" if place else "first"
    if answer[place] in right[:place]:
        raise Fault(f"{name} is in your list twice, but each node returns once.")
    waiting = [child.name for child in answer[place].children if child not in right[:place]]
    if waiting:
        children = " and ".join(waiting)
        raise Fault(f"{name} cannot return {before}, because it is still waiting for {children}.")
    text = f"{name} does not return {before}, because the children are searched"
    raise Fault(f"{text} from left to right, each to its end.")


@cache
def _moves() -> tuple[Trial, ...]:
    """Return a tree of one move, every small tree, and larger ones, some to a lesser depth."""
    sizes = range(2, MOST_LEAVES + 1)
    small = [roots for leaves in sizes for _, roots in small_trees(leaves)]
    numbered = [Trial(root.with_values(NUMBERED)) for root in chain.from_iterable(small)]
    finite = (trial for trial in trials(Scope(leaves=False)) if trial.is_finite)
    larger = [trial for trial in finite if 0 < trial.limit <= DEEP and not trial.anew]
    return Trial(tree([1])), *numbered, *larger


def _other_moves() -> list[Trial]:
    trees = [
        random_tree((1, 4), 1 + seed % 4, seed=seed, root="min" if seed % 2 else "max")
        for seed in range(300)
    ]
    return [Trial(root, 1 + seed % root.height) for seed, root in enumerate(trees)]


def _read_move(returned: Any, trial: Trial) -> int:
    """Return the move, or raise Fault if it is none."""
    moves = trial.tree.moves()
    if isinstance(returned, int) and not isinstance(returned, bool) and returned in moves:
        return returned
    listed = " and ".join(map(str, moves))
    allowed = f"the moves here are the numbers {listed}. Return one of them."
    if len(moves) == 1:
        allowed = f"the only move here is {listed}, a number. Return the move itself."
    text = f"It returned {shown(returned)}, but {allowed}"
    example = Example(trial.tree, None, quoted(returned))
    raise Fault(text, _where(trial), id="not-a-move", example=example)


def _where(trial: Trial) -> str:
    return f"The position: {trial.tree!r}, depth={trial.limit}"


def _well_chosen(trial: Trial, move: int) -> None:
    """Raise Fault if another move is better."""
    position, depth = trial.tree, trial.limit
    best = minimax(position, depth, position.maximizing)
    reached = minimax(position.play(move), depth - 1, not position.maximizing)
    if reached == best:
        return
    player = "MAX" if position.maximizing else "MIN"
    text = (
        f"{player} is to move, and move {move} leads to the value {number_text(reached)}, but"
        " another"
        f" move leads to {number_text(best)}"
    )
    text += "." if depth >= position.height else f" when the search looks {in_moves(depth)} ahead."
    example = Example(
        position, f"a move worth {number_text(best)}", f"move {move}, worth {number_text(reached)}"
    )
    raise Fault(text, _where(trial), id="not-the-best-move", example=example)


minimax_asked = partial(judge_search, contract=MINIMAX)
GRADES = {
    "2.01": minimax_asked,
    "2.02": minimax_asked,
    "2.1": minimax_asked,
    "2.2": DataExercise(
        _order_of_returns, lambda answer: read_names(answer, RAGGED), RAGGED, "wrong-prediction"
    ),
    "2.3": minimax_asked,
    "2.4": partial(judge_search, contract=LISTS),
    "2.5": FunctionExercise(
        ("position", "depth"),
        _moves,
        _well_chosen,
        lambda ask, trial: ask(trial.tree, trial.limit),
        _read_move,
        others=_other_moves,
    ),
    "2.6": minimax_asked,
}
