"""Connect Four in forty lines: a game of one's own, as CONTRIBUTING.md shows it."""

from dataclasses import dataclass

from minimax_lessons.board.rules import Rules, Side, Square
from minimax_lessons.position import Position

COLUMNS = "abcdefg"


@dataclass(frozen=True)
class ConnectFour(Position):
    stones: tuple[str, ...] = ("",) * 7  # each column's, from the bottom up: "XO"

    maximizing = property(lambda self: len("".join(self.stones)) % 2 == 0)
    is_over = property(lambda self: not self.moves())

    def moves(self):
        return () if self.row else tuple(c for c, column in zip(COLUMNS, self.stones, strict=True) if len(column) < 6)

    def play(self, move):
        at = COLUMNS.index(move)
        dropped = self.stones[at] + ("X" if self.maximizing else "O")
        return ConnectFour((*self.stones[:at], dropped, *self.stones[at + 1 :]))

    def evaluate(self):
        return (-1 if self.maximizing else 1) if self.row else 0

    @property
    def row(self):
        squares = {(c, r): mark for c, column in enumerate(self.stones) for r, mark in enumerate(column)}
        ways = [(1, 0), (0, 1), (1, 1), (1, -1)]
        lines = [[(c + i * dc, r + i * dr) for i in range(4)] for c, r in squares for dc, dr in ways]
        return next((line for line in lines if {squares.get(at) for at in line} in ({"X"}, {"O"})), [])


class FourInARow(Rules):
    title, sides = "Connect Four", (Side("X", "X", maximizing=True), Side("O", "O", maximizing=False))
    start = staticmethod(ConnectFour)

    def squares(self, position):
        rows = [[(c, r, position.stones[c][r : r + 1]) for c in range(7)] for r in reversed(range(6))]
        return [[Square(f"{COLUMNS[c]}{r + 1}", 5 - r, c, mark, mark or "free") for c, r, mark in row] for row in rows]

    def path(self, move, position):
        return [f"{move}{len(position.stones[COLUMNS.index(move)]) + 1}"]

    def row(self, position):
        return [f"{COLUMNS[c]}{r + 1}" for c, r in position.row]
