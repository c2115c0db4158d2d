"""Playing: a game in progress on any board, with its seats, its moves and taking back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from minimax_lessons.board import contract
from minimax_lessons.board.opponents import Limit, Opponent, Thought
from minimax_lessons.board.rules import Rules, Side

__all__ = ["Menus", "Playing", "Seat"]

PERSON, ENGINE = "You", "Engine"
MOVE_SECONDS, DEPTHS = (0.2, 1, 3, 10), (1, 2, 3, 4, 6, 8, 10)
USUAL = (Limit(seconds=1), Limit(depth=4))


@dataclass(slots=True)
class Seat:
    """A side and who plays it: a person at the board when there is no opponent."""

    side: Side
    opponent: Opponent | None
    limit: Limit


@dataclass
class Playing:
    """A game in progress. The position may be changed only through its methods."""

    rules: Rules
    seats: tuple[Seat, Seat]
    positions: list[Any]  # the one it began with, and one after each move
    moves: list[Any] = field(default_factory=list)
    # what led to the move of that number, if it was told
    thoughts: dict[int, Thought] = field(default_factory=dict)
    resigned: Side | None = None
    paused: bool = False  # an opponent is to move, and waits until it is told to
    problem: str = ""  # why the last answer of an opponent could not be played

    @property
    def position(self) -> Any:
        """Return the position on the board."""
        return self.positions[-1]

    @property
    def seat(self) -> Seat:
        """Return the seat of the player to move."""
        return self.seat_at(len(self.moves))

    def seat_at(self, ply: int) -> Seat:
        """Return the seat of the player to move after so many moves."""
        to_move = self.positions[ply].maximizing
        return next(seat for seat in self.seats if seat.side.maximizing == to_move)

    @property
    def is_over(self) -> bool:
        """Return True when the game has ended."""
        return self.resigned is not None or self.position.is_over

    @property
    def ending(self) -> str:
        """Return the end of the game in words."""
        if self.resigned is not None:
            winner = next(seat.side.name for seat in self.seats if seat.side is not self.resigned)
            return f"{winner} wins: {self.resigned.name} has resigned"
        ending = self.rules.ending(self.position)
        return ending[:1].upper() + ending[1:]

    @property
    def awaits_person(self) -> bool:
        """Return True when somebody at the board is to move."""
        return not self.is_over and self.seat.opponent is None

    @property
    def has_person(self) -> bool:
        """Return True when somebody at the board plays at all."""
        return any(seat.opponent is None for seat in self.seats)

    def play(self, move: Any, thought: Thought | None = None) -> None:
        """Play a legal move; the thought is what led to it."""
        after = self.position.play(move)
        if thought is not None:
            self.thoughts[len(self.moves)] = thought
        self.positions.append(after)
        self.moves.append(move)
        self.problem = ""

    @property
    def undoes_to(self) -> int | None:
        """Return the number of moves left after a person takes a choice back; None without one."""
        if self.resigned is not None:
            return len(self.moves)
        earlier = reversed(range(len(self.moves)))
        return next(
            (ply for ply in earlier if self.seat_at(ply).opponent is None or not self.has_person),
            None,
        )

    def undo(self) -> None:
        """Take back the last moves, or the resignation."""
        keep = self.undoes_to
        if keep is None:
            return
        del self.moves[keep:], self.positions[keep + 1 :]
        self.thoughts = {ply: thought for ply, thought in self.thoughts.items() if ply < keep}
        self.resigned, self.problem = None, ""
        self.paused = not self.has_person

    def begin(self, position: Any) -> None:
        """Put up a position and begin a new game from it."""
        self.positions, self.moves, self.thoughts = [position], [], {}
        self.resigned, self.problem, self.paused = None, "", False

    def begin_again(self) -> None:
        """Begin a new game from where this one began."""
        self.begin(self.positions[0])

    def pause(self) -> None:
        """Let the opponents wait."""
        self.paused = True

    def resume(self) -> None:
        """Let the opponents go on, also after one has failed."""
        self.paused, self.problem = False, ""

    def resign(self) -> None:
        """Give up for the person who is to move, or who waits for an opponent's move."""
        if not self.is_over and self.has_person:
            self.resigned = next(
                seat.side for seat in (self.seat, *self.seats) if seat.opponent is None
            )


class Menus:
    """The choices of a board: a person, the engine, the learner's players, and their limits."""

    def __init__(self, engine: Any, limit: Limit | None) -> None:
        self.engine = Opponent(engine, ENGINE)
        self._opponents = {ENGINE: self.engine}
        self._given = limit or Limit()
        menu = {
            *(Limit(seconds=seconds) for seconds in MOVE_SECONDS),
            *(Limit(depth=depth) for depth in DEPTHS),
        }
        if self._given.kind:
            menu.add(self._given)
        self._limits = sorted(
            menu, key=lambda choice: (choice.kind == "depth", choice.depth or choice.seconds)
        )

    @property
    def players(self) -> list[str]:
        """Return the names of all who can be chosen."""
        return [PERSON, *self._opponents]

    def opponent(self, name: str) -> Opponent | None:
        """Return the opponent of that name; None for a person at the board."""
        return self._opponents.get(name)

    def seat(self, side: Side, subject: Any) -> Seat:
        """Return the seat of "you", "engine", or a player, who is in the menus from now on."""
        seat = Seat(side, self._meant(subject), self._given)
        self.fit(seat)
        return seat

    def _meant(self, subject: Any) -> Opponent | None:
        if isinstance(subject, str):
            if subject.lower() not in (PERSON.lower(), ENGINE.lower()):
                raise ValueError(
                    f'{subject!r}: who plays is "you", "engine", '
                    "or a function or engine of your own"
                )
            return self.opponent(subject.capitalize())
        opponent = Opponent(subject)
        name, number = opponent.name, 1
        while opponent.name in self.players:
            number += 1
            opponent.name = f"{name} {number}"
        self._opponents[opponent.name] = opponent
        return opponent

    def limits(self, seat: Seat) -> list[Limit]:
        """Return the limits for the seat's opponent, with "none" if it has a limit of its own."""
        if seat.opponent is None:
            return []
        fitting = [limit for limit in self._limits if limit.kind in seat.opponent.limits]
        return [Limit(), *fitting] if seat.opponent.has_own_limit and fitting else fitting

    def fit(self, seat: Seat) -> None:
        """Give the seat a limit that its opponent understands: the one that it has, if possible."""
        fitting = self.limits(seat)
        if fitting and seat.limit not in fitting:
            seat.limit = next((limit for limit in fitting if limit in USUAL), fitting[0])

    def shown(self, seat: Seat) -> contract.Side:
        """Return a seat as the page draws it, with the entries of its menus and its limits."""
        labels = [limit.label for limit in self.limits(seat)]
        player = PERSON if seat.opponent is None else seat.opponent.name
        limit = seat.limit.label if labels else ""
        return {
            "name": seat.side.name,
            "piece": seat.side.piece,
            "player": player,
            "limit": limit,
            "limits": labels,
        }
