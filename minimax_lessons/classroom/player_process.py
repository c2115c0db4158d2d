"""Player process: a participant's code plays in a sandbox of its own, and sends only its moves."""

# The module is imported on both sides: `main` runs inside, `PlayerProcess` stands for it outside.

from __future__ import annotations

import json
import os
import random
import select
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from minimax_lessons.command_errors import CommandError
from minimax_lessons.draughts.engine import Engine
from minimax_lessons.draughts.ladder import engine
from minimax_lessons.draughts.matches import Forfeit
from minimax_lessons.draughts.rules import Position
from minimax_lessons.marking.sandbox import (
    SandboxProcess,
    limit_process,
    private_channels,
    sandbox,
    send,
    unsafe,
)
from minimax_lessons.quoting import clipped

__all__ = ["ROLES", "Participant", "PlayerProcess", "main"]

MODULE = "minimax_lessons.classroom.player_process"
# the names by which a player or an evaluation is known, as lesson 11 and its exercises use them
ROLES = {
    "player": "player",
    "evaluation": "evaluation",
    "stronger": "evaluation",
    "opinion": "evaluation",
    "careful": "player",
}
START_SECONDS = 60.0  # until the process is there, on a busy machine
LOAD_SECONDS = 20.0  # until the participant's code has been loaded
TICK = 0.05
MOST_REPLY = 2**12  # bytes
NOT_STARTED = "The sandbox does not start, so no game can be played. The command was: "
Limits = dict[str, float]


class Participant(NamedTuple):
    """A participant: a learner's code, or a rung of the ladder as a fixed opponent."""

    name: str
    cells: tuple[tuple[str, str], ...] = ()  # each with the label that an error names
    rung: str = ""

    def player(self, limits: Limits, seed: int, *, is_unsafe: bool) -> PlayerProcess | Engine:
        """Return the participant as a player for a match."""
        if self.rung:
            return engine(self.rung, **limits)
        command = unsafe(MODULE) if is_unsafe else sandbox(MODULE)
        return PlayerProcess(self, command, limits, seed)


# Outside


@dataclass
class PlayerProcess:
    """A player with a process for one game; called with a position, it returns its move as text."""

    participant: Participant
    command: list[str]
    limits: Limits
    seed: int
    process: SandboxProcess | None = None
    fault: str = ""  # why there is no process to ask

    def __enter__(self) -> PlayerProcess:
        self.process = SandboxProcess(self.command)
        try:
            self._reply(START_SECONDS)
        except Forfeit:
            self.__exit__()
            raise CommandError(NOT_STARTED + " ".join(self.command)) from None
        try:
            request = {"cells": self.participant.cells, "limits": self.limits, "seed": self.seed}
            self.fault = str(self._asked(request, LOAD_SECONDS).get("error", ""))
        except Forfeit as fault:
            self.fault = f"{fault} before the game"
        return self

    def __exit__(self, *_: object) -> None:
        process, self.process = self.process, None
        if process is not None:
            process.end()

    def __call__(self, position: Position) -> str:
        """Return the move as the process sends it; Forfeit says why there is none."""
        if self.fault:
            raise Forfeit(self.fault)
        reply = self._asked(_plain(position), float("inf"))
        if "error" in reply:
            raise Forfeit(f"raised {clipped(str(reply['error']), 200)}")
        return clipped(str(reply.get("move")), 200)

    def _asked(self, request: Any, seconds: float) -> dict[str, Any]:
        assert self.process is not None
        try:
            self.process.send(request)
        except OSError:
            raise Forfeit("ended its process") from None
        return self._reply(seconds)

    def _reply(self, seconds: float) -> dict[str, Any]:
        """Return the process's next line as data, in short waits, so that the wait can be ended."""
        assert self.process is not None
        assert self.process.stdout is not None
        channel, line, began = self.process.stdout.fileno(), b"", time.monotonic()
        while not line.endswith(b"\n"):
            if time.monotonic() - began > seconds:
                raise Forfeit(f"took more than {seconds:g} s")
            if not select.select([channel], [], [], TICK)[0]:
                continue
            part = os.read(channel, MOST_REPLY)
            line += part
            if not part or len(line) > MOST_REPLY:
                raise Forfeit("sent no move" if part else "ended its process")
        try:
            reply = json.loads(line)
            return reply if isinstance(reply, dict) else {}
        except ValueError:
            raise Forfeit("sent no move") from None


def _plain(position: Position) -> dict[str, Any]:
    names = ("black", "white", "kings", "black_to_move", "past")
    return {name: getattr(position, name) for name in names}


# Inside


def main() -> None:
    """Load the participant's code, and reply to each position; its output is dropped."""
    asked, answered = private_channels()
    limit_process()
    send(answered, {})
    try:
        player = _loaded(json.loads(asked.readline()))
        send(answered, {})
    except BaseException as error:
        send(answered, {"error": f"could not be loaded: {_said(error)}"})
        return
    for line in asked:
        try:
            request = json.loads(line)
            past = tuple(map(tuple, request.pop("past")))
            move = player(Position(**request, past=past))
            send(answered, {"move": str(getattr(move, "move", move))[:200]})
        except BaseException as error:
            send(answered, {"error": _said(error)})


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:200].rstrip(": ")


def _loaded(request: dict[str, Any]) -> Callable[[Position], Any]:
    """Return the player that some cells define; an evaluation gets the engine's search."""
    random.seed(request["seed"])
    names: dict[str, Any] = {"__name__": "participant"}
    for label, source in request["cells"]:
        exec(compile(source, label, "exec"), names)
    for name, role in ROLES.items():
        if callable(names.get(name)):
            if role == "player":
                player: Callable[[Position], Any] = names[name]
                return player
            return Engine(evaluation=names[name], **request["limits"]).search
    raise NameError("there is no function player(position) and no evaluation(position)")
