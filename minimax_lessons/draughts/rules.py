"""Rules: English draughts as a Position, with its moves, its ends and its draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from minimax_lessons.draughts import bitboards, evaluation
from minimax_lessons.draughts.bitboards import (
    BIT,
    BLACK_START,
    BOARD,
    SQUARE,
    STEPS,
    WHITE_START,
    RawMove,
    Sides,
)
from minimax_lessons.draughts.notation import Move, find_move, read_fen, write_fen

__all__ = [
    "DRAW_PLIES",
    "REPETITION_PLIES",
    "Position",
    "from_fen",
    "is_drawn",
    "perft",
    "placed",
    "start",
]

DRAW_PLIES = 80  # 40 moves each: half as many would make known wins unwinnable
# Kings need four plies to return, so no position stands for a third time sooner.
REPETITION_PLIES = 8
STEP_MOVES = {(start, to): Move(SQUARE[start], SQUARE[to]) for start, to in STEPS}


@dataclass(frozen=True, slots=True)
class Position:
    """An immutable position of English draughts, equal to any with the same pieces and turn.

    It also remembers how it came about: the last move, and the boards since the last capture or
    move of a man, from which the draw rules follow. That past does not count for ``==`` and
    ``hash``, just as it is not part of a FEN: a transposition table should find a position however
    it was reached. So of two equal positions one may be drawn by repetition and the other not.

    Build positions with ``start()`` and ``from_fen(text)``: they check what they are given, this
    class does not.
    """

    players: ClassVar[tuple[str, str]] = ("White", "Black")  # MAX's name first
    # the squares of each side's pieces and of both sides' kings, as bitboards.py explains
    black: int
    white: int
    kings: int
    black_to_move: bool
    last_move: Move | None = field(default=None, compare=False)
    # (black, white, kings), the oldest first
    past: tuple[Sides, ...] = field(default=(), compare=False)

    @property
    def maximizing(self) -> bool:
        """Return True when White is to move: White is MAX."""
        return not self.black_to_move

    @property
    def to_move(self) -> str:
        """Return the side to move: Black or White."""
        return "Black" if self.black_to_move else "White"

    @property
    def fen(self) -> str:
        """Return the position as text: ``B:W21,22:B1,K2``."""
        return write_fen(self)

    @property
    def pieces(self) -> dict[int, str]:
        """Return the piece on each occupied square: b or w for a man, B or W for a king."""
        letters = {}
        for square, bit in BIT.items():
            if bit & (self.black | self.white):
                letter = "b" if bit & self.black else "w"
                letters[square] = letter.upper() if bit & self.kings else letter
        return letters

    @property
    def is_draw(self) -> bool:
        """Return True at a position's third time, or after 80 plies of kings without capture."""
        board = self.black, self.white, self.kings
        return is_drawn(board, self.past, len(self.past)) and self._can_move

    @property
    def is_over(self) -> bool:
        """Return True when the player to move has no move, which loses, or the game is drawn."""
        return not self._can_move or self.is_draw

    @property
    def result(self) -> str:
        """Return 1-0 when White has won, 0-1 for Black, 1/2-1/2 for a draw, * before the end."""
        if not self._can_move:
            return "1-0" if self.black_to_move else "0-1"
        return "1/2-1/2" if self.is_draw else "*"

    @property
    def ending(self) -> str:
        """Return the reason why the game is over; nothing while it goes on."""
        if not self._can_move:
            winner, loser = ("White", "Black") if self.black_to_move else ("Black", "White")
            return f"{winner} wins: {loser} has no {'move' if self.sides[0] else 'piece left'}"
        if self.is_draw:
            if len(self.past) >= DRAW_PLIES:
                moves = DRAW_PLIES // 2
                return f"drawn: {moves} moves each without a capture or a move of a man"
            return "drawn: the same position for the third time"
        return ""

    @property
    def sides(self) -> tuple[int, int]:
        """Return the pieces of the player to move, and the enemy's."""
        return (self.black, self.white) if self.black_to_move else (self.white, self.black)

    @property
    def _can_move(self) -> bool:
        own, enemy = self.sides
        down, up = bitboards.directions(own, self.kings, self.black_to_move)
        empty = BOARD ^ own ^ enemy
        step = (down << 4 | down << 5 | up >> 4 | up >> 5) & empty
        return bool(step or bitboards.jumpers(down, up, enemy, empty))

    def moves(self) -> tuple[Move, ...]:
        """Return the legal moves: captures alone if there are any, and none at the end."""
        if self.is_draw:
            return ()
        own, enemy = self.sides
        down, up = bitboards.directions(own, self.kings, self.black_to_move)
        empty = BOARD ^ own ^ enemy
        starts = bitboards.jumpers(down, up, enemy, empty)
        if not starts:
            return tuple(sorted([STEP_MOVES[step] for step in bitboards.steps(down, up, empty)]))
        capture_moves = bitboards.captures(starts, enemy, empty, self.kings, self.black_to_move)
        return tuple(sorted([Move(*[SQUARE[bit] for bit in path]) for path, _ in capture_moves]))

    def read_move(self, text: str) -> Move:
        """Return the legal move in a text: 11-15, 22x15x8, or 22x8 if that is unambiguous."""
        return find_move(text, self)

    def play(self, move: Move | str, /) -> Position:
        """Return a new position: the one after a legal move, given as a Move or as text."""
        if isinstance(move, str):
            return self._after(self.read_move(move))
        for legal in self.moves():
            if legal == move:
                return self._after(legal)
        return self._after(self.read_move(str(Move(*move))))  # or it says why that is not legal

    def children(self) -> tuple[Position, ...]:
        """Return the positions one move ahead, in the order of the moves."""
        return tuple([self._after(move) for move in self.moves()])

    def _after(self, move: Move) -> Position:
        """Return the position after a move that is known to be legal."""
        (own, enemy), kings, change = self.sides, self.kings, raw(move)
        taking = isinstance(change[0], tuple)
        past = (
            () if taking or not change[0] & kings else (*self.past, (self.black, self.white, kings))
        )
        after = bitboards.after_capture if taking else bitboards.after_step
        enemy, own, kings = after(own, enemy, kings, change)
        black, white = (own, enemy) if self.black_to_move else (enemy, own)
        return Position(black, white, kings, not self.black_to_move, move, past)

    def evaluate(self) -> float:
        """Return the static value for White: a man is worth 100, a lost game -10,000, a draw 0."""
        if self.is_over:
            return {"1-0": evaluation.WIN, "0-1": -evaluation.WIN, "1/2-1/2": 0}[self.result]
        return evaluation.evaluate(self)

    def __repr__(self) -> str:
        return f"draughts.from_fen({self.fen!r})"

    def __str__(self) -> str:
        rows = []
        for first in range(1, 33, 4):
            letters = "   ".join(self.pieces.get(square, ".") for square in range(first, first + 4))
            indent = "  " if first % 8 == 1 else ""
            rows.append(f"{indent + letters:<18}{first:>2}-{first + 3}")
        turn = self.ending or f"{self.to_move} to move"
        return "\n".join([*rows, turn[0].upper() + turn[1:]])

    def _repr_svg_(self) -> str:
        from minimax_lessons.draughts.picture import board_svg

        return board_svg(self)


def is_drawn(board: Sides, past: Sequence[Sides], plies: int) -> bool:
    """Return True for a draw by rule: a board's third time, or 80 plies of kings without capture.

    The last boards of the past, as many as there were plies since the last capture or move of a
    man, can stand again.
    """
    if plies < REPETITION_PLIES:
        return False
    return plies >= DRAW_PLIES or past[-2 : -plies - 1 : -2].count(board) >= 2


def raw(move: Move) -> RawMove:
    """Return a move as the bitboards have it: a step, or a capture."""
    if move.is_capture:
        return tuple([BIT[square] for square in move]), sum(
            [BIT[square] for square in move.captured]
        )
    return BIT[move[0]], BIT[move[1]]


def start() -> Position:
    """Return the position a game begins with: twelve men each, Black to move."""
    return Position(BLACK_START, WHITE_START, 0, True)


def from_fen(text: str) -> Position:
    """Return the position that a FEN describes: ``from_fen("W:WK6,K9:BK15")``."""
    return placed(*read_fen(text))


def placed(pieces: Mapping[int, str], black_to_move: bool) -> Position:
    """Return the position in which pieces stand on squares, as ``position.pieces`` names them."""
    black, white, kings = (
        sum(BIT[square] for square, p in pieces.items() if p in kind) for kind in ("bB", "wW", "BW")
    )
    return Position(black, white, kings, black_to_move)


def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of that many moves; draws by rule do not end them.

    The classic test of a move generator: every count is known, and one wrong move changes it.
    """
    if isinstance(depth, bool) or not isinstance(depth, int) or depth < 0:
        raise ValueError(f"perft counts sequences of depth 0, 1, 2 … moves, not {depth!r}")
    return bitboards.perft(*position.sides, position.kings, position.black_to_move, depth)
