"""K in a row: one position for all boards from noughts and crosses to Gomoku."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from string import ascii_lowercase
from typing import ClassVar

from minimax_lessons.quoting import listed, quoted

__all__ = ["KInARow", "from_text", "gomoku", "noughts_and_crosses", "start"]

LARGEST = 26  # a column is a letter
# squares that a search can fill to the end; beyond, the order of the moves has to help
SOLVABLE = 16

# A board is two whole numbers with one bit a square: where the crosses are, and where the noughts
# are. Each row has one square too many, which stays empty: a line that runs off the right edge ends
# there, instead of going on at the left of the next row. So a shift moves all the stones at once,
# one step in any of the four directions of a line.
#
#          a   b   c   -
#      1   0   1   2   3        right: 1
#      2   4   5   6   7        down: 4, the width and 1
#      3   8   9  10  11        down and right: 5        down and left: 3


@dataclass(frozen=True, slots=True)
class Grid:
    """A board's size and how many in a row win, with everything that follows from them."""

    width: int
    height: int
    k: int
    # a square's name -> its bit, in reading order
    bits: dict[str, int] = field(compare=False, repr=False)
    # its bit -> its name, in the order moves are looked at
    names: dict[int, str] = field(compare=False, repr=False)
    board: int = field(compare=False, repr=False)  # the bits of all squares
    steps: tuple[int, ...] = field(compare=False, repr=False)

    def lines(self, stones: int, step: int) -> int:
        """Return the squares where k of the stones in a row begin."""
        for _ in range(self.k - 1):
            stones &= stones >> step
        return stones

    def has_line(self, stones: int) -> bool:
        """Return True when k of the stones stand in a row."""
        return any(self.lines(stones, step) for step in self.steps)

    def finishing(self, stones: int) -> int:
        """Return the squares, free or not, where one more stone makes k in a row."""
        lines_found = 0
        for step in self.steps:
            for gap in range(self.k):
                begins = -1  # every bit
                for i in range(self.k):
                    if i != gap:
                        begins &= stones >> i * step
                lines_found |= begins << gap * step
        return lines_found & self.board

    def near(self, stones: int) -> int:
        """Return the stones and all squares that touch one."""
        around = stones
        for step in self.steps:
            around |= stones << step | stones >> step
        return around & self.board

    def strength(self, own: int, enemy: int) -> int:
        """Return the worth of a player's open lines: 1 with one stone of k, then 10 and so on."""
        total = 0
        for step in self.steps:
            # with_stones[n]: where the lines begin that have n stones or more among their first
            # squares
            with_stones = [self.lines(self.board & ~enemy, step)] + [0] * self.k
            for i in range(self.k):
                stones = own >> i * step
                for n in range(i, -1, -1):
                    with_stones[n + 1] |= with_stones[n] & stones
            counts = [begins.bit_count() for begins in with_stones]
            total += counts[1] + sum(9 * 10 ** (n - 2) * counts[n] for n in range(2, self.k + 1))
        return total


@lru_cache(maxsize=64)
def _grid(width: int, height: int, k: int) -> Grid:
    for what, size in (("width", width), ("height", height)):
        if not isinstance(size, int) or not 1 <= size <= LARGEST:
            raise ValueError(
                f"{what}={size!r}: a board has from 1 to {LARGEST} columns, and as many rows"
            )
    if not isinstance(k, int) or not 1 <= k <= max(width, height):
        raise ValueError(
            f"k={k!r}: on a {width} × {height} board from 1 to {max(width, height)} in a row can "
            "win"
        )

    stride = width + 1
    squares = [(row, column) for row in range(height) for column in range(width)]
    bits = {
        f"{ascii_lowercase[column]}{row + 1}": 1 << row * stride + column for row, column in squares
    }
    if len(squares) > SOLVABLE:  # from the middle outwards
        squares.sort(
            key=lambda square: (2 * square[0] - height + 1) ** 2 + (2 * square[1] - width + 1) ** 2
        )
    names = {
        1 << row * stride + column: f"{ascii_lowercase[column]}{row + 1}" for row, column in squares
    }
    return Grid(width, height, k, bits, names, sum(names), (1, stride, stride + 1, stride - 1))


@dataclass(frozen=True, slots=True, repr=False)
class KInARow:
    """A position of k in a row. X is MAX and moves first; a move is a free square, 'b2'.

    Columns are letters, rows are numbers, and a1 is at the top left: so moves read in the order of
    the text.
    """

    players: ClassVar[tuple[str, str]] = ("X", "O")  # MAX's name first
    grid: Grid
    crosses: int = 0
    noughts: int = 0
    # the square of the move that led here, for the picture
    last: str | None = field(default=None, compare=False)

    @property
    def maximizing(self) -> bool:
        """Return True when X is to move."""
        return self.crosses.bit_count() == self.noughts.bit_count()

    @property
    def sides(self) -> tuple[int, int]:
        """Return the stones of the player to move, and of the one who moved last."""
        return (self.crosses, self.noughts) if self.maximizing else (self.noughts, self.crosses)

    @property
    def winner(self) -> str | None:
        """Return "X" or "O" once k or more of them stand in a row, also six in a row at Gomoku."""
        # Only who moved last can have finished a row.
        if not self.grid.has_line(self.noughts if self.maximizing else self.crosses):
            return None
        return "XO"[self.maximizing]

    @property
    def is_over(self) -> bool:
        """Return True when somebody has won or the board is full."""
        return self.crosses | self.noughts == self.grid.board or self.winner is not None

    def evaluate(self) -> float:
        """Return 1 when X has won, -1 when O has, 0 for a draw; else an estimate in between.

        The estimate compares the lines that are still open to X with those open to O. It reaches a
        half when X is ahead by as much as one line in which a single stone is missing.
        """
        winner = self.winner
        if winner is not None:
            return 1 if winner == "X" else -1
        if self.crosses | self.noughts == self.grid.board:
            return 0
        lead = self.grid.strength(self.crosses, self.noughts) - self.grid.strength(
            self.noughts, self.crosses
        )
        return lead / (abs(lead) + 10.0 ** max(self.grid.k - 2, 0))

    def moves(self) -> tuple[str, ...]:
        """Return the free squares: in reading order on a small board, else likely ones first."""
        return tuple(self.grid.names[bit] for bit in self._free())

    def play(self, move: str, /) -> KInARow:
        """Return the position after X or O, whose turn it is, takes the square."""
        return self._after(self.grid.bits[self.read_move(move)])

    def read_move(self, text: str) -> str:
        """Return the free square that the text names, in small letters as moves() has it."""
        name = text.strip().lower() if isinstance(text, str) else ""
        bit = self.grid.bits.get(name, 0)
        if not bit & ~(self.crosses | self.noughts) or self.is_over:
            raise ValueError(self._objection(text))
        return name

    def children(self) -> tuple[KInARow, ...]:
        """Return the positions one move ahead, in the order of the moves."""
        return tuple(self._after(bit) for bit in self._free())

    def _after(self, bit: int) -> KInARow:
        if self.maximizing:
            return KInARow(self.grid, self.crosses | bit, self.noughts, self.grid.names[bit])
        return KInARow(self.grid, self.crosses, self.noughts | bit, self.grid.names[bit])

    def _free(self) -> list[int]:
        if self.is_over:
            return []
        grid, taken = self.grid, self.crosses | self.noughts
        free = grid.board & ~taken
        if len(grid.names) <= SOLVABLE:
            return [bit for bit in grid.names if bit & free]
        (own, enemy), near = self.sides, grid.near(taken)
        ordered: list[int] = []
        # what wins comes first, then what stops a win, is near the stones, is not so far off, and
        # the rest
        for group in (
            grid.finishing(own),
            grid.finishing(enemy),
            near,
            grid.near(near),
            grid.board,
        ):
            chosen = group & free
            free ^= chosen
            ordered += [bit for bit in grid.names if bit & chosen] if chosen else []
        return ordered

    def _objection(self, move: object) -> str:
        if self.is_over:
            return f"{quoted(move)} comes too late: {self.status}"
        bit = self.grid.bits.get(move.strip().lower()) if isinstance(move, str) else None
        free = [
            name
            for name, square in self.grid.bits.items()
            if not square & (self.crosses | self.noughts)
        ]
        legal = f"the legal moves are {listed(free)}"
        if bit is None:
            return (
                f"{quoted(move)} is no square of this {self.grid.width} × {self.grid.height} "
                f"board: {legal}"
            )
        return f"{move!r} is taken by {'X' if bit & self.crosses else 'O'}: {legal}"

    @property
    def status(self) -> str:
        """Return the player to move, or the end of the game, in words."""
        if self.is_over:
            return f"{self.winner} has won" if self.winner else "a draw"
        return f"{'X' if self.maximizing else 'O'} to move"

    @property
    def text(self) -> str:
        """Return the board as from_text reads it: "X.O/.X./..."."""
        marks = [
            "X" if bit & self.crosses else "O" if bit & self.noughts else "."
            for bit in self.grid.bits.values()
        ]
        width = self.grid.width
        return "/".join("".join(marks[i : i + width]) for i in range(0, len(marks), width))

    @property
    def winning_squares(self) -> tuple[str, ...]:
        """Return the squares of the row that won, in reading order; none before a win."""
        grid, winning = self.grid, 0
        for step in grid.steps:
            begins = grid.lines(self.sides[1], step)
            for i in range(grid.k):
                winning |= begins << i * step
        return tuple(name for name, bit in grid.bits.items() if bit & winning)

    def __repr__(self) -> str:
        last = f", last={self.last!r}" if self.last else ""
        return f"games.k_in_a_row.from_text({self.text!r}, k={self.grid.k}{last})"

    def __str__(self) -> str:
        columns = " ".join(ascii_lowercase[: self.grid.width])
        rows = (f"{number:2} {' '.join(row)}" for number, row in enumerate(self.text.split("/"), 1))
        return "\n".join((f"   {columns}", *rows, f"   {self.status}"))

    def clickable_picture(self) -> str:
        """Return the board as SVG in which each square is an element with an id."""
        return self._repr_svg_(named=True)

    def _repr_svg_(self, *, named: bool = False) -> str:
        from minimax_lessons.grid_picture import grid_svg

        grid = self.grid
        places = {name: divmod(number, grid.width) for number, name in enumerate(grid.bits)}
        return grid_svg(
            self.text.split("/"),
            title=f"{self.text}: {self.status}",
            columns=ascii_lowercase[: grid.width],
            numbers=range(1, grid.height + 1),
            won={places[name] for name in self.winning_squares},
            last=places.get(self.last or ""),
            named=named,
        )


def start(width: int, height: int, k: int) -> KInARow:
    """Return an empty board, so many columns wide and rows high, on which k in a row win."""
    return KInARow(_grid(width, height, k))


def noughts_and_crosses() -> KInARow:
    """Return the empty 3 × 3 board, three in a row to win."""
    return start(3, 3, 3)


def gomoku() -> KInARow:
    """Return the empty 15 × 15 board, five or more in a row to win."""
    return start(15, 15, 5)


def from_text(text: str, k: int, *, last: str | None = None) -> KInARow:
    """Return the position of a text: rows from the top, between "/" or lines, of X, O and ".".

    Who is to move follows from the stones. With last the square of the last move, a picture shows
    it.
    """
    rows = ["".join(row.split()).upper() for row in text.strip().replace("\n", "/").split("/")]
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise ValueError(
                f"row {number}, {quoted(row)}, has {len(row)} squares where row 1 has "
                f"{len(rows[0])}"
            )
        strange = row.strip("XO.")
        if strange:
            raise ValueError(
                f"{strange[0]!r} in row {number}, {quoted(row)}: a square is X, O or . for a free "
                "one"
            )
    grid = _grid(len(rows[0]), len(rows), k)
    marks = dict(zip(grid.bits.values(), "".join(rows), strict=True))
    crosses, noughts = (
        sum(bit for bit, mark in marks.items() if mark == player) for player in "XO"
    )
    position = KInARow(grid, crosses, noughts, last.strip().lower() if last else None)
    _check_turns(position, quoted(text))
    if last and not grid.bits.get(str(position.last), 0) & position.sides[1]:
        raise ValueError(
            f"last={quoted(last)}: {'XO'[position.maximizing]}, who moved last, does not stand "
            "there"
        )
    return position


def _check_turns(position: KInARow, shown: str) -> None:
    has_line, (own, enemy) = position.grid.has_line, position.sides
    to_move, last = "XO" if position.maximizing else "OX"
    count = {"X": position.crosses.bit_count(), "O": position.noughts.bit_count()}
    if count["X"] - count["O"] not in (0, 1):
        counts = f"{count['X']} X and {count['O']} O"
        raise ValueError(
            f"{counts} in {shown}: X moves first and they take turns, so X has as many as O or one "
            "more"
        )
    if has_line(own):
        raise ValueError(f"{to_move} has a row in {shown}, and yet the other side moved after that")
    if has_line(enemy) and all(has_line(enemy & ~bit) for bit in position.grid.names):
        raise ValueError(f"{last} has two rows in {shown} that no single move can have finished")
