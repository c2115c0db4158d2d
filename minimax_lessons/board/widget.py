"""Boards: a widget to play a game on, with people, engines and learners' own functions on either side."""

from __future__ import annotations

import html
from base64 import b64encode
from collections.abc import Callable, Mapping
from threading import RLock
from typing import Any

import anywidget
import traitlets

from minimax_lessons.board import state as board_state
from minimax_lessons.board.errand import Errand
from minimax_lessons.board.explaining import explanation
from minimax_lessons.board.menus import Menus
from minimax_lessons.board.opponents import Limit, Opponent, Thought, Unusable, legal
from minimax_lessons.board.playing import Playing, Rules
from minimax_lessons.board.still import png64
from minimax_lessons.player import page
from minimax_lessons.player.storyboard import Data

__all__ = ["GameBoard"]

HINT = Limit(seconds=1)
GRACE = 1.0  # seconds that an opponent which can be told to stop is given to do so


class GameBoard(anywidget.AnyWidget):
    """A game on the screen. ``position`` and ``moves`` say how it stands, also while an opponent thinks."""

    _esm = page.script("board")

    state = traitlets.Dict().tag(sync=True)  # all that is drawn of the game, by board_state.py
    thinking = traitlets.Dict().tag(sync=True)  # what an opponent has found so far
    why = traitlets.Dict().tag(sync=True)  # the search that explains a move, for the player
    flipped = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self, rules: Rules, position: Any, players: Mapping[str, Any], limit: Limit | None, **options: Any
    ) -> None:
        """Return the board; players are by the side's name, in lower case: "you", "engine", a function, an engine."""
        self.menus = Menus(rules.engine(), limit)
        one, other = (self.menus.seat(side, players.get(side.name.lower(), "you")) for side in rules.sides)
        self.playing = Playing(rules, (one, other), [rules.start() if position is None else position])
        self._lock = RLock()  # clicks may come on one thread while an opponent thinks on another and a cell runs
        self._errand: Errand | None = None
        self._grace = 0.0
        self._best: Thought | None = None  # of whoever is thinking
        self._hinted: tuple[Any, Thought] | None = None
        self._is_seen = False
        self._tick = 0
        super().__init__(**options)
        self._show()
        self.on_msg(self._obey)

    @property
    def position(self) -> Any:
        """Return the position on the board."""
        return self.playing.position

    @property
    def moves(self) -> tuple[Any, ...]:
        """Return the moves played so far."""
        return tuple(self.playing.moves)

    def play(self, move: Any) -> None:
        """Play a move, as if it had been clicked."""
        with self._lock:
            if self.playing.is_over:
                raise ValueError(f"{move!r} comes too late: {self.playing.ending}")
            try:
                chosen = legal(move, self.playing.position)
            except Unusable as problem:
                raise ValueError(f"the board was given {problem}") from None
            self._end_errand()
            self.playing.play(chosen)
            self._show()

    def wait(self, seconds: float | None = None) -> bool:
        """Return True once no opponent is thinking, False when one still is after so many seconds."""
        while (errand := self._errand) is not None:
            if not errand.join(seconds):
                return False
        return True

    # What the page asks for

    def _obey(self, _: Any, wish: dict[str, Any], buffers: Any) -> None:
        with self._lock:
            command: Callable[[dict[str, Any]], None] = getattr(self, f"_do_{wish['do']}")
            command(wish)

    def _do_look(self, wish: dict[str, Any]) -> None:
        self._is_seen = True
        self._go_on()

    def _do_move(self, wish: dict[str, Any]) -> None:
        playing = self.playing
        if wish["ply"] != len(playing.moves) or not playing.awaits_person:
            return self._show()  # two clicks, and the first has been obeyed
        for move in playing.position.moves():
            if list(playing.rules.path(move)) == wish["path"]:
                self._end_errand()
                playing.play(move)
                return self._show()

    def _do_undo(self, wish: dict[str, Any]) -> None:
        self._change(self.playing.undo)

    def _do_resign(self, wish: dict[str, Any]) -> None:
        self._change(self.playing.resign)

    def _do_new(self, wish: dict[str, Any]) -> None:
        self._change(lambda: self.playing.begin(self.playing.positions[0]))

    def _do_setup(self, wish: dict[str, Any]) -> None:
        try:
            position = self.playing.rules.read(wish["text"])
        except ValueError as problem:
            return self._show(setup={"text": wish["text"], "problem": str(problem)})
        self._change(lambda: self.playing.begin(position), setup={"text": wish["text"], "problem": ""})

    def _do_seat(self, wish: dict[str, Any]) -> None:
        seat = self.playing.seats[wish["side"]]
        seat.opponent = self.menus.opponent(wish["player"])
        self.menus.fit(seat)
        self._change(self._resume)

    def _do_limit(self, wish: dict[str, Any]) -> None:
        seat = self.playing.seats[wish["side"]]
        limits = self.menus.limits(seat)
        seat.limit = next((limit for limit in limits if limit.label == wish["limit"]), seat.limit)
        self._show()

    def _do_resume(self, wish: dict[str, Any]) -> None:
        self._change(self._resume)

    def _do_pause(self, wish: dict[str, Any]) -> None:
        def pause() -> None:
            self.playing.paused = True

        self._change(pause)

    def _do_hint(self, wish: dict[str, Any]) -> None:
        if self.playing.awaits_person:
            self._think("hint", self.menus.engine, HINT)

    def _do_now(self, wish: dict[str, Any]) -> None:
        """Let whoever thinks come to an end: with the best move so far, if there is one."""
        if self._errand is not None:
            self._errand.stop(grace=self._grace)

    def _do_why(self, wish: dict[str, Any]) -> None:
        subject = self._explained
        if subject is not None:
            self.why = explanation(*subject, wish.get("depth"))

    def _do_close(self, wish: dict[str, Any]) -> None:
        self.why = {}

    # Thinking

    def _go_on(self) -> None:
        """Let the opponent think whose turn it is, once somebody looks at the board."""
        seat = self.playing.seat
        if self._is_seen and self._errand is None and self.playing.awaits_opponent and seat.opponent is not None:
            self._think("move", seat.opponent, seat.limit)

    def _think(self, purpose: str, opponent: Opponent, limit: Limit) -> None:
        self._end_errand()
        position, side = self.playing.position, self.playing.seat.side
        self._best = None
        about: Data = {"purpose": purpose, "player": opponent.name, "side": side.name}

        def report(thought: Thought) -> None:
            with self._lock:
                if self._errand is errand:
                    self._best = thought
                    self.thinking = {**about, "busy": True, **board_state.thought(self.playing.rules, thought)}

        def work(errand: Errand) -> None:
            try:
                answer: Thought | Unusable = opponent.think(position, limit, report, lambda: errand.told_to_stop)
            except Unusable as problem:
                answer = problem
            finish(errand, answer)

        def ended(errand: Errand) -> None:
            finish(errand, self._best or Unusable(f"{opponent.name} was stopped before it had a move."))

        def finish(errand: Errand, answer: Thought | Unusable) -> None:
            with self._lock:
                if self._errand is errand:
                    self._errand = None
                    self._take(answer, about)

        self._grace = GRACE if opponent.listens else 0
        errand = self._errand = Errand(work, ended)
        self.thinking = {**about, "busy": True}
        errand.start()

    def _take(self, answer: Thought | Unusable, about: Data) -> None:
        """Do what an answer says: play it, show it as a hint, or say what is wrong with it."""
        if isinstance(answer, Unusable):
            self._give_up(str(answer))
        elif about["purpose"] == "move":
            self.playing.play(answer.move, answer)
        else:
            self._hinted = (self.playing.position, answer)
        if isinstance(answer, Thought):
            self.thinking = {**about, "busy": False, **board_state.thought(self.playing.rules, answer)}
        else:
            self.thinking = {}
        self._show()

    @property
    def _explained(self) -> tuple[Any, Thought] | None:
        """Return the position and the thought that can be asked about: a hint, else an opponent's last move."""
        playing = self.playing
        if self._hinted is not None and self._hinted[0] is playing.position:
            return self._hinted
        number = playing.explained
        return None if number is None else (playing.positions[number], playing.thoughts[number])

    def _give_up(self, problem: str) -> None:
        self.playing.problem, self.playing.paused = problem, not self.playing.awaits_person

    def _end_errand(self) -> None:
        """End the thinking, if any: whatever it still finds is for a position that will be gone."""
        errand, self._errand = self._errand, None
        if errand is not None:
            errand.stop(grace=self._grace)
        self.thinking = {}

    # Showing

    def _change(self, change: Callable[[], None], **shown: Any) -> None:
        self._end_errand()
        change()
        self._show(**shown)

    def _resume(self) -> None:
        self.playing.paused, self.playing.problem = False, ""

    def _show(self, **shown: Any) -> None:
        self._tick += 1  # so that the page hears of an answer even when nothing has changed
        menus = [self.menus.chosen(seat) for seat in self.playing.seats]
        state = board_state.state(self.playing, self.menus.players, menus)
        why = "" if self._explained is None else str(self._explained[1].move)
        self.state = {**state, "why": why, "tick": self._tick, **shown}
        self._go_on()

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        shown, metadata = super()._repr_mimebundle_(**options) or ({}, {})
        rules, position = self.playing.rules, self.playing.position
        picture = b64encode(rules.still(position, flipped=self.flipped).encode()).decode()
        alt = html.escape(f"{rules.title}: {rules.write(position)}. {self.state['status']}")
        shown["text/plain"] = repr(self)
        shown["text/html"] = (
            f'<img alt="{alt}" src="data:image/svg+xml;base64,{picture}">'
            "<p>To play, run this cell: the board needs Python to answer.</p>"
        )
        png = png64(rules.squares(position), rules.look, flipped=self.flipped)
        if png is not None:
            shown["image/png"] = png
        return shown, metadata

    def __repr__(self) -> str:
        return f"<{self.playing.rules.title}: {self.playing.rules.write(self.position)}>"
