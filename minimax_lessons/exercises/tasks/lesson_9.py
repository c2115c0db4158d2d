"""The exercises of lesson 9: killers, bounds in a memory, deepening, and quiet ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from math import inf
from random import Random
from typing import Any

from minimax_lessons.draughts import rules as draughts
from minimax_lessons.draughts.ladder import engine
from minimax_lessons.exercises.answers import first_difference, read_number, read_numbers, result_of
from minimax_lessons.exercises.exercise import Ask, DataExercise, FunctionExercise
from minimax_lessons.exercises.faults import Example, Facts, Fault
from minimax_lessons.exercises.tasks.lesson_7 import read_position
from minimax_lessons.exercises.trials import OPEN, fits, in_moves
from minimax_lessons.labels import number_text
from minimax_lessons.position import Position
from minimax_lessons.search import minimax
from minimax_lessons.trees import Nested, Node, leaves_below, tree

__all__ = ["GRADES", "KILLERS"]

KILLERS = tree([[4, 6], [7, 9, 3], [8, 6, 2], [5, 9, 1], [7, 8, 9]])
MEMORY_GAMES, PLIES = 300, 4
MAN, MOST_PIECES = 100, 5
MUST_CAPTURE = "W:W18:B15,1"
# found by a search of random games: the captures go on for four plies, five, six and seven
LONG_FIGHTS = (
    "W:WK7,23,26,31:B5,10,18,K30",
    "B:W19,20,23,26,28,31:B1,2,3,4,7,14,18,K30",
    "B:WK2,16,24,25,27,28:B1,7,8,11,12,K31",
    "W:WK8,17,21,24,25,26,27,28,29,30,32:B1,2,5,6,7,10,11,15,22",
)
WINDOWS = ((-inf, inf), (2, 8), (-inf, 5), (5, inf), (-3, 3), (0, 5), (-5, 0), (0, inf), (-inf, 0))
OTHER_WINDOWS = ((-9, 9), (0, 1), (-inf, 4))
FOUND = (-7, -5, -3, 0, 2, 3, 5, 8, 9)


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


def _killers(answers: list[float]) -> Facts:
    right = _killer_leaves(KILLERS)
    place = first_difference(answers, right)
    if place is None:
        return {"seen": len(right), "leaves": len(leaves_below(KILLERS))}
    if place == len(answers):
        raise Fault(f"Your {place} leaves are right, but the search continues after them.")
    if place == len(right):
        text = f"The search is done after {place} leaves"
        raise Fault(f"{text}, because a cut skips your last {len(answers) - place}.")
    if place == 0:
        raise Fault(f"The first leaf is not {number_text(answers[0])}. No move has cut before it.")
    first = "first leaf is" if place == 1 else f"first {place} leaves are"
    text = f"Your {first} right, but the next one is not {number_text(answers[place])}."
    raise Fault(f"{text} Which move cut last, and which move is therefore tried first?")


Window = tuple[float, float]


def _known(case: tuple[float, Window], bounds: tuple[Any, Any]) -> None:
    best, (alpha, beta) = case
    if tuple(bounds) != (best if best > alpha else -inf, best if best < beta else inf):
        outside = "reached β, so it was cut" if best >= beta else "did not exceed α"
        where = "lies inside the window" if alpha < best < beta else outside
        text = (
            f"With the window ({number_text(alpha)}, {number_text(beta)}) the search found"
            f" {number_text(best)}"
        )
        least, most = map(_said, bounds)
        text += f", which {where}. Your answer says that the value is at least {least}"
        raise Fault(f"{text} and at most {most}.")


def _said(bound: Any) -> str:
    return number_text(bound) if isinstance(bound, int | float) else repr(bound)


@dataclass(frozen=True, repr=False)
class Shared(Position):
    """A position of a small game in which different moves lead to the same position."""

    moves_of: tuple[tuple[int, ...], ...]  # to which positions of the next row, by position
    values: tuple[int, ...]
    at: int = 0
    plies: int = 0
    # how often any of the game, for its moves
    asked: list[int] = field(default_factory=lambda: [0], compare=False)

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
        """Return the game in words: from where to where, four times, and the ends' values."""
        ways = "; ".join(
            f"{place} to {' or '.join(map(str, sorted(to)))}"
            for place, to in enumerate(self.moves_of)
        )
        ends = ", ".join(
            f"{place} is worth {number_text(value)}" for place, value in enumerate(self.values)
        )
        return f"It begins in {self.at} and lasts four moves, from {ways}. At the end {ends}."


def _game(seed: int) -> Shared:
    random = Random(seed)
    moves = tuple(tuple(random.sample(range(4), random.choice((2, 3)))) for _ in range(4))
    return Shared(moves, tuple(random.randrange(-9, 10) for _ in range(4)))


def _fewer_moves(game: Shared) -> Iterator[Shared]:
    """Yield the game without one of its moves, as long as each position has one."""
    for place, moves in enumerate(game.moves_of):
        for gone in moves if len(moves) > 1 else ():
            left = tuple(move for move in moves if move != gone)
            fewer = (*game.moves_of[:place], left, *game.moves_of[place + 1 :])
            yield replace(game, moves_of=fewer)


def _games(first: int = 0) -> list[Shared]:
    return [_game(seed) for seed in range(first, first + MEMORY_GAMES)]


@dataclass
class Searched:
    """What a search of a game returned, and how it was asked."""

    returned: Any
    depth: int
    window: Window
    how: str = ""


def _searched(ask: Ask, game: Shared) -> list[Searched]:
    """Return the searches of a game with a fresh memory, and with one that was used before."""
    searches: list[Searched] = []

    def search(memory: dict[Any, Any], how: str, depth: int = PLIES, window: Window = OPEN) -> None:
        returned = ask(game, depth, *window, memory)
        searches.append(Searched(returned, depth, window, how))

    value, deepened = minimax(game, PLIES, True), dict[Any, Any]()
    search({}, "")
    for depth in range(1, PLIES):  # one depth after another fills the memory
        search(deepened, f" when it searched to depth {depth}", depth)
    # and so do windows that prove bounds
    narrow = ((value + 1, inf), (-inf, value - 1), (value - 1, value + 1))
    for windows, memory in ((narrow, deepened), (((0, inf),), {}), (((-inf, 0),), {})):
        for window in windows:
            bounds = ", ".join(map(number_text, window))
            search(memory, f" when it searched within the window ({bounds})", window=window)
        search(memory, " with the memory of earlier searches")
    return searches


def _read_searched(searches: list[Searched], game: Shared) -> list[Searched]:
    for search in searches:
        if isinstance(search.returned, bool) or not isinstance(search.returned, int | float):
            raise _misremembered(game, search, "no-number")
    return searches


def _remembered(game: Shared, searches: list[Searched]) -> None:
    """Raise Fault if a value of a game is wrong."""
    question = "Check whether it stores a bound, or the value of another depth, as the exact value."
    for search in searches:
        if not fits(search.returned, minimax(game, search.depth, True), search.window):
            raise _misremembered(game, search, "bound-kept-as-value", question)


def _misremembered(game: Shared, search: Searched, id: str, *details: str) -> Fault:
    right = minimax(game, search.depth, True)
    text = f"It returned {_said(search.returned)} instead of {number_text(right)}{search.how}."
    facts = (("The game", game.told),)
    example = Example(tree(game.unfolded), right, search.returned, facts)
    return Fault(text, *details, id=id, example=example)


def _uses_its_memory(ask: Ask) -> Facts:
    games = _games()[:20]
    memories = [_reused(game, ask) for game in games]
    if not any(memories):
        text = (
            "The values are right, but the memory stays empty. Store what is known of each"
            " position as two bounds."
        )
        raise Fault(text, id="memory-not-used", example=Example(tree(games[0].unfolded)))
    return {"count": MEMORY_GAMES}


def _reused(game: Shared, ask: Ask) -> dict[Any, Any]:
    """Return the memory of a game; Fault if a second search does not use it."""
    memory: dict[Any, Any] = {}
    ask(game, PLIES, *OPEN, memory)
    game.asked[0] = 0
    ask(game, PLIES, *OPEN, memory)
    if memory and game.asked[0] > 1:
        text = "It fills the memory but does not use it: a second search of the same position"
        text += f" with the same memory still looked at the children of {game.asked[0]} positions."
        raise Fault(text, id="memory-not-used", example=Example(tree(game.unfolded)))
    return memory


def _deepened(ask: Ask, case: tuple[int, int]) -> tuple[Any, list[int]]:
    """Return the move and the depths that were asked for, if the time is up after some depth."""
    deepest, finished = case
    asked: list[int] = []

    def search(position: Any, depth: int) -> str:
        asked.append(depth)
        if depth > finished or len(asked) > 50:
            raise TimeoutError
        return f"move of depth {depth}"

    return ask(search, "a position", deepest), asked


def _deepen(case: tuple[int, int], reply: tuple[Any, list[int]]) -> None:
    """Raise Fault if the depths asked for, or the move, are not right."""
    deepest, finished = case
    returned, asked = reply
    last = min(finished, deepest)
    late, all_depths = f"The time was up in depth {finished + 1}", list(range(1, finished + 2))
    if asked[:1] != [1]:
        text = f"It searched depth {asked[0] if asked else 'nothing'} first"
        raise Fault(f"{text}, but it should begin with depth 1.")
    if finished < deepest and asked[: finished + 2] == [*all_depths, finished + 2]:
        raise Fault(f"{late}, but it continued to search. Stop at the TimeoutError.")
    if asked != all_depths[:deepest]:
        text = f"For deepest={deepest} it searched the depths {asked}"
        raise Fault(f"{text}, but it should search each depth from 1 to {deepest} once.")
    if returned != f"move of depth {last}":
        text = f"but it returned {returned!r}."
        if finished < deepest:
            raise Fault(f"{late}, {text} The last depth that it finished is {last}.")
        raise Fault(f"Depth {last} was finished, {text}")


def _fight(position: draughts.Position) -> Facts:
    fen, count = position.fen, len(position.pieces)
    if position.is_over:
        text = f"The game is over in {fen}."
        raise Fault(f"{text} Choose a position in which White or Black can still move.")
    if count > MOST_PIECES:
        raise Fault(f"{fen} has {count} pieces, but at most {MOST_PIECES} are allowed.")
    if position.moves()[0].is_capture:
        text = f"In {fen} a capture must be made at once."
        raise Fault(f"{text} Begin in a quiet position, before the fight.")
    stops, plays_out = (engine(rung).search(position, depth=1) for rung in ("table", "quiescence"))
    if stops.move == plays_out.move:
        raise Fault(f"Both choose {stops.move}, whether the captures are played out or not.")
    gain = (plays_out.score - stops.score) * (1 if position.maximizing else -1)
    after = engine("quiescence").search(position.play(stops.move), depth=1)
    loss = (plays_out.score - after.score) * (1 if position.maximizing else -1)
    if max(gain, loss) < MAN / 2:
        text = f"They choose {stops.move} and {plays_out.move}"
        raise Fault(f"{text}, but the difference between them is less than half a man.")
    return {"stops": stops.move, "plays_out": plays_out.move}


Fighting = tuple[int, draughts.Position]  # the depth, and the position to search
LONGEST_FIGHT = 8  # plies of captures after which a search may wrongly have stopped


def _fights(first: int = 0) -> list[Fighting]:
    """Return positions of random games, each with a depth, those with few pieces first."""
    cases = [(depth, draughts.from_fen(MUST_CAPTURE)) for depth in range(3)]
    cases += [(0, draughts.from_fen(fen)) for fen in LONG_FIGHTS]
    for seed in range(first, first + 80):
        random, position = Random(seed), draughts.start()
        for _ in range(10 + seed % 40):
            position = random.choice(position.children()) if not position.is_over else position
        cases.append((seed % 3, position))
    return sorted(cases, key=lambda case: (len(case[1].pieces), case[0]))


def settled(position: draughts.Position, depth: int, beyond: float = inf) -> float:
    """Return the value when captures are followed for so many plies beyond the depth."""
    is_noisy = not position.is_over and position.moves()[0].is_capture
    if position.is_over or depth <= (0 if not is_noisy else -beyond):
        return position.evaluate()
    choose = max if position.maximizing else min
    return choose(settled(child, depth - 1, beyond) for child in position.children())


def _settles(case: Fighting, returned: float) -> None:
    """Raise Fault if a search with quiescence returned another value."""
    depth, position = case
    right = settled(position, depth)
    if returned == right:
        return
    got = _said(returned)
    text = (
        f"At depth {depth} it returned {got} for {position.fen}, which is worth"
        f" {number_text(right)}."
    )
    example = Example(position, right, got, (("Depth", str(depth)),))
    for beyond in range(LONGEST_FIGHT):
        if settled(position, depth, beyond) == returned:
            where = f"{in_moves(beyond)} beyond the depth" if beyond else "at the depth"
            text += f" This is the value if the search may stop {where}"
            text += " although a piece has to be captured there."
            raise Fault(text, id="stops-early", example=example)
    raise Fault(text, id="wrong-value", example=example)


GRADES = {
    "9.1": DataExercise(
        _killers,
        lambda answer: read_numbers(answer, None, "[4, 6, 7]"),
        KILLERS,
        "wrong-prediction",
    ),
    "9.2": FunctionExercise(
        ("best", "alpha", "beta"),
        lambda: [(best, window) for window, best in product(WINDOWS, FOUND)],
        _known,
        lambda ask, case: ask(case[0], *case[1]),
        result_of((list, tuple), "a pair (at least, at most)", count=2),
        others=lambda: [*product(range(-12, 13), OTHER_WINDOWS)],
        id="bound-kept-as-value",
    ),
    "9.3": FunctionExercise(
        ("position", "depth", "alpha", "beta", "memory"),
        _games,
        _remembered,
        _searched,
        _read_searched,
        _fewer_moves,
        lambda: _games(first=10_000),
        _uses_its_memory,
    ),
    "9.4": FunctionExercise(
        ("search", "position", "deepest"),
        lambda: [*product((5, 3, 8, 1), (9, 5, 3, 1))],
        _deepen,
        _deepened,
        others=lambda: [*product(range(1, 12), range(1, 12))],
        id="wrong-deepening",
    ),
    "9.5": DataExercise(_fight, read_position, id="shows-nothing"),
    "9.6": FunctionExercise(
        ("position", "depth", "alpha", "beta", "maximizing"),
        _fights,
        _settles,
        lambda ask, case: ask(case[1], case[0], *OPEN, case[1].maximizing),
        lambda returned, case: read_number(returned, case[1]),
        others=lambda: _fights(first=1_000),
    ),
}
