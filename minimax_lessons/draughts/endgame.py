"""Endgames: positions of up to three pieces solved backwards, with the plies of each win."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import combinations, count, product
from typing import Protocol

from minimax_lessons.draughts.bitboards import (
    BACK_ROWS,
    BIT,
    BOARD,
    Sides,
    after_capture,
    captures,
    jumpers,
    steps,
)
from minimax_lessons.draughts.rules import Position

__all__ = ["Endgames", "endgames", "preference", "solved"]

MOST_PIECES = 3  # that are solved when they are first asked for
MOST_SOLVED = 4  # for which there is memory
LONGEST = 1_000  # plies: no game of so few pieces takes as many
TOP_ROW = sum(BIT[square] for square in range(1, 5))
BOTTOM_ROW = BACK_ROWS ^ TOP_ROW
# Every board of up to four pieces, turned round: bit 0 becomes bit 34. One int for each, however
# often it is used.
TURNED: dict[int, int] = {}
for _some in (
    chosen for size in range(MOST_SOLVED + 1) for chosen in combinations(BIT.values(), size)
):
    TURNED[sum(_some)] = sum(1 << 35 - bit.bit_length() for bit in _some)


class Ends(Protocol):
    """A table of the plies to the end of positions with White to move; None for a draw."""

    def get(self, key: Sides, /) -> int | None: ...

    def __len__(self) -> int: ...


class Endgames:
    """The winner of each position of a few pieces, and the plies that it takes in perfect play.

    Only positions with White to move are kept: one with Black to move is the same game with the
    colours changed and the board turned round. The plies until the loser has no move tell who wins:
    after an odd number it is the player to move. Draws are not kept, so a position that is missing
    is drawn.
    """

    def __init__(self, ends: Ends, *, pieces: int = MOST_PIECES) -> None:
        self._ends, self.pieces = ends, pieces

    def __len__(self) -> int:
        return len(self._ends)

    def __repr__(self) -> str:
        return "endgames()"

    def plies(self, own: int, enemy: int, kings: int, black_to_move: bool) -> int | None:
        """Return the plies to the end: odd when the player to move wins; None for a draw."""
        if not own:
            return 0
        if not enemy:
            return 1
        if black_to_move:
            return self._ends.get((TURNED[own], TURNED[enemy], TURNED[kings]))
        return self._ends.get((own, enemy, kings))

    def look_up(self, position: Position) -> int | None:
        """Return the plies to the end: odd when the player to move wins; None for a draw.

        Of the moves before, only a draw that stands already counts: how soon one is due, the tables
        do not know.
        """
        pieces = (position.black | position.white).bit_count()
        if pieces > self.pieces:
            raise ValueError(
                f"{position!r} has {pieces} pieces: the tables know positions of up to "
                f"{self.pieces}"
            )
        if position.is_draw:
            return None
        if not position.moves():
            return 0
        return self.plies(*position.sides, position.kings, position.black_to_move)

    def counts(self, pieces: int) -> tuple[int, int, int]:
        """Return the counts of positions of so many pieces that the mover wins, draws and loses."""
        counts = Counter(
            "drawn" if plies is None else "won" if plies % 2 else "lost"
            for plies in map(self._ends.get, _positions(pieces))
        )
        return counts["won"], counts["drawn"], counts["lost"]


@cache
def endgames() -> Endgames:
    """Return the tables for up to three pieces: the first call computes them in a second or two."""
    return Endgames(solved(MOST_PIECES))


def solved(pieces: int) -> dict[Sides, int]:
    """Return the plies to the end of each position with White to move that is not drawn."""
    ends: dict[Sides, int] = {}
    for size in range(2, pieces + 1):
        _solve(size, ends)
    return ends


def _solve(size: int, ends: dict[Sides, int]) -> None:
    """Add the positions of that many pieces, working backwards from where the game is over.

    A position is lost when all its moves lead to won ones, so each keeps count of its moves not yet
    seen to. As the positions come by their distance from the end, the first loss a player can move
    to is the quickest win, and the last win to fall is the longest defence.
    """
    due: defaultdict[int, list[Sides]] = defaultdict(list)  # by how many plies before the end
    open_moves: dict[Sides, int] = {}
    for key in _positions(size):
        own, enemy, kings = key
        empty = BOARD ^ own ^ enemy
        starts = jumpers(own & kings, own, enemy, empty)
        if starts:  # a capture leads to fewer pieces, where all is known
            distance = _best_capture(key, starts, empty, ends)
            if distance is not None:
                due[distance].append(key)
        elif moves := len(steps(own & kings, own, empty)):
            open_moves[key] = moves
        else:
            due[0].append(key)
    for distance in count():
        if not due:
            return
        for key in due.pop(distance, ()):
            ends[key] = distance
            for before in _before(key):
                moves = open_moves.get(before, 0)
                if moves and (moves == 1 or distance % 2 == 0):
                    due[distance + 1].append(before)
                    del open_moves[before]
                elif moves:
                    open_moves[before] = moves - 1


def _positions(size: int) -> Iterator[Sides]:
    """Yield every position of that many pieces, some of each side, with White to move."""
    # where White's men can stand, and Black's
    men = {True: BOARD & ~TOP_ROW, False: BOARD & ~BOTTOM_ROW}
    squares = list(BIT.values())
    for white_count in range(1, size):
        for white in combinations(squares, white_count):
            own = TURNED[TURNED[sum(white)]]
            for black in combinations(
                [bit for bit in squares if not bit & own], size - white_count
            ):
                enemy = TURNED[TURNED[sum(black)]]
                choices = [(bit,) if not bit & men[True] else (0, bit) for bit in white]
                choices += [(bit,) if not bit & men[False] else (0, bit) for bit in black]
                for crowned in product(*choices):
                    yield own, enemy, TURNED[TURNED[sum(crowned)]]


def _best_capture(key: Sides, starts: int, empty: int, ends: dict[Sides, int]) -> int | None:
    """Return the plies to the end after White's best capture."""
    own, enemy, kings = key
    after = []
    for capture in captures(starts, enemy, empty, kings, False):
        mine, theirs, crowned = after_capture(own, enemy, kings, capture)
        after.append(ends.get((TURNED[mine], TURNED[theirs], TURNED[crowned])) if mine else 0)
    best = min(after, key=preference)
    return None if best is None else best + 1


def preference(plies: int | None) -> int:
    """Return a move's sort key by the opponent's plies: quick wins, draws, then slow losses."""
    if plies is None:
        return 0
    return LONGEST - plies if plies % 2 else plies - LONGEST


def _before(key: Sides) -> Iterator[Sides]:
    """Yield the positions before Black's step, as they are with White to move."""
    own, enemy, kings = key
    turned = TURNED[own]
    # men step back up, kings both ways
    for to, start in steps(enemy & kings, enemy, BOARD ^ own ^ enemy):
        before = TURNED[enemy ^ (start | to)]
        if not to & kings:
            yield before, turned, TURNED[kings]
            continue
        yield before, turned, TURNED[kings ^ (start | to)]
        if to & BOTTOM_ROW and start << 4 & to | start << 5 & to:
            yield before, turned, TURNED[kings ^ to]  # or it was a man, crowned by this step
