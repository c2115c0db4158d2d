"""Packed endgames: every position of up to four pieces in one file, with a byte for each."""

from __future__ import annotations

import hashlib
import lzma
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from math import comb, prod
from pathlib import Path
from random import Random

from minimax_lessons.command_errors import CommandError, prints_errors
from minimax_lessons.draughts.bitboards import SQUARE, Sides
from minimax_lessons.draughts.endgame import MOST_SOLVED, Endgames, preference, solved
from minimax_lessons.draughts.rules import Position

__all__ = ["PackedEnds", "four_piece_endgames", "report"]


# The byte holds 0 for a draw, else one more than the plies to the end. Positions are numbered
# without gaps that matter: first by how many men and kings each side has, then by the squares of
# each kind, as combinations are numbered.

FILE = Path(__file__).with_name("endgames.xz")
# The squares on which each kind can stand: no man stands on the row where it would be crowned.
FIRST_SQUARE = {"white men": 5, "white kings": 1, "black men": 1, "black kings": 1}
SQUARES = {"white men": 28, "white kings": 32, "black men": 28, "black kings": 32}
CHECKED = 2_000  # random positions that the command compares with their moves
SEARCHED = 7  # plies: a win that is no further away is found by a search, too

Counts = tuple[int, ...]  # of white men, white kings, black men and black kings


def _materials() -> Iterator[Counts]:
    """Yield the possible numbers of pieces of each kind: some of each side, up to four in all."""
    for total in range(2, MOST_SOLVED + 1):
        for counts in product(range(total + 1), repeat=4):
            if sum(counts) == total and max(counts[:2]) and max(counts[2:]):
                yield counts


def _size(counts: Counts) -> int:
    return prod(comb(most, count) for most, count in zip(SQUARES.values(), counts, strict=True))


@cache
def _offsets() -> dict[Counts, int]:
    """Return the number of the first position with so many pieces of each kind."""
    offsets, positions = {}, 0
    for counts in _materials():
        offsets[counts] = positions
        positions += _size(counts)
    return offsets


@cache
def _rank(bits: int, first: int) -> int:
    """Return the number of a combination of squares among all of as many squares."""
    rank, place = 0, 0
    while bits:
        lowest = bits & -bits
        bits ^= lowest
        place += 1
        rank += comb(SQUARE[lowest] - first, place)
    return rank


def place(own: int, enemy: int, kings: int) -> int:
    """Return the number of a position with White to move."""
    kinds = own & ~kings, own & kings, enemy & ~kings, enemy & kings
    counts = tuple(kind.bit_count() for kind in kinds)
    number = 0
    for kind, count, (name, most) in zip(kinds, counts, SQUARES.items(), strict=True):
        number = number * comb(most, count) + _rank(kind, FIRST_SQUARE[name])
    return _offsets()[counts] + number


class PackedEnds:
    """The plies to the end of each position, read from bytes; as Endgames asks a dict for them."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._decided = len(data) - data.count(0)  # counted once, because it takes milliseconds

    def get(self, key: Sides) -> int | None:
        """Return the plies to the end of a position with White to move, or None for a draw."""
        byte = self._data[place(*key)]
        return byte - 1 if byte else None

    def __len__(self) -> int:
        return self._decided


@cache
def four_piece_endgames() -> Endgames:
    """Return the tables for up to four pieces, as the package brings them."""
    try:
        data = lzma.decompress(FILE.read_bytes())
    except (OSError, lzma.LZMAError, EOFError) as error:
        raise CommandError(
            f"The endgame tables {FILE} cannot be read ({error}). "
            "Make them again with `python3 -m minimax_lessons endgames`, or install the package "
            "again."
        ) from None
    size = sum(map(_size, _materials()))
    if len(data) != size:
        raise CommandError(
            f"The endgame tables {FILE} have {len(data):,} positions instead of {size:,}. "
            "Make them again with `python3 -m minimax_lessons endgames`."
        )
    return Endgames(PackedEnds(data), pieces=MOST_SOLVED)


# The command


def packed(ends: Mapping[Sides, int]) -> bytes:
    """Return the table's bytes."""
    data = bytearray(sum(map(_size, _materials())))
    for key, plies in ends.items():
        data[place(*key)] = plies + 1
    return bytes(data)


@prints_errors("Free some space, or make the folder writable.")
def report(arguments: Sequence[str] = ()) -> int:
    """Make the four-piece tables unless --check is given, and verify them; return the exit code."""
    if set(arguments) - {"--check"}:
        print("usage: python3 -m minimax_lessons endgames [--check]", file=sys.stderr)
        return 2
    if "--check" not in arguments:
        print(
            "Solving every position of up to four pieces takes some minutes and 4 GB …", flush=True
        )
        data = packed(solved(MOST_SOLVED))
        FILE.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))
        four_piece_endgames.cache_clear()
    tables = four_piece_endgames()
    wrong = [*_unlike_three_pieces(tables), *_inconsistent(tables, Random(1))]
    for position in wrong[:5]:
        print(f"wrong: {position!r}", file=sys.stderr)
    checksum = hashlib.sha256(FILE.read_bytes()).hexdigest()
    print(
        f"{len(tables):,} positions that are not drawn, {FILE.stat().st_size:,} bytes, SHA-256 "
        f"{checksum}"
    )
    return 1 if wrong else 0


def _unlike_three_pieces(tables: Endgames) -> Iterator[Position]:
    """Yield the positions of up to three pieces on which the table and the generator differ."""
    for (own, enemy, kings), plies in solved(3).items():
        if tables.plies(own, enemy, kings, black_to_move=False) != plies:
            yield Position(enemy, own, kings, black_to_move=False)


def _inconsistent(tables: Endgames, random: Random) -> Iterator[Position]:
    """Yield random four-piece positions whose value contradicts their moves or a search."""
    for _ in range(CHECKED):
        position = random_position(random, MOST_SOLVED)
        plies = tables.look_up(position)
        if plies != by_its_moves(tables, position) or (
            plies is not None and plies <= SEARCHED
        ) != _is_decided(position, SEARCHED, {}):
            yield position


def random_position(random: Random, pieces: int) -> Position:
    """Return a position of so many pieces, some of each side, with either side to move."""
    while True:
        bits = random.sample(list(SQUARE), pieces)
        whites = random.randrange(1, pieces)
        white, black = sum(bits[:whites]), sum(bits[whites:])
        kings = sum(bit for bit in bits if random.random() < 0.5)
        kings |= sum(bit for bit in bits[:whites] if SQUARE[bit] <= 4)
        kings |= sum(bit for bit in bits[whites:] if SQUARE[bit] >= 29)
        return Position(black, white, kings, random.random() < 0.5)


def by_its_moves(tables: Endgames, position: Position) -> int | None:
    """Return the plies to the end as they follow from those after each move."""
    after = [_plies(tables, position.play(move)) for move in position.moves()]
    if not after:
        return 0
    best = min(after, key=preference)
    return None if best is None else best + 1


def _plies(tables: Endgames, position: Position) -> int | None:
    return tables.plies(*position.sides, position.kings, position.black_to_move)


def _is_decided(position: Position, depth: int, outcomes: dict[tuple[object, int], str]) -> bool:
    """Return True if either side can force the end in so many plies, by a search without tables."""
    return _outcome(position, depth, outcomes) != "open"


def _outcome(position: Position, depth: int, outcomes: dict[tuple[object, int], str]) -> str:
    """Return "won", "lost" or "open" for the player to move, from every line of so many plies."""
    moves = position.moves()
    if not moves:
        return "lost"
    if depth == 0:
        return "open"
    key = (position.black, position.white, position.kings, position.black_to_move), depth
    if key not in outcomes:
        # Without its past, because a draw by repetition is not in the tables.
        positions = [replace(position.play(move), past=()) for move in moves]
        after = {_outcome(position, depth - 1, outcomes) for position in positions}
        outcomes[key] = "won" if "lost" in after else "lost" if after == {"won"} else "open"
    return outcomes[key]
