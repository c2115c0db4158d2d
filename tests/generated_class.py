"""A class of any size whose marks are known: right answers in varied style, each fault, and hostile submissions."""

from __future__ import annotations

import inspect
import json
import linecache
import re
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import filled_sheets
from right_searches import RIGHT
from wrong_searches import WRONG

from minimax_lessons.exercises.sheets import sheets

SHEET = "03_alpha_beta.ipynb"
NAME = "my_alphabeta"
PARAMETERS = 5  # position, depth, alpha, beta, and whose turn it is
STYLES = (
    *("fail_hard", "short_names", "greek", "low_and_high", "value_and_move", "score_in_a_dict"),
    *("while_loop", "decorated", "with_helpers"),
)
PLAIN = """def my_alphabeta(position, depth, alpha, beta, maximizing_player):
    return {}
"""
ENDLESS = "while True:\n    pass\n"
WRONG_SEARCH = PLAIN.format("position.evaluate()")
IN_CALL = "def my_alphabeta(position, depth, alpha, beta, maximizing_player):\n    {}\n"
OUTSIDE = "minimax-forged-outside"

# Each is the answer to 3.1. None is right, and none may cost another exercise or another student anything.
HOSTILE = {
    "an endless loop in a cell": ENDLESS + WRONG_SEARCH,
    "an endless loop in a call": IN_CALL.format("while True: pass"),
    "an endless loop in C": IN_CALL.format("import itertools; sum(itertools.count())"),
    "a cell that ends Python": "import os\nos.kill(os.getpid(), 9)\n" + WRONG_SEARCH,
    "a call that ends Python": IN_CALL.format("import os; os.kill(os.getpid(), 9)"),
    "a crash in C": IN_CALL.format("import ctypes; ctypes.string_at(0)"),
    "output without end": IN_CALL.format("print('x' * 10**7); return 0"),
    "memory without end": IN_CALL.format("return len([b'x' * 10**8 for _ in range(10**4)])"),
    "a fork bomb": "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass\n"
    + WRONG_SEARCH,
    "a process left behind": "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(600)\n"
    + WRONG_SEARCH,
    "every process killed": "import os\nos.kill(-1, 9)\n" + WRONG_SEARCH,
    "files without end": "import itertools\nfor i in itertools.count():\n"
    "    open(f'/tmp/{i}', 'wb').write(b'x' * 10**7)\n" + WRONG_SEARCH,
    "a file outside": f"import pathlib\nfor folder in ('/tmp', '/var/tmp', '/', '/usr', pathlib.Path.home()):\n"
    f"    try:\n        (pathlib.Path(folder) / '{OUTSIDE}').write_text('x')\n    except OSError:\n        pass\n"
    + WRONG_SEARCH,
    "a packet": "import socket\nsocket.create_connection(('127.0.0.1', 9), 3)\n" + WRONG_SEARCH,
    "recursion without end": IN_CALL.format(f"return {NAME}(position, depth, alpha, beta, True)"),
    "sleep": IN_CALL.format("import time; time.sleep(60); return 0"),
    "a huge number": IN_CALL.format("return 10 ** 10 ** 6"),
    "a value that equals everything": "class Equal(float):\n    __eq__ = lambda *a: True\n    __hash__ = None\n"
    + PLAIN.format("Equal(1)"),
    "code that is no Python": "def my_alphabeta(position:\n",
    "another kind of answer": f"{NAME} = 'alpha-beta'",
}
WRONG_DATA = {
    "3.2": ("seen = [5, 6, 7, 4, 3, 8]", "seen = [5, 6, 7, 3]", "seen = [5, 7, 3]"),
    "3.3": (
        "windows = [(-inf, inf)] * 5",
        "windows = [(-inf, inf), (-inf, inf), (-inf, 3), (3, inf), (3, 3)]",
    ),
    "3.4": ("half = tree([[3, 5], [4, 6]])", "half = tree([3, [2, 9]])"),
}


@dataclass
class Member:
    """A student, with the truth about each exercise, and the name of the answer to 3.1."""

    name: str
    number: int
    notebook: dict[str, Any]
    truth: dict[str, str]
    kind: str
    faults: dict[str, str] = field(default_factory=dict)  # of the answers that are wrong

    @property
    def folder(self) -> str:
        """Return the folder in Moodle's zip."""
        return f"{self.name}_{self.number}_assignsubmission_file"


def right_sources() -> dict[str, str]:
    """Return right answers to 3.1 in varied style, by name."""
    sources = {}
    for name in STYLES:
        search = RIGHT[name].search
        source = inspect.getsource(inspect.unwrap(search))
        source = re.sub(r"^@right.*\n", "", source, flags=re.M)
        if "@" not in source and re.search(r"\bis_terminal\(|\bsuccessors\(", source) is None:
            sources[name] = re.sub(rf"\b{name}\b", NAME, source)
    return sources


def wrong_sources() -> dict[str, tuple[str, str]]:
    """Return wrong answers to 3.1, by name, with the fault in each."""
    sources = {}
    for name, wrong in WRONG.items():
        parameters = inspect.signature(wrong.search).parameters
        last = list(parameters)[-1]
        if wrong.kind == "alphabeta" and len(parameters) == PARAMETERS and "max" in last:
            source = "".join(linecache.getlines(f"<{name}>"))
            sources[name] = re.sub(r"\bsearch\b", NAME, source), wrong.fault
    return sources


def generated_class(size: int, *, seed: int = 1, hostile: int = 20) -> list[Member]:
    """Return a class; its last students are the hostile ones."""
    random = Random(seed)
    sheet = next(sheet for sheet in sheets() if sheet.path.name == SHEET)
    right, wrong = sorted(right_sources().items()), sorted(wrong_sources().items())
    members = []
    for number in range(size):
        truth, faults, answers = {}, {}, {}
        kind = ""
        for exercise in sheet.exercises:
            state, chance = "done", random.random()
            cells = filled_sheets.solved(sheet, exercise)
            (id_, *_) = cells
            if exercise.name == "3.1" and number >= size - hostile:
                kind, source = list(HOSTILE.items())[number % len(HOSTILE)]
                cells, state = {id_: source}, "not right"
            elif chance < 0.1:
                cells, state = {}, "not attempted"
            elif exercise.name == "3.1" and chance < 0.45:
                kind, (source, fault) = random.choice(wrong)
                cells, state, faults["3.1"] = {id_: source}, "not right", fault
            elif exercise.name == "3.1":
                kind, source = random.choice(right)
                cells = {id_: source}
            elif chance < 0.4:
                state = "not right"
                cells = _wrong(sheet, exercise, id_, random)
            truth[exercise.name] = state
            answers |= {id_: _in_own_words(source, number) for id_, source in cells.items()}
        notebook = json.loads(filled_sheets.blank(SHEET))
        for cell in notebook["cells"]:
            cell["source"] = answers.get(cell.get("id"), cell["source"])
        members.append(
            Member(f"Student {number:03}", 5_000 + number, notebook, truth, kind, faults)
        )
    return members


def _in_own_words(source: str, number: int) -> str:
    """Return the source with some variables renamed, so that hardly two students have the same text."""
    for name in ("value", "best", "evaluation", "score", "child"):
        source = re.sub(rf"\b{name}\b", f"{name}_{number}", source) if number % 3 else source
    return source


def _wrong(sheet: Any, exercise: Any, id_: str, random: Random) -> dict[str, str]:
    if exercise.name in WRONG_DATA:
        return {id_: random.choice(WRONG_DATA[exercise.name])}
    return filled_sheets.wrong(sheet, exercise)


def write_moodle(folder: Path, members: list[Member]) -> tuple[Path, Path]:
    """Write Moodle's zip of submissions, with junk in it, and its worksheet for the grades."""
    export, worksheet = folder / "submissions.zip", folder / "worksheet.csv"
    with zipfile.ZipFile(export, "w", zipfile.ZIP_DEFLATED) as archive:
        for member in members:
            archive.writestr(f"{member.folder}/{SHEET}", json.dumps(member.notebook))
        archive.writestr("__MACOSX/._03_alpha_beta.ipynb", b"\x00\x05")
        archive.writestr(f"{members[0].folder}/.ipynb_checkpoints/{SHEET}", b"{}")
        archive.writestr(f"{members[0].folder}/notes.txt", b"My notes")
    header = "Identifier,Full name,Email address,Status,Grade,Maximum Grade,"
    header += (
        "Grade can be changed,Last modified (submission),Last modified (grade),Feedback comments"
    )
    rows = [
        f'Participant {member.number},"{member.name}, Jr.",s{member.number}@example.org,'
        f'"Submitted for grading",,50.00,Yes,"Friday, 20 November 2026, 10:00 AM",-,'
        for member in members
    ]
    worksheet.write_bytes("\r\n".join(["\ufeff" + header, *rows, ""]).encode())
    return export, worksheet
