"""Contests: a match with a progress bar that shows how it stands, and a viewer to replay its games."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

from IPython.display import display

from minimax_lessons.draughts.matches import MatchResult, Player, match
from minimax_lessons.draughts.pdn import Game
from minimax_lessons.player import page

__all__ = ["Replay", "contest", "replay"]

ENDINGS = {"1-0": "White wins", "0-1": "Black wins", "1/2-1/2": "drawn"}


def contest(first: Player, second: Player, *, games: int = 20, **options: Any) -> MatchResult:
    """Return the result of a match, and show meanwhile how it stands; the options are those of ``match``.

    Stopped before its end (in JupyterLab with the square button, or I twice), it returns the games so far.
    """
    so_far = MatchResult(options.get("names") or ("first", "second"), 0, 0, 0, ())
    shown = display(_standings(so_far, games), raw=True, display_id=True)  # type: ignore[no-untyped-call]

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
    """Return how a match stands: a bar that fills with the games, and the result so far in words."""
    words = f"{result.played} of {games} games. {result}" if result.played else "The first game is being played."
    so_far = f'max="{games}" value="{result.played}" aria-label="Games played"'
    bar = f'<progress {so_far} style="accent-color: #0072b2"></progress>'
    return {"text/plain": f"<Standings: {result.played} of {games} games>", "text/html": f"{bar} {html.escape(words)}"}


class Replay:
    """Games to look at move by move: choose one, and play, drag or press the arrow keys. It needs no kernel."""

    def __init__(self, games: Sequence[Game]) -> None:
        if not games:
            raise ValueError("there is no game to replay: give those of a match, as in replay(result.games)")
        self.games = tuple(games)

    @property
    def data(self) -> dict[str, Any]:
        """Return what the page shows: each game's sentences, and its drawings by number, made of lines they share."""
        drawings: dict[str, int] = {}
        games = []
        for number, game in enumerate(self.games):
            drawn = [drawings.setdefault(each._repr_svg_(), len(drawings)) for each in game.positions]
            said = [_said(game, ply) for ply in range(len(game.moves) + 1)]
            games.append({"title": _title(number, game), "said": said, "drawn": drawn})
        lines: dict[str, int] = {}
        pictures = [[lines.setdefault(line, len(lines)) for line in drawing.splitlines()] for drawing in drawings]
        shown = {"kind": "replay", "title": "Games", "games": games, "lines": list(lines), "drawings": pictures}
        return page.named(shown)

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        first = self.games[0]
        still = (
            f"<p>{html.escape(_title(0, first))}</p>{page.images([first.positions[0]._repr_svg_()], _said(first, 0))}"
        )
        return {"text/plain": repr(self), "text/html": page.fragment(self.data, still)}

    def __repr__(self) -> str:
        return f"<Replay of {len(self.games)} game{'s' if len(self.games) > 1 else ''}>"


def replay(games: Sequence[Game] | Game) -> Replay:
    """Return a viewer for the games of a match, or for one game."""
    return Replay([games] if isinstance(games, Game) else games)


def _title(number: int, game: Game) -> str:
    black, white = (game.headers.get(side, side) for side in ("Black", "White"))
    return f"{number + 1}. {black} (Black) – {white} (White): {ENDINGS.get(game.result, 'not finished')}"


def _said(game: Game, ply: int) -> str:
    if not ply:
        return f"Before the first of {len(game.moves)} moves."
    said = f"Move {ply} of {len(game.moves)}: {game.moves[ply - 1]}"
    ending = game.headers.get("Termination", "")
    return f"{said}. {ending[:1].upper()}{ending[1:]}." if ply == len(game.moves) and ending else said
