"""Marking: say of each exercise in notebooks that were handed in whether it is done, whatever the notebooks do."""

from __future__ import annotations

import ast
import json
import os
import queue
import random
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from minimax_lessons.exercises.answering import decoded
from minimax_lessons.exercises.answers import called_in
from minimax_lessons.exercises.checks import verdict
from minimax_lessons.exercises.sealing import can_seal
from minimax_lessons.exercises.sheets import Cell, Exercise, Sheet, Unreadable, cells_of, sheet_of
from minimax_lessons.exercises.tasks import LONGER, TASKS
from minimax_lessons.notebooks import EXERCISES, notebook
from minimax_lessons.setup_env import ROOT
from minimax_lessons.trouble import Trouble

__all__ = ["Row", "main", "mark"]

USAGE = """usage: python3 -m minimax_lessons check [NOTEBOOK | FOLDER | LESSON …]

Says of each exercise in the notebooks whether it is done. A lesson is a number, such as 03; without a name
all of notebooks/exercises are checked. The exit code is 0 only when every exercise of every notebook is done."""
SIGNS = {"done": "✓", "not right": "✗", "not attempted": "○", "missing": "–", "not run": "!"}
CELL_SECONDS, JUDGE_SECONDS, START_SECONDS, MOST_WALL = 5, 5, 60, 8  # what calls ends by itself takes half as long
MOST_DEATHS, MOST_REPLY = 4, 2**22  # of one notebook; of bytes in a reply
CHANGED = "While it was marked these files of the project changed, and were put back (see *.changed): {}"
FORGED = "A known wrong answer was called right after it, so the judge was tampered with: nothing is known of it."


@dataclass(frozen=True)
class Row:
    """How an exercise stands, and why."""

    exercise: str
    state: str
    why: tuple[str, ...] = ()


@dataclass(frozen=True)
class Marks:
    """What became of a notebook: its exercises, and cells that failed; or why it can't be read."""

    notebook: str
    rows: tuple[Row, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def all_done(self) -> bool:
        """Return True if every exercise of the lesson is done."""
        return bool(self.rows) and all(row.state == "done" for row in self.rows)

    def __str__(self) -> str:
        lines = [self.notebook]
        for row in self.rows:
            lines.append(f"  {SIGNS[row.state]} {row.exercise:<5}{TASKS[row.exercise].title:<34} {row.state}")
            lines.extend(f"      {line.strip()}" for line in row.why)
        lines.extend(f"  {note}" for note in self.notes)
        counts = {state: sum(row.state == state for row in self.rows) for state in SIGNS}
        if self.rows:
            lines.append(f"  {', '.join(f'{n} {state}' for state, n in counts.items() if n or state == 'done')}")
        return "\n".join(lines)


# The process in which answers run


class Died(Exception):
    """The process gave no answer: it ended, or was ended when its time was up."""


class _Process:
    """Runs cells and judges answers in a copy of the package, in a folder of its own."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="minimax-check-"))
        shutil.copytree(ROOT / "minimax_lessons", self.folder / "minimax_lessons")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "JUPYTER"))}
        self.process = subprocess.Popen(
            [sys.executable, "-s", "-c", "from minimax_lessons.exercises.answering import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            env=kept | dict.fromkeys(("PYTHONPATH", "HOME", "TMPDIR"), str(self.folder)) | {"PYTHONUTF8": "1"},
            start_new_session=True,
        )
        self.replies: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.seconds: float = START_SECONDS

    def _read(self) -> None:
        assert self.process.stdout is not None
        with suppress(OSError, ValueError):
            while line := self.process.stdout.readline(MOST_REPLY):
                self.replies.put(line)
        self.replies.put(b"")

    def ask(self, request: Any, seconds: float) -> Any:
        """Return the reply to a request, or raise Died."""
        assert self.process.stdin is not None
        seconds, self.seconds = max(seconds, self.seconds), 0  # the first reply waits for the start
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
            reply = self._reply(seconds)
        except queue.Empty:
            raise Died(f"it was still running after {seconds:g} seconds, and was ended") from None
        except OSError:
            reply = b""
        try:
            told = json.loads(reply)
        except ValueError:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(1)
            code = self.process.poll()
            told = "broke off the talk with the judge" if code is None else f"ended the process (exit code {code})"
            raise Died(f"it {told}") from None
        if not isinstance(told, dict):
            raise Died("it answered in the judge's place")
        return told

    def _reply(self, seconds: float) -> bytes:
        """Return the next line; a busy machine gives little time, so the processor's counts where it is known."""
        begun, clock = self._used(), time.monotonic()
        while True:
            try:
                return self.replies.get(timeout=0.2)
            except queue.Empty:
                waited = time.monotonic() - clock
                if (self._used() - begun if begun else waited) > seconds or waited > MOST_WALL * seconds:
                    raise

    def _used(self) -> float:
        """Return the seconds of the processor that the process has used; 0 where a system does not tell."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
            return 0.001 + (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, ValueError, IndexError, AttributeError):
            return 0

    def close(self) -> None:
        """End the process and whatever it has started."""
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        for started in Path("/proc").glob("[0-9]*/environ"):  # in sessions of their own; each has the folder's name
            with suppress(OSError):
                if os.fsencode(self.folder) in started.read_bytes():
                    os.kill(int(started.parent.name), signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)


# One notebook


@dataclass
class _Marking:
    """Runs a learner's cells in the sheet's order, and judges each answer where its check stands."""

    sheet: Sheet
    plan: list[Cell | Exercise]
    rows: dict[str, Row]
    failed: dict[int, str] = field(default_factory=dict)  # cells that raised, hung or died, and how
    dead: set[int] = field(default_factory=set)  # those that are not run again

    def finish(self) -> None:
        """Judge all that is left, in as many processes as it takes."""
        while left := self._left():
            with closing(_Process()) as process:
                self._go_on(process, left)

    def _left(self) -> dict[int, Exercise]:
        """Return the exercises that have no row yet, by their places in the plan."""
        steps = enumerate(self.plan)
        return {number: step for number, step in steps if isinstance(step, Exercise) and step.name not in self.rows}

    def _go_on(self, process: _Process, left: dict[int, Exercise]) -> None:
        for number, step in enumerate(self.plan[: max(left) + 1]):
            try:
                if number in left:
                    row = self._row(process, left[number], number)
                    self._keep(row, number, alone=row.state == "not run" and bool(self.dead))
                elif isinstance(step, Cell) and number not in self.dead:
                    self._cell(process, step, number)
            except Died as end:
                if number in left:
                    self._keep(
                        Row(left[number].name, "not right", (f"When it was called, {end}.",)), number, alone=True
                    )
                    return
                self.failed[number] = str(end)
                self.dead.add(number)
                for place, exercise in self._left().items() if len(self.dead) >= MOST_DEATHS else ():
                    why = "Too many cells before it ended the process."
                    self._keep(Row(exercise.name, "not run", (why,)), place, alone=True)
                return

    def _keep(self, row: Row, number: int, *, alone: bool) -> None:
        """Keep a row, or a better one without the learner's own cells, which may have left what ends it all."""
        known = {cell.id for cell in self.sheet.blank}
        before = [step for step in self.plan[:number] if isinstance(step, Cell)]
        needed = [cell for cell in before if cell.id in known]
        if alone and len(needed) < len(before):
            other = _Marking(self.sheet, [*needed, self.plan[number]], {})
            other.finish()
            row = other.rows[row.exercise] if other.rows[row.exercise].state == "done" else row
        self.rows[row.exercise] = row

    def _cell(self, process: _Process, cell: Cell, number: int) -> None:
        request = {"run": _without_checks(cell.source), "label": f"<cell {cell.id}>", "space": "__main__"}
        raised = process.ask(request, CELL_SECONDS).get("raised")
        if raised:
            self.failed[number] = str(raised)

    def _row(self, process: _Process, exercise: Exercise, number: int) -> Row:
        name = exercise.name
        look = process.ask({"look": exercise.expression, "space": "__main__"}, CELL_SECONDS)
        if "missing" in look:
            return self._without(exercise, number, look)
        if "data" in look:  # it is judged here, where nothing of the notebook ever runs
            told = verdict(name, decoded(look["data"]))
            return _row_of(name, told.outcome, told.lines)
        return self._called(process, exercise, number)

    def _without(self, exercise: Exercise, number: int, look: dict[str, Any]) -> Row:
        failed = self._failed_before(number, exercise.expression, exercise.answers)
        if failed:
            return Row(exercise.name, "not run", failed)
        likely = get_close_matches(exercise.expression, map(str, look["missing"]), n=1)
        there = f" There is {likely[0]}: is it that?" if likely else ""
        return Row(exercise.name, "not right", (f"{exercise.expression} does not exist.{there}",))

    def _failed_before(self, number: int, name: str, ids: Sequence[str] = ()) -> tuple[str, ...]:
        """Return that a name is missing because a cell failed that should have made it; nothing if none did."""
        for i, why in sorted(self.failed.items()):
            cell = self.plan[i]
            if i < number and isinstance(cell, Cell) and (cell.id in ids or name in cell.makes):
                return (f"{name} is missing, as {_called_cell(cell)} failed: {why}.",)
        return ()

    def _called(self, process: _Process, exercise: Exercise, number: int) -> Row:
        """Return the row of a function: it is judged where it can be called, and a known wrong one with it."""
        for source in exercise.control:
            process.ask({"run": source, "label": "<control>", "space": "__control__"}, CELL_SECONDS)
        both = [("__main__", exercise.expression), ("__control__", exercise.wrong)]
        told = {space: _judged(process, exercise.name, of, space) for space, of in random.sample(both, 2)}
        mine, control = told["__main__"], told["__control__"]
        row = _row_of(exercise.name, mine["outcome"], mine["lines"])
        if row.state != "done":
            lacks = re.search(r"NameError: name '(\w+)'", " ".join(row.why))
            failed = self._failed_before(number, lacks.group(1)) if lacks else ()
            return Row(exercise.name, "not run", failed) if failed else row
        if control["outcome"] != "not right yet":
            return Row(exercise.name, "not right", (FORGED,))
        ours = [what for what in map(str, mine["changed"]) if what[0] in "`0123456789" or "thread" in what]
        if ours:
            return Row(exercise.name, "not right", (f"While it was judged it changed {', '.join(ours)}.",))
        return row

    def notes(self) -> Iterator[str]:
        """Yield which cells failed, and how."""
        for number, why in sorted(self.failed.items()):
            cell = self.plan[number]
            if isinstance(cell, Cell):
                yield f"C{_called_cell(cell)[1:]} failed: {why}"


def _called_cell(cell: Cell) -> str:
    first, *_ = [*cell.source.strip().splitlines(), ""]
    return f"cell {cell.number} ({first[:40]}{'…' * (len(first) > 40)})"


def _row_of(name: str, outcome: str, lines: Sequence[Any]) -> Row:
    """Return the row of what check says of an answer."""
    if outcome in ("done", "not attempted"):
        return Row(name, outcome)
    return Row(name, "not right", tuple(line for line in map(str, lines[1:]) if "hint(" not in line))


def _judged(process: _Process, name: str, expression: str, space: str) -> dict[str, Any]:
    """Return the verdict; it counts only with a word that is sent when the answer has been called for the last time."""
    seconds = 2 * LONGER[name] if name in LONGER else JUDGE_SECONDS
    ready = process.ask({"judge": name, "of": expression, "space": space}, seconds)
    word = secrets.token_hex(16)
    told: dict[str, Any] = process.ask(word, CELL_SECONDS)
    whole = {"word", "outcome", "lines", "changed"} == told.keys()
    if ready != {"ready": True} or not whole or told["word"] != word or not process.replies.empty():
        raise Died("it answered in the judge's place")
    return told


def _without_checks(source: str) -> str:
    """Return a cell without its checks and hints: they are judged apart."""
    try:
        body = ast.parse(source).body
    except SyntaxError:
        return source
    lines = source.splitlines()
    for node in body:
        if called_in(node, "check", "hint"):
            lines[node.lineno - 1 : node.end_lineno] = [""] * ((node.end_lineno or node.lineno) - node.lineno + 1)
    return "\n".join(lines)


def _begun(path: Path) -> _Marking | Unreadable:
    """Return a notebook that is read, and of which nothing has run; or why it can't be read."""
    try:
        cells = cells_of(path)
        sheet = sheet_of(cells, path)
    except Unreadable as trouble:
        return trouble
    plan, rows = sheet.merged(cells)
    return _Marking(sheet, plan, {name: Row(name, state) for name, state in rows.items()})


def mark(path: Path, begun: _Marking | Unreadable | None = None) -> Marks:
    """Return how each exercise of a notebook stands."""
    marking = begun or _begun(path)
    if isinstance(marking, Unreadable):
        return Marks(str(path), notes=(str(marking),))
    marking.finish()
    rows = tuple(marking.rows[each.name] for each in marking.sheet.exercises)
    return Marks(str(path), rows, tuple(marking.notes()))


# The command, and the clone, which stays as it is


def _clone() -> dict[Path, bytes]:
    """Return the clone's own files, where no process can be sealed and a notebook might change them."""
    folders = () if can_seal() else ("minimax_lessons", "notebooks", "tests")
    paths = (path for folder in folders for path in (ROOT / folder).rglob("*.*") if "__pycache__" not in path.parts)
    return {path: path.read_bytes() for path in paths if path.is_file()}


def _put_back(clone: dict[Path, bytes], marks: Marks) -> Marks:
    """Return the marks of a notebook; if files have changed, they are put back, and nothing in it is done."""
    changed = [path for path, data in clone.items() if not path.is_file() or path.read_bytes() != data]
    for path in changed:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():  # it may be somebody's work
            path.replace(path.with_name(f"{path.name}.changed"))
        path.write_bytes(clone[path])
    if not changed:
        return marks
    names = ", ".join(path.relative_to(ROOT).as_posix() for path in changed)
    rows = tuple(Row(row.exercise, "not right" if row.state == "done" else row.state) for row in marks.rows)
    return Marks(marks.notebook, rows, (*marks.notes, CHANGED.format(names)))


def _named(arguments: Sequence[str]) -> list[Path]:
    """Return the notebooks that are named; Trouble says which are none."""
    found: list[Path] = []
    for argument in arguments:
        if Path(argument).is_dir():
            inside = sorted(Path(argument).rglob("*.ipynb"))
            found += (inside := [path for path in inside if ".ipynb_checkpoints" not in path.parts])
            if not inside:
                raise Trouble(f"There is no notebook in the folder {argument}.")
        else:
            found.append(notebook(argument, EXERCISES))
    return list(dict.fromkeys(found)) or sorted(EXERCISES.glob("*.ipynb"))


def main(arguments: Sequence[str]) -> int:
    """Return 0 if every exercise is done in the notebooks named; print how each stands."""
    if {"-h", "--help"} & set(arguments):
        print(USAGE)
        return 0
    try:
        notebooks = _named(arguments)
    except Trouble as problem:
        print(problem, file=sys.stderr)
        return 2
    clone, all_done = _clone(), True
    begun = {path: _begun(path) for path in notebooks}  # before any of them runs
    for number, (path, marking) in enumerate(begun.items()):
        marks = _put_back(clone, mark(path, marking))
        print(*([""] if number else []), marks, sep="\n", flush=True)
        all_done = all_done and marks.all_done
    return 0 if all_done else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
