"""Submissions: the owners of the notebooks in an export of Moodle, Canvas or Gradescope."""

from __future__ import annotations

import io
import re
import stat
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path, PurePosixPath

from minimax_lessons.command_errors import CommandError
from minimax_lessons.exercises.sheets import Unreadable
from minimax_lessons.marking.plan import Work, work_in

__all__ = ["Notebook", "Student", "read_submissions"]

MOST_BYTES, MOST_FILES = 20 * 2**20, 20_000  # of a notebook; in an export
MOODLE = re.compile(r"^(?P<name>.+?)_(?P<id>\d+)_assignsubmission_[a-z]+_?(?P<file>.*)$")
CANVAS = re.compile(
    r"^(?P<name>[^_/]+)_(?P<late>(?:LATE_)?)(?P<id>\d+)_(?P<submission>\d+)_(?P<file>.+)$"
)
GRADESCOPE = re.compile(r"^submission_\d+$")
METADATA = "submission_metadata.yml"
RESUBMITTED = re.compile(r"-(\d+)$")
JUNK = ("__MACOSX", ".ipynb_checkpoints", ".git", "__pycache__")
TOO_LARGE = (
    "has more than 20 MB: ask for it without its outputs (Edit → Clear Outputs of All Cells)"
)
NO_NOTEBOOK = "is no notebook: ask for the file that ends with .ipynb"
OUTSIDE = "has a path that leads out of the zip and was not read"
LINK = "is a link and was not followed: ask for the file itself"


@dataclass(frozen=True)
class Notebook:
    """A notebook as it was handed in."""

    name: str  # of the file, without the parts that a platform adds
    work: Work = field(repr=False)
    when: datetime | None = None
    attempt: int = 0  # 1 for the first resubmission


@dataclass
class Student:
    """A student with all notebooks, and sentences on files that could not be read."""

    key: str  # the folder in the export, by which two students of one name differ
    name: str
    id: str = ""  # the platform's number
    email: str = ""
    late: bool = False  # the platform marks it as late
    notebooks: list[Notebook] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _File:
    path: PurePosixPath
    read: Callable[[], bytes]  # raises Unreadable with the end of a sentence
    when: datetime | None = None


def read_submissions(export: Path) -> list[Student]:
    """Return the students of an export, by name; CommandError says why there are none."""
    if not export.exists():
        raise CommandError(
            f"There is no file or folder {export}. Name the export that you downloaded."
        )
    all_files = list(_in_folder(export) if export.is_dir() else _in_zip(export, export.name))
    files = [file for file in all_files if _is_read(file.path)]
    common = _common_folders([file.path for file in files])
    people: dict[str, Student] = {}
    for file in files:
        if file.path.name == METADATA:
            try:
                people |= _gradescope_people(file.read().decode("utf-8", "replace"))
            except Unreadable:
                raise CommandError(f"{file.path} can't be read: download {export} again.") from None
    students: dict[str, Student] = {}
    for file in files:
        if file.path.name != METADATA:
            owner, name = _owner(PurePosixPath(*file.path.parts[common:]), people)
            student = students.setdefault(owner.key, owner)
            student.late |= owner.late
            _take(student, file, name)
    if not students:
        raise CommandError(
            f"There is no notebook in {export}. Name a folder or zip in which every student has "
            "a folder with notebooks (.ipynb)."
        )
    for file in all_files:  # nobody is left out who has handed in something else
        parts = file.path.parts[common:]
        owner, name = _owner(PurePosixPath(*parts or ("",)), people)
        if owner.id or len(parts) > 1:
            student = students.setdefault(owner.key, owner)
            if not (student.notebooks or student.notes):
                student.notes.append(f"{name} {NO_NOTEBOOK}")
    return sorted(students.values(), key=lambda student: (student.name.casefold(), student.key))


def _take(student: Student, file: _File, name: str) -> None:
    """Add a notebook to a student's, or the notebooks in a zip; a note says what can't be read."""
    try:
        data = file.read()
        if name.lower().endswith(".zip"):
            for part in _in_zip(io.BytesIO(data), name):
                if part.path.suffix.lower() == ".ipynb":
                    _take(student, part, part.path.name)
            return
        stem = PurePosixPath(name).stem
        attempt = RESUBMITTED.search(stem)
        plain = f"{RESUBMITTED.sub('', stem)}.ipynb"
        number = int(attempt[1]) if attempt else 0
        student.notebooks.append(Notebook(plain, work_in(plain, data), file.when, number))
    except (Unreadable, CommandError) as problem:
        student.notes.append(f"{name}: {problem}")


def _owner(path: PurePosixPath, people: dict[str, Student]) -> tuple[Student, str]:
    """Return the owner of a file, by its path in the export, and the file's own name."""
    first, alone = path.parts[0], len(path.parts) == 1
    if moodle := MOODLE.match(first):
        key = f"{moodle['name']}_{moodle['id']}"
        return Student(key, moodle["name"], moodle["id"]), moodle["file"] if alone else path.name
    if alone and (canvas := CANVAS.match(path.name)):
        key = f"{canvas['name']}_{canvas['id']}"
        return Student(key, canvas["name"], canvas["id"], late=bool(canvas["late"])), canvas["file"]
    if GRADESCOPE.match(first):
        person = people.get(first, Student(first, first))
        return Student(first, person.name, person.id, person.email), path.name
    name = path.stem if alone else first
    return Student(name, name), path.name


def _gradescope_people(text: str) -> dict[str, Student]:
    r"""Return the first submitter of each submission in Gradescope's metadata.

    >>> _gradescope_people("submission_7:\n  :submitters:\n  - :name: Ann\n    :sid: '12'")
    {'submission_7': Student(key='submission_7', name='Ann', id='12', ...)}
    """
    people: dict[str, Student] = {}
    key = ""
    for line in text.splitlines():
        if match := re.match(r"^(submission_\d+):", line):
            key = match[1]
        elif match := re.match(r"^\s+(?:- )?:?(name|sid|email):\s*(.*)$", line):
            student = people.setdefault(key, Student(key, key))
            attribute = "id" if match[1] == "sid" else match[1]
            if getattr(student, attribute) in ("", key):  # others of a group come later
                setattr(student, attribute, match[2].strip().strip("'\""))
    return people


# Files


def _in_folder(folder: Path) -> Iterator[_File]:
    for path in sorted(folder.rglob("*")):
        inside = PurePosixPath(path.relative_to(folder).as_posix())
        if not _is_junk(inside) and (path.is_file() or path.is_symlink()):
            when = datetime.fromtimestamp(path.lstat().st_mtime)
            yield _File(inside, partial(_read_path, path), when)


def _read_path(path: Path) -> bytes:
    if path.is_symlink():
        raise Unreadable(LINK)
    try:
        if path.stat().st_size > MOST_BYTES:
            raise Unreadable(TOO_LARGE)
        return path.read_bytes()
    except OSError as error:
        raise Unreadable(f"can't be read ({error.strerror})") from None


def _in_zip(file: Path | io.BytesIO, name: str) -> Iterator[_File]:
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, OSError, ValueError):
        raise CommandError(f"{name} is no zip that can be read: download it again.") from None
    entries = archive.infolist()
    if len(entries) > MOST_FILES:
        raise CommandError(f"{name} holds more than {MOST_FILES:,} files: split it.")
    for entry in entries:
        path = PurePosixPath(entry.filename.replace("\\", "/"))
        inside = PurePosixPath(*(part for part in path.parts if part not in ("/", "..")))
        if entry.is_dir() or _is_junk(inside):
            continue
        try:
            when = datetime(*entry.date_time)
        except ValueError:
            when = None
        leads_out = path.is_absolute() or ".." in path.parts
        yield _File(inside, partial(_read_entry, archive, entry, leads_out=leads_out), when)


def _read_entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, *, leads_out: bool) -> bytes:
    if leads_out:
        raise Unreadable(OUTSIDE)
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise Unreadable(LINK)
    try:
        with archive.open(entry) as content:
            # the size in the zip's list may be a lie
            data = b"" if entry.file_size > MOST_BYTES else content.read(MOST_BYTES + 1)
    except Exception:  # the errors of the decompressors have no common base
        raise Unreadable("can't be unpacked: ask for it again") from None
    if entry.file_size > MOST_BYTES or len(data) > MOST_BYTES:
        raise Unreadable(TOO_LARGE)
    return data


def _is_junk(path: PurePosixPath) -> bool:
    return any(part in JUNK for part in path.parts) or path.name.startswith("._")


def _is_read(path: PurePosixPath) -> bool:
    return path.suffix.lower() in (".ipynb", ".zip") or path.name == METADATA


def _common_folders(paths: Sequence[PurePosixPath]) -> int:
    """Return the number of folders around the whole export, which some systems add."""
    count = 0
    while all(len(path.parts) > count + 2 or path.name == METADATA for path in paths):
        firsts = {path.parts[count] for path in paths if len(path.parts) > count + 1}
        first, *others = [*firsts, ""]
        if len(others) != 1 or MOODLE.match(first) or GRADESCOPE.match(first):
            break
        count += 1
    return count
