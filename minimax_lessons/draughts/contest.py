"""Contests: a match with a progress bar that shows how it stands, and a viewer to replay its games."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

from IPython.display import display
from ipywidgets import HTML, Dropdown, HBox, IntProgress, IntSlider, Play, VBox, jslink

from minimax_lessons.draughts.matches import MatchResult, Player, match
from minimax_lessons.draughts.pdn import Game

__all__ = ["Replay", "Standings", "contest", "replay"]

ENDINGS = {"1-0": "White wins", "0-1": "Black wins", "1/2-1/2": "drawn"}


class Standings(VBox):  # type: ignore[misc]
    """How a match stands: a bar that fills with the games, and the result so far in words."""

    def __init__(self, games: int) -> None:
        self.bar = IntProgress(max=games, description="Games", style={"bar_color": "#0072b2"})
        self.words = HTML("The first game is being played.")
        super().__init__([self.bar, self.words])

    def show(self, result: MatchResult) -> None:
        """Show how the match stands after another game."""
        self.bar.value = result.played
        self.words.value = html.escape(f"{result.played} of {self.bar.max} games. {result}")

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return _readable(super()._repr_mimebundle_(**options), self.words.value, repr(self))

    def __repr__(self) -> str:
        return f"<Standings: {self.bar.value} of {self.bar.max} games>"


def contest(first: Player, second: Player, *, games: int = 20, **options: Any) -> MatchResult:
    """Return the result of a match, and show meanwhile how it stands; the options are those of ``match``.

    Stopped before its end (in JupyterLab with the square button, or I twice), it returns the games so far.
    """
    standings, results = Standings(games), [MatchResult(options.get("names") or ("first", "second"), 0, 0, 0, ())]
    shown = display(standings, display_id=True)  # type: ignore[no-untyped-call]

    def on_game(result: MatchResult) -> None:
        results.append(result)
        standings.show(result)

    try:
        return match(first, second, games=games, on_game=on_game, **options)
    except KeyboardInterrupt:
        return results[-1]
    finally:
        if shown is not None:  # what the notebook keeps then tells the result
            shown.update(standings)


class Replay(VBox):  # type: ignore[misc]
    """Games to look at move by move: choose one, and play, drag or press the arrow keys on the slider."""

    def __init__(self, games: Sequence[Game]) -> None:
        if not games:
            raise ValueError("there is no game to replay: give those of a match, as in replay(result.games)")
        self.games = tuple(games)
        self.choice = Dropdown(
            options=[(_title(number, game), number) for number, game in enumerate(self.games)],
            description="Game",
            layout={"width": "auto", "max_width": "40em"},
        )
        self.slider = IntSlider(description="Move", continuous_update=True)
        self.player = Play(interval=700)
        self.words, self.board = HTML(), HTML()
        jslink((self.player, "value"), (self.slider, "value"))
        self.choice.observe(lambda _: self._open(), "value")
        self.slider.observe(lambda _: self._show(), "value")
        super().__init__([self.choice, HBox([self.player, self.slider]), self.words, self.board])
        self._open()

    @property
    def game(self) -> Game:
        """Return the game that is shown."""
        chosen: int = self.choice.value
        return self.games[chosen]

    def _open(self) -> None:
        self.positions = self.game.positions
        for moving in (self.player, self.slider):
            moving.max, moving.value = len(self.game.moves), 0
        self._show()

    def _show(self) -> None:
        ply = min(self.slider.value, len(self.game.moves))
        self.words.value = html.escape(self._said(ply))
        self.board.value = self.positions[ply]._repr_svg_()

    def _said(self, ply: int) -> str:
        if not ply:
            return f"Before the first of {len(self.game.moves)} moves."
        said = f"Move {ply} of {len(self.game.moves)}: {self.game.moves[ply - 1]}"
        ending = self.game.headers.get("Termination", "")
        return f"{said}. {ending[:1].upper()}{ending[1:]}." if ply == len(self.game.moves) and ending else said

    def _repr_mimebundle_(self, **options: Any) -> Any:
        shown = f"{html.escape(_title(self.choice.value, self.game))}<br>{self.board.value}"
        return _readable(super()._repr_mimebundle_(**options), shown, repr(self))

    def __repr__(self) -> str:
        return f"<Replay of {len(self.games)} game{'s' if len(self.games) > 1 else ''}>"


def replay(games: Sequence[Game] | Game) -> Replay:
    """Return a viewer for the games of a match, or for one game."""
    return Replay([games] if isinstance(games, Game) else games)


def _title(number: int, game: Game) -> str:
    black, white = (game.headers.get(side, side) for side in ("Black", "White"))
    return f"{number + 1}. {black} (Black) – {white} (White): {ENDINGS.get(game.result, 'not finished')}"


def _readable(bundle: Any, page: str, text: str) -> Any:
    """Return what a notebook keeps, with something to see where no Python answers."""
    shown, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
    return {**shown, "text/plain": text, "text/html": page}, metadata
