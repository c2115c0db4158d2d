"""Sealing: what the process in which answers run may use and change, as far as the system can hold it to that."""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress
from pathlib import Path

__all__ = ["SECONDS", "can_seal", "limit", "seal"]

BYTES, SECONDS = 4 * 2**30, 600  # of memory, and of processor time
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # Landlock, of Linux: a process gives up rights for good
NO_NEW_PRIVILEGES, BENEATH, VERSION = 38, 1, 1
WRITE, TRUNCATE = 1 << 1, 1 << 14
CHANGES = WRITE | sum(1 << bit for bit in range(4, 13))  # to make, rename and delete files of all kinds
SIGNALS = 2


class _Ruleset(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64)]


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32)]


def _version() -> int:
    if sys.platform != "linux":
        return 0
    return int(ctypes.CDLL(None).syscall(CREATE_RULESET, None, 0, VERSION))


def can_seal() -> bool:
    """Return True if this system can keep a process from files that are none of its business."""
    return _version() > 0


def seal(folder: Path) -> None:
    """Let this process, and all that it starts, change nothing outside a folder, and send no signals out, if it can."""
    version = _version()
    if version < 1:
        return
    system, changes = ctypes.CDLL(None), CHANGES | (TRUNCATE if version >= 3 else 0)
    rules = _Ruleset(changes, 0, SIGNALS if version >= 6 else 0)
    ruleset = system.syscall(CREATE_RULESET, ctypes.byref(rules), ctypes.sizeof(rules), 0)
    shared = Path("/dev/shm")  # where processes that work together meet
    for path, allowed in ((folder, changes), (shared, changes), (Path(os.devnull), changes & (WRITE | TRUNCATE))):
        if path.exists():
            beneath = _Beneath(allowed, os.open(path, os.O_PATH | os.O_CLOEXEC))
            system.syscall(ADD_RULE, ruleset, BENEATH, ctypes.byref(beneath), 0)
    system.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    system.syscall(RESTRICT_SELF, ruleset, 0)


def limit() -> None:
    """Limit what this process may use, where the system can."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        for what, most in ((resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_FSIZE, 2**26), (resource.RLIMIT_AS, BYTES)):
            resource.setrlimit(what, (most, resource.getrlimit(what)[1]))
