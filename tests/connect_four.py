"""Connect Four in forty lines: a game of one's own, as CONTRIBUTING.md shows it."""

from dataclasses import dataclass

from minimax_lessons.board.rules import Rules, Side, Square
from minimax_lessons.position import Position

COLUMNS, ROWS = "abcdefg", 6
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass(frozen=True)
class ConnectFour(Position):
    stones: tuple[str, ...] = ("",) * 7  # each column's, from the bottom up: "XO"

    maximizing = property(lambda self: len("".join(self.stones)) % 2 == 0)
    is_over = property(lambda self: not self.moves())

    def moves(self):
        return [] if self.row else [c for c in COLUMNS if len(self.column(c)) < ROWS]

    def column(self, letter):
        return self.stones[COLUMNS.index(letter)]

    def play(self, move):
        at = COLUMNS.index(move)
        dropped = self.stones[at] + ("X" if self.maximizing else "O")
        return ConnectFour((*self.stones[:at], dropped, *self.stones[at + 1 :]))

    def evaluate(self):
        return (-1 if self.maximizing else 1) if self.row else 0

    @property
    def row(self):
        marks = {(c, r): mark for c, held in enumerate(self.stones) for r, mark in enumerate(held)}
        starts = [(c, r, dc, dr) for c, r in marks for dc, dr in DIRECTIONS]
        lines = [[(c + i * dc, r + i * dr) for i in range(4)] for c, r, dc, dr in starts]
        return next((line for line in lines if len({marks.get(at, at) for at in line}) == 1), [])


class FourInARow(Rules):
    title, start = "Connect Four", staticmethod(ConnectFour)
    sides = (Side("X", "X", maximizing=True), Side("O", "O", maximizing=False))

    def squares(self, position):
        return [[self.square(position, c, r) for c in COLUMNS] for r in reversed(range(ROWS))]

    def square(self, position, column, row):
        mark = position.column(column)[row : row + 1]
        return Square(f"{column}{row + 1}", 5 - row, COLUMNS.index(column), mark, mark or "free")

    def path(self, move, position):
        return [f"{move}{len(position.column(move)) + 1}"]

    def row(self, position):
        return [f"{COLUMNS[c]}{r + 1}" for c, r in position.row]
