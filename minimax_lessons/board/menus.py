"""Menus: who may play on a board, and how far each of them may look."""

from __future__ import annotations

from typing import Any

from minimax_lessons.board.contract import Menu
from minimax_lessons.board.opponents import Limit, Opponent
from minimax_lessons.board.playing import Seat
from minimax_lessons.board.rules import Side

__all__ = ["Menus"]

PERSON, ENGINE = "You", "Engine"
SECONDS, DEPTHS = (0.2, 1, 3, 10), (1, 2, 3, 4, 6, 8, 10)
USUAL = (Limit(seconds=1), Limit(depth=4))


class Menus:
    """What a board offers: a person, the game's engine, the players that a learner has brought, and their limits."""

    def __init__(self, engine: Any, limit: Limit | None) -> None:
        self.engine = Opponent(engine, ENGINE)
        self._opponents = {ENGINE: self.engine}
        self._given = limit or Limit()
        menu = {*(Limit(seconds=seconds) for seconds in SECONDS), *(Limit(depth=depth) for depth in DEPTHS)}
        if self._given.kind:
            menu.add(self._given)
        self._limits = sorted(menu, key=lambda each: (each.kind == "depth", each.depth or each.seconds))

    @property
    def players(self) -> list[str]:
        """Return the names of all who can be chosen."""
        return [PERSON, *self._opponents]

    def opponent(self, name: str) -> Opponent | None:
        """Return the opponent of that name; None for a person at the board."""
        return self._opponents.get(name)

    def seat(self, side: Side, subject: Any) -> Seat:
        """Return a seat for whoever is meant: "you", "engine", or a player who is in the menus from now on."""
        seat = Seat(side, self._meant(subject), self._given)
        self.fit(seat)
        return seat

    def _meant(self, subject: Any) -> Opponent | None:
        if isinstance(subject, str):
            if subject.lower() not in (PERSON.lower(), ENGINE.lower()):
                raise ValueError(f'{subject!r}: who plays is "you", "engine", or a function or engine of your own')
            return self.opponent(subject.capitalize())
        opponent = Opponent(subject)
        name, number = opponent.name, 1
        while opponent.name in self.players:
            number += 1
            opponent.name = f"{name} {number}"
        self._opponents[opponent.name] = opponent
        return opponent

    def limits(self, seat: Seat) -> list[Limit]:
        """Return the limits that the seat's opponent can be given, one beside none if it has its own."""
        if seat.opponent is None:
            return []
        fitting = [limit for limit in self._limits if limit.kind in seat.opponent.limits]
        return [Limit(), *fitting] if seat.opponent.has_own_limit and fitting else fitting

    def fit(self, seat: Seat) -> None:
        """Give the seat a limit that its opponent understands: the one that it has, if possible."""
        fitting = self.limits(seat)
        if fitting and seat.limit not in fitting:
            seat.limit = next((limit for limit in fitting if limit in USUAL), fitting[0])

    def chosen(self, seat: Seat) -> Menu:
        """Return what stands in the menus of a seat, and which limits there are."""
        labels = [limit.label for limit in self.limits(seat)]
        player = PERSON if seat.opponent is None else seat.opponent.name
        return {"player": player, "limit": seat.limit.label if labels else "", "limits": labels}
