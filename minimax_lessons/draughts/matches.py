"""Matches: two players of draughts against each other, colours alternated, with what the result is worth."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import cache
from math import inf, log10, sqrt
from random import Random
from threading import Event, Lock, Thread, get_ident
from time import perf_counter
from types import TracebackType
from typing import Any, TypeAlias

from minimax_lessons.draughts.engine import Engine
from minimax_lessons.draughts.notation import Move
from minimax_lessons.draughts.pdn import Game
from minimax_lessons.draughts.rules import Position, start

__all__ = ["MatchResult", "fair_openings", "match", "random_player"]

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
            f"Elo {self.elo:+.0f}, with 95 % confidence between {low:+.0f} and {high:+.0f}."
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
    as long again as the seconds allow and 0.2 s more; for a function without them, patience) loses that game, and the
    match goes on: the game's Termination header tells why. After each game on_game is called with the standings.
    """
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise ValueError(f"games={games!r}: a match has at least one game")
    names = names or (_name(first, "first"), _name(second, "second"))
    limits = {"depth": depth, "seconds": seconds, "nodes": nodes}
    allowed = patience if seconds is None else 1.5 * seconds + 0.2
    result = MatchResult(names, 0, 0, 0, ())
    chosen = openings or fair_openings(seed)
    with closing(_Alarm(allowed)) as alarm:
        for number in range(games):
            opening = tuple(chosen[number // 2 % len(chosen)])
            is_black = number % 2 == 0  # the first player
            players = (first, second) if is_black else (second, first)
            game = _game(players, opening, limits, alarm, names if is_black else names[::-1], number + 1)
            result = _with(result, game, is_black)
            if on_game:
                on_game(result)
    return result


def _name(player: Player, place: str) -> str:
    if isinstance(player, Engine):
        return f"{place} engine"
    return getattr(player, "__name__", place)


def _with(result: MatchResult, game: Game, first_is_black: bool) -> MatchResult:
    won, lost = ("0-1", "1-0") if first_is_black else ("1-0", "0-1")
    return MatchResult(
        result.names,
        result.wins + (game.result == won),
        result.draws + (game.result == "1/2-1/2"),
        result.losses + (game.result == lost),
        (*result.games, game),
    )


def _game(
    players: tuple[Player, Player],
    opening: tuple[Move, ...],
    limits: dict[str, Any],
    alarm: _Alarm,
    names: tuple[str, str],
    number: int,
) -> Game:
    """Return a game between Black and White from an opening to its end."""
    position, moves, why = start(), list(opening), ""
    for move in opening:
        position = position.play(move)
    result = "*"
    while not position.is_over:
        black = position.black_to_move
        try:
            move = _move_of(players[0 if black else 1], position, limits, alarm)
        except _Forfeit as fault:
            side = "Black" if black else "White"
            result, why = "1-0" if black else "0-1", f"{side} {fault}"
            break
        moves.append(move)
        position = position.play(move)
    result = result if why else position.result
    headers = {"Round": str(number), "Black": names[0], "White": names[1], "Termination": why or position.ending}
    return Game(tuple(moves), start(), result, headers)


class _Forfeit(Exception):
    """A player has lost the game by something else than its moves."""


class _TooLong(BaseException):
    """Thrown into a player that does not come back; no Exception, lest its own code catches it."""


def _move_of(player: Player, position: Position, limits: dict[str, Any], alarm: _Alarm) -> Move:
    """Return the player's move, or raise _Forfeit with what is wrong with it."""
    began = perf_counter()
    try:
        with alarm:
            if isinstance(player, Engine):
                said: Any = player.search(position, **limits).move
            else:
                said = player(position)
    except _TooLong:
        raise _Forfeit(f"took more than {alarm.allowed:g} s for a move") from None
    except Exception as error:
        raise _Forfeit(f"raised {type(error).__name__}: {error}") from error
    if perf_counter() - began > alarm.allowed:
        raise _Forfeit(f"took more than {alarm.allowed:g} s for a move")
    try:
        return position.play(said).last_move  # type: ignore[return-value]
    except (ValueError, TypeError):
        legal = ", ".join(map(str, position.moves()))
        raise _Forfeit(f"returned {said!r} where the legal moves are {legal}") from None


class _Alarm:
    """A thread beside a match that throws _TooLong into a move that takes too long: even an endless loop ends.

    One thread serves all moves and need not be told of each: as every move has the same time, it sleeps until the
    earliest end that a move begun by then can have.
    """

    def __init__(self, allowed: float) -> None:
        self.allowed, self.deadline = allowed, inf
        self.lock, self.closed, self.rang = Lock(), Event(), False
        self.thread = get_ident()
        with suppress(RuntimeError):  # no threads here, as in a browser: the time is still looked at after the move
            Thread(target=self.run, daemon=True).start()

    def run(self) -> None:
        """Wait for the end of each move's time, until the match is over."""
        pause = self.allowed
        while not self.closed.wait(pause):
            with self.lock:
                left = self.deadline - perf_counter()
                if left <= 0:
                    self.rang, self.deadline = True, inf
                    self.throw(_TooLong)
            pause = left if 0 < left < self.allowed else self.allowed

    def close(self) -> None:
        """End with the match."""
        self.closed.set()

    def throw(self, what: type[BaseException] | None) -> None:
        """Throw an exception into the match's thread; None takes back one that has not arrived."""
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(self.thread), ctypes.py_object(what) if what else None
        )

    def __enter__(self) -> None:
        """Begin a move."""
        self.rang, self.deadline = False, perf_counter() + self.allowed

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End a move."""
        with self.lock:
            self.deadline = inf
            if self.rang:
                self.throw(None)


def random_player(seed: int) -> Callable[[Position], Move]:
    """Return a player that chooses any legal move: the least that an engine has to beat."""
    random = Random(seed)

    def random_mover(position: Position) -> Move:
        return random.choice(position.moves())

    return random_mover


@cache
def fair_openings(seed: int = 0) -> tuple[tuple[Move, ...], ...]:
    """Return all openings of three moves that leave neither side worse off at a glance, in an order by lot."""
    glance = Engine(depth=5)
    fair = {}
    for line in _lines(start(), OPENING_PLIES):
        position = start()
        for move in line:
            position = position.play(move)
        if position not in fair and abs(glance.search(position).score) <= BALANCED:
            fair[position] = line
    found = list(fair.values())
    Random(seed).shuffle(found)
    return tuple(found)


def _lines(position: Position, plies: int) -> Iterator[tuple[Move, ...]]:
    """Yield all lines of that many moves."""
    if not plies:
        yield ()
        return
    for move in position.moves():
        for line in _lines(position.play(move), plies - 1):
            yield (move, *line)
