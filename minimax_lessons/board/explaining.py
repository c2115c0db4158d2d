"""Explaining: the tree that shows why a move was chosen, small enough to be read."""

from __future__ import annotations

from typing import Any

from minimax_lessons.board.opponents import Thought
from minimax_lessons.player.players import animate
from minimax_lessons.player.storyboard import Data
from minimax_lessons.search import alphabeta
from minimax_lessons.tracing.run import trace

__all__ = ["explanation"]

DEEPEST = 4  # plies
SEEN, DRAWN = 75, 1_500  # nodes that can be read without scrolling far, and that the player draws at all
STEPS = 5_000  # of the search that grows such a tree


def explanation(position: Any, found: Thought, depth: int | None = None) -> Data:
    """Return the textbook's search on a position, and how its choice compares with what an opponent has found.

    Without a depth it goes as deep as the tree can still be seen whole; with one, as deep as can still be drawn.
    """
    run = trace(alphabeta, position, depth=1)
    ahead, most = 1, SEEN if depth is None else DRAWN
    for deeper in range(2, (depth or DEEPEST) + 1):
        trial = trace(alphabeta, position, depth=deeper, max_steps=STEPS)
        if trial.error or sum(1 for _ in trial.tree) > most:
            break
        run, ahead = trial, deeper
    move, own = found.move, run.variation[1].move
    plies = f"{ahead} {'ply' if ahead == 1 else 'plies'}"
    if own == move:
        said = f"Alpha-beta, {plies} deep, chooses {move} too."
    else:
        looked = f" {found.depth} plies ahead" if found.depth and found.depth > ahead else " in another way"
        said = f"Alpha-beta, {plies} deep, would choose {own}: {move} was found by looking{looked}."
    if depth is not None and ahead < depth:
        said += f" A tree of {depth} plies is too large to draw."
    data = animate(run, title=f"Why {move}? The tree before the move", show=("counts", "legend")).data
    return {"note": said, "depth": ahead, "chosen": depth is not None, "data": data}
