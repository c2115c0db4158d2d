"""Sandbox: a process without network or write access, by bubblewrap, podman or docker."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO, Any, BinaryIO

from minimax_lessons.command_errors import CommandError
from minimax_lessons.setup_env import ROOT

__all__ = [
    "NO_SANDBOX",
    "PROCESSES",
    "SandboxProcess",
    "ended_in_order",
    "limit_process",
    "private_channels",
    "sandbox",
    "send",
    "unsafe",
]

MODULE = "minimax_lessons.marking.inside"
# what strangers' code may have, whichever program makes the sandbox: bytes, and processes
MEMORY, FILE, SCRATCH = 2**30, 2**24, 2**28  # scratch files live in memory
PROCESSES = 24
FOLDER = "minimax-sandbox-"  # then the process that made the folder
VARIABLES = {"PYTHONUTF8": "1", "PYTHONHASHSEED": "0"}
SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/alternatives",
)
NO_SANDBOX = (
    "There is no sandbox here in which submissions could run safely. Install bubblewrap "
    "(for example `sudo apt install bubblewrap`), or start podman or docker. "
    "With --unsafe the submissions run without one: only do that if you trust every author."
)


def sandbox(module: str = MODULE) -> list[str]:
    """Return the command that starts a module in a sandbox, or raise CommandError without one."""
    name = _found()
    if name is None:
        raise CommandError(NO_SANDBOX)
    if name == "bwrap":
        return [*_bubblewrap(), *unsafe(module)]
    return [*_container(name), "python3", "-s", "-c", _start(module)]


def unsafe(module: str = MODULE) -> list[str]:
    """Return the command that starts a module's process without a sandbox."""
    return [sys.executable, "-s", "-c", _start(module)]


def _start(module: str) -> str:
    return f"from {module} import main; main()"


class SandboxProcess(subprocess.Popen[bytes]):
    """A process that runs strangers' code, in a folder that is removed with it."""

    def __init__(self, command: Sequence[str]) -> None:
        _remove_folders_of_ended_processes()
        # removed at the latest when Python ends, whatever has interrupted this or ``end``
        self.folder = tempfile.TemporaryDirectory(
            prefix=f"{FOLDER}{os.getpid()}-", ignore_cleanup_errors=True
        )
        names = (name for name in os.environ if not name.startswith(("PYTHON", "JUPYTER")))
        variables = {name: os.environ[name] for name in names}
        variables |= VARIABLES | {"PYTHONPATH": str(ROOT)}
        try:
            super().__init__(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self.folder.name,
                env=variables | {"TMPDIR": self.folder.name},
                start_new_session=True,
            )
        except OSError:
            self.folder.cleanup()
            raise

    def send(self, data: Any) -> None:
        """Send data to the process; raise OSError if it has ended."""
        assert self.stdin is not None
        send(self.stdin, data)

    def end(self, seconds: float = 0) -> None:
        """End the process; it has some seconds to end by itself, because it is asked no more."""
        assert self.stdin is not None
        assert self.stdout is not None
        with suppress(OSError, subprocess.TimeoutExpired):
            self.stdin.close()
            self.wait(seconds)
        self.kill()
        self.wait()
        with suppress(OSError):
            self.stdout.close()
        self.folder.cleanup()


def _remove_folders_of_ended_processes() -> None:
    """Remove the folders whose process could not do so, for example because it was killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER}*-*"):
        process, _, _ = folder.name.removeprefix(FOLDER).partition("-")
        if process.isdecimal() and not _is_running(int(process)):
            shutil.rmtree(folder, ignore_errors=True)


def _is_running(process: int) -> bool:
    """Return False if a process has certainly ended."""
    if os.name != "posix":  # elsewhere signal 0 ends a process
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # of somebody else
        pass
    return True


@contextmanager
def ended_in_order() -> Iterator[None]:
    """Let SIGTERM end the code inside as the interrupt key does, so that folders are removed."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def private_channels() -> tuple[BinaryIO, BinaryIO]:
    """Return this process's channels, and give its code an empty input and no output instead."""
    channels = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    return channels


def send(channel: IO[bytes], data: Any, mark: bytes = b"") -> None:
    """Send data as a line of JSON, behind a mark that tells it from other lines."""
    channel.write(mark + json.dumps(data).encode() + b"\n")
    channel.flush()


def limit_process() -> None:
    """Limit what this process may use, where the system can."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        for kind, most in (
            (resource.RLIMIT_AS, MEMORY),
            (resource.RLIMIT_FSIZE, FILE),
            (resource.RLIMIT_NPROC, PROCESSES),
            (resource.RLIMIT_CORE, 0),
        ):
            resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))


@cache
def _found() -> str | None:
    tests = (
        ("bwrap", [*_bubblewrap(), sys.executable, "-c", "pass"]),
        ("podman", ["podman", "info"]),
        ("docker", ["docker", "info"]),
    )
    for name, command in tests:
        if shutil.which(name) is None:
            continue
        try:
            if subprocess.run(command, capture_output=True, timeout=20).returncode == 0:
                return name
        except (OSError, subprocess.TimeoutExpired):
            continue
    return None


def _bubblewrap() -> list[str]:
    command = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--as-pid-1"]
    command += ["--cap-drop", "ALL", "--clearenv", "--setenv", "PATH", os.defpath]
    variables = {"HOME": "/tmp", "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    for name, value in (VARIABLES | variables).items():
        command += ["--setenv", name, value]
    command += ["--size", str(SCRATCH), "--tmpfs", "/tmp"]
    for path in _readable():
        command += ["--ro-bind", path, path]
    command += ["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/", "--chdir", "/tmp"]
    return command


def _readable() -> list[str]:
    """Return the folders that Python and the course need, and no other."""
    own = [sys.prefix, sys.base_prefix, sysconfig.get_path("stdlib"), sysconfig.get_path("purelib")]
    paths = [
        *SYSTEM,
        *own,
        str(Path(sys.executable).resolve().parent),
        str(ROOT / "minimax_lessons"),
    ]
    return [path for path in dict.fromkeys(paths) if Path(path).exists()]


def _container(name: str) -> list[str]:
    version = ".".join(map(str, sys.version_info[:2]))
    command = [name, "run", "--rm", "--interactive", "--network", "none", "--read-only"]
    command += ["--tmpfs", f"/tmp:size={SCRATCH}", "--workdir", "/tmp", "--memory", str(MEMORY)]
    command += [
        "--pids-limit",
        str(PROCESSES),
        "--cap-drop",
        "ALL",
        "--security-opt",
        "no-new-privileges",
    ]
    command += ["--volume", f"{ROOT / 'minimax_lessons'}:/course/minimax_lessons:ro"]
    for name, value in (VARIABLES | {"HOME": "/tmp", "PYTHONPATH": "/course"}).items():
        command += ["--env", f"{name}={value}"]
    return [*command, f"python:{version}-slim"]
