"""Explanations: the textbook's search before a move, as a tree small enough to be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Any, NamedTuple

from minimax_lessons.board.opponents import Thought
from minimax_lessons.board.rules import Rules
from minimax_lessons.player.players import Player, animate
from minimax_lessons.position import Position
from minimax_lessons.quoting import counted
from minimax_lessons.search import alphabeta, best_move
from minimax_lessons.tracing.run import trace

__all__ = ["Explanation", "explanation"]

DEEPEST = 4  # plies
READABLE = 40  # nodes: more are not read
SEARCHED = 20_000  # positions that a search of one move after the other may come to

Lines = Mapping[Any, Any]  # the moves that are shown in a position, and of each the lines after it


@dataclass(frozen=True)
class _Shown:
    """A position in an explanation: the reader's side below, values in the unit of scores."""

    position: Position
    picture: Callable[[Any], str] = field(compare=False)
    unit: float = field(compare=False)
    lines: Lines | None = field(compare=False, default=None)  # None: all moves are shown

    @property
    def maximizing(self) -> bool:
        return self.position.maximizing

    @property
    def is_over(self) -> bool:
        return self.position.is_over

    @property
    def players(self) -> tuple[str, str]:
        players: tuple[str, str] = self.position.players  # type: ignore[attr-defined]
        return players

    def evaluate(self) -> float:
        value = self.position.evaluate()
        return value if self.unit == 1 else round(value / self.unit, 2)

    def moves(self) -> Sequence[Any]:
        return self.position.moves() if self.lines is None else tuple(self.lines)

    def play(self, move: Any, /) -> _Shown:
        lines = None if self.lines is None else self.lines[move]
        return _Shown(self.position.play(move), self.picture, self.unit, lines)

    def children(self) -> Sequence[_Shown]:
        return tuple(self.play(move) for move in self.moves())

    def _repr_svg_(self) -> str:
        return self.picture(self.position)


class Explanation(NamedTuple):
    """A move in words, the depth of the textbook's search before it, and that search to play."""

    note: str
    depth: int
    player: Player


def explanation(
    rules: Rules,
    position: Any,
    thought: Thought,
    depth: int | None = None,
    *,
    flipped: bool = False,
) -> Explanation:
    """Return the textbook's search before a move, and a comparison with an opponent's choice.

    Without a depth it goes as deep as it can and still chooses the move that was played. Of a tree
    too large to be read each move's best line is shown.
    """
    ahead, values = _search(position, thought.move, depth)
    own = _choice(position, values, thought.move)
    lines: Lines | None = None
    words = [rules.reasons(position, thought.move), _comparison(thought, own, ahead)]
    if _nodes(position, ahead) > READABLE:
        moves = _best_first(position, values, own, thought.move)
        kept = moves[: (READABLE - 1) // ahead]
        lines = {move: _line(position.play(move), ahead - 1) for move in kept}
        words += _left_out(len(moves) - len(kept), len(moves), ahead)
    if depth is not None and ahead < depth:
        words.append(f"A search of {depth} plies is too large to be shown.")
    shown = _Shown(position, partial(rules.still, flipped=flipped), rules.unit, lines)
    run = trace(alphabeta, shown, depth=ahead)
    title = f"Why {thought.move}? The tree before the move"
    player = animate(run, title=title, show=("counts", "legend"))
    return Explanation(" ".join(filter(None, words)), ahead, player)


def _search(position: Position, played: Any, depth: int | None) -> tuple[int, dict[Any, float]]:
    """Return the depth that is shown, and the value of each move by a search to it."""
    deepest = _affordable(position, depth or DEEPEST)
    for ahead in range(deepest, 0, -1) if depth is None else ():
        values = _values(position, ahead)
        if _choice(position, values, played) == played:
            return ahead, values
    return deepest, _values(position, deepest)


def _left_out(moves: int, total: int, ahead: int) -> list[str]:
    """Return sentences on the lines and the moves that a picture of best lines leaves out."""
    words = ["Of each move the best line is shown."] if ahead > 1 else []
    if moves:
        words.append(f"Not shown: {moves} of {total} moves, which are no better.")
    return words


def _affordable(position: Position, depth: int) -> int:
    """Return the largest number of plies, up to a depth, whose search a reader waits for."""
    branching = max(1, len(position.moves()))
    return max([1, *(ahead for ahead in range(1, depth + 1) if branching**ahead <= SEARCHED)])


def _nodes(position: Position, depth: int) -> int:
    """Return the number of nodes in a tree, or a larger number than can be read."""
    if depth == 0 or position.is_over:
        return 1
    nodes = 1
    for child in position.children():
        nodes += _nodes(child, depth - 1)
        if nodes > READABLE:
            break
    return nodes


def _values(position: Position, depth: int) -> dict[Any, float]:
    """Return the value of each move by a search to a depth."""
    after = {move: position.play(move) for move in position.moves()}
    return {
        move: alphabeta(child, depth - 1, -inf, inf, child.maximizing)
        for move, child in after.items()
    }


def _choice(position: Position, values: Mapping[Any, float], played: Any) -> Any:
    """Return the move that is best by its value; of equal ones the move that was played."""
    best = (max if position.maximizing else min)(values.values())
    return played if values.get(played) == best else next(m for m in values if values[m] == best)


def _best_first(
    position: Position, values: Mapping[Any, float], own: Any, played: Any
) -> list[Any]:
    """Return the moves in the order of their values, behind the chosen and the played one."""
    order = sorted(values, key=lambda move: values[move], reverse=position.maximizing)
    return list(dict.fromkeys([own, played, *order]))


def _line(position: Position, depth: int) -> Lines:
    """Return the best line: the best move in each position."""
    if depth == 0 or position.is_over:
        return {}
    move = best_move(position, depth)
    return {move: _line(position.play(move), depth - 1)}


def _comparison(thought: Thought, own: Any, ahead: int) -> str:
    plies = counted(ahead, "ply", "plies")
    if own == thought.move:
        return f"Alpha-beta, {plies} deep, also chooses {thought.move}."
    deeper = thought.depth and thought.depth > ahead
    looked = f"{thought.depth} plies ahead" if deeper else "in another way"
    return (
        f"Alpha-beta, {plies} deep, would choose {own}: {thought.move} was found by looking "
        f"{looked}."
    )
