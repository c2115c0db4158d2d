"""Opponents: anything that answers a position with a move, and what is understood of it."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from numbers import Integral, Real
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

from minimax_lessons.interruptible_task import Ended
from minimax_lessons.position import Position
from minimax_lessons.quoting import clipped, listed, quoted

__all__ = ["Limit", "Opponent", "Thought", "Unusable", "legal"]

Report = Callable[["Thought"], object]
Stop = Callable[[], bool]

LONGEST = 160  # characters of a learner's own message that are quoted
LIMITS = ("depth", "seconds")

# A player may keep notes of its search, so it is asked one thing at a time, on however many boards
# it plays. These are the locks of all players that are in use, by their ids.
_TURNS: WeakValueDictionary[int, Lock] = WeakValueDictionary()


class Unusable(Exception):
    """The fault of an opponent or of its answer, in one sentence."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit for an opponent: plies or seconds; with neither, its own."""

    depth: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.depth is not None and self.seconds is not None:
            raise ValueError("give depth or seconds, not both")
        if self.depth is not None and (type(self.depth) is not int or self.depth < 1):
            raise ValueError(
                f"depth={self.depth!r}: an opponent looks at least one ply ahead: 1, 2, 3 …"
            )
        if self.seconds is not None and (_number(self.seconds) is None or self.seconds < 0):
            raise ValueError(f"seconds={self.seconds!r}: give a number from 0 on, such as 0.5")

    @property
    def kind(self) -> str:
        """Return "depth", "seconds" or nothing."""
        return "depth" if self.depth is not None else "seconds" if self.seconds is not None else ""

    @property
    def label(self) -> str:
        """Return the limit as a menu names it: "depth 4", "1 s"."""
        if self.depth is not None:
            return f"depth {self.depth}"
        return f"{self.seconds:g} s" if self.seconds is not None else "its own limit"


@dataclass(frozen=True, slots=True)
class Thought:
    """An opponent's result, as far as it tells: the move, its score for MAX, and its cost."""

    move: Any
    score: float | None = None
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    variation: tuple[Any, ...] = ()  # how the game would go on, the move first

    @classmethod
    def read(cls, answer: Any, position: Position) -> Thought:
        """Return the thought in an answer with any other fields; Unusable for an illegal move."""
        move = legal(getattr(answer, "move", answer), position)
        fields = ("score", "depth", "nodes", "seconds")
        numbers: dict[str, Any] = {name: _number(getattr(answer, name, None)) for name in fields}
        return cls(
            move,
            **numbers,
            variation=_playable(getattr(answer, "variation", ()), position) or (move,),
        )


class Opponent:
    """A named player: an object with ``search``, or a function from a position to a move.

    Where it takes ``depth`` or ``seconds``, the board's limit is passed; ``report`` and ``stop``
    likewise.
    """

    def __init__(self, subject: Any, name: str = "") -> None:
        self.ask = getattr(subject, "search", subject)
        if not callable(self.ask):
            raise TypeError(
                f"{quoted(subject)} can't play: give a function from a position to a move, or an "
                "engine"
            )
        if isinstance(self.ask, type) or (isinstance(subject, type) and self.ask is not subject):
            raise TypeError(
                f"{subject.__name__} is a class, not a player: write {subject.__name__}()"
            )
        self.name = name or _name(subject)
        self.turn = _TURNS.setdefault(id(getattr(self.ask, "__self__", self.ask)), Lock())
        self._takes = _options(self.ask, self.name)
        self.limits = tuple(name for name in LIMITS if name in self._takes)
        own = getattr(subject, "limits", None)
        limited = isinstance(own, dict) and any(limit is not None for limit in own.values())
        self.has_own_limit = limited or all(self._takes[name] is not None for name in self.limits)
        self.listens = "stop" in self._takes  # it ends by itself when it is told to

    def think(self, position: Position, limit: Limit, report: Report, stop: Stop) -> Thought:
        """Return the opponent's answer, or raise Unusable with a sentence on its fault."""
        options = {limit.kind: getattr(limit, limit.kind)} if limit.kind in self._takes else {}
        if "report" in self._takes:
            options["report"] = lambda report_so_far: report(Thought.read(report_so_far, position))
        if self.listens:
            options["stop"] = stop
        try:
            return Thought.read(self.ask(position, **options), position)
        except Ended:
            raise
        except Unusable as problem:
            raise Unusable(f"{self.name} answered {problem}") from None
        except BaseException as error:  # quit() in a learner's function must not end the game
            raise Unusable(f"{self.name} raised {_described(error)}.") from error


def legal(move: Any, position: Position) -> Any:
    """Return the legal move that an answer means, or raise Unusable."""
    if move is None:
        raise Unusable("None instead of a move: is a return missing?")
    moves = position.moves()
    for legal_move in moves:
        if _same(legal_move, move):
            return legal_move
    if isinstance(move, str) and hasattr(position, "read_move"):
        try:
            return position.read_move(move)
        except ValueError as problem:
            raise Unusable(f"a move that can't be played: {problem}") from None
    raise Unusable(f"{quoted(move)}, which is not among the legal moves: {listed(moves)}.")


def _same(legal_move: Any, move: Any) -> bool:
    try:
        return bool(legal_move == move) or (
            isinstance(move, str) and str(legal_move) == move.strip()
        )
    except Exception:  # a move of the learner's own making may refuse to be compared
        return False


def _playable(variation: Any, position: Position) -> tuple[Any, ...]:
    """Return the moves of a variation as far as they can be played."""
    legal_moves: list[Any] = []
    with suppress(Exception):  # a line that goes wrong somewhere is shown up to there
        for move in variation:
            legal_moves.append(legal(move, position))
            position = position.play(legal_moves[-1])
    return tuple(legal_moves)


def _options(ask: Callable[..., Any], name: str) -> dict[str, Any]:
    """Return the options of a board that a function takes, with their defaults."""
    try:
        parameters = inspect.signature(ask).parameters.values()
    except (TypeError, ValueError):  # some functions written in C do not tell
        return {}
    known_options = (*LIMITS, "report", "stop")
    asked = [
        p
        for p in parameters
        if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
    ]
    if unknown := [p.name for p in asked[1:] if p.name not in known_options]:
        raise TypeError(
            f"{name} wants more than a position: {', '.join(unknown)}. Give a function of a "
            "position alone"
        )
    if all(p.kind in (p.KEYWORD_ONLY, p.VAR_KEYWORD) for p in parameters):
        raise TypeError(f"{name} takes no position: give a function from a position to a move")
    return {
        p.name: None if p.default is p.empty else p.default
        for p in parameters
        if p.name in known_options
    }


def _name(subject: Any) -> str:
    owner = getattr(subject, "__self__", None)  # of a method
    if owner is not None and not inspect.ismodule(owner):
        return type(owner).__name__
    # a learner's own, given to an engine
    judge = getattr(getattr(subject, "evaluation", None), "__name__", "")
    if judge:
        return f"{type(subject).__name__} with {judge}"
    return str(
        getattr(subject, "name", None)
        or getattr(subject, "__name__", None)
        or type(subject).__name__
    )


def _described(error: BaseException) -> str:
    """Return an exception with the line of the learner's code that raised it."""
    message = ": ".join(filter(None, (type(error).__name__, _message(error))))
    frames = traceback.extract_tb(error.__traceback__)
    place = f" (line {frames[-1].lineno} of {frames[-1].name})" if len(frames) > 1 else ""
    return clipped(" ".join(message.split()), LONGEST) + place


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return ""


def _number(value: Any) -> float | None:
    """Return a number as Python's own; None when it is none that can be shown."""
    try:
        if isinstance(value, bool) or not isinstance(value, Real) or not isfinite(value):
            return None
        return int(value) if isinstance(value, Integral) else float(value)
    except OverflowError:
        return None
