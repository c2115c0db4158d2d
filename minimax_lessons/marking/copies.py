"""Copies: a copy of the process for each exercise, ended in time, after which nothing is left."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from minimax_lessons.check_limits import MOST_WALL_OF_COPY
from minimax_lessons.marking.challenge import Ask
from minimax_lessons.marking.sandbox import PROCESSES, limit_process, send

__all__ = ["MOST_REPLY", "QUESTION", "ask_outside", "reply_in_a_copy", "write_line"]

MOST_REPLY = 2**24  # bytes
SCRATCH_FOLDERS = ("/tmp", "/dev/shm")  # where a copy may write in a sandbox
TICK = 0.05  # seconds between two looks at a copy
QUESTION = b"?"  # begins a line that asks the process outside; any other line is a reply
Outside = tuple[BinaryIO, BinaryIO]  # the lines that come from outside, and those that go there


def reply_in_a_copy(answer: Callable[[Ask], Any], seconds: float, outside: Outside) -> bytes:
    """Return the line with the answer of a copy of this process, as far as it comes in time."""
    mine, theirs = socket.socketpair()
    copy = os.fork()
    if copy == 0:
        os.setsid()
        mine.close()
        for channel in outside:
            os.close(channel.fileno())
        limit_process()
        talk = theirs.makefile("rb"), theirs.makefile("wb")
        try:
            send(talk[1], answer(partial(ask_outside, talk)))
        except BaseException as error:
            send(talk[1], {"broken": type(error).__name__})
        finally:
            os._exit(0)
    theirs.close()
    try:
        return _reply_of(copy, mine, seconds, outside)
    finally:
        mine.close()
        _end(copy)


def ask_outside(outside: Outside, question: Any) -> Any:
    """Return the reply of the process outside to a question."""
    replies, questions = outside
    send(questions, question, QUESTION)
    return json.loads(replies.readline())


def _reply_of(copy: int, talk: socket.socket, seconds: float, outside: Outside) -> bytes:
    """Return a copy's reply after its questions, without waiting for processes that it started."""
    asked, answered = outside
    lines, clock, looked, has_ended = b"", time.monotonic(), 0.0, False
    while len(lines) < MOST_REPLY:
        waited = time.monotonic() - clock
        if waited - looked > TICK:
            looked = waited
            if _used(copy) > seconds or waited > MOST_WALL_OF_COPY * seconds or _has_multiplied():
                return json.dumps({"late": seconds}).encode()
        if b"\n" in lines:
            line, _, further = lines.partition(b"\n")
            if not line.startswith(QUESTION):
                return line
            write_line(answered, line)
            talk.sendall(asked.readline())
            lines = further
        elif select.select([talk], [], [], 0 if has_ended else TICK)[0]:
            part = talk.recv(2**20)
            if not part:
                break
            lines += part
        elif has_ended:
            break
        else:
            has_ended = os.waitid(os.P_PID, copy, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    return lines


def _used(copy: int) -> float:
    """Return the processor time of a copy in seconds; 0 if the system does not know."""
    try:
        fields = Path(f"/proc/{copy}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


def _has_multiplied() -> bool:
    """Return True if the sandbox has too many processes: no system limit holds for root."""
    if os.getpid() != 1:
        return False
    return sum(path.name.isdecimal() for path in Path("/proc").iterdir()) > PROCESSES


def _end(copy: int) -> None:
    """End a copy and all that it has started; in a sandbox nothing of it stays, and no file."""
    is_sandbox = os.getpid() == 1
    with suppress(OSError):
        os.kill(-1, signal.SIGKILL) if is_sandbox else os.killpg(copy, signal.SIGKILL)
    with suppress(OSError):
        os.kill(copy, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(copy, 0)
        while is_sandbox:  # until there is no process left
            os.waitpid(-1, 0)
    for folder in map(Path, SCRATCH_FOLDERS if is_sandbox else ()):
        _empty(folder, folder.stat().st_dev)


def _empty(folder: Path, device: int) -> None:
    """Remove what a folder holds; where that fails, this process ends, and a new sandbox starts."""
    for path in folder.iterdir():
        if path.is_symlink() or not path.is_dir():
            path.unlink()
        elif path.stat().st_dev == device:  # the course may be mounted below
            _empty(path, device)
            with suppress(OSError):
                path.rmdir()


def write_line(channel: BinaryIO, line: bytes) -> None:
    """Write a line to a channel at once."""
    channel.write(line + b"\n")
    channel.flush()
