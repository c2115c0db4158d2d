"""The exercises of lesson 9: killers, bounds in a memory, one depth after another, and fights at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from math import inf
from random import Random
from typing import Any

from minimax_lessons.draughts import rules as draughts
from minimax_lessons.draughts.ladder import engine
from minimax_lessons.drawing.labels import number
from minimax_lessons.exercises.answers import first_difference, read_function, read_numbers
from minimax_lessons.exercises.calling import call
from minimax_lessons.exercises.faults import Example, Facts, Fault, about
from minimax_lessons.exercises.shrinking import refuse_first
from minimax_lessons.exercises.tasks.lesson_7 import read_position
from minimax_lessons.position import Position
from minimax_lessons.search import minimax
from minimax_lessons.trees import Nested, Node, leaves_below, tree

__all__ = ["GRADES", "KILLERS"]

KILLERS = tree([[4, 6], [7, 9, 3], [8, 6, 2], [5, 9, 1], [7, 8, 9]])
MEMORY_GAMES, PLIES = 300, 4
MAN, MOST_PIECES, DEEPEST = 100, 5, 5
WINDOWS, FOUND = ((-inf, inf), (2, 8), (-inf, 5), (5, inf), (-3, 3)), (-7, -3, 0, 2, 3, 5, 8, 9)


def _killer_leaves(root: Node) -> list[float]:
    """Return the leaves that alpha-beta visits when it tries the move first that cut last."""
    visited: list[float] = []
    alpha, killer = -inf, -1
    for box in root.children:
        best = inf
        for move in sorted(box.moves(), key=lambda move: move != killer):
            value = box.play(move).evaluate()
            visited.append(value)
            best = min(best, value)
            if best <= alpha:
                killer = move
                break
        alpha = max(alpha, best)
    return visited


def _killers(answer: Any) -> Facts:
    right = _killer_leaves(KILLERS)
    if not isinstance(answer, list | tuple):
        raise Fault("The answer is a list of leaf values in the order they are visited, such as [4, 6, 7].")
    said = read_numbers(answer, len(answer), "[4, 6, 7]")
    place = first_difference(said, right)
    if place is None:
        return {"seen": len(right), "leaves": len(leaves_below(KILLERS))}
    if place == len(said):
        raise Fault(f"So far so good, but the search is not done after {place} leaves.")
    if place == len(right):
        raise Fault(f"After {place} leaves the search is done: your last {len(said) - place} are cut.")
    raise Fault(
        f"The first {place} are right, but then comes another leaf than {number(said[place])}. Which move cut last,"
        " and is it still the first to try?"
    )


def _known(answer: Any) -> None:
    function = read_function(answer, "best", "alpha", "beta")
    for (alpha, beta), best in product(WINDOWS, FOUND):
        said = call(function, best, alpha, beta)
        if not isinstance(said, list | tuple) or len(said) != 2:
            raise Fault(f"Return a pair (at least, at most): {function.__name__} returned {said!r}.")
        if tuple(said) != (best if best > alpha else -inf, best if best < beta else inf):
            outside = "reached β, so it was cut" if best >= beta else "did not exceed α"
            case = "lies inside the window" if alpha < best < beta else outside
            raise Fault(
                f"With the window ({number(alpha)}, {number(beta)}) the search found {number(best)}, which {case}."
                f" You say it is at least {_said(said[0])} and at most {_said(said[1])}."
            )


def _said(bound: Any) -> str:
    return number(bound) if isinstance(bound, int | float) else repr(bound)


@dataclass(frozen=True, repr=False)
class Shared(Position):
    """A position of a small game in which different moves lead to the same position."""

    moves_of: tuple[tuple[int, ...], ...]  # to which positions of the next row, by position
    values: tuple[int, ...]
    at: int = 0
    plies: int = 0
    asked: list[int] = field(default_factory=lambda: [0], compare=False)  # how often any of the game, for its moves

    def __repr__(self) -> str:
        return "position" if self.plies == 0 else f"position {self.at} after {self.plies} moves"

    maximizing = property(lambda self: self.plies % 2 == 0)
    is_over = property(lambda self: self.plies == PLIES)

    def evaluate(self) -> float:
        """Return the value of an end; of any other position nothing that means anything."""
        return self.values[self.at]

    def moves(self) -> tuple[int, ...]:
        """Return the moves, by the position that they lead to."""
        self.asked[0] += 1
        return () if self.is_over else self.moves_of[self.at]

    def play(self, move: int) -> Shared:
        """Return the position after a move."""
        return replace(self, at=move, plies=self.plies + 1)

    @property
    def unfolded(self) -> Nested:
        """Return its tree, in which no position comes up twice."""
        return self.evaluate() if self.is_over else [child.unfolded for child in self.children()]

    @property
    def told(self) -> str:
        """Return the game in words: from where to where, four times, and what the ends are worth."""
        ways = "; ".join(f"{at} to {' or '.join(map(str, sorted(to)))}" for at, to in enumerate(self.moves_of))
        ends = ", ".join(f"{at} is worth {number(value)}" for at, value in enumerate(self.values))
        return f"It begins in {self.at} and lasts four moves, from {ways}. At the end {ends}."


def _game(seed: int) -> Shared:
    random = Random(seed)
    moves = tuple(tuple(random.sample(range(4), random.choice((2, 3)))) for _ in range(4))
    return Shared(moves, tuple(random.randrange(-9, 10) for _ in range(4)))


def _fewer_moves(game: Shared) -> Iterator[Shared]:
    """Yield the game without one of its moves, as long as each position has one."""
    for at, moves in enumerate(game.moves_of):
        for gone in moves if len(moves) > 1 else ():
            left = tuple(move for move in moves if move != gone)
            yield replace(game, moves_of=(*game.moves_of[:at], left, *game.moves_of[at + 1 :]))


def _memory(answer: Any) -> Facts:
    function = read_function(answer, "position", "depth", "alpha", "beta", "memory")
    games = [_game(seed) for seed in range(MEMORY_GAMES)]
    refuse_first(games, lambda game: _remembered(game, function), _fewer_moves)
    memories = [_reused(game, function) for game in games[:20]]
    if not any(memories):
        told = "It is right, but it remembers nothing: the memory stays empty. Keep what you know, as a bound."
        raise Fault(told, id="memory-not-used", example=Example(tree(games[0].unfolded)))
    return {"count": MEMORY_GAMES}


def _remembered(game: Shared, function: Callable[..., Any]) -> None:
    """Raise Fault if the value of a game is wrong."""
    said, right = call(function, game, PLIES, -inf, inf, {}), minimax(game, PLIES, True)
    if said == right:
        return
    is_number = isinstance(said, int | float)
    raise Fault(
        f"In a game in which several ways lead to the same position, it returned {_said(said)} for {number(right)}.",
        *(("Is something that was only a bound remembered as the value, or used as one?",) if is_number else ()),
        id="bound-kept-as-value" if is_number else "no-number",
        example=Example(tree(game.unfolded), right, said, (("The game", game.told),)),
    )


def _reused(game: Shared, function: Callable[..., Any]) -> dict[Any, Any]:
    """Return what is remembered of a game; Fault if it is not used: a second search should look at nothing."""
    memory: dict[Any, Any] = {}
    call(function, game, PLIES, -inf, inf, memory)
    game.asked[0] = 0
    call(function, game, PLIES, -inf, inf, memory)
    if memory and game.asked[0] > 1:
        raise Fault(
            "It keeps what it has found, and never uses it: asked again for the same position, with the same"
            f" memory, it looked at the children of {game.asked[0]} positions.",
            id="memory-not-used",
            example=Example(tree(game.unfolded)),
        )
    return memory


def _deepen(answer: Any) -> None:
    function = read_function(answer, "search", "position", "deepest")
    for finished in (9, 5, 3, 1):
        _deepened(function, function.__name__, finished)


def _deepened(function: Callable[..., Any], name: str, finished: int) -> None:
    """Raise Fault if the depths asked for, or the move, are not right when the time is up after one of the depths."""
    asked: list[int] = []

    def search(position: Any, depth: int) -> str:
        asked.append(depth)
        if depth > finished or len(asked) > 50:
            raise TimeoutError
        return f"move of depth {depth}"

    said, last = call(function, search, "a position", DEEPEST), min(finished, DEEPEST)
    late, whole = f"The time was up in depth {finished + 1}", list(range(1, finished + 2))
    if asked[:1] != [1]:
        raise Fault(f"{name} searched depth {asked[0] if asked else 'nothing'} first: begin with 1.")
    if finished < DEEPEST and asked[: finished + 2] == [*whole, finished + 2]:
        raise Fault(f"{late}, and {name} searched on: stop there.")
    if asked != whole[:DEEPEST]:
        raise Fault(f"{name}(search, position, 5) asked for the depths {asked}: one after the other, up to 5.")
    if said != f"move of depth {last}" and finished < DEEPEST:
        raise Fault(f"{late}, and {name} returned {said!r}: the last depth that was finished is {last}.")
    if said != f"move of depth {last}":
        raise Fault(f"Depth 5 was finished, and {name} returned {said!r}.")


def _fight(position: draughts.Position) -> Facts:
    if position.is_over:
        raise Fault(f"In {position.fen} the game is over: somebody has to have a move.")
    if len(position.pieces) > MOST_PIECES:
        raise Fault(f"{position.fen} has {len(position.pieces)} pieces: at most {MOST_PIECES}, please.")
    if position.moves()[0].is_capture:
        raise Fault(f"In {position.fen} a capture must be made at once. Begin in a quiet position, before the fight.")
    stops, plays_out = (engine(rung).search(position, depth=1) for rung in ("table", "quiescence"))
    if stops.move == plays_out.move:
        raise Fault(f"Both choose {stops.move}, whether the captures are played out or not.")
    gain = (plays_out.score - stops.score) * (1 if position.maximizing else -1)
    after = engine("quiescence").search(position.play(stops.move), depth=1)
    loss = (plays_out.score - after.score) * (1 if position.maximizing else -1)
    if max(gain, loss) < MAN / 2:
        raise Fault(f"They choose {stops.move} and {plays_out.move}, but less than half a man depends on it.")
    return {"stops": stops.move, "plays_out": plays_out.move}


GRADES = {
    "9.1": about(_killers, KILLERS, "wrong-prediction"),
    "9.2": about(_known, id="bound-kept-as-value"),
    "9.3": _memory,
    "9.4": about(_deepen, id="wrong-deepening"),
    "9.5": about(_fight, read_position, "shows-nothing"),
}
