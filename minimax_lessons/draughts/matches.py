"""Matches: two players of draughts with alternating colours, and the worth of the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial, reduce
from itertools import chain, islice, repeat
from math import inf
from random import Random
from time import perf_counter
from typing import Any, TypeAlias

from minimax_lessons.draughts.engine import Engine
from minimax_lessons.draughts.notation import Move
from minimax_lessons.draughts.pdn import Game
from minimax_lessons.draughts.rules import Position, start
from minimax_lessons.draughts.statistics import (
    SURE,
    Pairs,
    SequentialTest,
    Verdict,
    elo_of,
    elo_text,
    interval_of_games,
    interval_of_pairs,
)
from minimax_lessons.interruptible_task import TookTooLong, in_time
from minimax_lessons.quoting import listed, quoted
from minimax_lessons.sharing import results_of

__all__ = [
    "Decision",
    "Forfeit",
    "MatchResult",
    "after",
    "allowed_seconds",
    "decide",
    "fair_openings",
    "match",
    "points",
    "random_player",
    "shared_match",
]

Player: TypeAlias = Engine | Callable[[Position], Any]  # a function returns a Move or its text

GAMES = 20  # of a match for which no number is given
OPENING_PLIES = 3  # as in tournaments, where three-move openings are drawn by lot
DEFAULT_TEST = SequentialTest()
BALANCED = 60  # an opening in which one side is ahead by more, at a glance, is no fair one


@dataclass(frozen=True)
class MatchResult:
    """The standings of a match: the first player's wins, draws and losses, and all games."""

    names: tuple[str, str]
    wins: int = 0
    draws: int = 0
    losses: int = 0
    games: tuple[Game, ...] = field(default=(), repr=False)
    # how many pairs of games of one opening gave the first player 0, ½, 1, 1½ and 2 points
    pairs: Pairs = field(default=(0, 0, 0, 0, 0), repr=False)

    def with_game(self, game: Game) -> MatchResult:
        """Return the result after one more game; the first player has Black first."""
        is_second_of_pair = self.played % 2 == 1
        earned = points(game, black=not is_second_of_pair)
        outcome = {1.0: "wins", 0.5: "draws", 0.0: "losses"}[earned]
        pairs = list(self.pairs)
        if is_second_of_pair and self.games:
            pairs[int(2 * (earned + points(self.games[-1], black=True)))] += 1
        counts = {outcome: getattr(self, outcome) + 1, "pairs": tuple(pairs)}
        return replace(self, games=(*self.games, game), **counts)

    @property
    def played(self) -> int:
        """Return the number of games."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Return the first player's share of the points: 1 a win, half a draw."""
        return (self.wins + self.draws / 2) / self.played if self.played else 0.5

    @property
    def elo(self) -> float:
        """Return the first player's lead in Elo points that this score stands for."""
        return elo_of(self.score)

    @property
    def distinct(self) -> int:
        """Return the number of different games: equal games are no more evidence than one."""
        return len({game.moves for game in self.games})

    @property
    def interval(self) -> tuple[float, float]:
        """Return the bounds of the Elo difference, with 95 % confidence.

        The unit is a pair of games, where the pairs are known. A last game without its twin is left
        out.
        """
        if any(self.pairs):
            return interval_of_pairs(self.pairs)
        return interval_of_games(self.wins, self.draws, self.losses)

    @property
    def pdn(self) -> str:
        """Return all games as PDN."""
        return "\n".join(game.pdn for game in self.games)

    def __str__(self) -> str:
        low, high = self.interval
        twins = len(self.games) - self.distinct
        same = f" Only {self.distinct} of the {len(self.games)} games differ." if twins else ""
        return (
            f"{self.names[0]} against {self.names[1]}: {self.wins} won, {self.draws} drawn, "
            f"{self.losses} lost. Elo {elo_text(self.elo)}, "
            f"with {SURE} confidence between {elo_text(low)} and {elo_text(high)}.{same}"
        )


def points(game: Game, *, black: bool) -> float:
    """Return the points of one side for a game: 1 for a win, half a point for a draw."""
    if game.result not in ("1-0", "0-1"):
        return 0.5
    return float(game.result == ("0-1" if black else "1-0"))


@dataclass(frozen=True)
class Decision:
    """A match that ended when a sequential test had decided, or when all openings were played."""

    test: SequentialTest
    result: MatchResult
    ratios: tuple[float, ...]  # the logarithm of the likelihood ratio after each pair

    @property
    def verdict(self) -> Verdict:
        """Return the answer to the question of the match, in words."""
        return self.test.verdict(self.result.pairs)

    def __str__(self) -> str:
        first, second = self.result.names
        count, ratio = sum(self.result.pairs), self.test.ratio(self.result.pairs)
        verdict = {
            "better": f"{first} is better than {second}",
            "not better": f"{first} is not better than {second}",
            "undecided": f"It is undecided whether {first} is better than {second}",
        }[self.verdict]
        low, high = self.test.bounds
        bounds = f"its bounds are {low:+.2f} and {high:+.2f}"
        return f"{verdict}, after {count} pairs of games: the ratio is {ratio:+.2f}, {bounds}."


def match(
    first: Player,
    second: Player,
    *,
    games: int = GAMES,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    names: tuple[str, str] | None = None,
    seed: int = 0,
    openings: Sequence[Sequence[Move]] = (),
    patience: float = 30.0,
    on_game: Callable[[MatchResult], bool | None] | None = None,
) -> MatchResult:
    """Return the result of a match: each opening is played twice, with colours changed.

    Openings not given are drawn by lot, by the seed: three moves that leave neither side worse off
    at a glance. A player is an Engine, or a function that returns its move in a position. Depth,
    seconds and nodes limit an engine's searches; without them its own limits do. Who raises an
    error, plays an illegal move or takes too long for one (half as long again as the seconds allow
    and 0.2 s more; where there is no such limit, patience) loses that game, and the match goes on:
    the game's Termination header tells why. After each game on_game is called with the standings,
    and the match ends early where it returns True.
    """
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise ValueError(f"games={games!r}: a match has at least one game")
    limits = {"depth": depth, "seconds": seconds, "nodes": nodes}
    seats = _seats((first, second), names, limits, patience)
    chosen = openings or fair_openings(seed)
    if not openings and games > 2 * len(chosen):
        raise ValueError(
            f"games={games}: there are {len(chosen)} fair openings, so at most {2 * len(chosen)} "
            "games, because an opening that is played again brings the same game"
        )
    standings = _standings(seats, chain.from_iterable(repeat(chosen)))
    for result in islice(standings, games):
        if on_game and on_game(result):
            break
    return result


def decide(
    first: Player,
    second: Player,
    *,
    test: SequentialTest = DEFAULT_TEST,
    seed: int = 0,
    openings: Sequence[Sequence[Move]] = (),
    on_pair: Callable[[Decision], object] | None = None,
    **options: Any,
) -> Decision:
    """Return the decision on which player is better, by pairs of games until the test decides.

    No opening is played twice, so the match may end undecided. The other options are those of
    match(). Its games must not be used to say how much better the player is, because the test ends
    while the first player is lucky.
    """
    chosen = openings or fair_openings(seed)
    ratios: list[float] = []

    def is_decided(result: MatchResult) -> bool:
        if result.played % 2:
            return False
        ratios.append(test.ratio(result.pairs))
        decision = Decision(test, result, tuple(ratios))
        if on_pair:
            on_pair(decision)
        return decision.verdict != "undecided"

    games = 2 * len(chosen)
    result = match(first, second, games=games, openings=chosen, on_game=is_decided, **options)
    return Decision(test, result, tuple(ratios))


def shared_match(
    first: Engine,
    second: Engine,
    *,
    openings: Sequence[Sequence[Move]],
    names: tuple[str, str],
    cluster: str = "",
    nodes: int | None = None,
    on_pair: Callable[[MatchResult], object] | None = None,
) -> MatchResult:
    """Return the result of a match whose pairs are played on all cores, or on a Dask cluster.

    Each opening is played once with each colour. With a limit in nodes the games do not depend on
    who plays them. After each pair on_pair is called with that pair.
    """
    play = partial(_pair, first, second, names, nodes)
    pairs = {}
    for (number, _), pair in results_of(play, list(enumerate(openings)), cluster=cluster):
        pairs[number] = pair
        if on_pair:
            on_pair(pair)
    result = MatchResult(names)
    for game in chain.from_iterable(pairs[number].games for number in range(len(openings))):
        headers = {**game.headers, "Round": str(result.played + 1)}
        result = result.with_game(replace(game, headers=headers))
    return result


def _pair(
    first: Engine,
    second: Engine,
    names: tuple[str, str],
    nodes: int | None,
    opening: tuple[int, Sequence[Move]],
) -> MatchResult:
    return match(first, second, games=2, nodes=nodes, names=names, openings=[opening[1]])


def _standings(
    seats: tuple[_Seat, _Seat], openings: Iterable[Sequence[Move]]
) -> Iterator[MatchResult]:
    """Yield the result after each game: each opening is played twice, with the colours changed."""
    first, second = seats
    result = MatchResult((first.name, second.name))
    for opening in openings:
        for black, white in ((first, second), (second, first)):
            game = _game(black, white, tuple(opening), str(result.played + 1))
            result = result.with_game(game)
            yield result


def _seats(
    players: tuple[Player, Player],
    names: tuple[str, str] | None,
    limits: dict[str, Any],
    patience: float,
) -> tuple[_Seat, _Seat]:
    names = names or (_name(players[0], "first"), _name(players[1], "second"))
    first, second = (
        _seated(name, player, limits, patience) for name, player in zip(names, players, strict=True)
    )
    return first, second


def _name(player: Player, place: str) -> str:
    return f"{place} engine" if isinstance(player, Engine) else getattr(player, "__name__", place)


def _seated(name: str, player: Player, limits: dict[str, Any], patience: float) -> _Seat:
    """Return a player at the board, who is asked with the limits for searches."""
    ask: Any = player
    seconds = limits["seconds"]
    if isinstance(player, Engine):
        ask = partial(player.search, **limits)
        if all(limit is None for limit in limits.values()):
            seconds = player.limits.get("seconds")
        if type(player) is Engine and player.evaluation is None:
            return _Seat(name, ask, inf)  # only a learner's code may not keep to its limits
        if player.clock is not perf_counter:  # its seconds are not those on the wall
            seconds = None
    return _Seat(name, ask, patience if seconds is None else allowed_seconds(seconds))


def allowed_seconds(seconds: float) -> float:
    """Return the time after which a player that has so many seconds for a move is overdue."""
    return 1.5 * seconds + 0.2


def _game(black: _Seat, white: _Seat, opening: tuple[Move, ...], number: str) -> Game:
    """Return a game from an opening to its end."""
    position, moves, result, why = after(opening), list(opening), "*", ""
    while not (position.is_over or why):
        side, seat, loss = (
            ("Black", black, "1-0") if position.black_to_move else ("White", white, "0-1")
        )
        try:
            moves.append(seat.move(position))
            position = position.play(moves[-1])
        except Forfeit as fault:
            result, why = loss, f"{side} {fault}"
    headers = {
        "Round": number,
        "Black": black.name,
        "White": white.name,
        "Termination": why or position.ending,
    }
    return Game(tuple(moves), start(), result if why else position.result, headers)


class Forfeit(Exception):
    """A player has lost by a fault instead of its moves: the message names the fault."""


@dataclass(frozen=True, slots=True)
class _Seat:
    """A player at the board, how it is asked, and how many seconds it may take for a move."""

    name: str
    ask: Callable[[Position], Any]
    allowed: float

    def move(self, position: Position) -> Move:
        """Return the player's move, or raise Forfeit with what is wrong with it."""
        try:
            reply = (
                self.ask(position)
                if self.allowed == inf
                else in_time(self.allowed, lambda: self.ask(position))
            )
        except TookTooLong:
            raise Forfeit(f"took more than {self.allowed:g} s for a move") from None
        except Forfeit:
            raise
        except (Exception, SystemExit) as error:  # quit() must not end the match
            raise Forfeit(f"raised {type(error).__name__}: {error}") from error
        try:
            move = getattr(reply, "move", reply)
            return position.play(move).last_move  # type: ignore[return-value]
        except Exception:  # what a player returns may be anything
            raise Forfeit(
                f"returned {quoted(reply)} where the legal moves are {listed(position.moves())}"
            ) from None


def random_player(seed: int) -> Callable[[Position], Move]:
    """Return a player that chooses any legal move: the least that an engine has to beat."""
    random = Random(seed)

    def random_mover(position: Position) -> Move:
        return random.choice(position.moves())

    return random_mover


def after(opening: Sequence[Move]) -> Position:
    """Return the position that the first moves of a game lead to."""
    return reduce(Position.play, opening, start())


@cache
def fair_openings(seed: int = 0, *, plies: int = OPENING_PLIES) -> tuple[tuple[Move, ...], ...]:
    """Return all openings that leave neither side worse off at a glance, in an order by lot."""
    lines: list[tuple[Move, ...]] = [()]
    for _ in range(plies):
        lines = [(*line, move) for line in lines for move in after(line).moves()]
    glance = Engine(depth=5)
    fair = {}
    for line in lines:
        position = after(line)
        if position not in fair and abs(glance.search(position).score) <= BALANCED:
            fair[position] = line
    openings = list(fair.values())
    Random(seed).shuffle(openings)
    return tuple(openings)
