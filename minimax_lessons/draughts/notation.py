"""Notation: positions as FEN and moves as players write them, with errors that name the place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NoReturn

from minimax_lessons.draughts.bitboards import BIT, KING_JUMPS, SQUARE, squares
from minimax_lessons.quoting import listed, quoted

if TYPE_CHECKING:
    from minimax_lessons.draughts.rules import Position

__all__ = ["Move", "find_move", "read_fen", "write_fen"]

PIECES_A_SIDE = 12
# where a man is crowned, so that none can stand there
LAST_ROW = {"B": range(29, 33), "W": range(1, 5)}
SIDE = {"B": "Black", "W": "White"}
ENTRY = re.compile(
    r"(?P<king>K?)(?P<first>\d{1,4})(?:-(?P<last>\d{1,4}))?", re.ASCII | re.IGNORECASE
)
MOVE = re.compile(r"\d{1,2}(?:-\d{1,2}|(?:[x:×]\d{1,2})+)", re.ASCII | re.IGNORECASE)

OVER = {
    (SQUARE[start], SQUARE[to]): SQUARE[over]
    for start, jumps in KING_JUMPS.items()
    for over, to in jumps
}


class Move(tuple[int, ...]):
    """A move as its squares in order: ``Move(11, 15)`` is 11-15, ``Move(22, 15, 8)`` 22x15x8."""

    __slots__ = ()

    def __new__(cls, *path: int) -> Move:
        """Return the move along these squares; whether it is legal only a position can tell."""
        return super().__new__(cls, path)

    def __getnewargs__(self) -> tuple[int, ...]:
        return tuple(self)

    @property
    def start(self) -> int:
        """Return the square it starts from."""
        return self[0]

    @property
    def end(self) -> int:
        """Return the square it ends on."""
        return self[-1]

    @property
    def captured(self) -> tuple[int, ...]:
        """Return the squares of the pieces it takes, in order; none when it is a step."""
        return tuple([OVER[hop] for hop in pairwise(self)]) if self.is_capture else ()

    @property
    def is_capture(self) -> bool:
        """Return True when it jumps over a piece."""
        return self[:2] in OVER

    def __repr__(self) -> str:
        return f"Move({', '.join(map(str, self))})"

    def __str__(self) -> str:
        return ("x" if self.is_capture else "-").join(map(str, self))


def find_move(text: str, position: Position) -> Move:
    """Return the legal move in a text: 11-15, 22x15x8, or 22x8 if only one capture goes there."""
    written, legal = text.strip().replace("–", "-"), position.moves()
    if not MOVE.fullmatch(written):
        raise ValueError(
            f"{quoted(text)} is not a move: write 11-15 for a step, 22x15 or 22x15x8 for a "
            f"capture. {_choice(legal)}"
        )
    path = tuple(map(int, re.findall(r"\d+", written)))
    jumps = "-" not in written
    meant = [move for move in legal if move == path and move.is_capture == jumps]
    if not meant and jumps:
        meant = [move for move in legal if move.is_capture and _passes(move, path)]
    if len(meant) > 1:
        advice = "Write all the squares that the piece touches"
        raise ValueError(f"{quoted(text)} is ambiguous, it could be: {listed(meant)}. {advice}")
    if not meant:
        raise ValueError(
            f"{quoted(text)} is not legal: {_why_not(path, jumps, position)}. {_choice(legal)}"
        )
    return meant[0]


def _passes(move: Move, path: tuple[int, ...]) -> bool:
    """Return True when the path has the move's start and end, and touches its squares in order."""
    if (move.start, move.end) != (path[0], path[-1]):
        return False
    ahead = iter(move[1:-1])
    return all(square in ahead for square in path[1:-1])


def _why_not(path: tuple[int, ...], jumps: bool, position: Position) -> str:
    """Return the reason why none of the legal moves is meant, the most basic one first."""
    start, legal, pieces = path[0], position.moves(), position.pieces
    off_board = [square for square in path if square not in BIT]
    must_jump = any(move.is_capture for move in legal)
    if off_board:
        return f"there is no square {off_board[0]}, they are numbered 1 to 32"
    if start not in pieces:
        return f"there is no piece on {start}"
    side = SIDE[pieces[start].upper()]
    if side != position.to_move:
        return f"the piece on {start} is {side}'s, and it is {position.to_move}'s turn"
    if path in legal:
        return f"it is a {'step' if jumps else 'capture'}, written {Move(*path)}"
    if jumps and any(move[: len(path)] == path for move in legal):
        return f"the jump is not finished on {path[-1]} and must go on"
    if must_jump and not jumps:
        return "a capture is possible and must be made"
    if not any(move.start == start for move in legal):
        return f"the piece on {start} has no legal move"
    return f"the piece on {start} cannot go there"


def _choice(legal: Sequence[Move]) -> str:
    return (
        f"Legal here: {listed(legal)}" if legal else "No move is legal here, for the game is over"
    )


def write_fen(position: Position) -> str:
    """Return the position as FEN, White's pieces first: ``B:W21,22:B1,K2``."""
    white, black = (
        ",".join(
            f"K{square}" if BIT[square] & position.kings else str(square)
            for square in squares(pieces)
        )
        for pieces in (position.white, position.black)
    )
    return f"{'B' if position.black_to_move else 'W'}:W{white}:B{black}"


def read_fen(text: str) -> tuple[dict[int, str], bool]:
    """Return the pieces of a FEN by their squares, and True if Black is to move.

    First comes whose turn it is, then each side's pieces, kings with a K before the number. As
    found in the wild, ranges (``B1-12``), small letters, spaces and a full stop at the end are
    understood too.
    """
    if not isinstance(text, str):
        raise TypeError(
            f"a FEN is text such as 'B:W21,22:B1,K2', not {type(text).__name__} {quoted(text)}"
        )
    turn, *lists = _split(text.rstrip(" .\r\n\t"), ":", 0)
    if turn[0].upper() not in SIDE:
        _refuse(text, turn, "a FEN begins with whose turn it is, B or W, and a colon")
    pieces: dict[int, str] = {}
    missing = dict(SIDE)
    for place in lists:
        side = place[0][:1].upper()
        if side not in SIDE:
            _refuse(text, place, "a list of pieces begins with its side, B or W")
        if not missing.pop(side, None):
            _refuse(text, place, f"{SIDE[side]}'s pieces are listed twice")
        pieces |= _read_side(text, side, place, pieces)
    for side, name in missing.items():
        _refuse(text, (text, 0), f"{name}'s pieces are missing: add ':{side}' and their squares")
    return pieces, turn[0].upper() == "B"


Place = tuple[str, int]  # a piece of the text, and where it begins


def _split(text: str, separator: str, begin: int) -> Iterator[Place]:
    """Yield the parts of a text without the spaces around them, each with its place."""
    for part in text.split(separator):
        yield part.strip(), begin + len(part) - len(part.lstrip())
        begin += len(part) + 1


def _read_side(text: str, side: str, place: Place, others: dict[int, str]) -> dict[int, str]:
    """Return the pieces of a side by their squares."""
    pieces_by_square: dict[int, str] = {}
    listed_pieces = place[0][1:]
    for entry in _split(listed_pieces, ",", place[1] + 1) if listed_pieces.strip() else ():
        match = ENTRY.fullmatch(entry[0])
        if not match:
            _refuse(text, entry, "a piece is a square's number, with a K before it for a king")
        first, last = int(match["first"]), int(match["last"] or match["first"])
        if not (1 <= first <= 32 and 1 <= last <= 32):
            _refuse(text, entry, "the squares are numbered 1 to 32")
        if last < first:
            _refuse(text, entry, "a range goes from a lower number to a higher")
        for square in range(first, last + 1):
            if square in pieces_by_square or square in others:
                _refuse(text, entry, f"square {square} is taken already")
            if not match["king"] and square in LAST_ROW[side]:
                _refuse(
                    text,
                    entry,
                    f"a man of {SIDE[side]}'s is crowned on square {square}: write K{square}",
                )
            pieces_by_square[square] = side if match["king"] else side.lower()
    if len(pieces_by_square) > PIECES_A_SIDE:
        _refuse(
            text,
            place,
            f"{SIDE[side]} has {len(pieces_by_square)} pieces, "
            f"and a side has {PIECES_A_SIDE} at most",
        )
    return pieces_by_square


def _refuse(text: str, place: Place, why: str) -> NoReturn:
    piece, begin = place
    what = quoted(piece) if piece else "nothing"
    raise ValueError(f"FEN {quoted(text)}: {what} at character {begin + 1}: {why}")
