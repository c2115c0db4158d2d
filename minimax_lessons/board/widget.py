"""Boards: a widget for a game between people, engines and learners' own functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import RLock
from typing import Any

import traitlets

from minimax_lessons.board import state as board_state
from minimax_lessons.board.explanation import explanation
from minimax_lessons.board.opponents import Limit, Opponent, Thought, Unusable, legal
from minimax_lessons.board.playing import Menus, Playing
from minimax_lessons.board.rules import Rules
from minimax_lessons.board.thinking import Thinking
from minimax_lessons.drawing import image
from minimax_lessons.player import page
from minimax_lessons.player.lasting import LastingWidget

__all__ = ["GameBoard"]

HINT = Limit(seconds=1)
TO_PLAY = '<p class="lm-by-hand">To play, run this cell: the board needs Python to answer.</p>'
CHANGES = {  # what a button does to the game
    "undo": Playing.undo,
    "resign": Playing.resign,
    "new": Playing.begin_again,
    "pause": Playing.pause,
    "resume": Playing.resume,
}

Subject = tuple[Any, Thought]  # what can be explained: a position, and what was found in it


class GameBoard(LastingWidget):
    """A game on the screen; ``position`` and ``moves`` are current while an opponent thinks."""

    _esm = page.script("board")

    state = traitlets.Dict().tag(sync=True)  # all that is drawn of the game, by board_state.py
    thinking = traitlets.Dict().tag(sync=True)  # what an opponent has found so far
    why = traitlets.Dict().tag(sync=True)  # the search that explains a move, for the player
    flipped = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        rules: Rules,
        position: Any,
        players: Mapping[str, Any],
        limit: Limit | None,
        **options: Any,
    ) -> None:
        """Return the board; each side is played by "you", "engine", a function or an engine."""
        # clicks may come on one thread while an opponent thinks on another and a cell runs
        self._lock = RLock()
        self._thinking = Thinking(self._lock)
        self._hinted: Subject | None = None
        self._shown: Subject | None = None  # what the tree on the page explains
        self._views: set[Any] = set()  # which look at the board
        self._viewed: int | None = None  # after how many moves an earlier position is shown
        self._is_going_on = False
        self._tick = 0
        self.menus = Menus(rules.engine(), limit)
        first, second = (
            self.menus.seat(side, players.get(side.name.lower(), "you")) for side in rules.sides
        )
        self.playing = Playing(rules, (first, second), [rules.begin(position)])
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
            self._change(lambda: self.playing.play(chosen))

    def wait(self, seconds: float | None = None) -> bool:
        """Return True once no opponent is thinking, False when one still is after the seconds."""
        return self._thinking.wait(seconds)

    def close(self) -> None:
        """Put the board away, and let nobody think about it any more."""
        with self._lock:
            self._views.clear()
            self._stop_thinking()
        super().close()

    # What the page asks for

    def _obey(self, _: Any, wish: dict[str, Any], buffers: Any) -> None:
        with self._lock:
            if change := CHANGES.get(wish["do"]):
                self._change(lambda: change(self.playing))
            else:
                self._commands[wish["do"]](wish)

    @property
    def _commands(self) -> dict[str, Callable[[dict[str, Any]], None]]:
        """Return the methods for the page's wishes that are no change of the game by themselves."""
        return {
            "look": self._do_look,
            "unlook": self._do_unlook,
            "move": self._do_move,
            "view": self._do_view,
            "setup": self._do_setup,
            "seat": self._do_seat,
            "limit": self._do_limit,
            "hint": self._do_hint,
            "now": self._do_now,
            "why": self._do_why,
            "close": self._do_close,
        }

    def _do_look(self, wish: dict[str, Any]) -> None:
        self._views.add(wish.get("view"))
        self._go_on()

    def _do_unlook(self, wish: dict[str, Any]) -> None:
        self._views.discard(wish.get("view"))
        if not self._views:
            self._stop_thinking()

    def _do_move(self, wish: dict[str, Any]) -> None:
        playing = self.playing
        moves = (
            playing.position.moves()
            if wish["ply"] == len(playing.moves) and playing.awaits_person
            else ()
        )
        chosen = next(
            (
                move
                for move in moves
                if list(playing.rules.path(move, playing.position)) == wish["path"]
            ),
            None,
        )
        if chosen is None:
            return self._show()  # two clicks, and the first has been obeyed
        self._change(lambda: playing.play(chosen))

    def _do_view(self, wish: dict[str, Any]) -> None:
        played = len(self.playing.moves)
        self._viewed = wish["ply"] if 0 <= wish["ply"] < played else None
        self._show()

    def _do_setup(self, wish: dict[str, Any]) -> None:
        try:
            position = self.playing.rules.read(wish["text"])
        except ValueError as problem:
            return self._show(setup={"text": wish["text"], "problem": str(problem)})
        self._change(
            lambda: self.playing.begin(position), setup={"text": wish["text"], "problem": ""}
        )

    def _do_seat(self, wish: dict[str, Any]) -> None:
        seat = self.playing.seats[wish["side"]]
        seat.opponent = self.menus.opponent(wish["player"])
        self.menus.fit(seat)
        self._change(self.playing.resume)

    def _do_limit(self, wish: dict[str, Any]) -> None:
        seat = self.playing.seats[wish["side"]]
        limits = self.menus.limits(seat)
        seat.limit = next((limit for limit in limits if limit.label == wish["limit"]), seat.limit)
        self._show()

    def _do_hint(self, wish: dict[str, Any]) -> None:
        if self.playing.awaits_person:
            self._ask("hint", self.menus.engine, HINT)

    def _do_now(self, wish: dict[str, Any]) -> None:
        self._thinking.hurry()

    def _do_why(self, wish: dict[str, Any]) -> None:
        """Explain what can be explained now, or at another depth what is being explained."""
        depth = wish.get("depth")
        subject = self._explained if depth is None else self._shown or self._explained
        if subject is None:
            return self._show()
        self._shown = subject
        self._tick += 1  # so that the page hears of an answer even when it is the same tree
        explained = explanation(self.playing.rules, *subject, depth, flipped=self.flipped)
        self.why = {
            "note": explained.note,
            "depth": explained.depth,
            "chosen": depth is not None,
            "data": explained.player.data,
            "view": wish.get("view"),
            "tick": self._tick,
        }

    def _do_close(self, wish: dict[str, Any]) -> None:
        self._shown, self.why = None, {}

    # Thinking

    def _go_on(self) -> None:
        """Let the opponents think whose turn it is."""
        if self._is_going_on:  # without threads an answer comes before the loop below goes round
            return
        self._is_going_on = True
        try:
            while (opponent := self._awaited) is not None:
                self._ask("move", opponent, self.playing.seat.limit)
        finally:
            self._is_going_on = False

    @property
    def _awaited(self) -> Opponent | None:
        """Return the opponent to ask now: none while one thinks, or while nobody is looking."""
        playing, is_free = self.playing, self._views and not self._thinking.is_busy
        return (
            playing.seat.opponent if is_free and not (playing.paused or playing.is_over) else None
        )

    def _ask(self, purpose: str, opponent: Opponent, limit: Limit) -> None:
        """Ask for a move to play, or for a hint to show, and show the thoughts meanwhile."""
        position = self.playing.position
        about = {"purpose": purpose, "player": opponent.name, "side": self.playing.seat.side.name}

        def heard(thought: Thought, busy: bool = True) -> None:
            self.thinking = {
                **about,
                "busy": busy,
                **board_state.thought(self.playing.rules, position, thought),
            }

        def answered(answer: Thought | Unusable) -> None:
            if isinstance(answer, Unusable):
                self.playing.problem, self.playing.paused = (
                    str(answer),
                    not self.playing.awaits_person,
                )
                self.thinking = {}
            else:
                heard(answer, busy=False)
                if purpose == "move":
                    self._viewed = None
                    self.playing.play(answer.move, answer)
                else:
                    self._hinted = (position, answer)
            self._show()
            self._go_on()

        self.thinking = {**about, "busy": True}
        self._thinking.ask(opponent, position, limit, heard, answered)

    def _stop_thinking(self) -> None:
        self._thinking.end()
        self.thinking = {}

    @property
    def _explained(self) -> Subject | None:
        """Return the position and the thought to explain: of a hint, else of the last opponent."""
        playing = self.playing
        if self._hinted is not None and self._hinted[0] is playing.position:
            return self._hinted
        number = max(playing.thoughts, default=None)
        return None if number is None else (playing.positions[number], playing.thoughts[number])

    # Showing

    def _change(self, change: Callable[[], None], **shown: Any) -> None:
        self._stop_thinking()
        before, self._viewed = self.playing.position, None
        change()
        if self.playing.position is not before:  # a tree that is open would speak of what is gone
            self._shown, self.why = None, {}
        self._show(**shown)
        self._go_on()

    def _show(self, **shown: Any) -> None:
        self._tick += 1  # so that the page hears of an answer even when nothing has changed
        why = "" if self._explained is None else str(self._explained[1].move)
        self.state = {
            **board_state.state(
                self.playing, self.menus, why=why, tick=self._tick, viewed=self._viewed
            ),
            **shown,
        }
        self._leave(self._still)

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        shown, metadata = super()._repr_mimebundle_(**options)
        still = {"text/plain": repr(self), "text/html": self._still, "image/svg+xml": self._picture}
        return {**shown, **still}, metadata

    @property
    def _picture(self) -> str:
        """Return the position as SVG."""
        return self.playing.rules.still(self.playing.position, flipped=self.flipped)

    @property
    def _still(self) -> str:
        """Return the position as HTML, for where no kernel runs."""
        rules, position = self.playing.rules, self.playing.position
        words = f"{rules.title}: {rules.write(position)}. {self.state['status']}"
        return f"{image(self._picture.encode(), words)}{TO_PLAY}"

    def __repr__(self) -> str:
        return f"<{self.playing.rules.title}: {self.playing.rules.write(self.position)}>"
