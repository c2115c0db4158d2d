"""The document's draughts as a position, for every search, trace and picture of the course."""

from __future__ import annotations

from dataclasses import dataclass

from minimax_lessons.draughts.documented import (
    BLACK,
    DIRECTIONS,
    START_BOARD,
    WHITE,
    Move,
    Rows,
    TrackedNode,
    evaluate_board,
    get_all_valid_moves,
    make_move,
    pieces_on,
)
from minimax_lessons.quoting import listed, quoted
from minimax_lessons.trees import Node, adopt, finish, freeze, sprout

__all__ = ["DocumentedPosition", "search_tree", "start"]

SIDES = {WHITE: "White", BLACK: "Black"}
LETTERS = ".wWbB"  # by a piece's number


@dataclass(frozen=True, slots=True)
class DocumentedPosition:
    """A position of the document's draughts. The player is MAX, whichever colour that is."""

    board: Rows
    player: int = WHITE
    opponent: int = BLACK
    maximizing: bool = True  # the player is to move, not the opponent

    def __post_init__(self) -> None:
        board = tuple(map(tuple, self.board))
        if not board or not board[0] or {len(row) for row in board} != {len(board[0])}:
            raise ValueError(
                f"rows of {[len(row) for row in board]} squares: a board has rows, all of one "
                "length"
            )
        for (row, col), piece in pieces_on(board):
            if piece not in DIRECTIONS:
                raise ValueError(
                    f"{piece!r} at {(row, col)}: a square holds 0 (empty), 1 or 2 (White), 3 or "
                    "4 (Black)"
                )
        if {self.player, self.opponent} != {WHITE, BLACK}:
            raise ValueError(
                f"player={self.player}, opponent={self.opponent}: one is WHITE (1), the other "
                "BLACK (3)"
            )
        object.__setattr__(self, "board", board)

    @property
    def players(self) -> tuple[str, str]:
        """Return the names of MAX and MIN."""
        return SIDES[self.player], SIDES[self.opponent]

    @property
    def is_over(self) -> bool:
        """Return True when who is to move cannot."""
        return not self.moves()

    def evaluate(self) -> float:
        """Return the document's evaluation; at the end -1000 if the player is stuck, else 1000."""
        if self.is_over:
            return -1000 if self.maximizing else 1000
        return evaluate_board(self.board, self.player, self.opponent)

    def moves(self) -> tuple[Move, ...]:
        """Return the document's valid moves, in its order."""
        return tuple(get_all_valid_moves(self.board, self._mover))

    def play(self, move: Move, /) -> DocumentedPosition:
        """Return the position after the move; a pair of squares will do: ((5, 0), (4, 1))."""
        if move not in self.moves():
            legal = listed(self.moves()) or "none, as the game is over"
            raise ValueError(
                f"{quoted(move)} is no move for {SIDES[self._mover]}; the legal moves: {legal}"
            )
        return self._after(Move(*move))

    def children(self) -> tuple[DocumentedPosition, ...]:
        """Return the positions one move ahead, in the order of the moves."""
        return tuple(self._after(move) for move in self.moves())

    def _after(self, move: Move) -> DocumentedPosition:
        board = make_move(self.board, *move.start, *move.to)
        return DocumentedPosition(board, self.player, self.opponent, not self.maximizing)

    @property
    def _mover(self) -> int:
        return self.player if self.maximizing else self.opponent

    def __str__(self) -> str:
        rows = [
            f"{number} {' '.join(LETTERS[piece] for piece in row)}"
            for number, row in enumerate(self.board)
        ]
        columns = " ".join(map(str, range(len(self.board[0]))))
        return "\n".join((f"  {columns}", *rows, f"  {SIDES[self._mover]} to move"))

    def _repr_svg_(self) -> str:
        from minimax_lessons.draughts.picture import rows_svg

        rows = ["".join(LETTERS[piece] for piece in row) for row in self.board]
        return rows_svg(rows, f"{SIDES[self._mover]} to move")


def start(player: int = WHITE) -> DocumentedPosition:
    """Return the start of the usual game; White moves from below unless the player is BLACK."""
    return DocumentedPosition(START_BOARD, player, BLACK if player == WHITE else WHITE)


def search_tree(tracked: TrackedNode) -> Node:
    """Return the searched positions as a tree of nodes, each with its move and its position.

    Its leaves carry the scores found there. Every other score of the tracked tree is the minimax
    value of its node, since the children that were pruned are in neither of the two.
    """
    scores: dict[Node, float] = {}

    def grow(node: Node, searched: TrackedNode) -> Node:
        children = [
            grow(sprout(node.position.play(below.move), node, step, below.move), below)
            for step, below in enumerate(searched.children)
        ]
        adopt(node, children, over=node.position.is_over)
        if searched.score is not None:
            scores[node] = searched.score
        return node

    opponent = BLACK if tracked.player == WHITE else WHITE
    sides = (tracked.player, opponent) if tracked.is_maximizing else (opponent, tracked.player)
    root = grow(sprout(DocumentedPosition(tracked.board, *sides, tracked.is_maximizing)), tracked)
    finish(root, scores)
    freeze(root, scores)
    return root
