"""Bitboards: the squares as bits of one number, and the move generator for rules and engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

__all__ = [
    "BACK_ROWS",
    "BIT",
    "BLACK_START",
    "BOARD",
    "KING_JUMPS",
    "SQUARE",
    "STEPS",
    "WHITE_START",
    "Capture",
    "Step",
    "after_capture",
    "after_step",
    "captures",
    "count_steps",
    "directions",
    "jumpers",
    "perft",
    "squares",
    "steps",
]

# A bitboard is an int with a bit for each dark square. Numbered row by row without a gap, the
# squares need shifts by 3, 4 or 5 for one step, depending on the row, and a step over the board's
# edge lands on the far side. One unused number after every second row, a ghost square, cures both:
#
#     squares as players number them             bits
#     (Black starts at the top)
#
#         .  1  .  2  .  3  .  4                 .  0  .  1  .  2  .  3  .
#         5  .  6  .  7  .  8  .                 4  .  5  .  6  .  7  . (8)
#         .  9  . 10  . 11  . 12               (8)  9  . 10  . 11  . 12  .
#        13  . 14  . 15  . 16  .                13  . 14  . 15  . 16  .(17)
#         . 17  . 18  . 19  . 20              (17) 18  . 19  . 20  . 21  .
#        21  . 22  . 23  . 24  .                22  . 23  . 24  . 25  .(26)
#         . 25  . 26  . 27  . 28              (26) 27  . 28  . 29  . 30  .
#        29  . 30  . 31  . 32  .                31  . 32  . 33  . 34  .
#
# A step down to the left adds 4 to the bit number and a step down to the right adds 5, in every
# row; a step up takes them away again. A step over an edge lands on a ghost, or outside bits 0 to
# 34: on no square of the board. So one shift moves all pieces of a side at once, and a mask of the
# empty squares keeps those that may:
#
#     (pieces << 4) & empty                     where a step down to the left can end
#     (((pieces << 4) & enemy) << 4) & empty    where a jump down to the left can end
#
# Everything here is seen by the side to move: own and enemy pieces, the kings of both, and who may
# go down the board or up it (``directions``). A step is a pair of bits (from, to); a capture is
# (path of bits, captured pieces).

Step: TypeAlias = tuple[int, int]
Capture: TypeAlias = tuple[tuple[int, ...], int]
RawMove: TypeAlias = Any  # a Step or a Capture: which of them, the position tells
Jumps: TypeAlias = dict[int, tuple[tuple[int, int], ...]]
Sides: TypeAlias = tuple[int, int, int]  # own pieces, enemy pieces, kings of both

BIT = {square: 1 << (square - 1 + (square - 1) // 8) for square in range(1, 33)}
SQUARE = {bit: square for square, bit in BIT.items()}
BOARD = sum(BIT.values())
STEPS: tuple[Step, ...] = tuple(
    (start, to)
    for start in SQUARE
    for to in (start << 4, start << 5, start >> 4, start >> 5)
    if to in SQUARE
)
BLACK_START = sum(BIT[square] for square in range(1, 13))
WHITE_START = sum(BIT[square] for square in range(21, 33))
# a man that arrives on either is crowned
BACK_ROWS = sum(BIT[square] for square in (1, 2, 3, 4, 29, 30, 31, 32))


def _jumps(*shifts: int) -> Jumps:
    """Return the jumps from each square in the given directions, as (over, to)."""
    return {
        start: tuple(
            (over, to)
            for over, to in (
                (_shifted(start, shift), _shifted(start, 2 * shift)) for shift in shifts
            )
            if over & BOARD and to & BOARD
        )
        for start in SQUARE
    }


def _shifted(bit: int, shift: int) -> int:
    return bit << shift if shift > 0 else bit >> -shift


DOWN_JUMPS = _jumps(4, 5)
UP_JUMPS = _jumps(-5, -4)
KING_JUMPS = _jumps(-5, -4, 4, 5)


def squares(bits: int) -> Iterator[int]:
    """Yield the numbers of the squares in a bitboard, in order."""
    while bits:
        lowest = bits & -bits
        yield SQUARE[lowest]
        bits ^= lowest


def directions(own: int, kings: int, black_to_move: bool) -> tuple[int, int]:
    """Return the pieces that may go down and those that may go up: men one way, kings both."""
    return (own, own & kings) if black_to_move else (own & kings, own)


def jumpers(down: int, up: int, enemy: int, empty: int) -> int:
    """Return the pieces that can capture; 0 when none can."""
    starts = 0
    if down:
        starts = down & (((empty >> 4) & enemy) >> 4 | ((empty >> 5) & enemy) >> 5)
    if up:
        starts |= up & (((empty << 4) & enemy) << 4 | ((empty << 5) & enemy) << 5)
    return starts


def steps(down: int, up: int, empty: int) -> list[Step]:
    """Return all moves that capture nothing, as (from, to)."""
    moves = []
    for shift in (4, 5):
        ends = (down << shift) & empty
        while ends:
            to = ends & -ends
            ends ^= to
            moves.append((to >> shift, to))
        ends = (up >> shift) & empty
        while ends:
            to = ends & -ends
            ends ^= to
            moves.append((to << shift, to))
    return moves


def captures(starts: int, enemy: int, empty: int, kings: int, black_to_move: bool) -> list[Capture]:
    """Return all captures of the pieces in starts: every route to an end is a move of its own."""
    moves: list[Capture] = []
    men_jumps = DOWN_JUMPS if black_to_move else UP_JUMPS
    while starts:
        start = starts & -starts
        starts ^= start
        jumps = KING_JUMPS if start & kings else men_jumps
        free = empty | start  # a king may come back to where it began
        for over, to in jumps[start]:
            if over & enemy and to & empty:
                _jump_on((start, to), over, jumps, enemy, free, moves)
    return moves


def _jump_on(
    path: tuple[int, ...], taken: int, jumps: Jumps, enemy: int, free: int, moves: list[Capture]
) -> None:
    """Add to the captures every way on from the path's end, or the path itself at its end.

    A man that reaches its last row has no jump onward, so being crowned ends its move without a
    further rule.
    """
    ends_here = True
    for over, to in jumps[path[-1]]:
        if over & enemy and to & free and not over & taken:
            ends_here = False
            _jump_on((*path, to), taken | over, jumps, enemy, free, moves)
    if ends_here:
        moves.append((path, taken))


def after_step(own: int, enemy: int, kings: int, step: Step) -> Sides:
    """Return the pieces after a step, as the other side sees them: its own first."""
    start, to = step
    if start & kings:
        kings ^= start | to
    elif to & BACK_ROWS:
        kings |= to
    return enemy, own ^ (start | to), kings


def after_capture(own: int, enemy: int, kings: int, capture: Capture) -> Sides:
    """Return the pieces after a capture, as the other side sees them: its own first."""
    path, taken = capture
    start, to = path[0], path[-1]
    if start & kings:
        kings = kings & ~start | to
    elif to & BACK_ROWS:
        kings |= to
    return enemy & ~taken, own & ~start | to, kings & ~taken


def count_steps(down: int, up: int, empty: int) -> int:
    """Return the number of moves that capture nothing."""
    count = 0
    if down:
        count = ((down << 4) & empty).bit_count() + ((down << 5) & empty).bit_count()
    if up:
        count += ((up >> 4) & empty).bit_count() + ((up >> 5) & empty).bit_count()
    return count


def perft(own: int, enemy: int, kings: int, black_to_move: bool, depth: int) -> int:
    """Return the number of move sequences of a length: the last moves are counted, not made."""
    if depth == 0:
        return 1
    down, up = directions(own, kings, black_to_move)
    empty = BOARD ^ own ^ enemy
    starts = jumpers(down, up, enemy, empty)
    if depth == 1 and not starts:
        return count_steps(down, up, empty)
    moves: Any = (
        captures(starts, enemy, empty, kings, black_to_move) if starts else steps(down, up, empty)
    )
    if depth == 1:
        return len(moves)
    after: Any = after_capture if starts else after_step
    total = 0
    for move in moves:
        mine, theirs, crowned = after(own, enemy, kings, move)
        total += perft(mine, theirs, crowned, not black_to_move, depth - 1)
    return total
