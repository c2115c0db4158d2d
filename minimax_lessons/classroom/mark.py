"""Mark: the command that marks the submissions of a class."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from minimax_lessons.classroom.class_run import mark_class
from minimax_lessons.classroom.groups import comments_in, group_key
from minimax_lessons.classroom.marks import MarkedClass, Marks, write_csv, write_rows
from minimax_lessons.classroom.pages import write_pages
from minimax_lessons.classroom.results import PLATFORMS, write_autograder, write_results
from minimax_lessons.classroom.scheme import read_scheme
from minimax_lessons.classroom.similar import similar_answers
from minimax_lessons.classroom.store import Store
from minimax_lessons.classroom.submissions import Student, read_submissions
from minimax_lessons.classroom.tables import Table, fill_in, grade_column, read_table
from minimax_lessons.command_errors import CommandError, prints_errors
from minimax_lessons.exercises.sheets import sheets
from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.marking.sandbox import ended_in_order, sandbox, unsafe

__all__ = ["main"]


def _arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python3 -m minimax_lessons mark",
        description="Mark the notebooks of a class, as Moodle, Canvas or Gradescope export them.",
    )
    add = parser.add_argument
    add("submissions", nargs="?", type=Path, help="the export: a zip, or a folder")
    add("--roster", type=Path, metavar="FILE", help="Moodle's worksheet or Canvas's gradebook")
    add("--assignment", metavar="TITLE", help="the gradebook's column, if there are several")
    add("--out", type=Path, default=Path("marks"), metavar="FOLDER", help="default: marks")
    add("--weights", type=Path, metavar="FILE", help="TOML: weights of exercises, lateness")
    add("--comments", type=Path, metavar="FILE", help="default: comments.json in the folder")
    add("--again", action="append", default=[], metavar="NAME", help="a student or an exercise")
    add("--results", choices=sorted(PLATFORMS), help="write the files that a platform reads")
    add("--autograder", type=Path, metavar="ZIP", help="write an autograder for Gradescope")
    add("--one-student", action="store_true", help="all notebooks belong to one student")
    add("--unsafe", action="store_true", help="run submissions without a sandbox")
    return parser.parse_args(arguments)


@prints_errors("Name another folder with --out.")
def main(arguments: Sequence[str]) -> int:
    """Mark a class and return 0, whatever the marks are."""
    options = _arguments(arguments)
    if options.autograder:
        write_autograder(options.autograder, unsafe=options.unsafe)
        print(f"{options.autograder} is ready to be uploaded to Gradescope.")
    if options.submissions is None:
        if options.autograder:
            return 0
        raise CommandError("Name the export of the submissions, for example: mark submissions.zip")
    # what can be wrong with these files is said before anything runs
    scheme, table = read_scheme(options.weights), options.roster and read_table(options.roster)
    if table:
        grade_column(table, options.assignment)
    comments = comments_in(options.comments or options.out / "comments.json")
    command = unsafe() if options.unsafe else sandbox()
    students = read_submissions(options.submissions)
    if options.one_student:
        students = [_together(students)]
    options.out.mkdir(parents=True, exist_ok=True)
    store = Store(options.out)
    try:
        with ended_in_order():
            marks = mark_class(students, store, command, _again(options.again, students))
    except KeyboardInterrupt:
        print("\nStopped. Run the same command again, and it goes on here.", file=sys.stderr)
        return 130
    finally:
        store.close()
    _write(options, MarkedClass(marks, scheme, comments), table)
    return 0


def _together(students: Sequence[Student]) -> Student:
    """Return a student who owns all notebooks together."""
    combined = Student("submission", "submission")
    for student in students:
        combined.notebooks += student.notebooks
        combined.notes += student.notes
    return combined


def _again(names: Sequence[str], students: Sequence[Student]) -> Callable[[Student, str], bool]:
    keys = {part for student in students for part in (student.key, student.name, student.id)}
    for name in names:
        if name not in keys and name not in TASKS:
            raise CommandError(f"--again {name}: there is no such student and no such exercise.")

    def again(student: Student, exercise: str) -> bool:
        parts = {student.key, student.name, student.id, exercise}
        return any(name in parts for name in names)

    return again


def _write(options: argparse.Namespace, marked: MarkedClass, table: Table | None) -> None:
    """Write all files, and print where they are."""
    marks, out = marked.marks, options.out
    write_csv(out / "marks.csv", marked)
    write_pages(out, marked)
    _write_similar(out / "similar.csv", marks)
    if options.results:
        write_results(options.results, out, marked)
    written = ["marks.csv", "class.html", "students/", "similar.csv"]
    if table is not None:
        filled, notes = fill_in(
            table,
            marks,
            marked.fraction,
            lambda mark: _feedback(mark, marked.comments),
            options.assignment,
        )
        (out / table.path.name).write_bytes(filled)
        written.insert(1, table.path.name)
        for note in notes:
            print(note)
    for mark in marks:
        for note in mark.notes:
            print(f"{mark.student.name}: {note}")
    print(f"{len(marks)} students are marked. In {out}: {', '.join(written)}.")


def _feedback(mark: Marks, comments: Mapping[str, str]) -> str:
    """Return a line for each exercise that is not done, for the platform's field for comments."""
    lines = []
    for name, finding in mark.findings.items():
        if finding.state in ("not right", "not run"):
            text = comments.get(group_key(finding)) or " ".join(finding.why[:1])
            lines.append(f"{name}: {text}")
    return "\n".join(lines)


def _write_similar(path: Path, marks: Sequence[Marks]) -> None:
    """Write the pairs of similar answers: hints to look, because short answers are alike."""
    templates = {
        exercise.name: "\n".join(cell.source for cell in sheet.blank if cell.id in exercise.answers)
        for sheet in sheets()
        for exercise in sheet.exercises
    }
    pairs = similar_answers(marks, templates)
    rows = [(pair.exercise, pair.first, pair.second, f"{100 * pair.share:.0f}") for pair in pairs]
    write_rows(path, [("exercise", "student", "other student", "alike %"), *rows])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
