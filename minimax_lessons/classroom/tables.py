"""Tables: fill in a Moodle worksheet or a Canvas gradebook, with every other byte the same."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from minimax_lessons.classroom.marks import Marks
from minimax_lessons.command_errors import CommandError

__all__ = ["Table", "fill_in", "grade_column", "read_table"]

IDENTIFIER = re.compile(r"^\D*?(\d+)$")
# the columns of Moodle's worksheet, in the languages of most of its sites
GRADE = ("Grade", "Bewertung", "Note", "Calificación", "Valutazione", "Cijfer", "Nota", "Ocena")
MOST = ("Maximum Grade", "Maximum grade", "Bestwertung", "Note maximale", "Calificación máxima")
FEEDBACK = (
    *("Feedback comments", "Feedback als Kommentar", "Feedback par commentaires"),
    *("Comentarios de retroalimentación", "Commenti", "Feedbackopmerkingen"),
)
ENCODINGS = ("utf-8", "cp1252")
BYTE_ORDERS = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
CANVAS_TITLE = re.compile(r"^.+ \(\d+\)$")


@dataclass(frozen=True)
class Cell:
    """A cell of a table: its text, and where it stands in the file's text."""

    text: str
    begin: int
    end: int


@dataclass(frozen=True)
class Table:
    """A file of comma-separated values, with the place of every cell."""

    path: Path
    text: str
    encoding: str
    rows: tuple[tuple[Cell, ...], ...]
    delimiter: str

    @property
    def header(self) -> list[str]:
        """Return the names of the columns."""
        return [cell.text.removeprefix("\ufeff").strip() for cell in self.rows[0]]

    @property
    def is_canvas(self) -> bool:
        """Return True for a gradebook of Canvas."""
        return self.header[:2] == ["Student", "ID"]

    @property
    def is_moodle(self) -> bool:
        """Return True for a Moodle worksheet: each row begins with a participant's number."""
        first = [row[0].text for row in self.rows[1:]]
        return bool(first) and all(IDENTIFIER.match(text) for text in first)

    def column(self, names: Sequence[str]) -> int | None:
        """Return the number of the first column with one of these names."""
        return next((place for place, name in enumerate(self.header) if name in names), None)

    def changed(self, changes: dict[tuple[int, int], str]) -> bytes:
        """Return the file with new texts in some cells, by row and column."""
        parts, last = [], 0
        for (row, column), text in sorted(changes.items()):
            cell = self.rows[row][column]
            parts += [self.text[last : cell.begin], _quoted(text, self.delimiter)]
            last = cell.end
        return "".join([*parts, self.text[last:]]).encode(self.encoding, "replace")


def read_table(path: Path) -> Table:
    """Return the table in a file; CommandError says why there is none."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} can't be read: {error.strerror}.") from None
    wide = [encoding for mark, encoding in BYTE_ORDERS if data.startswith(mark)]
    for encoding in wide or ENCODINGS:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        delimiter = max(",;\t", key=text.partition("\n")[0].count)
        rows = tuple(row for row in _rows(text, delimiter) if any(cell.text for cell in row))
        if len(rows) > 1 and len(rows[0]) > 1:
            return Table(path, text, encoding, rows, delimiter)
    raise CommandError(f"{path} is no table. Download the worksheet or the gradebook as CSV again.")


def _rows(text: str, delimiter: str) -> list[tuple[Cell, ...]]:
    """Return the cells of a file, as CSV has them: a cell in quotes may hold anything."""
    rows: list[tuple[Cell, ...]] = []
    row: list[Cell] = []
    place = 0
    while place < len(text):
        begin = place
        if text[place] == '"':
            place += 1
            while place < len(text) and not (
                text[place] == '"' and text[place + 1 : place + 2] != '"'
            ):
                place += 2 if text[place] == '"' else 1
            place += 1
        while place < len(text) and text[place] not in f"{delimiter}\r\n":
            place += 1
        raw = text[begin:place]
        plain = raw[1:-1].replace('""', '"') if raw.startswith('"') else raw
        row.append(Cell(plain, begin, place))
        if place < len(text) and text[place] == delimiter:
            place += 1
            if place == len(text) or text[place] in "\r\n":
                row.append(Cell("", place, place))
            else:
                continue
        if text[place : place + 2] == "\r\n":
            place += 1
        place += 1
        rows.append(tuple(row))
        row = []
    return rows


def _quoted(text: str, delimiter: str) -> str:
    written = io.StringIO()
    csv.writer(written, delimiter=delimiter, lineterminator="").writerow([text])
    return written.getvalue()


# The lecturer's file


def fill_in(
    table: Table,
    marks: Sequence[Marks],
    fraction: Callable[[Marks], float],
    feedback: Callable[[Marks], str],
    assignment: str | None = None,
) -> tuple[bytes, list[str]]:
    """Return the lecturer's file with grades in it, and sentences on students who are not in it."""
    column = grade_column(table, assignment)
    if table.is_canvas:
        return _fill_canvas(table, marks, fraction, column)
    return _fill_moodle(table, marks, fraction, feedback, column)


def grade_column(table: Table, assignment: str | None = None) -> int:
    """Return the number of the column for the grades; CommandError says why there is none."""
    if table.is_canvas:
        titles = [name for name in table.header if CANVAS_TITLE.match(name)]
        named = [title for title in titles if assignment is None or title.startswith(assignment)]
        if len(named) == 1:
            return table.header.index(named[0])
        raise CommandError(
            f"{table.path} has {len(titles)} assignments: {', '.join(titles) or 'none'}. "
            "Name one: --assignment TITLE."
        )
    if not table.is_moodle:
        raise CommandError(
            f"{table.path} is neither a grading worksheet of Moodle nor a gradebook of Canvas. "
            "Download it there, and leave its columns as they are."
        )
    column = table.column(GRADE)
    if column is None:
        raise CommandError(
            f"{table.path} has no column that is known to hold the grade. Its columns are "
            f"{', '.join(table.header)}. Download the worksheet with the site's language set to"
            " English."
        )
    return column


def _fill_moodle(
    table: Table,
    marks: Sequence[Marks],
    fraction: Callable[[Marks], float],
    feedback: Callable[[Marks], str],
    grade: int,
) -> tuple[bytes, list[str]]:
    most, comment = table.column(MOST), table.column(FEEDBACK)
    rows = {}
    for number, row in enumerate(table.rows):
        if (match := IDENTIFIER.match(row[0].text)) and len(row) > grade:
            rows[match[1]] = number
    changes = {}
    listed = [mark for mark in marks if mark.student.id in rows]
    for mark in listed:
        number = rows[mark.student.id]
        row = table.rows[number]
        most_text = row[most].text if most is not None and most < len(row) else "100"
        grade_text = row[grade].text or most_text
        changes[number, grade] = _written(fraction(mark) * _number(most_text), grade_text)
        if comment is not None and comment < len(row) and feedback(mark):
            changes[number, comment] = feedback(mark)
    return table.changed(changes), _absent(marks, listed)


def _fill_canvas(
    table: Table, marks: Sequence[Marks], fraction: Callable[[Marks], float], column: int
) -> tuple[bytes, list[str]]:
    full = [row for row in table.rows if len(row) > column]
    points = (row[column].text for row in full if row[0].text.strip() == "Points Possible")
    largest = _number(next(points, ""))
    names = ("ID", "SIS User ID", "SIS Login ID")
    columns = [place for place, name in enumerate(table.header) if name in names]
    rows: dict[str, int] = {}
    for number, row in enumerate(table.rows[1:], start=1):
        texts = (row[place].text for place in columns if place < len(row))
        for key in filter(None, (*texts, _plain(row[0].text))):
            rows.setdefault(key, number)
    changes, listed = {}, []
    for mark in marks:
        keys = (mark.student.id, mark.student.email, _plain(mark.student.name))
        place = next((rows[key] for key in keys if key and key in rows), 0)
        if place and len(table.rows[place]) > column:
            listed.append(mark)
            before = table.rows[place][column].text
            if before.strip().upper() != "EX":  # excused
                changes[place, column] = _written(fraction(mark) * largest, before)
    return table.changed(changes), _absent(marks, listed)


def _plain(name: str) -> str:
    """Return a name as Canvas writes it into file names: letters alone, the last name first."""
    return re.sub(r"\W", "", name).casefold()


def _number(text: str) -> float:
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        return 100.0


def _written(value: float, before: str) -> str:
    """Return a grade, with a decimal comma where the file has one."""
    text = f"{value:.2f}"
    return text.replace(".", ",") if re.fullmatch(r"\d+,\d+", before.strip()) else text


def _absent(marks: Sequence[Marks], listed: Sequence[Marks]) -> list[str]:
    names = [mark.student.name for mark in marks if mark not in listed]
    return [f"{name} is not in the list: their grade is only in marks.csv." for name in names]
