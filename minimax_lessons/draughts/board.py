"""Draughts in a notebook: a board to play on, a match in progress, and games to replay."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any, Protocol

from IPython.display import display

from minimax_lessons.board import GameBoard
from minimax_lessons.board.opponents import Limit
from minimax_lessons.board.playing import Playing, Seat
from minimax_lessons.board.rules import Rules, Side, Square
from minimax_lessons.draughts.evaluation import PLACE
from minimax_lessons.draughts.matches import GAMES, MatchResult, Player, match
from minimax_lessons.draughts.notation import Move
from minimax_lessons.draughts.pdn import Game
from minimax_lessons.draughts.picture import board_svg
from minimax_lessons.draughts.reasons import why
from minimax_lessons.draughts.rules import Position, from_fen, start
from minimax_lessons.draughts.table import plies_to_win
from minimax_lessons.drawing import image
from minimax_lessons.palette import PALETTES
from minimax_lessons.player import page
from minimax_lessons.quoting import counted

__all__ = ["Board", "Draughts", "GameViewer", "contest", "play", "replay"]

BLACK, WHITE = Side("Black", "b", maximizing=False), Side("White", "w", maximizing=True)
WORDS = {"b": "black man", "w": "white man", "B": "black king", "W": "white king"}
EVEN = 5  # hundredths of a man
ENDINGS = {"1-0": "White wins", "0-1": "Black wins", "1/2-1/2": "drawn"}


class Draughts(Rules):
    """The rules of draughts as a board needs them."""

    title, look = "Draughts", "checkers"
    notation, record_name = "FEN", "PDN"
    unit = 100  # hundredths of a man
    sides = (BLACK, WHITE)

    start, read, write = (
        staticmethod(start),
        staticmethod(from_fen),
        staticmethod(attrgetter("fen")),
    )
    last_move, ending = staticmethod(attrgetter("last_move")), staticmethod(attrgetter("ending"))

    def squares(self, position: Position) -> list[list[Square]]:
        """Return the dark squares, from Black's back row on."""
        pieces = position.pieces
        rows: list[list[Square]] = [[] for _ in range(8)]
        for number, (row, column) in PLACE.items():
            piece = pieces.get(number, "")
            rows[row].append(Square(str(number), row, column, piece, WORDS.get(piece, "empty")))
        return rows

    def path(self, move: Move, position: Position) -> list[str]:
        """Return the squares that a move touches."""
        return list(map(str, move))

    def taken(self, move: Move) -> list[str]:
        """Return the squares of the pieces that a move takes."""
        return list(map(str, move.captured))

    def duty(self, position: Position) -> str:
        """Return the duty to capture, when there is a capture."""
        moves = position.moves()
        if not moves or not moves[0].is_capture:
            return ""
        return f"{moves[0]} must be played" if len(moves) == 1 else "a capture must be made"

    def reasons(self, position: Position, move: Move) -> str:
        """Return the changes along the line after the move, by the evaluation's terms."""
        return str(why(position, move))

    def score(self, score: float) -> str:
        """Return the side that is ahead, in men, or the side that wins and the number of plies."""
        leader, plies = "White" if score > 0 else "Black", plies_to_win(score)
        if plies is None:
            return "even" if abs(score) < EVEN else f"{leader} +{abs(score) / self.unit:.2f}"
        if plies < 1 or plies % 1:  # a win by another measure than the engine's
            return f"{leader} wins"
        return f"{leader} wins in {counted(int(plies), 'ply', 'plies')}"

    def record(self, playing: Playing) -> str:
        """Return the game as PDN."""
        return game(playing).pdn

    def still(self, position: Position, *, flipped: bool) -> str:
        """Return a picture of the position."""
        return board_svg(position, flipped=flipped)

    def engine(self) -> Any:
        """Return the engine, with all it has."""
        from minimax_lessons.draughts.engine import Engine

        return Engine()


def game(playing: Playing) -> Game:
    """Return the game so far, with who has played it."""
    result = playing.position.result
    if playing.resigned is not None:
        result = "1-0" if playing.resigned is BLACK else "0-1"
    players = {seat.side.name: _who(seat) for seat in playing.seats}
    return Game(tuple(playing.moves), playing.positions[0], result, players)


def _who(seat: Seat) -> str:
    if seat.opponent is None:
        return "Person"
    return f"{seat.opponent.name} ({seat.limit.label})" if seat.limit.kind else seat.opponent.name


class Board(GameBoard):
    """A draughts board to play on; ``play()`` makes one."""

    @property
    def game(self) -> Game:
        """Return the game so far, to replay or to keep."""
        return game(self.playing)

    @property
    def pdn(self) -> str:
        """Return the game so far as PDN."""
        return self.game.pdn

    @property
    def fen(self) -> str:
        """Return the position on the board as FEN."""
        position: Position = self.playing.position
        return position.fen


def play(
    position: Position | str | None = None,
    *,
    black: Any = "you",
    white: Any = "engine",
    seconds: float | None = None,
    depth: int | None = None,
) -> Board:
    """Return a board to play on: you have Black, and the engine answers.

    Each side is played by "you", by "engine", or by what you give: a function that takes a position
    and returns a move, or an engine of your own with ``search``. ``seconds`` or ``depth`` limits
    how far the engines look; the position to begin with may be a FEN.
    """
    begun = from_fen(position) if isinstance(position, str) else position
    board = Board(Draughts(), begun, {"black": black, "white": white}, Limit(depth, seconds))
    below, above = board.playing.seats
    # a person sees their own pieces below
    board.flipped = below.opponent is None and above.opponent is not None
    return board


# Matches


def contest(first: Player, second: Player, *, games: int = GAMES, **options: Any) -> MatchResult:
    """Return the result of a match, and show its state meanwhile; the options are ``match``'s.

    Stopped before its end (in JupyterLab with the square button, or I twice), it returns the games
    so far.
    """
    so_far = MatchResult(options.get("names") or ("first", "second"))
    standings = _standings(so_far, games)
    shown = display(standings, raw=True, display_id=True)  # type: ignore[no-untyped-call]

    def on_game(result: MatchResult) -> None:
        nonlocal so_far
        so_far = result
        if shown is not None:
            shown.update(_standings(result, games), raw=True)

    try:
        return match(first, second, games=games, on_game=on_game, **options)
    except KeyboardInterrupt:
        return so_far


def _standings(result: MatchResult, games: int) -> dict[str, str]:
    """Return the state of a match: a bar that fills with the games, and the result in words."""
    words = (
        f"{result.played} of {games} games. {result}"
        if result.played
        else "The first game is being played."
    )
    so_far = f'max="{games}" value="{result.played}" aria-label="Games played"'
    bar = f'<progress {so_far} style="accent-color: {PALETTES["light"]["max"]}"></progress>'
    return {
        "text/plain": f"<Standings: {result.played} of {games} games>",
        "text/html": f"{bar} {html.escape(words)}",
    }


class Record(Protocol):
    """A game of any kind, as a viewer needs it: draughts here, chess in lesson 11."""

    @property
    def positions(self) -> Sequence[Any]:
        """Return the positions, each of which draws itself, from the start to the end."""

    @property
    def moves(self) -> Sequence[object]:
        """Return the moves between the positions."""

    @property
    def headers(self) -> Mapping[str, str]:
        """Return the players' names, and why the game ended."""

    @property
    def result(self) -> str:
        """Return a key of ENDINGS; any other text stands for a game that is not finished."""


class GameViewer:
    """Games to replay move by move, with the mouse or the arrow keys, without a kernel."""

    def __init__(self, games: Sequence[Record]) -> None:
        if not games:
            raise ValueError(
                "there is no game to replay: give those of a match, as in replay(result.games)"
            )
        self.games = tuple(games)

    @property
    def data(self) -> dict[str, Any]:
        """Return the games as data for the page: sentences, and drawings made of shared lines."""
        drawings: dict[str, int] = {}
        games = []
        for number, game in enumerate(self.games):
            drawn = [
                drawings.setdefault(position._repr_svg_(), len(drawings))
                for position in game.positions
            ]
            texts = [_said(game, ply) for ply in range(len(game.moves) + 1)]
            games.append({"title": _title(number, game), "said": texts, "drawn": drawn})
        lines: dict[str, int] = {}
        pictures = [
            [lines.setdefault(line, len(lines)) for line in drawing.splitlines()]
            for drawing in drawings
        ]
        shown = {
            "kind": "replay",
            "title": "Games",
            "games": games,
            "lines": list(lines),
            "drawings": pictures,
        }
        return page.named(shown)

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        first = self.games[0]
        picture = image(first.positions[0]._repr_svg_().encode(), _said(first, 0))
        still = f"<p>{html.escape(_title(0, first))}</p>{picture}"
        return {"text/plain": repr(self), "text/html": page.fragment(self.data, still)}

    def __repr__(self) -> str:
        return f"<GameViewer of {counted(len(self.games), 'game')}>"


def replay(games: Sequence[Record] | Record) -> GameViewer:
    """Return a viewer for the games of a match, or for one game, of draughts or chess."""
    return GameViewer(games if isinstance(games, Sequence) else [games])


def _title(number: int, game: Record) -> str:
    black, white = (game.headers.get(side, side) for side in ("Black", "White"))
    ending = ENDINGS.get(game.result, "not finished")
    return f"{number + 1}. {black} (Black) – {white} (White): {ending}"


def _said(game: Record, ply: int) -> str:
    if not ply:
        return f"Before the first of {len(game.moves)} moves."
    text = f"Move {ply} of {len(game.moves)}: {game.moves[ply - 1]}"
    ending = game.headers.get("Termination", "")
    return (
        f"{text}. {ending[:1].upper()}{ending[1:]}." if ply == len(game.moves) and ending else text
    )
