"""Class run: judge every answer of a class once, with a process for each processor."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterable, Sequence

from minimax_lessons.classroom.marks import Marks
from minimax_lessons.classroom.progress import progress
from minimax_lessons.classroom.store import Store
from minimax_lessons.classroom.submissions import Notebook, Student
from minimax_lessons.marking.outside import Finding, Judge
from minimax_lessons.marking.plan import Task

__all__ = ["mark_class"]

Job = tuple[Task, str]  # and the name of the first student who has this answer
Again = Callable[[Student, str], bool]


def mark_class(
    students: Sequence[Student], store: Store, command: Sequence[str], again: Again
) -> list[Marks]:
    """Return the marks of all students. Findings that the store has are taken from there."""
    marks: list[Marks] = []
    tasks: dict[str, Job] = {}
    for student in students:
        mark = Marks(student, notes=list(student.notes))
        marks.append(mark)
        for notebook in _counted(student, mark.notes):
            times = [when for when in (mark.when, notebook.when) if when]
            mark.when = max(times, default=None)
            for name, state in notebook.work.states.items():
                mark.findings[name] = Finding(
                    name, "not attempted" if state == "missing" else state
                )
            for task in notebook.work.tasks:
                tasks.setdefault(task.key, (task, student.name))
                mark.answers[task.exercise.name] = task.answer
                mark.keys[task.exercise.name] = task.key
    store.forget(_named_again(marks, again))
    stored = {key: store.finding(key) for key in tasks}
    left = {key: job for key, job in tasks.items() if stored[key] is None}
    judged = _judged(left, store, command)
    for mark in marks:
        mark.findings |= {name: stored[key] or judged[key] for name, key in mark.keys.items()}
    return marks


def _counted(student: Student, notes: list[str]) -> Iterable[Notebook]:
    """Return the notebooks that count: of several of one sheet the last that was handed in."""
    latest: dict[str, Notebook] = {}
    for notebook in student.notebooks:
        sheet = notebook.work.sheet.path.name
        earlier = latest.get(sheet)
        if earlier is None or _order(notebook) >= _order(earlier):
            latest[sheet] = notebook
        if earlier is not None:
            notes.append(f"Of {sheet} there are several notebooks: the last one counts.")
    return latest.values()


def _order(notebook: Notebook) -> tuple[int, float]:
    return notebook.attempt, notebook.when.timestamp() if notebook.when else 0.0


def _named_again(marks: Sequence[Marks], again: Again) -> list[str]:
    return [key for mark in marks for name, key in mark.keys.items() if again(mark.student, name)]


def _judged(jobs: dict[str, Job], store: Store, command: Sequence[str]) -> dict[str, Finding]:
    """Return the findings of all jobs; each is in the store as soon as it is known."""
    waiting: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    ready: queue.SimpleQueue[tuple[str, Finding | BaseException]] = queue.SimpleQueue()
    workers = max(1, min(len(jobs), os.cpu_count() or 1))
    for key in (*jobs, *[None] * workers):
        waiting.put(key)
    stopped = threading.Event()
    judges = [Judge(command) for _ in range(workers if jobs else 0)]

    def work(judge: Judge) -> None:
        while (key := waiting.get()) is not None and not stopped.is_set():
            try:
                ready.put((key, judge.finding(jobs[key][0])))
            except BaseException as error:  # it is raised where the command runs
                ready.put((key, error))

    threads = [threading.Thread(target=work, args=(judge,), daemon=True) for judge in judges]
    findings: dict[str, Finding] = {}
    try:
        with progress(len(jobs)) as advance:
            for thread in threads:
                thread.start()
            while len(findings) < len(jobs):
                key, finding = ready.get()
                if isinstance(finding, BaseException):
                    raise finding
                store.keep(key, finding)
                findings[key] = finding
                advance(jobs[key][1])
    finally:
        stopped.set()
        for judge in judges:
            judge.close()
    return findings
