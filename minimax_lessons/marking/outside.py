"""Outside: verdicts on answers that run elsewhere, from the plain data that comes back."""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from minimax_lessons.check_limits import CELLS_SECONDS, REPLY_SECONDS, check_seconds
from minimax_lessons.command_errors import CommandError
from minimax_lessons.exercises.checks import verdict
from minimax_lessons.exercises.sheets import Cell
from minimax_lessons.guarded_call import unguarded
from minimax_lessons.marking.challenge import Challenge, contract_of
from minimax_lessons.marking.copies import MOST_REPLY, QUESTION
from minimax_lessons.marking.inside import refusal
from minimax_lessons.marking.plain_data import decoded
from minimax_lessons.marking.plan import AnswerToJudge
from minimax_lessons.marking.sandbox import SandboxProcess
from minimax_lessons.marking.transcript import RecordedFunction, judge_without_clock

__all__ = ["SIGNS", "Finding", "Judge"]

# of the states of an exercise
SIGNS = {"done": "✓", "not right": "✗", "not attempted": "○", "missing": "–", "not run": "!"}

ENDED = ("never-ends", "died")  # a second try would end in the same way
UNPROVEN = (
    "The results of its calls do not show that it is right. "
    "It may depend on time or chance, or answer in place of the judge."
)
NOT_STARTED = (
    "The process for the learners' code does not start, so nothing more is marked. What is known "
    "is kept: repair the sandbox, and run the command again."
)
STRANGE = "The cells of this answer sent data that no answer has. Open the notebook to see why."
_judging = threading.Lock()  # the judge keeps the positions touched in variables of its modules
_verdicts: dict[str, dict[str, Any]] = {}  # by exercise and transcript: right answers share one


@dataclass(frozen=True)
class Finding:
    """The state of an exercise, with its reason: "done", "not right" and so on."""

    exercise: str
    state: str
    why: tuple[str, ...] = ()
    fault: str = ""  # the kind of fault
    event: str = ""  # the first event that differs from a right search
    card: str = (
        ""  # HTML that was made where the learner's code ran: show it in a frame without rights
    )


class Judge:
    """Judges answers, with a process for learners' code that is started again after its end."""

    def __init__(self, command: Sequence[str], *, cards: bool = True) -> None:
        self.command, self.cards = command, cards
        self.process: SandboxProcess | None = None
        self.is_closed = False

    def finding(self, task: AnswerToJudge) -> Finding:
        """Return the finding for an exercise: with its own cells or, if not right, with all."""
        first = self._finding(task, task.needed)
        if not task.all_cells or first.state == "done" or first.fault in ENDED:
            return first
        second = self._finding(task, task.all_cells)
        return second if second.state == "done" else first

    def _finding(self, task: AnswerToJudge, cells: Sequence[Cell]) -> Finding:
        name = task.exercise.name
        request = {
            "exercise": name,
            "expression": task.exercise.expression,
            "cells": [[_label(cell), cell.source] for cell in cells],
            "seconds": CELLS_SECONDS + check_seconds(name),
            "cards": self.cards,
        }
        contract = contract_of(name)
        challenge = Challenge(contract) if contract is not None else None
        request["shapes"] = challenge.shapes if challenge is not None else []
        try:
            finding = _judged(task, json.loads(self._ask(request, challenge)))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, IndexError):
            return Finding(name, "not right", (STRANGE,), "strange")
        if finding.state == "done" and challenge is not None and not challenge.is_met:
            return Finding(name, "not right", (UNPROVEN,), "unproven")
        return finding

    def _ask(self, request: dict[str, Any], challenge: Challenge | None) -> bytes:
        for _ in range(2):
            try:
                process = self._started()
                process.send(request)
                return self._reply(process, challenge)
            except (OSError, ValueError, LookupError, TypeError):
                self._end()
        return b'{"died": true}'

    def _started(self) -> SandboxProcess:
        if self.is_closed:
            raise OSError
        if self.process is not None and self.process.poll() is None:
            return self.process
        try:
            self.process = SandboxProcess(self.command)
        except OSError as error:
            raise CommandError(f"{NOT_STARTED} ({error})") from None
        if self.is_closed:  # meanwhile, by another thread
            raise OSError
        try:
            self._reply(self.process, None)  # it is ready
        except (OSError, ValueError):
            self._end()
            if self.is_closed:
                raise
            raise CommandError(f"{NOT_STARTED} The command was: {' '.join(self.command)}") from None
        return self.process

    def _reply(self, process: SandboxProcess, challenge: Challenge | None) -> bytes:
        """Return the next reply, after replies to its questions; raise OSError if none comes."""
        assert process.stdout is not None
        watchdog = threading.Timer(REPLY_SECONDS, process.kill)
        watchdog.start()
        try:
            while (line := process.stdout.readline(2 * MOST_REPLY)).startswith(QUESTION):
                question = json.loads(line.removeprefix(QUESTION))
                process.send(challenge.reply(question) if challenge else None)
            if not line.endswith(b"\n"):
                raise OSError("The process has ended, or its reply has no end.")
            return line
        finally:
            watchdog.cancel()

    def close(self) -> None:
        """End the process for good."""
        self.is_closed = True
        self._end()

    def _end(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            process.end(1)


# Verdicts


def _judged(task: AnswerToJudge, reply: dict[str, Any]) -> Finding:
    """Return the finding for a reply of the process; only what is worked out here can be "done"."""
    name = task.exercise.name
    failed = [(str(label), str(error)) for label, error in reply.get("failed", ())]
    if "late" in reply:
        text = f"After {float(reply['late']):g} seconds of work it was still running."
        return Finding(name, "not right", (f"{text} Find the loop that never ends.",), "never-ends")
    if "died" in reply or "broken" in reply:
        return Finding(name, "not right", ("Its cells ended the process of Python.",), "died")
    if "missing" in reply:
        return _missing(task, [str(part) for part in reply["missing"]], failed)
    if "data" in reply:
        answer = decoded(reply["data"])
        with _judging:
            return _finding_of(name, refusal(verdict(name, answer)))
    if "transcript" in reply:
        return _finding_of(name, _replayed(name, str(reply["transcript"])))
    finding = _finding_of(name, reply | {"outcome": _not_done(reply["outcome"])})
    return _without_its_helper(task, failed, finding) or finding


def _not_done(outcome: Any) -> str:
    return "not attempted" if outcome == "not attempted" else "not right yet"


def _replayed(name: str, transcript: str) -> dict[str, Any]:
    """Return the judge's verdict on the calls in a transcript."""
    key = hashlib.sha256(f"{name} {transcript}".encode()).hexdigest()
    with _judging:
        if key not in _verdicts:
            judge_without_clock()
            replay = RecordedFunction(transcript)
            with unguarded():  # a replay runs nothing of the learner's
                outcome = refusal(verdict(name, replay))
            if outcome["outcome"] != "done" or not replay.is_used_up:
                outcome = {"outcome": "not right yet", "lines": ["", UNPROVEN], "fault": "unproven"}
            _verdicts[key] = outcome
    return _verdicts[key]


def _missing(
    task: AnswerToJudge, names: Sequence[str], failed: Sequence[tuple[str, str]]
) -> Finding:
    expression = task.exercise.expression
    if failed:
        label, error = failed[-1]
        text = f"{expression} is missing, because {label} failed: {error}."
        is_endless = "still running" in error
        return Finding(
            task.exercise.name, "not run", (text,), "never-ends" if is_endless else "not run"
        )
    likely = get_close_matches(expression, names, n=1)
    question = f" Did you mean {likely[0]}?" if likely else ""
    text = f"{expression} does not exist.{question}"
    return Finding(task.exercise.name, "not right", (text,), "missing-name")


def _without_its_helper(
    task: AnswerToJudge, failed: Sequence[tuple[str, str]], finding: Finding
) -> Finding | None:
    """Return the finding for an answer that uses a name which a failed cell should have made."""
    lacks = re.search(r"NameError: name '(\w+)'", " ".join(finding.why))
    makers = [_label(cell) for cell in task.needed if lacks and lacks[1] in cell.makes]
    for label, error in failed:
        if lacks and label in makers:
            text = f"{lacks[1]} is missing, because {label} failed: {error}."
            return Finding(finding.exercise, "not run", (text,), "not run")
    return None


def _finding_of(name: str, reply: dict[str, Any]) -> Finding:
    if reply["outcome"] in ("done", "not attempted"):
        return Finding(name, reply["outcome"])
    why = tuple(str(line).strip() for line in reply.get("lines", ()))[1:]
    texts = (str(reply.get(part) or "") for part in ("fault", "event", "card"))
    return Finding(name, "not right", why, *texts)


def _label(cell: Cell) -> str:
    first, *_ = [*cell.source.strip().splitlines(), ""]
    shown = f"{first[:40]}…" if len(first) > 40 else first
    return f"cell {cell.number or cell.id} ({shown})"
