"""Matches: two players of draughts against each other, colours alternated, with what the result is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial, reduce
from math import inf, log10, sqrt
from random import Random
from time import perf_counter
from typing import Any, TypeAlias

from minimax_lessons.draughts.engine import Engine
from minimax_lessons.draughts.notation import Move
from minimax_lessons.draughts.pdn import Game
from minimax_lessons.draughts.rules import Position, start
from minimax_lessons.errand import TookTooLong, in_time
from minimax_lessons.quoting import listed, quoted

__all__ = ["MatchResult", "after", "fair_openings", "match", "random_player"]

Player: TypeAlias = Engine | Callable[[Position], Any]  # a function returns a Move or its text

OPENING_PLIES = 3  # as in tournaments, where three-move openings are drawn by lot
BALANCED = 60  # an opening in which one side is ahead by more, at a glance, is no fair one
CONFIDENCE = 1.96  # standard deviations either side, for 95 %


@dataclass(frozen=True)
class MatchResult:
    """How a match stands: the first player's wins, draws and losses, and all games to replay."""

    names: tuple[str, str]
    wins: int
    draws: int
    losses: int
    games: tuple[Game, ...] = field(repr=False)

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
        """Return how many Elo points the first player is stronger, as far as this score tells."""
        return _elo(self.score)

    @property
    def interval(self) -> tuple[float, float]:
        """Return between which bounds the Elo difference lies, with 95 % confidence.

        Two wins and two losses are added before reckoning, after Agresti and Coull, so that a clean sweep of a few
        games does not look like a proof.
        """
        count = self.played + 4
        mean = (self.wins + 2 + self.draws / 2) / count
        spread = sqrt(max(0.0, (self.wins + 2 + self.draws / 4) / count - mean**2) / count)
        return _elo(mean - CONFIDENCE * spread), _elo(mean + CONFIDENCE * spread)

    @property
    def pdn(self) -> str:
        """Return all games as PDN."""
        return "\n".join(game.pdn for game in self.games)

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.names[0]} against {self.names[1]}: {self.wins} won, {self.draws} drawn, {self.losses} lost. "
            f"Elo {self.elo:+.0f}, with 95 % confidence between {low:+.0f} and {high:+.0f}.".replace("inf", "∞")
        )


def _elo(score: float) -> float:
    if score <= 0:
        return -inf
    return 400 * log10(score / (1 - score)) if score < 1 else inf


def match(
    first: Player,
    second: Player,
    *,
    games: int = 20,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    names: tuple[str, str] | None = None,
    seed: int = 0,
    openings: Sequence[Sequence[Move]] = (),
    patience: float = 30.0,
    on_game: Callable[[MatchResult], object] | None = None,
) -> MatchResult:
    """Return the result of a match: each opening is played twice, with colours changed.

    Openings not given are drawn by lot, by the seed: three moves that leave neither side worse off at a glance.
    A player is an Engine, or a function that returns its move in a position. Depth, seconds and nodes limit an engine's
    searches; without them its own limits do. Who raises an error, plays an illegal move or takes too long for one (half
    as long again as the seconds allow and 0.2 s more; where there is no such limit, patience) loses that game, and the
    match goes on: the game's Termination header tells why. After each game on_game is called with the standings.
    """
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise ValueError(f"games={games!r}: a match has at least one game")
    names = names or (_name(first, "first"), _name(second, "second"))
    limits = {"depth": depth, "seconds": seconds, "nodes": nodes}
    one, other = (_seated(name, player, limits, patience) for name, player in zip(names, (first, second), strict=True))
    result = MatchResult(names, 0, 0, 0, ())
    chosen = openings or fair_openings(seed)
    for number in range(games):
        black, white = (other, one) if number % 2 else (one, other)
        game = _game(black, white, tuple(chosen[number // 2 % len(chosen)]), str(number + 1))
        result = _with(result, game, black is one)
        if on_game:
            on_game(result)
    return result


def _name(player: Player, place: str) -> str:
    return f"{place} engine" if isinstance(player, Engine) else getattr(player, "__name__", place)


def _with(result: MatchResult, game: Game, first_is_black: bool) -> MatchResult:
    won = "0-1" if first_is_black else "1-0"
    outcome = {won: "wins", "1/2-1/2": "draws"}.get(game.result, "losses")
    return replace(result, games=(*result.games, game), **{outcome: getattr(result, outcome) + 1})


def _seated(name: str, player: Player, limits: dict[str, Any], patience: float) -> _Seat:
    """Return a player at the board, who is asked with the limits for searches."""
    ask: Any = player
    seconds = limits["seconds"]
    if isinstance(player, Engine):
        ask = partial(player.search, **limits)
        if all(limit is None for limit in limits.values()):
            seconds = player.limits.get("seconds")
        if player.clock is not perf_counter:  # its seconds are not those on the wall
            seconds = None
    return _Seat(name, ask, patience if seconds is None else 1.5 * seconds + 0.2)


def _game(black: _Seat, white: _Seat, opening: tuple[Move, ...], number: str) -> Game:
    """Return a game from an opening to its end."""
    position, moves, result, why = after(opening), list(opening), "*", ""
    while not (position.is_over or why):
        side, seat, loss = ("Black", black, "1-0") if position.black_to_move else ("White", white, "0-1")
        try:
            moves.append(seat.move(position))
            position = position.play(moves[-1])
        except _Forfeit as fault:
            result, why = loss, f"{side} {fault}"
    headers = {"Round": number, "Black": black.name, "White": white.name, "Termination": why or position.ending}
    return Game(tuple(moves), start(), result if why else position.result, headers)


class _Forfeit(Exception):
    """A player has lost the game by something else than its moves."""


@dataclass(frozen=True, slots=True)
class _Seat:
    """A player at the board, how it is asked, and how many seconds it may take for a move."""

    name: str
    ask: Callable[[Position], Any]
    allowed: float

    def move(self, position: Position) -> Move:
        """Return the player's move, or raise _Forfeit with what is wrong with it."""
        try:
            said = in_time(self.allowed, lambda: self.ask(position))
        except TookTooLong:
            raise _Forfeit(f"took more than {self.allowed:g} s for a move") from None
        except (Exception, SystemExit) as error:  # quit() must not end the match
            raise _Forfeit(f"raised {type(error).__name__}: {error}") from error
        try:
            return position.play(getattr(said, "move", said)).last_move  # type: ignore[return-value]
        except Exception:  # what a player returns may be anything
            raise _Forfeit(f"returned {quoted(said)} where the legal moves are {listed(position.moves())}") from None


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
def fair_openings(seed: int = 0) -> tuple[tuple[Move, ...], ...]:
    """Return all openings of three moves that leave neither side worse off at a glance, in an order by lot."""
    lines: list[tuple[Move, ...]] = [()]
    for _ in range(OPENING_PLIES):
        lines = [(*line, move) for line in lines for move in after(line).moves()]
    glance = Engine(depth=5)
    fair = {}
    for line in lines:
        position = after(line)
        if position not in fair and abs(glance.search(position).score) <= BALANCED:
            fair[position] = line
    found = list(fair.values())
    Random(seed).shuffle(found)
    return tuple(found)
