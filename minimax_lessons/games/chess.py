"""Chess by material: a small position over a python-chess board; needs the extra "chess"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

try:
    import chess
    import chess.svg
except ImportError as missing:
    raise ImportError(
        "chess needs the package `chess`: run `%pip install chess` in a cell of the notebook and "
        "then this cell "
        "again, or start the lessons with `python3 -m minimax_lessons lab`, which installs it"
    ) from missing

from minimax_lessons.quoting import listed, quoted

__all__ = ["ChessPosition", "Game", "from_fen", "start"]

# what a piece is worth
PAWNS = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
MATE = 1_000_000


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class ChessPosition:
    """A chess position, White is MAX; as a FEN says no more, a repetition is not seen."""

    players: ClassVar[tuple[str, str]] = ("White", "Black")  # MAX's name first
    _board: chess.Board  # a copy that nobody else holds
    last: chess.Move | None = None  # the move that led here, for the picture

    def __post_init__(self) -> None:
        object.__setattr__(self, "_board", self._board.copy(stack=False))

    @property
    def fen(self) -> str:
        """Return the position in Forsyth-Edwards notation."""
        return self._board.fen()

    @property
    def maximizing(self) -> bool:
        """Return True when White is to move."""
        return self._board.turn

    @property
    def is_over(self) -> bool:
        """Return True after checkmate, stalemate, 75 idle moves, and with too little to mate."""
        return self._board.is_game_over()

    def evaluate(self) -> float:
        """Return White's lead in pawns; far more for a mate, most for an early one; 0 if drawn."""
        if self._board.is_checkmate():
            mate = MATE - min(self._board.ply(), MATE // 2)
            return -mate if self._board.turn else mate
        if self.is_over:
            return 0
        white, black = (
            [len(self._board.pieces(kind, colour)) for kind in PAWNS] for colour in (True, False)
        )
        return sum(
            worth * (w - b) for worth, w, b in zip(PAWNS.values(), white, black, strict=True)
        )

    def moves(self) -> tuple[chess.Move, ...]:
        """Return the legal moves, captures and promotions first."""
        if self.is_over:
            return ()
        return tuple(
            sorted(
                self._board.legal_moves,
                key=lambda m: not (m.promotion or self._board.is_capture(m)),
            )
        )

    def capturer(self, move: chess.Move) -> str | None:
        """Return the name of the piece that captures with a legal move, or None if it is quiet."""
        piece = self._board.piece_type_at(move.from_square)
        return chess.piece_name(piece) if piece and self._board.is_capture(move) else None

    def play(self, move: chess.Move | str, /) -> ChessPosition:
        """Return the position after the move, which may be text: "Nf3" or "g1f3"."""
        legal = {name: m for m in self.moves() for name in (m, m.uci(), self._board.san(m))}
        wanted = move.strip() if isinstance(move, str) else move
        if wanted not in legal:
            names = (
                listed(sorted(self._board.san(m) for m in self.moves()))
                or "none, as the game is over"
            )
            side = "White" if self._board.turn else "Black"
            raise ValueError(f"{quoted(str(move))} is no move for {side}; the legal moves: {names}")
        return self._after(legal[wanted])

    def children(self) -> tuple[ChessPosition, ...]:
        """Return the positions one move ahead, in the order of the moves."""
        return tuple(self._after(move) for move in self.moves())

    def _after(self, move: chess.Move) -> ChessPosition:
        board = self._board.copy(stack=False)
        board.push(move)
        return ChessPosition(board, move)

    def __eq__(self, other: object) -> bool:
        return self._board == other._board if isinstance(other, ChessPosition) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.fen)

    def __repr__(self) -> str:
        return f"games.chess.from_fen({self.fen!r})"

    def __str__(self) -> str:
        return str(self._board)

    def _repr_svg_(self) -> str:
        check = self._board.king(self._board.turn) if self._board.is_check() else None
        return chess.svg.board(self._board, lastmove=self.last, check=check, size=320)


@dataclass(frozen=True)
class Game:
    """Moves played from a position, for example to be shown by ``draughts.replay``."""

    start: ChessPosition
    moves: tuple[str, ...]
    headers: Mapping[str, str] = field(default_factory=dict)  # the players: "White", "Black"
    result: str = "*"  # unfinished

    @property
    def positions(self) -> tuple[ChessPosition, ...]:
        """Return the position at the start and after each move."""
        positions = [self.start]
        for move in self.moves:
            positions.append(positions[-1].play(move))
        return tuple(positions)


def start() -> ChessPosition:
    """Return the position in which every game begins."""
    return ChessPosition(chess.Board())


def from_fen(text: str) -> ChessPosition:
    """Return the position that a FEN describes."""
    try:
        board = chess.Board(text)
    except ValueError as error:
        raise ValueError(f"this FEN cannot be read: {error}") from None
    if not board.is_valid():
        faults = ", ".join(
            str(fault.name).lower().replace("_", " ")
            for fault in chess.Status
            if fault & board.status()
        )
        raise ValueError(f"no game leads to {text!r}: {faults}")
    return ChessPosition(board)
